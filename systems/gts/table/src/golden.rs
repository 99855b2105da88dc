//! Games of the Grand Tactical Series told question by question.

use gts::Battle;
use kernel::{Line, PendingAsk};
use testkit::golden::Told;

use crate::Gts;
use crate::cases::words::side_letter;

impl Told for Gts {
    fn tell(g: &Battle, line: &Line<Battle>) -> String {
        crate::cases::play::line_text(g, line)
    }
    fn tell_question(g: &Battle, ask: &PendingAsk<Battle>) -> (String, Vec<String>) {
        let options = ask.options.iter().map(|it| gts::text::option(g, &ask.ask, *it).0);
        let ready = ask.ready.iter().flatten().map(|it| gts::text::plan(g.data(), it));
        let labels = options.chain(ready).collect();
        let (who, code) = (side_letter(ask.ask.who), ask.ask.rule.code);
        (format!("{who} [{code}] {}", gts::text::prompt(g, &ask.ask)), labels)
    }
}
