//! Arrays cell by cell (paper 004 §2.3, "Solving the Formulae with a SAT Solver"): a version of an array is a term for each
//! cell, a store a conditional in each, and a read a choice among them.

use std::rc::Rc;

use heureka_ir::{ArrayId, Dim, ExprId, Interval, Program};
use heureka_logic::{Op, TermId, Terms};

use super::{Encoder, Part};
use crate::bmc::ssa::{ArrayVersion, ArrayVersionId, Contents};
use crate::engine::StopReason;

/// How an array is taken apart.
pub struct Apart {
    pub extents: Box<[u64]>,
    /// The indices of all cells, in row-major order.
    places: Vec<Box<[u64]>>,
}

/// How an array is taken apart, if it has a known number of cells and not more than these.
pub fn apart(program: &Program, array: ArrayId, most: u64) -> Option<Apart> {
    let extent = |dim: &Dim| match dim {
        Dim::Const(extent) => Some(*extent),
        _ => None,
    };
    let extents: Box<[u64]> = program.array(array).dims.iter().map(extent).collect::<Option<_>>()?;
    let cells = extents.iter().try_fold(1u64, |cells, extent| cells.checked_mul(*extent))?;
    let fits = (1..=most).contains(&cells);
    fits.then(|| Apart { places: places(&extents), extents })
}

/// The indices of all cells, in row-major order.
pub fn places(extents: &[u64]) -> Vec<Box<[u64]>> {
    let mut places: Vec<Vec<u64>> = vec![Vec::new()];
    for &extent in extents {
        let longer = |place: Vec<u64>| (0..extent).map(move |index| [&place[..], &[index]].concat());
        places = places.into_iter().flat_map(longer).collect();
    }
    places.into_iter().map(Vec::into_boxed_slice).collect()
}

impl Encoder<'_> {
    pub(super) fn apart(&self, version: ArrayVersionId) -> Option<Rc<Apart>> {
        self.apart[self.ssa.arrays[version.index()].of.index()].clone()
    }

    /// The cell of an array at some indices, and known ones behind them.
    pub(super) fn cell(&mut self, version: ArrayVersionId, indices: &[ExprId], rest: &[u64]) -> TermId {
        let apart = self.apart(version).expect("an array that is taken apart");
        let cells = Rc::clone(&self.cells[&version]);
        let mut found = None;
        for (place, &cell) in apart.places.iter().zip(cells.iter()).rev() {
            if place[indices.len()..] != *rest {
                continue;
            }
            let here = self.is_at(indices, place);
            found = match found {
                _ if here == Terms::FALSE => found,
                // An index outside the array is a fault: it does not matter what is read there.
                None => Some(cell),
                Some(other) => Some(self.choose(here, cell, other)),
            };
        }
        // No index is possible: so no execution comes here.
        found.unwrap_or(cells[0])
    }

    /// Whether indices are those of a place, as far as they go.
    fn is_at(&mut self, indices: &[ExprId], place: &[u64]) -> TermId {
        let mut all = Vec::new();
        for (&index, &at) in indices.iter().zip(place) {
            let operand = self.operand(index);
            if !operand.range.contains(i128::from(at)) {
                return Terms::FALSE;
            }
            if operand.range.as_point().is_none() {
                let at = self.number(operand.ty, i128::from(at));
                all.push(self.terms.eq(operand.term, at));
            }
        }
        self.terms.and(&all)
    }

    /// Makes the cells of a version; the first one stands for the version among the parts.
    pub(super) fn make_cells(&mut self, version: ArrayVersionId, apart: &Apart) -> Result<TermId, StopReason> {
        let ssa = self.ssa;
        let ArrayVersion { of, meaning } = &ssa.arrays[version.index()];
        let mut cells = Vec::with_capacity(apart.places.len());
        self.check_limits()?;
        for (at, place) in apart.places.iter().enumerate() {
            cells.push(match meaning {
                Contents::Input => {
                    let array = self.program.array(*of);
                    let name = format!("{}!{at}", self.names.array(*of, version));
                    let sort = self.number_sort(array.elem);
                    let cell = self.symbol(&name, sort, array.elem);
                    self.limit(cell, Interval::of_type(array.elem));
                    cell
                }
                Contents::Constant(value) => self.of(*value),
                Contents::Store { from, indices, value } => {
                    let (here, value) = (self.is_at(indices, place), self.of(*value));
                    self.choose(here, value, self.cells[from][at])
                }
                Contents::Chosen { from, prefix, fresh } => {
                    let here = self.is_at(prefix, place);
                    self.choose(here, self.cells[fresh][at], self.cells[from][at])
                }
                Contents::Join { condition, then, otherwise } => {
                    let condition = self.known[&Part::Expr(*condition)];
                    self.choose(condition, self.cells[then][at], self.cells[otherwise][at])
                }
            });
            let is_stored = matches!(meaning, Contents::Store { .. } | Contents::Join { .. });
            if is_stored && self.terms.op(cells[at]) == Op::Ite {
                self.marked.insert(cells[at]);
            }
        }
        let first = cells[0];
        self.cells.insert(version, cells.into());
        Ok(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_listed_row_by_row() {
        let listed: Vec<Vec<u64>> = places(&[2, 3]).into_iter().map(Vec::from).collect();
        assert_eq!(listed, [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]]);
    }
}
