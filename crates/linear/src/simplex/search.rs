//! Integer points: branch and bound over the simplex method, and a complete method when that does not end.
//!
//! The relaxation over ℝ is solved first; most conjunctions of programs have an integer vertex or none at all. A
//! variable with a fractional value is split, which on unbounded problems may go on for ever; so after
//! [`BRANCHES`] splits the search starts again with the Omega test ([`crate::simplex::omega`]), which always ends.

use heureka_number::Int;

use crate::expr::LinearExpr;
use crate::simplex::model::Model;
use crate::simplex::omega::Omega;
use crate::simplex::refutation::{Refutation, RowRef, sides};
use crate::simplex::scalar::{Overflow, Scalar};
use crate::simplex::tableau::{Farkas, Tableau};
use crate::simplex::{Answer, Problem};

/// How many splits branch and bound may make.
const BRANCHES: usize = 60;

enum Branching {
    Point(Model),
    Refuted(Refutation),
    GaveUp,
}

/// Decides the problem over ℤ; its rows are in the tableau.
pub(super) fn solve_integers<N: Scalar>(tableau: &mut Tableau<N>, problem: &Problem) -> Result<Answer, Overflow> {
    let mut budget = BRANCHES;
    match branch(tableau, 0, &mut budget)? {
        Branching::Point(model) => Ok(Answer::Satisfiable(model)),
        Branching::Refuted(refutation) => Ok(Answer::Unsatisfiable(refutation)),
        Branching::GaveUp => Omega::new(tableau).solve(problem),
    }
}

fn branch<N: Scalar>(tableau: &mut Tableau<N>, depth: u32, budget: &mut usize) -> Result<Branching, Overflow> {
    if let Some(farkas) = tableau.check()? {
        return Ok(Branching::Refuted(Refutation::Farkas(farkas)));
    }
    let Some((var, value)) = tableau.fractional() else { return Ok(Branching::Point(tableau.model())) };
    if *budget == 0 {
        return Ok(Branching::GaveUp);
    }
    *budget -= 1;
    let (expr, bound) = (LinearExpr::var(var), value.floor());
    let (at_most, at_least) = sides(&expr, &bound);
    let below = match under(tableau, &at_most, depth, |tableau| branch(tableau, depth + 1, budget))? {
        Branching::Refuted(refutation) if refutation.assumes(depth) => refutation,
        // The side was not needed: what refutes it refutes the whole.
        Branching::Refuted(refutation) => return Ok(Branching::Refuted(refutation.lifted(depth))),
        other => return Ok(other),
    };
    let above = match under(tableau, &at_least, depth, |tableau| branch(tableau, depth + 1, budget))? {
        Branching::Refuted(refutation) if refutation.assumes(depth) => refutation,
        Branching::Refuted(refutation) => return Ok(Branching::Refuted(refutation.lifted(depth))),
        other => return Ok(other),
    };
    Ok(Branching::Refuted(split(expr, bound, below, above)))
}

/// Runs a step with one more assumption `expr ≥ 0`, that of the split at this depth.
pub(super) fn under<N: Scalar, T>(
    tableau: &mut Tableau<N>,
    assumption: &LinearExpr,
    depth: u32,
    step: impl FnOnce(&mut Tableau<N>) -> Result<T, Overflow>,
) -> Result<T, Overflow> {
    tableau.push();
    tableau.add_at_least(assumption, RowRef::Assumption(depth))?;
    let result = step(tableau)?;
    tableau.pop()?;
    Ok(result)
}

pub(super) fn split(expr: LinearExpr, bound: Int, below: Refutation, above: Refutation) -> Refutation {
    Refutation::Split { expr, bound, below: Box::new(below), above: Box::new(above) }
}

/// What refutes rows that are known to have no point over ℝ.
pub(super) fn refuted<N: Scalar>(tableau: &mut Tableau<N>) -> Result<Farkas, Overflow> {
    Ok(tableau.check()?.expect("the rows and assumptions exclude each other over ℝ"))
}
