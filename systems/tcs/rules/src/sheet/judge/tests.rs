//! The judge accepts one sheet of each type and refuses one for each statement.

use kernel::Rule;

use super::super::order::{Life, Order};
use super::super::sample::{
    Field, at, ats, attack, between_rows, failure, hasty, moving, objective, phase, prepared, sheet,
};
use super::super::value::{
    Advance, Alternate, Boundary, Departure, Drawing, Echelon, Failure, Location, Mission,
    Objective, Phase, Release, Sector, Sheet, SideAt, Signal, Smoke, SmokeTrigger, Trigger,
};
use super::*;

fn reserve() -> Sheet {
    let holding = Drawing { mission: Mission::Reserve, ..hasty() };
    Sheet { branches: vec![attack(), hasty(), moving()], ..sheet(holding) }
}

fn refused(sheet: &Sheet) -> Vec<(&'static str, String)> {
    let field = Field::new();
    let found = objections(&field, Side::First, &[], sheet);
    found.into_iter().map(|it| (it.rule.code, it.at)).collect()
}

/// The only thing wrong is this, there.
fn only(sheet: &Sheet, rule: Rule, place: &str) {
    assert_eq!(refused(sheet), [(rule.code, place.to_owned())]);
}

/// This is wrong there, perhaps with more that follows from it.
fn among(sheet: &Sheet, rule: Rule, place: &str) {
    let all = refused(sheet);
    assert!(all.contains(&(rule.code, place.to_owned())), "{all:?}");
}

#[test]
fn a_whole_sheet_of_each_type_is_accepted() {
    for drawing in [attack(), moving(), hasty(), prepared()] {
        assert_eq!(refused(&sheet(drawing)), []);
    }
    assert_eq!(refused(&reserve()), []);
    let with = Sheet {
        alternate: Some(Alternate { trigger: Trigger::Attained, drawing: hasty() }),
        ..sheet(attack())
    };
    assert_eq!(refused(&with), []);
}

#[test]
fn sheets_are_the_same_as_json_and_as_toml() {
    let whole = Sheet {
        alternate: Some(Alternate { trigger: Trigger::Spotted(ats("0705")), drawing: prepared() }),
        ..sheet(Drawing { phases: vec![phase("Able", 8)], ..attack() })
    };
    for it in [sheet(attack()), sheet(prepared()), reserve(), whole] {
        let json = serde_json::to_string(&it).unwrap();
        assert_eq!(serde_json::from_str::<Sheet>(&json).unwrap(), it);
        let text = toml::to_string(&it).unwrap();
        assert_eq!(toml::from_str::<Sheet>(&text).unwrap(), it, "{text}");
        // By way of a value as well, as the tape has it.
        let value = serde_json::to_value(&it).unwrap();
        assert_eq!(kernel::read_plan::<Sheet>(&value).unwrap(), it);
    }
    // One name for a side, whichever hex is written first.
    assert_eq!("0506-0505".parse::<SideAt>(), "0505-0506".parse());
}

#[test]
fn units_are_there_own_of_one_force_and_on_one_sheet_in_preparation() {
    let with = |units: &[&str]| Sheet {
        units: units.iter().map(|it| (*it).to_owned()).collect(),
        ..sheet(hasty())
    };
    among(&with(&[]), CONTENTS, "/units");
    only(&with(&["a1", "a9"]), CONTENTS, "/units/1");
    only(&with(&["a1", "a1"]), CONTENTS, "/units/1");
    only(&with(&["a1", "k1"]), CONTENTS, "/units/1");
    only(&Sheet { name: " ".into(), ..sheet(hasty()) }, CONTENTS, "/name");
    let foreign = Sheet { force: "german".into(), ..with(&["a1"]) };
    only(&foreign, ONE_FORCE, "/units/0");

    let field = Field::new();
    let mut other = Order::new(&field, Side::First, Sheet { name: "Two".into(), ..with(&["a2"]) });
    let codes = |orders: &[Order]| -> Vec<String> {
        let found = objections(&field, Side::First, orders, &sheet(hasty()));
        found.into_iter().map(|it| format!("{} {}", it.rule.code, it.at)).collect()
    };
    assert_eq!(codes(std::slice::from_ref(&other)), ["tcs.cmd.one-preparing /units/1"]);
    // tcs.cmd.prepare-while-executing
    other.life = Life::Implemented;
    assert!(codes(&[other]).is_empty());

    let mut field = Field::new();
    field.set("a1", |it| it.steps = 0);
    let found = objections(&field, Side::First, &[], &sheet(hasty()));
    assert_eq!((found.len(), found[0].rule, found[0].at.as_str()), (1, CONTENTS, "/units/0"));
}

#[test]
fn what_a_type_needs_must_be_there_and_what_it_has_no_use_for_must_not() {
    let none = |change: fn(&mut Drawing), drawing: Drawing| {
        let mut drawing = drawing;
        change(&mut drawing);
        sheet(drawing)
    };
    only(&none(|it| it.objective = None, hasty()), content::HASTY, "/drawing/objective");
    only(&none(|it| it.failure = None, hasty()), content::FAILURE, "/drawing/failure");
    among(&none(|it| it.departure = None, attack()), content::ATTACK, "/drawing/departure");
    among(&none(|it| it.assembly = None, attack()), content::ATTACK, "/drawing/assembly");
    only(&none(|it| it.advances.clear(), attack()), content::ATTACK, "/drawing/advances");
    only(&none(|it| it.advances.clear(), moving()), content::MOVE, "/drawing/advances");
    only(
        &none(|it| it.assembly = Some(at("0613")), moving()),
        content::ASSEMBLY,
        "/drawing/assembly",
    );
    among(
        &none(
            |it| {
                it.departure = Some(Departure { line: between_rows(11, 1..=16), start_time: None })
            },
            moving(),
        ),
        content::ASSEMBLY,
        "/drawing/assembly",
    );
    only(&none(|it| it.locations.truncate(2), prepared()), content::PREPARED, "/drawing/locations");
    among(
        &none(|it| it.advances = attack().advances, hasty()),
        content::HASTY,
        "/drawing/advances",
    );
    among(
        &none(|it| it.phases = vec![phase("Able", 8)], moving()),
        content::NEEDS_LD,
        "/drawing/phases",
    );
    only(&Sheet { branches: Vec::new(), ..reserve() }, content::RESERVE, "/branches");
    let many = vec![hasty(), hasty(), hasty(), hasty()];
    only(&Sheet { branches: many, ..reserve() }, content::RESERVE, "/branches");
    only(&Sheet { branches: vec![hasty()], ..sheet(hasty()) }, content::RESERVE, "/branches");
    only(&Sheet { branches: vec![prepared()], ..reserve() }, BRANCHES, "/branches/0/mission");
}

#[test]
fn an_objective_is_named_in_one_piece_and_not_too_large() {
    let with = |hexes: &str| sheet(Drawing { objective: objective(hexes), ..hasty() });
    only(&with(""), OBJECTIVE_SHAPE, "/drawing/objective/hexes");
    only(&with("0613 0615"), OBJECTIVE_SHAPE, "/drawing/objective/hexes");
    only(&with("0613 1713"), OBJECTIVE_SHAPE, "/drawing/objective/hexes/1");
    // Seven for one company, not eight.
    assert_eq!(refused(&with("0613 0713 0813 0913 1013 1113 1213")), []);
    only(
        &with("0613 0713 0813 0913 1013 1113 1213 1313"),
        OBJECTIVE_LIMIT,
        "/drawing/objective/hexes",
    );
    let nameless = Objective { name: String::new(), hexes: ats("0613") };
    only(
        &sheet(Drawing { objective: Some(nameless), ..hasty() }),
        OBJECTIVE_SHAPE,
        "/drawing/objective/name",
    );
}

#[test]
fn a_line_is_a_line() {
    let with = |line: &str| {
        let line = line.split_whitespace().map(|it| it.parse().unwrap()).collect();
        let boundary = Boundary { echelon: Echelon::Battalion, companies: Vec::new(), line };
        sheet(Drawing { boundaries: vec![boundary], ..hasty() })
    };
    assert_eq!(refused(&with("0101-0201 0102-0201")), []);
    only(&with(""), lines::LINE, "/drawing/boundaries/0/line");
    only(&with("0101-0201 0301-0401"), lines::LINE, "/drawing/boundaries/0/line/1");
    only(&with("0101-0301"), lines::HEXSIDE, "/drawing/boundaries/0/line/0");
}

#[test]
fn a_battalion_boundary_leaves_objective_rally_and_assembly_hex_together() {
    // Across the whole map between rows 9 and 10: objective in the north, rally and assembly hex in the south.
    let across = Boundary {
        echelon: Echelon::Battalion,
        companies: Vec::new(),
        line: between_rows(9, 1..=16),
    };
    let cut = sheet(Drawing { boundaries: vec![across], ..attack() });
    among(&cut, ONE_PIECE, "/drawing/assembly");
    among(&cut, ONE_PIECE, "/drawing/failure/rally");
    // Through the objective.
    let through = Boundary {
        echelon: Echelon::Battalion,
        companies: Vec::new(),
        line: between_rows(13, 1..=16),
    };
    let parted = Drawing { boundaries: vec![through], failure: failure("0613"), ..hasty() };
    only(&sheet(parted), ONE_PIECE, "/drawing/objective/hexes/2");
    let named = Boundary {
        echelon: Echelon::Battalion,
        companies: vec!["a".into()],
        line: between_rows(1, 1..=2),
    };
    among(
        &sheet(Drawing { boundaries: vec![named], ..hasty() }),
        lines::BATTALION,
        "/drawing/boundaries/0/companies",
    );
}

/// Companies a and b, parted by a line between columns 8 and 9 of the odd rows.
fn two_companies(companies: &[&str], sectors: &[(&str, &str)]) -> Sheet {
    let mut line: Vec<SideAt> = Vec::new();
    for row in 1..=16 {
        let side = format!("08{row:02}-09{row:02}");
        line.push(side.parse().unwrap());
        // From an odd row the corner leads to the west, from an even one to the east.
        if row < 16 {
            let (a, b) = (8, 9);
            let next = match row % 2 {
                1 => format!("{b:02}{row:02}-{a:02}{:02}", row + 1),
                _ => format!("{a:02}{row:02}-{b:02}{:02}", row + 1),
            };
            line.push(next.parse().unwrap());
        }
    }
    let boundary = Boundary {
        echelon: Echelon::Company,
        companies: companies.iter().map(|it| (*it).to_owned()).collect(),
        line,
    };
    let sector = |it: &(&str, &str)| Sector { company: it.0.into(), hex: at(it.1) };
    let mut units: Vec<String> = vec!["a1".into(), "a2".into(), "a3".into()];
    units.extend(["b1".to_owned(), "b2".to_owned()]);
    let drawing = Drawing {
        objective: objective("0713 0813 0913 1013"),
        boundaries: vec![boundary],
        sectors: sectors.iter().map(sector).collect(),
        ..hasty()
    };
    Sheet { units, ..sheet(drawing) }
}

#[test]
fn a_company_boundary_names_two_companies_and_each_has_a_sector_with_some_of_the_objective() {
    let both = [("a", "0713"), ("b", "1013")];
    assert_eq!(refused(&two_companies(&["a", "b"], &both)), []);
    among(&two_companies(&["a"], &both[..1]), lines::COMPANY, "/drawing/boundaries/0/companies");
    among(
        &two_companies(&["a", "c"], &[("a", "0713"), ("c", "1013")]),
        lines::COMPANY,
        "/drawing/boundaries/0/companies/1",
    );
    only(
        &two_companies(&["a", "b"], &both[..1]),
        lines::SECTOR,
        "/drawing/boundaries/0/companies/1",
    );
    only(
        &two_companies(&["a", "b"], &[both[0], both[1], ("c", "0101")]),
        lines::SECTOR,
        "/drawing/sectors/2",
    );
    among(
        &two_companies(&["a", "b"], &[both[0], both[1], both[1]]),
        lines::SECTOR,
        "/drawing/sectors/2",
    );
    let mut far = two_companies(&["a", "b"], &both);
    far.drawing.objective = objective("0613 0713");
    only(&far, lines::SECTOR_OBJECTIVE, "/drawing/sectors/1/hex");
    // The plan gives each its own half.
    let sheet = two_companies(&["a", "b"], &both);
    let field = Field::new();
    let plan = Plan::new(&field, &sheet.drawing);
    assert_eq!(plan.own.len(), 2);
    assert!(!plan.own[0].1.intersects(&plan.own[1].1));
    assert_eq!(plan.own[0].1.union(&plan.own[1].1), plan.area);
}

#[test]
fn the_line_of_departure_lies_between_assembly_hex_and_objective_and_nobody_is_behind_it() {
    let with = |departure: Vec<SideAt>| {
        sheet(Drawing {
            departure: Some(Departure { line: departure, start_time: None }),
            ..attack()
        })
    };
    // tcs.draw.line-ends: it may end anywhere, but round its end everything is one part.
    among(&with(between_rows(11, 3..=12)), lines::LD_SEPARATES, "/drawing/departure/line");
    // North of the objective: nothing is parted, and the enemy stands behind it.
    let behind = refused(&with(between_rows(3, 1..=16)));
    assert!(behind.iter().any(|it| it.0 == lines::LD_SEPARATES.code));
    let mut field = Field::new();
    field.put("k1", "0512");
    let found = objections(&field, Side::First, &[], &sheet(attack()));
    assert_eq!((found.len(), found[0].rule), (1, lines::NEAR_CLEAR));
    // Beyond the reach of the near zone he does not matter (tcs.draw.near-limit).
    field.put("k1", "1616");
    assert!(objections(&field, Side::First, &[], &sheet(attack())).is_empty());
}

#[test]
fn phase_lines_lie_behind_each_other_before_the_objective() {
    let with = |phases: Vec<Phase>| sheet(Drawing { phases, ..attack() });
    assert_eq!(refused(&with(vec![phase("Able", 9), phase("Baker", 7)])), []);
    only(
        &with(vec![phase("Able", 7), phase("Baker", 9)]),
        lines::PL_NESTED,
        "/drawing/phases/1/line",
    );
    only(
        &with(vec![phase("Able", 9), phase("Able", 7)]),
        lines::PL_MEANING,
        "/drawing/phases/1/name",
    );
    only(&with(vec![phase("Able", 3)]), lines::PL_SEPARATES, "/drawing/phases/0/line");
    among(&with(vec![phase("Able", 13)]), lines::PL_NESTED, "/drawing/phases/0/line");
    let signal = Release::Signal(Signal { sheet: String::new(), phase: None });
    let silent = Phase { release: Some(signal), ..phase("Able", 9) };
    only(&with(vec![silent]), lines::PL_RELEASE, "/drawing/phases/0/release/signal/sheet");
}

#[test]
fn an_advance_runs_from_the_near_zone_into_the_objective() {
    let with = |path: &str, half_width: Option<u8>| {
        let advance =
            Advance { name: "Main".into(), path: ats(path), half_width, units: Vec::new() };
        sheet(Drawing { advances: vec![advance], ..attack() })
    };
    let good = "0712 0711 0710 0709 0708 0707 0706";
    assert_eq!(refused(&with(good, Some(0))), []);
    assert_eq!(refused(&with(good, None)), []);
    only(&with(good, Some(2)), advance::LIMIT, "/drawing/advances/0/half_width");
    among(&with("", Some(1)), advance::SPINE, "/drawing/advances/0/path");
    only(
        &with("0711 0710 0709 0708 0707 0706", Some(1)),
        advance::SPINE,
        "/drawing/advances/0/path/0",
    );
    only(
        &with("0712 0711 0710 0709 0708 0707", Some(1)),
        advance::SPINE,
        "/drawing/advances/0/path/5",
    );
    only(
        &with("0712 0711 0709 0708 0707 0706", None),
        advance::DIRECTION,
        "/drawing/advances/0/path/2",
    );
    among(
        &with("0712 0711 0712 0711 0710 0709 0708 0707 0706", None),
        advance::DIRECTION,
        "/drawing/advances/0/path/2",
    );
    // Twice the distance and no more: 6 apart, 14 steps.
    let winding = "0712 0711 0811 0911 1011 1010 1009 0909 0809 0709 0708 0608 0607 0707 0706";
    only(&with(winding, None), advance::LIMIT, "/drawing/advances/0/path");
    // A direction that crosses the line of departure three times.
    let weaving = "0712 0711 0612 0611 0610 0709 0708 0707 0706";
    among(&with(weaving, None), advance::DIRECTION_LINES, "/drawing/advances/0/path");
    // An axis cut in two by a boundary that it leaves and enters again is not in the operations area all the way.
    let mut boxed = with(good, Some(1));
    boxed.drawing.boundaries =
        vec![Boundary { echelon: Echelon::Battalion, companies: Vec::new(), line: ring() }];
    among(&boxed, advance::SPINE, "/drawing/advances/0/path/3");
}

/// The six sides of 0709, on the spine: it is no longer in the operations area.
fn ring() -> Vec<SideAt> {
    let sides = "0709-0809 0708-0709 0608-0709 0609-0709 0610-0709 0709-0710";
    sides.split_whitespace().map(|it| it.parse().unwrap()).collect()
}

#[test]
fn an_axis_touches_the_line_of_departure_and_stays_whole() {
    // The line of departure runs round 0713, the assembly hex; the spine leaves it over a side, but a boundary shuts that.
    let mut open = sheet(attack());
    open.drawing.advances[0].half_width = Some(0);
    open.drawing.boundaries =
        vec![Boundary { echelon: Echelon::Battalion, companies: Vec::new(), line: ring() }];
    // 0709 is out: the axis of width 0 is two pieces.
    among(&open, advance::SPINE, "/drawing/advances/0/path/3");
    let spine = Drawing { boundaries: open.drawing.boundaries.clone(), ..attack() };
    let field = Field::new();
    let plan = Plan::new(&field, &Drawing { advances: open.drawing.advances, ..spine });
    assert!(!is_connected(&field.ground, &plan.advances[0].hexes));
    // A spine that reaches the objective through the near zone alone has no hex beyond the line.
    let mut short = sheet(attack());
    short.drawing.objective = objective("0711 0710");
    short.drawing.advances[0].path = ats("0712 0711");
    assert_eq!(refused(&short), []);
    short.drawing.departure = Some(Departure { line: between_rows(10, 1..=16), start_time: None });
    short.drawing.objective = objective("0710");
    short.drawing.advances[0].path = ats("0712 0711 0710");
    assert_eq!(refused(&short), []);
}

#[test]
fn a_unit_is_bound_once_and_support_stays_behind_a_line_of_departure() {
    let mut twice = sheet(attack());
    twice
        .drawing
        .advances
        .push(Advance { name: "Other".into(), ..twice.drawing.advances[0].clone() });
    twice.drawing.advances[0].units = vec!["a1".into()];
    twice.drawing.advances[1].units = vec!["a2".into()];
    assert_eq!(refused(&twice), []);
    twice.drawing.advances[1].units = vec!["a1".into()];
    only(&twice, advance::BINDING, "/drawing/advances/1/units/0");
    twice.drawing.advances[1].units = vec!["b1".into()];
    only(&twice, advance::BINDING, "/drawing/advances/1/units/0");
    let support = |drawing: Drawing| sheet(Drawing { support: vec!["a3".into()], ..drawing });
    assert_eq!(refused(&support(attack())), []);
    only(&support(moving()), advance::SUPPORT, "/drawing/support/0");
}

#[test]
fn locations_smoke_and_failure_are_whole() {
    let mut it = sheet(prepared());
    it.drawing.locations[1].hex = at("0813");
    only(&it, marks::LOCATION, "/drawing/locations/1/hex");
    let mut it = sheet(prepared());
    it.drawing.locations.push(Location { unit: "a1".into(), hex: at("0613") });
    only(&it, marks::LOCATION, "/drawing/locations/3/unit");
    // tcs.draw.location-other
    let note = |unit: &str| {
        let location = Location { unit: unit.into(), hex: at("0101") };
        sheet(Drawing { locations: vec![location], ..hasty() })
    };
    assert_eq!(refused(&note("a1")), []);
    only(&note("b1"), marks::LOCATION_MEANING, "/drawing/locations/0/unit");

    let smoke = |hexes: &str, trigger: SmokeTrigger| {
        sheet(Drawing { smoke: vec![Smoke { hexes: ats(hexes), trigger }], ..hasty() })
    };
    let time = || SmokeTrigger::Time("0640".parse().unwrap());
    assert_eq!(refused(&smoke("0608", time())), []);
    only(&smoke("", time()), marks::SMOKE, "/drawing/smoke/0/hexes");
    only(
        &smoke("0608", SmokeTrigger::Phase("Able".into())),
        marks::SMOKE,
        "/drawing/smoke/0/trigger/phase",
    );

    let failing = |change: fn(&mut Failure)| {
        let mut it = sheet(hasty());
        it.drawing.failure.iter_mut().for_each(change);
        it
    };
    only(&failing(|it| it.rally = at("1717")), ONE_PIECE, "/drawing/failure/rally");
    only(&failing(|it| it.loss_percent = Some(0)), marks::FAILURE, "/drawing/failure/loss_percent");
    only(
        &failing(|it| it.route = ats("0613 0615 0616")),
        marks::FAILURE,
        "/drawing/failure/route/1",
    );
    only(&failing(|it| it.route = ats("0613 0614")), marks::FAILURE, "/drawing/failure/route/1");
    assert_eq!(refused(&failing(|it| it.route = ats("0614 0615 0616"))), []);
}

#[test]
fn an_alternate_fits_its_sheet() {
    let with = |trigger: Trigger, drawing: Drawing, main: Drawing| Sheet {
        alternate: Some(Alternate { trigger, drawing }),
        ..sheet(main)
    };
    let time = || Trigger::Time("0700".parse().unwrap());
    assert_eq!(refused(&with(time(), prepared(), moving())), []);
    only(&with(time(), hasty(), prepared()), ALTERNATE, "/alternate");
    let reserve = Drawing { mission: Mission::Reserve, ..hasty() };
    only(&with(time(), reserve, attack()), ALTERNATE, "/alternate/drawing/mission");
    only(
        &with(Trigger::Phase("Able".into()), hasty(), attack()),
        TRIGGER,
        "/alternate/trigger/phase",
    );
    only(&with(Trigger::Attained, attack(), hasty()), TRIGGER, "/alternate/trigger");
    only(
        &with(Trigger::Spotted(Vec::new()), hasty(), attack()),
        TRIGGER,
        "/alternate/trigger/spotted",
    );
    // What is wrong with its drawing is named there.
    let broken = Drawing { failure: None, ..hasty() };
    only(&with(time(), broken, attack()), content::FAILURE, "/alternate/drawing/failure");
}

#[test]
fn a_sheet_too_large_for_its_command_is_refused_and_all_faults_are_named_at_once() {
    let field = Field::new();
    let mut tables = Field::new().tables;
    tables.command_prep.rows.truncate(2);
    let small = Field { tables, ..field };
    let found = objections(&small, Side::First, &[], &sheet(hasty()));
    assert_eq!((found.len(), found[0].rule), (1, prep::ROW_LIMITS));

    let mut bad = sheet(hasty());
    bad.drawing.failure = None;
    bad.drawing.objective = objective("0613 0615");
    let one = judge(&Field::new(), Side::First, &[], &bad).unwrap_err();
    assert!(one.why.contains("needs failure instructions"), "{one}");
    assert!(one.why.contains(OBJECTIVE_SHAPE.code), "{one}");
    assert!(judge(&Field::new(), Side::First, &[], &sheet(hasty())).is_ok());
}
