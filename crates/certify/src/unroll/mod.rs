//! The check of an unwound program ([`Certificate::Unwound`]): all executions are followed once more, over bit-vectors, and
//! a solver shows that none of them fails.
//!
//! [`follow`] walks through the program, [`evaluate`] computes, [`words`] simplifies, [`ask`] asks. Only the kind of the proof
//! is taken from the certificate ([`plan`]): which loops are proved by induction, and with which k; the rest is found out
//! again. [`heads`] uses the same walk for invariants at the heads of loops and contracts of procedures.
//!
//! [`Certificate::Unwound`]: heureka_ir::Certificate::Unwound

mod algebra;
mod ask;
mod assume;
mod contracts;
mod evaluate;
mod follow;
pub mod heads;
pub mod inductive;
mod integers;
mod memory;
mod plan;
mod quantify;
mod quotients;
mod reading;
mod ring;
mod state;
mod well_said;
pub mod words;

use heureka_ir::certificate::Unwound;
use heureka_ir::validate::{Severity, validate};
use heureka_ir::{EdgeId, Fault, LocId, LocKind, Loops, ProcId, Program};
use heureka_logic::TermId;
use heureka_logic::solver::{Limits, SolverFactory};

use crate::question::{Numbers, Question};
use crate::rejected::{Breach, Rejected, place};
use crate::{Checked, auxiliary};
use ask::{Asking, Possible};
use follow::Follower;
use plan::Plan;

/// Something that must not happen.
#[derive(Clone, Copy)]
pub struct Obligation {
    pub what: Failure,
    /// Of a formula: which of its parts.
    pub part: usize,
    /// It happens where this holds.
    pub condition: TermId,
    /// The last of what the condition is made of: what would be wrong.
    pub goal: TermId,
    /// Parts of the same formula that come before this one, at the same place: proved with the others, if all is proved. What is not
    /// proved first breaks where they hold.
    pub lemmas: TermId,
    /// It may depend on contents of arrays that were forgotten and that the certificate cannot speak of: that it can happen
    /// then says nothing.
    pub is_open: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    Error(LocId),
    Fault(EdgeId, Fault),
    /// The invariant of this head does not hold there.
    Invariant(LocId),
    /// What a procedure wants of its callers does not hold at this call, or at the start of the program.
    Before(Option<EdgeId>, ProcId),
    /// What a procedure promises does not hold where it returns.
    After(ProcId),
}

/// Follows all executions again.
pub fn check(
    question: &Question,
    unwound: &Unwound,
    solvers: &SolverFactory,
    limits: Limits,
) -> Result<Checked, Rejected> {
    if question.numbers != Numbers::Machine {
        return Err(Rejected::undecided("programs are followed only over machine integers"));
    }
    let program = question.program;
    let malformed = |reason: String| Err(Rejected::Malformed { reason });
    if let Some(broken) = validate(program).into_iter().find(|violation| violation.severity == Severity::Error) {
        return malformed(format!("the program is broken: {}", broken.message));
    }
    if let Some(loc) = unwound.by_induction.iter().find(|loc| loc.index() >= program.locs.len()) {
        return malformed(format!("{loc} does not exist"));
    }
    if let Some(head) = irreducible(program, &unwound.by_induction) {
        return Err(Rejected::undecided(format!("the loop of {head} has several entries")));
    }
    let asking = Asking { solvers, limits };
    let (mut checked, is_proving) = match &unwound.invariants {
        None => (Checked::default(), false),
        Some(invariants) => match auxiliary(question, invariants, solvers, limits) {
            Ok(checked) => (checked, false),
            Err(rejected) if rejected.is_definite() => return Err(rejected),
            Err(_) => (Checked::default(), true),
        },
    };
    follow(question, &Plan::of_unwound(unwound, is_proving), &asking, &mut checked)?;
    Ok(checked)
}

/// Follows all executions, and proves that nothing fails.
fn follow(question: &Question, plan: &Plan, asking: &Asking, checked: &mut Checked) -> Result<(), Rejected> {
    let (mut words, mut obligations) = Follower::new(question, plan, asking).run()?;
    // What would refute the certificate is asked about first.
    obligations.sort_by_key(|obligation| obligation.is_open);
    checked.conditions += obligations.len();
    if words.is_bits() && plan.is_short() {
        let before = obligations.len();
        obligations = asking.not_excluded_by_algebra(&mut words, obligations)?;
        checked.by_evaluation += before - obligations.len();
    }
    let possible = asking.first_that_can_hold(&mut words, question.program, &obligations)?;
    if let Some(Possible { obligation, is_certain }) = possible {
        let rejected = rejected(question, obligation.what);
        return Err(match is_certain && !obligation.is_open {
            true => rejected,
            false => Rejected::undecided(format!("not excluded: {rejected}")),
        });
    }
    checked.by_solver += obligations.len();
    Ok(())
}

/// The head of a loop that can be entered elsewhere: induction would miss how.
fn irreducible(program: &Program, heads: &[LocId]) -> Option<LocId> {
    let loops = Loops::of(program);
    heads.iter().copied().find(|head| loops.innermost(*head).is_some_and(|id| loops.get(id).irreducible))
}

fn rejected(question: &Question, what: Failure) -> Rejected {
    let program = question.program;
    let example = String::new();
    match what {
        Failure::Error(loc) => {
            let what = match &program.loc(loc).kind {
                LocKind::Unsupported { what } => format!("not modelled: {what}"),
                LocKind::Error { fault, .. } => fault.to_string(),
                LocKind::Normal | LocKind::Halt => unreachable!("nothing is wrong there"),
            };
            Rejected::ErrorReached { loc, what, place: place(program, &[program.loc(loc).span]), example }
        }
        Failure::Invariant(loc) => {
            let what = "its invariant is not kept".to_owned();
            Rejected::ErrorReached { loc, what, place: place(program, &[program.loc(loc).span]), example }
        }
        Failure::Before(Some(edge), proc) => {
            let place = place(program, &[program.edge(edge).span]);
            Rejected::NotInductive { edge, step: Breach::Call(proc), place, example }
        }
        Failure::Before(None, proc) => {
            Rejected::NotInitial { place: place(program, &[program.proc(proc).span]), example }
        }
        Failure::After(proc) => {
            let (loc, what) =
                (program.proc(proc).exit, format!("the contract of {} is not kept", program.proc(proc).name));
            let place = place(program, &[program.loc(loc).span, program.proc(proc).span]);
            Rejected::ErrorReached { loc, what, place, example }
        }
        Failure::Fault(edge, fault) => {
            Rejected::FaultPossible { edge, fault, place: place(program, &[program.edge(edge).span]), example }
        }
    }
}
