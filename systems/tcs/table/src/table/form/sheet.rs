//! Op sheets on the page: every part of `tcs::sheet::Sheet` is a field. What has a shape of its own (a drawing by its mission,
//! a trigger, a release) is a part, said once for all the places it stands at: a sheet, its Alternate, a branch of a Reserve.

use play::wire::{FieldChoice, FieldKind, FormKind, RecordField, RecordKind, SomeRow};
use serde_json::{Value, json};
use tcs::Battle;
use tcs::id::{Side, UnitId};
use tcs::sheet::value::Echelon;
use tcs::sheet::{Life, Mission, Order};
use tcs::tables::{RequiredRow, Requirement};
use tcs::text::Names;

use super::super::question::piece;
use super::super::words;
use super::{Further as _, field};

/// Of a list that people fill in; the judge knows no limit.
const MOST: usize = 60;
const LONGEST_LINE: usize = 200;
const LONGEST_NAME: usize = 60;
const LONGEST_NOTE: usize = 400;

/// Command step 6, and sheets drawn at set-up: records of what is done with sheets.
pub(super) fn sheets(g: &Battle, side: Side, set_up: bool) -> FormKind {
    let desk = Desk { g, side };
    let mut kinds: Vec<RecordKind> = Mission::ALL
        .into_iter()
        .map(|mission| RecordKind {
            label: format!("New {} sheet", mission.name()),
            how: Some(about(mission).into()),
            fixed: json!({ "draw": { "drawing": { "mission": mission.key() } } }),
            fields: desk.sheet(mission, "/draw"),
        })
        .collect();
    let orders = g.orders.of(side).iter().enumerate();
    for (i, order) in orders.filter(|it| !set_up && !it.1.life.is_over()) {
        kinds.extend(desk.of_sheet(i as u8, order));
    }
    FormKind::Records { kinds, parts: desk.parts(), at_least: 0, at_most: MOST }
}

const fn about(mission: Mission) -> &'static str {
    match mission {
        Mission::Attack => {
            "Its units cross the line of departure, follow their axis and take the objective; they may fire, assault and \
             overrun. Needs units, an objective, a line of departure with an assembly hex behind it, an axis or direction, \
             and where to rally if it fails."
        }
        Mission::Move => {
            "Its units go to the objective by their way and do not attack. It comes through sooner than any other."
        }
        Mission::HastyDefence => "Its units hold the objective, fire from it and may dig in.",
        Mission::PreparedDefence => {
            "Each unit holds a hex of its own in the objective, dug in. It takes longest to prepare and is hardest to break."
        }
        Mission::Reserve => {
            "Its units wait in the objective; a die releases them into one of the branches, which are complete drawings."
        }
    }
}

/// The parts of the form by their index: a drawing for each mission, then these.
#[derive(Clone, Copy)]
enum Part {
    Alternate = Mission::ALL.len() as isize,
    AtTime,
    AtPhase,
    Attained,
    Spotted,
    AllUp,
    Never,
    OnTime,
    OnSignal,
}

fn part(of: &[Part]) -> FieldKind {
    FieldKind::Part { of: of.iter().map(|it| *it as usize).collect() }
}

fn drawing_of(missions: &[Mission]) -> FieldKind {
    let index = |it: &Mission| Mission::ALL.iter().position(|other| other == it);
    FieldKind::Part { of: missions.iter().filter_map(index).collect() }
}

/// Where one side draws.
struct Desk<'g> {
    g: &'g Battle,
    side: Side,
}

impl Desk<'_> {
    fn parts(&self) -> Vec<RecordKind> {
        let drawing = |mission: Mission| RecordKind {
            label: mission.name().into(),
            how: None,
            fixed: json!({ "mission": mission.key() }),
            fields: self.drawing(mission),
        };
        let kind = |label: &str, fixed: Value, fields: Vec<RecordField>| RecordKind {
            label: label.into(),
            how: None,
            fixed,
            fields,
        };
        let time = || vec![field("/time", "Time", self.clock()).needed()];
        let missions = Mission::ALL.map(drawing);
        // In the order of `Part`.
        let others = [
            kind("An Alternate", json!({}), self.alternate()),
            kind("At a time", json!({ "time": "" }), time()),
            kind(
                "When a phase line is crossed",
                json!({ "phase": "" }),
                vec![field("/phase", "Name of the phase line", name()).needed()],
            ),
            kind("When the objective is attained", json!("attained"), vec![]),
            kind(
                "When an enemy is spotted in these hexes",
                json!({ "spotted": [] }),
                vec![
                    field("/spotted", "Hexes watched", FieldKind::Cells { at_most: MOST })
                        .needed()
                        .drawn("watch"),
                ],
            ),
            kind("When all units are up to it", json!("all-up"), vec![]),
            kind("At once, it only guides", json!("none"), vec![]),
            kind("At a time", json!({ "time": "" }), time()),
            kind(
                "On a signal from another sheet",
                json!({ "signal": { "sheet": "" } }),
                vec![
                    field("/signal/sheet", "Name of the other sheet", name())
                        .needed()
                        .known(self.sheet_names()),
                    field(
                        "/signal/phase",
                        "The phase line it has crossed; its objective without one",
                        name(),
                    )
                    .known(self.phase_names()),
                ],
            ),
        ];
        missions.into_iter().chain(others).collect()
    }

    /// A sheet with this mission, below a pointer.
    fn sheet(&self, mission: Mission, at: &str) -> Vec<RecordField> {
        let mut fields = vec![
            field("/name", "Name", name()).needed(),
            field("/force", "Force", FieldKind::One { choices: self.forces() }).needed(),
            field("/units", "Units", self.units()).needed(),
            field("/drawing", "Drawing", drawing_of(&[mission])).needed(),
        ];
        match mission {
            Mission::Reserve => {
                let branch = drawing_of(&[Mission::Attack, Mission::HastyDefence, Mission::Move]);
                let entry = vec![field("", "Its mission", branch).needed()];
                let at_most = self.g.data().tables.limits.reserve_max_branches.into();
                let mut list =
                    field("/branches", "Branches", FieldKind::List { entry, at_most }).needed();
                list.note = Some("A die releases the Reserve into one of them.".into());
                fields.push(list);
            }
            Mission::PreparedDefence => (),
            Mission::Attack | Mission::Move | Mission::HastyDefence => {
                let mut it = field("/alternate", "Alternate", part(&[Part::Alternate]));
                it.note = Some("Another drawing, to switch to when something happens. Such a sheet takes longer to prepare.".into());
                fields.push(it);
            }
        }
        let note = FieldKind::Text { at_most: LONGEST_NOTE, known: vec![] };
        fields.push(field("/note", "Note to yourself", note));
        for it in &mut fields {
            it.at = format!("{at}{}", it.at);
        }
        fields
    }

    /// tcs.prep.alternate
    fn alternate(&self) -> Vec<RecordField> {
        let trigger = part(&[Part::AtTime, Part::AtPhase, Part::Attained, Part::Spotted]);
        let drawing = drawing_of(&[
            Mission::Attack,
            Mission::Move,
            Mission::HastyDefence,
            Mission::PreparedDefence,
        ]);
        vec![
            field("/trigger", "Trigger", trigger).needed(),
            field("/drawing", "Its mission", drawing).needed(),
        ]
    }

    /// What may be done with a sheet there is.
    fn of_sheet(&self, number: u8, order: &Order) -> Vec<RecordKind> {
        let name = &order.sheet.name;
        let names = Names(self.g.data());
        let plain = |label: String, how: &str, fixed: Value| RecordKind {
            label,
            how: Some(how.into()),
            fixed,
            fields: vec![],
        };
        let mut kinds = vec![plain(
            format!("Cancel {name}"),
            "Its units have no orders any more.",
            json!({ "cancel": number }),
        )];
        if order.life == Life::Implemented {
            let how = "Its units withdraw to the rally hex.";
            kinds.push(plain(format!("Give up {name}"), how, json!({ "fail": number })));
        }
        let members = order
            .members
            .iter()
            .map(|it| FieldChoice { label: names.unit(it.unit).into(), value: it.unit.0.into() });
        let members = FieldKind::One { choices: members.collect() };
        kinds.push(RecordKind {
            label: format!("Take a unit off {name}"),
            how: None,
            fixed: json!({ "take-off": { "sheet": number } }),
            fields: vec![field("/take-off/unit", "Unit", members).needed()],
        });
        if order.life == Life::Preparing {
            kinds.extend(Mission::ALL.map(|mission| RecordKind {
                label: format!("Redraw {name} as {}", mission.name()),
                how: Some("A new drawing starts its preparation anew.".into()),
                fixed: json!({
                    "redraw": { "sheet": number, "with": { "drawing": { "mission": mission.key() } } }
                }),
                fields: self.sheet(mission, "/redraw/with"),
            }));
        }
        kinds
    }

    /// The fields of a drawing with this mission; which of them it needs says the table.
    fn drawing(&self, mission: Mission) -> Vec<RecordField> {
        let row = self.required(mission);
        let mut fields = Vec::new();
        // What the table does not use is not asked for.
        let mut add = |requirement: Requirement, all: Vec<RecordField>| match requirement {
            Requirement::Unused => (),
            Requirement::Required => fields.extend(all.into_iter().map(|it| it.needed())),
            Requirement::Optional | Requirement::WithLineOfDeparture => fields.extend(all),
        };
        let hexes = FieldKind::Cells { at_most: MOST };
        add(
            row.objective,
            vec![
                field("/objective/name", "Name of the objective", name()),
                field("/objective/hexes", "Objective", hexes).drawn("objective"),
            ],
        );
        add(
            row.line_of_departure,
            vec![field("/departure/line", "Line of departure", line()).drawn("departure")],
        );
        add(
            row.assembly_hex,
            vec![field("/assembly", "Assembly hex", FieldKind::Cell).drawn("assembly")],
        );
        add(row.advance, vec![field("/advances", "Axes and directions", self.advances())]);
        add(row.phase_lines, vec![field("/phases", "Phase lines", phases())]);
        add(
            row.boundaries,
            vec![
                field("/boundaries", "Boundaries", self.boundaries()),
                field("/sectors", "Company sectors", self.sectors()),
            ],
        );
        add(row.unit_locations, vec![field("/locations", "Unit locations", self.locations())]);
        add(row.smoke_areas, vec![field("/smoke", "Smoke areas", smoke())]);
        add(
            row.failure,
            vec![field("/failure/rally", "Rally hex if it fails", FieldKind::Cell).drawn("rally")],
        );
        if row.failure != Requirement::Unused {
            fields.extend(self.failure());
        }
        if row.line_of_departure != Requirement::Unused {
            fields.extend([
                field("/departure/start_time", "Not crossed before", self.clock()),
                field("/support", "Support units, which stay behind the line", self.units()),
            ]);
        }
        fields
    }

    fn required(&self, mission: Mission) -> &RequiredRow {
        let tables = &self.g.data().tables.required;
        match mission {
            Mission::Attack => &tables.attack,
            Mission::Move => &tables.moving,
            Mission::HastyDefence => &tables.hasty_defence,
            Mission::PreparedDefence => &tables.prepared_defence,
            Mission::Reserve => &tables.reserve,
        }
    }

    fn failure(&self) -> [RecordField; 3] {
        let losses = FieldKind::Number { least: 1, most: 100 };
        let way = FieldKind::Way { at_most: MOST };
        [
            field("/failure/loss_percent", "It fails at losses of (per cent)", losses),
            field("/failure/time_limit", "It fails if not done by", self.clock()),
            field("/failure/route", "Way back", way).drawn("route"),
        ]
    }

    fn forces(&self) -> Vec<FieldChoice> {
        let mine = self.g.data().forces.iter().filter(|it| it.side == self.side);
        let choice =
            |label: &str, key: &str| FieldChoice { label: label.into(), value: key.into() };
        mine.map(|it| choice(&it.name, &it.key)).collect()
    }

    /// Units of the side that are still there.
    fn alive(&self) -> impl Iterator<Item = UnitId> {
        let g = self.g;
        g.data().units_of[self.side.index()].iter().filter(move |it| 0 < g[*it].steps)
    }

    /// Some of them, by their keys.
    fn units(&self) -> FieldKind {
        let g = self.g;
        let row = |id: UnitId| SomeRow {
            label: g.card(id).name.clone(),
            piece: Some(piece(id)),
            place: g.hex(id).map(Into::into),
            note: Some(words::small_print(g, id)),
            value: g.card(id).key.clone().into(),
            costs: vec![],
            refused: None,
        };
        let rows: Vec<SomeRow> = self.alive().map(row).collect();
        let at_most = rows.len();
        FieldKind::Some { rows, at_least: 0, at_most }
    }

    fn one_unit(&self) -> FieldKind {
        let choice = |id: UnitId| FieldChoice {
            label: self.g.card(id).name.clone(),
            value: self.g.card(id).key.clone().into(),
        };
        FieldKind::One { choices: self.alive().map(choice).collect() }
    }

    /// Companies of the side, by name and key.
    fn companies(&self) -> impl Iterator<Item = (&str, &str)> {
        let data = self.g.data();
        let mine = data.companies.iter().filter(|it| {
            let force = data.battalions[it.battalion.index()].force;
            data.forces[force.index()].side == self.side
        });
        mine.map(|it| (it.name.as_str(), it.key.as_str()))
    }

    /// Turns that are still to come.
    fn clock(&self) -> FieldKind {
        let turns = self.g.data().turns.iter().skip(usize::from(self.g.turn));
        let time = |it: String| FieldChoice { label: it.clone(), value: it.into() };
        FieldKind::One { choices: turns.map(|it| time(it.clock.to_string())).collect() }
    }

    /// Sheets of the side a signal may come from; those of the same plan are written by hand.
    fn living(&self) -> impl Iterator<Item = &Order> {
        self.g.orders.of(self.side).iter().filter(|it| !it.life.is_over())
    }

    fn sheet_names(&self) -> Vec<String> {
        self.living().map(|it| it.sheet.name.clone()).collect()
    }

    fn phase_names(&self) -> Vec<String> {
        let mut all: Vec<String> = self
            .living()
            .flat_map(|it| &it.sheet.drawing.phases)
            .map(|it| it.name.clone())
            .collect();
        all.sort();
        all.dedup();
        all
    }

    fn advances(&self) -> FieldKind {
        let entry = vec![
            field("/name", "Name", name()).needed(),
            field("/path", "Way", FieldKind::Way { at_most: MOST }).needed().drawn("axis"),
            field(
                "/half_width",
                "Half width of an axis; nothing for a direction",
                FieldKind::Number { least: 0, most: 6 },
            ),
            field("/units", "Units bound to it; the rest follow the first", self.units()),
        ];
        FieldKind::List { entry, at_most: 9 }
    }

    fn boundaries(&self) -> FieldKind {
        let choices =
            Echelon::ALL.map(|it| FieldChoice { label: it.name().into(), value: it.key().into() });
        let row = |(label, key): (&str, &str)| SomeRow {
            label: label.into(),
            piece: None,
            place: None,
            note: None,
            value: key.into(),
            costs: vec![],
            refused: None,
        };
        let rows = self.companies().map(row).collect();
        let between = FieldKind::Some { rows, at_least: 0, at_most: 2 };
        let entry = vec![
            field("/echelon", "Of", FieldKind::One { choices: choices.into() }).needed(),
            field("/line", "Boundary", line()).needed().drawn("boundary"),
            field("/companies", "Between which companies", between),
        ];
        FieldKind::List { entry, at_most: 9 }
    }

    /// tcs.draw.sector
    fn sectors(&self) -> FieldKind {
        let choice =
            |(label, key): (&str, &str)| FieldChoice { label: label.into(), value: key.into() };
        let choices = self.companies().map(choice).collect();
        let entry = vec![
            field("/company", "Company", FieldKind::One { choices }).needed(),
            field("/hex", "A hex on its side of the boundary", FieldKind::Cell)
                .needed()
                .drawn("sector"),
        ];
        FieldKind::List { entry, at_most: 9 }
    }

    fn locations(&self) -> FieldKind {
        let entry = vec![
            field("/unit", "Unit", self.one_unit()).needed(),
            field("/hex", "Hex", FieldKind::Cell).needed().drawn("location"),
        ];
        FieldKind::List { entry, at_most: MOST }
    }
}

const fn line() -> FieldKind {
    FieldKind::Line { at_most: LONGEST_LINE }
}

const fn name() -> FieldKind {
    FieldKind::Text { at_most: LONGEST_NAME, known: Vec::new() }
}

fn phases() -> FieldKind {
    let mut release = field(
        "/release",
        "Crossed when",
        part(&[Part::AllUp, Part::Never, Part::OnTime, Part::OnSignal]),
    );
    release.note = Some(
        "Where nothing is said: of an Attack when all units are up to it, else at once.".into(),
    );
    let entry = vec![
        field("/name", "Name", name()).needed(),
        field("/line", "Phase line", line()).needed().drawn("phase"),
        release,
    ];
    FieldKind::List { entry, at_most: 9 }
}

fn smoke() -> FieldKind {
    let entry = vec![
        field("/hexes", "Hexes", FieldKind::Cells { at_most: MOST }).needed().drawn("smoke"),
        field("/trigger", "When", part(&[Part::AtTime, Part::AtPhase])).needed(),
    ];
    FieldKind::List { entry, at_most: 9 }
}
