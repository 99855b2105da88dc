//! `expect` fences: what must hold at this moment.

use board::HexId;
use gts::data::{Chit, FormationId, LeaderId, Side, UnitId};
use gts::event::{Action, Topic};
use gts::modifiers::{self, Mode, Rating, Shot, Trigger, ZoneMove};
use gts::state::{Barrage, Battle, ChitState, Place, Post};
use gts::tables::FireResult;
use gts::{
    activation, assault, command, cost, fire_zone, movement, rule, sequence, stacking, text,
    troop_quality, victory,
};
use kernel::{Game, Item, Itemised, PendingAsk, Rule};

use super::odds;
use super::play::{Moment, Run, find_option, ledger_text, line_text, short};
use super::situation::find;
use super::words::{self, Read, Words, Wrong, side_letter};
use crate::cases::Text;

/// Where the last found line of the log and the last found ledger stand: the next must come after.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Cursor {
    log: usize,
    ledger: usize,
    /// Did the run stop at a question, not at a throw?
    pub(super) at_question: bool,
}

const ACTIONS: [Action; 8] = [
    Action::Move,
    Action::Mount,
    Action::EnterEntrenchment,
    Action::LeaveEntrenchment,
    Action::DirectFire,
    Action::Assault,
    Action::Rally,
    Action::Pass,
];

fn wrong<T>(line: usize, message: impl Into<String>) -> Read<T> {
    Err(Wrong { line, message: message.into() })
}

/// Checks one line.
pub(super) fn check(run: &mut Run<'_>, text: &Text, moment: Moment<'_>) -> Read<()> {
    let (line, whole) = (text.line, text.text.trim());
    let g = moment.g;
    if let Some(rest) = whole.strip_prefix("ledger ") {
        return ledger(run, line, rest);
    }
    if let Some(rest) = whole.strip_prefix("tq ") {
        let Some((key, wanted)) = rest.split_once('=') else {
            return wrong(line, "write: tq a1 = 5: 6 [id], -1 [id]");
        };
        let id = unit(g, line, key.trim())?;
        let mut found = Itemised::default();
        troop_quality::count(g, id, &mut found);
        return compare_ledger(line, wanted, &found);
    }
    if let Some(rest) = whole.strip_prefix("rating ") {
        let Some((shot, wanted)) = rest.split_once('=') else {
            return wrong(line, "write: rating a1 at b1 op = 4");
        };
        let mut found = Itemised::default();
        modifiers::count(g, read_shot(g, line, shot)?, &mut found);
        return compare_ledger(line, wanted, &found);
    }
    if let Some(rest) = whole.strip_prefix("odds ") {
        return check_odds(run, line, rest);
    }
    if let Some(rest) = whole.strip_prefix("cites ") {
        for id in rest.split([',', ' ']).filter(|it| !it.is_empty()) {
            let cited = run.log.iter().any(|it| {
                it.rule.code == id || matches!(&it.item, Item::Counted(ledger) if ledger.0.iter().any(|(rule, _)| rule.code == id))
            });
            let asked =
                moment.pending.is_some_and(|it| it.asks.iter().any(|it| it.ask.rule.code == id));
            if !cited && !asked {
                return wrong(line, format!("nothing so far cites {id}"));
            }
        }
        return Ok(());
    }
    let Some((head, value)) = whole.split_once(':') else {
        return wrong(line, format!("\"{whole}\" is no expectation; see cases/README.md"));
    };
    let (head, value) = (head.trim(), value.trim());
    let mut words = Words::new(line, head);
    match words.next().as_deref() {
        Some("log") => {
            let reader = reader(&mut words)?;
            let found = (run.cursor.log..run.log.len()).find(|i| says(run, g, *i, value, reader));
            match found {
                Some(at) => run.cursor.log = at + 1,
                None => {
                    return wrong(
                        line,
                        format!(
                            "expected in the log: {value}\nfound no such line after the last one expected"
                        ),
                    );
                }
            }
            Ok(())
        }
        Some("no") if words.take("log") => {
            let reader = reader(&mut words)?;
            match (0..run.log.len()).find(|i| says(run, g, *i, value, reader)) {
                Some(at) => wrong(
                    line,
                    format!(
                        "not expected in the log: {value}\nfound: {}",
                        line_text(g, &run.log[at])
                    ),
                ),
                None => Ok(()),
            }
        }
        Some("asks") => asks(line, value, moment),
        Some("offered") if words.take("only") => offered(line, value, moment, true),
        Some("offered") => offered(line, value, moment, false),
        Some("not") if words.take("offered") => {
            let asked = asked(line, moment)?;
            for label in labels(value) {
                if asked.iter().any(|it| find_option(g, it, label).is_ok()) {
                    return wrong(line, format!("\"{label}\" is offered"));
                }
            }
            Ok(())
        }
        Some("refused") => refused(line, value, moment),
        Some(first) => {
            let first = first.to_owned();
            state(g, line, &first, words, value)
        }
        None => wrong(line, "an expectation needs something before its colon"),
    }
}

/// `of B`: only what that side may read.
fn reader(words: &mut Words) -> Read<Option<Side>> {
    let reader = if words.take("of") { Some(words::side(words)?) } else { None };
    words.end()?;
    Ok(reader)
}

fn says(run: &Run<'_>, g: &Battle, at: usize, wanted: &str, reader: Option<Side>) -> bool {
    let line = &run.log[at];
    let Item::Happened(event) = &line.item else { return false };
    if reader.is_some_and(|side| !Battle::may_read(event, side)) {
        return false;
    }
    text::event(g.data(), event).0.to_lowercase().contains(&wanted.to_lowercase())
}

fn labels(value: &str) -> impl Iterator<Item = &str> {
    value.split(',').map(str::trim).filter(|it| !it.is_empty())
}

fn asked<'a>(line: usize, moment: Moment<'a>) -> Read<&'a [PendingAsk<Battle>]> {
    match moment.pending {
        Some(it) => Ok(&it.asks),
        None => wrong(line, "nobody is asked anything here"),
    }
}

/// `B, gts.opfire.before-after` in any part: side, rule, a piece of the prompt in quotes; `nobody`.
fn asks(line: usize, value: &str, moment: Moment<'_>) -> Read<()> {
    if value == "nobody" {
        return match moment.pending {
            None => Ok(()),
            Some(it) => {
                wrong(line, format!("expected: nobody is asked\nfound: {}", short(&it.asks[0].ask)))
            }
        };
    }
    let asks = asked(line, moment)?;
    let fits = |it: &PendingAsk<Battle>| {
        labels(value).all(|part| match part {
            "A" | "B" | "side A" | "side B" => part.ends_with(side_letter(it.ask.who)),
            id if id.starts_with("gts.") => it.ask.rule.code == id,
            prompt => {
                let prompt = prompt.trim_matches('"').to_lowercase();
                text::prompt(moment.g, &it.ask).to_lowercase().contains(&prompt)
            }
        })
    };
    if asks.iter().any(fits) {
        return Ok(());
    }
    let found: Vec<String> = asks.iter().map(|it| short(&it.ask)).collect();
    wrong(line, format!("expected to be asked: {value}\nfound: {}", found.join("; ")))
}

fn offered(line: usize, value: &str, moment: Moment<'_>, only: bool) -> Read<()> {
    let asked = asked(line, moment)?;
    let mut seen = 0;
    for label in labels(value) {
        let found = asked
            .iter()
            .find_map(|it| find_option(moment.g, it, label).err().map_or(Some(()), |_| None));
        if found.is_none() {
            return wrong(line, format!("\"{label}\" is not offered"));
        }
        seen += 1;
    }
    let all = asked[0].options.len();
    if only && seen != all {
        return wrong(line, format!("expected these {seen} options only, found {all}"));
    }
    Ok(())
}

/// `Assault by gts.div.no-fire`
fn refused(line: usize, value: &str, moment: Moment<'_>) -> Read<()> {
    let g = moment.g;
    let Some((label, id)) = value.rsplit_once(" by ") else {
        return wrong(line, "write: refused: LABEL by RULE");
    };
    let (label, id) = (label.trim(), id.trim());
    let asked = &asked(line, moment)?[0];
    if find_option(g, asked, label).is_ok() {
        return wrong(line, format!("\"{label}\" is offered"));
    }
    match refusal(line, label, asked, g)? {
        Some(rule) if rule.code == id => Ok(()),
        Some(rule) => wrong(
            line,
            format!("expected refused by {id}\nfound refused by {}: {}", rule.code, rule.title),
        ),
        None => wrong(
            line,
            format!(
                "\"{label}\" is not offered, and no rule says why; found no refusal for this question"
            ),
        ),
    }
}

/// The rule that keeps an option from being offered, by the functions of the rules that say so.
fn refusal(line: usize, label: &str, asked: &PendingAsk<Battle>, g: &Battle) -> Read<Option<Rule>> {
    let ask = asked.ask;
    let acts = [rule::DIVISION_ACT, rule::FORMATION_ACT, rule::DIRECT_ACT].contains(&ask.rule);
    let second = ask.rule == rule::SECOND || ask.rule == rule::SECOND_FORM;
    let err = |it: Result<(), cost::Refusal>| it.err().map(|it| it.rule);
    Ok(match ask.topic {
        Topic::Nothing if acts => err(activation::may_activate(g, unit(g, line, label)?)),
        Topic::Nothing if ask.rule == rule::BUY => {
            let key = label.split(' ').next().unwrap_or_default();
            sequence::may_buy(g, formation(g, line, key)?).err()
        }
        Topic::Unit(id) if acts || second => {
            let action =
                ACTIONS.into_iter().find(|it| text::action(*it).eq_ignore_ascii_case(label));
            let Some(action) = action else {
                return wrong(line, format!("there is no action \"{label}\""));
            };
            let (acting, first) =
                g.active.as_ref().map_or_else(Default::default, |it| (it.acting, it.first));
            let units: Vec<UnitId> =
                if acting.contains(id) { acting.iter().collect() } else { vec![id] };
            err(activation::may_perform(g, &units, action, first))
        }
        Topic::Unit(id) if ask.rule == rule::ASSAULT_TARGET => {
            err(assault::may_assault(g, id, find(&g.data().map, line, label)?))
        }
        Topic::Unit(_) => match &g.mover {
            Some(mover) => {
                let hex = find(&g.data().map, line, label)?;
                let refused = movement::refusals(g, mover);
                refused.into_iter().find(|it| it.0 == hex).map(|it| it.1.rule)
            }
            None => None,
        },
        _ => None,
    })
}

/// `RULE = 4: 5 [id], -1 [id]`, or only the total: the next ledger of that rule.
fn ledger(run: &mut Run<'_>, line: usize, rest: &str) -> Read<()> {
    let Some((id, wanted)) = rest.split_once('=') else {
        return wrong(line, "write: ledger RULE = 4: 5 [id], -1 [id]");
    };
    let id = id.trim();
    let found =
        run.log.iter().enumerate().skip(run.cursor.ledger).find_map(|(i, it)| match &it.item {
            Item::Counted(ledger) if it.rule.code == id => Some((i, ledger)),
            _ => None,
        });
    let Some((at, found)) = found else {
        return wrong(
            line,
            format!("expected a ledger of {id}\nfound none after the last one expected"),
        );
    };
    compare_ledger(line, wanted, found)?;
    run.cursor.ledger = at + 1;
    Ok(())
}

fn compare_ledger(line: usize, wanted: &str, found: &Itemised) -> Read<()> {
    let (total, items) = match wanted.split_once(':') {
        Some((total, items)) => (total.trim(), Some(items)),
        None => (wanted.trim(), None),
    };
    let mismatch =
        || wrong(line, format!("expected {}\nfound    {}", wanted.trim(), ledger_text(found)));
    let sum: i32 = found.0.iter().map(|it| it.1).sum();
    let Ok(total) = total.trim_start_matches('+').parse::<i32>() else {
        return wrong(line, format!("the total must be a number, not \"{total}\""));
    };
    if total != sum {
        return mismatch();
    }
    let Some(items) = items else { return Ok(()) };
    let mut expected: Vec<(String, i32)> = Vec::new();
    for item in labels(items) {
        let mut parts = item.split_whitespace();
        let (amount, id) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let Ok(amount) = amount.trim_start_matches('+').parse() else {
            return wrong(
                line,
                format!("an item is a number and a rule: \"-1 [gts.mod.terrain]\", not \"{item}\""),
            );
        };
        expected.push((id.trim_matches(['[', ']']).to_owned(), amount));
    }
    let mut actual: Vec<(String, i32)> =
        found.0.iter().map(|(rule, n)| (rule.code.to_owned(), *n)).collect();
    expected.sort();
    actual.sort();
    if expected == actual { Ok(()) } else { mismatch() }
}

/// `a1 at b1 op zone-to-zone assault-rating bonus`
fn read_shot(g: &Battle, line: usize, text: &str) -> Read<Shot> {
    let mut words = Words::new(line, text);
    let firer = unit(g, line, &words.need("the firer")?)?;
    if !words.take("at") {
        return words.wrong("write: rating a1 at b1");
    }
    let target = unit(g, line, &words.need("the target")?)?;
    let mut shot = Shot { firer, target, mode: Mode::Direct, rating: Rating::Fire, bonus: false };
    let mut trigger = Trigger { movement: None, running: false };
    while let Some(word) = words.next() {
        match word.as_str() {
            "direct" => shot.mode = Mode::Direct,
            "op" => shot.mode = Mode::Op(trigger),
            "zone-to-zone" => trigger.movement = Some(ZoneMove::ZoneToZone),
            "zone-to-outside" => trigger.movement = Some(ZoneMove::ZoneToOutside),
            "running" => trigger.running = true,
            "assaulter" => shot.mode = Mode::Assaulter,
            "defender" => shot.mode = Mode::Defender { charged: words.take("charged") },
            "assault-rating" => shot.rating = Rating::Assault,
            "bonus" => shot.bonus = true,
            other => {
                return words.wrong(format!(
                    "\"{other}\" says nothing about a shot: direct, op, zone-to-zone, zone-to-outside, running, assaulter, \
                     defender [charged], assault-rating, bonus"
                ));
            }
        }
        if shot.mode.is_op() {
            shot.mode = Mode::Op(trigger);
        }
    }
    Ok(shot)
}

/// `[ANSWER / ANSWER =>] UNIT WORDS = 3/10`
fn check_odds(run: &Run<'_>, line: usize, rest: &str) -> Read<()> {
    let Some((what, fraction)) = rest.rsplit_once('=') else {
        return wrong(line, "write: odds b1 suppressed = 3/10");
    };
    let (wishes, outcome) = what.split_once("=>").unwrap_or(("", what));
    let wishes: Vec<String> =
        wishes.split(" / ").map(str::trim).filter(|it| !it.is_empty()).map(str::to_owned).collect();
    let outcome = outcome.trim().to_owned();
    let fraction = fraction.trim();
    let parts = match fraction.split_once('/') {
        Some((p, q)) => p.trim().parse::<u128>().ok().zip(q.trim().parse::<u128>().ok()),
        None => fraction.parse::<u128>().ok().map(|it| (it, 1)),
    };
    let Some((p, q)) = parts.filter(|it| 0 < it.1 && it.1 < 1_000_000_000_000) else {
        return wrong(line, format!("\"{fraction}\" is no fraction: 3/10"));
    };
    // The outcome must be readable before it is asked of every course.
    holds(&run.base, line, &outcome)?;
    let (mass, lost) = odds::mass(&run.base, &run.tape[run.base_at..], wishes, |g| {
        holds(g, line, &outcome).unwrap_or(false)
    });
    let whole = Battle::WHOLE;
    if 0 < lost {
        return wrong(line, "these odds are too large to be worked out exactly");
    }
    if mass / p.max(1) * q == whole && mass % p.max(1) == 0 || (p == 0 && mass == 0) {
        return Ok(());
    }
    let divisor = gcd(mass, whole);
    wrong(line, format!("expected {p}/{q}\nfound    {}/{}", mass / divisor, whole / divisor))
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// `b1 suppressed, steps 2`: one thing and what is true of it.
fn holds(g: &Battle, line: usize, outcome: &str) -> Read<bool> {
    let (key, rest) = outcome.trim().split_once(' ').unwrap_or((outcome.trim(), ""));
    for phrase in labels(rest) {
        if !is(g, line, key, phrase)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn unit(g: &Battle, line: usize, key: &str) -> Read<UnitId> {
    match g.data().units.iter().position(|it| it.key.eq_ignore_ascii_case(key)) {
        Some(at) => Ok(UnitId(at as u8)),
        None => wrong(line, format!("there is no unit \"{key}\"")),
    }
}

fn formation(g: &Battle, line: usize, key: &str) -> Read<FormationId> {
    match g.data().formations.iter().position(|it| it.key == key) {
        Some(at) => Ok(FormationId(at as u8)),
        None => wrong(line, format!("there is no formation \"{key}\"")),
    }
}

fn leader(g: &Battle, key: &str) -> Option<LeaderId> {
    g.data().leaders.iter().position(|it| it.key == key).map(|it| LeaderId(it as u8))
}

/// Is this true of the unit or leader?
fn is(g: &Battle, line: usize, key: &str, phrase: &str) -> Read<bool> {
    let mut words = Words::new(line, phrase);
    let not = words.take("not");
    let word = words.need("what is expected")?;
    let map = &g.data().map;
    let yes = if let Some(id) = leader(g, key) {
        let it = g.leaders[usize::from(id.0)];
        match word.as_str() {
            "with" => it.post == Post::With(unit(g, line, &words.need("a unit")?)?),
            "at" => g.leader_hex(id) == Some(find(map, line, &words.need("a hex")?)?),
            "lost" => it.post == Post::Lost,
            "gone" => it.post == Post::Gone,
            "later" => it.post == Post::Later,
            "replaced" => it.replaced,
            other => {
                return wrong(
                    line,
                    format!(
                        "\"{other}\" says nothing about a leader: with, at, lost, gone, later, replaced"
                    ),
                );
            }
        }
    } else {
        let id = unit(g, line, key)?;
        let it = &g[id];
        match word.as_str() {
            "suppressed" => it.suppressed,
            "column" => it.column,
            "mounted" => it.mounted,
            "ip" => it.ip,
            "ent" => it.ent,
            "steps" => it.steps == words.number::<u8>("steps")?,
            "cohesion" => it.cohesion == words.number::<u8>("cohesion")?,
            "rallying" => it.rallying == words.number::<u8>("rallying")?,
            "at" => it.hex() == Some(find(map, line, &words.need("a hex")?)?),
            "holding" => it.place == Place::Holding(find(map, line, &words.need("a hex")?)?),
            "eliminated" => it.place == Place::Eliminated,
            "later" => it.place == Place::Later,
            "absent" => it.place == Place::Absent,
            "hidden" => fire_zone::is_hidden(g, id),
            "acted" => g.active.as_ref().is_some_and(|it| it.acted.contains(id)),
            "in" if words.take("command") => command::in_command(g, id),
            "out" if words.take("of") && words.take("command") => !command::in_command(g, id),
            other => {
                return wrong(
                    line,
                    format!(
                        "\"{other}\" says nothing about a unit: at HEX, suppressed, cohesion N, steps N, column, mounted, ip, \
                         ent, rallying N, eliminated, holding HEX, later, absent, hidden, acted, in command, out of command"
                    ),
                );
            }
        }
    };
    words.end()?;
    Ok(yes != not)
}

fn found_unit(g: &Battle, key: &str, line: usize) -> String {
    if let Some(id) = leader(g, key) {
        let it = g.leaders[usize::from(id.0)];
        let post = match it.post {
            Post::With(unit) => format!("with {}", text::Names(g.data()).unit(unit)),
            Post::Later => "later".into(),
            Post::Lost => "lost".into(),
            Post::Gone => "gone".into(),
        };
        return if it.replaced { format!("{post}, replaced") } else { post };
    }
    let Ok(id) = unit(g, line, key) else { return "nothing".into() };
    let label = |hex: HexId| g.data().map.label(hex).to_string();
    let place = match g[id].place {
        Place::Hex(hex) => format!("at {}", label(hex)),
        Place::Holding(hex) => format!("holding {}", label(hex)),
        Place::Later => "later".into(),
        Place::Eliminated => "eliminated".into(),
        Place::Absent => "absent".into(),
        Place::Sea(at) => format!("at sea {at:?}"),
    };
    format!("{place}, {}", text::unit_state(g, id))
}

fn yes_no(yes: bool) -> &'static str {
    if yes { "yes" } else { "no" }
}

/// Everything that can be read off the position.
fn state(g: &Battle, line: usize, first: &str, mut words: Words, value: &str) -> Read<()> {
    let (data, map) = (g.data(), &g.data().map);
    let hex = |words: &mut Words| -> Read<HexId> {
        let label = words.need("a hex")?;
        find(map, line, &label)
    };
    let refusal = |it: Result<(), cost::Refusal>| match it {
        Ok(()) => "yes".to_owned(),
        Err(it) => format!("no by {}", it.rule.code),
    };
    let found: String = match first {
        "los" => {
            let (a, b) = (hex(&mut words)?, hex(&mut words)?);
            match fire_zone::blockers(g, a, b) {
                0 => "clear".into(),
                n if value == "blocked" || value.is_empty() => {
                    debug_assert!(0 < n);
                    "blocked".into()
                }
                n => format!("blocked {n}"),
            }
        }
        "sees" => {
            let id = unit(g, line, &words.need("a unit")?)?;
            let to = hex(&mut words)?;
            let range = fire_zone::sighting_range(g);
            yes_no(g[id].hex().is_some_and(|from| fire_zone::sees(g, from, to, range))).into()
        }
        "zone" => {
            let id = unit(g, line, &words.need("a unit")?)?;
            words.end()?;
            return zone(g, line, &fire_zone::zone(g, id), value);
        }
        "efz" => {
            let to = hex(&mut words)?;
            words.take("for");
            yes_no(fire_zone::is_in_enemy_zone(g, words::side(&mut words)?, to)).into()
        }
        "in" if words.take("command") => {
            let id = unit(g, line, &words.need("a unit")?)?;
            yes_no(command::in_command(g, id)).into()
        }
        "range" => {
            let id = unit(g, line, &words.need("a unit")?)?;
            fire_zone::direct_range(g, id)
                .map_or("none".into(), |it| if it == u8::MAX { "*".into() } else { it.to_string() })
        }
        "sighting" => fire_zone::sighting_range(g).to_string(),
        "distance" => map.distance(hex(&mut words)?, hex(&mut words)?).to_string(),
        "overstacked" => yes_no(stacking::is_overstacked(g, hex(&mut words)?)).into(),
        "stack" => {
            let at = hex(&mut words)?;
            let mut keys: Vec<&str> =
                g.stack(at).map(|id| data.units[usize::from(id.0)].key.as_str()).collect();
            keys.sort_unstable();
            words.end()?;
            let mut wanted: Vec<&str> =
                value.split([',', ' ']).filter(|it| !it.is_empty() && *it != "none").collect();
            wanted.sort_unstable();
            return if keys == wanted {
                Ok(())
            } else {
                wrong(line, format!("expected {value}\nfound {}", keys.join(" ")))
            };
        }
        "cost" => {
            let id = unit(g, line, &words.need("a unit")?)?;
            let (from, to) = (hex(&mut words)?, hex(&mut words)?);
            let together = words.take("as") && words.take("stack");
            let Some(direction) = map.direction(from, to) else {
                return wrong(line, "these hexes are not adjacent");
            };
            match cost::ground_cost(g, id, from, direction, to, together) {
                Ok(half) => text::half_points(half),
                Err(it) => format!("no by {}", it.rule.code),
            }
        }
        "enter" => {
            let id = unit(g, line, &words.need("a unit")?)?;
            refusal(cost::may_stand(g, id, hex(&mut words)?))
        }
        "assault" => {
            let id = unit(g, line, &words.need("a unit")?)?;
            refusal(assault::may_assault(g, id, hex(&mut words)?))
        }
        "activate" => refusal(activation::may_activate(g, unit(g, line, &words.need("a unit")?)?)),
        "buy" => {
            let id = formation(g, line, &words.need("a formation")?)?;
            refusal(sequence::may_buy(g, id).map_err(Into::into))
        }
        "crt" => {
            let crt = &data.tables.crt;
            let side = match words.need("white or black")?.as_str() {
                "white" => &crt.white_side,
                "black" => &crt.black_side,
                other => {
                    return wrong(
                        line,
                        format!("the CRT has a white and a black side, not \"{other}\""),
                    );
                }
            };
            let row = side.row(words::colour(&mut words)?);
            let show = |it: &FireResult| text::result(*it).to_owned();
            match words.next() {
                Some(roll) => {
                    row.get(roll.parse::<usize>().unwrap_or(99)).map(show).unwrap_or_default()
                }
                None => row.iter().map(show).collect::<Vec<_>>().join(" "),
            }
        }
        "score" => victory::score(g, words::side(&mut words)?).total().to_string(),
        "winner" => victory::winner(g).map_or("nobody".into(), |it| side_letter(it).to_string()),
        "holder" => {
            let at = hex(&mut words)?;
            match data.victory.hexes.iter().position(|it| it.hex == at) {
                Some(i) => side_letter(g.holders[i]).to_string(),
                None => return wrong(line, "this is no victory hex"),
            }
        }
        "phase" => text::phase_letter(g.phase).into(),
        "turn" => g.turn.to_string(),
        "over" => yes_no(kernel::Rules::is_over(g)).into(),
        "held" => g.held.map_or("none".into(), |it| words::chit_text(data, it)),
        "mug" => {
            words.end()?;
            let mut wanted = Vec::new();
            let mut chits = Words::new(line, value);
            while chits.peek().is_some_and(|it| it != "empty") {
                wanted.push(words::chit(&mut chits, data)?);
            }
            wanted.sort_unstable();
            let found: Vec<Chit> = g.mug.to_vec();
            let show = |it: &[Chit]| {
                it.iter().map(|it| words::chit_text(data, *it)).collect::<Vec<_>>().join(", ")
            };
            return if found == wanted {
                Ok(())
            } else {
                wrong(line, format!("expected {value}\nfound {}", show(&found)))
            };
        }
        "chit" if words.take("of") => {
            let id = formation(g, line, &words.need("a formation")?)?;
            let seen = if words.take("seen") {
                words.take("by");
                g.seen_by(Some(words::side(&mut words)?))
            } else {
                g.clone()
            };
            let ordered = seen.orders.iter().find(|(it, _)| *it == id);
            let state = match ordered {
                Some((_, true)) => ChitState::ThisTurn,
                Some((_, false)) => ChitState::NextTurn,
                None => seen.chit_of(id).state,
            };
            match state {
                ChitState::Available => "available".into(),
                ChitState::ThisTurn => "this turn".into(),
                ChitState::NextTurn => "next turn".into(),
            }
        }
        "chit" => g.active.as_ref().map_or("none".into(), |it| words::chit_text(data, it.chit)),
        "barrage" => match g.barrage(hex(&mut words)?) {
            None => "none".into(),
            Some(Barrage::Light) => "light".into(),
            Some(Barrage::Heavy) => "heavy".into(),
        },
        "entrenchment" => {
            let at = hex(&mut words)?;
            let found = g.empty_entrenchments.iter().find(|it| it.0 == at);
            found.map_or("none".into(), |it| side_letter(it.1).to_string())
        }
        "points" => {
            let key = words.need("a division")?;
            let Some(at) = data.divisions.iter().position(|it| it.key == key) else {
                return wrong(line, format!("there is no division \"{key}\""));
            };
            words.end()?;
            let points = g.points[at];
            let mut wanted = Words::new(line, value);
            let mut right = true;
            while let Some(word) = wanted.next() {
                right &= match word.as_str() {
                    "cp" => points.cp == wanted.number::<u8>("cp")?,
                    "dp" => points.dp == wanted.number::<u8>("dp")?,
                    other => return wrong(line, format!("points are cp and dp, not \"{other}\"")),
                };
            }
            return if right {
                Ok(())
            } else {
                wrong(line, format!("expected {value}\nfound cp {} dp {}", points.cp, points.dp))
            };
        }
        key => {
            words.end()?;
            if leader(g, key).is_none() && unit(g, line, key).is_err() {
                return wrong(
                    line,
                    format!(
                        "\"{key}\" is neither a unit nor a leader nor something to expect; see cases/README.md"
                    ),
                );
            }
            for phrase in labels(value) {
                if !is(g, line, key, phrase)? {
                    return wrong(
                        line,
                        format!(
                            "expected {key}: {phrase}\nfound    {key}: {}",
                            found_unit(g, key, line)
                        ),
                    );
                }
            }
            return Ok(());
        }
    };
    words.end()?;
    let wanted = value.replace(".5", "½");
    if found == wanted {
        Ok(())
    } else {
        wrong(line, format!("expected {value}\nfound    {found}"))
    }
}

/// `0201 0202` all of them; `with 0201` at least; `without 0201`; `none`.
fn zone(g: &Battle, line: usize, found: &gts::set::HexSet, value: &str) -> Read<()> {
    let map = &g.data().map;
    let mut words = Words::new(line, value);
    let show = || found.iter().map(|it| map.label(it).to_string()).collect::<Vec<_>>().join(" ");
    let mismatch = || {
        wrong(
            line,
            format!(
                "expected {value}\nfound    {}",
                if found.is_empty() { "none".into() } else { show() }
            ),
        )
    };
    if words.take("none") {
        return if found.is_empty() { Ok(()) } else { mismatch() };
    }
    if !matches!(words.peek(), Some("with" | "without")) {
        let mut wanted = gts::set::HexSet::default();
        for label in words.rest() {
            wanted.insert(find(map, line, &label)?);
        }
        return if wanted == *found { Ok(()) } else { mismatch() };
    }
    let mut inside = true;
    let mut right = true;
    while let Some(word) = words.next() {
        match word.as_str() {
            "with" => inside = true,
            "without" => inside = false,
            label => right &= found.contains(find(map, line, label)?) == inside,
        }
    }
    if right { Ok(()) } else { mismatch() }
}
