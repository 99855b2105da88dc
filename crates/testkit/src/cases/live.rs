//! A case once played is played again by the live driver.

use kernel::{Answer, Dice, DiceSource, Rules, Session, Throw};

/// The recorded answers must lead to the same state and as long a log; if not, what is wrong.
pub(super) fn agrees<G: Rules + PartialEq>(
    start: &G,
    tape: &[Answer],
    end: &G,
    lines: usize,
) -> Result<(), String> {
    match Session::open(start.clone(), tape.to_vec(), &NoDice) {
        Ok(session) if session.now() == end && session.log().len() == lines => Ok(()),
        Ok(_) => Err("played by the live driver, the case comes to another state or log".into()),
        Err(error) => Err(format!("the live driver refuses the tape of this case: {error}")),
    }
}

/// Every throw is on the tape.
struct NoDice;

impl DiceSource for NoDice {
    fn throw(&self, _: u64, _: Dice) -> Throw {
        Throw(0)
    }
}
