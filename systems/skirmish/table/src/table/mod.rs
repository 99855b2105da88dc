//! Figures on a free table as people see them: questions, positions, reports, odds.

mod card;
mod chance;
mod form;
mod goal;
mod log;
mod overlay;
mod place;
mod question;
mod view;
mod words;

use std::sync::Arc;

use kernel::{PendingAsk, Rule};
use play::reckon::{Entry, Given, Misfit, Tray};
use play::wire::{
    Card, OddsView, Outcome, Overlay, Place, Reckoner, Reckoning, SheetView, SightView,
};
use play::{Finish, Look, Moment, Prompt, Refused, Scene, Setting, System, Told};
use skirmish::Seen;
use skirmish::data::{self, Side};
use skirmish::event::Event;
use skirmish::question::{Opt, Plan, Question};
use skirmish::text::Names;

use crate::{Skirmish, art, referee, staff};

impl System for Skirmish {
    type Game = skirmish::Skirmish;
    type Seen = Seen;
    type Memo = ();

    const RULES: &'static str = include_str!("../../../../../rules/skirmish.md");

    fn side(seat: u8) -> Option<Side> {
        Side::BOTH.get(usize::from(seat)).copied()
    }
    fn start(data: Arc<data::Scene>) -> skirmish::Skirmish {
        skirmish::Skirmish::new(data)
    }
    fn seen(g: &skirmish::Skirmish, seat: Option<u8>) -> Seen {
        g.seen_by(seat.and_then(Skirmish::side))
    }

    fn setting(g: &Seen) -> Setting {
        view::setting(g)
    }
    fn counters_svg(data: &data::Scene) -> String {
        art::counters_svg(data)
    }
    fn map_svg(data: &data::Scene) -> String {
        art::map_svg(data)
    }
    fn preview_svg(data: &data::Scene) -> String {
        art::preview_svg(data)
    }
    fn position_svg(data: &data::Scene, _pieces: &[draw::PieceAt]) -> String {
        art::map_svg(data)
    }

    fn scene(look: &Look<'_, Skirmish>) -> Scene {
        view::scene(look)
    }
    fn prompt(g: &Seen, ask: &Question) -> String {
        Names(&g.scene).prompt(ask)
    }
    fn question(look: &Look<'_, Skirmish>, asked: &PendingAsk<skirmish::Skirmish>) -> Prompt {
        question::question(look, asked)
    }
    fn clock(g: &Seen) -> String {
        view::clock(g)
    }
    fn outcome(g: &Seen) -> Option<Outcome> {
        view::outcome(g)
    }
    fn overlay(
        look: &Look<'_, Skirmish>,
        kind: &str,
        place: Option<Place>,
        piece: Option<&str>,
    ) -> Result<Overlay, Refused> {
        overlay::overlay(look, kind, place, piece)
    }
    fn sight(look: &Look<'_, Skirmish>, from: Place, to: Place) -> Result<SightView, Refused> {
        overlay::sight(look, from, to)
    }
    fn place_card(look: &Look<'_, Skirmish>, place: Place) -> Result<Card, Refused> {
        card::place(look, place)
    }
    fn piece_card(look: &Look<'_, Skirmish>, piece: &str) -> Result<Card, Refused> {
        card::piece(look, piece)
    }
    fn odds(moment: &Moment<'_, Skirmish>) -> Option<OddsView> {
        chance::odds(moment)
    }

    fn turn(g: &Seen) -> u8 {
        g.turn
    }

    fn line(g: &Seen, _rule: Rule, event: &Event) -> Told {
        log::line(g, event)
    }
    fn begins(_rule: Rule, event: &Event) -> Option<u8> {
        log::begins(event)
    }
    fn time(_g: &Seen, turn: u8) -> String {
        format!("Turn {turn}")
    }
    fn first_turn(_g: &Seen) -> u8 {
        0
    }
    fn who(g: &Seen, ask: &Question) -> String {
        g.scene.sides[ask.who.index()].adjective.clone()
    }
    fn chosen(g: &Seen, ask: &Question, opt: Opt) -> String {
        words::option(g, ask.topic, opt)
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
    fn finish(g: &skirmish::Skirmish) -> Finish {
        Finish {
            winner: g.outcome.and_then(|it| it.winner).map(Side::index),
            scores: Side::BOTH.map(|it| i64::from(skirmish::victory::score(g, it))).to_vec(),
            level: None,
        }
    }

    fn reckoners(data: &data::Scene) -> Vec<Reckoner> {
        referee::reckoners(data)
    }
    fn reckon(
        data: &data::Scene,
        chart: &str,
        given: &Given,
        tray: &mut Tray<'_>,
    ) -> Result<Reckoning, Misfit> {
        referee::reckon(data, chart, given, tray)
    }
    const HAS_SHEET: bool = true;
    fn sheet(
        data: &Arc<data::Scene>,
        entries: &[Entry],
        next: Option<(&Entry, &mut Tray<'_>)>,
    ) -> Result<SheetView, Misfit> {
        referee::sheet(data, entries, next)
    }
}
