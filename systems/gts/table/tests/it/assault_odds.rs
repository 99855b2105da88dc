//! Assaults, counted in two ways: round by round with only those still in it told apart, and with the whole state told
//! apart, or played out. The chance to take the hex must be the same.

use gts::Battle;
use gts::assault::{Assault, assault, matters, opening, proceed};
use gts::data::{Side, UnitId};
use gts::question::{Opt, Question};
use gts_table::staff::Reckon;
use kernel::{Fingerprint, First, Flow, Game, Mass, Odds, Playout, Policy, Rng};

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

/// The policy of the odds on the page, asked about the hex only.
#[derive(Clone, Copy)]
struct Careful;

impl Policy<Battle> for Careful {
    fn decide(&mut self, g: &Battle, ask: Question, n: usize, opt: impl Fn(usize) -> Opt) -> usize {
        Reckon.decide(g, ask, n, opt)
    }
    fn matters(&self, g: &Battle, to: &mut Fingerprint) {
        matters(g, to);
    }
}

/// One, two and three against one and two. What is merged must be alike in all that follows: those who have dropped out
/// were once forgotten, although their steps still count for mass.
#[test]
fn the_odds_of_an_assault_are_those_of_its_games() {
    const TRIALS: u32 = 20_000;
    for (first, second) in [(1, 1), (2, 1), (3, 1), (1, 2), (2, 2)] {
        let unit = |it: u32, at: &str| format!("unit {at} {} steps assault 5 red\n", 1 + it % 2);
        let assaulters: String =
            (1..=first).map(|it| unit(it, &format!("a{it} at 0202"))).collect();
        let defenders: String =
            (1..=second).map(|it| unit(it, &format!("b{it} at 0302"))).collect();
        let g = gts_table::cases::position(&format!("{assaulters}{defenders}leader La with a1\n"))
            .expect("a position");
        let (units, hex) = (units_of(&g, 'a'), g[units_of(&g, 'b')[0]].hex().expect("on the map"));

        let mut cx = Odds::new(Careful);
        cx.floor = Battle::WHOLE / 10_000_000;
        let taken = staged(&mut cx, &g, &units, hex);
        let odds = taken as f64 / Battle::WHOLE as f64;
        let left_out = cx.lost as f64 / Battle::WHOLE as f64;

        let mut hits = 0;
        for seed in 0..TRIALS {
            let mut g = g.clone();
            let mut cx = Playout::new(Rng(u64::from(seed)), Reckon);
            let Ok(()) = assault(&mut cx, &mut g, &units);
            hits += u32::from(g.holder(hex) == Some(Side::First));
        }
        let n = f64::from(TRIALS);
        let seen = f64::from(hits) / n;
        let tolerance = 4.5 * (seen * (1.0 - seen) / n).sqrt() + left_out;
        let away = (odds - seen).abs();
        assert!(
            away < tolerance,
            "{first} against {second}: {odds} and {seen}, left out {left_out}"
        );
        assert!(left_out < 0.01, "{first} against {second}: {left_out} is left out");
    }
}

/// The same with nothing forgotten, where that can be counted: to the last digit but for what is left out.
#[test]
fn what_is_forgotten_of_an_assault_changes_nothing() {
    let g = gts_table::cases::position(
        "unit a1 at 0202 2 steps assault 5 red\nunit a2 at 0202 2 steps assault 5 red\n\
         unit b1 at 0302 1 step\nleader La with a1\n",
    )
    .expect("a position");
    let (units, hex) = (units_of(&g, 'a'), g[units_of(&g, 'b')[0]].hex().expect("on the map"));
    let floor = Battle::WHOLE / 1_000_000_000;
    let mut brief = Odds::new(Careful);
    brief.floor = floor;
    let mut whole = Odds::new(Reckon);
    whole.floor = floor;
    let told = staged(&mut brief, &g, &units, hex);
    let all = staged(&mut whole, &g, &units, hex);
    assert!(brief.courses < whole.courses, "nothing was forgotten");
    assert!(told.abs_diff(all) <= brief.lost + whole.lost, "{told} and {all}");
    assert!(brief.lost + whole.lost < Battle::WHOLE / 10_000);
}

fn units_of(g: &Battle, side: char) -> Vec<UnitId> {
    let units = g.data().units.iter().enumerate();
    units.filter(|it| it.1.key.starts_with(side)).map(|it| UnitId(it.0 as u8)).collect()
}

/// The mass of the courses that take the hex, part by part.
fn staged<P: Policy<Battle> + Clone>(
    cx: &mut Odds<P>,
    g: &Battle,
    units: &[UnitId],
    hex: board::HexId,
) -> Mass {
    let mut taken: Mass = 0;
    cx.stages(
        g,
        false,
        |cx, g, begun| {
            let end = if *begun { proceed(cx, g)? } else { opening(cx, g, units, hex)? };
            *begun = true;
            Ok(end.map_or(Flow::Again, Flow::Done))
        },
        |mass, end: Assault, _, _| taken += if end.takes_the_hex() { mass } else { 0 },
    );
    taken
}

#[test]
fn the_chance_to_take_a_hex_does_not_depend_on_how_it_is_counted() {
    let g = gts_table::cases::position(POSITION).expect("a position");
    let (units, hex) = (units_of(&g, 'a'), g[units_of(&g, 'b')[0]].hex().expect("on the map"));

    let mut cx = Odds::new(ForTheHex);
    let staged = staged(&mut cx, &g, &units, hex);
    assert_eq!(cx.lost, 0);

    let mut whole: Mass = 0;
    let mut stepwise: Mass = 0;
    let mut cx = Odds::new(First);
    cx.every(
        &g,
        |cx, g| assault(cx, g, &units),
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
