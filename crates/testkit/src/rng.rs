//! A small seeded random source (splitmix64). Invariant: the stream depends on the seed alone, on every machine and in
//! every version of the tool chain, so that a seed in a bug report always names the same program.

#[derive(Clone, Debug)]
pub struct Rng {
    state: u64,
}

impl Rng {
    pub fn new(seed: u64) -> Self {
        Rng { state: seed }
    }

    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number in `0..bound`; `bound` must not be zero. The bias of the remainder is irrelevant for tests.
    pub fn below(&mut self, bound: usize) -> usize {
        assert!(bound > 0, "an empty choice");
        (self.next_u64() % bound as u64) as usize
    }

    /// A number in `low..=high`.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// A number in `low..=high`, over the whole span of C's integer types.
    pub fn integer(&mut self, low: i128, high: i128) -> i128 {
        assert!(low <= high, "an empty range");
        let span = (high - low) as u128 + 1;
        let raw = (u128::from(self.next_u64()) << 64) | u128::from(self.next_u64());
        low + (raw % span) as i128
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// One of the items, each as often as its weight says; at least one weight must not be zero.
    pub fn weighted<T: Copy>(&mut self, items: &[(usize, T)]) -> T {
        let total = items.iter().map(|(weight, _)| weight).sum();
        let mut left = self.below(total);
        for (weight, item) in items {
            if left < *weight {
                return *item;
            }
            left -= weight;
        }
        unreachable!("the choice lies below the sum of the weights")
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}
