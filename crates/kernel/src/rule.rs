//! Citations, and the ledgers in which modifiers are booked under them.

use std::fmt;

/// A citation: the statement of `rules/<system>.md` that a line of code implements.
#[derive(Clone, Copy)]
pub struct Rule {
    pub code: &'static str,
    pub title: &'static str,
}

impl Rule {
    #[must_use]
    pub const fn new(code: &'static str, title: &'static str) -> Rule {
        Rule { code, title }
    }

    /// Stable hash of the code, stored on the tape so that a tape which no longer fits is noticed.
    #[must_use]
    pub const fn tag(self) -> u32 {
        let bytes = self.code.as_bytes();
        let (mut hash, mut i) = (0x811c_9dc5_u32, 0);
        while i < bytes.len() {
            hash = (hash ^ bytes[i] as u32).wrapping_mul(0x0100_0193);
            i += 1;
        }
        hash
    }
}

/// Two citations are the same when their codes are: the title is only for people.
impl PartialEq for Rule {
    fn eq(&self, other: &Rule) -> bool {
        self.code == other.code
    }
}
impl Eq for Rule {}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}] {}", self.code, self.title)
    }
}

/// Where modifiers are booked. `Sum` forgets why; `Itemised` remembers.
pub trait Ledger: Default {
    fn add(&mut self, rule: Rule, amount: i32);
    fn total(&self) -> i32;
}

#[derive(Default)]
pub struct Sum(i32);

impl Ledger for Sum {
    #[inline]
    fn add(&mut self, _rule: Rule, amount: i32) {
        self.0 += amount;
    }
    #[inline]
    fn total(&self) -> i32 {
        self.0
    }
}

/// Every booked line, zeros left out: a modifier of nothing explains nothing.
#[derive(Default, Debug, Clone, PartialEq, Eq)]
pub struct Itemised(pub Vec<(Rule, i32)>);

impl Ledger for Itemised {
    fn add(&mut self, rule: Rule, amount: i32) {
        if amount != 0 {
            self.0.push((rule, amount));
        }
    }
    fn total(&self) -> i32 {
        self.0.iter().map(|(_, n)| n).sum()
    }
}
