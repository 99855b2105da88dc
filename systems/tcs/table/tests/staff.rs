//! The staff: it plays every scenario to its end, draws sheets and acts on them, uses its guns, and knows no secrets.

use std::path::Path;

use kernel::{Playout, Policy, Rng, Rules};
use module::{Library, Shape};
use tcs::id::{Side, UnitId};
use tcs::plan::Plan;
use tcs::question::{Action, Opt, Question, Topic};
use tcs::sheet::{Life, Mission};
use tcs::state::{CommandStep, MissionKind, Phase};
use tcs::{Battle, Shared, command};
use tcs_table::{Tcs, staff};

/// A whole game takes some two thousand.
const STALLED: u64 = 20_000;

fn scenario(key: &str) -> Battle {
    let folders = ["/../../../modules", "/../modules"];
    let folder = folders.map(|it| format!("{}{it}", env!("CARGO_MANIFEST_DIR")));
    let folder = folder.iter().find(|it| Path::new(it).join("tcs").exists()).unwrap();
    let library = Library::open(&[Shape::of::<Tcs>()], folder).unwrap();
    let loaded = library.load::<Tcs>("hill-151", key).unwrap_or_else(|it| panic!("{it}"));
    Battle::new(Shared::new(loaded.data))
}

/// The staff decides from what each side may see; what it did is noted.
#[derive(Default)]
struct Watch {
    /// Its answers, with what was asked.
    told: Vec<(Side, String)>,
    /// Papers with a new sheet.
    drawn: u64,
    alternates: u64,
    /// Sheets put to the throw, and Alternates and Reserves to the die, when their time had come.
    throws: u64,
    checks: u64,
    /// Moves, fire and assaults under an Attack that the staff drew itself and waited for.
    own_attacks: u64,
    /// Fire, overwatch and digging in under a defence that it drew itself and waited for.
    own_defences: u64,
    shells: u64,
    /// By guns and by mortars.
    smoke: u64,
    light: u64,
    overwatch: u64,
    assaults: u64,
    fire: u64,
    retreats: u64,
}

impl Policy<Battle> for Watch {
    fn decide(&mut self, g: &Battle, ask: Question, n: usize, opt: impl Fn(usize) -> Opt) -> usize {
        let options: Vec<Opt> = (0..n).map(opt).collect();
        let choice = staff::advise(&g.seen_by(Some(ask.who)), &ask, &options);
        assert!(choice < n, "{:?} has no option {choice}", ask.rule);
        self.told.push((ask.who, format!("{:?}: {:?}", ask.topic, options[choice])));
        match (ask.topic, options[choice]) {
            (Topic::WhatNow(id), Opt::Act(action)) => {
                self.assaults += u64::from(action == Action::Assault);
                self.fire += u64::from(matches!(action, Action::Suppress | Action::PointFire));
                self.smoke += u64::from(action == Action::Smoke);
                self.light += u64::from(action == Action::Illuminate);
                let acts = matches!(
                    action,
                    Action::Move | Action::Suppress | Action::Assault | Action::Impulses
                );
                let attack = own_mission(g, ask.who, id) == Some(Mission::Attack);
                self.own_attacks += u64::from(attack && acts);
                let holds = matches!(
                    action,
                    Action::Suppress | Action::PointFire | Action::DigIn | Action::AtRoll
                );
                self.own_defences += u64::from(holds && defends(g, ask.who, id));
            }
            (Topic::WhichMission(_), Opt::Mission { kind, .. }) => {
                self.shells += u64::from(kind == MissionKind::He);
                self.smoke += u64::from(kind == MissionKind::Smoke);
                self.light += u64::from(kind == MissionKind::Illumination);
            }
            (Topic::Overwatch(_), it) => self.overwatch += u64::from(it != Opt::Nobody),
            (Topic::OverwatchFirers(_), Opt::Join(hex)) => {
                let mut there = g.stack_of(ask.who, hex);
                self.own_defences += u64::from(there.any(|it| defends(g, ask.who, it)));
            }
            (Topic::RetreatTo(_), _) => self.retreats += 1,
            _ => (),
        }
        choice
    }

    fn plan(&mut self, g: &Battle, ask: Question, ready: &[Plan]) -> Plan {
        let plan = staff::plan(&g.seen_by(Some(ask.who)), &ask, ready);
        match &plan {
            Plan::Sheets(papers) => {
                for it in papers {
                    if let command::papers::Paper::Draw(sheet) = it {
                        self.drawn += 1;
                        self.alternates += u64::from(sheet.alternate.is_some());
                    }
                }
            }
            Plan::Throws(it) => self.throws += it.len() as u64,
            Plan::Checks(it) => self.checks += it.len() as u64,
            Plan::Joins(_) | Plan::SetUp(_) => (),
        }
        self.told.push((ask.who, format!("{:?}: {plan:?}", ask.topic)));
        plan
    }
}

/// The mission of a sheet in force that the scenario did not bring: its side has drawn it and waited for it.
fn own_mission(g: &Battle, side: Side, id: UnitId) -> Option<Mission> {
    let given = g.data.sheets.iter().filter(|it| it.side == side).count();
    let own = g[id].sheet.is_some_and(|it| given <= it.index());
    let order = command::order_of(g, id).filter(|it| own && it.life == Life::Implemented);
    order.map(tcs::sheet::Order::mission)
}

fn defends(g: &Battle, side: Side, id: UnitId) -> bool {
    own_mission(g, side, id).is_some_and(Mission::is_defence)
}

fn play(start: &Battle, seed: u64, watch: Watch) -> (Battle, Watch) {
    let mut g = start.clone();
    let mut cx = Playout::new(Rng(seed), watch);
    while !g.is_over() {
        let Ok(()) = Battle::step(&mut cx, &mut g);
        assert!(cx.decisions < STALLED, "the game of seed {seed} stalls on turn {}", g.turn);
    }
    (g, cx.policy)
}

#[test]
fn the_farm_is_played_to_its_end_with_fire_and_shells() {
    let start = scenario("the-farm");
    let mut watch = Watch::default();
    for seed in 0..4 {
        let (g, seen) = play(&start, seed, watch);
        assert!(g.outcome.is_some());
        watch = seen;
    }
    assert!(4 < watch.shells, "{} missions", watch.shells);
    assert!(8 < watch.fire, "{} fire actions", watch.fire);
    assert!(4 < watch.overwatch, "{} overwatches", watch.overwatch);
    assert!(2 < watch.smoke, "{} times smoke", watch.smoke);
}

#[test]
fn it_draws_sheets_and_acts_on_them_when_they_come_through() {
    let start = scenario("before-first-light");
    let mut watch = Watch::default();
    // About one assault a game, and fewer defences by a sheet of one's own: some games have none.
    for seed in 0..16 {
        watch = play(&start, seed, watch).1;
        if 2 <= seed && 0 < watch.assaults && 0 < watch.own_defences {
            break;
        }
    }
    assert!(2 < watch.drawn, "{} sheets", watch.drawn);
    assert!(2 < watch.throws, "{} throws for them", watch.throws);
    assert!(0 < watch.own_attacks, "nobody attacks by a sheet of its own");
    assert!(0 < watch.own_defences, "nobody defends by a sheet of its own");
    assert!(0 < watch.assaults, "nobody assaults");
    assert!(4 < watch.light, "{} times light in the night", watch.light);
}

#[test]
fn the_hill_is_played_to_its_end() {
    let (g, watch) = play(&scenario("hill-151"), 1, Watch::default());
    assert!(g.outcome.is_some() && 0 < watch.drawn && 0 < watch.shells && 0 < watch.retreats);
    assert!(0 < watch.alternates, "no Attack of {} sheets has an Alternate", watch.drawn);
    assert!(0 < watch.checks, "no Alternate and no Reserve is asked for");
    assert!(4 < watch.smoke && 0 < watch.own_defences);
}

/// The enemy draws a sheet, or draws none: until he acts the staff of the other side does the same.
#[test]
fn what_the_enemy_has_drawn_changes_nothing() {
    let mut g = scenario("before-first-light");
    let mut cx = Playout::new(Rng(3), Watch::default());
    let (mut compared, mut differ) = (0, 0);
    while !g.is_over() {
        if g.phase == Phase::Command(CommandStep::Create) {
            for side in Side::BOTH {
                let one = after(&g, side, true);
                let two = after(&g, side, false);
                differ += u32::from(one.0 != two.0);
                assert_eq!(one.1, two.1, "turn {}", g.turn);
                compared += one.1.len();
            }
        }
        let Ok(()) = Battle::step(&mut cx, &mut g);
    }
    assert!(5 < differ && 20 < compared, "{differ} {compared}");
}

/// What `side` answers from this Create step on until the enemy is asked something, if the enemy draws or not.
fn after(g: &Battle, side: Side, draws: bool) -> (Battle, Vec<String>) {
    struct Enemy {
        side: Side,
        draws: bool,
        told: Vec<String>,
        asked: bool,
        watch: Watch,
    }
    impl Policy<Battle> for Enemy {
        fn decide(
            &mut self,
            g: &Battle,
            ask: Question,
            n: usize,
            opt: impl Fn(usize) -> Opt,
        ) -> usize {
            let choice = self.watch.decide(g, ask, n, opt);
            self.note(ask.who);
            choice
        }
        fn plan(&mut self, g: &Battle, ask: Question, ready: &[Plan]) -> Plan {
            if ask.who != self.side && ask.topic == Topic::Sheets(CommandStep::Create) {
                let place = if self.draws { ready.len() - 1 } else { 0 };
                return ready[place].clone();
            }
            let plan = self.watch.plan(g, ask, ready);
            self.note(ask.who);
            plan
        }
    }
    impl Enemy {
        fn note(&mut self, who: Side) {
            self.asked |= who != self.side;
            if let Some((_, it)) = self.watch.told.pop().filter(|_| !self.asked) {
                self.told.push(it);
            }
        }
    }
    let enemy = Enemy { side, draws, told: vec![], asked: false, watch: Watch::default() };
    let mut cx = Playout::new(Rng(11), enemy);
    let mut g = g.clone();
    let Ok(()) = Battle::step(&mut cx, &mut g);
    let drawn = g.clone();
    while !g.is_over() && !cx.policy.asked {
        let Ok(()) = Battle::step(&mut cx, &mut g);
    }
    (drawn, cx.policy.told)
}
