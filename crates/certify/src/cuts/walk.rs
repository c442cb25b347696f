//! All paths from one cut point to the next ones, joined where they meet.
//!
//! A fact holds whatever the path, or says on which paths it does. Locations are visited in an order in which edges lead on, so
//! the facts that are there when a goal is noted speak of steps before it, or of other paths.

use std::collections::BTreeMap;

use heureka_ir::graph::postorder;
use heureka_ir::{ArrayId, Contents, EdgeId, ExprId, LocId, LocKind, Op, ProcId, Program, VarId};
use heureka_logic::{Op as TermOp, SortId, Substitution, TermId, Terms, simplify};

use super::expression::{Evaluation, State};
use super::vocabulary::{Vocabulary, sort};
use super::{Subject, arithmetic};
use crate::rejected::Rejected;

/// Something to be proved.
pub struct Goal {
    pub what: What,
    pub path: TermId,
    /// What must hold on the path; may have quantifiers.
    pub formula: TermId,
    /// How many facts and universals were known.
    pub facts: usize,
    pub universals: usize,
}

#[derive(Clone, Copy)]
pub enum What {
    /// Nothing comes here.
    Failure(LocId),
    /// The formula of this location holds.
    Formula(LocId),
}

/// `∀ variables. body` holds on a path.
pub struct Universal {
    pub path: TermId,
    pub variables: Vec<TermId>,
    pub body: TermId,
}

pub struct Walk<'a> {
    subject: &'a Subject<'a>,
    vocabulary: &'a Vocabulary,
    terms: &'a mut Terms,
    start: LocId,
    /// By head of a loop that the paths go through: the state in which it was entered.
    entered: BTreeMap<LocId, State>,
    pub goals: Vec<Goal>,
    pub facts: Vec<TermId>,
    pub universals: Vec<Universal>,
    /// False as soon as something is followed that allows more than there is.
    pub is_exact: bool,
}

impl<'a> Walk<'a> {
    pub fn new(subject: &'a Subject<'a>, vocabulary: &'a Vocabulary, terms: &'a mut Terms, start: LocId) -> Walk<'a> {
        let (goals, facts, universals) = (Vec::new(), Vec::new(), Vec::new());
        let entered = BTreeMap::new();
        Walk { subject, vocabulary, terms, start, entered, goals, facts, universals, is_exact: true }
    }

    pub fn run(&mut self) -> Result<(), Rejected> {
        let program = self.subject.program;
        let start = self.start;
        let exit = program.proc(program.loc(start).proc).exit;
        let is_end = |loc: LocId| loc != start && (self.subject.formulas.contains_key(&loc) || loc == exit);
        let successors = |loc: LocId| match is_end(loc) {
            true => Vec::new(),
            false => program.out_edges(loc).map(|edge| program.edge(edge).to).filter(|to| *to != start).collect(),
        };
        let finished = postorder(start, &mut vec![false; program.locs.len()], successors);
        let mut order = vec![usize::MAX; program.locs.len()];
        finished.iter().rev().enumerate().for_each(|(at, loc)| order[loc.index()] = at);
        let mut waiting: BTreeMap<LocId, State> = BTreeMap::new();
        let first = self.first_state();
        waiting.insert(start, first);
        for &loc in finished.iter().rev() {
            let Some(mut state) = waiting.remove(&loc) else { continue };
            if is_end(loc) {
                self.arrive(loc, &state);
                continue;
            }
            if self.subject.through.contains_key(&loc) {
                state = self.enter(loc, state);
            }
            match &program.loc(loc).kind {
                LocKind::Error { fault, .. } if self.subject.question.asks_for(*fault) => self.failure(loc, &state),
                LocKind::Unsupported { .. } => self.failure(loc, &state),
                LocKind::Error { .. } | LocKind::Halt | LocKind::Normal => {}
            }
            for id in program.out_edges(loc) {
                let after = self.step(id, &mut state);
                let to = program.edge(id).to;
                if to == start {
                    match self.subject.formulas.contains_key(&start)
                        && program.proc(program.loc(start).proc).entry != start
                    {
                        true => self.arrive(start, &after),
                        false => return Err(self.endless(to)),
                    }
                    continue;
                }
                if !is_end(to) && order[to.index()] <= order[loc.index()] {
                    if self.entered.contains_key(&to) {
                        self.again(to, &after);
                        continue;
                    }
                    return Err(self.endless(to));
                }
                let joined = match waiting.remove(&to) {
                    Some(other) => self.joined(other, after),
                    None => after,
                };
                waiting.insert(to, joined);
            }
        }
        Ok(())
    }

    /// The state after any number of rounds of a loop: what they may change is arbitrary but for what they keep.
    fn enter(&mut self, head: LocId, state: State) -> State {
        self.is_exact = false;
        self.entered.insert(head, state.clone());
        // Before the first round.
        self.again(head, &state);
        let mut next = state.clone();
        let around = &self.subject.through[&head];
        for &var in &around.vars {
            next.vars[var.index()] = Some(self.any_value(var));
        }
        for &array in &around.arrays {
            next.arrays[array.index()] = self.any_contents(array);
        }
        let kept = self.kept(head, &next);
        self.assume(next.path, kept);
        next
    }

    /// What a loop keeps must hold in a state.
    fn again(&mut self, head: LocId, state: &State) {
        let kept = self.kept(head, state);
        self.goal(What::Formula(head), state.path, kept);
    }

    /// What a loop keeps, in a state.
    fn kept(&mut self, head: LocId, state: &State) -> TermId {
        let entered = self.entered[&head].clone();
        let mut replacements = self.meaning(state, 0);
        replacements.extend(self.meaning(&entered, 2));
        self.terms.substitute(self.subject.through[&head].formula, &replacements)
    }

    /// A cycle without anything that holds in it.
    fn endless(&self, loc: LocId) -> Rejected {
        Rejected::Malformed { reason: format!("nothing is said in the loop of {loc}") }
    }

    fn first_state(&mut self) -> State {
        let program = self.subject.program;
        let proc = program.loc(self.start).proc;
        let is_entry = program.proc(proc).entry == self.start;
        let is_main = proc == program.entry;
        let mut vars = Vec::new();
        for var in program.var_ids() {
            let declared = program.var(var);
            let is_param = program.proc(proc).params.contains(&var);
            let is_input = declared.owner.is_none() || is_param;
            let value = match (is_entry, declared.owner) {
                (true, None) if is_main => Some(self.terms.int(declared.init)),
                (true, _) => is_input.then(|| self.vocabulary.vars[1][var.index()]),
                (false, owner) => owner.is_none_or(|owner| owner == proc).then(|| self.vocabulary.vars[0][var.index()]),
            };
            vars.push(value);
            for symbol in self.vocabulary.vars.each_ref().map(|vars| vars[var.index()]) {
                let fits = arithmetic::fits(self.terms, declared.ty, symbol);
                self.facts.push(fits);
            }
        }
        let mut arrays = Vec::new();
        for array in program.array_ids() {
            let owner = program.array(array).owner;
            let starts = is_entry && (owner == Some(proc) || is_main && owner.is_none());
            let term = match (starts, is_entry) {
                (true, _) => self.initial(array),
                (false, true) => self.vocabulary.arrays[1][array.index()],
                (false, false) => self.vocabulary.arrays[0][array.index()],
            };
            arrays.push(term);
        }
        if let Some(&formula) = self.subject.formulas.get(&self.start) {
            self.assume(Terms::TRUE, formula);
        }
        State { path: Terms::TRUE, vars, arrays }
    }

    fn initial(&mut self, array: ArrayId) -> TermId {
        let declared = self.subject.program.array(array);
        let values: &[i128] = match &declared.init {
            Contents::Undefined => return self.any_contents(array),
            Contents::Zero => &[],
            Contents::Values(values) => values,
        };
        let zero = self.terms.int(0);
        let mut contents = self.everywhere(declared.dims.len(), zero);
        for (at, value) in values.iter().enumerate().filter(|(_, value)| **value != 0) {
            let place = declared.place(at as u64);
            let indices: Vec<TermId> = place.iter().map(|index| self.terms.int(i128::from(*index))).collect();
            let value = self.terms.int(*value);
            contents = self.evaluation().write(contents, &indices, value);
        }
        contents
    }

    fn everywhere(&mut self, dims: usize, value: TermId) -> TermId {
        (0..dims).fold(value, |value, _| {
            let sort = self.terms.array_sort(SortId::INT, self.terms.sort(value));
            self.terms.const_array(sort, value)
        })
    }

    fn any_contents(&mut self, array: ArrayId) -> TermId {
        let sort = sort(self.terms, self.subject.program.array(array));
        self.terms.fresh("contents", sort)
    }

    fn any_value(&mut self, var: VarId) -> TermId {
        let value = self.terms.fresh("value", SortId::INT);
        let fits = arithmetic::fits(self.terms, self.subject.program.var(var).ty, value);
        self.facts.push(fits);
        value
    }

    fn evaluation(&mut self) -> Evaluation<'_> {
        Evaluation {
            program: self.subject.program,
            terms: self.terms,
            facts: &mut self.facts,
            is_exact: &mut self.is_exact,
        }
    }

    /// The value of an expression; on the path its evaluation does not fault.
    fn value(&mut self, state: &State, expr: ExprId) -> TermId {
        let (value, defined) = self.evaluation().expr(state, expr);
        self.fact(state.path, defined);
        value
    }

    fn fact(&mut self, path: TermId, condition: TermId) {
        let fact = self.terms.implies(path, condition);
        let fact = simplify(self.terms, fact);
        if self.terms.as_bool(fact) != Some(true) {
            self.facts.push(fact);
        }
    }

    /// A formula that holds on a path.
    fn assume(&mut self, path: TermId, formula: TermId) {
        let mut open = vec![formula];
        while let Some(part) = open.pop() {
            let children = self.terms.children(part).to_vec();
            match self.terms.op(part) {
                TermOp::And => open.extend(children.into_iter().rev()),
                TermOp::Forall => {
                    let (body, variables) = children.split_last().expect("a quantifier has a body");
                    self.universals.push(Universal { path, variables: variables.to_vec(), body: *body });
                }
                _ => self.fact(path, part),
            }
        }
    }

    fn failure(&mut self, loc: LocId, state: &State) {
        self.goal(What::Failure(loc), state.path, Terms::FALSE);
    }

    /// The formula of a location must hold in a state.
    fn arrive(&mut self, loc: LocId, state: &State) {
        let Some(&formula) = self.subject.formulas.get(&loc) else { return };
        let replacements = self.meaning(state, 0);
        let formula = self.terms.substitute(formula, &replacements);
        self.goal(What::Formula(loc), state.path, formula);
    }

    fn goal(&mut self, what: What, path: TermId, formula: TermId) {
        let mut open = vec![formula];
        while let Some(part) = open.pop() {
            if self.terms.op(part) == TermOp::And {
                open.extend(self.terms.children(part).iter().rev());
                continue;
            }
            let (facts, universals) = (self.facts.len(), self.universals.len());
            self.goals.push(Goal { what, path, formula: part, facts, universals });
        }
    }

    /// What names mean in a state; those of values now, or of others.
    fn meaning(&mut self, state: &State, mark: usize) -> Substitution {
        let program = self.subject.program;
        let mut replacements = Substitution::new();
        for var in program.var_ids() {
            let symbol = self.terms.as_constant(self.vocabulary.vars[mark][var.index()]).expect("a symbol");
            let value = match state.vars[var.index()] {
                Some(value) => value,
                None => self.any_value(var),
            };
            replacements.insert(symbol, value);
        }
        for array in program.array_ids() {
            let symbol = self.terms.as_constant(self.vocabulary.arrays[mark][array.index()]).expect("a symbol");
            replacements.insert(symbol, state.arrays[array.index()]);
        }
        replacements
    }

    /// The state after an edge; what is left for the next edges stays.
    fn step(&mut self, id: EdgeId, state: &mut State) -> State {
        let program = self.subject.program;
        let edge = program.edge(id);
        let mut next = state.clone();
        match &edge.op {
            Op::Skip => {}
            Op::Assume(guard) => {
                let condition = self.value(state, *guard);
                let not = self.terms.not(condition);
                let (taken, left) = (self.terms.and(&[state.path, condition]), self.terms.and(&[state.path, not]));
                next.path = simplify(self.terms, taken);
                state.path = simplify(self.terms, left);
                return next;
            }
            Op::Assign(pairs) => {
                for (var, expr) in pairs {
                    next.vars[var.index()] = Some(self.value(state, *expr));
                }
            }
            Op::Return(values) => {
                for (var, expr) in program.proc(program.loc(edge.from).proc).results.iter().zip(values) {
                    next.vars[var.index()] = Some(self.value(state, *expr));
                }
            }
            Op::Store { array, indices, value } => {
                let indices = self.indices(state, *array, indices);
                let stored = self.value(state, *value);
                next.arrays[array.index()] = self.evaluation().write(state.arrays[array.index()], &indices, stored);
            }
            Op::Fill { array, prefix, value } => {
                let indices = self.indices(state, *array, prefix);
                let stored = self.value(state, *value);
                let row = self.everywhere(program.array(*array).dims.len() - indices.len(), stored);
                next.arrays[array.index()] = self.evaluation().write(state.arrays[array.index()], &indices, row);
            }
            Op::Copy { to, from } => next.arrays[to.index()] = state.arrays[from.index()],
            Op::Havoc { var, .. } => next.vars[var.index()] = Some(self.any_value(*var)),
            Op::HavocArray { array, prefix, .. } => {
                let indices = self.indices(state, *array, prefix);
                let mut any = self.any_contents(*array);
                for index in &indices {
                    any = self.terms.select(any, *index);
                }
                next.arrays[array.index()] = self.evaluation().write(state.arrays[array.index()], &indices, any);
            }
            Op::Call { proc, args, results } => self.call(*proc, args, results, state, &mut next),
        }
        // No other edge of a location leads on where one without a guard does.
        state.path = Terms::FALSE;
        next
    }

    fn indices(&mut self, state: &State, array: ArrayId, indices: &[ExprId]) -> Vec<TermId> {
        let indices: Vec<TermId> = indices.iter().map(|index| self.value(state, *index)).collect();
        let declared = self.subject.program.array(array);
        let within = self.evaluation().within(state, declared, &indices);
        self.fact(state.path, within);
        indices
    }

    /// What is promised is proved, what is given back is assumed.
    fn call(&mut self, proc: ProcId, args: &[ExprId], results: &[VarId], state: &State, next: &mut State) {
        let program: &Program = self.subject.program;
        let callee = program.proc(proc);
        let mut given = Substitution::new();
        let args: Vec<TermId> = args.iter().map(|arg| self.value(state, *arg)).collect();
        for var in program.var_ids() {
            let symbol = self.terms.as_constant(self.vocabulary.vars[1][var.index()]).expect("a symbol");
            let value = match callee.params.iter().position(|param| *param == var) {
                Some(at) => args[at],
                None => match state.vars[var.index()] {
                    Some(value) => value,
                    None => self.any_value(var),
                },
            };
            given.insert(symbol, value);
        }
        for array in program.array_ids() {
            let symbol = self.terms.as_constant(self.vocabulary.arrays[1][array.index()]).expect("a symbol");
            given.insert(symbol, state.arrays[array.index()]);
        }
        if let Some(&promised) = self.subject.formulas.get(&callee.entry) {
            let promised = self.terms.substitute(promised, &given);
            self.goal(What::Formula(callee.entry), state.path, promised);
        }
        let reached = self.subject.calls.reachable(proc);
        let mut back = given;
        let mut outputs: BTreeMap<VarId, TermId> = BTreeMap::new();
        for var in program.var_ids().filter(|var| program.var(*var).owner.is_none()) {
            let writes = |edge: &heureka_ir::Edge| {
                reached[program.loc(edge.from).proc.index()] && edge.op.written_vars().any(|written| written == var)
            };
            let value = match program.edges().iter().any(writes) {
                true => self.any_value(var),
                false => match state.vars[var.index()] {
                    Some(value) => value,
                    None => self.any_value(var),
                },
            };
            next.vars[var.index()] = Some(value);
            outputs.insert(var, value);
        }
        for &var in &callee.results {
            let value = self.any_value(var);
            outputs.insert(var, value);
        }
        for (result, returned) in results.iter().zip(&callee.results) {
            next.vars[result.index()] = Some(outputs[returned]);
        }
        for (var, value) in outputs {
            let symbol = self.terms.as_constant(self.vocabulary.vars[0][var.index()]).expect("a symbol");
            back.insert(symbol, value);
        }
        for array in program.array_ids().filter(|array| program.array(*array).owner.is_none()) {
            let writes = |edge: &heureka_ir::Edge| {
                reached[program.loc(edge.from).proc.index()] && edge.op.written_array() == Some(array)
            };
            if program.edges().iter().any(writes) {
                next.arrays[array.index()] = self.any_contents(array);
            }
            let symbol = self.terms.as_constant(self.vocabulary.arrays[0][array.index()]).expect("a symbol");
            back.insert(symbol, next.arrays[array.index()]);
        }
        match self.subject.formulas.get(&callee.exit) {
            Some(&formula) => {
                let formula = self.terms.substitute(formula, &back);
                self.assume(state.path, formula);
            }
            None => self.is_exact = false,
        }
    }

    fn joined(&mut self, one: State, other: State) -> State {
        let path = self.terms.or(&[one.path, other.path]);
        let path = simplify(self.terms, path);
        let mut choose = |yes: TermId, no: TermId| match yes == no {
            true => yes,
            false => self.terms.ite(one.path, yes, no),
        };
        let vars = one.vars.iter().zip(&other.vars).map(|pair| match pair {
            (Some(yes), Some(no)) => Some(choose(*yes, *no)),
            // Without a value on one of the ways, it may be anything behind them.
            _ => None,
        });
        let vars = vars.collect();
        let arrays = one.arrays.iter().zip(&other.arrays).map(|(yes, no)| choose(*yes, *no)).collect();
        State { path, vars, arrays }
    }
}
