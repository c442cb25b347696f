//! Any SMT-LIB 2 solver as a program beside ours.
//!
//! Commands are sent as they come and only questions are waited for; an error that a command caused stands where the
//! answer to the next question is expected, and is noticed there. Since SMT-LIB takes only literals as assumptions, each
//! gets a literal that implies it, on a level of the stack that lasts until the next call. Invariant: after the first error the program is gone
//! and every further call returns that error, so a dialogue that went wrong cannot turn into an answer.

mod child;
mod frame;
mod program;
mod values;

pub use program::Program;

use std::time::Instant;

use crate::pool::{FastMap, SymbolId, TermId, Terms};
use crate::smtlib::{Atom, print_declaration, print_term, read};
use crate::solver::stack::AssertionStack;
use crate::solver::{Answer, Limits, Solver, SolverError, SolverStatistics};
use crate::value::Assignment;
use child::{Failure, Running};
use frame::excerpt;

/// Said first. Declarations go with their level in SMT-LIB, and are repeated where they are needed again.
const PRELUDE: &str = "(set-option :print-success false)\n(set-option :produce-models true)\n\
    (set-option :produce-unsat-assumptions true)\n(set-logic ALL)\n";

pub struct ProcessSolver<'c> {
    name: String,
    limits: Limits<'c>,
    state: State,
    stack: AssertionStack<TermId>,
    /// The level on which each symbol was declared.
    declared: FastMap<SymbolId, usize>,
    /// Whether the level of the last check's assumptions is still there.
    has_assumptions: bool,
    last: Option<Check>,
    statistics: SolverStatistics,
}

enum State {
    Alive(Box<Running>),
    Dead(SolverError),
}

struct Check {
    answer: Answer,
    /// The literal of each has its place for a number.
    assumptions: Vec<TermId>,
}

impl<'c> ProcessSolver<'c> {
    pub fn start(program: &Program, limits: Limits<'c>) -> Result<Self, SolverError> {
        let mut running = Running::start(program)?;
        running.send(PRELUDE);
        Ok(ProcessSolver {
            name: program.name(),
            limits,
            state: State::Alive(Box::new(running)),
            stack: AssertionStack::new(),
            declared: FastMap::default(),
            has_assumptions: false,
            last: None,
            statistics: SolverStatistics::default(),
        })
    }

    fn running(&mut self) -> Result<&mut Running, SolverError> {
        match &mut self.state {
            State::Alive(running) => Ok(running),
            State::Dead(error) => Err(error.clone()),
        }
    }

    fn send(&mut self, text: &str) -> Result<(), SolverError> {
        self.running()?.send(text);
        Ok(())
    }

    /// Sends a question and waits for its answer.
    fn ask(&mut self, question: &str) -> Result<String, SolverError> {
        let limits = self.limits;
        let running = self.running()?;
        let received = match running.unasked() {
            // A command before was refused.
            Some(text) if text.starts_with("(error") => running.answer(&limits),
            Some(text) => return Err(self.nonsense("commands that have no answer", &text)),
            None => {
                running.send(question);
                running.send("\n");
                running.answer(&limits)
            }
        };
        match received {
            Ok(answer) => match refusal(&answer) {
                None => Ok(answer),
                Some(message) => Err(self.fail(SolverError::Unsupported(format!("`{}` says {message}", self.name)))),
            },
            Err(Failure::Limit(error)) => Err(self.fail(error)),
            Err(Failure::Nonsense(text)) => Err(self.nonsense(question, &text)),
            Err(Failure::Died) => {
                let (status, stderr) = running.bury();
                let error = SolverError::Died { program: self.name.clone(), status, stderr };
                Err(self.fail(error))
            }
        }
    }

    fn nonsense(&mut self, asked: &str, answer: &str) -> SolverError {
        let (asked, answer) = (excerpt(asked.as_bytes()), excerpt(answer.as_bytes()));
        self.fail(SolverError::Nonsense { program: self.name.clone(), asked, answer })
    }

    /// The program is gone with the state that is replaced.
    fn fail(&mut self, error: SolverError) -> SolverError {
        self.last = None;
        self.state = State::Dead(error.clone());
        error
    }

    /// The term as text, with the declarations that it needs and that are not there sent before.
    fn print(&mut self, terms: &Terms, term: TermId) -> Result<String, SolverError> {
        let mut declarations = String::new();
        for symbol in terms.free_symbols(&[term]) {
            if !self.declared.contains_key(&symbol) {
                self.declared.insert(symbol, self.stack.depth() + usize::from(self.has_assumptions));
                declarations.push_str(&print_declaration(terms, symbol));
                declarations.push('\n');
            }
        }
        if !declarations.is_empty() {
            self.send(&declarations)?;
        }
        let text = print_term(terms, term);
        self.statistics.terms += terms.dag_size(&[term]) as u64;
        Ok(text)
    }

    /// Forgets the last check.
    fn settle(&mut self) -> Result<(), SolverError> {
        self.last = None;
        if !std::mem::take(&mut self.has_assumptions) {
            return Ok(());
        }
        self.forget_declarations();
        self.send("(pop 1)\n")
    }

    /// Those above the level that the stack is on now.
    fn forget_declarations(&mut self) {
        let depth = self.stack.depth();
        self.declared.retain(|_, level| *level <= depth);
    }

    /// Opens a level and says there what the literals mean.
    fn assume(&mut self, terms: &Terms, assumptions: &[TermId]) -> Result<(), SolverError> {
        if assumptions.is_empty() {
            return Ok(());
        }
        self.has_assumptions = true;
        self.send("(push 1)\n")?;
        for (place, &assumption) in assumptions.iter().enumerate() {
            let meaning = self.print(terms, assumption)?;
            let literal = literal_text(place);
            self.send(&format!("(declare-const {literal} Bool)\n(assert (=> {literal} {meaning}))\n"))?;
        }
        Ok(())
    }

    fn run(&mut self, assumptions: usize) -> Result<Answer, SolverError> {
        if let Err(error) = self.limits.check() {
            return Err(self.fail(error));
        }
        let question = if assumptions == 0 {
            "(check-sat)".to_owned()
        } else {
            let literals: Vec<String> = (0..assumptions).map(literal_text).collect();
            format!("(check-sat-assuming ({}))", literals.join(" "))
        };
        let answer = self.ask(&question)?;
        match answer.trim() {
            "sat" => Ok(Answer::Satisfiable),
            "unsat" => Ok(Answer::Unsatisfiable),
            "unknown" => {
                let reason = self.ask("(get-info :reason-unknown)")?;
                let reason = reason.trim().trim_start_matches('(').trim_end_matches(')').trim();
                Ok(Answer::Unknown(reason.trim_start_matches(":reason-unknown").trim().to_owned()))
            }
            other => Err(self.nonsense(&question, other)),
        }
    }
}

/// No name of a pool is printed like this: `%` starts the encoding of names that need one, which this is not.
fn literal_text(place: usize) -> String {
    format!("%assume{place}")
}

/// The message, if the answer is `(error "message")` or `unsupported`.
fn refusal(answer: &str) -> Option<String> {
    if answer.trim() == "unsupported" {
        return Some("\"unsupported\"".to_owned());
    }
    let tree = read(answer).ok()?;
    let list = tree.list(tree.only().ok()?)?;
    match list[..] {
        [head, ..] if tree.symbol(head) == Some("error") => {
            let message = list.get(1).and_then(|&message| tree.atom(message));
            let Some(Atom::String(message)) = message else { return Some(excerpt(answer.as_bytes())) };
            Some(format!("{:?}", excerpt(message.as_bytes())))
        }
        _ => None,
    }
}

impl Solver for ProcessSolver<'_> {
    fn name(&self) -> &str {
        &self.name
    }

    fn assert(&mut self, terms: &Terms, term: TermId) -> Result<(), SolverError> {
        self.settle()?;
        self.statistics.assertions += 1;
        self.stack.assert(term);
        let text = self.print(terms, term)?;
        self.send(&format!("(assert {text})\n"))
    }

    fn push(&mut self) -> Result<(), SolverError> {
        self.settle()?;
        self.statistics.pushes += 1;
        self.stack.push();
        self.send("(push 1)\n")
    }

    fn pop(&mut self) -> Result<(), SolverError> {
        self.settle()?;
        self.stack.pop();
        self.forget_declarations();
        self.send("(pop 1)\n")
    }

    fn check_assuming(&mut self, terms: &Terms, assumptions: &[TermId]) -> Result<Answer, SolverError> {
        self.settle()?;
        self.assume(terms, assumptions)?;
        let start = Instant::now();
        let result = self.run(assumptions.len());
        self.statistics.record(&result, start.elapsed());
        let answer = result?;
        self.last = Some(Check { answer: answer.clone(), assumptions: assumptions.to_vec() });
        Ok(answer)
    }

    fn model(&mut self, terms: &Terms) -> Result<Assignment, SolverError> {
        self.running()?;
        let Some(Check { answer: Answer::Satisfiable, assumptions }) = &self.last else {
            return Err(SolverError::NotAvailable("model"));
        };
        let roots: Vec<TermId> = self.stack.assertions().iter().chain(assumptions).copied().collect();
        let asked = values::questions(terms, &roots);
        if asked.is_empty() {
            return Ok(Assignment { complete: true, ..Assignment::default() });
        }
        let texts: Vec<String> = asked.iter().map(|&term| print_term(terms, term)).collect();
        let question = format!("(get-value ({}))", texts.join(" "));
        let text = self.ask(&question)?;
        match values::read(terms, &asked, &text) {
            Ok(values) => Ok(values::assignment(terms, &asked, &values)),
            Err(error) => Err(self.nonsense(&question, &format!("{} ({error})", excerpt(text.as_bytes())))),
        }
    }

    fn unsat_core(&mut self) -> Result<Vec<TermId>, SolverError> {
        self.running()?;
        let assumptions = match &self.last {
            Some(Check { answer: Answer::Unsatisfiable, assumptions }) => assumptions.clone(),
            _ => return Err(SolverError::NotAvailable("unsatisfiable core")),
        };
        if assumptions.is_empty() {
            return Ok(Vec::new());
        }
        let question = "(get-unsat-assumptions)";
        let text = self.ask(question)?;
        let found = core_places(&text, assumptions.len());
        let mut places = found.ok_or_else(|| self.nonsense(question, &text))?;
        places.sort_unstable();
        places.dedup();
        Ok(places.into_iter().map(|place| assumptions[place]).collect())
    }

    fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.limits.deadline = deadline;
    }

    fn statistics(&self) -> &SolverStatistics {
        &self.statistics
    }
}

/// The places of the literals that the answer lists, if all of them are assumptions.
fn core_places(text: &str, assumptions: usize) -> Option<Vec<usize>> {
    let tree = read(text).ok()?;
    let list = tree.list(tree.only().ok()?)?;
    let place = |name: &str| name.strip_prefix("%assume")?.parse().ok().filter(|&place| place < assumptions);
    list.iter().map(|&literal| tree.symbol(literal).and_then(place)).collect()
}
