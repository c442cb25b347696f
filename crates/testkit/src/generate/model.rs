//! What the generator knows about the program so far: types, variables, functions. Invariant: a variable's type
//! carries the range that its values keep to, so two places may be aliased exactly when their types are equal.

use crate::c::effects::{Effects, Root};
use crate::c::ints::{IntKind, Range};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypeName(pub usize);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnumId(pub usize);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StructId(pub usize);

/// An integer type under some name, with the values that its variables keep to (always with zero among them).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scalar {
    pub kind: IntKind,
    pub range: Range,
    pub name: TypeName,
    pub enumeration: Option<EnumId>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ty {
    Scalar(Scalar),
    Array(Box<Ty>, usize),
    Struct(StructId),
}

#[derive(Clone, Debug)]
pub struct Enumeration {
    /// Name and value of each enumerator.
    pub members: Vec<(String, i128)>,
}

#[derive(Clone, Debug)]
pub struct StructDef {
    pub name: String,
    pub fields: Vec<(String, Ty)>,
}

/// A named object.
#[derive(Clone, Debug)]
pub struct Object {
    pub name: String,
    pub ty: Ty,
    pub root: Root,
    pub writable: bool,
    /// Whether `&` may be taken and a pointer may change it.
    pub addressable: bool,
}

/// A pointer that is never moved after its declaration: `name[i]` is valid for `-before <= i < after`.
#[derive(Clone, Debug)]
pub struct Pointer {
    pub name: String,
    pub target: Ty,
    pub before: usize,
    pub after: usize,
    pub roots: Vec<Root>,
    pub writable: bool,
}

/// A local variable that holds one of several functions.
#[derive(Clone, Debug)]
pub struct Handler {
    /// The expression to call, such as `fp`, `(*fp)` or a table's name that takes an index.
    pub name: String,
    /// For a table, its length.
    pub table: Option<usize>,
    pub signature: FunctionId,
    pub effects: Effects,
    pub cost: u64,
}

#[derive(Clone, Debug)]
pub enum Var {
    Object(Object),
    Pointer(Pointer),
    Handler(Handler),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FunctionId(pub usize);

#[derive(Clone, Debug)]
pub enum Param {
    Value(Ty),
    /// Pointer to the first of at least `len` elements; `root` stands for the target inside the callee.
    Pointer {
        target: Ty,
        len: usize,
        root: Root,
    },
}

#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    pub params: Vec<Param>,
    pub result: Option<Ty>,
    /// What a call may read and write, parameter targets under their own roots.
    pub effects: Effects,
    /// Estimated number of executed statements.
    pub cost: u64,
}
