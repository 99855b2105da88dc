//! What a `play` fence is made of.

use kernel::Rules as _;

use super::played::{Draws as _, Played};
use super::words::{Read, Words};
use super::{BlockKind, Case, Text};

/// One piece of a `play` fence, or a fence of expectations.
pub(super) enum Piece<'c> {
    Answer {
        line: usize,
        text: &'c str,
    },
    /// `d10 = 3 0 9`
    Dice {
        line: usize,
        faces: Vec<&'c str>,
    },
    /// `draw formation A1`, `draw 2`
    Draw {
        line: usize,
        text: &'c str,
    },
    /// `next card 12`
    Next {
        line: usize,
        text: &'c str,
    },
    /// `run`: on to the next question.
    Run {
        line: usize,
    },
    /// `run to turn 6`
    RunTo {
        line: usize,
        goal: &'c str,
    },
    Expect(&'c [Text]),
}

impl<'c> Piece<'c> {
    pub(super) fn is_played(&self) -> bool {
        !matches!(self, Piece::Expect(_))
    }

    pub(super) fn line(&self) -> Option<usize> {
        match self {
            Piece::Answer { line, .. }
            | Piece::Dice { line, .. }
            | Piece::Draw { line, .. }
            | Piece::Next { line, .. }
            | Piece::Run { line }
            | Piece::RunTo { line, .. } => Some(*line),
            Piece::Expect(lines) => lines.first().map(|it| it.line),
        }
    }

    /// `Hold fire *`: as often as it is offered, perhaps never.
    pub(super) fn is_repeated(&self) -> bool {
        matches!(self, Piece::Answer { text, .. } if text.ends_with(" *"))
    }
}

/// Cuts the fences of a case into pieces; `start` only to see whether goals can be read.
pub(super) fn pieces<'c, S: Played>(case: &'c Case, start: &S::Game) -> Read<Vec<Piece<'c>>> {
    let mut pieces = Vec::new();
    for block in &case.blocks {
        match block.kind {
            BlockKind::Situation => (),
            BlockKind::Expect => pieces.push(Piece::Expect(&block.lines)),
            BlockKind::Play => {
                for Text { line, text } in &block.lines {
                    for part in text.split(" / ").map(str::trim).filter(|it| !it.is_empty()) {
                        pieces.push(piece::<S>(*line, part, start)?);
                    }
                }
            }
        }
    }
    Ok(pieces)
}

fn piece<'c, S: Played>(line: usize, part: &'c str, start: &S::Game) -> Read<Piece<'c>> {
    if part == "run" {
        return Ok(Piece::Run { line });
    }
    if let Some(goal) = part.strip_prefix("run to ") {
        reached::<S>(start, line, goal)?;
        return Ok(Piece::RunTo { line, goal });
    }
    if let Some(text) = part.strip_prefix("next ").filter(|_| S::Draws::SETTLED) {
        return Ok(Piece::Next { line, text });
    }
    if let Some(text) = part.strip_prefix("draw ").filter(|_| !S::Draws::SETTLED) {
        return Ok(Piece::Draw { line, text: text.trim() });
    }
    let after = part.strip_prefix(S::DIE).filter(|it| it.starts_with([' ', '=']));
    if let Some(faces) = after {
        let faces: Vec<&str> = faces.split([' ', '=', ',']).filter(|it| !it.is_empty()).collect();
        if faces.is_empty() {
            return Words::new(line, part).wrong(format!("write: {} = 3", S::DIE));
        }
        return Ok(Piece::Dice { line, faces });
    }
    Ok(Piece::Answer { line, text: part })
}

/// Has the game come to a goal?
pub(super) fn reached<S: Played>(g: &S::Game, line: usize, goal: &str) -> Read<bool> {
    let mut words = Words::new(line, goal);
    let found = if words.take("over") { g.is_over() } else { S::reached(g, &mut words)? };
    words.end()?;
    Ok(found)
}
