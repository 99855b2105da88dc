//! Every citation. Each file of rules declares its own with `kernel::rules!`, beside the code they stand for.

use kernel::Rule;

use crate::{
    actions, amphibious, armour, artillery, attack, barrage, cards, deck, depth, engineer, events,
    fire, german_actions, headquarters, losses, movement, pools, reinforcement, sequence, setup,
    victory,
};

/// Every statement of `rules/omaha.md` that a question, a modifier, a refusal or a line of the log names.
pub fn all() -> impl Iterator<Item = Rule> {
    FILES.iter().copied().flatten().copied()
}

/// A file that declares citations stands here; a test finds the one that does not.
const FILES: &[&[Rule]] = &[
    actions::RULES,
    actions::allowance::RULES,
    actions::command::RULES,
    actions::end::RULES,
    amphibious::RULES,
    amphibious::arrivals::RULES,
    amphibious::table::RULES,
    armour::RULES,
    artillery::RULES,
    attack::RULES,
    attack::result::RULES,
    attack::rows::RULES,
    attack::strength::RULES,
    attack::terrain::RULES,
    attack::who::RULES,
    barrage::RULES,
    cards::RULES,
    deck::laws::RULES,
    depth::RULES,
    engineer::RULES,
    events::RULES,
    fire::RULES,
    german_actions::advance::RULES,
    german_actions::ambush::RULES,
    german_actions::artillery::RULES,
    german_actions::mortar::RULES,
    german_actions::patrol::RULES,
    german_actions::reinforce::RULES,
    german_actions::reoccupy::RULES,
    german_actions::resupply::RULES,
    german_actions::summary::RULES,
    headquarters::RULES,
    losses::RULES,
    movement::RULES,
    movement::climb::RULES,
    movement::exit::RULES,
    movement::extended::RULES,
    movement::infiltration::RULES,
    movement::party::RULES,
    movement::step::RULES,
    pools::RULES,
    reinforcement::RULES,
    sequence::RULES,
    setup::RULES,
    victory::RULES,
];
