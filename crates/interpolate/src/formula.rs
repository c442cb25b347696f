//! Building the formulas that interpolants are made of: flat, without repetition, as short as is quick to see.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use heureka_linear::{Canonical, Kind, LinearExpr, Numbers, Row, Var};
use heureka_logic::{Op, TermId, Terms};
use heureka_number::{Int, Rational};

use crate::atoms::{AtomKind, Literal};
use crate::problem::Problem;

/// The conjunction. Of bounds on one expression the tightest is kept; two that meet are one equality.
pub fn all(terms: &mut Terms, parts: impl IntoIterator<Item = TermId>) -> TermId {
    let Some(mut parts) = flat(terms, parts, Op::And, Terms::TRUE, Terms::FALSE) else { return Terms::FALSE };
    merge_bounds(terms, &mut parts, |one, other| one <= other);
    let mut place = 0;
    while place < parts.len() {
        if let (Op::Le, &[a, b]) = (terms.op(parts[place]), terms.children(parts[place])) {
            let turned = parts.iter().position(|&other| terms.op(other) == Op::Le && *terms.children(other) == [b, a]);
            if let Some(other) = turned.filter(|&other| other > place) {
                let (first, second) = if terms.op(a).is_constant() || b < a { (b, a) } else { (a, b) };
                parts[place] = terms.eq(first, second);
                parts.remove(other);
            }
        }
        place += 1;
    }
    absorb(terms, &mut parts, Op::Or);
    terms.and(&parts)
}

/// The disjunction. Of bounds on one expression the loosest is kept.
pub fn any(terms: &mut Terms, parts: impl IntoIterator<Item = TermId>) -> TermId {
    let Some(mut parts) = flat(terms, parts, Op::Or, Terms::FALSE, Terms::TRUE) else { return Terms::TRUE };
    merge_bounds(terms, &mut parts, |one, other| one >= other);
    absorb(terms, &mut parts, Op::And);
    terms.or(&parts)
}

/// Of inequalities that differ in their bounds alone, keeps the one whose bound wins against the others.
fn merge_bounds(terms: &Terms, parts: &mut Vec<TermId>, wins: impl Fn(&Rational, &Rational) -> bool) {
    let mut best: HashMap<Direction, (usize, Rational)> = HashMap::new();
    let mut dropped = vec![false; parts.len()];
    for (place, &part) in parts.iter().enumerate() {
        let Some((direction, bound)) = direction(terms, part) else { continue };
        match best.entry(direction) {
            Entry::Vacant(entry) => {
                entry.insert((place, bound));
            }
            Entry::Occupied(entry) if wins(&entry.get().1, &bound) => dropped[place] = true,
            Entry::Occupied(mut entry) => {
                dropped[entry.get().0] = true;
                entry.insert((place, bound));
            }
        }
    }
    let mut dropped = dropped.into_iter();
    parts.retain(|_| !dropped.next().expect("one mark for each part"));
}

/// The two sides of an inequality, without their constants.
type Direction = (Vec<TermId>, Vec<TermId>);

/// Reads `l + c ≤ r + d` as `l ≤ r + (d − c)`.
fn direction(terms: &Terms, part: TermId) -> Option<(Direction, Rational)> {
    let (Op::Le, &[left, right]) = (terms.op(part), terms.children(part)) else { return None };
    let number = |term: TermId| {
        terms.as_real(term).cloned().or_else(|| terms.as_int(term).map(|value| Rational::from(value.clone())))
    };
    let side = |term: TermId| {
        let addends = if terms.op(term) == Op::Add { terms.children(term) } else { std::slice::from_ref(&term) };
        match addends.split_last().and_then(|(last, rest)| Some((rest, number(*last)?))) {
            Some((rest, constant)) => (rest.to_vec(), constant),
            None => (addends.to_vec(), Rational::ZERO),
        }
    };
    let ((left, lower), (right, upper)) = (side(left), side(right));
    Some(((left, right), upper - lower))
}

/// The parts without nesting, repetition and the neutral one; nothing if one decides all.
fn flat(
    terms: &Terms,
    parts: impl IntoIterator<Item = TermId>,
    op: Op,
    neutral: TermId,
    deciding: TermId,
) -> Option<Vec<TermId>> {
    let mut result: Vec<TermId> = Vec::new();
    for part in parts {
        let inner = if terms.op(part) == op { terms.children(part) } else { &[part] };
        for &part in inner {
            if part == deciding {
                return None;
            }
            if part != neutral && !result.contains(&part) {
                result.push(part);
            }
        }
    }
    Some(result)
}

/// Drops parts that another part makes superfluous: `a ∧ (a ∨ b)` is `a`, and the other way round.
fn absorb(terms: &Terms, parts: &mut Vec<TermId>, dual: Op) {
    let all = parts.clone();
    parts.retain(|&part| terms.op(part) != dual || !terms.children(part).iter().any(|child| all.contains(child)));
}

impl Problem<'_> {
    /// The literal as a formula; auxiliary names have none.
    pub(crate) fn literal_term(&mut self, literal: Literal) -> TermId {
        match self.atoms.kind(literal.atom()).clone() {
            AtomKind::Auxiliary => unreachable!("auxiliary names are local to their partition"),
            AtomKind::Opaque(term) if literal.is_positive() => term,
            AtomKind::Opaque(term) => self.terms.not(term),
            AtomKind::Linear { row, complement, numbers } => {
                self.row_term(if literal.is_positive() { &row } else { &complement }, numbers)
            }
        }
    }

    /// The constraint as a formula.
    pub(crate) fn constraint_term(&mut self, expr: LinearExpr, kind: Kind, numbers: Numbers) -> TermId {
        match Row::canonical(expr, kind, numbers) {
            Canonical::Always => Terms::TRUE,
            Canonical::Never => Terms::FALSE,
            Canonical::Row(row) => self.row_term(&row, numbers),
        }
    }

    /// A row with positive coefficients only, on both sides.
    pub(crate) fn row_term(&mut self, row: &Row, numbers: Numbers) -> TermId {
        if let Kind::Modulo { modulus, width } = row.kind() {
            let expr = self.expr_term(row.expr(), numbers);
            let (modulus, limit) = (self.terms.int(modulus.clone()), self.terms.int(width.clone()));
            let rest = self.terms.modulo(expr, modulus);
            return if width.is_zero() { self.terms.eq(rest, limit) } else { self.terms.le(rest, limit) };
        }
        let (mut left, mut right) = (LinearExpr::zero(), LinearExpr::zero());
        for (var, coefficient) in row.expr().terms() {
            let side = if coefficient.is_negative() { &mut left } else { &mut right };
            *side = side.plus_scaled(&coefficient.abs(), &LinearExpr::var(*var));
        }
        let constant = row.expr().constant();
        let side = if constant.is_negative() { &mut left } else { &mut right };
        side.set_constant(constant.abs());
        let (left, right) = (self.expr_term(&left, numbers), self.expr_term(&right, numbers));
        match row.kind() {
            Kind::Equal => self.terms.eq(right, left),
            Kind::Above => self.terms.lt(left, right),
            _ => self.terms.le(left, right),
        }
    }

    /// The expression as a term.
    pub(crate) fn expr_term(&mut self, expr: &LinearExpr, numbers: Numbers) -> TermId {
        let mut parts = Vec::new();
        for (var, coefficient) in expr.terms() {
            parts.push(self.multiple(coefficient, *var, numbers));
        }
        if !expr.constant().is_zero() || parts.is_empty() {
            parts.push(self.constant_term(expr.constant(), numbers));
        }
        self.terms.add(&parts)
    }

    fn multiple(&mut self, coefficient: &Int, var: Var, numbers: Numbers) -> TermId {
        let term = self.variables.term(var);
        if coefficient.is_one() {
            return term;
        }
        let coefficient = self.constant_term(coefficient, numbers);
        self.terms.mul(&[coefficient, term])
    }

    fn constant_term(&mut self, value: &Int, numbers: Numbers) -> TermId {
        match numbers {
            Numbers::Integer => self.terms.int(value.clone()),
            Numbers::Real => self.terms.real(Rational::from(value.clone())),
        }
    }
}
