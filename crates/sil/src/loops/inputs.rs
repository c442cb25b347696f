//! What the pre-condition says of the inputs in the windows.
//!
//! In the paper the pre-condition automaton runs along with the transducer, and its control state says which value
//! expressions are active. Here a value expression is added to a set of states where its guard holds in the whole set; where it
//! holds for a part of the set only, nothing is added there, which is coarser and sound; [`super::facts`] asks once more what
//! follows for the cells within the guard.

use heureka_linear::relations::{Bound, Constraint, Supremum};
use heureka_number::Int;

use super::machine::{Counter, Machine, Set};
use crate::decide::segments::Normal;
use crate::formula::Operand;
use crate::term::Term;

impl Machine {
    /// The properties of the inputs of a class, each at all offsets of its window.
    pub fn properties_of(&self, class: usize) -> impl Iterator<Item = (&Normal, i64)> {
        let offsets = self.classes[class].low..=self.classes[class].high;
        let own = self.properties.iter().filter(move |(owner, _)| *owner == class);
        own.flat_map(move |(_, normal)| offsets.clone().map(move |offset| (normal, offset)))
    }

    /// The set with everything that the pre-condition says of the inputs in the window, where its guards are known to hold.
    pub fn saturated(&self, mut set: Set) -> Set {
        if set.is_empty() {
            return set;
        }
        loop {
            let mut changed = false;
            for (owner, normal) in &self.properties {
                let class = &self.classes[*owner];
                let index = self.now(&class.index);
                for offset in class.low - class.back..=class.high {
                    let Some(constraints) = self.instance(normal, index, offset) else { continue };
                    let applies = normal.lower.iter().all(|lower| self.knows_at_most(&set, lower, index, offset))
                        && normal.end.iter().all(|end| self.knows_below(&set, index, offset, end));
                    if !applies {
                        continue;
                    }
                    for constraint in constraints {
                        let known = set.supremum(&constraint).expect("a difference");
                        let holds = matches!(&known, Supremum::Bound(Bound::Finite(most)) if *most <= constraint.bound);
                        if !holds && known != Supremum::Empty {
                            set.constrain(&constraint).expect("a difference");
                            changed = true;
                        }
                    }
                }
            }
            if !changed || set.is_empty() {
                return set;
            }
        }
    }

    /// The constraints of a property's value expression at `index + offset`; none if a cell is not in the window.
    pub fn instance(&self, normal: &Normal, index: usize, offset: i64) -> Option<Vec<Constraint>> {
        let place = |operand: &Operand| -> Option<(Option<usize>, i64)> {
            match operand {
                Operand::Zero => Some((None, 0)),
                Operand::Index => Some((Some(index), offset)),
                Operand::Cell(array, more) => Some((Some(self.find(&Counter::In(array.clone(), offset + more))?), 0)),
                Operand::Base(base) => Some((Some(self.find(&Counter::Fixed(base.clone()))?), 0)),
            }
        };
        let mut constraints = Vec::new();
        for difference in &normal.value[0] {
            let (left, more) = place(&difference.left)?;
            let (right, less) = place(&difference.right)?;
            let bound = &difference.bound - &Int::from(more) + Int::from(less);
            constraints.push(match (left, right) {
                (Some(left), Some(right)) if left != right => Constraint::difference(left, right, bound),
                (Some(left), None) => Constraint::at_most(left, bound),
                (None, Some(right)) => Constraint::at_least(right, -bound),
                _ if bound.is_negative() => return None,
                _ => continue,
            });
        }
        Some(constraints)
    }

    fn knows(&self, set: &Set, constraint: &Constraint) -> bool {
        match set.supremum(constraint).expect("a difference") {
            Supremum::Empty => true,
            Supremum::Bound(Bound::Finite(most)) => most <= constraint.bound,
            Supremum::Bound(Bound::Infinite) => false,
        }
    }

    /// Whether `term ≤ index + offset` in the whole set.
    fn knows_at_most(&self, set: &Set, term: &Term, index: usize, offset: i64) -> bool {
        let bound = Int::from(offset) - &term.offset;
        match &term.base {
            None => self.knows(set, &Constraint::at_least(index, -bound)),
            Some(base) => match self.find(&Counter::Fixed(base.clone())) {
                Some(place) => self.knows(set, &Constraint::difference(place, index, bound)),
                None => false,
            },
        }
    }

    /// Whether `index + offset < end` in the whole set.
    fn knows_below(&self, set: &Set, index: usize, offset: i64, end: &Term) -> bool {
        let bound = &end.offset - &Int::from(offset) - Int::ONE;
        match &end.base {
            None => self.knows(set, &Constraint::at_most(index, bound)),
            Some(base) => match self.find(&Counter::Fixed(base.clone())) {
                Some(place) => self.knows(set, &Constraint::difference(index, place, bound)),
                None => false,
            },
        }
    }
}
