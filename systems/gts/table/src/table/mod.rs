//! The Grand Tactical Series as people see it: questions, positions, reports, odds.

mod card;
mod display;
mod goal;
mod log;
mod marks;
pub mod odds;
mod overlay;
mod primer;
mod question;
mod reaction;
mod view;

use std::sync::Arc;

use gts::data::{Data, Side};
use gts::event::Event;
use gts::purchase::Purchase;
use gts::question::{Opt, Question};
use gts::{Battle, Seen, Shared, text, victory};
use kernel::{PendingAsk, Rule};
use play::wire::{Card, OddsView, Outcome, Overlay, Place, SightView};
use play::{
    Finish, Limit, Look, Moment, Prompt, Reaction, ReactionKind, Refused, Scene, Setting, System,
    Told,
};

use crate::{Gts, art, staff};

impl System for Gts {
    type Game = Battle;
    type Seen = Seen;
    type Memo = ();

    const RULES: &'static str = include_str!("../../../../../rules/gts.md");

    fn side(seat: u8) -> Option<Side> {
        Side::BOTH.get(usize::from(seat)).copied()
    }
    fn start(data: Arc<Data>) -> Battle {
        Battle::new(Shared::new(data))
    }
    fn seen(g: &Battle, seat: Option<u8>) -> Seen {
        g.seen_by(seat.and_then(Gts::side))
    }

    fn setting(g: &Seen) -> Setting {
        view::setting(g)
    }
    fn counters_svg(data: &Data) -> String {
        art::counters_svg(data)
    }
    fn map_svg(data: &Data) -> String {
        draw::map_svg(&data.map, &draw::MapStyle::default())
    }
    fn preview_svg(data: &Data) -> String {
        art::scenario_svg(data)
    }
    fn position_svg(data: &Data, pieces: &[draw::PieceAt]) -> String {
        art::position_svg(data, pieces)
    }

    fn scene(look: &Look<'_, Gts>) -> Scene {
        view::scene(look)
    }
    fn prompt(g: &Seen, ask: &Question) -> String {
        text::prompt(g, ask)
    }
    fn question(look: &Look<'_, Gts>, asked: &PendingAsk<Battle>) -> Prompt {
        question::question(look, asked)
    }
    fn clock(g: &Seen) -> String {
        view::clock(g)
    }
    fn outcome(g: &Seen) -> Option<Outcome> {
        view::outcome(g)
    }
    fn overlay(
        look: &Look<'_, Gts>,
        kind: &str,
        place: Option<Place>,
        piece: Option<&str>,
    ) -> Result<Overlay, Refused> {
        overlay::overlay(look, look.seat.and_then(Gts::side), kind, place, piece)
    }
    fn sight(look: &Look<'_, Gts>, from: Place, to: Place) -> Result<SightView, Refused> {
        overlay::sight(look, from, to)
    }
    fn place_card(look: &Look<'_, Gts>, place: Place) -> Result<Card, Refused> {
        card::hex(look, place)
    }
    fn piece_card(look: &Look<'_, Gts>, piece: &str) -> Result<Card, Refused> {
        card::piece(look, piece)
    }
    fn odds(moment: &Moment<'_, Gts>) -> Option<OddsView> {
        odds::odds(moment)
    }

    const REACTIONS: &'static [ReactionKind] = reaction::KINDS;
    const FIRST_ORDERS: &'static [(&'static str, Limit)] = reaction::FIRST_ORDERS;

    fn reaction(look: &Look<'_, Gts>, asked: &PendingAsk<Battle>) -> Option<Reaction> {
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
        g.data().turns[usize::from(turn - 1)].time.clone()
    }
    fn who(g: &Seen, ask: &Question) -> String {
        text::Names(g.data()).side(ask.who).into()
    }
    fn chosen(g: &Seen, ask: &Question, opt: Opt) -> String {
        text::option(g, ask, opt).0
    }
    fn planned(g: &Seen, plan: &Vec<Purchase>) -> String {
        text::plan(g.data(), plan)
    }
    fn counted(rule: Rule, total: i32) -> String {
        log::counted(rule, total)
    }

    fn advise(g: &Seen, ask: &Question, options: &[Opt]) -> usize {
        staff::decide(g, *ask, options)
    }
    fn plan(g: &Seen, ask: &Question, _ready: &[Vec<Purchase>]) -> Vec<Purchase> {
        staff::plan(g, *ask)
    }
    fn finish(g: &Battle) -> Finish {
        Finish {
            winner: victory::winner(g).map(Side::index),
            scores: Side::BOTH.map(|side| i64::from(victory::score(g, side).total())).to_vec(),
            level: None,
        }
    }
}
