//! The pass that says by one element whether a set is empty: for engines, and for the judge of their certificates, that know
//! single cells of arrays.
//!
//! Where a step asks `NotEmpty(S)`, a number g is guessed before it, and the step asks `S[g] != 0`. Every execution of the
//! program is one of the result, up to the guesses: where S has an element, let g be one; where it has none, S[g] is 0
//! whatever g is. So if no execution of the result fails, none of the program does. The result has more executions: a guess
//! may miss. On the way on from `assume !NotEmpty(S)` the set is empty, so it is made empty there: that changes nothing in the
//! program, and is known in the result.
//!
//! Variables, arrays, procedures and locations keep their ids; new ones come after them.

use std::collections::{BTreeMap, HashMap};

use crate::expr::{ExprPool, Node};
use crate::ids::{ArrayId, LocId, ProcId, VarId};
use crate::op::CmpOp;
use crate::program::{Array, Edge, LocKind, Op, Program, Role, Source, Var};
use crate::span::Span;
use crate::ty::IntTy;

/// The name of a variable that is guessed; no variable of a C program has it.
const NAME: &str = "<guess>";

/// True for a variable that this pass has added.
pub fn is_guess(program: &Program, var: VarId) -> bool {
    program.var(var).name == NAME
}

/// True for a program that asks whether a set is empty.
pub fn asks_for_emptiness(program: &Program) -> bool {
    program.edge_ids().any(|edge| !sets_asked(program, &program.edge(edge).op).is_empty())
}

/// The program without `NotEmpty`.
pub fn guess_elements(program: &Program) -> Program {
    let (mut builder, _) = program.clone().into_builder();
    let mut guessing = Guessing {
        program,
        pool: std::mem::take(&mut builder.exprs),
        vars: Vec::new(),
        guesses: BTreeMap::new(),
        locs: Vec::new(),
        edges: Vec::new(),
    };
    for loc in program.loc_ids() {
        guessing.location(loc);
    }
    let Guessing { pool, vars, locs, mut edges, .. } = guessing;
    builder.exprs = pool;
    builder.vars.extend(vars);
    for (proc, span) in locs {
        builder.add_loc(proc, LocKind::Normal, span);
    }
    edges.sort_by_key(|edge| edge.from);
    builder.edges = edges;
    builder.finish(program.entry)
}

/// The sets that a step asks about, each once.
fn sets_asked(program: &Program, op: &Op) -> Vec<ArrayId> {
    let mut sets = Vec::new();
    program.exprs.visit(op.exprs(), |_, node| {
        if let Node::NotEmpty(set) = node {
            sets.push(*set);
        }
    });
    sets.sort_unstable();
    sets.dedup();
    sets
}

struct Guessing<'a> {
    program: &'a Program,
    pool: ExprPool,
    vars: Vec<Var>,
    /// The variables for guesses, by procedure and set.
    guesses: BTreeMap<(ProcId, ArrayId), VarId>,
    /// New locations.
    locs: Vec<(ProcId, Span)>,
    edges: Vec<Edge>,
}

impl Guessing<'_> {
    /// The guards of one location see one state, so they share the guesses.
    fn location(&mut self, loc: LocId) {
        let program = self.program;
        let mut sets: Vec<ArrayId> =
            program.out_edges(loc).flat_map(|edge| sets_asked(program, &program.edge(edge).op)).collect();
        sets.sort_unstable();
        sets.dedup();
        let span = program.loc(loc).span;
        let mut from = loc;
        let mut known = HashMap::new();
        for set in sets {
            let var = self.guess(program.loc(loc).proc, set);
            let to = self.add_loc(loc, span);
            let op = Op::Havoc { var, source: Source::Uninitialised };
            self.edges.push(Edge { from, to, op, span });
            from = to;
            let guess = self.pool.var(var, IntTy::OFFSET);
            let member = self.pool.read(set, Array::MEMBERSHIP, [guess].into());
            let zero = self.pool.int(Array::MEMBERSHIP, 0);
            let asked = self.pool.not_empty(set);
            known.insert(asked, self.pool.compare(CmpOp::Ne, member, zero));
        }
        for id in program.out_edges(loc) {
            let edge = program.edge(id);
            let op = match known.is_empty() {
                true => edge.op.clone(),
                false => edge.op.map_exprs(|expr| self.pool.rebuild(expr, &mut known)),
            };
            match self.found_empty(&edge.op) {
                None => self.edges.push(Edge { from, op, ..edge.clone() }),
                Some(set) => {
                    let empty = self.add_loc(edge.to, edge.span);
                    self.edges.push(Edge { from, to: empty, op, span: edge.span });
                    let value = self.pool.int(Array::MEMBERSHIP, 0);
                    let op = Op::Fill { array: set, prefix: Box::default(), value };
                    self.edges.push(Edge { from: empty, to: edge.to, op, span: edge.span });
                }
            }
        }
    }

    /// The set that is empty if the step is taken.
    fn found_empty(&self, op: &Op) -> Option<ArrayId> {
        let Op::Assume(guard) = *op else { return None };
        let Node::Not(asked) = *self.program.exprs.node(guard) else { return None };
        match *self.program.exprs.node(asked) {
            Node::NotEmpty(set) => Some(set),
            _ => None,
        }
    }

    fn guess(&mut self, proc: ProcId, set: ArrayId) -> VarId {
        let (vars, first) = (&mut self.vars, self.program.vars.len());
        *self.guesses.entry((proc, set)).or_insert_with(|| {
            let (name, ty, role) = (NAME.to_owned(), IntTy::OFFSET, Role::Hidden);
            vars.push(Var { name, ty, owner: Some(proc), role, init: 0, span: Span::NONE });
            VarId((first + vars.len() - 1) as u32)
        })
    }

    fn add_loc(&mut self, at: LocId, span: Span) -> LocId {
        self.locs.push((self.program.loc(at).proc, span));
        LocId((self.program.locs.len() + self.locs.len() - 1) as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{parse, print};
    use crate::validate::validate;

    #[test]
    fn one_element_is_looked_at() {
        let program = parse(
            "entry f
             array S: u8[?] = zero
             proc f() {
               entry L0: S[3] := 1 -> L1
               L1: assume nonempty(S) -> L2 assume !nonempty(S) -> L3
               L2: error assertion \"no\"
               exit L3:
             }",
        )
        .unwrap();
        assert!(asks_for_emptiness(&program));
        let guessed = guess_elements(&program);
        assert!(validate(&guessed).is_empty(), "{:?}", validate(&guessed));
        assert!(!asks_for_emptiness(&guessed));
        let text = print(&guessed);
        assert!(text.contains("S[`<guess>`] != 0") && text.contains("fill S := 0"), "{text}");
    }
}
