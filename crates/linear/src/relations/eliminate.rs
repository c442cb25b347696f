//! `R⁺` and `R*` as disjunctions of linear constraints: `∃k` eliminated exactly over ℤ where that is possible, and kept
//! as a variable where it is not.
//!
//! The members of a family are given by rows `eᵢ + rᵢ·k ≥ 0` and `0 ≤ k ≤ last`. The elimination is exact
//! 1. if all rates are 0 or of one sign: then the members grow or shrink with `k` and the best `k` is an end of its range
//!    (for growing members of an endless family: every bound with a positive rate falls away);
//! 2. if two opposite bounds make an equality `v = b + r·k` with `r ≠ 0`: then `k = (v − b)/r`, where a modulo row says
//!    that `r` divides `v − b`. This is the common case, a counter that counts;
//! 3. if all positive rates are 1, or all negative ones are −1: Fourier–Motzkin is exact over ℤ then (Pugh, "The Omega
//!    test", 1991).
//!
//! Otherwise `k` stays, and the caller may keep it as an existential variable or project it by other means.

use heureka_number::Int;

use crate::Conjunction;
use crate::expr::{LinearExpr, Var};
use crate::interrupt::poll;
use crate::row::{Kind, Numbers};

use super::closed_form::ClosedForm;
use super::family::{Family, ParametricConstraint};
use super::layout::Layout;
use super::relation::Relation;

/// A part of a transitive closure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClosurePart {
    pub conjunction: Conjunction,
    /// The parameter, if it could not be eliminated: it is existentially quantified.
    pub parameter: Option<Var>,
}

/// `expr + rate·k ≥ 0`.
struct ParametricRow {
    expr: LinearExpr,
    rate: Int,
}

impl<L: Layout> ClosedForm<L> {
    /// `R⁺(before, after)` as a union of parts. `k` is a variable that occurs nowhere else.
    pub fn transitive_closure(&self, before: &[Var], after: &[Var], k: Var) -> Vec<ClosurePart> {
        let part = |family: &Family<L>| match family.without_parameter(before, after) {
            Some(conjunction) => ClosurePart { conjunction, parameter: None },
            None => ClosurePart { conjunction: family.to_conjunction(before, after, k), parameter: Some(k) },
        };
        self.families().iter().map(part).collect()
    }

    /// `R*(before, after)` as a union of parts, the identity first.
    pub fn reflexive_closure(&self, before: &[Var], after: &[Var], k: Var) -> Vec<ClosurePart> {
        let identity = Relation::<L>::identity(before.len()).to_conjunction(before, after);
        let mut parts = vec![ClosurePart { conjunction: identity, parameter: None }];
        parts.extend(self.transitive_closure(before, after, k));
        parts
    }
}

impl<L: Layout> Family<L> {
    /// The union of the members as one conjunction, if it is one by the rules above.
    pub fn without_parameter(&self, before: &[Var], after: &[Var]) -> Option<Conjunction> {
        let vars = [before, after].concat();
        let rows: Vec<ParametricRow> = self
            .reduced()
            .into_iter()
            .map(|it| ParametricRow { expr: it.constraint.slack(&vars), rate: it.rate })
            .collect();
        let at_least = |rows: Vec<LinearExpr>| rows.into_iter().map(|row| (row, Kind::AtLeast)).collect::<Vec<_>>();
        let (growing, shrinking) =
            (rows.iter().any(|row| row.rate.is_positive()), rows.iter().any(|row| row.rate.is_negative()));
        let constraints = if !growing || self.is_single() {
            at_least(rows.into_iter().map(|row| row.expr).collect())
        } else if !shrinking {
            at_least(match self.last() {
                Some(last) => rows.iter().map(|row| row.expr.plus_constant(&row.rate * last)).collect(),
                None => rows.into_iter().filter(|row| row.rate.is_zero()).map(|row| row.expr).collect(),
            })
        } else if let Some(equality) = self.equality() {
            substitute(&rows, &equality, &vars, self.last())
        } else {
            at_least(combine_pairs(rows, self.last())?)
        };
        Some(Conjunction::new(Numbers::Integer, constraints))
    }

    /// An equality `left + right = bound + k·rate` that every member has, with the least rate but 0.
    fn equality(&self) -> Option<ParametricConstraint> {
        let base = self.base_matrix();
        let opposite = |&(p, q, bound): &(usize, usize, &Int)| {
            let (back, rates) = (base.cell(q, p).as_finite(), (self.rate.cell(p, q), self.rate.cell(q, p)));
            back.is_some_and(|back| (bound + back).is_zero()) && (rates.0 + rates.1).is_zero() && !rates.0.is_zero()
        };
        let equalities = base.finite_cells().filter(opposite).filter_map(|(p, q, _)| self.parametric(p, q));
        equalities.min_by_key(|it| it.rate.abs())
    }
}

/// Rule 2, with `v − b` = distance = r·k.
fn substitute(
    rows: &[ParametricRow],
    equality: &ParametricConstraint,
    vars: &[Var],
    last: Option<&Int>,
) -> Vec<(LinearExpr, Kind)> {
    let rate = equality.rate.abs();
    let mut distance = equality.constraint.expr(vars).plus_constant(-&equality.constraint.bound);
    if equality.rate.is_negative() {
        distance = distance.negated();
    }
    let mut constraints = vec![(distance.clone(), Kind::AtLeast)];
    if let Some(last) = last {
        constraints.push((distance.negated().plus_constant(&rate * last), Kind::AtLeast));
    }
    if !rate.is_one() {
        constraints.push((distance.clone(), Kind::Modulo { modulus: rate.clone(), width: Int::ZERO }));
    }
    constraints.extend(rows.iter().map(|row| (row.expr.combine(&rate, &row.rate, &distance), Kind::AtLeast)));
    constraints
}

/// Rule 3: every lower bound of `k` with every upper one; none if that is not exact.
fn combine_pairs(mut rows: Vec<ParametricRow>, last: Option<&Int>) -> Option<Vec<LinearExpr>> {
    rows.push(ParametricRow { expr: LinearExpr::zero(), rate: Int::ONE });
    if let Some(last) = last {
        rows.push(ParametricRow { expr: LinearExpr::constant_of(last.clone()), rate: Int::MINUS_ONE });
    }
    let (free, bounding): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| row.rate.is_zero());
    let (lower, upper): (Vec<_>, Vec<_>) = bounding.into_iter().partition(|row| row.rate.is_positive());
    let units = |rows: &[ParametricRow]| rows.iter().all(|row| row.rate.is_unit());
    if !units(&lower) && !units(&upper) {
        return None;
    }
    let mut result: Vec<LinearExpr> = free.into_iter().map(|row| row.expr).collect();
    for below in &lower {
        poll(64 * upper.len());
        result.extend(upper.iter().map(|above| below.expr.combine(&-&above.rate, &below.rate, &above.expr)));
    }
    Some(result)
}
