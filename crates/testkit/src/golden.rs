//! Playthroughs: one whole game of a scenario as text, to be read as a diff when the rules change.

use std::{env, fs, path::Path};

use kernel::{Game as _, PendingAsk, Reply, Rng, Seed, Session};
use serde::Serialize;

use crate::cases::{Played, line_text, question_text};
use crate::laws::{digest, scenarios};

/// A system whose games can be told.
pub trait Told: Played {
    /// Where the games that are told begin: a random player must get somewhere.
    fn told_starts() -> Result<Vec<(String, Self::Game)>, String> {
        let mut starts = scenarios::<Self>()?;
        starts.extend(Self::starts()?);
        Ok(starts)
    }
    /// The answers of a random player, in the order of the asks.
    fn random(_g: &Self::Game, asks: &[PendingAsk<Self::Game>], rng: &mut Rng) -> Vec<Reply> {
        let any = |it: &PendingAsk<Self::Game>| match &it.ready {
            None => Reply::Option(rng.below(it.options.len() as u32) as usize),
            Some(ready) => plan(&ready[rng.below(ready.len() as u32) as usize]),
        };
        asks.iter().map(any).collect()
    }
}

/// A value as a reply.
pub fn plan<P: Serialize>(plan: &P) -> Reply {
    Reply::Plan(serde_json::to_value(plan).unwrap_or_default())
}

/// Compares with a file, or writes it where `UPDATE_GOLDEN` is set.
pub fn compare(file: &Path, found: &str) -> Result<(), String> {
    let shown = file.display();
    if env::var_os("UPDATE_GOLDEN").is_some() {
        return fs::write(file, found).map_err(|it| format!("{shown}: {it}"));
    }
    let Ok(golden) = fs::read_to_string(file) else {
        return Err(format!("there is no {shown}: cargo xtask golden"));
    };
    let golden = golden.replace("\r\n", "\n");
    if golden == found {
        return Ok(());
    }
    let (mut a, mut b) = (golden.lines(), found.lines());
    let mut n = 0;
    loop {
        n += 1;
        let (old, new) = (a.next(), b.next());
        if old != new || old.is_none() {
            let show = |it: Option<&str>| it.unwrap_or("(the end)").to_owned();
            return Err(format!("{shown}:{n}\n  golden: {}\n  now:    {}", show(old), show(new)));
        }
    }
}

/// Options beyond this many are given by their number and digest.
const MOST_OPTIONS: usize = 8;

/// One game of each start, by name.
pub fn playthroughs<T: Told>(n: u64) -> Result<Vec<(String, String)>, String> {
    let tell = |(name, start): (String, T::Game)| {
        let text = playthrough::<T>(&name, &start, n)?;
        Ok((name, text))
    };
    T::told_starts()?.into_iter().map(tell).collect()
}

/// The game that the `n`-th seed and a random player make of a scenario.
pub fn playthrough<T: Told>(name: &str, start: &T::Game, n: u64) -> Result<String, String> {
    let dice = Seed::from_number(n);
    let mut rng = Rng(n);
    let mut session =
        Session::open(start.clone(), Vec::new(), &dice).map_err(|it| it.to_string())?;
    let mut out = format!(
        "# {name}: a random game, dice of seed {n}.\n# Never edit by hand: cargo xtask golden\n"
    );
    let mut told = 0;
    loop {
        let g = session.now();
        for line in &session.log()[told..] {
            out += &format!("{}\n", line_text::<T>(g, line));
        }
        told = session.log().len();
        let Some(pending) = session.pending() else { break };
        let mut replies = Vec::new();
        for (ask, reply) in pending.asks.iter().zip(T::random(g, &pending.asks, &mut rng)) {
            let (at, digest) = (session.journal().len(), digest(g) as u32);
            out += &format!("{at} {digest:08x} {}\n", question::<T>(g, ask));
            replies.push((T::Game::seat(ask.ask.who), reply));
        }
        for (seat, reply) in replies {
            session.answer(seat, &reply, &dice).map_err(|it| it.to_string())?;
        }
    }
    let g = session.now();
    out += &format!("{} {:08x} the end\n", session.journal().len(), digest(g) as u32);
    Ok(out)
}

fn question<T: Told>(g: &T::Game, ask: &PendingAsk<T::Game>) -> String {
    let seen = T::seen(g, Some(T::Game::seat(ask.ask.who)));
    let options = ask.options.iter().map(|it| T::chosen(&seen, &ask.ask, *it));
    let ready = ask.ready.iter().flatten().map(|it| T::planned(&seen, it));
    let labels: Vec<String> = options.chain(ready).collect();
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
    format!("{} {options}", question_text::<T>(g, ask))
}
