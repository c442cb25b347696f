//! Constrained Horn clauses, solved by Z3's Spacer (Komuravelli, Gurfinkel, Chaki 2014; Grebenshchikov and others 2012).
//!
//! The program is a system of clauses: a predicate for each head of a loop, with all paths from one head to the next in
//! one clause, and summaries of procedures that call themselves. A solution of the system is an invariant for each
//! predicate, and a refutation is a path. Arrays are there in two forms: as arrays, and as cells at arbitrary indices
//! ([`cells`]; Monniaux and Gonnord 2016; Braine, Gonnord, Monniaux 2021). Loops that copy, fill or shift are replaced by what they
//! do ([`summaries`]). Which cells there are is told by refutations that no execution follows ([`refine`]).
//!
//! [`program`] prepares the program, [`encode`] and [`block`] make formulas, [`clauses`] the system, [`plan`] says in which
//! forms and with which settings it is tried, [`certificate`] and [`refute`] make the evidence. docs/HORN-ENGINE.md tells more.

mod block;
mod cells;
mod certificate;
mod clauses;
mod encode;
mod generalise;
mod handed;
mod names;
mod plan;
mod program;
mod refine;
mod refute;
mod summaries;
mod templates;
mod turns;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use heureka_ir::passes::Ranges;
use heureka_ir::{ArrayId, Dim};
use heureka_logic::SymbolId;
use heureka_logic::horn::{
    Judgement, Other, Rules, Run, Sequel, Verdict, in_rounds, print_system, race, read_solution,
};
use heureka_logic::smtlib::print_term;
use heureka_logic::solver::Limits;

use crate::engine::{Arithmetic, Context, Engine, EngineError, EngineInfo, Outcome, StopReason, Task};
use crate::learned::Learned;
use certificate::{arguments, certificate};
use clauses::{Clauses, clauses};
use encode::Encoder;
use names::Symbols;
use plan::{Plan, Said};
use program::Prepared;
use refine::{Asking, refine};
use refute::{Followed, Known, follow};
use templates::Search;
use turns::Turns;

const NAME: &str = "horn";
/// Templates have no more time.
const TEMPLATES: Duration = Duration::from_secs(30);
/// Others have this much time before templates are tried, unless templates go first: then they have this much.
const DELAY: Duration = Duration::from_millis(300);
const DELAY_ON_ONE_CORE: Duration = Duration::from_millis(400);
const MOST_THREADS: usize = 2;
const STACK: usize = 64 << 20;
/// More refutations are not looked at for cells that are missing, and more forms are not made in place of those that were refuted.
const MOST_LOOKS: usize = 16;
const MOST_REFINEMENTS: usize = 12;
/// How often somebody who waits looks whether it is over.
const LOOK: Duration = Duration::from_millis(5);

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// How many settings are tried at the same time; as many as there are processors, and two at most, if nobody says so.
    pub threads: Option<usize>,
    /// Whether the answer must not depend on the load of the machine.
    pub is_reproducible: bool,
}

impl Options {
    fn rules(self) -> Rules {
        let processors = || thread::available_parallelism().map_or(1, usize::from).min(MOST_THREADS);
        Rules { cores: self.threads.unwrap_or_else(processors) }
    }
}

#[derive(Clone, Debug, Default)]
pub struct Horn {
    pub options: Options,
}

impl Engine for Horn {
    fn info(&self) -> EngineInfo {
        EngineInfo {
            name: NAME,
            uses_solver: true,
            summary: "solves the program as constrained Horn clauses; for loops that need invariants, recursion, and arrays \
                      of any length",
            paper: Some("Komuravelli, Gurfinkel, Chaki: SMT-Based Model Checking for Recursive Programs"),
        }
    }

    fn run(&mut self, task: &Task, cx: &mut Context) -> Result<Outcome, EngineError> {
        if task.numbers != Arithmetic::Machine {
            return Ok(unknown("the Horn engine computes with machine integers only"));
        }
        let Some(prepared) = Prepared::new(task) else {
            return Ok(unknown("the program is too large when its calls are replaced by what they call"));
        };
        if prepared.is_called[prepared.program.entry.index()] {
            return Ok(unknown("the entry function calls itself"));
        }
        let ranges = Ranges::of(&prepared.program);
        let mut encoder = Encoder::new(&prepared.program, &ranges);
        let symbols = Symbols::new(&mut encoder);
        let Some(clauses) = clauses(&prepared, task, &mut encoder, &symbols) else {
            return Ok(unknown("the program makes its calls in too many ways"));
        };
        solve(&prepared, &clauses, &mut encoder, &symbols, self.options, task, cx)
    }
}

fn unknown(text: &str) -> Outcome {
    Outcome::Unknown(StopReason::Inconclusive(text.to_owned()))
}

fn solve(
    prepared: &Prepared,
    clauses: &Clauses,
    encoder: &mut Encoder,
    symbols: &Symbols,
    options: Options,
    task: &Task,
    cx: &mut Context,
) -> Result<Outcome, EngineError> {
    let start = heureka_clock::now();
    let mut by = None;
    cx.count("clauses", clauses.system.clauses.len() as u64);
    cx.count("predicates", clauses.system.predicates.len() as u64);
    let mut plan = Plan::new(&mut encoder.terms, clauses, symbols);
    let (entrants, runs) = (plan.entrants(&encoder.terms), plan.runs.clone());
    // The race reads terms while answers are judged, so it has its own.
    let terms = encoder.terms.clone();
    let limits = Limits::new(cx.deadline, cx.cancel);
    let mut outcome = None;
    let mut reason = None;
    let mut spurious = 0;
    let (mut looks, mut refinements) = (0, 0);
    // How many sets of cells of others became forms.
    let mut heard = 0;
    let mut notes = Vec::new();
    let (stop, is_over) = (AtomicBool::new(false), AtomicBool::new(false));
    let solvers = cx.solvers.clone();
    let usual = heureka_clock::now() + TEMPLATES;
    let deadline = Some(cx.deadline.map_or(usual, |deadline| deadline.min(usual)));
    let extents = extents(encoder, symbols);
    let is_first_done = AtomicBool::new(false);
    let search = Search { solvers: &solvers, deadline, stop: &stop, extents: &extents, is_first_done: &is_first_done };
    let judge = |run: &Run, verdict: Verdict| match verdict {
        Verdict::Solved(text) => {
            let solution = match read_solution(&mut encoder.terms, &plan.systems[run.system], &text) {
                Ok(solution) => solution,
                Err(error) => {
                    reason.get_or_insert(StopReason::Inconclusive(format!("a solution cannot be read: {error}")));
                    return Judgement::Useless;
                }
            };
            let made = certificate(prepared, clauses, encoder, |encoder, _, signature| {
                let arguments = arguments(encoder, signature);
                let all = [&arguments.at_entry[..], &arguments.now].concat();
                let entered = [&arguments.at_entry[..], &arguments.entered].concat();
                plan.forms[run.system].said(&mut encoder.terms, &solution, signature.predicate, &all, &entered)
            });
            match made {
                Some(made) => {
                    by = Some((plan.forms[run.system].name(), run.settings.name));
                    outcome = Some(Outcome::Safe(made));
                    stop.store(true, Ordering::Relaxed);
                    Judgement::Enough
                }
                None => Judgement::Useless,
            }
        }
        Verdict::Refuted(derivation) => {
            // Of forms without all loops others look for an execution.
            if plan.forms[run.system].has_all_loops() {
                let mut known = Known { clauses, encoder, symbols };
                let point_of = |predicate| clauses.point(plan.forms[run.system].original(predicate)?);
                match follow(&mut known, &derivation, point_of, task, cx) {
                    Followed::Execution(trace) => {
                        by = Some((plan.forms[run.system].name(), run.settings.name));
                        outcome = Some(Outcome::Unsafe(trace));
                        stop.store(true, Ordering::Relaxed);
                        return Judgement::Enough;
                    }
                    Followed::Spurious => spurious += 1,
                    Followed::Undecided(why) => {
                        reason.get_or_insert(why);
                        return Judgement::Useless;
                    }
                }
            }
            let (sooner, later) = plan.after_refutation(run.system);
            let (Some(refutable), Ok(solver)) = (plan.refutable(run.system, clauses), cx.solver()) else {
                return Judgement::Useless;
            };
            if looks >= MOST_LOOKS || refinements >= MOST_REFINEMENTS {
                return Judgement::Instead(Sequel { sooner, later, ..Sequel::default() });
            }
            looks += 1;
            let mark = format!("refined{refinements}");
            let mut asking = Asking::new(solver, heureka_clock::since(start));
            let mut made = refine(&mut encoder.terms, &refutable, &derivation, &mark, &mut asking);
            refinements += made.len();
            let told = cx.cells_of_others();
            for cells in told.iter().skip(heard) {
                let template = handed::template(&mut encoder.terms, symbols, cells);
                let form = template.and_then(|template| refutable.with(&mut encoder.terms, &template, &mark));
                made.extend(form);
            }
            heard = told.len();
            for made in &made {
                let cells = handed::told(&encoder.terms, symbols, &made.template, task.program.arrays.len());
                if !cells.is_empty() {
                    cx.teach(|| Learned::Cells(cells));
                }
            }
            let name = plan.forms[run.system].name();
            notes.extend(made.iter().map(|made| {
                let places: Vec<String> =
                    made.template.extras.iter().map(|extra| print_term(&encoder.terms, *extra)).collect();
                format!("no execution follows the refutation of {name}: {} {}", made.template, places.join(" "))
            }));
            let (entrants, runs) = plan.refined(&encoder.terms, run.system, made);
            Judgement::Instead(Sequel { sooner, later, entrants, runs })
        }
        Verdict::Unknown(_) => Judgement::Useless,
    };
    let most = templates::head_start(&terms, clauses);
    let goes_first = most.is_some();
    let applies = templates::apply(&terms, &clauses.system);
    // Where templates go first others only keep them from ending.
    let rest = limits.deadline.map(|deadline| deadline.saturating_duration_since(heureka_clock::now()) / 4);
    let head_start = most.unwrap_or_default();
    let head_start = rest.map_or(head_start, |rest| rest.min(head_start));
    let (reasons, solved) = if options.is_reproducible {
        let search = Search { deadline: limits.deadline, ..search };
        let mut turns = Turns { terms: &terms, clauses, symbols, search: &search, solved: None };
        let had = if applies && goes_first { turns.first(head_start) } else { Duration::ZERO };
        let reasons = match turns.solved {
            Some(_) => Vec::new(),
            None => {
                let mut turn = |time: Duration| turns.next(time);
                let other = applies.then_some(Other { patience: DELAY, had, turn: &mut turn });
                in_rounds(entrants, runs, options.rules(), limits, other, judge)
            }
        };
        (reasons, turns.solved)
    } else {
        thread::scope(|scope| {
            let by_templates = applies.then(|| {
                let find = || {
                    // Most programs are decided before.
                    let delay = if options.rules().cores > 1 { DELAY } else { DELAY_ON_ONE_CORE };
                    let begin = heureka_clock::now() + if goes_first { Duration::ZERO } else { delay };
                    while heureka_clock::now() < begin && !stop.load(Ordering::Relaxed) {
                        thread::sleep(LOOK);
                    }
                    let found = templates::solve(&mut terms.clone(), clauses, symbols, &search);
                    is_over.store(found.is_some(), Ordering::Relaxed);
                    found
                };
                thread::Builder::new().stack_size(STACK).spawn_scoped(scope, find)
            });
            let begin = heureka_clock::now() + if goes_first { head_start } else { Duration::ZERO };
            while let Some(Ok(thread)) = &by_templates
                && heureka_clock::now() < begin
                && !thread.is_finished()
                && !is_first_done.load(Ordering::Relaxed)
                && !limits_are_over(&limits)
            {
                thread::sleep(LOOK);
            }
            let reasons = race(entrants, runs, options.rules(), limits, &is_over, judge);
            // Where no run is left templates may still have an answer.
            let Some(Ok(by_templates)) = by_templates else { return (reasons, None) };
            while !by_templates.is_finished() {
                stop.fetch_or(limits_are_over(&limits), Ordering::Relaxed);
                thread::sleep(LOOK);
            }
            (reasons, by_templates.join().ok().flatten())
        })
    };
    let seconds = heureka_clock::since(start).as_secs_f64();
    if let Some(details) = &mut cx.details {
        details.append(&mut notes);
    }
    if let Some(outcome) = outcome {
        if let (Some((form, settings)), Some(details)) = (by, &mut cx.details) {
            details.push(format!("answered by {settings} on {form}, after {seconds:.1} s"));
        }
        return Ok(outcome);
    }
    if let Some(outcome) = solved.and_then(|solved| of_templates(prepared, clauses, encoder, &solved)) {
        return Ok(outcome);
    }
    if cx.is_interrupted() {
        return Ok(Outcome::Unknown(StopReason::Interrupted));
    }
    let gave_up = reasons.iter().filter(|reason| !reason.is_empty()).count();
    let reason = reason.unwrap_or_else(|| StopReason::Inconclusive(without_verdict(clauses, spurious, gave_up)));
    Ok(Outcome::Unknown(reason))
}

/// How many cells arrays with one dimension have, where that is known.
fn extents(encoder: &Encoder, symbols: &Symbols) -> BTreeMap<SymbolId, i128> {
    let extent = |array: ArrayId| match encoder.program.array(array).dims[..] {
        [Dim::Const(extent)] => {
            let symbol = encoder.terms.as_constant(symbols.now.arrays[array.index()])?;
            Some((symbol, i128::from(extent)))
        }
        _ => None,
    };
    encoder.program.array_ids().filter_map(extent).collect()
}

fn limits_are_over(limits: &Limits) -> bool {
    limits.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed))
        || limits.deadline.is_some_and(|deadline| heureka_clock::now() >= deadline)
}

/// The evidence of invariants from templates.
fn of_templates(
    prepared: &Prepared,
    clauses: &Clauses,
    encoder: &mut Encoder,
    solved: &templates::Solved,
) -> Option<Outcome> {
    let made = certificate(prepared, clauses, encoder, |encoder, _, signature| {
        let arguments = arguments(encoder, signature);
        let all = [&arguments.at_entry[..], &arguments.now].concat();
        solved.instance(&mut encoder.terms, signature.predicate, &all).map(Said::Here)
    })?;
    Some(Outcome::Safe(made))
}

/// Why there is no verdict: how many forms have refutations that no execution follows, and how many runs gave up.
fn without_verdict(clauses: &Clauses, spurious: usize, gave_up: usize) -> String {
    let mut parts = Vec::new();
    match (spurious, &clauses.exact) {
        (0, _) => {}
        (_, Some(_)) => parts.push(
            "with products, quotients and bits as arbitrary numbers an error can be reached that no execution reaches",
        ),
        (_, None) => parts.push("the cells of arrays that were followed are too few to exclude an error"),
    }
    match (gave_up, &clauses.exact) {
        (0, _) => {}
        (_, Some(_)) => parts.push("the solver gives up where it is told what they are"),
        (_, None) => parts.push("the solver of Horn clauses gives up"),
    }
    match parts.is_empty() {
        true => "no invariant was found".to_owned(),
        false => format!("no invariant was found: {}", parts.join(", and ")),
    }
}

/// The clauses of a program as SMT-LIB text; the reason if there are none.
pub fn show(task: &Task) -> Result<String, StopReason> {
    let inconclusive = |text: &str| StopReason::Inconclusive(text.to_owned());
    let prepared = Prepared::new(task).ok_or_else(|| inconclusive("the program is too large without its calls"))?;
    let ranges = Ranges::of(&prepared.program);
    let mut encoder = Encoder::new(&prepared.program, &ranges);
    let symbols = Symbols::new(&mut encoder);
    let clauses = clauses(&prepared, task, &mut encoder, &symbols)
        .ok_or_else(|| inconclusive("the program makes its calls in too many ways"))?;
    let system = clauses.exact.as_ref().unwrap_or(&clauses.system);
    Ok(print_system(&encoder.terms, system))
}
