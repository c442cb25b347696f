//! Questions to a conjunction: has it a point, does it entail a row, how large can an expression be.
//!
//! The form of [`Conjunction`] saves most of the work: an equality whose pivot has coefficient 1 (over ℝ: any) only
//! defines the pivot, which occurs nowhere else. It never takes part in a contradiction, so the solver does not see it
//! and the pivot's value is filled in afterwards.

use std::cell::Cell;

use heureka_number::{Int, Rational};

use crate::conjunction::Conjunction;
use crate::expr::{LinearExpr, Var};
use crate::reduce::eliminate;
use crate::row::{Canonical, Kind, Numbers, Row};
use crate::simplex::scalar::Overflow;
use crate::simplex::tableau::Tableau;
use crate::simplex::{Answer, Model, Optimum, Refutation, Simplex, insert};

thread_local! {
    /// The tableau of the last quick question, for its memory.
    static TABLEAU: Cell<Option<Box<Tableau<i64>>>> = const { Cell::new(None) };
}

/// Runs a question on an empty tableau.
fn with_tableau<T>(ask: impl FnOnce(&mut Tableau<i64>) -> T) -> T {
    let mut tableau = TABLEAU.take().unwrap_or_else(|| Box::new(Tableau::new()));
    tableau.clear();
    let answer = ask(&mut tableau);
    TABLEAU.set(Some(tableau));
    answer
}

/// Whether the rows of the tableau have a common point, where small numbers and the relaxation over ℝ tell.
fn quick(tableau: &mut Tableau<i64>, numbers: Numbers) -> Option<bool> {
    match tableau.is_feasible().ok()? {
        true if numbers == Numbers::Integer && !tableau.is_integral() => None,
        answer => Some(answer),
    }
}

impl Conjunction {
    pub fn is_satisfiable(&self) -> bool {
        if self.is_false() {
            return false;
        }
        if self.holds_at_zero() {
            return true;
        }
        let answer = with_tableau(|tableau| {
            self.insert_into(tableau).ok()?;
            quick(tableau, self.numbers())
        });
        answer.unwrap_or_else(|| self.solve().is_satisfiable())
    }

    /// Whether the point 0 (with the pivots filled in) satisfies it.
    fn holds_at_zero(&self) -> bool {
        self.rows().iter().all(|row| {
            let constant = row.expr().constant();
            match row.kind() {
                Kind::Equal => constant.is_zero() || self.only_defines(row),
                Kind::AtLeast => !constant.is_negative(),
                Kind::Above => constant.is_positive(),
                Kind::Modulo { width, .. } => constant <= width,
            }
        })
    }

    /// A point, or a refutation of [`Conjunction::rows`].
    pub fn solve(&self) -> Answer {
        if self.is_false() {
            return Answer::Unsatisfiable(Refutation::Stated);
        }
        match self.simplex().check() {
            Answer::Satisfiable(mut model) => {
                self.fill_in(&mut model);
                Answer::Satisfiable(model)
            }
            refuted => refuted,
        }
    }

    pub fn model(&self) -> Option<Model> {
        self.solve().model()
    }

    /// Whether the refutation shows that there is no point.
    pub fn refuted_by(&self, refutation: &Refutation) -> bool {
        self.is_false() || refutation.check(self.numbers(), self.rows())
    }

    /// Whether the row holds at every point.
    pub fn entails_row(&self, row: &Row) -> bool {
        if self.is_false() || self.rows().binary_search(row).is_ok() {
            return true;
        }
        let row = match self.reduced(row) {
            Canonical::Always => return true,
            Canonical::Never => return !self.is_satisfiable(),
            Canonical::Row(row) => row,
        };
        let complements = complements(&row, self.numbers());
        self.quickly_excludes(&complements).unwrap_or_else(|| {
            let mut simplex = self.simplex();
            complements.iter().all(|complement| {
                simplex.push();
                simplex.add(complement);
                let excluded = !simplex.check().is_satisfiable();
                simplex.pop();
                excluded
            })
        })
    }

    /// Whether the row holds at every point, as far as one run of the simplex method with small numbers tells: `false`
    /// decides nothing.
    pub(crate) fn quickly_entails_row(&self, row: &Row) -> bool {
        match self.reduced(row) {
            Canonical::Always => true,
            Canonical::Never => false,
            Canonical::Row(row) => self.quickly_excludes(&complements(&row, self.numbers())) == Some(true),
        }
    }

    /// Whether no point satisfies one of the rows, where small numbers and the relaxation over ℝ tell.
    fn quickly_excludes(&self, rows: &[Row]) -> Option<bool> {
        with_tableau(|tableau| {
            self.insert_into(tableau).ok()?;
            let position = u32::try_from(self.rows().len()).expect("fewer than 2^32 rows");
            for row in rows {
                tableau.push();
                insert(tableau, position, row).ok()?;
                if quick(tableau, self.numbers())? {
                    return Some(false);
                }
                tableau.pop().ok()?;
            }
            Some(true)
        })
    }

    /// The row without the pivots.
    fn reduced(&self, row: &Row) -> Canonical {
        let (expr, kind) = self.without_pivots(row.expr(), row.kind().clone());
        Row::canonical(expr, kind, self.numbers())
    }

    /// The greatest value of an expression.
    pub fn maximum(&self, expr: &LinearExpr) -> Optimum {
        if self.is_false() {
            return Optimum::Empty;
        }
        let (scaled, factor) = self.scaled_without_pivots(expr);
        let over = |value: Rational| value / Rational::from(factor.clone());
        match self.simplex().maximum(&scaled) {
            Optimum::Attained(value) => Optimum::Attained(over(value)),
            Optimum::Supremum(value) => Optimum::Supremum(over(value)),
            other => other,
        }
    }

    /// The least value of an expression; `Supremum` is then its greatest lower bound.
    pub fn minimum(&self, expr: &LinearExpr) -> Optimum {
        match self.maximum(&expr.negated()) {
            Optimum::Attained(value) => Optimum::Attained(-value),
            Optimum::Supremum(value) => Optimum::Supremum(-value),
            other => other,
        }
    }

    /// The least and the greatest value of a variable.
    pub fn bounds(&self, var: Var) -> (Optimum, Optimum) {
        let expr = LinearExpr::var(var);
        (self.minimum(&expr), self.maximum(&expr))
    }

    /// The rows that can take part in a contradiction, under their positions here.
    fn simplex(&self) -> Simplex {
        let mut simplex = Simplex::new(self.numbers());
        for (position, row) in self.binding_rows() {
            simplex.add_at(position, row);
        }
        simplex
    }

    fn insert_into(&self, tableau: &mut Tableau<i64>) -> Result<(), Overflow> {
        self.binding_rows().try_for_each(|(position, row)| insert(tableau, position, row))
    }

    fn binding_rows(&self) -> impl Iterator<Item = (u32, &Row)> {
        (0..).zip(self.rows()).filter(|(_, row)| !self.only_defines(row))
    }

    /// Whether a row gives its pivot a value for every value of the others.
    fn only_defines(&self, row: &Row) -> bool {
        row.is_equality() && (self.numbers() == Numbers::Real || leading(row).1.is_one())
    }

    fn fill_in(&self, model: &mut Model) {
        for row in self.equalities().iter().filter(|row| self.only_defines(row)) {
            let (pivot, coefficient) = leading(row);
            let rest = model.eval(&row.expr().without(*pivot));
            model.insert(*pivot, -rest / Rational::from(coefficient.clone()));
        }
    }

    fn without_pivots(&self, expr: &LinearExpr, kind: Kind) -> (LinearExpr, Kind) {
        self.equalities().iter().fold((expr.clone(), kind), |(expr, kind), row| eliminate(&expr, kind, row))
    }

    /// The expression times a positive factor, without the pivots.
    fn scaled_without_pivots(&self, expr: &LinearExpr) -> (LinearExpr, Int) {
        self.equalities().iter().fold((expr.clone(), Int::ONE), |(expr, factor), row| {
            let (pivot, divisor) = leading(row);
            let Some(coefficient) = expr.coefficient(*pivot) else { return (expr, factor) };
            let factor = factor * divisor.div_exact(&divisor.gcd(coefficient));
            (eliminate(&expr, Kind::Equal, row).0, factor)
        })
    }
}

/// The complement of a canonical row, as a disjunction of rows.
fn complements(row: &Row, numbers: Numbers) -> Vec<Row> {
    let nontrivial = |complement| match complement {
        Canonical::Row(row) => row,
        Canonical::Always | Canonical::Never => unreachable!("the complement of a canonical row"),
    };
    row.negated(numbers).into_iter().map(nontrivial).collect()
}

fn leading(equality: &Row) -> &(Var, Int) {
    equality.expr().leading().expect("a canonical row has a variable")
}
