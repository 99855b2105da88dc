//! Section 16.7, referee mode: a real table and no map. Players enter what the table would tell (skirmish.ref.entered), what
//! they leave out has its default (skirmish.ref.defaults), and the numbers come from the procedures of the game itself.
//! What is kept between entries is the [`Sheet`] (skirmish.ref.keeps).

mod roll;
mod sheet;

use kernel::{Itemised, Ledger as _, Rule};

use crate::assault::count_melee;
use crate::data::Quality;
use crate::dice::{self, Tested, Way};
use crate::end_turn::{EndsOn, ends_on};
use crate::hit_and_kill::{self, Situation};
use crate::indirect_fire::{self, Piece, Targeting, Under};
use crate::morale::{self, Test};
use crate::rally;
use crate::spotting;
use crate::state::Level;
use crate::tables::{Cover, Tables, Weapon};

pub use roll::read;
pub use sheet::{Kept, Sheet, Stock};

/// A number with its reasons, how it is rolled, and its chance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reckoned {
    pub lines: Vec<(Rule, i32)>,
    pub number: i32,
    pub way: Way,
    /// It succeeds without a die (skirmish.roll.one-plus).
    pub certain: bool,
    /// Chances in 36.
    pub chance: i32,
}

impl Reckoned {
    fn new(t: &Tables, ledger: Itemised) -> Reckoned {
        let number = ledger.total();
        let way = dice::way(&t.roll, number);
        let chance = dice::chance(&t.roll, number);
        Reckoned { lines: ledger.0, number, way, certain: false, chance }
    }
}

/// All results of a roll in 36.
pub const WHOLE: i32 = 36;

fn reckon(t: &Tables, count: impl FnOnce(&mut Itemised)) -> Reckoned {
    let mut ledger = Itemised::default();
    count(&mut ledger);
    Reckoned::new(t, ledger)
}

/// The spotting number.
#[must_use]
pub fn spot(t: &Tables, line: spotting::Line) -> Reckoned {
    reckon(t, |it| spotting::count(t, line, it))
}

/// The rally number.
#[must_use]
pub fn rally(t: &Tables, quality: Quality, bonus: i32) -> Reckoned {
    reckon(t, |it| rally::count(t, quality, bonus, it))
}

/// The numbers of a shot with small arms or flame.
#[must_use]
pub fn shot(t: &Tables, weapon: &Weapon, situation: &Situation) -> [Reckoned; 2] {
    let hit = reckon(t, |it| hit_and_kill::count_hit(t, weapon, situation, it));
    let kill = reckon(t, |it| hit_and_kill::count_kill(t, weapon, situation.cover, it));
    [hit, kill]
}

/// The numbers of a figure in a direct blast: the situation of the line to the centre, the figure's own cover.
#[must_use]
pub fn direct_blast(
    t: &Tables,
    weapon: &Weapon,
    line: &Situation,
    cover: Cover,
) -> Option<[Reckoned; 2]> {
    let weight = t.weight(weapon.weight?);
    let hit = reckon(t, |it| {
        it.add(hit_and_kill::cover_rule(cover), t.cover(cover).hit);
        hit_and_kill::count_modifiers(t, weapon, line, it);
        it.add(hit_and_kill::WEIGHT, weight.hit);
    });
    let kill = reckon(t, |it| {
        hit_and_kill::count_kill(t, weapon, cover, it);
        it.add(hit_and_kill::WEIGHT, weight.kill);
    });
    Some([hit, kill])
}

/// The targeting number of a call.
#[must_use]
pub fn targeting(t: &Tables, call: &Targeting) -> Reckoned {
    let mut it = reckon(t, |it| indirect_fire::count(t, call, it));
    it.certain = it.number <= t.roll.indirect_targeting_automatic_at_or_below;
    if it.certain {
        it.chance = WHOLE;
    }
    it
}

/// The numbers of a figure under indirect fire.
#[must_use]
pub fn indirect_blast(t: &Tables, piece: &Piece, under: &Under) -> [Reckoned; 2] {
    let hit = reckon(t, |it| indirect_fire::count_hit(t, piece, under, it));
    let kill = reckon(t, |it| indirect_fire::count_kill(t, piece, under, it));
    [hit, kill]
}

/// The close combat number.
#[must_use]
pub fn melee(t: &Tables, quality: Quality, suppressed: bool) -> Reckoned {
    reckon(t, |it| count_melee(t, quality, suppressed, it))
}

/// The morale number of a test.
#[must_use]
pub fn test(t: &Tables, quality: Quality, test: Test, bonus: i32) -> Reckoned {
    reckon(t, |it| morale::count(t, quality, test, bonus, it))
}

/// Chances in 36 that an element which tests is afterwards on each level, best first.
#[must_use]
pub fn levels_after(t: &Tables, level: Level, number: i32) -> [(Level, i32); 3] {
    let badly = t.morale.fail_big_margin;
    let passed = dice::chance(&t.roll, number);
    let six = WHOLE / 6;
    let worst = match dice::way(&t.roll, number) {
        Way::One(least) => (1..=6).filter(|die| die + badly <= least).count() as i32 * six,
        Way::SixThen(_) => (1..6).filter(|die| die + badly <= number).count() as i32 * six,
        Way::Impossible => WHOLE,
    };
    let after = |tested| morale::after(t, level, tested);
    [
        (after(Tested::Passed), passed),
        (after(Tested::Failed), WHOLE - passed - worst),
        (after(Tested::FailedBadly), worst),
    ]
}

/// How many kills the dice of a weapon make.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kills {
    /// Ways to 0, 1, 2 …; the whole is their sum.
    pub ways: Vec<u128>,
    /// So many dice have more courses than a number has room for; then they are rounded far behind the point.
    pub exact: bool,
}

/// The kills of so many dice, each hitting and then killing by these numbers.
#[must_use]
pub fn kills(hit: &Reckoned, kill: &Reckoned, dice: u8) -> Kills {
    successes(hit.chance * kill.chance, WHOLE * WHOLE, dice)
}

/// So many tries with the chance `one` of `whole` each.
#[must_use]
pub fn successes(one: i32, whole: i32, tries: u8) -> Kills {
    let mut common = (one, whole);
    while common.1 != 0 {
        common = (common.1, common.0 % common.1);
    }
    let (one, whole) = ((one / common.0) as u128, (whole / common.0) as u128);
    let (mut ways, mut sum, mut exact) = (vec![1_u128], 1_u128, true);
    for _ in 0..tries {
        let mut next = vec![0; ways.len() + 1];
        for (n, it) in ways.iter().enumerate() {
            next[n] += it * (whole - one);
            next[n + 1] += it * one;
        }
        (ways, sum) = (next, sum * whole);
        // The next step multiplies by less than 2^11.
        if ROOM < sum {
            exact = false;
            ways.iter_mut().for_each(|it| *it >>= SHORTER);
            sum = ways.iter().sum();
        }
    }
    Kills { ways, exact }
}

const ROOM: u128 = 1 << 112;
const SHORTER: u32 = 32;

/// What ends the game this turn; nothing before the scheduled number of turns.
#[must_use]
pub fn game_end(t: &Tables, scheduled: u8, turn: u8) -> Option<EndsOn> {
    ends_on(t, scheduled, turn)
}
