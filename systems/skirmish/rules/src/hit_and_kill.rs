//! Sheet 6.2 and 6.3: hit and kill numbers of small arms and direct HE.

use kernel::{Ledger, Rule, rules};

use crate::data::Quality;
use crate::tables::{Class, Cover, HitRow, Tables, Weapon, WeightRow};

rules! {
    HIT = "skirmish.fire.hit-kill", "Every hit is followed by a kill roll";
    OPEN = "skirmish.kill.open", "In the Open";
    LIGHT = "skirmish.kill.light", "Light Cover";
    HEAVY = "skirmish.kill.heavy", "Heavy Cover";
    REINFORCED = "skirmish.kill.reinforced", "Reinforced Cover";
    KILL = "skirmish.kill.by-cover", "Kill number of the cover";
    SPECIAL = "skirmish.kill.what-modifies", "Special weapon";
    HINDRANCE = "skirmish.mod.hindrance", "Each hindrance";
    MOVED_IN_OPEN = "skirmish.mod.moved-in-open", "Stationary fire against movement in the open";
    DOUBLE = "skirmish.mod.double", "Target At the Double";
    LONG = "skirmish.mod.long-range", "Long range";
    CREW = "skirmish.mod.crew", "Each crewman missing";
    MOVING = "skirmish.mod.moving", "Moving and firing";
    SUPPRESSED = "skirmish.mod.suppressed", "Suppressed firer";
    UPHILL = "skirmish.mod.uphill", "Target uphill";
    GREEN = "skirmish.mod.green", "Green firer";
    VETERAN = "skirmish.mod.veteran", "Veteran firer";
    SNIPER = "skirmish.weap.sniper", "Sniper rifle";
    FLAME = "skirmish.weap.flame", "Flamethrower";
    WEIGHT = "skirmish.he.weights", "Weight of the HE";
}

/// What is known of one direct shot at one figure: read off the table, or entered by a referee.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Situation {
    pub cover: Cover,
    pub hindrances: u8,
    pub long_range: bool,
    pub uphill: bool,
    pub missing_crew: u8,
    /// In the Moving Fire Phase, under M and C alike (skirmish.mod.moving-means).
    pub moving: bool,
    pub suppressed: bool,
    pub quality: Quality,
    /// The target moved this turn under A, M or compulsion.
    pub target_moved: bool,
    pub target_double: bool,
}

/// skirmish.ref.defaults: what is left out counts as in the open, no hindrance, short range, level ground, full crew.
impl Default for Situation {
    fn default() -> Situation {
        Situation {
            cover: Cover::Open,
            hindrances: 0,
            long_range: false,
            uphill: false,
            missing_crew: 0,
            moving: false,
            suppressed: false,
            quality: Quality::Regular,
            target_moved: false,
            target_double: false,
        }
    }
}

/// The hit number of small arms and flame.
pub fn count_hit(t: &Tables, weapon: &Weapon, it: &Situation, ledger: &mut impl Ledger) {
    let cover = cover_used(weapon, it.cover);
    ledger.add(cover_rule(cover), t.cover(cover).hit);
    count_modifiers(t, weapon, it, ledger);
}

/// The kill number: only special weapons change it.
pub fn count_kill(t: &Tables, weapon: &Weapon, cover: Cover, ledger: &mut impl Ledger) {
    ledger.add(KILL, t.cover(cover_used(weapon, cover)).kill);
    ledger.add(own_rule(weapon), weapon.kill);
}

/// Sheet 6.3. Two lines do not count for direct HE.
pub fn count_modifiers(t: &Tables, weapon: &Weapon, it: &Situation, ledger: &mut impl Ledger) {
    let he = weapon.class == Class::DirectHe;
    let (table, times) = (&t.to_hit, |on: bool| i32::from(on));
    let mut add = |rule: Rule, row: &HitRow, times: i32| {
        if !he || row.direct_he {
            ledger.add(rule, row.amount * times);
        }
    };
    add(HINDRANCE, &table.hindrance, i32::from(it.hindrances));
    // skirmish.mod.open-means: in the Stationary Fire Phase, and if the figure has no cover on this line.
    let in_open = it.target_moved && !it.moving && it.cover == Cover::Open;
    add(MOVED_IN_OPEN, &table.stationary_vs_moved_in_open, times(in_open));
    add(DOUBLE, &table.target_at_the_double, times(it.target_double));
    add(LONG, &table.long_range, times(it.long_range));
    add(CREW, &table.sw_lack_of_crew, i32::from(it.missing_crew));
    add(MOVING, &table.moving_and_firing, times(it.moving));
    add(SUPPRESSED, &table.suppressed_firer, times(it.suppressed));
    add(UPHILL, &table.target_uphill, times(it.uphill));
    add(GREEN, &table.green_firer, times(it.quality == Quality::Green));
    add(VETERAN, &table.veteran_firer, times(it.quality == Quality::Veteran));
    ledger.add(own_rule(weapon), weapon.hit);
}

/// A figure in a direct blast: its own cover, the modifiers of the line to the centre, the weight
/// (skirmish.he.direct-numbers).
pub fn count_blast(t: &Tables, cover: Cover, modifiers: i32, weight: &WeightRow) -> (i32, i32) {
    let row = t.cover(cover);
    (row.hit + modifiers + weight.hit, row.kill + weight.kill)
}

/// skirmish.weap.flame: In the Open against any cover.
const fn cover_used(weapon: &Weapon, cover: Cover) -> Cover {
    if weapon.ignores_cover { Cover::Open } else { cover }
}

/// The statement that gives a weapon changes of its own.
const fn own_rule(weapon: &Weapon) -> Rule {
    match weapon.class {
        Class::Flame => FLAME,
        _ if weapon.picks_figure => SNIPER,
        _ => SPECIAL,
    }
}

#[must_use]
pub const fn cover_rule(cover: Cover) -> Rule {
    match cover {
        Cover::Open => OPEN,
        Cover::Light => LIGHT,
        Cover::Heavy => HEAVY,
        Cover::Reinforced => REINFORCED,
    }
}
