//! A point of a conjunction: by a cheap guess, which nearly always succeeds on path edges, by boxes where values are few,
//! or by the simplex.
//!
//! The guess takes for each variable that no equality determines the value nearest to 0 that its own bounds allow, and
//! solves the equalities for their pivots. It is checked, so it is a point or nothing.

use heureka_number::{Int, Rational};

use super::boxes::few_points;
use super::cover::satisfies;
use super::profile::{Interval, Limit, bound};
use crate::conjunction::Conjunction;
use crate::expr::Var;
use crate::row::{Numbers, Row};
use crate::simplex::Model;

/// A point of the conjunction, or that there is none.
pub(super) fn sample(conjunction: &Conjunction) -> Option<Model> {
    if conjunction.is_false() {
        return None;
    }
    guess(conjunction).or_else(|| few_points(conjunction).unwrap_or_else(|| conjunction.model()))
}

fn guess(conjunction: &Conjunction) -> Option<Model> {
    let numbers = conjunction.numbers();
    if conjunction.others().is_empty() {
        // With 0 for all others the pivots solve their equalities.
        let value = |row: &Row| {
            let (pivot, coefficient) = row.expr().leading().expect("a canonical row has a variable");
            let value = Rational::new(-row.expr().constant(), coefficient.clone());
            (numbers == Numbers::Real || value.is_integer()).then_some((*pivot, value))
        };
        return conjunction.equalities().iter().map(value).collect::<Option<_>>().map(Model::new);
    }
    let mut values: Vec<(Var, Rational)> = Vec::new();
    for row in conjunction.others() {
        if let [(var, _)] = row.expr().terms()
            && let Some((_, interval)) = bound(row)
        {
            let at = values.iter().position(|(known, _)| known == var).unwrap_or_else(|| {
                values.push((*var, Rational::ZERO));
                values.len() - 1
            });
            let value = values[at].1.clone();
            values[at].1 = nearest(value, &interval);
        }
    }
    let free = Model::new(values.clone());
    for equality in conjunction.equalities() {
        let (pivot, coefficient) = equality.expr().leading().expect("a canonical row has a variable");
        let value = -free.eval(equality.expr()) / Rational::from(coefficient.clone());
        if numbers == Numbers::Integer && !value.is_integer() {
            return None;
        }
        values.push((*pivot, value));
    }
    let point = Model::new(values);
    satisfies(&point, conjunction).then_some(point)
}

/// The value moved into the interval, if it is outside.
fn nearest(value: Rational, interval: &Interval) -> Rational {
    let half = Rational::new(Int::ONE, Int::new(2));
    match (&interval.lower, &interval.upper) {
        (Some(Limit { value: lower, strict }), _) if value < *lower || (*strict && value == *lower) => {
            if *strict {
                lower + half
            } else {
                lower.clone()
            }
        }
        (_, Some(Limit { value: upper, strict })) if value > *upper || (*strict && value == *upper) => {
            if *strict {
                upper - half
            } else {
                upper.clone()
            }
        }
        _ => value,
    }
}
