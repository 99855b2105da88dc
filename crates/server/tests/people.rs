//! People at a table: what they say, what they note, what they call the game, and what they agree to take back.

mod toy;

use serde_json::json;
use server::HallConfig;
use toy::room::{Room, request};

#[tokio::test]
async fn what_is_said_is_heard_and_what_is_noted_is_not() {
    let room = Room::new();
    let id = room.start("dawn", ["human", "computer"]).await;
    let path = format!("/api/games/{id}");
    let say = |seat: u8, text: &str| json!({ "seat": seat, "text": text });
    assert_eq!(room.post(&format!("{path}/chat"), &say(0, " Hello ")).await.ok()["said"], 1);
    assert_eq!(
        room.post(&format!("{path}/chat"), &say(0, " ")).await.error(),
        (422, "invalid".into())
    );
    let long = say(0, &"x".repeat(1_001));
    assert_eq!(room.post(&format!("{path}/chat"), &long).await.error(), (422, "invalid".into()));
    let computer = room.post(&format!("{path}/chat"), &say(1, "Hello")).await;
    assert_eq!(computer.error(), (403, "computers_seat".into()));
    let room = room.restarted();
    let said = room.get(&format!("{path}/chat")).await.ok();
    assert_eq!((said[0]["text"].as_str(), said[0]["seat"].as_u64()), (Some("Hello"), Some(0)));
    assert_eq!(room.get(&format!("{path}/chat?from=1")).await.ok(), json!([]));

    let put = |what: &str, body: &serde_json::Value| {
        let request = request("PUT", &format!("{path}/{what}"));
        let request = request.header("content-type", "application/json");
        request.body(axum::body::Body::from(body.to_string())).unwrap()
    };
    assert_eq!(room.send(put("note", &say(0, "hold the wood"))).await.status.as_u16(), 204);
    assert_eq!(room.get(&format!("{path}/note?seat=0")).await.ok()["text"], "hold the wood");
    let other = room.get(&format!("{path}/note?seat=1")).await;
    assert_eq!(other.error(), (403, "computers_seat".into()));
    assert_eq!(room.send(put("title", &json!({ "title": "Our game" }))).await.status.as_u16(), 204);
    assert_eq!(room.get("/api/games").await.ok()[0]["title"], "Our game");
    let empty = room.send(put("title", &json!({ "title": " " }))).await;
    assert_eq!(empty.error(), (422, "invalid".into()));
}

#[tokio::test]
async fn a_note_is_for_who_holds_the_seat() {
    let config = HallConfig { open_to_network: true, ..HallConfig::default() };
    let mut room = Room::with(config);
    room.peer = Some("203.0.113.7:5000".parse().unwrap());
    let wanted = json!({ "system": "toy", "module": "box", "scenario": "dawn", "seats": ["human", "human"] });
    let made = room.post("/api/games", &wanted).await.ok();
    let path = format!("/api/games/{}", made["id"].as_str().unwrap());
    let token = made["seats"][1]["token"].as_str().unwrap();
    assert_eq!(room.get(&format!("{path}/note?seat=0")).await.error(), (403, "needs_token".into()));
    let with = |seat: u8| format!("{path}/note?seat={seat}&token={token}");
    assert_eq!(room.get(&with(0)).await.error(), (403, "wrong_token".into()));
    assert_eq!(room.get(&with(1)).await.ok()["text"], "");
    let say = json!({ "seat": 0, "text": "it is me" });
    assert_eq!(room.post(&format!("{path}/chat"), &say).await.error(), (403, "needs_token".into()));
}

#[tokio::test]
async fn a_die_is_taken_back_by_consent_and_falls_anew() {
    let room = Room::new();
    let id = room.start("dawn", ["human", "human"]).await;
    let path = format!("/api/games/{id}/back");
    room.answer(&id, 0, "q1", toy::ROLL).await.ok();
    let ask = json!({ "seat": 0, "position": 3 });
    let undo = room.post(&format!("/api/games/{id}/undo"), &ask).await;
    assert_eq!(undo.error(), (409, "undo".into()), "not by oneself");
    assert_eq!(room.post(&path, &json!({ "seat": 0, "position": 2 })).await.error().1, "stale");
    assert_eq!(room.post(&path, &ask).await.status.as_u16(), 204);
    let put = |seat: u8, yes: bool| {
        let request = request("PUT", &path).header("content-type", "application/json");
        let body = json!({ "seat": seat, "yes": yes }).to_string();
        request.body(axum::body::Body::from(body)).unwrap()
    };
    // Not by who asks, and not once it was refused.
    assert_eq!(room.send(put(0, true)).await.error(), (422, "invalid".into()));
    assert_eq!(room.send(put(1, false)).await.status.as_u16(), 204);
    assert_eq!(room.send(put(1, true)).await.error(), (422, "invalid".into()));
    assert_eq!(room.view(&id, 0).await["position"], 3);
    assert_eq!(room.post(&path, &ask).await.status.as_u16(), 204);
    assert_eq!(room.send(put(1, true)).await.status.as_u16(), 204);
    let view = room.view(&id, 0).await;
    assert_eq!((&view["position"], &view["question"]["id"]), (&json!(1), &json!("q1b1")));

    // The dice to come are others, and can be derived all the same.
    let question = |view: &serde_json::Value| view["question"]["id"].as_str().map(str::to_string);
    for _ in 0..toy::DECISIONS {
        for seat in [0, 1] {
            if let Some(asked) = question(&room.view(&id, seat).await) {
                room.answer(&id, seat, &asked, toy::ROLL).await.ok();
            }
        }
    }
    let journal = room.get(&format!("/api/games/{id}/journal")).await.ok();
    assert_eq!(
        journal["header"]["dice"],
        json!([{ "from": 1, "with": "take-back 1 to 1" }]),
        "{journal}"
    );
    let journal: kernel::Journal = serde_json::from_value(journal).unwrap();
    assert_eq!(server::verify(&journal).unwrap().unwrap().throws, 1 + toy::DECISIONS);
    let over = room.post(&path, &json!({ "seat": 0, "position": journal.answers.len() })).await;
    assert_eq!(over.error(), (409, "undo".into()));
}

#[tokio::test]
async fn nobody_agrees_where_nobody_else_plays() {
    let room = Room::new();
    let id = room.start("dawn", ["human", "computer"]).await;
    room.answer(&id, 0, "q1", toy::ROLL).await.ok();
    let asked =
        room.post(&format!("/api/games/{id}/back"), &json!({ "seat": 0, "position": 3 })).await;
    assert_eq!(asked.error(), (422, "invalid".into()));
}
