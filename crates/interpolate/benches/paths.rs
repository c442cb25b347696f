//! Time of one interpolation, in microseconds, on path formulas; with the check by Z3 for comparison, and the size of
//! all interpolants together in different subterms.
//!
//! `cargo bench -p heureka-interpolate --bench paths`

use std::time::Instant;

use heureka_interpolate::{Options, Outcome, check, interpolate};
use heureka_logic::smtlib::parse_term;
use heureka_logic::solver::{Limits, Z3Solver};
use heureka_logic::{SortId, TermId, Terms};

/// `x = 0; repeat { x++ }; assert(x >= 0)`, one step in each formula.
fn counter(length: usize) -> Vec<String> {
    let mut path = vec!["(= x0 0)".to_owned()];
    path.extend((0..length).map(|i| format!("(= x{} (+ x{i} 1))", i + 1)));
    path.push(format!("(< x{length} 0)"));
    path
}

/// Two counters that run together from equal values.
fn equal_counters(length: usize) -> Vec<String> {
    let mut path = vec!["(= x0 y0)".to_owned()];
    path.extend((0..length).map(|i| format!("(and (= x{0} (+ x{i} 1)) (= y{0} (+ y{i} 1)))", i + 1)));
    path.push(format!("(not (= x{length} y{length}))"));
    path
}

/// Branches that join: each formula is a choice between two assignments.
fn branches(length: usize) -> Vec<String> {
    let mut path = vec!["(= x0 0)".to_owned()];
    path.extend((0..length).map(|i| {
        let next = i + 1;
        format!("(or (and (> c{i} 0) (= x{next} (+ x{i} 1))) (and (<= c{i} 0) (= x{next} (+ x{i} 2))))")
    }));
    path.push(format!("(< x{length} 0)"));
    path
}

/// Parity: steps of two from an even number never reach an odd one.
fn parity(length: usize) -> Vec<String> {
    let mut path = vec!["(= x0 (* 2 k))".to_owned()];
    path.extend((0..length).map(|i| format!("(= x{} (+ x{i} 2))", i + 1)));
    path.push(format!("(= x{length} (+ 1 (* 2 m)))"));
    path
}

/// Cells that are written in a row, and one that is read.
fn stores(length: usize) -> Vec<String> {
    let mut path = vec!["(= i0 0)".to_owned()];
    path.extend((0..length).map(|i| format!("(and (= a{0} (store a{i} i{i} 7)) (= i{0} (+ i{i} 1)))", i + 1)));
    path.push(format!("(not (= (select a{length} 1) 7))"));
    path
}

/// Equal arguments of a function, handed on from formula to formula.
fn calls(length: usize) -> Vec<String> {
    let mut path = vec!["(and (= x0 x) (= u (f x)))".to_owned()];
    path.extend((0..length).map(|i| format!("(= x{} x{i})", i + 1)));
    path.push(format!("(and (= y x{length}) (not (= u (f y))))"));
    path
}

fn read(terms: &mut Terms, path: &[String]) -> Vec<TermId> {
    let array = terms.array_sort(SortId::INT, SortId::INT);
    terms.declare("f", &[SortId::INT], SortId::INT).expect("declared once");
    for word in path.iter().flat_map(|text| text.split(|c: char| !c.is_ascii_alphanumeric())) {
        if word.starts_with(|c: char| "xyciakmu".contains(c)) && !matches!(word, "and") {
            terms.constant(word, if word.starts_with('a') { array } else { SortId::INT });
        }
    }
    path.iter().map(|text| parse_term(terms, text).expect("the paths are well formed")).collect()
}

type Family = (&'static str, fn(usize) -> Vec<String>, [usize; 3]);

fn main() {
    let families: [Family; 6] = [
        ("counter", counter, [10, 20, 30]),
        ("equal counters", equal_counters, [10, 20, 30]),
        ("branches", branches, [5, 10, 20]),
        ("parity", parity, [5, 10, 20]),
        ("stores", stores, [5, 10, 20]),
        ("calls", calls, [5, 10, 20]),
    ];
    let options = Options { check: false, ..Options::default() };
    println!("{:<16} {:>7} {:>14} {:>14} {:>8}", "path", "length", "interpolate us", "check us", "subterms");
    for (name, family, lengths) in families {
        for length in lengths {
            let mut solver = Z3Solver::new(Limits::NONE);
            let mut times = Vec::new();
            let mut last = None;
            for _ in 0..7 {
                let mut terms = Terms::new();
                let formulas = read(&mut terms, &family(length));
                let start = Instant::now();
                let outcome = interpolate(&mut terms, &formulas, &mut solver, &options);
                times.push(start.elapsed().as_micros());
                last = Some((terms, formulas, outcome));
                // Terms of another pool mean nothing to a solver.
                solver = Z3Solver::new(Limits::NONE);
            }
            times.sort_unstable();
            let median = times[times.len() / 2];
            let (mut terms, formulas, outcome) = last.expect("seven runs");
            let Ok(Outcome::Interpolants(interpolants)) = outcome else {
                println!("{name:<16} {length:>7} {median:>14} {outcome:?}");
                continue;
            };
            let start = Instant::now();
            check(&mut terms, &formulas, &interpolants, &mut solver).expect("interpolants are right");
            let checked = start.elapsed().as_micros();
            let size = terms.dag_size(&interpolants);
            println!("{name:<16} {length:>7} {median:>14} {checked:>14} {size:>8}");
        }
    }
}
