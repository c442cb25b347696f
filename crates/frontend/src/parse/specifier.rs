//! Declaration specifiers: storage, qualifiers, and the keywords that together name a type.

use heureka_ir::span::Span;

use super::{Parse, Parser};
use crate::ast::{
    Attribute, AttributeKind, Declarator, FloatKind, IntKind, Qualifiers, Specifiers, Storage, TypeName, TypeSpec,
};
use crate::token::TokenKind;

impl Parser<'_> {
    /// Whether the token `ahead` places on starts a type name or a declaration.
    pub(super) fn starts_type(&self, ahead: usize) -> bool {
        let mut at = self.at + ahead;
        while self.tokens.get(at).is_some_and(|token| token.kind == TokenKind::Extension) {
            at += 1;
        }
        let Some(token) = self.tokens.get(at) else { return false };
        match token.kind {
            TokenKind::Ident => token.symbol().is_some_and(|symbol| self.scopes.is_typedef(symbol)),
            kind => is_specifier(kind),
        }
    }

    /// The specifiers up to the first declarator; perhaps none at all.
    pub(super) fn specifiers(&mut self) -> Parse<Specifiers> {
        let start = self.at;
        let mut found = Found::default();
        while self.specifier(&mut found)? {}
        let span = self.span_from(start);
        let ty = match found.ty {
            Some(_) if !found.words.is_empty() => None,
            Some(ty) => Some(ty),
            None => resolve(&found.words),
        };
        let Some(ty) = ty else {
            return Err(self.error_at(span, "these type specifiers cannot be combined"));
        };
        Ok(Specifiers {
            span,
            storage: found.storage,
            thread_local: found.thread_local,
            inline: found.inline,
            qualifiers: found.qualifiers,
            ty,
            attributes: found.attributes,
        })
    }

    /// Adds one specifier to `found`, if one is next.
    fn specifier(&mut self, found: &mut Found) -> Parse<bool> {
        let token = *self.token();
        match token.kind {
            TokenKind::Ident => {
                let symbol = token.symbol().expect("identifiers are words");
                if found.has_type() || !self.scopes.is_typedef(symbol) {
                    return Ok(false);
                }
                self.advance();
                found.ty = Some(TypeSpec::Named(symbol));
            }
            TokenKind::Typedef => self.storage(found, Storage::Typedef)?,
            TokenKind::Extern => self.storage(found, Storage::Extern)?,
            TokenKind::Static => self.storage(found, Storage::Static)?,
            TokenKind::Auto => self.storage(found, Storage::Auto)?,
            TokenKind::Register => self.storage(found, Storage::Register)?,
            TokenKind::ThreadLocal => {
                self.advance();
                found.thread_local = true;
            }
            TokenKind::Inline => {
                self.advance();
                found.inline = true;
            }
            TokenKind::NoReturn => {
                self.advance();
                found.attributes.push(Attribute { span: token.span, kind: AttributeKind::NoReturn });
            }
            TokenKind::Atomic if self.kind_ahead(1) == TokenKind::ParenOpen => {
                self.advance();
                let ty = self.parenthesised_type("after `_Atomic`")?;
                self.set_type(found, token.span, TypeSpec::Atomic(Box::new(ty)))?;
            }
            TokenKind::Const
            | TokenKind::Volatile
            | TokenKind::Restrict
            | TokenKind::Atomic
            | TokenKind::Nullability => {
                self.qualifier(&mut found.qualifiers);
            }
            TokenKind::Alignas => found.attributes.push(self.alignas()?),
            TokenKind::Attribute => self.attributes(&mut found.attributes)?,
            TokenKind::Extension => self.advance(),
            TokenKind::Pragma => self.skip_pragma()?,
            TokenKind::Struct | TokenKind::Union => {
                let record = self.nested(Self::record)?;
                self.set_type(found, token.span, TypeSpec::Record(Box::new(record)))?;
            }
            TokenKind::Enum => {
                let enumeration = self.nested(Self::enumeration)?;
                self.set_type(found, token.span, TypeSpec::Enum(Box::new(enumeration)))?;
            }
            TokenKind::Typeof => {
                let ty = self.nested(Self::type_of)?;
                self.set_type(found, token.span, ty)?;
            }
            TokenKind::VaList => {
                self.advance();
                self.set_type(found, token.span, TypeSpec::VaList)?;
            }
            TokenKind::AutoType => {
                self.advance();
                self.set_type(found, token.span, TypeSpec::Auto)?;
            }
            // Headers for compilers without these types declare them: `typedef float _Float32;`.
            kind if found.storage == Storage::Typedef && found.has_type() && is_recent_type(kind) => {
                self.tokens[self.at].kind = TokenKind::Ident;
                return Ok(false);
            }
            kind if is_type_word(kind) => {
                self.advance();
                found.words.push(kind);
                if found.words.len() > 5 {
                    return Err(self.error_at(token.span, "too many type specifiers"));
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn storage(&mut self, found: &mut Found, storage: Storage) -> Parse<()> {
        let span = self.here();
        self.advance();
        if found.storage != Storage::None && found.storage != storage {
            return Err(self.error_at(span, "more than one storage class in one declaration"));
        }
        found.storage = storage;
        Ok(())
    }

    fn set_type(&mut self, found: &mut Found, span: Span, ty: TypeSpec) -> Parse<()> {
        if found.has_type() {
            return Err(self.error_at(span, "two types in one declaration; is a `;` missing before this one?"));
        }
        found.ty = Some(ty);
        Ok(())
    }

    /// Adds the qualifier that is next, if one is.
    pub(super) fn qualifier(&mut self, qualifiers: &mut Qualifiers) -> bool {
        match self.kind() {
            TokenKind::Const => qualifiers.is_const = true,
            TokenKind::Volatile => qualifiers.is_volatile = true,
            TokenKind::Restrict => qualifiers.is_restrict = true,
            TokenKind::Atomic => qualifiers.is_atomic = true,
            TokenKind::Nullability => {}
            _ => return false,
        }
        self.advance();
        true
    }

    /// `typeof(expression)` or `typeof(type)`.
    fn type_of(&mut self) -> Parse<TypeSpec> {
        self.advance();
        let open = self.expect(TokenKind::ParenOpen, "after `typeof`")?;
        let ty = if self.starts_type(0) {
            TypeSpec::TypeofType(Box::new(self.type_name()?))
        } else {
            TypeSpec::TypeofExpr(Box::new(self.expression()?))
        };
        self.expect_close(TokenKind::ParenClose, open)?;
        Ok(ty)
    }

    fn parenthesised_type(&mut self, context: &str) -> Parse<TypeName> {
        let open = self.expect(TokenKind::ParenOpen, context)?;
        let ty = self.nested(Self::type_name)?;
        self.expect_close(TokenKind::ParenClose, open)?;
        Ok(ty)
    }

    /// `_Alignas(type)` or `_Alignas(constant)`.
    fn alignas(&mut self) -> Parse<Attribute> {
        let span = self.here();
        self.advance();
        let kind = if self.starts_type(1) {
            AttributeKind::AlignedAs(Box::new(self.parenthesised_type("after `_Alignas`")?))
        } else {
            let open = self.expect(TokenKind::ParenOpen, "after `_Alignas`")?;
            let value = self.nested(Self::conditional)?;
            self.expect_close(TokenKind::ParenClose, open)?;
            AttributeKind::Aligned(Some(Box::new(value)))
        };
        Ok(Attribute { span, kind })
    }

    /// A type where no name is declared.
    pub(super) fn type_name(&mut self) -> Parse<TypeName> {
        let start = self.at;
        if !self.starts_type(0) {
            return Err(self.expected_type("a type"));
        }
        let specifiers = self.specifiers()?;
        let declarator: Declarator = self.abstract_declarator()?;
        Ok(TypeName { span: self.span_from(start), specifiers, declarator })
    }
}

/// The specifiers seen so far.
#[derive(Default)]
struct Found {
    storage: Storage,
    thread_local: bool,
    inline: bool,
    qualifiers: Qualifiers,
    attributes: Vec<Attribute>,
    /// A type that stands alone.
    ty: Option<TypeSpec>,
    /// Keywords that combine to a type.
    words: Words,
}

impl Found {
    fn has_type(&self) -> bool {
        self.ty.is_some() || !self.words.is_empty()
    }
}

/// At most six keywords, without an allocation.
#[derive(Default)]
struct Words {
    list: [Option<TokenKind>; 6],
    count: usize,
}

impl Words {
    fn push(&mut self, word: TokenKind) {
        if let Some(place) = self.list.get_mut(self.count) {
            *place = Some(word);
            self.count += 1;
        }
    }

    fn len(&self) -> usize {
        self.count
    }

    fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Removes one such word.
    fn take(&mut self, word: TokenKind) -> bool {
        let found = self.list[..self.count].iter().position(|&known| known == Some(word));
        if let Some(at) = found {
            self.list[at] = None;
            self.list.swap(at, self.count - 1);
            self.count -= 1;
        }
        found.is_some()
    }
}

/// The type that keywords name together, in whatever order they stand; `None` where they name none.
fn resolve(words: &Words) -> Option<TypeSpec> {
    let mut words = Words { list: words.list, count: words.count };
    if words.is_empty() {
        return Some(TypeSpec::ImplicitInt);
    }
    let complex = words.take(TokenKind::Complex);
    let unsigned = words.take(TokenKind::Unsigned);
    let signed = words.take(TokenKind::Signed);
    let longs = usize::from(words.take(TokenKind::Long)) + usize::from(words.take(TokenKind::Long));
    let short = words.take(TokenKind::Short);
    let int = words.take(TokenKind::IntType);
    let base = words.list[0];
    if (unsigned && signed) || (short && longs > 0) || words.len() > 1 {
        return None;
    }
    let pick = |plain: IntKind, without_sign: IntKind| if unsigned { without_sign } else { plain };
    let kind = match (base, int, short, longs) {
        (None, _, true, 0) => pick(IntKind::Short, IntKind::UShort),
        (None, _, false, 1) => pick(IntKind::Long, IntKind::ULong),
        (None, _, false, 2) => pick(IntKind::LongLong, IntKind::ULongLong),
        // `_Complex` alone is `_Complex double`.
        (None, false, false, 0) if complex && !unsigned && !signed => {
            return Some(TypeSpec::Complex(FloatKind::Double));
        }
        (None, _, false, 0) => pick(IntKind::Int, IntKind::UInt),
        (Some(TokenKind::CharType), false, false, 0) if signed => IntKind::SChar,
        (Some(TokenKind::CharType), false, false, 0) => pick(IntKind::Char, IntKind::UChar),
        (Some(TokenKind::Int128), false, false, 0) => pick(IntKind::Int128, IntKind::UInt128),
        (Some(TokenKind::UInt128), false, false, 0) if !unsigned && !signed => IntKind::UInt128,
        (Some(TokenKind::Double), false, false, 1) if !unsigned && !signed => {
            return Some(float_spec(FloatKind::LongDouble, complex));
        }
        (Some(TokenKind::Void), false, false, 0) if !unsigned && !signed && !complex => return Some(TypeSpec::Void),
        (Some(TokenKind::Bool), false, false, 0) if !unsigned && !signed && !complex => return Some(TypeSpec::Bool),
        (Some(word), false, false, 0) if !unsigned && !signed => {
            return float_kind(word).map(|kind| float_spec(kind, complex));
        }
        _ => return None,
    };
    Some(if complex { TypeSpec::ComplexInt(kind) } else { TypeSpec::Int(kind) })
}

fn float_spec(kind: FloatKind, complex: bool) -> TypeSpec {
    if complex { TypeSpec::Complex(kind) } else { TypeSpec::Float(kind) }
}

fn float_kind(word: TokenKind) -> Option<FloatKind> {
    let kind = match word {
        TokenKind::Float => FloatKind::Float,
        TokenKind::Double => FloatKind::Double,
        TokenKind::Float16 => FloatKind::Float16,
        TokenKind::Float32 => FloatKind::Float32,
        TokenKind::Float64 => FloatKind::Float64,
        TokenKind::Float128 => FloatKind::Float128,
        TokenKind::Float32x => FloatKind::Float32x,
        TokenKind::Float64x => FloatKind::Float64x,
        TokenKind::Float80 => FloatKind::Float80,
        TokenKind::BFloat16 => FloatKind::BFloat16,
        TokenKind::Decimal32 => FloatKind::Decimal32,
        TokenKind::Decimal64 => FloatKind::Decimal64,
        TokenKind::Decimal128 => FloatKind::Decimal128,
        _ => return None,
    };
    Some(kind)
}

/// Types that are keywords only to recent compilers. None of them combines with another but `_Complex`, which is
/// written first in headers.
fn is_recent_type(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Float16
            | TokenKind::Float32
            | TokenKind::Float64
            | TokenKind::Float128
            | TokenKind::Float32x
            | TokenKind::Float64x
            | TokenKind::Float80
            | TokenKind::UInt128
    )
}

/// Keywords that combine with others to name a type.
fn is_type_word(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Void
            | TokenKind::CharType
            | TokenKind::Short
            | TokenKind::IntType
            | TokenKind::Long
            | TokenKind::Signed
            | TokenKind::Unsigned
            | TokenKind::Bool
            | TokenKind::Complex
            | TokenKind::Int128
            | TokenKind::UInt128
    ) || float_kind(kind).is_some()
}

/// Keywords that may start a declaration or a type.
fn is_specifier(kind: TokenKind) -> bool {
    is_type_word(kind)
        || matches!(
            kind,
            TokenKind::Typedef
                | TokenKind::Extern
                | TokenKind::Static
                | TokenKind::Auto
                | TokenKind::Register
                | TokenKind::ThreadLocal
                | TokenKind::Inline
                | TokenKind::NoReturn
                | TokenKind::Const
                | TokenKind::Volatile
                | TokenKind::Restrict
                | TokenKind::Atomic
                | TokenKind::Nullability
                | TokenKind::Alignas
                | TokenKind::Attribute
                | TokenKind::Struct
                | TokenKind::Union
                | TokenKind::Enum
                | TokenKind::Typeof
                | TokenKind::VaList
                | TokenKind::AutoType
        )
}
