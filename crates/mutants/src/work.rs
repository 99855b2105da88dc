//! A sample: drawn, built, judged, counted.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::Wishes;
use crate::compile::{self, Complaint};
use crate::copy::{self, Changed};
use crate::draw;
use crate::judge::{Player, Verdict};
use crate::mutant::Mutant;
use crate::sources::Sources;
use crate::write::write;

pub(crate) fn work(root: &Path, wishes: &Wishes, sources: &Sources) -> Result<(), String> {
    let (system, many) = (wishes.system.as_str(), sources.all.len());
    println!("{many} mutants of {system} are possible; building a sample of {}", wishes.sample);
    let folder = root.join("target/mutants");
    let mut shop = Workshop { root, folder: &folder, system, sources, useless: BTreeSet::new() };
    shop.remember();
    let sample = shop.sample(wishes)?;
    let wanted: Vec<usize> =
        if wishes.only.is_empty() { sample.into_iter().collect() } else { wishes.only.clone() };
    // Its own, so that another system can be built meanwhile.
    let program = folder.join(format!("{system}-player{}", std::env::consts::EXE_SUFFIX));
    let built = folder.join("build/debug/player").with_extension(std::env::consts::EXE_EXTENSION);
    fs::copy(&built, &program).map_err(|it| format!("{}: {it}", built.display()))?;
    let player = Player::prepare(program, root, system)?;
    let (mut caught, mut missed) = (0, Vec::new());
    for (i, number) in wanted.iter().enumerate() {
        let mutant = &sources.all[*number];
        let place = format!("{:3}/{} {number:5} {mutant}", i + 1, wanted.len());
        if shop.useless.contains(&mutant.key(sources.source_of(mutant))) {
            println!("{place}\n              does not compile");
            continue;
        }
        match player.judge(root, *number)? {
            Verdict::Caught(by) => {
                caught += 1;
                println!("{place}\n              caught: {by}");
            }
            Verdict::Missed { reached } => {
                let note = if reached { "" } else { " (no case comes here)" };
                println!("{place}\n              MISSED{note}");
                missed.push((*number, note));
            }
        }
    }
    report(sources, caught, &missed);
    Ok(())
}

fn report(sources: &Sources, caught: usize, missed: &[(usize, &str)]) {
    if !missed.is_empty() {
        println!("\nMissed:");
    }
    for (number, note) in missed {
        let it = &sources.all[*number];
        print!("{number:5} {it}{note}\n{}", it.difference(sources.source_of(it)));
    }
    let all = caught + missed.len();
    let tenths = (caught * 1000).checked_div(all).unwrap_or(0);
    let percent = format!("{}.{}", tenths / 10, tenths % 10);
    println!("\nJudged by cases alone, debug assertions awake while they are played.");
    println!("{caught} caught, {} missed ({percent} %)", missed.len());
}

/// Where samples are built.
struct Workshop<'a> {
    root: &'a Path,
    folder: &'a Path,
    system: &'a str,
    sources: &'a Sources,
    /// Keys of mutants that do not compile.
    useless: BTreeSet<String>,
}

impl Workshop<'_> {
    fn memory(&self) -> PathBuf {
        self.folder.join(format!("{}.useless", self.system))
    }

    /// What did not compile the last time does not now: that saves building again and again.
    fn remember(&mut self) {
        let text = fs::read_to_string(self.memory()).unwrap_or_default();
        self.useless = text.lines().map(str::to_owned).collect();
    }

    fn forget(&mut self, number: usize) -> Result<(), String> {
        let mutant = &self.sources.all[number];
        self.useless.insert(mutant.key(self.sources.source_of(mutant)));
        let text: String = self.useless.iter().map(|it| format!("{it}\n")).collect();
        let path = self.memory();
        fs::write(&path, text).map_err(|it| format!("{}: {it}", path.display()))
    }

    /// Draws until as many as are wanted compile. What is asked for by number is written in beside them.
    fn sample(&mut self, wishes: &Wishes) -> Result<BTreeSet<usize>, String> {
        let order = draw::shuffled(self.sources.all.len(), wishes.seed);
        let size = usize::try_from(wishes.sample).unwrap_or(usize::MAX);
        loop {
            let compiles = |it: &usize| {
                let mutant = &self.sources.all[*it];
                !self.useless.contains(&mutant.key(self.sources.source_of(mutant)))
            };
            let drawn = order.iter().copied().filter(compiles).take(size);
            let drawn: BTreeSet<usize> = drawn.collect();
            let asked = wishes.only.iter().copied().filter(compiles);
            let written = drawn.iter().copied().chain(asked).collect();
            let (changed, places) = self.write(&written);
            let copy = self.folder.join(self.system);
            copy::copy(self.root, &copy, self.system, &changed)?;
            let complaints = compile::build(&copy, &self.folder.join("build"))?;
            if complaints.is_empty() {
                return Ok(drawn);
            }
            let guilty = guilty(&complaints, &places)?;
            println!("{} of them do not compile: others are drawn", guilty.len());
            for it in guilty {
                self.forget(it)?;
            }
        }
    }

    /// The sources of the rules with these mutants in them.
    fn write(&self, numbers: &BTreeSet<usize>) -> (Changed, Places) {
        let (mut changed, mut places) = (Changed::new(), Places::new());
        for (path, text) in &self.sources.files {
            let here: Vec<(usize, &Mutant)> = numbers
                .iter()
                .map(|it| (*it, &self.sources.all[*it]))
                .filter(|it| it.1.file == *path)
                .collect();
            let mut written = write(text, &here);
            if path.ends_with("src/lib.rs") {
                written.text += &copy::switch(self.sources.all.len());
            }
            changed.insert(path.clone(), written.text);
            places.insert(path.clone(), written.places);
        }
        (changed, places)
    }
}

/// Where mutants stand in the sources that were written.
type Places = BTreeMap<PathBuf, Vec<(usize, Range<usize>)>>;

/// The mutants that complaints are about.
fn guilty(complaints: &[Complaint], places: &Places) -> Result<BTreeSet<usize>, String> {
    let mut guilty = BTreeSet::new();
    for complaint in complaints {
        let whose = complaint.places.iter().find_map(|(file, at)| whose(places, file, *at));
        match whose.or_else(|| complaint.places.first().and_then(|it| nearest(places, &it.0, it.1)))
        {
            Some(it) => _ = guilty.insert(it),
            None => return Err(format!("the copy does not compile: {}", complaint.text)),
        }
    }
    Ok(guilty)
}

/// The innermost mutant around this place.
fn whose(places: &Places, file: &Path, at: usize) -> Option<usize> {
    let here = places.get(file)?.iter().filter(|it| it.1.contains(&at));
    here.min_by_key(|it| it.1.len()).map(|it| it.0)
}

/// What is left out or done at once may be missed further down.
fn nearest(places: &Places, file: &Path, at: usize) -> Option<usize> {
    places.get(file)?.iter().min_by_key(|it| it.1.start.abs_diff(at)).map(|it| it.0)
}
