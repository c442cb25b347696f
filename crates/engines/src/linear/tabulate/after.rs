//! What holds right after one edge, for people: P(j) of its target also has what other edges bring there.

use heureka_ir::EdgeId;
use heureka_linear::{Conjunction, Dlc};

use super::Tabulation;
use super::join::join;
use crate::linear::encode::Step;

impl Tabulation<'_> {
    /// *Join* of all path edges before the edge with what it does, and with nothing else.
    pub fn after(&mut self, edge: EdgeId) -> Dlc {
        let system = self.system;
        let (from, to) = (system.program.edge(edge).from, system.program.edge(edge).to);
        let step = system.step(edge);
        let mut set = Dlc::bottom(system.numbers());
        let all: Vec<Conjunction> = self.path_edges_at(from).disjuncts().cloned().collect();
        for before in &all {
            for (case, way) in step.cases().iter().enumerate() {
                let after = match step {
                    Step::Local(_) => join(before, system.arity(to), way, system.dead(to)).disjuncts,
                    Step::Call(_) => self.all_returned(before, edge, case as u32),
                };
                for conjunction in after {
                    set.insert(conjunction);
                }
            }
        }
        set
    }
}
