//! What is face down decides nothing: not what the player sees, not what is asked (omaha.scale.hidden-info,
//! omaha.data.hidden).

use std::collections::BTreeMap;
use std::convert::Infallible;

use kernel::{Cx, Dice, Never, Objection, Rng, Rules, Sum, Throw};
use omaha::Day;
use omaha::data::{DepthId, DepthPool, GermanId};
use omaha::pools;
use omaha::question::{Opt, Question};
use omaha::state::{DepthPlace, GermanPlace, Pool};

/// Mix up hidden faces; the player must not notice before something is turned over.
pub(super) fn nothing_leaks(g: &Day, rng: &mut Rng) -> Result<(), String> {
    let seen = g.seen();
    if seen.seen() != seen {
        return Err("omaha.data.hidden: what is seen of what is seen is something else".into());
    }
    let mut other = g.clone();
    for _ in 0..40 {
        shuffle(&mut other, rng);
    }
    if other.seen() != seen {
        return Err("omaha.data.hidden: two hidden faces change places and it is seen".into());
    }
    if g.is_over() {
        return Ok(());
    }
    let seed = rng.next();
    let (here, there) = (course(g, seed), course(&other, seed));
    let turned = |a: &Day, b: &Day| {
        let units = a.germans.iter().zip(&b.germans).any(|(a, b)| a.known != b.known);
        units || a.depths.iter().zip(&b.depths).any(|(a, b)| a.known != b.known)
    };
    // Once something is turned over the games may part.
    if turned(g, &here.1) || turned(&other, &there.1) {
        return Ok(());
    }
    if here.0 != there.0 {
        let (a, b) = parting(&here.0, &there.0);
        let phase = g.phase;
        return Err(format!(
            "omaha.scale.hidden-info: hidden faces change what is asked in {phase:?}\n{a}\n{b}"
        ));
    }
    if here.1.seen() != there.1.seen() {
        let phase = g.phase;
        return Err(format!("omaha.scale.hidden-info: hidden faces change {phase:?}"));
    }
    Ok(())
}

/// Where two courses part, with a little of what is before and behind.
fn parting(a: &[String], b: &[String]) -> (String, String) {
    let (a, b) = (a.join("; "), b.join("; "));
    let same = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    let cut = |it: &str| it.chars().skip(same.saturating_sub(80)).take(240).collect();
    (cut(&a), cut(&b))
}

/// Two hidden counters that look alike change places.
fn shuffle(g: &mut Day, rng: &mut Rng) {
    let units = g.data().germans.len() as u32;
    let (a, b) = (GermanId(rng.below(units) as u8), GermanId(rng.below(units) as u8));
    let boxed = |it: GermanId| g[it].place == GermanPlace::Pool(Pool::Meyer);
    let alike = pools::group(g, a) == pools::group(g, b) && boxed(a) == boxed(b);
    if alike && !g[a].known && !g[b].known {
        swap(g, a, b);
    }
    let depths = g.data().depths.len() as u32;
    let (a, b) = (DepthId(rng.below(depths) as u8), DepthId(rng.below(depths) as u8));
    let pool = |it: DepthId| g.data().depths[it.index()].pool;
    if pool(a) == pool(b) && !g[a].known && !g[b].known {
        swap_depths(g, a, b);
    }
}

/// All hidden faces are dealt anew, each order as likely as any other: what a player knows of them.
pub(super) fn deal(g: &mut Day, rng: &mut Rng) {
    let mut units: BTreeMap<(u8, bool), Vec<GermanId>> = BTreeMap::new();
    for id in super::germans(g).filter(|it| !g[*it].known) {
        let boxed = g[id].place == GermanPlace::Pool(Pool::Meyer);
        units.entry((pools::group(g, id), boxed)).or_default().push(id);
    }
    for alike in units.values() {
        each_order(alike, rng, |a, b| swap(g, a, b));
    }
    let mut depths: BTreeMap<(DepthPool, bool), Vec<DepthId>> = BTreeMap::new();
    for id in super::depths(g).filter(|it| !g[*it].known) {
        let boxed = g[id].place == DepthPlace::Meyer;
        depths.entry((g.data().depths[id.index()].pool, boxed)).or_default().push(id);
    }
    for alike in depths.values() {
        each_order(alike, rng, |a, b| swap_depths(g, a, b));
    }
}

/// Changes places so that every order is as likely.
fn each_order<T: Copy>(alike: &[T], rng: &mut Rng, mut swap: impl FnMut(T, T)) {
    for (i, last) in alike.iter().enumerate().skip(1).rev() {
        swap(*last, alike[rng.below(i as u32 + 1) as usize]);
    }
}

fn swap(g: &mut Day, a: GermanId, b: GermanId) {
    g.germans.swap(a.index(), b.index());
    for it in [a, b] {
        if let GermanPlace::At(site) = g[it].place {
            g.holders.set(site, Some(it));
        }
        if let Some(depth) = g[it].depth {
            g[depth].place = DepthPlace::Under(it);
        }
    }
}

fn swap_depths(g: &mut Day, a: DepthId, b: DepthId) {
    g.depths.swap(a.index(), b.index());
    for it in [a, b] {
        if let DepthPlace::Under(unit) = g[it].place {
            g[unit].depth = Some(it);
        }
    }
}

/// One step with the answers of a seed: what was asked, and how it ended.
fn course(g: &Day, seed: u64) -> (Vec<String>, Day) {
    let mut g = g.clone();
    let mut cx = Course { rng: Rng(seed), asked: Vec::new() };
    let Ok(()) = Day::step(&mut cx, &mut g);
    (cx.asked, g)
}

struct Course {
    rng: Rng,
    asked: Vec<String>,
}

impl Cx<Day> for Course {
    type Halt = Infallible;
    type Ledger = Sum;

    fn throw(
        &mut self,
        _: &Day,
        ask: Question,
        dice: Dice,
        _: impl Fn(Throw, Throw) -> bool,
    ) -> Result<Throw, Infallible> {
        self.asked.push(format!("[{}] {dice:?}", ask.rule.code));
        Ok(Throw(self.rng.below(dice.faces())))
    }

    fn pick(
        &mut self,
        _: &Day,
        ask: Question,
        n: usize,
        opt: impl Fn(usize) -> Opt,
    ) -> Result<usize, Infallible> {
        let options: Vec<Opt> = (0..n).map(opt).collect();
        self.asked.push(format!("[{}] {options:?}", ask.rule.code));
        Ok(self.rng.below(n as u32) as usize)
    }

    fn propose(
        &mut self,
        _: &Day,
        _: Question,
        _: impl Fn(&Never) -> Result<(), Objection>,
        _: impl Fn(kernel::Wanted) -> Vec<Never>,
    ) -> Result<Never, Infallible> {
        unreachable!("nothing is asked here but options")
    }
}
