//! Plays the cases, with one mutant awake or none.

use std::collections::BTreeSet;
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
    /// Does any case come by it at all?
    Missed { reached: bool },
}

/// The program that plays the cases of a system.
#[derive(Debug)]
pub(crate) struct Player {
    program: PathBuf,
    /// The quickest first.
    files: Vec<File>,
}

/// A file of cases.
#[derive(Debug)]
struct File {
    path: PathBuf,
    /// The mutants that its cases come by.
    reaches: BTreeSet<usize>,
    /// How long its cases take when nothing is broken.
    usual: Duration,
}

/// How many times as long as usual a mutant may take, and what it may take at least: the machine may be busy.
const PATIENCE: u32 = 12;
const AT_LEAST: Duration = Duration::from_secs(15);
/// How long the cases of a file may take when nothing is broken.
const UNBROKEN: Duration = Duration::from_secs(120);
/// Room that a mutant may fill, in KiB: some never stop growing.
const ROOM: &str = "4000000";

impl Player {
    /// Plays all cases unbroken to see which mutants each file comes by: each in a process of its own, since what is made once
    /// and kept would be the first file's alone.
    pub(crate) fn prepare(program: PathBuf, root: &Path, system: &str) -> Result<Player, String> {
        let folder = Path::new("cases").join(system);
        let entries = std::fs::read_dir(root.join(&folder))
            .map_err(|it| format!("{}: {it}", folder.display()))?;
        let names = entries.filter_map(Result::ok).map(|it| folder.join(it.file_name()));
        let mut paths: Vec<PathBuf> =
            names.filter(|it| it.extension().is_some_and(|it| it == "md")).collect();
        paths.sort();
        let mut player = Player { program, files: Vec::new() };
        for path in paths {
            let begun = Instant::now();
            match player.play(root, &[&path], None, UNBROKEN)? {
                (true, Some(reached)) => {
                    let reaches = reached.split_whitespace().filter_map(|it| it.parse().ok());
                    let (reaches, usual) = (reaches.collect(), begun.elapsed());
                    player.files.push(File { path, reaches, usual });
                }
                (_, said) => {
                    let said = said.unwrap_or_else(|| "they do not come to an end".into());
                    return Err(format!("cases fail without any mutant: {}", said.trim()));
                }
            }
        }
        player.files.sort_by_key(|it| it.usual);
        Ok(player)
    }

    /// Wakes a mutant and plays what comes by it.
    pub(crate) fn judge(&self, root: &Path, mutant: usize) -> Result<Verdict, String> {
        let files: Vec<&File> =
            self.files.iter().filter(|it| it.reaches.contains(&mutant)).collect();
        if files.is_empty() {
            return Ok(Verdict::Missed { reached: false });
        }
        let usual: Duration = files.iter().map(|it| it.usual).sum();
        let paths: Vec<&Path> = files.iter().map(|it| it.path.as_path()).collect();
        let limit = (usual * PATIENCE).max(AT_LEAST);
        Ok(match self.play(root, &paths, Some(mutant), limit)? {
            (true, _) => Verdict::Missed { reached: true },
            (false, Some(said)) => Verdict::Caught(said.lines().next().unwrap_or("a crash").into()),
            (false, None) => Verdict::Caught("time ran out".into()),
        })
    }

    /// Did all cases pass, and what was said; nothing if time ran out.
    fn play(
        &self,
        root: &Path,
        files: &[&Path],
        mutant: Option<usize>,
        limit: Duration,
    ) -> Result<(bool, Option<String>), String> {
        let mut command = limited(&self.program);
        command.current_dir(root).args(files).stdout(Stdio::piped()).stderr(Stdio::null());
        match mutant {
            Some(it) => command.env("BOCAGE_MUTANT", it.to_string()),
            None => command.env_remove("BOCAGE_MUTANT"),
        };
        let wrong = |it: std::io::Error| format!("{}: {it}", self.program.display());
        let mut child = command.spawn().map_err(wrong)?;
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().map_err(wrong)? {
                break status;
            }
            if limit < begun.elapsed() {
                child.kill().map_err(wrong)?;
                child.wait().map_err(wrong)?;
                return Ok((false, None));
            }
            sleep(Duration::from_millis(5));
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
