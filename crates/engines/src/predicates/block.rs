//! Large-block encoding: all paths from a cut point to the next ones as one formula, joined where they meet.

use std::collections::{BTreeMap, HashMap};

use heureka_ir::graph::postorder;
use heureka_ir::passes::Ranges;
use heureka_ir::{ArrayId, Contents, EdgeId, IntTy, Interval, LocId, Op, Program, VarId};
use heureka_logic::{Op as TermOp, TermId};

use super::encode::{Encoder, State, Value};
use super::graph::{End, Graph, Target};
use super::places::{Known, Place, Places};
use crate::engine::Task;

/// All paths from one cut point.
pub struct Block {
    /// Where they lead, in the order in which one looks.
    pub exits: Vec<Exit>,
    /// What holds besides: see `encode`. The symbols of the first state are those of the variables.
    pub sides: Vec<TermId>,
    /// The symbols that stand for arbitrary values.
    pub inputs: Vec<TermId>,
    /// The questions that an execution asks, in its order.
    pub asks: Vec<Ask>,
}

pub struct Exit {
    pub to: Target,
    pub state: State,
}

pub struct Ask {
    /// Whether it is asked.
    pub path: TermId,
    pub answer: Answer,
}

pub enum Answer {
    Value(TermId, IntTy),
    Contents(TermId, ArrayId),
}

/// Makes the block that begins at a place: at the entry of the program with its initial values, elsewhere with symbols.
pub fn block(
    graph: &Graph,
    task: &Task,
    ranges: &Ranges,
    encoder: &mut Encoder,
    places: &mut Places,
    place: Place,
) -> Block {
    let program = &graph.program;
    let from = places.loc(place);
    let mut builder = Builder {
        program,
        encoder,
        block: Block { exits: Vec::new(), sides: Vec::new(), inputs: Vec::new(), asks: Vec::new() },
    };
    let start = match from == graph.entry() {
        true => builder.initial(),
        false => builder.symbolic(ranges, from, graph, places.known(place)),
    };
    let is_end = |loc: LocId| loc != from && graph.end(loc, task).is_some();
    let successors = |loc: LocId| match is_end(loc) {
        true => Vec::new(),
        false => {
            let next = program.out_edges(loc).map(|edge| program.edge(edge).to);
            next.filter(|to| *to != from && ranges.is_reachable(*to)).collect()
        }
    };
    let order = postorder(from, &mut vec![false; program.locs.len()], successors);
    // Paths are joined where they meet, unless variables that are followed differ.
    let mut waiting: HashMap<LocId, BTreeMap<Known, State>> = HashMap::new();
    let mut again: BTreeMap<Known, State> = BTreeMap::new();
    let mut ends: BTreeMap<Target, State> = BTreeMap::new();
    builder.join(&graph.followed, waiting.entry(from).or_default(), start);
    for &loc in order.iter().rev() {
        for (known, state) in waiting.remove(&loc).unwrap_or_default() {
            if let Some(end) = graph.end(loc, task).filter(|_| loc != from) {
                let target = match end {
                    End::Error => Target::Error,
                    End::Unsupported => Target::Unsupported(loc),
                    End::Cut => Target::Cut(places.id(loc, known)),
                };
                let joined = builder.joined(ends.remove(&target), state);
                ends.insert(target, joined);
                continue;
            }
            let mut state = Some(state);
            for id in program.out_edges(loc) {
                let Some(before) = state.take() else { break };
                let (after, rest) = builder.step(id, before);
                state = rest;
                let (to, Some(after)) = (program.edge(id).to, after) else { continue };
                if ranges.is_reachable(to) {
                    let at = if to == from { &mut again } else { waiting.entry(to).or_default() };
                    builder.join(&graph.followed, at, after);
                }
            }
        }
    }
    for (known, state) in again {
        ends.insert(Target::Cut(places.id(from, known)), state);
    }
    builder.block.exits = ends.into_iter().map(|(to, state)| Exit { to, state }).collect();
    builder.block
}

/// One step by itself. The symbols of the state before it are those of the variables.
pub struct OneStep {
    pub before: State,
    /// With the condition of the step.
    pub after: State,
    /// Without exits.
    pub block: Block,
}

/// The step of an edge, from any state in the ranges of its location, or from the initial values if it is the first of the
/// program; `None` if it cannot be taken.
pub fn one_step(graph: &Graph, ranges: &Ranges, encoder: &mut Encoder, id: EdgeId) -> Option<OneStep> {
    let program = &graph.program;
    let edge = program.edge(id);
    if !ranges.is_reachable(edge.from) || !ranges.is_reachable(edge.to) {
        return None;
    }
    let block = Block { exits: Vec::new(), sides: Vec::new(), inputs: Vec::new(), asks: Vec::new() };
    let mut builder = Builder { program, encoder, block };
    let before = match edge.from == graph.entry() {
        true => builder.initial(),
        false => builder.symbolic(ranges, edge.from, graph, &vec![None; graph.followed.len()].into()),
    };
    let after = builder.step(id, before.clone()).0?;
    Some(OneStep { before, after, block: builder.block })
}

struct Builder<'a> {
    program: &'a Program,
    encoder: &'a mut Encoder,
    block: Block,
}

impl Builder<'_> {
    fn initial(&mut self) -> State {
        let program = self.program;
        let path = self.encoder.terms.bool(true);
        let global = |encoder: &mut Encoder, var: VarId| {
            let var = program.var(var);
            var.owner.is_none().then(|| encoder.number(var.init))
        };
        let vars = program.var_ids().map(|var| global(self.encoder, var)).collect();
        let mut arrays = Vec::new();
        for id in program.array_ids() {
            let array = program.array(id);
            let values: &[i128] = match &array.init {
                Contents::Undefined => {
                    let contents = self.unknown(id, path);
                    arrays.push(contents);
                    continue;
                }
                Contents::Zero => &[],
                Contents::Values(values) => values,
            };
            let zero = self.encoder.terms.int(0);
            let mut contents = self.encoder.everywhere(array, zero);
            for (at, value) in values.iter().enumerate().filter(|(_, value)| **value != 0) {
                let place = array.place(at as u64);
                let indices: Vec<TermId> =
                    place.iter().map(|index| self.encoder.terms.int(i128::from(*index))).collect();
                let value = self.encoder.terms.int(*value);
                contents = self.encoder.write(array, contents, &indices, value);
            }
            arrays.push(contents);
        }
        State { path, vars, arrays }
    }

    /// Contents that an execution asks for.
    fn unknown(&mut self, array: ArrayId, path: TermId) -> TermId {
        let contents = self.encoder.contents(self.program.array(array));
        self.block.inputs.push(contents);
        self.block.asks.push(Ask { path, answer: Answer::Contents(contents, array) });
        contents
    }

    fn symbolic(&mut self, ranges: &Ranges, loc: LocId, graph: &Graph, known: &Known) -> State {
        let program = self.program;
        let path = self.encoder.terms.bool(true);
        let mut vars = Vec::new();
        for var in program.var_ids() {
            let range = ranges.at(loc, var).unwrap_or(Interval::of_type(program.var(var).ty));
            let term = self.encoder.vars[var.index()];
            match range.as_point() {
                Some(value) => vars.push(Some(self.encoder.number(value))),
                None => {
                    if graph.live(loc).vars.contains(&var) {
                        self.encoder.limit(term, range, &mut self.block.sides);
                    }
                    vars.push(Some(Value { term, range }));
                }
            }
        }
        for (var, value) in graph.followed.iter().zip(known) {
            if let Some(value) = value {
                vars[var.index()] = Some(self.encoder.number(*value));
            }
        }
        State { path, vars, arrays: self.encoder.arrays.clone() }
    }

    /// Joins a state with those that wait at the same location.
    fn join(&mut self, followed: &[VarId], waiting: &mut BTreeMap<Known, State>, state: State) {
        let value = |var: &VarId| {
            let term = state.vars[var.index()]?.term;
            self.encoder.terms.as_int(term)?.to_i128()
        };
        let known: Known = followed.iter().map(value).collect();
        let joined = self.joined(waiting.remove(&known), state);
        waiting.insert(known, joined);
    }

    /// The state after an edge, and the state in which the next edge is tried.
    fn step(&mut self, id: EdgeId, state: State) -> (Option<State>, Option<State>) {
        let program = self.program;
        let edge = program.edge(id);
        let mut sides = Vec::new();
        let mut value = |encoder: &mut Encoder, expr| encoder.expr(program, &state, expr, &mut sides);
        let mut next = state.clone();
        match &edge.op {
            Op::Skip => {}
            Op::Assume(guard) => {
                let condition = value(self.encoder, *guard).term;
                let otherwise = self.encoder.terms.not(condition);
                let otherwise = self.encoder.simple(otherwise);
                let rest = self.extended(state.path, otherwise).map(|path| State { path, ..state.clone() });
                let taken = self.extended(state.path, condition);
                self.note(state.path, sides);
                return (taken.map(|path| State { path, ..state }), rest);
            }
            Op::Assign(pairs) => {
                let values: Vec<Value> = pairs.iter().map(|(_, expr)| value(self.encoder, *expr)).collect();
                for ((var, _), value) in pairs.iter().zip(values) {
                    next.vars[var.index()] = Some(value);
                }
            }
            Op::Return(values) => {
                for expr in values {
                    value(self.encoder, *expr);
                }
            }
            Op::Store { array, indices, value: stored } => {
                let indices: Vec<TermId> = indices.iter().map(|index| value(self.encoder, *index).term).collect();
                let stored = value(self.encoder, *stored).term;
                let contents = next.arrays[array.index()];
                next.arrays[array.index()] = self.encoder.write(program.array(*array), contents, &indices, stored);
            }
            Op::Fill { array, prefix, value: stored } => {
                let stored = value(self.encoder, *stored).term;
                next.arrays[array.index()] = match prefix.is_empty() {
                    true => self.encoder.everywhere(program.array(*array), stored),
                    // Allows more than there is.
                    false => self.arbitrary(*array),
                };
            }
            Op::Copy { to, from } => next.arrays[to.index()] = next.arrays[from.index()],
            Op::Havoc { var, .. } => {
                let declared = program.var(*var);
                let input = self.encoder.input(&declared.name, declared.ty);
                self.encoder.limit(input.term, input.range, &mut self.block.sides);
                self.block.inputs.push(input.term);
                self.block.asks.push(Ask { path: state.path, answer: Answer::Value(input.term, declared.ty) });
                next.vars[var.index()] = Some(input);
            }
            Op::HavocArray { array, .. } => {
                let contents = self.unknown(*array, state.path);
                next.arrays[array.index()] = contents;
            }
            Op::Call { .. } => unreachable!("calls are inlined"),
        }
        self.note(state.path, sides);
        (Some(next), None)
    }

    fn arbitrary(&mut self, array: ArrayId) -> TermId {
        let contents = self.encoder.contents(self.program.array(array));
        self.block.inputs.push(contents);
        contents
    }

    /// What holds on these paths.
    fn note(&mut self, path: TermId, sides: Vec<TermId>) {
        for side in sides {
            let holds = self.encoder.terms.implies(path, side);
            let holds = self.encoder.simple(holds);
            self.block.sides.push(holds);
        }
    }

    /// The paths on which a condition holds; `None` if it cannot. The condition stays apart: see `split`.
    fn extended(&mut self, path: TermId, condition: TermId) -> Option<TermId> {
        match self.encoder.terms.as_bool(condition) {
            Some(true) => Some(path),
            Some(false) => None,
            None if self.encoder.terms.as_bool(path) == Some(true) => Some(condition),
            None => Some(self.encoder.terms.and(&[path, condition])),
        }
    }

    fn joined(&mut self, known: Option<State>, other: State) -> State {
        let Some(known) = known else { return other };
        let (path, condition) = match self.split(known.path, other.path) {
            Some(split) => split,
            None => (self.encoder.terms.or(&[known.path, other.path]), known.path),
        };
        let choose_var = |encoder: &mut Encoder, pair: (&Option<Value>, &Option<Value>)| match pair {
            (Some(yes), Some(no)) => Some(encoder.choose(condition, *yes, *no)),
            // Whoever reads it has set it before.
            (one, other) => one.or(*other),
        };
        let vars = known.vars.iter().zip(&other.vars).map(|pair| choose_var(self.encoder, pair)).collect();
        let arrays = known.arrays.iter().zip(&other.arrays).map(|(yes, no)| match yes == no {
            true => *yes,
            false => self.encoder.terms.ite(condition, *yes, *no),
        });
        let arrays = arrays.collect();
        State { path, vars, arrays }
    }

    /// For `p ∧ c` and `p ∧ ¬c`: p and c.
    fn split(&mut self, a: TermId, b: TermId) -> Option<(TermId, TermId)> {
        let terms = &mut self.encoder.terms;
        let parts = |terms: &mut heureka_logic::Terms, path: TermId| match (terms.op(path), terms.children(path)) {
            (TermOp::And, &[before, last]) => (before, last),
            _ => (terms.bool(true), path),
        };
        let ((before, condition), (other, negated)) = (parts(terms, a), parts(terms, b));
        if before != other {
            return None;
        }
        let not = terms.not(condition);
        let not = self.encoder.simple(not);
        (not == negated).then_some((before, condition))
    }
}
