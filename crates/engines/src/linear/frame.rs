//! The frame of a procedure: globals that its text can write and that no execution of it writes, because the steps that
//! would cannot be reached.
//!
//! The search does not speak of them inside the procedure; a certificate must, since its checker forgets at a call what the
//! text of the procedure can write.

use std::collections::BTreeSet;

use heureka_ir::{LocId, Op, ProcId, Program, VarId};

/// By procedure, the globals that keep their value from its entry on.
pub struct Frame {
    unchanged: Vec<Vec<VarId>>,
}

impl Frame {
    pub fn of(program: &Program, is_unreachable: impl Fn(LocId) -> bool) -> Frame {
        if !program.loc_ids().any(&is_unreachable) {
            return Frame { unchanged: vec![Vec::new(); program.procs.len()] };
        }
        let by_text = written(program, |_| true);
        let by_execution = written(program, |loc| !is_unreachable(loc));
        let unchanged = by_text.iter().zip(&by_execution).map(|(text, real)| text.difference(real).copied().collect());
        Frame { unchanged: unchanged.collect() }
    }

    pub fn of_proc(&self, proc: ProcId) -> &[VarId] {
        &self.unchanged[proc.index()]
    }
}

/// By procedure, the globals that it or a procedure that it calls writes, in steps between locations that count.
fn written(program: &Program, counts: impl Fn(LocId) -> bool) -> Vec<BTreeSet<VarId>> {
    let mut sets = vec![BTreeSet::new(); program.procs.len()];
    let mut callers = vec![BTreeSet::new(); program.procs.len()];
    for edge in program.edges().iter().filter(|edge| counts(edge.from) && counts(edge.to)) {
        let proc = program.loc(edge.from).proc;
        sets[proc.index()].extend(edge.op.written_vars().filter(|&var| program.var(var).owner.is_none()));
        if let Op::Call { proc: callee, .. } = &edge.op {
            callers[callee.index()].insert(proc);
        }
    }
    let mut open: Vec<ProcId> = program.proc_ids().collect();
    while let Some(callee) = open.pop() {
        let own = sets[callee.index()].clone();
        for &caller in &callers[callee.index()] {
            let known = sets[caller.index()].len();
            sets[caller.index()].extend(&own);
            if sets[caller.index()].len() > known {
                open.push(caller);
            }
        }
    }
    sets
}
