//! `modules/omaha/tables.toml` as loaded, against the charts as printed, always; and against the specification, key by
//! key, where it is at hand.

use std::sync::Arc;

use omaha::data::{Data, FireClass, Letter, Weapons};
use omaha::ground::{Side, Terrain};
use omaha::tables::{
    AttackResult, BarrageResult, Delay, FireCell, LandingResult, LandingTable, LandingWho, Pass,
    Passage, Tide,
};

fn data(scenario: &str) -> Arc<Data> {
    let loaded = omaha_table::library().load::<omaha_table::Omaha>("omaha-beach", scenario);
    let loaded = loaded.unwrap_or_else(|it| panic!("\n{it}"));
    loaded.data
}

fn same(found: &[String], printed: &str) {
    let printed: Vec<&str> = printed.trim().lines().map(str::trim).collect();
    assert_eq!(found, printed);
}

#[test]
fn turns_are_the_printed_ones() {
    let data = data("long-day");
    let row = |(turn, it): (usize, &omaha::tables::Turn)| {
        let tide = match it.tide {
            Tide::Low => "low",
            Tide::Mid => "mid",
            Tide::High => "high",
        };
        let table = match it.landing {
            LandingTable::First => "1",
            LandingTable::Second => "2-3",
            LandingTable::Fourth => "4-14",
            LandingTable::Fifteenth => "15+",
        };
        let flags = [
            (it.shuffle, "shuffle"),
            (it.artillery, "artillery"),
            (it.engineer, "engineer"),
            (it.mines, "mines"),
            (it.extended, "extended"),
        ];
        let flags: String = flags.iter().filter(|it| it.0).map(|it| format!(" {}", it.1)).collect();
        format!("{turn} {} {tide} {} {} {table}{flags}", it.clock, it.events, it.clear_per_sector)
    };
    let found: Vec<String> = (1..).zip(&data.tables.turns).map(row).collect();
    same(
        &found,
        "1 0615 low 0 0 1
        2 0630 low 1 2 2-3 engineer
        3 0645 low 1 2 2-3 engineer
        4 0700 low 1 2 4-14 artillery engineer
        5 0715 low 1 2 4-14 artillery engineer
        6 0730 low 1 2 4-14 shuffle artillery engineer
        7 0745 mid 1 1 4-14 artillery engineer mines
        8 0800 mid 1 1 4-14 artillery engineer mines
        9 0815 mid 1 1 4-14 artillery engineer mines
        10 0830 mid 1 1 4-14 artillery engineer mines
        11 0845 mid 1 1 4-14 artillery engineer mines
        12 0900 mid 1 1 4-14 artillery engineer mines
        13 0915 mid 1 1 4-14 shuffle artillery engineer mines
        14 0930 mid 1 1 4-14 artillery engineer mines
        15 0945 mid 1 1 15+ artillery engineer mines
        16 1000 high 1 0 15+ artillery engineer mines
        17 1030 high 2 0 15+ artillery engineer mines extended
        18 1100 high 2 0 15+ artillery engineer mines extended
        19 1130 high 2 0 15+ artillery engineer mines extended
        20 1200 high 2 0 15+ shuffle artillery engineer mines extended
        21 1230 high 2 0 15+ artillery engineer mines extended
        22 1300 high 2 0 15+ artillery engineer mines extended
        23 1330 mid 2 0 15+ artillery engineer extended
        24 1400 mid 2 0 15+ artillery engineer extended
        25 1430 mid 2 0 15+ artillery engineer extended
        26 1500 mid 2 0 15+ artillery engineer extended
        27 1530 mid 2 0 15+ shuffle artillery engineer extended
        28 1600 low 2 0 15+ artillery engineer extended
        29 1630 low 2 0 15+ artillery engineer extended
        30 1700 low 2 0 15+ artillery engineer extended
        31 1730 low 2 0 15+ artillery engineer extended
        32 1800 low 0 0 15+ artillery engineer extended",
    );
}

#[test]
fn the_landing_table_is_the_printed_one() {
    let data = data("first-waves");
    let cell = |it: LandingResult| {
        let mut words = Vec::new();
        if it.lose != 0 {
            words.push(format!("lose {}", it.lose));
        }
        if 0 < it.drift {
            words.push(format!("{} east", it.drift));
        }
        if it.drift < 0 {
            words.push(format!("{} west", -it.drift));
        }
        match it.delay {
            Some(Delay::To(turn)) => words.push(format!("to turn {turn}")),
            Some(Delay::By(turns)) => words.push(format!("{turns} turns ahead")),
            None => {}
        }
        let flags = [
            (it.eliminated, "eliminated"),
            (it.june_7, "june 7"),
            (it.no_check, "no check"),
            (it.ranger_option, "rangers may drift"),
        ];
        words.extend(flags.iter().filter(|it| it.0).map(|it| it.1.to_owned()));
        if words.is_empty() { "-".to_owned() } else { words.join(" & ") }
    };
    let row = |it: &omaha::tables::LandingRow| {
        let turns: Vec<&str> = it
            .tables
            .iter()
            .map(|it| match it {
                LandingTable::First => "1",
                LandingTable::Second => "2-3",
                LandingTable::Fourth => "4-14",
                LandingTable::Fifteenth => "15+",
            })
            .collect();
        let who = match it.who {
            LandingWho::Tank => "tank",
            LandingWho::InfantryElsewhere => "infantry not DG CH",
            LandingWho::InfantryAtDogGreenOrCharlie => "infantry DG CH",
            LandingWho::Infantry => "infantry",
            LandingWho::Dukw => "DUKW",
            LandingWho::Guns => "guns",
        };
        let cells =
            [Letter::A, Letter::B, Letter::C, Letter::D].map(|letter| cell(it.result(letter)));
        format!("{} {who}: {}", turns.join("/"), cells.join(", "))
    };
    let found: Vec<String> = data.tables.landing.iter().map(row).collect();
    same(
        &found,
        "1 tank: to turn 2, eliminated, lose 1, lose 1 & 2 east
        2-3 tank: -, 1 east, lose 1, 3 east
        1/2-3 infantry not DG CH: 4 east, 2 east, 9 east, -
        1/2-3 infantry DG CH: -, 1 east, 4 east, 1 west
        4-14 infantry: rangers may drift, 1 east, 4 east, 1 west
        4-14 DUKW: eliminated, lose 1, lose 2, -
        4-14 guns: 3 turns ahead, 2 east, lose 1, -
        15+ infantry: no check, no check, no check, no check
        15+ DUKW: eliminated, lose 1, lose 2, -
        15+ guns: 3 turns ahead, june 7, -, lose 1",
    );
}

#[test]
fn the_fire_chart_is_the_printed_one() {
    let data = data("first-waves");
    let cell = |it: FireCell| {
        let who = if it.one { "one" } else { "all" };
        let armoured = if it.armoured { "any type" } else { "not armoured" };
        let symbol = if it.needs_symbol { "symbol" } else { "any symbol" };
        let step = if it.step { " lose" } else { "" };
        let disrupt = if it.disrupt { " disrupt" } else { "" };
        format!("{who} {armoured} {symbol}{step}{disrupt}")
    };
    let row = |it: FireClass| {
        let cells = data.tables.fire[it.index()].map(cell);
        format!("{}: {}", it.name(), cells.join("; "))
    };
    let found: Vec<String> = FireClass::ALL.into_iter().map(row).collect();
    same(
        &found,
        "intense: all any type any symbol lose; all any type any symbol lose disrupt; one any type symbol lose
        steady: all not armoured symbol lose; all not armoured symbol lose disrupt; one any type symbol disrupt
        sporadic: all not armoured symbol disrupt; all not armoured symbol disrupt; one any type symbol disrupt",
    );
}

#[test]
fn the_weapons_chart_is_the_printed_one() {
    let data = data("first-waves");
    let chart = &data.tables.weapons;
    let row = |(name, it): (&str, Weapons)| {
        let weapons: Vec<&str> = it.iter().map(|it| it.key()).collect();
        format!("{name}: {}", weapons.join(" "))
    };
    let found = [
        ("infantry", chart.infantry),
        ("heavy adjacent", chart.heavy_adjacent),
        ("heavy distant", chart.heavy_distant),
        ("anti-air", chart.anti_air),
        ("sp anti-air", chart.sp_anti_air),
        ("tank 4-5", chart.tank_far),
        ("tank 1-3", chart.tank_near),
        ("artillery", chart.artillery),
        ("anti-tank", chart.anti_tank),
        ("naval", chart.naval),
        ("headquarters", chart.headquarters),
    ]
    .map(row);
    same(
        &found,
        "infantry: BZ BG BR DE MO RD
        heavy adjacent: BZ BG BR DE MO RD MG
        heavy distant: BZ BR MO RD MG
        anti-air: BR MG
        sp anti-air: BR MG
        tank 4-5: BZ AR
        tank 1-3: BZ BR MG AR
        artillery: DE MO AR
        anti-tank: BZ AR
        naval: DE AR NA
        headquarters: RD",
    );
}

#[test]
fn the_barrage_table_is_the_printed_one() {
    let data = data("first-waves");
    let word = |it: BarrageResult| match it {
        BarrageResult::None => "-",
        BarrageResult::Disrupted => "disrupted",
        BarrageResult::DisruptedAndDepthRemoved => "disrupted, depth removed",
    };
    let mut found = Vec::new();
    for colour in [false, true] {
        for symbol in [false, true] {
            for depth in [true, false] {
                let cell = |it| word(data.tables.barrage.result(colour, symbol, depth, it));
                // Both ends of each band.
                for (low, high) in [(1, 2), (3, 5), (6, 20)] {
                    assert_eq!(cell(low), cell(high));
                }
                let [weak, fair, strong] = [1, 3, 6].map(cell);
                let shown = [colour, symbol, depth].map(|it| if it { "yes" } else { "no" });
                found.push(format!("{}: {weak}; {fair}; {strong}", shown.join(" ")));
            }
        }
    }
    same(
        &found,
        "no no yes: -; -; -
        no no no: -; -; -
        no yes yes: -; -; disrupted
        no yes no: -; disrupted; disrupted
        yes no yes: -; disrupted; disrupted
        yes no no: disrupted; disrupted; disrupted
        yes yes yes: disrupted; disrupted; disrupted, depth removed
        yes yes no: disrupted; disrupted; disrupted, depth removed",
    );
}

#[test]
fn the_terrain_tables_are_the_printed_ones() {
    let data = data("first-waves");
    let tables = &data.tables;
    let pass = |it: Pass| match it {
        Pass::Yes => "yes",
        Pass::No => "no",
        Pass::Road => "road",
        Pass::Climb => "climb",
        Pass::ClimbCliff => "climb-cliff",
    };
    let passage = |it: Passage| {
        let engineer = if it.engineer { " engineer" } else { "" };
        format!("{} {} {}{engineer}", pass(it.infantry), pass(it.leader), pass(it.other))
    };
    let mut found = Vec::new();
    for terrain in Terrain::ALL.into_iter().filter(|it| *it != Terrain::Sea) {
        let defence = tables.defence_hex[terrain as usize];
        let way = passage(tables.move_hex[terrain as usize]);
        found.push(format!("{}: x{} x{}; {way}", terrain.name(), defence.unit, defence.depth));
    }
    found.push(format!("mined: {}", passage(tables.move_mined)));
    for side in Side::ALL {
        let defence = match tables.defence_side[side as usize] {
            Some(it) => format!("x{} x{}", it.unit, it.depth),
            None => "prohibited".to_owned(),
        };
        let row = tables.move_side[side as usize];
        let protective = if row.protective { " protective" } else { "" };
        found.push(format!("{}: {defence}; {}{protective}", side.name(), passage(row.pass)));
    }
    same(
        &found,
        "beach: x1 x1; yes yes yes
        pavilion: x1 x1; yes yes yes
        draw: x1 x1; yes yes yes
        clear: x1 x1; yes yes yes
        woods: x2 x1; yes yes road
        orchard: x2 x1; yes yes road
        bocage: x2 x2; yes yes road
        buildings: x2 x2; yes yes yes
        rough: x1 x1; no no no
        mined: yes yes no engineer
        open: x1 x1; yes yes yes
        hedge: x1 x1; yes yes road
        seawall: x1 x1; yes yes road protective
        shingle: x2 x1; yes yes no engineer protective
        anti-tank ditch: x2 x1; yes yes no engineer
        anti-tank wall: x2 x1; yes yes no engineer
        slope: x2 x2; yes yes road protective
        bluff: x2 x2; climb yes road protective
        scaleable cliff: prohibited; climb-cliff no no protective
        sheer cliff: prohibited; no no no",
    );
}

#[test]
fn the_attack_results_are_the_printed_ones() {
    let data = data("first-waves");
    let cell = |it: AttackResult| {
        let flags = [
            (it.us_disrupted, "us disrupted"),
            (it.gains_depth, "gains depth"),
            (it.unit_unrevealed, "unrevealed"),
            (it.depth_eliminated, "depth eliminated"),
            (it.german_disrupted, "german disrupted"),
            (it.optional_attrition, "attrition"),
            (it.defeated, "defeated"),
            (it.reveal_and_repeat, "reveal, repeat"),
        ];
        let words: Vec<&str> = flags.iter().filter(|it| it.0).map(|it| it.1).collect();
        if words.is_empty() { "-".to_owned() } else { words.join(" & ") }
    };
    let rows = ["no <=", "no >", "no x2", "yes <", "yes =", "yes >", "yes x2"];
    let row = |(name, it): (&str, &omaha::tables::AttackCells)| {
        let (alone, hidden) = (cell(it.alone), cell(it.unrevealed_depth));
        let (shown, late) = (cell(it.revealed_depth), cell(it.revealed_depth_extended));
        let late = if late == shown { String::new() } else { format!("; from turn 17 {late}") };
        format!("{name}: {alone}; {hidden}; {shown}{late}")
    };
    let found: Vec<String> = rows.into_iter().zip(&data.tables.attack).map(row).collect();
    same(
        &found,
        "no <=: us disrupted & gains depth; us disrupted & unrevealed; us disrupted
        no >: gains depth; us disrupted; -
        no x2: german disrupted; german disrupted; german disrupted & attrition
        yes <: gains depth; us disrupted; -
        yes =: german disrupted; -; german disrupted
        yes >: defeated; reveal, repeat; depth eliminated & german disrupted
        yes x2: defeated; reveal, repeat; depth eliminated & german disrupted; from turn 17 depth eliminated & defeated",
    );
}

#[test]
fn the_action_summary_is_the_printed_one() {
    let data = data("first-waves");
    let row = |it: &omaha::tables::ActionRow| {
        let acts = [it.wn_us, it.wn_no_us, it.wn_empty, it.re_us, it.re_no_us, it.re_empty];
        let acts = acts.map(|it| format!("{it:?}"));
        format!("{}: {} | {:?}", it.badge.name(), acts.join(" "), it.armour)
    };
    let found: Vec<String> = data.tables.actions.iter().map(row).collect();
    same(
        &found,
        "F: Fire None None Fire None None | FireOrMove4
        R: Fire None ReOccupy ReSupplyAndFire Redeploy Reinforce | Overrun4
        M: Fire Mortar None Fire Mortar None | Move4OrFire
        P: Fire None None PatrolAll PatrolOne None | Move3ThenFireAdjacent
        A: Fire Artillery None AdvanceOrFire Advance Ambush | FireAdjacentOrMove4
        armour: FireArmour None None FireArmour None None | FireOrMove4
        star: FireLeader None None FireLeader None None | FireOrMove4",
    );
}

#[test]
fn points_are_the_printed_ones() {
    let data = data("first-waves");
    let (first, last) = (&data.tables.points_first, &data.tables.points_final);
    assert_eq!(
        [first.single_hex_wn, first.two_hex_wn, first.reinforcement_position, first.draw],
        [1, 2, 1, 5]
    );
    assert_eq!([last.vp_position, last.open_draw, last.heavy_unit_on_high_ground], [1, 4, 1]);
    assert_eq!([last.exit_step_armour_or_regular, last.exit_step_ranger_f_g], [1, 1]);
    assert_eq!([last.wn_hex_not_controlled, last.meyer_unit_left], [-1, -1]);
    let variants = &data.tables.variant_points;
    assert_eq!([variants.bombardment, variants.tanks_safe, variants.no_rangers], [-10, -5, 5]);
    assert_eq!([variants.reaction, variants.early_actions], [5, 0]);
    assert_eq!([variants.armour, variants.armour_entered], [0, 1]);
}
