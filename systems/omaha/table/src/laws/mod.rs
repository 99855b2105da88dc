//! What the landing states about itself.

mod course;
mod hidden;

use std::collections::BTreeMap;
use std::sync::Arc;

use board::HexId;
use kernel::{Cx, Game, Mass, Odds, Playout, Policy, Rng, Rules};
use module::{Library, Shape};
use omaha::data::{
    DepthId, DepthPool, Division, GermanId, GermanKind, Gun, MOST_UNITS, SiteId, UnitId, Victory,
};
use omaha::event::Event;
use omaha::ground::Terrain;
use omaha::question::{Opt, Question};
use omaha::state::{Climb, DepthPlace, GermanPlace, HeroState, Phase, Place, Pool, Today, Unit};
use omaha::{Day, Shared, text};

use crate::Omaha;
use testkit::cases::{Played as _, Wishes};
use testkit::laws::{Lawful, digest, frequencies};

/// More starts for the laws: every scenario with each of its variants and with all of them; and without catastrophic
/// loss or a first check, which end most random games before the afternoon.
pub fn variants() -> Result<Vec<(String, Day)>, String> {
    let mut out = Vec::new();
    for head in Library::embedded(&[Shape::of::<Omaha>()]).modules().into_iter() {
        for scenario in head.scenarios {
            let all: Vec<String> = scenario.variants.iter().map(|it| it.key.clone()).collect();
            let mut keys: Vec<String> =
                all.iter().map(|it| format!("{}+{it}", scenario.key)).collect();
            if 1 < all.len() {
                keys.push(format!("{}+{}", scenario.key, all.join("+")));
            }
            keys.insert(0, scenario.key);
            for key in keys {
                let mut data = Arc::unwrap_or_clone(crate::cases::data(&key)?);
                data.tables.constants.catastrophic_basic = u8::MAX;
                data.tables.constants.catastrophic_extended = u8::MAX;
                if let Victory::Levels { check, .. } = &mut data.plan.victory {
                    *check = None;
                }
                let name = format!("omaha/{}/{key} to the end", head.key);
                out.push((name, Day::new(Shared::new(Arc::new(data)))));
            }
        }
    }
    Ok(out)
}

/// What comes of a decision: the exact odds over what the player sees agree with games in which the hidden counters were
/// dealt at random before. So the odds driver and the draw that stands for turning a counter over are both right. As many
/// steps are played as `courses` says; how many outcomes there are.
pub fn odds_agree(
    g: &Day,
    wishes: &[&str],
    courses: u8,
    seed: u64,
    playouts: u32,
) -> Result<usize, String> {
    let wishes = Wishes::<Omaha>::new(wishes.iter().map(|it| (*it).to_owned()));
    let mut exact: BTreeMap<u64, Mass> = BTreeMap::new();
    let mut odds = Odds::new(wishes.clone());
    let mut kept = 0;
    odds.every(
        &*g.seen(),
        |cx, g| several(cx, g, courses),
        |mass, (), end| {
            kept += mass;
            *exact.entry(outcome(end)).or_default() += mass;
        },
    );
    if kept + odds.lost != Day::WHOLE {
        return Err(format!("masses sum to {} with {} lost", kept + odds.lost, odds.lost));
    }
    let mut rng = Rng(seed);
    let mut cx = Playout::new(Rng(rng.next()), wishes);
    frequencies(&exact, (odds.lost, Day::WHOLE), playouts, || {
        let mut end = g.clone();
        hidden::deal(&mut end, &mut rng);
        let Ok(()) = several(&mut cx, &mut end, courses);
        outcome(&end)
    })
}

fn several<C: Cx<Day>>(cx: &mut C, g: &mut Day, courses: u8) -> Result<(), C::Halt> {
    for _ in 0..courses {
        Omaha::course(cx, g)?;
    }
    Ok(())
}

/// What has become of everybody on both sides, whoever the Germans are.
fn outcome(g: &Day) -> u64 {
    let units: Vec<_> = g.units.iter().map(|it| (it.place, it.steps, it.disrupted)).collect();
    let leaders: Vec<_> = g.units.iter().map(|it| (it.hero, it.wounded)).collect();
    let germans: Vec<_> = g
        .holders
        .iter()
        .map(|it| it.map(|it| (g[it].disrupted, g[it].revealed, g[it].depth.is_some())))
        .collect();
    digest(&(units, leaders, germans))
}

fn name(g: &Day, unit: UnitId) -> &str {
    &g.data().units[unit.index()].key
}

fn germans(g: &Day) -> impl Iterator<Item = GermanId> + use<> {
    (0..g.data().germans.len() as u8).map(GermanId)
}

fn depths(g: &Day) -> impl Iterator<Item = DepthId> + use<> {
    (0..g.data().depths.len() as u8).map(DepthId)
}

impl Lawful for Omaha {
    fn more_starts() -> Result<Vec<(String, Day)>, String> {
        variants()
    }

    fn holds(g: &Day, _: &Day) -> Result<(), String> {
        for unit in g.all_units() {
            us_counter(g, unit)?;
        }
        if g.units[g.data().units.len()..MOST_UNITS].iter().any(|it| *it != Unit::default()) {
            return Err("a counter that is not in the order of battle is in play".into());
        }
        let on_map = |it: &UnitId| g[*it].hex().is_some();
        if g.all_units().filter(on_map).any(|it| !g.present().contains(it)) {
            return Err("a counter on the map is overlooked".into());
        }
        let sites = (0..g.data().sites.len() as u8).map(SiteId);
        let held = |it: &SiteId| g.holders[it.index()].is_some();
        if g.held_sites() != sites.filter(held).collect() {
            return Err("the set of sites that are held is wrong".into());
        }
        german_counters(g)?;
        deck(g)?;
        loss_boxes(g)?;
        bases(g)?;
        heroes(g)?;
        if g.data().plan.last_turn < g.turn {
            return Err(format!("omaha.turn.count: turn {}", g.turn));
        }
        Ok(())
    }

    fn holds_at_rest(g: &Day, _: &Day) -> Result<(), String> {
        if g.has_ended() != (g.phase == Phase::Over) {
            return Err(format!("the outcome is {:?} in phase {:?}", g.outcome, g.phase));
        }
        match g.phase {
            Phase::EndOfTurn => after_us_actions(g),
            Phase::Begin => between_turns(g),
            _ => {
                let fires = matches!(g.phase, Phase::FireHits(_) | Phase::GermanActions(_));
                if !fires && !g.has_ended() && !g.today.volley.is_empty() {
                    return Err(format!("hits left over: {:?}", g.today.volley));
                }
                let acts = matches!(g.phase, Phase::GermanActions(_));
                let left = !g.today.to_act.is_empty() || !g.today.to_advance.is_empty();
                if left && !acts && !g.has_ended() {
                    return Err("somebody was to act and has not".into());
                }
                Ok(())
            }
        }
    }

    fn follows(g: &Day, before: &Day) -> Result<(), String> {
        let (g, then) = (g, before);
        if g.turn < then.turn || then.turn + 1 < g.turn {
            return Err(format!("turn {} follows turn {}", g.turn, then.turn));
        }
        for unit in g.all_units() {
            let (now, was) = (&g[unit], &then[unit]);
            // omaha.event.stragglers
            let gained = was.steps < now.steps;
            let back = matches!(then.phase, Phase::Event(_)) && now.steps == 2 && was.steps == 1;
            if gained && !back {
                return Err(format!("{} has gained a step", name(g, unit)));
            }
            let may_be = match was.place {
                Place::Unused | Place::Lost | Place::Gone | Place::Exited(_) => {
                    now.place == was.place
                }
                // A headquarters that is hit lands again (omaha.hit.hq).
                Place::Map(_) => match now.place {
                    Place::Track(_) | Place::Gone => g.kind(unit).is_leader(),
                    Place::Map(_) | Place::Lost | Place::Exited(_) => true,
                    _ => false,
                },
                Place::Box(_) => {
                    matches!(
                        now.place,
                        Place::Box(_) | Place::Map(_) | Place::Track(_) | Place::Lost | Place::Gone
                    )
                }
                Place::Track(_) => {
                    let set = matches!(then.phase, Phase::SetUp);
                    set || matches!(now.place, Place::Track(_) | Place::Box(_) | Place::Gone)
                }
            };
            if !may_be && then.phase != Phase::SetUp {
                return Err(format!(
                    "{} went from {:?} to {:?}",
                    name(g, unit),
                    was.place,
                    now.place
                ));
            }
        }
        // What lies in a pool or comes out of one is mixed with the others again.
        for id in germans(g) {
            let mixed = matches!(g[id].place, GermanPlace::Pool(_) | GermanPlace::Pile);
            let came = g[id].place != then[id].place;
            if then[id].known && !g[id].known && !mixed && !came {
                return Err(format!("omaha.scale.hidden-info: {id:?} is forgotten"));
            }
        }
        for id in depths(g) {
            let came = g[id].place != then[id].place;
            if then[id].known && !g[id].known && !came {
                return Err(format!("omaha.scale.hidden-info: {id:?} is forgotten"));
            }
        }
        if then.cleared.iter().any(|it| !g.cleared.contains(it)) {
            return Err("obstacles have come back".into());
        }
        if g.exited.len() < then.exited.len() {
            return Err("omaha.move.exit: somebody has come back".into());
        }
        course::follows(g, then)
    }

    fn stands_alone(opt: Opt) -> bool {
        opt == Opt::Continue
    }

    /// Up the beach, into the enemy.
    fn urge(g: &Day, opt: Opt) -> u32 {
        let map = &g.data().map;
        let deeper = |unit: UnitId, to: HexId| {
            let from = g[unit].hex().map_or(0, |it| map.hex(it).r);
            if from < map.hex(to).r { 12 } else { 2 }
        };
        match opt {
            Opt::Done | Opt::No | Opt::Stay => 1,
            Opt::Attack(_) | Opt::Join(_) | Opt::JoinNaval => 60,
            Opt::Move { unit, to }
            | Opt::ClimbBluff { unit, to }
            | Opt::ClimbCliff { unit, to } => deeper(unit, to),
            Opt::Recover(_) | Opt::Rest(_) | Opt::CrossCliff(_) | Opt::Exit(_) => 20,
            Opt::PlaceBase { .. } | Opt::GrowBase { .. } | Opt::Garrison(_) => 20,
            Opt::MakePost(_) | Opt::GrowPost(_) | Opt::Clear(_) => 20,
            _ => 4,
        }
    }

    fn hear(g: &Day, event: &Event) {
        let (words, _) = event.words(g.data());
        debug_assert!(!words.is_empty());
    }

    fn read(g: &Day, ask: &Question, options: &[Opt]) {
        let mut words = text::question(g, ask);
        // The title of a rule is what is said where nobody has written a sentence.
        let title = ask.rule.title;
        let bare = words.contains(&format!(": {title}")) || words == format!("{title}.");
        debug_assert!(!bare, "no sentence is written for this: {words}");
        options.iter().for_each(|it| words += &text::option(g, *it));
        debug_assert!(!words.is_empty());
    }

    /// Every counter acts once a turn and is asked about a few times more; the Germans ask a little too.
    fn most_decisions(start: &Day) -> u64 {
        let plan = &start.data().plan;
        let turns = u64::from(plan.last_turn - plan.first_turn + 1);
        turns * (20 * start.data().units.len() as u64 + 400)
    }

    fn probe(g: &Day, rng: &mut Rng) -> Result<(), String> {
        hidden::nothing_leaks(g, rng)?;
        if !g.is_over() {
            let mut odds = Odds::new(Whim(rng.next()));
            odds.budget = 2000;
            let mut kept = 0;
            odds.every(g, Day::step, |mass, (), _| kept += mass);
            if kept + odds.lost != Day::WHOLE {
                let sum = kept + odds.lost;
                return Err(format!("masses of a step sum to {sum} instead of the whole"));
            }
        }
        Ok(())
    }
}

fn us_counter(g: &Day, unit: UnitId) -> Result<(), String> {
    let (it, counter) = (&g[unit], &g.data().units[unit.index()]);
    let wrong = |what: &str| Err(format!("{} {what}: {it:?}", name(g, unit)));
    if counter.full_steps() < it.steps {
        return wrong("has too many steps");
    }
    let leader = counter.kind.is_leader();
    match it.place {
        Place::Map(_) | Place::Box(_) | Place::Exited(_) | Place::Track(_)
            if (it.steps == 0) != leader =>
        {
            return wrong("is in play with these steps");
        }
        Place::Lost if it.steps != 0 => return wrong("is lost with steps"),
        Place::Track(turn) if g.data().plan.last_turn < turn => {
            return wrong("omaha.drift.delay-past-end: waits for a turn that never comes");
        }
        Place::Track(turn) if turn < g.turn && !matches!(g.phase, Phase::SetUp | Phase::Begin) => {
            return wrong("waits for a turn that is over");
        }
        _ => (),
    }
    if it.hex().is_none() && (it.disrupted || it.just_disrupted || it.climb != Climb::None) {
        return wrong("has a marker off the map");
    }
    let lives = matches!(it.place, Place::Map(_) | Place::Box(_) | Place::Track(_));
    if it.hero != HeroState::None && (!lives || leader) {
        return wrong("omaha.hero.lost-with-unit: has a hero");
    }
    if leader && (it.disrupted || it.climb != Climb::None) {
        return wrong("is a leader");
    }
    if it.post.is_some() && (it.hex().is_none() || !leader) {
        return wrong("is a command post");
    }
    if !counter.kind.is_infantry() && it.climb != Climb::None {
        return wrong("climbs");
    }
    if let Some(hex) = it.hex() {
        let terrain = g.data().ground.terrain(hex);
        if matches!(terrain, Terrain::Sea | Terrain::Rough) {
            return wrong("omaha.move.no-sea, omaha.terr.rough: is in an impossible hex");
        }
        if g.german_at(hex).is_some() {
            return wrong("omaha.move.no-german: is in a hex with a German unit");
        }
        if let Climb::Cliff(to) = it.climb
            && !g.data().map.adjacent(hex, to)
        {
            return wrong("omaha.climb.cliff-side: climbs to a distant hex");
        }
    }
    let exited = g.exited.iter().filter(|it| it.0 == unit);
    let listed = exited.clone().count();
    if listed != usize::from(matches!(it.place, Place::Exited(_))) {
        return wrong("omaha.move.exit: is listed wrongly as having left");
    }
    Ok(())
}

/// Who stands where is kept twice, and so is who has which depth marker.
fn german_counters(g: &Day) -> Result<(), String> {
    for (i, holder) in g.holders.iter().enumerate() {
        let site = SiteId(i as u8);
        if let Some(unit) = holder
            && g[*unit].place != GermanPlace::At(site)
        {
            return Err(format!("{unit:?} holds {site:?} but is at {:?}", g[*unit].place));
        }
    }
    for id in germans(g) {
        let it = &g[id];
        let kind = g.data().germans[id.index()].kind;
        let right = match (kind, it.place) {
            (GermanKind::Armour(_), GermanPlace::Pool(pool)) => pool == Pool::Armour,
            (GermanKind::Armour(_), GermanPlace::At(_) | GermanPlace::Pile) => false,
            (GermanKind::Armour(_), _) => true,
            (_, GermanPlace::Road(_)) => false,
            // omaha.res.wn-pool
            (GermanKind::Wn(gun), GermanPlace::Pile) => gun == Gun::Plain,
            (_, GermanPlace::Pile) => false,
            (GermanKind::Wn(_), GermanPlace::Pool(_)) => false,
            (_, GermanPlace::Pool(Pool::Meyer)) => kind == GermanKind::Meyer,
            (_, GermanPlace::Pool(pool)) => pool != Pool::Armour,
            (_, GermanPlace::At(_) | GermanPlace::Gone) => true,
        };
        if !right {
            return Err(format!("{kind:?} {id:?} is at {:?}", it.place));
        }
        if let GermanPlace::At(site) = it.place {
            let position = g.data().sites[site.index()].position;
            if g.holders[site.index()] != Some(id) {
                return Err(format!(
                    "{id:?} is at {site:?}, held by {:?}",
                    g.holders[site.index()]
                ));
            }
            if kind.is_wn() && !g.data().positions[position.index()].is_wn() {
                return Err(format!("a strongpoint crew {id:?} stands at {site:?}"));
            }
        }
        let on_map = matches!(it.place, GermanPlace::At(_) | GermanPlace::Road(_));
        if !on_map && (it.disrupted || it.revealed || it.depth.is_some()) {
            return Err(format!("{id:?} has markers off the map: {it:?}"));
        }
        if it.revealed && !it.known {
            return Err(format!("{id:?} is revealed and not known"));
        }
        if let Some(depth) = it.depth
            && g[depth].place != DepthPlace::Under(id)
        {
            return Err(format!("{id:?} has {depth:?}, which is at {:?}", g[depth].place));
        }
    }
    for id in depths(g) {
        let it = &g[id];
        match it.place {
            DepthPlace::Under(unit) if g[unit].depth != Some(id) => {
                return Err(format!("{id:?} is under {unit:?}, which has {:?}", g[unit].depth));
            }
            DepthPlace::Pool(pool) if pool != g.data().depths[id.index()].pool => {
                return Err(format!("omaha.depth.pool-by-hex: {id:?} is in the pool of {pool:?}"));
            }
            DepthPlace::Meyer if g.data().depths[id.index()].pool != DepthPool::Mobile => {
                return Err(format!("omaha.kgm.box: {id:?} is in the Meyer box"));
            }
            _ => (),
        }
        if it.revealed && !(it.known && matches!(it.place, DepthPlace::Under(_))) {
            return Err(format!("{id:?} is revealed: {it:?}"));
        }
    }
    Ok(())
}

/// Every card is in one place (omaha.scale.deck).
fn deck(g: &Day) -> Result<(), String> {
    let deck = &g.deck;
    let mut places = vec![deck.undrawn, deck.discarded, deck.used];
    places.extend(deck.fire.iter().flatten().map(|it| 1 << it.0));
    let (all, sum) =
        places.iter().fold((0_u64, 0), |(all, sum), it| (all | it, sum + it.count_ones() as usize));
    let cards = g.data().cards.len();
    if all != (1 << cards) - 1 || sum != cards {
        return Err(format!("omaha.scale.deck: {sum} cards: {deck:?}"));
    }
    Ok(())
}

/// omaha.cat.count, omaha.cat.original, omaha.cat.not-counted
fn loss_boxes(g: &Day) -> Result<(), String> {
    for unit in g.all_units() {
        let (it, counter) = (&g[unit], &g.data().units[unit.index()]);
        let spent = match it.place {
            // omaha.cat.not-counted
            Place::Unused | Place::Gone | Place::Exited(_) => continue,
            Place::Lost => true,
            _ => it.steps <= 1,
        };
        for division in Division::BOTH {
            let counts = counter.kind.is_regular() && counter.division == division && spent;
            if g.losses[division.index()].contains(unit) != counts {
                let boxed = !counts;
                return Err(format!(
                    "omaha.cat.count: {} in the box of {division:?}: {boxed}: {it:?}",
                    name(g, unit)
                ));
            }
        }
    }
    let constants = &g.data().tables.constants;
    let most = if g.is_extended() {
        constants.catastrophic_extended
    } else {
        constants.catastrophic_basic
    };
    let counts = |it: &UnitId| !matches!(g[*it].place, Place::Exited(_));
    let lost = g.losses.iter().map(|it| it.iter().filter(counts).count()).max().unwrap_or(0);
    if usize::from(most) <= lost && !g.has_ended() {
        return Err(format!("omaha.seq.catastrophe-immediate: {lost} companies are lost"));
    }
    Ok(())
}

/// omaha.base.count
fn bases(g: &Day) -> Result<(), String> {
    let constants = &g.data().tables.constants;
    for bases in &g.bases {
        let far =
            bases.iter().any(|it| constants.engineer_base_track.len() <= usize::from(it.space));
        if usize::from(constants.bases_per_division) < bases.len() || far {
            return Err(format!("omaha.base.count: {bases:?}"));
        }
    }
    for unit in g.leaders() {
        let space = g[unit].post.unwrap_or(0);
        if constants.command_post_track.len() <= usize::from(space) {
            return Err(format!("omaha.cp.track: {} is on space {space}", name(g, unit)));
        }
    }
    Ok(())
}

/// omaha.scale.heroes
fn heroes(g: &Day) -> Result<(), String> {
    let most = g.data().tables.constants.heroes_per_division;
    for division in Division::BOTH {
        let of = |it: &UnitId| match g[*it].hero {
            HeroState::Hero(it) | HeroState::Inspired(it) => it == division,
            HeroState::None => false,
        };
        let n = g.all_units().filter(of).count();
        if usize::from(most) < n {
            return Err(format!("omaha.scale.heroes: {n} of {division:?}"));
        }
    }
    Ok(())
}

/// omaha.stack.two, omaha.tide.death
fn after_us_actions(g: &Day) -> Result<(), String> {
    let most = usize::from(g.data().tables.constants.stacking_limit);
    for (unit, hex) in g.on_map() {
        let label = g.data().map.label(hex);
        let here = g.troops_at(hex).count();
        if most < here {
            return Err(format!("omaha.stack.two: {here} units in {label}"));
        }
        let climbs = matches!(g[unit].climb, Climb::Cliff(_));
        if g.is_submerged(hex) && !climbs {
            return Err(format!("omaha.tide.death: {} is in {label}", name(g, unit)));
        }
    }
    Ok(())
}

/// omaha.seq.end
fn between_turns(g: &Day) -> Result<(), String> {
    if g.today != Today::default() {
        return Err(format!("omaha.event.duration: {:?}", g.today));
    }
    for unit in g.all_units() {
        let it = &g[unit];
        if it.acted || it.just_disrupted || it.commanded != 0 {
            return Err(format!("omaha.seq.end: {} still has {it:?}", name(g, unit)));
        }
    }
    // Before its first turn a game may have drawn for a bombardment.
    let drawn = g.deck.used != 0 && g.deck.discarded != 0;
    if drawn || g.deck.fire != [None; 2] {
        return Err(format!("omaha.card.discard: {:?}", g.deck));
    }
    Ok(())
}

/// Decides alike in the same state, but otherwise at random.
#[derive(Clone)]
struct Whim(u64);

impl Policy<Day> for Whim {
    fn decide(&mut self, g: &Day, ask: Question, n: usize, _: impl Fn(usize) -> Opt) -> usize {
        let mut mix = Rng(self.0 ^ u64::from(ask.rule.tag()) ^ digest(g));
        mix.below(n as u32) as usize
    }
}
