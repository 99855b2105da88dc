//! Exact odds of one option: the very step that will be played, enumerated over cards and face-down counters.

use std::sync::Arc;

use board::HexId;
use kernel::{Answer, Ask, Game, Mass, Odds, PendingAsk, Policy, Prefix, Rules};
use omaha::data::{BoxId, GermanId, UnitId};
use omaha::movement::infiltration;
use omaha::question::{Opt, Player, Topic};
use omaha::state::Place;
use omaha::text::Names;
use omaha::{Day, amphibious};

use super::danger::{Danger, Fate};
use super::deck;
use crate::Omaha;
use crate::staff::{Weights, imagine};
use play::wire::{OddsPart, OddsRow, OddsView};
use play::{Classes, Moment, fraction, rows};

/// Beyond it the error is reported.
const BUDGET: u64 = 200_000;

/// What people want to know of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Lens {
    /// What becomes of a unit on its way.
    Fate(UnitId),
    /// What the next German fire does to a unit where it then stands, the way there included.
    Stand(UnitId),
    /// What becomes of the Germans in a hex.
    Germans(HexId),
    /// Whether the attackers are disrupted.
    Attackers(HexId),
    /// Where a unit put into a box will land.
    Landing(UnitId, BoxId),
    /// What the next German fire does to everybody as they stand.
    NextFire,
}

impl Lens {
    const fn classes(self) -> Classes {
        match self {
            Lens::Fate(_) => {
                &[("Eliminated", 4), ("Loses a step", 3), ("Its hero falls", 2), ("Unhurt", 0)]
            }
            Lens::Germans(_) => &[
                ("Defeated", 4),
                ("Depth eliminated, disrupted", 3),
                ("Depth eliminated", 3),
                ("Disrupted", 2),
                ("Gains depth", 1),
                ("No effect", 0),
            ],
            Lens::Attackers(_) => &[("Attackers disrupted", 3), ("Attackers unhurt", 0)],
            Lens::Stand(_) | Lens::Landing(..) | Lens::NextFire => &[],
        }
    }

    const fn title(self) -> &'static str {
        match self {
            Lens::Fate(_) => "On the way",
            Lens::Stand(_) => "After the next German fire",
            Lens::Germans(_) => "The Germans",
            Lens::Attackers(_) => "The attackers",
            Lens::Landing(..) => "Landing",
            Lens::NextFire => "The next German fire",
        }
    }

    /// Which of its classes the end of a course is in.
    fn class(self, before: &Day, after: &Day) -> usize {
        match self {
            Lens::Fate(unit) => {
                let (was, is) = (&before[unit], &after[unit]);
                match () {
                    () if is.place == Place::Lost => 0,
                    () if is.steps < was.steps => 1,
                    () if is.hero != was.hero => 2,
                    () => 3,
                }
            }
            Lens::Germans(hex) => germans(before, after, hex),
            Lens::Attackers(hex) => usize::from(!hurt(before, after, hex)),
            Lens::Stand(_) | Lens::Landing(..) | Lens::NextFire => 0,
        }
    }
}

fn germans(before: &Day, after: &Day, hex: HexId) -> usize {
    let Some(was) = before.german_at(hex) else { return 5 };
    // Revealing may have put another counter there; the place is what counts.
    let Some(is) = after.german_at(hex) else { return 0 };
    let depth = |g: &Day, id: GermanId| g[id].depth.is_some();
    let (lost, gained) =
        (depth(before, was) && !depth(after, is), !depth(before, was) && depth(after, is));
    let disrupted = after[is].disrupted && !before[was].disrupted;
    match (lost, disrupted, gained) {
        (true, true, _) => 1,
        (true, false, _) => 2,
        (false, true, _) => 3,
        (false, false, true) => 4,
        (false, false, false) => 5,
    }
}

/// Whether somebody next to the hex is disrupted who was not.
fn hurt(before: &Day, after: &Day, hex: HexId) -> bool {
    let map = &before.data().map;
    let mut near = before.troops().filter(|it| map.adjacent(it.1, hex));
    near.any(|(unit, _)| after[unit].disrupted && !before[unit].disrupted)
}

/// The player goes on as the staff would advise; everybody who may joins an attack.
#[derive(Clone, Copy)]
struct Asked;

impl Policy<Day> for Asked {
    fn decide(
        &mut self,
        g: &Day,
        ask: Ask<Player, Topic>,
        n: usize,
        opt: impl Fn(usize) -> Opt,
    ) -> usize {
        let options: Vec<Opt> = (0..n).map(opt).collect();
        match ask.topic {
            Topic::Declare(_) => {
                let joins = |it: &Opt| matches!(it, Opt::Join(_));
                match options.iter().position(joins) {
                    Some(at) => at,
                    None => imagine(&Weights::BEST, g, &ask, &options),
                }
            }
            _ => imagine(&Weights::BEST, g, &ask, &options),
        }
    }
}

pub(super) fn has_odds(g: &Day, asked: &PendingAsk<Day>, opt: Opt) -> bool {
    !lenses(g, asked, opt).is_empty()
}

/// What is worth knowing of an option, the main thing first; nothing where no card is drawn.
fn lenses(g: &Day, asked: &PendingAsk<Day>, opt: Opt) -> Vec<Lens> {
    let watched = |unit: UnitId, to: HexId| {
        g[unit].hex().is_some_and(|from| !infiltration::watchers(g, from, to).is_empty())
    };
    match (opt, asked.ask.topic) {
        (Opt::Move { unit, to } | Opt::ClimbBluff { unit, to }, _) => {
            let mut all = vec![Lens::Stand(unit)];
            if watched(unit, to) {
                all.push(Lens::Fate(unit));
            }
            all
        }
        (Opt::Attack(hex), _) => vec![Lens::Germans(hex), Lens::Attackers(hex)],
        (
            Opt::Done | Opt::Join(_) | Opt::JoinNaval | Opt::HeroStrength | Opt::HeroWeapon(_),
            Topic::Declare(hex) | Topic::HeroInAttack(hex),
        ) => vec![Lens::Germans(hex), Lens::Attackers(hex)],
        (Opt::Barrage { target, .. }, _) => vec![Lens::Germans(target)],
        (Opt::Done, Topic::Actions(_)) => vec![Lens::NextFire],
        (Opt::Box(at), topic) => {
            let symbol = |it: &UnitId| g.data().units[it.index()].symbol.is_some();
            let unit = topic.lands().filter(symbol);
            unit.map(|it| Lens::Landing(it, at)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

pub(super) fn odds(
    moment: &Moment<'_, Omaha>,
    danger: impl FnOnce() -> Arc<Danger>,
) -> Option<OddsView> {
    let (g, opt): (&Day, Opt) = (moment.look, moment.opt());
    let lenses = lenses(g, moment.asked, opt);
    let title = title(g, opt, &lenses);
    let (base, tape) = (&moment.base, &moment.tape);
    Some(match lenses.first()? {
        Lens::NextFire => next_fire(g, &danger()),
        Lens::Landing(unit, at) => landing(g, *unit, *at),
        Lens::Stand(unit) => stand(g, base, tape, (*unit, 1 < lenses.len()), title, &danger()),
        _ => enumerate(g, base, tape, &lenses, title),
    })
}

fn enumerate(
    before: &Day,
    base: &Day,
    tape: &[Answer],
    lenses: &[Lens],
    title: String,
) -> OddsView {
    let mut cx = Odds::new(Asked);
    cx.budget = BUDGET;
    cx.floor = Day::WHOLE / 10_u128.pow(9);
    let mut masses: Vec<Vec<Mass>> = lenses.iter().map(|it| vec![0; it.classes().len()]).collect();
    cx.every(
        base,
        |cx, g| Day::step(&mut Prefix::new(tape, cx), g),
        |mass, (), end| {
            for (lens, masses) in lenses.iter().zip(&mut masses) {
                masses[lens.class(before, end)] += mass;
            }
        },
    );
    let mut parts = lenses.iter().zip(&masses).map(|(lens, masses)| OddsPart {
        title: lens.title().into(),
        rows: rows(lens.classes(), masses, masses.iter().sum()),
    });
    let rows = parts.next().map(|it| it.rows).unwrap_or_default();
    OddsView {
        title,
        exact: cx.lost == 0,
        error: cx.lost as f64 / Day::WHOLE as f64,
        assumes: "Cards left and face-down counters are equally likely to be any they could be; you go on as the \
                  computer would advise."
            .into(),
        rows,
        more: parts.collect(),
        ledgers: Vec::new(),
        courses: cx.courses,
        ..OddsView::default()
    }
}

/// A move, and then the fire of the next turn as everybody stands: against staying where it is.
fn stand(
    before: &Day,
    base: &Day,
    tape: &[Answer],
    (unit, watched): (UnitId, bool),
    title: String,
    stays: &Danger,
) -> OddsView {
    let mut cx = Odds::new(Asked);
    cx.budget = BUDGET;
    let mut fates = [0.0; 5];
    let mut way = vec![0; Lens::Fate(unit).classes().len()];
    let (mut exact, mut of) = (true, 0);
    let left = u64::from(before.deck.undrawn.count_ones());
    cx.every(
        base,
        |cx, g| Day::step(&mut Prefix::new(tape, cx), g),
        |mass, (), end| {
            way[Lens::Fate(unit).class(before, end)] += mass;
            let share = mass as f64 / Day::WHOLE as f64;
            let after = Danger::of(end);
            exact &= after.of.is_some();
            of = after.of.unwrap_or(0) * if watched { left } else { 1 };
            let lost = end[unit].steps < before[unit].steps;
            match after.of_unit(unit) {
                // A step lost on the way is lost whatever comes.
                Some(its) => {
                    for (fate, chance) in Fate::ALL.iter().zip(its) {
                        let fate = if lost { fate.0.min(Fate::Step) } else { fate.0 };
                        fates[fate as usize] += share * chance;
                    }
                }
                None => fates[Fate::Gone as usize] += share,
            }
        },
    );
    let there = Danger { of: exact.then_some(of), ..Danger::nowhere(stays.turn, stays.cards) };
    let mut more = Vec::new();
    if watched {
        let rows = rows(Lens::Fate(unit).classes(), &way, way.iter().sum());
        more.push(OddsPart { title: "On the way, by the card of the infiltration".into(), rows });
    }
    if let Some(its) = stays.of_unit(unit) {
        let title = "If it stays where it is".into();
        more.push(OddsPart { title, rows: fate_rows(stays, &its) });
    }
    OddsView {
        title: format!("{title}, then the fire of turn {}", stays.turn),
        exact: exact && cx.lost == 0,
        error: if exact { cx.lost as f64 / Day::WHOLE as f64 } else { 0.02 },
        assumes:
            "Everybody else stays; events, landings and arrivals before the fire are left out."
                .into(),
        rows: fate_rows(&there, &fates),
        more,
        ledgers: Vec::new(),
        courses: cx.courses * (stays.cards * stays.cards) as u64,
        ..OddsView::default()
    }
}

fn title(g: &Day, opt: Opt, lenses: &[Lens]) -> String {
    let names = Names(g.data());
    match (opt, lenses.first()) {
        (Opt::Move { unit, to } | Opt::ClimbBluff { unit, to }, _) => {
            format!("{} goes to {}", names.unit(unit), names.hex(to))
        }
        (Opt::Barrage { unit, target }, _) => {
            format!("{} barrages {}", names.unit(unit), names.hex(target))
        }
        (Opt::Attack(hex), _) => format!("Attack on {} by all who can", names.hex(hex)),
        (_, Some(Lens::Germans(hex))) => format!("Attack on {}", names.hex(*hex)),
        _ => "Odds".into(),
    }
}

// ---------------------------------------------------------------------------------------------------------------
// The next fire, the next landing

/// How many steps are lost in all, then those in most danger.
fn next_fire(g: &Day, danger: &Danger) -> OddsView {
    let names = Names(g.data());
    let rows =
        danger.steps.iter().enumerate().filter(|it| 0.0 < *it.1).map(|(n, chance)| OddsRow {
            label: match n {
                0 => "No step is lost".into(),
                1 => "1 step is lost".into(),
                n => format!("{n} steps are lost"),
            },
            fraction: danger.fraction(*chance),
            probability: *chance,
            severity: (n.min(4)) as u8,
        });
    let mut units: Vec<(UnitId, [f64; 5])> = danger.fates.clone();
    let unhurt = |it: &[f64; 5]| it[Fate::Unhurt as usize];
    units.retain(|it| unhurt(&it.1) < 0.999_999);
    units.sort_by(|a, b| unhurt(&a.1).total_cmp(&unhurt(&b.1)));
    let more = units.iter().take(12).map(|(unit, fates)| OddsPart {
        title: names.unit(*unit).into(),
        rows: fate_rows(danger, fates),
    });
    OddsView {
        title: format!("German fire of turn {}, as everybody stands", danger.turn),
        exact: danger.of.is_some(),
        error: if danger.of.is_some() { 0.0 } else { 0.02 },
        assumes: format!(
            "One of {} cards for each sector; events, landings and arrivals before it are left out.",
            danger.cards
        ),
        rows: rows.collect(),
        more: more.collect(),
        ledgers: Vec::new(),
        courses: (danger.cards * danger.cards) as u64,
        ..OddsView::default()
    }
}

pub(super) fn fate_rows(danger: &Danger, fates: &[f64; 5]) -> Vec<OddsRow> {
    Fate::ALL
        .iter()
        .map(|(fate, label, severity)| (label, severity, fates[*fate as usize]))
        .filter(|it| 0.0 < it.2)
        .map(|(label, severity, chance)| OddsRow {
            label: (*label).into(),
            fraction: danger.fraction(chance),
            probability: chance,
            severity: *severity,
        })
        .collect()
}

/// What next turn's landing card would do to a unit in a box, by its symbol.
fn landing(g: &Day, unit: UnitId, at: BoxId) -> OddsView {
    let names = Names(g.data());
    let mut next = g.clone();
    next.turn = (g.turn + 1).min(g.data().plan.last_turn);
    let row = amphibious::table::row(&next, unit, at);
    let symbol = g.data().units[unit.index()].symbol;
    let (counts, n) = symbol.map_or(([0; 4], 1), |it| deck::letters(g, it));
    let letters = [
        omaha::data::Letter::A,
        omaha::data::Letter::B,
        omaha::data::Letter::C,
        omaha::data::Letter::D,
    ];
    let rows = letters.into_iter().zip(counts).filter(|it| 0 < it.1).map(|(letter, count)| {
        let result = row.map(|it| it.result(letter)).unwrap_or_default();
        let end = landing_place(&next, at, result.drift);
        let severity = match () {
            () if result.eliminated => 4,
            () if 0 < result.lose => 3,
            () if result.delay.is_some() || result.june_7 => 2,
            () if result.drift != 0 => 1,
            () => 0,
        };
        let ends = result.eliminated || result.june_7 || result.delay.is_some();
        let words = deck::result_words(result);
        OddsRow {
            label: if ends { words } else { format!("{words}: {end}") },
            fraction: fraction(Mass::from(count), Mass::from(n)),
            probability: f64::from(count) / f64::from(n),
            severity,
        }
    });
    OddsView {
        title: format!(
            "{} lands from {} on turn {}",
            names.unit(unit),
            names.landing_box(at),
            next.turn
        ),
        exact: true,
        error: 0.0,
        assumes:
            "By the letter next turn's landing card gives to its symbol, over the cards now left."
                .into(),
        rows: rows.collect(),
        more: Vec::new(),
        ledgers: Vec::new(),
        courses: 4,
        ..OddsView::default()
    }
}

/// Where a unit ends that drifts from a box.
fn landing_place(g: &Day, from: BoxId, drift: i8) -> String {
    let names = Names(g.data());
    let index = i16::from(from.0) - i16::from(drift);
    let boxes = g.data().boxes.len() as i16;
    if !(0..boxes).contains(&index) {
        return "off the row, delayed two turns".into();
    }
    let to = BoxId(index as u8);
    match amphibious::waterline(g, to) {
        Some(hex) => format!("{}, {}", names.landing_box(to), g.data().map.label(hex)),
        None => format!("{}, under water: delayed", names.landing_box(to)),
    }
}
