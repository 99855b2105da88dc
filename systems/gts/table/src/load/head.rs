//! `module.toml`: the variants of the tables and the switches a module chooses.

use std::collections::BTreeMap;

use gts::{data::Edition, tables::Tables};

use crate::load::format::Module;
use module::{
    Errors,
    read::{Page, quoted},
    suggest::nearest,
    values::At,
};

/// Reports variants the tables do not have.
pub(crate) fn check(page: &Page<Module>, tables: &Tables, errors: &mut Errors) {
    let raw = &page.raw;
    variant(page, "crt", raw.crt_variant.as_ref(), &tables.crt.variant, errors);
    variant(page, "range", raw.range_variant.as_ref(), &tables.range.variant, errors);
    variant(page, "sighting", raw.sighting_variant.as_ref(), &tables.sighting.variant, errors);
}

fn variant<T>(
    page: &Page<Module>,
    table: &str,
    chosen: Option<&At<String>>,
    known: &BTreeMap<String, T>,
    errors: &mut Errors,
) {
    let Some(key) = chosen else { return };
    if !known.contains_key(key.as_str()) {
        let message = format!("there is no {} in [{table}.variant] of tables.toml", quoted(key));
        let suggestion = nearest(key, known.keys().map(String::as_str));
        errors.suggest(&page.path, key.span, message, suggestion);
    }
}

/// gts.data.crt-variant; `None`: there is no such variant.
pub(crate) fn vary_crt(tables: &mut Tables, name: &str) -> Option<()> {
    let crt = &mut tables.crt;
    for cell in crt.variant.get(name)? {
        let side = if cell.armoured { &mut crt.black_side } else { &mut crt.white_side };
        if let Some(result) = side.row_mut(cell.row).get_mut(usize::from(cell.roll)) {
            *result = cell.result;
        }
    }
    Some(())
}

/// T5
pub(crate) fn vary_range(tables: &mut Tables, name: &str) -> Option<()> {
    tables.range.chosen = Some(tables.range.variant.get(name)?.clone());
    Some(())
}

/// T13
pub(crate) fn vary_sighting(tables: &mut Tables, name: &str) -> Option<()> {
    let variant = tables.sighting.variant.get(name)?;
    tables.sighting.day = variant.day;
    tables.limits.op_hill_sighting = variant.observation;
    Some(())
}

/// Makes the tables those of the module.
pub(crate) fn apply(raw: &Module, edition: Edition, tables: &mut Tables) {
    raw.crt_variant.as_ref().and_then(|it| vary_crt(tables, it));
    raw.range_variant.as_ref().and_then(|it| vary_range(tables, it));
    raw.sighting_variant.as_ref().and_then(|it| vary_sighting(tables, it));
    // gts.range.artillery-limit-data
    if let Some(limit) = raw.artillery_limit.as_ref().and_then(|it| u8::try_from(it.value).ok()) {
        tables.limits.artillery_direct_range = limit;
    }
    if let Some(word) = &raw.terrain_variant {
        let row = match edition {
            Edition::Normandy => &mut tables.edition.normandy,
            Edition::Series => &mut tables.edition.series,
        };
        (row.terrain_unarmoured, row.terrain_armoured) = (word.value, word.value);
    }
}

/// gts.los.op-hill-range-s0, gts.los.op-hill-range-s1: the furthest anybody ever sees.
pub(crate) fn furthest_sight(tables: &Tables) -> u8 {
    let (day, hill) = (tables.sighting.day, tables.limits.op_hill_sighting);
    if hill < day { day } else { hill }
}
