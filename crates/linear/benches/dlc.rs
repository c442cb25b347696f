//! Growth of insertion into one DLC, and the time of an entailment check.
//!
//! `cargo bench -p heureka-linear --bench dlc [NAME]`
//!
//! Each stream is path edges as programs make them: `swap` is the loop of paper 002's second example (values that
//! alternate while a counter runs, so that every second round unites), `delay` a countdown from each of many starts (all unite),
//! `mixed` copies, increments, constants and guards at random, many of them covered, and `boxes` inequalities only.

use std::time::Instant;

use heureka_linear::{Conjunction, Dlc, Kind, LinearExpr, Numbers, Var};
use heureka_number::Int;

/// splitmix64
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

/// `Σ coefficient·variable + constant`, compared with 0.
fn row(terms: &[(u32, i64)], constant: i64, kind: Kind) -> (LinearExpr, Kind) {
    let terms = terms.iter().map(|(var, coefficient)| (Var(*var), Int::new(*coefficient)));
    (LinearExpr::new(terms, Int::new(constant)), kind)
}

/// `k' = i & x' = 10 & y' = 20`, and with x and y exchanged in every other round.
fn swap(count: usize) -> Vec<Conjunction> {
    let edge = |i: i64| {
        let (x, y) = if i % 2 == 0 { (10, 20) } else { (20, 10) };
        let rows = [(5, i), (3, x), (4, y)].map(|(var, value)| row(&[(var, 1)], -value, Kind::Equal));
        Conjunction::new(Numbers::Integer, rows)
    };
    (0..count as i64).map(edge).collect()
}

/// `n = i & n' = i - j` for countdowns from i = 0, 1, 2, … with as many steps as give the count.
fn delay(count: usize) -> Vec<Conjunction> {
    let mut edges = Vec::new();
    for i in 0.. {
        for j in 0..=i {
            if edges.len() == count {
                return edges;
            }
            let rows = [row(&[(0, 1)], -i, Kind::Equal), row(&[(1, 1)], j - i, Kind::Equal)];
            edges.push(Conjunction::new(Numbers::Integer, rows));
        }
    }
    edges
}

/// Four variables: each is copied, moved on, set or forgotten, under guards.
fn mixed(count: usize) -> Vec<Conjunction> {
    let mut random = Random(1);
    let mut edges = Vec::new();
    for i in 0..count {
        let mut rows = Vec::new();
        // A counter that runs up with the stream, as in a loop.
        rows.push(row(&[(7, 1), (3, -1)], -(i as i64 / 16), Kind::Equal));
        for place in 0..3u32 {
            let step = random.below(20);
            match random.below(8) {
                0..3 => rows.push(row(&[(place + 4, 1), (place, -1)], 0, Kind::Equal)),
                3..5 => rows.push(row(&[(place + 4, 1), (place, -1)], -step, Kind::Equal)),
                5..7 => rows.push(row(&[(place + 4, 1)], -step, Kind::Equal)),
                _ => {}
            }
        }
        if random.below(2) == 0 {
            rows.push(row(&[(random.below(3) as u32, 1)], -random.below(10), Kind::AtLeast));
        }
        if random.below(4) == 0 {
            rows.push(row(&[(0, 1), (1, -1)], random.below(10), Kind::AtLeast));
        }
        edges.push(Conjunction::new(Numbers::Integer, rows));
    }
    edges
}

/// Rectangles of three variables anywhere in a large cube.
fn boxes(count: usize) -> Vec<Conjunction> {
    let mut random = Random(2);
    let mut edge = || {
        let sides = (0..3).flat_map(|var| {
            let (low, size) = (random.below(1000), 1 + random.below(40));
            [row(&[(var, 1)], -low, Kind::AtLeast), row(&[(var, -1)], low + size, Kind::AtLeast)]
        });
        Conjunction::new(Numbers::Integer, sides.collect::<Vec<_>>())
    };
    (0..count).map(|_| edge()).collect()
}

/// The time this thread has been running, in seconds: other work on the machine does not count. Where the system does
/// not tell, the time since the start.
fn seconds(start: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| start.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}

/// The least time of several runs that together take long enough for the clock.
fn insert_all(edges: &[Conjunction], start: Instant) -> (Dlc, f64) {
    let mut runs = Vec::new();
    loop {
        let before = seconds(start);
        let dlcs: Vec<Dlc> =
            (0..1 + 10_000 / edges.len()).map(|_| Dlc::new(Numbers::Integer, edges.iter().cloned())).collect();
        runs.push((seconds(start) - before) / dlcs.len() as f64);
        if runs.len() == 5 {
            let dlc = dlcs.into_iter().next().expect("one DLC or more");
            return (dlc, runs.into_iter().fold(f64::INFINITY, f64::min));
        }
    }
}

/// Makes so many path edges.
type Stream = fn(usize) -> Vec<Conjunction>;

fn main() {
    let start = Instant::now();
    let chosen: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let streams: [(&str, Stream); 4] = [("swap", swap), ("delay", delay), ("mixed", mixed), ("boxes", boxes)];
    for (name, stream) in streams {
        if !chosen.is_empty() && !chosen.iter().any(|one| one == name) {
            continue;
        }
        println!("{name}: insertions, disjuncts, milliseconds, times the half");
        let mut before: Option<f64> = None;
        for count in [625, 1250, 2500, 5000, 10_000, 20_000] {
            let edges = stream(count);
            let (dlc, seconds) = insert_all(&edges, start);
            let ratio = before.map_or(String::new(), |before| format!("{:6.2}", seconds / before));
            println!("{count:8} {:8} {:10.2} {ratio}", dlc.len(), seconds * 1e3);
            before = Some(seconds);
            if count == 20_000 {
                println!("  {:?}", dlc.statistics());
                entailment(&dlc, &edges, start);
            }
        }
    }
}

/// Asks for what was inserted, moved by one in a current variable: some is there and some is not.
fn entailment(dlc: &Dlc, edges: &[Conjunction], start: Instant) {
    let moved: Vec<Conjunction> = edges
        .iter()
        .map(|edge| {
            let last = *edge.vars().last().expect("an edge has variables");
            edge.apply(|var| LinearExpr::var(var).plus_constant(i64::from(var == last)))
        })
        .collect();
    let before = seconds(start);
    let there = moved.iter().filter(|edge| dlc.contains(edge)).count();
    let each = (seconds(start) - before) / moved.len() as f64;
    println!("  entailment: {:.2} µs a query, {there} of {} entailed", each * 1e6, moved.len());
}
