//! GNU attributes: `__attribute__((name, name(arguments)))`. Those that change what a program means are kept.

use super::{Parse, Parser};
use crate::ast::{Attribute, AttributeKind};
use crate::symbol::Symbol;
use crate::token::TokenKind;

impl Parser<'_> {
    /// All attributes that stand here, if any, into `list`.
    pub(super) fn attributes(&mut self, list: &mut Vec<Attribute>) -> Parse<()> {
        while self.kind() == TokenKind::Attribute {
            self.advance();
            let outer = self.expect(TokenKind::ParenOpen, "after `__attribute__`")?;
            let inner = self.expect(TokenKind::ParenOpen, "after `__attribute__(`")?;
            while self.kind() != TokenKind::ParenClose {
                if self.kind() != TokenKind::Comma {
                    self.attribute(list)?;
                }
                if !self.accept(TokenKind::Comma) {
                    break;
                }
            }
            self.expect_close(TokenKind::ParenClose, inner)?;
            self.expect_close(TokenKind::ParenClose, outer)?;
        }
        Ok(())
    }

    /// One attribute; its name may be a keyword (`const`).
    fn attribute(&mut self, list: &mut Vec<Attribute>) -> Parse<()> {
        let token = *self.token();
        let Some(symbol) = token.symbol() else { return Err(self.expected("an attribute", "")) };
        self.advance();
        // Many headers have the same few attributes over and over: the name is not copied unless it is kept.
        let name = self.symbols.name(symbol);
        let name = name.strip_prefix("__").and_then(|name| name.strip_suffix("__")).unwrap_or(name);
        let kind = match name {
            "noreturn" => Some(AttributeKind::NoReturn),
            "packed" => Some(AttributeKind::Packed),
            "transparent_union" => Some(AttributeKind::TransparentUnion),
            "constructor" => Some(AttributeKind::Constructor),
            "destructor" => Some(AttributeKind::Destructor),
            "weak" => Some(AttributeKind::Weak),
            "gnu_inline" => Some(AttributeKind::GnuInline),
            "aligned" => Some(self.aligned()?),
            "mode" => {
                let mode = self.name_argument()?;
                mode.map(|mode| AttributeKind::Mode(self.without_underscores(mode)))
            }
            "cleanup" => self.name_argument()?.map(AttributeKind::Cleanup),
            "vector_size" => {
                let open = self.expect(TokenKind::ParenOpen, "after `vector_size`")?;
                let bytes = Box::new(self.nested(Self::conditional)?);
                self.expect_close(TokenKind::ParenClose, open)?;
                Some(AttributeKind::VectorSize(bytes))
            }
            "alias" => {
                let open = self.expect(TokenKind::ParenOpen, "after `alias`")?;
                let other = self.string_symbol()?;
                self.expect_close(TokenKind::ParenClose, open)?;
                Some(AttributeKind::Alias(other))
            }
            _ => None,
        };
        // The arguments of the others: `constructor(101)`, `format(printf, 1, 2)`.
        if self.kind() == TokenKind::ParenOpen {
            self.skip_parenthesised()?;
        }
        if let Some(kind) = kind {
            list.push(Attribute { span: token.span, kind });
        }
        Ok(())
    }

    fn aligned(&mut self) -> Parse<AttributeKind> {
        let open = self.here();
        if !self.accept(TokenKind::ParenOpen) {
            return Ok(AttributeKind::Aligned(None));
        }
        let value = self.nested(Self::conditional)?;
        self.expect_close(TokenKind::ParenClose, open)?;
        Ok(AttributeKind::Aligned(Some(Box::new(value))))
    }

    /// `(name)`.
    fn name_argument(&mut self) -> Parse<Option<Symbol>> {
        let open = self.expect(TokenKind::ParenOpen, "after the attribute")?;
        let symbol = self.token().symbol();
        self.advance();
        self.expect_close(TokenKind::ParenClose, open)?;
        Ok(symbol)
    }

    /// `DI` for `__DI__`.
    fn without_underscores(&mut self, symbol: Symbol) -> Symbol {
        let name = self.symbols.name(symbol);
        match name.strip_prefix("__").and_then(|name| name.strip_suffix("__")) {
            Some(bare) => {
                let bare = bare.to_owned();
                self.new_symbol(&bare)
            }
            None => symbol,
        }
    }

    /// The index after the attribute whose keyword is the token `at`.
    pub(super) fn after_attribute(&self, at: usize) -> usize {
        let mut depth = 0;
        let mut end = at + 1;
        while let Some(token) = self.tokens.get(end) {
            match token.kind {
                TokenKind::ParenOpen => depth += 1,
                TokenKind::ParenClose => depth -= 1,
                TokenKind::End => return end,
                _ => {}
            }
            if depth <= 0 {
                return if token.kind == TokenKind::ParenClose { end + 1 } else { end };
            }
            end += 1;
        }
        self.tokens.len() - 1
    }
}
