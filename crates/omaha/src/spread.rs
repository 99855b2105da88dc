//! Section 9.3: which units are hit when several positions fire (omaha.hit.spread-algorithm).
