//! What stands beside a journal: sealed values, drafts, standing orders; and a database of format 1.

use kernel::{Answer, FORMAT, Header, Kind, SeatKind, Seed};
use store::{Game, Page, Sealed, Status, Store};

fn game(id: &str) -> Game {
    let seed = Seed::from_number(7);
    let header = Header {
        bocage: FORMAT,
        system: "toy".into(),
        rules_version: 1,
        module: "ridge".into(),
        scenario: "dawn".into(),
        content: "00".into(),
        options: vec![],
        seats: vec![SeatKind::Human, SeatKind::Human],
        commitment: seed.commitment(),
        dice: vec![],
    };
    Game {
        id: id.into(),
        title: "Dawn".into(),
        header,
        seed,
        answers: vec![],
        status: Status::default(),
        parent: None,
        created: 1,
        updated: 1,
        take_backs: 0,
    }
}

fn fresh() -> (tempfile::TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("bocage.db")).unwrap();
    store.create(&game("a")).unwrap();
    (folder, store)
}

fn sealed(seat: u8, plan: &str) -> Sealed {
    Sealed { seat, question: "0.0.1".into(), plan: plan.into() }
}

fn declared(seat: u8) -> Answer {
    Answer::of_plan(Kind::Declared, seat, 9, r#"[{"formation":1,"when":"next"}]"#.into())
}

#[test]
fn plans_and_standing_orders_come_back_as_they_were_written() {
    let (folder, store) = fresh();
    let mut ordered = Answer::number(Kind::Decided, 0, 7, 3, 2);
    ordered.ordered = true;
    let proposed = Answer::of_plan(Kind::Proposed, 1, 8, "[1,2]".into());
    let answers = [ordered, proposed, declared(0), Answer::number(Kind::Secret, 1, 9, 4, 3)];
    store.append("a", 0, &answers, &Status::default(), 2).unwrap();
    assert_eq!(store.load("a").unwrap().answers, answers);
    store.truncate("a", 4, 1, &Status::default(), None, 3).unwrap();
    let undone: Vec<Answer> = store.undone("a").unwrap().into_iter().map(|it| it.1).collect();
    assert_eq!(undone, answers[1..]);
    drop(store);
    let store = Store::open(&folder.path().join("bocage.db")).unwrap();
    assert_eq!(store.load("a").unwrap().answers, answers[..1]);
    assert_eq!(store.export("a").unwrap().answers, answers[..1]);
}

#[test]
fn a_seal_is_kept_until_all_are_in_and_shows_nowhere() {
    let (folder, store) = fresh();
    let before = (
        store.load("a").unwrap(),
        store.list(None, 100).unwrap().games,
        store.export("a").unwrap(),
    );
    store.seal("a", &sealed(1, "[1]")).unwrap();
    store.seal("a", &sealed(1, "[2]")).unwrap();
    store.seal("a", &sealed(0, "[]")).unwrap();
    store.draft("a", 0, "0.0.1", Some("{}")).unwrap();
    store.order("a", 0, Some("{}")).unwrap();
    let after = (
        store.load("a").unwrap(),
        store.list(None, 100).unwrap().games,
        store.export("a").unwrap(),
    );
    assert_eq!(before, after, "neither the game nor the list shows anything");
    drop(store);
    let store = Store::open(&folder.path().join("bocage.db")).unwrap();
    assert_eq!(store.sealed("a").unwrap(), [sealed(0, "[]"), sealed(1, "[2]")]);
    store.unseal("a", 0).unwrap();
    assert_eq!(store.sealed("a").unwrap(), [sealed(1, "[2]")]);
    // An append that fails leaves the seals; one that succeeds takes them along.
    store.append("a", 5, &[declared(0)], &Status::default(), 2).unwrap_err();
    assert_eq!(store.sealed("a").unwrap().len(), 1);
    store.append("a", 0, &[declared(0), declared(1)], &Status::default(), 2).unwrap();
    assert_eq!(store.sealed("a").unwrap(), []);
    assert_eq!(store.drafted("a", 0, "0.0.1").unwrap(), None);
    assert_eq!(store.orders("a").unwrap(), [(0, "{}".into())], "orders stand");
    store.seal("nobody", &sealed(0, "[]")).unwrap_err();
}

#[test]
fn a_draft_is_of_one_seat_and_one_question() {
    let (_folder, store) = fresh();
    store.draft("a", 1, "4.1.f", Some("[1]")).unwrap();
    store.draft("a", 1, "4.1.f", Some("[1,2]")).unwrap();
    assert_eq!(store.drafted("a", 1, "4.1.f").unwrap().as_deref(), Some("[1,2]"));
    assert_eq!(store.drafted("a", 1, "5.1.f").unwrap(), None);
    assert_eq!(store.drafted("a", 0, "4.1.f").unwrap(), None);
    store.draft("a", 1, "4.1.f", None).unwrap();
    assert_eq!(store.drafted("a", 1, "4.1.f").unwrap(), None);
    store.order("a", 1, Some("hold")).unwrap();
    store.order("a", 1, None).unwrap();
    assert_eq!(store.orders("a").unwrap(), []);
    store.seal("a", &sealed(1, "[]")).unwrap();
    store.delete("a").unwrap();
    assert_eq!(store.sealed("a").unwrap(), []);
}

/// Made by the program as it was before there were plans.
#[test]
fn a_database_of_format_1_is_brought_up_to_date() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bocage.db");
    let old = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stored/format-1.sqlite");
    std::fs::copy(old, &path).unwrap();
    for _ in 0..2 {
        let store = Store::open(&path).unwrap();
        let Page { games: listed, damaged, .. } = store.list(None, 100).unwrap();
        assert!(damaged.is_empty());
        let lengths: Vec<_> =
            listed.iter().map(|it| (it.header.scenario.as_str(), it.length)).collect();
        assert_eq!(lengths, [("hillman", 50), ("ridge", 5)]);
        let hillman = store.load(&listed[0].id).unwrap();
        assert_eq!((hillman.header.bocage, hillman.answers.len(), hillman.take_backs), (1, 50, 2));
        assert_eq!(store.undone(&listed[0].id).unwrap().len(), 2);
        assert_eq!(store.invites(&listed[0].id).unwrap().len(), 1);
        assert_eq!(hillman.into_journal().header.bocage, FORMAT);
        let ridge = store.load(&listed[1].id).unwrap();
        assert!(ridge.answers.iter().any(|it| it.kind == Kind::Secret && it.value() == Some(1)));
        assert!(ridge.answers.iter().all(|it| !it.ordered && it.plan().is_none()));
        assert!(store.sealed(&listed[1].id).unwrap().is_empty());
    }
}
