//! What must hold for every drawing.

use std::collections::BTreeSet;

const NEVER_DRAWN: [&str; 6] = ["script", "style", "foreignObject", "image", "a", "filter"];
const ENTITIES: [&str; 5] = ["lt", "gt", "amp", "quot", "#39"];

/// A small XML reader: tags nest, attributes are quoted, ids are unique, only what we mean to draw is there. If not, what
/// is wrong.
pub fn check(svg: &str) -> Result<(), String> {
    let mut open: Vec<&str> = Vec::new();
    let mut ids = BTreeSet::new();
    let mut rest = svg;
    while let Some((text, tag)) = rest.split_once('<') {
        let mut entities = text.split('&').skip(1).filter_map(|it| it.split(';').next());
        holds(!text.contains('>'), || format!("a stray > in {text}"))?;
        holds(entities.all(|it| ENTITIES.contains(&it)), || format!("a stray & in {text}"))?;
        let (tag, after) = tag.split_once('>').ok_or("a tag does not end")?;
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            holds(open.pop() == Some(name), || format!("</{name}> closes another tag"))?;
            continue;
        }
        let (tag, closed) = tag.strip_suffix('/').map_or((tag, false), |it| (it, true));
        let name = tag.split_whitespace().next().ok_or("a tag has no name")?;
        holds(!NEVER_DRAWN.contains(&name), || format!("<{name}>"))?;
        let mut attributes = tag[name.len()..].trim();
        while !attributes.is_empty() {
            let quoted = attributes.split_once("=\"").and_then(|(key, it)| {
                it.split_once('"').map(|(value, after)| (key.trim(), value, after.trim()))
            });
            let (key, value, after) = quoted.ok_or_else(|| format!("an attribute in <{tag}>"))?;
            let sound = !key.starts_with("on")
                && !["<", "NaN", "inf"].iter().any(|it| value.contains(it))
                && (key != "href" || value.starts_with('#'));
            holds(sound, || format!("{key}={value}"))?;
            holds(key != "id" || ids.insert(value), || format!("id {value} twice"))?;
            attributes = after;
        }
        if !closed {
            open.push(name);
        }
    }
    holds(open.is_empty(), || format!("{open:?} not closed"))
}

fn holds(it: bool, else_wrong: impl FnOnce() -> String) -> Result<(), String> {
    if it { Ok(()) } else { Err(else_wrong()) }
}
