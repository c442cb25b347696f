//! Coalescing: disjuncts whose union is exactly one conjunction become one. The set of points never changes.
//!
//! Three ways lead to a partner of a new disjunct, all of them without a look at the others:
//! 1. *Neighbours*: the index knows the disjuncts that agree in all directions but one; if the values of that direction
//!    are an interval together, or a progression ([`super::stride`]), so is the union. `x = 1` and `2 <= x <= 9` are
//!    such, and `x = 6` with `0 <= x <= 4 & x mod 2 <= 0`. A progression begins when a third value comes.
//! 2. *Other words*: the new disjunct is written with the directions of a recent one and then has neighbours:
//!    `x = 5 & y = 5` is `y - x = 0 & x = 5`, next to `y - x = 0 & 3 <= x <= 4`.
//! 3. *Runs* ([`super::runs`]), over ℤ: recent disjuncts that fix the same directions lie one and two equal steps back.

use std::cell::OnceCell;

use heureka_number::Int;

use super::Dlc;
use super::cover::soon_contains;
use super::index::{DirectionId, Form, Slot};
use super::profile::{Direction, Interval, Profile};
use super::stride::Values;
use crate::conjunction::Conjunction;
use crate::hash::QuickMap;
use crate::row::{Numbers, Row};

/// How many shapes of recent disjuncts are tried as other words for a new one.
const SHAPES: usize = 4;
/// How many disjuncts are remembered for each set of fixed directions: two of a run, with as many others after each.
const RUN: usize = 2 * LAG;
/// How far back the last disjunct of a run is looked for: with 3, each of three that take turns finds its own.
pub(super) const LAG: usize = 3;
/// How many neighbours of a single value are looked at on each side: the next of its own kind may lie behind others.
const REACH: usize = 3;

/// A conjunction that is exactly the union of a new one and the parts.
pub(super) struct Union {
    pub conjunction: Conjunction,
    /// That of the conjunction, where it is known already.
    pub form: Option<Form>,
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
    pub(super) fn union_with(&self, conjunction: &Conjunction, form: &Form) -> Option<Union> {
        if let Some(union) = self.union_with_neighbours(form) {
            return Some(union);
        }
        let profile = OnceCell::new();
        for shape in &self.recent.shapes {
            if shape.same_shape(form) {
                continue;
            }
            let profile = profile.get_or_init(|| Profile::of(conjunction));
            let bounds =
                |(id, _): &(DirectionId, Interval)| profile.bounds(conjunction, self.index.direction(*id).expr());
            let form = shape.with_intervals(shape.spans.iter().map(bounds), form.modulos.clone());
            if let Some(union) = self.union_with_neighbours(&form)
                && (is_same_plane(conjunction, &form, shape) || soon_contains(conjunction, &self.written(&form)))
            {
                return Some(union);
            }
        }
        if self.numbers == Numbers::Integer { self.union_with_run(form) } else { None }
    }

    /// The union with disjuncts that differ in the values of one direction only.
    fn union_with_neighbours(&self, form: &Form) -> Option<Union> {
        self.index.neighbours(form).find_map(|(place, shelf)| {
            let lower = &form.spans[place].1.lower;
            let on_side = |side: &mut dyn Iterator<Item = Slot>| self.union_on_one_side(form, place, side);
            on_side(&mut shelf.before(lower)).or_else(|| on_side(&mut shelf.after(lower)))
        })
    }

    /// The union with the nearest disjunct, or a single value with the nearest two if the three are in equal steps.
    /// (Disjuncts in other steps may lie between them.)
    fn union_on_one_side(&self, form: &Form, place: usize, side: &mut dyn Iterator<Item = Slot>) -> Option<Union> {
        let values = form.values(place)?;
        let single = if self.numbers == Numbers::Integer { values.only() } else { None };
        let mut nearest: Option<(Slot, Int)> = None;
        for slot in side.take(if single.is_some() { REACH } else { 1 }) {
            let other = &self.disjuncts[&slot].form;
            let Some(other_values) = other.values(place) else { continue };
            if let Some(united) = values.united(&other_values, self.numbers)
                && form.agrees_but_at(place, other)
            {
                return Some(self.union_of_two(form, place, united, slot));
            }
            let (Some(value), Some(other_value)) = (&single, other_values.only()) else { continue };
            match nearest.take() {
                None => nearest = Some((slot, other_value)),
                // What was there before the other is a step that goes on; others may lie so by chance.
                Some((near, near_value)) => {
                    let united = Values::progression(&other_value, &near_value, value).filter(|_| slot < near)?;
                    let agree =
                        form.agrees_but_at(place, other) && form.agrees_but_at(place, &self.disjuncts[&near].form);
                    let (conjunction, parts) = (self.with_values(form, place, &united), vec![slot, near]);
                    return agree.then_some(Union { conjunction, form: None, parts });
                }
            }
        }
        None
    }

    /// The form and a disjunct that differs from it at a place, where both together have these values.
    fn union_of_two(&self, form: &Form, place: usize, united: Values, slot: Slot) -> Union {
        let other = &self.disjuncts[&slot];
        let parts = vec![slot];
        let (id, before) = &other.form.spans[place];
        let grows =
            before.fixed().is_none() && other.form.values(place).is_some_and(|v| v.congruence == united.congruence);
        if grows && let Some(rows) = moved(&other.conjunction, self.index.direction(*id), before, &united.interval) {
            let conjunction = Conjunction::from_reduced(self.numbers, rows);
            let mut form = other.form.clone();
            form.spans[place].1 = united.interval;
            return Union { conjunction, form: Some(form), parts };
        }
        Union { conjunction: self.with_values(form, place, &united), form: None, parts }
    }

    /// The form as a conjunction.
    fn written(&self, form: &Form) -> Conjunction {
        self.with_rows(&form.spans, form.modulos.iter().map(|modulo| modulo.row.clone()).collect())
    }

    /// The form with other values at a place.
    fn with_values(&self, form: &Form, place: usize, values: &Values) -> Conjunction {
        let id = form.spans[place].0;
        let mut spans = form.spans.clone();
        spans[place].1 = values.interval.clone();
        let rest = form.modulos_but_of(id).cloned();
        let congruence = values.congruence.as_ref().map(|congruence| self.index.direction(id).congruent(congruence));
        self.with_rows(&spans, rest.chain(congruence.flatten()).collect())
    }

    fn with_rows(&self, spans: &[(DirectionId, Interval)], modulos: Vec<Row>) -> Conjunction {
        let within =
            |(id, interval): &(DirectionId, Interval)| self.index.direction(*id).within(interval, self.numbers);
        let mut rows: Vec<Row> = spans.iter().flat_map(within).collect();
        rows.extend(modulos);
        Conjunction::from_rows(self.numbers, &rows)
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
            if !self.recent.runs.contains_key(&form.fixed) {
                self.recent.runs.insert(form.fixed.clone(), Vec::with_capacity(RUN));
            }
            let run = self.recent.runs.get_mut(&form.fixed).expect("it is there now");
            run.retain(|slot| self.disjuncts.contains_key(slot));
            if run.len() == RUN {
                run.remove(0);
            }
            run.push(slot);
        }
    }
}

/// Whether the form, which contains the conjunction and has the directions of a shape, is the same set because both are
/// planes of the same dimension. (Of a reduced conjunction the equalities are independent, also with one more direction.)
fn is_same_plane(conjunction: &Conjunction, form: &Form, shape: &Form) -> bool {
    conjunction.others().is_empty()
        && form.fixed.len() == form.spans.len()
        && form.fixed.len() == conjunction.equalities().len()
        && shape.fixed.len() + 1 == shape.spans.len()
}

/// The rows of a conjunction over ℤ with finite ends of a direction's interval moved to others. All else stays as it is,
/// also the order: rows are sorted by their terms first, and no two have the same.
fn moved(conjunction: &Conjunction, direction: &Direction, from: &Interval, to: &Interval) -> Option<Vec<Row>> {
    let numbers = conjunction.numbers();
    if numbers == Numbers::Real {
        return None;
    }
    let mut rows = conjunction.rows().to_vec();
    for (old, new) in from.ends().into_iter().zip(to.ends()) {
        if old != new {
            let [old] = &direction.within(&old, numbers)[..] else { return None };
            let [new] = &direction.within(&new, numbers)[..] else { return None };
            let place = rows.binary_search(old).ok()?;
            rows[place] = new.clone();
        }
    }
    Some(rows)
}
