//! What was reached as invariants at the heads of loops.

use heureka_ir::certificate::{Certificate, HeadInvariants, HeadSubject};
use heureka_ir::invariant::{Constraint, Invariant, Relation, Value};
use heureka_ir::passes::Ranges;
use heureka_ir::{Formula, Interval, LocId, VarId};
use heureka_linear::Kind;
use heureka_logic::TermId;

use super::encode::{Encoder, Meaning};
use super::graph::Graph;
use super::linear::linear;
use super::region::{Cube, literal};

/// Something that may be the case at a cut point.
pub struct Known {
    /// What some variables are.
    pub values: Vec<(VarId, i128)>,
    pub cube: Cube,
}

/// The invariants: at each cut point one of what is `known` there, and the ranges that the formulas relied on.
pub fn certificate(
    graph: &Graph,
    ranges: &Ranges,
    encoder: &mut Encoder,
    mut known: impl FnMut(LocId) -> Vec<Known>,
) -> Certificate {
    let program = &graph.inlined;
    // What is known of cells is part of the ranges, and cannot be said.
    let unsaid = relies_on_cells(graph, ranges).then(|| unsaid(program.vars.len()));
    let mut at = Vec::new();
    for head in graph.program.loc_ids().filter(|loc| graph.is_cut[loc.index()] && loc.index() < program.locs.len()) {
        let limits = limits(graph, ranges, head);
        let mut invariant = Invariant::unreachable();
        for Known { values, cube } in known(head) {
            let all = constraints(encoder, program.vars.len(), &cube);
            let all: Box<[Constraint]> = all
                .into_iter()
                .chain(values.into_iter().map(equal))
                .chain(limits.iter().cloned())
                .chain(unsaid.clone())
                .collect();
            if !invariant.disjuncts.contains(&all) {
                invariant.disjuncts.push(all);
            }
        }
        at.push((head, Formula::from(&invariant)));
    }
    let subject = HeadSubject::Inlined { depth: graph.depth };
    Certificate::AtHeads(HeadInvariants { subject, at, contracts: Vec::new() })
}

/// The variable has this value.
fn equal((var, value): (VarId, i128)) -> Constraint {
    Constraint { terms: Box::new([(Value::Now(var), 1)]), constant: -value, relation: Relation::Zero }
}

/// What the ranges of variables are at a location, where they are less than their types.
fn limits(graph: &Graph, ranges: &Ranges, loc: LocId) -> Vec<Constraint> {
    let mut limits = Vec::new();
    for &var in &graph.live(loc).vars {
        let ty = graph.program.var(var).ty;
        let Some(range) = ranges.at(loc, var).filter(|range| *range != Interval::of_type(ty)) else { continue };
        let terms = |factor: i128| -> Box<[(Value, i128)]> { Box::new([(Value::Now(var), factor)]) };
        let relation = Relation::AtLeastZero;
        limits.push(Constraint { terms: terms(1), constant: -range.min, relation });
        limits.push(Constraint { terms: terms(-1), constant: range.max, relation });
    }
    limits
}

/// What cannot be said is a constraint on a variable that does not exist.
fn unsaid(vars: usize) -> Constraint {
    let terms = Box::new([(Value::Now(VarId(vars as u32)), 1)]);
    Constraint { terms, constant: 0, relation: Relation::Zero }
}

/// Whether the ranges of variables may follow from those of cells that are written.
fn relies_on_cells(graph: &Graph, ranges: &Ranges) -> bool {
    let program = &graph.program;
    let written = program.edges().iter().filter_map(|edge| edge.op.written_array());
    written.into_iter().any(|array| ranges.cells(array) != Interval::of_type(program.array(array).elem))
}

/// The cube as linear constraints.
fn constraints(encoder: &mut Encoder, vars: usize, cube: &Cube) -> Vec<Constraint> {
    let mut all = Vec::new();
    for &(predicate, holds) in cube {
        let said = match constraint(encoder, predicate) {
            Some(Constraint { terms, constant, relation: Relation::Zero }) if !holds => {
                Some(Constraint { terms, constant, relation: Relation::NonZero })
            }
            _ => {
                let literal = literal(&mut encoder.terms, (predicate, holds));
                constraint(encoder, literal)
            }
        };
        all.push(said.unwrap_or_else(|| unsaid(vars)));
    }
    all
}

fn constraint(encoder: &Encoder, literal: TermId) -> Option<Constraint> {
    let sum = linear(&encoder.terms, literal)?;
    let mut terms = Vec::new();
    for (symbol, factor) in sum.terms {
        let Meaning::Var(var) = encoder.meaning_of(symbol)? else { return None };
        terms.push((Value::Now(var), factor));
    }
    let relation = match sum.kind {
        Kind::Equal => Relation::Zero,
        Kind::AtLeast => Relation::AtLeastZero,
        Kind::Above => Relation::AboveZero,
        Kind::Modulo { modulus, width } => Relation::Modulo { modulus: modulus.to_i128()?, width: width.to_i128()? },
    };
    Some(Constraint { terms: terms.into(), constant: sum.constant, relation })
}
