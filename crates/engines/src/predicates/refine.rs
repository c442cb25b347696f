//! Refinement: a way through the tree to an error is an execution, or interpolants say which predicates it lacks.

use std::time::Duration;

use heureka_interpolate::{Error, Limits, Options, Outcome, Violation, interpolate};
use heureka_ir::LocId;
use heureka_linear::interrupt;
use heureka_logic::solver::{Answer, Solver, SolverError};
use heureka_logic::{Assignment, Op, Substitution, TermId, Terms};

use super::block::{Block, Exit};
use super::encode::Encoder;
use super::graph::{Graph, Target};
use super::places::Places;
use super::region::Region;
use super::suffix;
use crate::engine::{Context, StopReason};

/// A block on a path.
pub struct Leg<'a> {
    pub block: &'a Block,
    pub exit: &'a Exit,
}

pub enum Refinement {
    /// The path can be executed, with these values of the symbols of its legs.
    Possible(Box<Assignment>),
    /// It cannot: for each cut point on the way the predicates that show it.
    Impossible(Vec<Vec<TermId>>),
    Stopped(StopReason),
}

/// The formulas of a path, one for each leg.
pub struct PathFormula {
    /// By leg: what the symbols of the block are called there.
    pub names: Vec<Substitution>,
    /// Without sides.
    lean: Vec<TermId>,
    sides: Vec<Vec<TermId>>,
}

impl PathFormula {
    pub fn new(graph: &Graph, places: &Places, encoder: &mut Encoder, legs: &[Leg]) -> PathFormula {
        let mut formula = PathFormula { names: Vec::new(), lean: Vec::new(), sides: Vec::new() };
        for (at, leg) in legs.iter().enumerate() {
            let mut parts = vec![leg.exit.state.path];
            let mut next = Vec::new();
            if let Target::Cut(to) = leg.exit.to {
                let live = graph.live(places.loc(to));
                for var in &live.vars {
                    let Some(value) = leg.exit.state.vars[var.index()] else { continue };
                    next.push((encoder.vars[var.index()], value.term));
                }
                for array in &live.arrays {
                    next.push((encoder.arrays[array.index()], leg.exit.state.arrays[array.index()]));
                }
            }
            let mut roots = parts.clone();
            roots.extend(next.iter().map(|(_, value)| *value));
            roots.extend(&leg.block.sides);
            let names = names(encoder, &leg.block.inputs, &roots, at);
            for (symbol, value) in next {
                let after = instance(encoder, symbol, at + 1);
                let value = encoder.terms.substitute(value, &names);
                let equal = encoder.terms.eq(after, value);
                parts.push(equal);
            }
            parts[0] = encoder.terms.substitute(parts[0], &names);
            let lean = encoder.terms.and(&parts);
            formula.lean.push(encoder.simple(lean));
            let sides = leg.block.sides.iter().map(|side| encoder.terms.substitute(*side, &names)).collect();
            formula.sides.push(sides);
            formula.names.push(names);
        }
        formula
    }

    /// The formulas with their sides.
    fn exact(&self, terms: &mut Terms) -> Vec<TermId> {
        let pairs = self.lean.iter().zip(&self.sides);
        pairs.map(|(lean, sides)| terms.and(&[&[*lean][..], sides].concat())).collect()
    }
}

/// The names of a block's symbols in a leg of a path.
fn names(encoder: &mut Encoder, inputs: &[TermId], roots: &[TermId], at: usize) -> Substitution {
    let mut names = Substitution::new();
    for symbol in encoder.terms.free_symbols(roots) {
        let declared = encoder.terms.symbol(symbol);
        if !declared.arguments.is_empty() {
            continue;
        }
        let (name, sort) = (format!("{}@{at}", declared.name), declared.result);
        let instance = encoder.terms.constant(&name, sort);
        names.insert(symbol, instance);
    }
    for &input in inputs {
        let symbol = encoder.terms.as_constant(input).expect("inputs are symbols");
        names.entry(symbol).or_insert_with(|| instance(encoder, input, at));
    }
    names
}

/// The name of a symbol at a cut point of a path.
pub fn instance(encoder: &mut Encoder, symbol: TermId, at: usize) -> TermId {
    let id = encoder.terms.as_constant(symbol).expect("a symbol");
    let name = format!("{}@{at}", encoder.terms.symbol(id).name);
    encoder.terms.constant(&name, encoder.terms.sort(symbol))
}

/// What interpolation of a path may take before predicates are looked for at its end alone.
pub const PATIENCE: Duration = Duration::from_millis(200);
const MOST_CONFLICTS: usize = 500;
/// Formulas of more terms are not interpolated.
const MOST_TERMS: usize = 800;

/// Whether the path can be executed, and if not, why; `regions` are those of its nodes.
pub fn refine(
    legs: &[Leg],
    formula: &PathFormula,
    regions: &[Region],
    encoder: &mut Encoder,
    cx: &Context,
) -> Result<Refinement, SolverError> {
    let exact = formula.exact(&mut encoder.terms);
    let mut solver = searching(cx)?;
    for &part in &exact {
        solver.assert(&encoder.terms, part)?;
    }
    match solver.check(&encoder.terms)? {
        Answer::Satisfiable => return Ok(Refinement::Possible(Box::new(solver.model(&encoder.terms)?))),
        Answer::Unknown(why) => {
            let text = format!("the solver does not know whether a path can be executed ({why})");
            return Ok(Refinement::Stopped(StopReason::Inconclusive(text)));
        }
        Answer::Unsatisfiable => {}
    }
    drop(solver);
    // Without sides the reasons are simpler, if there are any.
    let mut why = "it is too large".to_owned();
    for parts in [&formula.lean, &exact] {
        if encoder.terms.dag_size(parts) > MOST_TERMS {
            break;
        }
        match interpolants(encoder, parts, cx)? {
            Interpolated::Found(found) => return Ok(Refinement::Impossible(found)),
            Interpolated::HasModel => {}
            Interpolated::Failed(reason) => {
                why = reason;
                break;
            }
        }
    }
    if let Some(found) = suffix::predicates(encoder, legs, formula, &exact, regions, cx)? {
        return Ok(Refinement::Impossible(found));
    }
    if cx.is_interrupted() {
        return Ok(Refinement::Stopped(StopReason::Interrupted));
    }
    let text = format!("a path cannot be executed, but no predicate says why (interpolation: {why})");
    Ok(Refinement::Stopped(StopReason::Inconclusive(text)))
}

/// A solver that searches at once. Z3 simplifies a formula at length before it is asked for the first time, unless it has
/// seen a push; for formulas of paths that takes longer than the search.
pub fn searching<'c>(cx: &Context<'c>) -> Result<Box<dyn Solver + 'c>, SolverError> {
    let mut solver = cx.solver()?;
    solver.push()?;
    Ok(solver)
}

enum Interpolated {
    /// By cut point, the predicates of the interpolants.
    Found(Vec<Vec<TermId>>),
    HasModel,
    /// There are none, for this reason.
    Failed(String),
}

/// Interpolates the formulas of a path.
fn interpolants(encoder: &mut Encoder, parts: &[TermId], cx: &Context) -> Result<Interpolated, SolverError> {
    let end = heureka_clock::now() + PATIENCE;
    let deadline = Some(cx.deadline.map_or(end, |deadline| deadline.min(end)));
    let limits = Limits { deadline, cancel: Some(cx.cancel), conflicts: MOST_CONFLICTS, ..Limits::default() };
    let options = Options { limits, ..Options::default() };
    let mut solver = cx.solver()?;
    let work = || interpolate(&mut encoder.terms, parts, &mut *solver, &options);
    let Ok(outcome) = interrupt::run(move || heureka_clock::now() >= end, work) else {
        return Ok(Interpolated::Failed("it takes too long".to_owned()));
    };
    match outcome {
        Ok(Outcome::Interpolants(interpolants)) => {
            let inner = &interpolants[1..interpolants.len() - 1];
            let found = inner.iter().enumerate().map(|(at, interpolant)| predicates(encoder, *interpolant, at + 1));
            Ok(Interpolated::Found(found.collect()))
        }
        Ok(Outcome::Satisfiable) => Ok(Interpolated::HasModel),
        Ok(Outcome::Unknown(reason)) => Ok(Interpolated::Failed(reason.to_string())),
        Err(Error::Solver(error)) => Err(error),
        Err(Error::Wrong(Violation::Undecided { reason, .. })) => Ok(Interpolated::Failed(reason)),
        Err(error @ Error::Wrong(_)) => panic!("{error}"),
        Err(error) => Ok(Interpolated::Failed(error.to_string())),
    }
}

/// The atoms of an interpolant, over the variables themselves.
pub fn predicates(encoder: &mut Encoder, interpolant: TermId, at: usize) -> Vec<TermId> {
    let mut back = Substitution::new();
    let suffix = format!("@{at}");
    for symbol in encoder.terms.free_symbols(&[interpolant]) {
        let declared = encoder.terms.symbol(symbol);
        let (name, sort) = (declared.name.clone(), declared.result);
        if let Some(plain) = name.strip_suffix(&suffix) {
            back.insert(symbol, encoder.terms.constant(plain, sort));
        }
    }
    let plain = encoder.terms.substitute(interpolant, &back);
    atoms(encoder, plain)
}

/// The atoms of a condition.
pub fn atoms(encoder: &mut Encoder, condition: TermId) -> Vec<TermId> {
    let plain = encoder.simple(condition);
    let mut found = Vec::new();
    let mut stack = vec![plain];
    while let Some(term) = stack.pop() {
        let is_boolean_eq = |terms: &Terms| {
            terms.op(term) == Op::Eq && terms.sort(terms.children(term)[0]) == heureka_logic::SortId::BOOL
        };
        match encoder.terms.op(term) {
            Op::True | Op::False => {}
            Op::Not | Op::And | Op::Or | Op::Xor | Op::Implies => {
                stack.extend(encoder.terms.children(term).iter().rev());
            }
            Op::Ite => stack.extend(encoder.terms.children(term).iter().rev()),
            _ if is_boolean_eq(&encoder.terms) => stack.extend(encoder.terms.children(term).iter().rev()),
            _ if !found.contains(&term) => found.push(term),
            _ => {}
        }
    }
    found
}

/// The path as people read it: the lines of its cut points.
pub fn describe(graph: &Graph, at: &[LocId]) -> String {
    let program = &graph.program;
    let mut places: Vec<String> = Vec::new();
    for loc in at {
        let place = program.files.place(program.loc(*loc).span).to_string();
        if places.last() != Some(&place) {
            places.push(place);
        }
    }
    places.join(", ")
}
