//! Answers that are values: judged, sealed, stored, and refused by name.

mod toy;

use kernel::{
    Answer, First, Given, Header, Item, Journal, JournalError, Kind, LONGEST_PLAN, Last, Never,
    Odds, Playout, Prefix, Reply, Rng, Rules, Seed, Session, Solve, Status, Undo, Unfit, read_plan,
};
use serde_json::{Value, json};
use toy::{Duel, Plan, Side, plan, rule};

fn open(journal: Vec<Answer>) -> Session<Duel> {
    Session::open(Duel::new(), journal, &Seed::from_number(3)).expect("fits")
}

/// All that anybody but the seat itself can get.
fn seen(session: &Session<Duel>) -> String {
    let pending = session.pending().map(|it| format!("{it:?}"));
    let undo = [0, 1].map(|it| session.undo_to(it, |_| true));
    format!("{:?} {:?} {:?} {undo:?} {pending:?}", session.journal(), session.log(), session.now())
}

#[test]
fn a_sealed_value_changes_nothing_before_all_are_in_and_stays_after() {
    let dice = Seed::from_number(3);
    let mut session = open(Vec::new());
    let before = seen(&session);
    assert_eq!(session.seal(1, Plan::Bid(2), &dice), Ok([].as_slice()));
    assert_eq!(seen(&session), before);
    assert_eq!(session.sealed(1), Some(&Plan::Bid(2)));
    // It can be thought over, and sealed anew.
    assert!(session.unseal(1));
    assert!(!session.unseal(1));
    assert_eq!(seen(&session), before);
    session.seal(1, Plan::Bid(7), &dice).expect("no ready value, but the judge accepts it");
    session.seal(1, Plan::Bid(5), &dice).expect("a later seal replaces the earlier");
    assert_eq!(seen(&session), before);
    let new = session.seal(0, Plan::Bid(4), &dice).expect("Red bids").to_vec();
    // In the order of the asks, not in the order they came.
    let kinds: Vec<_> = new.iter().map(|it| (it.kind, it.seat, it.plan().unwrap_or("-"))).collect();
    assert_eq!(kinds, [(Kind::Declared, 0, r#"{"bid":4}"#), (Kind::Declared, 1, r#"{"bid":5}"#)]);
    assert_eq!(session.now().bids, Some([4, 5]));
    assert_eq!(session.now().active, Side::Blue);
    assert_eq!((session.sealed(0), session.sealed(1)), (None, None));
    assert!(!session.unseal(1));
    for seat in [0, 1] {
        assert_eq!(session.undo_to(seat, |_| true), Err(Undo::DieOrReveal));
    }
}

#[test]
fn taking_back_what_led_to_a_declaration_breaks_its_seals() {
    // Nothing precedes the toy's declaration; the journal is taken back to where it stands already.
    let dice = Seed::from_number(3);
    let mut session = open(Vec::new());
    session.seal(1, Plan::Bid(2), &dice).expect("seals");
    session.truncate(0, &dice);
    assert_eq!(session.sealed(1), None);
}

#[test]
fn the_judge_names_the_statement_and_the_place() {
    let dice = Seed::from_number(3);
    let mut session = open(Vec::new());
    let before = seen(&session);
    let refused = session.seal(0, Plan::Bid(10), &dice).expect_err("too much");
    assert!(
        matches!(&refused, Unfit::Objected(it) if it.rule == rule::BID && it.at == "/bid"),
        "{refused}"
    );
    assert_eq!(seen(&session), before);
    assert_eq!(session.sealed(0), None);
    let mut session = bidden();
    session.answer(0, &Reply::Option(1), &dice).expect("takes cover");
    let before = seen(&session);
    let refused = session.answer(0, &plan(&Plan::Way(vec![1, 2, 2])), &dice).expect_err("stumbles");
    assert!(matches!(&refused, Unfit::Objected(it) if it.at == "/way/2"), "{refused}");
    assert_eq!(seen(&session), before);
    session.answer(0, &plan(&Plan::Way(vec![2, 3, 2])), &dice).expect("not ready made, but right");
    assert_eq!(session.now().paces, [7, 0]);
}

fn bidden() -> Session<Duel> {
    let mut session = open(Vec::new());
    for (seat, bid) in [(0, 2), (1, 1)] {
        session.seal(seat, Plan::Bid(bid), &Seed::from_number(3)).expect("bids");
    }
    session
}

#[test]
fn hostile_values_are_refused_by_name_and_nothing_changes() {
    let dice = Seed::from_number(3);
    let mut session = open(Vec::new());
    let before = seen(&session);
    let mut deep = json!([]);
    for _ in 0..60 {
        deep = json!([deep]);
    }
    let long = json!({ "way": vec![1; LONGEST_PLAN] });
    let wrong: [(Value, &str); 6] = [
        (json!(null), "not a value"),
        (json!({ "bid": "two" }), "invalid type: string \"two\""),
        (json!({ "bid": 300 }), "300"),
        (json!({ "bid": 1, "way": [] }), "not a value"),
        (deep, "more than 32 deep"),
        (long, "at most 65536 bytes"),
    ];
    for (value, why) in wrong {
        let refused = session.answer(0, &Reply::Plan(value), &dice).expect_err(why);
        assert!(refused.to_string().contains(why), "{refused}");
        assert!(matches!(refused, Unfit::NotAValue { .. } | Unfit::TooLarge { .. }), "{refused:?}");
        assert_eq!(seen(&session), before);
    }
    let none = read_plan::<Never>(&json!({})).expect_err("there is no such value");
    assert!(none.to_string().contains("asks for no free answers"), "{none}");
}

#[test]
fn a_tape_is_judged_like_a_person() {
    let mut journal = bidden().journal().to_vec();
    journal[1].given = Given::Plan(r#"{"bid":11}"#.into());
    let refused = Session::open(Duel::new(), journal, &Seed::from_number(3)).err();
    assert!(matches!(&refused, Some(JournalError::Diverged { at: 1, .. })), "{refused:?}");
    let mut journal = bidden().journal().to_vec();
    journal.swap(0, 1);
    let refused = Session::open(Duel::new(), journal, &Seed::from_number(3)).err();
    assert!(
        matches!(&refused, Some(JournalError::Diverged { at: 0, asked }) if asked.contains("toy.bid")),
        "{refused:?}"
    );
}

#[test]
fn both_formats_are_read_and_answers_come_back_as_they_were_written() {
    let mut ordered = Answer::number(Kind::Decided, 0, rule::ORDER.tag(), 2, 1);
    ordered.ordered = true;
    let way = Answer::of_plan(Kind::Proposed, 0, rule::WAY.tag(), r#"{"way":[1,3]}"#.into());
    let throw = Answer::number(Kind::Thrown, 1, 9, 10, 4);
    let text = serde_json::to_string(&[ordered.clone(), way.clone(), throw.clone()]).expect("rows");
    let (order, tag) = (rule::ORDER.tag(), rule::WAY.tag());
    assert_eq!(
        text,
        format!(
            r#"[["decided",0,{order},2,1,"ordered"],["proposed",0,{tag},{{"way":[1,3]}}],["thrown",1,9,10,4]]"#
        )
    );
    let read: Vec<Answer> = serde_json::from_str(&text).expect("own format");
    assert_eq!(read, [ordered, way, throw]);
    let old: Vec<Answer> = serde_json::from_str(r#"[["secret",1,7,3,2]]"#).expect("format 1");
    assert_eq!(old, [Answer::number(Kind::Secret, 1, 7, 3, 2)]);
    let deep = format!(r#"["proposed",0,1,{}{}]"#, "[".repeat(40), "]".repeat(40));
    for bad in [
        r#"["decided",0,1,2]"#,
        r#"["decided",0,1,2,1,"ordered",3]"#,
        r#"["decided",0,1,2,1,"by hand"]"#,
        r#"["proposed",0,1]"#,
        r#"["guessed",0,1,2,1]"#,
        &deep,
    ] {
        assert!(serde_json::from_str::<Answer>(bad).is_err(), "{bad}");
    }
}

#[test]
fn journals_of_the_next_format_are_not_read() {
    let text = r#"{"header":{"bocage":1,"system":"toy","rules_version":1,"module":"m","scenario":"s","content":"c",
        "seats":["human"],"commitment":"0000000000000000000000000000000000000000000000000000000000000000"},"answers":[]}"#;
    let header = |format: u32| Header { bocage: format, ..read(text).header };
    assert_eq!(header(1).check_format(), Ok(()));
    assert_eq!(header(2).check_format(), Ok(()));
    for found in [0, 3] {
        assert_eq!(header(found).check_format(), Err(JournalError::Format { found }));
    }
}

fn read(text: &str) -> Journal {
    serde_json::from_str(text).expect("a journal")
}

fn secret(seat: u8, bid: u32) -> Answer {
    Answer::number(Kind::Secret, seat, rule::BID.tag(), 3, bid)
}

#[test]
fn games_of_format_1_replay_their_rounds() {
    let rounds = vec![secret(1, 2), secret(0, 1)];
    let session = open(rounds.clone());
    assert_eq!(session.now().bids, Some([1, 2]));
    assert_eq!(session.journal(), rounds, "they stay on the tape as they are");
    let mut going_on = open(rounds);
    let dice = Seed::from_number(3);
    going_on.answer(1, &Reply::Option(1), &dice).expect("plays on");
    going_on.answer(1, &plan(&Plan::Way(vec![1])), &dice).expect("plays on");
    assert_eq!(going_on.undo_to(0, |_| true), Err(Undo::DieOrReveal));
    let again = open(going_on.journal().to_vec());
    assert_eq!(again.now(), going_on.now());
}

#[test]
fn a_game_of_format_1_that_stopped_between_secret_answers_asks_anew() {
    let session = open(vec![secret(1, 2)]);
    assert!(session.journal().is_empty());
    assert_eq!(session.status(), Status::Waiting);
    assert_eq!(session.pending().map(|it| (it.asks.len(), it.sealed)), Some((2, true)));
    assert_eq!(seen(&session), seen(&open(Vec::new())));
}

#[test]
fn a_journal_cut_between_two_declared_values_asks_anew() {
    let journal = bidden().journal().to_vec();
    let session = open(journal[..1].to_vec());
    assert!(session.journal().is_empty());
    assert_eq!(seen(&session), seen(&open(Vec::new())));
}

#[test]
fn answers_by_standing_order_say_so_in_the_journal_and_in_the_log() {
    let dice = Seed::from_number(3);
    let mut session = bidden();
    session.answer_by_order(0, &Reply::Option(1), &dice).expect("ordered");
    session.answer_by_order(0, &plan(&Plan::Way(Vec::new())), &dice).expect("ordered");
    assert!(session.journal()[2..].iter().all(|it| it.ordered));
    let marks: Vec<bool> = session
        .log()
        .iter()
        .filter_map(|it| match &it.item {
            Item::Chose { ordered, .. } | Item::Gave { ordered, .. } => Some(*ordered),
            _ => None,
        })
        .collect();
    assert_eq!(marks, [false, false, true, true]);
}

/// First, Last and a replay of a live game give the same duels whoever drives.
#[test]
fn all_drivers_agree_about_values() {
    let tape = bidden().journal().to_vec();
    let step = |cx: &mut Playout<First>, g: &mut Duel| {
        let Ok(()) = Duel::step(&mut Prefix::new(&tape, cx), g);
    };
    let mut g = Duel::new();
    step(&mut Playout::new(Rng(1), First), &mut g);
    assert_eq!(g.bids, Some([2, 1]));
    let mut by_odds = Vec::new();
    Odds::new(Last).every(&Duel::new(), Duel::step, |_, (), g| by_odds.push(g.bids));
    assert_eq!(by_odds, [Some([2, 2])]);
    let mut g = Duel::new();
    let Ok(()) = Duel::step(&mut Playout::new(Rng(1), Last), &mut g);
    assert_eq!(g.bids, Some([2, 2]));
    // Red begins for certain with the highest bid that is ready.
    let mut solve = Solve::new(Side::Red);
    let worth = |g: &Duel| if g.active == Side::Red { 1 } else { 0 };
    let value = solve.value(&Duel::new(), Duel::step, worth);
    assert_eq!((value, solve.best), (kernel::ONE, Some(2)));
    // A value on the tape leads every driver into the same step.
    let mut way = tape.clone();
    way.push(Answer::number(Kind::Decided, 0, rule::ORDER.tag(), 2, 1));
    way.push(Answer::of_plan(Kind::Proposed, 0, rule::WAY.tag(), r#"{"way":[3,1]}"#.into()));
    let session = open(way.clone());
    let mut g = bidden().now().clone();
    let mut cx = Playout::new(Rng(1), First);
    let Ok(()) = Duel::step(&mut Prefix::new(&way[2..], &mut cx), &mut g);
    assert_eq!(&g, session.now());
    assert_eq!(g.paces, [4, 0]);
}
