//! What a fork and a file of a running game tell: no draw that its player has not seen, and nothing else than he has.

mod served;

use std::path::Path;

use kernel::{Answer, Kind};
use serde_json::{Value, json};
use served::Server;
use store::Store;

/// Forks of one position: so many revealed 9 of 14 face-down counters once.
const FORKS: usize = 40;
/// Servers that deal independently of each other.
const SERVERS: usize = 3;

fn play_on(server: &Server, game: &str, answers: usize) {
    for _ in 0..answers {
        let (_, hint) = server.ask("GET", &format!("{game}/hint?seat=0"), None);
        let hint = served::json(&hint);
        let answer = json!({ "seat": 0, "question": hint["question"], "option": hint["option"] });
        server.ok("POST", &format!("{game}/answer"), &answer);
    }
}

fn view(server: &Server, game: &str) -> Value {
    let (status, view) = server.ask("GET", &format!("{game}/view?seat=0"), None);
    assert_eq!(status, 200, "{view}");
    served::json(&view)
}

/// As they are stored, which nobody is told.
fn true_answers(data: &Path, id: &str) -> Vec<Answer> {
    Store::open(&data.join("bocage.db")).unwrap().load(id).unwrap().answers
}

#[test]
fn a_fork_of_a_running_game_deals_what_is_hidden_anew() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let wanted = json!({
        "system": "omaha", "module": "omaha-beach", "scenario": "first-waves", "seats": ["human"],
    });
    let made = served::json(&server.ok("POST", "/api/games", &wanted));
    let id = made["id"].as_str().unwrap().to_owned();
    let game = format!("/api/games/{id}");
    play_on(&server, &game, 12);
    let original = view(&server, &game);
    let truth = true_answers(folder.path(), &id);
    let (_, log) = server.ask("GET", &format!("{game}/log?seat=0"), None);

    let blind = |answers: &[Answer]| {
        let draws = answers.iter().filter(|it| it.kind == Kind::Thrown);
        draws.map(|it| it.value().unwrap()).collect::<Vec<u32>>()
    };
    let fork_at = |server: &Server, position: &Value| {
        let at = json!({ "at": position, "seat": 0 });
        let fork = served::json(&server.ok("POST", &format!("{game}/fork"), &at));
        fork["id"].as_str().unwrap().to_owned()
    };
    let mut told: Vec<Vec<u32>> = Vec::new();
    for n in 0..FORKS {
        let fork_id = fork_at(&server, &original["position"]);
        let answers = true_answers(folder.path(), &fork_id);
        told.push(blind(&answers[..truth.len()]));
        if n != 0 {
            continue;
        }
        let fork = format!("/api/games/{fork_id}");
        // It looks the same to the last counter, and its report reads the same.
        assert_eq!(view(&server, &fork)["pieces"], original["pieces"]);
        assert_eq!(view(&server, &fork)["question"], original["question"]);
        assert_eq!(server.ask("GET", &format!("{fork}/log?seat=0"), None).1, log);
        // Its past is its own: the opening draws are not drawn again from the new seed.
        let past = |game: &str| {
            let (_, past) = server.ask("GET", &format!("{game}/view?seat=0&at=1"), None);
            served::json(&past)["pieces"].clone()
        };
        assert_eq!(past(&fork), past(&game));
        let decided = |it: &[Answer]| {
            it.iter().filter(|it| it.kind != Kind::Thrown).cloned().collect::<Vec<_>>()
        };
        assert_eq!(decided(&answers[..truth.len()]), decided(&truth));
    }
    // Forty of them tell what one tells: there is nothing to compare.
    assert!(told.iter().all(|it| *it == told[0]), "two forks of one position differ");
    let real = blind(&truth);
    assert_ne!(told[0], real, "a fork has every draw of the original");

    // And so the file: what it says of face-down counters is not what lies there.
    let (_, file) = server.ask("GET", &format!("{game}/journal"), None);
    let file: kernel::Journal = serde_json::from_str(&file).unwrap();
    assert_eq!(file.answers.len(), truth.len());
    assert_eq!(blind(&file.answers), told[0], "a file tells what a fork tells");
    assert!(file.seed.is_none());
    // It can be played on with.
    let file = serde_json::to_value(&file).unwrap();
    let (status, made) = server.ask("POST", "/api/games/import", Some(&file));
    assert_eq!(status, 201, "{made}");

    // And what one tells is what chance tells: a server that deals anew is as often right about a draw as one who guesses.
    let mut worlds = vec![told[0].clone()];
    let mut server = server;
    for _ in 1..SERVERS {
        drop(server);
        server = Server::start(folder.path());
        let fork = fork_at(&server, &original["position"]);
        worlds.push(blind(&true_answers(folder.path(), &fork)[..truth.len()]));
    }
    let thrown: Vec<&Answer> = truth.iter().filter(|it| it.kind == Kind::Thrown).collect();
    let (mut right, mut guessed, mut dealt) = (0.0, 0.0, 0);
    for (at, draw) in thrown.iter().enumerate() {
        // What has been seen is the same in all worlds.
        if worlds.iter().all(|it| it[at] == real[at]) {
            continue;
        }
        dealt += 1;
        right += worlds.iter().filter(|it| it[at] == real[at]).count() as f64;
        guessed += worlds.len() as f64 / f64::from(draw.of().unwrap());
    }
    println!(
        "{dealt} of {} draws dealt anew, {right} right in {SERVERS} worlds, {guessed:.1} by guessing",
        real.len()
    );
    assert!(8 < dealt, "only {dealt} of {} draws were dealt anew", real.len());
    assert!(
        right <= guessed + 4.0 * f64::sqrt(guessed) + 1.0,
        "{right} right, {guessed:.1} by guessing"
    );
}

/// The computer has chosen in secret where it waits, and that stands in the journal from then on.
#[test]
fn neither_a_file_nor_a_fork_tells_what_the_computer_has_chosen_in_secret() {
    let folder = tempfile::tempdir().unwrap();
    let modules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../systems/toy/modules");
    let server = Server::start_with(folder.path(), &["--modules", modules.to_str().unwrap()]);
    let wanted = json!({
        "system": "toy", "module": "courier", "scenario": "one-night", "seats": ["human", "computer"],
    });
    let made = served::json(&server.ok("POST", "/api/games", &wanted));
    let id = made["id"].as_str().unwrap().to_owned();
    let game = format!("/api/games/{id}");
    server.ok("POST", &format!("{game}/pace"), &json!({ "millis": 0 }));
    let ready = server.question(&game, 0)["form"]["ready"][0]["plan"].clone();
    let answer = json!({ "seat": 0, "question": server.question(&game, 0)["id"], "plan": ready });
    server.ok("POST", &format!("{game}/answer"), &answer);
    let mut secret = None;
    for _ in 0..200 {
        let declared = |it: &&Answer| it.kind == Kind::Declared && it.seat == 1;
        let answers = true_answers(folder.path(), &id);
        secret = answers.iter().find(declared).and_then(|it| it.plan().map(str::to_owned));
        if secret.is_some() && !server.question(&game, 0).is_null() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let secret = secret.expect("the computer has declared");
    let before = view(&server, &game);
    let mut told = std::collections::BTreeSet::new();
    let mut server = server;
    for _ in 0..8 {
        let (_, file) = server.ask("GET", &format!("{game}/journal"), None);
        let file: kernel::Journal = serde_json::from_str(&file).unwrap();
        let declared = file.answers.iter().find(|it| it.kind == Kind::Declared && it.seat == 1);
        told.insert(declared.unwrap().plan().unwrap().to_owned());
        // One's own secret is one's own.
        let own = file.answers.iter().find(|it| it.kind == Kind::Declared && it.seat == 0);
        assert_eq!(own.unwrap().plan(), Some(ready.to_string().as_str()));
        // It is dealt once; another server deals anew.
        drop(server);
        server = Server::start_with(folder.path(), &["--modules", modules.to_str().unwrap()]);
    }
    assert!(1 < told.len(), "every file says {told:?}, and {secret} is the truth");
    let at = json!({ "at": before["position"], "seat": 0 });
    let fork = served::json(&server.ok("POST", &format!("{game}/fork"), &at));
    let fork = format!("/api/games/{}", fork["id"].as_str().unwrap());
    assert_eq!(view(&server, &fork)["pieces"], before["pieces"]);
}
