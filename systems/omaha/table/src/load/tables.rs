//! `omaha/tables.toml` to [`Tables`]: every cell of every chart exactly once.

use omaha::{
    data::{Badge, FireClass, Sector, Variant, Weapon, Weapons},
    ground::{Side, Terrain},
    tables::{
        ActionRow, ArmourAct, AttackCells, AttackEffect, AttackResult, AttackRow, BarrageResult,
        BarrageTable, Delay, FinalPoints, FireCell, Firer, FirstPoints, GermanAct, LandingResult,
        LandingRow, Multiplier, Pass, Passage, SIDES, SidePassage, TERRAINS, Tables, Turn,
        VariantPoints, WeaponsChart,
    },
};

use super::format::{
    self, AttackText, Depth, Landing, LandingCell, PassageText, Slant, landing_tables,
};
use module::{
    Errors,
    problem::Span,
    read::{Page, first_line, quoted},
    suggest::nearest,
    values::{At, Key, Or, Said},
};

/// The tables, or `None` with what is wrong.
pub(crate) fn tables(page: &Page<format::Tables>, errors: &mut Errors) -> Option<Tables> {
    let before = errors.count();
    let raw = &page.raw;
    let mut sheet = Sheet { page, errors };
    let tables = Tables {
        constants: raw.constants.value.0.clone(),
        turns: raw.turn.iter().map(turn).collect(),
        landing: sheet.landing(),
        fire: sheet.fire(),
        weapons: weapons_chart(&raw.weapons),
        attack: sheet.attack(),
        barrage: sheet.barrage(),
        defence_hex: sheet.defence_hex(),
        defence_side: sheet.defence_side(),
        move_hex: sheet.move_hex().0,
        move_mined: sheet.move_hex().1,
        move_side: sheet.move_side(),
        actions: sheet.actions(),
        points_first: first_points(&raw.points_first),
        points_final: final_points(&raw.points_final),
        variant_points: sheet.variants(),
    };
    sheet.constants(&tables);
    (errors.count() == before).then_some(tables)
}

fn turn(it: &format::TurnText) -> Turn {
    Turn {
        clock: it.clock.value.clone(),
        tide: it.tide.value,
        events: it.events as u8,
        shuffle: it.shuffle,
        artillery: it.artillery,
        engineer: it.engineer,
        clear_per_sector: it.clear as u8,
        mines: it.mines,
        extended: it.extended,
        landing: it.landing.value,
    }
}

fn weapons_chart(it: &format::WeaponsText) -> WeaponsChart {
    WeaponsChart {
        infantry: weapons(&it.infantry),
        heavy_adjacent: weapons(&it.heavy_adjacent),
        heavy_distant: weapons(&it.heavy_distant),
        anti_air: weapons(&it.anti_air),
        sp_anti_air: weapons(&it.sp_anti_air),
        tank_far: weapons(&it.tank_far),
        tank_near: weapons(&it.tank_near),
        artillery: weapons(&it.artillery),
        anti_tank: weapons(&it.anti_tank),
        naval: weapons(&it.naval),
        headquarters: weapons(&it.headquarters),
    }
}

pub(crate) fn weapons(words: &[Said<Weapon>]) -> Weapons {
    words.iter().map(|it| it.value).collect()
}

fn first_points(it: &format::FirstPointsText) -> FirstPoints {
    FirstPoints {
        single_hex_wn: it.single_hex_wn as i16,
        two_hex_wn: it.two_hex_wn as i16,
        reinforcement_position: it.reinforcement_position as i16,
        draw: it.draw as i16,
    }
}

fn final_points(it: &format::FinalPointsText) -> FinalPoints {
    FinalPoints {
        vp_position: it.vp_position as i16,
        open_draw: it.open_draw as i16,
        heavy_unit_on_high_ground: it.heavy_unit_on_high_ground as i16,
        exit_step_armour_or_regular: it.exit_step_armour_or_regular as i16,
        exit_step_ranger_f_g: it.exit_step_ranger_f_g as i16,
        wn_hex_not_controlled: it.wn_hex_not_controlled as i16,
        meyer_unit_left: it.meyer_unit_left as i16,
    }
}

const NO_PASSAGE: Passage =
    Passage { infantry: Pass::No, leader: Pass::No, other: Pass::No, engineer: false };

struct Sheet<'a> {
    page: &'a Page<format::Tables>,
    errors: &'a mut Errors,
}

impl Sheet<'_> {
    fn at(&mut self, span: Span, message: impl Into<String>) {
        let span = first_line(&self.page.text, span);
        self.errors.at(&self.page.path, span, message);
    }

    fn missing(&mut self, what: &str) {
        self.errors.whole(&self.page.path, format!("{what} is missing"), None);
    }

    /// Fills a chart cell by cell; reports cells given twice and cells not given.
    fn chart<T, const N: usize>(
        &mut self,
        what: &str,
        cells: impl IntoIterator<Item = (usize, T, Span)>,
        names: [String; N],
        rest: [Option<T>; N],
    ) -> [Option<T>; N] {
        let mut chart: [Option<T>; N] = [const { None }; N];
        for (place, cell, span) in cells {
            let (Some(slot), Some(name)) = (chart.get_mut(place), names.get(place)) else {
                continue;
            };
            if slot.is_some() {
                let message = format!("{what}: {name} stands here twice");
                self.at(span, message);
            }
            *slot = Some(cell);
        }
        for ((slot, name), rest) in chart.iter_mut().zip(&names).zip(rest) {
            if slot.is_none() {
                *slot = rest;
                if slot.is_none() {
                    self.missing(&format!("{what}: {name}"));
                }
            }
        }
        chart
    }

    /// omaha.data.landing
    fn landing(&mut self) -> Vec<LandingRow> {
        let page = self.page;
        let mut rows: Vec<LandingRow> = Vec::new();
        for row in &page.raw.landing {
            let tables = landing_tables(&row.turns);
            let twice = rows.iter().any(|it| {
                it.who == row.who.value && it.tables.iter().any(|it| tables.contains(it))
            });
            if twice {
                self.at(row.span, "landing: this row stands here twice");
            }
            let cells = [&row.a, &row.b, &row.c, &row.d];
            let results = cells.map(|it| self.landing_cell(it));
            rows.push(LandingRow { tables, who: row.who.value, results });
        }
        rows
    }

    fn landing_cell(&mut self, cell: &At<LandingCell>) -> LandingResult {
        let result = cell.result.value;
        let steps = matches!(result, Landing::Lose | Landing::LoseAndDrift);
        let drift = matches!(result, Landing::Drift | Landing::LoseAndDrift);
        let delay = result == Landing::Delay;
        let delays = u8::from(cell.to_turn.is_some()) + u8::from(cell.turns.is_some());
        if steps != cell.steps.is_some() {
            self.at(cell.span, "\"steps\" belongs to \"lose\" and \"lose-and-drift\"");
        }
        if drift != cell.boxes.is_some() || (!drift && cell.direction.is_some()) {
            self.at(cell.span, "\"boxes\" belongs to \"drift\" and \"lose-and-drift\"");
        }
        if delays != u8::from(delay) {
            self.at(cell.span, "\"to_turn\" or \"turns\" belongs to \"delay\", one of them");
        }
        let boxes = cell.boxes.unwrap_or(0) as i8;
        LandingResult {
            lose: cell.steps.unwrap_or(0) as u8,
            drift: if cell.direction.is_some_and(|it| it.value == Sector::West) {
                -boxes
            } else {
                boxes
            },
            delay: match (cell.to_turn, cell.turns) {
                (Some(turn), _) => Some(Delay::To(turn as u8)),
                (None, Some(turns)) => Some(Delay::By(turns as u8)),
                (None, None) => None,
            },
            eliminated: result == Landing::Eliminated,
            june_7: result == Landing::DelayedToJune7,
            no_check: result == Landing::NoCheck,
            ranger_option: cell.ranger_option,
        }
    }

    /// omaha.data.fire
    fn fire(&mut self) -> [[FireCell; 3]; 3] {
        let cells = self.page.raw.fire.iter().map(|it| {
            let cell = FireCell {
                step: it.step,
                disrupt: it.disrupt,
                needs_symbol: it.needs_symbol,
                armoured: it.armoured,
                one: it.one,
            };
            (it.dot.value.index() * 3 + it.firer.value.index(), cell, it.span)
        });
        let cells: Vec<_> = cells.collect();
        let names: [String; 9] = std::array::from_fn(|it| {
            format!("{}, {}", FireClass::ALL[it / 3].key(), Firer::ALL[it % 3].key())
        });
        let chart = self.chart("fire", cells, names, [None; 9]);
        let none = FireCell {
            step: false,
            disrupt: false,
            needs_symbol: false,
            armoured: false,
            one: false,
        };
        std::array::from_fn(|class| {
            std::array::from_fn(|firer| chart[class * 3 + firer].unwrap_or(none))
        })
    }

    /// omaha.data.barrage
    fn barrage(&mut self) -> BarrageTable {
        let mut cells = Vec::new();
        for row in &self.page.raw.barrage {
            let results: [BarrageResult; 3] = std::array::from_fn(|it| {
                row.results.get(it).map_or(BarrageResult::None, |it| it.value)
            });
            let depths: &[bool] = match row.depth.value {
                Depth::Any => &[false, true],
                Depth::Yes => &[true],
                Depth::No => &[false],
            };
            for depth in depths {
                let place =
                    usize::from(row.colour) * 4 + usize::from(row.symbol) * 2 + usize::from(*depth);
                cells.push((place, results, row.span));
            }
        }
        let word = |it: bool| if it { "with" } else { "without" };
        let names: [String; 8] = std::array::from_fn(|it| {
            let [colour, symbol, depth] = [it & 4, it & 2, it & 1].map(|it| word(it != 0));
            format!("{colour} colour, {symbol} symbol, {depth} depth")
        });
        let chart = self.chart("barrage", cells, names, [None; 8]);
        BarrageTable(std::array::from_fn(|colour| {
            std::array::from_fn(|symbol| {
                std::array::from_fn(|depth| {
                    chart[colour * 4 + symbol * 2 + depth].unwrap_or_default()
                })
            })
        }))
    }

    /// omaha.data.attack
    fn attack(&mut self) -> [AttackCells; 7] {
        let page = self.page;
        let mut cells = Vec::new();
        for row in &page.raw.attack {
            match AttackRow::of(row.weapons, row.strength.value) {
                Some(place) => cells.push((place as usize, attack_cells(row), row.span)),
                None if row.weapons => {
                    self.at(row.span, "with the weapons: less, equal, greater or double");
                }
                None => self.at(row.span, "without the weapons: less-or-equal, greater or double"),
            }
        }
        let names = [
            "without weapons, less-or-equal",
            "without weapons, greater",
            "without weapons, double",
            "with weapons, less",
            "with weapons, equal",
            "with weapons, greater",
            "with weapons, double",
        ];
        let chart = self.chart("attack", cells, names.map(str::to_owned), [None; 7]);
        let none = AttackCells {
            alone: AttackResult::default(),
            unrevealed_depth: AttackResult::default(),
            revealed_depth: AttackResult::default(),
            revealed_depth_extended: AttackResult::default(),
        };
        chart.map(|it| it.unwrap_or(none))
    }

    /// omaha.data.terrain; no position lies on the beach or in rough ground.
    fn defence_hex(&mut self) -> [Multiplier; TERRAINS] {
        let cells: Vec<_> = self
            .page
            .raw
            .defence_hex
            .iter()
            .map(|it| {
                let cell = Multiplier { unit: it.unit as u8, depth: it.depth as u8 };
                (it.terrain.value.index(), cell, it.span)
            })
            .collect();
        let one = Multiplier { unit: 1, depth: 1 };
        let rest = std::array::from_fn(|it| {
            let free = [Terrain::Beach as usize, Terrain::Rough as usize].contains(&it);
            free.then_some(one)
        });
        self.chart("defence_hex", cells, terrain_names(), rest).map(|it| it.unwrap_or(one))
    }

    fn defence_side(&mut self) -> [Option<Multiplier>; SIDES] {
        let page = self.page;
        let mut cells = Vec::new();
        let mut up = false;
        for row in &page.raw.defence_hexside {
            let multiplier = match (row.unit, row.depth) {
                (Some(unit), Some(depth)) if !row.prohibited => {
                    Some(Multiplier { unit: unit as u8, depth: depth as u8 })
                }
                (None, None) if row.prohibited => None,
                _ => {
                    self.at(row.span, "either \"unit\" and \"depth\", or \"prohibited\"");
                    continue;
                }
            };
            let side = match row.hexside.value {
                Or::One(side) => side,
                Or::Other(Slant::Down) => Side::Bluff,
                Or::Other(Slant::Up) if multiplier.is_none() => {
                    up = true;
                    continue;
                }
                Or::Other(Slant::Up) => {
                    self.at(row.span, "an attack up a bluff is prohibited");
                    continue;
                }
            };
            cells.push((side.index(), multiplier, row.span));
        }
        if !up {
            self.missing("defence_hexside: bluff-up");
        }
        self.chart("defence_hexside", cells, side_names(), [None; SIDES]).map(Option::flatten)
    }

    fn move_hex(&mut self) -> ([Passage; TERRAINS], Passage) {
        let mut cells = Vec::new();
        let mut mined = None;
        for row in &self.page.raw.move_hex {
            let passage = passage(row);
            match row.terrain.value {
                Or::One(terrain) => cells.push((terrain.index(), passage, row.span)),
                Or::Other(_) => mined = Some(passage),
            }
        }
        if mined.is_none() {
            self.missing("move_hex: mined");
        }
        let chart = self.chart("move_hex", cells, terrain_names(), [None; TERRAINS]);
        (chart.map(|it| it.unwrap_or(NO_PASSAGE)), mined.unwrap_or(NO_PASSAGE))
    }

    fn move_side(&mut self) -> [SidePassage; SIDES] {
        let cells: Vec<_> = self
            .page
            .raw
            .move_hexside
            .iter()
            .map(|it| {
                let pass = Passage {
                    infantry: it.infantry.value,
                    leader: it.leader.value,
                    other: it.other.value,
                    engineer: it.engineer,
                };
                (it.hexside.value.index(), SidePassage { pass, protective: it.protective }, it.span)
            })
            .collect();
        let none = SidePassage { pass: NO_PASSAGE, protective: false };
        let names = side_names();
        self.chart("move_hexside", cells, names, [None; SIDES]).map(|it| it.unwrap_or(none))
    }

    /// omaha.data.actions
    fn actions(&mut self) -> [ActionRow; 7] {
        let cells: Vec<_> = self
            .page
            .raw
            .action
            .iter()
            .map(|it| {
                let row = ActionRow {
                    badge: it.badge.value,
                    wn_us: it.wn_us.value,
                    wn_no_us: it.wn_no_us.value,
                    wn_empty: it.wn_empty.value,
                    re_us: it.re_us.value,
                    re_no_us: it.re_no_us.value,
                    re_empty: it.re_empty.value,
                    armour: it.armour.value,
                };
                (it.badge.value.index(), row, it.span)
            })
            .collect();
        let names = Badge::ALL.map(|it| it.name().to_owned());
        let chart = self.chart("action", cells, names, [None; 7]);
        let idle = |badge| ActionRow {
            badge,
            wn_us: GermanAct::None,
            wn_no_us: GermanAct::None,
            wn_empty: GermanAct::None,
            re_us: GermanAct::None,
            re_no_us: GermanAct::None,
            re_empty: GermanAct::None,
            armour: ArmourAct::FireOrMove4,
        };
        std::array::from_fn(|it| chart[it].unwrap_or(idle(Badge::ALL[it])))
    }

    /// omaha.var.adjust
    fn variants(&mut self) -> VariantPoints {
        let page = self.page;
        let mut cells = Vec::new();
        for row in &page.raw.variant {
            match Variant::read(&row.key) {
                Some(it) => {
                    cells.push((it.index(), (row.points, row.points_per_unit), row.key.span))
                }
                None => self.no_variant(&row.key),
            }
            if let Some(idle) = row.idle.as_ref().filter(|it| Variant::read(&it.with).is_none()) {
                self.no_variant(&idle.with);
            }
        }
        let names = Variant::ALL.map(|it| it.key().to_owned());
        let points = self.chart("variant", cells, names, [None; 6]).map(Option::unwrap_or_default);
        VariantPoints {
            bombardment: points[0].0 as i16,
            tanks_safe: points[1].0 as i16,
            no_rangers: points[2].0 as i16,
            reaction: points[3].0 as i16,
            early_actions: points[4].0 as i16,
            armour: points[5].0 as i16,
            armour_entered: points[5].1 as i16,
        }
    }

    fn no_variant(&mut self, key: &At<Key>) {
        let message = format!("there is no variant {}", quoted(key));
        let suggestion = nearest(key, Variant::ALL.map(Variant::key));
        self.errors.suggest(&self.page.path, key.span, message, suggestion);
    }

    fn constants(&mut self, tables: &Tables) {
        let constants = &self.page.raw.constants;
        let it = &constants.0;
        if usize::from(it.last_turn) != tables.turns.len() {
            let message = format!(
                "\"last_turn\" is {}, but there are {} turns",
                it.last_turn,
                tables.turns.len()
            );
            self.at(constants.span, message);
        }
        for (name, value) in [
            ("stacking_limit", it.stacking_limit),
            ("box_limit", it.box_limit),
            ("hit_limit_factor_basic", it.hit_limit_factor_basic),
            ("hit_limit_factor_extended", it.hit_limit_factor_extended),
        ] {
            if value == 0 {
                self.at(constants.span, format!("\"{name}\" must be at least 1"));
            }
        }
        for (turn, row) in (1u8..).zip(&tables.turns) {
            if row.extended != (it.first_extended_turn <= turn) {
                let message =
                    format!("turn {turn}: \"extended\" and \"first_extended_turn\" differ");
                self.at(constants.span, message);
            }
        }
    }
}

fn attack_cells(row: &AttackText) -> AttackCells {
    let revealed = attack_result(&row.revealed_depth);
    AttackCells {
        alone: attack_result(&row.alone),
        unrevealed_depth: attack_result(&row.unrevealed_depth),
        revealed_depth: revealed,
        revealed_depth_extended: row
            .revealed_depth_extended
            .as_ref()
            .map_or(revealed, |it| attack_result(it)),
    }
}

fn attack_result(words: &[Said<AttackEffect>]) -> AttackResult {
    let mut result = AttackResult::default();
    for word in words {
        *result.flag(word.value) = true;
    }
    result
}

fn passage(row: &PassageText) -> Passage {
    Passage {
        infantry: row.infantry.value,
        leader: row.leader.value,
        other: row.other.value,
        engineer: row.engineer,
    }
}

fn terrain_names() -> [String; TERRAINS] {
    std::array::from_fn(|it| Terrain::ALL[it].name().to_owned())
}

fn side_names() -> [String; SIDES] {
    Side::ALL.map(|it| it.name().to_owned())
}
