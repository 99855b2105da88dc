//! The drawing of the landing is well-formed, the same twice, and whole.

use board::HexId;
use draw::{MapStyle, PieceAt};

fn check(svg: &str) {
    testkit::drawing::check(svg).unwrap_or_else(|it| panic!("{it}"));
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
