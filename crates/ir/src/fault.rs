//! What can go wrong in an execution, and the property that asks for it.

use std::fmt;

/// What the user asks about: `--property`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Property {
    Unreach,
    Bounds,
    Overflow,
    DivByZero,
    Memory,
}

impl Property {
    pub const ALL: [Property; 5] =
        [Property::Unreach, Property::Bounds, Property::Overflow, Property::DivByZero, Property::Memory];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Property::Unreach => "unreach",
            Property::Bounds => "bounds",
            Property::Overflow => "overflow",
            Property::DivByZero => "div-by-zero",
            Property::Memory => "memory",
        }
    }

    pub fn from_name(name: &str) -> Option<Property> {
        Property::ALL.into_iter().find(|property| property.name() == name)
    }
}

/// The way in which an execution fails. The faults of a property that was not asked for end the execution as undefined
/// behaviour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fault {
    /// A failing `assert`.
    Assertion,
    /// A call of the error function (`reach_error`, `__VERIFIER_error` or the user's).
    ErrorCall,
    /// The error label was reached.
    ErrorLabel,
    /// An array index outside the array.
    OutOfBounds,
    /// A signed result that does not fit its type.
    SignedOverflow,
    /// A shift by a negative amount or by the width or more.
    ShiftAmount,
    /// A signed left shift whose result does not fit; ends no execution (compilers define it), but is an error of
    /// `overflow`.
    ShiftOverflow,
    DivisionByZero,
    /// An array declared with a length that is not positive.
    ArrayLength,
    NullDereference,
    /// A pointer that was never set, or whose object is gone, is used.
    InvalidPointer,
    /// Two pointers into different objects are subtracted.
    PointerSubtraction,
    UseAfterFree,
    DoubleFree,
    /// `free` of something that is not the start of a heap block.
    InvalidFree,
    /// The execution ends with heap blocks that were not freed.
    Leak,
    /// A function that promises a value ends without one, and the value is used; or `__builtin_unreachable` is reached.
    Unreachable,
}

impl Fault {
    pub const ALL: [Fault; 17] = [
        Fault::Assertion,
        Fault::ErrorCall,
        Fault::ErrorLabel,
        Fault::OutOfBounds,
        Fault::SignedOverflow,
        Fault::ShiftAmount,
        Fault::ShiftOverflow,
        Fault::DivisionByZero,
        Fault::ArrayLength,
        Fault::NullDereference,
        Fault::InvalidPointer,
        Fault::PointerSubtraction,
        Fault::UseAfterFree,
        Fault::DoubleFree,
        Fault::InvalidFree,
        Fault::Leak,
        Fault::Unreachable,
    ];

    /// The property of which this fault is an error.
    pub fn property(self) -> Property {
        match self {
            Fault::Assertion | Fault::ErrorCall | Fault::ErrorLabel => Property::Unreach,
            Fault::OutOfBounds | Fault::ArrayLength => Property::Bounds,
            Fault::SignedOverflow | Fault::ShiftAmount | Fault::ShiftOverflow => Property::Overflow,
            Fault::DivisionByZero => Property::DivByZero,
            Fault::NullDereference
            | Fault::InvalidPointer
            | Fault::PointerSubtraction
            | Fault::UseAfterFree
            | Fault::DoubleFree
            | Fault::InvalidFree
            | Fault::Leak
            | Fault::Unreachable => Property::Memory,
        }
    }

    /// The name in the printed program graph.
    pub fn name(self) -> &'static str {
        match self {
            Fault::Assertion => "assertion",
            Fault::ErrorCall => "error-call",
            Fault::ErrorLabel => "error-label",
            Fault::OutOfBounds => "out-of-bounds",
            Fault::SignedOverflow => "signed-overflow",
            Fault::ShiftAmount => "shift-amount",
            Fault::ShiftOverflow => "shift-overflow",
            Fault::DivisionByZero => "division-by-zero",
            Fault::ArrayLength => "array-length",
            Fault::NullDereference => "null-dereference",
            Fault::InvalidPointer => "invalid-pointer",
            Fault::PointerSubtraction => "pointer-subtraction",
            Fault::UseAfterFree => "use-after-free",
            Fault::DoubleFree => "double-free",
            Fault::InvalidFree => "invalid-free",
            Fault::Leak => "leak",
            Fault::Unreachable => "unreachable",
        }
    }

    pub fn from_name(name: &str) -> Option<Fault> {
        Fault::ALL.into_iter().find(|fault| fault.name() == name)
    }
}

/// Displays as a phrase for the user.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::Assertion => "assertion failed",
            Fault::ErrorCall => "error function called",
            Fault::ErrorLabel => "error label reached",
            Fault::OutOfBounds => "array index out of bounds",
            Fault::SignedOverflow => "signed integer overflow",
            Fault::ShiftAmount => "shift by a negative amount or by the width or more",
            Fault::ShiftOverflow => "left shift does not fit its type",
            Fault::DivisionByZero => "division by zero",
            Fault::ArrayLength => "array length is not positive",
            Fault::NullDereference => "null pointer dereferenced",
            Fault::InvalidPointer => "invalid pointer used",
            Fault::PointerSubtraction => "pointers into different objects subtracted",
            Fault::UseAfterFree => "memory used after it was freed",
            Fault::DoubleFree => "memory freed twice",
            Fault::InvalidFree => "free of something that is not the start of a heap block",
            Fault::Leak => "memory not freed at exit",
            Fault::Unreachable => "code promised unreachable was reached",
        })
    }
}
