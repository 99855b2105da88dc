//! Entries carried out. A sheet is its entries: it is made anew from them each time, so that a step back is one entry less and
//! nothing can be entered that was not allowed at its time.

use std::sync::Arc;

use play::reckon::{Entry, Given, Misfit, Tray};
use play::wire::{Reckoning, SheetLine, SheetView};
use skirmish::data::{BatteryId, ElementId, ObjectiveId, Quality, Scene, Side};
use skirmish::fire;
use skirmish::hit_and_kill::Situation;
use skirmish::indirect_fire::Piece;
use skirmish::referee::{self, Sheet};
use skirmish::state::Level;
use skirmish::tables::{FiresIn, Order, Support, Weapon, Weight};
use skirmish::text::Names;

use super::acts::{Row, acts, at_hand};
use super::charts::{self, State};
use super::page;
use super::rolls::plural;

/// The sheet after its entries and perhaps another. Where dice belong to that and none are there, it is only looked at.
pub(crate) fn sheet(
    scene: &Arc<Scene>,
    entries: &[Entry],
    next: Option<(&Entry, &mut Tray<'_>)>,
) -> Result<SheetView, Misfit> {
    let mut sheet = Sheet::new(scene.clone());
    let mut report = Vec::with_capacity(entries.len());
    for (i, entry) in entries.iter().enumerate() {
        let mut tray = Tray::given(&entry.dice);
        let done = enter(&mut sheet, entry, &mut tray).and_then(|it| tray.end().map(|()| it));
        let done = done.map_err(|mut it| {
            it.why = format!("entry {} ({}) does not fit: {}", i + 1, short(&entry.act), it.why);
            it
        })?;
        report.extend(done.line);
    }
    let (mut kept, mut reckoning) = (None, None);
    if let Some((entry, tray)) = next {
        let before = sheet.clone();
        let done = enter(&mut sheet, entry, tray)?;
        tray.end()?;
        reckoning = done.reckoning;
        match done.line {
            Some(line) => {
                report.push(line);
                let entry = Entry { dice: tray.faces(), ..entry.clone() };
                kept = serde_json::to_value(entry).ok();
            }
            None => sheet = before,
        }
    }
    Ok(SheetView { page: page::page(&sheet, report), entry: kept, reckoning })
}

/// What came of an entry; without a line it was only looked at.
struct Done {
    line: Option<SheetLine>,
    reckoning: Option<Reckoning>,
}

fn enter(sheet: &mut Sheet, entry: &Entry, tray: &mut Tray<'_>) -> Result<Done, Misfit> {
    let row = row(sheet, entry.of.as_deref())?;
    let all = acts(sheet, row);
    let Some(act) = all.iter().find(|it| it.key == entry.act) else {
        if sheet.over {
            return Err(Misfit::new("the game is over; take a step back to change something"));
        }
        return Err(Misfit::unknown("entry", &entry.act, all.iter().map(|it| it.key.as_str())));
    };
    if let Some(rule) = &act.refused {
        let why = format!("{}: {}", act.title, rule.title);
        return Err(Misfit { input: None, rule: Some(rule.clone()), why });
    }
    let given = Given::read(&act.inputs, &entry.inputs)?;
    let (text, reckoning) = carry_out(sheet, row, &act.key, &given, tray)?;
    let line = text.map(|text| SheetLine { text, rule: act.rule.clone(), dice: tray.dice.clone() });
    Ok(Done { line, reckoning })
}

fn short(name: &str) -> String {
    name.chars().take(20).collect()
}

/// Nothing is for all; an element or a battery is named by its key.
fn row(sheet: &Sheet, of: Option<&str>) -> Result<Row, Misfit> {
    let Some(key) = of else { return Ok(Row::All) };
    if let Some(id) = element(sheet, key) {
        return Ok(Row::Element(id));
    }
    let batteries = &sheet.scene.batteries;
    if let Some(i) = batteries.iter().position(|it| it.key == key) {
        return Ok(Row::Battery(BatteryId(i as u8)));
    }
    let known = sheet.scene.elements.iter().map(|it| it.key.as_str());
    Err(Misfit::unknown("row", key, known.chain(batteries.iter().map(|it| it.key.as_str())))
        .of("of"))
}

fn element(sheet: &Sheet, key: &str) -> Option<ElementId> {
    let i = sheet.scene.elements.iter().position(|it| it.key == key)?;
    Some(ElementId(i as u8))
}

/// An input that names an element.
fn named(sheet: &Sheet, given: &Given, input: &str) -> Result<ElementId, Misfit> {
    let found = element(sheet, given.choice(input));
    found.ok_or_else(|| Misfit::at(input, "there is no such element"))
}

type Told = (Option<String>, Option<Reckoning>);

fn carry_out(
    sheet: &mut Sheet,
    row: Row,
    act: &str,
    given: &Given,
    tray: &mut Tray<'_>,
) -> Result<Told, Misfit> {
    match row {
        Row::All => for_all(sheet, act, given, tray),
        Row::Element(id) => of_element(sheet, id, act, given, tray),
        Row::Battery(id) => of_battery(sheet, id, act, given, tray),
    }
}

fn told(text: String) -> Told {
    (Some(text), None)
}

fn for_all(
    sheet: &mut Sheet,
    act: &str,
    given: &Given,
    tray: &mut Tray<'_>,
) -> Result<Told, Misfit> {
    let scene = sheet.scene.clone();
    let names = Names(&scene);
    Ok(match act {
        "initiative" => {
            if tray.is_look() {
                return Ok((None, None));
            }
            let mut dice = [0; 2];
            for side in Side::BOTH {
                dice[side.index()] = i32::from(tray.die(6, names.side(side).into(), |_| None)?);
            }
            let first = given.choice("winner") == "first";
            told(match sheet.take_initiative(dice, first)? {
                None => "Equal dice: throw again".into(),
                Some(winner) => {
                    let place = given.choice("winner");
                    format!("{} has the initiative and moves {place}", names.side(winner))
                }
            })
        }
        "smoke" => {
            sheet.smoke.push(scene.tables.smoke.fresh);
            told(format!("Smoke lands: {} hindrances through it", scene.tables.smoke.fresh))
        }
        "hold" => {
            let key = given.choice("objective");
            let at = scene.objectives.iter().position(|it| it.key == key).unwrap_or(0);
            let holder = Side::BOTH
                .into_iter()
                .find(|it| scene.sides[it.index()].key == given.choice("holder"));
            sheet.hold(ObjectiveId(at as u8), holder)?;
            let who = holder.map_or("nobody", |it| names.side(it));
            told(format!("{}: held by {who}", scene.objectives[at].title))
        }
        // "next"
        _ => {
            let ends = if sheet.step() == "end_turn" { sheet.ends_on() } else { None };
            let mut reckoning = None;
            let mut ended = false;
            if ends.is_some() {
                let (answer, rolled) = charts::end_answer(ends, tray)?;
                reckoning = Some(answer);
                match rolled {
                    None => return Ok((None, reckoning)),
                    Some(it) => ended = it,
                }
            }
            sheet.next_phase(ended);
            let text = match sheet.over {
                true => names.outcome(&sheet.outcome()),
                false => format!("Turn {}: {}", sheet.turn, scene.tables.phase[sheet.phase].title),
            };
            (Some(text), reckoning)
        }
    })
}

fn of_element(
    sheet: &mut Sheet,
    id: ElementId,
    act: &str,
    given: &Given,
    tray: &mut Tray<'_>,
) -> Result<Told, Misfit> {
    let scene = sheet.scene.clone();
    let (t, data) = (&scene.tables, &scene.elements[usize::from(id.0)]);
    let names = Names(&scene);
    let name = names.element(id);
    Ok(match act {
        "spot" => {
            let target = named(sheet, given, "target")?;
            let (answer, seen) = charts::spot_answer(t, given, tray)?;
            let Some(seen) = seen else { return Ok((None, Some(answer))) };
            sheet.spotted(id, target, seen)?;
            let what = if seen { "makes out" } else { "does not make out" };
            (Some(format!("{name} {what} {}", names.element(target))), Some(answer))
        }
        "rally" => {
            let number = referee::rally(t, data.quality, given.number("bonus") as i32);
            let (answer, made) = charts::rally_answer(t, number, tray)?;
            let Some(made) = made else { return Ok((None, Some(answer))) };
            if made {
                sheet.rallied(id)?;
            } else {
                sheet.not_rallied(id)?;
            }
            let what = if made { "rallies" } else { "fails to rally" };
            (Some(format!("{name} {what}")), Some(answer))
        }
        "run" => {
            sheet.run(id)?;
            told(format!("{name} has run"))
        }
        "order" => {
            let order = Order::read(given.choice("order")).unwrap_or(Order::Fire);
            sheet.order(id, order)?;
            told(format!("{name}: {}", t.order(order).title))
        }
        "mark" => {
            let mover = named(sheet, given, "mover")?;
            sheet.mark(id, mover)?;
            told(format!("{name} will fire at {} as it moves", names.element(mover)))
        }
        "fire" => fire_at(sheet, id, given, tray)?,
        "shell" => shell(sheet, id, given, tray)?,
        "call" => {
            let weapon = charts::weapon_of(t, given)?;
            let piece = piece(sheet, id, weapon, given);
            let smoke = given.is("smoke");
            if smoke && !weapon.smoke {
                return Err(Misfit::at("smoke", format!("the {} has none", weapon.title)));
            }
            let spend = |sheet: &mut Sheet| sheet.fire(id, weapon, smoke);
            call(sheet, &name, piece, given, tray, spend)?
        }
        "effect" => {
            let weapon = charts::weapon_of(t, given)?;
            let piece = piece(sheet, id, weapon, given);
            let spend = |sheet: &mut Sheet| sheet.fire(id, weapon, false);
            effect(sheet, &name, piece, given, tray, spend)?
        }
        "fight" => {
            let target = named(sheet, given, "target")?;
            let suppressed = sheet.kept(id).level == Level::Suppressed;
            let number = referee::melee(t, data.quality, suppressed);
            let dice = given.number("dice") as u8;
            let (answer, kills) = charts::melee_answer(t, number, dice, tray)?;
            let Some(kills) = kills else { return Ok((None, Some(answer))) };
            sheet.fought(target, kills)?;
            let what = plural(kills, "kill", "kills");
            (Some(format!("{name} fights {}: {what}", names.element(target))), Some(answer))
        }
        "test" => {
            let test = sheet.test(id);
            let bonus = if test.severe { 0 } else { given.number("bonus") as i32 };
            let number = referee::test(t, data.quality, test, bonus);
            let level = sheet.kept(id).level;
            let (answer, how) = charts::test_answer(t, level, number, tray)?;
            let Some(how) = how else { return Ok((None, Some(answer))) };
            sheet.tested(id, how)?;
            (Some(format!("{name} is {}", sheet.kept(id).level.name())), Some(answer))
        }
        "suffer" => {
            let (hits, kills) = (given.number("hits") as u8, given.number("kills") as u8);
            if hits < kills {
                return Err(Misfit::at("kills", "every kill is a hit first: enter as many hits"));
            }
            sheet.suffer(id, hits, kills, false);
            told(format!("{name} suffers {}", losses(hits, kills)))
        }
        "reveal" => {
            sheet.reveal(id);
            told(format!("{name} is turned over"))
        }
        "shake" => {
            sheet.shake(id);
            told(format!("{name} must test severely"))
        }
        // "leave"
        _ => {
            sheet.leave(id);
            told(format!("{name} leaves the table"))
        }
    })
}

fn losses(hits: u8, kills: u8) -> String {
    format!("{}, {}", plural(hits, "hit", "hits"), plural(kills, "kill", "kills"))
}

/// What the sheet knows of a shot.
fn state(sheet: &Sheet, id: ElementId, target: ElementId) -> State {
    let order = sheet.kept(id).order;
    let fires_in = order.map(|it| sheet.scene.tables.order(it).fires_in);
    State {
        quality: sheet.scene.elements[usize::from(id.0)].quality,
        suppressed: sheet.kept(id).level == Level::Suppressed,
        moving: fires_in == Some(FiresIn::MovingFire),
        target_moved: fire::has_moved_in_open(&sheet.game(), target),
        target_double: sheet.kept(target).order == Some(Order::Double),
    }
}

fn fire_at(
    sheet: &mut Sheet,
    id: ElementId,
    given: &Given,
    tray: &mut Tray<'_>,
) -> Result<Told, Misfit> {
    let scene = sheet.scene.clone();
    let t = &scene.tables;
    let (weapon, target) = (charts::weapon_of(t, given)?, named(sheet, given, "target")?);
    let line: Situation = charts::situation(weapon, given, &state(sheet, id, target))?;
    let weapons = given.number("figures").min(i64::from(at_hand(sheet, id, weapon)));
    let dice = charts::dice_of(weapon, given, weapons);
    sheet.fire(id, weapon, false)?;
    let (answer, made) = charts::fire_answer(t, &referee::shot(t, weapon, &line), dice, tray)?;
    let Some((hits, kills)) = made else { return Ok((None, Some(answer))) };
    sheet.suffer(target, hits, kills, weapon.severe_test && 0 < hits);
    let names = Names(&scene);
    let (name, at) = (names.element(id), names.element(target));
    let text = format!("{name} fires at {at} ({}): {}", weapon.title, losses(hits, kills));
    Ok((Some(text), Some(answer)))
}

fn shell(
    sheet: &mut Sheet,
    id: ElementId,
    given: &Given,
    tray: &mut Tray<'_>,
) -> Result<Told, Misfit> {
    let scene = sheet.scene.clone();
    let t = &scene.tables;
    let (weapon, target) = (charts::weapon_of(t, given)?, named(sheet, given, "target")?);
    let line = charts::situation(weapon, given, &state(sheet, id, target))?;
    let numbers = charts::blast(t, weapon, &line, given)?;
    // One round for all who are under it.
    if !given.is("same") {
        sheet.fire(id, weapon, false)?;
    }
    let struck = given.number("struck") as u8;
    let (answer, made) = charts::fire_answer(t, &numbers, struck, tray)?;
    let Some((hits, kills)) = made else { return Ok((None, Some(answer))) };
    sheet.suffer(target, hits, kills, false);
    let names = Names(&scene);
    let (name, at) = (names.element(id), names.element(target));
    Ok((Some(format!("{name} fires HE at {at}: {}", losses(hits, kills))), Some(answer)))
}

fn piece(sheet: &Sheet, id: ElementId, weapon: &Weapon, given: &Given) -> Piece {
    Piece {
        support: weapon.support.unwrap_or(Support::Attached),
        weight: weapon.weight.unwrap_or(Weight::Light),
        quality: sheet.scene.elements[usize::from(id.0)].quality,
        suppressed: sheet.kept(id).level == Level::Suppressed,
        missing_crew: given.number("missing") as u8,
    }
}

fn of_battery(
    sheet: &mut Sheet,
    id: BatteryId,
    act: &str,
    given: &Given,
    tray: &mut Tray<'_>,
) -> Result<Told, Misfit> {
    let scene = sheet.scene.clone();
    let data = &scene.batteries[usize::from(id.0)];
    let (support, weight) = (data.support, data.weight);
    let quality: Quality = data.quality;
    let piece = Piece { support, weight, quality, suppressed: false, missing_crew: 0 };
    let spend = |smoke: bool| move |sheet: &mut Sheet| sheet.call(id, smoke);
    match act {
        "call" => call(sheet, &data.title, piece, given, tray, spend(given.is("smoke"))),
        _ => effect(sheet, &data.title, piece, given, tray, spend(false)),
    }
}

/// A call for fire: a round goes whether it is on target or not; smoke that is lands at once.
fn call(
    sheet: &mut Sheet,
    name: &str,
    piece: Piece,
    given: &Given,
    tray: &mut Tray<'_>,
    spend: impl FnOnce(&mut Sheet) -> Result<(), kernel::Rule>,
) -> Result<Told, Misfit> {
    let scene = sheet.scene.clone();
    spend(sheet)?;
    let number = referee::targeting(&scene.tables, &charts::targeting(piece, given));
    let (answer, on_target) = charts::call_answer(&scene.tables, &number, tray)?;
    let Some(on_target) = on_target else { return Ok((None, Some(answer))) };
    let text = match (on_target, given.is("smoke")) {
        (false, _) => format!("{name} calls fire and misses"),
        (true, false) => format!("{name} is on target: Fire for Effect"),
        (true, true) => {
            sheet.smoke.push(scene.tables.smoke.fresh);
            format!("{name} lands smoke")
        }
    };
    Ok((Some(text), Some(answer)))
}

fn effect(
    sheet: &mut Sheet,
    name: &str,
    piece: Piece,
    given: &Given,
    tray: &mut Tray<'_>,
    spend: impl FnOnce(&mut Sheet) -> Result<(), kernel::Rule>,
) -> Result<Told, Misfit> {
    let scene = sheet.scene.clone();
    let target = named(sheet, given, "target")?;
    if given.is("spent") {
        spend(sheet)?;
    }
    let numbers = referee::indirect_blast(&scene.tables, &piece, &charts::under(given));
    let struck = given.number("struck") as u8;
    let (answer, made) = charts::fire_answer(&scene.tables, &numbers, struck, tray)?;
    let Some((hits, kills)) = made else { return Ok((None, Some(answer))) };
    sheet.suffer(target, hits, kills, false);
    // skirmish.hide.blast
    sheet.reveal(target);
    let at = Names(&scene).element(target);
    Ok((Some(format!("{name} falls on {at}: {}", losses(hits, kills))), Some(answer)))
}
