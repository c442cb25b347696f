//! CaDiCaL: one solver for each question, which gets the whole formula at once, so that it can simplify before it searches.

use super::blast::{Blaster, CannotBlast};
use super::circuit::Bit;
use super::clauses::{CnfSize, clauses};
use crate::bits::BitVector;
use crate::pool::{TermId, Terms};
use crate::solver::{Limits, SolverError};
use crate::sort::Sort;
use crate::value::{Assignment, Value, evaluate};
use heureka_number::Int;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Solved {
    Satisfiable(Box<Assignment>),
    Unsatisfiable,
    /// There is no circuit, for this reason.
    Refused(CannotBlast),
}

/// Questions about terms of one pool, whose circuits they share.
pub struct SatProblem {
    blaster: Blaster,
}

impl SatProblem {
    /// With at most so many gates: each takes about 250 bytes, the solver's clauses included.
    pub fn new(gates: usize) -> SatProblem {
        SatProblem { blaster: Blaster::new(gates) }
    }

    /// The size of the formula that says that the term is true.
    pub fn size(&mut self, terms: &Terms, term: TermId) -> Result<CnfSize, CannotBlast> {
        let root = self.blaster.bool(terms, term)?;
        if root.is_constant() {
            return Ok(CnfSize::default());
        }
        Ok(clauses(&self.blaster.circuit, root, |_| {}).1)
    }

    /// The formula that says that the term is true, in DIMACS format.
    pub fn dimacs(&mut self, terms: &Terms, term: TermId) -> Result<String, CannotBlast> {
        let root = self.blaster.bool(terms, term)?;
        if root.is_constant() {
            return Ok(if root == Bit::TRUE { "p cnf 0 0\n" } else { "p cnf 0 1\n0\n" }.to_owned());
        }
        let mut body = String::new();
        let (_, size) = clauses(&self.blaster.circuit, root, |clause| {
            let literals: String = clause.iter().map(|literal| format!("{literal} ")).collect();
            body.push_str(&literals);
            body.push_str("0\n");
        });
        Ok(format!("p cnf {} {}\n{body}", size.variables, size.clauses))
    }

    /// Whether the term can be true.
    pub fn solve(&mut self, terms: &Terms, term: TermId, limits: Limits) -> Result<Solved, SolverError> {
        let root = match self.blaster.bool(terms, term) {
            Ok(root) => root,
            Err(why) => return Ok(Solved::Refused(why)),
        };
        limits.check()?;
        if root == Bit::FALSE {
            return Ok(Solved::Unsatisfiable);
        }
        let mut solver: cadical::Solver<Stop> = cadical::Solver::new();
        solver.set_callbacks(Some(Stop { limits }));
        let numbering = match root.is_constant() {
            true => None,
            false => Some(clauses(&self.blaster.circuit, root, |clause| solver.add_clause(clause.iter().copied())).0),
        };
        match solver.solve() {
            Some(true) => {}
            Some(false) => return Ok(Solved::Unsatisfiable),
            None => return Err(limits.check().err().unwrap_or(SolverError::NotAvailable("answer"))),
        }
        // What the formula does not depend on may have any value.
        let is_true = |bit: Bit| {
            let literal = numbering.as_ref().and_then(|numbering| numbering.literal(bit));
            literal.and_then(|literal| solver.value(literal)).unwrap_or(false)
        };
        let mut model = Assignment { complete: true, ..Assignment::new() };
        for (symbol, bits) in &self.blaster.symbols {
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
}

/// Tells the solver when to stop.
struct Stop<'c> {
    limits: Limits<'c>,
}

impl cadical::Callbacks for Stop<'_> {
    fn terminate(&mut self) -> bool {
        self.limits.check().is_err()
    }
}
