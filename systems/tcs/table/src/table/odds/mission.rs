//! What comes of a mission that is placed here: the throw of its adjustment, and where the shells fall. The adjustment of the
//! rules itself is enumerated.

use board::HexId;
use kernel::{Game as _, Item, Live, Mass, Odds, Policy, Prefix, Rules as _};
use play::wire::{OddsPart, OddsView, OverlayPlace};
use play::{Classes, Moment, detail, rows};
use tcs::question::{Opt, Question, Topic};
use tcs::state::{Mission, MissionStage};
use tcs::tables::Shoot;
use tcs::text::{self, Names};
use tcs::{Battle, artillery};

use super::super::tables;
use super::{BUDGET, Lowest};
use crate::Tcs;

const SHOOTS: Classes = &[
    ("Good Shoot: on the hex", 4),
    ("Bad Shoot: on the hex, weaker", 3),
    ("Scatter: elsewhere, as a Bad Shoot", 2),
    ("No Shoot, or off the map", 0),
];

/// Where the opponent may put it he takes the first hex, or the last: where both come to the same, only dice have spoken.
#[derive(Clone, Copy)]
struct Put {
    last: bool,
}

impl Policy<Battle> for Put {
    fn decide(&mut self, _: &Battle, ask: Question, n: usize, _: impl Fn(usize) -> Opt) -> usize {
        if self.last && matches!(ask.topic, Topic::ScatterTo(_)) { n - 1 } else { 0 }
    }
}

/// The spread of one mission.
struct Spread {
    shoots: Vec<Mass>,
    /// By hex, what falls there; shells that scatter back onto the target among them.
    falls: Vec<Mass>,
    courses: u64,
    lost: Mass,
}

pub(super) fn odds(moment: &Moment<'_, Tcs>) -> Option<OddsView> {
    let (g, mission) = placed(moment)?;
    let (first, last) = (spread(&g, &mission, false), spread(&g, &mission, true));
    let whole = Battle::WHOLE;
    let mut places = zone(&g, &mission);
    let mut by_dice: Mass = 0;
    for hex in g.data().map().hexes() {
        let mass = first.falls[hex.index()].min(last.falls[hex.index()]);
        by_dice += mass;
        if 0 < mass {
            places.retain(|it| it.place != hex.into());
            places.push(chance(hex, mass, whole));
        }
    }
    let falls: Mass = first.falls.iter().sum();
    let chosen = falls.saturating_sub(by_dice);
    let mut more = Vec::new();
    if 0 < falls {
        let classes: Classes =
            &[("By the dice: where the map shows it", 2), ("Where the opponent likes, near by", 1)];
        let rows = rows(classes, &[by_dice, chosen], whole);
        more.push(OddsPart { title: "Where it falls".into(), rows });
    }
    let names = Names(g.data());
    let ledgers = ledgers(moment, &g);
    Some(OddsView {
        title: format!(
            "{} of {} on {}",
            text::mission(mission.kind, mission.fast),
            names.guns(mission.guns),
            names.hex(mission.hex)
        ),
        exact: first.lost == 0,
        error: first.lost as f64 / whole as f64,
        assumes: "Shaded: the zone, if it falls where it is aimed. Numbers: the chance of each hex to be its middle.".into(),
        rows: rows(SHOOTS, &first.shoots, whole),
        more,
        doubts: tables::doubts(&g, &ledgers),
        ledgers,
        places,
        courses: first.courses,
    })
}

/// The game with the mission placed, and all others of the side gone, so that the next throw is for this one.
fn placed(moment: &Moment<'_, Tcs>) -> Option<(Battle, Mission)> {
    let mut g = Battle::clone(&moment.base);
    let before = g.missions.len();
    let mut tape = moment.tape.clone();
    let mut live = Live::<Battle>::new(&mut tape, 0, 0, &Lowest);
    let _ = Battle::step(&mut live, &mut g);
    let mission = g.missions.get(before..)?.first().copied()?;
    g.missions.retain(|it| *it == mission || it.stage != MissionStage::Placed);
    Some((g, mission))
}

fn spread(g: &Battle, mission: &Mission, last: bool) -> Spread {
    let mut cx = Odds::new(Put { last });
    cx.budget = BUDGET;
    let mut shoots = vec![0; SHOOTS.len()];
    let mut falls = vec![0; g.data().map().len()];
    cx.every(
        g,
        |cx, g| artillery::adjust(&mut Prefix::new(&[], cx), g, mission.side),
        |mass, _, end| {
            let found = end.missions.iter().find(|it| {
                it.guns == mission.guns && it.side == mission.side && it.turn == mission.turn
            });
            let Some((found, MissionStage::Falling(shoot))) = found.map(|it| (it, it.stage)) else {
                shoots[3] += mass;
                return;
            };
            falls[found.hex.index()] += mass;
            shoots[match shoot {
                Shoot::GoodShoot => 0,
                _ if found.hex == mission.hex => 1,
                _ => 2,
            }] += mass;
        },
    );
    Spread { shoots, falls, courses: cx.courses, lost: cx.lost }
}

fn zone(g: &Battle, mission: &Mission) -> Vec<OverlayPlace> {
    let hexes = g.data().map().within(mission.hex, mission.radius(g.data()));
    hexes.map(|it| place(it, 3, String::new())).collect()
}

fn chance(hex: HexId, mass: Mass, whole: Mass) -> OverlayPlace {
    let tenths = mass / (whole / 1000);
    let label = if tenths < 100 {
        format!("{}.{} %", tenths / 10, tenths % 10)
    } else {
        format!("{} %", (tenths + 5) / 10)
    };
    let level = match tenths {
        250.. => 0,
        100.. => 1,
        _ => 2,
    };
    place(hex, level, label)
}

fn place(hex: HexId, level: u8, label: String) -> OverlayPlace {
    OverlayPlace { place: hex.into(), level, label, path: vec![], radius: None }
}

/// The column of the throw, as the adjustment books it.
fn ledgers(moment: &Moment<'_, Tcs>, g: &Battle) -> Vec<play::wire::Detail> {
    let mut g = g.clone();
    let side = moment.asked.ask.who;
    let mut tape = Vec::new();
    let mut live = Live::<Battle>::new(&mut tape, 0, 0, &Lowest);
    let _ = artillery::adjust(&mut live, &mut g, side);
    let counted = live.log.iter().filter(|it| matches!(it.item, Item::Counted(_)));
    counted.take(1).filter_map(|line| detail::<Tcs>(&moment.look.seen, line)).collect()
}
