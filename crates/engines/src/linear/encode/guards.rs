//! The sets B of the paper's pairs `e → (B, ne)`, shared.
//!
//! A guard is a conjunction of rows, built by joining two guards at each operator; the rows of a subexpression are kept
//! once, however many guards contain them, so that a sum of 10,000 terms needs no more room than that. Nodes are
//! numbered in an arena: a chain of any depth is walked, and dropped, without recursion.
//!
//! Beside rows a guard holds *losses*: marks that say that a value under this guard is the undefined value `u` where the
//! program has one value.

use std::collections::{BTreeSet, HashSet};

use heureka_linear::{Canonical, Conjunction, Kind, LinearExpr, Numbers, Row};

/// A conjunction in [`Guards`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct GuardId(u32);

impl GuardId {
    /// The empty conjunction.
    pub const TRUE: GuardId = GuardId(0);
}

/// A loss, numbered by who keeps them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct LossId(pub u32);

enum Node {
    True,
    Row(Row),
    Loss(LossId),
    Both(GuardId, GuardId),
    /// A guard that was read, in fewer rows.
    Reduced(Vec<Row>, BTreeSet<LossId>),
}

/// The guards of one step.
pub(super) struct Guards {
    numbers: Numbers,
    nodes: Vec<Node>,
}

impl Guards {
    pub fn new(numbers: Numbers) -> Guards {
        Guards { numbers, nodes: vec![Node::True] }
    }

    fn add(&mut self, node: Node) -> GuardId {
        self.nodes.push(node);
        GuardId(self.nodes.len() as u32 - 1)
    }

    /// The guard and one more constraint; `None` if the constraint never holds.
    pub fn with(&mut self, guard: GuardId, expr: LinearExpr, kind: Kind) -> Option<GuardId> {
        match Row::canonical(expr, kind, self.numbers) {
            Canonical::Always => Some(guard),
            Canonical::Never => None,
            Canonical::Row(row) => {
                let row = self.add(Node::Row(row));
                Some(self.both(guard, row))
            }
        }
    }

    pub fn with_loss(&mut self, guard: GuardId, loss: LossId) -> GuardId {
        let loss = self.add(Node::Loss(loss));
        self.both(guard, loss)
    }

    pub fn both(&mut self, a: GuardId, b: GuardId) -> GuardId {
        match (a, b) {
            (GuardId::TRUE, other) | (other, GuardId::TRUE) => other,
            _ if a == b => a,
            _ => self.add(Node::Both(a, b)),
        }
    }

    /// Whether the guard allows everything, be it at a loss.
    pub fn is_true(&self, guard: GuardId) -> bool {
        matches!(self.nodes[guard.0 as usize], Node::True | Node::Loss(_))
    }

    /// The rows of a guard, reduced, and its losses.
    pub fn read(&self, guard: GuardId) -> (Conjunction, BTreeSet<LossId>) {
        let (mut rows, mut losses) = (Vec::new(), BTreeSet::new());
        let mut seen = HashSet::new();
        let mut stack = vec![guard];
        while let Some(id) = stack.pop() {
            if !seen.insert(id) {
                continue;
            }
            match &self.nodes[id.0 as usize] {
                Node::True => {}
                Node::Row(row) => rows.push(row),
                Node::Loss(loss) => {
                    losses.insert(*loss);
                }
                Node::Both(a, b) => stack.extend([*a, *b]),
                Node::Reduced(known, lost) => {
                    rows.extend(known);
                    losses.extend(lost);
                }
            }
        }
        (Conjunction::from_rows(self.numbers, rows), losses)
    }

    /// Both guards, unless the form of their rows shows that they contradict each other. What was read to see that is kept,
    /// so that a long chain of such questions reads nothing twice.
    pub fn compatible(&mut self, a: GuardId, b: GuardId) -> Option<GuardId> {
        let both = self.both(a, b);
        if both == a || both == b {
            return Some(both);
        }
        let (conjunction, losses) = self.read(both);
        if conjunction.is_false() {
            return None;
        }
        Some(self.add(Node::Reduced(conjunction.rows().to_vec(), losses)))
    }
}
