//! Every citation. Each file of rules declares its own with `kernel::rules!`, beside the code they stand for.

use kernel::Rule;

use crate::{
    actions, air, area, artillery, assault, at, barrage, battalion, blow, carrier, command,
    declare, fire, fire_action, ground, impulse, minefield, mode, morale, movement, overrun,
    overwatch, point, recover, reinforcement, retreat, sequence, setup, sheet, smoke, spot,
    stacking, victory,
};

/// Every statement of `rules/tcs.md` that a question, a modifier, a refusal or a line of the log names.
pub fn all() -> impl Iterator<Item = Rule> {
    FILES.iter().chain(sheet::judge::ALL).copied().flatten().copied()
}

/// A file that declares citations stands here; a test finds the one that does not.
const FILES: &[&[Rule]] = &[
    actions::RULES,
    air::RULES,
    area::RULES,
    artillery::RULES,
    assault::RULES,
    at::RULES,
    barrage::RULES,
    battalion::RULES,
    blow::RULES,
    carrier::RULES,
    command::RULES,
    command::papers::RULES,
    command::phase::RULES,
    declare::RULES,
    fire::RULES,
    fire_action::RULES,
    ground::cost::RULES,
    impulse::RULES,
    minefield::RULES,
    mode::RULES,
    morale::RULES,
    movement::RULES,
    overrun::RULES,
    overwatch::RULES,
    point::RULES,
    recover::RULES,
    reinforcement::RULES,
    retreat::RULES,
    sequence::RULES,
    setup::RULES,
    sheet::end::RULES,
    sheet::join::RULES,
    sheet::order::RULES,
    sheet::permission::RULES,
    sheet::prep::RULES,
    sheet::proposals::RULES,
    sheet::step::RULES,
    smoke::RULES,
    spot::RULES,
    stacking::RULES,
    victory::RULES,
];
