//! Questions and options in words. A question has one sentence of its own, an option a label that needs no rule book.

use board::HexId;
use tcs::Battle;
use tcs::command::papers::{Check, Join, Paper};
use tcs::data::Kind;
use tcs::fire::FireKind;
use tcs::id::{SheetId, Side, UnitId};
use tcs::movement::{self, Step};
use tcs::plan::Plan;
use tcs::question::{Action, Impulse, Opt, Question, Topic};
use tcs::set::UnitSet;
use tcs::sheet::{Order, Sheet};
use tcs::state::{CommandStep, Guns, Mode, Phase};
use tcs::text::{self, Names};
use tcs::{actions, area, artillery, mode};

/// One sentence.
pub(crate) fn prompt(g: &Battle, ask: &Question) -> String {
    let names = Names(g.data());
    let unit = |id: UnitId| names.unit(id).to_owned();
    let hex = |it: HexId| names.hex(it);
    match ask.topic {
        Topic::Nothing | Topic::Initiative | Topic::Weather => ask.rule.title.into(),
        Topic::Attack(it) => format!("The attack on {} is thrown for.", hex(it)),
        Topic::Morale(it) => format!("Morale is checked in {}.", hex(it)),
        Topic::AtThrow { roller, target } => {
            format!("{} rolls against {}.", unit(roller), unit(target))
        }
        Topic::Battalion(_) => "Battalion Morale recovers.".into(),
        Topic::SetUp => "Where do your units begin?".into(),
        Topic::SetUpSheets => "Which op sheets do you begin with?".into(),
        Topic::Sheets(step) => match step {
            CommandStep::Implement => "Which sheets in preparation do you throw for?",
            CommandStep::Checks => {
                "Which Reserves do you try to release, which Alternates to bring into force?"
            }
            CommandStep::Add => "Which units without orders try to join a sheet?",
            _ => "Which op sheets do you draw, redraw, cancel or give up?",
        }
        .into(),
        Topic::GoFirst => "You have won the initiative: do you go first or second?".into(),
        Topic::SortieArrives(it) => format!("Does {} arrive?", names.sortie(it)),
        Topic::WhichSortie => "Which aircraft attack next?".into(),
        Topic::SortieTarget(it) => format!("Which hex does {} attack?", names.sortie(it)),
        Topic::SortieKind { sortie, hex: it } => {
            format!("How does {} attack {}?", names.sortie(sortie), hex(it))
        }
        Topic::SortieUnit { sortie, hex: it } => {
            format!("Which vehicle in {} does {} attack?", hex(it), names.sortie(sortie))
        }
        Topic::WhichGuns => "Which guns fire a mission this turn?".into(),
        Topic::WhichMission(guns) => format!("What does {} fire?", names.guns(guns)),
        Topic::Observer(guns) => format!("Who directs the fire of {}?", names.guns(guns)),
        Topic::MissionTarget { guns, .. } => format!("Where does {} fire?", names.guns(guns)),
        Topic::ScatterTo(it) => {
            format!("The enemy's mission on {} is lost: where does it fall?", hex(it))
        }
        Topic::WhichMissionFirst => "Which mission comes down next?".into(),
        Topic::Actions => "Which unit acts next?".into(),
        Topic::WhatNow(id) => format!("What does {} do?", unit(id)),
        Topic::Together(id) => format!("Who moves together with {}?", unit(id)),
        Topic::Step(id) => {
            let group = if g.moving.is_empty() { UnitSet::of(id) } else { g.moving };
            let (who, verb) = (names.units(group), if group.len() == 1 { "goes" } else { "go" });
            format!("{who} {verb} where? {} left.", points(g[id].record.left))
        }
        Topic::FireTarget(id) => format!("Which hex does {} fire at?", unit(id)),
        Topic::Declare(it) => format!("Who else fires at {}?", hex(it)),
        Topic::AtTarget(id) => format!("Which vehicle does {} go for?", unit(id)),
        Topic::SmokeTarget(id) => format!("Where does {} put its smoke?", unit(id)),
        Topic::LightTarget(id) => format!("Which hex does {} light up?", unit(id)),
        Topic::AssaultHex(id) => format!("Which hex does {} assault?", unit(id)),
        Topic::WhoAssaults(it) => format!("Who else assaults {}?", hex(it)),
        Topic::OverrunHex(id) => format!("Which hex does {} overrun?", unit(id)),
        Topic::WhoOverruns(it) => format!("Who else overruns {}?", hex(it)),
        Topic::OverrunExit(id) => format!("{} has run through: where does it stop?", unit(id)),
        Topic::BreachHex(id) => format!("Towards which minefield does {} clear a lane?", unit(id)),
        Topic::Carrier(id) => format!("What does {} mount?", unit(id)),
        Topic::Passenger(id) => format!("Who gets out of {}?", unit(id)),
        Topic::ImpulseGroup(id) => format!("Which vehicles act in impulses with {}?", unit(id)),
        Topic::Impulse(id) => format!("What does {} do in this impulse?", unit(id)),
        Topic::Reinforce => "Which reinforcements come onto the map?".into(),
        Topic::LoadReinforcement(id) => format!("What does {} arrive in?", unit(id)),
        Topic::Overwatch(it) => {
            format!("The enemy shows himself in {}: do you fire?", hex(it))
        }
        Topic::OverwatchFirers(it) => {
            format!("Who takes part in the overwatch fire at {}?", hex(it))
        }
        Topic::AssaultFire { hex: it, unit: id } => {
            format!("The fight for {}: does {} fire in this round?", hex(it), unit(id))
        }
        Topic::WhoLoses(it) => format!("Which unit in {} loses the step?", hex(it)),
        Topic::WhoRetreats(it) => format!("Which unit leaves {} first?", hex(it)),
        Topic::RetreatTo(id) => format!("{} falls back: where to?", unit(id)),
        Topic::WhichPassenger(id) => format!("Which unit aboard {} loses the step?", unit(id)),
        Topic::WhoRecovers => "Which unit pulls itself together next?".into(),
        Topic::WhoLeaves(it) => format!("{} is too full: who leaves?", hex(it)),
        Topic::LeaveTo(id) => format!("Where does {} go?", unit(id)),
    }
}

/// How a question works, for who has read no rules; where that needs saying.
pub(crate) fn how(ask: &Question) -> Option<&'static str> {
    Some(match ask.topic {
        Topic::SetUp => {
            "The suggested set-up is ready. Change a unit's hex by choosing it and clicking the map; sheets that are in \
             force name hexes, so look at them first."
        }
        Topic::Sheets(CommandStep::Implement) => {
            "Each sheet gathers weighted turns; two dice, read as tens and units, must reach the figure of the Command Prep \
             table. A sheet you do not throw for goes on gathering."
        }
        Topic::Sheets(CommandStep::Checks) => {
            "A Reserve is released into one of its branches, an Alternate whose trigger has come true takes the place of its \
             sheet, if a die allows it. Nothing is lost by trying."
        }
        Topic::Sheets(CommandStep::Add) => {
            "Units without orders near a sheet may come under it, if a die allows it."
        }
        Topic::Sheets(_) | Topic::SetUpSheets => {
            "A sheet says which units do what: its mission is what they may do, its drawing is where. It is worthless until \
             it comes through, which takes some turns; then it binds its units until it is done, fails or is cancelled."
        }
        Topic::GoFirst => "Who goes second sees what the other has done, and may answer it.",
        Topic::WhichGuns => {
            "A mission needs somebody in Fire mode who sees the target. It costs ammunition, which is for the whole game."
        }
        Topic::Actions => {
            "One unit at a time: it changes its mode, moves, fires, or assaults. Units that keep still in Fire mode can \
             answer the enemy by overwatch."
        }
        Topic::Overwatch(_) => {
            "Whoever fires gets a Fired marker, is seen more easily, and fires no more until his next Action Phase."
        }
        _ => return None,
    })
}

/// The label of an option, and small print.
pub(crate) fn option(g: &Battle, ask: &Question, opt: Opt) -> (String, Option<String>) {
    let names = Names(g.data());
    let unit = |id: UnitId| names.unit(id).to_owned();
    let plain = |it: &str| (it.to_owned(), None);
    match opt {
        Opt::No => plain(match ask.topic {
            Topic::AssaultFire { .. } => "Does not fire",
            Topic::SortieArrives(_) => "Stays away",
            _ => "No",
        }),
        Opt::Yes => plain(match ask.topic {
            Topic::AssaultFire { .. } => "Fires",
            _ => "Yes",
        }),
        Opt::Done => plain(done(ask)),
        Opt::First => plain("Go first"),
        Opt::Second => plain("Go second"),
        Opt::Unit(id) => (unit(id), Some(small_print(g, id))),
        Opt::LeaveOut(id) => (format!("Without {}", unit(id)), Some(small_print(g, id))),
        Opt::Hex(hex) => (names.hex(hex), hex_hint(g, ask, hex, false)),
        Opt::Road(hex) => {
            (format!("{}, along the road", names.hex(hex)), hex_hint(g, ask, hex, true))
        }
        Opt::Act(action) => (action_name(action).into(), action_hint(g, ask, action)),
        Opt::Join(hex) if matches!(ask.topic, Topic::OverrunExit(_)) => {
            (format!("Back to {}", names.hex(hex)), Some("costs nothing, and nobody fires".into()))
        }
        Opt::Join(hex) => {
            let stack: UnitSet = g.stack_of(ask.who, hex).collect();
            (format!("{} joins: {}", names.hex(hex), names.units(stack)), None)
        }
        Opt::Fire => ("Fire".into(), g.attack.map(|it| format!("{} fire", names.units(it.firers)))),
        Opt::Nobody => plain("Do not fire"),
        Opt::Area => match ask.topic {
            Topic::SortieKind { .. } => plain("Bomb and strafe the hex"),
            _ => ("Area fire".into(), Some("against men and guns".into())),
        },
        Opt::Point => match ask.topic {
            Topic::SortieKind { .. } => plain("Attack one vehicle"),
            _ => ("Point fire".into(), Some("against vehicles".into())),
        },
        Opt::AtRoll { roller, target } => {
            (format!("{} goes for {} at close quarters", unit(roller), unit(target)), None)
        }
        Opt::Guns(guns) => (names.guns(guns).into(), Some(guns_hint(g, guns))),
        Opt::Mission { kind, fast } => {
            let cost = artillery::cost(g, fast);
            let label = text::capital(text::mission(kind, fast));
            (label, Some(format!("{cost} ammunition of each battery")))
        }
        Opt::NoObserver => ("Nobody: onto the drawn smoke area".into(), None),
        Opt::Sortie(i) => (names.sortie(i).into(), None),
        Opt::Impulse(it) => plain(match it {
            Impulse::Wait => "Wait",
            Impulse::Switch => "Wait, in the other mode",
            Impulse::Move => "Move",
            Impulse::Suppress => "Fire at men (suppressive fire)",
            Impulse::PointFire => "Fire at a vehicle (point fire)",
            Impulse::Mount => "Take passengers aboard",
            Impulse::Dismount => "Let passengers out",
        }),
    }
}

fn done(ask: &Question) -> &'static str {
    match ask.topic {
        Topic::Actions => "End the Action Phase",
        Topic::WhichGuns => "No more missions",
        Topic::WhichSortie => "No more air attacks",
        Topic::Together(_) => "Nobody else",
        Topic::WhoAssaults(_) | Topic::WhoOverruns(_) => "Nobody else: go",
        Topic::Step(_) => "Stop here",
        Topic::WhoRecovers => "Nobody else",
        Topic::Reinforce => "Nobody else for now",
        Topic::ImpulseGroup(_) => "Nobody else: begin",
        Topic::Passenger(_) => "Nobody else gets out",
        Topic::LoadReinforcement(_) => "On its own feet",
        _ => "Done",
    }
}

const fn action_name(action: Action) -> &'static str {
    match action {
        Action::ToMove => "Change to Move mode",
        Action::ToFire => "Change to Fire mode",
        Action::Move => "Move",
        Action::Suppress => "Fire at men (suppressive fire)",
        Action::PointFire => "Fire at a vehicle (point fire)",
        Action::AtRoll => "Go for a vehicle at close quarters",
        Action::Smoke => "Fire smoke",
        Action::Illuminate => "Fire illumination",
        Action::DigIn => "Dig in",
        Action::Assault => "Assault",
        Action::Overrun => "Overrun",
        Action::Breach => "Clear a lane through mines",
        Action::Mount => "Mount a carrier",
        Action::Dismount => "Let passengers out",
        Action::Impulses => "Act in three impulses, moving and firing by turns",
        Action::Finish => "Nothing more this turn",
    }
}

fn action_hint(g: &Battle, ask: &Question, action: Action) -> Option<String> {
    let Topic::WhatNow(id) = ask.topic else { return None };
    Some(match action {
        Action::ToMove => format!(
            "costs {} of {}; in Move mode it can move, but is easily seen and hit",
            points(mode::to_move_cost(g, id)),
            points(g[id].record.left)
        ),
        Action::ToFire => {
            "in Fire mode it can fire, answer by overwatch, and is better covered".into()
        }
        Action::Move => format!("{} left", points(g[id].record.left)),
        Action::DigIn => "takes the whole phase: it is Dug-In when the phase ends".into(),
        Action::Assault => "enters the enemy's hex: best against suppressed men".into(),
        Action::Overrun => "vehicles run through the enemy's hex".into(),
        Action::Finish => "it can still answer by overwatch in Fire mode".into(),
        _ => return None,
    })
}

/// What a unit is and how it stands: "rifle platoon, Fire mode, 5 of 5 steps".
pub(crate) fn small_print(g: &Battle, id: UnitId) -> String {
    let card = g.card(id);
    let place = g.hex(id).map_or(String::new(), |hex| format!(" in {}", Names(g.data()).hex(hex)));
    format!("{}{place}, {}", card.type_name, state(g, id))
}

/// "Fire mode, 5 of 5 steps, suppressed"
pub(crate) fn state(g: &Battle, id: UnitId) -> String {
    use tcs::state::Nerve;
    let (unit, card) = (&g[id], g.card(id));
    let mut words =
        vec![g.mode(id).name().to_owned(), format!("{} of {} steps", unit.steps, card.steps)];
    match unit.nerve {
        Nerve::Normal => (),
        Nerve::Suppressed => words.push("Suppressed".into()),
        Nerve::Paralysed => words.push("Paralysed".into()),
    }
    if unit.fired {
        words.push("has fired".into());
    }
    if unit.road_moving {
        words.push("on the road".into());
    }
    if unit.record.digging {
        words.push("digging in".into());
    }
    if !g.data.options.without_command {
        words.push(status(g, id));
    }
    words.join(", ")
}

/// "has orders: Attack", "no orders"
pub(crate) fn status(g: &Battle, id: UnitId) -> String {
    use tcs::sheet::Status;
    match tcs::command::status(g, id) {
        Status::Unassigned => "without orders".into(),
        Status::Withdrawing => "withdrawing".into(),
        Status::Assigned => match tcs::command::order_of(g, id) {
            Some(order) => format!("orders: {}, {}", order.mission().name(), order.sheet.name),
            None => "has orders".into(),
        },
    }
}

fn hex_hint(g: &Battle, ask: &Question, hex: HexId, road: bool) -> Option<String> {
    let names = Names(g.data());
    let enemies = || {
        let there: UnitSet = g.stack_of(ask.who.other(), hex).collect();
        (!there.is_empty()).then(|| names.units(there))
    };
    match ask.topic {
        Topic::Step(id) => {
            let cost = movement::cost_of(g, id, Step { to: hex, road })?;
            let terrain = g.data().map().terrain_kind(hex).name.to_lowercase();
            Some(format!("{terrain}, costs {}", points(cost)))
        }
        Topic::FireTarget(id) => {
            let distance = g.hex(id).map_or(0, |it| g.data().distance(it, hex));
            Some(format!("{}, {distance} hexes away", enemies()?))
        }
        Topic::MissionTarget { .. } | Topic::SortieTarget(_) => enemies(),
        Topic::AssaultHex(_) | Topic::OverrunHex(_) => enemies(),
        _ => None,
    }
}

fn guns_hint(g: &Battle, guns: Guns) -> String {
    let list = artillery::batteries(g, guns);
    let least = list.iter().map(|it| g.ammunition[*it]).reduce(|a, b| if b < a { b } else { a });
    let calibre = list.first().map_or(0, |it| g.data().batteries[*it].calibre);
    let what = match guns {
        Guns::Battery(_) => "one battery",
        Guns::Battalion(_) => "all batteries together",
    };
    format!("{calibre} mm, {what}, ammunition {}", least.unwrap_or_default())
}

/// Movement points out of sixths: "3", "2⅓".
pub(crate) fn points(sixths: u16) -> String {
    let (whole, part) = (sixths / 6, sixths % 6);
    let fraction = ["", "⅙", "⅓", "½", "⅔", "⅚"][usize::from(part)];
    let number = match (whole, fraction) {
        (0, "") => "0".into(),
        (0, it) => it.to_owned(),
        (n, it) => format!("{n}{it}"),
    };
    let unit = if sixths <= 6 && sixths != 0 { "movement point" } else { "movement points" };
    format!("{number} {unit}")
}

/// Who decides in which phase.
pub(crate) fn context(g: &Battle, ask: &Question) -> String {
    format!("{} · {}", g.data().side_names[ask.who.index()], phase(g))
}

pub(crate) fn phase(g: &Battle) -> String {
    let names = Names(g.data());
    match g.phase {
        Phase::SetUp(_) => "Set-up".into(),
        Phase::SetUpSheets => "First op sheets".into(),
        Phase::Command(step) => format!("Command Phase: {}", command_step(step)),
        Phase::AirInitiative | Phase::ActionInitiative => "Initiative".into(),
        Phase::Air(side, _) => format!("Aircraft and artillery of {}", names.of(side)),
        Phase::Action(side, _) => format!("Action Phase of {}", names.of(side)),
        Phase::CleanUp => "Clean Up".into(),
        Phase::TurnEnd => "End of the turn".into(),
        Phase::Over => "The battle is over".into(),
    }
}

const fn command_step(step: CommandStep) -> &'static str {
    match step {
        CommandStep::Review => "sheets are reviewed",
        CommandStep::Accrue => "preparation",
        CommandStep::Implement => "orders come through",
        CommandStep::Checks => "Reserves and Alternates",
        CommandStep::Add => "units join sheets",
        CommandStep::Create => "new sheets",
        CommandStep::Morale => "Battalion Morale",
        CommandStep::Weather => "weather",
    }
}

/// A whole value in words.
pub(crate) fn plan(g: &Battle, plan: &Plan) -> String {
    match plan {
        Plan::SetUp(placed) => {
            let dug = placed.iter().filter(|it| it.dug_in).count();
            let ours = |side: Side| placed.iter().any(|it| g.side(it.unit) == side);
            let side = if ours(Side::First) { Side::First } else { Side::Second };
            let as_is = placed
                .iter()
                .all(|it| g.data().map().id(it.hex.0) == Some(g.card(it.unit).start.hex));
            let how = if as_is { "sets up as suggested" } else { "sets up" };
            match (dug, placed.iter().any(|it| g.card(it.unit).start.may_dig_in)) {
                (0, true) => format!("{how}, nobody dug in"),
                (0, false) => how.into(),
                (n, _) => {
                    let _ = side;
                    format!("{how}, {n} units dug in")
                }
            }
        }
        Plan::Throws(sheets) => match sheets.as_slice() {
            [] => "throws for no sheet".into(),
            list => format!("throws for {}", sheet_list(g, list.iter().copied())),
        },
        Plan::Checks(checks) => match checks.as_slice() {
            [] => "tries nothing".into(),
            list => list.iter().map(|it| check(g, *it)).collect::<Vec<_>>().join("; "),
        },
        Plan::Joins(joins) => match joins.as_slice() {
            [] => "nobody joins a sheet".into(),
            list => list.iter().map(|it| join(g, it)).collect::<Vec<_>>().join("; "),
        },
        Plan::Sheets(papers) => match papers.as_slice() {
            [] => "leaves the sheets as they are".into(),
            list => list.iter().map(|it| paper(g, it)).collect::<Vec<_>>().join("; "),
        },
    }
}

fn sheet_list(g: &Battle, sheets: impl Iterator<Item = SheetId>) -> String {
    sheets.map(|it| sheet_name(g, it)).collect::<Vec<_>>().join(", ")
}

/// The name of a sheet of whoever looks on; who may not know it reads its number.
fn sheet_name(g: &Battle, id: SheetId) -> String {
    let mine = Side::BOTH.into_iter().find(|it| !g.orders.of(*it).is_empty());
    let order = mine.and_then(|it| g.orders.get(it, id));
    order.map_or_else(|| format!("sheet {}", id.0 + 1), |it| it.sheet.name.clone())
}

/// A name that ends in a dot, as companies are written in German, ends its sentence with it.
pub(crate) fn one_stop(mut sentence: String) -> String {
    if sentence.ends_with("..") {
        sentence.pop();
    }
    sentence
}

/// "releases G: reserve into Attack: Hill 151"
pub(crate) fn check(g: &Battle, it: Check) -> String {
    let name = sheet_name(g, it.sheet);
    match branch(g, it) {
        Some(goal) => format!("releases {name} into {goal}"),
        None => format!("brings the Alternate of {name} into force"),
    }
}

/// The same where the sheet is named already: "Attack: Hill 151".
pub(crate) fn check_alone(g: &Battle, it: Check) -> String {
    branch(g, it).unwrap_or_else(|| "The Alternate comes into force".into())
}

fn branch(g: &Battle, it: Check) -> Option<String> {
    let mine = Side::BOTH.into_iter().find_map(|side| g.orders.get(side, it.sheet))?;
    let drawing = mine.sheet.branches.get(usize::from(it.branch?))?;
    let mission = drawing.mission.name();
    Some(match &drawing.objective {
        Some(place) => format!("{mission}: {}", place.name),
        None => mission.into(),
    })
}

fn join(g: &Battle, it: &Join) -> String {
    let units: UnitSet = it.units.iter().copied().collect();
    let verb = if it.units.len() == 1 { "joins" } else { "join" };
    format!("{} {verb} {}", Names(g.data()).units(units), sheet_name(g, it.sheet))
}

fn paper(g: &Battle, it: &Paper) -> String {
    match it {
        Paper::Cancel(id) => format!("cancels {}", sheet_name(g, *id)),
        Paper::Fail(id) => format!("gives up {}", sheet_name(g, *id)),
        Paper::TakeOff { sheet, unit } => {
            format!("takes {} off {}", Names(g.data()).unit(*unit), sheet_name(g, *sheet))
        }
        Paper::Redraw { sheet, with } => {
            format!("redraws {} as {}", sheet_name(g, *sheet), drawn(with))
        }
        Paper::Draw(sheet) => format!("draws {}", drawn(sheet)),
    }
}

/// "Attack on La Croix-Hébert with 8 units (E: the crossroads)"
pub(crate) fn drawn(sheet: &Sheet) -> String {
    let drawing = &sheet.drawing;
    let place = drawing.objective.as_ref().map_or(String::new(), |it| format!(", {}", it.name));
    let units = match sheet.units.len() {
        1 => "1 unit".into(),
        n => format!("{n} units"),
    };
    format!("{}: {}{place}, {units}", sheet.name, drawing.mission.name())
}

/// A sheet in a line, with how it stands.
pub(crate) fn order(g: &Battle, order: &Order) -> String {
    use tcs::sheet::Life;
    let names = Names(g.data());
    let units: Vec<&str> = order.members.iter().map(|it| names.unit(it.unit)).collect();
    let life = match order.life {
        Life::Preparing => format!("in preparation, {} weighted turns", order.weighted_turns),
        Life::Implemented => "in force".into(),
        Life::Complete => "done".into(),
        Life::Failed => "failed".into(),
        Life::Cancelled => "cancelled".into(),
    };
    format!("{}, {life}: {}", order.mission().name(), units.join(", "))
}

/// What the counter says, in a line.
pub(crate) fn ratings(g: &Battle, id: UnitId) -> String {
    let card = g.card(id);
    let mut words = Vec::new();
    if let Some(it) = &card.area {
        let (strength, class) = (area::of_unit(g, id), it.class.name());
        words.push(format!("area fire {strength} ({class}), range {}", it.range));
    }
    if let Some(it) = &card.point {
        words.push(format!(
            "point fire {}, range {}/{}/{}",
            it.strength, it.close, it.nominal, it.long
        ));
    }
    if let Some(it) = card.target.defence() {
        words.push(format!("defence {it}"));
    }
    if let Some(it) = card.morale {
        words.push(format!("morale {it}"));
    }
    words.push(format!("{} {}", card.class.name(), card.allowance));
    words.join(", ")
}

/// What a unit could do now, for the card and the refusals.
pub(crate) const ALL_ACTIONS: [(Action, Option<FireKind>); 6] = [
    (Action::ToMove, None),
    (Action::ToFire, None),
    (Action::Move, None),
    (Action::Suppress, Some(FireKind::Area)),
    (Action::PointFire, Some(FireKind::Point)),
    (Action::DigIn, None),
];

/// Why it may not, in the order of [`ALL_ACTIONS`]; only what its kind could do at all.
pub(crate) fn refused_actions(g: &Battle, id: UnitId) -> Vec<(Action, kernel::Rule)> {
    let offered = actions::actions(g, id);
    let card = g.card(id);
    let why = |action: Action, kind: Option<FireKind>| match (action, kind) {
        (Action::ToMove, _) if g[id].mode != Mode::Move => mode::may_move(g, id).err(),
        (Action::ToFire, _) if g[id].mode == Mode::Move => mode::may_fire(g, id).err(),
        (Action::Move, _) => movement::may_move(g, id).err(),
        (Action::Suppress, Some(kind)) if card.area.is_some() => {
            tcs::fire_action::may_fire(g, id, kind).err()
        }
        (Action::PointFire, Some(kind)) if card.point.is_some() => {
            tcs::fire_action::may_fire(g, id, kind).err()
        }
        (Action::DigIn, _) if card.kind != Kind::Vehicle => mode::may_dig_in(g, id).err(),
        _ => None,
    };
    let all = ALL_ACTIONS.into_iter().filter(|it| !offered.contains(&it.0));
    all.filter_map(|(action, kind)| Some((action, why(action, kind)?))).collect()
}

pub(crate) fn name_of(action: Action) -> &'static str {
    action_name(action)
}
