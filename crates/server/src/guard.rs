//! Who may ask: names this server answers to, the page's own origin, invitations, and how often.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use axum::extract::{ConnectInfo, FromRequestParts, Query, Request, State};
use axum::http::header::{AUTHORIZATION, HOST, ORIGIN, UPGRADE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use crate::error::Error;
use crate::hall::Hall;

const CSP: &str = "default-src 'self'; style-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; \
                   frame-ancestors 'none'; form-action 'self'";

/// Sent with every answer, errors included.
const HEADERS: [(&str, &str); 6] = [
    ("content-security-policy", CSP),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
];

/// The outermost layer.
pub(crate) async fn guard(State(hall): State<Arc<Hall>>, request: Request, next: Next) -> Response {
    let mut response = match admit(&hall, &request) {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    };
    for (name, value) in HEADERS {
        response
            .headers_mut()
            .insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}

fn admit(hall: &Hall, request: &Request) -> Result<(), Error> {
    let headers = request.headers();
    let host = text(headers, HOST)
        .or_else(|| request.uri().authority().map(|it| it.as_str()))
        .unwrap_or("");
    // A foreign name that leads here (DNS rebinding) would make this server part of a foreign site.
    if !hall.config.open_to_network && !is_loopback_name(host) {
        return Err(Error::ForeignHost { found: host.into() });
    }
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if changes || headers.contains_key(UPGRADE) {
        check_origin(headers, host)?;
    }
    if hall.config.open_to_network
        && let Some(ConnectInfo(peer)) = request.extensions().get::<ConnectInfo<SocketAddr>>()
    {
        let cost = if changes { 4.0 } else { 1.0 };
        if !hall.buckets.take(peer.ip(), cost, Instant::now()) {
            return Err(Error::TooFast);
        }
    }
    Ok(())
}

/// Only the page this server sent may change anything. Programs that are not browsers send no origin.
fn check_origin(headers: &HeaderMap, host: &str) -> Result<(), Error> {
    if let Some(origin) = headers.get(ORIGIN) {
        let origin = origin.to_str().unwrap_or("?");
        let from = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        if from.is_none_or(|it| !it.eq_ignore_ascii_case(host)) {
            return Err(Error::ForeignOrigin { found: origin.into() });
        }
    } else if let Some(site) = text(headers, HeaderName::from_static("sec-fetch-site"))
        && site != "same-origin"
        && site != "none"
    {
        return Err(Error::ForeignOrigin { found: site.into() });
    }
    Ok(())
}

fn is_loopback_name(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or(""),
        None => host.split(':').next().unwrap_or(""),
    };
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<IpAddr>().is_ok_and(|it| it.is_loopback())
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok()
}

/// Who is asking.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    /// From an invite link: `Authorization: Bearer …`, or `token=` where a header cannot be set (WebSocket).
    pub(crate) token: Option<String>,
    /// On the machine itself, with no proxy between.
    pub(crate) is_host: bool,
    pub(crate) peer: Option<IpAddr>,
}

#[derive(Deserialize)]
struct Token {
    token: Option<String>,
}

impl<S: Send + Sync> FromRequestParts<S> for Caller {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Caller, Infallible> {
        let bearer = text(&parts.headers, AUTHORIZATION).and_then(|it| it.strip_prefix("Bearer "));
        let token = match bearer {
            Some(token) => Some(token.trim().to_string()),
            None => Query::<Token>::try_from_uri(&parts.uri).ok().and_then(|it| it.0.token),
        };
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|it| it.0.ip());
        let passed_on = ["forwarded", "x-forwarded-for", "x-real-ip", "via"]
            .iter()
            .any(|it| parts.headers.contains_key(*it));
        let is_host = peer.is_some_and(|it| it.is_loopback()) && !passed_on;
        Ok(Caller { token: token.filter(|it| !it.is_empty()), is_host, peer })
    }
}

/// A bucket of requests for each address: it holds `BURST` and fills at `PER_SECOND`.
#[derive(Default)]
pub(crate) struct Buckets(Mutex<BTreeMap<IpAddr, (f64, Instant)>>);

const BURST: f64 = 300.0;
const PER_SECOND: f64 = 60.0;
/// Addresses remembered at most.
const ADDRESSES: usize = 10_000;

impl Buckets {
    pub(crate) fn take(&self, from: IpAddr, cost: f64, now: Instant) -> bool {
        let mut buckets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if ADDRESSES <= buckets.len() {
            // A bucket that is full again says nothing.
            buckets.retain(|_, (left, at)| {
                *left + now.duration_since(*at).as_secs_f64() * PER_SECOND < BURST
            });
        }
        let (left, at) = buckets.entry(network(from)).or_insert((BURST, now));
        let filled = *left + now.saturating_duration_since(*at).as_secs_f64() * PER_SECOND;
        *left = if BURST < filled { BURST } else { filled };
        *at = now;
        if *left < cost {
            return false;
        }
        *left -= cost;
        true
    }
}

/// One customer has a whole /64 of IPv6 addresses.
fn network(from: IpAddr) -> IpAddr {
    match from {
        IpAddr::V4(_) => from,
        IpAddr::V6(it) => {
            let [a, b, c, d, ..] = it.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn only_names_of_this_machine_are_answered_to() {
        for name in [
            "localhost",
            "localhost:1944",
            "LOCALHOST:1",
            "127.0.0.1:1944",
            "127.9.9.9",
            "[::1]:1944",
            "[::1]",
        ] {
            assert!(is_loopback_name(name), "{name}");
        }
        for name in [
            "",
            "evil.example",
            "localhost.evil.example:1944",
            "10.0.0.1",
            "127.0.0.1.evil.example",
            "[::2]:1",
        ] {
            assert!(!is_loopback_name(name), "{name}");
        }
    }

    #[test]
    fn a_bucket_empties_and_fills() {
        let buckets = Buckets::default();
        let from = IpAddr::from([10, 0, 0, 1]);
        let start = Instant::now();
        let taken = (0..1000).filter(|_| buckets.take(from, 1.0, start)).count();
        assert_eq!(taken, BURST as usize);
        assert!(buckets.take(IpAddr::from([10, 0, 0, 2]), 1.0, start));
        let later = start + Duration::from_secs(1);
        let taken = (0..1000).filter(|_| buckets.take(from, 1.0, later)).count();
        assert_eq!(taken, PER_SECOND as usize);
    }
}
