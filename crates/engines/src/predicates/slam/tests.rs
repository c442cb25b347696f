//! The boolean program does what the program does: along executions with some inputs, the values of the predicates are among
//! those that its statements and constraints allow. And an abstraction that is damaged is caught by that.

use std::path::Path as FilePath;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use heureka_frontend::preprocess::{PreprocessOptions, preprocess};
use heureka_frontend::{ReadOptions, read_source};
use heureka_ir::interpret::{Choice, Limits, Recorder, Seeded, path as execute};
use heureka_ir::{Program, Property};
use heureka_logic::{Assignment, TermId, Value, evaluate_all};
use heureka_number::Int;

use super::constrain::When;
use super::*;
use crate::predicates::block::Answer;

/// The longest executions that are looked at.
const MOST_STEPS: u64 = 400;

fn read(name: &str) -> Program {
    let file = FilePath::new(env!("CARGO_MANIFEST_DIR")).join("../../tests").join(name);
    let source = preprocess(&file, &PreprocessOptions::default()).expect("a program");
    read_source(&source, &ReadOptions::default()).expect("a program").program
}

/// The values of the predicates before and behind each step of an execution.
type Run = Vec<(EdgeId, Vec<bool>, Vec<bool>)>;

fn run(slam: &mut Slam, seed: u64) -> Run {
    let program = &slam.graph.program;
    let mut inputs = Recorder::new(Seeded::new(seed, program));
    let limits = Limits { steps: MOST_STEPS, ..Limits::default() };
    let (_, edges) = execute(program, slam.task.interpreter_options(), &mut inputs, &limits);
    let choices = inputs.into_choices();
    let mut choices = choices.iter();
    let encoder = &mut slam.encoder;
    let predicates: Vec<TermId> = slam.predicates.ids().map(|id| slam.predicates.term(id)).collect();
    let mut now = Assignment::new();
    now.complete = true;
    let truth = |encoder: &Encoder, now: &Assignment| -> Vec<bool> {
        let values = evaluate_all(&encoder.terms, &predicates, now).expect("values of predicates");
        values.iter().map(|value| value.as_bool().expect("a condition")).collect()
    };
    let mut run = Run::new();
    for edge in edges {
        let step = slam.steps[edge.index()].as_ref().expect("a step that is taken");
        let mut with_inputs = now.clone();
        for ask in &step.block.asks {
            // The last step may end the execution before it asks.
            let Some(choice) = choices.next() else { return run };
            let (Answer::Value(input, _), Choice::Value(value)) = (&ask.answer, choice) else { return run };
            let input = encoder.terms.as_constant(*input).expect("a symbol");
            with_inputs.set(&encoder.terms, input, Value::Int(Int::from(*value)));
        }
        let mut next = now.clone();
        for (symbol, value) in encoder.vars.iter().zip(&step.after.vars) {
            let Some(value) = value else { continue };
            let value = evaluate_all(&encoder.terms, &[value.term], &with_inputs).expect("a value").remove(0);
            next.set(&encoder.terms, encoder.terms.as_constant(*symbol).expect("a symbol"), value);
        }
        run.push((edge, truth(encoder, &now), truth(encoder, &next)));
        now = next;
    }
    run
}

/// The first step of an execution that the boolean program does not allow.
fn refused(statements: &[Option<Statement>], constraints: &Constraints, live: &Live, run: &Run) -> Option<EdgeId> {
    let is_allowed = |edge: EdgeId, before: &[bool], after: &[bool]| {
        let value = |id: predicate::PredicateId| before[id.index()];
        let changes: &[(predicate::PredicateId, statement::Choice)] = match statements[edge.index()].as_ref() {
            None => return false,
            Some(Statement::Guard { not }) if not.holds(value) => return false,
            Some(Statement::Guard { .. }) => &[],
            Some(Statement::Update(changes)) => changes,
        };
        let is_changed = |id: predicate::PredicateId| changes.iter().any(|(other, _)| *other == id);
        let becomes = |(id, choice): &(predicate::PredicateId, statement::Choice)| match after[id.index()] {
            true => !choice.no.holds(value),
            false => !choice.yes.holds(value),
        };
        let (_, to) = live.ends(edge);
        let stays = (0..before.len()).all(|at| {
            let id = predicate::PredicateId(at as u32);
            is_changed(id) || !live.at(to, id) || before[at] == after[at]
        });
        let forbidden = constraints.at(edge, live, is_changed);
        let holds = |(when, (id, is)): &(When, predicate::Literal)| match when {
            When::Before => before[id.index()] == *is,
            When::After => after[id.index()] == *is,
        };
        stays && changes.iter().all(becomes) && !forbidden.iter().any(|all| all.iter().all(holds))
    };
    run.iter().find(|(edge, before, after)| !is_allowed(*edge, before, after)).map(|(edge, _, _)| *edge)
}

/// Executions of a program against its last abstraction; then the abstraction with one statement turned round.
fn simulates(name: &str) -> (usize, usize) {
    let program = read(name);
    let properties = std::collections::BTreeSet::from([Property::Unreach]);
    let task = Task::new(&program, &properties);
    let graph = Graph::new(&task, 2).expect("a small program");
    let cancel = AtomicBool::new(false);
    let mut cx = Context::new(&cancel);
    cx.deadline = Some(Instant::now() + Duration::from_secs(3));
    let mut slam = Slam::new(&graph, &task, None);
    slam.decide(&mut 0, &mut cx).ok();
    cx.deadline = None;
    let mut questions = Questions::new(cx.solver().expect("a solver"));
    let mut statements = slam.statements(&mut questions).expect("the statements");
    let runs: Vec<Run> = (0..40).map(|seed| run(&mut slam, seed)).collect();
    let live = Live::new(&graph, &slam.encoder, &slam.predicates);
    for (seed, run) in runs.iter().enumerate() {
        let refused = refused(&statements, &slam.constraints, &live, run);
        let place = refused.map(|edge| graph.program.files.place(graph.program.edge(edge).span).to_string());
        assert_eq!(place, None, "{name}, inputs {seed}");
    }
    let (mut damaged, mut caught) = (0, 0);
    for at in 0..statements.len() {
        let Some(Statement::Update(changes)) = &mut statements[at] else { continue };
        let Some((_, choice)) = changes.iter_mut().find(|(_, choice)| choice.kind() != statement::Kind::Anything)
        else {
            continue;
        };
        std::mem::swap(&mut choice.yes, &mut choice.no);
        damaged += 1;
        caught += usize::from(runs.iter().any(|run| refused(&statements, &slam.constraints, &live, run).is_some()));
        let Some(Statement::Update(changes)) = &mut statements[at] else { continue };
        for (_, choice) in changes.iter_mut().filter(|(_, choice)| choice.kind() != statement::Kind::Anything).take(1) {
            std::mem::swap(&mut choice.yes, &mut choice.no);
        }
    }
    (damaged, caught)
}

#[test]
fn boolean_programs_do_what_the_program_does() {
    let names = [
        "boolean-programs/figure_5.c",
        "boolean-programs/lock.c",
        "boolean-programs/swap.c",
        "programs/predicates/descent_lock_unsafe.c",
        "programs/predicates/lag_five_safe.c",
        "programs/predicates/lag_nested_unsafe.c",
        "programs/predicates/lock_retry_safe.c",
        "programs/predicates/lock_retry_unsafe.c",
        "programs/predicates/many_locks_unsafe.c",
        "programs/predicates/two_callers_unsafe.c",
        "protocols/atm_terminal_unsafe.c",
    ];
    let (mut damaged, mut caught) = (0, 0);
    for name in names {
        let (more, seen) = simulates(name);
        damaged += more;
        caught += seen;
    }
    // Not every statement is executed with these inputs.
    assert!(caught >= 20 && caught * 4 >= damaged, "{caught} of {damaged}");
}
