//! The file of a chart, and how its blanks are filled.

use play::reckon::Given;
use play::wire::{Input, InputKind, InputOption, Reckoner, RuleRef};
use serde::Deserialize;

/// A chart as its file says.
#[derive(Clone, Debug)]
pub struct Chart {
    pub system: String,
    /// The name of its file.
    pub key: String,
    pub(crate) text: ChartText,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChartText {
    pub(crate) title: String,
    /// One sentence: when it is used.
    pub(crate) text: String,
    /// The statement the procedure begins with.
    pub(crate) rule: String,
    /// The headings of the documents it stands for: "000 Direct Fire".
    pub(crate) of: Vec<String>,
    /// Lines of a `situation` fence, with blanks.
    pub(crate) situation: String,
    /// At every question the first of these that is offered is taken, else the first option.
    #[serde(default)]
    pub(crate) answers: Vec<String>,
    /// How many steps of the game the procedure takes.
    #[serde(default = "one")]
    pub(crate) steps: u8,
    /// Told apart in this order: the first that holds counts.
    pub(crate) outcome: Vec<Outcome>,
    /// What it is called when none of them holds.
    #[serde(default = "nothing")]
    pub(crate) otherwise: String,
    /// Choices that are made one way, said to whoever reads the odds.
    #[serde(default)]
    pub(crate) assumes: String,
    #[serde(default)]
    pub(crate) input: Vec<InputText>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Outcome {
    pub(crate) title: String,
    /// Lines of an `expect` fence joined by ` and `, with blanks.
    pub(crate) is: String,
    /// 0 nothing … 4 destroyed: the colour of the bar.
    #[serde(default)]
    pub(crate) severity: u8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct InputText {
    pub(crate) key: String,
    pub(crate) title: String,
    /// A number has both of these.
    least: Option<i64>,
    most: Option<i64>,
    /// Of a number; the first where nothing is said.
    default: Option<i64>,
    /// What a number writes into the blank, `#` standing for it; what a toggle writes when it is on.
    text: Option<String>,
    /// What each number from the least on writes, where that is no number.
    #[serde(default)]
    each: Vec<String>,
    /// What a toggle writes when it is off.
    #[serde(default)]
    off: String,
    /// A choice has these; the first is the default.
    #[serde(default)]
    option: Vec<OptionText>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct OptionText {
    key: String,
    title: String,
    /// What it writes into the blank; its key where nothing is said.
    text: Option<String>,
}

/// A chart whose blanks are filled.
pub(crate) struct Filled {
    pub(crate) situation: String,
    pub(crate) answers: Vec<String>,
    pub(crate) outcomes: Vec<Outcome>,
}

impl Chart {
    pub fn read(system: &str, key: &str, text: &str) -> Result<Chart, String> {
        let text: ChartText = toml::from_str(text).map_err(|it| it.to_string())?;
        let chart = Chart { system: system.into(), key: key.into(), text };
        chart.check()?;
        Ok(chart)
    }

    /// What serde cannot see.
    fn check(&self) -> Result<(), String> {
        for (i, it) in self.text.input.iter().enumerate() {
            let key = &it.key;
            if self.text.input[..i].iter().any(|other| other.key == *key) {
                return Err(format!("input {key:?} is there twice"));
            }
            if it.least.is_some() != it.most.is_some() {
                return Err(format!("input {key:?}: a number has both least and most"));
            }
            if let (Some(least), Some(most)) = (it.least, it.most) {
                let default = it.default.unwrap_or(least);
                if most < least || !(least..=most).contains(&default) {
                    return Err(format!(
                        "input {key:?}: {least} to {most}, {default} if nothing is entered"
                    ));
                }
                if !it.each.is_empty() && it.each.len() as i64 != most - least + 1 {
                    return Err(format!(
                        "input {key:?}: {} texts for {least} to {most}",
                        it.each.len()
                    ));
                }
                if !it.option.is_empty() {
                    return Err(format!("input {key:?}: a number has no options"));
                }
            } else if it.option.is_empty() && it.text.is_none() {
                return Err(format!("input {key:?}: a toggle writes a text"));
            }
        }
        if self.text.outcome.is_empty() {
            return Err("a chart tells at least one outcome apart".into());
        }
        let mut all: Vec<&str> = vec![&self.text.situation];
        all.extend(self.text.answers.iter().map(String::as_str));
        all.extend(self.text.outcome.iter().flat_map(|it| [it.is.as_str(), &it.title]));
        // A blank in what another blank writes is filled too.
        for it in &self.text.input {
            all.extend(it.each.iter().chain(&it.text).map(String::as_str));
            all.push(&it.off);
            all.extend(it.option.iter().filter_map(|it| it.text.as_deref()));
        }
        for blank in all.iter().flat_map(|it| blanks(it)) {
            let blank = Blank::read(blank);
            let Some(input) = self.text.input.iter().find(|it| it.key == blank.key) else {
                return Err(format!("nothing fills the blank {{{}}}", blank.key));
            };
            if blank.value.is_some_and(|it| input.option.iter().all(|known| known.key != it)) {
                return Err(format!("{} is no option of {}", blank.value.unwrap_or(""), blank.key));
            }
        }
        Ok(())
    }

    /// The headings of the documents it stands for.
    #[must_use]
    pub fn headings(&self) -> &[String] {
        &self.text.of
    }

    #[must_use]
    pub fn reckoner(&self) -> Reckoner {
        let it = &self.text;
        Reckoner {
            key: self.key.clone(),
            title: it.title.clone(),
            text: it.text.clone(),
            rule: RuleRef { code: it.rule.clone(), title: it.title.clone() },
            inputs: self.inputs(),
        }
    }

    #[must_use]
    pub fn inputs(&self) -> Vec<Input> {
        self.text.input.iter().map(InputText::input).collect()
    }

    pub(crate) fn fill(&self, given: &Given) -> Filled {
        let fill = |text: &str| {
            let mut text = text.to_owned();
            // What is filled in may have blanks itself: so many deep, and no deeper.
            for _ in 0..DEEP {
                if !text.contains('{') {
                    break;
                }
                text = self.fill_once(&text, given);
            }
            text
        };
        let outcome = |it: &Outcome| Outcome { is: fill(&it.is), title: fill(&it.title), ..*it };
        Filled {
            situation: fill(&self.text.situation),
            answers: self.text.answers.iter().map(|it| fill(it)).collect(),
            outcomes: self.text.outcome.iter().map(outcome).collect(),
        }
    }
}

/// Blanks in blanks in blanks.
const DEEP: usize = 3;

/// `{key}` is what the input writes; `{key?this|that}` is this if the toggle is on, else that; `{key=value?this|that}` the same of
/// a choice. Neither may have braces in it.
struct Blank<'a> {
    key: &'a str,
    value: Option<&'a str>,
    either: Option<(&'a str, &'a str)>,
}

impl<'a> Blank<'a> {
    fn read(text: &'a str) -> Blank<'a> {
        let (head, either) = match text.split_once('?') {
            Some((head, rest)) => (head, Some(rest.split_once('|').unwrap_or((rest, "")))),
            None => (text, None),
        };
        let (key, value) = head.split_once('=').map_or((head, None), |it| (it.0, Some(it.1)));
        Blank { key, value, either }
    }
}

impl Chart {
    fn fill_once(&self, text: &str, given: &Given) -> String {
        let mut parts = text.split('{');
        let mut filled = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (blank, rest) = part.split_once('}').unwrap_or((part, ""));
            filled += &self.blank(&Blank::read(blank), given);
            filled += rest;
        }
        filled
    }

    fn blank(&self, blank: &Blank<'_>, given: &Given) -> String {
        let Some(input) = self.text.input.iter().find(|it| it.key == blank.key) else {
            return String::new();
        };
        let Some((this, that)) = blank.either else { return input.written(given) };
        let holds = match blank.value {
            Some(value) => given.choice(blank.key) == value,
            None => given.is(blank.key),
        };
        if holds { this.into() } else { that.into() }
    }
}

impl InputText {
    fn input(&self) -> Input {
        if let (Some(least), Some(most)) = (self.least, self.most) {
            return Input::number(
                &self.key,
                &self.title,
                least,
                most,
                self.default.unwrap_or(least),
            );
        }
        if self.option.is_empty() {
            return Input::toggle(&self.key, &self.title);
        }
        let option = |it: &OptionText| InputOption { key: it.key.clone(), title: it.title.clone() };
        Input::choice(&self.key, &self.title, self.option.iter().map(option).collect())
    }

    fn written(&self, given: &Given) -> String {
        match self.input().kind {
            InputKind::Number { least, .. } => {
                let n = given.number(&self.key);
                match (self.each.get((n - least) as usize), &self.text) {
                    (Some(it), _) => it.clone(),
                    (None, Some(text)) => text.replace('#', &n.to_string()),
                    (None, None) => n.to_string(),
                }
            }
            InputKind::Toggle { .. } if given.is(&self.key) => {
                self.text.clone().unwrap_or_default()
            }
            InputKind::Toggle { .. } => self.off.clone(),
            InputKind::Choice { .. } => {
                let chosen = given.choice(&self.key);
                let found = self.option.iter().find(|it| it.key == chosen);
                found.and_then(|it| it.text.clone()).unwrap_or_else(|| chosen.to_owned())
            }
        }
    }
}

fn blanks(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).map(|it| it.split_once('}').unwrap_or((it, "")).0)
}

fn one() -> u8 {
    1
}

fn nothing() -> String {
    "No effect".into()
}
