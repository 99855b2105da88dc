//! Its playthroughs.
