//! Check sums of a survey, for who draws a map and for the rules that state them.

use std::collections::BTreeMap;

use super::sides::Sides;
use super::{Plan, Surveyed};

/// omaha.map.side-counts, omaha.map.col-balance, and how large the fields are.
#[must_use]
pub fn report(plans: &[Plan], found: &[Surveyed], sides: &Sides) -> String {
    let mut counts: BTreeMap<_, usize> = BTreeMap::new();
    for side in sides.values() {
        *counts.entry(*side).or_default() += 1;
    }
    let counts: Vec<String> = counts.iter().map(|it| format!("{} {}", it.0.name(), it.1)).collect();
    let mut colours: BTreeMap<_, usize> = BTreeMap::new();
    for it in found {
        *colours.entry((it.sector, it.colour)).or_default() += 1;
    }
    let colours: Vec<String> =
        colours.iter().map(|it| format!("{:?} {} {}", it.0.0, it.0.1.name(), it.1)).collect();
    let dots = |wn: bool| {
        let of = plans.iter().zip(found).filter(|it| it.0.is_wn() == wn);
        of.map(|it| it.1.field.len()).sum::<usize>()
    };
    format!(
        "hexsides: {}\ncolours: {}\nVP marks: {}\ndots: {} of WN, {} of reinforcement positions",
        counts.join(", "),
        colours.join(", "),
        found.iter().filter(|it| it.vp).count(),
        dots(true),
        dots(false)
    )
}
