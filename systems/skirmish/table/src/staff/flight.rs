//! Where Broken elements and losers of a melee run to.

use skirmish::data::ElementId;
use skirmish::question::{Move, Plan};
use tabletop::Spot;

use super::foes::Pace;
use super::{Staff, best};

/// Being gone for good.
const GONE: f64 = 100.0;

impl Staff<'_> {
    /// The best of what the rules leave open: not over the edge, out of fire, and then the shortest way.
    pub(super) fn run(&self, id: ElementId, ready: &[Plan]) -> Plan {
        let g = self.g;
        let (foes, me) = (self.foes(), self.target(id));
        let size = g.scene.table.size();
        let score = |plan: &Plan| {
            let Plan::Move(Move { paths, .. }) = plan else { return f64::NEG_INFINITY };
            let ends = || g.spots(id).zip(paths).map(|((_, at), path)| path.end(at));
            let rim = |at: Spot| at.x == 0 || at.y == 0 || at.x == size.x || at.y == size.y;
            let gone = if ends().any(rim) { GONE } else { 0.0 };
            let Some(first) = ends().next() else { return f64::NEG_INFINITY };
            let pace = Pace { in_open: true, double: false };
            let fire = foes.iter().filter_map(|foe| {
                let line = |j: usize, _: usize| g.sight(foe.points[j], first);
                let throws = self.throws(foe.fires.as_ref()?, &foe.points, &[first], line, pace);
                Some(self.effect(&throws, &me))
            });
            let inches = paths.first().map_or(0, |it| it.0.len()) as f64;
            -gone - fire.sum::<f64>() - 0.01 * inches
        };
        ready[best(ready.iter().map(score))].clone()
    }
}
