//! A battle looked back on, as one file for the browser.

use std::path::Path;

use serde_json::json;

use crate::Places;
use crate::data::{journal, table};
use crate::failure::{Failure, say, say_json};

/// The page's own drawing of a report: it imports nothing.
const DRAWING: &str = include_str!("../../../web/js/report.js");
const LOOK: &str = concat!(
    include_str!("../../../web/css/tokens.css"),
    include_str!("../../../web/css/report.css"),
);

pub(crate) fn report(
    what: &str,
    out: &Path,
    places: &Places,
    as_json: bool,
) -> Result<(), Failure> {
    let journal = journal(what, places)?;
    let shelf = places.shelf()?;
    let table = table(&shelf, &journal, None)?;
    let report = table.look_back();
    let head = table.head();
    let data = json!({ "report": report, "map": head.map, "picture": table.map_svg() });
    // Within a script of a page nothing may look like the end of it.
    let data = data.to_string().replace("</", "<\\/");
    let page = format!(
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content=\"width=device-width\">\
         <title>Battle report: {}</title><style>{LOOK}</style><body class=listing><main class=\"page report\" id=report></main>\
         <script type=application/json id=data>{data}</script><script type=module>{DRAWING}\n{START}</script>",
        escaped(&report.title)
    );
    std::fs::write(out, &page).map_err(|it| Failure::file("write", out, &it))?;
    let (turns, throws) = (report.turns.len(), report.throws.len());
    if as_json {
        return say_json(&json!({
            "file": out, "bytes": page.len(), "turns": turns, "losses": report.losses.len(), "throws": throws,
        }));
    }
    let kib = page.len().div_ceil(1024);
    say(&format!("{} ({kib} KiB): {turns} turns, {throws} throws", out.display()))
}

/// What the page does with the figures in the file.
const START: &str = "
const { report, map, picture } = JSON.parse(document.getElementById('data').textContent);
drawReport(document.getElementById('report'), report, {
  ...around(map), map: URL.createObjectURL(new Blob([picture], { type: 'image/svg+xml' })), href: null,
});";

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
