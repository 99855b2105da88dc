//! What fire comes to: exact numbers from the same aims that the dice will follow.

use kernel::{First, Game as _, Itemised, Ledger as _, Odds};
use play::wire::{Detail, LedgerLine, OddsRow, OddsView};
use play::{Moment, System as _};
use skirmish::data::{ElementId, FigureId, WeaponId};
use skirmish::fire::{Aim, Aimed, Firer};
use skirmish::question::Opt;
use skirmish::state::Shot;
use skirmish::tables::Class;
use skirmish::weapons::Group;
use skirmish::{Seen, dice, direct_he, fire, hit_and_kill, weapons};

use super::place::cite;
use crate::Skirmish;

/// The dice of one weapon at the figure it aims at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Burst {
    pub(super) weapon: WeaponId,
    pub(super) dice: u8,
    pub(super) aimed: Aimed,
}

/// A shot in numbers: chances of so many kills.
#[derive(Clone, Debug)]
pub(super) struct Chances {
    pub(super) dice: u32,
    /// The chance of each number of kills, 0 first.
    pub(super) kills: Vec<f64>,
    /// Hits to be expected.
    pub(super) hits: f64,
}

impl Chances {
    fn none() -> Chances {
        Chances { dice: 0, kills: vec![1.0], hits: 0.0 }
    }

    /// One more die that hits and kills with these chances.
    fn roll(&mut self, hit: f64, kill: f64) {
        let mut next = vec![0.0; self.kills.len() + 1];
        for (n, p) in self.kills.iter().enumerate() {
            next[n] += p * (1.0 - hit * kill);
            next[n + 1] += p * hit * kill;
        }
        self.kills = next;
        self.hits += hit;
        self.dice += 1;
    }

    fn fire(&mut self, g: &Seen, it: &Burst) {
        let chance = |number: i32| f64::from(dice::chance(&g.tables().roll, number)) / 36.0;
        for _ in 0..it.dice {
            self.roll(chance(it.aimed.hit), chance(it.aimed.kill));
        }
    }

    /// Of at least one kill.
    pub(super) fn some(&self) -> f64 {
        1.0 - self.kills.first().copied().unwrap_or(1.0)
    }

    /// "6 dice, 54 % to kill"
    pub(super) fn words(&self) -> String {
        let dice = match self.dice {
            0 => String::new(),
            1 => "1 die, ".into(),
            n => format!("{n} dice, "),
        };
        format!("{dice}{} to kill", percent(self.some()))
    }
}

pub(super) fn percent(p: f64) -> String {
    match p {
        p if p <= 0.0 => "no chance".into(),
        p if p < 0.01 => "under 1 %".into(),
        p if 0.99 < p => "over 99 %".into(),
        p => format!("{:.0} %", 100.0 * p),
    }
}

/// The dice that a group throws at an element.
pub(super) fn bursts(g: &Seen, id: ElementId, group: &Group, target: ElementId) -> Vec<Burst> {
    let muzzles = fire::muzzles(g, group);
    let burst = |(weapon, from)| {
        let aimed = *fire::aims(g, id, group, weapon, from, target, None).first()?;
        let dice = fire::dice_of(g.tables().weapon(weapon), aimed.squared);
        Some(Burst { weapon, dice, aimed })
    };
    muzzles.into_iter().filter_map(burst).collect()
}

/// The chances of a shot, as far as the seat can tell; `None` where nobody can come to harm.
pub(super) fn of(g: &Seen, shot: &Shot) -> Option<Chances> {
    let Aim::Element { element, .. } = shot.aim else { return of_blast(g, shot) };
    let Firer::Element(id) = shot.firer else { return None };
    let group = fire::group(g, id, shot.group)?;
    let mut chances = Chances::none();
    for it in bursts(g, id, &group, element) {
        chances.fire(g, &it);
    }
    (0 < chances.dice).then_some(chances)
}

/// The chance that all groups of an element together kill somebody of a target, each shell with its best centre.
pub(super) fn together(g: &Seen, id: ElementId, target: ElementId) -> f64 {
    let best = |it: Group| -> Option<f64> {
        let shot = |aim| Shot { firer: Firer::Element(id), group: it.index, aim };
        let safe = |figure: &FigureId| direct_he::is_safe(g, id, &it, *figure).is_ok();
        let centres = g.alive(target).filter(safe).map(Aim::Figure);
        let aims: Vec<Aim> = match it.weapon.map(|it| g.tables().weapon(it).class) {
            Some(Class::DirectHe) => centres.collect(),
            Some(Class::Indirect) => Vec::new(),
            _ => vec![Aim::Element { element: target, pick: None }],
        };
        aims.into_iter().filter_map(|it| of(g, &shot(it))).map(|it| it.some()).reduce(f64::max)
    };
    1.0 - weapons::groups(g, id).into_iter().filter_map(best).map(|it| 1.0 - it).product::<f64>()
}

/// A blast is carried out with every die that can fall: few figures are under it.
fn of_blast(g: &Seen, shot: &Shot) -> Option<Chances> {
    let mut odds = Odds::new(First);
    let (before, whole) = (g.kills.len(), skirmish::Skirmish::WHOLE as f64);
    let mut chances = Chances::none();
    let mut hits = 0.0;
    let hit_so_far =
        |g: &skirmish::Skirmish| -> u32 { g.elements.iter().map(|it| u32::from(it.hits)).sum() };
    let already = hit_so_far(g);
    chances.kills = vec![0.0];
    odds.every(
        &**g,
        |cx, g| fire::resolve(cx, g, *shot),
        |mass, (), after| {
            let n = after.kills.len() - before;
            if chances.kills.len() <= n {
                chances.kills.resize(n + 1, 0.0);
            }
            let share = mass as f64 / whole;
            chances.kills[n] += share;
            hits += share * f64::from(hit_so_far(after) - already);
        },
    );
    chances.hits = hits;
    (0.0 < hits).then_some(chances)
}

/// Opportunity fire at a checkpoint: what the small arms and crewed weapons would do there.
pub(super) fn odds(moment: &Moment<'_, Skirmish>) -> Option<OddsView> {
    let Opt::Mark { element, checkpoint } = moment.opt() else { return None };
    let g = marked(&moment.look.seen, element, checkpoint)?;
    let seen = Skirmish::seen(&g, moment.look.seat);
    let mover = g.walk.as_ref()?.element;
    let mut all = Chances::none();
    let mut ledgers = Vec::new();
    for group in weapons::groups(&g, element) {
        for it in bursts(&seen, element, &group, mover) {
            all.fire(&seen, &it);
            let ledger = numbers(&seen, &it);
            if !ledgers.iter().any(|known: &Detail| known.text == ledger.text) {
                ledgers.push(ledger);
            }
        }
    }
    let title = format!(
        "{} fires at checkpoint {checkpoint}",
        skirmish::text::Names(&g.scene).element(element)
    );
    Some(OddsView {
        title,
        exact: true,
        assumes: "Nobody of the firers is lost before the Stationary Fire Phase.".into(),
        rows: rows(&all),
        ledgers,
        courses: 1,
        ..OddsView::default()
    })
}

/// The chances of all groups of an element together, if it marks the mover here.
pub(super) fn of_mark(g: &Seen, element: ElementId, checkpoint: u8) -> Option<Chances> {
    let then = marked(g, element, checkpoint)?;
    let (seen, mover) = (then.seen_by(Some(g.side(element))), then.walk.as_ref()?.element);
    let mut all = Chances::none();
    for group in weapons::groups(&then, element) {
        bursts(&seen, element, &group, mover).iter().for_each(|it| all.fire(&seen, it));
    }
    (0 < all.dice).then_some(all)
}

/// The position with this marker laid, as far as the seat can tell.
fn marked(g: &Seen, element: ElementId, checkpoint: u8) -> Option<skirmish::Skirmish> {
    let walk = g.walk.clone()?;
    let mut then = skirmish::Skirmish::clone(g);
    let stood = walk.spots(g, checkpoint);
    then[element].order = Some(skirmish::tables::Order::Fire);
    let marker = skirmish::state::Marker { mover: walk.element, checkpoint, stood };
    then[element].marker = Some(Box::new(marker));
    Some(then)
}

fn rows(chances: &Chances) -> Vec<OddsRow> {
    let row = |(n, p): (usize, &f64)| OddsRow {
        label: match n {
            0 => "Nobody is killed".into(),
            1 => "1 killed".into(),
            n => format!("{n} killed"),
        },
        fraction: String::new(),
        probability: *p,
        severity: n.min(4) as u8,
    };
    let likely = chances.kills.iter().enumerate().filter(|it| 0.000_5 < *it.1);
    likely.map(row).collect()
}

/// The numbers of one weapon with what makes them up.
pub(super) fn numbers(g: &Seen, it: &Burst) -> Detail {
    let row = g.tables().weapon(it.weapon);
    let mut hit = Itemised::default();
    hit_and_kill::count_hit(g.tables(), row, &it.aimed.situation, &mut hit);
    let lines = hit.0.iter().map(|(rule, amount)| LedgerLine {
        amount: *amount,
        text: rule.title.into(),
        rule: cite(*rule),
    });
    Detail {
        text: format!("{}: hits on {}+, kills on {}+", row.title, it.aimed.hit, it.aimed.kill),
        rule: cite(hit_and_kill::HIT),
        ledger: lines.collect(),
        total: Some(hit.total()),
        die: None,
    }
}
