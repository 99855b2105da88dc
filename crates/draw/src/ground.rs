//! What a key of the legend looks like. Modules name their own kinds; a kind is drawn by the words in its key, then by
//! the words in its name, and never not at all.

use board::{Map, TerrainId};

/// How a terrain is drawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Ground {
    Clear,
    Desert,
    Polder,
    Crops,
    Hill,
    Bocage,
    Orchard,
    Vineyard,
    Scrub,
    Woods,
    Beach,
    Seafront,
    Ravine,
    Dunes,
    Rocky,
    Marsh,
    Flooded,
    Water,
    Village,
    Town,
    City,
    Fortified,
    Rubble,
    Runway,
    Unknown,
}

impl Ground {
    /// Every way to draw, in the order they are painted.
    pub const ALL: [Ground; 25] = [
        Ground::Clear,
        Ground::Desert,
        Ground::Polder,
        Ground::Crops,
        Ground::Hill,
        Ground::Bocage,
        Ground::Orchard,
        Ground::Vineyard,
        Ground::Scrub,
        Ground::Woods,
        Ground::Beach,
        Ground::Seafront,
        Ground::Ravine,
        Ground::Dunes,
        Ground::Rocky,
        Ground::Marsh,
        Ground::Flooded,
        Ground::Water,
        Ground::Village,
        Ground::Town,
        Ground::City,
        Ground::Fortified,
        Ground::Rubble,
        Ground::Runway,
        Ground::Unknown,
    ];

    pub fn of(map: &Map, terrain: TerrainId) -> Ground {
        let kind = &map.legend().terrains[terrain.index()];
        by_words(&kind.key).or_else(|| by_words(&kind.name)).unwrap_or(Ground::Unknown)
    }

    /// The colour of the paper.
    pub fn tint(self) -> &'static str {
        match self {
            Ground::Clear | Ground::Runway => "#f2ead2",
            Ground::Desert => "#eedfb8",
            Ground::Polder => "#e2e6c6",
            Ground::Crops => "#efe2b4",
            Ground::Hill => "#e6d8b2",
            Ground::Bocage => "#e0e3c3",
            Ground::Orchard => "#dfe4bd",
            Ground::Vineyard => "#e4e2bd",
            Ground::Scrub => "#dcdcb0",
            Ground::Woods => "#bccb98",
            Ground::Beach => "#ecdfb4",
            Ground::Seafront => "#e3dfb8",
            Ground::Ravine => "#ccd9a6",
            Ground::Dunes => "#eadcae",
            Ground::Rocky => "#ddd2bb",
            Ground::Marsh => "#d3dcc4",
            Ground::Flooded => "#cadad6",
            Ground::Water => "#b9d1d6",
            Ground::Village => "#ecdcc2",
            Ground::Town => "#e8d3bb",
            Ground::City => "#e2cab4",
            Ground::Fortified => "#d9cdbd",
            Ground::Rubble => "#ddcfbe",
            Ground::Unknown => "#ece2d8",
        }
    }

    /// The colour of the thin line around a region.
    pub fn edge(self) -> Option<&'static str> {
        match self {
            Ground::Bocage => Some("#7f9155"),
            Ground::Orchard | Ground::Vineyard | Ground::Scrub => Some("#9aa56a"),
            Ground::Woods => Some("#5f7b3c"),
            Ground::Crops => Some("#c2a862"),
            Ground::Marsh | Ground::Flooded => Some("#8aa9a6"),
            Ground::Water => Some("#4f7f8c"),
            Ground::Village | Ground::Town | Ground::City | Ground::Fortified | Ground::Rubble => {
                Some("#c4a184")
            }
            Ground::Beach | Ground::Dunes => Some("#c9b683"),
            Ground::Ravine => Some("#8a9a58"),
            Ground::Hill | Ground::Rocky => Some("#b79a68"),
            _ => None,
        }
    }

    /// Has houses.
    pub fn is_built_up(self) -> bool {
        matches!(
            self,
            Ground::Village | Ground::Town | Ground::City | Ground::Fortified | Ground::Rubble
        )
    }
}

fn by_words(text: &str) -> Option<Ground> {
    const WORDS: [(&str, Ground); 51] = [
        ("brushwood", Ground::Woods),
        ("wood", Ground::Woods),
        ("forest", Ground::Woods),
        ("jungle", Ground::Woods),
        ("orchard", Ground::Orchard),
        ("grove", Ground::Orchard),
        ("vineyard", Ground::Vineyard),
        ("bocage", Ground::Bocage),
        ("hedge", Ground::Bocage),
        ("scrub", Ground::Scrub),
        ("brush", Ground::Scrub),
        ("heath", Ground::Scrub),
        ("rubble", Ground::Rubble),
        ("fortified", Ground::Fortified),
        ("fortress", Ground::Fortified),
        ("city", Ground::City),
        ("town", Ground::Town),
        ("suburb", Ground::Town),
        ("village", Ground::Village),
        ("hamlet", Ground::Village),
        ("building", Ground::Village),
        ("farm", Ground::Village),
        ("chateau", Ground::Village),
        ("runway", Ground::Runway),
        ("airfield", Ground::Runway),
        ("polder", Ground::Polder),
        ("flood", Ground::Flooded),
        ("inundat", Ground::Flooded),
        ("marsh", Ground::Marsh),
        ("swamp", Ground::Marsh),
        ("bog", Ground::Marsh),
        ("dune", Ground::Dunes),
        ("beach", Ground::Beach),
        ("pavilion", Ground::Seafront),
        ("seafront", Ground::Seafront),
        ("draw", Ground::Ravine),
        ("ravine", Ground::Ravine),
        ("gully", Ground::Ravine),
        ("sand", Ground::Beach),
        ("desert", Ground::Desert),
        ("rock", Ground::Rocky),
        ("cave", Ground::Rocky),
        ("rough", Ground::Rocky),
        ("water", Ground::Water),
        ("sea", Ground::Water),
        ("lake", Ground::Water),
        ("ocean", Ground::Water),
        ("hill", Ground::Hill),
        ("cane", Ground::Crops),
        ("wheat", Ground::Crops),
        ("crop", Ground::Crops),
    ];
    let text = text.to_lowercase();
    let found = WORDS.into_iter().find(|it| text.contains(it.0)).map(|it| it.1);
    found.or_else(|| match text.as_str() {
        it if it.contains("clear") || it.contains("open") || it.contains("pasture") => {
            Some(Ground::Clear)
        }
        it if it.contains("field") || it.contains("grain") => Some(Ground::Crops),
        it if it.contains("river") || it.contains("estuary") => Some(Ground::Water),
        _ => None,
    })
}

/// How a hexside is drawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Edge {
    Stream,
    River,
    Canal,
    Bridge,
    Ferry,
    Ford,
    Slope,
    Crest,
    Ridge,
    Bluff,
    Scaleable,
    Cliff,
    Embankment,
    Hedge,
    Shingle,
    Seawall,
    Wall,
    TankWall,
    Ditch,
    TankDitch,
    Wire,
    GapOpen,
    GapClosed,
    Impassable,
    Unknown,
}

impl Edge {
    pub(crate) fn of(key: &str, name: &str) -> Edge {
        Edge::by_words(key).or_else(|| Edge::by_words(name)).unwrap_or(Edge::Unknown)
    }

    fn by_words(text: &str) -> Option<Edge> {
        const WORDS: [(&str, Edge); 36] = [
            ("impassable", Edge::Impassable),
            ("blocked", Edge::Impassable),
            ("bridge", Edge::Bridge),
            ("ferry", Edge::Ferry),
            ("ford", Edge::Ford),
            ("gap_open", Edge::GapOpen),
            ("gap-open", Edge::GapOpen),
            ("open gap", Edge::GapOpen),
            ("gap", Edge::GapClosed),
            ("canal", Edge::Canal),
            ("river", Edge::River),
            ("stream", Edge::Stream),
            ("brook", Edge::Stream),
            ("creek", Edge::Stream),
            ("slope", Edge::Slope),
            ("crest", Edge::Crest),
            ("ridge", Edge::Ridge),
            ("scaleable", Edge::Scaleable),
            ("scalable", Edge::Scaleable),
            ("sheer", Edge::Cliff),
            ("cliff", Edge::Cliff),
            ("bluff", Edge::Bluff),
            ("embankment", Edge::Embankment),
            ("dike", Edge::Embankment),
            ("dyke", Edge::Embankment),
            ("hedge", Edge::Hedge),
            ("bocage", Edge::Hedge),
            ("shingle", Edge::Shingle),
            ("seawall", Edge::Seawall),
            ("sea wall", Edge::Seawall),
            ("atwall", Edge::TankWall),
            ("anti-tank wall", Edge::TankWall),
            ("atditch", Edge::TankDitch),
            ("anti-tank ditch", Edge::TankDitch),
            ("wall", Edge::Wall),
            ("ditch", Edge::Ditch),
        ];
        let text = text.to_lowercase();
        WORDS
            .into_iter()
            .find(|it| text.contains(it.0))
            .map(|it| it.1)
            .or(text.contains("wire").then_some(Edge::Wire))
    }
}

/// How a route is drawn, the faintest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Way {
    Brook,
    Track,
    Railway,
    Road,
    MainRoad,
}

/// A way and how it lies in the ground.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Route {
    pub way: Way,
    pub lie: Lie,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Lie {
    Level,
    Raised,
    Sunken,
}

impl Route {
    pub(crate) fn of(key: &str, name: &str) -> Route {
        let text = format!("{key} {name}").to_lowercase();
        let has = |words: &[&str]| words.iter().any(|it| text.contains(it));
        let way = if has(&["brook", "rivulet"]) {
            Way::Brook
        } else if has(&["rail", "tram"]) && !has(&["trail"]) {
            Way::Railway
        } else if has(&["main", "highway", "primary", "paved", "national"]) {
            Way::MainRoad
        } else if has(&["track", "trail", "path", "lane"]) {
            Way::Track
        } else {
            Way::Road
        };
        let lie = if has(&["raised"]) {
            Lie::Raised
        } else if has(&["sunken"]) {
            Lie::Sunken
        } else {
            Lie::Level
        };
        Route { way, lie }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_of_the_series_is_known() {
        let terrains = "clear desert polder orchard vineyard scrub woods brushwoods village town city fortified rubble \
            bocage hill sand_dunes beach marsh swamp flooded buildings runway brush sugar_cane rocky cave";
        for key in terrains.split_whitespace() {
            assert!(by_words(key).is_some(), "{key}");
        }
        assert_eq!(by_words("sand_dunes"), Some(Ground::Dunes));
        assert_eq!(by_words("brushwoods"), Some(Ground::Woods));
        for key in ["beach", "pavilion", "draw", "clear", "rough", "sea"] {
            assert!(by_words(key).is_some(), "{key}");
        }
        for key in ["shingle", "seawall", "atwall", "atditch", "bluff", "scaleable", "sheer"] {
            assert_ne!(Edge::of(key, ""), Edge::Unknown, "{key}");
        }
        assert_eq!(Edge::of("wall", ""), Edge::Wall);
        let sides = "stream river canal impassable bridge ferry slope_up crest ridge embankment gap_closed gap_open";
        for key in sides.split_whitespace() {
            assert_ne!(Edge::of(key, ""), Edge::Unknown, "{key}");
        }
        assert_eq!(Route::of("raised_railroad", "").lie, Lie::Raised);
        assert_eq!(Route::of("main_route", "").way, Way::MainRoad);
        assert_eq!(Route::of("trail", "").way, Way::Track);
        for it in Ground::ALL {
            assert!(it.tint().starts_with('#'));
        }
    }
}
