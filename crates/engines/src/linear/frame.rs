//! The frame of a procedure: globals that its text can write and that no execution of it changes, because the steps that
//! would cannot be reached, or because the preparation found that they change nothing (`g = g`).
//!
//! The search does not speak of them inside the procedure; a certificate must, since its checker forgets at a call what the
//! text of the procedure can write.

use std::collections::{BTreeMap, BTreeSet};

use heureka_ir::passes::Back;
use heureka_ir::{LocId, Op, ProcId, Program, VarId};

use super::prepare::Stage;

/// By procedure of the program as it was read, the globals that keep the value that they had at its entry although its text
/// writes them.
pub struct Frame<'a> {
    program: &'a Program,
    back: &'a Back,
    /// No step that writes them can be reached.
    untouched: Vec<Vec<VarId>>,
    /// Variables of the program that is tabulated, where no step of the procedure writes them.
    unwritten: Vec<Vec<VarId>>,
}

impl Frame<'_> {
    pub fn of<'a>(program: &'a Program, last: &'a Stage) -> Frame<'a> {
        let back = &last.back;
        let by_text = written(program, |_| true);
        let by_steps = written(program, |loc| !back.is_unreachable(loc));
        let untouched = by_text.iter().zip(&by_steps).map(|(text, steps)| text.difference(steps).copied().collect());
        let new_vars: BTreeMap<VarId, VarId> = last.program.var_ids().map(|new| (back.var(new), new)).collect();
        let mut unwritten = vec![Vec::new(); program.procs.len()];
        for (new, written) in last.program.proc_ids().zip(written(&last.program, |_| true)) {
            let old = back.proc(new).index();
            let vars = by_text[old].iter().filter_map(|var| new_vars.get(var).copied());
            unwritten[old] = vars.filter(|var| !written.contains(var)).collect();
        }
        Frame { program, back, untouched: untouched.collect(), unwritten }
    }

    /// The frame at a location of the program as it was read.
    pub fn at(&self, loc: LocId) -> BTreeSet<VarId> {
        let proc = self.program.loc(loc).proc;
        let mut unchanged: BTreeSet<VarId> = self.untouched[proc.index()].iter().copied().collect();
        if self.back.image(loc).is_some() {
            let entry = self.program.proc(proc).entry;
            let is_kept = |var: &&VarId| self.back.keeps_value(entry, **var) && self.back.keeps_value(loc, **var);
            unchanged.extend(self.unwritten[proc.index()].iter().filter(is_kept).map(|var| self.back.var(*var)));
        }
        unchanged
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
