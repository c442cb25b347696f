//! Satisfiability of conjunctions, exact: an incremental simplex with points, refutations and optima.
//!
//! Parts: [`tableau`] is the data structure with its bounds, [`pivot`] its steps, [`feasible`] finds a point or a Farkas
//! refutation over ℝ, [`optimise`] climbs to a maximum, [`search`] finds integer points by branch and bound with
//! [`omega`] as the complete method behind it; [`queries`] asks all this of a [`crate::Conjunction`]. Numbers are machine
//! integers ([`scalar`]) until one does not fit; then the tableau is built anew with big integers.

mod feasible;
mod model;
mod omega;
mod optimise;
mod pivot;
mod queries;
mod refutation;
mod scalar;
mod search;
mod shadow;
mod tableau;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use heureka_number::{Int, Rational};

use crate::expr::{LinearExpr, Var};
use crate::row::{Kind, Numbers, Row};
use scalar::{Overflow, Scalar};
use tableau::Tableau;

pub use model::Model;
pub use refutation::{Refutation, RowRef, quotient};

/// Whether rows have a common point, with the evidence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    Satisfiable(Model),
    Unsatisfiable(Refutation),
}

impl Answer {
    pub fn is_satisfiable(&self) -> bool {
        matches!(self, Answer::Satisfiable(_))
    }

    pub fn model(self) -> Option<Model> {
        match self {
            Answer::Satisfiable(model) => Some(model),
            Answer::Unsatisfiable(_) => None,
        }
    }

    pub fn refutation(self) -> Option<Refutation> {
        match self {
            Answer::Satisfiable(_) => None,
            Answer::Unsatisfiable(refutation) => Some(refutation),
        }
    }
}

/// The greatest value of an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Optimum {
    /// There is no point.
    Empty,
    Unbounded,
    Attained(Rational),
    /// The least upper bound, which no point reaches: over ℝ with strict rows.
    Supremum(Rational),
}

/// The position of a row among those that were added and not popped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RowId(pub u32);

/// Variables from here on are the quotients of modulo rows.
const FIRST_QUOTIENT: Var = Var(1 << 31);

/// The rows, with the positions by which refutations name them.
#[derive(Debug, Clone)]
struct Problem {
    numbers: Numbers,
    rows: Vec<(u32, Row)>,
}

impl Problem {
    /// Calls with each constraint that the tableau holds, and whether it is an equality.
    fn for_each_constraint(&self, mut each: impl FnMut(&LinearExpr, bool)) {
        for (position, row) in &self.rows {
            match row.kind() {
                Kind::Modulo { modulus, width } => {
                    let (low, high) = refutation::modulo_rows(row.expr(), modulus, width, *position);
                    each(&low, false);
                    each(&high, false);
                }
                kind => each(row.expr(), *kind == Kind::Equal),
            }
        }
    }

    /// All variables, quotients included, sorted.
    fn vars(&self) -> Vec<Var> {
        let mut vars = BTreeSet::new();
        self.for_each_constraint(|expr, _| vars.extend(expr.vars()));
        vars.into_iter().collect()
    }
}

/// Both sizes of numbers; the small one until it overflows.
#[derive(Debug, Clone)]
enum Core {
    Small(Tableau<i64>),
    Big(Tableau<Int>),
}

/// Rows that come and go, and whether they have a common point.
///
/// ```
/// use heureka_linear::{Answer, Conjunction, Names, Numbers, Simplex};
/// let mut names = Names::default();
/// let c = Conjunction::parse("x >= y + 1 & y >= 2x & x >= 0", Numbers::Integer, &mut names).unwrap();
/// let mut simplex = Simplex::new(Numbers::Integer);
/// for row in c.rows() {
///     simplex.add(row);
/// }
/// let Answer::Unsatisfiable(refutation) = simplex.check() else { panic!() };
/// assert!(refutation.check(Numbers::Integer, c.rows()));
/// ```
#[derive(Debug, Clone)]
pub struct Simplex {
    problem: Problem,
    /// How many rows there were at each `push`.
    levels: Vec<usize>,
    core: Core,
    /// While a question is put to the tableau: the number of levels without those of the question. After an
    /// interruption it stays, and the tableau is built anew.
    asked_at: Option<usize>,
}

impl Simplex {
    pub fn new(numbers: Numbers) -> Simplex {
        let problem = Problem { numbers, rows: Vec::new() };
        Simplex { problem, levels: Vec::new(), core: Core::Small(Tableau::new()), asked_at: None }
    }

    pub fn numbers(&self) -> Numbers {
        self.problem.numbers
    }

    /// The rows that were added and not popped.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &Row> {
        let interrupted = self.asked_at.and_then(|levels| self.levels.get(levels));
        let length = interrupted.copied().unwrap_or(self.problem.rows.len());
        self.problem.rows[..length].iter().map(|(_, row)| row)
    }

    /// Rows added from here on go with the next `pop`.
    pub fn push(&mut self) {
        self.recover();
        self.levels.push(self.problem.rows.len());
        match &mut self.core {
            Core::Small(tableau) => tableau.push(),
            Core::Big(tableau) => tableau.push(),
        }
    }

    /// Takes back the rows added since the last `push` that was not popped; there must be one.
    pub fn pop(&mut self) {
        self.recover();
        let length = self.levels.pop().expect("a pop for each push");
        self.problem.rows.truncate(length);
        let popped = match &mut self.core {
            Core::Small(tableau) => tableau.pop(),
            Core::Big(tableau) => tableau.pop(),
        };
        if popped.is_err() {
            self.enlarge();
        }
    }

    /// Adds a row. Variables are below 2³¹.
    pub fn add(&mut self, row: &Row) -> RowId {
        let position = self.problem.rows.last().map_or(0, |(position, _)| position + 1);
        self.add_at(position, row);
        RowId(position)
    }

    /// Adds a row that refutations name by this position, which is above the others'.
    fn add_at(&mut self, position: u32, row: &Row) {
        assert!(row.expr().leading().is_none_or(|(var, _)| *var < FIRST_QUOTIENT), "variables are below 2^31");
        self.recover();
        self.problem.rows.push((position, row.clone()));
        let added = match &mut self.core {
            Core::Small(tableau) => insert(tableau, position, row),
            Core::Big(tableau) => insert(tableau, position, row),
        };
        if added.is_err() {
            self.enlarge();
        }
    }

    /// Whether the rows have a common point.
    pub fn check(&mut self) -> Answer {
        match self.decide(self.levels.len()) {
            Answer::Satisfiable(mut model) => {
                model.retain_below(FIRST_QUOTIENT);
                Answer::Satisfiable(model)
            }
            refuted => refuted,
        }
    }

    /// Whether the rows have a common point; after an interruption only the first `levels` are left.
    fn decide(&mut self, levels: usize) -> Answer {
        self.ask(levels, |core, problem| match core {
            Core::Small(tableau) => solve(tableau, problem),
            Core::Big(tableau) => solve(tableau, problem),
        })
    }

    /// Puts a question to the tableau, and again with big integers if small ones do not suffice.
    fn ask<T>(&mut self, levels: usize, question: impl Fn(&mut Core, &Problem) -> Result<T, Overflow>) -> T {
        self.recover();
        self.asked_at = Some(levels);
        let answer = question(&mut self.core, &self.problem).unwrap_or_else(|Overflow| {
            self.enlarge();
            large(question(&mut self.core, &self.problem))
        });
        self.asked_at = None;
        answer
    }

    /// Makes the tableau anew if a question to it was interrupted.
    fn recover(&mut self) {
        let Some(levels) = self.asked_at.take() else { return };
        if let Some(length) = self.levels.get(levels) {
            self.problem.rows.truncate(*length);
            self.levels.truncate(levels);
        }
        match self.build() {
            Ok(tableau) => self.core = Core::Small(tableau),
            Err(Overflow) => self.enlarge(),
        }
    }

    /// The greatest value of an expression at the rows' common points.
    pub fn maximum(&mut self, expr: &LinearExpr) -> Optimum {
        match (self.problem.numbers, self.relaxed_maximum(expr)) {
            (Numbers::Integer, Optimum::Attained(limit)) => self.integer_maximum(expr, limit.floor()),
            // With rational coefficients, a relaxation without limit has integer points without limit, if any.
            (Numbers::Integer, Optimum::Unbounded) if !self.check().is_satisfiable() => Optimum::Empty,
            (_, relaxed) => relaxed,
        }
    }

    /// The greatest value over ℝ.
    fn relaxed_maximum(&mut self, expr: &LinearExpr) -> Optimum {
        self.ask(self.levels.len(), |core, _| match core {
            Core::Small(tableau) => tableau.maximum(expr),
            Core::Big(tableau) => tableau.maximum(expr),
        })
    }

    /// The greatest integer value, which is at most `limit`: by halves between a point and the limit.
    fn integer_maximum(&mut self, expr: &LinearExpr, limit: Int) -> Optimum {
        let Answer::Satisfiable(model) = self.check() else { return Optimum::Empty };
        let mut low = model.eval(expr).floor();
        let mut high = limit;
        let mut goal = high.clone();
        while low < high {
            let reached = match Row::canonical(expr.plus_constant(-&goal), Kind::AtLeast, Numbers::Integer) {
                crate::Canonical::Row(row) => {
                    self.push();
                    self.add(&row);
                    let answer = self.decide(self.levels.len() - 1);
                    self.pop();
                    answer.model()
                }
                // A constant expression has its limit as its value.
                _ => break,
            };
            match reached {
                Some(model) => low = model.eval(expr).floor(),
                None => high = goal - Int::ONE,
            }
            goal = (&low + &high + Int::ONE).div_floor(&Int::new(2));
        }
        Optimum::Attained(Rational::from(low))
    }

    /// Builds the tableau anew with big integers.
    fn enlarge(&mut self) {
        self.core = Core::Big(large(self.build()));
    }

    /// The tableau of the rows.
    fn build<N: Scalar>(&self) -> Result<Tableau<N>, Overflow> {
        let mut tableau = Tableau::new();
        let mut levels = self.levels.iter().copied().peekable();
        for (count, (position, row)) in self.problem.rows.iter().enumerate() {
            while levels.next_if(|length| *length <= count).is_some() {
                tableau.push();
            }
            insert(&mut tableau, *position, row)?;
        }
        levels.for_each(|_| tableau.push());
        Ok(tableau)
    }
}

/// The result of a step with big integers, which do not overflow.
fn large<T>(result: Result<T, Overflow>) -> T {
    result.expect("big integers do not overflow")
}

fn insert<N: Scalar>(tableau: &mut Tableau<N>, position: u32, row: &Row) -> Result<(), Overflow> {
    let Kind::Modulo { modulus, width } = row.kind() else {
        return tableau.add_row(row, RowRef::Input(position));
    };
    let (low, high) = refutation::modulo_rows(row.expr(), modulus, width, position);
    tableau.add_at_least(&low, RowRef::ModuloLow(position))?;
    tableau.add_at_least(&high, RowRef::ModuloHigh(position))
}

fn solve<N: Scalar>(tableau: &mut Tableau<N>, problem: &Problem) -> Result<Answer, Overflow> {
    if problem.numbers == Numbers::Integer {
        return search::solve_integers(tableau, problem);
    }
    Ok(match tableau.check()? {
        Some(farkas) => Answer::Unsatisfiable(Refutation::Farkas(farkas)),
        None => Answer::Satisfiable(tableau.model()),
    })
}
