//! The seam: what a rules system brings, and what a procedure may ask.

use std::fmt::Debug;
use std::hash::Hash;

use crate::dice::{Dice, Throw};
use crate::odds::Mass;
use crate::rule::{Ledger, Rule};

/// What a rules system brings. The state is flat and cheap to clone; maps and scenario data are shared behind `Arc`.
pub trait Game: Clone + Eq + Hash {
    type Side: Copy + Eq + Debug;
    /// An option as shown to a player or judged by a policy.
    type Opt: Copy + Eq + Debug;
    /// What a question is about, for the sentence in the prompt.
    type Topic: Copy + Debug + Default;
    type Event: Clone + Debug;

    /// The whole probability mass. Divisible often enough by the faces of the system's dice; what does not divide
    /// is reported as error by the odds.
    const WHOLE: Mass;

    /// Seats are numbered for the tape.
    fn seat(side: Self::Side) -> u8;

    /// May this side read this line of the log? `None` is a spectator, who knows no secret of anybody.
    fn may_read(_event: &Self::Event, _reader: Option<Self::Side>) -> bool {
        true
    }
}

/// A system that is played in steps. One order is one step; the state says which step comes next.
pub trait Rules: Game {
    /// Short name: the folder under `modules/`, the prefix of every rule id.
    const SYSTEM: &'static str;
    /// Raised when the same answers may give another game.
    const VERSION: u32;

    fn step<C: Cx<Self>>(cx: &mut C, g: &mut Self) -> Result<(), C::Halt>;
    fn is_over(&self) -> bool;
}

/// Who is asked, under which rule, about what.
#[derive(Clone, Copy, Debug)]
pub struct Ask<S, T> {
    pub who: S,
    pub rule: Rule,
    pub topic: T,
}

/// One answer a seat, in the order of the asks.
pub type Picks = Vec<usize>;

/// The context a procedure runs in: three primitives, the rest is sugar.
pub trait Cx<G: Game> {
    /// `Infallible` for drivers that never stop, so that `?` costs nothing.
    type Halt;
    type Ledger: Ledger;

    /// Throw `dice`. `same` says which throws the procedure cannot tell apart; an enumerating driver visits one
    /// representative of each class.
    fn throw(
        &mut self,
        g: &G,
        ask: Ask<G::Side, G::Topic>,
        dice: Dice,
        same: impl Fn(Throw, Throw) -> bool,
    ) -> Result<Throw, Self::Halt>;

    /// Pick one of `n > 1` options; `opt(i)` describes option `i`.
    fn pick(
        &mut self,
        g: &G,
        ask: Ask<G::Side, G::Topic>,
        n: usize,
        opt: impl Fn(usize) -> G::Opt,
    ) -> Result<usize, Self::Halt>;

    /// Several seats pick secretly and at the same time. Seat `k` has `n(k) >= 1` options; nobody sees an answer
    /// before all are in. Drivers that answer by themselves ask the seats in turn.
    fn pick_each(
        &mut self,
        g: &G,
        asks: &[Ask<G::Side, G::Topic>],
        n: impl Fn(usize) -> usize,
        opt: impl Fn(usize, usize) -> G::Opt,
    ) -> Result<Picks, Self::Halt> {
        let mut picks = Picks::with_capacity(asks.len());
        for (k, ask) in asks.iter().enumerate() {
            picks.push(match n(k) {
                1 => 0,
                many => self.pick(g, *ask, many, |i| opt(k, i))?,
            });
        }
        Ok(picks)
    }

    /// From here on only `g` and `locals` matter: courses that agree in both may be merged. A promise of the
    /// procedure, used by the odds and free for every other driver.
    #[inline]
    fn mark(&mut self, _g: &G, _rule: Rule, _locals: impl Hash) -> Result<(), Self::Halt> {
        Ok(())
    }

    /// Report something for the log. Quiet drivers never build the event.
    #[inline]
    fn say(&mut self, _rule: Rule, _event: impl FnOnce() -> G::Event) {}

    /// Report a finished ledger. Quiet drivers drop it.
    #[inline]
    fn book(&mut self, _rule: Rule, _ledger: &Self::Ledger) {}

    // Sugar. Never overridden.

    /// Throw, and tell apart only what `class` tells apart.
    #[inline]
    fn roll<K: Eq>(
        &mut self,
        g: &G,
        ask: Ask<G::Side, G::Topic>,
        dice: Dice,
        class: impl Fn(Throw) -> K,
    ) -> Result<K, Self::Halt> {
        let throw = self.throw(g, ask, dice, |a, b| class(a) == class(b))?;
        Ok(class(throw))
    }

    /// Draw one of `things` blind.
    #[inline]
    fn draw<T: Copy + Eq>(
        &mut self,
        g: &G,
        ask: Ask<G::Side, G::Topic>,
        things: &[T],
    ) -> Result<T, Self::Halt> {
        match things {
            [only] => Ok(*only),
            _ => self.roll(g, ask, Dice::OneOf(things.len() as u16), |it| things[it.index()]),
        }
    }

    /// A single option is taken without asking.
    #[inline]
    fn choose<T: Copy + Into<G::Opt>>(
        &mut self,
        g: &G,
        ask: Ask<G::Side, G::Topic>,
        options: &[T],
    ) -> Result<T, Self::Halt> {
        match options {
            [only] => Ok(*only),
            _ => Ok(options[self.pick(g, ask, options.len(), |i| options[i].into())?]),
        }
    }

    #[inline]
    fn confirm(&mut self, g: &G, ask: Ask<G::Side, G::Topic>) -> Result<bool, Self::Halt>
    where
        bool: Into<G::Opt>,
    {
        self.choose(g, ask, &[false, true])
    }

    /// Count modifiers in a ledger, book it, and return the total.
    #[inline]
    fn tally(&mut self, rule: Rule, count: impl FnOnce(&mut Self::Ledger)) -> i32 {
        let mut ledger = Self::Ledger::default();
        count(&mut ledger);
        self.book(rule, &ledger);
        ledger.total()
    }
}
