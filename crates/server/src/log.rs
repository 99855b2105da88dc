//! What the server says of itself on its error output: plain sentences for people, or a line of JSON each for programs.
//!
//! Never a token, a seed or an answer: addresses are told without what stands behind `?`.

use serde_json::{Value, json};

use crate::hall::now;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LogStyle {
    /// Only what somebody should know: "bocage: …".
    #[default]
    Plain,
    /// One JSON object a line, requests included.
    Json,
}

impl LogStyle {
    /// Something that whoever runs the server should know.
    pub(crate) fn warn(self, game: Option<&str>, text: &str) {
        match (self, game) {
            (LogStyle::Plain, Some(game)) => eprintln!("bocage: game {game}: {text}"),
            (LogStyle::Plain, None) => eprintln!("bocage: {text}"),
            (LogStyle::Json, _) => {
                eprintln!("{}", line("warn", json!({ "game": game, "message": text })));
            }
        }
    }

    /// A request that was answered; in plain style nobody is told.
    pub(crate) fn request(self, told: impl FnOnce() -> Value) {
        if self == LogStyle::Json {
            eprintln!("{}", line("request", told()));
        }
    }
}

fn line(event: &str, mut told: Value) -> Value {
    told["at"] = json!(now());
    told["event"] = json!(event);
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_one_object() {
        let told = line("warn", json!({ "game": "a", "message": "two\nlines" }));
        assert_eq!((&told["event"], &told["game"]), (&json!("warn"), &json!("a")));
        assert!(told["at"].is_i64() && !told.to_string().contains('\n'));
    }
}
