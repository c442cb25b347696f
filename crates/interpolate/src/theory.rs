//! The theory side of the search: the rows of the true literals, in one simplex over ℤ and one over ℝ (rows never mix
//! the two).
//!
//! Invariant: the rows in the solvers are those of the first `head` literals of the search's trail, with one push for
//! each decision.

use heureka_linear::{Answer, Kind, LinearExpr, Model, Numbers, Refutation, Row, Simplex};
use heureka_number::Rational;

use crate::atoms::{Atoms, Literal};
use crate::proof::{Fact, Lemma};
use crate::search::{Conflict, Search};
use crate::sums::Sum;

/// Values for all variables.
#[derive(Debug, Clone, Default)]
pub struct Point {
    pub integer: Model,
    pub real: Model,
}

impl Point {
    /// The value of a sum; its variables are of one kind, and the other model has none of them.
    pub fn value(&self, sum: &Sum) -> Rational {
        let mut value = sum.constant_part().clone();
        for (var, coefficient) in sum.terms() {
            value += &(coefficient * (self.integer.value(var) + self.real.value(var)));
        }
        value
    }
}

struct Side {
    simplex: Simplex,
    /// The literal of each row.
    literals: Vec<Literal>,
    /// How many there were at each push.
    levels: Vec<usize>,
    /// Whether rows were added since the model was found.
    stale: bool,
    model: Model,
}

impl Side {
    fn new(numbers: Numbers) -> Side {
        let simplex = Simplex::new(numbers);
        Side { simplex, literals: Vec::new(), levels: Vec::new(), stale: false, model: Model::default() }
    }

    fn push(&mut self) {
        self.simplex.push();
        self.levels.push(self.literals.len());
    }

    fn pop(&mut self) {
        self.simplex.pop();
        self.literals.truncate(self.levels.pop().expect("a pop for each push"));
    }
}

pub struct Theory {
    integer: Side,
    real: Side,
    head: usize,
    /// What `head` was at each push.
    heads: Vec<usize>,
}

impl Theory {
    pub fn new() -> Theory {
        Theory { integer: Side::new(Numbers::Integer), real: Side::new(Numbers::Real), head: 0, heads: Vec::new() }
    }

    /// To be called before each decision.
    pub fn push(&mut self) {
        self.integer.push();
        self.real.push();
        self.heads.push(self.head);
    }

    /// To be called after the search went back.
    pub fn backtrack(&mut self, search: &Search) {
        while self.heads.len() > search.level() {
            self.integer.pop();
            self.real.pop();
            self.head = self.heads.pop().expect("more pushes than levels");
        }
        debug_assert!(self.head <= search.trail().len(), "rows are those of true literals");
    }

    /// Whether the rows of all true literals have a common point: a conflict, or else a point.
    pub fn check(&mut self, search: &mut Search, atoms: &Atoms) -> Option<Conflict> {
        while let Some(&literal) = search.trail().get(self.head) {
            self.head += 1;
            if let Some((row, numbers)) = atoms.row(literal) {
                let side = self.side(numbers);
                side.simplex.add(row);
                side.literals.push(literal);
                side.stale = true;
            }
        }
        for numbers in [Numbers::Integer, Numbers::Real] {
            let side = self.side(numbers);
            if !side.stale {
                continue;
            }
            match side.simplex.check() {
                Answer::Satisfiable(model) => {
                    side.model = model;
                    side.stale = false;
                }
                Answer::Unsatisfiable(refutation) => {
                    return Some(self.conflict(refutation, numbers, search, atoms));
                }
            }
        }
        None
    }

    /// The point that the last check found.
    pub fn point(&self) -> Point {
        Point { integer: self.integer.model.clone(), real: self.real.model.clone() }
    }

    fn conflict(&self, refutation: Refutation, numbers: Numbers, search: &mut Search, atoms: &Atoms) -> Conflict {
        let side = if numbers == Numbers::Integer { &self.integer } else { &self.real };
        let mut literals = Vec::new();
        let mut facts = std::collections::BTreeMap::new();
        for position in refutation.core() {
            let literal = side.literals[position as usize];
            facts.insert(position, fact(literal, search, atoms));
            if search.origin(literal).is_none() {
                literals.push(literal.negated());
            }
        }
        let step = search.proof.lemma(Lemma { numbers, facts, refutation });
        Conflict { literals, step }
    }

    /// All facts over these numbers.
    pub fn facts(&self, numbers: Numbers, search: &Search, atoms: &Atoms) -> Vec<Fact> {
        let side = if numbers == Numbers::Integer { &self.integer } else { &self.real };
        side.literals.iter().map(|&literal| fact(literal, search, atoms)).collect()
    }

    fn side(&mut self, numbers: Numbers) -> &mut Side {
        match numbers {
            Numbers::Integer => &mut self.integer,
            Numbers::Real => &mut self.real,
        }
    }
}

/// The row of a true literal. What follows from one partition alone counts for that one; anything else, as McMillan
/// has it, for the last partition that may speak of it.
fn fact(literal: Literal, search: &Search, atoms: &Atoms) -> Fact {
    let (row, _) = atoms.row(literal).expect("only rows are given to the simplex");
    let partition = search.origin(literal).unwrap_or_else(|| atoms.last(literal.atom()));
    Fact { row: row.clone(), partition }
}

/// A point of facts and further strict constraints `e > 0`, or why there is none.
pub fn solve_with(facts: &[Fact], more: &[LinearExpr], numbers: Numbers) -> Answer {
    let mut simplex = Simplex::new(numbers);
    for fact in facts {
        simplex.add(&fact.row);
    }
    for expr in more {
        match Row::canonical(expr.clone(), Kind::Above, numbers) {
            heureka_linear::Canonical::Always => {}
            heureka_linear::Canonical::Never => return Answer::Unsatisfiable(Refutation::Stated),
            heureka_linear::Canonical::Row(row) => {
                simplex.add(&row);
            }
        }
    }
    simplex.check()
}
