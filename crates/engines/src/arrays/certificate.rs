//! From invariants over cells to invariants of the program: cells, rigids and what witnesses saw are the ghosts of the
//! certificate, by the same ids. Undefined values are nothing that a certificate can speak of.

use heureka_ir::invariant::{Constraint, Invariant, Invariants, Value};
use heureka_ir::passes::Back;
use heureka_ir::{EdgeId, LocId, Program};

use super::cells::{Cells, Witness};

/// The invariants of `program`, the program as read, from those of an abstraction. `back` leads from the program that was
/// abstracted to it. Nothing if a witness is a step that the program does not have.
pub fn invariants(program: &Program, back: &Back, cells: &Cells, found: Invariants) -> Option<Invariants> {
    let ghosts = cells.ghosts(program, |witness| edge_as_read(program, back, witness))?;
    let known = program.vars.len() + ghosts.len();
    let at = |(loc, invariant): (LocId, Invariant)| {
        // The entry procedure starts before the ghosts have their values.
        let starts = program.loc(loc).proc == program.entry;
        let is_told = |value: &Value| match value {
            Value::Now(var) => var.index() < known,
            Value::AtEntry(var) => var.index() < known && !(starts && var.index() >= program.vars.len()),
        };
        let is_kept = |constraint: &Constraint| constraint.terms.iter().all(|(value, _)| is_told(value));
        let disjunct = |disjunct: Box<[Constraint]>| disjunct.into_iter().filter(is_kept).collect();
        Invariant { disjuncts: invariant.disjuncts.into_iter().map(disjunct).collect() }
    };
    Some(Invariants { at: program.loc_ids().zip(found.at).map(at).collect(), ghosts })
}

/// The step of the program as read at which a witness looks. A check that was put before a step is part of that step.
fn edge_as_read(program: &Program, back: &Back, witness: &Witness) -> Option<EdgeId> {
    let uses_index = |edge: &EdgeId| {
        let mut uses = false;
        program.exprs.visit(program.edge(*edge).op.exprs(), |expr, _| uses |= expr == witness.index);
        uses
    };
    back.edge(witness.edge).or_else(|| {
        let at = back.loc(witness.from);
        program.out_edges(at).find(uses_index)
    })
}

/// For each cell whether some invariant speaks of it.
pub fn mentioned(program: &Program, cells: &Cells, found: &Invariants) -> Vec<bool> {
    let mut mentioned = vec![false; cells.cells.len()];
    let constraints = found.at.iter().flat_map(|invariant| &invariant.disjuncts).flat_map(|disjunct| disjunct.iter());
    for (value, _) in constraints.flat_map(|constraint| constraint.terms.iter()) {
        let (Value::Now(var) | Value::AtEntry(var)) = value;
        let ghost = var.index().checked_sub(program.vars.len() + cells.rigids.len());
        if let Some(cell) = ghost.and_then(|ghost| mentioned.get_mut(ghost)) {
            *cell = true;
        }
    }
    mentioned
}
