//! Declarations and function definitions.

use heureka_ir::span::Span;

use super::{Parse, Parser};
use crate::ast::{
    Declaration, Declarator, DerivedKind, FunctionDef, InitDeclarator, Item, Parameters, Specifiers, StaticAssert,
    Storage, TypeSpec,
};
use crate::diagnostic::Diagnostic;
use crate::token::TokenKind;

impl Parser<'_> {
    /// The whole text. After an error it goes on with the next declaration, to find a few more.
    pub(super) fn translation_unit(&mut self) -> Vec<Item> {
        let mut items = Vec::new();
        while self.kind() != TokenKind::End {
            let start = self.at;
            match self.item() {
                Ok(item) => items.extend(item),
                Err(_) if self.can_recover() => self.skip_item(start),
                Err(_) => break,
            }
        }
        if items.is_empty() && self.diagnostics.is_empty() {
            self.error_at(Span::NONE, "the program declares nothing");
        }
        items.shrink_to_fit();
        items
    }

    /// One external declaration; an empty one (`;`) leaves nothing.
    fn item(&mut self) -> Parse<Option<Item>> {
        let start = self.at;
        match self.kind() {
            TokenKind::Semicolon => {
                self.advance();
                return Ok(None);
            }
            TokenKind::StaticAssert => {
                let assertion = self.static_assert()?;
                return Ok(Some(Item::StaticAssert(Box::new(assertion))));
            }
            TokenKind::Asm => {
                let span = self.here();
                self.advance();
                while self.accept(TokenKind::Volatile) || self.accept(TokenKind::Inline) {}
                self.skip_parenthesised()?;
                self.expect(TokenKind::Semicolon, "after `asm`")?;
                return Ok(Some(Item::Asm(span)));
            }
            TokenKind::Pragma => {
                self.skip_pragma()?;
                return Ok(None);
            }
            TokenKind::Ident if !self.starts_type(0) && !self.implies_int() => {
                return Err(self.expected_type("a declaration"));
            }
            TokenKind::BraceClose => return Err(self.error_at(self.here(), "unmatched `}`")),
            _ => {}
        }
        let specifiers = self.specifiers()?;
        if self.at == start && !matches!(self.kind(), TokenKind::Ident | TokenKind::Star | TokenKind::ParenOpen) {
            return Err(self.expected("a declaration", ""));
        }
        if self.accept(TokenKind::Semicolon) {
            return Ok(Some(self.bare_declaration(start, specifiers)));
        }
        let declarator = self.first_declarator(&specifiers)?;
        if self.starts_body(&declarator) {
            return self.function(start, specifiers, declarator).map(Some);
        }
        let declaration = self.declaration_after(start, specifiers, declarator)?;
        Ok(Some(Item::Declaration(Box::new(declaration))))
    }

    fn bare_declaration(&mut self, start: usize, specifiers: Specifiers) -> Item {
        let span = self.span_from(start);
        Item::Declaration(Box::new(Declaration { span, specifiers, declarators: Vec::new() }))
    }

    /// The first declarator after specifiers. A name where `;` or a declarator was due is often a mistyped type.
    fn first_declarator(&mut self, specifiers: &Specifiers) -> Parse<Declarator> {
        let untyped = matches!(specifiers.ty, TypeSpec::ImplicitInt);
        if untyped
            && self.kind() == TokenKind::Ident
            && matches!(self.kind_ahead(1), TokenKind::Ident | TokenKind::Star)
        {
            return Err(self.expected_type("a type"));
        }
        self.declarator()
    }

    /// Whether a name at the start of a declaration may stand without a type, as C89 had it.
    fn implies_int(&self) -> bool {
        matches!(
            self.kind_ahead(1),
            TokenKind::ParenOpen | TokenKind::Semicolon | TokenKind::Comma | TokenKind::Eq | TokenKind::BracketOpen
        )
    }

    /// Whether a function's body follows its declarator, perhaps after K&R parameter declarations.
    fn starts_body(&self, declarator: &Declarator) -> bool {
        match self.kind() {
            TokenKind::BraceOpen => true,
            TokenKind::Semicolon | TokenKind::Comma | TokenKind::Eq => false,
            _ => {
                let old_style = matches!(
                    declarator.derived.first().map(|derived| &derived.kind),
                    Some(DerivedKind::Function(function)) if !matches!(function.parameters, Parameters::Prototype { .. })
                );
                old_style && self.starts_type(0)
            }
        }
    }

    /// The rest of a function definition after its declarator.
    fn function(&mut self, start: usize, specifiers: Specifiers, declarator: Declarator) -> Parse<Item> {
        let span = self.span_from(start);
        if !matches!(declarator.derived.first().map(|derived| &derived.kind), Some(DerivedKind::Function(_))) {
            return Err(self.expected("`;`", "after the declaration"));
        }
        self.declare(&specifiers, &declarator);
        let (old_style_parameters, body) = self.scoped(|parser| {
            parser.declare_parameters(&declarator);
            let mut old_style = Vec::new();
            while parser.starts_type(0) {
                old_style.push(parser.declaration()?);
            }
            if parser.kind() != TokenKind::BraceOpen {
                return Err(parser.expected("`{`", "to start the function's body"));
            }
            Ok((old_style, parser.block_in_scope()?))
        })?;
        Ok(Item::Function(Box::new(FunctionDef { span, specifiers, declarator, old_style_parameters, body })))
    }

    fn declare_parameters(&mut self, declarator: &Declarator) {
        let Some(DerivedKind::Function(function)) = declarator.derived.first().map(|derived| &derived.kind) else {
            return;
        };
        match &function.parameters {
            Parameters::Unspecified => {}
            Parameters::Prototype { list, .. } => {
                for name in list.iter().filter_map(|parameter| parameter.declarator.name) {
                    self.scopes.declare(name, false);
                }
            }
            Parameters::Names(names) => {
                for &(name, _) in names {
                    self.scopes.declare(name, false);
                }
            }
        }
    }

    fn declare(&mut self, specifiers: &Specifiers, declarator: &Declarator) {
        if let Some(name) = declarator.name {
            self.scopes.declare(name, specifiers.storage == Storage::Typedef);
        }
    }

    /// A declaration inside a function, up to its `;`.
    pub(super) fn declaration(&mut self) -> Parse<Declaration> {
        let start = self.at;
        let specifiers = self.specifiers()?;
        if self.accept(TokenKind::Semicolon) {
            return Ok(Declaration { span: self.span_from(start), specifiers, declarators: Vec::new() });
        }
        let declarator = self.first_declarator(&specifiers)?;
        let is_function =
            matches!(declarator.derived.first().map(|derived| &derived.kind), Some(DerivedKind::Function(_)));
        if self.kind() == TokenKind::BraceOpen && is_function {
            let diagnostic = Diagnostic::error(declarator.span, "a function is defined inside a function")
                .with_note("nested functions are a GNU extension that is not supported");
            return Err(self.error(diagnostic));
        }
        self.declaration_after(start, specifiers, declarator)
    }

    /// The rest of a declaration after its first declarator, up to its `;`.
    fn declaration_after(&mut self, start: usize, specifiers: Specifiers, first: Declarator) -> Parse<Declaration> {
        let mut declarators = Vec::with_capacity(1);
        let mut declarator = first;
        loop {
            self.declare(&specifiers, &declarator);
            let init = if self.accept(TokenKind::Eq) { Some(self.initializer()?) } else { None };
            declarators.push(InitDeclarator { declarator, init });
            if !self.accept(TokenKind::Comma) {
                break;
            }
            declarator = self.declarator()?;
        }
        declarators.shrink_to_fit();
        self.expect(TokenKind::Semicolon, "after the declaration")?;
        Ok(Declaration { span: self.span_from(start), specifiers, declarators })
    }

    /// `_Static_assert(condition, "message");`
    pub(super) fn static_assert(&mut self) -> Parse<StaticAssert> {
        let start = self.at;
        self.advance();
        let open = self.expect(TokenKind::ParenOpen, "after `_Static_assert`")?;
        let condition = self.nested(Self::conditional)?;
        let message = if self.accept(TokenKind::Comma) { Some(Box::new(self.string_literal()?)) } else { None };
        self.expect_close(TokenKind::ParenClose, open)?;
        let span = self.span_from(start);
        self.expect(TokenKind::Semicolon, "after `_Static_assert`")?;
        Ok(StaticAssert { span, condition, message })
    }

    /// Parses in a scope of its own.
    pub(super) fn scoped<T>(&mut self, part: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        self.scopes.enter();
        let result = part(self);
        self.scopes.leave();
        result
    }

    /// After an error in the external declaration that started at `start`: goes to where the next one may start.
    fn skip_item(&mut self, start: usize) {
        self.skip_from(start);
        // A brace too many ends nothing.
        if self.kind() == TokenKind::BraceClose && self.at == start {
            self.advance();
        }
    }

    /// After an error in the construct that started at `start`: goes past the `;` or the closing brace that ends it, or
    /// to the brace that closes what it is in.
    pub(super) fn skip_from(&mut self, start: usize) {
        let failed = self.at;
        self.at = start;
        let mut depth = 0u32;
        loop {
            match self.kind() {
                TokenKind::End => return,
                TokenKind::BraceOpen => depth += 1,
                TokenKind::BraceClose if depth == 0 => return,
                TokenKind::BraceClose => depth -= 1,
                _ => {}
            }
            let ends = matches!(self.kind(), TokenKind::Semicolon | TokenKind::BraceClose) && depth == 0;
            let passed = self.at >= failed;
            self.advance();
            if ends && passed {
                return;
            }
        }
    }
}
