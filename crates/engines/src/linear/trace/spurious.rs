//! Why the derivation of an error did not become an execution.

use heureka_ir::interpret::Ending;
use heureka_ir::{Files, Span};

use crate::engine::StopReason;

/// No execution was found for the derivation of an error. It proves nothing about the program, in neither direction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spurious {
    /// In the program as read, or where that is not known in the analysed one, which has the same spans.
    pub span: Span,
    pub because: Because,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Because {
    /// On the way a value is computed that the constraints allow to be anything.
    Approximation { what: String },
    /// A path edge was made larger so that the search ends.
    Widening,
    /// An elimination gave more than it should, to stay small.
    InexactElimination,
    /// A chosen number does not fit into 128 bits.
    LargeNumber,
    /// The rounds of an accelerated loop could not be told one by one.
    Rounds,
    /// The choices were executed and led elsewhere.
    OtherWay { ending: Ending },
    /// The execution passed something that is not modelled, or ended there.
    Unmodelled { what: Box<str> },
    /// Time was up before the execution was found.
    Interrupted,
}

impl Spurious {
    pub(super) fn interrupted() -> Spurious {
        Spurious { span: Span::NONE, because: Because::Interrupted }
    }

    /// What to answer when nothing better is known.
    pub fn stop_reason(&self, files: &Files) -> StopReason {
        match &self.because {
            Because::Interrupted => StopReason::Interrupted,
            Because::Unmodelled { what } => StopReason::Unmodelled { what: what.clone(), span: self.span },
            _ => StopReason::Inconclusive(self.describe(files)),
        }
    }

    /// The reason as a sentence without a full stop.
    pub fn describe(&self, files: &Files) -> String {
        let place = if self.span.is_none() { String::new() } else { format!(" at {}", files.place(self.span)) };
        match &self.because {
            Because::Approximation { what } => {
                format!("an error may be reachable, but only through what is approximated{place}: {what}")
            }
            Because::Widening => format!("an error may be reachable, but only through a widened set of states{place}"),
            Because::InexactElimination => {
                format!("an error may be reachable, but only through an elimination that was cut short{place}")
            }
            Because::LargeNumber => format!("the execution needs a number of more than 128 bits{place}"),
            Because::Rounds => format!("an error is reachable, but the rounds of the loop{place} could not be told"),
            Because::OtherWay { ending } => {
                format!("an error may be reachable, but the execution that was found {}{place}", way(ending))
            }
            Because::Unmodelled { what } => format!("not modelled{place}: {what}"),
            Because::Interrupted => "time is up".to_owned(),
        }
    }
}

fn way(ending: &Ending) -> String {
    match ending {
        Ending::Finished(_) => "finishes".to_owned(),
        Ending::Halted(_) => "halts".to_owned(),
        Ending::Blocked(_) => "violates an assumption".to_owned(),
        Ending::Fault(failure) => format!("ends with undefined behaviour ({})", failure.fault),
        Ending::Unsupported { what, .. } => format!("reaches what is not modelled ({what})"),
        Ending::StepLimit => "is too long to be replayed".to_owned(),
        Ending::Interrupted => "was interrupted".to_owned(),
        Ending::InputsExhausted(_) => "needs more choices".to_owned(),
        Ending::CallDepth => "nests calls too deeply to be replayed".to_owned(),
        Ending::OutOfMemory => "runs out of memory when it is replayed".to_owned(),
        Ending::NumberTooLarge(_) => "computes a number of more than 128 bits".to_owned(),
    }
}
