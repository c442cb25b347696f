//! Bit-vector values, with the operations as SMT-LIB defines them for every operand, division by zero included.
//!
//! Invariant: the value is kept as the natural number below 2 to the width.

use std::cmp::Ordering;
use std::fmt;

use heureka_number::Int;

use crate::sort::MAX_WIDTH;

/// A value of `width` bits.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BitVector {
    width: u32,
    value: Int,
}

impl BitVector {
    /// The value modulo 2 to the width, which must be between 1 and [`MAX_WIDTH`].
    pub fn new(width: u32, value: &Int) -> Self {
        assert!((1..=MAX_WIDTH).contains(&width), "a bit-vector has 1 to {MAX_WIDTH} bits, not {width}");
        if !value.is_negative() && value.bit_length() <= width as usize {
            return BitVector { width, value: value.clone() };
        }
        BitVector { width, value: value.mod_floor(&power(width)) }
    }

    pub fn zero(width: u32) -> Self {
        Self::new(width, &Int::ZERO)
    }

    pub fn one(width: u32) -> Self {
        Self::new(width, &Int::ONE)
    }

    pub fn ones(width: u32) -> Self {
        Self::new(width, &Int::MINUS_ONE)
    }

    pub fn width(&self) -> u32 {
        self.width
    }

    /// The value without a sign.
    pub fn unsigned(&self) -> &Int {
        &self.value
    }

    /// The value in two's complement.
    pub fn signed(&self) -> Int {
        if self.is_negative() { &self.value - power(self.width) } else { self.value.clone() }
    }

    /// Whether the highest bit is set.
    pub fn is_negative(&self) -> bool {
        self.value.bit_length() == self.width as usize
    }

    pub fn is_zero(&self) -> bool {
        self.value.is_zero()
    }

    pub fn is_one(&self) -> bool {
        self.value.is_one()
    }

    pub fn is_ones(&self) -> bool {
        self == &Self::ones(self.width)
    }

    /// The bit at this place, counted from the lowest.
    pub fn bit(&self, place: u32) -> bool {
        !self.value.div_floor(&power(place)).is_even()
    }

    fn with(&self, value: Int) -> Self {
        Self::new(self.width, &value)
    }

    pub fn add(&self, other: &Self) -> Self {
        self.with(&self.value + &other.value)
    }

    pub fn sub(&self, other: &Self) -> Self {
        self.with(&self.value - &other.value)
    }

    pub fn neg(&self) -> Self {
        self.with(-&self.value)
    }

    pub fn mul(&self, other: &Self) -> Self {
        self.with(&self.value * &other.value)
    }

    /// All ones for a divisor of zero.
    pub fn udiv(&self, other: &Self) -> Self {
        if other.is_zero() { Self::ones(self.width) } else { self.with(self.value.div_floor(&other.value)) }
    }

    /// The dividend for a divisor of zero.
    pub fn urem(&self, other: &Self) -> Self {
        if other.is_zero() { self.clone() } else { self.with(self.value.mod_floor(&other.value)) }
    }

    /// Rounds towards zero; by zero, 1 for a negative dividend and −1 otherwise.
    pub fn sdiv(&self, other: &Self) -> Self {
        if other.is_zero() {
            return if self.is_negative() { Self::one(self.width) } else { Self::ones(self.width) };
        }
        self.with(self.signed().div_trunc(&other.signed()))
    }

    /// Has the sign of the dividend; the dividend for a divisor of zero.
    pub fn srem(&self, other: &Self) -> Self {
        if other.is_zero() {
            return self.clone();
        }
        let (a, b) = (self.signed(), other.signed());
        self.with(&a - a.div_trunc(&b) * &b)
    }

    pub fn and(&self, other: &Self) -> Self {
        self.bitwise(other, |a, b| a & b)
    }

    pub fn or(&self, other: &Self) -> Self {
        self.bitwise(other, |a, b| a | b)
    }

    pub fn xor(&self, other: &Self) -> Self {
        self.bitwise(other, |a, b| a ^ b)
    }

    pub fn not(&self) -> Self {
        self.with(Int::MINUS_ONE - &self.value)
    }

    pub fn shl(&self, amount: &Self) -> Self {
        match self.shift(amount) {
            Some(places) => self.with(&self.value * power(places)),
            None => Self::zero(self.width),
        }
    }

    pub fn lshr(&self, amount: &Self) -> Self {
        match self.shift(amount) {
            Some(places) => self.with(self.value.div_floor(&power(places))),
            None => Self::zero(self.width),
        }
    }

    pub fn ashr(&self, amount: &Self) -> Self {
        match self.shift(amount) {
            Some(places) => self.with(self.signed().div_floor(&power(places))),
            None if self.is_negative() => Self::ones(self.width),
            None => Self::zero(self.width),
        }
    }

    /// By how much to shift, if anything is left then.
    fn shift(&self, amount: &Self) -> Option<u32> {
        let places = u32::try_from(amount.value.to_i64()?).ok()?;
        (places < self.width).then_some(places)
    }

    /// This one's bits above those of the other.
    pub fn concat(&self, low: &Self) -> Self {
        Self::new(self.width + low.width, &(&self.value * power(low.width) + &low.value))
    }

    /// The bits from `low` to `high`, both included.
    pub fn extract(&self, high: u32, low: u32) -> Self {
        Self::new(high - low + 1, &self.value.div_floor(&power(low)))
    }

    pub fn zero_extend(&self, more: u32) -> Self {
        Self::new(self.width + more, &self.value)
    }

    pub fn sign_extend(&self, more: u32) -> Self {
        Self::new(self.width + more, &self.signed())
    }

    /// The order without signs.
    pub fn compare_unsigned(&self, other: &Self) -> Ordering {
        self.value.cmp(&other.value)
    }

    /// The order in two's complement.
    pub fn compare_signed(&self, other: &Self) -> Ordering {
        self.signed().cmp(&other.signed())
    }

    fn bitwise(&self, other: &Self, combine: impl Fn(i128, i128) -> i128) -> Self {
        if let (Some(a), Some(b)) = (self.value.to_i128(), other.value.to_i128()) {
            return BitVector { width: self.width, value: Int::from(combine(a, b)) };
        }
        let mut value = Int::ZERO;
        for (a, b) in self.digits().zip(other.digits()).collect::<Vec<_>>().into_iter().rev() {
            value = value * power(DIGIT) + Int::from(combine(a, b));
        }
        BitVector { width: self.width, value }
    }

    /// The value in base 2 to the [`DIGIT`], lowest digit first; as many for every value of one width.
    fn digits(&self) -> impl Iterator<Item = i128> {
        let base = power(DIGIT);
        let mut rest = self.value.clone();
        (0..self.width.div_ceil(DIGIT)).map(move |_| {
            let digit = rest.mod_floor(&base);
            rest = rest.div_floor(&base);
            digit.to_i128().expect("a digit is small")
        })
    }
}

const DIGIT: u32 = 120;

/// 2 to the exponent.
pub(crate) fn power(exponent: u32) -> Int {
    if exponent < 63 { Int::new(1 << exponent) } else { Int::new(2).pow(exponent) }
}

impl fmt::Display for BitVector {
    /// As SMT-LIB writes it: `#x` where the width allows, else `#b`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (digit_bits, mark) = if self.width.is_multiple_of(4) { (4, "#x") } else { (1, "#b") };
        f.write_str(mark)?;
        let digits = self.digits().collect::<Vec<_>>();
        // 120 is a multiple of both sizes: no printed digit lies across two of ours.
        for place in (0..self.width / digit_bits).rev() {
            let (digit, shift) = ((place * digit_bits / DIGIT) as usize, place * digit_bits % DIGIT);
            write!(f, "{:x}", (digits[digit] >> shift) & ((1 << digit_bits) - 1))?;
        }
        Ok(())
    }
}

impl fmt::Debug for BitVector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn v(width: u32, value: i64) -> BitVector {
        BitVector::new(width, &Int::from(value))
    }

    #[test]
    fn all_pairs_of_four_bits_agree_with_machine_arithmetic() {
        for a in 0..16i64 {
            for b in 0..16i64 {
                let (x, y) = (v(4, a), v(4, b));
                let signed = |n: i64| if n >= 8 { n - 16 } else { n };
                let (sa, sb) = (signed(a), signed(b));
                assert_eq!(x.add(&y), v(4, a + b));
                assert_eq!(x.sub(&y), v(4, a - b));
                assert_eq!(x.mul(&y), v(4, a * b));
                assert_eq!((x.and(&y), x.or(&y), x.xor(&y)), (v(4, a & b), v(4, a | b), v(4, a ^ b)));
                assert_eq!(x.shl(&y), v(4, if b < 4 { a << b } else { 0 }));
                assert_eq!(x.lshr(&y), v(4, if b < 4 { a >> b } else { 0 }));
                assert_eq!(x.ashr(&y), v(4, sa >> b.min(8)));
                assert_eq!(x.udiv(&y), v(4, if b == 0 { 15 } else { a / b }));
                assert_eq!(x.urem(&y), v(4, if b == 0 { a } else { a % b }));
                let by_zero = if sa < 0 { 1 } else { -1 };
                assert_eq!(x.sdiv(&y), v(4, if b == 0 { by_zero } else { sa / sb }));
                assert_eq!(x.srem(&y), v(4, if b == 0 { sa } else { sa % sb }));
                assert_eq!(x.compare_unsigned(&y), a.cmp(&b));
                assert_eq!(x.compare_signed(&y), sa.cmp(&sb));
                assert_eq!(x.concat(&y), v(8, a * 16 + b));
            }
            assert_eq!((v(4, a).not(), v(4, a).neg()), (v(4, !a), v(4, -a)));
            assert_eq!(v(4, a).extract(2, 1), v(2, a >> 1));
            assert_eq!(v(4, a).sign_extend(4).signed(), v(4, a).signed());
        }
    }

    #[test]
    fn wide_vectors_are_printed_and_combined_digit_by_digit() {
        let wide = BitVector::ones(300);
        assert_eq!(wide.to_string(), format!("#x{}", "f".repeat(75)));
        assert_eq!(BitVector::ones(7).to_string(), "#b1111111");
        assert_eq!(v(12, 0xabc).to_string(), "#xabc");
        let half = BitVector::new(300, &(power(150) - Int::ONE));
        assert_eq!(wide.and(&half), half);
        assert_eq!(wide.xor(&half), half.not());
        assert_eq!(half.or(&half.not()), wide);
        assert!(wide.bit(299) && !half.bit(150) && half.bit(149));
    }
}
