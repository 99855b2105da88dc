//! Odds: visit every distinguishable course of the dice, each with its exact mass.
//!
//! The driver runs the procedure again and again along an odometer of throws. At a mark ([`Cx::mark`]) courses that
//! have arrived at the same state are merged into one and go on together, which turns the tree into a lattice: an
//! assault of ten shots costs thousands of courses, not billions. Masses are integers; what a floor, a budget or an
//! indivisible draw leaves out is added up in `lost`, so every answer comes with its error.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

use crate::cx::{Ask, Cx, Game};
use crate::dice::{Dice, Throw};
use crate::plan::{Objection, Wanted};
use crate::policy::{Policy, planned};
use crate::rule::{Rule, Sum};

/// Probability mass, an integer share of `Game::WHOLE`.
pub type Mass = u128;

/// Why a course was given up before its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cut {
    /// Too little mass reached it.
    Floor,
    /// It met another course at a mark and goes on with it.
    Merged,
}

/// Throws of a stage after which a mark merges courses.
const WORTH_A_STOP: usize = 4;

/// What one stage of a staged procedure says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow<R> {
    Done(R),
    Again,
}

pub struct Odds<P> {
    pub policy: P,
    /// Courses below this mass are given up.
    pub floor: Mass,
    /// At most so many courses are followed.
    pub budget: u64,
    /// Mass left out by floor, budget or indivisible draws.
    pub lost: Mass,
    /// Courses followed.
    pub courses: u64,
    /// The part of `lost` that is due to indivisible draws.
    indivisible: Mass,
    path: Vec<Branch>,
    depth: usize,
    /// Throws of the course being followed; `replay` of them lead to the mark it started from.
    tape: Vec<u16>,
    replay: usize,
    pos: usize,
    /// Marks to pass before the next one stops the course.
    marks_to_pass: usize,
    marks: usize,
    /// The next mark ends the course.
    stop_at_mark: bool,
    /// Marks are passed by until so many throws have been made.
    patience: usize,
    start_mass: Mass,
    ahead: Frontier,
    spare: Vec<Vec<(Throw, u32)>>,
}

struct Branch {
    /// A representative throw of every class, and how many throws it stands for.
    classes: Vec<(Throw, u32)>,
    at: usize,
    share: Mass,
    /// Length of the tape before this throw.
    tape: usize,
}

/// Where a fingerprint was first seen. Looked up only, never gone through: the order of things is that of the entries.
type Index = HashMap<u128, usize, BuildHasherDefault<AsIs>>;

/// A fingerprint is a hash already.
#[derive(Clone, Default)]
struct AsIs(u64);

impl Hasher for AsIs {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0 << 8 | u64::from(*byte);
        }
    }
    fn write_u128(&mut self, n: u128) {
        self.0 = n as u64;
    }
}

/// Merged courses waiting at their next mark.
#[derive(Default)]
struct Frontier {
    index: Index,
    entries: Vec<Waiting>,
}

struct Waiting {
    tape: Vec<u16>,
    marks: usize,
    mass: Mass,
}

impl<P> Odds<P> {
    pub fn new(policy: P) -> Odds<P> {
        Odds {
            policy,
            floor: 0,
            budget: u64::MAX,
            lost: 0,
            courses: 0,
            indivisible: 0,
            path: Vec::new(),
            depth: 0,
            tape: Vec::new(),
            replay: 0,
            pos: 0,
            marks_to_pass: 0,
            marks: 0,
            stop_at_mark: false,
            patience: 0,
            start_mass: 0,
            ahead: Frontier::default(),
            spare: Vec::new(),
        }
    }

    /// Run `procedure` down every course; `leaf` gets the mass, the result and the end state.
    pub fn every<G: Game, R>(
        &mut self,
        start: &G,
        procedure: impl Fn(&mut Odds<P>, &mut G) -> Result<R, Cut>,
        leaf: impl FnMut(Mass, R, &G),
    ) {
        self.every_from(start, G::WHOLE, procedure, leaf);
    }

    fn every_from<G: Game, R>(
        &mut self,
        start: &G,
        mass: Mass,
        procedure: impl Fn(&mut Odds<P>, &mut G) -> Result<R, Cut>,
        mut leaf: impl FnMut(Mass, R, &G),
    ) {
        let mut level = vec![Waiting { tape: Vec::new(), marks: 0, mass }];
        let mut g = start.clone();
        while !level.is_empty() {
            for waiting in level {
                if waiting.mass < self.floor || self.budget <= self.courses {
                    self.lost += waiting.mass;
                    continue;
                }
                self.replay = waiting.tape.len();
                self.tape = waiting.tape;
                self.marks_to_pass = waiting.marks;
                self.start_mass = waiting.mass;
                let (mut left, lost_before) = (waiting.mass, self.indivisible);
                loop {
                    g.clone_from(start);
                    (self.pos, self.depth, self.marks) = (0, 0, 0);
                    let end = procedure(self, &mut g);
                    self.courses += 1;
                    match end {
                        Ok(result) => leaf(self.mass(), result, &g),
                        Err(Cut::Floor) => self.lost += self.mass(),
                        Err(Cut::Merged) => (),
                    }
                    left -= self.mass();
                    if !self.next_course() {
                        break;
                    }
                    if self.budget <= self.courses {
                        self.lost += left - (self.indivisible - lost_before);
                        self.path.clear();
                        break;
                    }
                }
            }
            level = std::mem::take(&mut self.ahead).entries;
        }
    }

    /// Run `procedure` no further than its next mark: the odds of one shot, not of all that follows it.
    pub fn until_mark<G: Game, R>(
        &mut self,
        start: &G,
        procedure: impl Fn(&mut Odds<P>, &mut G) -> Result<R, Cut>,
        mut leaf: impl FnMut(Mass, &G),
    ) {
        self.stop_at_mark = true;
        let stopping = |cx: &mut Odds<P>, g: &mut G| match procedure(cx, g) {
            Ok(_) | Err(Cut::Merged) => Ok(()),
            Err(cut) => Err(cut),
        };
        self.every_from(start, G::WHOLE, stopping, |mass, (), g| leaf(mass, g));
        self.stop_at_mark = false;
    }

    /// A procedure in stages: after each stage equal states (with equal `locals`) are merged, and the stage is run
    /// again from them until it is done. Cheaper than marks over long procedures, since nothing is replayed.
    pub fn stages<G: Game, L: Clone + Hash + Eq, R>(
        &mut self,
        start: &G,
        locals: L,
        stage: impl Fn(&mut Odds<P>, &mut G, &mut L) -> Result<Flow<R>, Cut>,
        mut leaf: impl FnMut(Mass, R, &G, &L),
    ) where
        P: Policy<G> + Clone,
    {
        let matters = self.policy.clone();
        self.patience = WORTH_A_STOP;
        let mut level: Spread<(G, L)> = Spread::default();
        level.add_by(0, G::WHOLE, || (start.clone(), locals));
        while !level.is_empty() {
            let mut next = Spread::default();
            for (mass, (g0, l0)) in level.into_iter() {
                if mass < self.floor || self.budget <= self.courses {
                    self.lost += mass;
                    continue;
                }
                self.every_from(
                    &g0,
                    mass,
                    |cx, g| {
                        let mut locals = l0.clone();
                        let flow = stage(cx, g, &mut locals)?;
                        Ok((flow, locals))
                    },
                    |mass, (flow, locals), g| match flow {
                        Flow::Done(result) => leaf(mass, result, g, &locals),
                        Flow::Again => {
                            let mut key = Fingerprint::default();
                            locals.hash(&mut key);
                            matters.matters(g, &mut key);
                            next.add_by(key.whole(), mass, || (g.clone(), locals));
                        }
                    },
                );
            }
            level = next;
        }
        self.patience = 0;
    }

    /// Mass of the course being followed.
    fn mass(&self) -> Mass {
        match self.path[..self.depth].last() {
            Some(branch) => branch.share * Mass::from(branch.classes[branch.at].1),
            None => self.start_mass,
        }
    }

    fn next_course(&mut self) -> bool {
        while let Some(branch) = self.path.last_mut() {
            branch.at += 1;
            if branch.at < branch.classes.len() {
                let (keep, value) = (branch.tape, branch.classes[branch.at].0.0 as u16);
                self.tape.truncate(keep);
                self.tape.push(value);
                return true;
            }
            if let Some(mut branch) = self.path.pop() {
                branch.classes.clear();
                self.spare.push(branch.classes);
            }
        }
        false
    }
}

impl<G: Game, P: Policy<G>> Cx<G> for Odds<P> {
    type Halt = Cut;
    type Ledger = Sum;

    #[inline]
    fn throw(
        &mut self,
        _: &G,
        _: Ask<G::Side, G::Topic>,
        dice: Dice,
        same: impl Fn(Throw, Throw) -> bool,
    ) -> Result<Throw, Cut> {
        if self.pos < self.tape.len() {
            let throw = Throw(u32::from(self.tape[self.pos]));
            if self.replay <= self.pos {
                self.depth += 1;
            }
            self.pos += 1;
            return Ok(throw);
        }
        let mass = self.mass();
        if mass < self.floor {
            return Err(Cut::Floor);
        }
        let mut classes = self.spare.pop().unwrap_or_default();
        classify(dice, same, &mut classes);
        let share = mass / Mass::from(dice.faces());
        let rest = mass - share * Mass::from(dice.faces());
        self.lost += rest;
        self.indivisible += rest;
        let throw = classes[0].0;
        self.path.push(Branch { classes, at: 0, share, tape: self.tape.len() });
        self.depth += 1;
        self.tape.push(throw.0 as u16);
        self.pos += 1;
        Ok(throw)
    }

    #[inline]
    fn pick(
        &mut self,
        g: &G,
        ask: Ask<G::Side, G::Topic>,
        n: usize,
        opt: impl Fn(usize) -> G::Opt,
    ) -> Result<usize, Cut> {
        // Only throws stand on the tape: a policy for odds decides alike in the same state, so it is asked again.
        Ok(self.policy.decide(g, ask, n, opt))
    }

    fn propose(
        &mut self,
        g: &G,
        ask: Ask<G::Side, G::Topic>,
        judge: impl Fn(&G::Plan) -> Result<(), Objection>,
        ready: impl Fn(Wanted) -> Vec<G::Plan>,
    ) -> Result<G::Plan, Cut> {
        Ok(planned(&mut self.policy, g, ask, judge, ready))
    }

    #[inline]
    fn mark(&mut self, g: &G, rule: Rule, locals: impl Hash) -> Result<(), Cut> {
        if self.stop_at_mark {
            return Err(Cut::Merged);
        }
        self.marks += 1;
        // Too few throws since the last stop: to run again from here would cost more than merging saves.
        if self.marks <= self.marks_to_pass || self.depth < self.patience {
            return Ok(());
        }
        let mass = self.mass();
        let mut key = Fingerprint::default();
        (rule.tag(), locals).hash(&mut key);
        if 0 < self.patience {
            // Not all courses stop at the same mark: the same state at another is another place.
            self.marks.hash(&mut key);
        }
        self.policy.matters(g, &mut key);
        let key = key.whole();
        match self.ahead.index.get(&key) {
            Some(entry) => self.ahead.entries[*entry].mass += mass,
            None => {
                self.ahead.index.insert(key, self.ahead.entries.len());
                self.ahead.entries.push(Waiting {
                    tape: self.tape.clone(),
                    marks: self.marks,
                    mass,
                });
            }
        }
        Err(Cut::Merged)
    }
}

/// One representative of every class of throws the procedure cannot tell apart, with their number.
#[inline]
pub(crate) fn classify(
    dice: Dice,
    same: impl Fn(Throw, Throw) -> bool,
    classes: &mut Vec<(Throw, u32)>,
) {
    for throw in (0..dice.faces()).map(Throw) {
        match classes.iter_mut().find(|(first, _)| same(*first, throw)) {
            Some((_, count)) => *count += 1,
            None => classes.push((throw, 1)),
        }
    }
}

/// Masses of distinct things, equal ones added up, in the order of first arrival.
#[derive(Clone, Debug)]
pub struct Spread<T> {
    index: Index,
    entries: Vec<(Mass, T)>,
}

impl<T> Default for Spread<T> {
    fn default() -> Spread<T> {
        Spread { index: Index::default(), entries: Vec::new() }
    }
}

impl<T: Hash> Spread<T> {
    pub fn add(&mut self, mass: Mass, thing: T) {
        self.add_by(Fingerprint::of(&thing), mass, || thing);
    }
}

impl<T> Spread<T> {
    fn add_by(&mut self, key: u128, mass: Mass, thing: impl FnOnce() -> T) {
        match self.index.get(&key) {
            Some(entry) => self.entries[*entry].0 += mass,
            None => {
                self.index.insert(key, self.entries.len());
                self.entries.push((mass, thing()));
            }
        }
    }
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }
    pub fn iter(&self) -> impl Iterator<Item = &(Mass, T)> {
        self.entries.iter()
    }
}

impl<T> IntoIterator for Spread<T> {
    type Item = (Mass, T);
    type IntoIter = std::vec::IntoIter<(Mass, T)>;
    fn into_iter(self) -> Self::IntoIter {
        self.entries.into_iter()
    }
}

/// 128-bit fingerprint by two independent multiply-and-fold lanes. Two different states among the millions of one
/// enumeration share it with a chance below 10^-25.
#[derive(Clone, Debug)]
pub struct Fingerprint(u64, u64);

impl Default for Fingerprint {
    fn default() -> Fingerprint {
        Fingerprint(0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344)
    }
}

impl Fingerprint {
    fn of(thing: &impl Hash) -> u128 {
        let mut hasher = Fingerprint::default();
        thing.hash(&mut hasher);
        hasher.whole()
    }
    fn whole(&self) -> u128 {
        (u128::from(self.finish()) << 64) | u128::from(fold(self.1, 0xa409_3822_299f_31d0))
    }
    #[inline]
    fn mix(&mut self, word: u64) {
        self.0 = fold(self.0 ^ word, 0x9e37_79b9_7f4a_7c15);
        self.1 = fold(self.1.rotate_left(23) ^ word, 0xd1b5_4a32_d192_ed03);
    }
}

#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a | 1) * u128::from(b);
    (product as u64) ^ ((product >> 64) as u64) ^ a.rotate_left(31)
}

impl Hasher for Fingerprint {
    fn finish(&self) -> u64 {
        fold(self.0, 0x082e_fa98_ec4e_6c89)
    }
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let mut chunks = bytes.chunks_exact(8);
        for chunk in &mut chunks {
            let mut word = [0; 8];
            word.copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word));
        }
        let rest = chunks.remainder();
        if !rest.is_empty() {
            let mut word = [0; 8];
            word[..rest.len()].copy_from_slice(rest);
            self.mix(u64::from_le_bytes(word) ^ ((rest.len() as u64) << 56));
        }
    }
    #[inline]
    fn write_u8(&mut self, n: u8) {
        self.mix(u64::from(n));
    }
    #[inline]
    fn write_u16(&mut self, n: u16) {
        self.mix(u64::from(n));
    }
    #[inline]
    fn write_u32(&mut self, n: u32) {
        self.mix(u64::from(n));
    }
    #[inline]
    fn write_u64(&mut self, n: u64) {
        self.mix(n);
    }
    #[inline]
    fn write_usize(&mut self, n: usize) {
        self.mix(n as u64);
    }
}
