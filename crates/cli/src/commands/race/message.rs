//! What a worker tells the portfolio on its standard output: one JSON document a line, progress, counted work and what it learned as
//! often as it likes and the answer at last. Whatever else a worker prints is garbage, and ends it. What others learned it reads in
//! the same form on its standard input.

use std::time::Duration;

use heureka_engines::learned::Learned;
use heureka_ir::interpret::{Choice, Choices, Fill};
use serde_json::{Value, json};

use super::learned;

/// A line from a worker.
#[derive(Clone, PartialEq, Debug)]
pub enum Message {
    Progress(String),
    /// The work that the engine has done so far, where it is counted.
    Counted(Duration),
    Learned(Learned),
    Answer(Box<WorkerAnswer>),
}

/// What a worker found out.
#[derive(Clone, PartialEq, Debug)]
pub struct WorkerAnswer {
    pub finding: Finding,
    pub statistics: Vec<(String, u64)>,
    pub notes: Vec<String>,
    /// What users read only if they ask for more.
    pub details: Vec<String>,
    pub evidence_seconds: f64,
    /// The certificate as text, if somebody wants it.
    pub certificate: Option<String>,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Finding {
    /// The worker has checked the certificate, or says why not.
    Safe {
        unchecked: Option<String>,
    },
    /// The execution with these choices fails. Whoever reads this executes it.
    Unsafe {
        choices: Choices,
    },
    Unknown {
        reason: String,
    },
}

impl Message {
    /// The line, without its end.
    pub fn to_line(&self) -> String {
        match self {
            Message::Progress(text) => json!({ "progress": text }),
            Message::Counted(work) => json!({ "counted": work.as_nanos() as u64 }),
            Message::Learned(learned) => json!({ "learned": learned::to_json(learned) }),
            Message::Answer(answer) => json!({ "answer": answer.to_json() }),
        }
        .to_string()
    }

    /// `None` for garbage.
    pub fn parse(line: &str) -> Option<Message> {
        let value: Value = serde_json::from_str(line).ok()?;
        match value.as_object()?.iter().next()? {
            (key, text) if key == "progress" => Some(Message::Progress(text.as_str()?.to_owned())),
            (key, work) if key == "counted" => Some(Message::Counted(Duration::from_nanos(work.as_u64()?))),
            (key, learned) if key == "learned" => Some(Message::Learned(learned::from_json(learned)?)),
            (key, answer) if key == "answer" => Some(Message::Answer(Box::new(WorkerAnswer::from_json(answer)?))),
            _ => None,
        }
    }
}

impl WorkerAnswer {
    /// Whether nobody can do better: an execution, or a proof that was checked.
    pub fn is_final(&self) -> bool {
        matches!(self.finding, Finding::Unsafe { .. } | Finding::Safe { unchecked: None })
    }

    fn to_json(&self) -> Value {
        let (verdict, reason, choices) = match &self.finding {
            Finding::Safe { unchecked } => ("SAFE", unchecked.as_deref(), None),
            Finding::Unsafe { choices } => ("UNSAFE", None, Some(choices_to_json(choices))),
            Finding::Unknown { reason } => ("UNKNOWN", Some(reason.as_str()), None),
        };
        json!({
            "verdict": verdict,
            "reason": reason,
            "choices": choices,
            "statistics": self.statistics,
            "notes": self.notes,
            "details": self.details,
            "evidence_seconds": self.evidence_seconds,
            "certificate": self.certificate,
        })
    }

    fn from_json(value: &Value) -> Option<WorkerAnswer> {
        let optional = |value: &Value| match value {
            Value::Null => Some(None),
            text => text.as_str().map(|text| Some(text.to_owned())),
        };
        let reason = optional(&value["reason"])?;
        let finding = match value["verdict"].as_str()? {
            "SAFE" => Finding::Safe { unchecked: reason },
            "UNSAFE" => Finding::Unsafe { choices: choices_from_json(&value["choices"])? },
            "UNKNOWN" => Finding::Unknown { reason: reason? },
            _ => return None,
        };
        let texts = |value: &Value| -> Option<Vec<String>> {
            value.as_array()?.iter().map(|text| Some(text.as_str()?.to_owned())).collect()
        };
        let counted = |pair: &Value| Some((pair[0].as_str()?.to_owned(), pair[1].as_u64()?));
        Some(WorkerAnswer {
            finding,
            statistics: value["statistics"].as_array()?.iter().map(counted).collect::<Option<_>>()?,
            notes: texts(&value["notes"])?,
            details: texts(&value["details"])?,
            evidence_seconds: value["evidence_seconds"].as_f64()?,
            certificate: optional(&value["certificate"])?,
        })
    }
}

/// Runs of equal choices. A value is its text, since JSON's numbers end at 64 bits; contents of an array are the text of
/// its usual value and a list of cells.
fn choices_to_json(choices: &Choices) -> Value {
    let one = |choice: &Choice| match choice {
        Choice::Value(value) => json!(value.to_string()),
        // Only programs over machine integers race.
        Choice::Fraction(value) => json!(value.to_string()),
        Choice::Fill(fill) => {
            let cells: Vec<Value> =
                fill.cells.iter().map(|(place, value)| json!([place.to_vec(), value.to_string()])).collect();
            json!({ "usual": fill.default.to_string(), "cells": cells })
        }
    };
    choices.runs().map(|(choice, times)| json!([one(choice), times])).collect()
}

fn choices_from_json(value: &Value) -> Option<Choices> {
    let number = |value: &Value| value.as_str()?.parse::<i128>().ok();
    let mut choices = Choices::default();
    for run in value.as_array()? {
        let choice = match &run[0] {
            value @ Value::String(_) => Choice::Value(number(value)?),
            fill => {
                let cell = |cell: &Value| -> Option<(Box<[u64]>, i128)> {
                    let place: Option<Box<[u64]>> = cell[0].as_array()?.iter().map(Value::as_u64).collect();
                    Some((place?, number(&cell[1])?))
                };
                let cells = fill["cells"].as_array()?.iter().map(cell).collect::<Option<_>>()?;
                Choice::Fill(Fill { default: number(&fill["usual"])?, cells })
            }
        };
        choices.push_times(choice, run[1].as_u64()?);
    }
    Some(choices)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(finding: Finding) -> Message {
        Message::Answer(Box::new(WorkerAnswer {
            finding,
            statistics: vec![("path edges".to_owned(), 7)],
            notes: vec!["a note".to_owned()],
            details: Vec::new(),
            evidence_seconds: 0.25,
            certificate: Some("x >= 0\n".to_owned()),
        }))
    }

    #[test]
    fn what_is_written_is_read() {
        let fill = Fill { default: -1, cells: vec![([3, 0].into(), i128::from(u64::MAX))] };
        let choices: Choices =
            [Choice::Value(5), Choice::Value(5), Choice::Value(-3), Choice::Fill(fill)].into_iter().collect();
        for message in [
            Message::Progress("a line\nwith \"quotes\"".to_owned()),
            Message::Counted(Duration::from_nanos(1_500_000_001)),
            Message::Learned(Learned::NoErrorWithin(4)),
            answer(Finding::Safe { unchecked: None }),
            answer(Finding::Safe { unchecked: Some("too long".to_owned()) }),
            answer(Finding::Unsafe { choices }),
            answer(Finding::Unknown { reason: "time is up".to_owned() }),
        ] {
            let line = message.to_line();
            assert!(!line.contains('\n'));
            assert_eq!(Message::parse(&line), Some(message));
        }
    }

    #[test]
    fn garbage_is_no_message() {
        for line in [
            "",
            "SAFE",
            "{}",
            "{\"answer\":{}}",
            "{\"answer\":{\"verdict\":\"SAFE\"}}",
            "{\"answer\":{\"verdict\":\"UNSAFE\",\"choices\":[[\"x\",1]],\"statistics\":[],\"notes\":[],\"details\":[],\"evidence_seconds\":0}}",
            "{\"progress\":1}",
            "{\"counted\":-1}",
            "{\"learned\":1}",
            "[1,2",
        ] {
            assert_eq!(Message::parse(line), None, "{line}");
        }
    }
}
