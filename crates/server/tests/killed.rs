//! `kill -9` of the whole server at any point, while people answer over WebSockets and others make, take in and fork games:
//! whatever was acknowledged is there, once.
//!
//! The test starts itself as the server that is killed. `BOCAGE_KILLS=200` kills it more often.

mod toy;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::{Hall, HallConfig};
use store::Store;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use toy::ToyShelf;

const FOLDER: &str = "BOCAGE_KILLED_TEST";
const NAME: &str = "nothing_acknowledged_is_lost_by_kill_9";
/// People who answer, each in a game of his own, and others who make games.
const PLAYERS: usize = 6;
const MAKERS: usize = 3;

/// What the server has acknowledged.
#[derive(Default)]
struct Acknowledged {
    /// Game, and its answers in order: the option taken, `None` where nobody knows whether it was taken.
    answers: BTreeMap<String, Vec<Option<usize>>>,
    /// Games made, taken in or forked, by what they were.
    made: BTreeMap<String, &'static str>,
}

impl Acknowledged {
    fn count(&self, what: &str) -> usize {
        self.made.values().filter(|it| **it == what).count()
    }
}

type Book = Arc<Mutex<Acknowledged>>;

#[test]
fn nothing_acknowledged_is_lost_by_kill_9() {
    if let Ok(folder) = std::env::var(FOLDER) {
        return serve_for_ever(folder.as_ref());
    }
    let kills = std::env::var("BOCAGE_KILLS").ok().and_then(|it| it.parse().ok()).unwrap_or(6);
    let folder = tempfile::tempdir().unwrap();
    let book = Book::default();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    for round in 0..kills {
        let (mut child, port) = start(folder.path());
        let people = runtime.block_on(async {
            let mut people = Vec::new();
            for _ in 0..PLAYERS {
                people.push(tokio::spawn(play(port, book.clone())));
            }
            for _ in 0..MAKERS {
                people.push(tokio::spawn(make(port, book.clone())));
            }
            people
        });
        // At another moment each time, but not before something of each kind was acknowledged.
        let before = book.lock().unwrap().count("import");
        for _ in 0..600 {
            if before < book.lock().unwrap().count("import") {
                break;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        std::thread::sleep(Duration::from_millis(37 * (round % 7)));
        child.kill().unwrap();
        child.wait().unwrap();
        runtime.block_on(async {
            for one in people {
                one.await.unwrap();
            }
        });
        compare(folder.path(), &book.lock().unwrap());
    }
    let book = book.lock().unwrap();
    let answers: usize = book.answers.values().map(Vec::len).sum();
    let of = |what: &str| book.count(what);
    println!(
        "{kills} kills: {answers} answers, {} games made, {} forked, {} taken in; none lost",
        of("create"),
        of("fork"),
        of("import")
    );
    assert!(PLAYERS < answers, "people answered");
    assert!(of("create") * of("fork") * of("import") != 0, "games were made in every way");
}

fn start(folder: &Path) -> (Child, u16) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", NAME, "--nocapture"])
        .env(FOLDER, folder)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let port = lines.map(Result::unwrap).find_map(|it| it.split("port ").nth(1)?.parse().ok());
    (child, port.expect("says where it listens"))
}

fn serve_for_ever(folder: &Path) {
    let store = Store::open(&folder.join("bocage.db")).unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let config = HallConfig { pace: Duration::ZERO, ..HallConfig::default() };
        let hall = Hall::new(store, Arc::new(ToyShelf::default()), config);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        println!("port {}", listener.local_addr().unwrap().port());
        server::serve(listener, hall, std::future::pending()).await.unwrap();
    });
}

/// What is on the disk, beside what was acknowledged.
fn compare(folder: &Path, book: &Acknowledged) {
    let store = Store::open(&folder.join("bocage.db")).unwrap();
    store.check().unwrap();
    for (id, answers) in &book.answers {
        let game = store.load(id).unwrap_or_else(|it| panic!("{it}"));
        let decided = game.answers.iter().filter(|it| it.kind == kernel::Kind::Decided);
        let stored: Vec<usize> = decided.map(|it| it.value().unwrap() as usize).collect();
        // The last of each round may have been kept without a word.
        let mut at = 0;
        for option in answers {
            match option {
                Some(option) => {
                    assert_eq!(
                        stored.get(at),
                        Some(option),
                        "answer {at} of game {id}: {answers:?}, stored {stored:?}"
                    );
                    at += 1;
                }
                None => {
                    assert!(stored.len() <= at + 1, "game {id}: {answers:?}, stored {stored:?}");
                    at = stored.len();
                }
            }
        }
        assert_eq!(stored.len(), at, "game {id} has an answer twice, or one that nobody gave");
    }
    for (id, what) in &book.made {
        assert!(store.load(id).is_ok(), "{id} was acknowledged ({what}) and is gone");
    }
}

async fn request(port: u16, method: &str, path: &str, body: &Value) -> Option<(u16, Value)> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await.ok()?;
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let said = format!(
        "{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nconnection: close\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(said.as_bytes()).await.ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    let status = head.get(9..12)?.parse().ok()?;
    // Half an answer is none.
    Some((status, serde_json::from_str(body).ok()?))
}

async fn create(port: u16) -> Option<String> {
    let wanted = json!({ "system": "toy", "module": "box", "scenario": "dawn", "seats": ["human", "human"] });
    let (status, made) = request(port, "POST", "/api/games", &wanted).await?;
    assert_eq!(status, 201, "{made}");
    Some(made["id"].as_str()?.to_owned())
}

/// Play games to their end over a WebSocket, one after the other, until the server is gone.
async fn play(port: u16, book: Book) {
    while let Some(id) = create(port).await {
        book.lock().unwrap().made.insert(id.clone(), "create");
        if play_one(port, &id, &book).await.is_none() {
            return;
        }
    }
}

async fn play_one(port: u16, id: &str, book: &Book) -> Option<()> {
    let url = format!("ws://127.0.0.1:{port}/api/games/{id}/live?seat=0");
    let (mut socket, _) = connect_async(url).await.ok()?;
    for n in 0..toy::DECISIONS {
        let (seat, option) = ((n / 2 % 2) as u8, n % 2);
        let (_, view) =
            request(port, "GET", &format!("/api/games/{id}/view?seat={seat}"), &Value::Null)
                .await?;
        let question = view["question"]["id"].as_str()?.to_owned();
        let said = json!({ "type": "answer", "seat": seat, "question": question, "option": option, "id": n });
        let told = |given: Option<usize>| {
            book.lock().unwrap().answers.entry(id.into()).or_default().push(given);
        };
        if socket.send(Message::text(said.to_string())).await.is_err() {
            told(None);
            return None;
        }
        loop {
            let Some(Ok(message)) = socket.next().await else {
                told(None);
                return None;
            };
            let Message::Text(text) = message else { continue };
            let message: Value = serde_json::from_str(&text).unwrap();
            if message["id"] == n {
                assert_eq!(message["type"], "ack", "{message}");
                told(Some(option));
                break;
            }
        }
    }
    Some(())
}

/// Fork games and take them in from files, until the server is gone.
async fn make(port: u16, book: Book) {
    let _ = make_all(port, &book).await;
}

async fn make_all(port: u16, book: &Book) -> Option<()> {
    loop {
        let id = create(port).await?;
        let made = |id: &Value, what| {
            book.lock().unwrap().made.insert(id.as_str().unwrap().into(), what);
        };
        made(&json!(id), "create");
        let fork = format!("/api/games/{id}/fork");
        let (status, forked) = request(port, "POST", &fork, &json!({ "at": 1 })).await?;
        assert_eq!(status, 201, "{forked}");
        made(&forked["id"], "fork");
        let journal = format!("/api/games/{id}/journal");
        let (_, journal) = request(port, "GET", &journal, &Value::Null).await?;
        let (status, taken) = request(port, "POST", "/api/games/import", &journal).await?;
        assert_eq!(status, 201, "{taken}");
        made(&taken["id"], "import");
    }
}
