//! The browser's files: embedded in a release build, read from `web/` in a debug build (edit, reload).

use std::borrow::Cow;
use std::io::Write as _;

use axum::body::Bytes;
use axum::http::header::{
    ACCEPT, ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH,
    VARY,
};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

use crate::error::Error;

/// Shown when the program was built without `web/`.
const NO_PAGE: &str = "<!doctype html><meta charset=utf-8><title>Bocage</title><h1>Bocage</h1>\
    <p>The server runs, but this build has no page: the folder web/ was missing or empty when it was built. \
    The games are at <a href=\"/api/games\">/api/games</a>.</p>";

/// What a person gets who has followed a link to nowhere; programs get an error they can read.
const NOWHERE: &str = "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content=\"width=device-width\">\
    <title>Nothing here - Bocage</title><link rel=stylesheet href=/css/tokens.css><link rel=stylesheet href=/css/page.css>\
    <body class=listing><div class=page><main class=failed data-testid=nowhere><h1>There is nothing at this address</h1>\
    <p>It may have been typed or copied with a mistake. Games are in the list; a game that somebody has invited you to \
    opens by its whole link.</p><p><a class=\"chip on\" href=/>All games</a></p></main></div>";

pub(crate) async fn page(uri: Uri, headers: HeaderMap) -> Response {
    let name = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    match file(name) {
        Some(bytes) => {
            let etag = etag(&bytes);
            if is_known(&headers, &etag) {
                return (StatusCode::NOT_MODIFIED, [(ETAG, etag)]).into_response();
            }
            let head = [
                (CONTENT_TYPE, kind(name).to_string()),
                (CACHE_CONTROL, "no-cache".into()),
                (ETAG, etag),
            ];
            (head, bytes.into_owned()).into_response()
        }
        None if name == "index.html" => {
            ([(CONTENT_TYPE, "text/html; charset=utf-8")], NO_PAGE).into_response()
        }
        None if wants_a_page(&headers) => {
            let head = [(CONTENT_TYPE, "text/html; charset=utf-8"), (CACHE_CONTROL, "no-cache")];
            (StatusCode::NOT_FOUND, head, NOWHERE).into_response()
        }
        None => Error::NotFound(format!("there is no {} here", uri.path())).into_response(),
    }
}

/// A browser that goes to an address says so; its scripts and other programs do not.
fn wants_a_page(headers: &HeaderMap) -> bool {
    headers.get(ACCEPT).and_then(|it| it.to_str().ok()).is_some_and(|it| it.contains("text/html"))
}

/// A drawing with its tag, worked out and compressed once.
#[derive(Clone)]
pub(crate) struct Picture {
    svg: Bytes,
    gzip: Bytes,
    etag: String,
}

impl Picture {
    pub(crate) fn new(svg: String) -> Picture {
        Picture { etag: etag(svg.as_bytes()), gzip: gzip(svg.as_bytes()).into(), svg: svg.into() }
    }

    /// Unchanged as long as its tag is. With `?v=` in its address it may be kept for ever.
    pub(crate) fn reply(self, headers: &HeaderMap, query: Option<&str>) -> Response {
        let versioned = query.is_some_and(|it| it.split('&').any(|it| it.starts_with("v=")));
        let cache = if versioned { "private, max-age=31536000, immutable" } else { "no-cache" };
        if is_known(headers, &self.etag) {
            return (StatusCode::NOT_MODIFIED, [(ETAG, self.etag), (CACHE_CONTROL, cache.into())])
                .into_response();
        }
        let head = [
            (CONTENT_TYPE, "image/svg+xml".to_string()),
            (CACHE_CONTROL, cache.into()),
            (VARY, "accept-encoding".into()),
        ];
        if takes_gzip(headers) {
            // Other bytes of the same drawing.
            let more = [(CONTENT_ENCODING, "gzip".into()), (ETAG, format!("W/{}", self.etag))];
            return (head, more, self.gzip).into_response();
        }
        (head, [(ETAG, self.etag)], self.svg).into_response()
    }
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::new(6));
    // Writing to memory does not fail.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}

fn takes_gzip(headers: &HeaderMap) -> bool {
    let taken = headers.get(ACCEPT_ENCODING).and_then(|it| it.to_str().ok()).unwrap_or("");
    taken.split(',').any(|it| {
        let mut parts = it.split(';').map(str::trim);
        parts.next() == Some("gzip") && parts.next().is_none_or(|it| it != "q=0")
    })
}

fn etag(bytes: &[u8]) -> String {
    let hash: [u8; 32] = Sha256::digest(bytes).into();
    let short: String = hash[..12].iter().map(|it| format!("{it:02x}")).collect();
    format!("\"{short}\"")
}

fn is_known(headers: &HeaderMap, etag: &str) -> bool {
    let known = headers.get(IF_NONE_MATCH).and_then(|it| it.to_str().ok());
    known.is_some_and(|it| it.split(',').any(|it| it.trim().trim_start_matches("W/") == etag))
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

/// Names and bytes of the embedded files.
#[cfg(not(debug_assertions))]
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/web.rs"));

#[cfg(not(debug_assertions))]
fn file(name: &str) -> Option<Cow<'static, [u8]>> {
    FILES.iter().find(|it| it.0 == name).map(|it| Cow::Borrowed(it.1))
}

#[cfg(debug_assertions)]
fn file(name: &str) -> Option<Cow<'static, [u8]>> {
    use std::path::{Component, Path};
    let plain = Path::new(name).components().all(|it| matches!(it, Component::Normal(_)));
    if !plain
        || name.split('/').any(|it| it.starts_with('.'))
        || kind(name) == "application/octet-stream"
    {
        return None;
    }
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    std::fs::read(web.join(name)).ok().map(Cow::Owned)
}
