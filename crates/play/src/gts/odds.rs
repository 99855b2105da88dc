//! Exact odds of one option: the very step that will be played, enumerated.

use std::hash::Hash;

use gts::Battle;
use gts::assault::{Assault, opening, proceed};
use gts::data::UnitId;
use gts::event::{Action, Opt, Topic};
use gts::{rule, text};
use kernel::{
    Answer, Dice, DiceSource, Fingerprint, Flow, Game, Item, Kind, Live, Mass, Odds, PendingAsk,
    Policy, Prefix, Rules, Throw,
};

use super::GtsTable;
use super::log::detail;
use crate::table::Refused;
use crate::wire::{OddsRow, OddsView};

/// Beyond it the error is reported.
const BUDGET: u64 = 200_000;

/// What people want to know of the option.
#[derive(Clone, Copy)]
enum Matter {
    Fate(UnitId),
    Hex { hex: board::HexId, by: gts::data::Side },
}

/// How bad it was for a unit, worst last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fate {
    Unhurt,
    Cohesion,
    Suppressed,
    Step,
    Eliminated,
}

const FATES: [(Fate, &str); 5] = [
    (Fate::Eliminated, "Eliminated"),
    (Fate::Step, "Loses a step"),
    (Fate::Suppressed, "Suppressed"),
    (Fate::Cohesion, "Cohesion Hit"),
    (Fate::Unhurt, "No effect"),
];

fn row_of(fate: Fate) -> usize {
    FATES.iter().position(|it| it.0 == fate).unwrap_or(FATES.len() - 1)
}

fn fate(before: &Battle, after: &Battle, id: UnitId) -> Fate {
    let (was, is) = (&before[id], &after[id]);
    match () {
        () if !is.is_in_play() => Fate::Eliminated,
        () if is.steps < was.steps => Fate::Step,
        () if is.suppressed && !was.suppressed => Fate::Suppressed,
        () if was.cohesion < is.cohesion => Fate::Cohesion,
        () => Fate::Unhurt,
    }
}

/// Both sides go on as a careful player would; only what matters to the question is told apart.
#[derive(Clone, Copy)]
struct Asked(Matter);

impl Policy<Battle> for Asked {
    fn decide(
        &mut self,
        g: &Battle,
        ask: gts::event::Question,
        n: usize,
        opt: impl Fn(usize) -> Opt,
    ) -> usize {
        staff::Reckon.decide(g, ask, n, opt)
    }

    fn matters(&self, g: &Battle, to: &mut Fingerprint) {
        match self.0 {
            Matter::Hex { .. } => gts::assault::matters(g, to),
            Matter::Fate(_) => g.hash(to),
        }
    }
}

pub(super) fn has_odds(g: &Battle, asked: &PendingAsk<Battle>, opt: Opt) -> bool {
    matter(g, asked, opt).is_some()
}

fn matter(g: &Battle, asked: &PendingAsk<Battle>, opt: Opt) -> Option<Matter> {
    match (opt, asked.ask.topic) {
        // Where there is only one target nobody asks at whom: the action is the shot.
        (Opt::Act(Action::DirectFire), Topic::Unit(id)) => {
            match gts::direct_fire::targets(g, id)[..] {
                [Opt::Target(target)] => Some(Matter::Fate(target)),
                _ => None,
            }
        }
        (Opt::Act(Action::Assault), Topic::Unit(id)) => {
            let units: Vec<UnitId> =
                g.active.as_ref().map_or_else(|| vec![id], |it| it.acting.iter().collect());
            match gts::assault::targets(g, &units)[..] {
                [Opt::Hex(hex)] => Some(Matter::Hex { hex, by: g.side(id) }),
                _ => None,
            }
        }
        (Opt::Target(id), _) | (Opt::Shot { target: id, .. }, _) => Some(Matter::Fate(id)),
        (Opt::Hex(hex), Topic::Unit(id)) if asked.ask.rule == rule::ASSAULT_TARGET => {
            Some(Matter::Hex { hex, by: g.side(id) })
        }
        // A step under the eyes of the enemy: what becomes of the unit.
        (Opt::Hex(_), Topic::Unit(id)) if asked.ask.rule == rule::MOVE => {
            let from = g[id].hex()?;
            gts::fire_zone::is_in_enemy_zone(g, g.side(id), from).then_some(Matter::Fate(id))
        }
        (Opt::Fire | Opt::Charge | Opt::Stand, Topic::Hex(hex)) => {
            g.fight.map(|it| Matter::Hex { hex, by: it.side })
        }
        (Opt::Roll, Topic::Result(id, _)) => Some(Matter::Fate(id)),
        (Opt::Roll, Topic::Unit(id)) if asked.options.contains(&Opt::SpendCp) => {
            Some(Matter::Fate(id))
        }
        _ => None,
    }
}

pub(super) fn odds(table: &GtsTable, seat: u8, option: usize) -> Result<OddsView, Refused> {
    let session = &table.session;
    let asked = session.asked(seat).ok_or(Refused::NotYours { seat, waiting_for: vec![] })?;
    let of = asked.options.len();
    let opt = *asked.options.get(option).ok_or(Refused::NoSuchOption { option, of })?;
    let g = session.now();
    let matter = matter(g, asked, opt)
        .ok_or_else(|| Refused::Unknown { what: "odds of option", name: option.to_string() })?;

    // The step from its start, over the answers given and the option asked about.
    let (base, given) = session.step();
    let mut tape = given.to_vec();
    tape.push(Answer {
        kind: Kind::Decided,
        seat,
        tag: asked.ask.rule.tag(),
        of: of as u32,
        value: option as u32,
    });

    let mut cx = Odds::new(Asked(matter));
    cx.budget = BUDGET;
    // A shot is enumerated to the last digit; an assault as far as it can be seen.
    cx.floor = match matter {
        Matter::Fate(_) => Battle::WHOLE / 10_u128.pow(12),
        Matter::Hex { .. } => Battle::WHOLE / 10_u128.pow(5),
    };
    let mut rows: Vec<(&str, u8, Mass)> = match matter {
        Matter::Fate(_) => FATES.iter().map(|(fate, label)| (*label, *fate as u8, 0)).collect(),
        Matter::Hex { .. } => vec![("The hex is taken", 4, 0), ("The hex holds", 0, 0)],
    };
    match (matter, opt) {
        // An assault not yet begun is enumerated shot by shot, which spares replaying the whole step.
        (Matter::Hex { hex, .. }, Opt::Hex(_) | Opt::Act(_)) => {
            let acting = g.active.as_ref().map(|it| it.acting).unwrap_or_default();
            let units: Vec<UnitId> = acting.iter().collect();
            cx.stages(
                g,
                false,
                |cx, g, begun| {
                    let end = if *begun { proceed(cx, g)? } else { opening(cx, g, &units, hex)? };
                    *begun = true;
                    Ok(end.map_or(Flow::Again, Flow::Done))
                },
                |mass, end: Assault, _, _| rows[usize::from(!end.takes_the_hex())].2 += mass,
            );
        }
        // One shot: what follows it (the rest of a move, of an assault) is another question.
        (Matter::Fate(id), Opt::Target(_) | Opt::Shot { .. }) => cx.until_mark(
            base,
            |cx, g| Battle::step(&mut Prefix::new(&tape, cx), g),
            |mass, end| rows[row_of(fate(g, end, id))].2 += mass,
        ),
        _ => cx.every(
            base,
            |cx, g| Battle::step(&mut Prefix::new(&tape, cx), g),
            |mass, (), end| {
                let row = match matter {
                    Matter::Fate(id) => row_of(fate(g, end, id)),
                    Matter::Hex { hex, by } => usize::from(end.holder(hex) != Some(by)),
                };
                rows[row].2 += mass;
            },
        ),
    }
    let lost = cx.lost as f64 / Battle::WHOLE as f64;
    let names = text::Names(g.data());
    let title = match matter {
        Matter::Fate(id) => match (opt, asked.ask.topic) {
            (Opt::Target(_) | Opt::Act(_), Topic::Unit(firer)) => {
                format!("{} fires at {}", names.unit(firer), names.unit(id))
            }
            (Opt::Shot { firer, .. }, _) => {
                format!("{} fires at {}", names.unit(firer), names.unit(id))
            }
            (Opt::Hex(hex), _) => format!("{} moves to {}", names.unit(id), names.hex(hex)),
            _ => names.unit(id).to_string(),
        },
        Matter::Hex { hex, .. } => format!("Assault on {}", names.hex(hex)),
    };
    Ok(OddsView {
        title,
        exact: cx.lost == 0,
        error: lost,
        assumes: "Both sides go on as a careful player would; your choice decides the rest.".into(),
        rows: rows
            .into_iter()
            .filter(|it| 0 < it.2)
            .map(|(label, severity, mass)| OddsRow {
                label: label.into(),
                fraction: fraction(mass, Battle::WHOLE),
                probability: mass as f64 / Battle::WHOLE as f64,
                severity,
            })
            .collect(),
        ledgers: ledgers(base, &tape, opt),
        courses: cx.courses,
    })
}

/// The modifiers of the shot, as the step books them. Op Fire is shown with its check passed, Direct Fire without the
/// Company Bonus, which is a check of its own.
fn ledgers(base: &Battle, tape: &[Answer], opt: Opt) -> Vec<crate::wire::Detail> {
    struct Always(u32);
    impl DiceSource for Always {
        fn throw(&self, _: u64, dice: Dice) -> Throw {
            Throw(self.0 % dice.faces())
        }
    }
    let dice = match opt {
        Opt::Target(_) | Opt::Act(_) => Always(9),
        _ => Always(0),
    };
    let mut tape = tape.to_vec();
    let mut g = base.clone();
    let given = tape.len();
    let mut live = Live::<Battle>::new(&mut tape, 0, 0, &dice);
    let _ = Battle::step(&mut live, &mut g);
    let counted =
        live.log.iter().filter(|it| given <= it.at && matches!(it.item, Item::Counted(_)));
    let mut seen = Vec::new();
    for line in counted {
        let relevant = line.rule == rule::FIRE_RATING || (line.rule == rule::TQ && seen.is_empty());
        if relevant && seen.len() < 3 {
            seen.extend(detail(&g, None, line));
        }
    }
    seen
}

/// Reduced, where it is short enough to read.
fn fraction(mass: Mass, whole: Mass) -> String {
    let (mut a, mut b) = (mass, whole);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    let (n, d) = (mass / a, whole / a);
    if d < 1_000_000 { format!("{n}/{d}") } else { String::new() }
}
