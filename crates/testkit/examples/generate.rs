//! Prints the program of a seed: `cargo run -p heureka-testkit --example generate -- 42`.

use heureka_testkit::{Shape, generate};

fn main() {
    let seed = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(0);
    print!("{}", generate(seed, &Shape::full()));
}
