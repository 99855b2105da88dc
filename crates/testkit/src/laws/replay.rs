//! A game played again from its tape by the live driver.

use std::collections::BTreeMap;

use kernel::{
    Answer, Dice, DiceSource, Game, Item, Kind, Line, Reply, Rng, Rules, Session, Status, Throw,
    Undo,
};

use super::{Check, Lawful, Tally, broken};

/// Dice of a game played before.
struct Tape<'a>(Vec<&'a Answer>);

impl DiceSource for Tape<'_> {
    fn throw(&self, n: u64, _: Dice) -> Throw {
        Throw(self.0.get(n as usize).and_then(|it| it.value()).unwrap_or(0))
    }
}

/// The same game question by question: every answer goes through storage, some are taken back and given again, and
/// now and then the game is closed and opened anew.
pub(super) fn replay<L: Lawful>(
    start: &L::Game,
    tape: &[Answer],
    end: &L::Game,
    seed: u64,
) -> Check<Tally> {
    let mut rng = Rng(seed);
    let dice = Tape(tape.iter().filter(|it| it.kind == Kind::Thrown).collect());
    let open = |journal: Vec<Answer>| match Session::open(start.clone(), journal, &dice) {
        Ok(it) => Ok(it),
        Err(error) => broken("a journal can be opened again", error.to_string()),
    };
    let mut session = open(Vec::new())?;
    // The state that each length of the journal showed.
    let mut shown: BTreeMap<usize, L::Game> = BTreeMap::new();
    let mut tally = Tally { replayed: 1, ..Tally::default() };
    loop {
        let at = session.journal().len();
        if session.journal() != &tape[..at.min(tape.len())] {
            return broken(
                "live play gives the tape of straight play",
                format!("they part at or before answer {at}"),
            );
        }
        match shown.get(&at) {
            Some(before) if before != session.now() => {
                return broken("a take-back restores bit for bit", format!("at answer {at}"));
            }
            _ => {
                shown.insert(at, session.now().clone());
            }
        }
        if session.status() == Status::Over {
            break;
        }
        // A seat not asked, an option not there: refused, and nothing changes.
        if rng.below(50) == 0 && session.answer(200, &Reply::Option(0), &dice).is_ok() {
            return broken("only who is asked may answer", format!("at answer {at}"));
        }
        let Some(answer) = tape.get(at) else {
            return broken("live play ends where straight play does", format!("at answer {at}"));
        };
        let text = serde_json::to_string(answer)
            .map_err(|it| ("answers can be stored".to_owned(), it.to_string()))?;
        let read: Answer = serde_json::from_str(&text)
            .map_err(|it| ("answers can be read".to_owned(), format!("{text}: {it}")))?;
        if read != *answer {
            return broken("answers come back from storage", text);
        }
        let of = session.asked(read.seat).map_or(0, |it| it.options.len());
        let fits = read.of().is_none_or(|it| it as usize == of);
        let answered = match read.kind {
            Kind::Declared => seal_all(&mut session, &tape[at..], &mut rng, &dice)?,
            _ => Reply::of(&read).is_some_and(|it| session.answer(read.seat, &it, &dice).is_ok()),
        };
        if !fits || !answered {
            return broken(
                "live play asks what straight play asked",
                format!("answer {at}: {text}, {of} options"),
            );
        }
        if rng.below(400) == 0 {
            give_up(&session, &open, &dice)?;
        }
        if rng.below(8) == 0 {
            take_back(&mut session, &mut rng, &dice, &shown, &mut tally)?;
        }
        if rng.below(300) == 0 {
            let text = serde_json::to_string(session.journal()).unwrap_or_default();
            let journal: Vec<Answer> = serde_json::from_str(&text).unwrap_or_default();
            let again = open(journal)?;
            if again.now() != session.now() || !same_log(again.log(), session.log()) {
                return broken(
                    "a journal replayed gives the same state and log",
                    format!("at answer {at}"),
                );
            }
        }
    }
    if session.now() != end {
        return broken("live play ends as straight play does", "the end states differ".to_owned());
    }
    let again = open(tape.to_vec())?;
    if again.now() != end || !same_log(again.log(), session.log()) {
        return broken("a journal replayed gives the same state and log", "at the end".to_owned());
    }
    let mut longer = tape.to_vec();
    longer.extend(tape.last().cloned());
    if Session::open(start.clone(), longer, &dice).is_ok() {
        return broken("a journal that goes on after the end is refused", String::new());
    }
    Ok(tally)
}

/// Values that were declared together, sealed in any order: nothing changes before the last is in, and who has sealed
/// may think it over.
fn seal_all<G: Rules>(
    session: &mut Session<G>,
    tape: &[Answer],
    rng: &mut Rng,
    dice: &Tape<'_>,
) -> Check<bool> {
    let asked = session.pending().map_or(0, |it| it.asks.len());
    let mut left: Vec<&Answer> = tape.iter().take(asked).collect();
    while !left.is_empty() {
        let answer = left.swap_remove(rng.below(left.len() as u32) as usize);
        let (before, lines, now) =
            (session.journal().len(), session.log().len(), session.now().clone());
        let Some(reply) = Reply::of(answer) else { return Ok(false) };
        if session.answer(answer.seat, &reply, dice).is_err() {
            return Ok(false);
        }
        let same = session.journal().len() == before
            && session.log().len() == lines
            && *session.now() == now;
        if !left.is_empty() && !same {
            return broken("a seal changes nothing before all are in", format!("{answer:?}"));
        }
        if !left.is_empty() && rng.below(4) == 0 && session.unseal(answer.seat) {
            left.push(answer);
        }
    }
    Ok(true)
}

/// Whoever is asked may give the game up: it is over with that and opens again so. Where the rules know of no such thing,
/// nothing changes.
fn give_up<G: Rules>(
    session: &Session<G>,
    open: &impl Fn(Vec<Answer>) -> Check<Session<G>>,
    dice: &Tape<'_>,
) -> Check<()> {
    let asks = session.pending().map_or_else(Vec::new, |it| it.asks.clone());
    for seat in asks.iter().map(|it| G::seat(it.ask.who)) {
        let mut other = open(session.journal().to_vec())?;
        let before = other.now().clone();
        let is_over = match other.answer(seat, &Reply::Concede, dice) {
            Ok(_) => other.status() == Status::Over && other.undo_to(seat, |_| true).is_err(),
            Err(_) => *other.now() == before,
        };
        let again = open(other.journal().to_vec())?;
        if !is_over || again.now() != other.now() || !same_log(again.log(), other.log()) {
            return broken("who gives up ends the game", format!("seat {seat}"));
        }
    }
    Ok(())
}

/// Undo never crosses a die or a reveal, and restores what was shown.
fn take_back<G: Rules>(
    session: &mut Session<G>,
    rng: &mut Rng,
    dice: &Tape<'_>,
    shown: &BTreeMap<usize, G>,
    tally: &mut Tally,
) -> Check<()> {
    let seat = rng.below(2) as u8;
    let alone = rng.below(2) == 0;
    match session.undo_to(seat, |it| !alone || it == seat) {
        Ok(at) => {
            let crossed = &session.journal()[at..];
            if crossed.iter().any(|it| it.kind == Kind::Thrown) {
                return broken("a take-back never crosses a die", format!("to answer {at}"));
            }
            if crossed.iter().any(|it| it.kind == Kind::Declared) {
                return broken("a take-back never crosses a reveal", format!("to answer {at}"));
            }
            if crossed.first().is_none_or(|it| it.seat != seat) {
                return broken(
                    "a take-back takes back one's own decision",
                    format!("to answer {at}"),
                );
            }
            session.truncate(at, dice);
            tally.undone += 1;
            match shown.get(&at) {
                Some(before) if before == session.now() => Ok(()),
                Some(_) => broken("a take-back restores bit for bit", format!("to answer {at}")),
                None => Ok(()),
            }
        }
        Err(Undo::NothingToUndo | Undo::DieOrReveal | Undo::OtherHasDecided | Undo::Over) => Ok(()),
    }
}

fn same_log<G: Game>(a: &[Line<G>], b: &[Line<G>]) -> bool {
    let same = |(a, b): (&Line<G>, &Line<G>)| {
        let items = match (&a.item, &b.item) {
            (Item::Threw { throw: x, .. }, Item::Threw { throw: y, .. }) => x == y,
            (Item::Chose { opt: x, .. }, Item::Chose { opt: y, .. }) => x == y,
            (Item::Gave { plan: x, .. }, Item::Gave { plan: y, .. }) => x == y,
            (Item::Counted(x), Item::Counted(y)) => x == y,
            (Item::Happened(x), Item::Happened(y)) => format!("{x:?}") == format!("{y:?}"),
            _ => false,
        };
        a.at == b.at && a.rule == b.rule && items
    };
    a.len() == b.len() && a.iter().zip(b).all(same)
}
