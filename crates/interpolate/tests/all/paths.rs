//! Random infeasible paths: assignments in static single assignment form, with functions and arrays, and an assertion
//! at the end that fails nowhere, known so because the path was executed while it was made.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use heureka_interpolate::{Options, Outcome, Violation, check, interpolate};
use heureka_logic::solver::{Limits, Solver, Z3Solver};
use heureka_logic::{SortId, TermId, Terms};

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

/// A number, or an unknown (a value of the function, or of a cell at the start) plus a number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Value {
    unknown: Option<usize>,
    number: i64,
}

const VARIABLES: usize = 4;

struct Path {
    terms: Terms,
    random: Random,
    steps: Vec<TermId>,
    /// The current name of each variable and of the array.
    names: [TermId; VARIABLES],
    array: TermId,
    values: [Value; VARIABLES],
    cells: BTreeMap<i64, Value>,
    calls: BTreeMap<Value, Value>,
    unknowns: usize,
    versions: usize,
}

impl Path {
    fn new(random: Random) -> Path {
        let mut terms = Terms::new();
        let sort = terms.array_sort(SortId::INT, SortId::INT);
        let names = std::array::from_fn(|i| terms.constant(&format!("x{i}"), SortId::INT));
        let array = terms.constant("a", sort);
        let values = std::array::from_fn(|i| Value { unknown: None, number: i as i64 });
        let mut equal = Vec::new();
        for (&name, value) in names.iter().zip(&values) {
            let number = terms.int(value.number);
            equal.push(terms.eq(name, number));
        }
        let steps = vec![terms.and(&equal)];
        let (cells, calls) = Default::default();
        Path { terms, random, steps, names, array, values, cells, calls, unknowns: 0, versions: 0 }
    }

    fn unknown(&mut self) -> Value {
        self.unknowns += 1;
        Value { unknown: Some(self.unknowns), number: 0 }
    }

    fn version(&mut self, name: &str, sort: SortId) -> TermId {
        self.versions += 1;
        self.terms.constant(&format!("{name}!{}", self.versions), sort)
    }

    fn step(&mut self) {
        let (target, source) = (self.random.below(VARIABLES), self.random.below(VARIABLES));
        let (from, value) = (self.names[source], self.values[source]);
        let known = value.unknown.is_none();
        let (term, value) = match self.random.below(6) {
            0 | 1 => {
                let number = self.random.below(5) as i64 - 2;
                let constant = self.terms.int(number);
                (self.terms.add(&[from, constant]), Value { number: value.number + number, ..value })
            }
            2 | 3 => {
                let function = self.terms.declare("f", &[SortId::INT], SortId::INT).unwrap();
                let new = self.unknown();
                (self.terms.call(function, &[from]), *self.calls.entry(value).or_insert(new))
            }
            4 if known => {
                let new = self.unknown();
                (self.terms.select(self.array, from), *self.cells.entry(value.number).or_insert(new))
            }
            5 if known => {
                let stored = self.terms.store(self.array, from, self.names[target]);
                self.array = self.version("a", self.terms.sort(stored));
                self.cells.insert(value.number, self.values[target]);
                let step = self.terms.eq(self.array, stored);
                self.steps.push(step);
                return;
            }
            _ => (from, value),
        };
        let name = self.version(&format!("x{target}"), SortId::INT);
        let step = self.terms.eq(name, term);
        self.steps.push(step);
        self.names[target] = name;
        self.values[target] = value;
    }

    /// Claims that something is false that is true; whether there was something to say.
    fn finish(&mut self) -> bool {
        let start = self.random.below(VARIABLES);
        for place in 0..VARIABLES {
            let one = (start + place) % VARIABLES;
            let others = (0..VARIABLES).filter(|&other| other != one && self.values[other].unknown.is_some());
            let claim = match others.into_iter().find(|&other| self.values[other].unknown == self.values[one].unknown) {
                Some(other) => {
                    let number = self.terms.int(self.values[one].number - self.values[other].number);
                    let sum = self.terms.add(&[self.names[other], number]);
                    self.terms.ne(self.names[one], sum)
                }
                None if self.values[one].unknown.is_none() => {
                    let number = self.terms.int(self.values[one].number);
                    self.terms.ne(self.names[one], number)
                }
                None => continue,
            };
            self.steps.push(claim);
            return true;
        }
        false
    }
}

#[test]
fn infeasible_paths() {
    let (mut answered, mut unknown) = (0, BTreeMap::new());
    let mut undecided = 0;
    for seed in 1..=300 {
        let mut path = Path::new(Random(seed * 7919));
        let length = 3 + path.random.below(12);
        (0..length).for_each(|_| path.step());
        if !path.finish() {
            continue;
        }
        let mut solver = Z3Solver::new(Limits::NONE);
        solver.set_deadline(Some(Instant::now() + Duration::from_secs(2)));
        let options = Options { check: false, ..Options::default() };
        match interpolate(&mut path.terms, &path.steps, &mut solver, &options).unwrap() {
            Outcome::Interpolants(interpolants) => {
                match check(&mut path.terms, &path.steps, &interpolants, &mut solver) {
                    Ok(()) => answered += 1,
                    Err(Violation::Undecided { .. }) => undecided += 1,
                    Err(wrong) => panic!("path {seed}: {wrong}"),
                }
            }
            Outcome::Satisfiable => panic!("path {seed} is infeasible"),
            Outcome::Unknown(reason) => *unknown.entry(reason.to_string()).or_insert(0) += 1,
        }
    }
    println!("{answered} answered, {undecided} not checked in time, {unknown:?}");
    let left = unknown.values().sum::<usize>();
    assert!(undecided == 0 && answered > 200 && left * 20 < answered, "{answered} answered, {unknown:?}");
}
