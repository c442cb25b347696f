//! The right side of an entailment: a scalar that it binds would be under a universal quantifier once it is negated, which
//! is outside the fragment. It is eliminated where that is exact: by an equation that determines it, or by projection where only
//! linear constraints mention it.

use std::collections::BTreeMap;

use heureka_linear::{Conjunction, Kind, LinearExpr, Numbers, Var};

use crate::formula::{Body, Comparison, Formula, Sign};
use crate::limits::Reason;
use crate::names::Scalar;
use crate::sum::Sum;
use crate::term::{Base, Term};

/// The same formula with no bound scalar.
pub fn without_bound(formula: &Formula) -> Result<Formula, Reason> {
    let mut formula = Formula { exists: formula.exists.clone(), body: formula.body.normalised() };
    while let Some(scalar) = formula.exists.pop() {
        if !formula.body.names().0.contains(&scalar) {
            continue;
        }
        formula = by_equation(&formula, &scalar)
            .or_else(|| by_projection(&formula, &scalar))
            .ok_or_else(|| Reason::TooHard(format!("the bound scalar {scalar} on the right side of an entailment")))?;
    }
    Ok(formula)
}

/// `∃x. x = t ∧ φ` is `φ[t/x]`.
pub(crate) fn by_equation(formula: &Formula, scalar: &Scalar) -> Option<Formula> {
    let name = Base::Scalar(scalar.clone());
    let parts = formula.body.conjuncts();
    for (place, part) in parts.iter().enumerate() {
        let Body::Compare(Comparison { sum, sign: Sign::EqualZero }) = part else { continue };
        let coefficient = sum.coefficient(&name);
        if !coefficient.is_unit() {
            continue;
        }
        // coefficient·x + rest = 0
        let rest = sum.minus(&Sum::of(name.clone()).scaled(&coefficient));
        let value = rest.scaled(&-&coefficient);
        let Some(term) = Term::from_sum(&value) else { continue };
        let mut inside = std::collections::BTreeSet::new();
        term.collect(&mut inside, &mut std::collections::BTreeSet::new());
        if inside.contains(scalar) {
            continue;
        }
        let others = parts.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, part)| (*part).clone());
        // The term may speak of the other bound scalars, which are meant: they are not renamed.
        let without = Formula::from(Body::and(others)).substitute(&BTreeMap::from([(scalar.clone(), term)]));
        return Some(Formula { exists: formula.exists.clone(), body: without.body });
    }
    None
}

/// `∃x` over linear constraints, exactly.
pub(crate) fn by_projection(formula: &Formula, scalar: &Scalar) -> Option<Formula> {
    let (with, without): (Vec<&Body>, Vec<&Body>) =
        formula.body.conjuncts().into_iter().partition(|part| part.names().0.contains(scalar));
    let mut names: Vec<Base> = Vec::new();
    let mut rows = Vec::new();
    for part in with {
        let Body::Compare(Comparison { sum, sign }) = part else { return None };
        let mut terms = Vec::new();
        for (base, coefficient) in sum.terms() {
            if let Base::Read(_, position) = base {
                let mut inside = std::collections::BTreeSet::new();
                position.collect(&mut inside, &mut std::collections::BTreeSet::new());
                if inside.contains(scalar) {
                    return None;
                }
            }
            let place = names.iter().position(|known| known == base).unwrap_or_else(|| {
                names.push(base.clone());
                names.len() - 1
            });
            terms.push((Var(u32::try_from(place).ok()?), coefficient.clone()));
        }
        let kind = if *sign == Sign::EqualZero { Kind::Equal } else { Kind::AtLeast };
        rows.push((LinearExpr::new(terms, sum.constant().clone()), kind));
    }
    let place = names.iter().position(|base| *base == Base::Scalar(scalar.clone()))?;
    let eliminated = Var(u32::try_from(place).ok()?);
    let projection = Conjunction::new(Numbers::Integer, rows).project(|var| var == eliminated);
    if !projection.exact {
        return None;
    }
    let mut alternatives = Vec::new();
    for disjunct in &projection.disjuncts {
        let mut parts = Vec::new();
        for row in disjunct.rows() {
            let sign = match row.kind() {
                Kind::Equal => Sign::EqualZero,
                Kind::AtLeast => Sign::AtLeastZero,
                Kind::Above | Kind::Modulo { .. } => return None,
            };
            let start = Sum::number(row.expr().constant().clone());
            let sum = row.expr().terms().iter().fold(start, |sum, (var, coefficient)| {
                sum.plus_scaled(coefficient, &Sum::of(names[var.0 as usize].clone()))
            });
            parts.push(Body::compare(sum, sign));
        }
        alternatives.push(Body::and(parts));
    }
    let body = Body::and(without.into_iter().cloned().chain([Body::or(alternatives)]));
    Some(Formula { exists: formula.exists.clone(), body })
}
