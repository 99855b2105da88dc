//! The Tactical Combat Series as people see it: questions, positions, reports, odds.

use std::sync::Arc;

use kernel::Rule;
use play::{Finish, Look, Scene, SeatSetting, Setting, System, Told};
use tcs::data::Data;
use tcs::event::Event;
use tcs::id::Side;
use tcs::plan::Plan;
use tcs::question::{Opt, Question};
use tcs::state::Outcome as Ended;
use tcs::{Battle, Seen, Shared, victory};

use crate::{Tcs, staff};

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
        let data = g.data();
        let seat = |side: Side| SeatSetting {
            key: data.side_keys[side.index()].clone(),
            name: data.side_names[side.index()].clone(),
            briefing: data.briefings[side.index()].clone(),
        };
        Setting {
            title: data.title.clone(),
            seats: Side::BOTH.map(seat).to_vec(),
            ..Setting::default()
        }
    }
    fn scene(_look: &Look<'_, Tcs>) -> Scene {
        Scene::default()
    }
    fn clock(g: &Seen) -> String {
        format!("{}, {}", g.data().date, tcs::sheet::Situation::clock(&**g))
    }
    fn turn(g: &Seen) -> u8 {
        g.turn
    }
    fn line(g: &Seen, _rule: Rule, event: &Event) -> Told {
        let (text, side, hexes) = event.words(g.data());
        Told {
            seat: side.map(|it| it as u8),
            places: hexes.into_iter().map(Into::into).collect(),
            ..Told::new("event", text)
        }
    }
    fn who(g: &Seen, ask: &Question) -> String {
        g.data().side_names[ask.who.index()].clone()
    }
    fn chosen(_g: &Seen, _ask: &Question, opt: Opt) -> String {
        format!("{opt:?}")
    }
    fn planned(_g: &Seen, plan: &Plan) -> String {
        format!("{plan:?}")
    }

    fn advise(g: &Seen, ask: &Question, options: &[Opt]) -> usize {
        staff::advise(g, ask, options)
    }
    fn plan(g: &Seen, ask: &Question, ready: &[Plan]) -> Plan {
        staff::plan(g, ask, ready)
    }
    fn finish(g: &Battle) -> Finish {
        let outcome = g.outcome.unwrap_or_else(|| victory::judge(g));
        Finish {
            winner: match outcome {
                Ended::Draw => None,
                Ended::Won { by, .. } => Some(by.index()),
            },
            scores: Side::BOTH.map(|side| i64::from(victory::points(g, side))).to_vec(),
            level: None,
        }
    }
}
