//! The text form of a program: what `heureka show --as ir` prints, and what tests write programs in.
//!
//! Printing and parsing are inverse: the text of a program parses to a program with the same text, and nothing that
//! a [`Program`](crate::Program) holds is lost. Locations keep their ids; variables, arrays and procedures are numbered
//! afresh in the order in which they stand in the text (globals first, then procedure by procedure).
//!
//! ```text
//! file "sum.c"
//! object "a" @1:5+1
//! global n: i32 = 10 @2:5+1
//! array a: i32[10] = {1, 2, 3} @1:5+1
//! entry main
//!
//! proc main() -> (result) @4:5+4 {
//!   local i: i32
//!   local result: i32 temp
//!
//!   entry L0: @4:5+4
//!     i := 0 -> L2
//!   exit L1:
//!   L2:
//!     assume i < n -> L3
//!     assume n <= i -> L4
//!   L3:
//!     a[i64(i)] := a[i64(i)] + 1 -> L5
//!   L4:
//!     return 0 -> L1
//!   L5: error assertion "i < n"
//! }
//! ```
//!
//! White space means nothing, `//` starts a comment. The rules that are not plain from the example:
//! - A name that is not a C identifier (dots are allowed) or is a word of this language stands in backquotes. Where a
//!   name is declared twice in one scope, the later ones are `x#2`, `x#3`; a local counts on after the globals. A local
//!   of another procedure, which only a broken program mentions, is `f::x`.
//! - Operators, their precedence and their association are C's; `i64(e)` is a conversion. `>` and `>=` are read as `<`
//!   and `<=` with the operands swapped.
//! - A literal without a suffix (or a choice `c ? 1 : 0` between two) has the type of the other operand of its operator, of
//!   the variable it is assigned to, `i64` as an index, else `i32`. Elsewhere it carries its type: `1u8`.
//! - A large expression that occurs several times in a step is named first: `let $0 = x * x in y := $0 + $0 -> L3`.
//! - `@LINE:COLUMN+LENGTH` is a span; in a file other than the first it is `@fN:LINE:COLUMN+LENGTH`.
//! - After the type of a variable may stand its role: `temp`, `ptr.obj`, `ptr.off`, `ptr.inst`, `hidden`.
//! - Extents: `[10]`, `[n]` (a variable), `[per lengths]` (one for each instance), `[*]` (none), `[?]` (a set).
//! - `nonempty(s)` is true when the set has an element.
//! - Steps: `skip`, `assume c`, `x := e, y := f` (parallel), `a[i] := e`, `fill a[i] := e`, `set.copy s := t`, `havoc x from input "f"`,
//!   `havoc a[i] from uninitialised`, `x, y := call f(e)`, `return e`; sources are `input "f"`, `uninitialised`,
//!   `external "f"`, `unmodelled "what"`.

mod lex;
mod names;
mod parse;
mod parse_expr;
mod parse_step;
mod print;
mod print_certificate;
mod print_expr;

pub use lex::ParseError;
pub use names::Names;
pub use parse::parse;
pub use print::{print, step};
pub use print_certificate::print_certificate;
pub use print_expr::ExprPrinter;

use crate::program::Role;

/// Words that a name can only be in backquotes.
const WORDS: &[&str] = &[
    "array",
    "assume",
    "call",
    "entry",
    "error",
    "exit",
    "external",
    "false",
    "file",
    "fill",
    "from",
    "global",
    "halt",
    "havoc",
    "hidden",
    "in",
    "input",
    "let",
    "local",
    "nonempty",
    "object",
    "per",
    "proc",
    "ptr.inst",
    "ptr.obj",
    "ptr.off",
    "return",
    "set.copy",
    "skip",
    "temp",
    "true",
    "undefined",
    "uninitialised",
    "unmodelled",
    "unsupported",
    "zero",
];

const ROLES: [(Role, &str); 6] = [
    (Role::Source, ""),
    (Role::Temp, "temp"),
    (Role::PointerObject, "ptr.obj"),
    (Role::PointerOffset, "ptr.off"),
    (Role::PointerInstance, "ptr.inst"),
    (Role::Hidden, "hidden"),
];

fn is_name_start(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_'
}

fn is_name_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '.'
}

/// How tightly operators bind; larger binds tighter.
mod prec {
    use crate::op::{BinOp, CmpOp};

    pub const CHOICE: u8 = 1;
    pub const OR: u8 = 2;
    pub const AND: u8 = 3;
    pub const UNARY: u8 = 12;

    pub fn binary(op: BinOp) -> u8 {
        match op {
            BinOp::BitOr => 4,
            BinOp::BitXor => 5,
            BinOp::BitAnd => 6,
            BinOp::Shl | BinOp::Shr => 9,
            BinOp::Add | BinOp::Sub => 10,
            BinOp::Mul | BinOp::Div | BinOp::Rem => 11,
        }
    }

    pub fn compare(op: CmpOp) -> u8 {
        match op {
            CmpOp::Eq | CmpOp::Ne => 7,
            CmpOp::Lt | CmpOp::Le => 8,
        }
    }
}
