//! What may be said of a position in `expect` fences.

mod ground;
mod numbers;
mod sheet;

use kernel::{PendingAsk, Rule};
use skirmish::Skirmish;
use skirmish::data::{ElementId, Side};
use skirmish::question::{Plan, Topic};
use skirmish::state::Counter;
use skirmish::{end_turn, leadership, movement, opportunity, victory};
use testkit::cases::Text;
use testkit::cases::words::{Read, Words, Wrong};

use super::places::{
    battery_called, element, element_called, shown_place, side, side_called, side_name,
};
use super::{fields, phases, situation};

/// Lines that no play changes.
pub(super) const PRINTED: &[&str] = &[
    "weapon",
    "number",
    "terrain",
    "referee",
    "sheet:",
    "loading:",
    "cost",
    "level",
    "levels-above",
    "conceals",
    "tree-bursts",
    "stands",
    "burst-cover",
    "cover",
];

/// Checks a line about the state.
pub(super) fn stands(g: &Skirmish, text: &Text) -> Read<()> {
    let whole = text.text.trim();
    let line = text.line;
    // `A sees b1: away`
    if let Some((who, rest)) = whole.split_once(" sees ")
        && let Some(viewer) = viewer(who)
    {
        let rest = Text { line, text: rest.to_owned() };
        return stands(&g.seen_by(viewer), &rest);
    }
    // `A cannot tell: b1 suppressed at 3,3`
    if let Some((who, rest)) = whole.split_once(" cannot tell:")
        && let Some(viewer) = viewer(who)
    {
        return cannot_tell(g, viewer, &mut Words::new(line, rest));
    }
    let (head, value) = whole.split_once(':').unwrap_or((whole, ""));
    let mut about = Words::new(line, head);
    let mut value = Words::new(line, value);
    let Some(first) = about.next() else { return about.wrong("nothing is expected here") };
    if let Some(found) = ground::show(g, &first, &mut about, &mut value)? {
        return compare(&about, whole, &found);
    }
    if let Some(found) = numbers::show(g, &first, &mut about, &mut value)? {
        return compare(&about, whole, &found);
    }
    if first == "sheet" {
        return sheet::check(g, line, whole);
    }
    if first == "loading" {
        return loading(line, whole);
    }
    if let Some(id) = element_called(g, &first) {
        about.end()?;
        return match fields::check_all(g, id, &mut value)? {
            None => Ok(()),
            Some((wanted, found)) => {
                value.wrong(format!("expected {first}: {wanted}\nfound    {first}: {found}"))
            }
        };
    }
    if let Some(id) = battery_called(g, &first) {
        let it = &g[id];
        let found = format!(
            "he {} smoke {} mission {}",
            fields::rounds(it.he_rounds),
            fields::rounds(it.smoke_rounds),
            fields::mission(it.mission)
        );
        return compare(&about, &value.rest().join(" "), &found);
    }
    let found = one(g, &first, &mut about)?;
    let wanted: Vec<String> = about.rest().into_iter().chain(value.rest()).collect();
    compare(&about, &wanted.join(" "), &found)
}

/// Compares what is wanted with what is found; commas are only for the eye. Of a whole line only what follows its colon counts.
fn compare(words: &Words, wanted: &str, found: &str) -> Read<()> {
    let after = wanted.split_once(':').map_or(wanted, |it| it.1);
    let plain = |it: &str| {
        let it = it.replace(',', " ");
        it.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    if plain(after) == plain(found) {
        return Ok(());
    }
    words.wrong(format!("expected {}\nfound    {found}", after.trim()))
}

/// Lines of one value: `turn 2`, `phase morale`, `initiative A`.
fn one(g: &Skirmish, head: &str, about: &mut Words) -> Read<String> {
    Ok(match head {
        "turn" => g.turn.to_string(),
        "phase" => phases::name(g.phase).to_owned(),
        "initiative" => side_name(g.initiative).to_owned(),
        "first" => side_name(g.first_mover).to_owned(),
        "pending-kills" => g.kills.len().to_string(),
        // `counters A: 1 at 10,10 2 at 20,12`
        "counters" => {
            let of = side(about)?;
            let list = g.counters.iter().filter(|it| it.side == of);
            let all: Vec<String> =
                list.map(|it| format!("{} at {}", it.number, fields::shown_counter(it))).collect();
            if all.is_empty() { "none".into() } else { all.join(" ") }
        }
        // `whose B: 1 b1 2 unknown`: whom the counters stand for
        "whose" => {
            let of = side(about)?;
            let key = |it: &Counter| it.of.map_or("unknown", |it| g.data(it).key.as_str());
            let list = g.counters.iter().filter(|it| it.side == of);
            let all: Vec<String> = list.map(|it| format!("{} {}", it.number, key(it))).collect();
            if all.is_empty() { "none".into() } else { all.join(" ") }
        }
        // `clouds: 20,30 4`
        "clouds" => {
            let shown =
                |it: &tabletop::Smoke| format!("{} {}", shown_place(it.at.ground()), it.hindrances);
            let all: Vec<String> = g.smoke.iter().map(shown).collect();
            if all.is_empty() { "none".into() } else { all.join(" ") }
        }
        // `holder gate: A`
        "holder" => {
            let key = about.need("an objective")?;
            let Some(at) = g.scene.objectives.iter().position(|it| it.key == key) else {
                return about.wrong(format!("there is no objective \"{key}\""));
            };
            g.objectives[at].map_or("nobody".into(), |it| side_name(it).to_owned())
        }
        // `outcome: A points 3 1`
        "outcome" => match &g.outcome {
            None => "none".into(),
            Some(it) => {
                let who = it.winner.map_or("nobody", side_name);
                let how = format!("{:?}", it.how).to_lowercase();
                format!("{who} {how} {} {}", it.points[0], it.points[1])
            }
        },
        // `loss A: 2 of 3`
        "loss" => {
            let of = side(about)?;
            format!("{} of {}", end_turn::loss(g, of), end_turn::break_point(g, of))
        }
        "score" => victory::score(g, side(about)?).to_string(),
        // `bonus a1: 2`
        "bonus" => leadership::bonus(g, element(g, about)?).to_string(),
        // `walk: a1 checkpoints 6 reached 3`
        "walk" => match &g.walk {
            None => "none".into(),
            Some(it) => {
                format!("{} checkpoints {} reached {}", g.data(it.element).key, it.n, it.reached)
            }
        },
        other => {
            return about.wrong(format!("\"{other}\" is no expectation; see cases/README.md"));
        }
    })
}

/// A seat, or a spectator.
fn viewer(word: &str) -> Option<Option<Side>> {
    let word = word.trim();
    if word == "spectator" { Some(None) } else { side_called(word).map(Some) }
}

/// What somebody sees would be the same if this were so.
fn cannot_tell(g: &Skirmish, viewer: Option<Side>, words: &mut Words) -> Read<()> {
    let mut other = g.clone();
    let id = element(g, words)?;
    fields::set_all(&mut other, id, words)?;
    if other == *g {
        return words.wrong("this changes nothing, so it proves nothing");
    }
    if g.seen_by(viewer) == other.seen_by(viewer) {
        return Ok(());
    }
    words.wrong("expected that nobody can tell\nfound    a view that differs")
}

/// `loading scenarios/case.toml with "…" refused: a piece of the message`
fn loading(line: usize, whole: &str) -> Read<()> {
    let words = Words::new(line, whole);
    let usage = "write: loading FILE with TEXT => a piece of the message";
    let Some((rest, wanted)) = whole.split_once("=>") else { return words.wrong(usage) };
    let rest = rest.trim_start_matches("loading:").trim_start_matches("loading").trim();
    let Some((file, more)) = rest.split_once(" with ") else { return words.wrong(usage) };
    match situation::load_with(file.trim(), &format!("\n{}\n", more.trim())) {
        Ok(()) => words.wrong("expected to be refused\nfound    it loads"),
        Err(it) if it.contains(wanted.trim()) => Ok(()),
        Err(it) => words.wrong(format!("expected {}\nfound    {it}", wanted.trim())),
    }
}

/// The rule that keeps an option from being offered.
pub(super) fn refusal(
    g: &Skirmish,
    asked: &PendingAsk<Skirmish>,
    line: usize,
    label: &str,
) -> Read<Option<Rule>> {
    let mut words = Words::new(line, label);
    match asked.ask.topic {
        // `refused: a1 by skirmish.order.broken`, or with an order: `a1 M`
        Topic::WhoMoves => {
            let id = element(g, &mut words)?;
            let order = match words.peek() {
                Some(_) => words.word()?,
                None => skirmish::tables::Order::Cautious,
            };
            Ok(movement::may_order(g, id, order).err())
        }
        Topic::Order(id) => Ok(movement::may_order(g, id, words.word()?).err()),
        Topic::Mark(_) => Ok(opportunity::may_mark(g, element(g, &mut words)?).err()),
        _ => Ok(None),
    }
}

/// The plan of a move for a judge: `a1 M by 0,6`.
pub(super) fn is_move(plan: &Plan, of: ElementId) -> bool {
    matches!(plan, Plan::Move(it) if it.element == of)
}

pub(super) fn wrong<T>(line: usize, message: impl Into<String>) -> Read<T> {
    Err(Wrong { line, message: message.into() })
}
