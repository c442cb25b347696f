//! What was seen in all executions together.

use std::collections::{BTreeMap, BTreeSet};

use heureka_ir::interpret::{Ending, Execution, Failure};
use heureka_ir::{EdgeId, Fault, Files, Span};

#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    pub(super) executions: u64,
    pub(super) steps: u64,
    pub(super) ended: u64,
    pub(super) blocked: u64,
    /// Step limit, memory limit or call depth.
    pub(super) cut_off: u64,
    /// Faults of properties that nobody asked about: how often, and where first.
    pub(super) undefined: BTreeMap<Fault, (u64, Span)>,
    /// Constructs that are not modelled and were reached, by place.
    pub(super) unsupported: BTreeMap<(Span, Box<str>), u64>,
    /// Faults that were asked for, but on executions whose values prove nothing.
    pub(super) doubtful: BTreeSet<(Span, Box<str>)>,
    pub(super) covered: BTreeSet<EdgeId>,
}

impl Tally {
    /// Counts an execution that ended without an error that was asked for.
    pub(super) fn count(&mut self, execution: &Execution) {
        self.executions += 1;
        self.steps += execution.steps;
        match &execution.ending {
            Ending::Finished(_) | Ending::Halted(_) => self.ended += 1,
            Ending::Blocked(_) => self.blocked += 1,
            Ending::Fault(Failure { fault, span, .. }) => self.undefined.entry(*fault).or_insert((0, *span)).0 += 1,
            Ending::Unsupported { what, span, .. } => {
                *self.unsupported.entry((*span, what.clone())).or_default() += 1;
            }
            Ending::StepLimit
            | Ending::Interrupted
            | Ending::CallDepth
            | Ending::OutOfMemory
            | Ending::NumberTooLarge(_)
            | Ending::InputsExhausted(_) => self.cut_off += 1,
        }
    }

    /// One sentence for the user.
    pub(super) fn describe(&self, files: &Files, edges: usize) -> String {
        let mut parts = Vec::new();
        let mut say = |count: u64, what: &str| {
            if count > 0 {
                parts.push(format!("{count} {what}"));
            }
        };
        say(self.ended, "ended normally");
        say(self.blocked, "violated an assumption");
        say(self.cut_off, "were cut off");
        say(self.unsupported.values().sum(), "reached something that is not modelled");
        for (fault, (count, span)) in &self.undefined {
            say(*count, &format!("ended with undefined behaviour ({fault} at {})", files.place(*span)));
        }
        let (executions, covered) = (self.executions, self.covered.len());
        let plural = if executions == 1 { "" } else { "s" };
        let parts = if parts.is_empty() { "none ended".to_owned() } else { parts.join(", ") };
        format!(
            "no error in {executions} execution{plural} ({parts}); {covered} of {edges} steps of the program were seen"
        )
    }
}
