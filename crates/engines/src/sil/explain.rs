//! Post-conditions of loops for people: which loops there are, and what holds behind each, in ACSL.

use heureka_ir::passes::Ranges;
use heureka_ir::{Program, Property, Span};
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
    let mut own_words = |post: &Formula| in_own_words(&mut asking, &names, post).unwrap_or_else(|| post.clone());
    let loops = findings.loops.iter().filter(|report| !report.is_made_up).map(|report| LoopPost {
        span: report.span,
        kind: report.kind,
        form: report.form.clone(),
        posts: presenter.posts(&report.posts.iter().map(&mut own_words).collect::<Vec<_>>()),
        speaks_of_arrays: report.posts.iter().any(|post| !post.arrays().is_empty()),
        size: report.size,
    });
    let outside = findings.outside.iter().map(|outside| (outside.what.clone(), outside.span));
    Ok(Posts { loops: loops.collect(), outside: outside.collect() })
}

/// A state of formulas alone, without what their decision made up.
pub fn readable_state(state: &State) -> String {
    let mut state = state.clone();
    state.scalars.retain(|scalar, _| !scalar.name().contains(['\'', '"', '\u{2}']));
    state.to_string()
}
