//! Close assault: whom to charge, and how to meet.

use kernel::{Ledger as _, Sum};
use skirmish::assault::{count_melee, may_charge};
use skirmish::data::{ElementId, FigureId};
use skirmish::question::{Charge, Move, Plan};
use skirmish::state::Level;
use smallvec::SmallVec;
use tabletop::{Spot, within};

use super::{Staff, best};

/// Of a loser's worth, beside the figures it loses: it tests severely and falls back.
const LOST: f64 = 0.5;
/// So many figures can come at one.
const AROUND: usize = 2;
/// Kills are counted up to here.
const MOST: usize = 16;

impl Staff<'_> {
    /// What a charge of one element at another is worth to it, if they meet with all they have.
    pub(super) fn melee(&self, by: ElementId, at: ElementId) -> f64 {
        let g = self.g;
        if !g[by].level.is_unbroken() {
            return 0.0;
        }
        // skirmish.cc.broken-target
        if g[at].level == Level::Broken {
            return self.worth(at);
        }
        let (ours, theirs) = (self.blows(by, at), self.blows(at, by));
        let (mut wins, mut loses, mut killed, mut lost) = (0.0, 0.0, 0.0, 0.0);
        for (i, p) in ours.iter().enumerate() {
            for (j, q) in theirs.iter().enumerate() {
                let both = p * q;
                killed += both * i as f64;
                lost += both * j as f64;
                match i.cmp(&j) {
                    std::cmp::Ordering::Greater => wins += both,
                    std::cmp::Ordering::Less => loses += both,
                    std::cmp::Ordering::Equal => (),
                }
            }
        }
        // A tie is fought again; it is lost in the end by who declared, if by anybody.
        let decided: f64 = wins + loses;
        if 0.0 < decided {
            (wins, loses) = (wins / decided, loses / decided);
        }
        let gain = self.worth(at) * (killed / self.alive(at).max(1.0) + LOST * wins);
        gain - self.worth(by) * (lost / self.alive(by).max(1.0) + LOST * loses)
    }

    /// The chances of so many kills in a round.
    fn blows(&self, by: ElementId, at: ElementId) -> [f64; MOST + 1] {
        let g = self.g;
        let mut kills = [0.0; MOST + 1];
        kills[0] = 1.0;
        let chance = self.melee_chance(by);
        let most = g.alive(at).count();
        let dice: u8 = g.alive(by).take(AROUND * most).map(|it| self.melee_dice(it)).sum();
        let cap = if most < MOST { most } else { MOST };
        for _ in 0..dice {
            for i in (0..=cap).rev() {
                let below = if 0 < i { kills[i - 1] * chance } else { 0.0 };
                let stays = if i == cap { kills[i] } else { kills[i] * (1.0 - chance) };
                kills[i] = stays + below;
            }
        }
        kills
    }

    fn melee_chance(&self, id: ElementId) -> f64 {
        let g = self.g;
        let mut number = Sum::default();
        let suppressed = g[id].level == Level::Suppressed;
        count_melee(g.tables(), g.quality(id), suppressed, &mut number);
        self.chance(number.total())
    }

    fn melee_dice(&self, figure: FigureId) -> u8 {
        let g = self.g;
        g.tables().weapon(g.scene.figures[usize::from(figure.0)].weapon).melee_dice
    }

    /// Who charges whom: each at the one that is worth most, if it is worth it.
    pub(super) fn charges(&self) -> Plan {
        let g = self.g;
        let mut charges: Vec<Charge> = Vec::new();
        for element in g.of_side(self.side) {
            let hidden = if g.is_hidden(element) { self.w.hidden } else { 0.0 };
            let mut found: Option<(f64, Charge)> = None;
            for target in g.revealed(self.side.other()) {
                let charge = Charge { element, target };
                if may_charge(g, self.side, &charges, charge).is_err() {
                    continue;
                }
                let helped = charges.iter().filter(|it| it.target == target).count() as f64;
                let worth = self.melee(element, target) + helped - hidden;
                if found.is_none_or(|(most, _)| most < worth) {
                    found = Some((worth, charge));
                }
            }
            charges.extend(found.filter(|(worth, _)| 0.0 < *worth).map(|(_, it)| it));
        }
        Plan::Assault(charges)
    }

    /// An assault move or a reaction: where our dice in contact are worth most against theirs.
    pub(super) fn rush(&self, id: ElementId, ready: &[Plan]) -> Plan {
        let g = self.g;
        let enemies: SmallVec<[ElementId; 4]> = match &g.combat {
            Some(combat) => combat.of(g, self.side.other()),
            None => SmallVec::new(),
        };
        let score = |plan: &Plan| {
            let Plan::Move(Move { paths, .. }) = plan else { return f64::NEG_INFINITY };
            let ends: SmallVec<[(FigureId, Spot); 8]> =
                g.spots(id).zip(paths).map(|((it, at), path)| (it, path.end(at))).collect();
            let foes = || enemies.iter().flat_map(|it| g.spots(*it).map(|(f, at)| (*it, f, at)));
            let ours = ends.iter().filter(|(_, at)| foes().any(|(.., b)| self.touch(*at, b)));
            let dice: u8 = ours.map(|(it, _)| self.melee_dice(*it)).sum();
            let theirs = foes().filter(|(.., b)| ends.iter().any(|(_, at)| self.touch(*at, *b)));
            let back: f64 = theirs
                .map(|(foe, it, _)| f64::from(self.melee_dice(it)) * self.melee_chance(foe))
                .sum();
            f64::from(dice) * self.melee_chance(id) - back
        };
        ready[best(ready.iter().map(score))].clone()
    }

    /// skirmish.cc.contact
    fn touch(&self, a: Spot, b: Spot) -> bool {
        let reach = self.g.tables().close_combat.contact_units;
        let near = a.floor == b.floor && within(a.point(), b.point(), reach);
        near && !self.g.scene.table.parted(a, b)
    }
}
