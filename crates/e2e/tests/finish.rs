//! To the end of a game, its replay and its journal; and input that is wrong.

use std::fs;
use std::process::{Command, ExitCode};

use e2e::{Game, Page, Program, Scratch, Stage, eventually};
use serde_json::{Value, json};

fn main() -> ExitCode {
    e2e::run(&[
        ("watched_to_the_end", watched_to_the_end),
        ("bad_input_is_refused_and_changes_nothing", bad_input_is_refused_and_changes_nothing),
    ])
}

fn watched_to_the_end(stage: &mut Stage) {
    let Stage { program, page } = stage;
    page.browser.size(1440, 900, false);
    page.open_list(program);
    let game = page.start("hillman", "play-watch");
    assert_eq!(game.seat, None, "a spectator has no seat");
    page.hurry();
    watch_to_the_end(page);

    // The outcome: who has won, the points, the seed of the dice.
    let title = page.browser.text("dialog[data-testid=outcome] h2");
    assert!(title.starts_with("Victory: ") || title == "A draw", "{title}");
    assert_ne!(
        page.browser.count("dialog[data-testid=outcome] .score tr"),
        0,
        "the points are shown"
    );
    let seed = page.browser.text("dialog[data-testid=outcome] .seed code");
    assert!(
        seed.len() == 64 && seed.bytes().all(|it| it.is_ascii_hexdigit()),
        "the seed is {seed:?}"
    );

    // The journal as the page offers it: the dice are those of the seed, the decisions are allowed.
    let link = "return document.querySelector('dialog[data-testid=outcome] a[download]').getAttribute('href')";
    let link = page.browser.script(link, json!([]));
    let journal = program.get(link.as_str().expect("a link to the journal"));
    let scratch = Scratch::new();
    let file = scratch.path().join("game.bocage.json");
    fs::write(&file, journal.to_string()).expect("the journal is written");
    let verified = Command::new(e2e::program()).arg("verify").arg(&file).output().expect("it runs");
    let said = String::from_utf8_lossy(&verified.stdout).into_owned();
    assert!(verified.status.success(), "{said}{}", String::from_utf8_lossy(&verified.stderr));
    for words in ["the seed matches", "all as recorded", "all were allowed", "the game is over"] {
        assert!(said.contains(words), "bocage verify says {said}");
    }
    // A die that was not thrown is found out.
    let mut forged = journal.clone();
    let answers = forged["answers"].as_array_mut().expect("answers");
    let die = answers.iter_mut().rev().find(|it| it[0] == "thrown").expect("a die");
    die[4] = json!((die[4].as_u64().expect("a face") + 1) % 10);
    fs::write(&file, forged.to_string()).expect("the journal is written");
    let verified = Command::new(e2e::program()).arg("verify").arg(&file).output().expect("it runs");
    assert_eq!(verified.status.code(), Some(1), "a forged die passes as thrown");

    // The replay: from the first position, step by step and by itself, to the end.
    page.browser.click("[data-testid=outcome-replay]");
    shows(page, program, &game, 0);
    page.browser.click("[data-testid=step-forward]");
    shows(page, program, &game, 1);
    page.browser.click("[data-testid=replay-play]");
    eventually("the replay plays by itself", || {
        let now = page.moment()?;
        if 4 < now.position && now.position < now.length { Ok(()) } else { Err(format!("{now:?}")) }
    });
    page.browser.click("[data-testid=replay-play]");
    page.browser.click("[data-testid=live]");
    let end = page.settled_when("the end is shown again", |it| it.is_live);
    assert_eq!(end.position, end.length);
    page.agrees_with(&program.get(&game.path("view"))).unwrap_or_else(|it| panic!("{it}"));

    // The battle looked back on: as a page with links to its moments, and as one file.
    page.browser.go(&format!("{}#/report/{}", program.address(), game.id));
    page.browser.wait_for("[data-testid=report-luck]");
    assert_eq!(page.browser.count("[data-testid=report] .report-plot"), 3);
    let report = program.get(&format!("/api/games/{}/report", game.id));
    let throws = report["throws"].as_array().map_or(0, Vec::len);
    let turns = report["turns"].as_array().map_or(0, Vec::len);
    assert!(4 < throws && turns == 3, "{throws} throws in {turns} turns");
    for it in report["throws"].as_array().into_iter().flatten() {
        let (came, chance) = (it["came"].as_f64(), it["chance"].as_f64());
        // What came is on the scale of harm, and it had a chance.
        assert!(came.is_some_and(|it| (0.0..=4.0).contains(&it)), "{it}");
        assert!(chance.is_some_and(|it| 0.0 < it && it < 1.0 + 1e-9), "{it}");
    }
    page.shot("report");
    page.browser.click("[data-testid=report] .report-moments a");
    eventually("the moment is shown", || {
        let now = page.moment()?;
        if now.is_live { Err(format!("{now:?}")) } else { Ok(()) }
    });
    let out = scratch.path().join("report.html");
    fs::write(&file, journal.to_string()).expect("the journal is written");
    let told =
        Command::new(e2e::program()).arg("report").arg(&file).arg("--out").arg(&out).output();
    let told = told.expect("it runs");
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
    page.browser.go(&format!("file://{}", out.display()));
    page.browser.wait_for("[data-testid=report-luck]");

    // The list has it among the replays; a saved journal can be opened there.
    page.open_list(program);
    page.browser.wait_for("[data-testid=replay]");
    fs::write(&file, journal.to_string()).expect("the journal is written");
    page.browser.upload("[data-testid=import-file]", &file);
    eventually("the journal is in the list as well", || {
        let games = page.browser.count("[data-testid=replay]");
        if games == 2 { Ok(()) } else { Err(format!("{games} replays are listed")) }
    });
    page.assert_clean(program);
}

/// As long as it moves on, it is waited for.
fn watch_to_the_end(page: &Page) {
    let mut seen = 0;
    loop {
        seen = eventually("the computer moves on, or the game is over", || {
            let now = page.moment()?;
            if seen < now.length || now.is_over { Ok(now.length) } else { Err(format!("{now:?}")) }
        });
        if page.moment().is_ok_and(|it| it.is_over) {
            break;
        }
    }
    page.browser.wait_for("dialog[data-testid=outcome]");
}

/// The page shows the position after so many answers, as the server has it.
fn shows(page: &Page, program: &Program, game: &Game, position: usize) {
    let then = program.get(&game.path(&format!("view?at={position}")));
    eventually(&format!("position {position} is shown"), || {
        let now = page.moment()?;
        if now.is_live || now.position != position {
            return Err(format!("{now:?}"));
        }
        page.agrees_with(&then)
    });
}

fn bad_input_is_refused_and_changes_nothing(stage: &mut Stage) {
    let Stage { program, page } = stage;
    page.browser.size(1440, 900, false);
    page.open_list(program);
    let game = page.start("hillman", "play-0");
    page.settled();
    page.click_chip(0);
    page.hurry();
    let before = page.settled_when("the first decision is taken", |it| 0 < it.length);
    let view = program.get(&game.path("view"));
    let new = |seats: Value| json!({ "system": "gts", "module": "periers-ridge", "scenario": "hillman", "seats": seats });
    let hot = program.post("/api/games", &new(json!(["human", "human"])));
    let hot = Game { id: hot["id"].as_str().expect("an id").into(), seat: Some(0) };
    let hot_view = program.get(&hot.path("view"));
    let journal = program.get(&format!("/api/games/{}/journal", game.id));

    let answer = |game: &Game| format!("POST /api/games/{}/answer", game.id);
    let at = |what: &str| format!("GET {}", game.path(what));
    let say = |question: &Value, seat: u8, option: usize| {
        json!({ "seat": seat, "question": question, "option": option }).to_string()
    };
    let now = &view["question"]["id"];
    let old = json!(format!("x{}", now.as_str().expect("an id")));
    let unknown = Game { id: "0000000000000000000000000g".into(), seat: Some(0) };
    let mut of_another_module = journal.clone();
    of_another_module["header"]["content"] = json!("00".repeat(32));
    let mut impossible = journal.clone();
    impossible["answers"][0][4] = json!(250);
    let no_scenario = json!({ "system": "gts", "module": "periers-ridge", "scenario": "atlantis", "seats": ["human"] });

    // Request, body, status, code, words of the message.
    let table: &[(String, String, u16, &str, &str)] = &[
        (answer(&game), "{\"seat\": 0,\n \"quest".into(), 400, "malformed", "line 2"),
        (answer(&game), "".into(), 400, "malformed", ""),
        (answer(&game), "[]".into(), 400, "malformed", ""),
        (answer(&game), "{\"seat\":0,\"question\":\"1\"}".into(), 400, "malformed", "option"),
        (
            answer(&game),
            "{\"seat\":-1,\"question\":\"1\",\"option\":0}".into(),
            400,
            "malformed",
            "-1",
        ),
        (
            answer(&game),
            "{\"seat\":0,\"question\":\"1\",\"option\":0,\"x\":1}".into(),
            400,
            "malformed",
            "x",
        ),
        (answer(&game), format!("\"{}\"", "x".repeat(70_000)), 413, "too_large", "64"),
        (answer(&game), say(now, 1, 0), 403, "computers_seat", "computer"),
        (answer(&game), say(now, 7, 0), 422, "no_such_seat", "7"),
        (answer(&game), say(&old, 0, 0), 409, "stale", "question"),
        (answer(&game), say(&json!(""), 0, 0), 409, "stale", ""),
        // Here a whole value is asked for, there an option.
        (answer(&game), say(now, 0, 999), 422, "not_a_value", "whole value"),
        (
            answer(&game),
            json!({ "seat": 0, "question": now, "plan": 7 }).to_string(),
            422,
            "not_a_value",
            "",
        ),
        (answer(&hot), say(&hot_view["question"]["id"], 0, 999), 422, "no_such_option", "999"),
        (answer(&hot), say(&hot_view["question"]["id"], 1, 0), 403, "not_your_turn", "seat 1"),
        (answer(&unknown), say(now, 0, 0), 404, "unknown_game", ""),
        (format!("GET {}", unknown.path("view")), "".into(), 404, "unknown_game", ""),
        ("GET /api/games/..%2f..%2fetc%2fpasswd/view".into(), "".into(), 404, "unknown_game", ""),
        (format!("DELETE /api/games/{}", unknown.id), "".into(), 404, "unknown_game", ""),
        (
            format!("POST /api/games/{}/undo", hot.id),
            json!({ "seat": 0, "position": hot_view["position"] }).to_string(),
            409,
            "undo",
            "nothing",
        ),
        (format!("POST /api/games/{}/fork", game.id), "{\"at\":99999}".into(), 422, "", ""),
        (
            format!("POST /api/games/{}/pace", game.id),
            "{\"millis\":9999999}".into(),
            422,
            "invalid",
            "slowest",
        ),
        (at("view?at=99999"), "".into(), 422, "invalid", "99999"),
        (at("view?at=-1"), "".into(), 400, "malformed", ""),
        (at("odds?question=none&option=0"), "".into(), 404, "unknown", "none"),
        (at("place/9999"), "".into(), 404, "unknown", "9999"),
        (at("piece/u999"), "".into(), 404, "unknown", "u999"),
        (at("overlay/aura"), "".into(), 404, "unknown", "aura"),
        (at("sight?from=0&to=9999"), "".into(), 404, "unknown", "9999"),
        ("GET /api/rules/gts.none".into(), "".into(), 404, "not_found", "gts.none"),
        ("GET /api/nothing".into(), "".into(), 404, "not_found", "nothing"),
        ("POST /api/games".into(), no_scenario.to_string(), 404, "unknown_scenario", "atlantis"),
        ("POST /api/games".into(), new(json!(["human"])).to_string(), 422, "invalid", "seat"),
        (
            "POST /api/games".into(),
            new(json!(["human", "dog"])).to_string(),
            400,
            "malformed",
            "dog",
        ),
        ("POST /api/games/import".into(), "{}".into(), 400, "malformed", "header"),
        ("POST /api/games/import".into(), of_another_module.to_string(), 422, "journal", ""),
        ("POST /api/games/import".into(), impossible.to_string(), 422, "journal", ""),
    ];
    let games = program.get("/api/games").as_array().expect("games").len();
    let mut wrong = Vec::new();
    for (request, body, status, code, words) in table {
        let (method, path) = request.split_once(' ').expect("method and path");
        let body = Some(body.as_str()).filter(|_| method == "POST");
        let reply =
            program.try_ask(method, path, body).unwrap_or_else(|it| panic!("{request}: {it}"));
        let error = &reply.json()["error"];
        let message = error["message"].as_str().unwrap_or_default();
        let is_right = reply.status == *status
            && (error["code"] == *code || code.is_empty())
            && message.contains(words)
            && 10 < message.len();
        if !is_right {
            let body: String = body.unwrap_or_default().chars().take(90).collect();
            wrong.push(format!(
                "{request} {body}: {} {}, expected {status} {code} with {words:?}",
                reply.status, reply.body
            ));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(program.get(&game.path("view")), view, "the game is unchanged");
    assert_eq!(program.get(&hot.path("view")), hot_view, "the other game is unchanged");
    assert_eq!(
        program.get("/api/games").as_array().expect("games").len(),
        games,
        "no game was made"
    );
    let after = page.settled();
    assert_eq!((after.length, after.sentence), (before.length, before.sentence));
    page.assert_clean(program);
}
