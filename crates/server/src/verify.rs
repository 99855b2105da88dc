//! Were the dice fair? Derive every throw again from the revealed seed.

use kernel::{Dice, Given, Header, Journal, JournalError, Kind};

/// What was checked and found right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verified {
    pub throws: usize,
    pub decisions: usize,
    /// Throws before a fork or import came from another seed and were only replayed: nobody can say whether they were
    /// fair.
    pub throws_of_another_seed: usize,
    /// Players who stirred words of their own into the dice after the commitment was published.
    pub contributions: usize,
}

/// Check format, commitment and every throw against the revealed seed. `None` if the seed has not been revealed.
pub fn verify(journal: &Journal) -> Result<Option<Verified>, JournalError> {
    journal.header.check_format()?;
    let Some(seed) = &journal.seed else { return Ok(None) };
    if seed.commitment() != journal.header.commitment {
        return Err(JournalError::WrongCommitment);
    }
    let from = dice_from(&journal.header);
    let dice = &journal.header.dice;
    let contributions = dice.iter().filter(|it| it.seat.is_some()).count();
    let seed = seed.stirred(dice);
    let mut verified =
        Verified { throws: 0, decisions: 0, throws_of_another_seed: 0, contributions };
    let mut n = 0;
    for (at, answer) in journal.answers.iter().enumerate() {
        if answer.kind != Kind::Thrown {
            verified.decisions += 1;
            continue;
        }
        if at < from {
            verified.throws_of_another_seed += 1;
        } else {
            let Given::Number { of, value } = answer.given else {
                return Err(JournalError::WrongDie { at, recorded: u32::MAX, derived: 0 });
            };
            let fault = |derived| JournalError::WrongDie { at, recorded: value, derived };
            // A throw is of as many equally likely results as the tape says; which dice they are does not matter.
            let faces = u16::try_from(of).ok().filter(|it| *it != 0).ok_or(fault(u32::MAX))?;
            let derived = seed.throw(n, Dice::OneOf(faces)).0;
            if derived != value {
                return Err(fault(derived));
            }
            verified.throws += 1;
        }
        n += 1;
    }
    Ok(Some(verified))
}

/// Answers before this one had their dice from another seed: the game was forked or imported there.
fn dice_from(header: &Header) -> usize {
    header.options.iter().find_map(|it| it.strip_prefix("dice-from=")?.parse().ok()).unwrap_or(0)
}

/// The header as the rules know it, without what only `verify` needs.
pub fn rules_header(header: &Header) -> Header {
    let mut header = header.clone();
    header.options.retain(|it| !it.starts_with("dice-from="));
    header
}
