//! A conjunction on its way to losing variables.
//!
//! Invariant: `kept` rows mention no target and are never looked at again; each `active` row mentions one. The points
//! of the other variables that extend to a point of all rows are the same after every step, unless the step says
//! otherwise.

use heureka_number::Int;

use super::history::History;
use crate::conjunction::Conjunction;
use crate::expr::{LinearExpr, Var};
use crate::redundancy::irredundant;
use crate::row::{Canonical, Kind, Numbers, Row};

#[derive(Clone)]
pub(super) struct Branch {
    pub numbers: Numbers,
    pub kept: Vec<Row>,
    pub active: Vec<Row>,
    /// The variables to eliminate, sorted; also those that are gone already.
    pub targets: Vec<Var>,
    pub contradiction: bool,
    /// The next variable that nothing mentions.
    fresh: u64,
    /// How many rows there were when redundant ones were last removed.
    size: usize,
    /// What the active rows were combined from.
    pub history: History,
}

impl Branch {
    /// Nothing is eliminated yet.
    pub fn of(conjunction: &Conjunction, eliminate: impl Fn(Var) -> bool) -> Branch {
        let mut targets: Vec<Var> = Vec::new();
        let mut highest = 0;
        let (mut kept, mut active) = (Vec::new(), Vec::with_capacity(conjunction.rows().len()));
        for row in conjunction.rows() {
            let mut touched = false;
            for var in row.vars() {
                highest = highest.max(var.0);
                if targets.contains(&var) {
                    touched = true;
                } else if eliminate(var) {
                    touched = true;
                    targets.push(var);
                }
            }
            if touched { active.push(row.clone()) } else { kept.push(row.clone()) }
        }
        targets.sort_unstable();
        Branch {
            numbers: conjunction.numbers(),
            kept,
            active,
            targets,
            contradiction: conjunction.is_false(),
            fresh: u64::from(highest) + 1,
            size: conjunction.rows().len(),
            history: History::default(),
        }
    }

    pub fn is_target(&self, var: Var) -> bool {
        self.targets.binary_search(&var).is_ok()
    }

    pub fn mentions_target(&self, expr: &LinearExpr) -> bool {
        expr.vars().any(|var| self.is_target(var))
    }

    /// A new variable to eliminate.
    pub fn fresh_target(&mut self) -> Var {
        let var = Var(u32::try_from(self.fresh).expect("a variable number that is free"));
        self.fresh += 1;
        // It is the highest, so the order is kept.
        self.targets.push(var);
        var
    }

    pub fn add(&mut self, expr: LinearExpr, kind: Kind) {
        match Row::canonical(expr, kind, self.numbers) {
            Canonical::Always => {}
            Canonical::Never => self.contradiction = true,
            Canonical::Row(row) => self.add_row(row),
        }
    }

    pub fn add_row(&mut self, row: Row) {
        if self.mentions_target(row.expr()) { self.active.push(row) } else { self.kept.push(row) }
    }

    /// Takes the active rows that mention the variable.
    pub fn take_rows_of(&mut self, var: Var) -> Vec<Row> {
        let (taken, rest) = std::mem::take(&mut self.active).into_iter().partition(|row| row.mentions(var));
        self.active = rest;
        taken
    }

    /// Merges what is parallel among the active rows; bounds that meet become equalities.
    pub fn merge_active(&mut self) {
        let merged = Conjunction::from_rows(self.numbers, &self.active);
        self.active.clear();
        self.contradiction |= merged.is_false();
        for row in merged.rows() {
            self.add_row(row.clone());
        }
    }

    /// Removes redundant rows if there are many more rows than the last time.
    pub fn thin_if_grown(&mut self) {
        let count = self.kept.len() + self.active.len();
        if count <= self.size + self.size / 2 + 8 || self.contradiction {
            return;
        }
        let mut rows = std::mem::take(&mut self.kept);
        rows.append(&mut self.active);
        let (context, rows): (Vec<Row>, Vec<Row>) = rows.into_iter().partition(Row::is_equality);
        match irredundant(self.numbers, &context, &rows) {
            None => self.contradiction = true,
            Some(rows) => context.into_iter().chain(rows).for_each(|row| self.add_row(row)),
        }
        self.size = self.size.max(self.kept.len() + self.active.len());
    }

    /// What is left when no row mentions a target.
    pub fn finish(&self) -> Conjunction {
        if self.contradiction {
            return Conjunction::bottom(self.numbers);
        }
        let left = Conjunction::from_rows(self.numbers, &self.kept);
        if left.rows().len() > self.size { left.remove_redundant() } else { left }
    }

    /// The same with one more equality.
    pub fn with_equality(&self, expr: &LinearExpr, value: &Int) -> Branch {
        let mut branch = self.clone();
        branch.add(expr.plus_constant(-value), Kind::Equal);
        branch
    }
}
