//! Cells that engines tell each other. Those of others become a form of the clauses; those that a refutation asks for are told.
//!
//! Nobody need trust them: a form with whatever cells is an abstraction of the clauses.

use std::collections::BTreeSet;

use heureka_ir::ArrayId;
use heureka_logic::{Op, SortId, TermId, Terms};

use super::cells::Template;
use super::names::Symbols;
use super::refine::{MOST_EXTRAS, MOST_INDICES, MOST_OFFSETS};
use crate::learned::{LearnedCell, LearnedPlace};

/// Cells at the indices and distances that somebody told of, and at constants; `None` if that is nothing special.
pub fn template(terms: &mut Terms, symbols: &Symbols, heard: &[LearnedCell]) -> Option<Template> {
    let (mut numbers, mut offsets) = (BTreeSet::new(), BTreeSet::from([0]));
    let mut extras: Vec<TermId> = Vec::new();
    for LearnedCell { array, place } in heard {
        match *place {
            LearnedPlace::Rigid { number, offset } => {
                numbers.insert(number);
                offsets.insert(offset);
            }
            LearnedPlace::Constant(index) => {
                let array = *symbols.now.arrays.get(array.index())?;
                let index = terms.int(index);
                if terms.sort(array).is_array() {
                    let cell = terms.select(array, index);
                    extras.extend((terms.sort(cell) == SortId::INT).then_some(cell));
                }
            }
        }
    }
    extras.truncate(MOST_EXTRAS);
    let offsets: Vec<i128> = offsets.into_iter().take(MOST_OFFSETS).collect();
    let indices = numbers.len().clamp(1, MOST_INDICES);
    let is_special = indices > 1 || offsets.len() > 1 || !extras.is_empty();
    is_special.then_some(Template { indices, offsets, extras, is_precise: false })
}

/// What others can use of a template, in a program with so many arrays: cells at constants, and at distances for each array with one
/// dimension.
pub fn told(terms: &Terms, symbols: &Symbols, template: &Template, arrays: usize) -> Vec<LearnedCell> {
    let ids = || (0..arrays as u32).map(ArrayId).zip(&symbols.now.arrays);
    let mut cells = Vec::new();
    for (array, symbol) in ids() {
        for extra in template.extras.iter().filter(|extra| terms.op(**extra) == Op::Select) {
            let [contents, index] = *terms.children(*extra) else { continue };
            let index = terms.as_int(index).and_then(|index| index.to_i128());
            let place = index.filter(|_| contents == *symbol).map(LearnedPlace::Constant);
            cells.extend(place.map(|place| LearnedCell { array, place }));
        }
        for &offset in template.offsets.iter().filter(|_| template.offsets.len() > 1) {
            cells.push(LearnedCell { array, place: LearnedPlace::Rigid { number: 0, offset } });
        }
    }
    cells
}
