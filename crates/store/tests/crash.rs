//! `kill -9` at any point: whatever was acknowledged is there.
//!
//! The test starts itself as a child that appends in a loop and prints each number once it is acknowledged.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use kernel::{Answer, Header, Kind, SeatKind, Seed};
use store::{Game, Status, Store};

const PATH: &str = "BOCAGE_CRASH_TEST";

fn answer(n: usize) -> Answer {
    Answer::number(Kind::Thrown, 1, 5, 1000, n as u32)
}

#[test]
fn what_was_acknowledged_survives_kill_9() {
    if let Ok(path) = std::env::var(PATH) {
        return append_for_ever(path.as_ref());
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bocage.db");
    let seed = Seed::from_number(1);
    let header = Header {
        bocage: kernel::FORMAT,
        system: "toy".into(),
        rules_version: 1,
        module: "m".into(),
        scenario: "s".into(),
        content: String::new(),
        options: vec![],
        seats: vec![SeatKind::Human; 2],
        commitment: seed.commitment(),
        dice: vec![],
    };
    let game = Game {
        id: "a".into(),
        title: String::new(),
        header,
        seed,
        answers: vec![],
        status: Status::default(),
        parent: None,
        created: 0,
        updated: 0,
        take_backs: 0,
    };
    Store::open(&path).unwrap().create(&game).unwrap();
    let mut acknowledged = 0;
    for round in 0..8 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "what_was_acknowledged_survives_kill_9", "--nocapture"])
            .env(PATH, &path)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let enough = acknowledged + 3 + 7 * round;
        let mut read = |until: usize| {
            for line in lines.by_ref() {
                if let Some(n) = line.unwrap().strip_prefix("acknowledged ") {
                    acknowledged = n.parse().unwrap();
                    if until <= acknowledged {
                        break;
                    }
                }
            }
        };
        read(enough);
        child.kill().unwrap();
        child.wait().unwrap();
        // What it had still printed before it died counts too.
        read(usize::MAX);
        let answers = Store::open(&path).unwrap().load("a").unwrap().answers;
        assert!(
            acknowledged <= answers.len(),
            "{acknowledged} acknowledged, {} found",
            answers.len()
        );
        assert!(answers.len() <= acknowledged + 1, "at most the one in flight is there besides");
        assert!(answers.iter().enumerate().all(|(n, it)| *it == answer(n)));
        acknowledged = answers.len();
    }
    assert!(100 < acknowledged);
}

fn append_for_ever(path: &std::path::Path) {
    let store = Store::open(path).unwrap();
    let mut n = store.load("a").unwrap().answers.len();
    loop {
        store.append("a", n, &[answer(n)], &Status::default(), n as i64).unwrap();
        n += 1;
        println!("acknowledged {n}");
        std::io::stdout().flush().unwrap();
    }
}
