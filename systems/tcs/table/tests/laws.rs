//! Laws by random play, on every scenario we ship and a quick look at each.

use tcs_table::Tcs;
use testkit::laws::{laws, scenarios};

#[test]
fn the_laws_hold_in_every_scenario() {
    let starts = scenarios::<Tcs>().expect("the shipped modules load");
    assert!(!starts.is_empty());
    for (name, start) in starts {
        let tally = laws::<Tcs>(&start, 0..3, 44, 2).unwrap_or_else(|it| panic!("{name}: {it}"));
        assert_eq!(tally.games, 3, "{name}");
        assert!(100 < tally.decisions, "{name}: {tally}");
    }
}
