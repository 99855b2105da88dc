//! Standing orders at a served game: they are kept, answer in their seat's name, and are nobody else's business.

mod served;

use serde_json::{Value, json};
use served::{Server, json};

#[test]
fn orders_are_kept_answer_and_stay_a_secret() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(folder.path());
    let wanted = json!({
        "system": "gts", "module": "periers-ridge", "scenario": "hillman", "seats": ["human", "human"],
    });
    let (status, made) = server.ask("POST", "/api/games", Some(&wanted));
    assert_eq!(status, 201, "{made}");
    let game = format!("/api/games/{}", json(&made)["id"].as_str().unwrap());
    let (seat, question) = play_to_op_fire(&server, &game);
    let other = 1 - seat;
    let path = format!("{game}/orders?seat={seat}");
    let leave = |server: &Server, limits: &[Value]| -> Value {
        let orders: Vec<Value> =
            limits.iter().map(|it| json!({ "about": "op-fire", "limit": it })).collect();
        json(&server.ok("PUT", &path, &json!({ "orders": orders })))["orders"].clone()
    };

    // Orders that leave the question to the player change nothing for anybody.
    let mut watchers = [server.watch(&game, Some(other)), server.watch(&game, None)];
    for watcher in &mut watchers {
        assert!(!watcher.heard().is_empty(), "a watcher is greeted with the view");
    }
    let before = server.traffic(&game, other);
    let left = leave(&server, &[json!({ "within": 99 }), json!({ "this-turn": 9 })]);
    assert_eq!(left[0]["label"], "Op Fire of all units: only within 99 hexes");
    assert_eq!(left[1]["label"], "Op Fire of all units: not in turn 9");
    assert_eq!(server.traffic(&game, other), before);
    for watcher in &mut watchers {
        assert_eq!(watcher.heard(), "", "something was pushed");
    }
    let (_, theirs) = server.ask("GET", &format!("{game}/orders?seat={other}"), None);
    // The other has those that a game begins with, and nothing of these.
    let labels: Vec<_> = json(&theirs)["orders"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|it| it["label"].clone())
        .collect();
    assert_eq!(labels, ["Op Fire of all units: only with at least 20 % for any effect"]);

    // Bad input is refused by name, and what stands stands.
    let order = |change: Value| {
        let mut order = json!({ "about": "op-fire", "limit": "never" });
        for (key, value) in change.as_object().unwrap() {
            order[key] = value.clone();
        }
        json!({ "orders": [order] })
    };
    let many = vec![json!({ "about": "op-fire", "limit": "never" }); 65];
    let bad = [
        (order(json!({ "about": "lunch" })), 422, "order 1: there are no orders about \"lunch\""),
        (order(json!({ "piece": "u999" })), 422, "order 1: there is no piece \"u999\""),
        (order(json!({ "limit": { "at-least": 101 } })), 422, "order 1: a chance is 1 to 100 %"),
        (json!({ "orders": many }), 422, "at most 64 standing orders, not 65"),
        (order(json!({ "limit": "sometimes" })), 400, "sometimes"),
        (order(json!({ "limit": { "within": -1 } })), 400, "-1"),
        (order(json!({ "why": 1 })), 400, "why"),
        (json!({ "seat": seat, "orders": [] }), 400, "seat"),
        (json!([]), 400, "invalid length 0"),
    ];
    for (body, status, named) in bad {
        let (found, said) = server.ask("PUT", &path, Some(&body));
        assert!(found == status && said.contains(&named.replace('"', "\\\"")), "{found} {said}");
    }
    let (status, _) =
        server.ask("PUT", &format!("{game}/orders?seat=2"), Some(&json!({ "orders": [] })));
    assert_eq!(status, 422);

    // They survive a restart.
    drop(watchers);
    drop(server);
    server = Server::start(folder.path());
    let (_, kept) = server.ask("GET", &path, None);
    assert_eq!(json(&kept)["orders"], left);
    assert_eq!(server.traffic(&game, other), before, "after a restart");
    assert_eq!(server.question(&game, seat)["id"], question["id"]);

    // A question one has come back to is asked, whatever one's orders say.
    let decline = json!({ "seat": seat, "question": question["id"], "option": 0 });
    server.ok("POST", &format!("{game}/answer"), &decline);
    let by_hand = views(&server, &game, other);
    leave(&server, &[json!("never")]);
    assert_eq!(views(&server, &game, other), by_hand, "there is nothing to answer");
    let undo = json!({ "seat": seat, "position": position(&server, &game) });
    server.ok("POST", &format!("{game}/undo"), &undo);
    let again = server.question(&game, seat);
    assert_eq!(again["prompt"], question["prompt"]);
    assert_ne!(again["id"], question["id"], "it is another question than the one taken back");

    // Left anew, they answer: recorded and marked, and the game goes on for the other as if by hand.
    leave(&server, &[json!("never")]);
    assert!(server.question(&game, seat).is_null());
    assert_eq!(position(&server, &game), position_of(&question) + 1);
    let (_, journal) = server.ask("GET", &format!("{game}/journal"), None);
    let last = json(&journal)["answers"].as_array().unwrap().last().cloned().unwrap();
    assert_eq!(last.as_array().unwrap().last(), Some(&json!("ordered")), "{last}");
    assert_eq!(views(&server, &game, other), by_hand);

    // From now on this seat is not asked again, and the other's moves lead on at once.
    for _ in 0..12 {
        let asked = (0..2).find(|it| !server.question(&game, *it).is_null()).unwrap();
        let asks = server.question(&game, asked);
        assert!(asked != seat || asks["orders"].is_null(), "{asks}");
        take_advice(&server, &game, asked);
    }
    let (_, log) = server.ask("GET", &format!("{game}/log?seat={other}"), None);
    assert!(log.contains("(standing order)"), "{log}");
    // Withdrawn they are gone.
    assert_eq!(leave(&server, &[]), json!([]));
    let (_, none) = server.ask("GET", &path, None);
    assert_eq!(json(&none), json!({ "orders": [] }));
}

/// Both sides take the computer's advice until somebody may Op Fire and could take his decision back.
fn play_to_op_fire(server: &Server, game: &str) -> (u8, Value) {
    for _ in 0..400 {
        for seat in 0..2 {
            let question = server.question(game, seat);
            if question["orders"].is_array() {
                // Is it the enemy who is asked next, without a die?
                let at = position_of(&question);
                let decline = json!({ "seat": seat, "question": question["id"], "option": 0 });
                server.ok("POST", &format!("{game}/answer"), &decline);
                if !server.question(game, seat).is_null() {
                    continue;
                }
                let undo = json!({ "seat": seat, "position": position(server, game) });
                let (status, _) = server.ask("POST", &format!("{game}/undo"), Some(&undo));
                if status == 200 && position(server, game) == at {
                    return (seat, server.question(game, seat));
                }
            } else if !question.is_null() && question["form"].get("sealed").is_none() {
                take_advice(server, game, seat);
            }
        }
    }
    panic!("nobody may Op Fire");
}

/// What this seat and a spectator see, and read but for the mark.
fn views(server: &Server, game: &str, seat: u8) -> String {
    let mut all = String::new();
    for path in ["view", "log"] {
        for eyes in [String::new(), format!("?seat={seat}")] {
            let (status, text) = server.ask("GET", &format!("{game}/{path}{eyes}"), None);
            // A question that was taken back and is asked again has another name.
            let mut said = json(&text.replace(" (standing order)", ""));
            if let Some(question) = said.get_mut("question").and_then(Value::as_object_mut) {
                question.remove("id");
            }
            all += &format!("{status} {said}\n");
        }
    }
    all
}

fn take_advice(server: &Server, game: &str, seat: u8) {
    let (status, hint) = server.ask("GET", &format!("{game}/hint?seat={seat}"), None);
    assert_eq!(status, 200, "{hint}");
    let mut answer = json(&hint);
    answer["seat"] = json!(seat);
    for words in ["label", "why"] {
        answer.as_object_mut().unwrap().remove(words);
    }
    server.ok("POST", &format!("{game}/answer"), &answer);
}

fn position(server: &Server, game: &str) -> u64 {
    json(&server.ask("GET", &format!("{game}/view"), None).1)["position"].as_u64().unwrap()
}

/// A question is named by how many answers it follows.
fn position_of(question: &Value) -> u64 {
    question["id"].as_str().unwrap().split('.').next().unwrap().parse().unwrap()
}
