//! Random sequences: whatever is answered is right, and most is answered.

use std::time::{Duration, Instant};

use heureka_interpolate::{Options, Outcome, Violation, check, interpolate};
use heureka_logic::solver::{Answer, Limits, Solver, Z3Solver};
use heureka_logic::{SortId, TermId, Terms};

/// A small generator of pseudo-random numbers (xorshift), the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }

    fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as u64) as i64
    }
}

/// What formulas are made of.
#[derive(Clone, Copy, PartialEq)]
enum Language {
    /// Conjunctions of inequalities and equalities over ℤ.
    Conjunctions,
    /// With disjunctions, Boolean symbols, remainders and conditional terms.
    Integers,
    /// The same over ℝ.
    Reals,
    /// With a function and an array.
    Functions,
}

struct Generator {
    terms: Terms,
    random: Random,
    language: Language,
    /// How many variables there are in one partition; neighbours share half of them.
    width: usize,
}

impl Generator {
    fn sort(&self) -> SortId {
        if self.language == Language::Reals { SortId::REAL } else { SortId::INT }
    }

    fn variable(&mut self, partition: usize) -> TermId {
        let number = partition * self.width / 2 + self.random.below(self.width as u64) as usize;
        let sort = self.sort();
        self.terms.constant(&format!("x{number}"), sort)
    }

    fn number(&mut self, low: i64, high: i64) -> TermId {
        let value = self.random.between(low, high);
        if self.language == Language::Reals {
            self.terms.real(heureka_number::Rational::new(value.into(), self.random.between(1, 2).into()))
        } else {
            self.terms.int(value)
        }
    }

    fn term(&mut self, partition: usize, depth: usize) -> TermId {
        let addends = 1 + self.random.below(3);
        let mut parts = Vec::new();
        for _ in 0..addends {
            let factor = self.number(-3, 3);
            let variable = match (self.language, self.random.below(6)) {
                (Language::Integers, 0) if depth > 0 => {
                    let (inner, modulus) = (self.variable(partition), self.random.between(2, 4));
                    let modulus = self.terms.int(modulus);
                    self.terms.modulo(inner, modulus)
                }
                (Language::Functions, 0 | 1) if depth > 0 => {
                    let argument = self.term(partition, 0);
                    let function = self.terms.declare("f", &[SortId::INT], SortId::INT).unwrap();
                    self.terms.call(function, &[argument])
                }
                (Language::Functions, 2) if depth > 0 => {
                    let index = self.variable(partition);
                    let array = self.array(partition);
                    self.terms.select(array, index)
                }
                _ => self.variable(partition),
            };
            parts.push(self.terms.mul(&[factor, variable]));
        }
        parts.push(self.number(-5, 5));
        self.terms.add(&parts)
    }

    fn array(&mut self, partition: usize) -> TermId {
        let sort = self.terms.array_sort(SortId::INT, SortId::INT);
        let number = partition + self.random.below(2) as usize;
        self.terms.constant(&format!("a{number}"), sort)
    }

    fn atom(&mut self, partition: usize) -> TermId {
        if self.language == Language::Functions && self.random.below(5) == 0 {
            let (array, other) = (self.array(partition), self.array(partition));
            let (index, value) = (self.variable(partition), self.variable(partition));
            let stored = self.terms.store(array, index, value);
            return self.terms.eq(other, stored);
        }
        let (left, right) = (self.term(partition, 1), self.variable(partition));
        match self.random.below(5) {
            0 | 1 => self.terms.eq(right, left),
            2 => self.terms.lt(left, right),
            _ => self.terms.le(left, right),
        }
    }

    fn formula(&mut self, partition: usize, depth: usize) -> TermId {
        if depth == 0 {
            return self.atom(partition);
        }
        let parts: Vec<TermId> = (0..2 + self.random.below(2)).map(|_| self.formula(partition, depth - 1)).collect();
        match self.random.below(6) {
            0..=2 if depth == 2 => self.terms.and(&parts),
            0 | 1 => self.terms.or(&parts),
            2 => self.terms.not(parts[0]),
            3 => {
                let number = partition + self.random.below(2) as usize;
                let symbol = self.terms.constant(&format!("p{number}"), SortId::BOOL);
                self.terms.implies(symbol, parts[0])
            }
            _ => self.terms.and(&parts),
        }
    }

    fn sequence(&mut self) -> Vec<TermId> {
        let count = 2 + self.random.below(5) as usize;
        (0..count)
            .map(|partition| match self.language {
                Language::Conjunctions => {
                    let atoms: Vec<TermId> = (0..1 + self.random.below(3)).map(|_| self.atom(partition)).collect();
                    self.terms.and(&atoms)
                }
                _ => self.formula(partition, 2),
            })
            .collect()
    }
}

/// How many were satisfiable, interpolated and left unknown.
#[derive(Debug, Default)]
struct Tally {
    satisfiable: usize,
    interpolated: usize,
    unknown: usize,
    /// Z3 could not decide the sequence or a check in the time it got.
    skipped: usize,
}

impl Tally {
    fn share_answered(&self) -> f64 {
        self.interpolated as f64 / (self.interpolated + self.unknown) as f64
    }
}

fn run(language: Language, width: usize, cases: usize, seed: u64) -> Tally {
    let mut tally = Tally::default();
    let mut generator = Generator { terms: Terms::new(), random: Random(seed), language, width };
    let mut solver = Z3Solver::new(Limits::NONE);
    // Checked below for every build.
    let options = Options { check: false, ..Options::default() };
    for case in 0..cases {
        let formulas = generator.sequence();
        let terms = &mut generator.terms;
        solver.set_deadline(Some(Instant::now() + Duration::from_secs(1)));
        let Some(expected) = expected(terms, &formulas, &mut solver) else {
            tally.skipped += 1;
            continue;
        };
        let outcome = interpolate(terms, &formulas, &mut solver, &options).unwrap();
        match outcome {
            Outcome::Satisfiable => {
                assert_eq!(expected, Answer::Satisfiable, "case {case}");
                tally.satisfiable += 1;
            }
            Outcome::Interpolants(interpolants) => match check(terms, &formulas, &interpolants, &mut solver) {
                Ok(()) => tally.interpolated += 1,
                Err(Violation::Undecided { .. }) => tally.skipped += 1,
                Err(wrong) => panic!("case {case}: {wrong}\n{}", show(terms, &formulas, &interpolants)),
            },
            Outcome::Unknown(reason) => {
                println!("case {case}: {reason}");
                tally.unknown += 1;
            }
        }
    }
    println!("{cases} sequences: {tally:?}");
    tally
}

/// Z3's answer, if it comes in time.
fn expected(terms: &Terms, formulas: &[TermId], solver: &mut Z3Solver) -> Option<Answer> {
    solver.push().unwrap();
    formulas.iter().for_each(|&formula| solver.assert(terms, formula).unwrap());
    let answer = solver.check(terms).ok();
    solver.pop().unwrap();
    answer.filter(|answer| !matches!(answer, Answer::Unknown(_)))
}

fn show(terms: &Terms, formulas: &[TermId], interpolants: &[TermId]) -> String {
    let mut text = String::new();
    for (place, &formula) in formulas.iter().enumerate() {
        text += &format!("φ{}: {}\n", place + 1, heureka_logic::smtlib::print_term(terms, formula));
        text += &format!("I{}: {}\n", place + 1, heureka_logic::smtlib::print_term(terms, interpolants[place + 1]));
    }
    text
}

#[test]
fn conjunctions_over_the_integers() {
    let tally = run(Language::Conjunctions, 3, 300, 11);
    assert!(tally.interpolated > 50 && tally.satisfiable > 10, "{tally:?}");
    assert_eq!(tally.unknown, 0, "{tally:?}");
}

#[test]
fn formulas_over_the_integers() {
    let tally = run(Language::Integers, 3, 300, 22);
    assert!(tally.interpolated > 50 && tally.satisfiable > 10, "{tally:?}");
    assert!(tally.share_answered() > 0.95, "{tally:?}");
}

#[test]
fn formulas_over_the_reals() {
    let tally = run(Language::Reals, 3, 300, 33);
    assert!(tally.interpolated > 50 && tally.satisfiable > 10, "{tally:?}");
    assert_eq!(tally.unknown, 0, "{tally:?}");
}

#[test]
fn functions_and_arrays() {
    let tally = run(Language::Functions, 3, 300, 44);
    assert!(tally.interpolated > 30 && tally.satisfiable > 10, "{tally:?}");
    assert!(tally.share_answered() > 0.95, "{tally:?}");
}

/// For a longer look: `cargo test -p heureka-interpolate --test all -- --ignored --nocapture many_of_all`.
#[test]
#[ignore = "minutes"]
fn many_of_all() {
    for width in [2, 3, 4] {
        for language in [Language::Conjunctions, Language::Integers, Language::Reals, Language::Functions] {
            run(language, width, 2000, 1000 + width as u64);
        }
    }
}
