//! What proves the system: where its games begin, its case words, its laws. The playthrough needs no more.

use board::HexId;
use module::{Library, Shape};
use testkit::cases::{Field, Played};
use testkit::golden::Told;
use testkit::laws::Lawful;
use toy::Night;

use crate::{Toy, label};

impl Played for Toy {
    type Draws = ();
    const FIELDS: &'static [Field<Night>] = &[
        ("hour", |g| g.hour.to_string(), |g, it| it.parse().ok().map(|it| g.hour = it)),
        ("courier", |g| label(g, g.courier), |g, it| find(g, it).map(|it| g.courier = it)),
        ("patrol", |g| label(g, g.patrol), |g, it| find(g, it).map(|it| g.patrol = it)),
        ("papers", |g| g.papers.to_string(), |g, it| it.parse().ok().map(|it| g.papers = it)),
        ("dark", |g| g.dark.to_string(), |g, it| it.parse().ok().map(|it| g.dark = it)),
        ("sprung", |g| g.sprung.to_string(), |g, it| it.parse().ok().map(|it| g.sprung = it)),
        ("farm", |g| some(g, g.farm), |g, it| find(g, it).map(|it| g.farm = Some(it))),
        ("ambush", |g| some(g, g.ambush), |g, it| find(g, it).map(|it| g.ambush = Some(it))),
        ("winner", winner, |_, _| None),
    ];

    /// The scenario that lies beside the system; it is not among those we ship.
    fn starts() -> Result<Vec<(String, Night)>, String> {
        let files = module::files!(
            "../../modules/",
            "toy/courier/module.toml",
            "toy/courier/scenarios/one-night.toml"
        );
        testkit::laws::starts::<Toy>(&Library::from_files(&[Shape::of::<Toy>()], files))
    }
    fn item(g: &Night, word: &str) -> Option<serde_json::Value> {
        find(g, word).map(|it| it.0.into())
    }
}

fn find(g: &Night, text: &str) -> Option<HexId> {
    g.data.map.find(text)
}

fn winner(g: &Night) -> String {
    g.winner.map_or("nobody".into(), |it| format!("{it:?}").to_lowercase())
}

fn some(g: &Night, hex: Option<HexId>) -> String {
    hex.map_or("unknown".into(), |it| label(g, it))
}

impl Lawful for Toy {
    fn follows(g: &Night, before: &Night) -> Result<(), String> {
        let back =
            g.hour < before.hour || (g.papers && !before.papers) || (before.sprung && !g.sprung);
        if back { Err(format!("{before:?}\n{g:?}")) } else { Ok(()) }
    }
    fn most_decisions(start: &Night) -> u64 {
        2 + 2 * u64::from(start.data.hours)
    }
}

impl Told for Toy {}
