//! Points of conjunctions with remainders whose variables have few values.
//!
//! A remainder ties variables by a quotient of its own, which the simplex method can choose almost freely over ℝ: it finds
//! out late that there is no point. Values of narrow types are few, and intervals that are narrowed by the rows and cut in
//! two see it at once. Invariant: no box is dropped that has a point in it.

use heureka_number::{Int, Rational};

use crate::conjunction::Conjunction;
use crate::expr::Var;
use crate::interrupt::poll;
use crate::row::{Kind, Numbers};
use crate::simplex::Model;

/// After this many boxes the question is left open.
const MOST_BOXES: usize = 500;
/// How often the rows narrow one box.
const MOST_ROUNDS: usize = 8;
/// How many values with the wrong remainder are skipped at each end of an interval.
const MOST_SKIPPED: i128 = 256;
/// Boxes with more points than this are not begun.
const MOST_POINTS: i128 = 1 << 20;
/// Numbers beyond this are not looked at, so that sums of products fit.
const LARGEST: i128 = 1 << 60;

/// The values from the first to the last; unknown ends are `None`.
type Side = (Option<i128>, Option<i128>);

enum Relation {
    Zero,
    AtLeastZero,
    Modulo { modulus: i128, width: i128 },
}

/// A row whose variables are places in a box.
struct Flat {
    constant: i128,
    terms: Vec<(usize, i128)>,
    relation: Relation,
}

/// Whether there is a point, and which; `None` if that is not seen soon, or if there is no remainder in the rows.
pub(super) fn few_points(conjunction: &Conjunction) -> Option<Option<Model>> {
    if conjunction.numbers() == Numbers::Real || !conjunction.rows().iter().any(|row| row.is_modulo()) {
        return None;
    }
    let vars: Vec<Var> = conjunction.vars().into_iter().collect();
    let rows = flat_rows(conjunction, &vars)?;
    let size = |side: &Side| Some(side.1? - side.0?);
    let mut whole = vec![(None, None); vars.len()];
    if !narrow_all(&rows, &mut whole) {
        return Some(None);
    }
    let count = whole.iter().try_fold(1i128, |count, side| count.checked_mul(size(side)?.checked_add(1)?));
    count.filter(|count| *count <= MOST_POINTS)?;
    let mut open = vec![whole];
    for _ in 0..MOST_BOXES {
        let Some(mut sides) = open.pop() else { return Some(None) };
        poll(64 * rows.len());
        if !narrow_all(&rows, &mut sides) {
            continue;
        }
        let wide = (0..sides.len()).filter(|&place| size(&sides[place]) != Some(0));
        let Some(place) = wide.min_by_key(|&place| size(&sides[place]).unwrap_or(i128::MAX)) else {
            let values = vars.iter().zip(&sides).map(|(var, side)| Some((*var, Rational::from(Int::from(side.0?)))));
            let point = Model::new(values.collect::<Option<Vec<_>>>()?);
            return super::cover::satisfies(&point, conjunction).then_some(Some(point));
        };
        let (Some(low), Some(high)) = sides[place] else { return None };
        let middle = low + (high - low) / 2;
        for side in [(middle + 1, high), (low, middle)] {
            let mut half = sides.clone();
            half[place] = (Some(side.0), Some(side.1));
            open.push(half);
        }
    }
    open.is_empty().then_some(None)
}

/// The rows; `None` if their numbers are too large.
fn flat_rows(conjunction: &Conjunction, vars: &[Var]) -> Option<Vec<Flat>> {
    let number = |number: &Int| number.to_i128().filter(|number| number.abs() <= LARGEST);
    let flat = |row: &crate::row::Row| {
        let relation = match row.kind() {
            Kind::Equal => Relation::Zero,
            Kind::AtLeast => Relation::AtLeastZero,
            Kind::Modulo { modulus, width } => Relation::Modulo { modulus: number(modulus)?, width: number(width)? },
            Kind::Above => return None,
        };
        let place = |var: &Var| vars.binary_search(var).expect("one of the conjunction's");
        let terms = row.expr().terms().iter().map(|(var, factor)| Some((place(var), number(factor)?)));
        Some(Flat { constant: number(row.expr().constant())?, terms: terms.collect::<Option<_>>()?, relation })
    };
    conjunction.rows().iter().map(flat).collect()
}

/// Makes the box smaller where rows fail; false if nothing is left.
fn narrow_all(rows: &[Flat], sides: &mut [Side]) -> bool {
    for _ in 0..MOST_ROUNDS {
        let mut changed = false;
        for row in rows {
            match row.narrow(sides) {
                Some(narrowed) => changed |= narrowed,
                None => return false,
            }
        }
        if !changed {
            break;
        }
    }
    true
}

impl Flat {
    /// The least and the greatest sum of all terms but the one at `without`, and the constant.
    fn bounds(&self, sides: &[Side], without: usize) -> Side {
        let mut sum = (Some(self.constant), Some(self.constant));
        for (at, &(place, factor)) in self.terms.iter().enumerate() {
            if at == without {
                continue;
            }
            let (low, high) = if factor > 0 { sides[place] } else { (sides[place].1, sides[place].0) };
            let plus = |sum: Option<i128>, end: Option<i128>| sum?.checked_add(end?.checked_mul(factor)?);
            sum = (plus(sum.0, low), plus(sum.1, high));
        }
        sum
    }

    /// Says whether the box became smaller; `None` if nothing is left.
    fn narrow(&self, sides: &mut [Side]) -> Option<bool> {
        let mut changed = false;
        for (at, &(place, factor)) in self.terms.iter().enumerate() {
            let rest = self.bounds(sides, at);
            let before = sides[place];
            let after = match self.relation {
                Relation::Zero => {
                    let above = meet(before, at_least(factor, rest.1));
                    meet(above, at_least(-factor, rest.0.and_then(i128::checked_neg)))
                }
                Relation::AtLeastZero => meet(before, at_least(factor, rest.1)),
                Relation::Modulo { modulus, width } => match rest {
                    (Some(low), Some(high)) if low == high => skip(before, factor, low, modulus, width),
                    _ => before,
                },
            };
            if matches!(after, (Some(low), Some(high)) if low > high) {
                return None;
            }
            changed |= after != before;
            sides[place] = after;
        }
        Some(changed)
    }
}

fn meet(a: Side, b: Side) -> Side {
    let low = a.0.map_or(b.0, |low| Some(b.0.map_or(low, |other| low.max(other))));
    let high = a.1.map_or(b.1, |high| Some(b.1.map_or(high, |other| high.min(other))));
    (low, high)
}

/// The integers x with `factor·x + rest ≥ 0`; ends that are too large are unknown.
fn at_least(factor: i128, rest: Option<i128>) -> Side {
    let Some(quotient) = rest.map(|rest| rest.div_euclid(factor.abs())).filter(|end| end.abs() <= LARGEST) else {
        return (None, None);
    };
    if factor > 0 { (Some(-quotient), None) } else { (None, Some(quotient)) }
}

/// The interval without the values at its ends for which `factor·x + rest` has the wrong remainder.
fn skip(side: Side, factor: i128, rest: i128, modulus: i128, width: i128) -> Side {
    let (Some(low), Some(high)) = side else { return side };
    let distance = |from: i128, step: i128| {
        let Some(sum) = factor.checked_mul(from).and_then(|product| product.checked_add(rest)) else { return 0 };
        let (mut remainder, step) = (sum.rem_euclid(modulus), step.rem_euclid(modulus));
        let mut distance = 0;
        while remainder > width && distance < MOST_SKIPPED {
            remainder += step;
            remainder -= if remainder >= modulus { modulus } else { 0 };
            distance += 1;
        }
        distance
    };
    (Some(low + distance(low, factor)), Some(high - distance(high, -factor)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::Names;

    fn answer(text: &str) -> Option<bool> {
        let conjunction = Conjunction::parse(text, Numbers::Integer, &mut Names::default()).unwrap();
        few_points(&conjunction).map(|point| point.is_some())
    }

    #[test]
    fn remainders_over_few_values_are_decided() {
        let state = "0 <= x & x <= 255 & 0 <= y & y <= 255 & (x + 2y) mod 256 <= 0";
        assert_eq!(answer(&format!("{state} & (x + 1) mod 2 <= 0")), Some(false));
        assert_eq!(answer(&format!("{state} & x mod 4 <= 0 & (y + 1) mod 2 <= 0")), Some(false));
        assert_eq!(answer(&format!("{state} & x >= 3")), Some(true));
    }

    #[test]
    fn without_remainders_or_ends_nothing_is_said() {
        assert_eq!(answer("0 <= x & x <= 3"), None);
        assert_eq!(answer("(x + 2y) mod 8 <= 0 & x + y >= 1"), None);
    }
}
