//! Feasibility: can the program with arrays execute a path that an abstraction of it can (paper 000 §2, Table 1; paper
//! 004 §3.2)?
//!
//! The path is renamed so that nothing is assigned twice (`rename`, `step`, with the values of `evaluate` and
//! `arithmetic` and the arrays of `store`), each step gives a formula (`formula`), and a solver decides them (`solve`).
//! Satisfiable: the model answers the questions of the interpreter (`ask`), which replays the execution (`replay`).
//! Unsatisfiable: the steps that contradict each other and the cells they read (`core`). [`Table`] shows it all.
//!
//! Where this goes beyond the paper: numbers that are known along the path (loop counters, mostly) are propagated, with
//! reasons (`reason`) instead of formulae, and arrays whose indices are known are cells, not terms. So the cost is that
//! of the path, not that of the theory of arrays; and the core can tell a step that matters because it left a cell alone
//! from one that matters because of the value it wrote, whose reads alone are worth refining.

mod arithmetic;
mod ask;
mod core;
mod evaluate;
mod formula;
mod number;
mod reason;
mod rename;
mod replay;
mod solve;
mod statement;
mod step;
mod store;
mod table;

use heureka_ir::interpret::Choices;
use heureka_ir::{EdgeId, LocKind, Op, Program};
use heureka_logic::Assignment;
use heureka_logic::solver::SolverError;

pub use self::core::{Core, CoreRead};
pub use self::replay::execution;
pub use self::table::{Row, Table};

use self::rename::Renaming;
use self::solve::{Query, Solved};
use crate::engine::{Arithmetic, Context};

/// How often the clock is looked at, in steps.
const POLL: usize = 1 << 12;

/// Reads of cells at unknown indices have a case for each store before them. A solver that begins with more terms than this
/// does not look at its clock for seconds.
const MOST_TERMS: usize = 300_000;

/// What became of a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Feasibility {
    /// An execution takes it with these answers to the questions of the interpreter.
    Feasible(Choices),
    /// No execution takes it.
    Infeasible(Core),
    /// Nobody knows, for this reason.
    Undecided(String),
}

/// A path that was checked.
#[derive(Clone, Debug)]
pub struct Checked {
    pub feasibility: Feasibility,
    /// What `heureka check -v` shows.
    pub table: Table,
}

/// Checks whether the program can execute the path: all edges of an execution from the entry of the entry procedure to
/// an error location, those of called procedures among them.
pub fn check(program: &Program, path: &[EdgeId], arithmetic: Arithmetic, cx: &Context) -> Checked {
    let (feasibility, table) = decide(program, path, arithmetic, cx);
    let feasibility = match (feasibility, arithmetic) {
        // Fractions are no choices; perhaps the integers do.
        (Feasibility::Undecided(why), Arithmetic::Real) => match decide(program, path, Arithmetic::Integer, cx).0 {
            feasible @ Feasibility::Feasible(_) => feasible,
            _ => Feasibility::Undecided(why),
        },
        (feasibility, _) => feasibility,
    };
    let mut table = table;
    if let Feasibility::Infeasible(core) = &feasibility {
        table.mark(&core.steps);
    }
    Checked { feasibility, table }
}

fn decide(program: &Program, path: &[EdgeId], arithmetic: Arithmetic, cx: &Context) -> (Feasibility, Table) {
    let mut renaming = Renaming::new(program, arithmetic);
    let mut table = Table::new(path.len());
    if path.iter().any(|edge| matches!(program.edge(*edge).op, Op::Copy { .. })) {
        return (Feasibility::Undecided("the path copies a set".to_owned()), table);
    }
    for (step, &edge) in path.iter().enumerate() {
        if program.edge(edge).from != renaming.at {
            let text = format!("step {step} of the path does not start where the one before it ends");
            return (Feasibility::Undecided(text), table);
        }
        if step % POLL == 0 && cx.is_interrupted() {
            return (Feasibility::Undecided("time is up".to_owned()), table);
        }
        let number = table.record(&renaming, step, edge);
        renaming.take(step, edge, number);
        if renaming.formulae.terms.len() > MOST_TERMS {
            return (Feasibility::Undecided("the path is too long for the solver".to_owned()), table);
        }
        if renaming.is_contradictory() && table.is_full() {
            break;
        }
    }
    if let Some(contradiction) = renaming.contradiction {
        return (Feasibility::Infeasible(renaming.core(path, Some(contradiction), None)), table);
    }
    if !matches!(program.loc(renaming.at).kind, LocKind::Error { .. }) {
        return (Feasibility::Undecided("the path does not end at an error".to_owned()), table);
    }
    let feasibility = match solve(&mut renaming, path, cx) {
        Ok(feasibility) => feasibility,
        Err(SolverError::TimedOut | SolverError::Cancelled) => Feasibility::Undecided("time is up".to_owned()),
        Err(error) => Feasibility::Undecided(error.to_string()),
    };
    (feasibility, table)
}

fn solve(renaming: &mut Renaming, path: &[EdgeId], cx: &Context) -> Result<Feasibility, SolverError> {
    let is_trivial = renaming.formulae.clauses.is_empty() && renaming.formulae.background.is_empty();
    let model = if is_trivial {
        Assignment { complete: true, ..Assignment::new() }
    } else {
        let mut query = Query::new(&mut renaming.formulae, cx)?;
        match query.solve(&mut renaming.formulae)? {
            Solved::Satisfiable(model) => model,
            Solved::Unknown(why) => return Ok(Feasibility::Undecided(why)),
            Solved::Unsatisfiable(clauses) => {
                return Ok(Feasibility::Infeasible(renaming.core(path, None, Some((&mut query, &clauses)))));
            }
        }
    };
    Ok(match renaming.choices(&model) {
        Ok(choices) => Feasibility::Feasible(choices),
        Err(ask::NoChoice) => Feasibility::Undecided("only with fractions, or with numbers beyond 128 bits".to_owned()),
    })
}
