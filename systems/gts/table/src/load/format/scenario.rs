//! Files of scenarios.

use std::{borrow::Cow, collections::BTreeMap, fmt};

use gts::data::{Delay, Effect, SeaBox, SupplyLevel, Weather};
use module::values::Or;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor},
};

use super::{At, Few, Figure, HexLabel, Points, Said};

kernel::words! {
    /// How an event comes up (gts.chit.events-s1).
    pub(crate) enum Method: "way to find an event" {
        Roll = "roll";
        Draw = "draw";
    }
}

/// Boxes in which units begin; ships have an entry of their own.
#[derive(Clone, Debug)]
pub(crate) struct Loads;

impl Few<SeaBox> for Loads {
    fn may_stand(word: SeaBox) -> bool {
        word != SeaBox::Range
    }
}

/// Markers that units bear: those of modules, and what an event leaves.
#[derive(Clone, Debug)]
pub(crate) struct Borne;

impl Few<Or<Delay, Effect>> for Borne {
    fn may_stand(word: Or<Delay, Effect>) -> bool {
        matches!(word, Or::One(_) | Or::Other(Effect::Hero | Effect::Heroic))
    }
}

/// `gts/<module>/scenarios/<scenario>.toml`: one game to play. Units of the module it does not name take no part.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Scenario {
    #[schemars(length(min = 1, max = 120))]
    pub(crate) title: At<String>,
    /// One or two sentences.
    #[schemars(length(min = 1, max = 2000))]
    pub(crate) summary: At<String>,
    /// How long it takes to play.
    #[schemars(range(min = 1, max = 10_000))]
    pub(crate) minutes: At<i64>,
    /// At the start.
    pub(crate) weather: Said<Weather>,
    /// The weather from this roll of the die on, ascending from 0; the default table if absent
    /// (gts.weather.table-default).
    #[schemars(length(min = 1, max = 10))]
    pub(crate) weather_table: Option<Vec<WeatherRowText>>,
    /// The formation of the Royal Marines chit, in the mug every turn (gts.form.royal-marines); normandy only.
    pub(crate) royal_marines: Option<At<String>>,
    /// Keys of divisions (gts.assault.night-bonus).
    #[serde(default)]
    #[schemars(length(max = 20))]
    pub(crate) night_assault: Vec<At<String>>,
    /// How many events chits; 0 if absent.
    #[schemars(range(min = 0, max = 20))]
    pub(crate) events_chits: Option<At<i64>>,
    /// The day, for a scenario without [[turn]]: it has the turns of the default calendar (gts.time.default).
    #[schemars(length(min = 1, max = 40))]
    pub(crate) date: Option<At<String>>,
    #[serde(default)]
    #[schemars(length(max = 60))]
    pub(crate) turn: Vec<TurnText>,
    /// The default table if absent (gts.events.table).
    pub(crate) events: Option<EventsText>,
    /// Sides with Air Points.
    #[serde(default)]
    pub(crate) air: BTreeMap<At<String>, AirText>,
    /// Formations that change to another division.
    #[serde(default)]
    #[schemars(length(max = 60))]
    pub(crate) transfer: Vec<TransferText>,
    /// Divisions that are short of supply.
    #[serde(default)]
    #[schemars(length(max = 60))]
    pub(crate) supply: Vec<SupplyText>,
    /// Who comes from the sea.
    #[serde(default)]
    #[schemars(length(max = 250))]
    pub(crate) sea: Vec<SeaText>,
    /// Ships that take part.
    #[serde(default)]
    #[schemars(length(max = 100))]
    pub(crate) ships: Vec<ShipsText>,
    pub(crate) naval: Option<LandingText>,
    /// Road Blocks on the map at the start.
    #[serde(default)]
    #[schemars(length(max = 250))]
    pub(crate) road_block: Vec<RoadBlockText>,
    /// Artillery in contact at the start.
    #[serde(default)]
    #[schemars(length(max = 250))]
    pub(crate) contact: Vec<ContactPlaceText>,
    /// Entry hexes by side, on the edge of the map.
    #[serde(default)]
    pub(crate) entry: BTreeMap<At<String>, Vec<At<HexLabel>>>,
    /// Units on the map at the start.
    #[serde(default)]
    #[schemars(length(max = 500))]
    pub(crate) place: Vec<SetUpText>,
    #[serde(default)]
    #[schemars(length(max = 250))]
    pub(crate) reinforcement: Vec<ReinforcementText>,
    /// Leaders without an entry arrive with the first units of their formation (gts.reinf.leader).
    #[serde(default)]
    #[schemars(length(max = 120))]
    pub(crate) leader: Vec<LeaderPlaceText>,
    /// Entrenchments that stand empty at the start.
    #[serde(default)]
    #[schemars(length(max = 250))]
    pub(crate) entrenchment: Vec<EntrenchmentText>,
    #[serde(default)]
    pub(crate) first_turn: FirstTurnText,
    #[serde(default)]
    #[schemars(length(max = 250))]
    pub(crate) victory_hex: Vec<VictoryHexText>,
    /// Where a side may leave the map (gts.ruling.exit).
    #[serde(default)]
    #[schemars(length(max = 250))]
    pub(crate) exit: Vec<ExitText>,
    pub(crate) victory: VictoryText,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WeatherRowText {
    #[schemars(range(min = 0, max = 9))]
    pub(crate) from: At<i64>,
    pub(crate) weather: Said<Weather>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EventsText {
    /// "roll", or "draw" from a cup (gts.chit.events-s1).
    pub(crate) method: Said<Method>,
    #[schemars(length(min = 1, max = 60))]
    pub(crate) entries: At<Vec<EventText>>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EventText {
    /// First roll that brings it, where events are rolled.
    #[schemars(range(min = 0, max = 9))]
    pub(crate) from: Option<At<i64>>,
    /// Last roll that brings it.
    #[schemars(range(min = 0, max = 9))]
    pub(crate) to: Option<At<i64>>,
    /// Markers in the cup, where events are drawn.
    #[schemars(range(min = 1, max = 60))]
    pub(crate) count: Option<At<i64>>,
    /// Whether it goes back into the cup; true if absent (gts.events.draw).
    pub(crate) returns: Option<At<bool>>,
    pub(crate) effect: Said<Effect>,
    /// A key of [[side]] in module.toml; if absent a die decides.
    pub(crate) side: Option<At<String>>,
}

/// Air Points a day by weather (gts.air.points). Without any number the default of the tables, otherwise those given.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AirText {
    #[schemars(range(min = 0, max = 19))]
    pub(crate) clear: Option<At<i64>>,
    #[schemars(range(min = 0, max = 19))]
    pub(crate) overcast: Option<At<i64>>,
    #[schemars(range(min = 0, max = 19))]
    pub(crate) rain: Option<At<i64>>,
    #[schemars(range(min = 0, max = 19))]
    pub(crate) fog: Option<At<i64>>,
    #[schemars(range(min = 0, max = 19))]
    pub(crate) mist: Option<At<i64>>,
    #[schemars(range(min = 0, max = 19))]
    pub(crate) storm: Option<At<i64>>,
    #[schemars(range(min = 0, max = 19))]
    pub(crate) sandstorm: Option<At<i64>>,
    /// Rating of a strike, "6 orange" if absent (gts.air.strike-rating).
    pub(crate) strike: Option<At<Figure>>,
}

/// Step F (gts.sop.f-s0, gts.sop.f-s1).
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TransferText {
    /// From 1.
    #[schemars(range(min = 1, max = 60))]
    pub(crate) turn: At<i64>,
    pub(crate) formation: At<String>,
    /// The division it goes to.
    pub(crate) division: At<String>,
    /// Its owner may refuse; false if absent.
    #[serde(default)]
    pub(crate) optional: bool,
}

/// How a division is supplied in some turns (T2, T9).
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SupplyText {
    pub(crate) division: At<String>,
    /// First turn.
    #[schemars(range(min = 1, max = 60))]
    pub(crate) from: At<i64>,
    /// Last turn.
    #[schemars(range(min = 1, max = 60))]
    pub(crate) to: At<i64>,
    pub(crate) level: Said<SupplyLevel>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SeaText {
    #[schemars(length(min = 1, max = 250))]
    pub(crate) units: Vec<At<String>>,
    pub(crate) at: Said<SeaBox, Loads>,
    /// For "wave" and "loading": keys of a beach and its sub-beach, "sword/queen-red".
    pub(crate) beach: Option<At<String>>,
    /// For "en-route": a key of [[force]] in naval.toml.
    pub(crate) force: Option<At<String>>,
    /// 1 or absent: from the start; later: appears there in step C of that turn.
    #[schemars(range(min = 1, max = 60))]
    pub(crate) turn: Option<At<i64>>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ShipsText {
    /// Keys of [[ship]] in naval.toml.
    #[schemars(length(min = 1, max = 100))]
    pub(crate) units: Vec<At<String>>,
    /// A key of [[force]] in naval.toml.
    pub(crate) force: At<String>,
    /// A range box: "long", "medium" or "short", unless naval.toml has others.
    #[serde(rename = "box")]
    pub(crate) range_box: At<String>,
}

/// The landing in this scenario. All other keys are beaches with the numbers that differ from naval.toml:
/// [naval.sword].
#[derive(Clone, Debug, Default)]
pub(crate) struct LandingText {
    /// Beaches in play at the start; absent: all.
    pub(crate) overlays: Option<Vec<At<String>>>,
    /// The turn in which the Naval Chit is played twice; absent: none (gts.naval.end-first-play).
    pub(crate) double_play: Option<At<i64>>,
    /// First and last turn in which ships may cut telephone lines; absent: all (gts.naval.2-ship-phone-window).
    pub(crate) phone_window: Option<At<Vec<At<i64>>>>,
    pub(crate) beaches: BTreeMap<At<String>, NumbersText>,
}

/// Numbers of a Beach (gts.beach.numbers).
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NumbersText {
    #[schemars(range(min = 0, max = 9))]
    pub(crate) obstacles: Option<At<i64>>,
    #[schemars(range(min = 0, max = 9))]
    pub(crate) nests: Option<At<i64>>,
    #[schemars(range(min = 0, max = 9))]
    pub(crate) gap: Option<At<i64>>,
    #[schemars(range(min = 0, max = 9))]
    pub(crate) sea_state: Option<At<i64>>,
}

impl<'de> Deserialize<'de> for LandingText {
    /// By hand: serde loses the places of what it flattens.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<LandingText, D::Error> {
        struct Keys;
        impl<'de> Visitor<'de> for Keys {
            type Value = LandingText;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a table")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<LandingText, A::Error> {
                let mut out = LandingText::default();
                while let Some(key) = map.next_key::<At<String>>()? {
                    match key.as_str() {
                        "overlays" => out.overlays = Some(map.next_value()?),
                        "double_play" => out.double_play = Some(map.next_value()?),
                        "phone_window" => out.phone_window = Some(map.next_value()?),
                        _ => {
                            out.beaches.insert(key, map.next_value()?);
                        }
                    }
                }
                Ok(out)
            }
        }
        deserializer.deserialize_map(Keys)
    }
}

impl JsonSchema for LandingText {
    fn schema_name() -> Cow<'static, str> {
        "LandingText".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let turn = || json_schema!({ "type": "integer", "minimum": 1, "maximum": 60 });
        json_schema!({
            "description": "The landing in this scenario. Other keys are beaches with the numbers that differ from naval.toml.",
            "type": "object",
            "properties": {
                "overlays": {
                    "description": "Beaches in play at the start; absent: all.",
                    "type": "array",
                    "items": { "type": "string" },
                    "maxItems": 8
                },
                "double_play": {
                    "description": "The turn in which the Naval Chit is played twice; absent: none (gts.naval.end-first-play).",
                    "type": "integer",
                    "minimum": 1,
                    "maximum": 60
                },
                "phone_window": {
                    "description": "First and last turn in which ships may cut telephone lines; absent: all (gts.naval.2-ship-phone-window).",
                    "type": "array",
                    "items": turn(),
                    "minItems": 2,
                    "maxItems": 2
                }
            },
            "additionalProperties": generator.subschema_for::<NumbersText>()
        })
    }
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RoadBlockText {
    /// A road hex.
    pub(crate) at: At<HexLabel>,
    /// Whose marker it is.
    pub(crate) division: At<String>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ContactPlaceText {
    /// Artillery of orange or black class.
    pub(crate) unit: At<String>,
    /// A leader of its side.
    pub(crate) leader: At<String>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TurnText {
    #[schemars(length(min = 1, max = 40))]
    pub(crate) date: At<String>,
    #[schemars(length(min = 1, max = 20))]
    pub(crate) time: At<String>,
    #[serde(default)]
    pub(crate) night: bool,
    #[serde(default)]
    pub(crate) first_daylight: bool,
    #[serde(default)]
    pub(crate) last_before_night: bool,
}

/// Units in one hex. The flags hold for all of them.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SetUpText {
    pub(crate) at: At<HexLabel>,
    #[schemars(length(min = 1, max = 250))]
    pub(crate) units: Vec<At<String>>,
    #[serde(default)]
    pub(crate) column: Option<At<bool>>,
    /// On the transport side.
    #[serde(default)]
    pub(crate) mounted: Option<At<bool>>,
    /// In an improved position.
    #[serde(default)]
    pub(crate) ip: Option<At<bool>>,
    /// Each in an entrenchment of its own.
    #[serde(default)]
    pub(crate) ent: Option<At<bool>>,
    #[serde(default)]
    #[schemars(range(min = 0, max = 2))]
    pub(crate) steps_lost: Option<At<i64>>,
    /// Cohesion hits.
    #[serde(default)]
    #[schemars(range(min = 0, max = 2))]
    pub(crate) cohesion: Option<At<i64>>,
    #[serde(default)]
    pub(crate) suppressed: Option<At<bool>>,
    /// In an artillery park.
    #[serde(default)]
    pub(crate) park: Option<At<bool>>,
    /// A marker each of them bears.
    #[serde(default)]
    pub(crate) marker: Option<Said<Or<Delay, Effect>, Borne>>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReinforcementText {
    /// From 1.
    #[schemars(range(min = 1, max = 60))]
    pub(crate) turn: At<i64>,
    /// An entry hex of their side.
    pub(crate) entry: At<HexLabel>,
    #[schemars(length(min = 1, max = 250))]
    pub(crate) units: Vec<At<String>>,
    #[serde(default)]
    pub(crate) column: Option<At<bool>>,
    /// On the transport side.
    #[serde(default)]
    pub(crate) mounted: Option<At<bool>>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LeaderPlaceText {
    /// A key of [[leader]] in forces/.
    pub(crate) key: At<String>,
    /// A unit of his formation, or an independent one of his division (gts.stack.leader-company).
    pub(crate) with: At<String>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EntrenchmentText {
    pub(crate) hex: At<HexLabel>,
    /// A key of [[side]] in module.toml.
    pub(crate) side: At<String>,
    /// That of the side if absent (gts.ruling.nationality).
    pub(crate) nationality: Option<At<String>>,
}

#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FirstTurnText {
    /// The chits of the first turn (gts.sop.g-first-turn): "division:KEY", "formation:KEY", "direct-command:SIDE",
    /// "events", "royal-marines", "naval". Absent: the ordinary rule.
    #[schemars(length(max = 100))]
    pub(crate) mug: Option<Vec<At<String>>>,
    /// The chit that is played first (gts.sop.h-first-turn).
    pub(crate) first_chit: Option<At<String>>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct VictoryHexText {
    pub(crate) hex: At<HexLabel>,
    #[schemars(length(min = 1, max = 80))]
    pub(crate) name: At<String>,
    #[schemars(range(min = 0, max = 100))]
    pub(crate) points: At<i64>,
    /// The side that holds it before anybody has entered it.
    pub(crate) owner: At<String>,
}

/// gts.ruling.exit
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExitText {
    pub(crate) hex: At<HexLabel>,
    /// A key of [[side]] in module.toml.
    pub(crate) side: At<String>,
    /// For each step that leaves here.
    #[schemars(range(min = 0, max = 100))]
    pub(crate) points: At<i64>,
}

/// gts.ruling.morale
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MoraleText {
    #[schemars(range(min = 1, max = 1000))]
    pub(crate) start: At<i64>,
    /// By how much each lost step of the side lowers it; 1 if absent.
    #[schemars(range(min = 0, max = 100))]
    pub(crate) per_step: Option<At<i64>>,
    /// By how much each victory hex lowers it that the side held and has lost; 0 if absent.
    #[schemars(range(min = 0, max = 100))]
    pub(crate) per_hex: Option<At<i64>>,
    /// Where the side is beaten; 0 if absent.
    #[schemars(range(min = -1000, max = 999))]
    pub(crate) threshold: Option<At<i64>>,
}

/// gts.victory.data
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct VictoryText {
    /// Points a side scores for each enemy step eliminated; 1 where absent.
    #[serde(default)]
    pub(crate) per_enemy_step: BTreeMap<At<String>, At<Points>>,
    /// Points a side starts with; 0 where absent.
    #[serde(default)]
    pub(crate) handicap: BTreeMap<At<String>, At<Points>>,
    /// By side; not tracked where absent.
    #[serde(default)]
    pub(crate) morale: BTreeMap<At<String>, At<MoraleText>>,
    /// A sentence or two for each side, shown before the game and with the score.
    pub(crate) briefing: At<BTreeMap<At<String>, At<String>>>,
}
