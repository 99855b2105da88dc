//! What a move gains: the way forward, less fire, an attack next turn, a leader beside it, points at the end.

use board::HexId;
use omaha::Day;
use omaha::actions::allowance;
use omaha::data::UnitId;
use omaha::ground::BeachRow;
use omaha::movement::Outlook;
use omaha::question::Opt;
use omaha::state::Place;
use omaha::tables::Tide;
use smallvec::SmallVec;

use super::routes::FAR;
use super::sheet::Sheet;
use super::{attack, worth};

/// What moves gain.
pub(crate) struct Moves<'a> {
    sheet: &'a Sheet<'a>,
    outlook: Outlook,
    /// The attack each German hex is ready for as everybody stands.
    ready: SmallVec<[(HexId, i32); 32]>,
}

impl<'a> Moves<'a> {
    pub(crate) fn new(sheet: &'a Sheet) -> Moves<'a> {
        let g = sheet.g;
        let ready = g.germans_on_map().map(|it| (it.1, attack::readiness(sheet, g, it.1)));
        Moves { sheet, outlook: Outlook::new(g), ready: ready.collect() }
    }

    pub(crate) fn price(&self, free: bool) -> i32 {
        let weights = self.sheet.weights;
        if free { weights.least } else { weights.least + weights.paid }
    }

    /// Beyond what it costs, those included who come along for the same price.
    pub(crate) fn gain_paid(&self, unit: UnitId, to: HexId, opt: Opt) -> i32 {
        let free = allowance::is_free(self.sheet.g, &self.outlook, unit, opt).is_some();
        let gain = self.gain(unit, to);
        if free || gain <= 0 {
            return gain - self.price(free);
        }
        gain + self.company(unit, to) - self.price(false)
    }

    pub(crate) fn gain(&self, unit: UnitId, to: HexId) -> i32 {
        let (sheet, g, weights) = (self.sheet, self.sheet.g, self.sheet.weights);
        let Some(from) = g[unit].hex() else { return 0 };
        let kind = g.kind(unit);
        let risk = self.risk(unit, from, to);
        let dry = out_of_the_water(g, from, to);
        let crowd = crowding(g, unit, from, to);
        if !kind.is_infantry() && !g.is_extended() {
            // Guns and tanks are held up at the shingle anyway.
            return (dry / 12 + risk).min(80) - crowd;
        }
        let forward = match (sheet.way(unit, from), sheet.way(unit, to)) {
            (FAR.., FAR..) => 0,
            (FAR.., _) => 100,
            (_, FAR..) => -200,
            (here, there) => (here - there).clamp(-200, 200),
        };
        let mut gain = forward * weights.forward / 100 + risk + dry - crowd;
        if kind.is_infantry() {
            gain += pair(g, unit, from, to) * weights.pair / 100;
            gain += self.readiness(unit, from, to) * weights.ready / 100;
        }
        if sheet.counts() && !g.data().ground.is_beach(to) && sheet.reached() {
            gain += self.points(unit, to) * weights.point;
        }
        if !worth::is_its_own_leader(g, unit) {
            let led = |hex: HexId| i32::from(worth::is_led(g, hex)) * weights.command;
            gain += led(to) - led(from);
        }
        gain
    }

    /// What the next fire phase costs less.
    fn risk(&self, unit: UnitId, from: HexId, to: HexId) -> i32 {
        let (g, weights, danger) = (self.sheet.g, self.sheet.weights, &self.sheet.danger);
        let before =
            danger.cost(g, weights, from, None, None) + danger.cost(g, weights, to, None, None);
        let after = danger.cost(g, weights, from, Some(unit), None)
            + danger.cost(g, weights, to, None, Some(unit));
        before - after
    }

    /// What attacks of the next turn gain by it.
    fn readiness(&self, unit: UnitId, from: HexId, to: HexId) -> i32 {
        let (sheet, g) = (self.sheet, self.sheet.g);
        let map = &g.data().map;
        let near = |target: HexId| map.adjacent(from, target) || map.adjacent(to, target);
        if !self.ready.iter().any(|it| near(it.0)) {
            return 0;
        }
        let mut then = g.clone();
        then[unit].place = Place::Map(to);
        let (mut before, mut after) = (Best::default(), Best::default());
        for (target, now) in &self.ready {
            before.add(*now);
            after.add(if near(*target) { attack::readiness(sheet, &then, *target) } else { *now });
        }
        after.sum() - before.sum()
    }

    /// What the score gains by it.
    fn points(&self, unit: UnitId, to: HexId) -> i32 {
        let mut then = self.sheet.g.clone();
        then[unit].place = Place::Map(to);
        i32::from(omaha::victory::points(&then)) - self.sheet.score()
    }

    /// What another of the hex gains that comes along.
    pub(crate) fn along(&self, unit: UnitId, other: UnitId, to: HexId) -> i32 {
        let g = self.sheet.g;
        if g.troops_at(to).next().is_some() {
            return 0;
        }
        let steps = g[unit].steps + g[other].steps;
        let crowded = g.data().tables.constants.concentrated_steps <= steps;
        if crowded && 50 < self.sheet.danger.at(to) {
            return 0;
        }
        self.gain(other, to) - self.sheet.weights.least
    }

    /// What those of the same hex gain who would come along for the same price.
    fn company(&self, unit: UnitId, to: HexId) -> i32 {
        let g = self.sheet.g;
        let Some(from) = g[unit].hex() else { return 0 };
        let mates = g
            .troops_at(from)
            .filter(|it| *it != unit && g.kind(*it).is_infantry() && allowance::can_act(g, *it));
        mates.map(|it| self.along(unit, it, to)).max().unwrap_or(0).max(0)
    }

    /// A leader goes where most men who would have to be paid for are beside him, out of the fire.
    pub(crate) fn leader(&self, leader: UnitId, to: HexId) -> i32 {
        let g = self.sheet.g;
        let Some(from) = g[leader].hex() else { return 0 };
        let wet = out_of_the_water(g, from, to);
        ((self.men(leader, to) - self.men(leader, from)) / 4 + wet - 2).min(1500)
    }

    /// Men a leader could command from a hex, those near it less; another leader's do not count.
    fn men(&self, leader: UnitId, hex: HexId) -> i32 {
        let (sheet, g) = (self.sheet, self.sheet.g);
        let map = &g.data().map;
        let mut sum = 0;
        for (unit, at) in g.troops() {
            let kind = g.kind(unit);
            if worth::is_its_own_leader(g, unit) || !kind.is_infantry() {
                continue;
            }
            let far = map.distance(at, hex);
            let mut worth = match far {
                0 | 1 => 60,
                2 => 30,
                3 => 18,
                4..=10 => 12 - far as i32,
                _ => 0,
            };
            // Those at the front are the ones to lead.
            if sheet.way(unit, at) < 400 {
                worth = worth * 3 / 2;
            }
            let mut others = g.leaders().filter(|it| *it != leader).filter_map(|it| g[it].hex());
            if others.any(|it| map.distance(it, at) <= 1) {
                worth /= 4;
            }
            sum += worth;
        }
        sum
    }
}

/// The best two of many: a division has two paid actions.
#[derive(Default)]
struct Best([i32; 2]);

impl Best {
    fn add(&mut self, value: i32) {
        if self.0[0] < value {
            self.0 = [value, self.0[0]];
        } else if self.0[1] < value {
            self.0[1] = value;
        }
    }
    fn sum(&self) -> i32 {
        self.0[0] + self.0[1] / 2
    }
}

/// Two companies in one hex move for one paid action, as long as they do not draw all fire.
fn pair(g: &Day, unit: UnitId, from: HexId, to: HexId) -> i32 {
    let mate = |hex: HexId| {
        let mut others = g.troops_at(hex).filter(|it| *it != unit && g.kind(*it).is_infantry());
        let Some(one) = others.next() else { return false };
        let steps = g[one].steps + g[unit].steps;
        others.next().is_none() && steps < g.data().tables.constants.concentrated_steps
    };
    (i32::from(mate(to)) - i32::from(mate(from))) * 100
}

/// The sea takes who stays.
fn out_of_the_water(g: &Day, from: HexId, to: HexId) -> i32 {
    let wet = |hex: HexId| {
        if g.is_submerged(hex) {
            return 1500;
        }
        // The tide rises on turns 7 and 16: who is late needs an action nobody has left.
        let ahead = (1..=2).any(|it| will_be_wet(g, g.turn + it, hex));
        if ahead { 100 } else { 0 }
    };
    wet(from) - wet(to)
}

fn will_be_wet(g: &Day, turn: u8, hex: HexId) -> bool {
    if g.data().plan.last_turn < turn {
        return false;
    }
    match (g.data().tables.turn(turn).tide, g.data().ground.row[hex.index()]) {
        (_, None) | (Tide::Low, _) => false,
        (Tide::Mid, Some(row)) => row == BeachRow::Low,
        (Tide::High, Some(row)) => row != BeachRow::High,
    }
}

/// Two units a hex at the end: the third is lost.
fn crowding(g: &Day, unit: UnitId, from: HexId, to: HexId) -> i32 {
    let limit = usize::from(g.data().tables.constants.stacking_limit);
    let others = |hex: HexId| g.troops_at(hex).filter(|it| *it != unit).count();
    let full = |hex: HexId| if limit <= others(hex) { 300 } else { 0 };
    full(to) - full(from)
}
