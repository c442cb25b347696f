//! The polynomials that are zero at all of some points.
//!
//! Degree by degree, as in the algorithm of Buchberger and Möller (1982): the greatest monomial of a polynomial that was found
//! is expressed by lesser ones, so its multiples are left out of higher degrees, where they would only repeat it.

use heureka_number::{Int, Rational};

/// The product of these variables, by their place, in order; no variable is the number 1.
pub type Monomial = Vec<usize>;

/// A sum of products of a monomial and a factor.
pub type Polynomial = Vec<(Monomial, i128)>;

/// The degrees that are looked at, as long as there are no more monomials than this.
pub const GREATEST_DEGREE: usize = 6;
const MOST_MONOMIALS: usize = 36;

/// A polynomial with a greater factor is none that somebody had in mind.
const GREATEST_FACTOR: i128 = 10_000;

/// For each monomial so many points, or nothing is concluded.
const POINTS_PER_MONOMIAL: usize = 2;

/// What depends is looked for modulo this first.
const PRIME: i128 = 2_147_483_647;

/// For each monomial so many points are taken at first, those with small values before others.
const FIRST_POINTS: usize = 4;

/// A basis of the polynomials that are zero at all points, up to a degree that depends on how many variables there are.
pub fn equations(points: &[Vec<i128>]) -> Vec<Polynomial> {
    equations_up_to(GREATEST_DEGREE, points)
}

/// The same, with no greater degree than this.
pub fn equations_up_to(most: usize, points: &[Vec<i128>]) -> Vec<Polynomial> {
    let Some(first) = points.first() else { return Vec::new() };
    let vars: Vec<usize> = (0..first.len()).collect();
    let mut points: Vec<&Vec<i128>> = points.iter().collect();
    points.sort_by_key(|point| (point.iter().map(|value| value.abs()).max(), *point));
    points.dedup();
    let mut found: Vec<Polynomial> = Vec::new();
    for degree in 1..=most {
        let is_multiple = |monomial: &Monomial| found.iter().any(|polynomial| is_led_by(polynomial, monomial));
        let mut monomials = monomials(&vars, degree);
        monomials.retain(|monomial| !is_multiple(monomial));
        if degree > 2 && monomials.len() > MOST_MONOMIALS || points.len() < monomials.len() * POINTS_PER_MONOMIAL {
            break;
        }
        found.extend(zero_at_all(&points, &monomials).into_iter().filter(is_simple));
    }
    found
}

/// The last monomial as a sum of the others, if it is one at all points. The fewer of the others are needed the better: those that
/// the ones before them express are left out.
pub fn expressed(points: &[Vec<i128>], monomials: &[Monomial]) -> Option<Polynomial> {
    let last = monomials.last()?;
    if points.len() < monomials.len() * POINTS_PER_MONOMIAL || !depends(points, monomials) {
        return None;
    }
    let points: Vec<&Vec<i128>> = points.iter().collect();
    let found = zero_at_all(&points, monomials).into_iter().filter(is_simple);
    found.into_iter().find(|polynomial| polynomial.last().is_some_and(|(monomial, _)| monomial == last))
}

/// Whether the last monomial is a sum of the others, modulo a prime: quick, and true where it is so without.
fn depends(points: &[Vec<i128>], monomials: &[Monomial]) -> bool {
    let modulo = |value: i128| value.rem_euclid(PRIME);
    let mut basis: Vec<(usize, Vec<i128>)> = Vec::new();
    for point in points {
        let product = |monomial: &Monomial| monomial.iter().fold(1, |all, var| modulo(all * modulo(point[*var])));
        let mut row: Vec<i128> = monomials.iter().map(product).collect();
        for (pivot, other) in &basis {
            let factor = row[*pivot];
            if factor != 0 {
                row.iter_mut().zip(other).for_each(|(value, other)| *value = modulo(*value - factor * other));
            }
        }
        let Some(pivot) = row.iter().position(|value| *value != 0) else { continue };
        if pivot + 1 == monomials.len() {
            return false;
        }
        let inverse = inverse(row[pivot]);
        row.iter_mut().for_each(|value| *value = modulo(*value * inverse));
        basis.push((pivot, row));
    }
    true
}

/// By Fermat: the power with two less than the prime.
fn inverse(value: i128) -> i128 {
    let (mut power, mut square, mut exponent) = (1, value, PRIME - 2);
    while exponent > 0 {
        if exponent % 2 == 1 {
            power = power * square % PRIME;
        }
        square = square * square % PRIME;
        exponent /= 2;
    }
    power
}

fn is_simple(polynomial: &Polynomial) -> bool {
    polynomial.iter().all(|(_, factor)| factor.abs() <= GREATEST_FACTOR)
}

/// Whether a monomial is a multiple of the greatest one of a polynomial.
fn is_led_by(polynomial: &Polynomial, monomial: &Monomial) -> bool {
    let Some((lead, _)) = polynomial.last() else { return false };
    let count = |of: &Monomial, var: usize| of.iter().filter(|other| **other == var).count();
    lead.iter().all(|var| count(monomial, *var) >= count(lead, *var))
}

/// A basis of the sums of these monomials that are zero at all points: of some points first, then with those that refute one.
fn zero_at_all(points: &[&Vec<i128>], monomials: &[Monomial]) -> Vec<Polynomial> {
    let few = (monomials.len() * FIRST_POINTS).min(points.len());
    let mut taken: Vec<&Vec<i128>> = points[..few].to_vec();
    loop {
        let found = zero_at(&taken, monomials);
        let refute = |point: &&&Vec<i128>| found.iter().any(|polynomial| !value(polynomial, point).is_zero());
        let refuting: Vec<&Vec<i128>> = points[few..].iter().filter(refute).take(monomials.len()).copied().collect();
        if refuting.is_empty() {
            return found;
        }
        taken.extend(refuting);
    }
}

fn product(monomial: &Monomial, point: &[i128]) -> Int {
    monomial.iter().map(|&var| Int::from(point[var])).fold(Int::from(1), |a, b| a * b)
}

fn value(polynomial: &Polynomial, point: &[i128]) -> Int {
    let terms = polynomial.iter().map(|(monomial, factor)| product(monomial, point) * Int::from(*factor));
    terms.fold(Int::from(0), |a, b| a + b)
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
fn zero_at(points: &[&Vec<i128>], monomials: &[Monomial]) -> Vec<Polynomial> {
    let row = |point: &&Vec<i128>| monomials.iter().map(|monomial| Rational::from(product(monomial, point))).collect();
    let rows = reduced(points.iter().map(row));
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
    fn sums_of_powers_are_recognised() {
        let mut sum = 0;
        let cubes = (0..80).map(|x: i128| {
            sum += x * x * x;
            vec![x, sum]
        });
        let found = texts(&cubes.collect::<Vec<_>>());
        assert_eq!(found, ["-4y + 1xx + 2xxx + 1xxxx"], "and no multiples of it");
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
    fn the_last_monomial_is_expressed_by_the_others() {
        let points: Vec<Vec<i128>> = (0..9).flat_map(|k| (4..8).map(move |n| vec![k, n, n + 3 * k * k])).collect();
        let monomials: Vec<Monomial> = vec![vec![], vec![0], vec![1], vec![0, 0], vec![2]];
        assert_eq!(expressed(&points, &monomials).map(|found| text(&found)), Some("-1y + -3xx + 1z".to_owned()));
        assert_eq!(expressed(&points, &[vec![], vec![0], vec![1], vec![2]]), None, "it is not linear");
        assert_eq!(inverse(7) * 7 % PRIME, 1);
    }

    #[test]
    fn few_points_show_nothing() {
        assert!(equations(&[vec![1, 1], vec![2, 4]]).is_empty());
        assert!(equations(&[]).is_empty());
    }
}
