//! Every question in a sentence that can be answered without the book: what is asked, what the choice means, what it
//! costs and risks.

use board::HexId;
use kernel::Rule;

use crate::actions::{self, allowance, end};
use crate::amphibious::{self, arrivals};
use crate::data::{Division, PositionId, Sector, UnitId};
use crate::german_actions::{self, advance, ambush, mortar, patrol};
use crate::movement::{exit, extended, infiltration, party};
use crate::question::{Question, Topic};
use crate::state::Day;
use crate::text::{Names, division_short};
use crate::{artillery, attack, engineer, events, fire, headquarters, losses, setup};

/// The sentence of a prompt.
#[must_use]
pub fn question(g: &Day, question: &Question) -> String {
    let rule = question.rule;
    match question.topic {
        Topic::Actions(division) => what_next(g, division),
        Topic::Volley(sector) => volley(g, rule, sector),
        Topic::Attack(hex) => assault(g, rule, hex),
        Topic::Move { unit, to } => on_the_way(g, rule, unit, to),
        Topic::Unit(unit) => of_unit(g, rule, unit),
        Topic::Division(division) => of_division(rule, division),
        Topic::Sector(sector) => of_sector(g, rule, sector),
        Topic::Position(position) => of_position(g, rule, position),
        Topic::Hex(hex) if rule == end::STACKING => {
            let limit = g.data().tables.constants.stacking_limit;
            format!("Only {limit} units may stay in {}. Which one is given up?", hex_name(g, hex))
        }
        Topic::Follow { leader, unit } => format!(
            "{} drifts. Does {} drift with it, or stay in the box and land there?",
            name(g, unit),
            name(g, leader)
        ),
        Topic::German(german) if [fire::TIE, fire::LEADER_TIE].contains(&rule) => {
            let at = g.hex_of(german).map_or_else(String::new, |it| hex_name(g, it));
            match rule == fire::TIE {
                true => format!(
                    "German armour in {at} has several targets that count alike. Which unit is hit?"
                ),
                false => format!("German armour in {at} can hit a leader. Which one?"),
            }
        }
        _ => of_nothing(g, rule, question.topic),
    }
}

/// Turns for which the prompts explain themselves.
const PRIMER: u8 = 3;

/// How it works, for who has read no rules: only in the first turns of a game.
#[must_use]
pub fn primer(g: &Day, question: &Question) -> Option<String> {
    if setup::first_turn(g.data()) + PRIMER <= g.turn {
        return None;
    }
    Some(match question.topic {
        Topic::Actions(_) => format!(
            "Click one of your units, then where it goes or what it shoots at. A division pays for {} actions a \
             turn, each a move, a barrage or an attack; what is marked free costs nothing. “Under \
             fire” counts the German positions that look into a hex. Intense fire costs any unit a step; steady \
             fire costs a step and sporadic fire disrupts, but only units with the symbol on the card (◆ ▲ ●) or \
             in crowded hexes. Tanks fear only intense fire, unless the card shows the armour sign.",
            allowance::allowance(g)
        ),
        Topic::Volley(_) if g.is_extended() => "Each sector draws a card. Its colours and letters tell the German \
         positions what to do: fire, patrol, bring mortars, lie in ambush, advance or call for reserves. The \
         arrows show who hits whom, the card beside the map why. Nothing to decide here.".into(),
        Topic::Volley(_) => "Each sector draws a fire card. The positions of its colours fire at units in their \
         field of fire: the arrows show who hits whom, the card beside the map why. Nothing to decide here.".into(),
        Topic::Position(_) if question.rule == fire::TIE => {
            "A position hits units in intense fire first, then the nearest, then those with most steps. Where \
             that leaves several, you choose.".into()
        }
        Topic::Sector(_) if question.rule == engineer::CLEAR => {
            "When the tide has risen, mines on the obstacles strike craft that land over them. A cleared hex \
             stays safe.".into()
        }
        Topic::Nothing if question.rule == actions::FIRST => {
            "The 1st Division lands in the EAST, the 29th in the WEST. Each has its own paid actions.".into()
        }
        Topic::Division(_) if question.rule == headquarters::BASE => {
            "In range of a base on the beach nobody is held up by shingle, tank walls or mines on a road, units \
             move off the beach free, and a draw can be opened. One step a division and turn: a new base, or a \
             wider range.".into()
        }
        _ if question.rule == headquarters::POSTS => {
            "A headquarters that settles as a command post reaches further turn by turn. Units in its range act \
             free and have radios and support fire. Moving it undoes that.".into()
        }
        _ if question.rule == headquarters::GARRISON => {
            "No German unit appears in a position with a garrison, and it counts as yours for the score. It costs \
             nothing.".into()
        }
        _ => return None,
    })
}

fn name(g: &Day, unit: UnitId) -> &str {
    &g.data().units[unit.index()].name
}

fn hex_name(g: &Day, hex: HexId) -> String {
    Names(g.data()).hex(hex)
}

/// US actions: what can be done and what is left to pay with.
fn what_next(g: &Day, division: Division) -> String {
    let left = match allowance::paid_left(g, division) {
        0 => "only what is free is left",
        _ => "or finish",
    };
    format!("{}: choose a unit, then what it does; {left}.", division.name())
}

fn volley(g: &Day, rule: Rule, sector: Sector) -> String {
    let hits = match g.today.volley.len() {
        1 => "this hit is".to_string(),
        n => format!("these {n} hits are"),
    };
    let mut parts = rule.code.split(['.', '-']).skip(1);
    let what = match (parts.next(), parts.next()) {
        _ if rule.code.ends_with("-ambush") => "An ambush",
        (Some("arty"), _) | (Some("gact"), Some("artillery")) => "German artillery",
        (Some("gact"), Some("mortar")) => "German mortars",
        (Some("gact"), Some("patrol")) => "A German patrol",
        (Some("gact"), Some("ambush")) => "An ambush",
        (Some("gact"), Some("advance")) => "A German advance",
        _ => "German fire",
    };
    format!("{what} in the {}: {hits} about to be applied.", Names(g.data()).sector(sector))
}

fn assault(g: &Day, rule: Rule, hex: HexId) -> String {
    let whom = Names(g.data()).defenders(hex);
    match rule {
        it if it == attack::HERO => format!(
            "Attack on {whom}: the defender is face up. What does the hero do: stand in for a missing weapon, add to the strength, or nothing?"
        ),
        it if it == attack::result::ATTRITION => format!(
            "Attack on {whom}: give up a step of an attacker next to it, and the depth marker is eliminated?"
        ),
        _ if g.today.muster.units.is_empty() => {
            format!("Attack on {whom}: which infantry unit next to it begins?")
        }
        _ => format!("Attack on {whom}: who else takes part? All are named before it is revealed."),
    }
}

fn on_the_way(g: &Day, rule: Rule, unit: UnitId, to: HexId) -> String {
    let (who, to_hex) = (name(g, unit), hex_name(g, to));
    match rule {
        it if it == infiltration::AFTER_LOSS => {
            format!(
                "{who} lost a step on its way to {to_hex}. Does it go on, or stay where it was?"
            )
        }
        it if it == extended::GO_ON || it == extended::GO_ON_ROAD => {
            format!("{who} is in {to_hex}. Does it go on, and where?")
        }
        _ if exit::exit_at(g, unit).is_some() && g[unit].hex() == Some(to) => {
            format!("{who} leaves the map. Who leaves with it for the same action?")
        }
        _ => format!("{who} goes to {to_hex}. Who comes along in the same action?"),
    }
}

fn of_unit(g: &Day, rule: Rule, unit: UnitId) -> String {
    let who = name(g, unit);
    match rule {
        it if it == losses::SACRIFICE => {
            format!(
                "{who} would lose its last step. Does its hero fall instead? The unit would be inspired."
            )
        }
        it if it == amphibious::RANGER_DRIFT => {
            format!("{who} would land as planned. Does it drift east by choice?")
        }
        it if it == arrivals::DELAYED => {
            format!(
                "{who} arrives late and may come anywhere. Which landing box? It lands next turn."
            )
        }
        it if it == arrivals::FULL => {
            format!("{who} finds its boxes full. Which of the nearest? It lands next turn.")
        }
        it if [arrivals::EXACT, arrivals::BEACH, arrivals::DIVISION].contains(&it) => {
            format!("{who} arrives. Which landing box? It lands there next turn, unless it drifts.")
        }
        it if it == advance::DISPLACED => format!("{who} is driven out. Where does it go?"),
        it if it == setup::BEACH => format!("{who} begins on the beach. In which hex?"),
        it if it == setup::BOXES => format!("{who} begins at sea. In which landing box?"),
        it => format!("{who}: {}?", it.title),
    }
}

fn of_division(rule: Rule, division: Division) -> String {
    let short = division_short(division);
    match rule {
        it if it == events::HERO => format!(
            "One man stands up in the {short} Division. Which unit has the hero? Its actions are free, and he helps in an attack."
        ),
        it if it == events::STRAGGLERS => {
            format!(
                "Stragglers rejoin the {short} Division. Which shattered company has two steps again?"
            )
        }
        it if it == events::SCOUTS => {
            format!("Scouts of the {short} Division report. Which German unit do they look at?")
        }
        it if it == headquarters::BASE => {
            format!("{}: a new engineer base, or does one reach further?", division.name())
        }
        it => format!("{}: {}?", division.name(), it.title),
    }
}

fn of_sector(g: &Day, rule: Rule, sector: Sector) -> String {
    let name = Names(g.data()).sector(sector);
    match rule {
        it if it == engineer::CLEAR => format!(
            "{name} demolition teams: which obstacle hex do they clear? Only hexes out of fire of this turn's colours are open to them."
        ),
        it if it == events::INTERROGATION => {
            "A prisoner talks. Which German unit is revealed with its depth?".into()
        }
        it if it == artillery::TIE || it == german_actions::artillery::TIE => {
            format!(
                "{name}: German artillery has several targets that count alike. Which unit loses a step?"
            )
        }
        it => format!("{name}: {}?", it.title),
    }
}

fn of_position(g: &Day, rule: Rule, position: PositionId) -> String {
    let name = &g.data().positions[position.index()].name;
    match rule {
        it if it == fire::TIE => {
            format!("{name} fires and has several targets that count alike. Which unit is hit?")
        }
        it if it == fire::LEADER_TIE => format!("{name} can hit a leader. Which one?"),
        it if it == mortar::TIE => {
            format!(
                "The mortars of {name} have several targets that count alike. Which unit is hit?"
            )
        }
        it if it == ambush::TIE => {
            format!(
                "An ambush from {name} has several targets that count alike. Which unit is hit?"
            )
        }
        it if it == patrol::ONE => {
            format!(
                "A patrol from {name} has several targets that count alike. Which unit is disrupted?"
            )
        }
        it if it == advance::SUCCESS => {
            format!("The Germans break through to {name}. Which unit on their way loses a step?")
        }
        it if it == events::SALVO_US => {
            format!("The salvo falls on your own units in {name}. Which one loses a step?")
        }
        it => format!("{name}: {}. Which unit?", it.title),
    }
}

fn of_nothing(g: &Day, rule: Rule, topic: Topic) -> String {
    match rule {
        it if it == actions::FIRST => {
            "Which division acts first? It does all it wants, then the other follows.".into()
        }
        it if it == amphibious::MINE => {
            "A mine goes up among the craft over the obstacles. Which unit loses a step?".into()
        }
        it if it == amphibious::MINE_HQ => {
            "A mine turns a headquarters back. Which one comes later?".into()
        }
        it if it == events::ROCKETS => "The rockets of WN69 fire. Which unit loses a step?".into(),
        it if it == headquarters::GARRISON => {
            "A garrison holds a position for you after your units have left. Place one?".into()
        }
        it if it == headquarters::POSTS => {
            "Command posts: does a headquarters settle, or a post reach further?".into()
        }
        it if it == party::TOGETHER => "Who comes along?".into(),
        it => match topic {
            Topic::Card(card) => {
                format!("Card {}: {}.", g.data().cards[card.index()].number, it.title)
            }
            Topic::Hex(hex) => format!("{}: {}.", hex_name(g, hex), it.title),
            Topic::German(german) => match g.hex_of(german) {
                Some(hex) => format!("{}: {}.", hex_name(g, hex), it.title),
                None => format!("{}.", it.title),
            },
            _ => format!("{}.", it.title),
        },
    }
}
