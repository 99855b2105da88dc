//! The place in a file that an objection of the rules means: its pointer, followed through the text.

use module::problem::Span;
use toml::de::{DeTable, DeValue};

/// The span of what a JSON pointer leads to, below `path`; as far as it leads.
pub(crate) fn span(text: &str, path: &[&str], pointer: &str) -> Span {
    let Ok(table) = DeTable::parse(text) else { return Span::default() };
    let mut span = Span::from(table.span());
    let mut value = DeValue::Table(table.into_inner());
    let steps = path.iter().copied().chain(pointer.split('/').filter(|it| !it.is_empty()));
    for step in steps {
        let next = match value {
            DeValue::Table(mut table) => table.remove(step),
            DeValue::Array(list) => {
                let index = step.parse::<usize>().ok();
                index.and_then(|it| list.into_iter().nth(it))
            }
            _ => None,
        };
        let Some(next) = next else { break };
        span = next.span().into();
        value = next.into_inner();
    }
    module::read::first_line(text, span)
}
