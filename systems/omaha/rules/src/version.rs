//! What has changed in these rules since games are stored. A game goes on by the version it began with: where a rule was
//! changed, the procedure asks whether the change holds for this game, and keeps both ways.
//!
//! This is the only place that knows a version by its number. When no stored game of a version is left to go on, raise
//! `Rules::OLDEST`; then a change that always holds goes from here and from its procedure.

use kernel::Since;

/// Hexsides help the defender only if all attack through the same one (omaha.def.all-through).
pub(crate) const ONE_HEXSIDE_FOR_ALL: Since = Since(2);
/// Whoever attacked from an adjacent hex is disrupted, over whatever hexside (omaha.res.us-disrupted).
pub(crate) const EVERY_ADJACENT_ATTACKER: Since = Since(2);
