//! Rows as constraints on real numbers, whatever their variables range over.
//!
//! What the relaxation entails, the rows entail; what it excludes, they exclude. Over ℤ the converse may fail, but
//! each question is one run of the simplex method without any search.

use crate::expr::LinearExpr;
use crate::row::{Canonical, Numbers, Row};
use crate::simplex::{Answer, Model, Optimum, Simplex};

pub(crate) struct Relaxation {
    /// The numbers that the rows speak of.
    numbers: Numbers,
    simplex: Simplex,
}

impl Relaxation {
    pub fn of<'a>(numbers: Numbers, rows: impl IntoIterator<Item = &'a Row>) -> Relaxation {
        let mut relaxation = Relaxation { numbers, simplex: Simplex::new(Numbers::Real) };
        relaxation.add(rows);
        relaxation
    }

    /// Adds rows; a modulo row says nothing of real numbers.
    pub fn add<'a>(&mut self, rows: impl IntoIterator<Item = &'a Row>) {
        for row in rows {
            if !row.is_modulo() {
                self.simplex.add(row);
            }
        }
    }

    /// What `run` answers when these rows are there too.
    pub fn with<'a, T>(
        &mut self,
        rows: impl IntoIterator<Item = &'a Row>,
        run: impl FnOnce(&mut Relaxation) -> T,
    ) -> T {
        self.simplex.push();
        self.add(rows);
        let answer = run(self);
        self.simplex.pop();
        answer
    }

    pub fn point(&mut self) -> Option<Model> {
        match self.simplex.check() {
            Answer::Satisfiable(model) => Some(model),
            Answer::Unsatisfiable(_) => None,
        }
    }

    pub fn is_empty(&mut self) -> bool {
        !self.simplex.check().is_satisfiable()
    }

    /// Whether the row certainly holds at every point.
    pub fn entails(&mut self, row: &Row) -> bool {
        if row.is_modulo() {
            return false;
        }
        row.negated(self.numbers).iter().all(|complement| match complement {
            Canonical::Always => false,
            Canonical::Never => true,
            Canonical::Row(complement) => self.with([complement], Relaxation::is_empty),
        })
    }

    pub fn maximum(&mut self, expr: &LinearExpr) -> Optimum {
        self.simplex.maximum(expr)
    }
}
