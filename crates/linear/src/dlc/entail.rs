//! Entailment ⊑ between DLCs, staged from cheap to dear: the same conjunction by hash, a point outside through the
//! index, one disjunct that contains it (by its form, then by the simplex), and cutting into pieces ([`super::cover`]).

use super::Dlc;
use super::cover::{Cover, outside, satisfies};
use crate::conjunction::Conjunction;
use crate::simplex::Model;

impl Cover for Dlc {
    fn holding_at<'c>(&'c self, point: &Model, found: &mut dyn FnMut(&'c Conjunction)) {
        self.index.stab(point, |slot| {
            let disjunct = &self.disjuncts[&slot].conjunction;
            if satisfies(point, disjunct) {
                found(disjunct);
            }
        });
    }
}

impl Dlc {
    /// A point of the conjunction that does not satisfy this DLC, if there is one.
    pub fn point_outside(&self, conjunction: &Conjunction) -> Option<Model> {
        if conjunction.is_false() || self.known.contains(conjunction) {
            return None;
        }
        outside(conjunction, self).0
    }

    /// Whether all points of the conjunction satisfy this DLC.
    pub fn contains(&self, conjunction: &Conjunction) -> bool {
        self.point_outside(conjunction).is_none()
    }

    /// Entailment ⊑: whether every point that satisfies this DLC satisfies the other.
    pub fn entails(&self, other: &Dlc) -> bool {
        self.counterexample(other).is_none()
    }

    /// A point that satisfies this DLC and not the other, if there is one.
    pub fn counterexample(&self, other: &Dlc) -> Option<Model> {
        self.disjuncts().find_map(|disjunct| other.point_outside(disjunct))
    }

    /// Whether the same points satisfy both.
    pub fn equivalent(&self, other: &Dlc) -> bool {
        self.entails(other) && other.entails(self)
    }
}
