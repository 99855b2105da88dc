//! The program as people run it: exit codes, messages, one line on the standard output, `kill -9`.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

fn bocage(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bocage")).args(args).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

struct Server {
    child: Child,
    port: u16,
    /// From the start of the program to the first byte of an answer.
    first_byte: Duration,
}

impl Server {
    fn start(data: &Path) -> Server {
        let began = Instant::now();
        let mut child = Command::new(env!("CARGO_BIN_EXE_bocage"))
            .args(["serve", "--no-open", "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line
            .trim()
            .strip_prefix("Bocage is at http://127.0.0.1:")
            .unwrap_or_else(|| panic!("{line}"));
        let port = address.trim_end_matches('/').parse().unwrap();
        let mut server = Server { child, port, first_byte: Duration::ZERO };
        server.ask("GET", "/", None);
        server.first_byte = began.elapsed();
        server
    }

    fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> (u16, Value) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let body = body.map(Value::to_string).unwrap_or_default();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{}\r\nconnection: close\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            self.port,
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let status = answer[9..12].parse().unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(!head.contains("chunked"), "{head}");
        (status, serde_json::from_str(body).unwrap_or(Value::Null))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // SIGKILL.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The first shipped scenario, as a game to start.
fn wanted(server: &Server) -> Value {
    let modules = server.ask("GET", "/api/modules", None).1;
    json!({
        "system": modules[0]["system"],
        "module": modules[0]["module"],
        "scenario": modules[0]["scenarios"][0]["key"],
        "seats": ["human", "human"],
    })
}

#[test]
fn nothing_acknowledged_is_lost_by_kill_9() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(folder.path());
    let (status, made) = server.ask("POST", "/api/games", Some(&wanted(&server)));
    assert_eq!(status, 201, "{made}");
    let id = made["id"].as_str().unwrap().to_string();
    let mut position = made["position"].as_u64().unwrap();
    for round in 0..4 {
        for _ in 0..3 + 5 * round {
            let listed = server.ask("GET", "/api/games", None).1;
            // Who has sealed a value is not asked again before all are in.
            let asked = listed[0]["waiting_for"].as_array().unwrap().iter().find_map(|seat| {
                let view = server.ask("GET", &format!("/api/games/{id}/view?seat={seat}"), None).1;
                view["question"]["form"]["sealed"].is_null().then(|| (seat.clone(), view))
            });
            let Some((seat, view)) = asked else { break };
            assert_eq!(view["position"], position);
            let question = &view["question"];
            let body = match question["form"]["ready"].get(0) {
                None => json!({ "seat": seat, "question": question["id"], "option": 0 }),
                Some(it) => json!({ "seat": seat, "question": question["id"], "plan": it["plan"] }),
            };
            let (status, done) =
                server.ask("POST", &format!("/api/games/{id}/answer"), Some(&body));
            assert_eq!(status, 200, "{done}");
            position = done["position"].as_u64().unwrap();
        }
        drop(server);
        server = Server::start(folder.path());
        let view = server.ask("GET", &format!("/api/games/{id}/view"), None).1;
        assert_eq!(view["position"], position);
    }
    // The stored game is replayed and drawn without a server.
    drop(server);
    let data = folder.path().to_str().unwrap();
    let replayed = bocage(&["replay", &id, "--data", data, "--json"]);
    assert!(replayed.status.success(), "{}", text(&replayed.stderr));
    let replayed: Value = serde_json::from_slice(&replayed.stdout).unwrap();
    assert_eq!(replayed["answers"], position);
    let out = folder.path().join("now.svg");
    let drawn = bocage(&["render", &id, "--data", data, "--out", out.to_str().unwrap()]);
    assert!(drawn.status.success(), "{}", text(&drawn.stderr));
    assert!(std::fs::read_to_string(out).unwrap().starts_with("<svg"));
}

#[test]
fn a_second_server_takes_the_next_port_unless_one_was_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let one = Server::start(&folder.path().join("one"));
    let two = Server::start(&folder.path().join("two"));
    assert_ne!(one.port, two.port);
    let data = folder.path().join("three");
    let refused = bocage(&[
        "serve",
        "--no-open",
        "--port",
        &one.port.to_string(),
        "--data",
        data.to_str().unwrap(),
    ]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        text(&refused.stderr).contains("choose another with --port"),
        "{}",
        text(&refused.stderr)
    );
    assert_eq!(text(&refused.stdout), "");
    println!("start to first byte: {:?}, {:?}", one.first_byte, two.first_byte);
}

#[cfg(unix)]
#[test]
fn a_stop_is_graceful() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(folder.path());
    let stop =
        Command::new("kill").args(["-TERM", &server.child.id().to_string()]).status().unwrap();
    assert!(stop.success());
    let began = Instant::now();
    assert!(server.child.wait().unwrap().success());
    assert!(began.elapsed() < Duration::from_secs(4), "{:?}", began.elapsed());
}

#[test]
fn help_shows_examples() {
    for job in ["serve", "check", "cases", "render", "replay", "verify", "backup", "simulate"] {
        let help = bocage(&[job, "--help"]);
        assert!(help.status.success());
        assert!(text(&help.stdout).contains("Examples:\n  bocage "), "{job}");
    }
    assert!(text(&bocage(&["--help"]).stdout).contains("Exit codes"));
}

#[test]
fn what_cannot_be_used_is_2_and_what_is_wrong_is_1() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let file = |name: &str, content: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, content).unwrap();
        path.to_str().unwrap().to_string()
    };
    let broken = file("broken.json", "{\"header\": 5}");
    let out = folder.path().join("map.svg").to_str().unwrap().to_string();
    for (args, code, part) in [
        (vec!["dance"], 2, "unrecognized subcommand"),
        (vec!["check", "/no/such/folder"], 2, "cannot read /no/such/folder"),
        (vec!["cases", "/no/such/folder"], 2, "cannot read /no/such/folder"),
        (vec!["replay", "nonsense", "--data", data], 2, "there is no file \"nonsense\""),
        (vec!["replay", &broken], 2, "broken.json:1:"),
        (vec!["verify", &broken], 2, "this is not a journal"),
        (
            vec!["render", "nowhere", "--out", &out, "--data", data],
            2,
            "there is no file \"nowhere\"",
        ),
        (vec!["render", "nowhere", "--out", "map.gif"], 2, "must end in .svg or .png"),
        (vec!["simulate", "nowhere"], 2, "there is no scenario \"nowhere\"; there are: gts/"),
        (vec!["simulate", "nowhere", "--games", "0"], 2, "0 is not in"),
        (
            vec!["simulate", "omaha-beach/first-waves+armour"],
            2,
            "there is no variant \"armour\" of \"first-waves\"; it allows:",
        ),
        (vec!["simulate", "ridge+armour"], 2, "it is played without any"),
        (vec!["serve", "--no-open", "--data", &broken], 2, "cannot open"),
        (vec!["serve", "--no-open", "--modules", "/no/such/folder"], 2, "no module here"),
    ] {
        let got = bocage(&args);
        let said = text(&got.stderr);
        assert_eq!(got.status.code(), Some(code), "{args:?}: {said}");
        assert!(said.contains(part), "{args:?}: {said}");
    }
    if !cfg!(feature = "png") {
        let got = bocage(&["render", "nowhere", "--out", "map.png"]);
        assert_eq!(got.status.code(), Some(2));
        assert!(text(&got.stderr).contains("--features png"));
    }
    let modules = folder.path().join("modules/gts/mine");
    std::fs::create_dir_all(&modules).unwrap();
    std::fs::write(modules.join("module.toml"), "title = 5\n").unwrap();
    let got = bocage(&["check", modules.to_str().unwrap()]);
    assert_eq!(got.status.code(), Some(1), "{}", text(&got.stderr));
    assert!(text(&got.stderr).contains("module.toml"), "{}", text(&got.stderr));
    let got = bocage(&["check", modules.to_str().unwrap(), "--json"]);
    assert_eq!(got.status.code(), Some(1));
    assert_eq!(serde_json::from_slice::<Value>(&got.stdout).unwrap()["ok"], false);
}

#[test]
fn games_are_simulated_alike_on_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let scenario = wanted(&server)["scenario"].as_str().unwrap().to_string();
    let run = |threads: &str, seed: &str| {
        let got = bocage(&[
            "simulate",
            &scenario,
            "--games",
            "4",
            "--seed",
            seed,
            "--players",
            "random",
            "--threads",
            threads,
            "--json",
        ]);
        assert!(got.status.success(), "{}", text(&got.stderr));
        let got: Value = serde_json::from_slice(&got.stdout).unwrap();
        (got["sides"].clone(), got["decisions"].clone())
    };
    assert_eq!(run("1", "5"), run("3", "5"));
    assert_ne!(run("1", "5"), run("1", "6"));
}

#[test]
fn a_finished_game_is_verified_and_a_loaded_die_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut game = wanted(&server);
    game["seats"] = json!(["computer", "computer"]);
    let made = server.ask("POST", "/api/games", Some(&game)).1;
    let id = made["id"].as_str().unwrap().to_string();
    let began = Instant::now();
    server.ask("POST", &format!("/api/games/{id}/pace"), Some(&json!({ "millis": 0 })));
    while server.ask("GET", "/api/games", None).1[0]["over"] != json!(true) {
        assert!(
            began.elapsed() < Duration::from_secs(300),
            "two computers did not finish in five minutes"
        );
        std::thread::sleep(Duration::from_millis(100));
    }
    let journal = server.ask("GET", &format!("/api/games/{id}/journal"), None).1;
    let file = folder.path().join("game.json");
    std::fs::write(&file, journal.to_string()).unwrap();
    let file = file.to_str().unwrap();
    let good = bocage(&["verify", file]);
    assert!(good.status.success(), "{}", text(&good.stderr));
    assert!(text(&good.stdout).contains("all as recorded"), "{}", text(&good.stdout));

    let (status, again) = server.ask("POST", "/api/games/import", Some(&journal));
    assert_eq!(status, 201, "{again}");

    // Who says that the dice were another seed's has proven nothing, and is told so.
    let mut forked = journal.clone();
    let length = forked["answers"].as_array().unwrap().len();
    forked["header"]["options"] = json!([format!("dice-from={length}")]);
    std::fs::write(file, forked.to_string()).unwrap();
    let unproven = bocage(&["verify", file]);
    assert_eq!(unproven.status.code(), Some(3));
    assert!(text(&unproven.stdout).contains("NOT PROVEN"), "{}", text(&unproven.stdout));
    let unproven = bocage(&["verify", file, "--json"]);
    assert_eq!(unproven.status.code(), Some(3));
    assert!(text(&unproven.stdout).contains("\"ok\": false"), "{}", text(&unproven.stdout));

    let mut loaded = journal.clone();
    let dice = loaded["answers"]
        .as_array_mut()
        .unwrap()
        .iter_mut()
        .filter(|it| it[0] == "thrown")
        .nth(5)
        .unwrap();
    dice[4] = json!((dice[4].as_u64().unwrap() + 1) % dice[3].as_u64().unwrap());
    std::fs::write(file, loaded.to_string()).unwrap();
    let bad = bocage(&["verify", file]);
    assert_eq!(bad.status.code(), Some(1));
    assert!(text(&bad.stderr).contains("but the revealed seed gives"), "{}", text(&bad.stderr));
}
