//! A game outlives its module: it goes on with what it was loaded from.

mod toy;

use serde_json::{Value, json};
use toy::ToyShelf;
use toy::room::Room;

/// A room whose module has been given this text, and a game in it of two answers.
async fn begun(text: &str) -> (Room, String) {
    let room = Room::new().restarted_with(ToyShelf::of(text));
    let id = room.start("dawn", ["human", "human"]).await;
    room.answer(&id, 0, "q1", 0).await.ok();
    (room, id)
}

#[tokio::test]
async fn a_changed_comment_locks_no_game() {
    let (room, id) = begun("# one").await;
    let room = room.restarted_with(ToyShelf::of("# another"));
    assert_eq!(room.view(&id, 0).await["position"], 2);
    room.answer(&id, 0, "q2", 0).await.ok();
    let compared = room.get(&format!("/api/games/{id}/content")).await.ok();
    assert_eq!((&compared["kept"], &compared["same"]), (&json!(true), &json!(false)));
    assert_eq!(compared["changed"], json!([{ "path": "toy/box/module.toml", "how": "changed" }]));
    // A new game has what is there now; the old one keeps its own.
    let new = room.start("dawn", ["human", "human"]).await;
    let content = |journal: Value| journal["header"]["content"].clone();
    let old = content(room.get(&format!("/api/games/{id}/journal")).await.ok());
    let new = content(room.get(&format!("/api/games/{new}/journal")).await.ok());
    assert_ne!(old, new);
}

#[tokio::test]
async fn a_game_may_take_the_new_files() {
    let (room, id) = begun("# one").await;
    let room = room.restarted_with(ToyShelf::of("# another"));
    let path = format!("/api/games/{id}");
    assert_eq!(room.post(&format!("{path}/renew"), &json!({})).await.status.as_u16(), 204);
    let compared = room.get(&format!("{path}/content")).await.ok();
    assert_eq!((&compared["same"], &compared["changed"]), (&json!(true), &json!([])));
    room.answer(&id, 0, "q2", 0).await.ok();
}

#[tokio::test]
async fn a_journal_brings_its_files_along() {
    let (room, id) = begun("# one").await;
    let journal = room.get(&format!("/api/games/{id}/journal")).await.ok();
    assert_eq!(journal["files"], json!({ "toy/box/module.toml": "# one" }));
    // On another machine with other files.
    let other = Room::new().restarted_with(ToyShelf::of("# elsewhere"));
    let made = other.post("/api/games/import", &journal).await.ok();
    let there = made["id"].as_str().unwrap();
    other.answer(there, 0, "q2", 0).await.ok();
    // It has kept them: the next start plays on, and so does a fork.
    let other = other.restarted_with(ToyShelf::of("# elsewhere again"));
    other.answer(there, 1, "q3", 0).await.ok();
    let fork = other.post(&format!("/api/games/{there}/fork"), &json!({ "at": 2 })).await.ok();
    assert_eq!(other.view(fork["id"].as_str().unwrap(), 0).await["position"], 2);
    // Files that are not those it was played with are none of its.
    let mut wrong = journal.clone();
    wrong["files"] = json!({ "toy/box/module.toml": "# two" });
    let other = Room::new();
    assert_eq!(other.post("/api/games/import", &wrong).await.error(), (422, "journal".into()));
}

#[tokio::test]
async fn a_game_that_cannot_be_opened_can_be_taken_away_and_says_why() {
    let (room, id) = begun("# one").await;
    let path = format!("/api/games/{id}");
    // As stored by a program that kept no files.
    let database = room.folder.path().join("bocage.db");
    let store = store::Store::open(&database).unwrap();
    let mut game = store.load(&id).unwrap();
    game.header.content = "lost".into();
    store.set_header(&id, game.answers.len(), &game.header).unwrap();
    let room = room.restarted_with(ToyShelf::of("# another"));
    let said = room.get(&format!("{path}/view")).await;
    assert_eq!(said.error(), (422, "journal".into()));
    let journal = room.get(&format!("{path}/journal")).await.ok();
    assert_eq!(journal["answers"].as_array().unwrap().len(), 2);
    let compared = room.get(&format!("{path}/content")).await.ok();
    assert_eq!((&compared["kept"], &compared["same"]), (&json!(false), &json!(false)));
    assert_eq!(room.post(&format!("{path}/renew"), &json!({})).await.status.as_u16(), 204);
    assert_eq!(room.view(&id, 0).await["position"], 2);
}
