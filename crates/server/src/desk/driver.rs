//! Who drives a desk: the clock, the threads, and the line of those who want something of it.
//!
//! A desk does nothing by itself. It is given a command and the time, and says when it wants to be woken. A thread is
//! lent to it for as long as somebody waits in line; a game at which nobody does anything has none.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, Weak};
use std::time::{Duration, Instant};

use tokio::sync::watch;

use super::{Change, Command, Desk, Moment};
use crate::hall::{Hall, lock, now};

/// A desk that nobody has asked anything for this long is cleared; the game is in the store.
const IDLE: Duration = Duration::from_secs(600);

pub(crate) struct Driver {
    id: String,
    hall: Weak<Hall>,
    line: Mutex<Line>,
    /// Only ever locked by the thread that is lent to it.
    desk: Mutex<Desk>,
    changed: watch::Sender<Change>,
}

struct Line {
    commands: VecDeque<Command>,
    /// A thread is lent to the desk.
    running: bool,
    /// The desk is cleared: commands go to another.
    cleared: bool,
    asked: Instant,
    /// The timer that was set last; those before it say nothing.
    timer: u64,
}

impl Driver {
    pub(crate) fn new(id: &str, hall: &Arc<Hall>) -> Arc<Driver> {
        Arc::new_cyclic(|own: &Weak<Driver>| {
            let own = own.clone();
            let tell = Arc::new(move |command| {
                if let Some(driver) = own.upgrade() {
                    let _ = driver.send(command);
                }
            });
            let desk = Desk::new(id.into(), hall, tell);
            Driver {
                id: id.into(),
                hall: Arc::downgrade(hall),
                changed: desk.changed.clone(),
                desk: Mutex::new(desk),
                line: Mutex::new(Line {
                    commands: VecDeque::new(),
                    running: false,
                    cleared: false,
                    asked: Instant::now(),
                    timer: 0,
                }),
            }
        })
    }

    /// Word of changes at this desk.
    pub(crate) fn changed(&self) -> watch::Receiver<Change> {
        self.changed.subscribe()
    }

    /// Stand in line. The command comes back where the desk has been cleared.
    pub(crate) fn send(self: &Arc<Driver>, command: Command) -> Result<(), Command> {
        let mut line = lock(&self.line);
        if line.cleared {
            return Err(command);
        }
        line.commands.push_back(command);
        line.asked = Instant::now();
        self.lend(&mut line);
        Ok(())
    }

    /// Clear the desk, if nobody wants anything of it and nobody watches.
    pub(crate) fn clear(&self) -> bool {
        let mut line = lock(&self.line);
        let free = !line.running && line.commands.is_empty() && self.changed.receiver_count() == 0;
        line.cleared |= free;
        free
    }

    /// When somebody last wanted something of it.
    pub(crate) fn asked(&self) -> Instant {
        lock(&self.line).asked
    }

    fn lend(self: &Arc<Driver>, line: &mut Line) {
        if !line.running {
            line.running = true;
            let driver = self.clone();
            tokio::task::spawn_blocking(move || driver.run());
        }
    }

    /// One after the other, until nobody is left in line and nothing is due.
    fn run(self: &Arc<Driver>) {
        let mut desk = lock(&self.desk);
        loop {
            let command = lock(&self.line).commands.pop_front();
            desk.moment = moment();
            match command {
                Some(command) => {
                    let decides =
                        matches!(command, Command::Answer { .. } | Command::Answers { .. });
                    let done = desk.obey(command);
                    if decides && let Some(hall) = self.hall.upgrade() {
                        hall.counts.answered(desk.moment.instant.elapsed());
                    }
                    if done.is_break() {
                        return self.close();
                    }
                    desk.go_on();
                }
                None => {
                    desk.go_on();
                    if self.rest(&desk) {
                        return;
                    }
                }
            }
        }
    }

    /// Give the thread back, unless somebody has come or something is due. A timer is set for what is due later.
    fn rest(self: &Arc<Driver>, desk: &Desk) -> bool {
        let due = desk.due_at();
        let now = Instant::now();
        if due.is_some_and(|it| it <= now) && !desk.unknown {
            return false;
        }
        let asked = self.asked();
        let idle = desk.unknown || due.is_none() && IDLE <= now.saturating_duration_since(asked);
        let mut line = lock(&self.line);
        if !line.commands.is_empty() {
            return false;
        }
        line.running = false;
        line.timer += 1;
        let timer = line.timer;
        drop(line);
        if idle {
            // It may be watched, or somebody may come just now: then it stays.
            if let Some(hall) = self.hall.upgrade() {
                hall.retire(&self.id, self);
            }
            if desk.unknown {
                return true;
            }
        }
        let until = due.unwrap_or(now + IDLE);
        let driver = Arc::downgrade(self);
        tokio::spawn(async move {
            tokio::time::sleep_until(until.into()).await;
            if let Some(driver) = driver.upgrade() {
                driver.wake(timer);
            }
        });
        true
    }

    fn wake(self: &Arc<Driver>, timer: u64) {
        let mut line = lock(&self.line);
        if line.timer == timer && !line.cleared {
            self.lend(&mut line);
        }
    }

    /// The game is gone; who still waits is told that there is none.
    fn close(&self) {
        let mut line = lock(&self.line);
        line.cleared = true;
        line.running = false;
        line.commands.clear();
    }
}

pub(super) fn moment() -> Moment {
    Moment { instant: Instant::now(), millis: now() }
}
