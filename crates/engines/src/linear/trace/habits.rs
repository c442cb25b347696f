//! What a procedure does, itself or in what it calls, that a walk wants to know before it goes there.

use heureka_ir::{EdgeId, Op};

use super::super::system::System;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Habits {
    /// Whether it makes choices.
    pub chooses: bool,
    /// A step of it that is approximate.
    pub approximates: Option<EdgeId>,
}

impl Habits {
    /// The habits of all procedures.
    pub fn of_all(system: &System) -> Vec<Habits> {
        let program = system.program;
        let mut habits = vec![Habits::default(); program.procs.len()];
        for id in program.edge_ids() {
            let edge = program.edge(id);
            let proc = &mut habits[program.loc(edge.from).proc.index()];
            proc.chooses |= matches!(edge.op, Op::Havoc { .. });
            if system.step(id).cases().iter().any(|case| case.approximate) {
                proc.approximates.get_or_insert(id);
            }
        }
        // Callees come before their callers.
        for component in system.graph.components() {
            let callees = component.iter().flat_map(|proc| system.graph.callees(*proc));
            let all = component.iter().chain(callees).map(|proc| habits[proc.index()]);
            let together = all.reduce(Habits::or).expect("a component has a procedure");
            component.iter().for_each(|proc| habits[proc.index()] = habits[proc.index()].or(together));
        }
        habits
    }

    fn or(self, other: Habits) -> Habits {
        Habits { chooses: self.chooses || other.chooses, approximates: self.approximates.or(other.approximates) }
    }
}
