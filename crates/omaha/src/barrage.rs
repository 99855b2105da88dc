//! Sections 13 and 20.2: barrages and naval fire.

use std::cell::LazyCell;

use board::HexId;
use kernel::{Cx, Rule};
use smallvec::SmallVec;

use crate::actions::{allowance, command};
use crate::attack::who::{field_of, reach, sees_high_ground};
use crate::data::{Colour, Data, GermanId, GermanKind, Hexes, Reach, UnitId, UnitKind};
use crate::question::Opt;
use crate::rule::rules;
use crate::state::{Day, Purpose};
use crate::tables::{BarrageResult, band};
use crate::text::Names;
use crate::{cards, control, pools, weapons};

rules! {
    WHO = "omaha.barr.who-basic", "Only tanks barrage";
    WHO_EXTENDED = "omaha.xbarr.who", "Only tanks and artillery barrage";
    NOT_ADJACENT = "omaha.barr.not-adjacent", "The target is adjacent or out of range";
    SPOTTING = "omaha.barr.spotting", "Nobody observes the target";
    SPOTTING_COMMAND = "omaha.barr.spotting-command", "Neither tank nor observer is in command";
    UNREVEALED = "omaha.barr.unrevealed", "An unrevealed reinforcement unit cannot be barraged";
    HIGH_GROUND = "omaha.barr.high-ground-limit", "From the low ground the position cannot be seen";
    NO_MIX = "omaha.att.no-mix", "A hex is not both attacked and barraged in a phase";
    COMMAND = "omaha.xbarr.command", "No headquarters commands the artillery";
    OBSERVER = "omaha.xbarr.observer", "Nobody observes under the same headquarters";
    EXPOSED = "omaha.xbarr.exposed", "Unarmoured artillery under German fire does not shoot";
    BARRAGE = "omaha.barr.single-unit", "Barrage";
    NAVAL = "omaha.naval.barrage-effect", "Naval barrage";
    NAVAL_SPOTTER = "omaha.naval.barrage-spotter", "Nobody directs the ships";
    NAVAL_NONE = "omaha.naval.spend", "No naval fire marker is left";
}

rules! {
    NN_1 = "omaha.barr.nn-1", "Neither colour nor symbol, strength 1-2";
    NN_3 = "omaha.barr.nn-3", "Neither colour nor symbol, strength 3-5";
    NN_6 = "omaha.barr.nn-6", "Neither colour nor symbol, strength 6 or more";
    NY_DEPTH_1 = "omaha.barr.ny-depth-1", "Symbol only, depth, strength 1-2";
    NY_DEPTH_3 = "omaha.barr.ny-depth-3", "Symbol only, depth, strength 3-5";
    NY_DEPTH_6 = "omaha.barr.ny-depth-6", "Symbol only, depth, strength 6 or more";
    NY_ALONE_1 = "omaha.barr.ny-alone-1", "Symbol only, no depth, strength 1-2";
    NY_ALONE_3 = "omaha.barr.ny-alone-3", "Symbol only, no depth, strength 3-5";
    NY_ALONE_6 = "omaha.barr.ny-alone-6", "Symbol only, no depth, strength 6 or more";
    YN_DEPTH_1 = "omaha.barr.yn-depth-1", "Colour only, depth, strength 1-2";
    YN_DEPTH_3 = "omaha.barr.yn-depth-3", "Colour only, depth, strength 3-5";
    YN_DEPTH_6 = "omaha.barr.yn-depth-6", "Colour only, depth, strength 6 or more";
    YN_ALONE_1 = "omaha.barr.yn-alone-1", "Colour only, no depth, strength 1-2";
    YN_ALONE_3 = "omaha.barr.yn-alone-3", "Colour only, no depth, strength 3-5";
    YN_ALONE_6 = "omaha.barr.yn-alone-6", "Colour only, no depth, strength 6 or more";
    YY_1 = "omaha.barr.yy-1", "Colour and symbol, strength 1-2";
    YY_3 = "omaha.barr.yy-3", "Colour and symbol, strength 3-5";
    YY_6 = "omaha.barr.yy-6", "Colour and symbol, strength 6 or more";
}

/// The cells of the barrage table by colour, symbol, depth and strength; where the chart leaves one blank its neighbour
/// counts (omaha.barr.merged-cells).
const CELLS: [[[[Rule; 3]; 2]; 2]; 2] = [
    [
        [[NN_1, NN_3, NN_6], [NN_1, NN_3, NN_6]],
        [[NY_ALONE_1, NY_ALONE_3, NY_ALONE_6], [NY_DEPTH_1, NY_DEPTH_3, NY_DEPTH_6]],
    ],
    [
        [[YN_ALONE_1, YN_ALONE_3, YN_ALONE_6], [YN_DEPTH_1, YN_DEPTH_3, YN_DEPTH_6]],
        [[YY_1, YY_3, YY_6], [YY_1, YY_3, YY_6]],
    ],
];

/// Barrages and naval barrages that are possible now.
#[must_use]
pub fn options(g: &Day) -> Vec<Opt> {
    let mut options = Vec::new();
    let observers = LazyCell::new(|| Observers::of(g));
    for (unit, hex) in g.troops() {
        if !may_barrage(g, unit) || allowance::may_act(g, unit).is_err() {
            continue;
        }
        if allowance::has_turn(g, unit).is_err() || !may_afford(g, unit) {
            continue;
        }
        for (_, target) in g.germans_on_map() {
            // Most are out of range.
            if is_in_range(g, unit, hex, target) && judge(g, &observers, unit, target).is_ok() {
                options.push(Opt::Barrage { unit, target });
            }
        }
    }
    if 0 < g.naval_markers && !observers.units.is_empty() {
        let hexes = g.germans_on_map().map(|it| it.1);
        let hexes = hexes.filter(|it| judge_naval(g, &observers, *it).is_ok());
        options.extend(hexes.map(Opt::NavalBarrage));
    }
    options
}

/// Infantry that is not disrupted, which observes from within a field (omaha.disr.observe). Observing is not an action
/// (omaha.barr.observer-free).
struct Observers {
    units: SmallVec<[(UnitId, HexId); 64]>,
    hexes: Hexes,
    /// Hexes of those in command.
    commanded: Hexes,
}

impl Observers {
    fn of(g: &Day) -> Observers {
        let (mut hexes, mut commanded) = (Hexes::EMPTY, Hexes::EMPTY);
        let infantry = g.troops().filter(|it| g.lookup().infantry.contains(it.0));
        let units: SmallVec<[(UnitId, HexId); 64]> =
            infantry.filter(|it| !g[it.0].disrupted).collect();
        for (unit, hex) in &units {
            hexes.insert(*hex);
            if command::is_in_command(g, *unit) {
                commanded.insert(*hex);
            }
        }
        Observers { units, hexes, commanded }
    }
    fn within(&self, field: &Hexes) -> impl Iterator<Item = UnitId> {
        self.units.iter().filter(|it| field.contains(it.1)).map(|it| it.0)
    }
}

/// A strongpoint, revealed or not, or a revealed unit of another kind (omaha.barr.unrevealed, omaha.xbarr.target,
/// omaha.naval.barrage-target, omaha.arm.barrage); not attacked in this phase (omaha.att.no-mix). Each hex of a
/// two-hex strongpoint for itself (omaha.barr.two-hex), as often as one likes (omaha.barr.repeat).
pub fn is_target(g: &Day, target: HexId) -> Result<GermanId, Rule> {
    let german = g.german_at(target).ok_or(SPOTTING)?;
    if !g.data().germans[german.index()].kind.is_wn() && !g[german].revealed {
        Err(UNREVEALED)
    } else if g.today.attacked.contains(target) {
        Err(NO_MIX)
    } else {
        Ok(german)
    }
}

fn may_afford(g: &Day, unit: UnitId) -> bool {
    allowance::always_free(g, unit).is_some() || allowance::acting_can_pay(g)
}

/// omaha.barr.who-basic, omaha.xbarr.who, omaha.ruling.dukw-barrage
fn may_barrage(g: &Day, unit: UnitId) -> bool {
    match g.kind(unit) {
        UnitKind::Tank => true,
        kind => kind.is_artillery() && g.is_extended(),
    }
}

/// May this unit barrage this hex, as far as range and sight are concerned? The rule says why not.
pub fn may(g: &Day, unit: UnitId, target: HexId) -> Result<(), Rule> {
    judge(g, &Observers::of(g), unit, target)
}

fn judge(g: &Day, observers: &Observers, unit: UnitId, target: HexId) -> Result<(), Rule> {
    is_target(g, target)?;
    if !may_barrage(g, unit) {
        return Err(if g.is_extended() { WHO_EXTENDED } else { WHO });
    }
    let hex = g[unit].hex().ok_or(NOT_ADJACENT)?;
    if !is_in_range(g, unit, hex, target) {
        return Err(NOT_ADJACENT);
    }
    if !sees_high_ground(g, hex, target) {
        return Err(HIGH_GROUND);
    }
    let field = field_of(g, target);
    match g.kind(unit) {
        UnitKind::Tank => spots_for_tank(g, observers, unit, hex, &field),
        _ => spots_for_artillery(g, observers, unit, hex, &field),
    }
}

/// omaha.barr.not-adjacent, omaha.xbarr.range; the rest is alike for tanks and artillery (omaha.xbarr.limits).
fn is_in_range(g: &Day, unit: UnitId, hex: HexId, target: HexId) -> bool {
    let far = g.data().map.distance(hex, target);
    2 <= far
        && match reach(g, unit) {
            Reach::None => false,
            Reach::Hexes(range) => far <= u32::from(range),
            Reach::Unlimited => true,
        }
}

/// omaha.barr.spotting, omaha.barr.spotting-command
fn spots_for_tank(
    g: &Day,
    observers: &Observers,
    tank: UnitId,
    hex: HexId,
    field: &Hexes,
) -> Result<(), Rule> {
    let seen = || observers.hexes.intersects(field);
    if field.contains(hex) || observers.commanded.intersects(field) {
        Ok(())
    } else if !seen() {
        Err(SPOTTING)
    } else if command::is_in_command(g, tank) {
        Ok(())
    } else {
        Err(SPOTTING_COMMAND)
    }
}

/// omaha.xbarr.command, omaha.xbarr.observer, omaha.xbarr.exposed
fn spots_for_artillery(
    g: &Day,
    observers: &Observers,
    unit: UnitId,
    hex: HexId,
    field: &Hexes,
) -> Result<(), Rule> {
    if !command::has_headquarters(g, unit) {
        return Err(COMMAND);
    }
    if !g.kind(unit).is_armoured() && control::is_under_fire(g, hex) {
        return Err(EXPOSED);
    }
    let same = |it: UnitId| command::share_headquarters(g, unit, it);
    if field.contains(hex) || observers.within(field).any(same) {
        Ok(())
    } else {
        Err(OBSERVER)
    }
}

/// Infantry with a radio, its own or its headquarters' (omaha.naval.barrage-spotter, omaha.naval.reduced-radio).
fn is_spotted_for_ships(g: &Day, observers: &Observers, target: HexId, field: &Hexes) -> bool {
    observers
        .within(field)
        .any(|it| weapons::has_radio(g, it, target) || command::has_headquarters(g, it))
}

/// May the ships fire at this hex? The rule says why not.
pub fn may_naval(g: &Day, target: HexId) -> Result<(), Rule> {
    judge_naval(g, &Observers::of(g), target)
}

fn judge_naval(g: &Day, observers: &Observers, target: HexId) -> Result<(), Rule> {
    is_target(g, target)?;
    if g.naval_markers == 0 {
        Err(NAVAL_NONE)
    } else if !is_spotted_for_ships(g, observers, target, &field_of(g, target)) {
        Err(NAVAL_SPOTTER)
    } else {
        Ok(())
    }
}

/// A barrage or naval barrage.
pub fn fire<C: Cx<Day>>(cx: &mut C, g: &mut Day, opt: Opt) -> Result<(), C::Halt> {
    match opt {
        Opt::Barrage { unit, target } => barrage(cx, g, unit, target),
        Opt::NavalBarrage(target) => {
            naval(cx, g, target);
            Ok(())
        }
        _ => Ok(()),
    }
}

/// One unit, one card (omaha.barr.card): the colour is that of the German position, the symbol that of the US unit. Nothing is revealed
/// (omaha.barr.no-reveal).
fn barrage<C: Cx<Day>>(
    cx: &mut C,
    g: &mut Day,
    unit: UnitId,
    target: HexId,
) -> Result<(), C::Halt> {
    let Some(german) = g.german_at(target) else { return Ok(()) };
    if allowance::always_free(g, unit).is_none() {
        allowance::pay_one(cx, g);
    }
    g[unit].acted = true;
    g.today.barraged.insert(target);
    cx.say(BARRAGE, || Said::Barrage { unit, target }.into());
    let card = cards::draw(cx, g, Purpose::Barrage)?;
    let card = &g.data().cards[card.index()];
    // omaha.barr.colour-any
    let colour = colour_of(g, german).is_some_and(|it| card.mark(it).is_some());
    let symbol = g.data().units[unit.index()].symbol == Some(card.symbol);
    let depth = g[german].depth.is_some();
    let strength = g.strength(unit);
    let result = g.data().tables.barrage.result(colour, symbol, depth, strength);
    let rule = CELLS[usize::from(colour)][usize::from(symbol)][usize::from(depth)][band(strength)];
    cx.say(rule, || Said::Shown { target, colour, symbol, result }.into());
    match result {
        BarrageResult::None => (),
        BarrageResult::Disrupted => g[german].disrupted = true,
        BarrageResult::DisruptedAndDepthRemoved => {
            g[german].disrupted = true;
            pools::remove_depth(g, german);
        }
    }
    Ok(())
}

/// The colour of the position, or of the armour unit itself (omaha.arm.own-position).
fn colour_of(g: &Day, german: GermanId) -> Option<Colour> {
    if let GermanKind::Armour(colour) = g.data().germans[german.index()].kind {
        return Some(colour);
    }
    let site = g.data().ground.site(g.hex_of(german)?)?;
    let position = g.data().sites[site.index()].position;
    Some(g.data().positions[position.index()].colour)
}

/// No card: the unit is disrupted and its depth marker removed, never more (omaha.naval.barrage-never-kills). Nobody's
/// action (omaha.naval.barrage-free); the marker is spent, be it of this turn or an older one (omaha.naval.spend,
/// omaha.naval.when-gained).
fn naval<C: Cx<Day>>(cx: &mut C, g: &mut Day, target: HexId) {
    let Some(german) = g.german_at(target) else { return };
    g.naval_markers = g.naval_markers.saturating_sub(1);
    g.today.barraged.insert(target);
    let depth = g[german].depth.is_some();
    g[german].disrupted = true;
    pools::remove_depth(g, german);
    cx.say(NAVAL, || Said::Naval { target, depth }.into());
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Barrage { unit: UnitId, target: HexId },
    Shown { target: HexId, colour: bool, symbol: bool, result: BarrageResult },
    Naval { target: HexId, depth: bool },
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> (String, Vec<HexId>) {
        let names = Names(data);
        match self {
            Said::Barrage { unit, target } => (
                format!("{} barrages {}.", names.unit(*unit), names.defenders(*target)),
                vec![*target],
            ),
            Said::Shown { target, colour, symbol, result } => {
                let shown = match (colour, symbol) {
                    (false, false) => "Neither colour nor symbol shown",
                    (false, true) => "Symbol shown, colour not",
                    (true, false) => "Colour shown, symbol not",
                    (true, true) => "Colour and symbol shown",
                };
                let what = match result {
                    BarrageResult::None => "no effect".into(),
                    BarrageResult::Disrupted => {
                        format!("{} is disrupted", names.defenders(*target))
                    }
                    BarrageResult::DisruptedAndDepthRemoved => {
                        format!("{} is disrupted, without depth", names.defenders(*target))
                    }
                };
                (format!("{shown}: {what}."), vec![*target])
            }
            Said::Naval { target, depth } => {
                let more = if *depth { " and loses its depth marker" } else { "" };
                let who = names.defenders(*target);
                (format!("Naval barrage: {who} is disrupted{more}."), vec![*target])
            }
        }
    }
}
