//! Questions and options in words.

use board::HexId;

use crate::data::{
    BoxId, Card, CardEvent, CardId, Data, Division, GermanId, GermanKind, Gun, Letter, PositionId,
    Sector, SiteId, Symbol, UnitId, Weapons,
};
use crate::question::{Opt, Topic};
use crate::state::{Day, Purpose};

/// The names of things in one scenario.
pub struct Names<'a>(pub &'a Data);

impl Names<'_> {
    #[must_use]
    pub fn unit(&self, id: UnitId) -> &str {
        &self.0.units[id.index()].name
    }
    #[must_use]
    pub fn position(&self, id: PositionId) -> &str {
        &self.0.positions[id.index()].name
    }
    #[must_use]
    pub fn site(&self, id: SiteId) -> &str {
        &self.0.sites[id.index()].name
    }
    #[must_use]
    pub fn landing_box(&self, id: BoxId) -> &str {
        &self.0.boxes[id.index()].name
    }
    /// "0707 (Vierville)"
    #[must_use]
    pub fn hex(&self, hex: HexId) -> String {
        match self.0.map.name(hex) {
            Some(name) => format!("{} ({name})", self.0.map.label(hex)),
            None => self.0.map.label(hex).to_string(),
        }
    }
    /// "5/916", or what it has for a WN unit.
    #[must_use]
    pub fn german(&self, id: GermanId) -> String {
        let it = &self.0.germans[id.index()];
        match it.kind {
            GermanKind::Wn(Gun::Plain) => "a strongpoint crew".into(),
            GermanKind::Wn(Gun::C75) => "a crew with a 75 mm gun".into(),
            GermanKind::Wn(Gun::C88) => "a crew with an 88 mm gun".into(),
            GermanKind::Wn(Gun::Rocket) => "the rocket crew".into(),
            _ => it.name.clone(),
        }
    }
    /// The Germans in a hex by their position: "WN62N (2507)", "C5 (2711)", "Armour (1510)".
    #[must_use]
    pub fn defenders(&self, hex: HexId) -> String {
        let label = self.0.map.label(hex);
        match self.0.ground.site(hex) {
            Some(site) => {
                let wn = self.0.positions[self.0.sites[site.index()].position.index()].is_wn();
                format!("{}{} ({label})", if wn { "WN" } else { "" }, self.site(site))
            }
            None => format!("Armour ({label})"),
        }
    }
    /// A German unit and its position.
    #[must_use]
    pub fn german_at(&self, id: GermanId, at: Option<HexId>) -> String {
        match at {
            Some(hex) => format!("{}, {},", self.defenders(hex), self.german(id)),
            None => self.german(id),
        }
    }
    #[must_use]
    pub fn sector(&self, sector: Sector) -> &'static str {
        sector.name()
    }
}

/// "BZ BG", or "nothing".
#[must_use]
pub fn weapons(weapons: Weapons) -> String {
    if weapons.is_empty() {
        return "nothing".into();
    }
    weapons.iter().map(|it| it.key()).collect::<Vec<_>>().join(" ")
}

/// What a drawn card says for the purpose it was drawn for.
#[must_use]
pub fn card_drawn(data: &Data, id: CardId, purpose: Purpose) -> String {
    let card = &data.cards[id.index()];
    let n = card.number;
    match purpose {
        Purpose::Landing(sector) => {
            format!("{} landing card {n}: {}.", Names(data).sector(sector), landing_part(card))
        }
        Purpose::Event => format!("Event card {n}."),
        Purpose::Fire(sector) => {
            format!("{} fire card {n}: {}.", Names(data).sector(sector), fire_part(card))
        }
        Purpose::Infiltration => format!("Infiltration, fire card {n}: {}.", fire_part(card)),
        Purpose::Barrage => format!("Barrage, fire card {n}: {}.", fire_part(card)),
        Purpose::Salvo => format!("Salvo, fire card {n}: {}.", fire_part(card)),
        Purpose::Bombardment => format!("Bombardment, fire card {n}: {}.", fire_part(card)),
    }
}

/// "◆ A, ▲ C, ● B, mines"
#[must_use]
pub fn landing_part(card: &Card) -> String {
    let letter = |it: Letter| ["A", "B", "C", "D"][it as usize];
    let mut parts: Vec<String> = Symbol::ALL
        .into_iter()
        .map(|it| format!("{} {}", it.sign(), letter(card.landing[it.index()])))
        .collect();
    if card.mine {
        parts.push("mines".into());
    }
    parts.join(", ")
}

/// "orange F, double red A, blue armour; ●; artillery 2: 88 105"
#[must_use]
pub fn fire_part(card: &Card) -> String {
    let marks: Vec<String> = card
        .fire
        .iter()
        .map(|it| {
            let double = if it.double { "double " } else { "" };
            format!("{double}{} {}", it.colour.name(), it.badge.name())
        })
        .collect();
    let mut text = format!("{}; {}", marks.join(", "), card.symbol.sign());
    if let Some(artillery) = &card.artillery {
        let calibres: Vec<&str> = artillery.calibres.iter().map(|it| it.name()).collect();
        text += &format!("; artillery {} of {}", artillery.number, calibres.join(" "));
    }
    text
}

/// The event of a card in our wording, with its names filled in.
#[must_use]
pub fn event_text(data: &Data, event: &CardEvent) -> (String, String) {
    let names = Names(data);
    let text = &data.events[event.index()];
    let (key, value): (&str, String) = match event {
        CardEvent::Reserves(zones) => {
            ("{zones}", zones.iter().map(char::to_string).collect::<Vec<_>>().join(", "))
        }
        CardEvent::DestroyersReserves(zone) => ("{zones}", zone.to_string()),
        CardEvent::HeroDepth(it)
        | CardEvent::Hero(it)
        | CardEvent::Scouts(it)
        | CardEvent::Stragglers(it) => ("{division}", division_short(*it).into()),
        CardEvent::Smoke(positions) => (
            "{positions}",
            positions.iter().map(|it| names.position(*it)).collect::<Vec<_>>().join(" and "),
        ),
        CardEvent::Interrogation(sector) => ("{sector}", names.sector(*sector).into()),
        CardEvent::Unseen(symbols) => {
            ("{symbols}", format!("{} or {}", symbols[0].sign(), symbols[1].sign()))
        }
        CardEvent::Runners(hq) => ("{regiment}", names.unit(*hq).trim_start_matches("HQ ").into()),
        CardEvent::ShortSalvo(positions) => (
            "{positions}",
            positions.iter().map(|it| names.position(*it)).collect::<Vec<_>>().join(", "),
        ),
        _ => ("", String::new()),
    };
    let body = if key.is_empty() { text.text.clone() } else { text.text.replace(key, &value) };
    (text.title.clone(), body)
}

#[must_use]
pub const fn division_short(division: Division) -> &'static str {
    match division {
        Division::First => "1st",
        Division::TwentyNinth => "29th",
    }
}

pub use crate::prompt::question;

/// An option as a button says it, in the words of its question.
#[must_use]
pub fn label(g: &Day, topic: Topic, opt: Opt) -> String {
    let names = Names(g.data());
    match (opt, topic) {
        (Opt::Done, Topic::Actions(division)) => format!("The {} has finished", division.name()),
        (Opt::Done, Topic::Declare(_)) => "Attack with these".into(),
        (Opt::Done, Topic::GoOn { .. }) => "Stop here".into(),
        (Opt::Done, Topic::ComeAlong { .. } | Topic::LeaveAlong { .. }) => "Nobody else".into(),
        (Opt::Done, Topic::Clear(_)) => "Clear no more".into(),
        (Opt::Done, Topic::Base(_) | Topic::Garrison | Topic::Posts) => "Nothing more".into(),
        (Opt::Unit(unit), Topic::ComeAlong { .. } | Topic::LeaveAlong { .. }) => {
            format!("{} comes along", names.unit(unit))
        }
        (Opt::Unit(unit), Topic::Attrition(_)) => format!("{} gives up a step", names.unit(unit)),
        (Opt::No, Topic::Attrition(_)) => "Give up no step".into(),
        (Opt::No, Topic::HeroInAttack(_)) => "The hero does nothing".into(),
        (Opt::No, Topic::RangerDrift(_)) => "Land as planned".into(),
        (Opt::Yes, Topic::Sacrifice(_)) => "The hero falls, the unit fights on".into(),
        (Opt::No, Topic::Sacrifice(_)) => "The unit is lost, and its hero with it".into(),
        (Opt::Yes, Topic::Follow { leader, .. }) => format!("{} drifts along", names.unit(leader)),
        (Opt::No, Topic::Follow { leader, .. }) => {
            format!("{} stays in its box", names.unit(leader))
        }
        (Opt::Stay, _) => "Stay where it was".into(),
        (Opt::Continue, Topic::AfterLoss { .. }) => "Go on".into(),
        (Opt::Attack(hex), _) => format!("Attack {}", names.defenders(hex)),
        (Opt::Barrage { unit, target }, _) => {
            format!("{} barrages {}", names.unit(unit), names.defenders(target))
        }
        (Opt::NavalBarrage(hex), _) => format!("Naval barrage on {}", names.defenders(hex)),
        (Opt::German(hex), _) => names.defenders(hex),
        _ => option(g, opt),
    }
}

/// An option in short, whatever it answers: for cases and playthroughs.
#[must_use]
pub fn option(g: &Day, opt: Opt) -> String {
    let names = Names(g.data());
    match opt {
        Opt::No => "No".into(),
        Opt::Yes => "Yes".into(),
        Opt::Continue => "Continue".into(),
        Opt::Done => "Done".into(),
        Opt::Division(division) => division.name().into(),
        Opt::Unit(unit) => names.unit(unit).into(),
        Opt::Hex(hex) => names.hex(hex),
        Opt::Box(at) => names.landing_box(at).into(),
        Opt::Turn(turn) => format!("Put off to turn {turn}"),
        Opt::Position(position) => names.position(position).into(),
        Opt::German(hex) => format!("Germans in {}", names.hex(hex)),
        Opt::Move { unit, to } => format!("{} moves to {}", names.unit(unit), names.hex(to)),
        Opt::ClimbBluff { unit, to } => {
            format!("{} climbs the bluff to {}", names.unit(unit), names.hex(to))
        }
        Opt::ClimbCliff { unit, to } => {
            format!("{} climbs the cliff to {}", names.unit(unit), names.hex(to))
        }
        Opt::CrossCliff(unit) => format!("{} goes over the cliff", names.unit(unit)),
        Opt::AbortCliff(unit) => format!("{} gives up the climb", names.unit(unit)),
        Opt::Rest(unit) => format!("{} removes its climb marker", names.unit(unit)),
        Opt::Recover(unit) => format!("{} removes its disrupted marker", names.unit(unit)),
        Opt::Exit(unit) => format!("{} leaves the map", names.unit(unit)),
        Opt::Attack(hex) => format!("Attack {}", names.hex(hex)),
        Opt::Barrage { unit, target } => {
            format!("{} barrages {}", names.unit(unit), names.hex(target))
        }
        Opt::NavalBarrage(hex) => format!("Naval barrage on {}", names.hex(hex)),
        Opt::Stay => "Stay where it is".into(),
        Opt::Join(unit) => format!("{} takes part", names.unit(unit)),
        Opt::JoinNaval => "Add a naval fire marker".into(),
        Opt::HeroWeapon(weapon) => format!("The hero stands in for {}", weapon.name()),
        Opt::HeroStrength => "The hero adds 1 to the strength".into(),
        Opt::Clear(hex) => format!("Clear {}", names.hex(hex)),
        Opt::PlaceBase { division, hex } => {
            format!("Engineer base of the {} in {}", division.name(), names.hex(hex))
        }
        Opt::GrowBase { division, base } => {
            format!("{}: base {} reaches further", division.name(), base + 1)
        }
        Opt::Garrison(hex) => format!("Garrison in {}", names.hex(hex)),
        Opt::MakePost(unit) => format!("{} becomes a command post", names.unit(unit)),
        Opt::GrowPost(unit) => format!("{} reaches further", names.unit(unit)),
    }
}
