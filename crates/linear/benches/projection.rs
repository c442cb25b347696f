//! Time of one projection, in microseconds, on conjunctions as a path edge's successor makes them.
//!
//! `cargo bench -p heureka-linear --bench projection`

use std::time::Instant;

use heureka_linear::{Conjunction, Kind, LinearExpr, Numbers, Var};
use heureka_number::Int;

const VARS: u32 = 6;

/// The entry values are `0..VARS`, those before the statement `VARS..2·VARS`, those after it `2·VARS..3·VARS`.
fn entry(var: u32) -> LinearExpr {
    LinearExpr::var(Var(var))
}

fn before(var: u32) -> LinearExpr {
    LinearExpr::var(Var(VARS + var))
}

fn after(var: u32) -> LinearExpr {
    LinearExpr::var(Var(2 * VARS + var))
}

fn is_before(var: Var) -> bool {
    (VARS..2 * VARS).contains(&var.0)
}

fn equal(a: &LinearExpr, b: &LinearExpr) -> (LinearExpr, Kind) {
    (a.minus(b), Kind::Equal)
}

fn at_most(a: &LinearExpr, b: &LinearExpr) -> (LinearExpr, Kind) {
    (b.minus(a), Kind::AtLeast)
}

/// What holds of a path edge to the statement: two variables are as at the entry, the others are bounded.
fn path_edge() -> Vec<(LinearExpr, Kind)> {
    let zero = LinearExpr::zero();
    vec![
        equal(&before(0), &entry(0)),
        equal(&before(1), &entry(1).plus_constant(2)),
        at_most(&before(2), &entry(0)),
        at_most(&zero, &before(2)),
        at_most(&before(3), &before(2).plus(&before(1))),
        at_most(&before(2), &before(3)),
        at_most(&zero, &before(4)),
        at_most(&before(4), &entry(4).plus_constant(100)),
        at_most(&entry(4), &LinearExpr::constant_of(50)),
        equal(&before(5), &LinearExpr::constant_of(7)),
    ]
}

/// `v2 = v2 + 1` for the path edge.
fn assignment(numbers: Numbers) -> Conjunction {
    let mut rows = path_edge();
    rows.push(equal(&after(2), &before(2).plus_constant(1)));
    rows.extend((0..VARS).filter(|var| *var != 2).map(|var| equal(&after(var), &before(var))));
    Conjunction::new(numbers, rows)
}

/// `v2, v3 = u, u`: their bounds before must be combined.
fn havoc(numbers: Numbers) -> Conjunction {
    let mut rows = path_edge();
    rows.extend((0..VARS).filter(|var| *var != 2 && *var != 3).map(|var| equal(&after(var), &before(var))));
    rows.push(at_most(&before(2), &after(2)));
    rows.push(at_most(&after(3), &before(3)));
    Conjunction::new(numbers, rows)
}

/// Composition of two relations of differences, as for summaries: no equality at all.
fn differences(numbers: Numbers) -> Conjunction {
    let mut rows = Vec::new();
    for var in 0..VARS {
        let next = (var + 1) % VARS;
        rows.push(at_most(&before(var), &entry(next).plus_constant(i64::from(var))));
        rows.push(at_most(&entry(var), &before(var).plus_constant(3)));
        rows.push(at_most(&after(var), &before(next).plus_constant(1)));
        rows.push(at_most(&before(var), &after(var).plus_constant(i64::from(next))));
    }
    Conjunction::new(numbers, rows)
}

/// `v0 = 2·v0` after `v1 = 3·v1 + v2`, and a condition on them: coefficients that are not 1, in equalities.
fn scaled(numbers: Numbers) -> Conjunction {
    let mut rows = path_edge();
    rows.push(equal(&after(0), &before(2).scaled(&Int::new(2))));
    rows.push(equal(&after(1), &before(4).scaled(&Int::new(3)).plus(&before(2))));
    rows.extend((2..VARS).filter(|var| *var != 4).map(|var| equal(&after(var), &before(var))));
    Conjunction::new(numbers, rows)
}

/// Bounds with coefficients 2 and 3 on both sides: cases over the integers.
fn rough(numbers: Numbers) -> Conjunction {
    let mut rows = path_edge();
    rows.push(at_most(&after(2), &before(3).scaled(&Int::new(2))));
    rows.push(at_most(&before(3).scaled(&Int::new(3)), &after(3)));
    rows.extend((0..VARS).filter(|var| *var != 2 && *var != 3).map(|var| equal(&after(var), &before(var))));
    Conjunction::new(numbers, rows)
}

/// Three or four variables in each of 20 rows, no equalities, half of the variables go: Fourier–Motzkin at its worst.
fn dense(numbers: Numbers) -> Conjunction {
    let mut state = 7u64;
    let mut next = |limit: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % limit
    };
    let mut rows = Vec::new();
    for _ in 0..20 {
        let vars: Vec<Var> = (0..4).map(|_| Var(2 + next(8) as u32)).collect();
        let terms: Vec<_> = vars.into_iter().map(|var| (var, Int::new(next(2) as i64 * 2 - 1))).collect();
        rows.push((LinearExpr::new(terms, Int::new(next(20) as i64)), Kind::AtLeast));
    }
    Conjunction::new(numbers, rows)
}

fn main() {
    type Make = fn(Numbers) -> Conjunction;
    let kinds: [(&str, Make); 6] = [
        ("assignment", assignment),
        ("havoc", havoc),
        ("differences", differences),
        ("scaled", scaled),
        ("rough", rough),
        ("dense", dense),
    ];
    for numbers in [Numbers::Integer, Numbers::Real] {
        for (name, make) in kinds {
            let conjunction = make(numbers);
            let start = Instant::now();
            let projection = conjunction.project(is_before);
            // About 50 ms each.
            let rounds = (0.05 / start.elapsed().as_secs_f64()).clamp(3.0, 2000.0) as u32;
            let mut best = f64::INFINITY;
            for _ in 0..5 {
                let start = Instant::now();
                for _ in 0..rounds {
                    std::hint::black_box(std::hint::black_box(&conjunction).project(is_before));
                }
                best = best.min(start.elapsed().as_secs_f64() / f64::from(rounds));
            }
            let eliminated = conjunction.vars().into_iter().filter(|var| is_before(*var)).count();
            println!(
                "{name:12} {:8} {:8.2} µs   {:2} variables, {:2} rows, {eliminated} eliminated: {} disjuncts, {} rows{}",
                format!("{numbers:?}").to_lowercase(),
                best * 1e6,
                conjunction.vars().len(),
                conjunction.rows().len(),
                projection.disjuncts.len(),
                projection.disjuncts.iter().map(|disjunct| disjunct.rows().len()).sum::<usize>(),
                if projection.exact { "" } else { " (not exact)" },
            );
        }
    }
}
