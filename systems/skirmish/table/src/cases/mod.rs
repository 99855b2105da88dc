//! How its cases are played and judged.
