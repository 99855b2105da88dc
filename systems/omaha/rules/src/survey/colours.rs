//! Six colours for all positions, so that no hex is dotted twice in one colour (omaha.field.no-overlap).

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use hex::Hex;

use super::Plan;
use crate::data::{Colour, FireClass, Sector};

/// One position at a time, the most constrained first; no backtracking (omaha.map.col-result).
///
/// # Errors
/// If a position has neighbours of all six colours.
pub fn colours(
    plans: &[Plan],
    sectors: &[Sector],
    fields: &[BTreeMap<Hex, FireClass>],
) -> Result<Vec<Colour>, String> {
    let foes = conflicts(fields);
    let mut given: Vec<Option<Colour>> = vec![None; plans.len()];
    while let Some(next) = most_constrained(plans, &foes, &given) {
        let taken = taken(&foes[next], &given);
        let used = |alike: bool, colour: Colour| {
            let all = (0..plans.len()).filter(|it| given[*it] == Some(colour));
            let like = |it: &usize| {
                sectors[*it] == sectors[next] && plans[*it].is_wn() == plans[next].is_wn()
            };
            if alike { all.filter(like).count() } else { all.count() }
        };
        // omaha.map.col-choice
        let free = Colour::ALL.into_iter().filter(|it| !taken.contains(it));
        let Some(best) = free.min_by_key(|it| (used(true, *it), used(false, *it), it.index()))
        else {
            return Err(format!("no colour is left for {}", plans[next].name));
        };
        given[next] = Some(best);
    }
    Ok(given.into_iter().flatten().collect())
}

/// Positions whose fields share a hex (omaha.map.col-conflict).
fn conflicts(fields: &[BTreeMap<Hex, FireClass>]) -> Vec<Vec<usize>> {
    let meet = |a: usize, b: usize| a != b && fields[a].keys().any(|it| fields[b].contains_key(it));
    (0..fields.len()).map(|a| (0..fields.len()).filter(|b| meet(a, *b)).collect()).collect()
}

/// omaha.map.col-order
fn most_constrained(
    plans: &[Plan],
    foes: &[Vec<usize>],
    given: &[Option<Colour>],
) -> Option<usize> {
    (0..plans.len()).filter(|it| given[*it].is_none()).min_by_key(|it| {
        let first = plans[*it].first();
        (
            Reverse(taken(&foes[*it], given).len()),
            Reverse(foes[*it].len()),
            !plans[*it].is_wn(),
            first.row,
            first.column,
        )
    })
}

fn taken(foes: &[usize], given: &[Option<Colour>]) -> BTreeSet<Colour> {
    foes.iter().filter_map(|it| given[*it]).collect()
}
