//! Ways of throwing. Each has a number of equally likely results, numbered from 0.

/// What is thrown. A card, a chit from a mug or any other blind draw is `OneOf`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dice {
    D6,
    /// Ten faces, 0 to 9.
    D10,
    /// Two six-sided dice, added or read as a pair.
    TwoD6,
    /// Two six-sided dice read as tens and units: 11 to 66.
    D66,
    /// A blind draw from `n` things.
    OneOf(u16),
}

impl Dice {
    /// How many equally likely results there are.
    #[must_use]
    pub const fn faces(self) -> u32 {
        match self {
            Dice::D6 => 6,
            Dice::D10 => 10,
            Dice::TwoD6 | Dice::D66 => 36,
            Dice::OneOf(n) => n as u32,
        }
    }

    /// The result as people write it down.
    #[must_use]
    pub fn show(self, throw: Throw) -> String {
        match self {
            Dice::D6 => throw.d6().to_string(),
            Dice::D10 => throw.d10().to_string(),
            Dice::TwoD6 => {
                let (a, b) = throw.pair();
                format!("{a}+{b}")
            }
            Dice::D66 => throw.d66().to_string(),
            Dice::OneOf(n) => format!("{} of {n}", throw.0 + 1),
        }
    }
}

/// One throw, numbered `0..dice.faces()`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Throw(pub u32);

impl Throw {
    /// A ten-sided die that counts its 0 as nothing.
    #[must_use]
    pub const fn d10(self) -> i32 {
        self.0 as i32
    }
    #[must_use]
    pub const fn d6(self) -> i32 {
        self.0 as i32 + 1
    }
    /// Two six-sided dice, first and second.
    #[must_use]
    pub const fn pair(self) -> (i32, i32) {
        ((self.0 / 6) as i32 + 1, (self.0 % 6) as i32 + 1)
    }
    #[must_use]
    pub const fn two_d6(self) -> i32 {
        let (a, b) = self.pair();
        a + b
    }
    #[must_use]
    pub const fn d66(self) -> i32 {
        let (tens, units) = self.pair();
        10 * tens + units
    }
    /// Which of the things drawn from.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
