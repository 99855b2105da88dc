//! The position as the player sees it.

use board::HexId;
use kernel::Item;
use omaha::actions::allowance;
use omaha::chart::running;
use omaha::data::{Division, Sector, Victory, Weapon};
use omaha::state::{Outcome as End, Phase, Shooter};
use omaha::tables::Tide;
use omaha::text::Names;
use omaha::{Day, victory};

use super::display::{displays, score_rows};
use super::pieces::{box_place, unit};
use super::question::{cite, code};
use super::{deck, marks, overlay, pieces};
use crate::Omaha;
use play::wire::{
    CellHead, Chart, ChartAt, Focus, LegendEntry, MapHead, Now, Outcome, OverlayPlace, Panel,
    PanelRow, Place, SequenceStep, TurnMark, Variant,
};
use play::{Look, Report, Scene, SeatSetting, Setting};

pub(super) fn scene(look: &Look<'_, Omaha>) -> Scene {
    let g: &Day = look;
    let cards = deck::open(g, &look.log);
    let charts = running(g, look.asked.as_ref()).iter().map(ChartAt::from).collect();
    Scene {
        now: Now { charts, ..now(g) },
        pieces: pieces::all(g),
        markers: marks::on_hexes(g),
        flooded: marks::flooded(g),
        drawings: Vec::new(),
        edges: Vec::new(),
        plates: Vec::new(),
        panels: panels(g),
        goal: super::goal::goal(g),
        displays: displays(g, &cards),
        cards,
        focus: focus(g, &look.log),
    }
}

pub(super) fn setting(g: &Day) -> Setting {
    let data = g.data();
    let (first, last) = (data.plan.first_turn, data.plan.last_turn);
    let turns = (1..=last).map(|it| data.tables.turn(it));
    Setting {
        title: data.title.clone(),
        edition: format!("turns {first} to {last}"),
        variants: data
            .in_force
            .iter()
            .map(|it| Variant { title: it.title.clone(), text: it.text.clone() })
            .collect(),
        seats: vec![SeatSetting {
            key: "us".into(),
            name: "Americans".into(),
            briefing: data.briefing.clone(),
        }],
        turns: turns
            .map(|it| TurnMark {
                date: "6 June".into(),
                time: it.clock.clone(),
                night: false,
                water: Some(it.tide as u8),
            })
            .collect(),
        map: map_head(g),
        overlays: overlay::heads(),
        sequences: [BASIC.as_slice(), &EXTENDED].map(sequence).into(),
        charts: omaha::chart::ALL.into_iter().map(Chart::from).collect(),
    }
}

/// Half the side of a landing box as it is drawn.
const BOX: f32 = 29.0;

/// The hexes, and after them the landing boxes.
fn map_head(g: &Day) -> MapHead {
    let data = g.data();
    let text = |hex| super::card::hex_text(g, hex);
    let mut map = play::hex_map(&data.map, data.hex_metres, text, legend(g));
    let shape = map.shapes.len() as u8;
    map.shapes.push(vec![(-BOX, -BOX), (BOX, -BOX), (BOX, BOX), (-BOX, BOX)]);
    map.cells.extend((0..data.boxes.len() as u8).map(omaha::data::BoxId).map(|id| {
        let it = &data.boxes[id.index()];
        let middle = crate::art::box_middle(data, id);
        let side = Names(data).sector(it.sector);
        let low = data.map.label(it.low);
        CellHead {
            label: it.name.clone(),
            text: format!("{}, landing box, {side}, leads to {low}", it.name),
            at: play::point(middle.x, middle.y),
            shape,
        }
    }));
    map
}

fn legend(g: &Day) -> Vec<LegendEntry> {
    let map = &g.data().map;
    let entry = |kind: &str, key: &str, name: &str, text: &str| LegendEntry {
        kind: kind.into(),
        key: key.into(),
        name: name.into(),
        text: text.into(),
    };
    let mut legend = Vec::new();
    for it in &map.legend().terrains {
        legend.push(entry("terrain", &it.key, &it.name, &super::card::terrain_words(g, &it.key)));
    }
    for it in &map.legend().sides {
        legend.push(entry("hexside", &it.key, &it.name, &super::card::side_words(g, &it.key)));
    }
    for it in &map.legend().routes {
        legend.push(entry("route", &it.key, &it.name, ""));
    }
    for (key, name, text) in [
        (
            "m-disrupted",
            "Disrupted",
            "US: may only remove the marker; German: does not fire, has no field",
        ),
        ("m-hero", "Hero", "actions of his unit are free; in an attack one missing weapon or +1"),
        ("m-inspired", "Inspired", "its hero fell: its actions stay free"),
        ("m-climb", "Climb", "has gone over a bluff: removes the marker as its next action, free"),
        ("m-climb-cliff", "On the cliff", "crosses with its next action, free"),
        (
            "depth-wn-back",
            "Depth",
            "the position may hit one more unit and fires on double colours",
        ),
        ("m-smoke", "Smoke", "the position holds its fire this turn"),
        ("m-cleared", "Cleared", "no obstacles: no mines, and bases come ashore"),
        ("m-garrison", "Garrison", "holds a position for the score"),
        ("m-base-2", "Engineer base", "with its range: opens walls, ditches and mined roads"),
        ("m-post-2", "Command post", "with its range: units in it act free"),
    ] {
        legend.push(entry("marker", key, name, text));
    }
    for it in Weapon::ALL {
        legend.push(entry("weapon", "", it.key(), it.name()));
    }
    legend
}

/// Phases as the book numbers them: basic, then extended.
const BASIC: [(&str, &str); 6] = [
    ("I", "Amphibious operations: landing cards, landings, arrivals"),
    ("II", "Event"),
    ("III", "German fire"),
    ("IV", "Engineers clear obstacles"),
    ("V", "US actions"),
    ("VI", "End of the turn"),
];
const EXTENDED: [(&str, &str); 7] = [
    ("I", "Amphibious operations: landing cards, landings, arrivals"),
    ("II", "First event"),
    ("III", "German fire and actions"),
    ("IV", "Second event"),
    ("V", "Engineers and headquarters"),
    ("VI", "US actions"),
    ("VII", "End of the turn"),
];

fn sequence(steps: &[(&str, &str)]) -> Vec<SequenceStep> {
    let step = |it: &(&str, &str)| SequenceStep { letter: it.0.into(), title: it.1.into() };
    steps.iter().map(step).collect()
}

fn now(g: &Day) -> Now {
    let extended = g.is_extended();
    let here = numeral(g.phase, extended);
    let order = if extended { omaha::sequence::TURN_EXTENDED } else { omaha::sequence::TURN };
    Now {
        turn: g.turn,
        label: clock(g),
        weather: tide_words(g),
        night: false,
        phase: phase(g),
        phase_rule: cite(order),
        sequence: extended.into(),
        step: here.into(),
        procedure: Vec::new(),
        charts: Vec::new(),
    }
}

/// "06:15 hours"
pub(super) fn clock(g: &Day) -> String {
    let text = &g.data().tables.turn(g.turn).clock;
    match text.split_at_checked(2) {
        Some((hours, minutes)) if text.len() == 4 => format!("{hours}:{minutes} hours"),
        _ => format!("{text} hours"),
    }
}

const fn numeral(phase: Phase, extended: bool) -> &'static str {
    match phase {
        Phase::SetUp | Phase::Begin | Phase::Over => "",
        Phase::LandingCheck(_) | Phase::Land | Phase::Arrivals => "I",
        Phase::Event(1) => "II",
        Phase::Event(_) => "IV",
        Phase::FireCard(_) | Phase::GermanActions(_) | Phase::FireHits(_) => "III",
        Phase::Obstacles(_) if !extended => "IV",
        Phase::Obstacles(_) | Phase::Headquarters => "V",
        Phase::UsActions | Phase::UsEnd if extended => "VI",
        Phase::UsActions | Phase::UsEnd => "V",
        Phase::EndOfTurn if extended => "VII",
        Phase::EndOfTurn => "VI",
    }
}

pub(super) fn phase(g: &Day) -> String {
    let names = Names(g.data());
    match g.phase {
        Phase::SetUp => "Set-up".into(),
        Phase::Begin => "The turn begins".into(),
        Phase::LandingCheck(sector) => format!("Landing card {}", names.sector(sector)),
        Phase::Land => "Landing".into(),
        Phase::Arrivals => "Arrivals".into(),
        Phase::Event(1) => "Event".into(),
        Phase::Event(_) => "Second event".into(),
        Phase::FireCard(sector) => format!("German fire {}", names.sector(sector)),
        Phase::GermanActions(sector) => format!("German actions {}", names.sector(sector)),
        Phase::FireHits(sector) => format!("German fire {}: hits", names.sector(sector)),
        Phase::Obstacles(sector) => format!("Obstacle engineers {}", names.sector(sector)),
        Phase::Headquarters => "Engineers and headquarters".into(),
        Phase::UsActions => "US actions".into(),
        Phase::UsEnd => "US actions end".into(),
        Phase::EndOfTurn => "End of the turn".into(),
        Phase::Over => "The game is over".into(),
    }
}

/// "Low tide, rising from turn 7".
fn tide_words(g: &Day) -> String {
    let tables = &g.data().tables;
    let tide = g.tide();
    let name = match tide {
        Tide::Low => "Low tide",
        Tide::Mid => "Mid tide",
        Tide::High => "High tide",
    };
    let mut later = (g.turn + 1..=g.data().plan.last_turn).map(|it| (it, tables.turn(it).tide));
    match later.find(|it| it.1 != tide) {
        Some((turn, next)) => {
            let way = if tide < next { "rising" } else { "falling" };
            format!("{name}, {way} on turn {turn}")
        }
        None => name.into(),
    }
}

fn row(label: &str, value: String, rule: Option<kernel::Rule>) -> PanelRow {
    PanelRow { label: label.into(), value, rule: rule.map(cite) }
}

fn panels(g: &Day) -> Vec<Panel> {
    let mut panels: Vec<Panel> = g.sectors().map(|it| division(g, it.division())).collect();
    let left = g.deck.undrawn.count_ones();
    let points = victory::points(g);
    let mut rows = vec![
        PanelRow {
            label: "Score so far".into(),
            value: match goal(g) {
                Some(goal) => format!("{points} of {goal}"),
                None => points.to_string(),
            },
            rule: Some(code(if g.is_extended() {
                ("omaha.vic.check2-vp", "Points at the end of turn 32")
            } else {
                ("omaha.vic.fw-win", "Points of the first waves")
            })),
        },
        row("Cards left", format!("{left} of {}", g.data().cards.len()), None),
        row("Naval fire markers", g.naval_markers.to_string(), None),
    ];
    let shuffles = (g.turn..=g.data().plan.last_turn).find(|it| g.data().tables.turn(*it).shuffle);
    rows.extend(shuffles.map(|it| row("Discards return", format!("end of turn {it}"), None)));
    panels.push(Panel { title: "The landing".into(), seat: None, rows });
    panels
}

/// Points that win, where one number does.
pub(super) fn goal(g: &Day) -> Option<i16> {
    match g.data().plan.victory {
        Victory::Points { win } => Some(win),
        Victory::Levels { check: Some(check), .. } if g.turn <= check.turn => Some(check.win),
        // More than a tactical defeat has.
        Victory::Levels { bounds, .. } => Some(bounds[2] + 1),
    }
}

fn division(g: &Day, division: Division) -> Panel {
    let constants = &g.data().tables.constants;
    let limit = if g.is_extended() {
        constants.catastrophic_extended
    } else {
        constants.catastrophic_basic
    };
    let lost = g.losses[division.index()].len();
    let paid = allowance::paid_left(g, division);
    let of = allowance::allowance(g);
    let ashore = g.troops().filter(|it| g[it.0].command == division).count();
    let rule = if g.is_extended() {
        omaha::losses::CATASTROPHE_EXTENDED
    } else {
        omaha::losses::CATASTROPHE_BASIC
    };
    Panel {
        title: match division {
            Division::First => "1st · East".into(),
            Division::TwentyNinth => "29th · West".into(),
        },
        seat: Some(0),
        rows: vec![
            row("Paid actions left", format!("{paid} of {of}"), Some(allowance::spent_rule(g))),
            row("Shattered", format!("{lost} of {limit}"), Some(rule)),
            row("Units ashore", ashore.to_string(), None),
        ],
    }
}

pub(super) fn outcome(g: &Day, end: End) -> Outcome {
    let text = match end.catastrophe {
        Some(division) => format!(
            "The {} has lost too many companies: {}, with {} points.",
            division.name(),
            end.level.name(),
            end.points
        ),
        None if end.conceded => {
            format!("The landing is given up at {} points: {}.", end.points, end.level.name())
        }
        None if end.armour => {
            format!("German armour has reached the beach road: {}.", end.level.name())
        }
        None => format!("{} points: {}.", end.points, end.level.name()),
    };
    Outcome { winner: end.level.is_won().then_some(0), text, rows: score_rows(g), seed: None }
}

/// What is going on: the hits about to be applied, or the latest thing that happened.
fn focus(g: &Day, log: &Report<'_, Omaha>) -> Focus {
    let mut focus = Focus::default();
    for hit in &g.today.volley {
        let to = match g[hit.unit].place {
            omaha::state::Place::Map(hex) => hex.into(),
            omaha::state::Place::Box(at) => box_place(g.data(), at),
            _ => continue,
        };
        focus.pieces.push(unit(hit.unit));
        if let Some(from) = fires_from(g, hit.by, to) {
            focus.arrows.push((from.into(), to));
        }
    }
    if let Phase::FireHits(sector) | Phase::FireCard(sector) = g.phase {
        focus.tints = firing(g, sector);
    }
    if focus.arrows.is_empty() {
        let recent = log.lines().rev().take_while(|it| !matches!(it.item, Item::Chose { .. }));
        let hexes = recent.take(6).find_map(|line| match &line.item {
            Item::Happened(event) => {
                let (_, hexes) = event.words(g.data());
                (!hexes.is_empty() && hexes.len() < 4).then_some(hexes)
            }
            _ => None,
        });
        focus.places.extend(hexes.into_iter().flatten().map(Place::from));
    }
    focus
}

/// The hex a shot comes from: of a position its nearest held hex.
pub(super) fn fires_from(g: &Day, by: Shooter, to: Place) -> Option<HexId> {
    match by {
        Shooter::Position(position) => {
            let held = g.garrison_of(position).filter(|it| !g[*it].disrupted);
            let hexes = held.filter_map(|it| g.hex_of(it));
            match to.cell() {
                Some(to) if usize::from(to) < g.data().map.len() => {
                    hexes.min_by_key(|it| g.data().map.distance(*it, HexId(to)))
                }
                _ => hexes.min(),
            }
        }
        Shooter::Armour(id) => g.hex_of(id),
        Shooter::Artillery(_) => None,
    }
}

/// The fields of the positions that fire on the sector's card.
fn firing(g: &Day, sector: Sector) -> Vec<OverlayPlace> {
    let Some(card) = omaha::cards::fire_card(g, sector) else { return Vec::new() };
    let card = &g.data().cards[card.index()];
    let fires = g.positions().filter(|it| deck::fires(g, *it, sector, card));
    overlay::fields(g, fires)
}
