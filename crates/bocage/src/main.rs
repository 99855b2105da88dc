//! The program: play, serve, chart, check, cases, render, replay, report, verify, backup, simulate.
//!
//! Each job is a file of its own. Exit codes: 0 it went well; 1 the thing checked is wrong; 2 the command or a file
//! cannot be used; 3 what could be checked is right, and not all could be (verify).

mod cases;
mod chart;
mod check;
mod data;
mod failure;
mod render;
mod replay;
mod report;
mod serve;
mod shelf;
mod simulate;
mod verify;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Referee, opponent and table for tactical wargames of the Second World War.
///
/// Without a command: start the table and open it in the browser.
#[derive(Parser)]
#[command(name = "bocage", version, after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    job: Option<Job>,
    #[command(flatten)]
    serve: Serve,
    /// Machine-readable output
    #[arg(long, global = true)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  bocage                                       play: starts the table and opens the browser
  bocage serve --port 8080 --no-open           only the table, at a port of your choice
  bocage chart gts/direct-fire rating=5        a chart of the book: exact odds, every modifier
  bocage check path/to/my-module               is my module right?
  bocage replay game.json --at 120             the report of a game up to its 120th answer
  bocage simulate ridge --games 1000 --seed 1  who wins, and by how much?

Exit codes: 0 it went well; 1 the thing checked is wrong; 2 the command or a file cannot be used;
3 what could be checked is right, and not all could be (verify: throws from before a fork or import).";

#[derive(Subcommand)]
enum Job {
    /// Start the table (this is also what happens without a command)
    #[command(after_help = "\
Examples:
  bocage serve
  bocage serve --port 8080 --data ~/games --no-open
  bocage serve --open-to-network     others may play: each seat gets a secret link")]
    Serve(Serve),
    /// Ask a chart of the books: odds, modifiers, a roll. No game is needed
    #[command(after_help = "\
Examples:
  bocage chart --list                          every chart, with what it takes
  bocage chart gts/direct-fire rating=5 distance=2 terrain=woods
  bocage chart gts/direct-fire rating=5 --roll throw the dice
  bocage chart gts/direct-fire rating=5 roll=3,7   these dice were thrown at the table")]
    Chart {
        /// Which: system/chart
        id: Option<String>,
        /// What is entered: range=3 night=yes; roll=3,7 for dice that lie on your table
        #[arg(value_name = "KEY=VALUE")]
        inputs: Vec<String>,
        /// All charts with what they take; of one system, if it is named
        #[arg(long)]
        list: bool,
        /// Throw the dice
        #[arg(long)]
        roll: bool,
    },
    /// Check modules: maps, forces, tables, scenarios
    #[command(after_help = "\
Examples:
  bocage check modules                         everything in a folder laid out like modules/
  bocage check path/to/my-module               one module
  bocage check modules --json")]
    Check {
        /// A folder like modules/, one module's folder, or a file of one
        path: PathBuf,
    },
    /// Run conformance cases
    #[command(after_help = "\
Examples:
  bocage cases cases
  bocage cases path/to/cases --json")]
    Cases {
        /// A folder of cases, or one file
        dir: PathBuf,
    },
    /// Draw a map, or a game as it stands
    #[command(after_help = "\
Examples:
  bocage render ridge --out ridge.svg          the map of a shipped scenario
  bocage render path/to/my-module --out map.svg
  bocage render game.json --at 40 --out then.svg
  bocage render 7k3m… --out now.png            a stored game (PNG: build with --features png)")]
    Render {
        /// A scenario (system/module/scenario, or its last part), a module's folder, a journal file, or a stored game
        what: String,
        /// Where to write: FILE.svg or FILE.png
        #[arg(long)]
        out: PathBuf,
        /// The position after so many answers
        #[arg(long)]
        at: Option<usize>,
        #[command(flatten)]
        places: Places,
    },
    /// Print the report of a game
    #[command(after_help = "\
Examples:
  bocage replay game.json
  bocage replay game.json --at 120 --seat 0    what seat 0 knew then
  bocage replay 7k3m… --json")]
    Replay {
        /// A journal file, or the name of a stored game
        what: String,
        /// Up to so many answers
        #[arg(long)]
        at: Option<usize>,
        /// As this seat saw it; without it, as a spectator
        #[arg(long)]
        seat: Option<u8>,
        #[command(flatten)]
        places: Places,
    },
    /// Look back on a battle: points, losses and luck by turn, as one file for the browser
    #[command(after_help = "\
Examples:
  bocage report game.json --out report.html
  bocage report 7k3m… --out report.html")]
    Report {
        /// A journal file, or the name of a stored game
        what: String,
        /// Where to write
        #[arg(long)]
        out: PathBuf,
        #[command(flatten)]
        places: Places,
    },
    /// Derive every throw of a finished game again from its revealed seed, and replay it
    #[command(after_help = "\
Examples:
  bocage verify game.json
  bocage verify game.json --json")]
    Verify {
        /// A journal file of a finished game
        file: PathBuf,
        #[command(flatten)]
        places: Places,
    },
    /// Copy all stored games into a new file, also while the table runs
    #[command(after_help = "\
Examples:
  bocage backup games-2026-11-18.db
  bocage backup /mnt/stick/bocage.db --data ~/games
To go back to it, stop the table and put the file in the data folder as bocage.db.")]
    Backup {
        /// The new file; one that is there is never written over
        file: PathBuf,
        #[command(flatten)]
        places: Places,
    },
    /// Play many games of a scenario and report who wins
    #[command(after_help = "\
Examples:
  bocage simulate ridge --games 1000 --seed 1
  bocage simulate ridge --games 100 --players computer,random
  bocage simulate long-day+armour+reaction     with variants of the scenario
  bocage simulate ridge --games 10000 --players random --json")]
    Simulate {
        /// system/module/scenario, or its last part where that is enough; variants follow it: long-day+armour
        scenario: String,
        /// How many games
        #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
        games: u64,
        /// The same seed gives the same games
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Who plays: one word for both seats, or two with a comma between
        #[arg(long, value_delimiter = ',', num_args = 1..=2, default_value = "computer")]
        players: Vec<Player>,
        /// Threads; without it, one for each core
        #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
        threads: Option<u16>,
        #[command(flatten)]
        places: Places,
    },
}

#[derive(Args)]
struct Serve {
    /// Port to listen at [default: 1944, or the next free one]
    #[arg(long)]
    port: Option<u16>,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
    /// Let other machines in: each seat needs the secret link it was given
    #[arg(long)]
    open_to_network: bool,
    /// A name by which others reach this machine; without one they use its number
    #[arg(long, value_name = "NAME", requires = "open_to_network")]
    name: Vec<String>,
    /// The address of a proxy in front, which is believed where requests come from
    #[arg(long, value_name = "ADDRESS", requires = "open_to_network")]
    proxy: Vec<std::net::IpAddr>,
    /// So many games may lie here before only the host can make more
    #[arg(long, value_name = "N", default_value_t = 1000)]
    most_games: usize,
    /// Only the host makes games; others play where they are invited
    #[arg(long, requires = "open_to_network")]
    only_host_creates: bool,
    /// So many connections are held at the same time
    #[arg(long, value_name = "N", default_value_t = 2000)]
    most_connections: usize,
    /// So many games are in memory at the same time; the others wait in the data folder
    #[arg(long, value_name = "N", default_value_t = 500)]
    most_open: usize,
    /// How the server tells of itself on its error output
    #[arg(long, value_name = "STYLE", default_value = "plain")]
    log: Log,
    #[command(flatten)]
    places: Places,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Log {
    /// Sentences, of what somebody should know
    Plain,
    /// A JSON object a line, requests included
    Json,
}

#[derive(Args)]
struct Places {
    /// Folder of the stored games [default: bocage in the user's data folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// More modules, beside those shipped; a module of the same name replaces ours
    #[arg(long, value_name = "DIR")]
    modules: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Player {
    /// By rules of thumb
    Computer,
    /// Any option alike
    Random,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let json = cli.json;
    let done = match cli.job {
        None => serve::serve(&cli.serve),
        Some(Job::Serve(how)) => serve::serve(&how),
        Some(Job::Chart { id, inputs, list, roll }) => {
            chart::chart(id.as_deref(), &inputs, list, roll, json)
        }
        Some(Job::Check { path }) => check::check(&path, json),
        Some(Job::Cases { dir }) => cases::cases(&dir, json),
        Some(Job::Render { what, out, at, places }) => {
            render::render(&what, &out, at, &places, json)
        }
        Some(Job::Replay { what, at, seat, places }) => {
            replay::replay(&what, at, seat, &places, json)
        }
        Some(Job::Report { what, out, places }) => report::report(&what, &out, &places, json),
        Some(Job::Backup { file, places }) => data::backup(&file, &places, json),
        Some(Job::Verify { file, places }) => verify::verify(&file, &places, json),
        Some(Job::Simulate { scenario, games, seed, players, threads, places }) => {
            let players = [players[0], *players.get(1).unwrap_or(&players[0])].map(|it| match it {
                Player::Computer => play::Player::Computer,
                Player::Random => play::Player::Random,
            });
            simulate::simulate(&scenario, games, seed, players, threads, &places, json)
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.tell(json),
    }
}
