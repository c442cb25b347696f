//! What holds right after one edge, for people: P(j) of its target also has what other edges bring there.

use heureka_ir::EdgeId;
use heureka_linear::Conjunction;

use super::Tabulation;
use super::join::join;
use crate::linear::encode::Step;

impl Tabulation<'_> {
    /// *Join* of path edges before the edge with what it does, and with nothing else.
    pub fn after(&mut self, edge: EdgeId, before: &[Conjunction]) -> Vec<Conjunction> {
        let system = self.system;
        let to = system.program.edge(edge).to;
        let step = system.step(edge);
        let mut after = Vec::new();
        for before in before {
            for (case, way) in step.cases().iter().enumerate() {
                match step {
                    Step::Local(_) => after.extend(join(before, system.arity(to), way, system.dead(to)).disjuncts),
                    Step::Call(_) => after.extend(self.all_returned(before, edge, case as u32)),
                }
            }
        }
        after
    }
}
