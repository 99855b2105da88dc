//! The staff at the table: it wins against chance, never stalls, repeats itself and knows no secrets.

use gts::data::{Side, UnitId};
use gts::modifiers::{Mode, Rating, Shot};
use gts::purchase::Purchase;
use gts::question::Opt;
use gts::result::Bearing;
use gts::state::ChitState;
use gts::{Battle, Shared, direct_fire, sequence, victory};
use gts_table::staff::{Question, Reckon};
use kernel::{Game as _, Odds, Playout, Policy, Rng, Rules, Uniform};
use smallvec::SmallVec;

/// A game of either scenario takes some thousands.
const STALLED: u64 = 50_000;

fn scenario(key: &str) -> Battle {
    let loaded = gts_table::library().load::<gts_table::Gts>("periers-ridge", key);
    let loaded = loaded.expect("the module we ship loads");
    let data = loaded.data;
    Battle::new(Shared::new(data))
}

/// The staff plays some sides, chance the others; `check` looks on.
struct Table<F> {
    by_staff: [bool; 2],
    chance: Uniform,
    check: F,
}

impl<F: FnMut(&Battle, Question, &[Opt], usize)> Policy<Battle> for Table<F> {
    fn decide(&mut self, g: &Battle, ask: Question, n: usize, opt: impl Fn(usize) -> Opt) -> usize {
        if !self.by_staff[ask.who.index()] {
            return self.chance.decide(g, ask, n, opt);
        }
        let options: SmallVec<[Opt; 64]> = (0..n).map(opt).collect();
        let choice = gts_table::staff::decide(&g.seen_by(Some(ask.who)), ask, &options);
        assert!(choice < n, "{:?} has no option {choice}", ask.rule);
        (self.check)(g, ask, &options, choice);
        choice
    }

    fn plan(&mut self, g: &Battle, ask: Question, ready: &[Vec<Purchase>]) -> Vec<Purchase> {
        if !self.by_staff[ask.who.index()] {
            return self.chance.plan(g, ask, ready);
        }
        gts_table::staff::plan(&g.seen_by(Some(ask.who)), ask)
    }
}

fn play(
    start: &Battle,
    by_staff: [bool; 2],
    seed: u64,
    turns: u8,
    check: impl FnMut(&Battle, Question, &[Opt], usize),
) -> Battle {
    let mut cx = Playout::new(Rng(seed), Table { by_staff, chance: Uniform(Rng(!seed)), check });
    let mut g = start.clone();
    while !g.is_over() && g.turn <= turns {
        let Ok(()) = sequence::step(&mut cx, &mut g);
        assert!(cx.decisions < STALLED, "seed {seed} has stalled in turn {}", g.turn);
    }
    g
}

fn quiet(_: &Battle, _: Question, _: &[Opt], _: usize) {}

#[test]
fn the_staff_beats_chance_from_both_sides() {
    let start = scenario("ridge");
    for side in Side::BOTH {
        let by_staff = Side::BOTH.map(|it| it == side);
        let end = play(&start, by_staff, 7, u8::MAX, quiet);
        assert_eq!(victory::winner(&end), Some(side));
    }
}

#[test]
fn a_short_scenario_is_played_to_its_end() {
    let start = scenario("hillman");
    for seed in 1..4 {
        assert!(play(&start, [true, true], seed, u8::MAX, quiet).is_over());
    }
}

#[test]
fn the_same_question_gets_the_same_answer() {
    let start = scenario("hillman");
    play(&start, [true, true], 5, u8::MAX, |g, ask, options, choice| {
        assert_eq!(gts_table::staff::decide(&g.seen_by(Some(ask.who)), ask, options), choice);
    });
}

#[test]
fn what_the_enemy_has_bought_changes_nothing() {
    let start = scenario("ridge");
    let mut asked = 0;
    play(&start, [true, true], 9, 3, |g, ask, options, choice| {
        asked += 1;
        if asked % 7 != 0 {
            return;
        }
        let mut other = g.clone();
        for (i, formation) in g.data().formations.iter().enumerate() {
            if g.data().divisions[usize::from(formation.division.0)].side != ask.who {
                other.chits[i].state = ChitState::NextTurn;
            }
        }
        assert_eq!(
            gts_table::staff::decide(&other.seen_by(Some(ask.who)), ask, options),
            choice,
            "{:?} looked at a secret",
            ask.rule
        );
    });
}

#[test]
fn a_garrison_stays_in_its_works() {
    let start = scenario("ridge");
    let garrison: Vec<(UnitId, board::HexId)> =
        start.on_map(Side::Second).filter(|(id, _)| start[*id].ent).collect();
    assert!(!garrison.is_empty());
    let after = play(&start, [true, true], 3, 2, quiet);
    for (id, hex) in garrison {
        assert!(after[id].hex().is_none_or(|it| it == hex), "{} walked out", after.kind(id).name);
    }
}

#[test]
fn the_quick_policy_reckons_a_shot_to_the_last_chance() {
    let g = scenario("hillman");
    let fires =
        |(id, _): (UnitId, board::HexId)| direct_fire::targets(&g, id).first().map(|it| (id, it.0));
    let (firer, target) = g.on_map(Side::First).find_map(fires).expect("somebody sees somebody");
    let shot = Shot { firer, target, mode: Mode::Direct, rating: Rating::Fire, bonus: false };
    let mut odds = Odds::new(Reckon);
    let mut mass = 0;
    odds.every(
        &g,
        |cx, g| direct_fire::fire(cx, g, shot, Bearing::Steady),
        |share, _, _| mass += share,
    );
    assert_eq!(mass + odds.lost, Battle::WHOLE);
}
