//! Large-block encoding: all paths from a cut point to the next ones as one formula, joined where they meet.
//!
//! Paths that make different calls stay apart: a clause can only say that *all* applications in its body hold. What is
//! asked and called on the way is listed in the order of execution, so that a derivation can be made an execution.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use heureka_ir::graph::postorder;
use heureka_ir::{ArrayId, Contents, EdgeId, IntTy, Interval, LocId, Op, ProcId, VarId};
use heureka_logic::{Op as TermOp, TermId, Terms};

use super::encode::{Encoder, Sides, State, Value};
use super::names::Symbols;
use super::program::{End, Prepared};
use crate::common::operand::Operand;
use crate::engine::Task;

/// Where a block begins: the entry of a procedure, or the head of a loop.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Start {
    Entry(ProcId),
    Head(LocId),
}

/// Where a block ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Target {
    /// An error that is asked for.
    Error(LocId),
    /// Something that is not modelled.
    Unsupported(LocId),
    Head(LocId),
    Exit(ProcId),
    /// Not the end: here the call of this number, of this procedure, begins.
    Call(usize, ProcId),
}

/// All paths from a cut point.
pub struct Block {
    pub start: Start,
    pub exits: Vec<Exit>,
    pub calls: Vec<Call>,
    /// What an execution asks, and whom it calls, in its order.
    pub events: Vec<Event>,
    sides: Vec<Side>,
    /// By location of an exit: the locations from which paths lead there.
    ways: BTreeMap<LocId, BTreeSet<LocId>>,
}

/// What a step brought to light.
struct Side {
    loc: LocId,
    path: TermId,
    sides: Sides,
}

pub struct Exit {
    pub to: Target,
    /// The paths that lead here, and what they did.
    pub state: State,
    /// The calls on them, by their places in the list.
    pub calls: Vec<usize>,
    /// How many of the sides were there.
    seen: usize,
    /// The location.
    at: LocId,
}

/// A call, with symbols for what it gives back.
pub struct Call {
    pub proc: ProcId,
    /// The values of the inputs: variables and arrays.
    pub given: (BTreeMap<VarId, TermId>, BTreeMap<ArrayId, TermId>),
    /// The symbols of the outputs.
    pub got: (BTreeMap<VarId, TermId>, BTreeMap<ArrayId, TermId>),
}

pub enum Event {
    Ask {
        /// Whether it is asked.
        path: TermId,
        answer: Answer,
    },
    /// By its place in the list.
    Call(usize),
}

pub enum Answer {
    Value(TermId, IntTy),
    /// The cells of an array, or those behind some indices, as a new symbol; and how many indices are left open.
    Contents(TermId, ArrayId, usize),
}

impl Block {
    /// What holds on the way to an exit, besides its path; with or without what is not linear.
    pub fn sides(&self, terms: &mut Terms, exit: &Exit, with_meanings: bool) -> Vec<TermId> {
        let on_the_way = &self.ways[&exit.at];
        let mut known = BTreeSet::new();
        conjuncts(terms, exit.state.path, &mut known);
        let mut all = Vec::new();
        for Side { path, sides, .. } in self.sides[..exit.seen].iter().filter(|side| on_the_way.contains(&side.loc)) {
            all.extend(&sides.limits);
            if with_meanings {
                all.extend(&sides.meanings);
            }
            let mut needed = BTreeSet::new();
            conjuncts(terms, *path, &mut needed);
            let is_certain = needed.is_subset(&known);
            for &condition in &sides.defined {
                all.push(if is_certain { condition } else { terms.implies(*path, condition) });
            }
        }
        all
    }

    pub fn has_meanings(&self) -> bool {
        self.sides.iter().any(|side| !side.sides.meanings.is_empty())
    }
}

/// The parts of a conjunction.
fn conjuncts(terms: &Terms, root: TermId, parts: &mut BTreeSet<TermId>) {
    let mut open = vec![root];
    while let Some(term) = open.pop() {
        match terms.op(term) {
            TermOp::And => open.extend(terms.children(term)),
            TermOp::True => {}
            _ => {
                parts.insert(term);
            }
        }
    }
}

/// The states that wait at a location, by the calls that were made.
type Waiting = BTreeMap<Vec<usize>, State>;

/// So many ways of calling are kept apart.
const MOST_WAYS: usize = 64;

/// Makes the block that begins at a place; `None` if it makes calls in too many ways.
pub fn block(
    prepared: &Prepared,
    task: &Task,
    encoder: &mut Encoder,
    symbols: &Symbols,
    start: Start,
) -> Option<Block> {
    let program = encoder.program;
    let reachable: Vec<bool> = program.loc_ids().map(|loc| encoder.is_reachable(loc)).collect();
    let from = match start {
        Start::Entry(proc) => program.proc(proc).entry,
        Start::Head(loc) => loc,
    };
    let mut builder = Builder {
        prepared,
        encoder,
        symbols,
        block: Block {
            start,
            exits: Vec::new(),
            calls: Vec::new(),
            events: Vec::new(),
            sides: Vec::new(),
            ways: BTreeMap::new(),
        },
        from,
    };
    let first = match start {
        Start::Entry(proc) => builder.at_entry(proc),
        Start::Head(loc) => builder.at_head(loc),
    };
    let is_end = |loc: LocId| loc != from && prepared.end(loc, task).is_some();
    let successors = |loc: LocId| match is_end(loc) {
        true => Vec::new(),
        false => {
            let next = program.out_edges(loc).map(|edge| program.edge(edge).to);
            next.filter(|to| *to != from && reachable[to.index()]).collect()
        }
    };
    let order = postorder(from, &mut vec![false; program.locs.len()], successors);
    let mut waiting: HashMap<LocId, Waiting> = HashMap::new();
    let mut again = Waiting::new();
    let mut ends: BTreeMap<(Target, Vec<usize>), State> = BTreeMap::new();
    waiting.entry(from).or_default().insert(Vec::new(), first);
    for &loc in order.iter().rev() {
        let here = waiting.remove(&loc).unwrap_or_default();
        if here.len() > MOST_WAYS {
            return None;
        }
        for (calls, state) in here {
            if let Some(end) = prepared.end(loc, task).filter(|_| loc != from) {
                let target = match end {
                    End::Error => Target::Error(loc),
                    End::Unsupported => Target::Unsupported(loc),
                    End::Head => Target::Head(loc),
                    End::Exit => Target::Exit(program.loc(loc).proc),
                };
                let key = (target, calls);
                let joined = builder.joined(ends.remove(&key), state);
                ends.insert(key, joined);
                continue;
            }
            let mut state = Some(state);
            for id in program.out_edges(loc) {
                let Some(before) = state.take() else { break };
                let (after, rest, call) = builder.step(id, before, &calls);
                state = rest;
                let (to, Some(after)) = (program.edge(id).to, after) else { continue };
                if !reachable[to.index()] {
                    continue;
                }
                let calls: Vec<usize> = calls.iter().copied().chain(call).collect();
                let at = if to == from { &mut again } else { waiting.entry(to).or_default() };
                let joined = builder.joined(at.remove(&calls), after);
                at.insert(calls, joined);
            }
        }
    }
    for (calls, state) in again {
        ends.insert((Target::Head(from), calls), state);
    }
    let seen = builder.block.sides.len();
    for ((to, calls), state) in ends {
        let at = match to {
            Target::Error(loc) | Target::Unsupported(loc) | Target::Head(loc) => loc,
            Target::Exit(proc) => program.proc(proc).exit,
            Target::Call(..) => unreachable!("calls are no ends"),
        };
        builder.block.exits.push(Exit { to, state, calls, seen, at });
    }
    let mut block = builder.block;
    let within: BTreeSet<LocId> = order.iter().copied().collect();
    let into = program.in_edges();
    for exit in &block.exits {
        let mut way = BTreeSet::new();
        // A head that a block leads back to is at its beginning, too.
        let mut open = vec![exit.at];
        let mut is_first = true;
        while let Some(loc) = open.pop() {
            let is_new = way.insert(loc);
            if (is_new && loc != from) || is_first {
                let before = into[loc.index()].iter().map(|edge| program.edge(*edge).from);
                open.extend(before.filter(|loc| within.contains(loc) && !is_end(*loc)));
            }
            is_first = false;
        }
        way.insert(from);
        block.ways.insert(exit.at, way);
    }
    Some(block)
}

/// Where a call is made, and with what.
struct Site<'a> {
    proc: ProcId,
    args: &'a [Value],
    results: &'a [VarId],
    /// The calls before it.
    calls: &'a [usize],
    at: LocId,
}

struct Builder<'a, 'p> {
    prepared: &'a Prepared,
    encoder: &'a mut Encoder<'p>,
    symbols: &'a Symbols,
    block: Block,
    from: LocId,
}

impl Builder<'_, '_> {
    /// Notes what holds in any case, from the beginning.
    fn limits(&mut self, limits: TermId) {
        let sides = Sides { limits: vec![limits], ..Sides::default() };
        self.block.sides.push(Side { loc: self.from, path: Terms::TRUE, sides });
    }

    /// The first state of a procedure: of the program, with initial values, or of a call, with symbols for its inputs.
    fn at_entry(&mut self, proc: ProcId) -> State {
        let program = self.encoder.program;
        let is_called = self.prepared.is_called[proc.index()];
        let inputs = self.prepared.inputs(proc);
        let entry = program.proc(proc).entry;
        let mut vars = Vec::new();
        for var in program.var_ids() {
            let declared = program.var(var);
            let value = match (declared.owner, is_called) {
                (None, false) => Some(self.encoder.number(declared.init)),
                _ if inputs.vars.contains(&var) => {
                    let range = self.range(entry, var);
                    let term = self.symbols.at_entry.vars[var.index()];
                    Some(self.limited(term, range))
                }
                _ => None,
            };
            vars.push(value);
        }
        let mut arrays = Vec::new();
        for array in program.array_ids() {
            let is_own = program.array(array).owner == Some(proc) || program.array(array).owner.is_none() && !is_called;
            let term = match is_own {
                true => self.initial(array),
                false => self.symbols.at_entry.arrays[array.index()],
            };
            arrays.push(term);
        }
        State { path: Terms::TRUE, vars, arrays }
    }

    fn initial(&mut self, array: ArrayId) -> TermId {
        let declared = self.encoder.program.array(array);
        let values: &[i128] = match &declared.init {
            Contents::Undefined => return self.unknown(array, Terms::TRUE),
            Contents::Zero => &[],
            Contents::Values(values) => values,
        };
        let zero = self.encoder.terms.int(0);
        let mut contents = self.encoder.everywhere(declared.dims.len(), zero);
        for (at, value) in values.iter().enumerate().filter(|(_, value)| **value != 0) {
            let place = declared.place(at as u64);
            let indices: Vec<TermId> = place.iter().map(|index| self.encoder.terms.int(i128::from(*index))).collect();
            let value = self.encoder.terms.int(*value);
            contents = self.encoder.write(contents, &indices, value);
        }
        contents
    }

    fn at_head(&mut self, loc: LocId) -> State {
        let program = self.encoder.program;
        let live = self.prepared.live(loc);
        let mut vars = Vec::new();
        for var in program.var_ids() {
            let range = self.range(loc, var);
            let term = self.symbols.now.vars[var.index()];
            vars.push(match (live.vars.contains(&var), range.as_point()) {
                (true, None) => Some(self.limited(term, range)),
                (true, Some(value)) => Some(self.encoder.number(value)),
                (false, _) => None,
            });
        }
        State { path: Terms::TRUE, vars, arrays: self.symbols.now.arrays.clone() }
    }

    fn range(&self, loc: LocId, var: VarId) -> Interval {
        self.encoder.range_at(loc, var)
    }

    fn limited(&mut self, term: TermId, range: Interval) -> Value {
        let limits = self.encoder.within(term, range);
        self.limits(limits);
        Value { term, range }
    }

    /// Contents that an execution asks for.
    fn unknown(&mut self, array: ArrayId, path: TermId) -> TermId {
        let declared = self.encoder.program.array(array);
        let sort = self.encoder.sort(declared);
        let contents = self.encoder.terms.fresh(&format!("{}[]", declared.name), sort);
        self.block.events.push(Event::Ask { path, answer: Answer::Contents(contents, array, declared.dims.len()) });
        contents
    }

    /// The state after an edge, the state in which the next edge is tried, and the call that was made.
    fn step(&mut self, id: EdgeId, state: State, calls: &[usize]) -> (Option<State>, Option<State>, Option<usize>) {
        let program = self.encoder.program;
        let edge = program.edge(id);
        let loc = edge.from;
        let mut sides = Sides::default();
        let mut next = state.clone();
        let mut made = None;
        let mut rest = None;
        let mut is_possible = true;
        macro_rules! value {
            ($expr:expr) => {
                self.encoder.expr(loc, &state, $expr, &mut sides)
            };
        }
        match &edge.op {
            Op::Skip => {}
            Op::Assume(guard) => {
                let condition = value!(*guard).term;
                let otherwise = self.encoder.terms.not(condition);
                let otherwise = self.encoder.simple(otherwise);
                rest = self.extended(state.path, otherwise).map(|path| State { path, ..state.clone() });
                match self.extended(state.path, condition) {
                    Some(path) => next.path = path,
                    None => is_possible = false,
                }
            }
            Op::Assign(pairs) => {
                let values: Vec<Value> = pairs.iter().map(|(_, expr)| value!(*expr)).collect();
                for ((var, _), value) in pairs.iter().zip(values) {
                    next.vars[var.index()] = Some(value);
                }
            }
            Op::Return(values) => {
                let values: Vec<Value> = values.iter().map(|expr| value!(*expr)).collect();
                let results = &program.proc(program.loc(loc).proc).results;
                for (var, value) in results.iter().zip(values) {
                    next.vars[var.index()] = Some(value);
                }
            }
            Op::Store { array, indices, value } => {
                let operands: Vec<Operand> = indices
                    .iter()
                    .map(|index| {
                        let Value { term, range } = value!(*index);
                        Operand { term, ty: program.exprs.int_ty(*index), range }
                    })
                    .collect();
                let stored = value!(*value).term;
                let declared = program.array(*array);
                self.encoder.bounds(&state, declared, &operands, &mut sides.defined);
                let indices: Vec<TermId> = operands.iter().map(|index| index.term).collect();
                next.arrays[array.index()] = self.encoder.write(state.arrays[array.index()], &indices, stored);
            }
            Op::Fill { array, prefix, value } => {
                let declared = program.array(*array);
                let indices: Vec<TermId> = prefix.iter().map(|index| value!(*index).term).collect();
                let stored = value!(*value).term;
                let row = self.encoder.everywhere(declared.dims.len() - prefix.len(), stored);
                next.arrays[array.index()] = self.encoder.write(state.arrays[array.index()], &indices, row);
            }
            Op::Copy { to, from } => next.arrays[to.index()] = state.arrays[from.index()],
            Op::Havoc { var, .. } => {
                let declared = program.var(*var);
                let input = self.encoder.input(&declared.name, Interval::of_type(declared.ty), &mut sides);
                let answer = Answer::Value(input.term, declared.ty);
                self.block.events.push(Event::Ask { path: state.path, answer });
                next.vars[var.index()] = Some(input);
            }
            Op::HavocArray { array, prefix, .. } => {
                let declared = program.array(*array);
                let indices: Vec<TermId> = prefix.iter().map(|index| value!(*index).term).collect();
                next.arrays[array.index()] = match prefix.is_empty() {
                    true => self.unknown(*array, state.path),
                    false => {
                        let rows = declared.dims.iter().skip(prefix.len());
                        let int = heureka_logic::SortId::INT;
                        let sort = rows.fold(int, |sort, _| self.encoder.terms.array_sort(int, sort));
                        let row = self.encoder.terms.fresh(&format!("{}[]", declared.name), sort);
                        let answer = Answer::Contents(row, *array, declared.dims.len() - prefix.len());
                        self.block.events.push(Event::Ask { path: state.path, answer });
                        self.encoder.write(state.arrays[array.index()], &indices, row)
                    }
                };
            }
            Op::Call { proc, args, results } => {
                let args: Vec<Value> = args.iter().map(|arg| value!(*arg)).collect();
                self.block.sides.push(Side { loc, path: state.path, sides });
                let site = Site { proc: *proc, args: &args, results, calls, at: loc };
                made = Some(self.call(&site, &state, &mut next));
                return (Some(next), None, made);
            }
        }
        self.block.sides.push(Side { loc, path: state.path, sides });
        (is_possible.then_some(next), rest, made)
    }

    /// A call: what it is given is said to its callee, and what it gives back are new symbols.
    fn call(&mut self, site: &Site, state: &State, next: &mut State) -> usize {
        let Site { proc, args, results, calls, at } = *site;
        let program = self.encoder.program;
        let callee = program.proc(proc);
        let inputs = self.prepared.inputs(proc);
        let mut given = (BTreeMap::new(), BTreeMap::new());
        for var in inputs.vars {
            let term = match callee.params.iter().position(|param| *param == var) {
                Some(at) => Some(args[at].term),
                None => state.vars[var.index()].map(|value| value.term),
            };
            let term = term.unwrap_or_else(|| self.encoder.terms.fresh("unset", heureka_logic::SortId::INT));
            given.0.insert(var, term);
        }
        for array in inputs.arrays {
            given.1.insert(array, state.arrays[array.index()]);
        }
        let outputs = self.prepared.outputs(proc).clone();
        let mut got = (BTreeMap::new(), BTreeMap::new());
        let mut gained = Sides::default();
        let mut values: BTreeMap<VarId, Value> = BTreeMap::new();
        for var in outputs.vars {
            let range = self.range(callee.exit, var);
            let value = self.encoder.input(&program.var(var).name, range, &mut gained);
            got.0.insert(var, value.term);
            values.insert(var, value);
        }
        // A result may be given to a global, which then has it whatever the callee left there.
        for (var, value) in values.iter().filter(|(var, _)| program.var(**var).owner.is_none()) {
            next.vars[var.index()] = Some(*value);
        }
        for (result, returned) in results.iter().zip(&callee.results) {
            next.vars[result.index()] = Some(values[returned]);
        }
        for array in outputs.arrays {
            let declared = program.array(array);
            let sort = self.encoder.sort(declared);
            let contents = self.encoder.terms.fresh(&format!("{}[]", declared.name), sort);
            got.1.insert(array, contents);
            next.arrays[array.index()] = contents;
        }
        let number = self.block.calls.len();
        self.block.calls.push(Call { proc, given, got });
        self.block.events.push(Event::Call(number));
        let seen = self.block.sides.len();
        let to = Target::Call(number, proc);
        self.block.exits.push(Exit { to, state: state.clone(), calls: calls.to_vec(), seen, at });
        self.block.sides.push(Side { loc: at, path: state.path, sides: gained });
        number
    }

    /// The paths on which a condition holds; `None` if it cannot. The condition stays apart: see `split`.
    fn extended(&mut self, path: TermId, condition: TermId) -> Option<TermId> {
        match self.encoder.terms.as_bool(condition) {
            Some(true) => Some(path),
            Some(false) => None,
            None if path == Terms::TRUE => Some(condition),
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
        let parts = |terms: &Terms, path: TermId| match (terms.op(path), terms.children(path)) {
            (TermOp::And, &[before, last]) => (before, last),
            _ => (Terms::TRUE, path),
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
