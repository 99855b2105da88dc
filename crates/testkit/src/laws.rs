//! Laws: what holds in every game of every system, checked by random play.
//!
//! A game is played straight through by [`Referee`], which looks at every question and every step. Some games are
//! then played again from their tape by the live driver: question by question, through storage, with take-backs.

mod replay;

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::fmt::{self, Debug};
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

use kernel::{
    Answer, Ask, Cx, Dice, Game, Kind, Mass, Objection, Rng, Rule, Rules, Sum, Throw, Wanted,
    write_plan,
};
use module::{Library, Shape};
use play::System;

use crate::cases::Played;

/// What a rules system states about itself.
pub trait Lawful: Played<Game: Debug + Sync> {
    /// How many games of each start the test run plays: fewer where a game takes long.
    const IN_TEST: u64 = 100;

    /// Further starts for random play alone.
    fn more_starts() -> Result<Vec<(String, Self::Game)>, String> {
        Ok(Vec::new())
    }

    /// Must hold whenever somebody is asked and whenever a step has ended. `start` is the set-up.
    fn holds(_g: &Self::Game, _start: &Self::Game) -> Result<(), String> {
        Ok(())
    }
    /// Must hold besides whenever a step has ended.
    fn holds_at_rest(_g: &Self::Game, _start: &Self::Game) -> Result<(), String> {
        Ok(())
    }
    /// What time cannot undo: must hold between a step's beginning and its end.
    fn follows(_g: &Self::Game, _before: &Self::Game) -> Result<(), String> {
        Ok(())
    }
    /// May a question have this option alone, so that people see something before it goes on?
    fn stands_alone(_opt: <Self::Game as Game>::Opt) -> bool {
        false
    }
    /// How much a player who wants something takes to an option; half of the games are played by one. Blind chance
    /// never gets far.
    fn urge(_g: &Self::Game, _opt: <Self::Game as Game>::Opt) -> u32 {
        1
    }
    /// A line of the log is put into words.
    fn hear(_g: &Self::Game, _event: &<Self::Game as Game>::Event) {}
    /// A question and its options are put into words.
    fn read(_g: &Self::Game, _ask: &play::Ask<Self>, _options: &[<Self::Game as Game>::Opt]) {}
    /// No game makes more decisions than this.
    fn most_decisions(start: &Self::Game) -> u64;
    /// Further laws tried at some steps, dear ones.
    fn probe(_g: &Self::Game, _rng: &mut Rng) -> Result<(), String> {
        Ok(())
    }
}

/// Every shipped scenario of a system, by name, at its start.
pub fn scenarios<S: System>() -> Result<Vec<(String, S::Game)>, String> {
    starts::<S>(&Library::embedded(&[Shape::of::<S>()]))
}

/// Every scenario of a library.
pub fn starts<S: System>(library: &Library) -> Result<Vec<(String, S::Game)>, String> {
    let mut out = Vec::new();
    for head in library.modules() {
        for scenario in head.scenarios {
            let loaded =
                library.load::<S>(&head.key, &scenario.key).map_err(|it| it.to_string())?;
            let name = format!("{}/{}/{}", S::SYSTEM, head.key, scenario.key);
            out.push((name, S::start(loaded.data)));
        }
    }
    Ok(out)
}

/// The scenarios and the further starts.
pub fn every_start<S: Lawful>() -> Result<Vec<(String, S::Game)>, String> {
    let mut all = scenarios::<S>()?;
    all.extend(S::starts()?);
    all.extend(S::more_starts()?);
    Ok(all)
}

/// What was played.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    pub games: u64,
    pub decisions: u64,
    pub throws: u64,
    pub steps: u64,
    /// Most decisions in one game.
    pub longest: u64,
    /// Games played again question by question.
    pub replayed: u64,
    pub undone: u64,
    /// Statements under which something was asked or reported.
    pub cited: BTreeSet<&'static str>,
}

impl Tally {
    pub fn join(&mut self, other: Tally) {
        self.games += other.games;
        self.decisions += other.decisions;
        self.throws += other.throws;
        self.steps += other.steps;
        self.longest = if self.longest < other.longest { other.longest } else { self.longest };
        self.replayed += other.replayed;
        self.undone += other.undone;
        self.cited.extend(other.cited);
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mean = self.decisions.checked_div(self.games).unwrap_or(0);
        write!(
            f,
            "{} games ended, {} decisions (mean {mean}, most {}), {} throws, {} steps; {} replayed question by question, {} take-backs; {} rules cited",
            self.games,
            self.decisions,
            self.longest,
            self.throws,
            self.steps,
            self.replayed,
            self.undone,
            self.cited.len()
        )
    }
}

/// A law was broken: which, where, and how to see it again.
#[derive(Clone, Debug)]
pub struct Broken {
    pub law: String,
    pub detail: String,
    pub seed: u64,
    pub game: u64,
    pub tape: Vec<Answer>,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "law broken: {}", self.law)?;
        for line in self.detail.lines() {
            writeln!(f, "    {line}")?;
        }
        write!(f, "    game {} of seed {}, after {} answers", self.game, self.seed, self.tape.len())
    }
}

/// Plays `games` random games from `start`; every `again`-th is played again by the live driver (0: none).
pub fn laws<L: Lawful>(
    start: &L::Game,
    games: std::ops::Range<u64>,
    seed: u64,
    again: u64,
) -> Result<Tally, Box<Broken>> {
    let mut tally = Tally::default();
    for game in games {
        let mut referee = Referee::<L, L::Game>::new(start, seed, game);
        let result = catch_unwind(AssertUnwindSafe(|| -> Result<Tally, (String, String)> {
            let mut tally = referee.play()?;
            if 0 < again && game % again == 0 {
                tally.join(replay::replay::<L>(start, &referee.tape, &referee.end, seed ^ game)?);
            }
            Ok(tally)
        }));
        let (law, detail) = match result {
            Ok(Ok(it)) => {
                tally.join(it);
                continue;
            }
            Ok(Err(it)) => it,
            Err(panic) => {
                let text = panic.downcast_ref::<String>().cloned();
                let text = text.or_else(|| panic.downcast_ref::<&str>().map(|it| (*it).to_owned()));
                ("rules never panic".to_owned(), text.unwrap_or_default())
            }
        };
        return Err(Box::new(Broken { law, detail, seed, game, tape: referee.tape }));
    }
    Ok(tally)
}

/// As [`laws`], but goes on after a broken game: how many broke each law, and the first that did.
pub fn survey<L: Lawful>(
    start: &L::Game,
    games: std::ops::Range<u64>,
    seed: u64,
    again: u64,
) -> (Tally, Vec<(u64, Broken)>) {
    let mut tally = Tally::default();
    let mut found: BTreeMap<String, (u64, Broken)> = BTreeMap::new();
    for game in games {
        match laws::<L>(start, game..game + 1, seed, again) {
            Ok(it) => tally.join(it),
            Err(broken) => {
                // One kind of trouble: the law and the rule it names.
                let first = broken.detail.split([':', ',']).next().unwrap_or_default();
                found.entry(format!("{}: {first}", broken.law)).or_insert((0, *broken)).0 += 1;
            }
        }
    }
    (tally, found.into_values().collect())
}

/// As [`survey`], every core taking its share; every fiftieth game is played again by the live driver.
pub fn survey_on_all_cores<S: Lawful>(
    start: &S::Game,
    games: u64,
    seed: u64,
) -> (Tally, Vec<(u64, Broken)>) {
    let cores = thread::available_parallelism().map_or(1, |it| it.get() as u64);
    let share = games.div_ceil(cores);
    thread::scope(|scope| {
        let ranges = (0..cores).map(|it| (it * share).min(games)..((it + 1) * share).min(games));
        let workers: Vec<_> =
            ranges.map(|it| scope.spawn(move || survey::<S>(start, it, seed, 50))).collect();
        let (mut tally, mut broken) = (Tally::default(), Vec::new());
        for worker in workers {
            if let Ok((played, found)) = worker.join() {
                tally.join(played);
                broken.extend(found);
            }
        }
        (tally, broken)
    })
}

type Check<T> = Result<T, (String, String)>;

fn broken<T>(law: &str, detail: impl Into<String>) -> Check<T> {
    Err((law.to_owned(), detail.into()))
}

/// Straight play with everything looked at.
pub struct Referee<'s, L, G> {
    system: PhantomData<L>,
    start: &'s G,
    rng: Rng,
    pub tape: Vec<Answer>,
    pub end: G,
    fault: Option<(String, String)>,
    decisions: u64,
    throws: u64,
    cited: BTreeSet<&'static str>,
    /// Everything is put into words, too.
    aloud: bool,
    /// Decides by urges.
    eager: bool,
}

impl<'s, G: Rules + Debug, L: Lawful<Game = G>> Referee<'s, L, G> {
    pub fn new(start: &'s G, seed: u64, game: u64) -> Referee<'s, L, G> {
        // Games of one seed must not overlap: the number is mixed, not added.
        let mut rng = Rng(seed);
        let mixed = rng.next() ^ game.wrapping_mul(0xd1b5_4a32_d192_ed03);
        Referee {
            system: PhantomData,
            start,
            rng: Rng(mixed),
            tape: Vec::new(),
            end: start.clone(),
            fault: None,
            decisions: 0,
            throws: 0,
            cited: BTreeSet::new(),
            aloud: game.is_multiple_of(8),
            eager: !game.is_multiple_of(2),
        }
    }

    fn play(&mut self) -> Check<Tally> {
        let mut g = self.start.clone();
        let most = L::most_decisions(self.start);
        let mut steps = 0;
        while !g.is_over() {
            let before = g.clone();
            if before != g {
                return broken("a clone equals its original", format!("{g:?}"));
            }
            let Ok(()) = G::step(self, &mut g);
            steps += 1;
            if let Some(fault) = self.fault.take() {
                return Err(fault);
            }
            let checks = L::holds(&g, self.start)
                .and_then(|()| L::holds_at_rest(&g, self.start))
                .and_then(|()| L::follows(&g, &before));
            if let Err(detail) = checks {
                return broken("the state keeps its invariants after a step", detail);
            }
            if self.rng.below(400) == 0
                && let Err(detail) = L::probe(&g, &mut self.rng)
            {
                return broken("a probe", detail);
            }
            if most < self.decisions || 10 * most < steps {
                return broken(
                    "games end",
                    format!(
                        "{} decisions and {steps} steps, at most {most} decisions",
                        self.decisions
                    ),
                );
            }
        }
        self.end = g;
        let (decisions, throws) = (self.decisions, self.throws);
        let cited = std::mem::take(&mut self.cited);
        let longest = decisions;
        Ok(Tally { games: 1, decisions, throws, steps, longest, cited, ..Tally::default() })
    }

    fn look(
        &mut self,
        g: &G,
        ask: Ask<G::Side, G::Topic>,
        n: usize,
        opt: &dyn Fn(usize) -> G::Opt,
    ) {
        if self.fault.is_some() {
            return;
        }
        let options: Vec<G::Opt> = (0..n).map(opt).collect();
        let mut fault = |law: &str, detail: String| self.fault = Some((law.to_owned(), detail));
        let alone = n == 1 && L::stands_alone(options[0]);
        if n < 2 && !alone {
            fault("a question has several options", format!("{ask:?}: {options:?}"));
        }
        for (i, one) in options.iter().enumerate() {
            if options[..i].contains(one) {
                fault("options never repeat", format!("{one:?} twice for {ask:?}: {options:?}"));
            }
        }
        if self.aloud {
            L::read(g, &ask, &options);
        }
        self.check_ask(g, ask);
    }

    fn decide(&mut self, g: &G, n: usize, opt: &dyn Fn(usize) -> G::Opt) -> u32 {
        if !self.eager {
            return self.rng.below(n as u32);
        }
        let urges: Vec<u32> = (0..n).map(|it| L::urge(g, opt(it)).max(1)).collect();
        let mut left = self.rng.below(urges.iter().sum());
        for (i, urge) in urges.iter().enumerate() {
            if left < *urge {
                return i as u32;
            }
            left -= urge;
        }
        0
    }

    fn record(&mut self, kind: Kind, ask: Ask<G::Side, G::Topic>, of: u32, value: u32) {
        self.tape.push(Answer::number(kind, G::seat(ask.who), ask.rule.tag(), of, value));
    }

    /// One of the ready values. Each of them passes the judge, none comes twice, and there is one. Now and then of all of
    /// them: they may be many.
    fn give(
        &mut self,
        g: &G,
        kind: Kind,
        ask: Ask<G::Side, G::Topic>,
        judge: impl Fn(&G::Plan) -> Result<(), Objection>,
        ready: impl Fn(Wanted) -> Vec<G::Plan>,
    ) -> G::Plan {
        self.check_ask(g, ask);
        let at_random = self.rng.next();
        let ready = ready(if at_random.is_multiple_of(8) {
            Wanted::All
        } else {
            Wanted::One(at_random >> 3)
        });
        let mut fault = |law: &str, detail: String| {
            self.fault.get_or_insert((law.to_owned(), detail));
        };
        for (i, plan) in ready.iter().enumerate() {
            if let Err(objection) = judge(plan) {
                fault("a ready value passes the judge", format!("{plan:?}: {objection}"));
            }
            if ready[..i].contains(plan) {
                fault("ready values never repeat", format!("{plan:?} for {ask:?}"));
            }
        }
        assert!(!ready.is_empty(), "there is a ready value for {ask:?}");
        self.decisions += 1;
        let plan = ready[self.rng.below(ready.len() as u32) as usize].clone();
        match write_plan(&plan) {
            Ok(text) => {
                let (seat, tag) = (G::seat(ask.who), ask.rule.tag());
                self.tape.push(Answer::of_plan(kind, seat, tag, text));
            }
            Err(bad) => fault("a value can be stored", format!("{plan:?}: {bad}")),
        }
        plan
    }

    /// What every question has to keep, whatever kind of answer it wants.
    fn check_ask(&mut self, g: &G, ask: Ask<G::Side, G::Topic>) {
        let mut fault = |law: &str, detail: String| {
            self.fault.get_or_insert((law.to_owned(), detail));
        };
        if ask.rule.code.is_empty()
            || ask.rule.title.is_empty()
            || !ask.rule.code.starts_with(G::SYSTEM)
        {
            fault("a question names its rule", format!("{ask:?}"));
        }
        if let Err(detail) = L::holds(g, self.start) {
            fault("the state keeps its invariants at a question", format!("{ask:?}\n{detail}"));
        }
        self.cited.insert(ask.rule.code);
    }
}

impl<G: Rules + Debug, L: Lawful<Game = G>> Cx<G> for Referee<'_, L, G> {
    type Halt = Infallible;
    type Ledger = Sum;

    fn say(&mut self, rule: Rule, event: impl FnOnce() -> G::Event) {
        self.cited.insert(rule.code);
        if self.aloud {
            L::hear(self.start, &event());
        }
    }

    fn throw(
        &mut self,
        _: &G,
        ask: Ask<G::Side, G::Topic>,
        dice: Dice,
        same: impl Fn(Throw, Throw) -> bool,
    ) -> Result<Throw, Infallible> {
        let throw = Throw(self.rng.below(dice.faces()));
        if !same(throw, throw) && self.fault.is_none() {
            self.fault = Some(("a throw is of one class".into(), format!("{ask:?}: {throw:?}")));
        }
        self.throws += 1;
        self.record(Kind::Thrown, ask, dice.faces(), throw.0);
        Ok(throw)
    }

    fn pick(
        &mut self,
        g: &G,
        ask: Ask<G::Side, G::Topic>,
        n: usize,
        opt: impl Fn(usize) -> G::Opt,
    ) -> Result<usize, Infallible> {
        self.look(g, ask, n, &opt);
        self.decisions += 1;
        let value = self.decide(g, n, &opt);
        self.record(Kind::Decided, ask, n as u32, value);
        Ok(value as usize)
    }

    fn propose(
        &mut self,
        g: &G,
        ask: Ask<G::Side, G::Topic>,
        judge: impl Fn(&G::Plan) -> Result<(), Objection>,
        ready: impl Fn(Wanted) -> Vec<G::Plan>,
    ) -> Result<G::Plan, Infallible> {
        Ok(self.give(g, Kind::Proposed, ask, judge, ready))
    }

    fn declare(
        &mut self,
        g: &G,
        asks: &[Ask<G::Side, G::Topic>],
        judge: impl Fn(usize, &G::Plan) -> Result<(), Objection>,
        ready: impl Fn(usize, Wanted) -> Vec<G::Plan>,
    ) -> Result<Vec<G::Plan>, Infallible> {
        let give = |(k, ask): (usize, &Ask<G::Side, G::Topic>)| {
            self.give(g, Kind::Declared, *ask, |it| judge(k, it), |it| ready(k, it))
        };
        Ok(asks.iter().enumerate().map(give).collect())
    }
}

/// Playouts end as often as the exact odds say, in every end: within 4.5 standard deviations and a whole count, for a
/// rare end that was seen at all. What the odds have `lost` of the whole may belong to any end. How many ends there are.
pub fn frequencies(
    exact: &BTreeMap<u64, Mass>,
    (lost, whole): (Mass, Mass),
    playouts: u32,
    mut play: impl FnMut() -> u64,
) -> Result<usize, String> {
    let mut seen: BTreeMap<u64, u32> = BTreeMap::new();
    for _ in 0..playouts {
        *seen.entry(play()).or_default() += 1;
    }
    if let Some(strange) = seen.keys().find(|it| !exact.contains_key(it))
        && lost == 0
    {
        return Err(format!("a playout ends in a state of no mass: {strange:x}"));
    }
    let slack = f64::from(playouts) * (lost as f64 / whole as f64);
    for (state, mass) in exact {
        let p = *mass as f64 / whole as f64;
        let (n, k) = (f64::from(playouts), f64::from(seen.get(state).copied().unwrap_or(0)));
        let sigma = (n * p * (1.0 - p)).sqrt();
        if 4.5 * sigma + 1.0 + slack < (k - n * p).abs() {
            return Err(format!(
                "state {state:x}: {k} of {n} playouts, exact {p:.6}: {:.1} sigma off",
                (k - n * p).abs() / sigma
            ));
        }
    }
    Ok(exact.len())
}

/// A fingerprint of a state, the same on every machine.
#[must_use]
pub fn digest(g: &impl Hash) -> u64 {
    struct Fnv(u64);
    impl Hasher for Fnv {
        fn finish(&self) -> u64 {
            self.0
        }
        fn write(&mut self, bytes: &[u8]) {
            for byte in bytes {
                self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
            }
        }
        // The same digest on machines of any word size and byte order.
        fn write_u16(&mut self, n: u16) {
            self.write(&n.to_le_bytes());
        }
        fn write_u32(&mut self, n: u32) {
            self.write(&n.to_le_bytes());
        }
        fn write_u64(&mut self, n: u64) {
            self.write(&n.to_le_bytes());
        }
        fn write_usize(&mut self, n: usize) {
            self.write(&(n as u64).to_le_bytes());
        }
        fn write_isize(&mut self, n: isize) {
            self.write(&(n as i64).to_le_bytes());
        }
    }
    let mut fnv = Fnv(0xcbf2_9ce4_8422_2325);
    g.hash(&mut fnv);
    fnv.finish()
}
