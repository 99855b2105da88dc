//! Courier at the table: all that knows the system and is no rule. `load` reads its modules, `proof` has its cases and laws;
//! here are its views, sentences, odds, counters and computer player. Whatever is not said has a default.

mod load;
mod proof;

use std::sync::Arc;

use board::{HexId, Map};
use kernel::{Bounds as _, Rule, Seen};
use play::wire::{Choice, FormKind, Now, OddsView, Piece, PlaceMarker, RuleRef, TurnMark};
use play::{Ask, Finish, Look, Moment, Scene, Setting, System, Told};
use toy::{Data, Night, Topic};

/// The system, to be named where one is wanted.
#[derive(Clone, Copy, Debug)]
pub struct Toy;

impl System for Toy {
    type Game = Night;
    type Seen = Seen<Night>;
    type Memo = ();
    const RULES: &'static str = include_str!("../../../../rules/toy.md");
    const NAMES: &'static [&'static str] = &["Courier", "Guard"];
    const FACES: &'static [(&'static str, &'static str, &'static str)] = &[
        ("p0", "#7a9cc6", "C"),
        ("p1", "#a8ad98", "G"),
        ("m-farm", "#f4e3a1", "F"),
        ("m-ambush", "#d98a7e", "A"),
    ];

    fn start(data: Arc<Data>) -> Night {
        Night::new(data.into())
    }
    fn seen(g: &Night, seat: Option<u8>) -> Seen<Night> {
        Seen::by(seat.and_then(Toy::side), g)
    }
    fn board(data: &Data) -> Option<&Map> {
        Some(&data.map)
    }
    fn setting(g: &Seen<Night>) -> Setting {
        let briefings = [
            "Reach the farm where you are awaited before dawn. The guard does not know which.",
            "See the courier twice, or keep him from his farm until dawn.",
        ];
        let clock = |hour: u8| format!("{:02}00", (21 + u16::from(hour)) % 24);
        let turn = |hour| TurnMark { time: clock(hour), night: true, ..TurnMark::default() };
        let turns = (1..=g.data.hours).map(turn).collect();
        Setting { turns, ..Setting::new::<Toy>(&g.data.title, &briefings, &g.data.map, 100) }
    }

    fn scene(look: &Look<'_, Toy>) -> Scene {
        let g = &look.seen;
        let papers = if g.papers { "Courier with papers" } else { "Courier without papers" };
        let mut pieces = vec![
            Piece::new(0, "p0", g.courier, "Courier", papers.into()),
            Piece::new(1, "p1", g.patrol, "Patrol", "Patrol of the guard".into()),
        ];
        Piece::stack(&mut pieces);
        let farm = g.farm.map(|it| PlaceMarker::new(it, "m-farm", "Awaited here"));
        let ambush = g.ambush.map(|it| PlaceMarker::new(it, "m-ambush", "Ambush"));
        let now = Now {
            turn: g.hour.at_least(1),
            label: Toy::clock(g),
            night: true,
            weather: if g.dark { "Clouds".into() } else { "Moon".into() },
            phase: papers.into(),
            phase_rule: RuleRef::of(toy::HOUR),
            ..Now::default()
        };
        Scene { now, pieces, markers: farm.into_iter().chain(ambush).collect(), ..Scene::default() }
    }
    fn clock(g: &Seen<Night>) -> String {
        format!("Hour {} of {}", g.hour, g.data.hours)
    }
    fn choice(g: &Seen<Night>, _: &Ask<Toy>, hex: HexId) -> Choice {
        let (label, kind, place) = (label(g, hex), "place".into(), Some(hex.into()));
        Choice { label, kind, place, odds: true, ..Choice::default() }
    }
    fn form(g: &Seen<Night>, ask: &Ask<Toy>, ready: &[Vec<HexId>]) -> Option<FormKind> {
        let cell = |it: &HexId| (it.0, label(g, *it));
        let places = g.data.map.hexes().map(Into::into).collect();
        let (from, at_most) = (Some(g.courier.into()), usize::from(g.data.paces));
        Some(match ask.topic {
            Topic::Farm | Topic::Ambush => FormKind::one_cell(ready.iter().flatten().map(cell)),
            Topic::Path | Topic::Patrol => FormKind::Path { from, places, at_most },
        })
    }
    fn odds(moment: &Moment<'_, Toy>) -> Option<OddsView> {
        let title = format!("The patrol goes to {}", label(moment.look, moment.opt()));
        let classes = &[("The guard wins", 4), ("Papers gone", 2), ("He gets on", 0)];
        let papers = moment.look.papers;
        Some(moment.spread(title, classes, |g| match (g.winner, g.papers == papers) {
            (Some(_), _) => 0,
            (None, false) => 1,
            (None, true) => 2,
        }))
    }

    fn line(_: &Seen<Night>, rule: Rule, (_, text): &(u8, String)) -> Told {
        Told::new(if rule == toy::HOUR { "turn" } else { "event" }, text)
    }
    fn begins(rule: Rule, (hour, _): &(u8, String)) -> Option<u8> {
        (rule == toy::HOUR).then_some(*hour)
    }
    fn chosen(g: &Seen<Night>, _: &Ask<Toy>, hex: HexId) -> String {
        label(g, hex)
    }
    fn planned(g: &Seen<Night>, plan: &Vec<HexId>) -> String {
        let labels: Vec<String> = plan.iter().map(|it| label(g, *it)).collect();
        if plan.is_empty() { "stay".into() } else { labels.join(" ") }
    }

    /// The patrol keeps close to the courier, and rather between him and the farms.
    fn advise(g: &Seen<Night>, _: &Ask<Toy>, options: &[HexId]) -> usize {
        let worth = |it: &usize| {
            3 * g.data.map.distance(options[*it], g.courier) + to_farms(g, options[*it])
        };
        (0..options.len()).min_by_key(worth).unwrap_or(0)
    }
    /// The courier makes for his farm and keeps off the patrol; both secrets are anybody's guess.
    fn plan(g: &Seen<Night>, ask: &Ask<Toy>, ready: &[Vec<HexId>]) -> Vec<HexId> {
        let worth = |plan: &&Vec<HexId>| {
            let at = plan.last().copied().unwrap_or(g.courier);
            let far = |it: HexId| g.data.map.distance(at, it);
            match ask.topic {
                Topic::Ambush => far(g.data.post).abs_diff(3) + to_farms(g, at),
                _ => g.farm.map_or(0, |it| 3 * far(it)) + 4_u32.saturating_sub(far(g.patrol)),
            }
        };
        ready.iter().min_by_key(worth).cloned().unwrap_or_default()
    }
    fn finish(g: &Night) -> Finish {
        Finish::won_by(g.winner.map(|it| it as usize), 2)
    }
}

fn to_farms(g: &Night, hex: HexId) -> u32 {
    g.data.farms.iter().map(|it| g.data.map.distance(hex, *it)).sum()
}

fn label(g: &Night, hex: HexId) -> String {
    g.data.map.label(hex).to_string()
}
