//! Options as cases write them.

use board::HexId;
use omaha::Day;
use omaha::data::{Division, UnitId};
use omaha::question::Opt;
use omaha::text;

use super::words::{division_word, label};

/// Shortest first.
pub(super) fn phrases(g: &Day, opt: Opt) -> Vec<String> {
    let data = g.data();
    let unit = |id: UnitId| {
        let it = &data.units[id.index()];
        [it.key.clone(), it.name.clone()]
    };
    let hex = |hex: HexId| {
        let mut names = vec![label(g, hex)];
        if let Some(site) = data.ground.site(hex) {
            let name = &data.sites[site.index()].name;
            names.extend([name.clone(), format!("WN{name}")]);
        }
        names
    };
    let of_unit =
        |id: UnitId, verb: &str| unit(id).iter().map(|it| format!("{it} {verb}")).collect();
    let to = |id: UnitId, verb: &str, to: HexId| -> Vec<String> {
        let pairs = unit(id).into_iter().flat_map(|unit| {
            hex(to).into_iter().map(move |hex| format!("{unit} {verb} {hex}")).collect::<Vec<_>>()
        });
        pairs.collect()
    };
    let at = |verb: &str, at: HexId| -> Vec<String> {
        hex(at).iter().map(|it| format!("{verb} {it}")).collect()
    };
    let division = |it: Division| division_word(it);
    let plain = |it: &str| vec![it.to_owned()];
    match opt {
        Opt::No => plain("no"),
        Opt::Yes => plain("yes"),
        Opt::Continue => plain("continue"),
        Opt::Done => plain("done"),
        Opt::Stay => plain("stay"),
        Opt::Division(it) => {
            vec![format!("division {}", division(it)), text::division_short(it).to_owned()]
        }
        Opt::Unit(id) => unit(id).to_vec(),
        Opt::Hex(it) => hex(it),
        Opt::German(it) => [hex(it), at("german", it)].concat(),
        Opt::Box(id) => {
            let name = &data.boxes[id.index()].name;
            vec![format!("box {name}"), name.clone()]
        }
        Opt::Turn(turn) => vec![format!("to turn {turn}")],
        Opt::Position(id) => {
            let name = &data.positions[id.index()].name;
            vec![name.clone(), format!("position {name}")]
        }
        Opt::Move { unit, to: hex } => to(unit, "moves to", hex),
        Opt::ClimbBluff { unit, to: hex } | Opt::ClimbCliff { unit, to: hex } => {
            [to(unit, "climbs to", hex), to(unit, "moves to", hex)].concat()
        }
        Opt::CrossCliff(id) => of_unit(id, "crosses"),
        Opt::AbortCliff(id) => of_unit(id, "gives up"),
        Opt::Rest(id) => of_unit(id, "rests"),
        Opt::Recover(id) => of_unit(id, "recovers"),
        Opt::Exit(id) => of_unit(id, "exits"),
        Opt::Attack(it) => at("attack", it),
        Opt::Barrage { unit, target } => to(unit, "barrages", target),
        Opt::NavalBarrage(it) => at("naval barrage", it),
        Opt::Join(id) => unit(id).iter().map(|it| format!("join {it}")).collect(),
        Opt::JoinNaval => plain("join naval"),
        Opt::HeroWeapon(weapon) => vec![format!("hero {}", weapon.key())],
        Opt::HeroStrength => plain("hero strength"),
        Opt::Clear(it) => at("clear", it),
        Opt::PlaceBase { division: it, hex } => at(&format!("base {} at", division(it)), hex),
        Opt::GrowBase { division: it, base } => {
            let n = format!("base {} number {} grows", division(it), base + 1);
            let alone = g.bases[it.index()].len() == 1;
            if alone { vec![format!("base {} grows", division(it)), n] } else { vec![n] }
        }
        Opt::Garrison(it) => at("garrison", it),
        Opt::MakePost(id) => unit(id).iter().map(|it| format!("post {it}")).collect(),
        Opt::GrowPost(id) => unit(id).iter().map(|it| format!("post {it} grows")).collect(),
    }
}
