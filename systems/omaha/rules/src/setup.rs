//! Section 21: how a game begins, and section 22: the variants that change it.

use board::HexId;
use kernel::{Cx, Rule, rules, shown};
use smallvec::SmallVec;

use crate::amphibious::{self, C_2R};
use crate::cards;
use crate::data::{
    Berth, BoxId, Data, DepthPool, GermanId, GermanKind, Gun, MOST_GERMANS, PositionId, SetUp,
    SiteId, UnitId, UnitKind,
};
use crate::pools;
use crate::question::{Opt, Topic, ask};
use crate::state::{Day, DepthPlace, GermanPlace, Place, Pool, Purpose};
use crate::text::Names;

mod beyond;
mod standard;

rules! {
    WN_UNITS = "omaha.scen.setup-wn", "The strongpoints are manned";
    BEACH = "omaha.btb.beach-units", "Starts on the beach: which hex";
    BOXES = "omaha.btb.t16", "Starts in a landing box: which one";
    BOMBARDMENT = "omaha.var.bombardment-cards", "The bombardment";
}

/// A game after the bombardment begins on this turn, with these delays of arrivals due before turn 16 and of later
/// ones; so many of its turns use the landing rows of turns 2-3 (omaha.var.bombardment, omaha.var.bombardment-rules).
const BOMBARDMENT_TURN: u8 = 4;
const BOMBARDMENT_OPENING: u8 = 5;
const BOMBARDMENT_DELAY: u8 = 3;
const BOMBARDMENT_LATE: u8 = 16;
const BOMBARDMENT_LATE_DELAY: u8 = 1;
const BOMBARDMENT_CARDS: usize = 2;

/// The turn a game begins with.
#[must_use]
pub fn first_turn(data: &Data) -> u8 {
    if data.variants.bombardment { BOMBARDMENT_TURN } else { data.plan.first_turn }
}

/// omaha.var.bombardment-rules: no German recovers, nothing is cleared, no artillery fires.
#[must_use]
pub fn is_first_turn_after_bombardment(g: &Day) -> bool {
    g.data().variants.bombardment && g.turn <= BOMBARDMENT_TURN
}

#[must_use]
pub(crate) fn is_opening_after_bombardment(g: &Day) -> bool {
    g.data().variants.bombardment && g.turn <= BOMBARDMENT_OPENING
}

/// Steps, divisions and places of all counters before anything random: US counters in boxes, on the track or unused,
/// Germans in their pools, the whole deck undrawn (omaha.scen.setup-deck).
pub(crate) fn counters(g: &mut Day) {
    if g.data().variants.bombardment {
        g.turn = BOMBARDMENT_TURN;
    }
    for unit in g.all_units() {
        let counter = &g.data().units[unit.index()];
        let (steps, division) = (counter.full_steps(), counter.division);
        let place = first_place(g.data(), unit);
        let it = &mut g[unit];
        (it.steps, it.command, it.place) = (steps, division, place);
    }
    for i in 0..g.data().germans.len() {
        g.germans[i].place = match g.data().germans[i].kind {
            GermanKind::Wn(_) => GermanPlace::Gone,
            GermanKind::Tactical => GermanPlace::Pool(Pool::Tactical),
            GermanKind::Division => GermanPlace::Pool(Pool::Division),
            // omaha.var.reaction
            GermanKind::Meyer if g.data().variants.reaction => GermanPlace::Pool(Pool::Division),
            GermanKind::Meyer => GermanPlace::Pool(Pool::Meyer),
            GermanKind::Armour(_) if g.data().variants.armour => GermanPlace::Pool(Pool::Armour),
            GermanKind::Armour(_) => GermanPlace::Gone,
        };
    }
    for i in 0..g.data().depths.len() {
        g.depths[i].place = DepthPlace::Pool(g.data().depths[i].pool);
    }
    g.deck.undrawn = (0..g.data().cards.len()).fold(0, |all, it| all | 1 << it);
    let batteries = match &g.data().plan.setup {
        SetUp::Standard(it) => &it.batteries,
        SetUp::Beyond(it) => &it.batteries,
    };
    // omaha.scen.setup-artillery, omaha.scen.east-artillery, omaha.btb.ger-other
    g.batteries = batteries.iter().fold(0, |all, it| all | 1 << it.0);
}

/// Where a US counter begins in the standard set-up: the amphibious tanks in their boxes, everything else on the track
/// (omaha.scen.setup-us, omaha.oob.t0). Those that would never land are unused (omaha.scen.first-waves), as are the
/// counters of the other sector in half a game (omaha.scen.east-units).
fn first_place(data: &Data, unit: UnitId) -> Place {
    let counter = &data.units[unit.index()];
    let away = data.plan.only.is_some_and(|it| it != counter.division.sector());
    // omaha.var.no-rangers
    let climbing =
        data.variants.no_rangers && counter.kind == UnitKind::Ranger && counter.key != C_2R;
    if away || climbing {
        return Place::Unused;
    }
    if counter.turn == 0
        && let Berth::Box(at) = counter.berth
    {
        return Place::Box(at);
    }
    match arrival(data, counter.turn) {
        turn if data.plan.last_turn <= turn => Place::Unused,
        turn => Place::Track(turn),
    }
}

/// omaha.var.bombardment
fn arrival(data: &Data, turn: u8) -> u8 {
    match turn {
        _ if !data.variants.bombardment => turn,
        BOMBARDMENT_LATE.. => turn + BOMBARDMENT_LATE_DELAY,
        _ => turn + BOMBARDMENT_DELAY,
    }
}

/// The random set-up and the choices it leaves: standard for the first waves, the long day (omaha.scen.full-day) and
/// the east half (omaha.scen.east-half), its own for what lies beyond the beach (omaha.scen.beyond). Then the
/// bombardment of the variant.
pub(crate) fn play<C: Cx<Day>>(cx: &mut C, g: &mut Day) -> Result<(), C::Halt> {
    match &g.data().plan.setup {
        SetUp::Standard(it) => {
            let plan = it.clone();
            standard::play(cx, g, &plan)?;
        }
        SetUp::Beyond(it) => {
            let plan = it.clone();
            beyond::play(cx, g, &plan)?;
        }
    }
    if g.data().variants.bombardment {
        bombard(cx, g)?;
    }
    Ok(())
}

/// A random WN unit of the right type, face down, on each site (omaha.scen.setup-wn, omaha.ger.face-down).
fn man<C: Cx<Day>>(cx: &mut C, g: &mut Day, posts: &[(SiteId, Gun)]) -> Result<(), C::Halt> {
    for (site, gun) in posts {
        let left: SmallVec<[GermanId; MOST_GERMANS]> = (0..g.data().germans.len() as u8)
            .map(GermanId)
            .filter(|it| g.data().germans[it.index()].kind == GermanKind::Wn(*gun))
            .filter(|it| g[*it].place == GermanPlace::Gone)
            .collect();
        if let Some(unit) =
            pools::pick(cx, g, Topic::ForHex(g.data().sites[site.index()].hex), &left)?
        {
            pools::place(g, unit, *site);
        }
    }
    cx.say(WN_UNITS, || Said::Manned(posts.len()).into());
    Ok(())
}

/// A random marker of the kind fitting the place under the unit of each site.
fn deepen<C: Cx<Day>>(cx: &mut C, g: &mut Day, sites: &[SiteId]) -> Result<(), C::Halt> {
    for site in sites {
        let Some(unit) = g.holders[site.index()] else { continue };
        let pool = pools::depth_pool(g, unit);
        if let Some(depth) = pools::draw_depth(cx, g, pool)? {
            pools::give_depth(g, unit, depth);
        }
    }
    Ok(())
}

/// So many units of a pool stay at random, the others go elsewhere.
fn keep<C: Cx<Day>>(
    cx: &mut C,
    g: &mut Day,
    pool: Pool,
    most: u8,
    others: GermanPlace,
) -> Result<(), C::Halt> {
    while usize::from(most) < pools::in_pool(g, pool).len() {
        let Some(unit) = pools::draw(cx, g, pool)? else { break };
        g[unit].place = others;
    }
    Ok(())
}

/// So many markers of a pool stay at random, the others go elsewhere.
fn keep_depth<C: Cx<Day>>(
    cx: &mut C,
    g: &mut Day,
    pool: DepthPool,
    most: u8,
    others: DepthPlace,
) -> Result<(), C::Halt> {
    while usize::from(most) < pools::depths_in(g, pool).len() {
        let Some(depth) = pools::draw_depth(cx, g, pool)? else { break };
        g[depth].place = others;
    }
    Ok(())
}

/// The Meyer box: its units and so many random mobile markers (omaha.kgm.box). In the reaction variant all of them are
/// in the pools already (omaha.var.reaction).
fn fill_meyer_box<C: Cx<Day>>(
    cx: &mut C,
    g: &mut Day,
    units: u8,
    markers: u8,
) -> Result<(), C::Halt> {
    if g.data().variants.reaction {
        return Ok(());
    }
    keep(cx, g, Pool::Meyer, units, GermanPlace::Gone)?;
    let stay = pools::depths_in(g, DepthPool::Mobile).len().saturating_sub(markers.into());
    keep_depth(cx, g, DepthPool::Mobile, stay as u8, DepthPlace::Meyer)
}

/// Two fire cards: every WN unit of a colour shown is disrupted and loses its depth; what both show is removed
/// (omaha.var.bombardment-cards).
fn bombard<C: Cx<Day>>(cx: &mut C, g: &mut Day) -> Result<(), C::Halt> {
    let mut drawn: SmallVec<[_; BOMBARDMENT_CARDS]> = SmallVec::new();
    for _ in 0..BOMBARDMENT_CARDS {
        drawn.push(cards::draw(cx, g, Purpose::Bombardment)?);
    }
    for position in g.positions() {
        let it = &g.data().positions[position.index()];
        let colour = it.colour;
        let shows = drawn.iter().filter(|it| g.data().cards[it.index()].mark(colour).is_some());
        let shows = shows.count();
        if !it.is_wn() || shows == 0 {
            continue;
        }
        let units: SmallVec<[GermanId; 2]> = g.garrison_of(position).collect();
        for unit in &units {
            if shows == BOMBARDMENT_CARDS {
                let to = out_of_play(g.data(), *unit);
                pools::remove(g, *unit, to);
            } else {
                pools::remove_depth(g, *unit);
                g[*unit].disrupted = true;
            }
        }
        if !units.is_empty() {
            let removed = shows == BOMBARDMENT_CARDS;
            cx.say(BOMBARDMENT, || Said::Bombarded { position, removed }.into());
        }
    }
    Ok(())
}

/// WN units without artillery can be drawn for re-occupation (omaha.btb.ger-eliminated-pile, omaha.res.wn-pool).
fn out_of_play(data: &Data, unit: GermanId) -> GermanPlace {
    match data.germans[unit.index()].kind {
        GermanKind::Wn(Gun::Plain) => GermanPlace::Pile,
        _ => GermanPlace::Gone,
    }
}

/// A counter is put where the player wants it.
fn ask_for<C: Cx<Day>>(
    cx: &mut C,
    g: &mut Day,
    unit: UnitId,
    (rule, topic): (Rule, Topic),
    options: &[Start],
) -> Result<(), C::Halt> {
    if options.is_empty() {
        return Ok(());
    }
    g[unit].place = match cx.choose(g, ask(rule, topic), options)? {
        Start::Hex(hex) => Place::Map(hex),
        Start::Box(at) => Place::Box(at),
    };
    Ok(())
}

/// Where a counter may start.
#[derive(Clone, Copy)]
enum Start {
    Hex(HexId),
    Box(BoxId),
}

shown! {
    it => Start, match it {
        Start::Hex(hex) => Opt::Hex(hex),
        Start::Box(at) => Opt::Box(at),
    };
}

/// Boxes for a unit that starts in one.
fn boxes_for(g: &Day, unit: UnitId) -> SmallVec<[Start; 32]> {
    amphibious::berths(g, unit).0.into_iter().map(Start::Box).collect()
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Manned(usize),
    Bombarded { position: PositionId, removed: bool },
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> (String, Vec<HexId>) {
        match self {
            Said::Manned(n) => (format!("{n} strongpoint crews take their posts."), vec![]),
            Said::Bombarded { position, removed } => {
                let sites = &data.positions[position.index()].sites;
                let names = Names(data);
                let name = names.position(*position);
                let text = match removed {
                    true => format!("The bombardment destroys {name}."),
                    false => format!("The bombardment disrupts {name} and takes its depth."),
                };
                (text, sites.iter().map(|it| data.sites[it.index()].hex).collect())
            }
        }
    }
}
