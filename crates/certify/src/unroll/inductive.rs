//! What is left of guesses: the parts of formulas that can be proved of each other (Houdini: Flanagan and Leino 2001).
//!
//! All parts are assumed, and each is asked about by itself; those that are not proved are left out, and so on until all that
//! are left are proved. Nothing is said of errors. The result is no certificate for that it comes from here: it is judged as
//! any other.

use std::collections::BTreeSet;
use std::time::Duration;

use heureka_ir::certificate::{HeadInvariants, HeadSubject};
use heureka_ir::formula::Formula;
use heureka_ir::passes::inline;
use heureka_ir::{LocId, ProcId};
use heureka_logic::solver::{Limits, SolverFactory};

use super::follow::Follower;
use super::plan::Plan;
use super::words::Kind;
use super::{Asking, Failure, irreducible, well_said};
use crate::question::Question;
use crate::rejected::Rejected;

/// How many questions algebra may have about a guess.
const QUESTIONS: usize = 6;

/// Whose formula.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Whose {
    Head(LocId),
    Before(ProcId),
    After(ProcId),
}

/// The invariants and contracts without the parts that are not proved over such numbers, with this much time for each question.
pub fn inductive_part(
    question: &Question,
    invariants: HeadInvariants,
    kind: Kind,
    each: Duration,
    solvers: &SolverFactory,
    limits: Limits,
) -> Result<HeadInvariants, Rejected> {
    let inlined = match invariants.subject {
        HeadSubject::AsRead => None,
        HeadSubject::Inlined { depth } => {
            let inlined = inline(question.program, depth);
            Some(inlined.ok_or_else(|| Rejected::undecided("the program without calls is too large"))?.program)
        }
    };
    let question = Question { program: inlined.as_ref().unwrap_or(question.program), ..*question };
    well_said::check(question.program, &invariants).map_err(|reason| Rejected::Malformed { reason })?;
    let heads: Vec<LocId> = invariants.at.iter().map(|(head, _)| *head).collect();
    if let Some(head) = irreducible(question.program, &heads) {
        return Err(Rejected::undecided(format!("the loop of {head} has several entries")));
    }
    let mut left = invariants;
    loop {
        let lost = unproved(&question, &left, kind, each, &Asking { solvers, limits })?;
        if lost.is_empty() {
            return Ok(left);
        }
        remove(&mut left, &lost);
    }
}

/// The parts that are not proved, with all others assumed.
fn unproved(
    question: &Question,
    invariants: &HeadInvariants,
    kind: Kind,
    each: Duration,
    asking: &Asking,
) -> Result<BTreeSet<(Whose, usize)>, Rejected> {
    let plan = Plan::of_heads(invariants, kind);
    let (mut words, obligations) = Follower::new(question, &plan, asking).run()?;
    let mut lost = BTreeSet::new();
    for obligation in obligations {
        asking.look_at_the_clock()?;
        let whose = match obligation.what {
            Failure::Invariant(head) => Whose::Head(head),
            Failure::Before(_, proc) => Whose::Before(proc),
            Failure::After(proc) => Whose::After(proc),
            Failure::Error(_) | Failure::Fault(..) => continue,
        };
        if lost.contains(&(whose, obligation.part)) {
            continue;
        }
        let end = heureka_clock::now() + each;
        let deadline = asking.limits.deadline.map_or(end, |deadline| deadline.min(end));
        let limits = Limits { deadline: Some(deadline), ..asking.limits };
        let asking = Asking { solvers: asking.solvers, limits };
        let is_proved = match kind {
            // What algebra does not prove takes a solver too long.
            Kind::Bits => asking.is_excluded_by_algebra(&mut words, &obligation, QUESTIONS),
            Kind::Integers => {
                matches!(asking.first_that_can_hold(&mut words, question.program, &[obligation]), Ok(None))
            }
        };
        if !is_proved {
            lost.insert((whose, obligation.part));
        }
    }
    Ok(lost)
}

/// Leaves parts out; a formula that is no conjunction is one part.
fn remove(invariants: &mut HeadInvariants, lost: &BTreeSet<(Whose, usize)>) {
    let weaken = |formula: &mut Formula, whose: Whose| match formula {
        Formula::And(parts) => {
            let mut at = 0;
            parts.retain(|_| {
                at += 1;
                !lost.contains(&(whose, at - 1))
            });
        }
        formula if lost.contains(&(whose, 0)) => *formula = Formula::Bool(true),
        _ => {}
    };
    for (head, formula) in &mut invariants.at {
        weaken(formula, Whose::Head(*head));
    }
    for contract in &mut invariants.contracts {
        weaken(&mut contract.before, Whose::Before(contract.procedure));
        weaken(&mut contract.after, Whose::After(contract.procedure));
    }
}
