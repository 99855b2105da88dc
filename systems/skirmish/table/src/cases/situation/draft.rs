//! The files of a case, as they are made up line by line.

use std::fmt::Write as _;

use skirmish::data::{Edge, Quality, Side};
use skirmish::tables::{Support, Weight};
use tabletop::{INCH, Spot};
use testkit::cases::words::{Read, Words};

use super::super::fields;
use super::super::places::{place, places, shown_place, side, side_of_key};
use super::{key as key_of, side_key, take};

/// What a case has on its table if it says nothing else.
const TABLE: [i32; 2] = [48, 36];
/// Most figures that a line may ask for at once: more than an element may have, so that the loader refuses.
const MOST: usize = 20;

pub(super) struct Draft {
    size: [i32; 2],
    pieces: usize,
    ground: String,
    forces: [String; 2],
    elements: String,
    dummies: String,
    batteries: String,
    objectives: String,
    zones: String,
    has_zone: [bool; 2],
    edges: [Edge; 2],
    break_points: [Option<i32>; 2],
    set_up: [Side; 2],
    turns: u8,
    visibility: Option<u8>,
    decisive: i32,
    per_value: i32,
    tie: Option<Side>,
    automatic: Vec<String>,
}

impl Default for Draft {
    fn default() -> Draft {
        Draft {
            size: TABLE,
            pieces: 0,
            ground: String::new(),
            forces: Default::default(),
            elements: String::new(),
            dummies: String::new(),
            batteries: String::new(),
            objectives: String::new(),
            zones: String::new(),
            has_zone: [false; 2],
            edges: [Edge::South, Edge::North],
            break_points: [Some(99), Some(99)],
            set_up: [Side::First, Side::Second],
            turns: 6,
            visibility: None,
            decisive: 3,
            per_value: 1,
            tie: None,
            automatic: Vec::new(),
        }
    }
}

impl Draft {
    /// A statement about table and scenario.
    pub(super) fn statement(&mut self, head: &str, words: &mut Words) -> Read<()> {
        match head {
            "table" => {
                let size = words.need("a size")?;
                let parts: Vec<i32> = size.split('x').filter_map(|it| it.parse().ok()).collect();
                match parts[..] {
                    [x, y] => self.size = [x, y],
                    _ => return words.wrong("write: table 48x36"),
                }
            }
            "hill" => {
                let level: u8 = words.number("a level")?;
                let outline = outline(words)?;
                self.piece("hill", &format!("level = {level}\noutline = {outline}"));
            }
            "building" => {
                let kind = words.need("a kind of building")?;
                let floors: u8 = words.number("floors")?;
                words.take("floors");
                words.take("floor");
                let outline = outline(words)?;
                let text = format!("kind = \"{kind}\"\nfloors = {floors}\noutline = {outline}");
                self.piece("building", &text);
            }
            "turns" => self.turns = words.number("turns")?,
            "visibility" => self.visibility = Some(words.number("inches")?),
            "decisive" => self.decisive = words.number("points")?,
            "per-value" => self.per_value = words.number("points")?,
            "tie" => self.tie = Some(side(words)?),
            "set-up" => {
                let first = side(words)?;
                self.set_up = [first, first.other()];
            }
            "edge" => {
                let of = side(words)?;
                self.edges[of.index()] = words.word()?;
            }
            "break-point" => {
                let of = side(words)?;
                let default = words.take("default");
                let at = if default { None } else { Some(words.number("a break point")?) };
                self.break_points[of.index()] = at;
            }
            "automatic" => {
                let of = side(words)?;
                let holds: Vec<String> =
                    words.rest().iter().map(|it| format!("\"{it}\"")).collect();
                let row =
                    format!("{{ side = \"{}\", holds = [{}] }}", side_key(of), holds.join(", "));
                self.automatic.push(row);
            }
            "objective" => self.objective(words)?,
            "zone" => self.zone(words)?,
            _ if LINES.contains(&head) => {
                let all = places(words)?;
                whole(words, &all)?;
                let points = points(&all);
                self.piece("line", &format!("kind = \"{head}\"\npoints = {points}"));
            }
            _ if AREAS.contains(&head) => {
                let outline = outline(words)?;
                self.piece("area", &format!("kind = \"{head}\"\noutline = {outline}"));
            }
            _ => {
                return words.wrong(format!("\"{head}\" begins no statement; see cases/README.md"));
            }
        }
        Ok(())
    }

    fn piece(&mut self, list: &str, text: &str) {
        self.pieces += 1;
        let _ = write!(self.ground, "\n[[{list}]]\nkey = \"p{}\"\n{text}\n", self.pieces);
    }

    /// `2 rifle smg crews lmg_belt leader 2 veteran value 2 observer gun`, up to the first field of the state.
    pub(super) fn element(&mut self, key: &str, words: &mut Words) -> Read<()> {
        let of = side_of_key(words, key)?;
        let mut made = Made::default();
        while let Some(word) = words.peek().map(str::to_owned) {
            if fields::is_field(&word) {
                break;
            }
            made.word(words)?;
        }
        let figures = if made.figures.is_empty() { vec!["rifle".into(); 3] } else { made.figures };
        let force = &mut self.forces[of.index()];
        let _ = write!(force, "\n[[template]]\nkey = \"{key}\"\ntitle = \"{key}\"\n");
        let _ = writeln!(force, "figures = {}", quoted(&figures));
        if !made.support.is_empty() {
            let _ = writeln!(force, "support = {}", quoted(&made.support));
        }
        if let Some(leader) = made.leader {
            let _ = writeln!(force, "leader = {leader}");
        }
        if !made.roles.is_empty() {
            let _ = writeln!(force, "roles = {}", quoted(&made.roles));
        }
        let _ = writeln!(force, "value = {}", made.value);
        let _ = writeln!(force, "points = {{ green = 10, regular = 20, veteran = 30 }}");
        let quality = key_of(made.quality);
        let rows = &mut self.elements;
        let _ = write!(rows, "\n[[element]]\nkey = \"{key}\"\nside = \"{}\"\n", side_key(of));
        let _ = writeln!(rows, "template = \"{key}\"\nquality = \"{quality}\"");
        match made.reserve {
            Some((turn, [a, b])) => {
                let _ = writeln!(rows, "arrives = {turn}\nentry = {}", points(&[a, b]));
            }
            None => {
                let zone = made.zone.unwrap_or_else(|| side_key(of).to_owned());
                let _ = writeln!(rows, "zone = \"{zone}\"");
                if let Some(at) = made.suggested {
                    let _ = writeln!(rows, "at = {}", point(at));
                }
                if made.hidden {
                    let _ = writeln!(rows, "hidden = true");
                }
            }
        }
        Ok(())
    }

    pub(super) fn dummy(&mut self, key: &str, words: &mut Words) -> Read<()> {
        let of = side_key(side_of_key(words, key)?);
        let rows = &mut self.dummies;
        let _ = write!(rows, "\n[[dummy]]\nkey = \"{key}\"\nside = \"{of}\"\nzone = \"{of}\"\n");
        Ok(())
    }

    /// `battery ba direct medium green`
    pub(super) fn battery(&mut self, key: &str, words: &mut Words) -> Read<()> {
        let of = side_key(side_of_key(words, key)?);
        let (mut support, mut weight, mut quality) =
            (Support::Direct, Weight::Medium, Quality::Regular);
        loop {
            if let Some(it) = take(words) {
                support = it;
            } else if let Some(it) = take(words) {
                weight = it;
            } else if let Some(it) = take(words) {
                quality = it;
            } else {
                break;
            }
        }
        let rows = &mut self.batteries;
        let _ =
            write!(rows, "\n[[battery]]\nkey = \"{key}\"\nside = \"{of}\"\ntitle = \"{key}\"\n");
        let (support, weight) = (key_of(support), key_of(weight));
        let _ = writeln!(rows, "support = \"{support}\"\nweight = \"{weight}\"");
        let _ = writeln!(rows, "quality = \"{}\"", key_of(quality));
        Ok(())
    }

    /// `objective gate at 14,11 points 2 1 held B`
    fn objective(&mut self, words: &mut Words) -> Read<()> {
        let key = words.need("a key")?;
        let (mut at, mut worth, mut held) = (Spot::default(), [1, 1], None);
        while let Some(word) = words.next() {
            match word.as_str() {
                "at" => at = place(words)?,
                "points" => worth = [words.number("points")?, words.number("points")?],
                "held" => held = Some(side(words)?),
                other => return words.wrong(format!("an objective has no \"{other}\"")),
            }
        }
        let rows = &mut self.objectives;
        let _ = write!(rows, "\n[[objective]]\nkey = \"{key}\"\ntitle = \"{key}\"\n");
        let [a, b] = worth;
        let _ = writeln!(rows, "at = {}\npoints = {{ a = {a}, b = {b} }}", point(at));
        if let Some(held) = held {
            let _ = writeln!(rows, "held_by = \"{}\"", side_key(held));
        }
        Ok(())
    }

    /// `zone A 0,0 30,5 only a1 a2 most 1`; of several zones of a side each has a name: `zone A west 0,0 30,5`.
    fn zone(&mut self, words: &mut Words) -> Read<()> {
        let of = side(words)?;
        let named = words.peek().filter(|it| it.parse::<i32>().is_err()).map(str::to_owned);
        if named.is_some() {
            words.next();
        }
        let outline = outline(words)?;
        let key = named.unwrap_or_else(|| side_key(of).to_owned());
        let rows = &mut self.zones;
        let _ = write!(rows, "\n[[zone]]\nkey = \"{key}\"\nside = \"{}\"\n", side_key(of));
        let _ = writeln!(rows, "outline = {outline}");
        self.has_zone[of.index()] |= key == side_key(of);
        while let Some(word) = words.next() {
            match word.as_str() {
                "most" => {
                    let most: u8 = words.number("elements")?;
                    let _ = writeln!(rows, "most_elements = {most}");
                }
                "only" => {
                    let _ = writeln!(rows, "templates = {}", quoted(&words.rest()));
                }
                other => return words.wrong(format!("a zone has no \"{other}\"")),
            }
        }
        Ok(())
    }

    /// The module `cases` with the scenario `case`.
    pub(super) fn files(&self) -> Vec<(String, String)> {
        let module = "format = 1\nsystem = \"skirmish\"\ntitle = \"Cases\"\nsummary = \"Nobody plays these.\"\n\
            \n[[side]]\nkey = \"a\"\nname = \"A\"\nadjective = \"A\"\nforces = \"a\"\n\
            \n[[side]]\nkey = \"b\"\nname = \"B\"\nadjective = \"B\"\nforces = \"b\"\n";
        let [width, height] = self.size;
        let table = format!("size = [{width}, {height}]\n{}", self.ground);
        let file = |path: &str, text: String| (format!("skirmish/cases/{path}"), text);
        vec![
            file("module.toml", module.to_owned()),
            file("tables/ground.toml", table),
            file("forces/a.toml", self.force(Side::First)),
            file("forces/b.toml", self.force(Side::Second)),
            file("scenarios/case.toml", self.scenario()),
        ]
    }

    /// A side always has somebody, so that the loader has no reason to complain.
    fn force(&self, of: Side) -> String {
        let rows = &self.forces[of.index()];
        if !rows.is_empty() {
            return rows.clone();
        }
        let key = side_key(of);
        format!(
            "[[template]]\nkey = \"{key}0\"\ntitle = \"{key}0\"\nfigures = [\"rifle\"]\nvalue = 1\n\
             points = {{ green = 10, regular = 20, veteran = 30 }}\n"
        )
    }

    fn scenario(&self) -> String {
        let [first, second] = self.set_up.map(side_key);
        let mut text = format!(
            "title = \"A case\"\nsummary = \"A case.\"\nplace = \"Nowhere\"\nmonth = \"June 1944\"\nminutes = 5\n\
             table = \"ground\"\nturns = {}\nattacker = \"a\"\ndefender = \"b\"\n\
             set_up = [\"{first}\", \"{second}\"]\nbriefing = \"A case.\"\n",
            self.turns
        );
        if let Some(it) = self.visibility {
            let _ = writeln!(text, "visibility = {it}");
        }
        for of in Side::BOTH {
            let edge = key_of(self.edges[of.index()]);
            let _ = write!(text, "\n[[side]]\nkey = \"{}\"\nedge = \"{edge}\"\n", side_key(of));
            if let Some(it) = self.break_points[of.index()] {
                let _ = writeln!(text, "break_point = {it}");
            }
        }
        let [width, height] = self.size;
        for of in Side::BOTH.into_iter().filter(|it| !self.has_zone[it.index()]) {
            let corners = [[0, 0], [width, 0], [width, height], [0, height]];
            let key = side_key(of);
            let _ = write!(text, "\n[[zone]]\nkey = \"{key}\"\nside = \"{key}\"\n");
            let _ = writeln!(text, "outline = {corners:?}");
        }
        text += &self.zones;
        text += &self.objectives;
        text += &self.elements;
        for of in Side::BOTH.into_iter().filter(|it| self.forces[it.index()].is_empty()) {
            let key = side_key(of);
            let _ = write!(
                text,
                "\n[[element]]\nkey = \"{key}0\"\nside = \"{key}\"\ntemplate = \"{key}0\"\nquality = \"regular\"\nzone = \"{key}\"\n"
            );
        }
        text += &self.dummies;
        text += &self.batteries;
        let _ = write!(
            text,
            "\n[victory]\nper_value = {}\ndecisive = {}\n",
            self.per_value, self.decisive
        );
        if let Some(it) = self.tie {
            let _ = writeln!(text, "ties = \"{}\"", side_key(it));
        }
        if !self.automatic.is_empty() {
            let _ = writeln!(text, "automatic = [{}]", self.automatic.join(", "));
        }
        text
    }
}

/// An element as its statement makes it.
struct Made {
    figures: Vec<String>,
    support: Vec<String>,
    leader: Option<u8>,
    quality: Quality,
    roles: Vec<String>,
    value: i32,
    hidden: bool,
    zone: Option<String>,
    suggested: Option<Spot>,
    reserve: Option<(u8, [Spot; 2])>,
}

impl Default for Made {
    fn default() -> Made {
        Made {
            figures: Vec::new(),
            support: Vec::new(),
            leader: None,
            quality: Quality::Regular,
            roles: Vec::new(),
            value: 1,
            hidden: false,
            zone: None,
            suggested: None,
            reserve: None,
        }
    }
}

impl Made {
    fn word(&mut self, words: &mut Words) -> Read<()> {
        if let Some(it) = take(words) {
            self.quality = it;
            return Ok(());
        }
        let word = words.need("a weapon")?;
        match word.as_str() {
            "crews" => self.support.push(words.need("a weapon")?),
            "leader" => self.leader = Some(words.number("a bonus")?),
            "value" => self.value = words.number("a value")?,
            "observer" | "gun" | "mortar" | "hq" => self.roles.push(word),
            // To be set up as a counter.
            "concealed" => self.hidden = true,
            "zone" => self.zone = Some(words.need("a zone")?),
            "suggested" => self.suggested = Some(place(words)?),
            "reserve" => {
                let turn = words.number("a turn")?;
                self.reserve = Some((turn, [place(words)?, place(words)?]));
            }
            _ => match word.parse::<usize>() {
                Ok(n) if n <= MOST => {
                    let weapon = words.need("a weapon")?;
                    self.figures.extend(std::iter::repeat_n(weapon, n));
                }
                _ => self.figures.push(word),
            },
        }
        Ok(())
    }
}

/// Kinds of linear obstacles and of areas, as the tables name them.
const LINES: [&str; 6] = ["fence", "bank", "hedge", "wall", "bocage", "wire"];
const AREAS: [&str; 13] = [
    "open",
    "road",
    "crops",
    "orchard",
    "brush",
    "woods",
    "rubble",
    "crater",
    "foxhole",
    "trench",
    "marsh",
    "shallow_water",
    "deep_water",
];

/// Two corners make a rectangle, more an outline.
fn outline(words: &mut Words) -> Read<String> {
    let corners = places(words)?;
    whole(words, &corners)?;
    Ok(match corners[..] {
        [a, b] => points(&[a, Spot { x: b.x, ..a }, b, Spot { y: b.y, ..a }]),
        _ => points(&corners),
    })
}

/// Files have whole inches.
fn whole(words: &Words, places: &[Spot]) -> Read<()> {
    match places.iter().find(|it| it.x % INCH != 0 || it.y % INCH != 0) {
        Some(it) => words.wrong(format!("{} is not in whole inches", shown_place(*it))),
        None => Ok(()),
    }
}

fn points(places: &[Spot]) -> String {
    let all: Vec<String> = places.iter().map(|it| point(*it)).collect();
    format!("[{}]", all.join(", "))
}

fn point(at: Spot) -> String {
    format!("[{}, {}]", at.x / INCH, at.y / INCH)
}

fn quoted(list: &[String]) -> String {
    let all: Vec<String> = list.iter().map(|it| format!("\"{it}\"")).collect();
    format!("[{}]", all.join(", "))
}
