//! A conjunction of linear constraints: one disjunct of a DLC.
//!
//! Invariant: the equalities are solved (each for its highest variable, its *pivot*, which no other row mentions);
//! for each direction `a·x` there is at most one lower and one upper bound, and they leave more than one value; rows
//! are sorted. So conjunctions that are equal up to these rules are equal rows by rows and have the same hash. It is
//! not decided here whether the conjunction has a point: [`Conjunction::is_false`] only says that its form shows a
//! contradiction.

use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use heureka_number::Int;

use crate::expr::{LinearExpr, Var};
use crate::names::Names;
use crate::reduce::Reduction;
use crate::row::{Canonical, Kind, Numbers, Row};

/// A conjunction of rows, reduced.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Conjunction {
    numbers: Numbers,
    /// No row is left then.
    contradiction: bool,
    /// Equalities first. Shared, since a set keeps a conjunction in several places.
    rows: Arc<Vec<Row>>,
}

impl Conjunction {
    /// The conjunction of nothing: everything satisfies it.
    pub fn top(numbers: Numbers) -> Conjunction {
        Conjunction { numbers, contradiction: false, rows: Arc::default() }
    }

    /// A contradiction.
    pub fn bottom(numbers: Numbers) -> Conjunction {
        Conjunction { numbers, contradiction: true, rows: Arc::default() }
    }

    /// The conjunction of the constraints.
    pub fn new(numbers: Numbers, constraints: impl IntoIterator<Item = (LinearExpr, Kind)>) -> Conjunction {
        Conjunction::top(numbers).with_all(constraints)
    }

    /// The conjunction of the rows.
    pub fn from_rows<'a>(numbers: Numbers, rows: impl IntoIterator<Item = &'a Row>) -> Conjunction {
        Conjunction::top(numbers).with_rows(rows)
    }

    /// With one more constraint.
    pub fn with(&self, expr: LinearExpr, kind: Kind) -> Conjunction {
        self.with_all([(expr, kind)])
    }

    /// With more constraints.
    pub fn with_all(&self, constraints: impl IntoIterator<Item = (LinearExpr, Kind)>) -> Conjunction {
        let mut reduction = Reduction::of(self);
        for (expr, kind) in constraints {
            reduction.add(expr, kind);
        }
        reduction.finish()
    }

    /// With more rows.
    pub fn with_rows<'a>(&self, rows: impl IntoIterator<Item = &'a Row>) -> Conjunction {
        let mut reduction = Reduction::of(self);
        for row in rows {
            reduction.add_row(row);
        }
        reduction.finish()
    }

    pub fn and(&self, other: &Conjunction) -> Conjunction {
        assert_eq!(self.numbers, other.numbers, "constraints over different numbers do not mix");
        if self.contradiction || other.contradiction {
            return Conjunction::bottom(self.numbers);
        }
        if self.rows.len() < other.rows.len() { other.with_rows(self.rows()) } else { self.with_rows(other.rows()) }
    }

    pub fn numbers(&self) -> Numbers {
        self.numbers
    }

    /// Whether the form alone shows that no point satisfies it.
    pub fn is_false(&self) -> bool {
        self.contradiction
    }

    /// Whether every point satisfies it.
    pub fn is_true(&self) -> bool {
        self.rows.is_empty() && !self.contradiction
    }

    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The equalities; each one's pivot is its highest variable and has a positive coefficient.
    pub fn equalities(&self) -> &[Row] {
        &self.rows[..self.equality_count()]
    }

    /// The rows that are not equalities.
    pub fn others(&self) -> &[Row] {
        &self.rows[self.equality_count()..]
    }

    fn equality_count(&self) -> usize {
        self.rows.partition_point(Row::is_equality)
    }

    pub fn vars(&self) -> BTreeSet<Var> {
        self.rows.iter().flat_map(Row::vars).collect()
    }

    pub fn mentions(&self, var: Var) -> bool {
        self.rows.iter().any(|row| row.mentions(var))
    }

    /// Whether a point of integers satisfies it.
    pub fn holds_at(&self, mut point: impl FnMut(Var) -> Int) -> bool {
        !self.contradiction && self.rows.iter().all(|row| row.holds_at(&mut point))
    }

    /// With every variable replaced by an expression, all at once: the paper's application δ(s, t).
    pub fn apply(&self, mut value: impl FnMut(Var) -> LinearExpr) -> Conjunction {
        if self.contradiction {
            return self.clone();
        }
        let constraints = self.rows.iter().map(|row| (row.expr().map_vars(&mut value), row.kind().clone()));
        Conjunction::new(self.numbers, constraints)
    }

    /// With its variables renamed; two may become one.
    pub fn rename(&self, mut name: impl FnMut(Var) -> Var) -> Conjunction {
        if self.contradiction {
            return self.clone();
        }
        let constraints = self.rows.iter().map(|row| (row.expr().rename(&mut name), row.kind().clone()));
        Conjunction::new(self.numbers, constraints)
    }

    /// The complement, as the disjunction of the rows' complements.
    pub fn negated(&self) -> Vec<Conjunction> {
        if self.contradiction {
            return vec![Conjunction::top(self.numbers)];
        }
        let mut disjuncts = Vec::new();
        for complement in self.rows.iter().flat_map(|row| row.negated(self.numbers)) {
            match complement {
                Canonical::Always => return vec![Conjunction::top(self.numbers)],
                Canonical::Never => {}
                Canonical::Row(row) => disjuncts.push(Conjunction::from_rows(self.numbers, [&row])),
            }
        }
        disjuncts
    }

    /// The constraints as text.
    pub fn show(&self, names: &Names) -> String {
        if self.contradiction {
            return "false".to_owned();
        }
        if self.rows.is_empty() {
            return "true".to_owned();
        }
        self.rows.iter().map(|row| names.show_row(row)).collect::<Vec<_>>().join(" & ")
    }

    /// Rows that already satisfy the invariant.
    pub(crate) fn from_reduced(numbers: Numbers, rows: Vec<Row>) -> Conjunction {
        Conjunction { numbers, contradiction: false, rows: Arc::new(rows) }
    }
}

impl Hash for Conjunction {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.contradiction.hash(state);
        self.rows.hash(state);
    }
}

impl std::fmt::Debug for Conjunction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.show(&Names::default()))
    }
}
