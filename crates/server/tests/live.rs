//! A real server and real WebSockets.

mod toy;

use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::HallConfig;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use toy::room::Room;

struct Served {
    room: Room,
    address: String,
    stop: oneshot::Sender<()>,
    served: JoinHandle<std::io::Result<()>>,
}

impl Served {
    async fn start(room: Room) -> Served {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let (stop, stopped) = oneshot::channel::<()>();
        let until = async move { drop(stopped.await) };
        let served = tokio::spawn(server::serve(listener, room.hall.clone(), until));
        Served { room, address, stop, served }
    }

    async fn watch(&self, id: &str, rest: &str) -> Watcher {
        let url = format!("ws://{}/api/games/{id}/live?{rest}", self.address);
        Watcher { socket: connect_async(url).await.unwrap().0, passed: Vec::new() }
    }
}

struct Watcher {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// What was passed over.
    passed: Vec<Value>,
}

impl Watcher {
    /// The next message of this type; others are passed over.
    async fn next(&mut self, kind: &str) -> Value {
        let wait = async {
            while let Some(message) = self.socket.next().await {
                if let Message::Text(text) = message.unwrap() {
                    let message: Value = serde_json::from_str(&text).unwrap();
                    if message["type"] == kind {
                        return message;
                    }
                    self.passed.push(message);
                }
            }
            panic!("closed while waiting for {kind}")
        };
        let Ok(found) = timeout(Duration::from_secs(5), wait).await else {
            panic!("no {kind} in 5 s, but {:?}", self.passed);
        };
        found
    }

    async fn say(&mut self, message: Value) {
        self.socket.send(Message::text(message.to_string())).await.unwrap();
    }
}

/// The log as a client keeps it: lines from `log_from` on are replaced.
fn keep(log: &mut Vec<Value>, message: &Value) {
    log.truncate(message["log_from"].as_u64().unwrap() as usize);
    for line in message["log"].as_array().unwrap() {
        assert_eq!(line["n"], log.len(), "no line is missing");
        log.push(line.clone());
    }
}

#[tokio::test]
async fn everybody_sees_what_happens() {
    let served = Served::start(Room::new()).await;
    let id = served.room.start("dawn", ["human", "human"]).await;
    let mut blue = served.watch(&id, "seat=0").await;
    let mut red = served.watch(&id, "seat=1").await;
    let mut spectator = served.watch(&id, "").await;
    let mut log = Vec::new();
    keep(&mut log, &blue.next("view").await);
    red.next("view").await;
    assert_eq!(spectator.next("view").await["view"]["seat"], Value::Null);

    blue.say(json!({ "type": "answer", "question": "q1", "option": 2, "id": 5 })).await;
    assert_eq!(
        blue.next("ack").await,
        json!({ "type": "ack", "position": 3, "repeated": false, "id": 5 })
    );
    keep(&mut log, &blue.next("view").await);
    assert_eq!(log.len(), 3);
    let seen = red.next("view").await;
    assert_eq!((&seen["view"]["position"], &seen["view"]["question"]), (&json!(3), &Value::Null));
    assert_eq!(spectator.next("view").await["view"]["position"], 3);

    // Wrong things are answered and change nothing.
    for (said, code) in [
        (json!({ "type": "answer", "question": "q1", "option": 0 }), "stale"),
        (json!({ "type": "answer", "question": "q3", "option": 9 }), "no_such_option"),
        (json!({ "type": "answer", "question": "q3" }), "malformed"),
        (json!({ "type": "dance" }), "malformed"),
        (json!({ "type": "undo", "position": 3 }), "undo"),
        (json!({ "type": "undo", "position": 2 }), "stale"),
        (json!({ "type": "answers", "picks": [{ "place": 99 }] }), "forbidden_by_rule"),
    ] {
        blue.say(said).await;
        let error = blue.next("error").await;
        assert_eq!((&error["code"], &error["error"]["code"]), (&json!(code), &json!(code)));
    }
    red.say(json!({ "type": "answer", "question": "q3", "option": 0 })).await;
    assert_eq!(red.next("error").await["code"], "not_your_turn");
    spectator.say(json!({ "type": "undo", "position": 3 })).await;
    assert_eq!(spectator.next("error").await["code"], "invalid");
    blue.say(json!({ "type": "ping" })).await;
    blue.next("pong").await;

    // A take-back shortens everybody's log.
    blue.say(json!({ "type": "answers", "picks": [{ "place": 10 }] })).await;
    keep(&mut log, &blue.next("view").await);
    assert_eq!(log.len(), 4);
    blue.say(json!({ "type": "undo", "position": 4 })).await;
    let back = blue.next("view").await;
    keep(&mut log, &back);
    assert_eq!((log.len(), &back["take_backs"]), (3, &json!(1)));
    blue.say(json!({ "type": "answer", "question": "q3b1", "option": 1 })).await;
    keep(&mut log, &blue.next("view").await);
    assert_eq!(log[3]["text"], "Decided 1");
}

#[tokio::test]
async fn what_does_not_change_comes_once() {
    let served = Served::start(Room::new()).await;
    let id = served.room.start("dawn", ["human", "human"]).await;
    let mut blue = served.watch(&id, "seat=0").await;
    let first = blue.next("view").await;
    let heads = blue.passed.iter().filter(|it| it["type"] == "head").collect::<Vec<_>>();
    assert_eq!(heads.len(), 1, "before the first view");
    let asked = served.room.get(&format!("/api/games/{id}/head")).await.ok();
    assert_eq!(heads[0]["head"], asked);
    assert_eq!((&asked["title"], &first["view"]["head"]), (&json!("Toy"), &Value::Null));

    blue.say(json!({ "type": "answer", "question": "q1", "option": 0 })).await;
    assert_eq!(blue.next("view").await["view"]["head"], Value::Null);
    assert_eq!(blue.passed.iter().filter(|it| it["type"] == "head").count(), 1);

    // Who has it already can do without.
    let mut red = served.watch(&id, "seat=1&head=false").await;
    red.next("view").await;
    assert!(red.passed.iter().all(|it| it["type"] != "head"), "{:?}", red.passed);
}

#[tokio::test]
async fn who_comes_back_has_lost_nothing() {
    let served = Served::start(Room::new()).await;
    let id = served.room.start("dawn", ["human", "human"]).await;
    let mut log = Vec::new();
    let mut blue = served.watch(&id, "seat=0").await;
    keep(&mut log, &blue.next("view").await);
    served.room.answer(&id, 0, "q1", 1).await.ok();
    keep(&mut log, &blue.next("view").await);
    drop(blue);
    served.room.answer(&id, 0, "q2", 1).await.ok();
    served.room.answer(&id, 1, "q3", 2).await.ok();
    let mut blue = served.watch(&id, &format!("seat=0&from={}&take_backs=0", log.len())).await;
    let first = blue.next("view").await;
    assert_eq!(first["log_from"], 2);
    keep(&mut log, &first);
    assert_eq!(json!(log), served.room.get(&format!("/api/games/{id}/log?seat=0")).await.ok());
    drop(blue);

    // Something known is taken back and another thing done while away.
    served.room.answer(&id, 1, "q5", 1).await.ok();
    let mut blue = served.watch(&id, &format!("seat=0&from={}", log.len())).await;
    keep(&mut log, &blue.next("view").await);
    drop(blue);
    let undo = json!({ "seat": 1, "position": log.len() });
    served.room.post(&format!("/api/games/{id}/undo"), &undo).await.ok();
    served.room.answer(&id, 1, "q5b1", 0).await.ok();
    let mut blue = served.watch(&id, &format!("seat=0&from={}&take_backs=0", log.len())).await;
    keep(&mut log, &blue.next("view").await);
    assert_eq!(json!(log), served.room.get(&format!("/api/games/{id}/log?seat=0")).await.ok());
    drop(blue);

    // A client that knows more than there is gets what there is.
    for much in [500, u64::MAX] {
        let mut blue = served.watch(&id, &format!("seat=0&from={much}")).await;
        keep(&mut log, &blue.next("view").await);
        assert_eq!(json!(log), served.room.get(&format!("/api/games/{id}/log?seat=0")).await.ok());
    }
}

#[tokio::test]
async fn the_computer_can_be_watched_thinking() {
    let served = Served::start(Room::new()).await;
    let id = served.room.start("slow", ["human", "computer"]).await;
    let mut blue = served.watch(&id, "seat=0").await;
    blue.next("view").await;
    served.room.answer(&id, 0, "q1", 1).await.ok();
    served.room.answer(&id, 0, "q2", 1).await.ok();
    let mut log = Vec::new();
    // It is in the view, or comes by itself where the view was sent before.
    let mut seen = false;
    while !seen {
        seen = blue.next("view").await["thinking"] == 1
            || blue.passed.iter().any(|it| it["type"] == "thinking" && it["seat"] == 1);
    }
    let mut again = served.watch(&id, "seat=0").await;
    while log.len() < 5 {
        keep(&mut log, &again.next("view").await);
    }
}

#[tokio::test]
async fn two_computers_play_to_the_end_before_our_eyes() {
    let pace = Duration::from_millis(10);
    let served = Served::start(Room::with(HallConfig { pace, ..HallConfig::default() })).await;
    let id = served.room.start("panic", ["computer", "computer"]).await;
    let mut spectator = served.watch(&id, "").await;
    let start = Instant::now();
    let mut log = Vec::new();
    loop {
        let message = spectator.next("view").await;
        keep(&mut log, &message);
        if !message["view"]["outcome"].is_null() {
            break;
        }
    }
    assert_eq!(log.len(), toy::DECISIONS + 1);
    assert!(pace * 10 < start.elapsed(), "it keeps the pace");
    let notice = spectator.passed.iter().find(|it| it["type"] == "notice").unwrap();
    assert!(notice["text"].as_str().unwrap().contains("took the first option"), "{notice}");
}

#[tokio::test]
async fn a_foreign_page_cannot_open_a_socket() {
    let served = Served::start(Room::new()).await;
    let id = served.room.start("dawn", ["human", "human"]).await;
    let url = format!("ws://{}/api/games/{id}/live?seat=0", served.address);
    let status = |origin: Option<String>, url: String| async move {
        let mut request = url.into_client_request().unwrap();
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", origin.parse().unwrap());
        }
        match connect_async(request).await {
            Ok(_) => 101,
            Err(Error::Http(response)) => response.status().as_u16(),
            Err(other) => panic!("{other}"),
        }
    };
    assert_eq!(status(Some("https://evil.example".into()), url.clone()).await, 403);
    assert_eq!(status(Some(format!("http://{}", served.address)), url.clone()).await, 101);
    assert_eq!(status(None, url.clone()).await, 101);
    assert_eq!(status(None, url.replace("seat=0", "seat=9")).await, 422);
    assert_eq!(status(None, url.replace(&id, &"0".repeat(26))).await, 404);
}

#[tokio::test]
async fn a_deleted_game_and_a_closing_server_say_so() {
    let served = Served::start(Room::new()).await;
    let gone = served.room.start("dawn", ["human", "human"]).await;
    let kept = served.room.start("dawn", ["human", "human"]).await;
    let mut watcher = served.watch(&gone, "seat=0").await;
    watcher.next("view").await;
    let delete =
        toy::room::request("DELETE", &format!("/api/games/{gone}")).body(axum::body::Body::empty());
    served.room.send(delete.unwrap()).await;
    watcher.next("gone").await;
    drop(watcher);

    let mut watcher = served.watch(&kept, "seat=0").await;
    watcher.next("view").await;
    served.stop.send(()).unwrap();
    let closed = timeout(Duration::from_secs(5), async {
        while let Some(Ok(message)) = watcher.socket.next().await {
            if let Message::Close(Some(frame)) = message {
                return frame.reason.to_string();
            }
        }
        String::new()
    });
    assert_eq!(closed.await.unwrap(), "the server is shutting down");
    drop(watcher);
    timeout(Duration::from_secs(5), served.served).await.unwrap().unwrap().unwrap();
}
