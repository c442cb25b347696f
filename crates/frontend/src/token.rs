//! Tokens: their kinds, the spellings of keywords and punctuators, and how error messages name them.

use heureka_ir::span::Span;

use crate::symbol::{Interner, Symbol};

/// One token of the preprocessed text.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    pub kind: TokenKind,
    /// Where it starts in the preprocessed text.
    pub offset: u32,
    /// The interned spelling of identifiers and keywords; the length in bytes of everything else.
    value: u32,
    /// Where the user wrote it.
    pub span: Span,
}

impl Token {
    /// An identifier or keyword.
    pub fn word(kind: TokenKind, symbol: Symbol, offset: u32, span: Span) -> Token {
        Token { kind, offset, value: symbol.0, span }
    }

    /// A literal, a punctuator or the end of the text.
    pub fn other(kind: TokenKind, len: u32, offset: u32, span: Span) -> Token {
        Token { kind, offset, value: len, span }
    }

    /// The spelling, of identifiers and keywords.
    pub fn symbol(&self) -> Option<Symbol> {
        self.kind.is_word().then_some(Symbol(self.value))
    }

    /// The bytes of it in the preprocessed text.
    pub fn bytes<'a>(&self, text: &'a [u8], symbols: &Interner) -> &'a [u8] {
        let len = match self.symbol() {
            Some(symbol) => symbols.name(symbol).len(),
            None => self.value as usize,
        };
        let start = self.offset as usize;
        text.get(start..start + len).unwrap_or_default()
    }
}

macro_rules! token_kinds {
    (
        other { $($other:ident $description:literal,)* }
        punctuators { $($punctuator:ident $spelling:literal,)* }
        keywords { $($keyword:ident $first:literal $($alias:literal)*,)* }
    ) => {
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[repr(u8)]
        pub enum TokenKind {
            $($other,)*
            $($punctuator,)*
            $($keyword,)*
        }

        impl TokenKind {
            /// How messages say that this token was expected.
            pub fn describe(self) -> &'static str {
                match self {
                    $(TokenKind::$other => $description,)*
                    $(TokenKind::$punctuator => concat!("`", $spelling, "`"),)*
                    $(TokenKind::$keyword => concat!("`", $first, "`"),)*
                }
            }
        }

        /// Every spelling of every keyword. The lexer interns them first, so that the symbol of a keyword is its index
        /// here.
        pub const KEYWORDS: &[(&str, TokenKind)] =
            &[$(($first, TokenKind::$keyword), $(($alias, TokenKind::$keyword),)*)*];
    };
}

token_kinds! {
    other {
        End "the end of the file",
        Ident "an identifier",
        Number "a number",
        Char "a character constant",
        Str "a string literal",
    }
    punctuators {
        ParenOpen "(", ParenClose ")", BracketOpen "[", BracketClose "]", BraceOpen "{", BraceClose "}",
        Semicolon ";", Comma ",", Dot ".", Arrow "->", Ellipsis "...", Question "?", Colon ":",
        Plus "+", Minus "-", Star "*", Slash "/", Percent "%", PlusPlus "++", MinusMinus "--",
        Amp "&", Pipe "|", Caret "^", Tilde "~", Bang "!", AmpAmp "&&", PipePipe "||",
        Shl "<<", Shr ">>", Less "<", Greater ">", LessEq "<=", GreaterEq ">=", EqEq "==", BangEq "!=",
        Eq "=", PlusEq "+=", MinusEq "-=", StarEq "*=", SlashEq "/=", PercentEq "%=",
        AmpEq "&=", PipeEq "|=", CaretEq "^=", ShlEq "<<=", ShrEq ">>=",
    }
    keywords {
        // Statements.
        Break "break", Case "case", Continue "continue", Default "default", Do "do", Else "else", For "for",
        Goto "goto", If "if", Return "return", Switch "switch", While "while",
        // Storage and function specifiers.
        Auto "auto", Extern "extern", Inline "inline" "__inline" "__inline__", NoReturn "_Noreturn",
        Register "register", Static "static", ThreadLocal "_Thread_local" "__thread", Typedef "typedef",
        // Qualifiers.
        Atomic "_Atomic", Const "const" "__const" "__const__", Restrict "restrict" "__restrict" "__restrict__",
        Volatile "volatile" "__volatile" "__volatile__", Nullability "_Nonnull" "_Nullable" "_Null_unspecified",
        // Types.
        Void "void", CharType "char", Short "short", IntType "int", Long "long", Float "float", Double "double",
        Signed "signed" "__signed" "__signed__", Unsigned "unsigned", Bool "_Bool",
        Complex "_Complex" "__complex" "__complex__", Int128 "__int128" "__int128_t", UInt128 "__uint128_t",
        Float16 "_Float16", Float32 "_Float32", Float64 "_Float64", Float128 "_Float128" "__float128",
        Float32x "_Float32x", Float64x "_Float64x", Float80 "__float80", BFloat16 "__bf16",
        Decimal32 "_Decimal32", Decimal64 "_Decimal64", Decimal128 "_Decimal128",
        VaList "__builtin_va_list", AutoType "__auto_type", Struct "struct", Union "union", Enum "enum",
        Typeof "typeof" "__typeof" "__typeof__" "__typeof_unqual__" "__typeof_unqual",
        // Operators and operator-like builtins.
        Sizeof "sizeof", Alignof "_Alignof" "__alignof" "__alignof__", Alignas "_Alignas", Generic "_Generic",
        StaticAssert "_Static_assert", Real "__real__" "__real", Imag "__imag__" "__imag",
        VaArg "__builtin_va_arg", Offsetof "__builtin_offsetof", TypesCompatible "__builtin_types_compatible_p",
        ChooseExpr "__builtin_choose_expr", ConvertVector "__builtin_convertvector",
        // GNU.
        Asm "asm" "__asm" "__asm__", Attribute "__attribute__" "__attribute", Extension "__extension__",
        Label "__label__", Pragma "_Pragma",
    }
}

impl TokenKind {
    pub fn is_word(self) -> bool {
        self == TokenKind::Ident || self as u8 >= TokenKind::Break as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_stay_small() {
        assert!(size_of::<Token>() <= 28);
    }

    #[test]
    fn keywords_are_words_and_punctuators_are_not() {
        assert!(KEYWORDS.iter().all(|(_, kind)| kind.is_word()));
        assert!(!TokenKind::ShrEq.is_word() && !TokenKind::Str.is_word() && TokenKind::Ident.is_word());
    }
}
