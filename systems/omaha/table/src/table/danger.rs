//! What the next German fire may do to everybody on the map as they stand: every fire card left, exactly.
//!
//! The two sectors draw different cards. For each card of the first the fire is run; what it does to those whom the
//! second can reach decides how the second is run. Most cards of the first do nothing to them, so few runs are needed.

use kernel::{Ask, Odds, Policy};
use omaha::data::{CardId, Sector, UnitId};
use omaha::question::{Opt, Player, Topic};
use omaha::state::{Phase, Place, Today, Unit};
use omaha::{Day, cards, control, sequence};

/// Courses of one card: German actions of the extended game draw from pools.
const COURSES: u64 = 64;
/// Different ways the first sector's fire can change what the second meets; beyond it the commonest are told apart.
const VARIETY: usize = 12;

/// How bad it was for a counter, worst first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Fate {
    Gone,
    Step,
    Hit,
    Disrupted,
    Unhurt,
}

impl Fate {
    pub(super) const ALL: [(Fate, &'static str, u8); 5] = [
        (Fate::Gone, "Eliminated", 4),
        (Fate::Step, "Loses a step", 3),
        (Fate::Hit, "Its leader is hit", 2),
        (Fate::Disrupted, "Disrupted", 1),
        (Fate::Unhurt, "Unhurt", 0),
    ];
}

pub struct Danger {
    /// For each counter on the map the chances of each fate, in the order of [`Fate::ALL`].
    pub(super) fates: Vec<(UnitId, [f64; 5])>,
    /// Chances of so many steps lost in all.
    pub(super) steps: Vec<f64>,
    /// Pairs of cards, if every chance is a number of them: then they are exact fractions.
    pub(super) of: Option<u64>,
    /// The turn of the fire.
    pub(super) turn: u8,
    pub(super) cards: usize,
}

impl Danger {
    pub(super) fn of(g: &Day) -> Danger {
        let start = next_fire(g);
        let deck: Vec<CardId> = cards::cards(start.deck.undrawn).into_vec();
        let sectors: Vec<Sector> = start.sectors().collect();
        let units: Vec<UnitId> = start.on_map().map(|it| it.0).collect();
        let mut sum = Sum::new(&start, units);
        match sectors[..] {
            [only] => {
                for card in &deck {
                    for (weight, after) in run(&start, only, *card) {
                        sum.add(weight / deck.len() as f64, &after, &after, |_| false);
                    }
                }
            }
            [first, second] => both(&start, [first, second], &deck, &mut sum),
            _ => (),
        }
        let pairs = match sectors.len() {
            1 => deck.len(),
            _ => deck.len() * deck.len().saturating_sub(1),
        };
        sum.finish(pairs as u64, deck.len(), start.turn)
    }

    /// Of nobody: to write chances found otherwise.
    pub(super) const fn nowhere(turn: u8, cards: usize) -> Danger {
        Danger { fates: Vec::new(), steps: Vec::new(), of: None, turn, cards }
    }

    pub(super) fn of_unit(&self, unit: UnitId) -> Option<[f64; 5]> {
        self.fates.iter().find(|it| it.0 == unit).map(|it| it.1)
    }

    /// "14/54" where it is exact, else empty.
    pub(super) fn fraction(&self, chance: f64) -> String {
        let Some(of) = self.of.filter(|it| 0 < *it) else { return String::new() };
        let n = (chance * of as f64).round() as u64;
        let (mut a, mut b) = (n, of);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        match (n.checked_div(a), of.checked_div(a)) {
            (Some(n), Some(of)) => format!("{n}/{of}"),
            _ => "0".into(),
        }
    }
}

/// The position at the start of the next German fire phase, as if nothing happened before it: what cards of landing
/// and event take from the deck is as likely any as any other.
fn next_fire(g: &Day) -> Day {
    let mut day = g.clone();
    let before = matches!(
        g.phase,
        Phase::SetUp
            | Phase::Begin
            | Phase::LandingCheck(_)
            | Phase::Land
            | Phase::Arrivals
            | Phase::Event(1)
    );
    let opening = g.sectors().next();
    let now = before || g.phase == opening.map_or(Phase::Over, Phase::FireCard);
    if !now && g.turn < g.data().plan.last_turn {
        if g.data().tables.turn(g.turn).shuffle {
            let open = g.deck.fire.iter().flatten().fold(0, |all, it| all | 1 << it.0);
            day.deck.undrawn |= g.deck.discarded | g.deck.used | open;
        }
        day.turn += 1;
        day.today = Today::default();
    }
    day.deck.fire = [None; 2];
    day.today.volley.clear();
    if day.deck.undrawn == 0 {
        day.deck.undrawn = day.deck.discarded | day.deck.used;
    }
    day.outcome = None;
    day
}

/// Both sectors, each with a card of its own.
fn both(start: &Day, [first, second]: [Sector; 2], deck: &[CardId], sum: &mut Sum) {
    let pairs = (deck.len() * deck.len().saturating_sub(1)) as f64;
    let reached = reached(start, second);
    // What the first fire leaves to the second, and what the second makes of it, card by card.
    let mut known: Vec<(Vec<Unit>, Vec<Courses>)> = Vec::new();
    for card in deck {
        for (weight, mid) in run(start, first, *card) {
            let key: Vec<Unit> = reached.iter().map(|it| mid[*it]).collect();
            let at = match known.iter().position(|it| it.0 == key) {
                Some(at) => at,
                None if VARIETY <= known.len() && !known.is_empty() => {
                    sum.exact = false;
                    0
                }
                None => {
                    let after = deck.iter().map(|it| run(&mid, second, *it)).collect();
                    known.push((key, after));
                    known.len() - 1
                }
            };
            for (other, after) in deck.iter().zip(&known[at].1) {
                if other == card {
                    continue;
                }
                for (share, end) in after {
                    sum.add(weight * share / pairs, &mid, end, |it| reached.contains(&it));
                }
            }
        }
    }
}

/// Whom the second sector's card can touch; in the extended game that is anybody.
fn reached(g: &Day, sector: Sector) -> Vec<UnitId> {
    let far = g.has_german_actions();
    let mut field = omaha::data::Hexes::EMPTY;
    for position in g.positions() {
        let it = &g.data().positions[position.index()];
        if it.sector == sector && g.is_active(position) {
            field = field.union(&it.any);
        }
    }
    let shelled = g.data().tables.turn(g.turn).artillery;
    let beach = control::us_occupied(g).intersect(&g.data().ground.beach);
    g.on_map()
        .filter(|(_, hex)| {
            let own = g.data().ground.sector(*hex) == sector;
            far || field.contains(*hex) || (shelled && own && beach.contains(*hex))
        })
        .map(|it| it.0)
        .collect()
}

/// How a card may be carried out: each course with its share.
type Courses = Vec<(f64, Day)>;

/// The fire of one sector on one card.
fn run(start: &Day, sector: Sector, card: CardId) -> Courses {
    let mut day = start.clone();
    day.deck.undrawn = 1 << card.0;
    day.phase = Phase::FireCard(sector);
    let mut cx = Odds::new(First);
    cx.budget = COURSES;
    let mut ends = Vec::new();
    cx.every(
        &day,
        |cx, g| {
            while is_fire(g.phase, sector) && !g.has_ended() {
                sequence::step(cx, g)?;
            }
            Ok(())
        },
        |mass, (), end| {
            ends.push((mass as f64 / <Day as kernel::Game>::WHOLE as f64, end.clone()));
        },
    );
    if let [only] = &mut ends[..] {
        only.0 = 1.0;
    }
    ends
}

fn is_fire(phase: Phase, sector: Sector) -> bool {
    [Phase::FireCard(sector), Phase::GermanActions(sector), Phase::FireHits(sector)]
        .contains(&phase)
}

/// Ties are broken by the first, heroes are not given up.
#[derive(Clone, Copy)]
struct First;

impl Policy<Day> for First {
    fn decide(
        &mut self,
        _: &Day,
        _: Ask<Player, Topic>,
        _: usize,
        _: impl Fn(usize) -> Opt,
    ) -> usize {
        0
    }
}

/// What adds up.
struct Sum {
    start: Day,
    units: Vec<UnitId>,
    fates: Vec<[f64; 5]>,
    steps: Vec<f64>,
    exact: bool,
}

impl Sum {
    fn new(start: &Day, units: Vec<UnitId>) -> Sum {
        let n = units.len();
        Sum {
            start: start.clone(),
            units,
            fates: vec![[0.0; 5]; n],
            steps: Vec::new(),
            exact: !start.has_german_actions(),
        }
    }

    /// Those the second fire can touch are as it leaves them, the others as the first did.
    fn add(&mut self, weight: f64, mid: &Day, end: &Day, second: impl Fn(UnitId) -> bool) {
        let mut lost = 0;
        for (unit, fates) in self.units.iter().zip(&mut self.fates) {
            let after = if second(*unit) { &end[*unit] } else { &mid[*unit] };
            let before = &self.start[*unit];
            fates[fate(before, after) as usize] += weight;
            lost += usize::from(before.steps.saturating_sub(after.steps));
        }
        if self.steps.len() <= lost {
            self.steps.resize(lost + 1, 0.0);
        }
        self.steps[lost] += weight;
    }

    fn finish(self, pairs: u64, cards: usize, turn: u8) -> Danger {
        Danger {
            fates: self.units.into_iter().zip(self.fates).collect(),
            steps: self.steps,
            of: self.exact.then_some(pairs),
            turn,
            cards,
        }
    }
}

fn fate(before: &Unit, after: &Unit) -> Fate {
    let gone = !matches!(after.place, Place::Map(_));
    match () {
        () if gone && before.steps == 0 && !matches!(after.place, Place::Lost) => Fate::Hit,
        () if gone => Fate::Gone,
        () if after.steps < before.steps => Fate::Step,
        () if after.hero != before.hero || after.wounded != before.wounded => Fate::Hit,
        () if after.disrupted && !before.disrupted => Fate::Disrupted,
        () => Fate::Unhurt,
    }
}

#[cfg(test)]
mod tests {
    use kernel::{Playout, Rng, Rules};
    use omaha::Shared;

    use super::*;

    /// A game played by the computer until the Americans act on a turn.
    fn day(seed: u64, turn: u8) -> Day {
        let data = crate::cases::data("first-waves").unwrap_or_else(|it| panic!("{it}"));
        let mut g = Day::new(Shared::new(data));
        let mut cx = Playout::new(Rng(seed), crate::staff::Staff);
        while !(g.turn == turn && g.phase == Phase::UsActions) {
            let Ok(()) = Day::step(&mut cx, &mut g);
        }
        Day::clone(&g.seen())
    }

    /// Two cards drawn at random, as in a game.
    fn draw(g: &Day, rng: &mut Rng) -> Day {
        let mut day = next_fire(g);
        let sectors: Vec<Sector> = day.sectors().collect();
        day.phase = Phase::FireCard(sectors[0]);
        let mut cx = Playout::new(Rng(rng.next()), First);
        while sectors.iter().any(|it| is_fire(day.phase, *it)) && !day.has_ended() {
            let Ok(()) = Day::step(&mut cx, &mut day);
        }
        day
    }

    #[test]
    fn chances_agree_with_games() {
        const GAMES: u32 = 1500;
        for turn in [2, 5] {
            let g = day(u64::from(turn), turn);
            let danger = Danger::of(&g);
            assert!(danger.of.is_some(), "exact");
            let sum: f64 = danger.steps.iter().sum();
            assert!((sum - 1.0).abs() < 1e-9, "{sum}");
            let mut rng = Rng(7);
            let start = next_fire(&g);
            let mut seen = vec![[0_u32; 5]; danger.fates.len()];
            for _ in 0..GAMES {
                let end = draw(&g, &mut rng);
                for ((unit, _), seen) in danger.fates.iter().zip(&mut seen) {
                    seen[fate(&start[*unit], &end[*unit]) as usize] += 1;
                }
            }
            for ((unit, fates), seen) in danger.fates.iter().zip(&seen) {
                for (chance, seen) in fates.iter().zip(seen) {
                    let n = f64::from(GAMES);
                    let sigma = (chance * (1.0 - chance) / n).sqrt().max(1e-9);
                    let off = (f64::from(*seen) / n - chance).abs();
                    assert!(
                        off <= 4.5 * sigma,
                        "{unit:?} on turn {turn}: {chance} against {seen}/{n}"
                    );
                }
            }
        }
    }
}
