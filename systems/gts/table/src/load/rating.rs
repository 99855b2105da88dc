//! Ratings as they are printed on counters: "6 red", "-1 white", "8 leg", "no", "*" (spec: Counter anatomy).

use gts::data::{AssaultRating, Colour, Movement, PrintedRange};

use crate::load::format::Figure;
use kernel::Word;
use module::{read::quoted, suggest::nearest};

/// Why a rating cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Flaw {
    pub(crate) message: String,
    pub(crate) suggestion: Option<String>,
}

type Read<T> = Result<T, Flaw>;

/// Value 0 to 9 and colour, or *No*.
pub(crate) fn fire(figure: &Figure) -> Read<Option<(u8, Colour)>> {
    let example = "fire is a value and a colour, as in \"6 red\", or \"no\"";
    let text = text(figure, example)?;
    match words(text)[..] {
        ["no"] => Ok(None),
        [value, row] => Ok(Some((number(value, 0, 9, "fire")?, word(row)?))),
        _ => Err(flaw(example)),
    }
}

/// Hexes, or `*`.
pub(crate) fn range(figure: &Figure) -> Read<PrintedRange> {
    match figure {
        Figure::Number(it) => Ok(PrintedRange::Hexes(within(*it, 1, 99, "range")?)),
        Figure::Text(it) if it == "*" => Ok(PrintedRange::Any),
        Figure::Text(_) => Err(flaw("range is a number of hexes or \"*\"")),
    }
}

/// Value 0 to 9, row and the double flag; `None` is the printed *No*, which serves as blank.
pub(crate) fn assault(figure: &Figure) -> Read<Option<AssaultRating>> {
    let text = match figure {
        Figure::Number(it) => {
            let value = within(*it, 0, 9, "assault")?;
            return Ok(Some(AssaultRating { value, row: None, double: false }));
        }
        Figure::Text(it) => it.as_str(),
    };
    let rating = |value, row, double| -> Read<Option<AssaultRating>> {
        Ok(Some(AssaultRating { value: number(value, 0, 9, "assault")?, row, double }))
    };
    match words(text)[..] {
        ["no"] => Ok(None),
        [value] => rating(value, None, false),
        [value, "double"] => rating(value, None, true),
        [value, row] => rating(value, Some(word(row)?), false),
        [value, row, "double"] => rating(value, Some(word(row)?), true),
        _ => Err(flaw("assault is \"5\", \"5 red\", \"5 red double\" or \"no\"")),
    }
}

/// Value -5 to 5 and whether its background is black.
pub(crate) fn defense(figure: &Figure) -> Read<(i8, bool)> {
    let example = "defense is a value and a background, as in \"-1 white\" (unarmoured) or \"1 black\" (armoured)";
    let text = text(figure, example)?;
    let [value, background] = words(text)[..] else { return Err(flaw(example)) };
    let value = number(value.strip_prefix('+').unwrap_or(value), -5, 5, "defense")?;
    match background {
        "white" => Ok((value, false)),
        "black" => Ok((value, true)),
        other => {
            let message = format!(
                "the background of defense is \"white\" or \"black\", not {}",
                quoted(other)
            );
            Err(Flaw { message, suggestion: nearest(other, ["white", "black"]) })
        }
    }
}

/// Value 0 to 9 and whether it is red: always in command.
pub(crate) fn tq(figure: &Figure) -> Read<(u8, bool)> {
    let text = match figure {
        Figure::Number(it) => return Ok((within(*it, 0, 9, "tq")?, false)),
        Figure::Text(it) => it.as_str(),
    };
    match words(text)[..] {
        [value] => Ok((number(value, 0, 9, "tq")?, false)),
        [value, "red"] => Ok((number(value, 0, 9, "tq")?, true)),
        _ => Err(flaw("tq is a value, or \"6 red\" for a unit that is always in command")),
    }
}

/// Points and class, `*` or *No*.
pub(crate) fn movement(figure: &Figure) -> Read<Movement> {
    let example = "ma is \"8 leg\", \"18 wheeled\", \"14 tracked\", \"*\" or \"no\"";
    let text = text(figure, example)?;
    match words(text)[..] {
        ["no"] => Ok(Movement::No),
        ["*"] => Ok(Movement::Star),
        [value, class] => Ok(Movement::Points(number(value, 1, 40, "ma")?, word(class)?)),
        _ => Err(flaw(example)),
    }
}

fn words(text: &str) -> Vec<&str> {
    // More than three words are wrong in any case; a stranger's text may have very many.
    text.split_whitespace().take(4).collect()
}

fn text<'a>(figure: &'a Figure, example: &str) -> Read<&'a str> {
    match figure {
        Figure::Text(it) => Ok(it),
        Figure::Number(_) => Err(flaw(example)),
    }
}

fn word<T: Word>(text: &str) -> Read<T> {
    T::read(text).ok_or_else(|| Flaw {
        message: format!("there is no {} {}: {}", T::WHAT, quoted(text), T::known()),
        suggestion: nearest(text, T::words().map(T::key)),
    })
}

fn number<T: TryFrom<i64>>(word: &str, least: i64, most: i64, what: &str) -> Read<T> {
    let value =
        word.parse().map_err(|_| flaw(format!("{what}: {} is not a number", quoted(word))))?;
    within(value, least, most, what)
}

fn within<T: TryFrom<i64>>(value: i64, least: i64, most: i64, what: &str) -> Read<T> {
    let fits = least <= value && value <= most;
    let out = || flaw(format!("{what} must be from {least} to {most}, not {value}"));
    if fits { T::try_from(value).map_err(|_| out()) } else { Err(out()) }
}

fn flaw(message: impl Into<String>) -> Flaw {
    Flaw { message: message.into(), suggestion: None }
}

#[cfg(test)]
mod tests {
    use gts::data::MoveClass;

    use super::*;

    fn t(text: &str) -> Figure {
        Figure::Text(text.to_owned())
    }

    #[test]
    fn ratings_read_as_printed() {
        assert_eq!(fire(&t("6 red")), Ok(Some((6, Colour::Red))));
        assert_eq!(fire(&t("no")), Ok(None));
        assert_eq!(range(&Figure::Number(4)), Ok(PrintedRange::Hexes(4)));
        assert_eq!(range(&t("*")), Ok(PrintedRange::Any));
        let double = AssaultRating { value: 5, row: Some(Colour::Red), double: true };
        assert_eq!(assault(&t("5 red double")), Ok(Some(double)));
        let plain = AssaultRating { value: 5, row: None, double: false };
        assert_eq!(assault(&t("5")), Ok(Some(plain)));
        assert_eq!(assault(&Figure::Number(5)), Ok(Some(plain)));
        assert_eq!(defense(&t("-1 white")), Ok((-1, false)));
        assert_eq!(defense(&t("+2 black")), Ok((2, true)));
        assert_eq!(tq(&Figure::Number(6)), Ok((6, false)));
        assert_eq!(tq(&t("6 red")), Ok((6, true)));
        assert_eq!(movement(&t("8 leg")), Ok(Movement::Points(8, MoveClass::Leg)));
        assert_eq!(movement(&t("*")), Ok(Movement::Star));
        assert_eq!(movement(&t("no")), Ok(Movement::No));
    }

    #[test]
    fn what_no_counter_shows_is_refused() {
        let message = |it: Flaw| it.message;
        assert_eq!(
            fire(&t("12 red")).map_err(message),
            Err("fire must be from 0 to 9, not 12".to_owned())
        );
        assert_eq!(fire(&t("6 rde")).map_err(|it| it.suggestion), Err(Some("red".to_owned())));
        assert_eq!(
            defense(&t("-6 white")).map_err(message),
            Err("defense must be from -5 to 5, not -6".to_owned())
        );
        assert_eq!(
            movement(&t("41 leg")).map_err(message),
            Err("ma must be from 1 to 40, not 41".to_owned())
        );
        assert_eq!(
            movement(&t("8 weeled")).map_err(|it| it.suggestion),
            Err(Some("wheeled".to_owned()))
        );
        for bad in ["", "x", "6", "6 red red", "99999999999999999999 red", "6  red\u{0}"] {
            assert!(fire(&t(bad)).is_err(), "{bad:?}");
        }
        assert!(tq(&Figure::Number(i64::MIN)).is_err());
        assert!(range(&Figure::Number(0)).is_err());
    }
}
