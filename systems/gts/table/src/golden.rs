//! Games of the Grand Tactical Series told question by question.

use gts::Battle;
use kernel::{Line, PendingAsk, Reply, Rng};
use testkit::golden::{Told, plan};

use crate::Gts;
use crate::cases::words::side_letter;

impl Told for Gts {
    fn tell(g: &Battle, line: &Line<Battle>) -> String {
        crate::cases::play::line_text(g, line)
    }
    fn tell_question(g: &Battle, ask: &PendingAsk<Battle>) -> (String, Vec<String>) {
        let options = ask.options.iter().map(|it| gts::text::option(g, &ask.ask, *it).0);
        let ready = ask.ready.iter().flatten().map(|it| gts::text::plan(g.data(), it));
        let labels = options.chain(ready).collect();
        let (who, code) = (side_letter(ask.ask.who), ask.ask.rule.code);
        (format!("{who} [{code}] {}", gts::text::prompt(g, &ask.ask)), labels)
    }

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
