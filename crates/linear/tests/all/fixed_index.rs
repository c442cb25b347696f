//! The index of fixed values against a look at all entries, and its growth.

use std::time::{Duration, Instant};

use heureka_linear::{Conjunction, FixedIndex, Kind, LinearExpr, Names, Numbers, Var};
use heureka_number::Int;

/// The same numbers in every run (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> i64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound) as i64
    }
}

fn row(terms: &[(u32, i64)], constant: i64, kind: Kind) -> (LinearExpr, Kind) {
    let terms = terms.iter().map(|(var, c)| (Var(*var), Int::new(*c)));
    (LinearExpr::new(terms, Int::new(constant)), kind)
}

/// Some variables fixed, some bounded, some related to others.
fn random_conjunction(random: &mut Random, numbers: Numbers) -> Conjunction {
    let mut rows = Vec::new();
    for var in 0..4 {
        let value = random.below(4);
        match random.below(6) {
            0..3 => rows.push(row(&[(var, 1)], -value, Kind::Equal)),
            3 => rows.push(row(&[(var, 1 + random.below(2))], -value, Kind::AtLeast)),
            4 => rows.push(row(&[(var, 1), ((var + 1) % 4, -1)], -value, Kind::Equal)),
            _ => {}
        }
    }
    if numbers == Numbers::Real {
        rows.push(row(&[(4, 3)], -random.below(3), Kind::Equal));
    }
    Conjunction::new(numbers, rows)
}

/// The value of a variable that a row fixes.
fn fixed(conjunction: &Conjunction, var: u32) -> Option<(Int, Int)> {
    conjunction.equalities().iter().find_map(|row| match row.expr().terms() {
        [(fixed, c)] if *fixed == Var(var) => Some((c.clone(), row.expr().constant().clone())),
        _ => None,
    })
}

fn differ(a: &Conjunction, b: &Conjunction) -> bool {
    (0..5).any(|var| fixed(a, var).zip(fixed(b, var)).is_some_and(|(a, b)| a != b))
}

#[test]
fn candidates_are_those_that_agree_and_none_that_overlaps_is_missing() {
    for numbers in [Numbers::Integer, Numbers::Real] {
        let mut random = Random(5);
        let mut index = FixedIndex::default();
        let mut entries: Vec<Conjunction> = Vec::new();
        for round in 0..600 {
            let entry = random_conjunction(&mut random, numbers);
            if !entry.is_false() {
                index.insert(&entry, entries.len());
                entries.push(entry);
            }
            if round % 3 == 0 {
                let query = random_conjunction(&mut random, numbers);
                let found = index.candidates(&query);
                let agreeing: Vec<usize> =
                    (0..entries.len()).filter(|at| !query.is_false() && !differ(&query, &entries[*at])).collect();
                assert_eq!(found, agreeing, "{query:?}");
                for (at, entry) in entries.iter().enumerate() {
                    assert!(
                        found.binary_search(&at).is_ok() || !entry.and(&query).is_satisfiable(),
                        "{query:?} and {entry:?} have a common point",
                    );
                }
            }
        }
        assert_eq!(index.len(), entries.len());
    }
}

#[test]
fn contradictions_are_no_entries_and_have_no_candidates() {
    let mut names = Names::default();
    let mut index = FixedIndex::default();
    index.insert(&Conjunction::bottom(Numbers::Integer), 0);
    assert!(index.is_empty());
    index.insert(&Conjunction::top(Numbers::Integer), 1);
    assert_eq!(index.candidates(&Conjunction::bottom(Numbers::Integer)), [0; 0]);
    assert_eq!(index.candidates(&Conjunction::parse("x = 3", Numbers::Integer, &mut names).unwrap()), [1]);
}

/// `n = i & r = 2i & s = 7`
fn point(i: i64) -> Conjunction {
    Conjunction::new(Numbers::Integer, [(0, i), (1, 2 * i), (2, 7)].map(|(var, v)| row(&[(var, 1)], -v, Kind::Equal)))
}

/// Inserts points and asks for each of them, by all of its variables and by one.
fn time_of(count: i64) -> Duration {
    let points: Vec<_> = (0..count).map(point).collect();
    let calls: Vec<_> =
        (0..count).map(|i| Conjunction::new(Numbers::Integer, [row(&[(0, 1)], -i, Kind::Equal)])).collect();
    let start = Instant::now();
    let mut index = FixedIndex::default();
    for (i, (point, call)) in points.iter().zip(&calls).enumerate() {
        index.insert(point, i);
        assert_eq!(index.candidates(point), [i]);
        assert_eq!(index.candidates(call), [i]);
    }
    start.elapsed()
}

#[test]
fn lookups_cost_about_the_same_however_many_entries_there_are() {
    let best = |count| (0..5).map(|_| time_of(count)).min().unwrap();
    let (small, large) = (best(1_000), best(10_000));
    // With a look at all entries it would be 100 times as long.
    assert!(large < 40 * small.max(Duration::from_micros(200)), "1,000: {small:?}, 10,000: {large:?}");
}
