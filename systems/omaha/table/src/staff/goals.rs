//! Where units are wanted.

use board::HexId;
use omaha::Day;
use omaha::attack::terrain;
use omaha::data::Division;
use omaha::ground::Terrain;
use omaha::state::GermanPlace;

use super::sheet::Sheet;

/// Hexes from which Germans can be attacked, those of the division's plan first; late in the day also what scores by
/// being held, and the way out.
pub(crate) fn infantry_goals(sheet: &Sheet, of: Division) -> Vec<(HexId, i32)> {
    let g = sheet.g;
    let data = g.data();
    let mut goals = Vec::new();
    for (german, at) in g.germans_on_map() {
        let mut extra = sheet.weights.unwanted;
        if let GermanPlace::At(site) = g[german].place {
            let position = data.sites[site.index()].position;
            let wn = data.positions[position.index()].is_wn();
            extra = match (sheet.plan().of(of).contains(position), wn) {
                (true, _) => 0,
                (_, true) => extra,
                _ => extra * 3 / 2,
            };
        }
        for (_, hex) in data.map.neighbours(at) {
            let terrain = data.ground.terrain(hex);
            let land = terrain != Terrain::Sea && terrain != Terrain::Rough;
            if land && terrain::crossing(g, hex, at).is_some() && g.german_at(hex).is_none() {
                let full = 2 <= g.troops_at(hex).count();
                goals.push((hex, extra + if full { 60 } else { 0 }));
            }
        }
    }
    if 16 < data.plan.last_turn && 14 < g.turn {
        late_goals(g, &mut goals);
    }
    goals
}

fn late_goals(g: &Day, goals: &mut Vec<(HexId, i32)>) {
    let data = g.data();
    for position in g.positions().filter(|it| !g.is_held(*it)) {
        let it = &data.positions[position.index()];
        if it.vp {
            let hex = data.sites[it.sites[0].index()].hex;
            if g.troops_at(hex).next().is_none() {
                goals.push((hex, 180));
            }
        }
    }
    if data.plan.last_turn <= g.turn + 8 {
        goals.extend(data.exits.iter().map(|it| (it.hex, 0)));
    }
}

/// Off the beach, by the lanes of the engineers.
pub(crate) fn vehicle_goals(g: &Day) -> Vec<(HexId, i32)> {
    let ground = &g.data().ground;
    let low = ground.high.iter();
    low.filter(|it| ground.terrain(*it) != Terrain::Rough && g.german_at(*it).is_none())
        .map(|it| (it, 0))
        .collect()
}
