//! Section 24: the assault chart. The step numbers are those of the statements `gts.assault.step-NN`.
//!
//! What the assault has come to stands in `g.fight`, so that a round needs nothing but the state: the odds merge
//! equal states between rounds and between shots. Both editions use this chart (gts.assault.s1-chart).

use std::hash::Hash;

use board::HexId;
use kernel::{Cx, Fingerprint, Ledger as _, Rule, Sum, rules, shown};
use smallvec::SmallVec;

use crate::beach;
use crate::cost::{Refusal, allowance, may_enter};
use crate::data::{Colour, Data, Delay, Movement, UnitId};
use crate::direct_fire::{company_bonus, fire};
use crate::event::Words;
use crate::fire_zone::{in_zone, is_in_enemy_zone};
use crate::leader;
use crate::modifiers::{Aim, Mode, Rating, Shot, count_terrain, printed};
use crate::movement::{self, lose_ip, set_column};
use crate::op_fire::{self, Act};
use crate::park;
use crate::question::{Opt, Stake, Target, Topic, ask, next_to_fire};
use crate::result::{self, Bearing, eliminate, mark_suppressed};
use crate::set::UnitSet;
use crate::stacking::is_overstacked;
use crate::state::{Barrage, Battle, Fight, FightStage, Place};
use crate::tables::DoubleAssault;
use crate::text::Names;
use crate::troop_quality::{self, Check};
use crate::version;

rules! {
    NOBODY = "gts.assault.step-01-select", "No enemy in a neighbouring hex";
    ASSAULT = "gts.act.assault", "Assault";
    TARGET = "gts.assault.step-01-select", "Choose the hex to assault";
    OVERSTACKED = "gts.stack.penalty-assault", "No assault out of an overstacked hex";
    MA = "gts.assault.step-02-ma", "A * unit cannot assault";
    MA_NO = "gts.assault.step-02-ma-no", "A unit that cannot move cannot assault";
    RATING = "gts.assault.step-02-rating", "No Assault Rating";
    ENT = "gts.assault.step-02-ent", "In an entrenchment";
    IP = "gts.assault.step-02-ip", "The improved position is left";
    SUPPRESSED = "gts.assault.step-02-suppressed", "Suppressed";
    STEPS = "gts.assault.step-02-steps", "No steps";
    ENTER = "gts.assault.step-02-enter", "Cannot enter the hex in its present mode";
    BARRAGE = "gts.assault.step-02-barrage", "Under a Heavy Barrage";
    COLOUR = "gts.assault.step-02-colour", "Artillery and mortars cannot assault";
    ENTRY = "gts.reinf.no-assault-entry", "No assaults from or against entry hexes";
    BRAVERY = "gts.assault.step-03-bravery", "Bravery Check";
    BRAVERY_ENEMY = "gts.assault.step-03-enemy-rating", "Lowest enemy Defense Rating";
    BRAVERY_OWN = "gts.assault.step-03-own-rating", "Lowest own Defense Rating, reversed";
    BRAVERY_FAIL = "gts.assault.step-03-fail", "Drops out of the assault";
    ADJACENT = "gts.assault.step-02-adjacent", "Only a neighbouring hex can be assaulted";
    NEAR_ENTRY = "gts.ruling.assault-entry", "Too near an entry hex of the enemy";
    DROP_FIRE = "gts.assault.step-19-drop", "Suppressed by the defenders' fire";
    DROP = "gts.assault.step-06-drop", "Suppressed assaulters drop out";
    ZERO = "gts.assault.step-07-zero-steps", "Defenders of no steps are eliminated";
    EMPTY = "gts.assault.step-08-empty", "Nobody is left to defend";
    CHOICE = "gts.assault.step-10-choice", "Stand or run";
    RUN_HEX = "gts.assault.step-12-run-hex", "Where to run";
    RUN_LOST = "gts.assault.step-12-run-lost", "Cannot run and is lost";
    RUN_SUPPRESSED = "gts.assault.step-13-run-suppress", "Runners are suppressed";
    RUN_ADVANCE = "gts.assault.step-14-run-advance", "The assaulters advance";
    FIRE_OR_CHARGE = "gts.assault.step-15-fire-or-charge", "Fire or charge";
    CHARGE_CHECK = "gts.assault.step-16-charge-check", "One defender checks against the charge";
    CHARGE_FAIL = "gts.assault.step-17-charge-fail", "The defenders are overrun";
    DEFENDER_FIRE = "gts.assault.step-18-defender-fire", "Defenders' fire";
    ASSAULTER_FIRE = "gts.assault.step-21-assaulter-fire", "Assaulters' fire";
    ADVANCE = "gts.assault.step-22-advance", "The assaulters advance";
    CONTINUE = "gts.assault.step-24-continue", "Another round?";
    COLUMN = "gts.assault.step-25-column", "Drop Column for a Cohesion Hit";
    SHOT = "gts.assault.targets", "Whom to shoot at";
    ORDER = "gts.ruling.order-of-fire", "Who fires next";
}

/// The arrows that leave the chart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Assault {
    /// Nobody was left to go on before the first round.
    NeverStarted,
    /// The defenders are gone and the hex is taken.
    Taken,
    /// The defenders ran and the hex is taken.
    Fled,
    /// A charge that did not overrun.
    ChargeSpent,
    /// No assaulter is left.
    Repulsed,
    /// The assaulter gave up.
    BrokenOff,
}

impl Assault {
    #[must_use]
    pub const fn takes_the_hex(self) -> bool {
        matches!(self, Assault::Taken | Assault::Fled)
    }
}

/// The whole assault by some units of one hex.
pub fn assault<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, units: &[UnitId]) -> Result<(), C::Halt> {
    // Step 1: one assaulting stack, one defending stack (gts.assault.step-02-one-target). The hex may be assaulted again
    // by units that have not acted yet (gts.act.assault-repeat, gts.act.assault-repeat-units).
    let hexes = targets(g, units);
    if hexes.is_empty() {
        return Ok(());
    }
    let who = ask(g.side(units[0]), TARGET, Topic::AssaultTarget(units[0]));
    let hex = cx.choose(g, who, &hexes)?;

    let mut end = opening(cx, g, units, hex)?;
    while end.is_none() {
        end = proceed(cx, g)?;
    }
    let taken = end.is_some_and(Assault::takes_the_hex);
    cx.say(ASSAULT, || Said::AssaultEnds { hex, taken }.into());
    g.fight = None;
    Ok(())
}

/// All that the course of an assault and who holds the hex depend on: those still in it, and how many steps stand beside
/// the assaulters. For odds of the hex only, since who of those has been hit is forgotten.
pub fn matters(g: &Battle, to: &mut Fingerprint) {
    let Some(fight) = g.fight else { return g.hash(to) };
    fight.hash(to);
    for id in fight.assaulters.iter().chain(g.stack(fight.hex)) {
        (id, g[id], g.points(g.division(id))).hash(to);
    }
    // Who is in command is read by every check, and a leader goes on to another unit when his own is lost.
    g.leaders.hash(to);
    // gts.assault.mass: who has dropped out is still a target among others.
    g.stack(fight.from).map(|id| u32::from(g[id].steps)).sum::<u32>().hash(to);
}

/// Steps 2 to 8: who takes part, bravery, Op Fire. `Some` ends the assault.
pub fn opening<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    units: &[UnitId],
    hex: HexId,
) -> Result<Option<Assault>, C::Halt> {
    let Some(from) = units.first().and_then(|id| g[*id].hex()) else {
        return Ok(Some(Assault::NeverStarted));
    };
    let side = g.side(units[0]);

    // Step 2: who misses a condition is out, the others go on (gts.assault.step-02-fail).
    let assaulters: UnitSet =
        units.iter().copied().filter(|id| may_assault(g, *id, hex).is_ok()).collect();
    cx.say(ASSAULT, || Said::AssaultBegins { from, hex }.into());
    for id in assaulters.iter() {
        // gts.assault.step-02-ip
        lose_ip(cx, g, id, IP);
    }
    let stage = FightStage::StandOrRun;
    let (fired, ordered) = (UnitSet::EMPTY, false);
    g.fight =
        Some(Fight { from, hex, side, assaulters, round: 1, charge: false, stage, fired, ordered });

    // Step 3: Bravery Checks, only in an enemy Fire Zone (gts.assault.step-03-zone-none).
    if is_in_enemy_zone(g, side, from) {
        bravery(cx, g)?;
    }
    if drop_out(cx, g, BRAVERY_FAIL) {
        return Ok(Some(Assault::NeverStarted));
    }

    // Step 4: a park in the hex is broken up (gts.assault.step-04-park).
    park::break_up(cx, g, hex);
    // Step 5: Op Fire at the assaulters in their own hex, once per assault
    // (gts.assault.step-05-who, gts.assault.step-05-where, gts.assault.loop-no-opfire).
    let targets: SmallVec<[UnitId; 8]> = assaulters_of(g).iter().collect();
    op_fire::before(
        cx,
        g,
        Act { units: &targets, from, to: from, zone_to_zone: true, running: false, deed: 0 },
    )?;

    // Step 6: the Suppressed drop out.
    if drop_out(cx, g, DROP) {
        return Ok(Some(Assault::Repulsed));
    }
    // Step 7: defenders of no steps are eliminated.
    // gts.rear.assault: Rearguards among them.
    for id in g.stack(hex).filter(|id| g[*id].steps == 0).collect::<SmallVec<[UnitId; 4]>>() {
        eliminate(cx, g, id, ZERO);
    }
    // Step 8: nobody left, the hex is taken.
    if g.holder(hex).is_none() {
        advance(cx, g, EMPTY)?;
        return Ok(Some(Assault::Taken));
    }
    Ok(None)
}

/// Steps 9 to 26, one part after the other: a choice, a check, a shot. `None`: there is more to come. Where the chart stands is
/// kept in the fight, so that nothing has to be played again when the odds go on from here.
pub fn proceed<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) -> Result<Option<Assault>, C::Halt> {
    let Some(fight) = g.fight else { return Ok(Some(Assault::NeverStarted)) };
    let Fight { hex, side, .. } = fight;
    match fight.stage {
        // Steps 9 and 10: all stand or all run.
        FightStage::StandOrRun => {
            let ways = stand_or_run(g);
            let who = ask(side.other(), CHOICE, Topic::StandOrRun(hex));
            if let Defence::Run(to) = cx.choose(g, who, &ways)? {
                run(cx, g, to)?;
                return Ok(Some(Assault::Fled));
            }
            go_to(g, FightStage::FireOrCharge);
        }
        // Step 15: all fire or all charge (gts.assault.step-15-branches).
        FightStage::FireOrCharge => {
            let who = ask(side, FIRE_OR_CHARGE, Topic::FireOrCharge(hex));
            let Charge(charge) = cx.choose(g, who, &[Charge(false), Charge(true)])?;
            if let Some(fight) = &mut g.fight {
                fight.charge = charge;
            }
            // Steps 16 and 17: one defender checks for all.
            if charge && !withstand_charge(cx, g)? {
                return Ok(Some(Assault::Taken));
            }
            open_fire(g, true);
        }
        // Step 18: the defenders fire; step 21: the assaulters.
        FightStage::Volley { .. } => volley(cx, g)?,
        FightStage::Between => return between_volleys(cx, g),
        FightStage::After => return end_of_round(cx, g),
    }
    Ok(None)
}

/// What all defenders do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Defence {
    Stand,
    Run(HexId),
}

/// Charge instead of firing.
#[derive(Clone, Copy)]
struct Charge(bool);

shown! {
    it => Defence, match it {
        Defence::Stand => Opt::Stand,
        Defence::Run(hex) => Opt::Hex(hex),
    };
    Charge(charge) => Charge, if charge { Opt::Charge } else { Opt::Fire };
}

fn go_to(g: &mut Battle, stage: FightStage) {
    if let Some(fight) = &mut g.fight {
        fight.stage = stage;
    }
}

/// A volley begins: nobody has fired in it.
fn open_fire(g: &mut Battle, defending: bool) {
    if let Some(fight) = &mut g.fight {
        fight.stage = FightStage::volley(defending);
        (fight.fired, fight.ordered) = (UnitSet::EMPTY, false);
    }
}

/// Steps 19 and 20 (gts.assault.step-19-drop, gts.assault.step-20-charge-end): who is Suppressed is out; chargers do not fire
/// and stay where they are.
fn between_volleys<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) -> Result<Option<Assault>, C::Halt> {
    if drop_out(cx, g, DROP_FIRE) {
        return Ok(Some(Assault::Repulsed));
    }
    if g.fight.is_some_and(|it| it.charge) {
        return Ok(Some(Assault::ChargeSpent));
    }
    open_fire(g, false);
    Ok(None)
}

/// Steps 22 to 26.
fn end_of_round<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) -> Result<Option<Assault>, C::Halt> {
    let Some(Fight { hex, side, round, .. }) = g.fight else {
        return Ok(Some(Assault::NeverStarted));
    };
    // Step 22: nobody left, the hex is taken.
    if g.holder(hex).is_none() {
        advance(cx, g, ADVANCE)?;
        return Ok(Some(Assault::Taken));
    }
    // Step 24: only if the assaulter wishes it.
    if !cx.confirm(g, ask(side, CONTINUE, Topic::AnotherRound(hex)))? {
        return Ok(Some(Assault::BrokenOff));
    }
    // Step 25: after the first round Column may be dropped for a Cohesion Hit.
    if round == 1 {
        offer_to_drop_column(cx, g)?;
        if drop_out(cx, g, DROP) {
            return Ok(Some(Assault::Repulsed));
        }
        if g.holder(hex).is_none() {
            advance(cx, g, ADVANCE)?;
            return Ok(Some(Assault::Taken));
        }
    }
    // Step 26: back to step 9, or to step 15 where the module says so (gts.assault.step-26-loop).
    let late = g.data().switches.assault_restarts_at_fire_or_charge;
    if let Some(fight) = &mut g.fight {
        fight.round = fight.round.saturating_add(1);
        fight.stage = if late { FightStage::FireOrCharge } else { FightStage::StandOrRun };
    }
    Ok(None)
}

/// Step 2, for one unit.
pub fn may_assault(g: &Battle, id: UnitId, hex: HexId) -> Result<(), Refusal> {
    let Some(from) = g[id].hex() else { return Err(TARGET.into()) };
    let (unit, face) = (&g[id], g.face(id));
    if g.is_entry_hex(from) || g.is_entry_hex(hex) {
        return Err(ENTRY.into());
    }
    // gts.assault.step-02-start-hex
    if is_overstacked(g, from) {
        return Err(OVERSTACKED.into());
    }
    if unit.suppressed {
        return Err(SUPPRESSED.into());
    }
    if 0 < unit.drift {
        return Err(beach::DRIFT_ONLY.into());
    }
    match allowance(g, id) {
        Movement::Star => return Err(MA.into()),
        Movement::No => return Err(MA_NO.into()),
        Movement::Points(..) => (),
    }
    if face.assault.is_none() {
        return Err(RATING.into());
    }
    if unit.ent {
        return Err(ENT.into());
    }
    if unit.steps == 0 {
        return Err(STEPS.into());
    }
    if g.barrage(from) == Some(Barrage::Heavy) {
        return Err(BARRAGE.into());
    }
    if face.fire.is_some_and(|(_, colour)| g.scene.barred_colours[colour as usize]) {
        return Err(COLOUR.into());
    }
    // gts.ruling.assault-entry: it could not be entered.
    if g.scene.barred[g.side(id).index()].contains(hex) {
        return Err(NEAR_ENTRY.into());
    }
    if !g.data().map.adjacent(from, hex) {
        return Err(ADJACENT.into());
    }
    // gts.assault.step-02-enter
    if !may_enter(g, id, from, hex) {
        return Err(ENTER.into());
    }
    Ok(())
}

/// Neighbouring hexes with enemies that at least one of the units may assault, in order of direction.
#[must_use]
pub fn targets(g: &Battle, units: &[UnitId]) -> SmallVec<[HexId; 6]> {
    let mut hexes = SmallVec::new();
    let Some(from) = units.first().and_then(|id| g[*id].hex()) else { return hexes };
    let enemy = &g.occupied[g.side(units[0]).other().index()];
    for (_, hex) in g.data().map.neighbours(from) {
        if enemy.contains(hex) && units.iter().any(|id| may_assault(g, *id, hex).is_ok()) {
            hexes.push(hex);
        }
    }
    hexes
}

fn assaulters_of(g: &Battle) -> UnitSet {
    g.fight.map_or(UnitSet::EMPTY, |it| it.assaulters)
}

/// Step 3: each assaulter checks; no CP buys it (gts.tq.no-buy-bravery). Its Troop Quality changed by the lowest ratings of both sides.
fn bravery<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) -> Result<(), C::Halt> {
    let Some(Fight { from, side, assaulters, .. }) = g.fight else { return Ok(()) };
    // gts.assault.step-03-all-enemies: all that have the hex in their Fire Zones.
    let enemies = g.on_map(side.other()).filter(|(id, _)| in_zone(g, *id, from));
    let lowest_enemy = enemies.map(|(id, _)| bravery_rating(g, id, Some(from))).min().unwrap_or(0);
    let lowest_own = assaulters.iter().map(|id| bravery_rating(g, id, None)).min().unwrap_or(0);
    let mut check = Check::rolled(BRAVERY);
    // gts.assault.step-03-sign: the own rating is reversed, whatever its sign.
    check.extra = [(BRAVERY_ENEMY, lowest_enemy), (BRAVERY_OWN, -lowest_own)];
    for id in assaulters.iter() {
        if !troop_quality::check(cx, g, id, check)? {
            // gts.assault.step-03-fail; who passes must go on (gts.assault.step-03-must).
            leave_assault(g, id);
            cx.say(BRAVERY_FAIL, || Said::DroppedOut(id).into());
        }
        cx.mark(g, BRAVERY, id)?;
    }
    Ok(())
}

/// T10: only these modifiers enter (gts.assault.step-03-modifiers), in both editions (gts.assault.step-03-modifiers-s0).
/// `seen_from`: of an enemy, the assaulters' hex.
fn bravery_rating(g: &Battle, id: UnitId, seen_from: Option<HexId>) -> i32 {
    let (unit, face, table) = (&g[id], g.face(id), &g.data().tables.bravery);
    let mut rating = i32::from(face.defense);
    if unit.column {
        rating += i32::from(table.column);
    }
    if unit.hero {
        rating += i32::from(table.hero);
    }
    if seen_from.is_some() {
        match unit.delay {
            Some(Delay::Para1 | Delay::Para2) => rating += i32::from(table.para),
            Some(Delay::Glider1 | Delay::Glider2) => rating += i32::from(table.glider),
            _ => (),
        }
        if unit.ip {
            rating += i32::from(table.improved_position);
        }
        if unit.ent {
            rating += i32::from(table.entrenchment);
        }
        if let Some(hex) = unit.hex() {
            rating += if version::BRAVERY_COUNTS_ALL_GROUND.holds(g) {
                // Ground and hexside, as under small arms: no trees burst.
                let aim = Aim { target: id, row: Colour::Red, mode: Mode::Direct, from: seen_from };
                let mut ground = Sum::default();
                count_terrain(g, aim, hex, &mut ground);
                ground.total()
            } else {
                let terrain = g.data().map.terrain(hex).index();
                i32::from(g.scene.defence[terrain][usize::from(face.armoured)])
            };
        }
    }
    rating
}

fn leave_assault(g: &mut Battle, id: UnitId) {
    if let Some(fight) = &mut g.fight {
        fight.assaulters.remove(id);
    }
}

/// Steps 6 and 19: the Suppressed and the dead are out. Is nobody left?
fn drop_out<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, rule: Rule) -> bool {
    for id in assaulters_of(g).iter() {
        if !g[id].is_in_play() {
            leave_assault(g, id);
        } else if g[id].suppressed {
            leave_assault(g, id);
            cx.say(rule, || Said::DroppedOut(id).into());
        }
    }
    assaulters_of(g).is_empty()
}

/// Steps 9 and 10: *Stand*, then every hex the defenders may run to.
#[must_use]
pub fn stand_or_run(g: &Battle) -> SmallVec<[Defence; 8]> {
    let mut ways: SmallVec<[Defence; 8]> = SmallVec::new();
    ways.push(Defence::Stand);
    let Some(Fight { hex, side, .. }) = g.fight else { return ways };
    // gts.assault.step-09-no-run, gts.stack.penalty-run
    if g.barrage(hex) == Some(Barrage::Heavy) || is_overstacked(g, hex) {
        return ways;
    }
    for (_, to) in g.data().map.neighbours(hex) {
        // gts.assault.step-12-run-hex, gts.ruling.run-entry: entry hexes and their surroundings stay closed.
        let closed = g.occupied[side.index()].contains(to)
            || g.is_entry_hex(to)
            || g.scene.barred[side.other().index()].contains(to);
        if !closed {
            ways.push(Defence::Run(to));
        }
    }
    ways
}

/// Steps 11 to 14: the defenders run to one hex, and the assaulters advance.
fn run<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, to: HexId) -> Result<(), C::Halt> {
    let Some(Fight { hex, assaulters, .. }) = g.fight else { return Ok(()) };
    let runners: SmallVec<[UnitId; 8]> = g.stack(hex).collect();
    // Step 11: runners have left their positions (gts.move.ip-lost). Units that do not assault may shoot, with +2 more on top of the movement modifiers
    // (gts.assault.step-12-run-hex-named, gts.assault.step-11-run-stacking).
    for id in &runners {
        lose_ip(cx, g, *id, movement::IP);
    }
    let act = Act { units: &runners, from: hex, to, zone_to_zone: false, running: true, deed: 0 };
    op_fire::before_except(cx, g, act, assaulters)?;
    for id in runners {
        if !g[id].is_in_play() {
            continue;
        }
        // Step 12: all go to the same hex (gts.assault.step-12-run-move); who cannot run is lost.
        let stuck = g[id].suppressed || !matches!(allowance(g, id), Movement::Points(..));
        if stuck || !may_enter(g, id, hex, to) {
            eliminate(cx, g, id, RUN_LOST);
            continue;
        }
        // gts.assault.step-12-run-markers
        if g[id].ent {
            g[id].ent = false;
            result::add_empty_entrenchment(g, id, hex);
        }
        if g[id].column && crate::stacking::has_column(g, to) {
            set_column(cx, g, id, false, RUN_HEX);
        }
        g.take(id, Place::Later);
        g.put(id, to);
        cx.say(RUN_HEX, || Said::Ran { unit: id, to }.into());
        // Step 13: without check (gts.assault.step-13-run-no-check).
        mark_suppressed(cx, g, id, RUN_SUPPRESSED);
    }
    // Step 14
    advance(cx, g, RUN_ADVANCE)?;
    Ok(())
}

/// Steps 16 and 17: one defender of their choice checks; failing, all are lost.
fn withstand_charge<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) -> Result<bool, C::Halt> {
    let Some(Fight { hex, side, .. }) = g.fight else { return Ok(true) };
    cx.say(FIRE_OR_CHARGE, || Said::Charges.into());
    let defenders: SmallVec<[UnitId; 8]> = g.stack(hex).collect();
    let who = ask(side.other(), CHARGE_CHECK, Topic::ChargeCheck(hex));
    let checker = cx.choose(g, who, &defenders)?;
    if troop_quality::check(cx, g, checker, Check::bought(CHARGE_CHECK).with(Stake::Charge))? {
        return Ok(true);
    }
    cx.say(CHARGE_FAIL, || Said::Overrun(hex).into());
    for id in g.stack(hex).collect::<SmallVec<[UnitId; 8]>>() {
        eliminate(cx, g, id, CHARGE_FAIL);
    }
    advance(cx, g, CHARGE_FAIL)?;
    Ok(false)
}

/// Steps 18 and 21: every unit of one side in the assault fires twice, each shot at a target of its own choice
/// (gts.assault.targets, gts.assault.step-18-apply, gts.assault.step-21-apply). One part: the next firer's Company Bonus, or
/// one shot.
fn volley<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) -> Result<(), C::Halt> {
    let Some(fight) = g.fight else { return Ok(()) };
    let FightStage::Volley { defending, firer, shot, bonus } = fight.stage else { return Ok(()) };
    let Some(firer) = firer.filter(|it| has_shot(g, *it, defending, shot)) else {
        // gts.assault.targets: shots left without a target are lost, and their check with them.
        let Some(next) = next_firer(cx, g, defending)? else {
            go_to(g, if defending { FightStage::Between } else { FightStage::After });
            return Ok(());
        };
        // gts.assault.step-18-company-bonus: one check for both shots.
        let bonus = company_bonus(cx, g, next)?;
        go_to(g, FightStage::Volley { defending, firer: Some(next), shot: 0, bonus });
        return Ok(());
    };
    go_to(g, FightStage::Volley { defending, firer: Some(firer), shot: shot + 1, bonus });
    let side = if defending { fight.side.other() } else { fight.side };
    let mode = if defending { Mode::Defender { charged: fight.charge } } else { Mode::Assaulter };
    let rating = ratings(g, firer, defending)[usize::from(shot)];
    let targets = opponents(g, defending);
    let who = ask(side, SHOT, Topic::AssaultShot(firer));
    let Target(target) = cx.choose(g, who, &targets)?;
    let rule = if defending { DEFENDER_FIRE } else { ASSAULTER_FIRE };
    fire(cx, g, Shot { firer, target, mode, rating, bonus }, Bearing::Steady)?;
    cx.mark(g, rule, ())
}

/// Has the unit another shot, and somebody to shoot at?
fn has_shot(g: &Battle, firer: UnitId, defending: bool, shot: u8) -> bool {
    g[firer].is_in_play()
        && usize::from(shot) < ratings(g, firer, defending).len()
        && !opponents(g, defending).is_empty()
}

/// The next unit of that side in the assault that can fire, as its owner says (gts.ruling.order-of-fire).
fn next_firer<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    defending: bool,
) -> Result<Option<UnitId>, C::Halt> {
    let Some(mut fight) = g.fight else { return Ok(None) };
    let firers: SmallVec<[UnitId; 8]> =
        if defending { g.stack(fight.hex).collect() } else { fight.assaulters.iter().collect() };
    let rest = firers.into_iter().filter(|it| !fight.fired.contains(*it));
    let able: SmallVec<[UnitId; 8]> = rest.filter(|it| has_shot(g, *it, defending, 0)).collect();
    let side = if defending { fight.side.other() } else { fight.side };
    let who = ask(side, ORDER, Topic::AssaultOrder(fight.hex));
    let next = next_to_fire(cx, g, who, &able, &mut fight.ordered)?;
    // Who has been passed over could not fire, and cannot later.
    if let Some(id) = next {
        fight.fired.insert(id);
    }
    g.fight = Some(fight);
    Ok(next)
}

/// The ratings a unit fires with, in order.
fn ratings(g: &Battle, firer: UnitId, defending: bool) -> SmallVec<[Rating; 2]> {
    let mut shots: SmallVec<[Rating; 2]> = SmallVec::new();
    let assault = printed(g, firer, Rating::Assault, Mode::Direct).is_some();
    // gts.assault.mortar-defends: a green mortar does not fire its Fire Rating.
    let green = g.face(firer).fire.is_some_and(|(_, colour)| colour == crate::data::Colour::Green);
    if defending && g[firer].suppressed {
        // gts.assault.step-18-suppressed: once, with the Assault Rating.
        if assault {
            shots.push(Rating::Assault);
        }
        return shots;
    }
    // gts.assault.step-21-no-double: the double flag is for defenders.
    if defending && assault && is_double(g, firer) {
        return SmallVec::from_slice(&[Rating::Assault, Rating::Assault]);
    }
    // gts.assault.no-rating
    if printed(g, firer, Rating::Fire, Mode::Direct).is_some() && !green {
        shots.push(Rating::Fire);
    }
    if assault {
        shots.push(Rating::Assault);
    }
    shots
}

/// gts.assault.step-18-double-s0, gts.assault.step-18-double-s1, gts.assault.step-18-double-data
fn is_double(g: &Battle, firer: UnitId) -> bool {
    let face = match g.scene.edition().double_assault {
        DoubleAssault::ShowingSide => g.face(firer),
        DoubleAssault::FrontSide => &g.kind(firer).front,
    };
    face.assault.is_some_and(|it| it.double)
}

/// gts.assault.targets-only-assaulters
fn opponents(g: &Battle, defending: bool) -> SmallVec<[Target; 8]> {
    let Some(fight) = g.fight else { return SmallVec::new() };
    if defending {
        fight.assaulters.iter().filter(|id| g[*id].is_in_play()).map(Target).collect()
    } else {
        g.stack(fight.hex).map(Target).collect()
    }
}

/// Every assaulter still in the assault goes in, leaders with them, without Op Fire (gts.assault.advance-all,
/// gts.assault.opfire-none-advance).
fn advance<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, rule: Rule) -> Result<(), C::Halt> {
    let Some(Fight { from, hex, .. }) = g.fight else { return Ok(()) };
    let going: SmallVec<[UnitId; 8]> =
        assaulters_of(g).iter().filter(|id| g[*id].is_in_play()).collect();
    let company: SmallVec<[UnitId; 8]> = g.stack(from).collect();
    leader::part(cx, g, &going, &company)?;
    for id in assaulters_of(g).iter() {
        if g[id].is_in_play() {
            g.take(id, Place::Later);
            g.put(id, hex);
        }
    }
    cx.say(rule, || Said::Advanced { hex }.into());
    Ok(())
}

/// Step 25: each player for his units in the assault (gts.assault.step-25-column-units).
fn offer_to_drop_column<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) -> Result<(), C::Halt> {
    let Some(Fight { hex, .. }) = g.fight else { return Ok(()) };
    let taking_part: SmallVec<[UnitId; 16]> = assaulters_of(g).iter().chain(g.stack(hex)).collect();
    for id in taking_part {
        if g[id].is_in_play()
            && g[id].column
            && cx.confirm(g, ask(g.side(id), COLUMN, Topic::DropColumn(id)))?
        {
            set_column(cx, g, id, false, COLUMN);
            result::cohesion_hit(cx, g, id);
        }
    }
    Ok(())
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    DroppedOut(UnitId),
    AssaultBegins { from: HexId, hex: HexId },
    Ran { unit: UnitId, to: HexId },
    Charges,
    Overrun(HexId),
    Advanced { hex: HexId },
    AssaultEnds { hex: HexId, taken: bool },
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> Words {
        let names = Names(data);
        match self {
            Said::DroppedOut(unit) => (
                format!("{} drops out of the assault.", names.unit(*unit)),
                names.unit_side(*unit),
                vec![],
            ),
            Said::AssaultBegins { from, hex } => (
                format!("Assault from {} on {}.", names.hex(*from), names.hex(*hex)),
                None,
                vec![*from, *hex],
            ),
            Said::Ran { unit, to } => (
                format!("{} runs to {}.", names.unit(*unit), names.hex(*to)),
                names.unit_side(*unit),
                vec![*to],
            ),
            Said::Charges => ("The assaulters charge.".into(), None, vec![]),
            Said::Overrun(hex) => {
                (format!("The defenders of {} are overrun.", names.hex(*hex)), None, vec![*hex])
            }
            Said::Advanced { hex } => {
                (format!("The assaulters advance into {}.", names.hex(*hex)), None, vec![*hex])
            }
            Said::AssaultEnds { hex, taken } => {
                let how = if *taken { "is taken" } else { "holds" };
                (format!("{} {how}.", names.hex(*hex)), None, vec![*hex])
            }
        }
    }
}
