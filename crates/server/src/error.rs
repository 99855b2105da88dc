//! One error for the whole server. Whatever it says, the game is unchanged.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use kernel::{Objection, Undo};
use play::Refused;
use play::reckon::Misfit;
use play::wire::RuleRef;
use serde_json::{Value, json};
use store::StoreError;

use crate::shelf::ShelfError;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Error {
    Refused(Refused),
    Store(StoreError),
    Shelf(ShelfError),
    /// The request itself is wrong: not JSON, a field missing.
    Malformed(String),
    /// It can be read but cannot be done.
    Invalid(String),
    /// It cannot be entered on a chart or a sheet.
    Misfit(Misfit),
    /// A rule forbids it.
    Forbidden {
        message: String,
        rule: RuleRef,
    },
    ComputersSeat {
        seat: u8,
    },
    NeedsToken {
        seat: u8,
    },
    WrongToken {
        seat: u8,
    },
    /// A journal or fork of a running game would show one player what another hides.
    WouldReveal,
    HostOnly,
    /// The server holds as many games as it may.
    Full {
        most: usize,
    },
    ForeignOrigin {
        found: String,
    },
    ForeignHost {
        found: String,
    },
    /// Something was to be taken back from a position that the game has left.
    MovedOn {
        position: usize,
        now: usize,
    },
    /// Words for the dice that cannot be taken.
    Contributed {
        why: &'static str,
    },
    NotFound(String),
    TooLarge {
        most: usize,
    },
    TooFast,
    /// The request did not come to its end in time.
    TooSlow,
    /// So many games are in memory, and in all of them somebody does something.
    Busy {
        most: usize,
    },
    NotJson,
    /// A bug: the rules panicked. The game has been read again from the disk.
    Bug(String),
    Closing,
}

impl Error {
    /// Status, code, message.
    fn parts(&self) -> (StatusCode, &'static str, String) {
        use StatusCode as S;
        match self {
            Error::Refused(refused) => refused_parts(refused),
            Error::Store(error) => match error {
                StoreError::UnknownGame { .. } => (S::NOT_FOUND, "unknown_game", error.to_string()),
                StoreError::Conflict { .. } | StoreError::Exists { .. } => {
                    (S::CONFLICT, "conflict", error.to_string())
                }
                StoreError::DiskFull { .. } => {
                    (S::INSUFFICIENT_STORAGE, "disk_full", error.to_string())
                }
                StoreError::Locked { .. } => (S::SERVICE_UNAVAILABLE, "locked", error.to_string()),
                _ => (S::INTERNAL_SERVER_ERROR, "store", error.to_string()),
            },
            Error::Shelf(error) => match error {
                ShelfError::Unknown { .. } => (S::NOT_FOUND, "unknown_scenario", error.to_string()),
                ShelfError::Variant { .. } => {
                    (S::UNPROCESSABLE_ENTITY, "unknown_variant", error.to_string())
                }
                ShelfError::Broken { .. } => {
                    (S::INTERNAL_SERVER_ERROR, "broken_module", error.to_string())
                }
                ShelfError::Journal(_) => (S::UNPROCESSABLE_ENTITY, "journal", error.to_string()),
            },
            Error::Malformed(why) => (S::BAD_REQUEST, "malformed", why.clone()),
            Error::Invalid(why) => (S::UNPROCESSABLE_ENTITY, "invalid", why.clone()),
            Error::Misfit(it) => (S::UNPROCESSABLE_ENTITY, "misfit", it.to_string()),
            Error::Forbidden { message, .. } => {
                (S::UNPROCESSABLE_ENTITY, "forbidden_by_rule", message.clone())
            }
            Error::ComputersSeat { seat } => (
                S::FORBIDDEN,
                "computers_seat",
                format!("seat {seat} is the computer's; you cannot act or look for it"),
            ),
            Error::NeedsToken { seat } => (
                S::FORBIDDEN,
                "needs_token",
                format!(
                    "only the holder of the invitation may act for seat {seat}; open the link you were given"
                ),
            ),
            Error::WrongToken { seat } => {
                (S::FORBIDDEN, "wrong_token", format!("this is not the invitation to seat {seat}"))
            }
            Error::WouldReveal => (
                S::FORBIDDEN,
                "would_reveal",
                "this would show what the other player hides; it is possible when the game is over"
                    .into(),
            ),
            Error::HostOnly => (
                S::FORBIDDEN,
                "host_only",
                "only the host may do that: open the address with the host's key that was printed when the server started".into(),
            ),
            Error::Full { most } => (
                S::INSUFFICIENT_STORAGE,
                "full",
                format!("this server holds its {most} games; ask its host to delete some, or to allow more"),
            ),
            Error::ForeignOrigin { found } => (
                S::FORBIDDEN,
                "foreign_origin",
                format!(
                    "the request comes from another site ({found}); only this server's own page may change anything"
                ),
            ),
            Error::ForeignHost { found } => (
                S::MISDIRECTED_REQUEST,
                "foreign_host",
                format!(
                    "this server does not answer to the name {found:?}; use its number (127.0.0.1 on the machine itself), or name it at the start with --name"
                ),
            ),
            Error::MovedOn { position, now } => (
                S::CONFLICT,
                "stale",
                format!("the game has moved on: it is at {now}, not at {position} any more"),
            ),
            Error::Contributed { why } => (S::CONFLICT, "contributed", (*why).into()),
            Error::NotFound(what) => (S::NOT_FOUND, "not_found", what.clone()),
            Error::TooLarge { most } => (
                S::PAYLOAD_TOO_LARGE,
                "too_large",
                format!("the request is larger than {} KiB", most / 1024),
            ),
            Error::TooFast => (
                S::TOO_MANY_REQUESTS,
                "too_fast",
                "too many requests; wait a second and try again".into(),
            ),
            Error::TooSlow => (
                S::REQUEST_TIMEOUT,
                "too_slow",
                "the request did not come to its end in time; send it again".into(),
            ),
            Error::Busy { most } => (
                S::SERVICE_UNAVAILABLE,
                "busy",
                format!("{most} games are being played here, which is all there is room for; try again later"),
            ),
            Error::NotJson => (
                S::UNSUPPORTED_MEDIA_TYPE,
                "not_json",
                "send JSON with the header Content-Type: application/json".into(),
            ),
            Error::Bug(what) => (
                S::INTERNAL_SERVER_ERROR,
                "bug",
                format!(
                    "the program made a mistake ({what}); the game is unchanged. Please report it with the journal"
                ),
            ),
            Error::Closing => {
                (S::SERVICE_UNAVAILABLE, "closing", "the server is shutting down".into())
            }
        }
    }

    pub fn code(&self) -> &'static str {
        self.parts().1
    }

    pub fn status(&self) -> StatusCode {
        self.parts().0
    }

    /// `{"code", "message", "rule"?, "at"?, "now"?}`
    pub fn body(&self) -> Value {
        let (_, code, message) = self.parts();
        let mut body = json!({ "code": code, "message": message });
        if let Error::Forbidden { rule, .. } = self {
            body["rule"] = json!(rule);
        }
        match self {
            Error::Misfit(it) => {
                body["rule"] = json!(it.rule);
                body["at"] = json!(it.input);
            }
            Error::Refused(Refused::Stale { now, .. }) => body["now"] = json!(now),
            Error::MovedOn { now, .. } => body["now"] = json!(now),
            // Where the value is wrong, as a JSON pointer, and the statement that says so.
            Error::Refused(Refused::Objected(Objection { rule, at, .. })) => {
                body["rule"] = json!({ "code": rule.code, "title": rule.title });
                body["at"] = json!(at);
            }
            _ => (),
        }
        body
    }
}

fn refused_parts(refused: &Refused) -> (StatusCode, &'static str, String) {
    use StatusCode as S;
    match refused {
        Refused::Stale { asked, now: Some(now) } => (
            S::CONFLICT,
            "stale",
            format!("question {asked} has been answered; the question now is {now}"),
        ),
        Refused::Stale { asked, now: None } => (
            S::CONFLICT,
            "stale",
            format!("question {asked} has been answered; nothing is asked of this seat now"),
        ),
        Refused::NotYours { seat, waiting_for } => (
            S::FORBIDDEN,
            "not_your_turn",
            format!("seat {seat} is not asked; the game waits for {}", seats(waiting_for)),
        ),
        Refused::NotAValue { why } => (S::UNPROCESSABLE_ENTITY, "not_a_value", why.clone()),
        Refused::TooLarge { why } => (S::PAYLOAD_TOO_LARGE, "value_too_large", why.clone()),
        Refused::Objected(it) => (S::UNPROCESSABLE_ENTITY, "objected", it.why.clone()),
        Refused::NoConceding => {
            (S::UNPROCESSABLE_ENTITY, "no_conceding", "this game cannot be conceded".into())
        }
        Refused::NotSealed => {
            (S::CONFLICT, "not_sealed", "this seat has sealed nothing for this question".into())
        }
        Refused::NoSuchOption { of: 0, .. } => (
            S::UNPROCESSABLE_ENTITY,
            "no_such_option",
            "this question has no options: it asks for a value".into(),
        ),
        Refused::NoSuchOption { option, of } => (
            S::UNPROCESSABLE_ENTITY,
            "no_such_option",
            format!("there is no option {option}; the options are 0 to {}", of.saturating_sub(1)),
        ),
        Refused::NoSuchSeat { seat } => {
            (S::UNPROCESSABLE_ENTITY, "no_such_seat", format!("this game has no seat {seat}"))
        }
        Refused::BadOrders { why } => (S::UNPROCESSABLE_ENTITY, "bad_orders", why.clone()),
        Refused::Over => (S::CONFLICT, "over", "the game is over".into()),
        Refused::Undo(Undo::NothingToUndo) => {
            (S::CONFLICT, "undo", "there is nothing to take back".into())
        }
        Refused::Undo(Undo::DieOrReveal) => (
            S::CONFLICT,
            "undo",
            "a die has been thrown or something revealed since; that cannot be taken back".into(),
        ),
        Refused::Undo(Undo::OtherHasDecided) => (
            S::CONFLICT,
            "undo",
            "the other player has decided since; that cannot be taken back".into(),
        ),
        Refused::Undo(Undo::Over) => (
            S::CONFLICT,
            "undo",
            "the game has ended and its seed is open; nothing can be taken back".into(),
        ),
        Refused::Unknown { what, name } => {
            (S::NOT_FOUND, "unknown", format!("there is no {what} {name:?}"))
        }
    }
}

fn seats(seats: &[u8]) -> String {
    match seats {
        [] => "nobody".into(),
        [one] => format!("seat {one}"),
        many => {
            let list: Vec<String> = many.iter().map(u8::to_string).collect();
            format!("seats {}", list.join(" and "))
        }
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.parts().2)
    }
}

impl std::error::Error for Error {}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let body = json!({ "error": self.body() }).to_string();
        (
            self.status(),
            [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")],
            body,
        )
            .into_response()
    }
}

impl From<Refused> for Error {
    fn from(it: Refused) -> Error {
        Error::Refused(it)
    }
}
impl From<Misfit> for Error {
    fn from(it: Misfit) -> Error {
        Error::Misfit(it)
    }
}
impl From<StoreError> for Error {
    fn from(it: StoreError) -> Error {
        Error::Store(it)
    }
}
impl From<ShelfError> for Error {
    fn from(it: ShelfError) -> Error {
        Error::Shelf(it)
    }
}
