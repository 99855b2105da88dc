//! The drivers must agree with each other, and a stored game with the game that was played.

mod night;

use std::collections::BTreeMap;

use kernel::{
    Answer, Cut, First, Game, Item, JournalError, Kind, Mass, Odds, Playout, Prefix, Reply, Rng,
    Rules, Seed, Session, Status, Undo, Unfit, Uniform,
};
use night::{any_answer, hexes, night, option, plan, sealed};
use toy::{Night, watch};

const WATCHES: u32 = 8;

/// The patrol two hexes from the courier, in the open, by moonlight: it sees him on three of six.
fn watched() -> Night {
    Night { patrol: hexes("0304")[0], ..night() }
}

/// The patrol has a look again and again, whatever happens.
fn watches(cx: &mut Odds<First>, g: &mut Night) -> Result<(), Cut> {
    for _ in 0..WATCHES {
        watch(cx, g, false)?;
    }
    Ok(())
}

/// How often he was seen: not at all, once, more often.
fn seen(g: &Night) -> u8 {
    u8::from(!g.papers) + u8::from(g.winner.is_some())
}

fn sightings() -> (BTreeMap<u8, Mass>, u64, Mass) {
    let mut table = BTreeMap::new();
    let mut cx = Odds::new(First);
    cx.every(&watched(), watches, |mass, (), g| *table.entry(seen(g)).or_default() += mass);
    (table, cx.courses, cx.lost)
}

#[test]
fn masses_sum_to_the_whole() {
    let (table, _, lost) = sightings();
    assert_eq!(table.values().sum::<Mass>() + lost, Night::WHOLE);
    assert_eq!(lost, 0);
}

#[test]
fn merging_keeps_every_probability_and_saves_courses() {
    let (table, courses, _) = sightings();
    // By hand: each look is an even chance.
    let ways = 1_u128 << WATCHES;
    let none = Night::WHOLE / ways;
    let once = none * Mass::from(WATCHES);
    let by_hand = [(0, none), (1, once), (2, Night::WHOLE - none - once)];
    assert_eq!(table, BTreeMap::from(by_hand));
    // Two classes a look would be 256 courses without merging.
    assert!(courses < 60, "{courses} courses");
}

#[test]
fn a_floor_and_a_budget_report_what_they_leave_out() {
    for (floor, budget) in [(Night::WHOLE / 5, u64::MAX), (0, 5)] {
        let mut cx = Odds::new(First);
        (cx.floor, cx.budget) = (floor, budget);
        let mut kept: Mass = 0;
        cx.every(&watched(), watches, |mass, (), _| kept += mass);
        assert_eq!(kept + cx.lost, Night::WHOLE);
        assert!(0 < cx.lost);
    }
}

#[test]
fn playouts_approach_the_odds() {
    let n = 100_000;
    let mut cx = Playout::new(Rng(11), First);
    let mut found: BTreeMap<u8, u64> = BTreeMap::new();
    let start = watched();
    for _ in 0..n {
        let mut g = start.clone();
        for _ in 0..WATCHES {
            let Ok(()) = watch(&mut cx, &mut g, false);
        }
        *found.entry(seen(&g)).or_default() += 1;
    }
    for (times, mass) in sightings().0 {
        let p = mass as f64 / Night::WHOLE as f64;
        let got = found.get(&times).copied().unwrap_or(0) as f64 / n as f64;
        let sigma = (p * (1.0 - p) / n as f64).sqrt();
        assert!((got - p).abs() < 4.5 * sigma, "seen {times} times: {got} against {p}");
    }
}

/// Plays a whole game with random answers, forgetting everything but the journal between any two of them.
fn play(seed: u64, forget: bool) -> Session<Night> {
    let dice = Seed::from_number(seed);
    let mut player = Rng(seed);
    let mut session = Session::open(night(), Vec::new(), &dice).expect("starts");
    while let Some((seat, reply)) = any_answer(&session, &mut player) {
        session.answer(seat, &reply, &dice).expect("was asked");
        if forget {
            let json = serde_json::to_string(session.journal()).expect("plain data");
            let journal: Vec<Answer> = serde_json::from_str(&json).expect("own format");
            let sealed = [0, 1].map(|it| session.sealed(it).cloned());
            session = Session::open(night(), journal, &dice).expect("fits");
            for (seat, plan) in sealed.into_iter().enumerate() {
                if let Some(plan) = plan {
                    session.seal(seat as u8, plan, &dice).expect("was sealed before");
                }
            }
        }
    }
    session
}

#[test]
fn a_game_through_storage_is_the_same_game() {
    for seed in 0..300 {
        let (straight, stored) = (play(seed, false), play(seed, true));
        assert_eq!(straight.now(), stored.now(), "seed {seed}");
        assert_eq!(straight.journal(), stored.journal());
        assert_eq!(format!("{:?}", straight.log()), format!("{:?}", stored.log()));
    }
}

#[test]
fn undo_restores_bit_for_bit_and_never_crosses_a_die_or_a_reveal() {
    for seed in 0..200 {
        let dice = Seed::from_number(seed);
        let mut player = Rng(seed);
        let mut session = Session::open(night(), Vec::new(), &dice).expect("starts");
        while let Some((seat, reply)) = any_answer(&session, &mut player) {
            let before =
                (session.now().clone(), session.journal().to_vec(), format!("{:?}", session.log()));
            session.answer(seat, &reply, &dice).expect("was asked");
            let new = &session.journal()[before.1.len()..];
            if new.is_empty() {
                continue;
            }
            let barrier = new.iter().any(|it| matches!(it.kind, Kind::Thrown | Kind::Declared));
            match session.undo_to(seat, |_| false) {
                Ok(at) => {
                    assert!(!barrier, "seed {seed}");
                    let after = session.journal().to_vec();
                    session.truncate(at, &dice);
                    let now = (
                        session.now().clone(),
                        session.journal().to_vec(),
                        format!("{:?}", session.log()),
                    );
                    assert_eq!(now, before, "seed {seed}");
                    session = Session::open(night(), after, &dice).expect("fits");
                }
                Err(Undo::Over) => assert_eq!(session.status(), Status::Over, "seed {seed}"),
                Err(why) => assert!(barrier, "seed {seed}: {why:?}"),
            }
        }
    }
}

#[test]
fn a_die_and_another_persons_decision_are_not_taken_back() {
    let dice = Seed::from_number(1);
    let mut session = Session::open(night(), Vec::new(), &dice).expect("starts");
    assert_eq!(session.undo_to(0, |_| true), Err(Undo::NothingToUndo));
    session = sealed(&dice);
    session.answer(0, &plan(&hexes("")), &dice).expect("the courier stays");
    assert_eq!(session.undo_to(0, |_| false), Err(Undo::DieOrReveal));
    let away = Reply::Option(option(&session, "0704"));
    session.answer(1, &away, &dice).expect("the patrol goes where it sees nobody");
    assert_eq!(session.undo_to(0, |_| false), Err(Undo::OtherHasDecided));
    assert_eq!(session.undo_to(1, |_| false), Ok(4));
}

#[test]
fn a_journal_that_does_not_fit_is_refused_with_its_position() {
    let dice = Seed::from_number(8);
    let whole = play(8, false).journal().to_vec();
    let mut wrong = whole.clone();
    wrong[2].tag ^= 1;
    let refused = Session::open(night(), wrong, &dice).err().expect("does not fit");
    assert!(
        matches!(&refused, JournalError::Diverged { at: 2, asked } if asked.contains("toy.walk.path")),
        "{refused}"
    );
    let mut long = whole.clone();
    long.push(whole[2].clone());
    let refused = Session::open(night(), long, &dice).err().expect("too long");
    assert_eq!(refused, JournalError::TooLong { at: whole.len() });
}

#[test]
fn an_answer_nobody_asked_for_changes_nothing() {
    let dice = Seed::from_number(8);
    let mut session = Session::open(night(), Vec::new(), &dice).expect("starts");
    assert_eq!(session.answer(7, &Reply::Option(0), &dice), Err(Unfit::NotAsked));
    assert!(matches!(
        session.answer(0, &Reply::Option(0), &dice),
        Err(Unfit::NotAValue { why }) if why.contains("not the number of an option")
    ));
    let mut session = sealed(&dice);
    session.answer(0, &plan(&hexes("")), &dice).expect("the courier stays");
    assert_eq!(session.answer(1, &Reply::Option(99), &dice), Err(Unfit::NoSuchOption { of: 19 }));
    assert!(matches!(
        session.answer(1, &plan(&hexes("0404")), &dice),
        Err(Unfit::NotAValue { why }) if why.contains("the number of an option is asked for")
    ));
    assert_eq!(session.seal(0, hexes("0904"), &dice), Err(Unfit::NotAsked));
    assert_eq!(session.journal().len(), 4);
}

#[test]
fn the_log_explains_every_modifier() {
    let dice = Seed::from_number(5);
    let mut session = sealed(&dice);
    // Behind the hedge of 0304, and the patrol comes beside him.
    session.answer(0, &plan(&hexes("0204 0304")), &dice).expect("walks");
    let dark = session.now().dark;
    let beside = Reply::Option(option(&session, "0404"));
    session.answer(1, &beside, &dice).expect("the patrol goes");
    let counted = session.log().iter().find_map(|it| match &it.item {
        Item::Counted(ledger) if it.rule == toy::RANGE => Some(ledger.clone()),
        _ => None,
    });
    let codes: Vec<_> =
        counted.expect("booked").0.iter().map(|(rule, n)| (rule.code, *n)).collect();
    let mut wanted = vec![("toy.watch.die", 3), ("toy.watch.near", 1), ("toy.watch.hedge", -1)];
    if dark {
        wanted.insert(2, ("toy.walk.moon", -1));
    }
    assert_eq!(codes, wanted);
}

#[test]
fn odds_from_the_middle_of_a_step_are_those_of_the_step_after_its_answers() {
    let dice = Seed::from_number(5);
    let mut session = sealed(&dice);
    session.answer(0, &plan(&hexes("")), &dice).expect("the courier stays");
    // The patrol is asked: the odds of coming within two hexes.
    let (base, given) = session.step();
    let mut tape = given.to_vec();
    assert_eq!(tape.len(), 2);
    let at = option(&session, "0304") as u32;
    tape.push(Answer::number(Kind::Decided, 1, toy::PATROL.tag(), 19, at));
    let mut found: Mass = 0;
    Odds::new(First).every(
        base,
        |cx, g| Night::step(&mut Prefix::new(&tape, cx), g),
        |mass, (), g| found += if g.papers { 0 } else { mass },
    );
    let dark = Mass::from(session.now().dark);
    assert_eq!(found, Night::WHOLE / 6 * (3 - dark));
}

#[test]
fn uniform_playouts_end() {
    for seed in 0..100 {
        let mut g = night();
        let mut cx = Playout::new(Rng(seed), Uniform(Rng(seed + 1)));
        while !g.is_over() {
            let Ok(()) = Night::step(&mut cx, &mut g);
        }
        assert!(0 < cx.decisions);
    }
}
