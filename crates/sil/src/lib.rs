//! SIL: the Single Index Logic over integer arrays, counter automata, and the post-conditions of loops (paper 001).
//!
//! [`Formula`] is the logic, [`acsl`] its text, [`State`] what it speaks of. [`satisfiable`] and [`entails`] decide it,
//! through closed-form powers of difference-bound relations. [`post`] has the strongest post-conditions of assignments and
//! conditions. [`ProgramLoop`] is a loop of the paper's form, [`post_of_loop`] what holds after it.
//!
//! The crate knows nothing of C. docs/SIL.md goes through the paper, section by section.

pub mod acsl;
pub mod automata;
mod decide;
mod fixed_point;
mod formula;
mod limits;
mod loops;
mod names;
pub mod post;
mod program_loop;
mod state;
mod sum;
mod term;

pub use acsl::{AcslError, AcslErrorKind};
pub use decide::{Entailment, Satisfiable, entails, satisfiable};
pub use formula::{Body, Comparison, Difference, Formula, Operand, Property, Sign, Value};
pub use limits::{Limits, Reason};
pub use loops::{LoopOptions, PostCondition, Sizes, post_of_loop, simplify};
pub use names::{Array, Scalar};
pub use program_loop::{Assignment, Branch, Condition, Malformed, Place, ProgramLoop, WIDEST_WINDOW};
pub use state::{Indices, State};
pub use sum::Sum;
pub use term::{Base, Term};
