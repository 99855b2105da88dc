//! A whole value, filled in on the page: refused where it is wrong, kept over a reload, sealed, opened again and sealed
//! for good, by two people at one screen; and the same by finger.

use std::process::ExitCode;

use e2e::{Game, Page, Program, Stage, eventually};
use serde_json::{Value, json};

/// Enough for some turns in which next to nothing is done.
const ANSWERS: usize = 900;

fn main() -> ExitCode {
    e2e::run(&[
        ("purchases_of_two_at_one_screen", purchases_of_two_at_one_screen),
        ("a_purchase_by_finger", a_purchase_by_finger),
    ])
}

fn purchases_of_two_at_one_screen(stage: &mut Stage) {
    let Stage { program, page } = stage;
    page.browser.size(1440, 900, false);
    let game = at_the_purchases(page, program);
    let seat = game.seat.expect("a seat");
    let other = 1 - seat;
    let form = form_of(program, &game, seat);
    let plenty = overdraw(&form).expect("more than can be paid for");
    page.shot("form-empty");
    for (row, cell) in &plenty {
        page.browser.click(&cell_at(*row, *cell));
    }
    page.browser.wait_for("[data-testid=budgets] .over");
    page.assert_clean(program);

    // The judge refuses; it is said in the row that is one too many, and everything stays as filled in.
    let (last, _) = *plenty.last().expect("something costs too much");
    page.browser.click("[data-testid=seal]");
    page.browser.wait_for(&format!(".form-row.wrong[data-row=\"{last}\"] [data-testid=form-no]"));
    let said = page.browser.text("[data-testid=form-no]");
    assert!(said.contains("would be spent"), "it says {said:?}");
    assert!(page.browser.text("[data-testid=form-no] a.rule").starts_with("gts."), "{said:?}");
    assert_eq!(checked(page), chosen(&form, &plenty), "the rest of the form has changed");
    page.shot("form-refused");
    assert_eq!(page.browser.count("#toasts .toast.bad"), 0, "it is said once, in its place");

    // Without that one it is fine, and a reload keeps it.
    page.browser.click(&cell_at(last, 0));
    gone(page, "[data-testid=form-no]");
    gone(page, "[data-testid=budgets] .over");
    let fine = &plenty[..plenty.len() - 1];
    let kept = value_of(&form, fine);
    eventually("the draft is saved", || {
        let draft = program.get(&game.path("draft"))["draft"].clone();
        if draft == kept { Ok(()) } else { Err(format!("it is {draft}")) }
    });
    page.browser.script("location.reload()", json!([]));
    eventually("the draft is back", || {
        let now = checked_now(page)?;
        if now == chosen(&form, fine) { Ok(()) } else { Err(format!("the form has {now:?}")) }
    });

    // Sealed: the other is asked to the screen, but who has sealed may look at it and open it again.
    page.browser.click("[data-testid=seal]");
    page.browser.click("[data-testid=hand-back]");
    page.browser.wait_for(".form.sealed [data-testid=unseal]");
    assert_eq!(checked(page), chosen(&form, fine), "what was sealed is shown");
    let sum = page.browser.text("[data-testid=form-sum]");
    assert!(sum.starts_with("Sealed: ") && sum.ends_with("Waiting for the others."), "{sum:?}");
    assert_eq!(form_of(program, &game, seat)["sealed"], kept);
    page.shot("form-sealed");
    page.browser.click("[data-testid=unseal]");
    page.browser.wait_for(".form:not(.sealed) [data-testid=seal]");
    assert_eq!(form_of(program, &game, seat).get("sealed"), None);
    assert_eq!(checked(page), chosen(&form, fine), "what was sealed can be changed");
    let (first, _) = fine[0];
    page.browser.click(&cell_at(first, 0));
    page.browser.click("[data-testid=seal]");

    // The other sees nothing of it; his form is filled in by the computer's advice.
    let before = program.get(&game.path("view"))["position"].clone();
    page.browser.click("[data-testid=hand-ready]");
    let theirs = form_of(program, &game, other);
    eventually("the other's form is empty", || {
        let now = checked_now(page)?;
        if now == chosen(&theirs, &[]) { Ok(()) } else { Err(format!("the form has {now:?}")) }
    });
    let advice = program.get(&format!("/api/games/{}/hint?seat={other}", game.id));
    page.browser.click(".form [data-testid=hint]");
    page.browser.wait_for("#toasts .toast");
    let toast = page.browser.text("#toasts .toast");
    assert!(toast.starts_with("The computer would choose: ") && !toast.contains('{'), "{toast:?}");
    assert_eq!(checked(page).len(), advice["plan"].as_array().expect("a plan").len());
    page.browser.click("[data-testid=seal]");
    eventually("both are in and the game goes on", || {
        let now = program.get(&game.path("view"))["position"].clone();
        if now == before { Err(format!("it is still at {now}")) } else { Ok(()) }
    });
    gone(page, ".form:not([hidden])");
    let complaints = page.browser.complaints();
    let others = complaints.iter().filter(|it| !it.contains("422")).count();
    assert_eq!(others, 0, "the console has complaints: {complaints:#?}");
}

fn a_purchase_by_finger(stage: &mut Stage) {
    let Stage { program, page } = stage;
    page.browser.size(390, 844, true);
    let game = at_the_purchases(page, program);
    let form = form_of(program, &game, game.seat.expect("a seat"));
    let plenty = overdraw(&form).expect("more than can be paid for");
    for (row, cell) in &plenty {
        page.browser.click(&cell_at(*row, *cell));
    }
    page.browser.click("[data-testid=seal]");
    page.browser.wait_for(".form-row.wrong [data-testid=form-no]");
    page.shot("form-refused-390");
    let wide = page.browser.script(
        "return document.documentElement.scrollWidth > innerWidth
           || [...document.querySelectorAll('.form *')].some((it) => it.getBoundingClientRect().right > innerWidth + 1
                && !it.closest('.form-ready'))",
        json!([]),
    );
    assert_eq!(wide, json!(false), "something reaches beyond the screen");
    // A ready value is a starting point, by one tap.
    page.browser.click(".form-ready [data-option=\"0\"]");
    gone(page, "[data-testid=form-no]");
    assert_eq!(checked(page).len(), 0, "the first ready value buys nothing");
    page.browser.click(".form-ready [data-testid=as-before]");
    assert_eq!(checked(page), chosen(&form, &plenty));
    page.browser.script("document.documentElement.dataset.theme = 'dark'", json!([]));
    page.shot("form-dark-390");
}

/// A game for two at one screen, played to where the side of its seat can buy more chits than it can pay for. What goes
/// before is answered without the page.
fn at_the_purchases(page: &Page, program: &Program) -> Game {
    let wanted = json!({
        "system": "gts", "module": "carentan", "scenario": "carentan", "seats": ["human", "human"],
    });
    let id = program.post("/api/games", &wanted)["id"].as_str().expect("an id").to_string();
    for _ in 0..ANSWERS {
        let everybody = Game { id: id.clone(), seat: None };
        let waiting = program.get(&everybody.path("view"))["waiting_for"].clone();
        let seats: Vec<u8> = serde_json::from_value(waiting).expect("seats");
        let rich = |seat: &u8| overdraw(&form_of(program, &everybody, *seat)).is_some();
        if let (2, Some(seat)) = (seats.len(), seats.iter().copied().find(rich)) {
            let game = Game { id, seat: Some(seat) };
            page.browser.go(&format!("{}#/game/{}?seat={seat}", program.address(), game.id));
            page.browser.wait_for(".form:not([hidden])");
            return game;
        }
        for seat in seats {
            let game = Game { id: id.clone(), seat: Some(seat) };
            let question = program.get(&game.path("view"))["question"].clone();
            let mut answer = json!({ "seat": seat, "question": question["id"] });
            // As little as possible: one chit a turn, and whatever ends something.
            match question["form"]["ready"].as_array() {
                Some(ready) => answer["plan"] = ready[1.min(ready.len() - 1)]["plan"].clone(),
                None => {
                    let options = question["options"].as_array().expect("options");
                    let stop = options.iter().rposition(|it| it["kind"] == "stop");
                    answer["option"] = json!(stop.unwrap_or(options.len() - 1));
                }
            }
            program.post(&format!("/api/games/{id}/answer"), &answer);
        }
    }
    panic!("nobody can spend too much in {ANSWERS} answers");
}

fn form_of(program: &Program, game: &Game, seat: u8) -> Value {
    let view = program.get(&Game { seat: Some(seat), ..game.clone() }.path("view"));
    view["question"]["form"].clone()
}

/// Row by row what costs something, until a budget is overdrawn.
fn overdraw(form: &Value) -> Option<Vec<(usize, usize)>> {
    let number = |it: &Value| it.as_u64().unwrap_or_default();
    let list = |it: &Value| it.as_array().cloned().unwrap_or_default();
    for budget in 0..list(&form["budgets"]).len() {
        let has = number(&form["budgets"][budget]["has"]);
        let (mut spent, mut taken) = (0, Vec::new());
        for (r, row) in list(&form["rows"]).iter().enumerate() {
            let cost = |it: &Value| {
                let costs = list(&it["costs"]);
                let ours = costs.iter().filter(|it| number(&it["budget"]) == budget as u64);
                ours.map(|it| number(&it["amount"])).sum::<u64>()
            };
            let cells = list(&row["cells"]).into_iter().enumerate();
            let open = cells.filter(|(_, it)| it["refused"].is_null() && 0 < cost(it));
            let Some((c, cell)) = open.max_by_key(|(_, it)| cost(it)) else { continue };
            taken.push((r, c));
            spent += cost(&cell);
            if has < spent {
                return Some(taken);
            }
        }
    }
    None
}

fn cell_at(row: usize, cell: usize) -> String {
    format!(".form [data-row=\"{row}\"] [data-cell=\"{cell}\"]")
}

/// Rows and cells that put something into the list, as they should be.
fn chosen(form: &Value, taken: &[(usize, usize)]) -> Vec<(usize, usize)> {
    taken.iter().copied().filter(|(r, c)| !form["rows"][r]["cells"][c]["value"].is_null()).collect()
}

fn value_of(form: &Value, taken: &[(usize, usize)]) -> Value {
    taken.iter().map(|(r, c)| form["rows"][r]["cells"][c]["value"].clone()).collect()
}

/// The same as the page has them: whatever is not the first cell of its row.
fn checked_now(page: &Page) -> Result<Vec<(usize, usize)>, String> {
    let found = page.browser.try_script(
        "if (!document.querySelector('.form:not([hidden]) [data-cell]')) return null;
         return [...document.querySelectorAll('.form [data-cell]:checked')]
           .map((it) => [Number(it.closest('[data-row]').dataset.row), Number(it.dataset.cell)])
           .filter(([, cell]) => cell !== 0)",
        &json!([]),
    )?;
    let pairs = found.as_array().ok_or("there is no form")?;
    let number = |it: &Value| it.as_u64().unwrap_or_default() as usize;
    Ok(pairs.iter().map(|it| (number(&it[0]), number(&it[1]))).collect())
}

#[track_caller]
fn checked(page: &Page) -> Vec<(usize, usize)> {
    checked_now(page).unwrap_or_else(|it| panic!("{it}"))
}

#[track_caller]
fn gone(page: &Page, css: &str) {
    eventually(&format!("{css} has gone"), || {
        if page.browser.count(css) == 0 { Ok(()) } else { Err("it is there".into()) }
    });
}
