//! Decisions of the landing: exact odds against games played out, with what is face down dealt at random each time.

use omaha_table::cases::position;
use omaha_table::laws::odds_agree;

const PLAYOUTS: u32 = 20_000;

struct Decision {
    name: &'static str,
    position: &'static str,
    /// The first of these that is offered is taken, else the first option.
    wishes: &'static [&'static str],
    /// Steps played; the fire of a sector counts as one. US actions begin with one that says which division acts.
    courses: u8,
    /// At least so many ends are told apart.
    outcomes: usize,
}

const DECISIONS: &[Decision] = &[
    Decision {
        name: "an attack on a strongpoint, crew and marker unknown",
        position: "turn 5; phase us-actions
            unit 16-B at 2307; unit 16-C at 2208
            german 64 plain depth",
        wishes: &["attack 64", "join 16-B", "join 16-C", "done", "no"],
        courses: 2,
        outcomes: 3,
    },
    Decision {
        name: "an attack on reinforcements in the afternoon",
        position: "scenario long-day; turn 20; phase us-actions
            unit 16-B at 2611; unit 18-C at 2610; unit hq-16 at 2609
            german C5 T depth; german C2 T",
        wishes: &["attack C5", "join 16-B", "join 18-C", "done", "no"],
        courses: 2,
        outcomes: 3,
    },
    Decision {
        name: "a barrage",
        position: "turn 5; phase us-actions
            unit tk-741-B1 at 2204
            german 64 plain",
        wishes: &["tk-741-B1 barrages 64"],
        courses: 2,
        outcomes: 2,
    },
    Decision {
        name: "a barrage of artillery against depth",
        position: "scenario long-day; turn 28; phase us-actions
            unit afa-62 at 2404; unit hq-16 at 2404
            german 64 plain depth",
        wishes: &["afa-62 barrages 64"],
        courses: 2,
        outcomes: 3,
    },
    Decision {
        name: "an infiltration past two positions",
        position: "turn 4; phase us-actions
            unit 16-E at 2106 steps 1 hero
            german 64 plain; german 65N plain; german 65S plain",
        wishes: &["16-E -> 2107", "continue", "no"],
        courses: 2,
        outcomes: 2,
    },
    Decision {
        name: "a landing check with mines",
        position: "turn 5; phase landing-check east
            unit 16-A in ER4; unit 16-B in ER6; unit 18-C in FG2",
        wishes: &[],
        courses: 1,
        outcomes: 4,
    },
    Decision {
        name: "the fire of a turn, both sectors",
        position: "turn 5; phase fire east
            german 61 88 depth; german 62N plain; german 62S 75; german 64 plain depth; german 65N plain
            german 66N plain depth; german 68N 75; german C5 T
            unit 16-E at 2504; unit 16-F at 2504 steps 1 hero; unit 16-G at 2204; unit hq-16 at 2605
            unit 116-E at 1904; unit 116-F at 1604 steps 2; unit gen-cota at 1604; unit tk-741-B1 at 2304",
        wishes: &["continue", "no"],
        courses: 2,
        outcomes: 30,
    },
    Decision {
        name: "German actions of the afternoon",
        position: "scenario long-day; turn 20; phase fire east
            german C5 T; german C2 T depth; german C4 D; german 62N plain depth
            unit 16-E at 2610; unit 16-F at 2609; unit 18-C at 2710",
        wishes: &["continue", "no"],
        courses: 1,
        outcomes: 10,
    },
];

#[test]
fn games_end_as_often_as_the_exact_odds_say() {
    for (seed, it) in DECISIONS.iter().enumerate() {
        let g = position(it.position).unwrap_or_else(|wrong| panic!("{}: {wrong}", it.name));
        let found = odds_agree(&g, it.wishes, it.courses, 1944 + seed as u64, PLAYOUTS);
        let outcomes = found.unwrap_or_else(|wrong| panic!("{}: {wrong}", it.name));
        println!("{}: {outcomes} outcomes", it.name);
        assert!(it.outcomes <= outcomes, "{}: only {outcomes} outcomes", it.name);
    }
}
