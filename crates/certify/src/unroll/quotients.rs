//! Quotients and remainders by numbers that are not known, over unbounded integers.
//!
//! The quotient q and the remainder r of a by b are two new symbols, with what defines them: if b is not zero then
//! `a = b·q + r`, |r| < |b|, and r is zero or has the sign of a. For all integers a and b there are such q and r, and only one
//! pair if b is not zero, so this is exact and excludes no execution. Whether q is of the type is not said: the least number
//! by −1 is a fault, which must not be hidden.
//!
//! What follows from the definition by multiplying out is said, too, because solvers are slow to find it.

use heureka_ir::{BinOp, IntTy};
use heureka_logic::{SortId, TermId, Terms};

use super::words::Words;

impl Words {
    /// `a / b` or `a % b`, rounded towards zero.
    pub(super) fn quotient_by_unknown(&mut self, op: BinOp, ty: IntTy, a: TermId, b: TermId) -> TermId {
        let key = (ty.is_signed(), a, b);
        let [quotient, remainder] = match self.quotients.get(&key) {
            Some(known) => *known,
            None => {
                let made = ["quotient", "rest"].map(|name| self.terms.fresh(name, SortId::INT));
                self.quotients.insert(key, made);
                self.define(ty.is_signed(), [a, b], made);
                made
            }
        };
        if op == BinOp::Div { quotient } else { remainder }
    }

    fn define(&mut self, is_signed: bool, [a, b]: [TermId; 2], symbols: [TermId; 2]) {
        let [quotient, remainder] = symbols;
        let terms = &mut self.terms;
        let zero = terms.int(0);
        let is_zero = terms.eq(b, zero);
        let multiple = terms.mul(&[b, quotient]);
        let sum = terms.add(&[multiple, remainder]);
        let equation = terms.eq(a, sum);
        // By the signs of both: 0 ≤ ±r < ±b.
        let (minus_r, minus_b) = (terms.neg(remainder), terms.neg(b));
        let within = |terms: &mut Terms, rest: TermId, divisor: TermId| {
            let (least, below) = (terms.le(zero, rest), terms.lt(rest, divisor));
            terms.and(&[least, below])
        };
        let cases =
            [(false, false), (false, true), (true, false), (true, true)].map(|(a_is_negative, b_is_negative)| {
                let of_a = if a_is_negative { terms.lt(a, zero) } else { terms.le(zero, a) };
                let of_b = if b_is_negative { terms.lt(b, zero) } else { terms.lt(zero, b) };
                let (rest, divisor) =
                    (if a_is_negative { minus_r } else { remainder }, if b_is_negative { minus_b } else { b });
                let claim = within(terms, rest, divisor);
                let case = terms.and(&[of_a, of_b]);
                (case, claim, a_is_negative || b_is_negative)
            });
        let defined = terms.or(&[is_zero, equation]);
        let mut facts = vec![defined];
        for (case, claim, _) in cases.iter().filter(|(_, _, is_negative)| is_signed || !is_negative) {
            let otherwise = terms.not(*case);
            facts.push(terms.or(&[otherwise, *claim]));
        }
        // With 0 ≤ a and 0 < b: 0 ≤ q ≤ a, r ≤ a, and q is zero just where a < b.
        let otherwise = terms.not(cases[0].0);
        let (natural, at_most, rest_at_most) =
            (terms.le(zero, quotient), terms.le(quotient, a), terms.le(remainder, a));
        let (none, smaller) = (terms.eq(quotient, zero), terms.lt(a, b));
        let same = terms.eq(none, smaller);
        for claim in [natural, at_most, rest_at_most, same] {
            facts.push(terms.or(&[otherwise, claim]));
        }
        let symbols = symbols.map(|symbol| self.terms.as_constant(symbol).expect("both were made as symbols"));
        for fact in facts {
            let fact = self.simple(fact);
            self.definitions.push((symbols, fact));
        }
    }
}

#[cfg(test)]
mod tests {
    use heureka_logic::{Assignment, Value, evaluate};
    use heureka_number::Int;

    use super::super::words::Kind;
    use super::*;

    /// Whether everything that is said of a quotient and a remainder holds for these numbers.
    fn hold(words: &Words, symbols: [TermId; 4], numbers: [i128; 4]) -> bool {
        let mut assignment = Assignment::new();
        for (symbol, number) in symbols.into_iter().zip(numbers) {
            let symbol = words.terms.as_constant(symbol).expect("a symbol");
            assignment.set(&words.terms, symbol, Value::Int(Int::from(number)));
        }
        let holds = |fact: TermId| evaluate(&words.terms, fact, &assignment).expect("a value") == Value::Bool(true);
        words.definitions.iter().all(|(_, fact)| holds(*fact))
    }

    /// Of all numbers of small types: the machine's quotient and remainder fit, and no others do. Where there are none, for a
    /// divisor that is zero or a quotient that does not fit its type, there are still numbers that do.
    #[test]
    fn definitions_say_what_the_machine_does() {
        for ty in [IntTy::signed(4), IntTy::unsigned(3), IntTy::signed(1), IntTy::unsigned(1)] {
            let mut words = Words::new(Kind::Integers);
            let [a, b] = ["a", "b"].map(|name| words.terms.fresh(name, SortId::INT));
            let quotient = words.binary(BinOp::Div, ty, a, b);
            let remainder = words.binary(BinOp::Rem, ty, a, b);
            assert!(!words.is_approximate && quotient != remainder);
            let symbols = [a, b, quotient, remainder];
            for (left, right) in (ty.min()..=ty.max()).flat_map(|left| (ty.min()..=ty.max()).map(move |b| (left, b))) {
                if right == 0 {
                    assert!(hold(&words, symbols, [left, 0, 3, -2]), "nothing is said");
                    continue;
                }
                for (q, r) in (-20..=20).flat_map(|q| (-20..=20).map(move |r| (q, r))) {
                    let is_right = q == left / right && r == left % right;
                    assert_eq!(hold(&words, symbols, [left, right, q, r]), is_right, "{left} by {right}: {q}, {r}");
                }
            }
        }
    }

    /// The same operands have the same quotient, but signed numbers know more than unsigned ones.
    #[test]
    fn quotients_are_shared() {
        let mut words = Words::new(Kind::Integers);
        let [a, b] = ["a", "b"].map(|name| words.terms.fresh(name, SortId::INT));
        let signed = words.binary(BinOp::Div, IntTy::INT, a, b);
        assert_eq!(signed, words.binary(BinOp::Div, IntTy::signed(64), a, b));
        let said = words.definitions.len();
        assert_ne!(signed, words.binary(BinOp::Div, IntTy::unsigned(32), a, b));
        assert!(words.definitions.len() > said);
    }
}
