//! What the Omega test needs of one system of inequalities: the variable to eliminate, its shadows and splinters, and
//! the cube test.

use std::collections::BTreeMap;

use heureka_number::{Int, Rational};

use crate::expr::{LinearExpr, Var};
use crate::interrupt::poll;
use crate::simplex::model::Model;
use crate::simplex::refutation::RowRef;
use crate::simplex::scalar::{Overflow, Scalar};
use crate::simplex::tableau::Tableau;

/// Values of a system's variables; one that is missing is 0.
pub(super) type Point = BTreeMap<Var, Int>;

pub(super) fn at(point: &Point, var: Var) -> Int {
    point.get(&var).cloned().unwrap_or_default()
}

/// A variable to eliminate, with the rows that mention it.
pub(super) struct Choice {
    var: Var,
    /// `b·x + β ≥ 0` as (b, β), with b positive.
    lowers: Vec<(Int, LinearExpr)>,
    /// `−a·x + α ≥ 0` as (a, α), with a positive.
    uppers: Vec<(Int, LinearExpr)>,
    /// The rows that do not.
    pub rest: Vec<LinearExpr>,
}

impl Choice {
    /// An exact elimination with few new rows if there is one, else one with small coefficients.
    pub fn best(rows: &[LinearExpr]) -> Option<Choice> {
        let mut vars: Vec<Var> = rows.iter().flat_map(LinearExpr::vars).collect();
        vars.sort_unstable();
        vars.dedup();
        vars.into_iter().map(|var| Choice::of(var, rows)).min_by_key(|choice| {
            let (lowers, uppers) = (choice.lowers.len(), choice.uppers.len());
            (!choice.is_exact(), choice.greatest(), (lowers * uppers) as i64 - (lowers + uppers) as i64)
        })
    }

    fn of(var: Var, rows: &[LinearExpr]) -> Choice {
        let mut choice = Choice { var, lowers: Vec::new(), uppers: Vec::new(), rest: Vec::new() };
        poll(16 * rows.len());
        for row in rows {
            match row.coefficient(var) {
                None => choice.rest.push(row.clone()),
                Some(b) if b.is_positive() => choice.lowers.push((b.clone(), row.without(var))),
                Some(a) => choice.uppers.push((-a, row.without(var))),
            }
        }
        choice
    }

    /// Whether every combination has a coefficient 1 (so also if there is none).
    pub fn is_exact(&self) -> bool {
        self.lowers.is_empty()
            || self.uppers.is_empty()
            || self.lowers.iter().all(|(b, _)| b.is_one())
            || self.uppers.iter().all(|(a, _)| a.is_one())
    }

    /// The greatest coefficient, where it matters.
    fn greatest(&self) -> Int {
        if self.is_exact() {
            return Int::ZERO;
        }
        self.lowers.iter().chain(&self.uppers).map(|(c, _)| c.clone()).max().unwrap_or_default()
    }

    /// The rows `a·β + b·α ≥ gap(a, b)`.
    pub fn shadow(&self, gap: impl Fn(&Int, &Int) -> Int) -> Vec<LinearExpr> {
        let mut shadow = Vec::with_capacity(self.lowers.len() * self.uppers.len());
        for (b, low) in &self.lowers {
            poll(64 * self.uppers.len());
            for (a, high) in &self.uppers {
                shadow.push(low.combine(a, b, high).plus_constant(-gap(a, b)));
            }
        }
        shadow
    }

    /// The lower rows near which a point outside the dark shadow lies: `0 ≤ row ≤ last` for one of them.
    pub fn splinters(&self) -> Vec<(LinearExpr, Int)> {
        let greatest = self.uppers.iter().map(|(a, _)| a).max().expect("an inexact choice has upper rows");
        let splinters = self.lowers.iter().filter(|(b, _)| !b.is_one()).map(|(b, low)| {
            let last = (greatest * b - greatest - b).div_floor(greatest);
            (low.plus_scaled(b, &LinearExpr::var(self.var)), last)
        });
        splinters.filter(|(_, last)| !last.is_negative()).collect()
    }

    /// Extends a point of the shadow to the variable.
    pub fn lift(&self, point: &mut Point) {
        let value = |expr: &LinearExpr| expr.value_at(|var| at(point, var));
        let low = self.lowers.iter().map(|(b, low)| (-value(low)).div_ceil(b)).max();
        let high = self.uppers.iter().map(|(a, high)| value(high).div_floor(a)).min();
        let chosen = low.or(high).unwrap_or_default();
        point.insert(self.var, chosen);
    }
}

/// The rounded centre of a unit cube between the inequalities, if one fits.
pub(super) fn cube(rows: &[LinearExpr]) -> Option<Point> {
    let inner: Vec<LinearExpr> = rows
        .iter()
        .map(|row| {
            let half_width: Int = row.terms().iter().map(|(_, coefficient)| coefficient.abs()).sum();
            row.scaled(&Int::new(2)).plus_constant(-half_width)
        })
        .collect();
    let centre = match centre::<i64>(&inner) {
        Ok(centre) => centre,
        Err(Overflow) => centre::<Int>(&inner).ok().flatten(),
    }?;
    let half = Rational::new(Int::ONE, Int::new(2));
    Some(centre.values().iter().map(|(var, value)| (*var, (value + &half).floor())).collect())
}

/// A point over ℝ.
fn centre<N: Scalar>(rows: &[LinearExpr]) -> Result<Option<Model>, Overflow> {
    let mut tableau = Tableau::<N>::new();
    for row in rows {
        tableau.add_at_least(row, RowRef::Assumption(0))?;
    }
    Ok(if tableau.check()?.is_none() { Some(tableau.model()) } else { None })
}
