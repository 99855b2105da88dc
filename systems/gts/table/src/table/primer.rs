//! How it works, for who has read no rules: a sentence or two for each kind of question of a first game.

use gts::question::Topic;

pub(super) fn how(topic: Topic) -> Option<&'static str> {
    Some(match topic {
        Topic::Convert => {
            "Command Points pay for second actions, for units called by a Direct Command chit and for checks passed without \
             a die. Dispatch Points buy Formation chits. Two of the first make one of the second."
        }
        Topic::Buy => {
            "A Formation chit lets every unit of a brigade or regiment act once more: this turn for 2 Dispatch Points, next \
             turn for 1. Both sides choose in secret. All chits go into one mug, and who acts when is drawn."
        }
        Topic::Parks => {
            "Batteries of a division in one hex can be put into a park, from which they can come into contact with leaders \
             elsewhere. They leave it only when it is disbanded or broken up."
        }
        Topic::Next => {
            "Every unit that is ringed may act once with this chit, in any order: move, fire, assault and more. Click one to \
             see what it can do."
        }
        Topic::FirstAction(_) => {
            "One action now. Who moves from hex to hex in the enemy's sight and range draws his Opportunity Fire; a \
             suppressed enemy cannot fire."
        }
        Topic::SecondAction(_) => {
            "For 1 Command Point the unit does one thing more, at once, of another type than the first."
        }
        Topic::Move(_) => {
            "Click a hex next to the unit, or one further off to go there step by step. The enemy may fire at every step; \
             the move goes on unless it is stopped."
        }
        Topic::FireTarget(_) => {
            "Point at a target to see the odds and every modifier. All targets are set side by side in the table of odds."
        }
        Topic::IndirectTarget(_) => {
            "Guns fire at what a leader they are in contact with, or they themselves, can see. The barrage stays in the hex."
        }
        Topic::OpFire { .. } => {
            "An enemy acts in the fire zone of your units. Each may fire at him once, before or after the act, if it passes \
             a check. Leave standing orders if some odds are never worth a question."
        }
        Topic::Check(..) => {
            "One die of ten against the unit's Troop Quality: equal or less passes, 0 always, 9 never. Where it is offered, \
             a Command Point of the division passes it without a die."
        }
        Topic::Suppression(_) => {
            "A suppressed unit can neither move nor fire until it rallies. A Cohesion Hit costs one point of fire and \
             assault; the third takes a step."
        }
        Topic::LeaderTo(_) | Topic::WhichLeader | Topic::LeaderStays(_) | Topic::Transfer(_) => {
            "Only units in command of a leader check at their best, may do a second thing, and can spend Command Points on \
             checks. Keep him near those who attack."
        }
        Topic::AssaultTarget(_) => {
            "An assault is fought out at once, in rounds: the defender fires first. Suppress him before you go in."
        }
        Topic::StandOrRun(_) => "Who runs gives the hex up; who stands fights for it.",
        Topic::FireOrCharge(_) => {
            "Fire: both sides fire, the defender first, round after round. Charge: one defender checks; if he fails, all \
             defenders are gone, if he passes, they fire at you with +2 and it is over."
        }
        Topic::AnotherRound(_) => "The assault goes on only as long as the assaulter wants it to.",
        _ => return None,
    })
}
