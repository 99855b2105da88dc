//! The sheet of a referee: what he does one after the other, and what he has then.
//!
//! `sheet: next, next, next, order a1 M, order a1 F => skirmish.order.one`

use skirmish::Skirmish;
use skirmish::data::{ElementId, ObjectiveId};
use skirmish::dice::Tested;
use skirmish::morale::Test;
use skirmish::referee::{Sheet, Stock};
use skirmish::state::Moved;
use testkit::cases::words::{Read, Words};

use super::super::places::{battery_called, element, side, side_name};
use super::{numbers, wrong};

pub(super) fn check(g: &Skirmish, line: usize, whole: &str) -> Read<()> {
    let Some((what, wanted)) = whole.trim_start_matches("sheet:").split_once("=>") else {
        return wrong(line, "write: sheet: next, order a1 M => WHAT IS SO");
    };
    let mut sheet = Sheet::new(g.scene.clone());
    sheet.first_mover = g.first_mover;
    // Rounds are those of the situation.
    for (kept, it) in sheet.kept.iter_mut().zip(&g.elements) {
        kept.stock = Stock { he: it.he_rounds, smoke: it.smoke_rounds };
    }
    for (stock, it) in sheet.batteries.iter_mut().zip(&g.batteries) {
        *stock = Stock { he: it.he_rounds, smoke: it.smoke_rounds };
    }
    let mut refused = None;
    for part in what.split(',') {
        if let Some(rule) = act(g, &mut sheet, &mut Words::new(line, part))? {
            refused = Some(rule);
        }
    }
    let wanted = wanted.trim();
    let found = match refused {
        Some(rule) => rule.code.to_owned(),
        None => shown(g, &sheet, &mut Words::new(line, wanted))?,
    };
    if wanted == found {
        return Ok(());
    }
    wrong(line, format!("expected {wanted}\nfound    {found}"))
}

/// One entry; the rule that refuses it.
fn act(g: &Skirmish, sheet: &mut Sheet, words: &mut Words) -> Read<Option<kernel::Rule>> {
    let mut done = Ok(());
    match words.need("an entry")?.as_str() {
        "next" => {
            let times: usize = if words.peek().is_some() { words.number("phases")? } else { 1 };
            for _ in 0..times {
                sheet.next_phase(false);
            }
        }
        "ended" => sheet.next_phase(true),
        "order" => {
            let id = element(g, words)?;
            done = sheet.order(id, words.word()?);
        }
        "mark" => {
            let (id, mover) = (element(g, words)?, element(g, words)?);
            done = sheet.mark(id, mover);
        }
        "fire" => {
            let id = element(g, words)?;
            let key = words.need("a weapon")?;
            let Some(weapon) = g.tables().weapon_called(&key) else {
                return words.wrong(format!("there is no weapon \"{key}\""));
            };
            let smoke = words.take("smoke");
            done = sheet.fire(id, g.tables().weapon(weapon), smoke);
        }
        "suffer" => {
            let id = element(g, words)?;
            let (hits, kills) = (words.number("hits")?, words.number("kills")?);
            sheet.suffer(id, hits, kills, words.take("severe"));
        }
        "call" => {
            let key = words.need("a battery")?;
            let Some(id) = battery_called(g, &key) else {
                return words.wrong(format!("there is no battery \"{key}\""));
            };
            done = sheet.call(id, words.take("smoke"));
        }
        "initiative" => {
            let dice = [words.number("a die")?, words.number("a die")?];
            done = sheet.take_initiative(dice, words.take("first")).map(|_| ());
        }
        "spots" => {
            let (id, target) = (element(g, words)?, element(g, words)?);
            done = sheet.spotted(id, target, !words.take("not"));
        }
        "leaves" => sheet.leave(element(g, words)?),
        "fought" => {
            let id = element(g, words)?;
            done = sheet.fought(id, words.number("kills")?);
        }
        "runs" => done = sheet.run(element(g, words)?),
        "shaken" => sheet.shake(element(g, words)?),
        "stands" => done = sheet.tested(element(g, words)?, Tested::Passed),
        "fails" => {
            let id = element(g, words)?;
            let how = if words.take("badly") { Tested::FailedBadly } else { Tested::Failed };
            done = sheet.tested(id, how);
        }
        "stays" => done = sheet.not_rallied(element(g, words)?),
        "rallies" => done = sheet.rallied(element(g, words)?),
        "smoke" => sheet.smoke.push(words.number("hindrances")?),
        "hold" => {
            let at: u8 = words.number("an objective")?;
            done = sheet.hold(ObjectiveId(at), Some(side(words)?));
        }
        other => return words.wrong(format!("a referee enters no \"{other}\"")),
    }
    words.end()?;
    Ok(done.err())
}

/// What is asked by the first word of what is wanted.
fn shown(g: &Skirmish, sheet: &Sheet, words: &mut Words) -> Read<String> {
    let head = words.need("what is so")?;
    Ok(match head.as_str() {
        "phase" => format!("phase {} of turn {}", sheet.phase + 1, sheet.turn),
        "smoke" => {
            let all: Vec<String> = sheet.smoke.iter().map(u8::to_string).collect();
            format!("smoke {}", all.join(" "))
        }
        "testing" => {
            let all: Vec<&str> = sheet.testing().map(|it| g.data(it).key.as_str()).collect();
            format!("testing {}", if all.is_empty() { "nobody".into() } else { all.join(" ") })
        }
        // Who has to test in the phase that it is, and for what.
        "tests" => {
            let tests = |it: ElementId| {
                let Test { kills, severe } = sheet.test(it);
                format!("{} kills {kills} severe {severe}", g.data(it).key)
            };
            let all: Vec<String> = g.ids().filter(|it| sheet.must_test(*it)).map(tests).collect();
            format!("tests {}", if all.is_empty() { "nobody".into() } else { all.join(" ") })
        }
        "initiative" => {
            let (winner, first) = (side_name(sheet.initiative), side_name(sheet.first_mover));
            format!("initiative {winner} first {first}")
        }
        "battery" => {
            let key = words.need("a battery")?;
            let stock = battery_called(g, &key).map(|it| sheet.batteries[usize::from(it.0)]);
            let rounds = |it: Option<u8>| it.map_or("unlimited".into(), |it| it.to_string());
            let stock = stock.map(|it| format!("he {} smoke {}", rounds(it.he), rounds(it.smoke)));
            format!("battery {key} {}", stock.unwrap_or_default())
        }
        // How the rules see it: what is on the table, and how it would end now.
        "there" => {
            let game = sheet.game();
            let how = |it: ElementId| format!("{:?}", game[it].presence).to_lowercase();
            let all = g.ids().map(|it| format!("{} {}", g.data(it).key, how(it)));
            format!("there {}", all.collect::<Vec<_>>().join(" "))
        }
        "figures" => {
            let (game, id) = (sheet.game(), element(g, words)?);
            format!("figures {} {}", g.data(id).key, game.alive(id).count())
        }
        "outcome" => {
            let it = sheet.outcome();
            let (who, how) = (it.winner.map_or("nobody", side_name), it.how);
            let how = format!("{how:?}").to_lowercase();
            format!("outcome {who} {how} {} {}", it.points[0], it.points[1])
        }
        "ends" => format!("ends {}", numbers::ends(sheet.ends_on())),
        // What else is kept of an element.
        "also" => {
            let id = element(g, words)?;
            let it = sheet.kept(id);
            let smoke = it.stock.smoke.map_or("unlimited".into(), |it| it.to_string());
            let (key, moved) = (&g.data(id).key, it.moved != Moved::No);
            format!("also {key} smoke {smoke} hidden {} moved {moved}", it.hidden)
        }
        "over" => format!("over {}", sheet.over),
        "held" => {
            let all = sheet.objectives.iter().map(|it| it.map_or("nobody", side_name));
            format!("held {}", all.collect::<Vec<_>>().join(" "))
        }
        _ => {
            words.back();
            let id = element(g, words)?;
            let it = sheet.kept(id);
            let order =
                it.order.map_or("none".into(), |it| g.tables().order(it).letter.to_string());
            let level = format!("{:?}", it.level).to_lowercase();
            let marker = it.marker.map_or("none", |it| g.data(it).key.as_str());
            let rounds = it.stock.he.map_or("unlimited".into(), |it| it.to_string());
            format!("{head} {level} order {order} living {} marker {marker} he {rounds}", it.living)
        }
    })
}
