//! Care of the file: copies, one server at a time, all in one file.

use kernel::{Answer, Header, Kind, SeatKind, Seed};
use store::{FolderLock, Game, Status, Store, StoreError};

fn game(id: &str) -> Game {
    let seed = Seed::from_number(7);
    Game {
        id: id.into(),
        title: "Dawn".into(),
        header: Header {
            bocage: kernel::FORMAT,
            system: "toy".into(),
            rules_version: 1,
            module: "ridge".into(),
            scenario: "dawn".into(),
            content: "00".into(),
            options: vec![],
            seats: vec![SeatKind::Human],
            commitment: seed.commitment(),
            dice: vec![],
        },
        seed,
        answers: vec![Answer::number(Kind::Decided, 0, 1, 9, 3)],
        status: Status::default(),
        parent: None,
        created: 1,
        updated: 1,
        take_backs: 0,
    }
}

#[test]
fn a_copy_is_whole_while_others_write() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("bocage.db")).unwrap();
    store.create(&game("a")).unwrap();
    let copy = folder.path().join("copy.db");
    store.backup(&copy).unwrap();
    store.create(&game("b")).unwrap();
    let copied = Store::open(&copy).unwrap();
    assert_eq!(copied.load("a").unwrap(), game("a"));
    assert_eq!((copied.count().unwrap(), store.count().unwrap()), (1, 2));
    // Never over a file that is there.
    assert!(matches!(store.backup(&copy), Err(StoreError::CannotOpen { .. })));
}

#[test]
fn after_a_checkpoint_the_one_file_has_everything() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bocage.db");
    let store = Store::open(&file).unwrap();
    store.create(&game("a")).unwrap();
    store.checkpoint().unwrap();
    store.check().unwrap();
    let alone = folder.path().join("alone.db");
    std::fs::copy(&file, &alone).unwrap();
    assert_eq!(Store::open(&alone).unwrap().load("a").unwrap(), game("a"));
}

#[test]
fn a_folder_has_one_server() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bocage.db");
    let lock = FolderLock::take(&file).unwrap();
    let second = FolderLock::take(&file).unwrap_err();
    assert!(matches!(second, StoreError::InUse { .. }));
    assert!(second.to_string().contains("another Bocage"), "{second}");
    drop(lock);
    FolderLock::take(&file).unwrap();
}
