//! The program graph: what every other part of Heureka reads, runs, rewrites or proves things about.
//!
//! [`program`] holds the data, [`expr`] its expressions, [`op`] the arithmetic, [`fault`] what can go wrong;
//! [`interpret`] executes programs, [`trace`] and [`certificate`] are the evidence for verdicts.

pub mod certificate;
pub mod expr;
pub mod fault;
pub mod ids;
pub mod interpret;
pub mod op;
pub mod program;
#[doc(hidden)]
pub mod sketch;
pub mod span;
pub mod trace;
pub mod ty;

pub use certificate::Certificate;
pub use expr::{ExprPool, Node};
pub use fault::{Fault, Property};
pub use ids::{ArrayId, EdgeId, ExprId, LocId, ProcId, VarId};
pub use op::{BinOp, CmpOp, UnOp};
pub use program::{
    Array, Contents, Dim, Edge, LocKind, Location, Object, Op, Procedure, Program, ProgramBuilder, Role, Source, Var,
};
pub use span::{FileId, Files, Span};
pub use trace::Trace;
pub use ty::{IntTy, Ty};
