//! What the tabulation counted.

use heureka_linear::DlcStatistics;

use super::Tabulation;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Locations with a path edge.
    pub nodes: u64,
    pub path_edges: u64,
    pub summary_edges: u64,
    /// Entailment checks, by what decided them.
    pub entailment: DlcStatistics,
    pub eliminations: u64,
}

impl Tabulation<'_> {
    pub fn statistics(&self) -> Statistics {
        let mut entailment = DlcStatistics::default();
        let sets =
            self.nodes.iter().map(|node| &node.set).chain(self.summaries.iter().map(|summaries| summaries.set()));
        for set in sets {
            let one = set.statistics();
            entailment.by_hash += one.by_hash;
            entailment.by_point += one.by_point;
            entailment.by_disjunct += one.by_disjunct;
            entailment.by_split += one.by_split;
            entailment.united += one.united;
            entailment.removed += one.removed;
        }
        Statistics {
            nodes: self.nodes.iter().filter(|node| !node.edges.is_empty()).count() as u64,
            path_edges: self.path_edges.len() as u64,
            summary_edges: self.program_summaries(),
            entailment,
            eliminations: self.eliminations,
        }
    }

    fn program_summaries(&self) -> u64 {
        self.summaries.iter().map(|summaries| summaries.set().len() as u64).sum()
    }
}
