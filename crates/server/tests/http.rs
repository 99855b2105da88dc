//! Every request, and everything that can be wrong with one.

mod toy;

use std::time::Duration;

use axum::body::Body;
use serde_json::{Value, json};
use server::HallConfig;
use toy::room::{Room, request};

#[tokio::test]
async fn the_list_of_what_can_be_played() {
    let room = Room::new();
    let modules = room.get("/api/modules").await.ok();
    assert_eq!(modules[0]["scenarios"][0]["key"], "dawn");
    assert_eq!(
        modules[0]["scenarios"][0]["seats"],
        json!([{"id": 0, "name": "Blue"}, {"id": 1, "name": "Red"}])
    );
    let map = room.get("/api/modules/toy/box/dawn/map.svg").await;
    assert_eq!((map.status.as_u16(), map.text.as_str()), (200, "<svg><!--dawn--></svg>"));
    let tag = map.headers["etag"].to_str().unwrap().to_string();
    let again = request("GET", "/api/modules/toy/box/dawn/map.svg").header("if-none-match", tag);
    assert_eq!(room.send(again.body(Body::empty()).unwrap()).await.status.as_u16(), 304);
    assert_eq!(
        room.get("/api/modules/toy/box/dusk/map.svg").await.error(),
        (404, "unknown_scenario".into())
    );
    assert_eq!(room.get("/api/rules/toy.1").await.ok()["text"], "Take turns");
    assert_eq!(room.get("/api/rules/toy.2").await.error(), (404, "not_found".into()));
}

#[tokio::test]
async fn a_hot_seat_game_from_start_to_end() {
    let room = Room::new();
    let id = room.start("dawn", ["human", "human"]).await;
    let listed = room.get("/api/games").await.ok();
    assert_eq!(listed[0]["id"], json!(id));
    assert_eq!(listed[0]["waiting_for"], json!([0]));
    assert_eq!(listed[0]["seats"][1], json!({"id": 1, "kind": "human", "name": "Red"}));
    assert_eq!(
        (&listed[0]["moves"], &listed[0]["over"], &listed[0]["turn"]),
        (&json!(1), &json!(false), &json!("Turn 1"))
    );
    for n in 0..toy::DECISIONS {
        let seat = (n / 2 % 2) as u8;
        let view = room.view(&id, seat).await;
        let question = view["question"]["id"].as_str().unwrap().to_string();
        assert!(
            room.view(&id, 1 - seat).await["question"].is_null(),
            "only who is asked sees the question"
        );
        let answered = room.answer(&id, seat, &question, 1).await.ok();
        assert_eq!(answered, json!({ "position": n + 2 }));
    }
    let view = room.view(&id, 0).await;
    assert_eq!(view["outcome"]["text"], "Blue wins");
    assert_eq!(room.answer(&id, 0, "q99", 0).await.error(), (409, "over".into()));
    let listed = room.get("/api/games").await.ok();
    assert_eq!((&listed[0]["over"], &listed[0]["outcome"]), (&json!(true), &json!("Blue wins")));
    let journal = room.get(&format!("/api/games/{id}/journal")).await.ok();
    let journal: kernel::Journal = serde_json::from_value(journal).unwrap();
    let verified = server::verify(&journal).unwrap().unwrap();
    assert_eq!((verified.throws, verified.decisions), (1, toy::DECISIONS));
}

#[tokio::test]
async fn looking_around() {
    let room = Room::new();
    let id = room.start("dawn", ["human", "human"]).await;
    room.answer(&id, 0, "q1", 2).await.ok();
    let at = |rest: &str| format!("/api/games/{id}/{rest}");
    assert_eq!(room.get(&at("view")).await.ok()["seat"], Value::Null);
    assert_eq!(room.get(&at("view?seat=0&at=1")).await.ok()["position"], 1);
    assert_eq!(room.get(&at("view?seat=0&at=1")).await.ok()["length"], 3);
    assert_eq!(room.get(&at("view?seat=0&at=9")).await.error(), (422, "invalid".into()));
    assert_eq!(room.get(&at("log?seat=0&from=1")).await.ok().as_array().unwrap().len(), 2);
    assert_eq!(room.get(&at("map.svg")).await.text, "<svg><title>map</title></svg>");
    let counters = room.get(&at("counters.svg?v=1")).await;
    assert_eq!(counters.headers["content-type"], "image/svg+xml");
    assert_eq!(counters.headers["cache-control"], "private, max-age=31536000, immutable");
    assert_eq!(room.get(&at("odds?seat=0&question=q3&option=2")).await.ok()["courses"], 6);
    // Odds of a question that is over by now: an answer without odds, no error.
    assert_eq!(room.get(&at("odds?seat=0&question=q1&option=2")).await.ok()["stale"], "q3");
    assert_eq!(
        room.get(&at("overlay/sight?seat=0&place=4&piece=u1")).await.ok()["title"],
        "Some(Cell(4)) Some(\"u1\")"
    );
    assert_eq!(room.get(&at("overlay/smell?seat=0")).await.error(), (404, "unknown".into()));
    assert_eq!(room.get(&at("sight?from=1&to=2")).await.ok()["clear"], true);
    assert_eq!(room.get(&at("place/12?seat=0")).await.ok()["title"], "place 12");
    assert_eq!(room.get(&at("place/120?seat=0")).await.error(), (404, "unknown".into()));
    assert_eq!(room.get(&at("place/310,95,0")).await.error(), (404, "unknown".into()));
    for wrong in ["place/twelve", "place/1,2", "place/70000", "overlay/sight?place=x"] {
        assert_eq!(room.get(&at(wrong)).await.error(), (400, "malformed".into()), "{wrong}");
    }
    assert_eq!(room.get(&at("piece/u1?seat=0")).await.ok()["title"], "u1");
    assert_eq!(
        room.get(&at("hint?seat=0")).await.ok(),
        json!({ "question": "q3", "option": 0, "label": "option 0", "why": null })
    );
    assert_eq!(room.get(&at("hint?seat=1")).await.error(), (403, "not_your_turn".into()));
}

#[tokio::test]
async fn bad_input_is_named_and_changes_nothing() {
    let room = Room::new();
    let id = room.start("dawn", ["human", "computer"]).await;
    let before = room.view(&id, 0).await;
    let path = format!("/api/games/{id}/answer");
    let good = json!({ "seat": 0, "question": "q1", "option": 0 });
    let with = |key: &str, value: Value| {
        let mut body = good.clone();
        body[key] = value;
        body.to_string()
    };
    let table: Vec<(String, u16, &str)> = vec![
        ("{\"seat\":0,".into(), 400, "malformed"),
        ("".into(), 400, "malformed"),
        ("[]".into(), 400, "malformed"),
        ("{}".into(), 400, "malformed"),
        (with("seat", json!(-1)), 400, "malformed"),
        (with("option", json!("0")), 400, "malformed"),
        (with("why", json!(1)), 400, "malformed"),
        (with("seat", json!(1)), 403, "computers_seat"),
        (with("seat", json!(2)), 422, "no_such_seat"),
        (with("option", json!(3)), 422, "no_such_option"),
        (with("question", json!("q0")), 409, "stale"),
        (with("question", json!("q".repeat(70_000))), 413, "too_large"),
    ];
    for (body, status, code) in table {
        let shown: String = body.chars().take(60).collect();
        let request = request("POST", &path).header("content-type", "application/json");
        let got = room.send(request.body(Body::from(body)).unwrap()).await;
        assert_eq!(got.error(), (status, code.into()), "{shown}");
    }
    let plain = request("POST", &path)
        .header("content-type", "text/plain")
        .body(Body::from(good.to_string()));
    assert_eq!(room.send(plain.unwrap()).await.error(), (415, "not_json".into()));
    let unknown = "0".repeat(26);
    for id in [unknown.as_str(), "nonsense", "..%2f..%2fetc%2fpasswd"] {
        assert_eq!(
            room.get(&format!("/api/games/{id}/view")).await.error(),
            (404, "unknown_game".into())
        );
        assert_eq!(room.answer(id, 0, "q1", 0).await.error(), (404, "unknown_game".into()));
    }
    assert_eq!(
        room.get(&format!("/api/games/{id}/view?seat=one")).await.error(),
        (400, "malformed".into())
    );
    assert_eq!(
        room.get(&format!("/api/games/{id}/view?seat=7")).await.error(),
        (422, "no_such_seat".into())
    );
    assert_eq!(
        room.get(&format!("/api/games/{id}/view?seat=1")).await.error(),
        (403, "computers_seat".into())
    );
    assert_eq!(room.get("/api/nothing").await.error(), (404, "not_found".into()));
    assert_eq!(
        room.get(&format!("/api/games/{id}/nothing")).await.error(),
        (404, "not_found".into())
    );
    assert_eq!(room.get("/js/../../Cargo.toml").await.error(), (404, "not_found".into()));
    assert_eq!(room.view(&id, 0).await, before);

    let wanted = json!({ "system": "toy", "module": "box", "scenario": "dawn", "seats": ["human", "computer"] });
    for (key, value, status, code) in [
        ("seats", json!(["human"]), 422, "invalid"),
        ("seats", json!(["human", "dog"]), 400, "malformed"),
        ("scenario", json!("../../secrets"), 404, "unknown_scenario"),
        ("module", json!("x"), 404, "unknown_scenario"),
        ("contribution", json!("x".repeat(300)), 422, "invalid"),
        ("title", json!(""), 422, "invalid"),
        ("options", json!(["dice-from=3"]), 422, "invalid"),
    ] {
        let mut body = wanted.clone();
        body[key] = value;
        assert_eq!(room.post("/api/games", &body).await.error(), (status, code.into()), "{body}");
    }
    assert_eq!(room.get("/api/games").await.ok().as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn variants_are_chosen_when_a_game_is_made() {
    let room = Room::new();
    let make = async |scenario: &str, variants: Value| {
        let body = json!({
            "system": "toy", "module": "box", "scenario": scenario,
            "seats": ["human", "computer"], "variants": variants,
        });
        room.post("/api/games", &body).await
    };
    let list = async || room.get("/api/games").await.ok();

    let offered = room.get("/api/modules").await.ok()[0]["scenarios"][0]["variants"].clone();
    assert_eq!(
        offered[0],
        json!({ "key": "rain", "title": "With rain", "text": "There is rain.", "idle": null })
    );
    assert_eq!(offered[2]["idle"], json!({ "with": "fog", "why": "it is dark" }));

    // One that does not exist, one of another scenario, one hidden in the key: named, and nothing is made.
    let plain = make("dawn", json!([])).await.ok();
    let before = list().await;
    for (scenario, variants, named) in [
        ("dawn", json!(["rain", "hail"]), "\"hail\" of \"dawn\"; it allows: rain, fog, moon"),
        ("slow", json!(["rain"]), "\"rain\" of \"slow\": it is played without any"),
        ("dawn+hail", json!([]), "\"hail\""),
        ("dawn", json!([""]), "\"\" of \"dawn\""),
        ("dawn", json!(["../fog"]), "\"../fog\""),
    ] {
        let got = make(scenario, variants).await;
        assert_eq!(got.error(), (422, "unknown_variant".into()), "{scenario} {named}");
        let said = got.body["error"]["message"].as_str().unwrap_or_default();
        assert!(said.contains(named), "{said:?} does not name {named:?}");
    }
    assert_eq!(make("dawn", json!("rain")).await.error(), (400, "malformed".into()));
    assert_eq!(list().await, before);

    // Any order makes the same key, and the list says what is in force.
    for variants in [json!(["rain", "fog"]), json!(["fog", "rain", "fog"])] {
        let made = make("dawn", variants).await.ok();
        let id = made["id"].as_str().unwrap();
        let head = room.get(&format!("/api/games/{id}/head")).await.ok();
        assert_eq!(head["scenario"], "dawn+fog+rain");
        let games = list().await;
        let games = games.as_array().unwrap();
        let game =
            |id: &Value| games.iter().find(|it| it["id"] == *id).unwrap()["variants"].clone();
        assert_eq!(game(&made["id"]), json!(["With rain", "With fog"]));
        assert_eq!(game(&plain["id"]), json!([]));
    }
}

#[tokio::test]
async fn other_sites_are_turned_away() {
    let room = Room::new();
    let id = room.start("dawn", ["human", "human"]).await;
    let body = json!({ "seat": 0, "question": "q1", "option": 0 }).to_string();
    let post = |headers: &[(&str, &str)]| {
        let mut request =
            axum::http::Request::builder().method("POST").uri(format!("/api/games/{id}/answer"));
        request = request.header("content-type", "application/json");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        request.body(Body::from(body.clone())).unwrap()
    };
    let here = ("host", "localhost:1944");
    for (headers, code) in [
        (vec![here, ("origin", "https://evil.example")], "foreign_origin"),
        (vec![here, ("origin", "null")], "foreign_origin"),
        (vec![here, ("origin", "http://localhost:1945")], "foreign_origin"),
        (vec![here, ("sec-fetch-site", "cross-site")], "foreign_origin"),
        (
            vec![("host", "evil.example:1944"), ("origin", "http://evil.example:1944")],
            "foreign_host",
        ),
        (vec![], "foreign_host"),
    ] {
        assert_eq!(room.send(post(&headers)).await.error().1, code, "{headers:?}");
    }
    let rebound = axum::http::Request::builder().uri("/api/games").header("host", "evil.example");
    assert_eq!(
        room.send(rebound.body(Body::empty()).unwrap()).await.error(),
        (421, "foreign_host".into())
    );
    assert_eq!(room.view(&id, 0).await["position"], 1);
    let own = post(&[here, ("origin", "http://localhost:1944"), ("sec-fetch-site", "same-origin")]);
    assert_eq!(room.send(own).await.ok(), json!({ "position": 2 }));
}

#[tokio::test]
async fn every_answer_carries_the_strict_headers() {
    let room = Room::new();
    for path in ["/", "/api/games", "/api/nothing", "/nothing.js"] {
        let got = room.get(path).await;
        let policy = got.headers["content-security-policy"].to_str().unwrap();
        assert!(
            policy.starts_with("default-src 'self'; style-src 'self'; img-src 'self' data:"),
            "{path}"
        );
        assert!(!policy.contains("unsafe"), "{path}");
        assert_eq!(got.headers["x-content-type-options"], "nosniff");
        assert_eq!(got.headers["referrer-policy"], "no-referrer");
    }
    let page = room.get("/").await;
    assert_eq!(page.headers["content-type"], "text/html; charset=utf-8");
}

#[tokio::test]
async fn a_repeated_answer_is_recognised_even_after_a_restart() {
    let room = Room::new();
    let id = room.start("dawn", ["human", "human"]).await;
    assert_eq!(room.answer(&id, 0, "q1", 1).await.ok(), json!({ "position": 2 }));
    assert_eq!(room.answer(&id, 0, "q1", 1).await.ok(), json!({ "position": 2, "repeated": true }));
    assert_eq!(room.answer(&id, 0, "q1", 0).await.error(), (409, "stale".into()));
    room.answer(&id, 0, "q2", 1).await.ok();
    // Now it is the other's turn: still the same answer, not an offence.
    assert_eq!(room.answer(&id, 0, "q2", 1).await.ok(), json!({ "position": 3, "repeated": true }));
    let room = room.restarted();
    assert_eq!(room.answer(&id, 0, "q2", 1).await.ok(), json!({ "position": 3, "repeated": true }));
    assert_eq!(room.answer(&id, 0, "q2", 0).await.error(), (403, "not_your_turn".into()));
    assert_eq!(room.answer(&id, 0, "q1", 1).await.error(), (403, "not_your_turn".into()));
    assert_eq!(room.view(&id, 1).await["position"], 3);
}

#[tokio::test]
async fn a_planned_path_leads_as_far_as_it_can() {
    let room = Room::new();
    let id = room.start("dawn", ["human", "human"]).await;
    let path = format!("/api/games/{id}/answers");
    let walk = |picks: Value| json!({ "seat": 0, "picks": picks });
    let none = room.post(&path, &walk(json!([{ "place": 99 }]))).await;
    assert_eq!(none.error(), (422, "forbidden_by_rule".into()));
    assert_eq!(none.body["error"]["rule"]["code"], "toy.1");
    assert_eq!(
        room.post(&path, &walk(json!([{ "place": 50 }]))).await.error(),
        (422, "invalid".into())
    );
    assert_eq!(room.post(&path, &walk(json!([{}]))).await.error(), (422, "invalid".into()));
    assert_eq!(room.post(&path, &walk(json!([]))).await.error(), (422, "invalid".into()));
    assert_eq!(
        room.post(&path, &walk(json!([{ "option": 7 }]))).await.error(),
        (422, "no_such_option".into())
    );
    assert_eq!(
        room.post(&path, &walk(json!([{ "question": "q9", "place": 10 }]))).await.error(),
        (409, "stale".into())
    );
    let part = room.post(&path, &walk(json!([{ "place": 11 }, { "label": "swim" }]))).await.ok();
    assert_eq!((&part["position"], &part["applied"]), (&json!(2), &json!(1)));
    assert_eq!((&part["stopped"]["code"], &part["stopped"]["at"]), (&json!("invalid"), &json!(1)));
    let part = room
        .post(&path, &walk(json!([{ "question": "q2", "piece": "u1" }, { "place": 10 }])))
        .await
        .ok();
    assert_eq!((&part["position"], &part["stopped"]["code"]), (&json!(3), &json!("not_your_turn")));
    let whole = json!({ "seat": 1, "picks": [{ "label": "option 1" }, { "option": 2 }] });
    assert_eq!(room.post(&path, &whole).await.ok(), json!({ "position": 6, "applied": 2 }));
    let room = room.restarted();
    assert_eq!(room.view(&id, 0).await["position"], 6);
}

#[tokio::test]
async fn taking_back() {
    let room = Room::new();
    let id = room.start("dawn", ["human", "human"]).await;
    let path = format!("/api/games/{id}/undo");
    let undo = |seat: u8, position: usize| json!({ "seat": seat, "position": position });
    assert_eq!(room.post(&path, &undo(0, 1)).await.error(), (409, "undo".into()));
    room.answer(&id, 0, "q1", 0).await.ok();
    // Where the game is has to be said, and rightly: a click that comes late takes back nothing else.
    assert_eq!(room.post(&path, &json!({ "seat": 0 })).await.error(), (400, "malformed".into()));
    let late = room.post(&path, &undo(0, 1)).await;
    assert_eq!((late.error(), &late.body["error"]["now"]), ((409, "stale".into()), &json!(2)));
    assert_eq!(room.post(&path, &undo(0, 2)).await.ok(), json!({ "position": 1 }));
    // What was asked before is another question now.
    assert_eq!(room.answer(&id, 0, "q1", 1).await.error(), (409, "stale".into()));
    room.answer(&id, 0, "q1b1", 1).await.ok();
    room.answer(&id, 0, "q2b1", 1).await.ok();
    room.answer(&id, 1, "q3b1", 1).await.ok();
    assert_eq!(room.post(&path, &undo(0, 4)).await.error(), (409, "undo".into()));
    let room = room.restarted();
    room.answer(&id, 1, "q4b1", toy::ROLL).await.ok();
    assert_eq!(room.post(&path, &undo(1, 6)).await.error(), (409, "undo".into()));
    let room = room.restarted();
    assert_eq!(room.view(&id, 0).await["position"], 6);
    assert_eq!(room.get(&format!("/api/games/{id}/log")).await.ok()[1]["text"], "Decided 1");
}

#[tokio::test]
async fn the_computer_plays_on_and_is_taken_back_with_the_player() {
    let room = Room::new();
    let id = room.start("dawn", ["human", "computer"]).await;
    room.answer(&id, 0, "q1", 1).await.ok();
    room.answer(&id, 0, "q2", 1).await.ok();
    let view = room.until_asked(&id, 0).await;
    assert_eq!(view["position"], 5, "the computer has decided twice");
    let undo = json!({ "seat": 0, "position": 5 });
    let back = room.post(&format!("/api/games/{id}/undo"), &undo).await.ok();
    assert_eq!(back, json!({ "position": 2 }));
    room.answer(&id, 0, "q2b1", 0).await.ok();
    assert_eq!(room.until_asked(&id, 0).await["position"], 5);
}

#[tokio::test]
async fn a_computer_that_fails_never_stalls_the_game() {
    for scenario in ["panic", "wild"] {
        let room = Room::new();
        let id = room.start(scenario, ["computer", "computer"]).await;
        let mut view = Value::Null;
        for _ in 0..400 {
            view = room.get(&format!("/api/games/{id}/view")).await.ok();
            if !view["outcome"].is_null() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        assert_eq!(view["outcome"]["text"], "Blue wins", "{scenario}");
    }
}

#[tokio::test]
async fn a_mistake_in_the_rules_leaves_the_game_as_it_was() {
    let room = Room::new();
    let id = room.start("broken", ["human", "human"]).await;
    assert_eq!(room.answer(&id, 0, "q1", 1).await.error(), (500, "bug".into()));
    assert_eq!(room.view(&id, 0).await["position"], 1);
    assert_eq!(room.answer(&id, 0, "q1", 0).await.ok(), json!({ "position": 2 }));
}

#[tokio::test]
async fn two_servers_on_one_folder_never_both_win() {
    let one = Room::new();
    let id = one.start("dawn", ["human", "human"]).await;
    let store = store::Store::open(&one.folder.path().join("bocage.db")).unwrap();
    let hall =
        server::Hall::new(store, std::sync::Arc::new(toy::ToyShelf::default()), one.config.clone());
    let other =
        Room { hall, folder: tempfile::tempdir().unwrap(), config: one.config.clone(), peer: None };
    assert_eq!(other.view(&id, 0).await["position"], 1);
    one.answer(&id, 0, "q1", 0).await.ok();
    assert_eq!(other.answer(&id, 0, "q1", 1).await.error(), (409, "conflict".into()));
    // The loser has read the game again.
    assert_eq!(other.view(&id, 0).await["position"], 2);
    assert_eq!(other.answer(&id, 0, "q2", 1).await.ok(), json!({ "position": 3 }));
}

#[tokio::test]
async fn pace_and_move_now() {
    let room = Room::with(HallConfig { pace: Duration::from_secs(60), ..HallConfig::default() });
    let id = room.start("dawn", ["computer", "human"]).await;
    let pace = format!("/api/games/{id}/pace");
    assert_eq!(
        room.post(&pace, &json!({})).await.ok(),
        json!({ "millis": 60000, "paused": false })
    );
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(room.view(&id, 1).await["position"], 1, "it waits");
    assert_eq!(
        room.post(&pace, &json!({ "millis": 60001 })).await.error(),
        (422, "invalid".into())
    );
    room.post(&pace, &json!({ "now": true })).await.ok();
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(room.view(&id, 1).await["position"], 2, "once, then the pace again");
    room.post(&pace, &json!({ "millis": 0, "paused": true })).await.ok();
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(room.view(&id, 1).await["position"], 2, "it pauses");
    room.post(&pace, &json!({ "paused": false })).await.ok();
    assert_eq!(room.until_asked(&id, 1).await["position"], 3);
}

#[tokio::test]
async fn people_look_around_while_the_computer_thinks() {
    let room = Room::new();
    let id = room.start("slow", ["computer", "human"]).await;
    room.view(&id, 1).await;
    tokio::time::sleep(Duration::from_millis(50)).await;
    let start = std::time::Instant::now();
    room.view(&id, 1).await;
    room.get(&format!("/api/games/{id}/place/3?seat=1")).await.ok();
    assert!(start.elapsed() < Duration::from_millis(150), "{:?}", start.elapsed());
    assert_eq!(room.until_asked(&id, 1).await["position"], 3);
}

#[tokio::test]
async fn a_game_goes_out_as_a_file_comes_back_and_is_forked() {
    let room = Room::new();
    let id = room.start("dawn", ["human", "human"]).await;
    room.answer(&id, 0, "q1", toy::ROLL).await.ok();
    room.answer(&id, 0, "q3", 0).await.ok();
    let got = room.get(&format!("/api/games/{id}/journal")).await;
    assert!(got.headers["content-disposition"].to_str().unwrap().starts_with("attachment"));
    let file = got.ok();
    assert!(file.get("seed").is_none(), "the dice to come stay secret");

    let imported = room.post("/api/games/import", &file).await.ok();
    let imported = imported["id"].as_str().unwrap();
    assert_eq!(room.view(imported, 1).await["position"], 4);
    let head = room.get(&format!("/api/games/{imported}/head")).await.ok();
    assert_ne!(head["commitment"], file["header"]["commitment"]);

    let fork = room.post(&format!("/api/games/{id}/fork"), &json!({ "at": 2 })).await.ok();
    assert_eq!(fork["position"], 3, "the die is thrown anew");
    assert_eq!(
        room.post(&format!("/api/games/{id}/fork"), &json!({ "at": 9 })).await.error(),
        (422, "invalid".into())
    );
    let listed = room.get("/api/games").await.ok();
    let listed = listed.as_array().unwrap().iter().find(|it| it["id"] == fork["id"]).unwrap();
    assert_eq!((&listed["parent"], &listed["turn"]), (&json!(id), &json!("Turn 1")));

    let count = room.get("/api/games").await.ok().as_array().unwrap().len();
    let wrong = |change: &dyn Fn(&mut Value)| {
        let mut file = file.clone();
        change(&mut file);
        file
    };
    for (file, status, code, part) in [
        (wrong(&|it| it["header"]["content"] = json!("x")), 422, "journal", "other module files"),
        (wrong(&|it| it["header"]["rules_version"] = json!(9)), 422, "journal", "rules version 9"),
        (wrong(&|it| it["header"]["bocage"] = json!(9)), 422, "journal", "format 9"),
        (wrong(&|it| it["header"]["system"] = json!("tcs")), 404, "unknown_scenario", "tcs"),
        (wrong(&|it| it["answers"][1][4] = json!(7)), 422, "journal", "answer 1 does not fit"),
        (
            wrong(&|it| it["answers"][2][0] = json!("decided")),
            422,
            "journal",
            "answer 2 does not fit",
        ),
        (wrong(&|it| it["seed"] = json!("00".repeat(32))), 422, "journal", "commitment"),
        (wrong(&|it| it["seed"] = json!("short")), 400, "malformed", "64 hexadecimal digits"),
        (wrong(&|it| it["more"] = json!(1)), 400, "malformed", "unknown field"),
    ] {
        let got = room.post("/api/games/import", &file).await;
        assert_eq!(got.error(), (status, code.into()), "{}", got.text);
        assert!(got.text.contains(part), "{}", got.text);
    }
    assert_eq!(room.get("/api/games").await.ok().as_array().unwrap().len(), count);
    let large = json!({ "header": "x".repeat(9 * 1024 * 1024) });
    assert_eq!(room.post("/api/games/import", &large).await.error(), (413, "too_large".into()));
}

#[tokio::test]
async fn a_deleted_game_is_gone() {
    let room = Room::new();
    let id = room.start("dawn", ["human", "human"]).await;
    room.view(&id, 0).await;
    let path = format!("/api/games/{id}");
    let delete = || request("DELETE", &path).body(Body::empty()).unwrap();
    assert_eq!(room.send(delete()).await.status.as_u16(), 204);
    assert_eq!(room.send(delete()).await.error(), (404, "unknown_game".into()));
    assert_eq!(room.get(&format!("{path}/view")).await.error(), (404, "unknown_game".into()));
    assert_eq!(room.get("/api/games").await.ok(), json!([]));
}

#[tokio::test]
async fn on_the_network_a_seat_needs_its_invitation() {
    let mut room = open_room();
    room.peer = Some("203.0.113.7:5000".parse().unwrap());
    let wanted = json!({ "system": "toy", "module": "box", "scenario": "dawn", "seats": ["human", "human"] });
    let made = room.post("/api/games", &wanted).await.ok();
    let id = made["id"].as_str().unwrap().to_string();
    let token = |seat: usize| made["seats"][seat]["token"].as_str().unwrap().to_string();
    assert_eq!(token(0).len(), 52, "256 bits");
    assert_eq!(made["seats"][0]["link"], json!(format!("/#/game/{id}?seat=0&token={}", token(0))));
    assert_eq!(room.answer(&id, 0, "q1", 0).await.error(), (403, "needs_token".into()));
    let act = |token: String| {
        let request = request("POST", &format!("/api/games/{id}/answer"))
            .header("content-type", "application/json");
        let request = request.header("authorization", format!("Bearer {token}"));
        request
            .body(Body::from(json!({ "seat": 0, "question": "q1", "option": 0 }).to_string()))
            .unwrap()
    };
    assert_eq!(room.send(act(token(1))).await.error(), (403, "wrong_token".into()));
    assert_eq!(room.send(act("0".repeat(52))).await.error(), (403, "wrong_token".into()));
    let view = |rest: String| format!("/api/games/{id}/view?seat=0{rest}");
    assert_eq!(room.get(&view(String::new())).await.ok()["seat"], Value::Null, "a spectator");
    assert_eq!(room.get(&view(format!("&token={}", token(0)))).await.ok()["seat"], 0);
    assert_eq!(
        room.get(&view(format!("&token={}", token(1)))).await.error(),
        (403, "wrong_token".into())
    );
    assert_eq!(room.send(act(token(0))).await.ok(), json!({ "position": 2 }));
    // What would show the other's secrets has to wait for the end.
    let journal = format!("/api/games/{id}/journal?token={}", token(0));
    assert_eq!(room.get(&journal).await.error(), (403, "would_reveal".into()));
    assert_eq!(
        room.get(&format!("/api/games/{id}/journal")).await.error(),
        (403, "needs_token".into())
    );
    let fork = format!("/api/games/{id}/fork?token={}", token(0));
    assert_eq!(room.post(&fork, &json!({ "at": 1 })).await.error(), (403, "would_reveal".into()));
    let delete = request("DELETE", &format!("/api/games/{id}")).body(Body::empty()).unwrap();
    assert_eq!(room.send(delete).await.error(), (403, "needs_token".into()));
    let pace = format!("/api/games/{id}/pace");
    assert_eq!(
        room.post(&pace, &json!({ "millis": 0 })).await.error(),
        (403, "needs_token".into())
    );
    // A new invitation voids the old one; the host may give one, strangers may not.
    let invite = format!("/api/games/{id}/seats/0/invite");
    assert_eq!(room.post(&invite, &json!({})).await.error(), (403, "needs_token".into()));
    // To come from the machine itself proves nothing: a proxy may stand there.
    room.peer = Some("127.0.0.1:5000".parse().unwrap());
    assert_eq!(room.post(&invite, &json!({})).await.error(), (403, "needs_token".into()));
    let as_host = |key: &str, method: &str, path: &str| {
        let request = request(method, path).header("content-type", "application/json");
        request.header("x-bocage-host", key).body(Body::from("{}")).unwrap()
    };
    let wrong = room.send(as_host("wrong", "POST", &invite)).await;
    assert_eq!(wrong.error(), (403, "needs_token".into()));
    room.peer = Some("203.0.113.7:5000".parse().unwrap());
    let fresh = room.send(as_host("the key", "POST", &invite)).await.ok();
    assert_eq!(
        room.get(&view(format!("&token={}", token(0)))).await.error(),
        (403, "wrong_token".into())
    );
    assert_eq!(
        room.get(&view(format!("&token={}", fresh["token"].as_str().unwrap()))).await.ok()["seat"],
        0
    );
    // Too much is too much; on a slow machine the bucket fills again meanwhile, so any of them may be the one refused. What
    // changes something counts for more.
    room.peer = Some("203.0.113.9:5000".parse().unwrap());
    let mut refused = false;
    for _ in 0..2000 {
        refused |= room.post("/api/nothing", &json!({})).await.status.as_u16() == 429;
        if refused {
            break;
        }
    }
    assert!(refused);
}

fn open_room() -> Room {
    let mut room = Room::with(HallConfig {
        open_to_network: true,
        pace: Duration::ZERO,
        host_key: Some("the key".into()),
        most_games: 2,
        ..HallConfig::default()
    });
    room.peer = Some("203.0.113.7:5000".parse().unwrap());
    room
}

#[tokio::test]
async fn a_foreign_name_leads_nowhere_on_the_network_either() {
    let room = open_room();
    for (host, status) in [("192.0.2.7:1944", 200), ("localhost:1944", 200), ("evil.example", 421)]
    {
        let asked = axum::http::Request::builder().uri("/api/games").header("host", host);
        let got = room.send(asked.body(Body::empty()).unwrap()).await;
        assert_eq!(got.status.as_u16(), status, "{host}: {}", got.text);
    }
}

#[tokio::test]
async fn an_open_server_has_only_so_much_room_and_deletes_by_consent() {
    let room = open_room();
    let wanted = json!({ "system": "toy", "module": "box", "scenario": "dawn", "seats": ["human", "human"] });
    let made = room.post("/api/games", &wanted).await.ok();
    room.post("/api/games", &wanted).await.ok();
    assert_eq!(room.post("/api/games", &wanted).await.error(), (507, "full".into()));
    let host = request("POST", "/api/games").header("content-type", "application/json");
    let host =
        host.header("x-bocage-host", "the key").body(Body::from(wanted.to_string())).unwrap();
    assert_eq!(room.send(host).await.status.as_u16(), 201);
    // One player alone deletes nothing; both together do.
    let id = made["id"].as_str().unwrap();
    let delete = |seat: usize| {
        let token = made["seats"][seat]["token"].as_str().unwrap();
        request("DELETE", &format!("/api/games/{id}?token={token}")).body(Body::empty()).unwrap()
    };
    let first = room.send(delete(0)).await;
    assert_eq!((first.status.as_u16(), &first.body["waiting_for"]), (202, &json!([1])));
    assert_eq!(room.send(delete(0)).await.status.as_u16(), 202);
    assert_eq!(room.send(delete(1)).await.status.as_u16(), 204);
    assert_eq!(room.get(&format!("/api/games/{id}/view")).await.error().1, "unknown_game");
}
