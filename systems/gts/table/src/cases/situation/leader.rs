//! Leaders of a situation.

use gts::data::{Belongs, FormationId, UnitId};
use gts::state::Post;
use module::values::Key;

use super::{Reader, at};
use crate::cases::fields::Away;
use crate::cases::words::{Read, Words, Wrong};
use crate::load;

#[derive(Clone, Debug)]
pub(super) struct LeaderText {
    line: usize,
    pub(super) key: String,
    formation: Option<String>,
    with: Option<String>,
    text: load::LeaderText,
    replaced: bool,
    post: Option<Post>,
}

impl Reader {
    pub(super) fn leader(&mut self, words: &mut Words) -> Read<()> {
        let key = words.need("the name of the leader")?;
        let mut leader = LeaderText {
            line: words.line,
            formation: None,
            with: None,
            // What is not said is as the loader of modules has it (gts.data.leader-default).
            text: load::LeaderText {
                key: at(Key(key.clone())),
                name: at(key.clone()),
                formation: at(String::new()),
                command_range: None,
                attachment: None,
                replacement: None,
            },
            key,
            replaced: false,
            post: None,
        };
        while let Some(word) = words.next() {
            let text = &mut leader.text;
            match word.as_str() {
                "of" => leader.formation = Some(words.need("the formation of the leader")?),
                "with" => leader.with = Some(words.need("the unit the leader is with")?),
                "range" => text.command_range = Some(at(words.number("range")?)),
                "attachment" => text.attachment = Some(at(words.number("attachment")?)),
                "back-range" => {
                    let back = text.replacement.get_or_insert_default();
                    back.command_range = Some(at(words.number("back-range")?));
                }
                "back-attachment" => {
                    let back = text.replacement.get_or_insert_default();
                    back.attachment = Some(at(words.number("back-attachment")?));
                }
                "replaced" => leader.replaced = true,
                away if Away::read(away).is_some() => {
                    leader.post = Away::read(away).map(Post::from)
                }
                other => {
                    return words.wrong(format!(
                        "\"{other}\" says nothing about a leader: of FORMATION, with UNIT, range, attachment, back-range, \
                         back-attachment, replaced, lost, gone, later"
                    ));
                }
            }
        }
        self.leaders.push(leader);
        Ok(())
    }
    pub(super) fn place_leaders(&mut self) -> Read<()> {
        let leaders = self.leaders.clone();
        if 60 < leaders.len() {
            return Err(Wrong { line: self.line, message: "at most 60 leaders".into() });
        }
        for leader in leaders {
            let words = Words::new(leader.line, "");
            let with = match &leader.with {
                Some(key) => match self.data.units.iter().position(|it| it.key == *key) {
                    Some(at) => Some(UnitId(at as u8)),
                    None => {
                        return words
                            .wrong(format!("there is no unit {key} for leader {}", leader.key));
                    }
                },
                None => None,
            };
            let of_unit = with.and_then(|it| match self.data.units[usize::from(it.0)].belongs {
                Belongs::Formation(formation) => Some(formation),
                _ => None,
            });
            let formation = match &leader.formation {
                Some(key) => self
                    .data
                    .formations
                    .iter()
                    .position(|it| it.key == *key)
                    .map(|it| FormationId(it as u8)),
                None => of_unit,
            };
            let Some(formation) = formation else {
                return words.wrong(format!(
                    "of which formation is leader {}? Write: of FORMATION, one that has units",
                    leader.key
                ));
            };
            if with.is_none() && leader.post.is_none() {
                return words.wrong(format!(
                    "where is leader {}? with UNIT, lost, gone or later",
                    leader.key
                ));
            }
            self.data.leaders.push(load::leader(&leader.text, formation));
            self.data.leader_starts.push(with);
        }
        Ok(())
    }

    pub(super) fn posts(&self) -> Vec<(Option<Post>, bool)> {
        self.leaders.iter().map(|it| (it.post, it.replaced)).collect()
    }
}
