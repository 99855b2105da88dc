//! What is asked, with everything that may be answered and everything that may not.

use kernel::{PendingAsk, Rule};
use play::wire::{Choice, Group, Note, Place, Question, Refusal};
use play::{Look, System as _};
use skirmish::data::{ElementId, FigureId};
use skirmish::question::{Opt, Topic};
use skirmish::state::Presence;
use skirmish::tables::{FiresIn, Order};
use skirmish::text::Names;
use skirmish::{Seen, movement, opportunity};

use super::place::{cite, piece, place, place_of, stands_for};
use super::words;
use super::{chance, form};
use crate::Skirmish;

pub(super) fn question(
    look: &Look<'_, Skirmish>,
    asked: &PendingAsk<skirmish::Skirmish>,
) -> Question {
    let (g, ask) = (&look.seen, &asked.ask);
    let options = asked.options.iter().enumerate();
    let mut options: Vec<Choice> =
        options.map(|(index, opt)| Choice { index, ..choice(g, ask.topic, *opt) }).collect();
    warn(ask.topic, &asked.options, &mut options);
    let groups = groups(g, &asked.options, &mut options);
    Question {
        rule: cite(ask.rule),
        context: format!("{} · {}", Skirmish::who(g, ask), Skirmish::clock(g)),
        prompt: Names(&g.scene).prompt(ask),
        how: how(g, ask.topic).map(Into::into),
        options,
        groups,
        refused: refusals(g, asked),
        notes: notes(g, ask.topic),
        form: form::form(look, asked),
        ..Question::default()
    }
}

/// What could still be done where the moves of a side end with an option.
fn warn(topic: Topic, options: &[Opt], choices: &mut [Choice]) {
    let left = options.iter().filter(|it| matches!(it, Opt::Element(_))).count();
    if topic != Topic::WhoMoves || left == 0 {
        return;
    }
    let words = match left {
        1 => "One element could still move.".to_string(),
        n => format!("{n} elements could still move."),
    };
    let done = choices.iter_mut().zip(options).find(|it| *it.1 == Opt::Done);
    if let Some((choice, _)) = done {
        choice.ends = Some(words);
    }
}

/// How it works, for who has read no rules.
fn how(g: &Seen, topic: Topic) -> Option<&'static str> {
    Some(match topic {
        Topic::SetUp(_) => {
            "Put each figure in your zone. Figures of an element stand at most 2 inches apart, an inch is enough. \
             Take one of the ready places to begin with; walls, hedges and buildings give cover."
        }
        Topic::Spotting => {
            "A marker may hide an enemy or nobody. Each of your elements may watch one marker it sees; what is made out \
             is turned over before anybody moves."
        }
        Topic::MoveFirst => {
            "Who moves second has seen the other's moves; who moves first may be fired at while he moves."
        }
        Topic::WhoMoves => {
            "One element after another gets an order and moves. Whoever gets none stays and fires first: that is the F order."
        }
        Topic::Order(_) => {
            "The faster an element moves, the worse it fires: At the Double not at all, Move & Fire and Cautious Advance \
             in the Moving Fire Phase, Fire in the Stationary Fire Phase, before the others."
        }
        Topic::Move(..) => {
            "Take a ready move, or lead each figure by up to 8 corners. Broken ground, hedges and walls cost more. In the \
             end all figures stand within 2 inches of one another, and nobody within 1 inch of an enemy."
        }
        Topic::Run(_) => {
            "A Broken element runs out of the enemy's sight, if it can; else into cover; else as far off as it can."
        }
        Topic::Mark(_) => {
            "An element without an order may fire at the mover as it stood at a checkpoint of its way. It then fires in the \
             Stationary Fire Phase, at nobody else."
        }
        Topic::Fire if form::when(g) == FiresIn::MovingFire => {
            "Elements that moved fire now. Both sides choose in secret; then all dice are thrown, then the dead fall together."
        }
        Topic::Fire => {
            "Elements that stood fire now, with all opportunity fire. Both sides choose in secret; then all dice are thrown, \
             then the dead fall together."
        }
        Topic::Assault => {
            "Who is not Suppressed may assault an enemy within 4 inches. It is fought man against man, up to three rounds."
        }
        Topic::AssaultMove(_) => {
            "Move up to 4 inches, so that at least one figure touches the target."
        }
        Topic::React(_) => {
            "The attacked may stay or close in by up to 4 inches; nobody may draw back."
        }
        Topic::FallBack(_) => {
            "The losers fall back and end at least 4 inches from every enemy of the combat."
        }
        Topic::StopHere(_) => {
            "An enemy has come to light on the way. What has been walked has been walked."
        }
        _ => return None,
    })
}

fn choice(g: &Seen, topic: Topic, opt: Opt) -> Choice {
    let label = words::option(g, topic, opt);
    let plain =
        |kind: &str| Choice { label: label.clone(), kind: kind.into(), ..Choice::default() };
    match opt {
        Opt::Element(id) | Opt::Combat(id) => {
            let figure = stands_for(g, id);
            let kind = if figure.is_some() { "piece" } else { "button" };
            Choice {
                place: place_of(g, id),
                piece: figure.map(piece),
                hint: Some(state(g, id)),
                ..plain(kind)
            }
        }
        Opt::Order(order) => Choice { hint: Some(order_hint(g, topic, order)), ..plain("button") },
        Opt::Mark { element, checkpoint } => mark(g, element, checkpoint, plain("button")),
        Opt::Done | Opt::No | Opt::Stop => plain("stop"),
        Opt::Yes | Opt::CarryOn | Opt::MoveFirst | Opt::MoveSecond => plain("button"),
    }
}

/// "4 figures, Suppressed, at the yard wall"
fn state(g: &Seen, id: ElementId) -> String {
    let count = Names::count(g.alive(id).count(), "figure", "figures");
    let level = Names::level(g[id].level);
    match (g[id].presence, stands_for(g, id)) {
        (Presence::Away, _) => format!("{count}, a reserve that may come onto the table"),
        (_, Some(it)) => {
            let at = words::place(&g.scene.table, g[it].at);
            let hidden = if g.is_hidden(id) { ", hidden" } else { "" };
            format!("{count}, {level}{hidden}, {at}")
        }
        _ => count,
    }
}

fn order_hint(g: &Seen, topic: Topic, order: Order) -> String {
    let row = g.tables().order(order);
    let hidden = match topic {
        Topic::Order(id) if g.is_hidden(id) => {
            " It stays hidden while no enemy sees it in the open."
        }
        _ => "",
    };
    let fires = match row.fires_in {
        FiresIn::None => "no fire this turn",
        FiresIn::MovingFire => "fires in the Moving Fire Phase",
        FiresIn::StationaryFire => "fires first, in the Stationary Fire Phase",
    };
    match row.allowance {
        0 => format!("Stays where it is, {fires}.{hidden}"),
        inches => format!("Up to {inches} inches, {fires}.{hidden}"),
    }
}

/// A marker is chosen by where the mover stood.
fn mark(g: &Seen, element: ElementId, checkpoint: u8, plain: Choice) -> Choice {
    let Some(walk) = &g.walk else { return plain };
    let stood = walk.spots(g, checkpoint);
    let there = stood.first().map(|(_, at)| *at);
    let lines = match (place_of(g, element), there) {
        (Some(from), Some(to)) => vec![(from, place(&g.scene.table, to))],
        _ => Vec::new(),
    };
    let at = there.map(|it| words::place(&g.scene.table, it));
    let chance = chance::of_mark(g, element, checkpoint).map(|it| format!("; {}", it.words()));
    Choice {
        hint: at.map(|it| format!("The mover stands {it}{}.", chance.unwrap_or_default())),
        place: there.map(|it| place(&g.scene.table, it)),
        odds: true,
        lines,
        ..plain
    }
}

/// Opportunity fire by who fires.
fn groups(g: &Seen, opts: &[Opt], options: &mut [Choice]) -> Vec<Group> {
    let mut groups: Vec<(ElementId, Group)> = Vec::new();
    for (opt, choice) in opts.iter().zip(options) {
        let Opt::Mark { element, .. } = opt else { continue };
        let at = groups.iter().position(|it| it.0 == *element).unwrap_or_else(|| {
            let group = Group {
                label: Names(&g.scene).element(*element),
                piece: stands_for(g, *element).map(piece),
                place: place_of(g, *element),
            };
            groups.push((*element, group));
            groups.len() - 1
        });
        choice.group = Some(at);
    }
    groups.into_iter().map(|it| it.1).collect()
}

/// What one might try here but may not, with the rule that forbids it. The same functions that list the options say why.
fn refusals(g: &Seen, asked: &PendingAsk<skirmish::Skirmish>) -> Vec<Refusal> {
    let side = asked.ask.who;
    let of = |id: ElementId, rule: Rule| Refusal {
        label: Names(&g.scene).element(id),
        place: place_of(g, id),
        piece: stands_for(g, id).map(piece),
        reason: format!("{}: {}.", Names(&g.scene).element(id), rule.title),
        rule: cite(rule),
        sides: Vec::new(),
    };
    let own = g.of_side(side).filter(|it| g[*it].presence != Presence::Gone);
    match asked.ask.topic {
        Topic::WhoMoves => own
            .filter(|it| !asked.options.contains(&Opt::Element(*it)))
            .filter_map(|it| Some(of(it, movement::may_order(g, it, Order::Fire).err()?)))
            .collect(),
        Topic::Order(id) => Order::ALL
            .into_iter()
            .filter_map(|it| Some((it, movement::may_order(g, id, it).err()?)))
            .map(|(order, rule)| Refusal {
                label: Names(&g.scene).order(order).into(),
                ..of(id, rule)
            })
            .collect(),
        Topic::Mark(_) => own
            .filter(|it| g.on_table(*it) && !g.data(*it).dummy)
            .filter_map(|it| Some(of(it, opportunity::may_mark(g, it).err()?)))
            .collect(),
        _ => Vec::new(),
    }
}

/// What there is to know before deciding.
fn notes(g: &Seen, topic: Topic) -> Vec<Note> {
    let note = |text: String, rule: Option<Rule>, places: Vec<Place>| Note {
        text,
        rule: rule.map(cite),
        places,
        past: false,
    };
    match topic {
        Topic::SetUp(id) => {
            let zones = g.scene.zones.iter().filter(|it| {
                it.side == g.side(id) && (it.only.is_empty() || it.only.contains(&id))
            });
            let text = |it: &skirmish::data::Zone| {
                let (low, high) = it.polygon.bounds();
                format!(
                    "Zone {}: from {low} to {high}, in inches from the south-west corner.",
                    it.key.replace('-', " ")
                )
            };
            zones.map(|it| note(text(it), Some(skirmish::setup::ORDER), Vec::new())).collect()
        }
        Topic::Move(id, _) => {
            let figures: Vec<FigureId> = g.alive(id).collect();
            let places = figures.iter().map(|it| place(&g.scene.table, g[*it].at)).collect();
            vec![note(state(g, id), None, places)]
        }
        Topic::Mark(id) => {
            let at = place_of(g, id).into_iter().collect();
            let moved = g[id].order.map(|it| Names(&g.scene).order(it).to_owned());
            let text = format!(
                "{} has moved: {}.",
                Names(&g.scene).element(id),
                moved.unwrap_or_default()
            );
            vec![note(text, Some(opportunity::MARKERS), at)]
        }
        _ => Vec::new(),
    }
}
