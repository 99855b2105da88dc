//! Units, battalions, guns, markers, the turn, the outcome.

use tcs::id::{Side, UnitId};
use tcs::sheet::Status;
use tcs::state::{Battle, Guns, MissionStage, Nerve, Outcome, Place, Won};
use tcs::tables::Shoot;
use tcs::{area, fire, movement, retreat, spot, stacking, text, victory};
use testkit::cases::field::Fields as _;

use super::{Found, attack, unit_of, yes};
use crate::cases::fields::{Away, NerveWord, StatusWord, UnitField};
use crate::cases::situation::{nerve, status};
use crate::cases::words::{self, Read, Words, wrong};
use tcs::set::UnitSet;
use tcs::state::Mode;

/// Is this true of a unit: `at 0303`, `steps 3`, `not suppressed`, `left 1/2`?
pub(super) fn unit(g: &Battle, line: usize, id: UnitId, phrase: &str) -> Read<()> {
    let unit = &g[id];
    let mut words = Words::new(line, phrase);
    let not = words.take("not");
    let word = words.need("what is true of it")?;
    let words = &mut words;
    let map = g.data.map();
    let (holds, found): (bool, String) = match word.as_str() {
        "at" => {
            let hex = words::hex(words, map)?;
            (unit.place == Place::Hex(hex), place(g, id))
        }
        "aboard" => {
            let carrier = unit_of(words, g)?;
            (unit.place == Place::Aboard(carrier), place(g, id))
        }
        "edge" => {
            let hex = words::hex(words, map)?;
            (unit.place == Place::Edge(hex), place(g, id))
        }
        "steps" => {
            let n: u8 = words.number("steps")?;
            (unit.steps == n, format!("steps {}", unit.steps))
        }
        "left" => {
            let n = words::sixths(words, "movement left")?;
            (unit.record.left == n, format!("left {}", words::points(unit.record.left)))
        }
        "on" => {
            let sheet = words.need("a sheet")?;
            let own = unit.sheet.and_then(|it| g.orders.get(g.side(id), it));
            let name = own.map_or("none", |it| &it.sheet.name);
            (name == sheet, format!("on {name}"))
        }
        "rally" => {
            let hex = words::hex(words, map)?;
            let found = unit.rally.map_or("none".into(), |it| words::label(map, it));
            (unit.rally == Some(hex), format!("rally {found}"))
        }
        other => {
            if let Some(it) = Mode::read(other) {
                (g.mode(id) == it, g.mode(id).key().into())
            } else if let Some(it) = NerveWord::read(other) {
                (unit.nerve == nerve(it), nerve_word(unit.nerve).into())
            } else if let Some(it) = StatusWord::read(other) {
                (unit.status == status(it), status_word(unit.status).into())
            } else if let Some(it) = Away::read(other) {
                let wanted = match it {
                    Away::Later => Place::Later,
                    Away::Lost => Place::Lost,
                };
                (unit.place == wanted, place(g, id))
            } else if let Some(it) = UnitField::read(other) {
                let is = it.is(unit, words)?;
                (is, format!("{}{other}", if is { "" } else { "not " }))
            } else {
                return words.wrong(format!("\"{other}\" says nothing about a unit"));
            }
        }
    };
    words.end()?;
    if holds == not {
        return wrong(line, format!("expected {}: {phrase}\nfound    {found}", g.card(id).key));
    }
    Ok(())
}

fn place(g: &Battle, id: UnitId) -> String {
    let map = g.data.map();
    match g[id].place {
        Place::Hex(hex) => format!("at {}", words::label(map, hex)),
        Place::Aboard(carrier) => format!("aboard {}", g.card(carrier).key),
        Place::Edge(hex) => format!("edge {}", words::label(map, hex)),
        Place::Later => "later".into(),
        Place::Lost => "lost".into(),
    }
}

const fn nerve_word(nerve: Nerve) -> &'static str {
    match nerve {
        Nerve::Normal => "normal",
        Nerve::Suppressed => "suppressed",
        Nerve::Paralysed => "paralysed",
    }
}

const fn status_word(status: Status) -> &'static str {
    match status {
        Status::Assigned => "assigned",
        Status::Withdrawing => "withdrawing",
        Status::Unassigned => "unassigned",
    }
}

/// Everything else of the position but sheets and ground.
pub(super) fn value(g: &Battle, first: &str, words: &mut Words) -> Read<Option<Found>> {
    let data = g.data();
    let map = data.map();
    let holder = |it: Option<Side>| it.map_or("nobody", words::letter).to_owned();
    let far = |it: Option<u8>| it.map_or("unlimited".into(), |it: u8| it.to_string());
    Ok(Some(Found::Text(match first {
        "turn" => g.turn.to_string(),
        "phase" => words::phase_text(g.phase),
        "leads" => words::letter(g.leads).into(),
        "light" => g.light().key().into(),
        "full-hour" => yes(g.is_full_hour()),
        "weather" => {
            let row = g.weather.and_then(|it| data.weather.get(usize::from(it)));
            row.map_or("none".into(), |it| it.name.clone())
        }
        "visibility" => match words.peek() {
            Some(_) => far(spot::visibility(g, words::hex(words, map)?)),
            None => far(spot::of_turn(g)),
        },
        "spots" => {
            let (spotter, target) = (unit_of(words, g)?, unit_of(words, g)?);
            yes(spot::spots(g, spotter, target))
        }
        "spotting-distance" => {
            let (spotter, target) = (unit_of(words, g)?, unit_of(words, g)?);
            let mut shift = kernel::Sum::default();
            spot::shifts(g, spotter, target, &mut shift);
            let total = kernel::Ledger::total(&shift);
            far(data.tables.spotting.distance(spot::start(g, target), total))
        }
        "spotted" => words::keys(data, spot::spotted(g, words::side(words)?).iter()),
        "strength" => {
            let attack = attack(g, words)?;
            area::strength(g, &attack).to_string()
        }
        "affected" => {
            let attack = attack(g, words)?;
            words::keys(data, fire::affected(g, &attack).iter())
        }
        "steps" => {
            let group: UnitSet = words::units(words, data).into_iter().collect();
            let steps = movement::steps(g, group);
            let all = steps.iter().map(|it| {
                let hex = words::label(map, it.to);
                if it.road { format!("r{hex}") } else { hex }
            });
            words::or_none(all.collect())
        }
        "step-cost" => {
            let id = unit_of(words, g)?;
            let road = words.take("road");
            let to = words::hex(words, map)?;
            let cost = movement::cost_of(g, id, movement::Step { to, road });
            cost.map_or("prohibited".into(), words::points)
        }
        "retreats" => {
            let id = unit_of(words, g)?;
            words.take("from");
            let firers: UnitSet = words::units(words, data).into_iter().collect();
            words::labels(map, retreat::ends(g, id, firers))
        }
        "stack" => {
            let side = words::side(words)?;
            let hex = words::hex(words, map)?;
            let (foot, motor) =
                (stacking::steps(g, side, hex, false), stacking::steps(g, side, hex, true));
            format!("{foot} foot {motor} motor")
        }
        "units" => {
            let hex = words::hex(words, map)?;
            words::keys(data, g.stack(hex))
        }
        "battalion" => {
            let name = words.need("a battalion")?;
            let Some(at) = data.battalions.iter().position(|it| it.name == name) else {
                return words.wrong(format!("there is no battalion \"{name}\""));
            };
            return facts(vec![
                format!("morale {}", g.morale[at]),
                format!("vehicle-morale {}", g.vehicle_morale[at]),
            ]);
        }
        "battery" => {
            let Guns::Battery(at) = words::guns(words, data)? else {
                return words.wrong("that is a battalion of guns");
            };
            let used = if g.used_batteries >> at & 1 == 1 { "used" } else { "unused" };
            return facts(vec![
                format!("ammunition {}", g.ammunition[usize::from(at)]),
                used.into(),
                format!("column {}", data.batteries[usize::from(at)].start_column),
            ]);
        }
        "missions" => {
            let all = g.missions.iter().map(|it| {
                let stage = match it.stage {
                    MissionStage::Placed => "placed".into(),
                    MissionStage::Falling(shoot) => format!("falling {}", shoot_word(shoot)),
                    MissionStage::Lying(shoot) => format!("lying {}", shoot_word(shoot)),
                };
                let fast = if it.fast { "fast " } else { "" };
                let (names, hex) = (text::Names(data), words::label(map, it.hex));
                let guns = names.guns(it.guns);
                format!("{guns} {fast}{} {hex} {stage}", it.kind.key())
            });
            let all: Vec<String> = all.collect();
            if all.is_empty() { "none".into() } else { all.join("; ") }
        }
        "smoke" => words::labels(map, g.smoke.iter()),
        "smoke-1" => words::labels(map, g.smoke_1.iter()),
        "smoke-2" => words::labels(map, g.smoke_2.iter()),
        "attack-zone" => words::labels(map, g.zone.iter()),
        "lit" => words::labels(map, g.lit.iter()),
        "unit-markers" => words::labels(map, g.unit_markers.iter().map(|it| it.hex)),
        "mines" => words::labels(map, g.known_mines.iter()),
        "lanes" => {
            let pair = |it: &(board::HexId, board::HexId)| {
                format!("{}-{}", words::label(map, it.0), words::label(map, it.1))
            };
            words::or_none(g.lanes.iter().map(pair).collect())
        }
        "used-observers" => words::keys(data, g.used_observers.iter()),
        "holder" => {
            let hex = words::hex(words, map)?;
            match data.scoring.iter().position(|it| it.hex == hex) {
                Some(it) => holder(g.holders[it]),
                None => return words.wrong("nothing is scored there"),
            }
        }
        "points" => victory::points(g, words::side(words)?).to_string(),
        "lost-steps" => g.lost[words::side(words)?.index()].to_string(),
        "outcome" => match g.outcome {
            None => "open".into(),
            Some(Outcome::Draw) => "draw".into(),
            Some(Outcome::Won { by, how }) => {
                let how = match how {
                    Won::Marginal => "marginal",
                    Won::Decisive => "decisive",
                    Won::Collapse => "collapse",
                    Won::Conceded => "conceded",
                };
                format!("{} {how}", words::letter(by))
            }
        },
        _ => return Ok(None),
    })))
}

fn facts(facts: Vec<String>) -> Read<Option<Found>> {
    Ok(Some(Found::Facts(facts)))
}

const fn shoot_word(shoot: Shoot) -> &'static str {
    match shoot {
        Shoot::NoShoot => "none",
        Shoot::Scatter => "scattered",
        Shoot::BadShoot => "bad",
        Shoot::GoodShoot => "good",
    }
}
