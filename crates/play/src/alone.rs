//! Whole games without people, as fast as they go.

use std::convert::Infallible;

use kernel::{Game, Playout, Policy, Rng, Rules as _, Uniform};

use crate::system::{Ask, Finish, System};

/// Who decides for a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Player {
    /// By rules of thumb.
    Computer,
    /// Any option alike.
    Random,
}

/// Game number `n` of a seed, and how many decisions it took. Its dice and its decisions come from its own number only.
pub fn play<S: System>(start: &S::Game, seed: u64, n: u64, players: [Player; 2]) -> (Finish, u64) {
    let mut mix = Rng(seed);
    let mut rng = Rng(mix.next() ^ n.wrapping_mul(0x2545_f491_4f6c_dd1d));
    let policy = Seats::<S> { players, uniform: Uniform(Rng(rng.next())), of: Vec::new() };
    let mut cx = Playout::new(Rng(rng.next()), policy);
    let mut g = start.clone();
    while !g.is_over() {
        let Ok(()): Result<(), Infallible> = S::Game::step(&mut cx, &mut g);
    }
    (S::finish(&g), cx.decisions)
}

/// Each seat by its player.
struct Seats<S: System> {
    players: [Player; 2],
    uniform: Uniform,
    /// Options of the question, kept for their room.
    of: Vec<<S::Game as Game>::Opt>,
}

impl<S: System> Policy<S::Game> for Seats<S> {
    fn decide(
        &mut self,
        g: &S::Game,
        ask: Ask<S>,
        n: usize,
        opt: impl Fn(usize) -> <S::Game as Game>::Opt,
    ) -> usize {
        let seat = S::Game::seat(ask.who);
        match self.players[usize::from(seat)] {
            Player::Random => self.uniform.decide(g, ask, n, opt),
            Player::Computer => {
                self.of.clear();
                self.of.extend((0..n).map(opt));
                S::advise(&S::seen(g, Some(seat)), &ask, &self.of)
            }
        }
    }

    fn plan(
        &mut self,
        g: &S::Game,
        ask: Ask<S>,
        ready: &[<S::Game as Game>::Plan],
    ) -> <S::Game as Game>::Plan {
        let seat = S::Game::seat(ask.who);
        match self.players[usize::from(seat)] {
            Player::Random => self.uniform.plan(g, ask, ready),
            Player::Computer => S::plan(&S::seen(g, Some(seat)), &ask, ready),
        }
    }
}
