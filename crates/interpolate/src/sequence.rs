//! The entry: formulas in, interpolants out, and everything that can happen instead.
//!
//! Invariant: interpolants that fail their check are an error and never returned. The check runs in debug builds, and
//! in release builds where [`Options::check`] asks for it.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use heureka_logic::solver::{Answer, Solver, SolverError};
use heureka_logic::{SortId, TermId, Terms};

use crate::check::{Violation, check};
use crate::combine::from_proof;
use crate::congruence::Verdict;
use crate::core::{Reduced, reduce, solve};
use crate::formula::rebuilt;
use crate::problem::{Problem, Unsupported};
use crate::proof::StepId;
use crate::search::Search;
use crate::theory::Theory;
use crate::vocabulary::partition;

/// When to stop.
#[derive(Debug, Clone, Copy)]
pub struct Limits<'c> {
    /// How many conflicts the search may have.
    pub conflicts: usize,
    /// How many rounds of axiom instances there may be.
    pub rounds: usize,
    /// Looked at before each decision and after each conflict.
    pub deadline: Option<Instant>,
    /// A flag that any thread may set, looked at likewise.
    pub cancel: Option<&'c AtomicBool>,
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Limits { conflicts: 20_000, rounds: 500, deadline: None, cancel: None }
    }
}

impl Limits<'_> {
    /// Why to stop now, if it is so.
    fn reason(&self, conflicts: usize, rounds: usize) -> Option<Reason> {
        if conflicts > self.conflicts {
            return Some(Reason::Conflicts);
        }
        if rounds > self.rounds {
            return Some(Reason::Rounds);
        }
        if self.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
            return Some(Reason::Cancelled);
        }
        self.deadline.is_some_and(|deadline| heureka_clock::now() >= deadline).then_some(Reason::Deadline)
    }
}

#[derive(Debug, Clone)]
pub struct Options<'c> {
    /// Whether to check every result with the solver.
    pub check: bool,
    /// After this many conflicts the solver is asked for a core, and the search starts again with that.
    pub core_after: usize,
    pub limits: Limits<'c>,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Options { check: cfg!(debug_assertions), core_after: 200, limits: Limits::default() }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// I₀ = true, I₁, …, Iₙ = false.
    Interpolants(Vec<TermId>),
    /// The formulas have a common model.
    Satisfiable,
    Unknown(Reason),
}

/// Why there is no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    Conflicts,
    Rounds,
    Deadline,
    Cancelled,
    /// Projection, the last way to an interpolant over ℤ, became too large.
    ProjectionTooLarge,
    /// An equality between arguments of a function that no partition may speak of together does not follow from
    /// linear arithmetic over ℝ.
    MixedFunctionTerms,
    /// Reads or stores that matter cannot be spoken of in one partition; there may be no interpolant without
    /// quantifiers.
    MixedArrayTerms,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::Conflicts => "the search met too many conflicts",
            Reason::Rounds => "too many instances of axioms were needed",
            Reason::Deadline => "the time was up",
            Reason::Cancelled => "somebody asked to stop",
            Reason::ProjectionTooLarge => "the projection of integer constraints became too large",
            Reason::MixedFunctionTerms => "arguments of a function are equal for a reason that has no shared term",
            Reason::MixedArrayTerms => "array accesses of different formulas are related by no shared term",
        })
    }
}

/// What is wrong with the input, with the solver, or with us.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Error {
    /// There are no formulas.
    Empty,
    /// The formula at this place is not Boolean.
    NotBoolean {
        place: usize,
    },
    /// A term that is outside of the logic.
    Unsupported {
        term: TermId,
        why: String,
    },
    Solver(SolverError),
    /// The interpolants are wrong: a bug of this crate.
    Wrong(Violation),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Empty => f.write_str("there are no formulas to interpolate"),
            Error::NotBoolean { place } => write!(f, "formula {} is not Boolean", place + 1),
            Error::Unsupported { why, .. } => f.write_str(why),
            Error::Solver(error) => error.fmt(f),
            Error::Wrong(violation) => write!(f, "wrong interpolants: {violation}"),
        }
    }
}

impl std::error::Error for Error {}

impl From<Unsupported> for Error {
    fn from(unsupported: Unsupported) -> Error {
        Error::Unsupported { term: unsupported.term, why: unsupported.why }
    }
}

/// Sequence interpolants of the formulas.
///
/// The solver, with nothing asserted, finds cores where the search is long and checks the result; the interpolants do
/// not come from it. All its terms must be of this pool.
pub fn interpolate(
    terms: &mut Terms,
    formulas: &[TermId],
    solver: &mut dyn Solver,
    options: &Options,
) -> Result<Outcome, Error> {
    if formulas.is_empty() {
        return Err(Error::Empty);
    }
    if let Some(place) = formulas.iter().position(|&formula| terms.sort(formula) != SortId::BOOL) {
        return Err(Error::NotBoolean { place });
    }
    let first = Limits { conflicts: options.core_after.min(options.limits.conflicts), ..options.limits };
    let mut outcome = refute(terms, formulas, &first)?;
    if outcome == Outcome::Unknown(Reason::Conflicts) {
        outcome = match reduce(terms, formulas, solver) {
            Err(SolverError::TimedOut) => return Ok(Outcome::Unknown(Reason::Deadline)),
            Err(SolverError::Cancelled) => return Ok(Outcome::Unknown(Reason::Cancelled)),
            Err(error) => return Err(Error::Solver(error)),
            Ok(Reduced::Satisfiable) => return Ok(Outcome::Satisfiable),
            Ok(Reduced::Unsatisfiable(needed)) => {
                let reduced: Vec<TermId> = needed.iter().map(|parts| terms.and(parts)).collect();
                refute(terms, &reduced, &options.limits)?
            }
            Ok(Reduced::Unknown) => refute(terms, formulas, &options.limits)?,
        };
    }
    // Where the search gave up, the solver may still know a model.
    if matches!(outcome, Outcome::Unknown(_)) && solve(terms, formulas, solver) == Ok(Answer::Satisfiable) {
        return Ok(Outcome::Satisfiable);
    }
    if let Outcome::Interpolants(interpolants) = &outcome
        && options.check
    {
        check(terms, formulas, interpolants, solver).map_err(Error::Wrong)?;
    }
    Ok(outcome)
}

/// Refutes the formulas and reads interpolants off the refutation.
fn refute(terms: &mut Terms, formulas: &[TermId], limits: &Limits) -> Result<Outcome, Error> {
    let mut problem = Problem::new(terms, formulas);
    for (place, &formula) in formulas.iter().enumerate() {
        problem.assert(formula, partition(place))?;
    }
    let mut search = Search::default();
    let conclusion = match run(&mut problem, &mut search, limits)? {
        Run::Refuted(conclusion) => conclusion,
        Run::Model => return Ok(Outcome::Satisfiable),
        Run::Stopped(reason) => return Ok(Outcome::Unknown(reason)),
    };
    Ok(match from_proof(&mut problem, &search.proof, conclusion) {
        Err(reason) => Outcome::Unknown(reason),
        Ok(between) => {
            let mut interpolants = vec![Terms::TRUE];
            interpolants.extend(between.into_iter().map(|interpolant| rebuilt(problem.terms, interpolant)));
            interpolants.push(Terms::FALSE);
            Outcome::Interpolants(interpolants)
        }
    })
}

/// How the search ended.
enum Run {
    Refuted(StepId),
    Model,
    Stopped(Reason),
}

fn run(problem: &mut Problem, search: &mut Search, limits: &Limits) -> Result<Run, Error> {
    let mut theory = Theory::new();
    let (mut conflicts, mut rounds) = (0, 0);
    loop {
        if let Some(reason) = limits.reason(conflicts, rounds) {
            return Ok(Run::Stopped(reason));
        }
        let mut conflict = None;
        for clause in std::mem::take(&mut problem.new_clauses) {
            conflict = conflict.or(search.add_input(clause.literals, clause.partition));
        }
        let conflict = conflict.or_else(|| search.propagate()).or_else(|| theory.check(search, &problem.atoms));
        if let Some(conflict) = conflict {
            if let Some(conclusion) = search.learn(conflict) {
                return Ok(Run::Refuted(conclusion));
            }
            theory.backtrack(search);
            conflicts += 1;
            continue;
        }
        if let Some(literal) = search.choose() {
            theory.push();
            search.decide(literal);
            continue;
        }
        match problem.instances(search, &theory)? {
            Verdict::Model => return Ok(Run::Model),
            Verdict::Stuck(reason) => return Ok(Run::Stopped(reason)),
            Verdict::Added => {
                rounds += 1;
                search.backtrack(0);
                theory.backtrack(search);
            }
        }
    }
}
