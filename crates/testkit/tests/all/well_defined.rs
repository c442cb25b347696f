//! The generator judged by the compiler: programs print the same with and without optimisation and under the
//! sanitizers, which stop at undefined behaviour. `HEUREKA_SEEDS=FROM..TO` widens the range of seeds.

use heureka_testkit::batch::BATCH_SIZE;
use heureka_testkit::{Batch, Mode, Shape, program};

fn seeds() -> std::ops::Range<u64> {
    let text = std::env::var("HEUREKA_SEEDS").unwrap_or_else(|_| "0..50".into());
    let (from, to) = text.split_once("..").expect("HEUREKA_SEEDS is FROM..TO");
    from.parse().expect("a number")..to.parse().expect("a number")
}

fn check(shape: &Shape, seeds: std::ops::Range<u64>) {
    let seeds: Vec<u64> = seeds.collect();
    for chunk in seeds.chunks(BATCH_SIZE) {
        let batch = Batch::new(chunk.iter().map(|&seed| program(seed, shape)).collect());
        let [plain, optimised, sanitized] = Mode::COMPARED.map(|mode| {
            batch.run_or_blame(mode).unwrap_or_else(|(blamed, error)| {
                let culprit = blamed.map(|at| format!("seed {}", chunk[at]));
                panic!("seeds {chunk:?}, {mode:?}, {}: {error}", culprit.unwrap_or_else(|| "unclear which".into()))
            })
        });
        assert_eq!(plain.len(), chunk.len(), "one output for each program");
        for (at, seed) in chunk.iter().enumerate() {
            assert_eq!(plain[at], optimised[at], "seed {seed}: optimisation changes the output");
            assert_eq!(plain[at], sanitized[at], "seed {seed}: sanitizers change the output");
        }
    }
}

#[test]
fn programs_of_all_features() {
    check(&Shape::full(), seeds());
}

#[test]
fn programs_of_scalars() {
    check(&Shape::scalars(), 0..25);
}

#[test]
fn programs_of_arrays() {
    check(&Shape::arrays(), 0..25);
}

#[test]
fn the_same_seed_gives_the_same_program() {
    assert_eq!(heureka_testkit::generate(7, &Shape::default()), heureka_testkit::generate(7, &Shape::default()));
    assert_ne!(heureka_testkit::generate(7, &Shape::default()), heureka_testkit::generate(8, &Shape::default()));
}
