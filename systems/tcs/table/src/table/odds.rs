//! Exact odds of one option: the very step that will be played, enumerated.

mod mission;

use board::HexId;
use kernel::{
    Dice, DiceSource, Game as _, Item, Live, Mass, Odds, PendingAsk, Policy, Prefix, Rules as _,
    Throw,
};
use play::wire::{Detail, OddsPart, OddsView};
use play::{Classes, Moment, detail, rows};
use tcs::Battle;
use tcs::fire::FireKind;
use tcs::id::{Side, UnitId};
use tcs::overwatch;
use tcs::question::{Opt, Question, Topic};
use tcs::state::{Nerve, Place};
use tcs::text::Names;

use super::tables;
use crate::Tcs;

/// Beyond it the error is reported.
const BUDGET: u64 = 200_000;

/// What people want to know of an option.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Lens {
    /// What becomes of these in a hex: steps and nerve.
    Stack {
        hex: HexId,
        of: Side,
    },
    /// A mission of artillery is placed there.
    Mission(HexId),
    /// Who holds the hex in the end?
    Hex {
        hex: HexId,
        by: Side,
    },
    Unit(UnitId),
}

const FATES: Classes = &[
    ("Three or more steps lost", 4),
    ("Two steps lost", 4),
    ("A step lost", 3),
    ("Paralysed", 3),
    ("Falls back", 2),
    ("Suppressed", 2),
    ("No effect", 0),
];

impl Lens {
    fn classes(self) -> Classes {
        match self {
            Lens::Stack { .. } | Lens::Unit(_) | Lens::Mission(_) => FATES,
            Lens::Hex { .. } => {
                &[("The hex is taken", 4), ("Both stay in it", 2), ("The hex holds", 0)]
            }
        }
    }

    fn title(self) -> &'static str {
        match self {
            Lens::Stack { .. } => "In the target hex",
            Lens::Hex { .. } => "The hex",
            Lens::Unit(_) => "The unit",
            Lens::Mission(_) => "The mission",
        }
    }

    /// Which of its classes the end of a course is in.
    fn class(self, before: &Battle, after: &Battle) -> usize {
        match self {
            Lens::Stack { hex, of } => fate(before, after, before.stack_of(of, hex)),
            Lens::Unit(id) => fate(before, after, std::iter::once(id)),
            Lens::Mission(_) => 6,
            Lens::Hex { hex, by } => match (after.holds(by, hex), after.holds(by.other(), hex)) {
                (true, false) => 0,
                (true, true) => 1,
                (false, _) => 2,
            },
        }
    }
}

/// The worst that befell them.
fn fate(before: &Battle, after: &Battle, units: impl Iterator<Item = UnitId>) -> usize {
    let (mut lost, mut worst) = (0, 6);
    for id in units {
        let (was, is) = (&before[id], &after[id]);
        lost += was.steps.saturating_sub(is.steps);
        let now = match () {
            () if is.place == Place::Lost => 0,
            () if is.nerve == Nerve::Paralysed && was.nerve != Nerve::Paralysed => 3,
            () if before.hex(id) != after.hex(id) => 4,
            () if is.nerve == Nerve::Suppressed && was.nerve == Nerve::Normal => 5,
            () => 6,
        };
        worst = if now < worst { now } else { worst };
    }
    match lost {
        0 => worst.max(3),
        1 => 2,
        2 => 1,
        _ => 0,
    }
}

/// Both sides go on as one would expect: whoever fires does it, with everybody who can in a fight; the enemy answers
/// movement, not fire, whose answer is another question.
#[derive(Clone, Copy)]
struct Plainly {
    answers: bool,
}

impl Policy<Battle> for Plainly {
    fn decide(&mut self, _: &Battle, ask: Question, n: usize, opt: impl Fn(usize) -> Opt) -> usize {
        let find = |is: &dyn Fn(Opt) -> bool| (0..n).find(|it| is(opt(*it)));
        let found = match ask.topic {
            Topic::Overwatch(_) if self.answers => {
                find(&|it| matches!(it, Opt::Area | Opt::Point | Opt::AtRoll { .. }))
            }
            Topic::Overwatch(_) => find(&|it| it == Opt::Nobody),
            Topic::OverwatchFirers(_) => {
                find(&|it| matches!(it, Opt::Join(_))).or_else(|| find(&|it| it == Opt::Fire))
            }
            Topic::Declare(_) => find(&|it| it == Opt::Fire),
            Topic::AssaultFire { .. } => find(&|it| matches!(it, Opt::Area | Opt::Yes))
                .or_else(|| find(&|it| matches!(it, Opt::Point | Opt::AtRoll { .. }))),
            Topic::Step(_) | Topic::WhoAssaults(_) | Topic::WhoOverruns(_) | Topic::Together(_) => {
                find(&|it| it == Opt::Done)
            }
            _ => None,
        };
        found.unwrap_or(0)
    }
}

pub(super) fn has_odds(g: &Battle, asked: &PendingAsk<Battle>, opt: Opt) -> bool {
    lens(g, asked, opt).is_some()
}

/// What is worth knowing of an option; nothing where no die is thrown.
fn lens(g: &Battle, asked: &PendingAsk<Battle>, opt: Opt) -> Option<Lens> {
    let who = asked.ask.who;
    let stack = |hex: HexId| Some(Lens::Stack { hex, of: who.other() });
    match (opt, asked.ask.topic) {
        (Opt::Fire, _) => stack(g.attack?.hex),
        (Opt::Hex(hex), Topic::FireTarget(_)) => stack(hex),
        (Opt::Hex(hex), Topic::MissionTarget { .. }) => Some(Lens::Mission(hex)),
        (Opt::Hex(hex), Topic::SortieTarget(_)) => stack(hex),
        (Opt::Area | Opt::Point, Topic::SortieKind { hex, .. }) => stack(hex),
        (Opt::Unit(id), Topic::SortieUnit { .. }) => Some(Lens::Unit(id)),
        (Opt::Area | Opt::Point, Topic::Overwatch(hex)) => stack(hex),
        (Opt::AtRoll { target, .. }, _) => Some(Lens::Unit(target)),
        (Opt::Hex(hex), Topic::AssaultHex(_) | Topic::OverrunHex(_)) => {
            Some(Lens::Hex { hex, by: who })
        }
        (Opt::Done, Topic::WhoAssaults(hex) | Topic::WhoOverruns(hex)) => {
            Some(Lens::Hex { hex, by: who })
        }
        (Opt::Hex(hex) | Opt::Road(hex), Topic::Step(id)) => {
            let eyes = |(enemy, from): (UnitId, HexId)| {
                g[enemy].is_ready()
                    && !g[enemy].fired
                    && [FireKind::Area, FireKind::Point]
                        .iter()
                        .any(|kind| overwatch::in_reach(g, enemy, from, hex, *kind))
            };
            g.on_map(who.other()).any(eyes).then_some(Lens::Unit(id))
        }
        _ => None,
    }
}

pub(super) fn odds(moment: &Moment<'_, Tcs>) -> Option<OddsView> {
    let (asked, opt, tape) = (moment.asked, moment.opt(), &moment.tape);
    let (g, base): (&Battle, &Battle) = (moment.look, &moment.base);
    let lens = lens(g, asked, opt)?;
    if let Lens::Mission(_) = lens {
        return mission::odds(moment);
    }
    let moves = matches!(asked.ask.topic, Topic::Step(_));
    let mut cx = Odds::new(Plainly { answers: moves });
    cx.budget = BUDGET;
    cx.floor = match lens {
        Lens::Hex { .. } => Battle::WHOLE / 10_u128.pow(5),
        _ => Battle::WHOLE / 10_u128.pow(9),
    };
    let mut masses: Vec<Mass> = vec![0; lens.classes().len()];
    cx.every(
        base,
        |cx, g| Battle::step(&mut Prefix::new(tape, cx), g),
        |mass, (), end| masses[lens.class(g, end)] += mass,
    );
    let assumes = match lens {
        Lens::Hex { .. } => "Everybody in the fight fires as he can; nobody else interferes.",
        Lens::Unit(_) if moves => {
            "The enemy answers by overwatch with all he has; the unit then stops."
        }
        _ => "The enemy's answer is not counted.",
    };
    let ledgers = ledgers(moment);
    let part =
        OddsPart { title: lens.title().into(), rows: rows(lens.classes(), &masses, Battle::WHOLE) };
    Some(OddsView {
        title: title(g, asked, opt, lens),
        exact: cx.lost == 0,
        error: cx.lost as f64 / Battle::WHOLE as f64,
        assumes: assumes.into(),
        rows: part.rows,
        more: Vec::new(),
        doubts: tables::doubts(g, &ledgers),
        ledgers,
        places: Vec::new(),
        courses: cx.courses,
    })
}

fn title(g: &Battle, asked: &PendingAsk<Battle>, opt: Opt, lens: Lens) -> String {
    let names = Names(g.data());
    match (lens, asked.ask.topic, opt) {
        (Lens::Hex { hex, .. }, ..) => format!("The fight for {}", names.hex(hex)),
        (Lens::Unit(id), Topic::Step(_), Opt::Hex(hex) | Opt::Road(hex)) => {
            format!("{} goes to {}", names.unit(id), names.hex(hex))
        }
        (Lens::Unit(id), ..) => format!("Against {}", names.unit(id)),
        (
            Lens::Stack { hex, .. },
            Topic::SortieTarget(i) | Topic::SortieKind { sortie: i, .. },
            _,
        ) => {
            format!("{} attack {}", names.sortie(i), names.hex(hex))
        }
        (Lens::Mission(hex), ..) => format!("A mission on {}", names.hex(hex)),
        (Lens::Stack { hex, .. }, Topic::FireTarget(id), _) => {
            format!("{} fires at {}", names.unit(id), names.hex(hex))
        }
        (Lens::Stack { hex, .. }, ..) => match g.attack {
            Some(it) if opt == Opt::Fire => {
                format!("{} fire at {}", names.units(it.firers), names.hex(hex))
            }
            _ => format!("Overwatch at {}", names.hex(hex)),
        },
    }
}

/// Dice that always fall alike, to see what a step books before them.
struct Lowest;

impl DiceSource for Lowest {
    fn throw(&self, _: u64, _: Dice) -> Throw {
        Throw(0)
    }
}

/// The columns of the first throws, as the step books them.
fn ledgers(moment: &Moment<'_, Tcs>) -> Vec<Detail> {
    let mut tape = moment.tape.clone();
    let mut g = Battle::clone(&moment.base);
    let given = tape.len();
    let mut live = Live::<Battle>::new(&mut tape, 0, 0, &Lowest);
    let _ = Battle::step(&mut live, &mut g);
    let counted =
        live.log.iter().filter(|it| given <= it.at && matches!(it.item, Item::Counted(_)));
    counted.take(2).filter_map(|line| detail::<Tcs>(&moment.look.seen, line)).collect()
}
