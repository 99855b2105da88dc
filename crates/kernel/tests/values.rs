//! Answers that are values: judged, sealed, stored, and refused by name.

mod night;

use kernel::{
    Answer, First, Game as _, Given, Header, Item, Journal, JournalError, Kind, LONGEST_PLAN, Last,
    Never, Odds, Playout, Prefix, Reply, Rng, Rules, Seed, Session, Solve, Undo, Unfit, read_plan,
};
use night::{hexes, night, option, plan, sealed};
use serde_json::{Value, json};
use toy::{Night, Side, Topic};

fn open(journal: Vec<Answer>) -> Session<Night> {
    Session::open(night(), journal, &Seed::from_number(3)).expect("fits")
}

/// All that anybody but the seat itself can get.
fn seen(session: &Session<Night>) -> String {
    let pending = session.pending().map(|it| format!("{it:?}"));
    let undo = [0, 1].map(|it| session.undo_to(it, |_| true));
    format!("{:?} {:?} {:?} {undo:?} {pending:?}", session.journal(), session.log(), session.now())
}

#[test]
fn a_sealed_value_changes_nothing_before_all_are_in_and_stays_after() {
    let dice = Seed::from_number(3);
    let mut session = open(Vec::new());
    let before = seen(&session);
    assert_eq!(session.seal(1, hexes("0602"), &dice), Ok([].as_slice()));
    assert_eq!(seen(&session), before);
    assert_eq!(session.sealed(1), Some(&hexes("0602")));
    // It can be thought over, and sealed anew.
    assert!(session.unseal(1));
    assert!(!session.unseal(1));
    assert_eq!(seen(&session), before);
    session.seal(1, hexes("0603"), &dice).expect("another");
    session.seal(1, hexes("0302"), &dice).expect("a later seal replaces the earlier");
    assert_eq!(seen(&session), before);
    let new = session.seal(0, hexes("0904"), &dice).expect("the courier seals").to_vec();
    // In the order of the asks, not in the order they came.
    let kinds: Vec<_> = new.iter().map(|it| (it.kind, it.seat, it.plan().unwrap_or("-"))).collect();
    assert_eq!(kinds, [(Kind::Declared, 0, "[35]"), (Kind::Declared, 1, "[11]")]);
    let g = session.now();
    assert_eq!((g.hour, g.farm, g.ambush), (1, Some(hexes("0904")[0]), Some(hexes("0302")[0])));
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
    session.seal(1, hexes("0602"), &dice).expect("seals");
    session.truncate(0, &dice);
    assert_eq!(session.sealed(1), None);
}

#[test]
fn the_judge_names_the_statement_and_the_place() {
    let dice = Seed::from_number(3);
    let mut session = open(Vec::new());
    let before = seen(&session);
    let refused = session.seal(0, hexes("0804"), &dice).expect_err("no farm");
    assert!(
        matches!(&refused, Unfit::Objected(it) if it.rule == toy::FARM && it.at == "/0"),
        "{refused}"
    );
    assert_eq!(seen(&session), before);
    assert_eq!(session.sealed(0), None);
    let mut session = sealed(&dice);
    let before = seen(&session);
    let far = plan(&hexes("0204 0304 0404 0504"));
    let refused = session.answer(0, &far, &dice).expect_err("too far");
    assert!(
        matches!(&refused, Unfit::Objected(it) if it.rule == toy::PACES && it.at == "/3"),
        "{refused}"
    );
    assert_eq!(seen(&session), before);
    let way = hexes("0204 0104 0204");
    assert!(!toy::ready(session.now(), Topic::Path).contains(&way));
    session.answer(0, &plan(&way), &dice).expect("not ready made, but right");
    assert_eq!(session.now().courier, hexes("0204")[0]);
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
    let wrong: [(Value, &str); 6] = [
        (json!(null), "not a value"),
        (json!(["two"]), "invalid type: string \"two\""),
        (json!([70000]), "70000"),
        (json!({ "farm": 35 }), "not a value"),
        (deep, "more than 32 deep"),
        (json!(vec![1; LONGEST_PLAN]), "at most 65536 bytes"),
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
    let dice = Seed::from_number(3);
    // An ambush in a farm.
    let mut journal = sealed(&dice).journal().to_vec();
    journal[1].given = Given::Plan("[35]".into());
    let refused = Session::open(night(), journal, &dice).err();
    assert!(matches!(&refused, Some(JournalError::Diverged { at: 1, .. })), "{refused:?}");
    let mut journal = sealed(&dice).journal().to_vec();
    journal.swap(0, 1);
    let refused = Session::open(night(), journal, &dice).err();
    assert!(
        matches!(&refused, Some(JournalError::Diverged { at: 0, asked }) if asked.contains("toy.night.farm")),
        "{refused:?}"
    );
}

#[test]
fn both_formats_are_read_and_answers_come_back_as_they_were_written() {
    let mut ordered = Answer::number(Kind::Decided, 0, toy::PATROL.tag(), 2, 1);
    ordered.ordered = true;
    let path = Answer::of_plan(Kind::Proposed, 0, toy::PATH.tag(), "[1,3]".into());
    let throw = Answer::number(Kind::Thrown, 1, 9, 10, 4);
    let text =
        serde_json::to_string(&[ordered.clone(), path.clone(), throw.clone()]).expect("rows");
    let (patrol, tag) = (toy::PATROL.tag(), toy::PATH.tag());
    assert_eq!(
        text,
        format!(
            r#"[["decided",0,{patrol},2,1,"ordered"],["proposed",0,{tag},[1,3]],["thrown",1,9,10,4]]"#
        )
    );
    let read: Vec<Answer> = serde_json::from_str(&text).expect("own format");
    assert_eq!(read, [ordered, path, throw]);
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
    for known in 1..=kernel::FORMAT {
        assert_eq!(header(known).check_format(), Ok(()));
    }
    for found in [0, kernel::FORMAT + 1] {
        assert_eq!(header(found).check_format(), Err(JournalError::Format { found }));
    }
}

fn read(text: &str) -> Journal {
    serde_json::from_str(text).expect("a journal")
}

#[test]
fn a_journal_cut_between_two_declared_values_asks_anew() {
    let journal = sealed(&Seed::from_number(3)).journal().to_vec();
    let session = open(journal[..1].to_vec());
    assert!(session.journal().is_empty());
    assert_eq!(seen(&session), seen(&open(Vec::new())));
}

#[test]
fn answers_by_standing_order_say_so_in_the_journal_and_in_the_log() {
    let dice = Seed::from_number(3);
    let mut session = sealed(&dice);
    session.answer_by_order(0, &plan(&hexes("0204")), &dice).expect("ordered");
    let away = Reply::Option(option(&session, "0704"));
    session.answer_by_order(1, &away, &dice).expect("ordered");
    let ordered = session.journal()[2..].iter().filter(|it| it.kind != Kind::Thrown);
    assert!(ordered.map(|it| it.ordered).eq([true, true]));
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

/// First, Last and a replay of a live game give the same nights whoever drives.
#[test]
fn all_drivers_agree_about_values() {
    let dice = Seed::from_number(3);
    let secrets = |g: &Night| (g.farm, g.ambush);
    let mut session = sealed(&dice);
    let tape = session.journal().to_vec();
    let mut g = night();
    let Ok(()) = Night::step(&mut Prefix::new(&tape, &mut Playout::new(Rng(1), First)), &mut g);
    assert_eq!(&g, session.now());
    let last = |topic| toy::ready(&night(), topic).last().and_then(|it| it.first()).copied();
    let wanted = (last(Topic::Farm), last(Topic::Ambush));
    let mut by_odds = Vec::new();
    Odds::new(Last).every(&night(), Night::step, |mass, (), g| by_odds.push((mass, secrets(g))));
    assert_eq!(by_odds, [(Night::WHOLE, wanted)]);
    let mut g = night();
    let Ok(()) = Night::step(&mut Playout::new(Rng(1), Last), &mut g);
    assert_eq!(secrets(&g), wanted);
    // Who is to choose the farm in the middle can do so for certain.
    let mut solve = Solve::new(Side::Courier);
    let middle = hexes("0904")[0];
    let worth = |g: &Night| i32::from(g.farm == Some(middle));
    let value = solve.value(&night(), Night::step, worth);
    assert_eq!((value, solve.best), (kernel::ONE, Some(1)));
    // Values, throws and options on the tape lead every driver through the same step.
    let mut g = session.now().clone();
    session.answer(0, &plan(&hexes("0204")), &dice).expect("walks");
    let away = Reply::Option(option(&session, "0704"));
    session.answer(1, &away, &dice).expect("goes");
    let mut cx = Playout::new(Rng(1), First);
    let Ok(()) = Night::step(&mut Prefix::new(&session.journal()[2..], &mut cx), &mut g);
    assert_eq!(&g, session.now());
    assert_eq!((g.hour, g.courier), (2, hexes("0204")[0]));
}
