//! Expressions: typed, without side effects, hash-consed in one pool per program.
//!
//! Invariant: a node's operands are in the pool before it and have the types that its constructor demands; equal nodes
//! have equal ids. `And`, `Or` and `Ite` are lazy: an operand that is not needed is not evaluated and cannot fault.

use std::collections::HashMap;

use crate::ids::{ArrayId, ExprId, VarId};
use crate::op::{BinOp, CmpOp, UnOp};
use crate::ty::{IntTy, Ty};

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    Bool(bool),
    /// The value is in the range of the node's type. (Stored as its low 64 bits: see [`ExprPool::as_const`].)
    Int(u64),
    Var(VarId),
    /// One index per dimension of the array, each of any integer type.
    Read(ArrayId, Box<[ExprId]>),
    Unary(UnOp, ExprId),
    Binary(BinOp, ExprId, ExprId),
    Compare(CmpOp, ExprId, ExprId),
    /// Conversion to the node's type, modulo 2^bits.
    Cast(ExprId),
    Ite(ExprId, ExprId, ExprId),
    Not(ExprId),
    And(ExprId, ExprId),
    Or(ExprId, ExprId),
    /// The set has an element: some cell is not zero.
    NotEmpty(ArrayId),
}

/// The expressions of a program.
#[derive(Clone, Debug, Default)]
pub struct ExprPool {
    nodes: Vec<(Node, Ty)>,
    known: HashMap<(Node, Ty), ExprId, std::hash::BuildHasherDefault<PoolHasher>>,
}

impl ExprPool {
    pub fn new() -> ExprPool {
        ExprPool::default()
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub fn node(&self, id: ExprId) -> &Node {
        &self.nodes[id.index()].0
    }

    pub fn ty(&self, id: ExprId) -> Ty {
        self.nodes[id.index()].1
    }

    /// The type of an expression that is known to be an integer.
    pub fn int_ty(&self, id: ExprId) -> IntTy {
        match self.ty(id) {
            Ty::Int(ty) => ty,
            Ty::Bool => panic!("an integer expression is expected, {id} is a condition"),
        }
    }

    /// The value of an integer constant.
    pub fn as_const(&self, id: ExprId) -> Option<i128> {
        match (self.node(id), self.ty(id)) {
            (Node::Int(bits), Ty::Int(ty)) => Some(ty.wrap(*bits as i128)),
            _ => None,
        }
    }

    /// The value of a constant condition.
    pub fn as_bool(&self, id: ExprId) -> Option<bool> {
        match self.node(id) {
            Node::Bool(value) => Some(*value),
            _ => None,
        }
    }

    fn intern(&mut self, node: Node, ty: Ty) -> ExprId {
        let next = ExprId(self.nodes.len() as u32);
        *self.known.entry((node, ty)).or_insert_with_key(|key| {
            self.nodes.push(key.clone());
            next
        })
    }

    pub fn bool(&mut self, value: bool) -> ExprId {
        self.intern(Node::Bool(value), Ty::Bool)
    }

    /// A constant; `value` must be in the range of `ty`.
    pub fn int(&mut self, ty: IntTy, value: i128) -> ExprId {
        assert!(ty.contains(value), "{value} is not a value of {ty}");
        self.intern(Node::Int(value as u64), Ty::Int(ty))
    }

    /// `ty` is the declared type of the variable.
    pub fn var(&mut self, var: VarId, ty: IntTy) -> ExprId {
        self.intern(Node::Var(var), Ty::Int(ty))
    }

    /// `elem` is the declared element type of the array; one index per dimension.
    pub fn read(&mut self, array: ArrayId, elem: IntTy, indices: Box<[ExprId]>) -> ExprId {
        for &index in &indices {
            self.int_ty(index);
        }
        self.intern(Node::Read(array, indices), Ty::Int(elem))
    }

    /// True when the set has an element.
    pub fn not_empty(&mut self, set: ArrayId) -> ExprId {
        self.intern(Node::NotEmpty(set), Ty::Bool)
    }

    pub fn unary(&mut self, op: UnOp, operand: ExprId) -> ExprId {
        let ty = self.int_ty(operand);
        self.intern(Node::Unary(op, operand), Ty::Int(ty))
    }

    pub fn binary(&mut self, op: BinOp, left: ExprId, right: ExprId) -> ExprId {
        let (ty, other) = (self.int_ty(left), self.int_ty(right));
        assert!(op.is_shift() || ty == other, "operands of {} have types {ty} and {other}", op.symbol());
        self.intern(Node::Binary(op, left, right), Ty::Int(ty))
    }

    /// A comparison; that of two constants is decided at once.
    pub fn compare(&mut self, op: CmpOp, left: ExprId, right: ExprId) -> ExprId {
        let (ty, other) = (self.int_ty(left), self.int_ty(right));
        assert!(ty == other, "operands of {} have types {ty} and {other}", op.symbol());
        match (self.as_const(left), self.as_const(right)) {
            (Some(left), Some(right)) => self.bool(op.eval(left, right)),
            _ => self.intern(Node::Compare(op, left, right), Ty::Bool),
        }
    }

    /// Converts to `to`; nothing happens where the type is `to` already, and constants are converted at once.
    pub fn cast(&mut self, to: IntTy, operand: ExprId) -> ExprId {
        if self.int_ty(operand) == to {
            return operand;
        }
        match self.as_const(operand) {
            Some(value) => self.int(to, to.wrap(value)),
            None => self.intern(Node::Cast(operand), Ty::Int(to)),
        }
    }

    /// A choice between expressions of one type.
    pub fn ite(&mut self, condition: ExprId, then: ExprId, otherwise: ExprId) -> ExprId {
        self.demand_bool(condition);
        let (ty, other) = (self.ty(then), self.ty(otherwise));
        assert!(ty == other, "branches of a conditional have types {ty} and {other}");
        match self.as_bool(condition) {
            Some(true) => then,
            Some(false) => otherwise,
            None if then == otherwise && self.is_total(condition) => then,
            None => self.intern(Node::Ite(condition, then, otherwise), ty),
        }
    }

    /// Negation; comparisons and double negations are turned round, so that a branch and its complement are both simple.
    pub fn not(&mut self, operand: ExprId) -> ExprId {
        self.demand_bool(operand);
        match *self.node(operand) {
            Node::Bool(value) => self.bool(!value),
            Node::Not(inner) => inner,
            Node::Compare(CmpOp::Eq, a, b) => self.compare(CmpOp::Ne, a, b),
            Node::Compare(CmpOp::Ne, a, b) => self.compare(CmpOp::Eq, a, b),
            Node::Compare(CmpOp::Lt, a, b) => self.compare(CmpOp::Le, b, a),
            Node::Compare(CmpOp::Le, a, b) => self.compare(CmpOp::Lt, b, a),
            _ => self.intern(Node::Not(operand), Ty::Bool),
        }
    }

    pub fn and(&mut self, left: ExprId, right: ExprId) -> ExprId {
        self.demand_bool(left);
        self.demand_bool(right);
        match (self.as_bool(left), self.as_bool(right)) {
            (Some(true), _) => right,
            (Some(false), _) | (_, Some(true)) => left,
            _ => self.intern(Node::And(left, right), Ty::Bool),
        }
    }

    pub fn or(&mut self, left: ExprId, right: ExprId) -> ExprId {
        self.demand_bool(left);
        self.demand_bool(right);
        match (self.as_bool(left), self.as_bool(right)) {
            (Some(false), _) => right,
            (Some(true), _) | (_, Some(false)) => left,
            _ => self.intern(Node::Or(left, right), Ty::Bool),
        }
    }

    fn demand_bool(&self, id: ExprId) {
        assert!(self.ty(id) == Ty::Bool, "a condition is expected, {id} is of type {}", self.ty(id));
    }

    /// True when the evaluation surely cannot fault, judged by the top of the expression only.
    fn is_total(&self, id: ExprId) -> bool {
        match *self.node(id) {
            Node::Bool(_) | Node::Int(_) | Node::Var(_) | Node::NotEmpty(_) => true,
            Node::Compare(_, a, b) => self.is_leaf(a) && self.is_leaf(b),
            _ => false,
        }
    }

    fn is_leaf(&self, id: ExprId) -> bool {
        matches!(self.node(id), Node::Bool(_) | Node::Int(_) | Node::Var(_))
    }

    /// The direct operands of a node, in order of evaluation.
    pub fn operands(&self, id: ExprId) -> Operands<'_> {
        match self.node(id) {
            Node::Bool(_) | Node::Int(_) | Node::Var(_) | Node::NotEmpty(_) => Operands::few(&[]),
            Node::Read(_, indices) => Operands::Many(indices.iter()),
            Node::Unary(_, a) | Node::Cast(a) | Node::Not(a) => Operands::few(&[*a]),
            Node::Binary(_, a, b) | Node::Compare(_, a, b) | Node::And(a, b) | Node::Or(a, b) => {
                Operands::few(&[*a, *b])
            }
            Node::Ite(a, b, c) => Operands::few(&[*a, *b, *c]),
        }
    }

    /// The node with other operands, of the same types.
    pub fn with_operands(&mut self, id: ExprId, at: impl Fn(ExprId) -> ExprId) -> ExprId {
        match self.node(id).clone() {
            Node::Bool(_) | Node::Int(_) | Node::Var(_) | Node::NotEmpty(_) => id,
            Node::Read(array, indices) => {
                let elem = self.int_ty(id);
                self.read(array, elem, indices.iter().map(|index| at(*index)).collect())
            }
            Node::Unary(op, a) => self.unary(op, at(a)),
            Node::Binary(op, a, b) => self.binary(op, at(a), at(b)),
            Node::Compare(op, a, b) => self.compare(op, at(a), at(b)),
            Node::Cast(a) => {
                let ty = self.int_ty(id);
                self.cast(ty, at(a))
            }
            Node::Ite(a, b, c) => self.ite(at(a), at(b), at(c)),
            Node::Not(a) => self.not(at(a)),
            Node::And(a, b) => self.and(at(a), at(b)),
            Node::Or(a, b) => self.or(at(a), at(b)),
        }
    }

    /// The expression where some nodes are others. `known` has those, and gets what else was looked at.
    pub fn rebuild(&mut self, expr: ExprId, known: &mut HashMap<ExprId, ExprId>) -> ExprId {
        let mut stack = vec![(expr, false)];
        while let Some((id, ready)) = stack.pop() {
            if known.contains_key(&id) {
                continue;
            }
            if ready {
                let rebuilt = self.with_operands(id, |operand| known[&operand]);
                known.insert(id, rebuilt);
            } else {
                stack.push((id, true));
                stack.extend(self.operands(id).map(|operand| (operand, false)));
            }
        }
        known[&expr]
    }

    /// Calls `visit` once for every node below and including `roots`, operands before the nodes that use them.
    /// Works without recursion, whatever the depth.
    pub fn visit(&self, roots: impl IntoIterator<Item = ExprId>, mut visit: impl FnMut(ExprId, &Node)) {
        let mut seen = std::collections::HashSet::new();
        let mut stack: Vec<(ExprId, bool)> = Vec::new();
        for root in roots {
            stack.push((root, false));
            while let Some((id, ready)) = stack.pop() {
                if ready {
                    visit(id, self.node(id));
                } else if seen.insert(id) {
                    stack.push((id, true));
                    stack.extend(self.operands(id).map(|operand| (operand, false)));
                }
            }
        }
    }
}

/// The operands of a node, in order.
pub enum Operands<'a> {
    Few { operands: [ExprId; 3], next: u8, count: u8 },
    Many(std::slice::Iter<'a, ExprId>),
}

impl Operands<'_> {
    fn few(list: &[ExprId]) -> Operands<'static> {
        let mut operands = [ExprId(0); 3];
        operands[..list.len()].copy_from_slice(list);
        Operands::Few { operands, next: 0, count: list.len() as u8 }
    }
}

impl Iterator for Operands<'_> {
    type Item = ExprId;

    fn next(&mut self) -> Option<ExprId> {
        match self {
            Operands::Few { operands, next, count } => (*next < *count).then(|| {
                *next += 1;
                operands[*next as usize - 1]
            }),
            Operands::Many(rest) => rest.next().copied(),
        }
    }
}

/// A multiplicative hash: the keys are small and not chosen by an adversary, and the pool is hot while programs are read.
#[derive(Default, Clone)]
pub struct PoolHasher(u64);

impl std::hash::Hasher for PoolHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte as u64);
        }
    }

    fn write_u8(&mut self, value: u8) {
        self.write_u64(value as u64);
    }

    fn write_u32(&mut self, value: u32) {
        self.write_u64(value as u64);
    }

    fn write_usize(&mut self, value: usize) {
        self.write_u64(value as u64);
    }

    fn write_isize(&mut self, value: isize) {
        self.write_u64(value as u64);
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = (self.0.rotate_left(5) ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_expressions_are_one_node() {
        let mut pool = ExprPool::new();
        let x = pool.var(VarId(0), IntTy::INT);
        let one = pool.int(IntTy::INT, 1);
        let a = pool.binary(BinOp::Add, x, one);
        let b = pool.binary(BinOp::Add, x, one);
        assert_eq!(a, b);
        assert_eq!(pool.len(), 3);
    }

    #[test]
    fn constants_keep_their_value_in_every_type() {
        let mut pool = ExprPool::new();
        for (ty, value) in [(IntTy::signed(8), -1), (IntTy::unsigned(64), u64::MAX as i128), (IntTy::INT, -5)] {
            let id = pool.int(ty, value);
            assert_eq!(pool.as_const(id), Some(value));
        }
    }

    #[test]
    fn negation_turns_comparisons_round() {
        let mut pool = ExprPool::new();
        let x = pool.var(VarId(0), IntTy::INT);
        let one = pool.int(IntTy::INT, 1);
        let less = pool.compare(CmpOp::Lt, x, one);
        let not_less = pool.not(less);
        assert_eq!(pool.node(not_less), &Node::Compare(CmpOp::Le, one, x));
        assert_eq!(pool.not(not_less), less);
    }

    #[test]
    #[should_panic(expected = "operands of + have types i32 and u32")]
    fn mixed_types_are_refused() {
        let mut pool = ExprPool::new();
        let x = pool.var(VarId(0), IntTy::INT);
        let y = pool.var(VarId(1), IntTy::unsigned(32));
        pool.binary(BinOp::Add, x, y);
    }

    #[test]
    fn visiting_a_deep_expression_needs_no_stack() {
        let mut pool = ExprPool::new();
        let one = pool.int(IntTy::INT, 1);
        let mut sum = pool.var(VarId(0), IntTy::INT);
        for _ in 0..200_000 {
            sum = pool.binary(BinOp::Add, sum, one);
        }
        let mut count = 0;
        pool.visit([sum], |_, _| count += 1);
        assert_eq!(count, 200_002);
    }
}
