//! Every number of the sheet, and every number of our own tables.

mod common;

use kernel::{Ledger as _, Sum};
use skirmish::data::Quality;
use skirmish::end_turn::{EndsOn, ends_on};
use skirmish::hit_and_kill::Situation;
use skirmish::indirect_fire::{Piece, Targeting, Under};
use skirmish::morale::Test;
use skirmish::referee;
use skirmish::spotting::Line;
use skirmish::state::Level;
use skirmish::tables::{
    Class, Cover, Deploy, FiresIn, OpenMovement, Order, Source, Support, Tables, Weight,
};
use tabletop::LegendFile;

fn weapon<'t>(t: &'t Tables, id: &str) -> &'t skirmish::tables::Weapon {
    t.weapon(t.weapon_called(id).expect("a weapon"))
}

#[test]
fn the_ten_phases_stand_in_their_order() {
    let t = common::tables();
    let ids: Vec<&str> = t.phase.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(
        ids,
        [
            "spotting",
            "rally",
            "initiative",
            "first_move",
            "second_move",
            "stationary_fire",
            "moving_fire",
            "morale",
            "melee",
            "end_turn"
        ]
    );
    let together: Vec<bool> = t.phase.iter().map(|it| it.simultaneous).collect();
    assert_eq!(together, [true, true, false, false, false, true, true, true, false, true]);
    assert!(t.phase.iter().all(|it| it.source == Source::Seed));
}

#[test]
fn orders_have_their_inches_and_their_fire_phase() {
    let t = common::tables();
    let of = |it: Order| (t.order(it).letter, t.order(it).allowance, t.order(it).fires_in);
    assert_eq!(of(Order::Double), ('A', 12, FiresIn::None));
    assert_eq!(of(Order::MoveFire), ('M', 8, FiresIn::MovingFire));
    assert_eq!(of(Order::Cautious), ('C', 4, FiresIn::MovingFire));
    assert_eq!(of(Order::Fire), ('F', 0, FiresIn::StationaryFire));
    assert_eq!(t.order_limits.good, Order::ALL);
    assert_eq!(t.order_limits.suppressed, [Order::Cautious, Order::Fire]);
    assert_eq!(t.order_limits.broken, []);
    let open = [OpenMovement::Double, OpenMovement::MoveFire, OpenMovement::Compulsory];
    assert_eq!(t.order_limits.moved_in_open, open);
}

#[test]
fn hit_and_kill_follow_the_cover() {
    let t = common::tables();
    let rifle = weapon(&t, "rifle");
    let numbers = Cover::ALL.map(|cover| {
        let [hit, kill] = referee::shot(&t, rifle, &Situation { cover, ..Situation::default() });
        (hit.number, kill.number)
    });
    assert_eq!(numbers, [(4, 4), (5, 4), (5, 5), (6, 5)]);
    assert!(Cover::ALL.iter().all(|it| t.cover(*it).source == Source::Seed));
}

/// What a situation changes for a weapon: hit, kill.
fn changes(t: &Tables, id: &str, it: &Situation) -> (i32, i32) {
    let weapon = weapon(t, id);
    let base = t.cover(it.cover);
    let [hit, kill] = referee::shot(t, weapon, it);
    (hit.number - base.hit, kill.number - base.kill)
}

#[test]
fn every_modifier_changes_the_hit_number_and_none_the_kill_number() {
    let t = common::tables();
    let plain = Situation::default();
    let rows = [
        (Situation { hindrances: 3, ..plain }, 3),
        (Situation { target_moved: true, ..plain }, -1),
        (Situation { target_double: true, ..plain }, -1),
        (Situation { target_moved: true, target_double: true, ..plain }, -2),
        (Situation { long_range: true, ..plain }, 1),
        (Situation { missing_crew: 2, ..plain }, 2),
        (Situation { moving: true, ..plain }, 1),
        (Situation { suppressed: true, ..plain }, 1),
        (Situation { uphill: true, ..plain }, 1),
        (Situation { quality: Quality::Green, ..plain }, 1),
        (Situation { quality: Quality::Veteran, ..plain }, -1),
        // Movement in the open is for stationary fire and for figures without cover; At the Double for all.
        (Situation { target_moved: true, moving: true, ..plain }, 1),
        (Situation { target_moved: true, cover: Cover::Light, ..plain }, 0),
        (Situation { target_double: true, moving: true, cover: Cover::Heavy, ..plain }, 0),
    ];
    for (situation, expected) in rows {
        assert_eq!(changes(&t, "rifle", &situation), (expected, 0), "{situation:?}");
    }
}

#[test]
fn direct_he_knows_nothing_of_how_its_target_moves() {
    let t = common::tables();
    let plain = Situation::default();
    let gun = weapon(&t, "infantry_gun");
    let of = |it: Situation| {
        let [hit, kill] =
            referee::direct_blast(&t, gun, &it, Cover::Open).expect("it has a weight");
        (hit.number, kill.number)
    };
    assert_eq!(of(plain), (4, 3));
    assert_eq!(of(Situation { target_moved: true, target_double: true, ..plain }), (4, 3));
    let rest = [
        Situation { hindrances: 1, ..plain },
        Situation { long_range: true, ..plain },
        Situation { missing_crew: 1, ..plain },
        Situation { moving: true, ..plain },
        Situation { suppressed: true, ..plain },
        Situation { uphill: true, ..plain },
        Situation { quality: Quality::Green, ..plain },
    ];
    assert!(rest.iter().all(|it| of(*it) == (5, 3)));
    assert_eq!(of(Situation { quality: Quality::Veteran, ..plain }), (3, 3));
}

#[test]
fn special_weapons_change_numbers_of_their_own() {
    let t = common::tables();
    let plain = Situation::default();
    assert_eq!(changes(&t, "sniper_rifle", &plain), (-1, -1));
    assert_eq!(changes(&t, "heavy_mg", &plain), (0, -1));
    // The flamethrower counts everybody as in the open.
    let dug_in = Situation { cover: Cover::Reinforced, ..plain };
    let [hit, kill] = referee::shot(&t, weapon(&t, "flamethrower"), &dug_in);
    assert_eq!((hit.number, kill.number), (4, 3));
}

const PIECE: Piece = Piece {
    support: Support::Attached,
    weight: Weight::Light,
    quality: Quality::Regular,
    suppressed: false,
    missing_crew: 0,
};

const CALL: Targeting = Targeting {
    piece: PIECE,
    smoke: false,
    spotter: Quality::Regular,
    spotter_suppressed: false,
    hindrances: 0,
    again: false,
};

#[test]
fn targeting_starts_from_the_support() {
    let t = common::tables();
    let numbers = [Support::Attached, Support::Direct, Support::General].map(|support| {
        let piece = Piece { support, ..PIECE };
        let call = Targeting { piece, ..CALL };
        let smoke = Targeting { smoke: true, ..call };
        (referee::targeting(&t, &call).number, referee::targeting(&t, &smoke).number)
    });
    assert_eq!(numbers, [(3, 1), (4, 2), (5, 3)]);
}

#[test]
fn targeting_modifiers_count_once_for_firer_or_spotter() {
    let t = common::tables();
    let change = |it: Targeting| referee::targeting(&t, &it).number - 3;
    let firer = |quality| Piece { quality, ..PIECE };
    assert_eq!(change(Targeting { hindrances: 2, ..CALL }), 2);
    assert_eq!(change(Targeting { piece: firer(Quality::Veteran), ..CALL }), -1);
    assert_eq!(change(Targeting { spotter: Quality::Veteran, ..CALL }), -1);
    let both = Targeting { piece: firer(Quality::Veteran), spotter: Quality::Veteran, ..CALL };
    assert_eq!(change(both), -1);
    let mixed = Targeting { piece: firer(Quality::Veteran), spotter: Quality::Green, ..CALL };
    assert_eq!(change(mixed), 0);
    assert_eq!(change(Targeting { spotter: Quality::Green, ..CALL }), 1);
    let shaken = Piece { suppressed: true, ..PIECE };
    assert_eq!(change(Targeting { piece: shaken, ..CALL }), 1);
    assert_eq!(change(Targeting { piece: shaken, spotter_suppressed: true, ..CALL }), 1);
    assert_eq!(change(Targeting { again: true, ..CALL }), -1);
    let few = Piece { missing_crew: 2, ..PIECE };
    assert_eq!(change(Targeting { piece: few, ..CALL }), 2);
}

#[test]
fn attached_smoke_is_on_target_without_a_die() {
    let t = common::tables();
    let smoke = referee::targeting(&t, &Targeting { smoke: true, ..CALL });
    assert!(smoke.certain && smoke.chance == 36);
    let hindered = referee::targeting(&t, &Targeting { smoke: true, hindrances: 1, ..CALL });
    assert!(!hindered.certain && hindered.chance == 30);
}

#[test]
fn the_situation_of_a_target_changes_both_numbers() {
    let t = common::tables();
    let of = |piece: &Piece, under: Under| {
        let [hit, kill] = referee::indirect_blast(&t, piece, &under);
        (hit.number, kill.number)
    };
    let plain = Under::default();
    assert_eq!(of(&PIECE, plain), (4, 4));
    // Tree bursts replace even a trench.
    let trench = Under { cover: Cover::Reinforced, in_woods: true, ..plain };
    assert_eq!(of(&PIECE, trench), (4, 4));
    // A stone house of two floors: ground floor has a floor and the roof overhead.
    let house = Under { cover: Cover::Reinforced, levels_above: 2, ..plain };
    assert_eq!(of(&PIECE, house), (8, 7));
    let weak = Piece { suppressed: true, missing_crew: 2, ..PIECE };
    assert_eq!(of(&weak, plain), (5, 5));
    let weights =
        [Weight::Grenade, Weight::Light, Weight::Medium, Weight::Heavy, Weight::VeryHeavy];
    let changed = weights.map(|weight| of(&Piece { weight, ..PIECE }, plain));
    assert_eq!(changed, [(4, 4), (4, 4), (4, 3), (3, 3), (3, 2)]);
    assert_eq!(weights.map(|it| t.weight(it).radius), [1, 2, 3, 4, 5]);
}

#[test]
fn smoke_close_combat_and_morale_have_their_numbers() {
    let t = common::tables();
    assert_eq!((t.smoke.radius, t.smoke.fresh, t.smoke.thinning), (3, 4, 2));
    let melee = |quality, suppressed| referee::melee(&t, quality, suppressed).number;
    assert_eq!(melee(Quality::Regular, false), 4);
    assert_eq!(melee(Quality::Green, false), 5);
    assert_eq!(melee(Quality::Veteran, false), 3);
    assert_eq!(melee(Quality::Green, true), 6);
    let cc = &t.close_combat;
    assert_eq!((cc.declare_within, cc.reaction, cc.contact_units), (4, 4, 256));
    assert_eq!((cc.rounds_max, cc.fall_back, cc.fall_back_clear), (3, 8, 4));
    let test = |quality, kills, severe, bonus| {
        referee::test(&t, quality, Test { kills, severe }, bonus).number
    };
    assert_eq!(test(Quality::Veteran, 0, false, 0), 3);
    assert_eq!(test(Quality::Regular, 2, false, 0), 6);
    assert_eq!(test(Quality::Green, 0, false, 2), 3);
    // Leadership does not count in a severe test.
    assert_eq!(test(Quality::Green, 1, true, 2), 6);
    assert_eq!(referee::rally(&t, Quality::Regular, 0).number, 5);
    assert_eq!(referee::rally(&t, Quality::Veteran, 2).number, 2);
    let m = &t.morale;
    assert_eq!((m.fail_drop, m.fail_big_margin, m.fail_big_drop), (1, 3, 2));
    assert_eq!((m.test_on_kills, m.test_on_hits_fraction), (1, [1, 2]));
    assert_eq!((m.broken_allowance, m.broken_keep_clear), (12, 4));
    assert_eq!((t.leadership.radius, t.leadership.bonus_min, t.leadership.bonus_max), (8, 1, 2));
    assert_eq!(t.force.default_break_fraction, [1, 2]);
}

#[test]
fn a_failed_test_drops_one_level_or_two() {
    let t = common::tables();
    // 4+: 4 to 6 pass, 2 and 3 fail, 1 fails badly.
    let after = referee::levels_after(&t, Level::Good, 4);
    assert_eq!(after, [(Level::Good, 18), (Level::Suppressed, 12), (Level::Broken, 6)]);
    // 7: a 6 and then 4+; 5 and a lost second die are one level, 4 and less are two.
    let after = referee::levels_after(&t, Level::Suppressed, 7);
    assert_eq!(after, [(Level::Suppressed, 3), (Level::Broken, 9), (Level::Dispersed, 24)]);
    // 9 drops two levels without a die.
    let after = referee::levels_after(&t, Level::Good, 9);
    assert_eq!(after, [(Level::Good, 0), (Level::Suppressed, 0), (Level::Broken, 36)]);
    assert_eq!(Level::Dispersed.up(), Level::Dispersed);
}

#[test]
fn hits_for_half_of_the_figures_shake_an_element() {
    let t = common::tables().morale;
    let shaken = skirmish::morale::is_shaken;
    assert!(shaken(&t, 1, 0, 6) && shaken(&t, 0, 3, 6) && shaken(&t, 0, 3, 5));
    assert!(!shaken(&t, 0, 2, 6) && !shaken(&t, 0, 2, 5) && !shaken(&t, 0, 0, 0));
}

#[test]
fn the_game_ends_by_its_table() {
    let t = common::tables();
    let end = |turn| ends_on(&t, 9, turn);
    assert_eq!([1, 8].map(end), [None, None]);
    assert_eq!(end(9), Some(EndsOn::AtMost(1)));
    assert_eq!(end(10), Some(EndsOn::AtMost(3)));
    assert_eq!(end(11), Some(EndsOn::AtMost(5)));
    assert_eq!(end(12), Some(EndsOn::Always));
}

#[test]
fn spotting_has_its_numbers() {
    let t = common::tables();
    let of = |hindrances, far| {
        let mut ledger = Sum::default();
        skirmish::spotting::count(&t, Line { hindrances, far }, &mut ledger);
        ledger.total()
    };
    assert_eq!([of(0, false), of(2, false), of(0, true), of(4, true)], [5, 7, 6, 10]);
    assert_eq!((t.spotting.automatic_within, t.spotting.far_over), (4, 16));
}

#[test]
fn measures_of_figures_sight_and_movement_are_those_of_the_rules() {
    let t = common::tables();
    let f = &t.figures;
    assert_eq!((f.base_radius_units, f.separation_units, f.coherency), (96, 192, 2));
    assert_eq!((f.per_element, f.enemy_keep_clear, f.wall_keep_clear_units), ([1, 8], 1, 64));
    let s = &t.sight;
    assert_eq!((s.half_levels_per_level, s.eye_half_levels), (2, 1));
    assert_eq!((s.lining_within, s.lining_crossing_within, s.free_depth), (1, 2, 2));
    assert_eq!((s.max_hindrance, s.inside_cover), (4, Cover::Light));
    let m = &t.movement;
    assert_eq!((m.floor_change, m.building_wall, m.legs_max, m.candidates_max), (2, 2, 8, 64));
    assert_eq!((m.call_lattice_units, m.assault_place_units), (128, 224));
    assert_eq!((t.indirect.adjust, t.objective.radius, t.units_per_inch), (4, 3, 256));
}

#[test]
fn terrain_is_that_of_the_table() {
    let legend: LegendFile = toml::from_str(&common::text("tables.toml")).expect("a legend");
    let legend = legend.legend().expect("a sound legend");
    let areas: Vec<(&str, u8, Option<u8>, i32, bool)> = (legend.areas.iter())
        .map(|it| (it.key.as_str(), it.cover.0, it.cost, it.top, it.conceals))
        .collect();
    assert_eq!(
        areas,
        [
            ("open", 0, Some(1), 0, false),
            ("road", 0, Some(1), 0, false),
            ("crops", 0, Some(1), 1, true),
            ("orchard", 1, Some(1), 4, true),
            ("brush", 1, Some(2), 1, true),
            ("woods", 1, Some(2), 4, true),
            ("rubble", 2, Some(2), 1, true),
            ("crater", 1, Some(1), 0, true),
            ("foxhole", 2, Some(1), 0, true),
            ("trench", 3, Some(1), 0, true),
            ("marsh", 0, Some(2), 0, false),
            ("shallow_water", 0, Some(2), 0, false),
            ("deep_water", 0, None, 0, false),
        ]
    );
    let lines: Vec<(&str, u8, i32, i32)> = (legend.obstacles.iter())
        .map(|it| (it.key.as_str(), it.cover.0, it.cost / 256, it.top))
        .collect();
    assert_eq!(
        lines,
        [
            ("fence", 0, 1, 0),
            ("bank", 1, 1, 0),
            ("hedge", 1, 2, 1),
            ("wall", 2, 2, 1),
            ("bocage", 2, 4, 2),
            ("wire", 0, 6, 0),
        ]
    );
    let buildings: Vec<(&str, u8, bool)> =
        legend.buildings.iter().map(|it| (it.key.as_str(), it.cover.0, it.roof)).collect();
    let expected = [("wood", 2, true), ("stone", 3, true), ("bunker", 3, true), ("ruin", 2, false)];
    assert_eq!(buildings, expected);
}

#[test]
fn weapons_are_those_of_the_table() {
    let t = common::tables();
    // Dice, short, long, hit, kill, crew, melee dice.
    let of = |it: &skirmish::tables::Weapon| {
        (it.dice, it.short, it.long, it.hit, it.kill, it.crew, it.melee_dice)
    };
    let rows = [
        ("pistol", (1, 4, 8, 0, 0, 0, 1), Deploy::Any),
        ("rifle", (1, 16, 32, 0, 0, 0, 1), Deploy::Any),
        ("semi_auto_rifle", (1, 16, 32, 0, 0, 0, 1), Deploy::Any),
        ("carbine", (1, 12, 24, 0, 0, 0, 1), Deploy::Any),
        ("smg", (2, 8, 16, 0, 0, 0, 2), Deploy::Any),
        ("assault_rifle", (2, 12, 24, 0, 0, 0, 2), Deploy::Any),
        ("sniper_rifle", (1, 24, 64, -1, -1, 0, 1), Deploy::Fixed),
        ("auto_rifle", (2, 16, 40, 0, 0, 1, 1), Deploy::Any),
        ("lmg_magazine", (3, 24, 48, 0, 0, 2, 1), Deploy::Any),
        ("lmg_belt", (4, 24, 48, 0, 0, 2, 1), Deploy::Any),
        ("mmg", (5, 32, 64, 0, 0, 3, 1), Deploy::Setup),
        ("heavy_mg", (4, 32, 72, 0, -1, 4, 1), Deploy::Fixed),
        ("rifle_grenade", (0, 8, 16, 0, 0, 0, 1), Deploy::Any),
        ("rocket_launcher", (0, 8, 16, 0, 0, 2, 1), Deploy::Setup),
        ("infantry_gun", (0, 32, 96, 0, 0, 4, 1), Deploy::Fixed),
        ("flamethrower", (4, 6, 6, 0, -1, 0, 1), Deploy::Setup),
        ("light_mortar", (0, 0, 0, 0, 0, 2, 1), Deploy::Fixed),
        ("medium_mortar", (0, 0, 0, 0, 0, 3, 1), Deploy::Fixed),
    ];
    assert_eq!(t.weapon.len(), rows.len());
    for (id, numbers, deploy) in rows {
        let it = weapon(&t, id);
        assert_eq!((of(it), it.deploy), (numbers, deploy), "{id}");
    }
    for id in ["semi_auto_rifle", "carbine"] {
        assert_eq!((weapon(&t, id).close_range, weapon(&t, id).close_dice), (8, 1));
    }
    let mortars = ["light_mortar", "medium_mortar"].map(|id| {
        let it = weapon(&t, id);
        (it.class, it.weight, it.support, it.smoke, it.min_range, it.max_range)
    });
    let attached = Some(Support::Attached);
    assert_eq!(
        mortars,
        [
            (Class::Indirect, Some(Weight::Light), attached, true, 8, 48),
            (Class::Indirect, Some(Weight::Medium), attached, true, 16, 96),
        ]
    );
    let weights =
        ["rifle_grenade", "rocket_launcher", "infantry_gun"].map(|it| weapon(&t, it).weight);
    assert_eq!(weights, [Some(Weight::Grenade), Some(Weight::Light), Some(Weight::Medium)]);
    assert!(weapon(&t, "flamethrower").severe_test && weapon(&t, "sniper_rifle").picks_figure);
}
