//! Writes what the survey finds into the files and leaves everything else as it stands.

use std::fmt::Write;

use hex::Offset;

use super::files::pair_name;
use super::sides::Sides;
use super::{Kind, Plan, Surveyed};
use crate::data::FireClass;
use crate::ground::Side;

/// `map.toml`: its hexsides, which stand between the rest of the ground and the roads.
#[must_use]
pub fn map(text: &str, sides: &Sides) -> String {
    let start = text.find("[[hexside]]").unwrap_or(text.len());
    let end = text.find("[[route]]").unwrap_or(text.len()).max(start);
    let mut out = String::from(&text[..start]);
    for (kind, key) in KINDS {
        let of = sides.iter().filter(|it| *it.1 == kind);
        let mut pairs: Vec<String> = of.map(|it| pair_name(*it.0)).collect();
        pairs.sort();
        let _ = writeln!(out, "[[hexside]]\nkind = \"{key}\"");
        list(&mut out, "sides", &pairs, 8);
        out.push('\n');
    }
    out + &text[end..]
}

const KINDS: [(Side, &str); 9] = [
    (Side::Shingle, "shingle"),
    (Side::Seawall, "seawall"),
    (Side::Wall, "atwall"),
    (Side::Ditch, "atditch"),
    (Side::Slope, "slope"),
    (Side::Bluff, "bluff"),
    (Side::Scaleable, "scaleable"),
    (Side::Sheer, "sheer"),
    (Side::Hedge, "hedge"),
];

/// `positions.toml`: its positions, which stand at the end.
#[must_use]
pub fn positions(text: &str, plans: &[Plan], surveyed: &[Surveyed]) -> String {
    let start = text.find("[[position]]").unwrap_or(text.len());
    let mut blocks = Vec::new();
    for (plan, it) in plans.iter().zip(surveyed) {
        let mut out = format!("[[position]]\nname = \"{}\"\n", plan.name);
        let hexes: Vec<String> =
            plan.hexes.iter().map(|it| Offset::from(*it).to_string()).collect();
        list(&mut out, "hexes", &hexes, 12);
        let _ = writeln!(out, "colour = \"{}\"", it.colour.name());
        if it.vp {
            out += "vp = true\n";
        }
        list(&mut out, "arrows", &it.arrows, 12);
        if let Kind::Wn { arc, guards } = &plan.kind {
            if let Some(it) = guards {
                let _ = writeln!(out, "guards = \"{it}\"");
            }
            let _ = writeln!(out, "arc = [{}, {}]", arc.0, arc.1);
        }
        for class in FireClass::ALL {
            list(&mut out, class.name(), &dots(it, class), 12);
        }
        blocks.push(out);
    }
    String::from(&text[..start]) + &blocks.join("\n")
}

fn dots(it: &Surveyed, class: FireClass) -> Vec<String> {
    let of = it.field.iter().filter(|dot| *dot.1 == class);
    let mut hexes: Vec<Offset> = of.map(|dot| Offset::from(*dot.0)).collect();
    hexes.sort();
    hexes.iter().map(Offset::to_string).collect()
}

/// How long a line may be.
const LINE: usize = 110;

/// `key = [..]`, on several lines of `each` if it is long; nothing if there is nothing.
fn list(out: &mut String, key: &str, items: &[String], each: usize) {
    let quoted: Vec<String> = items.iter().map(|it| format!("\"{it}\"")).collect();
    let one = format!("{key} = [{}]\n", quoted.join(", "));
    if quoted.is_empty() {
    } else if one.len() <= LINE {
        *out += &one;
    } else {
        let _ = writeln!(out, "{key} = [");
        for line in quoted.chunks(each) {
            let _ = writeln!(out, "  {},", line.join(", "));
        }
        *out += "]\n";
    }
}
