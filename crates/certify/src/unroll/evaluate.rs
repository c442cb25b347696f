//! The value of an expression in a state, and the faults that end its evaluation: operands from left to right, `And`, `Or`
//! and `Ite` lazy. Written from `program.rs` and `op.rs` of the ir, and from nothing else.

use std::collections::HashMap;

use heureka_ir::faults::EXPRESSION_FAULTS;
use heureka_ir::{ArrayId, BinOp, CmpOp, Dim, ExprId, Fault, IntTy, Node, Op, Program, Property, UnOp};
use heureka_logic::TermId;

use super::state::State;
use super::words::Words;
use crate::question::Question;

/// How an evaluation goes: without a fault, or ended by one of those that are asked for.
#[derive(Clone, Copy)]
pub struct Course {
    pub ok: TermId,
    /// By the place of the fault in [`EXPRESSION_FAULTS`].
    pub bad: [TermId; EXPRESSION_FAULTS.len()],
}

#[derive(Clone, Copy)]
struct Known {
    value: TermId,
    course: Course,
}

/// Evaluates the expressions of one step in one state.
pub struct Evaluation<'a> {
    question: &'a Question<'a>,
    program: &'a Program,
    state: &'a State,
    words: &'a mut Words,
    known: HashMap<ExprId, Known>,
}

impl Course {
    pub fn smooth(words: &mut Words) -> Course {
        Course { ok: words.bool(true), bad: [words.bool(false); EXPRESSION_FAULTS.len()] }
    }

    /// What is evaluated next, if there was no fault so far.
    fn then(&mut self, words: &mut Words, next: Course) {
        for (bad, next) in self.bad.iter_mut().zip(next.bad) {
            let reached = words.and(self.ok, next);
            *bad = words.or(*bad, reached);
        }
        self.ok = words.and(self.ok, next.ok);
    }

    fn choose(words: &mut Words, condition: TermId, yes: Course, no: Course) -> Course {
        let mut chosen = yes;
        for (at, bad) in chosen.bad.iter_mut().enumerate() {
            *bad = words.choose(condition, yes.bad[at], no.bad[at]);
        }
        chosen.ok = words.choose(condition, yes.ok, no.ok);
        chosen
    }
}

impl<'a> Evaluation<'a> {
    pub fn new(question: &'a Question<'a>, state: &'a State, words: &'a mut Words) -> Evaluation<'a> {
        Evaluation { question, program: question.program, state, words, known: HashMap::new() }
    }

    /// The values of expressions that are evaluated one after the other, then the step's own access to an array.
    pub fn of_step(mut self, op: &Op) -> (HashMap<ExprId, TermId>, Course) {
        let mut course = Course::smooth(self.words);
        for expr in op.exprs() {
            let next = self.expr(expr).course;
            course.then(self.words, next);
        }
        if let Some((array, indices)) = op.access() {
            self.access(&mut course, array, indices);
        }
        (self.known.into_iter().map(|(expr, known)| (expr, known.value)).collect(), course)
    }

    /// Without recursion.
    fn expr(&mut self, root: ExprId) -> Known {
        let mut stack = vec![(root, false)];
        while let Some((expr, ready)) = stack.pop() {
            if self.known.contains_key(&expr) {
                continue;
            }
            if ready {
                let known = self.node(expr);
                self.known.insert(expr, known);
            } else {
                stack.push((expr, true));
                stack.extend(self.program.exprs.operands(expr).map(|operand| (operand, false)));
            }
        }
        self.known[&root]
    }

    fn node(&mut self, expr: ExprId) -> Known {
        let exprs = &self.program.exprs;
        match *exprs.node(expr) {
            Node::And(a, b) => self.lazy(a, Some(b), None, false),
            Node::Or(a, b) => self.lazy(a, None, Some(b), true),
            Node::Ite(c, a, b) => self.lazy(c, Some(a), Some(b), false),
            _ => self.strict(expr),
        }
    }

    /// `yes` is evaluated where the condition holds, `no` where it does not; what is missing is a constant.
    fn lazy(&mut self, condition: ExprId, yes: Option<ExprId>, no: Option<ExprId>, constant: bool) -> Known {
        let smooth = Course::smooth(self.words);
        let constant = Known { value: self.words.bool(constant), course: smooth };
        let of = |operand: Option<ExprId>| operand.map_or(constant, |operand| self.known[&operand]);
        let (yes, no, condition) = (of(yes), of(no), self.known[&condition]);
        let mut course = condition.course;
        let branch = Course::choose(self.words, condition.value, yes.course, no.course);
        course.then(self.words, branch);
        Known { value: self.words.choose(condition.value, yes.value, no.value), course }
    }

    fn strict(&mut self, expr: ExprId) -> Known {
        let exprs = &self.program.exprs;
        let mut course = Course::smooth(self.words);
        for operand in exprs.operands(expr) {
            course.then(self.words, self.known[&operand].course);
        }
        let of = |operand: ExprId| self.known[&operand].value;
        let ty = |operand: ExprId| exprs.int_ty(operand);
        let value = match exprs.node(expr) {
            Node::Bool(value) => self.words.bool(*value),
            Node::Int(_) => {
                let value = exprs.as_const(expr).expect("a constant has a value");
                self.words.number(ty(expr), value)
            }
            // A variable without a value has any.
            Node::Var(var) => match self.state.vars[var.index()] {
                Some(value) => value,
                None => self.words.any(ty(expr)),
            },
            Node::Read(array, indices) => {
                self.access(&mut course, *array, indices);
                let places: Vec<TermId> = indices.iter().map(|index| self.index(*index)).collect();
                let memory = self.state.arrays[array.index()].as_ref().expect("arrays exist where they are read");
                memory.read(self.words, &places)
            }
            Node::Unary(UnOp::Neg, a) => {
                if ty(*a).is_signed() {
                    let least = self.words.number(ty(*a), ty(*a).min());
                    let overflow = self.words.equal(of(*a), least);
                    self.fault(&mut course, Fault::SignedOverflow, overflow);
                }
                self.words.negate(ty(*a), self.known[a].value)
            }
            Node::Unary(UnOp::BitNot, a) => self.words.complement(ty(*a), of(*a)),
            Node::Binary(op, a, b) => self.binary(&mut course, *op, *a, *b),
            Node::Compare(op, a, b) => self.words.compare(*op, ty(*a), of(*a), of(*b)),
            Node::Cast(a) => self.words.convert(ty(*a), ty(expr), of(*a)),
            Node::Not(a) => self.words.not(of(*a)),
            Node::NotEmpty(set) => {
                let memory = self.state.arrays[set.index()].as_ref().expect("sets exist where they are tested");
                memory.not_zero(self.words, self.program.array(*set))
            }
            Node::And(..) | Node::Or(..) | Node::Ite(..) => unreachable!("these are lazy"),
        };
        Known { value, course }
    }

    fn binary(&mut self, course: &mut Course, op: BinOp, left: ExprId, right: ExprId) -> TermId {
        let (ty, amount_ty) = (self.program.exprs.int_ty(left), self.program.exprs.int_ty(right));
        let (a, mut b) = (self.known[&left].value, self.known[&right].value);
        match op {
            BinOp::Div | BinOp::Rem => {
                let zero = self.words.number(ty, 0);
                let by_zero = self.words.equal(b, zero);
                self.fault(course, Fault::DivisionByZero, by_zero);
                if ty.is_signed() {
                    let (least, minus_one) = (self.words.number(ty, ty.min()), self.words.number(ty, -1));
                    let (is_least, is_minus_one) = (self.words.equal(a, least), self.words.equal(b, minus_one));
                    let overflow = self.words.and(is_least, is_minus_one);
                    self.fault(course, Fault::SignedOverflow, overflow);
                }
            }
            BinOp::Add | BinOp::Sub | BinOp::Mul if ty.is_signed() => {
                let overflow = self.words.leaves(op, ty, a, b);
                self.fault(course, Fault::SignedOverflow, overflow);
            }
            BinOp::Shl | BinOp::Shr => {
                let bits = IntTy::unsigned(8);
                let most = self.words.number(bits, i128::from(ty.bits()) - 1);
                let zero = self.words.number(bits, 0);
                let below = self.words.less((b, amount_ty), (zero, bits));
                let above = self.words.less((most, bits), (b, amount_ty));
                let outside = self.words.or(below, above);
                self.fault(course, Fault::ShiftAmount, outside);
                b = self.words.convert(amount_ty, ty, b);
                if op == BinOp::Shl && ty.is_signed() && self.question.properties.contains(&Property::Overflow) {
                    // What is shifted out must be zeros, and the sign stay what it is.
                    let shifted = self.words.binary(BinOp::Shl, ty, a, b);
                    let back = self.words.binary(BinOp::Shr, ty, shifted, b);
                    let same = self.words.equal(back, a);
                    let zero = self.words.number(ty, 0);
                    let negative = self.words.compare(CmpOp::Lt, ty, a, zero);
                    let lost = self.words.not(same);
                    let overflow = self.words.or(negative, lost);
                    self.fault(course, Fault::ShiftOverflow, overflow);
                }
            }
            _ => {}
        }
        self.words.binary(op, ty, a, b)
    }

    /// Ends with the fault if the condition holds and there was no fault so far.
    fn fault(&mut self, course: &mut Course, fault: Fault, condition: TermId) {
        let mut next = Course::smooth(self.words);
        next.ok = self.words.not(condition);
        if self.question.asks_for(fault) {
            let at = EXPRESSION_FAULTS.iter().position(|listed| *listed == fault).expect("a fault of expressions");
            next.bad[at] = condition;
        }
        course.then(self.words, next);
    }

    /// The indices of an access, which were evaluated, lie within the array.
    fn access(&mut self, course: &mut Course, array: ArrayId, indices: &[ExprId]) {
        let mut outside = self.words.bool(false);
        for (dim, &index) in self.program.array(array).dims.iter().zip(indices) {
            if *dim == Dim::Element {
                continue;
            }
            let index = (self.known[&index].value, self.program.exprs.int_ty(index));
            let zero = (self.words.number(IntTy::OFFSET, 0), IntTy::OFFSET);
            let below = self.words.less(index, zero);
            outside = self.words.or(outside, below);
            let extent = match *dim {
                Dim::Unbounded | Dim::Element => continue,
                Dim::Const(extent) => {
                    let ty = IntTy::unsigned(64);
                    (self.words.number(ty, extent.into()), ty)
                }
                Dim::Var(var) => {
                    let ty = self.program.var(var).ty;
                    match self.state.vars[var.index()] {
                        Some(value) => (value, ty),
                        None => (self.words.any(ty), ty),
                    }
                }
                Dim::PerInstance(lengths) => {
                    let instance = self.index(indices[0]);
                    let memory = self.state.arrays[lengths.index()].as_ref().expect("lengths exist where arrays do");
                    (memory.read(self.words, &[instance]), self.program.array(lengths).elem)
                }
            };
            let within = self.words.less(index, extent);
            let beyond = self.words.not(within);
            outside = self.words.or(outside, beyond);
        }
        self.fault(course, Fault::OutOfBounds, outside);
    }

    /// An index as memories want it.
    fn index(&mut self, index: ExprId) -> TermId {
        self.words.index(self.program.exprs.int_ty(index), self.known[&index].value)
    }
}

/// An index of a step, whose value is known.
pub fn index(words: &mut Words, program: &Program, values: &HashMap<ExprId, TermId>, index: ExprId) -> TermId {
    words.index(program.exprs.int_ty(index), values[&index])
}
