//! `us.toml` and `germans.toml` to counters.

use omaha::{
    data::{
        Berth, DepthCounter, DepthPool, Division, GermanCounter, GermanKind, MOST_DEPTHS,
        MOST_GERMANS, Reach, StepLine, UnitKind, UsCounter, Weapons,
    },
    tables::{Tables, WeaponsChart},
};

use super::{
    format::{self, MarkerText, RangeText, ReserveText, UsUnitText, is_716},
    map::Land,
    names::{Names, Once},
    tables::weapons,
};
use module::{
    Errors,
    read::{Page, quoted},
    suggest::nearest,
    values::At,
};

/// The farthest range of a unit with a number for it.
const FARTHEST: i64 = 20;
const STRONGEST: i64 = 50;

#[derive(Clone, Debug)]
pub(crate) struct UsForces {
    pub(crate) units: Vec<UsCounter>,
    pub(crate) names: Names,
    pub(crate) heroes: [Vec<String>; 2],
}

/// The US counters, or `None` with what is wrong.
pub(crate) fn us(
    page: &Page<format::Us>,
    land: &Land,
    tables: &Tables,
    errors: &mut Errors,
) -> Option<UsForces> {
    let before = errors.count();
    let mut once = Once::new("unit");
    let mut units = Vec::new();
    for text in &page.raw.unit {
        once.check(&page.path, &text.key.0, text.key.span, errors);
        units.extend(us_unit(page, text, land, tables, errors));
    }
    let names = Names::new("US unit", units.iter().map(|it: &UsCounter| it.key.clone()))
        .with_broken(&page.broken);
    let heroes = [page.raw.heroes.first.clone(), page.raw.heroes.twenty_ninth.clone()];
    (errors.count() == before).then_some(UsForces { units, names, heroes })
}

/// A counter as the file has it. What our order of battle says is data, held to the statements by cases: steps and
/// strengths (omaha.us.steps, omaha.us.rifle-strength, omaha.us.heavy-strength, omaha.us.heavy-range,
/// omaha.us.ranger-strength, omaha.us.tank, omaha.us.artillery, omaha.us.anti-tank, omaha.us.anti-air,
/// omaha.us.sp-anti-air, omaha.us.dukw-set), leaders (omaha.us.hq-list, omaha.us.generals), symbols and weapons
/// (omaha.oob.symbols, omaha.oob.reduced-two, omaha.oob.reduced-one, omaha.oob.reduced-one-list-a,
/// omaha.oob.reduced-one-list-b, omaha.oob.rangers-one), who there is (omaha.oob.companies, omaha.oob.total,
/// omaha.data.units).
fn us_unit(
    page: &Page<format::Us>,
    text: &UsUnitText,
    land: &Land,
    tables: &Tables,
    errors: &mut Errors,
) -> Option<UsCounter> {
    let file = &page.path;
    let kind = text.kind.value;
    let leader = kind.is_leader();
    let mut wrong = |message: &str| errors.at(file, text.key.span, message);
    // omaha.us.leaders-no-steps, omaha.us.symbol-one
    if leader && (text.symbol.is_some() || !text.strength.is_empty() || text.range.is_some()) {
        wrong("a leader has neither symbol nor strength nor range");
    }
    if !leader && (text.symbol.is_none() || text.strength.is_empty()) {
        wrong("a unit needs a symbol and its strengths");
    }
    if text.heavy && kind != UnitKind::Infantry {
        wrong("only infantry has heavy-weapons companies");
    }
    let wanted = if kind.is_infantry() { text.strength.len().saturating_sub(1) } else { 0 };
    if text.reduced.len() != wanted {
        let message = format!(
            "\"reduced\" needs {wanted} lists of weapons, one for each step infantry can lose"
        );
        wrong(&message);
    }
    for strength in &text.strength {
        if !(1..=STRONGEST).contains(&strength.value) {
            errors.at(file, strength.span, format!("a strength is from 1 to {STRONGEST}"));
        }
    }
    for pair in text.strength.windows(2) {
        if let [more, less] = pair
            && more.value <= less.value
        {
            errors.at(file, less.span, "a unit loses strength with every step");
        }
    }
    if i64::from(tables.constants.last_turn) < text.turn.value {
        let message = format!("there is no turn {}", text.turn.value);
        errors.at(file, text.turn.span, message);
    }
    let berth = berth(page, text, land, errors);
    let range = text.range.as_ref().map_or(Some(Reach::None), |it| reach(file, it, errors));
    let reduced_range = match &text.reduced_range {
        Some(it) => reach(file, it, errors),
        None => range,
    };
    let lines = text.strength.iter().enumerate().map(|(lost, strength)| StepLine {
        strength: strength.value as u8,
        range: if lost == 0 { range } else { reduced_range }.unwrap_or(Reach::None),
        weapons: match lost.checked_sub(1).and_then(|it| text.reduced.get(it)) {
            Some(it) => weapons(it),
            None => full_weapons(kind, text.heavy, &tables.weapons),
        },
    });
    Some(UsCounter {
        key: text.key.0.clone(),
        name: text.name.value.clone(),
        division: text.division.value,
        kind,
        heavy: text.heavy,
        turn: text.turn.value as u8,
        berth: berth?,
        symbol: text.symbol.map(|it| it.value),
        lines: lines.collect(),
    })
}

/// omaha.box.exact, omaha.box.beach, omaha.box.division
fn berth(
    page: &Page<format::Us>,
    text: &UsUnitText,
    land: &Land,
    errors: &mut Errors,
) -> Option<Berth> {
    let name = text.r#box.as_str();
    let (berth, rangers_only) = if let Some(it) = land.landing_box(name) {
        (Berth::Box(it), land.boxes[it.index()].rangers_only)
    } else if let Some((key, rangers)) = land.beaches.iter().find(|it| it.0 == name) {
        (Berth::Beach(key.clone()), *rangers)
    } else if let Some(division) = Division::read(name) {
        (Berth::Sector(division.sector()), false)
    } else {
        let boxes = land.boxes.iter().map(|it| it.name.as_str());
        let known = boxes
            .chain(land.beaches.iter().map(|it| it.0.as_str()))
            .chain(Division::ALL.map(Division::key));
        let message = format!("{} is neither a landing box nor a beach", quoted(name));
        errors.suggest(&page.path, text.r#box.span, message, nearest(name, known));
        return None;
    };
    if rangers_only && text.kind.value != UnitKind::Ranger {
        let message = format!("only rangers may be put on {}", quoted(name));
        errors.at(&page.path, text.r#box.span, message);
    }
    if text.turn.value == 0 && !matches!(berth, Berth::Box(_)) {
        let message = "a unit that is there at the start needs a box of its own";
        errors.at(&page.path, text.r#box.span, message);
    }
    Some(berth)
}

fn reach(file: &str, range: &At<RangeText>, errors: &mut Errors) -> Option<Reach> {
    match range.value {
        RangeText::Word(_) => Some(Reach::Unlimited),
        RangeText::Hexes(0) => Some(Reach::None),
        RangeText::Hexes(it) if (1..=FARTHEST).contains(&it) => Some(Reach::Hexes(it as u8)),
        RangeText::Hexes(_) => {
            let message = format!("a range is from 0 to {FARTHEST} hexes, or \"unlimited\"");
            errors.at(file, range.span, message);
            None
        }
    }
}

/// What the weapons chart gives a unit at its best; the chart says more where distance matters.
fn full_weapons(kind: UnitKind, heavy: bool, chart: &WeaponsChart) -> Weapons {
    match kind {
        UnitKind::Infantry if heavy => chart.heavy_adjacent,
        UnitKind::Infantry | UnitKind::Ranger => chart.infantry,
        UnitKind::Tank => chart.tank_far,
        UnitKind::Artillery | UnitKind::SpArtillery | UnitKind::DukwArtillery => chart.artillery,
        UnitKind::AntiTank => chart.anti_tank,
        UnitKind::AntiAir => chart.anti_air,
        UnitKind::SpAntiAir => chart.sp_anti_air,
        UnitKind::Hq | UnitKind::General => Weapons::NONE,
    }
}

#[derive(Clone, Debug)]
pub(crate) struct GermanForces {
    pub(crate) germans: Vec<GermanCounter>,
    pub(crate) depths: Vec<DepthCounter>,
}

impl GermanForces {
    pub(crate) fn count(&self, is: impl Fn(GermanKind) -> bool) -> usize {
        self.germans.iter().filter(|it| is(it.kind)).count()
    }

    pub(crate) fn markers(&self, pool: DepthPool) -> usize {
        self.depths.iter().filter(|it| it.pool == pool).count()
    }
}

/// The German counters, or `None` with what is wrong.
pub(crate) fn germans(page: &Page<format::Germans>, errors: &mut Errors) -> Option<GermanForces> {
    let before = errors.count();
    let raw = &page.raw;
    let mut germans = Vec::new();
    germans.extend(raw.wn.iter().map(|it| GermanCounter {
        name: String::new(),
        kind: GermanKind::Wn(it.gun.value),
        strength: it.strength as u8,
        requires: weapons(&it.requires),
        of_716: true,
    }));
    let mut once = Once::new("unit");
    let pools: [(&[ReserveText], GermanKind); 3] = [
        (&raw.tactical, GermanKind::Tactical),
        (&raw.division, GermanKind::Division),
        (&raw.meyer, GermanKind::Meyer),
    ];
    for (pool, kind) in pools {
        for it in pool {
            once.check(&page.path, &it.name, it.name.span, errors);
            germans.push(GermanCounter {
                name: it.name.value.clone(),
                kind,
                strength: it.strength as u8,
                requires: weapons(&it.requires),
                of_716: is_716(&it.of),
            });
        }
    }
    let mut colours = Once::new("colour");
    for it in &raw.armour {
        colours.check(&page.path, it.colour.value.name(), it.colour.span, errors);
        germans.push(GermanCounter {
            name: format!("{} armour", it.colour.value.name()),
            kind: GermanKind::Armour(it.colour.value),
            strength: it.strength as u8,
            requires: weapons(&it.requires),
            of_716: false,
        });
    }
    let pools: [(&[MarkerText], DepthPool); 4] = [
        (&raw.depth.wn, DepthPool::Wn),
        (&raw.depth.building, DepthPool::Building),
        (&raw.depth.mobile, DepthPool::Mobile),
        (&raw.depth.armour, DepthPool::Armour),
    ];
    let mut depths = Vec::new();
    for (pool, kind) in pools {
        for it in pool {
            depths.push(marker(page, it, kind, errors));
        }
    }
    for (what, count, most) in [
        ("German units", germans.len(), MOST_GERMANS),
        ("depth markers", depths.len(), MOST_DEPTHS),
    ] {
        if most < count {
            errors.whole(&page.path, format!("{count} {what}: at most {most}"), None);
        }
    }
    (errors.count() == before).then_some(GermanForces { germans, depths })
}

/// omaha.ger.tactical-marker
fn marker(
    page: &Page<format::Germans>,
    text: &MarkerText,
    pool: DepthPool,
    errors: &mut Errors,
) -> DepthCounter {
    if let Some(tactical) = text.tactical.as_ref().filter(|it| it.value) {
        if text.strength != 0 || !text.requires.is_empty() {
            let message = "a tactical marker has neither strength nor requirements";
            errors.at(&page.path, tactical.span, message);
        }
        if pool != DepthPool::Wn {
            let message = "only depth of strongpoints can be tactical";
            errors.at(&page.path, tactical.span, message);
        }
    }
    DepthCounter {
        pool,
        strength: text.strength as u8,
        requires: weapons(&text.requires),
        tactical: text.tactical.as_ref().is_some_and(|it| it.value),
    }
}
