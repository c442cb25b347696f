//! Expressions: operator precedence with stacks of our own, so that depth costs memory and not the call stack.

use super::lex::{At, ParseError, Token, int_ty};
use super::parse::{Parser, Symbol};
use super::prec;
use crate::ids::{ArrayId, ExprId};
use crate::op::{BinOp, CmpOp, UnOp};
use crate::ty::{IntTy, Ty};

/// A value under construction. A literal without a suffix has no type before its context is known.
#[derive(Clone, Copy)]
enum Value {
    Literal(i128, At),
    /// A condition that chooses between two literals.
    Choice(ExprId, i128, i128, At),
    Expr(ExprId),
}

/// What waits for its right operand or its closing bracket.
enum Waiting {
    Binary(BinOp),
    /// `swapped` for `>` and `>=`.
    Compare(CmpOp, bool),
    And,
    Or,
    Unary(UnOp),
    Not,
    /// `c ?`, before the colon.
    Question,
    /// `c ? t :`
    Colon,
    Paren,
    Cast(IntTy),
    /// `a[i]…[`, with the indices read so far.
    Index(ArrayId, Vec<ExprId>),
}

impl Waiting {
    fn prec(&self) -> u8 {
        match self {
            Waiting::Binary(op) => prec::binary(*op),
            Waiting::Compare(op, _) => prec::compare(*op),
            Waiting::And => prec::AND,
            Waiting::Or => prec::OR,
            Waiting::Unary(_) | Waiting::Not => prec::UNARY,
            Waiting::Colon => prec::CHOICE,
            // Brackets and an open `?` end only at their closing mark.
            Waiting::Question | Waiting::Paren | Waiting::Cast(_) | Waiting::Index(..) => 0,
        }
    }
}

type Parsed<T> = Result<T, ParseError>;

struct Stacks {
    values: Vec<Value>,
    waiting: Vec<(Waiting, At)>,
}

impl Parser {
    /// An expression of any type; a literal takes the type `literal`.
    pub(super) fn expr(&mut self, literal: IntTy) -> Parsed<ExprId> {
        let mut stacks = Stacks { values: Vec::new(), waiting: Vec::new() };
        loop {
            self.operand(&mut stacks)?;
            if !self.after_operand(&mut stacks)? {
                break;
            }
        }
        while let Some((waiting, at)) = stacks.waiting.pop() {
            match waiting {
                Waiting::Question => return at.error("this `?` has no `:`"),
                Waiting::Paren | Waiting::Cast(_) => return at.error("this `(` is not closed"),
                Waiting::Index(..) => return at.error("this `[` is not closed"),
                waiting => self.reduce(&mut stacks.values, waiting, at)?,
            }
        }
        let value = stacks.values.pop().expect("an operand was read");
        self.fix(value, literal)
    }

    pub(super) fn condition(&mut self) -> Parsed<ExprId> {
        let at = self.at();
        let expr = self.expr(IntTy::INT)?;
        match self.builder.exprs.ty(expr) {
            Ty::Bool => Ok(expr),
            Ty::Int(ty) => at.error(format!("a condition is expected, this is of type {ty}")),
        }
    }

    /// An expression of an integer type.
    pub(super) fn integer(&mut self, literal: IntTy) -> Parsed<ExprId> {
        let at = self.at();
        let expr = self.expr(literal)?;
        self.demand_int(expr, at).map(|_| expr)
    }

    /// An expression of exactly this type.
    pub(super) fn value(&mut self, ty: IntTy) -> Parsed<ExprId> {
        let at = self.at();
        let expr = self.integer(ty)?;
        let found = self.builder.exprs.int_ty(expr);
        if found == ty {
            Ok(expr)
        } else {
            at.error(format!("a value of type {ty} is expected, this is of type {found}"))
        }
    }

    fn demand_int(&self, expr: ExprId, at: At) -> Parsed<IntTy> {
        match self.builder.exprs.ty(expr) {
            Ty::Int(ty) => Ok(ty),
            Ty::Bool => at.error("an integer is expected, this is a condition"),
        }
    }

    fn fix(&mut self, value: Value, ty: IntTy) -> Parsed<ExprId> {
        match value {
            Value::Expr(expr) => Ok(expr),
            Value::Choice(condition, then, otherwise, at) => {
                let then = self.fix(Value::Literal(then, at), ty)?;
                let otherwise = self.fix(Value::Literal(otherwise, at), ty)?;
                Ok(self.builder.exprs.ite(condition, then, otherwise))
            }
            Value::Literal(value, _) if ty.contains(value) => Ok(self.builder.exprs.int(ty, value)),
            Value::Literal(value, at) => at.error(format!("{value} is not a value of {ty}")),
        }
    }

    /// Reads prefixes and one operand.
    fn operand(&mut self, stacks: &mut Stacks) -> Parsed<()> {
        loop {
            let at = self.at();
            if self.accept("(") {
                stacks.waiting.push((Waiting::Paren, at));
            } else if self.accept("!") {
                stacks.waiting.push((Waiting::Not, at));
            } else if self.accept("~") {
                stacks.waiting.push((Waiting::Unary(UnOp::BitNot), at));
            } else if self.accept("-") {
                if let Token::Number(value, ty) = *self.peek() {
                    self.advance();
                    let value = self.literal(-value, ty, at)?;
                    stacks.values.push(value);
                    return Ok(());
                }
                stacks.waiting.push((Waiting::Unary(UnOp::Neg), at));
            } else if let Token::Number(value, ty) = *self.peek() {
                self.advance();
                let value = self.literal(value, ty, at)?;
                stacks.values.push(value);
                return Ok(());
            } else if let Some(ty) = self.conversion() {
                stacks.waiting.push((Waiting::Cast(ty), at));
            } else if self.is_word("true") || self.is_word("false") {
                let value = self.is_word("true");
                self.advance();
                stacks.values.push(Value::Expr(self.builder.exprs.bool(value)));
                return Ok(());
            } else if self.is_word("nonempty") {
                self.advance();
                self.demand("(")?;
                let set = self.array_name()?;
                self.demand(")")?;
                stacks.values.push(Value::Expr(self.builder.exprs.not_empty(set)));
                return Ok(());
            } else if let Token::Let(number) = *self.peek() {
                self.advance();
                match self.lets.get(number) {
                    Some(&expr) => stacks.values.push(Value::Expr(expr)),
                    None => return at.error(format!("`${number}` is not defined here")),
                }
                return Ok(());
            } else if matches!(self.peek(), Token::Name(..)) {
                match self.symbol()? {
                    Symbol::Var(var) => {
                        let expr = self.builder.var_expr(var);
                        stacks.values.push(Value::Expr(expr));
                        return Ok(());
                    }
                    Symbol::Array(array) => {
                        if !self.accept("[") {
                            let elem = self.builder.arrays[array.index()].elem;
                            let expr = self.builder.exprs.read(array, elem, Box::default());
                            stacks.values.push(Value::Expr(expr));
                            return Ok(());
                        }
                        stacks.waiting.push((Waiting::Index(array, Vec::new()), at));
                    }
                }
            } else {
                return self.expected("an expression");
            }
        }
    }

    fn literal(&mut self, value: i128, ty: Option<IntTy>, at: At) -> Parsed<Value> {
        let literal = Value::Literal(value, at);
        match ty {
            None => Ok(literal),
            Some(ty) => self.fix(literal, ty).map(Value::Expr),
        }
    }

    /// Takes `i64(` and the like.
    fn conversion(&mut self) -> Option<IntTy> {
        let ty = match self.peek() {
            Token::Name(name, false) if name.number == 1 && *self.peek_second() == Token::Mark("(") => {
                int_ty(&name.base)?
            }
            _ => return None,
        };
        self.advance();
        self.advance();
        Some(ty)
    }

    /// Reads closing brackets and the operator after an operand; false when the expression ends here.
    fn after_operand(&mut self, stacks: &mut Stacks) -> Parsed<bool> {
        loop {
            let at = self.at();
            let Token::Mark(mark) = *self.peek() else { return Ok(false) };
            if mark == ")" || mark == "]" {
                self.reduce_to(stacks, 1)?;
                let closes = match stacks.waiting.last() {
                    Some((Waiting::Paren | Waiting::Cast(_), _)) => mark == ")",
                    Some((Waiting::Index(..), _)) => mark == "]",
                    _ => false,
                };
                if !closes {
                    return Ok(false);
                }
                self.advance();
                if self.close(stacks)? {
                    return Ok(true);
                }
                continue;
            }
            let operator = match mark {
                "?" => Waiting::Question,
                ":" => {
                    self.reduce_to(stacks, prec::CHOICE)?;
                    if !matches!(stacks.waiting.last(), Some((Waiting::Question, _))) {
                        return Ok(false);
                    }
                    stacks.waiting.pop();
                    Waiting::Colon
                }
                "&&" => Waiting::And,
                "||" => Waiting::Or,
                "==" => Waiting::Compare(CmpOp::Eq, false),
                "!=" => Waiting::Compare(CmpOp::Ne, false),
                "<" => Waiting::Compare(CmpOp::Lt, false),
                "<=" => Waiting::Compare(CmpOp::Le, false),
                ">" => Waiting::Compare(CmpOp::Lt, true),
                ">=" => Waiting::Compare(CmpOp::Le, true),
                "+" => Waiting::Binary(BinOp::Add),
                "-" => Waiting::Binary(BinOp::Sub),
                "*" => Waiting::Binary(BinOp::Mul),
                "/" => Waiting::Binary(BinOp::Div),
                "%" => Waiting::Binary(BinOp::Rem),
                "&" => Waiting::Binary(BinOp::BitAnd),
                "|" => Waiting::Binary(BinOp::BitOr),
                "^" => Waiting::Binary(BinOp::BitXor),
                "<<" => Waiting::Binary(BinOp::Shl),
                ">>" => Waiting::Binary(BinOp::Shr),
                _ => return Ok(false),
            };
            self.advance();
            match operator {
                Waiting::Colon => {}
                // The condition of a choice is everything that binds tighter.
                Waiting::Question => self.reduce_to(stacks, prec::CHOICE + 1)?,
                _ => self.reduce_to(stacks, operator.prec())?,
            }
            stacks.waiting.push((operator, at));
            return Ok(true);
        }
    }

    /// Ends the bracket on top; true when another operand must follow (a further index).
    fn close(&mut self, stacks: &mut Stacks) -> Parsed<bool> {
        let (waiting, at) = stacks.waiting.pop().expect("a bracket is open");
        let value = stacks.values.pop().expect("a bracket holds a value");
        match waiting {
            Waiting::Paren => stacks.values.push(value),
            Waiting::Cast(ty) => {
                let operand = self.fix(value, IntTy::INT)?;
                self.demand_int(operand, at)?;
                stacks.values.push(Value::Expr(self.builder.exprs.cast(ty, operand)));
            }
            Waiting::Index(array, mut indices) => {
                let index = self.fix(value, IntTy::OFFSET)?;
                self.demand_int(index, at)?;
                indices.push(index);
                if self.accept("[") {
                    stacks.waiting.push((Waiting::Index(array, indices), at));
                    return Ok(true);
                }
                let elem = self.builder.arrays[array.index()].elem;
                let expr = self.builder.exprs.read(array, elem, indices.into());
                stacks.values.push(Value::Expr(expr));
            }
            _ => unreachable!("only brackets are closed"),
        }
        Ok(false)
    }

    /// Completes the operators on top that bind at least as tightly as `least`.
    fn reduce_to(&mut self, stacks: &mut Stacks, least: u8) -> Parsed<()> {
        while stacks.waiting.last().is_some_and(|(waiting, _)| waiting.prec() >= least) {
            let (waiting, at) = stacks.waiting.pop().expect("looked at just now");
            self.reduce(&mut stacks.values, waiting, at)?;
        }
        Ok(())
    }

    fn reduce(&mut self, values: &mut Vec<Value>, waiting: Waiting, at: At) -> Parsed<()> {
        let mut pop = || values.pop().expect("every operator has its operands");
        let result = match waiting {
            Waiting::Unary(op) => {
                let operand = pop();
                let operand = self.fix(operand, IntTy::INT)?;
                self.demand_int(operand, at)?;
                self.builder.exprs.unary(op, operand)
            }
            Waiting::Not => {
                let operand = pop();
                let operand = self.bool(operand, at)?;
                self.builder.exprs.not(operand)
            }
            Waiting::And | Waiting::Or => {
                let (right, left) = (pop(), pop());
                let (left, right) = (self.bool(left, at)?, self.bool(right, at)?);
                let exprs = &mut self.builder.exprs;
                if matches!(waiting, Waiting::And) { exprs.and(left, right) } else { exprs.or(left, right) }
            }
            Waiting::Binary(op) if op.is_shift() => {
                let (right, left) = (pop(), pop());
                let (left, right) = (self.fix(left, IntTy::INT)?, self.fix(right, IntTy::INT)?);
                self.demand_int(left, at)?;
                self.demand_int(right, at)?;
                self.builder.exprs.binary(op, left, right)
            }
            Waiting::Binary(op) => {
                let (right, left) = (pop(), pop());
                let (left, right) = self.siblings(left, right, at)?;
                self.demand_int(left, at)?;
                self.builder.exprs.binary(op, left, right)
            }
            Waiting::Compare(op, swapped) => {
                let (right, left) = (pop(), pop());
                let (left, right) = self.siblings(left, right, at)?;
                self.demand_int(left, at)?;
                let (left, right) = if swapped { (right, left) } else { (left, right) };
                self.builder.exprs.compare(op, left, right)
            }
            Waiting::Colon => {
                let (otherwise, then, condition) = (pop(), pop(), pop());
                let condition = self.bool(condition, at)?;
                if let (Value::Literal(then, at), Value::Literal(otherwise, _)) = (then, otherwise) {
                    values.push(Value::Choice(condition, then, otherwise, at));
                    return Ok(());
                }
                let (then, otherwise) = self.siblings(then, otherwise, at)?;
                self.builder.exprs.ite(condition, then, otherwise)
            }
            Waiting::Question | Waiting::Paren | Waiting::Cast(_) | Waiting::Index(..) => {
                unreachable!("brackets are closed, not completed")
            }
        };
        values.push(Value::Expr(result));
        Ok(())
    }

    fn bool(&mut self, value: Value, at: At) -> Parsed<ExprId> {
        match value {
            Value::Expr(expr) if self.builder.exprs.ty(expr) == Ty::Bool => Ok(expr),
            _ => at.error("a condition is expected here, this is an integer"),
        }
    }

    /// Two operands that must have one type; a literal takes the type of the other.
    fn siblings(&mut self, left: Value, right: Value, at: At) -> Parsed<(ExprId, ExprId)> {
        let ty = match (left, right) {
            (Value::Expr(_), Value::Expr(_)) => IntTy::INT,
            (Value::Expr(typed), _) | (_, Value::Expr(typed)) => self.demand_int(typed, at)?,
            _ => IntTy::INT,
        };
        let (left, right) = (self.fix(left, ty)?, self.fix(right, ty)?);
        let (left_ty, right_ty) = (self.builder.exprs.ty(left), self.builder.exprs.ty(right));
        if left_ty != right_ty {
            return at.error(format!("the operands have types {left_ty} and {right_ty}"));
        }
        Ok((left, right))
    }
}
