//! A draw that a seed repeats on any machine.

/// The numbers below `n` in random order.
pub(crate) fn shuffled(n: usize, seed: u64) -> Vec<usize> {
    let mut state = seed;
    let mut all: Vec<usize> = (0..n).collect();
    for i in (1..n).rev() {
        let bound = u64::try_from(i).unwrap_or(u64::MAX).saturating_add(1);
        let j = usize::try_from(next(&mut state) % bound).unwrap_or(0);
        all.swap(i, j);
    }
    all
}

/// SplitMix64.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_order_again_and_another_gives_another() {
        assert_eq!(shuffled(50, 1), shuffled(50, 1));
        assert_ne!(shuffled(50, 1), shuffled(50, 2));
        let mut all = shuffled(50, 1);
        all.sort_unstable();
        assert_eq!(all, (0..50).collect::<Vec<_>>());
    }
}
