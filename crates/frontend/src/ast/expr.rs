//! Expressions and literals.

use heureka_ir::span::Span;

use super::{Block, InitList, TypeName};
use crate::symbol::Symbol;

#[derive(Debug)]
pub struct Expr {
    /// From the first to the last token (the part on the first line). Inside parentheses, without them.
    pub span: Span,
    pub kind: ExprKind,
}

#[derive(Debug)]
pub enum ExprKind {
    /// A variable, function or enumeration constant; also `__func__` and the `__builtin_…` functions.
    Ident(Symbol),
    Int(IntLiteral),
    Float(FloatLiteral),
    Char(CharLiteral),
    /// Adjacent string literals are joined.
    Str(Box<StrLiteral>),
    Unary {
        op: UnaryOp,
        operand: Box<Expr>,
    },
    Binary {
        op: BinaryOp,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    /// `=`, or a compound assignment with its operator.
    Assign {
        op: Option<BinaryOp>,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    Comma {
        left: Box<Expr>,
        right: Box<Expr>,
    },
    Conditional(Box<Conditional>),
    Call(Box<Call>),
    /// `base[index]`, in the order written.
    Index {
        base: Box<Expr>,
        index: Box<Expr>,
    },
    /// `base.field`, or `base->field` when `arrow`.
    Member {
        base: Box<Expr>,
        field: Symbol,
        arrow: bool,
    },
    Cast(Box<Cast>),
    SizeofExpr(Box<Expr>),
    SizeofType(Box<TypeName>),
    /// GNU `__alignof__ expression`.
    AlignofExpr(Box<Expr>),
    AlignofType(Box<TypeName>),
    /// `(type){ … }`.
    CompoundLiteral(Box<CompoundLiteral>),
    Generic(Box<Generic>),
    /// GNU `({ … })`; its value is that of the last statement if that is an expression.
    StmtExpr(Box<Block>),
    /// GNU `&&label`.
    LabelAddress(Symbol),
    /// `__builtin_va_arg(list, type)`.
    VaArg(Box<VaArg>),
    /// `__builtin_offsetof(type, path)`.
    Offsetof(Box<Offsetof>),
    /// `__builtin_types_compatible_p(left, right)`.
    TypesCompatible(Box<[TypeName; 2]>),
    /// `__builtin_choose_expr(condition, if true, if false)`.
    Choose(Box<[Expr; 3]>),
    /// `__builtin_convertvector(expression, type)`.
    ConvertVector(Box<Cast>),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    Plus,
    Minus,
    /// `!`
    Not,
    /// `~`
    BitNot,
    /// `*`
    Deref,
    /// `&`
    AddressOf,
    PreIncrement,
    PreDecrement,
    PostIncrement,
    PostDecrement,
    /// GNU `__real__`.
    Real,
    /// GNU `__imag__`.
    Imag,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    Mul,
    Div,
    Rem,
    Add,
    Sub,
    Shl,
    Shr,
    Lt,
    Gt,
    Le,
    Ge,
    Eq,
    Ne,
    BitAnd,
    BitXor,
    BitOr,
    /// `&&`
    And,
    /// `||`
    Or,
}

#[derive(Debug)]
pub struct Conditional {
    pub condition: Expr,
    /// Where the `?` stands.
    pub question: Span,
    /// Absent in GNU `a ?: b`, whose value is then that of `a`, evaluated once.
    pub then: Option<Expr>,
    pub otherwise: Expr,
}

#[derive(Debug)]
pub struct Call {
    pub callee: Expr,
    pub args: Vec<Expr>,
    /// Where the closing `)` stands.
    pub close: Span,
}

#[derive(Debug)]
pub struct Cast {
    pub ty: TypeName,
    pub operand: Expr,
}

#[derive(Debug)]
pub struct CompoundLiteral {
    pub ty: TypeName,
    pub init: InitList,
}

#[derive(Debug)]
pub struct Generic {
    pub control: Expr,
    /// In source order; `default` has no type.
    pub associations: Vec<(Option<TypeName>, Expr)>,
}

#[derive(Debug)]
pub struct VaArg {
    pub list: Expr,
    pub ty: TypeName,
}

#[derive(Debug)]
pub struct Offsetof {
    pub ty: TypeName,
    /// At least one step; the first is a field.
    pub path: Vec<OffsetofStep>,
}

#[derive(Debug)]
pub enum OffsetofStep {
    Field(Symbol, Span),
    Index(Expr),
}

/// An integer constant. It fits 64 bits (the parser diagnoses what does not); its type is chosen by the typing stage
/// from the value, the base and the suffix.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct IntLiteral {
    pub value: u64,
    pub base: Base,
    pub suffix: IntSuffix,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Base {
    Decimal,
    Octal,
    Hexadecimal,
    Binary,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct IntSuffix {
    pub unsigned: bool,
    pub length: IntLength,
    /// GNU `i` or `j`.
    pub imaginary: bool,
}

/// How many `l` stand in the suffix.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum IntLength {
    #[default]
    Int,
    Long,
    LongLong,
}

/// A floating constant, kept as text: floats are not modelled, and no precision is lost here.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FloatLiteral {
    /// The spelling without the suffix, decimal or hexadecimal (`0x1.8p3`).
    pub text: Symbol,
    pub kind: FloatKind,
    /// GNU `i` or `j`.
    pub imaginary: bool,
}

/// The real floating types, of constants and of specifiers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FloatKind {
    Float16,
    Float,
    Double,
    LongDouble,
    Float32,
    Float64,
    Float128,
    Float32x,
    Float64x,
    /// `__float80`.
    Float80,
    BFloat16,
    /// `_Decimal32`, `_Decimal64`, `_Decimal128`.
    Decimal32,
    Decimal64,
    Decimal128,
}

/// A character constant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CharLiteral {
    /// As gcc computes it: a plain constant has type int, a single character is sign-extended from `char`, several
    /// are packed with the first in the highest byte. Wide ones are the code unit.
    pub value: i64,
    pub encoding: Encoding,
}

/// The prefix of a character or string literal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Encoding {
    /// No prefix: elements are `char`.
    Plain,
    /// `u8`: elements are `char`.
    Utf8,
    /// `u`: elements are `char16_t`.
    Utf16,
    /// `U`: elements are `char32_t`.
    Utf32,
    /// `L`: elements are `wchar_t`.
    Wide,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StrLiteral {
    pub span: Span,
    pub encoding: Encoding,
    /// The elements, escapes replaced, without the terminating zero.
    pub units: StrUnits,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StrUnits {
    /// Of [`Encoding::Plain`] and [`Encoding::Utf8`].
    Bytes(Box<[u8]>),
    /// Of the others: one element each (`u` strings are split into UTF-16 units).
    Wide(Box<[u32]>),
}

impl StrUnits {
    pub fn len(&self) -> usize {
        match self {
            StrUnits::Bytes(bytes) => bytes.len(),
            StrUnits::Wide(units) => units.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
