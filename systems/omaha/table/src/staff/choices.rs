//! Everything small: whom a hit strikes, who gets the hero, what is cleared.

use omaha::Day;
use omaha::data::{PositionId, UnitId};
use omaha::question::Opt;

use super::sheet::Sheet;
use super::worth;

fn units(options: &[Opt]) -> impl Iterator<Item = UnitId> + '_ {
    options.iter().filter_map(|it| match it {
        Opt::Unit(unit) => Some(*unit),
        _ => None,
    })
}

/// The unit whose next step is worth least.
pub(crate) fn spare(sheet: &Sheet, options: &[Opt]) -> Opt {
    let least =
        units(options).min_by_key(|it| (worth::next_step(sheet.g, sheet.weights, *it), *it));
    least.map_or(options[0], Opt::Unit)
}

/// Stragglers join the division that bleeds most, the strongest company first.
pub(crate) fn restore(g: &Day, options: &[Opt]) -> Opt {
    let most = units(options).max_by_key(|it| {
        let division = g.data().units[it.index()].division;
        (worth::losses(g, division), std::cmp::Reverse(*it))
    });
    most.map_or(options[0], Opt::Unit)
}

/// A hero goes where he can attack: a strong unit beside Germans, not a lone survivor under fire.
pub(crate) fn best_hero(sheet: &Sheet, options: &[Opt]) -> Opt {
    let (g, danger) = (sheet.g, &sheet.danger);
    let score = |unit: UnitId| {
        let kind = g.kind(unit);
        let mut score = i32::from(g[unit].steps) * 20;
        if !kind.is_infantry() {
            return score - 200;
        }
        if kind == omaha::data::UnitKind::Ranger {
            score -= 40;
        }
        if let Some(hex) = g[unit].hex() {
            let map = &g.data().map;
            let beside = map.neighbours(hex).any(|it| g.german_at(it.1).is_some());
            score += if beside { 60 } else { 20 };
            score -= danger.at(hex) / 30;
        }
        score
    };
    let best = units(options).max_by_key(|it| (score(*it), std::cmp::Reverse(*it)));
    best.map_or(options[0], Opt::Unit)
}

/// Obstacles before the boxes where most will land: the middle of the sector, away from the ends.
pub(crate) fn clear(sheet: &Sheet, options: &[Opt]) -> Opt {
    let danger = &sheet.danger;
    let hexes = options.iter().filter_map(|it| match it {
        Opt::Clear(hex) => Some(*hex),
        _ => None,
    });
    // Quiet hexes are where later waves will go.
    hexes.min_by_key(|it| (danger.at(*it), *it)).map_or(options[0], Opt::Clear)
}

/// A base goes where its range opens a draw that scores; an older one grows.
pub(crate) fn base(g: &Day, options: &[Opt]) -> Opt {
    let draws = &g.data().draws;
    let to_draw = |hex: board::HexId| {
        let scoring = draws.iter().filter(|it| it.scores);
        let mouths = scoring.flat_map(|it| it.mined.iter().chain(&it.mouth));
        mouths.map(|it| g.data().map.distance(hex, *it)).min().unwrap_or(99)
    };
    let score = |opt: &Opt| match opt {
        Opt::PlaceBase { hex, .. } => to_draw(*hex) as i32 * 10,
        Opt::GrowBase { division, base } => {
            let base = g.bases[division.index()].get(usize::from(*base));
            base.map_or(500, |it| to_draw(it.hex) as i32 * 10 + i32::from(it.space) * 4 - 45)
        }
        _ => 400,
    };
    options.iter().copied().min_by_key(score).unwrap_or(options[0])
}

/// Germans nearest to us: to know them helps at once.
pub(crate) fn nearest_german(g: &Day, options: &[Opt]) -> Opt {
    let near = |hex: board::HexId| {
        let all = g.troops().map(|it| g.data().map.distance(hex, it.1));
        all.min().unwrap_or(99)
    };
    let at = |opt: &Opt| match opt {
        Opt::German(hex) | Opt::Hex(hex) => near(*hex),
        Opt::Position(position) => near(first_hex(g, *position)),
        _ => 200,
    };
    options.iter().copied().min_by_key(at).unwrap_or(options[0])
}

fn first_hex(g: &Day, position: PositionId) -> board::HexId {
    let site = g.data().positions[position.index()].sites[0];
    g.data().sites[site.index()].hex
}

/// Of several hexes the one under least fire.
pub(crate) fn safest(sheet: &Sheet, options: &[Opt]) -> Opt {
    let danger = &sheet.danger;
    let at = |opt: &Opt| match opt {
        Opt::Hex(hex) => danger.at(*hex),
        _ => 5000,
    };
    options.iter().copied().min_by_key(at).unwrap_or(options[0])
}
