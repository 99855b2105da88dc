//! Exact odds of one option: the very step that will be played, enumerated.

use std::hash::Hash;

use board::HexId;
use gts::Battle;
use gts::assault::{Assault, opening, proceed};
use gts::command::in_command;
use gts::data::{Colour, LeaderId, Side, UnitId};
use gts::purchase::Purchase;
use gts::question::{Action, ActionType, Opt, Question, Target, Topic};
use gts::state::{Barrage, Place};
use gts::text;
use kernel::{
    Answer, Cx, Dice, DiceSource, Fingerprint, Flow, Game, Item, Live, Mass, Objection, Odds,
    PendingAsk, Playout, Policy, Prefix, Rng, Rule, Rules, Sum, Throw, Wanted,
};

use crate::Gts;
use play::wire::{OddsPart, OddsView};
use play::{Classes, Moment, detail, rows};

/// Beyond it the error is reported.
const BUDGET: u64 = 200_000;

/// Where more than this share is left out, trials say more than counting does.
const MOST_LEFT_OUT: f64 = 0.01;
/// Within 3 standard deviations, so 1.5 %, their share is that of the odds.
const TRIALS: u32 = 10_000;

/// What people want to know of an option: one answer of these by itself.
#[derive(Clone, PartialEq, Debug)]
enum Lens {
    Fate(UnitId),
    /// Does the assault take the hex?
    Hex {
        hex: HexId,
        by: Side,
    },
    Barrage(HexId),
    /// The others in the hex of a target.
    Mates {
        hex: HexId,
        target: UnitId,
    },
    /// Is it in contact with this leader afterwards?
    Contact(UnitId, LeaderId),
    /// An Engineer Action.
    Work(UnitId, Action),
    Rally(UnitId),
    /// The numbers of the beaches.
    Beach,
    /// Those who come ashore together.
    Landing(Vec<UnitId>),
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

/// Label and colour of each class.
const FATES: [(Fate, (&str, u8)); 5] = [
    (Fate::Eliminated, ("Eliminated", 4)),
    (Fate::Step, ("Loses a step", 3)),
    (Fate::Suppressed, ("Suppressed", 2)),
    (Fate::Cohesion, ("Cohesion Hit", 1)),
    (Fate::Unhurt, ("No effect", 0)),
];

fn fate(before: &Battle, after: &Battle, id: UnitId) -> Fate {
    let (was, is) = (&before[id], &after[id]);
    match () {
        () if matches!(is.place, Place::Eliminated | Place::Absent) => Fate::Eliminated,
        () if is.steps < was.steps => Fate::Step,
        () if is.suppressed && !was.suppressed => Fate::Suppressed,
        () if was.cohesion < is.cohesion => Fate::Cohesion,
        () => Fate::Unhurt,
    }
}

impl Lens {
    fn classes(&self) -> Classes {
        match self {
            Lens::Fate(_) => &[FATES[0].1, FATES[1].1, FATES[2].1, FATES[3].1, FATES[4].1],
            Lens::Hex { .. } => &[("The hex is taken", 4), ("The hex holds", 0)],
            Lens::Barrage(_) => &[("Heavy Barrage", 3), ("Light Barrage", 1), ("No barrage", 0)],
            Lens::Mates { .. } => &[("At least one is suppressed", 2), ("None is suppressed", 0)],
            Lens::Contact(..) => &[("In contact", 2), ("No contact", 0)],
            Lens::Work(..) => {
                &[("The work is done", 3), ("Men at Work", 1), ("Nothing is done", 0)]
            }
            Lens::Rally(_) => &[("Rallies", 3), ("Does not rally", 0)],
            Lens::Beach => {
                &[("A number falls by 2 or more", 4), ("A number falls by 1", 2), ("No effect", 0)]
            }
            Lens::Landing(_) => &[
                ("Lost with all aboard", 4),
                ("Lands with losses", 3),
                ("Lands suppressed", 2),
                ("Lands and drifts", 2),
                ("Lands with a Cohesion Hit", 1),
                ("Lands unhurt", 0),
                ("Does not land", 0),
            ],
        }
    }

    fn title(&self) -> &'static str {
        match self {
            Lens::Fate(_) => "On the target",
            Lens::Hex { .. } => "The hex",
            Lens::Barrage(_) => "On the hex",
            Lens::Mates { .. } => "On the others in the hex",
            Lens::Contact(..) => "Contact of the firer",
            Lens::Work(..) => "The work",
            Lens::Rally(_) => "The unit",
            Lens::Beach => "The Beach Defenses",
            Lens::Landing(_) => "The landing",
        }
    }

    /// Which of its classes the end of a course is in.
    fn class(&self, before: &Battle, after: &Battle) -> usize {
        match self {
            Lens::Fate(id) => {
                let fate = fate(before, after, *id);
                FATES.iter().position(|it| it.0 == fate).unwrap_or(FATES.len() - 1)
            }
            Lens::Hex { hex, by } => usize::from(after.holder(*hex) != Some(*by)),
            Lens::Barrage(hex) => match after.barrage(*hex) {
                Some(Barrage::Heavy) => 0,
                Some(Barrage::Light) => 1,
                None => 2,
            },
            Lens::Mates { hex, target } => {
                let mut others = before.stack(*hex).filter(|it| it != target);
                let hurt = others.any(|it| Fate::Cohesion < fate(before, after, it));
                usize::from(!hurt)
            }
            Lens::Contact(unit, leader) => usize::from(after[*unit].contact != Some(*leader)),
            Lens::Work(id, action) => match () {
                () if is_done(before, after, *id, *action) => 0,
                () if before[*id].men_at_work < after[*id].men_at_work => 1,
                () => 2,
            },
            Lens::Rally(id) => {
                let (was, is) = (&before[*id], &after[*id]);
                let better = (is.suppressed, is.cohesion) < (was.suppressed, was.cohesion);
                usize::from(!better)
            }
            Lens::Beach => match fallen(before, after) {
                0 => 2,
                1 => 1,
                _ => 0,
            },
            Lens::Landing(units) => landing(before, after, units),
        }
    }
}

/// Has an Engineer Action been completed?
fn is_done(before: &Battle, after: &Battle, id: UnitId, action: Action) -> bool {
    let Some(hex) = before[id].hex() else { return false };
    let count = |g: &Battle, is: fn(&gts::state::Unit) -> bool| {
        g.stack(hex).filter(|it| is(&g[*it])).count()
    };
    match action {
        Action::BuildImprovedPosition => count(before, |it| it.ip) < count(after, |it| it.ip),
        Action::BuildEntrenchment => count(before, |it| it.ent) < count(after, |it| it.ent),
        Action::BuildRoadBlock => before.road_blocks.len() < after.road_blocks.len(),
        Action::ClearRoadBlock => after.road_blocks.len() < before.road_blocks.len(),
        Action::CreateRearguard => {
            let side = before.side(id);
            before.on_map(side).count() < after.on_map(side).count()
        }
        _ => false,
    }
}

/// By how much the numbers of the beaches have fallen.
fn fallen(before: &Battle, after: &Battle) -> u32 {
    let sum = |g: &Battle| {
        let beaches = g.naval.iter().flat_map(|it| it.beaches.iter());
        beaches.map(|it| u32::from(it.obstacles) + u32::from(it.nests) + u32::from(it.gap)).sum()
    };
    let (was, is): (u32, u32) = (sum(before), sum(after));
    was.saturating_sub(is)
}

/// The worst that befell those who land together; all of them lost is worse than any.
fn landing(before: &Battle, after: &Battle, units: &[UnitId]) -> usize {
    let lost = |id: &UnitId| matches!(after[*id].place, Place::Eliminated);
    let ashore = |id: &UnitId| after[*id].is_in_play();
    match () {
        () if units.iter().all(lost) => 0,
        () if !units.iter().any(ashore) => 6,
        () if units.iter().any(|id| Fate::Step <= fate(before, after, *id)) => 1,
        () if units.iter().any(|id| after[*id].suppressed) => 2,
        () if units.iter().any(|id| 0 < after[*id].drift) => 3,
        () if units.iter().any(|id| before[*id].cohesion < after[*id].cohesion) => 4,
        () => 5,
    }
}

/// Both sides go on as a careful player would; only what matters to the question is told apart.
#[derive(Clone, Copy)]
struct Asked {
    is_assault: bool,
}

impl Policy<Battle> for Asked {
    fn decide(
        &mut self,
        g: &Battle,
        ask: gts::question::Question,
        n: usize,
        opt: impl Fn(usize) -> Opt,
    ) -> usize {
        crate::staff::Reckon.decide(g, ask, n, opt)
    }

    fn matters(&self, g: &Battle, to: &mut Fingerprint) {
        if self.is_assault { gts::assault::matters(g, to) } else { g.hash(to) }
    }
}

pub(super) fn has_odds(g: &Battle, asked: &PendingAsk<Battle>, opt: Opt) -> bool {
    !lenses(g, asked, opt).is_empty()
}

/// What is worth knowing of an option, the main thing first; nothing where no die is thrown.
fn lenses(g: &Battle, asked: &PendingAsk<Battle>, opt: Opt) -> Vec<Lens> {
    let one = |lens: Lens| vec![lens];
    match (opt, asked.ask.topic, asked.ask.topic.unit()) {
        // Where there is only one target nobody asks at whom: the action is the shot.
        (Opt::Act(Action::DirectFire), _, Some(id)) => match gts::direct_fire::targets(g, id)[..] {
            [Target(target)] => one(Lens::Fate(target)),
            _ => Vec::new(),
        },
        (Opt::Act(Action::Assault), _, Some(id)) => {
            let units: Vec<UnitId> =
                g.active.as_ref().map_or_else(|| vec![id], |it| it.acting.iter().collect());
            match gts::assault::targets(g, &units)[..] {
                [hex] => one(Lens::Hex { hex, by: g.side(id) }),
                _ => Vec::new(),
            }
        }
        (Opt::Act(Action::Rally), _, Some(id)) if !in_command(g, id) => one(Lens::Rally(id)),
        (Opt::Act(Action::FireAtBeach) | Opt::BeachDefences, _, _) => one(Lens::Beach),
        (Opt::Act(action), _, Some(id)) if is_checked_work(g, id, action) => {
            one(Lens::Work(id, action))
        }
        (Opt::Hex(_), Topic::RearguardPlace(id), _) => one(Lens::Work(id, Action::CreateRearguard)),
        (Opt::Contact { unit, leader }, _, _) => one(Lens::Contact(unit, leader)),
        (Opt::Target(target), Topic::IndirectTarget(firer) | Topic::ShipFires(firer), _) => {
            let mut all = one(Lens::Fate(target));
            if let Some(hex) = g[target].hex() {
                all.push(Lens::Barrage(hex));
                let mortar = g.kind(firer).class() == Some(Colour::Green);
                if !mortar && 1 < g.stack(hex).count() {
                    all.push(Lens::Mates { hex, target });
                }
            }
            all.extend(g[firer].contact.map(|it| Lens::Contact(firer, it)));
            all
        }
        (Opt::Hex(hex), Topic::IndirectTarget(firer), _) => {
            let mut all = one(Lens::Barrage(hex));
            all.extend(g[firer].contact.map(|it| Lens::Contact(firer, it)));
            all
        }
        (Opt::Target(id) | Opt::Shot { target: id, .. }, _, _) => one(Lens::Fate(id)),
        (Opt::Hex(_), Topic::LandHex(id), _) => one(Lens::Landing(ashore_with(g, id))),
        // With one hex to land in nobody asks where.
        (Opt::Unit(id), Topic::Land, _) => match gts::landing::eligible(g, id)[..] {
            [_] => one(Lens::Landing(ashore_with(g, id))),
            _ => Vec::new(),
        },
        (Opt::Hex(hex), Topic::AssaultTarget(id), _) => one(Lens::Hex { hex, by: g.side(id) }),
        // A step under the eyes of the enemy: what becomes of the unit.
        (Opt::Hex(_), Topic::Move(id), _) => match g[id].hex() {
            Some(from) if gts::fire_zone::is_in_enemy_zone(g, g.side(id), from) => {
                one(Lens::Fate(id))
            }
            _ => Vec::new(),
        },
        (
            Opt::Fire | Opt::Charge | Opt::Stand | Opt::Yes,
            Topic::FireOrCharge(hex) | Topic::StandOrRun(hex) | Topic::AnotherRound(hex),
            _,
        ) => g.fight.iter().map(|it| Lens::Hex { hex, by: it.side }).collect(),
        (Opt::Roll, Topic::Suppression(id) | Topic::Check(id, _), _) => one(Lens::Fate(id)),
        _ => Vec::new(),
    }
}

/// Who comes ashore from a craft; a DD tank comes by itself.
fn ashore_with(g: &Battle, id: UnitId) -> Vec<UnitId> {
    let passengers: Vec<UnitId> = gts::landing::passengers(g, id).collect();
    if passengers.is_empty() { vec![id] } else { passengers }
}

/// Engineers build improved positions and clear road blocks without a check (gts.eng.ip-engineer, gts.eng.clear-engineer).
fn is_checked_work(g: &Battle, id: UnitId, action: Action) -> bool {
    let sure = matches!(action, Action::BuildImprovedPosition | Action::ClearRoadBlock);
    // Where a rearguard goes is asked first.
    action.kind() == ActionType::Engineer
        && action != Action::CreateRearguard
        && !(sure && g.kind(id).is_engineer())
}

pub(super) fn odds(moment: &Moment<'_, Gts>) -> Option<OddsView> {
    let (asked, opt) = (moment.asked, moment.opt());
    let g: &Battle = moment.look;
    let lenses = lenses(g, asked, opt);
    let main = lenses.first()?;
    let course = Course { g, base: &moment.base, tape: &moment.tape, opt };
    let Counted { masses, error, exact, courses } = course.count(&lenses);
    let mut assumes =
        String::from("Both sides go on as a careful player would; your choice decides the rest.");
    if MOST_LEFT_OUT < error {
        assumes = format!("An estimate, the mean of {TRIALS} trials. {assumes}");
    }
    let mut parts = lenses.iter().zip(&masses).map(|(lens, masses)| OddsPart {
        title: lens.title().into(),
        rows: rows(lens.classes(), masses, Battle::WHOLE),
    });
    let rows = parts.next().map(|it| it.rows).unwrap_or_default();
    Some(OddsView {
        title: title(g, asked, opt, main),
        exact,
        error,
        assumes,
        rows,
        more: parts.collect(),
        ledgers: ledgers(moment, opt),
        courses,
        ..OddsView::default()
    })
}

/// An option, from the beginning of the step over the answers since, itself included. `g` is what it is compared with.
struct Course<'a> {
    g: &'a Battle,
    base: &'a Battle,
    tape: &'a [Answer],
    opt: Opt,
}

/// The mass of each class of each lens.
struct Counted {
    masses: Vec<Vec<Mass>>,
    error: f64,
    exact: bool,
    courses: u64,
}

impl Course<'_> {
    /// By enumeration; where that leaves out too much, by trials.
    fn count(&self, lenses: &[Lens]) -> Counted {
        let Course { g, base, tape, opt } = *self;
        let main = &lenses[0];
        let is_assault = matches!(main, Lens::Hex { .. });
        let mut cx = Odds::new(Asked { is_assault });
        cx.budget = BUDGET;
        // A shot is enumerated to the last digit; an assault or a landing as far as it can be seen.
        cx.floor = match main {
            Lens::Hex { .. } => Battle::WHOLE / 10_u128.pow(5),
            Lens::Landing(_) => Battle::WHOLE / 10_u128.pow(6),
            _ => Battle::WHOLE / 10_u128.pow(12),
        };
        let mut masses = no_masses(lenses);
        let mut count = |mass: Mass, end: &Battle| {
            for (lens, masses) in lenses.iter().zip(&mut masses) {
                masses[lens.class(g, end)] += mass;
            }
        };
        match (main, opt) {
            // An assault not yet begun is enumerated shot by shot, which spares replaying the whole step.
            (Lens::Hex { hex, .. }, Opt::Hex(_) | Opt::Act(_)) => {
                let acting = g.active.as_ref().map(|it| it.acting).unwrap_or_default();
                let units: Vec<UnitId> = acting.iter().collect();
                cx.stages(
                    g,
                    false,
                    |cx, g, begun| {
                        let end =
                            if *begun { proceed(cx, g)? } else { opening(cx, g, &units, *hex)? };
                        *begun = true;
                        Ok(end.map_or(Flow::Again, Flow::Done))
                    },
                    |mass, end: Assault, _, _| masses[0][usize::from(!end.takes_the_hex())] += mass,
                );
            }
            // One shot: what follows it (the rest of a move, of an assault) is another question.
            (_, Opt::Target(_) | Opt::Shot { .. }) => {
                cx.until_mark(base, |cx, g| Battle::step(&mut Prefix::new(tape, cx), g), count);
            }
            _ => cx.every(
                base,
                |cx, g| Battle::step(&mut Prefix::new(tape, cx), g),
                |mass, (), end| count(mass, end),
            ),
        }
        let (error, exact) = (cx.lost as f64 / Battle::WHOLE as f64, cx.lost == 0);
        let courses = cx.courses;
        if error <= MOST_LEFT_OUT {
            return Counted { masses, error, exact, courses };
        }
        let error = 1.5 / f64::from(TRIALS).sqrt();
        Counted { masses: self.tried(lenses, TRIALS), error, exact, courses }
    }

    /// The same as shares of trials: the step is played out again and again, as far as it is counted.
    fn tried(&self, lenses: &[Lens], trials: u32) -> Vec<Vec<Mass>> {
        let share = Battle::WHOLE / Mass::from(trials);
        let mut masses = no_masses(lenses);
        let mut cx = Trial {
            playout: Playout::new(Rng(0x0dd5), Asked { is_assault: false }),
            stops: matches!(self.opt, Opt::Target(_) | Opt::Shot { .. }),
        };
        for _ in 0..trials {
            let mut end = self.base.clone();
            // Stopped or not, this is where the course has come to.
            let _ = Battle::step(&mut Prefix::new(self.tape, &mut cx), &mut end);
            for (lens, masses) in lenses.iter().zip(&mut masses) {
                masses[lens.class(self.g, &end)] += share;
            }
        }
        masses
    }
}

fn no_masses(lenses: &[Lens]) -> Vec<Vec<Mass>> {
    lenses.iter().map(|it| vec![0; it.classes().len()]).collect()
}

/// Odds of one option beside its trials.
#[doc(hidden)]
pub struct Compared {
    pub kind: &'static str,
    /// What was left out of the odds.
    pub error: f64,
    /// Class, odds, share of the trials.
    pub rows: Vec<(&'static str, f64, f64)>,
}

/// What kind of odds an option has.
#[doc(hidden)]
#[must_use]
pub fn kind(g: &Battle, asked: &PendingAsk<Battle>, opt: Opt) -> Option<&'static str> {
    lenses(g, asked, opt).first().map(Lens::title)
}

/// What is counted of an option asked now, and what trials say of it: for whoever proves that they agree. `base` and `tape` as in
/// [`Moment`], the option included.
#[doc(hidden)]
#[must_use]
pub fn compared(
    g: &Battle,
    asked: &PendingAsk<Battle>,
    opt: Opt,
    (base, tape): (&Battle, &[Answer]),
    trials: u32,
) -> Option<Compared> {
    let lenses = lenses(g, asked, opt);
    let main = lenses.first()?;
    let course = Course { g, base, tape, opt };
    let counted = course.count(&lenses);
    let tried = course.tried(&lenses, trials);
    let share = |mass: Mass| mass as f64 / Battle::WHOLE as f64;
    let rows = main.classes().iter().zip(counted.masses[0].iter().zip(&tried[0]));
    let rows = rows.map(|((label, _), (odds, seen))| (*label, share(*odds), share(*seen)));
    Some(Compared { kind: main.title(), error: counted.error, rows: rows.collect() })
}

/// A playout that may stop at the first mark, as [`Odds::until_mark`] does.
struct Trial {
    playout: Playout<Asked>,
    stops: bool,
}

struct Stopped;

impl Cx<Battle> for Trial {
    type Halt = Stopped;
    type Ledger = Sum;
    fn throw(
        &mut self,
        g: &Battle,
        ask: Question,
        dice: Dice,
        same: impl Fn(Throw, Throw) -> bool,
    ) -> Result<Throw, Stopped> {
        let Ok(throw) = self.playout.throw(g, ask, dice, same);
        Ok(throw)
    }
    fn pick(
        &mut self,
        g: &Battle,
        ask: Question,
        n: usize,
        opt: impl Fn(usize) -> Opt,
    ) -> Result<usize, Stopped> {
        let Ok(picked) = self.playout.pick(g, ask, n, opt);
        Ok(picked)
    }
    fn propose(
        &mut self,
        g: &Battle,
        ask: Question,
        judge: impl Fn(&Vec<Purchase>) -> Result<(), Objection>,
        ready: impl Fn(Wanted) -> Vec<Vec<Purchase>>,
    ) -> Result<Vec<Purchase>, Stopped> {
        let Ok(plan) = self.playout.propose(g, ask, judge, ready);
        Ok(plan)
    }
    fn mark(&mut self, _: &Battle, _: Rule, _: impl Hash) -> Result<(), Stopped> {
        if self.stops { Err(Stopped) } else { Ok(()) }
    }
}

fn title(g: &Battle, asked: &PendingAsk<Battle>, opt: Opt, main: &Lens) -> String {
    let names = text::Names(g.data());
    match (main, opt, asked.ask.topic.unit()) {
        (Lens::Fate(id), Opt::Target(_) | Opt::Act(_), Some(firer)) => {
            format!("{} fires at {}", names.unit(firer), names.unit(*id))
        }
        (Lens::Fate(id), Opt::Shot { firer, .. }, _) => {
            format!("{} fires at {}", names.unit(firer), names.unit(*id))
        }
        (Lens::Fate(id), Opt::Hex(hex), _) => {
            format!("{} moves to {}", names.unit(*id), names.hex(hex))
        }
        (Lens::Fate(id) | Lens::Rally(id), _, _) => names.unit(*id).to_string(),
        (Lens::Hex { hex, .. }, _, _) => format!("Assault on {}", names.hex(*hex)),
        (Lens::Barrage(hex), _, Some(firer)) => {
            format!("{} fires into {}", names.unit(firer), names.hex(*hex))
        }
        (Lens::Contact(unit, leader), _, _) => {
            format!("{} calls {}", names.unit(*unit), names.leader(*leader))
        }
        (Lens::Work(id, action), _, _) => {
            format!("{}: {}", names.unit(*id), action.name())
        }
        (Lens::Landing(_), Opt::Unit(id), _) => format!("{} lands", names.unit(id)),
        (Lens::Landing(_), Opt::Hex(hex), Some(id)) => {
            format!("{} lands at {}", names.unit(id), names.hex(hex))
        }
        (_, _, Some(id)) => format!("{}: {}", names.unit(id), main.title()),
        _ => main.title().into(),
    }
}

/// The modifiers of the shot, as the step books them. Op Fire is shown with its check passed, Direct Fire without the
/// Company Bonus, which is a check of its own.
fn ledgers(moment: &Moment<'_, Gts>, opt: Opt) -> Vec<play::wire::Detail> {
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
    let mut tape = moment.tape.clone();
    let mut g = Battle::clone(&moment.base);
    let given = tape.len();
    let mut live = Live::<Battle>::new(&mut tape, 0, 0, &dice);
    let _ = Battle::step(&mut live, &mut g);
    let counted =
        live.log.iter().filter(|it| given <= it.at && matches!(it.item, Item::Counted(_)));
    let mut seen = Vec::new();
    for line in counted {
        let rating = [
            gts::direct_fire::RATING,
            gts::indirect_fire::RATING,
            gts::contact::NUMBER,
            gts::air::RATING,
        ];
        let relevant =
            rating.contains(&line.rule) || (line.rule == gts::troop_quality::TQ && seen.is_empty());
        if relevant && seen.len() < 3 {
            seen.extend(detail::<Gts>(&moment.look.seen, line));
        }
    }
    seen
}
