//! What can be read off a position.

use board::HexId;
use gts::data::{BeachId, Chit, Delay, FormationId, LeaderId, Nation, SeaBox, UnitId};
use gts::state::{Battle, Place, Post, Stage};
use gts::tables::FireResult;
use gts::{
    activation, assault, beach, command, cost, fire_zone, indirect_fire, purchase, stacking, text,
    victory,
};

use testkit::cases::field::Fields;

use super::{labels, wrong};
use crate::cases::fields::{Away, BeachField, PointsField, UnitField};
use crate::cases::situation::{find, sea};
use crate::cases::words::{self, Read, Words, side_letter};

pub(super) fn unit(g: &Battle, line: usize, key: &str) -> Read<UnitId> {
    match g.data().units.iter().position(|it| it.key.eq_ignore_ascii_case(key)) {
        Some(at) => Ok(UnitId(at as u8)),
        None => wrong(line, format!("there is no unit \"{key}\"")),
    }
}

pub(super) fn formation(g: &Battle, line: usize, key: &str) -> Read<FormationId> {
    match g.data().formations.iter().position(|it| it.key == key) {
        Some(at) => Ok(FormationId(at as u8)),
        None => wrong(line, format!("there is no formation \"{key}\"")),
    }
}

fn leader(g: &Battle, key: &str) -> Option<LeaderId> {
    g.data().leaders.iter().position(|it| it.key == key).map(|it| LeaderId(it as u8))
}

/// Is this true of the unit or leader?
pub(super) fn is(g: &Battle, line: usize, key: &str, phrase: &str) -> Read<bool> {
    let mut words = Words::new(line, phrase);
    let not = words.take("not");
    let word = words.need("what is expected")?;
    let map = &g.data().map;
    let yes = if let Some(id) = leader(g, key) {
        let it = g.leaders[usize::from(id.0)];
        match word.as_str() {
            "with" => it.post == Post::With(unit(g, line, &words.need("a unit")?)?),
            "at" => g.leader_hex(id) == Some(find(map, line, &words.need("a hex")?)?),
            "replaced" => it.replaced,
            away if Away::read(away).is_some() => Away::read(away).map(Post::from) == Some(it.post),
            other => {
                return wrong(
                    line,
                    format!(
                        "\"{other}\" says nothing about a leader: with, at, lost, gone, later, replaced"
                    ),
                );
            }
        }
    } else {
        let id = unit(g, line, key)?;
        let it = &g[id];
        if let Some(field) = UnitField::read(&word) {
            let yes = field.is(it, &mut words)?;
            words.end()?;
            return Ok(yes != not);
        }
        match word.as_str() {
            "steps" => it.steps == words.number::<u8>("steps")?,
            "at" => it.hex() == Some(find(map, line, &words.need("a hex")?)?),
            "holding" => it.place == Place::Holding(find(map, line, &words.need("a hex")?)?),
            "eliminated" => it.place == Place::Eliminated,
            "exited" => matches!(it.place, Place::Exited(_)),
            "later" => it.place == Place::Later,
            "absent" => it.place == Place::Absent,
            "hidden" => fire_zone::is_hidden(g, id),
            "acted" => g.active.as_ref().is_some_and(|it| it.acted.contains(id)),
            "in" if words.take("command") => command::in_command(g, id),
            "in" if words.take("contact") => {
                let with = if words.take("with") { Some(words.need("a leader")?) } else { None };
                match with {
                    Some(key) => it.contact.is_some() && it.contact == leader(g, &key),
                    None => it.contact.is_some(),
                }
            }
            "tried" => g.tried.contains(id),
            "delay" => it.delay == Some(words.word::<Delay>()?),
            "men-at-work" => {
                let markers = words.number::<u8>("Men at Work markers")?;
                let on = words.take("on");
                let work = if on { Some(words::work(&mut words)?) } else { it.work };
                it.men_at_work == markers && it.work == work
            }
            "aboard" => it.aboard == Some(unit(g, line, &words.need("the craft")?)?),
            place if SeaBox::read(place).is_some() => {
                words.back();
                it.place == Place::Sea(sea::place(&mut words, g.data())?)
            }
            "out" if words.take("of") && words.take("command") => !command::in_command(g, id),
            other => {
                return wrong(
                    line,
                    format!(
                        "\"{other}\" says nothing about a unit: at HEX, suppressed, cohesion N, steps N, column, mounted, ip, \
                         ent, rallying N, eliminated, exited, holding HEX, later, absent, hidden, acted, in command, out of command, \
                         parked, in contact [with LEADER], tried, men-at-work N [on WORK], hero, heroic, delay WHICH, drift N, \
                         interdicted, aboard CRAFT, wave NAME, loading NAME, en-route FORCE, in-box FORCE BOX"
                    ),
                );
            }
        }
    };
    words.end()?;
    Ok(yes != not)
}

fn found_unit(g: &Battle, key: &str, line: usize) -> String {
    if let Some(id) = leader(g, key) {
        let it = g.leaders[usize::from(id.0)];
        let post = match it.post {
            Post::With(unit) => format!("with {}", text::Names(g.data()).unit(unit)),
            Post::Later => "later".into(),
            Post::Lost => "lost".into(),
            Post::Gone => "gone".into(),
        };
        return if it.replaced { format!("{post}, replaced") } else { post };
    }
    let Ok(id) = unit(g, line, key) else { return "nothing".into() };
    let label = |hex: HexId| g.data().map.label(hex).to_string();
    let place = match g[id].place {
        Place::Hex(hex) => format!("at {}", label(hex)),
        Place::Holding(hex) => format!("holding {}", label(hex)),
        Place::Later => "later".into(),
        Place::Eliminated => "eliminated".into(),
        Place::Exited(hex) => format!("exited at {}", label(hex)),
        Place::Absent => "absent".into(),
        Place::Sea(at) => format!("at sea {at:?}"),
    };
    let contact = match g[id].contact {
        Some(leader) => format!(", in contact with {}", text::Names(g.data()).leader(leader)),
        None => String::new(),
    };
    format!("{place}, {}{contact}", text::unit_state(g, id))
}

fn yes_no(yes: bool) -> &'static str {
    if yes { "yes" } else { "no" }
}

/// Everything that can be read off the position.
pub(super) fn state(
    g: &Battle,
    line: usize,
    first: &str,
    mut words: Words,
    value: &str,
) -> Read<()> {
    let (data, map) = (g.data(), &g.data().map);
    let hex = |words: &mut Words| -> Read<HexId> {
        let label = words.need("a hex")?;
        find(map, line, &label)
    };
    let refusal = |it: Result<(), cost::Refusal>| match it {
        Ok(()) => "yes".to_owned(),
        Err(it) => format!("no by {}", it.rule.code),
    };
    let found: String = match first {
        "los" => {
            let (a, b) = (hex(&mut words)?, hex(&mut words)?);
            match fire_zone::blockers(g, a, b) {
                0 => "clear".into(),
                n if value == "blocked" || value.is_empty() => {
                    debug_assert!(0 < n);
                    "blocked".into()
                }
                n => format!("blocked {n}"),
            }
        }
        "sees" => {
            let id = unit(g, line, &words.need("a unit")?)?;
            let to = hex(&mut words)?;
            let range = fire_zone::sighting_range(g);
            yes_no(g[id].hex().is_some_and(|from| fire_zone::sees(g, from, to, range))).into()
        }
        "zone" => {
            let id = unit(g, line, &words.need("a unit")?)?;
            words.end()?;
            return zone(g, line, &fire_zone::zone(g, id), value);
        }
        "efz" => {
            let to = hex(&mut words)?;
            words.take("for");
            yes_no(fire_zone::is_in_enemy_zone(g, words::side(&mut words)?, to)).into()
        }
        "in" if words.take("command") => {
            let id = unit(g, line, &words.need("a unit")?)?;
            yes_no(command::in_command(g, id)).into()
        }
        "range" => {
            let id = unit(g, line, &words.need("a unit")?)?;
            fire_zone::direct_range(g, id)
                .map_or("none".into(), |it| if it == u8::MAX { "*".into() } else { it.to_string() })
        }
        "sighting" => fire_zone::sighting_range(g).to_string(),
        "distance" => map.distance(hex(&mut words)?, hex(&mut words)?).to_string(),
        "overstacked" => yes_no(stacking::is_overstacked(g, hex(&mut words)?)).into(),
        "stack" => {
            let at = hex(&mut words)?;
            let mut keys: Vec<&str> =
                g.stack(at).map(|id| data.units[usize::from(id.0)].key.as_str()).collect();
            keys.sort_unstable();
            words.end()?;
            let mut wanted: Vec<&str> =
                value.split([',', ' ']).filter(|it| !it.is_empty() && *it != "none").collect();
            wanted.sort_unstable();
            return if keys == wanted {
                Ok(())
            } else {
                wrong(line, format!("expected {value}\nfound {}", keys.join(" ")))
            };
        }
        "cost" => {
            let id = unit(g, line, &words.need("a unit")?)?;
            let (from, to) = (hex(&mut words)?, hex(&mut words)?);
            let together = words.take("as") && words.take("stack");
            let Some(direction) = map.direction(from, to) else {
                return wrong(line, "these hexes are not adjacent");
            };
            match cost::ground_cost(g, id, from, direction, to, together) {
                Ok(half) => text::half_points(half),
                Err(it) => format!("no by {}", it.rule.code),
            }
        }
        "enter" => {
            let id = unit(g, line, &words.need("a unit")?)?;
            refusal(cost::may_stand(g, id, hex(&mut words)?))
        }
        "assault" => {
            let id = unit(g, line, &words.need("a unit")?)?;
            refusal(assault::may_assault(g, id, hex(&mut words)?))
        }
        "activate" => refusal(activation::may_activate(g, unit(g, line, &words.need("a unit")?)?)),
        "buy" => {
            let id = formation(g, line, &words.need("a formation")?)?;
            refusal(purchase::may_buy(g, id).map_err(Into::into))
        }
        "crt" => {
            let crt = &data.tables.crt;
            let side = match words.need("white or black")?.as_str() {
                "white" => &crt.white_side,
                "black" => &crt.black_side,
                other => {
                    return wrong(
                        line,
                        format!("the CRT has a white and a black side, not \"{other}\""),
                    );
                }
            };
            let row = side.row(words.word()?);
            let show = |it: &FireResult| it.key().to_owned();
            match words.next() {
                Some(roll) => {
                    row.get(roll.parse::<usize>().unwrap_or(99)).map(show).unwrap_or_default()
                }
                None => row.iter().map(show).collect::<Vec<_>>().join(" "),
            }
        }
        "score" => victory::score(g, words::side(&mut words)?).total().to_string(),
        "morale" => {
            let side = words::side(&mut words)?;
            victory::morale(g, side).map_or("none".into(), |it| it.0.to_string())
        }
        "winner" => victory::winner(g).map_or("nobody".into(), |it| side_letter(it).to_string()),
        "holder" => {
            let at = hex(&mut words)?;
            match data.victory.hexes.iter().position(|it| it.hex == at) {
                Some(i) => side_letter(g.holders[i]).to_string(),
                None => return wrong(line, "this is no victory hex"),
            }
        }
        "phase" => text::phase_letter(g.phase).into(),
        "turn" => g.turn.to_string(),
        "over" => yes_no(kernel::Rules::is_over(g)).into(),
        "held" => g.held.map_or("none".into(), |it| words::chit_text(data, it)),
        "mug" => {
            words.end()?;
            let mut wanted = Vec::new();
            let mut chits = Words::new(line, value);
            while chits.peek().is_some_and(|it| it != "empty") {
                wanted.push(words::chit(&mut chits, data)?);
            }
            wanted.sort_unstable();
            let found: Vec<Chit> = g.mug.to_vec();
            let show = |it: &[Chit]| {
                it.iter().map(|it| words::chit_text(data, *it)).collect::<Vec<_>>().join(", ")
            };
            return if found == wanted {
                Ok(())
            } else {
                wrong(line, format!("expected {value}\nfound {}", show(&found)))
            };
        }
        "chit" if words.take("of") => {
            let id = formation(g, line, &words.need("a formation")?)?;
            let seen = if words.take("seen") {
                words.take("by");
                Battle::clone(&g.seen_by(Some(words::side(&mut words)?)))
            } else {
                g.clone()
            };
            seen.chit_of(id).state.name().into()
        }
        "chit" => g.active.as_ref().map_or("none".into(), |it| words::chit_text(data, it.chit)),
        "barrage" => g.barrage(hex(&mut words)?).map_or("none", |it| it.key()).into(),
        "park" => match g.park(hex(&mut words)?) {
            None => "none".into(),
            Some(park) => {
                let fired = if park.fired { " fired" } else { "" };
                format!("{}{fired}", data.divisions[usize::from(park.division.0)].key)
            }
        },
        "road-block" => {
            let at = hex(&mut words)?;
            let found = g.road_blocks.iter().find(|it| it.0 == at);
            found.map_or("none".into(), |it| data.divisions[usize::from(it.1.0)].key.clone())
        }
        "rubble" => {
            let at = hex(&mut words)?;
            yes_no(g.rubble.contains(&at)).into()
        }
        "spots" => {
            let id = unit(g, line, &words.need("a unit")?)?;
            yes_no(indirect_fire::spots(g, id, hex(&mut words)?)).into()
        }
        // What a player reads on the counter.
        "class" => {
            let id = unit(g, line, &words.need("a unit")?)?;
            let fire = g.face(id).fire;
            fire.map_or("none".into(), |it| text::Names(data).colour(it.1).to_owned())
        }
        "weather" => g.weather.key().into(),
        "air" if words.take("to") && words.take("allot") => {
            g.air.left[words::side(&mut words)?.index()].to_string()
        }
        "air" => g.air.on[usize::from(words::division(&mut words, data)?.0)].to_string(),
        "interdicted" => {
            let at = hex(&mut words)?;
            let sides = g.air.interdicted.iter().filter(|it| it.1 == at);
            let sides: String = sides.map(|it| side_letter(it.0)).collect();
            if sides.is_empty() { "none".into() } else { sides }
        }
        "cup" => g.cup.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        "division" if words.take("of") => {
            let id = formation(g, line, &words.need("a formation")?)?;
            data.divisions[usize::from(g.division_of(id).0)].key.clone()
        }
        "step" => match g.active.as_ref().map(|it| it.stage) {
            Some(Stage::Naval(step)) => step.to_string(),
            _ => "none".into(),
        },
        "plays" => g.naval.as_ref().map_or(0, |it| it.plays).to_string(),
        "marker" => {
            let force = sea::force(&mut words, data)?;
            let at = g.naval.as_ref().map(|it| it.markers[usize::from(force.0)]);
            at.map_or("none".into(), |it| map.label(it).to_string())
        }
        "beach" => {
            let id = sea::beach(&mut words, data)?;
            words.end()?;
            return beach_now(g, line, id, value);
        }
        "gap" => {
            let pair = words.need("a hexside")?;
            let (from, to) = sea::hexside(map, &words, &pair)?;
            if beach::is_gap_open(g, from, to) { "open".into() } else { "closed".into() }
        }
        "entrenchment" => {
            let at = hex(&mut words)?;
            let found = g.empty_entrenchments.iter().find(|it| it.0 == at);
            let letter = |it: &Nation| side_letter(data.nations[usize::from(it.0)].side);
            found.map_or("none".into(), |it| letter(&it.1).to_string())
        }
        "points" => {
            let key = words.need("a division")?;
            let Some(at) = data.divisions.iter().position(|it| it.key == key) else {
                return wrong(line, format!("there is no division \"{key}\""));
            };
            words.end()?;
            let points = g.points[at];
            let right = PointsField::are_all(&points, &mut Words::new(line, value))?;
            return if right {
                Ok(())
            } else {
                wrong(line, format!("expected {value}\nfound cp {} dp {}", points.cp, points.dp))
            };
        }
        key => {
            words.end()?;
            if leader(g, key).is_none() && unit(g, line, key).is_err() {
                return wrong(
                    line,
                    format!(
                        "\"{key}\" is neither a unit nor a leader nor something to expect; see cases/README.md"
                    ),
                );
            }
            for phrase in labels(value) {
                if !is(g, line, key, phrase)? {
                    return wrong(
                        line,
                        format!(
                            "expected {key}: {phrase}\nfound    {key}: {}",
                            found_unit(g, key, line)
                        ),
                    );
                }
            }
            return Ok(());
        }
    };
    words.end()?;
    let wanted = value.replace(".5", "½");
    if found == wanted {
        Ok(())
    } else {
        wrong(line, format!("expected {value}\nfound    {found}"))
    }
}

/// `obstacles 2 nests 3 gap 5 sea-state 1 open phone-cut overlay`, in any part; each of the last three with `not`.
fn beach_now(g: &Battle, line: usize, id: BeachId, value: &str) -> Read<()> {
    let Some(naval) = &g.naval else { return wrong(line, "nobody lands here") };
    let beach = naval.beaches[usize::from(id.0)];
    match BeachField::are_all(&beach, &mut Words::new(line, value))? {
        true => Ok(()),
        false => wrong(line, format!("expected {value}\nfound {beach:?}")),
    }
}

/// `0201 0202` all of them; `with 0201` at least; `without 0201`; `none`.
fn zone(g: &Battle, line: usize, found: &gts::set::HexSet, value: &str) -> Read<()> {
    let map = &g.data().map;
    let mut words = Words::new(line, value);
    let show = || found.iter().map(|it| map.label(it).to_string()).collect::<Vec<_>>().join(" ");
    let mismatch = || {
        wrong(
            line,
            format!(
                "expected {value}\nfound    {}",
                if found.is_empty() { "none".into() } else { show() }
            ),
        )
    };
    if words.take("none") {
        return if found.is_empty() { Ok(()) } else { mismatch() };
    }
    if !matches!(words.peek(), Some("with" | "without")) {
        let mut wanted = gts::set::HexSet::default();
        for label in words.rest() {
            wanted.insert(find(map, line, &label)?);
        }
        return if wanted == *found { Ok(()) } else { mismatch() };
    }
    let mut inside = true;
    let mut right = true;
    while let Some(word) = words.next() {
        match word.as_str() {
            "with" => inside = true,
            "without" => inside = false,
            label => right &= found.contains(find(map, line, label)?) == inside,
        }
    }
    if right { Ok(()) } else { mismatch() }
}
