//! Which globals a call can change.

use heureka_ir::{Op, ProcId, Program, VarId};

/// For each procedure the globals that it, or a procedure it calls, directly or not, writes.
pub struct Writes {
    words: usize,
    sets: Vec<u64>,
}

impl Writes {
    pub fn of(program: &Program) -> Writes {
        let words = program.vars.len().div_ceil(64);
        let mut writes = Writes { words, sets: vec![0; words * program.procs.len()] };
        let mut callers: Vec<Vec<ProcId>> = vec![Vec::new(); program.procs.len()];
        for edge in program.edges() {
            let proc = program.loc(edge.from).proc;
            for var in edge.op.written_vars().filter(|var| program.var(*var).owner.is_none()) {
                writes.sets[proc.index() * words + var.index() / 64] |= 1 << (var.index() % 64);
            }
            if let Op::Call { proc: callee, .. } = edge.op {
                callers[callee.index()].push(proc);
            }
        }
        // What a procedure writes, its callers write.
        let mut open: Vec<ProcId> = program.proc_ids().collect();
        while let Some(callee) = open.pop() {
            for &caller in &callers[callee.index()] {
                if writes.include(caller, callee) {
                    open.push(caller);
                }
            }
        }
        writes
    }

    /// Adds the set of `callee` to that of `caller`; true if that is more than before.
    fn include(&mut self, caller: ProcId, callee: ProcId) -> bool {
        let mut grew = false;
        for word in 0..self.words {
            let more = self.sets[callee.index() * self.words + word];
            let set = &mut self.sets[caller.index() * self.words + word];
            grew |= more & !*set != 0;
            *set |= more;
        }
        grew
    }

    pub fn contains(&self, proc: ProcId, global: VarId) -> bool {
        self.sets[proc.index() * self.words + global.index() / 64] >> (global.index() % 64) & 1 != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_pass_through_calls_and_recursion() {
        let program = heureka_ir::text::parse(
            "global a: i32 = 0 global b: i32 = 0 global c: i32 = 0
             entry main
             proc main() { entry A: call even() -> A2  exit A2: }
             proc even() { entry B: call odd() -> B2  B2: a := 1 -> B3  exit B3: }
             proc odd() -> (r) { local r: i32 entry C: call even() -> C2  C2: b := call leaf() -> C3  exit C3: }
             proc leaf() -> (s) { local s: i32 entry D: return c -> D2  exit D2: }",
        )
        .unwrap();
        let writes = Writes::of(&program);
        let written = |proc: u32| [0, 1, 2].map(|var| writes.contains(ProcId(proc), VarId(var)));
        assert_eq!(written(0), [true, true, false]);
        assert_eq!(written(1), [true, true, false]);
        assert_eq!(written(2), [true, true, false]);
        assert_eq!(written(3), [false, false, false]);
    }
}
