//! Games stored by the program as it was before there were plans (journal format 1): each opens, replays to what that
//! program said of it, and goes on. `stored/expected.json` has what it said.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

/// Answers given after opening.
const PLAYED_ON: usize = 6;

fn stored() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stored")
}

fn expected() -> Vec<(String, Value)> {
    let text = std::fs::read_to_string(stored().join("expected.json")).unwrap();
    let all: serde_json::Map<String, Value> = serde_json::from_str(&text).unwrap();
    assert!(12 < all.len());
    all.into_iter().collect()
}

/// Stopped in the middle of a purchase in rounds: both sides are asked anew.
fn is_buying(said: &Value) -> bool {
    said["phase"] == "Buy Formation Activation Chits"
}

#[test]
fn every_stored_game_replays_to_what_was_said_of_it() {
    for (name, said) in expected() {
        let file = stored().join(format!("{name}.json"));
        let shown = Command::new(env!("CARGO_BIN_EXE_bocage"))
            .arg("replay")
            .arg(&file)
            .arg("--json")
            .output()
            .unwrap();
        let error = String::from_utf8_lossy(&shown.stderr);
        assert!(shown.status.success(), "{name}: {error}");
        let shown: Value = serde_json::from_slice(&shown.stdout).unwrap();
        assert_eq!(shown["answers"], said["answers"], "{name}");
        assert_eq!(shown["now"]["label"], said["turn"], "{name}");
        assert_eq!(shown["now"]["phase"], said["phase"], "{name}");
        let outcome = &shown["outcome"];
        let outcome = if outcome.is_null() { outcome } else { &outcome["text"] };
        assert_eq!(*outcome, said["outcome"], "{name}");
        let lines = shown["log"].as_array().unwrap().len();
        assert_eq!(json!(lines), said["lines"], "{name}");
        if said["over"] == true {
            let verified = Command::new(env!("CARGO_BIN_EXE_bocage"))
                .arg("verify")
                .arg(&file)
                .output()
                .unwrap();
            assert!(verified.status.success(), "{name}");
        }
    }
}

#[test]
fn every_stored_game_opens_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    for (name, said) in expected() {
        let text = std::fs::read_to_string(stored().join(format!("{name}.json"))).unwrap();
        let journal: Value = serde_json::from_str(&text).unwrap();
        let (status, made) = server.ask("POST", "/api/games/import", Some(&journal));
        assert_eq!(status, 201, "{name}: {made}");
        let path = format!("/api/games/{}", made["id"].as_str().unwrap());
        let (_, view) = server.ask("GET", &format!("{path}/view"), None);
        assert_eq!(view["now"]["label"], said["turn"], "{name}");
        let position = view["position"].as_u64().unwrap();
        if is_buying(&said) {
            assert!(position < said["answers"].as_u64().unwrap(), "{name}: rounds are dropped");
        } else {
            assert_eq!(view["position"], said["answers"], "{name}");
            assert_eq!(view["waiting_for"], said["waiting_for"], "{name}");
        }
        if said["over"] == false {
            server.play_on(&path, &name);
        }
        let (_, exported) = server.ask("GET", &format!("{path}/journal"), None);
        assert_eq!(exported["header"]["bocage"], 3, "{name}: what is written is of today's format");
        let (given, now) =
            (journal["answers"].as_array().unwrap(), exported["answers"].as_array().unwrap());
        let kept = position as usize;
        // What lies face down in a running game is dealt anew for the file.
        let decided =
            |it: &[Value]| it.iter().filter(|it| it[0] != "thrown").cloned().collect::<Vec<_>>();
        assert_eq!(
            decided(&now[..kept]),
            decided(&given[..kept]),
            "{name}: what was answered stays"
        );
        let (status, again) = server.ask("POST", "/api/games/import", Some(&exported));
        assert_eq!(status, 201, "{name}: {again}");
    }
}

/// The whole database of that program, with a game in the middle of a purchase and one with take-backs.
#[test]
fn a_stored_database_opens_and_its_games_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let old = Path::new(env!("CARGO_MANIFEST_DIR")).join("../store/tests/stored/format-1.sqlite");
    std::fs::copy(old, folder.path().join("bocage.db")).unwrap();
    let server = Server::start(folder.path());
    let (_, games) = server.ask("GET", "/api/games", None);
    let games = games.as_array().unwrap().clone();
    assert_eq!(games.len(), 2);
    for game in games {
        let path = format!("/api/games/{}", game["id"].as_str().unwrap());
        let (_, view) = server.ask("GET", &format!("{path}/view"), None);
        let name = game["scenario"].as_str().unwrap();
        match name {
            "ridge" => {
                assert_eq!(view["position"], 2, "the rounds are dropped");
                assert_eq!(view["waiting_for"], json!([0, 1]));
            }
            _ => assert_eq!(view["position"], game["moves"]),
        }
        server.play_on(&path, name);
    }
}

struct Server {
    child: Child,
    port: u16,
}

impl Server {
    fn start(data: &Path) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_bocage"))
            .args(["serve", "--no-open", "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("Bocage is at http://127.0.0.1:");
        let port = address.unwrap_or_else(|| panic!("{line}")).trim_end_matches('/');
        Server { child, port: port.parse().unwrap() }
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
        let status = answer.split(' ').nth(1).and_then(|it| it.parse().ok()).unwrap_or(0);
        let text = answer.split_once("\r\n\r\n").map_or("", |it| it.1);
        (status, serde_json::from_str(text).unwrap_or(Value::Null))
    }

    /// Some answers, as the computer would give them.
    fn play_on(&self, path: &str, name: &str) {
        for _ in 0..PLAYED_ON {
            let (_, view) = self.ask("GET", &format!("{path}/view"), None);
            let waiting = view["waiting_for"].as_array().unwrap().clone();
            for seat in waiting {
                let (_, hint) = self.ask("GET", &format!("{path}/hint?seat={seat}"), None);
                let mut answer = json!({ "seat": seat, "question": hint["question"] });
                for given in ["option", "plan"] {
                    if !hint[given].is_null() {
                        answer[given] = hint[given].clone();
                    }
                }
                let (status, said) = self.ask("POST", &format!("{path}/answer"), Some(&answer));
                assert_eq!(status, 200, "{name}: {answer} {said}");
            }
            let (_, after) = self.ask("GET", &format!("{path}/view"), None);
            let moved = view["position"].as_u64() < after["position"].as_u64();
            assert!(moved, "{name} does not go on");
            if !after["outcome"].is_null() {
                break;
            }
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
