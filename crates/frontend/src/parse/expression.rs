//! Expressions, by precedence.

use super::{Parse, Parser, operator};
use crate::ast::{Call, Cast, CompoundLiteral, Conditional, Expr, ExprKind, FloatLiteral, TypeName, UnaryOp};
use crate::literal::{self, Number};
use crate::parse::operator::Precedence;
use crate::token::TokenKind;

impl Parser<'_> {
    /// An expression, commas included.
    pub(super) fn expression(&mut self) -> Parse<Expr> {
        let start = self.at;
        let mut left = self.assignment()?;
        while self.accept(TokenKind::Comma) {
            let below = self.height;
            let right = self.assignment()?;
            self.raise(below.max(self.height))?;
            left = self.finish(start, ExprKind::Comma { left: Box::new(left), right: Box::new(right) });
        }
        Ok(left)
    }

    /// An expression without a comma, as in the arguments of a call.
    pub(super) fn assignment(&mut self) -> Parse<Expr> {
        let start = self.at;
        let left = self.conditional()?;
        let Some(op) = operator::assignment(self.kind()) else { return Ok(left) };
        let below = self.height;
        self.advance();
        let right = self.nested(Self::assignment)?;
        self.raise(below.max(self.height))?;
        Ok(self.finish(start, ExprKind::Assign { op, left: Box::new(left), right: Box::new(right) }))
    }

    /// An expression without assignment or comma, as in a constant.
    pub(super) fn conditional(&mut self) -> Parse<Expr> {
        let start = self.at;
        let condition = self.binary(operator::LOWEST)?;
        if self.kind() == TokenKind::Question { self.conditional_after(start, condition) } else { Ok(condition) }
    }

    fn conditional_after(&mut self, start: usize, condition: Expr) -> Parse<Expr> {
        let question = self.here();
        let mut below = self.height;
        self.advance();
        let then = if self.kind() == TokenKind::Colon {
            None
        } else {
            let then = self.nested(Self::expression)?;
            below = below.max(self.height);
            Some(then)
        };
        self.expect(TokenKind::Colon, "of the conditional expression")?;
        let otherwise = self.nested(Self::conditional)?;
        self.raise(below.max(self.height))?;
        let conditional = Conditional { condition, question, then, otherwise };
        Ok(self.finish(start, ExprKind::Conditional(Box::new(conditional))))
    }

    /// Operators that bind at least as tightly as `least`.
    fn binary(&mut self, least: Precedence) -> Parse<Expr> {
        let start = self.at;
        let mut left = self.unary()?;
        while let Some((op, precedence)) = operator::binary(self.kind()).filter(|&(_, binds)| binds >= least) {
            let below = self.height;
            self.advance();
            let right = self.binary(precedence + 1)?;
            self.raise(below.max(self.height))?;
            left = self.finish(start, ExprKind::Binary { op, left: Box::new(left), right: Box::new(right) });
        }
        Ok(left)
    }

    /// Prefix operators and casts.
    pub(super) fn unary(&mut self) -> Parse<Expr> {
        let start = self.at;
        match self.kind() {
            TokenKind::ParenOpen if self.starts_type(1) => self.cast(),
            TokenKind::Sizeof | TokenKind::Alignof => self.size(),
            TokenKind::AmpAmp => self.label_address(),
            TokenKind::Extension => {
                self.advance();
                self.nested(Self::unary)
            }
            kind => {
                let Some(op) = operator::prefix(kind) else { return self.postfix() };
                self.advance();
                let operand = Box::new(self.nested(Self::unary)?);
                self.raise(self.height)?;
                Ok(self.finish(start, ExprKind::Unary { op, operand }))
            }
        }
    }

    /// `(type) operand` or `(type){ … }`.
    fn cast(&mut self) -> Parse<Expr> {
        let start = self.at;
        self.advance();
        let ty = self.measured(Self::type_name)?;
        let below = self.height;
        self.expect_close(TokenKind::ParenClose, self.tokens[start].span)?;
        if self.kind() == TokenKind::BraceOpen {
            return self.compound_literal(start, ty);
        }
        let operand = self.nested(Self::unary)?;
        self.raise(below.max(self.height))?;
        Ok(self.finish(start, ExprKind::Cast(Box::new(Cast { ty, operand }))))
    }

    /// `(type){ … }` after its type, whose height was measured last, with what follows it.
    fn compound_literal(&mut self, start: usize, ty: TypeName) -> Parse<Expr> {
        let below = self.height;
        let init = self.measured(Self::initializer_list)?;
        self.raise(below.max(self.height))?;
        let literal = self.finish(start, ExprKind::CompoundLiteral(Box::new(CompoundLiteral { ty, init })));
        self.suffixes(start, literal)
    }

    /// `sizeof` and `_Alignof`, of a type or an expression.
    fn size(&mut self) -> Parse<Expr> {
        let start = self.at;
        let is_size = self.kind() == TokenKind::Sizeof;
        self.advance();
        let operand = if self.kind() == TokenKind::ParenOpen && self.starts_type(1) {
            let open = self.at;
            self.advance();
            let ty = self.measured(Self::type_name)?;
            self.expect_close(TokenKind::ParenClose, self.tokens[open].span)?;
            if self.kind() != TokenKind::BraceOpen {
                self.raise(self.height)?;
                let ty = Box::new(ty);
                let kind = if is_size { ExprKind::SizeofType(ty) } else { ExprKind::AlignofType(ty) };
                return Ok(self.finish(start, kind));
            }
            self.compound_literal(open, ty)?
        } else {
            self.nested(Self::unary)?
        };
        self.raise(self.height)?;
        let operand = Box::new(operand);
        let kind = if is_size { ExprKind::SizeofExpr(operand) } else { ExprKind::AlignofExpr(operand) };
        Ok(self.finish(start, kind))
    }

    fn label_address(&mut self) -> Parse<Expr> {
        let start = self.at;
        self.advance();
        let label = self.expect_identifier("a label", "after `&&`")?;
        self.raise(0)?;
        Ok(self.finish(start, ExprKind::LabelAddress(label)))
    }

    /// A primary expression with what follows it: calls, indices, members, `++`.
    fn postfix(&mut self) -> Parse<Expr> {
        let start = self.at;
        let primary = self.primary()?;
        self.suffixes(start, primary)
    }

    fn suffixes(&mut self, start: usize, mut base: Expr) -> Parse<Expr> {
        loop {
            let below = self.height;
            let open = self.here();
            let kind = match self.kind() {
                TokenKind::BracketOpen => {
                    self.advance();
                    let index = Box::new(self.nested(Self::expression)?);
                    self.expect_close(TokenKind::BracketClose, open)?;
                    self.raise(below.max(self.height))?;
                    ExprKind::Index { base: Box::new(base), index }
                }
                TokenKind::ParenOpen => {
                    self.advance();
                    let args = self.arguments()?;
                    let highest = self.height;
                    let close = self.expect_close(TokenKind::ParenClose, open)?;
                    self.raise(below.max(highest))?;
                    ExprKind::Call(Box::new(Call { callee: base, args, close }))
                }
                TokenKind::Dot | TokenKind::Arrow => {
                    let arrow = self.kind() == TokenKind::Arrow;
                    self.advance();
                    let context = if arrow { "after `->`" } else { "after `.`" };
                    let field = self.expect_identifier("a field name", context)?;
                    self.raise(below)?;
                    ExprKind::Member { base: Box::new(base), field, arrow }
                }
                TokenKind::PlusPlus | TokenKind::MinusMinus => {
                    let increment = self.kind() == TokenKind::PlusPlus;
                    let op = if increment { UnaryOp::PostIncrement } else { UnaryOp::PostDecrement };
                    self.advance();
                    self.raise(below)?;
                    ExprKind::Unary { op, operand: Box::new(base) }
                }
                _ => return Ok(base),
            };
            base = self.finish(start, kind);
        }
    }

    /// The arguments of a call up to its `)`. Leaves the height of the highest.
    fn arguments(&mut self) -> Parse<Vec<Expr>> {
        let mut args = Vec::new();
        let mut highest = 0;
        if self.kind() != TokenKind::ParenClose {
            loop {
                args.push(self.nested(Self::assignment)?);
                highest = highest.max(self.height);
                if !self.accept(TokenKind::Comma) {
                    break;
                }
            }
            args.shrink_to_fit();
        }
        self.height = highest;
        Ok(args)
    }

    fn primary(&mut self) -> Parse<Expr> {
        let start = self.at;
        let token = *self.token();
        match token.kind {
            TokenKind::ParenOpen if self.kind_ahead(1) == TokenKind::BraceOpen => return self.statement_expression(),
            TokenKind::ParenOpen => {
                self.advance();
                let inner = self.nested(Self::expression)?;
                self.expect_close(TokenKind::ParenClose, token.span)?;
                return Ok(inner);
            }
            TokenKind::Ident => {
                let symbol = token.symbol().expect("identifiers are words");
                if self.scopes.is_typedef(symbol) {
                    return Err(self.expected("an expression", ""));
                }
                self.advance();
                self.raise(0)?;
                return Ok(Expr { span: token.span, kind: ExprKind::Ident(symbol) });
            }
            TokenKind::Number => return self.number(),
            TokenKind::Char => {
                let value = literal::character(token.bytes(self.text, &self.symbols));
                let value = value.map_err(|message| self.error_at(token.span, message))?;
                self.advance();
                self.raise(0)?;
                return Ok(Expr { span: token.span, kind: ExprKind::Char(value) });
            }
            _ => {}
        }
        let kind = match token.kind {
            TokenKind::Str => ExprKind::Str(Box::new(self.string_literal()?)),
            TokenKind::Generic => return self.generic(),
            TokenKind::VaArg => return self.va_arg(),
            TokenKind::Offsetof => return self.offsetof(),
            TokenKind::TypesCompatible => return self.types_compatible(),
            TokenKind::ChooseExpr => return self.choose(),
            TokenKind::ConvertVector => return self.convert_vector(),
            _ => return Err(self.expected("an expression", "")),
        };
        self.raise(0)?;
        Ok(self.finish(start, kind))
    }

    fn number(&mut self) -> Parse<Expr> {
        let token = *self.token();
        let kind = match literal::number(token.bytes(self.text, &self.symbols)) {
            Ok(Number::Int(int)) => ExprKind::Int(int),
            Ok(Number::Float { text, kind, imaginary }) => {
                let text = self.new_symbol(text);
                ExprKind::Float(FloatLiteral { text, kind, imaginary })
            }
            Err(message) => return Err(self.error_at(token.span, message)),
        };
        self.advance();
        self.raise(0)?;
        Ok(Expr { span: token.span, kind })
    }

    fn statement_expression(&mut self) -> Parse<Expr> {
        let start = self.at;
        self.advance();
        let block = Box::new(self.measured(Self::block)?);
        self.raise(self.height)?;
        self.expect_close(TokenKind::ParenClose, self.tokens[start].span)?;
        Ok(self.finish(start, ExprKind::StmtExpr(block)))
    }
}
