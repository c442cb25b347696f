//! The variables that a path edge fixes to constants, and the cases of a step that these rule out at a glance.
//!
//! A step that looks at an array cell by cell has a case for each; nearly always the index is fixed.

use heureka_linear::{Conjunction, Kind, LinearExpr, Var};
use heureka_number::Int;

use super::super::encode::Case;

/// Which variables are fixed, and to what.
#[derive(PartialEq, Eq)]
pub struct Fixed {
    /// Sorted by variable.
    values: Vec<(Var, Int)>,
}

impl Fixed {
    pub fn of(path_edge: &Conjunction) -> Fixed {
        let value = |expr: &LinearExpr| match expr.terms() {
            [(var, factor)] if *factor == Int::from(1) => Some((*var, -expr.constant())),
            _ => None,
        };
        let mut values: Vec<(Var, Int)> = path_edge.equalities().iter().filter_map(|row| value(row.expr())).collect();
        values.sort_unstable_by_key(|(var, _)| *var);
        Fixed { values }
    }

    pub fn into_values(self) -> Vec<(Var, Int)> {
        self.values
    }

    fn value(&self, var: Var) -> Option<&Int> {
        self.values.binary_search_by_key(&var, |(var, _)| *var).ok().map(|at| &self.values[at].1)
    }

    /// Whether the guard of a case cannot hold, as the fixed variables alone show.
    pub fn rules_out(&self, case: &Case) -> bool {
        !self.values.is_empty() && case.guard.iter().any(|(expr, kind)| self.is_false(expr, kind))
    }

    fn is_false(&self, expr: &LinearExpr, kind: &Kind) -> bool {
        let mut sum = expr.constant().clone();
        for (var, factor) in expr.terms() {
            let Some(value) = self.value(*var) else { return false };
            sum += factor * value;
        }
        match kind {
            Kind::Equal => !sum.is_zero(),
            Kind::AtLeast => sum < Int::from(0),
            Kind::Above => sum <= Int::from(0),
            Kind::Modulo { .. } => false,
        }
    }
}
