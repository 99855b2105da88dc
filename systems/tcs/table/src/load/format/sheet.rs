//! The shape of an op sheet in a file, for editors and for the reader that names every mistake. The rules read the value
//! itself (`tcs::sheet::Sheet`); a test holds the two together.
#![allow(dead_code)] // Shapes, never values.

use std::borrow::Cow;

use module::values::{HexLabel, HexPair, Said};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Value, json};
use tcs::sheet::Mission;
use tcs::sheet::value::Echelon;

/// tcs.draw.contents
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

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct ObjectiveShape {
    #[schemars(length(min = 1, max = 80))]
    name: String,
    hexes: Vec<HexLabel>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct DepartureShape {
    line: Vec<HexPair>,
    start_time: Option<String>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct FailureShape {
    rally: HexLabel,
    #[schemars(range(min = 0, max = 100))]
    loss_percent: Option<i64>,
    time_limit: Option<String>,
    route: Option<Vec<HexLabel>>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct BoundaryShape {
    echelon: Said<Echelon>,
    companies: Option<Vec<String>>,
    line: Vec<HexPair>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct SectorShape {
    company: String,
    hex: HexLabel,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct PhaseShape {
    #[schemars(length(min = 1, max = 80))]
    name: String,
    line: Vec<HexPair>,
    release: Option<ReleaseShape>,
}

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

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct LocationShape {
    unit: String,
    hex: HexLabel,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct SmokeShape {
    hexes: Vec<HexLabel>,
    trigger: SmokeTriggerShape,
}

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
