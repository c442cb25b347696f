//! The encodings that there are: `--encoding`.

/// How an unwound program becomes a formula.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Encoding {
    /// Bit-vectors and arrays, with small arrays taken apart into their cells.
    #[default]
    Auto,
    /// Unbounded integers and arrays.
    Int,
    /// Bit-vectors and arrays.
    Bv,
    /// Propositional logic: bits, and all arrays taken apart.
    Sat,
}

/// What the terms of numbers are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Numbers {
    Words,
    Integers,
}

impl Encoding {
    pub const ALL: [Encoding; 4] = [Encoding::Auto, Encoding::Int, Encoding::Bv, Encoding::Sat];

    pub fn numbers(self) -> Numbers {
        match self {
            Encoding::Int => Numbers::Integers,
            Encoding::Auto | Encoding::Bv | Encoding::Sat => Numbers::Words,
        }
    }

    /// The number of cells up to which an array is taken apart.
    pub fn most_cells(self) -> u64 {
        match self {
            Encoding::Auto => 32,
            Encoding::Int | Encoding::Bv => 0,
            Encoding::Sat => 1 << 20,
        }
    }

    /// Whether whole arrays have terms.
    pub fn has_arrays(self) -> bool {
        self != Encoding::Sat
    }
}
