//! The door: how many are let in, and who does not say in time what he wants is shown out.

use std::collections::BTreeMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tower::ServiceExt;

use crate::guard::network;
use crate::hall::{Hall, lock};

/// After this long the next connection is tried where the system has no more to give.
const BREATH: Duration = Duration::from_millis(100);
/// Who is turned away is told so, if he listens.
const FAREWELL: Duration = Duration::from_secs(1);

/// Let people in until `until` is done; then requests under way come to their end.
pub(crate) async fn let_in(
    listener: TcpListener,
    app: Router,
    hall: Arc<Hall>,
    until: impl Future<Output = ()>,
) {
    let house = Arc::new(House::new(&hall));
    let (closing, _) = watch::channel(());
    let (inside, someone) = watch::channel(());
    let mut until = pin!(until);
    loop {
        let (stream, peer) = tokio::select! {
            came = listener.accept() => match came {
                Ok(came) => came,
                Err(_) => {
                    tokio::time::sleep(BREATH).await;
                    continue;
                }
            },
            () = &mut until => break,
        };
        let Some(place) = house.enter(peer.ip()) else {
            hall.counts.turned_away.add(1);
            tokio::spawn(turn_away(stream));
            continue;
        };
        let _ = stream.set_nodelay(true);
        let stream = Seated { stream, _place: place };
        let serving = serve(stream, peer, app.clone(), hall.config.patience, closing.subscribe());
        let someone = someone.clone();
        tokio::spawn(async move {
            serving.await;
            drop(someone);
        });
    }
    drop(listener);
    drop(closing);
    drop(someone);
    inside.closed().await;
}

async fn serve(
    stream: Seated,
    peer: SocketAddr,
    app: Router,
    patience: Duration,
    mut closing: watch::Receiver<()>,
) {
    let service = service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        app.clone().oneshot(request)
    });
    let mut builder = http1::Builder::new();
    // A request that comes drop by drop holds a place only so long; the body has the same time, in `Body`.
    builder.timer(TokioTimer::new()).header_read_timeout(patience);
    let connection = builder.serve_connection(TokioIo::new(stream), service).with_upgrades();
    let mut connection = pin!(connection);
    tokio::select! {
        // Whoever breaks off has his reasons.
        _ = connection.as_mut() => return,
        _ = closing.changed() => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}

async fn turn_away(mut stream: TcpStream) {
    let body = r#"{"error":{"code":"crowded","message":"too many connections; close some, or try again later"}}"#;
    let said = format!(
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\ncontent-length: {}\r\nretry-after: 5\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    let telling = async {
        stream.write_all(said.as_bytes()).await?;
        stream.shutdown().await
    };
    let _ = tokio::time::timeout(FAREWELL, telling).await;
}

/// Who is inside.
struct House {
    hall: Arc<Hall>,
    most: usize,
    /// From one address; as many as there are where all come from the machine itself.
    most_each: usize,
    inside: Mutex<Inside>,
}

#[derive(Default)]
struct Inside {
    all: usize,
    each: BTreeMap<IpAddr, usize>,
}

impl House {
    fn new(hall: &Arc<Hall>) -> House {
        let config = &hall.config;
        let most_each =
            if config.open_to_network { config.most_connections_each } else { usize::MAX };
        House {
            hall: hall.clone(),
            most: config.most_connections,
            most_each,
            inside: Mutex::default(),
        }
    }

    fn enter(self: &Arc<House>, from: IpAddr) -> Option<Place> {
        // Behind a proxy there are many.
        let is_proxy = self.hall.config.proxies.contains(&from);
        let most_each = if is_proxy { usize::MAX } else { self.most_each };
        let from = network(from);
        let mut inside = lock(&self.inside);
        if self.most <= inside.all || most_each <= inside.each.get(&from).copied().unwrap_or(0) {
            return None;
        }
        inside.all += 1;
        *inside.each.entry(from).or_default() += 1;
        self.hall.counts.connections.add(1);
        self.hall.counts.connected.add(1);
        Some(Place { house: self.clone(), from })
    }
}

/// A place inside, for as long as the connection lasts.
struct Place {
    house: Arc<House>,
    from: IpAddr,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut inside = lock(&self.house.inside);
        inside.all -= 1;
        if let Some(count) = inside.each.get_mut(&self.from) {
            *count -= 1;
            if *count == 0 {
                inside.each.remove(&self.from);
            }
        }
        self.house.hall.counts.connections.sub(1);
    }
}

/// A connection with its place: a WebSocket outlives the request it began as.
struct Seated {
    stream: TcpStream,
    _place: Place,
}

impl AsyncRead for Seated {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for Seated {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(cx, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
