//! Citations: one constant for each statement of `rules/gts.md` that a question, a modifier, a refusal or a line of
//! the log names. Titles are in our words.

use kernel::Rule;

macro_rules! rules {
    ($($name:ident = $code:literal, $title:literal;)*) => {
        $(pub const $name: Rule = Rule::new($code, $title);)*
        /// Every citation, for the coverage test.
        pub const ALL: &[Rule] = &[$($name),*];
    };
}

rules! {
    // Sequence of play
    SOP = "gts.sop.order", "Sequence of play";
    SOP_REINFORCEMENTS = "gts.sop.c-reinforcements", "Reinforcements go to their holding boxes";
    CONVERT = "gts.sop.d1-convert", "Turn 2 Command Points into 1 Dispatch Point";
    BUY = "gts.sop.d2-buy", "Buy Formation Activation Chits";
    BUY_NEXT = "gts.sop.d2-one-dp", "1 DP: chit set aside for the next turn";
    BUY_NOW = "gts.sop.d2-two-dp", "2 DPs: chit goes into the mug this turn";
    BUY_AVAILABLE_S0 = "gts.sop.d2-available-s0", "The leader must have been in play for a turn";
    BUY_AVAILABLE_S1 = "gts.sop.d2-available-s1", "A unit of the formation must be on the map or in an entry box";
    BUY_DIVISION = "gts.sop.d2-division", "The DPs come from the formation's own division";
    BUY_FIRST_TURN = "gts.ruling.first-turn-purchase", "The scenario lists the first turn's chits";
    BUY_LAST_TURN = "gts.ruling.last-turn-purchase", "There is no next turn";
    BUY_TWICE = "gts.sop.d2-not-twice", "The chit is set aside already";
    BUY_HELD = "gts.sop.d2-held-chit", "The chit is held over as first chit";
    BUY_READY = "gts.sop.d2-set-aside-ready", "The chit is bought for this turn already";
    MUG = "gts.sop.g-mug-common", "Chits go into the mug";
    FIRST_CHIT = "gts.sop.h-first-turn", "The scenario names the first chit";
    HELD_CHIT = "gts.sop.h-later-turn", "The chit held over is played first";
    DRAW_CHIT = "gts.sop.h-draw", "Draw a chit";
    NAVAL_NIGHT = "gts.sop.h-naval-night", "No Naval Chit at night";
    BUY_MARINES = "gts.form.royal-marines-free", "Its chit is in the mug every turn and is not bought";
    LAST_CHIT = "gts.sop.h-last-chit", "The last chit is held over";
    CLEAN_LEADERS = "gts.sop.i-leaders", "Leaders of vanished formations are removed";
    END_TURN = "gts.sop.j-end", "End of the turn";
    VICTORY = "gts.victory.when", "Victory is determined";
    VICTORY_POINTS = "gts.victory.default", "Points for enemy steps and victory hexes";
    VICTORY_HEX = "gts.victory.data", "Victory hexes";

    // Weather, air, events
    WEATHER = "gts.sop.a-weather-s0", "Weather Table";
    WEATHER_S1 = "gts.sop.a-weather-s1", "Weather Table";
    FOG_LIFTS = "gts.weather.fog-lifts", "The fog lifts";
    AIR_POINTS = "gts.sop.b-air-determine", "Air Points of the day";
    AIR_ALLOT = "gts.air.allot", "Put an Air Point on a division or on interdiction";
    AIR_STRIKE = "gts.air.strike", "Air strike";
    AIR_FLAK = "gts.air.flak", "Flak against the strike";
    AIR_INHERENT = "gts.air.inherent-defence", "Flak of the town against the strike";
    AIR_RATING = "gts.air.strike-rating", "Rating of the strike";
    INTERDICTION = "gts.air.interdiction", "Interdiction";
    EVENTS = "gts.events.table", "Events table";
    EVENT_SIDE = "gts.events.default", "Whose event it is";
    EVENT_HERO = "gts.events.heroic", "Hero";
    EVENT_EFFECT = "gts.events.default", "What the event does";
    TRANSFERS = "gts.sop.f-s0", "Formations change their division";
    TRANSFERS_S1 = "gts.sop.f-s1", "Formations change their division";

    // Artillery
    PARKS = "gts.sop.e1-parks-s0", "Create and disband artillery parks";
    PARKS_S1 = "gts.sop.e1-parks-s1", "Create and disband artillery parks";
    PARK_HEX = "gts.park.create-hex", "Where a park may be";
    PARK_BROKEN = "gts.park.breakup", "The park is broken up";
    PARK_DISBAND = "gts.park.disband", "The park is disbanded";
    PARK_JOIN = "gts.move.join-park", "Join the artillery park";
    PARK_STILL = "gts.move.park-still", "A parked unit cannot move";
    PARK_MOUNT = "gts.move.mount-park", "A parked unit cannot mount";
    CONTACT = "gts.sop.e2-contact", "Contact attempts";
    CONTACT_ROLL = "gts.contact.roll", "Contact roll";
    CONTACT_NUMBER = "gts.contact.numbers", "Number on the Contact marker";
    CONTACT_SUCCESS = "gts.contact.success", "In contact";
    CONTACT_LOST = "gts.contact.losing", "Contact is lost";
    CONTACT_GIVE_UP = "gts.contact.give-up-s1", "A leader gives up contact";
    IF_TARGET = "gts.ifire.step-06-target", "Choose the target of Indirect Fire";
    IF_FIRER = "gts.ifire.step-01-firer", "Only artillery and mortars fire indirectly";
    IF_RATING_NO = "gts.ifire.step-02-rating", "Its Fire Rating is No";
    IF_ENTRY = "gts.ifire.step-03-entry", "In an entry hex";
    IF_PARK = "gts.ifire.step-04-park", "Indirect HE must be in an artillery park";
    IF_BATTERY = "gts.ifire.step-05-battery", "In command only through the leader it is in contact with";
    IF_SPOT = "gts.ifire.step-13-refuse", "Nobody spots a target for it";
    IF_FLIP = "gts.ifire.step-14-flip-park", "The park shows its Fired side";
    IF_RATING = "gts.ifire.step-15-modify", "Modified Fire Rating";
    IF_NINE = "gts.ifire.step-16-nine", "A natural 9 costs contact";
    IF_APPLY = "gts.ifire.step-20-row", "Result on the target";
    IF_MATES = "gts.ifire.step-21-hex-mates", "Others in the hex: check against suppression";
    IF_STRENGTH = "gts.ifire.step-23-strength", "Strength of the barrage";
    IF_LIGHT = "gts.ifire.step-24-light", "Light Barrage";
    IF_HEAVY = "gts.ifire.step-25-heavy", "Heavy Barrage";
    MOD_COUNTER_BATTERY = "gts.mod.counter-battery", "Counter-battery fire";
    SCATTER = "gts.barrage.scatter", "Where the shells fall";
    RUBBLE = "gts.barrage.rubble", "Rubble";
    ATTACH_CONTACT = "gts.attach.contact-first", "Artillery in contact counts first";

    // Markers
    MOD_HERO = "gts.events.heroic", "Hero";
    MOD_HEROIC = "gts.events.heroic", "Heroic unit";
    MOD_DELAY = "gts.ruling.delays", "Landing by air, alone, or dug in";
    MOD_SUPPLY = "gts.ruling.supply", "Supply";
    MOD_HOME = "gts.ruling.supply", "Defending home soil";
    MOD_COMMANDO = "gts.mod.firer", "Commando out of command";
    MOD_WEATHER = "gts.weather.fire", "Weather";
    MOD_CAVE = "gts.mod.terrain-scope", "Cave";

    // Engineers
    ENGINEER = "gts.eng.list", "Engineer Actions";
    ENG_WHO = "gts.eng.who-not-s0", "Suppressed, In Column and artillery do no engineering";
    ENG_WHO_S1 = "gts.eng.who-not-s1", "In Column and parked artillery do no engineering";
    ENG_IMMOBILE = "gts.eng.immobile-s1", "An immobile unit does no engineering";
    ENG_FIRST = "gts.second.no-engineer", "An Engineer Action is never a second action";
    ENG_DIRECT = "gts.dc.action", "No Engineer Action under Direct Command";
    ENG_OPFIRE = "gts.eng.opfire", "Op Fire at the work";
    ENG_WORK = "gts.eng.men-at-work", "Men at Work";
    ENG_IP = "gts.eng.ip-who", "Engineers and leg infantry build improved positions";
    ENG_IP_WHOM = "gts.eng.ip-engineer", "For whom the position is";
    ENG_IP_CHECK = "gts.eng.ip-infantry", "Check to build an improved position";
    ENG_IP_ONE = "gts.eng.ip-one", "One improved position, none in an entrenchment";
    ENG_ENT = "gts.eng.ent-who", "Only engineers build entrenchments";
    ENG_ENT_IP = "gts.eng.ent-needs-ip", "There must be an improved position in the hex";
    ENG_ENT_CHECK = "gts.eng.ent-check", "Check to build an entrenchment";
    ENG_BLOCK = "gts.eng.road-block-who", "Engineers block roads, in a road hex";
    ENG_BLOCK_LIMIT = "gts.eng.road-block-limit", "No Road Block left to its division";
    ENG_BLOCK_ONE = "gts.eng.road-block-one", "There is a Road Block here";
    ENG_BLOCK_CHECK = "gts.eng.road-block-check", "Check to block the road";
    ENG_CLEAR = "gts.eng.clear-who", "Engineers and leg infantry clear a Road Block in their hex";
    ENG_CLEAR_CHECK = "gts.eng.clear-infantry", "Check to clear the Road Block";
    REAR = "gts.rear.who", "Infantry of a formation creates Rearguards";
    REAR_LIMIT = "gts.rear.limit", "No Rearguard left to its formation";
    REAR_PLACE = "gts.rear.place-efz", "Where the Rearguard goes";
    REAR_CHECK = "gts.rear.check", "Check to create a Rearguard";
    REAR_REMOVE = "gts.rear.remove", "Only a Rearguard that is not Suppressed is withdrawn";

    // The landing
    NAVAL_GAPS = "gts.naval.1-open", "All gaps are open";
    NAVAL_SHIP = "gts.naval.2-each", "Ships fire";
    NAVAL_SHIP_TARGET = "gts.naval.2-ship-target", "At whom the ship fires";
    NAVAL_SHIP_ROLL = "gts.naval.2-ship-roll", "The ship understands its spotter";
    NAVAL_SHIP_NONE = "gts.naval.2-ship-spotter", "Nobody spots for the ship";
    NAVAL_PHONE = "gts.naval.2-ship-phone", "The lines are cut";
    NAVAL_ROCKETS = "gts.naval.2-lcr-once", "The rockets are spent";
    NAVAL_BATTERY = "gts.naval.3-firer", "Coastal batteries fire at ships and craft";
    NAVAL_BATTERY_FIRE = "gts.naval.3-fire", "Battery fire";
    NAVAL_SUNK = "gts.naval.3-effect", "Ships and craft hit are lost";
    NAVAL_LAND = "gts.naval.4-order", "Which craft lands next";
    NAVAL_LAND_HEX = "gts.naval.4-eligible", "Where it lands";
    NAVAL_SEA = "gts.naval.4-dd-sea", "The sea";
    NAVAL_DD_NEST = "gts.naval.4-dd-nest", "Nest fire at DD tanks";
    NAVAL_DD_ACTION = "gts.naval.4-dd-action", "The DD tanks act";
    NAVAL_OBSTACLES = "gts.naval.4-lc-obstacle", "Beach obstacles";
    NAVAL_DRIFT = "gts.naval.4-lc-drift", "Drift";
    NAVAL_LC_LOST = "gts.naval.4-lc-lost-1", "The craft is lost with all aboard";
    NAVAL_LC_NEST = "gts.naval.4-lc-nest", "Nest fire at the craft";
    NAVAL_UNLOAD = "gts.naval.4-lc-unload", "The units land";
    NAVAL_UNLOAD_FORM = "gts.naval.4-lc-unload-form", "Land mounted or In Column";
    NAVAL_UNIT_NEST = "gts.naval.4-lc-unit-nest", "Nest fire at a landed unit";
    NAVAL_UNIT_OPFIRE = "gts.naval.4-lc-unit-opfire", "Op Fire at a landed unit";
    NAVAL_LC_FIRES = "gts.naval.4-lc-fires", "The craft fires";
    NAVAL_RECYCLE = "gts.naval.4-lc-remove", "The craft returns to its pool";
    NAVAL_SECOND = "gts.naval.4-second", "Second action of a unit just landed";
    NAVAL_SECOND_NEST = "gts.naval.4-second-nest", "Nest fire at the unit";
    NAVAL_SECOND_MOVE = "gts.naval.4-second-action", "Landing was its movement";
    NAVAL_WAVE = "gts.naval.5-wave", "Units loaded go to the wave boxes";
    NAVAL_WAVE_LEADER = "gts.naval.5-leaders", "With whom the leader goes";
    NAVAL_LOADING = "gts.naval.6-loading", "Where the units load";
    NAVAL_MARKER = "gts.naval.7-force-markers", "Where the Assault Force marker goes";
    NAVAL_SHIPS_MOVE = "gts.naval.8-letter", "Where the ship goes";
    NAVAL_AGAIN = "gts.naval.end-first-play", "The Naval Chit goes back into the mug";
    BEACH_FIRE = "gts.beach.table", "Beach Defenses Table";
    BEACH_STEPS = "gts.beach.table", "Fewer than two steps";
    BEACH_COHESION = "gts.beach.table", "Cohesion Hits";
    BEACH_NUMBER = "gts.beach.choice", "Which number falls";
    BEACH_NONE = "gts.beach.fire-later", "Not on a beach in play, or nothing left to hit";
    BEACH_GAP = "gts.beach.gap-markers", "A gap is opened";
    BEACH_OVER = "gts.beach.overlay-ends", "The Beach overlay leaves play";
    GAP_CLOSED = "gts.beach.gap-move", "The gap is not open";
    DRIFT = "gts.beach.drift", "Reduce Drift";
    DRIFT_ONLY = "gts.naval.4-second-drift", "A drifting unit reduces its drift or rallies from suppression";

    // Points
    NO_OVERDRAFT = "gts.points.no-overdraft", "No points left";
    POINTS_CAP = "gts.points.cap", "A division holds at most 19 points of a kind";

    STACK_LIMIT = "gts.stack.limit", "At most 8 steps not In Column and one unit In Column";

    // Chits and activation
    DIVISION_ENTER = "gts.div.reinforcements", "Reinforcements come onto the map";
    DIVISION_ENTER_FORM = "gts.div.reinforcement-form", "Enter In Column or not";
    DIVISION_CP = "gts.div.cp-gain", "Command Points gained";
    DIVISION_DP = "gts.div.dp-roll", "Dispatch Points gained";
    DP_HELD = "gts.div.dp-accumulated", "Roll below the DPs held";
    DP_RATING = "gts.div.dp-rating", "Roll within the Dispatch Rating";
    DP_EXTREMES = "gts.div.dp-extremes", "Natural 0 or 9";
    DP_NIGHT = "gts.div.dp-night", "Last turn before night";
    CP_RATING = "gts.data.division", "Command Rating of the division";
    DIVISION_ACT = "gts.div.all-active", "Each unit of the division may perform one action";
    DIVISION_NO_FIRE = "gts.div.no-fire", "The first action may not be Fire or Assault";
    DIVISION_NO_EFZ = "gts.div.no-efz-move", "The first action may not enter an enemy Fire Zone";
    DIVISION_ENTRY = "gts.div.entry-hex-move", "A unit in an entry hex must move";
    FORMATION_ACT = "gts.form.all-active", "Each unit of the formation may perform one action";
    DIRECT_ACT = "gts.dc.activate", "1 CP activates a unit in command";
    DIRECT_NOT_INDEPENDENT = "gts.dc.activate", "Independent units cannot be activated";
    SECOND = "gts.div.second", "Second action for 1 CP";
    SECOND_FORM = "gts.form.second", "Second action for 1 CP";
    SECOND_TYPE = "gts.second.different", "The second action must be of another type";
    STACK_ACTS = "gts.chit.stack-s0", "Units stacked together act as one stack";
    STACK_ACTS_S1 = "gts.chit.stack-s1", "A stack only moves, assaults or passes";
    UNIT_ORDER = "gts.chit.unit-order", "Who acts next";
    ACTED = "gts.chit.unit-order", "The unit has acted under this chit";
    ATTACH_RANGE = "gts.attach.range-s0", "Attached while inside the leader's Command Range";
    ATTACH_LIMIT = "gts.attach.limit", "At most as many white-stripe units as the Attachment Rating";
    TRANSFER = "gts.div.leader-transfer", "Leaders may be transferred";
    TRANSFER_FORM = "gts.form.leader-transfer", "Leaders of the formation may be transferred";
    LEADER_STAYS = "gts.chit.leader-stays-choice", "With whom the leader goes";
    LEADER_RETURNS = "gts.leader.replacement", "A replacement takes over";
    LEADER_DISPLACED = "gts.result.leader-alone", "A lone leader joins the nearest unit of his formation";
    LEADER_ARRIVES = "gts.reinf.leader", "The leader arrives with his first units";

    // Command and troop quality
    IN_COMMAND = "gts.command.in-command", "Within the Command Range of its leader";
    OUT_OF_COMMAND = "gts.tq.out-of-command", "Out of command";
    TQ = "gts.tq.roll", "Troop Quality check";
    TQ_PRINTED = "gts.term.current-value", "Troop Quality now showing";
    TQ_BUY = "gts.tq.buy-before-roll", "Spend 1 CP to pass, or roll";
    TQ_COHESION = "gts.result.cohesion-effects", "Cohesion Hits";
    TQ_SUPPRESSED = "gts.result.suppressed-effects", "Suppressed";
    TQ_STEP_LOSS = "gts.result.step-loss-effects", "Step Loss marker";
    TQ_BARRAGE = "gts.barrage.effects", "Barrage in the hex";
    TQ_RALLYING = "gts.rally.ooc", "Rallying markers";

    // Fire
    FIRE_TARGET = "gts.dfire.step-02-select", "Choose the target";
    FIRE_PREREQ = "gts.dfire.step-03-prereqs", "Firer needs a Fire Rating and the target in its Fire Zone";
    FIRE_OP_CHECK = "gts.dfire.step-04-opfire-check", "Check to Op Fire";
    FIRE_RATING = "gts.dfire.step-06-rating", "Modified Fire Rating";
    FIRE_ROLL = "gts.dfire.step-08-roll", "Fire roll";
    FIRE_APPLY = "gts.dfire.step-15-apply", "Result on the target";
    RATING_PRINTED = "gts.term.current-value", "Rating now showing";
    MOD_BONUS = "gts.mod.company-bonus-value", "Company Bonus";
    MOD_BONUS_CHECK = "gts.mod.company-bonus", "Company Bonus check";
    MOD_COHESION = "gts.result.cohesion-effects", "Firer's Cohesion Hits";
    MOD_SUPPRESSED = "gts.assault.step-18-suppressed", "Suppressed defender";
    MOD_STEP_LOSS = "gts.result.step-loss-effects", "Firer's Step Loss marker";
    MOD_BARRAGE = "gts.barrage.effects", "Barrage on the firer";
    MOD_FIRER_COLUMN = "gts.move.column-effects", "Firer In Column";
    MOD_FIRER_ENT = "gts.mod.firer", "Firer entrenched";
    MOD_NIGHT = "gts.mod.night-and-weather", "Night";
    MOD_RAIN = "gts.weather.fire", "Rain";
    MOD_FOG = "gts.weather.fire", "Fog";
    MOD_NIGHT_ASSAULT = "gts.assault.night-bonus", "Division trained for night assault";
    MOD_DEFENSE = "gts.mod.defense-rating", "Defense Rating of the target";
    MOD_TERRAIN = "gts.mod.terrain", "Terrain of the target hex";
    MOD_TARGET_COLUMN = "gts.mod.column-terrain", "Target In Column";
    MOD_IP = "gts.mod.target", "Target in an improved position";
    MOD_ENT = "gts.mod.target", "Target entrenched";
    MOD_HILL = "gts.mod.terrain-scope", "Target on a height";
    MOD_RIDGE = "gts.mod.terrain-scope", "Target behind a ridge";
    MOD_RAISED = "gts.mod.terrain-scope", "Target on a raised road";
    MOD_SUNKEN = "gts.mod.terrain-scope", "Target in a sunken road";
    MOD_MASS = "gts.mod.mass-table", "Mass in the target hex";
    MOD_RANGE = "gts.mod.range", "Range";
    MOD_ZONE_ZONE = "gts.opfire.fz-to-fz", "Target moves from Fire Zone to Fire Zone";
    MOD_ZONE_OUT = "gts.opfire.fz-out", "Target moves out of the Fire Zone";
    MOD_RUNNING = "gts.assault.step-11-run-opfire", "Target runs from an assault";
    MOD_CHARGE = "gts.assault.step-18-charge-bonus", "Firing at chargers";
    RANGE_ADJACENT = "gts.range.adjacent-enemy", "Next to an enemy: range 1";
    ZONE = "gts.fz.definition", "Fire Zone";
    LOS = "gts.los.definition", "Line of sight";
    LOS_BLOCKERS = "gts.los.blockers", "Barrages and blocking terrain";
    LOS_LIGHT = "gts.los.light-cover", "The second hex of light cover blocks";
    LOS_CREST = "gts.los.crest-exception", "A crest blocks unless it is the only one and borders an end";
    LOS_CREST_ALONG = "gts.los.hexside-s1", "A line along a hexside";
    LOS_STRONGPOINT = "gts.los.strongpoint", "A strongpoint sees through two blockers";
    SIGHTING = "gts.los.sighting-s0", "Sighting range";
    BOCAGE = "gts.los.bocage-spotting", "A unit in bocage is seen only from next to it";

    // Op fire
    OP_BEFORE = "gts.opfire.before-after", "Op Fire before the act";
    OP_AFTER = "gts.opfire.order", "Op Fire after the act";
    OP_STOPPED = "gts.opfire.stopped", "Stopped by Op Fire";

    // Results
    RESULT_E = "gts.result.e", "Eliminated";
    RESULT_1 = "gts.result.1-reduce", "Step lost";
    RESULT_1_REMOVE = "gts.result.1-remove", "Last step lost";
    RESULT_C = "gts.result.cohesion-hit", "Cohesion Hit";
    RESULT_C_ZERO = "gts.result.c-zero", "A unit of no steps is eliminated";
    RESULT_S = "gts.result.s-option", "Take the suppression, or check for a Cohesion Hit instead";
    RESULT_S_SUPPRESSED = "gts.result.s-suppressed", "Suppressed";
    RESULT_SQ = "gts.result.sq", "Check against suppression";

    // Movement
    MOVE = "gts.move.standard", "Move";
    MOVE_NO = "gts.move.ma-no", "Movement Allowance No";
    MOVE_STAR = "gts.move.star-check", "Check of a * unit to move";
    MOVE_STAR_ONE = "gts.move.star-one-hex", "A * unit moves one hex, not into an enemy Fire Zone";
    MOVE_STAR_FAIL = "gts.move.star-fail", "The * unit does not move";
    MOVE_PROHIBITED = "gts.move.class-cost", "Prohibited for this movement class";
    MOVE_POINTS = "gts.move.standard", "Not enough Movement Points";
    MOVE_ENEMY = "gts.move.no-enemy-hex", "Occupied by the enemy";
    MOVE_ENTRY = "gts.move.entry-buffer", "Too near an entry hex of the enemy";
    MOVE_INTO_ENTRY = "gts.ruling.entry-hex-closed", "Entry hexes are only for entering";
    MOVE_BRIDGE = "gts.move.bridge", "Bridges and ferries only In Column";
    MOVE_COLUMN_ONE = "gts.stack.one-column", "Only one unit In Column in a hex";
    MOVE_STACK = "gts.move.stack", "Moving as a stack";
    MOVE_STACK_OVERSTACKED = "gts.stack.penalty-stack-move", "No moving as a stack out of an overstacked hex";
    MOVE_IP = "gts.move.ip-lost", "The improved position is left behind";
    MOVE_HEAVY = "gts.move.heavy-hit", "Leaving a Heavy Barrage";
    MOVE_HEAVY_CHECK = "gts.move.heavy-check", "Check to leave a Heavy Barrage";
    MARCH = "gts.move.force-march", "Force march";
    MARCH_FAIL = "gts.move.force-march-fail", "The force march fails";
    COLUMN_ENTER = "gts.move.column-enter", "Enter Column";
    COLUMN_LEAVE = "gts.move.column-leave-mp", "Leave Column for 1 MP";
    COLUMN_HIT = "gts.move.column-leave-hit", "Leave Column for a Cohesion Hit";
    DISMOUNT = "gts.move.dismount", "Dismount";
    MOUNT = "gts.move.mount", "Mount";
    MOUNT_NOTHING = "gts.move.mount", "It has no vehicles to mount, or is mounted already";
    ENT_NONE = "gts.move.ent-enter", "There is no empty entrenchment of its own here";
    ENT_NOT_IN = "gts.move.ent-leave", "It is not in an entrenchment";
    ASSAULT_NOBODY = "gts.assault.step-01-select", "No enemy in a neighbouring hex";
    MOUNT_COLUMN = "gts.move.mount-column", "Column marker when mounting";
    DISMOUNT_COLUMN = "gts.move.dismount-markers", "Column marker when dismounting";
    MOUNT_ENT = "gts.move.mount-ent", "Not out of an entrenchment";
    ENT_ENTER = "gts.move.ent-enter", "Enter the entrenchment";
    ENT_ENTER_STAR = "gts.move.ent-enter-star", "Check of a * unit to enter the entrenchment";
    ENT_LEAVE = "gts.move.ent-leave", "Leave the entrenchment";
    ENT_LEAVE_STAR = "gts.move.ent-leave-star", "Check of a * unit to leave the entrenchment";
    ENT_MUST_LEAVE = "gts.move.ent-must-leave", "First leave the entrenchment";
    MOVEMENT_ONE = "gts.second.movement-one-type", "One movement action in an activation";

    // Assault
    ASSAULT = "gts.act.assault", "Assault";
    ASSAULT_TARGET = "gts.assault.step-01-select", "Choose the hex to assault";
    ASSAULT_OVERSTACKED = "gts.stack.penalty-assault", "No assault out of an overstacked hex";
    ASSAULT_MA = "gts.assault.step-02-ma", "A * unit cannot assault";
    ASSAULT_MA_NO = "gts.assault.step-02-ma-no", "A unit that cannot move cannot assault";
    ASSAULT_RATING = "gts.assault.step-02-rating", "No Assault Rating";
    ASSAULT_ENT = "gts.assault.step-02-ent", "In an entrenchment";
    ASSAULT_IP = "gts.assault.step-02-ip", "The improved position is left";
    ASSAULT_SUPPRESSED = "gts.assault.step-02-suppressed", "Suppressed";
    ASSAULT_STEPS = "gts.assault.step-02-steps", "No steps";
    ASSAULT_ENTER = "gts.assault.step-02-enter", "Cannot enter the hex in its present mode";
    ASSAULT_BARRAGE = "gts.assault.step-02-barrage", "Under a Heavy Barrage";
    ASSAULT_COLOUR = "gts.assault.step-02-colour", "Artillery and mortars cannot assault";
    ASSAULT_ENTRY = "gts.reinf.no-assault-entry", "No assaults from or against entry hexes";
    BRAVERY = "gts.assault.step-03-bravery", "Bravery Check";
    BRAVERY_ENEMY = "gts.assault.step-03-enemy-rating", "Lowest enemy Defense Rating";
    BRAVERY_OWN = "gts.assault.step-03-own-rating", "Lowest own Defense Rating, reversed";
    BRAVERY_FAIL = "gts.assault.step-03-fail", "Drops out of the assault";
    ASSAULT_ADJACENT = "gts.assault.step-02-adjacent", "Only a neighbouring hex can be assaulted";
    ASSAULT_NEAR_ENTRY = "gts.ruling.assault-entry", "Too near an entry hex of the enemy";
    ASSAULT_DROP_FIRE = "gts.assault.step-19-drop", "Suppressed by the defenders' fire";
    ASSAULT_DROP = "gts.assault.step-06-drop", "Suppressed assaulters drop out";
    ASSAULT_ZERO = "gts.assault.step-07-zero-steps", "Defenders of no steps are eliminated";
    ASSAULT_EMPTY = "gts.assault.step-08-empty", "Nobody is left to defend";
    ASSAULT_CHOICE = "gts.assault.step-10-choice", "Stand or run";
    RUN_HEX = "gts.assault.step-12-run-hex", "Where to run";
    RUN_LOST = "gts.assault.step-12-run-lost", "Cannot run and is lost";
    RUN_SUPPRESSED = "gts.assault.step-13-run-suppress", "Runners are suppressed";
    RUN_ADVANCE = "gts.assault.step-14-run-advance", "The assaulters advance";
    FIRE_OR_CHARGE = "gts.assault.step-15-fire-or-charge", "Fire or charge";
    CHARGE_CHECK = "gts.assault.step-16-charge-check", "One defender checks against the charge";
    CHARGE_FAIL = "gts.assault.step-17-charge-fail", "The defenders are overrun";
    DEFENDER_FIRE = "gts.assault.step-18-defender-fire", "Defenders' fire";
    ASSAULTER_FIRE = "gts.assault.step-21-assaulter-fire", "Assaulters' fire";
    ASSAULT_ADVANCE = "gts.assault.step-22-advance", "The assaulters advance";
    ASSAULT_CONTINUE = "gts.assault.step-24-continue", "Another round?";
    ASSAULT_COLUMN = "gts.assault.step-25-column", "Drop Column for a Cohesion Hit";
    ASSAULT_SHOT = "gts.assault.targets", "Whom to shoot at";

    // Rally and pass
    RALLY_CHECK = "gts.rally.ooc", "Out of command: check to rally";
    RALLY_FAIL = "gts.rally.ooc-fail", "Rallying marker";
    RALLY_DAY_EFZ = "gts.rally.day-efz", "By day in an enemy Fire Zone only suppression is rallied";
    RALLY_DONE = "gts.rally.otherwise", "Rallied";
    RALLY_NOTHING = "gts.rally.one-step", "Nothing to rally";
    PASS = "gts.act.pass", "Pass";
}
