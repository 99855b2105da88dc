//! Standing orders for Op Fire, through the face of the table.

use gts_table::Gts;
use kernel::{Answer, Reply, SeatKind, Seed};
use play::wire::{OddsView, Question};
use play::{Limit, Named, Order, Orders, Seated, Table};

fn table(seed: u64, answers: Vec<Answer>) -> Seated<Gts> {
    let loaded = gts_table::library().load::<Gts>("periers-ridge", "hillman");
    let data = loaded.unwrap_or_else(|it| panic!("{it}")).data;
    let named = Named { module: "periers-ridge".into(), scenario: "hillman".into() };
    let seats = vec![SeatKind::Human, SeatKind::Human];
    Seated::<Gts>::open(data, named, answers, Seed::from_number(seed), seats).expect("opens")
}

/// Who is asked and has not sealed a value.
fn asked(table: &Seated<Gts>) -> Option<u8> {
    table.waiting_for().into_iter().find(|it| table.sealed(*it).is_none())
}

fn take_advice(table: &mut Seated<Gts>, seat: u8) {
    let (question, reply) = table.advise(seat).expect("is asked");
    table.answer(seat, &question, &reply).expect("was offered");
}

/// On to the next question about Op Fire; both sides do as the computer would.
fn to_op_fire(table: &mut Seated<Gts>) -> (u8, Question) {
    loop {
        let seat = asked(table).expect("there is more Op Fire");
        let question = table.question(seat).expect("is asked");
        if !question.orders.is_empty() {
            return (seat, question);
        }
        take_advice(table, seat);
    }
}

fn order(limit: Limit) -> Order {
    Order { about: "op-fire".into(), piece: None, limit }
}

fn one(table: &Seated<Gts>, seat: u8, order: Order) -> Orders {
    table.orders(seat, vec![order]).expect("may be left")
}

/// What the panel shows, as a chance of any effect.
fn effect(odds: &OddsView) -> f64 {
    100.0 - 100.0 * odds.rows.iter().find(|it| it.severity == 0).map_or(0.0, |it| it.probability)
}

#[test]
fn each_limit_declines_what_it_holds_back_and_nothing_else() {
    let mut table = table(1, Vec::new());
    let (mut near, mut far, mut likely, mut unlikely) = (0, 0, 0, 0);
    for n in 0..12 {
        let (seat, question) = to_op_fire(&mut table);
        let turn = table.view(Some(seat)).now.turn;
        let shots: Vec<_> = question.options.iter().filter(|it| it.kind != "stop").collect();
        let decline =
            question.options.iter().find(|it| it.kind == "stop").expect("hold fire").index;
        let answer = Some((question.id.clone(), Reply::Option(decline)));
        let says = |order: Order| table.standing(seat, &one(&table, seat, order));
        assert_eq!(table.standing(seat, &Orders::default()), None);
        assert_eq!(says(order(Limit::Never)), answer);
        assert_eq!(table.standing(1 - seat, &one(&table, seat, order(Limit::Never))), None);

        // It ends with the turn.
        assert_eq!(says(order(Limit::ThisTurn(turn))), answer);
        assert_eq!(says(order(Limit::ThisTurn(turn + 1))), None);
        let over = table.orders(seat, vec![order(Limit::ThisTurn(turn - 1))]).expect("is dropped");
        assert!(over.is_empty());

        // For one unit: only where nobody else may fire.
        let piece = shots[0].piece.clone();
        let alone = shots.iter().all(|it| it.piece == piece);
        let held = says(Order { piece, ..order(Limit::Never) });
        assert_eq!(held, answer.clone().filter(|_| alone));
        let mut pieces = table.view(Some(seat)).pieces.into_iter().map(|it| it.id);
        let another = pieces.find(|id| shots.iter().all(|it| it.piece.as_ref() != Some(id)));
        assert_eq!(says(Order { piece: another, ..order(Limit::Never) }), None);

        let distance = |(from, to)| {
            let sight = table.sight(Some(seat), from, to).expect("on the map");
            // "3 hexes"
            sight.distance.split(' ').next().and_then(|it| it.parse().ok()).unwrap_or(0)
        };
        let nearest = shots.iter().map(|it| distance(it.lines[0])).min().expect("a shot");
        for within in 1..4 {
            let held = within < nearest;
            let found = says(order(Limit::Within(within)));
            assert_eq!(found, answer.clone().filter(|_| held), "{within} {nearest}");
            if held { far += 1 } else { near += 1 }
        }

        if n % 2 == 0 {
            let odds = shots.iter().map(|it| table.odds(seat, &question.id, it.index));
            let best = odds.map(|it| effect(&it.expect("has odds"))).fold(0.0, f64::max);
            for percent in [1, 15, 30, 60, 100] {
                let held = best + 1e-6 < f64::from(percent);
                let found = says(order(Limit::AtLeast(percent)));
                assert_eq!(found, answer.clone().filter(|_| held), "{percent} {best}");
                if held { unlikely += 1 } else { likely += 1 }
            }
        }
        take_advice(&mut table, seat);
        // Whatever is asked next, where it is something else no order speaks.
        if let Some(seat) = asked(&table)
            && table.question(seat).is_some_and(|it| it.orders.is_empty())
        {
            assert_eq!(table.standing(seat, &one(&table, seat, order(Limit::Never))), None);
        }
    }
    let all = [near, far, likely, unlikely];
    assert!(all.iter().all(|it| 0 < *it), "both ways: {all:?}");
}

#[test]
fn nobody_else_can_tell_an_order_from_a_player_but_by_the_mark() {
    let mut by_hand = table(2, Vec::new());
    for _ in 0..12 {
        let (seat, question) = to_op_fire(&mut by_hand);
        let mut by_order = table(2, by_hand.journal().to_vec());
        let orders = one(&by_order, seat, order(Limit::Never));
        let (id, reply) = by_order.standing(seat, &orders).expect("answers");
        let ordered = by_order.answer_by_order(seat, &id, &reply).expect("was offered");
        assert!(ordered[0].ordered && ordered[1..].iter().all(|it| !it.ordered));
        let given = by_hand.answer(seat, &question.id, &reply).expect("was offered");
        assert_eq!(given.len(), ordered.len());
        for eyes in [None, Some(1 - seat)] {
            let text =
                |it: &Seated<Gts>| serde_json::to_string(&it.view(eyes)).expect("plain data");
            assert_eq!(text(&by_hand), text(&by_order));
            let log =
                |it: &Seated<Gts>| serde_json::to_string(&it.log(eyes, 0)).expect("plain data");
            assert_eq!(log(&by_hand), log(&by_order).replace(" (standing order)", ""));
        }
        let other = 1 - seat;
        assert_eq!(by_hand.question_id(other), by_order.question_id(other));
    }
}

#[test]
fn a_take_back_goes_back_to_what_was_answered_by_hand() {
    let mut game = table(3, Vec::new());
    let mut taken_back = 0;
    for _ in 0..8 {
        // Once by hand, then by order.
        let (seat, _) = to_op_fire(&mut game);
        let orders = one(&game, seat, order(Limit::Never));
        let (id, reply) = game.standing(seat, &orders).expect("answers");
        game.answer(seat, &id, &reply).expect("was offered");
        let (seat, _) = to_op_fire(&mut game);
        let orders = one(&game, seat, order(Limit::Never));
        let (id, reply) = game.standing(seat, &orders).expect("answers");
        game.answer_by_order(seat, &id, &reply).expect("was offered");
        let journal = game.journal().to_vec();
        // As against the computer: its decisions go with it.
        let mut trial = table(3, journal.clone());
        if let Ok(taken) = trial.undo(seat, &|_| true) {
            let first = &journal[taken.length];
            assert!(first.seat == seat && !first.ordered, "{first:?}");
            taken_back += 1;
        }
        // The other player has been answered, by whatever.
        let mut trial = table(3, journal);
        assert!(trial.undo(1 - seat, &|_| false).is_err());
    }
    assert!(0 < taken_back);
}

#[test]
fn bad_orders_are_refused_by_name() {
    let table = table(4, Vec::new());
    let why = |orders: Vec<Order>| match table.orders(0, orders) {
        Err(play::Refused::BadOrders { why }) => why,
        it => panic!("{it:?}"),
    };
    let lunch = Order { about: "lunch".into(), ..order(Limit::Never) };
    assert_eq!(
        why(vec![order(Limit::Never), lunch]),
        "order 2: there are no orders about \"lunch\" here"
    );
    assert_eq!(why(vec![order(Limit::AtLeast(0))]), "order 1: a chance is 1 to 100 %, not 0");
    let nobody = Order { piece: Some("u999".into()), ..order(Limit::Never) };
    assert_eq!(why(vec![nobody]), "order 1: there is no piece \"u999\"");
    let many = vec![order(Limit::Never); 65];
    assert_eq!(why(many), "a seat has at most 64 standing orders, not 65");
    assert!(table.orders(7, Vec::new()).is_err());
}

/// How much less is asked: `cargo test -p gts-table --test orders --release -- --nocapture less`.
#[test]
fn less_is_asked_with_an_order() {
    let count = |seed, orders: &[Order]| -> [usize; 2] {
        let mut table = table(seed, Vec::new());
        let mut times = [0; 2];
        while let Some(seat) = asked(&table) {
            let question = table.question(seat).expect("is asked");
            if question.orders.is_empty() && 1 < table.view(None).now.turn {
                break;
            }
            let orders = table.orders(seat, orders.to_vec()).expect("may be left");
            match table.standing(seat, &orders) {
                Some((id, reply)) => drop(table.answer_by_order(seat, &id, &reply)),
                None => {
                    let reaction = !question.orders.is_empty();
                    times[usize::from(reaction)] += 1;
                    take_advice(&mut table, seat);
                }
            }
        }
        times
    };
    let (mut without, mut with) = ([0; 2], [0; 2]);
    for seed in 1..=2 {
        let (a, b) = (count(seed, &[]), count(seed, &[order(Limit::AtLeast(30))]));
        println!(
            "turn 1 of hillman, seed {seed}: {a:?} other and Op Fire questions, by order {b:?}"
        );
        for k in 0..2 {
            without[k] += a[k];
            with[k] += b[k];
        }
    }
    assert!(with[1] < without[1], "{without:?} {with:?}");
}
