//! Section 4, the Spotting Phase: each side seals who tries for which counter, then all roll, then what was seen is
//! turned over together.

use kernel::{Cx, Ledger, Objection, Rule, rules};
use smallvec::SmallVec;
use tabletop::within;

use crate::data::{ElementId, Scene, Side};
use crate::event::Words;
use crate::question::{Plan, Question, Topic, ask};
use crate::state::{Attempt, Phase, Skirmish};
use crate::tables::{Tables, inches};
use crate::text::Names;
use crate::{dice, hiding};

rules! {
    PHASE = "skirmish.spot.phase", "Roll to spot hidden enemies in sight";
    NUMBER = "skirmish.spot.number", "Spotting number";
    HINDRANCE = "skirmish.spot.hindrance", "Each hindrance";
    FAR = "skirmish.spot.far", "Over 16 inches away";
    ATTEMPTS = "skirmish.spot.attempts", "One counter for each unbroken element";
    RESULT = "skirmish.spot.result", "Spotted counters are turned over together";
}

/// So many ways to share out counters are offered.
const WAYS: usize = 3;

/// Both sides seal their attempts. Who is asked follows from the counters on the table, which everybody sees.
pub(crate) fn declare<C: Cx<Skirmish>>(cx: &mut C, g: &mut Skirmish) -> Result<(), C::Halt> {
    let hides = |side: Side| g.counters.iter().any(|it| it.side == side);
    let seekers = Side::BOTH.into_iter().filter(|it| hides(it.other()));
    let asks: SmallVec<[Question; 2]> =
        seekers.map(|it| ask(it, ATTEMPTS, Topic::Spotting)).collect();
    let plans = cx.declare(
        g,
        &asks,
        |k, plan| judge(g, asks[k].who, plan),
        |k, _| ready(g, asks[k].who).into_iter().map(Plan::Spot).collect(),
    )?;
    for plan in plans {
        if let Plan::Spot(list) = plan {
            g.attempts.extend(list);
        }
    }
    g.attempts.sort_unstable();
    g.phase = Phase::SpotRoll { next: 0 };
    Ok(())
}

/// One attempt is rolled, or all have been.
pub(crate) fn step<C: Cx<Skirmish>>(cx: &mut C, g: &mut Skirmish, next: u8) -> Result<(), C::Halt> {
    let Some(attempt) = g.attempts.get(usize::from(next)).copied() else {
        g.attempts.clear();
        for (side, number) in std::mem::take(&mut g.spotted) {
            match g.counter(number, side).and_then(|it| it.of) {
                Some(id) => hiding::reveal(cx, g, id, RESULT),
                // In what a side may see, nobody knows whose counter it is.
                None => g.counters.retain(|it| (it.side, it.number) != (side, number)),
            }
        }
        g.phase = Phase::Rally { next: 0 };
        return Ok(());
    };
    roll(cx, g, attempt)?;
    g.phase = Phase::SpotRoll { next: next + 1 };
    Ok(())
}

/// One element tries for one counter.
pub fn roll<C: Cx<Skirmish>>(cx: &mut C, g: &mut Skirmish, it: Attempt) -> Result<(), C::Halt> {
    let side = g.side(it.element);
    let Some(line) = line_to(g, it) else { return Ok(()) };
    let number = cx.tally(NUMBER, |ledger| count(g.tables(), line, ledger));
    let seen = dice::against(cx, g, ask(side, PHASE, Topic::Spot(it)), number)?;
    if seen {
        g.spotted.push((side.other(), it.counter));
    }
    // skirmish.hide.secret-attempts: only what it changes on the table is shown.
    let only = g.secret(it.element);
    let (element, counter) = (it.element, it.counter);
    cx.say(PHASE, || Said::Tried { element, counter, seen, only }.into());
    cx.mark(g, PHASE, ())
}

/// What counts for a spotting roll: read off the table, or entered by a referee.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Line {
    pub hindrances: u8,
    pub far: bool,
}

pub fn count(tables: &Tables, line: Line, ledger: &mut impl Ledger) {
    let table = &tables.spotting;
    ledger.add(NUMBER, table.number);
    ledger.add(HINDRANCE, table.hindrance * i32::from(line.hindrances));
    ledger.add(FAR, table.far * i32::from(line.far));
}

/// skirmish.spot.line: from the figure that gives the lowest number; `None` if nobody sees the counter.
#[must_use]
pub fn line_to(g: &Skirmish, it: Attempt) -> Option<Line> {
    let counter = g.counter(it.counter, g.side(it.element).other())?.at;
    let over = inches(g.tables().spotting.far_over);
    let lines = g.spots(it.element).filter_map(|(_, from)| {
        let hindrances = g.sight(from, counter)?;
        Some(Line { hindrances, far: !within(from.point(), counter.point(), over) })
    });
    lines.min_by_key(|it| u16::from(it.hindrances) + u16::from(it.far))
}

fn judge(g: &Skirmish, side: Side, plan: &Plan) -> Result<(), Objection> {
    let Plan::Spot(attempts) = plan else {
        return Err(Objection::new(ATTEMPTS, "", "A list of attempts is wanted."));
    };
    for (i, it) in attempts.iter().enumerate() {
        may_try(g, side, &attempts[..i], *it)
            .map_err(|it| Objection::new(it, format!("/spot/{i}"), format!("{}.", it.title)))?;
    }
    Ok(())
}

/// May this element try for this counter beside what is tried `already`?
pub fn may_try(g: &Skirmish, side: Side, already: &[Attempt], it: Attempt) -> Result<(), Rule> {
    let known = usize::from(it.element.0) < g.elements.len() && g.side(it.element) == side;
    if !known || !g.is_unbroken(it.element) {
        return Err(ATTEMPTS);
    }
    if already.iter().any(|other| other.element == it.element) {
        return Err(ATTEMPTS);
    }
    if line_to(g, it).is_none() { Err(PHASE) } else { Ok(()) }
}

/// Attempts to start from: each element at the counter it sees best, then others in turn; at last nobody.
fn ready(g: &Skirmish, side: Side) -> Vec<Vec<Attempt>> {
    let mut options: Vec<SmallVec<[Attempt; 8]>> = Vec::new();
    for element in g.of_side(side).filter(|it| g.is_unbroken(*it)) {
        let counters = g.counters.iter().filter(|it| it.side != side);
        let attempts = counters.map(|it| Attempt { element, counter: it.number });
        let mut seen: SmallVec<[(Line, Attempt); 8]> =
            attempts.filter_map(|it| line_to(g, it).map(|line| (line, it))).collect();
        seen.sort_unstable();
        if !seen.is_empty() {
            options.push(seen.into_iter().map(|(_, it)| it).collect());
        }
    }
    let mut plans: Vec<Vec<Attempt>> = Vec::new();
    for way in 0..WAYS {
        let plan = options.iter().map(|it| it[way % it.len()]).collect();
        if !plans.contains(&plan) {
            plans.push(plan);
        }
    }
    if !plans.contains(&Vec::new()) {
        plans.push(Vec::new());
    }
    plans
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Tried { element: ElementId, counter: u8, seen: bool, only: Option<Side> },
}

impl Said {
    pub(crate) fn words(&self, scene: &Scene) -> Words {
        let Said::Tried { element, counter, seen, .. } = self;
        let name = Names(scene).element(*element);
        let what = if *seen { "makes out who is there" } else { "makes out nothing" };
        Words::of(scene, *element, format!("{name} watches counter {counter} and {what}."))
    }
    pub(crate) fn only(&self) -> Option<Side> {
        let Said::Tried { only, .. } = self;
        *only
    }
}
