//! What elements are worth: battles of random forces on a shipped table, and the points that explain who won them.
//!
//! `cargo run --release -p skirmish-table --example points -- fit BATTLES [SEED]` plays, fits and prints the points of every
//! template as `forces/*.toml` has them. `… -- check BATTLES [SEED]` plays forces of equal points by the files as they are and says how
//! often each army and each side of the table won.
//!
//! The model: the log-odds of a win are `scale` times the difference of points, plus what the side of the table is worth. The points of
//! an element are those of its template times a factor of its quality. A ridge pulls them to what the files have now, so that
//! what few battles say little about stays as it was.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use kernel::{Playout, Policy, Rng, Rules as _};
use module::Library;
use skirmish::Skirmish;
use skirmish::data::Side;
use skirmish::question::{Opt, Plan, Question};
use skirmish_table::{SHAPES, staff};

const ARMIES: [&str; 3] = ["us", "british", "german"];
const QUALITIES: [&str; 3] = ["green", "regular", "veteran"];
/// Elements beside the leader.
const LEAST: u32 = 2;
const MORE: u32 = 3;
/// How hard the ridge pulls: as so many battles would.
const PULL: f64 = 4.0;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize, or: u64| args.get(i).and_then(|it| it.parse().ok()).unwrap_or(or);
    let (battles, seed) = (number(1, 400), number(2, 1));
    let lists = Lists::read();
    match args.first().map(String::as_str) {
        Some("check") => check(&lists, battles, seed),
        _ => fit(&lists, battles, seed),
    }
}

/// A template and its points by quality, as the files have them.
struct Template {
    army: usize,
    key: String,
    leads: bool,
    points: [f64; 3],
}

struct Lists {
    files: Vec<(String, Vec<u8>)>,
    templates: Vec<Template>,
}

impl Lists {
    fn read() -> Lists {
        let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../modules/"));
        let mut files = Vec::new();
        let mut take = |path: String| {
            let bytes = fs::read(root.join(&path)).expect("a file of the module");
            files.push((path, bytes));
        };
        let module = "skirmish/platoon-actions";
        take("skirmish/tables.toml".into());
        take(format!("{module}/module.toml"));
        take(format!("{module}/tables/gate.toml"));
        ARMIES.iter().for_each(|it| take(format!("{module}/forces/{}.toml", it)));
        let mut templates = Vec::new();
        for (army, name) in ARMIES.iter().enumerate() {
            let path = root.join(format!("{module}/forces/{}.toml", name));
            let file: toml::Table =
                fs::read_to_string(path).expect("forces").parse().expect("TOML");
            for it in file["template"].as_array().expect("templates") {
                let roles = it.get("roles").map(|it| format!("{it:?}")).unwrap_or_default();
                // Without a battery an observer is two men with carbines: his points stay a judgement.
                if roles.contains("observer") {
                    continue;
                }
                let points =
                    QUALITIES.map(|q| it["points"][q].as_integer().expect("points") as f64);
                let key = it["key"].as_str().expect("a key").to_string();
                let leads = key.ends_with("squad-leader") || key.ends_with("section-leader");
                templates.push(Template { army, key, leads, points });
            }
        }
        Lists { files, templates }
    }

    /// A leader if the army has one for a squad, and some others.
    fn force(&self, army: usize, rng: &mut Rng) -> Vec<(usize, usize)> {
        let of = |leads: bool| {
            let all = self.templates.iter().enumerate();
            all.filter(move |(_, it)| it.army == army && it.leads == leads)
                .map(|(i, _)| i)
                .collect::<Vec<_>>()
        };
        let quality = |rng: &mut Rng| rng.below(QUALITIES.len() as u32) as usize;
        let (leaders, others) = (of(true), of(false));
        let mut force: Vec<(usize, usize)> = leaders.iter().map(|it| (*it, quality(rng))).collect();
        for _ in 0..LEAST + rng.below(MORE) {
            let which = others[rng.below(others.len() as u32) as usize];
            force.push((which, quality(rng)));
        }
        force
    }

    fn points(&self, force: &[(usize, usize)]) -> f64 {
        force.iter().map(|(i, q)| self.templates[*i].points[*q]).sum()
    }

    /// Some points from the files, so that a battle is not decided before it begins.
    fn pair(&self, rng: &mut Rng, apart: f64) -> [(usize, Vec<(usize, usize)>); 2] {
        loop {
            let other = rng.below(2) as usize;
            let mut sides = [(other, self.force(other, rng)), (2, self.force(2, rng))];
            if rng.below(2) == 0 {
                sides.swap(0, 1);
            }
            let [a, b] = [&sides[0].1, &sides[1].1].map(|it| self.points(it));
            if (a - b).abs() <= apart * a.max(b) {
                return sides;
            }
        }
    }

    /// Who wins: the first stands in the south.
    fn battle(&self, sides: &[(usize, Vec<(usize, usize)>); 2], seed: u64) -> Option<Side> {
        let mut files = self.files.clone();
        let text = scenario(self, sides);
        files.push(("skirmish/platoon-actions/scenarios/battle.toml".into(), text.into_bytes()));
        let library = Library::from_files(SHAPES, files);
        let loaded = library.load::<skirmish_table::Skirmish>("platoon-actions", "battle");
        let scene = loaded.unwrap_or_else(|it| panic!("{}", it.render(false))).data;
        let mut g = Skirmish::new(scene);
        let mut cx = Playout::new(Rng(seed), Staff);
        while !g.is_over() {
            let Ok(()) = Skirmish::step(&mut cx, &mut g);
        }
        g.outcome.and_then(|it| it.winner)
    }
}

/// The orchard gate without the gate: both sides come from their edge and fight for the middle.
fn scenario(lists: &Lists, sides: &[(usize, Vec<(usize, usize)>); 2]) -> String {
    let [south, north] = [0, 1].map(|it: usize| ARMIES[sides[it].0]);
    let mut text = format!(
        "title = \"Battle\"\nsummary = \"-\"\nplace = \"-\"\nmonth = \"June 1944\"\nminutes = 10\ntable = \"gate\"\nturns = 6\n\
         set_up = [\"{north}\", \"{south}\"]\nbriefing = \"-\"\n\
         [[side]]\nkey = \"{south}\"\nedge = \"south\"\nbriefing = \"-\"\n\
         [[side]]\nkey = \"{north}\"\nedge = \"north\"\nbriefing = \"-\"\n\
         [[zone]]\nkey = \"south\"\nside = \"{south}\"\noutline = [[0, 0], [30, 0], [30, 6], [0, 6]]\n\
         [[zone]]\nkey = \"north\"\nside = \"{north}\"\noutline = [[0, 18], [30, 18], [30, 24], [0, 24]]\n\
         [[objective]]\nkey = \"middle\"\ntitle = \"Middle\"\nat = [14, 11]\npoints = {{ {south} = 2, {north} = 2 }}\n\
         [victory]\nper_value = 1\ndecisive = 3\n"
    );
    for (side, zone) in [(0, "south"), (1, "north")] {
        let (army, force) = &sides[side];
        for (i, (template, quality)) in force.iter().enumerate() {
            let (army, key) = (ARMIES[*army], &lists.templates[*template].key);
            let quality = QUALITIES[*quality];
            let _ = writeln!(
                text,
                "[[element]]\nkey = \"{zone}-{i}\"\nside = \"{army}\"\ntemplate = \"{key}\"\nquality = \"{quality}\"\nzone = \"{zone}\""
            );
        }
    }
    text
}

struct Staff;

impl Policy<Skirmish> for Staff {
    fn decide(
        &mut self,
        g: &Skirmish,
        ask: Question,
        n: usize,
        opt: impl Fn(usize) -> Opt,
    ) -> usize {
        let options: Vec<Opt> = (0..n).map(opt).collect();
        staff::advise(&g.seen_by(Some(ask.who)), &ask, &options)
    }
    fn plan(&mut self, g: &Skirmish, ask: Question, ready: &[Plan]) -> Plan {
        staff::plan(&g.seen_by(Some(ask.who)), &ask, ready)
    }
}

/// One battle as the regression sees it: elements of the south minus those of the north, by template and quality.
struct Row {
    elements: Vec<(usize, usize, f64)>,
    won: f64,
}

fn fit(lists: &Lists, battles: u64, seed: u64) {
    let mut rng = Rng(seed);
    let mut rows = Vec::new();
    for n in 0..battles {
        let sides = lists.pair(&mut rng, 0.6);
        let won = match lists.battle(&sides, seed * 1_000_000 + n) {
            Some(Side::First) => 1.0,
            Some(Side::Second) => 0.0,
            None => 0.5,
        };
        let of = |side: usize, sign: f64| sides[side].1.iter().map(move |(i, q)| (*i, *q, sign));
        rows.push(Row { elements: of(0, 1.0).chain(of(1, -1.0)).collect(), won });
    }
    let prior: Vec<f64> = lists.templates.iter().map(|it| it.points[1]).collect();
    // Factors of quality by search, the rest by Newton's method.
    let mut best: Option<(f64, [f64; 3], Fitted)> = None;
    for green in [0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9] {
        for veteran in [1.1, 1.15, 1.2, 1.25, 1.3, 1.35, 1.4, 1.5] {
            let factors = [green, 1.0, veteran];
            let it = Fitted::new(&rows, &prior, factors);
            if best.as_ref().is_none_or(|old| it.loss < old.0) {
                best = Some((it.loss, factors, it));
            }
        }
    }
    let (loss, factors, it) = best.expect("something was tried");
    let before = loss_of(&rows, &prior, [0.7, 1.0, 1.3]);
    println!(
        "# {battles} battles of seed {seed}; a coin costs 0.693, the points of the files {before:.4}, these {:.4}",
        loss / battles as f64
    );
    println!(
        "# green {}, veteran {}; the south has the log-odds {:+.2}",
        factors[0], factors[2], it.south
    );
    for (template, points) in lists.templates.iter().zip(&it.points) {
        let [green, regular, veteran] = factors.map(|f| (points * f).round().max(1.0));
        println!(
            "{:<24} points = {{ green = {green}, regular = {regular}, veteran = {veteran} }}  # was {}",
            template.key, template.points[1]
        );
    }
}

struct Fitted {
    points: Vec<f64>,
    south: f64,
    loss: f64,
}

/// The log-odds of a point: fitted with the prior as it stands, then held, so that points keep their size.
fn scale_of(rows: &[Row], prior: &[f64], factors: [f64; 3]) -> (f64, f64) {
    let (mut scale, mut south) = (0.01, 0.0);
    for _ in 0..60 {
        let (mut g, mut h) = ([0.0; 2], [[0.0; 2]; 2]);
        for row in rows {
            let x = [sum(row, prior, factors), 1.0];
            let p = chance(scale * x[0] + south);
            for i in 0..2 {
                g[i] += (row.won - p) * x[i];
                for j in 0..2 {
                    h[i][j] += p * (1.0 - p) * x[i] * x[j];
                }
            }
        }
        let det = h[0][0] * h[1][1] - h[0][1] * h[1][0];
        scale += (h[1][1] * g[0] - h[0][1] * g[1]) / det;
        south += (h[0][0] * g[1] - h[1][0] * g[0]) / det;
    }
    (scale, south)
}

fn sum(row: &Row, points: &[f64], factors: [f64; 3]) -> f64 {
    row.elements.iter().map(|(i, q, sign)| sign * factors[*q] * points[*i]).sum()
}

fn chance(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}

fn cost(p: f64, won: f64) -> f64 {
    let p = p.clamp(1e-9, 1.0 - 1e-9);
    -(won * p.ln() + (1.0 - won) * (1.0 - p).ln())
}

fn loss_of(rows: &[Row], points: &[f64], factors: [f64; 3]) -> f64 {
    let (scale, south) = scale_of(rows, points, factors);
    let all = rows.iter().map(|it| cost(chance(scale * sum(it, points, factors) + south), it.won));
    all.sum::<f64>() / rows.len() as f64
}

impl Fitted {
    /// By coordinates: each template's points in turn, until nothing moves.
    fn new(rows: &[Row], prior: &[f64], factors: [f64; 3]) -> Fitted {
        let (scale, south) = scale_of(rows, prior, factors);
        let mut points = prior.to_vec();
        let mut odds: Vec<f64> =
            rows.iter().map(|it| scale * sum(it, &points, factors) + south).collect();
        let mut by_template: BTreeMap<usize, Vec<(usize, f64)>> = BTreeMap::new();
        for (n, row) in rows.iter().enumerate() {
            for (i, q, sign) in &row.elements {
                by_template.entry(*i).or_default().push((n, sign * factors[*q]));
            }
        }
        for _ in 0..40 {
            for (i, uses) in &by_template {
                let pull = PULL / (prior[*i] * prior[*i]);
                let (mut g, mut h) = (pull * (prior[*i] - points[*i]), pull);
                for (n, x) in uses {
                    let p = chance(odds[*n]);
                    g += (rows[*n].won - p) * scale * x;
                    h += p * (1.0 - p) * (scale * x) * (scale * x);
                }
                let step = g / h;
                points[*i] += step;
                for (n, x) in uses {
                    odds[*n] += scale * x * step;
                }
            }
        }
        let loss = rows.iter().zip(&odds).map(|(row, it)| cost(chance(*it), row.won)).sum();
        Fitted { points, south, loss }
    }
}

/// Forces of equal points, by the files as they are.
fn check(lists: &Lists, battles: u64, seed: u64) {
    let mut rng = Rng(seed);
    let mut won: BTreeMap<&str, [u64; 2]> = BTreeMap::new();
    for n in 0..battles {
        let sides = lists.pair(&mut rng, 0.03);
        let winner = lists.battle(&sides, seed * 1_000_000 + n);
        for (side, place) in [(0, "south"), (1, "north")] {
            let wins = winner.is_some_and(|it| it.index() == side);
            for name in [place, ARMIES[sides[side].0]] {
                let it = won.entry(name).or_default();
                it[0] += u64::from(wins);
                it[1] += u64::from(winner.is_some());
            }
        }
    }
    println!("{battles} battles of equal points (within 3 %), seed {seed}");
    for (name, [wins, of]) in won {
        let (low, high) = interval(wins, of);
        println!(
            "  {name:<8} {wins} of {of}: {:.1} %, 95 % interval {low:.1} to {high:.1} %",
            100.0 * wins as f64 / of as f64
        );
    }
}

/// Wilson's, in per cent.
fn interval(wins: u64, of: u64) -> (f64, f64) {
    let (n, p, z) = (of as f64, wins as f64 / of as f64, 1.96);
    let middle = p + z * z / (2.0 * n);
    let wide = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    let whole = 1.0 + z * z / n;
    (100.0 * (middle - wide) / whole, 100.0 * (middle + wide) / whole)
}
