//! Words of the rules in a case.

use kernel::Word;

use super::words::{Read, Words};

impl Words {
    /// The next word, which must be one of this kind.
    pub fn word<T: Word>(&mut self) -> Read<T> {
        let word = self.need(T::WHAT)?;
        match T::read(&word) {
            Some(it) => Ok(it),
            None => self.wrong(format!("there is no {} \"{word}\": {}", T::WHAT, T::known())),
        }
    }

    /// The next word, if it is one of this kind.
    pub fn take_word<T: Word>(&mut self) -> Option<T> {
        let word = self.peek().and_then(T::read)?;
        self.next();
        Some(word)
    }
}
