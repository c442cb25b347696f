//! The check of invariants at the heads of loops and of contracts ([`Certificate::AtHeads`]): all paths from one head to
//! the next are followed.
//!
//! The walk is made over bit-vectors or over unbounded integers. What speaks of contents of arrays or of products is better
//! proved over integers, and what has quantifiers only there; the rest is tried over bit-vectors first, which say everything.
//!
//! [`Certificate::AtHeads`]: heureka_ir::Certificate::AtHeads

use std::time::Duration;

use heureka_ir::certificate::{HeadInvariants, HeadSubject};
use heureka_ir::formula::Formula;
use heureka_ir::passes::inline;
use heureka_ir::validate::{Severity, validate};
use heureka_logic::solver::{Limits, SolverFactory};

use super::plan::{Plan, is_unsaid, multiplies, reads_arrays};
use super::words::Kind;
use super::{Asking, follow, irreducible, well_said};
use crate::Checked;
use crate::question::{Numbers, Question};
use crate::rejected::Rejected;

/// How long the first kind of numbers is tried where there is another.
const FIRST: Duration = Duration::from_secs(20);

/// Proves that each invariant holds where its loop is entered and after each round, that promises are kept, and that nothing
/// fails on the way.
pub fn check(
    question: &Question,
    invariants: &HeadInvariants,
    solvers: &SolverFactory,
    limits: Limits,
) -> Result<Checked, Rejected> {
    if question.numbers != Numbers::Machine {
        return Err(Rejected::undecided("programs are followed only over machine integers"));
    }
    if let Some(broken) = validate(question.program).into_iter().find(|found| found.severity == Severity::Error) {
        return Err(Rejected::Malformed { reason: format!("the program is broken: {}", broken.message) });
    }
    match invariants.subject {
        HeadSubject::AsRead => check_program(question, invariants, solvers, limits),
        HeadSubject::Inlined { depth } => {
            let Some(inlined) = inline(question.program, depth) else {
                return Err(Rejected::undecided("the program without calls is too large"));
            };
            check_program(&Question { program: &inlined.program, ..*question }, invariants, solvers, limits)
        }
    }
}

fn check_program(
    question: &Question,
    invariants: &HeadInvariants,
    solvers: &SolverFactory,
    limits: Limits,
) -> Result<Checked, Rejected> {
    let program = question.program;
    let formulas = || {
        let promised = invariants.contracts.iter().flat_map(|contract| [&contract.before, &contract.after]);
        invariants.at.iter().map(|(_, formula)| formula).chain(promised)
    };
    if formulas().any(is_unsaid) {
        return Err(Rejected::undecided("an invariant speaks of what formulas cannot say"));
    }
    well_said::check(program, invariants).map_err(|reason| Rejected::Malformed { reason })?;
    let heads: Vec<_> = invariants.at.iter().map(|(head, _)| *head).collect();
    if let Some(head) = irreducible(program, &heads) {
        return Err(Rejected::undecided(format!("the loop of {head} has several entries")));
    }
    let kinds: &[Kind] = if formulas().any(Formula::is_quantified) {
        &[Kind::Integers]
    } else if formulas().any(|formula| reads_arrays(formula) || multiplies(formula)) {
        &[Kind::Integers, Kind::Bits]
    } else {
        &[Kind::Bits, Kind::Integers]
    };
    let mut last = Err(Rejected::undecided("nothing was tried"));
    for (at, kind) in kinds.iter().enumerate() {
        let mut checked = Checked::default();
        let limits = if at + 1 < kinds.len() { part_of(limits) } else { limits };
        let plan = Plan::of_heads(invariants, *kind);
        last = follow(question, &plan, &Asking { solvers, limits }, &mut checked).map(|()| checked);
        if !matches!(last, Err(Rejected::Undecided { .. })) {
            break;
        }
    }
    last
}

/// Half of the time that is left, and never long.
fn part_of(limits: Limits) -> Limits {
    let now = heureka_clock::now();
    let time = limits.deadline.map_or(FIRST, |deadline| FIRST.min(deadline.saturating_duration_since(now) / 2));
    Limits { deadline: Some(now + time), ..limits }
}
