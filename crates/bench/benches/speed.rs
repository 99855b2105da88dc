//! One table of speeds, peers beside us: `cargo bench -p bench`.
//!
//! Each row is the best of several rounds, so that other work on the machine disturbs little.

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use board::{HexId, Sight};
use gts::assault::{Assault, opening, proceed};
use gts::data::{Data, Side, UnitId};
use gts::direct_fire::{company_bonus, fire};
use gts::modifiers::{Mode, Rating, Shot};
use gts::result::Bearing;
use gts::state::Place;
use gts::{Battle, Shared};
use kernel::{Flow, Game, Mass, Odds, Playout, Policy, Rng, Rules, Uniform};
use omaha::Day;
use shakmaty::{Chess, Position};

fn main() {
    // `cargo test` runs benches too, with an argument: nothing to measure then.
    if std::env::args().any(|it| it == "--test") {
        return;
    }
    let data = scenario("ridge");
    println!("{:<58}{:>14}  note", "measured", "");
    random_play("random play, ridge", &battle(&scenario("ridge")));
    random_play("random play, hillman", &battle(&scenario("hillman")));
    let d_day = scenario_of("sword-beach", "d-day");
    random_play("random play, d-day (30 × 26 hexes)", &battle(&d_day));
    random_play("random play, omaha, the first waves", &landing("first-waves"));
    random_play("random play, omaha, beyond the beach", &landing("beyond-the-beach"));
    for key in TCS {
        random_play(&format!("random play, tcs, {key}"), &hill(key));
    }
    chess();
    sight(&data);
    odds(&data);
    opponent(&data);
    whole_day();
    for key in TCS {
        tcs_opponent(key);
    }
}

/// The scenarios of Hill 151.
const TCS: [&str; 3] = ["the-farm", "before-first-light", "hill-151"];

fn hill(scenario: &str) -> tcs::Battle {
    let loaded = tcs_table::library().load::<tcs_table::Tcs>("hill-151", scenario);
    let data = loaded.unwrap_or_else(|it| panic!("{it}")).data;
    tcs::Battle::new(tcs::Shared::new(data))
}

fn scenario(key: &str) -> Arc<Data> {
    scenario_of("periers-ridge", key)
}

fn scenario_of(module: &str, key: &str) -> Arc<Data> {
    let loaded = gts_table::library().load::<gts_table::Gts>(module, key);
    let loaded = loaded.unwrap_or_else(|it| panic!("{it}"));
    loaded.data
}

fn landing(scenario: &str) -> Day {
    let loaded = omaha_table::library().load::<omaha_table::Omaha>("omaha-beach", scenario);
    let data = loaded.unwrap_or_else(|it| panic!("{it}")).data;
    Day::new(omaha::Shared::new(data))
}

/// The computer plays the Americans from first light to evening.
fn whole_day() {
    for scenario in ["first-waves", "beyond-the-beach", "long-day"] {
        let start = landing(scenario);
        let games = 8;
        let mut decisions = 0;
        let time = best(2, || {
            decisions = 0;
            for seed in 0..games {
                let mut g = start.clone();
                let mut cx = Playout::new(Rng(seed), omaha_table::staff::Staff);
                while !g.is_over() {
                    let Ok(()) = Day::step(&mut cx, &mut g);
                }
                decisions += cx.decisions;
            }
        });
        let note = format!("{} decisions a game", decisions / games);
        let value = format!("{:.2} s", time.as_secs_f64() / games as f64);
        row(&format!("computer on Omaha Beach, {scenario}, a game"), value, &note);
    }
}

fn row(name: &str, value: String, note: &str) {
    println!("{name:<58}{value:>14}  {note}");
}

/// The shortest of some rounds.
fn best(rounds: u32, mut work: impl FnMut()) -> Duration {
    let times = (0..rounds).map(|_| {
        let start = Instant::now();
        work();
        start.elapsed()
    });
    times.min().unwrap_or_default()
}

fn per_second(n: f64, time: Duration) -> f64 {
    n / time.as_secs_f64()
}

fn battle(data: &Arc<Data>) -> Battle {
    Battle::new(Shared::new(data.clone()))
}

fn random_play<G: Rules>(name: &str, start: &G) {
    let games = 200;
    let mut decisions = 0;
    let time = best(5, || {
        decisions = 0;
        for seed in 0..games {
            let mut g = start.clone();
            let mut cx = Playout::new(Rng(seed), Uniform(Rng(seed ^ 0x5eed)));
            while !g.is_over() {
                let Ok(()) = G::step(&mut cx, &mut g);
            }
            decisions += cx.decisions;
        }
    });
    row(
        name,
        format!("{:.2} M/s", per_second(decisions as f64, time) / 1e6),
        "decisions on one core",
    );
    row(name, format!("{:.0} /s", per_second(games as f64, time)), "whole games on one core");
}

/// The peer: random chess by shakmaty, legal moves listed and one played.
fn chess() {
    let mut moves = 0;
    let time = best(5, || {
        moves = 0;
        let mut rng = Rng(1);
        for _ in 0..200 {
            let mut position = Chess::default();
            for _ in 0..200 {
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                let choice = legal[rng.below(legal.len() as u32) as usize];
                position.play_unchecked(choice);
                moves += 1;
            }
        }
    });
    row(
        "random chess, shakmaty",
        format!("{:.2} M/s", per_second(f64::from(moves), time) / 1e6),
        "moves on one core (peer)",
    );
}

fn sight(data: &Data) {
    let (map, table) = (&data.map, &data.sight);
    let hexes: Vec<HexId> = map.hexes().collect();
    let mut rng = Rng(7);
    let pairs: Vec<(HexId, HexId)> = (0..100_000)
        .map(|_| {
            let mut pick = || hexes[rng.below(hexes.len() as u32) as usize];
            (pick(), pick())
        })
        .collect();
    let time = best(20, || {
        let mut clear = 0_u32;
        for (a, b) in &pairs {
            clear += u32::from(table.field(*a, 8).contains(*b));
        }
        black_box(clear);
    });
    row(
        "sight query",
        format!("{:.2} ns", time.as_secs_f64() * 1e9 / pairs.len() as f64),
        "lookup in the cached field",
    );
    let rules = *table.rules();
    let time = best(20, || {
        black_box(Sight::new(map, rules, &[]));
    });
    let note = format!("{} hexes, all pairs to range {}", map.len(), rules.max_range);
    row("whole-map sight", format!("{:.2} ms", time.as_secs_f64() * 1e3), &note);
    let mut veiled = table.clone();
    let time = best(20, || {
        veiled.set_veil(map, hexes[hexes.len() / 2], true);
        veiled.set_veil(map, hexes[hexes.len() / 2], false);
    });
    row(
        "barrage placed and lifted",
        format!("{:.1} µs", time.as_secs_f64() * 1e6),
        "local update of the table",
    );
}

/// Two British companies next to a German one, somebody else looking on.
struct Clash {
    g: Battle,
    assaulters: [UnitId; 2],
    defender: UnitId,
    hex: HexId,
}

fn clash(data: &Arc<Data>) -> Clash {
    let mut g = Battle::new(Shared::new(data.clone()));
    let find = |key: &str| {
        let at = data.units.iter().position(|it| it.key == key);
        UnitId(at.unwrap_or_else(|| panic!("{key} is in the module")) as u8)
    };
    for i in 0..g.units.len() {
        g.take(UnitId(i as u8), Place::Absent);
    }
    let assaulters = [find("a-1-suffolk"), find("b-1-suffolk")];
    let infantry = |side: Side| {
        let units = data.units.iter().enumerate();
        units
            .filter(move |(_, it)| it.side == side && it.is_infantry() && it.steps == 2)
            .map(|(i, _)| UnitId(i as u8))
    };
    let mut germans = infantry(Side::Second);
    let (defender, watcher) = (germans.next().expect("one"), germans.next().expect("two"));
    let place = |label: &str| data.map.find(label).expect("on the map");
    // Open ground south of Hermanville, far from every entry hex.
    let (from, hex, beyond) = (place("0906"), place("0907"), place("1007"));
    for id in assaulters {
        g.put(id, from);
    }
    g.put(defender, hex);
    g.put(watcher, beyond);
    for id in [defender, watcher] {
        g[id].mounted = false;
        g[id].column = false;
        g[id].ent = false;
    }
    gts::fire_zone::note_close_units(&mut g);
    Clash { g, assaulters, defender, hex }
}

fn odds(data: &Arc<Data>) {
    let it = clash(data);
    let shot = Shot {
        firer: it.assaulters[0],
        target: it.defender,
        mode: Mode::Direct,
        rating: Rating::Fire,
        bonus: false,
    };
    let mut courses = 0;
    let time = best(50, || {
        let mut cx = Odds::new(gts_table::staff::Reckon);
        let mut whole: Mass = 0;
        cx.every(
            &it.g,
            |cx, g| {
                let bonus = company_bonus(cx, g, shot.firer)?;
                fire(cx, g, Shot { bonus, ..shot }, Bearing::Steady)
            },
            |mass, _, _| whole += mass,
        );
        assert_eq!(whole + cx.lost, Battle::WHOLE);
        courses = cx.courses;
    });
    let note = format!("exact, {courses} courses: bonus, shot, checks");
    row("odds of a direct fire", format!("{:.2} µs", time.as_secs_f64() * 1e6), &note);

    // Bravery, Op Fire, stand or run, both volleys, round after round until somebody gives up or is gone.
    assault("odds of a full assault, one company against one", &it, 1, Careful, 7);
    assault("… fought to the bitter end", &it, 1, Fierce, 7);
    assault("odds of a full assault, two companies against one", &it, 2, Careful, 5);
}

fn assault(
    name: &str,
    it: &Clash,
    assaulters: usize,
    policy: impl Policy<Battle> + Copy,
    digits: u32,
) {
    let (mut courses, mut lost, mut taken) = (0, 0, 0);
    let time = best(10, || {
        let mut cx = Odds::new(policy);
        cx.floor = Battle::WHOLE / 10_u128.pow(digits);
        taken = 0;
        cx.stages(
            &it.g,
            false,
            |cx, g, begun| {
                let end = if *begun {
                    proceed(cx, g)?
                } else {
                    opening(cx, g, &it.assaulters[..assaulters], it.hex)?
                };
                *begun = true;
                Ok(end.map_or(Flow::Again, Flow::Done))
            },
            |mass, end: Assault, _, _| {
                if end.takes_the_hex() {
                    taken += mass;
                }
            },
        );
        (courses, lost) = (cx.courses, cx.lost);
    });
    let note = format!(
        "a watcher fires too; {courses} courses, taken {:.2} %, error {:.0e}",
        100.0 * taken as f64 / Battle::WHOLE as f64,
        lost as f64 / Battle::WHOLE as f64
    );
    row(name, format!("{:.2} ms", time.as_secs_f64() * 1e3), &note);
}

/// The policy of the odds on the page, asked about the hex only.
#[derive(Clone, Copy)]
struct Careful;

impl Policy<Battle> for Careful {
    fn decide(
        &mut self,
        g: &Battle,
        ask: kernel::Ask<Side, gts::question::Topic>,
        n: usize,
        opt: impl Fn(usize) -> gts::question::Opt,
    ) -> usize {
        gts_table::staff::Reckon.decide(g, ask, n, opt)
    }

    fn matters(&self, g: &Battle, to: &mut kernel::Fingerprint) {
        gts::assault::matters(g, to);
    }
}

/// Goes on to the end: Op Fire always, stand, fire, another round every time.
#[derive(Clone, Copy)]
struct Fierce;

impl Policy<Battle> for Fierce {
    fn decide(
        &mut self,
        _: &Battle,
        ask: kernel::Ask<Side, gts::question::Topic>,
        n: usize,
        _: impl Fn(usize) -> gts::question::Opt,
    ) -> usize {
        let yes = [gts::op_fire::BEFORE, gts::assault::CONTINUE];
        if yes.contains(&ask.rule) { n - 1 } else { 0 }
    }

    fn matters(&self, g: &Battle, to: &mut kernel::Fingerprint) {
        gts::assault::matters(g, to);
    }
}

/// A game of the computer against itself: drawing sheets, then acting by them.
fn tcs_opponent(scenario: &str) {
    struct Timed {
        decisions: Vec<Duration>,
        sheets: Vec<Duration>,
    }
    impl Policy<tcs::Battle> for &mut Timed {
        fn decide(
            &mut self,
            g: &tcs::Battle,
            ask: tcs::question::Question,
            n: usize,
            opt: impl Fn(usize) -> tcs::question::Opt,
        ) -> usize {
            let options: Vec<_> = (0..n).map(opt).collect();
            let start = Instant::now();
            let choice = tcs_table::staff::advise(&g.seen_by(Some(ask.who)), &ask, &options);
            self.decisions.push(start.elapsed());
            choice
        }

        fn plan(
            &mut self,
            g: &tcs::Battle,
            ask: tcs::question::Question,
            ready: &[tcs::plan::Plan],
        ) -> tcs::plan::Plan {
            let start = Instant::now();
            let plan = tcs_table::staff::plan(&g.seen_by(Some(ask.who)), &ask, ready);
            self.sheets.push(start.elapsed());
            plan
        }
    }
    let mut timed = Timed { decisions: Vec::new(), sheets: Vec::new() };
    let mut g = hill(scenario);
    let start = Instant::now();
    let mut cx = Playout::new(Rng(1), &mut timed);
    while !g.is_over() {
        let Ok(()) = tcs::Battle::step(&mut cx, &mut g);
    }
    let game = start.elapsed();
    for (what, mut all) in [("a decision", timed.decisions), ("its sheets", timed.sheets)] {
        all.sort_unstable();
        let at = |share: f64| all[((all.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
        let note = format!("99 of 100 in {:.2} ms, worst {:.1} ms", at(0.99), at(1.0));
        let name = format!("opponent, tcs, {scenario}, {what}, median");
        row(&name, format!("{:.3} ms", at(0.5)), &note);
    }
    let name = format!("opponent, tcs, {scenario}, a game of both sides");
    row(&name, format!("{:.2} s", game.as_secs_f64()), "");
}

fn opponent(data: &Arc<Data>) {
    struct Timed(Vec<Duration>);
    impl Policy<Battle> for &mut Timed {
        fn decide(
            &mut self,
            g: &Battle,
            ask: kernel::Ask<Side, gts::question::Topic>,
            n: usize,
            opt: impl Fn(usize) -> gts::question::Opt,
        ) -> usize {
            let options: Vec<_> = (0..n).map(opt).collect();
            let start = Instant::now();
            let choice = gts_table::staff::decide(&g.seen_by(Some(ask.who)), ask, &options);
            self.0.push(start.elapsed());
            choice
        }

        fn plan(
            &mut self,
            g: &Battle,
            ask: kernel::Ask<Side, gts::question::Topic>,
            _: &[Vec<gts::purchase::Purchase>],
        ) -> Vec<gts::purchase::Purchase> {
            gts_table::staff::plan(&g.seen_by(Some(ask.who)), ask)
        }
    }
    let mut timed = Timed(Vec::new());
    let start = Instant::now();
    for seed in 0..4 {
        let mut g = Battle::new(Shared::new(data.clone()));
        let mut cx = Playout::new(Rng(seed), &mut timed);
        while !g.is_over() {
            let Ok(()) = Battle::step(&mut cx, &mut g);
        }
    }
    let game = start.elapsed() / 4;
    timed.0.sort_unstable();
    let at = |share: f64| timed.0[((timed.0.len() - 1) as f64 * share) as usize];
    let ms = |it: Duration| format!("{:.3} ms", it.as_secs_f64() * 1e3);
    row("opponent, a decision, median", ms(at(0.5)), "");
    row("opponent, a decision, 99 of 100", ms(at(0.99)), "");
    row("opponent, a decision, worst", ms(at(1.0)), &format!("{} decisions", timed.0.len()));
    row("opponent, a whole game of both sides", format!("{:.2} s", game.as_secs_f64()), "");
}
