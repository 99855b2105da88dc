//! Action step 4: who acts, and how. Fire first, then assaults on what keeps its head down, then movement.

use board::HexId;
use kernel::{Playout, Policy, Rng};
use smallvec::SmallVec;
use tcs::fire::FireKind;
use tcs::id::UnitId;
use tcs::movement::{self, Step};
use tcs::overwatch::{self, Trigger, TriggerKind};
use tcs::question::{Action, Impulse, Opt, Question, Topic};
use tcs::set::UnitSet;
use tcs::state::{Battle, Mode};
use tcs::{area, assault, command, fire, fire_action, impulse, mode, overrun, smoke};

use super::march::{self, Goal};
use super::{Advice, Desk, odds};

/// Something a unit could do.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deed {
    pub(super) action: Action,
    pub(super) worth: i32,
    /// Where it fires at or whom it assaults.
    pub(super) hex: Option<HexId>,
    rank: u8,
    pub(super) why: &'static str,
}

impl Deed {
    fn new(action: Action, worth: i32, rank: u8, why: &'static str) -> Deed {
        Deed { action, worth, hex: None, rank, why }
    }
}

/// Who acts next: the deed of the highest rank, the best of those.
pub(super) fn next(desk: &Desk<'_>, options: &[Opt]) -> Advice {
    let units = options.iter().filter_map(|it| match it {
        Opt::Unit(id) => Some(*id),
        _ => None,
    });
    let deeds = units.filter_map(|id| deed(desk, id).map(|it| (id, it)));
    let best = deeds.max_by_key(|(id, it)| (it.rank, it.worth, std::cmp::Reverse(*id)));
    match best {
        Some((id, it)) => Advice::new(Opt::Unit(id), it.worth, it.why),
        None if options.contains(&Opt::Done) => {
            Advice::new(Opt::Done, 0, "nobody has anything better to do than wait")
        }
        // tcs.check.standing-still: somebody must step.
        None => Advice::new(bound(desk, options), 0, "who withdraws has to go"),
    }
}

fn bound(desk: &Desk<'_>, options: &[Opt]) -> Opt {
    let must = |it: &&Opt| matches!(it, Opt::Unit(id) if command::must_step(desk.g, *id));
    options.iter().find(must).copied().unwrap_or(options[0])
}

/// What this unit does.
pub(super) fn what(desk: &Desk<'_>, id: UnitId, options: &[Opt]) -> Advice {
    let offered = |it: &Deed| options.contains(&Opt::Act(it.action));
    if let Some(it) = deed(desk, id).filter(offered) {
        return Advice::new(Opt::Act(it.action), it.worth, it.why);
    }
    let order = [Action::Move, Action::ToMove, Action::Finish];
    let first = order.into_iter().map(Opt::Act).find(|it| options.contains(it));
    Advice::new(first.unwrap_or(options[0]), 0, "nothing else is left")
}

/// The best a unit can do now.
fn deed(desk: &Desk<'_>, id: UnitId) -> Option<Deed> {
    let (w, g) = (desk.w, desk.g);
    let mut deeds: SmallVec<[Deed; 8]> = SmallVec::new();
    let assaults = g.card(id).kind.is_infantry() && !assault::targets(g, id).is_empty();
    for (kind, action) in [(FireKind::Area, Action::Suppress), (FireKind::Point, Action::PointFire)]
    {
        if let Some((hex, worth)) = target(desk, id, kind).filter(|it| w.fire.least <= it.1) {
            // Who could assault waits until the others have fired.
            let rank = if assaults { 3 } else { 5 };
            let deed = Deed::new(action, worth, rank, "fire keeps their heads down");
            deeds.push(Deed { hex: Some(hex), ..deed });
        }
    }
    deeds.extend(smoke_deed(desk, id));
    if let Some((hex, worth)) = assaulted(desk, id).filter(|it| w.fire.assault <= it.1) {
        let deed = Deed::new(Action::Assault, worth, 4, "they can be thrown out");
        deeds.push(Deed { hex: Some(hex), ..deed });
    }
    if let Some((hex, worth)) = overrun_by(desk, id).filter(|it| w.fire.assault <= it.1) {
        let deed = Deed::new(Action::Overrun, worth, 4, "tanks go over them");
        deeds.push(Deed { hex: Some(hex), ..deed });
    }
    if !at_rolls(desk, id).is_empty() {
        deeds.push(Deed::new(Action::AtRoll, w.fire.at_roll, 4, "a vehicle is in reach"));
    }
    if mode::may_dig_in(g, id).is_ok() {
        deeds.push(Deed::new(Action::DigIn, w.fire.dig_in, 1, "who holds digs"));
    }
    deeds.extend(moving(desk, id));
    deeds.into_iter().max_by_key(|it| it.worth)
}

/// Movement, by impulses where there are any, and the end of it.
fn moving(desk: &Desk<'_>, id: UnitId) -> Option<Deed> {
    let (w, g) = (desk.w, desk.g);
    let can = movement::may_move(g, id).is_ok() || mode::may_move(g, id).is_ok();
    let goal = if can { Goal::new(w, g, id) } else { None };
    let go = goal.as_ref().and_then(|it| march::plan(w, g, id, it));
    if let Some((_, worth)) = go.filter(|it| w.moving.least <= it.0.worth) {
        let why = "it is wanted farther on";
        if impulse::may_begin(g, id).is_ok() && an_impulse_is_enough(desk, id, goal.as_ref()) {
            return Some(Deed::new(Action::Impulses, worth, 3, why));
        }
        let action = if g[id].mode == Mode::Move { Action::Move } else { Action::ToMove };
        // Who has set out goes before others set out.
        let rank = if action == Action::Move { 3 } else { 2 };
        return Some(Deed::new(action, worth, rank, why));
    }
    if mode::may_fire(g, id).is_ok() && wants_fire_mode(desk, id, goal.is_some()) {
        return Some(Deed::new(Action::ToFire, 1, 0, "it stops where it can be fired at"));
    }
    None
}

/// A share of the allowance may be too little for the next hex.
fn an_impulse_is_enough(desk: &Desk<'_>, id: UnitId, goal: Option<&Goal>) -> bool {
    let share = desk.g.data.tables.limits.impulse_share;
    let mut trial = desk.g.clone();
    trial[id].mode = Mode::Move;
    trial[id].record.left = desk.g.card(id).allowance_sixths() / share;
    let go = goal.and_then(|it| march::plan(desk.w, &trial, id, it));
    go.is_some_and(|it| desk.w.moving.least <= it.0.worth)
}

/// Who can be fired at, or has arrived, stands ready; who is on the way goes on in Move mode.
fn wants_fire_mode(desk: &Desk<'_>, id: UnitId, on_the_way: bool) -> bool {
    let (w, g) = (desk.w, desk.g);
    let Some(hex) = g.hex(id) else { return false };
    let near =
        |reach: u32| g.on_map(desk.side.other()).any(|it| g.data.distance(it.1, hex) <= reach);
    let exposed = || march::exposure(w, &mut g.clone(), id, hex);
    !on_the_way || near(1) || (near(w.moving.alert) && w.moving.ready <= exposed())
}

/// The best target of an SFA or PFA that this unit leads, and its share of what that is worth.
pub(super) fn target(desk: &Desk<'_>, id: UnitId, kind: FireKind) -> Option<(HexId, i32)> {
    if fire_action::may_fire(desk.g, id, kind).is_err() {
        return None;
    }
    let worths = fire_action::targets(desk.g, id, kind).into_iter();
    worths.map(|hex| (hex, volley(desk, id, kind, hex))).max_by_key(|it| it.1)
}

/// What an attack on this hex is worth to the unit that leads it: by itself, or its share with all who could join.
fn volley(desk: &Desk<'_>, id: UnitId, kind: FireKind, hex: HexId) -> i32 {
    let (w, g) = (desk.w, desk.g);
    let alone = odds::attack(w, g, &odds::action(desk.side, kind, hex, UnitSet::of(id)));
    let all = company(desk, id, kind, hex);
    let together = odds::attack(w, g, &odds::action(desk.side, kind, hex, all));
    let share = together / fire::firing_hexes(g, all).len().max(1) as i32;
    let Some(from) = g.hex(id) else { return 0 };
    let trigger =
        Trigger { by: desk.side, hex: from, units: UnitSet::of(id), kind: TriggerKind::Fire };
    alone.max(share) - w.fire.reply * odds::overwatched(w, g, trigger) / 100
}

/// Everybody who could fire together with this unit, the nearest hexes first (tcs.fire.combine).
fn company(desk: &Desk<'_>, id: UnitId, kind: FireKind, hex: HexId) -> UnitSet {
    let g = desk.g;
    let Some(lead) = g.hex(id) else { return UnitSet::EMPTY };
    let limits = &g.data.tables.limits;
    let mut all = UnitSet::of(id);
    let mut hexes: SmallVec<[HexId; 4]> = SmallVec::from_slice(&[lead]);
    let mut others: SmallVec<[(u32, UnitId, HexId); 16]> = g
        .on_map(desk.side)
        .filter(|it| g.data.distance(lead, it.1) <= u32::from(limits.combine_distance))
        .filter(|it| joins(g, id, it.0, it.1, kind, hex))
        .map(|it| (g.data.distance(lead, it.1), it.0, it.1))
        .collect();
    others.sort_unstable();
    for (_, it, from) in others {
        if !hexes.contains(&from) {
            if hexes.len() == usize::from(limits.combine_max_hexes) {
                continue;
            }
            hexes.push(from);
        }
        all.insert(it);
    }
    all
}

fn joins(g: &Battle, lead: UnitId, id: UnitId, from: HexId, kind: FireKind, hex: HexId) -> bool {
    g[id].record.impulses == g[lead].record.impulses
        && fire_action::may_fire(g, id, kind).is_ok()
        && overwatch::in_reach(g, id, from, hex, kind)
}

/// Who joins an attack that is being declared: the hex that adds most, as long as it adds something.
pub(super) fn declare(desk: &Desk<'_>, options: &[Opt]) -> Advice {
    let (w, g) = (desk.w, desk.g);
    let Some(attack) = g.attack else { return Advice::new(options[0], 0, "fire") };
    let now = odds::attack(w, g, &attack);
    let with = |hex: HexId| {
        let mut more = attack;
        let may = |it: &UnitId| desk.may_join(&attack, *it, hex);
        more.firers.extend(g.stack_of(desk.side, hex).filter(may));
        odds::attack(w, g, &more) - now
    };
    let join = options.iter().filter_map(|it| match it {
        Opt::Join(hex) => Some((with(*hex), *it)),
        _ => None,
    });
    let best = join.max_by_key(|it| it.0);
    match best {
        Some((more, it)) if w.fire.join <= more || !options.contains(&Opt::Fire) => {
            Advice::new(it, more, "more guns on one hex")
        }
        _ => Advice::new(Opt::Fire, now, "this is enough"),
    }
}

/// The hex this unit would best open an assault on, by trying it out.
pub(super) fn assaulted(desk: &Desk<'_>, id: UnitId) -> Option<(HexId, i32)> {
    if !desk.g.card(id).kind.is_infantry() {
        return None;
    }
    let worths = assault::targets(desk.g, id).into_iter();
    worths
        .map(|hex| {
            let party = party(desk, id, hex);
            (hex, tried(desk, Trial { hex, party, lead: id, overrun: false }))
        })
        .max_by_key(|it| it.1)
}

pub(super) fn overrun_by(desk: &Desk<'_>, id: UnitId) -> Option<(HexId, i32)> {
    let worths = overrun::targets(desk.g, id).into_iter();
    let tried = |hex: HexId| {
        let party = UnitSet::of(id);
        (hex, tried(desk, Trial { hex, party, lead: id, overrun: true }))
    };
    worths.map(tried).max_by_key(|it| it.1)
}

/// All infantry beside the hex, the strongest first, as far as there is room for it.
pub(super) fn party(desk: &Desk<'_>, id: UnitId, hex: HexId) -> UnitSet {
    let g = desk.g;
    let room = g.data.tables.limits.stack_limit_foot_steps;
    let near = g.data.map().neighbours(hex).map(|it| it.1).filter(|it| g.holds(desk.side, *it));
    let mut men: SmallVec<[UnitId; 12]> = near
        .flat_map(|it| g.stack_of(desk.side, it))
        .filter(|it| *it != id && g.card(*it).kind.is_infantry())
        .filter(|it| assault::may_assault(g, *it, hex).is_ok())
        .collect();
    men.sort_by_key(|it| (std::cmp::Reverse(g[*it].steps), *it));
    let mut party = UnitSet::of(id);
    let mut steps = u16::from(g[id].steps);
    for it in men {
        if steps + u16::from(g[it].steps) <= room {
            steps += u16::from(g[it].steps);
            party.insert(it);
        }
    }
    party
}

/// An assault or overrun that is tried out with dice of its own.
#[derive(Clone, Copy)]
struct Trial {
    hex: HexId,
    party: UnitSet,
    lead: UnitId,
    overrun: bool,
}

/// How much better one stands after it, in the mean of some trials. The dice come from the place and the turn: the same
/// position is judged the same.
fn tried(desk: &Desk<'_>, it: Trial) -> i32 {
    let (w, g) = (desk.w, desk.g);
    let before = odds::standing(w, g, desk.side);
    let trials = w.fire.trials.max(1);
    let total: i32 = (0..trials)
        .map(|n| {
            let seed = u64::from(n) << 32 | u64::from(g.turn) << 16 | it.hex.index() as u64;
            let mut cx = Playout::new(Rng(seed), it);
            let mut trial = g.clone();
            let Ok(()) = if it.overrun {
                overrun::act(&mut cx, &mut trial, it.lead)
            } else {
                assault::act(&mut cx, &mut trial, it.lead)
            };
            odds::standing(w, &trial, desk.side) - before
        })
        .sum();
    total / trials as i32
}

/// In a trial everybody does the obvious.
impl Policy<Battle> for Trial {
    fn decide(&mut self, g: &Battle, ask: Question, n: usize, opt: impl Fn(usize) -> Opt) -> usize {
        let options: SmallVec<[Opt; 64]> = (0..n).map(opt).collect();
        let wanted = |it: &Opt| match (ask.topic, it) {
            (Topic::AssaultHex(_) | Topic::OverrunHex(_), Opt::Hex(hex)) => *hex == self.hex,
            (Topic::WhoAssaults(_) | Topic::WhoOverruns(_), Opt::Unit(id)) => {
                self.party.contains(*id)
            }
            (Topic::Overwatch(_), it) => *it != Opt::Nobody,
            (Topic::OverwatchFirers(_), it) => matches!(it, Opt::Join(_)),
            (Topic::AssaultFire { .. }, it) => *it != Opt::Nobody,
            (Topic::WhoLoses(_), Opt::Unit(id)) => 1 < g[*id].steps,
            _ => false,
        };
        options.iter().position(wanted).unwrap_or(0)
    }
}

pub(super) fn at_rolls(desk: &Desk<'_>, id: UnitId) -> SmallVec<[tcs::at::AtRoll; 8]> {
    let (unit, record) = (&desk.g[id], &desk.g[id].record);
    let free = !unit.fired && !record.acted && !record.moved && !record.digging;
    if !free || !unit.is_normal() || !tcs::at::may_roll(desk.g, id, false) {
        return SmallVec::new();
    }
    tcs::at::targets(desk.g, id, None)
}

/// Mortars lay smoke on who keeps the attackers from going on, and light at night.
fn smoke_deed(desk: &Desk<'_>, id: UnitId) -> Option<Deed> {
    let (w, g) = (desk.w, desk.g);
    if smoke::may_fire(g, id, true).is_ok()
        && let Some((hex, worth)) = desk.dark_target(&smoke::targets(g, id, true))
    {
        let worth = worth * w.fire.light / 100;
        let deed = Deed::new(Action::Illuminate, worth, 5, "what is lit can be fired at");
        return Some(Deed { hex: Some(hex), ..deed }).filter(|it| w.fire.least <= it.worth);
    }
    if smoke::may_fire(g, id, false).is_err() {
        return None;
    }
    let (hex, worth) = desk.smoke_target(&smoke::targets(g, id, false), 0)?;
    let worth = worth * w.fire.smoke / 100;
    let deed = Deed::new(Action::Smoke, worth, 6, "smoke between them and the attackers");
    Some(Deed { hex: Some(hex), ..deed }).filter(|it| w.fire.least <= it.worth)
}

/// Where the smoke, the light, the assault or the overrun of a unit goes.
pub(super) fn place(desk: &Desk<'_>, id: UnitId, topic: Topic, options: &[Opt]) -> Advice {
    let hex = match topic {
        Topic::SmokeTarget(_) | Topic::LightTarget(_) => smoke_deed(desk, id).and_then(|it| it.hex),
        Topic::AssaultHex(_) => assaulted(desk, id).map(|it| it.0),
        _ => overrun_by(desk, id).map(|it| it.0),
    };
    let opt = hex.map(Opt::Hex).filter(|it| options.contains(it)).unwrap_or(options[0]);
    Advice::new(opt, 0, "as it was meant")
}

/// The next hex of a move, or its end.
pub(super) fn step(desk: &Desk<'_>, id: UnitId, options: &[Opt]) -> Advice {
    let (w, g) = (desk.w, desk.g);
    let steps: SmallVec<[Step; 12]> = options
        .iter()
        .filter_map(|it| match it {
            Opt::Hex(to) => Some(Step { to: *to, road: false }),
            Opt::Road(to) => Some(Step { to: *to, road: true }),
            _ => None,
        })
        .collect();
    let best = Goal::new(w, g, id).and_then(|goal| march::best(w, g, id, &goal, &steps));
    let may_stop = options.contains(&Opt::Done);
    match best {
        Some(it) if w.moving.least <= it.worth || !may_stop => {
            let Step { to, road } = it.step;
            let opt = if road { Opt::Road(to) } else { Opt::Hex(to) };
            Advice::new(opt, it.worth, "nearer, and not too dear")
        }
        _ if may_stop => Advice::new(Opt::Done, 0, "from here on it costs more than it brings"),
        _ => Advice::new(options[0], 0, "it has to go somewhere"),
    }
}

/// One impulse of a vehicle: fire if that is worth it, else go on, else stand ready.
pub(super) fn impulse(desk: &Desk<'_>, id: UnitId, options: &[Opt]) -> Advice {
    let (w, g) = (desk.w, desk.g);
    let has = |it: Impulse| options.contains(&Opt::Impulse(it));
    let mut ready = g.clone();
    if ready[id].mode == Mode::Move {
        ready[id].mode = Mode::Fire;
    }
    let there = Desk::new(w, &ready, desk.side);
    for (kind, choice) in
        [(FireKind::Point, Impulse::PointFire), (FireKind::Area, Impulse::Suppress)]
    {
        let worth = if has(choice) { target(&there, id, kind).map_or(0, |it| it.1) } else { 0 };
        if w.fire.least <= worth {
            return Advice::new(Opt::Impulse(choice), worth, "a target");
        }
    }
    if has(Impulse::Move) {
        let mut moves = g.clone();
        moves[id].mode = Mode::Move;
        let go = Goal::new(w, g, id).and_then(|goal| march::plan(w, &moves, id, &goal));
        if let Some((pace, _)) = go.filter(|it| w.moving.least <= it.0.worth) {
            return Advice::new(Opt::Impulse(Impulse::Move), pace.worth, "it is wanted farther on");
        }
    }
    let stands = g[id].mode != Mode::Move || !has(Impulse::Switch);
    let choice = if stands { Impulse::Wait } else { Impulse::Switch };
    Advice::new(Opt::Impulse(choice), 0, "it stands ready")
}

/// Strength for comparing stacks.
pub(super) fn strength(g: &Battle, id: UnitId) -> i32 {
    i32::from(area::of_unit(g, id)) + i32::from(g[id].steps)
}
