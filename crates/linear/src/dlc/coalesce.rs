//! Coalescing: disjuncts whose union is exactly one conjunction become one. The set of points never changes.
//!
//! Three ways lead to a partner of a new disjunct, all of them without a look at the others:
//! 1. *Neighbours*: the index knows the disjuncts that agree in all directions but one; if the two intervals of that
//!    direction overlap or touch, the union has the united interval. `x = 1` and `2 <= x <= 9` are such.
//! 2. *Other words*: the new disjunct is written with the directions of a recent one and then has neighbours:
//!    `x = 5 & y = 5` is `y - x = 0 & x = 5`, next to `y - x = 0 & 3 <= x <= 4`.
//! 3. *Runs*, over ℤ: the last disjunct that fixes the same directions fixes them to values one step before, `v` away:
//!    `x = 3 & y = 5` and `x = 4 & y = 6` lie on the line `y - x = 2`. When the components of `v` share no factor, the
//!    line has no integer point between the two, so that the segment is exactly their union. Steps by 1 and −1 are
//!    taken at once, others (`x = 1 & y = 2`, `x = 2 & y = 4`, `x = 3 & y = 6`) when three follow each other: two
//!    points always lie on a line, and a line that goes on is what helps.

use std::collections::HashMap;

use heureka_number::{Int, Rational};

use super::Dlc;
use super::cover::contains;
use super::index::{DirectionId, Form, Index, Slot};
use super::profile::{Interval, Profile};
use crate::conjunction::Conjunction;
use crate::expr::LinearExpr;
use crate::row::{Kind, Numbers};

/// How many shapes of recent disjuncts are tried as other words for a new one.
const SHAPES: usize = 4;

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
    /// For the directions that disjuncts fix, the last such disjunct.
    last: HashMap<Vec<DirectionId>, Last>,
}

#[derive(Debug, Clone)]
struct Last {
    slot: Slot,
    /// The one before it, and the step from there.
    before: Option<(Slot, Vec<Int>)>,
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
                && contains(conjunction, &written(&form, profile, &self.index, self.numbers))
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
                && other
                    .conjunction
                    .rows()
                    .iter()
                    .filter(|row| matches!(row.kind(), Kind::Modulo { .. }))
                    .eq(&profile.modulos);
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

    /// The union with the last disjunct, or the last two, that fix the same directions.
    fn union_with_run(&self, conjunction: &Conjunction, form: &Form) -> Option<Union> {
        let last = self.recent.last.get(&form.fixed)?;
        let previous = self.disjuncts.get(&last.slot)?;
        let step = step(&previous.form, form)?;
        if previous.conjunction.others() != conjunction.others() {
            return None;
        }
        let content = step.iter().fold(Int::ZERO, |content, part| content.gcd(part));
        if !content.is_one() {
            return None;
        }
        let (start, length, parts) = match &last.before {
            _ if step.iter().all(|part| part.abs() <= Int::ONE) => (&previous.form, 1, vec![last.slot]),
            Some((before, same)) if *same == step => {
                let before_last = self.disjuncts.get(before)?;
                if before_last.conjunction.others() != conjunction.others() {
                    return None;
                }
                (&before_last.form, 2, vec![*before, last.slot])
            }
            _ => return None,
        };
        let line = segment(&self.index, start, &step, length);
        let rows = Conjunction::from_rows(self.numbers, conjunction.others());
        Some(Union { conjunction: rows.with_all(line), parts })
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
        if self.numbers == Numbers::Integer && form.fixed.len() > 1 {
            let before = self.recent.last.get(&form.fixed).and_then(|last| {
                let previous = self.disjuncts.get(&last.slot)?;
                Some((last.slot, step(&previous.form, form)?))
            });
            self.recent.last.insert(form.fixed.clone(), Last { slot, before });
        }
    }
}

/// The form as a conjunction, with the modulo rows of the profile.
fn written(form: &Form, profile: &Profile, index: &Index, numbers: Numbers) -> Conjunction {
    let rows: Vec<_> =
        form.spans.iter().flat_map(|(id, interval)| index.direction(*id).within(interval, numbers)).collect();
    Conjunction::from_rows(numbers, rows.iter().chain(&profile.modulos))
}

/// The fixed values of one form minus those of another, which fixes the same directions. They are integers.
fn step(from: &Form, to: &Form) -> Option<Vec<Int>> {
    from.values().zip(to.values()).map(|(a, b)| (b - a).to_int()).collect()
}

/// The constraints of the segment of the fixed directions' values `start + t·step`, 0 ≤ t ≤ length.
fn segment(index: &Index, start: &Form, step: &[Int], length: i64) -> Vec<(LinearExpr, Kind)> {
    // How far each direction has moved from its value at the start.
    let moved: Vec<LinearExpr> = start
        .fixed
        .iter()
        .zip(start.values())
        .map(|(id, value)| index.direction(*id).expr().plus_constant(-int(value)))
        .collect();
    let leads = (0..step.len()).filter(|at| !step[*at].is_zero()).min_by_key(|at| step[*at].abs());
    let leads = leads.expect("a step is not 0 when its components share no factor");
    let mut constraints = Vec::new();
    for (at, expr) in moved.iter().enumerate().filter(|(at, _)| *at != leads) {
        constraints.push((expr.combine(&step[leads], &-&step[at], &moved[leads]), Kind::Equal));
    }
    let forward = if step[leads].is_negative() { moved[leads].negated() } else { moved[leads].clone() };
    let farthest = step[leads].abs() * Int::new(length);
    constraints.push((forward.negated().plus_constant(farthest), Kind::AtLeast));
    constraints.push((forward, Kind::AtLeast));
    constraints
}

fn int(value: &Rational) -> Int {
    value.to_int().expect("over ℤ directions have integer values")
}
