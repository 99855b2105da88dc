//! The module Hill 151 is whole: its map is a map with a hill, its sheets work where its scenarios place them, and every
//! scenario is played to its end, with its orders in force and without.

use std::sync::Arc;

use board::HexId;
use kernel::{Playout, Rng, Rules, Uniform};
use module::{Library, Shape};
use tcs::data::Data;
use tcs::ground::{Ground, Hexes, MoveClass, TerrainClass};
use tcs::id::Side;
use tcs::sheet::step::{Step, Test, Under};
use tcs::sheet::{Life, Mission, Order, Situation, Status, proposals};
use tcs::state::Place;
use tcs::{Battle, Shared};
use tcs_table::Tcs;

const SCENARIOS: [&str; 3] = ["hill-151", "before-first-light", "the-farm"];

fn data(key: &str) -> Arc<Data> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../modules");
    let library = Library::open(&[Shape::of::<Tcs>()], folder).unwrap();
    library.load::<Tcs>("hill-151", key).unwrap_or_else(|it| panic!("{it}")).data
}

fn battle(key: &str) -> Battle {
    Battle::new(Shared::new(data(key)))
}

#[test]
fn the_map_is_a_map_and_its_hill_is_a_hill() {
    let data = data("the-farm");
    let ground: &Ground = &data.ground;
    let map = ground.map();
    assert_eq!((map.columns(), map.rows(), ground.hex_metres()), (28, 28, 125));
    let top = map.hexes().max_by_key(|it| ground.metres(*it)).unwrap();
    assert_eq!((ground.metres(top), map.name(top)), (151, Some("Hill 151")));
    // Real slopes: nowhere more than 25 m from hex to hex, which is one in five.
    for hex in map.hexes() {
        for (_, next) in map.neighbours(hex) {
            assert!((ground.metres(hex) - ground.metres(next)).abs() <= 25, "{}", map.label(hex));
        }
    }
    // Every hex can be reached on foot.
    let foot = board::reach(map, HexId(0), u16::MAX, |from, to, _| {
        ground.best_cost(MoveClass::Foot, from, to).map(|it| it.0)
    });
    assert_eq!(foot.hexes().len(), map.len());
    assert_eq!(ground.class(map.find("1312").unwrap()), TerrainClass::Protective);
    // The main road crosses the brook on a bridge.
    let (north, south) = (map.find("1308").unwrap(), map.find("1409").unwrap());
    let bridge = map.direction(north, south).unwrap();
    assert!(ground.is_bottleneck(north, bridge));
}

#[test]
fn hedges_hide_and_the_hill_looks_over_them() {
    let data = data("the-farm");
    let ground: &Ground = &data.ground;
    let map = ground.map();
    let far =
        |hex: HexId| ground.field(hex).iter().filter(|it| 4 <= map.distance(hex, *it)).count();
    let high = map.hexes().filter(|it| 118 <= ground.metres(*it));
    // From the forward slope, not from the dome: who looks over a slope stands at its edge.
    let best = high.map(far).fold(0, |most, it| if most < it { it } else { most });
    let mut valley: Vec<usize> =
        map.hexes().filter(|it| ground.metres(*it) < 75).map(far).collect();
    valley.sort_unstable();
    let usual = valley[valley.len() / 2];
    assert!(4 * usual < best, "from the hill {best} hexes, in the valley {usual}");
    // Both ways, all over the map.
    for a in map.hexes() {
        assert!(map.hexes().all(|b| ground.sees(a, b) == ground.sees(b, a)));
        assert!(map.neighbours(a).all(|it| ground.sees(a, it.1)));
    }
}

#[test]
fn nobody_stands_twice_and_the_hours_are_twenty_minutes() {
    for name in SCENARIOS {
        let data = data(name);
        let minutes = |text: String| {
            text[..2].parse::<u16>().unwrap() * 60 + text[2..].parse::<u16>().unwrap()
        };
        let times: Vec<u16> = data.turns.iter().map(|it| minutes(it.clock.to_string())).collect();
        assert!(times.windows(2).all(|it| it[0] + 20 == it[1]), "{name}");
        assert!(data.briefings.iter().all(|it| !it.is_empty()), "{name}");
    }
    assert_eq!(data("hill-151").turns.len(), 15);
    assert_eq!(data("the-farm").sheets.len(), 2);
}

/// Every unit of a scenario is on one sheet, and each can do something by it: a unit that stands where its orders want it,
/// or finds its way there. That the judge accepts them is the loader's business.
#[test]
fn the_orders_of_the_morning_leave_nobody_idle() {
    for name in SCENARIOS {
        let mut g = battle(name);
        let mut orders: [Vec<Order>; 2] = [Vec::new(), Vec::new()];
        for it in &data(name).sheets {
            let mut order = Order::new(&g, it.side, it.sheet.clone());
            order.implement(&g);
            orders[it.side.index()].push(order);
        }
        for id in g.data.ids() {
            g[id].status = Status::Assigned;
        }
        for id in g.data.ids() {
            let key = g.unit_key(id);
            let mine: Vec<&Order> =
                orders[g.side(id).index()].iter().filter(|it| it.has(id)).collect();
            let [order] = mine[..] else { panic!("{name}: {key} is on {} sheets", mine.len()) };
            let under = Under { order: Some(order), others: &[] };
            let test = Test::new(&g, id, under, Step::Move).unwrap();
            let hex = g.hex(id).unwrap();
            let moves = g.data.map().neighbours(hex).filter(|it| test.step(it.1).is_ok()).count();
            let holds = order.mission().is_defence() || order.mission() == Mission::Reserve;
            assert!(0 < moves || holds, "{name}: {key} cannot stir");
            assert!(!holds || !order.is_displaced(&g, id), "{name}: {key} is displaced");
        }
    }
}

/// tcs.draw.proposals on real ground: accepted, few, the same each time; some for each side and type that can be drawn.
#[test]
fn ready_drawings_work_on_this_ground() {
    let g = battle("hill-151");
    for side in Side::BOTH {
        for mission in Mission::ALL {
            let ready = proposals::ready(&g, side, &[], mission);
            assert!(ready.len() <= usize::from(g.data.tables.limits.proposals_max));
            assert!(!ready.is_empty(), "{side:?} {mission:?}");
            for it in &ready {
                let all: Hexes = Order::new(&g, side, it.clone()).plan.objective;
                assert!(!all.is_empty());
            }
        }
    }
}

/// Plays to the end at random.
fn play(start: &Battle, seed: u64) -> Battle {
    let mut g = start.clone();
    let mut cx = Playout::new(Rng(seed), Uniform(Rng(!seed)));
    let mut steps = 0;
    while !g.is_over() {
        let Ok(()) = Battle::step(&mut cx, &mut g);
        steps += 1;
        assert!(steps < 100_000, "{:?}", g.phase);
    }
    for id in g.data.ids() {
        assert_eq!(g[id].steps == 0, g[id].place == Place::Lost);
    }
    g
}

#[test]
fn every_scenario_is_played_to_its_end() {
    for key in SCENARIOS {
        play(&battle(&format!("{key}+without-command")), 1);
        let g = play(&battle(key), 0);
        for of in Side::BOTH {
            let orders = g.orders.of(of);
            let given = g.data.sheets.iter().filter(|it| it.side == of).count();
            assert!(given <= orders.len());
            assert!(orders[..given].iter().all(|it| it.life != Life::Preparing), "{key}");
        }
    }
}
