//! Reading words of a line.

/// What is wrong with a line of a case.
#[derive(Clone, Debug)]
pub struct Wrong {
    pub line: usize,
    pub message: String,
}

impl Wrong {
    /// Was an expectation read, and what it speaks of is otherwise?
    #[must_use]
    pub fn differs(&self) -> bool {
        self.message.starts_with("expected") || self.message.starts_with("it is otherwise")
    }
}

pub type Read<T> = Result<T, Wrong>;

/// The words of a line, taken one by one. Quotes and commas are only for the eye.
#[derive(Clone, Debug)]
pub struct Words {
    pub line: usize,
    words: Vec<String>,
    at: usize,
}

impl Words {
    pub fn new(line: usize, text: &str) -> Words {
        let spaced: String = text
            .chars()
            .flat_map(|it| match it {
                '"' | ',' => vec![' '],
                '(' | ')' => vec![' ', it, ' '],
                _ => vec![it],
            })
            .collect();
        Words { line, words: spaced.split_whitespace().map(str::to_owned).collect(), at: 0 }
    }

    pub fn wrong<T>(&self, message: impl Into<String>) -> Read<T> {
        Err(Wrong { line: self.line, message: message.into() })
    }

    pub fn peek(&self) -> Option<&str> {
        self.words.get(self.at).map(String::as_str)
    }

    #[allow(clippy::should_implement_trait)] // Words are taken one by one, in between other things.
    pub fn next(&mut self) -> Option<String> {
        let word = self.words.get(self.at).cloned();
        self.at += usize::from(word.is_some());
        word
    }

    /// The last word again.
    pub fn back(&mut self) {
        self.at = self.at.saturating_sub(1);
    }

    /// The next word if it is this one.
    pub fn take(&mut self, word: &str) -> bool {
        let found = self.peek() == Some(word);
        self.at += usize::from(found);
        found
    }

    pub fn need(&mut self, what: &str) -> Read<String> {
        match self.next() {
            Some(it) => Ok(it),
            None => self.wrong(format!("{what} is missing at the end of the line")),
        }
    }

    pub fn number<T: TryFrom<i64>>(&mut self, what: &str) -> Read<T> {
        let word = self.need(what)?;
        match word.parse::<i64>().ok().and_then(|it| T::try_from(it).ok()) {
            Some(it) => Ok(it),
            None => self.wrong(format!("{what} must be a number, not \"{word}\"")),
        }
    }

    pub fn rest(&mut self) -> Vec<String> {
        let rest = self.words[self.at..].to_vec();
        self.at = self.words.len();
        rest
    }

    /// The words not yet taken, to be read again from their start.
    pub fn remaining(&self) -> Words {
        Words { line: self.line, words: self.words[self.at..].to_vec(), at: 0 }
    }

    pub fn contains(&self, wanted: impl Fn(&str) -> bool) -> Option<&str> {
        self.words[self.at..].iter().map(String::as_str).find(|it| wanted(it))
    }

    pub fn end(&self) -> Read<()> {
        match self.peek() {
            Some(it) => self.wrong(format!("\"{it}\" is one word too many")),
            None => Ok(()),
        }
    }
}
