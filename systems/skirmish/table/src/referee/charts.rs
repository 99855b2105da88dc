//! The charts: what is entered for each, and what it answers.

use kernel::Rule;
use play::reckon::{Given, Misfit, Tray};
use play::wire::{Input, InputOption, Reckoner, Reckoning, RuleRef};
use skirmish::data::{Quality, Scene};
use skirmish::dice::Tested;
use skirmish::end_turn::{self, EndsOn};
use skirmish::hit_and_kill::{self, Situation};
use skirmish::indirect_fire::{self, Piece, Targeting, Under};
use skirmish::morale::{self, Test};
use skirmish::referee::{self, Reckoned, WHOLE};
use skirmish::spotting::{self, Line};
use skirmish::state::Level;
use skirmish::tables::{Class, Cover, Support, Tables, Weapon, Weight, inches};
use skirmish::{assault, fire, rally};

use super::rolls::{
    Number, answer, counted, of_36, plural, roll, rolled, volley, with_hits, yes_or_no,
};

/// Most figures and dice of one entry; no table is longer than that in inches.
const FIGURES: i64 = 8;
const DICE: i64 = 40;
const INCHES: i64 = 120;

pub(crate) fn reckoners(scene: &Scene) -> Vec<Reckoner> {
    let chart = |key: &str, title: &str, text: &str, rule: Rule, inputs: Vec<Input>| Reckoner {
        key: key.into(),
        title: title.into(),
        text: text.into(),
        rule: RuleRef::of(rule),
        inputs,
    };
    let t = &scene.tables;
    let quality = || Input::word("quality", "Quality", Quality::Regular);
    vec![
        chart(
            "fire",
            "Small arms",
            "Each die that hits is followed by a kill roll.",
            hit_and_kill::HIT,
            [vec![weapon(t, is_aimed), firers(), quality()], shot_inputs(), state_inputs()]
                .concat(),
        ),
        chart(
            "direct-he",
            "Direct HE",
            "Each figure under the blast is attacked by itself.",
            skirmish::direct_he::AREA,
            [
                vec![weapon(t, |it| it.class == Class::DirectHe), struck(), quality()],
                shot_inputs(),
                state_inputs(),
            ]
            .concat(),
        ),
        chart("call", "Call Fire", "Is the first round on target?", indirect_fire::CALL, {
            let piece = [Input::word("support", "Support", Support::Attached), quality()];
            [&piece[..], &call_inputs(), &[missing()]].concat()
        }),
        chart(
            "for-effect",
            "Fire for Effect",
            "Each figure under the blast, of either side, on every floor.",
            indirect_fire::EFFECT,
            [
                vec![Input::word("weight", "Weight", Weight::Light), struck()],
                under_inputs(),
                vec![Input::toggle("weak", "Firer Suppressed or short of crew")],
            ]
            .concat(),
        ),
        chart(
            "spot",
            "Spotting",
            "An unbroken element tries for one counter it sees.",
            spotting::NUMBER,
            spot_inputs(),
        ),
        chart(
            "rally",
            "Rally",
            "Suppressed and Broken elements, once a turn.",
            rally::NUMBER,
            vec![quality(), bonus(t)],
        ),
        chart(
            "morale",
            "Morale test",
            "After a kill, hits for half of the figures, or a severe reason.",
            morale::NUMBER,
            vec![
                quality(),
                Input::word("level", "Level before", Level::Good),
                Input::number("kills", "Kills", 0, FIGURES, 0),
                Input::toggle("severe", "Severe test"),
                bonus(t),
            ],
        ),
        chart(
            "melee",
            "Close combat",
            "Each figure in contact throws the dice of its own weapon.",
            assault::NUMBER,
            vec![
                quality(),
                Input::toggle("suppressed", "Suppressed"),
                Input::number("dice", "Dice", 1, DICE, 1),
            ],
        ),
        chart(
            "game-end",
            "End of the game",
            "Rolled in every End Turn Phase from the scheduled last turn on.",
            end_turn::ROLL,
            vec![
                Input::number("scheduled", "Scheduled turns", 1, 30, scene.turns.into()),
                Input::number("turn", "This turn", 1, 40, scene.turns.into()),
            ],
        ),
    ]
}

/// What a chart answers. The inputs are those of the chart: `given` was read against them.
pub(crate) fn reckon(
    scene: &Scene,
    chart: &str,
    given: &Given,
    tray: &mut Tray<'_>,
) -> Result<Reckoning, Misfit> {
    let t = &scene.tables;
    let regular = || given.word::<Quality>("quality");
    match chart {
        "fire" => {
            let weapon = weapon_of(t, given)?;
            let line = situation(weapon, given, &State::entered(given))?;
            let dice = dice_of(weapon, given, given.number("figures"));
            Ok(fire_answer(t, &referee::shot(t, weapon, &line), dice, tray)?.0)
        }
        "direct-he" => {
            let weapon = weapon_of(t, given)?;
            let line = situation(weapon, given, &State::entered(given))?;
            let numbers = blast(t, weapon, &line, given)?;
            Ok(fire_answer(t, &numbers, given.number("struck") as u8, tray)?.0)
        }
        "call" => {
            let piece = Piece {
                support: Support::read(given.choice("support")).unwrap_or(Support::Attached),
                weight: Weight::Light,
                quality: regular(),
                suppressed: given.is("suppressed"),
                missing_crew: given.number("missing") as u8,
            };
            Ok(call_answer(t, &referee::targeting(t, &targeting(piece, given)), tray)?.0)
        }
        "for-effect" => {
            let piece = Piece {
                support: Support::Attached,
                weight: Weight::read(given.choice("weight")).unwrap_or(Weight::Light),
                quality: Quality::Regular,
                suppressed: given.is("weak"),
                missing_crew: 0,
            };
            let numbers = referee::indirect_blast(t, &piece, &under(given));
            Ok(fire_answer(t, &numbers, given.number("struck") as u8, tray)?.0)
        }
        "spot" => Ok(spot_answer(t, given, tray)?.0),
        "rally" => {
            let number = referee::rally(t, regular(), given.number("bonus") as i32);
            Ok(rally_answer(t, number, tray)?.0)
        }
        "morale" => {
            let kills = given.number("kills") as i32;
            let test = Test { kills, severe: given.is("severe") };
            let number = referee::test(t, regular(), test, given.number("bonus") as i32);
            let level = Level::read(given.choice("level")).unwrap_or(Level::Good);
            Ok(test_answer(t, level, number, tray)?.0)
        }
        "melee" => {
            let number = referee::melee(t, regular(), given.is("suppressed"));
            Ok(melee_answer(t, number, given.number("dice") as u8, tray)?.0)
        }
        "game-end" => {
            let (scheduled, turn) = (given.number("scheduled") as u8, given.number("turn") as u8);
            Ok(end_answer(referee::game_end(t, scheduled, turn), tray)?.0)
        }
        other => Err(Misfit::new(format!("there is no chart {other:?}"))),
    }
}

// What is entered.

pub(super) fn is_aimed(it: &Weapon) -> bool {
    fire::aims_at_elements(it.class)
}

fn weapon(t: &Tables, of: impl Fn(&Weapon) -> bool) -> Input {
    Input::choice(
        "weapon",
        "Weapon",
        t.weapon.iter().filter(|it| of(it)).map(weapon_option).collect(),
    )
    .or("rifle")
}

pub(super) fn weapon_option(it: &Weapon) -> InputOption {
    InputOption { key: it.id.clone(), title: it.title.clone() }
}

fn firers() -> Input {
    Input::number("figures", "Weapons firing", 1, FIGURES, 1)
}

pub(super) fn struck() -> Input {
    Input::number("struck", "Figures under the blast", 1, DICE, 1)
}

fn missing() -> Input {
    Input::number("missing", "Crewmen missing", 0, 4, 0)
}

pub(super) fn bonus(t: &Tables) -> Input {
    Input::number("bonus", "Leader in reach: bonus", 0, t.leadership.bonus_max.into(), 0)
}

fn range() -> Input {
    Input::number("range", "Range in inches", 0, INCHES, 1)
}

fn hindrances() -> Input {
    Input::number("hindrances", "Hindrances", 0, 9, 0)
}

/// What the table tells of a shot.
pub(super) fn shot_inputs() -> Vec<Input> {
    vec![
        range(),
        Input::word("cover", "Cover of the target", Cover::Open),
        hindrances(),
        Input::toggle("uphill", "Target uphill"),
        missing(),
    ]
}

/// What a sheet would know.
fn state_inputs() -> Vec<Input> {
    vec![
        Input::toggle("suppressed", "Firer Suppressed"),
        Input::toggle("moving", "Moving Fire Phase"),
        Input::toggle("target_moved", "Target moved this turn"),
        Input::toggle("target_double", "Target At the Double"),
    ]
}

pub(super) fn call_inputs() -> Vec<Input> {
    vec![
        Input::word("spotter", "Quality of the spotter", Quality::Regular),
        hindrances(),
        Input::toggle("smoke", "Smoke"),
        Input::toggle("again", "Again at the same point"),
        Input::toggle("suppressed", "Firer Suppressed"),
        Input::toggle("spotter_suppressed", "Spotter Suppressed"),
    ]
}

pub(super) fn under_inputs() -> Vec<Input> {
    vec![
        Input::word("cover", "Cover", Cover::Open),
        Input::toggle("obstacle", "Cover is an obstacle between it and the burst"),
        Input::toggle("woods", "In woods"),
        Input::number("levels", "Levels overhead", 0, 6, 0),
    ]
}

pub(super) fn spot_inputs() -> Vec<Input> {
    vec![range(), hindrances()]
}

// What it comes to.

pub(super) fn weapon_of<'t>(t: &'t Tables, given: &Given) -> Result<&'t Weapon, Misfit> {
    let key = given.choice("weapon");
    let found = t.weapon_called(key).map(|it| t.weapon(it));
    found.ok_or_else(|| Misfit::at("weapon", "there is no weapon of that kind here"))
}

/// What a sheet knows of a shot, or what is entered instead.
pub(super) struct State {
    pub(super) quality: Quality,
    pub(super) suppressed: bool,
    pub(super) moving: bool,
    pub(super) target_moved: bool,
    pub(super) target_double: bool,
}

impl State {
    fn entered(given: &Given) -> State {
        State {
            quality: given.word("quality"),
            suppressed: given.is("suppressed"),
            moving: given.is("moving"),
            target_moved: given.is("target_moved"),
            target_double: given.is("target_double"),
        }
    }
}

/// The range decides by the weapon whether it is long (skirmish.weap.range).
pub(super) fn situation(
    weapon: &Weapon,
    given: &Given,
    state: &State,
) -> Result<Situation, Misfit> {
    let range = given.number("range") as i32;
    if weapon.long.max(weapon.short) < range {
        let reach = weapon.long.max(weapon.short);
        let why = format!("the {} reaches {reach} inches, not {range}", weapon.title);
        return Err(Misfit {
            input: Some("range".into()),
            rule: Some(RuleRef::of(fire::RANGE)),
            why,
        });
    }
    Ok(Situation {
        cover: given.word("cover"),
        hindrances: given.number("hindrances") as u8,
        long_range: weapon.short < range,
        uphill: given.is("uphill"),
        missing_crew: given.number("missing") as u8,
        moving: state.moving,
        suppressed: state.suppressed,
        quality: state.quality,
        target_moved: state.target_moved,
        target_double: state.target_double,
    })
}

/// Dice of so many weapons at this range.
pub(super) fn dice_of(weapon: &Weapon, given: &Given, weapons: i64) -> u8 {
    let range = i64::from(inches(given.number("range") as i32));
    fire::dice_of(weapon, range * range).saturating_mul(weapons as u8)
}

pub(super) fn blast(
    t: &Tables,
    weapon: &Weapon,
    line: &Situation,
    given: &Given,
) -> Result<[Reckoned; 2], Misfit> {
    let numbers = referee::direct_blast(t, weapon, line, given.word("cover"));
    numbers.ok_or_else(|| Misfit::at("weapon", "it fires no shells"))
}

pub(super) fn targeting(piece: Piece, given: &Given) -> Targeting {
    Targeting {
        piece,
        smoke: given.is("smoke"),
        spotter: given.word("spotter"),
        spotter_suppressed: given.is("spotter_suppressed"),
        hindrances: given.number("hindrances") as u8,
        again: given.is("again"),
    }
}

pub(super) fn under(given: &Given) -> Under {
    Under {
        cover: given.word("cover"),
        behind_obstacle: given.is("obstacle"),
        in_woods: given.is("woods"),
        levels_above: given.number("levels") as u8,
    }
}

/// An answer, and what the dice came to if any were thrown.
pub(super) type Answered<T> = Result<(Reckoning, Option<T>), Misfit>;

pub(super) fn fire_answer(
    t: &Tables,
    numbers: &[Reckoned; 2],
    dice: u8,
    tray: &mut Tray<'_>,
) -> Answered<(u8, u8)> {
    let [hit, kill] = numbers;
    let named = [
        Number::new(hit_and_kill::HIT, "To hit", hit.clone()),
        Number::new(hit_and_kill::KILL, "To kill", kill.clone()),
    ];
    let kills = referee::kills(hit, kill, dice);
    let title = plural(dice, "die", "dice");
    let mut it = with_hits(answer(&title, &named, counted(&kills, "kill", "kills")), hit, dice);
    it.odds.exact = kills.exact;
    if tray.is_look() {
        return Ok((it, None));
    }
    let (hits, kills) = volley(t, numbers, dice, tray)?;
    let text = format!("{}, {}", plural(hits, "hit", "hits"), plural(kills, "kill", "kills"));
    it.rolled = rolled(tray, text);
    Ok((it, Some((hits, kills))))
}

pub(super) fn call_answer(t: &Tables, number: &Reckoned, tray: &mut Tray<'_>) -> Answered<bool> {
    let named = [Number::new(indirect_fire::CALL, "On target", number.clone())];
    let it = answer("Call Fire", &named, yes_or_no(number, "On target", "Missed"));
    yes(t, it, number, "to be on target", ["On target", "Missed"], tray)
}

pub(super) fn spot_answer(t: &Tables, given: &Given, tray: &mut Tray<'_>) -> Answered<bool> {
    let table = &t.spotting;
    let range = given.number("range") as i32;
    let line = Line { hindrances: given.number("hindrances") as u8, far: table.far_over < range };
    let number = referee::spot(t, line);
    let named = [Number::new(spotting::NUMBER, "To spot", number.clone())];
    let it = answer("Spotting", &named, yes_or_no(&number, "Spotted", "Not seen"));
    yes(t, it, &number, "to spot", ["Spotted", "Not seen"], tray)
}

pub(super) fn rally_answer(t: &Tables, number: Reckoned, tray: &mut Tray<'_>) -> Answered<bool> {
    let it = [Number::new(rally::NUMBER, "To rally", number.clone())];
    let it = answer("Rally", &it, yes_or_no(&number, "One level up", "Nothing"));
    yes(t, it, &number, "to rally", ["Rallied", "Not rallied"], tray)
}

fn yes(
    t: &Tables,
    mut it: Reckoning,
    number: &Reckoned,
    what: &str,
    [yes, no]: [&str; 2],
    tray: &mut Tray<'_>,
) -> Answered<bool> {
    if tray.is_look() {
        return Ok((it, None));
    }
    let made = roll(t, number, what, tray)? == Tested::Passed;
    it.rolled = rolled(tray, if made { yes } else { no }.into());
    Ok((it, Some(made)))
}

pub(super) fn test_answer(
    t: &Tables,
    level: Level,
    number: Reckoned,
    tray: &mut Tray<'_>,
) -> Answered<Tested> {
    let after = referee::levels_after(t, level, number.number);
    let mut rows: Vec<(&str, i32, u8)> = Vec::new();
    for (level, chance) in after {
        match rows.iter_mut().find(|it| it.0 == level.name()) {
            Some(row) => row.1 += chance,
            None => rows.push((level.name(), chance, level as u8)),
        }
    }
    debug_assert_eq!(rows.iter().map(|it| it.1).sum::<i32>(), WHOLE);
    let named = [Number::new(morale::NUMBER, "To pass", number.clone())];
    let mut it = answer("Morale test", &named, of_36(&rows));
    if tray.is_look() {
        return Ok((it, None));
    }
    let how = roll(t, &number, "to pass", tray)?;
    let level = morale::after(t, level, how);
    let passed = if how == Tested::Passed { "Passed" } else { "Failed" };
    it.rolled = rolled(tray, format!("{passed}: {}", level.name()));
    Ok((it, Some(how)))
}

pub(super) fn melee_answer(
    t: &Tables,
    number: Reckoned,
    dice: u8,
    tray: &mut Tray<'_>,
) -> Answered<u8> {
    let kills = referee::successes(number.chance, WHOLE, dice);
    let named = [Number::new(assault::NUMBER, "To kill", number.clone())];
    let mut it = answer(&plural(dice, "die", "dice"), &named, counted(&kills, "kill", "kills"));
    it.odds.exact = kills.exact;
    if tray.is_look() {
        return Ok((it, None));
    }
    let mut kills = 0;
    for _ in 0..dice {
        kills += u8::from(roll(t, &number, "to kill", tray)? == Tested::Passed);
    }
    it.rolled = rolled(tray, plural(kills, "kill", "kills"));
    Ok((it, Some(kills)))
}

/// skirmish.end.roll
pub(super) fn end_answer(ends: Option<EndsOn>, tray: &mut Tray<'_>) -> Answered<bool> {
    let (text, chance) = match ends {
        None => ("The scheduled turns are not over: nothing is rolled".into(), 0),
        Some(EndsOn::Always) => ("This is the last turn".into(), WHOLE),
        Some(EndsOn::AtMost(most)) => (format!("It ends on {most} or less"), WHOLE / 6 * most),
    };
    let rows = of_36(&[("The game ends", chance, 4), ("It goes on", WHOLE - chance, 0)]);
    let mut it = answer("End of the game", &[], rows);
    it.text = text;
    if tray.is_look() {
        return Ok((it, None));
    }
    let over = match ends {
        None => false,
        Some(EndsOn::Always) => true,
        Some(EndsOn::AtMost(most)) => {
            let made = |face: u8| Some(i32::from(face) <= most);
            i32::from(tray.die(6, format!("the game ends on {most} or less"), made)?) <= most
        }
    };
    it.rolled = rolled(tray, if over { "The game ends" } else { "The game goes on" }.into());
    Ok((it, Some(over)))
}
