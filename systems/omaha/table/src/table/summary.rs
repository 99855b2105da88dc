//! The German action summary as the player reads it: what a letter on a card makes each kind of position do.

use omaha::Day;
use omaha::data::Badge;
use omaha::tables::{ActionRow, ArmourAct, GermanAct};

use play::wire::{Grid, GridRow};

/// Empty before the Germans act by letters (omaha.gact.from).
pub(super) fn grids(g: &Day) -> Vec<Grid> {
    if !g.has_german_actions() {
        return Vec::new();
    }
    let kinds: [(&str, Cells); 2] = [
        ("Strongpoints", |it| [it.wn_us, it.wn_no_us, it.wn_empty]),
        ("Other positions", |it| [it.re_us, it.re_no_us, it.re_empty]),
    ];
    let mut grids: Vec<Grid> =
        kinds.into_iter().map(|(title, of)| positions(g, title, of)).collect();
    if g.data().variants.armour {
        grids.push(armour(g));
    }
    grids
}

/// What a kind of position does with US units in its field, without, and when it stands empty.
type Cells = fn(&ActionRow) -> [GermanAct; 3];

fn positions(g: &Day, title: &str, of: Cells) -> Grid {
    let cells = |it: &ActionRow| of(it).map(|it| act(it).to_string()).to_vec();
    Grid {
        title: title.into(),
        text: "By the letter beside the position's colour on the card.".into(),
        columns: ["US in its field", "nobody there", "empty"].map(String::from).to_vec(),
        rows: Badge::ALL.map(|badge| row(badge, cells(g.data().tables.action(badge)))).to_vec(),
    }
}

fn armour(g: &Day) -> Grid {
    let cells = |badge| vec![tank(g.data().tables.action(badge).armour).to_string()];
    Grid {
        title: "German armour".into(),
        text: String::new(),
        columns: vec!["on its road".into()],
        rows: Badge::ALL.map(|badge| row(badge, cells(badge))).to_vec(),
    }
}

fn row(badge: Badge, cells: Vec<String>) -> GridRow {
    GridRow { symbol: None, label: badge.name().into(), cells, doubts: Vec::new() }
}

const fn act(it: GermanAct) -> &'static str {
    match it {
        GermanAct::None => "–",
        GermanAct::Fire => "fire",
        GermanAct::FireArmour => "fire, tanks too",
        GermanAct::FireLeader => "fire, leaders too",
        GermanAct::ReOccupy => "re-occupied by a lost crew",
        GermanAct::ReSupplyAndFire => "depth if it has none, then fire",
        GermanAct::Redeploy => "may move to another position",
        GermanAct::Reinforce => "reinforced, near US units",
        GermanAct::Mortar => "mortars, units with the symbol",
        GermanAct::PatrolAll => "patrol: all in intense and steady fire disrupted",
        GermanAct::PatrolOne => "patrol: one unit near disrupted",
        GermanAct::Artillery => "its own gun hits one unit",
        GermanAct::AdvanceOrFire => "advance, else fire",
        GermanAct::Advance => "advance",
        GermanAct::Ambush => "ambush: one unit with the symbol",
    }
}

const fn tank(it: ArmourAct) -> &'static str {
    match it {
        ArmourAct::FireOrMove4 => "fire, else up to 4 hexes",
        ArmourAct::Overrun4 => "up to 4 hexes, through one US hex; else fire",
        ArmourAct::Move4OrFire => "up to 4 hexes, else fire",
        ArmourAct::Move3ThenFireAdjacent => "up to 3 hexes, then fire at those next to it",
        ArmourAct::FireAdjacentOrMove4 => "fire at those next to it, else up to 4 hexes",
    }
}
