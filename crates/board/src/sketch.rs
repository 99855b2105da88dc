//! Small maps as rows of letters.

use crate::{HexId, Legend, Map, MapBuilder, TerrainKind, TerrainSight};

/// A map, and the letter that stood for each of its hexes.
#[derive(Debug)]
pub struct Sketch {
    pub map: Map,
    letters: Vec<String>,
}

impl Sketch {
    /// The hexes drawn with this letter, in order.
    pub fn hexes(&self, letter: &str) -> Vec<HexId> {
        self.map.hexes().filter(|it| self.letters[it.index()] == letter).collect()
    }

    /// The only hex drawn with this letter.
    pub fn only(&self, letter: &str) -> Option<HexId> {
        let [hex] = self.hexes(letter)[..] else { return None };
        Some(hex)
    }
}

/// Rows of one length, letters between blanks: some of them mean a terrain, by its key and name, over which one sees.
/// `None` if rows are not of one length, if a letter means nothing, or if the map is empty or too large.
pub fn sketch(text: &str, terrains: &[(&str, &str, &str)]) -> Option<Sketch> {
    let rows: Vec<Vec<&str>> = text.lines().map(|it| it.split_whitespace().collect()).collect();
    let columns = rows.first()?.len();
    let kinds = terrains.iter().map(|it| TerrainKind::new(it.1, it.2, TerrainSight::Open));
    let legend = Legend { terrains: kinds.collect(), ..Legend::default() };
    let mut map =
        MapBuilder::new(legend, u16::try_from(columns).ok()?, rows.len().try_into().ok()?);
    for (row, letters) in rows.iter().enumerate() {
        for (column, letter) in letters.iter().enumerate() {
            let (_, key, _) = terrains.iter().find(|it| it.0.contains(letter))?;
            map.terrain(&format!("{:02}{:02}", column + 1, row + 1), key);
        }
    }
    let letters = rows.concat().iter().map(|it| (*it).to_owned()).collect();
    let even = rows.iter().all(|it| it.len() == columns);
    Some(Sketch { map: map.build().ok().filter(|_| even)?, letters })
}
