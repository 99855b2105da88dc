//! A made-up duel, just rich enough to try every driver: dice, decisions, a blind draw, a value and
//! two sealed ones.
#![allow(dead_code, unreachable_pub)]

use kernel::{
    Answer, Ask, Cx, Dice, Game, Ledger, Mass, Objection, Reply, Rng, Rule, Rules, Session,
};
use serde::{Deserialize, Serialize};

pub mod rule {
    use kernel::Rule;
    pub const BID: Rule = Rule::new("toy.bid", "Both bid secretly");
    pub const ORDER: Rule = Rule::new("toy.order", "Fire or take cover");
    pub const WAY: Rule = Rule::new("toy.way", "The way into cover");
    pub const AIM: Rule = Rule::new("toy.aim", "Aim");
    pub const BASE: Rule = Rule::new("toy.base", "Printed aim");
    pub const COVER: Rule = Rule::new("toy.cover", "Target in cover");
    pub const HIT: Rule = Rule::new("toy.hit", "Hit roll");
    pub const NERVE: Rule = Rule::new("toy.nerve", "Stand or give way");
    pub const FATE: Rule = Rule::new("toy.fate", "Draw a card of fate");
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    Red,
    Blue,
}

impl Side {
    pub fn other(self) -> Side {
        if self == Side::Red { Side::Blue } else { Side::Red }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Opt {
    No,
    Yes,
    Fire,
    Cover,
}

/// What is given as a whole value.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Plan {
    /// A bid, sealed.
    Bid(u8),
    /// The way into cover: steps of 1 to 3 paces, none as long as the one before.
    Way(Vec<u8>),
}

impl From<bool> for Opt {
    fn from(yes: bool) -> Opt {
        if yes { Opt::Yes } else { Opt::No }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    Bids([u8; 2]),
    Shot(Side, bool),
    Wound(Side),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Duel {
    pub life: [u8; 2],
    pub cover: [bool; 2],
    pub active: Side,
    pub bids: Option<[u8; 2]>,
    pub steps: u8,
    /// Paces gone for cover.
    pub paces: [u8; 2],
}

impl Duel {
    pub fn new() -> Duel {
        Duel {
            life: [3, 3],
            cover: [false; 2],
            active: Side::Red,
            bids: None,
            steps: 0,
            paces: [0; 2],
        }
    }
}

impl Game for Duel {
    type Side = Side;
    type Opt = Opt;
    type Topic = ();
    type Event = Event;
    type Plan = Plan;
    const WHOLE: Mass = 10_u128.pow(36);
    fn seat(side: Side) -> u8 {
        side as u8
    }

    /// Bids were once picked in secret, in one round and in any order.
    fn from_rounds(
        _: &Duel,
        asks: &[Ask<Side, ()>],
        tape: &[Answer],
    ) -> Option<(usize, Vec<Plan>)> {
        let bid = |ask: &Ask<Side, ()>| {
            let given = tape.iter().take(2).find(|it| it.seat == Duel::seat(ask.who))?;
            Some(Plan::Bid(given.value()? as u8))
        };
        Some((2, asks.iter().map(bid).collect::<Option<_>>()?))
    }
}

impl Rules for Duel {
    const SYSTEM: &'static str = "toy";
    const VERSION: u32 = 1;

    fn step<C: Cx<Duel>>(cx: &mut C, g: &mut Duel) -> Result<(), C::Halt> {
        if g.bids.is_none() {
            return bid(cx, g);
        }
        let side = g.active;
        match cx.choose(g, ask(side, rule::ORDER), &[Opt::Fire, Opt::Cover])? {
            Opt::Fire => {
                shoot(cx, g, side)?;
            }
            _ => {
                let way = cx.propose(g, ask(side, rule::WAY), is_way, ways)?;
                if let Plan::Way(paces) = way {
                    g.paces[side as usize] += paces.iter().sum::<u8>();
                }
                g.cover[side as usize] = true;
            }
        }
        g.active = side.other();
        g.steps += 1;
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.steps == 12 || self.life.contains(&0)
    }
}

pub fn ask(who: Side, rule: Rule) -> Ask<Side, ()> {
    Ask { who, rule, topic: () }
}

/// Both bid; the higher bid begins.
fn bid<C: Cx<Duel>>(cx: &mut C, g: &mut Duel) -> Result<(), C::Halt> {
    let asks = [ask(Side::Red, rule::BID), ask(Side::Blue, rule::BID)];
    let plans = cx.declare(g, &asks, |_, it| is_bid(it), |_| (0..3).map(Plan::Bid).collect())?;
    let bid = |k: usize| if let Plan::Bid(n) = plans[k] { n } else { 0 };
    let bids = [bid(0), bid(1)];
    g.bids = Some(bids);
    g.active = if bids[0] < bids[1] { Side::Blue } else { Side::Red };
    cx.say(rule::BID, || Event::Bids(bids));
    Ok(())
}

fn is_bid(plan: &Plan) -> Result<(), Objection> {
    match plan {
        Plan::Bid(0..=9) => Ok(()),
        Plan::Bid(_) => Err(Objection::new(rule::BID, "/bid", "Nobody has more than nine.")),
        Plan::Way(_) => Err(Objection::new(rule::BID, "", "A bid is wanted.")),
    }
}

fn is_way(plan: &Plan) -> Result<(), Objection> {
    let Plan::Way(steps) = plan else {
        return Err(Objection::new(rule::WAY, "", "A way is wanted."));
    };
    for (i, step) in steps.iter().enumerate() {
        let same = 0 < i && steps[i - 1] == *step;
        if same || !(1..=3).contains(step) {
            return Err(Objection::new(rule::WAY, format!("/way/{i}"), "Nobody steps like that."));
        }
    }
    Ok(())
}

fn ways() -> Vec<Plan> {
    vec![Plan::Way(Vec::new()), Plan::Way(vec![1]), Plan::Way(vec![3, 1, 2])]
}

/// A shot: modifiers, a hit roll, and the victim's choice to stand or draw a card of fate.
pub fn shoot<C: Cx<Duel>>(cx: &mut C, g: &mut Duel, side: Side) -> Result<bool, C::Halt> {
    let victim = side.other();
    let aim = cx.tally(rule::AIM, |ledger| {
        ledger.add(rule::BASE, 5);
        if g.cover[victim as usize] {
            ledger.add(rule::COVER, -2);
        }
    });
    let hit = cx.roll(g, ask(side, rule::HIT), Dice::D10, |it| it.d10() <= aim)?;
    cx.say(rule::HIT, || Event::Shot(side, hit));
    if hit {
        if cx.confirm(g, ask(victim, rule::NERVE))? {
            let lucky = cx.draw(g, ask(victim, rule::FATE), &[false, false, true, false])?;
            if !lucky {
                wound(cx, g, victim);
            }
        } else {
            wound(cx, g, victim);
        }
    }
    g.cover[victim as usize] = false;
    cx.mark(g, rule::HIT, 0_u8)?;
    Ok(hit)
}

fn wound<C: Cx<Duel>>(cx: &mut C, g: &mut Duel, side: Side) {
    g.life[side as usize] = g.life[side as usize].saturating_sub(1);
    cx.say(rule::FATE, || Event::Wound(side));
}

/// Somebody's answer to the pending question, at random; seats that declare come in any order. `None` when it is over.
pub fn any_answer(session: &Session<Duel>, player: &mut Rng) -> Option<(u8, Reply)> {
    let asks = &session.pending()?.asks;
    let open: Vec<_> =
        asks.iter().filter(|it| session.sealed(Duel::seat(it.ask.who)).is_none()).collect();
    let asked = open[player.below(open.len() as u32) as usize];
    let reply = match &asked.ready {
        None => Reply::Option(player.below(asked.options.len() as u32) as usize),
        Some(ready) => plan(&ready[player.below(ready.len() as u32) as usize]),
    };
    Some((Duel::seat(asked.ask.who), reply))
}

pub fn plan(it: &Plan) -> Reply {
    Reply::Plan(serde_json::to_value(it).expect("plain data"))
}
