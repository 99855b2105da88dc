//! A game small enough to test the server with: two seats, two decisions each in turn, some throw a die.
#![allow(dead_code, unreachable_pub, reason = "each test program uses a part of it")]

pub mod room;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use kernel::{Answer, Dice, Files, Header, JournalError, Kind, Reply, Seed, Undo};
use play::wire::{
    Ahead, Card, Choice, Focus, Head, LabelledOrder, LogLine, MapHead, Now, OddsView, Outcome,
    Overlay, Place, Question, Refusal, RuleRef, Seat, SightView, UndoState, View,
};
use play::{Order, Orders, Refused, Table, TakenBack};
use server::{
    Content, IdleHead, ModuleHead, RuleText, ScenarioHead, SeatHead, Shelf, ShelfError, VariantHead,
};

/// Decisions of a whole game.
pub const DECISIONS: usize = 12;
/// This option throws a die.
pub const ROLL: usize = 2;
const OPTIONS: usize = 3;
const TAG: u32 = 77;

/// Files decide nothing here but the hash.
#[derive(Default)]
pub struct ToyShelf {
    pub files: Files,
    learned: Mutex<BTreeSet<String>>,
}

impl ToyShelf {
    /// The module as somebody has changed it.
    pub fn of(text: &str) -> ToyShelf {
        let files = [("toy/box/module.toml".to_string(), text.to_string())].into();
        ToyShelf { files, learned: Mutex::default() }
    }
}

fn hash_of(scenario: &str, files: &Files) -> String {
    format!("hash of {scenario} {files:?}")
}

impl Shelf for ToyShelf {
    fn modules(&self) -> Vec<ModuleHead> {
        let seats =
            vec![SeatHead { id: 0, name: "Blue".into() }, SeatHead { id: 1, name: "Red".into() }];
        let scenarios = ["dawn", "panic", "wild", "slow", "broken"].map(|key| ScenarioHead {
            key: key.into(),
            title: format!("Toy at {key}"),
            summary: String::new(),
            turns: 6,
            minutes: 1,
            seats: seats.clone(),
            variants: if key == "dawn" { variants() } else { vec![] },
        });
        vec![ModuleHead {
            system: "toy".into(),
            module: "box".into(),
            title: "Toy box".into(),
            summary: "For tests".into(),
            edition: "first".into(),
            sheet: false,
            scenarios: scenarios.to_vec(),
        }]
    }

    fn content(&self, system: &str, module: &str, scenario: &str) -> Result<Content, ShelfError> {
        if (system, module) != ("toy", "box") {
            return Err(ShelfError::Unknown { what: "module", name: format!("{system}/{module}") });
        }
        self.modules()[0].scenario(scenario)?;
        Ok(Content {
            hash: hash_of(scenario, &self.files),
            rules_version: 3,
            title: format!("Toy at {scenario}"),
            files: Arc::new(self.files.clone()),
        })
    }

    fn knows(&self, header: &Header) -> bool {
        let learned = self.learned.lock().unwrap();
        let here = self.content(&header.system, &header.module, &header.scenario);
        here.is_ok_and(|it| it.hash == header.content) || learned.contains(&header.content)
    }

    fn learn(&self, header: &Header, files: &Files) -> Result<(), ShelfError> {
        self.content(&header.system, &header.module, &header.scenario)?;
        let (found, expected) = (header.content.clone(), hash_of(&header.scenario, files));
        if found != expected {
            return Err(JournalError::Content { found, expected }.into());
        }
        self.learned.lock().unwrap().insert(found);
        Ok(())
    }

    fn open(
        &self,
        header: &Header,
        answers: Vec<Answer>,
        seed: Seed,
    ) -> Result<Box<dyn Table>, ShelfError> {
        assert!(header.options.is_empty(), "the rules do not know dice-from");
        let content = self.content(&header.system, &header.module, &header.scenario);
        if header.rules_version != 3 {
            let found = header.rules_version;
            return Err(JournalError::RulesVersion { found, oldest: 3, newest: 3 }.into());
        }
        if !self.knows(header) {
            let (found, expected) = (header.content.clone(), content?.hash);
            return Err(JournalError::Content { found, expected }.into());
        }
        let mut table = Toy { header: header.clone(), seed, journal: Vec::new(), take_backs: 0 };
        table.throw();
        for (at, answer) in answers.iter().enumerate() {
            if at < table.journal.len() {
                // A throw stands as it is on the tape.
                let asked = &table.journal[at];
                if (asked.kind, asked.of(), asked.tag) != (answer.kind, answer.of(), answer.tag) {
                    return Err(JournalError::Diverged { at, asked: "a die".into() }.into());
                }
                table.journal[at] = answer.clone();
                continue;
            }
            let seat = table.waiting_for().first().copied().ok_or(JournalError::TooLong { at })?;
            let fits = answer.kind == Kind::Decided && answer.seat == seat && answer.tag == TAG;
            let question = table.question_id(seat).unwrap_or_default();
            let option = Reply::Option(answer.value().map_or(usize::MAX, |it| it as usize));
            if !fits || table.answer(seat, &question, &option).is_err() {
                return Err(JournalError::Diverged { at, asked: question }.into());
            }
        }
        Ok(Box::new(table))
    }

    fn map_svg(&self, _: &str, _: &str, scenario: &str) -> Result<String, ShelfError> {
        Ok(format!("<svg><!--{scenario}--></svg>"))
    }

    fn rule(&self, code: &str) -> Option<RuleText> {
        let rule = || RuleText {
            code: code.into(),
            title: "The only rule".into(),
            text: "Take turns".into(),
            source: String::new(),
        };
        (code == "toy.1").then(rule)
    }
}

fn variants() -> Vec<VariantHead> {
    let variant = |key: &str, idle| VariantHead {
        key: key.into(),
        title: format!("With {key}"),
        text: format!("There is {key}."),
        idle,
    };
    let idle = IdleHead { with: "fog".into(), why: "it is dark".into() };
    vec![variant("rain", None), variant("fog", None), variant("moon", Some(idle))]
}

pub struct Toy {
    header: Header,
    seed: Seed,
    journal: Vec<Answer>,
    take_backs: usize,
}

impl Toy {
    fn then(&self, position: usize) -> Toy {
        Toy {
            header: self.header.clone(),
            seed: self.seed.clone(),
            journal: self.journal[..position].to_vec(),
            take_backs: self.take_backs,
        }
    }

    fn throw(&mut self) {
        let n = self.journal.iter().filter(|it| it.kind == Kind::Thrown).count() as u64;
        let value = self.seed.throw(n, Dice::D6).0;
        self.journal.push(Answer::number(Kind::Thrown, 0, TAG, 6, value));
    }

    /// Of the question now asked.
    fn name(&self) -> String {
        match self.take_backs {
            0 => format!("q{}", self.journal.len()),
            n => format!("q{}b{n}", self.journal.len()),
        }
    }

    fn decisions(&self) -> usize {
        self.journal.iter().filter(|it| it.kind != Kind::Thrown).count()
    }
}

fn rule() -> RuleRef {
    RuleRef { code: "toy.1".into(), title: "The only rule".into() }
}

impl Table for Toy {
    fn question(&self, seat: u8) -> Option<Question> {
        self.view(Some(seat)).question
    }
    fn label(&self) -> (String, Option<String>) {
        let view = self.view(None);
        (view.now.label, view.outcome.map(|it| it.text))
    }
    fn position_svg(&self) -> String {
        self.map_svg()
    }

    fn head(&self) -> Head {
        let seats = self.header.seats.iter().enumerate().map(|(id, kind)| Seat {
            id: id as u8,
            key: format!("s{id}"),
            name: format!("seat {id}"),
            kind: format!("{kind:?}").to_lowercase(),
            briefing: String::new(),
        });
        Head {
            system: "toy".into(),
            module: "box".into(),
            scenario: self.header.scenario.clone(),
            title: "Toy".into(),
            edition: "first".into(),
            variants: vec![],
            seats: seats.collect(),
            turns: vec![],
            map: MapHead {
                width: 1.0,
                height: 1.0,
                units_per_metre: 1.0,
                piece: None,
                measure: None,
                scale: String::new(),
                shapes: vec![],
                cells: vec![],
                legend: vec![],
            },
            overlays: vec![],
            sequences: vec![],
            charts: vec![],
            commitment: String::from(self.header.commitment),
        }
    }

    fn view(&self, seat: Option<u8>) -> View {
        let waiting_for = self.waiting_for();
        let question = seat.filter(|it| waiting_for.contains(it)).map(|seat| Question {
            id: self.name(),
            seat,
            rule: rule(),
            context: String::new(),
            prompt: "Which?".into(),
            how: None,
            options: (0..OPTIONS)
                .map(|index| Choice {
                    index,
                    label: format!("option {index}"),
                    kind: "place".into(),
                    place: Some(Place::Cell(10 + index as u16)),
                    piece: (index == 0).then(|| "u1".into()),
                    hint: None,
                    odds: index == ROLL,
                    group: None,
                    lines: vec![],
                    places: vec![],
                    ends: None,
                })
                .collect(),
            groups: vec![],
            refused: vec![Refusal {
                label: "fly".into(),
                place: Some(Place::Cell(99)),
                piece: None,
                reason: "it has no wings".into(),
                rule: rule(),
                sides: Vec::new(),
            }],
            notes: vec![],
            secret: false,
            form: None,
            orders: vec![],
        });
        View {
            position: self.journal.len(),
            length: self.journal.len(),
            back: None,
            forward: None,
            seat,
            now: Now {
                turn: 1,
                label: format!("Turn {}", self.decisions() / 2 + 1),
                weather: String::new(),
                night: false,
                phase: String::new(),
                phase_rule: rule(),
                sequence: 0,
                step: String::new(),
                procedure: vec![],
                charts: vec![],
            },
            pieces: vec![],
            markers: vec![],
            drawings: vec![],
            flooded: vec![],
            edges: vec![],
            plates: vec![],
            panels: vec![],
            goal: play::wire::Goal::default(),
            displays: vec![],
            cards: vec![],
            question,
            waiting_for,
            undo: UndoState { possible: false, reason: String::new(), what: String::new() },
            outcome: self.is_over().then(|| Outcome {
                winner: Some(0),
                text: "Blue wins".into(),
                rows: vec![],
                seed: Some(self.seed.clone().into()),
            }),
            focus: Focus::default(),
        }
    }

    fn position(&self, _: Option<u8>) -> usize {
        self.journal.len()
    }

    fn entries(&self, _: Option<u8>, position: usize) -> Result<usize, Refused> {
        let unknown = Refused::Unknown { what: "position", name: position.to_string() };
        if position <= self.journal.len() { Ok(position) } else { Err(unknown) }
    }

    fn at(&self, _: Option<u8>, position: usize) -> Result<Box<dyn Table>, Refused> {
        Ok(Box::new(self.then(position)))
    }

    fn view_at(&self, seat: Option<u8>, position: usize) -> Result<View, Refused> {
        let then = self.then(position);
        let mut view = then.view(seat);
        view.length = self.journal.len();
        view.question = None;
        Ok(view)
    }

    fn log(&self, _: Option<u8>, from: usize) -> Vec<LogLine> {
        let lines = self.journal.iter().enumerate().map(|(n, it)| LogLine {
            n,
            at: n,
            turn: 1,
            time: String::new(),
            kind: "event".into(),
            seat: Some(it.seat),
            text: format!("{:?} {}", it.kind, it.value().unwrap_or(0)),
            rule: rule(),
            places: vec![],
            pieces: vec![],
            details: vec![],
        });
        lines.skip(from).collect()
    }

    fn waiting_for(&self) -> Vec<u8> {
        if self.is_over() { vec![] } else { vec![(self.decisions() / 2 % 2) as u8] }
    }

    fn question_id(&self, seat: u8) -> Option<String> {
        self.waiting_for().contains(&seat).then(|| self.name())
    }

    fn answer(&mut self, seat: u8, question: &str, reply: &Reply) -> Result<Vec<Answer>, Refused> {
        if self.is_over() {
            return Err(Refused::Over);
        }
        let Some(now) = self.question_id(seat) else {
            return Err(Refused::NotYours { seat, waiting_for: self.waiting_for() });
        };
        if now != question {
            return Err(Refused::Stale { asked: question.into(), now: Some(now) });
        }
        let Reply::Option(option) = *reply else {
            return Err(Refused::NotAValue { why: "the number of an option is asked for".into() });
        };
        if OPTIONS <= option {
            return Err(Refused::NoSuchOption { option, of: OPTIONS });
        }
        assert!(self.header.scenario != "broken" || option != 1, "the rules are broken here");
        let from = self.journal.len();
        let (of, value) = (OPTIONS as u32, option as u32);
        self.journal.push(Answer::number(Kind::Decided, seat, TAG, of, value));
        if option == ROLL {
            self.throw();
        }
        Ok(self.journal[from..].to_vec())
    }

    fn answer_by_order(
        &mut self,
        seat: u8,
        question: &str,
        reply: &Reply,
    ) -> Result<Vec<Answer>, Refused> {
        self.answer(seat, question, reply)
    }

    fn standing(&self, _: u8, _: &Orders) -> Option<(String, Reply)> {
        None
    }

    fn orders(&self, _: u8, orders: Vec<Order>) -> Result<Orders, Refused> {
        Orders::new(orders, &[])
    }

    fn tell_orders(&self, _: u8, _: &Orders) -> Vec<LabelledOrder> {
        Vec::new()
    }

    fn sealed(&self, _: u8) -> Option<String> {
        None
    }

    fn unseal(&mut self, _: u8, _: &str) -> Result<(), Refused> {
        Err(Refused::NotSealed)
    }

    fn check_question(&self, seat: u8, question: &str) -> Result<(), Refused> {
        match self.question_id(seat) {
            Some(now) if now == question => Ok(()),
            now => Err(Refused::Stale { asked: question.into(), now }),
        }
    }

    fn any_reply(&self, seat: u8) -> Option<Reply> {
        self.question_id(seat).map(|_| Reply::Option(0))
    }

    fn dealt_anew(&self, _: &[u8], entries: usize, _: &[Answer], _: u64) -> Vec<Answer> {
        self.journal[..entries].to_vec()
    }

    fn taken_back_before(&mut self, take_backs: usize) {
        self.take_backs = take_backs;
    }

    fn undo(&mut self, seat: u8, with: &dyn Fn(u8) -> bool) -> Result<TakenBack, Refused> {
        for (at, answer) in self.journal.iter().enumerate().rev() {
            if answer.kind == Kind::Thrown {
                return Err(Refused::Undo(Undo::DieOrReveal));
            }
            if answer.seat == seat {
                self.journal.truncate(at);
                self.take_backs += 1;
                return Ok(TakenBack { length: at });
            }
            if !with(answer.seat) {
                return Err(Refused::Undo(Undo::OtherHasDecided));
            }
        }
        Err(Refused::Undo(Undo::NothingToUndo))
    }

    fn ahead(&self, _: u8, _: &str, _: &[usize]) -> Result<Ahead, Refused> {
        Ok(Ahead::default())
    }
    fn odds_ahead(
        &self,
        seat: u8,
        question: &str,
        _: &[usize],
        option: usize,
    ) -> Result<OddsView, Refused> {
        if self.question_id(seat).as_deref() != Some(question) {
            return Err(Refused::Stale { asked: question.into(), now: self.question_id(seat) });
        }
        Ok(OddsView {
            title: format!("option {option}"),
            exact: true,
            error: 0.0,
            assumes: String::new(),
            rows: vec![],
            more: vec![],
            ledgers: vec![],
            courses: 6,
            ..OddsView::default()
        })
    }

    fn overlay(
        &self,
        _: Option<u8>,
        kind: &str,
        place: Option<Place>,
        piece: Option<&str>,
    ) -> Result<Overlay, Refused> {
        if kind != "sight" {
            return Err(Refused::Unknown { what: "overlay", name: kind.into() });
        }
        Ok(Overlay {
            kind: kind.into(),
            title: format!("{place:?} {piece:?}"),
            text: String::new(),
            places: vec![],
        })
    }

    fn sight(&self, _: Option<u8>, from: Place, to: Place) -> Result<SightView, Refused> {
        Ok(SightView {
            from,
            to,
            clear: true,
            distance: "1".into(),
            text: String::new(),
            reasons: vec![],
            section: None,
        })
    }

    fn place_card(&self, _: Option<u8>, place: Place) -> Result<Card, Refused> {
        if place.cell().is_none_or(|it| 100 < it) {
            return Err(Refused::Unknown { what: "place", name: place.to_string() });
        }
        Ok(Card {
            title: format!("place {place}"),
            subtitle: String::new(),
            rows: vec![],
            pieces: vec![],
        })
    }

    fn piece_card(&self, _: Option<u8>, piece: &str) -> Result<Card, Refused> {
        Ok(Card { title: piece.into(), subtitle: String::new(), rows: vec![], pieces: vec![] })
    }

    fn journal(&self) -> &[Answer] {
        &self.journal
    }

    fn is_over(&self) -> bool {
        DECISIONS <= self.decisions()
    }

    fn advise(&self, seat: u8) -> Option<(String, Reply)> {
        let question = self.question_id(seat)?;
        match self.header.scenario.as_str() {
            "panic" => panic!("no idea"),
            "wild" => Some((question, Reply::Option(55))),
            "slow" => {
                std::thread::sleep(std::time::Duration::from_millis(300));
                Some((question, Reply::Option(0)))
            }
            _ => Some((question, Reply::Option(0))),
        }
    }

    fn map_svg(&self) -> String {
        "<svg><title>map</title></svg>".into()
    }

    fn counters_svg(&self) -> String {
        "<svg><title>counters</title></svg>".into()
    }
}
