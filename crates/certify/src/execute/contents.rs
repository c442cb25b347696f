//! The contents of arrays, as far as cells of them are known.
//!
//! An array is a total map from tuples of numbers to values. A [`Memory`] knows some places of it; a place that is not
//! known holds any value of the element type, and is known from then on, so that equal indices give equal values. With
//! the contents known or any, a step over arrays is exact.

use heureka_ir::{ArrayId, Contents, Dim};

use super::{CONTENTS, Execution};
use crate::bounds::Bounds;
use crate::linear::{Linear, Row};
use crate::vocabulary::Condition;

/// Initial contents that are told apart by cases, if the index is not constant. The solver sees one choice for each.
const LISTED: usize = 64;
const LONG_LIST: &str = "the initial contents of a long array";

/// What is known of an array at one moment.
#[derive(Clone, Default)]
pub struct Memory {
    pub places: Vec<Place>,
}

#[derive(Clone)]
pub struct Place {
    /// The indices are computed without a fault. Nothing is said of a place that does not exist.
    pub exists: Condition,
    pub indices: Vec<Linear>,
    pub value: Linear,
}

impl Execution<'_, '_> {
    /// The contents before the step.
    pub fn read(&mut self, array: ArrayId, indices: &[Linear]) -> Linear {
        let mut memory = self.take_memory(array);
        let value = self.look(&mut memory, array, indices);
        self.memories.insert(array, memory);
        value
    }

    fn take_memory(&mut self, array: ArrayId) -> Memory {
        self.memories.remove(&array).unwrap_or_else(|| self.memory_before(array))
    }

    /// What is known of an array before the step.
    pub fn memory(&mut self, array: ArrayId) -> Memory {
        let memory = self.take_memory(array);
        self.memories.insert(array, memory.clone());
        memory
    }

    /// The contents at some indices.
    pub fn look(&mut self, memory: &mut Memory, array: ArrayId, indices: &[Linear]) -> Linear {
        let mut choices = Vec::new();
        let mut certain = None;
        for place in &memory.places {
            let same = self.are_equal(&place.indices, indices);
            match self.words.and(place.exists, same) {
                Condition::Known(false) => {}
                Condition::Known(true) => {
                    certain = Some(place.value.clone());
                    break;
                }
                same => choices.push((same, place.value.clone())),
            }
        }
        let is_known = certain.is_some();
        let mut value = certain.unwrap_or_else(|| self.anything_in(array));
        for (same, at_place) in choices.into_iter().rev() {
            value = self.choose_number(same, at_place, value);
        }
        if !is_known {
            let (exists, indices) = (Condition::TRUE, indices.to_vec());
            memory.places.push(Place { exists, indices, value: value.clone() });
        }
        value
    }

    /// Any value of the element type.
    fn anything_in(&mut self, array: ArrayId) -> Linear {
        // A certificate that says nothing of an array may stand for a proof that knows more.
        if self.question.ghosts.cells_of(array).next().is_none() {
            self.inexact.get_or_insert(CONTENTS);
        }
        Linear::symbol(self.world.fresh(self.question.values_of(self.question.program.array(array).elem)))
    }

    /// Whether indices are the same, as far as both go.
    pub fn are_equal(&mut self, a: &[Linear], b: &[Linear]) -> Condition {
        let mut all = Condition::TRUE;
        for (a, b) in a.iter().zip(b) {
            let same = match a.sub(b) {
                Some(difference) => self.holds(Row::zero(difference)),
                None => self.anything(),
            };
            all = self.words.and(all, same);
        }
        all
    }

    /// The contents that an array starts with; `memory` is what was already looked at.
    pub fn initial(&mut self, memory: &mut Memory, array: ArrayId, indices: &[Linear]) -> Linear {
        let declared = self.question.program.array(array);
        let values = match &declared.init {
            Contents::Undefined => return self.look(memory, array, indices),
            Contents::Zero => return Linear::constant(0),
            Contents::Values(values) => values,
        };
        let Some(extents) = declared.dims[1..].iter().map(extent).collect::<Option<Vec<i128>>>() else {
            self.inexact.get_or_insert(LONG_LIST);
            return self.look(memory, array, indices);
        };
        if let Some(indices) = indices.iter().map(Linear::as_constant).collect::<Option<Vec<i128>>>() {
            let listed = position(&indices, &extents).and_then(|at| values.get(at));
            return Linear::constant(listed.copied().unwrap_or(0));
        }
        if values.len() > LISTED {
            self.inexact.get_or_insert(LONG_LIST);
            let (least, most) =
                values.iter().fold((0, 0), |(least, most), value| (*value.min(&least), *value.max(&most)));
            return Linear::symbol(self.world.fresh(Bounds { low: Some(least), high: Some(most) }));
        }
        let mut value = Linear::constant(0);
        for (at, listed) in values.iter().enumerate().filter(|(_, listed)| **listed != 0) {
            let place: Vec<Linear> = indices_of(at, &extents).into_iter().map(Linear::constant).collect();
            let same = self.are_equal(&place, indices);
            value = self.choose_number(same, Linear::constant(*listed), value);
        }
        value
    }
}

fn extent(dim: &Dim) -> Option<i128> {
    match dim {
        Dim::Const(extent) => Some(i128::from(*extent)),
        Dim::Var(_) | Dim::PerInstance(_) | Dim::Unbounded | Dim::Element => None,
    }
}

/// The place of a cell in row-major order; `extents` are those of all dimensions but the first.
fn position(indices: &[i128], extents: &[i128]) -> Option<usize> {
    let (first, rest) = indices.split_first()?;
    let mut position = *first;
    for (index, extent) in rest.iter().zip(extents) {
        if !(0..*extent).contains(index) {
            return None;
        }
        position = position.checked_mul(*extent)?.checked_add(*index)?;
    }
    usize::try_from(position).ok()
}

/// The indices of the cell at a place in row-major order.
fn indices_of(position: usize, extents: &[i128]) -> Vec<i128> {
    let mut rest = position as i128;
    let mut indices = Vec::with_capacity(extents.len() + 1);
    for extent in extents.iter().rev() {
        indices.push(rest.checked_rem(*extent).unwrap_or(0));
        rest = rest.checked_div(*extent).unwrap_or(0);
    }
    indices.push(rest);
    indices.reverse();
    indices
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_in_row_major_order() {
        let extents = [3, 2];
        assert_eq!(indices_of(0, &extents), [0, 0, 0]);
        assert_eq!(indices_of(7, &extents), [1, 0, 1]);
        for at in 0..20 {
            assert_eq!(position(&indices_of(at, &extents), &extents), Some(at));
        }
        assert_eq!(position(&[0, 3, 0], &extents), None);
        assert_eq!(position(&[-1, 2, 1], &extents), None);
    }
}
