//! The drawing of the landing is well-formed, the same twice, and whole.

use std::collections::BTreeSet;

use board::HexId;
use draw::{MapStyle, PieceAt};

/// A small XML reader: tags nest, attributes are quoted, ids are unique, only what we mean to draw is there.
fn check(svg: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut ids = BTreeSet::new();
    let mut rest = svg;
    while let Some(start) = rest.find('<') {
        let text = &rest[..start];
        assert!(!text.contains('>'), "a stray > in {text}");
        for part in text.split('&').skip(1) {
            assert!(
                part.split(';')
                    .next()
                    .is_some_and(|it| ["lt", "gt", "amp", "quot", "#39"].contains(&it)),
                "{part}"
            );
        }
        let end = start + rest[start..].find('>').expect("a tag ends");
        let tag = &rest[start + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
            continue;
        }
        let (tag, closed) = tag.strip_suffix('/').map_or((tag, false), |it| (it, true));
        let name = tag.split_whitespace().next().expect("a tag has a name");
        assert!(
            !["script", "style", "foreignObject", "image", "a", "filter"].contains(&name),
            "<{name}>"
        );
        let mut attributes = tag[name.len()..].trim();
        while !attributes.is_empty() {
            let (key, value) =
                attributes.split_once("=\"").unwrap_or_else(|| panic!("attribute in <{tag}>"));
            let (value, after) = value.split_once('"').expect("a value is quoted");
            assert!(!key.trim().starts_with("on") && !value.contains('<'), "{key}={value}");
            assert!(key.trim() != "href" || value.starts_with('#'), "{value}");
            assert!(!value.contains("NaN") && !value.contains("inf"), "{key}={value}");
            if key.trim() == "id" {
                assert!(ids.insert(value.to_owned()), "id {value} twice");
            }
            attributes = after.trim();
        }
        if !closed {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?} not closed");
}

#[test]
fn the_map_of_the_landing_is_sound_and_shows_every_position() {
    let data = omaha_table::cases::data("first-waves").expect("the module loads");
    let svg = omaha_table::art::map_svg(&data, &MapStyle::default());
    check(&svg);
    assert_eq!(svg, omaha_table::art::map_svg(&data, &MapStyle::default()));
    for site in &data.sites {
        let name = site.name.strip_prefix("WN").unwrap_or(&site.name);
        assert!(svg.contains(&format!(">{name}</text>")), "{name}");
    }
    let pieces = [PieceAt {
        symbol: "u0-1".into(),
        hex: HexId(data.map.len() as u16),
        level: 0,
        markers: Vec::new(),
    }];
    check(&omaha_table::art::position_svg(&data, &pieces));
}
