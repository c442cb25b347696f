//! Predicates and terms as they are written, each with its place.

use std::ops::Range;

use heureka_number::Int;

pub type Span = Range<usize>;

#[derive(Clone, Debug)]
pub struct Predicate {
    pub kind: PredicateKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum PredicateKind {
    Truth(bool),
    /// The first term, then signs with the terms that follow: `0 <= i < n`.
    Chain(Expr, Vec<(Relation, Expr)>),
    Not(Box<Predicate>),
    And(Box<Predicate>, Box<Predicate>),
    Or(Box<Predicate>, Box<Predicate>),
    Implies(Box<Predicate>, Box<Predicate>),
    Iff(Box<Predicate>, Box<Predicate>),
    ForAll(Vec<(String, Span)>, Box<Predicate>),
    Exists(Vec<(String, Span)>, Box<Predicate>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    Less,
    AtMost,
    Greater,
    AtLeast,
    Equal,
    Unequal,
}

#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    Number(Int),
    Name(String),
    /// `a[e]`, `\old(a)[e]`.
    Index(Box<Expr>, Box<Expr>),
    /// `\length(a)`.
    Length(Box<Expr>),
    /// `\old(e)`, `\at(e, Pre)`.
    Old(Box<Expr>),
    Add(Box<Expr>, Box<Expr>),
    Sub(Box<Expr>, Box<Expr>),
    Mul(Box<Expr>, Box<Expr>),
    Neg(Box<Expr>),
}
