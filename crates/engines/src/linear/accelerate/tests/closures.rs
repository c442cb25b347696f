//! T⁺ of random rounds against reachability on all points of a small box.
//!
//! Every disjunct keeps the values inside the box (its rows bound the values before and after), so no sequence of rounds
//! leaves it, and the search on points misses none.

use heureka_linear::{Conjunction, Names, Numbers};
use heureka_number::Int;

use super::super::close::{Closed, closure};
use super::super::limits::{Limits, Reason};
use super::super::relation::{Effort, Relation};

/// A relation from text; `x y z` are the values before, `X Y Z` those after.
pub fn relation(variables: &str, disjuncts: &[&str]) -> Relation {
    let mut names = Names::default();
    let list: Vec<&str> = variables.split_whitespace().collect();
    list.iter().for_each(|name| {
        names.var(name);
    });
    list.iter().for_each(|name| {
        names.var(&name.to_uppercase());
    });
    let parse = |text: &&str| Conjunction::parse(text, Numbers::Integer, &mut names).unwrap();
    Relation::new(list.len() as u32, disjuncts.iter().map(parse)).unwrap()
}

fn closed(round: &Relation) -> Result<Closed, Reason> {
    let limits = Limits::default();
    closure(round, &mut Effort::new(&limits, limits.all_steps))
}

/// All points with coordinates in `0..size`.
pub fn points(n: u32, size: i64) -> Vec<Vec<Int>> {
    let mut points = vec![Vec::new()];
    for _ in 0..n {
        points = points
            .into_iter()
            .flat_map(|point: Vec<Int>| {
                (0..size).map(move |value| point.iter().cloned().chain([Int::from(value)]).collect())
            })
            .collect();
    }
    points
}

/// Compares a closure with reachability in `0..size`.
fn check(round: &Relation, closed: &Closed, size: i64) {
    let closure = &closed.relation;
    let points = points(round.variables(), size);
    let count = points.len();
    let next: Vec<Vec<usize>> =
        points.iter().map(|from| (0..count).filter(|to| round.relates(from, &points[*to])).collect()).collect();
    for (from, point) in points.iter().enumerate() {
        let mut reached = vec![false; count];
        let mut stack = next[from].clone();
        while let Some(at) = stack.pop() {
            if !std::mem::replace(&mut reached[at], true) {
                stack.extend(&next[at]);
            }
        }
        for (to, reached) in reached.into_iter().enumerate() {
            let claimed = closure.relates(point, &points[to]);
            let right = if closed.is_complete { claimed == reached } else { reached || !claimed };
            assert!(right, "{point:?} -> {:?} by {round:?}, closure {closure:?}", points[to]);
        }
    }
}

/// A small generator (xorshift), the same on every machine.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }

    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as u64) as i64
    }

    pub fn choose<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len() as u64) as usize]
    }

    /// What a round does to one variable.
    fn update(&mut self, variables: &[&str], variable: &str) -> String {
        let (after, other) = (variable.to_uppercase(), self.choose(variables));
        let step = self.between(-2, 2);
        match self.below(9) {
            0..=2 => format!("{after} = {variable}"),
            3..=4 => format!("{after} - {variable} = {step}"),
            5 => format!("{after} = {other} + {}", self.between(0, 1)),
            6 => format!("{after} = {}", self.between(0, 3)),
            7 => format!("{after} >= {variable} & {after} <= {variable} + {}", self.between(1, 3)),
            _ => match self.below(4) {
                0 => format!("{after} >= {}", self.between(0, 2)),
                1 => format!("{after} = 4 - {other}"),
                2 => format!("{after} = 2{other}"),
                _ => format!("{after} = {variable} + {other}"),
            },
        }
    }

    fn guard(&mut self, variables: &[&str]) -> String {
        let (one, other) = (self.choose(variables), self.choose(variables));
        let bound = self.between(0, 5);
        match self.below(7) {
            0 | 1 => format!("{one} <= {bound}"),
            2 => format!("{one} >= {bound}"),
            3 => format!("{one} - {other} <= {}", self.between(-1, 2)),
            4 => format!("{one} + {other} >= {bound}"),
            5 => format!("2{one} + {other} <= {}", 2 * bound),
            _ => format!("{one} mod 2 <= 0"),
        }
    }

    fn disjunct(&mut self, variables: &[&str], size: i64) -> String {
        let mut rows: Vec<String> = Vec::new();
        for variable in variables {
            let after = variable.to_uppercase();
            rows.push(self.update(variables, variable));
            rows.push(format!("{variable} >= 0 & {variable} < {size} & {after} >= 0 & {after} < {size}"));
        }
        for _ in 0..self.below(3) {
            rows.push(self.guard(variables));
        }
        rows.join(" & ")
    }
}

/// Random rounds; gives how many of them have a closure, and how many a part of one.
fn check_random(seed: u64, rounds: usize, variables: &[&str], disjuncts: u64, size: i64) -> (usize, usize) {
    let mut random = Random(seed);
    let mut found = (0, 0);
    for _ in 0..rounds {
        let texts: Vec<String> = (0..1 + random.below(disjuncts)).map(|_| random.disjunct(variables, size)).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let round = relation(&variables.join(" "), &texts);
        if let Ok(closure) = closed(&round) {
            check(&round, &closure, size);
            *(if closure.is_complete { &mut found.0 } else { &mut found.1 }) += 1;
        }
    }
    found
}

#[test]
fn closures_of_conjunctions_are_what_iteration_gives() {
    let found = [
        check_random(11, 150, &["x"], 1, 9),
        check_random(12, 150, &["x", "y"], 1, 7),
        check_random(13, 60, &["x", "y", "z"], 1, 4),
    ];
    let complete: usize = found.iter().map(|(complete, _)| complete).sum();
    assert!(complete >= 320, "{found:?}");
}

#[test]
fn closures_of_unions_are_what_iteration_gives() {
    let found = [
        check_random(21, 150, &["x"], 3, 9),
        check_random(22, 150, &["x", "y"], 3, 6),
        check_random(23, 60, &["x", "y", "z"], 3, 4),
    ];
    let complete: usize = found.iter().map(|(complete, _)| complete).sum();
    assert!(complete >= 270, "{found:?}");
}

#[test]
fn counters_that_wrap_around_are_closed_between_their_wraps() {
    let round = relation(
        "a b",
        &[
            "A = a + 1 & B = b + 2 & a <= 254 & b <= 253",
            "A = a - 255 & B = b + 2 & a >= 255 & b <= 253",
            "A = a + 1 & B = b - 254 & a <= 254 & b >= 254",
            "A = a - 255 & B = b - 254 & a >= 255 & b >= 254",
        ],
    );
    let closed = closed(&round).unwrap();
    let relates =
        |before: [i64; 2], after: [i64; 2]| closed.relation.relates(&before.map(Int::new), &after.map(Int::new));
    assert!(relates([0, 0], [100, 200]) && relates([5, 1], [6, 3]));
    assert!(!relates([0, 0], [100, 199]) && !relates([0, 0], [0, 0]));
}
