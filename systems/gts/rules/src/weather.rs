//! Section 26: time and weather (step A). The kinds of weather are `data::Weather` (gts.weather.kinds), the turns the
//! scenario's own list (gts.time.calendar).

use kernel::{Cx, Dice, Rule, rules};

use crate::data::{Data, Side, Weather};
use crate::event::Words;
use crate::question::{Topic, ask};
use crate::state::Battle;
use crate::tables::WeatherTurn;

rules! {
    WEATHER = "gts.sop.a-weather-s0", "Weather Table";
    WEATHER_S1 = "gts.sop.a-weather-s1", "Weather Table";
    FOG_LIFTS = "gts.weather.fog-lifts", "The fog lifts";
}

/// Step A: on the day's turn one roll on the Weather Table (gts.weather.table-default where a module has none of its own);
/// it holds until the next (gts.weather.lasts). Before the first one the scenario's weather holds (gts.weather.start).
pub fn roll<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) -> Result<(), C::Halt> {
    // gts.data.no-hook: without a table the weather stays.
    if is_rolled(g) && !g.data().weather_table.is_empty() {
        let rule = roll_rule(g);
        let who = ask(Side::First, rule, Topic::Weather);
        let weather = cx.roll(g, who, Dice::D10, |it| look_up(g, it.d10()))?;
        g.weather = weather;
        cx.say(rule, || Said::Weather(weather).into());
    }
    lift_fog(cx, g);
    Ok(())
}

/// Is this the turn of the day in which weather and Air Points are determined (gts.sop.a-weather-s0, gts.sop.a-weather-s1,
/// gts.sop.b-when-s0, gts.sop.b-when-s1)?
#[must_use]
pub fn is_rolled(g: &Battle) -> bool {
    let turn = &g.data().turns[usize::from(g.turn - 1)];
    match g.scene.edition().weather_turn {
        WeatherTurn::At0700 => turn.time == "0700",
        WeatherTurn::FirstDaylight => turn.first_daylight,
    }
}

fn roll_rule(g: &Battle) -> Rule {
    match g.scene.edition().weather_turn {
        WeatherTurn::At0700 => WEATHER,
        WeatherTurn::FirstDaylight => WEATHER_S1,
    }
}

fn look_up(g: &Battle, roll: i32) -> Weather {
    let row = g.data().weather_table.iter().rev().find(|(from, _)| i32::from(*from) <= roll);
    row.map_or(g.weather, |it| it.1)
}

/// gts.weather.fog-lifts
fn lift_fog<C: Cx<Battle>>(cx: &mut C, g: &mut Battle) {
    let from = usize::from(g.data().tables.default.fog_lifts_on_daylight_turn);
    if g.weather == Weather::Fog && from <= daylight_turns(g) {
        g.weather = Weather::Overcast;
        cx.say(FOG_LIFTS, || Said::Weather(Weather::Overcast).into());
    }
}

/// Daylight turns of the day so far, this one included.
fn daylight_turns(g: &Battle) -> usize {
    let turns = &g.data().turns;
    let today = &turns[usize::from(g.turn - 1)].date;
    let so_far = turns.iter().take(usize::from(g.turn));
    so_far.filter(|it| !it.night && it.date == *today).count()
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Weather(Weather),
}

impl Said {
    pub(crate) fn words(&self, _data: &Data) -> Words {
        match self {
            Said::Weather(it) => (format!("The weather is {}.", it.name()), None, vec![]),
        }
    }
}
