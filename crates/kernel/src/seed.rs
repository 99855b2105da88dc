//! Live dice: a committed 256-bit seed, ChaCha20, one block a throw.
//!
//! The commitment (SHA-256 of the seed) is published when the game starts and the seed when it ends, so anybody
//! can derive every throw again. Throw number `n` of a game depends on the seed, on `n` and on what was stirred in before
//! it: nothing has to be stored but the count and what players contributed.

use chacha20::ChaCha20Rng;
use rand_core::{Rng as _, SeedableRng};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::dice::{Dice, Throw};

/// The secret behind the dice. Written down it is the secret alone; what was stirred in stands in the journal.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Seed {
    secret: [u8; 32],
    /// From which throw on the dice come from which bytes, in order.
    stirred: Vec<(u64, [u8; 32])>,
}

/// Something that changes the dice to come, in the journal for everybody to read. Players contribute after they have
/// seen the commitment, so that nobody alone chooses the dice; a throw that was taken back is never thrown again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stirred {
    /// The first throw it changes.
    pub from: u64,
    /// Whose contribution it is; nobody's where throws were taken back by consent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    pub with: String,
}

impl Seed {
    #[must_use]
    pub const fn new(bytes: [u8; 32]) -> Seed {
        Seed { secret: bytes, stirred: Vec::new() }
    }

    /// A seed for tests and simulations, from a small number.
    #[must_use]
    pub fn from_number(n: u64) -> Seed {
        Seed::new(Sha256::digest(n.to_le_bytes()).into())
    }

    /// The same secret with all that was stirred in, each on top of what was there before.
    #[must_use]
    pub fn stirred(&self, all: &[Stirred]) -> Seed {
        let mut bytes = self.secret;
        let mut stirred = Vec::with_capacity(all.len());
        for it in all {
            let mut hash = Sha256::new();
            hash.update(b"bocage contribution");
            hash.update(bytes);
            hash.update(it.with.as_bytes());
            bytes = hash.finalize().into();
            stirred.push((it.from, bytes));
        }
        Seed { secret: self.secret, stirred }
    }

    #[must_use]
    pub fn commitment(&self) -> Commitment {
        let mut hash = Sha256::new();
        hash.update(b"bocage dice");
        hash.update(self.secret);
        Commitment(hash.finalize().into())
    }

    /// The `n`-th throw of the game. Rejection keeps all faces exactly equally likely.
    #[must_use]
    pub fn throw(&self, n: u64, dice: Dice) -> Throw {
        let stirred = self.stirred.iter().rev().find(|it| it.0 <= n);
        let mut stream = ChaCha20Rng::from_seed(stirred.map_or(self.secret, |it| it.1));
        stream.set_stream(n);
        let faces = dice.faces();
        let fair = u32::MAX - u32::MAX % faces;
        loop {
            let word = stream.next_u32();
            if word < fair {
                return Throw(word % faces);
            }
        }
    }
}

impl std::fmt::Debug for Seed {
    /// Never shown by accident.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Seed(secret)")
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Commitment([u8; 32]);

/// Where live dice come from.
pub trait DiceSource {
    /// The `n`-th throw of the game.
    fn throw(&self, n: u64, dice: Dice) -> Throw;
    /// Is anything thrown at all? Whoever only looks ahead stops at the first die that is not on the tape.
    fn throws(&self) -> bool {
        true
    }
}

impl DiceSource for Seed {
    fn throw(&self, n: u64, dice: Dice) -> Throw {
        Seed::throw(self, n, dice)
    }
}

fn to_hex(bytes: &[u8; 32]) -> String {
    bytes.iter().map(|it| format!("{it:02x}")).collect()
}

fn from_hex(text: &str) -> Result<[u8; 32], String> {
    let fault = || format!("expected 64 hexadecimal digits, found {text:?}");
    if text.len() != 64 || !text.is_ascii() {
        return Err(fault());
    }
    let mut bytes = [0; 32];
    for (i, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * i..2 * i + 2], 16).map_err(|_| fault())?;
    }
    Ok(bytes)
}

impl From<Seed> for String {
    fn from(seed: Seed) -> String {
        to_hex(&seed.secret)
    }
}
impl TryFrom<String> for Seed {
    type Error = String;
    fn try_from(text: String) -> Result<Seed, String> {
        from_hex(&text).map(Seed::new)
    }
}
impl From<Commitment> for String {
    fn from(it: Commitment) -> String {
        to_hex(&it.0)
    }
}
impl TryFrom<String> for Commitment {
    type Error = String;
    fn try_from(text: String) -> Result<Commitment, String> {
        from_hex(&text).map(Commitment)
    }
}
