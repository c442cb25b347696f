//! One run of `heureka check` on a task of the suite: the verdict, the time, which engine found it, and whether a proof was
//! checked.
//!
//! The checker is trusted to keep its time; one that does not is ended after a while, and counts as crashed. An engine that is
//! compared with another run has the same limit as that one, because engines plan by the time they have, but is ended when it
//! has taken longer.

use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use heureka_benchmarks::Expected;

use super::super::measure::Answer;
use super::task::Task;
use crate::shell::{self, Failure};

/// What a run may take beyond its limit before it is ended.
const GRACE: Duration = Duration::from_secs(15);

/// What is known of the evidence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Evidence {
    /// A proof that was checked.
    Checked,
    /// A proof that was not; the reason is the run's.
    Unchecked,
    /// An execution, which was replayed.
    Replayed,
    /// There is no verdict.
    Missing,
}

impl Evidence {
    pub fn name(self) -> &'static str {
        match self {
            Evidence::Checked => "checked",
            Evidence::Unchecked => "not checked",
            Evidence::Replayed => "replayed",
            Evidence::Missing => "none",
        }
    }
}

/// What a run showed.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub answer: Answer,
    /// The word of the verdict; of a crash, the exit code.
    pub verdict: String,
    pub seconds: f64,
    /// Who answered; the last one that tried, if nobody knew.
    pub engine: String,
    pub evidence: Evidence,
    /// Why there is no verdict, or no check of the proof.
    pub reason: String,
}

/// How tasks are run.
pub struct Checker<'a> {
    pub binary: &'a Path,
    /// Seconds.
    pub limit: u64,
}

impl Checker<'_> {
    pub fn run(&self, task: &Task, engine: &str) -> Result<Outcome, Failure> {
        let end = Duration::from_secs(self.limit) + GRACE;
        Ok(self.run_until(task, engine, end)?.unwrap_or_else(|| Outcome::without_end(end.as_secs_f64())))
    }

    /// A run that is ended after so much time, whatever its limit is; `None` if it was.
    pub fn run_until(&self, task: &Task, engine: &str, end: Duration) -> Result<Option<Outcome>, Failure> {
        let mut command = Command::new(self.binary);
        command.args(["check", "--engine", engine, "--stats", "--quiet", "--timeout", &self.limit.to_string()]);
        command.arg(&task.file).current_dir(shell::root());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let broken = |error| Failure::new(format!("{}: {error}", self.binary.display()));
        let start = Instant::now();
        let mut child = command.spawn().map_err(broken)?;
        let mut pipe = child.stdout.take().expect("the output was asked for");
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || {
            let mut text = Vec::new();
            let read = pipe.read_to_end(&mut text);
            // Nobody listens any more when the time is up.
            let _ = sender.send(read.map(|_| String::from_utf8_lossy(&text).into_owned()));
        });
        let Ok(text) = receiver.recv_timeout(end) else {
            child.kill().map_err(broken)?;
            child.wait().map_err(broken)?;
            return Ok(None);
        };
        let status = child.wait().map_err(broken)?;
        let seconds = start.elapsed().as_secs_f64();
        Ok(Some(Outcome::read(task.expected, status.code(), &text.map_err(broken)?, seconds)))
    }
}

impl Outcome {
    fn without_end(seconds: f64) -> Outcome {
        Outcome {
            answer: Answer::Crashed,
            verdict: "ended".to_owned(),
            seconds,
            engine: String::new(),
            evidence: Evidence::Missing,
            reason: "it did not keep its time".to_owned(),
        }
    }

    /// What the exit code and the lines of `--stats` say.
    fn read(expected: Expected, code: Option<i32>, text: &str, seconds: f64) -> Outcome {
        let engine = text.lines().find_map(|line| line.strip_prefix("engine: ")).unwrap_or_default();
        let last = text.lines().last().unwrap_or_default();
        let unchecked = last.strip_prefix("SAFE (certificate not checked: ").map(|rest| rest.trim_end_matches(')'));
        let (verdict, evidence, reason) = match code {
            Some(0) => match unchecked {
                Some(reason) => ("SAFE".to_owned(), Evidence::Unchecked, reason),
                None => ("SAFE".to_owned(), Evidence::Checked, ""),
            },
            Some(10) => ("UNSAFE".to_owned(), Evidence::Replayed, ""),
            Some(5) => {
                ("UNKNOWN".to_owned(), Evidence::Missing, last.strip_prefix("UNKNOWN: ").unwrap_or("no reason given"))
            }
            other => {
                (other.map_or("signal".to_owned(), |code| format!("exit {code}")), Evidence::Missing, "it crashed")
            }
        };
        let answer = match (verdict.as_str(), expected) {
            ("SAFE", Expected::Safe) | ("UNSAFE", Expected::Unsafe) => Answer::Right,
            ("SAFE", Expected::Unsafe) | ("UNSAFE", Expected::Safe) => Answer::Wrong,
            ("UNKNOWN", _) => Answer::Undecided,
            _ => Answer::Crashed,
        };
        Outcome { answer, verdict, seconds, engine: engine.to_owned(), evidence, reason: reason.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_the_output_tells() {
        let text =
            "engine: linear\ntime: 0.100 s, for the evidence 0.020 s\nSAFE (certificate not checked: too large)\n";
        let safe = Outcome::read(Expected::Safe, Some(0), text, 0.1);
        assert_eq!((safe.answer, safe.evidence), (Answer::Right, Evidence::Unchecked));
        assert_eq!((safe.engine.as_str(), safe.reason.as_str()), ("linear", "too large"));
        let wrong = Outcome::read(Expected::Unsafe, Some(0), "SAFE\n", 0.1);
        assert_eq!((wrong.answer, wrong.evidence), (Answer::Wrong, Evidence::Checked));
        let unknown = Outcome::read(Expected::Unsafe, Some(5), "UNKNOWN: time is up\n", 0.1);
        assert_eq!((unknown.answer, unknown.reason.as_str()), (Answer::Undecided, "time is up"));
        assert_eq!(Outcome::read(Expected::Safe, Some(6), "", 0.1).answer, Answer::Crashed);
        assert_eq!(Outcome::read(Expected::Safe, None, "", 0.1).answer, Answer::Crashed);
        assert_eq!(Outcome::read(Expected::Unsafe, Some(10), "UNSAFE a.c:1:1\n", 0.1).answer, Answer::Right);
    }
}
