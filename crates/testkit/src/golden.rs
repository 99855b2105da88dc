//! Playthroughs: one whole game of a scenario as text, to be read as a diff when the rules change.

use kernel::{Line, PendingAsk, Reply, Rng, Rules, Seed, Session};
use serde::Serialize;

use crate::laws::digest;

/// A system whose games can be told.
pub trait Told: Rules {
    fn line(&self, line: &Line<Self>) -> String;
    /// Who is asked what, and the labels of the options.
    fn question(&self, ask: &PendingAsk<Self>) -> (String, Vec<String>);
    /// The answers of a random player, in the order of the asks.
    fn random(&self, asks: &[PendingAsk<Self>], rng: &mut Rng) -> Vec<Reply> {
        let any = |it: &PendingAsk<Self>| match &it.ready {
            None => Reply::Option(rng.below(it.options.len() as u32) as usize),
            Some(ready) => plan(&ready[rng.below(ready.len() as u32) as usize]),
        };
        asks.iter().map(any).collect()
    }
}

fn plan<P: Serialize>(plan: &P) -> Reply {
    Reply::Plan(serde_json::to_value(plan).unwrap_or_default())
}

#[cfg(feature = "gts")]
impl Told for gts::Battle {
    fn line(&self, line: &Line<Self>) -> String {
        crate::cases::gts::play::line_text(self, line)
    }
    fn question(&self, ask: &PendingAsk<Self>) -> (String, Vec<String>) {
        use crate::cases::gts::words::side_letter;
        let options = ask.options.iter().map(|it| gts::text::option(self, &ask.ask, *it).0);
        let ready = ask.ready.iter().flatten().map(|it| gts::text::plan(self.data(), it));
        let labels = options.chain(ready).collect();
        let (who, code) = (side_letter(ask.ask.who), ask.ask.rule.code);
        (format!("{who} [{code}] {}", gts::text::prompt(self, &ask.ask)), labels)
    }

    /// Chits are bought one by one and by both sides in turn, until each has enough.
    fn random(&self, asks: &[PendingAsk<Self>], rng: &mut Rng) -> Vec<Reply> {
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
                let list = gts::purchase::for_sale(self, asked.ask.who, &plans[k]);
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

#[cfg(feature = "omaha")]
impl Told for omaha::Day {
    fn line(&self, line: &Line<Self>) -> String {
        crate::cases::omaha::play::line_text(self, line)
    }
    fn question(&self, ask: &PendingAsk<Self>) -> (String, Vec<String>) {
        let labels = ask.options.iter().map(|it| omaha::text::option(self, *it)).collect();
        let code = ask.ask.rule.code;
        (format!("[{code}] {}", omaha::text::question(self, &ask.ask)), labels)
    }
}

/// Options beyond this many are given by their number and digest.
const MOST_OPTIONS: usize = 8;

/// The game that the `n`-th seed and a random player make of a scenario.
pub fn playthrough<G: Told>(name: &str, start: &G, n: u64) -> Result<String, String> {
    let dice = Seed::from_number(n);
    let mut rng = Rng(n);
    let mut session =
        Session::open(start.clone(), Vec::new(), &dice).map_err(|it| it.to_string())?;
    let mut out = format!(
        "# {name}: a random game, dice of seed {n}.\n# Never edit by hand: UPDATE_GOLDEN=1 cargo test -p testkit --test golden\n"
    );
    let mut told = 0;
    loop {
        let g = session.now();
        for line in &session.log()[told..] {
            out += &format!("{}\n", g.line(line));
        }
        told = session.log().len();
        let Some(pending) = session.pending() else { break };
        let mut replies = Vec::new();
        for (ask, reply) in pending.asks.iter().zip(g.random(&pending.asks, &mut rng)) {
            let (at, digest) = (session.journal().len(), digest(g) as u32);
            out += &format!("{at} {digest:08x} {}\n", question(g, ask));
            replies.push((G::seat(ask.ask.who), reply));
        }
        for (seat, reply) in replies {
            session.answer(seat, &reply, &dice).map_err(|it| it.to_string())?;
        }
    }
    let g = session.now();
    out += &format!("{} {:08x} the end\n", session.journal().len(), digest(g) as u32);
    Ok(out)
}

fn question<G: Told>(g: &G, ask: &PendingAsk<G>) -> String {
    let (question, labels) = g.question(ask);
    let options = if labels.len() <= MOST_OPTIONS {
        labels.join(" | ")
    } else {
        let mut sum = Rng(labels.len() as u64);
        let mixed = labels.iter().flat_map(|it| it.bytes()).fold(0_u64, |sum_, it| {
            sum = Rng(sum_ ^ u64::from(it));
            sum.next()
        });
        format!("{} | … {} options #{:08x}", labels[0], labels.len(), mixed as u32)
    };
    format!("{question} {options}")
}
