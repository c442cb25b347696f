//! Expressions over the renamed variables: their values, why they are so, and whether they can be computed.
//!
//! Operands are evaluated from left to right and without recursion; `And`, `Or` and `Ite` are lazy, so that what is not
//! evaluated gives no reason and no fault.

use std::collections::HashMap;

use heureka_ir::{ArrayId, CmpOp, Dim, ExprId, Node};

use super::number::{Number, Truth, Value};
use super::reason::{ReadId, ReasonId};
use super::rename::{Read, Renaming};

/// An expression that was evaluated.
#[derive(Clone, Copy, Debug)]
pub struct Evaluated {
    pub result: Outcome,
    pub reason: ReasonId,
    /// The evaluation does not fault, and why.
    pub ok: Truth,
    pub ok_reason: ReasonId,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    Number(Number),
    Truth(Truth),
}

impl Evaluated {
    fn of_truth(known: bool) -> Evaluated {
        Evaluated {
            result: Outcome::Truth(Truth::Known(known)),
            reason: ReasonId::NOTHING,
            ok: Truth::TRUE,
            ok_reason: ReasonId::NOTHING,
        }
    }

    pub fn number(&self) -> Number {
        match self.result {
            Outcome::Number(number) => number,
            Outcome::Truth(_) => panic!("a number is expected, this is a condition"),
        }
    }

    pub fn truth(&self) -> Truth {
        match self.result {
            Outcome::Truth(truth) => truth,
            Outcome::Number(_) => panic!("a condition is expected, this is a number"),
        }
    }

    pub fn value(&self) -> Value {
        Value { number: self.number(), reason: self.reason }
    }
}

/// The expressions of one step that were evaluated: in one step equal expressions have equal values.
pub type Memo = HashMap<ExprId, Evaluated>;

/// A lazy node: `condition ? yes : no`.
#[derive(Clone, Copy)]
struct Lazy {
    condition: ExprId,
    yes: Branch,
    no: Branch,
}

#[derive(Clone, Copy)]
enum Branch {
    Known(bool),
    Operand(ExprId),
}

impl Lazy {
    fn of(node: &Node) -> Option<Lazy> {
        let (condition, yes, no) = match *node {
            Node::And(a, b) => (a, Branch::Operand(b), Branch::Known(false)),
            Node::Or(a, b) => (a, Branch::Known(true), Branch::Operand(b)),
            Node::Ite(c, a, b) => (c, Branch::Operand(a), Branch::Operand(b)),
            _ => return None,
        };
        Some(Lazy { condition, yes, no })
    }

    fn needed(self, condition: Truth) -> impl Iterator<Item = ExprId> {
        let branches = match condition {
            Truth::Known(true) => [Some(self.yes), None],
            Truth::Known(false) => [Some(self.no), None],
            Truth::Open(_) => [Some(self.no), Some(self.yes)],
        };
        branches.into_iter().flatten().filter_map(|branch| match branch {
            Branch::Operand(operand) => Some(operand),
            Branch::Known(_) => None,
        })
    }
}

impl Renaming<'_> {
    /// Evaluates an expression and what it needs of what is below it.
    pub fn evaluate(&mut self, memo: &mut Memo, expr: ExprId) -> Evaluated {
        let mut stack = vec![(expr, false)];
        while let Some((id, ready)) = stack.pop() {
            if memo.contains_key(&id) {
                continue;
            }
            if ready {
                let evaluated = self.node(memo, id);
                memo.insert(id, evaluated);
                continue;
            }
            let exprs = &self.program.exprs;
            if let Some(lazy) = Lazy::of(exprs.node(id)) {
                let Some(condition) = memo.get(&lazy.condition).map(Evaluated::truth) else {
                    stack.extend([(id, false), (lazy.condition, false)]);
                    continue;
                };
                stack.push((id, true));
                stack.extend(lazy.needed(condition).map(|operand| (operand, false)));
            } else {
                stack.push((id, true));
                let from = stack.len();
                stack.extend(exprs.operands(id).map(|operand| (operand, false)));
                stack[from..].reverse();
            }
        }
        memo[&expr]
    }

    /// A node whose operands are in the memo.
    fn node(&mut self, memo: &Memo, id: ExprId) -> Evaluated {
        let exprs = &self.program.exprs;
        if let Some(lazy) = Lazy::of(exprs.node(id)) {
            return self.choose(memo, lazy);
        }
        let (mut reason, mut ok, mut ok_reason) = (ReasonId::NOTHING, Truth::TRUE, ReasonId::NOTHING);
        for operand in exprs.operands(id) {
            let operand = memo[&operand];
            reason = self.reasons.both(reason, operand.reason);
            ok = self.formulae.and(ok, operand.ok);
            ok_reason = self.reasons.both(ok_reason, operand.ok_reason);
        }
        let number = |operand: ExprId| memo[&operand].number();
        let result = match exprs.node(id) {
            Node::Bool(value) => Outcome::Truth(Truth::Known(*value)),
            Node::Not(operand) => Outcome::Truth(self.formulae.not(memo[operand].truth())),
            Node::Compare(op, a, b) => Outcome::Truth(self.compare(*op, number(*a), number(*b))),
            Node::Int(_) => Outcome::Number(Number::Known(exprs.as_const(id).expect("a constant"))),
            Node::Var(var) => {
                let value = self.value_of(*var);
                reason = value.reason;
                Outcome::Number(value.number)
            }
            Node::Cast(operand) => Outcome::Number(self.formulae.cast(exprs.int_ty(id), number(*operand))),
            Node::Unary(op, operand) => {
                let (value, fits) = self.formulae.unary(*op, exprs.int_ty(id), number(*operand));
                (ok, ok_reason) = self.also((ok, ok_reason), (fits, reason));
                Outcome::Number(value)
            }
            Node::Binary(op, a, b) => {
                let (value, fits) = self.formulae.binary(*op, exprs.int_ty(id), number(*a), number(*b));
                (ok, ok_reason) = self.also((ok, ok_reason), (fits, reason));
                Outcome::Number(value)
            }
            Node::Read(array, indices) => {
                let numbers: Vec<Number> = indices.iter().map(|&index| number(index)).collect();
                let inside = self.bounds(*array, indices, &numbers, reason);
                (ok, ok_reason) = self.also((ok, ok_reason), inside);
                let value = self.read(*array, indices, &numbers, reason);
                reason = value.reason;
                Outcome::Number(value.number)
            }
            Node::NotEmpty(_) => unreachable!("an element is guessed instead"),
            node => panic!("{node:?} is lazy"),
        };
        Evaluated { result, reason, ok, ok_reason }
    }

    /// One more thing that must hold for an evaluation to go well; what surely holds needs no reason.
    fn also(&mut self, (ok, why): (Truth, ReasonId), (more, because): (Truth, ReasonId)) -> (Truth, ReasonId) {
        match more {
            Truth::Known(true) => (ok, why),
            Truth::Known(false) => (Truth::FALSE, because),
            Truth::Open(_) => (self.formulae.and(ok, more), self.reasons.both(why, because)),
        }
    }

    fn compare(&mut self, op: CmpOp, left: Number, right: Number) -> Truth {
        match op {
            CmpOp::Eq => self.formulae.equal(left, right),
            CmpOp::Ne => {
                let equal = self.formulae.equal(left, right);
                self.formulae.not(equal)
            }
            CmpOp::Lt => self.formulae.less(left, right),
            CmpOp::Le => self.formulae.at_most(left, right),
        }
    }

    fn choose(&mut self, memo: &Memo, lazy: Lazy) -> Evaluated {
        let branch = |branch: Branch| match branch {
            Branch::Known(known) => Evaluated::of_truth(known),
            Branch::Operand(operand) => memo[&operand],
        };
        let condition = memo[&lazy.condition];
        let decides = match condition.truth() {
            Truth::Open(term) => term,
            Truth::Known(known) => {
                let taken = branch(if known { lazy.yes } else { lazy.no });
                let reason = self.reasons.both(condition.reason, taken.reason);
                let taken_because = self.reasons.both(condition.reason, taken.ok_reason);
                let (ok, ok_reason) = self.also((condition.ok, condition.ok_reason), (taken.ok, taken_because));
                return Evaluated { result: taken.result, reason, ok, ok_reason };
            }
        };
        let (yes, no) = (branch(lazy.yes), branch(lazy.no));
        let result = match (yes.result, no.result) {
            (Outcome::Truth(yes), Outcome::Truth(no)) => Outcome::Truth(self.formulae.choose_truth(decides, yes, no)),
            (Outcome::Number(yes), Outcome::Number(no)) => {
                Outcome::Number(self.formulae.choose_number(decides, yes, no))
            }
            _ => panic!("the branches of a choice have one type"),
        };
        let mut reason = self.reasons.both(yes.reason, no.reason);
        if yes.result != no.result {
            reason = self.reasons.both(reason, condition.reason);
        }
        let chosen = self.formulae.choose_truth(decides, yes.ok, no.ok);
        let because = self.reasons.all([condition.reason, yes.ok_reason, no.ok_reason]);
        let (ok, ok_reason) = self.also((condition.ok, condition.ok_reason), (chosen, because));
        Evaluated { result, reason, ok, ok_reason }
    }

    /// Reads a cell and remembers that it was read.
    fn read(&mut self, array: ArrayId, indices: &[ExprId], numbers: &[Number], index: ReasonId) -> Value {
        let store = self.store_of(array);
        let found = self.read_cell(store, numbers);
        let read = ReadId(u32::try_from(self.reads.len()).expect("fewer than 2^32 reads"));
        let (step, supplier) = (self.step, found.supplier);
        self.reads.push(Read { step, array, indices: indices.into(), numbers: numbers.into(), store, supplier });
        let mut value = self.resolved(found.value);
        let why = self.reasons.both(index, value.reason);
        value.reason = self.reasons.read(read, why);
        value
    }

    /// Whether the indices, of which there may be fewer than dimensions, are inside the array.
    pub fn bounds(
        &mut self,
        array: ArrayId,
        indices: &[ExprId],
        numbers: &[Number],
        reason: ReasonId,
    ) -> (Truth, ReasonId) {
        let mut inside = (Truth::TRUE, ReasonId::NOTHING);
        let program = self.program;
        for (dim, &number) in program.array(array).dims.iter().zip(numbers) {
            let natural = self.formulae.at_most(Number::Known(0), number);
            inside = self.also(inside, (natural, reason));
            let extent = match dim {
                Dim::Const(extent) => Value::initial(i128::from(*extent)),
                Dim::Var(var) => self.value_of(*var),
                Dim::PerInstance(lengths) => self.read(*lengths, &indices[..1], &numbers[..1], reason),
                Dim::Unbounded | Dim::Element => continue,
            };
            let small = self.formulae.less(number, extent.number);
            let because = self.reasons.both(reason, extent.reason);
            inside = self.also(inside, (small, because));
        }
        inside
    }
}
