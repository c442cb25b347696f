//! Boolean programs, the SLAM way (`--abstraction slam`; paper 004 §3.1; Ball, Rajamani 2001).
//!
//! The program is abstracted as a whole for the predicates that are known: [`statement`] says what each step does to them,
//! [`boolean`] makes a program over bits of it, and the linear engine's tabulation decides that ([`check`]). A way to an
//! error is looked for in the program itself ([`path`]): it is an execution, or [`refine`] finds what excludes it, new
//! predicates or combinations of them that are impossible ([`constrain`]); then all of it is done again. [`show`] records
//! the abstractions for people.

mod boolean;
mod check;
mod constrain;
mod live;
mod path;
mod predicate;
mod refine;
pub mod show;
mod statement;
#[cfg(test)]
mod tests;

use heureka_ir::passes::Ranges;
use heureka_ir::{EdgeId, LocId, LocKind};
use heureka_logic::solver::SolverError;

use super::answers::choices;
use super::block::{OneStep, one_step};
use super::certificate::{Known, certificate};
use super::encode::Encoder;
use super::graph::Graph;
use super::search::{Ending, without_answer};
use crate::common::execution::execute;
use crate::engine::{Context, EngineError, Outcome, StopReason, Task};
use boolean::{Abstract, Wanted, boolean_program};
use check::{Checked, check};
use constrain::Constraints;
use live::Live;
use path::{Feasible, Path};
use predicate::Predicates;
use refine::{Refinement, Refiner};
use show::{Round, Spurious};
use statement::{Questions, Statement};

/// Steps times variables: larger programs are not tried, because each step remembers what all variables are.
const MOST_VALUES: usize = 2_000_000;

/// The search for a verdict by boolean programs.
pub struct Slam<'a, 'r> {
    graph: &'a Graph,
    task: &'a Task<'a>,
    ranges: Ranges<'a>,
    encoder: Encoder,
    /// By edge; `None` if it is never taken.
    steps: Vec<Option<OneStep>>,
    predicates: Predicates,
    constraints: Constraints,
    abstractions: u64,
    /// What was abstracted, if somebody wants to see it.
    rounds: Option<&'r mut Vec<Round>>,
}

impl<'a, 'r> Slam<'a, 'r> {
    fn new(graph: &'a Graph, task: &'a Task<'a>, rounds: Option<&'r mut Vec<Round>>) -> Slam<'a, 'r> {
        let ranges = Ranges::of(&graph.program);
        let mut encoder = Encoder::new(&graph.program);
        let steps = graph.program.edge_ids().map(|edge| one_step(graph, &ranges, &mut encoder, edge)).collect();
        Slam {
            graph,
            task,
            ranges,
            encoder,
            steps,
            predicates: Predicates::default(),
            constraints: Constraints::default(),
            abstractions: 0,
            rounds,
        }
    }

    pub fn run(
        graph: &'a Graph,
        task: &'a Task<'a>,
        rounds: Option<&'r mut Vec<Round>>,
        cx: &mut Context,
    ) -> Result<Ending, EngineError> {
        let program = &graph.program;
        if program.edges().len().saturating_mul(program.vars.len() + program.arrays.len()) > MOST_VALUES {
            let text = "the program is too large for a boolean program when its calls are replaced by what they call";
            return Ok(unknown(StopReason::Inconclusive(text.to_owned())));
        }
        let mut slam = Slam::new(graph, task, rounds);
        let mut asked = 0;
        let ending = slam.decide(&mut asked, cx);
        cx.statistics.clear();
        cx.count("abstractions", slam.abstractions);
        cx.count("predicates", slam.predicates.len() as u64);
        cx.count("constraints", slam.constraints.len() as u64);
        cx.count("questions", asked);
        ending.or_else(without_answer)
    }

    fn decide(&mut self, asked: &mut u64, cx: &mut Context) -> Result<Ending, SolverError> {
        let mut questions = Questions::new(cx.solver()?);
        loop {
            if cx.is_interrupted() {
                return Ok(unknown(StopReason::Interrupted));
            }
            let (abstractions, predicates) = (self.abstractions, self.predicates.len());
            cx.report(&format!("{abstractions} abstractions, {predicates} predicates"));
            let ending = self.round(&mut questions, cx)?;
            *asked = questions.asked;
            if let Some(ending) = ending {
                return Ok(ending);
            }
        }
    }

    /// Abstracts the program, checks the abstraction, and refines it if that decides nothing.
    fn round(&mut self, questions: &mut Questions, cx: &mut Context) -> Result<Option<Ending>, SolverError> {
        self.abstractions += 1;
        let program = &self.graph.program;
        let statements = self.statements(questions)?;
        if let Some(rounds) = &mut self.rounds {
            rounds.push(Round::new(program, &self.encoder, &self.predicates, &statements, &self.constraints));
        }
        let heads: Vec<LocId> = program.loc_ids().filter(|loc| self.graph.is_cut[loc.index()]).collect();
        let predicates = self.predicates.len();
        let live = Live::new(self.graph, &self.encoder, &self.predicates);
        let constraints = &self.constraints;
        let from = Abstract { program, statements: &statements, predicates, constraints, live: &live };
        let checked = |wanted: Wanted| check(&boolean_program(self.task, &from, wanted), &heads, cx);
        // Errors first: that something is not modelled does not matter if there is one.
        let mut found = checked(Wanted::Errors);
        let is_unsupported = |loc: LocId| matches!(program.loc(loc).kind, LocKind::Unsupported { .. });
        if matches!(found, Checked::Safe(_)) && program.loc_ids().any(is_unsupported) {
            found = checked(Wanted::All);
        }
        let edges = match found {
            Checked::Stopped(reason) => return Ok(Some(unknown(reason))),
            Checked::Safe(None) => {
                let text = "the boolean program is safe, but its invariants are too large to be written down";
                return Ok(Some(unknown(StopReason::Inconclusive(text.to_owned()))));
            }
            Checked::Safe(Some(mut reached)) => {
                let predicates = &self.predicates;
                let known = |head: LocId| {
                    let cubes = reached.remove(&head).unwrap_or_default().into_iter();
                    let cube = |cube: Vec<predicate::Literal>| Known {
                        values: Vec::new(),
                        cube: cube.into_iter().map(|(id, is)| (predicates.term(id), is)).collect(),
                    };
                    cubes.map(cube).collect()
                };
                let certificate = certificate(self.graph, &self.ranges, &self.encoder, known);
                return Ok(Some(Ending::Decided(Outcome::Safe(certificate))));
            }
            Checked::Path(edges) => edges,
        };
        self.look_into(&edges, &statements, questions, cx)
    }

    /// What each step does to the predicates that are known.
    fn statements(&mut self, questions: &mut Questions) -> Result<Vec<Option<Statement>>, SolverError> {
        let program = &self.graph.program;
        let live = Live::new(self.graph, &self.encoder, &self.predicates);
        let mut statements: Vec<Option<Statement>> = Vec::new();
        for (id, step) in program.edge_ids().zip(&self.steps) {
            let (edge, encoder) = (program.edge(id), &mut self.encoder);
            let is_first = edge.from == self.graph.entry();
            statements.push(match step {
                Some(step) => Some(questions.statement(encoder, edge, step, is_first, (&self.predicates, &live))?),
                None => None,
            });
        }
        Ok(statements)
    }

    /// There is a way in the boolean program to an error: an execution, or something that excludes it.
    fn look_into(
        &mut self,
        edges: &[EdgeId],
        statements: &[Option<Statement>],
        questions: &mut Questions,
        cx: &Context,
    ) -> Result<Option<Ending>, SolverError> {
        let graph = self.graph;
        let taken = edges.iter().map(|edge| (*edge, self.steps[edge.index()].as_ref().expect("a step that is taken")));
        let path = Path::new(&mut self.encoder, taken);
        match path.feasible(&mut self.encoder, cx)? {
            Feasible::Yes(model) => {
                let choices = choices(&graph.program, &mut self.encoder, path.asked(), &model);
                let last = graph.program.edge(*edges.last().expect("an error is behind a step")).to;
                let location = graph.program.loc(last);
                if let LocKind::Unsupported { what } = &location.kind {
                    let reason = StopReason::Unmodelled { what: what.clone(), span: location.span };
                    return Ok(Some(match graph.cut_off.contains(&last) {
                        true => Ending::TooDeep(reason),
                        false => unknown(reason),
                    }));
                }
                let executed = match choices {
                    Some(choices) => execute(self.task, &choices, cx),
                    None => Err(StopReason::Inconclusive("the solver's model is no execution".to_owned())),
                };
                return Ok(Some(match executed {
                    Ok(trace) => Ending::Decided(Outcome::Unsafe(trace)),
                    Err(reason) => unknown(self.with_path(reason, edges)),
                }));
            }
            Feasible::Unknown(why) => {
                let text = format!("the solver does not know whether a path can be executed ({why})");
                return Ok(Some(unknown(self.with_path(StopReason::Inconclusive(text), edges))));
            }
            Feasible::No => {}
        }
        let on_path = edges.iter().map(|edge| statements[edge.index()].as_ref().expect("a step that is taken"));
        let live = Live::new(graph, &self.encoder, &self.predicates);
        let mut refiner = Refiner {
            questions,
            path: &path,
            statements: on_path.collect(),
            predicates: &self.predicates,
            live: &live,
            constraints: &mut self.constraints,
            cx,
        };
        let constrained = refiner.constraints.len();
        let refined = refiner.refine(&mut self.encoder)?;
        let known = self.predicates.len();
        match refined {
            Refinement::Excluded => {}
            Refinement::Predicates(found) => {
                for atom in found {
                    self.predicates.add(&self.encoder.terms, atom);
                }
            }
            Refinement::Nothing if cx.is_interrupted() => return Ok(Some(unknown(StopReason::Interrupted))),
            Refinement::Nothing => {
                let text = "a path cannot be executed, but no new predicate says why".to_owned();
                return Ok(Some(unknown(self.with_path(StopReason::Inconclusive(text), edges))));
            }
        }
        if let Some(round) = self.rounds.as_mut().and_then(|rounds| rounds.last_mut()) {
            let spurious = Spurious::new(&graph.program, edges, &self.encoder, &self.predicates, known);
            round.spurious = Some(Spurious { constraints: self.constraints.len() - constrained, ..spurious });
        }
        Ok(None)
    }

    /// The reason for having no answer, with the path that it is about.
    fn with_path(&self, reason: StopReason, edges: &[EdgeId]) -> StopReason {
        match reason {
            StopReason::Inconclusive(text) => {
                let program = &self.graph.program;
                let lines = show::lines(program, edges);
                let file = program.files.name(program.edge(edges[0]).span.file);
                StopReason::Inconclusive(format!("{text}; the path in {file} is {}", show::listed(&lines)))
            }
            other => other,
        }
    }
}

fn unknown(reason: StopReason) -> Ending {
    Ending::Decided(Outcome::Unknown(reason))
}
