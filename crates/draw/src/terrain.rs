//! The ground: regions of one kind as one area each, then what grows or stands there.

use std::fmt::Write;

use crate::{
    fields, flora,
    ground::Ground,
    region::outline,
    sheet::Sheet,
    svg::{Path, Point, escape},
};

/// The outlines fields are clipped to.
pub(crate) fn defs(sheet: &Sheet) -> String {
    let mut out = String::from(flora::DEFS);
    for (id, ground) in [
        ("clear", Ground::Clear),
        ("crops", Ground::Crops),
        ("polder", Ground::Polder),
        ("bocage", Ground::Bocage),
    ] {
        let path = region(sheet, ground);
        if !path.is_empty() {
            let _ = writeln!(out, "<clipPath id=\"d-{id}\"><path d=\"{}\"/></clipPath>", path.d());
        }
    }
    out
}

/// Areas, the tint of their height, and fields; trees come later, on top of the shade.
pub(crate) fn areas(sheet: &Sheet, tint_of_height: &str) -> String {
    let mut out = String::new();
    for ground in Ground::ALL.into_iter().filter(|it| !matches!(it, Ground::Water)) {
        // Height shows on farmland, which is painted first; woods and villages keep their own colour.
        if ground == Ground::Orchard {
            out += tint_of_height;
        }
        let path = region(sheet, ground);
        // A hair of overlap hides the seams between areas.
        let tint = ground.tint();
        out += &path.element(&format!(
            "fill=\"{tint}\" stroke=\"{tint}\" stroke-width=\"2.4\" fill-rule=\"evenodd\""
        ));
    }
    for (id, drawn) in [
        ("clear", fields::open_fields(sheet)),
        ("crops", fields::crops(sheet)),
        ("polder", fields::polder(sheet)),
        ("bocage", fields::bocage(sheet)),
    ] {
        if !drawn.is_empty() {
            let _ = write!(out, "<g clip-path=\"url(#d-{id})\">\n{drawn}</g>\n");
        }
    }
    for ground in Ground::ALL.into_iter().filter(|it| !matches!(it, Ground::Water)) {
        if let Some(edge) = ground.edge() {
            out += &region(sheet, ground).element(&format!(
                "fill=\"none\" stroke=\"{edge}\" stroke-width=\"1\" opacity=\".55\""
            ));
        }
    }
    out
}

/// Everything that grows, and rocks and sand.
pub(crate) fn cover(sheet: &Sheet) -> String {
    let hedgerows = fields::hedgerows(sheet);
    let hedgerows = if hedgerows.is_empty() {
        hedgerows
    } else {
        format!("<g clip-path=\"url(#d-bocage)\">{hedgerows}</g>\n")
    };
    [
        hedgerows,
        flora::sands(sheet),
        flora::meadows(sheet),
        flora::marshes(sheet),
        flora::floods(sheet),
        flora::rocks(sheet),
        flora::hills(sheet),
        flora::scrub(sheet),
        flora::vineyards(sheet),
        flora::orchards(sheet),
        flora::woods(sheet),
        runways(sheet),
        strangers(sheet),
    ]
    .concat()
}

pub(crate) fn region(sheet: &Sheet, ground: Ground) -> Path {
    let sway = match ground {
        Ground::Village | Ground::Town | Ground::City | Ground::Fortified | Ground::Runway => 2.2,
        _ => 3.6,
    };
    outline(&sheet.g, &sheet.cells(|it| it == ground), sway)
}

/// A strip of concrete from hex to hex.
fn runways(sheet: &Sheet) -> String {
    let mut strip = Path::default();
    for cell in sheet.cells(|it| it == Ground::Runway) {
        let c = sheet.g.centre_of(cell);
        strip.line(c.plus(-14.0, 0.0), c.plus(14.0, 0.0));
        for direction in board::Direction::ALL {
            if sheet.ground(cell.next(direction)) == Ground::Runway {
                strip.line(c, sheet.g.centre_of(cell.next(direction)));
            }
        }
    }
    strip.element("fill=\"none\" stroke=\"#8d887c\" stroke-width=\"19\" stroke-linecap=\"square\"")
        + &strip.element(
            "fill=\"none\" stroke=\"#d8d3c5\" stroke-width=\"17\" stroke-linecap=\"square\"",
        )
        + &strip.element(
            "fill=\"none\" stroke=\"#fdfaf0\" stroke-width=\"1.2\" stroke-dasharray=\"9 7\"",
        )
}

/// A terrain no word of which we know is hatched and named, so that nobody overlooks it.
fn strangers(sheet: &Sheet) -> String {
    let (mut hatch, mut names) = (Path::default(), String::new());
    for cell in
        sheet.cells(|it| it == Ground::Unknown).into_iter().filter(|it| sheet.g.is_on_map(*it))
    {
        let c = sheet.g.centre_of(cell);
        for k in -3..=3 {
            let x = f64::from(k) * 9.0;
            let half = 24.0 - x.abs() * 0.4;
            hatch.line(c.plus(x - half * 0.4, half), c.plus(x + half * 0.4, -half));
        }
        let Point { x, y } = c;
        let name = escape(&sheet.map.terrain_kind(sheet.g.shown(cell)).name, 14);
        let _ = write!(names, "<text x=\"{x:.1}\" y=\"{:.1}\">{name}</text>", y + 3.0);
    }
    let label = "fill=\"#574f3d\" font-size=\"9\" font-style=\"italic\" text-anchor=\"middle\"";
    let hatch =
        hatch.element("fill=\"none\" stroke=\"#b9a58c\" stroke-width=\".8\" opacity=\".7\"");
    if names.is_empty() { hatch } else { format!("{hatch}<g {label}>{names}</g>\n") }
}
