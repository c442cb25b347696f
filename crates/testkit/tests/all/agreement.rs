//! Heureka agrees with compiled C on seeded random programs, and survives damaged ones. `cargo xtask fuzz` does more of
//! the same.

use heureka_testkit::Shape;
use heureka_testkit::differential::{compare, read_damaged};
use heureka_testkit::subject::Heureka;

fn agree(shape: &Shape, seeds: std::ops::Range<u64>) {
    let found = compare(&Heureka, shape, seeds, |_| {}).expect("generated programs compile");
    if let Some(found) = found {
        let text = found.program.text();
        panic!("seed {}: expected {:?}, got {:?} from\n{text}", found.seed, found.expected, found.actual);
    }
}

#[test]
fn programs_with_everything() {
    agree(&Shape::full(), 0..1_000);
}

#[test]
fn ordinary_programs() {
    agree(&Shape::default(), 10_000..10_500);
}

#[test]
fn programs_over_scalars() {
    agree(&Shape::scalars(), 20_000..20_250);
}

#[test]
fn programs_over_arrays() {
    agree(&Shape::arrays(), 30_000..30_250);
}

#[test]
fn damaged_programs_are_refused_or_read_but_never_crash() {
    if let Some(panic) = read_damaged(&Heureka, &Shape::full(), 0..2_000, |_| {}) {
        panic!("{panic:?}");
    }
}
