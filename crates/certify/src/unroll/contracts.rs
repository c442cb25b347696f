//! Calls by contract: what a procedure promises is assumed where it is called, and proved once of its body.
//!
//! By induction over the steps of an execution: where a procedure with a contract is entered, `before` was proved at the call;
//! and where it returns, its body was followed from a state like that, in which the calls that it made itself returned
//! earlier and kept their promises. So recursion needs nothing more.

use heureka_ir::formula::Formula;
use heureka_ir::{EdgeId, ProcId, VarId};
use heureka_logic::TermId;

use super::Failure;
use super::assume::{Scene, Use, holds};
use super::follow::{Follower, written_by};
use super::memory::Memory;
use super::plan::says_what_numbers_are;
use super::state::State;
use crate::rejected::Rejected;

/// A call.
pub struct Call<'a> {
    /// Without one: the start of the program.
    pub edge: Option<EdgeId>,
    pub proc: ProcId,
    pub args: Vec<TermId>,
    pub results: &'a [VarId],
    pub is_assumed: bool,
}

impl Follower<'_> {
    /// The state after a call of a procedure that has a contract; none if there is no way back from it.
    pub(super) fn by_contract(&mut self, call: &Call, state: State) -> Option<State> {
        let (program, plan) = (self.program, self.plan);
        let contract = &plan.contracts[&call.proc];
        let procedure = program.proc(call.proc);
        let mut callee = state.clone();
        for var in program.var_ids().filter(|var| program.var(*var).owner == Some(call.proc)) {
            callee.vars[var.index()] = None;
        }
        for (param, arg) in procedure.params.iter().zip(&call.args) {
            callee.vars[param.index()] = Some(*arg);
        }
        let at_entry = callee.vars.clone();
        if !call.is_assumed {
            self.prove(Failure::Before(call.edge, call.proc), &contract.before, &mut callee, &at_entry);
        }
        // All that the call can change is arbitrary, but for the promise.
        let (vars, arrays) = written_by(program, [call.proc]);
        let mut after = state;
        for var in program.var_ids().filter(|var| program.var(*var).owner.is_none() && vars[var.index()]) {
            after.vars[var.index()] = Some(self.words.any(program.var(var).ty));
        }
        for id in program.array_ids().filter(|id| program.array(*id).owner.is_none() && arrays[id.index()]) {
            after.arrays[id.index()] = Some(Memory::anything(&mut self.words, program.array(id)));
        }
        let returned: Vec<TermId> = procedure.results.iter().map(|var| self.words.any(program.var(*var).ty)).collect();
        let mut exit = after.clone();
        for (var, value) in procedure.results.iter().zip(&returned) {
            exit.vars[var.index()] = Some(*value);
        }
        after.path = self.assume(&contract.after, &mut exit, &at_entry)?;
        for (var, value) in call.results.iter().zip(returned) {
            after.vars[var.index()] = Some(value);
        }
        Some(after)
    }

    /// Follows the body of a procedure from any state in which its contract allows calls.
    pub(super) fn body(&mut self, proc: ProcId) -> Result<(), Rejected> {
        let (program, plan) = (self.program, self.plan);
        let contract = &plan.contracts[&proc];
        let mut state = State::new(program);
        let is_param = |var: VarId| program.proc(proc).params.contains(&var);
        for var in program.var_ids().filter(|var| program.var(*var).owner.is_none() || is_param(*var)) {
            state.vars[var.index()] = Some(self.words.any(program.var(var).ty));
        }
        for id in program.array_ids().filter(|id| program.array(*id).owner.is_none()) {
            state.arrays[id.index()] = Some(Memory::anything(&mut self.words, program.array(id)));
        }
        let at_entry = state.vars.clone();
        let Some(path) = self.assume(&contract.before, &mut state, &at_entry) else { return Ok(()) };
        state.path = path;
        if let Some(mut exit) = self.procedure(proc, state)? {
            self.prove(Failure::After(proc), &contract.after, &mut exit, &at_entry);
        }
        Ok(())
    }

    /// The path on which a formula holds; none if it cannot.
    pub(super) fn assume(
        &mut self,
        formula: &Formula,
        state: &mut State,
        at_entry: &[Option<TermId>],
    ) -> Option<super::state::Path> {
        self.fill(formula, state);
        let scene = Scene::new(state, at_entry);
        let holds = holds(&mut self.words, self.program, formula, &scene, Use::Assumed);
        self.paths.extend(&mut self.words, state.path, holds)
    }

    /// That a formula does not hold is something that must not happen.
    pub(super) fn prove(&mut self, what: Failure, formula: &Formula, state: &mut State, at_entry: &[Option<TermId>]) {
        self.fill(formula, state);
        let scene = Scene::new(state, at_entry);
        // Each part by itself: a solver finds a proof of one of them more easily than of all.
        let whole = std::slice::from_ref(formula);
        let parts = if let Formula::And(parts) = formula { parts } else { whole };
        let mut lemmas = self.words.bool(true);
        for (at, part) in parts.iter().enumerate() {
            let holds = holds(&mut self.words, self.program, part, &scene, Use::Refuted);
            let broken = self.words.not(holds);
            if let Some(path) = self.paths.extend(&mut self.words, state.path, broken) {
                self.oblige_part(what, at, path, lemmas);
            }
            if self.words.is_bits() && says_what_numbers_are(part) {
                lemmas = self.words.and(lemmas, holds);
            }
        }
    }

    /// Variables that were never written have some value for a formula that speaks of them.
    fn fill(&mut self, formula: &Formula, state: &mut State) {
        for var in super::plan::mentioned(formula) {
            // A formula of another walk may speak of what does not exist.
            if let Some(value @ None) = state.vars.get_mut(var.index()) {
                *value = Some(self.words.any(self.program.var(var).ty));
            }
        }
    }
}
