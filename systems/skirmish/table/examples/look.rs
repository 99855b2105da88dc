//! Draws the tables with everybody set up, and tells the first questions of a game as each seat reads them:
//! `cargo run -p skirmish-table --example look -- DIR [SCENARIO] [ANSWERS]`.

use std::{env, error::Error, fmt::Write as _, fs, path::PathBuf};

use kernel::{SeatKind, Seed};
use play::wire::{FormKind, Place, Question, View};
use play::{Named, Seated, Table as _};
use skirmish_table::Skirmish;

fn main() -> Result<(), Box<dyn Error>> {
    let dir = PathBuf::from(env::args().nth(1).unwrap_or_else(|| String::from(".")));
    let scenario = env::args().nth(2).unwrap_or_else(|| "gate".into());
    let most = env::args().nth(3).and_then(|it| it.parse().ok()).unwrap_or(40);
    let loaded = skirmish_table::library().load::<Skirmish>("platoon-actions", &scenario);
    let data = loaded.map_err(|it| it.to_string())?.data;
    let named = Named { module: "platoon-actions".into(), scenario: scenario.clone() };
    let seats = vec![SeatKind::Human, SeatKind::Human];
    let mut table = Seated::<Skirmish>::open(data, named, Vec::new(), Seed::from_number(7), seats)
        .map_err(|it| format!("{it:?}"))?;
    let mut told = String::new();
    for seat in table.head().seats {
        let _ = writeln!(told, "{}: {}\n", seat.name, seat.briefing);
    }
    for _ in 0..most {
        let Some(seat) = table.waiting_for().into_iter().find(|it| table.sealed(*it).is_none())
        else {
            break;
        };
        let view = table.view(Some(seat));
        if let Some(question) = &view.question {
            tell(&mut told, question);
        }
        let Some((id, reply)) = table.advise(seat) else { break };
        let _ = writeln!(told, "  -> {reply:?}\n");
        table.answer(seat, &id, &reply).map_err(|it| format!("{it:?}"))?;
    }
    for line in table.log(Some(0), 0) {
        let _ = writeln!(told, "{} [{}] {}", line.time, line.rule.code, line.text);
        for it in &line.details {
            let _ = writeln!(told, "      {} {:?}", it.text, it.total);
        }
    }
    fs::write(dir.join(format!("{scenario}.txt")), told)?;
    let view = table.view(Some(1));
    let drawn = position(&table.map_svg(), &table.counters_svg(), &view);
    Ok(fs::write(dir.join(format!("{scenario}.svg")), drawn)?)
}

fn tell(told: &mut String, it: &Question) {
    let _ = writeln!(told, "{} | {} [{}]", it.context, it.prompt, it.rule.code);
    for it in &it.options {
        let _ = writeln!(told, "  - {} ({})", it.label, it.hint.clone().unwrap_or_default());
    }
    for it in &it.refused {
        let _ = writeln!(told, "  x {} [{}]", it.reason, it.rule.code);
    }
    for it in &it.notes {
        let _ = writeln!(told, "  i {}", it.text);
    }
    let Some(form) = &it.form else { return };
    for it in form.ready.iter().take(70) {
        let _ = writeln!(told, "  * {}", it.label);
    }
    if let FormKind::Each { rows, .. } = &form.kind {
        for row in rows {
            let cells: Vec<&str> = row.cells.iter().map(|it| it.label.as_str()).collect();
            let _ = writeln!(told, "  # {} {:?}: {}", row.label, row.note, cells.join(" | "));
        }
    }
}

/// The picture with the pieces on it.
fn position(map: &str, counters: &str, view: &View) -> String {
    let symbols = counters.split("<defs>").nth(1).and_then(|it| it.split("</defs>").next());
    let mut pieces = format!("<defs>{}</defs>", symbols.unwrap_or_default());
    let mut put = |symbol: &str, place: Option<Place>, size: i32| {
        if let Some(Place::Point { x, y, .. }) = place {
            let (x, y) = (x - size / 2, y - size / 2);
            let _ = write!(
                pieces,
                "<use href=\"#{symbol}\" x=\"{x}\" y=\"{y}\" width=\"{size}\" height=\"{size}\"/>"
            );
        }
    };
    for it in &view.markers {
        put(&it.symbol, Some(it.place), 300);
    }
    for it in &view.pieces {
        put(&it.face, it.place, 210);
    }
    map.replace("</svg>", &format!("{pieces}</svg>"))
}
