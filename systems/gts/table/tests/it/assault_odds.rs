//! One assault, counted in two ways: round by round with only those still in it told apart, and shot by shot through
//! the marks with the whole state told apart. The chance to take the hex must be the same.

use gts::Battle;
use gts::assault::{Assault, assault, matters, opening, proceed};
use gts::data::Side;
use gts::question::{Opt, Question};
use kernel::{Fingerprint, First, Flow, Game, Mass, Odds, Policy};

const POSITION: &str = "
unit a1 at 0202 1 step assault 6 red
unit b1 at 0302 1 step
leader La with a1
";

/// Takes the first option; for the hex only those still in the assault matter.
#[derive(Clone, Copy)]
struct ForTheHex;

impl Policy<Battle> for ForTheHex {
    fn decide(&mut self, g: &Battle, ask: Question, n: usize, opt: impl Fn(usize) -> Opt) -> usize {
        First.decide(g, ask, n, opt)
    }
    fn matters(&self, g: &Battle, to: &mut Fingerprint) {
        matters(g, to);
    }
}

#[test]
fn the_chance_to_take_a_hex_does_not_depend_on_how_it_is_counted() {
    let g = gts_table::cases::position(POSITION).expect("a position");
    let find = |key: &str| {
        let at = g.data().units.iter().position(|it| it.key == key).expect("is there");
        gts::data::UnitId(at as u8)
    };
    let (a1, b1) = (find("a1"), find("b1"));
    let hex = g[b1].hex().expect("on the map");

    let mut staged: Mass = 0;
    let mut cx = Odds::new(ForTheHex);
    cx.stages(
        &g,
        false,
        |cx, g, begun| {
            let end = if *begun { proceed(cx, g)? } else { opening(cx, g, &[a1], hex)? };
            *begun = true;
            Ok(end.map_or(Flow::Again, Flow::Done))
        },
        |mass, end: Assault, _, _| staged += if end.takes_the_hex() { mass } else { 0 },
    );
    assert_eq!(cx.lost, 0);

    let mut whole: Mass = 0;
    let mut stepwise: Mass = 0;
    let mut cx = Odds::new(First);
    cx.every(
        &g,
        |cx, g| assault(cx, g, &[a1]),
        |mass, (), end| {
            whole += mass;
            stepwise += if end.holder(hex) == Some(Side::First) { mass } else { 0 };
        },
    );
    assert_eq!(whole + cx.lost, Battle::WHOLE);
    assert_eq!(cx.lost, 0);
    assert!(0 < staged && staged < Battle::WHOLE);
    assert_eq!(staged, stepwise);
}
