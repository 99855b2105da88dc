//! German units on the map, in their pools and out of the game.

use omaha::data::{Colour, DepthId, DepthPool, GermanId, GermanKind, Gun};
use omaha::pools;
use omaha::state::{Day, DepthPlace, German, GermanPlace, Pool};
use testkit::cases::field::Fields;

use crate::cases::fields::GermanField;
use crate::cases::words::{self, DepthWish, KindWish, Read, UnitWish, Words};

/// `german C5 T revealed depth 2 AR`; armour of the variant: `german road 1510 armour purple`
pub(super) fn german(g: &mut Day, words: &mut Words) -> Read<()> {
    let road = words.take("road").then(|| words::hex(words, g.data())).transpose()?;
    let site = match road {
        Some(_) => None,
        None => Some(words::site(words, g.data())?),
    };
    let mut wish = UnitWish::default();
    let mut colour = None;
    let mut state = German::default();
    let mut depth: Option<(DepthWish, bool)> = None;
    loop {
        if let Some(field) = words.take_word::<GermanField>() {
            field.set(&mut state, false, words)?;
        } else if words.take("depth") {
            let (mut wish, mut shown) = (DepthWish::default(), words.take("revealed"));
            while wish.read(words)? {}
            shown |= words.take("revealed");
            depth = Some((wish, shown));
        } else if let Some(it) = words.peek().and_then(Colour::read) {
            words.next();
            colour = Some(it);
        } else if !wish.read(words, g.data())? {
            break;
        }
    }
    if let Some(more) = words.peek() {
        let message = format!(
            "\"{more}\" says nothing about a German unit: plain, 75, 88, rocket, T, D, M, a name, strength, requires, of, revealed, \
             known, disrupted, depth [N WEAPONS] [tactical] [revealed]"
        );
        return words.wrong(message);
    }
    let crew = site.map(|it| {
        let position = g.data().sites[it.index()].position;
        g.data().positions[position.index()].is_wn()
    });
    if wish.is_open() {
        wish.kind = Some(match crew {
            Some(true) => KindWish::Gun(Gun::Plain),
            Some(false) => KindWish::Of(Pool::Tactical),
            None => KindWish::Of(Pool::Armour),
        });
    }
    // By values alone: a crew in a strongpoint, infantry elsewhere.
    let named = wish.is_named();
    let free = |g: &Day, it: GermanId| {
        matches!(g[it].place, GermanPlace::Pool(_) | GermanPlace::Gone | GermanPlace::Pile)
    };
    let all = (0..g.data().germans.len() as u8).map(GermanId);
    let unit = all.clone().find(|it| {
        let counter = &g.data().germans[it.index()];
        let right = colour.is_none_or(|colour| counter.kind == GermanKind::Armour(colour));
        let likely = named
            || (crew == Some(counter.kind.is_wn()) && crew.is_none() == counter.kind.is_armour());
        free(g, *it) && wish.fits(counter) && right && likely
    });
    let Some(unit) = unit else {
        let left: Vec<String> = all
            .filter(|it| free(g, *it))
            .map(|it| words::german_text(&g.data().germans[it.index()]))
            .collect();
        return words.wrong(format!("no such unit is left; there are:\n  {}", left.join("\n  ")));
    };
    match (site, road) {
        (Some(site), _) => {
            if g.holders[site.index()].is_some() {
                return words.wrong("a German unit is there already");
            }
            pools::place(g, unit, site);
        }
        (None, Some(hex)) => g[unit].place = GermanPlace::Road(hex),
        (None, None) => (),
    }
    if g.hex_of(unit).is_some_and(|hex| g.at(hex).next().is_some()) {
        return words.wrong("a US unit is in that hex");
    }
    state.known |= state.revealed;
    GermanField::copy(&state, &mut g[unit]);
    if let Some((wish, shown)) = depth {
        give_depth(g, words, unit, &wish, shown)?;
    }
    Ok(())
}

fn give_depth(
    g: &mut Day,
    words: &Words,
    unit: GermanId,
    wish: &DepthWish,
    shown: bool,
) -> Read<()> {
    let pool = pools::depth_pool(g, unit);
    let left = pools::depths_in(g, pool);
    let fits = |it: &&DepthId| wish.fits(&g.data().depths[it.index()]);
    let plain = |it: &&DepthId| fits(it) && !g.data().depths[it.index()].tactical;
    let Some(depth) = left.iter().find(plain).or_else(|| left.iter().find(fits)).copied() else {
        let left: Vec<String> =
            left.iter().map(|it| words::depth_text(&g.data().depths[it.index()])).collect();
        let message = format!("no such depth marker is left; there are:\n  {}", left.join("\n  "));
        return words.wrong(message);
    };
    pools::give_depth(g, unit, depth);
    g[depth].revealed = shown;
    g[depth].known = shown;
    Ok(())
}

/// `pool T 3`, `pool mobile 0`: so many are left; the others are out of the game.
pub(super) fn pool(g: &mut Day, words: &mut Words) -> Read<()> {
    let word = words.need("a pool")?;
    if let Some(pool) = Pool::read(&word) {
        // A withdrawn unit is in the Division pool whatever its kind.
        let mut wish = UnitWish::default();
        while wish.read(words, g.data())? {}
        if !wish.is_open() {
            let all = (0..g.data().germans.len() as u8).map(GermanId);
            let found = all.into_iter().find(|it| wish.fits(&g.data().germans[it.index()]));
            let Some(unit) = found else { return words.wrong("there is no such unit") };
            g[unit].place = GermanPlace::Pool(pool);
            return Ok(());
        }
        let n: usize = words.number("how many are left")?;
        let inside = pools::in_pool(g, pool);
        enough(words, inside.len(), n)?;
        for it in &inside[n..] {
            g[*it].place = GermanPlace::Gone;
        }
        return Ok(());
    }
    let depth = word.strip_suffix("-depth").unwrap_or(&word);
    let Some(pool) = DepthPool::read(depth) else {
        return words.wrong(format!(
            "there is no pool \"{word}\": T, D, M, armour, wn, building, mobile, armour-depth"
        ));
    };
    let n: usize = words.number("how many are left")?;
    let inside = pools::depths_in(g, pool);
    enough(words, inside.len(), n)?;
    for it in &inside[n..] {
        g[*it].place = DepthPlace::Gone;
    }
    Ok(())
}

pub(super) fn enough(words: &Words, there: usize, wanted: usize) -> Read<()> {
    if there < wanted { words.wrong(format!("there are only {there} in it")) } else { Ok(()) }
}

/// `pile plain 2`
pub(super) fn pile(g: &mut Day, words: &mut Words) -> Read<()> {
    let mut wish = UnitWish::default();
    wish.read(words, g.data())?;
    let n: usize = if words.peek().is_some() { words.number("how many")? } else { 1 };
    let all = (0..g.data().germans.len() as u8).map(GermanId);
    let free: Vec<GermanId> = all
        .filter(|it| {
            let counter = &g.data().germans[it.index()];
            counter.kind.is_wn() && wish.fits(counter) && g[*it].place == GermanPlace::Gone
        })
        .collect();
    enough(words, free.len(), n)?;
    for it in &free[..n] {
        g[*it].place = GermanPlace::Pile;
        g[*it].known = true;
    }
    Ok(())
}

/// `meyer 4 depth 2`: units and mobile depth markers in the Meyer box.
pub(super) fn meyer(g: &mut Day, words: &mut Words) -> Read<()> {
    let n: usize = words.number("how many")?;
    let inside = pools::in_pool(g, Pool::Meyer);
    enough(words, inside.len(), n)?;
    for it in &inside[n..] {
        g[*it].place = GermanPlace::Gone;
    }
    if words.take("depth") {
        let n: usize = words.number("how many")?;
        let inside = pools::depths_in(g, DepthPool::Mobile);
        enough(words, inside.len(), n)?;
        for it in inside.iter().rev().take(n) {
            g[*it].place = DepthPlace::Meyer;
        }
    }
    Ok(())
}

/// `gone 7/916`: a German unit out of the game.
pub(super) fn gone(g: &mut Day, words: &mut Words) -> Read<()> {
    let mut wish = UnitWish::default();
    while wish.read(words, g.data())? {}
    let all = (0..g.data().germans.len() as u8).map(GermanId);
    let mut free = all.filter(|it| g[*it].place != GermanPlace::Gone);
    let found = free.find(|it| wish.fits(&g.data().germans[it.index()]));
    let Some(unit) = found else { return words.wrong("there is no such unit") };
    pools::remove(g, unit, GermanPlace::Gone);
    Ok(())
}
