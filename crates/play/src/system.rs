//! What a rules system brings to the table.

use std::ops::Deref;
use std::sync::Arc;

use draw::counter::Faces;
use kernel::{Answer, Game, Item, Line, PendingAsk, Rule, Rules};
use module::Loader;
use serde_json::Value;

use crate::ground::hex_map;
use crate::orders::{Limit, Reaction, ReactionKind};
use crate::reckon::{Entry, Given, Misfit, Tray};
use crate::table::Refused;
use crate::wire::{
    Card, CellHead, Chart, Choice, Display, Drawn, EdgeMark, Focus, Form, FormKind, Goal, MapHead,
    Now, OddsView, OpenCard, Outcome, Overlay, OverlayHead, Panel, Piece, Place, PlaceMarker,
    Plate, ReadyPlan, Reckoner, Reckoning, RuleRef, SequenceStep, SheetView, SightView, TurnMark,
    Variant,
};

/// One rules system, whole. Everything after `since` is handed what a seat may see and nothing else, so that no view,
/// card, overlay, hint or computer can tell a secret.
pub trait System: Loader + Sized {
    type Game: Rules<Side: Send, Opt: Send, Topic: Send, Event: Send, Plan: Send>
        + Send
        + Sync
        + 'static;
    /// The game as a seat may see it. Only the rules make one.
    type Seen: Deref<Target = Self::Game>;
    /// What is worked out once a position and kept for further questions about it.
    type Memo: Default + Send;
    /// The text of `rules/<system>.md`.
    const RULES: &'static str;
    /// The names of the seats, where every scenario has the same.
    const NAMES: &'static [&'static str] = &[];

    fn side(seat: u8) -> Option<<Self::Game as Game>::Side> {
        Self::Game::SIDES.get(usize::from(seat)).copied()
    }
    fn start(data: Arc<Self::Data>) -> Self::Game;
    /// What a seat may see; `None` is a spectator.
    fn seen(g: &Self::Game, seat: Option<u8>) -> Self::Seen;
    /// The beginning of a step as the seat knows it by now: what odds start from.
    fn since(base: &Self::Game, _now: &Self::Game, seat: Option<u8>) -> Self::Seen {
        Self::seen(base, seat)
    }

    // What does not change.

    fn setting(g: &Self::Seen) -> Setting;
    /// The map, where it is one of hexes: what is not drawn otherwise is drawn from it.
    fn board(_data: &Self::Data) -> Option<&board::Map> {
        None
    }
    /// Counters that are no more than cardboard with letters.
    const FACES: Faces = &[];
    /// Counters as symbols, to be used by their names.
    fn counters_svg(_data: &Self::Data) -> String {
        draw::counter::letters_svg(Self::FACES)
    }
    fn map_svg(data: &Self::Data) -> String {
        let map = Self::board(data);
        map.map_or_else(String::new, |it| draw::map_svg(it, &draw::MapStyle::default()))
    }
    /// A small picture of the scenario for a list.
    fn preview_svg(data: &Self::Data) -> String {
        Self::map_svg(data)
    }
    /// The map with counters on it, complete in itself.
    fn position_svg(data: &Self::Data, pieces: &[draw::PieceAt]) -> String {
        let symbols = draw::counter::letters(Self::FACES);
        let map = Self::board(data);
        map.map_or_else(String::new, |it| draw::position::position_svg(it, symbols, pieces))
    }

    // The position.

    fn scene(look: &Look<'_, Self>) -> Scene;
    /// "Who fires?"
    fn prompt(_g: &Self::Seen, ask: &Ask<Self>) -> String {
        ask.rule.title.into()
    }
    /// An option as it is offered; its number comes by itself.
    fn choice(g: &Self::Seen, ask: &Ask<Self>, opt: <Self::Game as Game>::Opt) -> Choice {
        let label = Self::chosen(g, ask, opt);
        Choice { label, kind: "button".into(), ..Choice::default() }
    }
    /// How a whole value is given on the page, beside those that are ready.
    fn form(
        _g: &Self::Seen,
        _ask: &Ask<Self>,
        _ready: &[<Self::Game as Game>::Plan],
    ) -> Option<FormKind> {
        None
    }
    /// Where there is no more to a question than its prompt, its options or its form.
    fn question(look: &Look<'_, Self>, asked: &PendingAsk<Self::Game>) -> Prompt {
        let (g, ask) = (&look.seen, &asked.ask);
        let options = asked.options.iter().enumerate();
        let ready = |it: &<Self::Game as Game>::Plan| ReadyPlan {
            label: Self::planned(g, it),
            plan: serde_json::to_value(it).unwrap_or_default(),
        };
        let form = |all: &Vec<_>| {
            Some(Form::new(Self::form(g, ask, all)?, all.iter().map(ready).collect()))
        };
        Prompt {
            rule: RuleRef::of(ask.rule),
            context: format!("{} · {}", Self::who(g, ask), Self::clock(g)),
            prompt: Self::prompt(g, ask),
            options: options
                .map(|(index, opt)| Choice { index, ..Self::choice(g, ask, *opt) })
                .collect(),
            form: asked.ready.as_ref().and_then(form),
            ..Prompt::default()
        }
    }
    /// "6 June, 1500", for the list of games.
    fn clock(g: &Self::Seen) -> String;
    /// Who has won and by what, once the game is over.
    fn outcome(g: &Self::Seen) -> Option<Outcome> {
        let winner = g.is_over().then(|| Self::finish(g).winner)?;
        let name = winner.and_then(|it| Self::NAMES.get(it));
        let text = name.map_or("Nobody wins".into(), |it| format!("{it} wins"));
        let winner = winner.map(|it| it as u8);
        Some(Outcome { winner, text, rows: Vec::new(), seed: None })
    }
    /// What `setting` has promised to lay over the map.
    fn overlay(
        _look: &Look<'_, Self>,
        kind: &str,
        _place: Option<Place>,
        _piece: Option<&str>,
    ) -> Result<Overlay, Refused> {
        Err(Refused::Unknown { what: "overlay", name: kind.into() })
    }
    /// Where sight is a thing to ask for.
    fn sight(_look: &Look<'_, Self>, _from: Place, _to: Place) -> Result<SightView, Refused> {
        Err(Refused::Unknown { what: "overlay", name: "sight".into() })
    }
    /// Where there is no more to a place than the map says.
    fn place_card(look: &Look<'_, Self>, place: Place) -> Result<Card, Refused> {
        let unknown = || Refused::Unknown { what: "place", name: place.to_string() };
        let Place::Cell(cell) = place else { return Err(unknown()) };
        let cells = Self::setting(&look.seen).map.cells;
        let card = |it: CellHead| Card { title: it.label, subtitle: it.text, ..Card::default() };
        cells.into_iter().nth(usize::from(cell)).map(card).ok_or_else(unknown)
    }
    /// Where there is no more to a piece than the position shows.
    fn piece_card(look: &Look<'_, Self>, piece: &str) -> Result<Card, Refused> {
        let found = Self::scene(look).pieces.into_iter().find(|it| it.id == piece);
        let card = |it: Piece| Card { title: it.name, subtitle: it.text, ..Card::default() };
        found.map(card).ok_or(Refused::Unknown { what: "piece", name: piece.into() })
    }

    /// What is filled in of a form, as text that people keep, send and put into files; it need not be complete.
    fn as_text(_look: &Look<'_, Self>, _plan: &Value) -> Option<String> {
        None
    }
    /// The same with what a text says in its place, or what is wrong with the text; `None` where there is no text form.
    fn read_text(
        _look: &Look<'_, Self>,
        _plan: &Value,
        _text: &str,
    ) -> Option<Result<Value, module::Errors>> {
        None
    }

    /// What the odds of an option are; `None` where nothing is left to chance.
    fn odds(_moment: &Moment<'_, Self>) -> Option<OddsView> {
        None
    }

    // Standing orders.

    /// What a seat may leave orders for.
    const REACTIONS: &'static [ReactionKind] = &[];
    /// Orders that stand from the beginning, for all pieces of a seat: the key of a reaction and a limit.
    const FIRST_ORDERS: &'static [(&'static str, Limit)] = &[];
    /// What a question is to standing orders; `None` where none apply and it is always asked.
    fn reaction(_look: &Look<'_, Self>, _asked: &PendingAsk<Self::Game>) -> Option<Reaction> {
        None
    }
    /// For orders that stand for a turn.
    fn turn(_g: &Self::Seen) -> u8 {
        0
    }

    // The report.

    /// Are throws shown as such? Blind draws tell by the lines that follow them.
    const SHOWS_THROWS: bool = true;
    /// Is a throw seen by nobody, like a counter drawn face down? What comes of it may be seen later.
    fn is_blind(_ask: &Ask<Self>) -> bool {
        !Self::SHOWS_THROWS
    }
    fn line(g: &Self::Seen, rule: Rule, event: &<Self::Game as Game>::Event) -> Told;
    /// The turn that begins with a line. Asked of every line, also of those that are not put into words.
    fn begins(_rule: Rule, _event: &<Self::Game as Game>::Event) -> Option<u8> {
        None
    }
    /// The clock of a turn.
    fn time(g: &Self::Seen, turn: u8) -> String {
        let turns = Self::setting(g).turns;
        turns
            .into_iter()
            .nth(usize::from(turn.saturating_sub(1)))
            .map_or_else(String::new, |it| it.time)
    }
    fn first_turn(_g: &Self::Seen) -> u8 {
        1
    }
    /// Whose answer it was: "British". Nothing where there is but one player.
    fn who(_g: &Self::Seen, ask: &Ask<Self>) -> String {
        let name = Self::NAMES.get(usize::from(Self::Game::seat(ask.who)));
        (*name.unwrap_or(&"Chosen")).into()
    }
    /// "the 8th Brigade acts"
    fn chosen(g: &Self::Seen, ask: &Ask<Self>, opt: <Self::Game as Game>::Opt) -> String;
    /// The same in the report, where nobody sees the question any more.
    fn answered(g: &Self::Seen, ask: &Ask<Self>, opt: <Self::Game as Game>::Opt) -> String {
        Self::chosen(g, ask, opt)
    }
    /// A whole value in words: "buys two chits".
    fn planned(g: &Self::Seen, plan: &<Self::Game as Game>::Plan) -> String;
    fn counted(rule: Rule, _total: i32) -> String {
        rule.title.into()
    }

    // The computer.

    /// Which of the options to take.
    fn advise(_: &Self::Seen, _: &Ask<Self>, _options: &[<Self::Game as Game>::Opt]) -> usize {
        0
    }
    /// A whole value, where one is asked for; `ready` are some that the judge accepts.
    fn plan(
        _g: &Self::Seen,
        _ask: &Ask<Self>,
        ready: &[<Self::Game as Game>::Plan],
    ) -> <Self::Game as Game>::Plan {
        ready[0].clone()
    }
    /// Why it would do that, for a player who asks for advice: from what his seat may see, as the advice itself.
    fn reason(
        _g: &Self::Seen,
        _ask: &Ask<Self>,
        _options: &[<Self::Game as Game>::Opt],
    ) -> Option<String> {
        None
    }
    /// The same of a whole value it proposes.
    fn plan_reason(
        _g: &Self::Seen,
        _ask: &Ask<Self>,
        _plan: &<Self::Game as Game>::Plan,
    ) -> Option<String> {
        None
    }
    /// How a game has ended.
    fn finish(g: &Self::Game) -> Finish;

    // Without a game: charts, and the sheet of a referee at a real table. Nothing is kept here.

    /// The charts anybody may ask.
    fn reckoners(_data: &Self::Data) -> Vec<Reckoner> {
        Vec::new()
    }
    /// What a chart answers to inputs that it allows.
    fn reckon(
        _data: &Self::Data,
        chart: &str,
        _given: &Given,
        _tray: &mut Tray<'_>,
    ) -> Result<Reckoning, Misfit> {
        Err(Misfit::new(format!("there is no chart {chart:?}")))
    }
    /// Is there a sheet to keep at a real table?
    const HAS_SHEET: bool = false;
    /// The sheet after all entries and, where there is one, another entry.
    fn sheet(
        _data: &Arc<Self::Data>,
        _entries: &[Entry],
        _next: Option<(&Entry, &mut Tray<'_>)>,
    ) -> Result<SheetView, Misfit> {
        Err(Misfit::new("there is no sheet for this system"))
    }
}

/// A question of a system.
pub type Ask<S> =
    kernel::Ask<<<S as System>::Game as Game>::Side, <<S as System>::Game as Game>::Topic>;

/// A position as somebody looks at it.
pub struct Look<'a, S: System> {
    pub seen: S::Seen,
    pub seat: Option<u8>,
    pub log: Report<'a, S>,
    /// The lines of the step in progress.
    pub step_log: Report<'a, S>,
    /// What is asked now, where everybody may know.
    pub asked: Option<Ask<S>>,
    pub memo: &'a S::Memo,
}

impl<S: System> Deref for Look<'_, S> {
    type Target = S::Game;
    fn deref(&self) -> &S::Game {
        &self.seen
    }
}

/// The log as a seat may read it.
pub struct Report<'a, S: System> {
    lines: &'a [Line<S::Game>],
    seat: Option<u8>,
}

impl<'a, S: System> Report<'a, S> {
    pub(crate) fn new(lines: &'a [Line<S::Game>], seat: Option<u8>) -> Report<'a, S> {
        Report { lines, seat }
    }

    pub fn lines(&self) -> impl DoubleEndedIterator<Item = &'a Line<S::Game>> + use<'a, S> {
        let seat = self.seat;
        self.lines.iter().filter(move |it| may_read::<S>(it, seat))
    }
}

/// May this seat read this line? A spectator reads what every seat may.
pub(crate) fn may_read<S: System>(line: &Line<S::Game>, seat: Option<u8>) -> bool {
    let own = |ask: &Ask<S>| seat == Some(S::Game::seat(ask.who));
    match &line.item {
        Item::Happened(event) => S::Game::may_read(event, seat.and_then(S::side)),
        Item::Gave { ask, sealed: true, .. } => own(ask),
        Item::Gave { ask, .. } | Item::Chose { ask, .. } | Item::Threw { ask, .. } => {
            !line.secret || own(ask)
        }
        Item::Counted(_) => true,
    }
}

/// An option whose odds are asked.
pub struct Moment<'a, S: System> {
    pub look: &'a Look<'a, S>,
    pub asked: &'a PendingAsk<S::Game>,
    pub option: usize,
    /// The beginning of the step, and the answers since, the option included.
    pub base: S::Seen,
    pub tape: Vec<Answer>,
}

impl<S: System> Moment<'_, S> {
    #[must_use]
    pub fn opt(&self) -> <S::Game as Game>::Opt {
        self.asked.options[self.option]
    }
}

/// What does not change during a game.
#[derive(Clone, Debug, Default)]
pub struct Setting {
    pub title: String,
    pub edition: String,
    pub variants: Vec<Variant>,
    pub seats: Vec<SeatSetting>,
    pub turns: Vec<TurnMark>,
    pub map: MapHead,
    pub overlays: Vec<OverlayHead>,
    pub sequences: Vec<Vec<SequenceStep>>,
    pub charts: Vec<Chart>,
}

impl Setting {
    /// A map of hexes, and seats with the names they always have.
    #[must_use]
    pub fn new<S: System>(
        title: &str,
        briefings: &[&str],
        map: &board::Map,
        metres: u32,
    ) -> Setting {
        let seat = |(name, briefing): (&&str, &&str)| SeatSetting {
            key: name.to_lowercase(),
            name: (*name).into(),
            briefing: (*briefing).into(),
        };
        let seats = S::NAMES.iter().zip(briefings).map(seat).collect();
        let terrain = |it| map.terrain_kind(it).name.clone();
        let map = hex_map(map, metres, terrain, Vec::new());
        Setting { title: title.into(), seats, map, ..Setting::default() }
    }
}

#[derive(Clone, Debug)]
pub struct SeatSetting {
    pub key: String,
    pub name: String,
    pub briefing: String,
}

/// All that is to be seen of a position.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    pub now: Now,
    pub pieces: Vec<Piece>,
    pub markers: Vec<PlaceMarker>,
    pub drawings: Vec<Drawn>,
    pub flooded: Vec<Place>,
    pub edges: Vec<EdgeMark>,
    pub plates: Vec<Plate>,
    pub panels: Vec<Panel>,
    pub goal: Goal,
    pub displays: Vec<Display>,
    pub cards: Vec<OpenCard>,
    pub focus: Focus,
}

/// A question in words: what the table adds is its name and who is asked.
pub type Prompt = crate::wire::Question;

/// A line of the report in words.
#[derive(Clone, Debug)]
pub struct Told {
    pub text: String,
    pub seat: Option<u8>,
    pub places: Vec<Place>,
    /// Who did it and to whom, as pieces: a shot is drawn from the first to the second.
    pub pieces: Vec<String>,
    /// "turn", "chit", "event", "decision", "roll"
    pub kind: &'static str,
}

impl Told {
    #[must_use]
    pub fn new(kind: &'static str, text: impl Into<String>) -> Told {
        Told { text: text.into(), seat: None, places: Vec::new(), pieces: Vec::new(), kind }
    }
}

/// How a game ended.
#[derive(Clone, Debug)]
pub struct Finish {
    pub winner: Option<usize>,
    /// By seat.
    pub scores: Vec<i64>,
    /// In words, where there is more than winning and losing.
    pub level: Option<&'static str>,
}

impl Finish {
    /// Somebody has won, or nobody, and there is no more to it.
    #[must_use]
    pub fn won_by(winner: Option<usize>, seats: usize) -> Finish {
        let scores = (0..seats).map(|it| i64::from(winner == Some(it))).collect();
        Finish { winner, scores, level: None }
    }
}
