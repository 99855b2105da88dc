//! Places of the table on the wire. The map's y runs down, that of the rules up (skirmish.terr.table).

use kernel::Rule;
use play::Refused;
use play::wire::{Place, RuleRef};
use skirmish::Skirmish;
use skirmish::data::{ElementId, FigureId, Side};
use skirmish::state::Counter;
use tabletop::{Point, Spot, Table};

pub(super) fn place(table: &Table, at: Spot) -> Place {
    Place::Point { x: at.x, y: table.size().y - at.y, floor: at.floor as i8 }
}

/// A point of the table, with a floor that is there.
pub(super) fn spot(table: &Table, place: Place) -> Result<Spot, Refused> {
    let unknown = || Refused::Unknown { what: "place", name: place.to_string() };
    let Place::Point { x, y, floor } = place else { return Err(unknown()) };
    let floor = u8::try_from(floor).map_err(|_| unknown())?;
    // Far off the table there is nothing to reckon with.
    let near = |it: i32| (-1_000_000..1_000_000).contains(&it);
    if !near(x) || !near(y) {
        return Err(unknown());
    }
    let at = Point::new(x, table.size().y - y).on(floor);
    if table.holds(at.point()) && table.has_floor(at) { Ok(at) } else { Err(unknown()) }
}

pub(super) fn cite(rule: Rule) -> RuleRef {
    RuleRef::of(rule)
}

/// A statement that no rule of the code stands for: what the geometry is built to.
pub(super) fn statement(code: &str, title: &str) -> RuleRef {
    RuleRef { code: code.into(), title: title.into() }
}

pub(super) fn piece(id: FigureId) -> String {
    format!("f{}", id.0)
}

pub(super) fn counter_piece(it: &Counter) -> String {
    format!("c{}-{}", it.side.index(), it.number)
}

/// What a piece of the page is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Thing {
    Figure(FigureId),
    Counter(Side, u8),
}

pub(super) fn thing(g: &Skirmish, piece: &str) -> Result<Thing, Refused> {
    let unknown = || Refused::Unknown { what: "piece", name: piece.into() };
    if let Some(number) = piece.strip_prefix('f') {
        let id = number.parse::<u8>().map_err(|_| unknown())?;
        let known = usize::from(id) < g.figures.len();
        return known.then_some(Thing::Figure(FigureId(id))).ok_or_else(unknown);
    }
    let (side, number) =
        piece.strip_prefix('c').and_then(|it| it.split_once('-')).ok_or_else(unknown)?;
    let side = side.parse().ok().and_then(|it: usize| Side::BOTH.get(it).copied());
    let number = number.parse::<u8>().ok();
    let (Some(side), Some(number)) = (side, number) else { return Err(unknown()) };
    match g.counter(number, side) {
        Some(_) => Ok(Thing::Counter(side, number)),
        None => Err(unknown()),
    }
}

/// The figure that stands for its element: the lowest-numbered that lives, where the element is on the table.
pub(super) fn stands_for(g: &Skirmish, id: ElementId) -> Option<FigureId> {
    g.on_table(id).then(|| g.alive(id).next()).flatten()
}

/// Where an element is, for a line or a mark.
pub(super) fn place_of(g: &Skirmish, id: ElementId) -> Option<Place> {
    stands_for(g, id).map(|it| place(&g.scene.table, g[it].at))
}
