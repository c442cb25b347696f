//! What a step does to the ghosts of the certificate (`invariant.rs` of the ir says what ghosts are).
//!
//! A cell follows its array: a store at its indices sets it, a store elsewhere leaves it, and when a variable in its
//! indices changes it is the contents somewhere else. So nothing has to be kept about a cell but its value.

use std::collections::HashMap;

use heureka_ir::invariant::CellIndex;
use heureka_ir::{ArrayId, EdgeId, Op, ProcId, VarId};
use heureka_logic::TermId;

use super::contents::{Memory, Place};
use super::{Execution, TOO_LARGE};
use crate::ghosts::Cell;
use crate::linear::{Linear, Row, Symbol};
use crate::subject::Subject;
use crate::vocabulary::{Condition, Vocabulary};
use crate::world::World;

type Values = Vec<(VarId, Linear)>;

/// The cells when the program starts.
pub struct Start {
    pub values: Values,
    pub definitions: Vec<Row>,
    pub conditions: Vec<TermId>,
    pub inexact: Option<&'static str>,
}

/// That cells with equal indices have equal values, before a step and at the entry of the procedure: every state that is
/// reached satisfies it.
#[derive(Default)]
pub struct Agreement {
    /// Equations that hold in the world, and definitions.
    pub rows: Vec<Row>,
    pub conditions: Vec<TermId>,
    pub inexact: Option<&'static str>,
}

/// The cells of a caller when a call is over.
#[derive(Default)]
pub struct Returned {
    pub values: Values,
    /// That those with equal indices have equal values.
    pub conditions: Vec<TermId>,
}

/// The start of the program.
pub fn start(question: &Subject, world: &mut World, words: &mut Vocabulary) -> Start {
    let program = question.program;
    let mut execution = Execution::new(question, program.entry, world, words);
    let mut memories = HashMap::new();
    let mut values = Vec::new();
    for cell in question.ghosts.cells().iter().filter(|cell| cell.is_in_scope(program.entry)) {
        let globals = cell.reads.iter().filter(|var| program.var(**var).owner.is_none());
        let given = globals.map(|var| (*var, Linear::constant(program.var(*var).init))).collect();
        let value = execution.cell_at(cell, given, |this, indices| {
            this.initial(memories.entry(cell.array).or_default(), cell.array, indices)
        });
        values.push((cell.ghost, value));
    }
    let Execution { definitions, conditions, inexact, .. } = execution;
    Start { values, definitions, conditions, inexact }
}

/// That the cells of which `proc` may speak agree.
pub fn agreement(question: &Subject, proc: ProcId, world: &mut World, words: &mut Vocabulary) -> Agreement {
    let ghosts = &question.ghosts;
    let mut agreement = Agreement::default();
    if ghosts.cells().len() < 2 {
        return agreement;
    }
    let mut execution = Execution::new(question, proc, world, words);
    for array in ghosts.arrays() {
        if ghosts.cells_of(array).filter(|cell| cell.is_in_scope(proc)).nth(1).is_none() {
            continue;
        }
        let now = execution.memory(array).places;
        execution.agree(&now, &mut agreement);
        if !ghosts.has_cells_at_entry {
            continue;
        }
        let mut at_entry = Vec::new();
        for cell in ghosts.cells_of(array).filter(|cell| cell.owner.is_none()) {
            let given = cell.reads.iter().map(|var| (*var, Linear::symbol(Symbol::Entry(*var)))).collect();
            let value = execution.world.resolve(&Linear::symbol(Symbol::Entry(cell.ghost)));
            at_entry.extend(value.map(|value| execution.place_at(cell, given, value)));
        }
        execution.agree(&at_entry, &mut agreement);
    }
    agreement.rows.extend(execution.definitions);
    agreement.conditions.extend(execution.conditions);
    agreement.inexact = agreement.inexact.or(execution.inexact);
    agreement
}

impl Execution<'_, '_> {
    /// What is known of an array before the step.
    pub fn memory_before(&mut self, array: ArrayId) -> Memory {
        let (question, proc) = (self.question, self.proc);
        let mut memory = Memory::default();
        for cell in question.ghosts.cells_of(array).filter(|cell| cell.is_in_scope(proc)) {
            let value = self.before(cell);
            let (exists, indices) = self.indices(cell);
            memory.places.push(Place { exists, indices, value });
        }
        memory
    }

    /// The value of a cell before the step.
    fn before(&mut self, cell: &Cell) -> Linear {
        let value = self.world.resolve(&Linear::symbol(Symbol::Now(cell.ghost)));
        value.unwrap_or_else(|| self.unknown(self.question.program.array(cell.array).elem, TOO_LARGE))
    }

    /// The indices of a cell, and that they are computed without a fault.
    fn indices(&mut self, cell: &Cell) -> (Condition, Vec<Linear>) {
        let mut exists = Condition::TRUE;
        let indices = cell.indices.iter().map(|index| match *index {
            CellIndex::Const(index) => Linear::constant(index),
            CellIndex::Rigid { ghost, offset } => {
                let index = self.world.resolve(&Linear::symbol(Symbol::Now(ghost)));
                index.and_then(|index| index.add_constant(offset)).unwrap_or_else(|| self.unbounded(TOO_LARGE))
            }
            CellIndex::Mirrored { ghost, sum, offset } => {
                let ghost = self.world.resolve(&Linear::symbol(Symbol::Now(ghost)));
                let from = match sum {
                    Some(sum) => self.world.resolve(&Linear::symbol(Symbol::Now(sum))),
                    None => Some(Linear::constant(0)),
                };
                let index = from.zip(ghost).and_then(|(from, ghost)| from.sub(&ghost)?.add_constant(offset));
                index.unwrap_or_else(|| self.unbounded(TOO_LARGE))
            }
            CellIndex::Now(expr) => {
                self.evaluate(expr);
                exists = self.words.and(exists, self.known[&expr].course.ok);
                self.number(expr)
            }
        });
        let indices = indices.collect();
        (exists, indices)
    }

    /// The same where some variables have other values.
    fn indices_where(&mut self, cell: &Cell, given: HashMap<VarId, Linear>) -> (Condition, Vec<Linear>) {
        if given.is_empty() {
            return self.indices(cell);
        }
        let known = std::mem::take(&mut self.known);
        let before = std::mem::replace(&mut self.elsewhere, given);
        let indices = self.indices(cell);
        self.known = known;
        self.elsewhere = before;
        indices
    }

    fn place_at(&mut self, cell: &Cell, given: HashMap<VarId, Linear>, value: Linear) -> Place {
        let (exists, indices) = self.indices_where(cell, given);
        Place { exists, indices, value }
    }

    /// The value of a cell where some variables have other values and `contents` tells what the array holds. It is
    /// arbitrary if the indices cannot be computed.
    fn cell_at(
        &mut self,
        cell: &Cell,
        given: HashMap<VarId, Linear>,
        contents: impl FnOnce(&mut Self, &[Linear]) -> Linear,
    ) -> Linear {
        let (exists, indices) = self.indices_where(cell, given);
        let value = contents(self, &indices);
        if exists == Condition::TRUE {
            return value;
        }
        let any = self.question.values_of(self.question.program.array(cell.array).elem);
        let any = Linear::symbol(self.world.fresh(any));
        self.choose_number(exists, value, any)
    }

    /// Adds that places with equal indices have equal values.
    fn agree(&mut self, places: &[Place], agreement: &mut Agreement) {
        for (at, one) in places.iter().enumerate() {
            for other in &places[..at] {
                let same = self.are_equal(&one.indices, &other.indices);
                let exist = self.words.and(one.exists, other.exists);
                let same = self.words.and(same, exist);
                if same == Condition::FALSE || one.value == other.value {
                    continue;
                }
                let Some(difference) = one.value.sub(&other.value) else {
                    agreement.inexact.get_or_insert(TOO_LARGE);
                    continue;
                };
                let equal = Row::zero(difference);
                match same {
                    Condition::Open(same) => {
                        let (equal, differ) = (self.words.row(&equal), self.words.terms.not(same));
                        agreement.conditions.push(self.words.any(&[differ, equal]));
                    }
                    Condition::Known(_) => agreement.rows.push(equal),
                }
            }
        }
    }

    /// The cells that a step other than a call gives new values, where it gives variables these `values`.
    pub fn cells_after(&mut self, op: &Op, values: &[(VarId, Linear)]) -> Values {
        let (question, proc) = (self.question, self.proc);
        let mut after = Vec::new();
        let mut chosen = Memory::default();
        for cell in question.ghosts.cells().iter().filter(|cell| cell.is_in_scope(proc)) {
            let moved = values.iter().filter(|(var, _)| cell.reads.contains(var));
            let moved: HashMap<VarId, Linear> = moved.cloned().collect();
            if !moved.is_empty() {
                let value = self.cell_at(cell, moved, |this, indices| this.read(cell.array, indices));
                after.push((cell.ghost, value));
            } else if let Some((array, prefix)) = op.access().filter(|(array, _)| *array == cell.array) {
                let prefix: Vec<Linear> = prefix.iter().map(|index| self.number(*index)).collect();
                let (exists, indices) = self.indices(cell);
                let same = self.are_equal(&prefix, &indices);
                let same = self.words.and(exists, same);
                if same == Condition::FALSE {
                    continue;
                }
                let value = match op {
                    Op::Store { value, .. } | Op::Fill { value, .. } => self.number(*value),
                    _ => self.look(&mut chosen, array, &indices),
                };
                let before = self.before(cell);
                after.push((cell.ghost, self.choose_number(same, value, before)));
            } else if let Op::Copy { to, from } = *op
                && to == cell.array
            {
                let (exists, indices) = self.indices(cell);
                let (value, before) = (self.read(from, &indices), self.before(cell));
                after.push((cell.ghost, self.choose_number(exists, value, before)));
            }
        }
        after
    }

    /// The ghosts that remember what a value was when this edge was last taken.
    pub fn lasts_after(&mut self, edge: EdgeId) -> Values {
        let question = self.question;
        let mut after = Vec::new();
        for &(ghost, expr) in question.ghosts.lasts(edge) {
            self.evaluate(expr);
            let (ok, mut value) = (self.known[&expr].course.ok, self.number(expr));
            if ok != Condition::TRUE {
                let any = question.values_of(question.program.exprs.int_ty(expr));
                let any = Linear::symbol(self.world.fresh(any));
                value = self.choose_number(ok, value, any);
            }
            after.push((ghost, value));
        }
        after
    }

    /// The same at a fault. The guards of one location are all evaluated there, so what is remembered at another of its
    /// edges counts, too, if a ghost remembers nothing at this one.
    pub fn lasts_at_fault(&mut self, edge: EdgeId) -> Values {
        let program = self.question.program;
        let mut seen = self.lasts_after(edge);
        for other in program.out_edges(program.edge(edge).from).filter(|other| *other != edge) {
            for (ghost, value) in self.lasts_after(other) {
                if seen.iter().all(|(known, _)| *known != ghost) {
                    seen.push((ghost, value));
                }
            }
        }
        seen
    }

    /// The cells that are locals of a procedure which is called.
    pub fn cells_at_entry(&mut self, callee: ProcId, arguments: &[Linear]) -> Values {
        let question = self.question;
        let program = question.program;
        let params = &program.proc(callee).params;
        let mut memories: HashMap<ArrayId, Memory> = HashMap::new();
        let mut values = Vec::new();
        for cell in question.ghosts.cells().iter().filter(|cell| cell.owner == Some(callee)) {
            let locals = cell.reads.iter().filter(|var| program.var(**var).owner.is_some());
            let given = locals.map(|var| match params.iter().position(|param| param == var) {
                Some(at) => (*var, arguments[at].clone()),
                None => (*var, Linear::symbol(Symbol::Callee(*var))),
            });
            let given = given.collect();
            let value = self.cell_at(cell, given, |this, indices| {
                if program.array(cell.array).owner.is_some() {
                    return this.initial(memories.entry(cell.array).or_default(), cell.array, indices);
                }
                let memory = memories.entry(cell.array).or_insert_with(|| this.memory(cell.array));
                this.look(memory, cell.array, indices)
            });
            values.push((cell.ghost, value));
        }
        values
    }

    /// The cells of the caller that a call moves or may set, apart from those of which the callee's contract speaks.
    pub fn cells_after_call(&mut self, callee: ProcId, results: &[VarId]) -> Returned {
        let (question, proc) = (self.question, self.proc);
        let program = question.program;
        let mut memories: HashMap<ArrayId, Memory> = HashMap::new();
        let mut agreement = Agreement::default();
        for cell in question.ghosts.cells().iter().filter(|cell| cell.owner.is_none()) {
            if !memories.contains_key(&cell.array) && question.writes.contains(callee, cell.ghost) {
                let memory = self.memory_at_exit(callee, cell.array);
                self.agree(&memory.places, &mut agreement);
                memories.insert(cell.array, memory);
            }
        }
        let mut values = Vec::new();
        for cell in question.ghosts.cells().iter().filter(|cell| cell.is_in_scope(proc)) {
            let is_moved = cell.reads.iter().any(|var| results.contains(var));
            if !is_moved && (cell.owner.is_none() || !question.writes.moves_or_sets(callee, cell)) {
                continue;
            }
            let mut given = self.changed_by(callee, &cell.reads);
            for (into, from) in results.iter().zip(&program.proc(callee).results) {
                if cell.reads.contains(into) {
                    given.insert(*into, Linear::symbol(Symbol::Callee(*from)));
                }
            }
            let value = self.cell_at(cell, given, |this, indices| {
                let memory = memories.entry(cell.array).or_insert_with(|| this.memory_at_exit(callee, cell.array));
                this.look(memory, cell.array, indices)
            });
            values.push((cell.ghost, value));
        }
        let mut conditions = agreement.conditions;
        conditions.extend(agreement.rows.iter().map(|row| self.words.row(row)));
        self.inexact = self.inexact.or(agreement.inexact);
        Returned { values, conditions }
    }

    /// What is known of an array when a callee comes to its end.
    fn memory_at_exit(&mut self, callee: ProcId, array: ArrayId) -> Memory {
        let question = self.question;
        let is_written = question.writes.contains_array(callee, array);
        let mut memory = if is_written { Memory::default() } else { self.memory(array) };
        for cell in question.ghosts.cells_of(array).filter(|cell| cell.owner.is_none()) {
            if question.writes.contains(callee, cell.ghost) {
                let given = self.changed_by(callee, &cell.reads);
                let value = Linear::symbol(Symbol::Callee(cell.ghost));
                memory.places.push(self.place_at(cell, given, value));
            }
        }
        memory
    }

    /// The values, at the end of a callee, of those variables that it may change.
    fn changed_by(&self, callee: ProcId, vars: &[VarId]) -> HashMap<VarId, Linear> {
        let question = self.question;
        let changed = vars.iter().filter(|var| question.writes.contains(callee, **var));
        changed.map(|var| (*var, Linear::symbol(Symbol::Callee(*var)))).collect()
    }
}
