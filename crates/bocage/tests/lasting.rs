//! A stored game goes on with the files it began with, whatever becomes of them.

mod served;

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use served::Server;

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// Some answers, as the computer would give them.
fn play_on(server: &Server, game: &str, answers: usize) {
    for _ in 0..answers {
        let seat = (0..2).find(|it| !server.question(game, *it).is_null()).unwrap();
        let (_, hint) = server.ask("GET", &format!("{game}/hint?seat={seat}"), None);
        let hint = served::json(&hint);
        let mut answer = json!({ "seat": seat, "question": hint["question"] });
        for given in ["option", "plan"] {
            if !hint[given].is_null() {
                answer[given] = hint[given].clone();
            }
        }
        server.ok("POST", &format!("{game}/answer"), &answer);
    }
}

#[test]
fn a_changed_comment_locks_no_game_and_a_lost_module_neither() {
    let folder = tempfile::tempdir().unwrap();
    let modules = folder.path().join("modules");
    let ours = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../systems/toy/modules");
    copy(&ours, &modules);
    let data = folder.path().join("data");
    let at = ["--modules", modules.to_str().unwrap()];
    let server = Server::start_with(&data, &at);
    let (_, all) = server.ask("GET", "/api/modules", None);
    let all = served::json(&all);
    let toy = all.as_array().unwrap().iter().find(|it| it["system"] == "toy").unwrap();
    let wanted = json!({
        "system": "toy",
        "module": toy["module"],
        "scenario": toy["scenarios"][0]["key"],
        "seats": ["human", "human"],
    });
    let made = served::json(&server.ok("POST", "/api/games", &wanted));
    let game = format!("/api/games/{}", made["id"].as_str().unwrap());
    play_on(&server, &game, 3);
    drop(server);

    // A comment.
    let key = toy["module"].as_str().unwrap();
    let file = modules.join("toy").join(key).join("module.toml");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, format!("# Somebody explains something.\n{text}")).unwrap();
    let server = Server::start_with(&data, &at);
    play_on(&server, &game, 2);
    let (_, compared) = server.ask("GET", &format!("{game}/content"), None);
    let compared = served::json(&compared);
    assert_eq!(
        compared["changed"],
        json!([{ "path": format!("toy/{key}/module.toml"), "how": "changed" }])
    );
    drop(server);

    // The whole module.
    let server = Server::start(&data);
    let (_, left) = server.ask("GET", "/api/modules", None);
    assert!(!left.contains("\"toy\""), "the module is gone: {left}");
    play_on(&server, &game, 2);
    let (status, journal) = server.ask("GET", &format!("{game}/journal"), None);
    assert_eq!(status, 200);

    // The file brings all it needs: the report is printed without the module.
    let file = folder.path().join("game.json");
    std::fs::write(&file, &journal).unwrap();
    let shown = Command::new(env!("CARGO_BIN_EXE_bocage"))
        .args(["replay", file.to_str().unwrap(), "--json"])
        .output()
        .unwrap();
    assert!(shown.status.success(), "{}", String::from_utf8_lossy(&shown.stdout));
    let journal: Value = served::json(&journal);
    let (status, again) = server.ask("POST", "/api/games/import", Some(&journal));
    assert_eq!(status, 201, "{again}");
}
