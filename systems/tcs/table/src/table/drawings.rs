//! Op sheets on the map, as they were drawn (tcs.draw.symbols): those of a side that are not over. They are its own secret.

use play::wire::{Drawn, Place};
use tcs::Battle;
use tcs::id::Side;
use tcs::sheet::value::{At, Drawing, Echelon, SideAt};
use tcs::sheet::{Life, Order};

pub(crate) fn drawings(g: &Battle, side: Side) -> Vec<Drawn> {
    let all = g.orders.of(side).iter();
    all.filter(|it| !it.life.is_over()).flat_map(|it| of_order(g, it)).collect()
}

fn of_order(g: &Battle, order: &Order) -> Vec<Drawn> {
    let mut all = of_drawing(&Pen { g, order, of: "" }, &order.sheet.drawing);
    if let Some(it) = &order.sheet.alternate {
        all.extend(of_drawing(&Pen { g, order, of: "the Alternate of " }, &it.drawing));
    }
    for it in &order.sheet.branches {
        all.extend(of_drawing(&Pen { g, order, of: "a branch of " }, it));
    }
    all
}

fn of_drawing(pen: &Pen<'_>, drawing: &Drawing) -> Vec<Drawn> {
    let data = pen.g.data();
    let mut all = Vec::new();
    if let Some(it) = &drawing.objective {
        all.push(pen.cells("objective", &it.name, &it.hexes));
    }
    if let Some(it) = &drawing.assembly {
        all.push(pen.cells("assembly", "", std::slice::from_ref(it)));
    }
    if let Some(it) = &drawing.departure {
        let time = it.start_time.map_or_else(String::new, |it| it.to_string());
        all.push(pen.line("departure", &time, &it.line));
    }
    for it in &drawing.phases {
        all.push(pen.line("phase", &it.name, &it.line));
    }
    for it in &drawing.boundaries {
        let symbol = match it.echelon {
            Echelon::Battalion => "boundary",
            Echelon::Company => "company-boundary",
        };
        all.push(pen.line(symbol, "", &it.line));
    }
    for it in &drawing.advances {
        let symbol = if it.half_width.is_some() { "axis" } else { "direction" };
        all.push(pen.cells(symbol, &it.name, &it.path));
    }
    for it in &drawing.sectors {
        let company = data.companies.iter().find(|company| company.key == it.company);
        let name = company.map_or(it.company.as_str(), |company| company.name.as_str());
        all.push(pen.cells("sector", name, std::slice::from_ref(&it.hex)));
    }
    for it in &drawing.locations {
        let unit = data.units.iter().find(|unit| unit.key == it.unit);
        let name = unit.map_or(it.unit.as_str(), |unit| unit.name.as_str());
        all.push(pen.cells("location", name, std::slice::from_ref(&it.hex)));
    }
    for it in &drawing.smoke {
        all.push(pen.cells("smoke", "", &it.hexes));
    }
    if let Some(it) = &drawing.failure {
        all.push(pen.cells("rally", "", std::slice::from_ref(&it.rally)));
        if !it.route.is_empty() {
            all.push(pen.cells("route", "", &it.route));
        }
    }
    all
}

/// Draws the symbols of one drawing of a sheet.
struct Pen<'g> {
    g: &'g Battle,
    order: &'g Order,
    /// "the Alternate of " where it is not the drawing itself; it is not in force before it is switched to.
    of: &'static str,
}

impl Pen<'_> {
    fn cells(&self, symbol: &str, label: &str, hexes: &[At]) -> Drawn {
        let places = hexes.iter().filter_map(|it| self.place(it.0)).collect();
        Drawn { places, ..self.symbol(symbol, label) }
    }

    fn line(&self, symbol: &str, label: &str, line: &[SideAt]) -> Drawn {
        let sides = line.iter().filter_map(|it| Some((self.place(it.0)?, self.place(it.1)?)));
        Drawn { sides: sides.collect(), ..self.symbol(symbol, label) }
    }

    fn symbol(&self, symbol: &str, label: &str) -> Drawn {
        let state = if self.is_in_force() { "in force" } else { "in preparation" };
        Drawn {
            symbol: symbol.into(),
            seat: self.order.side as u8,
            label: label.into(),
            text: format!(
                "{} of {}the sheet {}, {state}",
                symbol.replace('-', " "),
                self.of,
                self.order.sheet.name
            ),
            places: Vec::new(),
            sides: Vec::new(),
            faint: !self.is_in_force(),
        }
    }

    fn is_in_force(&self) -> bool {
        self.order.life == Life::Implemented && self.of.is_empty()
    }

    fn place(&self, hex: hex::Hex) -> Option<Place> {
        self.g.data().ground.map().id(hex).map(Into::into)
    }
}
