//! A made-up duel, just rich enough to try every driver: dice, decisions, a blind draw and a secret bid.
#![allow(dead_code, unreachable_pub)]

use kernel::{Ask, Cx, Dice, Game, Ledger, Mass, Rule, Rules};

pub mod rule {
    use kernel::Rule;
    pub const BID: Rule = Rule::new("toy.bid", "Both bid secretly");
    pub const ORDER: Rule = Rule::new("toy.order", "Fire or take cover");
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
    Bid(u8),
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
}

impl Duel {
    pub fn new() -> Duel {
        Duel { life: [3, 3], cover: [false; 2], active: Side::Red, bids: None, steps: 0 }
    }
}

impl Game for Duel {
    type Side = Side;
    type Opt = Opt;
    type Topic = ();
    type Event = Event;
    const WHOLE: Mass = 10_u128.pow(36);
    fn seat(side: Side) -> u8 {
        side as u8
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
            _ => g.cover[side as usize] = true,
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
    let picks = cx.pick_each(g, &asks, |_| 3, |_, i| Opt::Bid(i as u8))?;
    let bids = [picks[0] as u8, picks[1] as u8];
    g.bids = Some(bids);
    g.active = if bids[0] < bids[1] { Side::Blue } else { Side::Red };
    cx.say(rule::BID, || Event::Bids(bids));
    Ok(())
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
