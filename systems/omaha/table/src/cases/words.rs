//! Words of the landing: units, sites, hexes, cards, wishes for counters.

use board::HexId;
use omaha::data::{
    BoxId, Colour, Data, DepthCounter, DepthPool, Division, ExitId, GermanCounter, GermanDivision,
    GermanKind, Gun, PositionId, Sector, SiteId, Symbol, UnitId, Weapon, Weapons,
};
use omaha::state::{Day, Phase, Pool};
use omaha::text;

pub(super) use testkit::cases::words::{Read, Words, Wrong};

pub(super) fn wrong<T>(line: usize, message: impl Into<String>) -> Read<T> {
    Err(Wrong { line, message: message.into() })
}

pub(super) fn unit_called(data: &Data, text: &str) -> Option<UnitId> {
    let fits = |it: &str| it.eq_ignore_ascii_case(text);
    let at = data.units.iter().position(|it| fits(&it.key) || fits(&it.name));
    at.map(|it| UnitId(it as u8))
}

/// A US counter by its key, `16-E`, or its printed name, `E/2/16` or `Gen. Cota`.
pub(super) fn unit(words: &mut Words, data: &Data) -> Read<UnitId> {
    let word = words.need("a US unit")?;
    if let Some(id) = unit_called(data, &word) {
        return Ok(id);
    }
    let mut name = word.clone();
    for _ in 0..2 {
        let Some(more) = words.peek().map(str::to_owned) else { break };
        name = format!("{name} {more}");
        words.next();
        if let Some(id) = unit_called(data, &name) {
            return Ok(id);
        }
    }
    words.wrong(format!("there is no US unit \"{word}\": keys are 16-E, tk-741-B1, hq-116"))
}

pub(super) fn site_called(data: &Data, text: &str) -> Option<SiteId> {
    let bare = text.strip_prefix("WN").unwrap_or(text);
    let by_name = data.sites.iter().position(|it| it.name == text || it.name == bare);
    let by_hex = || {
        let hex = data.map.find(text)?;
        data.sites.iter().position(|it| it.hex == hex)
    };
    by_name.or_else(by_hex).map(|it| SiteId(it as u8))
}

/// A hex of a position: `62N`, `WN62N`, `C5`, or the label of its hex.
pub(super) fn site(words: &mut Words, data: &Data) -> Read<SiteId> {
    let word = words.need("a site")?;
    if let Some(it) = site_called(data, &word) {
        return Ok(it);
    }
    let Some(position) = position_called(data, &word) else {
        return words.wrong(format!("there is no position \"{word}\": 62N, C5, N1"));
    };
    let sites: Vec<&str> = data.positions[position.index()]
        .sites
        .iter()
        .map(|it| data.sites[it.index()].name.as_str())
        .collect();
    words.wrong(format!("{word} has two hexes: {}", sites.join(", ")))
}

pub(super) fn position_called(data: &Data, text: &str) -> Option<PositionId> {
    let with = format!("WN{text}");
    let at = data.positions.iter().position(|it| it.name == text || it.name == with);
    at.map(|it| PositionId(it as u8))
}

/// `WN62`, `62`, `C5`
pub(super) fn position(words: &mut Words, data: &Data) -> Read<PositionId> {
    let word = words.need("a position")?;
    let found = position_called(data, &word)
        .or_else(|| site_called(data, &word).map(|it| data.sites[it.index()].position));
    match found {
        Some(it) => Ok(it),
        None => words.wrong(format!("there is no position \"{word}\": WN62, C5, N1")),
    }
}

pub(super) fn hex_called(data: &Data, text: &str) -> Option<HexId> {
    data.map.find(text).or_else(|| site_called(data, text).map(|it| data.sites[it.index()].hex))
}

/// A label, `2305`, or the name of a site, `62N`.
pub(super) fn hex(words: &mut Words, data: &Data) -> Read<HexId> {
    let word = words.need("a hex")?;
    match hex_called(data, &word) {
        Some(it) => Ok(it),
        None => words.wrong(format!("there is no hex {word}")),
    }
}

pub(super) fn landing_box(words: &mut Words, data: &Data) -> Read<BoxId> {
    let word = words.need("a landing box")?;
    match data.boxes.iter().position(|it| it.name == word) {
        Some(it) => Ok(BoxId(it as u8)),
        None => words.wrong(format!("there is no landing box \"{word}\": ER3, X1")),
    }
}

pub(super) fn exit(words: &mut Words, data: &Data) -> Read<ExitId> {
    let word = words.need("an exit")?;
    match data.exits.iter().position(|it| it.letter.to_string() == word) {
        Some(it) => Ok(ExitId(it as u8)),
        None => words.wrong(format!("there is no exit \"{word}\": A to G")),
    }
}

pub(super) const fn division_word(division: Division) -> &'static str {
    division.key()
}

pub(super) const fn sector_word(sector: Sector) -> &'static str {
    sector.key()
}

pub(super) fn colour_called(text: &str) -> Option<Colour> {
    Colour::read(text)
}

pub(super) const fn symbol_word(symbol: Symbol) -> &'static str {
    symbol.key()
}

pub(super) fn symbol_called(text: &str) -> Option<Symbol> {
    Symbol::read(text)
}

/// As many weapons as follow; `nothing` is none.
pub(super) fn weapons(words: &mut Words) -> Weapons {
    let mut found = Weapons::NONE;
    if words.take("nothing") {
        return found;
    }
    while let Some(it) = words.take_word() {
        found = found.with(it);
    }
    found
}

/// Which German unit counter is meant: `7/916`, `T`, `75 strength 2 requires BR MO of 352`.
#[derive(Clone, Default, Debug)]
pub(super) struct UnitWish {
    name: Option<String>,
    pub(super) kind: Option<KindWish>,
    strength: Option<u8>,
    requires: Option<Weapons>,
    of_716: Option<bool>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum KindWish {
    Gun(Gun),
    Of(Pool),
}

impl UnitWish {
    /// Takes the next words if they say something about a counter.
    pub(super) fn read(&mut self, words: &mut Words, data: &Data) -> Read<bool> {
        let Some(word) = words.peek().map(str::to_owned) else { return Ok(false) };
        let gun = Gun::read(&word).map(KindWish::Gun);
        let kind = gun.or_else(|| Pool::read(&word).map(KindWish::Of));
        if let Some(kind) = kind {
            self.kind = Some(kind);
            words.next();
        } else if words.take("strength") {
            self.strength = Some(words.number("the strength")?);
        } else if words.take("requires") {
            self.requires = Some(weapons(words));
        } else if words.take("of") {
            self.of_716 = Some(words.word::<GermanDivision>()? == GermanDivision::Static);
        } else if data.germans.iter().any(|it| it.name == word && !word.is_empty()) {
            self.name = Some(word);
            words.next();
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    /// Its kind or its name is said.
    pub(super) fn is_named(&self) -> bool {
        self.name.is_some() || self.kind.is_some()
    }

    /// Nothing is said.
    pub(super) fn is_open(&self) -> bool {
        self.name.is_none()
            && self.kind.is_none()
            && self.strength.is_none()
            && self.requires.is_none()
            && self.of_716.is_none()
    }

    pub(super) fn fits(&self, it: &GermanCounter) -> bool {
        let kind = match (self.kind, it.kind) {
            (None, _) => true,
            (Some(KindWish::Gun(gun)), has) => has == GermanKind::Wn(gun),
            (Some(KindWish::Of(pool)), has) => pool_of(has) == Some(pool),
        };
        kind && self.name.as_ref().is_none_or(|name| *name == it.name)
            && self.strength.is_none_or(|n| n == it.strength)
            && self.requires.is_none_or(|them| them == it.requires)
            && self.of_716.is_none_or(|so| so == it.of_716)
    }
}

/// The pool of a kind; crews of strongpoints have none.
const fn pool_of(kind: GermanKind) -> Option<Pool> {
    match kind {
        GermanKind::Wn(_) => None,
        GermanKind::Tactical => Some(Pool::Tactical),
        GermanKind::Division => Some(Pool::Division),
        GermanKind::Meyer => Some(Pool::Meyer),
        GermanKind::Armour(_) => Some(Pool::Armour),
    }
}

pub(super) fn german_text(it: &GermanCounter) -> String {
    let kind = match it.kind {
        GermanKind::Wn(gun) => gun.key().into(),
        GermanKind::Armour(colour) => format!("{} {}", Pool::Armour.key(), colour.key()),
        kind => format!("{} {}", pool_of(kind).map_or("", Pool::key), it.name),
    };
    let of = if it.of_716 { GermanDivision::Static } else { GermanDivision::Field }.key();
    format!("{kind} strength {} requires {} of {of}", it.strength, text::weapons(it.requires))
}

/// Which depth marker is meant: `2 AR`, `tactical`, `3 NA mobile`; nothing said: any.
#[derive(Clone, Default, Debug)]
pub(super) struct DepthWish {
    strength: Option<u8>,
    requires: Option<Weapons>,
    tactical: Option<bool>,
    pool: Option<DepthPool>,
}

impl DepthWish {
    pub(super) fn read(&mut self, words: &mut Words) -> Read<bool> {
        let Some(word) = words.peek().map(str::to_owned) else { return Ok(false) };
        if words.take("strength") {
            self.strength = Some(words.number("the strength")?);
        } else if let Ok(n) = word.parse() {
            words.next();
            self.strength = Some(n);
        } else if words.take("requires") || Weapon::read(&word).is_some() || word == "nothing" {
            self.requires = Some(weapons(words));
        } else if words.take("tactical") {
            self.tactical = Some(true);
        } else if let Some(pool) = words.take_word() {
            self.pool = Some(pool);
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    pub(super) fn fits(&self, it: &DepthCounter) -> bool {
        self.strength.is_none_or(|n| n == it.strength)
            && self.requires.is_none_or(|them| them == it.requires)
            && self.tactical.unwrap_or(it.tactical && !self.is_by_value()) == it.tactical
            && self.pool.is_none_or(|pool| pool == it.pool)
    }

    /// By its numbers: then the marker that brings a tactical reinforcement is not meant.
    fn is_by_value(&self) -> bool {
        self.strength.is_some() || self.requires.is_some()
    }
}

pub(super) fn depth_text(it: &DepthCounter) -> String {
    let pool = it.pool.key();
    if it.tactical {
        return format!("{pool} tactical");
    }
    format!("{pool} {} {}", it.strength, text::weapons(it.requires))
}

/// `fire east`, `us-actions`
pub(super) fn phase(words: &mut Words) -> Read<Phase> {
    let word = words.need("a phase")?;
    Ok(match word.as_str() {
        "set-up" => Phase::SetUp,
        "begin" => Phase::Begin,
        "landing-check" => Phase::LandingCheck(words.word()?),
        "land" => Phase::Land,
        "arrivals" => Phase::Arrivals,
        "event" => Phase::Event(words.number("the number of the event")?),
        "fire" => Phase::FireCard(words.word()?),
        "german-actions" => Phase::GermanActions(words.word()?),
        "hits" => Phase::FireHits(words.word()?),
        "obstacles" => Phase::Obstacles(words.word()?),
        "headquarters" => Phase::Headquarters,
        "us-actions" => Phase::UsActions,
        "us-end" => Phase::UsEnd,
        "end" => Phase::EndOfTurn,
        "over" => Phase::Over,
        other => {
            return words.wrong(format!(
                "there is no phase \"{other}\": set-up, begin, landing-check east, land, arrivals, event 1, fire east, \
                 german-actions east, hits east, obstacles east, headquarters, us-actions, us-end, end, over"
            ));
        }
    })
}

pub(super) fn phase_text(phase: Phase) -> String {
    match phase {
        Phase::SetUp => "set-up".into(),
        Phase::Begin => "begin".into(),
        Phase::LandingCheck(it) => format!("landing-check {}", it.key()),
        Phase::Land => "land".into(),
        Phase::Arrivals => "arrivals".into(),
        Phase::Event(n) => format!("event {n}"),
        Phase::FireCard(it) => format!("fire {}", it.key()),
        Phase::GermanActions(it) => format!("german-actions {}", it.key()),
        Phase::FireHits(it) => format!("hits {}", it.key()),
        Phase::Obstacles(it) => format!("obstacles {}", it.key()),
        Phase::Headquarters => "headquarters".into(),
        Phase::UsActions => "us-actions".into(),
        Phase::UsEnd => "us-end".into(),
        Phase::EndOfTurn => "end".into(),
        Phase::Over => "over".into(),
    }
}

/// `2306`, without the name printed there.
pub(super) fn label(g: &Day, hex: HexId) -> String {
    g.data().map.label(hex).to_string()
}
