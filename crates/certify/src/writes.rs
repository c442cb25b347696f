//! Which globals, global arrays and ghosts a call can change, as those see it to whom it returns: a step into an end of the
//! execution changes nothing for them.

use heureka_ir::{ArrayId, Edge, LocKind, Op, ProcId, Program, VarId};

use crate::ghosts::{Cell, Ghosts};

/// For each procedure what it, or a procedure it calls, directly or not, writes: a set of numbers, those of arrays first,
/// then those of variables and ghosts.
pub struct Writes {
    arrays: usize,
    words: usize,
    sets: Vec<u64>,
}

impl Writes {
    pub fn of(program: &Program, ghosts: &Ghosts) -> Writes {
        let arrays = program.arrays.len();
        let words = (arrays + program.vars.len() + ghosts.count()).div_ceil(64);
        let mut writes = Writes { arrays, words, sets: vec![0; words * program.procs.len()] };
        let mut callers: Vec<Vec<ProcId>> = vec![Vec::new(); program.procs.len()];
        let goes_on = |edge: &Edge| program.loc(edge.to).kind == LocKind::Normal;
        for edge in program.edges().iter().filter(|edge| goes_on(edge)) {
            let proc = program.loc(edge.from).proc;
            for var in edge.op.written_vars().filter(|var| program.var(*var).owner.is_none()) {
                writes.insert(proc, arrays + var.index());
            }
            if let Some(array) = edge.op.written_array().filter(|array| program.array(*array).owner.is_none()) {
                writes.insert(proc, array.index());
            }
            if let Op::Call { proc: callee, .. } = edge.op {
                callers[callee.index()].push(proc);
            }
        }
        for (edge, last) in ghosts.lasts_with_edges().map(|(id, last)| (program.edge(id), last)) {
            if goes_on(edge) {
                writes.insert(program.loc(edge.from).proc, arrays + last.index());
            }
        }
        for cell in ghosts.cells().iter().filter(|cell| cell.owner.is_none()) {
            for proc in program.proc_ids() {
                if writes.moves_or_sets(proc, cell) {
                    writes.insert(proc, arrays + cell.ghost.index());
                }
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

    fn insert(&mut self, proc: ProcId, number: usize) {
        self.sets[proc.index() * self.words + number / 64] |= 1 << (number % 64);
    }

    fn has(&self, proc: ProcId, number: usize) -> bool {
        self.sets[proc.index() * self.words + number / 64] >> (number % 64) & 1 != 0
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

    /// Of a global, or a ghost that is one.
    pub fn contains(&self, proc: ProcId, global: VarId) -> bool {
        self.has(proc, self.arrays + global.index())
    }

    pub fn contains_array(&self, proc: ProcId, array: ArrayId) -> bool {
        self.has(proc, array.index())
    }

    /// Whether the procedure can change what a cell is, its array or an index.
    pub fn moves_or_sets(&self, proc: ProcId, cell: &Cell) -> bool {
        self.contains_array(proc, cell.array) || cell.reads.iter().any(|var| self.contains(proc, *var))
    }
}

#[cfg(test)]
mod tests {
    use heureka_ir::Invariants;

    use super::*;

    #[test]
    fn writes_pass_through_calls_and_recursion() {
        let program = heureka_ir::text::parse(
            "global a: i32 = 0 global b: i32 = 0 global c: i32 = 0
             entry main
             proc main() { entry A: call even() -> A2  exit A2: }
             proc even() { entry B: call odd() -> B2  B2: a := 1 -> B3  exit B3: }
             proc odd() -> (r) { local r: i32 entry C: call even() -> C2  C2: b := call leaf() -> C3  exit C3: }
             proc leaf() -> (s) { local s: i32 entry D: assume c < 0 -> E  assume 0 <= c -> F
             E: c := 1 -> E2  E2: error assertion \"\"  F: return c -> D2  exit D2: }",
        )
        .unwrap();
        let invariants = Invariants::new(Vec::new());
        let writes = Writes::of(&program, &Ghosts::of(&program, &invariants));
        let written = |proc: u32| [0, 1, 2].map(|var| writes.contains(ProcId(proc), VarId(var)));
        assert_eq!(written(0), [true, true, false]);
        assert_eq!(written(1), [true, true, false]);
        assert_eq!(written(2), [true, true, false]);
        assert_eq!(written(3), [false, false, false]);
    }
}
