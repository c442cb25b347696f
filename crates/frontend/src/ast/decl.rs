//! Declarations, types as they are written, declarators and initialisers.
//!
//! A declarator is kept flat: `derived` lists what the name is, from the name outwards. `int (*(*f)(int))[3]` is the
//! base `int` with `f: [Pointer, Function(int), Pointer, Array(3)]`: a pointer to a function that takes int and
//! returns a pointer to an array of 3 int. A type is built by folding `derived` from its end onto the base.

use heureka_ir::span::Span;

use super::{Expr, FloatKind, StaticAssert};
use crate::symbol::Symbol;

/// `specifiers declarator = initialiser, …;` Without declarators it declares only a struct, union or enum (or nothing).
#[derive(Debug)]
pub struct Declaration {
    pub span: Span,
    pub specifiers: Specifiers,
    pub declarators: Vec<InitDeclarator>,
}

#[derive(Debug)]
pub struct InitDeclarator {
    pub declarator: Declarator,
    pub init: Option<Initializer>,
}

/// What stands before the declarators.
#[derive(Debug)]
pub struct Specifiers {
    pub span: Span,
    pub storage: Storage,
    pub thread_local: bool,
    pub inline: bool,
    pub qualifiers: Qualifiers,
    pub ty: TypeSpec,
    /// Includes `_Noreturn` and `_Alignas`. They apply to every declarator.
    pub attributes: Vec<Attribute>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Storage {
    #[default]
    None,
    Typedef,
    Extern,
    Static,
    Auto,
    Register,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Qualifiers {
    pub is_const: bool,
    pub is_volatile: bool,
    pub is_restrict: bool,
    /// `_Atomic` as a qualifier.
    pub is_atomic: bool,
}

/// The type that the specifiers name. Keyword combinations (`unsigned long int`) are already checked and resolved.
#[derive(Debug)]
pub enum TypeSpec {
    Void,
    Bool,
    Int(IntKind),
    Float(FloatKind),
    /// `_Complex` (or GNU `__complex__`) of a floating type.
    Complex(FloatKind),
    /// GNU `__complex__` of an integer type.
    ComplexInt(IntKind),
    /// No type was written (C89 implicit int, also K&R parameters that are not declared): it is `int`.
    ImplicitInt,
    /// `__builtin_va_list`.
    VaList,
    /// `__auto_type`: the type of the initialiser.
    Auto,
    /// A typedef name.
    Named(Symbol),
    Record(Box<RecordSpec>),
    Enum(Box<EnumSpec>),
    TypeofExpr(Box<Expr>),
    TypeofType(Box<TypeName>),
    /// `_Atomic(type)`.
    Atomic(Box<TypeName>),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum IntKind {
    /// Plain `char`.
    Char,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LongLong,
    ULongLong,
    Int128,
    UInt128,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RecordKind {
    Struct,
    Union,
}

/// `struct tag { fields }`.
#[derive(Debug)]
pub struct RecordSpec {
    pub span: Span,
    pub kind: RecordKind,
    pub tag: Option<Symbol>,
    /// Absent without braces; empty for the GNU empty struct.
    pub members: Option<Vec<Member>>,
    /// Of the type: `packed`, `aligned`, `transparent_union`.
    pub attributes: Vec<Attribute>,
}

#[derive(Debug)]
pub enum Member {
    Fields(FieldDeclaration),
    StaticAssert(Box<StaticAssert>),
}

/// One line of a struct. Without declarators it is an anonymous struct or union whose fields belong to the outer one
/// (or declares nothing).
#[derive(Debug)]
pub struct FieldDeclaration {
    pub span: Span,
    pub specifiers: Specifiers,
    pub declarators: Vec<FieldDeclarator>,
}

#[derive(Debug)]
pub struct FieldDeclarator {
    /// Without a name for an unnamed bit-field.
    pub declarator: Declarator,
    pub bits: Option<Expr>,
}

/// `enum tag { a, b = 3 }`.
#[derive(Debug)]
pub struct EnumSpec {
    pub span: Span,
    pub tag: Option<Symbol>,
    /// Absent without braces.
    pub enumerators: Option<Vec<Enumerator>>,
    /// `packed` makes the type as small as its values allow.
    pub attributes: Vec<Attribute>,
}

#[derive(Debug)]
pub struct Enumerator {
    pub span: Span,
    pub name: Symbol,
    pub value: Option<Expr>,
}

/// A name with what surrounds it, or (abstract) without a name.
#[derive(Debug)]
pub struct Declarator {
    /// Of the name, or of the place where it would stand.
    pub span: Span,
    pub name: Option<Symbol>,
    /// From the name outwards; see the module's first lines.
    pub derived: Vec<Derived>,
    pub attributes: Vec<Attribute>,
    /// GNU `asm("name")`: the linker's name for it.
    pub asm_name: Option<Symbol>,
}

#[derive(Debug)]
pub struct Derived {
    /// Of the `*`, `[` or `(`.
    pub span: Span,
    pub kind: DerivedKind,
}

#[derive(Debug)]
pub enum DerivedKind {
    /// Pointer to what follows in the list; the qualifiers are those of the pointer itself.
    Pointer(Qualifiers),
    Array(Box<ArrayDerived>),
    Function(Box<FunctionDerived>),
}

#[derive(Debug)]
pub struct ArrayDerived {
    pub size: ArraySize,
    /// `[static n]` of a parameter.
    pub is_static: bool,
    /// `[const n]` of a parameter: qualifiers of the pointer it becomes.
    pub qualifiers: Qualifiers,
}

#[derive(Debug)]
pub enum ArraySize {
    /// `[]`: completed by the initialiser, a flexible array member, or a pointer parameter.
    Unspecified,
    /// `[*]` of a prototype.
    Star,
    /// Constant or, for a variable-length array, not; may be zero.
    Expr(Expr),
}

#[derive(Debug)]
pub struct FunctionDerived {
    pub parameters: Parameters,
}

#[derive(Debug)]
pub enum Parameters {
    /// `()`: nothing is said.
    Unspecified,
    /// `(void)` has an empty list.
    Prototype { list: Vec<Parameter>, variadic: bool },
    /// K&R `(a, b)`.
    Names(Vec<(Symbol, Span)>),
}

#[derive(Debug)]
pub struct Parameter {
    pub span: Span,
    pub specifiers: Specifiers,
    /// Perhaps without a name.
    pub declarator: Declarator,
}

/// A type where no name is declared: in casts, `sizeof`, compound literals.
#[derive(Debug)]
pub struct TypeName {
    pub span: Span,
    pub specifiers: Specifiers,
    /// Without a name.
    pub declarator: Declarator,
}

#[derive(Debug)]
pub enum Initializer {
    Expr(Expr),
    List(Box<InitList>),
}

/// `{ items }`.
#[derive(Debug)]
pub struct InitList {
    /// Of the opening brace.
    pub span: Span,
    pub items: Vec<InitItem>,
}

#[derive(Debug)]
pub struct InitItem {
    /// Empty for the next element in turn.
    pub designators: Box<[Designator]>,
    pub value: Initializer,
}

#[derive(Debug)]
pub enum Designator {
    /// `.field`, or the old `field:`.
    Field(Symbol, Span),
    /// `[index]`.
    Index(Expr),
    /// GNU `[first ... last]`, both included.
    Range(Expr, Expr),
}

/// An attribute that changes what a program means. The others are checked for balance and dropped.
#[derive(Debug)]
pub struct Attribute {
    pub span: Span,
    pub kind: AttributeKind,
}

#[derive(Debug)]
pub enum AttributeKind {
    /// `noreturn`, also `_Noreturn`.
    NoReturn,
    Packed,
    /// `#pragma pack(n)` was in force where the fields stand: each is aligned to at most this many bytes.
    PackLimit(u32),
    /// `aligned(n)`, `_Alignas(n)`; without a number, the target's greatest.
    Aligned(Option<Box<Expr>>),
    /// `_Alignas(type)`.
    AlignedAs(Box<TypeName>),
    /// `mode(DI)`: the width of an integer by its machine mode, without underscores.
    Mode(Symbol),
    /// `vector_size(bytes)`.
    VectorSize(Box<Expr>),
    TransparentUnion,
    /// `cleanup(function)`: called with the variable's address at the end of its scope.
    Cleanup(Symbol),
    /// Runs before `main`.
    Constructor,
    /// Runs after `main`.
    Destructor,
    /// `alias("other")`.
    Alias(Symbol),
    Weak,
    /// `gnu_inline`: an `extern inline` definition is only for inlining.
    GnuInline,
}
