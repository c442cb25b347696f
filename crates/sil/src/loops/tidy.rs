//! Until a person likes to read it: bound scalars that can be eliminated go, and so do conjuncts that follow from the others.
//!
//! The result is equivalent to what came in, except where a bound scalar is eliminated by dropping nothing: elimination is
//! exact too (an equation, or projection of linear constraints).

use crate::decide::{entails, right_side};
use crate::formula::{Body, Difference, Formula, Operand, Property, Sign};
use crate::limits::{Limits, Reason};
use crate::sum::Sum;
use crate::term::Term;

/// The formula, simplified.
pub fn tidy(formula: Formula, thoroughly: bool, limits: Limits<'_>) -> Result<Formula, Reason> {
    let formula = without_needless(formula);
    if !thoroughly {
        return Ok(formula);
    }
    let parts: Vec<Body> = formula.body.conjuncts().into_iter().map(with_fewest_bounds).collect();
    let (parts, changed) = cells_as_reads(parts, limits)?;
    let mut formula = Formula { exists: formula.exists, body: Body::and(parts) };
    if changed {
        formula = without_needless(formula);
    }
    let mut parts: Vec<Body> = formula.body.conjuncts().into_iter().cloned().collect();
    for place in 0..parts.len() {
        if let Body::Or(alternatives) = &parts[place] {
            let rest = parts.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, part)| part.clone());
            let rest = Body::and(rest);
            let alternatives = alternatives.iter().map(|it| shortened(it, &rest, limits));
            parts[place] = Body::or(alternatives.collect::<Result<Vec<_>, _>>()?);
        }
    }
    // What is long goes first.
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.sort_by_key(|place| std::cmp::Reverse(cost(&parts[*place])));
    let mut gone = vec![false; parts.len()];
    for place in order {
        let rest = parts.iter().enumerate().filter(|(other, _)| *other != place && !gone[*other]);
        gone[place] = follows(Body::and(rest.map(|(_, part)| part.clone())), parts[place].clone(), limits)?;
    }
    let mut number = 0;
    parts.retain(|_| {
        number += 1;
        !gone[number - 1]
    });
    let (comparisons, properties): (Vec<Body>, Vec<Body>) =
        parts.into_iter().partition(|part| !matches!(part, Body::ForAll(_)));
    let body = Body::and(comparisons.into_iter().chain(properties));
    Ok(without_needless(Formula { exists: formula.exists, body }))
}

/// Whether one formula entails another; what is too hard counts as no. Bound scalars are the same on both sides.
fn follows(left: Body, right: Body, limits: Limits<'_>) -> Result<bool, Reason> {
    match entails(&Formula::from(left), &Formula::from(right), limits) {
        Ok(answer) => Ok(answer.holds()),
        Err(Reason::TooHard(_)) => Ok(false),
        Err(other) => Err(other),
    }
}

/// An alternative without what follows from the rest of it and of the formula.
fn shortened(alternative: &Body, rest: &Body, limits: Limits<'_>) -> Result<Body, Reason> {
    let mut parts: Vec<Body> = alternative.conjuncts().into_iter().cloned().collect();
    parts.sort_by_key(|part| std::cmp::Reverse(cost(part)));
    let mut place = 0;
    while place < parts.len() && parts.len() > 1 {
        let candidate = parts.remove(place);
        let left = Body::and([rest.clone()].into_iter().chain(parts.iter().cloned()));
        if !follows(left, candidate.clone(), limits)? {
            parts.insert(place, candidate);
            place += 1;
        }
    }
    parts.reverse();
    Ok(Body::and(parts))
}

/// Of bounds that differ by a number, only the tightest.
fn with_fewest_bounds(part: &Body) -> Body {
    let Body::ForAll(property) = part else { return part.clone() };
    let tightest = |terms: &[Term], upper: bool| {
        let mut kept: Vec<Term> = Vec::new();
        for term in terms {
            match kept.iter_mut().find(|other| other.base == term.base) {
                Some(other) if upper == (term.offset < other.offset) => *other = term.clone(),
                Some(_) => {}
                None => kept.push(term.clone()),
            }
        }
        kept
    };
    Body::ForAll(Property {
        lower: tightest(&property.lower, false),
        upper: tightest(&property.upper, true),
        value: property.value.clone(),
    })
}

/// Properties of one index whose cells are known to exist, as linear constraints on these cells.
fn cells_as_reads(mut parts: Vec<Body>, limits: Limits<'_>) -> Result<(Vec<Body>, bool), Reason> {
    let mut changed = false;
    for place in 0..parts.len() {
        let Body::ForAll(property) = &parts[place] else { continue };
        let ([lower], [upper]) = (&property.lower[..], &property.upper[..]) else { continue };
        if lower != upper || !property.is_conjunctive() {
            continue;
        }
        let inside = property.cells().into_iter().flat_map(|(array, offset)| {
            let position = lower.plus(offset).to_sum();
            [Body::at_most(Sum::zero(), &position), Body::less(position, &Term::length(array).to_sum())]
        });
        let inside = Body::and(inside);
        let here = lower.clone();
        let sum = |operand: &Operand| match operand {
            Operand::Zero => Sum::zero(),
            Operand::Index => here.to_sum(),
            Operand::Cell(array, offset) => Term::read(array.clone(), here.plus(*offset)).to_sum(),
            Operand::Base(base) => Sum::of(base.clone()),
        };
        let mut rows: Vec<Body> = Vec::new();
        for Difference { left, right, bound } in &property.value.0[0] {
            let back =
                property.value.0[0].iter().any(|it| it.left == *right && it.right == *left && it.bound == -bound);
            let (left, right) = (sum(left), sum(right).plus_number(bound.clone()));
            // An equation once, and not from its second half.
            let equation = if left <= right { Body::equal(&left, &right) } else { Body::equal(&right, &left) };
            rows.push(if back { equation } else { Body::at_most(left, &right) });
        }
        let rest = parts.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, part)| part.clone());
        if follows(Body::and(rest), inside, limits)? {
            parts[place] = Body::and(rows);
            changed = true;
        }
    }
    Ok((parts, changed))
}

/// How much of a reader's time a part takes.
fn cost(part: &Body) -> (usize, usize) {
    let kind = match part {
        // An equation says more than the bounds that it implies.
        Body::Compare(comparison) => usize::from(comparison.sign == Sign::AtLeastZero),
        Body::ForAll(property) => 10 + 10 * property.value.0.len() + property.lower.len() + property.upper.len(),
        Body::Or(parts) | Body::And(parts) => 5 + parts.len(),
        Body::Not(_) => 20,
    };
    (kind, part.to_string().len())
}

/// Bound scalars eliminated where that is exact.
fn without_needless(mut formula: Formula) -> Formula {
    let mut kept = Vec::new();
    while let Some(scalar) = formula.exists.pop() {
        if !formula.body.names().0.contains(&scalar) {
            continue;
        }
        let single = |it: &Formula| !matches!(it.body.conjuncts().last(), Some(Body::Or(_)));
        let less = right_side::by_equation(&formula, &scalar)
            .or_else(|| right_side::by_projection(&formula, &scalar).filter(single));
        match less {
            Some(less) => formula = less,
            None => kept.push(scalar),
        }
    }
    kept.reverse();
    formula.exists = kept;
    formula
}
