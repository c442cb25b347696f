//! Counter automata as recognisers of states and of transitions: paper 001, §2 and §3.
//!
//! These are the paper's constructions word for word: the automata A_φ and A_¬φ of a formula ([`recogniser`]), products and
//! dependencies, the transducer T_L of a loop ([`transducer`]), and the composition of Theorem 1 ([`compose`]). The decision
//! procedure and the post-conditions of loops compute on reduced forms of them (docs/SIL.md says which); the tests
//! compare all of them with the semantics on small arrays.

mod automaton;
mod compose;
mod recogniser;
mod transducer;

pub use automaton::{CounterAutomaton, CounterId, CounterRole, Dependency, StateId, Transition};
pub use compose::{NotComposable, compose};
pub use recogniser::{NotARecogniser, recogniser};
pub use transducer::transducer;
