//! Coalescing: disjuncts whose union is exactly one conjunction become one. The set of points never changes.
//!
//! Three ways lead to a partner of a new disjunct, all of them without a look at the others:
//! 1. *Neighbours*: the index knows the disjuncts that agree in all directions but one; if the two intervals of that
//!    direction overlap or touch, the union has the united interval. `x = 1` and `2 <= x <= 9` are such.
//! 2. *Other words*: the new disjunct is written with the directions of a recent one and then has neighbours:
//!    `x = 5 & y = 5` is `y - x = 0 & x = 5`, next to `y - x = 0 & 3 <= x <= 4`.
//! 3. *Runs* ([`super::runs`]), over ℤ: the last disjuncts that fix the same directions lie one and two equal steps back.

use super::Dlc;
use super::cover::soon_contains;
use super::index::{DirectionId, Form, Index, Slot};
use super::profile::{Interval, Profile};
use crate::conjunction::Conjunction;
use crate::hash::QuickMap;
use crate::row::Numbers;

/// How many shapes of recent disjuncts are tried as other words for a new one.
const SHAPES: usize = 4;
/// How many disjuncts are remembered for each set of fixed directions: two of a run, and one that is still growing.
const RUN: usize = 3;

/// A conjunction that is exactly the union of a new one and the parts.
pub(super) struct Union {
    pub conjunction: Conjunction,
    pub parts: Vec<Slot>,
}

/// What coalescing remembers of recent disjuncts.
#[derive(Debug, Clone, Default)]
pub(super) struct Recent {
    /// Forms with an interval that can grow, the most recent first, no two of the same shape.
    shapes: Vec<Form>,
    /// For the directions that disjuncts fix, the last such disjuncts; some may be gone.
    runs: QuickMap<Vec<DirectionId>, Vec<Slot>>,
}

impl Recent {
    /// The last disjuncts that fix these directions, the last one at the end.
    pub fn run(&self, fixed: &[DirectionId]) -> &[Slot] {
        self.runs.get(fixed).map_or(&[], Vec::as_slice)
    }
}

impl Dlc {
    /// A union of the conjunction with disjuncts that are there.
    pub(super) fn union_with(&self, conjunction: &Conjunction, profile: &Profile, form: &Form) -> Option<Union> {
        if let Some(union) = self.union_with_neighbour(form, profile) {
            return Some(union);
        }
        for shape in &self.recent.shapes {
            if shape.same_shape(form) || !shape.same_modulos(form) {
                continue;
            }
            let bounds =
                |(id, _): &(DirectionId, Interval)| profile.bounds(conjunction, self.index.direction(*id).expr());
            let form = shape.with_intervals(shape.spans.iter().map(bounds));
            if let Some(union) = self.union_with_neighbour(&form, profile)
                && soon_contains(conjunction, &written(&form, profile, &self.index, self.numbers))
            {
                return Some(union);
            }
        }
        if self.numbers == Numbers::Integer { self.union_with_run(conjunction, form) } else { None }
    }

    /// The union with a disjunct that differs in the interval of one direction only.
    fn union_with_neighbour(&self, form: &Form, profile: &Profile) -> Option<Union> {
        self.index.neighbours(form).into_iter().find_map(|(place, slot)| {
            let other = &self.disjuncts[&slot];
            let agrees = form.same_shape(&other.form)
                && form.spans.iter().zip(&other.form.spans).enumerate().all(|(at, (a, b))| at == place || a.1 == b.1)
                && other.conjunction.rows().iter().filter(|row| row.is_modulo()).eq(&profile.modulos);
            if !agrees {
                return None;
            }
            let interval = form.spans[place].1.united(&other.form.spans[place].1, self.numbers)?;
            let mut united = form.clone();
            united.spans[place].1 = interval;
            let conjunction = written(&united, profile, &self.index, self.numbers);
            Some(Union { conjunction, parts: vec![slot] })
        })
    }

    /// Notes a new disjunct for later unions.
    pub(super) fn remember(&mut self, slot: Slot, form: &Form) {
        let shapes = &mut self.recent.shapes;
        if form.spans.len() > form.fixed.len() {
            match shapes.iter().position(|shape| shape.same_shape(form)) {
                Some(place) => shapes[..=place].rotate_right(1),
                None => {
                    shapes.insert(0, form.clone());
                    shapes.truncate(SHAPES);
                }
            }
        }
        if self.numbers == Numbers::Integer && !form.fixed.is_empty() {
            let run = self.recent.runs.entry(form.fixed.clone()).or_default();
            run.retain(|slot| self.disjuncts.contains_key(slot));
            if run.len() == RUN {
                run.remove(0);
            }
            run.push(slot);
        }
    }
}

/// The form as a conjunction, with the modulo rows of the profile.
fn written(form: &Form, profile: &Profile, index: &Index, numbers: Numbers) -> Conjunction {
    let rows: Vec<_> =
        form.spans.iter().flat_map(|(id, interval)| index.direction(*id).within(interval, numbers)).collect();
    Conjunction::from_rows(numbers, rows.iter().chain(&profile.modulos))
}
