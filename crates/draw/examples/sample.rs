//! Writes a made-up map that shows every kind of ground, side, route and feature: `cargo run --example sample -- DIR`.

use std::{env, fs, path::PathBuf};

use board::{
    Direction, FeatureKind, Legend, Map, MapBuilder, RouteKind, SideKind, SideSight, TerrainKind,
    TerrainSight,
};

fn main() -> std::io::Result<()> {
    let dir = PathBuf::from(env::args().nth(1).unwrap_or_else(|| String::from("/tmp")));
    fs::write(dir.join("sample.svg"), draw::map_svg(&sample(), &draw::MapStyle::default()))
}

fn sample() -> Map {
    let terrains = "clear woods orchard village town bocage wheat marsh beach sand_dunes water scrub vineyard city \
        fortified rubble hill rocky polder flooded runway desert moonscape";
    let sides = "stream river canal bridge ferry crest ridge slope_up cliff embankment hedge wall gap_open gap_closed \
        impassable ditch mystery";
    let legend = Legend {
        terrains: terrains
            .split_whitespace()
            .map(|it| TerrainKind::new(it, it, TerrainSight::Open))
            .collect(),
        sides: sides.split_whitespace().map(|it| SideKind::new(it, it, SideSight::Open)).collect(),
        routes: ["main_road", "road", "track", "railroad", "raised_road", "sunken_road"]
            .iter()
            .map(|it| RouteKind::new(it, it))
            .collect(),
        features: ["strongpoint", "observation_point", "hill", "entry", "victory", "oddity"]
            .iter()
            .map(|it| FeatureKind::new(it, it))
            .collect(),
    };
    let mut b = MapBuilder::new(legend, 20, 16);
    b.fill("clear");
    let rows = [
        "~~~~~~~~~~~~~~~~~~~~",
        "~~~=====~~~~====~~~~",
        "==dd,,,dd====,,,====",
        ",,,,v,,,,,o,,,,v,,,,",
        ",ww,,,oo,,,ww,,,,hh,",
        "www,,,o,,,wwww,,bbb,",
        ",w,,vo,,,,,ww,,bbbbb",
        ",,,,,,,,,,,,,,,bb,bb",
        "oo,,,,tt,,,,,,,b,,,b",
        ",o,,,,,tv,,,kk,,,,bb",
        ",,,cc,,,,,,kkk,,,,,,",
        "mm,,,,,,,,,,,,,,,ww,",
        "mmm,,,ww,,,,,v,,,www",
        "pp,,wwww,,,,,,,,,ww,",
        "pp,ff,ww,s,y,CCR,,rr",
        "p,,f,,,ss,y,,CFR,XU,",
    ];
    let keys = [
        ('~', "water"),
        ('=', "beach"),
        ('d', "sand_dunes"),
        (',', "clear"),
        ('v', "village"),
        ('o', "orchard"),
        ('w', "woods"),
        ('h', "hill"),
        ('b', "bocage"),
        ('t', "town"),
        ('k', "wheat"),
        ('c', "vineyard"),
        ('m', "marsh"),
        ('p', "polder"),
        ('f', "flooded"),
        ('s', "scrub"),
        ('y', "rocky"),
        ('C', "city"),
        ('R', "rubble"),
        ('F', "fortified"),
        ('r', "runway"),
        ('X', "desert"),
        ('U', "moonscape"),
    ];
    for (r, row) in rows.iter().enumerate() {
        for (c, it) in row.chars().enumerate() {
            let label = format!("{:02}{:02}", c + 1, r + 1);
            if let Some(key) = keys.iter().find(|key| key.0 == it) {
                b.terrain(&label, key.1);
            }
            let (x, y) = (c as f64 - 9.0, r as f64 - 8.0);
            let ridge =
                3.4 * (-((y + 0.12 * x) * (y + 0.12 * x)) / 6.0).exp() * (1.0 - (x / 13.0).powi(2));
            let knoll = 2.0 * (-((x - 8.0).powi(2) + (y + 4.0).powi(2)) / 4.0).exp();
            b.elevation(&label, (ridge + knoll).round() as i8);
        }
    }
    b.route(
        "main_road",
        &[
            "0104", "0204", "0304", "0404", "0504", "0505", "0506", "0507", "0508", "0609", "0709",
            "0809", "0810", "0910", "1010", "1111", "1211", "1311", "1312", "1413", "1513", "1613",
            "1713", "1813", "1913", "2013",
        ],
    );
    b.route("road", &["0507", "0407", "0307", "0208", "0108"]);
    b.route(
        "road",
        &["1604", "1605", "1606", "1607", "1508", "1509", "1410", "1411", "1412", "1413"],
    );
    b.route(
        "road",
        &[
            "0504", "0604", "0704", "0804", "0904", "1004", "1104", "1204", "1304", "1404", "1504",
            "1604", "1704", "1804", "1904", "2004",
        ],
    );
    b.route("track", &["0809", "0710", "0711", "0612", "0613", "0514", "0515", "0416"]);
    b.route("track", &["1010", "1009", "1008", "1107", "1106"]);
    b.route(
        "railroad",
        &[
            "0112", "0212", "0312", "0412", "0512", "0612", "0712", "0812", "0912", "1012", "1112",
            "1212", "1312", "1412", "1512", "1612", "1711", "1811", "1911", "2011",
        ],
    );
    b.route("raised_road", &["1413", "1414", "1415", "1416"]);
    b.route("sunken_road", &["1509", "1609", "1709"]);
    let mut walk = |key: &str, label: &str, sides: &[Direction]| {
        for it in sides {
            b.side(label, *it, key);
        }
    };
    use Direction::{E, NE, NW, SE, SW, W};
    // A stream from the ridge to the sea, and a river across the south.
    for (label, sides) in [
        ("0905", &[E][..]),
        ("0904", &[E, SE]),
        ("0903", &[E]),
        ("0906", &[NE]),
        ("0907", &[E, NE]),
        ("0902", &[SE, E]),
    ] {
        walk("stream", label, sides);
    }
    for c in 2..=20 {
        walk("river", &format!("{c:02}13"), if c == 20 { &[SW] } else { &[SW, SE] });
    }
    for (label, sides) in
        [("1811", &[E][..]), ("1810", &[SE, E]), ("1809", &[E]), ("1808", &[SE, E])]
    {
        walk("canal", label, sides);
    }
    walk("bridge", "1413", &[SE]);
    walk("bridge", "0613", &[SW]);
    walk("ferry", "1013", &[SE]);
    for c in 3..=17 {
        walk("crest", &format!("{c:02}07"), &[NW, NE]);
    }
    for (key, label) in [
        ("ridge", "0210"),
        ("cliff", "0310"),
        ("embankment", "0410"),
        ("wall", "0510"),
        ("gap_open", "1110"),
        ("gap_closed", "1211"),
        ("impassable", "1609"),
        ("ditch", "1710"),
        ("mystery", "0211"),
        ("hedge", "1308"),
        ("slope_up", "1009"),
    ] {
        walk(key, label, &[NE, E]);
    }
    walk("hedge", "1209", &[W, SW, SE]);
    for (label, key) in [
        ("0606", "strongpoint"),
        ("1007", "observation_point"),
        ("1808", "hill"),
        ("2004", "entry"),
        ("0809", "victory"),
        ("0909", "oddity"),
        ("1210", "strongpoint"),
        ("1210", "victory"),
    ] {
        b.feature(label, key);
    }
    for (label, name, kind) in [
        ("0504", "Hermanville", "village"),
        ("0709", "Périers-sur-le-Dan", "town"),
        ("1604", "Colleville", "village"),
        ("1413", "Bénouville", ""),
        ("0206", "Bois de Mathieu", "wood"),
        ("1001", "Sword Beach", "sea"),
        ("1007", "Périers Ridge", "ridge"),
        ("0714", "Le Dan", "river"),
        ("0507", "Beuville & <fils>", "village"),
    ] {
        b.place(label, name, kind);
    }
    b.build().unwrap()
}
