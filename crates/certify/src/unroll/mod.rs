//! The check of an unwound program ([`Certificate::Unwound`]): all executions are followed once more, over bit-vectors, and
//! a solver shows that none of them fails.
//!
//! [`follow`] walks through the program, [`evaluate`] computes, [`words`] simplifies. Only the kind of the proof is taken
//! from the certificate: which loops are proved by induction, and with which k; the rest is found out again.
//!
//! [`Certificate::Unwound`]: heureka_ir::Certificate::Unwound

mod assume;
mod evaluate;
mod follow;
pub mod heads;
mod memory;
mod state;
mod words;

use heureka_ir::certificate::Unwound;
use heureka_ir::validate::{Severity, validate};
use heureka_ir::{EdgeId, Fault, LocId, LocKind, Loops, Program};
use heureka_logic::TermId;
use heureka_logic::solver::{Answer, Limits, SolverError, SolverFactory};

use crate::question::{Numbers, Question};
use crate::rejected::{Rejected, place};
use crate::{Checked, auxiliary};
use follow::Follower;
use words::Words;

/// Something that must not happen.
#[derive(Clone, Copy)]
pub struct Obligation {
    pub what: Failure,
    /// It happens where this holds.
    pub condition: TermId,
}

#[derive(Clone, Copy)]
pub enum Failure {
    Error(LocId),
    Fault(EdgeId, Fault),
    /// The invariant of this head does not hold there.
    Invariant(LocId),
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
    follow(question, unwound, is_proving, &asking, &mut checked)?;
    Ok(checked)
}

/// Follows all executions, and proves that nothing fails.
fn follow(
    question: &Question,
    unwound: &Unwound,
    is_proving: bool,
    asking: &Asking,
    checked: &mut Checked,
) -> Result<(), Rejected> {
    let (mut words, obligations) = Follower::new(question, unwound, is_proving, asking).run()?;
    checked.conditions += obligations.len();
    if let Some(obligation) = asking.first_that_can_hold(&mut words, &obligations)? {
        return Err(rejected(question, obligation.what));
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
        Failure::Fault(edge, fault) => {
            Rejected::FaultPossible { edge, fault, place: place(program, &[program.edge(edge).span]), example }
        }
    }
}

/// The solver's side.
pub struct Asking<'a, 'c> {
    solvers: &'a SolverFactory,
    limits: Limits<'c>,
}

impl Asking<'_, '_> {
    /// An error if it is time to stop.
    pub fn look_at_the_clock(&self) -> Result<(), Rejected> {
        use std::sync::atomic::Ordering::Relaxed;
        let is_over = self.limits.deadline.is_some_and(|deadline| std::time::Instant::now() >= deadline)
            || self.limits.cancel.is_some_and(|cancel| cancel.load(Relaxed));
        if is_over { Err(Rejected::undecided("the time was up before everything was proved")) } else { Ok(()) }
    }

    /// Whether there are values with which a condition holds.
    pub fn can_hold(&self, words: &Words, condition: TermId) -> Result<bool, Rejected> {
        if let Some(known) = words.terms.as_bool(condition) {
            return Ok(known);
        }
        // A solver for each question: Z3 prepares a formula well only where it is asked once.
        let ask = || -> Result<Answer, SolverError> {
            let mut solver = self.solvers.create(self.limits)?;
            solver.assert(&words.terms, condition)?;
            solver.check(&words.terms)
        };
        match ask() {
            Ok(Answer::Satisfiable) => Ok(true),
            Ok(Answer::Unsatisfiable) => Ok(false),
            Ok(Answer::Unknown(reason)) => Err(Rejected::undecided(format!("the solver does not know ({reason})"))),
            Err(SolverError::TimedOut | SolverError::Cancelled) => {
                Err(Rejected::undecided("the time was up before everything was proved"))
            }
            Err(error) => Err(Rejected::undecided(error.to_string())),
        }
    }

    /// All are asked about at once; only if one of them can hold, which.
    fn first_that_can_hold(
        &self,
        words: &mut Words,
        obligations: &[Obligation],
    ) -> Result<Option<Obligation>, Rejected> {
        let each: Vec<TermId> = obligations.iter().map(|obligation| obligation.condition).collect();
        let any = words.terms.or(&each);
        if !self.can_hold(words, any)? {
            return Ok(None);
        }
        for obligation in obligations {
            if self.can_hold(words, obligation.condition)? {
                return Ok(Some(*obligation));
            }
        }
        Err(Rejected::undecided("the solver contradicts itself"))
    }
}
