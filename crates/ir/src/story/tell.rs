//! From an execution to its story.

use super::blocks::{Books, Unfreed, change, leaking};
use super::control::Control;
use super::fold::{Line, fold};
use super::names::SourceNames;
use super::relevance::relevant;
use super::{StepKind, Story, StoryStep};
use crate::expr::Node;
use crate::fault::Fault;
use crate::fraction::Fraction;
use crate::ids::{EdgeId, ExprId, LocId, ProcId, VarId};
use crate::interpret::{
    Choices, Ending, Event, Interpreter, Limits, Log, Options, Point, Replay, Skip, Values, Wanted, Watched,
};
use crate::loops::Loops;
use crate::op::CmpOp;
use crate::program::{LocKind, Op, Program, Role, Source};
use crate::span::Span;
use crate::text::{ExprPrinter, Names};
use crate::trace::{ReplayError, Trace};

/// How much is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StoryOptions {
    /// Every step of the source, not only those that matter to the failure.
    pub all: bool,
    /// A longer story keeps its start and its end.
    pub most_lines: usize,
    /// Executions with more steps are looked at at their start and at their end only.
    pub most_steps: u64,
}

/// How many steps of a longer execution are looked at: few, because the reader gets no more from thousands of rounds than
/// from some, and looking at a step costs as much as executing some dozens.
const SEEN_AT_START: u64 = 4_000;
const SEEN_AT_END: u64 = 32_000;

impl Default for StoryOptions {
    fn default() -> StoryOptions {
        StoryOptions { all: false, most_lines: 400, most_steps: 1_000_000 }
    }
}

/// The story of a failing execution; an error if the trace does not lead to its failure.
pub fn tell_trace(
    program: &Program,
    trace: &Trace,
    options: Options,
    how: StoryOptions,
) -> Result<Story, Box<ReplayError>> {
    let story = tell_steps(program, trace.choices(), trace.steps(), options, how);
    match story.ending.failure() {
        Some(failure) if failure == trace.failure() => Ok(story),
        _ => Err(Box::new(ReplayError { expected: trace.failure().clone(), ending: story.ending })),
    }
}

/// The story of the execution with these choices. Without a failure every step is told.
pub fn tell(program: &Program, choices: &Choices, options: Options, how: StoryOptions) -> Story {
    let interpreter = Interpreter::new(program, options);
    let steps = interpreter.run(&mut Replay::new(choices), &Limits::default()).steps;
    tell_steps(program, choices, steps, options, how)
}

/// The story of an execution of which the number of steps is known.
fn tell_steps(program: &Program, choices: &Choices, steps: u64, options: Options, how: StoryOptions) -> Story {
    let skip = (steps > how.most_steps).then(|| Skip {
        from: SEEN_AT_START.min(how.most_steps / 16),
        to: steps - SEEN_AT_END.min(how.most_steps / 2),
    });
    let loops = Loops::of(program);
    let teller = Teller { program, names: SourceNames::of(program), printed: Names::of(program) };
    let watching = Watched::new(program, options).watch(choices, skip, |ending, log| {
        let matters = match ending.failure() {
            Some(failure) if !how.all => relevant(program, log, &Control::of(program, &loops), &loops, failure),
            _ => vec![true; log.events.len()],
        };
        let edges = teller.edges(log);
        let is_shown = |event: usize| matters[event] && teller.is_told(log.events[event], edges[event]);
        let lines = fold(program, &loops, log, how.most_lines, is_shown);
        (teller.wanted(&lines, log, &edges), (lines, edges))
    });
    let (lines, edges) = &watching.chosen;
    let failing = watching.ending.failure().and_then(|failure| match failure.point {
        Point::Edge(edge) if watching.log.events.last() == Some(&Event::Step(edge)) => {
            Some(watching.log.events.len() - 1)
        }
        _ => None,
    });
    let leaking = match watching.ending.failure() {
        Some(failure) if failure.fault == Fault::Leak => leaking(program, &watching.log),
        _ => None,
    };
    let told = teller.steps(lines, &watching.log, edges, &watching.values, Failing { event: failing, leaking });
    Story { steps: told, ending: watching.ending, executed: steps }
}

struct Teller<'a> {
    program: &'a Program,
    names: SourceNames<'a>,
    printed: Names,
}

/// How the execution fails.
#[derive(Clone, Copy)]
struct Failing {
    /// The step that fails.
    event: Option<usize>,
    /// The blocks that leak.
    leaking: Option<Books>,
}

/// The edge that an event belongs to (of a return, the call), by event.
type Edges = [Option<EdgeId>];

impl Teller<'_> {
    fn edges(&self, log: &Log) -> Vec<Option<EdgeId>> {
        let mut open = Vec::new();
        let mut edges = Vec::with_capacity(log.events.len());
        for (at, event) in log.events.iter().enumerate() {
            if let Some(gap) = log.gap.as_ref().filter(|gap| gap.before == at) {
                open.clone_from(&gap.calls);
            }
            edges.push(match *event {
                Event::Step(edge) => {
                    if matches!(self.program.edge(edge).op, Op::Call { .. }) {
                        open.push(edge);
                    }
                    Some(edge)
                }
                Event::Leave => open.pop(),
            });
        }
        edges
    }

    /// True for what the user wrote and could watch.
    fn is_told(&self, event: Event, edge: Option<EdgeId>) -> bool {
        let Some(id) = edge else { return false };
        let edge = self.program.edge(id);
        if edge.span.is_none() || self.is_made_up(self.program.loc(edge.from).proc) {
            return false;
        }
        if change(self.program, id).is_some() {
            return true;
        }
        match (&edge.op, event) {
            (Op::Call { results, .. }, Event::Leave) => results.iter().any(|&var| self.names.shows_var(var)),
            (Op::Call { .. }, _) => true,
            (Op::Skip, _) => false,
            (Op::Assume(_), _) => self.is_choice(edge.from),
            (Op::Assign(pairs), _) => pairs.iter().any(|&(var, _)| self.names.shows_var(var)),
            (Op::Havoc { var, source }, _) => self.names.shows_var(*var) || matches!(source, Source::Input(_)),
            (Op::Store { array, .. } | Op::Fill { array, .. } | Op::HavocArray { array, .. }, _) => {
                self.names.shows_array(*array)
            }
            (Op::Copy { to, .. }, _) => self.names.shows_array(*to),
            (Op::Return(values), _) => !values.is_empty(),
        }
    }

    /// True for a procedure that no user wrote, such as the one that calls `main`.
    fn is_made_up(&self, proc: ProcId) -> bool {
        self.program.proc(proc).name.starts_with('<')
    }

    /// True for a branch of the program, as opposed to an assertion or a check.
    fn is_choice(&self, loc: LocId) -> bool {
        let mut targets = self.program.out_edges(loc).map(|edge| &self.program.loc(self.program.edge(edge).to).kind);
        targets.len() > 1 && !targets.any(|kind| matches!(kind, LocKind::Error { .. }))
    }

    /// The values that are needed to tell these lines.
    fn wanted(&self, lines: &[Line], log: &Log, edges: &Edges) -> Vec<Wanted> {
        let events = lines.iter().filter_map(|line| match line {
            Line::Event { event, .. } => Some(*event),
            _ => None,
        });
        events
            .map(|event| {
                let vars = edges[event].map_or_else(Vec::new, |edge| self.vars(edge, log.events[event]));
                Wanted { number: log.number(event), vars }
            })
            .collect()
    }

    fn vars(&self, edge: EdgeId, kind: Event) -> Vec<VarId> {
        let data = self.program.edge(edge);
        match (&data.op, kind) {
            (Op::Assign(pairs), _) => self.names.complete(pairs.iter().map(|&(var, _)| var)),
            (Op::Call { results, .. }, Event::Leave) => self.names.complete(results.iter().copied()),
            // The value of a chosen intermediate value is told too.
            (Op::Havoc { var, .. }, _) if !self.names.shows_var(*var) => vec![*var],
            (Op::Havoc { var, .. }, _) => self.names.complete([*var]),
            (Op::Return(_), _) => self.program.proc(self.program.loc(data.from).proc).results.to_vec(),
            _ => Vec::new(),
        }
    }

    fn steps(&self, lines: &[Line], log: &Log, edges: &Edges, values: &[Values], failing: Failing) -> Vec<StoryStep> {
        let mut values = values.iter();
        let mut steps = Vec::new();
        let mut unfreed = Unfreed::default();
        // A start-up procedure is not seen, so what it calls is not indented.
        let outside = self.is_made_up(self.program.entry) as usize;
        for line in lines {
            match *line {
                Line::Event { event, depth } => {
                    let depth = depth.saturating_sub(outside);
                    let (Some(edge), Some(values)) = (edges[event], values.next()) else { continue };
                    let span = self.program.edge(edge).span;
                    let kinds = match failing.event == Some(event) {
                        true => vec![StepKind::Fails],
                        false => self.kinds(edge, log.events[event], values),
                    };
                    if let Some((books, allocates)) = change(self.program, edge)
                        && Some(books) == failing.leaking
                    {
                        unfreed.note(event, steps.len(), allocates, values);
                    }
                    if values.set.is_some() {
                        drop_intermediate(&mut steps, depth, span, &kinds);
                    }
                    steps.extend(kinds.into_iter().map(|kind| StoryStep { depth, span, kind }));
                }
                Line::Same { first, last, like, depth, head } => {
                    let span = self.program.edge(head).span;
                    let depth = depth.saturating_sub(outside);
                    steps.push(StoryStep { depth, span, kind: StepKind::Same { first, last, like } });
                }
                Line::Various { first, last, depth, head } => {
                    let span = self.program.edge(head).span;
                    let depth = depth.saturating_sub(outside);
                    steps.push(StoryStep { depth, span, kind: StepKind::Various { first, last } });
                }
                Line::Gap { events } => {
                    let kind = StepKind::Omitted { steps: events };
                    steps.push(StoryStep { depth: 0, span: Span::NONE, kind });
                }
            }
        }
        if let Some(books) = failing.leaking {
            unfreed.places(self.program, log, books).into_iter().for_each(|at| steps[at].kind = StepKind::Leaked);
        }
        steps
    }

    fn kinds(&self, edge: EdgeId, event: Event, values: &Values) -> Vec<StepKind> {
        let data = self.program.edge(edge);
        if let Some((_, allocates)) = change(self.program, edge) {
            return vec![if allocates { StepKind::Allocated } else { StepKind::Freed }];
        }
        let assign = |(target, value)| StepKind::Assign { target, value };
        match (&data.op, event) {
            (Op::Assign(_), _) | (Op::Call { .. }, Event::Leave) => {
                self.names.show(&values.vars).into_iter().map(assign).collect()
            }
            (Op::Call { proc, .. }, _) => {
                let callee = self.program.proc(*proc);
                let params: Vec<_> = callee.params.iter().copied().zip(values.args.iter().copied()).collect();
                vec![StepKind::Call { name: callee.name.clone(), args: self.names.show(&params) }]
            }
            (Op::Store { .. } | Op::Fill { .. } | Op::Copy { .. }, _) if values.set.is_some() => {
                let shown = values.set.iter().map(|(set, elements)| self.names.show_set(*set, elements));
                // The result of a function has no name in the source.
                let kind = |(name, value): (String, String)| match name.ends_with(".result") {
                    true => StepKind::Return { values: vec![value] },
                    false => assign((name, value)),
                };
                shown.map(kind).collect()
            }
            (Op::Copy { .. }, _) => Vec::new(),
            (Op::Store { .. }, _) => {
                let cell = values.cell.iter();
                cell.map(|(array, indices, value)| assign(self.names.show_cell(*array, indices, *value))).collect()
            }
            (Op::Fill { array, prefix, .. } | Op::HavocArray { array, prefix, .. }, _) => {
                vec![StepKind::Fill { target: self.names.show_part(*array, prefix.len()) }]
            }
            (Op::Havoc { var, source }, _) => {
                let source = match source {
                    Source::Input(name) | Source::External(name) => format!("{name}()"),
                    Source::Uninitialised => "uninitialised".to_owned(),
                    Source::Unmodelled(what) => what.to_string(),
                };
                let shown = match self.names.shows_var(*var) {
                    true => self.names.show(&values.vars),
                    false => values.vars.iter().map(|(_, value)| (String::new(), value.to_string())).collect(),
                };
                let choose = |(target, value)| StepKind::Choose { target, value, source: source.clone() };
                shown.into_iter().map(choose).collect()
            }
            (Op::Assume(_), _) => vec![self.branch(edge)],
            (Op::Return(_), _) => {
                let shown = values.vars.iter().filter(|(var, _)| self.program.var(*var).role != Role::Temp);
                vec![StepKind::Return { values: self.return_values(shown.copied().collect()) }]
            }
            (Op::Skip, _) => Vec::new(),
        }
    }

    /// The results of a procedure have no names in the source, but values: also those in hidden variables are told.
    fn return_values(&self, values: Vec<(VarId, Fraction)>) -> Vec<String> {
        let (named, other): (Vec<_>, Vec<_>) = values.into_iter().partition(|&(var, _)| self.names.shows_var(var));
        let named = self.names.show(&named).into_iter().map(|(_, value)| value);
        named.chain(other.into_iter().map(|(_, value)| value.to_string())).collect()
    }

    /// Which way a branch goes. A condition and its complement come in this order (see lowering).
    fn branch(&self, edge: EdgeId) -> StepKind {
        let from = self.program.edge(edge).from;
        let edges: Vec<EdgeId> = self.program.out_edges(from).collect();
        match (&edges[..], &self.program.edge(edge).op) {
            ([yes, _], _) => StepKind::Branch { holds: *yes == edge },
            (_, Op::Assume(guard)) => StepKind::Case { label: self.label(*guard, from) },
            _ => StepKind::Case { label: "default".to_owned() },
        }
    }
}

impl Teller<'_> {
    /// The guard of a case of a switch, as it stands in the source; other guards as they are.
    fn label(&self, guard: ExprId, from: LocId) -> String {
        let pool = &self.program.exprs;
        if let Node::Compare(CmpOp::Eq, a, b) = *pool.node(guard)
            && let Some(value) = pool.as_const(b).or_else(|| pool.as_const(a))
        {
            return format!("case {value}");
        }
        let is_default = |edge: EdgeId| match self.program.edge(edge).op {
            Op::Assume(other) => other == guard || matches!(pool.node(other), Node::Compare(CmpOp::Eq, ..)),
            _ => false,
        };
        if self.program.out_edges(from).all(is_default) {
            return "default".to_owned();
        }
        ExprPrinter::new(self.program, &self.printed, Some(self.program.loc(from).proc)).text(guard)
    }
}

/// Forgets what a set was while one statement built it: only its last value is seen.
fn drop_intermediate(steps: &mut Vec<StoryStep>, depth: usize, span: Span, next: &[StepKind]) {
    let (Some(last), [next]) = (steps.last(), next) else { return };
    let is_same = match (&last.kind, next) {
        (StepKind::Assign { target, .. }, StepKind::Assign { target: next, .. }) => target == next,
        (StepKind::Return { .. }, StepKind::Return { .. }) => true,
        _ => false,
    };
    if is_same && (last.depth, last.span) == (depth, span) {
        steps.pop();
    }
}

impl Story {
    /// True when the execution fails.
    pub fn fails(&self) -> bool {
        matches!(self.ending, Ending::Fault(_))
    }
}
