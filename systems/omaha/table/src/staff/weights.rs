//! What things are worth, in hundredths of a point. Only differences matter; found by playing many games
//! (`cargo run --release -p omaha-table --example beach`).

/// The judgement of a player.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    /// A German unit gone: one that stands between us and a draw, any other of a strongpoint, any other.
    pub kill_wanted: i32,
    pub kill_wn: i32,
    pub kill_other: i32,
    /// Of that, in hundredths: depth eliminated and unit disrupted, unit disrupted, depth gained.
    pub half: i32,
    pub shaken: i32,
    pub deeper: i32,
    /// A tactical reinforcement that comes up.
    pub reserve: i32,
    /// A German face seen.
    pub seen: i32,
    /// One of ours disrupted.
    pub disrupted: i32,
    /// A paid action; what a unit could do else.
    pub paid: i32,
    pub acted: i32,
    pub naval: i32,
    /// A step: of a company at full strength, of one that would go into the loss box for it (and more the fuller the
    /// box), of one that is in it; of rangers, of tanks, of others.
    pub step: i32,
    pub step_counted: i32,
    pub step_box: i32,
    pub step_spent: i32,
    pub step_ranger: i32,
    pub step_tank: i32,
    pub step_other: i32,
    /// Hundredths of the value of the best attack we shall be able to make next turn.
    pub ready: i32,
    /// Hundredths of what a way forward is worth, of which 100 are a hex.
    pub forward: i32,
    /// Two companies in one hex.
    pub pair: i32,
    /// Being where a leader can command.
    pub command: i32,
    /// What a move must gain at least, besides what it costs.
    pub least: i32,
    /// Routes: a climb, a cliff, a move to be paid for, and hundredths of the cost of danger on the way.
    pub climb: i32,
    pub cliff: i32,
    pub route_paid: i32,
    pub risk: i32,
    /// Routes: how much further away a target may be that is not wanted.
    pub unwanted: i32,
    /// A barrage: hundredths of the loss it prevents.
    pub barrage: i32,
    /// A point of the final score, in the last turns before it is counted.
    pub point: i32,
}

impl Weights {
    pub const BEST: Weights = Weights {
        kill_wanted: 239,
        kill_wn: 155,
        kill_other: 70,
        half: 55,
        shaken: 22,
        deeper: 92,
        reserve: 40,
        seen: 6,
        disrupted: 19,
        paid: 3,
        acted: 1,
        naval: 48,
        step: 45,
        step_counted: 86,
        step_box: 10,
        step_spent: 30,
        step_ranger: 53,
        step_tank: 37,
        step_other: 15,
        ready: 92,
        forward: 20,
        pair: 9,
        command: 16,
        least: 2,
        climb: 92,
        cliff: 305,
        route_paid: 100,
        risk: 210,
        unwanted: 250,
        barrage: 150,
        point: 113,
    };
}
