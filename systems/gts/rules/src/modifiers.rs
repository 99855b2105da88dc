//! Tables T2 to T8: what changes a Fire or Assault Rating. Every line names its rule.

use board::HexId;
use kernel::{Bounds, Ledger, Rule, rules};
use smallvec::SmallVec;

use crate::data::{Arm, Colour, Delay, MoveClass, PrintedRange, SupplyLevel, UnitId, Weather};
use crate::indirect_fire;
use crate::state::{Barrage, Battle};
use crate::tables::Delays;

rules! {
    COUNTER_BATTERY = "gts.mod.counter-battery", "Counter-battery fire";
    HERO = "gts.events.heroic", "Hero";
    HEROIC = "gts.events.heroic", "Heroic unit";
    DELAY = "gts.ruling.delays", "Landing by air, alone, or dug in";
    SUPPLY = "gts.ruling.supply", "Supply";
    HOME = "gts.ruling.supply", "Defending home soil";
    COMMANDO = "gts.mod.firer", "Commando out of command";
    WEATHER = "gts.weather.fire", "Weather";
    CAVE = "gts.mod.terrain-scope", "Cave";
    RATING_PRINTED = "gts.term.current-value", "Rating now showing";
    BONUS = "gts.mod.company-bonus-value", "Company Bonus";
    COHESION = "gts.result.cohesion-effects", "Firer's Cohesion Hits";
    SUPPRESSED = "gts.assault.step-18-suppressed", "Suppressed defender";
    STEP_LOSS = "gts.result.step-loss-effects", "Firer's Step Loss marker";
    BARRAGE = "gts.barrage.effects", "Barrage on the firer";
    FIRER_COLUMN = "gts.move.column-effects", "Firer In Column";
    FIRER_ENT = "gts.mod.firer", "Firer entrenched";
    NIGHT = "gts.mod.night-and-weather", "Night";
    RAIN = "gts.weather.fire", "Rain";
    FOG = "gts.weather.fire", "Fog";
    NIGHT_ASSAULT = "gts.assault.night-bonus", "Division trained for night assault";
    DEFENSE = "gts.mod.defense-rating", "Defense Rating of the target";
    TERRAIN = "gts.mod.terrain", "Terrain of the target hex";
    TARGET_COLUMN = "gts.mod.column-terrain", "Target In Column";
    IP = "gts.mod.target", "Target in an improved position";
    ENT = "gts.mod.target", "Target entrenched";
    HILL = "gts.mod.terrain-scope", "Target on a height";
    RIDGE = "gts.mod.terrain-scope", "Target behind a ridge";
    RAISED = "gts.mod.terrain-scope", "Target on a raised road";
    SUNKEN = "gts.mod.terrain-scope", "Target in a sunken road";
    MASS = "gts.mod.mass-table", "Mass in the target hex";
    RANGE = "gts.mod.range", "Range";
    ZONE_ZONE = "gts.opfire.fz-to-fz", "Target moves from Fire Zone to Fire Zone";
    ZONE_OUT = "gts.opfire.fz-out", "Target moves out of the Fire Zone";
    RUNNING = "gts.assault.step-11-run-opfire", "Target runs from an assault";
    CHARGE = "gts.assault.step-18-charge-bonus", "Firing at chargers";
}

/// One shot, whatever it is fired in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shot {
    pub firer: UnitId,
    pub target: UnitId,
    pub mode: Mode,
    pub rating: Rating,
    /// The Company Bonus was earned.
    pub bonus: bool,
}

/// The mode letters of the tables: D, O, A, F and I.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mode {
    Direct,
    Op(Trigger),
    Assaulter,
    Defender {
        charged: bool,
    },
    Indirect,
    /// A support or rocket craft by the Direct Fire chart, without range (gts.naval.2-lcs-range).
    Craft,
}

/// T7: what the target of an Op Fire is doing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Trigger {
    pub movement: Option<ZoneMove>,
    pub running: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ZoneMove {
    ZoneToZone,
    ZoneToOutside,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rating {
    Fire,
    Assault,
}

impl Mode {
    #[must_use]
    pub const fn is_op(self) -> bool {
        matches!(self, Mode::Op(_))
    }
    /// Modes in which heights and ridges count.
    const fn is_aimed(self) -> bool {
        !matches!(self, Mode::Indirect)
    }
}

/// The printed rating a shot is fired with, and its CRT row; `None` where there is nothing to fire with. Indirect Fire uses
/// the row of its own colour (gts.ifire.step-20-row).
#[must_use]
#[inline]
pub fn printed(g: &Battle, firer: UnitId, rating: Rating, mode: Mode) -> Option<(u8, Colour)> {
    let face = g.face(firer);
    match rating {
        // gts.result.suppressed-effects: a Suppressed unit has Fire Rating No.
        Rating::Fire if g[firer].suppressed => None,
        Rating::Fire if mode == Mode::Indirect => face.fire,
        Rating::Fire => {
            let (value, colour) = face.fire?;
            // gts.dfire.step-14-yellow, gts.dfire.step-14-yellow-others
            Some((value, g.scene.direct_row[colour as usize].unwrap_or(colour)))
        }
        // gts.assault.row, gts.assault.row-uncoloured
        Rating::Assault => {
            let it = face.assault?;
            Some((it.value, it.row.unwrap_or_else(|| g.data().tables.crt.uncoloured_assault_row)))
        }
    }
}

/// Book everything that makes up the modified rating of a shot (gts.die.modify-rating: never the die).
pub fn count(g: &Battle, shot: Shot, ledger: &mut impl Ledger) {
    let Some((value, row)) = printed(g, shot.firer, shot.rating, shot.mode) else { return };
    ledger.add(RATING_PRINTED, i32::from(value));
    count_firer(g, shot, ledger);
    let from = g[shot.firer].hex();
    count_target(g, Aim { target: shot.target, row, mode: shot.mode, from }, ledger);
    // gts.mod.range: Direct Fire and Op Fire only; none in assault (gts.assault.no-range).
    if let (Mode::Direct | Mode::Op(_), Some(from), Some(hex)) =
        (shot.mode, from, g[shot.target].hex())
    {
        ledger.add(RANGE, range_modifier(g, shot, g.data().map.distance(from, hex)));
    }
    let parked = |id: UnitId| g[id].parked;
    let counter = shot.mode == Mode::Indirect && parked(shot.firer) && parked(shot.target);
    if counter && g.data().switches.counter_battery {
        ledger.add(COUNTER_BATTERY, i32::from(g.data().tables.firer.counter_battery));
    }
    if let Mode::Op(trigger) = shot.mode {
        count_op_fire(g, trigger, ledger);
    }
}

/// T2 (gts.mod.firer); Fire and Assault Rating alike (gts.mod.two-ratings, gts.assault.firer-markers).
pub fn count_firer(g: &Battle, shot: Shot, ledger: &mut impl Ledger) {
    let table = &g.data().tables.firer;
    count_markers(g, shot.firer, shot.bonus, ledger);
    if g[shot.firer].suppressed && shot.rating == Rating::Assault {
        ledger.add(SUPPRESSED, i32::from(table.suppressed_assault));
    }
    let out = g.kind(shot.firer).exceptions.near_battalion
        && g.kind(shot.firer).arm == Arm::Commando
        && !crate::command::in_command(g, shot.firer);
    if out {
        ledger.add(COMMANDO, i32::from(table.commando_out_of_command));
    }
    let mut supply = g.supply(g.division(shot.firer));
    let ashore = !g.kind(shot.firer).is_afloat();
    if shot.rating == Rating::Fire && ashore && supply.any(|it| it == SupplyLevel::Emergency) {
        ledger.add(SUPPLY, i32::from(table.emergency_supply));
    }
    count_weather(g, ledger);
    let trained = || g.data().night_assault.contains(&g.division(shot.firer));
    if shot.mode == Mode::Assaulter && g.is_night() && trained() {
        ledger.add(NIGHT_ASSAULT, i32::from(table.night_assault_division));
    }
    if shot.mode == (Mode::Defender { charged: true }) {
        ledger.add(CHARGE, i32::from(g.data().tables.assault.defender_vs_charge));
    }
}

/// The markers on the firing unit and its hex, and the Company Bonus: what also counts for the strength of a barrage
/// (gts.barrage.strength-markers).
pub fn count_markers(g: &Battle, firer: UnitId, bonus: bool, ledger: &mut impl Ledger) {
    let (unit, table) = (&g[firer], &g.data().tables.firer);
    if bonus {
        ledger.add(BONUS, i32::from(g.data().tables.company_bonus.value));
    }
    ledger.add(COHESION, i32::from(table.cohesion[usize::from(unit.cohesion)]));
    match unit.hex().and_then(|hex| g.barrage(hex)) {
        Some(Barrage::Light) => ledger.add(BARRAGE, i32::from(table.barrage_light)),
        Some(Barrage::Heavy) => ledger.add(BARRAGE, i32::from(table.barrage_heavy)),
        None => (),
    }
    if unit.column {
        ledger.add(FIRER_COLUMN, i32::from(table.column));
    }
    if unit.ent {
        ledger.add(FIRER_ENT, i32::from(table.entrenchment));
    }
    if g.has_step_loss_marker(firer) {
        ledger.add(STEP_LOSS, i32::from(table.step_loss));
    }
    if unit.hero {
        ledger.add(HERO, i32::from(table.hero));
    }
    // gts.ruling.delays
    count_delay(unit.delay, table.delays(), ledger);
}

/// Landed by air, alone, or dug in (gts.ruling.delays).
pub fn count_delay(delay: Option<Delay>, values: Delays, ledger: &mut impl Ledger) {
    if let Some(delay) = delay {
        ledger.add(DELAY, i32::from(values[delay as usize]));
    }
}

/// gts.mod.night-and-weather, gts.weather.fire
pub fn count_weather(g: &Battle, ledger: &mut impl Ledger) {
    let table = &g.data().tables.firer;
    if g.is_night() {
        ledger.add(NIGHT, i32::from(table.night));
    }
    match g.weather {
        Weather::Rain => ledger.add(RAIN, i32::from(table.rain)),
        Weather::Fog => ledger.add(FOG, i32::from(table.fog)),
        Weather::Mist => ledger.add(WEATHER, i32::from(table.mist)),
        Weather::Sandstorm => ledger.add(WEATHER, i32::from(table.sandstorm)),
        Weather::Storm => ledger.add(WEATHER, i32::from(table.storm)),
        Weather::Clear | Weather::Overcast => (),
    }
}

/// What is shot at, and by what kind of shot. From nowhere for ships, nests and aircraft: then neither ridge nor range
/// count.
#[derive(Clone, Copy)]
pub struct Aim {
    pub target: UnitId,
    pub row: Colour,
    pub mode: Mode,
    pub from: Option<HexId>,
}

/// T3 (gts.mod.target), but for the range.
pub fn count_target(g: &Battle, aim: Aim, ledger: &mut impl Ledger) {
    let (unit, face, table) = (&g[aim.target], g.face(aim.target), &g.data().tables.target);
    let Some(hex) = unit.hex() else { return };

    // gts.mod.defense-rating: with its printed sign.
    ledger.add(DEFENSE, i32::from(face.defense));
    count_terrain(g, aim, hex, ledger);
    if unit.column {
        ledger.add(TARGET_COLUMN, i32::from(table.column));
    }
    if unit.ip && !matches!(aim.mode, Mode::Defender { .. }) {
        ledger.add(IP, i32::from(table.improved_position));
    }
    // gts.opfire.ent-ignored
    if unit.ent && !matches!(aim.mode, Mode::Op(_) | Mode::Defender { .. }) {
        ledger.add(ENT, i32::from(table.entrenchment));
    }
    if unit.hero {
        ledger.add(HERO, i32::from(table.hero));
    }
    if unit.heroic {
        ledger.add(HEROIC, i32::from(table.heroic));
    }
    count_delay(unit.delay, table.delays(), ledger);
    ledger.add(MASS, mass(g, aim.target, hex));
}

/// T4: all steps in the hex (gts.mod.mass-all-steps, gts.opfire.mass-hex, gts.assault.mass). Craft count only against
/// craft; who is still aboard is not on the map.
#[must_use]
pub fn mass(g: &Battle, target: UnitId, hex: HexId) -> i32 {
    let at_craft = g.kind(target).is_landing_craft();
    let counted = g.stack(hex).filter(|id| at_craft || !g.kind(*id).is_landing_craft());
    g.data().tables.mass(counted.map(|id| u32::from(g[id].steps)).sum())
}

/// T6 and the terrain lines of T3. Negative ones do not help a target In Column (gts.mod.column-terrain) nor an
/// assaulter under the defenders' fire (gts.assault.step-18-terrain); gts.mod.terrain-scope says what is terrain.
pub fn count_terrain(g: &Battle, aim: Aim, hex: HexId, ledger: &mut impl Ledger) {
    let (scene, table) = (&g.scene, &g.data().tables.target);
    let map = &scene.data.map;
    let face = g.face(aim.target);
    let positive_only = g[aim.target].column || matches!(aim.mode, Mode::Defender { .. });
    let mut add = |rule, amount: i8| {
        if 0 < amount || !positive_only {
            ledger.add(rule, i32::from(amount));
        }
    };
    let terrain = map.terrain(hex).index();
    let armoured = usize::from(face.armoured);
    // gts.mod.treeburst, gts.mod.treeburst-colours
    let burst = scene.treeburst[terrain]
        && scene.treeburst_rows[aim.row as usize]
        && !(face.armoured && scene.treeburst_spares_armoured);
    if !burst {
        add(TERRAIN, scene.defence[terrain][armoured]);
    }
    if g.rubble.contains(&hex) {
        add(indirect_fire::RUBBLE, table.rubble);
    }
    if scene.cave.contains(hex) {
        add(CAVE, table.cave);
    }
    if scene.hill.contains(hex) && aim.mode.is_aimed() {
        add(
            HILL,
            if face.armoured { table.hill_feature.armoured } else { table.hill_feature.unarmoured },
        );
    }
    let routes = map.routes_in(hex);
    if routes.intersects(scene.raised) && g[aim.target].column {
        add(RAISED, table.raised);
    }
    if routes.intersects(scene.sunken) {
        let vehicle =
            face.mounted || face.armoured || crate::cost::class(g, aim.target) != MoveClass::Leg;
        add(SUNKEN, if vehicle { table.sunken_vehicle } else { table.sunken });
    }
    if !scene.sides.ridge.is_empty()
        && aim.mode.is_aimed()
        && aim.from.is_some_and(|from| is_behind_ridge(g, from, hex))
    {
        add(
            RIDGE,
            if face.armoured { table.behind_ridge.armoured } else { table.behind_ridge.unarmoured },
        );
    }
}

/// The last hexside the line crosses into the target's hex is a ridge.
fn is_behind_ridge(g: &Battle, from: HexId, hex: HexId) -> bool {
    let (scene, map) = (&g.scene, &g.data().map);
    if let Some(direction) = map.direction(hex, from) {
        return map.sides(hex, direction).intersects(scene.sides.ridge);
    }
    let legs = hex::trace(map.hex(from), map.hex(hex));
    let Some(last) = legs.last() else { return false };
    match last {
        hex::Leg::Through { side, .. } => {
            side.hexes().into_iter().filter_map(|it| map.id(it)).any(|other| {
                let direction = map.direction(hex, other);
                direction.is_some_and(|it| map.sides(hex, it).intersects(scene.sides.ridge))
            })
        }
        hex::Leg::Along { .. } => false,
    }
}

/// T5
fn range_modifier(g: &Battle, shot: Shot, distance: u32) -> i32 {
    let table = &g.data().tables.range;
    if g.face(shot.target).armoured {
        let printed = match g.face(shot.firer).range {
            PrintedRange::Hexes(range) => u32::from(range),
            PrintedRange::Unprinted => u32::from(g.data().tables.limits.unprinted_range),
            PrintedRange::Any => u32::MAX,
        };
        return i32::from(match distance {
            0 | 1 => table.armoured_at_1,
            _ if distance < printed => table.armoured_below_printed,
            _ => table.armoured_at_printed_or_more,
        });
    }
    // The desert column, where a module has chosen it.
    if let Some(bands) = &table.chosen {
        let band = bands.iter().rev().find(|it| u32::from(it.from) <= distance);
        return band.map_or(0, |it| i32::from(it.value));
    }
    let beyond = distance.at_least(1) - 1;
    beyond as i32 * i32::from(table.unarmoured_per_hex_beyond_first)
}

/// T7
fn count_op_fire(g: &Battle, trigger: Trigger, ledger: &mut impl Ledger) {
    let table = &g.data().tables.op_fire;
    match trigger.movement {
        Some(ZoneMove::ZoneToZone) => ledger.add(ZONE_ZONE, i32::from(table.zone_to_zone)),
        Some(ZoneMove::ZoneToOutside) => ledger.add(ZONE_OUT, i32::from(table.zone_to_outside)),
        // gts.opfire.other-acts
        None => (),
    }
    if trigger.running {
        ledger.add(RUNNING, i32::from(table.running));
    }
}

/// Modifiers line by line, for attacks that use only some of them.
#[derive(Default)]
pub struct Lines(pub SmallVec<[(Rule, i32); 16]>);

impl Ledger for Lines {
    fn add(&mut self, rule: Rule, amount: i32) {
        self.0.push((rule, amount));
    }
    fn total(&self) -> i32 {
        self.0.iter().map(|it| it.1).sum()
    }
}

impl Lines {
    /// gts.naval.2-lcr-mods, gts.air.modifiers: only what raises the rating.
    pub fn book_positive(self, ledger: &mut impl Ledger) {
        for (rule, amount) in self.0.into_iter().filter(|it| 0 < it.1) {
            ledger.add(rule, amount);
        }
    }
}
