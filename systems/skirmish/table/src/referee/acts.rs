//! What may be entered on the sheet in each phase, for each element and battery and for all. Listed and entered by the same list:
//! what is not in it cannot be entered, and what is refused says by which rule.

use std::fmt::Write as _;

use kernel::Rule;
use play::wire::{Act, Input, InputKind, InputOption, RuleRef};
use skirmish::data::{BatteryId, ElementId, Side, WeaponId};
use skirmish::hit_and_kill;
use skirmish::referee::Sheet;
use skirmish::state::Level;
use skirmish::tables::{Class, Order, Weapon};
use skirmish::text::Names;
use skirmish::{
    assault, casualties, compulsory, direct_he, end_turn, indirect_fire, initiative, morale,
    movement, opportunity, rally, sequence, smoke, spotting,
};

use super::charts;

/// A row of the sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Row {
    All,
    Element(ElementId),
    Battery(BatteryId),
}

const LOSSES: i64 = 8;

pub(super) fn acts(sheet: &Sheet, row: Row) -> Vec<Act> {
    if sheet.over {
        return Vec::new();
    }
    let mut acts = match row {
        Row::All => for_all(sheet),
        Row::Element(id) if sheet.kept(id).level == Level::Dispersed => Vec::new(),
        Row::Element(id) => of_element(sheet, id),
        Row::Battery(id) => of_battery(sheet, id),
    };
    // Nobody is left to be named.
    let empty =
        |it: &Input| matches!(&it.kind, InputKind::Choice { options, .. } if options.is_empty());
    acts.retain(|it| !it.inputs.iter().any(empty));
    acts
}

fn act(key: &str, title: impl Into<String>, rule: Rule, inputs: Vec<Input>) -> Act {
    let (key, title, rule) = (key.into(), title.into(), RuleRef::of(rule));
    Act { key, title, rule, inputs, rolls: false, due: false, refused: None }
}

/// What the step asks for, or why it cannot be.
fn due(mut act: Act, may: Result<(), Rule>) -> Act {
    (act.due, act.refused) = (may.is_ok(), may.err().map(RuleRef::of));
    act
}

fn rolls(mut act: Act) -> Act {
    act.rolls = true;
    act
}

fn for_all(sheet: &Sheet) -> Vec<Act> {
    let mut acts = Vec::new();
    match sheet.step() {
        "initiative" => {
            let place =
                |key: &str, title: &str| InputOption { key: key.into(), title: title.into() };
            let options = vec![place("first", "Moves first"), place("second", "Moves second")];
            let inputs = vec![Input::choice("winner", "The winner", options)];
            acts.push(rolls(due(
                act("initiative", "Roll for initiative", initiative::ROLL, inputs),
                Ok(()),
            )));
        }
        "stationary_fire" => acts.push(act("smoke", "Smoke lands", smoke::LANDS, Vec::new())),
        "end_turn" if !sheet.scene.objectives.is_empty() => {
            let objectives = sheet.scene.objectives.iter();
            let objectives =
                objectives.map(|it| InputOption { key: it.key.clone(), title: it.title.clone() });
            let nobody = InputOption { key: "nobody".into(), title: "Nobody".into() };
            let sides = sheet.scene.sides.iter();
            let sides = sides.map(|it| InputOption { key: it.key.clone(), title: it.name.clone() });
            let inputs = vec![
                Input::choice("objective", "Objective", objectives.collect()),
                Input::choice("holder", "Held by", sides.chain([nobody]).collect()),
            ];
            acts.push(act("hold", "Objective changes hands", end_turn::CONTROL, inputs));
        }
        _ => (),
    }
    let next = act("next", next_title(sheet), sequence::SEQUENCE, Vec::new());
    let ends = sheet.step() == "end_turn" && sheet.ends_on().is_some();
    acts.push(if ends { rolls(next) } else { next });
    acts
}

fn next_title(sheet: &Sheet) -> String {
    let phases = &sheet.scene.tables.phase;
    match phases.get(sheet.phase + 1) {
        Some(next) => format!("Next: {}", next.title),
        None => format!("End turn {}", sheet.turn),
    }
}

fn of_element(sheet: &Sheet, id: ElementId) -> Vec<Act> {
    let it = sheet.kept(id);
    let (t, data) = (&sheet.scene.tables, &sheet.scene.elements[usize::from(id.0)]);
    let mut acts = Vec::new();
    match sheet.step() {
        "spotting" => {
            let hidden = others(sheet, data.side, |it| it.hidden);
            if !hidden.is_empty() && it.level.is_unbroken() && !data.dummy {
                let target = Input::choice("target", "Whom", hidden);
                let inputs = [vec![target], charts::spot_inputs()].concat();
                let spot = act("spot", "Spot", spotting::ATTEMPTS, inputs);
                acts.push(rolls(Act { due: false, ..due(spot, sheet.may_spot(id)) }));
            }
        }
        "rally" => {
            if it.level != Level::Good {
                let rally = act("rally", "Rally", rally::WHO, vec![charts::bonus(t)]);
                acts.push(rolls(due(rally, sheet.may_rally(id))));
            }
            if it.level == Level::Broken {
                acts.push(act("run", "Has run", compulsory::COMPULSORY, Vec::new()));
            }
        }
        "first_move" | "second_move" if sheet.mover() == Some(data.side) => {
            let option = |order: Order| InputOption {
                key: order.key().into(),
                title: t.order(order).title.clone(),
            };
            let options: Vec<InputOption> = sheet.orders(id).iter().copied().map(option).collect();
            if !options.is_empty() {
                let order = act(
                    "order",
                    "Order",
                    movement::ORDER,
                    vec![Input::choice("order", "Order", options)],
                );
                acts.push(due(order, if it.order.is_some() { Err(movement::ONE) } else { Ok(()) }));
            }
        }
        "first_move" | "second_move" => {
            let movers =
                others(sheet, data.side, |it| it.order.is_some_and(|it| it != Order::Fire));
            if !movers.is_empty() && !data.dummy {
                let inputs = vec![Input::choice("mover", "Who is moving", movers)];
                let mark = act("mark", "Mark opportunity fire", opportunity::MARKERS, inputs);
                acts.push(Act { due: false, ..due(mark, sheet.may_mark(id)) });
            }
        }
        "stationary_fire" | "moving_fire" => acts.extend(shots(sheet, id)),
        "melee" if it.level.is_unbroken() && !data.dummy => {
            let foes = others(sheet, data.side, |it| !it.hidden);
            if !foes.is_empty() {
                let dice: u8 = data
                    .figures()
                    .take(usize::from(it.living))
                    .map(|it| melee_dice(sheet, it))
                    .sum();
                let inputs = vec![
                    Input::choice("target", "Against", foes),
                    Input::number(
                        "dice",
                        "Dice of figures in contact",
                        1,
                        40,
                        i64::from(dice.clamp(1, 40)),
                    ),
                ];
                acts.push(rolls(act("fight", "Fight a round", assault::FIGHT, inputs)));
            }
        }
        _ => (),
    }
    if sheet.must_test(id) {
        let test = sheet.test(id);
        let inputs = if test.severe { Vec::new() } else { vec![charts::bonus(t)] };
        let rule = if test.severe { morale::SEVERE } else { morale::TEST };
        acts.push(rolls(due(act("test", "Morale test", rule, inputs), Ok(()))));
    }
    acts.extend(corrections(sheet, id));
    acts
}

/// What may have to be entered at any time.
fn corrections(sheet: &Sheet, id: ElementId) -> Vec<Act> {
    let it = sheet.kept(id);
    let mut acts = Vec::new();
    if it.hidden {
        acts.push(act("reveal", "Turn over", spotting::RESULT, Vec::new()));
    }
    if matches!(sheet.step(), "stationary_fire" | "moving_fire") {
        let inputs = vec![
            Input::number("hits", "Hits", 0, 40, 0),
            Input::number("kills", "Kills", 0, LOSSES, 0),
        ];
        acts.push(act("suffer", "Enter hits and kills", casualties::KILLED, inputs));
    }
    if matches!(sheet.step(), "morale" | "melee") && !it.severe {
        acts.push(act("shake", "Must test severely", morale::SEVERE, Vec::new()));
    }
    acts.push(act("leave", "Leaves the table", casualties::DESTROYED, Vec::new()));
    acts
}

/// Fire, shells and calls with what it has.
fn shots(sheet: &Sheet, id: ElementId) -> Vec<Act> {
    let (it, data) = (sheet.kept(id), &sheet.scene.elements[usize::from(id.0)]);
    let targets = match it.marker {
        // skirmish.opp.commits
        Some(mover) => vec![element_option(sheet, mover)],
        None => others(sheet, data.side, |it| !it.hidden),
    };
    let mut acts = Vec::new();
    if data.dummy || !it.level.is_unbroken() {
        return acts;
    }
    let target = |acts: &[InputOption]| Input::choice("target", "At", acts.to_vec());
    let (aimed, may) = weapons(sheet, id, charts::is_aimed);
    if !aimed.is_empty() && !targets.is_empty() {
        let figures = Input::number(
            "figures",
            "Weapons firing, at most",
            1,
            8,
            i64::from(it.living.clamp(1, 8)),
        );
        let inputs = [
            vec![Input::choice("weapon", "Weapon", aimed), figures, target(&targets)],
            charts::shot_inputs(),
        ]
        .concat();
        acts.push(rolls(due(act("fire", "Fire", hit_and_kill::HIT, inputs), may)));
    }
    let (shells, may) = weapons(sheet, id, |it| it.class == Class::DirectHe);
    if !shells.is_empty() && !targets.is_empty() {
        let inputs = [
            vec![Input::choice("weapon", "Weapon", shells), target(&targets), charts::struck()],
            charts::shot_inputs(),
            vec![Input::toggle("same", "Others under the same shell")],
        ]
        .concat();
        acts.push(rolls(due(act("shell", "Direct HE", direct_he::AREA, inputs), may)));
    }
    let (mortars, may) = weapons(sheet, id, |it| it.class == Class::Indirect);
    if !mortars.is_empty() && sheet.step() == "stationary_fire" {
        let weapon = Input::choice("weapon", "Weapon", mortars);
        let missing = Input::number("missing", "Crewmen missing", 0, 4, 0);
        let mut inputs =
            [vec![weapon.clone()], charts::call_inputs(), vec![missing.clone()]].concat();
        // The sheet knows whether the firer is.
        inputs.retain(|it| it.key != "suppressed");
        acts.push(rolls(due(act("call", "Call Fire", indirect_fire::CALL, inputs), may)));
        acts.push(effect(sheet, vec![weapon, missing]));
    }
    acts
}

fn of_battery(sheet: &Sheet, id: BatteryId) -> Vec<Act> {
    if sheet.step() != "stationary_fire" {
        return Vec::new();
    }
    let mut inputs = charts::call_inputs();
    inputs.retain(|it| it.key != "suppressed");
    let may = [false, true].map(|smoke| sheet.clone().call(id, smoke));
    let may = if may[0].is_ok() { may[0] } else { may[1] };
    let call = rolls(due(act("call", "Call Fire", indirect_fire::CALL, inputs), may));
    vec![Act { due: false, ..call }, effect(sheet, Vec::new())]
}

/// Fire for Effect on elements of either side.
fn effect(sheet: &Sheet, first: Vec<Input>) -> Act {
    let all = Side::BOTH.map(|it| others(sheet, it, |_| true)).concat();
    let inputs = [
        first,
        vec![Input::choice("target", "On", all), charts::struck()],
        charts::under_inputs(),
        vec![Input::toggle("spent", "A round more: it goes on or is shifted")],
    ]
    .concat();
    rolls(act("effect", "Fire for Effect", indirect_fire::EFFECT, inputs))
}

/// Weapons of a kind that an element has, and whether any of them may fire now.
fn weapons(
    sheet: &Sheet,
    id: ElementId,
    of: impl Fn(&Weapon) -> bool,
) -> (Vec<InputOption>, Result<(), Rule>) {
    let t = &sheet.scene.tables;
    let mut rows: Vec<(&Weapon, u8)> = Vec::new();
    for weapon in carried(sheet, id).map(|it| t.weapon(it)).filter(|it| of(it)) {
        if !rows.iter().any(|it| it.0.id == weapon.id) {
            rows.push((weapon, at_hand(sheet, id, weapon)));
        }
    }
    // What most have stands first.
    rows.sort_by_key(|it| std::cmp::Reverse(it.1));
    let mut options: Vec<InputOption> = Vec::new();
    let mut may: Option<Result<(), Rule>> = None;
    for (row, n) in rows {
        let mut option = charts::weapon_option(row);
        if 1 < n {
            let _ = write!(option.title, " × {n}");
        }
        options.push(option);
        let tried = [false, true].map(|smoke| sheet.clone().fire(id, row, smoke && row.smoke));
        let tried = if tried[0].is_ok() { tried[0] } else { tried[1] };
        may = Some(match may {
            Some(Ok(())) => Ok(()),
            _ => tried,
        });
    }
    (options, may.unwrap_or(Ok(())))
}

/// Its own weapons by figure, then what is crewed.
fn carried(sheet: &Sheet, id: ElementId) -> impl Iterator<Item = WeaponId> + '_ {
    let data = &sheet.scene.elements[usize::from(id.0)];
    let own = data.figures().map(|it| sheet.scene.figures[usize::from(it.0)].weapon);
    own.chain(data.support.iter().copied())
}

/// How many of a weapon an element can have left: who has fallen is not known by his weapon.
pub(super) fn at_hand(sheet: &Sheet, id: ElementId, weapon: &Weapon) -> u8 {
    let same = |it: &WeaponId| sheet.scene.tables.weapon(*it).id == weapon.id;
    (carried(sheet, id).filter(same).count() as u8).min(sheet.kept(id).living)
}

fn melee_dice(sheet: &Sheet, figure: skirmish::data::FigureId) -> u8 {
    sheet.scene.tables.weapon(sheet.scene.figures[usize::from(figure.0)].weapon).melee_dice
}

/// Elements of the other side that are there and of which something is so.
fn others(
    sheet: &Sheet,
    side: Side,
    of: impl Fn(&skirmish::referee::Kept) -> bool,
) -> Vec<InputOption> {
    let ids = (0..sheet.kept.len()).map(|it| ElementId(it as u8));
    let theirs = ids.filter(|it| sheet.scene.elements[usize::from(it.0)].side != side);
    let there =
        theirs.filter(|it| sheet.kept(*it).level != Level::Dispersed && of(sheet.kept(*it)));
    there.map(|it| element_option(sheet, it)).collect()
}

fn element_option(sheet: &Sheet, id: ElementId) -> InputOption {
    let key = sheet.scene.elements[usize::from(id.0)].key.clone();
    InputOption { key, title: Names(&sheet.scene).element(id) }
}
