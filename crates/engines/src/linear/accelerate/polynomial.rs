//! Polynomials over the integers 0, 1, 2, …, given by their forward differences at 0, and where they change their sign.
//!
//! `p(j) = Σ dₖ·C(j, k)` (Newton). The differences of p are p's list without its first entry. Between two places where
//! the difference changes its sign, p is monotone and a bisection finds where it crosses 0; so all sign changes are found
//! exactly, from the constant upwards, whatever the numbers.

use heureka_number::Int;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Polynomial {
    /// dₖ, the k-th difference at 0; the last one is not 0.
    differences: Vec<Int>,
}

impl Polynomial {
    pub fn new(mut differences: Vec<Int>) -> Polynomial {
        while differences.last().is_some_and(Int::is_zero) {
            differences.pop();
        }
        Polynomial { differences }
    }

    pub fn at(&self, j: &Int) -> Int {
        combine(&self.differences, j)
    }

    /// The first j at which the polynomial is negative, if there is one.
    pub fn first_negative(&self) -> Option<Int> {
        if self.at(&Int::ZERO).is_negative() {
            return Some(Int::ZERO);
        }
        self.sign_changes().into_iter().find(|j| self.at(j).is_negative())
    }

    /// The first j at which the polynomial is not 0.
    pub fn first_nonzero(&self) -> Option<Int> {
        // With d₀ = … = dₖ₋₁ = 0 and dₖ ≠ 0 it is 0 at 0 .. k−1, and dₖ at k.
        self.differences.iter().position(|difference| !difference.is_zero()).map(Int::from)
    }

    /// The places j ≥ 1 at which it is negative and was not at j − 1, or the other way round, ascending.
    fn sign_changes(&self) -> Vec<Int> {
        let mut changes: Vec<Int> = Vec::new();
        for start in (0..self.differences.len()).rev() {
            let part = Polynomial { differences: self.differences[start..].to_vec() };
            // On each stretch from one sign change of the difference to the next, the part is monotone.
            let mut found = Vec::new();
            let mut from = Int::ZERO;
            for to in &changes {
                found.extend(part.crossing(&from, to));
                from = to.clone();
            }
            found.extend(part.last_crossing(&from));
            changes = found;
        }
        changes
    }

    /// The sign change in `from + 1 ..= to`, where the polynomial is monotone from `from` to `to`.
    fn crossing(&self, from: &Int, to: &Int) -> Option<Int> {
        let negative = self.at(from).is_negative();
        if self.at(to).is_negative() == negative {
            return None;
        }
        let (mut same, mut other) = (from.clone(), to.clone());
        while &other - &same > Int::ONE {
            let middle = (&same + &other).div_floor(&Int::new(2));
            if self.at(&middle).is_negative() == negative {
                same = middle;
            } else {
                other = middle;
            }
        }
        Some(other)
    }

    /// The sign change after `from`, where the polynomial is monotone for ever.
    fn last_crossing(&self, from: &Int) -> Option<Int> {
        // A monotone polynomial that is not constant goes to infinity on the side that its last difference says.
        let leads_down = self.differences.last()?.is_negative();
        if self.differences.len() == 1 || leads_down == self.at(from).is_negative() {
            return None;
        }
        let mut step = Int::ONE;
        while self.at(&(from + &step)).is_negative() != leads_down {
            step = &step * Int::new(2);
        }
        self.crossing(from, &(from + step))
    }
}

/// `Σ dₖ·C(j, k)`.
fn combine(differences: &[Int], j: &Int) -> Int {
    let (mut sum, mut binomial) = (Int::ZERO, Int::ONE);
    for (k, difference) in differences.iter().enumerate() {
        sum += difference * &binomial;
        binomial = (binomial * (j - Int::from(k))).div_exact(&Int::from(k + 1));
    }
    sum
}

/// `C(j, k)` for k = 0, 1, … `count − 1`.
pub(super) fn binomials(j: &Int, count: usize) -> Vec<Int> {
    let mut binomials = vec![Int::ONE];
    for k in 1..count {
        let next = (&binomials[k - 1] * (j - Int::from(k - 1))).div_exact(&Int::from(k));
        binomials.push(next);
    }
    binomials
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_negative_is_what_a_search_finds() {
        for a in -6..=6 {
            for b in -4..=4 {
                for c in -2..=2 {
                    for d in -1..=1 {
                        let p = Polynomial::new([a, b, c, d].map(Int::new).to_vec());
                        let expected = (0..200).find(|j| p.at(&Int::new(*j)).is_negative()).map(Int::new);
                        assert_eq!(p.first_negative(), expected, "{p:?}");
                        let expected = (0..200).find(|j| !p.at(&Int::new(*j)).is_zero()).map(Int::new);
                        assert_eq!(p.first_nonzero(), expected, "{p:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn far_away() {
        // 10^12 − j·(j − 1)/2
        let p = Polynomial::new([1_000_000_000_000, 0, -1].map(Int::new).to_vec());
        let first = p.first_negative().unwrap();
        assert!(p.at(&first).is_negative() && !p.at(&(first - Int::ONE)).is_negative());
    }
}
