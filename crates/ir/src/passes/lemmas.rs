//! Lemmas about what is read from arrays: a cut in a proof.
//!
//! A lemma says that a read has some value wherever an execution comes to a location. [`checked`] gives the program in which
//! lemmas that do not hold are the only errors, [`used`] the program in which the values stand instead of the reads. That
//! neither the read nor the value faults is part of the lemma. So if no execution of the first fails, then the steps of the
//! program and those of the second do the same wherever the program comes, and what is proved of the second is proved of the program.
//!
//! Variables, arrays, procedures, expressions and locations keep their ids; new ones come after them.

use std::collections::HashMap;

use crate::expr::{ExprPool, Node};
use crate::fault::Fault;
use crate::faults::FaultConditions;
use crate::ids::{EdgeId, ExprId, LocId};
use crate::op::{BinOp, CmpOp};
use crate::program::{Edge, LocKind, Op, Program};
use crate::ty::IntTy;

/// What a read gives at a location.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Lemma {
    pub at: LocId,
    /// The read, of an array with one dimension.
    pub read: ExprId,
    pub value: LemmaValue,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LemmaValue {
    /// The index plus a number.
    Index(i128),
    /// What the edge, a store, would put there: its value, with the index that is read for the variable that its index is.
    Stored(EdgeId),
}

/// The program in which it is an error, and the only one, that a lemma does not hold.
pub fn checked(program: &Program, lemmas: &[Lemma]) -> Option<Program> {
    build(program, lemmas, |building, loc, replaced| {
        let mut from = loc;
        for &(read, value, exact) in replaced {
            let (bad, good) = (building.locs.len(), building.locs.len() + 1);
            let [bad, good] = [bad, good].map(|new| LocId((program.locs.len() + new) as u32));
            let fault = LocKind::Error { fault: Fault::Assertion, note: "lemma".into() };
            building.locs.extend([(loc, fault), (loc, LocKind::Normal)]);
            let differs = building.pool.compare(CmpOp::Ne, read, value);
            let inexact = building.pool.not(exact);
            let fails = building.pool.or(inexact, differs);
            let holds = building.pool.not(fails);
            let span = program.loc(loc).span;
            building.edges.push(Edge { from, to: bad, op: Op::Assume(fails), span });
            building.edges.push(Edge { from, to: good, op: Op::Assume(holds), span });
            from = good;
        }
        building.edges.extend(program.out_edges(loc).map(|edge| Edge { from, ..program.edge(edge).clone() }));
    })
    .map(|(mut builder, old)| {
        for loc in &mut builder.locs[..old] {
            if matches!(loc.kind, LocKind::Error { .. }) {
                loc.kind = LocKind::Halt;
            }
        }
        builder.finish(program.entry)
    })
}

/// The program with values instead of reads.
pub fn used(program: &Program, lemmas: &[Lemma]) -> Option<Program> {
    build(program, lemmas, |building, loc, replaced| {
        let mut known: HashMap<ExprId, ExprId> = replaced.iter().map(|&(read, value, _)| (read, value)).collect();
        for id in program.out_edges(loc) {
            let edge = program.edge(id);
            let op = match known.is_empty() {
                true => edge.op.clone(),
                false => edge.op.map_exprs(|expr| building.pool.rebuild(expr, &mut known)),
            };
            building.edges.push(Edge { op, ..edge.clone() });
        }
    })
    .map(|(builder, _)| builder.finish(program.entry))
}

struct Building {
    pool: ExprPool,
    /// New locations: beside which old one, and of which kind.
    locs: Vec<(LocId, LocKind)>,
    edges: Vec<Edge>,
}

/// A read, its value, and the condition that neither faults.
type Replaced = (ExprId, ExprId, ExprId);

/// The builder of a program with other edges, and how many locations are old. Nothing if a lemma makes no sense.
fn build(
    program: &Program,
    lemmas: &[Lemma],
    mut location: impl FnMut(&mut Building, LocId, &[Replaced]),
) -> Option<(crate::program::ProgramBuilder, usize)> {
    let (mut builder, _) = program.clone().into_builder();
    let mut building = Building { pool: std::mem::take(&mut builder.exprs), locs: Vec::new(), edges: Vec::new() };
    let mut faults = FaultConditions::new(program);
    for loc in program.loc_ids() {
        let mut replaced: Vec<Replaced> = Vec::new();
        for lemma in lemmas.iter().filter(|lemma| lemma.at == loc) {
            let value = value(program, &mut building.pool, lemma)?;
            let mut exact = building.pool.bool(true);
            for expr in [lemma.read, value] {
                for (_, condition) in faults.of_expr(&mut building.pool, expr) {
                    let fine = building.pool.not(condition);
                    exact = building.pool.and(exact, fine);
                }
            }
            replaced.push((lemma.read, value, exact));
        }
        location(&mut building, loc, &replaced);
    }
    let Building { pool, locs, mut edges } = building;
    builder.exprs = pool;
    let old = builder.locs.len();
    for (beside, kind) in locs {
        let (proc, span) = (program.loc(beside).proc, program.loc(beside).span);
        builder.add_loc(proc, kind, span);
    }
    edges.sort_by_key(|edge| edge.from);
    builder.edges = edges;
    Some((builder, old))
}

/// The value that a lemma speaks of, of the type of the read.
fn value(program: &Program, pool: &mut ExprPool, lemma: &Lemma) -> Option<ExprId> {
    if lemma.read.index() >= program.exprs.len() || lemma.at.index() >= program.locs.len() {
        return None;
    }
    let Node::Read(array, indices) = program.exprs.node(lemma.read) else { return None };
    let [index] = **indices else { return None };
    let elem = program.arrays.get(array.index())?.elem;
    match lemma.value {
        LemmaValue::Index(offset) => {
            let index = pool.cast(IntTy::OFFSET, index);
            if !IntTy::OFFSET.contains(offset) {
                return None;
            }
            let offset = pool.int(IntTy::OFFSET, offset);
            let sum = pool.binary(BinOp::Add, index, offset);
            Some(pool.cast(elem, sum))
        }
        LemmaValue::Stored(edge) => {
            if edge.index() >= program.edges().len() {
                return None;
            }
            let Op::Store { array: stored, indices, value } = &program.edge(edge).op else { return None };
            let [place] = **indices else { return None };
            let place = without_casts(program, place);
            let is_same = stored == array
                && matches!(program.exprs.node(place), Node::Var(_) | Node::Int(_))
                && scope(program, *value).is_none_or(|proc| proc == program.loc(lemma.at).proc);
            if !is_same {
                return None;
            }
            let index = pool.cast(program.exprs.int_ty(place), index);
            Some(pool.rebuild(*value, &mut HashMap::from([(place, index)])))
        }
    }
}

/// The procedure whose locals an expression reads.
fn scope(program: &Program, expr: ExprId) -> Option<crate::ids::ProcId> {
    let mut owner = None;
    program.exprs.visit([expr], |_, node| {
        let here = match node {
            Node::Var(var) => program.var(*var).owner,
            Node::Read(array, _) | Node::NotEmpty(array) => program.array(*array).owner,
            _ => None,
        };
        owner = owner.or(here);
    });
    owner
}

/// The expression that is converted.
pub fn without_casts(program: &Program, mut expr: ExprId) -> ExprId {
    while let Node::Cast(inner) = *program.exprs.node(expr) {
        expr = inner;
    }
    expr
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{parse, print};
    use crate::validate::validate;

    #[test]
    fn values_stand_for_reads() {
        let program = parse(
            "entry f
             array r: i32[10] = undefined
             global x: i32 = 0
             global i: i32 = 0
             proc f() {
               entry L0: r[i] := i + 100 -> L1
               L1: x := r[i] -> L2
               L2: assume x == 7 -> L3 assume x != 7 -> L4
               L3: error assertion \"no\"
               exit L4:
             }",
        )
        .unwrap();
        let Op::Assign(pairs) = &program.edge(EdgeId(1)).op else { panic!("the second step assigns") };
        let lemma = Lemma { at: LocId(1), read: pairs[0].1, value: LemmaValue::Stored(EdgeId(0)) };
        let (first, second) = (checked(&program, &[lemma]).unwrap(), used(&program, &[lemma]).unwrap());
        for program in [&first, &second] {
            assert!(validate(program).is_empty(), "{:?}", validate(program));
        }
        let text = print(&second);
        assert!(text.contains("x := i + 100") && text.contains("error assertion \"no\""), "{text}");
        let text = print(&first);
        assert!(text.contains("r[i] != i + 100") && text.contains("x := r[i]"), "{text}");
        assert!(!text.contains("\"no\"") && text.contains("error assertion \"lemma\""), "{text}");
    }
}
