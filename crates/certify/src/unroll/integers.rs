//! The arithmetic of programs over unbounded integers: exact where it is linear, with wrap-around as a choice or a remainder.
//!
//! Operands are numbers of their type; a signed result is not looked at where it does not fit, because that is a fault. Products
//! of variables stay products; quotients by what is not a constant are defined by products ([`super::quotients`]). Bits are any
//! number of the type.

use heureka_ir::{BinOp, IntTy};
use heureka_logic::{Op, TermId};

use super::words::Words;

impl Words {
    /// `least ≤ term ≤ greatest`, as a fact.
    pub(super) fn is_within(&mut self, term: TermId, least: i128, greatest: i128) {
        let (least, greatest) = (self.terms.int(least), self.terms.int(greatest));
        let above = self.terms.le(least, term);
        self.fact(above);
        let below = self.terms.le(term, greatest);
        self.fact(below);
    }

    /// The number of a type that a number between two others is congruent to.
    pub(super) fn wrapped(&mut self, ty: IntTy, a: TermId, (least, greatest): (i128, i128)) -> TermId {
        let a = self.simple(a);
        if let Some(value) = self.terms.as_int(a).and_then(|value| value.to_i128()) {
            return self.terms.int(ty.wrap(value));
        }
        if ty.min() <= least && greatest <= ty.max() {
            return a;
        }
        let modulus = 1i128 << ty.bits();
        let is_near = ty.min() - modulus <= least && greatest <= ty.max() + modulus;
        let (lowest, highest) = (self.terms.int(ty.min()), self.terms.int(ty.max()));
        let by = self.terms.int(modulus);
        let mut term = a;
        if !is_near {
            // The remainder, counted from the least number of the type.
            let shifted = self.terms.sub(a, lowest);
            let remainder = self.terms.modulo(shifted, by);
            term = self.terms.add(&[remainder, lowest]);
            return self.simple(term);
        }
        if greatest > ty.max() {
            let (fits, lower) = (self.terms.le(a, highest), self.terms.sub(a, by));
            term = self.terms.ite(fits, term, lower);
        }
        if least < ty.min() {
            let (misses, higher) = (self.terms.lt(a, lowest), self.terms.add(&[a, by]));
            term = self.terms.ite(misses, higher, term);
        }
        self.simple(term)
    }

    fn constant(&self, term: TermId) -> Option<i128> {
        self.terms.as_int(term)?.to_i128()
    }

    /// The exact result of an operation that is a sum or a product.
    fn exact(&mut self, op: BinOp, a: TermId, b: TermId) -> TermId {
        let term = match op {
            BinOp::Add => self.terms.add(&[a, b]),
            BinOp::Sub => self.terms.sub(a, b),
            _ => self.terms.mul(&[a, b]),
        };
        self.simple(term)
    }

    /// Of signed numbers.
    pub(super) fn leaves_integers(&mut self, op: BinOp, ty: IntTy, a: TermId, b: TermId) -> TermId {
        let exact = self.exact(op, a, b);
        let (lowest, highest) = (self.terms.int(ty.min()), self.terms.int(ty.max()));
        let (below, above) = (self.terms.lt(exact, lowest), self.terms.lt(highest, exact));
        self.or(below, above)
    }

    pub(super) fn binary_of_integers(&mut self, op: BinOp, ty: IntTy, a: TermId, b: TermId) -> TermId {
        let (min, max) = (ty.min(), ty.max());
        match op {
            BinOp::Add | BinOp::Sub | BinOp::Mul => {
                let exact = self.exact(op, a, b);
                match op {
                    _ if ty.is_signed() => exact,
                    BinOp::Add => self.wrapped(ty, exact, (2 * min, 2 * max)),
                    BinOp::Sub => self.wrapped(ty, exact, (min - max, max - min)),
                    // Far away: a remainder.
                    _ => self.wrapped(ty, exact, (i128::MIN, i128::MAX)),
                }
            }
            BinOp::Div | BinOp::Rem => match self.constant(b) {
                Some(divisor) if divisor != 0 => self.quotient(op, ty, a, divisor),
                Some(_) => self.unknown(op, ty, a, b),
                None => self.quotient_by_unknown(op, ty, a, b),
            },
            BinOp::BitAnd => match (self.constant(a), self.constant(b)) {
                (_, Some(mask)) if is_mask(mask) => self.remainder(a, mask + 1),
                (Some(mask), _) if is_mask(mask) => self.remainder(b, mask + 1),
                _ => self.unknown(op, ty, a, b),
            },
            BinOp::Shl => match self.constant(b) {
                Some(amount) if (0..i128::from(ty.bits())).contains(&amount) => {
                    let factor = self.terms.int(1i128 << amount);
                    let product = self.terms.mul(&[a, factor]);
                    self.wrapped(ty, product, (min << amount, max << amount))
                }
                _ => self.unknown(op, ty, a, b),
            },
            BinOp::Shr => match self.constant(b) {
                Some(amount) if (0..i128::from(ty.bits())).contains(&amount) => {
                    let divisor = self.terms.int(1i128 << amount);
                    let term = self.terms.int_div(a, divisor);
                    self.simple(term)
                }
                _ => self.unknown(op, ty, a, b),
            },
            BinOp::BitOr | BinOp::BitXor => self.unknown(op, ty, a, b),
        }
    }

    fn remainder(&mut self, a: TermId, modulus: i128) -> TermId {
        let modulus = self.terms.int(modulus);
        let term = self.terms.modulo(a, modulus);
        self.simple(term)
    }

    /// C rounds towards zero; with a positive divisor, the quotient of the solver rounds down, and its remainder is not
    /// negative.
    fn quotient(&mut self, op: BinOp, ty: IntTy, a: TermId, divisor: i128) -> TermId {
        let by = self.terms.int(divisor.abs());
        let zero = self.terms.int(0);
        let down = |words: &mut Words, a: TermId| match op {
            BinOp::Div => words.terms.int_div(a, by),
            _ => words.terms.modulo(a, by),
        };
        let mut term = down(self, a);
        if ty.is_signed() {
            let opposite = self.terms.neg(a);
            let of_opposite = down(self, opposite);
            let turned = self.terms.neg(of_opposite);
            let is_natural = self.terms.le(zero, a);
            term = self.terms.ite(is_natural, term, turned);
        }
        if op == BinOp::Div && divisor < 0 {
            term = self.terms.neg(term);
        }
        self.simple(term)
    }

    /// Any number of the type, the same for the same operands; what constants give is known.
    fn unknown(&mut self, op: BinOp, ty: IntTy, a: TermId, b: TermId) -> TermId {
        if let (Some(left), Some(right)) = (self.constant(a), self.constant(b))
            && let Ok(value) = op.eval(ty, left, right)
        {
            return self.terms.int(value);
        }
        if let Some(known) = self.unknown.get(&(op, ty, a, b)) {
            return *known;
        }
        self.is_approximate = true;
        let any = self.any(ty);
        self.unknown.insert((op, ty, a, b), any);
        any
    }

    /// A cell is read: what its type says of the cells of the contents that it may come from.
    pub(super) fn note_read(&mut self, array: TermId, indices: &[TermId]) {
        let mut open = vec![(array, indices.to_vec())];
        let mut seen = std::collections::HashSet::new();
        while let Some((array, indices)) = open.pop() {
            if !seen.insert((array, indices.clone())) {
                continue;
            }
            let children = self.terms.children(array).to_vec();
            match (self.terms.op(array), &children[..]) {
                (Op::Store, &[from, _, row]) => {
                    if indices.len() > 1 {
                        open.push((row, indices[1..].to_vec()));
                    }
                    open.push((from, indices));
                }
                (Op::ConstArray(_), &[row]) if indices.len() > 1 => open.push((row, indices[1..].to_vec())),
                (Op::Ite, &[_, yes, no]) => open.extend([(yes, indices.clone()), (no, indices)]),
                (Op::Select, &[from, index]) => {
                    let all = std::iter::once(index).chain(indices).collect();
                    open.push((from, all));
                }
                _ => {
                    if let Some(&(least, greatest)) = self.contents.get(&array) {
                        let cell = indices.iter().fold(array, |row, index| self.terms.select(row, *index));
                        self.is_within(cell, least, greatest);
                    }
                }
            }
        }
    }
}

/// 2ⁿ − 1
fn is_mask(number: i128) -> bool {
    number >= 0 && (number + 1) & number == 0
}

#[cfg(test)]
mod tests {
    use heureka_ir::UnOp;
    use heureka_logic::{Assignment, SortId, Value, evaluate};
    use heureka_number::Int;

    use super::super::words::Kind;
    use super::*;

    const OPS: [BinOp; 10] = [
        BinOp::Add,
        BinOp::Sub,
        BinOp::Mul,
        BinOp::Div,
        BinOp::Rem,
        BinOp::BitAnd,
        BinOp::BitOr,
        BinOp::BitXor,
        BinOp::Shl,
        BinOp::Shr,
    ];

    fn types() -> impl Iterator<Item = IntTy> + Clone {
        (1..=4).flat_map(|bits| [IntTy::signed(bits), IntTy::unsigned(bits)])
    }

    fn values(ty: IntTy) -> impl Iterator<Item = i128> + Clone {
        ty.min()..=ty.max()
    }

    fn at(words: &Words, term: TermId, values: &[(TermId, i128)]) -> Value {
        let mut assignment = Assignment::new();
        for (symbol, value) in values {
            let symbol = words.terms.as_constant(*symbol).expect("a symbol");
            assignment.set(&words.terms, symbol, Value::Int(Int::from(*value)));
        }
        evaluate(&words.terms, term, &assignment).expect("a value")
    }

    /// All operations on all values, with two symbols, and with a constant on the right.
    #[test]
    fn operations_give_what_the_machine_gives() {
        let mut exact = 0;
        for (ty, op) in types().flat_map(|ty| OPS.map(|op| (ty, op))) {
            for constant in values(ty).map(Some).chain([None]) {
                let mut words = Words::new(Kind::Integers);
                let a = words.terms.fresh("a", SortId::INT);
                let b = match constant {
                    Some(value) => words.terms.int(value),
                    None => words.terms.fresh("b", SortId::INT),
                };
                let result = words.binary(op, ty, a, b);
                // Quotients of two symbols are defined by more than a term.
                if words.is_approximate || !words.definitions.is_empty() {
                    continue;
                }
                exact += 1;
                let rights: Vec<i128> = constant.map_or_else(|| values(ty).collect(), |value| vec![value]);
                for (left, right) in values(ty).flat_map(|left| rights.iter().map(move |right| (left, *right))) {
                    let Ok(wanted) = op.eval(ty, left, right) else { continue };
                    let given = match constant {
                        Some(_) => vec![(a, left)],
                        None => vec![(a, left), (b, right)],
                    };
                    let found = at(&words, result, &given);
                    assert_eq!(found, Value::Int(Int::from(wanted)), "{left} {} {right} of {ty}", op.symbol());
                }
            }
        }
        // Sums and products always, the others by many constants.
        assert!(exact > 300, "{exact}");
    }

    #[test]
    fn faults_of_sums_and_products() {
        for (ty, op) in types().flat_map(|ty| [BinOp::Add, BinOp::Sub, BinOp::Mul].map(|op| (ty, op))) {
            if !ty.is_signed() {
                continue;
            }
            let mut words = Words::new(Kind::Integers);
            let (a, b) = (words.terms.fresh("a", SortId::INT), words.terms.fresh("b", SortId::INT));
            let leaves = words.leaves(op, ty, a, b);
            for (left, right) in values(ty).flat_map(|left| values(ty).map(move |right| (left, right))) {
                let found = at(&words, leaves, &[(a, left), (b, right)]);
                assert_eq!(found, Value::Bool(op.eval(ty, left, right).is_err()), "{left} {} {right}", op.symbol());
            }
        }
    }

    #[test]
    fn conversions_and_signs() {
        for (from, to) in types().flat_map(|from| types().map(move |to| (from, to))) {
            let mut words = Words::new(Kind::Integers);
            let a = words.terms.fresh("a", SortId::INT);
            let (converted, negated) = (words.convert(from, to, a), words.negate(from, a));
            let complement = words.complement(from, a);
            for value in values(from) {
                assert_eq!(at(&words, converted, &[(a, value)]), Value::Int(Int::from(to.wrap(value))));
                let wanted = UnOp::BitNot.eval(from, value).expect("no fault");
                assert_eq!(at(&words, complement, &[(a, value)]), Value::Int(Int::from(wanted)));
                if let Ok(wanted) = UnOp::Neg.eval(from, value) {
                    assert_eq!(at(&words, negated, &[(a, value)]), Value::Int(Int::from(wanted)));
                }
            }
        }
    }
}
