//! Words of the Grand Tactical Series.

use gts::data::{
    Arm, AssaultRating, Chit, Colour, Data, Delay, DivisionId, Effect, FormationId, MoveClass,
    Movement, PrintedRange, Side, Weather,
};
use gts::question::Action;

pub(super) use testkit::cases::words::{Read, Words, Wrong};

pub(super) fn side(words: &mut Words) -> Read<Side> {
    match words.need("a side, A or B")?.as_str() {
        "A" | "a" => Ok(Side::First),
        "B" | "b" => Ok(Side::Second),
        other => words.wrong(format!("the sides are A and B, not \"{other}\"")),
    }
}

pub(crate) fn side_letter(side: Side) -> char {
    match side {
        Side::First => 'A',
        Side::Second => 'B',
    }
}

pub(super) fn colour(words: &mut Words) -> Read<Colour> {
    let word = words.need("a colour")?;
    match Colour::ALL.into_iter().find(|it| it.key() == word) {
        Some(it) => Ok(it),
        None => words.wrong(format!("there is no rating colour \"{word}\"")),
    }
}

fn is_colour(word: &str) -> bool {
    Colour::ALL.into_iter().any(|it| it.key() == word)
}

/// `5 red`, `no`
pub(super) fn fire(words: &mut Words) -> Read<Option<(u8, Colour)>> {
    if words.take("no") {
        return Ok(None);
    }
    Ok(Some((words.number("fire")?, colour(words)?)))
}

/// `4`, `*`, `unprinted`
pub(super) fn range(words: &mut Words) -> Read<PrintedRange> {
    match () {
        () if words.take("*") => Ok(PrintedRange::Any),
        () if words.take("unprinted") => Ok(PrintedRange::Unprinted),
        () => Ok(PrintedRange::Hexes(words.number("range")?)),
    }
}

/// `5`, `5 red`, `5 red double`, `no`
pub(super) fn assault(words: &mut Words) -> Read<Option<AssaultRating>> {
    if words.take("no") {
        return Ok(None);
    }
    let value = words.number("assault")?;
    let row = if words.peek().is_some_and(is_colour) { Some(colour(words)?) } else { None };
    let double = words.take("double");
    Ok(Some(AssaultRating { value, row, double }))
}

/// `-1 white`, `+2 black`: value and whether armoured.
pub(super) fn defense(words: &mut Words) -> Read<(i8, bool)> {
    let word = words.need("defense")?;
    let Ok(value) = word.trim_start_matches('+').parse() else {
        return words.wrong(format!("defense must be a number and a background, not \"{word}\""));
    };
    match words.need("white or black after the value of defense")?.as_str() {
        "white" => Ok((value, false)),
        "black" => Ok((value, true)),
        other => {
            words.wrong(format!("the background of defense is white or black, not \"{other}\""))
        }
    }
}

/// `6`, `6 red`
pub(super) fn tq(words: &mut Words) -> Read<(u8, bool)> {
    Ok((words.number("tq")?, words.take("red")))
}

/// `8 leg`, `*`, `no`
pub(super) fn movement(words: &mut Words) -> Read<Movement> {
    match () {
        () if words.take("no") => Ok(Movement::No),
        () if words.take("*") => Ok(Movement::Star),
        () => {
            let points = words.number("ma")?;
            let class = match words.need("leg, wheeled or tracked after ma")?.as_str() {
                "leg" => MoveClass::Leg,
                "wheeled" => MoveClass::Wheeled,
                "tracked" => MoveClass::Tracked,
                other => return words.wrong(format!("there is no movement class \"{other}\"")),
            };
            Ok(Movement::Points(points, class))
        }
    }
}

pub(super) fn weather(words: &mut Words) -> Read<Weather> {
    named(words, "weather", &WEATHERS)
}

/// One of the words of a list.
fn named<T: Copy>(words: &mut Words, what: &str, list: &[(&str, T)]) -> Read<T> {
    let word = words.need(what)?;
    match list.iter().find(|it| it.0 == word) {
        Some(it) => Ok(it.1),
        None => {
            let all: Vec<&str> = list.iter().map(|it| it.0).collect();
            words.wrong(format!("there is no {what} \"{word}\": {}", all.join(", ")))
        }
    }
}

/// The word of a value in a list.
pub(super) fn name_of<T: PartialEq>(list: &[(&'static str, T)], value: &T) -> &'static str {
    list.iter().find(|it| it.1 == *value).map_or("?", |it| it.0)
}

pub(super) const WEATHERS: [(&str, Weather); 7] = [
    ("clear", Weather::Clear),
    ("overcast", Weather::Overcast),
    ("rain", Weather::Rain),
    ("fog", Weather::Fog),
    ("mist", Weather::Mist),
    ("storm", Weather::Storm),
    ("sandstorm", Weather::Sandstorm),
];

const EFFECTS: [(&str, Effect); 7] = [
    ("hero", Effect::Hero),
    ("heroic", Effect::Heroic),
    ("rally", Effect::Rally),
    ("dispatches", Effect::Dispatches),
    ("command-confusion", Effect::CommandConfusion),
    ("air-support", Effect::AirSupport),
    ("nothing", Effect::Nothing),
];

pub(super) fn effect(words: &mut Words) -> Read<Effect> {
    named(words, "event", &EFFECTS)
}

const DELAYS: [(&str, Delay); 7] = [
    ("para-1", Delay::Para1),
    ("para-2", Delay::Para2),
    ("glider-1", Delay::Glider1),
    ("glider-2", Delay::Glider2),
    ("air-landing", Delay::AirLanding),
    ("alone-and-afraid", Delay::AloneAndAfraid),
    ("dug-in", Delay::DugIn),
];

pub(super) fn delay(words: &mut Words) -> Read<Delay> {
    named(words, "marker", &DELAYS)
}

/// The works that leave Men at Work markers.
const WORKS: [(&str, Action); 4] = [
    ("ip", Action::BuildImprovedPosition),
    ("ent", Action::BuildEntrenchment),
    ("road-block", Action::BuildRoadBlock),
    ("clearing", Action::ClearRoadBlock),
];

pub(super) fn work(words: &mut Words) -> Read<Action> {
    named(words, "work", &WORKS)
}

pub(super) fn division(words: &mut Words, data: &Data) -> Read<DivisionId> {
    let key = words.need("a division")?;
    match data.divisions.iter().position(|it| it.key == key) {
        Some(at) => Ok(DivisionId(at as u8)),
        None => words.wrong(format!("there is no division \"{key}\"")),
    }
}

pub(super) fn formation(words: &mut Words, data: &Data) -> Read<FormationId> {
    let key = words.need("a formation")?;
    match data.formations.iter().position(|it| it.key == key) {
        Some(at) => Ok(FormationId(at as u8)),
        None => words.wrong(format!("there is no formation \"{key}\"")),
    }
}

/// `2-4`, or `2` alone.
pub(super) fn span(words: &mut Words, what: &str) -> Read<(u8, u8)> {
    let word = words.need(what)?;
    let (from, to) = word.split_once('-').unwrap_or((&word, &word));
    match (from.parse(), to.parse()) {
        (Ok(from), Ok(to)) => Ok((from, to)),
        _ => words.wrong(format!("{what} is written 2-4 or 2, not \"{word}\"")),
    }
}

/// The arms by the words of module files.
pub(super) const ARMS: [(&str, Arm); 29] = [
    ("infantry", Arm::Infantry),
    ("parachute", Arm::Parachute),
    ("commando", Arm::Commando),
    ("ranger", Arm::Ranger),
    ("motor-infantry", Arm::MotorInfantry),
    ("armoured-infantry", Arm::ArmouredInfantry),
    ("machine-gun", Arm::MachineGun),
    ("reconnaissance", Arm::Reconnaissance),
    ("engineer", Arm::Engineer),
    ("armoured-engineer", Arm::ArmouredEngineer),
    ("tank", Arm::Tank),
    ("dd-tank", Arm::DdTank),
    ("tank-destroyer", Arm::TankDestroyer),
    ("assault-gun", Arm::AssaultGun),
    ("anti-tank", Arm::AntiTank),
    ("anti-aircraft", Arm::AntiAircraft),
    ("mortar", Arm::Mortar),
    ("light-mortar", Arm::LightMortar),
    ("artillery", Arm::Artillery),
    ("self-propelled-artillery", Arm::SelfPropelledArtillery),
    ("coastal-battery", Arm::CoastalBattery),
    ("headquarters", Arm::Headquarters),
    ("rearguard", Arm::Rearguard),
    ("battleship", Arm::Battleship),
    ("cruiser", Arm::Cruiser),
    ("destroyer", Arm::Destroyer),
    ("support-craft", Arm::SupportCraft),
    ("rocket-craft", Arm::RocketCraft),
    ("landing-craft", Arm::LandingCraft),
];

/// `division A`, `formation A1`, `direct-command A`, `events`, `royal-marines`, `naval`
pub(super) fn chit(words: &mut Words, data: &Data) -> Read<Chit> {
    match words.need("a chit")?.as_str() {
        "division" => Ok(Chit::Division(division(words, data)?)),
        "formation" => Ok(Chit::Formation(formation(words, data)?)),
        "direct-command" => Ok(Chit::DirectCommand(side(words)?)),
        "events" => Ok(Chit::Events),
        "royal-marines" => Ok(Chit::RoyalMarines),
        "naval" => Ok(Chit::Naval),
        other => words.wrong(format!(
            "there is no chit \"{other}\": division NAME, formation NAME, direct-command A or B, events, royal-marines, naval"
        )),
    }
}

pub(super) fn chit_text(data: &Data, chit: Chit) -> String {
    match chit {
        Chit::Division(id) => format!("division {}", data.divisions[usize::from(id.0)].key),
        Chit::Formation(id) => format!("formation {}", data.formations[usize::from(id.0)].key),
        Chit::DirectCommand(side) => format!("direct-command {}", side_letter(side)),
        Chit::Events => "events".into(),
        Chit::RoyalMarines => "royal-marines".into(),
        Chit::Naval => "naval".into(),
    }
}
