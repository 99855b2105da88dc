//! Playthroughs: one whole game of a scenario as text, to be read as a diff when the rules change.

use kernel::{DiceSource, Line, PendingAsk, Reply, Rng, Rules, Seed, Session};

use crate::laws::digest;

/// A system whose games can be told.
pub trait Told: Rules {
    fn line(&self, line: &Line<Self>) -> String;
    /// Who is asked what, and the labels of the options.
    fn question(&self, ask: &PendingAsk<Self>) -> (String, Vec<String>);
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
        let sealed = |it: &&PendingAsk<G>| session.sealed(G::seat(it.ask.who)).is_some();
        let ask = pending.asks.iter().find(|it| !sealed(it)).unwrap_or(&pending.asks[0]);
        let reply = match &ask.ready {
            None => Reply::Option(rng.below(ask.options.len() as u32) as usize),
            Some(ready) => {
                let plan = &ready[rng.below(ready.len() as u32) as usize];
                Reply::Plan(serde_json::to_value(plan).map_err(|it| it.to_string())?)
            }
        };
        out +=
            &format!("{} {:08x} {}\n", session.journal().len(), digest(g) as u32, question(g, ask));
        let seat = G::seat(ask.ask.who);
        // Lines of the step in progress are told again after a secret answer; nothing is told twice.
        told = answer(&mut session, seat, &reply, told, &dice)?;
    }
    let g = session.now();
    out += &format!("{} {:08x} the end\n", session.journal().len(), digest(g) as u32);
    Ok(out)
}

fn answer<G: Rules>(
    session: &mut Session<G>,
    seat: u8,
    reply: &Reply,
    told: usize,
    dice: &dyn DiceSource,
) -> Result<usize, String> {
    session.answer(seat, reply, dice).map_err(|it| it.to_string())?;
    Ok(if session.log().len() < told { session.log().len() } else { told })
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
