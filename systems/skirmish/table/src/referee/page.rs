//! The sheet as it lies before the players.

use play::wire::{RuleRef, SheetLine, SheetPage, SheetPart, SheetRow, SheetTag};
use skirmish::data::{BatteryId, ElementId, Side};
use skirmish::end_turn;
use skirmish::referee::{Sheet, Stock};
use skirmish::sequence;
use skirmish::state::Level;
use skirmish::text::Names;
use skirmish::victory;

use super::acts::{Row, acts};
use super::rolls::plural;

/// Lines of the report that are sent.
const REPORT: usize = 80;

pub(super) fn page(sheet: &Sheet, mut report: Vec<SheetLine>) -> SheetPage {
    let scene = &sheet.scene;
    report.reverse();
    report.truncate(REPORT);
    let mut parts: Vec<SheetPart> = Side::BOTH.map(|it| part(sheet, it)).into();
    parts.push(ground(sheet));
    let text = match sheet.over {
        true => Names(scene).outcome(&sheet.outcome()),
        false => what_to_do(sheet.step()).into(),
    };
    SheetPage {
        title: scene.title.clone(),
        clock: format!("Turn {} of {}", sheet.turn, scene.turns),
        steps: scene.tables.phase.iter().map(|it| it.title.clone()).collect(),
        step: sheet.phase,
        text,
        rule: RuleRef::of(sequence::SEQUENCE),
        parts,
        acts: acts(sheet, Row::All),
        report,
        over: sheet.over,
    }
}

fn what_to_do(step: &str) -> &'static str {
    match step {
        "spotting" => "Each unbroken element may try for one counter it sees.",
        "rally" => {
            "Suppressed and Broken elements rally; Broken ones that fail run, the loser of the last initiative first."
        }
        "initiative" => "A die each: the higher chooses to move first or second.",
        "first_move" | "second_move" => {
            "Give each element its order as it moves. The other side marks opportunity fire after each move."
        }
        "stationary_fire" => {
            "Elements under Fire shoot, opportunity fire with them; then batteries and mortars. Kills go when the phase ends."
        }
        "moving_fire" => "Elements under Move & Fire and Cautious Advance shoot.",
        "morale" => "Whoever is marked must test.",
        "melee" => {
            "Declare assaults, move into contact, fight round by round; the losers test severely and fall back."
        }
        _ => {
            "Objectives change hands, smoke thins, forces at their break point test; from the last scheduled turn on a die ends the game."
        }
    }
}

fn part(sheet: &Sheet, side: Side) -> SheetPart {
    let scene = &sheet.scene;
    let g = sheet.game();
    let (loss, most) = (end_turn::loss(&g, side), end_turn::break_point(&g, side));
    let points = plural(victory::score(&g, side).max(0) as usize, "point", "points");
    let mut text = format!("Loss {loss}, break point {most} · {points}");
    if sheet.mover() == Some(side) {
        text.push_str(" · moving");
    }
    let elements = (0..scene.elements.len()).map(|it| ElementId(it as u8));
    let elements = elements.filter(|it| scene.elements[usize::from(it.0)].side == side);
    let batteries = (0..scene.batteries.len()).map(|it| BatteryId(it as u8));
    let batteries = batteries.filter(|it| scene.batteries[usize::from(it.0)].side == side);
    let rows = elements.map(|it| element(sheet, it));
    let rows = rows.chain(batteries.map(|it| battery(sheet, it))).collect();
    SheetPart { title: scene.sides[side.index()].name.clone(), text, rows }
}

fn element(sheet: &Sheet, id: ElementId) -> SheetRow {
    let (it, data) = (sheet.kept(id), &sheet.scene.elements[usize::from(id.0)]);
    let names = Names(&sheet.scene);
    let gone = it.level == Level::Dispersed;
    let mut text = format!("{} · {} of {} figures", data.quality.name(), it.living, data.size);
    if 0 < data.leader {
        text.push_str(&format!(" · leader +{}", data.leader));
    }
    text.push_str(&rounds(it.stock));
    let mut tags = Vec::new();
    let mut tag = |text: String, severity: u8| tags.push(SheetTag { text, severity });
    if it.level != Level::Good {
        tag(if gone { "Gone".into() } else { it.level.name().into() }, it.level as u8 + 1);
    }
    if it.hidden {
        tag(if data.dummy { "Dummy".into() } else { "Hidden".into() }, 0);
    }
    if let Some(order) = it.order.filter(|_| !gone) {
        tag(names.order(order).into(), 0);
    }
    if let Some(mover) = it.marker.filter(|_| !gone) {
        tag(format!("Marks {}", names.element(mover)), 1);
    }
    if 0 < it.doomed {
        tag(plural(it.doomed, "kill", "kills"), 3);
    }
    if 0 < it.hits {
        tag(plural(it.hits, "hit", "hits"), 1);
    }
    if sheet.must_test(id) {
        tag("Must test".into(), 2);
    }
    let acts = acts(sheet, Row::Element(id));
    SheetRow { key: data.key.clone(), title: names.element(id), text, tags, acts, gone }
}

fn battery(sheet: &Sheet, id: BatteryId) -> SheetRow {
    let data = &sheet.scene.batteries[usize::from(id.0)];
    let stock = sheet.batteries[usize::from(id.0)];
    SheetRow {
        key: data.key.clone(),
        title: data.title.clone(),
        text: format!("Off the table · {}{}", data.quality.name(), rounds(stock)),
        tags: Vec::new(),
        acts: acts(sheet, Row::Battery(id)),
        gone: false,
    }
}

fn rounds(it: Stock) -> String {
    let he = it.he.map_or_else(String::new, |n| format!(" · HE {n}"));
    let smoke = it.smoke.map_or_else(String::new, |n| format!(" · smoke {n}"));
    format!("{he}{smoke}")
}

/// Objectives and smoke: nobody's rows, with nothing to enter.
fn ground(sheet: &Sheet) -> SheetPart {
    let names = Names(&sheet.scene);
    let row = |key: String, title: String, text: String| SheetRow {
        key,
        title,
        text,
        tags: Vec::new(),
        acts: Vec::new(),
        gone: false,
    };
    let objectives = sheet.scene.objectives.iter().zip(&sheet.objectives).map(|(it, holder)| {
        let who =
            holder.map_or("Held by nobody".into(), |it| format!("Held by {}", names.side(it)));
        row(it.key.clone(), it.title.clone(), who)
    });
    let smoke = sheet.smoke.iter().enumerate().map(|(i, it)| {
        row(format!("smoke-{i}"), format!("Smoke {}", i + 1), format!("{it} hindrances through it"))
    });
    let rows = objectives.chain(smoke).collect();
    SheetPart { title: "The table".into(), text: String::new(), rows }
}
