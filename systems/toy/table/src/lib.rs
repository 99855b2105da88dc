//! Courier at the table: all that knows the system and is no rule. `load` reads its modules, `proof` has its cases, laws
//! and playthroughs; here are its views, sentences, odds, pictures and computer player.

mod load;
mod proof;

use std::sync::Arc;

use board::HexId;
use draw::{PieceAt, counter::cardboard, geometry, map, position::put};
use kernel::{Bounds as _, First, Game as _, Odds, PendingAsk, Prefix, Rule, Rules as _};
use play::wire::{
    Choice, Focus, Form, FormKind, FormPlace, Now, OddsView, Outcome, Panel, PanelRow, Piece,
    PlaceKind, PlaceMarker, ReadyPlan, RuleRef, TurnMark,
};
use play::{
    Finish, Look, Moment, Prompt, Scene, SeatSetting, Setting, System, Told, hex_map, rows,
};
use toy::{Data, Night, Seen, Side, Topic};

/// The system, to be named where one is wanted.
#[derive(Clone, Copy, Debug)]
pub struct Toy;

const NAMES: [&str; 2] = ["Courier", "Guard"];

impl System for Toy {
    type Game = Night;
    type Seen = Seen;
    type Memo = ();
    const RULES: &'static str = include_str!("../../../../rules/toy.md");
    const SHOWS_THROWS: bool = true;

    fn side(seat: u8) -> Option<Side> {
        [Side::Courier, Side::Guard].get(usize::from(seat)).copied()
    }
    fn start(data: Arc<Data>) -> Night {
        Night::new(data)
    }
    fn seen(g: &Night, seat: Option<u8>) -> Seen {
        g.seen_by(seat.and_then(Toy::side))
    }
    fn setting(g: &Seen) -> Setting {
        let briefings = [
            "Reach the farm where you are awaited before dawn. The guard does not know which it is.",
            "See the courier twice, or keep him from his farm until dawn.",
        ];
        let seat = |(name, briefing): (&str, &str)| SeatSetting {
            key: name.to_lowercase(),
            name: name.into(),
            briefing: briefing.into(),
        };
        let hour = |n| TurnMark {
            date: "Night".into(),
            time: format!("{:02}00", (21 + u16::from(n)) % 24),
            night: true,
            water: None,
        };
        Setting {
            title: g.data.title.clone(),
            seats: NAMES.into_iter().zip(briefings).map(seat).collect(),
            turns: (1..=g.data.hours).map(hour).collect(),
            map: hex_map(
                &g.data.map,
                100,
                |it| g.data.map.terrain_kind(it).name.clone(),
                Vec::new(),
            ),
            ..Setting::default()
        }
    }

    fn counters_svg(_: &Data) -> String {
        let head = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"0\" height=\"0\" aria-hidden=\"true\">";
        format!("{head}\n{}</svg>\n", symbols())
    }
    fn map_svg(data: &Data) -> String {
        draw::map_svg(&data.map, &draw::MapStyle::default())
    }
    fn position_svg(data: &Data, pieces: &[PieceAt]) -> String {
        let mut out = symbols() + &map::body(&data.map, &draw::MapStyle::default());
        put(&mut out, pieces.iter().collect(), |it| geometry(&data.map).centre(it));
        map::sheet_of(&data.map, &out)
    }

    fn scene(look: &Look<'_, Toy>) -> Scene {
        let g = &look.seen;
        let piece = |seat: u8, hex: HexId| Piece {
            id: format!("p{seat}"),
            seat,
            face: format!("p{seat}"),
            place: Some(hex.into()),
            level: u8::from(seat == 1 && g.courier == g.patrol),
            name: NAMES[usize::from(seat)].into(),
            text: format!("{} at {}", NAMES[usize::from(seat)], label(g, hex)),
            ..Piece::default()
        };
        let mark = |symbol: &str, text: &str, hex: Option<HexId>| {
            hex.map(|it| PlaceMarker {
                place: it.into(),
                symbol: symbol.into(),
                text: text.into(),
                count: None,
            })
        };
        let marks = [mark("m-farm", "Awaited here", g.farm), mark("m-ambush", "Ambush", g.ambush)];
        let papers = if g.papers { "good for once" } else { "gone" };
        let row = PanelRow {
            label: "Papers".into(),
            value: papers.into(),
            rule: Some(RuleRef::of(toy::PAPERS)),
        };
        Scene {
            now: Now {
                turn: g.hour.at_least(1),
                label: Toy::clock(g),
                night: true,
                weather: if g.dark { "Clouds".into() } else { "Moon".into() },
                phase_rule: RuleRef::of(toy::HOUR),
                ..Now::default()
            },
            pieces: vec![piece(0, g.courier), piece(1, g.patrol)],
            markers: marks.into_iter().flatten().collect(),
            panels: vec![Panel { title: "Courier".into(), seat: Some(0), rows: vec![row] }],
            focus: Focus { pieces: vec!["p0".into()], ..Focus::default() },
            ..Scene::default()
        }
    }

    fn question(look: &Look<'_, Toy>, asked: &PendingAsk<Night>) -> Prompt {
        let g = &look.seen;
        let (prompt, how) = match asked.ask.topic {
            Topic::Farm => {
                ("At which farm are you awaited?", "The guard learns it when you are there.")
            }
            Topic::Ambush => {
                ("Where does the ambush lie?", "The courier learns it when he is in it.")
            }
            Topic::Path => ("Which way do you go?", "Hedges take two paces, fields and farms one."),
            Topic::Patrol => {
                ("Where does the patrol go?", "It may see the courier within two hexes.")
            }
        };
        let choice = |(index, hex): (usize, &HexId)| Choice {
            index,
            label: label(g, *hex),
            kind: "place".into(),
            place: Some((*hex).into()),
            odds: true,
            ..Choice::default()
        };
        Prompt {
            rule: RuleRef::of(asked.ask.rule),
            context: format!("{} · {}", Toy::who(g, &asked.ask), Toy::clock(g)),
            prompt: prompt.into(),
            how: Some(how.into()),
            options: asked.options.iter().enumerate().map(choice).collect(),
            form: asked.ready.as_ref().map(|it| form(g, asked.ask.topic, it)),
            ..Prompt::default()
        }
    }

    fn clock(g: &Seen) -> String {
        format!("Hour {} of {}", g.hour, g.data.hours)
    }
    fn outcome(g: &Seen) -> Option<Outcome> {
        let winner = g.winner? as u8;
        let text = format!("{} wins", NAMES[usize::from(winner)]);
        Some(Outcome { winner: Some(winner), text, rows: Vec::new(), seed: None })
    }
    fn odds(moment: &Moment<'_, Toy>) -> Option<OddsView> {
        let (mut odds, mut masses) = (Odds::new(First), [0; 3]);
        let step = |cx: &mut Odds<First>, g: &mut Night| {
            Night::step(&mut Prefix::new(&moment.tape, cx), g)
        };
        let papers = moment.look.papers;
        odds.every(&*moment.base, step, |mass, (), g| {
            let class = match g.winner {
                Some(_) => 0,
                None if g.papers != papers => 1,
                None => 2,
            };
            masses[class] += mass;
        });
        let classes = &[("The guard wins", 4), ("Papers gone", 2), ("He gets on", 0)];
        let title = format!("The patrol goes to {}", label(moment.look, moment.opt()));
        let (rows, courses) = (rows(classes, &masses, Night::WHOLE), odds.courses);
        Some(OddsView { title, exact: odds.lost == 0, rows, courses, ..OddsView::default() })
    }

    fn line(_: &Seen, rule: Rule, (_, text): &(u8, String)) -> Told {
        let kind = if rule == toy::HOUR { "turn" } else { "event" };
        Told { text: text.clone(), seat: None, places: Vec::new(), kind }
    }
    fn begins(rule: Rule, (hour, _): &(u8, String)) -> Option<u8> {
        (rule == toy::HOUR).then_some(*hour)
    }
    fn who(_: &Seen, ask: &play::Ask<Toy>) -> String {
        NAMES[ask.who as usize].into()
    }
    fn counted(_: Rule, total: i32) -> String {
        format!("Seen on {total} or less")
    }
    fn chosen(g: &Seen, _: &play::Ask<Toy>, hex: HexId) -> String {
        label(g, hex)
    }
    fn planned(g: &Seen, plan: &Vec<HexId>) -> String {
        let labels: Vec<String> = plan.iter().map(|it| label(g, *it)).collect();
        if plan.is_empty() { "stay".into() } else { labels.join(" ") }
    }

    /// The patrol keeps close to the courier, and rather between him and the farms.
    fn advise(g: &Seen, _: &play::Ask<Toy>, options: &[HexId]) -> usize {
        let worth = |it: &HexId| 3 * g.data.map.distance(*it, g.courier) + to_farms(g, *it);
        let best = options.iter().enumerate().min_by_key(|it| worth(it.1));
        best.map_or(0, |it| it.0)
    }
    /// The courier makes for his farm and keeps off the patrol; both secrets are anybody's guess.
    fn plan(g: &Seen, ask: &play::Ask<Toy>, ready: &[Vec<HexId>]) -> Vec<HexId> {
        let map = &g.data.map;
        let worth = |plan: &Vec<HexId>| {
            let at = plan.last().copied().unwrap_or(g.courier);
            let far = |it: HexId| 3 * map.distance(at, it);
            match ask.topic {
                Topic::Ambush => map.distance(at, g.data.post).abs_diff(3) + to_farms(g, at),
                _ => g.farm.map_or(0, far) + 4_u32.saturating_sub(map.distance(at, g.patrol)),
            }
        };
        ready.iter().min_by_key(|it| worth(it)).cloned().unwrap_or_default()
    }
    fn finish(g: &Night) -> Finish {
        let scores = [Side::Courier, Side::Guard].map(|it| i64::from(g.winner == Some(it)));
        Finish { winner: g.winner.map(|it| it as usize), scores: scores.to_vec(), level: None }
    }
}

fn to_farms(g: &Night, hex: HexId) -> u32 {
    g.data.farms.iter().map(|it| g.data.map.distance(hex, *it)).sum()
}

fn label(g: &Night, hex: HexId) -> String {
    g.data.map.label(hex).to_string()
}

/// A path, or one of the places that are ready.
fn form(g: &Seen, topic: Topic, ready: &[Vec<HexId>]) -> Form {
    let plan = |it: &Vec<HexId>| ReadyPlan {
        label: Toy::planned(g, it),
        plan: it.iter().map(|it| it.0).collect(),
    };
    let place = |it: &Vec<HexId>| FormPlace {
        place: it[0].into(),
        across: None,
        label: label(g, it[0]),
        value: it[0].0.into(),
    };
    let kind = match topic {
        Topic::Path | Topic::Patrol => FormKind::Path {
            from: Some(g.courier.into()),
            places: g.data.map.hexes().map(Into::into).collect(),
            at_most: usize::from(g.data.paces),
        },
        Topic::Farm | Topic::Ambush => {
            let places = ready.iter().map(place).collect();
            FormKind::Places { of: PlaceKind::Cell, places, at_least: 1, at_most: 1 }
        }
    };
    let ready = ready.iter().map(plan).collect();
    Form::new(kind, ready)
}

/// Counters and markers: cardboard with a letter.
fn symbols() -> String {
    let faces = [
        ("p0", "#7a9cc6", "C"),
        ("p1", "#a8ad98", "G"),
        ("m-farm", "#f4e3a1", "F"),
        ("m-ambush", "#d98a7e", "A"),
    ];
    let symbol = |(id, colour, letter): (&str, &str, &str)| {
        let mut body = cardboard(colour);
        draw::counter::text(&mut body, 23.6, 34.0, 30.0, draw::colour::INK, "middle", letter, 40.0);
        format!("<symbol id=\"{id}\" viewBox=\"0 0 48 48\">{body}</symbol>\n")
    };
    format!("<defs>\n{}</defs>\n", faces.map(symbol).concat())
}
