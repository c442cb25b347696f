//! The unwound program in static single assignment form (paper 004 §2.1): versions of variables and arrays, each with one
//! definition, and the obligations under their guards.
//!
//! Expressions are those of the ir over versions in place of variables ([`Node::Var`] names a [`Version`], [`Node::Read`] an
//! [`ArrayVersion`]), in a pool of their own. They are total: sums wrap, a quotient by zero is 0. That an operation faults is
//! a condition of its own, which is part of the guard of all that follows. The size of the form does not depend on the sizes
//! of types and arrays.
//!
//! Invariant: the definition of a version names only versions with smaller ids.
//!
//! [`Node::Var`]: heureka_ir::Node::Var
//! [`Node::Read`]: heureka_ir::Node::Read

use std::collections::{HashMap, HashSet};

use heureka_ir::{ArrayId, EdgeId, ExprId, ExprPool, Fault, IntTy, Interval, LocId, Span, Ty, VarId};

/// A value that a variable has once, `x₃`.
#[derive(Clone, Debug)]
pub struct Version {
    /// The variable of the program.
    pub of: VarId,
    pub ty: IntTy,
    pub meaning: Meaning,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// An arbitrary value of the type.
    Input,
    Value(ExprId),
}

/// A version of an array, by its place in [`Ssa::arrays`].
pub type ArrayVersionId = ArrayId;

/// Contents that an array has once, `a₂`.
#[derive(Clone, Debug)]
pub struct ArrayVersion {
    /// The array of the program.
    pub of: ArrayId,
    pub meaning: Contents,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Contents {
    /// Arbitrary.
    Input,
    /// One value in all cells.
    Constant(ExprId),
    /// `store(from, indices, value)`; with fewer indices than dimensions all cells that start with them get the value.
    Store { from: ArrayVersionId, indices: Box<[ExprId]>, value: ExprId },
    /// Cells that start with these indices are those of `fresh`, an input.
    Chosen { from: ArrayVersionId, prefix: Box<[ExprId]>, fresh: ArrayVersionId },
    /// `condition ? then : otherwise`.
    Join { condition: ExprId, then: ArrayVersionId, otherwise: ArrayVersionId },
}

/// What is shown to be impossible.
#[derive(Clone, Debug)]
pub struct Obligation {
    pub kind: ObligationKind,
    pub site: Site,
    pub span: Span,
    /// The path to it: it is violated when this can hold.
    pub guard: ExprId,
}

/// What of the program can fail: a location that must not be reached, or a step that must not fault.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Site {
    Loc(LocId),
    Edge(EdgeId),
}

/// An assumption that an execution came to.
#[derive(Clone, Copy, Debug)]
pub struct Assumption {
    pub edge: EdgeId,
    /// The path to it, and behind it.
    pub before: ExprId,
    pub after: ExprId,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ObligationKind {
    /// Something that is asked for: an error location, or a fault of a step.
    Property(Fault),
    /// An execution comes to something that is not modelled.
    Unsupported(Box<str>),
    /// An execution goes on where the unwinding stops: the paper's unwinding assertion, for a loop by its head or for a call.
    Unwinding(Unwinding),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Unwinding {
    Loop(LocId),
    Call(EdgeId),
}

/// A question that the interpreter asks, in the order of execution.
#[derive(Clone, Debug)]
pub struct Ask {
    /// The path to it: it is asked when this holds.
    pub guard: ExprId,
    pub answer: Answer,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    Value(VarId),
    /// The cells that start with these indices.
    Contents {
        of: ArrayVersionId,
        prefix: Box<[ExprId]>,
    },
}

/// Something that the unwinding did, under its guard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    pub guard: ExprId,
    pub done: Done,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Done {
    Version(VarId),
    ArrayVersion(ArrayVersionId),
    /// By its place in [`Ssa::obligations`].
    Obligation(usize),
    /// Paths met, and the guard is that of any of them.
    Meeting,
}

#[derive(Clone, Debug, Default)]
pub struct Ssa {
    pub exprs: ExprPool,
    pub vars: Vec<Version>,
    pub arrays: Vec<ArrayVersion>,
    pub obligations: Vec<Obligation>,
    pub asks: Vec<Ask>,
    /// Where it was decided whether something fails: the path there.
    pub reached: Vec<(Site, ExprId)>,
    pub assumptions: Vec<Assumption>,
    /// By expression, where more is known than the type says: all its values.
    pub ranges: HashMap<ExprId, Interval>,
    /// Conditionals that stand for a cell before and after something was stored.
    pub past_stores: HashSet<ExprId>,
    /// What was done, in order; only for those who want to read it.
    pub steps: Vec<Step>,
    /// Something was cut off that a greater bound would cut off, too.
    pub is_cut_off: bool,
}

impl Ssa {
    /// All values of an expression.
    pub fn range(&self, expr: ExprId) -> Interval {
        match (self.exprs.as_const(expr), self.exprs.ty(expr)) {
            (Some(value), _) => Interval::point(value),
            (None, Ty::Int(ty)) => self.ranges.get(&expr).copied().unwrap_or(Interval::of_type(ty)),
            (None, Ty::Bool) => self.exprs.as_bool(expr).map_or(Interval::EITHER, Interval::bool),
        }
    }
}
