//! Expressions as text, with as few parentheses as C's precedence allows.
//!
//! Works with a stack of its own, whatever the depth. A step whose expressions are large as trees is printed with `let`s
//! for the nodes that occur several times, so the text is linear in the number of nodes.

use std::collections::HashMap;
use std::fmt::Write;

use super::names::Names;
use super::prec;
use crate::expr::{ExprPool, Node};
use crate::ids::{ExprId, ProcId};
use crate::op::UnOp;
use crate::program::Program;
use crate::ty::{IntTy, Ty};

/// Steps of up to this many tree nodes are printed without `let`.
const SMALL_STEP: usize = 60;
/// Nodes with fewer tree nodes than this are repeated rather than named.
const SMALL_NODE: usize = 6;

/// Prints expressions within one procedure.
pub struct ExprPrinter<'a> {
    pool: &'a ExprPool,
    names: &'a Names,
    scope: Option<ProcId>,
    /// The `let` numbers of shared nodes.
    lets: HashMap<ExprId, usize>,
}

enum Piece {
    Text(&'static str),
    /// An operand: parenthesised when it binds less tightly than the number says; a literal of the given type needs no
    /// suffix.
    Expr(ExprId, u8, IntTy),
}

/// An operator between two operands, whose literals need no suffix when they are of type `expected`.
struct Infix {
    prec: u8,
    symbol: &'static str,
    expected: IntTy,
}

impl<'a> ExprPrinter<'a> {
    pub fn new(program: &'a Program, names: &'a Names, scope: Option<ProcId>) -> ExprPrinter<'a> {
        ExprPrinter { pool: &program.exprs, names, scope, lets: HashMap::new() }
    }

    /// The text of one expression on its own.
    pub fn text(&self, expr: ExprId) -> String {
        let mut out = String::new();
        self.write(&mut out, expr, IntTy::INT);
        out
    }

    /// Decides which nodes below `roots` are shared and writes their definitions; they are in force until the next call.
    pub(super) fn write_lets(&mut self, out: &mut String, roots: &[ExprId]) {
        self.lets.clear();
        if self.is_small(roots) {
            return;
        }
        let mut uses: HashMap<ExprId, usize> = HashMap::new();
        for &root in roots {
            *uses.entry(root).or_default() += 1;
        }
        self.pool.visit(roots.iter().copied(), |id, _| {
            for operand in self.pool.operands(id) {
                *uses.entry(operand).or_default() += 1;
            }
        });
        let mut sizes: HashMap<ExprId, usize> = HashMap::new();
        let mut shared = Vec::new();
        self.pool.visit(roots.iter().copied(), |id, _| {
            let size = 1 + self.pool.operands(id).map(|operand| sizes[&operand]).sum::<usize>();
            let named = uses[&id] > 1 && size >= SMALL_NODE;
            if named {
                shared.push(id);
            }
            sizes.insert(id, if named { 1 } else { size });
        });
        for (number, &id) in shared.iter().enumerate() {
            let _ = write!(out, "let ${number} = ");
            self.write(out, id, IntTy::INT);
            out.push_str(" in ");
            self.lets.insert(id, number);
        }
    }

    fn is_small(&self, roots: &[ExprId]) -> bool {
        let mut stack = roots.to_vec();
        let mut count = 0;
        while let Some(id) = stack.pop() {
            count += 1;
            if count > SMALL_STEP {
                return false;
            }
            stack.extend(self.pool.operands(id));
        }
        true
    }

    /// Writes `expr`; a literal of type `expected` gets no suffix.
    pub(super) fn write(&self, out: &mut String, expr: ExprId, expected: IntTy) {
        let mut stack = vec![Piece::Expr(expr, 0, expected)];
        while let Some(piece) = stack.pop() {
            match piece {
                Piece::Text(text) => out.push_str(text),
                Piece::Expr(id, least, expected) => match self.lets.get(&id) {
                    Some(number) => {
                        let _ = write!(out, "${number}");
                    }
                    None => self.open(out, &mut stack, id, least, expected),
                },
            }
        }
    }

    /// Writes the start of a node and leaves the rest on the stack.
    fn open(&self, out: &mut String, stack: &mut Vec<Piece>, id: ExprId, least: u8, expected: IntTy) {
        match self.pool.node(id) {
            Node::Bool(value) => {
                let _ = write!(out, "{value}");
            }
            Node::Int(_) => self.literal(out, id, least, expected),
            Node::Var(var) => out.push_str(&self.names.var(*var, self.scope)),
            Node::Read(array, indices) => {
                out.push_str(&self.names.array(*array, self.scope));
                for &index in indices.iter().rev() {
                    stack.extend([Piece::Text("]"), Piece::Expr(index, 0, IntTy::OFFSET), Piece::Text("[")]);
                }
            }
            Node::NotEmpty(set) => {
                let _ = write!(out, "nonempty({})", self.names.array(*set, self.scope));
            }
            Node::Cast(operand) => {
                let _ = write!(out, "{}(", self.pool.ty(id));
                stack.extend([Piece::Text(")"), Piece::Expr(*operand, 0, IntTy::INT)]);
            }
            Node::Unary(op, operand) => {
                // `-5` is the literal, so the negation of 5 is `-(5)`.
                let inner = if *op == UnOp::Neg && self.is_literal(*operand) { u8::MAX } else { prec::UNARY };
                self.wrap(out, stack, least > prec::UNARY);
                stack.push(Piece::Expr(*operand, inner, IntTy::INT));
                out.push_str(op.symbol());
            }
            Node::Not(operand) => {
                self.wrap(out, stack, least > prec::UNARY);
                stack.push(Piece::Expr(*operand, prec::UNARY, IntTy::INT));
                out.push('!');
            }
            Node::Binary(op, left, right) => {
                let expected = if op.is_shift() { IntTy::INT } else { self.sibling_ty(*left, *right) };
                let infix = Infix { prec: prec::binary(*op), symbol: op.symbol(), expected };
                self.infix(out, stack, least, infix, *left, *right);
            }
            Node::Compare(op, left, right) => {
                let expected = self.sibling_ty(*left, *right);
                let infix = Infix { prec: prec::compare(*op), symbol: op.symbol(), expected };
                self.infix(out, stack, least, infix, *left, *right);
            }
            Node::And(left, right) => {
                let infix = Infix { prec: prec::AND, symbol: "&&", expected: IntTy::INT };
                self.infix(out, stack, least, infix, *left, *right);
            }
            Node::Or(left, right) => {
                let infix = Infix { prec: prec::OR, symbol: "||", expected: IntTy::INT };
                self.infix(out, stack, least, infix, *left, *right);
            }
            Node::Ite(condition, then, otherwise) => {
                self.wrap(out, stack, least > prec::CHOICE);
                let expected =
                    if self.is_choice_of_literals(id) { expected } else { self.sibling_ty(*then, *otherwise) };
                stack.extend([
                    Piece::Expr(*otherwise, prec::CHOICE, expected),
                    Piece::Text(" : "),
                    Piece::Expr(*then, 0, expected),
                    Piece::Text(" ? "),
                    Piece::Expr(*condition, prec::OR, IntTy::INT),
                ]);
            }
        }
    }

    fn infix(&self, out: &mut String, stack: &mut Vec<Piece>, least: u8, infix: Infix, left: ExprId, right: ExprId) {
        self.wrap(out, stack, least > infix.prec);
        stack.extend([
            Piece::Expr(right, infix.prec + 1, infix.expected),
            Piece::Text(" "),
            Piece::Text(infix.symbol),
            Piece::Text(" "),
            Piece::Expr(left, infix.prec, infix.expected),
        ]);
    }

    fn wrap(&self, out: &mut String, stack: &mut Vec<Piece>, needed: bool) {
        if needed {
            out.push('(');
            stack.push(Piece::Text(")"));
        }
    }

    fn is_literal(&self, id: ExprId) -> bool {
        matches!(self.pool.node(id), Node::Int(_))
    }

    /// `c ? 1 : 0`, which takes its type from its context as one literal would.
    fn is_choice_of_literals(&self, id: ExprId) -> bool {
        match self.pool.node(id) {
            Node::Ite(_, then, otherwise) => self.is_literal(*then) && self.is_literal(*otherwise),
            _ => false,
        }
    }

    /// True when the text of a node does not tell its type.
    fn is_untyped(&self, id: ExprId) -> bool {
        !self.lets.contains_key(&id) && (self.is_literal(id) || self.is_choice_of_literals(id))
    }

    /// The type that literals among two operands of one type are read with.
    fn sibling_ty(&self, left: ExprId, right: ExprId) -> IntTy {
        match self.pool.ty(left) {
            Ty::Int(ty) if !(self.is_untyped(left) && self.is_untyped(right)) => ty,
            _ => IntTy::INT,
        }
    }

    fn literal(&self, out: &mut String, id: ExprId, least: u8, expected: IntTy) {
        let (Some(value), ty) = (self.pool.as_const(id), self.pool.int_ty(id)) else { return };
        let (open, close) = if least > prec::UNARY { ("(", ")") } else { ("", "") };
        let _ = write!(out, "{open}{value}");
        if ty != expected {
            let _ = write!(out, "{ty}");
        }
        out.push_str(close);
    }
}
