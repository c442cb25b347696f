//! C's integer types under LP64 as gcc has them, and ranges of values. Invariant: a range is never empty, and lies
//! within the span of 64-bit signed and unsigned numbers, so that `i128` holds every bound.

/// C's integer kinds. Enumerations appear as the kind that gcc gives them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum IntKind {
    Bool,
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
}

use IntKind::*;

impl IntKind {
    pub const ALL: [IntKind; 12] =
        [Bool, Char, SChar, UChar, Short, UShort, Int, UInt, Long, ULong, LongLong, ULongLong];

    pub fn spelling(self) -> &'static str {
        match self {
            Bool => "_Bool",
            Char => "char",
            SChar => "signed char",
            UChar => "unsigned char",
            Short => "short",
            UShort => "unsigned short",
            Int => "int",
            UInt => "unsigned int",
            Long => "long",
            ULong => "unsigned long",
            LongLong => "long long",
            ULongLong => "unsigned long long",
        }
    }

    /// Width in bits of the object; a `_Bool` holds one value bit but is not wider than any other type.
    pub fn bits(self) -> u32 {
        match self {
            Bool | Char | SChar | UChar => 8,
            Short | UShort => 16,
            Int | UInt => 32,
            Long | ULong | LongLong | ULongLong => 64,
        }
    }

    pub fn signed(self) -> bool {
        matches!(self, Char | SChar | Short | Int | Long | LongLong)
    }

    pub fn min(self) -> i128 {
        if self.signed() { -(1 << (self.bits() - 1)) } else { 0 }
    }

    pub fn max(self) -> i128 {
        match self {
            Bool => 1,
            _ if self.signed() => (1 << (self.bits() - 1)) - 1,
            _ => (1 << self.bits()) - 1,
        }
    }

    pub fn promoted(self) -> IntKind {
        match self {
            Bool | Char | SChar | UChar | Short | UShort => Int,
            other => other,
        }
    }

    pub fn unsigned(self) -> IntKind {
        match self {
            Char | SChar => UChar,
            Short => UShort,
            Int => UInt,
            Long => ULong,
            LongLong => ULongLong,
            other => other,
        }
    }

    fn rank(self) -> u32 {
        match self {
            Bool => 0,
            Char | SChar | UChar => 1,
            Short | UShort => 2,
            Int | UInt => 3,
            Long | ULong => 4,
            LongLong | ULongLong => 5,
        }
    }

    /// The type in which an arithmetic operator computes (the usual arithmetic conversions).
    pub fn common(left: IntKind, right: IntKind) -> IntKind {
        let (left, right) = (left.promoted(), right.promoted());
        if left == right {
            return left;
        }
        if left.signed() == right.signed() {
            return if left.rank() >= right.rank() { left } else { right };
        }
        let (signed, unsigned) = if left.signed() { (left, right) } else { (right, left) };
        if unsigned.rank() >= signed.rank() {
            unsigned
        } else if signed.bits() > unsigned.bits() {
            signed
        } else {
            signed.unsigned()
        }
    }
}

/// The values `low..=high`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Range {
    pub low: i128,
    pub high: i128,
}

impl Range {
    pub fn new(low: i128, high: i128) -> Self {
        assert!(low <= high, "an empty range {low}..={high}");
        Range { low, high }
    }

    pub fn of(kind: IntKind) -> Self {
        Range { low: kind.min(), high: kind.max() }
    }

    pub fn point(value: i128) -> Self {
        Range { low: value, high: value }
    }

    pub fn hull(values: &[i128]) -> Self {
        let low = values.iter().copied().min().expect("a hull of some values");
        let high = values.iter().copied().max().expect("a hull of some values");
        Range { low, high }
    }

    pub fn union(self, other: Range) -> Self {
        Range { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    pub fn within(self, other: Range) -> bool {
        other.low <= self.low && self.high <= other.high
    }

    pub fn contains(self, value: i128) -> bool {
        self.low <= value && value <= self.high
    }

    pub fn fits(self, kind: IntKind) -> bool {
        self.within(Range::of(kind))
    }

    /// The values after conversion to `kind`; everything of `kind` where the conversion may change a value.
    pub fn convert(self, kind: IntKind) -> Self {
        if kind == Bool {
            let low = i128::from(!self.contains(0));
            let high = i128::from(self != Range::point(0));
            return Range { low, high };
        }
        if self.fits(kind) { self } else { Range::of(kind) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_arithmetic_conversions() {
        assert_eq!(IntKind::common(Char, UChar), Int);
        assert_eq!(IntKind::common(Int, UInt), UInt);
        assert_eq!(IntKind::common(Long, UInt), Long);
        assert_eq!(IntKind::common(Long, ULong), ULong);
        assert_eq!(IntKind::common(LongLong, ULong), ULongLong);
        assert_eq!(IntKind::common(UShort, Long), Long);
    }

    #[test]
    fn conversions_keep_what_fits() {
        assert_eq!(Range::new(-5, 9).convert(UChar), Range::of(UChar));
        assert_eq!(Range::new(0, 255).convert(UChar), Range::new(0, 255));
        assert_eq!(Range::new(3, 4).convert(Bool), Range::point(1));
        assert_eq!(Range::new(-1, 1).convert(Bool), Range::new(0, 1));
    }
}
