//! Why one hex sees another or does not: the ground under the line, its height, and what rises above it.

use std::ops::ControlFlow;

use board::HexId;
use kernel::{Rule, rules};

use super::{
    Ground, Hexes,
    sight::{Line, Meeting, Station, walk},
};

rules! {
    BLOCK = "tcs.los.block", "Ground, houses or trees rise above the line";
    ALONG = "tcs.los.along-side", "Both hexes beside the line rise above it";
    SIDE = "tcs.los.hexside-obstacle", "A hedge on the hexside rises above the line";
    CORNER = "tcs.los.corner", "Hedges meet at the corner through which the line passes";
    SMOKE = "tcs.los.smoke", "Smoke lies on the line";
}

/// The section through the ground between two hexes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    pub line: Line,
    /// In order from the viewer.
    pub meetings: Vec<(Meeting, Option<Rule>)>,
}

impl Profile {
    #[cfg(test)]
    fn is_clear(&self) -> bool {
        self.blockers().next().is_none()
    }

    /// What blocks, nearest first, and by which statement.
    pub fn blockers(&self) -> impl Iterator<Item = (&Meeting, Rule)> {
        self.meetings.iter().filter_map(|it| it.1.map(|rule| (&it.0, rule)))
    }
}

/// The profile from a to b with smoke in these hexes.
#[must_use]
pub fn profile(ground: &Ground, smoke: &Hexes, a: HexId, b: HexId) -> Profile {
    let line = Line::new(ground, a, b);
    let mut meetings = Vec::new();
    let _ = walk(ground, smoke, a, b, |it| {
        meetings.push((it, line.is_blocked(&it).then(|| reason(&it))));
        ControlFlow::Continue(())
    });
    Profile { line, meetings }
}

fn reason(meeting: &Meeting) -> Rule {
    match meeting.station {
        Station::Hex(_) if meeting.shut => SMOKE,
        Station::Hex(_) => BLOCK,
        Station::Between(_) => ALONG,
        Station::Side(_) => SIDE,
        Station::Corner(_) => CORNER,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::{
        oracle,
        sample::{self, Sample},
    };

    fn see(draw: impl FnOnce(&mut Sample), smoke: &[&str], a: &str, b: &str) -> Vec<Rule> {
        let ground = sample::ground(draw);
        let id = |it: &str| ground.map().find(it).unwrap();
        let smoke: Hexes = smoke.iter().map(|it| id(it)).collect();
        let (there, back) =
            (profile(&ground, &smoke, id(a), id(b)), profile(&ground, &smoke, id(b), id(a)));
        // The table, the profile and the way back agree (tcs.los.symmetric).
        assert_eq!(ground.sees_past(&smoke, id(a), id(b)), there.is_clear());
        assert_eq!(there.is_clear(), back.is_clear());
        let mut rules: Vec<Rule> = there.blockers().map(|it| it.1).collect();
        let mut reversed: Vec<Rule> = back.blockers().map(|it| it.1).collect();
        reversed.reverse();
        assert_eq!(rules, reversed);
        rules.dedup();
        rules
    }

    fn clear(draw: impl FnOnce(&mut Sample), a: &str, b: &str) -> bool {
        see(draw, &[], a, b).is_empty()
    }

    /// 0505 and 0905 lie in one row, four apart; 0605, 0705 and 0805 are a quarter, a half and three quarters on.
    #[test]
    fn a_crest_hides_what_is_behind_it_and_equal_height_does_not() {
        // Eyes at 102 and 102: a crest at 103 blocks, one at 102 does not.
        assert_eq!(
            see(
                |it| {
                    it.height("0705", 103);
                },
                &[],
                "0505",
                "0905"
            ),
            [BLOCK]
        );
        assert!(clear(
            |it| {
                it.height("0705", 102);
            },
            "0505",
            "0905"
        ));
        // From 110 the line falls from 112 to 102: at a quarter it is at 109 and a half, at three quarters at 104 and a half.
        let from_above = |hex: &'static str, height| {
            clear(
                move |it| {
                    it.height("0505", 110).height(hex, height);
                },
                "0505",
                "0905",
            )
        };
        assert!(from_above("0605", 109) && !from_above("0605", 110));
        assert!(from_above("0705", 107) && !from_above("0705", 108));
        assert!(from_above("0805", 104) && !from_above("0805", 105));
        // Adjacent hexes see each other, whatever lies between their heights.
        assert!(clear(
            |it| {
                it.height("0505", 190);
            },
            "0505",
            "0605"
        ));
    }

    #[test]
    fn a_village_between_blocks_and_one_at_the_ends_does_not() {
        let village = |hex: &'static str, ends: i16| {
            clear(
                move |it| {
                    it.terrain(hex, "city_village").height("0505", ends).height("0905", ends);
                },
                "0505",
                "0905",
            )
        };
        // Roofs at 110: over them one sees from 108 and more on both sides (eyes at 110).
        assert!(!village("0705", 100) && !village("0705", 107) && village("0705", 108));
        // tcs.los.end-terrain
        assert!(village("0505", 100) && village("0905", 100));
        // Buildings on top of open ground are as tall.
        let farm = |it: &mut Sample| {
            it.feature("0705", "buildings");
        };
        assert_eq!(see(farm, &[], "0505", "0905"), [BLOCK]);
        // Woods of 15 m on ground 8 m lower: 107 against a line at 102.
        let dell = |height: i16| {
            move |it: &mut Sample| {
                it.terrain("0705", "woods").height("0705", height);
            }
        };
        assert!(clear(dell(87), "0505", "0905") && !clear(dell(88), "0505", "0905"));
    }

    #[test]
    fn a_hedge_on_the_hexside_blocks_unless_it_is_ones_own() {
        let hedge = |side: &'static str, kind: &'static str| {
            see(
                move |it| {
                    it.side(side, kind);
                },
                &[],
                "0505",
                "0905",
            )
        };
        // Bocage of 5 m on flat ground reaches 105, eyes are at 102; a hedge of 2 m only equals them.
        assert_eq!(hedge("0605-0705", "bocage"), [SIDE]);
        assert!(hedge("0605-0705", "hedge").is_empty());
        // tcs.los.own-hexside
        assert!(hedge("0505-0605", "bocage").is_empty() && hedge("0805-0905", "bocage").is_empty());
        // It stands on the higher of its two hexes: ground of 98 and 99 lifts a 5 m hedge to 104 only.
        let bank = |low: i16, high: i16| {
            clear(
                move |it| {
                    it.side("0605-0705", "bocage").height("0605", low).height("0705", high);
                },
                "0505",
                "0905",
            )
        };
        assert!(bank(96, 97) && !bank(90, 98));
        // The crossing counts where it is: the middle of that side is three eighths on. Falling from 112 to 102 the line is at
        // 108 and a quarter there.
        let slope = |height: i16| {
            clear(
                move |it| {
                    it.side("0605-0705", "bocage").height("0505", 110);
                    it.height("0605", height).height("0705", height);
                },
                "0505",
                "0905",
            )
        };
        assert!(slope(103) && !slope(104));
    }

    /// From 0503 to 0505 the line runs down the side between 0404 and 0504 (even rows are shifted east).
    #[test]
    fn a_line_along_a_side_is_blocked_by_both_neighbours_only() {
        let woods = |hexes: &'static [&'static str]| {
            see(
                |it| {
                    hexes.iter().for_each(|hex| {
                        it.terrain(hex, "woods");
                    });
                },
                &[],
                "0503",
                "0505",
            )
        };
        assert!(woods(&["0404"]).is_empty() && woods(&["0504"]).is_empty());
        assert_eq!(woods(&["0404", "0504"]), [ALONG]);
        // At the edge of the map the hex beside the line decides alone: 0101 to 0103 past 0102.
        let edge = |it: &mut Sample| {
            it.terrain("0102", "woods");
        };
        assert_eq!(see(edge, &[], "0101", "0103"), [ALONG]);
        assert!(clear(|_| (), "0101", "0103"));
    }

    /// From 0503 to 0507 the line runs down that side, through 0505, and down the next, between 0406 and 0506. The far
    /// corner of the first side and the near corner of the second are corners of 0505, which is no end.
    #[test]
    fn at_a_corner_one_hedge_is_slipped_past_and_two_are_not() {
        let hedges = |sides: &'static [&'static str]| {
            see(
                |it| {
                    sides.iter().for_each(|side| {
                        it.side(side, "bocage");
                    });
                },
                &[],
                "0503",
                "0507",
            )
        };
        assert!(hedges(&["0404-0505"]).is_empty());
        assert!(hedges(&["0404-0504"]).is_empty());
        assert_eq!(hedges(&["0404-0505", "0504-0505"]), [CORNER]);
        assert_eq!(hedges(&["0404-0504", "0404-0505"]), [CORNER]);
        // Sides of the end hexes do not count: 0503-0404 and 0503-0504 are the viewer's own.
        assert!(hedges(&["0404-0503", "0503-0504", "0404-0504"]).is_empty());
    }

    #[test]
    fn smoke_hides_what_is_behind_it_and_not_what_is_in_it() {
        assert_eq!(see(|_| (), &["0705"], "0505", "0905"), [SMOKE]);
        assert!(see(|_| (), &["0505", "0905"], "0505", "0905").is_empty());
        // On a flank alone it hides nothing; with woods on the other it does.
        assert!(see(|_| (), &["0404"], "0503", "0505").is_empty());
        let woods = |it: &mut Sample| {
            it.terrain("0504", "woods");
        };
        assert_eq!(see(woods, &["0404"], "0503", "0505"), [ALONG]);
        // From above as well: smoke has no height.
        let hill = |it: &mut Sample| {
            it.height("0505", 200);
        };
        assert_eq!(see(hill, &["0805"], "0505", "0905"), [SMOKE]);
        assert!(see(|_| (), &["0706"], "0505", "0905").is_empty());
    }

    #[test]
    fn fire_comes_in_through_one_side_or_through_a_corner() {
        use board::Direction::{E, NE, NW, W};
        let ground = sample::ground(|_| ());
        let entry = |a: &str, b: &str| {
            let sides = ground.entry(ground.map().find(a).unwrap(), ground.map().find(b).unwrap());
            let mut sides: Vec<_> = sides.into_iter().collect();
            sides.sort();
            sides
        };
        assert_eq!(entry("0505", "0905"), [W]);
        assert_eq!(entry("0905", "0505"), [E]);
        assert_eq!(entry("0503", "0505"), [NE, NW]);
        assert_eq!(entry("0504", "0505"), [NE]);
        assert!(entry("0505", "0505").is_empty());
    }

    /// Every pair of a rough ground, with and without smoke: the table says what the profile says, both ways, and both say what
    /// the plain way of working it out says.
    #[test]
    fn table_profile_and_the_plain_way_agree_everywhere() {
        let ground = sample::ground(|it| {
            let mut seed = 7_u32;
            for row in 1..=sample::SIZE {
                for column in 1..=sample::SIZE {
                    seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    let label = format!("{column:02}{row:02}");
                    it.height(&label, 90 + (seed >> 16) as i16 % 20);
                    if seed >> 28 == 0 {
                        it.terrain(&label, "woods");
                    }
                    if seed >> 29 == 1 && column < sample::SIZE {
                        it.side(&format!("{label}-{:02}{row:02}", column + 1), "bocage");
                    }
                }
            }
        });
        let hexes = || ground.map().hexes();
        let mut seen = 0;
        let smoke: Hexes = hexes().filter(|it| it.0 % 23 == 5).collect();
        for (a, b) in hexes().flat_map(|a| hexes().map(move |b| (a, b))) {
            assert_eq!(ground.sees(a, b), profile(&ground, &Hexes::EMPTY, a, b).is_clear());
            assert_eq!(ground.sees(a, b), ground.field(b).contains(a));
            assert_eq!(ground.sees(a, b), oracle::sees(&ground, &Hexes::EMPTY, a, b));
            let dim = ground.sees_past(&smoke, a, b);
            assert_eq!(dim, oracle::sees(&ground, &smoke, a, b));
            assert_eq!(dim, profile(&ground, &smoke, a, b).is_clear());
            seen += usize::from(ground.sees(a, b));
        }
        assert!(hexes().len() < seen && seen < hexes().len() * hexes().len());
    }
}
