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
/// A battery is commanded by the leader it is in contact with in every way it can be in command of him: by telephone, or by any leader
/// where its module says so (gts.ifire.step-05-battery).
pub(crate) const BATTERY_ON_THE_TELEPHONE: Since = Since(3);
/// A gun that dismounts in a park's hex may join the park in the same action (gts.move.join-park).
pub(crate) const DISMOUNTED_GUN_JOINS_PARK: Since = Since(3);
/// A stack performs any Movement action, not the Move alone, where only these are for stacks (gts.chit.stack-s1).
pub(crate) const STACK_DOES_ANY_MOVEMENT: Since = Since(3);
/// Of a stack on the move a mounted unit may dismount, and leg units force march for themselves (gts.ruling.mixed-stack).
pub(crate) const MIXED_STACK: Since = Since(3);
/// Who lands In Column does not count against the limit of steps (gts.naval.4-eligible).
pub(crate) const COLUMN_LANDS_BESIDE_THE_LIMIT: Since = Since(3);
/// Op Fire at units that have just landed counts from Fire Zone to Fire Zone (gts.naval.4-lc-unit-opfire).
pub(crate) const LANDED_COUNT_AS_MOVED: Since = Since(3);
/// The one-hex move and Column lead to the place of a Rearguard too (gts.rear.place-reachable).
pub(crate) const REARGUARD_BY_ANY_MOVE: Since = Since(3);
/// An independent unit that may still act under the chit spots for its leader (gts.attach.for-spotting).
pub(crate) const WAITING_UNIT_SPOTS: Since = Since(3);
/// The owner says in which order ships, batteries and the units of an assault fire (gts.ruling.order-of-fire).
pub(crate) const OWNER_ORDERS_FIRE: Since = Since(4);
