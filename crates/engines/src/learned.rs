//! What an engine finds out on its way and others can use, whether or not it decides the program.
//!
//! Nobody needs to trust it: whoever uses an invariant of somebody else has it in his certificate, which is checked.

use heureka_ir::Invariants;
use heureka_ir::invariant::Value;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Learned {
    /// No execution fails that goes round each loop at most so many times.
    NoErrorWithin(u64),
    /// What holds at each location of the program as it was read, without ghosts.
    Invariants(Invariants),
}

impl Learned {
    /// Whether it speaks of a program with so many locations and variables.
    pub fn is_about(&self, locations: usize, variables: usize) -> bool {
        let Learned::Invariants(invariants) = self else { return true };
        let mut constraints = invariants.at.iter().flat_map(|invariant| invariant.disjuncts.iter()).flatten();
        let is_known = |value: &Value| {
            let (Value::AtEntry(var) | Value::Now(var)) = value;
            var.index() < variables
        };
        invariants.ghosts.is_empty()
            && invariants.at.len() == locations
            && constraints.all(|constraint| constraint.terms.iter().all(|(value, _)| is_known(value)))
    }
}
