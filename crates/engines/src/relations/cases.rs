//! Equations that hold on one side of a number only: `0 <= n` implies `2 * sum == n * (n + 1)`.
//!
//! Recursion mostly ends where an argument is zero or negative, and what is given back there is another formula.

use crate::common::polynomials::{Polynomial, equations};

/// The numbers that divide the points: below, and from here on.
const BORDERS: [i128; 2] = [0, 1];

/// More values are not looked at.
const MOST_GIVEN: usize = 3;

/// Pairs of polynomials: where the first is zero or greater, the second is zero at all points. Conditions are about the values
/// at the places that are given; what holds at all points is left out.
pub fn cases(points: &[Vec<i128>], given: &[usize]) -> Vec<(Polynomial, Polynomial)> {
    let everywhere = equations(points);
    let mut found = Vec::new();
    for (&at, border) in given.iter().take(MOST_GIVEN).flat_map(|at| BORDERS.map(|border| (at, border))) {
        let (above, below): (Vec<Vec<i128>>, Vec<Vec<i128>>) =
            points.iter().cloned().partition(|point| point[at] >= border);
        if above.is_empty() || below.is_empty() {
            continue;
        }
        for (side, sign) in [(above, 1), (below, -1)] {
            // at >= border, or border - 1 - at >= 0
            let constant = if sign == 1 { -border } else { border - 1 };
            let condition = [(vec![], constant), (vec![at], sign)].into_iter().filter(|(_, factor)| *factor != 0);
            let condition: Polynomial = condition.collect();
            let new = equations(&side).into_iter().filter(|polynomial| !everywhere.contains(polynomial));
            found.extend(new.map(|polynomial| (condition.clone(), polynomial)));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_is_zero_below_and_a_product_above() {
        let points: Vec<Vec<i128>> = (-40..40i128).map(|n| vec![n, if n <= 0 { 0 } else { n * (n + 1) / 2 }]).collect();
        let found = cases(&points, &[0]);
        let triangle: Polynomial = vec![(vec![0], 1), (vec![1], -2), (vec![0, 0], 1)];
        assert!(found.contains(&(vec![(vec![0], 1)], triangle.clone())), "{found:?}");
        assert!(found.contains(&(vec![(vec![0], -1)], vec![(vec![1], 1)])), "n <= 0: {found:?}");
        assert!(!found.contains(&(vec![(vec![0], -1)], triangle)), "{found:?}");
    }

    #[test]
    fn one_side_is_no_case() {
        let points: Vec<Vec<i128>> = (1..40).map(|n| vec![n, n * n]).collect();
        assert!(cases(&points, &[0]).is_empty());
    }
}
