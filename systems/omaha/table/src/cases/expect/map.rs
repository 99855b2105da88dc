//! What is on the map, counted.

use board::HexId;
use omaha::data::{Colour, Data, PositionId, Sector};
use omaha::ground::{BeachRow, Side, Terrain};
use omaha::survey::ways;

use super::super::words::{Read, Words};

/// `count side hedge`, `count colour east orange`, `count zone A`, `count terrain pavilion`, `count tide low`,
/// `count neighbouring positions`, `count map faults`
pub(super) fn count(data: &Data, what: &str, words: &mut Words) -> Read<Option<usize>> {
    Ok(Some(match what {
        "side" => {
            let side: Side = words.word()?;
            let of = |hex: HexId| data.ground.sides[hex.index()].iter().filter(|it| **it == side);
            data.map.hexes().map(|it| of(it).count()).sum::<usize>() / 2
        }
        "colour" => {
            let (sector, colour): (Sector, Colour) = (words.word()?, words.word()?);
            let all = data.positions.iter();
            all.filter(|it| it.sector == sector && it.colour == colour).count()
        }
        "zone" => {
            let zone = words.need("a zone")?.chars().next();
            data.positions.iter().filter(|it| it.zone.is_some() && it.zone == zone).count()
        }
        "terrain" => {
            let terrain: Terrain = words.word()?;
            data.map.hexes().filter(|it| data.ground.terrain(*it) == terrain).count()
        }
        "tide" => {
            let row: BeachRow = words.word()?;
            data.ground.row.iter().filter(|it| **it == Some(row)).count()
        }
        "neighbouring" => {
            words.need("positions")?;
            neighbours(data)
        }
        "map" => {
            words.need("faults")?;
            faults(data)
        }
        _ => return Ok(None),
    }))
}

/// Pairs of reinforcement positions next to each other.
fn neighbours(data: &Data) -> usize {
    let is_wn = |it: PositionId| data.positions[it.index()].is_wn();
    let sites: Vec<_> = data.sites.iter().filter(|it| !is_wn(it.position)).collect();
    let pairs = sites.iter().enumerate().flat_map(|(i, a)| sites[..i].iter().map(move |b| (a, b)));
    pairs.filter(|(a, b)| data.map.adjacent(a.hex, b.hex)).count()
}

fn faults(data: &Data) -> usize {
    let exits: Vec<HexId> = data.exits.iter().map(|it| it.hex).collect();
    let hex = |it: &omaha::data::SiteId| data.map.hex(data.sites[it.index()].hex);
    let posts: Vec<_> = data
        .positions
        .iter()
        .map(|it| (it.name.clone(), it.sites.iter().map(hex).collect()))
        .collect();
    let loaded = ways::Loaded { map: &data.map, ground: &data.ground, exits: &exits };
    ways::faults(&loaded, &posts).len()
}
