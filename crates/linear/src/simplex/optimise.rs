//! The greatest value of an expression, by the primal simplex method from a point within the bounds.
//!
//! The expression is a basic row without bounds. A column that moves it up moves until a basic unknown, or the column
//! itself, reaches a bound; the least unknown is taken at each choice (Bland's rule), which cannot cycle.

use std::cmp::Ordering;

use heureka_number::Rational;

use crate::expr::LinearExpr;
use crate::interrupt::poll;
use crate::simplex::Optimum;
use crate::simplex::scalar::{Overflow, Scalar};
use crate::simplex::tableau::{Bound, COLUMNS, EPSILON, Tableau, VALUE};

/// What stops a column that moves.
enum Stop<N> {
    /// A basic unknown at a bound.
    Row(usize, Bound<N>),
    /// Its own other bound.
    Own(Bound<N>),
}

impl<N: Scalar> Tableau<N> {
    /// The greatest value over ℝ.
    pub fn maximum(&mut self, expr: &LinearExpr) -> Result<Optimum, Overflow> {
        if self.check()?.is_some() {
            return Ok(Optimum::Empty);
        }
        let objective = self.add_objective(expr)?;
        let optimum = self.climb(objective)?;
        self.remove_objective(objective);
        Ok(match optimum {
            Optimum::Attained(value) => Optimum::Attained(value + Rational::from(expr.constant().clone())),
            Optimum::Supremum(value) => Optimum::Supremum(value + Rational::from(expr.constant().clone())),
            other => other,
        })
    }

    fn climb(&mut self, objective: usize) -> Result<Optimum, Overflow> {
        while let Some((column, up)) = self.improving(objective) {
            poll(self.pivot_steps());
            match self.first_stop(objective, column, up)? {
                None => return Ok(Optimum::Unbounded),
                Some(Stop::Own(bound)) => self.update(column, bound.value, bound.epsilon)?,
                Some(Stop::Row(row, bound)) => self.pivot(row, column, bound.value, bound.epsilon)?,
            }
        }
        let (cells, denominator) = (self.row(objective), self.basis[objective].denominator.to_int());
        let value = Rational::new(cells[VALUE].to_int(), denominator);
        Ok(if cells[EPSILON].is_zero() { Optimum::Attained(value) } else { Optimum::Supremum(value) })
    }

    fn improving(&self, objective: usize) -> Option<(usize, bool)> {
        let cells = &self.row(objective)[COLUMNS..];
        let helpful = |(column, cell): (usize, &N)| {
            let up = cell.signum() > 0;
            (!cell.is_zero() && self.can_move(column, up)).then_some((column, up))
        };
        cells.iter().enumerate().filter_map(helpful).min_by_key(|(column, _)| self.columns[*column].unknown)
    }

    /// What is reached first when the column moves. Ways are compared as fractions `distance / |coefficient|`.
    fn first_stop(&self, objective: usize, column: usize, up: bool) -> Result<Option<Stop<N>>, Overflow> {
        let at = &self.columns[column];
        let own = &self.unknowns[at.unknown];
        let mut best: Option<(Way<N>, usize, Stop<N>)> = None;
        let mut consider = |way: Way<N>, unknown: usize, stop: Stop<N>| -> Result<(), Overflow> {
            let better = match &best {
                None => true,
                Some((known, other, _)) => way.cmp(known)?.then_with(|| unknown.cmp(other)).is_lt(),
            };
            if better {
                best = Some((way, unknown, stop));
            }
            Ok(())
        };
        if let Some(bound) = if up { &own.upper } else { &own.lower } {
            let way = Way {
                value: bound.value.sub(&at.value)?.abs_toward(up),
                epsilon: bound.epsilon.sub(&at.epsilon)?.abs_toward(up),
                over: N::ONE,
            };
            consider(way, at.unknown, Stop::Own(bound.clone()))?;
        }
        for row in 0..self.basis.len() {
            let cells = self.row(row);
            let cell = &cells[COLUMNS + column];
            if row == objective || cell.is_zero() {
                continue;
            }
            let grows = (cell.signum() > 0) == up;
            let basic = &self.basis[row];
            let unknown = &self.unknowns[basic.unknown];
            let Some(bound) = (if grows { &unknown.upper } else { &unknown.lower }) else { continue };
            let distance = |limit: &N, value: &N| -> Result<N, Overflow> {
                Ok(limit.mul(&basic.denominator)?.sub(value)?.abs_toward(grows))
            };
            let way = Way {
                value: distance(&bound.value, &cells[VALUE])?,
                epsilon: distance(&bound.epsilon, &cells[EPSILON])?,
                over: cell.abs(),
            };
            consider(way, basic.unknown, Stop::Row(row, bound.clone()))?;
        }
        Ok(best.map(|(_, _, stop)| stop))
    }
}

/// How far a column moves: `(value + epsilon·ε) / over`, with `over` positive.
struct Way<N> {
    value: N,
    epsilon: N,
    over: N,
}

impl<N: Scalar> Way<N> {
    fn cmp(&self, other: &Way<N>) -> Result<Ordering, Overflow> {
        let value = self.value.mul(&other.over)?.cmp_product(&other.value, &self.over);
        let epsilon = self.epsilon.mul(&other.over)?.cmp_product(&other.epsilon, &self.over);
        Ok(value.then(epsilon))
    }
}

trait Toward {
    /// A distance upwards as it is, one downwards turned.
    fn abs_toward(self, up: bool) -> Self;
}

impl<N: Scalar> Toward for N {
    fn abs_toward(self, up: bool) -> N {
        if up { self } else { self.neg() }
    }
}
