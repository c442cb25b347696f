//! Expressions of the program as linear sums, and conditions as alternatives of comparisons.
//!
//! Invariant: in every execution that evaluates an expression without a fault, its sum has its value, and an execution in which
//! a condition holds satisfies one of its alternatives. Signed overflow and a read outside of its array end the execution, so
//! a sum does not wrap and the positions of its reads lie in their arrays ([`reads_inside`]). Unsigned
//! arithmetic and conversions are sums only where ranges show that nothing is cut off. What cannot be said has no sum,
//! and a comparison of it no alternative but the empty one: more states, which is sound for a proof.

use heureka_ir::passes::Ranges;
use heureka_ir::{BinOp, CmpOp, ExprId, LocId, Node, Program, UnOp};
use heureka_number::Int;
use heureka_sil::{Base, Body, Sign, Sum, Term};

use super::names::Names;

/// Conditions with more alternatives are not looked into.
const MOST_ALTERNATIVES: usize = 24;

/// `sum ≥ 0` or `sum = 0`.
pub type Atom = (Sum<Base>, Sign);

/// A condition that is 0 or 1, beside a number.
struct Flag {
    condition: ExprId,
    then: i128,
    otherwise: i128,
    number: i128,
}

pub struct Terms<'a> {
    pub program: &'a Program,
    pub ranges: &'a Ranges<'a>,
    pub names: &'a Names,
}

impl Terms<'_> {
    /// The value of an expression at a location.
    pub fn sum(&self, at: LocId, expr: ExprId) -> Option<Sum<Base>> {
        let pool = &self.program.exprs;
        if let Some(value) = pool.as_const(expr) {
            return Some(Sum::number(Int::from(value)));
        }
        match *pool.node(expr) {
            Node::Var(var) => {
                if let Some(range) = self.ranges.at(at, var)
                    && range.min == range.max
                {
                    return Some(Sum::number(Int::from(range.min)));
                }
                Some(Sum::of(Base::Scalar(self.names.scalar(var))))
            }
            Node::Read(array, ref indices) => {
                let name = self.names.array(array)?;
                let position = Term::from_sum(&self.sum(at, indices[0])?)?;
                Some(Sum::of(Base::Read(name, Box::new(position))))
            }
            Node::Cast(inner) => {
                let fits = pool.int_ty(expr).includes(pool.int_ty(inner)) || !self.ranges.may_wrap(at, expr);
                fits.then(|| self.sum(at, inner))?
            }
            Node::Unary(UnOp::Neg, inner) if self.is_exact(at, expr) => Some(self.sum(at, inner)?.negated()),
            Node::Binary(op @ (BinOp::Add | BinOp::Sub | BinOp::Mul), left, right) if self.is_exact(at, expr) => {
                let (left, right) = (self.sum(at, left)?, self.sum(at, right)?);
                match op {
                    BinOp::Add => Some(left.plus(&right)),
                    BinOp::Sub => Some(left.minus(&right)),
                    _ => match (left.as_number(), right.as_number()) {
                        (Some(factor), _) => Some(right.scaled(factor)),
                        (_, Some(factor)) => Some(left.scaled(factor)),
                        _ => None,
                    },
                }
            }
            _ => None,
        }
    }

    /// Whether the result of an operator is that over the integers, or the execution ends.
    fn is_exact(&self, at: LocId, expr: ExprId) -> bool {
        self.program.exprs.int_ty(expr).is_signed() || !self.ranges.may_wrap(at, expr)
    }

    /// The ways in which a condition can be as it is said to be, each a conjunction. `None` if there are too many.
    pub fn alternatives(&self, at: LocId, expr: ExprId, positive: bool) -> Option<Vec<Vec<Atom>>> {
        let pool = &self.program.exprs;
        match *pool.node(expr) {
            Node::Bool(value) => Some(if value == positive { vec![Vec::new()] } else { Vec::new() }),
            Node::Not(inner) => self.alternatives(at, inner, !positive),
            Node::And(left, right) | Node::Or(left, right) => {
                let (left, right) = (self.alternatives(at, left, positive)?, self.alternatives(at, right, positive)?);
                let is_both = matches!(pool.node(expr), Node::And(..)) == positive;
                if !is_both {
                    return Some(left.into_iter().chain(right).collect());
                }
                if left.len() * right.len() > MOST_ALTERNATIVES {
                    return None;
                }
                Some(left.iter().flat_map(|one| right.iter().map(move |two| [&one[..], two].concat())).collect())
            }
            Node::Compare(op, left, right) => self.comparison(at, op, left, right, positive),
            _ => Some(vec![Vec::new()]),
        }
    }

    /// Whether the alternatives of a condition say all of it: where they hold, so does the condition.
    pub fn says_all(&self, at: LocId, expr: ExprId) -> bool {
        let pool = &self.program.exprs;
        match *pool.node(expr) {
            Node::Bool(_) => true,
            Node::Not(inner) => self.says_all(at, inner),
            Node::And(left, right) | Node::Or(left, right) => self.says_all(at, left) && self.says_all(at, right),
            Node::Compare(_, left, right) => match self.flag(left, right).or_else(|| self.flag(right, left)) {
                Some(flag) => self.says_all(at, flag.condition),
                None => self.sum(at, left).is_some() && self.sum(at, right).is_some(),
            },
            _ => false,
        }
    }

    /// A condition as a number, and the number that it is compared with.
    fn flag(&self, side: ExprId, other: ExprId) -> Option<Flag> {
        let pool = &self.program.exprs;
        let Node::Ite(condition, then, otherwise) = *pool.node(without_casts(pool, side)) else { return None };
        let (Some(then @ 0..=1), Some(otherwise @ 0..=1)) = (pool.as_const(then), pool.as_const(otherwise)) else {
            return None;
        };
        Some(Flag { condition, then, otherwise, number: pool.as_const(other)? })
    }

    fn comparison(&self, at: LocId, op: CmpOp, left: ExprId, right: ExprId, positive: bool) -> Option<Vec<Vec<Atom>>> {
        // A condition as a number, compared with a number: `(a < b) != 0`.
        for (side, other, swapped) in [(left, right, false), (right, left, true)] {
            if let Some(Flag { condition, then, otherwise, number }) = self.flag(side, other) {
                let holds =
                    |value: i128| (if swapped { op.eval(number, value) } else { op.eval(value, number) }) == positive;
                return match (holds(then), holds(otherwise)) {
                    (true, true) => Some(vec![Vec::new()]),
                    (false, false) => Some(Vec::new()),
                    (then, _) => self.alternatives(at, condition, then),
                };
            }
        }
        let (Some(left), Some(right)) = (self.sum(at, left), self.sum(at, right)) else {
            return Some(vec![Vec::new()]);
        };
        let below = |a: &Sum<Base>, b: &Sum<Base>| (b.minus(a).plus_number(-1), Sign::AtLeastZero);
        let at_most = |a: &Sum<Base>, b: &Sum<Base>| (b.minus(a), Sign::AtLeastZero);
        let ways: Vec<Atom> = match (op, positive) {
            (CmpOp::Lt, true) => vec![below(&left, &right)],
            (CmpOp::Lt, false) => vec![at_most(&right, &left)],
            (CmpOp::Le, true) => vec![at_most(&left, &right)],
            (CmpOp::Le, false) => vec![below(&right, &left)],
            (CmpOp::Eq, true) | (CmpOp::Ne, false) => vec![(left.minus(&right), Sign::EqualZero)],
            (CmpOp::Ne, true) | (CmpOp::Eq, false) => vec![below(&left, &right), below(&right, &left)],
        };
        let is_possible = |(sum, sign): &Atom| Body::compare(sum.clone(), *sign) != Body::falsehood();
        let alternative = |atom: Atom| {
            let is_certain = Body::compare(atom.0.clone(), atom.1) == Body::truth();
            if is_certain { Vec::new() } else { vec![atom] }
        };
        Some(ways.into_iter().filter(is_possible).map(alternative).collect())
    }
}

/// The operand of conversions that keep 0 and 1.
fn without_casts(pool: &heureka_ir::ExprPool, mut expr: ExprId) -> ExprId {
    while let Node::Cast(inner) = *pool.node(expr)
        && pool.int_ty(expr).contains(1)
    {
        expr = inner;
    }
    expr
}

/// That every position that a sum reads lies in its array.
pub fn reads_inside(sum: &Sum<Base>) -> Vec<Atom> {
    let mut atoms = Vec::new();
    for (base, _) in sum.terms() {
        if let Base::Read(array, position) = base {
            inside(array, position, &mut atoms);
            if let Some(inner) = &position.base {
                atoms.extend(reads_inside(&Sum::of(inner.clone())));
            }
        }
    }
    atoms
}

/// `0 ≤ position < |array|`.
pub fn inside(array: &heureka_sil::Array, position: &Term, atoms: &mut Vec<Atom>) {
    let position = position.to_sum();
    atoms.push((position.clone(), Sign::AtLeastZero));
    let length = Sum::of(Base::Length(array.clone()));
    atoms.push((length.minus(&position).plus_number(-1), Sign::AtLeastZero));
    atoms.retain(|(sum, sign)| Body::compare(sum.clone(), *sign) != Body::truth());
}

/// A conjunction of comparisons.
pub fn conjunction(atoms: &[Atom]) -> Body {
    Body::and(atoms.iter().map(|(sum, sign)| Body::compare(sum.clone(), *sign)))
}

/// A choice of conjunctions.
pub fn choice(alternatives: &[Vec<Atom>]) -> Body {
    Body::or(alternatives.iter().map(|atoms| conjunction(atoms)))
}
