//! Structs, unions and enums.

use super::{Parse, Parser};
use crate::ast::{
    Attribute, AttributeKind, EnumSpec, Enumerator, FieldDeclaration, FieldDeclarator, Member, RecordKind, RecordSpec,
};
use crate::symbol::Symbol;
use crate::token::TokenKind;

impl Parser<'_> {
    /// `struct tag { members }`, tag or members perhaps absent.
    pub(super) fn record(&mut self) -> Parse<RecordSpec> {
        let start = self.at;
        let kind = if self.kind() == TokenKind::Struct { RecordKind::Struct } else { RecordKind::Union };
        self.advance();
        let mut attributes = Vec::new();
        self.attributes(&mut attributes)?;
        let tag = self.tag()?;
        let open = self.here();
        if let Some(limit) = self.pack_limits.at(self.at).filter(|_| self.kind() == TokenKind::BraceOpen) {
            attributes.push(Attribute { span: open, kind: AttributeKind::PackLimit(limit) });
        }
        let members = if self.accept(TokenKind::BraceOpen) {
            let mut members = Vec::new();
            while !matches!(self.kind(), TokenKind::BraceClose | TokenKind::End) {
                if !self.accept(TokenKind::Semicolon) {
                    members.push(self.member()?);
                }
            }
            self.expect_close(TokenKind::BraceClose, open)?;
            members.shrink_to_fit();
            Some(members)
        } else {
            None
        };
        if tag.is_none() && members.is_none() {
            return Err(self.expected("a tag or `{`", "after `struct` or `union`"));
        }
        let span = self.span_from(start);
        if members.is_some() {
            self.attributes(&mut attributes)?;
        }
        Ok(RecordSpec { span, kind, tag, members, attributes })
    }

    fn member(&mut self) -> Parse<Member> {
        if self.kind() == TokenKind::StaticAssert {
            return Ok(Member::StaticAssert(Box::new(self.static_assert()?)));
        }
        let start = self.at;
        if !self.starts_type(0) {
            return Err(self.expected_type("a field or `}`"));
        }
        let specifiers = self.specifiers()?;
        let mut declarators = Vec::new();
        while !matches!(self.kind(), TokenKind::Semicolon | TokenKind::BraceClose) {
            declarators.push(self.field_declarator()?);
            if !self.accept(TokenKind::Comma) {
                break;
            }
        }
        declarators.shrink_to_fit();
        let span = self.span_from(start);
        // GNU lets the last field go without its `;`.
        if self.kind() != TokenKind::BraceClose {
            self.expect(TokenKind::Semicolon, "after the field")?;
        }
        Ok(Member::Fields(FieldDeclaration { span, specifiers, declarators }))
    }

    fn field_declarator(&mut self) -> Parse<FieldDeclarator> {
        let mut declarator = if self.kind() == TokenKind::Colon { self.no_declarator() } else { self.declarator()? };
        let bits = if self.accept(TokenKind::Colon) { Some(self.nested(Self::conditional)?) } else { None };
        self.attributes(&mut declarator.attributes)?;
        Ok(FieldDeclarator { declarator, bits })
    }

    /// `enum tag { enumerators }`, tag or enumerators perhaps absent.
    pub(super) fn enumeration(&mut self) -> Parse<EnumSpec> {
        let start = self.at;
        self.advance();
        let mut attributes = Vec::new();
        self.attributes(&mut attributes)?;
        let tag = self.tag()?;
        let open = self.here();
        let enumerators = if self.accept(TokenKind::BraceOpen) {
            let mut enumerators = Vec::new();
            while self.kind() != TokenKind::BraceClose {
                enumerators.push(self.enumerator()?);
                if !self.accept(TokenKind::Comma) {
                    break;
                }
            }
            self.expect_close(TokenKind::BraceClose, open)?;
            enumerators.shrink_to_fit();
            Some(enumerators)
        } else {
            None
        };
        if tag.is_none() && enumerators.is_none() {
            return Err(self.expected("a tag or `{`", "after `enum`"));
        }
        let span = self.span_from(start);
        if enumerators.is_some() {
            self.attributes(&mut attributes)?;
        }
        Ok(EnumSpec { span, tag, enumerators, attributes })
    }

    fn enumerator(&mut self) -> Parse<Enumerator> {
        let span = self.here();
        let name = self.expect_identifier("an enumerator", "")?;
        self.attributes(&mut Vec::new())?;
        let value = if self.accept(TokenKind::Eq) { Some(self.nested(Self::conditional)?) } else { None };
        self.scopes.declare(name, false);
        Ok(Enumerator { span, name, value })
    }

    fn tag(&mut self) -> Parse<Option<Symbol>> {
        if self.kind() == TokenKind::Ident { self.expect_identifier("a tag", "").map(Some) } else { Ok(None) }
    }
}
