//! What evaluating an expression reads and writes. Objects are told apart by their root: the variable, parameter
//! target or heap block that a place belongs to. Invariant: every access to an object that can change during the
//! evaluation of some expression is named here, possibly with more roots than are really touched, never with fewer.

use std::collections::BTreeSet;

/// An object (or a set of objects that may be the same one) whose accesses are tracked together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Root(pub u32);

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    pub reads: BTreeSet<Root>,
    pub writes: BTreeSet<Root>,
}

impl Effects {
    pub fn none() -> Self {
        Effects::default()
    }

    pub fn reading(roots: &[Root]) -> Self {
        Effects { reads: roots.iter().copied().collect(), writes: BTreeSet::new() }
    }

    pub fn writing(roots: &[Root]) -> Self {
        Effects { reads: BTreeSet::new(), writes: roots.iter().copied().collect() }
    }

    pub fn is_pure(&self) -> bool {
        self.writes.is_empty()
    }

    /// Both, one after the other or in any order.
    pub fn and(&self, other: &Effects) -> Effects {
        Effects {
            reads: self.reads.union(&other.reads).copied().collect(),
            writes: self.writes.union(&other.writes).copied().collect(),
        }
    }

    pub fn add(&mut self, other: &Effects) {
        self.reads.extend(&other.reads);
        self.writes.extend(&other.writes);
    }

    /// Whether the order of the two evaluations can be seen; if so they must not stand unsequenced in one expression.
    pub fn conflicts(&self, other: &Effects) -> bool {
        let touches = |set: &BTreeSet<Root>, e: &Effects| !set.is_disjoint(&e.reads) || !set.is_disjoint(&e.writes);
        touches(&self.writes, other) || touches(&other.writes, self)
    }

    pub fn touches(&self, roots: &[Root]) -> bool {
        roots.iter().any(|root| self.reads.contains(root) || self.writes.contains(root))
    }
}
