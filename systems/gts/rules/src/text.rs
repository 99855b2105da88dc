//! Questions, options and events in words. Everything a player reads about this system is written here.

use board::HexId;

use crate::data::{
    AtSea, BeachId, Chit, Colour, Data, DivisionId, Effect, Face, ForceId, FormationId, LeaderId,
    Movement, Nation, PrintedRange, RangeBox, Side, SubBeachId, Transfer, UnitId,
};
use crate::purchase::{Purchase, When};
use crate::question::{Action, Attack, Opt, Question, Stake, Topic};
use crate::state::{Battle, Phase, Place};

/// Half points as players write them: 3, 2½.
#[must_use]
pub fn half_points(half: u16) -> String {
    match (half / 2, half % 2) {
        (0, 1) => "½".into(),
        (whole, 1) => format!("{whole}½"),
        (whole, _) => whole.to_string(),
    }
}

/// The names of things in one scenario.
pub struct Names<'a>(pub &'a Data);

impl Names<'_> {
    #[must_use]
    pub fn unit(&self, id: UnitId) -> &str {
        &self.0.units[usize::from(id.0)].name
    }
    #[must_use]
    pub fn leader(&self, id: LeaderId) -> &str {
        &self.0.leaders[usize::from(id.0)].name
    }
    /// As an adjective.
    #[must_use]
    pub fn nation(&self, id: Nation) -> &str {
        let side = Side::BOTH.into_iter().find(|it| Nation::of(*it) == id);
        let key = || self.0.nations[usize::from(id.0)].key.as_str();
        side.map_or_else(key, |it| self.0.sides[it.index()].adjective.as_str())
    }
    #[must_use]
    pub fn division(&self, id: DivisionId) -> &str {
        &self.0.divisions[usize::from(id.0)].name
    }
    #[must_use]
    pub fn formation(&self, id: FormationId) -> &str {
        &self.0.formations[usize::from(id.0)].name
    }
    #[must_use]
    pub fn side(&self, side: Side) -> &str {
        &self.0.sides[side.index()].name
    }
    /// "0707 (Point 61)"
    #[must_use]
    pub fn hex(&self, hex: HexId) -> String {
        match self.0.map.name(hex) {
            Some(name) => format!("{} ({name})", self.0.map.label(hex)),
            None => self.0.map.label(hex).to_string(),
        }
    }
    #[must_use]
    pub fn beach(&self, id: BeachId) -> &str {
        self.0.naval.as_ref().map_or("", |it| &it.beaches[usize::from(id.0)].name)
    }
    #[must_use]
    pub fn sub_beach(&self, id: SubBeachId) -> &str {
        self.0.naval.as_ref().map_or("", |it| &it.sub_beaches[usize::from(id.0)].name)
    }
    #[must_use]
    pub fn force(&self, id: ForceId) -> &str {
        self.0.naval.as_ref().map_or("", |it| &it.forces[usize::from(id.0)].name)
    }
    #[must_use]
    pub fn range_box(&self, id: RangeBox) -> &str {
        self.0.naval.as_ref().map_or("", |it| &it.range_boxes[usize::from(id.0)].0)
    }
    /// The class of a rating by its colour (gts.term.fire-classes). Black and brown have a name of their edition
    /// (gts.term.artillery-names-s0, gts.term.artillery-names-s1, gts.term.class-aliases).
    #[must_use]
    pub fn colour(&self, colour: Colour) -> &str {
        let edition = self.0.tables.edition(self.0.edition);
        match colour {
            Colour::Brown => &edition.name_brown,
            Colour::Black => &edition.name_black,
            other => other.name(),
        }
    }
    /// A box of the Naval Display.
    #[must_use]
    pub fn at_sea(&self, at: AtSea) -> String {
        match at {
            AtSea::EnRoute(force) => format!("en route with {}", self.force(force)),
            AtSea::Loading(sub) => format!("loading for {}", self.sub_beach(sub)),
            AtSea::Wave(sub) => format!("landing wave of {}", self.sub_beach(sub)),
            AtSea::Range(force, at) => format!("{}, {}", self.force(force), self.range_box(at)),
        }
    }
    /// Whose it is: for the colour of a line of the report.
    #[must_use]
    pub fn unit_side(&self, id: UnitId) -> Option<Side> {
        Some(self.0.units[usize::from(id.0)].side)
    }
    #[must_use]
    pub fn division_side(&self, id: DivisionId) -> Option<Side> {
        Some(self.0.divisions[usize::from(id.0)].side)
    }
    #[must_use]
    pub fn formation_side(&self, id: FormationId) -> Option<Side> {
        self.division_side(self.0.formations[usize::from(id.0)].division)
    }
    #[must_use]
    pub fn leader_side(&self, id: LeaderId) -> Option<Side> {
        self.formation_side(self.0.leaders[usize::from(id.0)].formation)
    }
    #[must_use]
    pub fn chit_side(&self, chit: Chit) -> Option<Side> {
        match chit {
            Chit::Division(id) => self.division_side(id),
            Chit::Formation(id) => self.formation_side(id),
            Chit::DirectCommand(side) => Some(side),
            Chit::Events | Chit::RoyalMarines | Chit::Naval => None,
        }
    }
    #[must_use]
    pub fn chit(&self, chit: Chit) -> String {
        match chit {
            Chit::Division(id) => format!("Division chit of {}", self.division(id)),
            Chit::Formation(id) => format!("Formation chit of {}", self.formation(id)),
            Chit::DirectCommand(side) => {
                format!("{} Direct Command chit", self.0.sides[side.index()].adjective)
            }
            Chit::Events => "Events chit".into(),
            Chit::RoyalMarines => "Royal Marines chit".into(),
            Chit::Naval => "Naval chit".into(),
        }
    }
}

#[must_use]
pub const fn action(action: Action) -> &'static str {
    action.name()
}

/// Ratings of one side of a counter in a line.
#[must_use]
pub fn face(data: &Data, face: &Face) -> String {
    let fire = match face.fire {
        Some((value, row)) => format!("fire {value} {}", Names(data).colour(row)),
        None => "fire No".into(),
    };
    let range = match face.range {
        PrintedRange::Unprinted => String::new(),
        PrintedRange::Hexes(n) => format!(", range {n}"),
        PrintedRange::Any => ", range *".into(),
    };
    let assault = match face.assault {
        Some(it) => format!(", assault {}{}", it.value, if it.double { " twice" } else { "" }),
        None => String::new(),
    };
    let armour = if face.armoured { " armoured" } else { "" };
    format!(
        "{fire}{range}{assault}, defence {:+}{armour}, TQ {}, MA {}",
        face.defense,
        face.tq,
        movement(face.movement)
    )
}

#[must_use]
pub fn movement(movement: Movement) -> String {
    match movement {
        Movement::No => "No".into(),
        Movement::Star => "*".into(),
        Movement::Points(n, class) => format!("{n} {}", class.name()),
    }
}

/// What the unit looks like to somebody who cannot see the counter.
#[must_use]
pub fn unit_state(g: &Battle, id: UnitId) -> String {
    let unit = &g[id];
    let mut words = vec![match unit.steps {
        1 => "1 step".to_string(),
        n => format!("{n} steps"),
    }];
    if unit.suppressed {
        words.push("suppressed".into());
    }
    if 0 < unit.cohesion {
        words.push(format!(
            "{} cohesion hit{}",
            unit.cohesion,
            if unit.cohesion == 1 { "" } else { "s" }
        ));
    }
    for (on, word) in [
        (unit.column, "in column"),
        (unit.mounted, "mounted"),
        (unit.ip, "in an improved position"),
        (unit.ent, "entrenched"),
        (0 < unit.rallying, "rallying"),
        (unit.parked, "parked"),
        (unit.hero, "with a hero"),
        (unit.heroic, "heroic"),
        (0 < unit.men_at_work, "at work"),
        (0 < unit.drift, "drifting"),
        (unit.interdicted, "held up from the air"),
    ] {
        if on {
            words.push(word.into());
        }
    }
    words.extend(unit.delay.map(|it| it.name().into()));
    words.join(", ")
}

/// Who is aboard a landing craft.
fn load(g: &Battle, craft: UnitId) -> String {
    let names = Names(g.data());
    let aboard: Vec<&str> = crate::landing::passengers(g, craft).map(|id| names.unit(id)).collect();
    if aboard.is_empty() { "empty".into() } else { format!("with {}", aboard.join(", ")) }
}

/// The question in one sentence.
#[must_use]
pub fn prompt(g: &Battle, ask: &Question) -> String {
    let names = Names(g.data());
    match ask.topic {
        Topic::Nothing => ask.rule.title.into(),
        Topic::Weather => "What will the weather be?".into(),
        Topic::AirPoint => {
            let left = g.air.left[ask.who.index()];
            format!("Where does the Air Point go? {left} left.")
        }
        Topic::Convert => "Turn 2 Command Points of a division into 1 Dispatch Point?".into(),
        Topic::Buy => "Which Formation Activation Chit do you buy?".into(),
        Topic::Parks => "Create or disband an artillery park?".into(),
        Topic::Call => "Which artillery calls which leader?".into(),
        Topic::GiveUpContact => "Does a leader give up a contact?".into(),
        Topic::Transfer(id) => {
            let now = |it: &&Transfer| {
                it.formation == id && it.turn == g.turn && it.to != g.division_of(id)
            };
            let to = g.data().transfers.iter().find(now);
            let to = to.map_or("another division", |it| names.division(it.to));
            format!("Does {} pass to {to}?", names.formation(id))
        }
        Topic::DrawChit => "Which chit is drawn?".into(),
        Topic::Contact { unit, leader } => {
            format!("{} calls {}.", names.unit(unit), names.leader(leader))
        }
        Topic::Event => "Which event comes up?".into(),
        Topic::EventSide(it) => format!("Event: {}. Whose is it?", it.name()),
        Topic::Effect(it) => {
            let which = match it {
                Effect::Dispatches => "Which division gains 1 DP?",
                Effect::AirSupport => "Which division gains an Air Point?",
                _ => "Which unit?",
            };
            format!("Event: {}. {which}", it.name())
        }
        Topic::Interdiction(id) => format!("Is {} held up on the road?", names.unit(id)),
        Topic::EntryForm(hex) => {
            format!("How do the units entering at {} arrive?", names.hex(hex))
        }
        Topic::EntryFormOf(id) => format!("Does {} enter In Column?", names.unit(id)),
        Topic::Replacement(id) => {
            format!("Which unit does the replacement of {} join?", names.leader(id))
        }
        Topic::Points(id) => format!("{}: {}", ask.rule.title, names.division(id)),
        Topic::Next => "Which unit acts next?".into(),
        Topic::Gather(id) => format!("Who of the stack with {} goes along?", names.unit(id)),
        Topic::FirstAction(id) | Topic::LandedAction(id) => {
            format!("What does {} do?", names.unit(id))
        }
        Topic::SecondAction(id) => {
            format!("Does {} perform a second action for 1 CP?", names.unit(id))
        }
        Topic::WhichLeader => "Which leader do you transfer?".into(),
        Topic::LeaderTo(id) | Topic::WaveLeader(id) => {
            format!("Which unit does {} join?", names.leader(id))
        }
        Topic::LeaderStays(id) => format!("With whom does {} go?", names.leader(id)),
        Topic::Move(id) => move_prompt(g, id),
        Topic::StarMove(id) => format!("{} may move one hex. Where to?", names.unit(id)),
        Topic::MountColumn(id) => format!("{} mounts. In Column?", names.unit(id)),
        Topic::DismountColumn(id) => format!("{} dismounts. In Column?", names.unit(id)),
        Topic::WhoDismounts(_) => "Who dismounts?".into(),
        Topic::JoinPark(id) => format!("Does {} join the artillery park?", names.unit(id)),
        Topic::FireTarget(id)
        | Topic::GunCraftFires(id)
        | Topic::ShipFires(id)
        | Topic::BatteryFires(id)
        | Topic::CraftFires(id) => format!("At whom does {} fire?", names.unit(id)),
        Topic::IndirectTarget(id) => {
            format!("Where does {} put its Indirect Fire?", names.unit(id))
        }
        Topic::OpFire { unit, from, to, after } => op_fire_prompt(g, unit, from, to, after),
        Topic::Shot { firer, target } => {
            format!("{} fires at {}.", names.unit(firer), names.unit(target))
        }
        Topic::ShotAt { firer, hex } => {
            format!("{} fires into {}.", names.unit(firer), names.hex(hex))
        }
        Topic::Attack { by, target } => format!("{} at {}?", attack(by), names.unit(target)),
        Topic::Check(id, Stake::Suppression) => {
            format!("{} must check against suppression. Roll, or spend 1 CP?", names.unit(id))
        }
        Topic::Check(id, Stake::Charge | Stake::Other) => {
            format!("{}: {}. Roll, or spend 1 CP?", names.unit(id), ask.rule.title)
        }
        Topic::Suppression(id) => {
            format!(
                "{} is to be suppressed. Take it, or check for a Cohesion Hit instead?",
                names.unit(id)
            )
        }
        Topic::AssaultTarget(id) => format!("Which hex does {} assault?", names.unit(id)),
        Topic::StandOrRun(hex) => {
            format!("Your units in {} are assaulted. Stand or run?", names.hex(hex))
        }
        Topic::FireOrCharge(hex) => format!("Assault on {}: fire or charge?", names.hex(hex)),
        Topic::ChargeCheck(hex) => {
            format!("The enemy charges {}. Which unit checks for all?", names.hex(hex))
        }
        Topic::AssaultOrder(hex) => {
            format!("Assault on {}: which of your units fires next?", names.hex(hex))
        }
        Topic::ShipOrder => "Which ship fires next?".into(),
        Topic::BatteryOrder => "Which battery fires next?".into(),
        Topic::AssaultShot(id) => {
            format!("At whom does {} shoot in the assault?", names.unit(id))
        }
        Topic::AnotherRound(hex) => {
            format!("Another round of the assault on {}?", names.hex(hex))
        }
        Topic::DropColumn(id) => {
            format!("Does {} drop out of Column for a Cohesion Hit?", names.unit(id))
        }
        Topic::ImprovedPosition(id) => {
            format!("For whom does {} build the improved position?", names.unit(id))
        }
        Topic::Entrenchment(id) => format!("Whom does {} entrench?", names.unit(id)),
        Topic::RearguardPlace(id) => {
            format!("Where does {} leave its rearguard?", names.unit(id))
        }
        Topic::StrikeCaller(id) => {
            format!("Which unit of {} calls the strike?", names.division(id))
        }
        Topic::StrikeTarget(id) => format!("On whom does {} call the strike?", names.unit(id)),
        Topic::Flak(target) => {
            format!("Air strike at {}. Which flak unit fires?", names.unit(target))
        }
        Topic::FlakFires(id) => format!("{} fires at the aircraft.", names.unit(id)),
        Topic::TownFlak(target) => {
            format!("Flak of the town against the strike at {}.", names.unit(target))
        }
        Topic::Land => "Which craft or DD tank lands next?".into(),
        Topic::LandHex(id) => format!("Where does {} land?", names.unit(id)),
        Topic::ActAgain(id) => {
            format!("Does {} act again, for 1 CP and under nest fire?", names.unit(id))
        }
        Topic::WhoActsAgain => {
            "Which unit just landed acts again, for 1 CP and under nest fire?".into()
        }
        Topic::NestAtCraft(id) => format!("{} at {}?", attack(Attack::Nest), names.unit(id)),
        Topic::NestAtLanded(hex) => {
            let hex = names.hex(hex);
            format!("The enemy has landed at {hex}. At whom do the Resistance Nests fire?")
        }
        Topic::NestAtActing(hex) => {
            let hex = names.hex(hex);
            format!("The enemy acts in {hex}. At whom do the Resistance Nests fire?")
        }
        Topic::OpFireAtLanded(hex) => {
            format!("The enemy has landed at {}. At whom do you Op Fire?", names.hex(hex))
        }
        Topic::LandMounted(id) => format!("How does {} land?", names.unit(id)),
        Topic::LandInColumn(hex) => {
            format!("Your units land at {}. Is one of them In Column?", names.hex(hex))
        }
        Topic::Wave(id) => format!("Too few landing craft at {}. Who goes?", names.beach(id)),
        Topic::Loading(id) => format!("Where does {} load into craft?", names.unit(id)),
        Topic::Marker(id) => format!("Where does the marker of {} go?", names.force(id)),
        Topic::WhichShip => "Which ship changes its station?".into(),
        Topic::Station(id) => format!("Where does {} take station?", names.unit(id)),
        Topic::BeachFire(id) => format!("{} fires at the Beach Defenses.", names.unit(id)),
        Topic::BeachNumber(id) => {
            format!("The defenses of {} are hit. Which number?", names.beach(id))
        }
    }
}

/// All that a side buys.
#[must_use]
pub fn plan(data: &Data, plan: &[Purchase]) -> String {
    if plan.is_empty() {
        return "Buy nothing".into();
    }
    plan.iter().map(|it| purchase(data, *it)).collect::<Vec<_>>().join(", ")
}

/// "8th Brigade for the next turn"
#[must_use]
pub fn purchase(data: &Data, it: Purchase) -> String {
    let when = match it.when {
        When::Now => "this turn",
        When::Next => "the next turn",
    };
    format!("{} for {when}", Names(data).formation(it.formation))
}

fn move_prompt(g: &Battle, id: UnitId) -> String {
    let names = Names(g.data());
    let unit = names.unit(id);
    let Some(mover) = &g.mover else { return format!("Where does {unit} move?") };
    let left = mover.units.iter().find(|it| it.0 == id).map_or(0, |it| it.1);
    let left = half_points(left);
    match mover.units.len() {
        0 | 1 => format!("Where does {unit} move? {left} MP left."),
        _ => format!("Where do {unit} and its stack move? {left} MP left."),
    }
}

fn op_fire_prompt(g: &Battle, unit: UnitId, from: HexId, to: HexId, after: bool) -> String {
    let names = Names(g.data());
    let name = names.unit(unit);
    let act = match () {
        () if g.fight.is_some() && from == to => {
            format!("{name} assaults from {}", names.hex(from))
        }
        () if g.fight.is_some() => {
            format!("{name} runs from {} to {}", names.hex(from), names.hex(to))
        }
        () if g.kind(unit).is_landing_craft() => format!("{name} runs in at {}", names.hex(from)),
        () if from == to => format!("{name} acts in {}", names.hex(from)),
        () if after => format!("{name} has moved from {} to {}", names.hex(from), names.hex(to)),
        () => format!("{name} is about to move from {} to {}", names.hex(from), names.hex(to)),
    };
    format!("{act}. Op Fire?")
}

/// An option as a button says it, and its small print.
#[must_use]
pub fn option(g: &Battle, ask: &Question, opt: Opt) -> (String, Option<String>) {
    let names = Names(g.data());
    let plain = |text: &str| (text.to_string(), None);
    match opt {
        Opt::No => match ask.topic {
            Topic::Suppression(_) => plain("Take the suppression"),
            _ => plain("No"),
        },
        Opt::Yes => plain("Yes"),
        Opt::Done => plain(match ask.topic {
            Topic::Convert => "No conversion",
            Topic::Gather(_) => "Go on with these",
            Topic::Parks => "No more parks",
            Topic::Call => "No more calls",
            Topic::GiveUpContact => "Keep the others",
            Topic::SecondAction(_) => "No second action",
            Topic::WhichLeader => "No transfer",
            Topic::Move(_) | Topic::StarMove(_) => "Stop here",
            Topic::JoinPark(_) => "Stay outside",
            Topic::WhoActsAgain => "Nobody more",
            Topic::Marker(_) => "It stays",
            Topic::WhichShip => "No more ships",
            _ => "Finish this chit",
        }),
        Opt::Unit(id) if matches!(ask.topic, Topic::LandInColumn(_)) => {
            (format!("{} In Column", names.unit(id)), None)
        }
        Opt::Unit(id) if g.kind(id).is_landing_craft() => {
            (names.unit(id).into(), Some(load(g, id)))
        }
        Opt::Unit(id) => (names.unit(id).into(), Some(unit_state(g, id))),
        Opt::Stack(hex) => {
            let landed = g.naval.as_ref().map(|it| it.landed).filter(|it| !it.is_empty());
            let acts = |id: &UnitId| match landed {
                Some(landed) => landed.contains(*id),
                None => crate::activation::may_activate(g, *id).is_ok(),
            };
            let n = g.stack(hex).filter(acts).count();
            (format!("Stack in {}", g.data().map.label(hex)), Some(format!("{n} units as one")))
        }
        Opt::LeaveOut(id) => (format!("Without {}", names.unit(id)), None),
        Opt::Act(it) => plain(it.name()),
        Opt::Hex(hex) if matches!(ask.topic, Topic::StandOrRun(_)) => {
            (format!("Run to {}", names.hex(hex)), None)
        }
        Opt::Hex(hex) => (names.hex(hex), step_hint(g, hex)),
        Opt::EnterColumn => ("Enter Column".into(), Some("1 MP".into())),
        Opt::LeaveColumn => ("Leave Column".into(), Some("1 MP, Op Fire possible".into())),
        Opt::LeaveColumnForHit => {
            ("Leave Column at once".into(), Some("a Cohesion Hit, no Op Fire".into()))
        }
        Opt::Dismount => ("Dismount".into(), Some("ends the move".into())),
        Opt::ForceMarch => ("Force march".into(), Some("check; 2 MP or a Cohesion Hit".into())),
        Opt::Nobody => plain("Hold fire"),
        Opt::Shot { firer, target } => {
            (format!("{} fires at {}", names.unit(firer), names.unit(target)), None)
        }
        Opt::Target(id) => {
            let place = match g[id].place {
                Place::Hex(hex) => names.hex(hex),
                Place::Sea(at) => names.at_sea(at),
                _ => String::new(),
            };
            let state = if g.kind(id).is_landing_craft() { load(g, id) } else { unit_state(g, id) };
            (names.unit(id).into(), Some(format!("{place}, {state}")))
        }
        Opt::UnitByUnit => plain("Unit by unit"),
        Opt::InThisOrder => plain("All in this order"),
        Opt::Roll => plain("Roll the check"),
        Opt::SpendCp => {
            let unit = match ask.topic {
                Topic::Check(id, _) | Topic::Suppression(id) => Some(id),
                _ => None,
            };
            let cost = unit.map_or(1, |id| crate::command::cp_cost(g, id, 1));
            let left = unit.map(|id| format!("{} CP left", g.points(g.division(id)).cp));
            (format!("Spend {cost} CP to pass"), left)
        }
        Opt::Convert(id) => {
            let points = g.points(id);
            (names.division(id).into(), Some(format!("has {} CP, {} DP", points.cp, points.dp)))
        }
        Opt::Stand => plain("Stand"),
        Opt::Fire => plain("Fire"),
        Opt::Charge => plain("Charge"),
        Opt::InColumn => plain("In Column"),
        Opt::NotInColumn => plain("Not in Column"),
        Opt::Leader(id) => (names.leader(id).into(), None),
        Opt::EmptyHex => ("A hex without units".into(), Some("for its barrage".into())),
        Opt::CreatePark(division, hex) => {
            let cost = g.data().tables.limits.park_create_dp;
            (format!("Park in {}", names.hex(hex)), Some(park_price(g, division, cost)))
        }
        Opt::DisbandPark(hex) => {
            let division = g.park(hex).map(|it| it.division);
            let cost = g.scene.edition().park_disband_dp;
            (
                format!("Disband the park in {}", names.hex(hex)),
                division.map(|it| park_price(g, it, cost)),
            )
        }
        Opt::JoinPark => ("Join the park".into(), Some("ends the move".into())),
        Opt::Contact { unit, leader } => {
            let needs = crate::contact::needs(g, unit);
            (
                format!("{} to {}", names.unit(unit), names.leader(leader)),
                Some(format!("{needs} or less")),
            )
        }
        Opt::GiveUp(unit) => (format!("{} gives up contact", names.unit(unit)), None),
        Opt::AirTo(id) => {
            let points = g.air.on.get(usize::from(id.0)).copied().unwrap_or(0);
            (names.division(id).into(), Some(format!("{points} so far")))
        }
        Opt::Division(id) => {
            let points = g.points(id);
            (names.division(id).into(), Some(format!("has {} CP, {} DP", points.cp, points.dp)))
        }
        Opt::Interdict(hex) => (format!("Interdict {}", names.hex(hex)), None),
        Opt::AirStrike => ("Call an air strike".into(), Some("1 Air Point".into())),
        Opt::SubBeach(id) => (names.sub_beach(id).into(), None),
        Opt::Box(force, range_box) => {
            (format!("{}, {}", names.force(force), names.range_box(range_box)), None)
        }
        Opt::BeachDefences => plain("The Beach Defenses"),
        Opt::Number(number) => plain(number.name()),
        Opt::Mounted => plain("Mounted"),
        Opt::Dismounted => plain("Dismounted"),
    }
}

fn park_price(g: &Battle, division: DivisionId, cost: u8) -> String {
    let names = Names(g.data());
    format!("{}: {cost} of {} DP", names.division(division), g.points(division).dp)
}

#[must_use]
pub const fn attack(by: Attack) -> &'static str {
    match by {
        Attack::Sea => "The sea",
        Attack::Obstacles => "The beach obstacles",
        Attack::Nest => "Resistance Nest fire",
        Attack::Strike => "The air strike",
    }
}

/// What a step costs the unit now moving.
fn step_hint(g: &Battle, to: HexId) -> Option<String> {
    let mover = g.mover.as_ref()?;
    let (id, left) = *mover.units.first()?;
    let from = g[id].hex()?;
    let direction = g.data().map.direction(from, to)?;
    let cost = crate::cost::ground_cost(g, id, from, direction, to, 1 < mover.units.len()).ok()?;
    Some(if left < cost { "one hex at most".into() } else { format!("{} MP", half_points(cost)) })
}

/// Who decides, and when: shown above the prompt.
#[must_use]
pub fn context(g: &Battle, ask: &Question) -> String {
    let names = Names(g.data());
    let what = match (&g.active, g.phase) {
        (Some(active), _) => names.chit(active.chit),
        (None, phase) => self::phase(phase).into(),
    };
    format!("{} · {what}", names.side(ask.who))
}

#[must_use]
pub const fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Weather => "Weather",
        Phase::Air(_) => "Air Points",
        Phase::Reinforcements => "Reinforcements",
        Phase::Conversion(_) => "Convert Command Points",
        Phase::Purchase => "Buy Formation Activation Chits",
        Phase::Parks(_) => "Artillery parks",
        Phase::Contact(_) => "Artillery contact",
        Phase::GiveUpContact(_) => "Give up contact",
        Phase::Transfers => "Transfers",
        Phase::Mug => "Fill the mug",
        Phase::Chits => "Chits",
        Phase::Cleanup => "Clean-up",
        Phase::End => "End of turn",
        Phase::Over => "The battle is over",
    }
}

/// The letters of the sequence of play, with titles; the current one is marked by `phase_letter`.
pub const SEQUENCE: [(&str, &str); 13] = [
    ("A", "Weather"),
    ("B", "Air Points"),
    ("C", "Reinforcements"),
    ("D.I", "Convert CPs"),
    ("D.II", "Buy chits"),
    ("E.I", "Artillery parks"),
    ("E.II", "Contact"),
    ("E.III", "Give up contact"),
    ("F", "Transfers"),
    ("G", "Fill the mug"),
    ("H", "Play chits"),
    ("I", "Clean-up"),
    ("J", "End of turn"),
];

#[must_use]
pub const fn phase_letter(phase: Phase) -> &'static str {
    match phase {
        Phase::Weather => "A",
        Phase::Air(_) => "B",
        Phase::Reinforcements => "C",
        Phase::Conversion(_) => "D.I",
        Phase::Purchase => "D.II",
        Phase::Parks(_) => "E.I",
        Phase::Contact(_) => "E.II",
        Phase::GiveUpContact(_) => "E.III",
        Phase::Transfers => "F",
        Phase::Mug => "G",
        Phase::Chits => "H",
        Phase::Cleanup => "I",
        Phase::End | Phase::Over => "J",
    }
}
