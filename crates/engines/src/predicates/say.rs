//! Predicates as formulas of certificates.
//!
//! A predicate is a term over the symbols of a cut point. Arrays whose extents are known have one dimension there
//! ([`super::encode`]); formulas have them all.

use std::collections::HashMap;

use heureka_ir::formula::{BoundId, Formula, Number};
use heureka_ir::{ArrayId, BinOp, Dim, Program};
use heureka_logic::{Op, Sort, SortId, TermId};

use super::encode::{Encoder, Meaning, is_flat};

/// Terms with more subterms are not said: a formula is a tree.
const MOST: usize = 2_000;

pub struct Sayer<'a> {
    encoder: &'a Encoder,
    program: &'a Program,
    next_bound: u32,
    /// How many parts were said.
    parts: usize,
    known: HashMap<TermId, Option<Formula>>,
}

impl<'a> Sayer<'a> {
    pub fn new(encoder: &'a Encoder, program: &'a Program) -> Sayer<'a> {
        Sayer { encoder, program, next_bound: 0, parts: 0, known: HashMap::new() }
    }

    /// A bound variable that no other formula of this one has.
    pub fn bound(&mut self) -> BoundId {
        self.next_bound += 1;
        BoundId(self.next_bound - 1)
    }

    /// A predicate; `None` if there are no words for it.
    pub fn formula(&mut self, term: TermId) -> Option<Formula> {
        if let Some(known) = self.known.get(&term).filter(|known| known.as_ref().is_none_or(|it| !it.is_quantified())) {
            return known.clone();
        }
        self.parts = 0;
        let said = self.condition(term);
        self.known.insert(term, said.clone());
        said
    }

    fn condition(&mut self, term: TermId) -> Option<Formula> {
        self.parts += 1;
        if self.parts > MOST {
            return None;
        }
        let terms = &self.encoder.terms;
        let children = terms.children(term);
        match (terms.op(term), children) {
            (Op::True, _) => Some(Formula::Bool(true)),
            (Op::False, _) => Some(Formula::Bool(false)),
            (Op::Not, &[a]) => Some(self.condition(a)?.not()),
            (Op::And, all) => Some(Formula::And(all.iter().map(|a| self.condition(*a)).collect::<Option<_>>()?)),
            (Op::Or, all) => Some(Formula::Or(all.iter().map(|a| self.condition(*a)).collect::<Option<_>>()?)),
            (Op::Implies, &[a, b]) => Some(self.condition(a)?.implies(self.condition(b)?)),
            (Op::Ite, &[condition, yes, no]) => {
                let (condition, yes, no) = (self.condition(condition)?, self.condition(yes)?, self.condition(no)?);
                Some(Formula::And(vec![condition.clone().implies(yes), Formula::Or(vec![condition, no])]))
            }
            (Op::Le, &[a, b]) => Some(Formula::at_most(self.number(a)?, self.number(b)?)),
            (Op::Lt, &[a, b]) => Some(Formula::below(self.number(a)?, self.number(b)?)),
            (Op::Eq, &[a, b]) if terms.sort(a) == SortId::INT => Some(Formula::equal(self.number(a)?, self.number(b)?)),
            (Op::Eq, &[a, b]) if terms.sort(a) == SortId::BOOL => {
                let (a, b) = (self.condition(a)?, self.condition(b)?);
                Some(Formula::And(vec![a.clone().implies(b.clone()), b.implies(a)]))
            }
            (Op::Eq, &[a, b]) => self.same_contents(a, b),
            _ => None,
        }
    }

    /// Two arrays are the same everywhere.
    fn same_contents(&mut self, a: TermId, b: TermId) -> Option<Formula> {
        let (terms, mut ids) = (&self.encoder.terms, Vec::new());
        let mut sort = terms.sort(a);
        while let Sort::Array { element, .. } = terms.sort_of(sort) {
            ids.push(self.bound());
            sort = element;
        }
        let at: Vec<Number> = ids.iter().copied().map(Number::Bound).collect();
        let (a, b) = (self.cell(a, &at)?, self.cell(b, &at)?);
        Some(Formula::ForAll(ids, Box::new(Formula::equal(a, b))))
    }

    /// The cell of an array at some indices, one for each sort of arrays.
    fn cell(&mut self, array: TermId, at: &[Number]) -> Option<Number> {
        self.parts += 1;
        if self.parts > MOST {
            return None;
        }
        let Some((first, rest)) = at.split_first() else { return self.number(array) };
        let terms = &self.encoder.terms;
        match (terms.op(array), terms.children(array)) {
            (Op::Symbol(symbol), []) => match self.encoder.meaning_of(symbol)? {
                Meaning::Array(array) if is_flat(self.program.array(array)) => self.read(array, first.clone()),
                Meaning::Array(array) => Some(Number::Read(array, at.to_vec())),
                Meaning::Var(_) => None,
            },
            (Op::ConstArray(_), &[value]) => self.cell(value, rest),
            (Op::Store, &[from, place, value]) => {
                let (place, value) = (self.number(place)?, self.cell(value, rest)?);
                let other = self.cell(from, at)?;
                Some(choice(Formula::equal(first.clone(), place), value, other))
            }
            (Op::Select, &[from, index]) => {
                let index = self.number(index)?;
                let at: Vec<Number> = [index].into_iter().chain(at.iter().cloned()).collect();
                self.cell(from, &at)
            }
            (Op::Ite, &[condition, yes, no]) => {
                let condition = self.condition(condition)?;
                Some(choice(condition, self.cell(yes, at)?, self.cell(no, at)?))
            }
            _ => None,
        }
    }

    /// A read at the one index that stands for all.
    fn read(&self, array: ArrayId, index: Number) -> Option<Number> {
        let declared = self.program.array(array);
        let mut indices = Vec::new();
        let mut left = index;
        for dim in declared.dims.iter().skip(1).rev() {
            let Dim::Const(extent) = dim else { return None };
            let extent = i128::from(*extent);
            if extent == 0 {
                return None;
            }
            indices.push(Number::Remainder(Box::new(left.clone()), extent));
            left = Number::Quotient(Box::new(left), extent);
        }
        indices.push(left);
        indices.reverse();
        Some(Number::Read(array, indices))
    }

    fn number(&mut self, term: TermId) -> Option<Number> {
        self.parts += 1;
        if self.parts > MOST {
            return None;
        }
        let terms = &self.encoder.terms;
        if let Some(value) = terms.as_int(term) {
            return value.to_i128().map(Number::Const);
        }
        let children = terms.children(term);
        let constant = |term: TermId| terms.as_int(term).and_then(|value| value.to_i128());
        match (terms.op(term), children) {
            (Op::Symbol(symbol), []) => match self.encoder.meaning_of(symbol)? {
                Meaning::Var(var) => Some(Number::now(var)),
                Meaning::Array(_) => None,
            },
            (Op::Symbol(symbol), &[a, b]) => match self.encoder.operation_of(symbol)? {
                // Where it does not fit, the execution ended.
                (BinOp::Mul, ty) if ty.is_signed() => {
                    Some(Number::Product(Box::new(self.number(a)?), Box::new(self.number(b)?)))
                }
                _ => None,
            },
            (Op::Add, all) => {
                let all = all.iter().map(|a| Some((self.number(*a)?, 1))).collect::<Option<_>>()?;
                Some(Number::Sum(all, 0))
            }
            (Op::Sub, &[a, b]) => Some(self.number(a)?.minus(self.number(b)?)),
            (Op::Neg, &[a]) => Some(Number::Sum(vec![(self.number(a)?, -1)], 0)),
            (Op::Mul, &[a, b]) => match (constant(a), constant(b)) {
                (Some(factor), _) => Some(Number::Sum(vec![(self.number(b)?, factor)], 0)),
                (_, Some(factor)) => Some(Number::Sum(vec![(self.number(a)?, factor)], 0)),
                _ => Some(Number::Product(Box::new(self.number(a)?), Box::new(self.number(b)?))),
            },
            (Op::IntDiv, &[a, b]) => {
                let by = constant(b).filter(|by| *by > 0)?;
                Some(Number::Quotient(Box::new(self.number(a)?), by))
            }
            (Op::Mod, &[a, b]) => {
                let by = constant(b).filter(|by| *by > 0)?;
                Some(Number::Remainder(Box::new(self.number(a)?), by))
            }
            (Op::Ite, &[condition, yes, no]) => {
                let condition = self.condition(condition)?;
                Some(choice(condition, self.number(yes)?, self.number(no)?))
            }
            (Op::Select, &[array, index]) => {
                let index = self.number(index)?;
                self.cell(array, &[index])
            }
            _ => None,
        }
    }
}

fn choice(condition: Formula, yes: Number, no: Number) -> Number {
    Number::Choice(Box::new(condition), Box::new(yes), Box::new(no))
}

#[cfg(test)]
mod tests {
    use heureka_ir::text;
    use heureka_logic::smtlib::parse_term;

    use super::*;

    #[test]
    fn predicates_as_formulas() {
        let program = text::parse(
            "global x: i32 = 0 array s: u8[?] = zero array a: i32[5][3] = zero
             entry main proc main() { entry L0: skip -> L1 exit L1: }",
        );
        let program = program.expect("the program is right");
        let mut encoder = Encoder::new(&program);
        // A symbol that is nothing at a cut point.
        encoder.terms.constant("y", SortId::INT);
        let mut say = |text: &str| {
            let term = parse_term(&mut encoder.terms, text).expect(text);
            Sayer::new(&encoder, &program).formula(term)
        };
        let x = || Number::now(heureka_ir::VarId(0));
        let twice = Number::Sum(vec![(x(), 2)], 0);
        assert_eq!(say("(<= (* 2 x) 7)"), Some(Formula::at_most(twice, Number::Const(7))));
        let (id, k) = (BoundId(0), Number::Bound(BoundId(0)));
        let is_zero = Formula::equal(Number::Read(ArrayId(0), vec![k]), Number::Const(0));
        assert_eq!(say("(= s ((as const (Array Int Int)) 0))"), Some(Formula::ForAll(vec![id], Box::new(is_zero))));
        let (row, column) = (Number::Quotient(Box::new(x()), 3), Number::Remainder(Box::new(x()), 3));
        let cell = Number::Read(ArrayId(1), vec![row, column]);
        assert_eq!(say("(= (select a x) x)"), Some(Formula::equal(cell, x())));
        assert_eq!(say("(= y 1)"), None);
        assert_eq!(say("(= (div x (- 3)) 1)"), None);
    }
}
