//! Arrays whose length the program does not say: flexible array members, GNU C's members of length zero, arrays that are only
//! declared. Where accesses outside of objects are errors, an access of one of the first and last is not modelled; one of length
//! zero never is, since it stands for a flexible one, and neither are rows of unknown length in a block.

use std::collections::BTreeSet;

use heureka_ir::program::Edge;
use heureka_ir::{ArrayId, Dim, LocKind, Node, Op, ProgramBuilder};

const WHAT: &str = "access of an array without a length, such as a flexible array member";

/// Steps that access such an array lead to a location that says so.
pub fn refuse_unknown_lengths(
    b: &mut ProgramBuilder,
    without_length: &BTreeSet<ArrayId>,
    always: &BTreeSet<ArrayId>,
    asks_for_accesses: bool,
) {
    let is_empty = |array: ArrayId| b.arrays[array.index()].dims.contains(&Dim::Const(0));
    let refused: BTreeSet<ArrayId> = without_length
        .iter()
        .copied()
        .filter(|array| asks_for_accesses || always.contains(array) || is_empty(*array))
        .collect();
    if refused.is_empty() {
        return;
    }
    for at in 0..b.edges.len() {
        let Edge { from, op, span, .. } = &b.edges[at];
        let mut arrays: Vec<ArrayId> = op.access().map(|(array, _)| array).into_iter().collect();
        b.exprs.visit(op.exprs(), |_, node| {
            if let Node::Read(array, _) = node {
                arrays.push(*array);
            }
        });
        if arrays.iter().any(|array| refused.contains(array)) {
            let (proc, span) = (b.locs[from.index()].proc, *span);
            let to = b.add_loc(proc, LocKind::Unsupported { what: WHAT.into() }, span);
            (b.edges[at].to, b.edges[at].op) = (to, Op::Skip);
        }
    }
}
