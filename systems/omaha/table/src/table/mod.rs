//! The landing on Omaha Beach as people see it: one seat, the cards play the Germans.
//!
//! All of it works on what the player may see ([`Seen`], omaha.scale.hidden-info): faces never seen are mixed there, so
//! nothing worked out from it can give one away. German counters are named by where they stand.

mod card;
mod danger;
mod deck;
mod display;
mod goal;
mod log;
mod marks;
mod odds;
mod overlay;
mod pieces;
mod question;
mod summary;
mod view;

use std::cell::OnceCell;
use std::sync::Arc;

use kernel::{Never, PendingAsk, Rule};
use omaha::data::Data;
use omaha::event::Event;
use omaha::question::{Opt, Player, Question, Topic};
use omaha::{Day, Seen, Shared, text};
use play::wire::{Card, OddsView, Outcome, Overlay, Place};
use play::{Finish, Look, Moment, Prompt, Refused, Scene, Setting, System, Told};

use crate::{Omaha, art, staff};

impl System for Omaha {
    type Game = Day;
    type Seen = Seen;
    /// What the next German fire may do.
    type Memo = OnceCell<Arc<danger::Danger>>;

    const RULES: &'static str = include_str!("../../../../../rules/omaha.md");

    fn side(seat: u8) -> Option<Player> {
        (seat == 0).then_some(Player)
    }
    fn start(data: Arc<Data>) -> Day {
        Day::new(Shared::new(data))
    }
    fn seen(g: &Day, _seat: Option<u8>) -> Seen {
        g.seen()
    }
    fn since(base: &Day, now: &Day, _seat: Option<u8>) -> Seen {
        base.seen_since(now)
    }

    fn setting(g: &Seen) -> Setting {
        view::setting(g)
    }
    fn counters_svg(data: &Data) -> String {
        art::counters_svg(data)
    }
    fn map_svg(data: &Data) -> String {
        art::map_svg(data, &draw::MapStyle::default())
    }
    fn preview_svg(data: &Data) -> String {
        art::map_svg(data, &draw::MapStyle { numbers: false, ..draw::MapStyle::default() })
    }
    fn position_svg(data: &Data, pieces: &[draw::PieceAt]) -> String {
        art::position_svg(data, pieces)
    }

    fn scene(look: &Look<'_, Omaha>) -> Scene {
        view::scene(look)
    }
    fn prompt(g: &Seen, ask: &Question) -> String {
        text::question(g, ask)
    }
    fn question(look: &Look<'_, Omaha>, asked: &PendingAsk<Day>) -> Prompt {
        question::question(look, asked, &look.log)
    }
    fn clock(g: &Seen) -> String {
        view::clock(g)
    }
    fn outcome(g: &Seen) -> Option<Outcome> {
        g.outcome.map(|it| view::outcome(g, it))
    }
    fn overlay(
        look: &Look<'_, Omaha>,
        kind: &str,
        place: Option<Place>,
        piece: Option<&str>,
    ) -> Result<Overlay, Refused> {
        overlay::overlay(look, kind, place, piece)
    }
    fn place_card(look: &Look<'_, Omaha>, place: Place) -> Result<Card, Refused> {
        card::place(look, place, || danger(look))
    }
    fn piece_card(look: &Look<'_, Omaha>, piece: &str) -> Result<Card, Refused> {
        card::piece(look, piece, || danger(look))
    }
    fn odds(moment: &Moment<'_, Omaha>) -> Option<OddsView> {
        odds::odds(moment, || danger(moment.look))
    }

    /// What was drawn blind from a pool stays hidden.
    const SHOWS_THROWS: bool = false;
    /// Cards are turned over as they are drawn; counters and markers stay face down.
    fn is_blind(ask: &play::Ask<Omaha>) -> bool {
        !matches!(ask.topic, Topic::Draw(_))
    }

    fn line(g: &Seen, _rule: Rule, event: &Event) -> Told {
        log::line(g, event)
    }
    fn begins(_rule: Rule, event: &Event) -> Option<u8> {
        log::begins(event)
    }
    fn time(g: &Seen, turn: u8) -> String {
        g.data().tables.turn(turn).clock.clone()
    }
    fn first_turn(g: &Seen) -> u8 {
        g.data().plan.first_turn
    }
    fn chosen(g: &Seen, _ask: &Question, opt: Opt) -> String {
        text::option(g, opt)
    }
    /// "2904 · Choose where it lands"
    fn answered(g: &Seen, ask: &Question, opt: Opt) -> String {
        format!("{} · {}", text::label(g, ask.topic, opt), ask.rule.title)
    }
    fn planned(_g: &Seen, plan: &Never) -> String {
        match *plan {}
    }

    fn advise(g: &Seen, ask: &Question, options: &[Opt]) -> usize {
        staff::decide(g, ask, options)
    }
    fn finish(g: &Day) -> Finish {
        let level = g.outcome.map(|it| it.level);
        let words = match g.outcome {
            Some(it) if it.catastrophe.is_some() => Some("catastrophic loss"),
            it => it.map(|it| it.level.name()),
        };
        Finish {
            winner: level.is_some_and(|it| it.is_won()).then_some(0),
            scores: vec![g.outcome.map_or(0, |it| i64::from(it.points))],
            level: words,
        }
    }
}

/// What the next German fire may do, worked out once a position.
fn danger(look: &Look<'_, Omaha>) -> Arc<danger::Danger> {
    look.memo.get_or_init(|| Arc::new(danger::Danger::of(look))).clone()
}
