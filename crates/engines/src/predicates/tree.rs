//! The abstract reachability tree.
//!
//! Invariant: a covered node has no children, and its region lies in the regions of the nodes that cover it, none of which
//! is covered by it. Nodes that were removed keep their numbers.

use super::abstraction::Shape;
use super::graph::Target;
use super::places::Place;
use super::region::Region;

pub type NodeId = usize;

pub struct Node {
    pub at: Place,
    pub parent: Option<NodeId>,
    pub region: Region,
    pub precision: Precision,
    pub children: Vec<(Target, NodeId)>,
    pub status: Status,
}

/// With what a region was computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Precision {
    /// How many of the predicates of its location.
    pub predicates: usize,
    pub shape: Shape,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Status {
    /// Its successors are to be looked at.
    Open,
    Expanded,
    CoveredBy(Vec<NodeId>),
    Removed,
}

#[derive(Default)]
pub struct Tree {
    pub nodes: Vec<Node>,
}

impl Tree {
    pub fn add(&mut self, at: Place, parent: Option<NodeId>, region: Region, precision: Precision) -> NodeId {
        let id = self.nodes.len();
        self.nodes.push(Node { at, parent, region, precision, children: Vec::new(), status: Status::Open });
        if let Some(parent) = parent {
            self.nodes[parent].children.push((Target::Cut(at), id));
        }
        id
    }

    /// The nodes from the root to a node.
    pub fn path(&self, node: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> = std::iter::successors(Some(node), |node| self.nodes[*node].parent).collect();
        path.reverse();
        path
    }

    /// The open node to look at next: the innermost loops first, then the oldest.
    pub fn next(&self, order: impl Fn(Place) -> u32) -> Option<NodeId> {
        let open = (0..self.nodes.len()).filter(|id| self.nodes[*id].status == Status::Open);
        open.max_by_key(|id| (order(self.nodes[*id].at), std::cmp::Reverse(*id)))
    }

    /// The nodes that may cover a node: older ones at its location that are not covered themselves.
    pub fn coverers(&self, node: NodeId) -> Vec<NodeId> {
        let at = self.nodes[node].at;
        let is_there =
            |id: &NodeId| self.nodes[*id].at == at && matches!(self.nodes[*id].status, Status::Open | Status::Expanded);
        (0..node).filter(is_there).collect()
    }

    /// Takes a node away, with all that follows from it; its parent is open again, and so is what it covered.
    pub fn remove(&mut self, node: NodeId) {
        let mut stack = vec![node];
        let mut removed = Vec::new();
        while let Some(id) = stack.pop() {
            self.nodes[id].status = Status::Removed;
            stack.extend(std::mem::take(&mut self.nodes[id].children).into_iter().map(|(_, child)| child));
            removed.push(id);
        }
        if let Some(parent) = self.nodes[node].parent {
            self.nodes[parent].children.retain(|(_, child)| *child != node);
            self.nodes[parent].status = Status::Open;
        }
        for node in &mut self.nodes {
            if matches!(&node.status, Status::CoveredBy(by) if by.iter().any(|id| removed.contains(id))) {
                node.status = Status::Open;
            }
        }
    }

    /// The nodes that are there.
    pub fn live(&self) -> impl Iterator<Item = &Node> {
        self.nodes.iter().filter(|node| node.status != Status::Removed)
    }
}
