//! An operand of an operator: its term, and what is known of it.

use heureka_ir::{IntTy, Interval};
use heureka_logic::TermId;

#[derive(Clone, Copy, Debug)]
pub struct Operand {
    pub term: TermId,
    pub ty: IntTy,
    /// All its values in executions.
    pub range: Interval,
}
