//! What things are worth: `weights.toml`, read once. Only differences matter; found by playing many games
//! (`cargo run --release -p tcs-table --example duel`).

use std::sync::OnceLock;

use serde::Deserialize;

/// The judgement of a player. Worths are hundredths of a point, shares are in hundredths.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    pub blow: Blow,
    pub ground: Ground,
    pub fire: Fire,
    pub moving: Moving,
    pub guns: Guns,
    pub sheets: Sheets,
}

/// What an attack does.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Blow {
    /// A step gone.
    pub step: i32,
    /// A unit that becomes so.
    pub suppressed: i32,
    pub paralysed: i32,
    pub driven: i32,
    /// Its last step.
    pub destroyed: i32,
    /// Share by which it counts more on a scoring hex.
    pub on_scoring: i32,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ground {
    /// Share of a scoring hex's points: in the last turn, and what each turn before it takes off.
    pub held: i32,
    pub early: i32,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fire {
    /// What an SFA or PFA has to be worth at least, an overwatch, one more hex in either.
    pub least: i32,
    pub overwatch: i32,
    pub join: i32,
    /// Share of the enemy's reply that counts against it.
    pub reply: i32,
    /// An assault has to be worth this, which is looked for in so many trials.
    pub assault: i32,
    pub trials: u32,
    /// An AT roll with these chances of 36.
    pub at_roll: i32,
    pub dig_in: i32,
    pub light: i32,
    /// Share of what the enemy could do to those who attack, which smoke would take away.
    pub smoke: i32,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moving {
    /// A movement point nearer: on the attack, on any other way.
    pub approach: i32,
    pub march: i32,
    /// What is added to the attack's for each turn that is gone, in the share of all turns.
    pub haste: i32,
    /// Shares of what overwatch would do on the way, and of what fire would do at its end.
    pub risk: i32,
    pub exposed: i32,
    /// Share by which each one who waits to follow makes that risk smaller.
    pub follow: i32,
    /// What a step must gain at least.
    pub least: i32,
    /// Enemies no farther than this, and fire that could do so much: into Fire mode.
    pub alert: u32,
    pub ready: i32,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Guns {
    /// What a mission must be worth for each ammunition it costs, falling to nothing in the last turn.
    pub least: i32,
    /// Share by which shells on our own count more.
    pub own: i32,
    pub smoke: i32,
    pub light: i32,
    /// Share by which shells count on whoever holds an objective of ours that is under attack.
    pub objective: i32,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sheets {
    /// What a new sheet must be worth more than what its units do now.
    pub least: i32,
    /// Share of the enemy's steps near the objective against ours, and of those Dug-In besides.
    pub odds: i32,
    pub dug_in: i32,
    /// Share of a step that each point of the enemy's strength on an objective is worth.
    pub enemies: i32,
    /// Share of the enemy's strength on the way there that has to be beaten as well.
    pub on_the_way: i32,
    /// Share of the strength of others who attack the same place, and what a battery with shells left adds.
    pub together: i32,
    pub battery: i32,
    /// An objective without points.
    pub nothing: i32,
    /// Share of the points of a place that is held; more if the enemy is near.
    pub hold: i32,
    pub threatened: i32,
    /// Orders of any kind, for a unit that has none.
    pub orders: i32,
    /// A Reserve is released for this.
    pub release: i32,
    /// How many turns more an Alternate may take.
    pub alternate: usize,
}

impl Weights {
    /// Those of the file.
    #[must_use]
    pub fn best() -> &'static Weights {
        static BEST: OnceLock<Weights> = OnceLock::new();
        BEST.get_or_init(|| match toml::from_str(include_str!("weights.toml")) {
            Ok(it) => it,
            // Ours, and read by every test.
            Err(it) => unreachable!("weights.toml: {it}"),
        })
    }
}
