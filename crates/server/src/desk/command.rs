//! What is asked of a desk, and what it answers.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use kernel::Header;
use play::wire::{Choice, LabelledOrder, Place, Question};
use play::{Order, Refused, Table};
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;

use crate::error::Error;
use crate::pages::Picture;
use crate::thinker::Advice;

pub(crate) type Reply<T> = oneshot::Sender<Result<T, Error>>;

pub(crate) enum Command {
    /// Anything that only reads, for the eyes of a seat.
    Look(Look),
    Head {
        reply: Reply<Arc<str>>,
    },
    View {
        seat: Option<u8>,
        reply: Reply<Arc<str>>,
    },
    Push {
        seat: Option<u8>,
        from: usize,
        reply: Reply<Push>,
    },
    Draw {
        drawing: Drawing,
        reply: Reply<Picture>,
    },
    Answer {
        seat: u8,
        question: String,
        given: kernel::Reply,
        reply: Reply<Answered>,
    },
    Unseal {
        seat: u8,
        question: String,
        reply: Reply<Answered>,
    },
    /// Keep a draft of the value that is asked for; `None` forgets it.
    Draft {
        seat: u8,
        question: String,
        text: Option<String>,
        reply: Reply<()>,
    },
    /// What was drafted for the question that is asked now.
    Drafted {
        seat: u8,
        reply: Reply<Drafted>,
    },
    /// Leave these standing orders instead of those that stand; without any, only tell them.
    Orders {
        seat: u8,
        orders: Option<Vec<Order>>,
        reply: Reply<Vec<LabelledOrder>>,
    },
    Answers {
        seat: u8,
        picks: Vec<Pick>,
        reply: Reply<Walked>,
    },
    /// Take back the latest decision of a seat that knows the game up to `position`.
    Undo {
        seat: u8,
        position: usize,
        reply: Reply<Answered>,
    },
    /// A player's words for the dice to come.
    Contribute {
        seat: u8,
        with: String,
        reply: Reply<()>,
    },
    /// Somebody comes to watch or leaves; without a seat a spectator.
    Here {
        seat: Option<u8>,
        came: bool,
    },
    Say {
        seat: u8,
        text: String,
        reply: Reply<usize>,
    },
    Retitle {
        title: String,
        reply: Reply<()>,
    },
    /// Ask the other players to let the latest decision of a seat be taken back, dice or not.
    AskBack {
        seat: u8,
        position: usize,
        reply: Reply<()>,
    },
    AnswerBack {
        seat: u8,
        yes: bool,
        reply: Reply<()>,
    },
    /// Go on with the files that are there today.
    Renew {
        reply: Reply<()>,
    },
    Hint {
        seat: u8,
        reply: Reply<Advice>,
    },
    Pace {
        pace: Pace,
        reply: Reply<Pace>,
    },
    Advice {
        version: u64,
        seat: u8,
        advice: Advice,
    },
    Delete {
        reply: Reply<()>,
    },
}

pub(crate) struct Look {
    pub(crate) seat: Option<u8>,
    /// Called with the table, or with why there is none.
    pub(crate) look: Looking,
}

pub(crate) type Looking = Box<dyn FnOnce(Result<Seen<'_>, Error>) + Send>;

/// A table as somebody looks at it.
pub(crate) struct Seen<'a> {
    pub(crate) table: &'a dyn Table,
    pub(crate) header: &'a Header,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Drawing {
    /// For the list of games.
    Preview,
    Map,
    Counters,
}

/// What a watcher is sent: the view and the lines from `from` on, taken at the same moment.
pub(crate) struct Push {
    pub(crate) change: Change,
    pub(crate) view: Arc<str>,
    /// Number and JSON of each line.
    pub(crate) lines: Vec<(usize, String)>,
}

/// A seat's draft of the value it is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Drafted {
    pub(crate) question: String,
    pub(crate) text: Option<String>,
}

/// What watchers wait for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Change {
    /// Counts changes since the desk was opened.
    pub(crate) version: u64,
    pub(crate) take_backs: usize,
    /// Counts what each seat has done that only it may see: seals and their breaking.
    pub(crate) own: BTreeMap<u8, u64>,
    /// The seat the computer is thinking for.
    pub(crate) thinking: Option<u8>,
    pub(crate) notice: Option<Arc<str>>,
    pub(crate) people: People,
    /// How much has been said at the table.
    pub(crate) said: usize,
    /// The title, once it has been changed.
    pub(crate) title: Option<Arc<str>>,
    /// What somebody wants to take back, as long as others have to agree.
    pub(crate) back: Option<Back>,
    pub(crate) gone: bool,
}

/// Who is at the table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct People {
    /// How many connections there are for each seat, and for spectators.
    pub(crate) here: BTreeMap<Option<u8>, usize>,
    /// Seats that were taken at some time since the desk was set up.
    pub(crate) came: BTreeSet<u8>,
}

/// A take-back that needs consent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Back {
    /// Who asks.
    pub(crate) seat: u8,
    /// Entries of the journal that would stay.
    pub(crate) to: usize,
    /// Who has still to agree.
    pub(crate) left: Vec<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Answered {
    /// Answers so far, as the seat counts them.
    pub(crate) position: usize,
    /// The same answer had been given before; nothing was done.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) repeated: bool,
    /// The value is sealed; the game goes on when all have sealed theirs.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) sealed: bool,
}

impl Answered {
    pub(super) fn at(position: usize) -> Answered {
        Answered { position, repeated: false, sealed: false }
    }
}

/// One step of a planned path: the option to take, by whatever the client knows of it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Pick {
    pub(crate) question: Option<String>,
    pub(crate) place: Option<Place>,
    pub(crate) piece: Option<String>,
    pub(crate) label: Option<String>,
    pub(crate) option: Option<usize>,
}

/// How far a planned path led.
#[derive(Debug)]
pub(crate) struct Walked {
    pub(crate) position: usize,
    pub(crate) applied: usize,
    /// Why it stopped before the end of the plan.
    pub(crate) stopped: Option<Error>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Pace {
    /// Pause between two decisions of the computer.
    pub(crate) millis: Option<u32>,
    pub(crate) paused: Option<bool>,
    /// Move now: once, whatever the pace.
    #[serde(skip_serializing)]
    pub(crate) now: bool,
}

impl Pick {
    /// Everything the pick says has to be so.
    pub(super) fn fits(&self, choice: &Choice) -> bool {
        let says_something = self.option.is_some()
            || self.place.is_some()
            || self.piece.is_some()
            || self.label.is_some();
        says_something
            && self.option.is_none_or(|it| choice.index == it)
            && self.place.is_none_or(|it| choice.place == Some(it))
            && (self.piece.is_none() || self.piece == choice.piece)
            && self.label.as_ref().is_none_or(|it| choice.label == *it)
    }

    /// The rule that refuses it, where the question names one.
    pub(super) fn why_not(&self, question: &Question) -> Error {
        if let Some(option) = self.option.filter(|it| question.options.len() <= *it) {
            return Refused::NoSuchOption { option, of: question.options.len() }.into();
        }
        let says_where = self.place.is_some() || self.piece.is_some() || self.label.is_some();
        let refusal = question.refused.iter().find(|it| {
            says_where
                && self.place.is_none_or(|place| it.place == Some(place))
                && (self.piece.is_none() || self.piece == it.piece)
                && self.label.as_ref().is_none_or(|label| it.label == *label)
        });
        match refusal {
            Some(it) => Error::Forbidden { message: it.reason.clone(), rule: it.rule.clone() },
            None => Error::Invalid(format!(
                "this is not one of the options of {}: {}",
                question.id, question.prompt
            )),
        }
    }
}
