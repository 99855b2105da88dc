//! Its laws.
