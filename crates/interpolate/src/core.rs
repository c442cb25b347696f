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
    // The solver forgets the terms with the pop; it would carry them along in every later check.
    solver.push()?;
    let answer = core(terms, &assumptions, solver);
    solver.pop()?;
    Ok(match answer? {
        (Answer::Satisfiable, _) => Reduced::Satisfiable,
        (Answer::Unknown(_), _) => Reduced::Unknown,
        (Answer::Unsatisfiable, core) => {
            let core: HashSet<TermId> = core.into_iter().collect();
            let needed = |parts: &Vec<TermId>| parts.iter().copied().filter(|part| core.contains(part)).collect();
            Reduced::Unsatisfiable(conjuncts.iter().map(needed).collect())
        }
    })
}

/// What the solver answers, and the core if it is unsatisfiable.
fn core(terms: &Terms, assumptions: &[TermId], solver: &mut dyn Solver) -> Result<(Answer, Vec<TermId>), SolverError> {
    let answer = solver.check_assuming(terms, assumptions)?;
    let core = if answer == Answer::Unsatisfiable { solver.unsat_core()? } else { Vec::new() };
    Ok((answer, core))
}

/// What the solver says of the formulas together.
pub fn solve(terms: &Terms, formulas: &[TermId], solver: &mut dyn Solver) -> Result<Answer, SolverError> {
    solver.push()?;
    let asserted = formulas.iter().try_for_each(|&formula| solver.assert(terms, formula));
    let answer = asserted.and_then(|()| solver.check(terms));
    solver.pop()?;
    answer
}

/// The conjuncts of a formula, flat.
fn conjuncts(terms: &Terms, formula: TermId) -> Vec<TermId> {
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
