//! Courier, the toy system, at its start; and players who answer at random.
#![allow(dead_code, unreachable_pub, reason = "each test program uses a part of it")]

use std::sync::Arc;

use board::HexId;
use kernel::{Reply, Rng, Rules, Seed, Session};
use serde::Serialize;
use toy::{Data, Night};

const MAP: &str = ". . # . # . . # F\n. # . . . # . . .\n# . . # . . # . .\nS . # . P # . . F\n\
    . . . # . . # . .\n. # . . # . . # .\n# . . # . . . . F";
const TERRAINS: [(&str, &str, &str); 3] =
    [(".SP", "clear", "Field"), ("#", "bocage", "Hedge"), ("F", "village", "Farm")];

pub fn night() -> Night {
    let sketch = board::sketch(MAP, &TERRAINS).expect("a map");
    let (start, post) = (sketch.only("S").expect("a start"), sketch.only("P").expect("a post"));
    let (title, farms) = ("Night".into(), sketch.hexes("F"));
    let (hours, paces, watch) = (6, 4, 3);
    let data = Data { title, map: sketch.map, start, post, farms, hours, paces, watch };
    Night::new(Arc::new(data).into())
}

/// "0204 0304"
pub fn hexes(labels: &str) -> Vec<HexId> {
    let g = night();
    labels.split_whitespace().map(|it| g.data.map.find(it).expect("a hex")).collect()
}

/// The secrets are sealed: the courier is asked for his way.
pub fn sealed(dice: &Seed) -> Session<Night> {
    let mut session = Session::open(night(), Vec::new(), dice).expect("starts");
    session.seal(0, hexes("0904"), dice).expect("a farm");
    session.seal(1, hexes("0602"), dice).expect("an ambush");
    session
}

/// The number of the option that is this hex.
pub fn option(session: &Session<Night>, label: &str) -> usize {
    let asked = &session.pending().expect("is asked").asks[0];
    asked.options.iter().position(|it| [*it] == *hexes(label)).expect("is offered")
}

/// Somebody's answer to the pending question, at random; seats that declare come in any order. `None` when it is over.
pub fn any_answer<G: Rules>(session: &Session<G>, player: &mut Rng) -> Option<(u8, Reply)> {
    let asks = &session.pending()?.asks;
    let open: Vec<_> =
        asks.iter().filter(|it| session.sealed(G::seat(it.ask.who)).is_none()).collect();
    let asked = open[player.below(open.len() as u32) as usize];
    let reply = match &asked.ready {
        None => Reply::Option(player.below(asked.options.len() as u32) as usize),
        Some(ready) => plan(&ready[player.below(ready.len() as u32) as usize]),
    };
    Some((G::seat(asked.ask.who), reply))
}

pub fn plan<P: Serialize>(it: &P) -> Reply {
    Reply::Plan(serde_json::to_value(it).expect("plain data"))
}
