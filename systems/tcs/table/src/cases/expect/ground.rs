//! The map: distances, costs, classes, sight.

use tcs::ground::MoveClass;
use tcs::ground::profile::profile;
use tcs::ground::sight::Station;
use tcs::spot;
use tcs::state::Battle;

use super::yes;
use crate::cases::words::{self, Read, Words};

pub(super) fn value(g: &Battle, first: &str, words: &mut Words) -> Read<Option<String>> {
    let map = g.data.map();
    let ground = &g.data.ground;
    Ok(Some(match first {
        "distance" => {
            let (a, b) = (words::hex(words, map)?, words::hex(words, map)?);
            g.data.distance(a, b).to_string()
        }
        "cost" | "road-cost" => {
            let class: MoveClass = words.word()?;
            let (a, b) = (words::hex(words, map)?, words::hex(words, map)?);
            let Some(direction) = map.direction(a, b) else {
                return words.wrong("these hexes are no neighbours");
            };
            let cost = match first {
                "cost" => ground.cost(class, a, direction),
                _ => ground.road_cost(class, a, direction),
            };
            cost.map_or("none".into(), |it| words::points(it.0))
        }
        "class" => ground.class(words::hex(words, map)?).key().into(),
        "side-class" => {
            let (a, b) = (words::hex(words, map)?, words::hex(words, map)?);
            let class = map.direction(a, b).map(|it| ground.side_class(a, it));
            class.map_or("none".into(), |it| it.key().into())
        }
        "metres" => ground.metres(words::hex(words, map)?).to_string(),
        "bottleneck" => {
            let (a, b) = words::pair(words, map)?;
            yes(map.direction(a, b).is_some_and(|it| ground.is_bottleneck(a, it)))
        }
        // With smoke and visibility.
        "sight" => {
            let (a, b) = (words::hex(words, map)?, words::hex(words, map)?);
            let both = [spot::sees(g, a, b), spot::sees(g, b, a)];
            match both {
                [true, true] => "clear".into(),
                [false, false] => "blocked".into(),
                _ => "one way".into(),
            }
        }
        // What blocks, and by which rule.
        "blocks" => {
            let (a, b) = (words::hex(words, map)?, words::hex(words, map)?);
            let profile = profile(ground, &g.smoke, a, b);
            let blocker = profile.blockers().map(|(it, rule)| {
                let at = match it.station {
                    Station::Hex(hex) => words::label(map, hex),
                    _ => "side".into(),
                };
                format!("{at} {}", rule.code)
            });
            words::or_none(blocker.collect())
        }
        // What the line passes, and which fraction of it lies before each.
        "profile" => {
            let (a, b) = (words::hex(words, map)?, words::hex(words, map)?);
            let profile = profile(ground, &g.smoke, a, b);
            let unit = profile.line.unit;
            let met = profile.meetings.iter().map(|(it, _)| {
                let at = match it.station {
                    Station::Hex(hex) => words::label(map, hex),
                    Station::Between(_) => "between".into(),
                    Station::Side(_) => "side".into(),
                    Station::Corner(_) => "corner".into(),
                };
                let by = common(it.at, unit);
                format!("{at} {}/{}", it.at / by, unit / by)
            });
            words::or_none(met.collect())
        }
        _ => return Ok(None),
    }))
}

/// The greatest number that divides both.
fn common(a: i32, b: i32) -> i32 {
    if b == 0 { a.max(1) } else { common(b, a % b) }
}
