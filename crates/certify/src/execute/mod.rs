//! One step of the program, from a world: the values it gives, the condition under which it is taken, and the faults
//! that can end it. Written from `program.rs`, `op.rs` and `words.rs` of the ir, and from nothing else.
//!
//! Values are linear expressions. What is not linear is a fresh symbol, tied to the operands by *definitions*.
//! Invariant: whatever the values of the other symbols, there are values for the fresh ones that satisfy their
//! definitions and bounds. So a definition never excludes a state, also where the operation it stands for is not
//! executed or faults; and the true value is among those that are allowed. Where more than the true value is allowed
//! (products, bits, contents of arrays) the step is *inexact*: fine for a proof, but a counterexample proves nothing.

mod arithmetic;
mod contents;
mod expression;
mod watch;

use std::collections::HashMap;

use heureka_ir::faults::EXPRESSION_FAULTS;
use heureka_ir::invariant::Relation;
use heureka_ir::{ArrayId, CmpOp, Dim, EdgeId, ExprId, Fault, Node, Op, ProcId, VarId};
use heureka_logic::TermId;

use crate::linear::{Linear, Row, Symbol};
use crate::question::Numbers;
use crate::subject::Subject;
use crate::vocabulary::{Condition, Vocabulary};
use crate::world::{Truth, World};
use contents::Memory;
use expression::{Course, Known};
use watch::Returned;
pub use watch::{agreement, start};

/// What an edge does in one world.
pub struct Step {
    /// New values of variables and ghosts, all at once; the others keep theirs. Of a call: when the callee starts.
    pub values: Vec<(VarId, Linear)>,
    /// Of a call, in the order of the parameters.
    pub arguments: Vec<Linear>,
    /// Of a call, the ghosts of the callee when it starts.
    pub entered: Vec<(VarId, Linear)>,
    /// Of a call, the ghosts of the caller that are not what they were when it is over, and what is known of them then.
    pub returned: Vec<(VarId, Linear)>,
    pub returned_conditions: Vec<TermId>,
    /// The guard holds.
    pub guard: Condition,
    /// Rows that follow from the guard.
    pub learned: Vec<Row>,
    /// Definitions of the fresh symbols, as rows and as other conditions.
    pub definitions: Vec<Row>,
    pub conditions: Vec<TermId>,
    /// The first symbol that the step brings; the others come after it.
    pub first_fresh: u32,
    /// Nothing faults.
    pub ok: Condition,
    /// The faults that are asked for.
    pub bad: Vec<Bad>,
    /// What ghosts remember at such a fault.
    pub at_fault: Vec<(VarId, Linear)>,
    /// What the step allows more than the program does, if anything.
    pub inexact: Option<&'static str>,
}

/// A fault that can end the step.
pub struct Bad {
    pub fault: Fault,
    pub condition: Condition,
    /// What the condition allows more than the program does, if anything.
    pub inexact: Option<&'static str>,
}

/// Executes an edge.
pub fn execute(question: &Subject, edge: EdgeId, world: &mut World, words: &mut Vocabulary) -> Step {
    let proc = question.program.loc(question.program.edge(edge).from).proc;
    Execution::new(question, proc, world, words).step(edge)
}

struct Execution<'a, 'q> {
    question: &'a Subject<'a>,
    /// The procedure that is executed.
    proc: ProcId,
    world: &'a mut World<'q>,
    words: &'a mut Vocabulary,
    definitions: Vec<Row>,
    conditions: Vec<TermId>,
    inexact: Option<&'static str>,
    /// What was inexact when the last condition for each fault was made.
    inexact_faults: [Option<&'static str>; EXPRESSION_FAULTS.len()],
    /// The expressions that were evaluated. In one step equal expressions have equal values.
    known: HashMap<ExprId, Known>,
    /// What variables are, where that is not their value before the step.
    elsewhere: HashMap<VarId, Linear>,
    /// The contents of arrays before the step.
    memories: HashMap<ArrayId, Memory>,
    /// For a symbol that was brought into its type, the period and what it was before.
    wrapped: HashMap<Symbol, (i128, Linear)>,
}

impl<'a, 'q> Execution<'a, 'q> {
    fn new(
        question: &'a Subject<'a>,
        proc: ProcId,
        world: &'a mut World<'q>,
        words: &'a mut Vocabulary,
    ) -> Execution<'a, 'q> {
        Execution {
            question,
            proc,
            world,
            words,
            definitions: Vec::new(),
            conditions: Vec::new(),
            inexact: None,
            inexact_faults: [None; EXPRESSION_FAULTS.len()],
            known: HashMap::new(),
            elsewhere: HashMap::new(),
            memories: HashMap::new(),
            wrapped: HashMap::new(),
        }
    }

    fn step(mut self, edge: EdgeId) -> Step {
        let op = &self.question.program.edge(edge).op;
        let first_fresh = self.world.fresh_count();
        let mut course = Course::SMOOTH;
        for expr in op.exprs() {
            self.evaluate(expr);
            let next = self.known[&expr].course;
            course.then(self.words, next);
        }
        if let Some((array, indices)) = op.access() {
            let indices: Vec<Linear> = indices.iter().map(|index| self.number(*index)).collect();
            self.access(&mut course, array, &indices);
        }
        let (mut values, mut arguments, mut learned) = (Vec::new(), Vec::new(), Vec::new());
        let mut guard = Condition::TRUE;
        match op {
            Op::Skip | Op::Copy { .. } | Op::Store { .. } | Op::Fill { .. } | Op::HavocArray { .. } => {}
            Op::Assume(condition) => {
                guard = self.condition(*condition);
                learned = self.learn(*condition);
            }
            Op::Assign(pairs) => values = pairs.iter().map(|&(var, value)| (var, self.number(value))).collect(),
            Op::Havoc { var, .. } => {
                let bounds = self.question.values_of(self.question.program.var(*var).ty);
                values.push((*var, Linear::symbol(self.world.fresh(bounds))));
            }
            Op::Call { args, .. } => arguments = args.iter().map(|&value| self.number(value)).collect(),
            Op::Return(results) => {
                let into = &self.question.program.proc(self.proc).results;
                values = into.iter().zip(results).map(|(&var, &value)| (var, self.number(value))).collect();
            }
        }
        let bad = EXPRESSION_FAULTS.into_iter().zip(course.bad).zip(self.inexact_faults);
        let bad = bad.map(|((fault, condition), inexact)| Bad { fault, condition, inexact });
        let bad: Vec<Bad> = bad.filter(|bad| bad.condition != Condition::FALSE).collect();
        let at_fault = if bad.is_empty() { Vec::new() } else { self.lasts_at_fault(edge) };
        let changed = self.cells_after(op, &values);
        values.extend(changed);
        values.extend(self.lasts_after(edge));
        let (mut entered, mut returned) = (Vec::new(), Returned::default());
        if let Op::Call { proc: callee, results, .. } = op {
            entered = self.cells_at_entry(*callee, &arguments);
            returned = self.cells_after_call(*callee, results);
        }
        Step {
            values,
            arguments,
            entered,
            returned: returned.values,
            returned_conditions: returned.conditions,
            guard,
            learned,
            definitions: self.definitions,
            conditions: self.conditions,
            first_fresh,
            ok: course.ok,
            bad,
            at_fault,
            inexact: self.inexact,
        }
    }

    /// The value of a number that was evaluated.
    fn number(&self, expr: ExprId) -> Linear {
        self.known[&expr].number().clone()
    }

    fn condition(&self, expr: ExprId) -> Condition {
        self.known[&expr].condition()
    }

    /// Rows that hold where a condition, which was evaluated, is true.
    fn learn(&mut self, condition: ExprId) -> Vec<Row> {
        let mut rows = Vec::new();
        let mut open = vec![(condition, true)];
        while let Some((expr, is_true)) = open.pop() {
            match *self.question.program.exprs.node(expr) {
                Node::Not(a) => open.push((a, !is_true)),
                Node::And(a, b) if is_true => open.extend([(b, true), (a, true)]),
                Node::Or(a, b) if !is_true => open.extend([(b, false), (a, false)]),
                // What was not evaluated does not matter.
                Node::Compare(op, a, b) if self.known.contains_key(&a) && self.known.contains_key(&b) => {
                    let (a, b) = (self.number(a), self.number(b));
                    let row = match (op, is_true) {
                        (CmpOp::Eq, true) | (CmpOp::Ne, false) => a.sub(&b).map(Row::zero),
                        (CmpOp::Lt, true) => strict(b.sub(&a)),
                        (CmpOp::Le, false) => strict(a.sub(&b)),
                        (CmpOp::Le, true) => b.sub(&a).map(Row::at_least_zero),
                        (CmpOp::Lt, false) => a.sub(&b).map(Row::at_least_zero),
                        (CmpOp::Ne, true) | (CmpOp::Eq, false) => None,
                    };
                    rows.extend(row.map(|row| self.question.normalise(row)));
                }
                _ => {}
            }
        }
        rows
    }

    /// Checks the indices of an access against the extents; there may be fewer indices than dimensions.
    fn access(&mut self, course: &mut Course, array: ArrayId, indices: &[Linear]) {
        let program = self.question.program;
        for (dim, index) in program.array(array).dims.iter().zip(indices) {
            if *dim == Dim::Element {
                continue;
            }
            let negative = self.is_negative(index);
            self.fault(course, Fault::OutOfBounds, negative);
            let extent = match dim {
                Dim::Const(extent) => Some(Linear::constant(i128::from(*extent))),
                Dim::Var(var) => self.world.resolve(&Linear::symbol(Symbol::Now(*var))),
                Dim::PerInstance(lengths) => Some(self.read(*lengths, &indices[..1])),
                Dim::Element => continue,
                // No cell has an index that the interpreter cannot count.
                Dim::Unbounded => Some(Linear::constant(match self.question.numbers {
                    Numbers::Machine => 1 << 63,
                    Numbers::Integer | Numbers::Real => u64::MAX.into(),
                })),
            };
            let beyond = extent.and_then(|extent| index.sub(&extent));
            let beyond = self.is_at_least_zero(beyond);
            self.fault(course, Fault::OutOfBounds, beyond);
        }
    }

    /// The execution ends here with `fault` if the condition holds.
    fn fault(&mut self, course: &mut Course, fault: Fault, condition: Condition) {
        let at = EXPRESSION_FAULTS.iter().position(|&listed| listed == fault).expect("a fault of expressions");
        if condition != Condition::FALSE {
            self.inexact_faults[at] = self.inexact;
        }
        course.fault(self.words, at, condition, self.question.asks_for(fault));
    }

    fn is_negative(&mut self, linear: &Linear) -> Condition {
        match strict(linear.scale(-1)) {
            Some(row) => self.holds(row),
            None => self.anything(),
        }
    }

    fn is_at_least_zero(&mut self, linear: Option<Linear>) -> Condition {
        match linear {
            Some(linear) => self.holds(Row::at_least_zero(linear)),
            None => self.anything(),
        }
    }

    /// Whether a row holds, as a condition.
    fn holds(&mut self, row: Row) -> Condition {
        let row = self.question.normalise(row);
        match self.world.truth_by_bounds(&row) {
            Truth::Always => Condition::TRUE,
            Truth::Never => Condition::FALSE,
            Truth::Open => Condition::Open(self.words.row(&row)),
        }
    }

    /// A condition on all cells of an array at once, of which nothing is known.
    fn whole_contents(&mut self) -> Condition {
        let some = self.unbounded(CONTENTS);
        self.holds(Row::at_least_zero(some))
    }

    /// A condition that may hold or not.
    fn anything(&mut self) -> Condition {
        let some = self.unbounded(TOO_LARGE);
        self.holds(Row::at_least_zero(some))
    }
}

const CONTENTS: &str = "the contents of an array";
const TOO_LARGE: &str = "a number beyond 128 bits";

fn strict(linear: Option<Linear>) -> Option<Row> {
    linear.map(|linear| Row { linear, relation: Relation::AboveZero })
}
