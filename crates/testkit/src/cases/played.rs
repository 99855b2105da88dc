//! What a rules system brings, so that its cases can be played: how a situation is read, how answers and values are
//! written, what of the state can be set and expected. The rest is the driver's: see `run` and `expect`.

use std::collections::BTreeSet;

use kernel::{Cx, Dice, Game, PendingAsk, Rule, Rules, read_plan};
use play::{Ask, System};

use super::words::{Read, Words, Wrong};
use super::{BlockKind, Case, Failure, Text, fields, run};

/// A system whose cases can be played.
pub trait Played: System<Game: Game<Topic: PartialEq>> {
    /// What is drawn as the case says beforehand; `()` where every throw stands in its place in a `play` fence.
    type Draws: Draws<Self>;
    /// How cases call the seats, by number, in any case. None where there is but one player.
    const SEATS: &'static [&'static str] = Self::NAMES;
    /// How a throw is written: `d6 = 3`.
    const DIE: &'static str = "d6";
    /// What can be set and expected of the state, each once.
    const FIELDS: &'static [Field<Self::Game>] = &[];
    /// Lines about the map, the counters and the charts begin with one of these: no play changes them.
    const PRINTED: &'static [&'static str] = &[];

    /// Plays one case; the statements it cited.
    fn case(case: &Case) -> Result<BTreeSet<String>, Failure> {
        run::play::<Self>(case)
    }

    // The situation.

    /// Where games begin that are not among those we ship; what is not said in a case is as in the first of them.
    fn starts() -> Result<Vec<(String, Self::Game)>, String> {
        Ok(Vec::new())
    }
    fn situation(case: &Case) -> Read<Situation<Self>> {
        fields::situation(case)
    }

    // When it is judged.

    /// Is what was begun at its end, so that a fence need not name its question? `begun`: answers were given in this step.
    fn rests(_g: &Self::Game, _ask: &Ask<Self>, begun: bool) -> bool {
        !begun
    }
    /// Is what went on `then` at its end, so that a fence is due between two steps, whatever is asked next?
    fn has_ended(_then: &Self::Game, _now: &Self::Game) -> bool {
        false
    }
    /// `run to …`: has it come to there? `over` is known already.
    fn reached(_g: &Self::Game, words: &mut Words) -> Read<bool> {
        words.wrong("run, run to over")
    }

    // Answers.

    /// Short names of an option beside its label, the one to write first.
    fn phrases(_g: &Self::Game, _opt: <Self::Game as Game>::Opt) -> Vec<String> {
        Vec::new()
    }
    /// What is answered where the case does not: a question that would only stand in the way of most.
    fn usual(_asked: &PendingAsk<Self::Game>) -> Option<usize> {
        None
    }
    /// Is a ready value listed where a question is shown? Values made of others need not be.
    fn is_simple(_plan: &<Self::Game as Game>::Plan) -> bool {
        true
    }
    /// What a word means in a value that is a list, as it stands on the tape.
    fn item(_g: &Self::Game, _word: &str) -> Option<serde_json::Value> {
        None
    }
    /// A whole value, where one is asked for: one of those that are ready, by its label, or a list of items.
    fn read_plan(
        g: &Self::Game,
        asked: &PendingAsk<Self::Game>,
        line: usize,
        text: &str,
    ) -> Read<<Self::Game as Game>::Plan> {
        let seen = Self::seen(g, Some(Self::Game::seat(asked.ask.who)));
        let mut ready = asked.ready.iter().flatten();
        let found = ready.find(|it| Self::planned(&seen, it).eq_ignore_ascii_case(text)).cloned();
        let list = || -> Option<<Self::Game as Game>::Plan> {
            let items = text.split_whitespace().map(|it| Self::item(g, it));
            read_plan(&items.collect::<Option<_>>()?).ok()
        };
        let message = || Wrong { line, message: format!("no value is called \"{text}\"") };
        found.or_else(list).ok_or_else(message)
    }
    /// The rule that keeps something from being offered. Where a value is asked for, its judge is asked besides.
    fn refusal(
        _g: &Self::Game,
        _asked: &PendingAsk<Self::Game>,
        _line: usize,
        _label: &str,
    ) -> Read<Option<Rule>> {
        Ok(None)
    }
    /// `draw …`: which of the things drawn from; their number, if nothing else is said.
    fn draw(_: &Self::Game, _: &Ask<Self>, dice: Dice, line: usize, text: &str) -> Read<u32> {
        numbered(dice, line, text)
    }

    // Expectations.

    /// What a line of the log says.
    fn told(g: &Self::Game, rule: Rule, event: &<Self::Game as Game>::Event) -> String {
        Self::line(&Self::seen(g, None), rule, event).text
    }
    /// Checks a line about the state. Where it was read and is not so, the message begins with "expected".
    fn stands(g: &Self::Game, text: &Text) -> Read<()> {
        fields::stands::<Self>(g, text)
    }
    /// Is this the outcome whose odds are asked? Lines as for `stands`, joined by ` and `.
    fn is_outcome(g: &Self::Game, line: usize, outcome: &str) -> Read<bool> {
        for part in outcome.split(" and ") {
            match Self::stands(g, &Text { line, text: part.trim().to_owned() }) {
                Ok(()) => (),
                Err(it) if it.differs() => return Ok(false),
                Err(it) => return Err(it),
            }
        }
        Ok(true)
    }
    /// What odds start from: the beginning of the step, as it can be known now.
    fn odds_from(base: &Self::Game, _now: &Self::Game) -> Self::Game {
        base.clone()
    }
    /// What odds are followed through.
    fn course<C: Cx<Self::Game>>(cx: &mut C, g: &mut Self::Game) -> Result<(), C::Halt> {
        Self::Game::step(cx, g)
    }
    /// Where in the game it is, for the author of a case that fails.
    fn whereabouts(g: &Self::Game) -> String {
        Self::clock(&Self::seen(g, None))
    }
}

/// Something of the state that a case can set and expect: its word, the value in words, and how it is set. What cannot
/// be set says `None`.
pub type Field<G> = (&'static str, fn(&G) -> String, fn(&mut G, &str) -> Option<()>);

/// Where a case begins.
pub struct Situation<S: Played> {
    pub g: S::Game,
    pub begins: Begins,
    /// A new game has just been made: whatever stands in it comes of the rules.
    pub new_game: bool,
    pub draws: S::Draws,
}

impl<S: Played> Situation<S> {
    pub fn at_question(g: S::Game) -> Situation<S> {
        Situation { g, begins: Begins::AtQuestion, new_game: false, draws: S::Draws::default() }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Begins {
    /// It goes on to its first question or throw; what stands there is a premise.
    AtQuestion,
    /// A phase is named and run: what comes of it is what the case is about.
    Running,
    /// Nothing moves until something is played.
    Standing,
}

/// Draws that are settled before they come up.
pub trait Draws<S: Played>: Default {
    /// Are draws settled at all? What a case then leaves open is drawn in the order of the numbers.
    const SETTLED: bool;
    /// `next card 12`, the word `next` is taken already.
    fn read(&mut self, words: &mut Words, g: &S::Game) -> Read<()>;
    /// What this throw has been settled to be, if it has.
    fn take(&mut self, g: &S::Game, ask: &Ask<S>, dice: Dice) -> Read<Option<u32>>;
    /// The line of a draw that never came up.
    fn left(&self) -> Option<usize>;
    /// What is drawn here, for an author who has to settle it.
    fn describe(g: &S::Game, ask: &Ask<S>, dice: Dice) -> String;
}

/// Every throw stands in its place.
impl<S: Played> Draws<S> for () {
    const SETTLED: bool = false;
    fn read(&mut self, words: &mut Words, _: &S::Game) -> Read<()> {
        words.wrong("nothing is settled beforehand here")
    }
    fn take(&mut self, _: &S::Game, _: &Ask<S>, _: Dice) -> Read<Option<u32>> {
        Ok(None)
    }
    fn left(&self) -> Option<usize> {
        None
    }
    fn describe(_: &S::Game, ask: &Ask<S>, dice: Dice) -> String {
        let what = match dice {
            Dice::OneOf(n) => format!("one of {n} is drawn (\"draw 1\", or by name)"),
            _ => format!("a die is thrown (\"{} = …\")", S::DIE),
        };
        format!("{what} for [{}] {}", ask.rule.code, ask.rule.title)
    }
}

/// `draw 2`: the second of the things one is drawn from.
pub fn numbered(dice: Dice, line: usize, text: &str) -> Read<u32> {
    let faces = dice.faces();
    match text.parse::<u32>() {
        Ok(n) if 0 < n && n <= faces => Ok(n - 1),
        _ => {
            let message = format!("one of {faces} is drawn: \"draw 1\" to \"draw {faces}\"");
            Err(Wrong { line, message })
        }
    }
}

/// The position that a text of `situation` statements describes, for tests and examples.
pub fn position<S: Played>(text: &str) -> Result<S::Game, String> {
    let case = Case::of_lines("situation", BlockKind::Situation, text);
    let found = S::situation(&case);
    found.map(|it| it.g).map_err(|it| format!("line {}: {}", it.line, it.message))
}
