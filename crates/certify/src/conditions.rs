//! The conditions that make invariants a proof, one after the other: initiation, consecution for every edge and every
//! disjunct, calls and returns, and safety.
//!
//! Each is first looked at by evaluation: the disjunct gives a [`World`], the step is executed in it, and the rows of the
//! target's disjuncts are compared with what is then known. What this does not show goes to the solver, as the conjunction
//! of the disjunct *as it stands in the certificate*, the step, and the negation of the target's invariant.

use std::borrow::Cow;
use std::cell::OnceCell;

use heureka_ir::invariant::{Constraint, Invariants, Value};
use heureka_ir::{EdgeId, LocId, Op, ProcId, VarId};
use heureka_logic::TermId;
use heureka_logic::solver::{Limits, SolverFactory};

use crate::Checked;
use crate::disjuncts::Disjuncts;
use crate::execute::{Step, agreement, execute, start};
use crate::faults::{Failure, Faults};
use crate::linear::{Linear, Row, Symbol};
use crate::prover::{Claim, Doubt, Known, Prover, bound_rows};
use crate::rejected::Rejected;
use crate::subject::Subject;
use crate::vocabulary::{Condition, Vocabulary};
use crate::world::{Truth, World};

pub struct Conditions<'q, 'c> {
    question: &'q Subject<'q>,
    invariants: &'q Invariants,
    /// For each location its disjuncts, by what they fix; made when needed.
    targets: Vec<OnceCell<Disjuncts>>,
    /// For the exit of each procedure its disjuncts, by what they fix at the entry.
    contracts: Vec<OnceCell<Disjuncts>>,
    words: Vocabulary,
    prover: Prover<'q, 'c>,
    /// The faults of the edges out of the location that is looked at.
    faults: Faults,
}

/// Facts about the state before a step: where a doubt begins.
#[derive(Clone, Copy)]
struct Before<'a> {
    rows: &'a [Row],
    /// That cells agree.
    facts: &'a [TermId],
    /// What the facts allow more than the program does, if anything.
    inexact: Option<&'static str>,
}

impl<'q, 'c> Conditions<'q, 'c> {
    pub fn new(
        question: &'q Subject<'q>,
        invariants: &'q Invariants,
        solvers: &'c SolverFactory,
        limits: Limits<'c>,
    ) -> Conditions<'q, 'c> {
        let program = question.program;
        Conditions {
            question,
            invariants,
            targets: program.loc_ids().map(|_| OnceCell::new()).collect(),
            contracts: program.proc_ids().map(|_| OnceCell::new()).collect(),
            words: Vocabulary::new(question.numbers),
            prover: Prover::new(question, solvers, limits),
            faults: Faults::default(),
        }
    }

    pub fn check(mut self) -> Result<Checked, Rejected> {
        self.initiation()?;
        for loc in self.question.program.loc_ids() {
            self.location(loc)?;
        }
        self.prover.finish(&mut self.words)
    }

    /// Globals and cells have their initial values, everything else any value; entry and now are one.
    fn initiation(&mut self) -> Result<(), Rejected> {
        let program = self.question.program;
        let entry = program.proc(program.entry).entry;
        let mut world = World::new(self.question);
        let start = start(self.question, &mut world, &mut self.words);
        let value = |value: Value| {
            let (Value::AtEntry(var) | Value::Now(var)) = value;
            let is_ghost = self.question.ghosts.get(var).is_some();
            Some(match find(&start.values, var) {
                Some(value) => value.clone(),
                None if is_ghost || program.var(var).owner.is_some() => Linear::symbol(Symbol::Now(var)),
                None => Linear::constant(program.var(var).init),
            })
        };
        let known = |_: &mut Vocabulary| {
            let rows = start.definitions.iter().cloned().chain(fresh_rows(0, &world)).collect();
            Known { rows, facts: start.conditions.clone() }
        };
        self.arrive(Claim::Initial, entry, &world, value, known, start.inexact)
    }

    /// Everything about one location: that it is no error, and the edges out of it.
    fn location(&mut self, loc: LocId) -> Result<(), Rejected> {
        let invariants = self.invariants;
        let question = self.question;
        let is_wrong = question.is_wrong(loc);
        for disjunct in &invariants.at[loc.index()].disjuncts {
            self.prover.look_at_the_clock()?;
            let rows: Option<Vec<Row>> = disjunct.iter().map(|row| as_it_stands(question, row)).collect();
            let Some(mut rows) = rows else {
                self.prover.give_up(Claim::Unreachable(loc), "the invariant has numbers that are too large");
                continue;
            };
            let mut world = World::new(self.question);
            world.assume(rows.iter().cloned());
            let fresh = world.fresh_count();
            let agreement = agreement(question, question.program.loc(loc).proc, &mut world, &mut self.words);
            rows.extend(agreement.rows.iter().cloned().chain(fresh_rows(fresh, &world)));
            world.assume(agreement.rows);
            let before = Before { rows: &rows, facts: &agreement.conditions, inexact: agreement.inexact };
            if is_wrong {
                self.refute(Claim::Unreachable(loc), &world, before)?;
            }
            for edge in question.program.out_edges(loc) {
                self.edge(edge, &mut world, before)?;
            }
        }
        for doubt in self.faults.doubts(&mut self.words) {
            self.prover.ask(&mut self.words, doubt)?;
        }
        Ok(())
    }

    /// Nothing comes here: what is known must be contradictory, with the rigids chosen for this failure.
    fn refute(&mut self, claim: Claim, world: &World, before: Before) -> Result<(), Rejected> {
        let Some(chosen) = self.chosen(|var| world.resolve(&Linear::symbol(Symbol::Now(var)))) else {
            self.prover.give_up(claim, "the invariant has numbers that are too large");
            return Ok(());
        };
        let mut failed = world.clone();
        failed.assume(chosen.iter().cloned());
        if failed.is_contradictory() {
            self.prover.evaluated();
            return Ok(());
        }
        let rows = before.rows.iter().cloned().chain(chosen).collect();
        let known = Known { rows, facts: before.facts.to_vec() };
        self.prover.ask(
            &mut self.words,
            Doubt { claim, known, goals: Vec::new(), otherwise: Vec::new(), inexact: before.inexact },
        )
    }

    /// The choice of the rigids for an execution that fails: the invariants hold for every choice, so also for this one.
    /// `value` says what ghosts are where it fails.
    fn chosen(&self, value: impl Fn(VarId) -> Option<Linear>) -> Option<Vec<Row>> {
        let equal = |(rigid, ghost)| Some(Row::zero(value(rigid)?.sub(&value(ghost)?)?));
        self.question.ghosts.at_error().map(equal).collect()
    }

    /// The step from one disjunct: it does not fault, and it leads to the next invariant.
    fn edge(&mut self, id: EdgeId, world: &mut World<'q>, before: Before) -> Result<(), Rejected> {
        let program = self.question.program;
        let edge = program.edge(id);
        if world.is_contradictory() {
            self.prover.evaluated();
            return Ok(());
        }
        let step = execute(self.question, id, world, &mut self.words);
        for bad in &step.bad {
            let claim = Claim::NoFault(id, bad.fault);
            let mut known = step_known(before, &step, world);
            known.facts.push(term(&mut self.words, bad.condition));
            let fault = Failure { known, inexact: bad.inexact.or(before.inexact) };
            let now = |var| world.resolve(&Linear::symbol(Symbol::Now(var)));
            let then = |var| world.resolve(find(&step.at_fault, var).unwrap_or(&Linear::symbol(Symbol::Now(var))));
            match (self.chosen(now), self.chosen(then)) {
                (Some(now), Some(then)) => self.faults.add((id, bad.fault), &fault, [&then, &now]),
                _ => self.prover.give_up(claim, "the invariant has numbers that are too large"),
            }
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
            Value::AtEntry(var) => after.resolve(&Linear::symbol(self.question.at_entry(var))),
            Value::Now(var) => match find(&step.values, var) {
                Some(value) => after.resolve(value),
                None => after.resolve(&Linear::symbol(Symbol::Now(var))),
            },
        };
        let known = |words: &mut Vocabulary| taken_known(words, before, &step, &after);
        self.arrive(Claim::Target(id), edge.to, &after, now, known, step.inexact.or(before.inexact))
    }

    fn call(
        &mut self,
        id: EdgeId,
        callee: ProcId,
        world: &World<'q>,
        before: Before,
        step: &Step,
    ) -> Result<(), Rejected> {
        let (question, invariants) = (self.question, self.invariants);
        let program = question.program;
        let edge = program.edge(id);
        let Op::Call { results, .. } = &edge.op else { unreachable!("only calls come here") };
        let called = program.proc(callee);
        let inexact = step.inexact.or(before.inexact);
        // What the callee is given: globals as they are, parameters as the arguments say, its cells as they begin.
        let given = |var| match question.owner(var) {
            None => world.resolve(find(&step.values, var).unwrap_or(&Linear::symbol(Symbol::Now(var)))),
            Some(_) if question.ghosts.get(var).is_some() => world.resolve(find(&step.entered, var)?),
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
        self.arrive(Claim::Call(id, callee), called.entry, world, at_entry, known, inexact)?;

        // What it leaves behind: a global that it cannot write stays as it was.
        let exit = &invariants.at[called.exit.index()];
        let is_kept = |var| question.is_kept_by(callee, var);
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
                    Value::AtEntry(var) => question.at_entry(var),
                    Value::Now(var) => match results.iter().position(|result| *result == var) {
                        Some(at) => Symbol::Callee(called.results[at]),
                        None if find(&step.returned, var).is_some() => {
                            return after.resolve(find(&step.returned, var)?);
                        }
                        None if is_kept(var) => return after.resolve(&given(var)?),
                        None if question.owner(var).is_some() => Symbol::Now(var),
                        None => Symbol::Callee(var),
                    },
                };
                after.resolve(&Linear::symbol(symbol))
            };
            let known = |words: &mut Vocabulary| {
                let mut known = taken_known(words, before, step, world);
                known.rows.extend(rows.iter().cloned());
                known.facts.extend(&step.returned_conditions);
                known
            };
            self.arrive(Claim::Return(id, callee), program.edge(id).to, &after, back, known, inexact)?;
        }
        Ok(())
    }

    /// The invariant of `target` holds, where `value` says what its values are in terms of the world. `known` is what
    /// the solver may use. Where the target is a failure, it is enough that it holds for the rigids chosen there.
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
        let chosen = match self.question.is_wrong(target) {
            true => self.chosen(|var| value(Value::Now(var))),
            false => Some(Vec::new()),
        };
        let Some(chosen) = chosen else {
            self.prover.give_up(claim, "the invariant has numbers that are too large");
            return Ok(());
        };
        let mut world = Cow::Borrowed(world);
        if !chosen.is_empty() {
            world.to_mut().assume(chosen.iter().cloned());
            if world.is_contradictory() {
                self.prover.evaluated();
                return Ok(());
            }
        }
        let candidates = index.candidates(|of| value(of)?.as_constant());
        let mut goals: Vec<Vec<Row>> = Vec::new();
        let mut inexact = inexact;
        for at in candidates {
            match self.missing_rows(&world, &invariant.disjuncts[at as usize], &value) {
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
        let mut known = known(&mut self.words);
        known.rows.extend(chosen);
        self.prover.ask(&mut self.words, Doubt { claim, known, goals, otherwise: Vec::new(), inexact })
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
fn as_it_stands(question: &Subject, constraint: &Constraint) -> Option<Row> {
    Row::of(constraint, |value| {
        Some(Linear::symbol(match value {
            Value::AtEntry(var) => question.at_entry(var),
            Value::Now(var) => Symbol::Now(var),
        }))
    })
}

/// The state before, and the definitions of the step's fresh symbols.
fn step_known(before: Before, step: &Step, world: &World) -> Known {
    let rows = before.rows.iter().chain(&step.definitions).cloned();
    let rows = rows.chain(fresh_rows(step.first_fresh, world)).collect();
    Known { rows, facts: [before.facts, &step.conditions].concat() }
}

/// The bounds of the fresh symbols from the given one on.
fn fresh_rows(from: u32, world: &World) -> impl Iterator<Item = Row> {
    (from..world.fresh_count()).map(Symbol::Fresh).flat_map(|fresh| bound_rows(fresh, world.symbol_bounds(fresh)))
}

/// The value that a list gives a variable.
fn find(values: &[(VarId, Linear)], var: VarId) -> Option<&Linear> {
    values.iter().find(|(written, _)| *written == var).map(|(_, value)| value)
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
