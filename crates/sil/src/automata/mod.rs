//! Counter automata as recognisers of states and of transitions: paper 001, §2 to §5.
//!
//! | the paper | here |
//! | --- | --- |
//! | §2 counter automata, runs, products; §3 Definitions 1 and 2, dependencies | [`CounterAutomaton`], [`Dependency`] |
//! | §4.1 A_φ and A_¬φ | [`recogniser`](fn@recogniser) |
//! | §5.1 the transducer T_L | [`transducer`](fn@transducer) |
//! | Theorem 1, composition | [`compose`](fn@compose) |
//! | §5 the automaton of the states after a loop; Table 1 | [`post_image`](fn@post_image) |
//! | §6 the reductions | [`reduced`] |
//! | §4.2 D(ρ), and what holds at control states | `bounds.rs` |
//! | §4.2 idle and tick, Υ, Θ, K-unfolding, K-abstraction, Lemma 1 | [`upsilon`], [`theta`], [`unfolding`], [`Flat`] |
//! | §4.2 τ, ω, λᵇ, components, Theorem 4 | [`to_sil`](fn@to_sil) |
//!
//! The tests compare all of them with the semantics on small arrays.

mod automaton;
mod bounds;
mod compose;
mod flat;
mod outputs;
mod post_image;
mod recogniser;
mod reduce;
mod to_sil;
mod transducer;

pub use automaton::{CounterAutomaton, CounterId, CounterRole, Dependency, StateId, Transition};
pub use compose::{NotComposable, compose};
pub use flat::{Flat, Unfolding, theta, unfolding, upsilon, upsilon_star};
pub use post_image::{NotBuilt, PostImage, post_image};
pub use recogniser::{NotARecogniser, recogniser};
pub use reduce::reduced;
pub use to_sil::to_sil;
pub use transducer::transducer;
