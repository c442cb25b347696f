//! Questions to a conjunction: has it a point, does it entail a row, how large can an expression be.
//!
//! The form of [`Conjunction`] saves most of the work: an equality whose pivot has coefficient 1 (over ℝ: any) only
//! defines the pivot, which occurs nowhere else. It never takes part in a contradiction, so the solver does not see it
//! and the pivot's value is filled in afterwards.

use heureka_number::{Int, Rational};

use crate::conjunction::Conjunction;
use crate::expr::{LinearExpr, Var};
use crate::reduce::eliminate;
use crate::row::{Canonical, Kind, Numbers, Row};
use crate::simplex::{Answer, Model, Optimum, Refutation, Simplex};

impl Conjunction {
    pub fn is_satisfiable(&self) -> bool {
        self.solve().is_satisfiable()
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
        let (expr, kind) = self.without_pivots(row.expr(), row.kind().clone());
        let row = match Row::canonical(expr, kind, self.numbers()) {
            Canonical::Always => return true,
            Canonical::Never => return !self.is_satisfiable(),
            Canonical::Row(row) => row,
        };
        let mut simplex = self.simplex();
        row.negated(self.numbers()).into_iter().all(|complement| {
            simplex.push();
            match &complement {
                // A row that is neither always nor never true has such complements.
                Canonical::Always | Canonical::Never => unreachable!("the complement of a canonical row"),
                Canonical::Row(complement) => simplex.add(complement),
            };
            let excluded = !simplex.check().is_satisfiable();
            simplex.pop();
            excluded
        })
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
        for (position, row) in self.rows().iter().enumerate() {
            if !self.only_defines(row) {
                simplex.add_at(u32::try_from(position).expect("fewer than 2^32 rows"), row);
            }
        }
        simplex
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

fn leading(equality: &Row) -> &(Var, Int) {
    equality.expr().leading().expect("a canonical row has a variable")
}
