//! Whether a certificate speaks of what it may speak of, and the program is one.
//!
//! Whatever passes here can be looked at without looking whether ids exist.

use std::collections::BTreeSet;

use heureka_ir::invariant::{CellIndex, Constraint, Ghost, Invariants, Relation, Value};
use heureka_ir::validate::{Severity, validate};
use heureka_ir::{EdgeId, ExprId, LocId, Node, ProcId, Program, Ty, VarId};

use crate::ghosts::Ghosts;
use crate::question::{Numbers, Question};
use crate::rejected::{Rejected, place};

pub fn check(question: &Question, invariants: &Invariants) -> Result<(), Rejected> {
    let program = question.program;
    let malformed = |reason: String| Err(Rejected::Malformed { reason });
    if let Some(broken) = validate(program).into_iter().find(|violation| violation.severity == Severity::Error) {
        return malformed(format!("the program is broken: {}", broken.message));
    }
    if invariants.at.len() != program.locs.len() {
        let (there, wanted) = (invariants.at.len(), program.locs.len());
        return malformed(format!("{there} invariants for a program with {wanted} locations"));
    }
    let mut is_parameter = vec![false; program.vars.len()];
    program.procs.iter().flat_map(|proc| &proc.params).for_each(|var| is_parameter[var.index()] = true);
    ghosts_are_fine(program, invariants).map_err(|reason| Rejected::Malformed { reason })?;
    let ghosts = Ghosts::of(program, invariants);
    for loc in program.loc_ids() {
        for constraint in invariants.at[loc.index()].disjuncts.iter().flatten() {
            if let Err(problem) = constraint_is_fine(question, &ghosts, loc, constraint, &is_parameter) {
                let proc = program.proc(program.loc(loc).proc);
                let at = place(program, &[program.loc(loc).span, proc.span]);
                return malformed(format!("{at}: the invariant of {loc} {problem}"));
            }
        }
    }
    Ok(())
}

fn constraint_is_fine(
    question: &Question,
    ghosts: &Ghosts,
    loc: LocId,
    constraint: &Constraint,
    is_parameter: &[bool],
) -> Result<(), String> {
    let program = question.program;
    let proc = program.loc(loc).proc;
    let declared = |var: VarId| {
        if var.index() >= program.vars.len() + ghosts.count() {
            return Err(format!("mentions {var}, which does not exist"));
        }
        match ghosts.owner(program, var) {
            Some(owner) if owner != proc => {
                Err(format!("mentions {}, a local of another procedure", ghosts.name(program, var)))
            }
            owner => Ok(owner),
        }
    };
    for &(value, factor) in &constraint.terms {
        match value {
            Value::Now(var) => drop(declared(var)?),
            Value::AtEntry(var) => {
                if declared(var)?.is_some() && !is_parameter.get(var.index()).is_some_and(|is_parameter| *is_parameter)
                {
                    let name = ghosts.name(program, var);
                    return Err(format!("speaks of {name} at the entry, which is no parameter"));
                }
            }
        }
        if factor == 0 {
            return Err("has a factor that is zero".to_owned());
        }
    }
    match constraint.relation {
        Relation::Modulo { .. } if question.numbers == Numbers::Real => {
            Err("speaks of remainders, but numbers are real".to_owned())
        }
        Relation::Modulo { modulus, width } if modulus <= 0 || width < 0 => {
            Err(format!("has a remainder of {modulus} that is at most {width}"))
        }
        _ => Ok(()),
    }
}

fn ghosts_are_fine(program: &Program, invariants: &Invariants) -> Result<(), String> {
    let ghost = |var: VarId| var.index().checked_sub(program.vars.len()).and_then(|at| invariants.ghosts.get(at));
    for (at, found) in invariants.ghosts.iter().enumerate() {
        let problem = match found {
            Ghost::Rigid { at_error, .. } => at_error.and_then(|equal| chosen_problem(program, ghost(equal))),
            Ghost::Cell { array, indices } => match program.arrays.get(array.index()) {
                None => Some(format!("is a cell of {array}, which does not exist")),
                Some(declared) if declared.dims.len() != indices.len() => {
                    Some(format!("is a cell of {} with {} indices", declared.name, indices.len()))
                }
                Some(_) => match cell_owners(program, found, ghost) {
                    Ok(owners) if owners.len() > 1 => Some("belongs to several procedures".to_owned()),
                    Ok(_) => None,
                    Err(problem) => Some(problem),
                },
            },
            Ghost::Last { at } => last_problem(program, at),
        };
        if let Some(problem) = problem {
            return Err(format!("the ghost {} {problem}", Invariants::ghost_var(program, at)));
        }
    }
    Ok(())
}

fn last_problem(program: &Program, at: &[(EdgeId, ExprId)]) -> Option<String> {
    for &(edge, value) in at {
        if edge.index() >= program.edges().len() {
            return Some(format!("is a value at {edge}, which does not exist"));
        }
        let proc = program.loc(program.edge(edge).from).proc;
        match expr_owners(program, value, true) {
            Ok(owners) if owners.iter().any(|owner| *owner != proc) => {
                return Some("is a value with locals of another procedure".to_owned());
            }
            Ok(_) => {}
            Err(problem) => return Some(problem),
        }
    }
    None
}

/// A rigid can be chosen to be equal to a ghost that does not depend on the rigids, wherever the execution fails, or to
/// another rigid.
fn chosen_problem(program: &Program, equal: Option<&Ghost>) -> Option<String> {
    let is_fixed = |index: &CellIndex| !matches!(index, CellIndex::Rigid { .. } | CellIndex::Mirrored { .. });
    match equal {
        None => Some("is to equal a ghost that does not exist".to_owned()),
        Some(Ghost::Rigid { .. } | Ghost::Last { .. }) => None,
        Some(cell @ Ghost::Cell { indices, .. }) => {
            let is_global = cell_owners(program, cell, |_| None).is_ok_and(|owners| owners.is_empty());
            (!is_global || !indices.iter().all(is_fixed))
                .then(|| "is to equal a cell that is local or depends on a rigid".to_owned())
        }
    }
}

/// The procedures to which the array and the indices of a cell belong.
fn cell_owners<'i>(
    program: &Program,
    cell: &Ghost,
    ghost: impl Fn(VarId) -> Option<&'i Ghost>,
) -> Result<BTreeSet<ProcId>, String> {
    let Ghost::Cell { array, indices } = cell else { unreachable!("only cells are asked about") };
    let Some(declared) = program.arrays.get(array.index()) else { return Err("has no array".to_owned()) };
    let mut owners: BTreeSet<ProcId> = declared.owner.into_iter().collect();
    let is_rigid = |rigid: VarId| match ghost(rigid) {
        Some(Ghost::Rigid { .. }) => Ok(()),
        _ => Err(format!("has the index {rigid}, which is no rigid")),
    };
    for index in indices {
        match *index {
            CellIndex::Const(_) => {}
            CellIndex::Rigid { ghost: rigid, .. } => is_rigid(rigid)?,
            CellIndex::Mirrored { ghost: rigid, sum, .. } => {
                is_rigid(rigid)?;
                sum.map_or(Ok(()), is_rigid)?;
            }
            CellIndex::Now(expr) => owners.extend(expr_owners(program, expr, false)?),
        }
    }
    Ok(owners)
}

/// The procedures whose locals an expression, a number, reads.
fn expr_owners(program: &Program, expr: ExprId, may_read_arrays: bool) -> Result<BTreeSet<ProcId>, String> {
    let pool = &program.exprs;
    if expr.index() >= pool.len() || pool.ty(expr) == Ty::Bool {
        return Err(format!("has {expr}, which is no number of the program"));
    }
    let mut owners = BTreeSet::new();
    let mut problem = None;
    pool.visit([expr], |id, node| {
        let declared = match node {
            Node::Var(var) => program.vars.get(var.index()).map(|var| (var.owner, var.ty)),
            Node::Read(array, indices) => program
                .arrays
                .get(array.index())
                .filter(|array| may_read_arrays && array.dims.len() == indices.len())
                .map(|array| (array.owner, array.elem)),
            _ => return,
        };
        match declared {
            Some((owner, ty)) if pool.ty(id) == Ty::Int(ty) => owners.extend(owner),
            _ => problem = Some(format!("reads in {id} what it may not read or what does not exist")),
        }
    });
    problem.map_or(Ok(owners), Err)
}
