//! Section 22: the Indirect Fire chart, for both editions (gts.ifire.s1-chart). The step numbers are those of the
//! statements `gts.ifire.step-NN`.

use board::HexId;
use kernel::{Cx, Dice, Ledger, rules, shown};
use smallvec::SmallVec;

use crate::activation::may_activate;
use crate::command::{commanders, in_command, is_exception_of, is_in_range};
use crate::contact;
use crate::cost::Refusal;
use crate::data::{Colour, Data, LeaderId, PrintedRange, UnitId, Weather};
use crate::direct_fire::{self, company_bonus, outcome, results};
use crate::event::Words;
use crate::fire_zone::{blockers, is_hidden, sees};
use crate::modifiers::{self, Mode, Rating, Shot, printed};
use crate::question::{Opt, Target, Topic, ask};
use crate::result::{self, Bearing};
use crate::state::{Barrage, Battle};
use crate::tables::{FireResult, Observation};
use crate::text::Names;
use crate::version;

rules! {
    TARGET = "gts.ifire.step-06-target", "Choose the target of Indirect Fire";
    FIRER = "gts.ifire.step-01-firer", "Only artillery and mortars fire indirectly";
    RATING_NO = "gts.ifire.step-02-rating", "Its Fire Rating is No";
    ENTRY = "gts.ifire.step-03-entry", "In an entry hex";
    PARK = "gts.ifire.step-04-park", "Indirect HE must be in an artillery park";
    BATTERY = "gts.ifire.step-05-battery", "In command only through the leader it is in contact with";
    SPOT = "gts.ifire.step-13-refuse", "Nobody spots a target for it";
    FLIP = "gts.ifire.step-14-flip-park", "The park shows its Fired side";
    RATING = "gts.ifire.step-15-modify", "Modified Fire Rating";
    APPLY = "gts.ifire.step-20-row", "Result on the target";
    STRENGTH = "gts.ifire.step-23-strength", "Strength of the barrage";
    LIGHT = "gts.ifire.step-24-light", "Light Barrage";
    HEAVY = "gts.ifire.step-25-heavy", "Heavy Barrage";
    SCATTER = "gts.barrage.scatter", "Where the shells fall";
    RUBBLE = "gts.barrage.rubble", "Rubble";
}

/// Step 6: an empty hex or one unit of a stack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mark {
    Unit(UnitId),
    Hex(HexId),
}

/// The first question: at a unit, or at a hex without any, asked next.
#[derive(Clone, Copy)]
enum Aimed {
    Unit(Target),
    EmptyHex,
}

shown! {
    it => Aimed, match it {
        Aimed::Unit(target) => target.into(),
        Aimed::EmptyHex => Opt::EmptyHex,
    };
}

/// What the die showed that others want to know.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Natural {
    Zero,
    Nine,
    Other,
}

/// The Indirect Fire action (gts.act.indirect-fire). Steps 1 to 13 are in `may_fire` and the list of targets.
pub fn indirect_fire<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    firer: UnitId,
) -> Result<(), C::Halt> {
    let spotting = Spotting::new(g, firer);
    let mut options: SmallVec<[Aimed; 32]> =
        targets(g, &spotting).into_iter().map(Aimed::Unit).collect();
    let hexes: SmallVec<[HexId; 32]> = empty_hexes(g, &spotting).collect();
    if !hexes.is_empty() {
        options.push(Aimed::EmptyHex);
    }
    if options.is_empty() {
        return Ok(());
    }
    let side = g.side(firer);
    let who = ask(side, TARGET, Topic::IndirectTarget(firer));
    let mark = match cx.choose(g, who, &options)? {
        Aimed::Unit(Target(target)) => Mark::Unit(target),
        Aimed::EmptyHex => Mark::Hex(cx.choose(g, who, &hexes)?),
    };
    // Step 11, gts.contact.own-los: a battery that has only its own eyes takes its marker back.
    if spotting.class == Colour::Black && spotting.relies_on_itself(g, mark) {
        contact::lose(cx, g, firer);
    }
    // Step 14
    turn_park(cx, g, firer);
    resolve(cx, g, firer, mark)?;
    Ok(())
}

/// Step 14: only Indirect Fire turns the marker (gts.dfire.park-fire).
fn turn_park<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, firer: UnitId) {
    let Some(hex) = g.park_of(firer).filter(|it| !it.fired).map(|it| it.hex) else { return };
    for park in g.parks.iter_mut().filter(|it| it.hex == hex) {
        park.fired = true;
    }
    cx.say(FLIP, || Said::ParkFired(hex).into());
}

/// Steps 15 to 25, also for ships (gts.naval.2-ship-fire).
pub fn resolve<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    firer: UnitId,
    mark: Mark,
) -> Result<Natural, C::Halt> {
    let Some((_, row)) = printed(g, firer, Rating::Fire, Mode::Indirect) else {
        return Ok(Natural::Other);
    };
    // Step 15
    let bonus = company_bonus(cx, g, firer)?;
    let natural = |roll: i32| match roll {
        0 => Natural::Zero,
        9 => Natural::Nine,
        _ => Natural::Other,
    };
    let (die, hex) = match mark {
        Mark::Unit(target) => {
            let Some(hex) = g[target].hex() else { return Ok(Natural::Other) };
            let shot = Shot { firer, target, mode: Mode::Indirect, rating: Rating::Fire, bonus };
            let rating = cx.tally(RATING, |ledger| modifiers::count(g, shot, ledger));
            // Steps 18 to 20 (gts.ifire.step-18-hit, gts.ifire.step-19-side)
            let results = *results(g, target, row, false);
            let who = ask(g.side(firer), RATING, Topic::Shot { firer, target });
            let (die, result) = cx.roll(g, who, Dice::D10, |it| {
                (natural(it.d10()), outcome(it.d10(), rating, &results))
            })?;
            cx.say(APPLY, || direct_fire::Said::Fired { firer, target, result, op: false }.into());
            let effective = result::apply(cx, g, target, result, Bearing::Steady)?;
            // Step 21 (gts.ifire.step-21-hex-mates): the blast of anything but a mortar; a park stays as it is
            // (gts.ifire.park-stays).
            if effective && row != Colour::Green {
                shake(cx, g, hex, target)?;
            }
            (die, hex)
        }
        // gts.ifire.step-17-empty: only a natural 9 matters.
        Mark::Hex(hex) => {
            let who = ask(g.side(firer), RATING, Topic::ShotAt { firer, hex });
            let die = cx.roll(g, who, Dice::D10, |it| natural(it.d10()))?;
            cx.say(APPLY, || Said::FiredAt { firer, hex }.into());
            (die, hex)
        }
    };
    match die {
        // Step 16 (gts.ifire.step-16-nine, gts.contact.lost-by-nine)
        Natural::Nine => {
            contact::lose(cx, g, firer);
            scatter(cx, g, firer, hex)?;
        }
        _ => {
            place_barrage(cx, g, firer, hex, bonus);
            if die == Natural::Zero {
                rubble(cx, g, row, hex);
            }
        }
    }
    Ok(die)
}

/// Step 21: every other unit in the hex.
fn shake<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    hex: HexId,
    target: UnitId,
) -> Result<(), C::Halt> {
    let others: SmallVec<[UnitId; 8]> = g.stack(hex).filter(|id| *id != target).collect();
    for id in others {
        if g[id].is_in_play() {
            result::apply(cx, g, id, FireResult::SuppressCheck, Bearing::Steady)?;
        }
    }
    Ok(())
}

/// Steps 23 to 25: printed rating, markers and bonus, nothing else (gts.barrage.strength-scope). Hit or miss
/// (gts.barrage.always).
fn place_barrage<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    firer: UnitId,
    hex: HexId,
    bonus: bool,
) {
    let Some((value, _)) = g.face(firer).fire else { return };
    let strength = cx.tally(STRENGTH, |ledger| {
        ledger.add(modifiers::RATING_PRINTED, i32::from(value));
        modifiers::count_markers(g, firer, bonus, ledger);
    });
    let light = strength <= i32::from(g.data().tables.limits.barrage_light_max);
    let barrage = if light { Barrage::Light } else { Barrage::Heavy };
    lay(cx, g, hex, barrage);
}

/// gts.barrage.no-downgrade: a Heavy one replaces a Light one, never the other way round.
fn lay<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, hex: HexId, barrage: Barrage) {
    if g.barrage(hex).is_some_and(|it| barrage <= it) {
        return;
    }
    g.barrages.retain(|(it, _)| *it != hex);
    g.barrages.push((hex, barrage));
    g.barrages.sort_unstable();
    let rule = if barrage == Barrage::Light { LIGHT } else { HEAVY };
    cx.say(rule, || Said::BarragePlaced { hex, barrage }.into());
}

/// gts.barrage.scatter, where the module switches it on.
fn scatter<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    firer: UnitId,
    hex: HexId,
) -> Result<(), C::Halt> {
    if !g.data().switches.barrage_scatter {
        return Ok(());
    }
    let who = ask(g.side(firer), SCATTER, Topic::ShotAt { firer, hex });
    let side = cx.roll(g, who, Dice::OneOf(6), |it| it.index())?;
    let direction = hex::Direction::ALL[side];
    let to = g.data().map.neighbours(hex).find(|it| it.0 == direction).map(|it| it.1);
    if let Some(to) = to.filter(|it| !g.is_entry_hex(*it)) {
        lay(cx, g, to, Barrage::Light);
    }
    Ok(())
}

/// gts.barrage.rubble, where the module switches it on: artillery, not mortars.
fn rubble<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, row: Colour, hex: HexId) {
    let solid = g.scene.solid[g.data().map.terrain(hex).index()];
    let on = g.data().switches.rubble_by_artillery && row != Colour::Green;
    if on && solid && !g.rubble.contains(&hex) {
        g.rubble.push(hex);
        g.rubble.sort_unstable();
        cx.say(RUBBLE, || Said::Rubbled(hex).into());
    }
}

/// Steps 1 to 5, and whether there is anything to fire at.
pub fn may_fire(g: &Battle, firer: UnitId) -> Result<(), Refusal> {
    let kind = g.kind(firer);
    // Step 1; a light mortar never does (gts.act.light-mortar-direct).
    if !kind.is_artillery() {
        return Err(FIRER.into());
    }
    // Step 2
    if g.face(firer).fire.is_none() || g[firer].suppressed {
        return Err(RATING_NO.into());
    }
    // Step 3
    if g.is_in_entry_hex(firer) {
        return Err(ENTRY.into());
    }
    let spotting = Spotting::new(g, firer);
    // Step 4
    if spotting.class == Colour::Orange && !g[firer].parked {
        return Err(PARK.into());
    }
    // Step 5: only through that very leader; without contact the step is met (gts.ifire.step-05-no-contact).
    if spotting.class == Colour::Black
        && let Some(leader) = g[firer].contact
        && !is_commanded_by(g, firer, leader)
    {
        return Err(BATTERY.into());
    }
    // Step 13
    let any = !targets(g, &spotting).is_empty() || empty_hexes(g, &spotting).next().is_some();
    if any { Ok(()) } else { Err(SPOT.into()) }
}

fn is_commanded_by(g: &Battle, id: UnitId, leader: LeaderId) -> bool {
    let Some(hex) = g[id].hex() else { return false };
    let by_exception =
        || version::BATTERY_ON_THE_TELEPHONE.holds(g) && is_exception_of(g, id, hex, leader);
    commanders(g, id).any(|it| it == leader) && is_in_range(g, leader, hex) || by_exception()
}

/// Who may spot for a firer.
pub struct Spotting {
    firer: UnitId,
    from: HexId,
    class: Colour,
    /// Its own eyes serve (steps 11 and 12).
    own: bool,
    /// Spotters of the leaders it may fire for.
    spotters: SmallVec<[UnitId; 16]>,
}

impl Spotting {
    #[must_use]
    pub fn new(g: &Battle, firer: UnitId) -> Spotting {
        let class = g.kind(firer).class().unwrap_or(Colour::White);
        let from = g[firer].hex().unwrap_or(HexId(0));
        let leaders: SmallVec<[LeaderId; 4]> = match class {
            // gts.ifire.step-10-spot-he: In Contact with a leader.
            Colour::Orange => g[firer].contact.into_iter().collect(),
            // gts.ifire.step-11-spot-battery: In Contact with a leader and in command through him.
            Colour::Black => {
                g[firer].contact.into_iter().filter(|it| is_commanded_by(g, firer, *it)).collect()
            }
            // gts.ifire.step-12-spot-mortar: in command through a leader of its own formation, or of its division if independent
            // (gts.ifire.step-12-independent).
            _ => commanders(g, firer).filter(|it| is_in_range(g, *it, from)).collect(),
        };
        let mut spotters: SmallVec<[UnitId; 16]> = SmallVec::new();
        if !leaders.is_empty() {
            for (id, _) in g.on_map(g.side(firer)) {
                // A battery is not its own spotter: that is the other case of step 11.
                if class == Colour::Black && id == firer {
                    continue;
                }
                if leaders.iter().any(|it| is_spotter(g, id, *it)) {
                    spotters.push(id);
                }
            }
        }
        let own = class != Colour::Orange && in_command(g, firer);
        Spotting { firer, from, class, own, spotters }
    }

    /// Step 11, first case: it sees the target itself, and no spotter does (gts.ruling.battery-spotter).
    fn relies_on_itself(&self, g: &Battle, mark: Mark) -> bool {
        self.own
            && hex_of(g, mark).is_some_and(|hex| {
                spots(g, self.firer, hex) && !self.spotters.iter().any(|id| spots(g, *id, hex))
            })
    }

    /// Steps 7 to 9 for a hex.
    #[must_use]
    pub fn reaches(&self, g: &Battle, hex: HexId) -> bool {
        let distance = g.data().map.distance(self.from, hex);
        // gts.ifire.step-07-range: the printed range, whatever the weather (gts.ifire.no-weather-range, gts.range.direct-only).
        let range = match g.face(self.firer).range {
            PrintedRange::Hexes(range) => u32::from(range),
            PrintedRange::Unprinted => u32::from(g.data().tables.limits.unprinted_range),
            PrintedRange::Any => u32::MAX,
        };
        // gts.ifire.step-09-minimum, gts.range.min-indirect-s0, gts.range.min-indirect-s1, gts.range.artillery-limit-data; no minimum for a mortar
        // (gts.range.mortar-no-min).
        let nearest = u32::from(g.data().tables.limits.artillery_direct_range) + 1;
        let near = self.class != Colour::Green && distance < nearest;
        // gts.ifire.step-08-target-entry
        distance <= range && !near && 0 < distance && !g.is_entry_hex(hex)
    }

    fn is_spotted(&self, g: &Battle, hex: HexId) -> bool {
        self.spotter(g, hex).is_some()
    }

    /// Who sees the hex for it: its own eyes first.
    #[must_use]
    pub fn spotter(&self, g: &Battle, hex: HexId) -> Option<UnitId> {
        if self.own && spots(g, self.firer, hex) {
            return Some(self.firer);
        }
        self.spotters.iter().copied().find(|id| spots(g, *id, hex))
    }

    /// All who may see for it, besides itself.
    #[must_use]
    pub fn spotters(&self) -> &[UnitId] {
        &self.spotters
    }
}

fn hex_of(g: &Battle, mark: Mark) -> Option<HexId> {
    match mark {
        Mark::Unit(id) => g[id].hex(),
        Mark::Hex(hex) => Some(hex),
    }
}

/// gts.ifire.spotter, gts.attach.for-spotting: not Suppressed, in command, outside entry hexes, and of the leader's
/// formation or attached to him under the chit in play, whether it has acted already or not.
#[must_use]
pub fn is_spotter(g: &Battle, id: UnitId, leader: LeaderId) -> bool {
    let Some(hex) = g[id].hex() else { return false };
    if g[id].suppressed || g.is_entry_hex(hex) || g.kind(id).is_afloat() {
        return false;
    }
    let formation = g.leader_formation(leader);
    let his = match g.scene.formation[usize::from(id.0)] {
        Some(own) => own == formation,
        None => {
            let active = g.active.as_ref();
            let attached = active.is_some_and(|it| {
                let waits = || version::WAITING_UNIT_SPOTS.holds(g) && may_activate(g, id).is_ok();
                it.formation(g.data()) == Some(formation) && (it.acted.contains(id) || waits())
            });
            attached && is_in_range(g, leader, hex)
        }
    };
    his && in_command(g, id)
}

/// Sight for Indirect Fire: from an Observation Point or a Hill by day farther and through more (gts.los.op-hill-through),
/// never both privileges together (gts.los.see-through-best). Direct Fire does not use it (gts.los.op-hill-indirect-only).
#[must_use]
pub fn spots(g: &Battle, spotter: UnitId, hex: HexId) -> bool {
    let Some(from) = g[spotter].hex() else { return false };
    if from == hex {
        return true;
    }
    if sees(g, from, hex, g.sighting) {
        return true;
    }
    let limits = &g.data().tables.limits;
    is_lookout(g, from)
        && g.data().map.distance(from, hex) <= u32::from(limits.op_hill_sighting)
        && blockers(g, from, hex) <= limits.op_hill_see_through
}

/// gts.los.op-hill-range-s0, gts.los.op-hill-night-s0, gts.los.op-hill-range-s1
fn is_lookout(g: &Battle, hex: HexId) -> bool {
    let weather = match g.scene.edition().observation {
        Observation::ClearOrOvercastDay => matches!(g.weather, Weather::Clear | Weather::Overcast),
        Observation::DayWithoutFogOrRain => !matches!(g.weather, Weather::Fog | Weather::Rain),
    };
    g.scene.lookout.contains(hex) && weather && !g.is_night() && !g.rubble.contains(&hex)
}

/// Steps 6 to 12: enemy units that may be fired at, ascending.
#[must_use]
pub fn targets(g: &Battle, spotting: &Spotting) -> SmallVec<[Target; 32]> {
    let mut options = SmallVec::new();
    let mut known: Option<(HexId, bool)> = None;
    for (id, hex) in g.on_map(g.side(spotting.firer).other()) {
        if !spotting.reaches(g, hex) || !is_supplied_with_fire(g, spotting) {
            continue;
        }
        let seen = match known {
            Some((at, seen)) if at == hex => seen,
            _ => spotting.is_spotted(g, hex),
        };
        known = Some((hex, seen));
        // gts.ifire.fired-park-no-los: step 10, second case.
        let fired = spotting.class == Colour::Orange && g.park_of(id).is_some_and(|it| it.fired);
        if fired || seen && !is_hidden(g, id) {
            options.push(Target(id));
        }
    }
    options
}

/// Step 10: Indirect HE needs a leader to fire for at all.
fn is_supplied_with_fire(g: &Battle, spotting: &Spotting) -> bool {
    spotting.class != Colour::Orange || g[spotting.firer].contact.is_some()
}

/// Steps 6 to 12: hexes without units that may be fired at, ascending.
pub fn empty_hexes<'a>(
    g: &'a Battle,
    spotting: &'a Spotting,
) -> impl Iterator<Item = HexId> + use<'a> {
    let blind = !spotting.own && spotting.spotters.is_empty();
    let hexes = g.data().map.hexes().filter(move |_| !blind);
    hexes.filter(|hex| {
        let empty = !g.occupied[0].contains(*hex) && !g.occupied[1].contains(*hex);
        empty && spotting.reaches(g, *hex) && spotting.is_spotted(g, *hex)
    })
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    ParkFired(HexId),
    /// Indirect Fire at a hex without units.
    FiredAt {
        firer: UnitId,
        hex: HexId,
    },
    BarragePlaced {
        hex: HexId,
        barrage: Barrage,
    },
    Rubbled(HexId),
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> Words {
        let names = Names(data);
        match self {
            Said::ParkFired(hex) => {
                (format!("The park in {} has fired.", names.hex(*hex)), None, vec![*hex])
            }
            Said::FiredAt { firer, hex } => (
                format!("{} fires into {}.", names.unit(*firer), names.hex(*hex)),
                names.unit_side(*firer),
                vec![*hex],
            ),
            Said::BarragePlaced { hex, barrage } => {
                let what = match barrage {
                    Barrage::Light => "A Light Barrage",
                    Barrage::Heavy => "A Heavy Barrage",
                };
                (format!("{what} falls on {}.", names.hex(*hex)), None, vec![*hex])
            }
            Said::Rubbled(hex) => {
                (format!("{} is shelled to rubble.", names.hex(*hex)), None, vec![*hex])
            }
        }
    }
}
