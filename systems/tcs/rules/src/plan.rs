//! Free answers: one whole value each (tcs.general.proposed-values).

use serde::{Deserialize, Serialize};

use crate::command::papers::{Check, Join, Paper};
use crate::id::SheetId;
use crate::setup::Placed;

/// On the tape: `{"set-up":[…]}`, `{"sheets":[{"draw":{…}}]}`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Plan {
    SetUp(Vec<Placed>),
    /// Command step 3: the sheets that are thrown for.
    Throws(Vec<SheetId>),
    /// Command step 4.
    Checks(Vec<Check>),
    /// Command step 5.
    Joins(Vec<Join>),
    /// Command step 6, and sheets drawn at set-up.
    Sheets(Vec<Paper>),
}
