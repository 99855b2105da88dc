//! What strangers can do to a server: come in numbers, dawdle, open everything, and ask for what is not theirs.

mod toy;

use std::time::{Duration, Instant};

use axum::body::Body;
use serde_json::{Value, json};
use server::HallConfig;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};
use tokio_tungstenite::connect_async;
use toy::room::{Got, Room, request};

/// Where it listens. It goes with the test.
async fn served(room: &Room) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let never = std::future::pending();
    tokio::spawn(server::serve(listener, room.hall.clone(), never));
    address
}

fn with(config: HallConfig) -> Room {
    Room::with(HallConfig { pace: Duration::ZERO, ..config })
}

/// What comes until the server closes, or nothing more for a while.
async fn rest(stream: &mut TcpStream) -> String {
    let mut said = Vec::new();
    let mut part = [0; 4096];
    while let Ok(Ok(n)) = timeout(Duration::from_secs(5), stream.read(&mut part)).await
        && n != 0
    {
        said.extend_from_slice(&part[..n]);
    }
    String::from_utf8_lossy(&said).into_owned()
}

async fn ask(stream: &mut TcpStream, address: &str) -> String {
    let said = format!("GET /api/server HTTP/1.1\r\nhost: {address}\r\n\r\n");
    stream.write_all(said.as_bytes()).await.unwrap();
    let mut part = [0; 4096];
    let n = timeout(Duration::from_secs(5), stream.read(&mut part)).await.unwrap().unwrap();
    String::from_utf8_lossy(&part[..n]).into_owned()
}

async fn metric(room: &Room, name: &str) -> u64 {
    let told = room.get("/metrics").await.text;
    let line = told.lines().find(|it| it.split(' ').next() == Some(name));
    let value = line.unwrap_or_else(|| panic!("no {name} in\n{told}")).split(' ').nth(1);
    value.unwrap().parse().unwrap()
}

#[tokio::test]
async fn there_is_room_for_so_many_connections() {
    let room = with(HallConfig { most_connections: 3, ..HallConfig::default() });
    let address = served(&room).await;
    let id = room.start("dawn", ["human", "human"]).await;
    let mut inside = Vec::new();
    for _ in 0..2 {
        let mut stream = TcpStream::connect(&address).await.unwrap();
        assert!(ask(&mut stream, &address).await.starts_with("HTTP/1.1 200"), "has room");
        inside.push(stream);
    }
    // Who watches a game has a place for as long as he watches.
    let live = format!("ws://{address}/api/games/{id}/live");
    let (watching, _) = connect_async(&live).await.unwrap();
    let mut late = TcpStream::connect(&address).await.unwrap();
    let said = rest(&mut late).await;
    assert!(said.starts_with("HTTP/1.1 503") && said.contains("\"crowded\""), "{said}");
    assert_eq!(metric(&room, "bocage_connections").await, 3);
    assert_eq!(metric(&room, "bocage_connections_refused_total").await, 1);
    drop(watching);
    let start = Instant::now();
    loop {
        let mut next = TcpStream::connect(&address).await.unwrap();
        next.write_all(
            format!("GET /api/server HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n")
                .as_bytes(),
        )
        .await
        .unwrap();
        if rest(&mut next).await.starts_with("HTTP/1.1 200") {
            break;
        }
        assert!(start.elapsed() < Duration::from_secs(10), "the place of who left is free");
        sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn one_address_cannot_take_all_places() {
    let config =
        HallConfig { open_to_network: true, most_connections_each: 2, ..HallConfig::default() };
    let room = with(config.clone());
    let address = served(&room).await;
    let mut inside = Vec::new();
    for _ in 0..2 {
        let mut stream = TcpStream::connect(&address).await.unwrap();
        assert!(ask(&mut stream, &address).await.starts_with("HTTP/1.1 200"));
        inside.push(stream);
    }
    let mut third = TcpStream::connect(&address).await.unwrap();
    assert!(rest(&mut third).await.starts_with("HTTP/1.1 503"));
    // All who come through a proxy have its address.
    let room = with(HallConfig { proxies: vec!["127.0.0.1".parse().unwrap()], ..config });
    let address = served(&room).await;
    for _ in 0..4 {
        let mut stream = TcpStream::connect(&address).await.unwrap();
        assert!(ask(&mut stream, &address).await.starts_with("HTTP/1.1 200"));
        inside.push(stream);
    }
}

#[tokio::test]
async fn half_a_request_is_not_waited_for() {
    let patience = Duration::from_millis(300);
    let room = with(HallConfig { patience, ..HallConfig::default() });
    let address = served(&room).await;
    let start = Instant::now();
    let mut head = TcpStream::connect(&address).await.unwrap();
    head.write_all(format!("GET / HTTP/1.1\r\nhost: {address}\r\nx-slow").as_bytes())
        .await
        .unwrap();
    rest(&mut head).await;
    assert!(start.elapsed() < Duration::from_secs(4), "half a head is closed");
    // Drop by drop is no better.
    let start = Instant::now();
    let mut drops = TcpStream::connect(&address).await.unwrap();
    drops.write_all(format!("GET / HTTP/1.1\r\nhost: {address}\r\n").as_bytes()).await.unwrap();
    while start.elapsed() < Duration::from_secs(6) {
        if drops.write_all(b"x: 1\r\n").await.is_err() {
            break;
        }
        sleep(Duration::from_millis(50)).await;
    }
    assert!(start.elapsed() < Duration::from_secs(4), "drop by drop is closed");
    let mut body = TcpStream::connect(&address).await.unwrap();
    let said = format!(
        "POST /api/games HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{{\"sys"
    );
    body.write_all(said.as_bytes()).await.unwrap();
    let told = rest(&mut body).await;
    assert!(told.starts_with("HTTP/1.1 408") && told.contains("too_slow"), "{told}");
}

#[tokio::test]
async fn many_open_games_have_few_threads_and_a_bounded_memory() {
    let threads = || {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let line = status.lines().find_map(|it| it.strip_prefix("Threads:"));
        line.map_or(0, |it| it.trim().parse::<usize>().unwrap())
    };
    let room = with(HallConfig { most_open: 50, ..HallConfig::default() });
    let before = threads();
    let mut first = None;
    for _ in 0..150 {
        let id = room.start("dawn", ["human", "computer"]).await;
        room.view(&id, 0).await;
        first.get_or_insert(id);
    }
    let more = threads().saturating_sub(before);
    assert!(more < 100, "{more} more threads for 150 open games");
    let open = metric(&room, "bocage_games_open").await;
    assert!((1..=50).contains(&open), "{open} games are in memory");
    // What was cleared is read again.
    let first = first.unwrap();
    room.answer(&first, 0, "q1", 1).await.ok();
    assert_eq!(room.view(&first, 0).await["position"], 2);
}

#[tokio::test]
async fn games_in_which_something_happens_are_not_cleared_for_others() {
    let room = with(HallConfig { most_open: 2, ..HallConfig::default() });
    let address = served(&room).await;
    let mut watching = Vec::new();
    for _ in 0..2 {
        let id = room.start("dawn", ["human", "human"]).await;
        let live = format!("ws://{address}/api/games/{id}/live");
        watching.push((connect_async(&live).await.unwrap().0, id));
    }
    let third = room.start("dawn", ["human", "human"]).await;
    let view = room.get(&format!("/api/games/{third}/view?seat=0")).await;
    assert_eq!(view.error(), (503, "busy".into()));
    // Those who play notice nothing.
    room.answer(&watching[0].1, 0, "q1", 1).await.ok();
    let (left, _) = watching.pop().unwrap();
    drop(left);
    for n in 0.. {
        if room.get(&format!("/api/games/{third}/view?seat=0")).await.status == 200 {
            break;
        }
        assert!(n < 200, "who left made room");
        sleep(Duration::from_millis(20)).await;
    }
}

fn open_room() -> Room {
    let mut room = with(HallConfig {
        open_to_network: true,
        host_key: Some("the-host".into()),
        ..HallConfig::default()
    });
    room.peer = Some("192.0.2.9:1234".parse().unwrap());
    room
}

async fn as_host(room: &Room, method: &str, path: &str, body: Value) -> Got {
    let request = request(method, path)
        .header("x-bocage-host", "the-host")
        .header("content-type", "application/json");
    room.send(request.body(Body::from(body.to_string())).unwrap()).await
}

#[tokio::test]
async fn the_hosts_key_opens_no_game_that_two_people_play() {
    let room = open_room();
    let id = room.start("dawn", ["human", "human"]).await;
    let journal = as_host(&room, "GET", &format!("/api/games/{id}/journal"), Value::Null).await;
    assert_eq!(journal.error(), (403, "would_reveal".into()));
    let fork = as_host(&room, "POST", &format!("/api/games/{id}/fork"), json!({ "at": 1 })).await;
    assert_eq!(fork.error(), (403, "would_reveal".into()));
    // One against the computer is his to take away.
    let id = room.start("dawn", ["human", "computer"]).await;
    as_host(&room, "GET", &format!("/api/games/{id}/journal"), Value::Null).await.ok();
    // And he may still put an end to what others play.
    let gone = as_host(&room, "DELETE", &format!("/api/games/{id}"), Value::Null).await;
    assert_eq!(gone.status, 204);
}

#[tokio::test]
async fn a_host_may_keep_the_making_of_games_to_himself() {
    let mut room = open_room();
    let config = HallConfig { guests_may_create: false, ..room.config.clone() };
    room = Room { peer: room.peer, ..with(config) };
    let wanted = json!({ "system": "toy", "module": "box", "scenario": "dawn", "seats": ["human", "human"] });
    assert_eq!(room.post("/api/games", &wanted).await.error(), (403, "host_only".into()));
    let made = as_host(&room, "POST", "/api/games", wanted).await.ok();
    assert!(made["id"].is_string());
}

#[tokio::test]
async fn a_long_list_comes_page_by_page() {
    let room = Room::new();
    for _ in 0..5 {
        room.start("dawn", ["human", "human"]).await;
    }
    let mut path = "/api/games?limit=2".to_string();
    let mut found = Vec::new();
    for page in 0.. {
        assert!(page < 4, "the list has an end");
        let got = room.get(&path).await;
        let link = got.headers.get("link").map(|it| it.to_str().unwrap().to_owned());
        let games = got.ok();
        found.extend(games.as_array().unwrap().iter().map(|it| it["id"].clone()));
        let Some(link) = link else { break };
        path = link.split(['<', '>']).nth(1).unwrap().into();
    }
    let all = room.get("/api/games").await;
    assert!(all.headers.get("link").is_none(), "five fit on one page");
    let all: Vec<Value> = all.ok().as_array().unwrap().iter().map(|it| it["id"].clone()).collect();
    assert_eq!((found.len(), found), (5, all));
    assert_eq!(room.get("/api/games?after=x").await.error(), (400, "malformed".into()));
}

#[tokio::test]
async fn what_is_counted_is_told() {
    let room = Room::new();
    let id = room.start("dawn", ["human", "human"]).await;
    room.answer(&id, 0, "q1", 1).await.ok();
    room.get("/api/nothing").await;
    assert_eq!(metric(&room, "bocage_games").await, 1);
    assert_eq!(metric(&room, "bocage_answer_seconds_count").await, 1);
    assert_eq!(metric(&room, "bocage_answer_seconds_bucket{le=\"+Inf\"}").await, 1);
    assert_eq!(metric(&room, "bocage_requests_total{status=\"4xx\"}").await, 1);
    assert!(0 < metric(&room, "bocage_commits_total").await);
}

#[tokio::test]
async fn drawings_are_sent_compressed_to_who_takes_them_so() {
    let room = Room::new();
    let id = room.start("dawn", ["human", "human"]).await;
    for what in ["map.svg", "counters.svg"] {
        let path = format!("/api/games/{id}/{what}");
        let plain = room.get(&path).await;
        assert!(plain.headers.get("content-encoding").is_none() && plain.text.starts_with("<svg"));
        let taken = request("GET", &path).header("accept-encoding", "br, gzip");
        let small = room.send(taken.body(Body::empty()).unwrap()).await;
        assert_eq!(small.headers["content-encoding"], "gzip");
        assert_eq!(small.headers["vary"], "accept-encoding");
        assert!(!small.text.starts_with("<svg"));
        // Whoever has either has the drawing.
        let known = request("GET", &path).header("if-none-match", small.headers["etag"].clone());
        assert_eq!(room.send(known.body(Body::empty()).unwrap()).await.status, 304);
    }
}

#[tokio::test]
async fn the_server_says_what_can_be_asked_of_it() {
    let room = Room::new();
    let told = room.get("/api/openapi.json").await.ok();
    assert_eq!(told["openapi"], "3.1.0");
    let answer = &told["paths"]["/api/games/{id}/answer"]["post"];
    assert_eq!(answer["operationId"], "deciding-answer");
    assert_eq!(answer["parameters"][0]["name"], "id");
    let body = &answer["requestBody"]["content"]["application/json"]["schema"];
    assert_eq!(body["properties"]["seat"]["maximum"], 255);
    assert_eq!(body["required"], json!(["seat", "question"]));
    let view = &told["paths"]["/api/games/{id}/view"]["get"]["parameters"];
    let names: Vec<&str> =
        view.as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["id", "at", "seat"]);
    assert!(told["paths"]["/api/games/{id}"]["delete"].is_object());
    // Every operation has a name of its own.
    let mut all = std::collections::BTreeSet::new();
    for (path, methods) in told["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let name = operation["operationId"].as_str().unwrap().to_owned();
            assert!(all.insert(name.clone()), "{method} {path}: another is called {name}");
        }
    }
    assert!(40 < all.len(), "{} operations", all.len());
}

/// Hundreds of requests made up from the OpenAPI document, right ones and wrong ones: <https://schemathesis.io>.
#[tokio::test(flavor = "multi_thread")]
async fn whatever_schemathesis_sends_the_server_does_not_fail() {
    let tool = std::env::var("SCHEMATHESIS").unwrap_or_else(|_| "schemathesis".into());
    if std::process::Command::new(&tool).arg("--version").output().is_err() {
        eprintln!(
            "not tried: schemathesis is not installed (pip install schemathesis, or SCHEMATHESIS=path)"
        );
        return;
    }
    let room = Room::new();
    for _ in 0..2 {
        room.start("dawn", ["human", "human"]).await;
    }
    let address = served(&room).await;
    let folder = tempfile::tempdir().unwrap();
    let ran = tokio::task::spawn_blocking(move || {
        std::process::Command::new(tool)
            .current_dir(folder.path())
            .args(["run", "--checks", "not_a_server_error", "--max-examples", "5", "--no-color"])
            .arg(format!("http://{address}/api/openapi.json"))
            .output()
            .unwrap()
    });
    let ran = ran.await.unwrap();
    let said = String::from_utf8_lossy(&ran.stdout);
    assert!(ran.status.success(), "{said}\n{}", String::from_utf8_lossy(&ran.stderr));
    println!("{}", said.lines().rev().take(12).collect::<Vec<_>>().join("\n"));
    assert_eq!(metric(&room, "bocage_requests_total{status=\"5xx\"}").await, 0);
    assert!(50 < metric(&room, "bocage_requests_total{status=\"4xx\"}").await);
}
