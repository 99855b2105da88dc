//! Everything about a hex or a counter, for the inspector.

use board::HexId;
use gts::Battle;
use gts::data::{Belongs, Side, UnitId};
use gts::fire_zone::{direct_range, is_in_enemy_zone};
use gts::modifiers::{self, Mode, Rating, Shot};
use gts::stacking::{is_overstacked, steps_not_in_column};
use gts::state::Place;
use gts::tables::Costs;
use gts::{command, cost, text, troop_quality};
use kernel::{Itemised, Ledger};

use super::marks;
use super::overlay::{Found, find_hex, find_piece};
use super::question::{cite, piece as unit_piece};
use play::Refused;
use play::wire::{self, Card, CardRow, LedgerLine};

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

pub(super) fn hex(g: &Battle, place: wire::Place) -> Result<Card, Refused> {
    let hex = find_hex(g, place)?;
    let data = g.data();
    let map = &data.map;
    let names = text::Names(data);
    let terrain = &data.tables.terrain[map.terrain(hex).index()];
    let [white, black] = g.scene.defence[map.terrain(hex).index()];
    let mut rows = vec![
        row("Terrain", terrain.name.clone()),
        row("Movement (in Column)", costs(&terrain.cost)),
        CardRow {
            rule: Some(cite(gts::modifiers::TERRAIN)),
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
        rows.push(CardRow { rule: Some(cite(gts::victory::HEX)), ..row("Victory hex", text) });
    }
    for side in Side::BOTH {
        if is_in_enemy_zone(g, side.other(), hex) {
            let text = format!("in a {} Fire Zone", data.sides[side.index()].adjective);
            rows.push(CardRow { rule: Some(cite(gts::fire_zone::ZONE)), ..row("Fire Zone", text) });
        }
    }
    rows.extend(hex_markers(g, hex));
    if g.holder(hex).is_some() {
        let over = if is_overstacked(g, hex) { ", overstacked" } else { "" };
        let text = format!("{} steps not in Column{over}", steps_not_in_column(g, hex));
        rows.push(CardRow { rule: Some(cite(gts::stacking::LIMIT)), ..row("Stacking", text) });
    }
    Ok(Card {
        title: names.hex(hex),
        subtitle: hex_text(g, hex),
        rows,
        pieces: g.stack(hex).map(unit_piece).collect(),
    })
}

/// What lies in the hex: barrage, park, road block, rubble, interdiction, the numbers of a beach, its gaps.
fn hex_markers(g: &Battle, hex: HexId) -> Vec<CardRow> {
    let data = g.data();
    let names = text::Names(data);
    let cited =
        |label: &str, value: String, rule| CardRow { rule: Some(cite(rule)), ..row(label, value) };
    let mut rows = Vec::new();
    if let Some(barrage) = g.barrage(hex) {
        let heavy = barrage == gts::state::Barrage::Heavy;
        let (text, rule) = if heavy {
            ("Heavy", gts::indirect_fire::HEAVY)
        } else {
            ("Light", gts::indirect_fire::LIGHT)
        };
        rows.push(cited("Barrage", text.into(), rule));
    }
    if let Some(park) = g.park(hex) {
        let units: Vec<_> = marks::parked(g, hex).map(|it| names.unit(it)).collect();
        let fired = if park.fired { ", has fired" } else { "" };
        let text = format!("{}: {}{fired}", names.division(park.division), units.join(", "));
        rows.push(cited("Artillery park", text, gts::park::HEX));
    }
    for (_, division) in g.road_blocks.iter().filter(|it| it.0 == hex) {
        rows.push(cited("Road Block", names.division(*division).into(), gts::engineer::BLOCK));
    }
    if g.rubble.contains(&hex) {
        rows.push(cited("Rubble", "shelled".into(), gts::indirect_fire::RUBBLE));
    }
    for (side, _) in g.air.interdicted.iter().filter(|it| it.1 == hex) {
        let text = format!("by {} aircraft", data.sides[side.index()].adjective);
        rows.push(cited("Interdiction", text, gts::air::INTERDICTION));
    }
    let Some((state, naval)) = g.naval.as_ref().zip(data.naval.as_ref()) else { return rows };
    for (marker, force) in state.markers.iter().zip(&naval.forces) {
        if *marker == hex {
            rows.push(cited("Assault Force", force.name.clone(), gts::naval::MARKER));
        }
    }
    for sub in naval.sub_beaches.iter().filter(|it| it.hexes.contains(&hex)) {
        let Some(beach) = state.beaches.get(usize::from(sub.beach.0)).filter(|it| it.overlay)
        else {
            continue;
        };
        let numbers = marks::numbers(beach);
        let text: Vec<_> = numbers.iter().map(|(it, n)| format!("{it} {n}")).collect();
        rows.push(cited("Beach", format!("{}: {}", sub.name, text.join(", ")), gts::beach::FIRE));
    }
    let here = hex.into();
    for edge in marks::on_edges(g).into_iter().filter(|it| it.from == here || it.to == here) {
        let other = if edge.from == here { edge.to } else { edge.from };
        let Some(other) = other.cell() else { continue };
        let text = format!("to {}: {}", names.hex(HexId(other)), edge.text);
        rows.push(cited("Gap", text, gts::cost::GAP_CLOSED));
    }
    rows
}

pub(super) fn piece(g: &Battle, piece: &str) -> Result<Card, Refused> {
    match find_piece(g, piece)? {
        Found::Unit(id) => Ok(unit(g, id)),
        Found::Leader(id) => {
            let kind = &g.data().leaders[usize::from(id.0)];
            let face = g.leader_face(id);
            let names = text::Names(g.data());
            let place = g.leader_hex(id).map_or("off the map".into(), |it| names.hex(it));
            let batteries: Vec<UnitId> = marks::batteries(g, id).collect();
            let contact = match &batteries[..] {
                [] => "no battery".to_string(),
                some => some.iter().map(|it| names.unit(*it)).collect::<Vec<_>>().join(", "),
            };
            Ok(Card {
                title: kind.name.clone(),
                subtitle: format!("Leader of {}, {place}", names.formation(kind.formation)),
                rows: vec![
                    CardRow {
                        rule: Some(cite(gts::command::IN_COMMAND)),
                        ..row("Command Range", face.command_range.to_string())
                    },
                    CardRow {
                        rule: Some(cite(gts::activation::ATTACH_LIMIT)),
                        ..row("Attachment Rating", face.attachment.to_string())
                    },
                    CardRow {
                        rule: Some(cite(gts::contact::CONTACT)),
                        ..row("In contact with", contact)
                    },
                ],
                pieces: batteries.into_iter().map(unit_piece).collect(),
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
    let place = match g[id].place {
        Place::Hex(hex) => names.hex(hex),
        Place::Sea(at) => super::display::at_sea(&names, at),
        Place::Holding(hex) => format!("holding box for {}", names.hex(hex)),
        _ => "off the map".into(),
    };
    let mut rows = vec![row("State", text::unit_state(g, id))];
    rows.extend(unit_markers(g, id));
    if let Some((value, colour)) = face.fire {
        let label = format!("Fire ({})", names.colour(colour));
        rows.push(if g[id].suppressed {
            CardRow {
                printed: Some(value.to_string()),
                rule: Some(cite(gts::troop_quality::SUPPRESSED)),
                ..row(&label, "No".into())
            }
        } else {
            rating(g, id, Rating::Fire, &label, value)
        });
    } else {
        rows.push(row("Fire", "No".into()));
    }
    let range = direct_range(g, id).map_or("none".into(), |it| it.to_string());
    rows.push(CardRow {
        rule: Some(cite(gts::fire_zone::ZONE)),
        ..row("Direct Fire range", range)
    });
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
    rows.push(CardRow {
        rule: Some(cite(gts::command::IN_COMMAND)),
        ..row("Command", command.into())
    });
    Card {
        title: kind.name.clone(),
        subtitle: format!("{}, {belongs}, {place}", names.division(kind.division)),
        rows,
        pieces: vec![],
    }
}

/// What its markers say: contact, park, work, drift, who is aboard.
fn unit_markers(g: &Battle, id: UnitId) -> Vec<CardRow> {
    let names = text::Names(g.data());
    let unit = &g[id];
    let cited =
        |label: &str, value: String, rule| CardRow { rule: Some(cite(rule)), ..row(label, value) };
    let mut rows = Vec::new();
    if let Some(numbers) = g.kind(id).contact {
        let text = match unit.contact {
            Some(it) => {
                format!("with {}, {} or less to call another", names.leader(it), numbers.in_contact)
            }
            None => format!("pending, {} or less", numbers.pending),
        };
        rows.push(cited("Contact", text, gts::contact::NUMBER));
    }
    if let Some(park) = g.park_of(id) {
        let text = if park.fired { "has fired" } else { "has not fired" };
        rows.push(cited("Artillery park", text.into(), gts::park::JOIN));
    }
    if let Some(action) = unit.work {
        let text = format!("{} (+{})", action.name(), unit.men_at_work);
        rows.push(cited("Men at Work", text, gts::engineer::WORK));
    }
    if 0 < unit.drift {
        rows.push(cited("Drift", unit.drift.to_string(), gts::beach::DRIFT));
    }
    if let Some(craft) = unit.aboard {
        rows.push(cited("Aboard", names.unit(craft).into(), gts::naval::WAVE));
    }
    let passengers = (0..g.units.len()).map(|it| UnitId(it as u8));
    let passengers: Vec<_> =
        passengers.filter(|it| g[*it].aboard == Some(id)).map(|it| names.unit(it)).collect();
    if !passengers.is_empty() {
        rows.push(cited("Carries", passengers.join(", "), gts::naval::WAVE));
    }
    if let Some(flak) = g.kind(id).flak {
        rows.push(cited("Flak", flak.to_string(), gts::air::FLAK));
    }
    rows
}

/// A rating with everything the unit's own state does to it.
fn rating(g: &Battle, id: UnitId, rating: Rating, label: &str, printed: u8) -> CardRow {
    let mut ledger = Itemised::default();
    ledger.add(gts::modifiers::RATING_PRINTED, i32::from(printed));
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
