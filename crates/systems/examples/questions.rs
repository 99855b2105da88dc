//! How much a person is asked: plays a scenario as the computer would, both seats as people with the standing orders a
//! game begins with, and counts questions by seat and turn.
//!
//! `cargo run --example questions -p systems -- gts/periers-ridge/hillman [games] [turns] [at-least]`
//!
//! Three counts. *asked*: every question of the rules, without orders. *left*: those that standing orders leave. *acts*:
//! how often a person acts, where a unit, what it does and its target or way are chosen in one go on the map, and
//! what only ends is taken along by the next choice (`web/js/together.js`).

use std::collections::BTreeMap;
use std::process::ExitCode;

use kernel::{Reply, SeatKind, Seed};
use play::{Limit, Order, Orders, Table};

#[derive(Clone, Copy, Default)]
struct Count {
    asked: usize,
    left: usize,
    acts: usize,
    reactions: usize,
    reactions_left: usize,
}

/// What has been chosen in the act so far.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    /// Only what ends something.
    Ended,
    Who,
    What,
    Way,
    /// A target: there is no more to choose.
    Whole,
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| args.get(at).and_then(|it| it.parse::<u64>().ok());
    let name = args.first().map_or("gts/periers-ridge/hillman", String::as_str);
    let (games, turns) = (number(1).unwrap_or(3), number(2).unwrap_or(1));
    let parts: Vec<&str> = name.split('/').collect();
    let [system, module, scenario] = parts[..] else {
        eprintln!("{name:?} is not system/module/scenario");
        return ExitCode::FAILURE;
    };
    let library = systems::library();
    let Some(system) = systems::find(system) else {
        eprintln!("there is no system {system:?}");
        return ExitCode::FAILURE;
    };
    let loaded = match system.load(&library, module, scenario) {
        Ok(loaded) => loaded,
        Err(errors) => {
            eprintln!("{errors}");
            return ExitCode::FAILURE;
        }
    };
    let mut counts: BTreeMap<(u8, u8), Count> = BTreeMap::new();
    for n in 0..games {
        let seed = Seed::new([n as u8 + 1; 32]);
        let people = vec![SeatKind::Human; loaded.seats().len()];
        let Ok(mut table) = loaded.open(loaded.version(), Vec::new(), seed, people) else {
            eprintln!("game {n} does not open");
            return ExitCode::FAILURE;
        };
        play(&mut *table, turns as u8, number(3).map(|it| it as u8), &mut counts);
    }
    println!("{name}, {games} games, turns to {turns}; mean a turn");
    println!("seat turn  asked   left   acts  reactions  of those left");
    for ((seat, turn), it) in counts {
        let mean = |n: usize| n as f64 / games as f64;
        println!(
            "{seat:>4} {turn:>4} {:>6.1} {:>6.1} {:>6.1} {:>10.1} {:>14.1}",
            mean(it.asked),
            mean(it.left),
            mean(it.acts),
            mean(it.reactions),
            mean(it.reactions_left)
        );
    }
    ExitCode::SUCCESS
}

fn play(
    table: &mut dyn Table,
    turns: u8,
    at_least: Option<u8>,
    counts: &mut BTreeMap<(u8, u8), Count>,
) {
    let orders = match at_least {
        None => table.first_orders(),
        Some(percent) => {
            let all = table.first_orders();
            let changed =
                all.iter().map(|it| Order { limit: Limit::AtLeast(percent), ..it.clone() });
            table.orders(0, changed.collect()).unwrap_or_else(|_| Orders::default())
        }
    };
    // Whose act is open, and how far it has come.
    let mut act: Option<(u8, Part)> = None;
    let (mut turn, mut lines) = (1, 0);
    while !table.is_over() {
        let log = table.log(None, lines);
        lines += log.len();
        turn = log.last().map_or(turn, |it| it.turn);
        if turns < turn {
            return;
        }
        for seat in table.waiting_for() {
            if table.sealed(seat).is_some() {
                continue;
            }
            let Some(question) = table.question(seat) else { continue };
            let Some((id, reply)) = table.advise(seat) else { return };
            let count = counts.entry((seat, turn)).or_default();
            let reaction = !question.orders.is_empty();
            count.asked += 1;
            count.reactions += usize::from(reaction);
            let by_order = table.standing(seat, &orders);
            let declined = by_order.is_some();
            let (id, reply) = by_order.unwrap_or((id, reply));
            if !declined {
                count.left += 1;
                count.reactions_left += usize::from(reaction);
                let part = part(&question, &reply);
                let goes_on = act.and_then(|(whose, before)| {
                    (whose == seat && follows(before, part)).then_some(part)
                });
                count.acts += usize::from(goes_on.is_none());
                act = Some((seat, part));
            }
            match table.answer(seat, &id, &reply) {
                // Dice, or somebody else: the next choice is another act.
                Ok(entries) if 1 < entries.len() => act = None,
                Ok(_) => (),
                Err(_) => return,
            }
        }
        if table.waiting_for().iter().any(|it| act.is_some_and(|(whose, _)| whose != *it)) {
            act = None;
        }
    }
}

fn part(question: &play::wire::Question, reply: &Reply) -> Part {
    let Reply::Option(option) = reply else { return Part::Whole };
    let Some(choice) = question.options.get(*option) else { return Part::Whole };
    match choice.kind.as_str() {
        "stop" => Part::Ended,
        "place" => Part::Way,
        "piece" if !choice.lines.is_empty() => Part::Whole,
        "piece" => Part::Who,
        _ => Part::What,
    }
}

/// Is this chosen in one go with what came before?
fn follows(before: Part, part: Part) -> bool {
    match (before, part) {
        (Part::Whole, _) => false,
        (Part::Ended, _) => true,
        (_, Part::Ended) => before == Part::Way,
        (Part::Way, _) => part == Part::Way,
        _ => before < part,
    }
}
