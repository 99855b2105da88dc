//! Charts and sheets without a game. A system brings reckoners (inputs, an answer with its ledgers and exact odds) and a
//! sheet (entries make a page); whoever asks keeps everything, so that nothing is stored here. What is entered is checked in one
//! place, [`Given::read`], against what the reckoner says it takes.

use std::collections::BTreeMap;
use std::fmt;

use kernel::Rule;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::wire::{
    Input, InputKind, InputOption, Reckoner, Reckoning, RolledDie, RuleRef, SheetView,
};

/// Most entries of a sheet, and most dice of one entry.
pub const ENTRIES: usize = 4000;
pub const DICE: usize = 400;

/// The charts and the sheet of one scenario without its types.
pub trait Charts: Send + Sync {
    fn reckoners(&self) -> Vec<Reckoner>;
    fn reckon(&self, chart: &str, inputs: &Value, tray: &mut Tray<'_>)
    -> Result<Reckoning, Misfit>;
    /// After its entries and perhaps another.
    fn sheet(
        &self,
        entries: &[Entry],
        next: Option<(&Entry, &mut Tray<'_>)>,
    ) -> Result<SheetView, Misfit>;
}

/// Why something cannot be entered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Misfit {
    /// The input it lies with.
    pub input: Option<String>,
    /// The statement that forbids it, where a rule does.
    pub rule: Option<RuleRef>,
    /// What, why, and what would do.
    pub why: String,
}

impl Misfit {
    #[must_use]
    pub fn new(why: impl Into<String>) -> Misfit {
        Misfit { input: None, rule: None, why: why.into() }
    }
    #[must_use]
    pub fn at(input: &str, why: impl Into<String>) -> Misfit {
        Misfit { input: Some(input.into()), rule: None, why: why.into() }
    }
    #[must_use]
    pub fn by(rule: Rule) -> Misfit {
        let why = format!("the rules forbid it: {}", rule.title);
        Misfit { input: None, rule: Some(RuleRef::of(rule)), why }
    }
    /// There is nothing of this name; the nearest that there is.
    #[must_use]
    pub fn unknown<'a>(what: &str, name: &str, known: impl Iterator<Item = &'a str>) -> Misfit {
        let name: String = name.chars().take(40).collect();
        let known: Vec<&str> = known.collect();
        let nearest = module::suggest::nearest(&name, known.iter().copied());
        let hint = nearest.map_or_else(|| ".".into(), |it| format!("; did you mean {it:?}?"));
        let known = known.join(", ");
        Misfit::new(format!("there is no {what} {name:?}{hint} There is: {known}"))
    }
    /// The same, said of an input.
    #[must_use]
    pub fn of(mut self, input: &str) -> Misfit {
        self.input = Some(input.into());
        self
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.input {
            Some(input) => write!(f, "{input}: {}", self.why),
            None => f.write_str(&self.why),
        }
    }
}

impl From<Rule> for Misfit {
    fn from(rule: Rule) -> Misfit {
        Misfit::by(rule)
    }
}

impl Input {
    #[must_use]
    pub fn number(key: &str, title: &str, least: i64, most: i64, default: i64) -> Input {
        Input {
            key: key.into(),
            title: title.into(),
            kind: InputKind::Number { least, most, default },
        }
    }
    #[must_use]
    pub fn toggle(key: &str, title: &str) -> Input {
        Input { key: key.into(), title: title.into(), kind: InputKind::Toggle { default: false } }
    }
    /// The first option counts where nothing is entered.
    #[must_use]
    pub fn choice(key: &str, title: &str, options: Vec<InputOption>) -> Input {
        let default = options.first().map_or_else(String::new, |it| it.key.clone());
        Input { key: key.into(), title: title.into(), kind: InputKind::Choice { options, default } }
    }
    /// All words of a list of the rules.
    #[must_use]
    pub fn word<W: kernel::Word>(key: &str, title: &str, default: W) -> Input {
        let option = |it: W| InputOption { key: it.key().into(), title: titled(it.key()) };
        let options = W::words().map(option).collect();
        Input::choice(key, title, options).or(default.key())
    }
    /// With another value where nothing is entered.
    #[must_use]
    pub fn or(mut self, value: &str) -> Input {
        if let InputKind::Choice { options, default } = &mut self.kind
            && options.iter().any(|it| it.key == value)
        {
            *default = value.into();
        }
        self
    }
}

/// A key as a title: "move_fire" is "Move fire".
fn titled(key: &str) -> String {
    let mut letters = key.chars();
    let first = letters.next().map(|it| it.to_uppercase().to_string()).unwrap_or_default();
    first + &letters.as_str().replace(['_', '-'], " ")
}

/// What was entered, each value one that its input allows; what was left out has its default.
#[derive(Clone, Debug, Default)]
pub struct Given(BTreeMap<String, Entered>);

#[derive(Clone, PartialEq, Eq, Debug)]
enum Entered {
    Number(i64),
    Toggle(bool),
    Choice(String),
}

impl Given {
    /// Reads an object of values. Every key must be an input, every value one of those allowed.
    pub fn read(inputs: &[Input], values: &Value) -> Result<Given, Misfit> {
        let empty = serde_json::Map::new();
        let values = match values {
            Value::Object(it) => it,
            Value::Null => &empty,
            _ => return Err(Misfit::new("what is entered has to be an object of inputs")),
        };
        if let Some(key) = values.keys().find(|key| inputs.iter().all(|it| it.key != **key)) {
            return Err(Misfit::unknown("input", key, inputs.iter().map(|it| it.key.as_str())));
        }
        let mut given = BTreeMap::new();
        for input in inputs {
            given.insert(input.key.clone(), entered(input, values.get(&input.key))?);
        }
        Ok(Given(given))
    }

    /// 0 for what is no number: a reckoner asks for its own inputs only.
    #[must_use]
    pub fn number(&self, key: &str) -> i64 {
        debug_assert!(matches!(self.0.get(key), Some(Entered::Number(_))), "no number {key}");
        match self.0.get(key) {
            Some(Entered::Number(it)) => *it,
            _ => 0,
        }
    }
    #[must_use]
    pub fn is(&self, key: &str) -> bool {
        debug_assert!(matches!(self.0.get(key), Some(Entered::Toggle(_))), "no toggle {key}");
        matches!(self.0.get(key), Some(Entered::Toggle(true)))
    }
    #[must_use]
    pub fn choice(&self, key: &str) -> &str {
        debug_assert!(matches!(self.0.get(key), Some(Entered::Choice(_))), "no choice {key}");
        match self.0.get(key) {
            Some(Entered::Choice(it)) => it,
            _ => "",
        }
    }
    #[must_use]
    pub fn word<W: kernel::Word + Default>(&self, key: &str) -> W {
        W::read(self.choice(key)).unwrap_or_default()
    }
}

fn entered(input: &Input, value: Option<&Value>) -> Result<Entered, Misfit> {
    let key = input.key.as_str();
    match &input.kind {
        InputKind::Number { least, most, default } => {
            let Some(value) = value else { return Ok(Entered::Number(*default)) };
            match value.as_i64().filter(|it| least <= it && it <= most) {
                Some(it) => Ok(Entered::Number(it)),
                None => {
                    Err(Misfit::at(key, format!("a whole number from {least} to {most} is wanted")))
                }
            }
        }
        InputKind::Toggle { default } => match value {
            None => Ok(Entered::Toggle(*default)),
            Some(Value::Bool(it)) => Ok(Entered::Toggle(*it)),
            Some(_) => Err(Misfit::at(key, "true or false is wanted")),
        },
        InputKind::Choice { options, default } => {
            let known = || options.iter().map(|it| it.key.as_str());
            match value {
                None => Ok(Entered::Choice(default.clone())),
                Some(Value::String(it)) if known().any(|key| key == it) => {
                    Ok(Entered::Choice(it.clone()))
                }
                Some(Value::String(it)) => Err(Misfit::unknown("choice", it, known()).of(key)),
                Some(_) => Err(Misfit::at(key, "one of the choices is wanted, by its key")),
            }
        }
    }
}

/// One thing entered on a sheet, as it is kept.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The key of an act.
    pub act: String,
    /// The row it is about; nothing for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub inputs: Value,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<u8>,
}

/// Where the dice of a chart or an entry come from, and those that lie there already.
pub struct Tray<'a> {
    source: Source<'a>,
    pub dice: Vec<RolledDie>,
}

enum Source<'a> {
    Nowhere,
    Given(&'a [u8]),
    Thrown(&'a mut dyn FnMut(u8) -> u8),
}

impl<'a> Tray<'a> {
    /// Nothing is thrown: only the odds are asked.
    #[must_use]
    pub fn look() -> Tray<'a> {
        Tray { source: Source::Nowhere, dice: Vec::new() }
    }
    /// Dice that somebody has thrown and entered.
    #[must_use]
    pub fn given(dice: &'a [u8]) -> Tray<'a> {
        Tray { source: Source::Given(dice), dice: Vec::new() }
    }
    /// Thrown here, by what gives 1 to the number of sides.
    #[must_use]
    pub fn thrown(throw: &'a mut dyn FnMut(u8) -> u8) -> Tray<'a> {
        Tray { source: Source::Thrown(throw), dice: Vec::new() }
    }
    #[must_use]
    pub fn is_look(&self) -> bool {
        matches!(self.source, Source::Nowhere)
    }

    /// The next die; `made` says by its face whether it made what it was thrown for.
    pub fn die(
        &mut self,
        sides: u8,
        text: String,
        made: impl FnOnce(u8) -> Option<bool>,
    ) -> Result<u8, Misfit> {
        let n = self.dice.len();
        if DICE <= n {
            return Err(Misfit::at(
                "dice",
                format!("more than {DICE} dice are not thrown at once"),
            ));
        }
        let face = match &mut self.source {
            Source::Nowhere => return Err(Misfit::at("dice", "nothing is thrown here")),
            Source::Given(dice) => match dice.get(n) {
                Some(face) => *face,
                None => {
                    let why = format!("die {} is missing: {text}", n + 1);
                    return Err(Misfit::at("dice", why));
                }
            },
            Source::Thrown(throw) => throw(sides),
        };
        // A die of ten shows 0 to 9, and its 0 is the last of ten faces.
        let shown = if sides == 10 { face % 10 } else { face };
        let face = if sides == 10 && face == 0 { 10 } else { face };
        if face < 1 || sides < face {
            return Err(Misfit::at("dice", format!("a die of {sides} sides has no {face}")));
        }
        self.dice.push(RolledDie { sides, face: shown, text, made: made(face) });
        Ok(face)
    }

    /// Every die that was entered has to be used.
    pub fn end(&self) -> Result<(), Misfit> {
        match self.source {
            Source::Given(dice) if self.dice.len() < dice.len() => {
                let (used, given) = (self.dice.len(), dice.len());
                Err(Misfit::at("dice", format!("{used} dice are used and {given} were entered")))
            }
            _ => Ok(()),
        }
    }
    #[must_use]
    pub fn faces(&self) -> Vec<u8> {
        self.dice.iter().map(|it| it.face).collect()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn inputs() -> Vec<Input> {
        let option = |key: &str| InputOption { key: key.into(), title: key.into() };
        vec![
            Input::number("range", "Range", 0, 60, 1),
            Input::toggle("uphill", "Uphill"),
            Input::choice("cover", "Cover", vec![option("open"), option("heavy")]),
        ]
    }

    fn why(values: Value) -> String {
        Given::read(&inputs(), &values).unwrap_err().to_string()
    }

    #[test]
    fn what_is_left_out_has_its_default() {
        let given = Given::read(&inputs(), &json!({ "uphill": true })).unwrap();
        assert_eq!(
            (given.number("range"), given.is("uphill"), given.choice("cover")),
            (1, true, "open")
        );
    }

    #[test]
    fn wrong_input_names_the_input_and_what_would_do() {
        assert_eq!(why(json!({ "range": 61 })), "range: a whole number from 0 to 60 is wanted");
        assert_eq!(why(json!({ "range": 1.5 })), "range: a whole number from 0 to 60 is wanted");
        assert_eq!(why(json!({ "uphill": 1 })), "uphill: true or false is wanted");
        let said = why(json!({ "cover": "heavi" }));
        assert!(
            said.starts_with("cover: there is no choice \"heavi\"; did you mean \"heavy\"?"),
            "{said}"
        );
        let said = why(json!({ "rnage": 3 }));
        assert!(said.contains("did you mean \"range\"?"), "{said}");
        assert_eq!(why(json!([1])), "what is entered has to be an object of inputs");
    }

    #[test]
    fn dice_that_are_entered_are_used_up_and_possible() {
        let text = || "for nothing".to_string();
        let mut tray = Tray::given(&[6, 7]);
        assert_eq!(tray.die(6, text(), |_| None), Ok(6));
        assert!(tray.end().is_err());
        assert!(tray.die(6, text(), |_| None).is_err());
        let mut tray = Tray::given(&[]);
        assert!(tray.die(6, text(), |_| None).unwrap_err().why.starts_with("die 1 is missing"));
        assert!(Tray::look().die(6, text(), |_| None).is_err());
    }
}
