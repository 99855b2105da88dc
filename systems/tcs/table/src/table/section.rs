//! The section through the ground between two hexes: heights along the line of sight, as the rules look at it.

use board::HexId;
use play::wire::{Section, SectionStation};
use tcs::Battle;
use tcs::ground::profile::Profile;
use tcs::ground::sight::{Meeting, Station};

pub(super) fn section(g: &Battle, from: HexId, to: HexId, profile: &Profile) -> Section {
    let data = g.data();
    let end = |hex: HexId, at: f64| {
        let ground = i32::from(data.ground.metres(hex));
        SectionStation {
            at,
            label: data.map().label(hex).to_string(),
            ground,
            top: ground,
            kind: "hex".into(),
            blocks: false,
            place: Some(hex.into()),
        }
    };
    let met = profile.meetings.iter().map(|(it, rule)| {
        let at = f64::from(it.at) / f64::from(profile.line.unit.max(1));
        station(g, it, at, rule.is_some())
    });
    let mut stations = vec![end(from, 0.0)];
    stations.extend(met);
    stations.push(end(to, 1.0));
    Section {
        eyes: (profile.line.from.into(), profile.line.to.into()),
        metres: data.distance(from, to) * u32::from(data.ground.hex_metres()),
        stations,
    }
}

fn station(g: &Battle, meeting: &Meeting, at: f64, blocks: bool) -> SectionStation {
    let data = g.data();
    let map = data.map();
    let hexes: Vec<HexId> = match meeting.station {
        Station::Hex(hex) => vec![hex],
        Station::Between(two) => two.into_iter().flatten().collect(),
        Station::Side(two) => two.to_vec(),
        Station::Corner(three) => three.into_iter().flatten().collect(),
    };
    let names: Vec<String> = hexes.iter().map(|it| map.label(*it).to_string()).collect();
    let heights = || hexes.iter().map(|it| i32::from(data.ground.metres(*it)));
    let is_hex = matches!(meeting.station, Station::Hex(_) | Station::Between(_));
    // Between two hexes the lower one counts, a hedge stands on the higher.
    let ground = if is_hex { heights().min() } else { heights().max() }.unwrap_or_default();
    let smoke = meeting.shut && hexes.iter().any(|it| g.smoke.contains(*it));
    let top = if meeting.shut && meeting.top == i16::MAX { ground } else { meeting.top.into() };
    let kind = match meeting.station {
        _ if smoke => "smoke",
        Station::Hex(_) | Station::Between(_) => "hex",
        Station::Side(_) | Station::Corner(_) => "side",
    };
    let what = match meeting.station {
        _ if smoke => "smoke in ",
        Station::Hex(_) => "",
        Station::Between(_) => "between ",
        Station::Side(_) => "hedge ",
        Station::Corner(_) => "corner of ",
    };
    let terrain = match hexes.as_slice() {
        [hex] if ground < top => format!(" {}", map.terrain_kind(*hex).name.to_lowercase()),
        _ => String::new(),
    };
    SectionStation {
        at,
        label: format!("{what}{}{terrain}", names.join("–")),
        ground,
        top,
        kind: kind.into(),
        blocks,
        place: hexes.first().map(|it| (*it).into()),
    }
}
