//! What things are worth: one table, in a file of its own.

use std::sync::LazyLock;

use serde::Deserialize;

/// The judgement of a player. Each line is explained in the file.
#[derive(Clone, Copy, PartialEq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    pub value: f64,
    pub figure: f64,
    pub leader: f64,
    pub support: f64,
    pub suppress: f64,
    pub r#break: f64,
    pub disperse: f64,
    pub fire: f64,
    pub future: f64,
    pub danger: f64,
    pub path: f64,
    pub share: f64,
    pub cover: f64,
    pub counter: f64,
    pub goal: f64,
    pub near: f64,
    pub crowd: f64,
    pub hold: f64,
    pub guard: f64,
    pub late: f64,
    pub goal_support: f64,
    pub goal_leader: f64,
    pub lead: f64,
    pub hidden: f64,
    pub ambush: f64,
    pub assault: f64,
    pub assaulted: f64,
    pub mark: f64,
    pub mark_least: f64,
    pub mark_pinned: f64,
    pub round: f64,
    pub he_counter: f64,
    pub smoke: f64,
    pub call: f64,
    pub first_attack: f64,
    pub first_defend: f64,
}

const FILE: &str = include_str!("weights.toml");

impl Weights {
    /// Read a table of weights.
    pub fn read(text: &str) -> Result<Weights, toml::de::Error> {
        toml::from_str(text)
    }

    /// Those that are shipped; a test reads the file, so that it cannot be wrong.
    #[must_use]
    pub fn shipped() -> &'static Weights {
        static SHIPPED: LazyLock<Weights> =
            LazyLock::new(|| Weights::read(FILE).unwrap_or_default());
        &SHIPPED
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_has_every_weight_and_no_other() {
        let read = Weights::read(FILE).expect("a table of weights");
        assert_eq!(*Weights::shipped(), read);
    }
}
