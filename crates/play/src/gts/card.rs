//! Everything about a hex or a counter, for the inspector.

use board::HexId;
use gts::Battle;
use gts::data::{Belongs, Side, UnitId};
use gts::fire_zone::{direct_range, is_in_enemy_zone};
use gts::modifiers::{self, Mode, Rating, Shot};
use gts::stacking::{is_overstacked, steps_not_in_column};
use gts::tables::Costs;
use gts::{command, cost, rule, text, troop_quality};
use kernel::{Itemised, Ledger};

use super::overlay::{Found, find_hex, find_piece};
use super::question::{cite, piece as unit_piece};
use crate::table::Refused;
use crate::wire::{Card, CardRow, LedgerLine};

fn row(label: &str, value: String) -> CardRow {
    CardRow { label: label.into(), value, printed: None, ledger: vec![], rule: None }
}

/// Movement costs in a line: "leg 2 (1), wheeled –, tracked 4 (3)"; in brackets In Column.
pub(super) fn costs(costs: &Costs) -> String {
    let show = |cost: Option<u16>| cost.map_or("–".to_string(), text::half_points);
    let pair = |name: &str, off, on| format!("{name} {} ({})", show(off), show(on));
    [
        pair("leg", costs.leg, costs.leg_column),
        pair("wheeled", costs.wheeled, costs.wheeled_column),
        pair("tracked", costs.tracked, costs.tracked_column),
    ]
    .join(", ")
}

/// A hex for those who cannot see it: label, terrain, what is in it.
pub(super) fn hex_text(g: &Battle, hex: HexId) -> String {
    let map = &g.data().map;
    let mut words = vec![map.label(hex).to_string()];
    words.extend(map.name(hex).map(str::to_string));
    words.push(map.terrain_kind(hex).name.to_lowercase());
    let legend = map.legend();
    words
        .extend(map.features(hex).iter().map(|it| legend.features[it.index()].name.to_lowercase()));
    words.extend(map.routes_in(hex).iter().map(|it| legend.routes[it.index()].name.to_lowercase()));
    words.join(", ")
}

pub(super) fn hex(g: &Battle, hex: u16) -> Result<Card, Refused> {
    let hex = find_hex(g, hex)?;
    let data = g.data();
    let map = &data.map;
    let names = text::Names(data);
    let terrain = &data.tables.terrain[map.terrain(hex).index()];
    let [white, black] = g.scene.defence[map.terrain(hex).index()];
    let mut rows = vec![
        row("Terrain", terrain.name.clone()),
        row("Movement (in Column)", costs(&terrain.cost)),
        CardRow {
            rule: Some(cite(rule::MOD_TERRAIN)),
            ..row("Defence", format!("{white:+}, armoured {black:+}"))
        },
        row("Elevation", map.elevation(hex).to_string()),
    ];
    let sides = hex::Direction::ALL.iter().filter_map(|direction| {
        let kinds: Vec<_> = map
            .sides(hex, *direction)
            .iter()
            .map(|it| map.legend().sides[it.index()].name.to_lowercase())
            .collect();
        (!kinds.is_empty()).then(|| format!("{} {}", direction.name(), kinds.join(" + ")))
    });
    let sides: Vec<_> = sides.collect();
    if !sides.is_empty() {
        rows.push(row("Hexsides", sides.join("; ")));
    }
    let features: Vec<_> =
        map.features(hex).iter().map(|it| map.legend().features[it.index()].name.clone()).collect();
    if !features.is_empty() {
        rows.push(row("Features", features.join(", ")));
    }
    if let Some((it, holder)) =
        data.victory.hexes.iter().zip(&g.holders).find(|(it, _)| it.hex == hex)
    {
        let text = format!("{} points, held by the {}", it.points, names.side(*holder));
        rows.push(CardRow { rule: Some(cite(rule::VICTORY_HEX)), ..row("Victory hex", text) });
    }
    for side in Side::BOTH {
        if is_in_enemy_zone(g, side.other(), hex) {
            let text = format!("in a {} Fire Zone", data.sides[side.index()].adjective);
            rows.push(CardRow { rule: Some(cite(rule::ZONE)), ..row("Fire Zone", text) });
        }
    }
    if g.holder(hex).is_some() {
        let over = if is_overstacked(g, hex) { ", overstacked" } else { "" };
        let text = format!("{} steps not in Column{over}", steps_not_in_column(g, hex));
        rows.push(CardRow { rule: Some(cite(rule::STACK_LIMIT)), ..row("Stacking", text) });
    }
    Ok(Card {
        title: names.hex(hex),
        subtitle: hex_text(g, hex),
        rows,
        pieces: g.stack(hex).map(unit_piece).collect(),
    })
}

pub(super) fn piece(g: &Battle, piece: &str) -> Result<Card, Refused> {
    match find_piece(g, piece)? {
        Found::Unit(id) => Ok(unit(g, id)),
        Found::Leader(id) => {
            let kind = &g.data().leaders[usize::from(id.0)];
            let face = g.leader_face(id);
            let names = text::Names(g.data());
            let place = g.leader_hex(id).map_or("off the map".into(), |it| names.hex(it));
            Ok(Card {
                title: kind.name.clone(),
                subtitle: format!("Leader of {}, {place}", names.formation(kind.formation)),
                rows: vec![
                    CardRow {
                        rule: Some(cite(rule::IN_COMMAND)),
                        ..row("Command Range", face.command_range.to_string())
                    },
                    CardRow {
                        rule: Some(cite(rule::ATTACH_LIMIT)),
                        ..row("Attachment Rating", face.attachment.to_string())
                    },
                ],
                pieces: vec![],
            })
        }
    }
}

fn unit(g: &Battle, id: UnitId) -> Card {
    let (kind, face) = (g.kind(id), g.face(id));
    let data = g.data();
    let names = text::Names(data);
    let belongs = match kind.belongs {
        Belongs::Formation(it) => names.formation(it).to_string(),
        Belongs::WhiteStripe => "white stripe".into(),
        Belongs::BlackStripe => "black stripe".into(),
    };
    let place = g[id].hex().map_or("off the map".into(), |it| names.hex(it));
    let mut rows = vec![row("State", text::unit_state(g, id))];
    if let Some((value, colour)) = face.fire {
        let label = format!("Fire ({})", names.colour(colour));
        rows.push(if g[id].suppressed {
            CardRow {
                printed: Some(value.to_string()),
                rule: Some(cite(rule::TQ_SUPPRESSED)),
                ..row(&label, "No".into())
            }
        } else {
            rating(g, id, Rating::Fire, &label, value)
        });
    } else {
        rows.push(row("Fire", "No".into()));
    }
    let range = direct_range(g, id).map_or("none".into(), |it| it.to_string());
    rows.push(CardRow { rule: Some(cite(rule::ZONE)), ..row("Direct Fire range", range) });
    if let Some(it) = face.assault {
        let label = if it.double { "Assault (twice in defence)" } else { "Assault" };
        rows.push(rating(g, id, Rating::Assault, label, it.value));
    }
    let background = if face.armoured { "armoured" } else { "unarmoured" };
    rows.push(row("Defence", format!("{:+} {background}", face.defense)));
    let mut tq = Itemised::default();
    troop_quality::count(g, id, &mut tq);
    rows.push(ledger_row("Troop Quality", face.tq, &tq));
    rows.push(CardRow {
        printed: Some(text::movement(face.movement)),
        ..row("Movement", text::movement(cost::allowance(g, id)))
    });
    let command = if command::in_command(g, id) { "in command" } else { "out of command" };
    rows.push(CardRow { rule: Some(cite(rule::IN_COMMAND)), ..row("Command", command.into()) });
    Card {
        title: kind.name.clone(),
        subtitle: format!("{}, {belongs}, {place}", names.division(kind.division)),
        rows,
        pieces: vec![],
    }
}

/// A rating with everything the unit's own state does to it.
fn rating(g: &Battle, id: UnitId, rating: Rating, label: &str, printed: u8) -> CardRow {
    let mut ledger = Itemised::default();
    ledger.add(rule::RATING_PRINTED, i32::from(printed));
    let mode =
        if rating == Rating::Fire { Mode::Direct } else { Mode::Defender { charged: false } };
    let shot = Shot { firer: id, target: id, mode, rating, bonus: false };
    modifiers::count_firer(g, shot, &mut ledger);
    ledger_row(label, printed, &ledger)
}

fn ledger_row(label: &str, printed: u8, ledger: &Itemised) -> CardRow {
    let lines = ledger.0.iter().map(|(rule, amount)| LedgerLine {
        amount: *amount,
        text: rule.title.into(),
        rule: cite(*rule),
    });
    CardRow {
        label: label.into(),
        value: ledger.total().to_string(),
        printed: Some(printed.to_string()),
        ledger: lines.collect(),
        rule: None,
    }
}
