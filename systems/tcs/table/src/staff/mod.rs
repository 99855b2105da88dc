//! The computer player: it is handed what its side may see, and says what it would do and why.
//!
//! Reading order: `weights` (what things are worth: a data file), `odds` (what an attack is worth: the mean over the rules' own
//! tables), `march` (where a unit is wanted, and what the way there costs); then the decisions: `sheets` (op sheets: drawn,
//! released, joined), `guns` (missions), `actions` (who does what), `replies` (overwatch, losses, retreats and everything small).
//!
//! It keeps nothing between two questions. Where one decision takes several (guns, kind, observer, target) each works the
//! whole out again and answers its part.

mod actions;
mod guns;
mod march;
mod odds;
mod replies;
mod sheets;
mod weights;

use std::cell::OnceCell;

use board::HexId;
use tcs::fire::{Attack, FireKind, Occasion};
use tcs::ground::Hexes;
use tcs::id::{Side, UnitId};
use tcs::overwatch::{self, Trigger, TriggerKind};
use tcs::plan::Plan;
use tcs::question::{Opt, Question, Topic};
use tcs::set::UnitSet;
use tcs::sheet::{Life, Mission};
use tcs::state::Battle;
use tcs::{Seen, command, fire_action, spot};

pub use weights::Weights;

/// What the staff would do, what it thinks that is worth (in hundredths of a point) and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Advice {
    pub opt: Opt,
    pub worth: i32,
    pub why: &'static str,
}

impl Advice {
    const fn new(opt: Opt, worth: i32, why: &'static str) -> Advice {
        Advice { opt, worth, why }
    }
}

/// The option to take, as its place in the list. `g` is what the player may see.
#[must_use]
pub fn advise(g: &Seen, ask: &Question, options: &[Opt]) -> usize {
    if options.len() < 2 {
        return 0;
    }
    let advice = consider(Weights::best(), g, ask, options);
    // An answer that is not on the list would be a mistake of ours; the first option never is one.
    let place = options.iter().position(|it| *it == advice.opt);
    debug_assert!(place.is_some(), "{advice:?} was not offered for {ask:?}: {options:?}");
    place.unwrap_or(0)
}

/// Why, with what it thinks that is worth where it has weighed it.
#[must_use]
pub fn reason(g: &Seen, ask: &Question, options: &[Opt]) -> Option<String> {
    if options.len() < 2 {
        return None;
    }
    let Advice { worth, why, .. } = consider(Weights::best(), g, ask, options);
    Some(match worth {
        0 => why.to_string(),
        _ => format!("{why} (worth about {})", points(worth)),
    })
}

/// The same of sheets, checks and joins.
#[must_use]
pub fn plan_reason(g: &Seen, ask: &Question, plan: &Plan) -> Option<String> {
    sheets::reason(&Desk::new(Weights::best(), g, ask.who), plan)
}

/// Hundredths of a point: "1.4 points".
fn points(worth: i32) -> String {
    let sign = if worth < 0 { "-" } else { "" };
    let tenths = (worth.abs() + 5) / 10;
    format!("{sign}{}.{} points", tenths / 10, tenths % 10)
}

/// A whole value, where one is asked for; `ready` are some that the judge accepts.
#[must_use]
pub fn plan(g: &Seen, ask: &Question, ready: &[Plan]) -> Plan {
    plan_by(Weights::best(), g, ask, ready)
}

/// The same with another judgement, for finding the best one.
#[must_use]
pub fn plan_by(w: &Weights, g: &Seen, ask: &Question, ready: &[Plan]) -> Plan {
    let desk = Desk::new(w, g, ask.who);
    match ask.topic {
        Topic::Sheets(step) => sheets::plan(&desk, step, ready),
        Topic::SetUpSheets => sheets::set_up(&desk, ready),
        // As the scenario suggests.
        _ => ready[0].clone(),
    }
}

/// What to do, and why.
#[must_use]
pub fn consider(w: &Weights, g: &Seen, ask: &Question, options: &[Opt]) -> Advice {
    let desk = &Desk::new(w, g, ask.who);
    match ask.topic {
        Topic::Actions => actions::next(desk, options),
        Topic::WhatNow(id) => actions::what(desk, id, options),
        Topic::Step(id) => actions::step(desk, id, options),
        Topic::FireTarget(id) => {
            let kind = if ask.rule == fire_action::PFA { FireKind::Point } else { FireKind::Area };
            replies::fire_target(desk, id, kind, options)
        }
        Topic::Declare(_) | Topic::OverwatchFirers(_) => actions::declare(desk, options),
        Topic::SmokeTarget(id)
        | Topic::LightTarget(id)
        | Topic::AssaultHex(id)
        | Topic::OverrunHex(id) => actions::place(desk, id, ask.topic, options),
        Topic::WhoAssaults(hex) => replies::who_assaults(desk, hex, options),
        Topic::Impulse(id) => actions::impulse(desk, id, options),
        Topic::OverrunExit(id) => replies::overrun_exit(desk, id, options),
        Topic::WhichGuns => guns::which(desk, options),
        Topic::WhichMission(guns) | Topic::Observer(guns) | Topic::MissionTarget { guns, .. } => {
            guns::of(desk, guns, options)
        }
        Topic::ScatterTo(_) | Topic::SortieTarget(_) => replies::most_enemies(desk, options),
        Topic::Overwatch(hex) => replies::overwatch(desk, hex, options),
        Topic::AssaultFire { hex, unit } => replies::assault_fire(desk, hex, unit, options),
        Topic::AtTarget(_) => replies::at_target(desk, options),
        Topic::WhoLoses(_) | Topic::WhichPassenger(_) => replies::who_loses(desk, options),
        Topic::RetreatTo(id) | Topic::LeaveTo(id) => replies::shelter(desk, id, options),
        Topic::WhoRecovers => replies::who_recovers(desk, options),
        Topic::GoFirst => replies::go_first(desk, options),
        // Each for himself: together they are one target.
        Topic::Together(_) | Topic::ImpulseGroup(_) | Topic::WhoOverruns(_)
            if options.contains(&Opt::Done) =>
        {
            Advice::new(Opt::Done, 0, "one by one they are smaller targets")
        }
        // What has come is used.
        Topic::Reinforce | Topic::WhichSortie if options[0] == Opt::Done => {
            Advice::new(options[1], 0, "what has come is used")
        }
        _ => Advice::new(options[0], 0, "either will do"),
    }
}

/// What one decision is made from.
struct Desk<'a> {
    w: &'a Weights,
    g: &'a Battle,
    side: Side,
    hindered: OnceCell<Vec<(HexId, i32)>>,
    attacked: OnceCell<Hexes>,
}

impl<'a> Desk<'a> {
    fn new(w: &'a Weights, g: &'a Battle, side: Side) -> Desk<'a> {
        Desk { w, g, side, hindered: OnceCell::new(), attacked: OnceCell::new() }
    }

    /// May a unit of this hex join the attack that is being declared?
    fn may_join(&self, attack: &Attack, id: UnitId, hex: HexId) -> bool {
        if attack.occasion == Occasion::Overwatch {
            let can =
                overwatch::eligible(self.g, self.trigger(attack), attack.kind, UnitSet::EMPTY);
            return can.contains(id);
        }
        fire_action::may_fire(self.g, id, attack.kind).is_ok()
            && overwatch::in_reach(self.g, id, hex, attack.hex, attack.kind)
    }

    /// What an overwatch answers.
    fn trigger(&self, attack: &Attack) -> Trigger {
        let by = attack.by.other();
        let kind = if attack.only.is_some() { TriggerKind::Move } else { TriggerKind::Fire };
        let units = attack.only.unwrap_or_else(|| self.g.stack_of(by, attack.hex).collect());
        Trigger { by, hex: attack.hex, units, kind }
    }

    /// Hexes that our attackers would go to next, and what overwatch would do to them there.
    fn hindered(&self) -> &[(HexId, i32)] {
        self.hindered.get_or_init(|| {
            let attacks = |id: &UnitId| {
                let order = command::order_of(self.g, *id);
                order.is_some_and(|it| it.mission() == Mission::Attack) && self.g[*id].is_normal()
            };
            let all = self.g.on_map(self.side).map(|it| it.0).filter(attacks);
            let ahead = all.filter_map(|id| march::ahead(self.w, self.g, id));
            ahead.filter(|it| 0 < it.danger).map(|it| (it.step.to, it.danger)).collect()
        })
    }

    /// The objectives of our attacks in force.
    fn attacked(&self) -> &Hexes {
        self.attacked.get_or_init(|| {
            let orders = self.g.orders.of(self.side).iter();
            let attacks =
                orders.filter(|it| it.life == Life::Implemented && it.mission() == Mission::Attack);
            attacks.fold(Hexes::EMPTY, |all, it| all.union(&it.plan.objective))
        })
    }

    /// The hex with enemies in it that hinder us most, and how much; smoke covers this far around it.
    fn smoke_target(&self, hexes: &Hexes, radius: u8) -> Option<(HexId, i32)> {
        let enemies = hexes.intersect(&self.g.occupied[self.side.other().index()]);
        let enemies = enemies.and_not(&self.g.smoke);
        if enemies.is_empty() {
            return None;
        }
        let held = &self.g.occupied[self.side.other().index()];
        let worth = |hex: HexId| -> i32 {
            let covered: Hexes =
                self.g.data.map().within(hex, radius).filter(|it| held.contains(*it)).collect();
            let sees = |to: HexId| covered.iter().any(|it| spot::sees(self.g, it, to));
            self.hindered().iter().filter(|it| sees(it.0)).map(|it| it.1).sum()
        };
        enemies.iter().map(|it| (it, worth(it))).max_by_key(|it| it.1)
    }

    /// At night: the unlit hex whose enemies most of us could fire at, if it were lit.
    fn dark_target(&self, hexes: &Hexes) -> Option<(HexId, i32)> {
        let g = self.g;
        if !g.is_night() {
            return None;
        }
        let enemies = hexes.intersect(&g.occupied[self.side.other().index()]).and_not(&g.lit);
        let could = |hex: HexId| {
            let near = |it: &(UnitId, HexId)| {
                let range = g.card(it.0).area.as_ref().map_or(0, |of| of.range);
                g[it.0].is_ready()
                    && !g[it.0].fired
                    && g.data.distance(it.1, hex) <= u32::from(range)
                    && g.data.ground.sees(it.1, hex)
            };
            100 * g.on_map(self.side).filter(near).count() as i32
        };
        enemies.iter().map(|it| (it, could(it))).max_by_key(|it| it.1).filter(|it| 0 < it.1)
    }
}
