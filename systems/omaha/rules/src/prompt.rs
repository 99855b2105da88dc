//! Every question in a sentence that can be answered without the book: what is asked, what the choice means, what it
//! costs and risks.

use board::HexId;

use crate::actions::allowance;
use crate::data::{Division, PositionId, UnitId};
use crate::question::{Berthing, Blow, Question, Topic};
use crate::setup;
use crate::state::{Day, Shooter};
use crate::text::{Names, division_short};

/// The sentence of a prompt.
#[must_use]
pub fn question(g: &Day, question: &Question) -> String {
    let names = Names(g.data());
    let title = question.rule.title;
    match question.topic {
        Topic::Actions(division) => what_next(g, division),
        Topic::Volley(sector, by) => {
            let hits = match g.today.volley.len() {
                1 => "this hit is".to_string(),
                n => format!("these {n} hits are"),
            };
            let what = match by {
                Blow::Fire => "German fire",
                Blow::Artillery => "German artillery",
                Blow::Mortars => "German mortars",
                Blow::Patrol => "A German patrol",
                Blow::Ambush => "An ambush",
                Blow::Advance => "A German advance",
            };
            format!("{what} in the {}: {hits} about to be applied.", names.sector(sector))
        }
        Topic::Declare(hex) if g.today.muster.units.is_empty() => {
            format!("Attack on {}: which infantry unit next to it begins?", names.defenders(hex))
        }
        Topic::Declare(hex) => {
            let whom = names.defenders(hex);
            format!("Attack on {whom}: who else takes part? All are named before it is revealed.")
        }
        Topic::HeroInAttack(hex) => format!(
            "Attack on {}: the defender is face up. What does the hero do: stand in for a missing weapon, add to the strength, or nothing?",
            names.defenders(hex)
        ),
        Topic::Attrition(hex) => format!(
            "Attack on {}: give up a step of an attacker next to it, and the depth marker is eliminated?",
            names.defenders(hex)
        ),
        Topic::AfterLoss { unit, to } => format!(
            "{} lost a step on its way to {}. Does it go on, or stay where it was?",
            name(g, unit),
            hex_name(g, to)
        ),
        Topic::GoOn { unit, to } => {
            format!("{} is in {}. Does it go on, and where?", name(g, unit), hex_name(g, to))
        }
        Topic::LeaveAlong { unit, .. } => {
            format!("{} leaves the map. Who leaves with it for the same action?", name(g, unit))
        }
        Topic::ComeAlong { unit, to } => format!(
            "{} goes to {}. Who comes along in the same action?",
            name(g, unit),
            hex_name(g, to)
        ),
        Topic::Sacrifice(unit) => format!(
            "{} would lose its last step. Does its hero fall instead? The unit would be inspired.",
            name(g, unit)
        ),
        Topic::RangerDrift(unit) => {
            format!("{} would land as planned. Does it drift east by choice?", name(g, unit))
        }
        Topic::Follow { leader, unit } => format!(
            "{} drifts. Does {} drift with it, or stay in the box and land there?",
            name(g, unit),
            name(g, leader)
        ),
        Topic::Berth(unit, Berthing::Delayed) => format!(
            "{} arrives late and may come anywhere. Which landing box? It lands next turn.",
            name(g, unit)
        ),
        Topic::Berth(unit, Berthing::Full) => format!(
            "{} finds its boxes full. Which of the nearest? It lands next turn.",
            name(g, unit)
        ),
        Topic::Berth(unit, Berthing::Assigned) => format!(
            "{} arrives. Which landing box? It lands there next turn, unless it drifts.",
            name(g, unit)
        ),
        Topic::Displaced(unit) => format!("{} is driven out. Where does it go?", name(g, unit)),
        Topic::StartHex(unit) => format!("{} begins on the beach. In which hex?", name(g, unit)),
        Topic::StartBox(unit) => {
            format!("{} begins at sea. In which landing box?", name(g, unit))
        }
        Topic::Hero(division) => format!(
            "One man stands up in the {} Division. Which unit has the hero? Its actions are free, and he helps in an attack.",
            division_short(division)
        ),
        Topic::Stragglers(division) => format!(
            "Stragglers rejoin the {} Division. Which shattered company has two steps again?",
            division_short(division)
        ),
        Topic::Scouts(division) => format!(
            "Scouts of the {} Division report. Which German unit do they look at?",
            division_short(division)
        ),
        Topic::Interrogation(_) => {
            "A prisoner talks. Which German unit is revealed with its depth?".into()
        }
        Topic::Rockets => "The rockets of WN69 fire. Which unit loses a step?".into(),
        Topic::ShortSalvo(position) => format!(
            "The salvo falls on your own units in {}. Which one loses a step?",
            position_name(g, position)
        ),
        Topic::Mine => {
            "A mine goes up among the craft over the obstacles. Which unit loses a step?".into()
        }
        Topic::MineHeadquarters => {
            "A mine turns a headquarters back. Which one comes later?".into()
        }
        Topic::WhoIsHit(by) => format!(
            "{} has several targets that count alike. Which unit is hit?",
            match by {
                Shooter::Position(position) => format!("{} fires and", position_name(g, position)),
                _ => shooter(g, by),
            }
        ),
        Topic::WhichLeaderIsHit(by) => {
            format!("{} can hit a leader. Which one?", shooter(g, by))
        }
        Topic::ArtilleryTarget(sector) => format!(
            "{}: German artillery has several targets that count alike. Which unit loses a step?",
            names.sector(sector)
        ),
        Topic::MortarTarget(position) => format!(
            "The mortars of {} have several targets that count alike. Which unit is hit?",
            position_name(g, position)
        ),
        Topic::AmbushTarget(position) => format!(
            "An ambush from {} has several targets that count alike. Which unit is hit?",
            position_name(g, position)
        ),
        Topic::PatrolTarget(position) => format!(
            "A patrol from {} has several targets that count alike. Which unit is disrupted?",
            position_name(g, position)
        ),
        Topic::Breakthrough(position) => format!(
            "The Germans break through to {}. Which unit on their way loses a step?",
            position_name(g, position)
        ),
        Topic::Clear(sector) => format!(
            "{} demolition teams: which obstacle hex do they clear? Only hexes out of fire of this turn's colours are open to them.",
            names.sector(sector)
        ),
        Topic::FirstDivision => {
            "Which division acts first? It does all it wants, then the other follows.".into()
        }
        Topic::Stacking(hex) => {
            let limit = g.data().tables.constants.stacking_limit;
            format!("Only {limit} units may stay in {}. Which one is given up?", hex_name(g, hex))
        }
        Topic::Base(division) => {
            format!("{}: a new engineer base, or does one reach further?", division.name())
        }
        Topic::Garrison => {
            "A garrison holds a position for you after your units have left. Place one?".into()
        }
        Topic::Posts => {
            "Command posts: does a headquarters settle, or a post reach further?".into()
        }
        Topic::ForHex(hex) => format!("{}: {title}.", hex_name(g, hex)),
        Topic::ForPosition(position) => {
            format!("{}: {title}. Which unit?", position_name(g, position))
        }
        Topic::Reveal(german) => match g.hex_of(german) {
            Some(hex) => format!("{}: {title}.", hex_name(g, hex)),
            None => format!("{title}."),
        },
        Topic::Nothing | Topic::Draw(_) | Topic::Pool(_) | Topic::DepthPool(_) => {
            format!("{title}.")
        }
    }
}

fn position_name(g: &Day, position: PositionId) -> &str {
    &g.data().positions[position.index()].name
}

fn shooter(g: &Day, by: Shooter) -> String {
    let names = Names(g.data());
    match by {
        Shooter::Position(position) => position_name(g, position).into(),
        Shooter::Armour(german) => {
            let at = g.hex_of(german).map_or_else(String::new, |it| hex_name(g, it));
            format!("German armour in {at}")
        }
        Shooter::Artillery(sector) => names.sector(sector).into(),
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
        Topic::Volley(..) if g.is_extended() => "Each sector draws a card. Its colours and letters tell the German \
         positions what to do: fire, patrol, bring mortars, lie in ambush, advance or call for reserves. The \
         arrows show who hits whom, the card beside the map why. Nothing to decide here.".into(),
        Topic::Volley(..) => "Each sector draws a fire card. The positions of its colours fire at units in their \
         field of fire: the arrows show who hits whom, the card beside the map why. Nothing to decide here.".into(),
        Topic::WhoIsHit(Shooter::Position(_)) => {
            "A position hits units in intense fire first, then the nearest, then those with most steps. Where \
             that leaves several, you choose.".into()
        }
        Topic::Clear(_) => {
            "When the tide has risen, mines on the obstacles strike craft that land over them. A cleared hex \
             stays safe.".into()
        }
        Topic::FirstDivision => {
            "The 1st Division lands in the EAST, the 29th in the WEST. Each has its own paid actions.".into()
        }
        Topic::Base(_) => {
            "In range of a base on the beach nobody is held up by shingle, tank walls or mines on a road, units \
             move off the beach free, and a draw can be opened. One step a division and turn: a new base, or a \
             wider range.".into()
        }
        Topic::Posts => {
            "A headquarters that settles as a command post reaches further turn by turn. Units in its range act \
             free and have radios and support fire. Moving it undoes that.".into()
        }
        Topic::Garrison => {
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
