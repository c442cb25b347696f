//! Which guards exclude each other, judged by their shape alone.
//!
//! A guard is seen as a conjunction. Two guards exclude each other when a part of one is the negation of a part of the
//! other, or when both bound one expression by constants that leave no common value. That covers what front ends and
//! passes build: a condition and its complement, the cases of a switch and its default, a check and what follows it.

use std::collections::HashMap;

use crate::expr::{ExprPool, Node};
use crate::ids::ExprId;
use crate::op::CmpOp;

/// Locations with more edges than this are only compared case by case against one expression.
const MANY: usize = 64;

/// One conjunct of a guard.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Part {
    Never,
    /// A condition or, when `true`, its negation.
    Condition(ExprId, bool),
    /// `min <= expr <= max`
    Between(ExprId, i128, i128),
    /// `expr != value`
    Not(ExprId, i128),
    /// How two expressions compare: a set of `LESS`, `EQUAL`, `GREATER`; the smaller id stands first.
    Relation(ExprId, ExprId, u8),
}

const LESS: u8 = 1;
const EQUAL: u8 = 2;
const GREATER: u8 = 4;

/// The first pair of guards that are not seen to exclude each other.
pub fn overlapping(pool: &ExprPool, guards: &[ExprId]) -> Option<(usize, usize)> {
    let parts: Vec<Vec<Part>> = guards.iter().map(|&guard| parts(pool, guard)).collect();
    if guards.len() > MANY {
        return overlapping_cases(&parts);
    }
    for (second, right) in parts.iter().enumerate() {
        for (first, left) in parts[..second].iter().enumerate() {
            if !left.iter().any(|&a| right.iter().any(|&b| excludes(a, b))) {
                return Some((first, second));
            }
        }
    }
    None
}

/// True when one of the guards is seen to hold whatever the values: a condition and its complement, or the cases of a
/// switch and its default.
pub fn exhaustive(pool: &ExprPool, guards: &[ExprId]) -> bool {
    if let [one, other] = *guards
        && is_complement(pool, one, other)
    {
        return true;
    }
    let mut cases: std::collections::HashSet<(ExprId, i128)> = Default::default();
    let mut default = None;
    for (at, &guard) in guards.iter().enumerate() {
        match parts(pool, guard)[..] {
            [Part::Between(expr, min, max)] if min == max => {
                cases.insert((expr, min));
            }
            _ if default.is_none() => default = Some(at),
            _ => return false,
        }
    }
    // What the default demands beyond being none of the cases could fail.
    default.is_some_and(|at| {
        parts(pool, guards[at]).iter().all(|part| match *part {
            Part::Not(expr, value) => cases.contains(&(expr, value)),
            Part::Condition(id, false) => matches!(pool.node(id), Node::And(..)),
            _ => false,
        })
    })
}

fn is_complement(pool: &ExprPool, one: ExprId, other: ExprId) -> bool {
    match (pool.node(one), pool.node(other)) {
        (Node::Not(inner), _) if *inner == other => true,
        (_, Node::Not(inner)) if *inner == one => true,
        (Node::Compare(CmpOp::Eq, a, b), Node::Compare(CmpOp::Ne, c, d))
        | (Node::Compare(CmpOp::Ne, a, b), Node::Compare(CmpOp::Eq, c, d)) => (a, b) == (c, d) || (a, b) == (d, c),
        (Node::Compare(CmpOp::Lt, a, b), Node::Compare(CmpOp::Le, c, d))
        | (Node::Compare(CmpOp::Le, a, b), Node::Compare(CmpOp::Lt, c, d)) => (a, b) == (d, c),
        _ => false,
    }
}

/// The same for a large switch: each guard fixes one expression to a value of its own, and at most one guard (the default)
/// excludes all these values.
fn overlapping_cases(parts: &[Vec<Part>]) -> Option<(usize, usize)> {
    let fixed = |parts: &[Part]| {
        parts.iter().find_map(|part| match *part {
            Part::Between(expr, min, max) if min == max => Some((expr, min)),
            _ => None,
        })
    };
    let mut cases: HashMap<(ExprId, i128), usize> = HashMap::new();
    let mut default = None;
    for (at, guard) in parts.iter().enumerate() {
        match fixed(guard) {
            Some(case) => {
                if let Some(first) = cases.insert(case, at) {
                    return Some((first, at));
                }
                if cases.keys().next().is_some_and(|first| first.0 != case.0) {
                    return Some((0, at));
                }
            }
            None => {
                if let Some(first) = default.replace(at) {
                    return Some((first, at));
                }
            }
        }
    }
    let default = default?;
    let excluded: std::collections::HashSet<(ExprId, i128)> = parts[default]
        .iter()
        .filter_map(|part| match *part {
            Part::Not(expr, value) => Some((expr, value)),
            _ => None,
        })
        .collect();
    cases.iter().filter(|(case, _)| !excluded.contains(case)).map(|(_, &at)| (at.min(default), at.max(default))).min()
}

fn excludes(a: Part, b: Part) -> bool {
    match (a, b) {
        (Part::Never, _) | (_, Part::Never) => true,
        (Part::Condition(x, negated), Part::Condition(y, other)) => x == y && negated != other,
        (Part::Between(x, min, max), Part::Between(y, low, high)) => x == y && (max < low || high < min),
        (Part::Between(x, min, max), Part::Not(y, value)) | (Part::Not(y, value), Part::Between(x, min, max)) => {
            x == y && min == value && max == value
        }
        (Part::Relation(x, y, allowed), Part::Relation(v, w, other)) => {
            (x, y) == (v, w) && allowed & other & (LESS | EQUAL | GREATER) == 0
        }
        _ => false,
    }
}

fn parts(pool: &ExprPool, guard: ExprId) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut stack = vec![(guard, false)];
    while let Some((id, negated)) = stack.pop() {
        match (pool.node(id), negated) {
            (Node::Not(inner), _) => stack.push((*inner, !negated)),
            (Node::Compare(op, a, b), _) => comparison(pool, *op, *a, *b, negated, &mut parts),
            (Node::And(a, b), false) | (Node::Or(a, b), true) => {
                parts.push(Part::Condition(id, negated));
                stack.extend([(*b, negated), (*a, negated)]);
            }
            (Node::Bool(value), _) if *value == negated => parts.push(Part::Never),
            _ => parts.push(Part::Condition(id, negated)),
        }
    }
    parts
}

fn comparison(pool: &ExprPool, op: CmpOp, a: ExprId, b: ExprId, negated: bool, parts: &mut Vec<Part>) {
    // Every comparison is stated as a < or == with a sign, so that complements meet.
    let (op, a, b, negated) = match op {
        CmpOp::Ne => (CmpOp::Eq, a, b, !negated),
        CmpOp::Le => (CmpOp::Lt, b, a, !negated),
        op => (op, a, b, negated),
    };
    let ty = pool.int_ty(a);
    parts.push(match (op, pool.as_const(a), pool.as_const(b), negated) {
        (CmpOp::Eq, Some(value), None, false) => Part::Between(b, value, value),
        (CmpOp::Eq, None, Some(value), false) => Part::Between(a, value, value),
        (CmpOp::Eq, Some(value), None, true) => Part::Not(b, value),
        (CmpOp::Eq, None, Some(value), true) => Part::Not(a, value),
        (_, None, Some(value), false) => Part::Between(a, ty.min(), value - 1),
        (_, None, Some(value), true) => Part::Between(a, value, ty.max()),
        (_, Some(value), None, false) => Part::Between(b, value + 1, ty.max()),
        (_, Some(value), None, true) => Part::Between(b, ty.min(), value),
        _ => {
            let allowed = match op {
                CmpOp::Eq => EQUAL,
                _ if a <= b => LESS,
                _ => GREATER,
            };
            Part::Relation(a.min(b), a.max(b), if negated { !allowed } else { allowed })
        }
    });
}
