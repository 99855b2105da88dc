//! `kill -9` in the middle of a turn: nothing that was acknowledged is lost, and the open page goes on by itself.

use std::env;
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use e2e::{Game, Page, Program, Stage, eventually};
use serde_json::{Value, json};

const KILLS: usize = 10;
/// So fast that the computer is often caught in the middle, so slow that a kill falls between two of its decisions.
const PACE: u64 = 15;

fn main() -> ExitCode {
    e2e::run(&[
        ("killed_right_after_an_acknowledged_answer", killed_right_after_an_acknowledged_answer),
        ("killed_while_the_computer_moves", killed_while_the_computer_moves),
    ])
}

fn killed_right_after_an_acknowledged_answer(stage: &mut Stage) {
    let Stage { program, page } = stage;
    let mut chance = Chance::new();
    page.browser.size(1440, 900, false);
    page.open_list(program);
    let game = page.start("hillman", "play-0");
    page.hurry();
    for kill in 0..KILLS {
        // Some decisions in between, by the page: it goes on after each restart.
        for _ in 0..1 + chance.below(3) {
            let now = page.settled();
            assert!(!now.is_over, "the game is over too soon: {now:?}");
            page.click_chip(now.offers[chance.below(now.offers.len())].index);
            page.moved_on(&now);
        }
        page.settled();
        let before = Known::of(program, &game);
        let question = before.view["question"].clone();
        // A whole value is sealed, and the computer may have sealed before: then it is the last entry but its own.
        let ready = question["form"]["ready"].as_array();
        let (what, place, given) = match ready {
            Some(ready) => ("plan", 3, ready[chance.below(ready.len())]["plan"].clone()),
            None => {
                let options = question["options"].as_array().expect("options").len();
                ("option", 4, json!(chance.below(options)))
            }
        };
        let mut answer = json!({ "seat": 0, "question": question["id"] });
        answer[what] = given.clone();
        let path = format!("/api/games/{}/answer", game.id);
        let acknowledged = program.post(&path, &answer);
        program.kill();
        program.start_again();

        let after = Known::of(program, &game);
        after.continues(&before, kill);
        let position = before.answers.len();
        let told = acknowledged["position"].as_u64().expect("a position") as usize;
        assert!(told <= after.answers.len(), "kill {kill}: {told} answers were acknowledged");
        if acknowledged["sealed"] == json!(true) {
            continue;
        }
        let decided = &after.answers[position];
        assert_eq!((&decided[1], &decided[place]), (&json!(0), &given), "kill {kill}: {decided}");
        // Sent again, as by a client that did not hear the answer: it is not done twice.
        let again = program.ask("POST", &path, Some(&answer));
        let is_known = again.status == 409 || again.json()["repeated"] == json!(true);
        assert!(is_known, "kill {kill}: {} {}", again.status, again.body);
        goes_on(page, program, &game, told);
    }
}

fn killed_while_the_computer_moves(stage: &mut Stage) {
    let Stage { program, page } = stage;
    let mut chance = Chance::new();
    page.browser.size(1440, 900, false);
    page.open_list(program);
    let game = page.start("ridge", "play-watch");
    for kill in 0..KILLS {
        program.post(&format!("/api/games/{}/pace", game.id), &json!({ "millis": PACE }));
        let shown = eventually("the computer moves on", || {
            let now = page.moment()?;
            if now.is_over {
                return Ok(None);
            }
            if 4 < now.length { Ok(Some(now.length)) } else { Err(format!("{now:?}")) }
        });
        let Some(shown) = shown else { break };
        let before = Known::of(program, &game);
        thread::sleep(Duration::from_millis(chance.below(120) as u64));
        program.kill();
        program.start_again();
        let after = Known::of(program, &game);
        after.continues(&before, kill);
        assert!(shown <= after.answers.len(), "kill {kill}: the page had shown {shown} answers");
        // The computer goes on without being asked.
        eventually("the computer moves on after the restart", || {
            let now = program.get(&game.path("view"));
            let length = now["length"].as_u64().unwrap_or_default() as usize;
            let moves = after.answers.len() < length || !now["outcome"].is_null();
            if moves { Ok(()) } else { Err(format!("{length} answers")) }
        });
        goes_on(page, program, &game, after.answers.len());
    }
}

/// The page has come back by itself, shows at least so many answers, and what it shows is what the server has.
fn goes_on(page: &Page, program: &Program, game: &Game, answers: usize) {
    let watched = game.seat.is_none();
    if watched {
        // It stands still to be compared.
        program.post(&format!("/api/games/{}/pace", game.id), &json!({ "paused": true }));
    }
    eventually("the page is connected again and up to date", || {
        let now = page.moment()?;
        let view = program.get(&game.path("view"));
        if now.length < answers || json!(now.length) != view["length"] {
            return Err(format!(
                "it shows {} answers, the server has {}",
                now.length, view["length"]
            ));
        }
        if page.browser.count(".offline:not([hidden])") != 0 {
            return Err("it says that the connection is lost".into());
        }
        if now.is_busy {
            return Err("it is busy".into());
        }
        page.agrees_with(&view)?;
        let told = program.get(&game.path("log"));
        let told: Vec<&str> =
            told.as_array().expect("a log").iter().filter_map(|it| it["text"].as_str()).collect();
        let shown = page.log();
        let from = told.len().saturating_sub(shown.len());
        if shown == told[from..] {
            Ok(())
        } else {
            Err(format!("its log is {shown:?}, not {told:?}"))
        }
    });
    if watched {
        program.post(&format!("/api/games/{}/pace", game.id), &json!({ "paused": false }));
    }
}

/// What is known of a game from outside.
struct Known {
    head: Value,
    view: Value,
    answers: Vec<Value>,
    log: Vec<Value>,
}

impl Known {
    fn of(program: &Program, game: &Game) -> Known {
        let log = program.get(&game.path("log"));
        let journal = program.get(&format!("/api/games/{}/journal", game.id));
        let view = program.get(&game.path("view"));
        Known {
            head: program.get(&game.path("head")),
            view,
            answers: journal["answers"].as_array().expect("answers").clone(),
            log: log.as_array().expect("a log").clone(),
        }
    }

    /// Everything known before is still there.
    fn continues(&self, before: &Known, kill: usize) {
        let known = before.answers.len();
        assert!(
            known <= self.answers.len(),
            "kill {kill}: {known} answers, now {}",
            self.answers.len()
        );
        assert_eq!(self.answers[..known], before.answers[..], "kill {kill}: answers have changed");
        // The last line may still have been growing.
        let lines = before.log.len().saturating_sub(1);
        assert!(lines <= self.log.len(), "kill {kill}: {lines} lines, now {}", self.log.len());
        for (was, is) in before.log.iter().zip(&self.log).take(lines) {
            assert_eq!(is, was, "kill {kill}: a line of the log has changed");
        }
        assert_eq!(self.head, before.head, "kill {kill}");
    }
}

/// Random moments; `BOCAGE_SEED` repeats those of a run that failed.
struct Chance(u64);

impl Chance {
    fn new() -> Chance {
        let given = env::var("BOCAGE_SEED").ok().and_then(|it| it.parse().ok());
        let clock =
            || SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |it| it.as_nanos() as u64);
        let seed = given.unwrap_or_else(clock) | 1;
        println!("  BOCAGE_SEED={seed}");
        Chance(seed)
    }

    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}
