//! The claims of a program: everything that must not happen and was asked about, each with a name of its own.

use std::collections::BTreeMap;

use heureka_ir::faults::FaultConditions;
use heureka_ir::{CallGraph, Fault, LocKind, ProcId, Property, Span, Trace};

use super::ssa::Site;
use crate::engine::Task;

/// Something that must not happen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// `FUNCTION.PROPERTY.NUMBER`, numbered in the order of the function's text.
    pub name: String,
    pub fault: Fault,
    /// What is said of it in the program, for example the text of an assertion.
    pub note: Box<str>,
    pub span: Span,
    /// One place of the text may be several of the program.
    pub(super) sites: Vec<Site>,
    pub verdict: ClaimVerdict,
}

/// What is known of a claim. An execution ends with the first failure: of what it would do after that nothing is said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClaimVerdict {
    /// No execution fails here.
    Holds,
    /// No execution even comes near.
    Unreached,
    Fails(Box<Trace>),
    Unknown,
}

/// All claims of procedures that can be called, in the order of the text; nothing is known of them.
pub fn claims(task: &Task) -> Vec<Claim> {
    let program = task.program;
    let called = CallGraph::of(program).reachable(program.entry);
    let mut found: Vec<(ProcId, Claim)> = Vec::new();
    let mut add = |proc: ProcId, fault: Fault, note: Box<str>, span: Span, site: Site| {
        let claim = Claim { name: String::new(), fault, note, span, sites: vec![site], verdict: ClaimVerdict::Unknown };
        if called[proc.index()] && task.asks_for(fault) {
            found.push((proc, claim));
        }
    };
    for loc in program.loc_ids() {
        let location = program.loc(loc);
        if let LocKind::Error { fault, note } = &location.kind {
            add(location.proc, *fault, note.clone(), location.span, Site::Loc(loc));
        }
    }
    let mut pool = program.exprs.clone();
    let mut conditions =
        FaultConditions::new(program).with_shift_overflow(task.properties.contains(&Property::Overflow));
    for id in program.edge_ids() {
        let edge = program.edge(id);
        for (fault, _) in conditions.of_op(&mut pool, &edge.op) {
            add(program.loc(edge.from).proc, fault, Box::default(), edge.span, Site::Edge(id));
        }
    }
    found.sort_by_key(|(proc, claim)| (*proc, claim.span, claim.fault, claim.sites[0]));
    found.dedup_by(|(proc, claim), (first_proc, first)| {
        let is_same =
            proc == first_proc && (claim.span, claim.fault, &claim.note) == (first.span, first.fault, &first.note);
        if is_same && !claim.span.is_none() {
            first.sites.append(&mut claim.sites);
            return true;
        }
        false
    });
    let mut numbers: BTreeMap<(ProcId, Property), usize> = BTreeMap::new();
    for (proc, claim) in &mut found {
        let property = claim.fault.property();
        let number = numbers.entry((*proc, property)).or_default();
        *number += 1;
        claim.name = format!("{}.{}.{number}", program.proc(*proc).name, property.name());
    }
    found.into_iter().map(|(_, claim)| claim).collect()
}
