//! A game as it happens: one WebSocket a watcher.
//!
//! Sent: `{"type":"head", "head"}` once, what does not change during the game; `{"type":"view", "view", "log", "log_from", "version", "take_backs", "thinking"}` on every change (the lines in
//! `log` replace everything from line `log_from` on), `thinking`, `notice`, `people`, `chat`, `title`, `back`, `ack`,
//! `error`, `gone`.
//! Received: `answer`, `answers`, `undo`, `pace`, `ping`; an `id` in them comes back in the `ack` or `error`.
//!
//! Changes that come faster than a watcher reads are joined: the view is always the latest, the lines are all there.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Path, State};
use axum::response::Response;
use kernel::Bounds as _;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::{oneshot, watch};
use tokio::time::{MissedTickBehavior, interval, timeout};

use crate::api::{BODY, Params, blocking, check_path, given, set_pace};
use crate::desk::{Answered, Back, Change, Command, Pace, People, Pick, Push, Walked};
use crate::error::Error;
use crate::guard::Caller;
use crate::hall::Hall;

const PING: Duration = Duration::from_secs(20);
/// A watcher that has not been heard of for this long is gone.
const SILENCE: Duration = Duration::from_secs(65);
/// A watcher that does not take a message in this time is gone.
const SEND: Duration = Duration::from_secs(20);
/// A line just written may still grow: so many of the latest are compared with what was sent.
const WINDOW: usize = 64;

#[derive(Deserialize)]
pub(crate) struct Watch {
    seat: Option<u8>,
    /// Lines before this one are known.
    #[serde(default)]
    from: usize,
    /// Is the head wanted? Who has just asked for it does not want it again.
    #[serde(default = "yes")]
    head: bool,
    /// As last received: if something was taken back since, the whole log is sent.
    take_backs: Option<usize>,
    /// Sayings before this one are known.
    #[serde(default)]
    said: usize,
}

pub(crate) async fn live(
    State(hall): State<Arc<Hall>>,
    caller: Caller,
    Path(id): Path<String>,
    Params(watch): Params<Watch>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Error> {
    let upgrade = upgrade.map_err(|it| Error::Malformed(it.body_text()))?;
    let seat = hall.eyes(&caller, &id, watch.seat)?;
    let changed = follow(&hall, &id, seat).await?;
    let from = match watch.take_backs {
        Some(known) if known != changed.borrow().take_backs => 0,
        _ => watch.from,
    };
    let watcher = Watcher {
        hall,
        caller,
        id,
        seat,
        changed,
        head: watch.head,
        sent: Sent { before: from, digests: Vec::new() },
        version: None,
        own: 0,
        thinking: None,
        notice: None,
        people: None,
        said: watch.said,
        title: None,
        back: None,
    };
    Ok(upgrade
        .max_message_size(BODY)
        .max_frame_size(BODY)
        .on_upgrade(move |socket| watcher.run(socket)))
}

/// Wake the desk, make sure that this seat may be watched, and get word of changes.
async fn follow(
    hall: &Arc<Hall>,
    id: &str,
    seat: Option<u8>,
) -> Result<watch::Receiver<Change>, Error> {
    let (reply, answer) = oneshot::channel();
    let changed = hall.send(id, Command::View { seat, reply })?;
    answer.await.unwrap_or_else(|_| Err(Error::Bug("the rules failed".into())))?;
    Ok(changed)
}

struct Watcher {
    hall: Arc<Hall>,
    caller: Caller,
    id: String,
    seat: Option<u8>,
    changed: watch::Receiver<Change>,
    /// The head is still to be sent.
    head: bool,
    sent: Sent,
    version: Option<u64>,
    /// What this seat has done that only it may see, as last told.
    own: u64,
    thinking: Option<u8>,
    notice: Option<Arc<str>>,
    people: Option<People>,
    /// Sayings told.
    said: usize,
    title: Option<Arc<str>>,
    back: Option<Back>,
}

/// The lines a watcher has.
struct Sent {
    /// Those before this one it had before it came, as it says: nothing is known of them, and nothing is kept for them,
    /// whatever number a stranger names.
    before: usize,
    /// A digest of each line sent from there on.
    digests: Vec<Option<u64>>,
}

impl Sent {
    fn len(&self) -> usize {
        self.before.saturating_add(self.digests.len())
    }

    fn digest(&self, n: usize) -> Option<u64> {
        self.digests.get(n.checked_sub(self.before)?).copied().flatten()
    }

    /// The first line of which something is known.
    fn known(&self) -> usize {
        let known = self.digests.iter().position(Option::is_some).unwrap_or(self.digests.len());
        self.before.saturating_add(known)
    }

    /// Lines from this one on are to be sent anew.
    fn truncate(&mut self, n: usize) {
        self.before = self.before.at_most(n);
        self.digests.truncate(n - self.before);
    }

    fn push(&mut self, n: usize, text: &str) {
        self.digests.resize(n.saturating_sub(self.before), None);
        self.digests.push(Some(digest(text)));
    }
}

/// The watcher has gone, or is to go.
struct Left;

impl Watcher {
    /// Is there for as long as it watches.
    async fn run(mut self, socket: WebSocket) {
        let (hall, id, seat) = (self.hall.clone(), self.id.clone(), self.seat);
        let _ = hall.send(&id, Command::Here { seat, came: true });
        hall.counts.watchers.add(1);
        self.watch(socket).await;
        hall.counts.watchers.sub(1);
        if !self.changed.borrow().gone {
            let _ = hall.send(&id, Command::Here { seat, came: false });
        }
    }

    async fn watch(&mut self, mut socket: WebSocket) {
        let mut closing = self.hall.closing.subscribe();
        let mut ping = interval(PING);
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut heard = Instant::now();
        loop {
            if self.tell(&mut socket).await.is_err() {
                return;
            }
            tokio::select! {
                message = socket.recv() => {
                    let Some(Ok(message)) = message else { return };
                    heard = Instant::now();
                    if self.hear(&mut socket, message).await.is_err() {
                        return;
                    }
                }
                alive = self.changed.changed() => {
                    if alive.is_err() && self.follow_again(&mut socket).await.is_err() {
                        return;
                    }
                }
                _ = ping.tick() => {
                    if SILENCE < heard.elapsed() || send(&mut socket, Message::Ping("bocage".into())).await.is_err() {
                        return;
                    }
                }
                () = closed(&mut closing) => {
                    let frame = CloseFrame { code: close_code::AWAY, reason: "the server is shutting down".into() };
                    let _ = send(&mut socket, Message::Close(Some(frame))).await;
                    return;
                }
            }
        }
    }

    /// Send what has changed.
    async fn tell(&mut self, socket: &mut WebSocket) -> Result<(), Left> {
        let change = self.changed.borrow_and_update().clone();
        if change.gone {
            say(socket, &json!({ "type": "gone" })).await?;
            return Err(Left);
        }
        if self.head {
            self.head = false;
            match self.hall.ask(&self.id, |reply| Command::Head { reply }).await {
                Ok(head) => {
                    let text = format!(r#"{{"type":"head","head":{head}}}"#);
                    send(socket, Message::Text(text.into())).await?;
                }
                Err(error) => say(socket, &failure(&error)).await?,
            }
        }
        if self.version != Some(change.version) || self.own != self.own_of(&change) {
            self.own = self.own_of(&change);
            match self.news().await {
                Ok(text) => send(socket, Message::Text(text.into())).await?,
                Err(error) => {
                    self.version = Some(change.version);
                    say(socket, &failure(&error)).await?;
                }
            }
        }
        if self.thinking != change.thinking {
            self.thinking = change.thinking;
            say(socket, &json!({ "type": "thinking", "seat": change.thinking })).await?;
        }
        if self.notice != change.notice {
            self.notice = change.notice.clone();
            say(socket, &json!({ "type": "notice", "text": change.notice.as_deref() })).await?;
        }
        self.tell_of_people(socket, change).await
    }

    /// Who is there, what they say, and what they want of each other.
    async fn tell_of_people(&mut self, socket: &mut WebSocket, change: Change) -> Result<(), Left> {
        if self.people.as_ref() != Some(&change.people) {
            let here = change.people.here.iter().filter(|it| 0 < *it.1);
            let seats: Vec<u8> = here.clone().filter_map(|it| *it.0).collect();
            let watching = here.filter(|it| it.0.is_none()).map(|it| *it.1).sum::<usize>();
            let came = &change.people.came;
            say(
                socket,
                &json!({ "type": "people", "here": seats, "came": came, "watching": watching }),
            )
            .await?;
            self.people = Some(change.people);
        }
        if self.said < change.said {
            let (store, id, from) = (self.hall.store.clone(), self.id.clone(), self.said);
            match blocking(move || Ok(store.said(&id, from)?)).await {
                Ok(lines) => say(socket, &json!({ "type": "chat", "lines": lines })).await?,
                Err(error) => say(socket, &failure(&error)).await?,
            }
            self.said = change.said;
        }
        if self.title != change.title {
            say(socket, &json!({ "type": "title", "title": change.title.as_deref() })).await?;
            self.title = change.title;
        }
        if self.back != change.back {
            let back = change.back.as_ref();
            let back = back.map(|it| json!({ "seat": it.seat, "left": it.left }));
            say(socket, &json!({ "type": "back", "back": back })).await?;
            self.back = change.back;
        }
        Ok(())
    }

    fn own_of(&self, change: &Change) -> u64 {
        self.seat.and_then(|it| change.own.get(&it).copied()).unwrap_or(0)
    }

    /// The view and the lines that are new or have changed.
    async fn news(&mut self) -> Result<String, Error> {
        let (seat, id) = (self.seat, self.id.clone());
        let from = self.sent.len().saturating_sub(WINDOW);
        // Lines the client had before it came are taken as known, as it says.
        let from = from.at_least(self.sent.known());
        let mut push = self.hall.ask(&id, |reply| Command::Push { seat, from, reply }).await?;
        let mut start = from;
        let fits = match push.lines.first() {
            Some((n, text)) => self.sent.digest(*n).is_none_or(|it| it == digest(text)),
            None => self.sent.len() <= from && self.version.is_some(),
        };
        if !fits && 0 < from {
            // Taken back further than the window: look at everything.
            push = self.hall.ask(&id, |reply| Command::Push { seat, from: 0, reply }).await?;
            start = 0;
        }
        let Push { change, view, lines } = push;
        let mut log_from = start;
        for (n, text) in &lines {
            let same = self.sent.digest(*n) == Some(digest(text));
            if !same {
                break;
            }
            log_from = n + 1;
        }
        self.sent.truncate(log_from);
        let mut log = String::new();
        for (n, text) in lines.iter().filter(|it| log_from <= it.0) {
            self.sent.push(*n, text);
            if !log.is_empty() {
                log.push(',');
            }
            log.push_str(text);
        }
        self.version = Some(change.version);
        self.thinking = change.thinking;
        let thinking = json!(change.thinking);
        let Change { version, take_backs, .. } = change;
        Ok(format!(
            r#"{{"type":"view","version":{version},"take_backs":{take_backs},"thinking":{thinking},"log_from":{log_from},"log":[{log}],"view":{view}}}"#
        ))
    }

    /// The desk was cleared while we watched: have it set up again.
    async fn follow_again(&mut self, socket: &mut WebSocket) -> Result<(), Left> {
        if self.changed.borrow().gone {
            say(socket, &json!({ "type": "gone" })).await?;
            return Err(Left);
        }
        match follow(&self.hall, &self.id, self.seat).await {
            Ok(changed) => {
                self.changed = changed;
                self.version = None;
                Ok(())
            }
            Err(error) => {
                say(socket, &failure(&error)).await?;
                Err(Left)
            }
        }
    }

    async fn hear(&mut self, socket: &mut WebSocket, message: Message) -> Result<(), Left> {
        let text = match message {
            Message::Text(text) => text,
            Message::Close(_) => return Err(Left),
            Message::Ping(_) | Message::Pong(_) => return Ok(()),
            Message::Binary(_) => {
                let error = Error::Malformed("send text, not bytes".into());
                return say(socket, &failure(&error)).await;
            }
        };
        let id = serde_json::from_str::<Value>(&text).ok().and_then(|it| it.get("id").cloned());
        let mut answer = match self.obey(&text).await {
            Ok(answer) => answer,
            Err(error) => failure(&error),
        };
        if let Some(id) = id {
            answer["id"] = id;
        }
        say(socket, &answer).await
    }

    async fn obey(&mut self, text: &str) -> Result<Value, Error> {
        if self.hall.config.open_to_network
            && let Some(peer) = self.caller.peer
            && !self.hall.buckets.take(peer, 4.0, Instant::now())
        {
            return Err(Error::TooFast);
        }
        let request: Said = serde_json::from_str(text)
            .map_err(|it| Error::Malformed(format!("the message cannot be read: {it}")))?;
        let mine = self.seat;
        // A hot seat may name the seat in each message; otherwise it is the one watched for.
        let acting = |named: Option<u8>| {
            let seat =
                named.or(mine).ok_or(Error::Invalid("say which seat acts: \"seat\"".into()))?;
            self.hall.may_act(&self.caller, &self.id, seat)?;
            Ok::<u8, Error>(seat)
        };
        match request {
            Said::Answer { seat, question, option, plan } => {
                let seat = acting(seat)?;
                let given = given(option, plan)?;
                let done: Answered = self
                    .hall
                    .ask(&self.id, |reply| Command::Answer { seat, question, given, reply })
                    .await?;
                let mut ack =
                    json!({ "type": "ack", "position": done.position, "repeated": done.repeated });
                if done.sealed {
                    ack["sealed"] = json!(true);
                }
                Ok(ack)
            }
            Said::Unseal { seat, question } => {
                let seat = acting(seat)?;
                let done: Answered = self
                    .hall
                    .ask(&self.id, |reply| Command::Unseal { seat, question, reply })
                    .await?;
                Ok(json!({ "type": "ack", "position": done.position }))
            }
            Said::Answers { seat, picks, .. } => {
                let seat = acting(seat)?;
                check_path(&picks)?;
                let walked = self
                    .hall
                    .ask(&self.id, |reply| Command::Answers { seat, picks, reply })
                    .await?;
                let Walked { position, applied, stopped } = walked;
                match stopped {
                    Some(error) if applied == 0 => Err(error),
                    Some(error) => Ok(
                        json!({ "type": "ack", "position": position, "applied": applied, "stopped": error.body() }),
                    ),
                    None => Ok(json!({ "type": "ack", "position": position, "applied": applied })),
                }
            }
            Said::Undo { seat, position } => {
                let seat = acting(seat)?;
                let undo = |reply| Command::Undo { seat, position, reply };
                let done: Answered = self.hall.ask(&self.id, undo).await?;
                Ok(json!({ "type": "ack", "position": done.position }))
            }
            Said::Pace { millis, paused, now, .. } => {
                if self.hall.config.open_to_network {
                    acting(None)?;
                }
                let pace = set_pace(&self.hall, &self.id, Pace { millis, paused, now }).await?;
                Ok(json!({ "type": "ack", "pace": pace }))
            }
            Said::Ping { .. } => Ok(json!({ "type": "pong" })),
        }
    }
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Said {
    Answer {
        seat: Option<u8>,
        question: String,
        option: Option<usize>,
        plan: Option<Value>,
    },
    Unseal {
        seat: Option<u8>,
        question: String,
    },
    Answers {
        seat: Option<u8>,
        picks: Vec<Pick>,
    },
    Undo {
        seat: Option<u8>,
        position: usize,
    },
    Pace {
        millis: Option<u32>,
        paused: Option<bool>,
        #[serde(default)]
        now: bool,
    },
    Ping {},
}

const fn yes() -> bool {
    true
}

fn failure(error: &Error) -> Value {
    let body = error.body();
    json!({ "type": "error", "code": body["code"], "message": body["message"], "error": body })
}

async fn closed(closing: &mut watch::Receiver<bool>) {
    let _ = closing.wait_for(|it| *it).await;
}

async fn say(socket: &mut WebSocket, value: &Value) -> Result<(), Left> {
    send(socket, Message::Text(value.to_string().into())).await
}

async fn send(socket: &mut WebSocket, message: Message) -> Result<(), Left> {
    match timeout(SEND, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(Left),
    }
}

/// Only ever compared within one connection.
fn digest(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}
