//! Everything about a hex or a counter, for the inspector.

use board::HexId;
use kernel::{Itemised, Ledger as _};
use play::Refused;
use play::wire::{Card, CardRow, LedgerLine, Place};
use tcs::Battle;
use tcs::ground::{Figure, MoveClass, TerrainRow};
use tcs::id::{Side, UnitId};
use tcs::text::Names;
use tcs::{command, spot, stacking};

use super::overlay::find_hex;
use super::question::{cite, piece as unit_piece};
use super::{view, words};

fn row(label: &str, value: String) -> CardRow {
    CardRow { label: label.into(), value, printed: None, ledger: vec![], rule: None }
}

/// Movement costs in a line: "foot 1, tracked +4, wheeled –".
pub(super) fn costs(row: &TerrainRow) -> String {
    let show = |class: MoveClass| {
        let number =
            |it: u8| words::points(u16::from(it)).split(' ').next().unwrap_or_default().to_owned();
        let cost = match row.figure(class) {
            Figure::Cost { sixths } => number(sixths),
            Figure::Add { sixths } => format!("+{}", number(sixths)),
            Figure::None => "0".into(),
            Figure::Prohibited => "–".into(),
        };
        format!("{} {cost}", class.name())
    };
    MoveClass::ALL.map(show).join(", ")
}

/// A hex for those who cannot see it: label, terrain, height, what is in it.
pub(super) fn hex_text(g: &Battle, hex: HexId) -> String {
    let map = g.data().map();
    let legend = map.legend();
    let mut words = vec![map.label(hex).to_string()];
    words.extend(map.name(hex).map(str::to_string));
    words.push(map.terrain_kind(hex).name.to_lowercase());
    words
        .extend(map.features(hex).iter().map(|it| legend.features[it.index()].name.to_lowercase()));
    words.extend(map.routes_in(hex).iter().map(|it| legend.routes[it.index()].name.to_lowercase()));
    words.push(format!("{} m", g.data().ground.metres(hex)));
    words.join(", ")
}

pub(super) fn hex(g: &Battle, viewer: Option<Side>, place: Place) -> Result<Card, Refused> {
    let hex = find_hex(g, place)?;
    let data = g.data();
    let map = data.map();
    let legend = map.legend();
    let names = Names(data);
    let here = |it: &&TerrainRow| {
        map.terrain_kind(hex).key == it.id
            || map.features(hex).iter().any(|id| legend.features[id.index()].key == it.id)
            || map.routes_in(hex).iter().any(|id| legend.routes[id.index()].key == it.id)
    };
    let mut rows: Vec<CardRow> =
        data.ground.chart().rows().filter(here).map(|it| row(&it.name, costs(it))).collect();
    rows.push(row("Cover", data.ground.class(hex).name().to_owned()));
    rows.push(row("Height", format!("{} m", data.ground.metres(hex))));
    let sides = hex::Direction::ALL.iter().filter_map(|direction| {
        let kinds: Vec<String> = map
            .sides(hex, *direction)
            .iter()
            .map(|it| legend.sides[it.index()].name.to_lowercase())
            .collect();
        (!kinds.is_empty()).then(|| format!("{} {}", direction.name(), kinds.join(" + ")))
    });
    let sides: Vec<String> = sides.collect();
    if !sides.is_empty() {
        rows.push(row("Hexsides", sides.join("; ")));
    }
    if let Some((it, holder)) = data.scoring.iter().zip(&g.holders).find(|it| it.0.hex == hex) {
        let held = holder.map_or("nobody".into(), |side| names.of(side));
        let text = format!("{}: {} points, held by {held}", it.name, it.points);
        rows.push(CardRow { rule: Some(cite(tcs::victory::WHEN)), ..row("Victory hex", text) });
    }
    for (set, label, rule) in [
        (&g.smoke, "Smoke", tcs::area::SMOKE),
        (&g.zone, "Attack zone", tcs::area::ZONE),
        (&g.lit, "Illumination", tcs::area::NIGHT),
        (&g.known_mines, "Mines", tcs::minefield::RULES[0]),
    ] {
        if set.contains(hex) {
            rows.push(CardRow { rule: Some(cite(rule)), ..row(label, "here".into()) });
        }
    }
    for side in Side::BOTH.into_iter().filter(|it| g.holds(*it, hex)) {
        let (foot, motor) =
            (stacking::steps(g, side, hex, false), stacking::steps(g, side, hex, true));
        let limits = &data.tables.limits;
        let text = format!(
            "{foot} of {} steps on foot, {motor} of {} of vehicles",
            limits.stack_limit_foot_steps, limits.stack_limit_vehicle_steps
        );
        rows.push(CardRow { rule: Some(cite(stacking::RULES[0])), ..row("Stacking", text) });
    }
    if let Some(side) = viewer {
        for order in g.orders.of(side).iter().filter(|it| !it.life.is_over()) {
            if order.plan.objective.contains(hex) {
                rows.push(row("Objective", order.sheet.name.clone()));
            }
        }
    }
    Ok(Card {
        title: names.hex(hex),
        subtitle: hex_text(g, hex),
        rows,
        pieces: g.stack(hex).map(unit_piece).collect(),
    })
}

pub(super) fn piece(g: &Battle, viewer: Option<Side>, name: &str) -> Result<Card, Refused> {
    let unknown = || Refused::Unknown { what: "piece", name: name.chars().take(40).collect() };
    let id = view::unit_of(g, name).ok_or_else(unknown)?;
    let (unit, card) = (&g[id], g.card(id));
    let data = g.data();
    let names = Names(data);
    let company = &data.companies[card.company.index()];
    let battalion = &data.battalions[card.battalion.index()];
    let mut rows = vec![
        CardRow {
            printed: Some(card.steps.to_string()),
            rule: Some(cite(tcs::blow::STEP)),
            ..row("Steps", unit.steps.to_string())
        },
        CardRow { rule: Some(cite(tcs::mode::RULES[0])), ..row("Mode", g.mode(id).name().into()) },
    ];
    if let Some(it) = &card.area {
        let text = format!(
            "{} ({} trajectory), range {}",
            tcs::area::of_unit(g, id),
            it.class.name(),
            it.range
        );
        rows.push(row("Area fire", text));
    }
    if let Some(it) = &card.point {
        let text = format!(
            "{}, close {}, nominal {}, long {} hexes",
            it.strength, it.close, it.nominal, it.long
        );
        rows.push(row("Point fire", text));
    }
    if let Some(it) = card.target.defence() {
        rows.push(row("Defence against point fire", it.to_string()));
    }
    rows.extend(morale(g, id));
    let left = words::points(unit.record.left);
    rows.push(CardRow {
        printed: Some(card.allowance.to_string()),
        ..row("Movement", format!("{} {}, {left} left", card.class.name(), card.allowance))
    });
    rows.push(row("State", words::state(g, id)));
    let gifts = [
        (card.observer, "directs artillery"),
        (card.at_rolls, "goes for vehicles at close quarters"),
        (card.smoke, "fires smoke"),
        (card.illumination, "fires illumination"),
        (card.towed, "is towed"),
    ];
    let gifts: Vec<&str> = gifts.iter().filter(|it| it.0).map(|it| it.1).collect();
    if !gifts.is_empty() {
        rows.push(row("It", gifts.join(", ")));
    }
    if viewer == Some(card.side) {
        if let Some(order) = command::order_of(g, id) {
            let text = format!("{}: {}", order.sheet.name, order.mission().name());
            rows.push(row("Orders", text));
            rows.push(row("They allow", allowed(g, id)));
        }
        for order in g.orders.of(card.side).iter().filter(|it| it.has(id)) {
            if order.life == tcs::sheet::Life::Preparing {
                rows.push(row("In preparation", words::order(g, order)));
            }
        }
    }
    rows.extend(spotted(g, id));
    Ok(Card {
        title: card.name.clone(),
        subtitle: format!(
            "{}, {}, {} of {}",
            card.type_name,
            company.name,
            battalion.name,
            names.of(card.side)
        ),
        rows,
        pieces: g.passengers(id).map(unit_piece).collect(),
    })
}

/// Its morale and that of its battalion, as the next check would add them up.
fn morale(g: &Battle, id: UnitId) -> Option<CardRow> {
    let own = g.card(id).morale?;
    let battalion = g.morale[g.card(id).battalion.index()];
    let now = tcs::morale::morale_of(g, id)?;
    Some(CardRow {
        printed: Some(own.to_string()),
        rule: Some(cite(tcs::morale::RULES[0])),
        ..row("Morale (higher is worse)", format!("{now}, battalion {battalion}"))
    })
}

/// Deeds its orders let it do where it stands.
fn allowed(g: &Battle, id: UnitId) -> String {
    use command::Deed;
    let name = |deed: Deed| match deed {
        Deed::Move => "move",
        Deed::Sfa => "suppressive fire",
        Deed::Pfa => "point fire",
        Deed::Overwatch => "overwatch",
        Deed::Assault => "assault",
        Deed::Overrun => "overrun",
        Deed::Breach => "clear mines",
        Deed::MineCrossing => "cross mines",
        Deed::UnitSmoke => "smoke",
        Deed::DigIn => "dig in",
        Deed::Observe => "direct artillery",
        Deed::Impulse => "impulses",
        Deed::Mount => "mount",
    };
    let may = Deed::ALL.into_iter().filter(|it| command::may(g, id, *it).is_ok());
    may.map(name).collect::<Vec<_>>().join(", ")
}

/// How far it is seen by the enemy unit that sees it best, and why.
fn spotted(g: &Battle, id: UnitId) -> Option<CardRow> {
    let hex = g.hex(id)?;
    let enemy = g.side(id).other();
    let nearest = g
        .on_map(enemy)
        .filter(|it| spot::sees(g, it.1, hex))
        .min_by_key(|it| g.data().distance(it.1, hex));
    let Some((eye, from)) = nearest else {
        return Some(row("Spotted", "no enemy has it in sight".into()));
    };
    let mut ledger = Itemised::default();
    spot::shifts(g, eye, id, &mut ledger);
    let reach = g.data().tables.spotting.distance(spot::start(g, id), ledger.total());
    let reach = reach.map_or("any distance".into(), |it| format!("{it} hexes"));
    let is = if spot::is_spotted(g, enemy, id) { "spotted" } else { "not spotted" };
    let names = Names(g.data());
    let text = format!(
        "{is}; by {} at {} hexes: seen up to {reach}",
        names.unit(eye),
        g.data().distance(from, hex)
    );
    let lines = ledger.0.iter().map(|(rule, amount)| LedgerLine {
        amount: *amount,
        text: rule.title.into(),
        rule: cite(*rule),
    });
    Some(CardRow { ledger: lines.collect(), rule: Some(cite(spot::SPOT)), ..row("Spotted", text) })
}
