//! Games of the Grand Tactical Series told question by question.

use gts::Battle;
use kernel::{PendingAsk, Reply, Rng};
use testkit::golden::{Told, plan};

use crate::Gts;

impl Told for Gts {
    /// Chits are bought one by one and by both sides in turn, until each has enough.
    fn random(g: &Battle, asks: &[PendingAsk<Battle>], rng: &mut Rng) -> Vec<Reply> {
        if let [only] = asks
            && only.ready.is_none()
        {
            return vec![Reply::Option(rng.below(only.options.len() as u32) as usize)];
        }
        let mut plans = vec![Vec::new(); asks.len()];
        let mut done = vec![false; asks.len()];
        while done.contains(&false) {
            for (k, asked) in asks.iter().enumerate() {
                if done[k] {
                    continue;
                }
                let list = gts::purchase::for_sale(g, asked.ask.who, &plans[k]);
                let pick = match list.len() {
                    0 => 0,
                    n => rng.below(n as u32 + 1) as usize,
                };
                match pick.checked_sub(1) {
                    None => done[k] = true,
                    Some(i) => plans[k].push(list[i]),
                }
            }
        }
        plans.iter().map(plan).collect()
    }
}
