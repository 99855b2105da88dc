//! Section 12: US attacks. `who` takes part, `strength` and `terrain` add up both sides, `rows` finds the cell,
//! `result` carries it out; `outlook` says beforehand what can be known.

pub mod outlook;
pub mod result;
pub mod rows;
pub mod strength;
pub mod terrain;
pub mod who;

use board::HexId;
use kernel::{Cx, Rule, rules, shown};
use smallvec::SmallVec;

use crate::actions::allowance;
use crate::data::{Data, DepthId, GermanId, UnitId, Weapon, Weapons};
use crate::pools;
use crate::question::{Opt, Topic, ask};
use crate::reinforcement;
use crate::state::{Day, GermanPlace, Units};
use crate::tables::AttackResult;
use crate::text::{self, Names};

pub use outlook::{Outlook, outlook};
pub use who::{Muster, targets};

use rows::{Column, Row};

rules! {
    DECLARE = "omaha.att.declare", "Who takes part";
    REVEAL_UNIT = "omaha.att.step-reveal", "The defender is revealed";
    COMPARE = "omaha.att.step-compare", "Strengths and weapons are compared";
    SECOND = "omaha.att.step-second", "Depth is revealed and compared again";
    TACTICAL = "omaha.att.tactical", "The marker is a tactical reinforcement";
    HERO = "omaha.att.hero-when", "What does the hero do";
}

/// An attack on a hex: who takes part is asked, then it is carried out.
pub fn attack<C: Cx<Day>>(cx: &mut C, g: &mut Day, target: HexId) -> Result<(), C::Halt> {
    // omaha.att.declare: everybody is named before anything is turned over.
    let muster = declare(cx, g, target)?;
    if muster.units.is_empty() {
        return Ok(());
    }
    carry_out(cx, g, target, &muster)?;
    g.today.muster = Muster::default();
    Ok(())
}

/// The attack of those who take part (section 12.3): reveal, compare, perhaps reveal and compare again, apply.
pub fn carry_out<C: Cx<Day>>(
    cx: &mut C,
    g: &mut Day,
    target: HexId,
    muster: &Muster,
) -> Result<(), C::Halt> {
    begin(cx, g, target, muster);
    // omaha.att.step-reveal: the unit, not its depth marker.
    let Some(unit) = g.german_at(target) else { return Ok(()) };
    let hidden = !g[unit].revealed;
    let unit = pools::reveal(cx, g, unit)?;
    if hidden {
        cx.say(REVEAL_UNIT, || Said::Revealed { unit, at: target }.into());
    }
    // omaha.att.step-compare, omaha.att.step-column
    let column = Column::of(g, unit);
    let row = compare(cx, g, target, muster, unit, COMPARE)?;
    let cell = row.cell(g, column);
    if !cell.reveal_and_repeat {
        return result::apply(cx, g, target, muster, unit, (row, column));
    }
    cx.say(row.rule(g, column), || Said::Result { at: target, cell }.into());
    // omaha.att.step-second: once more, with the depth marker, in the column to the right.
    let Some(depth) = pools::reveal_depth(cx, g, unit)? else { return Ok(()) };
    cx.say(SECOND, || Said::RevealedDepth { depth, at: target }.into());
    if g.data().depths[depth.index()].tactical {
        return tactical(cx, g, unit);
    }
    let row = compare(cx, g, target, muster, unit, SECOND)?;
    result::apply(cx, g, target, muster, unit, (row, Column::RevealedDepth))
}

/// Asks for one participant after the other. Only what may be added now is offered, so that every answer leaves an
/// attack that can be carried out.
fn declare<C: Cx<Day>>(cx: &mut C, g: &mut Day, target: HexId) -> Result<Muster, C::Halt> {
    let mut muster = Muster::default();
    loop {
        // For people to look at while they decide.
        g.today.muster = muster;
        let options = who::options(g, target, &muster);
        let opt = match options.as_slice() {
            [] => return Ok(muster),
            options => cx.choose(g, ask(DECLARE, Topic::Declare(target)), options)?,
        };
        match opt {
            who::Join::Unit(unit) => muster.units.insert(unit),
            who::Join::Naval => muster.naval = true,
            who::Join::Done => return Ok(muster),
        }
    }
}

/// Actions and the naval marker are spent (omaha.att.all-act, omaha.naval.spend); the hex cannot be attacked again.
fn begin<C: Cx<Day>>(cx: &mut C, g: &mut Day, target: HexId, muster: &Muster) {
    cx.say(DECLARE, || Said::Declared { target, units: muster.units, naval: muster.naval }.into());
    if let Ok(costs) = allowance::attack_cost(g, muster.units) {
        allowance::pay(cx, g, costs);
    }
    for unit in muster.units.iter() {
        g[unit].acted = true;
    }
    if muster.naval {
        g.naval_markers = g.naval_markers.saturating_sub(1);
    }
    g.today.attacked.insert(target);
}

/// One comparison: what is required of whom, what the hero does about it, and the row that comes of it.
fn compare<C: Cx<Day>>(
    cx: &mut C,
    g: &mut Day,
    target: HexId,
    muster: &Muster,
    unit: GermanId,
    rule: Rule,
) -> Result<Row, C::Halt> {
    let need = strength::needs(g, unit);
    let missing = need.missing(g, target, muster);
    let defence = strength::defence(g, target, muster, unit);
    let attack = strength::attack(g, muster);
    let hero = hero(cx, g, target, muster, (attack, defence, missing))?;
    let missing = match hero {
        Some(Benefit::Weapon(weapon)) => missing.without(Weapons::of(weapon)),
        _ => missing,
    };
    let attack = strength::tally_attack(cx, g, muster, hero == Some(Benefit::Strength));
    let defence = strength::tally_defence(cx, g, target, muster, unit);
    let said =
        Said::Compared { at: target, attack, defence, required: need.weapons, missing, hero };
    cx.say(rule, || said.into());
    Ok(Row::of(missing.is_empty(), attack, defence))
}

/// What a hero does in a comparison (omaha.att.hero-wild).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Benefit {
    /// Stands in for a weapon, NA too (omaha.att.hero-naval), never FL (omaha.weap.hero).
    Weapon(Weapon),
    Strength,
}

/// One benefit however many heroes there are (omaha.att.hero-single), chosen when the requirements are visible, and
/// anew at the second comparison (omaha.att.hero-when). Asked only where it changes the row.
fn hero<C: Cx<Day>>(
    cx: &mut C,
    g: &Day,
    target: HexId,
    muster: &Muster,
    (attack, defence, missing): (i32, i32, Weapons),
) -> Result<Option<Benefit>, C::Halt> {
    if !muster.has_hero(g, target) {
        return Ok(None);
    }
    let plain = Row::of(missing.is_empty(), attack, defence);
    let bonus = i32::from(g.data().tables.constants.hero_strength);
    let mut options: SmallVec<[Use; 4]> = SmallVec::new();
    options.push(Use(None));
    if missing.len() == 1 && !missing.contains(Weapon::Fl) {
        options.extend(missing.iter().map(|it| Use(Some(Benefit::Weapon(it)))));
    }
    if Row::of(missing.is_empty(), attack + bonus, defence) != plain {
        options.push(Use(Some(Benefit::Strength)));
    }
    let Use(benefit) = cx.choose(g, ask(HERO, Topic::HeroInAttack(target)), &options)?;
    Ok(benefit)
}

/// What the hero is used for, if for anything.
#[derive(Clone, Copy)]
struct Use(Option<Benefit>);

shown! {
    Use(benefit) => Use, match benefit {
        None => Opt::No,
        Some(Benefit::Weapon(weapon)) => Opt::HeroWeapon(weapon),
        Some(Benefit::Strength) => Opt::HeroStrength,
    };
}

/// omaha.att.tactical: the marker goes, the tactical unit comes, the attacked unit is defeated.
fn tactical<C: Cx<Day>>(cx: &mut C, g: &mut Day, unit: GermanId) -> Result<(), C::Halt> {
    let at = g.hex_of(unit);
    cx.say(TACTICAL, || Said::Tactical { at }.into());
    if let GermanPlace::At(site) = g[unit].place {
        reinforcement::tactical(cx, g, site, false)?;
    }
    result::defeat(cx, g, unit);
    Ok(())
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Declared {
        target: HexId,
        units: Units,
        naval: bool,
    },
    Revealed {
        unit: GermanId,
        at: HexId,
    },
    RevealedDepth {
        depth: DepthId,
        at: HexId,
    },
    Compared {
        at: HexId,
        attack: i32,
        defence: i32,
        required: Weapons,
        missing: Weapons,
        hero: Option<Benefit>,
    },
    Tactical {
        at: Option<HexId>,
    },
    /// What the cell of the chart says.
    Result {
        at: HexId,
        cell: AttackResult,
    },
    /// In no communication, or no marker is left.
    NoDepth {
        at: HexId,
        communication: bool,
    },
    TurnedDown(HexId),
    Disrupted(HexId),
    Attrition {
        unit: UnitId,
        at: HexId,
    },
    /// Nobody pays for the depth marker.
    NoAttrition(HexId),
    DepthEliminated(HexId),
    Removed {
        unit: GermanId,
        at: Option<HexId>,
    },
    Withdrawn {
        unit: GermanId,
        at: Option<HexId>,
    },
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> (String, Vec<HexId>) {
        let names = Names(data);
        let (text, at) = match self {
            Said::Declared { target, units, naval } => {
                let mut who: Vec<&str> = units.iter().map(|it| names.unit(it)).collect();
                if *naval {
                    who.push("naval fire");
                }
                (format!("Attack on {} by {}.", names.defenders(*target), who.join(", ")), *target)
            }
            Said::Revealed { unit, at } => {
                let it = &data.germans[unit.index()];
                let text = format!(
                    "{}: {}, strength {}, requires {}.",
                    names.defenders(*at),
                    names.german(*unit),
                    it.strength,
                    text::weapons(it.requires)
                );
                (text, *at)
            }
            Said::RevealedDepth { depth, at } => {
                let it = &data.depths[depth.index()];
                let text = match it.tactical {
                    true => "a tactical reinforcement".into(),
                    false => {
                        format!("strength {}, requires {}", it.strength, text::weapons(it.requires))
                    }
                };
                (format!("{}: depth marker: {text}.", names.defenders(*at)), *at)
            }
            Said::Compared { at, attack, defence, required, missing, hero } => {
                (compared(*attack, *defence, (*required, *missing), *hero), *at)
            }
            Said::Tactical { at } => {
                return ("Reserves come up, but the strongpoint itself gives way.".into(), {
                    at.iter().copied().collect()
                });
            }
            Said::Result { at, cell } => (format!("{}.", result_words(*cell)), *at),
            Said::NoDepth { at, communication } => {
                let why = match communication {
                    true => "no marker is left",
                    false => "it is not in communication",
                };
                (format!("{} gains no depth: {why}.", names.defenders(*at)), *at)
            }
            Said::TurnedDown(at) => {
                (format!("{} is turned face down again.", names.defenders(*at)), *at)
            }
            Said::Disrupted(at) => (format!("{} is disrupted.", names.defenders(*at)), *at),
            Said::Attrition { unit, at } => {
                (format!("{} pays with a step for the depth marker.", names.unit(*unit)), *at)
            }
            Said::NoAttrition(at) => (
                format!("No step is given up: {} keeps its depth marker.", names.defenders(*at)),
                *at,
            ),
            Said::DepthEliminated(at) => {
                (format!("{} loses its depth marker.", names.defenders(*at)), *at)
            }
            Said::Removed { unit, at } => {
                let text = format!("{} is defeated and removed.", names.german_at(*unit, *at));
                return (text, at.iter().copied().collect());
            }
            Said::Withdrawn { unit, at } => {
                let text = format!(
                    "{} is defeated and withdraws to the Division box.",
                    names.german_at(*unit, *at)
                );
                return (text, at.iter().copied().collect());
            }
        };
        (text, vec![at])
    }
}

/// "Attack 13 against 6: at least double. Required BR FL, all present."
fn compared(
    attack: i32,
    defence: i32,
    (required, missing): (Weapons, Weapons),
    hero: Option<Benefit>,
) -> String {
    let class = if 2 * defence <= attack {
        "at least double"
    } else if defence < attack {
        "greater, but not double"
    } else if defence == attack {
        "equal"
    } else {
        "less"
    };
    let weapons = match (required.is_empty(), missing.is_empty()) {
        (true, _) => "No weapons are required".into(),
        (_, true) => format!("Required {}: all present", text::weapons(required)),
        _ => {
            format!("Required {}: {} missing", text::weapons(required), text::weapons(missing))
        }
    };
    let hero = match hero {
        Some(Benefit::Weapon(weapon)) => format!("; the hero stands in for {}", weapon.name()),
        Some(Benefit::Strength) => "; the hero adds to the strength".into(),
        None => String::new(),
    };
    format!("Attack strength {attack} against {defence}: {class}. {weapons}{hero}.")
}

/// "US attackers disrupted, German gains depth"
fn result_words(cell: AttackResult) -> String {
    let parts = [
        (cell.us_disrupted, "US attackers disrupted"),
        (cell.gains_depth, "German gains depth"),
        (cell.unit_unrevealed, "German unit unrevealed"),
        (cell.reveal_and_repeat, "the depth marker is revealed"),
        (cell.depth_eliminated, "depth marker eliminated"),
        (cell.german_disrupted, "German disrupted"),
        (cell.optional_attrition, "optional attrition"),
        (cell.defeated, "German defeated"),
    ];
    let said: Vec<&str> = parts.into_iter().filter(|it| it.0).map(|it| it.1).collect();
    if said.is_empty() { "No effect".into() } else { said.join(", ") }
}
