//! How much the server bears: `cargo run --release -p server --example load`.
//!
//! Prints durable answers a second of 1, 10, 100 and 1,000 players with the times of half and of 99 % of them, beside what
//! the same disk can do; then what 10,000 stored games cost. The game is the tests' own, which costs next to nothing,
//! so that what is measured is the server: sockets, desk, store. Each player has a connection and games of his own.
//!
//! `load 10 100` tries these numbers of players only; `load stored` only the stored games.

#[path = "../tests/toy/mod.rs"]
mod toy;

use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use kernel::{Answer, FORMAT, Header, Kind, SeatKind, Seed};
use serde_json::{Value, json};
use server::{Hall, HallConfig};
use store::{Game, Status, Store, Written};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Barrier;
use toy::{DECISIONS, ToyShelf};

/// Answers of all players together, at least.
const ANSWERS: usize = 12_000;
const STORED: usize = 10_000;

fn main() {
    let asked: Vec<String> = std::env::args().skip(1).collect();
    let mut players: Vec<usize> = asked.iter().filter_map(|it| it.parse().ok()).collect();
    if asked.is_empty() {
        players = vec![1, 10, 100, 1_000];
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    if !players.is_empty() {
        let folder = tempfile::tempdir().unwrap();
        println!(
            "raw fsync of this disk: {:.0} a second (4 KiB each, one after the other)",
            fsyncs(folder.path())
        );
        println!(
            "{:>8} {:>12} {:>10} {:>10} {:>10} {:>16}",
            "players", "answers/s", "p50 ms", "p99 ms", "max ms", "answers a commit"
        );
    }
    for players in players {
        runtime.block_on(measure(players));
    }
    if asked.is_empty() || asked.iter().any(|it| it == "stored") {
        runtime.block_on(stored());
    }
}

fn fsyncs(folder: &Path) -> f64 {
    let mut file = File::create(folder.join("raw")).unwrap();
    let (start, mut n) = (Instant::now(), 0);
    while start.elapsed() < Duration::from_secs(2) {
        file.write_all(&[7; 4096]).unwrap();
        file.sync_data().unwrap();
        n += 1;
    }
    f64::from(n) / start.elapsed().as_secs_f64()
}

struct Served {
    hall: Arc<Hall>,
    port: u16,
}

async fn serve(folder: &Path) -> Served {
    let store = Store::open(&folder.join("bocage.db")).unwrap();
    store.check().unwrap();
    let config = HallConfig { most_open: 20_000, ..HallConfig::default() };
    let hall = Hall::new(store, Arc::new(ToyShelf::default()), config);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(server::serve(listener, hall.clone(), std::future::pending()));
    Served { hall, port }
}

/// One connection that is kept.
struct Line {
    stream: TcpStream,
    port: u16,
    read: Vec<u8>,
}

impl Line {
    async fn new(port: u16) -> Line {
        let stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
        stream.set_nodelay(true).unwrap();
        Line { stream, port, read: Vec::new() }
    }

    async fn ask(&mut self, method: &str, path: &str, body: &str) -> (u16, Vec<u8>) {
        let said = format!(
            "{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.port,
            body.len()
        );
        self.stream.write_all(said.as_bytes()).await.unwrap();
        self.read.clear();
        loop {
            if let Some(end) = self.read.windows(4).position(|it| it == b"\r\n\r\n") {
                let head = String::from_utf8_lossy(&self.read[..end]).to_ascii_lowercase();
                let length = head.split("content-length: ").nth(1);
                let length =
                    length.and_then(|it| it.split("\r\n").next()).and_then(|it| it.parse().ok());
                let whole = end + 4 + length.unwrap_or(0);
                if whole <= self.read.len() {
                    return (head[9..12].parse().unwrap(), self.read[end + 4..whole].to_vec());
                }
            }
            let n = self.stream.read_buf(&mut self.read).await.unwrap();
            assert_ne!(n, 0, "the server closed");
        }
    }

    async fn ok(&mut self, method: &str, path: &str, body: &Value) -> Value {
        let (status, said) = self.ask(method, path, &body.to_string()).await;
        assert!(
            (200..300).contains(&status),
            "{path}: {status} {}",
            String::from_utf8_lossy(&said)
        );
        serde_json::from_slice(&said).unwrap_or(Value::Null)
    }

    async fn create(&mut self) -> String {
        let wanted = json!({ "system": "toy", "module": "box", "scenario": "dawn", "seats": ["human", "human"] });
        self.ok("POST", "/api/games", &wanted).await["id"].as_str().unwrap().into()
    }

    /// Play a game to its end; how long each answer took.
    async fn play(&mut self, id: &str, times: &mut Vec<Duration>) {
        for n in 0..DECISIONS {
            let body =
                json!({ "seat": n / 2 % 2, "question": format!("q{}", n + 1), "option": n % 2 });
            let start = Instant::now();
            self.ok("POST", &format!("/api/games/{id}/answer"), &body).await;
            times.push(start.elapsed());
        }
    }
}

async fn measure(players: usize) {
    let folder = tempfile::tempdir().unwrap();
    let served = serve(folder.path()).await;
    let games = ANSWERS.div_ceil(DECISIONS * players).clamp(1, 100);
    let ready = Arc::new(Barrier::new(players + 1));
    let mut people = Vec::new();
    for _ in 0..players {
        let (ready, port) = (ready.clone(), served.port);
        people.push(tokio::spawn(async move {
            let mut line = Line::new(port).await;
            let mut mine = Vec::new();
            for _ in 0..games {
                mine.push(line.create().await);
            }
            ready.wait().await;
            let mut times = Vec::new();
            for id in mine {
                line.play(&id, &mut times).await;
            }
            times
        }));
    }
    ready.wait().await;
    let before = served.hall.written();
    let start = Instant::now();
    let mut times = Vec::new();
    for one in people {
        times.extend(one.await.unwrap());
    }
    let took = start.elapsed().as_secs_f64();
    let Written { commits, writings } = served.hall.written();
    let each = (writings - before.writings) as f64 / (commits - before.commits) as f64;
    let (half, most, longest) = percentiles(&mut times);
    println!(
        "{players:>8} {:>12.0} {half:>10.2} {most:>10.2} {longest:>10.2} {each:>16.1}",
        times.len() as f64 / took
    );
}

/// Half of them, 99 % and all took at most so many milliseconds.
fn percentiles(times: &mut [Duration]) -> (f64, f64, f64) {
    times.sort_unstable();
    let at = |percent: usize| times[(times.len() - 1) * percent / 100].as_secs_f64() * 1e3;
    (at(50), at(99), at(100))
}

async fn stored() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bocage.db");
    {
        let store = Store::open(&path).unwrap();
        let fill = |from: usize| {
            for n in (from..STORED).step_by(64) {
                store.create(&game(n)).unwrap();
            }
        };
        std::thread::scope(|scope| {
            for from in 0..64 {
                let fill = &fill;
                scope.spawn(move || fill(from));
            }
        });
        store.checkpoint().unwrap();
    }
    let start = Instant::now();
    let served = serve(folder.path()).await;
    let mut line = Line::new(served.port).await;
    line.ok("GET", "/api/server", &Value::Null).await;
    println!(
        "{STORED} stored games: start to first answer {:.1} ms",
        start.elapsed().as_secs_f64() * 1e3
    );
    let start = Instant::now();
    let page = line.ok("GET", "/api/games", &Value::Null).await;
    let first = start.elapsed().as_secs_f64() * 1e3;
    println!(
        "  first page of the list ({} games): {first:.1} ms",
        page.as_array().map_or(0, Vec::len)
    );
    let enough = Arc::new(AtomicBool::new(false));
    let mut listing = Vec::new();
    for _ in 0..8 {
        let (enough, port) = (enough.clone(), served.port);
        listing.push(tokio::spawn(async move {
            let mut line = Line::new(port).await;
            let mut pages = 0;
            while !enough.load(Ordering::Relaxed) {
                line.ok("GET", "/api/games?limit=500", &Value::Null).await;
                pages += 1;
            }
            pages
        }));
    }
    let mut times = Vec::new();
    for _ in 0..25 {
        let id = line.create().await;
        line.play(&id, &mut times).await;
    }
    enough.store(true, Ordering::Relaxed);
    let mut pages = 0;
    for one in listing {
        pages += one.await.unwrap();
    }
    let (half, most, longest) = percentiles(&mut times);
    println!(
        "  a player's answer while 8 connections list ({pages} pages of 500): p50 {half:.2} ms, p99 {most:.2} ms, max {longest:.2} ms"
    );
}

fn game(n: usize) -> Game {
    let seed = Seed::from_number(n as u64);
    let header = Header {
        bocage: FORMAT,
        system: "toy".into(),
        rules_version: 3,
        module: "box".into(),
        scenario: "dawn".into(),
        content: "old".into(),
        options: vec![],
        seats: vec![SeatKind::Human; 2],
        commitment: seed.commitment(),
        dice: vec![],
    };
    Game {
        id: format!("{n:026}"),
        title: format!("Game {n}"),
        header,
        seed,
        answers: (0..120).map(|it| Answer::number(Kind::Thrown, 0, 1, 6, it % 6)).collect(),
        status: Status::default(),
        parent: None,
        created: n as i64,
        updated: n as i64,
        take_backs: 0,
    }
}
