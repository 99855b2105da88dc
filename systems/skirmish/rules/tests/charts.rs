//! The charts at work on small tables.

mod common;

use common::{OPEN_FIELD, field, troop};
use kernel::{Ask, Game as _, Odds, Playout, Policy, Rng, Rules, Uniform};
use skirmish::Skirmish;
use skirmish::data::{ElementId, FigureId, Quality, Side};
use skirmish::dice::Tested;
use skirmish::fire::{self, Aim, Firer};
use skirmish::hit_and_kill::Situation;
use skirmish::question::{Charge, Move, Opt, Plan, Topic};
use skirmish::state::{Attempt, Counter, How, Level, Mission, Moved, Phase, Presence, Shot};
use skirmish::tables::{FiresIn, Order};
use skirmish::{
    assault, direct_he, end_turn, leadership, movement, opportunity, referee, spotting, victory,
    weapons,
};
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
        referee::kills(&hit, &kill, dice).ways
    };
    let (rifles, smg) = (of("rifle", false, 2), of("smg", true, 2));
    let whole = rifles.iter().sum::<u128>() * smg.iter().sum::<u128>();
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

/// A gun of A and a crowd of B around one figure.
fn gun() -> Skirmish {
    let mut crew = troop(Side::First, &["rifle"; 4], &[(80, 40), (84, 40), (88, 40), (92, 40)]);
    crew.support = &["infantry_gun"];
    let crowd = troop(Side::Second, &["rifle"; 3], &[(80, 100), (84, 100), (100, 100)]);
    let mut g = field(OPEN_FIELD, &[crew, crowd]);
    g[A].order = Some(Order::Fire);
    g
}

#[test]
fn a_blast_takes_who_stands_in_it_and_spares_friends() {
    let g = gun();
    let group = fire::group(&g, A, 1).expect("the gun");
    let under: Vec<FigureId> =
        direct_he::under(&g, A, &group, FigureId(4)).iter().map(|it| it.0).collect();
    // Three inches of a medium shell reach the first two, four inches off is out.
    assert_eq!(under, [FigureId(4), FigureId(5)]);
    let shot = Shot { firer: Firer::Element(A), group: 1, aim: Aim::Figure(FigureId(4)) };
    let when = FiresIn::StationaryFire;
    let why = |g: &Skirmish| fire::may_add(g, Side::First, when, &[], shot).err().map(|it| it.code);
    assert_eq!(why(&g), None);
    let mut near = g.clone();
    near.figures[3].at = spot(80, 90);
    assert_eq!(why(&near), Some("skirmish.he.direct-centre"));
    let mut empty = g.clone();
    empty[A].he_rounds = Some(0);
    assert_eq!(why(&empty), Some("skirmish.ind.supply"));
    // Then the gun is no group any more: its crew have their rifles.
    assert!(fire::group(&empty, A, 1).is_none() && fire::group(&empty, A, 0).is_some());
    // Its kills belong to their figures.
    let mut odds = Odds::new(kernel::First);
    let mut both = 0;
    odds.every(
        &g,
        |cx, g| fire::resolve(cx, g, shot),
        |mass, (), g| {
            assert_eq!(g[A].he_rounds, Some(2));
            assert!(g.kills.iter().all(|it| it.bound && it.order.len() == 1));
            if g.kills.len() == 2 {
                both += mass;
            }
        },
    );
    // 4+ to hit and 3+ to kill, twice.
    assert_eq!(both, Skirmish::WHOLE / 9);
}

#[test]
fn a_blast_outside_does_not_reach_into_a_house() {
    let house = "size = [48, 48]\n[[building]]\nkey = \"house\"\nkind = \"stone\"\nfloors = 2\noutline = [[22, 24], [26, 24], [26, 28], [22, 28]]";
    let mut crew = troop(Side::First, &["rifle"; 4], &[(80, 40), (84, 40), (88, 40), (92, 40)]);
    crew.support = &["infantry_gun"];
    let crowd = troop(Side::Second, &["rifle"; 2], &[(84, 100), (90, 98)]);
    let mut g = field(house, &[crew, crowd]);
    g[A].order = Some(Order::Fire);
    let group = fire::group(&g, A, 1).expect("the gun");
    let under = |g: &Skirmish, centre| direct_he::under(g, A, &group, centre).len();
    assert_eq!((under(&g, FigureId(4)), under(&g, FigureId(5))), (1, 1));
    // An indirect blast reaches every floor; below a floor and a roof it is two harder.
    let inside = g.figures[5].at;
    assert_eq!(skirmish::indirect_fire::situation(&g, spot(84, 100), inside).levels_above, 2);
    g.figures[5].at.floor = 1;
    let upstairs = g.figures[5].at;
    assert_eq!(skirmish::indirect_fire::situation(&g, spot(84, 100), upstairs).levels_above, 1);
}

fn mortar() -> Skirmish {
    let mut crew = troop(Side::First, &["carbine"; 2], &[(80, 40), (84, 40)]);
    crew.support = &["light_mortar"];
    let crowd = troop(Side::Second, &["rifle"; 2], &[(80, 120), (84, 120)]);
    let mut g = field(OPEN_FIELD, &[crew, crowd]);
    g[A].order = Some(Order::Fire);
    g
}

fn mission(aim: Aim) -> Shot {
    Shot { firer: Firer::Element(A), group: 1, aim }
}

#[test]
fn a_call_that_misses_is_easier_next_time_at_that_point_only() {
    let call = |x| mission(Aim::Call { at: spot(x, 120), smoke: false, spotter: A });
    let when = FiresIn::StationaryFire;
    let on_target = |g: &Skirmish, shot| {
        let (mut mass_on, mut odds) = (0, Odds::new(kernel::First));
        odds.until_mark(
            g,
            |cx, g| fire::resolve(cx, g, shot),
            |mass, g| {
                mass_on += if g[A].mission.is_some_and(|it| it.for_effect) { mass } else { 0 };
            },
        );
        mass_on * 6 / Skirmish::WHOLE
    };
    let mut g = mortar();
    // Attached, 3+: four in six. On that point again 2+: five in six.
    assert_eq!(on_target(&g, call(80)), 4);
    g[A].mission =
        Some(Mission { at: spot(80, 120), for_effect: false, smoke: false, used: false });
    assert_eq!((on_target(&g, call(80)), on_target(&g, call(84))), (5, 4));
    // Only 8 to 48 inches, only points of the half-inch lattice or figures, never on friends.
    let why =
        |g: &Skirmish, shot| fire::may_add(g, Side::First, when, &[], shot).err().map(|it| it.code);
    let at = |at| mission(Aim::Call { at, smoke: false, spotter: A });
    assert_eq!(why(&g, at(spot(80, 120))), None);
    assert_eq!(
        why(&g, at(Spot { x: 80 * 64 + 3, y: 120 * 64, floor: 0 })),
        Some("skirmish.ind.point")
    );
    assert_eq!(why(&g, at(spot(80, 70))), Some("skirmish.ind.firers"));
    assert_eq!(why(&g, at(spot(80, 72))), None);
    g.figures[1].at = spot(80, 68);
    assert_eq!(why(&g, at(spot(80, 72))), Some("skirmish.ind.safety"));
    // Smoke may land on friends.
    let smoke = mission(Aim::Call { at: spot(80, 72), smoke: true, spotter: A });
    assert_eq!(why(&g, smoke), None);
    g[A].smoke_rounds = Some(0);
    assert_eq!(why(&g, smoke), Some("skirmish.ind.supply"));
}

#[test]
fn fire_for_effect_goes_on_while_targets_remain_and_shifts_four_inches() {
    let mut g = mortar();
    let when = FiresIn::StationaryFire;
    let why = |g: &Skirmish, aim| {
        fire::may_add(g, Side::First, when, &[], mission(aim)).err().map(|it| it.code)
    };
    assert_eq!(why(&g, Aim::Continue), Some("skirmish.ind.continue"));
    let lies = |x| Some(Mission { at: spot(x, 120), for_effect: true, smoke: false, used: false });
    g[A].mission = lies(86);
    assert_eq!(why(&g, Aim::Continue), None);
    g[A].mission = lies(100);
    assert_eq!(why(&g, Aim::Continue), Some("skirmish.ind.targets-remain"));
    let shift = |x| Aim::Adjust { at: spot(x, 120), spotter: A };
    assert_eq!(why(&g, shift(84)), None);
    assert_eq!(why(&g, shift(80)), Some("skirmish.ind.adjust"));
    assert_eq!(why(&g, shift(90)), Some("skirmish.ind.adjust-how"));
    // One round each, whatever comes of it.
    let mut cx = Playout::new(Rng(1), kernel::First);
    let Ok(()) = fire::resolve(&mut cx, &mut g, mission(shift(84)));
    assert_eq!((g[A].he_rounds, g[A].mission.map(|it| it.at)), (Some(2), Some(spot(84, 120))));
}

#[test]
fn a_force_at_its_break_point_tests_and_an_objective_in_dispute_is_nobodys() {
    let mut scene = std::sync::Arc::into_inner(common::scene("gate")).expect("nobody else has it");
    scene.sides[0].break_point = Some(2);
    let mut g = Skirmish::new(scene.into());
    run_until(&mut g, 5, |_, _, _| None, |g| g.phase == Phase::Spotting);
    // A break point of 2: one element gone and one Broken.
    let us: Vec<ElementId> = g.of_side(Side::First).collect();
    assert!(!end_turn::is_at_break_point(&g, Side::First));
    g[us[1]].level = Level::Broken;
    g[us[2]].presence = Presence::Gone;
    for figure in g.data(us[2]).figures() {
        g[figure].alive = false;
    }
    assert_eq!(end_turn::loss(&g, Side::First), 2);
    assert!(end_turn::is_at_break_point(&g, Side::First));
    // Both stand at the gate.
    let at = g.scene.objectives[0].at;
    let german = g.of_side(Side::Second).nth(1).expect("riflemen");
    for (i, id) in [us[0], german].into_iter().enumerate() {
        let first = g.data(id).first;
        g[first].at = Spot { x: at.x + 256 * i as i32, y: at.y - 128, floor: 0 };
    }
    assert_eq!(g.objectives[0], Some(Side::Second));
    g.phase = Phase::EndTurn;
    let mut tests = 0;
    let script = |_: Topic, _: &[Opt], _: &[Plan]| None;
    while g.phase != Phase::Spotting && g.phase != Phase::Over {
        tests += usize::from(matches!(g.phase, Phase::ForceMorale { .. }));
        let mut cx = Playout::new(Rng(9), Script(script, Uniform(Rng(9))));
        let Ok(()) = Skirmish::step(&mut cx, &mut g);
    }
    // One element tests, one step more ends the tests.
    assert_eq!(tests, 2);
    if g[us[0]].level.is_unbroken() {
        assert_eq!(g.objectives[0], None);
    }
}

#[test]
fn who_holds_all_that_is_named_has_won_on_the_spot() {
    let mut g = common::game("gate");
    run_until(&mut g, 5, |_, _, _| None, |g| g.phase == Phase::Spotting);
    g.objectives[0] = Some(Side::First);
    g.objectives[1] = Some(Side::First);
    g.phase = Phase::EndTurn;
    let mut cx = Playout::new(Rng(1), kernel::First);
    let Ok(()) = Skirmish::step(&mut cx, &mut g);
    let outcome = g.outcome.expect("it is over");
    assert_eq!((outcome.winner, outcome.how), (Some(Side::First), How::Automatic));
}

#[test]
fn equal_scores_go_to_the_side_the_scenario_names() {
    let mut g = common::game("gate");
    run_until(&mut g, 5, |_, _, _| None, |g| g.phase == Phase::Spotting);
    assert_eq!(g.objectives.as_slice(), [Some(Side::Second), Some(Side::Second)]);
    let outcome = victory::count(&g);
    assert_eq!(
        (outcome.points, outcome.winner, outcome.how),
        ([0, 2], Some(Side::Second), How::Points)
    );
    g.objectives[0] = None;
    g.objectives[1] = None;
    let outcome = victory::count(&g);
    assert_eq!((outcome.winner, outcome.how), (Some(Side::Second), How::Tie));
    g.objectives[1] = Some(Side::First);
    let outcome = victory::count(&g);
    assert_eq!(
        (outcome.points, outcome.winner, outcome.how),
        ([3, 0], Some(Side::First), How::Decisive)
    );
}

#[test]
fn a_dummy_is_taken_off_where_an_element_would_be_revealed() {
    let mut g = common::game("farm");
    run_until(&mut g, 5, |_, _, _| None, |g| g.phase == Phase::Spotting);
    let dummy = g.ids().find(|it| g.data(*it).dummy && g.is_hidden(*it)).expect("a dummy");
    let (number, side) = g.counter_of(dummy).map(|it| (it.number, it.side)).expect("its counter");
    g.spotted.push((side, number));
    g.phase = Phase::SpotRoll { next: 0 };
    let mut cx = Playout::new(Rng(1), kernel::First);
    let Ok(()) = Skirmish::step(&mut cx, &mut g);
    assert_eq!(g[dummy].presence, Presence::Gone);
    assert!(g.counter(number, side).is_none());
    assert_eq!(end_turn::loss(&g, side), 0);
}

#[test]
fn a_reserve_enters_from_its_edge_when_it_is_due() {
    let mut g = common::game("bridge");
    run_until(&mut g, 5, |_, _, _| None, |g| g.phase == Phase::Spotting);
    let reserve = g.ids().find(|it| g.data(*it).key == "uk-3r").expect("the third section");
    assert!(movement::orders(&g, reserve).is_empty());
    g.turn = 2;
    assert_eq!(movement::orders(&g, reserve).as_slice(), [Order::Double, Order::MoveFire]);
    let ready = movement::ready(&g, reserve, Order::MoveFire);
    assert!(ready.len() > 20);
    let Plan::Move(mut late) = ready[0].clone() else { panic!("a move") };
    late.paths[0].0.remove(0);
    let refused = movement::judge(&g, reserve, Order::MoveFire, &Plan::Move(late));
    assert_eq!(refused.err().map(|it| it.rule.code), Some("skirmish.depl.reserve"));
}

#[test]
fn results_of_a_phase_take_effect_together() {
    // A leader whose element breaks in this phase still lends his bonus to those who test after it.
    let mut boss = troop(Side::First, &["smg", "rifle"], &[(80, 60), (84, 60)]);
    boss.leader = 2;
    let rifles = troop(Side::First, &["rifle", "rifle"], &[(80, 40), (84, 40)]);
    let enemy = troop(Side::Second, &["rifle"], &[(80, 150)]);
    let mut g = field(OPEN_FIELD, &[boss, rifles, enemy]);
    g[A].due = Some(Level::Broken);
    assert_eq!(leadership::bonus(&g, B), 2);
    g[A].level = Level::Broken;
    assert_eq!(leadership::bonus(&g, B), 0);
}

#[test]
fn the_referee_keeps_orders_rounds_and_losses() {
    let mut sheet = referee::Sheet::new(common::scene("gate"));
    let ids: Vec<ElementId> = (0..6).map(ElementId).collect();
    let us = ids[1];
    assert_eq!(sheet.order(us, Order::Double).err().map(|it| it.code), Some("skirmish.order.when"));
    sheet.first_mover = Side::First;
    for _ in 0..3 {
        sheet.next_phase(false);
    }
    assert_eq!(sheet.order(us, Order::MoveFire), Ok(()));
    assert_eq!(sheet.order(us, Order::Fire).err().map(|it| it.code), Some("skirmish.order.one"));
    assert_eq!(sheet.mark(ids[4], us), Ok(()));
    assert_eq!(sheet.mark(ids[4], us).err().map(|it| it.code), Some("skirmish.opp.eligible"));
    sheet.next_phase(false);
    sheet.next_phase(false);
    let rifle = sheet.scene.tables.weapon[1].clone();
    // Under M nobody fires now; the marked element does, and so does who has no order.
    assert_eq!(
        sheet.fire(us, &rifle, false).err().map(|it| it.code),
        Some("skirmish.fire.stationary")
    );
    assert_eq!(sheet.fire(ids[4], &rifle, false), Ok(()));
    assert_eq!(sheet.fire(ids[5], &rifle, false), Ok(()));
    sheet.suffer(us, 9, 9, false);
    let size = sheet.scene.elements[1].size;
    assert_eq!(sheet.kept(us).living, size);
    sheet.next_phase(false);
    assert_eq!(
        (sheet.kept(us).living, sheet.kept(us).kills, sheet.kept(us).level),
        (0, size, Level::Dispersed)
    );
    sheet.suffer(ids[4], 2, 0, false);
    sheet.next_phase(false);
    assert_eq!(sheet.testing().collect::<Vec<_>>(), [ids[4]]);
    assert_eq!(sheet.tested(ids[4], skirmish::dice::Tested::FailedBadly), Ok(()));
    assert_eq!(sheet.kept(ids[4]).level, Level::Broken);
    sheet.smoke = vec![4, 2];
    for _ in 0..3 {
        sheet.next_phase(false);
    }
    assert_eq!((sheet.turn, sheet.phase, sheet.smoke.as_slice()), (2, 0, [2].as_slice()));
    assert_eq!(sheet.kept(ids[4]).order, None);
    sheet.next_phase(false);
    assert_eq!(sheet.rallied(ids[4]), Ok(()));
    assert_eq!(sheet.kept(ids[4]).level, Level::Suppressed);
}

const HEDGED: &str = "size = [48, 48]\n[[line]]\nkey = \"bank\"\nkind = \"bocage\"\npoints = [[0, 20], [48, 20]]\n[[area]]\nkey = \"wood\"\nkind = \"woods\"\noutline = [[8, 24], [16, 24], [16, 30], [8, 30]]";

fn move_of(element: ElementId, order: Order, paths: &[(i32, i32)]) -> Plan {
    let paths = paths.iter().map(|(x, y)| Path(vec![spot(*x, *y)])).collect();
    Plan::Move(Move { element, order: Some(order), paths })
}

/// Answers a movement step with one move, and everything else by the last option.
struct OneMove(Plan, Vec<Topic>);

impl Policy<Skirmish> for OneMove {
    fn decide(
        &mut self,
        _: &Skirmish,
        ask: Ask<Side, Topic>,
        n: usize,
        opt: impl Fn(usize) -> Opt,
    ) -> usize {
        self.1.push(ask.topic);
        let Plan::Move(it) = &self.0 else { return 0 };
        let wanted = |i: &usize| match opt(*i) {
            Opt::Element(id) => id == it.element,
            Opt::Order(order) => Some(order) == it.order,
            Opt::Stop | Opt::Done => true,
            _ => false,
        };
        (0..n).find(wanted).unwrap_or(0)
    }
    fn plan(&mut self, _: &Skirmish, _: Ask<Side, Topic>, _: &[Plan]) -> Plan {
        self.0.clone()
    }
}

fn step_with(g: &mut Skirmish, plan: Plan) -> Vec<Topic> {
    let mut cx = Playout::new(Rng(1), OneMove(plan, Vec::new()));
    let Ok(()) = Skirmish::step(&mut cx, g);
    cx.policy.1
}

/// A watches a field in which B hides, in a wood.
fn hidden_in_wood() -> Skirmish {
    let mut g = field(
        HEDGED,
        &[
            troop(Side::First, &["rifle", "rifle"], &[(48, 140), (52, 140)]),
            troop(Side::Second, &["rifle", "rifle"], &[(48, 112), (52, 112)]),
        ],
    );
    g[B].presence = Presence::Hidden;
    g.counters.push(Counter { side: Side::Second, number: 1, at: spot(48, 112), of: Some(B) });
    g.phase = Phase::Movement { second: false };
    g
}

#[test]
fn a_hidden_element_creeps_unseen_in_cover_and_is_seen_when_it_runs() {
    let mut g = hidden_in_wood();
    g.first_mover = Side::Second;
    let mut run = g.clone();
    // Four inches from the counter would be found anyway: it keeps seven off.
    step_with(&mut g, move_of(B, Order::Cautious, &[(44, 112), (48, 112)]));
    assert_eq!(g[B].presence, Presence::Hidden);
    assert_eq!(g.counters[0].at, spot(44, 112));
    step_with(&mut run, move_of(B, Order::MoveFire, &[(44, 112), (48, 112)]));
    assert_eq!(run[B].presence, Presence::Revealed);
}

#[test]
fn a_mover_who_finds_somebody_may_stop_there() {
    let mut g = hidden_in_wood();
    g.first_mover = Side::First;
    // Eight inches straight on, past the counter at four inches.
    let asked = step_with(&mut g, move_of(A, Order::MoveFire, &[(48, 118), (52, 118)]));
    assert!(asked.contains(&Topic::StopHere(A)), "{asked:?}");
    assert!(g.is_revealed(B));
    // It stopped at the first checkpoint within four inches of the counter.
    let far = g.nearest_square(A, B).expect("both stand");
    assert!(far <= 1024 * 1024 && 700 * 700 < far, "{far}");
}

#[test]
fn the_loser_of_the_last_roll_runs_first() {
    let mut g = duel();
    g[A].level = Level::Broken;
    g[B].level = Level::Broken;
    // Nobody unbroken sees either: both stay, the loser's first.
    g.initiative = Side::First;
    g.phase = Phase::Compulsory { winner: false };
    let mut cx = Playout::new(Rng(1), kernel::First);
    let Ok(()) = Skirmish::step(&mut cx, &mut g);
    assert_eq!((g[A].moved, g[B].moved), (Moved::No, Moved::ByCompulsion));
}

#[test]
fn who_runs_over_his_own_edge_is_gone() {
    let mut gone = 0;
    for seed in 0..40 {
        let mut g = duel();
        for (i, figure) in (0..3).enumerate() {
            g.figures[figure].at = spot(80 + 4 * i as i32, 8);
        }
        for (i, figure) in (3..6).enumerate() {
            g.figures[figure].at = spot(80 + 4 * i as i32, 60);
        }
        g[A].level = Level::Broken;
        g.phase = Phase::Compulsory { winner: false };
        run_until(&mut g, seed, |_, _, _| None, |g| g.phase == Phase::Initiative);
        gone += usize::from(g[A].presence == Presence::Gone);
    }
    // On an open field nothing else is out of sight.
    assert_eq!(gone, 40);
}

#[test]
fn the_first_side_to_set_up_counts_as_the_loser_and_the_winner_chooses_his_place() {
    let g = common::game("gate");
    assert_eq!(g.initiative, g.scene.set_up[1]);
    for seed in 0..20 {
        let mut g = duel();
        g.phase = Phase::Initiative;
        let script = |topic, options: &[Opt], _: &[Plan]| match topic {
            Topic::MoveFirst => options.iter().position(|it| *it == Opt::MoveSecond),
            _ => None,
        };
        let done = |g: &Skirmish| g.phase == (Phase::Movement { second: false });
        run_until(&mut g, seed, script, done);
        assert_eq!(g.first_mover, g.initiative.other());
    }
}

#[test]
fn an_obstacle_covers_from_a_burst_beyond_it_only() {
    let walled =
        "size = [48, 48]\n[[line]]\nkey = \"wall\"\nkind = \"wall\"\npoints = [[0, 20], [48, 20]]";
    let g = field(walled, &[troop(Side::First, &["rifle"], &[(80, 82)])]);
    let figure = g.figures[0].at;
    let near = skirmish::indirect_fire::situation(&g, spot(80, 86), figure);
    let beyond = skirmish::indirect_fire::situation(&g, spot(80, 76), figure);
    use skirmish::tables::Cover;
    assert_eq!((near.cover, near.behind_obstacle), (Cover::Open, false));
    assert_eq!((beyond.cover, beyond.behind_obstacle), (Cover::Heavy, true));
}

/// Every pair of dice on a real table is read as often as the chance says, and a test ends on each level as often.
#[test]
fn dice_on_a_real_table_are_read_as_those_of_a_game() {
    let t = common::tables();
    for number in -1..=11 {
        let (mut passed, mut badly) = (0, 0);
        for (first, second) in (1..=6).flat_map(|a| (1..=6).map(move |b| (a, b))) {
            let mut dice = [second, first].to_vec();
            let read: Result<_, ()> = referee::read(&t, number, |_| dice.pop().ok_or(()));
            match read.unwrap() {
                Tested::Passed => passed += 1,
                Tested::Failed => (),
                Tested::FailedBadly => badly += 1,
            }
        }
        assert_eq!(passed, skirmish::dice::chance(&t.roll, number), "{number}");
        let levels = referee::levels_after(&t, Level::Good, number);
        assert_eq!([passed, badly], [levels[0].1, levels[2].1], "{number}");
    }
}

/// So many dice have more courses than a number has room for; they still make the whole.
#[test]
fn kills_of_many_dice_sum_to_the_whole() {
    for (one, whole) in [(25, 36), (1, 1296), (90, 1296), (0, 36), (36, 36), (5, 72)] {
        for tries in 0..=255 {
            let it = referee::successes(one, whole, tries);
            assert_eq!(it.ways.len(), usize::from(tries) + 1);
            let sum: u128 = it.ways.iter().sum();
            let none = it.ways[0] as f64 / sum as f64;
            let wanted = (1.0 - f64::from(one) / f64::from(whole)).powi(i32::from(tries));
            assert!((none - wanted).abs() < 1e-9, "{one}/{whole} {tries}: {none} {wanted}");
        }
    }
}
