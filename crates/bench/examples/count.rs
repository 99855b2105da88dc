//! Random games for a tool that counts instructions, which two machines and two days have in common:
//!
//! ```sh
//! cargo build --release -p bench --example count
//! valgrind --tool=callgrind --callgrind-out-file=/dev/null target/release/examples/count hillman 20
//! ```
//!
//! The same with 0 games is what loading costs; `chess` is the peer.

use gts::Battle;
use kernel::{Playout, Rng, Rules, Uniform};
use omaha::Day;
use shakmaty::{Chess, Position as _};

fn main() {
    let mut args = std::env::args().skip(1);
    let what = args.next().unwrap_or_else(|| "hillman".into());
    let games = args.next().and_then(|it| it.parse().ok()).unwrap_or(10);
    let decisions = match what.as_str() {
        "chess" => chess(games),
        "first-waves" => {
            let loaded = omaha_table::library().load::<omaha_table::Omaha>("omaha-beach", &what);
            let data = loaded.unwrap_or_else(|it| panic!("{it}")).data;
            random_play(&Day::new(omaha::Shared::new(data)), games)
        }
        "the-farm" | "before-first-light" | "hill-151" => {
            let loaded = tcs_table::library().load::<tcs_table::Tcs>("hill-151", &what);
            let data = loaded.unwrap_or_else(|it| panic!("{it}")).data;
            random_play(&tcs::Battle::new(tcs::Shared::new(data)), games)
        }
        _ => {
            let loaded = gts_table::library().load::<gts_table::Gts>("periers-ridge", &what);
            let data = loaded.unwrap_or_else(|it| panic!("{it}")).data;
            random_play(&Battle::new(gts::Shared::new(data)), games)
        }
    };
    println!("{what}: {games} games, {decisions} decisions");
}

fn random_play<G: Rules>(start: &G, games: u64) -> u64 {
    let mut decisions = 0;
    for seed in 0..games {
        let mut g = start.clone();
        let mut cx = Playout::new(Rng(seed), Uniform(Rng(seed ^ 0x5eed)));
        while !g.is_over() {
            let Ok(()) = G::step(&mut cx, &mut g);
        }
        decisions += cx.decisions;
    }
    decisions
}

fn chess(games: u64) -> u64 {
    let (mut rng, mut moves) = (Rng(1), 0);
    for _ in 0..games {
        let mut position = Chess::default();
        for _ in 0..200 {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            position.play_unchecked(legal[rng.below(legal.len() as u32) as usize]);
            moves += 1;
        }
    }
    moves
}
