//! The polynomials that are zero at all of some points.
//!
//! Linear ones first; a variable that they express by others is left out of the products, which would only repeat them.

use heureka_number::{Int, Rational};

/// The product of these variables, by their place, in order; no variable is the number 1.
pub type Monomial = Vec<usize>;

/// A sum of products of a monomial and a factor.
pub type Polynomial = Vec<(Monomial, i128)>;

/// Products of three are looked at if there are no more variables than this.
const MOST_FOR_CUBES: usize = 4;

/// A polynomial with a greater factor is none that somebody had in mind.
const GREATEST_FACTOR: i128 = 10_000;

/// For each monomial so many points, or nothing is concluded.
const POINTS_PER_MONOMIAL: usize = 2;

/// A basis of the polynomials that are zero at all points, up to degree 2 or 3.
pub fn equations(points: &[Vec<i128>]) -> Vec<Polynomial> {
    let Some(first) = points.first() else { return Vec::new() };
    let all: Vec<usize> = (0..first.len()).collect();
    let linear = zero_at(points, &monomials(&all, 1));
    // The greatest monomial of each is one variable, which it expresses by others.
    let expressed = |var: &usize| linear.iter().any(|polynomial| polynomial.last().is_some_and(|(m, _)| m == &[*var]));
    let free: Vec<usize> = all.iter().copied().filter(|var| !expressed(var)).collect();
    let degree = if free.len() <= MOST_FOR_CUBES { 3 } else { 2 };
    let mut found = linear.clone();
    found.extend(zero_at(points, &monomials(&free, degree)));
    found.retain(|polynomial| polynomial.iter().all(|(_, factor)| factor.abs() <= GREATEST_FACTOR));
    found
}

/// The monomials of these variables up to a degree, those of lower degree first.
fn monomials(vars: &[usize], degree: usize) -> Vec<Monomial> {
    let mut all = vec![Vec::new()];
    let mut last = vec![Monomial::new()];
    for _ in 0..degree {
        let longer = last.iter().flat_map(|monomial| {
            let from = monomial.last().copied().unwrap_or(0);
            vars.iter().filter(move |var| **var >= from).map(|var| [&monomial[..], &[*var]].concat())
        });
        last = longer.collect();
        all.extend(last.iter().cloned());
    }
    all
}

/// A basis of the sums of these monomials that are zero at all points. The last monomial of each occurs in no other one.
fn zero_at(points: &[Vec<i128>], monomials: &[Monomial]) -> Vec<Polynomial> {
    if points.len() < monomials.len() * POINTS_PER_MONOMIAL {
        return Vec::new();
    }
    let rows = reduced(points.iter().map(|point| {
        let value =
            |monomial: &Monomial| monomial.iter().map(|&var| Int::from(point[var])).fold(Int::from(1), |a, b| a * b);
        monomials.iter().map(|monomial| Rational::from(value(monomial))).collect()
    }));
    let is_pivot = |column: usize| rows.iter().any(|(pivot, _)| *pivot == column);
    let free = (0..monomials.len()).filter(|column| !is_pivot(*column));
    // The free monomial is the sum of those with a pivot, by what stands in its column.
    let polynomial = |column: usize| {
        let mut terms: Vec<(usize, Rational)> =
            rows.iter().map(|(pivot, row)| (*pivot, -&row[column])).filter(|(_, factor)| !factor.is_zero()).collect();
        terms.push((column, Rational::from(1)));
        terms.sort_by_key(|(column, _)| *column);
        whole(&terms).map(|factors| {
            terms.iter().zip(factors).map(|((column, _), factor)| (monomials[*column].clone(), factor)).collect()
        })
    };
    free.filter_map(polynomial).collect()
}

/// Rows in reduced echelon form that span the same space, each with the column of its pivot, which is 1.
fn reduced(rows: impl Iterator<Item = Vec<Rational>>) -> Vec<(usize, Vec<Rational>)> {
    let mut basis: Vec<(usize, Vec<Rational>)> = Vec::new();
    for mut row in rows {
        for (pivot, other) in &basis {
            subtract(&mut row, other, *pivot);
        }
        let Some(pivot) = row.iter().position(|value| !value.is_zero()) else { continue };
        let factor = row[pivot].recip();
        row.iter_mut().for_each(|value| *value *= &factor);
        for (_, other) in &mut basis {
            subtract(other, &row, pivot);
        }
        basis.push((pivot, row));
    }
    basis
}

/// Makes the column of a pivot zero.
fn subtract(row: &mut [Rational], other: &[Rational], pivot: usize) {
    if row[pivot].is_zero() {
        return;
    }
    let factor = row[pivot].clone();
    for (value, other) in row.iter_mut().zip(other).filter(|(_, other)| !other.is_zero()) {
        *value -= &(other * &factor);
    }
}

/// The factors times the least number that makes them whole, if they are small enough.
fn whole(terms: &[(usize, Rational)]) -> Option<Vec<i128>> {
    let mut common = 1i128;
    for (_, factor) in terms {
        let denominator = factor.denominator().to_i128()?;
        common = common.checked_mul(denominator / gcd(common, denominator))?;
        if common > GREATEST_FACTOR {
            return None;
        }
    }
    let scale = Rational::from(Int::from(common));
    terms.iter().map(|(_, factor)| (factor * &scale).to_int()?.to_i128()).collect()
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(polynomial: &Polynomial) -> String {
        let term = |(monomial, factor): &(Monomial, i128)| {
            let vars: String = monomial.iter().map(|var| ["x", "y", "z", "u"][*var]).collect();
            format!("{factor}{vars}")
        };
        polynomial.iter().map(term).collect::<Vec<_>>().join(" + ")
    }

    fn texts(points: &[Vec<i128>]) -> Vec<String> {
        equations(points).iter().map(text).collect()
    }

    #[test]
    fn squares_and_sums_are_recognised() {
        let squares: Vec<Vec<i128>> = (0..60).map(|x| vec![x, x * x]).collect();
        assert_eq!(texts(&squares)[0], "-1y + 1xx");
        let sums: Vec<Vec<i128>> = (0..60).map(|x| vec![x, x * (x + 1) / 2]).collect();
        assert_eq!(texts(&sums)[0], "1x + -2y + 1xx");
    }

    #[test]
    fn a_variable_that_others_express_has_no_products() {
        let points: Vec<Vec<i128>> = (0..100).map(|x| vec![x, 7 * x % 19, x + 3]).collect();
        let found = texts(&points);
        assert_eq!(found[0], "-3 + -1x + 1z");
        assert!(found[1..].iter().all(|text| !text.contains('z')), "{found:?}");
    }

    /// What is found is zero at each point, and at the points of a line nothing is said that does not hold on all of it.
    #[test]
    fn what_is_found_is_zero_everywhere() {
        let mut state = 1i128;
        let mut next = move || {
            state = (state * 48_271) % 2_147_483_647;
            state % 41 - 20
        };
        let points: Vec<Vec<i128>> =
            (0..200).map(|_| (next(), next())).map(|(q, y)| vec![q, y, 5, q * y + 5]).collect();
        let found = equations(&points);
        assert!(found.iter().any(|polynomial| text(polynomial).contains("xy")), "{found:?}");
        for point in &points {
            for polynomial in &found {
                let term = |(monomial, factor): &(Monomial, i128)| {
                    factor * monomial.iter().map(|var| point[*var]).product::<i128>()
                };
                assert_eq!(polynomial.iter().map(term).sum::<i128>(), 0, "{}", text(polynomial));
            }
        }
    }

    #[test]
    fn few_points_show_nothing() {
        assert!(equations(&[vec![1, 1], vec![2, 4]]).is_empty());
        assert!(equations(&[]).is_empty());
    }
}
