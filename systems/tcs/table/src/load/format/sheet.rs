//! The shape of an op sheet in a file, for editors and for the reader that names every mistake. The rules read the value
//! itself (`tcs::sheet::Sheet`); a test holds the two together.

use std::borrow::Cow;

use module::values::{At, HexLabel, HexPair, Said};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde_json::{Value, json};
use tcs::sheet::value::Echelon;
use tcs::sheet::{Mission, Sheet};

use super::scenario::SheetState;

/// Sheets by themselves, as a scenario has them; the page knows whose they are and that they are in preparation.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sheets {
    #[serde(default)]
    #[schemars(length(max = 60))]
    pub(crate) sheet: Vec<LooseSheet>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)] // State and turns are said in a file and mean nothing here.
pub(crate) struct LooseSheet {
    pub(crate) side: Option<At<String>>,
    state: Option<Said<SheetState>>,
    #[schemars(range(min = 0, max = 99))]
    weighted_turns: Option<At<i64>>,
    #[schemars(with = "SheetShape")]
    pub(crate) value: At<Sheet>,
}

/// tcs.draw.contents
#[allow(dead_code)] // Shapes, never values: these and those below.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct SheetShape {
    #[schemars(length(min = 1, max = 80))]
    name: String,
    /// A key of a file in forces/.
    force: String,
    #[schemars(length(min = 1, max = 200))]
    units: Vec<String>,
    #[schemars(length(max = 2000))]
    note: Option<String>,
    drawing: DrawingShape,
    alternate: Option<AlternateShape>,
    branches: Option<Vec<DrawingShape>>,
}

/// tcs.cmd.one-type-a-sheet
#[allow(dead_code)]
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct DrawingShape {
    mission: Said<Mission>,
    objective: Option<ObjectiveShape>,
    assembly: Option<HexLabel>,
    departure: Option<DepartureShape>,
    failure: Option<FailureShape>,
    /// Units that follow at a distance (tcs.draw.support).
    support: Option<Vec<String>>,
    boundaries: Option<Vec<BoundaryShape>>,
    sectors: Option<Vec<SectorShape>>,
    phases: Option<Vec<PhaseShape>>,
    advances: Option<Vec<AdvanceShape>>,
    locations: Option<Vec<LocationShape>>,
    smoke: Option<Vec<SmokeShape>>,
}

#[allow(dead_code)]
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct ObjectiveShape {
    #[schemars(length(min = 1, max = 80))]
    name: String,
    hexes: Vec<HexLabel>,
}

#[allow(dead_code)]
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct DepartureShape {
    line: Vec<HexPair>,
    start_time: Option<String>,
}

#[allow(dead_code)]
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct FailureShape {
    rally: HexLabel,
    #[schemars(range(min = 0, max = 100))]
    loss_percent: Option<i64>,
    time_limit: Option<String>,
    route: Option<Vec<HexLabel>>,
}

#[allow(dead_code)]
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct BoundaryShape {
    echelon: Said<Echelon>,
    companies: Option<Vec<String>>,
    line: Vec<HexPair>,
}

#[allow(dead_code)]
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct SectorShape {
    company: String,
    hex: HexLabel,
}

#[allow(dead_code)]
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct PhaseShape {
    #[schemars(length(min = 1, max = 80))]
    name: String,
    line: Vec<HexPair>,
    release: Option<ReleaseShape>,
}

#[allow(dead_code)]
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct AdvanceShape {
    #[schemars(length(min = 1, max = 80))]
    name: String,
    path: Vec<HexLabel>,
    /// Of an axis; a direction of attack has none.
    #[schemars(range(min = 0, max = 20))]
    half_width: Option<i64>,
    units: Option<Vec<String>>,
}

#[allow(dead_code)]
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct LocationShape {
    unit: String,
    hex: HexLabel,
}

#[allow(dead_code)]
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct SmokeShape {
    hexes: Vec<HexLabel>,
    trigger: SmokeTriggerShape,
}

#[allow(dead_code)]
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct AlternateShape {
    trigger: TriggerShape,
    drawing: DrawingShape,
}

/// A value that is one of some words, or a table with one of some keys.
macro_rules! either {
    ($($(#[doc = $doc:literal])* $name:ident: $words:expr, $keys:expr;)*) => {
        $(
            $(#[doc = $doc])*
            #[allow(dead_code)]
            struct $name;
            impl JsonSchema for $name {
                fn schema_name() -> Cow<'static, str> {
                    stringify!($name).into()
                }
                fn json_schema(_: &mut SchemaGenerator) -> Schema {
                    let table = json!({
                        "type": "object", "properties": $keys, "additionalProperties": false,
                    });
                    let words: &[&str] = $words;
                    let word = (!words.is_empty()).then(|| json!({ "type": "string", "enum": words }));
                    let any: Vec<Value> = word.into_iter().chain([table]).collect();
                    json_schema!({ "description": concat!($($doc),*).trim(), "anyOf": any })
                }
            }
        )*
    };
}

either! {
    /// "none", "all-up", { time = "0640" } or { signal = { sheet = "...", phase = "..." } } (tcs.draw.pl-release).
    ReleaseShape: &["none", "all-up"], json!({
        "time": { "type": "string" },
        "signal": {
            "type": "object",
            "properties": { "sheet": { "type": "string" }, "phase": { "type": "string" } },
            "required": ["sheet"],
            "additionalProperties": false,
        },
    });
    /// { time = "0640" } or { phase = "Able" } (tcs.draw.smoke-shape).
    SmokeTriggerShape: &[], json!({ "time": { "type": "string" }, "phase": { "type": "string" } });
    /// "attained", { time = "0640" }, { phase = "Able" } or { spotted = ["1010"] } (tcs.prep.alternate-trigger).
    TriggerShape: &["attained"], json!({
        "time": { "type": "string" },
        "phase": { "type": "string" },
        "spotted": { "type": "array", "items": { "type": "string", "pattern": module::values::HEX } },
    });
}
