//! Flowcharts as people see them: numbered boxes, each with the statements it stands for, and where a game is in them.
//! Nothing here decides anything.

/// A flowchart.
#[derive(PartialEq, Eq, Debug)]
pub struct Chart {
    pub key: &'static str,
    pub title: &'static str,
    /// The statement a reader begins with.
    pub rule: &'static str,
    pub boxes: &'static [Step],
}

/// One numbered step.
#[derive(PartialEq, Eq, Debug)]
pub struct Step {
    /// As on the chart; several boxes of a step share it.
    pub number: &'static str,
    pub text: &'static str,
    /// The statements of the box, the first for the reader, all of them to find the place.
    pub rules: &'static [&'static str],
    /// A condition that is met without a die or a question: passed as soon as a later box is reached.
    pub silent: bool,
}

/// Where the game stands in one chart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Here {
    pub chart: &'static Chart,
    /// Index of the box; `None` while nothing of it has happened.
    pub at: Option<usize>,
    /// Boxes passed in this run, as bits.
    pub passed: u64,
}

impl Here {
    #[must_use]
    pub const fn new(chart: &'static Chart) -> Here {
        Here { chart, at: None, passed: 0 }
    }

    /// At the box of this index, all before it passed.
    #[must_use]
    pub const fn at(chart: &'static Chart, index: usize) -> Here {
        Here { chart, at: Some(index), passed: (1 << index) - 1 }
    }

    #[must_use]
    pub fn is_passed(&self, index: usize) -> bool {
        self.passed >> index & 1 == 1
    }

    /// On to the box of a rule. Going back, as a second shot or round does, forgets what lies ahead.
    pub fn visit(&mut self, index: usize) {
        if let Some(at) = self.at {
            self.passed |= 1 << at;
        }
        self.passed &= (1 << index) - 1;
        for (i, it) in self.chart.boxes.iter().enumerate().take(index) {
            if it.silent {
                self.passed |= 1 << i;
            }
        }
        self.at = Some(index);
    }
}

impl Chart {
    /// The box a rule stands in. Where it stands in several (a result to be taken), the first from `from` on.
    #[must_use]
    pub fn find(&self, code: &str, from: Option<usize>) -> Option<usize> {
        let holds = |it: &Step| it.rules.contains(&code);
        let from = from.unwrap_or(0);
        let ahead = self.boxes.iter().skip(from).position(holds).map(|it| it + from);
        ahead.or_else(|| self.boxes.iter().position(holds))
    }
}

#[must_use]
pub const fn step(
    number: &'static str,
    text: &'static str,
    rules: &'static [&'static str],
) -> Step {
    Step { number, text, rules, silent: false }
}

/// A box that needs neither a die nor a question.
#[must_use]
pub const fn silent(
    number: &'static str,
    text: &'static str,
    rules: &'static [&'static str],
) -> Step {
    Step { number, text, rules, silent: true }
}
