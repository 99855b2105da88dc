//! Sections 13 and 20.2: barrages and naval fire.

use std::cell::LazyCell;

use board::HexId;
use kernel::{Cx, Rule, rules};
use smallvec::SmallVec;

use crate::actions::{allowance, command};
use crate::attack::who::{field_of, reach, sees_high_ground};
use crate::data::{Colour, Data, GermanId, GermanKind, Hexes, Reach, SiteId, UnitId, UnitKind};
use crate::question::Opt;
use crate::state::{Day, Purpose, Sites, Units};
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
    list(g, g.held_sites(), g.troops(), &mut options);
    options
}

/// The same for these units, with the sites that hold Germans at hand.
pub(crate) fn list(
    g: &Day,
    held: Sites,
    units: impl Iterator<Item = (UnitId, HexId)>,
    options: &mut Vec<Opt>,
) {
    let sight = LazyCell::new(|| Sight::of(g));
    for (unit, hex) in units.filter(|it| g.lookup().guns.contains(it.0)) {
        if !may_barrage(g, unit) || allowance::may_act(g, unit).is_err() {
            continue;
        }
        if allowance::has_turn(g, unit).is_err() || !may_afford(g, unit) {
            continue;
        }
        let sites = targets(g, &sight, unit, hex, held).iter();
        let sites = sites.map(|it| g.lookup().sites[it.index()].0);
        // Hexes in the order of the positions: that of the counters would tell what lies face down.
        let armour = g.armour().filter_map(|it| g.hex_of(it));
        let armour = armour.filter(|it| judge(g, &sight, unit, *it).is_ok());
        options.extend(sites.chain(armour).map(|target| Opt::Barrage { unit, target }));
    }
    if 0 < g.naval_markers && !sight.observers.is_empty() {
        let hexes = g.germans_on_map().map(|it| it.1);
        let hexes = hexes.filter(|it| judge_naval(g, &sight, *it).is_ok());
        options.extend(hexes.map(Opt::NavalBarrage));
    }
}

/// Who observes, and which sites are observed.
struct Sight {
    /// Infantry that is not disrupted (omaha.disr.observe). Observing is not an action (omaha.barr.observer-free).
    observers: SmallVec<[(UnitId, HexId); 64]>,
    /// Sites with an observer in the field of their position, by anybody and by those in command.
    seen: Sites,
    by_command: Sites,
    /// By those under each leader: the bits of [`crate::state::Unit::commanded`].
    by_leader: [Sites; 8],
}

impl Sight {
    fn of(g: &Day) -> Sight {
        let infantry = Units(g.present().0 & g.lookup().infantry.0);
        let mut sight = Sight {
            observers: g.hexes_of(infantry).filter(|it| !g[it.0].disrupted).collect(),
            seen: Sites::NONE,
            by_command: Sites::NONE,
            by_leader: [Sites::NONE; 8],
        };
        for (unit, hex) in &sight.observers {
            let dots = g.lookup().dots[hex.index()];
            sight.seen = sight.seen.union(dots);
            for leader in Units(u128::from(g[*unit].commanded)).iter() {
                sight.by_command = sight.by_command.union(dots);
                let under = &mut sight.by_leader[leader.index()];
                *under = under.union(dots);
            }
        }
        sight
    }
    /// Observers in a field.
    fn within(&self, field: &Hexes) -> impl Iterator<Item = UnitId> {
        self.observers.iter().filter(|it| field.contains(it.1)).map(|it| it.0)
    }
    /// Sites seen by those under a headquarters of this unit.
    fn by_headquarters(&self, g: &Day, unit: UnitId) -> Sites {
        let common = g[unit].commanded & g.lookup().headquarters;
        let leaders = Units(u128::from(common)).iter();
        leaders.fold(Sites::NONE, |all, it| all.union(self.by_leader[it.index()]))
    }
}

/// Sites this unit may barrage from its hex: those of which [`judge`] says so, all at once.
fn targets(g: &Day, sight: &Sight, unit: UnitId, hex: HexId, held: Sites) -> Sites {
    let lookup = g.lookup();
    let low = g.data().ground.is_low(hex);
    let hidden = if low { lookup.hidden } else { Sites::NONE };
    let near = lookup.within(reach(g, unit), hex).and_not(lookup.beside[hex.index()]);
    let own = lookup.dots[hex.index()];
    let seen = match g.kind(unit) {
        UnitKind::Tank if command::is_in_command(g, unit) => own.union(sight.seen),
        UnitKind::Tank => own.union(sight.by_command),
        _ if !command::has_headquarters(g, unit) || is_exposed(g, unit, hex) => Sites::NONE,
        _ => own.union(sight.by_headquarters(g, unit)),
    };
    let found = held.intersect(near).and_not(hidden).intersect(seen);
    let is_open = |it: &SiteId| is_target(g, lookup.sites[it.index()].0).is_ok();
    let found: Sites = found.iter().filter(is_open).collect();
    debug_assert!(held.iter().all(|it| {
        let target = lookup.sites[it.index()].0;
        found.contains(it) == judge(g, sight, unit, target).is_ok()
    }));
    found
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
    judge(g, &Sight::of(g), unit, target)
}

fn judge(g: &Day, sight: &Sight, unit: UnitId, target: HexId) -> Result<(), Rule> {
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
        UnitKind::Tank => spots_for_tank(g, sight, unit, hex, &field),
        _ => spots_for_artillery(g, sight, unit, hex, &field),
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
    sight: &Sight,
    tank: UnitId,
    hex: HexId,
    field: &Hexes,
) -> Result<(), Rule> {
    if field.contains(hex) {
        return Ok(());
    }
    let tank_commanded = command::is_in_command(g, tank);
    let mut seen = false;
    for observer in sight.within(field) {
        seen = true;
        if tank_commanded || command::is_in_command(g, observer) {
            return Ok(());
        }
    }
    Err(if seen { SPOTTING_COMMAND } else { SPOTTING })
}

/// omaha.xbarr.command, omaha.xbarr.observer, omaha.xbarr.exposed
fn spots_for_artillery(
    g: &Day,
    sight: &Sight,
    unit: UnitId,
    hex: HexId,
    field: &Hexes,
) -> Result<(), Rule> {
    if !command::has_headquarters(g, unit) {
        return Err(COMMAND);
    }
    if is_exposed(g, unit, hex) {
        return Err(EXPOSED);
    }
    let same = |it: UnitId| command::share_headquarters(g, unit, it);
    if field.contains(hex) || sight.within(field).any(same) { Ok(()) } else { Err(OBSERVER) }
}

fn is_exposed(g: &Day, unit: UnitId, hex: HexId) -> bool {
    !g.kind(unit).is_armoured() && control::is_under_fire(g, hex)
}

/// Infantry with a radio, its own or its headquarters' (omaha.naval.barrage-spotter, omaha.naval.reduced-radio).
fn is_spotted_for_ships(g: &Day, sight: &Sight, target: HexId, field: &Hexes) -> bool {
    sight
        .within(field)
        .any(|it| weapons::has_radio(g, it, target) || command::has_headquarters(g, it))
}

/// May the ships fire at this hex? The rule says why not.
pub fn may_naval(g: &Day, target: HexId) -> Result<(), Rule> {
    judge_naval(g, &Sight::of(g), target)
}

fn judge_naval(g: &Day, sight: &Sight, target: HexId) -> Result<(), Rule> {
    is_target(g, target)?;
    if g.naval_markers == 0 {
        Err(NAVAL_NONE)
    } else if !is_spotted_for_ships(g, sight, target, &field_of(g, target)) {
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
