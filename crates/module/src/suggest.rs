//! "Did you mean ...?": the nearest of the words that would have been right.

/// Longer words are not compared: nobody mistypes them by a letter, and a stranger could make us work.
const LONGEST: usize = 64;

/// The candidate nearest to the word, if one is near.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let letters = fold(word);
    if LONGEST < letters.len() {
        return None;
    }
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let other = fold(candidate);
        let shorter = if other.len() < letters.len() { other.len() } else { letters.len() };
        // Of one letter nothing would be left to recognise.
        let allowed = if shorter < 2 { 0 } else { shorter.div_ceil(3) };
        if LONGEST < other.len() || allowed < letters.len().abs_diff(other.len()) {
            continue;
        }
        let distance = distance(&letters, &other);
        if distance <= allowed && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, it)| it.to_owned())
}

/// Case, and the many ways to join two words, are no difference.
fn fold(word: &str) -> Vec<char> {
    let join = |it| if matches!(it, '_' | ' ') { '-' } else { it };
    word.trim().chars().map(join).flat_map(char::to_lowercase).take(LONGEST + 1).collect()
}

/// Insertions, deletions, substitutions and swaps of neighbours.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let substitute = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = substitute;
            for other in [last[j] + 1, row[j - 1] + 1] {
                least = if other < least { other } else { least };
            }
            if 1 < i
                && 1 < j
                && a[i - 1] == b[j - 2]
                && a[i - 2] == b[j - 1]
                && before[j - 2] + 1 < least
            {
                least = before[j - 2] + 1;
            }
            row.push(least);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_finger_finds_its_word() {
        let terrains = ["clear", "woods", "orchard", "village", "sand-dunes"];
        let find = |word| nearest(word, terrains);
        assert_eq!(find("wods").as_deref(), Some("woods"));
        assert_eq!(find("wodos").as_deref(), Some("woods"));
        assert_eq!(find("Sand_Dunes").as_deref(), Some("sand-dunes"));
        assert_eq!(find("orchards").as_deref(), Some("orchard"));
        assert_eq!(find("mountain"), None);
        assert_eq!(find(""), None);
        assert_eq!(nearest("q", ["w", "."]), None);
        assert_eq!(nearest("W", ["w", "."]).as_deref(), Some("w"));
        assert_eq!(find(&"woods".repeat(1000)), None);
    }
}
