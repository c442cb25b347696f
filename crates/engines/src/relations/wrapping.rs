//! Equations that hold although numbers wrap around: `y - 2*x` is a multiple of 2^32 whatever the rounds.
//!
//! What is equal as long as nothing wraps stays equal modulo the size of the narrowest type, because sums, differences and
//! products of unsigned numbers are those of the ring of remainders (Müller-Olm, Seidl: Analysis of Modular Arithmetic, ESOP 2005).
//! So equations between small values are looked for, where a number just below the size of its type counts as negative. They are
//! guesses like all others: signed variables and quotients do not keep them.

use heureka_ir::formula::Formula;
use heureka_ir::invariant::{Relation, Value};
use heureka_ir::{BinOp, ExprId, IntTy, Node, Program};

use super::{compare, small};
use crate::common::polynomials::{Polynomial, equations_up_to};

/// Equations of a greater degree are not looked for.
const DEGREE: usize = 2;

/// Whether sums, differences or products of unsigned numbers are made, which may wrap.
pub fn may_wrap(program: &Program) -> bool {
    (0..program.exprs.len() as u32).map(ExprId).any(|expr| match program.exprs.node(expr) {
        Node::Binary(BinOp::Add | BinOp::Sub | BinOp::Mul, ..) => !program.exprs.int_ty(expr).is_signed(),
        _ => false,
    })
}

/// What is zero at all points modulo the size of the narrowest type, of the equations in which something is unsigned.
pub fn congruences(program: &Program, values: &[Value], points: &[Vec<i128>]) -> Vec<Formula> {
    let ty = |value: &Value| {
        let (Value::Now(var) | Value::AtEntry(var)) = *value;
        program.var(var).ty
    };
    let types: Vec<IntTy> = values.iter().map(ty).collect();
    let near =
        |point: &Vec<i128>| -> Vec<i128> { point.iter().zip(&types).map(|(at, ty)| nearest(*at, *ty)).collect() };
    let near: Vec<Vec<i128>> = points.iter().map(near).collect();
    let found = equations_up_to(DEGREE, &small(&near));
    found.iter().filter_map(|polynomial| congruence(polynomial, values, &types)).collect()
}

fn congruence(polynomial: &Polynomial, values: &[Value], types: &[IntTy]) -> Option<Formula> {
    let involved = || polynomial.iter().flat_map(|(monomial, _)| monomial).map(|at| types[*at]);
    let narrowest = involved().map(IntTy::bits).min()?;
    let has_unsigned = involved().any(|ty| !ty.is_signed());
    let modulus = 1i128.checked_shl(u32::from(narrowest))?;
    has_unsigned.then(|| compare(polynomial, values, Relation::Modulo { modulus, width: 0 }))
}

/// The number that is nearest to zero of those with the same remainder, for an unsigned type.
fn nearest(value: i128, ty: IntTy) -> i128 {
    if ty.is_signed() { value } else { IntTy::signed(ty.bits()).wrap(value) }
}

#[cfg(test)]
mod tests {
    use heureka_ir::VarId;

    use super::*;

    #[test]
    fn numbers_just_below_the_size_are_negative() {
        let byte = IntTy::unsigned(8);
        assert_eq!([0, 127, 129, 255].map(|value| nearest(value, byte)), [0, 127, -127, -1]);
        assert_eq!(nearest(255, IntTy::INT), 255);
    }

    #[test]
    fn the_narrowest_type_tells_the_modulus() {
        let types = [IntTy::unsigned(32), IntTy::unsigned(8), IntTy::INT];
        let values = [0, 1, 2].map(|var| Value::Now(VarId(var)));
        let modulus = |polynomial: &Polynomial| match congruence(polynomial, &values, &types) {
            Some(Formula::Compare(_, Relation::Modulo { modulus, width: 0 })) => Some(modulus),
            _ => None,
        };
        let of = |at: &[usize]| -> Polynomial { at.iter().map(|at| (vec![*at], 1)).collect() };
        assert_eq!(modulus(&of(&[0, 2])), Some(1 << 32));
        assert_eq!(modulus(&of(&[0, 1, 2])), Some(1 << 8));
        assert_eq!(modulus(&of(&[2])), None);
    }
}
