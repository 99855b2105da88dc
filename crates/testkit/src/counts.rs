//! Counts, like perft for chess: how many distinguishable courses there are after so many answers. Dice count by the
//! classes the rules tell apart. A change of a count is a change of the rules.

use kernel::{Ask, Cx, Dice, Game, Objection, Rules, Sum, Throw, Wanted};

/// Courses by number of answers, `counts[0] == 1`, until a depth has more than `most` of them.
pub fn counts<G: Rules>(start: &G, deepest: usize, most: u64) -> Vec<u64> {
    let mut counts = vec![0; deepest + 1];
    let mut depth = 0;
    // Deepen one by one, so that the last depth counted is whole.
    while depth < deepest {
        depth += 1;
        let mut level = vec![0; depth + 1];
        walk(start, &mut Vec::new(), 0, depth, &mut level);
        counts[..=depth].copy_from_slice(&level);
        if most < level[depth] || level[depth] == 0 {
            break;
        }
    }
    counts.truncate(depth + 1);
    counts
}

/// Why a run stopped: so many ways to go on, by a representative each.
struct Fork(Vec<u32>);

struct Walker<'t> {
    tape: &'t [u32],
    pos: usize,
}

impl Walker<'_> {
    fn next(&mut self, ways: impl FnOnce() -> Vec<u32>) -> Result<u32, Fork> {
        match self.tape.get(self.pos) {
            Some(value) => {
                self.pos += 1;
                Ok(*value)
            }
            None => Err(Fork(ways())),
        }
    }
}

impl<G: Game> Cx<G> for Walker<'_> {
    type Halt = Fork;
    type Ledger = Sum;

    fn throw(
        &mut self,
        _: &G,
        _: Ask<G::Side, G::Topic>,
        dice: Dice,
        same: impl Fn(Throw, Throw) -> bool,
    ) -> Result<Throw, Fork> {
        let ways = || {
            let mut classes: Vec<u32> = Vec::new();
            for face in 0..dice.faces() {
                if !classes.iter().any(|it| same(Throw(*it), Throw(face))) {
                    classes.push(face);
                }
            }
            classes
        };
        self.next(ways).map(Throw)
    }

    fn pick(
        &mut self,
        _: &G,
        _: Ask<G::Side, G::Topic>,
        n: usize,
        _: impl Fn(usize) -> G::Opt,
    ) -> Result<usize, Fork> {
        self.next(|| (0..n as u32).collect()).map(|it| it as usize)
    }

    /// By the values that are ready.
    fn propose(
        &mut self,
        _: &G,
        _: Ask<G::Side, G::Topic>,
        _: impl Fn(&G::Plan) -> Result<(), Objection>,
        ready: impl Fn(Wanted) -> Vec<G::Plan>,
    ) -> Result<G::Plan, Fork> {
        let mut ready = ready(Wanted::All);
        let at = self.next(|| (0..ready.len() as u32).collect())?;
        Ok(ready.swap_remove(at as usize))
    }
}

/// Counts the courses from `base` over `tape`, which leads to depth `depth`.
fn walk<G: Rules>(base: &G, tape: &mut Vec<u32>, depth: usize, deepest: usize, counts: &mut [u64]) {
    let mut g = base.clone();
    let mut walker = Walker { tape, pos: 0 };
    match G::step(&mut walker, &mut g) {
        // The step is over: go on from its end with an empty tape.
        Ok(()) if g.is_over() => counts[depth] += 1,
        Ok(()) => walk(&g, &mut Vec::new(), depth, deepest, counts),
        Err(Fork(ways)) => {
            counts[depth] += 1;
            if depth < deepest {
                for way in ways {
                    tape.push(way);
                    walk(base, tape, depth + 1, deepest, counts);
                    tape.pop();
                }
            }
        }
    }
}
