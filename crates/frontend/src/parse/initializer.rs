//! Initialisers.

use super::{Parse, Parser};
use crate::ast::{Designator, InitItem, InitList, Initializer};
use crate::token::TokenKind;

impl Parser<'_> {
    pub(super) fn initializer(&mut self) -> Parse<Initializer> {
        if self.kind() == TokenKind::BraceOpen {
            Ok(Initializer::List(Box::new(self.nested(Self::initializer_list)?)))
        } else {
            self.assignment().map(Initializer::Expr)
        }
    }

    /// `{ items }`; empty is GNU.
    pub(super) fn initializer_list(&mut self) -> Parse<InitList> {
        let span = self.expect(TokenKind::BraceOpen, "")?;
        let mut items = Vec::new();
        while self.kind() != TokenKind::BraceClose {
            items.push(self.initializer_item()?);
            if !self.accept(TokenKind::Comma) {
                break;
            }
        }
        self.expect_close(TokenKind::BraceClose, span)?;
        items.shrink_to_fit();
        Ok(InitList { span, items })
    }

    fn initializer_item(&mut self) -> Parse<InitItem> {
        let designators = match self.kind() {
            TokenKind::Dot | TokenKind::BracketOpen => self.designators()?,
            TokenKind::Ident if self.kind_ahead(1) == TokenKind::Colon => {
                let span = self.here();
                let field = self.expect_identifier("a field name", "")?;
                self.advance();
                Box::new([Designator::Field(field, span)])
            }
            _ => Box::default(),
        };
        Ok(InitItem { designators, value: self.initializer()? })
    }

    /// `.field[index] =`; GNU lets the `=` be absent after an index.
    fn designators(&mut self) -> Parse<Box<[Designator]>> {
        let mut list = Vec::new();
        loop {
            let span = self.here();
            if self.accept(TokenKind::Dot) {
                let at = self.here();
                list.push(Designator::Field(self.expect_identifier("a field name", "after `.`")?, at));
            } else if self.accept(TokenKind::BracketOpen) {
                let first = self.nested(Self::conditional)?;
                list.push(if self.accept(TokenKind::Ellipsis) {
                    Designator::Range(first, self.nested(Self::conditional)?)
                } else {
                    Designator::Index(first)
                });
                self.expect_close(TokenKind::BracketClose, span)?;
            } else {
                break;
            }
        }
        if !self.accept(TokenKind::Eq) && matches!(list.last(), Some(Designator::Field(..))) {
            return Err(self.expected("`=`", "after the designator"));
        }
        Ok(list.into())
    }
}
