//! Path edges and where they come from.
//!
//! A [`PathEdge`] is a conjunction over the entry tuple and the current tuple of a procedure, at one location. It
//! remembers its parents, so that the derivation of an error is a tree that can be turned into an execution. Parents
//! are older than their children: ids only grow.

use heureka_ir::{EdgeId, LocId, LoopId};
use heureka_linear::Conjunction;

/// A path edge, by the order in which they were found.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PathEdgeId(pub u32);

impl PathEdgeId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Path edges of which one is the union, by the order in which they were united.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnionId(pub u32);

#[derive(Clone, Debug)]
pub struct PathEdge {
    pub loc: LocId,
    pub conjunction: Conjunction,
    pub parent: Parent,
}

/// The rule that gave a path edge, and its premises.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parent {
    /// The program starts.
    Start,
    /// Join with a case of the edge.
    Step { from: PathEdgeId, edge: EdgeId, case: u32 },
    /// SelfLoop: the entry of a procedure, called by `edge` in this state of the caller.
    Call { from: PathEdgeId, edge: EdgeId, case: u32 },
    /// SEJoin: the procedure called by `edge` in state `from` of the caller has come to its exit by path edge `exit`.
    Return { from: PathEdgeId, edge: EdgeId, case: u32, exit: PathEdgeId },
    /// Any number of rounds, at least one, of the loop at whose head the path edge is.
    Rounds { from: PathEdgeId, of: LoopId, part: u32 },
    /// All rounds of the loop at whose head the path edge is, to the last: nothing is chosen on the way.
    RunOut { from: PathEdgeId, of: LoopId },
    /// Exactly the union of some.
    United(UnionId),
    /// Part of an invariant that was found before.
    Given,
    /// Made larger than what was found (`from`), so that the search ends.
    Widened { from: PathEdgeId },
}
