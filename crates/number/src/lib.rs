//! Number: exact integers and fractions, the one kind of number that constraints, terms and interpolants are made of.
//!
//! Coefficients are nearly always small, so [`Int`] is an `i64` in place with checked arithmetic, and a big integer on
//! the heap only when a value does not fit; nothing ever wraps. [`Rational`] is a reduced fraction of two of them.
//!
//! ```
//! use heureka_number::{Int, Rational};
//! let big = Int::from(i64::MAX) * Int::from(i64::MAX);
//! assert_eq!(big.to_string(), "85070591730234615847396907784232501249");
//! assert_eq!(Rational::new(Int::from(6), Int::from(-4)).to_string(), "-3/2");
//! ```

mod int;
mod int_ops;
mod rational;

pub use int::{Int, ParseIntError};
pub use rational::Rational;
