//! While one side drafts, seals and thinks again, nothing the other side can get changes, byte for byte: not its view,
//! log, question or errors, not the list, not the journal, and nothing is pushed to it.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

#[test]
fn nothing_the_other_side_can_get_changes_before_all_have_sealed() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(folder.path());
    let wanted = json!({
        "system": "gts", "module": "periers-ridge", "scenario": "ridge", "seats": ["human", "human"],
    });
    let (status, made) = server.ask("POST", "/api/games", Some(&wanted));
    assert_eq!(status, 201, "{made}");
    let game = format!("/api/games/{}", json(&made)["id"].as_str().unwrap());
    for seat in [0, 1] {
        let question = server.question(&game, seat);
        let answer = json!({ "seat": seat, "question": question["id"], "option": 0 });
        server.ok("POST", &format!("{game}/answer"), &answer);
    }
    let question = server.question(&game, 0);
    assert_eq!(question["rule"]["code"], "gts.sop.d2-buy");
    assert_eq!(question["form"]["kind"], "each");
    let id = question["id"].clone();
    let plans: Vec<Value> =
        question["form"]["ready"].as_array().unwrap().iter().map(|it| it["plan"].clone()).collect();
    assert!(3 < plans.len());

    let mut watchers = [server.watch(&game, Some(1)), server.watch(&game, None)];
    for watcher in &mut watchers {
        assert!(!watcher.heard().is_empty(), "a watcher is greeted with the view");
    }
    let before = server.traffic(&game, 1);
    let mut acts: Vec<(&str, &str, Value)> = Vec::new();
    for plan in &plans {
        acts.push(("PUT", "draft", json!({ "seat": 0, "question": id, "draft": plan })));
        acts.push(("POST", "answer", json!({ "seat": 0, "question": id, "plan": plan })));
        acts.push(("POST", "unseal", json!({ "seat": 0, "question": id })));
    }
    acts.push(("POST", "answer", json!({ "seat": 0, "question": id, "plan": plans[1] })));
    for (method, what, body) in acts {
        server.ok(method, &format!("{game}/{what}"), &body);
        assert_eq!(server.traffic(&game, 1), before, "after {what} {body}");
        for watcher in &mut watchers {
            assert_eq!(watcher.heard(), "", "something was pushed after {what} {body}");
        }
    }
    // It survives a restart, for its own seat.
    drop(watchers);
    drop(server);
    server = Server::start(folder.path());
    assert_eq!(server.traffic(&game, 1), before, "after a restart");
    assert_eq!(server.question(&game, 0)["form"]["sealed"], plans[1]);
    assert_eq!(server.question(&game, 1)["form"].get("sealed"), None);

    // Bad input is refused by name, and nothing changes.
    let mut deep = json!([]);
    for _ in 0..40 {
        deep = json!([deep]);
    }
    let foreign = server.question(&game, 1)["form"]["rows"][0]["cells"][1]["value"].clone();
    let bad = [
        (json!({ "plan": 7 }), 422, "not_a_value"),
        (json!({ "plan": [{ "formation": 0 }] }), 422, "not_a_value"),
        (json!({ "plan": deep }), 413, "value_too_large"),
        (json!({ "plan": [foreign] }), 422, "objected"),
        (json!({ "option": 0 }), 422, "not_a_value"),
        (json!({ "option": 0, "plan": [] }), 400, "malformed"),
        (json!({ "plan": [], "question": "0.0.beef" }), 409, "stale"),
    ];
    for (change, status, code) in bad {
        let mut body = json!({ "seat": 0, "question": id });
        for (key, value) in change.as_object().unwrap() {
            body[key] = value.clone();
        }
        let (found, said) = server.ask("POST", &format!("{game}/answer"), Some(&body));
        assert_eq!((found, json(&said)["error"]["code"].as_str()), (status, Some(code)), "{said}");
        assert_eq!(server.question(&game, 0)["form"]["sealed"], plans[1], "the seal stands");
    }
    let twice = json!({ "seat": 0, "question": id, "plan": [plans[1][0], plans[1][0]] });
    let (_, said) = server.ask("POST", &format!("{game}/answer"), Some(&twice));
    let said = &json(&said)["error"];
    assert_eq!(
        (&said["at"], &said["rule"]["code"]),
        (&json!("/1"), &json!("gts.sop.d2-not-twice"))
    );
    let stale = json!({ "seat": 0, "question": "0.0.beef", "draft": [] });
    let (status, said) = server.ask("PUT", &format!("{game}/draft"), Some(&stale));
    assert_eq!((status, json(&said)["error"]["code"].as_str()), (409, Some("stale")), "{said}");

    // The last seal lets the game go on, and nothing is taken back after it.
    let other = json!({ "seat": 1, "question": server.question(&game, 1)["id"], "plan": [] });
    let done = server.ok("POST", &format!("{game}/answer"), &other);
    assert!(json(&done).get("sealed").is_none() && done != before, "{done}");
    for seat in [0, 1] {
        let (status, said) =
            server.ask("POST", &format!("{game}/undo"), Some(&json!({ "seat": seat })));
        assert_eq!(status, 409, "{said}");
    }
    let unseal = json!({ "seat": 0, "question": id });
    assert_ne!(server.ask("POST", &format!("{game}/unseal"), Some(&unseal)).0, 200);
    let (_, draft) = server.ask("GET", &format!("{game}/draft?seat=0"), None);
    assert!(json(&draft)["draft"].is_null(), "{draft}");
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or(Value::Null)
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

    fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> (u16, String) {
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
        (status, answer.split_once("\r\n\r\n").unwrap().1.to_owned())
    }

    fn ok(&self, method: &str, path: &str, body: &Value) -> String {
        let (status, said) = self.ask(method, path, Some(body));
        assert!((200..300).contains(&status), "{method} {path} {body}: {status} {said}");
        said
    }

    fn question(&self, game: &str, seat: u8) -> Value {
        let (_, view) = self.ask("GET", &format!("{game}/view?seat={seat}"), None);
        json(&view)["question"].clone()
    }

    /// Everything that this seat and a spectator can ask for, as it is sent.
    fn traffic(&self, game: &str, seat: u8) -> String {
        let id = self.question(game, seat)["id"].as_str().unwrap_or("none").to_owned();
        let gets = [
            format!("{game}/view?seat={seat}"),
            format!("{game}/view"),
            format!("{game}/view?at=1&seat={seat}"),
            format!("{game}/log?seat={seat}"),
            format!("{game}/log"),
            format!("{game}/hint?seat={seat}"),
            format!("{game}/draft?seat={seat}"),
            format!("{game}/odds?seat={seat}&question={id}&option=0"),
            format!("{game}/overlay/zones?seat={seat}"),
            format!("{game}/journal"),
            "/api/games".to_owned(),
        ];
        let mut all = String::new();
        for path in gets {
            let (status, text) = self.ask("GET", &path, None);
            all += &format!("GET {path}: {status} {text}\n");
        }
        let posts = [
            ("unseal", json!({ "seat": seat, "question": id })),
            ("answer", json!({ "seat": seat, "question": "0.1.beef", "plan": [] })),
            ("answer", json!({ "seat": seat, "question": id, "plan": [9] })),
            ("answer", json!({ "seat": seat, "question": id, "option": 1 })),
            ("answers", json!({ "seat": seat, "picks": [{ "option": 0 }] })),
        ];
        for (what, body) in posts {
            let (status, text) = self.ask("POST", &format!("{game}/{what}"), Some(&body));
            assert!(400 <= status, "{what} {body}: {text}");
            all += &format!("POST {what} {body}: {status} {text}\n");
        }
        all
    }

    fn watch(&self, game: &str, seat: Option<u8>) -> Watcher {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let seat = seat.map_or(String::new(), |it| format!("?seat={it}"));
        write!(
            stream,
            "GET {game}/live{seat} HTTP/1.1\r\nhost: 127.0.0.1:{}\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\
             sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            self.port
        )
        .unwrap();
        stream.set_read_timeout(Some(Duration::from_millis(300))).unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).unwrap();
            head.push(byte[0]);
        }
        assert!(head.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&head));
        Watcher { stream }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A socket that only listens.
struct Watcher {
    stream: TcpStream,
}

impl Watcher {
    /// All that has come and comes within a moment, pings left out.
    fn heard(&mut self) -> String {
        let mut bytes = Vec::new();
        let mut some = [0; 65536];
        loop {
            match self.stream.read(&mut some) {
                Ok(0) => break,
                Ok(n) => bytes.extend_from_slice(&some[..n]),
                Err(it) if matches!(it.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                    break;
                }
                Err(it) => panic!("{it}"),
            }
        }
        String::from_utf8_lossy(&bytes).replace("\u{fffd}\u{6}bocage", "")
    }
}
