//! What has changed in these rules since games are stored. A game goes on by the version it began with: where a rule was
//! changed, the procedure asks whether the change holds for this game, and keeps both ways.
//!
//! This is the only place that knows a version by its number. When no stored game of a version is left to go on, raise
//! `Rules::OLDEST`; then a change that always holds goes from here and from its procedure.

use kernel::Since;

/// Bravery: all of the enemy's ground counts, and the hexside before it, not its printed terrain alone
/// (gts.assault.step-03-modifiers).
pub(crate) const BRAVERY_COUNTS_ALL_GROUND: Since = Since(3);
/// An improved position that was built under this chit is not entrenched yet (gts.eng.ent-needs-ip).
pub(crate) const NEW_POSITION_WAITS: Since = Since(3);
/// Engineers dig in mounted units too (gts.eng.ip-engineer).
pub(crate) const POSITION_FOR_MOUNTED: Since = Since(3);
/// A leader stays with a unit that is activated (gts.chit.leader-stays).
pub(crate) const LEADER_STAYS_WITH_ACTIVATED: Since = Since(3);
/// A displaced leader does not go back into an entry hex (gts.ruling.entry-hex-closed).
pub(crate) const LEADER_KEEPS_OUT_OF_ENTRY: Since = Since(3);
