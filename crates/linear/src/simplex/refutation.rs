//! Why rows have no point, in a form that anybody can check with additions and multiplications alone.
//!
//! A Farkas leaf adds up multiples of rows to `0 ≥ positive`. Over ℤ there are case splits `e ≤ b` or `e ≥ b + 1`
//! above the leaves. One form covers all of integer reasoning: a Chvátal–Gomory cut is a split whose one side is a
//! leaf, a parity conflict of equalities one whose two sides are, and branch and bound and the Omega test are trees of
//! splits. The checker knows nothing of how the tree was found.
//!
//! A row `e mod m ≤ w` says that an integer `q` exists with `0 ≤ e − m·q ≤ w`. In refutations this quotient of the row
//! at position `i` is the variable [`quotient`]`(i)`, and the two inequalities are rows of their own.

use std::collections::BTreeMap;

use heureka_number::{Int, Rational};

use crate::expr::{LinearExpr, Var};
use crate::row::{Kind, Numbers, Row};

/// A row that a leaf adds up. Positions are those of the rows given to the solver.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RowRef {
    /// The row at this position; not a modulo row.
    Input(u32),
    /// Of the modulo row at this position: `e − m·q ≥ 0`.
    ModuloLow(u32),
    /// Of the modulo row at this position: `w − e + m·q ≥ 0`.
    ModuloHigh(u32),
    /// What the split at this depth assumes on the way to the leaf; the root is at depth 0.
    Assumption(u32),
}

/// The integer `q` of the modulo row `e mod m ≤ w` at a position, with `0 ≤ e − m·q ≤ w`.
pub fn quotient(position: u32) -> Var {
    Var(u32::MAX - position)
}

/// A proof that rows have no common point.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refutation {
    /// Multiples of the rows `e = 0`, `e ≥ 0`, `e > 0` (not negative, but for equalities) whose expressions add up to a
    /// negative constant, or to 0 with a strict row among them.
    Farkas(Vec<(RowRef, Rational)>),
    /// Over ℤ: one of `expr ≤ bound` and `expr ≥ bound + 1` holds, and both are refuted.
    Split { expr: LinearExpr, bound: Int, below: Box<Refutation>, above: Box<Refutation> },
    /// Of a conjunction that is `false` by its form, which has no rows left to refer to.
    Stated,
}

impl Refutation {
    /// Whether it proves that the rows have no common point.
    pub fn check(&self, numbers: Numbers, rows: &[Row]) -> bool {
        self.check_under(numbers, rows, &mut Vec::new())
    }

    fn check_under(&self, numbers: Numbers, rows: &[Row], assumptions: &mut Vec<LinearExpr>) -> bool {
        match self {
            Refutation::Stated => false,
            Refutation::Farkas(multiples) => is_contradiction(multiples, rows, assumptions),
            Refutation::Split { expr, bound, below, above } => {
                if numbers != Numbers::Integer {
                    return false;
                }
                let (at_most, at_least) = sides(expr, bound);
                let mut side = |assumption: LinearExpr, refutation: &Refutation| {
                    assumptions.push(assumption);
                    let holds = refutation.check_under(numbers, rows, assumptions);
                    assumptions.pop();
                    holds
                };
                side(at_most, below) && side(at_least, above)
            }
        }
    }

    /// The rows it stands on, in order, without repetition: an unsatisfiable core.
    pub fn core(&self) -> Vec<u32> {
        let mut core = Vec::new();
        self.collect(&mut core);
        core.sort_unstable();
        core.dedup();
        core
    }

    fn collect(&self, core: &mut Vec<u32>) {
        match self {
            Refutation::Stated => {}
            Refutation::Farkas(multiples) => core.extend(multiples.iter().filter_map(|(row, _)| match row {
                RowRef::Input(at) | RowRef::ModuloLow(at) | RowRef::ModuloHigh(at) => Some(*at),
                RowRef::Assumption(_) => None,
            })),
            Refutation::Split { below, above, .. } => {
                below.collect(core);
                above.collect(core);
            }
        }
    }

    /// Whether a leaf uses what the split at this depth assumes.
    pub(crate) fn assumes(&self, depth: u32) -> bool {
        match self {
            Refutation::Stated => false,
            Refutation::Farkas(multiples) => multiples.iter().any(|(row, _)| *row == RowRef::Assumption(depth)),
            Refutation::Split { below, above, .. } => below.assumes(depth) || above.assumes(depth),
        }
    }

    /// The same, one level higher: without the split at this depth, which it does not use.
    pub(crate) fn lifted(mut self, depth: u32) -> Refutation {
        self.lift(depth);
        self
    }

    fn lift(&mut self, depth: u32) {
        match self {
            Refutation::Stated => {}
            Refutation::Farkas(multiples) => {
                for (row, _) in multiples {
                    if let RowRef::Assumption(at) = row
                        && *at > depth
                    {
                        *at -= 1;
                    }
                }
            }
            Refutation::Split { below, above, .. } => {
                below.lift(depth);
                above.lift(depth);
            }
        }
    }
}

/// What the two sides of a split assume: `bound − expr ≥ 0` and `expr − bound − 1 ≥ 0`.
pub(crate) fn sides(expr: &LinearExpr, bound: &Int) -> (LinearExpr, LinearExpr) {
    (expr.negated().plus_constant(bound.clone()), expr.plus_constant(-bound - Int::ONE))
}

/// The inequalities `(low, high)` that a modulo row at a position stands for.
pub(crate) fn modulo_rows(expr: &LinearExpr, modulus: &Int, width: &Int, position: u32) -> (LinearExpr, LinearExpr) {
    let multiple = LinearExpr::new([(quotient(position), modulus.clone())], Int::ZERO);
    let low = expr.minus(&multiple);
    let high = low.negated().plus_constant(width.clone());
    (low, high)
}

fn is_contradiction(multiples: &[(RowRef, Rational)], rows: &[Row], assumptions: &[LinearExpr]) -> bool {
    let mut sum: BTreeMap<Var, Rational> = BTreeMap::new();
    let mut constant = Rational::ZERO;
    let mut strict = false;
    for (reference, factor) in multiples {
        let Some((expr, kind)) = referred(*reference, rows, assumptions) else { return false };
        if factor.is_negative() && kind != Kind::Equal {
            return false;
        }
        strict |= kind == Kind::Above && factor.is_positive();
        for (var, coefficient) in expr.terms() {
            *sum.entry(*var).or_default() += &(factor * Rational::from(coefficient.clone()));
        }
        constant += &(factor * Rational::from(expr.constant().clone()));
    }
    sum.values().all(Rational::is_zero) && (constant.is_negative() || (strict && constant.is_zero()))
}

fn referred(reference: RowRef, rows: &[Row], assumptions: &[LinearExpr]) -> Option<(LinearExpr, Kind)> {
    let modulo = |at: u32| match rows.get(at as usize)?.kind() {
        Kind::Modulo { modulus, width } => Some(modulo_rows(rows[at as usize].expr(), modulus, width, at)),
        _ => None,
    };
    match reference {
        RowRef::Input(at) => match rows.get(at as usize)? {
            row if matches!(row.kind(), Kind::Modulo { .. }) => None,
            row => Some((row.expr().clone(), row.kind().clone())),
        },
        RowRef::ModuloLow(at) => modulo(at).map(|(low, _)| (low, Kind::AtLeast)),
        RowRef::ModuloHigh(at) => modulo(at).map(|(_, high)| (high, Kind::AtLeast)),
        RowRef::Assumption(depth) => Some((assumptions.get(depth as usize)?.clone(), Kind::AtLeast)),
    }
}
