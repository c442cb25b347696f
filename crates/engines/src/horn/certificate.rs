//! Solutions of clauses as invariants at cut points.
//!
//! Besides what a solution says stand the ranges that the clauses relied on: those of variables, and those of all cells of an
//! array.

use heureka_ir::certificate::{Certificate, CutInvariants};
use heureka_ir::{Dim, Interval, LocId, ProcId, VarId};
use heureka_logic::smtlib::print_term;
use heureka_logic::{SortId, TermId};

use super::block::Start;
use super::clauses::{Clauses, Point, Signature};
use super::encode::Encoder;
use super::plan::Said;
use super::program::{Names, Prepared};

/// The arguments of a predicate as certificates call them.
pub struct Arguments {
    pub at_entry: Vec<TermId>,
    pub now: Vec<TermId>,
    /// When the loop was entered.
    pub entered: Vec<TermId>,
}

/// The names by which certificates call variables and arrays, in the order of a signature.
pub fn arguments(encoder: &mut Encoder, signature: &Signature) -> Arguments {
    let mut named = |names: &Names, var: char, array: char| {
        let mut terms = Vec::new();
        for id in &names.vars {
            terms.push(encoder.terms.constant(&format!("{var}{}", id.index()), SortId::INT));
        }
        for id in &names.arrays {
            let sort = encoder.sort(encoder.program.array(*id));
            terms.push(encoder.terms.constant(&format!("{array}{}", id.index()), sort));
        }
        terms
    };
    let at_entry = named(&signature.at_entry, 'w', 'b');
    Arguments { at_entry, now: named(&signature.now, 'v', 'a'), entered: named(&signature.now, 'x', 'c') }
}

/// The certificate; `said` gives the formula of a point over the names of [`arguments`].
pub fn certificate(
    prepared: &Prepared,
    clauses: &Clauses,
    encoder: &mut Encoder,
    mut said: impl FnMut(&mut Encoder, Point, &Signature) -> Option<Said>,
) -> Option<Certificate> {
    let program = encoder.program;
    let (mut at, mut through) = (Vec::new(), Vec::new());
    for head in program.loc_ids().filter(|loc| prepared.is_head(*loc)) {
        let said = match clauses.signatures.get(&Point::Head(head)) {
            Some(signature) => said(encoder, Point::Head(head), signature)?,
            // Nothing comes there.
            None => Said::Here(encoder.terms.bool(false)),
        };
        let (formula, list) = match said {
            Said::Here(formula) => (formula, &mut at),
            Said::Through(formula) => (formula, &mut through),
        };
        let mut parts = vec![formula];
        let proc = program.loc(head).proc;
        if prepared.is_called[proc.index()] {
            parts.extend(ranges(encoder, &prepared.inputs(proc), program.proc(proc).entry, 'w', 'b'));
        }
        parts.extend(ranges(encoder, prepared.live(head), head, 'v', 'a'));
        list.push((head, text(encoder, &parts)));
    }
    for proc in program.proc_ids().filter(|proc| prepared.is_called[proc.index()]) {
        at.extend(of_procedure(prepared, clauses, encoder, proc, &mut said)?);
    }
    Some(Certificate::AtCuts(CutInvariants { at, through }))
}

/// What holds at the entry and at the exit of a procedure.
fn of_procedure(
    prepared: &Prepared,
    clauses: &Clauses,
    encoder: &mut Encoder,
    proc: ProcId,
    said: &mut impl FnMut(&mut Encoder, Point, &Signature) -> Option<Said>,
) -> Option<[(LocId, Box<str>); 2]> {
    let program = encoder.program;
    let (entry, exit) = (program.proc(proc).entry, program.proc(proc).exit);
    let is_reached = clauses.blocks.iter().any(|block| block.start == Start::Entry(proc));
    let mut here = |encoder: &mut Encoder, point: Point, signature: &Signature| match said(encoder, point, signature)? {
        Said::Here(formula) => Some(formula),
        Said::Through(_) => None,
    };
    let promised = match clauses.signatures.get(&Point::Entry(proc)) {
        Some(signature) => here(encoder, Point::Entry(proc), signature)?,
        // Nobody asks what it is called with, or nobody calls it.
        None => encoder.terms.bool(is_reached),
    };
    let given = match clauses.signatures.get(&Point::Exit(proc)) {
        Some(signature) => here(encoder, Point::Exit(proc), signature)?,
        // It never comes back.
        None => encoder.terms.bool(false),
    };
    let inputs = prepared.inputs(proc);
    let mut before = vec![promised];
    before.extend(ranges(encoder, &inputs, entry, 'w', 'b'));
    let mut after = vec![given];
    after.extend(ranges(encoder, prepared.outputs(proc), exit, 'v', 'a'));
    Some([(entry, text(encoder, &before)), (exit, text(encoder, &after))])
}

fn text(encoder: &mut Encoder, parts: &[TermId]) -> Box<str> {
    let all = encoder.terms.and(parts);
    let all = encoder.simple(all);
    print_term(&encoder.terms, all).into()
}

/// What the ranges of variables and of cells are at a location, where they are less than their types.
fn ranges(encoder: &mut Encoder, names: &Names, loc: LocId, var: char, array: char) -> Vec<TermId> {
    let program = encoder.program;
    let mut all = Vec::new();
    let known = |id: VarId| {
        let range = encoder.range_at(loc, id);
        (range != Interval::of_type(program.var(id).ty)).then_some((id, range))
    };
    let known: Vec<(VarId, Interval)> = names.vars.iter().filter_map(|id| known(*id)).collect();
    for (id, range) in known {
        let term = encoder.terms.constant(&format!("{var}{}", id.index()), SortId::INT);
        all.push(encoder.within(term, range));
    }
    for &id in &names.arrays {
        let declared = program.array(id);
        let range = encoder.range_of_cells(id);
        if range == Interval::of_type(declared.elem) {
            continue;
        }
        let sort = encoder.sort(declared);
        let contents = encoder.terms.constant(&format!("{array}{}", id.index()), sort);
        let indices: Vec<TermId> =
            (0..declared.dims.len()).map(|at| encoder.terms.constant(&format!("k{at}"), SortId::INT)).collect();
        let cell = encoder.read(contents, &indices);
        // Beyond the extents there may be other values.
        let mut outside = Vec::new();
        for (index, dim) in indices.iter().zip(&declared.dims) {
            let inside = match *dim {
                Dim::Const(extent) => encoder.within(*index, Interval::new(0, i128::from(extent).max(1) - 1)),
                _ => continue,
            };
            outside.push(encoder.terms.not(inside));
        }
        outside.push(encoder.within(cell, range));
        let within = encoder.terms.or(&outside);
        all.push(encoder.terms.forall(&indices, within));
    }
    all
}
