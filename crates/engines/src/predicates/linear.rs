//! Literals as linear constraints over symbols.

use std::collections::BTreeMap;

use heureka_linear::Kind;
use heureka_logic::{Op, SymbolId, TermId, Terms};
use heureka_number::Int;

/// `constant + Σ factor · symbol`, and what is said of it.
pub struct Sum {
    pub terms: BTreeMap<SymbolId, i128>,
    pub constant: i128,
    pub kind: Kind,
}

/// A literal as a linear constraint; `None` if it is none. What is not equal is none.
pub fn linear(terms: &Terms, literal: TermId) -> Option<Sum> {
    let (atom, holds) = match (terms.op(literal), terms.children(literal)) {
        (Op::Not, &[atom]) => (atom, false),
        _ => (literal, true),
    };
    let &[left, right] = terms.children(atom) else { return None };
    if let Some(sum) = modulo(terms, terms.op(atom), left, right, holds) {
        return Some(sum);
    }
    let (kind, sign) = match (terms.op(atom), holds) {
        (Op::Le, true) => (Kind::AtLeast, 1),
        (Op::Le, false) => (Kind::Above, -1),
        (Op::Lt, true) => (Kind::Above, 1),
        (Op::Lt, false) => (Kind::AtLeast, -1),
        (Op::Eq, true) => (Kind::Equal, 1),
        _ => return None,
    };
    let mut sum = Sum { terms: BTreeMap::new(), constant: 0, kind };
    sum.add(terms, right, sign)?;
    sum.add(terms, left, -sign)?;
    Some(sum.trimmed())
}

/// `e mod m ≤ w`, or its negation.
fn modulo(terms: &Terms, op: Op, left: TermId, right: TermId, holds: bool) -> Option<Sum> {
    let (rest, width) = match (op, terms.op(left), terms.op(right)) {
        (Op::Le, Op::Mod, Op::Int(_)) => (left, number(terms, right)?),
        (Op::Eq, Op::Mod, Op::Int(_)) if number(terms, right)? == 0 => (left, 0),
        (Op::Eq, Op::Int(_), Op::Mod) if number(terms, left)? == 0 => (right, 0),
        _ => return None,
    };
    let &[inner, modulus] = terms.children(rest) else { return None };
    let modulus = number(terms, modulus)?;
    let mut sum = Sum { terms: BTreeMap::new(), constant: 0, kind: Kind::Equal };
    sum.add(terms, inner, 1)?;
    let width = match holds {
        true => width,
        // What is left are the remainders from width + 1 to modulus - 1.
        false => {
            sum.constant = sum.constant.checked_sub(width + 1)?;
            modulus - width - 2
        }
    };
    sum.kind = Kind::Modulo { modulus: Int::from(modulus), width: Int::from(width) };
    (modulus > 0 && (0..modulus).contains(&width)).then(|| sum.trimmed())
}

fn number(terms: &Terms, term: TermId) -> Option<i128> {
    terms.as_int(term)?.to_i128()
}

impl Sum {
    fn trimmed(mut self) -> Sum {
        self.terms.retain(|_, factor| *factor != 0);
        self
    }

    /// Adds a multiple of a term; `None` if it is not linear.
    fn add(&mut self, terms: &Terms, term: TermId, factor: i128) -> Option<()> {
        if let Some(value) = number(terms, term) {
            self.constant = self.constant.checked_add(value.checked_mul(factor)?)?;
            return Some(());
        }
        let children = terms.children(term);
        match terms.op(term) {
            Op::Symbol(symbol) if children.is_empty() => {
                let known = self.terms.entry(symbol).or_default();
                *known = known.checked_add(factor)?;
                Some(())
            }
            Op::Add => children.iter().try_for_each(|child| self.add(terms, *child, factor)),
            Op::Sub => {
                self.add(terms, children[0], factor)?;
                self.add(terms, children[1], -factor)
            }
            Op::Neg => self.add(terms, children[0], -factor),
            Op::Mul if children.len() == 2 => {
                let (constant, other) = match (number(terms, children[0]), number(terms, children[1])) {
                    (Some(constant), _) => (constant, children[1]),
                    (_, Some(constant)) => (constant, children[0]),
                    _ => return None,
                };
                self.add(terms, other, factor.checked_mul(constant)?)
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use heureka_logic::smtlib::parse_term;
    use heureka_logic::{Assignment, SortId, Value, evaluate};

    use super::*;

    /// Each literal and the constraint that it becomes, at some values.
    #[test]
    fn constraints_say_what_literals_say() {
        let mut terms = Terms::new();
        let symbols = ["x", "y"].map(|name| terms.constant(name, SortId::INT));
        let symbols = symbols.map(|symbol| terms.as_constant(symbol).expect("a symbol"));
        let literals = [
            "(<= (+ x 1) (* 2 y))",
            "(not (<= x y))",
            "(< x (- y 3))",
            "(not (< (- x) y))",
            "(= (+ x y) 2)",
            "(<= (mod (+ x y) 4) 1)",
            "(not (<= (mod x 5) 2))",
            "(= (mod y 3) 0)",
            "(not (= 0 (mod y 3)))",
        ];
        for text in literals {
            let literal = parse_term(&mut terms, text).expect(text);
            let sum = linear(&terms, literal).expect(text);
            for (x, y) in (-6..7).flat_map(|x| (-6..7).map(move |y| (x, y))) {
                let mut values = Assignment::new();
                values.set(&terms, symbols[0], Value::Int(Int::from(x)));
                values.set(&terms, symbols[1], Value::Int(Int::from(y)));
                let holds = evaluate(&terms, literal, &values).expect(text).as_bool();
                let value = |symbol: &SymbolId| if *symbol == symbols[0] { x } else { y };
                let total: i128 = sum.terms.iter().map(|(symbol, factor)| factor * i128::from(value(symbol))).sum();
                let total = total + sum.constant;
                let said = match &sum.kind {
                    Kind::Equal => total == 0,
                    Kind::AtLeast => total >= 0,
                    Kind::Above => total > 0,
                    Kind::Modulo { modulus, width } => {
                        Int::from(total.rem_euclid(modulus.to_i128().expect("small"))) <= *width
                    }
                };
                assert_eq!(holds, Some(said), "{text} at {x}, {y}");
            }
        }
        let not_equal = parse_term(&mut terms, "(not (= x y))").expect("a term");
        assert!(linear(&terms, not_equal).is_none());
    }
}
