//! The charts at work on small tables.

mod common;

use common::{OPEN_FIELD, field, troop};
use kernel::{Ask, Game as _, Odds, Playout, Policy, Rng, Rules, Uniform};
use skirmish::Skirmish;
use skirmish::data::{ElementId, FigureId, Quality, Side};
use skirmish::fire::{self, Aim, Firer};
use skirmish::hit_and_kill::Situation;
use skirmish::question::{Charge, Move, Opt, Plan, Topic};
use skirmish::state::{Attempt, Counter, Level, Moved, Phase, Presence, Shot};
use skirmish::tables::{FiresIn, Order};
use skirmish::{assault, leadership, movement, opportunity, referee, spotting, weapons};
use tabletop::{Path, Smoke, Spot};

const A: ElementId = ElementId(0);
const B: ElementId = ElementId(1);

fn spot(x: i32, y: i32) -> Spot {
    Spot { x: x * 64, y: y * 64, floor: 0 }
}

/// Three rifles and a submachine gun of A, ten inches south of three figures of B.
fn duel() -> Skirmish {
    let mut g = field(
        OPEN_FIELD,
        &[
            troop(Side::First, &["rifle", "rifle", "smg"], &[(80, 40), (84, 40), (88, 40)]),
            troop(Side::Second, &["rifle"; 3], &[(80, 80), (84, 80), (88, 80)]),
        ],
    );
    g[A].order = Some(Order::Fire);
    g[B].order = Some(Order::Fire);
    g
}

/// Answers by a function, or at random.
struct Script<F>(F, Uniform);

impl<F: FnMut(Topic, &[Opt], &[Plan]) -> Option<usize>> Policy<Skirmish> for Script<F> {
    fn decide(
        &mut self,
        g: &Skirmish,
        ask: Ask<Side, Topic>,
        n: usize,
        opt: impl Fn(usize) -> Opt,
    ) -> usize {
        let options: Vec<Opt> = (0..n).map(&opt).collect();
        let own = (self.0)(ask.topic, &options, &[]);
        own.unwrap_or_else(|| self.1.decide(g, ask, n, opt))
    }
    fn plan(&mut self, g: &Skirmish, ask: Ask<Side, Topic>, ready: &[Plan]) -> Plan {
        let own = (self.0)(ask.topic, &[], ready);
        own.map_or_else(|| self.1.plan(g, ask, ready), |i| ready[i].clone())
    }
}

fn run_until(
    g: &mut Skirmish,
    seed: u64,
    script: impl FnMut(Topic, &[Opt], &[Plan]) -> Option<usize>,
    done: impl Fn(&Skirmish) -> bool,
) {
    let mut cx = Playout::new(Rng(seed), Script(script, Uniform(Rng(seed))));
    for _ in 0..500 {
        if done(g) {
            return;
        }
        let Ok(()) = Skirmish::step(&mut cx, g);
    }
    panic!("it never came to that: {:?}", g.phase);
}

#[test]
fn the_odds_of_a_volley_are_those_of_its_dice() {
    let g = duel();
    let shot =
        Shot { firer: Firer::Element(A), group: 0, aim: Aim::Element { element: B, pick: None } };
    let mut by_kills = [0_u128; 5];
    let mut odds = Odds::new(kernel::First);
    odds.every(
        &g,
        |cx, g| fire::resolve(cx, g, shot),
        |mass, (), g| {
            by_kills[g.kills.len()] += mass;
            // Nobody is gone before the phase ends.
            assert_eq!(g.alive(B).count(), 3);
        },
    );
    assert_eq!(odds.lost, 0);
    // In the open at short range for rifles: 4+ and 4+; ten inches are long range for the submachine gun: 5+ and 4+.
    let t = g.tables();
    let of = |id: &str, long_range, dice| {
        let weapon = t.weapon(t.weapon_called(id).unwrap());
        let [hit, kill] =
            referee::shot(t, weapon, &Situation { long_range, ..Situation::default() });
        referee::kills(&hit, &kill, dice)
    };
    let (rifles, smg) = (of("rifle", false, 2), of("smg", true, 2));
    let whole = 1296_u128.pow(4);
    for (n, mass) in by_kills.iter().enumerate() {
        let ways: u128 = (0..=n)
            .map(|i| rifles.get(i).copied().unwrap_or(0) * smg.get(n - i).copied().unwrap_or(0))
            .sum();
        // By cross multiplication, without dividing: mass / WHOLE = ways / whole.
        assert_eq!(mass / (Skirmish::WHOLE / 6_u128.pow(16)), ways * 6_u128.pow(16) / whole, "{n}");
    }
}

#[test]
fn overkill_is_wasted_and_kills_go_in_order() {
    for seed in 0..40 {
        let mut g = duel();
        g.figures[4].alive = false;
        g.figures[5].alive = false;
        let aim = Aim::Element { element: B, pick: None };
        g.shots.push(Shot { firer: Firer::Element(A), group: 0, aim });
        g.phase = Phase::StationaryShot { next: 0 };
        run_until(&mut g, seed, |_, _, _| None, |g| g.phase == Phase::MovingFire);
        assert!(g[B].kills <= 1 && g.kills.is_empty());
        assert_eq!(g[B].presence == Presence::Gone, g[B].kills == 1);
    }
}

#[test]
fn a_crew_fires_its_weapon_and_nothing_else() {
    let mut gunners =
        troop(Side::First, &["pistol", "rifle", "rifle"], &[(80, 40), (84, 40), (88, 40)]);
    gunners.support = &["lmg_belt"];
    let mut g = field(OPEN_FIELD, &[gunners, troop(Side::Second, &["rifle"], &[(80, 80)])]);
    g[A].order = Some(Order::Fire);
    let crews = |g: &Skirmish| -> Vec<(u8, usize, u8)> {
        weapons::groups(g, A).iter().map(|it| (it.index, it.figures.len(), it.missing)).collect()
    };
    assert_eq!(crews(&g), [(0, 1, 0), (1, 2, 0)]);
    // One man left crews it alone, one short.
    g[FigureId(0)].alive = false;
    g[FigureId(1)].alive = false;
    assert_eq!(crews(&g), [(1, 1, 1)]);
}

#[test]
fn after_a_move_a_tripod_gun_is_silent_and_its_crew_fire_their_own() {
    let mut gunners =
        troop(Side::First, &["pistol", "rifle", "rifle"], &[(80, 40), (84, 40), (88, 40)]);
    gunners.support = &["mmg"];
    let mut g = field(OPEN_FIELD, &[gunners, troop(Side::Second, &["rifle"], &[(80, 80)])]);
    let groups = |g: &mut Skirmish, order| -> Vec<u8> {
        g[A].order = Some(order);
        weapons::groups(g, A).iter().map(|it| it.index).collect()
    };
    assert_eq!(groups(&mut g, Order::Fire), [1]);
    assert_eq!(groups(&mut g, Order::Cautious), [1]);
    assert_eq!(groups(&mut g, Order::MoveFire), [0]);
    assert_eq!(groups(&mut g, Order::Double), [0_u8; 0]);
}

#[test]
fn shots_are_refused_by_the_statement_they_break() {
    let mut g = duel();
    let at = |element| Aim::Element { element, pick: None };
    let shot = |aim| Shot { firer: Firer::Element(A), group: 0, aim };
    let why = |g: &Skirmish, shot, when| {
        fire::may_add(g, Side::First, when, &[], shot).err().map(|it| it.code)
    };
    let stationary = FiresIn::StationaryFire;
    assert_eq!(why(&g, shot(at(B)), stationary), None);
    assert_eq!(why(&g, shot(at(B)), FiresIn::MovingFire), Some("skirmish.fire.moving"));
    assert_eq!(why(&g, shot(at(A)), stationary), Some("skirmish.fire.target"));
    g[A].order = Some(Order::Double);
    assert_eq!(why(&g, shot(at(B)), stationary), Some("skirmish.order.double"));
    g[A].order = Some(Order::Fire);
    g[A].level = Level::Broken;
    assert_eq!(why(&g, shot(at(B)), stationary), Some("skirmish.broken.passive"));
    g[A].level = Level::Good;
    g[B].presence = Presence::Hidden;
    assert_eq!(why(&g, shot(at(B)), stationary), Some("skirmish.hide.one-way"));
    g[B].presence = Presence::Revealed;
    let pick = Aim::Element { element: B, pick: Some(FigureId(3)) };
    assert_eq!(why(&g, shot(pick), stationary), Some("skirmish.weap.sniper"));
    for figure in 3..6 {
        g.figures[figure].at = spot(80, 190);
    }
    assert_eq!(why(&g, shot(at(B)), stationary), Some("skirmish.fire.who-shoots"));
}

#[test]
fn orders_follow_the_level() {
    let mut g = duel();
    g[A].order = None;
    assert_eq!(movement::orders(&g, A).as_slice(), Order::ALL);
    g[A].level = Level::Suppressed;
    assert_eq!(movement::orders(&g, A).as_slice(), [Order::Cautious, Order::Fire]);
    g[A].level = Level::Broken;
    assert!(movement::orders(&g, A).is_empty());
    g[A].level = Level::Good;
    g[A].order = Some(Order::Fire);
    assert!(movement::orders(&g, A).is_empty());
}

#[test]
fn moves_are_refused_by_the_statement_they_break() {
    let mut g = duel();
    g[A].order = None;
    let to = |paths: &[&[(i32, i32)]]| {
        let path = |it: &&[(i32, i32)]| Path(it.iter().map(|(x, y)| spot(*x, *y)).collect());
        let paths = paths.iter().map(path).collect();
        Plan::Move(Move { element: A, order: Some(Order::Cautious), paths })
    };
    let why = |plan: &Plan| {
        movement::judge(&g, A, Order::Cautious, plan).err().map(|it| (it.rule.code, it.at))
    };
    assert_eq!(why(&to(&[&[(80, 44)], &[(84, 44)], &[(88, 44)]])), None);
    assert_eq!(why(&to(&[&[], &[], &[]])), None);
    let refused = |code: &'static str, i: usize| Some((code, format!("/move/paths/{i}")));
    let far = to(&[&[(80, 44)], &[(84, 60)], &[(88, 44)]]);
    assert_eq!(why(&far), refused("skirmish.move.allowance", 1));
    let apart = to(&[&[(80, 44)], &[(84, 44)], &[(95, 44)]]);
    assert_eq!(why(&apart), refused("skirmish.elem.coherency", 2));
    let crowd = to(&[&[(86, 40)], &[], &[]]);
    assert_eq!(why(&crowd), refused("skirmish.move.end-place", 1));
    let off = to(&[&[(80, -1)], &[], &[]]);
    assert_eq!(why(&off), refused("skirmish.move.table-edge", 0));
    g[A].order = None;
    for (i, figure) in (3..6).enumerate() {
        g.figures[figure].at = spot(80 + 4 * i as i32, 46);
    }
    let why =
        |plan: &Plan| movement::judge(&g, A, Order::Cautious, plan).err().map(|it| it.rule.code);
    let into = to(&[&[(80, 43)], &[(84, 43)], &[(88, 43)]]);
    assert_eq!(why(&into), Some("skirmish.move.enemy"));
}

#[test]
fn a_marker_keeps_the_place_of_the_mover() {
    // B runs across the front of A, who marks it at its first checkpoint.
    let mut g = duel();
    g[A].order = None;
    g[B].order = None;
    g.phase = Phase::Movement { second: false };
    g.first_mover = Side::Second;
    let began: Vec<Spot> = g.spots(B).map(|it| it.1).collect();
    let mut marked = false;
    let script = |topic, options: &[Opt], ready: &[Plan]| match topic {
        Topic::WhoMoves => options.iter().position(|it| *it == Opt::Element(B)),
        Topic::Order(_) => options.iter().position(|it| *it == Opt::Order(Order::Double)),
        Topic::Move(..) => Some(ready.len() - 1),
        Topic::Mark(_) => {
            marked = true;
            options.iter().position(|it| *it == Opt::Mark { element: A, checkpoint: 0 })
        }
        _ => None,
    };
    run_until(&mut g, 1, script, |g| g[B].order.is_some());
    assert!(marked);
    assert_eq!(g[A].order, Some(Order::Fire));
    let marker = g[A].marker.clone().expect("a marker");
    assert_eq!((marker.mover, marker.checkpoint), (B, 0));
    let stood: Vec<Spot> = marker.stood.iter().map(|it| it.1).collect();
    assert_eq!(stood, began);
    assert_eq!((g[B].moved, opportunity::may_mark(&g, A).is_err()), (Moved::ByOrder, true));
    // The shot is at the place of the marker, and every figure alive can be hit.
    let targets: Vec<Spot> = fire::targets(&g, A, B).iter().map(|it| it.1).collect();
    assert_eq!(targets, began);
}

#[test]
fn sixteen_inches_are_not_far_and_four_are_found_at_once() {
    let mut g = field(
        OPEN_FIELD,
        &[
            troop(Side::First, &["rifle"], &[(40, 40)]),
            troop(Side::Second, &["rifle"], &[(40, 104)]),
        ],
    );
    g[B].presence = Presence::Hidden;
    let counter = |at| Counter { side: Side::Second, number: 1, at, of: Some(B) };
    g.counters.push(counter(spot(40, 104)));
    let attempt = Attempt { element: A, counter: 1 };
    assert_eq!(spotting::line_to(&g, attempt).map(|it| it.far), Some(false));
    g.counters[0] = counter(Spot { x: 40 * 64, y: 104 * 64 + 1, floor: 0 });
    assert_eq!(spotting::line_to(&g, attempt).map(|it| it.far), Some(true));
    // In a wood, three inches off: no roll is needed.
    let wood = "size = [48, 48]\n[[area]]\nkey = \"wood\"\nkind = \"woods\"\noutline = [[8, 12], [12, 12], [12, 16], [8, 16]]";
    let mut g = field(
        wood,
        &[
            troop(Side::First, &["rifle"], &[(40, 40)]),
            troop(Side::Second, &["rifle"], &[(40, 57)]),
        ],
    );
    g[B].presence = Presence::Hidden;
    g.counters.push(counter(spot(40, 57)));
    g.phase = Phase::Ready;
    let mut near = g.clone();
    near.figures[1].at = spot(40, 56);
    near.counters[0].at = spot(40, 56);
    run_until(&mut g, 1, |_, _, _| None, |g| g.phase == Phase::Spotting);
    run_until(&mut near, 1, |_, _, _| None, |g| g.phase == Phase::Spotting);
    assert_eq!((g[B].presence, near[B].presence), (Presence::Hidden, Presence::Revealed));
}

#[test]
fn who_hides_in_the_open_is_seen_at_once() {
    let mut g = duel();
    g[B].presence = Presence::Hidden;
    g.counters.push(Counter { side: Side::Second, number: 1, at: spot(80, 80), of: Some(B) });
    g.phase = Phase::Ready;
    run_until(&mut g, 1, |_, _, _| None, |g| g.phase == Phase::Spotting);
    assert!(g.is_revealed(B) && g.counters.is_empty());
}

#[test]
fn one_leader_counts_and_a_suppressed_one_for_his_own() {
    let mut boss = troop(Side::First, &["smg"], &[(80, 60)]);
    boss.leader = 2;
    let mut sergeant = troop(Side::First, &["smg"], &[(88, 60)]);
    sergeant.leader = 1;
    let rifles = troop(Side::First, &["rifle"], &[(80, 40)]);
    let enemy = troop(Side::Second, &["rifle"], &[(80, 150)]);
    let mut g = field(OPEN_FIELD, &[rifles, enemy, boss, sergeant]);
    let (boss, sergeant) = (ElementId(2), ElementId(3));
    assert_eq!(leadership::bonus(&g, A), 2);
    g[boss].level = Level::Suppressed;
    assert_eq!((leadership::bonus(&g, A), leadership::bonus(&g, boss)), (1, 2));
    g[boss].level = Level::Broken;
    assert_eq!(leadership::bonus(&g, boss), 1);
    g[sergeant].level = Level::Suppressed;
    assert_eq!(leadership::bonus(&g, A), 0);
    g[boss].level = Level::Good;
    // Nine inches are too far.
    g.figures[2].at = spot(80, 76);
    assert_eq!(leadership::bonus(&g, A), 0);
}

#[test]
fn thin_smoke_goes_before_fresh_smoke_turns() {
    let mut g = duel();
    let cloud = |x, hindrances| Smoke { at: spot(x, 60).point(), radius: 768, hindrances };
    g.smoke.push(cloud(20, 2));
    g.smoke.push(cloud(80, 4));
    assert_eq!(g.sight(spot(80, 40), spot(80, 80)), Some(4));
    g.phase = Phase::EndTurn;
    run_until(&mut g, 1, |_, _, _| None, |g| g.phase == Phase::Objectives);
    assert_eq!(g.smoke.as_slice(), [cloud(80, 2)]);
    assert_eq!(g.sight(spot(80, 40), spot(80, 80)), Some(2));
}

#[test]
fn the_suppressed_do_not_assault_and_the_broken_give_themselves_up() {
    let mut g = duel();
    for (i, figure) in (3..6).enumerate() {
        g.figures[figure].at = spot(80 + 4 * i as i32, 52);
    }
    let charge = Charge { element: A, target: B };
    let why =
        |g: &Skirmish| assault::may_charge(g, Side::First, &[], charge).err().map(|it| it.code);
    assert_eq!(why(&g), None);
    g[A].level = Level::Suppressed;
    assert_eq!(why(&g), Some("skirmish.cc.initiate"));
    g[A].level = Level::Good;
    g[B].level = Level::Broken;
    g.phase = Phase::Melee;
    let script = |topic, _: &[Opt], ready: &[Plan]| match topic {
        Topic::Assault => ready.iter().position(|it| *it == Plan::Assault(vec![charge])),
        _ => None,
    };
    run_until(&mut g, 1, script, |g| g.phase == Phase::EndTurn);
    assert_eq!((g[B].presence, g.alive(A).count()), (Presence::Gone, 3));
}

#[test]
fn a_combat_has_a_loser_who_tests_and_falls_back() {
    let mut lost = [0; 2];
    for seed in 0..60 {
        let mut g = duel();
        for (i, figure) in (3..6).enumerate() {
            g.figures[figure].at = spot(80 + 4 * i as i32, 52);
        }
        g.phase = Phase::Melee;
        let charge = Charge { element: A, target: B };
        let script = |topic, _: &[Opt], ready: &[Plan]| match topic {
            Topic::Assault => ready.iter().position(|it| *it == Plan::Assault(vec![charge])),
            _ => None,
        };
        run_until(&mut g, seed, script, |g| g.phase == Phase::EndTurn);
        assert!(g.combat.is_none() && g.combats.is_empty());
        if g.on_table(A) && g.on_table(B) {
            // Somebody has lost: at least four inches are between them now.
            let far = g.nearest_square(A, B).expect("both stand");
            assert!(1024 * 1024 <= far, "{far}");
        }
        lost[0] += usize::from(!g.on_table(A) || g[A].moved == Moved::ByCompulsion);
        lost[1] += usize::from(!g.on_table(B) || g[B].moved == Moved::ByCompulsion);
    }
    assert!(0 < lost[0] && 0 < lost[1], "{lost:?}");
}

#[test]
fn a_broken_element_runs_out_of_sight() {
    let wall = "size = [48, 48]\n[[building]]\nkey = \"barn\"\nkind = \"stone\"\nfloors = 1\noutline = [[18, 8], [26, 8], [26, 9], [18, 9]]";
    let mut g = field(
        wall,
        &[
            troop(Side::First, &["rifle", "rifle"], &[(80, 40), (84, 40)]),
            troop(Side::Second, &["rifle"], &[(82, 100)]),
        ],
    );
    g[A].level = Level::Broken;
    g.phase = Phase::Compulsory { winner: false };
    run_until(&mut g, 3, |_, _, _| None, |g| g.phase == Phase::Initiative);
    let watcher = g.spots(B).next().expect("he stands").1;
    assert_eq!(g[A].moved, Moved::ByCompulsion);
    assert!(!g.on_table(A) || g.spots(A).all(|(_, at)| !g.sees(watcher, at)));
}

#[test]
fn green_troops_break_more_often_than_veterans() {
    let mut broken = [0; 2];
    for (i, quality) in [Quality::Veteran, Quality::Green].into_iter().enumerate() {
        for seed in 0..200 {
            let mut rifles =
                troop(Side::First, &["rifle"; 4], &[(80, 40), (84, 40), (88, 40), (92, 40)]);
            rifles.quality = quality;
            let mut g = field(OPEN_FIELD, &[rifles, troop(Side::Second, &["rifle"], &[(80, 150)])]);
            g[A].kills = 1;
            g.phase = Phase::Morale { next: 0 };
            run_until(&mut g, seed, |_, _, _| None, |g| g.phase == Phase::Melee);
            broken[i] += usize::from(g[A].level != Level::Good);
            assert_eq!(g[A].kills, 0);
        }
    }
    // 4+ and 6+: a half and a sixth stand.
    assert!(80 < broken[0] && broken[0] < 120 && 150 < broken[1], "{broken:?}");
}
