//! Building the formulas that interpolants are made of: flat, without repetition, as short as is quick to see.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use heureka_linear::{Canonical, Kind, LinearExpr, Numbers, Row, Var};
use heureka_logic::{Op, TermId, Terms};
use heureka_number::{Int, Rational};

use crate::absorb::{Direction, Side, absorb, direction};
use crate::atoms::{AtomKind, Literal};
use crate::problem::Problem;

/// Passes over a finished formula; the second seldom finds anything.
const MOST_PASSES: usize = 4;

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
    if !absorb(terms, &mut parts, Side::All) {
        return Terms::FALSE;
    }
    terms.and(&parts)
}

/// The disjunction. Of bounds on one expression the loosest is kept.
pub fn any(terms: &mut Terms, parts: impl IntoIterator<Item = TermId>) -> TermId {
    let Some(mut parts) = flat(terms, parts, Op::Or, Terms::FALSE, Terms::TRUE) else { return Terms::TRUE };
    merge_bounds(terms, &mut parts, |one, other| one >= other);
    if !absorb(terms, &mut parts, Side::Any) {
        return Terms::TRUE;
    }
    terms.or(&parts)
}

/// The formula built anew from its leaves, which lets parts meet that became siblings only later.
pub fn rebuilt(terms: &mut Terms, formula: TermId) -> TermId {
    let mut formula = formula;
    for _ in 0..MOST_PASSES {
        let new = terms.rebuild(formula, |terms, term, children| match terms.op(term) {
            Op::And => all(terms, children.iter().copied()),
            Op::Or => any(terms, children.iter().copied()),
            _ => term,
        });
        if new == formula {
            break;
        }
        formula = new;
    }
    formula
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

/// The parts without nesting, repetition and the neutral one; nothing if one decides all.
fn flat(
    terms: &Terms,
    parts: impl IntoIterator<Item = TermId>,
    op: Op,
    neutral: TermId,
    deciding: TermId,
) -> Option<Vec<TermId>> {
    let mut result: Vec<TermId> = Vec::new();
    let negation = |a: TermId, b: TermId| terms.op(a) == Op::Not && terms.children(a)[0] == b;
    for part in parts {
        let inner = if terms.op(part) == op { terms.children(part) } else { &[part] };
        for &part in inner {
            if part == deciding || result.iter().any(|&other| negation(part, other) || negation(other, part)) {
                return None;
            }
            if part != neutral && !result.contains(&part) {
                result.push(part);
            }
        }
    }
    Some(result)
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
