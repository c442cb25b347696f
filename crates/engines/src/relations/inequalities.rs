//! Inequalities between a product and a number that hold at all of some points: `least * i <= sum`, `x < (q + 1) * y`.
//!
//! For each product of two variables, or of their successors, and each third variable the difference is looked at. What it is
//! at least, at all points, is a candidate if that is a small number, if several points come that near, and if others do not:
//! a bound that no execution touches is more likely an accident of the points.

use std::collections::BTreeSet;

use crate::common::polynomials::Polynomial;

/// A bound farther from zero than this is none that somebody had in mind.
const GREATEST_BOUND: i128 = 2;

/// So many points must touch the bound, and some of them with a product that is not zero.
const TOUCHING: usize = 3;

/// The most candidates, those that are touched most often first.
const MOST: usize = 10;

/// More points are not looked at.
const MOST_POINTS: usize = 2_000;

/// What is added to the factors of a product.
const SHIFTS: [(i128, i128); 4] = [(0, 0), (1, 0), (0, 1), (1, 1)];

/// `sign * (z - (x + shifts.0) * (y + shifts.1))`
#[derive(Clone, Copy)]
struct Difference {
    factors: (usize, usize),
    shifts: (i128, i128),
    third: usize,
    sign: i128,
}

/// Polynomials that are zero or greater at all points.
pub fn inequalities(points: &[Vec<i128>]) -> Vec<Polynomial> {
    let Some(first) = points.first() else { return Vec::new() };
    let points: Vec<&[i128]> =
        points.iter().step_by(points.len().div_ceil(MOST_POINTS)).map(|point| &point[..]).collect();
    let changes = |var: &usize| points.iter().any(|point| point[*var] != points[0][*var]);
    let vars: Vec<usize> = (0..first.len()).collect();
    let changing: Vec<usize> = vars.iter().copied().filter(changes).collect();
    let mut found: Vec<(usize, Polynomial)> = Vec::new();
    for (at, x) in changing.iter().enumerate() {
        for (y, shifts) in changing[at..].iter().flat_map(|y| SHIFTS.map(|shifts| (y, shifts))) {
            for third in vars.iter().copied().filter(|z| z != x && z != y) {
                let difference = |sign| Difference { factors: (*x, *y), shifts, third, sign };
                found.extend([1, -1].into_iter().filter_map(|sign| difference(sign).bounded(&points)));
            }
        }
    }
    found.sort_by(|(a, _), (b, _)| b.cmp(a));
    found.truncate(MOST);
    found.into_iter().map(|(_, polynomial)| polynomial).collect()
}

impl Difference {
    fn product(&self, point: &[i128]) -> Option<i128> {
        (point[self.factors.0] + self.shifts.0).checked_mul(point[self.factors.1] + self.shifts.1)
    }

    fn at(&self, point: &[i128]) -> Option<i128> {
        point[self.third].checked_sub(self.product(point)?)?.checked_mul(self.sign)
    }

    /// The difference is at least a small number; and how many points touch that.
    fn bounded(&self, points: &[&[i128]]) -> Option<(usize, Polynomial)> {
        let mut least = i128::MAX;
        for point in points {
            least = least.min(self.at(point)?);
            if least < -GREATEST_BOUND {
                return None;
            }
        }
        if least > GREATEST_BOUND {
            return None;
        }
        let touching: BTreeSet<&[i128]> =
            points.iter().copied().filter(|point| self.at(point) == Some(least)).collect();
        let is_real = touching.len() >= TOUCHING
            && touching.iter().any(|point| self.product(point) != Some(0))
            && points.iter().any(|point| self.at(point) != Some(least));
        is_real.then(|| (touching.len(), self.at_least(least)))
    }

    /// The difference less a number, multiplied out.
    fn at_least(&self, least: i128) -> Polynomial {
        let Difference { factors: (x, y), shifts, third, sign } = *self;
        let terms = [
            (vec![third], sign),
            (vec![], -sign * shifts.0 * shifts.1 - least),
            (vec![x], -sign * shifts.1),
            (vec![y], -sign * shifts.0),
            (vec![x, y], -sign),
        ];
        terms.into_iter().filter(|(_, factor)| *factor != 0).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random() -> impl FnMut(i128) -> i128 {
        let mut state = 1i128;
        move |below| {
            state = (state * 48_271) % 2_147_483_647;
            state % below
        }
    }

    /// A sum of `count` numbers lies between the least of them and the greatest, times their number.
    #[test]
    fn sums_lie_between_multiples() {
        let mut next = random();
        let mut points = Vec::new();
        for _ in 0..60 {
            let (mut sum, mut least, mut most) = (0, 100, 0);
            for count in 0..6 {
                points.push(vec![count, sum, least, most]);
                let x = next(100);
                (sum, least, most) = (sum + x, least.min(x), most.max(x));
            }
        }
        let found = inequalities(&points);
        assert!(found.contains(&vec![(vec![1], 1), (vec![0, 2], -1)]), "{found:?}");
        assert!(found.contains(&vec![(vec![1], -1), (vec![0, 3], 1)]), "{found:?}");
    }

    /// The quotient and one more.
    #[test]
    fn quotients_lie_between_multiples() {
        let mut next = random();
        let points: Vec<Vec<i128>> =
            (0..400).map(|_| (next(60), next(9) + 1)).map(|(x, y)| vec![x, y, x / y]).collect();
        let found = inequalities(&points);
        assert!(found.contains(&vec![(vec![0], 1), (vec![1, 2], -1)]), "{found:?}");
        assert!(found.contains(&vec![(vec![0], -1), (vec![], -1), (vec![1], 1), (vec![1, 2], 1)]), "{found:?}");
    }

    #[test]
    fn what_is_found_holds_at_all_points() {
        let mut next = random();
        let points: Vec<Vec<i128>> = (0..200)
            .map(|_| (next(20) - 5, next(7), next(5)))
            .map(|(x, y, more)| vec![x, y, x * y + more, more])
            .collect();
        let value = |polynomial: &Polynomial, point: &[i128]| -> i128 {
            polynomial.iter().map(|(m, factor)| factor * m.iter().map(|var| point[*var]).product::<i128>()).sum()
        };
        let found = inequalities(&points);
        assert!(!found.is_empty());
        for polynomial in found {
            assert!(points.iter().all(|point| value(&polynomial, point) >= 0), "{polynomial:?}");
        }
    }
}
