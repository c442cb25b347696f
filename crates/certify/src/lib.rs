//! Certify: the judge of SAFE verdicts.
//!
//! [`check`] re-proves invariants on the program as it was read, with an encoding of the program of its own and a fresh
//! solver; [`check_certificate`] judges any certificate. Invariant: no code is shared with the engines, and what is not
//! proved is rejected. docs/CERTIFY.md says what is proved and what is trusted.

mod bounds;
mod boxes;
mod conditions;
mod cuts;
mod disjuncts;
mod execute;
mod faults;
mod ghosts;
mod linear;
mod prover;
mod question;
mod rejected;
mod subject;
mod unroll;
mod vocabulary;
mod well_formed;
mod world;
mod writes;

use std::collections::BTreeSet;

use heureka_ir::certificate::ByLemmas;
use heureka_ir::interpret::{self, Interpreter, Options};
use heureka_ir::passes::{guess_elements, lemmas};
use heureka_ir::{Certificate, Invariants, Property};
use heureka_logic::solver::{Limits, SolverFactory};

pub use question::{Numbers, Question};
pub use rejected::{Breach, Rejected};
pub use unroll::inductive::inductive_part;
pub use unroll::words::Kind;

/// A certificate was accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// How many conditions there were.
    pub conditions: usize,
    /// How many of them were seen to hold by evaluating the step.
    pub by_evaluation: usize,
    /// How many of them the solver proved.
    pub by_solver: usize,
}

/// Proves that the invariants hold at the start, are kept by every step, and exclude every failure.
pub fn check(
    question: &Question,
    invariants: &Invariants,
    solvers: &SolverFactory,
    limits: Limits,
) -> Result<Checked, Rejected> {
    well_formed::check(question, invariants)?;
    let subject = subject::Subject::new(question, invariants);
    conditions::Conditions::new(&subject, invariants, solvers, limits).check()
}

/// Proves that the invariants hold at the start and are kept by every step, whatever they say of failures.
fn auxiliary(
    question: &Question,
    invariants: &Invariants,
    solvers: &SolverFactory,
    limits: Limits,
) -> Result<Checked, Rejected> {
    well_formed::check(question, invariants)?;
    let subject = subject::Subject::auxiliary(question, invariants);
    conditions::Conditions::new(&subject, invariants, solvers, limits).check()
}

/// Proves the lemmas, and what was asked by them.
fn by_lemmas(
    question: &Question,
    steps: &ByLemmas,
    solvers: &SolverFactory,
    limits: Limits,
) -> Result<Checked, Rejected> {
    let program = guess_elements(question.program);
    let ByLemmas { lemmas, proof, rest } = steps;
    let (Some(checked), Some(used)) = (lemmas::checked(&program, lemmas), lemmas::used(&program, lemmas)) else {
        return Err(Rejected::Malformed { reason: "a lemma makes no sense".to_owned() });
    };
    let properties = BTreeSet::from([Property::Unreach]);
    let of_lemmas = Question { program: &checked, properties: &properties, ..*question };
    let first = check(&of_lemmas, proof, solvers, limits)?;
    let second = check(&Question { program: &used, ..*question }, rest, solvers, limits)?;
    Ok(Checked {
        conditions: first.conditions + second.conditions,
        by_evaluation: first.by_evaluation + second.by_evaluation,
        by_solver: first.by_solver + second.by_solver,
    })
}

/// Checks the evidence for SAFE, whatever its kind.
pub fn check_certificate(
    question: &Question,
    certificate: &Certificate,
    solvers: &SolverFactory,
    limits: Limits,
) -> Result<Checked, Rejected> {
    match certificate {
        Certificate::Inductive(invariants) => check(question, invariants, solvers, limits),
        Certificate::Guessed(invariants) => {
            let program = guess_elements(question.program);
            check(&Question { program: &program, ..*question }, invariants, solvers, limits)
        }
        Certificate::ByLemmas(steps) => by_lemmas(question, steps, solvers, limits),
        Certificate::Unwound(unwound) => unroll::check(question, unwound, solvers, limits),
        Certificate::AtHeads(invariants) => unroll::heads::check(question, invariants, solvers, limits),
        Certificate::AtCuts(invariants) => cuts::check(question, invariants, solvers, limits),
        Certificate::Exhaustive { .. } => {
            let numbers = match question.numbers {
                Numbers::Machine => interpret::Numbers::Machine,
                Numbers::Integer => interpret::Numbers::Integer,
                Numbers::Real => interpret::Numbers::Real,
            };
            let check_shift_overflow = question.properties.contains(&Property::Overflow);
            let interpreter = Interpreter::new(question.program, Options { numbers, check_shift_overflow });
            let limits =
                interpret::Limits { deadline: limits.deadline, cancel: limits.cancel, ..interpret::Limits::default() };
            match certificate.check(&interpreter, question.properties, &limits) {
                Ok(()) => Ok(Checked { conditions: 1, by_evaluation: 1, by_solver: 0 }),
                Err(reason) => Err(Rejected::undecided(reason)),
            }
        }
    }
}
