//! Runs `heureka check` over folders of programs and compares its answers with two things: the truth that a human
//! wrote at the top of each program, and the golden file beside it (`NAME.expected`: the exit code and standard
//! output, exactly). Invariant: a golden file cannot excuse a wrong answer; the truth is looked at first, and blessing
//! writes only answers that do not contradict it.

use crate::diff::diff;
use crate::process::{Finished, run_with_limit};
use crate::truth::{Truth, Verdict};
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Where and how to run.
#[derive(Clone, Debug)]
pub struct Golden {
    /// The `heureka` binary.
    pub binary: PathBuf,
    /// The root of the repository, from which it is started.
    pub root: PathBuf,
    /// Write golden files instead of comparing with them.
    pub bless: bool,
    /// Only programs whose path holds this text.
    pub only: Option<String>,
    pub timeout: Duration,
    pub threads: usize,
}

/// One program that is not as it should be.
#[derive(Clone, Debug)]
pub struct Failure {
    pub program: PathBuf,
    pub reason: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.program.display(), self.reason)
    }
}

/// What came out, programs in the order of their paths.
#[derive(Clone, Debug, Default)]
pub struct Report {
    pub programs: usize,
    pub blessed: usize,
    pub failures: Vec<Failure>,
}

impl Report {
    /// Panics with all failures, for use in a test.
    pub fn expect_success(&self) {
        assert!(self.programs > 0, "no programs found");
        let texts: Vec<String> = self.failures.iter().map(Failure::to_string).collect();
        assert!(
            texts.is_empty(),
            "{} of {} programs fail:\n\n{}\n\nHEUREKA_BLESS=1 accepts answers that agree with the truth.",
            texts.len(),
            self.programs,
            texts.join("\n\n")
        );
    }
}

/// What one run of `heureka check` gave.
pub type Answer = Finished;

impl Finished {
    /// The text of a golden file.
    fn golden_text(&self) -> String {
        let exit = self.exit.map_or("none".to_string(), |code| code.to_string());
        format!("exit: {exit}\n{}", self.stdout)
    }

    /// The verdict of the last line, if exit code and last line are as the contract says.
    fn verdict(&self) -> Result<Said, String> {
        let last = self.stdout.lines().last().unwrap_or_default();
        let said = if last == "SAFE" || last.starts_with("SAFE (") {
            Said::Safe
        } else if let Some(place) = last.strip_prefix("UNSAFE ") {
            let mut parts = place.rsplitn(3, ':');
            let (column, line) = (parts.next().and_then(|c| c.parse::<usize>().ok()), parts.next());
            match (column, line.and_then(|line| line.parse().ok()), parts.next()) {
                (Some(_), Some(line), Some(file)) => Said::Unsafe { file: file.to_string(), line },
                _ => return Err(format!("the last line names no FILE:LINE:COLUMN: {last}")),
            }
        } else if let Some(reason) = last.strip_prefix("UNKNOWN: ") {
            Said::Unknown(reason.to_string())
        } else {
            return Err(format!("the last line of standard output is no verdict: {last:?}"));
        };
        match self.exit == Some(said.exit_code()) {
            true => Ok(said),
            false => Err(format!("the last line is {last:?}, the exit code {:?}", self.exit)),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Said {
    Safe,
    Unsafe { file: String, line: usize },
    Unknown(String),
}

impl Said {
    fn exit_code(&self) -> i32 {
        match self {
            Said::Safe => 0,
            Said::Unsafe { .. } => 10,
            Said::Unknown(_) => 5,
        }
    }
}

/// Nothing if the answer agrees with the truth, else why not.
pub fn judge(truth: &Truth, answer: &Answer) -> Result<(), String> {
    if let Some(code) = truth.exit {
        return match answer.exit == Some(code) && !answer.stderr.trim().is_empty() {
            true => Ok(()),
            false if answer.exit == Some(code) => Err("no diagnostic on standard error".into()),
            false => Err(format!("exit code {:?} instead of {code}\n{}", answer.exit, quoted(answer))),
        };
    }
    let verdict = truth.verdict.as_ref().expect("the truth has an exit code or a verdict");
    let said = answer.verdict().map_err(|reason| format!("{reason}\n{}", quoted(answer)))?;
    match (verdict, said) {
        (Verdict::Safe, Said::Safe | Said::Unknown(_)) | (Verdict::Unknown, Said::Unknown(_)) => Ok(()),
        (Verdict::Unsafe(line), Said::Unsafe { line: said, .. }) if *line == said => Ok(()),
        (Verdict::Unsafe(line), Said::Unsafe { line: said, file }) => {
            Err(format!("the error is in line {line}, the answer says {file}:{said}"))
        }
        (Verdict::Unsafe(_), Said::Unknown(_)) if truth.unknown_accepted => Ok(()),
        (Verdict::Unsafe(_), Said::Unknown(reason)) => Err(format!("the error is not found: UNKNOWN: {reason}")),
        (Verdict::Unknown, said) => {
            Err(format!("something that is not modelled was passed over in silence: the answer is {said:?}"))
        }
        (verdict, said) => Err(format!("WRONG VERDICT: the program is {verdict}, the answer is {said:?}")),
    }
}

fn quoted(answer: &Answer) -> String {
    format!("standard output:\n{}standard error:\n{}", answer.stdout, answer.stderr)
}

impl Golden {
    /// For the repository at `root`; `HEUREKA_BLESS=1` and `HEUREKA_ONLY=text` are taken from the environment.
    pub fn new(binary: impl Into<PathBuf>, root: impl Into<PathBuf>) -> Self {
        Golden {
            binary: binary.into(),
            root: root.into(),
            bless: std::env::var("HEUREKA_BLESS").is_ok_and(|value| value == "1"),
            only: std::env::var("HEUREKA_ONLY").ok(),
            timeout: Duration::from_secs(60),
            threads: 2,
        }
    }

    /// Every program in the folder (relative to the root) answers truly and as its golden file says.
    pub fn run(&self, folder: &str) -> Report {
        self.over(folder, |program, truth| {
            let answer = self.check(program, truth)?;
            judge(truth, &answer)?;
            self.compare(program, &answer)
        })
    }

    /// No program in the folder gets an answer from this engine, within a moment, that contradicts the truth; to have none is
    /// no contradiction. Options may follow the name of the engine.
    pub fn run_engine(&self, folder: &str, engine: &str) -> Report {
        self.over(folder, |program, truth| {
            let mut truth = truth.clone();
            truth.unknown_accepted = true;
            if let Some(at) = truth.options.iter().position(|option| option == "--engine") {
                truth.options.drain(at..at + 2);
            }
            let engine = ["--engine"].into_iter().chain(engine.split_whitespace());
            truth.options.extend(engine.chain(["--timeout", "0.6"]).map(str::to_owned));
            let answer = self.check(program, &truth)?;
            judge(&truth, &answer).map(|()| false)
        })
    }

    /// No program in the folder answers as it should: one that does is no gap any more.
    pub fn run_known_gaps(&self, folder: &str) -> Report {
        self.over(folder, |program, truth| {
            let answer = self.check(program, truth)?;
            let decided = truth.verdict != Some(Verdict::Safe) || answer.exit == Some(0);
            match decided && judge(truth, &answer).is_ok() {
                true => Err("passes now: move it to tests/programs/".into()),
                false => Ok(false),
            }
        })
    }

    fn over(&self, folder: &str, test: impl Fn(&Path, &Truth) -> Result<bool, String> + Sync) -> Report {
        let programs = self.programs(folder);
        let next = AtomicUsize::new(0);
        let results = Mutex::new(Report { programs: programs.len(), ..Report::default() });
        std::thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                scope.spawn(|| {
                    while let Some(program) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let outcome = self.truth(program).and_then(|truth| test(program, &truth));
                        let mut report = results.lock().expect("no thread panics while it holds the report");
                        match outcome {
                            Ok(blessed) => report.blessed += usize::from(blessed),
                            Err(reason) => report.failures.push(Failure { program: program.clone(), reason }),
                        }
                    }
                });
            }
        });
        let mut report = results.into_inner().expect("no thread panics while it holds the report");
        report.failures.sort_by(|a, b| a.program.cmp(&b.program));
        report
    }

    /// Programs and tasks below the folder, relative to the root, sorted.
    fn programs(&self, folder: &str) -> Vec<PathBuf> {
        let mut found = Vec::new();
        let mut folders = vec![PathBuf::from(folder)];
        while let Some(folder) = folders.pop() {
            let Ok(entries) = std::fs::read_dir(self.root.join(&folder)) else { continue };
            for entry in entries.flatten() {
                let path = folder.join(entry.file_name());
                if entry.path().is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|extension| extension == "c" || extension == "yml") {
                    found.push(path);
                }
            }
        }
        if let Some(only) = &self.only {
            found.retain(|path| path.to_string_lossy().contains(only.as_str()));
        }
        found.sort();
        found
    }

    fn truth(&self, program: &Path) -> Result<Truth, String> {
        let bytes = std::fs::read(self.root.join(program)).map_err(|error| error.to_string())?;
        Truth::parse(&String::from_utf8_lossy(&bytes))
    }

    fn check(&self, program: &Path, truth: &Truth) -> Result<Answer, String> {
        let mut command = Command::new(&self.binary);
        command.current_dir(&self.root).arg("check").args(&truth.options);
        // The only engine whose answer never depends on the clock.
        if !truth.options.iter().any(|option| option == "--engine") {
            command.args(["--engine", "simulate"]);
        }
        command.arg(program);
        run_with_limit(&mut command, self.timeout).map_err(|error| format!("{}: {error}", self.binary.display()))
    }

    /// Whether a golden file was written; an error if one differs.
    fn compare(&self, program: &Path, answer: &Answer) -> Result<bool, String> {
        let file = self.root.join(program).with_extension("expected");
        let actual = answer.golden_text();
        let expected = std::fs::read_to_string(&file).ok();
        if expected.as_deref() == Some(actual.as_str()) {
            return Ok(false);
        }
        if self.bless {
            std::fs::write(&file, actual).map_err(|error| format!("{}: {error}", file.display()))?;
            return Ok(true);
        }
        match expected {
            None => Err(format!("no golden file; the answer is\n{actual}")),
            Some(expected) => {
                Err(format!("the golden file (-) and the answer (+) differ:\n{}", diff(&expected, &actual)))
            }
        }
    }
}
