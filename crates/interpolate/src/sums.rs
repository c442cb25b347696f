//! Linear sums with rational coefficients, on the way from terms to rows and back; and which variable stands for which
//! term.
//!
//! Invariant of [`Sum`]: no coefficient is 0. Invariant of [`Variables`]: a variable stands for one term that linear
//! arithmetic does not look into (a symbol, an application, a read, a quotient), so a row over variables is a formula
//! over terms and no name is ever invented.

use std::collections::{BTreeMap, HashMap};

use heureka_linear::{LinearExpr, Numbers, Var};
use heureka_logic::{SortId, TermId};
use heureka_number::{Int, Rational};

/// `constant + Σ coefficient·variable`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sum {
    terms: BTreeMap<Var, Rational>,
    constant: Rational,
}

impl Sum {
    pub fn constant(constant: Rational) -> Sum {
        Sum { terms: BTreeMap::new(), constant }
    }

    pub fn var(var: Var) -> Sum {
        Sum { terms: BTreeMap::from([(var, Rational::ONE)]), constant: Rational::ZERO }
    }

    pub fn as_constant(&self) -> Option<&Rational> {
        self.terms.is_empty().then_some(&self.constant)
    }

    pub fn terms(&self) -> impl Iterator<Item = (Var, &Rational)> {
        self.terms.iter().map(|(var, coefficient)| (*var, coefficient))
    }

    pub fn constant_part(&self) -> &Rational {
        &self.constant
    }

    /// Adds a multiple of an expression.
    pub fn add(&mut self, factor: &Rational, expr: &LinearExpr) {
        for (var, coefficient) in expr.terms() {
            self.add_term(*var, factor * Rational::from(coefficient.clone()));
        }
        self.constant += &(factor * Rational::from(expr.constant().clone()));
    }

    /// Adds a multiple of a sum.
    pub fn add_sum(&mut self, factor: &Rational, other: &Sum) {
        for (var, coefficient) in &other.terms {
            self.add_term(*var, factor * coefficient);
        }
        self.constant += &(factor * &other.constant);
    }

    pub fn scaled(&self, factor: &Rational) -> Sum {
        let mut result = Sum::default();
        result.add_sum(factor, self);
        result
    }

    pub fn minus(&self, other: &Sum) -> Sum {
        let mut result = self.clone();
        result.add_sum(&-Rational::ONE, other);
        result
    }

    fn add_term(&mut self, var: Var, coefficient: Rational) {
        let entry = self.terms.entry(var).or_default();
        *entry += &coefficient;
        if entry.is_zero() {
            self.terms.remove(&var);
        }
    }

    /// The least positive multiple with integer coefficients and constant, and the factor.
    pub fn to_expr(&self) -> (LinearExpr, Int) {
        let numbers = self.terms.values().chain([&self.constant]);
        let factor = numbers.fold(Int::ONE, |factor, number| factor.lcm(number.denominator()));
        let whole = |number: &Rational| number.numerator() * factor.div_exact(number.denominator());
        let terms = self.terms.iter().map(|(var, coefficient)| (*var, whole(coefficient)));
        (LinearExpr::new(terms, whole(&self.constant)), factor)
    }
}

/// Which variable stands for which term.
#[derive(Default)]
pub struct Variables {
    terms: Vec<TermId>,
    vars: HashMap<TermId, Var>,
}

impl Variables {
    /// The variable of a numeric term.
    pub fn var(&mut self, term: TermId) -> Var {
        *self.vars.entry(term).or_insert_with(|| {
            self.terms.push(term);
            Var(u32::try_from(self.terms.len() - 1).expect("fewer than 2^32 variables"))
        })
    }

    pub fn term(&self, var: Var) -> TermId {
        self.terms[var.0 as usize]
    }
}

/// The numbers that a term of this sort ranges over.
pub fn numbers_of(sort: SortId) -> Numbers {
    if sort == SortId::REAL { Numbers::Real } else { Numbers::Integer }
}
