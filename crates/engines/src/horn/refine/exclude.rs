//! Whether a form excludes the way that a refutation of another form went.
//!
//! The clauses of the way are unfolded in the new form, a copy for each application in a body. What lies too deep is left out;
//! then a way may be excluded though it does not look so.

use std::collections::VecDeque;

use heureka_logic::solver::{Answer, SolverError};
use heureka_logic::{Substitution, TermId, Terms};

use super::super::cells::CellSystem;
use super::Asking;
use super::path::Path;

/// More copies of clauses are not made.
const MOST_COPIES: usize = 120;

/// `None` if it is not known.
pub fn excludes(
    terms: &mut Terms,
    form: &CellSystem,
    path: &Path,
    asking: &mut Asking,
) -> Result<Option<bool>, SolverError> {
    let mut all = Vec::new();
    // Steps, and the arguments that they derive.
    let mut open: VecDeque<(usize, Option<TermId>)> = VecDeque::from([(path.last(), None)]);
    let mut copies = 0;
    while let Some((number, derived)) = open.pop_front() {
        copies += 1;
        if copies > MOST_COPIES {
            break;
        }
        let node = &path.nodes[number];
        let clause = &form.system.clauses[node.clause];
        let atoms: Vec<TermId> = clause.body.iter().chain(&clause.head).copied().collect();
        let arguments: Vec<TermId> = atoms.iter().flat_map(|atom| terms.children(*atom).to_vec()).collect();
        let roots: Vec<TermId> = arguments.into_iter().chain([clause.constraint]).collect();
        let mut names = Substitution::new();
        for symbol in terms.free_symbols(&roots) {
            let declared = terms.symbol(symbol).clone();
            let copy = terms.fresh(&declared.name, declared.result);
            names.insert(symbol, copy);
        }
        all.push(terms.substitute(clause.constraint, &names));
        if let (Some(head), Some(derived)) = (clause.head, derived) {
            let head = terms.substitute(head, &names);
            let pairs: Vec<(TermId, TermId)> =
                terms.children(head).iter().copied().zip(terms.children(derived).iter().copied()).collect();
            all.extend(pairs.into_iter().map(|(one, other)| terms.eq(one, other)));
        }
        let children = form.instances[node.clause].iter().zip(&node.children);
        let children = children.flat_map(|(count, child)| std::iter::repeat_n(*child, *count));
        for (atom, child) in clause.body.iter().zip(children) {
            let atom = terms.substitute(*atom, &names);
            open.push_back((child, Some(atom)));
        }
    }
    asking.limit()?;
    asking.solver.push()?;
    let all = terms.and(&all);
    let asked = asking.solver.assert(terms, all).and_then(|()| asking.solver.check(terms));
    asking.solver.pop()?;
    Ok(match asked? {
        Answer::Unsatisfiable => Some(true),
        Answer::Satisfiable if copies <= MOST_COPIES => Some(false),
        Answer::Satisfiable | Answer::Unknown(_) => None,
    })
}
