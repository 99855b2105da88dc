//! While one side drafts, seals and thinks again, nothing the other side can get changes, byte for byte: not its view,
//! log, question or errors, not the list, not the journal, and nothing is pushed to it.

mod served;

use serde_json::{Value, json};
use served::{Server, json};

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
        let (_, view) = server.ask("GET", &format!("{game}/view?seat={seat}"), None);
        let undo = json!({ "seat": seat, "position": json(&view)["position"] });
        let (status, said) = server.ask("POST", &format!("{game}/undo"), Some(&undo));
        assert_eq!((status, json(&said)["error"]["code"].as_str()), (409, Some("undo")), "{said}");
    }
    let unseal = json!({ "seat": 0, "question": id });
    assert_ne!(server.ask("POST", &format!("{game}/unseal"), Some(&unseal)).0, 200);
    let (_, draft) = server.ask("GET", &format!("{game}/draft?seat=0"), None);
    assert!(json(&draft)["draft"].is_null(), "{draft}");
}
