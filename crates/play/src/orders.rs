//! Standing orders: what a seat wants said to questions of its own before they are asked.
//!
//! An order limits a reaction ("Op Fire only with at least 30 %"). Where orders hold back all that a question offers it is
//! declined in the seat's name; otherwise it is asked as ever. So nothing is ever done by an order, only left undone, and
//! no rule knows of them. Orders look at what their seat may see and at the very odds that are shown to it.

use serde::{Deserialize, Serialize};

use crate::table::Refused;
use crate::wire::{LabelledOrder, Place};

/// A seat has at most so many orders standing.
pub const AT_MOST: usize = 64;
/// What is offered where a question allows it; other numbers may be left as well.
const CHANCE: u8 = 30;
const NEAR: u32 = 2;

/// A kind of reaction that orders may be left for. Each system lists its own.
#[derive(Debug)]
pub struct ReactionKind {
    /// What orders call it: "op-fire".
    pub key: &'static str,
    /// What people call it: "Op Fire".
    pub name: &'static str,
    /// What distances are counted in: "hexes".
    pub distances: &'static str,
}

/// What a question is to standing orders.
#[derive(Clone, Debug)]
pub struct Reaction {
    pub kind: &'static ReactionKind,
    /// The option that does nothing.
    pub decline: usize,
    pub offers: Vec<Offer>,
}

/// An option that does something.
#[derive(Clone, Debug)]
pub struct Offer {
    pub option: usize,
    /// Who would do it, and how far from it the enemy is.
    pub piece: String,
    pub distance: u32,
    /// Where the enemy is, and what that is called.
    pub at: Option<(Place, String)>,
}

/// One order. Each limits by itself: what any of them holds back is held back.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Order {
    /// Key of a reaction.
    pub about: String,
    /// For this piece only; otherwise for all of the seat.
    #[serde(default)]
    pub piece: Option<String>,
    pub limit: Limit,
}

#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Limit {
    /// Not until the order is withdrawn.
    Never,
    /// Not in this turn.
    ThisTurn(u8),
    /// Not at less than so many per cent for any effect.
    AtLeast(u8),
    /// Not farther than this.
    Within(u32),
    /// At nothing but what is in this place or enters it.
    Only(Place),
}

/// The orders of one seat.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Orders(Vec<Order>);

impl Orders {
    /// What is wrong with an order is said with its number, counted from 1.
    pub fn new(orders: Vec<Order>, kinds: &[ReactionKind]) -> Result<Orders, Refused> {
        let refused = |why: String| Err(Refused::BadOrders { why });
        if AT_MOST < orders.len() {
            let n = orders.len();
            return refused(format!("a seat has at most {AT_MOST} standing orders, not {n}"));
        }
        for (n, order) in (1..).zip(&orders) {
            if !kinds.iter().any(|it| it.key == order.about) {
                let about = &order.about;
                return refused(format!("order {n}: there are no orders about {about:?} here"));
            }
            match order.limit {
                Limit::AtLeast(percent) if percent == 0 || 100 < percent => {
                    return refused(format!("order {n}: a chance is 1 to 100 %, not {percent}"));
                }
                _ => (),
            }
        }
        Ok(Orders(orders))
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = &Order> {
        self.0.iter()
    }

    /// Without those whose turn is over.
    #[must_use]
    pub fn standing(&self, turn: u8) -> Orders {
        let stands = |it: &&Order| !matches!(it.limit, Limit::ThisTurn(of) if of < turn);
        Orders(self.iter().filter(stands).cloned().collect())
    }

    /// Do they hold back everything that is offered? `chance` is that of any effect of an option, in per cent; it is
    /// asked only where an order depends on it.
    pub fn decline(&self, to: &Reaction, turn: u8, chance: impl Fn(usize) -> Option<f64>) -> bool {
        let about = |it: &&Order| it.about == to.kind.key;
        let orders: Vec<&Order> = self.iter().filter(about).collect();
        !to.offers.is_empty() && to.offers.iter().all(|it| is_held_back(&orders, it, turn, &chance))
    }
}

fn is_held_back(
    orders: &[&Order],
    offer: &Offer,
    turn: u8,
    chance: impl Fn(usize) -> Option<f64>,
) -> bool {
    let mut wanted = 0;
    for order in orders.iter().filter(|it| it.piece.as_ref().is_none_or(|it| *it == offer.piece)) {
        let held_back = match order.limit {
            Limit::Never => true,
            Limit::ThisTurn(of) => of == turn,
            Limit::Within(distance) => distance < offer.distance,
            Limit::Only(place) => offer.at.as_ref().is_none_or(|it| it.0 != place),
            Limit::AtLeast(percent) => {
                wanted = if wanted < percent { percent } else { wanted };
                false
            }
        };
        if held_back {
            return true;
        }
    }
    // The panel shows thirds and the like rounded: what it shows as 30 % is 30 %.
    const ROUNDING: f64 = 1e-9;
    wanted != 0 && chance(offer.option).is_some_and(|it| it + ROUNDING < f64::from(wanted))
}

/// Orders that may be left at a question, for all pieces of the seat.
#[must_use]
pub fn offers(to: &Reaction, turn: u8) -> Vec<LabelledOrder> {
    if to.offers.is_empty() {
        return Vec::new();
    }
    let ReactionKind { key, distances, .. } = to.kind;
    let order = |label: String, limit| LabelledOrder {
        label,
        order: Order { about: (*key).into(), piece: None, limit },
    };
    let mut orders = vec![
        order("Not again this turn".into(), Limit::ThisTurn(turn)),
        order(format!("Only with at least {CHANCE} %"), Limit::AtLeast(CHANCE)),
        order(format!("Only within {NEAR} {distances}"), Limit::Within(NEAR)),
    ];
    // One place is named where all that is offered is at that place.
    let mut places = to.offers.iter().filter_map(|it| it.at.as_ref());
    if let Some((place, name)) = places.next()
        && places.all(|it| it.0 == *place)
    {
        orders.push(order(format!("Only at what enters {name}"), Limit::Only(*place)));
    }
    orders.push(order("Not until I say so".into(), Limit::Never));
    orders
}

/// An order in words: "Op Fire of all units: only within 2 hexes".
#[must_use]
pub fn label(
    order: &Order,
    kinds: &[ReactionKind],
    piece: Option<String>,
    named: impl Fn(Place) -> String,
) -> String {
    let kind = kinds.iter().find(|it| it.key == order.about);
    let (name, distances) = kind.map_or((order.about.as_str(), ""), |it| (it.name, it.distances));
    let whose = piece.unwrap_or_else(|| "all units".into());
    let limit = match order.limit {
        Limit::Never => "not at all".into(),
        Limit::ThisTurn(turn) => format!("not in turn {turn}"),
        Limit::AtLeast(percent) => format!("only with at least {percent} % for any effect"),
        Limit::Within(distance) => format!("only within {distance} {distances}"),
        Limit::Only(place) => format!("only at what enters {}", named(place)),
    };
    format!("{name} of {whose}: {limit}")
}
