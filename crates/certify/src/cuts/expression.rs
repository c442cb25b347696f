//! The value of an expression in a state, and the condition that its evaluation does not fault: `And`, `Or` and `Ite` are
//! lazy. Written from `program.rs` and `op.rs` of the ir.

use std::collections::HashMap;

use heureka_ir::{Array, CmpOp, Dim, ExprId, Node, Program};
use heureka_logic::{SortId, TermId, Terms, simplify};

use super::arithmetic;

/// What the variables and arrays are, on some paths.
#[derive(Clone)]
pub struct State {
    /// The condition of the paths.
    pub path: TermId,
    /// By variable; `None` if it has no value yet.
    pub vars: Vec<Option<TermId>>,
    pub arrays: Vec<TermId>,
}

/// What the evaluation of expressions brings to light.
pub struct Evaluation<'a> {
    pub program: &'a Program,
    pub terms: &'a mut Terms,
    /// What holds of new symbols and of cells.
    pub facts: &'a mut Vec<TermId>,
    /// False as soon as something is followed that allows more than there is.
    pub is_exact: &'a mut bool,
}

impl Evaluation<'_> {
    /// The value, and the condition that it is computed without a fault.
    pub fn expr(&mut self, state: &State, expr: ExprId) -> (TermId, TermId) {
        let exprs = &self.program.exprs;
        let mut known: HashMap<ExprId, (TermId, TermId)> = HashMap::new();
        let mut stack = vec![(expr, false)];
        while let Some((id, is_ready)) = stack.pop() {
            if known.contains_key(&id) {
                continue;
            }
            if is_ready {
                let pair = self.node(state, id, &known);
                let pair = (simplify(self.terms, pair.0), simplify(self.terms, pair.1));
                known.insert(id, pair);
            } else {
                stack.push((id, true));
                stack.extend(exprs.operands(id).map(|operand| (operand, false)));
            }
        }
        known[&expr]
    }

    fn node(&mut self, state: &State, id: ExprId, known: &HashMap<ExprId, (TermId, TermId)>) -> (TermId, TermId) {
        let program = self.program;
        let exprs = &program.exprs;
        let of = |operand: &ExprId| known[operand];
        match exprs.node(id) {
            Node::Bool(value) => (self.terms.bool(*value), Terms::TRUE),
            Node::Int(_) => (self.terms.int(exprs.as_const(id).expect("a constant has a value")), Terms::TRUE),
            Node::Var(var) => match state.vars[var.index()] {
                Some(value) => (value, Terms::TRUE),
                None => {
                    let any = self.terms.fresh("unset", SortId::INT);
                    let fits = arithmetic::fits(self.terms, exprs.int_ty(id), any);
                    self.facts.push(fits);
                    (any, Terms::TRUE)
                }
            },
            Node::Read(array, indices) => {
                let declared = program.array(*array);
                let mut conditions: Vec<TermId> = indices.iter().map(|index| of(index).1).collect();
                let indices: Vec<TermId> = indices.iter().map(|index| of(index).0).collect();
                conditions.push(self.within(state, declared, &indices));
                let value = self.read(state.arrays[array.index()], &indices);
                let fits = arithmetic::fits(self.terms, declared.elem, value);
                self.facts.push(fits);
                (value, self.terms.and(&conditions))
            }
            Node::Unary(op, a) => {
                let (value, own) = arithmetic::unary(self.terms, *op, exprs.int_ty(*a), of(a).0);
                (value, self.terms.and(&[of(a).1, own]))
            }
            Node::Binary(op, a, b) => {
                let (value, own) = arithmetic::binary(self.terms, *op, exprs.int_ty(*a), of(a).0, of(b).0);
                (value, self.terms.and(&[of(a).1, of(b).1, own]))
            }
            Node::Compare(op, a, b) => {
                let (left, right) = (of(a).0, of(b).0);
                let value = match op {
                    CmpOp::Eq => self.terms.eq(left, right),
                    CmpOp::Ne => self.terms.ne(left, right),
                    CmpOp::Lt => self.terms.lt(left, right),
                    CmpOp::Le => self.terms.le(left, right),
                };
                (value, self.terms.and(&[of(a).1, of(b).1]))
            }
            Node::Cast(a) => (arithmetic::cast(self.terms, exprs.int_ty(id), exprs.int_ty(*a), of(a).0), of(a).1),
            Node::Ite(c, a, b) => {
                let value = self.terms.ite(of(c).0, of(a).0, of(b).0);
                let rest = self.terms.ite(of(c).0, of(a).1, of(b).1);
                (value, self.terms.and(&[of(c).1, rest]))
            }
            Node::Not(a) => (self.terms.not(of(a).0), of(a).1),
            Node::And(a, b) => {
                let value = self.terms.and(&[of(a).0, of(b).0]);
                let rest = self.terms.implies(of(a).0, of(b).1);
                (value, self.terms.and(&[of(a).1, rest]))
            }
            Node::Or(a, b) => {
                let value = self.terms.or(&[of(a).0, of(b).0]);
                let rest = self.terms.or(&[of(a).0, of(b).1]);
                (value, self.terms.and(&[of(a).1, rest]))
            }
            Node::NotEmpty(_) => {
                *self.is_exact = false;
                (self.terms.fresh("element", SortId::BOOL), Terms::TRUE)
            }
        }
    }

    pub fn read(&mut self, contents: TermId, indices: &[TermId]) -> TermId {
        indices.iter().fold(contents, |row, index| self.terms.select(row, *index))
    }

    /// The contents with something else behind some indices.
    pub fn write(&mut self, contents: TermId, indices: &[TermId], value: TermId) -> TermId {
        let Some((first, rest)) = indices.split_first() else { return value };
        let row = match rest.is_empty() {
            true => value,
            false => {
                let row = self.terms.select(contents, *first);
                self.write(row, rest, value)
            }
        };
        self.terms.store(contents, *first, row)
    }

    /// The condition that some indices are within the extents.
    pub fn within(&mut self, state: &State, array: &Array, indices: &[TermId]) -> TermId {
        let mut conditions = vec![Terms::TRUE];
        for (index, dim) in indices.iter().zip(&array.dims) {
            let extent = match *dim {
                Dim::Element => continue,
                Dim::Unbounded => None,
                Dim::Const(extent) => Some(self.terms.int(i128::from(extent))),
                Dim::Var(var) => match state.vars[var.index()] {
                    Some(extent) => Some(extent),
                    None => {
                        *self.is_exact = false;
                        None
                    }
                },
                Dim::PerInstance(lengths) => Some(self.terms.select(state.arrays[lengths.index()], indices[0])),
            };
            let zero = self.terms.int(0);
            conditions.push(self.terms.le(zero, *index));
            if let Some(extent) = extent {
                conditions.push(self.terms.lt(*index, extent));
            }
        }
        self.terms.and(&conditions)
    }
}
