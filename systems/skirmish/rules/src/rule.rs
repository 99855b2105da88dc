//! Every citation. Each file of rules declares its own with `kernel::rules!`, beside the code they stand for.

use kernel::Rule;

use crate::{
    assault, casualties, compulsory, dice, direct_he, end_turn, fire, ground, hiding, hit_and_kill,
    indirect_fire, initiative, leadership, morale, movement, opportunity, rally, sequence, setup,
    smoke, spotting, victory, weapons,
};

/// Every statement of `rules/skirmish.md` that a question, a modifier, a refusal or a line of the log names.
pub fn all() -> impl Iterator<Item = Rule> {
    FILES.iter().copied().flatten().copied()
}

/// A file that declares citations stands here; a test finds the one that does not.
const FILES: &[&[Rule]] = &[
    assault::RULES,
    assault::FIGHT_RULES,
    casualties::RULES,
    compulsory::RULES,
    dice::RULES,
    direct_he::RULES,
    end_turn::RULES,
    fire::RULES,
    ground::RULES,
    hiding::RULES,
    hit_and_kill::RULES,
    indirect_fire::RULES,
    indirect_fire::LEGAL_RULES,
    initiative::RULES,
    leadership::RULES,
    morale::RULES,
    movement::RULES,
    opportunity::RULES,
    rally::RULES,
    sequence::RULES,
    setup::RULES,
    smoke::RULES,
    spotting::RULES,
    victory::RULES,
    weapons::RULES,
];
