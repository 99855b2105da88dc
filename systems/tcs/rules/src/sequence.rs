//! The sequence of play: one step of the game at a time.
//!
//! Two initiatives a turn (tcs.seq.air-arty-initiative, tcs.seq.action-initiative). Subphases: sorties, pre-plotted barrages
//! (tcs.seq.air-arty-2-preplotted), placing, adjusting (tcs.seq.air-arty-4-adjust), executing (tcs.seq.air-arty-5-execute), removing.
//! Action steps: markers off (tcs.fire.marker-off, tcs.seq.action-2-unit-smoke-off), reinforcements (tcs.seq.action-3-reinforcements),
//! actions, recovery (tcs.seq.action-5-recover, tcs.recover.time, tcs.seq.action-5-overwatch), overstacking (tcs.stack.resolve-time).

use std::cmp::Ordering;

use kernel::{Cx, Dice, rules};

use crate::command::phase;
use crate::data::{Data, Light};
use crate::event::Words;
use crate::id::Side;
use crate::question::{Opt, Topic, ask};
use crate::set::UnitSet;
use crate::state::{ActionStep, AirStep, Battle, CommandStep, Phase, Record};
use crate::text::Names;
use crate::{
    actions, air, artillery, at, barrage, battalion, mode, recover, reinforcement, setup, smoke,
    stacking, victory,
};

rules! {
    TURN = "tcs.seq.phases", "A turn";
    INITIATIVE = "tcs.init.dice", "Each side rolls one die; the higher wins";
    AIR_CHOICE = "tcs.seq.air-arty-winner-chooses", "The winner goes first or second";
    ACTION_CHOICE = "tcs.seq.action-winner-chooses", "The winner acts first or second";
    ACTION = "tcs.seq.action-1-fired-off", "Fired markers of the phasing side come off";
    WEATHER = "tcs.vis.weather-table", "Weather";
    END = "tcs.seq.turn-end", "The turn ends";
}

/// One step. Each part of the sequence ends by setting the next.
pub fn step<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) -> Result<(), C::Halt> {
    match g.phase {
        Phase::SetUp(side) => {
            setup::set_up(cx, g, side)?;
            let first = side == g.data.options.sets_up_first;
            g.phase = if first { Phase::SetUp(side.other()) } else { Phase::SetUpSheets };
        }
        Phase::SetUpSheets => {
            phase::set_up(cx, g)?;
            g.phase = begin_turn(cx, g);
        }
        Phase::Command(step) => command(cx, g, step)?,
        Phase::AirInitiative => {
            g.leads = initiative(cx, g, AIR_CHOICE)?;
            // tcs.arty.one-mission, tcs.arty.observer: once a turn.
            g.used_batteries = 0;
            g.used_observers = UnitSet::EMPTY;
            g.phase = Phase::Air(g.leads, AirStep::Arrivals);
        }
        Phase::Air(side, step) => air_artillery(cx, g, side, step)?,
        Phase::ActionInitiative => {
            g.leads = initiative(cx, g, ACTION_CHOICE)?;
            g.phase = Phase::Action(g.leads, ActionStep::Begin);
        }
        Phase::Action(side, step) => action(cx, g, side, step)?,
        Phase::CleanUp => {
            smoke::clean_up(cx, g);
            victory::after_clean_up(cx, g);
            g.phase = Phase::TurnEnd;
        }
        Phase::TurnEnd => {
            g.turn += 1;
            g.phase = begin_turn(cx, g);
        }
        Phase::Over => (),
    }
    victory::collapse(cx, g);
    if g.outcome.is_some() {
        g.phase = Phase::Over;
    }
    Ok(())
}

fn begin_turn<C: Cx<Battle>>(cx: &mut C, g: &Battle) -> Phase {
    cx.say(TURN, || Said::Turn { turn: g.turn, light: g.light() }.into());
    // tcs.setup.first-turn
    if g.turn == 1 && g.data.options.skips_first_command {
        Phase::AirInitiative
    } else {
        Phase::Command(CommandStep::Review)
    }
}

/// tcs.seq.command-order-fixed: the steps in their order, those of the hour on full-hour turns only.
fn command<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, step: CommandStep) -> Result<(), C::Halt> {
    let sheets = !g.data.options.without_command;
    let next = match step {
        CommandStep::Review => {
            if sheets {
                phase::review(cx, g);
            }
            Some(CommandStep::Accrue)
        }
        CommandStep::Accrue => {
            phase::accrue(cx, g);
            Some(CommandStep::Implement)
        }
        CommandStep::Implement | CommandStep::Checks | CommandStep::Add | CommandStep::Create => {
            if sheets {
                phase::declared(cx, g, step)?;
            }
            if step == CommandStep::Checks {
                phase::forget_contact(g);
            }
            match step {
                CommandStep::Implement => Some(CommandStep::Checks),
                CommandStep::Checks => Some(CommandStep::Add),
                CommandStep::Add => Some(CommandStep::Create),
                _ => g.is_full_hour().then_some(CommandStep::Morale),
            }
        }
        CommandStep::Morale => {
            battalion::reduce(cx, g)?;
            Some(CommandStep::Weather)
        }
        CommandStep::Weather => {
            weather(cx, g)?;
            None
        }
    };
    g.phase = next.map_or(Phase::AirInitiative, Phase::Command);
    Ok(())
}

/// tcs.vis.weather-time, tcs.vis.may-change
fn weather<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) -> Result<(), C::Halt> {
    let rows = g.data.weather.len();
    if rows == 0 {
        return Ok(());
    }
    let who = ask(g.leads, WEATHER, Topic::Weather);
    let row = cx.roll(g, who, Dice::TwoD6, |it| (it.two_d6() as usize - 2) % rows)?;
    g.weather = Some(row as u8);
    cx.say(WEATHER, || Said::Weather(row as u8).into());
    Ok(())
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Turn {
    First,
    Second,
}

impl From<Turn> for Opt {
    fn from(it: Turn) -> Opt {
        match it {
            Turn::First => Opt::First,
            Turn::Second => Opt::Second,
        }
    }
}

/// Who goes first (tcs.init.ties, tcs.init.two-throws).
fn initiative<C: Cx<Battle>>(cx: &mut C, g: &Battle, rule: kernel::Rule) -> Result<Side, C::Halt> {
    let winner = loop {
        let mut throw =
            |side| cx.roll(g, ask(side, INITIATIVE, Topic::Initiative), Dice::D6, |it| it.d6());
        let (first, second) = (throw(Side::First)?, throw(Side::Second)?);
        match first.cmp(&second) {
            Ordering::Greater => break Side::First,
            Ordering::Less => break Side::Second,
            Ordering::Equal => (),
        }
    };
    cx.say(INITIATIVE, || Said::Initiative(winner).into());
    let turn = cx.choose(g, ask(winner, rule, Topic::GoFirst), &[Turn::First, Turn::Second])?;
    let first = if turn == Turn::First { winner } else { winner.other() };
    cx.say(rule, || Said::GoesFirst(first).into());
    Ok(first)
}

/// tcs.seq.air-arty-separate, tcs.seq.air-arty-whole-side
fn air_artillery<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    side: Side,
    step: AirStep,
) -> Result<(), C::Halt> {
    let next = match step {
        AirStep::Arrivals => {
            air::arrivals(cx, g, side)?;
            Some(AirStep::Sorties)
        }
        AirStep::Sorties => {
            Some(if air::fly(cx, g, side)? { AirStep::Preplotted } else { AirStep::Sorties })
        }
        AirStep::Preplotted => {
            barrage::preplotted(cx, g, side)?;
            Some(AirStep::Lift)
        }
        AirStep::Lift => {
            artillery::lift(cx, g, side);
            Some(AirStep::Place)
        }
        AirStep::Place => {
            Some(if artillery::place(cx, g, side)? { AirStep::Adjust } else { AirStep::Place })
        }
        AirStep::Adjust => {
            Some(if artillery::adjust(cx, g, side)? { AirStep::Execute } else { AirStep::Adjust })
        }
        AirStep::Execute => {
            Some(if barrage::execute(cx, g, side)? { AirStep::Remove } else { AirStep::Execute })
        }
        AirStep::Remove => {
            barrage::remove(cx, g);
            None
        }
    };
    g.phase = match next {
        Some(step) => Phase::Air(side, step),
        None if side == g.leads => Phase::Air(side.other(), AirStep::Arrivals),
        None => Phase::ActionInitiative,
    };
    Ok(())
}

/// tcs.seq.action-consecutive
fn action<C: Cx<Battle>>(
    cx: &mut C,
    g: &mut Battle,
    side: Side,
    step: ActionStep,
) -> Result<(), C::Halt> {
    let next = match step {
        ActionStep::Begin => {
            begin_action(cx, g, side);
            Some(ActionStep::Reinforcements)
        }
        ActionStep::Reinforcements => Some(if reinforcement::arrive(cx, g, side)? {
            ActionStep::Actions
        } else {
            ActionStep::Reinforcements
        }),
        ActionStep::Actions => {
            let done = actions::act(cx, g, side)?;
            crate::command::note_action(g);
            if done {
                end_of_movement(cx, g, side);
                Some(ActionStep::Recovery)
            } else {
                Some(ActionStep::Actions)
            }
        }
        ActionStep::Recovery => {
            let done = recover::recover(cx, g, side)?;
            Some(if done { ActionStep::Overstacking } else { ActionStep::Recovery })
        }
        ActionStep::Overstacking => {
            if stacking::resolve(cx, g, side)? {
                mode::finish_digging(cx, g, side);
                None
            } else {
                Some(ActionStep::Overstacking)
            }
        }
    };
    g.phase = match next {
        Some(step) => Phase::Action(side, step),
        None if side == g.leads => Phase::Action(side.other(), ActionStep::Begin),
        None => Phase::CleanUp,
    };
    Ok(())
}

/// Steps 1 and 2, and a clean record for everybody.
fn begin_action<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, side: Side) {
    cx.say(ACTION, || Said::Acts(side).into());
    for id in g.data.ids() {
        let began = g.hex(id);
        let left = if g.side(id) == side { g.card(id).allowance_sixths() } else { 0 };
        g[id].record = Record { left, began, ..Record::default() };
    }
    at::begin_phase(g);
    for id in g.data.units_of[side.index()].iter() {
        g[id].fired = false;
    }
    g.crossed.clear();
    g.entered.clear();
    smoke::lift_unit_markers(cx, g, side);
}

/// tcs.move.road-moving, tcs.move.allowance-lost
fn end_of_movement<C: Cx<Battle>>(cx: &mut C, g: &mut Battle, side: Side) {
    let ids: UnitSet = g.data.units_of[side.index()];
    for id in ids.iter() {
        g[id].road_moving = false;
        g[id].record.left = 0;
    }
    reinforcement::hold_back(cx, g, side);
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Turn { turn: u8, light: Light },
    Initiative(Side),
    GoesFirst(Side),
    Acts(Side),
    Weather(u8),
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> Words {
        let names = Names(data);
        match self {
            Said::Turn { turn, light } => {
                let clock = data.turns.get(usize::from(*turn) - 1).map(|it| it.clock);
                let clock = clock.map_or(String::new(), |it| format!(", {it} hours"));
                let light = match light {
                    Light::Day => "",
                    Light::Twilight => ", twilight",
                    Light::Night => ", night",
                };
                (format!("Turn {turn}{clock}{light}."), None, vec![])
            }
            Said::Initiative(side) => {
                (format!("{} win the initiative.", names.the(*side)), Some(*side), vec![])
            }
            Said::GoesFirst(side) => {
                (format!("{} go first.", names.the(*side)), Some(*side), vec![])
            }
            Said::Acts(side) => {
                (format!("Action Phase of {}.", names.of(*side)), Some(*side), vec![])
            }
            Said::Weather(row) => {
                let name = data.weather.get(usize::from(*row)).map_or("", |it| it.name.as_str());
                (format!("Weather: {name}."), None, vec![])
            }
        }
    }
}
