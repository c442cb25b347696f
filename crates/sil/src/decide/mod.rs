//! Satisfiability and entailment of the ∃*∀* fragment, decided: paper 001, Theorem 2 and §4.1.
//!
//! The way of the automata, kept flat. All arrays are read in lockstep on one index (one dependency class, §3). The places
//! where the automaton of a normalised formula changes its state are the *break points*: the bounds of the properties, the
//! ends of the arrays, and the positions of single reads. Between two neighbouring break points `s < t` the automaton has one
//! self-loop, labelled by a difference-bound relation λ, the conjunction of the value expressions that are active there; so
//! what it says of the cells at `s` and `t` is the power `λ^(t − s)`, which has a closed form ([`segments`]). A formula
//! is satisfiable iff some order of its break points makes the chain of these powers satisfiable, which is a Presburger
//! query.
//!
//! The orders are not enumerated. A solver holds the boolean skeleton over scalars, lengths, and the cells at break points
//! ([`encoding`]). Its model has an order; for neighbours in that order whose power does not hold, the *lemma* "if s < t and
//! these properties are active from s to t, then `λ^(t − s)`" is added. It is true of every model of the formula, whatever
//! the order, so an unsatisfiable skeleton refutes the formula. There are finitely many lemmas; when none is violated,
//! the cells in between exist, and the formula is satisfiable. An example is then computed cell by cell ([`example`]) and
//! evaluated before it is given away.
//!
//! Beyond the paper: a property whose value expression is a disjunction takes part with its difference-bound hull, and
//! with instances at the break points. That refutes soundly; a model is believed only if its example evaluates to true.

mod encoding;
mod example;
pub(crate) mod right_side;
pub(crate) mod segments;

use heureka_linear::interrupt;
use heureka_logic::solver::Answer;

use crate::formula::{Body, Formula};
use crate::limits::{Limits, Reason};
use crate::state::State;
use encoding::Encoding;

/// Whether a formula has a model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Satisfiable {
    /// With an example, which also has values for the bound scalars; none if its arrays are too long to be written down.
    Yes(Option<State>),
    No,
}

impl Satisfiable {
    pub fn is_yes(&self) -> bool {
        matches!(self, Satisfiable::Yes(_))
    }
}

/// Whether every model of one formula is a model of another one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entailment {
    Holds,
    /// With a state that satisfies the first formula and not the second.
    Fails(Option<State>),
}

impl Entailment {
    pub fn holds(&self) -> bool {
        *self == Entailment::Holds
    }
}

/// Arrays of an example are at most this long, if there is one like that.
const SMALL: [u32; 4] = [3, 8, 64, 2000];

/// Decides whether a formula has a model.
///
/// ```
/// use heureka_sil::{Limits, acsl, satisfiable};
/// let text = r"(\forall integer i; 0 <= i < n ==> a[i] < a[i + 1]) && \length(a) > n && n >= 5 && a[0] == 0 && a[n] <= ";
/// let formula = |bound| acsl::parse(&format!("{text} {bound}")).unwrap();
/// assert!(satisfiable(&formula("5"), Limits::NONE).unwrap().is_yes());
/// assert!(!satisfiable(&formula("4"), Limits::NONE).unwrap().is_yes());
/// ```
pub fn satisfiable(formula: &Formula, limits: Limits<'_>) -> Result<Satisfiable, Reason> {
    let body = formula.body.normalised();
    under(limits, || decide(&body, limits))
}

/// Decides whether the first formula entails the second one.
///
/// Scalars that the second one binds are eliminated where that is possible; where not, the answer is a reason.
pub fn entails(left: &Formula, right: &Formula, limits: Limits<'_>) -> Result<Entailment, Reason> {
    let right = right_side::without_bound(right)?;
    let left = left.apart_from(&right.scalars());
    for goal in right.body.normalised().conjuncts() {
        let body = Body::and([left.body.clone(), goal.negated()]).normalised();
        if let Satisfiable::Yes(example) = under(limits, || decide(&body, limits))? {
            return Ok(Entailment::Fails(example));
        }
    }
    Ok(Entailment::Holds)
}

/// Runs work that is to end with the limits, the kernels of `linear` included.
pub(crate) fn under<T>(limits: Limits<'_>, work: impl FnOnce() -> Result<T, Reason>) -> Result<T, Reason> {
    let never = std::sync::atomic::AtomicBool::new(false);
    let cancel = limits.cancel.unwrap_or(&never);
    interrupt::until(limits.deadline, cancel, work).unwrap_or(Err(Reason::Interrupted))
}

fn decide(body: &Body, limits: Limits<'_>) -> Result<Satisfiable, Reason> {
    let mut encoding = Encoding::new(body, limits)?;
    if encoding.search(None)? == Answer::Unsatisfiable {
        return Ok(Satisfiable::No);
    }
    for most in SMALL {
        if encoding.search(Some(most))? == Answer::Unsatisfiable {
            continue;
        }
        let sketch = encoding.sketch()?;
        if let Some(state) = example::state(body, &sketch, limits)? {
            assert!(state.satisfies(body), "an example does not satisfy its formula: {state}; {body}");
            return Ok(Satisfiable::Yes(Some(state)));
        }
        assert!(encoding.has_disjunctions(), "the powers hold, but there are no cells in between: {body}");
    }
    if encoding.has_disjunctions() {
        return Err(Reason::TooHard("a property with alternatives, which was not decided".to_owned()));
    }
    Ok(Satisfiable::Yes(None))
}
