//! The dice: committed to, contributed to, and derived again.

mod toy;

use kernel::Journal;
use serde_json::{Value, json};
use toy::room::Room;

fn wanted() -> Value {
    json!({ "system": "toy", "module": "box", "scenario": "dawn", "seats": ["human", "human"] })
}

/// Play to the end, a die at every decision.
async fn finish(room: &Room, id: &str) -> Journal {
    for _ in 0..toy::DECISIONS {
        for seat in [0, 1] {
            let view = room.view(id, seat).await;
            if let Some(question) = view["question"]["id"].as_str() {
                room.answer(id, seat, question, toy::ROLL).await.ok();
            }
        }
    }
    let journal = room.get(&format!("/api/games/{id}/journal")).await.ok();
    serde_json::from_value(journal).unwrap()
}

#[tokio::test]
async fn words_for_the_dice_follow_their_commitment_and_stand_in_the_journal() {
    let room = Room::new();
    let promised = room.post("/api/dice", &json!({})).await.ok()["commitment"].clone();
    let with = |commitment: &Value, words: &str| {
        let mut body = wanted();
        body["contribution"] = json!(words);
        body["commitment"] = commitment.clone();
        body
    };
    // Words before the secret is drawn prove nothing, and a secret is used once.
    let mut early = wanted();
    early["contribution"] = json!("my words");
    assert_eq!(room.post("/api/games", &early).await.error(), (422, "invalid".into()));
    let unknown = json!("00".repeat(32));
    let refused = room.post("/api/games", &with(&unknown, "my words")).await;
    assert_eq!(refused.error(), (422, "invalid".into()));
    let made = room.post("/api/games", &with(&promised, "my words")).await.ok();
    let refused = room.post("/api/games", &with(&promised, "my words")).await;
    assert_eq!(refused.error(), (422, "invalid".into()));

    let id = made["id"].as_str().unwrap();
    let head = room.get(&format!("/api/games/{id}/head")).await.ok();
    assert_eq!(head["commitment"], promised, "words do not change what was promised");
    // The other player adds his before his first decision, and only once.
    let path = format!("/api/games/{id}/contribute");
    let words = |seat: u8| json!({ "seat": seat, "with": "other words" });
    assert_eq!(room.post(&path, &words(0)).await.error(), (409, "contributed".into()));
    room.answer(id, 0, "q1", toy::ROLL).await.ok();
    assert_eq!(room.post(&path, &words(1)).await.status.as_u16(), 204);
    assert_eq!(room.post(&path, &words(1)).await.error(), (409, "contributed".into()));
    let journal = finish(&room, id).await;
    assert_eq!(
        serde_json::to_value(&journal.header.dice).unwrap(),
        json!([
            { "from": 0, "seat": 0, "with": "my words" },
            { "from": 2, "seat": 1, "with": "other words" },
        ])
    );
    let verified = server::verify(&journal).unwrap().unwrap();
    assert_eq!((verified.throws, verified.contributions), (1 + toy::DECISIONS, 2));
    // Other words would have given other dice.
    let mut altered = journal.clone();
    altered.header.dice[1].with = "nicer words".into();
    assert!(server::verify(&altered).is_err());
    let mut altered = journal;
    altered.header.dice.clear();
    assert!(server::verify(&altered).is_err());
}

#[tokio::test]
async fn words_come_before_the_first_decision_of_their_seat() {
    let room = Room::new();
    let id = room.start("dawn", ["human", "computer"]).await;
    room.answer(&id, 0, "q1", 0).await.ok();
    let path = format!("/api/games/{id}/contribute");
    let words = |seat: u8| json!({ "seat": seat, "with": "words" });
    assert_eq!(room.post(&path, &words(0)).await.error(), (409, "contributed".into()));
    assert_eq!(room.post(&path, &words(1)).await.error(), (403, "computers_seat".into()));
}

#[tokio::test]
async fn a_finished_game_goes_nowhere() {
    let room = Room::new();
    let id = room.start("dawn", ["human", "human"]).await;
    let journal = finish(&room, &id).await;
    assert!(journal.seed.is_some());
    let path = format!("/api/games/{id}");
    for seat in [0, 1] {
        let undo = json!({ "seat": seat, "position": journal.answers.len() });
        assert_eq!(room.post(&format!("{path}/undo"), &undo).await.status.as_u16(), 409);
        let words = json!({ "seat": seat, "with": "words" });
        let late = room.post(&format!("{path}/contribute"), &words).await;
        assert_eq!(late.error(), (409, "over".into()));
    }
    let after = room.get(&format!("{path}/journal")).await.ok();
    assert_eq!(serde_json::from_value::<Journal>(after).unwrap(), journal);
}
