//! The C that the generator speaks: integer types, value ranges, effects, expressions that cannot go wrong, and the
//! statement tree. Invariant: an `Expr` built here has no undefined behaviour and no value that depends on an
//! unspecified order of evaluation; whoever combines expressions need not think of either.

pub mod effects;
pub mod expr;
pub mod ints;
pub mod tree;
