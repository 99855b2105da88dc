//! Courier: one night, a courier with a secret farm to reach, a patrol with a secret ambush. The smallest whole system:
//! state, what a side may know of it, sequence of play, chart, judge. A larger one has a file for each.
#![deny(clippy::float_arithmetic, clippy::disallowed_types, clippy::disallowed_methods)]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

use board::{Direction, HexId, Map, Misstep, follow, reach};
use kernel::{
    Ask, Cx, Dice, Game, Hides, Ledger as _, Mass, Objection, Rule, Rules, Shared, rules,
};

rules! {
    FARM = "toy.night.farm", "At which farm is the courier awaited?";
    AMBUSH = "toy.night.ambush", "Where does the ambush lie, away from farms and start?";
    HOUR = "toy.night.hours", "The hours of the night";
    PATH = "toy.walk.path", "Which way does the courier go, from hex to hex?";
    PACES = "toy.walk.paces", "Hedges take two paces, all else one";
    TRAP = "toy.walk.trap", "The ambush ends the walk";
    MOON = "toy.walk.moon", "A die for the moon after each walk";
    PATROL = "toy.patrol.move", "Where does the patrol go, up to two hexes away?";
    RANGE = "toy.watch.range", "Seen on this or less";
    WATCH = "toy.watch.die", "A die of the watch or less sees the courier";
    NEAR = "toy.watch.near", "Beside him, or out of the ambush";
    HEDGE = "toy.watch.hedge", "Courier behind a hedge";
    PAPERS = "toy.watch.papers", "His papers save him once";
    ARRIVED = "toy.end.arrived", "At his farm the courier has won";
    DAWN = "toy.end.dawn", "At dawn the guard has won";
}

/// How far the patrol goes, and how far it sees.
const BEAT: u8 = 2;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    Courier,
    Guard,
}
use Side::{Courier, Guard};

/// What the module says.
#[derive(Debug)]
pub struct Data {
    pub title: String,
    pub map: Map,
    pub start: HexId,
    pub post: HexId,
    pub farms: Vec<HexId>,
    pub hours: u8,
    pub paces: u16,
    pub watch: i32,
}

impl Data {
    fn is_hedge(&self, hex: HexId) -> bool {
        self.map.terrain_kind(hex).key == "bocage"
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Night {
    pub data: Shared<Data>,
    /// From 1; 0 until both have sealed their secrets.
    pub hour: u8,
    pub courier: HexId,
    pub patrol: HexId,
    pub papers: bool,
    /// Clouds hide the moon this hour.
    pub dark: bool,
    pub farm: Option<HexId>,
    pub ambush: Option<HexId>,
    /// The ambush has been seen.
    pub sprung: bool,
    pub winner: Option<Side>,
}

impl Night {
    pub fn new(data: Shared<Data>) -> Night {
        let (courier, patrol) = (data.start, data.post);
        let (papers, dark, sprung) = (true, false, false);
        let (hour, farm, ambush, winner) = (0, None, None, None);
        Night { data, hour, courier, patrol, papers, dark, farm, ambush, sprung, winner }
    }
}

impl Hides for Night {
    /// toy.night.hidden
    fn known_to(&self, side: Option<Side>) -> Night {
        let over = self.is_over();
        let farm = self.farm.filter(|_| over || side == Some(Courier));
        let ambush = self.ambush.filter(|_| over || self.sprung || side == Some(Guard));
        Night { farm, ambush, ..self.clone() }
    }
}

/// What a question is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Topic {
    Farm,
    Ambush,
    #[default]
    Path,
    Patrol,
}

impl Game for Night {
    type Side = Side;
    /// Where the patrol goes.
    type Opt = HexId;
    type Topic = Topic;
    /// The hour, and what happened.
    type Event = (u8, String);
    /// A farm, an ambush, a path: hexes, in order.
    type Plan = Vec<HexId>;
    const SIDES: &'static [Side] = &[Courier, Guard];
    const WHOLE: Mass = 6_u128.pow(40);
}

impl Rules for Night {
    const SYSTEM: &'static str = "toy";
    const VERSION: u32 = 1;

    fn step<C: Cx<Night>>(cx: &mut C, g: &mut Night) -> Result<(), C::Halt> {
        if g.hour == 0 {
            secrets(cx, g)?
        } else {
            hour(cx, g)?
        }
        if !g.is_over() {
            next_hour(cx, g);
        }
        Ok(())
    }
    fn is_over(&self) -> bool {
        self.winner.is_some()
    }
}

/// Before the first hour each side seals where it waits for the courier.
fn secrets<C: Cx<Night>>(cx: &mut C, g: &mut Night) -> Result<(), C::Halt> {
    let asks = [ask(Courier, FARM, Topic::Farm), ask(Guard, AMBUSH, Topic::Ambush)];
    let judge = |k: usize, it: &Vec<HexId>| judge(g, asks[k].topic, it);
    let sealed = cx.declare(g, &asks, judge, |k, _| ready(g, asks[k].topic))?;
    (g.farm, g.ambush) = (sealed[0].first().copied(), sealed[1].first().copied());
    Ok(())
}

fn hour<C: Cx<Night>>(cx: &mut C, g: &mut Night) -> Result<(), C::Halt> {
    // 1. The courier proposes a path and walks it, as far as the ambush at most.
    let walk = ask(Courier, PATH, Topic::Path);
    let path = cx.propose(g, walk, |it| judge(g, Topic::Path, it), |_| ready(g, Topic::Path))?;
    let trap = path.iter().copied().find(|it| !g.sprung && g.ambush == Some(*it));
    g.courier = trap.or(path.last().copied()).unwrap_or(g.courier);
    say(cx, g, PATH, format!("The courier is at {}", g.data.map.label(g.courier)));
    // 2. A die for the moon: from here on nobody takes back what he has learnt by walking.
    g.dark = cx.roll(g, ask(Courier, MOON, Topic::Path), Dice::D6, |it| it.d6() <= 2)?;
    // 3. The ambush has a look at him; if it does not lie there, he may have reached his farm.
    if trap.is_some() {
        g.sprung = true;
        say(cx, g, TRAP, "He has walked into the ambush".into());
        watch(cx, g, true)?;
    } else if g.farm == Some(g.courier) {
        g.winner = Some(Courier);
        say(cx, g, ARRIVED, "He is awaited here, and has got through".into());
    }
    if g.is_over() {
        return Ok(());
    }
    // 4. The patrol goes, and has a look at whom it is close to.
    let beat: Vec<HexId> = g.data.map.within(g.patrol, BEAT).collect();
    g.patrol = cx.choose(g, ask(Guard, PATROL, Topic::Patrol), &beat)?;
    say(cx, g, PATROL, format!("The patrol is at {}", g.data.map.label(g.patrol)));
    if g.data.map.distance(g.patrol, g.courier) <= u32::from(BEAT) {
        watch(cx, g, false)?;
    }
    Ok(())
}

/// The next hour, or dawn.
fn next_hour<C: Cx<Night>>(cx: &mut C, g: &mut Night) {
    if g.hour == g.data.hours {
        g.winner = Some(Guard);
        return say(cx, g, DAWN, "Day breaks, and the courier is still on the road".into());
    }
    g.hour += 1;
    say(cx, g, HOUR, format!("Hour {} of the night", g.hour));
}

/// Is the courier seen? Once his papers save him.
pub fn watch<C: Cx<Night>>(cx: &mut C, g: &mut Night, ambush: bool) -> Result<(), C::Halt> {
    let watch = cx.tally(RANGE, |ledger| {
        ledger.add(WATCH, g.data.watch);
        let near = ambush || g.data.map.distance(g.patrol, g.courier) <= 1;
        ledger.add(NEAR, i32::from(near));
        ledger.add(MOON, -i32::from(g.dark));
        ledger.add(HEDGE, -i32::from(g.data.is_hedge(g.courier)));
    });
    if !cx.roll(g, ask(Guard, WATCH, Topic::Patrol), Dice::D6, |it| it.d6() <= watch)? {
        say(cx, g, WATCH, "Nobody sees the courier".into());
    } else if g.papers {
        g.papers = false;
        say(cx, g, PAPERS, "Halt! His papers save him, this once".into());
    } else {
        g.winner = Some(Guard);
        say(cx, g, PAPERS, "Halt! Without papers he is arrested".into());
    }
    cx.mark(g, WATCH, ())
}

fn ask(who: Side, rule: Rule, topic: Topic) -> Ask<Side, Topic> {
    Ask { who, rule, topic }
}

fn say<C: Cx<Night>>(cx: &mut C, g: &Night, rule: Rule, text: String) {
    cx.say(rule, || (g.hour, text));
}

/// The only legality of whole values: people, computers, ready values and replays pass it.
pub fn judge(g: &Night, topic: Topic, plan: &[HexId]) -> Result<(), Objection> {
    let wrong = |rule, i: usize, why| Err(Objection::new(rule, format!("/{i}"), why));
    let is_ready = || ready(g, topic).iter().any(|it| it == plan);
    match topic {
        Topic::Farm if !is_ready() => wrong(FARM, 0, "One of the farms is wanted"),
        Topic::Ambush if !is_ready() => wrong(AMBUSH, 0, "One hex, no farm, off the start"),
        Topic::Farm | Topic::Ambush => Ok(()),
        Topic::Path | Topic::Patrol => {
            match follow(&g.data.map, g.courier, plan, g.data.paces, paces(g)) {
                Err(Misstep::Apart(i)) => wrong(PATH, i, "This hex does not adjoin the one before"),
                Err(Misstep::TooFar(i)) => {
                    wrong(PACES, i, "There are not paces enough for this hex")
                }
                Ok(_) => Ok(()),
            }
        }
    }
}

/// Values to start from: all farms, all places for an ambush, a way to every hex within reach.
pub fn ready(g: &Night, topic: Topic) -> Vec<Vec<HexId>> {
    let Data { map, start, farms, .. } = &*g.data;
    let hides = |it: &HexId| !farms.contains(it) && 1 < map.distance(*it, *start);
    match topic {
        Topic::Farm => farms.iter().map(|it| vec![*it]).collect(),
        Topic::Ambush => map.hexes().filter(hides).map(|it| vec![it]).collect(),
        Topic::Path | Topic::Patrol => reach(map, g.courier, g.data.paces, paces(g)).paths(),
    }
}

/// toy.walk.paces
fn paces(g: &Night) -> impl Fn(HexId, Direction, HexId) -> Option<u16> {
    |_, _, to| Some(1 + u16::from(g.data.is_hedge(to)))
}
