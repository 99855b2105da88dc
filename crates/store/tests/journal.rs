//! What the store promises: numbered answers, take-backs that are kept, errors that leave the game alone.

use kernel::{Answer, Header, Journal, Kind, SeatKind, Seed};
use store::{Game, Page, Status, Store, StoreError};

fn header(seed: &Seed) -> Header {
    Header {
        bocage: kernel::FORMAT,
        system: "toy".into(),
        rules_version: 1,
        module: "ridge".into(),
        scenario: "dawn".into(),
        content: "00".into(),
        options: vec![],
        seats: vec![SeatKind::Human, SeatKind::Computer],
        commitment: seed.commitment(),
        dice: vec![],
    }
}

fn game(id: &str) -> Game {
    let seed = Seed::from_number(7);
    Game {
        id: id.into(),
        title: "Dawn".into(),
        header: header(&seed),
        seed,
        answers: vec![],
        status: Status::default(),
        parent: None,
        created: 1,
        updated: 1,
        take_backs: 0,
    }
}

fn decided(value: u32) -> Answer {
    Answer::number(Kind::Decided, 0, u32::MAX, 9, value)
}

fn fresh() -> (tempfile::TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("deep/bocage.db")).unwrap();
    (folder, store)
}

#[test]
fn what_is_appended_is_loaded() {
    let (_folder, store) = fresh();
    store.create(&game("a")).unwrap();
    let status = Status { turn: "Turn 1".into(), waiting_for: vec![1], over: false, outcome: None };
    store.append("a", 0, &[decided(1), decided(2)], &status, 5).unwrap();
    store.append("a", 2, &[decided(3)], &status, 6).unwrap();
    let loaded = store.load("a").unwrap();
    assert_eq!(loaded.answers, [decided(1), decided(2), decided(3)]);
    assert_eq!((loaded.created, loaded.updated), (1, 6));
    assert_eq!(loaded.status, status);
    assert_eq!(loaded.seed, Seed::from_number(7));
}

#[test]
fn the_second_of_two_writers_is_refused_and_nothing_changes() {
    let (folder, store) = fresh();
    let other = Store::open(&folder.path().join("deep/bocage.db")).unwrap();
    store.create(&game("a")).unwrap();
    store.append("a", 0, &[decided(1)], &Status::default(), 5).unwrap();
    let late = Status { turn: "late".into(), ..Status::default() };
    assert_eq!(
        other.append("a", 0, &[decided(2)], &late, 6),
        Err(StoreError::Conflict { id: "a".into(), from: 0, length: 1 })
    );
    assert_eq!(
        other.append("a", 2, &[decided(2)], &late, 6),
        Err(StoreError::Conflict { id: "a".into(), from: 2, length: 1 })
    );
    let loaded = other.load("a").unwrap();
    assert_eq!(
        (loaded.answers, loaded.status, loaded.updated),
        (vec![decided(1)], Status::default(), 5)
    );
}

#[test]
fn many_writers_at_once_never_both_win() {
    let (folder, store) = fresh();
    store.create(&game("a")).unwrap();
    let path = folder.path().join("deep/bocage.db");
    let won: usize = std::thread::scope(|scope| {
        let writers: Vec<_> = (0..4)
            .map(|seat| {
                let path = &path;
                scope.spawn(move || {
                    let store = Store::open(path).unwrap();
                    let mut won = 0;
                    for n in 0..25 {
                        let mut mine = decided(n as u32);
                        mine.seat = seat;
                        match store.append("a", n, &[mine], &Status::default(), 1) {
                            Ok(()) => won += 1,
                            Err(StoreError::Conflict { .. }) => (),
                            Err(other) => panic!("{other}"),
                        }
                    }
                    won
                })
            })
            .collect();
        writers.into_iter().map(|it| it.join().unwrap()).sum()
    });
    let answers = store.load("a").unwrap().answers;
    assert_eq!(answers.len(), won);
    assert!(answers.iter().enumerate().all(|(n, it)| it.value() == Some(n as u32)));
}

#[test]
fn a_take_back_is_kept() {
    let (_folder, store) = fresh();
    store.create(&game("a")).unwrap();
    let status = Status::default();
    store.append("a", 0, &[decided(1), decided(2), decided(3)], &status, 2).unwrap();
    store.truncate("a", 3, 1, &status, None, 3).unwrap();
    store.append("a", 1, &[decided(4)], &status, 4).unwrap();
    store.truncate("a", 2, 1, &status, None, 5).unwrap();
    let loaded = store.load("a").unwrap();
    assert_eq!((loaded.answers, loaded.take_backs), (vec![decided(1)], 2));
    assert_eq!(store.undone("a").unwrap(), [(1, decided(2)), (2, decided(3)), (1, decided(4))]);
    // Somebody answered in between: the take-back is refused.
    store.append("a", 1, &[decided(5)], &status, 6).unwrap();
    assert!(matches!(
        store.truncate("a", 1, 0, &status, None, 7),
        Err(StoreError::Conflict { length: 2, .. })
    ));
    assert!(matches!(
        store.truncate("a", 2, 3, &status, None, 7),
        Err(StoreError::Conflict { .. })
    ));
}

#[test]
fn the_list_shows_the_latest_first() {
    let (_folder, store) = fresh();
    store.create(&game("a")).unwrap();
    store.create(&game("b")).unwrap();
    store.append("a", 0, &[decided(1)], &Status::default(), 9).unwrap();
    let Page { games: listed, damaged, .. } = store.list(None, 100).unwrap();
    let listed: Vec<_> = listed.iter().map(|it| (it.id.as_str(), it.length)).collect();
    assert_eq!((listed, damaged), (vec![("a", 1), ("b", 0)], vec![]));
}

#[test]
fn a_deleted_game_is_gone_with_its_answers() {
    let (_folder, store) = fresh();
    store.create(&game("a")).unwrap();
    store.append("a", 0, &[decided(1)], &Status::default(), 9).unwrap();
    store.delete("a").unwrap();
    let gone = StoreError::UnknownGame { id: "a".into() };
    assert_eq!(store.delete("a"), Err(gone.clone()));
    assert_eq!(store.load("a").unwrap_err(), gone);
    assert_eq!(store.append("a", 1, &[decided(1)], &Status::default(), 9), Err(gone.clone()));
    assert_eq!(store.invite("a", 0, [1; 32]), Err(gone));
    store.create(&game("a")).unwrap();
    assert_eq!(store.load("a").unwrap().answers, []);
    assert_eq!(store.create(&game("a")), Err(StoreError::Exists { id: "a".into() }));
}

#[test]
fn a_fork_has_its_own_dice_and_says_from_where() {
    let (_folder, store) = fresh();
    store.create(&game("a")).unwrap();
    store.append("a", 0, &[decided(1), decided(2)], &Status::default(), 2).unwrap();
    let fork = store.fork("a", vec![decided(1)], "b", Seed::from_number(8), 3).unwrap();
    assert_eq!(store.load("b").unwrap(), fork);
    assert_eq!(fork.answers, [decided(1)]);
    assert_eq!(fork.parent.as_deref(), Some("a"));
    assert_eq!(fork.header.options, ["dice-from=1"]);
    assert_eq!(fork.header.commitment, Seed::from_number(8).commitment());
    assert!(matches!(
        store.fork("a", vec![decided(1); 3], "c", Seed::from_number(9), 3),
        Err(StoreError::Conflict { .. })
    ));
    assert_eq!(store.load("a").unwrap().answers.len(), 2);
}

#[test]
fn a_file_goes_out_and_comes_back() {
    let (_folder, store) = fresh();
    store.create(&game("a")).unwrap();
    store.append("a", 0, &[decided(1)], &Status::default(), 2).unwrap();
    let file = store.export("a").unwrap();
    assert_eq!(file.seed, None, "the dice to come stay secret");
    let text = serde_json::to_string(&file).unwrap();
    let again: Journal = serde_json::from_str(&text).unwrap();
    let imported = store.import(again, "b", "Dawn", Seed::from_number(8), 3).unwrap();
    assert_eq!(imported.header.options, ["dice-from=1"]);

    let over = Status { over: true, ..Status::default() };
    store.append("a", 1, &[decided(2)], &over, 2).unwrap();
    let file = store.export("a").unwrap();
    assert_eq!(file.seed, Some(Seed::from_number(7)));
    let seed = file.seed.clone().unwrap();
    let imported = store.import(file, "c", "Dawn", seed, 3).unwrap();
    assert_eq!(imported.header, game("a").header);
}

#[test]
fn invitations_are_replaced() {
    let (_folder, store) = fresh();
    store.create(&game("a")).unwrap();
    store.invite("a", 0, [1; 32]).unwrap();
    store.invite("a", 1, [2; 32]).unwrap();
    store.invite("a", 0, [3; 32]).unwrap();
    assert_eq!(store.invites("a").unwrap(), [(0, [3; 32]), (1, [2; 32])]);
}

#[test]
fn a_file_that_is_no_database_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bocage.db");
    std::fs::write(
        &path,
        "this is not a database, it is a sentence, and a rather long one at that",
    )
    .unwrap();
    let Err(error) = Store::open(&path) else { panic!("opened") };
    assert!(matches!(error, StoreError::Corrupt { .. }), "{error:?}");
    assert!(error.to_string().contains("bocage.db is damaged"), "{error}");
}

#[test]
fn a_torn_write_ahead_log_loses_nothing_committed_before_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bocage.db");
    let store = Store::open(&path).unwrap();
    store.create(&game("a")).unwrap();
    for n in 0..10 {
        store.append("a", n, &[decided(n as u32)], &Status::default(), 2).unwrap();
    }
    // Half a frame of garbage at the end of the log, as a power cut leaves it, in a copy taken while it is open.
    let torn = folder.path().join("torn");
    std::fs::create_dir(&torn).unwrap();
    std::fs::copy(&path, torn.join("bocage.db")).unwrap();
    let mut log = std::fs::read(folder.path().join("bocage.db-wal")).unwrap();
    log.extend([0xA5; 2000]);
    std::fs::write(torn.join("bocage.db-wal"), log).unwrap();
    let store = Store::open(&torn.join("bocage.db")).unwrap();
    assert_eq!(store.load("a").unwrap().answers.len(), 10);
}

#[test]
fn a_long_list_comes_page_by_page() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("bocage.db")).unwrap();
    // Three of them were changed in the same moment.
    for (n, updated) in [1, 2, 2, 2, 3, 4, 5].into_iter().enumerate() {
        let mut one = game(&n.to_string());
        (one.created, one.updated) = (updated, updated);
        store.create(&one).unwrap();
    }
    let mut after = None;
    let mut found = Vec::new();
    let mut pages = Vec::new();
    loop {
        let page = store.list(after.as_ref(), 3).unwrap();
        pages.push(page.games.len());
        found.extend(page.games.into_iter().map(|it| it.id));
        after = page.next;
        if after.is_none() {
            break;
        }
    }
    assert_eq!(found, ["6", "5", "4", "1", "2", "3", "0"]);
    assert_eq!(pages, [3, 3, 1]);
    // As many as there are: nothing comes after them.
    assert_eq!(store.list(None, 7).unwrap().next, None);
}
