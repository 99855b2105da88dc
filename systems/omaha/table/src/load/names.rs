//! Things that files call by name.

use std::collections::BTreeSet;

use module::{Errors, read::quoted, suggest::nearest, values::At};

/// The things of one kind, in order.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    /// "position"
    what: &'static str,
    list: Vec<String>,
    /// Names of entries that could not be read: to name them is no further mistake.
    broken: BTreeSet<String>,
    /// Whether all are known.
    whole: bool,
}

impl Names {
    pub(crate) fn new(what: &'static str, list: impl IntoIterator<Item = String>) -> Names {
        Names { what, list: list.into_iter().collect(), broken: BTreeSet::new(), whole: true }
    }

    pub(crate) fn with_broken(mut self, broken: &BTreeSet<String>) -> Names {
        self.broken.clone_from(broken);
        self
    }

    /// Where the file could not be read: nothing is known, so nothing is wrong.
    pub(crate) fn unknown(what: &'static str) -> Names {
        Names { what, list: Vec::new(), broken: BTreeSet::new(), whole: false }
    }

    /// The place of the one that is meant.
    pub(crate) fn find(&self, file: &str, name: &At<String>, errors: &mut Errors) -> Option<usize> {
        let found = self.list.iter().position(|it| *it == name.value);
        if found.is_none() && self.whole && !self.broken.contains(&name.value) {
            let suggestion = nearest(name, self.list.iter().map(String::as_str));
            let message = format!("there is no {} {}", self.what, quoted(name));
            errors.suggest(file, name.span, message, suggestion);
        }
        found
    }

    /// Without a word where there is none.
    pub(crate) fn place(&self, name: &str) -> Option<usize> {
        self.list.iter().position(|it| it == name)
    }
}

/// Names given so far, to report the second of two equal ones.
pub(crate) struct Once {
    what: &'static str,
    seen: BTreeSet<String>,
}

impl Once {
    pub(crate) fn new(what: &'static str) -> Once {
        Once { what, seen: BTreeSet::new() }
    }

    pub(crate) fn check(
        &mut self,
        file: &str,
        name: &str,
        span: module::problem::Span,
        errors: &mut Errors,
    ) -> bool {
        let new = self.seen.insert(name.to_owned());
        if !new {
            errors.at(file, span, format!("the {} {} stands here twice", self.what, quoted(name)));
        }
        new
    }
}
