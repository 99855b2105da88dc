//! Op sheets beside the map: their owner's only, with how they stand and when they will probably come through
//! (tcs.general.sheets-secret).

use play::wire::{BoxPiece, Display, DisplayBox, DisplayGroup, Grid, GridRow, PanelRow};
use tcs::Battle;
use tcs::id::Side;
use tcs::sheet::{Life, Order, prep};
use tcs::text::Names;

use super::question::{cite, piece};
use super::{tables, words};

/// Turns ahead that the forecast shows.
const AHEAD: usize = 8;

pub(super) fn displays(g: &Battle, viewer: Option<Side>) -> Vec<Display> {
    let Some(side) = viewer.filter(|_| !g.data().options.without_command) else {
        return vec![tables::display(g)];
    };
    let orders = g.orders.of(side).iter();
    let groups: Vec<DisplayGroup> =
        orders.filter(|it| it.life != Life::Cancelled).map(|it| sheet(g, it)).collect();
    let sheets =
        Display { key: "sheets".into(), letter: "D".into(), title: "Op sheets".into(), groups };
    vec![sheets, tables::display(g)]
}

fn sheet(g: &Battle, order: &Order) -> DisplayGroup {
    let names = Names(g.data());
    let row = |label: &str, value: String, rule: Option<kernel::Rule>| PanelRow {
        label: label.into(),
        value,
        rule: rule.map(cite),
    };
    let drawing = &order.sheet.drawing;
    let life = match order.life {
        Life::Preparing => "in preparation",
        Life::Implemented => "in force",
        Life::Complete => "done",
        Life::Failed => "failed",
        Life::Cancelled => "cancelled",
    };
    let mut rows = vec![row("Mission", format!("{}, {life}", order.mission().name()), None)];
    if let Some(it) = &drawing.objective {
        rows.push(row("Objective", it.name.clone(), None));
    }
    if !order.sheet.note.is_empty() {
        rows.push(row("Note", order.sheet.note.clone(), None));
    }
    for it in &drawing.phases {
        rows.push(row("Phase line", it.name.clone(), None));
    }
    if let Some(hex) = order.plan.failure.rally {
        let share = order.plan.failure.loss_percent;
        rows.push(row(
            "If it fails",
            format!("at {share} % losses, back to {}", names.hex(hex)),
            None,
        ));
    }
    if let Some(it) = &order.sheet.alternate {
        let goal = it.drawing.objective.as_ref().map_or("", |it| it.name.as_str());
        rows.push(row("Alternate", format!("{} {goal}", it.drawing.mission.name()), None));
    }
    for it in &order.sheet.branches {
        let goal = it.objective.as_ref().map_or("", |it| it.name.as_str());
        rows.push(row("Branch", format!("{} {goal}", it.mission.name()), None));
    }
    let mut grids = Vec::new();
    if order.life == Life::Preparing {
        let (gain, rule) = prep::weighted_turns(g, order);
        let value = format!("{}, {gain} more each turn as things stand", order.weighted_turns);
        rows.push(row("Weighted turns", value, Some(rule)));
        match prep::needs_of(g, order) {
            Ok(it) => {
                let text = format!("{} or more: {} in 36", it.figure, it.chances);
                rows.push(row("Needs now", text, Some(prep::THROW)));
            }
            Err(rule) => rows.push(row("Needs now", rule.title.into(), Some(rule))),
        }
        grids.extend(forecast(g, order));
    }
    let pieces = order.members.iter().map(|it| BoxPiece {
        id: piece(it.unit),
        note: words::state(g, it.unit),
        aboard: vec![],
    });
    DisplayGroup {
        title: order.sheet.name.clone(),
        seat: Some(order.side as u8),
        colour: None,
        rows,
        boxes: vec![DisplayBox {
            title: "Units".into(),
            note: String::new(),
            place: None,
            pieces: pieces.collect(),
        }],
        cards: vec![],
        grids,
    }
}

/// When this order will probably come through: exact, if things stay as they are and it is thrown for whenever it may be.
fn forecast(g: &Battle, order: &Order) -> Option<Grid> {
    let turns = &g.data().turns;
    let left = turns.len().saturating_sub(usize::from(g.turn));
    let ahead = if left < AHEAD { left } else { AHEAD };
    let forecast = prep::forecast_of(g, order, ahead).ok()?;
    let share = |it: prep::Fraction| {
        let tenths = it.per_mille();
        format!("{}.{} %", tenths / 10, tenths % 10)
    };
    let times = turns.iter().skip(usize::from(g.turn)).take(ahead);
    let rows = times.zip(forecast.turns.iter().enumerate()).map(|(turn, (i, now))| GridRow {
        symbol: None,
        label: turn.clock.to_string(),
        cells: vec![share(*now), share(forecast.by(i))],
        doubts: vec![],
    });
    let text = match forecast.median() {
        Some(i) => {
            let time =
                turns.get(usize::from(g.turn) + i).map_or(String::new(), |it| it.clock.to_string());
            format!(
                "As likely as not by {time}; {} later than the last shown.",
                share(forecast.later)
            )
        }
        None => format!("More likely later than shown: {}.", share(forecast.later)),
    };
    Some(Grid {
        title: "When it will come through".into(),
        text,
        columns: vec!["in this turn".into(), "by then".into()],
        rows: rows.collect(),
    })
}
