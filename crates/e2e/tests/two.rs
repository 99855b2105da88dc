//! Two people over the network address, each in a browser of their own: one invites, the other comes by the link, they
//! talk and play through the night.

use std::process::ExitCode;

use e2e::{Page, Stage, eventually};
use serde_json::json;

/// Two secrets, and twice six hours.
const DECISIONS: usize = 14;

fn main() -> ExitCode {
    e2e::run(&[("two_people_over_the_network", two_people)])
}

fn two_people(stage: &mut Stage) {
    stage.program.kill();
    stage.program.modules = Some("systems/toy/modules".into());
    stage.program.open_to_network = true;
    stage.program.start_again();
    let guest = stage.another_page();
    let Stage { program, page: host } = stage;
    assert!(!program.address().contains("127.0.0.1"), "{}", program.address());
    host.browser.size(1440, 900, false);
    let mut guest = guest;
    guest.browser.size(390, 844, true);

    // The host's own seat opens at once, and the invitation to the other with it.
    host.browser.go(&program.address());
    host.browser.wait_for("[data-testid=scenario-one-night]");
    let game = host.start("one-night", "invite-as-0");
    assert_eq!(game.seat, Some(0));
    host.browser.wait_for("[data-testid=people-panel]:not([hidden]) [data-testid=invite-1]");
    let link = value(host, "[data-testid=invite-1]");
    assert!(link.starts_with(&program.address()) && link.contains("seat=1&token="), "{link}");
    assert_eq!(host.browser.count("[data-testid=seat-1] svg.qr"), 1);
    assert!(host.browser.text("[data-testid=seat-1]").contains("has not come yet"));
    host.shot("two-host-invites");

    // The other follows the link, and the address does not show the token any longer.
    guest.browser.go(&link);
    eventually("the guest has a board", || guest.moment());
    assert_eq!(guest.game().seat, Some(1));
    assert!(!guest.browser.address().contains("token"), "{}", guest.browser.address());
    eventually("the host sees that the guest has come", || {
        let said = host.browser.text("[data-testid=seat-1]");
        if said.contains("is here") { Ok(()) } else { Err(said) }
    });
    guest.shot("two-guest-comes");

    // They talk, and what one notes stays his.
    guest.browser.click("[data-testid=people]");
    guest.browser.script(
        "const it = document.querySelector('[data-testid=chat-input]'); it.value = 'Good evening!'",
        json!([]),
    );
    guest.browser.click("[data-testid=chat-send]");
    eventually("the host hears the guest", || {
        let said = host.browser.text("[data-testid=chat-lines]");
        if said.contains("Good evening!") { Ok(()) } else { Err(said) }
    });
    host.shot("two-host-talks");
    guest.shot("two-guest-talks");
    host.browser.click("[data-testid=people-close]");
    guest.browser.click("[data-testid=people-close]");

    // Through the night; each decides on his own page.
    let mut decided = [0, 0];
    for _ in 0..2 * DECISIONS {
        let (seat, now) = eventually("somebody is asked, or it is over", || {
            let moments = [host.moment()?, guest.moment()?];
            let pages = [&*host, &guest];
            let turn = |seat: &usize| {
                let now = &moments[*seat];
                !now.is_busy && (now.is_over || now.is_asked() && !sealed(pages[*seat]))
            };
            let found = (0..2).find(turn);
            found.map(|it| (it, moments[it].clone())).ok_or(format!("{moments:?}"))
        });
        if now.is_over {
            break;
        }
        let page: &Page = if seat == 0 { host } else { &guest };
        decided[seat] += 1;
        give(page, now.offers[0].index);
        if seat == 1 && now.offers[0].has_odds {
            confirm(page);
        }
        eventually("the page goes on", || {
            let after = page.moment()?;
            let on = after.length != now.length || after.offers != now.offers || sealed(page);
            if on { Ok(()) } else { Err(format!("{after:?}")) }
        });
        if decided == [2, 2] {
            host.shot("two-host-plays");
            guest.shot("two-guest-plays");
        }
    }
    assert!(decided.iter().all(|it| 2 <= *it), "both decide: {decided:?}");
    for page in [&*host, &guest] {
        page.browser.wait_for("dialog[data-testid=outcome]");
        page.assert_clean(program);
    }

    // Continue keeps the seat; who has no invitation watches and is told so.
    host.browser.go(&program.address());
    host.browser.wait_for(&format!("a[href*=\"{}\"]", game.id));
    let back =
        format!("return document.querySelector('a[href*=\"{}\"]').getAttribute('href')", game.id);
    let back = host.browser.script(&back, json!([]));
    assert!(back.as_str().is_some_and(|it| it.ends_with("?seat=0")), "{back}");
    guest.browser.go(&format!("{}#/game/{}", program.address(), game.id));
    guest.browser.wait_for("[data-testid=watching]");
    println!("  both decided: {decided:?}");
}

/// Has this page given its secret, and waits for the other's?
fn sealed(page: &Page) -> bool {
    page.browser.count("[data-testid=form].sealed") != 0
}

fn value(page: &Page, css: &str) -> String {
    let script = format!("return document.querySelector('{css}').value");
    page.browser.script(&script, json!([])).as_str().unwrap_or_default().to_string()
}

/// What is ready: at once where it is a button, by its form where there is one.
fn give(page: &Page, index: usize) {
    let chip = format!(".chip[data-option=\"{index}\"]");
    if page.browser.count(&chip) == 0 {
        page.browser.click("[data-testid=all-ready]");
    }
    page.browser.click(&chip);
    if page.browser.count("[data-testid=form]:not([hidden]) [data-testid=seal]") != 0 {
        page.browser.click("[data-testid=seal]");
    }
}

/// On a phone the first tap shows what is at stake; the button beneath the odds decides.
fn confirm(page: &Page) {
    page.browser.wait_for("[data-testid=confirm-option]");
    page.browser.click("[data-testid=confirm-option]");
}
