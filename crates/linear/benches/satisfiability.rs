//! Time of one question, in microseconds, on random conjunctions like those of path edges: n variables at entry and n
//! now, most of the latter a constant away from an entry variable, with guards and bounds.
//!
//! `cargo bench -p heureka-linear --bench satisfiability`

use std::hint::black_box;
use std::time::Instant;

use heureka_linear::{Canonical, Conjunction, Kind, LinearExpr, Numbers, Row, Simplex, Var};
use heureka_number::Int;

const QUERIES: usize = 4000;

/// A small generator: the same sequence in every run (Marsaglia's xorshift).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: u64) -> u64 {
        (self.next() >> 16) % limit
    }

    fn within(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as u64) as i64
    }

    fn percent(&mut self, chance: u64) -> bool {
        self.below(100) < chance
    }
}

/// How the queries are made.
struct Family {
    name: &'static str,
    numbers: Numbers,
    /// Entry variables; as many current ones.
    vars: std::ops::RangeInclusive<i64>,
    /// Rows beside those that define current variables.
    guards: std::ops::RangeInclusive<i64>,
    /// In percent: current variables defined by an equality.
    defined: u64,
    /// In percent: guards with coefficients other than 1.
    skewed: u64,
}

fn query(random: &mut Random, family: &Family) -> Vec<Row> {
    let n = random.within(*family.vars.start(), *family.vars.end()) as u64;
    let mut rows = Vec::new();
    let mut add = |terms: &[(u64, i64)], constant: i64, kind: Kind| {
        let terms = terms.iter().map(|(var, coefficient)| (Var(*var as u32), Int::new(*coefficient)));
        if let Canonical::Row(row) = Row::canonical(LinearExpr::new(terms, Int::new(constant)), kind, family.numbers) {
            rows.push(row);
        }
    };
    for now in n..2 * n {
        let (same, other, constant) = (now - n, random.below(n), random.within(-4, 4));
        if random.percent(family.defined) {
            match random.below(10) {
                0..=6 => add(&[(now, 1), (same, -1)], constant, Kind::Equal),
                7 => add(&[(now, 1), (other, -1)], constant, Kind::Equal),
                8 => add(&[(now, 1), (same, -1), (other, -1)], constant, Kind::Equal),
                _ => add(&[(now, 1)], constant, Kind::Equal),
            }
        } else {
            add(&[(now, 1), (same, -1)], constant, Kind::AtLeast);
        }
    }
    for _ in 0..random.within(*family.guards.start(), *family.guards.end()) {
        let (x, y, z, slack) = (random.below(2 * n), random.below(2 * n), random.below(2 * n), random.within(0, 12));
        let sign = if random.percent(50) { 1 } else { -1 };
        if random.percent(family.skewed) {
            let (a, b) = (random.within(2, 5), random.within(1, 3));
            add(&[(x, sign * a), (y, -b), (z, 1)], slack, Kind::AtLeast);
        } else if random.percent(40) {
            add(&[(x, sign)], slack, Kind::AtLeast);
        } else if random.percent(90) {
            add(&[(x, 1), (y, -1)], slack - 2, Kind::AtLeast);
        } else {
            add(&[(x, sign), (y, sign)], slack, Kind::AtLeast);
        }
    }
    rows
}

/// Times one question per element; prints the median, the 90th percentile, the mean and the share of yes.
fn measure<T>(family: &str, what: &str, queries: &mut [T], mut ask: impl FnMut(&mut T) -> bool) {
    let mut yes = 0;
    let mut times = Vec::with_capacity(queries.len());
    for query in queries.iter_mut() {
        // The first run warms the caches; engines ask thousands of such questions in a row.
        black_box(ask(query));
        let start = Instant::now();
        let answer = black_box(ask(query));
        times.push(start.elapsed().as_nanos() as f64 / 1000.0);
        yes += usize::from(answer);
    }
    times.sort_by(f64::total_cmp);
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    println!(
        "{family:<12} {what:<28} median {:7.2} µs   p90 {:7.2} µs   mean {mean:7.2} µs   max {:8.1} µs   yes {:3.0} %",
        times[times.len() / 2],
        times[times.len() * 9 / 10],
        times[times.len() - 1],
        100.0 * yes as f64 / queries.len() as f64,
    );
}

fn main() {
    let families = [
        Family { name: "path edges", numbers: Numbers::Integer, vars: 4..=10, guards: 6..=16, defined: 100, skewed: 5 },
        Family { name: "loose", numbers: Numbers::Integer, vars: 4..=10, guards: 6..=20, defined: 40, skewed: 5 },
        Family { name: "skewed", numbers: Numbers::Integer, vars: 4..=8, guards: 8..=20, defined: 60, skewed: 60 },
        Family { name: "real", numbers: Numbers::Real, vars: 4..=10, guards: 6..=16, defined: 60, skewed: 5 },
    ];
    for family in &families {
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        let mut queries: Vec<(Vec<Row>, Row)> = (0..QUERIES)
            .map(|_| {
                let mut rows = query(&mut random, family);
                let last = rows.pop().expect("more than one row");
                (rows, last)
            })
            .collect();
        let name = family.name;
        measure(name, "reduce and decide rows", &mut queries, |(rows, _)| {
            Conjunction::from_rows(family.numbers, &*rows).is_satisfiable()
        });
        measure(name, "decide rows, no reduction", &mut queries, |(rows, _)| {
            let mut simplex = Simplex::new(family.numbers);
            for row in &*rows {
                simplex.add(row);
            }
            simplex.check().is_satisfiable()
        });
        let mut reduced: Vec<(Conjunction, Row)> = queries
            .iter()
            .map(|(rows, last)| (Conjunction::from_rows(family.numbers, rows), last.clone()))
            .filter(|(conjunction, _)| !conjunction.is_false())
            .collect();
        measure(name, "decide a conjunction", &mut reduced, |(conjunction, _)| conjunction.is_satisfiable());
        reduced.retain(|(conjunction, _)| conjunction.is_satisfiable());
        measure(name, "model of a conjunction", &mut reduced, |(conjunction, _)| conjunction.model().is_some());
        measure(name, "entailment of a row", &mut reduced, |(conjunction, row)| conjunction.entails_row(row));
        measure(name, "maximum of an expression", &mut reduced, |(conjunction, row)| {
            conjunction.maximum(row.expr()) == heureka_linear::Optimum::Unbounded
        });
        let mut open: Vec<(Simplex, Row)> = queries
            .iter()
            .map(|(rows, last)| {
                let mut simplex = Simplex::new(family.numbers);
                rows.iter().for_each(|row| _ = simplex.add(row));
                simplex.check();
                (simplex, last.clone())
            })
            .collect();
        measure(name, "one more row, checked, popped", &mut open, |(simplex, row)| {
            simplex.push();
            simplex.add(row);
            let answer = simplex.check().is_satisfiable();
            simplex.pop();
            answer
        });
    }
}
