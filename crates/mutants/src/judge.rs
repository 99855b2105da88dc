//! Plays the cases, with one mutant awake or none.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// What the cases make of a mutant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// By this case, or because it does not come to an end.
    Caught(String),
    Missed,
}

/// The program that plays the cases of a system.
#[derive(Debug)]
pub(crate) struct Player {
    program: PathBuf,
    cases: Vec<PathBuf>,
    /// How long the cases take when nothing is broken.
    usual: Duration,
}

/// How many times as long as usual a mutant may take, and what it may take at least: the machine may be busy.
const PATIENCE: u32 = 12;
const AT_LEAST: Duration = Duration::from_secs(15);
/// Room that a mutant may fill, in KiB: some never stop growing.
const ROOM: &str = "4000000";

impl Player {
    /// Plays all cases unbroken; the mutants that are come by.
    pub(crate) fn prepare(
        program: PathBuf,
        root: &Path,
        system: &str,
    ) -> Result<(Player, Vec<usize>), String> {
        let folder = Path::new("cases").join(system);
        let entries = std::fs::read_dir(root.join(&folder))
            .map_err(|it| format!("{}: {it}", folder.display()))?;
        let names = entries.filter_map(Result::ok).map(|it| folder.join(it.file_name()));
        let mut cases: Vec<PathBuf> =
            names.filter(|it| it.extension().is_some_and(|it| it == "md")).collect();
        cases.sort();
        let mut player = Player { program, cases, usual: Duration::from_secs(60) };
        let begun = Instant::now();
        match player.play(root, None)? {
            (true, Some(reached)) => {
                player.usual = begun.elapsed();
                let reached = reached.split_whitespace().filter_map(|it| it.parse().ok());
                Ok((player, reached.collect()))
            }
            (_, said) => Err(format!(
                "the cases fail without any mutant: {}",
                said.as_deref().unwrap_or("they do not come to an end").trim()
            )),
        }
    }

    /// Wakes a mutant and plays.
    pub(crate) fn judge(&self, root: &Path, mutant: usize) -> Result<Verdict, String> {
        Ok(match self.play(root, Some(mutant))? {
            (true, _) => Verdict::Missed,
            (false, Some(said)) if said.trim().is_empty() => Verdict::Caught("a crash".into()),
            (false, Some(said)) => Verdict::Caught(said.trim().to_owned()),
            (false, None) => Verdict::Caught("time ran out".into()),
        })
    }

    /// Did all cases pass, and what was said; nothing if time ran out.
    fn play(&self, root: &Path, mutant: Option<usize>) -> Result<(bool, Option<String>), String> {
        let mut command = limited(&self.program);
        command.current_dir(root).args(&self.cases).stdout(Stdio::piped()).stderr(Stdio::null());
        match mutant {
            Some(it) => command.env("BOCAGE_MUTANT", it.to_string()),
            None => command.env_remove("BOCAGE_MUTANT"),
        };
        let wrong = |it: std::io::Error| format!("{}: {it}", self.program.display());
        let mut child = command.spawn().map_err(wrong)?;
        let begun = Instant::now();
        let limit = (self.usual * PATIENCE).max(AT_LEAST);
        let status = loop {
            if let Some(status) = child.try_wait().map_err(wrong)? {
                break status;
            }
            if limit < begun.elapsed() {
                child.kill().map_err(wrong)?;
                child.wait().map_err(wrong)?;
                return Ok((false, None));
            }
            sleep(Duration::from_millis(10));
        };
        let mut said = String::new();
        if let Some(mut output) = child.stdout.take() {
            output.read_to_string(&mut said).map_err(wrong)?;
        }
        Ok((status.success(), Some(said)))
    }
}

#[cfg(unix)]
fn limited(program: &Path) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("ulimit -v {ROOM}; exec \"$@\""), "sh"]).arg(program);
    command
}

#[cfg(not(unix))]
fn limited(program: &Path) -> Command {
    Command::new(program)
}
