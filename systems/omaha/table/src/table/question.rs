//! What is asked, with everything that may be answered, what it costs and what it risks.

use board::HexId;
use kernel::{Item, PendingAsk, Rule};
use omaha::Day;
use omaha::actions::allowance::{self, Price};
use omaha::attack::outlook;
use omaha::data::{BoxId, FireClass, UnitId, Weapons};
use omaha::event::Event;
use omaha::movement::infiltration;
use omaha::question::{Blow, Opt, Topic};
use omaha::state::{Hit, Place, Shooter};
use omaha::text::{self, Names};
use omaha::{actions, amphibious, fire, prompt};

use super::pieces::{self, box_place, unit as unit_piece};
use super::{deck, view};
use crate::Omaha;
use play::Report;
use play::wire::{self, Choice, Group, Note, Question, Refusal, RuleRef};

pub(super) fn cite(rule: Rule) -> RuleRef {
    RuleRef::of(rule)
}

/// A statement nobody cites in the rules code itself.
pub(super) fn code((code, title): (&str, &str)) -> RuleRef {
    RuleRef { code: code.into(), title: title.into() }
}

pub(super) fn question(g: &Day, asked: &PendingAsk<Day>, log: &Report<'_, Omaha>) -> Question {
    let ask = &asked.ask;
    let mut options: Vec<Choice> =
        asked.options.iter().enumerate().map(|(i, it)| choice(g, asked, i, *it)).collect();
    let groups = group(g, asked, &mut options);
    let mut notes = match ask.topic {
        Topic::Volley(_, by) => volley(g, by),
        Topic::Declare(target) => attack(g, target, true),
        Topic::HeroInAttack(target) | Topic::Attrition(target) => attack(g, target, false),
        Topic::Actions(_) => warnings(g),
        _ => Vec::new(),
    };
    // Before anything is decided one reads what it is about.
    if !log.lines().any(|it| matches!(it.item, Item::Chose { .. })) {
        notes.insert(0, note(g.data().briefing.clone(), None, vec![]));
    }
    notes.extend(since(g, log));
    Question {
        id: String::new(),
        seat: 0,
        rule: cite(ask.rule),
        context: context(g, ask.topic),
        prompt: text::question(g, ask),
        how: prompt::primer(g, ask),
        options,
        groups,
        refused: refusals(g, asked),
        notes,
        secret: false,
        form: None,
        orders: Vec::new(),
    }
}

/// "US actions · 1 of 2 paid actions left".
fn context(g: &Day, topic: Topic) -> String {
    let phase = view::phase(g);
    match topic {
        Topic::Actions(division) => {
            let (left, of) = (allowance::paid_left(g, division), allowance::allowance(g));
            format!("{phase} · {left} of {of} paid actions left")
        }
        _ => format!("Turn {} · {phase}", g.turn),
    }
}

fn choice(g: &Day, asked: &PendingAsk<Day>, index: usize, opt: Opt) -> Choice {
    let (kind, place, piece) = place(g, asked, opt);
    Choice {
        index,
        label: text::label(g, asked.ask.topic, opt),
        kind: kind.into(),
        place,
        piece,
        hint: hint(g, asked, opt),
        odds: super::odds::has_odds(g, asked, opt),
        group: None,
        lines: lines(g, asked, opt),
        places: Vec::new(),
        ends: ends(g, asked, opt),
    }
}

/// What could still be done where a division ends its actions with this.
fn ends(g: &Day, asked: &PendingAsk<Day>, opt: Opt) -> Option<String> {
    let (Topic::Actions(division), Opt::Done) = (asked.ask.topic, opt) else { return None };
    let more = asked.options.len() - 1;
    let left = allowance::paid_left(g, division);
    (0 < more && 0 < left).then(|| match left {
        1 => "One paid action of this division is left.".into(),
        n => format!("{n} paid actions of this division are left."),
    })
}

/// How the page shows an option: kind, place of the map, counter.
fn place(
    g: &Day,
    asked: &PendingAsk<Day>,
    opt: Opt,
) -> (&'static str, Option<wire::Place>, Option<String>) {
    let at_unit = |id: UnitId| ("piece", spot(g, id), Some(unit_piece(id)));
    let at_hex = |hex: HexId| ("place", Some(hex.into()), None);
    match opt {
        Opt::Done | Opt::No => ("stop", None, None),
        Opt::Unit(id)
        | Opt::Join(id)
        | Opt::CrossCliff(id)
        | Opt::AbortCliff(id)
        | Opt::Rest(id)
        | Opt::Recover(id)
        | Opt::Exit(id)
        | Opt::MakePost(id)
        | Opt::GrowPost(id) => at_unit(id),
        Opt::Hex(hex)
        | Opt::German(hex)
        | Opt::Attack(hex)
        | Opt::NavalBarrage(hex)
        | Opt::Clear(hex)
        | Opt::Garrison(hex)
        | Opt::PlaceBase { hex, .. }
        | Opt::Move { to: hex, .. }
        | Opt::ClimbBluff { to: hex, .. }
        | Opt::ClimbCliff { to: hex, .. }
        | Opt::Barrage { target: hex, .. } => at_hex(hex),
        Opt::Box(at) => ("place", Some(box_place(g.data(), at)), None),
        Opt::Position(position) => {
            let site = g.data().positions[position.index()].sites.first();
            ("place", site.map(|it| g.data().sites[it.index()].hex.into()), None)
        }
        Opt::GrowBase { division, base } => {
            let base = g.bases[division.index()].get(usize::from(base));
            ("place", base.map(|it| it.hex.into()), None)
        }
        Opt::Continue | Opt::Stay => match asked.ask.topic {
            Topic::AfterLoss { unit, to } => {
                ("button", if opt == Opt::Stay { spot(g, unit) } else { Some(to.into()) }, None)
            }
            _ => ("button", None, None),
        },
        _ => ("button", None, None),
    }
}

/// Where a US counter is on the map or beside it.
pub(super) fn spot(g: &Day, id: UnitId) -> Option<wire::Place> {
    match g[id].place {
        Place::Map(hex) => Some(hex.into()),
        Place::Box(at) => Some(box_place(g.data(), at)),
        _ => None,
    }
}

/// Small print: what it costs, what it risks, what it leads to.
fn hint(g: &Day, asked: &PendingAsk<Day>, opt: Opt) -> Option<String> {
    let mut words: Vec<String> = Vec::new();
    match opt {
        Opt::Move { unit, to } | Opt::ClimbBluff { unit, to } | Opt::ClimbCliff { unit, to } => {
            words.extend(cost(g, unit, opt));
            match opt {
                Opt::ClimbBluff { .. } => words.push("rests next turn".into()),
                Opt::ClimbCliff { .. } if !g.is_extended() => {
                    words.push("two more turns to get up".into());
                }
                _ => (),
            }
            words.extend(risk(g, unit, to));
        }
        Opt::CrossCliff(unit) => words.extend(cost(g, unit, opt)),
        Opt::AbortCliff(_) | Opt::Rest(_) | Opt::Recover(_) => words.push("free".into()),
        Opt::Barrage { unit, target } => {
            words.extend(cost(g, unit, opt));
            words.extend(defenders(g, target));
        }
        Opt::NavalBarrage(target) => {
            words.push("free, spends a marker: disrupts and removes depth for certain".into());
            words.extend(defenders(g, target));
        }
        Opt::Attack(target) => {
            words.extend(defenders(g, target));
        }
        Opt::Join(unit) => {
            words.push(pieces::state(g, unit));
            words.push(match allowance::always_free(g, unit) {
                Some(rule) => free(rule),
                None => "paid, once for all of its hex".into(),
            });
        }
        Opt::Box(at) => words.extend(landing_hex(g, at)),
        Opt::Unit(unit) => words.push(pieces::state(g, unit)),
        Opt::Division(division) => {
            words.push(format!("{} paid actions", allowance::paid_left(g, division)));
        }
        Opt::Done if matches!(asked.ask.topic, Topic::Actions(_)) => {
            words.push("nobody has to act".into());
        }
        Opt::German(hex) => words.extend(defenders(g, hex)),
        Opt::Hex(hex) if matches!(asked.ask.topic, Topic::Displaced(_) | Topic::StartHex(_)) => {
            words.push(threat_words(g, hex));
        }
        Opt::Clear(_) => words.push("mines here no longer strike landing craft".into()),
        Opt::Yes | Opt::No => (),
        _ => (),
    }
    (!words.is_empty()).then(|| words.join("; "))
}

/// "paid", or what makes it free; the prompt's first line says how many are left to pay.
fn cost(g: &Day, unit: UnitId, opt: Opt) -> Option<String> {
    match allowance::price(g, unit, opt).ok()? {
        Price::Free(rule) => Some(free(rule)),
        Price::Paid(_) => Some("paid".into()),
    }
}

/// "free: rangers act free", "free move to better shelter on the beach".
fn free(rule: Rule) -> String {
    let title = lower(rule.title);
    if title.starts_with("free ") { title } else { format!("free: {title}") }
}

fn lower(text: &str) -> String {
    let mut text = text.to_string();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_lowercase();
    }
    text
}

/// Who watches the way and who can fire at the end of it.
fn risk(g: &Day, unit: UnitId, to: HexId) -> Vec<String> {
    let mut words = Vec::new();
    if let Some(from) = g[unit].hex() {
        let past: Vec<String> =
            infiltration::watchers(g, from, to).iter().map(|it| shooter(g, *it)).collect();
        if !past.is_empty() {
            words.push(format!("infiltrates past {}: a card is drawn", past.join(" and ")));
        }
    }
    words.push(threat_words(g, to));
    words
}

/// "fire: 2 intense, 1 steady", "no fire reaches it".
pub(super) fn threat_words(g: &Day, hex: HexId) -> String {
    let threats = fire::threats(g, hex);
    let classes: Vec<String> = FireClass::ALL
        .into_iter()
        .filter_map(|class| {
            let n = threats.iter().filter(|it| it.class == class).count();
            (0 < n).then(|| format!("{n} {}", class.name()))
        })
        .collect();
    match classes.is_empty() {
        true => "no fire reaches it".into(),
        false => format!("under fire: {}", classes.join(", ")),
    }
}

fn defenders(g: &Day, hex: HexId) -> Option<String> {
    let german = g.german_at(hex)?;
    Some(pieces::german_state(g, german))
}

fn landing_hex(g: &Day, at: BoxId) -> Vec<String> {
    let mut words = Vec::new();
    let Some(hex) = amphibious::waterline(g, at) else {
        return vec!["no beach above water there".into()];
    };
    words.push(format!("lands in {}, {}", g.data().map.label(hex), threat_words(g, hex)));
    let names = Names(g.data());
    let inside: Vec<&str> = g.in_box(at).map(|it| names.unit(it)).collect();
    if !inside.is_empty() {
        words.push(format!("with {}", inside.join(", ")));
    }
    words
}

/// From whom to whom, to be drawn while the option is pointed at.
fn lines(g: &Day, asked: &PendingAsk<Day>, opt: Opt) -> Vec<(wire::Place, wire::Place)> {
    let between = |from: Option<wire::Place>, to: HexId| {
        let to = wire::Place::from(to);
        from.filter(|it| *it != to).map(|it| (it, to))
    };
    match (opt, asked.ask.topic) {
        (
            Opt::Move { unit, to } | Opt::ClimbBluff { unit, to } | Opt::ClimbCliff { unit, to },
            _,
        ) => between(spot(g, unit), to).into_iter().collect(),
        (Opt::Barrage { unit, target }, _) => between(spot(g, unit), target).into_iter().collect(),
        (Opt::Join(unit), Topic::Declare(target)) => {
            between(spot(g, unit), target).into_iter().collect()
        }
        (Opt::Unit(unit), topic) => {
            let to = spot(g, unit);
            let by = topic.position().map(Shooter::Position);
            let from = by.zip(to).and_then(|(by, it)| view::fires_from(g, by, it));
            from.zip(to).map(|(from, to)| (from.into(), to)).into_iter().collect()
        }
        (Opt::Box(at), _) => {
            let hex = amphibious::waterline(g, at);
            hex.map(|it| (box_place(g.data(), at), it.into())).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// What units do is grouped by unit: one clicks the unit, then where it goes.
fn group(g: &Day, asked: &PendingAsk<Day>, options: &mut [Choice]) -> Vec<Group> {
    let mut groups: Vec<(UnitId, Group)> = Vec::new();
    if !matches!(asked.ask.topic, Topic::Actions(_)) {
        return Vec::new();
    }
    for (choice, opt) in options.iter_mut().zip(&asked.options) {
        let Some(id) = actor(*opt) else { continue };
        let at = groups.iter().position(|it| it.0 == id).unwrap_or_else(|| {
            let group = Group {
                label: Names(g.data()).unit(id).into(),
                piece: Some(unit_piece(id)),
                place: spot(g, id),
            };
            groups.push((id, group));
            groups.len() - 1
        });
        choice.group = Some(at);
    }
    groups.into_iter().map(|it| it.1).collect()
}

/// Whose action an option is.
pub(super) const fn actor(opt: Opt) -> Option<UnitId> {
    match opt {
        Opt::Move { unit, .. }
        | Opt::ClimbBluff { unit, .. }
        | Opt::ClimbCliff { unit, .. }
        | Opt::CrossCliff(unit)
        | Opt::AbortCliff(unit)
        | Opt::Rest(unit)
        | Opt::Recover(unit)
        | Opt::Exit(unit)
        | Opt::Barrage { unit, .. } => Some(unit),
        _ => None,
    }
}

/// Units of the player that cannot act now, and why; for those that can, hexes they cannot enter are explained when
/// the map is asked.
fn refusals(g: &Day, asked: &PendingAsk<Day>) -> Vec<Refusal> {
    let Topic::Actions(_) = asked.ask.topic else { return Vec::new() };
    let names = Names(g.data());
    let acting = |id: UnitId| asked.options.iter().any(|it| actor(*it) == Some(id));
    let idle = g.on_map().map(|it| it.0).filter(|it| !acting(*it));
    idle.filter_map(|id| {
        let (_, rule) = actions::refusals(g, id).into_iter().next()?;
        Some(Refusal {
            label: names.unit(id).into(),
            place: None,
            piece: Some(unit_piece(id)),
            reason: format!("{}: {}.", names.unit(id), rule.title),
            rule: cite(rule),
            sides: Vec::new(),
        })
    })
    .collect()
}

// ---------------------------------------------------------------------------------------------------------------
// Notes

fn note(text: String, rule: Option<RuleRef>, places: Vec<wire::Place>) -> Note {
    Note { text, rule, places, past: false }
}

/// What will be lost when the US actions end, if nothing is done about it (omaha.stack.excess, omaha.tide.death).
fn warnings(g: &Day) -> Vec<Note> {
    let names = Names(g.data());
    let limit = usize::from(g.data().tables.constants.stacking_limit);
    let mut hexes: Vec<HexId> = g.troops().map(|it| it.1).collect();
    hexes.sort_unstable();
    hexes.dedup();
    let mut notes = Vec::new();
    for hex in hexes {
        let here: Vec<UnitId> = g.troops_at(hex).collect();
        let listed: Vec<&str> = here.iter().map(|it| names.unit(*it)).collect();
        if limit < here.len() {
            let text = format!(
                "Too many in {}: {}. When both divisions have finished only {limit} may stay, the others are lost.",
                names.hex(hex),
                listed.join(", ")
            );
            notes.push(note(text, Some(cite(actions::end::STACKING)), vec![hex.into()]));
        }
        if g.is_submerged(hex) {
            let text = format!(
                "The water rises over {}: {} drown when both divisions have finished.",
                names.hex(hex),
                listed.join(", ")
            );
            notes.push(note(text, Some(cite(actions::end::TIDE)), vec![hex.into()]));
        }
    }
    notes
}

/// The hits about to be applied: by whom, on whom, how and why.
fn volley(g: &Day, by: Blow) -> Vec<Note> {
    g.today.volley.iter().map(|it| hit(g, by, it)).collect()
}

fn hit(g: &Day, by: Blow, hit: &Hit) -> Note {
    let names = Names(g.data());
    let counter = &g.data().units[hit.unit.index()];
    let what = match (hit.leader, hit.step, hit.disrupt) {
        (true, ..) if counter.kind.is_leader() => "is hit".to_string(),
        (true, ..) => "has its hero hit".into(),
        (_, true, disrupt) => {
            let left = g[hit.unit].steps.saturating_sub(1);
            let gone = if left == 0 { "its last step" } else { "a step" };
            let more = if disrupt { " and is disrupted" } else { "" };
            format!("loses {gone}{more} ({left} left)")
        }
        _ => "is disrupted".into(),
    };
    let to = spot(g, hit.unit);
    let from = to.and_then(|it| view::fires_from(g, hit.by, it));
    let text = format!(
        "{} hits {}: it {what}. {}",
        shooter(g, hit.by),
        names.unit(hit.unit),
        why(g, by, hit)
    );
    note(text, None, from.map(Into::into).into_iter().chain(to).collect())
}

/// "Intense dot: whatever its symbol", "Steady dot and ◆", "Steady dot, five steps in the hex".
fn why(g: &Day, by: Blow, hit: &Hit) -> String {
    let class = match by {
        Blow::Patrol => return "A patrol disrupts those near its position.".into(),
        Blow::Advance => return "The advance disrupts those in its way.".into(),
        Blow::Mortars => "mortar",
        Blow::Fire | Blow::Artillery | Blow::Ambush => hit.class.name(),
    };
    let symbol = g.data().units[hit.unit.index()].symbol;
    // omaha.fire.intense-ambush, omaha.fire.steady-ambush, omaha.fire.sporadic-ambush
    if by == Blow::Ambush {
        let sign = symbol.map_or('?', |it| it.sign());
        return format!("An ambush in {class} fire hits one unit, and it bears {sign}.");
    }
    let crowded = g[hit.unit].hex().is_some_and(|it| g.today.concentrated.contains(it));
    match (hit.by, hit.leader, hit.class) {
        (Shooter::Artillery(_), ..) => match symbol {
            Some(it) => format!("The artillery box, and it bears {}.", it.sign()),
            None => "The artillery box.".into(),
        },
        (_, true, _) => format!("A star on the card: a leader in {class} fire may be hit."),
        (_, _, FireClass::Intense) => "Intense fire hits whatever its symbol.".into(),
        (..) if deck::shows_symbol(g, hit, symbol) => {
            format!("{} fire, and it bears {}.", upper(class), symbol.map_or('?', |it| it.sign()))
        }
        (..) if crowded => {
            format!("{} fire, and the hex is crowded: all in it count as matching.", upper(class))
        }
        _ => format!("{} fire.", upper(class)),
    }
}

fn upper(text: &str) -> String {
    let mut text = text.to_string();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

pub(super) fn shooter(g: &Day, by: Shooter) -> String {
    let names = Names(g.data());
    match by {
        Shooter::Position(position) => names.position(position).into(),
        Shooter::Armour(_) => "German armour".into(),
        Shooter::Artillery(sector) => format!("German artillery {}", names.sector(sector)),
    }
}

/// Who attacks so far, what they bring, what the defender may have and require.
fn attack(g: &Day, target: HexId, declared: bool) -> Vec<Note> {
    let muster = g.today.muster;
    let names = Names(g.data());
    let mut notes = Vec::new();
    if let Some(german) = g.german_at(target) {
        let text =
            format!("{}: {}.", pieces::german_name(g, german), pieces::german_state(g, german));
        notes.push(note(text, None, vec![target.into()]));
    }
    if !muster.units.is_empty() {
        let who: Vec<&str> = muster.units.iter().map(|it| names.unit(it)).collect();
        let naval = if muster.naval { " with naval fire" } else { "" };
        let hexes = muster.units.iter().filter_map(|it| spot(g, it)).collect();
        let cost = match allowance::attack_cost(g, muster.units) {
            Ok([0, 0]) => ", free",
            Ok([1, 0] | [0, 1]) => ", for 1 paid action",
            Ok(_) => ", for several paid actions",
            Err(_) => "",
        };
        // Once it goes on everything is paid for.
        let cost = if declared { cost } else { "" };
        notes.push(note(format!("Attackers: {}{naval}{cost}.", who.join(", ")), None, hexes));
    }
    if muster.units.is_empty() {
        return notes;
    }
    let Some(it) = outlook(g, target, &muster) else { return notes };
    let range = |[low, high]: [i32; 2]| {
        if low == high { low.to_string() } else { format!("{low} to {high}") }
    };
    let hero = if it.hero { ", and a hero: +1 or one missing weapon" } else { "" };
    notes.push(note(
        format!(
            "Strength {} against {} (the unit alone {}){hero}.",
            it.attack,
            range(it.defence),
            range(it.unit)
        ),
        Some(code(("omaha.att.strength", "Attack strength"))),
        vec![],
    ));
    let by = it.cover.by;
    if 1 < by.unit || 1 < by.depth {
        let text = format!("Terrain: unit ×{}, depth ×{}.", by.unit, by.depth);
        notes.push(note(text, Some(cite(it.cover.unit_by)), vec![]));
    }
    let possible = text::weapons(it.possible);
    let mut required = vec![match (it.required.is_empty(), it.possible.is_empty()) {
        (true, false) => format!("Weapons: what is face down could require {possible}"),
        (false, false) => {
            format!(
                "Required: {}; what is face down could require {possible}",
                in_full(it.required)
            )
        }
        (_, true) => format!("Required: {}", in_full(it.required)),
    }];
    required.push(format!("the attackers have {}", text::weapons(it.weapons)));
    required.push(match it.missing.is_empty() {
        true => "nothing can be missing".into(),
        false => format!("lacking {}", in_full(it.missing)),
    });
    notes.push(note(
        format!("{}.", required.join("; ")),
        Some(code(("omaha.att.requirements", "Weapons required"))),
        vec![],
    ));
    notes
}

/// "BR automatic rifle, MG machine gun"
fn in_full(weapons: Weapons) -> String {
    if weapons.is_empty() {
        return "nothing".into();
    }
    let all = weapons.iter().map(|it| format!("{} {}", it.key(), it.name()));
    all.collect::<Vec<_>>().join(", ")
}

/// What happened since the player last decided: cards, landings, events, fire.
fn since(g: &Day, log: &Report<'_, Omaha>) -> Vec<Note> {
    let recent = log.lines().rev().take_while(|it| !matches!(it.item, Item::Chose { .. }));
    let mut notes: Vec<Note> = recent
        .filter_map(|line| match &line.item {
            Item::Happened(event) => Some((line.rule, event)),
            _ => None,
        })
        .filter(|(_, event)| !matches!(event, Event::SetUp(_)))
        .map(|(rule, event)| {
            let (text, hexes) = event.words(g.data());
            let places = hexes.into_iter().map(Into::into).collect();
            Note { past: true, ..note(text, Some(cite(rule)), places) }
        })
        .take(60)
        .collect();
    notes.reverse();
    notes
}
