//! The seam: what a rules system brings, and what a procedure may ask.

use std::fmt::Debug;
use std::hash::Hash;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::dice::{Dice, Throw};
use crate::journal::Answer;
use crate::odds::Mass;
use crate::plan::{Objection, Wanted};
use crate::rule::{Ledger, Rule};

/// What a rules system brings. The state is flat and cheap to clone; maps and scenario data are shared behind `Arc`.
pub trait Game: Clone + Eq + Hash {
    type Side: Copy + Eq + Debug + 'static;
    /// An option as shown to a player or judged by a policy.
    type Opt: Copy + Eq + Debug;
    /// What a question is about, for the sentence in the prompt.
    type Topic: Copy + Debug + Default;
    type Event: Clone + Debug;
    /// What a free answer looks like: a path, a drawing, a list of purchases. [`Never`](crate::Never) where a system
    /// has none.
    type Plan: Clone + Eq + Hash + Debug + Serialize + DeserializeOwned;

    /// The whole probability mass. Divisible often enough by the faces of the system's dice; what does not divide
    /// is reported as error by the odds.
    const WHOLE: Mass;

    /// Who plays, in the order of the seats.
    const SIDES: &'static [Self::Side] = &[];

    /// Seats are numbered for the tape.
    fn seat(side: Self::Side) -> u8 {
        Self::SIDES.iter().position(|it| *it == side).map_or(0, |it| it as u8)
    }

    /// May this side read this line of the log? `None` is a spectator, who knows no secret of anybody.
    fn may_read(_event: &Self::Event, _reader: Option<Self::Side>) -> bool {
        true
    }

    /// Is it for nobody else to know that this side is asked or throws now, and what comes of it (what was `chosen`, where it
    /// is an option)? Nothing that reaches the others counts that entry of the journal. What is declared together has
    /// its own seals.
    fn is_secret(&self, _ask: &Ask<Self::Side, Self::Topic>, _chosen: Option<Self::Opt>) -> bool {
        false
    }

    /// What was declared in rounds before there were plans (journals of format 1): `tape` begins with the secret
    /// answers given to these asks. How many of them belong to this declaration, and what they came to; `None` if they
    /// do not reach its end.
    fn from_rounds(
        _g: &Self,
        _asks: &[Ask<Self::Side, Self::Topic>],
        _tape: &[Answer],
    ) -> Option<(usize, Vec<Self::Plan>)> {
        None
    }
}

/// A system that is played in steps. One order is one step; the state says which step comes next.
pub trait Rules: Game {
    /// Short name: the folder under `modules/`, the prefix of every rule id.
    const SYSTEM: &'static str;
    /// Raised when the same answers may give another game.
    const VERSION: u32;
    /// The oldest version that is still played: games that began with it go on by it.
    const OLDEST: u32 = Self::VERSION;

    /// The version this game is played by.
    fn version(&self) -> u32 {
        Self::VERSION
    }
    /// A game that has not begun, by one of the versions still played. Who plays but one needs nothing.
    #[must_use]
    fn by_version(self, _version: u32) -> Self {
        self
    }

    fn step<C: Cx<Self>>(cx: &mut C, g: &mut Self) -> Result<(), C::Halt>;
    fn is_over(&self) -> bool;

    /// A player gives up at a question of his: the game is over, and this says how. `false` where the rules know of no such
    /// thing; then nothing has changed.
    fn concede<C: Cx<Self>>(_cx: &mut C, _g: &mut Self, _who: Self::Side) -> bool {
        false
    }
}

/// A rule that was changed, with the version that brought the change. A system lists all of its own in one file, by names
/// that say what is new; a procedure asks whether the change holds, never which version it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Since(pub u32);

impl Since {
    #[inline]
    pub fn holds<G: Rules>(self, g: &G) -> bool {
        self.0 <= g.version()
    }
}

/// Who is asked, under which rule, about what.
#[derive(Clone, Copy, Debug)]
pub struct Ask<S, T> {
    pub who: S,
    pub rule: Rule,
    pub topic: T,
}

/// The context a procedure runs in: four primitives, the rest is sugar.
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

    /// One whole value. `judge` accepts it, or objects by statement and place; `ready` lists values the judge accepts,
    /// in a fixed order that follows from what the seat may see, and at least one: all of them, or where the driver
    /// wants but one, whatever is quickly had. Live play takes what the judge accepts; every other driver starts from
    /// `ready`.
    fn propose(
        &mut self,
        g: &G,
        ask: Ask<G::Side, G::Topic>,
        judge: impl Fn(&G::Plan) -> Result<(), Objection>,
        ready: impl Fn(Wanted) -> Vec<G::Plan>,
    ) -> Result<G::Plan, Self::Halt>;

    /// Each seat one value, sealed: nobody learns anything before the last is in, and nothing is taken back after it.
    /// Seat `k` is judged by `judge(k, ..)` and may start from `ready(k, ..)`. Drivers that answer by themselves ask the
    /// seats in turn.
    fn declare(
        &mut self,
        g: &G,
        asks: &[Ask<G::Side, G::Topic>],
        judge: impl Fn(usize, &G::Plan) -> Result<(), Objection>,
        ready: impl Fn(usize, Wanted) -> Vec<G::Plan>,
    ) -> Result<Vec<G::Plan>, Self::Halt> {
        let mut plans = Vec::with_capacity(asks.len());
        for (k, ask) in asks.iter().enumerate() {
            plans.push(self.propose(g, *ask, |it| judge(k, it), |it| ready(k, it))?);
        }
        Ok(plans)
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
