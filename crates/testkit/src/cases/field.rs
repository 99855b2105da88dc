//! Fields of the state that a case can set and can expect: each is declared once, by its word and where it stands.

use kernel::Word;

use super::words::{Read, Words};

/// A field of a thing.
pub enum Field<'a> {
    /// It is so, or it is `not`.
    Flag(&'a mut bool),
    /// A number follows the word.
    Number(&'a mut u8),
}

/// The words for the fields of a thing.
pub trait Fields: Word {
    type Of: Clone;

    fn field(self, of: &mut Self::Of) -> Field<'_>;

    /// `suppressed`, `not suppressed`, `cohesion 2`: makes it so.
    fn set(self, of: &mut Self::Of, not: bool, words: &mut Words) -> Read<()> {
        match self.field(of) {
            Field::Flag(it) => *it = !not,
            Field::Number(_) if not => {
                return words.wrong(format!("how much {}, not how much not", self.key()));
            }
            Field::Number(it) => *it = words.number(self.key())?,
        }
        Ok(())
    }

    /// Is it so?
    fn is(self, of: &Self::Of, words: &mut Words) -> Read<bool> {
        Ok(match self.field(&mut of.clone()) {
            Field::Flag(it) => *it,
            Field::Number(it) => *it == words.number::<u8>(self.key())?,
        })
    }

    /// `obstacles 2 not open`: sets all that follows.
    fn set_all(of: &mut Self::Of, words: &mut Words) -> Read<()> {
        while words.peek().is_some() {
            let (not, word) = denied::<Self>(words)?;
            word.set(of, not, words)?;
        }
        Ok(())
    }

    /// Is all that follows so?
    fn are_all(of: &Self::Of, words: &mut Words) -> Read<bool> {
        let mut all = true;
        while words.peek().is_some() {
            let (not, word) = denied::<Self>(words)?;
            all &= not != word.is(of, words)?;
        }
        Ok(all)
    }

    /// Makes all fields of one thing those of another.
    fn copy(from: &Self::Of, to: &mut Self::Of) {
        let mut from = from.clone();
        for word in Self::words() {
            match (word.field(&mut from), word.field(to)) {
                (Field::Flag(from), Field::Flag(to)) => *to = *from,
                (Field::Number(from), Field::Number(to)) => *to = *from,
                _ => (),
            }
        }
    }
}

/// `not open` or `no-overlay`: the word, and whether it is denied.
fn denied<T: Word>(words: &mut Words) -> Read<(bool, T)> {
    if let Some(it) = words.peek().and_then(|it| it.strip_prefix("no-")).and_then(T::read) {
        words.next();
        return Ok((true, it));
    }
    let not = words.take("not");
    Ok((not, words.word()?))
}
