//! Who calls whom, and which procedures are recursive.

use crate::graph::components;
use crate::ids::{EdgeId, ProcId};
use crate::program::{Op, Program};

/// The calls of a program.
#[derive(Clone, Debug)]
pub struct CallGraph {
    /// For each procedure the call edges in it.
    calls: Vec<Vec<EdgeId>>,
    /// For each procedure the edges that call it.
    callers: Vec<Vec<EdgeId>>,
    /// For each procedure the procedures it calls, ascending, each once.
    callees: Vec<Vec<ProcId>>,
    /// Sets of procedures that call each other, callees first.
    components: Vec<Vec<ProcId>>,
    component_of: Vec<usize>,
}

impl CallGraph {
    pub fn of(program: &Program) -> CallGraph {
        let count = program.procs.len();
        let (mut calls, mut callers) = (vec![Vec::new(); count], vec![Vec::new(); count]);
        let mut callees: Vec<Vec<ProcId>> = vec![Vec::new(); count];
        for id in program.edge_ids() {
            let edge = program.edge(id);
            if let Op::Call { proc, .. } = edge.op {
                let caller = program.loc(edge.from).proc;
                calls[caller.index()].push(id);
                callers[proc.index()].push(id);
                callees[caller.index()].push(proc);
            }
        }
        for list in &mut callees {
            list.sort_unstable();
            list.dedup();
        }
        let found = components(count, |proc| callees[proc].iter().map(|callee| callee.index()).collect());
        let mut component_of = vec![0; count];
        for (at, component) in found.iter().enumerate() {
            for &proc in component {
                component_of[proc] = at;
            }
        }
        let to_procs = |component: Vec<usize>| component.into_iter().map(|proc| ProcId(proc as u32)).collect();
        let components = found.into_iter().map(to_procs).collect();
        CallGraph { calls, callers, callees, components, component_of }
    }

    /// The call edges in a procedure.
    pub fn calls(&self, proc: ProcId) -> &[EdgeId] {
        &self.calls[proc.index()]
    }

    /// The edges that call a procedure.
    pub fn callers(&self, proc: ProcId) -> &[EdgeId] {
        &self.callers[proc.index()]
    }

    /// The procedures that a procedure calls, ascending.
    pub fn callees(&self, proc: ProcId) -> &[ProcId] {
        &self.callees[proc.index()]
    }

    /// Sets of procedures that call each other, callees before callers.
    pub fn components(&self) -> &[Vec<ProcId>] {
        &self.components
    }

    /// All procedures, callees before callers as far as recursion allows.
    pub fn bottom_up(&self) -> impl DoubleEndedIterator<Item = ProcId> + '_ {
        self.components.iter().flatten().copied()
    }

    /// True when a call of the procedure can lead to another call of it.
    pub fn is_recursive(&self, proc: ProcId) -> bool {
        self.components[self.component_of[proc.index()]].len() > 1 || self.callees(proc).contains(&proc)
    }

    /// True when a call from `caller` to `callee` can lead back to `caller`.
    pub fn is_recursive_call(&self, caller: ProcId, callee: ProcId) -> bool {
        self.component_of[caller.index()] == self.component_of[callee.index()]
    }

    /// The procedures that are called, directly or not, when `root` runs; `root` is one of them.
    pub fn reachable(&self, root: ProcId) -> Vec<bool> {
        let mut reached = vec![false; self.callees.len()];
        let mut stack = vec![root];
        reached[root.index()] = true;
        while let Some(proc) = stack.pop() {
            for &callee in self.callees(proc) {
                if !std::mem::replace(&mut reached[callee.index()], true) {
                    stack.push(callee);
                }
            }
        }
        reached
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::parse;

    #[test]
    fn recursion_and_order() {
        let program = parse(
            "entry main
             proc main() { entry A: call even() -> A2  A2: call leaf() -> A3  exit A3: }
             proc even() { entry B: call odd() -> B2  exit B2: }
             proc odd() { entry C: call even() -> C2  C2: call leaf() -> C3  exit C3: }
             proc leaf() { entry D: skip -> D2  exit D2: }
             proc lonely() { entry E: call lonely() -> E2  exit E2: }",
        )
        .unwrap();
        let graph = CallGraph::of(&program);
        let [main, even, odd, leaf, lonely] = [0, 1, 2, 3, 4].map(ProcId);
        assert_eq!(graph.components(), [vec![leaf], vec![even, odd], vec![main], vec![lonely]]);
        assert_eq!(graph.callees(main), [even, leaf]);
        assert_eq!(graph.callers(leaf).len(), 2);
        assert_eq!(graph.calls(odd).len(), 2);
        assert_eq!(
            [main, even, odd, leaf, lonely].map(|proc| graph.is_recursive(proc)),
            [false, true, true, false, true]
        );
        assert!(graph.is_recursive_call(even, odd) && !graph.is_recursive_call(main, even));
        assert_eq!(graph.reachable(main), [true, true, true, true, false]);
        assert_eq!(graph.bottom_up().next(), Some(leaf));
    }
}
