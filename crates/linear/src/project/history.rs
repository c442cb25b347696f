//! Which rows a row was combined from: Kohler's criterion, a test for redundancy by counting bits.
//!
//! After `k` variables have been eliminated by Fourier–Motzkin, a row combined from more than `k + 1` of the rows
//! from before is a combination of the other rows (Kohler 1967; Chernikov, Imbert). That speaks of systems from which
//! nothing else was removed and whose rows were not tightened; so whenever the rows are not exactly those that the
//! last step left, the history begins anew with them, which is always right.

use crate::row::Row;

#[derive(Clone, Default)]
pub(super) struct History {
    /// How many variables were eliminated since the history began.
    depth: u32,
    /// For each row of the last step one bit for each row from which it stems.
    origins: Vec<(Row, u64)>,
}

impl History {
    /// The origins of the rows, in their order; `None` if they are too many.
    pub fn origins_of(&mut self, rows: &[Row]) -> Option<Vec<u64>> {
        if rows.len() > u64::BITS as usize {
            return None;
        }
        let known: Option<Vec<u64>> = rows.iter().map(|row| self.origin(row)).collect();
        match known {
            Some(origins) if rows.len() == self.origins.len() => Some(origins),
            _ => {
                self.depth = 0;
                Some((0..rows.len()).map(|place| 1 << place).collect())
            }
        }
    }

    fn origin(&self, row: &Row) -> Option<u64> {
        self.origins.iter().find(|(known, _)| known == row).map(|(_, origin)| *origin)
    }

    /// Whether a row of such origins is redundant after one more variable.
    pub fn is_redundant(&self, origin: u64) -> bool {
        origin.count_ones() > self.depth + 2
    }

    /// One more variable was eliminated, and these are the rows.
    pub fn advance(&mut self, origins: Vec<(Row, u64)>) {
        self.depth += 1;
        self.origins = origins;
    }

    /// Forgets everything.
    pub fn reset(&mut self) {
        *self = History::default();
    }
}
