//! Section 18: scoring.

use board::HexId;
use kernel::{Cx, Rule, rules};

use crate::data::{Data, Draw, Hexes, PositionId, UnitKind, Victory};
use crate::ground::Side;
use crate::state::{Day, Level, Outcome, Phase, Pool};
use crate::text::Names;
use crate::{control, headquarters, pools};

rules! {
    FIRST_WN = "omaha.vic.fw-wn", "A strongpoint is controlled";
    FIRST_REINFORCEMENT = "omaha.vic.fw-reinf", "A reinforcement position is controlled";
    FIRST_DRAW = "omaha.vic.fw-draw", "A draw is controlled";
    FIRST_WIN = "omaha.vic.fw-win", "The end of the first waves";
    EAST_WIN = "omaha.scen.east-win", "The end of the east half";
    CHECK1 = "omaha.vic.check1-points", "The first check";
    CHECK1_WIN = "omaha.vic.check1-win", "Decisive victory at the first check";
    CHECK1_LOSS = "omaha.vic.check1-loss", "Decisive defeat at the first check";
    CHECK1_GO = "omaha.vic.check1-go", "The battle goes on";
    FINAL_VP = "omaha.vic.check2-vp", "A position with a VP mark is controlled";
    FINAL_DRAW = "omaha.vic.check2-draw", "A draw is controlled and open";
    FINAL_HEAVY = "omaha.vic.check2-heavy", "A supporting unit on the high ground";
    FINAL_EXIT = "omaha.vic.check2-exit", "Steps left the map inland";
    FINAL_EXIT_RANGER = "omaha.vic.check2-exit-ranger", "Ranger steps left for Pointe du Hoc";
    FINAL_EXIT_BOTH = "omaha.vic.check2-exit-both", "Armour that left counts as on the high ground";
    FINAL_WN = "omaha.vic.check2-wn", "A strongpoint hex is not controlled";
    FINAL_MEYER = "omaha.vic.check2-meyer", "A unit is still in the Meyer box";
    VARIANT = "omaha.var.adjust", "A variant is in use";
    ARMOUR_ENTERED = "omaha.arm.points", "German armour was drawn to the beach";
    ARMOUR_END = "omaha.arm.end-points", "German armour on the beach road";
    CONCEDE = "omaha.vic.concede", "The player may concede";
    LEVEL_DD = "omaha.vic.level-dd", "Decisive defeat";
    LEVEL_OD = "omaha.vic.level-od", "Operational defeat";
    LEVEL_TD = "omaha.vic.level-td", "Tactical defeat";
    LEVEL_TV = "omaha.vic.level-tv", "Tactical victory";
    LEVEL_OV = "omaha.vic.level-ov", "Operational victory";
    LEVEL_DV = "omaha.vic.level-dv", "Decisive victory";
}

/// At the end of a turn: is this a check turn, and how does it end?
pub fn check<C: Cx<Day>>(cx: &mut C, g: &mut Day) {
    if g.has_ended() {
        return;
    }
    if armour_on_the_beach(g) {
        let points = points(g);
        let level = worst(g.data());
        g.outcome =
            Some(Outcome { level, points, catastrophe: None, armour: true, conceded: false });
        cx.say(ARMOUR_END, || Said::Armour.into());
        return;
    }
    let last = g.data().plan.last_turn <= g.turn;
    match g.data().plan.victory {
        Victory::Points { win } if last => {
            let points = points(g);
            let level = if win <= points { Level::Victory } else { Level::Defeat };
            let east = g.data().plan.only.is_some();
            end(cx, g, level, points, if east { EAST_WIN } else { FIRST_WIN });
        }
        Victory::Levels { bounds, .. } if last => {
            let points = points(g);
            let (level, rule) = level(points, &bounds);
            end(cx, g, level, points, rule);
        }
        Victory::Levels { check: Some(check), .. } if check.turn == g.turn => {
            let points = points(g);
            if check.win <= points {
                end(cx, g, Level::DecisiveVictory, points, CHECK1_WIN);
            } else if points <= check.loss {
                end(cx, g, Level::DecisiveDefeat, points, CHECK1_LOSS);
            } else {
                cx.say(CHECK1_GO, || Said::GoesOn { points }.into());
            }
        }
        _ => (),
    }
}

fn end<C: Cx<Day>>(cx: &mut C, g: &mut Day, level: Level, points: i16, rule: Rule) {
    g.outcome = Some(Outcome { level, points, catastrophe: None, armour: false, conceded: false });
    cx.say(rule, || Said::Ends { level, points }.into());
}

/// omaha.vic.concede: at any decision; the lowest level of the scenario.
pub(crate) fn concede<C: Cx<Day>>(cx: &mut C, g: &mut Day) {
    let (level, points) = (worst(g.data()), points(g));
    let outcome = Outcome { level, points, catastrophe: None, armour: false, conceded: true };
    g.outcome = Some(outcome);
    g.phase = Phase::Over;
    cx.say(CONCEDE, || Said::Conceded.into());
}

/// Undisrupted German armour on an end point of its road (omaha.arm.end-points).
fn armour_on_the_beach(g: &Day) -> bool {
    let goals = &g.data().armour_goals;
    g.armour().any(|it| {
        let at = g.hex_of(it);
        !g[it].disrupted && goals.iter().any(|goal| Some(goal.0) == at)
    })
}

/// omaha.vic.level-dd to omaha.vic.level-dv; Beyond the Beach has higher bounds (omaha.vic.btb-levels).
fn level(points: i16, bounds: &[i16; 5]) -> (Level, Rule) {
    let levels = [
        (Level::DecisiveDefeat, LEVEL_DD),
        (Level::OperationalDefeat, LEVEL_OD),
        (Level::TacticalDefeat, LEVEL_TD),
        (Level::TacticalVictory, LEVEL_TV),
        (Level::OperationalVictory, LEVEL_OV),
    ];
    let found = levels.into_iter().zip(bounds).find(|it| points <= *it.1);
    found.map_or((Level::DecisiveVictory, LEVEL_DV), |it| it.0)
}

/// The lowest level of the scenario.
#[must_use]
pub fn worst(data: &Data) -> Level {
    match data.plan.victory {
        Victory::Points { .. } => Level::Defeat,
        Victory::Levels { .. } => Level::DecisiveDefeat,
    }
}

/// Points if the game ended now, by the score of this turn: first-waves points to turn 16, final points after.
#[must_use]
pub fn points(g: &Day) -> i16 {
    score(g).iter().map(|it| it.points).sum()
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoreLine {
    pub rule: Rule,
    pub what: String,
    pub points: i16,
    /// What it is about, for the map.
    pub at: Option<HexId>,
}

/// Every line of the score with the reason.
#[must_use]
pub fn score(g: &Day) -> Vec<ScoreLine> {
    let mut lines = Lines(Vec::new());
    let held = scored_hexes(g);
    if g.is_extended() {
        final_points(g, &held, &mut lines);
    } else {
        first_points(g, &held, &mut lines);
    }
    variant_points(g, &mut lines);
    lines.0
}

/// Collects what counts; nothing is said of what is worth nothing.
struct Lines(Vec<ScoreLine>);

impl Lines {
    fn add(&mut self, rule: Rule, points: i16, at: Option<HexId>, what: String) {
        if points != 0 {
            self.0.push(ScoreLine { rule, what, points, at });
        }
    }
}

/// Hexes that are the player's for scoring (section 18.2): outside all German fields, in US communication, and held
/// (omaha.vic.control-a) or out of German communication (omaha.vic.control-b). A hex in US communication lies in no
/// German field and holds no German (omaha.vic.german-occupied).
#[must_use]
pub fn scored_hexes(g: &Day) -> Hexes {
    let reached = control::us_communication(g);
    let held = control::us_held(g);
    let german = control::german_hexes(g);
    let mut hexes = Hexes::EMPTY;
    for hex in reached.iter() {
        if held.contains(hex) || !german.contains(hex) {
            hexes.insert(hex);
        }
    }
    hexes
}

/// A place that counts, whether it is the player's yet or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stake {
    pub rule: Rule,
    pub name: String,
    pub points: i16,
    pub at: HexId,
    pub held: bool,
}

/// All places that bring points when they are controlled, by the score of this turn.
#[must_use]
pub fn stakes(g: &Day) -> Vec<Stake> {
    let held = scored_hexes(g);
    if !g.is_extended() {
        return first_stakes(g, &held);
    }
    let data = g.data();
    let worth = &data.tables.points_final;
    let served = headquarters::served(g);
    let positions = positions_in_play(g).filter(|it| data.positions[it.index()].vp);
    let positions = positions.filter_map(|id| {
        let name = data.positions[id.index()].name.clone();
        let (points, held) = (worth.vp_position, is_held(g, id, &held));
        Some(Stake { rule: FINAL_VP, name, points, at: first_hex(g, id)?, held })
    });
    let draws = scoring_draws(g).filter_map(|draw| {
        let held = is_draw_held(draw, &held) && is_open(data, draw, &served);
        let name = format!("Draw {}", draw.name);
        let at = draw.hexes.first().copied()?;
        Some(Stake { rule: FINAL_DRAW, name, points: worth.open_draw, at, held })
    });
    positions.chain(draws).collect()
}

/// omaha.vic.fw-wn, omaha.vic.fw-reinf, omaha.vic.fw-blank, omaha.vic.fw-draw
fn first_stakes(g: &Day, held: &Hexes) -> Vec<Stake> {
    let data = g.data();
    let worth = &data.tables.points_first;
    let positions = positions_in_play(g).filter_map(|id| {
        let it = &data.positions[id.index()];
        let (rule, points) = match (it.is_wn(), it.sites.len()) {
            (true, 2) => (FIRST_WN, worth.two_hex_wn),
            (true, _) => (FIRST_WN, worth.single_hex_wn),
            _ => (FIRST_REINFORCEMENT, worth.reinforcement_position),
        };
        let (name, held) = (it.name.clone(), is_held(g, id, held));
        Some(Stake { rule, name, points, at: first_hex(g, id)?, held })
    });
    let draws = scoring_draws(g).filter_map(|draw| {
        let name = format!("Draw {}", draw.name);
        let at = draw.hexes.first().copied()?;
        let held = is_draw_held(draw, held);
        Some(Stake { rule: FIRST_DRAW, name, points: worth.draw, at, held })
    });
    positions.chain(draws).collect()
}

fn first_points(g: &Day, held: &Hexes, lines: &mut Lines) {
    for it in first_stakes(g, held).into_iter().filter(|it| it.held) {
        lines.add(it.rule, it.points, Some(it.at), format!("{} is controlled", it.name));
    }
}

fn final_points(g: &Day, held: &Hexes, lines: &mut Lines) {
    let data = g.data();
    let worth = &data.tables.points_final;
    for id in positions_in_play(g) {
        let it = &data.positions[id.index()];
        if it.vp && is_held(g, id, held) {
            let what = format!("{} is controlled", it.name);
            lines.add(FINAL_VP, worth.vp_position, first_hex(g, id), what);
        }
    }
    let served = headquarters::served(g);
    for draw in draws_held(g, held).filter(|it| is_open(data, it, &served)) {
        let what = format!("Draw {} is controlled and open", draw.name);
        lines.add(FINAL_DRAW, worth.open_draw, draw.hexes.first().copied(), what);
    }
    heavy_points(g, lines);
    exit_points(g, lines);
    for id in positions_in_play(g).filter(|it| data.positions[it.index()].is_wn()) {
        for site in &data.positions[id.index()].sites {
            let it = &data.sites[site.index()];
            if !held.contains(it.hex) {
                let what = format!("WN{} is not controlled", it.name);
                lines.add(FINAL_WN, worth.wn_hex_not_controlled, Some(it.hex), what);
            }
        }
    }
    // How many, not which: that is hidden (omaha.data.hidden).
    let boxed = pools::in_pool(g, Pool::Meyer).len() as i16;
    let what = match boxed {
        1 => "A unit is still in the Meyer box".into(),
        n => format!("{n} units are still in the Meyer box"),
    };
    lines.add(FINAL_MEYER, boxed * worth.meyer_unit_left, None, what);
}

/// Units that are neither infantry nor leaders (omaha.vic.check2-heavy, omaha.vic.check2-heavy-list).
fn heavy_points(g: &Day, lines: &mut Lines) {
    let worth = g.data().tables.points_final.heavy_unit_on_high_ground;
    for (unit, hex) in g.troops() {
        if !g.kind(unit).is_infantry() && g.data().ground.is_high(hex) {
            let what = format!("{} is on the high ground", Names(g.data()).unit(unit));
            lines.add(FINAL_HEAVY, worth, Some(hex), what);
        }
    }
}

/// Steps that left by an exit to which US communication leads, and rangers on the way to Pointe du Hoc.
fn exit_points(g: &Day, lines: &mut Lines) {
    let data = g.data();
    let worth = &data.tables.points_final;
    let reached = control::us_communication(g);
    for (unit, exit, steps) in &g.exited {
        let exit = &data.exits[exit.index()];
        let kind = g.kind(*unit);
        let name = &data.units[unit.index()].name;
        let steps = i16::from(*steps);
        let what = format!("{name} left by exit {} with {steps} steps", exit.letter);
        let open = reached.contains(exit.hex);
        if kind == UnitKind::Ranger && matches!(exit.letter, 'F' | 'G') {
            let points = steps * worth.exit_step_ranger_f_g;
            lines.add(FINAL_EXIT_RANGER, points, Some(exit.hex), what);
        } else if open && (kind.is_armoured() || kind.is_regular()) {
            let points = steps * worth.exit_step_armour_or_regular;
            lines.add(FINAL_EXIT, points, Some(exit.hex), what);
            if kind.is_armoured() {
                let what = format!("{name} counts as on the high ground");
                let points = worth.heavy_unit_on_high_ground;
                lines.add(FINAL_EXIT_BOTH, points, Some(exit.hex), what);
            }
        }
    }
}

/// omaha.vic.variant-adjust: at every check.
fn variant_points(g: &Day, lines: &mut Lines) {
    let on = &g.data().variants;
    let worth = &g.data().tables.variant_points;
    let all = [
        (on.bombardment, worth.bombardment, "effective bombardment"),
        (on.tanks_safe, worth.tanks_safe, "tanks land safely"),
        (on.no_rangers, worth.no_rangers, "rangers to Pointe du Hoc"),
        (on.reaction, worth.reaction, "better German reaction"),
        (on.early_actions, worth.early_actions, "early German actions"),
        (on.armour, worth.armour, "German armour"),
    ];
    for (_, points, name) in all.into_iter().filter(|it| it.0) {
        lines.add(VARIANT, points, None, format!("Variant: {name}"));
    }
    if on.armour {
        let points = worth.armour_entered * i16::from(g.armour_entered);
        let what = format!("{} armour units entered", g.armour_entered);
        lines.add(ARMOUR_ENTERED, points, None, what);
    }
}

/// Positions of the sectors in play (omaha.scen.east-win).
fn positions_in_play(g: &Day) -> impl Iterator<Item = PositionId> + '_ {
    let only = g.data().plan.only;
    g.positions()
        .filter(move |it| only.is_none_or(|only| g.data().positions[it.index()].sector == only))
}

/// All hexes of the position (omaha.vic.two-hex).
fn is_held(g: &Day, position: PositionId, held: &Hexes) -> bool {
    let sites = &g.data().positions[position.index()].sites;
    sites.iter().all(|it| held.contains(g.data().sites[it.index()].hex))
}

fn first_hex(g: &Day, position: PositionId) -> Option<HexId> {
    let site = g.data().positions[position.index()].sites.first()?;
    Some(g.data().sites[site.index()].hex)
}

/// Scoring draws whose draw hexes are all controlled.
fn draws_held<'a>(g: &'a Day, held: &'a Hexes) -> impl Iterator<Item = &'a Draw> {
    scoring_draws(g).filter(|it| is_draw_held(it, held))
}

/// omaha.vic.draw-hexes
fn is_draw_held(draw: &Draw, held: &Hexes) -> bool {
    draw.hexes.iter().all(|hex| held.contains(*hex))
}

/// Draws of the sectors in play (omaha.vic.scoring-draws).
fn scoring_draws(g: &Day) -> impl Iterator<Item = &Draw> {
    let data = g.data();
    let in_play = move |draw: &Draw| {
        let sector = |hex: HexId| data.ground.sector(hex);
        data.plan.only.is_none_or(|only| draw.hexes.iter().all(|it| sector(*it) == only))
    };
    data.draws.iter().filter(move |it| it.scores && in_play(it))
}

/// Every mined hex of the draw and every anti-tank hexside at its mouth lies in the range of an engineer base
/// (omaha.vic.check2-draw-cleared, omaha.base.hexsides).
fn is_open(data: &Data, draw: &Draw, served: &Hexes) -> bool {
    let mined = draw.mined.iter().all(|it| served.contains(*it));
    let mut around = draw.hexes.iter().chain(&draw.mouth);
    mined
        && around.all(|hex| {
            data.map.neighbours(*hex).all(|(direction, next)| {
                let side = data.ground.side(*hex, direction);
                !matches!(side, Side::Ditch | Side::Wall)
                    || served.contains(*hex)
                    || served.contains(next)
            })
        })
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    GoesOn { points: i16 },
    Ends { level: Level, points: i16 },
    Armour,
    Conceded,
}

impl Said {
    pub(crate) fn words(&self, _data: &Data) -> (String, Vec<HexId>) {
        let text = match self {
            Said::GoesOn { points } => format!("{points} points: the battle goes on."),
            Said::Ends { level, points } => {
                format!("The battle ends with {points} points: {}.", level.name())
            }
            Said::Conceded => "The landing is given up.".into(),
            Said::Armour => {
                "German armour stands on the beach road: the landing has failed.".into()
            }
        };
        (text, vec![])
    }
}
