//! The core of a path that no execution takes: the steps that contradict each other, and the cells that they read.

use std::time::Duration;

use heureka_ir::{ArrayId, EdgeId, ExprId};

use super::number::Number;
use super::reason::{ReasonId, explain};
use super::rename::Renaming;
use super::solve::Query;
use super::store::{StoreId, Supplier, covers};

/// Reads whose index or supplier is asked of the solver, and questions for one supplier.
const MOST_ASKED: usize = 32;
/// For all these questions.
const TIME_TO_ASK: Duration = Duration::from_millis(500);

/// Why no execution takes the path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Core {
    /// Places in the path of the steps that contradict each other, in ascending order.
    pub steps: Vec<usize>,
    /// The reads of arrays in these steps whose values matter. (That an access is inside its array may matter too; the
    /// step is in the core then.)
    pub reads: Vec<CoreRead>,
}

/// A read `a[e]` in a step of the core.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CoreRead {
    /// The place of the step in the path.
    pub step: usize,
    pub edge: EdgeId,
    pub array: ArrayId,
    /// The indices as they stand in the program.
    pub indices: Box<[ExprId]>,
    /// For each index its value, where the steps before leave only one.
    pub values: Vec<Option<i128>>,
    /// The place in the path of the step that wrote the value that is read. None for the contents at the start or those
    /// that were chosen freely, and where several steps may have written it.
    pub supplier: Option<usize>,
}

impl Renaming<'_> {
    /// The core that some reasons come down to; with clauses, if a solver found it.
    pub fn core(
        &mut self,
        path: &[EdgeId],
        contradiction: Option<ReasonId>,
        asked: Option<(&mut Query, &[usize])>,
    ) -> Core {
        let mut clauses: &[usize] = &[];
        let mut query = None;
        if let Some((solver, core)) = asked {
            solver.hurry(TIME_TO_ASK);
            (query, clauses) = (Some(solver), core);
        }
        let reasons = clauses.iter().map(|&at| self.formulae.clauses[at].reason);
        let mut explanation = explain(&self.reasons, reasons.chain(contradiction), path.len(), |store: StoreId| {
            &self.store(store).touches
        });
        for &at in clauses {
            explanation.steps[self.formulae.clauses[at].step] = true;
        }
        let mut reads: Vec<CoreRead> = Vec::new();
        let mut left = MOST_ASKED;
        for id in explanation.reads {
            let read = &self.reads[id.0 as usize];
            let (step, array, indices, store) = (read.step, read.array, read.indices.clone(), read.store);
            let (numbers, supplier) = (read.numbers.clone(), read.supplier);
            let before: Vec<usize> =
                clauses.iter().copied().filter(|&at| self.formulae.clauses[at].step < step).collect();
            let mut values: Vec<Option<i128>> = numbers.iter().map(|number| number.known()).collect();
            if let Some(query) = &mut query
                && left > 0
            {
                left -= usize::from(values.contains(&None));
                for (value, &number) in values.iter_mut().zip(&numbers) {
                    if value.is_none() {
                        *value = query.forced(&mut self.formulae, &before, number);
                    }
                }
            }
            let supplier = match supplier {
                Supplier::Initial => None,
                Supplier::Step(step) => Some(step),
                Supplier::Unknown { writes } => {
                    let query = query.as_deref_mut().filter(|_| left > 0);
                    self.supplier(store, writes, &numbers, query.map(|query| (query, &before[..])))
                }
            };
            let read = CoreRead { step, edge: path[step], array, indices, values, supplier };
            if !reads.contains(&read) {
                reads.push(read);
            }
        }
        let steps = explanation.steps.iter().enumerate().filter(|(_, takes_part)| **takes_part);
        Core { steps: steps.map(|(step, _)| step).collect(), reads }
    }

    /// The last of the first so many writes that is to the cell, if that can be told.
    fn supplier(
        &mut self,
        store: StoreId,
        writes: usize,
        numbers: &[Number],
        mut query: Option<(&mut Query, &[usize])>,
    ) -> Option<usize> {
        let mut left = MOST_ASKED;
        for at in (0..writes).rev() {
            let write = &self.store(store).writes[at];
            let (step, is_free, indices) = (write.touch.step, write.is_free(), write.indices.clone());
            let is_same = covers(&indices, numbers);
            if is_same == Some(false) {
                continue;
            }
            if is_same.is_none() {
                let (query, before) = query.as_mut().filter(|_| left > 0)?;
                left -= 1;
                let same = self.equal_indices(&indices, numbers);
                let other = self.formulae.terms.not(same);
                if query.follows(&mut self.formulae, before, other) {
                    continue;
                }
                if !query.follows(&mut self.formulae, before, same) {
                    return None;
                }
            }
            return (!is_free).then_some(step);
        }
        None
    }
}
