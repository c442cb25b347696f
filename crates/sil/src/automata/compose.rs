//! The post-image of a set of states under a transducer: paper 001, Theorem 1.
//!
//! The product of the recogniser and the transducer on the input and index counters; afterwards the input counters are
//! working counters and the outputs are the values. It is the post-image only if the dependencies of the transducer imply
//! those of the recogniser: else they may traverse the same arrays in different ways, and composition is refused.

use std::fmt;

use super::automaton::{CounterAutomaton, CounterRole, Dependency};

/// The transducer's dependencies do not imply the recogniser's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotComposable;

impl fmt::Display for NotComposable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a property relates arrays that the loop traverses independently")
    }
}

impl std::error::Error for NotComposable {}

/// B with Σ(B) = { t | s ∈ Σ(A), ⟨s, t⟩ ∈ Θ(T) }, as a transducer whose inputs are restricted to Σ(A); its dependency is
/// the transducer's.
pub fn compose(
    (recogniser, its_dependency): (&CounterAutomaton, &Dependency),
    (transducer, dependency): (&CounterAutomaton, &Dependency),
) -> Result<CounterAutomaton, NotComposable> {
    // Arrays that only the recogniser knows are unconstrained in the transducer: they may go along with anything.
    let known = |array: &crate::names::Array| transducer.counter(&CounterRole::Index(array.clone())).is_some();
    let shared = its_dependency.classes().iter().fold(Dependency::default(), |all, class| {
        all.with(&class.iter().filter(|array| known(array)).cloned().collect())
    });
    if !dependency.implies(&shared) {
        return Err(NotComposable);
    }
    Ok(recogniser.product(transducer))
}
