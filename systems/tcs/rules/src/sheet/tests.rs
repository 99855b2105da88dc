//! Sheets in force: where they let units go, when they end, who may join, what is proposed.

use kernel::Rule;

use super::end::{self, Review};
use super::order::{Life, Order};
use super::permission::{self, Action};
use super::sample::{
    Field, at, ats, attack, between_rows, failure, hasty, moving, objective, phase, prepared, sheet,
};
use super::step::{self, Line, Step, Test, Under};
use super::value::{
    Advance, Alternate, Boundary, Departure, Drawing, Echelon, Mission, Release, Sector, Sheet,
    Signal, Smoke, SmokeTrigger, Trigger,
};
use super::{Nerve, Situation, Status, join, judge, prep, proposals};
use crate::id::Side;
use crate::tables::Permission;

/// The sheet in force, its units on it.
fn in_force(field: &mut Field, sheet: Sheet) -> Order {
    for key in &sheet.units {
        let id = field.id(key);
        field.units[id.index()].1.status = Status::Assigned;
    }
    let mut order = Order::new(field, Side::First, sheet);
    order.implement(field);
    order
}

fn under(order: &Order) -> Under<'_> {
    Under { order: Some(order), others: &[] }
}

/// What the step test says of a step of this unit, which is put there first.
fn try_step(
    field: &mut Field,
    order: &Order,
    key: &str,
    from: &str,
    to: &str,
    how: Step,
) -> Option<(Rule, Option<Line>)> {
    field.put(key, from);
    let test = Test::new(field, field.id(key), under(order), how).unwrap();
    test.step(field.hex(to)).err().map(|it| (it.rule, it.line))
}

fn moves(
    field: &mut Field,
    order: &Order,
    key: &str,
    from: &str,
    to: &str,
) -> Option<(Rule, Option<Line>)> {
    try_step(field, order, key, from, to, Step::Move)
}

#[test]
fn an_attack_keeps_to_near_zone_axis_and_objective() {
    let mut field = Field::new();
    let order = in_force(&mut field, sheet(attack()));
    let f = &mut field;
    // In the near zone, over the line, up the axis, into the objective.
    assert_eq!(moves(f, &order, "a1", "0613", "0513"), None);
    assert_eq!(moves(f, &order, "a1", "0712", "0711"), None);
    assert_eq!(moves(f, &order, "a1", "0709", "0708"), None);
    assert_eq!(moves(f, &order, "a1", "0707", "0706"), None);
    // One hex beside the spine is the axis, two are not.
    assert_eq!(moves(f, &order, "a1", "0709", "0809"), None);
    assert_eq!(moves(f, &order, "a1", "0809", "0909"), Some((step::OFF_AXIS, None)));
    // Not beside the axis over the line of departure.
    assert_eq!(moves(f, &order, "a1", "0512", "0511"), Some((step::OFF_AXIS, None)));
    // Not back over it.
    assert_eq!(
        moves(f, &order, "a1", "0711", "0712"),
        Some((step::ONE_WAY, Some(Line::Departure)))
    );
    // Assaults are put to the same test.
    assert_eq!(try_step(f, &order, "a1", "0707", "0706", Step::Assault), None);
    assert_eq!(
        try_step(f, &order, "a1", "0809", "0909", Step::Assault),
        Some((step::OFF_AXIS, None))
    );
}

#[test]
fn a_displaced_unit_goes_back_the_nearest_way_and_a_unit_without_a_way_stays() {
    let mut field = Field::new();
    let order = in_force(&mut field, sheet(attack()));
    let f = &mut field;
    f.spotted = false;
    // 1009 is two hexes off the axis.
    assert_eq!(moves(f, &order, "a1", "1009", "0909"), None);
    assert_eq!(moves(f, &order, "a1", "1009", "1109"), Some((step::DISPLACED, None)));
    // It may enter again over any line: only nearness counts.
    assert_eq!(moves(f, &order, "a1", "0910", "0911"), Some((step::DISPLACED, None)));
    // Spotted enemies in the way are gone round.
    f.spotted = true;
    f.put("k1", "0909");
    f.put("k2", "0908");
    let plan = &order.plan;
    assert!(!plan.permitted(f.id("a1"), &f.unit(f.id("a1"))).contains(f.hex("1009")));
    assert_eq!(moves(f, &order, "a1", "1009", "0910"), None);
    // tcs.check.no-way: tanks with water all round.
    let ground = crate::ground::sample::ground(|it| {
        for side in ["1515-1615", "1514-1515", "1414-1515", "1415-1515", "1416-1515", "1515-1516"] {
            it.side(side, "bocage");
        }
    });
    let mut field = Field::on(ground);
    let sheet = Sheet { units: vec!["t1".into()], ..sheet(attack()) };
    let order = in_force(&mut field, sheet);
    assert_eq!(moves(&mut field, &order, "t1", "1515", "1514"), Some((step::NO_WAY, None)));
}

#[test]
fn a_boundary_binds_whom_it_names() {
    let companies = vec!["a".to_owned(), "b".to_owned()];
    // Between columns 7 and 8 of row 13, and on over the corners: enough to be crossed.
    let line = vec!["0713-0813".parse().unwrap()];
    let boundary = |echelon, companies| Boundary { echelon, companies, line: line.clone() };
    let sectors = vec![
        Sector { company: "a".into(), hex: at("0713") },
        Sector { company: "b".into(), hex: at("0813") },
    ];
    let mut field = Field::new();
    let mut both = sheet(Drawing {
        objective: objective("0613 0713 0813 0913"),
        boundaries: vec![boundary(Echelon::Company, companies)],
        sectors,
        ..hasty()
    });
    both.units = ["a1", "b1", "t1"].map(str::to_owned).to_vec();
    let order = in_force(&mut field, both.clone());
    let f = &mut field;
    assert_eq!(
        moves(f, &order, "a1", "0713", "0813"),
        Some((step::BOUNDARY, Some(Line::Boundary(0))))
    );
    assert_eq!(
        moves(f, &order, "b1", "0813", "0713"),
        Some((step::BOUNDARY, Some(Line::Boundary(0))))
    );
    assert_eq!(moves(f, &order, "t1", "0713", "0813"), None);
    both.drawing.boundaries = vec![boundary(Echelon::Battalion, Vec::new())];
    both.drawing.sectors.clear();
    let order = in_force(f, both);
    assert_eq!(
        moves(f, &order, "t1", "0713", "0813"),
        Some((step::BOUNDARY, Some(Line::Boundary(0))))
    );
    // tcs.draw.crossing: the hexes beside each other off the line are free.
    assert_eq!(moves(f, &order, "t1", "0713", "0613"), None);
}

#[test]
fn the_line_of_departure_opens_at_its_time() {
    let mut field = Field::new();
    let mut late = sheet(attack());
    late.drawing.departure = Some(Departure {
        line: between_rows(11, 1..=16),
        start_time: Some("0620".parse().unwrap()),
    });
    let order = in_force(&mut field, late);
    let shut = Some((step::START_TIME, Some(Line::Departure)));
    assert_eq!(moves(&mut field, &order, "a1", "0712", "0711"), shut);
    assert_eq!(moves(&mut field, &order, "a1", "0712", "0713"), None);
    field.clock = "0620".parse().unwrap();
    assert_eq!(moves(&mut field, &order, "a1", "0712", "0711"), None);
}

#[test]
fn a_phase_line_waits_until_all_are_up_and_stays_open() {
    let mut field = Field::new();
    let mut order =
        in_force(&mut field, sheet(Drawing { phases: vec![phase("Able", 8)], ..attack() }));
    let f = &mut field;
    // Able lies between rows 8 and 9. a2 is far behind, a3 is up.
    f.put("a2", "0713");
    f.put("a3", "0809");
    let shut = Some((step::PHASE_LINE, Some(Line::Phase(0))));
    assert_eq!(moves(f, &order, "a1", "0709", "0708"), shut);
    // One hex from a near-side hex is up, two are not.
    f.put("a2", "0711");
    assert_eq!(moves(f, &order, "a1", "0709", "0708"), shut);
    f.put("a2", "0710");
    assert_eq!(moves(f, &order, "a1", "0709", "0708"), None);
    // Paralysed, displaced and destroyed units and support are not waited for.
    f.put("a2", "0711");
    f.set("a2", |it| it.nerve = Nerve::Paralysed);
    assert_eq!(moves(f, &order, "a1", "0709", "0708"), None);
    f.set("a2", |it| (it.nerve, it.steps) = (Nerve::Normal, 0));
    assert_eq!(moves(f, &order, "a1", "0709", "0708"), None);
    f.set("a2", |it| it.steps = 5);
    f.put("a2", "1411");
    assert!(order.is_displaced(f, f.id("a2")));
    assert_eq!(moves(f, &order, "a1", "0709", "0708"), None);
    // Once crossed it stays open, and is not crossed back.
    f.put("a2", "0711");
    assert_eq!(moves(f, &order, "a1", "0709", "0708"), shut);
    // A displaced unit goes over it all the same, which releases nothing.
    let over = order.stepped(f, &[], f.hex("0709"), f.hex("0708"));
    assert_eq!((over.crossed, over.released), (1, 0));
    f.put("a2", "0709");
    order.progress = order.stepped(f, &[], f.hex("0709"), f.hex("0708"));
    assert_eq!((order.progress.crossed, order.progress.released), (1, 1));
    f.put("a2", "0711");
    assert_eq!(moves(f, &order, "a1", "0709", "0708"), None);
    assert_eq!(moves(f, &order, "a1", "0708", "0709"), Some((step::ONE_WAY, Some(Line::Phase(0)))));
    // A step inwards or beside it is no signal.
    let mut other = order.clone();
    other.progress = super::order::Progress::default();
    other.progress = other.stepped(f, &[], f.hex("0708"), f.hex("0709"));
    other.progress = other.stepped(f, &[], f.hex("0709"), f.hex("0809"));
    assert_eq!(other.progress.crossed, 0);
}

#[test]
fn a_phase_line_is_released_by_time_or_by_a_signal_of_another_sheet() {
    let mut field = Field::new();
    let with = |release| {
        let phases = vec![super::value::Phase { release: Some(release), ..phase("Able", 8) }];
        sheet(Drawing { phases, ..attack() })
    };
    let order = in_force(&mut field, with(Release::Time("0640".parse().unwrap())));
    let f = &mut field;
    assert!(!order.is_released(f, &[], 0));
    f.clock = "0700".parse().unwrap();
    assert!(order.is_released(f, &[], 0));

    let signal = |phase: Option<&str>| {
        Release::Signal(Signal { sheet: "Two".into(), phase: phase.map(str::to_owned) })
    };
    let waiting = in_force(f, with(signal(Some("Baker"))));
    let mut other = in_force(
        f,
        Sheet {
            name: "Two".into(),
            units: vec!["b1".into()],
            ..sheet(Drawing { phases: vec![phase("Baker", 8)], ..attack() })
        },
    );
    assert!(!waiting.is_released(f, std::slice::from_ref(&other), 0));
    other.progress = other.stepped(f, &[], f.hex("0709"), f.hex("0708"));
    assert!(waiting.is_released(f, std::slice::from_ref(&other), 0));
    // The objective of the other, attained at the end of an action.
    let waiting = in_force(f, with(signal(None)));
    assert!(!waiting.is_released(f, std::slice::from_ref(&other), 0));
    f.put("k1", "0101");
    f.put("b1", "0705");
    other.progress = other.noted(f, &[]);
    assert!(other.progress.attained);
    assert!(waiting.is_released(f, &[other], 0));
}

#[test]
fn a_direction_is_followed_hex_by_hex() {
    let mut field = Field::new();
    let path = ats("0712 0711 0710 0709 0708 0707 0706");
    let way = Advance { name: "Lane".into(), path, half_width: None, units: Vec::new() };
    let order = in_force(&mut field, sheet(Drawing { advances: vec![way.clone()], ..attack() }));
    let f = &mut field;
    // Free in the near zone; out of it only along the list; then from hex to hex; free in the objective.
    assert_eq!(moves(f, &order, "a1", "0613", "0713"), None);
    assert_eq!(moves(f, &order, "a1", "0712", "0711"), None);
    assert_eq!(moves(f, &order, "a1", "0812", "0711"), Some((step::OFF_PATH, None)));
    assert_eq!(moves(f, &order, "a1", "0710", "0709"), None);
    assert_eq!(moves(f, &order, "a1", "0710", "0711"), Some((step::OFF_PATH, None)));
    assert_eq!(moves(f, &order, "a1", "0710", "0810"), Some((step::OFF_PATH, None)));
    assert_eq!(moves(f, &order, "a1", "0706", "0705"), None);
    assert_eq!(moves(f, &order, "a1", "0706", "0707"), Some((step::OFF_PATH, None)));
    // Without a line of departure it joins at the nearest hex, the earlier on a tie: 0809 lies next to 0710, 0709 and 0708.
    f.spotted = false;
    let order = in_force(f, sheet(Drawing { advances: vec![way], ..moving() }));
    assert_eq!(moves(f, &order, "a1", "0810", "0710"), None);
    assert_eq!(moves(f, &order, "a1", "0809", "0710"), None);
    assert_eq!(moves(f, &order, "a1", "0809", "0709"), Some((step::DISPLACED, None)));
}

#[test]
fn support_units_stay_behind() {
    let mut field = Field::new();
    let order = in_force(&mut field, sheet(Drawing { support: vec!["a3".into()], ..attack() }));
    let f = &mut field;
    assert_eq!(moves(f, &order, "a3", "0613", "0612"), None);
    assert_eq!(
        moves(f, &order, "a3", "0712", "0711"),
        Some((step::SUPPORT, Some(Line::Departure)))
    );
    // tcs.draw.near-limit: eight steps from the assembly hex, no further.
    assert_eq!(moves(f, &order, "a3", "1313", "1413"), None);
    assert_eq!(moves(f, &order, "a3", "1413", "1513"), Some((step::SUPPORT, None)));
}

#[test]
fn defenders_and_reserves_hold_their_ground() {
    let mut field = Field::new();
    let order = in_force(&mut field, sheet(hasty()));
    let f = &mut field;
    assert_eq!(moves(f, &order, "a1", "0613", "0713"), None);
    assert_eq!(moves(f, &order, "a1", "0613", "0612"), Some((step::OUTSIDE, None)));
    assert_eq!(
        try_step(f, &order, "a1", "0613", "0612", Step::Assault),
        Some((step::MISSION, None))
    );
    assert_eq!(try_step(f, &order, "a1", "0613", "0713", Step::Assault), None);

    let order = in_force(f, sheet(prepared()));
    assert_eq!(moves(f, &order, "a1", "0613", "0713"), Some((step::OUTSIDE, None)));
    // tcs.cmd.prepared-counter: an assault on an objective hex, and back afterwards.
    assert_eq!(try_step(f, &order, "a1", "0613", "0713", Step::Assault), None);
    assert_eq!(moves(f, &order, "a1", "0713", "0613"), None);
    assert_eq!(moves(f, &order, "a1", "0713", "0813"), Some((step::DISPLACED, None)));

    let holding = Drawing { mission: Mission::Reserve, ..hasty() };
    let order = in_force(f, Sheet { branches: vec![hasty()], ..sheet(holding) });
    assert_eq!(moves(f, &order, "a1", "0613", "0713"), None);
    assert_eq!(moves(f, &order, "a1", "0613", "0612"), Some((step::OUTSIDE, None)));
    assert_eq!(
        try_step(f, &order, "a1", "0613", "0713", Step::Assault),
        Some((step::MISSION, None))
    );
}

#[test]
fn a_move_keeps_away_from_spotted_enemies_and_attacks_nobody() {
    let mut field = Field::new();
    let order = in_force(&mut field, sheet(moving()));
    let f = &mut field;
    // k1 stands in 0705.
    assert_eq!(moves(f, &order, "a1", "0708", "0707"), None);
    assert_eq!(moves(f, &order, "a1", "0707", "0706"), Some((step::CONTACT, None)));
    assert_eq!(
        try_step(f, &order, "a1", "0707", "0706", Step::Overrun),
        Some((step::MISSION, None))
    );
    f.spotted = false;
    assert_eq!(moves(f, &order, "a1", "0707", "0706"), None);
}

#[test]
fn without_orders_nobody_goes_nearer_to_a_spotted_enemy_within_twelve() {
    let mut field = Field::new();
    field.put("k2", "0101");
    field.put("k1", "0703");
    let free = Under { order: None, others: &[] };
    let mut ask = |from: &str, to: &str, spotted: bool| {
        field.put("a1", from);
        field.spotted = spotted;
        let test = Test::new(&field, field.id("a1"), free, Step::Move).unwrap();
        test.step(field.hex(to)).err().map(|it| it.rule)
    };
    assert_eq!(ask("0708", "0707", true), Some(step::UNASSIGNED));
    assert_eq!(ask("0708", "0709", true), None);
    // 13 away to 12 away is nearer within twelve; 14 to 13 is not within.
    assert_eq!(ask("0716", "0715", true), Some(step::UNASSIGNED));
    assert_eq!(ask("1616", "1516", true), None);
    assert_eq!(ask("0708", "0707", false), None);
}

#[test]
fn a_withdrawing_unit_goes_to_its_rally_hex() {
    let mut field = Field::new();
    let mut drawing = hasty();
    drawing.failure = failure("0616");
    if let Some(it) = &mut drawing.failure {
        it.route = ats("0813 0913 0914 0815 0715 0616");
    }
    let mut order = in_force(&mut field, sheet(drawing));
    order.life = Life::Failed;
    let f = &mut field;
    f.set("a1", |it| it.status = Status::Withdrawing);
    assert_eq!(moves(f, &order, "a1", "0613", "0614"), None);
    assert_eq!(moves(f, &order, "a1", "0613", "0612"), Some((step::WITHDRAW, None)));
    // On the route the next hex of it is as good, even if it is not nearer.
    assert_eq!(moves(f, &order, "a1", "0813", "0913"), None);
    assert_eq!(moves(f, &order, "a1", "0813", "0812"), Some((step::WITHDRAW, None)));
    assert_eq!(
        try_step(f, &order, "a1", "0613", "0614", Step::Assault),
        Some((step::MISSION, None))
    );
    // tcs.end.rallied, tcs.end.rally-gone
    f.put("a1", "0614");
    assert_eq!(end::ends_withdrawal(f, f.id("a1"), &order), None);
    f.put("a1", "0615");
    assert_eq!(end::ends_withdrawal(f, f.id("a1"), &order), Some(end::RALLIED));
    f.put("a1", "0613");
    f.put("k1", "0616");
    assert_eq!(end::ends_withdrawal(f, f.id("a1"), &order), Some(end::RALLY_GONE));
}

#[test]
fn the_table_of_permissions_is_read_by_mission_and_status() {
    let mut field = Field::new();
    let order = in_force(&mut field, sheet(prepared()));
    let of = |status, order, action| permission::permission(&field.tables, status, order, action);
    assert_eq!(of(Status::Assigned, Some(&order), Action::DigIn), Permission::UnitLocation);
    assert_eq!(of(Status::Withdrawing, Some(&order), Action::DigIn), Permission::No);
    assert_eq!(of(Status::Unassigned, None, Action::Overwatch), Permission::Yes);
    // tcs.cmd.always: overwatch and observing are open to everybody.
    let statuses = [Status::Assigned, Status::Withdrawing, Status::Unassigned];
    for status in statuses {
        for action in [Action::Overwatch, Action::Observe] {
            assert_eq!(of(status, Some(&order), action), Permission::Yes);
        }
    }
    let may = |key: &str, action, label: &str| {
        let (id, hex) = (field.id(key), field.hex(label));
        permission::may(&field.tables, id, Status::Assigned, Some(&order), action, hex)
    };
    assert_eq!(may("a1", Action::DigIn, "0613"), Ok(()));
    assert_eq!(may("a1", Action::DigIn, "0713"), Err(permission::PREPARED));
    assert_eq!(may("a1", Action::Breach, "0613"), Err(permission::PREPARED));
    assert_eq!(may("a1", Action::MineCrossing, "0713"), Ok(()));
    let none = |action| {
        let (id, hex) = (field.id("b1"), field.hex("1013"));
        permission::may(&field.tables, id, Status::Unassigned, None, action, hex)
    };
    assert_eq!(none(Action::Sfa), Err(permission::NO_SFA));
    assert_eq!(none(Action::UnitSmoke), Err(permission::NO_ATTACK));
    assert_eq!(none(Action::Mount), Ok(()));
}

#[test]
fn an_attack_is_complete_when_the_objective_is_clear_and_held() {
    let mut field = Field::new();
    let order = in_force(&mut field, sheet(attack()));
    let f = &mut field;
    assert_eq!(end::review(f, &order), Review::GoesOn);
    f.put("a1", "0706");
    assert_eq!(end::review(f, &order), Review::GoesOn);
    f.put("k1", "0604");
    assert_eq!(end::review(f, &order), Review::Complete(end::ATTACK));
    f.set("a1", |it| it.nerve = Nerve::Suppressed);
    assert_eq!(end::review(f, &order), Review::GoesOn);
    f.set("a1", |it| it.nerve = Nerve::Normal);
    // tcs.prep.alternate-after
    let alternate = Some(Alternate { trigger: Trigger::Attained, drawing: hasty() });
    let mut waiting = in_force(f, Sheet { alternate, ..sheet(attack()) });
    assert_eq!(end::review(f, &waiting), Review::Waits(end::ATTACK));
    assert!(!waiting.is_triggered(f));
    waiting.progress = waiting.noted(f, &[]);
    assert!(waiting.is_triggered(f));
    // The Alternate takes its place, with the units that are left and a new count of losses.
    f.set("a2", |it| it.steps = 3);
    let drawing = waiting.sheet.alternate.as_ref().unwrap().drawing.clone();
    waiting.become_drawing(f, drawing);
    assert_eq!((waiting.mission(), waiting.life), (Mission::HastyDefence, Life::Implemented));
    assert_eq!(end::losses(f, &waiting), (13, 0));
    assert!(waiting.sheet.alternate.is_none());
    // tcs.end.attack-becomes-hasty
    let held = end::consolidated(&attack());
    assert!(judge::objections(f, Side::First, &[], &sheet(held)).is_empty());
}

#[test]
fn a_move_is_complete_when_everybody_is_there_or_excused() {
    let mut field = Field::new();
    let order = in_force(&mut field, sheet(moving()));
    let f = &mut field;
    f.put("k1", "0101");
    f.put("a1", "0706");
    f.put("a2", "0705");
    f.put("a3", "0708");
    assert_eq!(end::review(f, &order), Review::GoesOn);
    // Displaced, it is not waited for.
    f.put("a3", "1208");
    assert_eq!(end::review(f, &order), Review::Complete(end::MOVE));
    f.put("a1", "1208");
    f.put("a2", "1208");
    assert_eq!(end::review(f, &order), Review::GoesOn);
}

#[test]
fn sheets_fail_by_losses_by_time_and_defences_by_the_enemy_in_their_place() {
    let mut field = Field::new();
    let order = in_force(&mut field, sheet(hasty()));
    let f = &mut field;
    // 15 steps: 7 lost are less than half, 8 are not.
    f.set("a1", |it| it.steps = 0);
    f.set("a2", |it| it.steps = 3);
    assert_eq!(end::review(f, &order), Review::GoesOn);
    f.set("a2", |it| it.steps = 2);
    assert_eq!(end::review(f, &order), Review::Failed(end::LOSSES));
    // tcs.end.loss-count: who leaves is taken out of both numbers.
    let mut fewer = order.clone();
    fewer.remove(f.id("a1"));
    assert_eq!(end::losses(f, &fewer), (10, 3));
    f.set("a1", |it| it.steps = 5);
    f.set("a2", |it| it.steps = 5);
    f.put("k1", "0713");
    assert_eq!(end::review(f, &order), Review::GoesOn);
    for key in ["a1", "a2", "a3"] {
        f.put(key, "0616");
    }
    assert_eq!(end::review(f, &order), Review::Failed(end::DEFENCE));
    f.put("k1", "0705");
    // tcs.end.fail-time: the turn after.
    let mut timed = hasty();
    if let Some(it) = &mut timed.failure {
        it.time_limit = Some("0620".parse().unwrap());
    }
    let order = in_force(f, sheet(timed));
    f.clock = "0620".parse().unwrap();
    assert_eq!(end::review(f, &order), Review::GoesOn);
    f.clock = "0640".parse().unwrap();
    assert_eq!(end::review(f, &order), Review::Failed(end::TIME));
    for key in ["a1", "a2", "a3"] {
        f.set(key, |it| it.steps = 0);
    }
    assert_eq!(end::review(f, &order), Review::Empty);
}

#[test]
fn weighted_turns_are_those_of_the_worst_placed_unit() {
    let mut field = Field::new();
    let order = Order::new(&field, Side::First, sheet(hasty()));
    let f = &mut field;
    assert_eq!(prep::weighted_turns(f, &order), (3, prep::UNASSIGNED));
    f.night = true;
    assert_eq!(prep::weighted_turns(f, &order), (2, prep::ASSIGNED_NIGHT));
    f.night = false;
    f.set("a2", |it| it.status = Status::Assigned);
    assert_eq!(prep::weighted_turns(f, &order), (2, prep::ASSIGNED_NIGHT));
    // tcs.cmd.withdrawing-counts-unassigned
    f.set("a2", |it| it.status = Status::Withdrawing);
    assert_eq!(prep::weighted_turns(f, &order), (3, prep::UNASSIGNED));
    f.set("a3", |it| it.fired_upon = true);
    assert_eq!(prep::weighted_turns(f, &order), (1, prep::CONTACT));
    // Vehicles count three times; with a man on foot among them they do not.
    let tanks = Sheet { units: vec!["t1".into()], ..sheet(hasty()) };
    let order = Order::new(f, Side::First, tanks.clone());
    assert_eq!(prep::weighted_turns(f, &order), (9, prep::VEHICLE));
    let mixed = Sheet { units: vec!["t1".into(), "b1".into()], ..tanks };
    assert_eq!(prep::weighted_turns(f, &Order::new(f, Side::First, mixed)).0, 3);
}

#[test]
fn reserve_and_alternate_are_prepared_on_the_slowest_row() {
    let field = Field::new();
    let holding = Drawing { mission: Mission::Reserve, ..hasty() };
    let reserve = |branches| Sheet { branches, ..sheet(holding.clone()) };
    assert_eq!(prep::pace(&reserve(vec![moving(), hasty()])), Mission::HastyDefence);
    assert_eq!(prep::pace(&reserve(vec![moving(), attack(), hasty()])), Mission::Attack);
    let trigger = || Trigger::Time("0700".parse().unwrap());
    let with = |drawing| Sheet {
        alternate: Some(Alternate { trigger: trigger(), drawing }),
        ..sheet(attack())
    };
    assert_eq!(prep::pace(&with(prepared())), Mission::PreparedDefence);
    assert_eq!(prep::pace(&with(hasty())), Mission::Attack);
    // US prep 2, one company, an Alternate: row 4.
    let order = Order::new(&field, Side::First, with(hasty()));
    assert_eq!(prep::row_of(&field, &order), Ok(4));
    assert_eq!(prep::needs_of(&field, &order), Err(prep::NO_COLUMN));
    let soon = prep::forecast_of(&field, &order, 3).unwrap();
    assert_eq!(soon.turns.len(), 3);
}

#[test]
fn a_new_drawing_starts_from_zero_and_the_same_one_does_not() {
    let field = Field::new();
    let mut order = Order::new(&field, Side::First, sheet(hasty()));
    order.weighted_turns = 9;
    let fewer = Sheet { units: vec!["a1".into()], ..sheet(hasty()) };
    order.redraw(&field, fewer);
    assert_eq!((order.weighted_turns, order.members.len()), (9, 1));
    order.redraw(&field, sheet(prepared()));
    assert_eq!((order.weighted_turns, order.members.len()), (0, 3));
}

#[test]
fn a_stack_joins_a_sheet_in_force_from_near_by_and_one_in_preparation_from_anywhere() {
    let mut field = Field::new();
    let preparing = Order::new(&field, Side::First, sheet(hasty()));
    assert_eq!(join::may_join(&field, &preparing, field.id("b1")), Ok(()));
    assert_eq!(join::may_join(&field, &preparing, field.id("k1")), Err(join::FORCE));
    let mut order = in_force(&mut field, sheet(prepared()));
    // b1 in 1013 is three from a2 in 0713.
    assert_eq!(join::may_join(&field, &order, field.id("b1")), Ok(()));
    field.put("b1", "1213");
    assert_eq!(join::may_join(&field, &order, field.id("b1")), Err(join::ADD));
    assert_eq!(join::may_locate(&order, field.hex("0612")), Err(join::LOCATION));
    assert_eq!(join::may_locate(&order, field.hex("0614")), Ok(()));
    order.locate(field.id("b1"), field.hex("0614"));
    assert_eq!(order.plan.location_of(field.id("b1")), Some(field.hex("0614")));
    // tcs.end.withdraw-new-sheet, tcs.reinf.prepare
    assert_eq!(join::may_implement(&field, &preparing), Ok(()));
    field.set("a1", |it| it.status = Status::Withdrawing);
    assert_eq!(join::may_implement(&field, &preparing), Err(join::RALLY_FIRST));
    for key in ["a1", "a2", "a3"] {
        field.set(key, |it| (it.status, it.hex) = (Status::Unassigned, None));
    }
    assert_eq!(join::may_implement(&field, &preparing), Err(join::ARRIVED));
}

#[test]
fn a_command_check_beats_the_command_prep_value() {
    let tables = Field::new().tables;
    let chances = |prep, modifier| join::chances(&tables, prep, modifier);
    // Above 2: 3 to 6; above 0: a 1 still fails; above 5 and beyond: a 6 still succeeds.
    assert_eq!([chances(2, 0), chances(0, 0), chances(5, 0), chances(5, -1)], [4, 5, 1, 1]);
    assert_eq!(chances(2, -1), 3);
    let mut field = Field::new();
    let holding = Drawing { mission: Mission::Reserve, ..hasty() };
    let order = in_force(&mut field, Sheet { branches: vec![hasty()], ..sheet(holding) });
    assert_eq!(join::reserve_modifier(&field, &order), 0);
    field.set("a1", |it| it.fired_upon = true);
    assert_eq!(join::reserve_modifier(&field, &order), -1);
}

#[test]
fn a_smoke_area_opens_at_its_time_or_when_its_line_is_crossed() {
    let mut field = Field::new();
    let smoke = |hexes: &str, trigger| Smoke { hexes: ats(hexes), trigger };
    let drawing = Drawing {
        phases: vec![phase("Able", 8)],
        smoke: vec![
            smoke("0604 0605", SmokeTrigger::Time("0620".parse().unwrap())),
            smoke("0805", SmokeTrigger::Phase("Able".into())),
        ],
        ..attack()
    };
    let mut order = in_force(&mut field, sheet(drawing));
    assert!(order.smoke_area(&field).is_empty());
    order.progress = order.stepped(&field, &[], field.hex("0709"), field.hex("0708"));
    assert_eq!(order.smoke_area(&field).iter().collect::<Vec<_>>(), [field.hex("0805")]);
    field.clock = "0620".parse().unwrap();
    assert_eq!(order.smoke_area(&field).count(), 3);
}

#[test]
fn ready_drawings_are_accepted_are_few_and_cover_every_group() {
    let field = Field::new();
    for mission in Mission::ALL {
        let sheets = proposals::ready(&field, Side::First, &[], mission);
        assert!(!sheets.is_empty() && sheets.len() <= 24, "{mission:?}: {}", sheets.len());
        for it in &sheets {
            assert_eq!(it.drawing.mission, mission);
            assert!(judge::objections(&field, Side::First, &[], it).is_empty());
        }
        assert_eq!(sheets, proposals::ready(&field, Side::First, &[], mission));
        // Companies a, b and the tanks, and the battalion of a and b.
        for units in [vec!["a1", "a2", "a3"], vec!["b1", "b2"], vec!["t1"]] {
            assert!(sheets.iter().any(|it| it.units == units), "{mission:?} {units:?}");
        }
        assert!(
            sheets.iter().any(|it| it.units.len() == 5)
                || mission.is_defence()
                || mission == Mission::Reserve
        );
    }
    // An Attack: assembled at the middle unit, a closed line of departure that leaves all outside, the rally hex behind.
    let attacks = proposals::ready(&field, Side::First, &[], Mission::Attack);
    let drawing = &attacks[0].drawing;
    assert_eq!(drawing.assembly, Some(at("0613")));
    assert_eq!(drawing.advances[0].half_width, Some(1));
    assert_eq!(drawing.objective.as_ref().unwrap().hexes.len(), 7);
    let order = Order::new(&field, Side::First, attacks[0].clone());
    assert!(["a1", "a2", "a3"].iter().all(|it| !order.is_displaced(&field, field.id(it))));
    // Units on a sheet in preparation are left out.
    let others = proposals::ready(&field, Side::First, &[order], Mission::HastyDefence);
    assert!(others.iter().all(|it| !it.units.contains(&"a1".to_owned())));
}

#[test]
fn one_ready_drawing_is_any_of_the_list_and_none_besides() {
    let field = Field::new();
    for mission in Mission::ALL {
        let mut list = proposals::ready(&field, Side::First, &[], mission);
        for random in 0..100 {
            let Some(one) = proposals::one(&field, Side::First, &[], mission, random) else {
                continue;
            };
            assert!(proposals::ready(&field, Side::First, &[], mission).contains(&one));
            list.retain(|it| *it != one);
        }
        assert_eq!(list, [], "never drawn");
    }
}
