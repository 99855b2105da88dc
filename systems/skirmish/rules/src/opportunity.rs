//! Section 7: opportunity fire is marked while the enemy moves and carried out in the Stationary Fire Phase.

use kernel::{Cx, Rule, rules};
use smallvec::SmallVec;
use tabletop::{Spot, within};

use crate::data::{ElementId, FIGURES, FigureId, Scene, Side};
use crate::event::Words;
use crate::fire;
use crate::hiding;
use crate::movement::Walk;
use crate::question::{Mark, Opt, Topic, ask};
use crate::state::{Marker, Skirmish, Stood};
use crate::tables::{Class, Order, inches};
use crate::text::Names;
use crate::weapons;

rules! {
    MARKERS = "skirmish.opp.markers", "The side that is not moving marks opportunity fire";
    QUESTION = "skirmish.opp.question", "One question after each move";
    ELIGIBLE = "skirmish.opp.eligible", "Unbroken, no order or F, no marker yet, and able to fire";
    REVEALS = "skirmish.hide.acting", "Who marks comes to light";
}

/// After a move, its whole path known (skirmish.opp.moment), the other side marks as often as it likes. Where it has
/// counters on the table it is asked even if it could mark nothing (skirmish.ruling.mark-asked).
pub(crate) fn offer<C: Cx<Skirmish>>(cx: &mut C, g: &mut Skirmish) -> Result<(), C::Halt> {
    let Some(walk) = g.walk.clone() else { return Ok(()) };
    let side = g.side(walk.element).other();
    if walk.revealed == 0 {
        return Ok(());
    }
    loop {
        let mut options: SmallVec<[Option<Mark>; 16]> = SmallVec::new();
        options.push(None);
        options.extend(marks(g, &walk, side).into_iter().map(Some));
        let hides = g.counters.iter().any(|it| it.side == side);
        if options.len() == 1 && !hides {
            return Ok(());
        }
        let question = ask(side, QUESTION, Topic::Mark(walk.element));
        let i = cx.pick(g, question, options.len(), |i| Opt::from(options[i]))?;
        let Some(mark) = options[i] else { return Ok(()) };
        place(cx, g, &walk, mark);
    }
}

/// All markers a side could place against a move: by element, then by checkpoint.
#[must_use]
pub fn marks(g: &Skirmish, walk: &Walk, side: Side) -> SmallVec<[Mark; 16]> {
    // skirmish.opp.revealed-only
    let open = (0..=walk.reached).filter(|it| walk.is_revealed_at(*it));
    let stood: SmallVec<[(u8, Stood); 4]> = open.map(|it| (it, walk.spots(g, it))).collect();
    let mut marks = SmallVec::new();
    for element in g.of_side(side).filter(|it| may_mark(g, *it).is_ok()) {
        let muzzles = muzzles(g, element);
        for (checkpoint, stood) in &stood {
            if could_fire(g, &muzzles, stood) {
                marks.push(Mark { element, checkpoint: *checkpoint });
            }
        }
    }
    marks
}

/// skirmish.opp.eligible, without the question whether it could fire.
pub fn may_mark(g: &Skirmish, id: ElementId) -> Result<(), Rule> {
    let free = matches!(g[id].order, None | Some(Order::Fire)) && g[id].marker.is_none();
    if g.is_unbroken(id) && free { Ok(()) } else { Err(ELIGIBLE) }
}

/// Where its weapons stand and how far they reach under F. Indirect weapons cannot be used (skirmish.opp.he).
fn muzzles(g: &Skirmish, id: ElementId) -> SmallVec<[(Spot, i32); FIGURES]> {
    let mut list = SmallVec::new();
    for group in weapons::groups_under(g, id, Order::Fire) {
        for (weapon, from) in fire::muzzles(g, &group) {
            let row = g.tables().weapon(weapon);
            if row.class != Class::Indirect {
                list.push((from, inches(row.long)));
            }
        }
    }
    list
}

/// Could one of these fire at a mover that stands here?
fn could_fire(g: &Skirmish, muzzles: &[(Spot, i32)], stood: &[(FigureId, Spot)]) -> bool {
    muzzles.iter().any(|(from, reach)| {
        stood.iter().any(|(_, at)| within(from.point(), at.point(), *reach) && g.sees(*from, *at))
    })
}

/// skirmish.opp.commits: the marker gives its element the F order.
fn place<C: Cx<Skirmish>>(cx: &mut C, g: &mut Skirmish, walk: &Walk, mark: Mark) {
    let Mark { element, checkpoint } = mark;
    hiding::reveal(cx, g, element, REVEALS);
    let stood: Stood = walk.spots(g, checkpoint);
    let mover = walk.element;
    g[element].order = Some(Order::Fire);
    g[element].marker = Some(Box::new(Marker { mover, checkpoint, stood }));
    cx.say(MARKERS, || Said::Marked { element, mover, checkpoint }.into());
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Marked { element: ElementId, mover: ElementId, checkpoint: u8 },
}

impl Said {
    pub(crate) fn words(&self, scene: &Scene) -> Words {
        let Said::Marked { element, mover, checkpoint } = self;
        let names = Names(scene);
        let text = format!(
            "{} marks opportunity fire at {}, checkpoint {checkpoint}.",
            names.element(*element),
            names.element(*mover)
        );
        let mut words = Words::of(scene, *element, text);
        words.elements.push(*mover);
        words
    }
}
