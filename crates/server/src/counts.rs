//! What the server counts, and how it is told at `/metrics` in the words of Prometheus. Counts only: no names, no games.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use crate::api::{AppState, blocking};
use crate::error::Error;
use crate::hall::Hall;

#[derive(Default)]
pub(crate) struct Count(AtomicU64);

impl Count {
    pub(crate) fn add(&self, n: u64) {
        self.0.fetch_add(n, Ordering::Relaxed);
    }

    pub(crate) fn sub(&self, n: u64) {
        self.0.fetch_sub(n, Ordering::Relaxed);
    }

    pub(crate) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Upper bounds of the times of answers, in milliseconds.
const WITHIN: [u64; 9] = [1, 2, 5, 10, 25, 50, 100, 500, 2_500];

#[derive(Default)]
pub(crate) struct Counts {
    /// Requests answered, by the first digit of their status.
    pub(crate) requests: [Count; 6],
    /// Connections that are open, that were taken, and that were turned away.
    pub(crate) connections: Count,
    pub(crate) connected: Count,
    pub(crate) turned_away: Count,
    /// Who watches a game.
    pub(crate) watchers: Count,
    /// Decisions of people that came to a desk.
    pub(crate) answers: Count,
    /// How long it took to work them out and make them durable, or to refuse them.
    answer_times: [Count; WITHIN.len()],
    answer_micros: Count,
    /// Forks and files for which something was dealt anew.
    pub(crate) deals: Count,
    /// Panics of the rules and of computer players.
    pub(crate) failures: Count,
}

impl Counts {
    pub(crate) fn answered(&self, took: Duration) {
        self.answers.add(1);
        self.answer_micros.add(took.as_micros() as u64);
        let millis = took.as_millis() as u64;
        for (bound, count) in WITHIN.iter().zip(&self.answer_times) {
            if millis < *bound {
                count.add(1);
            }
        }
    }

    fn text(&self, hall: &Hall, games: usize) -> String {
        let mut text = String::new();
        let mut one = |name: &str, kind: &str, help: &str, values: &[(&str, f64)]| {
            let _ = writeln!(text, "# HELP bocage_{name} {help}\n# TYPE bocage_{name} {kind}");
            for (labels, value) in values {
                let _ = writeln!(text, "bocage_{name}{labels} {value}");
            }
        };
        let of = |it: &Count| it.get() as f64;
        let status = ["1xx", "2xx", "3xx", "4xx", "5xx"];
        let requests: Vec<(String, f64)> = (1..)
            .zip(status)
            .map(|(n, it): (usize, &str)| (format!("{{status=\"{it}\"}}"), of(&self.requests[n])))
            .collect();
        let requests: Vec<(&str, f64)> = requests.iter().map(|it| (it.0.as_str(), it.1)).collect();
        one("requests_total", "counter", "Requests answered.", &requests);
        one("connections", "gauge", "Connections that are open.", &[("", of(&self.connections))]);
        one("connections_total", "counter", "Connections taken.", &[("", of(&self.connected))]);
        one(
            "connections_refused_total",
            "counter",
            "Connections turned away because there were too many.",
            &[("", of(&self.turned_away))],
        );
        one("watchers", "gauge", "WebSockets that watch a game.", &[("", of(&self.watchers))]);
        one("games", "gauge", "Games that are stored.", &[("", games as f64)]);
        one("games_open", "gauge", "Games that are in memory.", &[("", hall.open() as f64)]);
        let written = hall.store.written();
        one("commits_total", "counter", "Waits for the disk.", &[("", written.commits as f64)]);
        one(
            "writes_total",
            "counter",
            "Writings that they made durable.",
            &[("", written.writings as f64)],
        );
        one("deals_total", "counter", "Games dealt anew.", &[("", of(&self.deals))]);
        one("failures_total", "counter", "Panics of the rules.", &[("", of(&self.failures))]);
        let name = "bocage_answer_seconds";
        let _ = writeln!(text, "# HELP {name} Time of a decision at its desk, durable or refused.");
        let _ = writeln!(text, "# TYPE {name} histogram");
        for (bound, count) in WITHIN.iter().zip(&self.answer_times) {
            let bound = *bound as f64 / 1_000.0;
            let _ = writeln!(text, "{name}_bucket{{le=\"{bound}\"}} {}", count.get());
        }
        let _ = writeln!(text, "{name}_bucket{{le=\"+Inf\"}} {}", self.answers.get());
        let _ = writeln!(text, "{name}_sum {}", self.answer_micros.get() as f64 / 1e6);
        let _ = writeln!(text, "{name}_count {}", self.answers.get());
        text
    }
}

/// Counts of this server since its start.
pub(crate) async fn metrics(State(hall): AppState) -> Result<Response, Error> {
    let text = blocking(move || Ok(hall.counts.text(&hall, hall.store.count()?))).await?;
    let head = [(CONTENT_TYPE, "text/plain; version=0.0.4"), (CACHE_CONTROL, "no-store")];
    Ok((head, text).into_response())
}
