//! Expressions as terms over unbounded integers, in a state.
//!
//! The value of an expression comes with the condition that its evaluation does not fault; operands that are not needed are
//! not evaluated, so conditions of theirs count only where they are. What is not linear (products, bits of two variables) is
//! a new symbol with the limits of its range; what it really is stands apart among the *meanings*. Without its meanings a formula
//! allows more than there is, with them it is exact.

use std::collections::HashMap;

use heureka_ir::passes::Ranges;
use heureka_ir::{
    Array, ArrayId, BinOp, Dim, ExprId, IntTy, Interval, LocId, Node, Program, Ty, UnOp, VarId, interval,
};
use heureka_logic::{Simplifier, SortId, TermId, Terms};

use crate::common::integers;
use crate::common::operand::Operand;

/// A number and what is known of it, or a condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    pub term: TermId,
    pub range: Interval,
}

/// What the variables and arrays are, on some paths.
#[derive(Clone, Debug)]
pub struct State {
    /// The condition of the paths.
    pub path: TermId,
    /// By variable; `None` if it has no value yet.
    pub vars: Vec<Option<Value>>,
    pub arrays: Vec<TermId>,
}

/// What holds besides, as one step brings it to light.
#[derive(Clone, Debug, Default)]
pub struct Sides {
    /// On the paths that come here, or the execution ends.
    pub defined: Vec<TermId>,
    /// The limits of new symbols, whatever the path.
    pub limits: Vec<TermId>,
    /// What new symbols stand for, whatever the path: operations that are not linear.
    pub meanings: Vec<TermId>,
}

pub struct Encoder<'p> {
    pub terms: Terms,
    simplifier: Simplifier,
    pub program: &'p Program,
    ranges: &'p Ranges<'p>,
}

impl<'p> Encoder<'p> {
    pub fn new(program: &'p Program, ranges: &'p Ranges<'p>) -> Encoder<'p> {
        Encoder { terms: Terms::new(), simplifier: Simplifier::new(), program, ranges }
    }

    /// The values of a variable at a location.
    pub fn range_at(&self, loc: LocId, var: VarId) -> Interval {
        let all = Interval::of_type(self.program.var(var).ty);
        self.ranges.at(loc, var).unwrap_or(all)
    }

    /// The values of the cells of an array.
    pub fn range_of_cells(&self, array: ArrayId) -> Interval {
        let declared = self.program.array(array);
        if declared.is_set() { Interval::new(0, 1) } else { self.ranges.cells(array) }
    }

    pub fn is_reachable(&self, loc: LocId) -> bool {
        self.ranges.is_reachable(loc)
    }

    pub fn simple(&mut self, term: TermId) -> TermId {
        self.simplifier.simplify(&mut self.terms, term)
    }

    pub fn number(&mut self, value: i128) -> Value {
        Value { term: self.terms.int(value), range: Interval::point(value) }
    }

    /// The sort of the contents of an array: one level for each dimension.
    pub fn sort(&mut self, array: &Array) -> SortId {
        array.dims.iter().fold(SortId::INT, |sort, _| self.terms.array_sort(SortId::INT, sort))
    }

    /// A term of a sort with one number in all cells.
    pub fn everywhere(&mut self, dims: usize, value: TermId) -> TermId {
        (0..dims).fold(value, |value, _| {
            let sort = self.terms.array_sort(SortId::INT, self.terms.sort(value));
            self.terms.const_array(sort, value)
        })
    }

    pub fn read(&mut self, contents: TermId, indices: &[TermId]) -> TermId {
        let term = indices.iter().fold(contents, |row, index| self.terms.select(row, *index));
        self.simple(term)
    }

    /// The contents with another value behind some indices; fewer than there are dimensions, and the value is a row.
    pub fn write(&mut self, contents: TermId, indices: &[TermId], value: TermId) -> TermId {
        let Some((first, rest)) = indices.split_first() else { return value };
        let inner = match rest.is_empty() {
            true => value,
            false => {
                let row = self.terms.select(contents, *first);
                self.write(row, rest, value)
            }
        };
        let term = self.terms.store(contents, *first, inner);
        self.simple(term)
    }

    /// The term is between the limits.
    pub fn within(&mut self, term: TermId, range: Interval) -> TermId {
        let within = integers::within(&mut self.terms, term, range);
        self.simple(within)
    }

    /// A new symbol for something arbitrary in a range.
    pub fn input(&mut self, name: &str, range: Interval, sides: &mut Sides) -> Value {
        let term = self.terms.fresh(name, SortId::INT);
        let limits = self.within(term, range);
        sides.limits.push(limits);
        Value { term, range }
    }

    /// The value of an expression at a location. That its evaluation does not fault is added to what is defined.
    pub fn expr(&mut self, loc: LocId, state: &State, expr: ExprId, sides: &mut Sides) -> Value {
        let exprs = &self.program.exprs;
        let mut known: HashMap<ExprId, (Value, TermId)> = HashMap::new();
        let mut stack = vec![(expr, false)];
        while let Some((id, is_ready)) = stack.pop() {
            if known.contains_key(&id) {
                continue;
            }
            if !is_ready {
                stack.push((id, true));
                stack.extend(exprs.operands(id).map(|operand| (operand, false)));
                continue;
            }
            let mut own = Vec::new();
            let value = self.node(loc, state, id, &known, &mut own, sides);
            let defined = self.defined(id, &known, own);
            known.insert(id, (value, defined));
        }
        let (value, defined) = known[&expr];
        if self.terms.as_bool(defined) != Some(true) {
            sides.defined.push(defined);
        }
        value
    }

    /// The condition that a node is evaluated without a fault; `own` are those of its own operator.
    fn defined(&mut self, id: ExprId, known: &HashMap<ExprId, (Value, TermId)>, mut own: Vec<TermId>) -> TermId {
        let exprs = &self.program.exprs;
        let terms = &mut self.terms;
        match *exprs.node(id) {
            Node::And(a, b) => {
                let rest = terms.implies(known[&a].0.term, known[&b].1);
                own.extend([known[&a].1, rest]);
            }
            Node::Or(a, b) => {
                let rest = terms.or(&[known[&a].0.term, known[&b].1]);
                own.extend([known[&a].1, rest]);
            }
            Node::Ite(c, a, b) => {
                let rest = terms.ite(known[&c].0.term, known[&a].1, known[&b].1);
                own.extend([known[&c].1, rest]);
            }
            _ => own.extend(exprs.operands(id).map(|operand| known[&operand].1)),
        }
        own.retain(|condition| terms.as_bool(*condition) != Some(true));
        match own.is_empty() {
            true => Terms::TRUE,
            false => {
                let all = terms.and(&own);
                self.simple(all)
            }
        }
    }

    fn node(
        &mut self,
        loc: LocId,
        state: &State,
        id: ExprId,
        known: &HashMap<ExprId, (Value, TermId)>,
        own: &mut Vec<TermId>,
        sides: &mut Sides,
    ) -> Value {
        let program = self.program;
        let exprs = &program.exprs;
        let of = |operand: &ExprId| {
            let value = known[operand].0;
            let ty = match exprs.ty(*operand) {
                Ty::Int(ty) => ty,
                Ty::Bool => IntTy::INT,
            };
            Operand { term: value.term, ty, range: value.range }
        };
        match exprs.node(id) {
            Node::Bool(value) => self.condition(if *value { Terms::TRUE } else { Terms::FALSE }),
            Node::Int(_) => self.number(exprs.as_const(id).expect("a constant has a value")),
            Node::Var(var) => match state.vars[var.index()] {
                Some(Value { term, range }) => {
                    let range = self.range_at(loc, *var).meet(range).unwrap_or(range);
                    match range.as_point() {
                        Some(value) => self.number(value),
                        None => Value { term, range },
                    }
                }
                // Nothing reads it; any number will do.
                None => self.input("unset", Interval::of_type(exprs.int_ty(id)), sides),
            },
            Node::Read(array, indices) => {
                let declared = program.array(*array);
                let indices: Vec<Operand> = indices.iter().map(of).collect();
                self.bounds(state, declared, &indices, own);
                let indices: Vec<TermId> = indices.iter().map(|index| index.term).collect();
                let term = self.read(state.arrays[array.index()], &indices);
                let range = self.range_of_cells(*array);
                if let Some(value) = self.terms.as_int(term).and_then(|value| value.to_i128()) {
                    return self.number(value);
                }
                // A cell is in that range if there is one: beyond the extents there may be other values.
                own.push(self.within(term, range));
                Value { term, range }
            }
            Node::Unary(op, a) => {
                let operand = of(a);
                let term = integers::unary(&mut self.terms, *op, operand);
                let term = self.simple(term);
                let all = Interval::of_type(operand.ty);
                let (range, faults) = interval::unary(*op, operand.ty, operand.range);
                if *op == UnOp::Neg && operand.ty.is_signed() && !faults.is_empty() {
                    own.push(self.within(term, all));
                }
                Value { term, range: range.unwrap_or(all) }
            }
            Node::Binary(op, a, b) => self.binary(*op, of(a), of(b), own, sides),
            Node::Compare(op, a, b) => {
                let (a, b) = (of(a), of(b));
                let term = match interval::compare(*op, a.range, b.range).as_point() {
                    Some(value) => self.terms.bool(value == 1),
                    None => integers::compare(&mut self.terms, *op, a, b),
                };
                self.condition(term)
            }
            Node::Cast(a) => {
                let (operand, to) = (of(a), exprs.int_ty(id));
                let term = integers::cast(&mut self.terms, to, operand);
                Value { term: self.simple(term), range: interval::cast(to, operand.range) }
            }
            Node::Ite(c, a, b) => {
                let (c, a, b) = (known[c].0, known[a].0, known[b].0);
                self.choose(c.term, a, b)
            }
            Node::Not(a) => {
                let term = self.terms.not(known[a].0.term);
                self.condition(term)
            }
            Node::And(a, b) => {
                let term = self.terms.and(&[known[a].0.term, known[b].0.term]);
                self.condition(term)
            }
            Node::Or(a, b) => {
                let term = self.terms.or(&[known[a].0.term, known[b].0.term]);
                self.condition(term)
            }
            // Whether a set has an element is not followed.
            Node::NotEmpty(_) => {
                let any = self.input("element", Interval::new(0, 1), sides);
                let one = self.terms.int(1);
                let term = self.terms.eq(any.term, one);
                self.condition(term)
            }
        }
    }

    fn condition(&mut self, term: TermId) -> Value {
        Value { term: self.simple(term), range: Interval::EITHER }
    }

    fn binary(&mut self, op: BinOp, a: Operand, b: Operand, own: &mut Vec<TermId>, sides: &mut Sides) -> Value {
        let ty = a.ty;
        let all = Interval::of_type(ty);
        let (range, faults) = interval::binary(op, ty, a.range, b.range);
        let range = range.unwrap_or(all);
        if let Some(value) = range.as_point().filter(|_| faults.is_empty()) {
            return self.number(value);
        }
        let exact = integers::binary(&mut self.terms, op, a, b);
        let exact = self.simple(exact);
        let is_known = |operand: Operand| operand.range.as_point().is_some();
        let is_linear = match op {
            BinOp::Add | BinOp::Sub => true,
            BinOp::Mul | BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor => is_known(a) || is_known(b),
            BinOp::Div | BinOp::Rem | BinOp::Shl | BinOp::Shr => is_known(b),
        };
        let value = match is_linear {
            true => Value { term: exact, range },
            // It has a value whatever the operands are, also where the execution does not come here.
            false => {
                let term = self.terms.fresh(name(op), SortId::INT);
                sides.meanings.push(self.terms.eq(term, exact));
                own.push(self.within(term, range));
                Value { term, range }
            }
        };
        if !faults.is_empty() {
            if ty.is_signed() && matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul) {
                own.push(self.within(value.term, all));
            }
            if matches!(op, BinOp::Div | BinOp::Rem) {
                let zero = self.terms.int(0);
                let mut bad = vec![self.terms.eq(b.term, zero)];
                if ty.is_signed() {
                    let (least, minus) = (self.terms.int(ty.min()), self.terms.int(-1));
                    let overflows = [self.terms.eq(a.term, least), self.terms.eq(b.term, minus)];
                    bad.push(self.terms.and(&overflows));
                }
                let bad = self.terms.or(&bad);
                let fine = self.terms.not(bad);
                own.push(self.simple(fine));
            }
            if op.is_shift() {
                own.push(self.within(b.term, Interval::new(0, i128::from(ty.bits()) - 1)));
            }
        }
        value
    }

    /// The indices are within the extents.
    pub fn bounds(&mut self, state: &State, array: &Array, indices: &[Operand], own: &mut Vec<TermId>) {
        for (index, dim) in indices.iter().zip(&array.dims) {
            let zero = self.terms.int(0);
            let extent = match *dim {
                Dim::Element => continue,
                Dim::Const(extent) => {
                    let all = Interval::new(0, i128::from(extent).max(1) - 1);
                    if !all.includes(index.range) {
                        own.push(self.within(index.term, all));
                    }
                    continue;
                }
                Dim::Unbounded => None,
                Dim::Var(var) => state.vars[var.index()].map(|value| value.term),
                Dim::PerInstance(lengths) => {
                    let contents = state.arrays[lengths.index()];
                    Some(self.read(contents, &[indices[0].term]))
                }
            };
            let above = self.terms.le(zero, index.term);
            own.push(self.simple(above));
            if let Some(extent) = extent {
                let below = self.terms.lt(index.term, extent);
                own.push(self.simple(below));
            }
        }
    }

    pub fn choose(&mut self, condition: TermId, yes: Value, no: Value) -> Value {
        match self.terms.as_bool(condition) {
            Some(true) => yes,
            Some(false) => no,
            None if yes.term == no.term => Value { term: yes.term, range: yes.range.join(no.range) },
            None => {
                let term = self.terms.ite(condition, yes.term, no.term);
                Value { term: self.simple(term), range: yes.range.join(no.range) }
            }
        }
    }
}

fn name(op: BinOp) -> &'static str {
    match op {
        BinOp::Mul => "product",
        BinOp::Div => "quotient",
        BinOp::Rem => "remainder",
        _ => "bits",
    }
}
