//! The displays beside the map: landing boxes with the turn track, cards, Germans, the score.

use kernel::Rule;
use omaha::data::{BatteryId, BoxId, DepthPool, Division, Sector, UnitId};
use omaha::state::{Place, Pool};
use omaha::text::Names;
use omaha::{Day, amphibious, artillery, losses, pools, victory};

use super::pieces::{self, box_place, unit as unit_piece};
use super::question::{cite, code, threat_words};
use super::view::goal;
use super::{deck, summary};
use play::wire::{BoxPiece, Display, DisplayBox, DisplayGroup, OpenCard, PanelRow};

/// `g` is what the player may see, `cards` those of this turn.
pub(super) fn displays(g: &Day, cards: &[OpenCard]) -> Vec<Display> {
    vec![landing(g), deck_display(g, cards), germans(g), score(g)]
}

fn display(key: &str, letter: &str, title: &str, groups: Vec<DisplayGroup>) -> Display {
    Display { key: key.into(), letter: letter.into(), title: title.into(), groups }
}

fn plain(title: &str) -> DisplayGroup {
    DisplayGroup {
        title: title.into(),
        seat: None,
        colour: None,
        rows: Vec::new(),
        boxes: Vec::new(),
        cards: Vec::new(),
        grids: Vec::new(),
    }
}

fn row(label: impl Into<String>, value: impl Into<String>, rule: Option<Rule>) -> PanelRow {
    PanelRow { label: label.into(), value: value.into(), rule: rule.map(cite) }
}

fn boxed(g: &Day, id: UnitId) -> BoxPiece {
    BoxPiece { id: unit_piece(id), note: pieces::state(g, id), aboard: Vec::new() }
}

// ---------------------------------------------------------------------------------------------------------------
// Landing

fn landing(g: &Day) -> Display {
    let mut groups: Vec<DisplayGroup> = g.sectors().map(|it| boxes(g, it)).collect();
    groups.push(track(g));
    display("landing", "B", "Landing boxes", groups)
}

/// The boxes of a sector from east to west: empty ones only where the row would be hard to read without.
fn boxes(g: &Day, sector: Sector) -> DisplayGroup {
    let data = g.data();
    let names = Names(data);
    let all = (0..data.boxes.len() as u8).map(BoxId);
    let own = all.filter(|it| data.boxes[it.index()].sector == sector);
    DisplayGroup {
        seat: Some(0),
        rows: vec![row("From the east to the west", "drift mostly goes east, up this list", None)],
        boxes: own
            .map(|id| {
                let hex = amphibious::waterline(g, id);
                DisplayBox {
                    title: names.landing_box(id).into(),
                    note: match hex {
                        Some(hex) => {
                            format!("lands in {}, {}", data.map.label(hex), threat_words(g, hex))
                        }
                        None => "its beach is under water".into(),
                    },
                    place: Some(box_place(data, id)),
                    pieces: g.in_box(id).map(|it| boxed(g, it)).collect(),
                }
            })
            .collect(),
        ..plain(&format!("{} · {}", names.sector(sector), sector.division().name()))
    }
}

fn track(g: &Day) -> DisplayGroup {
    let data = g.data();
    let turns = g.turn..=data.plan.last_turn;
    let boxes = turns.filter_map(|turn| {
        let due: Vec<BoxPiece> = g
            .all_units()
            .filter(|it| g[*it].place == Place::Track(turn))
            .map(|it| boxed(g, it))
            .collect();
        let mark = data.tables.turn(turn);
        (!due.is_empty()).then(|| DisplayBox {
            title: format!("Turn {turn}, {} hours", mark.clock),
            note: format!("{:?} tide; they land the turn after", mark.tide).to_lowercase(),
            place: None,
            pieces: due,
        })
    });
    DisplayGroup { seat: Some(0), boxes: boxes.collect(), ..plain("Turn track: still to come") }
}

// ---------------------------------------------------------------------------------------------------------------
// Cards

fn deck_display(g: &Day, cards: &[OpenCard]) -> Display {
    let left = g.deck.undrawn.count_ones();
    let gone = g.data().cards.len() as u32 - left;
    let drawn = DisplayGroup {
        rows: vec![row("Cards left", format!("{left}, {gone} are out"), None)],
        cards: cards.to_vec(),
        ..plain("Cards of this turn")
    };
    let next = DisplayGroup { grids: deck::knowledge(g), ..plain("The cards left in the deck") };
    display("cards", "K", "Cards", vec![drawn, next])
}

// ---------------------------------------------------------------------------------------------------------------
// Germans

fn germans(g: &Day) -> Display {
    let units = |pool: Pool| pools::in_pool(g, pool).len().to_string();
    let depth = |pool: DepthPool| pools::depths_in(g, pool).len().to_string();
    let pools_group = DisplayGroup {
        seat: Some(1),
        rows: vec![
            row("Tactical reserves (T)", units(Pool::Tactical), Some(pools::POOL)),
            row("Divisional reserves (D)", units(Pool::Division), Some(pools::POOL)),
            row("Kampfgruppe Meyer", units(Pool::Meyer), None),
            row("Depth, strongpoints", depth(DepthPool::Wn), Some(pools::DEPTH_POOL)),
            row("Depth, buildings", depth(DepthPool::Building), Some(pools::DEPTH_POOL)),
            row("Depth, mobile", depth(DepthPool::Mobile), Some(pools::DEPTH_POOL)),
        ],
        ..plain("Pools")
    };
    let batteries = (0..g.data().batteries.len() as u8).map(BatteryId);
    let batteries = batteries.filter(|it| g.battery_exists(*it)).map(|id| {
        let it = &g.data().batteries[id.index()];
        let names = Names(g.data());
        let watch: Vec<&str> = it.observers.iter().map(|at| names.position(*at)).collect();
        let state = if artillery::is_active(g, id) { "active" } else { "blind" };
        let calibre = deck::calibre_words(&[it.calibre]);
        row(
            format!("{calibre} mm, {}", names.sector(it.sector)),
            format!("{state}; observers {}", watch.join(", ")),
            Some(artillery::TOO_FEW),
        )
    });
    let batteries =
        DisplayGroup { seat: Some(1), rows: batteries.collect(), ..plain("Batteries off the map") };
    let sectors = g.sectors().map(|it| held(g, it));
    let actions = summary::grids(g);
    let actions = (!actions.is_empty()).then(|| DisplayGroup {
        seat: Some(1),
        grids: actions,
        ..plain("What a letter makes them do")
    });
    let groups = [pools_group, batteries].into_iter().chain(actions).chain(sectors).collect();
    display("germans", "E", "Germans", groups)
}

/// Every German unit of a sector the player can see.
fn held(g: &Day, sector: Sector) -> DisplayGroup {
    let own = g.germans_on_map().filter(|it| g.data().ground.sector(it.1) == sector);
    let boxes = own.map(|(id, hex)| DisplayBox {
        title: format!("{} in {}", pieces::german_name(g, id), g.data().map.label(hex)),
        note: pieces::german_state(g, id),
        place: Some(hex.into()),
        pieces: pieces::german(g, id)
            .map(|id| BoxPiece { id, note: String::new(), aboard: Vec::new() })
            .into_iter()
            .collect(),
    });
    DisplayGroup {
        seat: Some(1),
        boxes: boxes.collect(),
        ..plain(&format!("On the map, {}", Names(g.data()).sector(sector)))
    }
}

// ---------------------------------------------------------------------------------------------------------------
// Score

/// Every line of the score and the total.
pub(super) fn score_rows(g: &Day) -> Vec<PanelRow> {
    let lines = victory::score(g);
    let total: i16 = lines.iter().map(|it| it.points).sum();
    let mut rows: Vec<PanelRow> = lines
        .into_iter()
        .map(|it| row(it.what, format!("{:+}", it.points), Some(it.rule)))
        .collect();
    rows.push(row("Total", total.to_string(), None));
    rows
}

fn score(g: &Day) -> Display {
    let mut rows = score_rows(g);
    rows.extend(goal(g).map(|it| row("Needed to win", it.to_string(), None)));
    let now = DisplayGroup { seat: Some(0), rows, ..plain("If it ended now") };
    let worth = DisplayGroup { seat: Some(0), rows: worth(g), ..plain("What counts") };
    let losses = Division::BOTH
        .into_iter()
        .filter(|it| g.sectors().any(|sector| sector.division() == *it))
        .map(|it| loss_box(g, it));
    let groups = [now, worth].into_iter().chain(losses).chain(left_the_map(g)).collect();
    display("score", "V", "Score", groups)
}

/// What the score of this part of the day is made of; the key X shows the hexes that count.
fn worth(g: &Day) -> Vec<PanelRow> {
    let (first, last) = (&g.data().tables.points_first, &g.data().tables.points_final);
    let lines: &[(&str, i16, Rule)] = if g.is_extended() {
        &[
            ("A position with a star under control", last.vp_position, victory::FINAL_VP),
            ("A draw under control and open", last.open_draw, victory::FINAL_DRAW),
            (
                "A tank, gun or other supporting unit on the high ground",
                last.heavy_unit_on_high_ground,
                victory::FINAL_HEAVY,
            ),
            (
                "A step that left inland, the way open",
                last.exit_step_armour_or_regular,
                victory::FINAL_EXIT,
            ),
            (
                "A ranger step that left by F or G",
                last.exit_step_ranger_f_g,
                victory::FINAL_EXIT_RANGER,
            ),
            ("A strongpoint hex not under control", last.wn_hex_not_controlled, victory::FINAL_WN),
            ("A unit still in the Meyer box", last.meyer_unit_left, victory::FINAL_MEYER),
        ]
    } else {
        &[
            ("A strongpoint of one hex under control", first.single_hex_wn, victory::FIRST_WN),
            ("A strongpoint of two hexes under control", first.two_hex_wn, victory::FIRST_WN),
            (
                "Another position under control",
                first.reinforcement_position,
                victory::FIRST_REINFORCEMENT,
            ),
            ("A draw under control", first.draw, victory::FIRST_DRAW),
        ]
    };
    let rows = lines.iter().filter(|it| it.1 != 0);
    let rows = rows.map(|(what, points, rule)| row(*what, format!("{points:+}"), Some(*rule)));
    let control = PanelRow {
        label: "Under control: in US communication, outside all German fields of fire".into(),
        value: "keys W, X".into(),
        rule: Some(code(("omaha.vic.control-a", "Control for the score"))),
    };
    rows.chain([control]).collect()
}

fn loss_box(g: &Day, division: Division) -> DisplayGroup {
    let constants = &g.data().tables.constants;
    let (limit, rule) = if g.is_extended() {
        (constants.catastrophic_extended, losses::CATASTROPHE_EXTENDED)
    } else {
        (constants.catastrophic_basic, losses::CATASTROPHE_BASIC)
    };
    let lost = g.losses[division.index()];
    let text = format!("{} of {limit}; the game is lost at {limit}", lost.len());
    DisplayGroup {
        seat: Some(0),
        rows: vec![row("Companies at one step or gone", text, Some(rule))],
        boxes: vec![DisplayBox {
            title: format!("Loss box of the {}", division.name()),
            note: String::new(),
            place: None,
            pieces: lost.iter().map(|it| boxed(g, it)).collect(),
        }],
        ..plain(division.name())
    }
}

fn left_the_map(g: &Day) -> Option<DisplayGroup> {
    if g.exited.is_empty() {
        return None;
    }
    let names = Names(g.data());
    let rows = g.exited.iter().map(|(unit, exit, steps)| PanelRow {
        label: format!("{} by exit {}", names.unit(*unit), g.data().exits[exit.index()].letter),
        value: format!("{steps} steps"),
        rule: Some(code(("omaha.vic.check2-exit", "Steps that left inland"))),
    });
    Some(DisplayGroup { rows: rows.collect(), ..plain("Left the map") })
}
