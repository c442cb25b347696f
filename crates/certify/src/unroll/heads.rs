//! The check of invariants at the heads of loops ([`Certificate::AtHeads`]): all paths from one head to the next are followed.
//!
//! [`Certificate::AtHeads`]: heureka_ir::Certificate::AtHeads

use heureka_ir::certificate::{HeadInvariants, Unwound};
use heureka_ir::invariant::{Constraint, Invariant, Value};
use heureka_ir::passes::inline;
use heureka_ir::{Invariants, Program};
use heureka_logic::solver::{Limits, SolverFactory};

use super::{Asking, follow, irreducible};
use crate::Checked;
use crate::question::{Numbers, Question};
use crate::rejected::Rejected;

/// Proves that each invariant holds where its loop is entered and after each round, and that nothing fails from there on.
pub fn check(
    question: &Question,
    invariants: &HeadInvariants,
    solvers: &SolverFactory,
    limits: Limits,
) -> Result<Checked, Rejected> {
    if question.numbers != Numbers::Machine {
        return Err(Rejected::undecided("programs are followed only over machine integers"));
    }
    let Some(inlined) = inline(question.program, invariants.depth) else {
        return Err(Rejected::undecided("the program without calls is too large"));
    };
    let program = &inlined.program;
    let mut at = vec![Invariant::anything(); program.locs.len()];
    for (head, invariant) in &invariants.at {
        if head.index() >= at.len() {
            return Err(Rejected::Malformed { reason: format!("{head} does not exist") });
        }
        if !invariant.disjuncts.iter().flatten().all(|constraint| is_of_variables(program, constraint)) {
            return Err(Rejected::undecided("an invariant speaks of more than variables"));
        }
        at[head.index()] = invariant.clone();
    }
    let heads: Vec<_> = invariants.at.iter().map(|(head, _)| *head).collect();
    if let Some(head) = irreducible(program, &heads) {
        return Err(Rejected::undecided(format!("the loop of {head} has several entries")));
    }
    let unwound = Unwound { rounds: 0, by_induction: heads.into(), invariants: Some(Invariants::new(at)) };
    let question = Question { program, ..*question };
    let mut checked = Checked::default();
    follow(&question, &unwound, true, &Asking { solvers, limits }, &mut checked)?;
    Ok(checked)
}

fn is_of_variables(program: &Program, constraint: &Constraint) -> bool {
    constraint.terms.iter().all(|(value, _)| match value {
        Value::Now(var) => var.index() < program.vars.len(),
        Value::AtEntry(_) => false,
    })
}
