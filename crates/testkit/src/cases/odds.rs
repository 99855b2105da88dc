//! `odds` expectations, as far as they are the same in every system: `[WISH / WISH =>] OUTCOME = 3/10`.

use kernel::Mass;

use super::words::{Read, Wrong};

/// What a line says.
pub struct Claim {
    line: usize,
    /// At every decision the first of these that is offered is taken, else the first option.
    pub wishes: Vec<String>,
    pub outcome: String,
    fraction: (Mass, Mass),
}

impl Claim {
    pub fn read(line: usize, rest: &str, example: &str) -> Read<Claim> {
        let Some((what, fraction)) = rest.rsplit_once('=').filter(|it| !it.1.starts_with('>'))
        else {
            return wrong(line, format!("write: {example}"));
        };
        let (wishes, outcome) = what.split_once("=>").unwrap_or(("", what));
        let wishes = wishes.split(" / ").map(str::trim).filter(|it| !it.is_empty());
        let fraction = fraction.trim();
        let parts = match fraction.split_once('/') {
            Some((p, q)) => p.trim().parse::<Mass>().ok().zip(q.trim().parse::<Mass>().ok()),
            None => fraction.parse::<Mass>().ok().map(|it| (it, 1)),
        };
        match parts.filter(|it| 0 < it.1 && it.1 < 1_000_000_000_000) {
            Some(fraction) => Ok(Claim {
                line,
                wishes: wishes.map(str::to_owned).collect(),
                outcome: outcome.trim().to_owned(),
                fraction,
            }),
            None => wrong(line, format!("\"{fraction}\" is no fraction: 3/10")),
        }
    }

    /// Compares with the mass found; `lost` is what could not be followed.
    pub fn compare(&self, mass: Mass, lost: Mass, whole: Mass) -> Read<()> {
        if 0 < lost {
            return wrong(self.line, "these odds are too large to be worked out exactly");
        }
        let (p, q) = self.fraction;
        let right = match p {
            0 => mass == 0,
            _ => mass.is_multiple_of(p) && (mass / p).checked_mul(q) == Some(whole),
        };
        if right {
            return Ok(());
        }
        let divisor = gcd(mass, whole);
        let (n, of) = (mass / divisor, whole / divisor);
        wrong(self.line, format!("expected {p}/{q}\nfound    {n}/{of}"))
    }
}

fn wrong<T>(line: usize, message: impl Into<String>) -> Read<T> {
    Err(Wrong { line, message: message.into() })
}

fn gcd(a: Mass, b: Mass) -> Mass {
    if b == 0 { a } else { gcd(b, a % b) }
}
