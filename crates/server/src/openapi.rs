//! What can be asked of the server, as an OpenAPI document at `/api/openapi.json`.
//!
//! It is made from the handlers themselves: their arguments say what they read of a path, of a query and of a body, and
//! what those are made of is learned from the very code that reads them (`shape`). So it cannot say anything else than
//! the server does. What is answered is not described: that is `web/js/wire.d.ts`.

mod shape;

use std::sync::{Arc, OnceLock};

use axum::Router;
use axum::extract::{Path, RawQuery, State};
use axum::handler::Handler;
use axum::http::{HeaderMap, Uri};
use axum::routing::{MethodRouter, Route};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use self::shape::shape;
use crate::api::{Body, Params};
use crate::guard::Caller;
use crate::hall::Hall;

type Methods = MethodRouter<Arc<Hall>>;
/// What a handler says of itself.
type Says = fn() -> Operation;

/// What is said of one request.
#[derive(Clone, Default)]
pub(crate) struct Operation {
    name: String,
    query: Vec<Value>,
    body: Option<Value>,
    /// Whoever asks may be asked who he is.
    known: bool,
}

/// An argument of a handler, and what it says of the request.
pub(crate) trait Argument {
    fn tell(_: &mut Operation) {}
}

impl<T> Argument for State<T> {}
impl<T> Argument for Path<T> {}
impl Argument for HeaderMap {}
impl Argument for RawQuery {}
impl Argument for Uri {}

impl Argument for Caller {
    fn tell(operation: &mut Operation) {
        operation.known = true;
    }
}

impl<T: DeserializeOwned> Argument for Params<T> {
    fn tell(operation: &mut Operation) {
        let shape = shape::<T>();
        let required = |name: &str| {
            let all = shape["required"].as_array();
            all.is_some_and(|it| it.iter().any(|it| it == name))
        };
        let fields = shape["properties"].as_object().into_iter().flatten();
        operation.query.extend(fields.map(|(name, schema)| {
            json!({ "name": name, "in": "query", "required": required(name), "schema": schema })
        }));
    }
}

impl<T: DeserializeOwned> Argument for Body<T> {
    fn tell(operation: &mut Operation) {
        operation.body = Some(shape::<T>());
    }
}

/// A handler that says what it reads. `T` is what axum knows it by.
pub(crate) trait Told<T> {
    fn told() -> Operation;
}

macro_rules! told {
    ($($argument:ident)*) => {
        impl<F, Out, M, $($argument: Argument,)*> Told<(M, $($argument,)*)> for F
        where
            F: FnOnce($($argument),*) -> Out,
        {
            fn told() -> Operation {
                // "server::api::games::create" is "games-create".
                let mut path = std::any::type_name::<F>().rsplit("::");
                let (name, room) = (path.next().unwrap_or_default(), path.next().unwrap_or_default());
                #[allow(unused_mut, reason = "there are handlers without arguments")]
                let mut operation = Operation { name: format!("{room}-{name}"), ..Operation::default() };
                $($argument::tell(&mut operation);)*
                operation
            }
        }
    };
}
told!(A);
told!(A B);
told!(A B C);
told!(A B C D);
told!(A B C D E);

/// The handlers of one path. The functions and methods are named as axum's, so that a table of routes reads as always.
pub(crate) struct Handlers {
    methods: Methods,
    /// Method, and what is said of it when somebody asks.
    told: Vec<(&'static str, Says)>,
}

macro_rules! methods {
    ($($method:ident)*) => {
        $(pub(crate) fn $method<H: Handler<T, Arc<Hall>> + Told<T>, T: 'static>(handler: H) -> Handlers {
            let told: Vec<(&'static str, Says)> = vec![(stringify!($method), H::told)];
            Handlers { methods: axum::routing::$method(handler), told }
        })*

        impl Handlers {
            $(#[allow(dead_code, reason = "some are only ever the first of their path")]
            pub(crate) fn $method<H: Handler<T, Arc<Hall>> + Told<T>, T: 'static>(mut self, handler: H) -> Handlers {
                self.told.push((stringify!($method), H::told));
                self.methods = self.methods.$method(handler);
                self
            })*
        }
    };
}
methods!(get post put delete);

/// Of which nothing is said: it is no plain request.
impl From<Methods> for Handlers {
    fn from(methods: Methods) -> Handlers {
        Handlers { methods, told: Vec::new() }
    }
}

impl Handlers {
    pub(crate) fn layer<L>(mut self, layer: L) -> Handlers
    where
        L: tower::Layer<Route> + Clone + Send + Sync + 'static,
        L::Service: tower::Service<axum::extract::Request, Error = std::convert::Infallible>
            + Clone
            + Send
            + Sync
            + 'static,
        <L::Service as tower::Service<axum::extract::Request>>::Response:
            axum::response::IntoResponse + 'static,
        <L::Service as tower::Service<axum::extract::Request>>::Future: Send + 'static,
    {
        self.methods = self.methods.layer(layer);
        self
    }
}

/// A table of routes and what is said of them.
#[derive(Default)]
pub(crate) struct Routes {
    router: Router<Arc<Hall>>,
    told: Vec<(String, &'static str, Says)>,
}

impl Routes {
    pub(crate) fn route(mut self, path: &str, handlers: impl Into<Handlers>) -> Routes {
        let Handlers { methods, told } = handlers.into();
        self.told.extend(told.into_iter().map(|(method, told)| (path.into(), method, told)));
        self.router = self.router.route(path, methods);
        self
    }

    pub(crate) fn nest(mut self, path: &str, inner: Routes) -> Routes {
        for (rest, method, told) in inner.told {
            self.told.push((format!("{path}{}", rest.trim_end_matches('/')), method, told));
        }
        self.router = self.router.nest(path, inner.router);
        self
    }

    /// The router, which also tells what is in it. The document is made when somebody asks for it.
    pub(crate) fn told(self) -> Router<Arc<Hall>> {
        let (told, text) = (self.told, OnceLock::new());
        let document = Arc::new(move || text.get_or_init(|| document(&told).to_string()).clone());
        let asked = move || async move { crate::api::reply_text(document()) };
        self.router.route("/api/openapi.json", axum::routing::get(asked))
    }
}

fn document(told: &[(String, &'static str, Says)]) -> Value {
    let mut paths = Map::new();
    for (path, method, operation) in told {
        let entry = paths.entry(path).or_insert_with(|| json!({}));
        entry[method] = operation().told(path);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Bocage",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Games are played over HTTP; /api/games/{id}/live is a WebSocket that tells what happens.",
        },
        "components": {
            "securitySchemes": {
                "invitation": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The token of a seat's invitation; needed on a server that is open to the network.",
                },
                "host": { "type": "apiKey", "in": "header", "name": "x-bocage-host" },
            },
            "schemas": { "Error": {
                "type": "object",
                "required": ["error"],
                "properties": { "error": {
                    "type": "object",
                    "required": ["code", "message"],
                    "properties": { "code": { "type": "string" }, "message": { "type": "string" } },
                } },
            } },
        },
        "paths": paths,
    })
}

impl Operation {
    fn told(self, path: &str) -> Value {
        let names = path.split('/').filter_map(|it| it.strip_prefix('{')?.strip_suffix('}'));
        let in_path = names.map(|it| {
            json!({ "name": it, "in": "path", "required": true, "schema": { "type": "string", "minLength": 1 } })
        });
        let mut parameters: Vec<Value> = in_path.collect();
        parameters.extend(self.query);
        let error = json!({
            "description": "Why not: a code and a sentence.",
            "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Error" } } },
        });
        let mut told = json!({
            "operationId": self.name,
            "parameters": parameters,
            "responses": { "2XX": { "description": "Done." }, "4XX": error },
        });
        if let Some(schema) = self.body {
            told["requestBody"] = json!({
                "required": true,
                "content": { "application/json": { "schema": schema } },
            });
        }
        if self.known {
            told["security"] = json!([{}, { "invitation": [] }, { "host": [] }]);
        }
        told
    }
}
