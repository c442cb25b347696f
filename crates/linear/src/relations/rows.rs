//! To and from linear constraints: bounds as [`Conjunction`]s of rows, and conjunctions whose rows are bounds.
//!
//! The caller says which variable of the conjunction each place of a set stands for. A conjunction keeps its
//! equalities solved and substituted; difference bounds and octagons are closed under substituting their own
//! equalities, so what came from bounds is recognised as bounds again.

use heureka_number::Int;

use crate::expr::{LinearExpr, Var};
use crate::row::{Kind, Numbers, Row};
use crate::{Conjunction, relations::Bounds};

use super::closed_form::ClosedForm;
use super::constraint::{Constraint, Literal};
use super::family::Family;
use super::layout::{Encoding, Layout};
use super::relation::Relation;

impl Literal {
    fn expr(self, vars: &[Var]) -> LinearExpr {
        let sign = if self.positive { Int::ONE } else { Int::MINUS_ONE };
        LinearExpr::new([(vars[self.variable], sign)], Int::ZERO)
    }
}

impl Constraint {
    /// Its left side, where place `i` is `vars[i]`.
    pub fn expr(&self, vars: &[Var]) -> LinearExpr {
        let left = self.left.expr(vars);
        match self.right {
            Some(right) => left.plus(&right.expr(vars)),
            None => left,
        }
    }

    /// `bound − left − right`, which the constraint asks to be at least 0.
    pub fn slack(&self, vars: &[Var]) -> LinearExpr {
        self.expr(vars).negated().plus_constant(self.bound.clone())
    }

    /// The constraints that a row over ℤ consists of, if it bounds one or two variables with coefficients 1 and −1.
    pub fn from_row(row: &Row, vars: &[Var]) -> Option<Vec<Constraint>> {
        let literal = |(var, coefficient): &(Var, Int)| {
            let variable = vars.iter().position(|candidate| candidate == var)?;
            // e ≥ 0 with e = c + x: −x ≤ c.
            coefficient.is_unit().then(|| Literal { variable, positive: coefficient.is_negative() })
        };
        let terms = row.expr().terms();
        let (left, right) = match terms {
            [only] => (literal(only)?, None),
            [first, second] => (literal(first)?, Some(literal(second)?)),
            _ => return None,
        };
        let bound = row.expr().constant().clone();
        let back = Constraint { left: left.negated(), right: right.map(Literal::negated), bound: -&bound };
        let constraint = Constraint { left, right, bound };
        match row.kind() {
            Kind::AtLeast => Some(vec![constraint]),
            Kind::Equal => Some(vec![constraint, back]),
            Kind::Above | Kind::Modulo { .. } => None,
        }
    }
}

impl<L: Layout> Bounds<L> {
    /// The set as a conjunction over ℤ, where place `i` is `vars[i]`.
    pub fn to_conjunction(&self, vars: &[Var]) -> Conjunction {
        assert_eq!(vars.len(), self.dimension(), "a variable for each place");
        if self.is_empty() {
            return Conjunction::bottom(Numbers::Integer);
        }
        let rows = self.reduced().into_iter().map(|constraint| (constraint.slack(vars), Kind::AtLeast));
        Conjunction::new(Numbers::Integer, rows)
    }

    /// The set of a conjunction over ℤ, or the first of its rows that the layout cannot express (or that mentions
    /// another variable).
    pub fn from_conjunction(conjunction: &Conjunction, vars: &[Var]) -> Result<Self, Row> {
        assert_eq!(conjunction.numbers(), Numbers::Integer, "bounds are over the integers");
        if conjunction.is_false() {
            return Ok(Bounds::empty(vars.len()));
        }
        let mut constraints = Vec::new();
        for row in conjunction.rows() {
            let found = Constraint::from_row(row, vars).ok_or_else(|| row.clone())?;
            if found.iter().any(|constraint| L::encode(constraint) == Encoding::NotExpressible) {
                return Err(row.clone());
            }
            constraints.extend(found);
        }
        Ok(Bounds::new(vars.len(), &constraints).expect("the layout expresses each row"))
    }
}

impl<L: Layout> Relation<L> {
    /// The relation as a conjunction over ℤ between the variables before and those after.
    pub fn to_conjunction(&self, before: &[Var], after: &[Var]) -> Conjunction {
        self.bounds().to_conjunction(&[before, after].concat())
    }

    /// The relation of a conjunction over ℤ, or the first of its rows that the layout cannot express.
    pub fn from_conjunction(conjunction: &Conjunction, before: &[Var], after: &[Var]) -> Result<Self, Row> {
        assert_eq!(before.len(), after.len(), "as many values after as before");
        Ok(Relation::new(Bounds::from_conjunction(conjunction, &[before, after].concat())?))
    }
}

impl<L: Layout> Family<L> {
    /// The members, as one conjunction with `k` as a variable (`0 ≤ k ≤ last` included).
    pub fn to_conjunction(&self, before: &[Var], after: &[Var], k: Var) -> Conjunction {
        let vars = [before, after].concat();
        let parameter = LinearExpr::var(k);
        let mut rows = vec![(parameter.clone(), Kind::AtLeast)];
        if let Some(last) = self.last() {
            rows.push((parameter.negated().plus_constant(last.clone()), Kind::AtLeast));
        }
        let bounds = self.reduced().into_iter();
        rows.extend(bounds.map(|it| (it.constraint.slack(&vars).plus_scaled(&it.rate, &parameter), Kind::AtLeast)));
        Conjunction::new(Numbers::Integer, rows)
    }

    /// The members, as one conjunction with the exponent `n` itself as a variable: `k` is `(n − first) / step`, and a
    /// modulo row says that this is an integer.
    pub fn to_conjunction_of_exponent(&self, before: &[Var], after: &[Var], n: Var) -> Conjunction {
        let vars = [before, after].concat();
        let distance = LinearExpr::var(n).plus_constant(-self.first());
        let mut rows = vec![(distance.clone(), Kind::AtLeast)];
        if let Some(last) = self.last() {
            rows.push((distance.negated().plus_constant(last * self.step()), Kind::AtLeast));
        }
        if !self.step().is_one() {
            rows.push((distance.clone(), Kind::Modulo { modulus: self.step().clone(), width: Int::ZERO }));
        }
        let bounds = self.reduced().into_iter();
        rows.extend(bounds.map(|it| {
            let slack = it.constraint.slack(&vars);
            (slack.combine(self.step(), &it.rate, &distance), Kind::AtLeast)
        }));
        Conjunction::new(Numbers::Integer, rows)
    }
}

impl<L: Layout> ClosedForm<L> {
    /// `Rⁿ(before, after)` for all `n ≥ 1`, with `n` as a variable: the union of the conjunctions.
    pub fn to_conjunctions(&self, before: &[Var], after: &[Var], n: Var) -> Vec<Conjunction> {
        self.families().iter().map(|family| family.to_conjunction_of_exponent(before, after, n)).collect()
    }
}
