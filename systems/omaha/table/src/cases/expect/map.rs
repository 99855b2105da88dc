//! What is on the map, counted.

use board::HexId;
use omaha::data::{Data, PositionId, Sector};
use omaha::ground::{BeachRow, Side, Terrain};
use omaha::survey::ways;

use super::super::words::{Read, Words, colour_called, sector_word};

/// `count side hedge`, `count colour east orange`, `count zone A`, `count terrain pavilion`, `count tide low`,
/// `count neighbouring positions`, `count map faults`
pub(super) fn count(data: &Data, what: &str, words: &mut Words) -> Read<Option<usize>> {
    Ok(Some(match what {
        "side" => {
            let word = words.need("a kind of hexside")?;
            let Some(side) = SIDES.into_iter().find(|it| it.0 == word) else {
                return words.wrong(format!("\"{word}\" is no kind of hexside"));
            };
            let of = |hex: HexId| data.ground.sides[hex.index()].iter().filter(|it| **it == side.1);
            data.map.hexes().map(|it| of(it).count()).sum::<usize>() / 2
        }
        "colour" => {
            let (sector, word) = (words.need("a sector")?, words.need("a colour")?);
            let is = |it: &Sector| sector_word(*it) == sector;
            let colour = colour_called(&word);
            let all = data.positions.iter();
            all.filter(|it| is(&it.sector) && Some(it.colour) == colour).count()
        }
        "zone" => {
            let zone = words.need("a zone")?.chars().next();
            data.positions.iter().filter(|it| it.zone.is_some() && it.zone == zone).count()
        }
        "terrain" => {
            let word = words.need("a terrain")?;
            let terrain = Terrain::ALL.into_iter().find(|it| it.name() == word);
            data.map.hexes().filter(|it| Some(data.ground.terrain(*it)) == terrain).count()
        }
        "tide" => {
            let row = match words.need("low, mid or high")?.as_str() {
                "low" => BeachRow::Low,
                "mid" => BeachRow::Mid,
                _ => BeachRow::High,
            };
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

const SIDES: [(&str, Side); 9] = [
    ("hedge", Side::Hedge),
    ("seawall", Side::Seawall),
    ("shingle", Side::Shingle),
    ("atditch", Side::Ditch),
    ("atwall", Side::Wall),
    ("slope", Side::Slope),
    ("bluff", Side::Bluff),
    ("scaleable", Side::Scaleable),
    ("sheer", Side::Sheer),
];

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
