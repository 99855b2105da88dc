//! A server in a temporary folder, and short ways to ask it.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, Request, StatusCode};
use serde_json::{Value, json};
use server::{Hall, HallConfig, app};
use store::Store;
use tower::ServiceExt;

use super::ToyShelf;

pub struct Room {
    pub hall: Arc<Hall>,
    pub folder: tempfile::TempDir,
    pub config: HallConfig,
    pub peer: Option<SocketAddr>,
}

pub struct Got {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Value,
    pub text: String,
}

impl Got {
    #[track_caller]
    pub fn ok(self) -> Value {
        assert!(self.status.is_success(), "{} {}", self.status, self.text);
        self.body
    }

    /// Status and code of an error.
    #[track_caller]
    pub fn error(&self) -> (u16, String) {
        let code = self.body["error"]["code"].as_str().unwrap_or_default();
        assert!(
            !self.body["error"]["message"].as_str().unwrap_or_default().is_empty(),
            "{}",
            self.text
        );
        (self.status.as_u16(), code.into())
    }
}

impl Room {
    pub fn new() -> Room {
        Room::with(HallConfig { pace: Duration::ZERO, ..HallConfig::default() })
    }

    pub fn with(config: HallConfig) -> Room {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("bocage.db")).unwrap();
        let hall = Hall::new(store, Arc::new(ToyShelf::default()), config.clone());
        Room { hall, folder, config, peer: None }
    }

    /// As after a crash: a new server on the same folder.
    pub fn restarted(self) -> Room {
        self.restarted_with(ToyShelf::default())
    }

    /// The same with other modules on the shelf.
    pub fn restarted_with(self, shelf: ToyShelf) -> Room {
        let store = Store::open(&self.folder.path().join("bocage.db")).unwrap();
        let hall = Hall::new(store, Arc::new(shelf), self.config.clone());
        Room { hall, ..self }
    }

    pub async fn send(&self, request: Request<Body>) -> Got {
        let mut request = request;
        if let Some(peer) = self.peer {
            request.extensions_mut().insert(ConnectInfo(peer));
        }
        let response = app(self.hall.clone()).oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = to_bytes(body, usize::MAX).await.unwrap();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let body = serde_json::from_str(&text).unwrap_or(Value::Null);
        Got { status: parts.status, headers: parts.headers, body, text }
    }

    pub async fn get(&self, path: &str) -> Got {
        self.send(request("GET", path).body(Body::empty()).unwrap()).await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Got {
        let request = request("POST", path).header("content-type", "application/json");
        self.send(request.body(Body::from(body.to_string())).unwrap()).await
    }

    pub async fn start(&self, scenario: &str, seats: [&str; 2]) -> String {
        let wanted =
            json!({ "system": "toy", "module": "box", "scenario": scenario, "seats": seats });
        let made = self.post("/api/games", &wanted).await.ok();
        made["id"].as_str().unwrap().to_string()
    }

    pub async fn answer(&self, id: &str, seat: u8, question: &str, option: usize) -> Got {
        let body = json!({ "seat": seat, "question": question, "option": option });
        self.post(&format!("/api/games/{id}/answer"), &body).await
    }

    pub async fn view(&self, id: &str, seat: u8) -> Value {
        self.get(&format!("/api/games/{id}/view?seat={seat}")).await.ok()
    }

    /// Until the seat is asked, or the game is over.
    pub async fn until_asked(&self, id: &str, seat: u8) -> Value {
        for _ in 0..400 {
            let view = self.view(id, seat).await;
            if !view["question"].is_null() || !view["outcome"].is_null() {
                return view;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        panic!("seat {seat} was never asked");
    }
}

pub fn request(method: &str, path: &str) -> axum::http::request::Builder {
    Request::builder().method(method).uri(path).header("host", "127.0.0.1:1944")
}
