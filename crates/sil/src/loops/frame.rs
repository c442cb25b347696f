//! What the loop did not touch: properties of the pre-condition that hold on.
//!
//! In the paper the transducer copies the cells before and behind those that the loop goes over (`q_pre`, `q_suf`), and the
//! abstraction finds their properties again. Here a property is kept as it is where all cells that it speaks of are
//! untouched: those of arrays that do not change, those before the first position that can be written, and those behind
//! the last one.

use std::collections::BTreeMap;

use super::entry_term;
use super::pre::Pre;
use crate::formula::{Body, Property};
use crate::names::{Array, Scalar};
use crate::program_loop::{Place, ProgramLoop};
use crate::term::Term;

/// Which side of the written cells of an array.
#[derive(Clone, Copy)]
enum Side {
    Before,
    Behind,
}

/// The constraints on scalars, and each property where it still holds. The pre-condition speaks of entry values by their
/// own names; a changed scalar in the result is the value where the machine stops.
pub fn kept(the_loop: &ProgramLoop, pre: &Pre, entry: &BTreeMap<Scalar, Scalar>) -> Body {
    let writes = writes(the_loop);
    let mut parts: Vec<Body> = pre.comparisons.iter().map(|it| Body::compare(it.sum.clone(), it.sign)).collect();
    for property in &pre.properties {
        let mut written: Vec<Array> = property.cells().into_iter().map(|(array, _)| array).collect();
        written.dedup();
        written.retain(|array| writes.contains_key(array));
        // Arrays with the same index are on the same side.
        let mut indices: Vec<&Scalar> = written.iter().map(|array| &the_loop.arrays[array]).collect();
        indices.sort();
        indices.dedup();
        for choice in 0..1_u32 << indices.len() {
            let mut restricted = property.clone();
            for (number, index) in indices.iter().enumerate() {
                let side = if choice >> number & 1 == 0 { Side::Before } else { Side::Behind };
                for array in written.iter().filter(|array| the_loop.arrays[*array] == **index) {
                    restrict(&mut restricted, array, side, &writes[array], index, entry);
                }
            }
            parts.push(Body::ForAll(restricted));
        }
    }
    Body::and(parts)
}

/// For each array that is written: the first position relative to the index at the entry, and the last one relative to
/// the index at the end.
fn writes(the_loop: &ProgramLoop) -> BTreeMap<Array, (i64, i64)> {
    let mut writes: BTreeMap<Array, (i64, i64)> = BTreeMap::new();
    for branch in &the_loop.branches {
        for assignment in &branch.assignments {
            let Place::Cell(array, offset) = &assignment.target else { continue };
            let advances = i64::from(branch.increments.contains(&the_loop.arrays[array]));
            let span = writes.entry(array.clone()).or_insert((*offset, *offset - advances));
            *span = (span.0.min(*offset), span.1.max(*offset - advances));
        }
    }
    writes
}

fn restrict(
    property: &mut Property,
    array: &Array,
    side: Side,
    (first, last): &(i64, i64),
    index: &Scalar,
    entry: &BTreeMap<Scalar, Scalar>,
) {
    let offsets: Vec<i64> = property.cells().into_iter().filter(|(name, _)| name == array).map(|(_, m)| m).collect();
    match side {
        Side::Before => {
            // i + m < start + first for the rightmost cell
            let most = offsets.iter().max().expect("the property speaks of the array");
            push_new(&mut property.upper, entry_term(entry, index).plus(first - 1 - most));
        }
        Side::Behind => {
            let least = offsets.iter().min().expect("the property speaks of the array");
            push_new(&mut property.lower, Term::scalar(index.clone()).plus(last + 1 - least));
        }
    }
}

fn push_new(terms: &mut Vec<Term>, term: Term) {
    if !terms.contains(&term) {
        terms.push(term);
    }
}
