//! The drivers must agree with each other, and a stored game with the game that was played.

mod toy;

use std::collections::BTreeMap;

use kernel::{
    Answer, Cut, First, Game, Item, JournalError, Kind, Last, Mass, ONE, Odds, Playout, Policy,
    Prefix, Reply, Rng, Rules, Seed, Session, Solve, Undo, Unfit, Uniform,
};
use toy::{Duel, Opt, Plan, Side, any_answer, plan, rule, shoot};

/// Four shots by Red, whatever happens.
fn four_shots(cx: &mut Odds<impl Policy<Duel>>, g: &mut Duel) -> Result<(), Cut> {
    for _ in 0..4 {
        shoot(cx, g, Side::Red)?;
    }
    Ok(())
}

fn lives(policy: impl Policy<Duel>) -> (BTreeMap<u8, Mass>, u64, Mass) {
    let mut table = BTreeMap::new();
    let mut cx = Odds::new(policy);
    cx.every(&Duel::new(), four_shots, |mass, (), g| *table.entry(g.life[1]).or_default() += mass);
    (table, cx.courses, cx.lost)
}

#[test]
fn masses_sum_to_the_whole() {
    let (table, _, lost) = lives(Last);
    assert_eq!(table.values().sum::<Mass>() + lost, Duel::WHOLE);
    assert_eq!(lost, 0);
}

#[test]
fn merging_keeps_every_probability_and_saves_courses() {
    // By hand: each shot wounds with 6/10 × 3/4; lives cannot fall below nothing.
    let mut by_hand: BTreeMap<u8, f64> = BTreeMap::new();
    for wounds in 0..=4_u32 {
        let ways = [1.0, 4.0, 6.0, 4.0, 1.0][wounds as usize];
        let chance: f64 = ways * 0.45_f64.powi(wounds as i32) * 0.55_f64.powi(4 - wounds as i32);
        *by_hand.entry(3_u8.saturating_sub(wounds as u8)).or_default() += chance;
    }
    let (table, courses, _) = lives(Last);
    for (life, mass) in table {
        assert!((mass as f64 / Duel::WHOLE as f64 - by_hand[&life]).abs() < 1e-12, "{life} lives");
    }
    // Three classes a shot would be 81 courses and more without merging.
    assert!(courses < 40, "{courses} courses");
}

#[test]
fn a_floor_and_a_budget_report_what_they_leave_out() {
    for (floor, budget) in [(Duel::WHOLE / 5, u64::MAX), (0, 5)] {
        let mut cx = Odds::new(Last);
        (cx.floor, cx.budget) = (floor, budget);
        let mut kept: Mass = 0;
        cx.every(&Duel::new(), four_shots, |mass, (), _| kept += mass);
        assert_eq!(kept + cx.lost, Duel::WHOLE);
        assert!(0 < cx.lost);
    }
}

#[test]
fn playouts_approach_the_odds() {
    let n = 200_000;
    let mut cx = Playout::new(Rng(11), Last);
    let mut seen: BTreeMap<u8, u64> = BTreeMap::new();
    for _ in 0..n {
        let mut g = Duel::new();
        for _ in 0..4 {
            let Ok(_) = shoot(&mut cx, &mut g, Side::Red);
        }
        *seen.entry(g.life[1]).or_default() += 1;
    }
    for (life, mass) in lives(Last).0 {
        let p = mass as f64 / Duel::WHOLE as f64;
        let got = seen.get(&life).copied().unwrap_or(0) as f64 / n as f64;
        let sigma = (p * (1.0 - p) / n as f64).sqrt();
        assert!((got - p).abs() < 4.5 * sigma, "{life} lives: {got} against {p}");
    }
}

/// Plays a whole game with random answers, forgetting everything but the journal between any two of them.
fn play(seed: u64, forget: bool) -> Session<Duel> {
    let dice = Seed::from_number(seed);
    let mut player = Rng(seed);
    let mut session = Session::open(Duel::new(), Vec::new(), &dice).expect("starts");
    while let Some((seat, reply)) = any_answer(&session, &mut player) {
        session.answer(seat, &reply, &dice).expect("was asked");
        if forget {
            let json = serde_json::to_string(session.journal()).expect("plain data");
            let journal: Vec<Answer> = serde_json::from_str(&json).expect("own format");
            let sealed = [0, 1].map(|it| session.sealed(it).cloned());
            session = Session::open(Duel::new(), journal, &dice).expect("fits");
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
        let mut session = Session::open(Duel::new(), Vec::new(), &dice).expect("starts");
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
                    session = Session::open(Duel::new(), after, &dice).expect("fits");
                }
                Err(why) => assert!(barrier, "seed {seed}: {why:?}"),
            }
        }
    }
}

#[test]
fn one_seats_undo_does_not_take_back_another_persons_decision() {
    let dice = Seed::from_number(1);
    let mut session = Session::open(Duel::new(), Vec::new(), &dice).expect("starts");
    assert_eq!(session.undo_to(0, |_| true), Err(Undo::NothingToUndo));
    for seat in [0, 1] {
        session.seal(seat, Plan::Bid(1), &dice).expect("bids");
    }
    for seat in [0, 1] {
        session.answer(seat, &Reply::Option(1), &dice).expect("takes cover");
        session.answer(seat, &plan(&Plan::Way(vec![2])), &dice).expect("by this way");
    }
    assert_eq!(session.undo_to(0, |_| false), Err(Undo::OtherHasDecided));
    assert_eq!(session.undo_to(0, |seat| seat == 1), Ok(3));
    assert_eq!(session.undo_to(1, |_| false), Ok(5));
}

#[test]
fn a_journal_that_does_not_fit_is_refused_with_its_position() {
    let dice = Seed::from_number(8);
    let whole = play(8, false).journal().to_vec();
    let mut wrong = whole.clone();
    wrong[2].tag ^= 1;
    let refused = Session::open(Duel::new(), wrong, &dice).err().expect("does not fit");
    assert!(
        matches!(&refused, JournalError::Diverged { at: 2, asked } if asked.contains("toy.order")),
        "{refused}"
    );
    let mut long = whole.clone();
    long.push(whole[2].clone());
    let refused = Session::open(Duel::new(), long, &dice).err().expect("too long");
    assert_eq!(refused, JournalError::TooLong { at: whole.len() });
}

#[test]
fn an_answer_nobody_asked_for_changes_nothing() {
    let dice = Seed::from_number(8);
    let mut session = Session::open(Duel::new(), Vec::new(), &dice).expect("starts");
    assert_eq!(session.answer(7, &Reply::Option(0), &dice), Err(Unfit::NotAsked));
    assert!(matches!(
        session.answer(0, &Reply::Option(0), &dice),
        Err(Unfit::NotAValue { why }) if why.contains("not the number of an option")
    ));
    for seat in [0, 1] {
        session.seal(seat, Plan::Bid(1), &dice).expect("bids");
    }
    assert_eq!(session.answer(0, &Reply::Option(3), &dice), Err(Unfit::NoSuchOption { of: 2 }));
    assert!(matches!(
        session.answer(0, &plan(&Plan::Bid(1)), &dice),
        Err(Unfit::NotAValue { why }) if why.contains("the number of an option is asked for")
    ));
    assert_eq!(session.seal(0, Plan::Bid(1), &dice), Err(Unfit::NotAsked));
    assert_eq!(session.journal().len(), 2);
}

#[test]
fn the_log_explains_every_modifier() {
    let dice = Seed::from_number(5);
    let mut session = Session::open(Duel::new(), Vec::new(), &dice).expect("starts");
    session.seal(0, Plan::Bid(0), &dice).expect("bids");
    session.seal(1, Plan::Bid(2), &dice).expect("bids");
    session.answer(1, &Reply::Option(1), &dice).expect("Blue takes cover");
    session.answer(1, &plan(&Plan::Way(Vec::new())), &dice).expect("where it is");
    session.answer(0, &Reply::Option(0), &dice).expect("Red fires");
    // Red fired at Blue in cover.
    let counted = session.log().iter().find_map(|it| match &it.item {
        Item::Counted(ledger) if it.rule == rule::AIM => Some(ledger.clone()),
        _ => None,
    });
    let codes: Vec<_> =
        counted.expect("booked").0.iter().map(|(rule, n)| (rule.code, *n)).collect();
    assert_eq!(codes, [("toy.base", 5), ("toy.cover", -2)]);
}

#[derive(Clone, Copy)]
struct Stand(bool);
impl Policy<Duel> for Stand {
    fn decide(
        &mut self,
        _: &Duel,
        ask: kernel::Ask<Side, ()>,
        _: usize,
        _: impl Fn(usize) -> Opt,
    ) -> usize {
        usize::from(ask.rule == rule::NERVE && self.0)
    }
}

#[test]
fn solve_finds_what_the_best_policy_gets() {
    let g = Duel::new();
    let worth = |g: &Duel| i32::from(3 - g.life[1]) * 100;
    let expected = |stand: bool| {
        let mut sum = 0.0;
        Odds::new(Stand(stand)).every(
            &g,
            |cx, g| shoot(cx, g, Side::Red),
            |mass, _, g| sum += mass as f64 / Duel::WHOLE as f64 * f64::from(worth(g)),
        );
        sum
    };
    let mut solve = Solve::new(Side::Red);
    let value = solve.value(&g, |cx, g| shoot(cx, g, Side::Red).map(drop), worth);
    // The victim does best to draw: three in four instead of always.
    assert!(expected(true) < expected(false));
    assert!((value as f64 / ONE as f64 - expected(true)).abs() < 1e-3);
}

#[test]
fn odds_from_the_middle_of_a_step_are_those_of_the_step_after_its_answers() {
    let dice = Seed::from_number(5);
    let mut session = Session::open(Duel::new(), Vec::new(), &dice).expect("starts");
    for (seat, bid) in [(0, 2), (1, 0)] {
        session.seal(seat, Plan::Bid(bid), &dice).expect("bids");
    }
    // Red to fire or take cover: the odds of firing.
    let (base, given) = session.step();
    assert!(given.is_empty());
    let tape = [Answer::number(Kind::Decided, 0, rule::ORDER.tag(), 2, 0)];
    let mut wounded: Mass = 0;
    Odds::new(First).every(
        base,
        |cx, g| Duel::step(&mut Prefix::new(&tape, cx), g),
        |mass, (), g| {
            if g.life[1] < 3 {
                wounded += mass;
            }
        },
    );
    assert_eq!(wounded, Duel::WHOLE / 10 * 6);
}

#[test]
fn uniform_playouts_end() {
    for seed in 0..100 {
        let mut g = Duel::new();
        let mut cx = Playout::new(Rng(seed), Uniform(Rng(seed + 1)));
        while !g.is_over() {
            let Ok(()) = Duel::step(&mut cx, &mut g);
        }
        assert!(0 < cx.decisions);
    }
}
