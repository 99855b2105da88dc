//! The odds of an attack on a strongpoint nobody has seen, counted in two ways: by the procedure itself with the driver of
//! odds, and by going through the chart for every crew and every marker it could be.

use kernel::{First, Game, Mass, Odds};
use omaha::Day;
use omaha::attack::{Muster, carry_out};
use omaha::data::{UnitId, Weapon, Weapons};
use omaha::state::Units;

/// Two companies of 6 next to WN64 on clear high ground, over unmarked hexsides: nothing is multiplied.
const POSITION: &str = "
turn 5
unit 16-B at 2307
unit 16-C at 2208
german 64 plain depth
";

/// Defeated; depth gone and disrupted; disrupted with depth; held, and the attackers disrupted; held.
const RESULTS: usize = 5;

#[test]
fn the_odds_of_an_attack_are_those_of_the_chart() {
    let g = omaha_table::cases::position(POSITION).expect("a position");
    let unit = |key: &str| {
        UnitId(g.data().units.iter().position(|it| it.key == key).expect("is there") as u8)
    };
    let units: Units = [unit("16-B"), unit("16-C")].into_iter().collect();
    let muster = Muster { units, naval: false };
    let target = g.data().map.find("2207").expect("is there");

    let mut found = [0; RESULTS];
    let mut cx = Odds::new(First);
    cx.every(
        &*g.seen(),
        |cx, g| carry_out(cx, g, target, &muster),
        |mass, (), end| found[result(end, target, unit("16-B"))] += mass,
    );
    assert_eq!(cx.lost, 0);
    assert_eq!(found, by_the_chart(&g));
}

fn result(g: &Day, target: board::HexId, attacker: UnitId) -> usize {
    match g.german_at(target) {
        None => 0,
        Some(it) if g[it].disrupted && g[it].depth.is_none() => 1,
        Some(it) if g[it].disrupted => 2,
        Some(_) if g[attacker].disrupted => 3,
        Some(_) => 4,
    }
}

/// Each of the plain crews with each of the strongpoint markers, as the chart has it (turns 1-16).
fn by_the_chart(g: &Day) -> [Mass; RESULTS] {
    let attack = 12;
    let weapons: Weapons = [Weapon::Bz, Weapon::Bg, Weapon::Br, Weapon::De, Weapon::Mo, Weapon::Rd]
        .into_iter()
        .collect();
    let plain = omaha::data::GermanKind::Wn(omaha::data::Gun::Plain);
    let crews: Vec<_> = g.data().germans.iter().filter(|it| it.kind == plain).collect();
    let wn = omaha::data::DepthPool::Wn;
    let markers: Vec<_> = g.data().depths.iter().filter(|it| it.pool == wn).collect();
    assert_eq!((crews.len(), markers.len()), (9, 18));
    let mut sum = [0; RESULTS];
    for crew in &crews {
        for marker in &markers {
            let complete = crew.requires.without(weapons).is_empty();
            assert!(2 * crew.strength <= attack, "every crew is doubled");
            let result = if !complete {
                2
            } else if marker.tactical {
                0
            } else {
                let defence = crew.strength + marker.strength;
                let complete = marker.requires.without(weapons).is_empty();
                match (complete, 2 * defence <= attack, defence < attack) {
                    (true, _, true) => 1,
                    (false, true, _) => 2,
                    (false, false, true) => 4,
                    _ => unreachable!("12 is more than any crew with a marker"),
                }
            };
            sum[result] += Day::WHOLE / (9 * 18);
        }
    }
    sum
}
