//! Words as polynomials in a ring of words: sums, products, shifts and choices are read, everything else is a variable.
//!
//! Of a division it is known that the divisor times the quotient, and the remainder, are the number that is divided; with words that is so
//! for any divisor. A sum or product that is extended with its sign is that of extended words where it is known not to overflow.

use std::collections::{BTreeSet, HashMap};

use heureka_logic::{Op, TermId, Terms};
use heureka_number::Int;

use super::ring::{Polynomial, Ring};

const MINUS_ONE: u128 = u128::MAX;

/// What words are in a ring, under conditions that are known.
pub struct Reading<'a> {
    terms: &'a mut Terms,
    ring: Ring,
    known: &'a HashMap<TermId, bool>,
    /// A condition on which it depends what a word is.
    pub open: Option<TermId>,
    /// Divisions that were met.
    pub divided: BTreeSet<TermId>,
    /// By word: its lowest bits, unless that has too many terms.
    read: HashMap<TermId, Option<Polynomial>>,
}

impl<'a> Reading<'a> {
    pub fn new(terms: &'a mut Terms, ring: Ring, known: &'a HashMap<TermId, bool>) -> Reading<'a> {
        Reading { terms, ring, known, open: None, divided: BTreeSet::new(), read: HashMap::new() }
    }

    /// Whether two words of the ring are equal if these pairs are.
    pub fn are_equal(&mut self, a: TermId, b: TermId, equal: &[(TermId, TermId)]) -> bool {
        let Some(wanted) = self.difference(a, b) else { return false };
        if wanted.is_empty() {
            return true;
        }
        let mut zero = Vec::new();
        for (a, b) in equal {
            // What is equal is so in its lowest bits, and if it is extended.
            let (a, b) = (self.extended(*a), self.extended(*b));
            zero.extend(self.difference(a, b));
        }
        for division in self.divided.clone() {
            zero.extend(self.division(division));
        }
        zero.retain(|polynomial| !polynomial.is_empty());
        self.ring.follows(&wanted, &zero)
    }

    fn has_all_bits(&self, term: TermId) -> bool {
        self.terms.sort(term).width().is_some_and(|bits| bits >= self.ring.bits)
    }

    /// With the bits of the ring, or more.
    fn extended(&mut self, term: TermId) -> TermId {
        match self.terms.sort(term).width() {
            Some(bits) if bits < self.ring.bits => self.terms.sign_extend(self.ring.bits - bits, term),
            _ => term,
        }
    }

    /// The bits that the number needs which a word is with its sign.
    fn signed_bits(&self, word: TermId) -> u32 {
        let width = self.terms.sort(word).width().unwrap_or(0);
        let children = self.terms.children(word);
        let each = || children.iter().map(|child| self.signed_bits(*child));
        let needed = match self.terms.op(word) {
            Op::BitVec(_) => match self.terms.as_bits(word) {
                Some(bits) if bits.is_negative() => bits.signed().bit_length() as u32 + 1,
                Some(bits) => bits.unsigned().bit_length() as u32 + 1,
                None => width,
            },
            Op::SignExtend(_) => self.signed_bits(children[0]),
            Op::ZeroExtend(more) => width - more + 1,
            Op::BvAdd | Op::BvSub => each().max().unwrap_or(width) + children.len().next_power_of_two().ilog2(),
            Op::BvMul => each().sum(),
            Op::BvNeg => self.signed_bits(children[0]) + 1,
            _ => width,
        };
        needed.min(width)
    }

    /// A word with its sign in all bits above: a sum or product that does not overflow is one of extended words.
    fn extension(&mut self, word: TermId) -> Option<Polynomial> {
        let mut word = word;
        while let Op::SignExtend(_) = self.terms.op(word) {
            word = self.terms.children(word)[0];
        }
        let width = self.terms.sort(word).width()?;
        if width >= self.ring.bits {
            return self.polynomial(word);
        }
        let more = self.ring.bits - width;
        let children: Vec<TermId> = self.terms.children(word).to_vec();
        let each = || children.iter().map(|child| self.signed_bits(*child));
        let needed = match self.terms.op(word) {
            Op::BvAdd | Op::BvSub => each().max()? + children.len().next_power_of_two().ilog2(),
            Op::BvMul => each().sum(),
            Op::BvNeg => each().max()? + 1,
            _ => u32::MAX,
        };
        if needed > width {
            return Some(self.ring.variable(self.terms.sign_extend(more, word)));
        }
        let op = self.terms.op(word);
        let children: Vec<TermId> = children.into_iter().map(|child| self.terms.sign_extend(more, child)).collect();
        let spread = self.terms.apply(op, &children).ok()?;
        self.polynomial(spread)
    }

    fn difference(&mut self, a: TermId, b: TermId) -> Option<Polynomial> {
        let mut difference = self.polynomial(a)?;
        let b = self.polynomial(b)?;
        self.ring.add(&mut difference, MINUS_ONE, &b);
        Some(difference)
    }

    /// The lowest bits of a word; `None` if that has too many terms.
    fn polynomial(&mut self, term: TermId) -> Option<Polynomial> {
        if let Some(read) = self.read.get(&term) {
            return read.clone();
        }
        let read = self.read_now(term);
        self.read.insert(term, read.clone());
        read
    }

    fn read_now(&mut self, term: TermId) -> Option<Polynomial> {
        let ring = self.ring;
        let children: Vec<TermId> = self.terms.children(term).to_vec();
        let op = self.terms.op(term);
        match op {
            Op::BitVec(_) => {
                let size = Int::from(2).pow(ring.bits);
                let value = self.terms.as_bits(term)?.unsigned().mod_floor(&size).to_i128()?;
                Some(ring.constant(value as u128))
            }
            Op::BvAdd => {
                let mut sum = Polynomial::new();
                for child in children {
                    let child = self.polynomial(child)?;
                    ring.add(&mut sum, 1, &child);
                }
                Some(sum)
            }
            Op::BvSub => self.difference(children[0], children[1]),
            Op::BvNeg => {
                let child = self.polynomial(children[0])?;
                Some(multiple(ring, MINUS_ONE, &child))
            }
            // All bits are turned over: -a - 1.
            Op::BvNot => {
                let mut made = ring.constant(MINUS_ONE);
                let child = self.polynomial(children[0])?;
                ring.add(&mut made, MINUS_ONE, &child);
                Some(made)
            }
            Op::BvMul => {
                let mut product = ring.constant(1);
                for child in children {
                    let child = self.polynomial(child)?;
                    product = ring.multiply(&product, &child)?;
                }
                Some(product)
            }
            Op::BvShl => {
                let by = self.terms.as_bits(children[1]).and_then(|by| by.unsigned().to_i128());
                match by.and_then(|by| 1u128.checked_shl(u32::try_from(by).ok()?)) {
                    Some(power) => self.polynomial(children[0]).map(|child| multiple(ring, power, &child)),
                    None => Some(ring.variable(term)),
                }
            }
            Op::Extract { low: 0, .. } | Op::SignExtend(_) | Op::ZeroExtend(_)
                if self.has_all_bits(term) && self.has_all_bits(children[0]) =>
            {
                self.polynomial(children[0])
            }
            Op::SignExtend(_) => self.extension(children[0]),
            Op::Ite => match self.known.get(&children[0]) {
                Some(condition) => self.polynomial(children[if *condition { 1 } else { 2 }]),
                None => {
                    let (yes, no) = (self.polynomial(children[1])?, self.polynomial(children[2])?);
                    if yes == no {
                        return Some(yes);
                    }
                    self.open = self.open.or(Some(children[0]));
                    Some(ring.variable(term))
                }
            },
            Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem => {
                self.divided.insert(term);
                Some(ring.variable(term))
            }
            _ => Some(ring.variable(term)),
        }
    }

    /// What is zero because of a division.
    fn division(&mut self, division: TermId) -> Option<Polynomial> {
        let ring = self.ring;
        let [a, by] = self.terms.children(division)[..] else { return None };
        let (quotient, remainder) = match self.terms.op(division) {
            Op::BvUdiv | Op::BvUrem => (self.terms.bv_udiv(a, by), self.terms.bv_urem(a, by)),
            _ => (self.terms.bv_sdiv(a, by), self.terms.bv_srem(a, by)),
        };
        let (a, by) = (self.polynomial(a)?, self.polynomial(by)?);
        let mut made = ring.multiply(&by, &ring.variable(quotient))?;
        ring.add(&mut made, 1, &ring.variable(remainder));
        ring.add(&mut made, MINUS_ONE, &a);
        Some(made)
    }
}

fn multiple(ring: Ring, factor: u128, of: &Polynomial) -> Polynomial {
    let mut made = Polynomial::new();
    ring.add(&mut made, factor, of);
    made
}
