//! Dropping what does not matter: an unsatisfiable core of the formulas' conjuncts, found by the solver.
//!
//! Interpolants of a part of each conjunction are interpolants of the whole, and the fewer symbols the two sides share
//! the simpler they are.

use std::collections::HashSet;

use heureka_logic::solver::{Answer, Solver, SolverError};
use heureka_logic::{Op, TermId, Terms};

/// What the solver says of the formulas' conjunction.
pub enum Reduced {
    /// The conjuncts of each formula that are needed.
    Unsatisfiable(Vec<Vec<TermId>>),
    Satisfiable,
    /// It does not know.
    Unknown,
}

/// Reduces each formula to the conjuncts that a core needs.
pub fn reduce(terms: &Terms, formulas: &[TermId], solver: &mut dyn Solver) -> Result<Reduced, SolverError> {
    let conjuncts: Vec<Vec<TermId>> = formulas.iter().map(|&formula| conjuncts(terms, formula)).collect();
    let mut seen = HashSet::new();
    let assumptions: Vec<TermId> = conjuncts.iter().flatten().copied().filter(|&part| seen.insert(part)).collect();
    Ok(match solver.check_assuming(terms, &assumptions)? {
        Answer::Satisfiable => Reduced::Satisfiable,
        Answer::Unknown(_) => Reduced::Unknown,
        Answer::Unsatisfiable => {
            let core: HashSet<TermId> = solver.unsat_core()?.into_iter().collect();
            let needed = |parts: &Vec<TermId>| parts.iter().copied().filter(|part| core.contains(part)).collect();
            Reduced::Unsatisfiable(conjuncts.iter().map(needed).collect())
        }
    })
}

/// The conjuncts of a formula, flat.
pub fn conjuncts(terms: &Terms, formula: TermId) -> Vec<TermId> {
    let mut parts = Vec::new();
    let mut seen = HashSet::new();
    let mut open = vec![formula];
    while let Some(part) = open.pop() {
        match terms.op(part) {
            Op::And => open.extend(terms.children(part).iter().rev()),
            _ if seen.insert(part) => parts.push(part),
            _ => {}
        }
    }
    parts
}
