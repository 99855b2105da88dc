//! Writes mutants into a source, each behind its switch.

use std::ops::Range;

use crate::mutant::{GUARD, Mutant, SWITCH};

/// A source with mutants in it, and where each of them stands there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Written {
    pub(crate) text: String,
    /// Number of a mutant and a range of the text it has to do with.
    pub(crate) places: Vec<(usize, Range<usize>)>,
}

/// Writes numbered mutants of one source into it.
pub(crate) fn write(source: &str, mutants: &[(usize, &Mutant)]) -> Written {
    let mut wraps = Vec::new();
    for (number, mutant) in mutants {
        for it in &mutant.wraps {
            let switch = SWITCH.replace('#', &number.to_string());
            // A second guard of the same arm is one more condition.
            let guarded = |wrap: &(Range<usize>, usize, String, String)| {
                wrap.0 == it.range && wrap.2.starts_with(" if !")
            };
            let before = if it.before == GUARD && wraps.iter().any(guarded) {
                it.before.replace(" if ", " && ")
            } else {
                it.before.clone()
            };
            let numbered = |text: &str| text.replace(SWITCH, &switch);
            wraps.push((it.range.clone(), *number, numbered(&before), numbered(&it.after)));
        }
    }
    // The outer one opens first.
    wraps.sort_by_key(|it| (it.0.start, std::cmp::Reverse(it.0.end)));
    let mut written = Written { text: String::new(), places: Vec::new() };
    // What is open, the innermost last: where it ends, how, whose it is and where it began in the text.
    let mut open: Vec<(usize, String, usize, usize)> = Vec::new();
    let mut done = 0;
    for (range, number, before, after) in wraps {
        close(source, &mut written, &mut open, &mut done, range.start);
        written.text.push_str(&source[done..range.start]);
        done = range.start;
        let begun = written.text.len();
        written.text.push_str(&before);
        if range.is_empty() {
            written.text.push_str(&after);
            written.places.push((number, begun..written.text.len()));
        } else {
            open.push((range.end, after, number, begun));
        }
    }
    close(source, &mut written, &mut open, &mut done, source.len());
    written.text.push_str(&source[done..]);
    written
}

/// Closes what ends at or before this place of the source.
fn close(
    source: &str,
    written: &mut Written,
    open: &mut Vec<(usize, String, usize, usize)>,
    done: &mut usize,
    up_to: usize,
) {
    while let Some((end, after, number, begun)) = open.pop_if(|it| it.0 <= up_to) {
        written.text.push_str(&source[*done..end]);
        written.text.push_str(&after);
        written.places.push((number, begun..written.text.len()));
        *done = end;
    }
}
