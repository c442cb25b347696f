//! The typed tree: a C program with names resolved, every expression typed and every conversion explicit.
//!
//! The typing stage builds it from the syntax tree; points-to analysis and lowering read it. Invariants:
//! - The operands of an arithmetic operator have the type of the operator (the usual conversions are `Convert` nodes),
//!   except that the amount of a shift has its own promoted type.
//! - Reading an object is a `Load`; an array never has a value, it decays (`Decay`) or is a place.
//! - Operators on values that are not modelled (floats, 128-bit integers) are `Unmodelled` nodes that keep their
//!   operands for their side effects.
//! - `sizeof`, `_Alignof`, `offsetof`, enumeration constants and `_Generic` are gone; constant expressions are folded to
//!   `Int` where the language demands a constant (array sizes, cases, static initialisers).

pub mod print;

use heureka_ir::span::{Files, Span};
use heureka_ir::{BinOp, UnOp};

use crate::ctype::{TyId, Types};
use crate::symbol::{Interner, Symbol};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub u32);

        impl $name {
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id!(
    /// A variable with static storage, an index into [`Unit::globals`].
    GlobalId
);
id!(
    /// A parameter or automatic variable, an index into its function's `locals`.
    LocalId
);
id!(
    /// A function, an index into [`Unit::functions`].
    FuncId
);
id!(
    /// A string literal, an index into [`Unit::strings`].
    StrId
);
id!(
    /// A label of a function, an index into its `labels`.
    LabelId
);

/// A whole program.
#[derive(Debug)]
pub struct Unit {
    pub types: Types,
    pub globals: Vec<Global>,
    pub functions: Vec<Function>,
    pub strings: Vec<Str>,
    /// Functions that run before `main`, and after it.
    pub constructors: Vec<FuncId>,
    pub destructors: Vec<FuncId>,
    pub symbols: Interner,
    pub files: Files,
    /// For each file, whether it is a system header.
    pub system_headers: Vec<bool>,
}

/// A variable with static storage (also `static` locals, which have unique ids but may share a name).
#[derive(Debug)]
pub struct Global {
    pub name: Symbol,
    pub ty: TyId,
    pub span: Span,
    /// Only declared `extern` and never defined: its value is unknown when the program starts.
    pub is_extern: bool,
    /// Declared by the library: its value is what the library says, which is not modelled.
    pub in_system_header: bool,
    /// The program may not change it.
    pub is_const: bool,
    /// Its scalars are `Int`, `Null`, `AddressOf`/`Decay`/`Function` (perhaps with a constant `PointerAdd` and casts),
    /// or `Unmodelled`. What is not listed is zero. Absent: all zero.
    pub init: Option<Init>,
}

/// The elements of a string literal, with the terminating zero.
#[derive(Debug)]
pub struct Str {
    pub units: Box<[u32]>,
    /// An array type of the right length.
    pub ty: TyId,
    pub span: Span,
}

#[derive(Debug)]
pub struct Function {
    pub name: Symbol,
    /// A `CType::Function`.
    pub ty: TyId,
    pub span: Span,
    pub noreturn: bool,
    /// Another name of a function: `__attribute__((alias("f")))`.
    pub is_alias: bool,
    /// Declared `weak`: where there is no body, nobody knows whether it exists.
    pub is_weak: bool,
    /// Declared in a system header.
    pub in_system_header: bool,
    /// Absent for a function that is only declared.
    pub body: Option<Body>,
}

#[derive(Debug)]
pub struct Body {
    /// The parameters in order; they are the first locals. Array and function parameters have been adjusted to pointers.
    pub params: Vec<LocalId>,
    pub locals: Vec<Local>,
    /// Names and places of the labels.
    pub labels: Vec<(Symbol, Span)>,
    pub stmts: Vec<Stmt>,
    /// Of the closing brace.
    pub end: Span,
}

#[derive(Debug)]
pub struct Local {
    /// The name in the source; `None` for what the typing stage made (lengths, compound literals, temporaries).
    pub name: Option<Symbol>,
    pub ty: TyId,
    /// The program may not change it once it is initialised.
    pub is_const: bool,
    pub span: Span,
}

/// An expression: something with a value (or none, when its type is void).
#[derive(Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub ty: TyId,
    pub span: Span,
}

#[derive(Debug)]
pub enum ExprKind {
    /// A constant of an integer type.
    Int(i128),
    /// The null pointer.
    Null,
    /// The value of an object: scalar, pointer, opaque or record.
    Load(Box<Place>),
    AddressOf(Box<Place>),
    /// A pointer to the first element of an array.
    Decay(Box<Place>),
    /// A pointer to a function.
    Function(FuncId),
    Unary(UnOp, Box<Expr>),
    /// `!e`, an `int`; the operand is any scalar.
    Not(Box<Expr>),
    /// Arithmetic on integers.
    Binary(BinOp, Box<Expr>, Box<Expr>),
    /// A comparison of integers of one type, or of pointers; its value is an `int`.
    Compare(Comparison, Box<Expr>, Box<Expr>),
    /// A pointer moved by a number of elements (an integer of any type), forwards or backwards. As in GNU C, `void` and
    /// functions are one byte long, here and wherever pointers move.
    PointerAdd {
        pointer: Box<Expr>,
        index: Box<Expr>,
        backwards: bool,
    },
    /// `p - q` in elements.
    PointerDiff(Box<Expr>, Box<Expr>),
    /// `l && r`, an `int`; operands are any scalars.
    And(Box<Expr>, Box<Expr>),
    /// `l || r`, an `int`.
    Or(Box<Expr>, Box<Expr>),
    /// Both branches have the type of the whole (or the whole is void).
    Conditional {
        condition: Box<Expr>,
        then: Box<Expr>,
        otherwise: Box<Expr>,
    },
    /// GNU `a ?: b`: `value` is evaluated once, and is the result (after conversion to this node's type) unless zero.
    ConditionalValue {
        value: Box<Expr>,
        otherwise: Box<Expr>,
    },
    /// A scalar conversion to the type of this node, also to void.
    Convert(Box<Expr>),
    /// The value has the type of the place (scalar, pointer, opaque or record). The result is the value as stored.
    Assign {
        place: Box<Place>,
        value: Box<Expr>,
    },
    /// `place = (type of place)((compute) place op right)`, the place evaluated once; integers only.
    CompoundAssign {
        place: Box<Place>,
        op: BinOp,
        compute: TyId,
        right: Box<Expr>,
    },
    /// `place = place ± index` for a pointer.
    PointerAssign {
        place: Box<Place>,
        index: Box<Expr>,
        backwards: bool,
    },
    /// `++` and `--` on an integer, `_Bool` or pointer; the result is the value before when `post`.
    Step {
        place: Box<Place>,
        up: bool,
        post: bool,
    },
    Comma(Box<Expr>, Box<Expr>),
    /// Arguments are converted to the parameters' types (after default promotions where there is no prototype). Without
    /// a prototype at the call their number and types, and the type of this node, may differ from the definition's.
    Call {
        callee: Callee,
        args: Vec<Expr>,
    },
    /// GNU `({ … })`: the statements, then the value of `result`.
    Block {
        stmts: Vec<Stmt>,
        result: Option<Box<Expr>>,
    },
    SetEmpty,
    /// A set with one element more, or with one less. Elements are integers or pointers.
    SetChange {
        set: Box<Expr>,
        element: Box<Expr>,
        is_member: bool,
    },
    /// Whether the element is in the set, an `int`.
    SetContains {
        set: Box<Expr>,
        element: Box<Expr>,
    },
    /// Whether the set has an element, an `int`.
    SetNotEmpty(Box<Expr>),
    /// A value that is not modelled. The operands are evaluated for their side effects. (A floating constant has one, an
    /// `Int` with the bits of its value.)
    Unmodelled {
        what: &'static str,
        operands: Vec<Expr>,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Comparison {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

#[derive(Debug)]
pub enum Callee {
    Direct(FuncId),
    /// A value of pointer-to-function type.
    Indirect(Box<Expr>),
}

/// An lvalue: something that has an address. (Bit-fields are places too.)
#[derive(Debug)]
pub struct Place {
    pub kind: PlaceKind,
    pub ty: TyId,
    pub span: Span,
}

#[derive(Debug)]
pub enum PlaceKind {
    Local(LocalId),
    Global(GlobalId),
    Str(StrId),
    /// What a pointer points to.
    Deref(Box<Expr>),
    /// A field of a record, by its position in [`crate::ctype::Record::fields`].
    Field(Box<Place>, u32),
    /// An element of an array that is itself a place: `a[i]`. (`p[i]` on a pointer is `Deref(PointerAdd)`.)
    Element(Box<Place>, Box<Expr>),
    /// A compound literal: the hidden local is initialised here, then is the place.
    Literal(LocalId, Box<Init>),
    /// A record value that needs a place (`f().x`): it is stored in the hidden local, which is the place.
    Materialised(LocalId, Box<Expr>),
}

/// An initialiser, flattened: designators are resolved, braces are gone, a later item overrides an earlier one.
#[derive(Debug)]
pub struct Init {
    /// True when what is not listed becomes zero (every braced initialiser of an aggregate).
    pub zero_rest: bool,
    pub items: Vec<InitItem>,
}

#[derive(Debug)]
pub struct InitItem {
    /// From the object to the scalar (or record, when a record value initialises it whole); empty for the object itself.
    pub path: Box<[PathStep]>,
    pub value: InitValue,
}

#[derive(Debug)]
pub enum InitValue {
    /// Converted to the type of the element.
    Expr(Expr),
    /// A string that fills an array of characters (cut off, or followed by zeros, to its length).
    Str(StrId),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PathStep {
    Field(u32),
    Index(u64),
}

#[derive(Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

#[derive(Debug)]
pub enum StmtKind {
    Expr(Expr),
    /// A local comes to life: without an initialiser its value is arbitrary. (Hidden length variables of its type have
    /// been set by `Expr` statements before it.)
    Declare(LocalId, Option<Init>),
    Block(Vec<Stmt>),
    If {
        condition: Expr,
        then: Box<Stmt>,
        otherwise: Option<Box<Stmt>>,
    },
    While {
        condition: Expr,
        body: Box<Stmt>,
    },
    DoWhile {
        body: Box<Stmt>,
        condition: Expr,
    },
    For {
        init: Vec<Stmt>,
        condition: Option<Expr>,
        step: Option<Expr>,
        body: Box<Stmt>,
    },
    /// The value is promoted; cases are `Case` statements somewhere in the body, converted to its type.
    Switch {
        value: Expr,
        body: Box<Stmt>,
    },
    /// `case low ... high:` (equal for an ordinary case); what follows it is the next statement.
    Case {
        low: i128,
        high: i128,
    },
    Default,
    Label(LabelId),
    Goto(LabelId),
    Break,
    Continue,
    /// The value has the function's result type.
    Return(Option<Expr>),
    /// Something that is not modelled and may do anything: inline assembly, computed goto, …
    Unsupported {
        what: &'static str,
    },
}
