//! What all states of a game share, and what a side may see of one.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

use crate::cx::Game;

/// The data behind every state of one game. It is the same in all of them, so it takes no part in comparing and hashing.
pub struct Shared<T>(Arc<T>);

impl<T> From<Arc<T>> for Shared<T> {
    fn from(data: Arc<T>) -> Shared<T> {
        Shared(data)
    }
}
impl<T> Clone for Shared<T> {
    fn clone(&self) -> Shared<T> {
        Shared(self.0.clone())
    }
}
impl<T> Deref for Shared<T> {
    type Target = T;
    #[inline]
    fn deref(&self) -> &T {
        &self.0
    }
}
impl<T> PartialEq for Shared<T> {
    fn eq(&self, _: &Shared<T>) -> bool {
        true
    }
}
impl<T> Eq for Shared<T> {}
impl<T> Hash for Shared<T> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}
impl<T> fmt::Debug for Shared<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}

/// A game in which something is hidden.
pub trait Hides: Game {
    /// The game as a side knows it: what is hidden from it is left out or mixed up. `None` is a spectator.
    fn known_to(&self, side: Option<Self::Side>) -> Self;
}

/// A game as a side may see it: there is no other way to one, so whoever is handed it can tell no secret.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen<G>(G);

impl<G: Hides> Seen<G> {
    pub fn by(side: Option<G::Side>, g: &G) -> Seen<G> {
        Seen(g.known_to(side))
    }
}
impl<G> Deref for Seen<G> {
    type Target = G;
    #[inline]
    fn deref(&self) -> &G {
        &self.0
    }
}
