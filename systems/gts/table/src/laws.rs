//! What the Grand Tactical Series states about itself.

use std::collections::BTreeMap;

use gts::data::{Chit, FormationId, LeaderId, Side, UnitId};
use gts::event::Event;
use gts::purchase::{Purchase, When, for_sale};
use gts::question::{Action, Opt, Question, Topic};
use gts::state::{Battle, ChitState, Phase, Place, Post};
use gts::{fire_zone, landing, leader};
use kernel::{
    Cut, Cx, Dice, DiceSource, Game, Item, Mass, Objection, Odds, Pending, PendingAsk, Playout,
    Policy, Reply, Rng, Rule, Rules, Seed, Session, Sum, Throw, Wanted,
};

use crate::Gts;
use testkit::laws::{Lawful, digest, frequencies};

fn name(g: &Battle, id: UnitId) -> &str {
    &g.data().units[usize::from(id.0)].key
}

fn units(g: &Battle) -> impl Iterator<Item = UnitId> + use<> {
    (0..g.units.len()).map(|it| UnitId(it as u8))
}

impl Lawful for Gts {
    fn holds(g: &Battle, start: &Battle) -> Result<(), String> {
        let map = &g.data().map;
        if g.units.len() != start.units.len() || g.leaders.len() != start.leaders.len() {
            return Err("a unit or leader has vanished".into());
        }
        // Where a unit stands is kept twice; both must say the same, and nobody is anywhere twice.
        let mut listed = 0;
        for hex in map.hexes() {
            let (mut before, mut columns) = (None, 0);
            for id in g.stack(hex) {
                listed += 1;
                if g[id].hex() != Some(hex) {
                    return Err(format!(
                        "{} is listed in {} but its place is {:?}",
                        name(g, id),
                        map.label(hex),
                        g[id].place
                    ));
                }
                if before.is_some_and(|it| id <= it) {
                    return Err(format!("the stack in {} is not in order", map.label(hex)));
                }
                if g.holder(hex) != Some(g.side(id)) {
                    return Err(format!("gts.stack.no-mixing: both sides in {}", map.label(hex)));
                }
                columns += u32::from(g[id].column);
                before = Some(id);
            }
            for side in Side::BOTH {
                if g.occupied[side.index()].contains(hex) != (g.holder(hex) == Some(side)) {
                    return Err(format!(
                        "{} is wrongly marked as held or not by {side:?}",
                        map.label(hex)
                    ));
                }
            }
            if 1 < columns && !g.is_entry_hex(hex) {
                return Err(format!(
                    "gts.stack.one-column: {columns} columns in {}",
                    map.label(hex)
                ));
            }
        }
        if listed != units(g).filter(|id| g[*id].is_in_play()).count() {
            return Err("a unit on the map is in no stack".into());
        }
        for id in units(g) {
            let (unit, kind) = (&g[id], g.kind(id));
            if start[id].steps < unit.steps || g.data().tables.limits.cohesion_max < unit.cohesion {
                return Err(format!(
                    "{}: {} steps, {} cohesion hits",
                    name(g, id),
                    unit.steps,
                    unit.cohesion
                ));
            }
            if unit.ent && (unit.column || unit.ip) {
                return Err(format!(
                    "gts.move.ent-one-unit, gts.move.ent-ip: {} is in an entrenchment with {unit:?}",
                    name(g, id)
                ));
            }
            if unit.mounted && !kind.has_transport() {
                return Err(format!("gts.term.transport-box: {} is mounted", name(g, id)));
            }
            if unit.place == Place::Absent
                && start[id].place != Place::Absent
                && !comes_and_goes(g, id)
            {
                return Err(format!("{} has vanished", name(g, id)));
            }
        }
        for (i, points) in g.points.iter().enumerate() {
            let cap = g.data().tables.limits.points_cap;
            if cap < points.cp || cap < points.dp {
                return Err(format!(
                    "gts.points.cap: {} has {points:?}",
                    g.data().divisions[i].key
                ));
            }
        }
        // What the state keeps by heart must be what the position says.
        let mut fresh = g.clone();
        fire_zone::note_sighting_range(&mut fresh);
        // Between the end of a turn and step A of the next nobody looks.
        if fresh != *g && g.phase != Phase::Weather {
            return Err("gts.los.sighting: the sighting range kept is not that of this turn".into());
        }
        Ok(())
    }

    fn holds_at_rest(g: &Battle, start: &Battle) -> Result<(), String> {
        if g.mover.is_some() || g.fight.is_some() {
            return Err(format!(
                "between steps something still moves or fights: {:?} {:?}",
                g.mover, g.fight
            ));
        }
        for (i, it) in g.leaders.iter().enumerate() {
            let id = LeaderId(i as u8);
            if let Post::With(unit) = it.post {
                let key = &g.data().leaders[i].key;
                // Who has not arrived yet waits with his unit.
                if matches!(g[unit].place, Place::Eliminated | Place::Absent | Place::Exited(_)) {
                    return Err(format!(
                        "gts.stack.leader-company: {key} is with {}, who is {:?}",
                        name(g, unit),
                        g[unit].place
                    ));
                }
                if !leader::may_host(g, id, unit) {
                    return Err(format!(
                        "gts.stack.leader-company: {key} is with {}",
                        name(g, unit)
                    ));
                }
            }
        }
        // Every step is in play, to come, or counted as lost.
        for side in Side::BOTH {
            let gone = |id: UnitId| match g[id].place {
                Place::Eliminated => u32::from(start[id].steps),
                _ => u32::from(start[id].steps - g[id].steps),
            };
            let lost: u32 = units(g).filter(|id| g.side(*id) == side).map(gone).sum();
            if lost != u32::from(g.steps_lost[side.index()]) {
                return Err(format!(
                    "{side:?} has lost {lost} steps, {} are counted",
                    g.steps_lost[side.index()]
                ));
            }
        }
        // A craft carries its passengers, and is on the map only while it lands.
        for id in units(g) {
            if g.kind(id).is_landing_craft() && g[id].is_in_play() {
                return Err(format!("{} has not been recycled", name(g, id)));
            }
            if let Some(craft) = g[id].aboard
                && (g[craft].place != g[id].place || !g.kind(craft).is_landing_craft())
            {
                return Err(format!("{} is not where its craft is", name(g, id)));
            }
            let in_wave = matches!(g[id].place, Place::Sea(gts::data::AtSea::Wave(_)));
            if in_wave && g[id].aboard.is_none() && !landing::runs_in(g, id) {
                return Err(format!("{} swims", name(g, id)));
            }
        }
        // One chit is in one place.
        let mut chits: Vec<Chit> = g.mug.to_vec();
        if !chits.is_sorted() {
            return Err(format!("the mug is not in order: {chits:?}"));
        }
        chits.extend(g.held);
        chits.extend(g.active.as_ref().map(|it| it.chit));
        chits.retain(|it| *it != Chit::Events);
        chits.sort_unstable();
        if let Some(twice) = chits.windows(2).find(|it| it[0] == it[1]) {
            return Err(format!("the chit {:?} is in two places", twice[0]));
        }
        for chit in &chits {
            if let Chit::Formation(id) = chit
                && g.phase == Phase::Chits
                && g.chit_of(*id).state == ChitState::ThisTurn
            {
                return Err(format!(
                    "gts.sop.d2-set-aside-ready: {id:?} is both in use and bought for this turn"
                ));
            }
        }
        Ok(())
    }

    fn follows(g: &Battle, before: &Battle) -> Result<(), String> {
        let (g, then) = (g, before);
        if g.turn < then.turn {
            return Err("turns never go back".into());
        }
        for id in units(g) {
            let (now, was) = (&g[id], &then[id]);
            if was.steps < now.steps {
                return Err(format!("gts.rally.no-steps: {} has gained a step", name(g, id)));
            }
            let may_be = match was.place {
                Place::Eliminated | Place::Exited(_) => now.place == was.place,
                // Rearguards and landing craft come and go.
                Place::Absent if comes_and_goes(g, id) => true,
                Place::Hex(_) | Place::Sea(_) if comes_and_goes(g, id) => true,
                Place::Absent => now.place == Place::Absent,
                Place::Hex(_) => {
                    matches!(now.place, Place::Hex(_) | Place::Eliminated | Place::Exited(_))
                }
                Place::Sea(_) => {
                    matches!(now.place, Place::Sea(_) | Place::Hex(_) | Place::Eliminated)
                }
                Place::Holding(entry) => {
                    matches!(now.place, Place::Holding(_)) || now.place == Place::Hex(entry)
                }
                Place::Later => {
                    matches!(now.place, Place::Later | Place::Holding(_) | Place::Sea(_))
                }
            };
            if !may_be {
                return Err(format!(
                    "{} went from {:?} to {:?}",
                    name(g, id),
                    was.place,
                    now.place
                ));
            }
            if let (Place::Hex(_), Place::Hex(to)) = (was.place, now.place)
                && was.place != now.place
                && g.is_entry_hex(to)
            {
                return Err(format!(
                    "gts.ruling.entry-hex-closed: {} moved into an entry hex",
                    name(g, id)
                ));
            }
        }
        for side in Side::BOTH {
            if g.steps_lost[side.index()] < then.steps_lost[side.index()] {
                return Err("losses never go back".into());
            }
        }
        Ok(())
    }

    /// A unit has at most two activations a chit, and a chit comes up at most once a turn; a move takes at most as
    /// many decisions as half points, an assault as many rounds as it takes to lose all steps by chance.
    fn most_decisions(start: &Battle) -> u64 {
        let chits = 2 + start.data().divisions.len() + start.data().formations.len();
        let units = 1 + start.units.len();
        start.data().turns.len() as u64 * chits as u64 * units as u64 * 60
    }

    /// Fire Zones by the fast way and hex by hex agree, and exact odds of the next step add up.
    fn probe(g: &Battle, rng: &mut Rng) -> Result<(), String> {
        let map = &g.data().map;
        for side in Side::BOTH {
            let zones = fire_zone::zones(g, side);
            // Hexes the side itself holds can be entered by no enemy, so nobody asks whether they are in its zones.
            for hex in map.hexes().filter(|it| g.holder(*it) != Some(side)) {
                let enemy = fire_zone::is_in_enemy_zone(g, side.other(), hex);
                if zones.contains(hex) != enemy {
                    return Err(format!(
                        "gts.fz.efz: {} is in the zones of {side:?}: {} or {enemy}",
                        map.label(hex),
                        !enemy
                    ));
                }
            }
            for (id, _) in g.on_map(side) {
                let zone = fire_zone::zone(g, id);
                if let Some(hex) =
                    map.hexes().find(|it| zone.contains(*it) != fire_zone::in_zone(g, id, *it))
                {
                    return Err(format!(
                        "gts.fz.definition: {} and {}",
                        name(g, id),
                        map.label(hex)
                    ));
                }
            }
        }
        if !g.is_over() {
            let (kept, lost, _) =
                step_odds(g, &Whim { seed: rng.next(), action: None }, 3000, |_, _| ());
            if kept + lost != Battle::WHOLE {
                return Err(format!("masses sum to {} instead of the whole", kept + lost));
            }
        }
        let seen = g.seen_by(None);
        for side in Side::BOTH {
            let own = g.seen_by(Some(side));
            if own.seen_by(None) != seen || own.seen_by(Some(side)) != own {
                return Err(format!(
                    "gts.data.hidden: what {side:?} sees is not part of the whole"
                ));
            }
        }
        Ok(())
    }
}

/// Decides alike in the same state, but otherwise at random: what odds and playouts need to be compared.
#[derive(Clone)]
pub struct Whim {
    pub seed: u64,
    /// Where the first unit may do this, it does.
    pub action: Option<Action>,
}

impl Policy<Battle> for Whim {
    fn decide(&mut self, g: &Battle, ask: Question, n: usize, opt: impl Fn(usize) -> Opt) -> usize {
        if let Some(action) = self.action {
            let wanted = [Opt::Act(action), Opt::Unit(UnitId(0))];
            let first = ask.topic == Topic::Next || ask.topic.unit() == Some(UnitId(0));
            if let Some(at) = (0..n).find(|i| first && wanted.contains(&opt(*i))) {
                return at;
            }
        }
        let mut mix = Rng(self.seed ^ u64::from(ask.rule.tag()) ^ digest(g));
        mix.below(n as u32) as usize
    }

    fn plan(&mut self, g: &Battle, ask: Question, ready: &[Vec<Purchase>]) -> Vec<Purchase> {
        let mut mix = Rng(self.seed ^ u64::from(ask.rule.tag()) ^ digest(g));
        ready[mix.below(ready.len() as u32) as usize].clone()
    }
}

/// Exact odds of one step under a whim: mass kept, mass lost, courses followed.
pub fn step_odds(
    g: &Battle,
    whim: &Whim,
    budget: u64,
    mut leaf: impl FnMut(Mass, &Battle),
) -> (Mass, Mass, u64) {
    let mut odds = Odds::new(whim.clone());
    odds.budget = budget;
    let mut kept = 0;
    odds.every(g, Battle::step, |mass, (), g| {
        kept += mass;
        leaf(mass, g);
    });
    (kept, odds.lost, odds.courses)
}

/// The odds again, but blind to marks: every course is followed to its end.
struct Unmarked<'a>(&'a mut Odds<Whim>);

impl Cx<Battle> for Unmarked<'_> {
    type Halt = Cut;
    type Ledger = Sum;
    fn throw(
        &mut self,
        g: &Battle,
        ask: Question,
        dice: Dice,
        same: impl Fn(Throw, Throw) -> bool,
    ) -> Result<Throw, Cut> {
        self.0.throw(g, ask, dice, same)
    }
    fn pick(
        &mut self,
        g: &Battle,
        ask: Question,
        n: usize,
        opt: impl Fn(usize) -> Opt,
    ) -> Result<usize, Cut> {
        self.0.pick(g, ask, n, opt)
    }
    fn propose(
        &mut self,
        g: &Battle,
        ask: Question,
        judge: impl Fn(&Vec<Purchase>) -> Result<(), Objection>,
        ready: impl Fn(Wanted) -> Vec<Vec<Purchase>>,
    ) -> Result<Vec<Purchase>, Cut> {
        self.0.propose(g, ask, judge, ready)
    }
    fn say(&mut self, _: Rule, _: impl FnOnce() -> Event) {}
}

/// Courses followed at most in the comparison of odds with playouts.
const MOST_COURSES: u64 = if cfg!(debug_assertions) { 1_500 } else { 400_000 };

/// Courses, merged, beyond which they are not followed one by one.
const MOST_PLAIN_COURSES: u64 = if cfg!(debug_assertions) { 60 } else { 300 };

/// One procedure from one state: exact odds by merging equal courses, odds by following each to its end, and the
/// frequencies of playouts agree on every end state.
///
/// A law of section "odds" of the quality page: within 4.5 standard deviations of the exact figure.
pub fn odds_agree(g: &Battle, whim: &Whim, playouts: u32) -> Result<usize, String> {
    let mut exact: BTreeMap<u64, Mass> = BTreeMap::new();
    let (kept, lost, courses) = step_odds(g, whim, MOST_COURSES, |mass, end| {
        *exact.entry(digest(end)).or_default() += mass
    });
    if kept + lost != Battle::WHOLE {
        return Err(format!("masses sum to {} with {lost} lost", kept + lost));
    }
    // A long fight has more courses than can be followed one by one.
    if lost == 0 && courses < MOST_PLAIN_COURSES {
        let mut plain: BTreeMap<u64, Mass> = BTreeMap::new();
        let mut odds = Odds::new(whim.clone());
        odds.every(
            g,
            |cx, g| Battle::step(&mut Unmarked(cx), g),
            |mass, (), end| *plain.entry(digest(end)).or_default() += mass,
        );
        if plain != exact {
            let (merged, plain) = (exact.len(), plain.len());
            return Err(format!(
                "merging equal courses changes the odds: {merged} end states, {plain} without merging"
            ));
        }
    }
    let mut cx = Playout::new(Rng(whim.seed ^ 0x5eed), whim.clone());
    frequencies(&exact, (lost, Battle::WHOLE), playouts, || {
        let mut end = g.clone();
        let Ok(()) = Battle::step(&mut cx, &mut end);
        digest(&end)
    })
}

/// Two games that differ only in which of two chits a side has set aside look the same to the other side: its view,
/// its questions, its log. Plays on until the secret is out (step G of the next turn); how many moments were compared.
pub fn secrets_are_kept(start: &Battle, seed: u64) -> Result<usize, String> {
    let dice = Seed::from_number(seed);
    let mut rng = Rng(seed);
    let mut compared = 0;
    let mut session = open(start, &dice)?;
    for _ in 0..20_000 {
        let Some(pending) = session.pending() else { break };
        if pending.sealed {
            for buyer in Side::BOTH {
                compared += twins(&session, start, &dice, buyer, &mut rng)?;
            }
            if 40 < compared {
                return Ok(compared);
            }
        }
        // Prefer to keep points until there is something to compare.
        for (seat, reply) in replies(pending, &mut rng) {
            session.answer(seat, &reply, &dice).map_err(|it| it.to_string())?;
        }
    }
    Ok(compared)
}

/// The answers of all who are asked: an option at random, or to buy nothing.
fn replies(pending: &Pending<Battle>, rng: &mut Rng) -> Vec<(u8, Reply)> {
    let reply = |it: &PendingAsk<Battle>| match it.ready {
        None => Reply::Option(rng.below(it.options.len() as u32) as usize),
        Some(_) => Reply::Plan(serde_json::Value::Array(Vec::new())),
    };
    let seats = pending.asks.iter().map(|it| Battle::seat(it.ask.who));
    seats.zip(pending.asks.iter().map(reply).collect::<Vec<_>>()).collect()
}

fn open(start: &Battle, dice: &dyn DiceSource) -> Result<Session<Battle>, String> {
    Session::open(start.clone(), Vec::new(), dice).map_err(|it| it.to_string())
}

/// Plays both ways from a purchase and compares what the other side is told.
fn twins(
    at: &Session<Battle>,
    start: &Battle,
    dice: &Seed,
    buyer: Side,
    rng: &mut Rng,
) -> Result<usize, String> {
    let division = |id: FormationId| at.now().data().formations[usize::from(id.0)].division;
    let next: Vec<Purchase> = for_sale(at.now(), buyer, &[])
        .into_iter()
        .filter(|it| it.when == When::Next && at.asked(Battle::seat(buyer)).is_some())
        .collect();
    let pair = next.iter().enumerate().find_map(|(i, a)| {
        let same = |b: &&Purchase| division(a.formation) == division(b.formation);
        Some((*a, *next[i + 1..].iter().find(same)?))
    });
    let Some((one, other)) = pair else { return Ok(0) };
    let reader = buyer.other();
    let reopen =
        || Session::open(start.clone(), at.journal().to_vec(), dice).map_err(|it| it.to_string());
    let (mut a, mut b) = (reopen()?, reopen()?);
    for (session, it) in [(&mut a, one), (&mut b, other)] {
        session.seal(Battle::seat(buyer), vec![it], dice).map_err(|it| it.to_string())?;
        same_to(session, at, reader).map_err(|it| format!("{it}, as soon as it was sealed"))?;
        if session.asked(Battle::seat(reader)).is_some() {
            session.seal(Battle::seat(reader), Vec::new(), dice).map_err(|it| it.to_string())?;
        }
    }
    let mut compared = 0;
    loop {
        same_to(&a, &b, reader)
            .map_err(|it| format!("{it}, after {} answers", a.journal().len()))?;
        compared += 1;
        let (Some(pa), Some(pb)) = (a.pending(), b.pending()) else { break };
        // The buyer's own questions may differ from the next purchase on: then the secret is his no longer to keep.
        let (qa, qb) = (&pa.asks[0], &pb.asks[0]);
        let differ = qa.options != qb.options || qa.ask.rule != qb.ask.rule;
        if differ || a.now().turn != at.now().turn && pa.sealed {
            if differ && qa.ask.who == reader {
                return Err(format!(
                    "gts.sop.d2-secret: {reader:?} is asked something else: {:?} or {:?}",
                    qa, qb
                ));
            }
            break;
        }
        for (seat, reply) in replies(pa, rng) {
            a.answer(seat, &reply, dice).map_err(|it| it.to_string())?;
            b.answer(seat, &reply, dice).map_err(|it| it.to_string())?;
        }
    }
    Ok(compared)
}

fn same_to(a: &Session<Battle>, b: &Session<Battle>, reader: Side) -> Result<(), String> {
    if a.now().seen_by(Some(reader)) != b.now().seen_by(Some(reader)) {
        return Err(format!("gts.data.hidden: the view of {reader:?} differs"));
    }
    if a.now().seen_by(None) != b.now().seen_by(None) {
        return Err("gts.data.hidden: the view of a spectator differs".into());
    }
    let told = |it: &Session<Battle>| -> Vec<String> {
        let lines = it.log().iter().filter(|line| match &line.item {
            Item::Happened(event) => Battle::may_read(event, Some(reader)),
            Item::Gave { ask, sealed, .. } => !sealed || ask.who == reader,
            _ => true,
        });
        lines.map(|line| format!("{} {:?} {:?}", line.at, line.rule, line.item)).collect()
    };
    if told(a) != told(b) {
        return Err(format!("gts.sop.d2-secret: the log of {reader:?} differs"));
    }
    let asked = |it: &Session<Battle>| it.asked(Battle::seat(reader)).map(|it| format!("{it:?}"));
    if asked(a) != asked(b) {
        return Err(format!("gts.sop.d2-secret: {reader:?} is asked something else"));
    }
    Ok(())
}

/// Counters that are used again and again.
fn comes_and_goes(g: &Battle, id: UnitId) -> bool {
    let kind = g.kind(id);
    kind.arm == gts::data::Arm::Rearguard || kind.is_landing_craft()
}
