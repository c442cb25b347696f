//! Numbers that are multiples of others at all of some points, or sums of multiples of two others: what Euclid's algorithm keeps.
//!
//! "Some k has x = k·y" is a formula with a quantifier, for which `certify` tries numbers that it knows.

use heureka_ir::formula::{BoundId, Formula, Number};
use heureka_ir::invariant::{Relation, Value};

use super::equations::Monomial;

/// A number is a sum of multiples of others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Multiple {
    pub of: Monomial,
    pub divisors: Vec<usize>,
}

/// So many quotients must occur, or it may be an accident.
const QUOTIENTS: usize = 3;

/// The most candidates.
const MOST: usize = 8;

/// What is a multiple at all points; products of two variables only as sums of multiples of two others.
pub fn multiples(points: &[Vec<i128>]) -> Vec<Multiple> {
    let Some(first) = points.first() else { return Vec::new() };
    let vars: Vec<usize> = (0..first.len()).collect();
    let is_divisor = |var: &usize| points.iter().all(|point| point[*var] != 0) && few_are_one(points, *var);
    let divisors: Vec<usize> = vars.iter().copied().filter(is_divisor).collect();
    let mut found = Vec::new();
    for (x, y) in vars.iter().flat_map(|x| divisors.iter().map(move |y| (*x, *y))).filter(|(x, y)| x != y) {
        let quotient = |point: &Vec<i128>| (point[x] % point[y] == 0).then(|| point[x] / point[y]);
        let Some(mut quotients) = points.iter().map(quotient).collect::<Option<Vec<i128>>>() else { continue };
        quotients.sort_unstable();
        quotients.dedup();
        if quotients.len() >= QUOTIENTS {
            found.push(Multiple { of: vec![x], divisors: vec![y] });
        }
    }
    for (at, &y) in divisors.iter().enumerate() {
        for &z in &divisors[at + 1..] {
            found.extend(combined(points, &vars, (y, z)));
        }
    }
    found.truncate(MOST);
    found
}

/// Whether a number is neither 1 nor −1 at many points: those divide everything.
fn few_are_one(points: &[Vec<i128>], var: usize) -> bool {
    points.iter().filter(|point| point[var].abs() == 1).count() * 4 <= points.len() * 3
}

/// The variables and products of two that the greatest common divisor of two variables divides at all points, and neither of them
/// at all.
fn combined(points: &[Vec<i128>], vars: &[usize], (y, z): (usize, usize)) -> Vec<Multiple> {
    let others: Vec<usize> = vars.iter().copied().filter(|x| *x != y && *x != z).collect();
    let squares = others.iter().enumerate().flat_map(|(at, a)| others[at..].iter().map(move |b| vec![*a, *b]));
    let monomials = others.iter().map(|x| vec![*x]).chain(squares);
    let is_multiple = |monomial: &Monomial| {
        let value = |point: &Vec<i128>| monomial.iter().map(|var| point[*var]).product::<i128>();
        let is_divided = |point: &Vec<i128>, by: i128| value(point) % by == 0;
        // A product of which a factor is a multiple already says nothing.
        let has_factor = monomial.len() > 1
            && monomial.iter().any(|x| points.iter().all(|point| point[*x] % gcd(point[y], point[z]) == 0));
        !has_factor
            && points.iter().all(|point| is_divided(point, gcd(point[y], point[z])))
            && [y, z].iter().all(|var| points.iter().any(|point| !is_divided(point, point[*var])))
            && points.iter().filter(|point| gcd(point[y], point[z]) > 1).count() >= QUOTIENTS
    };
    monomials.filter(is_multiple).map(|of| Multiple { of, divisors: vec![y, z] }).collect()
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

impl Multiple {
    /// As a formula whose bound variables have the numbers from `next` on.
    pub fn formula(&self, values: &[Value], next: &mut u32) -> Formula {
        let value = |at: &usize| Number::Value(values[*at]);
        let product = |left: Number, right: Number| Number::Product(Box::new(left), Box::new(right));
        let mut terms: Vec<(Number, i128)> =
            self.of.iter().map(value).reduce(product).map(|of| (of, 1)).into_iter().collect();
        let mut bound = Vec::new();
        for divisor in &self.divisors {
            let multiplier = BoundId(*next);
            *next += 1;
            bound.push(multiplier);
            terms.push((product(Number::Bound(multiplier), value(divisor)), -1));
        }
        Formula::Exists(bound, Box::new(Formula::Compare(Number::Sum(terms, 0), Relation::Zero)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// d, p·d and q·d, made smaller as Euclid does, with p and q beside.
    fn points() -> Vec<Vec<i128>> {
        let mut points = Vec::new();
        for (d, p, q) in (1..9).flat_map(|d| (1..7).flat_map(move |p| (1..7).map(move |q| (d, p, q)))) {
            let (mut a, mut b) = (p * d, q * d);
            while a != b {
                points.push(vec![d, p, q, a, b]);
                if a > b { a -= b } else { b -= a }
            }
        }
        points
    }

    #[test]
    fn what_euclid_keeps() {
        let found = multiples(&points());
        assert!(found.contains(&Multiple { of: vec![3], divisors: vec![0] }), "{found:?}");
        assert!(found.contains(&Multiple { of: vec![4], divisors: vec![0] }), "{found:?}");
        assert!(found.contains(&Multiple { of: vec![0, 1], divisors: vec![3, 4] }), "{found:?}");
        assert!(!found.iter().any(|multiple| multiple.of == [1]), "{found:?}");
    }

    #[test]
    fn few_points_show_nothing() {
        assert!(multiples(&[vec![2, 4], vec![3, 9]]).is_empty());
        assert!(multiples(&[]).is_empty());
    }

    #[test]
    fn bound_variables_differ() {
        let values = [Value::Now(heureka_ir::VarId(0)), Value::Now(heureka_ir::VarId(1))];
        let mut next = 4;
        let both = Multiple { of: vec![0, 1], divisors: vec![0, 1] }.formula(&values, &mut next);
        assert!(matches!(both, Formula::Exists(bound, _) if bound == [BoundId(4), BoundId(5)]));
        assert_eq!(next, 6);
    }
}
