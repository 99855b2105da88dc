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
use serde_json::json;

use crate::error::Error;
use crate::hall::{Hall, HallConfig};

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
    let start = Instant::now();
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|it| it.0.ip());
    let from = peer.map(|it| client(&hall.config, request.headers(), it));
    let mut response = match admit(&hall, &request) {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    };
    hall.config.log.request(|| {
        json!({
            "method": method.as_str(),
            "path": path,
            "status": response.status().as_u16(),
            "micros": start.elapsed().as_micros() as u64,
            "from": from,
        })
    });
    hall.counts.requests[usize::from(response.status().as_u16() / 100).min(5)].add(1);
    for (name, value) in HEADERS {
        // Over plain HTTP browsers heed this one only from the machine itself, and complain of it from elsewhere.
        if name == "cross-origin-opener-policy" && hall.config.open_to_network {
            continue;
        }
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
    if !is_our_name(&hall.config, host) {
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
        let from = client(&hall.config, headers, peer.ip());
        if !hall.buckets.take(from, cost, Instant::now()) {
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

/// On one's own machine its own names; on the network numbers, which no foreign name can lead to, and the names that were
/// given at the start.
fn is_our_name(config: &HallConfig, host: &str) -> bool {
    let name = name_of(host);
    let given = |it: &String| it.eq_ignore_ascii_case(name);
    is_loopback_name(host)
        || config.open_to_network
            && (name.parse::<IpAddr>().is_ok() || config.names.iter().any(given))
}

fn is_loopback_name(host: &str) -> bool {
    let name = name_of(host);
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<IpAddr>().is_ok_and(|it| it.is_loopback())
}

/// Without the port.
fn name_of(host: &str) -> &str {
    match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or(""),
        None => host.split(':').next().unwrap_or(""),
    }
}

/// Where a request comes from. Only a proxy that was named at the start is believed what it says of others.
fn client(config: &HallConfig, headers: &HeaderMap, peer: IpAddr) -> IpAddr {
    if !config.proxies.contains(&peer) {
        return peer;
    }
    let passed_on = text(headers, HeaderName::from_static("x-forwarded-for"));
    let last = passed_on.and_then(|it| it.rsplit(',').next());
    last.and_then(|it| it.trim().parse().ok()).unwrap_or(peer)
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok()
}

/// Who is asking.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    /// From an invite link: `Authorization: Bearer …`, or `token=` where a header cannot be set (WebSocket).
    pub(crate) token: Option<String>,
    /// Knows the secret that was printed at the start; on a table nobody else can reach, everybody.
    pub(crate) is_host: bool,
    pub(crate) peer: Option<IpAddr>,
}

#[derive(Deserialize)]
struct Token {
    token: Option<String>,
}

impl FromRequestParts<Arc<Hall>> for Caller {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, hall: &Arc<Hall>) -> Result<Caller, Infallible> {
        let bearer = text(&parts.headers, AUTHORIZATION).and_then(|it| it.strip_prefix("Bearer "));
        let token = match bearer {
            Some(token) => Some(token.trim().to_string()),
            None => Query::<Token>::try_from_uri(&parts.uri).ok().and_then(|it| it.0.token),
        };
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|it| it.0.ip());
        let peer = peer.map(|it| client(&hall.config, &parts.headers, it));
        let key = text(&parts.headers, HeaderName::from_static("x-bocage-host"));
        let is_host = !hall.config.open_to_network || key.is_some_and(|it| hall.is_host_key(it));
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
pub(crate) fn network(from: IpAddr) -> IpAddr {
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
    fn on_the_network_numbers_and_given_names_are_answered_to() {
        let names = vec!["games.example".to_string()];
        let open = HallConfig { open_to_network: true, names, ..HallConfig::default() };
        for name in ["192.0.2.7:1944", "[2001:db8::1]:1944", "Games.Example", "localhost:1944"] {
            assert!(is_our_name(&open, name), "{name}");
        }
        // A foreign name that was made to lead here.
        for name in ["", "evil.example:1944", "192.0.2.7.evil.example", "games.example.evil"] {
            assert!(!is_our_name(&open, name), "{name}");
        }
        assert!(!is_our_name(&HallConfig::default(), "192.0.2.7:1944"));
    }

    #[test]
    fn only_a_named_proxy_is_believed() {
        let (proxy, far) = (IpAddr::from([10, 0, 0, 9]), IpAddr::from([198, 51, 100, 4]));
        let config = HallConfig { proxies: vec![proxy], ..HallConfig::default() };
        let mut headers = HeaderMap::new();
        // What stands before the last comes from who asks, and he may say what he likes.
        headers.insert("x-forwarded-for", HeaderValue::from_static("127.0.0.1, 198.51.100.4"));
        assert_eq!(client(&config, &headers, proxy), far);
        assert_eq!(client(&config, &headers, far), far);
        assert_eq!(client(&HallConfig::default(), &headers, proxy), proxy);
        assert_eq!(client(&config, &HeaderMap::new(), proxy), proxy);
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
