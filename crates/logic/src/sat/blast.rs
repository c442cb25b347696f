//! Terms as circuits.

use std::fmt;
use std::rc::Rc;

use super::circuit::{Bit, Circuit};
use super::words::{Direction, Word};
use crate::op::Op;
use crate::pool::{FastMap, SymbolId, TermId, Terms};
use crate::sort::Sort;

/// Why a term has no circuit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CannotBlast {
    /// It would have more gates than allowed.
    TooLarge { gates: usize },
    /// It is not about Booleans and bit-vectors.
    Operator(&'static str),
}

impl fmt::Display for CannotBlast {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CannotBlast::TooLarge { gates } => write!(f, "the propositional formula has more than {gates} gates"),
            CannotBlast::Operator(name) => write!(f, "`{name}` has no propositional form"),
        }
    }
}

pub struct Blaster {
    pub circuit: Circuit,
    limit: usize,
    /// A Boolean has one bit.
    known: FastMap<TermId, Rc<[Bit]>>,
    /// The bits of symbols, in the order in which they were met.
    pub symbols: Vec<(SymbolId, Rc<[Bit]>)>,
}

impl Blaster {
    pub fn new(limit: usize) -> Blaster {
        Blaster { circuit: Circuit::new(limit), limit, known: FastMap::default(), symbols: Vec::new() }
    }

    /// The most gates.
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// The bit of a Boolean term. Without recursion: terms are as deep as programs are long.
    pub fn bool(&mut self, terms: &Terms, root: TermId) -> Result<Bit, CannotBlast> {
        let mut stack = vec![(root, false)];
        while let Some((term, ready)) = stack.pop() {
            if self.known.contains_key(&term) {
                continue;
            }
            if !ready {
                stack.push((term, true));
                stack.extend(terms.children(term).iter().map(|&child| (child, false)));
                continue;
            }
            let bits = self.node(terms, term)?;
            if self.circuit.is_full() {
                return Err(CannotBlast::TooLarge { gates: self.limit });
            }
            self.known.insert(term, bits.into());
        }
        Ok(self.known[&root][0])
    }

    fn node(&mut self, terms: &Terms, term: TermId) -> Result<Word, CannotBlast> {
        let operands: Vec<Rc<[Bit]>> = terms.children(term).iter().map(|child| Rc::clone(&self.known[child])).collect();
        let circuit = &mut self.circuit;
        let op = terms.op(term);
        let fold = |circuit: &mut Circuit, op: fn(&mut Circuit, Bit, Bit) -> Bit| {
            let first = operands[0].to_vec();
            operands[1..].iter().fold(first, |word, next| circuit.bitwise(op, &word, next))
        };
        let (a, b) = (operands.first().map_or(&[][..], |word| word), operands.get(1).map_or(&[][..], |word| word));
        let bit = |bit: Bit| vec![bit];
        Ok(match op {
            Op::True => bit(Bit::TRUE),
            Op::False => bit(Bit::FALSE),
            Op::BitVec(id) => {
                let value = terms.bits_at(id);
                (0..value.width()).map(|place| Bit::constant(value.bit(place))).collect()
            }
            Op::Symbol(symbol) if operands.is_empty() => {
                let width = match terms.sort_of(terms.sort(term)) {
                    Sort::Bool => 1,
                    Sort::BitVec(width) if width <= 128 => width,
                    _ => return Err(CannotBlast::Operator("symbol")),
                };
                let bits: Rc<[Bit]> = (0..width).map(|_| circuit.input()).collect();
                self.symbols.push((symbol, Rc::clone(&bits)));
                bits.to_vec()
            }
            Op::Not | Op::BvNot => Circuit::invert(a),
            Op::And | Op::BvAnd => fold(circuit, Circuit::and),
            Op::Or | Op::BvOr => fold(circuit, Circuit::or),
            Op::Xor | Op::BvXor => fold(circuit, Circuit::xor),
            Op::Implies => bit(circuit.or(!a[0], b[0])),
            Op::Eq if is_bits(terms, terms.children(term)[0]) => bit(circuit.equal(a, b)),
            Op::Distinct if is_bits(terms, terms.children(term)[0]) => {
                let mut all = Bit::TRUE;
                for (at, a) in operands.iter().enumerate() {
                    for b in &operands[at + 1..] {
                        let same = circuit.equal(a, b);
                        all = circuit.and(all, !same);
                    }
                }
                bit(all)
            }
            Op::Ite if is_bits(terms, term) => circuit.choose_word(a[0], b, &operands[2]),
            Op::BvAdd => operands[1..].iter().fold(a.to_vec(), |sum, next| circuit.add(&sum, next)),
            Op::BvMul => operands[1..].iter().fold(a.to_vec(), |product, next| circuit.mul(&product, next)),
            Op::BvSub => circuit.sub(a, b),
            Op::BvNeg => circuit.neg(a),
            Op::BvUdiv => circuit.divide(a, b).0,
            Op::BvUrem => circuit.divide(a, b).1,
            Op::BvSdiv => circuit.divide_signed(a, b).0,
            Op::BvSrem => circuit.divide_signed(a, b).1,
            Op::BvShl => circuit.shift(Direction::Up, a, b, Bit::FALSE),
            Op::BvLshr => circuit.shift(Direction::Down, a, b, Bit::FALSE),
            Op::BvAshr => circuit.shift(Direction::Down, a, b, a[a.len() - 1]),
            Op::Concat => operands.iter().rev().flat_map(|word| word.iter().copied()).collect(),
            Op::Extract { high, low } => a[low as usize..=high as usize].to_vec(),
            Op::ZeroExtend(more) => extended(a, more, Bit::FALSE),
            Op::SignExtend(more) => extended(a, more, a[a.len() - 1]),
            Op::BvUlt => bit(circuit.less(a, b)),
            Op::BvUle => bit(!circuit.less(b, a)),
            Op::BvSlt => bit(circuit.less_signed(a, b)),
            Op::BvSle => bit(!circuit.less_signed(b, a)),
            op => return Err(CannotBlast::Operator(op.name())),
        })
    }
}

fn is_bits(terms: &Terms, term: TermId) -> bool {
    matches!(terms.sort_of(terms.sort(term)), Sort::Bool | Sort::BitVec(_))
}

fn extended(word: &[Bit], more: u32, by: Bit) -> Word {
    word.iter().copied().chain(std::iter::repeat_n(by, more as usize)).collect()
}
