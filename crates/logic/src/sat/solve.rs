//! CaDiCaL: a solver for one question, which can simplify before it searches, or one for many, which is told of each gate once
//! and assumes what is asked.

use super::blast::{Blaster, CannotBlast};
use super::circuit::Bit;
use super::clauses::{CnfSize, Numbering, clauses};
use crate::bits::BitVector;
use crate::pool::{TermId, Terms};
use crate::solver::{Limits, SolverError};
use crate::sort::Sort;
use crate::value::{Assignment, Value, evaluate};
use heureka_number::Int;
use std::time::Duration;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Solved {
    Satisfiable(Box<Assignment>),
    Unsatisfiable,
    /// There is no circuit, for this reason.
    Refused(CannotBlast),
}

/// Questions about terms of one pool. They share circuits.
pub struct SatProblem<'c> {
    blaster: Blaster,
    kept: Clauses<'c>,
}

/// A solver, and the gates that it knows.
#[derive(Default)]
struct Clauses<'c> {
    solver: cadical::Solver<Stop<'c>>,
    told: Numbering,
}

impl<'c> SatProblem<'c> {
    /// With at most so many gates: each takes about 250 bytes, the solver's clauses included.
    pub fn new(gates: usize) -> SatProblem<'c> {
        SatProblem { blaster: Blaster::new(gates), kept: Clauses::default() }
    }

    /// Whether so many gates are there already that the next questions may find no place.
    pub fn is_half_full(&self) -> bool {
        self.blaster.circuit.gates().len() > self.blaster.limit() / 2
    }

    /// The size of the formula that says that the term is true.
    pub fn size(&mut self, terms: &Terms, term: TermId) -> Result<CnfSize, CannotBlast> {
        let root = self.blaster.bool(terms, term)?;
        if root.is_constant() {
            return Ok(CnfSize::default());
        }
        Ok(clauses(&self.blaster.circuit, root, |_| {}))
    }

    /// The formula that says that the term is true, in DIMACS format.
    pub fn dimacs(&mut self, terms: &Terms, term: TermId) -> Result<String, CannotBlast> {
        let root = self.blaster.bool(terms, term)?;
        if root.is_constant() {
            return Ok(if root == Bit::TRUE { "p cnf 0 0\n" } else { "p cnf 0 1\n0\n" }.to_owned());
        }
        let mut body = String::new();
        let size = clauses(&self.blaster.circuit, root, |clause| {
            let literals: String = clause.iter().map(|literal| format!("{literal} ")).collect();
            body.push_str(&literals);
            body.push_str("0\n");
        });
        Ok(format!("p cnf {} {}\n{body}", size.variables, size.clauses))
    }

    /// Whether the term can be true. The solver is told of this formula only, so that it can simplify before it searches.
    pub fn solve(&mut self, terms: &Terms, term: TermId, limits: Limits<'c>) -> Result<Solved, SolverError> {
        ask(&mut self.blaster, &mut Clauses::default(), Use::Once, terms, term, limits)
    }

    /// The same by a solver that is kept for the next question, with all that it learned: for many small ones that are
    /// alike.
    pub fn solve_next(&mut self, terms: &Terms, term: TermId, limits: Limits<'c>) -> Result<Solved, SolverError> {
        ask(&mut self.blaster, &mut self.kept, Use::Again, terms, term, limits)
    }
}

/// Whether a solver is asked once, and can be told that the formula is true, or again, and has to assume it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Once,
    Again,
}

fn ask<'c>(
    blaster: &mut Blaster,
    clauses: &mut Clauses<'c>,
    used: Use,
    terms: &Terms,
    term: TermId,
    limits: Limits<'c>,
) -> Result<Solved, SolverError> {
    let root = match blaster.bool(terms, term) {
        Ok(root) => root,
        Err(why) => return Ok(Solved::Refused(why)),
    };
    limits.check()?;
    if root == Bit::FALSE {
        return Ok(Solved::Unsatisfiable);
    }
    let Clauses { solver, told } = clauses;
    solver.set_callbacks(Some(Stop { limits }));
    let assumed = (!root.is_constant())
        .then(|| told.define(&blaster.circuit, root, |clause| solver.add_clause(clause.iter().copied())));
    let assumed = match used {
        Use::Again => assumed,
        Use::Once => {
            assumed.into_iter().for_each(|literal| solver.add_clause([literal]));
            None
        }
    };
    match solver.solve_with(assumed) {
        Some(true) => {}
        Some(false) => {
            // Gates alone contradict nothing, so it is what was assumed, if anything was.
            assumed.into_iter().for_each(|literal| solver.add_clause([-literal]));
            return Ok(Solved::Unsatisfiable);
        }
        None => return Err(limits.check().err().unwrap_or(SolverError::NotAvailable("answer"))),
    }
    // What the formula does not depend on may have any value.
    let is_true = |bit: Bit| told.literal(bit).and_then(|literal| solver.value(literal)).unwrap_or(false);
    let mut model = Assignment { complete: true, ..Assignment::new() };
    for (symbol, bits) in &blaster.symbols {
        let value = match terms.sort_of(terms.symbol(*symbol).result) {
            Sort::Bool => Value::Bool(is_true(bits[0])),
            _ => {
                let number = bits.iter().rev().fold(0u128, |number, bit| number << 1 | u128::from(is_true(*bit)));
                Value::BitVec(BitVector::new(bits.len() as u32, &Int::from(number)))
            }
        };
        model.set(terms, *symbol, value);
    }
    if cfg!(debug_assertions) && evaluate(terms, term, &model) != Ok(Value::Bool(true)) {
        let (program, assertion) = ("cadical".to_owned(), crate::smtlib::print_term(terms, term));
        return Err(SolverError::WrongModel { program, assertion });
    }
    Ok(Solved::Satisfiable(Box::new(model)))
}

/// What the solver does between two looks takes about so long, where time is counted. It looks after so many steps of its search.
const BETWEEN_LOOKS: Duration = Duration::from_micros(50);

/// Tells the solver when to stop.
struct Stop<'c> {
    limits: Limits<'c>,
}

impl cadical::Callbacks for Stop<'_> {
    fn terminate(&mut self) -> bool {
        heureka_clock::worked(BETWEEN_LOOKS);
        self.limits.check().is_err()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sort::SortId;

    /// Which numbers are products of two from 2 to 15: the solver that is kept says what a new one says, and what is true.
    #[test]
    fn a_solver_that_is_kept_answers_as_a_new_one() {
        let mut terms = Terms::new();
        let (x, y) = (terms.constant("x", SortId::bit_vec(8)), terms.constant("y", SortId::bit_vec(8)));
        let (two, fifteen) = (terms.bits(8, 2), terms.bits(8, 15));
        let product = terms.bv_mul(&[x, y]);
        let mut within = Vec::new();
        for factor in [x, y] {
            within.extend([terms.bv_ule(two, factor), terms.bv_ule(factor, fifteen)]);
        }
        let mut problem = SatProblem::new(1_000_000);
        for number in (0..256).chain((0..256).rev()) {
            let value = terms.bits(8, number);
            let same = terms.eq(product, value);
            let question = terms.and(&[&within[..], &[same]].concat());
            let is_product = (2..=15).any(|a| (2..=15).any(|b| a * b == number));
            for solved in
                [problem.solve(&terms, question, Limits::NONE), problem.solve_next(&terms, question, Limits::NONE)]
            {
                match solved.unwrap() {
                    Solved::Satisfiable(model) => {
                        assert!(is_product, "{number}");
                        assert_eq!(evaluate(&terms, question, &model), Ok(Value::Bool(true)), "{number}");
                    }
                    other => assert_eq!((other, is_product), (Solved::Unsatisfiable, false), "{number}"),
                }
            }
        }
    }
}
