//! Formulas from text, interpolated and checked.

use heureka_interpolate::{Options, Outcome, check, interpolate};
use heureka_logic::smtlib::{parse_term, print_term};
use heureka_logic::solver::{Limits, Z3Solver};
use heureka_logic::{SortId, TermId, Terms};

pub struct Sequence {
    pub terms: Terms,
    pub formulas: Vec<TermId>,
}

impl Sequence {
    /// Formulas over symbols: words that start with `p` or `q` are Boolean, with `r` real, with `a` arrays of integers
    /// and their indices too; `f` and `g` are functions of one integer, `h` of two, `P` is a predicate; all others are
    /// integers.
    pub fn new(texts: &[&str]) -> Sequence {
        let mut terms = Terms::new();
        let array = terms.array_sort(SortId::INT, SortId::INT);
        for name in ["f", "g"] {
            terms.declare(name, &[SortId::INT], SortId::INT).unwrap();
        }
        terms.declare("h", &[SortId::INT, SortId::INT], SortId::INT).unwrap();
        terms.declare("P", &[SortId::INT], SortId::BOOL).unwrap();
        for text in texts {
            for word in text.split(|c: char| !c.is_ascii_alphanumeric()) {
                let known = [
                    "and",
                    "or",
                    "not",
                    "ite",
                    "mod",
                    "div",
                    "select",
                    "store",
                    "distinct",
                    "true",
                    "false",
                    "xor",
                    "forall",
                    "exists",
                    "Int",
                    "Real",
                    "abs",
                    "f",
                    "g",
                    "h",
                    "P",
                    "const",
                    "as",
                    "Array",
                    "divisible",
                    "to",
                    "real",
                    "int",
                ];
                let Some(first) = word.chars().next().filter(|first| first.is_ascii_alphabetic()) else { continue };
                if known.contains(&word) {
                    continue;
                }
                let sort = match first {
                    'p' | 'q' => SortId::BOOL,
                    'r' => SortId::REAL,
                    'a' => array,
                    _ => SortId::INT,
                };
                terms.constant(word, sort);
            }
        }
        let formulas = texts.iter().map(|text| parse_term(&mut terms, text).unwrap_or_else(|e| panic!("{text}: {e}")));
        let formulas = formulas.collect();
        Sequence { terms, formulas }
    }

    pub fn run(&mut self) -> Result<Outcome, heureka_interpolate::Error> {
        let mut solver = Z3Solver::new(Limits::NONE);
        interpolate(&mut self.terms, &self.formulas, &mut solver, &Options::default())
    }

    pub fn text(&self, term: TermId) -> String {
        print_term(&self.terms, term)
    }
}

/// The interpolants as text, without the first and last; checked once more, whatever the build.
pub fn interpolants(texts: &[&str]) -> Vec<String> {
    let mut sequence = Sequence::new(texts);
    match sequence.run() {
        Ok(Outcome::Interpolants(interpolants)) => {
            let mut solver = Z3Solver::new(Limits::NONE);
            check(&mut sequence.terms, &sequence.formulas, &interpolants, &mut solver).unwrap();
            interpolants[1..texts.len()].iter().map(|&term| sequence.text(term)).collect()
        }
        other => panic!("{texts:?}: {other:?}"),
    }
}

pub fn outcome(texts: &[&str]) -> Result<Outcome, heureka_interpolate::Error> {
    Sequence::new(texts).run()
}
