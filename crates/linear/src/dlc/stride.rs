//! The values that a disjunct allows for one of its directions: an interval, or over ℤ every `m`-th number of one.
//!
//! `0 <= x <= 4 & x mod 2 <= 0` allows 0, 2 and 4. Two disjuncts that agree in everything but the values of one
//! direction have a union that is one conjunction if the values together are such a progression again.

use heureka_number::{Int, Rational};

use super::profile::{Direction, Interval, Limit};
use crate::row::{Kind, Numbers, Row};

/// `value mod modulus = residue`, where the modulus is above 1 and the residue below it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Congruence {
    pub modulus: Int,
    pub residue: Int,
}

impl Congruence {
    /// The congruence that a row states of a direction, if it says just that.
    pub fn of(row: &Row, direction: &Direction) -> Option<Congruence> {
        let Kind::Modulo { modulus, width } = row.kind() else { return None };
        if !width.is_zero() {
            return None;
        }
        // The row's expression is the direction or its negation, modulo the modulus, plus a constant.
        let same = |sign: &Int| {
            let terms = direction.expr().terms().iter().map(|(var, c)| (*var, (c * sign).mod_floor(modulus)));
            terms.filter(|(_, c)| !c.is_zero()).eq(row.expr().terms().iter().cloned())
        };
        let sign = [Int::ONE, Int::MINUS_ONE].into_iter().find(same)?;
        let residue = (-row.expr().constant() * sign).mod_floor(modulus);
        Some(Congruence { modulus: modulus.clone(), residue })
    }

    pub fn allows(&self, value: &Int) -> bool {
        value.mod_floor(&self.modulus) == self.residue
    }
}

/// Some values of a direction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Values {
    pub interval: Interval,
    pub congruence: Option<Congruence>,
}

impl Values {
    /// The only value, over ℤ.
    pub fn only(&self) -> Option<Int> {
        self.interval.fixed()?.to_int()
    }

    /// The values of both, if they are an interval or a progression.
    pub fn united(&self, other: &Values, numbers: Numbers) -> Option<Values> {
        match (&self.congruence, &other.congruence) {
            (None, None) => {
                let interval = self.interval.united(&other.interval, numbers)?;
                Some(Values { interval, congruence: None })
            }
            (Some(congruence), None) => self.with_value(congruence, &other.only()?),
            (None, Some(congruence)) => other.with_value(congruence, &self.only()?),
            (Some(mine), Some(theirs)) if mine.modulus != theirs.modulus => None,
            (Some(mine), Some(theirs)) if mine.residue == theirs.residue => self.continued(other, mine),
            (Some(mine), Some(_)) => self.interleaved(other, mine),
        }
    }

    /// Three single values in equal steps, the middle one second.
    pub fn progression(first: &Int, second: &Int, third: &Int) -> Option<Values> {
        let modulus = (second - first).abs();
        if third - second != second - first || modulus <= Int::ONE {
            return None;
        }
        let residue = first.mod_floor(&modulus);
        let interval = interval(Some(first.min(third).clone()), Some(first.max(third).clone()));
        Some(Values { interval, congruence: Some(Congruence { modulus, residue }) })
    }

    fn with_value(&self, congruence: &Congruence, value: &Int) -> Option<Values> {
        let single = Values { interval: interval(Some(value.clone()), Some(value.clone())), congruence: None };
        if congruence.allows(value) { self.continued(&single, congruence) } else { None }
    }

    /// The union of values in the same steps, if no step is left out between them.
    fn continued(&self, other: &Values, congruence: &Congruence) -> Option<Values> {
        let modulus = &congruence.modulus;
        let (low, high) = self.ends(congruence);
        let (other_low, other_high) = other.ends(congruence);
        let apart = |high: &Option<Int>, low: &Option<Int>| match (high, low) {
            (Some(high), Some(low)) => *low > high + modulus,
            _ => false,
        };
        if apart(&high, &other_low) || apart(&other_high, &low) {
            return None;
        }
        let low = low.zip(other_low).map(|(a, b)| a.min(b));
        let high = high.zip(other_high).map(|(a, b)| a.max(b));
        Some(Values { interval: interval(low, high), congruence: Some(congruence.clone()) })
    }

    /// The union of two progressions of which each has its values half-way between those of the other, from end to end.
    fn interleaved(&self, other: &Values, congruence: &Congruence) -> Option<Values> {
        let theirs = other.congruence.as_ref()?;
        let two = Int::new(2);
        let half = congruence.modulus.div_floor(&two);
        let meets = |mine: &Option<Int>, theirs: &Option<Int>| match (mine, theirs) {
            (Some(mine), Some(theirs)) => (mine - theirs).abs() == half,
            (None, None) => true,
            _ => false,
        };
        let (low, high) = self.ends(congruence);
        let (other_low, other_high) = other.ends(theirs);
        let fits = congruence.modulus.is_even() && (&congruence.residue - &theirs.residue).abs() == half;
        if !fits || !meets(&low, &other_low) || !meets(&high, &other_high) {
            return None;
        }
        let low = low.zip(other_low).map(|(a, b)| a.min(b));
        let high = high.zip(other_high).map(|(a, b)| a.max(b));
        let residue = congruence.residue.mod_floor(&half);
        let congruence = if half.is_one() { None } else { Some(Congruence { modulus: half, residue }) };
        Some(Values { interval: interval(low, high), congruence })
    }

    /// The least and the greatest value that the congruence allows.
    fn ends(&self, congruence: &Congruence) -> (Option<Int>, Option<Int>) {
        let Congruence { modulus, residue } = congruence;
        let low = self.interval.lower.as_ref().map(|limit| {
            let low = limit.value.ceil();
            &low + (residue - &low).mod_floor(modulus)
        });
        let high = self.interval.upper.as_ref().map(|limit| {
            let high = limit.value.floor();
            &high - (&high - residue).mod_floor(modulus)
        });
        (low, high)
    }
}

fn interval(low: Option<Int>, high: Option<Int>) -> Interval {
    let limit = |value: Int| Limit { value: Rational::from(value), strict: false };
    Interval { lower: low.map(limit), upper: high.map(limit) }
}
