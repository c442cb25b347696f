//! Linear expressions `c + a₁·x₁ + … + aₙ·xₙ` with integer coefficients.
//!
//! Invariant: the terms are sorted by variable, each variable occurs once, and no coefficient is 0. Equal expressions
//! have equal representations. Expressions are sparse: a constraint of a program names two or three of its variables.

use heureka_number::Int;

/// A variable, by number. What it stands for is the user's business: a program variable, its primed copy, a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var(pub u32);

/// `constant + Σ coefficient·variable`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct LinearExpr {
    terms: Vec<(Var, Int)>,
    constant: Int,
}

impl LinearExpr {
    pub fn zero() -> LinearExpr {
        LinearExpr::default()
    }

    pub fn constant_of(constant: impl Into<Int>) -> LinearExpr {
        LinearExpr { terms: Vec::new(), constant: constant.into() }
    }

    pub fn var(var: Var) -> LinearExpr {
        LinearExpr { terms: vec![(var, Int::ONE)], constant: Int::ZERO }
    }

    /// The sum of the terms, in any order, variables repeated or with coefficient 0 included.
    pub fn new(terms: impl IntoIterator<Item = (Var, Int)>, constant: Int) -> LinearExpr {
        let mut terms: Vec<_> = terms.into_iter().collect();
        if !terms.is_sorted_by(|a, b| a.0 < b.0) {
            terms.sort_by_key(|term| term.0);
            terms.dedup_by(|next, kept| {
                let same = next.0 == kept.0;
                if same {
                    kept.1 += &next.1;
                }
                same
            });
        }
        terms.retain(|(_, coefficient)| !coefficient.is_zero());
        LinearExpr { terms, constant }
    }

    pub fn terms(&self) -> &[(Var, Int)] {
        &self.terms
    }

    pub fn constant(&self) -> &Int {
        &self.constant
    }

    pub fn set_constant(&mut self, constant: Int) {
        self.constant = constant;
    }

    pub fn vars(&self) -> impl DoubleEndedIterator<Item = Var> + '_ {
        self.terms.iter().map(|term| term.0)
    }

    pub fn is_constant(&self) -> bool {
        self.terms.is_empty()
    }

    /// The coefficient of the variable, if it occurs.
    pub fn coefficient(&self, var: Var) -> Option<&Int> {
        let place = self.terms.binary_search_by_key(&var, |term| term.0).ok()?;
        Some(&self.terms[place].1)
    }

    /// The term of the highest variable.
    pub fn leading(&self) -> Option<&(Var, Int)> {
        self.terms.last()
    }

    /// The greatest common divisor of the coefficients, without the constant; 0 if there are none.
    pub fn content(&self) -> Int {
        let mut content = Int::ZERO;
        for (_, coefficient) in &self.terms {
            content = content.gcd(coefficient);
            if content.is_one() {
                break;
            }
        }
        content
    }

    pub fn scale(&mut self, factor: &Int) {
        if factor.is_one() {
            return;
        }
        if factor.is_zero() {
            *self = LinearExpr::zero();
            return;
        }
        for (_, coefficient) in &mut self.terms {
            *coefficient *= factor;
        }
        self.constant *= factor;
    }

    pub fn scaled(&self, factor: &Int) -> LinearExpr {
        let mut result = self.clone();
        result.scale(factor);
        result
    }

    pub fn negated(&self) -> LinearExpr {
        LinearExpr {
            terms: self.terms.iter().map(|(var, coefficient)| (*var, -coefficient)).collect(),
            constant: -&self.constant,
        }
    }

    /// Divides the coefficients and the constant by a number that divides them all.
    pub fn div_exact(&mut self, divisor: &Int) {
        for (_, coefficient) in &mut self.terms {
            *coefficient = coefficient.div_exact(divisor);
        }
        self.constant = self.constant.div_exact(divisor);
    }

    /// Divides the coefficients by a number that divides them all, and the constant by rounding it down.
    pub fn div_floor_constant(&mut self, divisor: &Int) {
        for (_, coefficient) in &mut self.terms {
            *coefficient = coefficient.div_exact(divisor);
        }
        self.constant = self.constant.div_floor(divisor);
    }

    /// `self + factor·other`.
    pub fn plus_scaled(&self, factor: &Int, other: &LinearExpr) -> LinearExpr {
        self.combine(&Int::ONE, factor, other)
    }

    pub fn plus(&self, other: &LinearExpr) -> LinearExpr {
        self.plus_scaled(&Int::ONE, other)
    }

    pub fn minus(&self, other: &LinearExpr) -> LinearExpr {
        self.plus_scaled(&Int::MINUS_ONE, other)
    }

    pub fn plus_constant(&self, constant: impl Into<Int>) -> LinearExpr {
        LinearExpr { terms: self.terms.clone(), constant: &self.constant + constant.into() }
    }

    /// `a·self + b·other`, in one merge.
    pub fn combine(&self, a: &Int, b: &Int, other: &LinearExpr) -> LinearExpr {
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut left, mut right) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let (var, coefficient) = match (left.peek(), right.peek()) {
                (Some((x, p)), Some((y, q))) if x == y => {
                    left.next();
                    right.next();
                    (*x, p * a + q * b)
                }
                (Some((x, p)), Some((y, _))) if x < y => {
                    left.next();
                    (*x, p * a)
                }
                (Some((x, p)), None) => {
                    left.next();
                    (*x, p * a)
                }
                (_, Some((y, q))) => {
                    right.next();
                    (*y, q * b)
                }
                (None, None) => break,
            };
            if !coefficient.is_zero() {
                terms.push((var, coefficient));
            }
        }
        LinearExpr { terms, constant: &self.constant * a + &other.constant * b }
    }

    /// The expression with a variable replaced by another expression.
    /// An expression that differs by multiples of the modulus, with the smallest numbers: 7x + 3 is −x + 3
    /// modulo 8, and a factor of ±1 is worth much to whoever eliminates.
    pub fn smallest_congruent(&self, modulus: &Int) -> LinearExpr {
        let half = modulus.div_floor(&Int::new(2));
        let small = |number: &Int| (number + &half).mod_floor(modulus) - &half;
        LinearExpr::new(self.terms.iter().map(|(var, factor)| (*var, small(factor))), small(&self.constant))
    }

    pub fn substitute(&self, var: Var, value: &LinearExpr) -> LinearExpr {
        match self.coefficient(var) {
            None => self.clone(),
            Some(coefficient) => self.without(var).plus_scaled(coefficient, value),
        }
    }

    /// The expression without the variable's term.
    pub fn without(&self, var: Var) -> LinearExpr {
        LinearExpr {
            terms: self.terms.iter().filter(|term| term.0 != var).cloned().collect(),
            constant: self.constant.clone(),
        }
    }

    /// The expression with every variable replaced by another expression, all at once.
    pub fn map_vars(&self, mut value: impl FnMut(Var) -> LinearExpr) -> LinearExpr {
        let mut result = LinearExpr::constant_of(self.constant.clone());
        for (var, coefficient) in &self.terms {
            result = result.plus_scaled(coefficient, &value(*var));
        }
        result
    }

    /// The expression with its variables renamed; two may become one.
    pub fn rename(&self, mut name: impl FnMut(Var) -> Var) -> LinearExpr {
        LinearExpr::new(self.terms.iter().map(|(var, c)| (name(*var), c.clone())), self.constant.clone())
    }

    /// Its value at a point.
    pub fn value_at(&self, mut point: impl FnMut(Var) -> Int) -> Int {
        let mut value = self.constant.clone();
        for (var, coefficient) in &self.terms {
            value += coefficient * point(*var);
        }
        value
    }
}
