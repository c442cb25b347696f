//! Expressions that look like calls but take types, or choose among their operands.

use super::{Parse, Parser};
use crate::ast::{Cast, Expr, ExprKind, Generic, Offsetof, OffsetofStep, TypeName, VaArg};
use crate::token::TokenKind;

impl Parser<'_> {
    /// `_Generic(control, type: expression, default: expression)`.
    pub(super) fn generic(&mut self) -> Parse<Expr> {
        let start = self.at;
        self.advance();
        let kind = self.measured(|parser| {
            let open = parser.expect(TokenKind::ParenOpen, "after `_Generic`")?;
            let control = parser.assignment()?;
            let mut associations = Vec::new();
            while parser.accept(TokenKind::Comma) {
                let ty = if parser.accept(TokenKind::Default) { None } else { Some(parser.type_name()?) };
                parser.expect(TokenKind::Colon, "after the type")?;
                associations.push((ty, parser.assignment()?));
            }
            parser.expect_close(TokenKind::ParenClose, open)?;
            Ok(ExprKind::Generic(Box::new(Generic { control, associations })))
        })?;
        self.finish_builtin(start, kind)
    }

    /// `__builtin_va_arg(list, type)`.
    pub(super) fn va_arg(&mut self) -> Parse<Expr> {
        let start = self.at;
        let kind = self.measured(|parser| {
            let (list, ty) = parser.expression_and_type()?;
            Ok(ExprKind::VaArg(Box::new(VaArg { list, ty })))
        })?;
        self.finish_builtin(start, kind)
    }

    /// `__builtin_convertvector(expression, type)`.
    pub(super) fn convert_vector(&mut self) -> Parse<Expr> {
        let start = self.at;
        let kind = self.measured(|parser| {
            let (operand, ty) = parser.expression_and_type()?;
            Ok(ExprKind::ConvertVector(Box::new(Cast { ty, operand })))
        })?;
        self.finish_builtin(start, kind)
    }

    fn expression_and_type(&mut self) -> Parse<(Expr, TypeName)> {
        self.advance();
        let open = self.expect(TokenKind::ParenOpen, "after the builtin's name")?;
        let expression = self.assignment()?;
        self.expect(TokenKind::Comma, "before the type")?;
        let ty = self.type_name()?;
        self.expect_close(TokenKind::ParenClose, open)?;
        Ok((expression, ty))
    }

    /// `__builtin_offsetof(type, field.field[index])`.
    pub(super) fn offsetof(&mut self) -> Parse<Expr> {
        let start = self.at;
        self.advance();
        let kind = self.measured(|parser| {
            let open = parser.expect(TokenKind::ParenOpen, "after `__builtin_offsetof`")?;
            let ty = parser.type_name()?;
            parser.expect(TokenKind::Comma, "after the type")?;
            let mut path = vec![parser.offsetof_field()?];
            loop {
                let bracket = parser.here();
                if parser.accept(TokenKind::Dot) || parser.accept(TokenKind::Arrow) {
                    path.push(parser.offsetof_field()?);
                } else if parser.accept(TokenKind::BracketOpen) {
                    path.push(OffsetofStep::Index(parser.expression()?));
                    parser.expect_close(TokenKind::BracketClose, bracket)?;
                } else {
                    break;
                }
            }
            parser.expect_close(TokenKind::ParenClose, open)?;
            Ok(ExprKind::Offsetof(Box::new(Offsetof { ty, path })))
        })?;
        self.finish_builtin(start, kind)
    }

    fn offsetof_field(&mut self) -> Parse<OffsetofStep> {
        let span = self.here();
        Ok(OffsetofStep::Field(self.expect_identifier("a field name", "")?, span))
    }

    /// `__builtin_types_compatible_p(type, type)`.
    pub(super) fn types_compatible(&mut self) -> Parse<Expr> {
        let start = self.at;
        self.advance();
        let kind = self.measured(|parser| {
            let open = parser.expect(TokenKind::ParenOpen, "after `__builtin_types_compatible_p`")?;
            let left = parser.type_name()?;
            parser.expect(TokenKind::Comma, "after the type")?;
            let right = parser.type_name()?;
            parser.expect_close(TokenKind::ParenClose, open)?;
            Ok(ExprKind::TypesCompatible(Box::new([left, right])))
        })?;
        self.finish_builtin(start, kind)
    }

    /// `__builtin_choose_expr(condition, expression, expression)`.
    pub(super) fn choose(&mut self) -> Parse<Expr> {
        let start = self.at;
        self.advance();
        let kind = self.measured(|parser| {
            let open = parser.expect(TokenKind::ParenOpen, "after `__builtin_choose_expr`")?;
            let condition = parser.assignment()?;
            parser.expect(TokenKind::Comma, "after the condition")?;
            let then = parser.assignment()?;
            parser.expect(TokenKind::Comma, "after the first choice")?;
            let otherwise = parser.assignment()?;
            parser.expect_close(TokenKind::ParenClose, open)?;
            Ok(ExprKind::Choose(Box::new([condition, then, otherwise])))
        })?;
        self.finish_builtin(start, kind)
    }

    fn finish_builtin(&mut self, start: usize, kind: ExprKind) -> Parse<Expr> {
        self.raise(self.height)?;
        Ok(self.finish(start, kind))
    }
}
