//! The engine `simulate`: executes the program with inputs that are likely to matter, for a moment.
//!
//! First without any input: where nothing arbitrary decides which way the execution goes, one run decides. Then all executions,
//! those that go the same way together, for a moment, and at the end for longer: that decides programs with few inputs
//! from small ranges. In between systematic inputs (`systematic`), then variations of inputs that did something new (`corpus`),
//! mixed with random ones; only a few of them where after a moment not many executions seem to be left. The input of a failing execution is
//! made small (`shrink`) and executed once more. What decides how long this goes on is a budget of steps, so that the same seed gives the
//! same answer on any machine; the deadline only cuts it short.
//!
//! An execution that passed a construct that is not modelled proves nothing, unless slicing says that it cannot matter.

mod all;
mod corpus;
mod habits;
mod script;
mod shrink;
mod systematic;
mod tally;

use heureka_ir::interpret::{
    Certain, Choice, Ending, Execution, Failure, InputList, Inputs, Interpreter, Limits, Random, Replay, constants,
};
use heureka_ir::program::{Op, Source};
use heureka_ir::trace::ReplayError;
use heureka_ir::{Certificate, EdgeId, Trace};

use crate::engine::{Context, Engine, EngineError, EngineInfo, Outcome, StopReason, Task};
use all::{AllExecutions, MOST_EXPECTED};
use corpus::Corpus;
use habits::Habits;
use script::{NoInputs, Script, Tail};
use shrink::Failing;
use systematic::Candidate;
use tally::Tally;

/// Options of the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SimulateOptions {
    /// Steps in all executions together; each execution costs [`START_COST`] more.
    pub budget: u64,
    /// Steps of one execution with inputs.
    pub longest: u64,
    /// Steps of the only execution of a program without inputs; with 0 nobody looks whether it is the only one.
    pub only_execution: u64,
    /// Steps of all executions that there are; with 0 nobody follows all of them.
    pub all_executions: u64,
    /// Steps that may be left after the first of them for the others to come soon; with 0 nobody goes on before inputs are tried.
    pub promising: u64,
    /// Attempts to make a failing input smaller.
    pub shrink_attempts: u64,
}

impl Default for SimulateOptions {
    fn default() -> SimulateOptions {
        SimulateOptions {
            budget: 50_000_000,
            longest: 5_000_000,
            only_execution: 300_000_000,
            all_executions: 60_000_000,
            promising: MOST_EXPECTED,
            shrink_attempts: 2_000,
        }
    }
}

/// Steps of the first two executions beyond which executions are long.
const LONG_EXECUTIONS: u64 = 200_000;

/// Steps of an execution as long as there are inputs that were not tried.
const SHORT_EXECUTIONS: u64 = 5_000;

/// The least limit for programs whose executions are longer, and when all kinds of inputs were tried.
const LEAST_LIMIT: u64 = 50_000;

/// So many inputs whose executions were cut off are tried again with more steps.
const MOST_TOO_LONG: usize = 40;

/// Steps between two looks at the clock.
const BETWEEN_LOOKS: u64 = 100_000;

/// What starting an execution costs, in steps.
const START_COST: u64 = 200;

/// The engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Simulate {
    pub options: SimulateOptions,
}

const NAME: &str = "simulate";

impl Engine for Simulate {
    fn info(&self) -> EngineInfo {
        EngineInfo {
            name: NAME,
            uses_solver: false,
            summary: "executes the program with systematic, varied and random inputs; finds shallow errors at once, \
                      and decides programs without inputs",
            paper: None,
        }
    }

    fn run(&mut self, task: &Task, cx: &mut Context) -> Result<Outcome, EngineError> {
        let interpreter = Interpreter::new(task.program, task.interpreter_options());
        let mut search = Search {
            task,
            interpreter: &interpreter,
            options: self.options,
            constants: constants(task.program),
            corpus: Corpus::default(),
            tally: Tally::default(),
            spent: 0,
            limit: self.options.longest,
            unwatched: 0,
            widest: 0,
            too_long: Vec::new(),
        };
        let outcome = search.run(cx);
        cx.count("executions", search.tally.executions);
        cx.count("steps", search.tally.steps);
        cx.count("inputs kept", search.corpus.len() as u64);
        cx.count("edges seen", search.tally.covered.len() as u64);
        outcome
    }
}

/// What a single execution showed.
enum Seen {
    Nothing,
    Error(Failing, Failure),
    Interrupted,
}

struct Search<'a> {
    task: &'a Task<'a>,
    interpreter: &'a Interpreter<'a>,
    options: SimulateOptions,
    constants: Vec<i128>,
    corpus: Corpus,
    tally: Tally,
    /// How much of the budget is used up.
    spent: u64,
    /// Steps of one execution.
    limit: u64,
    /// Steps since the clock was looked at: an execution looks only if it is long.
    unwatched: u64,
    /// The greatest number of values that an execution asked for.
    widest: usize,
    /// Those whose executions were cut off.
    too_long: Vec<Candidate>,
}

impl Search<'_> {
    fn run(&mut self, cx: &mut Context) -> Result<Outcome, EngineError> {
        if self.options.only_execution > 0 {
            cx.report("executing without inputs");
            if let Some(outcome) = self.only_execution(cx)? {
                return Ok(outcome);
            }
        }
        let interpreter = self.interpreter;
        let mut all = AllExecutions::new(interpreter.following(self.task.properties));
        if let Some(outcome) = self.first_of_all(&mut all, cx)? {
            return Ok(outcome);
        }
        if let Some(outcome) = self.few_executions(&mut all, cx)? {
            return Ok(outcome);
        }
        if let Some(outcome) = self.inputs(self.options.budget, cx)? {
            return Ok(outcome);
        }
        if let Some(outcome) = self.rest_of_all(&mut all, cx)? {
            return Ok(outcome);
        }
        Ok(Outcome::Unknown(self.reason()))
    }

    /// Executes the program with inputs that are likely to matter.
    fn inputs(&mut self, budget: u64, cx: &mut Context) -> Result<Option<Outcome>, EngineError> {
        self.spent = 0;
        cx.report("executing with systematic inputs");
        // With inputs that say yes for ever some loops never end: nobody waits for them before the others had their turn.
        self.limit = SHORT_EXECUTIONS.min(self.options.longest);
        for (at, candidate) in systematic::uniform(&self.constants.clone()).enumerate() {
            if at == 2
                && self.tally.cut_off == 2
                && let Some(outcome) = self.long_executions(cx)?
            {
                return Ok(Some(outcome));
            }
            if let Some(outcome) = self.follow(&candidate, cx)? {
                return Ok(Some(outcome));
            }
        }
        let usual = self.limit;
        for width in 1..=systematic::WIDEST {
            if self.widest < width || self.spent > budget / 3 {
                break;
            }
            for candidate in systematic::combinations(width, &self.constants.clone()) {
                if self.spent > budget / 3 {
                    break;
                }
                if let Some(outcome) = self.follow(&candidate, cx)? {
                    return Ok(Some(outcome));
                }
            }
        }
        cx.report("executing with habits");
        let mut random = Random::new(cx.seed);
        while self.spent < budget / 2 {
            let tail = Tail::Habits(Habits::new(Random::new(random.draw())), Random::new(random.draw()));
            let seen = self.execute(&[], tail, self.limit, cx);
            if let Some(outcome) = self.conclude(seen, cx)? {
                return Ok(Some(outcome));
            }
        }
        // Now there is time for those that were cut off.
        self.limit = self.options.longest;
        for candidate in std::mem::take(&mut self.too_long) {
            if self.spent > budget / 3 * 2 {
                break;
            }
            if let Some(outcome) = self.follow(&candidate, cx)? {
                return Ok(Some(outcome));
            }
        }
        self.limit = usual.max(LEAST_LIMIT).min(self.options.longest);
        cx.report("executing with varied inputs");
        while self.spent < budget {
            let choices = match random.below(4) {
                0 => Vec::new(),
                _ => self.corpus.vary(&mut random, &self.constants),
            };
            let tail = match random.below(5) {
                0 | 1 => Tail::Constant(0),
                2 | 3 => Tail::Random(Random::new(random.draw())),
                _ => Tail::Habits(Habits::new(Random::new(random.draw())), Random::new(random.draw())),
            };
            let seen = self.execute(&choices, tail, self.limit, cx);
            if let Some(outcome) = self.conclude(seen, cx)? {
                return Ok(Some(outcome));
            }
        }
        Ok(None)
    }

    /// All executions seem to be long: an input of each kind, and then no need to wait much longer for one execution than those
    /// that came to their end.
    fn long_executions(&mut self, cx: &mut Context) -> Result<Option<Outcome>, EngineError> {
        self.limit = self.options.longest;
        let (steps, executions) = (self.tally.steps, self.tally.executions);
        for candidate in std::mem::take(&mut self.too_long) {
            if let Some(outcome) = self.follow(&candidate, cx)? {
                return Ok(Some(outcome));
            }
        }
        if self.tally.steps > LONG_EXECUTIONS {
            for candidate in systematic::kinds(cx.seed) {
                if let Some(outcome) = self.follow(&candidate, cx)? {
                    return Ok(Some(outcome));
                }
            }
        }
        let mean = (self.tally.steps - steps) / (self.tally.executions - executions).max(1);
        self.limit = self.limit.min((4 * mean).max(LEAST_LIMIT));
        Ok(None)
    }

    /// Decides programs in which nothing arbitrary matters: first without answering any question, which is fastest, then
    /// by following what the answers decide.
    fn only_execution(&mut self, cx: &mut Context) -> Result<Option<Outcome>, EngineError> {
        let limits = cx.limits(self.options.only_execution);
        let mut execution = self.interpreter.run(&mut NoInputs, &limits);
        let ending = match &execution.ending {
            Ending::InputsExhausted(_) => {
                match self.interpreter.run_certain(&cx.limits(self.options.budget), self.task.properties) {
                    Certain::OneWay { ending, .. } => {
                        execution = self.interpreter.run(&mut InputList::zeros(), &limits);
                        ending
                    }
                    Certain::Depends(_) => return Ok(None),
                }
            }
            ending => ending.clone(),
        };
        self.tally.steps += execution.steps;
        self.tally.covered.extend(execution.covered_edges());
        self.tally.executions += 1;
        let inconclusive = |text: String| Outcome::Unknown(StopReason::Inconclusive(text));
        Ok(Some(match ending {
            Ending::Finished(_) | Ending::Halted(_) | Ending::Blocked(_) => {
                Outcome::Safe(Certificate::Exhaustive { executions: 1 })
            }
            Ending::Fault(failure) if self.task.asks_for(failure.fault) => {
                return self.recorded(InputList::zeros(), failure, cx).map(Some);
            }
            Ending::Fault(failure) => Outcome::Unknown(StopReason::UndefinedBehaviour(failure)),
            Ending::Unsupported { what, span, .. } => Outcome::Unknown(StopReason::Unmodelled { what, span }),
            Ending::Interrupted => Outcome::Unknown(StopReason::Interrupted),
            Ending::StepLimit => inconclusive(format!("the only execution is longer than {} steps", execution.steps)),
            Ending::CallDepth => inconclusive(format!("the only execution nests calls {} deep", execution.depth)),
            Ending::OutOfMemory => inconclusive("the only execution runs out of memory".to_owned()),
            Ending::NumberTooLarge(_) => {
                inconclusive("the only execution computes a number of more than 128 bits".to_owned())
            }
            Ending::InputsExhausted(_) => unreachable!("zeros are never exhausted"),
        }))
    }

    fn follow(&mut self, candidate: &Candidate, cx: &mut Context) -> Result<Option<Outcome>, EngineError> {
        if self.spent >= self.options.budget {
            return Ok(None);
        }
        let cut_off = self.tally.cut_off;
        let seen = self.execute(&candidate.choices, candidate.rest.clone(), self.limit, cx);
        if self.tally.cut_off > cut_off && self.limit < self.options.longest && self.too_long.len() < MOST_TOO_LONG {
            self.too_long.push(candidate.clone());
        }
        self.conclude(seen, cx)
    }

    /// The outcome, if what was seen decides.
    fn conclude(&mut self, seen: Seen, cx: &mut Context) -> Result<Option<Outcome>, EngineError> {
        match seen {
            Seen::Nothing => Ok(None),
            Seen::Interrupted => Ok(Some(Outcome::Unknown(StopReason::Interrupted))),
            Seen::Error(failing, failure) => {
                cx.report("making the failing input small");
                let best = self.shrink(failing, &failure, cx);
                self.recorded(Replay::new(&best.choices.into_iter().collect()), failure, cx).map(Some)
            }
        }
    }

    /// Executes the program once and learns from it.
    fn execute(&mut self, choices: &[Choice], tail: Tail, limit: u64, cx: &Context) -> Seen {
        // To record millions of answers takes longer than to give them.
        let mut script = Script::new(choices, tail.clone(), &self.constants, corpus::LONGEST + 1);
        let execution = self.interpreter.run(&mut script, &cx.limits(limit));
        self.spent += execution.steps + START_COST;
        self.widest = self.widest.max(script.values_used());
        if self.corpus.consider(execution.visits(), &script.used) {
            self.tally.covered.extend(execution.covered_edges());
        }
        if let Some(failure) = execution.ending.failure().filter(|failure| self.task.asks_for(failure.fault)) {
            match self.doubt(&execution) {
                None => {
                    if script.is_cut_off() {
                        script = Script::new(choices, tail, &self.constants, usize::MAX);
                        self.interpreter.run(&mut script, &Limits { deadline: None, ..cx.limits(limit) });
                    }
                    return Seen::Error(Failing { choices: script.used, steps: execution.steps }, failure.clone());
                }
                Some(edge) => self.note_doubt(edge),
            }
        }
        self.tally.count(&execution);
        self.unwatched += execution.steps + START_COST;
        let is_time_to_look = self.unwatched > BETWEEN_LOOKS;
        if is_time_to_look {
            self.unwatched = 0;
        }
        match execution.ending {
            Ending::Interrupted => Seen::Interrupted,
            _ if is_time_to_look && cx.is_interrupted() => Seen::Interrupted,
            _ => Seen::Nothing,
        }
    }

    /// An edge that was passed where something is not modelled that can matter.
    fn doubt(&self, execution: &Execution) -> Option<EdgeId> {
        execution.unmodelled().into_iter().find(|&edge| self.task.is_relevant(edge))
    }

    fn note_doubt(&mut self, edge: EdgeId) {
        let edge = self.task.program.edge(edge);
        if let Op::Havoc { source: Source::Unmodelled(what), .. }
        | Op::HavocArray { source: Source::Unmodelled(what), .. } = &edge.op
        {
            self.tally.doubtful.insert((edge.span, what.clone()));
        }
    }

    fn shrink(&mut self, failing: Failing, failure: &Failure, cx: &Context) -> Failing {
        let limit = failing.steps.saturating_mul(2).max(10_000);
        // Long executions get fewer attempts: making an input small must not take longer than finding it.
        let attempts = self.options.shrink_attempts.min(self.options.budget / failing.steps.max(1) + 20);
        shrink::shrink(failing, attempts, |choices| {
            if cx.is_interrupted() {
                return None;
            }
            let mut script = Script::new(choices, Tail::Constant(0), &[], usize::MAX);
            let execution = self.interpreter.run(&mut script, &cx.limits(limit));
            let same = execution.ending.failure() == Some(failure) && self.doubt(&execution).is_none();
            same.then_some(Failing { choices: script.used, steps: execution.steps })
        })
    }

    /// The verdict, after the failing execution was repeated with the inputs that will be printed. An error that was found
    /// just in time is not lost: the deadline does not hold here.
    fn recorded(&self, inputs: impl Inputs, expected: Failure, cx: &Context) -> Result<Outcome, EngineError> {
        let limits = Limits { deadline: None, ..cx.limits(u64::MAX) };
        match Trace::record(self.interpreter, inputs, &limits) {
            (_, Some(trace)) if *trace.failure() == expected => Ok(Outcome::Unsafe(trace)),
            (Execution { ending: Ending::Interrupted, .. }, _) => Ok(Outcome::Unknown(StopReason::Interrupted)),
            (Execution { ending, .. }, _) => {
                Err(EngineError { engine: NAME, message: ReplayError { expected, ending }.to_string() })
            }
        }
    }

    /// Why nothing was decided. What is not modelled comes first: more executions would not help there.
    fn reason(&self) -> StopReason {
        let unmodelled = self.tally.unsupported.keys().chain(&self.tally.doubtful);
        match unmodelled.into_iter().next() {
            Some((span, what)) => StopReason::Unmodelled { what: what.clone(), span: *span },
            None => {
                let program = self.task.program;
                StopReason::Inconclusive(self.tally.describe(&program.files, program.edges().len()))
            }
        }
    }
}
