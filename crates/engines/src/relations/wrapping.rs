//! Equations that hold although numbers wrap around: `y - 2*x` is a multiple of 2^32 whatever the rounds.
//!
//! What is equal as long as nothing wraps stays equal modulo the size of the narrowest type, because sums, differences and
//! products of unsigned numbers are those of the ring of remainders (Müller-Olm, Seidl: Analysis of Modular Arithmetic, ESOP 2005).
//! So equations between small values are looked for, where a number just below the size of its type counts as negative. They are
//! guesses like all others: signed variables and quotients do not keep them.

use std::collections::{BTreeMap, BTreeSet};

use heureka_ir::formula::Formula;
use heureka_ir::invariant::{Relation, Value};
use heureka_ir::{BinOp, ExprId, IntTy, Node, Program};

use super::asserted::compared;
use super::compare;
use super::guesses::{Solved, small};
use crate::common::polynomials::{GREATEST_DEGREE, Monomial, Polynomial};

/// Equations of a greater degree are not looked for.
const DEGREE: usize = 2;

/// Products of a few numbers that are no greater hardly wrap around.
const HARDLY_WRAPPED: i128 = 1 << 8;

/// Whether sums, differences or products of unsigned numbers are made, which may wrap.
pub fn may_wrap(program: &Program) -> bool {
    (0..program.exprs.len() as u32).map(ExprId).any(|expr| match program.exprs.node(expr) {
        Node::Binary(BinOp::Add | BinOp::Sub | BinOp::Mul, ..) => !program.exprs.int_ty(expr).is_signed(),
        _ => false,
    })
}

/// What is zero at all points modulo the size of the narrowest type, of the equations in which something is unsigned.
pub fn congruences(program: &Program, values: &[Value], points: &[Vec<i128>], solved: &mut Solved) -> Vec<Formula> {
    let types = types(program, values);
    let found = solved.equations(DEGREE, &small(&near(points, &types)));
    found.iter().filter_map(|polynomial| congruence(polynomial, values, &types)).collect()
}

/// What is zero at all points modulo the size of a type, signed ones included: of signed words, too, sums and products are those of
/// the ring. Equations that the program compares come first.
pub fn words(program: &Program, values: &[Value], points: &[Vec<i128>], solved: &mut Solved) -> Vec<Formula> {
    let types = types(program, values);
    let mut found: Vec<(Polynomial, u16)> = Vec::new();
    for polynomial in compared(program, values) {
        let is_zero = |bits: &u16| points.iter().all(|point| is_multiple(&polynomial, point, *bits));
        let widths = widths(&polynomial, &types);
        found.extend(widths.into_iter().filter(is_zero).take(1).map(|bits| (polynomial.clone(), bits)));
    }
    let near = small(&near(points, &types));
    // Between numbers that have wrapped around no equation may hold over the integers although it does between words.
    let nearer: Vec<Vec<i128>> =
        near.iter().filter(|point| point.iter().all(|value| value.abs() <= HARDLY_WRAPPED)).cloned().collect();
    for polynomial in [near, nearer].iter().flat_map(|points| saturated(solved.equations(GREATEST_DEGREE, points))) {
        for bits in widths(&polynomial, &types) {
            if !found.iter().any(|(known, of)| *of == bits && is_same(known, &polynomial)) {
                found.push((polynomial.clone(), bits));
            }
        }
    }
    let formula = |(polynomial, bits): &(Polynomial, u16)| {
        compare(polynomial, values, Relation::Modulo { modulus: 1 << bits, width: 0 })
    };
    found.iter().map(formula).collect()
}

/// Whether polynomials are zero at the same points because one is the other, or its opposite.
fn is_same(a: &Polynomial, b: &Polynomial) -> bool {
    let is_multiple = |sign: i128| a.iter().all(|(monomial, by)| b.contains(&(monomial.clone(), sign * by)));
    a.len() == b.len() && (is_multiple(1) || is_multiple(-1))
}

/// Equations that say the same of words: if a sum of some of them is even, half of it takes the place of one of them. What a multiple of 14
/// is zero of is not known to be zero where numbers are remainders; odd factors do no harm.
fn saturated(mut all: Vec<Polynomial>) -> Vec<Polynomial> {
    while let Some(some) = even_sum(&all) {
        let mut sum: BTreeMap<Monomial, i128> = BTreeMap::new();
        for (monomial, by) in some.iter().flat_map(|at| &all[*at]) {
            *sum.entry(monomial.clone()).or_default() += by;
        }
        let half: Polynomial =
            sum.into_iter().filter(|(_, by)| *by != 0).map(|(monomial, by)| (monomial, by / 2)).collect();
        let last = some[some.len() - 1];
        match half.is_empty() {
            true => drop(all.remove(last)),
            false => all[last] = half,
        }
    }
    all
}

/// Some of the polynomials whose sum has even factors only, the last of them by its place among them.
fn even_sum(all: &[Polynomial]) -> Option<Vec<usize>> {
    // By monomial: the one polynomial of those so far in which it is the first with an odd factor, and of which it is the sum.
    let mut pivots: BTreeMap<Monomial, (BTreeSet<Monomial>, Vec<usize>)> = BTreeMap::new();
    for (at, polynomial) in all.iter().enumerate() {
        let odd = polynomial.iter().filter(|(_, by)| by % 2 != 0);
        let mut odd: BTreeSet<Monomial> = odd.map(|(monomial, _)| monomial.clone()).collect();
        let mut sum = vec![at];
        while let Some(first) = odd.first().cloned() {
            let Some((others, of)) = pivots.get(&first) else { break };
            odd = odd.symmetric_difference(others).cloned().collect();
            for other in of {
                match sum.iter().position(|known| known == other) {
                    Some(twice) => drop(sum.remove(twice)),
                    None => sum.push(*other),
                }
            }
        }
        match odd.first().cloned() {
            Some(first) => drop(pivots.insert(first, (odd, sum))),
            None => {
                sum.sort_unstable();
                return Some(sum);
            }
        }
    }
    None
}

/// The sizes of the types of which a polynomial speaks, the widest first.
fn widths(polynomial: &Polynomial, types: &[IntTy]) -> Vec<u16> {
    let involved: BTreeSet<u16> =
        polynomial.iter().flat_map(|(monomial, _)| monomial).map(|at| u16::from(types[*at].bits())).collect();
    involved.into_iter().rev().filter(|bits| *bits < 127).collect()
}

fn is_multiple(polynomial: &Polynomial, point: &[i128], bits: u16) -> bool {
    let product = |monomial: &Monomial| monomial.iter().fold(1i128, |all, at| all.wrapping_mul(point[*at]));
    let sum = polynomial.iter().fold(0i128, |sum, (monomial, by)| sum.wrapping_add(by.wrapping_mul(product(monomial))));
    sum.trailing_zeros() >= u32::from(bits)
}

pub fn types(program: &Program, values: &[Value]) -> Vec<IntTy> {
    let ty = |value: &Value| {
        let (Value::Now(var) | Value::AtEntry(var)) = *value;
        program.var(var).ty
    };
    values.iter().map(ty).collect()
}

fn near(points: &[Vec<i128>], types: &[IntTy]) -> Vec<Vec<i128>> {
    let near = |point: &Vec<i128>| point.iter().zip(types).map(|(at, ty)| nearest(*at, *ty)).collect();
    points.iter().map(near).collect()
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
    fn halves_take_the_place_of_even_sums() {
        let (x, y, z) = (vec![0], vec![1], vec![2]);
        // x + y and 223 (x + y) + 14 z: the second says of z only that 14 of it are zero.
        let first: Polynomial = vec![(x.clone(), 1), (y.clone(), 1)];
        let second: Polynomial = vec![(x.clone(), 223), (y.clone(), 223), (z.clone(), 14)];
        let found = saturated(vec![first.clone(), second]);
        assert_eq!(found, [first, vec![(x.clone(), 112), (y.clone(), 112), (z.clone(), 7)]]);
        let twice: Polynomial = vec![(x.clone(), 4), (z.clone(), -8)];
        assert_eq!(saturated(vec![twice]), [vec![(x, 1), (z, -2)]]);
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
