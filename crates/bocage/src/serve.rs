//! The table: serve it, say where it is, open the browser.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use server::{Hall, HallConfig, LogStyle};
use store::{FolderLock, Store};

use crate::failure::{Failure, say};
use crate::{Log, Serve};

/// The year of the landings.
const PORT: u16 = 1944;
/// Requests under way when the program is stopped have this long.
const FAREWELL: Duration = Duration::from_secs(3);

pub(crate) fn serve(how: &Serve) -> Result<(), Failure> {
    let shelf = how.places.shelf()?;
    let database = how.places.database()?;
    let _lock = FolderLock::take(&database).map_err(Failure::unusable)?;
    let store = Store::open(&database).map_err(Failure::unusable)?;
    store.check().map_err(Failure::unusable)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|it| Failure::Unusable(format!("the program cannot start its threads: {it}")))?;
    let served = runtime.block_on(async {
        let port = how.port.unwrap_or(PORT);
        let listener = server::bind(how.open_to_network, port, how.port.is_none()).await.map_err(|it| no_port(port, &it))?;
        let bound = listener.local_addr().map_err(Failure::unusable)?;
        let address = address(bound, how.open_to_network);
        let host_key = how.open_to_network.then(server::new_key).transpose();
        let host_key = host_key.map_err(Failure::unusable)?;
        let config = HallConfig {
            open_to_network: how.open_to_network,
            address: how.open_to_network.then(|| address.trim_end_matches('/').to_string()),
            host_key: host_key.clone(),
            names: how.name.clone(),
            proxies: how.proxy.clone(),
            most_games: how.most_games,
            guests_may_create: !how.only_host_creates,
            most_connections: how.most_connections,
            most_open: how.most_open,
            log: match how.log {
                Log::Plain => LogStyle::Plain,
                Log::Json => LogStyle::Json,
            },
            ..HallConfig::default()
        };
        let hall = Hall::new(store, Arc::new(shelf), config);
        say(&format!("Bocage is at {address}"))?;
        if let Some(key) = &host_key {
            eprintln!("bocage: who opens {address}#/host/{key} is the host, until the server is started again.");
            eprintln!("bocage: open to the network; invite people with the links of their seats. Traffic is not encrypted: put a TLS proxy in front for use beyond your own network.");
        }
        if !how.no_open {
            let host = host_key.map(|it| format!("#/host/{it}")).unwrap_or_default();
            open_browser(&format!("http://127.0.0.1:{}/{host}", bound.port()));
        }
        let closing = hall.clone();
        let serving = server::serve(listener, hall.clone(), stopped());
        let served = tokio::select! {
            served = serving => served.map_err(Failure::unusable),
            () = linger(closing) => Ok(()),
        };
        // So that a copy of the one file has everything.
        hall.settle_down().map_err(Failure::unusable)?;
        served
    });
    runtime.shutdown_timeout(Duration::from_millis(200));
    served
}

fn no_port(port: u16, error: &io::Error) -> Failure {
    let advice = match error.kind() {
        io::ErrorKind::AddrInUse => "another program uses it; choose another with --port",
        io::ErrorKind::PermissionDenied => {
            "the system does not allow it; choose one above 1023 with --port"
        }
        _ => "choose another with --port",
    };
    Failure::Unusable(format!("cannot listen at port {port}: {error}; {advice}"))
}

/// Where people find it. On the network: the address this machine has there.
fn address(bound: SocketAddr, open_to_network: bool) -> String {
    let ip = if open_to_network { network_address() } else { None };
    format!("http://{}:{}/", ip.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST)), bound.port())
}

/// The address from which this machine would reach the outside. Nothing is sent.
fn network_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    Some(socket.local_addr().ok()?.ip())
}

/// Ctrl-C, or the system asks us to stop.
async fn stopped() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut terminate) => tokio::select! {
                _ = tokio::signal::ctrl_c() => (),
                _ = terminate.recv() => (),
            },
            Err(_) => drop(tokio::signal::ctrl_c().await),
        }
    }
    #[cfg(not(unix))]
    drop(tokio::signal::ctrl_c().await);
}

/// Ends a little after the server was told to close, whatever is still open.
async fn linger(hall: Arc<Hall>) {
    hall.closed().await;
    tokio::time::sleep(FAREWELL).await;
}

/// A browser that does not open is no error: the address has been printed.
fn open_browser(address: &str) {
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        let mut command = Command::new("cmd");
        command.args(["/C", "start", ""]);
        command
    } else {
        Command::new("xdg-open")
    };
    command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Ok(mut child) = command.spawn() {
        // Somebody has to take its exit code.
        std::thread::spawn(move || child.wait());
    }
}
