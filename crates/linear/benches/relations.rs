//! Speed of difference-bound and octagonal relations: closure, composition and closed form, in microseconds (median of
//! 60 cases, best of five runs each).
//!
//! `cargo bench -p heureka-linear --bench relations`

use std::hint::black_box;
use std::time::Instant;

use heureka_linear::relations::{Bounds, Constraint, Differences, Layout, Limits, Octagonal, Relation};
use heureka_number::Int;

/// Splitmix64: the cases are the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % bound
    }
}

struct Case {
    name: &'static str,
    /// What the offsets are multiples of.
    scale: Int,
    /// Whether the guard bounds every variable.
    bounded: bool,
}

/// Updates like those of loop bodies (counters, copies, resets) under guards between variables.
fn loop_body(random: &mut Random, n: usize, case: &Case) -> Vec<Constraint> {
    let mut constraints = Vec::new();
    let scale = &case.scale;
    if case.bounded {
        // Then every difference is bounded: no cell is infinite.
        constraints.extend((0..n).flat_map(|x| [Constraint::at_least(x, 0), Constraint::at_most(x, 1_000)]));
    }
    let value = |random: &mut Random| Int::from(random.below(7) as i64 - 3) * scale;
    for x in 0..n {
        let source = random.below(n as u64) as usize;
        match random.below(8) {
            0 => constraints.extend(Constraint::fixed(n + x, value(random))),
            1 => constraints.extend(Constraint::equal(n + x, source, value(random))),
            2 => constraints.push(Constraint::difference(n + x, source, value(random))),
            _ => constraints.extend(Constraint::equal(n + x, x, value(random))),
        }
    }
    for _ in 0..2 {
        let x = random.below(n as u64) as usize;
        let y = (x + 1 + random.below(n as u64 - 1) as usize) % n;
        constraints.push(Constraint::difference(x, y, value(random)));
    }
    constraints
}

fn microseconds(mut work: impl FnMut()) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..5 {
        let start = Instant::now();
        work();
        best = best.min(start.elapsed().as_secs_f64() * 1e6);
    }
    best
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn measure<L: Layout>(case: &Case) {
    for n in [3, 5, 8] {
        let mut random = Random(n as u64);
        let (mut closure, mut composition, mut closed_form, mut longest) = (vec![], vec![], vec![], 0.0_f64);
        let mut without = 0;
        while closure.len() < 60 {
            let constraints = loop_body(&mut random, n, case);
            let relation: Relation<L> = Relation::from_constraints(n, &constraints).expect("difference bounds");
            // Nothing is to be learnt from loops that run at most twice.
            if relation.power(&Int::from(3)).is_empty() {
                continue;
            }
            closure.push(microseconds(|| {
                black_box(Bounds::<L>::new(2 * n, &constraints).expect("difference bounds"));
            }));
            composition.push(microseconds(|| {
                black_box(relation.then(&relation));
            }));
            if relation.closed_form(&Limits::default()).is_err() {
                without += 1;
                continue;
            }
            let time = microseconds(|| {
                black_box(relation.closed_form(&Limits::default()).expect("found before"));
            });
            closed_form.push(time);
            longest = longest.max(time);
        }
        println!(
            "{:20} {n} variables: closure {:6.1} µs, composition {:7.1} µs, closed form {:9.1} µs (longest {:9.1} µs, {without} of 60 beyond the limits)",
            case.name,
            median(closure),
            median(composition),
            median(closed_form),
            longest,
        );
    }
}

fn main() {
    let small = Int::ONE;
    measure::<Differences>(&Case { name: "differences", scale: small.clone(), bounded: false });
    measure::<Differences>(&Case { name: "differences, bounded", scale: small.clone(), bounded: true });
    measure::<Differences>(&Case { name: "differences, 10^30", scale: Int::from(10).pow(30), bounded: false });
    measure::<Octagonal>(&Case { name: "octagons", scale: small.clone(), bounded: false });
    measure::<Octagonal>(&Case { name: "octagons, bounded", scale: small, bounded: true });
}
