//! What odds of every system share.

use kernel::Mass;

use crate::wire::OddsRow;

/// Labels of the classes an outcome falls into, with how bad each is: 0 nothing … 4 destroyed.
pub type Classes = &'static [(&'static str, u8)];

/// The classes that can come, as shares of the whole.
#[must_use]
pub fn rows(classes: Classes, masses: &[Mass], whole: Mass) -> Vec<OddsRow> {
    let some = classes.iter().zip(masses).filter(|it| 0 < *it.1);
    some.map(|((label, severity), mass)| OddsRow {
        label: (*label).into(),
        fraction: fraction(*mass, whole),
        probability: *mass as f64 / whole as f64,
        severity: *severity,
    })
    .collect()
}

/// Reduced, where it is short enough to read.
#[must_use]
pub fn fraction(mass: Mass, whole: Mass) -> String {
    let (mut a, mut b) = (mass, whole);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    let (n, d) = (mass / a, whole / a);
    if d < 1_000_000 { format!("{n}/{d}") } else { String::new() }
}
