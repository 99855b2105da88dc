//! The routes, and the door.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::any;
use tokio::net::TcpListener;

use crate::door::let_in;
use crate::guard::guard;
use crate::hall::Hall;
use crate::openapi::{Routes, delete, get, post, put};
use crate::{ahead, api, back, charts, counts, live, pages};

/// The whole server.
pub fn app(hall: Arc<Hall>) -> Router {
    let game = Routes::default()
        .route("/", delete(api::delete))
        .route("/head", get(api::head))
        .route("/view", get(api::view))
        .route("/log", get(api::log))
        .route("/map.svg", get(api::map))
        .route("/counters.svg", get(api::counters))
        .route("/answer", post(api::answer))
        .route("/answers", post(api::answers))
        .route("/unseal", post(api::unseal))
        .route("/draft", get(api::drafted).put(api::draft))
        .route("/as-text", post(api::as_text))
        .route("/from-text", post(api::read_text))
        .route("/orders", get(api::standing).put(api::order))
        .route("/undo", post(api::undo))
        .route("/concede", post(api::concede))
        .route("/contribute", post(api::contribute))
        .route("/chat", get(api::said).post(api::say))
        .route("/note", get(api::noted).put(api::note))
        .route("/title", put(api::retitle))
        .route("/back", post(api::ask_back).put(api::answer_back))
        .route("/content", get(api::content))
        .route("/renew", post(api::renew))
        .route("/odds", get(ahead::odds))
        .route("/ahead", get(ahead::ahead))
        .route("/report", get(back::report))
        .route("/overlay/{kind}", get(api::overlay))
        .route("/sight", get(api::sight))
        .route("/place/{place}", get(api::place))
        .route("/piece/{piece}", get(api::piece))
        .route("/hint", get(api::hint))
        .route("/journal", get(api::journal))
        .route("/fork", post(api::fork))
        .route("/pace", post(api::pace))
        .route("/seats/{seat}/invite", post(api::invite))
        .route("/live", any(live::live));
    Routes::default()
        .route("/api/modules", get(api::modules))
        .route("/api/modules/{system}/{module}/{scenario}/map.svg", get(api::preview))
        .route("/api/charts/{system}/{module}/{scenario}", get(charts::list))
        .route("/api/charts/{system}/{module}/{scenario}/{chart}", post(charts::reckon))
        .route(
            "/api/sheet/{system}/{module}/{scenario}",
            post(charts::sheet).layer(DefaultBodyLimit::max(charts::SHEET)),
        )
        .route("/api/rules/{code}", get(api::rule))
        .route("/api/server", get(api::server))
        .route("/api/dice", post(api::promise))
        .route("/api/games", get(api::list).post(api::create))
        .route("/api/games/import", post(api::import).layer(DefaultBodyLimit::max(api::JOURNAL)))
        .nest("/api/games/{id}", game)
        .route("/metrics", get(counts::metrics))
        .told()
        .route("/api/{*rest}", any(api::nothing_here))
        .fallback(axum::routing::get(pages::page))
        .layer(DefaultBodyLimit::max(api::BODY))
        .layer(from_fn_with_state(hall.clone(), guard))
        .with_state(hall)
}

/// A place to listen at: `port`, or the next free one after it where another may do.
pub async fn bind(open_to_network: bool, port: u16, or_next: bool) -> io::Result<TcpListener> {
    let ip = if open_to_network { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST };
    let tries = if or_next { 50 } else { 1 };
    let mut result = Err(io::Error::other("no port to try"));
    for n in 0..tries {
        let Some(port) = port.checked_add(n) else { break };
        result = TcpListener::bind(SocketAddr::new(IpAddr::V4(ip), port)).await;
        match &result {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => (),
            _ => break,
        }
    }
    result
}

/// Serve until `until` is done, then let requests end and tell watchers that the server leaves.
pub async fn serve(
    listener: TcpListener,
    hall: Arc<Hall>,
    until: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let closing = hall.clone();
    let until = async move {
        until.await;
        closing.close();
    };
    let_in(listener, app(hall.clone()), hall, until).await;
    Ok(())
}
