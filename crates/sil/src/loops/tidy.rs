//! Until a person likes to read it: bound scalars that can be eliminated go, and so do conjuncts that follow from the others.
//!
//! The result is equivalent to what came in, except where a bound scalar is eliminated by dropping nothing: elimination is
//! exact too (an equation, or projection of linear constraints).

use crate::decide::{entails, right_side};
use crate::formula::{Body, Formula};
use crate::limits::{Limits, Reason};

/// The formula, simplified.
pub fn tidy(formula: Formula, thoroughly: bool, limits: Limits<'_>) -> Result<Formula, Reason> {
    let formula = without_needless(formula);
    if !thoroughly {
        return Ok(formula);
    }
    let mut parts: Vec<Body> = formula.body.conjuncts().into_iter().cloned().collect();
    // What is long goes first.
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.sort_by_key(|place| std::cmp::Reverse(cost(&parts[*place])));
    let mut gone = vec![false; parts.len()];
    for place in order {
        let rest = parts.iter().enumerate().filter(|(other, _)| *other != place && !gone[*other]);
        let rest = Formula::from(Body::and(rest.map(|(_, part)| part.clone())));
        let goal = Formula::from(parts[place].clone());
        match entails(&rest, &goal, limits) {
            Ok(answer) => gone[place] = answer.holds(),
            Err(Reason::TooHard(_)) => {}
            Err(other) => return Err(other),
        }
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

/// How much of a reader's time a part takes.
fn cost(part: &Body) -> (usize, usize) {
    let kind = match part {
        Body::Compare(_) => 0,
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
