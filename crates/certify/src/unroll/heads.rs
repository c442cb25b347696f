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

use super::plan::{Plan, has_products, is_of_words, is_unsaid, multiplies, reads_arrays};
use super::words::Kind;
use super::{Asking, follow, irreducible, well_said};
use crate::Checked;
use crate::question::{Numbers, Question};
use crate::rejected::Rejected;

/// How long the kinds of numbers are tried where there are two: the first for a moment, then the second for at most half of the
/// time, then the first again.
const MOMENT: Duration = Duration::from_secs(2);
const LONG: Duration = Duration::from_secs(20);

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
    let follow = |kind: Kind, limits: Limits| {
        let mut checked = Checked::default();
        let plan = Plan::of_heads(invariants, kind);
        follow(question, &plan, &Asking { solvers, limits }, &mut checked).map(|()| checked)
    };
    let is_open = |found: &Result<Checked, Rejected>| matches!(found, Err(Rejected::Undecided { .. }));
    if formulas().any(Formula::is_quantified) {
        return follow(Kind::Integers, limits);
    }
    // Nothing to be proved but the program itself: what it multiplies is easier as numbers.
    let is_bare = formulas().next().is_none() && has_products(program);
    let is_of_numbers = is_bare || formulas().any(|formula| reads_arrays(formula) || multiplies(formula));
    let [first, second] = match is_of_numbers && !formulas().any(is_of_words) {
        true => [Kind::Integers, Kind::Bits],
        false => [Kind::Bits, Kind::Integers],
    };
    let moment = part_of(limits, MOMENT);
    let found = follow(first, moment);
    if !is_open(&found) {
        return found;
    }
    let has_time_left = moment.deadline.is_some_and(|deadline| heureka_clock::now() < deadline);
    if has_time_left {
        return follow(second, limits);
    }
    let found = follow(second, part_of(limits, LONG));
    if is_open(&found) { follow(first, limits) } else { found }
}

/// Half of the time that is left, and never more than this.
fn part_of(limits: Limits, most: Duration) -> Limits {
    let now = heureka_clock::now();
    let time = limits.deadline.map_or(most, |deadline| most.min(deadline.saturating_duration_since(now) / 2));
    Limits { deadline: Some(now + time), ..limits }
}
