//! A game of any system in play: the one [`Table`] there is.

use kernel::{Answer, Item, JournalError, Kind, PendingAsk, Reply, Rules as _, SeatKind, Seed};
use serde_json::Value;
use std::sync::Arc;

use crate::ahead::{Ahead, ahead};
use crate::log;
use crate::orders::{self, Limit, Order, Orders};
use crate::sitting::{By, Sitting};
use crate::system::{Look, Moment, Report, System};
use crate::table::{Refused, Table, TakenBack};
use crate::wire::{
    self, BattleReport, Card, Head, LabelledOrder, LogLine, OddsView, Overlay, Place, Question,
    Seat, SightView, UndoState, View,
};

/// A game in play.
pub struct Seated<S: System> {
    pub(crate) sitting: Sitting<S::Game>,
    data: Arc<S::Data>,
    module: Named,
    memo: S::Memo,
}

/// Where the scenario lies.
#[derive(Clone, Debug)]
pub struct Named {
    pub module: String,
    pub scenario: String,
}

impl<S: System> Seated<S> {
    /// Start (no answers) or resume a game by today's rules.
    pub fn open(
        data: Arc<S::Data>,
        module: Named,
        answers: Vec<Answer>,
        seed: Seed,
        seats: Vec<SeatKind>,
    ) -> Result<Seated<S>, JournalError> {
        Seated::open_by(S::Game::VERSION, data, module, answers, seed, seats)
    }

    /// The same by the version of the rules that a game began with.
    pub fn open_by(
        version: u32,
        data: Arc<S::Data>,
        module: Named,
        answers: Vec<Answer>,
        seed: Seed,
        seats: Vec<SeatKind>,
    ) -> Result<Seated<S>, JournalError> {
        let (oldest, newest) = (S::Game::OLDEST, S::Game::VERSION);
        if !(oldest..=newest).contains(&version) {
            return Err(JournalError::RulesVersion { found: version, oldest, newest });
        }
        let start = S::start(data.clone()).by_version(version);
        let sides = (0..u8::MAX).take_while(|it| S::side(*it).is_some()).count() as u8;
        let sitting = Sitting::open(start, answers, seed, seats, sides)?;
        Ok(Seated { sitting, data, module, memo: S::Memo::default() })
    }

    pub(crate) fn of(&self, sitting: Sitting<S::Game>) -> Seated<S> {
        let (data, module) = (self.data.clone(), self.module.clone());
        Seated { sitting, data, module, memo: S::Memo::default() }
    }

    pub(crate) fn look(&self, seat: Option<u8>) -> Look<'_, S> {
        let session = &self.sitting.session;
        // What is decided in secret shows nowhere.
        let asked = session.pending().filter(|it| !it.sealed);
        Look {
            seen: S::seen(session.now(), seat),
            seat,
            log: Report::new(session.log(), seat),
            step_log: Report::new(session.step_log(), seat),
            asked: asked.and_then(|it| it.asks.first()).map(|it| it.ask),
            memo: &self.memo,
        }
    }

    fn asked(&self, look: &Look<'_, S>, asked: &PendingAsk<S::Game>) -> Option<Question> {
        let seat = look.seat?;
        let question = S::question(look, asked);
        let session = &self.sitting.session;
        let secret = session.pending().is_some_and(|it| it.sealed);
        let left = S::reaction(look, asked).map(|it| orders::offers(&it, S::turn(&look.seen)));
        let orders = left.unwrap_or_default();
        let mut question =
            Question { id: self.sitting.question_id(seat)?, seat, secret, orders, ..question };
        // What this seat has sealed is for its own eyes.
        if let (Some(form), Some(sealed)) = (&mut question.form, session.sealed(seat)) {
            form.sealed = serde_json::to_value(sealed).ok();
            form.sealed_label = Some(S::planned(&look.seen, sealed));
        }
        Some(question)
    }

    /// The step from its start, over the answers given and the option asked about.
    fn odds_of(
        &self,
        look: &Look<'_, S>,
        asked: &PendingAsk<S::Game>,
        seat: u8,
        option: usize,
    ) -> Option<OddsView> {
        let session = &self.sitting.session;
        let (base, given) = session.step();
        let mut tape = given.to_vec();
        let (tag, of) = (asked.ask.rule.tag(), asked.options.len());
        tape.push(Answer::number(Kind::Decided, seat, tag, of as u32, option as u32));
        let base = S::since(base, session.now(), Some(seat));
        S::odds(&Moment { look, asked, option, base, tape })
    }

    /// Whether this seat may take something back, and what.
    fn undo_state(&self, look: &Look<'_, S>) -> UndoState {
        let (mut state, to) = self.sitting.undo_state(look.seat);
        let Some(to) = to else { return state };
        let lines = self.sitting.session.step_log().iter().chain(self.sitting.session.log());
        // The answer itself is the first line said after it.
        let said = lines.filter(|it| it.at == to + 1).find_map(|it| match &it.item {
            Item::Chose { ask, opt, .. } => Some(S::chosen(&look.seen, ask, *opt)),
            Item::Gave { plan, .. } => Some(S::planned(&look.seen, plan)),
            _ => None,
        });
        state.what = said.unwrap_or_default();
        state
    }

    /// Where the game would stand after these options, as the seat knows it.
    fn run_ahead(
        &self,
        seat: u8,
        asked: &PendingAsk<S::Game>,
        options: &[usize],
    ) -> Result<(Ahead<S::Game>, Vec<Answer>), Refused> {
        let session = &self.sitting.session;
        let (base, given) = session.step();
        let base = S::Game::clone(&S::since(base, session.now(), Some(seat)));
        let mut tape = given.to_vec();
        let mut then: Option<Ahead<S::Game>> = None;
        for option in options {
            let asked = match &then {
                None => asked,
                Some(it) => asked_of::<S>(it, seat).ok_or(Refused::Over)?,
            };
            let (tag, of) = (asked.ask.rule.tag(), asked.options.len());
            if of <= *option {
                return Err(Refused::NoSuchOption { option: *option, of });
            }
            tape.push(Answer::number(Kind::Decided, seat, tag, of as u32, *option as u32));
            then = Some(ahead(base.clone(), tape.clone()).ok_or(Refused::Over)?);
        }
        let then = match then {
            Some(then) => then,
            None => ahead(base, tape.clone()).ok_or(Refused::Over)?,
        };
        Ok((then, tape))
    }

    /// The position there as its seat would look at it.
    fn look_ahead<'a>(
        &'a self,
        then: &'a Ahead<S::Game>,
        next: &PendingAsk<S::Game>,
        seat: u8,
        memo: &'a S::Memo,
    ) -> Look<'a, S> {
        Look {
            seen: S::seen(&then.now, Some(seat)),
            seat: Some(seat),
            log: Report::new(self.sitting.session.log(), Some(seat)),
            step_log: Report::new(&then.log, Some(seat)),
            asked: Some(next.ask),
            memo,
        }
    }

    fn take(
        &mut self,
        seat: u8,
        question: &str,
        reply: &Reply,
        by: By,
    ) -> Result<Vec<Answer>, Refused> {
        let entries = self.sitting.answer(seat, question, reply, by)?;
        self.memo = S::Memo::default();
        Ok(entries)
    }

    /// `whole`: the game this is a moment of, where it is not the last.
    fn view_of(&self, seat: Option<u8>, whole: &Sitting<S::Game>) -> View {
        let session = &self.sitting.session;
        let look = self.look(seat);
        let asked = seat.and_then(|it| session.asked(it));
        let scene = S::scene(&look);
        let outcome = S::outcome(&look.seen).map(|mut it| {
            it.seed = Some(String::from(self.sitting.seed.clone()));
            it
        });
        let position = session.journal().len();
        let counted = |it| whole.counted(seat, it);
        View {
            position: counted(position),
            length: counted(whole.length()),
            seat,
            now: scene.now,
            pieces: scene.pieces,
            markers: scene.markers,
            drawings: scene.drawings,
            flooded: scene.flooded,
            edges: scene.edges,
            plates: scene.plates,
            panels: scene.panels,
            goal: scene.goal,
            displays: scene.displays,
            cards: scene.cards,
            question: asked.and_then(|it| self.asked(&look, it)),
            waiting_for: self.sitting.waiting_for(),
            back: self.sitting.decisions().rev().find(|it| *it < position).map(counted),
            forward: None,
            undo: self.undo_state(&look),
            outcome,
            focus: scene.focus,
        }
    }
}

/// So many answers are looked ahead, and of so many options it is told whether they bind.
const AHEAD: usize = 8;
const EACH: usize = 40;

/// What the seat would be asked there, alone and openly.
fn asked_of<S: System>(then: &Ahead<S::Game>, seat: u8) -> Option<&PendingAsk<S::Game>> {
    let pending = then.pending.as_ref().filter(|it| !it.sealed)?;
    pending.asks.iter().find(|it| <S::Game as kernel::Game>::seat(it.ask.who) == seat)
}

impl<S: System> Table for Seated<S> {
    fn head(&self) -> Head {
        let setting = S::setting(&S::seen(self.sitting.session.now(), None));
        let seats = setting.seats.into_iter().enumerate().map(|(id, it)| Seat {
            id: id as u8,
            key: it.key,
            name: it.name,
            kind: self.sitting.seat_kind(id),
            briefing: it.briefing,
        });
        Head {
            system: S::SYSTEM.into(),
            module: self.module.module.clone(),
            scenario: self.module.scenario.clone(),
            title: setting.title,
            edition: setting.edition,
            variants: setting.variants,
            seats: seats.collect(),
            turns: setting.turns,
            map: setting.map,
            overlays: setting.overlays,
            sequences: setting.sequences,
            charts: setting.charts,
            commitment: String::from(self.sitting.commitment),
        }
    }

    fn view(&self, seat: Option<u8>) -> View {
        self.view_of(seat, &self.sitting)
    }

    fn position(&self, seat: Option<u8>) -> usize {
        self.sitting.counted(seat, self.sitting.length())
    }

    fn entries(&self, seat: Option<u8>, position: usize) -> Result<usize, Refused> {
        self.sitting.meant(seat, position)
    }

    fn view_at(&self, seat: Option<u8>, position: usize) -> Result<View, Refused> {
        let (whole, length) = (&self.sitting, self.sitting.length());
        let position = whole.meant(seat, position)?;
        if position == length {
            return Ok(self.view(seat));
        }
        let position = whole.asked_before(position)?;
        let then = self.of(whole.then(position)?);
        let mut view = then.view_of(seat, whole);
        // Where the seat knows of nothing in between, there is nothing to step through.
        let later = whole.decisions().map(|it| whole.counted(seat, it));
        view.forward = later.chain([whole.counted(seat, length)]).find(|it| view.position < *it);
        // A replay asks nothing.
        view.question = None;
        Ok(view)
    }

    fn log(&self, seat: Option<u8>, from: usize) -> Vec<LogLine> {
        let session = &self.sitting.session;
        let seen = S::seen(session.now(), seat);
        let mut lines = log::lines::<S>(session.log(), &seen, seat, from);
        self.sitting.count(seat, lines.iter_mut().map(|it| &mut it.at));
        lines
    }

    fn question(&self, seat: u8) -> Option<Question> {
        self.asked(&self.look(Some(seat)), self.sitting.session.asked(seat)?)
    }

    fn label(&self) -> (String, Option<String>) {
        let seen = S::seen(self.sitting.session.now(), None);
        (S::clock(&seen), S::outcome(&seen).map(|it| it.text))
    }

    fn waiting_for(&self) -> Vec<u8> {
        self.sitting.waiting_for()
    }

    fn question_id(&self, seat: u8) -> Option<String> {
        self.sitting.question_id(seat)
    }

    fn answer(&mut self, seat: u8, question: &str, reply: &Reply) -> Result<Vec<Answer>, Refused> {
        self.take(seat, question, reply, By::Hand)
    }

    fn answer_by_order(
        &mut self,
        seat: u8,
        question: &str,
        reply: &Reply,
    ) -> Result<Vec<Answer>, Refused> {
        self.take(seat, question, reply, By::Order)
    }

    fn standing(&self, seat: u8, orders: &Orders) -> Option<(String, Reply)> {
        let session = &self.sitting.session;
        if orders.is_empty() || session.pending().is_some_and(|it| it.sealed) {
            return None;
        }
        let asked = session.asked(seat)?;
        let look = self.look(Some(seat));
        let reaction = S::reaction(&look, asked)?;
        // What could not be enumerated may have an effect.
        let chance = |option| {
            let odds = self.odds_of(&look, asked, seat, option)?;
            let some = odds.rows.iter().filter(|it| 0 < it.severity);
            Some(100.0 * (odds.error + some.map(|it| it.probability).sum::<f64>()))
        };
        let declined = orders.decline(&reaction, S::turn(&look.seen), chance);
        declined.then_some((self.question_id(seat)?, Reply::Option(reaction.decline)))
    }

    fn orders(&self, seat: u8, orders: Vec<Order>) -> Result<Orders, Refused> {
        self.sitting.check_seat(seat)?;
        let orders = Orders::new(orders, S::REACTIONS)?;
        let look = self.look(Some(seat));
        for (n, piece) in (1..).zip(orders.iter().map(|it| &it.piece)) {
            if let Some(piece) = piece
                && S::piece_card(&look, piece).is_err()
            {
                return Err(Refused::BadOrders {
                    why: format!("order {n}: there is no piece {piece:?}"),
                });
            }
        }
        Ok(orders.standing(S::turn(&look.seen)))
    }

    fn tell_orders(&self, seat: u8, orders: &Orders) -> Vec<LabelledOrder> {
        let look = self.look(Some(seat));
        let standing = orders.standing(S::turn(&look.seen));
        let tell = |order: &Order| {
            let piece = order.piece.as_ref();
            let name =
                piece.map(|it| S::piece_card(&look, it).map_or_else(|_| it.clone(), |it| it.title));
            let place =
                |it: Place| S::place_card(&look, it).map_or_else(|_| it.to_string(), |it| it.title);
            let label = orders::label(order, S::REACTIONS, name, place);
            LabelledOrder { label, order: order.clone() }
        };
        standing.iter().map(tell).collect()
    }

    fn sealed(&self, seat: u8) -> Option<String> {
        self.sitting.sealed(seat)
    }

    fn unseal(&mut self, seat: u8, question: &str) -> Result<(), Refused> {
        self.sitting.unseal(seat, question)
    }

    fn check_question(&self, seat: u8, question: &str) -> Result<(), Refused> {
        self.sitting.check_question(seat, question)
    }

    fn any_reply(&self, seat: u8) -> Option<Reply> {
        self.sitting.any_reply(seat)
    }

    fn dealt_anew(
        &self,
        seats: &[u8],
        entries: usize,
        dealt: &[Answer],
        random: u64,
    ) -> Vec<Answer> {
        self.deal(seats, entries, dealt, random)
    }

    fn taken_back_before(&mut self, take_backs: usize) {
        self.sitting.take_backs = take_backs;
    }

    fn undo(&mut self, seat: u8, with: &dyn Fn(u8) -> bool) -> Result<TakenBack, Refused> {
        let taken = self.sitting.undo(seat, with)?;
        self.memo = S::Memo::default();
        Ok(taken)
    }

    fn odds_ahead(
        &self,
        seat: u8,
        question: &str,
        after: &[usize],
        option: usize,
    ) -> Result<OddsView, Refused> {
        self.sitting.check_question(seat, question)?;
        let session = &self.sitting.session;
        let asked = session.asked(seat).ok_or(Refused::NotYours { seat, waiting_for: vec![] })?;
        let none = || Refused::Unknown { what: "odds of option", name: option.to_string() };
        let within = |of: usize| {
            if option < of { Ok(()) } else { Err(Refused::NoSuchOption { option, of }) }
        };
        if after.is_empty() {
            within(asked.options.len())?;
            return self.odds_of(&self.look(Some(seat)), asked, seat, option).ok_or_else(none);
        }
        let (then, mut tape) = self.run_ahead(seat, asked, after)?;
        let next = asked_of::<S>(&then, seat).ok_or_else(none)?;
        within(next.options.len())?;
        let (tag, of) = (next.ask.rule.tag(), next.options.len());
        tape.push(Answer::number(Kind::Decided, seat, tag, of as u32, option as u32));
        let base = S::since(session.step().0, session.now(), Some(seat));
        let memo = S::Memo::default();
        let look = self.look_ahead(&then, next, seat, &memo);
        S::odds(&Moment { look: &look, asked: next, option, base, tape }).ok_or_else(none)
    }

    fn ahead(&self, seat: u8, question: &str, options: &[usize]) -> Result<wire::Ahead, Refused> {
        self.sitting.check_question(seat, question)?;
        let session = &self.sitting.session;
        let asked = session.asked(seat).ok_or(Refused::NotYours { seat, waiting_for: vec![] })?;
        if session.pending().is_some_and(|it| it.sealed) || AHEAD < options.len() {
            return Ok(wire::Ahead::default());
        }
        let (then, _) = self.run_ahead(seat, asked, options)?;
        let Some(next) = asked_of::<S>(&then, seat) else {
            return Ok(wire::Ahead { binds: then.thrown, ..wire::Ahead::default() });
        };
        let memo = S::Memo::default();
        let look = self.look_ahead(&then, next, seat, &memo);
        let question = Question { seat, ..S::question(&look, next) };
        let mut path = options.to_vec();
        let each = (0..next.options.len()).take(EACH).map(|option| {
            path.push(option);
            let bound = self.run_ahead(seat, asked, &path).is_ok_and(|it| it.0.thrown);
            path.pop();
            bound
        });
        let each = each.collect();
        Ok(wire::Ahead { binds: false, question: Some(question), each })
    }

    fn first_orders(&self) -> Orders {
        let order = |(about, limit): &(&str, Limit)| Order {
            about: (*about).into(),
            piece: None,
            limit: *limit,
        };
        Orders::new(S::FIRST_ORDERS.iter().map(order).collect(), S::REACTIONS).unwrap_or_default()
    }

    fn at(&self, seat: Option<u8>, position: usize) -> Result<Box<dyn Table>, Refused> {
        Ok(Box::new(self.of(self.sitting.then(self.sitting.meant(seat, position)?)?)))
    }

    fn overlay(
        &self,
        seat: Option<u8>,
        kind: &str,
        place: Option<Place>,
        piece: Option<&str>,
    ) -> Result<Overlay, Refused> {
        S::overlay(&self.look(seat), kind, place, piece)
    }

    fn sight(&self, seat: Option<u8>, from: Place, to: Place) -> Result<SightView, Refused> {
        S::sight(&self.look(seat), from, to)
    }

    fn place_card(&self, seat: Option<u8>, place: Place) -> Result<Card, Refused> {
        S::place_card(&self.look(seat), place)
    }

    fn piece_card(&self, seat: Option<u8>, piece: &str) -> Result<Card, Refused> {
        S::piece_card(&self.look(seat), piece)
    }

    fn as_text(&self, seat: u8, plan: &Value) -> Result<String, Refused> {
        let none = || Refused::Unknown { what: "form", name: "text".into() };
        S::as_text(&self.look(Some(seat)), plan).ok_or_else(none)
    }

    fn read_text(
        &self,
        seat: u8,
        plan: &Value,
        text: &str,
    ) -> Result<Result<Value, module::Errors>, Refused> {
        let none = || Refused::Unknown { what: "form", name: "text".into() };
        S::read_text(&self.look(Some(seat)), plan, text).ok_or_else(none)
    }

    fn journal(&self) -> &[Answer] {
        self.sitting.session.journal()
    }

    fn is_over(&self) -> bool {
        self.sitting.session.pending().is_none()
    }

    fn advise(&self, seat: u8) -> Option<(String, Reply)> {
        let asked = self.sitting.session.asked(seat)?;
        // The computer sees what its seat may see, and nothing more.
        let seen = S::seen(self.sitting.session.now(), Some(seat));
        let reply = match &asked.ready {
            None => Reply::Option(S::advise(&seen, &asked.ask, &asked.options)),
            Some(ready) => {
                Reply::Plan(serde_json::to_value(S::plan(&seen, &asked.ask, ready)).ok()?)
            }
        };
        Some((self.question_id(seat)?, reply))
    }

    fn reason(&self, seat: u8) -> Option<String> {
        let asked = self.sitting.session.asked(seat)?;
        let seen = S::seen(self.sitting.session.now(), Some(seat));
        match &asked.ready {
            None => S::reason(&seen, &asked.ask, &asked.options),
            Some(ready) => S::plan_reason(&seen, &asked.ask, &S::plan(&seen, &asked.ask, ready)),
        }
    }

    fn look_back(&self) -> BattleReport {
        self.reported()
    }

    fn map_svg(&self) -> String {
        S::map_svg(&self.data)
    }

    fn counters_svg(&self) -> String {
        S::counters_svg(&self.data)
    }

    fn position_svg(&self) -> String {
        let scene = S::scene(&self.look(None));
        let piece = |symbol: &String, place: Place, level, markers: &[String]| {
            Some(draw::PieceAt {
                symbol: symbol.clone(),
                hex: board::HexId(place.cell()?),
                level,
                markers: markers.to_vec(),
            })
        };
        let markers = scene.markers.iter().filter_map(|it| piece(&it.symbol, it.place, 0, &[]));
        let pieces =
            scene.pieces.iter().filter_map(|it| piece(&it.face, it.place?, it.level, &it.markers));
        S::position_svg(&self.data, &markers.chain(pieces).collect::<Vec<_>>())
    }
}
