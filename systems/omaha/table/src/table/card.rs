//! Everything about a hex, a landing box or a counter, for the inspector.

use std::sync::Arc;

use board::HexId;
use hex::Direction;
use omaha::Day;
use omaha::actions::{allowance, command};
use omaha::attack::terrain::crossing;
use omaha::attack::{Muster, outlook};
use omaha::data::{BoxId, DepthId, FireClass, GermanId, Reach, Symbol, UnitId, UnitKind, Weapons};
use omaha::fire::{self, Threat};
use omaha::ground::{BeachRow, Side, Terrain};
use omaha::state::{GermanPlace, Place, Units};
use omaha::tables::{Multiplier, Pass, Passage};
use omaha::text::{Names, weapons};
use omaha::{amphibious, cards, control, pools, victory};

use super::danger::{Danger, Fate};
use super::pieces::{self, Found, Spot, find, find_spot, unit as unit_piece};
use super::question::{cite, code, shooter};
use play::Refused;
use play::wire::{self, Card, CardRow, RuleRef};

fn row(label: &str, value: String) -> CardRow {
    CardRow { label: label.into(), value, printed: None, ledger: vec![], rule: None }
}

fn ruled(label: &str, value: String, rule: RuleRef) -> CardRow {
    CardRow { rule: Some(rule), ..row(label, value) }
}

// ---------------------------------------------------------------------------------------------------------------
// Hexes

/// A hex for those who cannot see it: label, name, terrain, road, position.
pub(super) fn hex_text(g: &Day, hex: HexId) -> String {
    let data = g.data();
    let mut words = vec![data.map.label(hex).to_string()];
    words.extend(data.map.name(hex).map(str::to_string));
    words.push(ground_words(g, hex));
    words.extend(data.ground.road_in(hex).map(|it| format!("{it:?} road").to_lowercase()));
    words.extend(position_words(g, hex));
    let exit = data.exits.iter().find(|it| it.hex == hex);
    words.extend(exit.map(|it| format!("exit {}", it.letter)));
    words.join(", ")
}

fn ground_words(g: &Day, hex: HexId) -> String {
    let ground = &g.data().ground;
    match ground.row[hex.index()] {
        Some(BeachRow::Low) => "beach below low tide".into(),
        Some(BeachRow::Mid) => "beach, mid tide".into(),
        Some(BeachRow::High) => "beach, high tide".into(),
        None => match ground.terrain(hex) {
            Terrain::Clear => "clear high ground".into(),
            other => other.name().into(),
        },
    }
}

/// "WN62N, blue", "C5, green, VP".
fn position_words(g: &Day, hex: HexId) -> Option<String> {
    let data = g.data();
    let site = data.ground.site(hex)?;
    let it = &data.positions[data.sites[site.index()].position.index()];
    let vp = if it.vp { ", VP" } else { "" };
    Some(format!("position {}, {}{vp}", pieces::site_name(data, site), it.colour.name()))
}

/// What a terrain does, for the legend.
pub(super) fn terrain_words(g: &Day, key: &str) -> String {
    let found = Terrain::ALL
        .into_iter()
        .find(|it| it.name() == key || format!("{it:?}").to_lowercase() == key);
    let Some(terrain) = found else { return String::new() };
    let tables = &g.data().tables;
    let (Some(pass), Some(cover)) =
        (tables.move_hex.get(terrain as usize), tables.defence_hex.get(terrain as usize))
    else {
        return String::new();
    };
    format!("{}; {}", passage(pass), cover_words(*cover))
}

/// What a hexside does, for the legend.
pub(super) fn side_words(g: &Day, key: &str) -> String {
    let found = Side::ALL.into_iter().find(|it| {
        let short = match it {
            Side::Ditch => "atditch",
            Side::Wall => "atwall",
            other => other.name(),
        };
        short == key || it.name() == key
    });
    let Some(side) = found else { return String::new() };
    let tables = &g.data().tables;
    let pass = tables.move_side[side as usize].pass;
    let attack = match tables.defence_side[side as usize] {
        None => "no attack across".to_string(),
        Some(it) => format!("attacked across: {}", cover_words(it)),
    };
    format!("{}; {attack}", passage(&pass))
}

fn passage(it: &Passage) -> String {
    let word = |pass: Pass| match pass {
        Pass::Yes => "yes",
        Pass::No => "no",
        Pass::Road => "by road",
        Pass::Climb => "by climbing",
        Pass::ClimbCliff => "by climbing in three turns",
    };
    let opened = if it.engineer { " (opened by engineers)" } else { "" };
    match [it.infantry, it.leader, it.other] {
        [Pass::Yes, Pass::Yes, Pass::Yes] => "open to all".into(),
        [Pass::No, Pass::No, Pass::No] => format!("closed to all{opened}"),
        [Pass::Yes, Pass::Yes, other] => {
            format!("open to infantry and leaders, others {}{opened}", word(other))
        }
        [infantry, leader, other] => format!(
            "infantry {}, leaders {}, others {}{opened}",
            word(infantry),
            word(leader),
            word(other)
        ),
    }
}

fn cover_words(it: Multiplier) -> String {
    match (it.unit, it.depth) {
        (1, 1) => "no help in defence".into(),
        (unit, 1) => format!("strength of the defending unit ×{unit}"),
        (unit, depth) => format!("strength of the defending unit ×{unit}, of its depth ×{depth}"),
    }
}

pub(super) fn place(
    g: &Day,
    place: wire::Place,
    danger: impl Fn() -> Arc<Danger>,
) -> Result<Card, Refused> {
    match find_spot(g.data(), place)? {
        Spot::Hex(hex) => Ok(hex_card(g, hex, danger)),
        Spot::Box(at) => Ok(box_card(g, at)),
    }
}

fn hex_card(g: &Day, hex: HexId, danger: impl Fn() -> Arc<Danger>) -> Card {
    let data = g.data();
    let names = Names(data);
    let mut rows = vec![row("Ground", ground_words(g, hex))];
    rows.extend(water(g, hex));
    let sides = sides(g, hex);
    if !sides.is_empty() {
        rows.push(row("Hexsides", sides.join("; ")));
    }
    if let Some(text) = position_words(g, hex) {
        rows.push(row("Position", text));
    }
    if let Some(id) = g.german_at(hex) {
        rows.extend(german_rows(g, id));
    }
    rows.extend(threats(g, hex));
    let units: Vec<UnitId> = g.at(hex).collect();
    let troops: Vec<UnitId> = g.troops_at(hex).collect();
    if !troops.is_empty() {
        rows.push(stacking(g, &troops));
        let danger = danger();
        for unit in &units {
            rows.extend(survival(g, *unit, &danger));
        }
    } else if !data.ground.dotted_by[hex.index()].is_empty() && g.german_at(hex).is_none() {
        rows.extend(lone(g, hex));
    }
    rows.push(row("Held", holding(g, hex)));
    Card { title: names.hex(hex), subtitle: hex_text(g, hex), rows, pieces: Vec::new() }
}

/// Tide, obstacles and mines.
fn water(g: &Day, hex: HexId) -> Vec<CardRow> {
    let data = g.data();
    let mut rows = Vec::new();
    if let Some(line) = data.ground.row[hex.index()] {
        let floods = (g.turn..=data.plan.last_turn).find(|turn| {
            let tide = data.tables.turn(*turn).tide as u8;
            (line as u8) < tide
        });
        let text = match (g.is_submerged(hex), floods) {
            (true, _) => "under water: nobody may enter".to_string(),
            (false, Some(turn)) => format!("under water from turn {turn}: leave it before"),
            (false, None) => "stays dry".into(),
        };
        rows.push(ruled("Tide", text, code(("omaha.tide.death", "The tide drowns"))));
    }
    if data.ground.obstacles.contains(hex) {
        let text = if g.has_obstacles(hex) { "not cleared" } else { "cleared" };
        rows.push(ruled(
            "Obstacles",
            text.into(),
            code(("omaha.eng.where-obstacles", "Beach obstacles")),
        ));
    }
    if data.ground.mined.contains(hex) {
        rows.push(ruled("Road", "mined".into(), code(("omaha.terr.mined", "Mined roads"))));
    }
    let boxes: Vec<&str> = data
        .boxes
        .iter()
        .filter(|it| it.low == hex || it.mid == hex || it.high == Some(hex))
        .map(|it| it.name.as_str())
        .collect();
    if !boxes.is_empty() {
        rows.push(row("Landing box", boxes.join(", ")));
    }
    rows
}

fn sides(g: &Day, hex: HexId) -> Vec<String> {
    let ground = &g.data().ground;
    Direction::ALL
        .iter()
        .filter(|it| ground.side(hex, **it) != Side::None)
        .map(|it| format!("{} {}", it.name(), ground.side(hex, *it).name()))
        .collect()
}

/// Who has a dot here and of which class, one line a position.
fn threats(g: &Day, hex: HexId) -> Vec<CardRow> {
    let (n, left) = (g.deck.undrawn.count_ones(), cards::cards(g.deck.undrawn));
    let chance = |it: &Threat| {
        let marks = left.iter().filter_map(|card| g.data().cards[card.index()].mark(it.colour));
        marks.filter(|mark| it.on_double || !mark.double).count()
    };
    fire::threats(g, hex)
        .iter()
        .map(|it| {
            let doubles = if it.on_double { "also on double" } else { "not on double" };
            let text = format!(
                "{}, {}; fires on {} of {n} cards ({doubles}), hits up to {}",
                it.class.name(),
                it.colour.name(),
                chance(it),
                it.limit
            );
            ruled(&shooter(g, it.by), text, class_rule(it.class))
        })
        .collect()
}

fn class_rule(class: FireClass) -> RuleRef {
    cite(match class {
        FireClass::Intense => fire::INTENSE_REVEALED,
        FireClass::Steady => fire::STEADY_REVEALED,
        FireClass::Sporadic => fire::SPORADIC_REVEALED,
    })
}

fn stacking(g: &Day, troops: &[UnitId]) -> CardRow {
    let constants = &g.data().tables.constants;
    let steps: u8 = troops.iter().map(|it| g[*it].steps).sum();
    let limit = constants.stacking_limit;
    let mut text = format!("{} of {limit} units, {steps} steps", troops.len());
    if usize::from(limit) < troops.len() {
        text += ": too many when the US actions end, the rest is lost";
    }
    if constants.concentrated_steps <= steps {
        text += ": a concentrated target, all count as matching";
    }
    ruled("Stacking", text, code(("omaha.fire.concentrated", "A concentrated target")))
}

/// What the next German fire may do to a counter where it stands.
fn survival(g: &Day, unit: UnitId, danger: &Danger) -> Option<CardRow> {
    let fates = danger.of_unit(unit)?;
    let words: Vec<String> = Fate::ALL
        .iter()
        .filter(|it| 0.000_001 < fates[it.0 as usize])
        .map(|(fate, label, _)| {
            let chance = fates[*fate as usize];
            let percent = (chance * 100.0).round();
            let fraction = danger.fraction(chance);
            match fraction.is_empty() {
                true => format!("{label} {percent} %"),
                false => format!("{label} {fraction} ({percent} %)"),
            }
        })
        .collect();
    let label = format!("{} in the fire of turn {}", Names(g.data()).unit(unit), danger.turn);
    Some(row(&label, words.join(", ")))
}

/// A lone infantry unit of each symbol here, if it drew all the fire: cards that take a step or disrupt.
fn lone(g: &Day, hex: HexId) -> Vec<CardRow> {
    let left = cards::cards(g.deck.undrawn);
    let threats = fire::threats(g, hex);
    if threats.is_empty() {
        return Vec::new();
    }
    Symbol::ALL
        .into_iter()
        .map(|symbol| {
            let (mut step, mut disrupt) = (0, 0);
            for card in &left {
                let card = &g.data().cards[card.index()];
                let hits = threats.iter().filter(|it| {
                    card.mark(it.colour).is_some_and(|mark| it.on_double || !mark.double)
                });
                let worst = hits
                    .filter(|it| it.class == FireClass::Intense || card.symbol == symbol)
                    .map(|it| it.class)
                    .min();
                match worst {
                    Some(FireClass::Intense | FireClass::Steady) => step += 1,
                    Some(FireClass::Sporadic) => disrupt += 1,
                    None => (),
                }
            }
            let n = left.len();
            let text = format!("a step on {step}, disrupted on {disrupt} of {n} cards");
            row(&format!("A lone {} company here", symbol.sign()), text)
        })
        .collect()
}

/// Control and communication.
fn holding(g: &Day, hex: HexId) -> String {
    let mut words = Vec::new();
    if control::us_control(g).contains(hex) {
        words.push("US-controlled");
    }
    if control::us_communication(g).contains(hex) {
        words.push("in US communication");
    }
    if control::german_hexes(g).contains(hex) {
        words.push("in German communication");
    }
    if victory::scored_hexes(g).contains(hex) {
        words.push("counts for the score");
    }
    if words.is_empty() { "by nobody".into() } else { words.join(", ") }
}

fn box_card(g: &Day, at: BoxId) -> Card {
    let data = g.data();
    let names = Names(data);
    let it = &data.boxes[at.index()];
    let hex = |hex: HexId| names.hex(hex);
    let mut rows = vec![
        row("Sector", format!("{}, {}", names.sector(it.sector), it.sector.division().name())),
        row("Low tide", hex(it.low)),
        row("Mid tide", hex(it.mid)),
        row("High tide", it.high.map_or("no beach left".into(), hex)),
    ];
    if let Some(now) = amphibious::waterline(g, at) {
        rows.push(row("Lands now in", hex(now)));
        rows.extend(threats(g, now));
    }
    Card {
        title: format!("Landing box {}", it.name),
        subtitle: "Units here are checked by the landing card, then land".into(),
        rows,
        pieces: g.in_box(at).map(unit_piece).collect(),
    }
}

// ---------------------------------------------------------------------------------------------------------------
// Counters

pub(super) fn piece(
    g: &Day,
    piece: &str,
    danger: impl Fn() -> Arc<Danger>,
) -> Result<Card, Refused> {
    match find(g, piece)? {
        Found::Unit(id) => Ok(us(g, id, danger)),
        Found::German(id) => Ok(german(g, id)),
    }
}

fn us(g: &Day, id: UnitId, danger: impl Fn() -> Arc<Danger>) -> Card {
    let data = g.data();
    let names = Names(data);
    let counter = &data.units[id.index()];
    let it = &g[id];
    let mut rows = Vec::new();
    let condition = pieces::condition(g, id);
    if !condition.is_empty() {
        rows.push(row("State", condition.join(", ")));
    }
    if let Some(symbol) = counter.symbol {
        let armoured = if counter.kind.is_armoured() { ", armoured" } else { "" };
        rows.push(ruled(
            "Target symbol",
            format!("{}{armoured}", symbol.sign()),
            code(("omaha.us.symbol-one", "Fire hits by the symbol of the card")),
        ));
    }
    for steps in (1..=counter.full_steps()).rev() {
        rows.extend(step_row(g, id, steps));
    }
    if let Place::Map(hex) = it.place {
        rows.push(command_row(g, id));
        rows.extend(director_row(g, id));
        rows.extend(threats(g, hex));
        rows.extend(survival(g, id, &danger()));
        rows.extend(targets(g, id, hex));
    }
    let place = match it.place {
        Place::Map(hex) => names.hex(hex),
        Place::Box(at) => format!("landing box {}", names.landing_box(at)),
        Place::Track(turn) => format!("arrives on turn {turn}"),
        _ => "out of the battle".into(),
    };
    Card {
        title: counter.name.clone(),
        subtitle: format!("{}, {place}", pieces::state(g, id)),
        rows,
        pieces: Vec::new(),
    }
}

/// Strength, range and weapons with so many steps; the current line is marked.
fn step_row(g: &Day, id: UnitId, steps: u8) -> Option<CardRow> {
    let counter = &g.data().units[id.index()];
    let line = counter.line(steps)?;
    let range = match line.range {
        Reach::None => String::new(),
        Reach::Hexes(n) => format!(", range {n}"),
        Reach::Unlimited => ", any range".into(),
    };
    let arms = if steps == counter.full_steps() || !counter.kind.is_infantry() {
        full_weapons(g, id)
    } else {
        weapons(line.weapons)
    };
    let now = if steps == g[id].steps { "▸ " } else { "" };
    let label = if steps == 1 { "1 step".to_string() } else { format!("{steps} steps") };
    Some(ruled(
        &format!("{now}{label}"),
        format!("strength {}{range}; {arms}", line.strength),
        code(("omaha.us.step-loss", "Values by steps")),
    ))
}

fn full_weapons(g: &Day, id: UnitId) -> String {
    let chart = &g.data().tables.weapons;
    let counter = &g.data().units[id.index()];
    match counter.kind {
        UnitKind::Infantry if counter.heavy => format!(
            "{} next to the target, {} from afar",
            weapons(chart.heavy_adjacent),
            weapons(chart.heavy_distant)
        ),
        UnitKind::Infantry | UnitKind::Ranger => weapons(chart.infantry),
        UnitKind::Tank => {
            format!(
                "{} within 3 hexes, {} beyond",
                weapons(chart.tank_near),
                weapons(chart.tank_far)
            )
        }
        UnitKind::Artillery | UnitKind::SpArtillery | UnitKind::DukwArtillery => {
            weapons(chart.artillery)
        }
        UnitKind::AntiTank => weapons(chart.anti_tank),
        UnitKind::AntiAir => weapons(chart.anti_air),
        UnitKind::SpAntiAir => weapons(chart.sp_anti_air),
        UnitKind::Hq => weapons(chart.headquarters),
        UnitKind::General => weapons(Weapons::NONE),
    }
}

/// Whose it is when two play together and it has walked over the boundary.
fn director_row(g: &Day, id: UnitId) -> Option<CardRow> {
    let by = command::director(g, id);
    let text = format!("with two players, who has the {}", by.name());
    (by != g[id].command).then(|| ruled("Directed by", text, cite(command::TWO_PLAYERS)))
}

fn command_row(g: &Day, id: UnitId) -> CardRow {
    let names = Names(g.data());
    if g.kind(id).is_leader() {
        let text = "units in and next to its hex act free, until it moves";
        return ruled("Command", text.into(), cite(allowance::FREE_COMMAND));
    }
    let by: Vec<&str> = command::commanders(g, id).map(|it| names.unit(it)).collect();
    match (allowance::always_free(g, id), by.is_empty()) {
        (Some(rule), _) => ruled("Actions", format!("free: {}", rule.title), cite(rule)),
        (None, false) => ruled("Command", by.join(", "), cite(allowance::FREE_COMMAND)),
        (None, true) => {
            let text = "must be paid for; moves to better shelter are free".to_string();
            ruled("Actions", text, cite(allowance::spent_rule(g)))
        }
    }
}

/// What it would meet next to it: weapons required against weapons possessed.
fn targets(g: &Day, id: UnitId, hex: HexId) -> Vec<CardRow> {
    if !g.kind(id).is_infantry() {
        return Vec::new();
    }
    let near = g.data().map.neighbours(hex).map(|it| it.1);
    near.filter(|to| g.german_at(*to).is_some() && crossing(g, hex, *to).is_some())
        .filter_map(|to| {
            let muster = Muster { units: Units::from_iter([id]), naval: false };
            against(g, to, muster, "alone")
        })
        .collect()
}

/// One line: strength and weapons of some attackers against what a hex may hold.
fn against(g: &Day, target: HexId, muster: Muster, who: &str) -> Option<CardRow> {
    let it = outlook(g, target, &muster)?;
    let german = g.german_at(target)?;
    let range = |[low, high]: [i32; 2]| {
        if low == high { low.to_string() } else { format!("{low}–{high}") }
    };
    let mut text = format!("strength {} against {}", it.attack, range(it.defence));
    text += &match (it.required.is_empty(), it.possible.is_empty()) {
        (false, true) => format!("; requires {}", weapons(it.required)),
        (false, false) => {
            format!("; requires {}, perhaps {}", weapons(it.required), weapons(it.possible))
        }
        (true, false) => format!("; may require {}", weapons(it.possible)),
        (true, true) => String::new(),
    };
    text += &format!("; has {}", weapons(it.weapons));
    if !it.missing.is_empty() {
        text += &format!(", lacks {}", weapons(it.missing));
    }
    Some(ruled(
        &format!("Attack on {}, {who}", pieces::german_name(g, german)),
        text,
        code(("omaha.att.requirements", "Weapons required")),
    ))
}

fn german(g: &Day, id: GermanId) -> Card {
    let place = g.hex_of(id).map_or(String::new(), |it| Names(g.data()).hex(it));
    Card {
        title: pieces::german_name(g, id),
        subtitle: format!("{place}: {}", pieces::german_state(g, id)),
        rows: german_rows(g, id),
        pieces: Vec::new(),
    }
}

fn german_rows(g: &Day, id: GermanId) -> Vec<CardRow> {
    let data = g.data();
    let counter = &data.germans[id.index()];
    let known = g[id].revealed || g[id].known;
    let mut rows = vec![row("Unit", pieces::german_kind(counter.kind).into())];
    if known {
        rows.push(row("Strength", counter.strength.to_string()));
        rows.push(row("Requires", weapons(counter.requires)));
    } else {
        let all: Vec<GermanId> = pools::could_be(g, id).collect();
        let faces = all.iter().map(|it| {
            let it = &data.germans[it.index()];
            (it.strength, it.requires)
        });
        rows.push(ruled("Could be", tally(faces.collect()), hidden()));
    }
    rows.extend(g[id].depth.map(|it| depth_row(g, it)));
    if let GermanPlace::At(site) = g[id].place {
        rows.push(fires_on(g, data.sites[site.index()].position));
    }
    if g[id].disrupted {
        let text = "does not fire until its colour comes up".to_string();
        rows.push(ruled("Disrupted", text, cite(fire::RECOVERS)));
    }
    if let Some(hex) = g.hex_of(id) {
        rows.extend(all_attackers(g, hex));
    }
    rows
}

fn hidden() -> RuleRef {
    code(("omaha.scale.hidden-info", "Faces that were never seen stay hidden"))
}

fn depth_row(g: &Day, depth: DepthId) -> CardRow {
    let it = &g.data().depths[depth.index()];
    if g[depth].revealed || g[depth].known {
        return row("Depth", format!("+{}, requires {}", it.strength, weapons(it.requires)));
    }
    let could: Vec<DepthId> = pools::depth_could_be(g, depth).collect();
    let tactical = could.iter().filter(|it| g.data().depths[it.index()].tactical).count();
    let faces = could.iter().filter(|it| !g.data().depths[it.index()].tactical).map(|it| {
        let it = &g.data().depths[it.index()];
        (it.strength, it.requires)
    });
    let mut text = tally(faces.collect());
    if 0 < tactical {
        text += &format!("; {tactical}× tactical reinforcement");
    }
    ruled("Depth could be", text, hidden())
}

/// "2× strength 1 BR; 1× strength 2 BG BZ".
fn tally(mut faces: Vec<(u8, Weapons)>) -> String {
    faces.sort_by_key(|it| (it.0, it.1.0));
    let mut words: Vec<String> = Vec::new();
    let mut at = 0;
    while let Some(face) = faces.get(at) {
        let n = faces.iter().filter(|it| *it == face).count();
        words.push(format!("{n}× strength {} {}", face.0, weapons(face.1)));
        at += n;
    }
    words.join("; ")
}

/// On how many of the cards left a position is called up.
fn fires_on(g: &Day, position: omaha::data::PositionId) -> CardRow {
    let colour = g.data().positions[position.index()].colour;
    let left = cards::cards(g.deck.undrawn);
    let marks = || left.iter().filter_map(|it| g.data().cards[it.index()].mark(colour));
    let double = marks().filter(|it| it.double).count();
    let single = marks().count() - double;
    let depth = if fire::depth_of(g, position) { "fires" } else { "silent: no depth" };
    ruled(
        "Called up",
        format!(
            "{} single on {single}, double on {double} ({depth}) of {} cards",
            colour.name(),
            left.len()
        ),
        code(("omaha.fire.match", "Who fires on a card")),
    )
}

/// All infantry next to it that could attack together.
fn all_attackers(g: &Day, hex: HexId) -> Option<CardRow> {
    let near = g.data().map.neighbours(hex).map(|it| it.1);
    let units: Units = near
        .filter(|from| crossing(g, *from, hex).is_some())
        .flat_map(|from| g.troops_at(from).collect::<Vec<_>>())
        .filter(|it| g.kind(*it).is_infantry())
        .collect();
    if units.is_empty() {
        return None;
    }
    against(g, hex, Muster { units, naval: false }, "all next to it")
}
