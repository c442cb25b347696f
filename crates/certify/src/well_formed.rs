//! Whether a certificate speaks of what it may speak of, and the program is one.

use heureka_ir::invariant::{Constraint, Invariants, Relation, Value};
use heureka_ir::validate::{Severity, validate};
use heureka_ir::{LocId, VarId};

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
    for loc in program.loc_ids() {
        for constraint in invariants.at[loc.index()].disjuncts.iter().flatten() {
            if let Err(problem) = constraint_is_fine(question, loc, constraint, &is_parameter) {
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
    loc: LocId,
    constraint: &Constraint,
    is_parameter: &[bool],
) -> Result<(), String> {
    let program = question.program;
    let proc = program.loc(loc).proc;
    let declared = |var: VarId| {
        let found = program.vars.get(var.index()).ok_or_else(|| format!("mentions {var}, which does not exist"))?;
        match found.owner {
            Some(owner) if owner != proc => Err(format!("mentions {}, a local of another procedure", found.name)),
            owner => Ok(owner),
        }
    };
    for &(value, factor) in &constraint.terms {
        match value {
            Value::Now(var) => drop(declared(var)?),
            Value::AtEntry(var) => {
                if declared(var)?.is_some() && !is_parameter[var.index()] {
                    return Err(format!("speaks of {} at the entry, which is no parameter", program.var(var).name));
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
