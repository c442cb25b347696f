//! Post-conditions of loops for people: which loops there are, and what holds behind each, in ACSL.

use heureka_ir::passes::Ranges;
use heureka_ir::{LocId, Program, Property, Span};
use heureka_sil::{Formula, Limits, Reason, State};

use super::graph::Graph;
use super::inductive::in_own_words;
use super::names::Names;
use super::present::Presenter;
use super::walk::{LoopKind, Walk};
use crate::engine::{Context, Task};

/// A loop of the source, and what holds when it has ended.
#[derive(Clone, Debug)]
pub struct LoopPost {
    pub span: Span,
    pub kind: LoopKind,
    /// The loop in the paper's form, line by line.
    pub form: Vec<String>,
    /// A disjunction; nothing is known where it is empty.
    pub posts: Vec<String>,
    /// Whether these say something of contents of arrays.
    pub speaks_of_arrays: bool,
    /// Control states and counters of the automaton behind the loop.
    pub size: Option<(usize, usize)>,
}

/// What was inferred about a program.
#[derive(Clone, Debug, Default)]
pub struct Posts {
    pub loops: Vec<LoopPost>,
    /// Loops outside of the logic: what, and where.
    pub outside: Vec<(String, Span)>,
}

/// The post-conditions of all loops, with K of the paper; the reason if there are none.
pub fn posts(program: &Program, unfolding: usize, cx: &mut Context) -> Result<Posts, Reason> {
    let properties = [Property::Unreach].into();
    let task = Task::new(program, &properties);
    let graph = Graph::new(&task).ok_or_else(|| Reason::TooHard("the program is too large".to_owned()))?;
    let ranges = Ranges::of(&graph.program);
    let names = Names::of(&graph.program);
    let limits = Limits { deadline: cx.deadline, cancel: Some(cx.cancel) };
    let findings = Walk::new(&task, &graph, &ranges, &names, unfolding, limits).run()?;
    let presenter = Presenter { program: &graph.program, names: &names, limits };
    let mut asking = Walk::new(&task, &graph, &ranges, &names, unfolding, limits);
    // A loop may have been entered in several ways.
    let mut heads: Vec<LocId> = Vec::new();
    for report in findings.loops.iter().filter(|report| !report.is_made_up) {
        if !heads.contains(&report.head) {
            heads.push(report.head);
        }
    }
    let mut loops = Vec::new();
    for head in heads {
        let reports: Vec<_> = findings.loops.iter().filter(|report| report.head == head).collect();
        let shape = findings.shapes.get(&head);
        let mut own_words =
            |post: &Formula| in_own_words(&mut asking, &names, post, shape).unwrap_or_else(|| post.clone());
        let all: Vec<Formula> = reports.iter().flat_map(|report| &report.posts).map(&mut own_words).collect();
        loops.push(LoopPost {
            span: reports[0].span,
            kind: reports[0].kind,
            form: reports[0].form.clone(),
            posts: presenter.posts(&all),
            speaks_of_arrays: all.iter().any(|post| !post.arrays().is_empty()),
            size: reports.iter().filter_map(|report| report.size).max(),
        });
    }
    let outside = findings.outside.iter().map(|outside| (outside.what.clone(), outside.span));
    Ok(Posts { loops, outside: outside.collect() })
}

/// A state of formulas alone, without what their decision made up.
pub fn readable_state(state: &State) -> String {
    let mut state = state.clone();
    state.scalars.retain(|scalar, _| !scalar.name().contains(['\'', '"', '\u{2}']));
    state.to_string()
}
