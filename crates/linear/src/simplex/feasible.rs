//! Finding a point within all bounds, or the row that shows that there is none.
//!
//! As long as a basic unknown is outside its bounds, it leaves the basis at the bound that it violates, in exchange for
//! an unknown of its row that can move the right way. If there is none, the row and the bounds of its unknowns add up
//! to a contradiction. Taking the least unknown at both choices (Bland's rule) cannot cycle.

use std::cmp::Ordering;

use heureka_number::{Int, Rational};

use crate::expr::Var;
use crate::interrupt::poll;
use crate::simplex::model::Model;
use crate::simplex::scalar::{Overflow, Scalar};
use crate::simplex::tableau::{Bound, COLUMNS, EPSILON, Farkas, Meaning, Place, Tableau, Unknown, VALUE, add_multiple};

/// What a check counts as beside its pivots: making the rows that are checked.
const CHECK_STEPS: usize = 64;

impl<N: Scalar> Tableau<N> {
    /// Moves to a point within all bounds, or says why there is none.
    pub fn check(&mut self) -> Result<Option<Farkas>, Overflow> {
        if let Some(conflict) = self.conflict() {
            return Ok(Some(conflict.clone()));
        }
        Ok(self.stuck()?.map(|(row, low)| self.explain(row, low)))
    }

    /// Moves to a point within all bounds, if there is one.
    pub fn is_feasible(&mut self) -> Result<bool, Overflow> {
        Ok(self.conflict().is_none() && self.stuck()?.is_none())
    }

    /// Moves until all basic unknowns are within their bounds, or until one cannot get there: its row, and whether it
    /// is too low.
    fn stuck(&mut self) -> Result<Option<(usize, bool)>, Overflow> {
        poll(CHECK_STEPS + self.basis.len());
        while let Some((row, side)) = self.least_violated() {
            poll(self.pivot_steps());
            let low = side == Ordering::Less;
            let Some(column) = self.least_helpful(row, low) else { return Ok(Some((row, low))) };
            let unknown = &self.unknowns[self.basis[row].unknown];
            let Bound { value, epsilon, .. } = self.bound(unknown, low).clone();
            self.pivot(row, column, value, epsilon)?;
        }
        Ok(None)
    }

    fn least_violated(&self) -> Option<(usize, Ordering)> {
        let mut least: Option<(usize, Ordering)> = None;
        for row in 0..self.basis.len() {
            if least.is_some_and(|(best, _)| self.basis[best].unknown < self.basis[row].unknown) {
                continue;
            }
            if let Some(side) = self.violated(row) {
                least = Some((row, side));
            }
        }
        least
    }

    /// The least unknown that can move so that the row's value grows (or shrinks).
    fn least_helpful(&self, row: usize, up: bool) -> Option<usize> {
        let cells = &self.row(row)[COLUMNS..];
        let mut least: Option<usize> = None;
        for (column, cell) in cells.iter().enumerate() {
            if cell.is_zero() || !self.can_move(column, (cell.signum() > 0) == up) {
                continue;
            }
            if least.is_none_or(|best| self.columns[column].unknown < self.columns[best].unknown) {
                least = Some(column);
            }
        }
        least
    }

    /// The lower bound (`low`) or the upper one, which the unknown has.
    fn bound<'u>(&self, unknown: &'u Unknown<N>, low: bool) -> &'u Bound<N> {
        let bound = if low { &unknown.lower } else { &unknown.upper };
        bound.as_ref().expect("the bound that is violated or that stops a move exists")
    }

    /// The bounds that keep the row's unknown below its lower bound (`low`) or above its upper one.
    fn explain(&self, row: usize, low: bool) -> Farkas {
        let mut farkas = Farkas::new();
        let basic = &self.basis[row];
        let violated = self.bound(&self.unknowns[basic.unknown], low);
        add_multiple(&mut farkas, violated.origin, basic.denominator.to_int());
        for (cell, column) in self.row(row)[COLUMNS..].iter().zip(&self.columns) {
            if !cell.is_zero() {
                let stops_above = (cell.signum() > 0) == low;
                let stop = self.bound(&self.unknowns[column.unknown], !stops_above);
                add_multiple(&mut farkas, stop.origin, cell.abs().to_int());
            }
        }
        farkas.retain(|(_, factor)| !factor.is_zero());
        farkas
    }

    /// Whether all variables have integer values at the present point.
    pub fn is_integral(&self) -> bool {
        self.fractional_row().is_none()
    }

    fn fractional_row(&self) -> Option<(Var, usize)> {
        self.vars().find_map(|(var, unknown)| match unknown.place {
            Place::Row(row) if !self.row(row)[VALUE].is_multiple_of(&self.basis[row].denominator) => Some((var, row)),
            _ => None,
        })
    }

    /// A variable whose value is not an integer, the least one, with the value.
    pub fn fractional(&self) -> Option<(Var, Rational)> {
        let (var, row) = self.fractional_row()?;
        let value = Rational::new(self.row(row)[VALUE].to_int(), self.basis[row].denominator.to_int());
        Some((var, value))
    }

    /// The present point, which satisfies all bounds. ε becomes a number small enough.
    pub fn model(&self) -> Model {
        let epsilon = self.small_enough();
        let values = self.vars().map(|(var, unknown)| {
            let (value, count) = self.value(unknown);
            let value = if count.is_zero() { value } else { value + count * &epsilon };
            (var, value)
        });
        Model::new(values.collect())
    }

    fn value(&self, unknown: &Unknown<N>) -> (Rational, Rational) {
        match unknown.place {
            Place::Column(column) => {
                let column = &self.columns[column];
                (Rational::from(column.value.to_int()), Rational::from(column.epsilon.to_int()))
            }
            Place::Row(row) => {
                let (cells, denominator) = (self.row(row), self.basis[row].denominator.to_int());
                let over = |cell: &N| Rational::new(cell.to_int(), denominator.clone());
                (over(&cells[VALUE]), over(&cells[EPSILON]))
            }
        }
    }

    /// A positive number that can stand for ε at the present point.
    fn small_enough(&self) -> Rational {
        let mut epsilon = Rational::ONE;
        let mut shrink = |low: (&Rational, &Rational), high: (&Rational, &Rational)| {
            // low.0 + low.1·ε ≤ high.0 + high.1·ε holds for infinitesimal ε; for real ones while the gap lasts.
            let (gap, closing) = (high.0 - low.0, low.1 - high.1);
            if closing.is_positive() && gap < &closing * &epsilon {
                epsilon = gap / closing;
            }
        };
        for unknown in self.unknowns.iter().filter(|unknown| !matches!(unknown.meaning, Meaning::Nothing)) {
            let strict = |bound: &Option<Bound<N>>| bound.as_ref().is_some_and(|bound| !bound.epsilon.is_zero());
            let (value, count) = self.value(unknown);
            if count.is_zero() && !strict(&unknown.lower) && !strict(&unknown.upper) {
                continue;
            }
            let parts = |bound: &Bound<N>| (whole(&bound.value.to_int()), whole(&bound.epsilon.to_int()));
            if let Some((limit, moved)) = unknown.lower.as_ref().map(parts) {
                shrink((&limit, &moved), (&value, &count));
            }
            if let Some((limit, moved)) = unknown.upper.as_ref().map(parts) {
                shrink((&value, &count), (&limit, &moved));
            }
        }
        epsilon
    }
}

fn whole(value: &Int) -> Rational {
    Rational::from(value.clone())
}
