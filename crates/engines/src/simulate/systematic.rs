//! The inputs that are tried first, in a fixed order: what is equal everywhere, then all combinations of few values for
//! the first inputs. Where executions are long, an input of each kind comes before most of them.

use heureka_ir::interpret::{Choice, Random};

use super::script::Tail;

/// The ends of the types of C.
const BOUNDARIES: [i128; 12] = [
    i8::MAX as i128,
    i8::MIN as i128,
    u8::MAX as i128,
    i16::MAX as i128,
    i16::MIN as i128,
    u16::MAX as i128,
    i32::MAX as i128,
    i32::MIN as i128,
    u32::MAX as i128,
    i64::MAX as i128,
    i64::MIN as i128,
    u64::MAX as i128,
];

/// Constants that are tried; a program with more of them is not decided by chance.
const MOST_CONSTANTS: usize = 200;

/// A script and what comes after it.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) choices: Vec<Choice>,
    pub(super) rest: Tail,
}

/// The same value everywhere, simple ones first.
pub(super) fn uniform(constants: &[i128]) -> impl Iterator<Item = Candidate> {
    let values = [0, 1, -1, 2, 3, 4, 5, 10, 100].into_iter().chain(BOUNDARIES);
    let values = values.chain(constants.iter().copied().take(MOST_CONSTANTS));
    values.map(|rest| Candidate { choices: Vec::new(), rest: Tail::Constant(rest) })
}

/// An input of each kind, for programs whose executions are so long that there is no time for many.
pub(super) fn kinds(seed: u64) -> impl Iterator<Item = Candidate> {
    let mut seeds = Random::new(seed);
    let mut start = |length: usize| -> Vec<Choice> {
        (0..length).map(|at| Choice::Value(1 + (at as i128 + seeds.below(3) as i128) % 4)).collect()
    };
    let starts = [1, 2, 3, 4, 6, 8].map(|length| Candidate { choices: start(length), rest: Tail::Constant(0) });
    let mut random = || Random::new(seeds.draw());
    let counts = [Tail::Counting { next: 0, step: 1 }, Tail::Counting { next: 0, step: -1 }];
    let chances = [
        Tail::Random(random()),
        Tail::Few { values: [0, 1, 2], random: random() },
        Tail::Few { values: [-1, 0, 1], random: random() },
        Tail::Random(random()),
        Tail::Few { values: [0, 1, 2], random: random() },
        Tail::Few { values: [0, 0, 1], random: random() },
        Tail::Few { values: [0, 1, 1], random: random() },
    ];
    let of_rule = |rest| Candidate { choices: Vec::new(), rest };
    counts.map(of_rule).into_iter().chain(starts).chain(chances.map(of_rule))
}

/// All combinations of small values and constants for the first `width` inputs; the more inputs, the fewer values.
pub(super) fn combinations(width: usize, constants: &[i128]) -> impl Iterator<Item = Candidate> {
    let domain = domain(width, constants);
    let count = (domain.len() as u64).saturating_pow(width as u32);
    (0..count).map(move |mut number| {
        let choices = (0..width).map(|_| {
            let value = domain[(number % domain.len() as u64) as usize];
            number /= domain.len() as u64;
            Choice::Value(value)
        });
        Candidate { choices: choices.collect(), rest: Tail::Constant(0) }
    })
}

/// The widest combinations that are tried.
pub(super) const WIDEST: usize = 5;

fn domain(width: usize, constants: &[i128]) -> Vec<i128> {
    let (small, most) = match width {
        1 => (-16..=128, 1000),
        2 => (-3..=16, 40),
        3 => (-1..=6, 12),
        4 => (-1..=3, 7),
        _ => (0..=2, 4),
    };
    let mut domain: Vec<i128> = small.collect();
    let near = constants.iter().copied().filter(|value| value.unsigned_abs() <= u32::MAX as u128);
    for value in near.chain(BOUNDARIES) {
        if domain.len() < most && !domain.contains(&value) {
            domain.push(value);
        }
    }
    domain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combinations_are_complete_and_differ() {
        let all: Vec<Candidate> = combinations(2, &[1000]).collect();
        let distinct: std::collections::BTreeSet<Vec<i128>> = all
            .iter()
            .map(|candidate| {
                let values = candidate.choices.iter().map(|choice| match choice {
                    Choice::Value(value) => *value,
                    Choice::Fraction(_) | Choice::Fill(_) => panic!("values only"),
                });
                values.collect()
            })
            .collect();
        assert_eq!(distinct.len(), all.len());
        assert!(distinct.contains(&vec![1000, -3]) && distinct.contains(&vec![0, 0]));
    }
}
