//! A file of cases: `##` headings, `Covers:` lines, fences. Everything else is prose.

use std::path::{Path, PathBuf};

use super::{Failure, Fault};

/// One case.
#[derive(Clone, Debug)]
pub struct Case {
    pub file: PathBuf,
    /// Of the heading.
    pub line: usize,
    pub title: String,
    /// Ids of statements.
    pub covers: Vec<Text>,
    /// In the order they stand, the situation common to the file first.
    pub blocks: Vec<Block>,
}

impl Case {
    /// A case of one fence, not from a file.
    #[must_use]
    pub fn of_lines(title: &str, kind: BlockKind, text: &str) -> Case {
        let lines = text.lines().enumerate().filter(|it| !it.1.trim().is_empty());
        let lines = lines.map(|(i, it)| Text { line: i + 1, text: it.to_owned() }).collect();
        let blocks = vec![Block { kind, lines }];
        Case { file: title.into(), line: 1, title: title.into(), covers: Vec::new(), blocks }
    }

    /// The lines of its situation.
    pub fn situation(&self) -> impl Iterator<Item = &Text> {
        let blocks = self.blocks.iter().filter(|it| it.kind == BlockKind::Situation);
        blocks.flat_map(|it| &it.lines)
    }

    #[must_use]
    pub fn failure(&self, line: usize, message: impl Into<String>) -> Failure {
        let (file, case) = (self.file.clone(), self.title.clone());
        Failure { file, line, case, message: message.into(), context: String::new() }
    }
}

#[derive(Clone, Debug)]
pub struct Block {
    pub kind: BlockKind,
    pub lines: Vec<Text>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BlockKind {
    Situation,
    Play,
    Expect,
}

/// A line without its comment, and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text {
    pub line: usize,
    pub text: String,
}

/// The cases of a file, and what is wrong with it. A file with faults has no cases.
pub(super) fn cases(file: &Path, text: &str) -> (Vec<Case>, Vec<Fault>) {
    let mut reader = Reader { file, common: Vec::new(), cases: Vec::new(), faults: Vec::new() };
    reader.read(text);
    reader.check();
    if reader.faults.is_empty() { (reader.cases, Vec::new()) } else { (Vec::new(), reader.faults) }
}

struct Reader<'a> {
    file: &'a Path,
    /// Fences before the first heading: the situation all cases start from.
    common: Vec<Block>,
    cases: Vec<Case>,
    faults: Vec<Fault>,
}

impl Reader<'_> {
    fn fault(&mut self, line: usize, message: impl Into<String>) {
        self.faults.push(Fault { file: self.file.to_owned(), line, message: message.into() });
    }

    fn read(&mut self, text: &str) {
        // The fence we are in: its marker, its first line, and the block, or `None` for a fence that is prose.
        let mut fence: Option<(String, usize, Option<Block>)> = None;
        for (i, raw) in text.lines().enumerate() {
            let line = i + 1;
            let trimmed = raw.trim();
            if let Some((marker, _, block)) = &mut fence {
                if trimmed == marker.as_str() {
                    if let Some((_, _, Some(block))) = fence.take() {
                        self.add(block, line);
                    }
                } else if let Some(block) = block {
                    let text = without_comment(raw).trim_end().to_owned();
                    if !text.trim().is_empty() {
                        block.lines.push(Text { line, text });
                    }
                }
                continue;
            }
            if trimmed.starts_with("```") {
                let marker: String = trimmed.chars().take_while(|it| *it == '`').collect();
                let kind = match trimmed[marker.len()..].trim() {
                    "situation" => Some(BlockKind::Situation),
                    "play" => Some(BlockKind::Play),
                    "expect" => Some(BlockKind::Expect),
                    _ => None,
                };
                fence = Some((marker, line, kind.map(|kind| Block { kind, lines: Vec::new() })));
            } else if let Some(title) = trimmed.strip_prefix("## ") {
                let title = title.trim().to_owned();
                self.cases.push(Case {
                    file: self.file.to_owned(),
                    line,
                    title,
                    covers: Vec::new(),
                    blocks: Vec::new(),
                });
            } else if let Some(ids) = trimmed.strip_prefix("Covers:") {
                self.covers(ids, line);
            }
        }
        if let Some((marker, line, _)) = fence {
            self.fault(line, format!("the fence {marker} is never closed"));
        }
    }

    fn add(&mut self, block: Block, line: usize) {
        match self.cases.last_mut() {
            Some(case) => case.blocks.push(block),
            None if block.kind == BlockKind::Situation => self.common.push(block),
            None => self.fault(
                line,
                "before the first \"## \" heading there can only be a common situation",
            ),
        }
    }

    fn covers(&mut self, ids: &str, line: usize) {
        let Some(case) = self.cases.last_mut() else {
            self.fault(line, "\"Covers:\" belongs under the \"## \" heading of its case");
            return;
        };
        let ids = ids.split([',', ' ']).map(|it| it.trim().trim_matches('`').trim_end_matches('.'));
        case.covers
            .extend(ids.filter(|it| !it.is_empty()).map(|it| Text { line, text: it.to_owned() }));
    }

    /// Headings without fences are prose; a case needs to expect something and to say what it covers.
    fn check(&mut self) {
        let mut cases = std::mem::take(&mut self.cases);
        cases.retain(|it| !it.blocks.is_empty() || !it.covers.is_empty());
        for case in &mut cases {
            if !case.blocks.iter().any(|it| it.kind == BlockKind::Expect && !it.lines.is_empty()) {
                self.fault(
                    case.line,
                    format!("the case \"{}\" has no ```expect fence", case.title),
                );
            }
            if case.covers.is_empty() {
                self.fault(
                    case.line,
                    format!("the case \"{}\" has no \"Covers:\" line", case.title),
                );
            }
            let started = case.blocks.iter().position(|it| it.kind != BlockKind::Situation);
            let late = case.blocks.iter().rposition(|it| it.kind == BlockKind::Situation);
            if let (Some(started), Some(late)) = (started, late)
                && started < late
            {
                self.fault(
                    case.line,
                    format!("the case \"{}\" has a situation after its play", case.title),
                );
            }
            case.blocks.splice(0..0, self.common.iter().cloned());
        }
        let mut titles: Vec<(&str, usize)> =
            cases.iter().map(|it| (it.title.as_str(), it.line)).collect();
        titles.sort_unstable();
        let twice: Vec<(String, usize)> = titles
            .windows(2)
            .filter(|it| it[0].0 == it[1].0)
            .map(|it| (it[1].0.to_owned(), it[1].1))
            .collect();
        for (title, line) in twice {
            self.fault(line, format!("there is another case \"{title}\" in this file"));
        }
        self.cases = cases;
    }
}

/// `#` starts a comment at the beginning of a line or after a space.
fn without_comment(line: &str) -> &str {
    let mut before = ' ';
    for (i, it) in line.char_indices() {
        if it == '#' && before.is_whitespace() {
            return &line[..i];
        }
        before = it;
    }
    line
}
