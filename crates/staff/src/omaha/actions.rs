//! US actions: attack where it pays, barrage, then move those who gain most; leaders last.

use std::cell::OnceCell;

use board::HexId;
use omaha::Day;
use omaha::actions::allowance;
use omaha::data::{Division, Hexes, UnitId, UnitKind};
use omaha::ground::Terrain;
use omaha::headquarters;
use omaha::movement::Outlook;
use omaha::question::Opt;
use omaha::state::Positions;
use omaha::tables::Tide;

use super::attack;
use super::danger::Danger;
use super::routes::{FAR, Gait, Routes};

/// What a paid action must gain.
const PAID: i32 = 22;
/// Below so many thousandths of a step a hex is quiet.
const QUIET: i32 = 70;
/// What a free one must.
const FREE: i32 = 12;

/// The next thing the acting division does.
pub(crate) fn next(g: &Day, options: &[Opt]) -> Opt {
    // What only removes a marker is always done.
    let mend = options.iter().find(|it| {
        matches!(it, Opt::Recover(_) | Opt::Rest(_) | Opt::CrossCliff(_) | Opt::Exit(_))
            && !matches!(it, Opt::Exit(unit) if !should_exit(g, *unit))
    });
    if let Some(mend) = mend {
        return *mend;
    }
    let danger = Danger::new(g);
    let wanted = Wanted::new(g, &danger);
    let outlook = Outlook::new(g);
    let mut best = (0, Opt::Done);
    for opt in options {
        let gain = match *opt {
            Opt::Attack(_) | Opt::Barrage { .. } | Opt::NavalBarrage(_) => attack::gain(g, *opt),
            Opt::Move { unit, to }
            | Opt::ClimbBluff { unit, to }
            | Opt::ClimbCliff { unit, to } => {
                let free = allowance::is_free(g, &outlook, unit, *opt).is_some();
                let mut gain = wanted.gain(g, &danger, unit, to);
                if !free && 0 < gain {
                    gain += company(g, &danger, &wanted, unit, to);
                }
                gain - if free { FREE } else { PAID }
            }
            _ => 0,
        };
        if best.0 < gain {
            best = (gain, *opt);
        }
    }
    best.1
}

/// Who comes along, does it go on, does it complete the move after a loss?
pub(crate) fn go_on(g: &Day, unit: UnitId, to: HexId, options: &[Opt]) -> Opt {
    let danger = Danger::new(g);
    let wanted = Wanted::new(g, &danger);
    let mut best = (0, None);
    for opt in options {
        let gain = match *opt {
            // Another of the hex makes the same move.
            Opt::Unit(other) => {
                let crowd = g.troops_at(to).count() + 1;
                if crowd < 2 { wanted.gain(g, &danger, other, to) - FREE } else { 0 }
            }
            Opt::Hex(on) => wanted.gain(g, &danger, unit, on) - FREE,
            Opt::Continue | Opt::Yes => wanted.gain(g, &danger, unit, to),
            _ => 0,
        };
        if best.0 < gain {
            best = (gain, Some(*opt));
        }
    }
    let stop = options.iter().find(|it| matches!(it, Opt::Done | Opt::Stay | Opt::No));
    best.1.or(stop.copied()).unwrap_or(options[0])
}

/// Late in the day whole companies score by leaving.
fn should_exit(g: &Day, unit: UnitId) -> bool {
    let kind = g.kind(unit);
    g.data().plan.last_turn <= g.turn + 4
        && 16 < g.data().plan.last_turn
        && (kind.is_regular() || kind == UnitKind::Tank)
}

/// Where everybody is wanted.
pub(crate) struct Wanted<'a> {
    danger: &'a Danger,
    served: Hexes,
    /// For those on the low ground: off it.
    ashore: [OnceCell<Routes>; 2],
    /// For those above: at the Germans.
    inland: [OnceCell<Routes>; 2],
    vehicles: OnceCell<Routes>,
}

impl<'a> Wanted<'a> {
    pub(crate) fn new(g: &Day, danger: &'a Danger) -> Wanted<'a> {
        let served = if g.is_extended() { headquarters::served(g) } else { Hexes::EMPTY };
        Wanted {
            danger,
            served,
            ashore: Default::default(),
            inland: Default::default(),
            vehicles: OnceCell::new(),
        }
    }

    /// The cost of going from a hex to where a unit is wanted.
    pub(crate) fn way(&self, g: &Day, unit: UnitId, hex: HexId) -> i32 {
        let kind = g.kind(unit);
        if kind.is_infantry() || kind.is_leader() {
            let routes = |goals: &[(HexId, i32)]| {
                Routes::new(g, self.danger, Gait::Infantry, &self.served, goals)
            };
            let of = g[unit].command;
            let below = g[unit].hex().is_none_or(|it| g.data().ground.is_low(it));
            let routes = if below {
                self.ashore[of.index()].get_or_init(|| routes(&ashore_goals(g, self.danger, of)))
            } else {
                self.inland[of.index()].get_or_init(|| routes(&inland_goals(g, of)))
            };
            routes.from(hex)
        } else {
            let routes = self.vehicles.get_or_init(|| {
                Routes::new(g, self.danger, Gait::Vehicle, &self.served, &vehicle_goals(g))
            });
            routes.from(hex)
        }
    }

    /// What moving to a hex gains, in hundredths of a step forward.
    pub(crate) fn gain(&self, g: &Day, danger: &Danger, unit: UnitId, to: HexId) -> i32 {
        let Some(from) = g[unit].hex() else { return 0 };
        let kind = g.kind(unit);
        if kind.is_leader() {
            return leader_gain(g, danger, unit, from, to);
        }
        let (here, there) = (self.way(g, unit, from), self.way(g, unit, to));
        let forward = match (here, there) {
            (FAR.., FAR..) => 0,
            (FAR.., _) => 100,
            (_, FAR..) => -200,
            _ => (here - there).clamp(-150, 150),
        };
        let risk = (danger.to(g, unit, from) - danger.to(g, unit, to)) / boldness(g, unit);
        let crowd = crowding(g, unit, to);
        let dry = out_of_the_water(g, from, to);
        if !kind.is_infantry() && !g.is_extended() {
            // Guns and tanks are held up at the shingle anyway.
            return (dry / 12 + risk).min(PAID + 60) - crowd;
        }
        forward + risk + dry + pair(g, unit, from, to) - crowd - along_the_beach(g, from, to)
    }
}

/// Two companies in one hex move for one paid action, as long as they do not draw all fire.
fn pair(g: &Day, unit: UnitId, from: HexId, to: HexId) -> i32 {
    if !g.data().ground.is_low(to) || !g.kind(unit).is_infantry() {
        return 0;
    }
    let mate = |hex: HexId| {
        let mut others = g.troops_at(hex).filter(|it| *it != unit && g.kind(*it).is_infantry());
        let one = others.next()?;
        let steps = g[one].steps + g[unit].steps;
        (others.next().is_none() && steps < g.data().tables.constants.concentrated_steps)
            .then_some(())
    };
    match (mate(from), mate(to)) {
        (None, Some(())) => 50,
        (Some(()), None) => -30,
        _ => 0,
    }
}

/// What those of the same hex gain who would come along for the same price.
fn company(g: &Day, danger: &Danger, wanted: &Wanted, unit: UnitId, to: HexId) -> i32 {
    let Some(from) = g[unit].hex() else { return 0 };
    if g.troops_at(to).next().is_some() {
        return 0;
    }
    let mates = g
        .troops_at(from)
        .filter(|it| *it != unit && g.kind(*it).is_infantry() && allowance::can_act(g, *it));
    let best = mates.map(|it| wanted.gain(g, danger, it, to)).max().unwrap_or(0);
    best.max(0) * 80 / 100
}

/// Paid actions are for the way off the beach, not for walks along it.
fn along_the_beach(g: &Day, from: HexId, to: HexId) -> i32 {
    let ground = &g.data().ground;
    let nearer = ground.shelter[to.index()] < ground.shelter[from.index()];
    if ground.is_beach(from) && ground.is_beach(to) && !nearer { 275 } else { 0 }
}

/// Thousandths of a step that may be risked for each hundredth of a step forward. The step that puts a company into the
/// loss box is the dear one; those who are in it already go first.
fn boldness(g: &Day, unit: UnitId) -> i32 {
    match (g.kind(unit).is_regular(), g[unit].steps) {
        (true, 1) => 14,
        (true, 2) => {
            let lost = g.losses[g.data().units[unit.index()].division.index()].len();
            match lost {
                0..4 => 5,
                4..6 => 3,
                _ => 2,
            }
        }
        _ => 7,
    }
}

/// The sea takes who stays.
fn out_of_the_water(g: &Day, from: HexId, to: HexId) -> i32 {
    let wet = |hex: HexId| {
        if g.is_submerged(hex) {
            return 1500;
        }
        // The tide rises on turns 7 and 16: who is late needs an action nobody has left.
        let ahead = (1..=2).any(|it| will_be_wet(g, g.turn + it, hex));
        if ahead { 160 } else { 0 }
    };
    wet(from) - wet(to)
}

fn will_be_wet(g: &Day, turn: u8, hex: HexId) -> bool {
    use omaha::ground::BeachRow;
    if g.data().plan.last_turn < turn {
        return false;
    }
    match (g.data().tables.turn(turn).tide, g.data().ground.row[hex.index()]) {
        (_, None) | (Tide::Low, _) => false,
        (Tide::Mid, Some(row)) => row == BeachRow::Low,
        (Tide::High, Some(row)) => row != BeachRow::High,
    }
}

/// Two units a hex at the end.
fn crowding(g: &Day, unit: UnitId, to: HexId) -> i32 {
    let units = g.troops_at(to).filter(|it| *it != unit).count() as i32;
    let limit = i32::from(g.data().tables.constants.stacking_limit);
    if limit <= units { 500 } else { 0 }
}

/// A leader goes where most men who would have to be paid for are beside him, out of the fire.
fn leader_gain(g: &Day, danger: &Danger, leader: UnitId, from: HexId, to: HexId) -> i32 {
    let men = |hex: HexId| {
        let all = g.troops().filter(|it| {
            let kind = g.kind(it.0);
            kind != UnitKind::Ranger && !g[it.0].hero.is_any()
        });
        all.map(|it| match g.data().map.distance(it.1, hex) {
            0 | 1 => 60,
            2 => 25,
            3 => 12,
            4..=8 => 4,
            _ => 0,
        })
        .sum::<i32>()
    };
    let wet = out_of_the_water(g, from, to);
    let risk = (danger.to(g, leader, from) - danger.to(g, leader, to)) / 12;
    // Whom he commands now acts first: a small gain comes last.
    ((men(to) - men(from)) / 4 + risk + wet).clamp(-400, if 0 < wet { 1500 } else { 30 })
}

/// High ground out of the fire, first of all; Germans in the way come second.
fn ashore_goals(g: &Day, danger: &Danger, of: Division) -> Vec<(HexId, i32)> {
    let data = g.data();
    let mut goals: Vec<(HexId, i32)> = inland_goals(g, of);
    for hex in data.ground.high.iter() {
        let quiet = danger.at(hex) < QUIET && data.ground.terrain(hex) != Terrain::Rough;
        if quiet && g.german_at(hex).is_none() {
            goals.push((hex, 0));
        }
    }
    goals
}

/// The draw a division goes for, as the strongpoints that lie over it and are still held: where most men are for the
/// fewest Germans.
fn focus(g: &Day, of: Division) -> Positions {
    let data = g.data();
    let mut best = (0, Positions::NONE);
    for draw in data.draws.iter().filter(|it| it.scores) {
        let (mut over, mut germans) = (Positions::NONE, 0);
        for position in g.positions().filter(|it| g.is_held(*it)) {
            let it = &data.positions[position.index()];
            let dots = |hex: &HexId| it.any.contains(*hex);
            if it.is_wn() && draw.hexes.iter().chain(&draw.mouth).any(dots) {
                over.insert(position);
                germans += g
                    .garrison_of(position)
                    .map(|it| 2 + i32::from(g[it].depth.is_some()))
                    .sum::<i32>();
            }
        }
        if over.is_empty() {
            continue;
        }
        let mut men = 0;
        for (unit, hex) in g.troops() {
            if g[unit].command == of && g.kind(unit).is_infantry() {
                let far = data.map.distance(hex, draw.hexes[0]) as i32;
                men += (9 - far).max(0) * i32::from(g.strength(unit));
            }
        }
        let score = men * 100 / (germans + 4);
        if best.0 < score {
            best = (score, over);
        }
    }
    best.1
}

/// Hexes from which Germans can be attacked; late in the day also what scores by being held, and the way out.
fn inland_goals(g: &Day, of: Division) -> Vec<(HexId, i32)> {
    let data = g.data();
    let mut goals = Vec::new();
    let focus = if g.is_extended() { Positions::NONE } else { focus(g, of) };
    for (german, at) in g.germans_on_map() {
        let mut extra = 120;
        if let omaha::state::GermanPlace::At(site) = g[german].place {
            let position = &data.positions[data.sites[site.index()].position.index()];
            let guards = position.guards.is_some_and(|it| data.draws[it.index()].scores);
            let focused = focus.contains(data.sites[site.index()].position);
            extra = match (position.is_wn(), guards) {
                _ if focused => 0,
                (_, guards) if !focus.is_empty() => 300 - if guards { 150 } else { 0 },
                (true, true) => 0,
                (true, false) => 60,
                _ if position.vp => 100,
                _ => 160,
            };
        }
        for (direction, hex) in data.map.neighbours(at) {
            let side = data.ground.side(at, direction);
            let up = data.ground.is_low(hex) && data.ground.is_high(at);
            let shut = side.is_cliff() || (side == omaha::ground::Side::Bluff && up);
            let terrain = data.ground.terrain(hex);
            let land = terrain != Terrain::Sea && terrain != Terrain::Rough;
            if !shut && land && g.german_at(hex).is_none() {
                goals.push((hex, extra));
            }
        }
    }
    if 16 < data.plan.last_turn && 14 < g.turn {
        for position in g.positions().filter(|it| !g.is_held(*it)) {
            let it = &data.positions[position.index()];
            if it.vp {
                let hex = data.sites[it.sites[0].index()].hex;
                if g.troops_at(hex).next().is_none() {
                    goals.push((hex, 180));
                }
            }
        }
        if data.plan.last_turn <= g.turn + 8 {
            goals.extend(data.exits.iter().map(|it| (it.hex, 0)));
        }
    }
    goals
}

/// Off the beach, by the lanes of the engineers.
fn vehicle_goals(g: &Day) -> Vec<(HexId, i32)> {
    let ground = &g.data().ground;
    let low = ground.high.iter();
    low.filter(|it| ground.terrain(*it) != Terrain::Rough && g.german_at(*it).is_none())
        .map(|it| (it, 0))
        .collect()
}
