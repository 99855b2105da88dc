//! Dice from the committed seed.

use kernel::{Dice, Seed, Stirred};

#[test]
fn the_same_seed_gives_the_same_throws_in_any_order() {
    let seed = Seed::from_number(42);
    let forward: Vec<_> = (0..50).map(|n| seed.throw(n, Dice::D10)).collect();
    let backward: Vec<_> = (0..50).rev().map(|n| seed.throw(n, Dice::D10)).collect();
    assert!(forward.iter().eq(backward.iter().rev()));
    // Fixed for ever: stored games depend on it.
    let faces: Vec<i32> = forward.iter().take(12).map(|it| it.d10()).collect();
    let again: Vec<i32> =
        (0..12).map(|n| Seed::from_number(42).throw(n, Dice::D10).d10()).collect();
    assert_eq!(faces, again);
}

#[test]
fn every_face_is_equally_likely() {
    let seed = Seed::from_number(7);
    for dice in [Dice::D6, Dice::D10, Dice::TwoD6, Dice::D66, Dice::OneOf(7)] {
        let n = 6_000;
        let mut seen = vec![0_u32; dice.faces() as usize];
        for i in 0..n {
            seen[seed.throw(i, dice).0 as usize] += 1;
        }
        let expected = n as f64 / f64::from(dice.faces());
        let chi: f64 = seen.iter().map(|it| (f64::from(*it) - expected).powi(2) / expected).sum();
        let freedom = f64::from(dice.faces() - 1);
        assert!(chi < freedom + 5.0 * (2.0 * freedom).sqrt(), "{dice:?}: chi² {chi} of {freedom}");
    }
}

fn words(from: u64, with: &str) -> Stirred {
    Stirred { from, seat: Some(0), with: with.into() }
}

#[test]
fn a_contribution_changes_the_dice_to_come_and_not_the_commitment() {
    let seed = Seed::from_number(1);
    let mixed = seed.stirred(&[words(10, "a player's words")]);
    // It was published before anybody contributed.
    assert_eq!(seed.commitment(), mixed.commitment());
    assert!((0..10).all(|n| seed.throw(n, Dice::D66) == mixed.throw(n, Dice::D66)));
    assert!((10..30).any(|n| seed.throw(n, Dice::D66) != mixed.throw(n, Dice::D66)));
    let other = seed.stirred(&[words(10, "other words")]);
    assert!((10..30).any(|n| other.throw(n, Dice::D66) != mixed.throw(n, Dice::D66)));
}

#[test]
fn contributions_lie_on_top_of_each_other() {
    let seed = Seed::from_number(1);
    let both = seed.stirred(&[words(0, "one"), words(20, "two")]);
    let one = seed.stirred(&[words(0, "one")]);
    assert!((0..20).all(|n| both.throw(n, Dice::D66) == one.throw(n, Dice::D66)));
    assert!((20..40).any(|n| both.throw(n, Dice::D66) != one.throw(n, Dice::D66)));
    let two = seed.stirred(&[words(20, "two")]);
    assert!((20..40).any(|n| both.throw(n, Dice::D66) != two.throw(n, Dice::D66)));
}

#[test]
fn a_seed_is_never_printed_by_accident_and_survives_storage() {
    let seed = Seed::from_number(1);
    assert_eq!(format!("{seed:?}"), "Seed(secret)");
    let json = serde_json::to_string(&seed).expect("plain");
    assert_eq!(serde_json::from_str::<Seed>(&json).expect("own format"), seed);
    assert!(serde_json::from_str::<Seed>("\"abc\"").is_err());
    assert!(serde_json::from_str::<Seed>(&format!("\"{}\"", "é".repeat(32))).is_err());
}
