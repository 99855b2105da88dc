//! Step F: formations change their division, by module rules.

use kernel::{Cx, Rule, rules};

use crate::data::{Data, DivisionId, FormationId, Side, Transfer};
use crate::event::Words;
use crate::leader;
use crate::question::{Topic, ask};
use crate::state::Battle;
use crate::text::Names;

rules! {
    TRANSFERS = "gts.sop.f-s0", "Formations change their division";
    TRANSFERS_S1 = "gts.sop.f-s1", "Formations change their division";
}

/// The transfers the scenario lists for this turn (gts.sop.f-s0, gts.sop.f-s1); without any nothing changes (gts.sop.f-default,
/// gts.data.no-hook). What goes with the formation and what stays: gts.ruling.transfers.
pub fn step<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) -> Result<(), C::Halt> {
    let rule = step_rule(g);
    for i in 0..g.data().transfers.len() {
        let transfer = g.data().transfers[i];
        let Some(side) = due(g, transfer) else { continue };
        let Transfer { formation, to, optional, .. } = transfer;
        let who = ask(side, rule, Topic::Transfer(formation));
        if optional && !cx.confirm(g, who)? {
            continue;
        }
        g.formation_division[usize::from(formation.0)] = to;
        cx.say(rule, || Said::Transferred { formation, division: to }.into());
        leader::rejoin(cx, g, formation);
    }
    Ok(())
}

/// Whose transfer it is, if it takes place now.
fn due(g: &Battle, transfer: Transfer) -> Option<Side> {
    let from = g.division_of(transfer.formation);
    let side = g.data().divisions[usize::from(from.0)].side;
    let own = g.data().divisions[usize::from(transfer.to.0)].side == side;
    (transfer.turn == g.turn && from != transfer.to && own).then_some(side)
}

/// The editions differ in words only.
fn step_rule(g: &Battle) -> Rule {
    if g.scene.edition().alters_commonwealth { TRANSFERS } else { TRANSFERS_S1 }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Transferred { formation: FormationId, division: DivisionId },
}

impl Said {
    pub(crate) fn words(&self, data: &Data) -> Words {
        let names = Names(data);
        match self {
            Said::Transferred { formation, division } => (
                format!("{} passes to {}.", names.formation(*formation), names.division(*division)),
                names.division_side(*division),
                vec![],
            ),
        }
    }
}
