//! The end of `heureka check`: the evidence is checked, the execution is told, and the verdict is printed, as text or as
//! JSON.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use heureka_certify::{Numbers, Question, Rejected, check_certificate};
use heureka_engines::engine::{Arithmetic, Outcome, Task};
use heureka_frontend::preprocess::Source;
use heureka_frontend::source_text::SourceTexts;
use heureka_ir::interpret::Choice;
use heureka_ir::story::{self, Paint, Plain, StoryOptions};
use heureka_ir::text::print_certificate;
use heureka_ir::{Certificate, Property, Trace};
use heureka_logic::solver::{Limits, SolverFactory};
use serde_json::{Value, json};

use super::race::Part;
use super::turns::Decided;
use super::undefined;
use super::watchdog::Certain;
use crate::arguments::CheckOptions;
use crate::diagnostics::Report;
use crate::exit::Exit;
use crate::output::Output;
use crate::verdict::Verdict;

/// What is printed around the verdict.
pub struct Answer<'a> {
    /// The engine that answered.
    pub engine: &'static str,
    options: &'a CheckOptions,
    pub statistics: Vec<(String, u64)>,
    /// The engines that raced.
    pub parts: Vec<Part>,
    /// Whether how they did belongs to the answer, and not only to the statistics.
    pub tells_parts: bool,
    /// What the engine says about its way to the answer.
    pub notes: Vec<String>,
    /// The failing execution, for JSON.
    trace: Option<Value>,
    /// The verdicts of all properties, for JSON.
    pub claims: Option<Value>,
    /// The kinds of undefined behaviour that were not looked for.
    assumed: Vec<&'static str>,
    /// What the check of the evidence took.
    evidence: Duration,
    /// The certificate as text, if somebody wants it.
    pub certificate: Option<String>,
}

/// Everything that the way from an engine's answer to the verdict needs.
pub struct End<'a> {
    pub task: &'a Task<'a>,
    pub recheck: Recheck<'a>,
    /// The text of the program.
    pub source: Source,
    pub sources: &'a mut SourceTexts,
    pub answer: Answer<'a>,
    pub output: &'a mut Output,
    pub certain: Certain,
}

impl End<'_> {
    /// The verdict that an engine's answer leads to. An error is a bug of ours.
    pub fn conclude(&mut self, decided: Decided) -> Result<Verdict, Box<Report>> {
        let Decided { engine, outcome, statistics, notes, details } = decided;
        let counted = statistics.iter().map(|statistic| (statistic.name.to_owned(), statistic.value));
        self.surround(engine, counted.collect(), notes, &details);
        let outcome = outcome.map_err(|error| Box::new(Report::error(error.to_string())))?;
        self.check_evidence(&outcome)
    }

    /// What is said around the verdict.
    pub fn surround(
        &mut self,
        engine: &'static str,
        statistics: Vec<(String, u64)>,
        notes: Vec<String>,
        details: &[String],
    ) {
        (self.answer.engine, self.answer.statistics, self.answer.notes) = (engine, statistics, notes);
        details.iter().for_each(|detail| self.output.print(&format!("{detail}\n")));
    }

    /// Checks the evidence and prints what leads to the verdict.
    pub fn check_evidence(&mut self, outcome: &Outcome) -> Result<Verdict, Box<Report>> {
        let start = Instant::now();
        let verdict = match outcome {
            Outcome::Unknown(reason) => Ok(Verdict::Unknown { reason: reason.describe(&self.task.program.files) }),
            Outcome::Unsafe(trace) => self.tell(trace),
            Outcome::Safe(certificate) => {
                if !self.answer.options.quiet || self.answer.options.json {
                    self.answer.notes.extend(what_safe_leaves_open(self.task));
                }
                let unchecked = recheck(certificate, self.task, &self.recheck, self.answer.engine)?;
                if self.answer.options.certificate.is_some() {
                    self.answer.certificate = Some(print_certificate(self.task.program, certificate));
                }
                Ok(self.answer.safe(self.task, unchecked))
            }
        };
        self.answer.evidence = start.elapsed();
        verdict
    }

    /// Tells the failing execution.
    fn tell(&mut self, trace: &Trace) -> Result<Verdict, Box<Report>> {
        let End { task, answer, .. } = self;
        let program = task.program;
        let place = program.files.place(trace.failure().span).to_string();
        // The interpreter has executed it: there are no other traces. To tell it takes another execution.
        if answer.options.quiet && !answer.options.json {
            return Ok(Verdict::Unsafe { place });
        }
        self.certain.is(Verdict::Unsafe { place: place.clone() });
        let told = StoryOptions { all: answer.options.verbose > 0, ..StoryOptions::default() };
        let story = story::tell_trace(program, trace, task.interpreter_options(), told).map_err(|error| {
            Box::new(Report::error(format!("the execution that was found is not confirmed by its replay: {error}")))
        })?;
        let sources = RefCell::new(&mut *self.sources);
        let line = |file, line| sources.borrow_mut().line(program.files.name(file), line).map(|text| text.into_owned());
        if answer.options.json {
            answer.trace = Some(trace_json(trace, &place, &story::render(&story, &program.files, line, &Plain)));
        } else {
            let text = match self.output.colours() {
                true => story::render(&story, &program.files, line, &Colours),
                false => story::render(&story, &program.files, line, &Plain),
            };
            self.output.print(&text);
        }
        Ok(Verdict::Unsafe { place })
    }
}

/// What a second proof that takes another way than the first may take, or as long as the first took.
const LEAST_PATIENCE: Duration = Duration::from_secs(10);

/// How a certificate is checked.
pub struct Recheck<'c> {
    pub solvers: SolverFactory,
    /// When the search began.
    pub start: Instant,
    pub deadline: Option<Instant>,
    /// Tells the check to stop.
    pub cancel: Option<&'c AtomicBool>,
}

/// Checks a certificate again; the reason when that is not possible. A certificate that is wrong is a bug of ours.
pub fn recheck(
    certificate: &Certificate,
    task: &Task,
    how: &Recheck,
    engine: &'static str,
) -> Result<Option<String>, Box<Report>> {
    let numbers = match task.numbers {
        Arithmetic::Machine => Numbers::Machine,
        Arithmetic::Integer => Numbers::Integer,
        Arithmetic::Real => Numbers::Real,
    };
    let question = Question { program: task.program, properties: task.properties, numbers };
    let deadline = match certificate {
        // An execution is followed again to its end, however long that took the first time.
        Certificate::Exhaustive { .. } => None,
        Certificate::Inductive(_) | Certificate::Guessed(_) | Certificate::ByLemmas(_) => how.deadline,
        // The second proof takes another way, which may be much longer.
        Certificate::Unwound(_) | Certificate::AtHeads(_) | Certificate::AtCuts(_) => {
            let patience = heureka_clock::now() + LEAST_PATIENCE.max(heureka_clock::since(how.start));
            Some(how.deadline.map_or(patience, |deadline| deadline.min(patience)))
        }
    };
    let limits = Limits { deadline, cancel: how.cancel };
    match check_certificate(&question, certificate, &how.solvers, limits) {
        Ok(_) => Ok(None),
        Err(Rejected::Undecided { reason }) => Ok(Some(reason)),
        // What this engine says of heads of loops is true of all that comes there, but its proof goes by post-conditions: that
        // a round keeps it, or that it is enough to exclude errors, is not promised. Without loops there is no such excuse.
        Err(
            wrong @ (Rejected::NotInductive { .. } | Rejected::ErrorReached { .. } | Rejected::FaultPossible { .. }),
        ) if engine == "sil" && speaks_of_loops(certificate) => Ok(Some(wrong.to_string())),
        Err(wrong) => {
            Err(Box::new(Report::error(format!("the proof that was found is not confirmed by its check: {wrong}"))))
        }
    }
}

fn speaks_of_loops(certificate: &Certificate) -> bool {
    matches!(certificate, Certificate::AtHeads(invariants) if !invariants.at.is_empty())
}

/// A note about executions that SAFE does not speak of, if some were seen.
pub fn what_safe_leaves_open(task: &Task) -> Option<String> {
    undefined::seen(task, &not_asked(task.properties))
}

/// SAFE speaks of executions without undefined behaviour: the kinds that were not looked for.
fn not_asked(properties: &BTreeSet<Property>) -> BTreeSet<Property> {
    let others = Property::ALL.into_iter().filter(|property| *property != Property::Unreach);
    others.filter(|property| !properties.contains(property)).collect()
}

fn trace_json(trace: &Trace, place: &str, story: &str) -> Value {
    let inputs: Vec<String> = trace
        .choices()
        .iter()
        .filter_map(|choice| match choice {
            Choice::Value(value) => Some(value.to_string()),
            Choice::Fraction(value) => Some(value.to_string()),
            Choice::Fill(_) => None,
        })
        .collect();
    let steps: Vec<&str> = story.lines().collect();
    json!({
        "fault": trace.failure().fault.name(),
        "message": trace.failure().describe(),
        "note": &*trace.failure().note,
        "place": place,
        "choices": inputs,
        "steps": steps,
    })
}

impl<'a> Answer<'a> {
    pub fn new(options: &'a CheckOptions) -> Answer<'a> {
        Answer {
            engine: options.engine.name(),
            options,
            statistics: Vec::new(),
            parts: Vec::new(),
            tells_parts: false,
            notes: Vec::new(),
            trace: None,
            claims: None,
            assumed: Vec::new(),
            evidence: Duration::ZERO,
            certificate: None,
        }
    }

    /// SAFE, with what it does not speak of.
    pub fn safe(&mut self, task: &Task, unchecked: Option<String>) -> Verdict {
        self.assumed = not_asked(task.properties).into_iter().map(Property::name).collect();
        Verdict::Safe { unchecked }
    }

    /// What the check of the evidence took, where it was made elsewhere.
    pub fn took_for_evidence(&mut self, seconds: f64) {
        self.evidence = Duration::try_from_secs_f64(seconds).unwrap_or_default();
    }

    pub fn print(&self, verdict: Verdict, start: Instant, output: &mut Output) -> Exit {
        let seconds = start.elapsed().as_secs_f64();
        if let (Some(file), Some(text)) = (&self.options.certificate, &self.certificate)
            && let Err(error) = fs::write(file, text)
        {
            output.report(&Report::error(format!("the certificate cannot be written to {}: {error}", file.display())));
        }
        if self.options.json {
            output.print(&format!("{}\n", self.json(&verdict, seconds)));
            return verdict.exit();
        }
        if self.options.stats {
            let evidence = self.evidence.as_secs_f64();
            output.print(&format!("engine: {}\ntime: {seconds:.3} s, for the evidence {evidence:.3} s\n", self.engine));
            for (name, value) in &self.statistics {
                output.print(&format!("{name}: {value}\n"));
            }
        }
        let is_told = self.options.stats || (self.tells_parts && !self.options.quiet);
        for Part { engine, used, ending, taught } in self.parts.iter().filter(|_| is_told) {
            let taught = match (taught, self.options.stats) {
                (0, _) | (_, false) => String::new(),
                (1, true) => " (told others once what it had learned)".to_owned(),
                (times, true) => format!(" (told others {times} times what it had learned)"),
            };
            output.print(&format!("{engine}, {:.3} s: {ending}{taught}\n", used.as_secs_f64()));
        }
        if !self.options.quiet {
            self.notes.iter().for_each(|note| output.print(&format!("{note}\n")));
        }
        if !self.assumed.is_empty() && !self.options.quiet {
            let kinds = self.assumed.join(", ");
            output.print(&format!("assumed absent, not checked: {kinds} (--property all checks them)\n"));
        }
        output.verdict(&verdict);
        verdict.exit()
    }

    fn json(&self, verdict: &Verdict, seconds: f64) -> Value {
        let statistics: serde_json::Map<String, Value> =
            self.statistics.iter().map(|(name, value)| (name.clone(), (*value).into())).collect();
        let mut answer = json!({
            "verdict": verdict.word(),
            "file": self.options.program.file.display().to_string(),
            "engine": self.engine,
            "seconds": seconds,
            "evidence_seconds": self.evidence.as_secs_f64(),
            "statistics": statistics,
            "notes": self.notes,
        });
        if !self.parts.is_empty() {
            let part = |part: &Part| {
                let Part { engine, used, ending, taught } = part;
                json!({ "engine": engine, "seconds": used.as_secs_f64(), "ending": ending, "taught": taught })
            };
            answer["race"] = self.parts.iter().map(part).collect();
        }
        if let Some(claims) = &self.claims {
            answer["properties"] = claims.clone();
        }
        match verdict {
            Verdict::Safe { unchecked } => {
                answer["certificate_checked"] = unchecked.is_none().into();
                answer["assumed_absent"] = self.assumed.clone().into();
                if let Some(reason) = unchecked {
                    answer["reason"] = reason.as_str().into();
                }
            }
            Verdict::Unsafe { .. } => answer["trace"] = self.trace.clone().unwrap_or_default(),
            Verdict::Unknown { reason } => answer["reason"] = reason.as_str().into(),
        }
        answer
    }
}

/// The colours of a story on a terminal.
struct Colours;

impl Colours {
    fn paint(code: &str, text: &str) -> String {
        format!("\x1b[{code}m{text}\x1b[0m")
    }
}

impl Paint for Colours {
    fn place(&self, text: &str) -> String {
        Colours::paint("2", text)
    }

    fn values(&self, text: &str) -> String {
        Colours::paint("36", text)
    }

    fn folded(&self, text: &str) -> String {
        Colours::paint("2", text)
    }

    fn failure(&self, text: &str) -> String {
        Colours::paint("1;31", text)
    }
}
