//! What the witnesses of rigid indices see: an edge remembers the index that it uses, and at an error every rigid is the index that
//! its witness saw last (see [`super::super::cells`]).

use heureka_ir::{EdgeId, ExprId, Op};

use super::super::cells::RigidId;
use super::{Builder, State};

impl Builder<'_> {
    /// Keeps what the witnesses on this edge see.
    pub(super) fn remember(&mut self, id: EdgeId, op: Op, before: &mut Vec<Op>, state: &mut State) -> Op {
        if self.is_error(self.program.edge(id).to) && matches!(op, Op::Assume(_)) {
            return op;
        }
        let mut seen = Vec::new();
        for (at, rigid) in self.cells.rigids.iter().enumerate() {
            let Some(index) = rigid.index_at(id) else { continue };
            let value = self.expr(index, state);
            let value = self.if_total(&[value], value, state);
            let value = self.pool.cast(rigid.ty, value);
            seen.push((self.cells.last_var(self.program, RigidId(at as u32)), value));
        }
        match op {
            _ if seen.is_empty() => op,
            Op::Assign(pairs) => Op::Assign(pairs.iter().copied().chain(seen).collect()),
            Op::Skip => Op::Assign(seen.into()),
            // The guard must come first where there are several.
            Op::Assume(guard) => {
                before.push(Op::Assume(guard));
                Op::Assign(seen.into())
            }
            other => {
                before.push(Op::Assign(seen.into()));
                other
            }
        }
    }

    /// The condition that every rigid is the index that its witness saw last.
    pub(super) fn rigids_are_seen(&mut self, id: EdgeId, state: &mut State) -> ExprId {
        let is_guard = matches!(self.program.edge(id).op, Op::Assume(_));
        let mut all = self.pool.bool(true);
        for (at, rigid) in self.cells.rigids.iter().enumerate() {
            let at = RigidId(at as u32);
            let value = self.rigid(at);
            let seen = match rigid.index_at(id).filter(|_| is_guard) {
                Some(index) => {
                    let last = self.expr(index, state);
                    let (total, equal) = (self.is_total(last), self.same(last, value));
                    let partial = self.pool.not(total);
                    self.pool.or(partial, equal)
                }
                None => {
                    let last = self.var(self.cells.last_var(self.program, at));
                    self.same(last, value)
                }
            };
            all = self.pool.and(all, seen);
        }
        all
    }
}
