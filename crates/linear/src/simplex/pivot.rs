//! The steps that change the point and the basis of a tableau.
//!
//! Rows stay integers without a common divisor over a positive denominator; with the coefficients ±1 of difference
//! constraints that denominator is always 1, and a step is one multiplication and addition per cell.

use crate::simplex::scalar::{Overflow, Scalar};
use crate::simplex::tableau::{Basic, COLUMNS, Column, EPSILON, Place, Tableau, VALUE};

impl<N: Scalar> Tableau<N> {
    /// What a pivot costs, in elementary steps.
    pub(super) fn pivot_steps(&self) -> usize {
        N::COST * (self.basis.len() + 1) * (self.columns.len() + COLUMNS)
    }

    /// Gives a non-basic unknown another value.
    pub(super) fn update(&mut self, column: usize, value: N, epsilon: N) -> Result<(), Overflow> {
        let by = value.sub(&self.columns[column].value)?;
        let by_epsilon = epsilon.sub(&self.columns[column].epsilon)?;
        for row in 0..self.basis.len() {
            let cells = self.row_mut(row);
            let factor = cells[COLUMNS + column].clone();
            if !factor.is_zero() {
                cells[VALUE] = cells[VALUE].plus_product(&factor, &by)?;
                if !by_epsilon.is_zero() {
                    cells[EPSILON] = cells[EPSILON].plus_product(&factor, &by_epsilon)?;
                }
            }
        }
        let column = &mut self.columns[column];
        column.value = value;
        column.epsilon = epsilon;
        Ok(())
    }

    /// Divides a row by what its numbers have in common.
    pub(super) fn reduce_row(&mut self, row: usize) {
        let mut common = self.basis[row].denominator.clone();
        if common.is_one() {
            return;
        }
        // The value is a combination of the coefficients: what divides them divides it.
        for cell in &self.row(row)[COLUMNS..] {
            if !cell.is_zero() {
                common = common.gcd(cell);
                if common.is_one() {
                    return;
                }
            }
        }
        self.basis[row].denominator = self.basis[row].denominator.div_exact(&common);
        for cell in self.row_mut(row) {
            if !cell.is_zero() {
                *cell = cell.div_exact(&common);
            }
        }
    }

    /// Exchanges the unknown of a row with that of a column; the one that leaves the basis takes the given value.
    pub(super) fn pivot(&mut self, row: usize, column: usize, value: N, epsilon: N) -> Result<(), Overflow> {
        let leaving = self.basis[row].unknown;
        let entering = self.columns[column].unknown;
        let old = self.columns[column].clone();
        let denominator = self.basis[row].denominator.clone();
        let coefficient = self.row(row)[COLUMNS + column].clone();
        let negative = coefficient.signum() < 0;
        let divisor = coefficient.abs();

        // d·b = a·x + rest, solved for x: ±a·x = ±(d·b − rest), the sign so that the denominator is positive.
        let cells = self.row_mut(row);
        cells[VALUE] =
            cells[VALUE].combine(&N::ONE.neg(), &denominator, &value)?.plus_product(&coefficient, &old.value)?;
        cells[EPSILON] =
            cells[EPSILON].combine(&N::ONE.neg(), &denominator, &epsilon)?.plus_product(&coefficient, &old.epsilon)?;
        for cell in &mut cells[COLUMNS..] {
            if !cell.is_zero() {
                *cell = cell.neg();
            }
        }
        cells[COLUMNS + column] = denominator;
        if negative {
            for cell in cells {
                if !cell.is_zero() {
                    *cell = cell.neg();
                }
            }
        }
        self.basis[row] = Basic { unknown: entering, denominator: divisor };
        self.columns[column] = Column { unknown: leaving, value, epsilon };
        self.unknowns[entering].place = Place::Row(row);
        self.unknowns[leaving].place = Place::Column(column);
        self.reduce_row(row);

        let divisor = self.basis[row].denominator.clone();
        let mut pivot_row = std::mem::take(&mut self.scratch);
        pivot_row.clear();
        pivot_row.extend_from_slice(self.row(row));
        // The other rows held the old value of x already.
        pivot_row[VALUE] = pivot_row[VALUE].sub(&divisor.mul(&old.value)?)?;
        pivot_row[EPSILON] = pivot_row[EPSILON].sub(&divisor.mul(&old.epsilon)?)?;
        for other in 0..self.basis.len() {
            if other == row {
                continue;
            }
            let cells = self.row_mut(other);
            let factor = std::mem::take(&mut cells[COLUMNS + column]);
            if factor.is_zero() {
                continue;
            }
            if divisor.is_one() {
                for (cell, of_pivot) in cells.iter_mut().zip(&pivot_row) {
                    if !of_pivot.is_zero() {
                        *cell = cell.plus_product(&factor, of_pivot)?;
                    }
                }
            } else {
                let common = divisor.gcd(&factor);
                let (scale, factor) = (divisor.div_exact(&common), factor.div_exact(&common));
                for (cell, of_pivot) in cells.iter_mut().zip(&pivot_row) {
                    *cell = cell.combine(&scale, &factor, of_pivot)?;
                }
                self.basis[other].denominator = self.basis[other].denominator.mul(&scale)?;
            }
            self.reduce_row(other);
        }
        self.scratch = pivot_row;
        Ok(())
    }
}
