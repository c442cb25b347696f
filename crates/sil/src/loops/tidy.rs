//! Until a person likes to read it: bound scalars that can be eliminated go, and so do conjuncts that follow from the others.
//!
//! The result is equivalent to what came in, except where a bound scalar is eliminated by dropping nothing: elimination is
//! exact too (an equation, or projection of linear constraints).

use std::collections::BTreeSet;

use heureka_linear::{Conjunction, Kind, LinearExpr, Numbers, Var};
use heureka_number::Int;

use crate::decide::{entails, right_side};
use crate::formula::{Body, Difference, Formula, Operand, Property, Sign};
use crate::limits::{Limits, Reason};
use crate::names::{Array, Scalar};
use crate::sum::Sum;
use crate::term::{Base, Term};

/// The formula, simplified.
pub fn tidy(formula: Formula, thoroughly: bool, limits: Limits<'_>) -> Result<Formula, Reason> {
    let formula = without_needless(formula);
    if !thoroughly {
        return Ok(formula);
    }
    let formula = without_lonely(formula);
    let parts: Vec<Body> = formula.body.conjuncts().into_iter().map(with_fewest_bounds).collect();
    let (parts, changed) = cells_as_reads(parts, limits)?;
    let mut formula = Formula { exists: formula.exists, body: Body::and(parts) };
    if changed {
        formula = without_needless(formula);
    }
    let mut parts: Vec<Body> = linear_parts(&formula.body);
    for place in 0..parts.len() {
        if let Body::Or(alternatives) = &parts[place] {
            let rest = parts.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, part)| part.clone());
            let rest = Body::and(rest);
            let mut alternatives = alternatives.clone();
            for number in 0..alternatives.len() {
                let others: Vec<Body> =
                    alternatives.iter().enumerate().filter(|(it, _)| *it != number).map(|(_, it)| it.clone()).collect();
                alternatives[number] = shortened(&alternatives[number], &rest, &others, limits)?;
            }
            parts[place] = Body::or(alternatives);
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
    let formula = without_needless(Formula { exists: formula.exists, body });
    without_witnessed(formula, limits)
}

/// Without what is said of a bound scalar, where the rest implies it for some term in its place.
fn without_witnessed(mut formula: Formula, limits: Limits<'_>) -> Result<Formula, Reason> {
    for scalar in formula.exists.clone() {
        let (about, rest): (Vec<Body>, Vec<Body>) =
            formula.body.conjuncts().into_iter().cloned().partition(|part| part.names().0.contains(&scalar));
        let about = Body::and(about);
        for witness in witnesses(&about, &scalar) {
            let said = about.replace(
                &|name| if *name == scalar { witness.clone() } else { Term::scalar(name.clone()) },
                &Array::clone,
            );
            if follows(Body::and(rest.iter().cloned()), said, limits)? {
                formula.body = Body::and(rest);
                formula.exists.retain(|name| *name != scalar);
                break;
            }
        }
    }
    Ok(formula)
}

/// The terms that a scalar is compared with.
fn witnesses(body: &Body, scalar: &Scalar) -> Vec<Term> {
    let mut found: Vec<Term> = Vec::new();
    let own = Base::Scalar(scalar.clone());
    let mut see = |term: Term| {
        let mut inside = BTreeSet::new();
        term.collect(&mut inside, &mut BTreeSet::new());
        if !inside.contains(scalar) && !found.contains(&term) {
            found.push(term);
        }
    };
    let mut open = vec![body];
    while let Some(body) = open.pop() {
        match body {
            Body::And(parts) | Body::Or(parts) => open.extend(parts),
            Body::Not(inner) => open.push(inner),
            Body::Compare(comparison) => {
                let coefficient = comparison.sum.coefficient(&own);
                let rest = comparison.sum.minus(&Sum::of(own.clone()).scaled(&coefficient));
                if coefficient.is_unit()
                    && let Some(term) = Term::from_sum(&rest.scaled(&-&coefficient))
                {
                    see(term);
                }
            }
            Body::ForAll(property) => {
                for Difference { left, right, bound } in property.value.0.iter().flatten() {
                    for (one, other, number) in [(left, right, bound.clone()), (right, left, -bound)] {
                        match other {
                            _ if *one != Operand::Base(own.clone()) => {}
                            Operand::Base(base) => see(Term { base: Some(base.clone()), offset: number }),
                            Operand::Zero => see(Term { base: None, offset: number }),
                            Operand::Index | Operand::Cell(..) => {}
                        }
                    }
                }
            }
        }
    }
    found
}

/// Whether one formula entails another; what is too hard counts as no. Bound scalars are the same on both sides.
fn follows(left: Body, right: Body, limits: Limits<'_>) -> Result<bool, Reason> {
    match entails(&Formula::from(left), &Formula::from(right), limits) {
        Ok(answer) => Ok(answer.holds()),
        Err(Reason::TooHard(_)) => Ok(false),
        Err(other) => Err(other),
    }
}

/// An alternative without what follows from the rest of it and of the formula, or fails only in other alternatives.
fn shortened(alternative: &Body, rest: &Body, others: &[Body], limits: Limits<'_>) -> Result<Body, Reason> {
    let mut parts: Vec<Body> = alternative.conjuncts().into_iter().cloned().collect();
    parts.sort_by_key(|part| std::cmp::Reverse(cost(part)));
    let mut place = 0;
    while place < parts.len() && parts.len() > 1 {
        let candidate = parts.remove(place);
        let left = Body::and([rest.clone()].into_iter().chain(parts.iter().cloned()));
        let goal = Body::or([candidate.clone()].into_iter().chain(others.iter().cloned()));
        if !follows(left, goal, limits)? {
            parts.insert(place, candidate);
            place += 1;
        }
    }
    parts.reverse();
    Ok(Body::and(parts))
}

/// A bound scalar that occurs in one linear constraint only makes that constraint true.
fn without_lonely(mut formula: Formula) -> Formula {
    let mut kept = Vec::new();
    for scalar in formula.exists.clone() {
        if !is_lonely(&formula.body, &scalar) {
            kept.push(scalar);
            continue;
        }
        formula.body = without_leaf(&formula.body, &scalar);
    }
    formula.exists = kept;
    formula
}

fn is_lonely(body: &Body, scalar: &Scalar) -> bool {
    let mut leaves = Vec::new();
    leaves_with(body, scalar, &mut leaves);
    let [Body::Compare(comparison)] = leaves[..] else { return false };
    let inside_read = comparison.sum.terms().any(|(base, _)| match base {
        Base::Read(..) => Body::at_most(Sum::of(base.clone()), &Sum::zero()).names().0.contains(scalar),
        _ => false,
    });
    comparison.sum.coefficient(&Base::Scalar(scalar.clone())).is_unit() && !inside_read
}

fn leaves_with<'b>(body: &'b Body, scalar: &Scalar, leaves: &mut Vec<&'b Body>) {
    match body {
        Body::And(parts) | Body::Or(parts) => parts.iter().for_each(|part| leaves_with(part, scalar, leaves)),
        leaf if leaf.names().0.contains(scalar) => leaves.push(leaf),
        _ => {}
    }
}

fn without_leaf(body: &Body, scalar: &Scalar) -> Body {
    match body {
        Body::And(parts) => Body::and(parts.iter().map(|part| without_leaf(part, scalar))),
        Body::Or(parts) => Body::or(parts.iter().map(|part| without_leaf(part, scalar))),
        leaf if leaf.names().0.contains(scalar) => Body::truth(),
        leaf => leaf.clone(),
    }
}

/// The conjuncts, with the linear ones brought into their shortest form: equations that hold are said as such.
fn linear_parts(body: &Body) -> Vec<Body> {
    let mut bases: BTreeSet<Base> = BTreeSet::new();
    let (mut comparisons, mut parts) = (Vec::new(), Vec::new());
    for part in body.conjuncts() {
        match part {
            Body::Compare(comparison) => {
                bases.extend(comparison.sum.terms().map(|(base, _)| base.clone()));
                comparisons.push(comparison);
            }
            other => parts.push(other.clone()),
        }
    }
    // Scalars come before lengths, and lengths before cells: the latter are said in terms of the former.
    let bases: Vec<Base> = bases.into_iter().collect();
    let var = |base: &Base| {
        let place = bases.iter().position(|known| known == base).expect("collected before");
        Var(u32::try_from(place).expect("few quantities"))
    };
    let rows = comparisons.iter().map(|comparison| {
        let terms = comparison.sum.terms().map(|(base, coefficient)| (var(base), coefficient.clone()));
        let kind = if comparison.sign == Sign::EqualZero { Kind::Equal } else { Kind::AtLeast };
        (LinearExpr::new(terms, comparison.sum.constant().clone()), kind)
    });
    let all = Conjunction::new(Numbers::Integer, rows);
    if all.is_false() || !all.is_satisfiable() {
        return vec![Body::falsehood()];
    }
    let short = all.with_implied_equalities().remove_redundant();
    let mut linear = Vec::new();
    for row in short.rows() {
        let sign = match row.kind() {
            Kind::Equal => Sign::EqualZero,
            Kind::AtLeast => Sign::AtLeastZero,
            // Does not come up from such rows; what was there is kept then.
            Kind::Above | Kind::Modulo { .. } => return body.conjuncts().into_iter().cloned().collect(),
        };
        let start = Sum::number(row.expr().constant().clone());
        let sum = row.expr().terms().iter().fold(start, |sum, (var, coefficient)| {
            sum.plus_scaled(coefficient, &Sum::of(bases[var.0 as usize].clone()))
        });
        linear.push(Body::compare(sum, sign));
    }
    linear.extend(parts);
    linear
}

/// Of bounds that differ by a number, only the tightest; no bound that only says that the cells exist.
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
    let mut upper = tightest(&property.upper, true);
    // That the cells exist goes without saying, if there is another bound.
    let cells = property.cells();
    let is_end = |term: &Term| match &term.base {
        Some(Base::Length(array)) => {
            cells.iter().any(|(name, offset)| name == array && term.offset >= Int::from(-1 - offset))
        }
        _ => false,
    };
    if upper.iter().any(|term| !is_end(term)) {
        upper.retain(|term| !is_end(term));
    }
    Body::ForAll(Property { lower: tightest(&property.lower, false), upper, value: property.value.clone() })
}

/// Properties of one index whose cells are known to exist, as linear constraints on these cells.
fn cells_as_reads(mut parts: Vec<Body>, limits: Limits<'_>) -> Result<(Vec<Body>, bool), Reason> {
    let mut changed = false;
    for place in 0..parts.len() {
        let Body::ForAll(property) = &parts[place] else { continue };
        // One index: a lower bound is an upper bound, too.
        let Some(lower) = property.lower.iter().find(|lower| property.upper.contains(lower)) else { continue };
        if !property.is_conjunctive() {
            continue;
        }
        let uppers = property.upper.iter().map(|upper| Body::at_most(lower.to_sum(), &upper.to_sum()));
        let lowers = property.lower.iter().map(|other| Body::at_most(other.to_sum(), &lower.to_sum()));
        let bounds = Body::and(uppers.chain(lowers));
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
        let rest = Body::and(rest);
        // Where the index is outside of the other bounds, the cell may be as said for another reason.
        let is_known = follows(rest.clone(), Body::and([inside.clone(), bounds.clone()]), limits)?
            || bounds != Body::truth()
                && follows(
                    Body::and([rest, parts[place].clone()]),
                    Body::and([inside, Body::and(rows.iter().cloned())]),
                    limits,
                )?;
        if is_known {
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
