//! Sets a test up, runs it, and says what became of it: passed, failed with a picture, or skipped.

use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use crate::browser::Browser;
use crate::page::Page;
use crate::program::{Program, folder, program};

/// How long anything on the page may take. Machines that test are slow and busy.
const PATIENCE: Duration = Duration::from_secs(60);

/// What a test plays on: a fresh table and a fresh browser.
pub struct Stage {
    pub program: Program,
    pub page: Page,
}

impl Stage {
    /// Another person's browser, which knows nothing of the first.
    pub fn another_page(&self) -> Page {
        match Browser::installed() {
            Ok((chromium, driver)) => Page::new(Browser::start(&chromium, &driver)),
            Err(why) => panic!("{why}"),
        }
    }
}

/// Asks again and again until it is so; fails with what was in the way last.
#[track_caller]
pub fn eventually<T>(what: &str, mut is_so: impl FnMut() -> Result<T, String>) -> T {
    let began = Instant::now();
    loop {
        match is_so() {
            Ok(value) => return value,
            Err(why) if PATIENCE < began.elapsed() => {
                panic!("after {} s it is still not so that {what}: {why}", PATIENCE.as_secs())
            }
            Err(_) => thread::sleep(Duration::from_millis(15)),
        }
    }
}

type Test = fn(&mut Stage);

/// The main of a file of tests. A word in the arguments chooses those whose name has it.
pub fn run(tests: &[(&str, Test)]) -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    if args.iter().any(|it| it == "--list") {
        tests.iter().for_each(|(name, _)| println!("{name}: test"));
        return ExitCode::SUCCESS;
    }
    let words: Vec<&String> = args.iter().filter(|it| !it.starts_with('-')).collect();
    let chosen = |name: &str| words.is_empty() || words.iter().any(|it| name.contains(it.as_str()));
    let chosen: Vec<_> = tests.iter().filter(|(name, _)| chosen(name)).collect();
    println!("\nrunning {} plays in Chromium", chosen.len());
    // One line with the place is enough; a picture follows.
    panic::set_hook(Box::new(|it| println!("  {it}")));
    let (mut passed, mut failed, mut skipped) = (0, 0, 0);
    match Browser::installed() {
        Err(why) if env::var("BOCAGE_E2E").is_ok_and(|it| it == "required") => {
            println!("FAILED: {why}");
            failed = chosen.len();
        }
        Err(why) => {
            for (name, _) in &chosen {
                println!("play {name} ... skipped: {why}");
            }
            skipped = chosen.len();
        }
        Ok((chromium, driver)) => {
            println!("{}", program().display());
            for (name, test) in &chosen {
                let began = Instant::now();
                let ok = play(name, *test, || Browser::start(&chromium, &driver));
                let word = if ok { "ok" } else { "FAILED" };
                println!("play {name} ... {word} ({:.1} s)", began.elapsed().as_secs_f64());
                if ok { passed += 1 } else { failed += 1 }
            }
        }
    }
    println!("\ne2e: {passed} passed, {failed} failed, {skipped} skipped\n");
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn play(name: &str, test: Test, browser: impl FnOnce() -> Browser) -> bool {
    let set_up =
        AssertUnwindSafe(|| Stage { program: Program::start(), page: Page::new(browser()) });
    let mut stage = match catch_unwind(set_up) {
        Ok(stage) => stage,
        Err(_) => return false,
    };
    if catch_unwind(AssertUnwindSafe(|| test(&mut stage))).is_ok() {
        return true;
    }
    // How it looked then says more than the message.
    let picture = catch_unwind(AssertUnwindSafe(|| stage.page.browser.screenshot()));
    if let Ok(Ok(picture)) = picture {
        let file = folder("e2e-failures").join(format!("{name}.png"));
        match fs::write(&file, picture) {
            Ok(()) => println!("  the page then: {}", file.display()),
            Err(error) => println!("  {}: {error}", file.display()),
        }
    }
    let rest = AssertUnwindSafe(|| (stage.page.browser.address(), stage.page.browser.complaints()));
    if let Ok((address, complaints)) = catch_unwind(rest) {
        println!("  its address: {address}");
        complaints.iter().for_each(|it| println!("  console: {it}"));
    }
    false
}
