//! Sections 20.3 and 20.4: command posts, engineer bases, garrisons.

use board::HexId;
use kernel::{Cx, rules, shown};
use smallvec::SmallVec;

use crate::control;
use crate::data::{Data, Division, Hexes, UnitId, UnitKind};
use crate::question::{Opt, Topic, ask};
use crate::state::{Base, Day, Place};
use crate::text::Names;

rules! {
    BASE = "omaha.base.one-per-turn", "Place a base or let one grow";
    PLACE = "omaha.base.place", "A new engineer base";
    GROW_BASE = "omaha.base.track", "An engineer base reaches further";
    GARRISON = "omaha.garr.place", "Garrisons in empty positions";
    POSTS = "omaha.seq.ext-engineer-hq", "Command posts";
    CONVERT = "omaha.cp.convert", "A headquarters becomes a command post";
    GROW_POST = "omaha.cp.grow", "A command post reaches further";
}

/// Phase V of the extended turn, in the order of omaha.seq.order-in-engineer-hq.
pub fn phase<C: Cx<Day>>(cx: &mut C, g: &mut Day) -> Result<(), C::Halt> {
    // 1. Each division places a base or lets one grow.
    bases(cx, g)?;
    // 2. Garrisons, with the new ranges.
    garrisons(cx, g)?;
    // 3. Headquarters settle, command posts reach further. No action is spent (omaha.cp.not-action).
    posts(cx, g)
}

// Engineer bases

/// Not in a turn with shells on the exits (omaha.event.shelled-exits).
fn bases<C: Cx<Day>>(cx: &mut C, g: &mut Day) -> Result<(), C::Halt> {
    if g.today.shelled_exits {
        return Ok(());
    }
    // A base on the beach closes no German path, so it changes nothing for the other division.
    let danger = control::potential_field(g);
    let divisions: SmallVec<[Division; 2]> = g.sectors().map(|it| it.division()).collect();
    for division in divisions {
        base(cx, g, division, &danger)?;
    }
    Ok(())
}

/// One base is placed or one advances, or neither (omaha.base.one-per-turn). Nothing else ever changes it
/// (omaha.base.fixed).
fn base<C: Cx<Day>>(
    cx: &mut C,
    g: &mut Day,
    division: Division,
    danger: &Hexes,
) -> Result<(), C::Halt> {
    let options = base_options(g, division, danger);
    match cx.choose(g, ask(BASE, Topic::Base(division)), &options)? {
        BaseOrder::Place { hex, .. } => {
            g.bases[division.index()].push(Base { hex, space: 0 });
            cx.say(PLACE, || Said::Placed { division, hex }.into());
        }
        BaseOrder::Grow { base, .. } => {
            let track = g.data().tables.constants.engineer_base_track.clone();
            if let Some(it) = g.bases[division.index()].get_mut(usize::from(base)) {
                it.space += 1;
                let (hex, range) = (it.hex, at(&track, it.space));
                cx.say(GROW_BASE, || Said::BaseGrew { division, hex, range }.into());
            }
        }
        BaseOrder::Neither => (),
    }
    Ok(())
}

/// What happens to the bases of a division.
#[derive(Clone, Copy)]
enum BaseOrder {
    Neither,
    Place { division: Division, hex: HexId },
    Grow { division: Division, base: u8 },
}

/// What happens to one HQ.
#[derive(Clone, Copy)]
enum PostOrder {
    Make(UnitId),
    Grow(UnitId),
}

/// Where a garrison goes.
#[derive(Clone, Copy)]
struct Garrison(HexId);

shown! {
    it => BaseOrder, match it {
        BaseOrder::Neither => Opt::Done,
        BaseOrder::Place { division, hex } => Opt::PlaceBase { division, hex },
        BaseOrder::Grow { division, base } => Opt::GrowBase { division, base },
    };
    it => PostOrder, match it {
        PostOrder::Make(unit) => Opt::MakePost(unit),
        PostOrder::Grow(unit) => Opt::GrowPost(unit),
    };
    Garrison(hex) => Garrison, Opt::Garrison(hex);
}

fn base_options(g: &Day, division: Division, danger: &Hexes) -> Vec<BaseOrder> {
    let mut options = vec![BaseOrder::Neither];
    let data = g.data();
    let constants = &data.tables.constants;
    let bases = &g.bases[division.index()];
    // omaha.base.grow-safe, omaha.base.artillery
    if !g.today.shelled[division.sector().index()] {
        for (i, base) in bases.iter().enumerate() {
            let last = usize::from(base.space) + 1 >= constants.engineer_base_track.len();
            if !last && !danger.contains(base.hex) {
                options.push(BaseOrder::Grow { division, base: i as u8 });
            }
        }
    }
    // omaha.base.count, omaha.base.above-water; artillery does not stop it (omaha.base.artillery-place).
    if bases.len() < usize::from(constants.bases_per_division) {
        let open = |hex: &HexId| {
            data.ground.sector(*hex) == division.sector()
                && !g.is_submerged(*hex)
                && !danger.contains(*hex)
                && bases.iter().all(|it| it.hex != *hex)
        };
        let hexes = data.ground.beach.iter().filter(open);
        options.extend(hexes.map(|hex| BaseOrder::Place { division, hex }));
    }
    options
}

/// Hexes inside the range of an engineer base, whatever the terrain (omaha.base.range-count), without those in a field
/// of fire of a position that is not disrupted (omaha.base.range-limit, omaha.ruling.disrupted-base-fields).
#[must_use]
pub fn served(g: &Day) -> Hexes {
    lanes(g).0
}

/// Whether a hex is one of them.
#[must_use]
pub fn serves(g: &Day, hex: HexId) -> bool {
    let track = &g.data().tables.constants.engineer_base_track;
    let mut bases = g.bases.iter().flatten();
    let in_range = |it: &Base| g.data().map.distance(it.hex, hex) <= u32::from(at(track, it.space));
    bases.any(in_range) && !control::is_under_fire(g, hex)
}

/// Hexes served, and those of them in the range of a base that gives free traffic moves this turn: not after the event,
/// not after artillery fire in its sector (omaha.base.artillery, omaha.event.shelled-exits).
#[must_use]
pub fn lanes(g: &Day) -> (Hexes, Hexes) {
    let (mut served, mut traffic) = (Hexes::EMPTY, Hexes::EMPTY);
    if g.bases.iter().all(|it| it.is_empty()) {
        return (served, traffic);
    }
    let fire = control::Fire::of(g);
    let track = &g.data().tables.constants.engineer_base_track;
    for division in Division::BOTH {
        let shelled = g.today.shelled_exits || g.today.shelled[division.sector().index()];
        for base in &g.bases[division.index()] {
            let near = g.data().map.within(base.hex, at(track, base.space));
            for hex in near.filter(|it| !fire.reaches(*it)) {
                served.insert(hex);
                if !shelled {
                    traffic.insert(hex);
                }
            }
        }
    }
    (served, traffic)
}

/// The range on a space of a track; beyond its end the last (omaha.cp.max).
fn at(track: &[u8], space: u8) -> u8 {
    track.get(usize::from(space)).or(track.last()).copied().unwrap_or_default()
}

// Garrisons

/// One after the other until the player has had enough; their number has no limit (omaha.garr.unlimited).
fn garrisons<C: Cx<Day>>(cx: &mut C, g: &mut Day) -> Result<(), C::Halt> {
    loop {
        let options = garrison_options(g);
        match cx.choose(g, ask(GARRISON, Topic::Garrison), &options)? {
            Some(Garrison(hex)) => {
                g.garrisons.insert(hex);
                cx.say(GARRISON, || Said::Garrisoned(hex).into());
            }
            None => return Ok(()),
        }
    }
}

/// Empty hexes of positions in the range of a base and in no field of a German unit; each hex of a two-hex WN by
/// itself (omaha.garr.two-hex).
fn garrison_options(g: &Day) -> Vec<Option<Garrison>> {
    let served = served(g);
    let mut options = vec![None];
    if served.is_empty() {
        return options;
    }
    for site in &g.data().sites {
        let empty = g.german_at(site.hex).is_none() && !g.garrisons.contains(site.hex);
        if empty && served.contains(site.hex) {
            options.push(Some(Garrison(site.hex)));
        }
    }
    options
}

// Command posts

/// Each HQ once: it becomes a command post, or a command post of an earlier turn advances on its track.
fn posts<C: Cx<Day>>(cx: &mut C, g: &mut Day) -> Result<(), C::Halt> {
    if !g.leaders().any(|it| is_headquarters(g, it)) {
        return Ok(());
    }
    let (danger, fire) = (control::potential_field(g), control::active_field(g));
    let mut done: SmallVec<[UnitId; 4]> = SmallVec::new();
    loop {
        let options = post_options(g, &danger, &fire, &done);
        match cx.choose(g, ask(POSTS, Topic::Posts), &options)? {
            Some(PostOrder::Make(unit)) => {
                // omaha.cp.start
                g[unit].post = Some(0);
                done.push(unit);
                cx.say(CONVERT, || Said::Settles(unit).into());
            }
            Some(PostOrder::Grow(unit)) => {
                g[unit].post = g[unit].post.map(|it| it + 1);
                done.push(unit);
                let range = g[unit].post.map_or(0, |it| at(post_track(g), it));
                cx.say(GROW_POST, || Said::PostGrew { unit, range }.into());
            }
            None => return Ok(()),
        }
    }
}

fn post_options(
    g: &Day,
    danger: &Hexes,
    fire: &Hexes,
    done: &[UnitId],
) -> SmallVec<[Option<PostOrder>; 8]> {
    let mut options: SmallVec<[Option<PostOrder>; 8]> = SmallVec::from_slice(&[None]);
    for unit in g.leaders().filter(|it| is_headquarters(g, *it) && !done.contains(it)) {
        let Some(hex) = g[unit].hex() else { continue };
        match g[unit].post {
            None if !danger.contains(hex) => options.push(Some(PostOrder::Make(unit))),
            Some(space) => {
                let last = usize::from(space) + 1 >= post_track(g).len();
                if !last && !fire.contains(hex) {
                    options.push(Some(PostOrder::Grow(unit)));
                }
            }
            None => (),
        }
    }
    options
}

/// An HQ or command post on the map.
fn is_headquarters(g: &Day, leader: UnitId) -> bool {
    g.kind(leader) == UnitKind::Hq && g[leader].hex().is_some()
}

fn post_track(g: &Day) -> &[u8] {
    &g.data().tables.constants.command_post_track
}

/// Hexes in which a command post commands: as far as its track says, along hexes without German units
/// (omaha.cp.track, omaha.cp.range-path); none in the field of a position that is not disrupted (omaha.cp.suppressed,
/// omaha.cp.suppressed-disrupted); one hex while its runners are hunted (omaha.event.runners).
#[must_use]
pub fn post_range(g: &Day, post: UnitId) -> Hexes {
    let mut hexes = Hexes::EMPTY;
    let (Place::Map(from), Some(space)) = (g[post].place, g[post].post) else { return hexes };
    if control::is_under_fire(g, from) {
        return hexes;
    }
    let range = if g.today.hunted == Some(post) { 1 } else { at(post_track(g), space) };
    hexes.insert(from);
    let mut edge: SmallVec<[HexId; 32]> = SmallVec::from_slice(&[from]);
    for _ in 0..range {
        let mut further = SmallVec::new();
        for hex in &edge {
            for (_, next) in g.data().map.neighbours(*hex) {
                if g.german_at(next).is_none() && hexes.insert(next) {
                    further.push(next);
                }
            }
        }
        edge = further;
    }
    hexes
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Placed { division: Division, hex: HexId },
    BaseGrew { division: Division, hex: HexId, range: u8 },
    Garrisoned(HexId),
    Settles(UnitId),
    PostGrew { unit: UnitId, range: u8 },
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> (String, Vec<HexId>) {
        let names = Names(data);
        match self {
            Said::Placed { division, hex } => (
                format!("Engineers of the {} open a base in {}.", division.name(), names.hex(*hex)),
                vec![*hex],
            ),
            Said::BaseGrew { division, hex, range } => (
                format!(
                    "The base of the {} in {} has a range of {range} now.",
                    division.name(),
                    names.hex(*hex)
                ),
                vec![*hex],
            ),
            Said::Garrisoned(hex) => {
                (format!("{} receives a garrison.", names.hex(*hex)), vec![*hex])
            }
            Said::Settles(unit) => {
                (format!("{} becomes a command post.", names.unit(*unit)), vec![])
            }
            Said::PostGrew { unit, range } => {
                let name = names.unit(*unit);
                (format!("The command post of {name} is on the next space: range {range}."), vec![])
            }
        }
    }
}
