//! Integer points: branch and bound over the simplex method, and a complete method when that does not end.
//!
//! The relaxation over ℝ is solved first; most conjunctions of programs have an integer vertex or none at all. A
//! variable with a fractional value is split, which on unbounded problems may go on for ever; the Omega test
//! ([`crate::simplex::omega`]) always ends, but may take long. Each is good where the other is not, so they take
//! turns with growing limits ([`TURNS`]); the last turn has none.

use heureka_number::Int;

use crate::expr::LinearExpr;
use crate::simplex::model::Model;
use crate::simplex::omega::Omega;
use crate::simplex::refutation::{Refutation, RowRef, sides};
use crate::simplex::scalar::{Overflow, Scalar};
use crate::simplex::tableau::{Farkas, Tableau};
use crate::simplex::{Answer, Problem};

/// How many splits branch and bound may make, and how much work the Omega test may do, in turns.
const TURNS: [(usize, usize); 4] = [(12, 10), (150, 80), (3_000, 2_000), (50_000, 50_000)];

/// How many splits may lie on one path: a path that goes on is one that does not end.
const DEPTH: u32 = 250;

enum Branching {
    Point(Model),
    Refuted(Refutation),
    GaveUp,
}

/// Decides the problem over ℤ; its rows are in the tableau.
pub(super) fn solve_integers<N: Scalar>(tableau: &mut Tableau<N>, problem: &Problem) -> Result<Answer, Overflow> {
    for (branches, work) in TURNS {
        match branch(tableau, 0, &mut { branches })? {
            Branching::Point(model) => return Ok(Answer::Satisfiable(model)),
            Branching::Refuted(refutation) => return Ok(Answer::Unsatisfiable(refutation)),
            Branching::GaveUp => {}
        }
        if let Some(answer) = Omega::new(tableau, Some(work)).solve(problem)? {
            return Ok(answer);
        }
    }
    Ok(Omega::new(tableau, None).solve(problem)?.expect("without a limit of work there is an answer"))
}

fn branch<N: Scalar>(tableau: &mut Tableau<N>, depth: u32, budget: &mut usize) -> Result<Branching, Overflow> {
    if let Some(farkas) = tableau.check()? {
        return Ok(Branching::Refuted(Refutation::Farkas(farkas)));
    }
    let Some((var, value)) = tableau.fractional() else { return Ok(Branching::Point(tableau.model())) };
    if *budget == 0 || depth == DEPTH {
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
