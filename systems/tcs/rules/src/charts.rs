//! The charts, worked by hand.

use board::HexId;
use kernel::{Ledger as _, Sum};

use crate::blow::{self, Blow, Losses};
use crate::data::Light;
use crate::id::{BattalionId, Side, UnitId};
use crate::question::{Action, Opt, Topic};
use crate::set::UnitSet;
use crate::sheet::Status;
use crate::small::{Small, sample_hex as at};
use crate::state::{
    ActionStep, Battle, Guns, Mission, MissionKind, MissionStage, Mode, Nerve, Outcome, Phase,
    Place, Won,
};
use crate::tables::Shoot;
use crate::trial::{Trial, act, acting, play};
use crate::{
    air, area, artillery, at as at_roll, barrage, battalion, carrier, fire, mode, morale, movement,
    reinforcement, retreat, smoke, spot, stacking, victory,
};

const US: Side = Side::First;
const THEM: Side = Side::Second;

fn blow_at(hex: HexId, affected: UnitSet) -> Blow {
    let (firers, cover, cross_fire, no_low) = (UnitSet::EMPTY, false, false, false);
    Blow { hex, affected, firers, cover, cross_fire, no_low }
}

#[test]
fn spotting_moves_along_the_scale() {
    let mut it = Small::new();
    it.lights = vec![Light::Day, Light::Twilight, Light::Night];
    let a = it.infantry(US, "0313");
    let near = it.infantry(THEM, "0613");
    let far = it.infantry(THEM, "0713");
    let tank = it.tank(THEM, "1113");
    let beyond = it.tank(THEM, "1213");
    let mut g = it.battle();
    assert!(spot::spots(&g, a, near) && !spot::spots(&g, a, far));
    assert!(spot::spots(&g, a, tank) && !spot::spots(&g, a, beyond));
    // Move mode is one place: 3 becomes 4. A Fired marker four: 12.
    g[far].mode = Mode::Move;
    assert!(spot::spots(&g, a, far));
    (g[far].mode, g[near].mode) = (Mode::Fire, Mode::DugIn);
    assert!(!spot::spots(&g, a, near), "Dug-In: 3 becomes 2");
    g[a].mode = Mode::DugIn;
    assert!(spot::spots(&g, a, near), "whoever is Dug-In spots one place farther");
    g[far].fired = true;
    assert!(spot::spots(&g, a, far));
    // Smoke on both hexes, both shaken: four places back.
    g[a].mode = Mode::Fire;
    g.smoke_1.extend([at("0313"), at("0713")]);
    g.survey();
    (g[a].nerve, g[far].nerve) = (Nerve::Suppressed, Nerve::Paralysed);
    assert!(!spot::spots(&g, a, far), "12 less four places is 3");
    let mut sum = Sum::default();
    spot::shifts(&g, a, far, &mut sum);
    assert_eq!(sum.total(), 4 - 4);
    g.turn = 3;
    let mut sum = Sum::default();
    spot::shifts(&g, a, far, &mut sum);
    assert_eq!(sum.total(), -3);
    g.flares.push((at("0713"), 2));
    g.survey();
    let mut sum = Sum::default();
    spot::shifts(&g, a, far, &mut sum);
    assert_eq!(sum.total(), -1, "an illuminated hex replaces the night figure");
    assert_eq!(
        (spot::visibility(&g, at("0713")), spot::visibility(&g, at("0313"))),
        (None, Some(3))
    );
    g.turn = 2;
    let mut sum = Sum::default();
    spot::shifts(&g, a, far, &mut sum);
    assert_eq!(sum.total(), -1);
    assert_eq!(spot::visibility(&g, at("0313")), Some(8));
}

#[test]
fn area_fire_adds_infantry_to_the_strength_and_range_to_the_column() {
    let mut it = Small::new();
    let a = it.infantry(US, "0313");
    let b = it.infantry(THEM, "0413");
    let mut g = acting(it.battle(), US);
    // 8 and half of 5 steps are 10, column 9-10 (the ninth); range 1 is +2: column 14-16. 42 costs a step.
    // Morale 4 and one loss: column 5, where 26 suppresses.
    let cx = act(&mut g, a, &[42, 26], &[Opt::Act(Action::Suppress)]);
    assert_eq!(cx.lines(fire::COLUMN, 0), [("tcs.area.4-column", 8), ("tcs.area.range", 2)]);
    assert_eq!(
        cx.lines(morale::COLUMN, 0),
        [("tcs.morale.who", 4), ("tcs.morale.losses-meaning", 1)]
    );
    assert_eq!((g[b].steps, g[b].nerve), (4, Nerve::Suppressed));
    assert!(g[a].fired && g[a].has_fired && g[b].fired_upon && g[a].record.acted);
    // The fire is a trigger, and the Suppressed unit was asked.
    assert!(cx.was_asked(|it| it == Topic::Overwatch(at("0313"))));
    assert_eq!(g.lost, [0, 1]);
}

#[test]
fn fire_from_opposite_sides_is_cross_fire() {
    let mut it = Small::new();
    let a = it.infantry(US, "0513");
    let b = it.infantry(US, "0713");
    let target = it.infantry(THEM, "0613");
    let mut g = acting(it.battle(), US);
    let wants = [Opt::Act(Action::Suppress), Opt::Join(at("0713"))];
    let cx = act(&mut g, a, &[11, 11], &wants);
    // 16 and half of 10 steps: 21, column 21-25. Range +2, cross fire +4.
    let lines = [("tcs.area.4-column", 12), ("tcs.area.range", 2), ("tcs.area.cross-fire", 4)];
    assert_eq!(cx.lines(fire::COLUMN, 0), lines);
    let lines =
        [("tcs.morale.who", 4), ("tcs.morale.losses-meaning", 1), ("tcs.morale.mod-cross-fire", 2)];
    assert_eq!(cx.lines(morale::COLUMN, 0), lines);
    assert!(g[a].fired && g[b].fired);
    assert_eq!(g[target].steps, 4);
}

#[test]
fn an_unspotted_target_of_flat_fire_uses_the_second_figure_and_the_starred_shift() {
    let mut it = Small::new();
    let a = it.machine_gun(US, "0313");
    let b = it.infantry(THEM, "0813");
    it.card(b).steps = 2;
    let mut g = acting(it.battle(), US);
    // Strength 9, range 5 of a Low weapon -1, two steps unspotted -3, Open in Fire mode unspotted -2.
    let cx = act(&mut g, a, &[11], &[Opt::Act(Action::Suppress)]);
    let lines = [
        ("tcs.area.4-column", 8),
        ("tcs.area.stacking", -3),
        ("tcs.area.range", -1),
        ("tcs.area.terrain-second", -2),
    ];
    assert_eq!(cx.lines(fire::COLUMN, 0), lines);
    assert_eq!(g[b].steps, 2);
}

#[test]
fn point_fire_enters_by_steps_and_shifts_by_band_and_differential() {
    let mut it = Small::new();
    let a = it.tank(US, "0313");
    let b = it.tank(THEM, "0613");
    let mut g = acting(it.battle(), US);
    let cx = act(&mut g, a, &[11], &[Opt::Act(Action::PointFire)]);
    let lines =
        [("tcs.point.header", 11), ("tcs.point.2-range", 5), ("tcs.point.3-differential", 1)];
    assert_eq!(cx.lines(fire::COLUMN, 0), lines);
    assert_eq!((g[b].steps, g[b].nerve, g.vehicle_morale[3]), (4, Nerve::Normal, 1));
}

#[test]
fn an_at_gun_that_has_fired_overwatches_at_half_strength() {
    let mut it = Small::new();
    let tank = it.tank(US, "0313");
    let gun = it.at_gun(THEM, "0813");
    it.card(tank).start.mode = Mode::Move;
    let mut g = acting(it.battle(), US);
    g[gun].fired = true;
    let wants = [Opt::Act(Action::Move), Opt::Hex(at("0413")), Opt::Point];
    let cx = act(&mut g, tank, &[11], &wants);
    // Two steps: column 6. Nominal +3; 5 halved is 3 against 3: nothing; Open in Move mode +2.
    let lines = [("tcs.point.header", 6), ("tcs.point.2-range", 3), ("tcs.point.4-terrain", 2)];
    assert_eq!(cx.lines(fire::COLUMN, 0), lines);
    assert_eq!(g.hex(tank), Some(at("0413")));
}

#[test]
fn overwatch_hits_only_those_who_moved() {
    let mut it = Small::new();
    let mover = it.infantry(US, "0313");
    let other = it.infantry(US, "0413");
    let gun = it.machine_gun(THEM, "0813");
    it.card(mover).start.mode = Mode::Move;
    let mut g = acting(it.battle(), US);
    let wants = [Opt::Act(Action::Move), Opt::Hex(at("0413")), Opt::Area];
    // Column 9-10, range 4 of a Low weapon 0, Move in the open +2: 66 costs four steps. Morale 8: 11 stands.
    let cx = act(&mut g, mover, &[66, 11], &wants);
    assert_eq!(cx.total(fire::COLUMN, 0), 10);
    assert_eq!((g[mover].steps, g[other].steps), (1, 5));
    assert!(g[gun].fired && !g[other].fired_upon);
    // tcs.bn.rise-4, after the check: it did not count in it.
    assert_eq!(cx.total(morale::COLUMN, 0), 8);
    assert_eq!(g.morale[0], 1);
}

#[test]
fn every_morale_modifier_has_its_line() {
    let mut it = Small::new();
    it.lights = vec![Light::Night];
    it.options.without_command = false;
    let a = it.infantry(US, "0313");
    it.tank(US, "0313");
    let mut g = it.battle();
    (g[a].mode, g[a].nerve, g.morale[0]) = (Mode::DugIn, Nerve::Paralysed, 2);
    g.zone.insert(at("0313"));
    let blow =
        Blow { cover: true, cross_fire: true, no_low: true, ..blow_at(at("0313"), UnitSet::of(a)) };
    let mut sum = kernel::Itemised::default();
    morale::count(&g, a, 4, &blow, 3, &mut sum);
    let figures: Vec<i32> = sum.0.iter().map(|it| it.1).collect();
    assert_eq!(figures, [4, 3, 2, 1, 1, 1, -2, -1, 2, -1, 1, 2]);
}

#[test]
fn a_save_yourself_retreat_ends_farther_away_hidden_and_suppressed() {
    let mut it = Small::new();
    let a = it.infantry(US, "0313");
    let b = it.infantry(THEM, "0513");
    let g = it.battle();
    let ends = retreat::ends(&g, b, UnitSet::of(a));
    assert!(!ends.is_empty());
    for end in &ends {
        assert!(2 < g.data.distance(*end, at("0313")));
        assert!(g.data.distance(*end, at("0513")) <= 4);
    }
    let mut it = Small::new();
    let a = it.infantry(US, "0313");
    let b = it.infantry(THEM, "0413");
    let mut g = acting(it.battle(), US);
    // 55 in column 5 is SYR. By day the way may not lead past the enemy.
    let cx = act(&mut g, a, &[42, 55], &[Opt::Act(Action::Suppress), Opt::Hex(at("0813"))]);
    assert!(cx.said(retreat::STATE));
    assert_eq!(
        (g.hex(b), g[b].nerve, g[b].mode),
        (Some(at("0813")), Nerve::Suppressed, Mode::Fire)
    );
}

#[test]
fn a_unit_that_cannot_move_does_not_survive_a_retreat() {
    let mut it = Small::new();
    let a = it.infantry(US, "0313");
    let b = it.aa_gun(THEM, "0413");
    it.card(b).steps = 2;
    let mut g = acting(it.battle(), US);
    act(&mut g, a, &[42, 55], &[Opt::Act(Action::Suppress)]);
    assert_eq!((g[b].place, g.lost), (Place::Lost, [0, 2]));
    assert_eq!(g.outcome, Some(Outcome::Won { by: US, how: Won::Collapse }));
}

#[test]
fn at_rolls_need_their_number_and_may_cost_the_roller() {
    let mut it = Small::new();
    let a = it.infantry(US, "0313");
    let tank = it.tank(THEM, "0413");
    let g = acting(it.battle(), US);
    for (dice, tank_steps, own) in [(9, 5, 5), (10, 4, 5), (3, 5, 4), (2, 5, 4)] {
        let mut g = g.clone();
        act(&mut g, a, &[dice], &[Opt::Act(Action::AtRoll)]);
        assert_eq!((g[tank].steps, g[a].steps), (tank_steps, own), "{dice}");
        assert!(g[a].fired);
    }
    // Infantry with the tank -3, smoke +1, an attack zone -2, a Suppressed roller -2, a Road Moving P-2 +1 +1.
    let mut it = Small::new();
    let a = it.infantry(US, "0313");
    let tank = it.tank(THEM, "0413");
    it.infantry(THEM, "0413");
    it.card(tank).target = crate::data::TargetType::P(2);
    let mut g = acting(it.battle(), US);
    g.smoke.insert(at("0413"));
    g.zone.insert(at("0313"));
    g[tank].road_moving = true;
    g[a].nerve = Nerve::Suppressed;
    let mut sum = Sum::default();
    at_roll::modifiers(&g, at_roll::AtRoll { roller: a, target: tank }, &mut sum);
    assert_eq!(sum.total(), 1 - 3 - 2 - 2 + 1 + 1);
}

#[test]
fn modes_roads_and_the_one_hex_everybody_may_go() {
    let mut it = Small::new();
    let a = it.infantry(US, "0804");
    let gun = it.at_gun(US, "0313");
    it.infantry(THEM, "0815");
    let mut g = acting(it.battle(), US);
    act(&mut g, a, &[], &[Opt::Act(Action::ToMove)]);
    assert_eq!((g[a].mode, g[a].record.left), (Mode::Move, 18));
    act(&mut g, a, &[], &[Opt::Act(Action::Move), Opt::Road(at("0805"))]);
    assert_eq!((g[a].record.left, g[a].road_moving), (15, true));
    act(&mut g, a, &[], &[Opt::Act(Action::Move), Opt::Hex(at("0905"))]);
    assert_eq!((g[a].record.left, g[a].road_moving), (9, false));
    act(&mut g, a, &[], &[Opt::Act(Action::ToFire)]);
    assert!(mode::may_move(&g, a).is_err(), "it has stopped for the phase");
    assert!(crate::fire_action::may_fire(&g, a, fire::FireKind::Area).is_err());
    // Half of one point is left of the gun's: it may still enter one hex, and that is all.
    act(&mut g, gun, &[], &[Opt::Act(Action::ToMove)]);
    act(&mut g, gun, &[], &[Opt::Act(Action::Move), Opt::Hex(at("0413"))]);
    assert_eq!((g.hex(gun), g[gun].record.left), (Some(at("0413")), 0));
    assert!(movement::may_move(&g, gun).is_err());
}

#[test]
fn only_so_many_steps_pass_a_gap_in_a_hedge() {
    let mut it = Small::new();
    let units: Vec<UnitId> = (0..3).map(|_| it.infantry(US, "0809")).collect();
    for id in &units {
        it.card(*id).start.mode = Mode::Move;
    }
    it.infantry(THEM, "1501");
    let mut g = acting(it.battle(), US);
    let road = Opt::Road(at("0810"));
    act(&mut g, units[0], &[], &[Opt::Act(Action::Move), Opt::Done, road]);
    act(&mut g, units[1], &[], &[Opt::Act(Action::Move), Opt::Done, road]);
    let steps = movement::steps(&g, UnitSet::of(units[2]));
    assert!(!steps.is_empty() && steps.iter().all(|it| it.to != at("0810")));
    assert_eq!(g.crossed.len(), 1);
}

#[test]
fn mines_attack_whoever_enters_and_a_lane_is_safe() {
    let mut it = Small::new();
    it.mines = vec!["0513"];
    let a = it.infantry(US, "0413");
    let b = it.infantry(US, "0412");
    let tank = it.tank(US, "0514");
    it.infantry(THEM, "1501");
    for id in [a, tank] {
        it.card(id).start.mode = Mode::Move;
    }
    let mut g = acting(it.battle(), US);
    // Strength 18 without shifts: column 17-20, where 15 is a check; morale 4: 11 stands.
    let cx = act(&mut g, a, &[15, 11], &[Opt::Act(Action::Move), Opt::Hex(at("0513"))]);
    assert_eq!((g.hex(a), g[a].record.left), (Some(at("0513")), 36 - 18));
    assert_eq!(cx.total(morale::COLUMN, 0), 4, "no firer, so no modifier for its trajectory");
    // Five steps of tanks: two of them on 8 or more.
    act(&mut g, tank, &[8, 7, 12, 2, 3], &[Opt::Act(Action::Move), Opt::Hex(at("0513"))]);
    assert_eq!(g[tank].steps, 3);
    act(&mut g, b, &[11], &[Opt::Act(Action::Breach)]);
    assert!(crate::minefield::has_lane(&g, at("0513"), at("0412")));
    assert!(g[b].record.acted);
}

#[test]
fn an_assault_is_won_lost_or_drawn() {
    let mut it = Small::new();
    let a = it.infantry(US, "0513");
    let b = it.infantry(THEM, "0613");
    it.infantry(THEM, "1501");
    it.infantry(US, "0101");
    let start = acting(it.battle(), US);
    // 8 and all 5 steps are 13; at range 0 +4; the attackers move in the open: +2.
    let mut g = start.clone();
    let cx = act(&mut g, a, &[11, 11, 66], &[Opt::Act(Action::Assault)]);
    assert_eq!((cx.total(fire::COLUMN, 0), cx.total(fire::COLUMN, 1)), (15, 13));
    assert_eq!((g.hex(a), g[a].mode, g[a].fired), (Some(at("0613")), Mode::Fire, true));
    assert_eq!(g[b].place, Place::Lost);
    // Seven steps are more than there are.
    let mut g = start.clone();
    act(&mut g, a, &[66], &[Opt::Act(Action::Assault)]);
    assert_eq!((g[a].place, g.hex(b), g.lost), (Place::Lost, Some(at("0613")), [5, 0]));
    // Nothing but checks, three times.
    let mut g = start.clone();
    act(&mut g, a, &[11; 12], &[Opt::Act(Action::Assault)]);
    assert_eq!((g.hex(a), g[a].mode, g[a].fired), (Some(at("0513")), Mode::Fire, true));
    assert_eq!((g.hex(b), g[b].fired), (Some(at("0613")), false));
    // 54 and more of column 4 are worse than Suppressed; the defender is Paralysed by 65 and surrenders.
    let mut g = start;
    act(&mut g, a, &[11, 11, 11, 65], &[Opt::Act(Action::Assault)]);
    assert_eq!((g[b].place, g.hex(a)), (Place::Lost, Some(at("0613"))));
}

#[test]
fn tanks_overrun_infantry_and_leave() {
    let mut it = Small::new();
    let tank = it.tank(US, "0513");
    let b = it.infantry(THEM, "0613");
    it.infantry(THEM, "1501");
    it.card(tank).start.mode = Mode::Move;
    let start = acting(it.battle(), US);
    let mut g = start.clone();
    let roll = Opt::AtRoll { roller: b, target: tank };
    // The AT roll at the in-hex number, 9; then strength 10 at range 0: column 13 less one is enough for 66: -5.
    let cx = act(&mut g, tank, &[9, 66], &[Opt::Act(Action::Overrun), roll]);
    assert_eq!(cx.total(fire::COLUMN, 0), 8 + 4);
    assert_eq!((g[tank].steps, g[b].place, g.hex(tank)), (4, Place::Lost, Some(at("0613"))));
    assert!(!g[tank].fired);
    assert_eq!(g[tank].record.left, 72 - 12);
    // A defender who stands drives them out: back where they came from.
    let mut g = start;
    act(&mut g, tank, &[11], &[Opt::Act(Action::Overrun), Opt::Join(at("0513"))]);
    assert_eq!((g.hex(tank), g.hex(b)), (Some(at("0513")), Some(at("0613"))));
    assert!(g.fight.is_none());
}

#[test]
fn carriers_carry_lose_and_empty() {
    let mut it = Small::new();
    let carrier = it.carrier(US, "0313");
    let a = it.infantry(US, "0313");
    it.infantry(THEM, "1501");
    it.card(a).start.mode = Mode::Move;
    it.card(carrier).start.mode = Mode::Move;
    let mut g = acting(it.battle(), US);
    act(&mut g, a, &[], &[Opt::Act(Action::Mount)]);
    assert_eq!((g[a].place, g[carrier].record.left), (Place::Aboard(carrier), 36));
    act(&mut g, carrier, &[], &[Opt::Act(Action::Move), Opt::Hex(at("0413"))]);
    assert_eq!(g.hex(a), Some(at("0413")));
    // Room for 6 steps in 3 carriers: with two of them for 4, with one for 2.
    let mut cx = Trial::default();
    let mut losses = Losses::default();
    blow::lose_step(&mut cx, &mut g, carrier, &mut losses).unwrap();
    assert_eq!(
        (g[a].steps, g[a].place, carrier::room(&g, carrier)),
        (4, Place::Aboard(carrier), 4)
    );
    blow::lose_step(&mut cx, &mut g, carrier, &mut losses).unwrap();
    assert_eq!((g[a].steps, g[a].place, g[a].mode), (3, Place::Hex(at("0413")), Mode::Move));
    assert!(losses.bailed.contains(a) && losses.total == 4);
}

#[test]
fn vehicle_morale_sends_a_battalion_back() {
    let mut it = Small::new();
    it.options.without_command = false;
    let tank = it.tank(US, "0713");
    it.infantry(THEM, "1501");
    let mut g = it.battle();
    g.vehicle_morale[1] = 5;
    let mut losses = Losses::default();
    let mut cx = Trial::default();
    blow::lose_step(&mut cx, &mut g, tank, &mut losses).unwrap();
    // Six, a third is two: a 3 holds, a 2 does not.
    for (die, status) in [(3, Status::Unassigned), (2, Status::Withdrawing)] {
        let mut g = g.clone();
        let mut cx = Trial::new(&[die], &[]);
        battalion::after_attack(&mut cx, &mut g, &losses).unwrap();
        assert_eq!((g.vehicle_morale[1], g[tank].status), (6, status));
        assert_eq!(g[tank].rally.is_some(), status == Status::Withdrawing);
    }
    g.morale[0] = 2;
    for (dice, left) in [([2, 6], 1), ([3, 6], 2)] {
        let mut g = g.clone();
        battalion::reduce(&mut Trial::new(&dice, &[]), &mut g).unwrap();
        assert_eq!((g.morale[0], g.vehicle_morale[1]), (left, 5));
    }
    assert_eq!(g.battalion(tank), BattalionId(1));
}

#[test]
fn smoke_of_units_and_of_guns_has_its_own_end() {
    let mut it = Small::new();
    let mortar = it.mortar(US, "0313");
    it.infantry(THEM, "1501");
    let start = acting(it.battle(), US);
    let wants = [Opt::Act(Action::Smoke), Opt::Hex(at("0613"))];
    let mut g = start.clone();
    act(&mut g, mortar, &[3], &wants);
    assert!(g[mortar].fired && g.smoke.is_empty());
    let mut g = start;
    act(&mut g, mortar, &[4], &wants);
    assert!(g[mortar].fired && g.smoke.contains(at("0613")));
    assert!(!spot::sees(&g, at("0313"), at("0913")) && spot::sees(&g, at("0313"), at("0613")));
    g.smoke_1.insert(at("0101"));
    g.smoke_2.insert(at("0202"));
    smoke::clean_up(&mut Trial::default(), &mut g);
    let left: Vec<HexId> = g.smoke.iter().collect();
    assert_eq!(left, [at("0202"), at("0613")]);
    assert!(g.smoke_1.contains(at("0202")) && g.smoke_2.is_empty());
    g.turn = 2;
    smoke::lift_unit_markers(&mut Trial::default(), &mut g, THEM);
    assert!(g.smoke.contains(at("0613")));
    smoke::lift_unit_markers(&mut Trial::default(), &mut g, US);
    assert!(!g.smoke.contains(at("0613")));
}

fn mission(
    guns: Guns,
    kind: MissionKind,
    fast: bool,
    observer: Option<UnitId>,
    hex: HexId,
) -> Mission {
    let side = if guns == Guns::Battalion(0) { US } else { THEM };
    Mission { side, guns, kind, fast, observer, hex, turn: 1, stage: MissionStage::Placed }
}

#[test]
fn missions_are_adjusted_scatter_and_fall() {
    let mut it = Small::new();
    it.lights = vec![Light::Day, Light::Twilight, Light::Night];
    let high = it.infantry(US, "0707");
    let b = it.infantry(THEM, "0713");
    let tank = it.tank(THEM, "0713");
    let mut g = it.battle();
    let he = |observer, hex| mission(Guns::Battalion(0), MissionKind::He, false, observer, hex);
    let column = |g: &Battle, it: &Mission| {
        let mut sum = Sum::default();
        artillery::count(g, it, &mut sum);
        sum.total()
    };
    // 145 m against 100 is higher; six hexes away.
    assert_eq!(column(&g, &he(Some(high), at("0713"))), 11 + 1 - 1);
    assert_eq!(column(&g, &he(Some(high), at("0714"))), 11 + 1 - 1 - 1);
    assert_eq!(column(&g, &he(Some(high), at("0807"))), 11);
    g.turn = 2;
    assert_eq!(column(&g, &he(Some(high), at("0807"))), 11 - 2);
    g.turn = 3;
    assert_eq!(column(&g, &he(Some(high), at("0807"))), 11 - 4);
    g.flares.push((at("0807"), 2));
    g.survey();
    assert_eq!(column(&g, &he(Some(high), at("0807"))), 11 - 2);
    // Strengths: 105 mm battalion 16 and 7, 150 mm battery 18 and 8.
    g.turn = 1;
    let strength = |it: &Mission, shoot, zone| barrage::strength(&g, it, shoot, zone);
    let it = he(None, at("0713"));
    assert_eq!(
        (strength(&it, Shoot::GoodShoot, true), strength(&it, Shoot::GoodShoot, false)),
        (32, 16)
    );
    let fast = Mission { fast: true, ..it };
    assert_eq!(
        (strength(&fast, Shoot::BadShoot, true), strength(&fast, Shoot::BadShoot, false)),
        (28, 14)
    );
    let it = mission(Guns::Battery(2), MissionKind::Continuous, false, None, at("0713"));
    assert_eq!(
        (strength(&it, Shoot::GoodShoot, true), strength(&it, Shoot::GoodShoot, false)),
        (18, 9)
    );
    assert_eq!(
        (strength(&it, Shoot::BadShoot, true), strength(&it, Shoot::BadShoot, false)),
        (8, 4)
    );
    // Column 11: 15 scatters, two hexes (4) to the east (2): 0913, where it falls as a Bad Shoot on the two beside it.
    g.missions.push(he(Some(high), at("0513")));
    g.phase = Phase::Air(US, crate::state::AirStep::Adjust);
    let mut cx = Trial::new(&[15, 4, 2], &[]);
    assert_eq!(artillery::adjust(&mut cx, &mut g, US), Ok(false));
    assert_eq!(g.missions[0].hex, at("0713"));
    assert_eq!(g.missions[0].stage, MissionStage::Falling(Shoot::BadShoot));
    assert!(
        g.zone.contains(at("0713")) && g.zone.contains(at("0613")) && !g.zone.contains(at("0513"))
    );
    // 7 doubled is 14: column 14-16; five steps 0, Open in Fire mode 0. 42 costs a step; morale 4 + 1 + zone 1 + no low 1 and
    // a tank beside it: 6. Five steps of tanks need 10, less 1 for the Bad Shoot.
    let mut cx = Trial::new(&[42, 11, 10, 11, 2, 2, 2], &[]);
    assert_eq!(barrage::execute(&mut cx, &mut g, US), Ok(false));
    cx.done();
    assert_eq!((cx.total(barrage::COLUMN, 0), cx.total(morale::COLUMN, 0)), (10, 6));
    assert_eq!((g[b].steps, g[tank].steps), (4, 4));
    assert_eq!(g.ammunition[..], [5, 5, 6, 6]);
    barrage::remove(&mut Trial::default(), &mut g);
    assert!(g.missions.is_empty() && g.zone.is_empty());
}

#[test]
fn continuous_fire_meets_whoever_walks_into_it() {
    let mut it = Small::new();
    let a = it.infantry(US, "0313");
    it.infantry(THEM, "1501");
    it.card(a).start.mode = Mode::Move;
    let mut g = acting(it.battle(), US);
    let stage = MissionStage::Lying(Shoot::GoodShoot);
    let fire = mission(Guns::Battery(2), MissionKind::Continuous, false, None, at("0413"));
    g.missions.push(Mission { stage, ..fire });
    g.survey();
    // 18: column 17-20, Move in the open +2: a check on 11. Morale 4, zone 1, no Low-Trajectory firer 1.
    let cx = act(&mut g, a, &[11, 11], &[Opt::Act(Action::Move), Opt::Hex(at("0413"))]);
    assert_eq!((cx.total(barrage::COLUMN, 0), cx.total(morale::COLUMN, 0)), (13, 6));
    artillery::lift(&mut Trial::default(), &mut g, US);
    assert_eq!(g.missions.len(), 1, "a side lifts its own");
    g.turn = 2;
    artillery::lift(&mut Trial::default(), &mut g, THEM);
    assert!(g.missions.is_empty());
}

#[test]
fn sorties_need_more_in_cover_and_most_in_woods() {
    let mut it = Small::new();
    it.infantry(US, "1601");
    let b = it.carrier(THEM, "0713");
    let aa = it.aa_gun(THEM, "0913");
    let mut g = it.battle();
    let needed = ["0313", "0807", "0708", "0606"].map(|it| air::needed(&g, at(it)));
    assert_eq!(needed, [3, 5, 5, 7]);
    g[b].mode = Mode::Move;
    let modifiers = |g: &Battle| {
        let mut sum = kernel::Itemised::default();
        air::modifiers(g, US, at("0713"), &mut sum);
        sum.0.iter().map(|it| it.1).collect::<Vec<_>>()
    };
    assert_eq!(modifiers(&g), [1, 1, -1, -1]);
    g[aa].nerve = Nerve::Paralysed;
    assert_eq!(modifiers(&g), [1, 1, -1]);
    let mut sum = Sum::default();
    air::point_modifiers(&g, at("0713"), b, &mut sum);
    assert_eq!(sum.total(), -1 + 2);
    g.turn = 2;
    g.come_sorties = 1;
    g.smoke_1.insert(at("0713"));
    g.survey();
    g.phase = Phase::Air(US, crate::state::AirStep::Sorties);
    let cx = play(&mut g, &[], &[Opt::Sortie(0), Opt::Hex(at("0713")), Opt::Point]);
    assert!(cx.said(air::AUTO_FAIL));
    assert_eq!(g.used_sorties, 1);
}

#[test]
fn recovery_is_by_stacks_and_may_be_shot_at() {
    let mut it = Small::new();
    let a = it.infantry(US, "0313");
    let b = it.infantry(US, "0313");
    let gun = it.machine_gun(THEM, "0513");
    let mut g = acting(it.battle(), US);
    (g[a].nerve, g[b].nerve) = (Nerve::Suppressed, Nerve::Paralysed);
    g.phase = Phase::Action(US, ActionStep::Recovery);
    let mut calm = g.clone();
    let cx = play(&mut calm, &[], &[Opt::Hex(at("0313"))]);
    assert!(cx.was_asked(|it| it == Topic::Overwatch(at("0313"))));
    assert_eq!((calm[a].nerve, calm[b].nerve), (Nerve::Normal, Nerve::Suppressed));
    play(&mut calm, &[], &[]);
    assert_eq!(calm.phase, Phase::Action(US, ActionStep::Overstacking), "once a phase");
    // Ten steps +3, range 2 +1, all shaken -2: 11 is a check; morale 4 for the one, 5 for the other: 34 suppresses both.
    let cx = play(&mut g, &[21, 34], &[Opt::Hex(at("0313")), Opt::Area]);
    assert_eq!(cx.total(fire::COLUMN, 0), 8 + 3 + 1 - 2);
    assert_eq!((g[a].nerve, g[b].nerve, g[gun].fired), (Nerve::Suppressed, Nerve::Paralysed, true));
}

#[test]
fn overstacked_units_make_room_or_are_lost() {
    let mut it = Small::new();
    let units: Vec<UnitId> = (0..4).map(|_| it.infantry(US, "0101")).collect();
    it.infantry(THEM, "1501");
    let mut g = it.battle();
    g.phase = Phase::Action(US, ActionStep::Overstacking);
    assert_eq!(stacking::steps(&g, US, at("0101"), false), 20);
    play(&mut g, &[], &[Opt::Unit(units[2]), Opt::Hex(at("0102"))]);
    assert_eq!(g.hex(units[2]), Some(at("0102")));
    assert_eq!(stacking::resolve(&mut Trial::default(), &mut g, US), Ok(true));
}

#[test]
fn reinforcements_enter_at_their_edge_or_beside_the_enemy_on_it() {
    let mut it = Small::new();
    let a = it.infantry(US, "0106");
    it.card(a).start.turn = 1;
    it.infantry(US, "0814");
    let enemy = it.infantry(THEM, "1501");
    let mut g = acting(it.battle(), US);
    g.phase = Phase::Action(US, ActionStep::Reinforcements);
    play(&mut g, &[], &[Opt::Unit(a)]);
    assert_eq!((g[a].place, g[a].mode), (Place::Edge(at("0106")), Mode::Move));
    let steps = reinforcement::entries(&g, UnitSet::of(a), at("0106"));
    assert_eq!(steps.iter().map(|it| it.to).collect::<Vec<_>>(), [at("0106")]);
    g.put(enemy, at("0106"));
    let steps = reinforcement::entries(&g, UnitSet::of(a), at("0106"));
    assert!(1 < steps.len() && steps.iter().all(|it| g.data.distance(it.to, at("0106")) <= 5));
    g.put(enemy, at("1501"));
    g.phase = Phase::Action(US, ActionStep::Actions);
    // There is but one hex to enter by, so it is not asked.
    act(&mut g, a, &[], &[Opt::Act(Action::Move)]);
    assert_eq!((g.hex(a), g[a].record.left), (Some(at("0106")), 30));
}

#[test]
fn the_winner_of_the_initiative_chooses() {
    let mut it = Small::new();
    it.infantry(US, "0101");
    it.infantry(THEM, "1501");
    let mut g = it.battle();
    g.phase = Phase::ActionInitiative;
    let cx = play(&mut g, &[3, 3, 5, 2], &[Opt::Second]);
    assert_eq!(cx.asked.len(), 1);
    assert_eq!((cx.asked[0].0, g.leads), (US, THEM));
    assert_eq!(g.phase, Phase::Action(THEM, ActionStep::Begin));
}

#[test]
fn hexes_and_steps_score() {
    let mut it = Small::new();
    let a = it.infantry(US, "0806");
    it.infantry(THEM, "1501");
    let mut g = it.battle();
    assert_eq!(victory::judge(&g), Outcome::Draw);
    g.put(a, at("0807"));
    assert_eq!((victory::points(&g, US), g.holders[0]), (3, Some(US)));
    g.put(a, at("0806"));
    assert_eq!(g.holders[0], Some(US), "whoever was there last holds it");
    g.lost[THEM.index()] = 6;
    assert_eq!(victory::judge(&g), Outcome::Won { by: US, how: Won::Marginal });
    g.lost[THEM.index()] = 7;
    assert_eq!(victory::judge(&g), Outcome::Won { by: US, how: Won::Decisive });
    assert_eq!(area::of_unit(&g, a), 8);
}

#[test]
fn a_set_up_is_judged_as_a_whole() {
    use crate::plan::Plan;
    use crate::setup::{self, Placed};
    let mut it = Small::new();
    it.areas = vec![vec!["0312", "0313"]];
    let a = it.infantry(US, "0313");
    let b = it.infantry(US, "0313");
    let fixed = it.infantry(US, "0101");
    it.infantry(THEM, "1501");
    for id in [a, b] {
        it.card(id).start.area = Some(0);
    }
    it.card(a).start.may_dig_in = true;
    let mut g = it.battle();
    let placed = |unit, label: &str, dug_in| Placed { unit, hex: label.parse().unwrap(), dug_in };
    let judge = |list: &[Placed]| {
        setup::judge(&g, US, &Plan::SetUp(list.to_vec())).map_err(|it| (it.rule.code, it.at))
    };
    assert_eq!(judge(&[placed(a, "0312", true), placed(b, "0313", false)]), Ok(()));
    let wrong = |list: &[Placed]| judge(list).unwrap_err();
    let place = "tcs.setup.place";
    assert_eq!(wrong(&[placed(a, "0312", false)]), (place, "/set-up".into()));
    assert_eq!(wrong(&[placed(a, "0412", false)]), (place, "/set-up/0".into()));
    assert_eq!(wrong(&[placed(fixed, "0312", false)]), (place, "/set-up/0".into()));
    let twice = [placed(a, "0312", false), placed(a, "0313", false)];
    assert_eq!(wrong(&twice), (place, "/set-up/1".into()));
    assert_eq!(wrong(&[placed(b, "0312", true)]), ("tcs.mode.set-up-dug-in", "/set-up/0".into()));
    // Nobody chooses for the second side, so it is not asked; the first starts from the ready value.
    play(&mut g, &[], &[]);
    assert_eq!((g.hex(a), g[a].mode, g[b].mode), (Some(at("0313")), Mode::DugIn, Mode::Fire));
    play(&mut g, &[], &[]);
    assert_eq!(g.phase, Phase::SetUpSheets);
}

#[test]
fn without_orders_nobody_attacks_and_who_withdraws_has_to_go() {
    let mut it = Small::new();
    it.options.without_command = false;
    let a = it.infantry(US, "0313");
    it.infantry(THEM, "0413");
    let tank = it.tank(US, "0812");
    let mut g = acting(it.battle(), US);
    let refused = crate::fire_action::may_fire(&g, a, fire::FireKind::Area);
    assert_eq!(refused.map_err(|it| it.code), Err("tcs.cmd.unassigned-no-sfa"));
    assert!(crate::assault::targets(&g, a).is_empty());
    assert!(mode::may_dig_in(&g, a).is_err());
    // tcs.check.unassigned: not nearer to a spotted enemy.
    g[a].mode = Mode::Move;
    let steps = movement::steps(&g, UnitSet::of(a));
    assert!(!steps.is_empty());
    assert!(steps.iter().all(|it| 1 <= g.data.distance(it.to, at("0413"))));
    (g[tank].status, g[tank].rally) = (Status::Withdrawing, Some(at("0801")));
    assert!(crate::command::must_step(&g, tank));
    // *Done* is not offered, so the first option is a unit.
    let cx = act(&mut g, tank, &[], &[Opt::Act(Action::ToMove)]);
    assert!(cx.was_asked(|it| it == Topic::Actions));
    let all = crate::actions::actions(&g, tank);
    assert!(!all.contains(&Action::Finish) && !all.contains(&Action::ToFire));
    let steps = movement::steps(&g, UnitSet::of(tank));
    assert!(!steps.is_empty());
    assert!(steps.iter().all(|it| g.data.distance(it.to, at("0801")) < 11));
}
