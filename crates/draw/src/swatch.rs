//! Swatches for the legend: a hex of each terrain, a piece of each hexside and route, in the manner of the map.

use board::Map;

use crate::colour::INK;
use crate::ground::{Edge, Ground, Lie, Route, Way};

const HEX: &str = "M24 2L43 13V35L24 46L5 35V13z";

/// Symbol and body of everything in the legend of a map.
pub fn all(map: &Map) -> Vec<(String, String)> {
    let legend = map.legend();
    let mut all = Vec::new();
    for (i, it) in legend.terrains.iter().enumerate() {
        let ground = Ground::of(map, board::TerrainId(i as u8));
        all.push((name("terrain", &it.key), terrain(ground)));
    }
    for it in &legend.sides {
        all.push((name("hexside", &it.key), hexside(Edge::of(&it.key, &it.name))));
    }
    for it in &legend.routes {
        all.push((name("route", &it.key), route(Route::of(&it.key, &it.name))));
    }
    all
}

/// A key comes from a stranger's file: only what may stand in a name is kept.
fn name(kind: &str, key: &str) -> String {
    let key: String =
        key.chars().filter(|it| it.is_ascii_alphanumeric() || matches!(it, '_' | '-')).collect();
    format!("legend-{kind}-{key}")
}

fn terrain(ground: Ground) -> String {
    let edge = ground.edge().unwrap_or("#b7ab8c");
    format!(
        "<path d=\"{HEX}\" fill=\"{}\"/>{}<path d=\"{HEX}\" fill=\"none\" stroke=\"{edge}\" stroke-width=\"1.6\"/>",
        ground.tint(),
        motif(ground)
    )
}

/// What grows or stands there.
fn motif(ground: Ground) -> String {
    let dots = |colour: &str, r: f64, at: &[(f64, f64)]| {
        let dots = at.iter().map(|(x, y)| format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>"));
        format!("<g fill=\"{colour}\">{}</g>", dots.collect::<String>())
    };
    let line = |colour: &str, width: f64, d: &str| {
        format!(
            "<path d=\"{d}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"round\"/>"
        )
    };
    let grid: Vec<(f64, f64)> = (0..4)
        .flat_map(|j| (0..4).map(move |i| (12.0 + 8.0 * f64::from(i), 13.0 + 7.5 * f64::from(j))))
        .collect();
    let crowd = [
        (14.0, 17.0),
        (22.0, 12.0),
        (31.0, 15.0),
        (37.0, 23.0),
        (28.0, 23.0),
        (18.0, 25.0),
        (11.0, 29.0),
        (24.0, 33.0),
        (34.0, 33.0),
        (17.0, 36.0),
        (26.0, 41.0),
    ];
    let houses = |roof: &str, n: usize| {
        let at = [(18, 15), (28, 22), (13, 26), (24, 33), (33, 31), (30, 12)];
        let walls = at.iter().take(n).map(|(x, y)| {
            format!("<rect x=\"{x}\" y=\"{y}\" width=\"7\" height=\"5.4\" stroke=\"{INK}\" stroke-width=\".7\"/>")
        });
        format!("<g fill=\"{roof}\">{}</g>", walls.collect::<String>())
    };
    match ground {
        Ground::Woods => {
            dots("#587a40", 4.6, &crowd)
                + &dots("#93ae68", 1.9, &crowd.map(|it| (it.0 - 1.2, it.1 - 1.4)))
        }
        Ground::Orchard => dots("#628347", 2.6, &grid),
        Ground::Vineyard => line("#7a8d46", 1.8, "M12 12V36M18 9V40M24 7V42M30 9V40M36 12V36"),
        Ground::Bocage => line(
            "#3f5c27",
            3.2,
            "M7 20L21 16L41 21M21 16L18 31M18 31L6 30M18 31L33 34L41 30M33 34L30 42M31 19L33 34",
        ),
        Ground::Scrub => dots("#8c9756", 2.0, &crowd),
        Ground::Crops => line("#c2a862", 1.4, "M8 33L26 8M12 37L33 9M17 41L39 13M23 43L41 21"),
        Ground::Polder => line("#7fa3a6", 1.6, "M7 16H41M7 24H41M7 32H41"),
        Ground::Marsh => line(
            "#54796e",
            1.6,
            "M11 20h7M14 20v-4M26 16h7M29 16v-4M20 30h8M24 30v-4M31 35h6M12 35h6",
        ),
        Ground::Flooded | Ground::Water => line(
            "#4f7f8c",
            1.5,
            "M9 18q4-3 8 0t8 0 8 0 6 0M9 26q4-3 8 0t8 0 8 0 6 0M12 34q4-3 8 0t8 0 6 0",
        ),
        Ground::Beach | Ground::Dunes | Ground::Desert => dots("#b79f62", 1.0, &grid),
        Ground::Seafront => dots("#a3a86a", 1.1, &grid) + &houses("#b6603f", 2),
        Ground::Ravine => line("#7f9155", 1.6, "M10 14C20 20 18 34 26 42M22 8C30 18 28 30 38 38"),
        Ground::Rocky => line("#8a795a", 1.6, "M12 24l4-6 5 5M24 34l5-7 6 6M27 16l4-5 5 6"),
        Ground::Hill => line("#a5793f", 1.5, "M12 32C14 16 34 16 36 32M17 32C19 22 29 22 31 32"),
        Ground::Village => houses("#b6603f", 3),
        Ground::Town => houses("#a5523a", 5),
        Ground::City => houses("#8d4a3c", 6),
        Ground::Fortified => houses("#6f6a63", 5),
        Ground::Rubble => line("#6b5b4a", 2.2, "M12 30l5-7 4 6 5-10 4 9 4-5 3 8M14 36h20"),
        Ground::Runway => line("#8b8676", 6.0, "M11 34L37 14"),
        Ground::Clear | Ground::Unknown => String::new(),
    }
}

fn hexside(edge: Edge) -> String {
    let line = |colour: &str, width: f64, more: &str| {
        format!(
            "<path d=\"M5 32L24 21L43 32\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"round\" stroke-linejoin=\"round\" {more}/>"
        )
    };
    let ticks = |colour: &str, width: f64| {
        format!(
            "<path d=\"M8 30.4l3.4 5.8M13 27.5l3.4 5.8M18 24.6l3.4 5.8M26 22.2l-1.4 6.4M30 24.6l-3.4 5.8M35 27.5l-3.4 5.8M40 30.4l-3.4 5.8\" stroke=\"{colour}\" stroke-width=\"{width}\"/>"
        )
    };
    let ground = "<path d=\"M2 2H46V46H2z\" fill=\"#f2ead2\"/>";
    let drawn = match edge {
        Edge::Stream => line("#4f7f8c", 3.0, ""),
        Edge::River => line("#4f7f8c", 9.0, "") + &line("#b9d1d6", 6.4, ""),
        Edge::Canal => {
            line("#4f7f8c", 9.0, "stroke-dasharray=\"30 0\"") + &line("#cfe0e3", 4.0, "")
        }
        Edge::Bridge => {
            line("#4f7f8c", 7.0, "")
                + "<path d=\"M24 12V33\" stroke=\"#1d1b16\" stroke-width=\"8\"/><path d=\"M24 12V33\" stroke=\"#f7efdc\" stroke-width=\"5\"/>"
        }
        Edge::Ferry => {
            line("#4f7f8c", 7.0, "")
                + "<path d=\"M24 12V33\" stroke=\"#1d1b16\" stroke-width=\"2.4\" stroke-dasharray=\"3 2\"/>"
        }
        Edge::Ford => {
            line("#4f7f8c", 7.0, "")
                + "<g fill=\"#8a795a\"><circle cx=\"24\" cy=\"17\" r=\"2\"/><circle cx=\"24\" cy=\"22\" r=\"2\"/><circle cx=\"24\" cy=\"27\" r=\"2\"/></g>"
        }
        Edge::Slope => ticks("#a5793f", 1.8),
        Edge::Crest => line("#6f4c22", 2.2, "") + &ticks("#6f4c22", 1.6),
        Edge::Ridge => line("#6a4a24", 3.0, "") + &ticks("#6a4a24", 1.6),
        Edge::Bluff => line("#6b4a24", 2.4, "") + &ticks("#6b4a24", 2.4),
        Edge::Scaleable => {
            line("#4d3a22", 3.2, "")
                + &ticks("#4d3a22", 1.8)
                + "<path d=\"M21 19V36M27 19V36M21 23H27M21 28H27M21 33H27\" stroke=\"#f7f0dd\" stroke-width=\"3.4\"/><path d=\"M21 19V36M27 19V36M21 23H27M21 28H27M21 33H27\" stroke=\"#33271a\" stroke-width=\"1.3\"/>"
        }
        Edge::Cliff => line("#332717", 3.6, "") + &ticks("#332717", 2.2),
        Edge::Embankment => line("#5c4a30", 3.4, "") + &ticks("#5c4a30", 1.4),
        Edge::Hedge => line("#3f5c27", 6.0, "stroke-dasharray=\"0 6.4\""),
        Edge::Wall => {
            line("#4b4b4d", 5.0, "") + &line("#dcd8cc", 2.6, "stroke-dasharray=\"4.6 1.6\"")
        }
        Edge::Shingle => {
            line("#b9ad93", 9.0, "")
                + &line("#6f6857", 3.0, "stroke-dasharray=\"0 4.4\"")
                + &line("#e6dfca", 2.2, "stroke-dasharray=\"0 5.3\"")
        }
        Edge::Seawall => {
            line("#3d3c3a", 5.0, "")
                + &line("#c9c3b4", 2.2, "")
                + "<path d=\"M10 27l-3-5M16 23.4l-3-5M22 20l-3-5M27 21l3-5M33 24.4l3-5M39 28l3-5\" stroke=\"#3d3c3a\" stroke-width=\"2\"/>"
        }
        Edge::TankWall => {
            line("#2c2b29", 8.4, "stroke-dasharray=\"6.6 2.4\"")
                + &line("#a3a099", 5.2, "stroke-dasharray=\"4.6 4.4\" stroke-dashoffset=\"-1\"")
        }
        Edge::TankDitch => {
            "<path d=\"M5 34l4-8 5 6 3-10 5 5 2-8 4 8 4-3 4 9 4-5 3 8\" fill=\"none\" stroke=\"#2e2a24\" stroke-width=\"2.2\" stroke-linejoin=\"round\"/>".to_owned()
        }
        Edge::Ditch => line("#2e2e30", 5.0, "stroke-dasharray=\"1.4 3\""),
        Edge::Wire => {
            line("#3a3730", 1.2, "")
                + "<path d=\"M11 25l4 6M15 25l-4 6M22 19l4 6M26 19l-4 6M33 25l4 6M37 25l-4 6\" stroke=\"#3a3730\" stroke-width=\"1.2\"/>"
        }
        Edge::GapOpen => line("#1d5b3c", 4.0, "stroke-dasharray=\"8 30\""),
        Edge::GapClosed => line("#a3201b", 4.4, "stroke-dasharray=\"6 3\""),
        Edge::Impassable => line("#7a1d15", 5.0, ""),
        Edge::Unknown => line("#5b3a86", 4.0, "stroke-dasharray=\"2 4\""),
    };
    format!("{ground}{drawn}")
}

fn route(route: Route) -> String {
    const D: &str = "M2 34C16 30 20 16 46 13";
    let line = |colour: &str, width: f64, more: &str| {
        format!(
            "<path d=\"{D}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" {more}/>"
        )
    };
    let way = match route.way {
        Way::Brook => line("#3f7488", 3.4, "") + &line("#8fbccb", 1.6, ""),
        Way::Track => line("#6b5232", 2.4, "stroke-dasharray=\"5 3\""),
        Way::Railway => {
            line("#2b2722", 2.0, "") + &line("#2b2722", 7.0, "stroke-dasharray=\"1.2 4\"")
        }
        Way::Road => line("#5d4a33", 6.4, "") + &line("#fbf5e3", 4.2, ""),
        Way::MainRoad => line("#7a2f20", 8.6, "") + &line("#e9b25c", 6.0, ""),
    };
    let lie = match route.lie {
        Lie::Level => String::new(),
        Lie::Raised => line("#5c4a30", 13.0, "stroke-dasharray=\"1.2 3.4\" opacity=\".7\""),
        Lie::Sunken => line("#5c4a30", 11.0, "opacity=\".35\""),
    };
    format!("<path d=\"M2 2H46V46H2z\" fill=\"#f2ead2\"/>{lie}{way}")
}
