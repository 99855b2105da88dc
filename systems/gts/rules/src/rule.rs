//! Every citation. Each file of rules declares its own with `kernel::rules!`, beside the code they stand for.

use kernel::Rule;

use crate::{
    activation, air, assault, beach, command, contact, cost, direct_fire, engineer, events,
    fire_zone, indirect_fire, landing, leader, modifiers, movement, naval, op_fire, park, purchase,
    rally, result, sequence, stacking, transfer, troop_quality, victory, weather,
};

/// Every statement of `rules/gts.md` that a question, a modifier, a refusal or a line of the log names.
pub fn all() -> impl Iterator<Item = Rule> {
    FILES.iter().copied().flatten().copied()
}

/// A file that declares citations stands here; a test finds the one that does not.
const FILES: &[&[Rule]] = &[
    activation::RULES,
    air::RULES,
    assault::RULES,
    beach::RULES,
    command::RULES,
    contact::RULES,
    cost::RULES,
    direct_fire::RULES,
    engineer::RULES,
    events::RULES,
    fire_zone::RULES,
    indirect_fire::RULES,
    landing::RULES,
    leader::RULES,
    modifiers::RULES,
    movement::RULES,
    naval::RULES,
    op_fire::RULES,
    park::RULES,
    purchase::RULES,
    rally::RULES,
    result::RULES,
    sequence::RULES,
    stacking::RULES,
    transfer::RULES,
    troop_quality::RULES,
    victory::RULES,
    weather::RULES,
];
