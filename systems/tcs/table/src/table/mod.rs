//! The Tactical Combat Series as people see it: questions, positions, reports, odds.

mod card;
mod chart;
mod display;
pub(crate) mod drawings;
mod form;
mod goal;
mod log;
mod marks;
mod odds;
mod overlay;
mod question;
mod reaction;
mod section;
mod tables;
mod text;
mod view;
mod words;

use std::sync::Arc;

use kernel::{PendingAsk, Rule};
use module::Errors;
use play::wire::{Card, OddsView, Outcome, Overlay, Place, SightView};
use play::{
    Finish, Look, Moment, Prompt, Reaction, ReactionKind, Refused, Scene, Setting, System, Told,
};
use serde_json::Value;
use tcs::data::Data;
use tcs::event::Event;
use tcs::id::Side;
use tcs::plan::Plan;
use tcs::question::{Opt, Question};
use tcs::state::{Outcome as Ended, Won};
use tcs::{Battle, Seen, Shared, victory};

use crate::{Tcs, art, staff};

impl System for Tcs {
    type Game = Battle;
    type Seen = Seen;
    type Memo = ();

    const RULES: &'static str = include_str!("../../../../../rules/tcs.md");

    fn side(seat: u8) -> Option<Side> {
        Side::BOTH.get(usize::from(seat)).copied()
    }
    fn start(data: Arc<Data>) -> Battle {
        Battle::new(Shared::new(data))
    }
    fn seen(g: &Battle, seat: Option<u8>) -> Seen {
        g.seen_by(seat.and_then(Tcs::side))
    }

    fn setting(g: &Seen) -> Setting {
        view::setting(g)
    }
    fn board(data: &Data) -> Option<&board::Map> {
        Some(data.map())
    }
    fn counters_svg(data: &Data) -> String {
        art::counters_svg(data)
    }
    fn preview_svg(data: &Data) -> String {
        art::scenario_svg(data)
    }
    fn position_svg(data: &Data, pieces: &[draw::PieceAt]) -> String {
        art::position_svg(data, pieces)
    }

    fn scene(look: &Look<'_, Tcs>) -> Scene {
        view::scene(look)
    }
    fn prompt(g: &Seen, ask: &Question) -> String {
        words::prompt(g, ask)
    }
    fn question(look: &Look<'_, Tcs>, asked: &PendingAsk<Battle>) -> Prompt {
        question::question(&look.seen, asked)
    }
    fn clock(g: &Seen) -> String {
        view::clock(g)
    }
    fn outcome(g: &Seen) -> Option<Outcome> {
        view::outcome(g)
    }
    fn overlay(
        look: &Look<'_, Tcs>,
        kind: &str,
        place: Option<Place>,
        piece: Option<&str>,
    ) -> Result<Overlay, Refused> {
        overlay::overlay(look, look.seat.and_then(Tcs::side), kind, place, piece)
    }
    fn sight(look: &Look<'_, Tcs>, from: Place, to: Place) -> Result<SightView, Refused> {
        overlay::sight(look, from, to)
    }
    fn place_card(look: &Look<'_, Tcs>, place: Place) -> Result<Card, Refused> {
        card::hex(look, look.seat.and_then(Tcs::side), place)
    }
    fn piece_card(look: &Look<'_, Tcs>, piece: &str) -> Result<Card, Refused> {
        card::piece(look, look.seat.and_then(Tcs::side), piece)
    }
    fn as_text(look: &Look<'_, Tcs>, plan: &Value) -> Option<String> {
        text::write(look, look.seat.and_then(Tcs::side)?, plan)
    }
    fn read_text(look: &Look<'_, Tcs>, plan: &Value, text: &str) -> Option<Result<Value, Errors>> {
        text::read(look, look.seat.and_then(Tcs::side)?, plan, text)
    }
    fn odds(moment: &Moment<'_, Tcs>) -> Option<OddsView> {
        odds::odds(moment)
    }

    const REACTIONS: &'static [ReactionKind] = reaction::KINDS;

    fn reaction(look: &Look<'_, Tcs>, asked: &PendingAsk<Battle>) -> Option<Reaction> {
        reaction::reaction(look, asked)
    }
    fn turn(g: &Seen) -> u8 {
        g.turn
    }

    fn line(g: &Seen, rule: Rule, event: &Event) -> Told {
        log::line(g, rule, event)
    }
    fn begins(_rule: Rule, event: &Event) -> Option<u8> {
        log::begins(event)
    }
    fn time(g: &Seen, turn: u8) -> String {
        let turn = g.data().turns.get(usize::from(turn.saturating_sub(1)));
        turn.map_or_else(String::new, |it| it.clock.to_string())
    }
    fn who(g: &Seen, ask: &Question) -> String {
        g.data().side_names[ask.who.index()].clone()
    }
    fn chosen(g: &Seen, ask: &Question, opt: Opt) -> String {
        words::option(g, ask, opt).0
    }
    fn planned(g: &Seen, plan: &Plan) -> String {
        words::plan(g, plan)
    }

    fn advise(g: &Seen, ask: &Question, options: &[Opt]) -> usize {
        staff::advise(g, ask, options)
    }
    fn plan(g: &Seen, ask: &Question, ready: &[Plan]) -> Plan {
        staff::plan(g, ask, ready)
    }
    fn reason(g: &Seen, ask: &Question, options: &[Opt]) -> Option<String> {
        staff::reason(g, ask, options)
    }
    fn plan_reason(g: &Seen, ask: &Question, plan: &Plan) -> Option<String> {
        staff::plan_reason(g, ask, plan)
    }
    fn finish(g: &Battle) -> Finish {
        let outcome = g.outcome.unwrap_or_else(|| victory::judge(g));
        let (winner, level) = match outcome {
            Ended::Draw => (None, "draw"),
            Ended::Won { by, how } => (
                Some(by.index()),
                match how {
                    Won::Marginal => "marginal",
                    Won::Decisive => "decisive",
                    Won::Collapse => "collapse",
                    Won::Conceded => "conceded",
                },
            ),
        };
        let scores = Side::BOTH.map(|side| i64::from(victory::points(g, side))).to_vec();
        Finish { winner, scores, level: Some(level) }
    }
}
