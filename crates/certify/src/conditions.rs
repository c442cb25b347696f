//! The conditions that make invariants a proof, one after the other: initiation, consecution for every edge and every
//! disjunct, calls and returns, and safety.
//!
//! Each is first looked at by evaluation: the disjunct gives a [`World`], the step is executed in it, and the rows of the
//! target's disjuncts are compared with what is then known. What this does not show goes to the solver, as the conjunction
//! of the disjunct *as it stands in the certificate*, the step, and the negation of the target's invariant.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::rc::Rc;

use heureka_ir::invariant::{Constraint, Invariants, Value};
use heureka_ir::{EdgeId, LocId, LocKind, Op, ProcId};
use heureka_logic::TermId;
use heureka_logic::solver::{Limits, SolverFactory};

use crate::Checked;
use crate::disjuncts::Disjuncts;
use crate::execute::{Step, execute};
use crate::linear::{Linear, Row, Symbol};
use crate::prover::{Claim, Doubt, Known, Prover, bound_rows};
use crate::question::Question;
use crate::rejected::Rejected;
use crate::vocabulary::{Condition, Vocabulary};
use crate::world::{Truth, World};
use crate::writes::Writes;

pub struct Conditions<'q, 'c> {
    question: &'q Question<'q>,
    invariants: &'q Invariants,
    writes: Rc<Writes>,
    /// For each location its disjuncts, by what they fix; made when needed.
    targets: Vec<OnceCell<Disjuncts>>,
    /// For the exit of each procedure its disjuncts, by what they fix at the entry.
    contracts: Vec<OnceCell<Disjuncts>>,
    words: Vocabulary,
    prover: Prover<'q, 'c>,
}

/// Facts about the state before a step: where a doubt begins.
#[derive(Clone, Copy)]
struct Before<'a> {
    rows: &'a [Row],
    /// The number of fresh symbols before the step.
    fresh: u32,
}

impl<'q, 'c> Conditions<'q, 'c> {
    pub fn new(
        question: &'q Question<'q>,
        invariants: &'q Invariants,
        solvers: &'c SolverFactory,
        limits: Limits<'c>,
    ) -> Conditions<'q, 'c> {
        let program = question.program;
        Conditions {
            question,
            invariants,
            writes: Rc::new(Writes::of(program)),
            targets: program.loc_ids().map(|_| OnceCell::new()).collect(),
            contracts: program.proc_ids().map(|_| OnceCell::new()).collect(),
            words: Vocabulary::new(question.numbers),
            prover: Prover::new(question, solvers, limits),
        }
    }

    pub fn check(mut self) -> Result<Checked, Rejected> {
        self.initiation()?;
        for loc in self.question.program.loc_ids() {
            self.location(loc)?;
        }
        self.prover.finish(&mut self.words)
    }

    /// Globals have their initial values, everything else any value; entry and now are one.
    fn initiation(&mut self) -> Result<(), Rejected> {
        let program = self.question.program;
        let entry = program.proc(program.entry).entry;
        let world = World::new(self.question);
        let start = |value: Value| {
            let (Value::AtEntry(var) | Value::Now(var)) = value;
            Some(match program.var(var).owner {
                None => Linear::constant(program.var(var).init),
                Some(_) => Linear::symbol(Symbol::Now(var)),
            })
        };
        self.arrive(Claim::Initial, entry, &world, start, |_| Known::default(), None)
    }

    /// Everything about one location: that it is no error, and the edges out of it.
    fn location(&mut self, loc: LocId) -> Result<(), Rejected> {
        let invariants = self.invariants;
        let is_wrong = match &self.question.program.loc(loc).kind {
            LocKind::Normal | LocKind::Halt => false,
            LocKind::Error { fault, .. } => self.question.asks_for(*fault),
            LocKind::Unsupported { .. } => true,
        };
        for disjunct in &invariants.at[loc.index()].disjuncts {
            self.prover.look_at_the_clock()?;
            let rows: Option<Vec<Row>> = disjunct.iter().map(as_it_stands).collect();
            let Some(rows) = rows else {
                self.prover.give_up(Claim::Unreachable(loc), "the invariant has numbers that are too large");
                continue;
            };
            let mut world = World::new(self.question);
            world.assume(rows.iter().cloned());
            if is_wrong {
                self.refute(Claim::Unreachable(loc), &world, &rows)?;
            }
            for edge in self.question.program.out_edges(loc) {
                self.edge(edge, &mut world, &rows)?;
            }
        }
        Ok(())
    }

    /// The rows must contradict each other.
    fn refute(&mut self, claim: Claim, world: &World, rows: &[Row]) -> Result<(), Rejected> {
        if world.is_contradictory() {
            self.prover.evaluated();
            return Ok(());
        }
        let known = Known { rows: rows.to_vec(), facts: Vec::new() };
        self.prover.ask(&mut self.words, Doubt { claim, known, goals: Vec::new(), inexact: None })
    }

    /// The step from one disjunct: it does not fault, and it leads to the next invariant.
    fn edge(&mut self, id: EdgeId, world: &mut World<'q>, rows: &[Row]) -> Result<(), Rejected> {
        let program = self.question.program;
        let edge = program.edge(id);
        if world.is_contradictory() {
            self.prover.evaluated();
            return Ok(());
        }
        let before = Before { rows, fresh: world.fresh_count() };
        let step = execute(self.question, program.loc(edge.from).proc, &edge.op, world, &mut self.words);
        for bad in &step.bad {
            let mut known = step_known(before, &step, world);
            known.facts.push(term(&mut self.words, bad.condition));
            let claim = Claim::NoFault(id, bad.fault);
            let doubt = Doubt { claim, known, goals: Vec::new(), inexact: bad.inexact };
            self.prover.ask(&mut self.words, doubt)?;
        }
        if step.guard == Condition::FALSE || step.ok == Condition::FALSE {
            self.prover.evaluated();
            return Ok(());
        }
        let after = match step.definitions.is_empty() && step.learned.is_empty() {
            true => Cow::Borrowed(&*world),
            false => {
                let mut after = world.clone();
                after.assume(step.definitions.iter().chain(&step.learned).cloned());
                Cow::Owned(after)
            }
        };
        if after.is_contradictory() {
            self.prover.evaluated();
            return Ok(());
        }
        if let Op::Call { proc, .. } = edge.op {
            return self.call(id, proc, &after, before, &step);
        }
        let now = |value: Value| match value {
            Value::AtEntry(var) => after.resolve(&Linear::symbol(Symbol::Entry(var))),
            Value::Now(var) => match step.values.iter().find(|(written, _)| *written == var) {
                Some((_, value)) => after.resolve(value),
                None => after.resolve(&Linear::symbol(Symbol::Now(var))),
            },
        };
        let known = |words: &mut Vocabulary| taken_known(words, before, &step, &after);
        self.arrive(Claim::Target(id), edge.to, &after, now, known, step.inexact)
    }

    fn call(
        &mut self,
        id: EdgeId,
        callee: ProcId,
        world: &World<'q>,
        before: Before,
        step: &Step,
    ) -> Result<(), Rejected> {
        let (program, invariants) = (self.question.program, self.invariants);
        let edge = program.edge(id);
        let Op::Call { results, .. } = &edge.op else { unreachable!("only calls come here") };
        let called = program.proc(callee);
        // What the callee is given: globals as they are, parameters as the arguments say.
        let given = |var| match program.var(var).owner {
            None => world.resolve(&Linear::symbol(Symbol::Now(var))),
            Some(_) => match called.params.iter().position(|param| *param == var) {
                Some(at) => world.resolve(&step.arguments[at]),
                None => Some(Linear::symbol(Symbol::Callee(var))),
            },
        };
        let at_entry = |value: Value| {
            let (Value::AtEntry(var) | Value::Now(var)) = value;
            given(var)
        };
        let known = |words: &mut Vocabulary| taken_known(words, before, step, world);
        self.arrive(Claim::Call(id, callee), called.entry, world, at_entry, known, step.inexact)?;

        // What it leaves behind: a global that it cannot write stays as it was.
        let exit = &invariants.at[called.exit.index()];
        let writes = Rc::clone(&self.writes);
        let is_kept = |var| program.var(var).owner.is_none() && !writes.contains(callee, var);
        let at_exit = |value: Value| match value {
            Value::AtEntry(var) => given(var),
            Value::Now(var) if is_kept(var) => given(var),
            Value::Now(var) => Some(Linear::symbol(Symbol::Callee(var))),
        };
        let contract = self.contracts[callee.index()]
            .get_or_init(|| Disjuncts::of(exit, |value| matches!(value, Value::AtEntry(_))));
        let candidates = contract.candidates(|value| at_exit(value)?.as_constant());
        for at in candidates {
            self.prover.look_at_the_clock()?;
            let constraints = &exit.disjuncts[at as usize];
            let rows: Option<Vec<Row>> = constraints.iter().map(|constraint| Row::of(constraint, at_exit)).collect();
            let Some(rows) = rows else {
                self.prover.give_up(Claim::Return(id, callee), "the invariants have numbers that are too large");
                continue;
            };
            let mut after = world.clone();
            after.assume(rows.iter().cloned());
            if after.is_contradictory() {
                self.prover.evaluated();
                continue;
            }
            let back = |value: Value| {
                let symbol = match value {
                    Value::AtEntry(var) => Symbol::Entry(var),
                    Value::Now(var) => match results.iter().position(|result| *result == var) {
                        Some(at) => Symbol::Callee(called.results[at]),
                        None if program.var(var).owner.is_some() || is_kept(var) => Symbol::Now(var),
                        None => Symbol::Callee(var),
                    },
                };
                after.resolve(&Linear::symbol(symbol))
            };
            let known = |words: &mut Vocabulary| {
                let mut known = taken_known(words, before, step, world);
                known.rows.extend(rows.iter().cloned());
                known
            };
            self.arrive(Claim::Return(id, callee), program.edge(id).to, &after, back, known, step.inexact)?;
        }
        Ok(())
    }

    /// The invariant of `target` holds, where `value` says what its values are in terms of the world. `known` is what
    /// the solver may use.
    fn arrive(
        &mut self,
        claim: Claim,
        target: LocId,
        world: &World,
        value: impl Fn(Value) -> Option<Linear>,
        known: impl FnOnce(&mut Vocabulary) -> Known,
        inexact: Option<&'static str>,
    ) -> Result<(), Rejected> {
        let invariant = &self.invariants.at[target.index()];
        let index = self.targets[target.index()].get_or_init(|| Disjuncts::of(invariant, |_| true));
        let candidates = index.candidates(|of| value(of)?.as_constant());
        let mut goals: Vec<Vec<Row>> = Vec::new();
        let mut inexact = inexact;
        for at in candidates {
            match self.missing_rows(world, &invariant.disjuncts[at as usize], &value) {
                Holds::With(rows) if rows.is_empty() => {
                    self.prover.evaluated();
                    return Ok(());
                }
                Holds::With(rows) => goals.push(rows),
                Holds::Not => {}
                // Without this disjunct the goal is harder to reach, so a failure says nothing.
                Holds::Unclear => drop(inexact.get_or_insert("numbers that are too large")),
            }
        }
        let known = known(&mut self.words);
        self.prover.ask(&mut self.words, Doubt { claim, known, goals, inexact })
    }

    /// What is to be shown for a disjunct to hold.
    fn missing_rows(&self, world: &World, disjunct: &[Constraint], value: &impl Fn(Value) -> Option<Linear>) -> Holds {
        let mut missing = Vec::new();
        for constraint in disjunct {
            let Some(row) = Row::of(constraint, value) else { return Holds::Unclear };
            let row = self.question.normalise(row);
            match world.truth(&row) {
                Truth::Always => {}
                Truth::Never => return Holds::Not,
                Truth::Open => missing.push(row),
            }
        }
        Holds::With(missing)
    }
}

/// Whether a disjunct of the target holds.
enum Holds {
    /// If these rows do.
    With(Vec<Row>),
    Not,
    Unclear,
}

/// A constraint over the symbols of the location it stands at.
fn as_it_stands(constraint: &Constraint) -> Option<Row> {
    Row::of(constraint, |value| {
        Some(Linear::symbol(match value {
            Value::AtEntry(var) => Symbol::Entry(var),
            Value::Now(var) => Symbol::Now(var),
        }))
    })
}

/// The state before, and the definitions of the step's fresh symbols.
fn step_known(before: Before, step: &Step, world: &World) -> Known {
    let mut rows = [before.rows, &step.definitions].concat();
    for fresh in (before.fresh..world.fresh_count()).map(Symbol::Fresh) {
        rows.extend(bound_rows(fresh, world.symbol_bounds(fresh)));
    }
    Known { rows, facts: step.conditions.clone() }
}

/// The same, and that the step is taken and does not fault.
fn taken_known(words: &mut Vocabulary, before: Before, step: &Step, world: &World) -> Known {
    let mut known = step_known(before, step, world);
    known.rows.extend(step.learned.iter().cloned());
    known.facts.extend([step.guard, step.ok].map(|condition| term(words, condition)));
    known
}

fn term(words: &mut Vocabulary, condition: Condition) -> TermId {
    match condition {
        Condition::Known(value) => words.terms.bool(value),
        Condition::Open(term) => term,
    }
}
