//! The arithmetic of bit-vectors as circuits. A word is its bits, the lowest first; both operands have the same width.
//!
//! Everything is what SMT-LIB says, division by zero included: all ones, and the dividend as the remainder.

use super::circuit::{Bit, Circuit};

pub type Word = Vec<Bit>;

impl Circuit {
    pub fn all(&mut self, bits: impl IntoIterator<Item = Bit>) -> Bit {
        bits.into_iter().fold(Bit::TRUE, |all, bit| self.and(all, bit))
    }

    pub fn invert(a: &[Bit]) -> Word {
        a.iter().map(|&bit| !bit).collect()
    }

    pub fn bitwise(&mut self, op: fn(&mut Circuit, Bit, Bit) -> Bit, a: &[Bit], b: &[Bit]) -> Word {
        a.iter().zip(b).map(|(&a, &b)| op(self, a, b)).collect()
    }

    pub fn choose_word(&mut self, condition: Bit, then: &[Bit], otherwise: &[Bit]) -> Word {
        then.iter().zip(otherwise).map(|(&then, &otherwise)| self.choose(condition, then, otherwise)).collect()
    }

    pub fn equal(&mut self, a: &[Bit], b: &[Bit]) -> Bit {
        let same: Word = a.iter().zip(b).map(|(&a, &b)| !self.xor(a, b)).collect();
        self.all(same)
    }

    /// `a + b + carry`, and whether it does not fit.
    fn sum(&mut self, a: &[Bit], b: &[Bit], mut carry: Bit) -> (Word, Bit) {
        let mut sum = Word::with_capacity(a.len());
        for (&a, &b) in a.iter().zip(b) {
            let differ = self.xor(a, b);
            sum.push(self.xor(differ, carry));
            carry = self.choose(differ, carry, a);
        }
        (sum, carry)
    }

    pub fn add(&mut self, a: &[Bit], b: &[Bit]) -> Word {
        self.sum(a, b, Bit::FALSE).0
    }

    pub fn sub(&mut self, a: &[Bit], b: &[Bit]) -> Word {
        self.sum(a, &Circuit::invert(b), Bit::TRUE).0
    }

    pub fn neg(&mut self, a: &[Bit]) -> Word {
        self.sub(&vec![Bit::FALSE; a.len()], a)
    }

    pub fn mul(&mut self, a: &[Bit], b: &[Bit]) -> Word {
        // The operand with more constant bits says which rows there are.
        let constants = |word: &[Bit]| word.iter().filter(|bit| bit.is_constant()).count();
        let (a, b) = if constants(a) > constants(b) { (b, a) } else { (a, b) };
        let mut product = vec![Bit::FALSE; a.len()];
        for (place, &row) in b.iter().enumerate().filter(|(_, row)| **row != Bit::FALSE) {
            let shifted: Word = a[..a.len() - place].iter().map(|&bit| self.and(bit, row)).collect();
            let high = self.add(&product[place..], &shifted);
            product[place..].copy_from_slice(&high);
        }
        product
    }

    /// `a < b` for natural numbers.
    pub fn less(&mut self, a: &[Bit], b: &[Bit]) -> Bit {
        let mut less = Bit::FALSE;
        for (&a, &b) in a.iter().zip(b) {
            let differ = self.xor(a, b);
            less = self.choose(differ, b, less);
        }
        less
    }

    /// `a < b` for signed numbers: the signs count the other way round.
    pub fn less_signed(&mut self, a: &[Bit], b: &[Bit]) -> Bit {
        let flip = |word: &[Bit]| {
            let mut word = word.to_vec();
            if let Some(sign) = word.last_mut() {
                *sign = !*sign;
            }
            word
        };
        self.less(&flip(a), &flip(b))
    }

    /// Quotient and remainder of natural numbers, bit by bit from the top.
    pub fn divide(&mut self, a: &[Bit], b: &[Bit]) -> (Word, Word) {
        let width = a.len();
        let mut quotient = vec![Bit::FALSE; width];
        // One bit more than the operands have, since it is shifted before it is compared.
        let mut rest = vec![Bit::FALSE; width];
        let wide: Word = b.iter().copied().chain([Bit::FALSE]).collect();
        for place in (0..width).rev() {
            let shifted: Word = std::iter::once(a[place]).chain(rest.iter().copied()).collect();
            let (difference, fits) = self.sum(&shifted, &Circuit::invert(&wide), Bit::TRUE);
            quotient[place] = fits;
            rest = self.choose_word(fits, &difference[..width], &shifted[..width]);
        }
        (quotient, rest)
    }

    /// Quotient and remainder of signed numbers: towards zero, and with the sign of the dividend.
    pub fn divide_signed(&mut self, a: &[Bit], b: &[Bit]) -> (Word, Word) {
        let (a_sign, b_sign) = (a[a.len() - 1], b[b.len() - 1]);
        let (a_size, b_size) = (self.signed_if(a_sign, a), self.signed_if(b_sign, b));
        let (quotient, rest) = self.divide(&a_size, &b_size);
        let differ = self.xor(a_sign, b_sign);
        (self.signed_if(differ, &quotient), self.signed_if(a_sign, &rest))
    }

    /// The word or, if so, its negation.
    fn signed_if(&mut self, negate: Bit, word: &[Bit]) -> Word {
        let negated = self.neg(word);
        self.choose_word(negate, &negated, word)
    }

    /// Moves bits by a number of places that is a word, and fills with a bit.
    pub fn shift(&mut self, direction: Direction, a: &[Bit], amount: &[Bit], fill: Bit) -> Word {
        let width = a.len();
        let mut word = a.to_vec();
        let mut beyond = Bit::FALSE;
        for (place, &bit) in amount.iter().enumerate() {
            let by = 1usize.checked_shl(place as u32).filter(|by| *by < width && place < usize::BITS as usize);
            let Some(by) = by else {
                beyond = self.or(beyond, bit);
                continue;
            };
            let moved: Word = (0..width)
                .map(|at| match direction {
                    Direction::Up => at.checked_sub(by).map_or(fill, |from| word[from]),
                    Direction::Down => word.get(at + by).copied().unwrap_or(fill),
                })
                .collect();
            word = self.choose_word(bit, &moved, &word);
        }
        self.choose_word(beyond, &vec![fill; width], &word)
    }
}

/// Where a shift moves bits to: higher or lower places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    Up,
    Down,
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDTH: u32 = 4;

    fn word(value: i128) -> Word {
        (0..WIDTH).map(|place| Bit::constant(value >> place & 1 == 1)).collect()
    }

    fn natural(word: &[Bit]) -> i128 {
        word.iter().enumerate().map(|(place, bit)| i128::from(*bit == Bit::TRUE) << place).sum()
    }

    fn signed(value: i128) -> i128 {
        if value >= 1 << (WIDTH - 1) { value - (1 << WIDTH) } else { value }
    }

    fn wrapped(value: i128) -> i128 {
        value.rem_euclid(1 << WIDTH)
    }

    /// Compares an operator with integer arithmetic, on constants, for all operands.
    fn for_all(op: impl Fn(&mut Circuit, &[Bit], &[Bit]) -> Word, meaning: impl Fn(i128, i128) -> i128) {
        let mut circuit = Circuit::new(1_000_000);
        for a in 0..1 << WIDTH {
            for b in 0..1 << WIDTH {
                let found = op(&mut circuit, &word(a), &word(b));
                assert_eq!(natural(&found), wrapped(meaning(a, b)), "{a} and {b}");
            }
        }
        assert_eq!(circuit.gates().len(), 1, "constants need no gates");
    }

    #[test]
    fn sums_and_products() {
        for_all(Circuit::add, |a, b| a + b);
        for_all(Circuit::sub, |a, b| a - b);
        for_all(|circuit, a, _| circuit.neg(a), |a, _| -a);
        for_all(Circuit::mul, |a, b| a * b);
    }

    #[test]
    fn bits() {
        for_all(|circuit, a, b| circuit.bitwise(Circuit::and, a, b), |a, b| a & b);
        for_all(|circuit, a, b| circuit.bitwise(Circuit::or, a, b), |a, b| a | b);
        for_all(|circuit, a, b| circuit.bitwise(Circuit::xor, a, b), |a, b| a ^ b);
        for_all(|_, a, _| Circuit::invert(a), |a, _| !a);
    }

    #[test]
    fn quotients_and_remainders() {
        for_all(|circuit, a, b| circuit.divide(a, b).0, |a, b| if b == 0 { -1 } else { a / b });
        for_all(|circuit, a, b| circuit.divide(a, b).1, |a, b| if b == 0 { a } else { a % b });
        let quotient = |a: i128, b: i128| match (signed(a), signed(b)) {
            (a, 0) => i128::from(a < 0) * 2 - 1,
            (a, b) => a / b,
        };
        for_all(|circuit, a, b| circuit.divide_signed(a, b).0, quotient);
        let rest = |a: i128, b: i128| if b == 0 { a } else { signed(a) % signed(b) };
        for_all(|circuit, a, b| circuit.divide_signed(a, b).1, rest);
    }

    #[test]
    fn shifts() {
        let up = |circuit: &mut Circuit, a: &[Bit], b: &[Bit]| circuit.shift(Direction::Up, a, b, Bit::FALSE);
        for_all(up, |a, b| a << b);
        let down = |circuit: &mut Circuit, a: &[Bit], b: &[Bit]| circuit.shift(Direction::Down, a, b, Bit::FALSE);
        for_all(down, |a, b| a >> b);
        let down = |circuit: &mut Circuit, a: &[Bit], b: &[Bit]| circuit.shift(Direction::Down, a, b, a[a.len() - 1]);
        for_all(down, |a, b| signed(a) >> b);
    }

    #[test]
    fn comparisons() {
        let bit = |bit: Bit| vec![bit];
        for_all(|circuit, a, b| bit(circuit.less(a, b)), |a, b| i128::from(a < b));
        for_all(|circuit, a, b| bit(circuit.less_signed(a, b)), |a, b| i128::from(signed(a) < signed(b)));
        for_all(|circuit, a, b| bit(circuit.equal(a, b)), |a, b| i128::from(a == b));
    }
}
