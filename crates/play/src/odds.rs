//! What odds of every system share.

use kernel::{First, Game, Mass, Odds, Prefix, Rules};

use crate::system::{Moment, System};
use crate::wire::{OddsRow, OddsView};

/// Labels of the classes an outcome falls into, with how bad each is: 0 nothing … 4 destroyed.
pub type Classes = &'static [(&'static str, u8)];

impl<S: System> Moment<'_, S> {
    /// What comes of the option by the end of the step, by class; whoever is asked on the way takes the first option.
    pub fn spread(
        &self,
        title: String,
        classes: Classes,
        class: impl Fn(&S::Game) -> usize,
    ) -> OddsView {
        let mut masses: Vec<Mass> = vec![0; classes.len()];
        let mut odds = Odds::new(First);
        odds.every(
            &*self.base,
            |cx, g| S::Game::step(&mut Prefix::new(&self.tape, cx), g),
            |mass, (), g| masses[class(g)] += mass,
        );
        let rows = rows(classes, &masses, S::Game::WHOLE);
        let (exact, courses) = (odds.lost == 0, odds.courses);
        let error = odds.lost as f64 / S::Game::WHOLE as f64;
        OddsView { title, exact, error, rows, courses, ..OddsView::default() }
    }
}

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
