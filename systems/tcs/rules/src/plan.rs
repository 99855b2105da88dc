//! Free answers: one whole value each (tcs.general.proposed-values).

use serde::{Deserialize, Serialize};

use crate::setup::Placed;

/// On the tape: `{"set-up":[…]}`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Plan {
    SetUp(Vec<Placed>),
}
