//! Attacks and barrages: what they gain on average, over all that the face-down counters could be.

use board::HexId;
use omaha::Day;
use omaha::actions::allowance;
use omaha::attack::rows::{Column, Row};
use omaha::attack::{Muster, strength, terrain, who};
use omaha::data::{DepthId, GermanId, Reach, UnitId, Weapon, Weapons};
use omaha::pools;
use omaha::question::Opt;
use omaha::tables::{AttackResult, BarrageResult};
use smallvec::SmallVec;

use super::Sheet;
use super::worth;

/// The best attack on a hex now: what it gains beyond its price, and who takes part.
pub(crate) fn best(sheet: &Sheet, target: HexId, from: Muster) -> (i32, Muster) {
    let g = sheet.g;
    let mut muster = from;
    let mut now = i32::MIN;
    if !muster.units.is_empty() {
        now = value(sheet, g, target, &muster) - price(sheet, &muster);
    }
    loop {
        let mut better = (now, None);
        for opt in who::options(g, target, &muster) {
            let Some(with) = joined(&muster, opt) else { continue };
            let then = value(sheet, g, target, &with) - price(sheet, &with);
            if better.0 < then {
                better = (then, Some(with));
            }
        }
        match better {
            (then, Some(with)) => (now, muster) = (then, with),
            _ => return (now, muster),
        }
    }
}

fn joined(muster: &Muster, join: who::Join) -> Option<Muster> {
    let mut with = *muster;
    match join {
        who::Join::Unit(unit) => with.units.insert(unit),
        who::Join::Naval => with.naval = true,
        who::Join::Done => return None,
    }
    Some(with)
}

/// Paid actions, the naval marker, and what everybody could do else.
fn price(sheet: &Sheet, muster: &Muster) -> i32 {
    let paid: u8 = allowance::attack_cost(sheet.g, muster.units).map_or(9, |it| it.iter().sum());
    let naval = if muster.naval { sheet.weights.naval } else { 0 };
    let units = muster.units.iter().count() as i32;
    i32::from(paid) * sheet.weights.paid + naval + units * sheet.weights.acted
}

/// What the hero does: stand in for a weapon, or add to the strength.
pub(crate) fn hero(options: &[Opt]) -> Opt {
    let hero = options.iter().find(|it| matches!(it, Opt::HeroWeapon(_)));
    *hero.or_else(|| options.iter().find(|it| **it == Opt::HeroStrength)).unwrap_or(&options[0])
}

/// Who takes part next.
pub(crate) fn join(sheet: &Sheet, target: HexId, options: &[Opt]) -> Opt {
    let (_, all) = best(sheet, target, sheet.g.today.muster);
    let next = options.iter().find(|it| match it {
        Opt::Join(unit) => all.units.contains(*unit),
        Opt::JoinNaval => all.naval,
        _ => false,
    });
    let done = options.iter().find(|it| **it == Opt::Done);
    *next.or(done).unwrap_or(&options[0])
}

/// A step for the depth marker: a good trade while the step is not too dear.
pub(crate) fn attrition(sheet: &Sheet, target: HexId, options: &[Opt]) -> Opt {
    let units = options.iter().filter_map(|it| match it {
        Opt::Unit(unit) => Some(*unit),
        _ => None,
    });
    let cost = |it: &UnitId| worth::next_step(sheet.g, sheet.weights, *it);
    let refuse = options.iter().find(|it| matches!(it, Opt::Done | Opt::No));
    match (units.min_by_key(cost), refuse) {
        (Some(unit), Some(refuse)) => {
            if attrition_gain(sheet, target) < cost(&unit) {
                *refuse
            } else {
                Opt::Unit(unit)
            }
        }
        (Some(unit), None) => Opt::Unit(unit),
        _ => options[0],
    }
}

fn attrition_gain(sheet: &Sheet, target: HexId) -> i32 {
    let german = sheet.g.german_at(target);
    let kill = german.map_or(0, |it| worth::kill(sheet, it));
    kill * (sheet.weights.half - sheet.weights.shaken) / 100
}

/// What an attack by these units gains on average, whatever it costs. `g` may be another position than the sheet's.
pub(crate) fn value(sheet: &Sheet, g: &Day, target: HexId, muster: &Muster) -> i32 {
    let Some(german) = g.german_at(target) else { return 0 };
    let data = g.data();
    let units: SmallVec<[GermanId; 24]> = match g[german].known {
        true => SmallVec::from_slice(&[german]),
        false => pools::could_be(g, german).collect(),
    };
    let depths: SmallVec<[DepthId; 24]> = match g[german].depth {
        None => SmallVec::new(),
        Some(depth) if g[depth].known => SmallVec::from_slice(&[depth]),
        Some(depth) => pools::depth_could_be(g, depth).collect(),
    };
    let by = terrain::multiplier(g, target, muster, german);
    let fight = Fight {
        g,
        attack: strength::attack(g, muster),
        have: strength::weapons(g, target, muster),
        flanks: [
            strength::flanks(g, target, muster, false),
            strength::flanks(g, target, muster, true),
        ],
        hero: muster.has_hero(g, target),
    };
    let kill = worth::kill(sheet, german);
    let spoils = Spoils {
        sheet,
        kill,
        adjacent: muster.adjacent(g, target).count() as i32,
        attrition: spare(sheet, g, target, muster)
            .map_or(0, |it| (kill * (sheet.weights.half - sheet.weights.shaken) / 100 - it).max(0)),
    };
    let column = Column::of(g, german);
    let shown = match (column, depths.first()) {
        (Column::RevealedDepth, Some(depth)) => Some(*depth),
        _ => None,
    };
    let mut sum = 0;
    for unit in &units {
        let counter = &data.germans[unit.index()];
        let own = i32::from(counter.strength) * i32::from(by.unit);
        let depth_of = |it: DepthId| {
            let depth = &data.depths[it.index()];
            (i32::from(depth.strength) * i32::from(by.depth), depth.requires)
        };
        let first = match shown.map(depth_of) {
            Some((strength, requires)) => {
                fight.cell(own + strength, counter.requires, requires, column)
            }
            None => fight.cell(own, counter.requires, Weapons::NONE, column),
        };
        if !first.reveal_and_repeat || depths.is_empty() {
            sum += spoils.of(first) * 100;
            continue;
        }
        let mut second = 0;
        for depth in &depths {
            if data.depths[depth.index()].tactical {
                second += kill - sheet.weights.reserve;
                continue;
            }
            let (strength, requires) = depth_of(*depth);
            let cell =
                fight.cell(own + strength, counter.requires, requires, Column::RevealedDepth);
            second += spoils.of(cell) + sheet.weights.seen;
        }
        sum += second * 100 / depths.len() as i32;
    }
    let unseen = if g[german].known { 0 } else { sheet.weights.seen };
    sum / (100 * units.len().max(1) as i32) + unseen
}

/// The cheapest step an attacker next to the target could give.
fn spare(sheet: &Sheet, g: &Day, target: HexId, muster: &Muster) -> Option<i32> {
    muster.adjacent(g, target).map(|it| worth::next_step(g, sheet.weights, it.0)).min()
}

/// One side of the comparison.
struct Fight<'a> {
    g: &'a Day,
    attack: i32,
    have: Weapons,
    flanks: [bool; 2],
    hero: bool,
}

impl Fight<'_> {
    /// The cell against a defence, with the best a hero can do.
    fn cell(&self, defence: i32, own: Weapons, depth: Weapons, column: Column) -> AttackResult {
        let both = own.contains(Weapon::Fl) && depth.contains(Weapon::Fl);
        let have =
            if self.flanks[usize::from(both)] { self.have.with(Weapon::Fl) } else { self.have };
        let missing = own.union(depth).without(have);
        let met =
            missing.is_empty() || self.hero && missing.len() == 1 && !missing.contains(Weapon::Fl);
        let more = i32::from(self.hero && missing.is_empty())
            * i32::from(self.g.data().tables.constants.hero_strength);
        Row::of(met, self.attack + more, defence).cell(self.g, column)
    }
}

/// What a cell of the chart is worth.
struct Spoils<'a> {
    sheet: &'a Sheet<'a>,
    kill: i32,
    adjacent: i32,
    attrition: i32,
}

impl Spoils<'_> {
    fn of(&self, cell: AttackResult) -> i32 {
        let weights = self.sheet.weights;
        if cell.defeated {
            return self.kill;
        }
        let mut gain = 0;
        if cell.depth_eliminated {
            gain += self.kill * weights.half / 100;
        } else if cell.german_disrupted {
            gain += self.kill * weights.shaken / 100;
        }
        if cell.optional_attrition {
            gain += self.attrition;
        }
        if cell.gains_depth {
            gain -= self.kill * weights.deeper / 100;
        }
        if cell.us_disrupted {
            gain -= weights.disrupted * self.adjacent;
        }
        gain
    }
}

/// The best attack that could be made on a hex next turn from where everybody stands, in hundredths of a point.
pub(crate) fn readiness(sheet: &Sheet, g: &Day, target: HexId) -> i32 {
    let map = &g.data().map;
    let mut muster = Muster::default();
    let mut hexes: SmallVec<[HexId; 6]> = SmallVec::new();
    let mut add = |g: &Day, unit: UnitId, hex: HexId, muster: &mut Muster| {
        muster.units.insert(unit);
        if !is_free(g, unit, hex) && !hexes.contains(&hex) {
            hexes.push(hex);
        }
    };
    for (unit, hex) in g.troops() {
        let able = !g[unit].disrupted && g[unit].climb == omaha::state::Climb::None;
        let beside = g.kind(unit).is_infantry() && map.adjacent(hex, target);
        if able && beside && terrain::crossing(g, hex, target).is_some() {
            add(g, unit, hex, &mut muster);
        }
    }
    if muster.units.is_empty() {
        return 0;
    }
    let infantry = muster;
    for (unit, hex) in g.troops() {
        if infantry.units.contains(unit) || g[unit].disrupted {
            continue;
        }
        let far = map.distance(hex, target);
        let reach =
            g.data().units[unit.index()].line(g[unit].steps).map_or(Reach::None, |it| it.range);
        let in_range = matches!(reach, Reach::Hexes(range) if far <= u32::from(range));
        let kind = g.kind(unit);
        let with = kind.is_infantry()
            || infantry.infantry(g).any(|it| map.distance(it.1, hex) <= 1)
            || worth::is_led(g, hex);
        if in_range && with {
            add(g, unit, hex, &mut muster);
        }
    }
    let paid = hexes.len().saturating_sub(1) as i32;
    (value(sheet, g, target, &muster) - paid * sheet.weights.paid).max(0)
}

/// Will it act free next turn?
fn is_free(g: &Day, unit: UnitId, hex: HexId) -> bool {
    worth::is_its_own_leader(g, unit) || worth::is_led(g, hex)
}

/// What a barrage gains on average: the fire it prevents.
pub(crate) fn barrage(sheet: &Sheet, unit: UnitId, target: HexId) -> i32 {
    let g = sheet.g;
    let Some(german) = g.german_at(target) else { return 0 };
    let Some(site) = g.data().ground.site(target) else { return 0 };
    let position = &g.data().positions[g.data().sites[site.index()].position.index()];
    let (symbol, strength) = (g.data().units[unit.index()].symbol, g.strength(unit));
    let deep = g[german].depth.is_some();
    let (mut disrupted, mut bared, mut all) = (0, 0, 0);
    for card in omaha::cards::cards(g.deck.undrawn) {
        let card = &g.data().cards[card.index()];
        let colour = card.mark(position.colour).is_some();
        all += 1;
        match g.data().tables.barrage.result(colour, symbol == Some(card.symbol), deep, strength) {
            BarrageResult::None => (),
            BarrageResult::Disrupted => disrupted += 1,
            BarrageResult::DisruptedAndDepthRemoved => bared += 1,
        }
    }
    let shaken = shaken(sheet, german, target);
    let kill = worth::kill(sheet, german);
    let depth = if deep { kill * (sheet.weights.half - sheet.weights.shaken) / 100 } else { 0 };
    ((disrupted + bared) * shaken + bared * depth) / i32::max(all, 1)
}

/// Disrupted for certain, depth gone.
pub(crate) fn naval(sheet: &Sheet, target: HexId) -> i32 {
    let Some(german) = sheet.g.german_at(target) else { return 0 };
    let kill = worth::kill(sheet, german);
    let deep = sheet.g[german].depth.is_some();
    let depth = if deep { kill * (sheet.weights.half - sheet.weights.shaken) / 100 } else { 0 };
    shaken(sheet, german, target) + depth - sheet.weights.naval
}

/// What a German unit's being disrupted saves us in the next fire phase.
fn shaken(sheet: &Sheet, german: GermanId, target: HexId) -> i32 {
    let g = sheet.g;
    if g[german].disrupted {
        return 0;
    }
    let Some(site) = g.data().ground.site(target) else { return 0 };
    let position = g.data().sites[site.index()].position;
    // The other half of a strongpoint goes on firing.
    let men = |it: GermanId| 1 + i32::from(g[it].depth.is_some());
    let all: i32 = g.garrison_of(position).filter(|it| !g[*it].disrupted).map(men).sum();
    sheet.threat(position) * men(german) / all.max(1) * sheet.weights.barrage / 100
}
