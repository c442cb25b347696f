//! One round of a loop, from one state at its head: how the walk back from an error finds what was chosen in the rounds of
//! a loop that the search has taken in closed form.
//!
//! The same rules, but path edges stay in the loop (and in what it calls), and those that come back to its head are the
//! targets.

use heureka_ir::{EdgeId, LocId, LoopId};
use heureka_linear::Conjunction;

use super::super::accelerate::Rounds;
use super::super::system::System;
use super::{Parent, Plan, Tabulation};

impl<'s> Tabulation<'s> {
    /// The tabulation of one round. `start` speaks of the current tuple at the head.
    pub fn of_round(
        system: &'s System<'s>,
        rounds: &'s [Option<Rounds>],
        of: LoopId,
        start: Conjunction,
    ) -> Tabulation<'s> {
        let plan = Plan { rounds, run_outs: &[], widening: None, stop_at_targets: true, unite: false };
        let mut tabulation = Tabulation::empty(system, plan);
        tabulation.within = Some(of);
        tabulation.prop(system.loops.get(of).head, start, Parent::Start);
        tabulation
    }

    /// Whether an edge leads out of the loop whose round is tabulated.
    pub(super) fn leaves(&self, edge: EdgeId) -> bool {
        let edge = self.system.program.edge(edge);
        let loops = &self.system.loops;
        self.within.is_some_and(|of| loops.contains(of, edge.from) && !loops.contains(of, edge.to))
    }

    /// Whether a path edge is what is looked for.
    pub(super) fn is_target(&self, loc: LocId, parent: Parent) -> bool {
        match self.within {
            None => self.system.is_target(loc),
            Some(of) => loc == self.system.loops.get(of).head && parent != Parent::Start,
        }
    }
}
