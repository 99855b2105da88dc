//! The computer player: its games end, it plays as one who means to win, and it does not know what it may not.

use std::sync::Arc;

use kernel::{Playout, Policy, Rng, Rules as _, Uniform};
use skirmish::Skirmish;
use skirmish::data::{ElementId, Scene, Side, Start};
use skirmish::fire::Aim;
use skirmish::question::{Move, Opt, Plan, Question, Topic};
use skirmish::state::Level;
use skirmish::tables::{Cover, Order};
use skirmish_table::staff;
use tabletop::Spot;

/// Steps after which a game that has not ended is taken to run for ever.
const MOST_STEPS: usize = 5_000;

#[test]
fn games_of_computers_end() {
    let mut won = [0; 3];
    for seed in 0..20 {
        let (g, _) = play("gate", seed, [true, true]);
        let outcome = g.outcome.expect("a game that is over has an outcome");
        won[outcome.winner.map_or(2, Side::index)] += 1;
    }
    assert!(0 < won[0] && 0 < won[1], "both sides can win: {won:?}");
    for name in ["farm", "bridge"] {
        assert!(play(name, 1, [true, true]).0.outcome.is_some());
    }
}

#[test]
fn it_beats_chance_on_both_sides() {
    for side in Side::BOTH {
        let by_staff = Side::BOTH.map(|it| it == side);
        let games = 20;
        let won = |seed: &u64| {
            let (g, _) = play("gate", *seed, by_staff);
            g.outcome.is_some_and(|it| it.winner == Some(side))
        };
        let wins = (0..games).filter(won).count();
        assert!(14 <= wins, "{side:?} by the staff wins {wins} of {games}");
    }
}

#[test]
fn it_uses_cover_fires_smokes_and_assaults() {
    let mut done = Done::default();
    for seed in 0..12 {
        done.add(&play("bridge", seed, [true, true]).1);
    }
    println!("{done:?}");
    assert!(100 <= done.volleys, "volleys: {done:?}");
    assert!(10 <= done.under_fire_order, "fires instead of moving: {done:?}");
    assert!(1 <= done.smoke, "smoke: {done:?}");
    assert!(1 <= done.he, "HE: {done:?}");
    assert!(4 <= done.charges, "assaults: {done:?}");
    // Most assaults are on those who cannot answer well.
    assert!(done.charges < 2 * done.charges_at_shaken, "assaults what is suppressed: {done:?}");
    // Cover at the end of a move, against that of all moves it could have made.
    assert!(1.3 * done.cover_offered < done.cover_taken, "cover: {done:?}");
}

#[test]
fn hidden_troops_stay_hidden_until_it_pays() {
    let mut g = Skirmish::new(scene("farm"));
    let mut cx = Playout::new(Rng(3), table([true, true], 3));
    while g.turn < 2 {
        let Ok(()) = Skirmish::step(&mut cx, &mut g);
    }
    let hidden = |it: &ElementId| g.is_hidden(*it) && !g.data(*it).dummy;
    let n = g.of_side(Side::Second).filter(hidden).count();
    assert!(4 <= n, "{n} of 8 are still hidden after the first turn");
}

#[test]
fn what_is_hidden_changes_no_choice() {
    let other = without_suggestions("farm");
    let twin = Twin { staff: table([true, true], 5), other, asked: 0 };
    let mut g = Skirmish::new(scene("farm"));
    let mut cx = Playout::new(Rng(5), twin);
    while g.turn < 4 && !g.is_over() {
        let Ok(()) = Skirmish::step(&mut cx, &mut g);
    }
    assert!(50 < cx.policy.asked, "only {} questions were compared", cx.policy.asked);
}

/// At every question to the first side, the same with other hidden enemies.
struct Twin {
    staff: Table,
    other: Arc<Scene>,
    asked: usize,
}

impl Twin {
    /// Another game that looks the same to the first side: the hidden of the second have changed places and moods.
    fn twin(&self, g: &Skirmish) -> Skirmish {
        let mut twin = g.clone();
        twin.scene = self.other.clone();
        let hidden: Vec<ElementId> =
            g.of_side(Side::Second).filter(|it| g.is_hidden(*it)).collect();
        for a in &hidden {
            twin[*a].level = Level::Suppressed;
            twin[*a].order = Some(Order::Fire);
            twin[*a].he_rounds = Some(1);
        }
        let same = |a: &ElementId, b: &ElementId| a != b && g.data(*a).size == g.data(*b).size;
        for (i, a) in hidden.iter().enumerate() {
            let Some(b) = hidden[i + 1..].iter().find(|b| same(a, b)) else { continue };
            for (p, q) in g.data(*a).figures().zip(g.data(*b).figures()) {
                (twin[p], twin[q]) = (twin[q], twin[p]);
            }
            for it in &mut twin.counters {
                it.of = match it.of {
                    Some(of) if of == *a => Some(*b),
                    Some(of) if of == *b => Some(*a),
                    of => of,
                };
            }
        }
        twin
    }

    fn compares(&mut self, g: &Skirmish, ask: Question) -> bool {
        let compares = ask.who == Side::First && 0 < g.turn;
        self.asked += usize::from(compares);
        compares
    }
}

impl Policy<Skirmish> for Twin {
    fn decide(
        &mut self,
        g: &Skirmish,
        ask: Question,
        n: usize,
        opt: impl Fn(usize) -> Opt,
    ) -> usize {
        let options: Vec<Opt> = (0..n).map(&opt).collect();
        let choice = self.staff.decide(g, ask, n, opt);
        if self.compares(g, ask) {
            let seen = self.twin(g).seen_by(Some(ask.who));
            assert_eq!(choice, staff::advise(&seen, &ask, &options), "{:?}", ask.topic);
        }
        choice
    }

    fn plan(&mut self, g: &Skirmish, ask: Question, ready: &[Plan]) -> Plan {
        let plan = self.staff.plan(g, ask, ready);
        if self.compares(g, ask) {
            let seen = self.twin(g).seen_by(Some(ask.who));
            assert_eq!(plan, staff::plan(&seen, &ask, ready), "{:?}", ask.topic);
        }
        plan
    }
}

/// What the staff has done.
#[derive(Clone, Debug, Default)]
struct Done {
    volleys: u32,
    he: u32,
    smoke: u32,
    under_fire_order: u32,
    charges: u32,
    charges_at_shaken: u32,
    /// Classes of cover at the ends of moves taken, and on average of those offered.
    cover_taken: f64,
    cover_offered: f64,
}

impl Done {
    fn add(&mut self, it: &Done) {
        self.volleys += it.volleys;
        self.he += it.he;
        self.smoke += it.smoke;
        self.under_fire_order += it.under_fire_order;
        self.charges += it.charges;
        self.charges_at_shaken += it.charges_at_shaken;
        self.cover_taken += it.cover_taken;
        self.cover_offered += it.cover_offered;
    }
}

/// The staff for some sides, chance for the others.
struct Table {
    by_staff: [bool; 2],
    chance: Uniform,
    done: Done,
}

fn table(by_staff: [bool; 2], seed: u64) -> Table {
    Table { by_staff, chance: Uniform(Rng(seed ^ 0x5eed)), done: Done::default() }
}

impl Policy<Skirmish> for Table {
    fn decide(
        &mut self,
        g: &Skirmish,
        ask: Question,
        n: usize,
        opt: impl Fn(usize) -> Opt,
    ) -> usize {
        if !self.by_staff[ask.who.index()] {
            return self.chance.decide(g, ask, n, opt);
        }
        let options: Vec<Opt> = (0..n).map(opt).collect();
        let choice = staff::advise(&g.seen_by(Some(ask.who)), &ask, &options);
        self.done.under_fire_order += u32::from(options[choice] == Opt::Order(Order::Fire));
        choice
    }

    fn plan(&mut self, g: &Skirmish, ask: Question, ready: &[Plan]) -> Plan {
        if !self.by_staff[ask.who.index()] {
            return self.chance.plan(g, ask, ready);
        }
        let plan = staff::plan(&g.seen_by(Some(ask.who)), &ask, ready);
        match &plan {
            Plan::Fire(shots) => {
                for shot in shots {
                    match shot.aim {
                        Aim::Element { .. } => self.done.volleys += 1,
                        Aim::Call { smoke: true, .. } => self.done.smoke += 1,
                        _ => self.done.he += 1,
                    }
                }
            }
            Plan::Assault(charges) => {
                let shaken = |it: ElementId| g[it].level != Level::Good;
                self.done.charges += charges.len() as u32;
                self.done.charges_at_shaken +=
                    charges.iter().filter(|it| shaken(it.target)).count() as u32;
            }
            Plan::Move(_) if matches!(ask.topic, Topic::Move(..)) => {
                if let Some(taken) = cover(g, ask.who, &plan) {
                    let all: Vec<f64> =
                        ready.iter().filter_map(|it| cover(g, ask.who, it)).collect();
                    self.done.cover_taken += taken;
                    self.done.cover_offered += all.iter().sum::<f64>() / all.len() as f64;
                }
            }
            _ => (),
        }
        plan
    }
}

/// The class of cover of the first figure at the end of a move, from the nearest enemy that is known.
fn cover(g: &Skirmish, side: Side, plan: &Plan) -> Option<f64> {
    let Plan::Move(Move { element, paths, .. }) = plan else { return None };
    let at = g.spots(*element).next()?.1;
    let end = paths.first()?.end(at);
    let near = |it: &Spot| it.point().squared(end.point());
    let nearest = g.revealed_spots(side.other()).into_iter().min_by_key(near)?;
    Some(match g.cover(nearest, end) {
        Cover::Open => 0.0,
        Cover::Light => 1.0,
        Cover::Heavy => 2.0,
        Cover::Reinforced => 3.0,
    })
}

fn play(name: &str, seed: u64, by_staff: [bool; 2]) -> (Skirmish, Done) {
    let mut g = Skirmish::new(scene(name));
    let mut cx = Playout::new(Rng(seed), table(by_staff, seed));
    let mut steps = 0;
    while !g.is_over() {
        assert!(steps < MOST_STEPS, "{name} of seed {seed} does not end: {:?}", g.phase);
        let Ok(()) = Skirmish::step(&mut cx, &mut g);
        steps += 1;
    }
    (g, cx.policy.done)
}

fn scene(name: &str) -> Arc<Scene> {
    let loaded =
        skirmish_table::library().load::<skirmish_table::Skirmish>("platoon-actions", name);
    loaded.expect("the module we ship loads").data
}

/// The same scenario without the places it suggests to the second side: they are in the data that everybody holds.
fn without_suggestions(name: &str) -> Arc<Scene> {
    let mut scene = scene(name);
    let it = Arc::get_mut(&mut scene).expect("a scene of our own");
    for element in it.elements.iter_mut().filter(|it| it.side == Side::Second) {
        if let Start::Zone { at, .. } = &mut element.start {
            *at = None;
        }
    }
    scene
}
