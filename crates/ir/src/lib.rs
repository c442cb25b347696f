//! The program graph: what every other part of Heureka reads, runs, rewrites or proves things about.
//!
//! [`program`] holds the data, [`expr`] its expressions, [`op`] the arithmetic, [`fault`] what can go wrong;
//! [`interpret`] executes programs, [`trace`] and [`certificate`] are the evidence for verdicts,
//! [`story`] tells people what happened.

pub mod address;
pub mod blocks;
pub mod callgraph;
pub mod certificate;
pub mod dot;
pub mod expr;
pub mod fault;
pub mod faults;
pub mod formula;
pub mod fraction;
pub mod graph;
mod guards;
pub mod ids;
pub mod interpret;
pub mod interval;
pub mod invariant;
pub mod loops;
pub mod op;
pub mod passes;
pub mod program;
#[doc(hidden)]
pub mod sketch;
pub mod span;
mod step;
pub mod story;
pub mod svg;
pub mod text;
pub mod trace;
pub mod ty;
pub mod validate;

pub use callgraph::CallGraph;
pub use certificate::Certificate;
pub use expr::{ExprPool, Node};
pub use fault::{Fault, Property};
pub use formula::Formula;
pub use fraction::Fraction;
pub use ids::{ArrayId, EdgeId, ExprId, LocId, ProcId, VarId};
pub use interval::Interval;
pub use invariant::{Constraint, Invariant, Invariants};
pub use loops::{Loop, LoopId, Loops};
pub use op::{BinOp, CmpOp, UnOp};
pub use program::{
    Array, Contents, Dim, Edge, LocKind, Location, Object, Op, Procedure, Program, ProgramBuilder, Role, Source, Var,
};
pub use span::{FileId, Files, Span};
pub use trace::Trace;
pub use ty::{IntTy, Ty};
