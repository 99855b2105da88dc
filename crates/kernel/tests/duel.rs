//! What the toy system has not: rounds of format 1, blind draws, decisions of both sides without a die between them, and
//! such that one makes against the other.

use kernel::{
    Answer, Ask, Cx, Dice, Game, JournalError, Kind, Mass, ONE, Odds, Policy, Reply, Rule, Rules,
    Seed, Session, Solve, Status, Undo, Unfit, rules,
};

rules! {
    BID = "duel.bid", "Both bid secretly";
    ORDER = "duel.order", "Fire or take cover";
    HIT = "duel.hit", "Hit roll";
    NERVE = "duel.nerve", "Stand or give way";
    FATE = "duel.fate", "Draw a card of fate";
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Side {
    Red,
    Blue,
}

impl Side {
    fn other(self) -> Side {
        if self == Side::Red { Side::Blue } else { Side::Red }
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Duel {
    life: [u8; 2],
    cover: [bool; 2],
    active: Side,
    bids: Option<[u8; 2]>,
}

const START: Duel = Duel { life: [3; 2], cover: [false; 2], active: Side::Red, bids: None };

impl Game for Duel {
    type Side = Side;
    type Opt = bool;
    type Topic = ();
    type Event = ();
    /// A bid, sealed.
    type Plan = u8;
    const SIDES: &'static [Side] = &[Side::Red, Side::Blue];
    const WHOLE: Mass = 10_u128.pow(36);

    /// Bids were once picked in secret, in one round and in any order.
    fn from_rounds(_: &Duel, asks: &[Ask<Side, ()>], tape: &[Answer]) -> Option<(usize, Vec<u8>)> {
        let bid = |ask: &Ask<Side, ()>| {
            let given = tape.iter().take(2).find(|it| it.seat == Duel::seat(ask.who))?;
            Some(given.value()? as u8)
        };
        Some((2, asks.iter().map(bid).collect::<Option<_>>()?))
    }
}

impl Rules for Duel {
    const SYSTEM: &'static str = "duel";
    const VERSION: u32 = 1;

    fn step<C: Cx<Duel>>(cx: &mut C, g: &mut Duel) -> Result<(), C::Halt> {
        let side = g.active;
        if g.bids.is_none() {
            let asks = [ask(Side::Red, BID), ask(Side::Blue, BID)];
            let bids = cx.declare(g, &asks, |_, _| Ok(()), |_, _| vec![0, 1, 2])?;
            g.bids = Some([bids[0], bids[1]]);
            g.active = if bids[0] < bids[1] { Side::Blue } else { Side::Red };
            return Ok(());
        }
        if cx.confirm(g, ask(side, ORDER))? {
            shoot(cx, g, side)?;
        } else {
            g.cover[side as usize] = true;
        }
        g.active = side.other();
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.life.contains(&0)
    }

    fn concede<C: Cx<Duel>>(_: &mut C, g: &mut Duel, who: Side) -> bool {
        g.life[who as usize] = 0;
        true
    }
}

fn ask(who: Side, rule: Rule) -> Ask<Side, ()> {
    Ask { who, rule, topic: () }
}

/// A shot hits on 0 to 5; who is hit may stand and draw a card of fate: one of four is lucky.
fn shoot<C: Cx<Duel>>(cx: &mut C, g: &mut Duel, side: Side) -> Result<(), C::Halt> {
    let victim = side.other();
    if cx.roll(g, ask(side, HIT), Dice::D10, |it| it.d10() <= 5)? {
        let stands = cx.confirm(g, ask(victim, NERVE))?;
        let lucky = stands && cx.draw(g, ask(victim, FATE), &[false, false, true, false])?;
        g.life[victim as usize] -= u8::from(!lucky);
    }
    Ok(())
}

fn open(journal: Vec<Answer>) -> Session<Duel> {
    Session::open(START, journal, &Seed::from_number(3)).expect("fits")
}

fn secret(seat: u8, bid: u32) -> Answer {
    Answer::number(Kind::Secret, seat, BID.tag(), 3, bid)
}

#[test]
fn games_of_format_1_replay_their_rounds() {
    let rounds = vec![secret(1, 2), secret(0, 1)];
    let session = open(rounds.clone());
    assert_eq!(session.now().bids, Some([1, 2]));
    assert_eq!(session.journal(), rounds, "they stay on the tape as they are");
    let mut going_on = open(rounds);
    going_on.answer(1, &Reply::Option(0), &Seed::from_number(3)).expect("plays on");
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
}

#[test]
fn one_seats_undo_does_not_take_back_another_persons_decision() {
    let dice = Seed::from_number(1);
    let mut session = open(Vec::new());
    for seat in [0, 1] {
        session.seal(seat, 1, &dice).expect("bids");
    }
    for seat in [0, 1] {
        session.answer(seat, &Reply::Option(0), &dice).expect("takes cover");
    }
    assert_eq!(session.undo_to(0, |_| false), Err(Undo::OtherHasDecided));
    assert_eq!(session.undo_to(0, |seat| seat == 1), Ok(2));
    assert_eq!(session.undo_to(1, |_| false), Ok(3));
}

#[test]
fn who_is_asked_may_concede_and_nothing_follows() {
    let dice = Seed::from_number(1);
    let mut session = open(Vec::new());
    // Also where the other has sealed something: that is void.
    session.seal(1, 2, &dice).expect("bids");
    let given = session.answer(0, &Reply::Concede, &dice).expect("is asked").to_vec();
    assert_eq!(given, [Answer::number(Kind::Conceded, 0, BID.tag(), 1, 0)]);
    assert_eq!((session.status(), session.now().life), (Status::Over, [0, 3]));
    assert_eq!(session.answer(1, &Reply::Concede, &dice), Err(Unfit::NotAsked));
    assert_eq!(session.undo_to(0, |_| true), Err(Undo::Over));
    let text = serde_json::to_string(&given).expect("is plain data");
    let read: Vec<Answer> = serde_json::from_str(&text).expect("what was written");
    assert_eq!(open(read).now(), session.now());
    // Nobody concedes for another, at another question, or twice.
    let at = |tape: Vec<Answer>| match Session::open(START, tape, &dice) {
        Err(JournalError::Diverged { at, .. } | JournalError::TooLong { at }) => Some(at),
        _ => None,
    };
    assert_eq!(at(vec![Answer::number(Kind::Conceded, 7, BID.tag(), 1, 0)]), Some(0));
    assert_eq!(at(vec![Answer::number(Kind::Conceded, 0, ORDER.tag(), 1, 0)]), Some(0));
    assert_eq!(at([given.clone(), given].concat()), Some(1));
}

#[derive(Clone, Copy)]
struct Stand(bool);
impl Policy<Duel> for Stand {
    fn decide(
        &mut self,
        _: &Duel,
        ask: Ask<Side, ()>,
        _: usize,
        _: impl Fn(usize) -> bool,
    ) -> usize {
        usize::from(ask.rule == NERVE && self.0)
    }
}

#[test]
fn solve_finds_what_the_best_policy_gets() {
    let worth = |g: &Duel| i32::from(3 - g.life[1]) * 100;
    let expected = |stand: bool| {
        let mut sum: Mass = 0;
        Odds::new(Stand(stand)).every(
            &START,
            |cx, g| shoot(cx, g, Side::Red),
            |mass, (), g| sum += mass * worth(g) as Mass,
        );
        sum
    };
    // By hand: six in ten are hits; who stands is wounded by three cards of four.
    assert_eq!(expected(false), Duel::WHOLE * 60);
    assert_eq!(expected(true), Duel::WHOLE * 45);
    let mut solve = Solve::new(Side::Red);
    let value = solve.value(&START, |cx, g| shoot(cx, g, Side::Red), worth);
    // The victim does best to stand.
    assert!((value - ONE * 45).abs() < ONE / 1000, "{value}");
}
