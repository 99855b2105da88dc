//! The program itself as a server, asked over plain sockets.

#![allow(dead_code, reason = "each of the test programs uses its part")]

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

pub(crate) fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or(Value::Null)
}

pub(crate) struct Server {
    child: Child,
    port: u16,
}

impl Server {
    pub(crate) fn start(data: &Path) -> Server {
        Server::start_with(data, &[])
    }

    pub(crate) fn start_with(data: &Path, more: &[&str]) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_bocage"))
            .args(["serve", "--no-open", "--data"])
            .arg(data)
            .args(more)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("Bocage is at http://127.0.0.1:");
        let port = address.unwrap_or_else(|| panic!("{line}")).trim_end_matches('/');
        Server { child, port: port.parse().unwrap() }
    }

    pub(crate) fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> (u16, String) {
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

    pub(crate) fn ok(&self, method: &str, path: &str, body: &Value) -> String {
        let (status, said) = self.ask(method, path, Some(body));
        assert!((200..300).contains(&status), "{method} {path} {body}: {status} {said}");
        said
    }

    pub(crate) fn question(&self, game: &str, seat: u8) -> Value {
        let (_, view) = self.ask("GET", &format!("{game}/view?seat={seat}"), None);
        json(&view)["question"].clone()
    }

    /// Everything that this seat and a spectator can ask for, as it is sent.
    pub(crate) fn traffic(&self, game: &str, seat: u8) -> String {
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

    pub(crate) fn watch(&self, game: &str, seat: Option<u8>) -> Watcher {
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
pub(crate) struct Watcher {
    stream: TcpStream,
}

impl Watcher {
    /// All that has come and comes within a moment, pings left out.
    pub(crate) fn heard(&mut self) -> String {
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
