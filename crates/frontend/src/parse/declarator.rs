//! Declarators: the name and, from it outwards, what it is.

use super::{Parse, Parser, Stop};
use crate::ast::{
    ArrayDerived, ArraySize, Declarator, Derived, DerivedKind, FunctionDerived, Parameter, Parameters, Qualifiers,
    TypeSpec,
};
use crate::diagnostic::Diagnostic;
use crate::token::TokenKind;

/// Whether a declarator has a name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Naming {
    Required,
    /// In parameters.
    Optional,
    /// In type names.
    Forbidden,
}

impl Parser<'_> {
    /// A declarator with a name, its `asm` name and its attributes.
    pub(super) fn declarator(&mut self) -> Parse<Declarator> {
        self.whole_declarator(Naming::Required)
    }

    /// A declarator without a name.
    pub(super) fn abstract_declarator(&mut self) -> Parse<Declarator> {
        self.whole_declarator(Naming::Forbidden)
    }

    /// What an unnamed bit-field has instead of a declarator.
    pub(super) fn no_declarator(&self) -> Declarator {
        Declarator { span: self.here(), name: None, derived: Vec::new(), attributes: Vec::new(), asm_name: None }
    }

    fn whole_declarator(&mut self, naming: Naming) -> Parse<Declarator> {
        let mut declarator = self.no_declarator();
        self.derive(naming, &mut declarator)?;
        declarator.derived.shrink_to_fit();
        if self.accept(TokenKind::Asm) {
            let open = self.expect(TokenKind::ParenOpen, "after `asm`")?;
            declarator.asm_name = Some(self.string_symbol()?);
            self.expect_close(TokenKind::ParenClose, open)?;
        }
        self.attributes(&mut declarator.attributes)?;
        Ok(declarator)
    }

    /// Reads one level of a declarator: `pointers (inner level or name) suffixes`. What is nearest to the name comes
    /// first in the list: the inner level, then the suffixes, then the pointers from right to left.
    fn derive(&mut self, naming: Naming, declarator: &mut Declarator) -> Parse<()> {
        let mut pointers = Vec::new();
        loop {
            self.attributes(&mut declarator.attributes)?;
            let span = self.here();
            if !self.accept(TokenKind::Star) {
                break;
            }
            let mut qualifiers = Qualifiers::default();
            while self.qualifier(&mut qualifiers) || self.kind() == TokenKind::Attribute {
                self.attributes(&mut declarator.attributes)?;
            }
            pointers.push(Derived { span, kind: DerivedKind::Pointer(qualifiers) });
        }
        let token = *self.token();
        match token.kind {
            TokenKind::Ident if naming != Naming::Forbidden => {
                declarator.name = token.symbol();
                declarator.span = token.span;
                self.advance();
            }
            TokenKind::ParenOpen if naming == Naming::Required || self.nests_declarator() => {
                self.advance();
                self.nested(|parser| parser.derive(naming, declarator))?;
                self.expect_close(TokenKind::ParenClose, token.span)?;
            }
            _ if naming == Naming::Required => return Err(self.expected("a name", "in the declaration")),
            _ => declarator.span = token.span,
        }
        loop {
            match self.kind() {
                TokenKind::BracketOpen => {
                    let array = self.nested(Self::array_suffix)?;
                    declarator.derived.push(array);
                }
                TokenKind::ParenOpen => {
                    let function = self.nested(Self::function_suffix)?;
                    declarator.derived.push(function);
                }
                _ => break,
            }
        }
        declarator.derived.extend(pointers.into_iter().rev());
        Ok(())
    }

    /// Whether the `(` that is next encloses a declarator, where it might also start the parameters of a function
    /// whose name is left out.
    fn nests_declarator(&self) -> bool {
        let mut at = self.at + 1;
        while self.tokens[at].kind == TokenKind::Attribute {
            at = self.after_attribute(at);
        }
        let attributes_only = at > self.at + 1;
        match self.tokens[at].kind {
            TokenKind::ParenClose | TokenKind::Ellipsis => false,
            TokenKind::Star | TokenKind::ParenOpen | TokenKind::BracketOpen => true,
            _ => attributes_only || !self.starts_type(at - self.at),
        }
    }

    /// `[ … ]`.
    fn array_suffix(&mut self) -> Parse<Derived> {
        let span = self.here();
        self.advance();
        let mut qualifiers = Qualifiers::default();
        let mut is_static = false;
        loop {
            if self.accept(TokenKind::Static) {
                is_static = true;
            } else if !self.qualifier(&mut qualifiers) {
                break;
            }
        }
        let size = match self.kind() {
            TokenKind::BracketClose => ArraySize::Unspecified,
            TokenKind::Star if self.kind_ahead(1) == TokenKind::BracketClose => {
                self.advance();
                ArraySize::Star
            }
            _ => ArraySize::Expr(self.assignment()?),
        };
        self.expect_close(TokenKind::BracketClose, span)?;
        Ok(Derived { span, kind: DerivedKind::Array(Box::new(ArrayDerived { size, is_static, qualifiers })) })
    }

    /// `( parameters )`.
    fn function_suffix(&mut self) -> Parse<Derived> {
        let span = self.here();
        self.advance();
        let parameters = match self.kind() {
            TokenKind::ParenClose => Parameters::Unspecified,
            TokenKind::Ident if !self.starts_type(0) && self.lists_names() => self.parameter_names()?,
            _ => self.scoped(Self::prototype)?,
        };
        self.expect_close(TokenKind::ParenClose, span)?;
        Ok(Derived { span, kind: DerivedKind::Function(Box::new(FunctionDerived { parameters })) })
    }

    /// Whether a name that is no type is followed as in the K&R list `(a, b)`.
    fn lists_names(&self) -> bool {
        matches!(self.kind_ahead(1), TokenKind::Comma | TokenKind::ParenClose)
    }

    fn parameter_names(&mut self) -> Parse<Parameters> {
        let mut names = Vec::new();
        loop {
            let span = self.here();
            if self.starts_type(0) {
                return Err(self.error_at(span, "a type among parameter names; declare all parameters with types"));
            }
            names.push((self.expect_identifier("a parameter name", "")?, span));
            if !self.accept(TokenKind::Comma) {
                return Ok(Parameters::Names(names));
            }
        }
    }

    fn prototype(&mut self) -> Parse<Parameters> {
        let mut list = Vec::new();
        let mut variadic = false;
        loop {
            if self.accept(TokenKind::Ellipsis) {
                variadic = true;
                break;
            }
            list.push(self.parameter()?);
            if !self.accept(TokenKind::Comma) {
                break;
            }
        }
        if !variadic && matches!(list.as_slice(), [only] if is_plain_void(only)) {
            list.clear();
        }
        list.shrink_to_fit();
        Ok(Parameters::Prototype { list, variadic })
    }

    fn parameter(&mut self) -> Parse<Parameter> {
        let start = self.at;
        if !self.starts_type(0) {
            return Err(self.expected_type("a parameter"));
        }
        let specifiers = self.specifiers()?;
        let declarator = self.whole_declarator(Naming::Optional)?;
        if let Some(name) = declarator.name {
            self.scopes.declare(name, false);
        }
        Ok(Parameter { span: self.span_from(start), specifiers, declarator })
    }

    /// The complaint where a type must stand but does not: most often its declaration is missing.
    pub(super) fn expected_type(&mut self, what: &str) -> Stop {
        let token = *self.token();
        let plausible = matches!(
            self.kind_ahead(1),
            TokenKind::Ident | TokenKind::Star | TokenKind::ParenClose | TokenKind::Comma | TokenKind::Const
        );
        match token.symbol() {
            Some(symbol) if token.kind == TokenKind::Ident && plausible => {
                let message = format!("unknown type name `{}`", self.symbols.name(symbol));
                self.error(Diagnostic::error(token.span, message).with_label("not a type"))
            }
            _ => self.expected(what, ""),
        }
    }
}

/// The single parameter of `(void)`.
fn is_plain_void(parameter: &Parameter) -> bool {
    let specifiers = &parameter.specifiers;
    matches!(specifiers.ty, TypeSpec::Void)
        && specifiers.qualifiers == Qualifiers::default()
        && parameter.declarator.name.is_none()
        && parameter.declarator.derived.is_empty()
}
