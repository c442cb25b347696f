//! Predicates in words, as C would say them.

use std::collections::BTreeSet;

use heureka_linear::Kind;
use heureka_logic::{Op, SymbolId, TermId, smtlib};

use super::encode::Encoder;
use super::linear::linear;

/// How conditions are said.
pub struct Words<'a> {
    encoder: &'a Encoder,
    /// All symbols that may be mentioned.
    symbols: BTreeSet<SymbolId>,
}

impl<'a> Words<'a> {
    /// For conditions among these.
    pub fn new(encoder: &'a Encoder, conditions: &[TermId]) -> Words<'a> {
        Words { encoder, symbols: encoder.terms.free_symbols(conditions) }
    }

    /// The name of a variable; its number only where another one that is mentioned has the same name.
    fn symbol(&self, symbol: SymbolId) -> String {
        let base = |symbol: SymbolId| self.encoder.terms.symbol(symbol).name.split('#').next().unwrap_or_default();
        let is_alone = self.symbols.iter().filter(|other| base(**other) == base(symbol)).count() == 1;
        if is_alone { base(symbol).to_owned() } else { self.encoder.terms.symbol(symbol).name.clone() }
    }

    /// That a condition holds, or does not, as C writes it, as far as it is linear.
    pub fn condition(&self, term: TermId, holds: bool) -> String {
        let terms = &self.encoder.terms;
        if let Some(text) = self.test_of_set(term, holds) {
            return text;
        }
        let sum = linear(terms, term).filter(|sum| !matches!(sum.kind, Kind::Modulo { .. }));
        let Some(mut sum) = sum else {
            let text = self.other(term);
            return if holds { text } else { format!("!({text})") };
        };
        // Without a positive factor, the other way round.
        let is_turned = sum.terms.values().all(|factor| *factor < 0);
        if is_turned {
            sum.terms.values_mut().for_each(|factor| *factor = -*factor);
            sum.constant = -sum.constant;
        }
        let (relation, opposite) = match (&sum.kind, is_turned) {
            (Kind::AtLeast, false) => (">=", "<"),
            (Kind::AtLeast, true) => ("<=", ">"),
            (Kind::Above, false) => (">", "<="),
            (Kind::Above, true) => ("<", ">="),
            (Kind::Equal | Kind::Modulo { .. }, _) => ("==", "!="),
        };
        let relation = if holds { relation } else { opposite };
        let side = |is_left: bool| {
            let own = sum.terms.iter().filter(|(_, factor)| (**factor > 0) == is_left);
            let product = |(symbol, factor): (&SymbolId, &i128)| match factor.abs() {
                1 => self.symbol(*symbol),
                factor => format!("{factor} * {}", self.symbol(*symbol)),
            };
            own.map(product).collect::<Vec<_>>().join(" + ")
        };
        let right = match (side(false), -sum.constant) {
            (names, constant) if names.is_empty() => constant.to_string(),
            (names, 0) => names,
            (names, constant) if constant < 0 => format!("{names} - {}", -constant),
            (names, constant) => format!("{names} + {constant}"),
        };
        format!("{} {relation} {right}", side(true))
    }

    /// That a set is empty or has an element.
    fn test_of_set(&self, term: TermId, holds: bool) -> Option<String> {
        let terms = &self.encoder.terms;
        let &[left, right] = terms.children(term) else { return None };
        let number = |term: TermId| terms.as_int(term).and_then(|value| value.to_i128());
        let is_empty_set = |term: TermId| match (terms.op(term), terms.children(term)) {
            (Op::ConstArray(_), &[everywhere]) => number(everywhere) == Some(0),
            _ => false,
        };
        let member = |term: TermId| match (terms.op(term), terms.children(term)) {
            (Op::Select, &[set, element]) if self.encoder.is_set(set) => Some((set, element)),
            _ => None,
        };
        let not = if holds { "" } else { "not " };
        // A cell is 0 or 1.
        let (cell, is_in) = match terms.op(term) {
            Op::Eq if self.encoder.is_set(left) && is_empty_set(right) => {
                return Some(format!("{} is {not}empty", self.other(left)));
            }
            Op::Eq if self.encoder.is_set(right) && is_empty_set(left) => {
                return Some(format!("{} is {not}empty", self.other(right)));
            }
            Op::Eq => match (member(left), number(right), number(left), member(right)) {
                (Some(cell), Some(value @ (0 | 1)), ..) | (.., Some(value @ (0 | 1)), Some(cell)) => (cell, value == 1),
                _ => return None,
            },
            Op::Le => match (number(left), member(right), member(left), number(right)) {
                (Some(1), Some(cell), ..) => (cell, true),
                (.., Some(cell), Some(0)) => (cell, false),
                _ => return None,
            },
            Op::Lt => match (number(left), member(right), member(left), number(right)) {
                (Some(0), Some(cell), ..) => (cell, true),
                (.., Some(cell), Some(1)) => (cell, false),
                _ => return None,
            },
            _ => return None,
        };
        let not = if is_in == holds { "" } else { "not " };
        Some(format!("{} {not}in {}", self.other(cell.1), self.other(cell.0)))
    }

    /// What is not linear, such as a cell of an array.
    fn other(&self, term: TermId) -> String {
        let terms = &self.encoder.terms;
        let parts: Vec<String> = terms.children(term).iter().map(|child| self.other(*child)).collect();
        match (terms.op(term), &parts[..]) {
            (Op::Symbol(symbol), []) => self.symbol(symbol),
            (Op::Not, [a]) => format!("!({a})"),
            (Op::Neg, [a]) => format!("-{a}"),
            (Op::Select, [array, index]) => format!("{array}[{index}]"),
            (Op::Eq, [a, b]) => format!("{a} == {b}"),
            (Op::Le, [a, b]) => format!("{a} <= {b}"),
            (Op::Lt, [a, b]) => format!("{a} < {b}"),
            (Op::Add, _) => parts.join(" + "),
            (Op::Sub, [a, b]) => format!("{a} - ({b})"),
            (Op::Mul, [a, b]) => format!("{a} * {b}"),
            (Op::Mod, [a, b]) => format!("({a}) % {b}"),
            _ => smtlib::print_term(terms, term),
        }
    }
}
