//! `forces/*.toml` to templates of elements.

use module::Errors;
use module::read::Page;
use skirmish::data::{Role, WeaponId};
use skirmish::tables::Tables;

use super::format::Forces;
use super::ground::find;

/// An element as a force list has it.
#[derive(Clone, Debug)]
pub(crate) struct Template {
    pub(crate) key: String,
    pub(crate) title: String,
    /// Figure 1 first.
    pub(crate) figures: Vec<WeaponId>,
    pub(crate) support: Vec<WeaponId>,
    pub(crate) leader: u8,
    pub(crate) roles: Vec<Role>,
    pub(crate) value: i32,
}

/// skirmish.elem.figures, skirmish.lead.one
pub(crate) fn templates(
    page: &Page<Forces>,
    tables: &Tables,
    errors: &mut Errors,
) -> Vec<Template> {
    let path = &page.path;
    let known = tables.weapon.iter().map(|it| it.id.as_str());
    let mut all: Vec<Template> = Vec::new();
    for it in &page.raw.template {
        let key = &it.key.value.0;
        if all.iter().any(|it| it.key == *key) {
            errors.at(path, it.key.span, format!("the template {key:?} stands here twice"));
        }
        let mut weapons = |names: &[module::values::At<String>], crewed: bool| {
            let mut found = Vec::new();
            for name in names {
                let Some(at) = find(path, "weapon", name, known.clone(), errors) else { continue };
                if (0 < tables.weapon[at].crew) != crewed {
                    let message = if crewed {
                        "no crew serves this weapon: it belongs to a figure (skirmish.weap.crew)"
                    } else {
                        "this weapon is crewed: it belongs to \"support\" (skirmish.weap.crew)"
                    };
                    errors.at(path, name.span, message);
                }
                found.push(WeaponId(at as u8));
            }
            found
        };
        let figures = weapons(&it.figures, false);
        let support = weapons(&it.support, true);
        let [least, most] = tables.figures.per_element.map(usize::from);
        if it.figures.len() < least || most < it.figures.len() {
            let message =
                format!("an element has {least} to {most} figures (skirmish.elem.figures)");
            errors.at(path, it.figures.span, message);
        }
        let leader = it.leader.as_ref().map_or(0, |it| it.value);
        let row = &tables.leadership;
        if let Some(at) = &it.leader
            && !(i64::from(row.bonus_min)..=i64::from(row.bonus_max)).contains(&leader)
        {
            let (least, most) = (row.bonus_min, row.bonus_max);
            let message = format!("a leader's bonus is {least} to {most} (skirmish.lead.bonus)");
            errors.at(path, at.span, message);
        }
        if let Some(name) = it.points.keys().find(|it| skirmish::data::Quality::read(it).is_none())
        {
            errors.at(path, it.key.span, format!("points: there is no quality {name:?}"));
        }
        all.push(Template {
            key: key.clone(),
            title: it.title.clone(),
            figures,
            support,
            leader: u8::try_from(leader).unwrap_or(0),
            roles: it.roles.iter().map(|it| it.value).collect(),
            value: it.value,
        });
    }
    all
}
