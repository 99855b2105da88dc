//! Laws by random play on every shipped scenario. `cargo xtask laws --games 10000` plays more of them.

use ::gts::question::Action;
use gts_table::cases::position;
use gts_table::{Gts, laws as gts};
use testkit::laws::{laws, scenarios};

/// Optimised builds play more.
const GAMES: u64 = if cfg!(debug_assertions) { 12 } else { 400 };

#[test]
fn the_laws_hold_in_every_scenario() {
    for (name, start) in scenarios::<Gts>().expect("what we ship loads") {
        let tally =
            laws::<Gts>(&start, 0..GAMES, 44, 4).unwrap_or_else(|it| panic!("{name}: {it}"));
        assert_eq!(tally.games, GAMES);
        assert!(0 < tally.replayed && 0 < tally.undone);
    }
}

#[test]
fn purchases_stay_secret() {
    for (name, start) in scenarios::<Gts>().expect("what we ship loads") {
        let compared: usize = (0..4)
            .map(|seed| {
                gts::secrets_are_kept(&start, seed).unwrap_or_else(|it| panic!("{name}: {it}"))
            })
            .sum();
        println!("{name}: {compared} moments compared");
    }
    let start = position(
        "phase D.I\nunit a1 at 0202; unit a2 A/A2 at 0203; unit b1 B/B1 at 0505; unit b2 B/B2 at 0504\n\
         leader La with a1; leader La2 with a2; leader Lb with b1; leader Lb2 with b2\ndivision A dp 3; division B dp 3",
    )
    .expect("a position");
    let compared: usize = (0..8)
        .map(|seed| gts::secrets_are_kept(&start, seed).unwrap_or_else(|it| panic!("{it}")))
        .sum();
    assert!(10 < compared, "{compared}");
}

#[test]
fn playouts_agree_with_exact_odds() {
    let fire = "unit a1 at 0202 range 2\nunit b1 at 0302; leader La with a1; leader Lb with b1; chit formation A1";
    let moving =
        "unit a1 at 0202 cohesion 1\nunit b1 at 0402 range 3; unit b2 at 0401; leader Lb with b1";
    let assault = "unit a1 at 0202 1 step\nunit b1 at 0302 1 step; leader La with a1; leader Lb with b1; division A cp 0; division B cp 1";
    let playouts = if cfg!(debug_assertions) { 300 } else { 100_000 };
    let named = [
        ("a direct fire", fire, Action::DirectFire),
        ("a move under op fire", moving, Action::Move),
        ("an assault", assault, Action::Assault),
    ];
    for (name, text, action) in named {
        let start = position(text).expect("a position");
        let mut states = 0;
        for seed in 0..6 {
            let whim = gts::Whim { seed, action: Some(action) };
            states += gts::odds_agree(&start, &whim, playouts)
                .unwrap_or_else(|it| panic!("{name}, seed {seed}: {it}"));
        }
        println!("{name}: {states} end states");
        assert!(12 < states);
    }
}
