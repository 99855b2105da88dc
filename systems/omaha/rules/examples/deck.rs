//! Makes a deck from a seed and writes it into a `deck.toml`, if it keeps all laws: `cargo xtask deck [seed] [file]`.

use std::process::ExitCode;

use omaha::deck::{SEED, breaches, generate, write};

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let seed = args.next().map_or(Ok(SEED), |it| it.parse());
    let file = args.next().unwrap_or_else(|| "modules/omaha/omaha-beach/deck.toml".into());
    match seed.map_err(|it| it.to_string()).and_then(|seed| run(&file, seed)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn run(file: &str, seed: u64) -> Result<(), String> {
    let deck = generate(seed).ok_or_else(|| format!("seed {seed} gives no deck"))?;
    let wrong = breaches(&deck);
    if !wrong.is_empty() {
        let lines: Vec<String> =
            wrong.iter().map(|it| format!("{} ({})", it.text, it.rule.code)).collect();
        return Err(format!("seed {seed} gives no legal deck:\n{}", lines.join("\n")));
    }
    let text = std::fs::read_to_string(file).map_err(|it| format!("{file}: {it}"))?;
    std::fs::write(file, write::with_cards(&text, &deck)).map_err(|it| format!("{file}: {it}"))?;
    println!("{} cards from seed {seed} in {file}", deck.len());
    Ok(())
}
