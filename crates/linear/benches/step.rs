//! The basic step of a tabulation: the Join of a path edge with an assignment, and the insertion of what comes out.
//!
//! `cargo bench -p heureka-linear --bench step [NAME]`
//!
//! Each family is a loop that is walked for 20,000 steps, with one set of path edges for each location: `swap` and
//! `delay` are loops of paper 002, `wide` has 12 variables of which each step changes one.

use std::time::Instant;

use heureka_linear::{Conjunction, Dlc, Kind, LinearExpr, Numbers, Var};
use heureka_number::Int;

const STEPS: usize = 20_000;

fn expr(terms: &[(u32, i64)], constant: i64) -> LinearExpr {
    LinearExpr::new(terms.iter().map(|(var, c)| (Var(*var), Int::new(*c))), Int::new(constant))
}

/// A guard, the variable that is assigned, and its value.
type Assignment = (Vec<(LinearExpr, Kind)>, Var, LinearExpr);

type Family = (&'static str, fn() -> Loop);

/// A loop: in each of its locations a guard and an assignment.
struct Loop {
    vars: u32,
    entry: Conjunction,
    body: Vec<Assignment>,
}

/// `∃v'. (edge[v'/v] & guard[v'/v] & v = value[v'/v])`
fn join(edge: &Conjunction, guard: &[(LinearExpr, Kind)], var: Var, value: &LinearExpr, end: Var) -> Vec<Conjunction> {
    let old = |other: Var| if other == var { end } else { other };
    let guard = guard.iter().map(|(expr, kind)| (expr.rename(old), kind.clone()));
    let assigned = (LinearExpr::var(var).minus(&value.rename(old)), Kind::Equal);
    let joined = edge.rename(old).with_all(guard.chain([assigned]));
    joined.project(|var| var >= end).disjuncts
}

/// `k = 0; while (1) { t = x; x = y; y = t; k = k + 1; }` with the entry's values beside: k, x, y, t at entry are 0–3.
fn swap() -> Loop {
    let start = [(0, 0), (1, 10), (2, 20), (4, 0), (5, 10), (6, 20)];
    let entry = Conjunction::new(Numbers::Integer, start.map(|(var, value)| (expr(&[(var, 1)], -value), Kind::Equal)));
    let body = [(7, expr(&[(5, 1)], 0)), (5, expr(&[(6, 1)], 0)), (6, expr(&[(7, 1)], 0)), (4, expr(&[(4, 1)], 1))];
    Loop { vars: 8, entry, body: body.map(|(var, value)| (Vec::new(), Var(var), value)).into() }
}

/// `while (n > 0) { n = n - 1; m = m + 1; }` from a start that is known.
fn delay() -> Loop {
    let start = [(0, 30_000), (1, 0), (2, 30_000), (3, 0)];
    let entry = Conjunction::new(Numbers::Integer, start.map(|(var, value)| (expr(&[(var, 1)], -value), Kind::Equal)));
    let guard = vec![(expr(&[(2, 1)], -1), Kind::AtLeast)];
    let body = vec![(guard, Var(2), expr(&[(2, 1)], -1)), (Vec::new(), Var(3), expr(&[(3, 1)], 1))];
    Loop { vars: 4, entry, body }
}

/// Twelve variables, of which the first six are those at entry, without known values; each step moves one by another.
fn wide() -> Loop {
    let same = (0..6).map(|var| (expr(&[(var + 6, 1), (var, -1)], 0), Kind::Equal));
    let entry = Conjunction::new(Numbers::Integer, same.collect::<Vec<_>>());
    let body = (0..6).map(|var| {
        let value = if var == 0 { expr(&[(6, 1)], 1) } else { expr(&[(var + 6, 1)], i64::from(var)) };
        (Vec::new(), Var(var + 6), value)
    });
    Loop { vars: 12, entry, body: body.collect() }
}

/// The time this thread has been running, in seconds: other work on the machine does not count. Where the system does
/// not tell, the time since the start.
fn seconds(start: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| start.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}

/// The seconds of all joins and of all insertions, and the number of disjuncts in the end.
fn walk(program: &Loop, start: Instant) -> (f64, f64, usize) {
    let mut edges = vec![program.entry.clone()];
    let before = seconds(start);
    for (guard, var, value) in program.body.iter().cycle().take(STEPS) {
        let edge = edges.last().expect("the first is there");
        edges.push(join(edge, guard, *var, value, Var(program.vars)).pop().expect("the loop goes on"));
    }
    let joined = seconds(start);
    let mut sets: Vec<Dlc> = program.body.iter().map(|_| Dlc::bottom(Numbers::Integer)).collect();
    for (step, edge) in edges.iter().skip(1).enumerate() {
        let new = sets[step % program.body.len()].insert(edge.clone());
        assert!(new.is_new());
    }
    (joined - before, seconds(start) - joined, sets.iter().map(Dlc::len).sum())
}

fn main() {
    let start = Instant::now();
    let chosen: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let families: [Family; 3] = [("swap", swap), ("delay", delay), ("wide", wide)];
    for (name, family) in families {
        if !chosen.is_empty() && !chosen.iter().any(|one| one == name) {
            continue;
        }
        let program = family();
        let runs: Vec<_> = (0..7).map(|_| walk(&program, start)).collect();
        let best = |of: fn(&(f64, f64, usize)) -> f64| runs.iter().map(of).fold(f64::INFINITY, f64::min);
        let each = |seconds: f64| seconds / STEPS as f64 * 1e6;
        let (join, insert) = (each(best(|run| run.0)), each(best(|run| run.1)));
        println!(
            "{name:6} join {join:6.2} µs  insertion {insert:6.2} µs  together {:6.2} µs  {} disjuncts",
            join + insert,
            runs[0].2
        );
    }
}
