//! The program graph: what every other part of Heureka reads, runs, rewrites or proves things about.
//!
//! [`program`] holds the data, [`expr`] its expressions, [`op`] the arithmetic, [`fault`] what can go wrong.

pub mod callgraph;
pub mod dot;
pub mod expr;
pub mod fault;
pub mod faults;
pub mod graph;
mod guards;
pub mod ids;
pub mod interval;
pub mod loops;
pub mod op;
pub mod passes;
pub mod program;
pub mod span;
mod step;
pub mod svg;
pub mod text;
pub mod ty;
pub mod validate;

pub use callgraph::CallGraph;
pub use expr::{ExprPool, Node};
pub use fault::{Fault, Property};
pub use ids::{ArrayId, EdgeId, ExprId, LocId, ProcId, VarId};
pub use interval::Interval;
pub use loops::{Loop, LoopId, Loops};
pub use op::{BinOp, CmpOp, UnOp};
pub use program::{
    Array, Contents, Dim, Edge, LocKind, Location, Object, Op, Procedure, Program, ProgramBuilder, Role, Source, Var,
};
pub use span::{FileId, Files, Span};
pub use ty::{IntTy, Ty};
