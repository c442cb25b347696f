//! Numbers that are powers of two, or others times a power of two: what is halved until it is what it was before it was doubled.
//!
//! `d == b * p` does not say that d is even where p is, and where p is doubled in each round no polynomial says what it may be. So the
//! powers are cases, one for each exponent that the type has room for: p is 1 and d is b, or p is 2 and d is 2b, or p is 4 and d is 4b.
//! Numbers that have the same exponent at all points belong together, and so do numbers that are multiples of the power.

use heureka_ir::formula::{Formula, Number};
use heureka_ir::invariant::{Relation, Value};
use heureka_ir::{IntTy, Program};

use super::wrapping::types;

/// So many different exponents must be seen.
const EXPONENTS: usize = 3;

/// More classes, and more pairs in one, are not looked at.
const MOST_CLASSES: usize = 2;
const MOST_PAIRS: usize = 3;

/// A number that is a power of two, or, with a base, the base times one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Pair {
    number: usize,
    base: Option<usize>,
}

/// What has the same exponents at all points.
struct Class {
    exponents: Vec<u32>,
    pairs: Vec<Pair>,
}

/// By exponent, what numbers are.
pub fn powers(program: &Program, values: &[Value], points: &[Vec<i128>]) -> Vec<Formula> {
    let types = types(program, values);
    let classes = classes(values.len(), points);
    let found = classes.iter().flat_map(|class| {
        let multiples = class.multiples(values.len(), points);
        // By themselves, because they may not be kept although the powers are.
        let more = (!multiples.is_empty()).then(|| class.formula(values, &types, &multiples));
        [Some(class.formula(values, &types, &[])), more]
    });
    found.flatten().collect()
}

fn classes(count: usize, points: &[Vec<i128>]) -> Vec<Class> {
    let mut classes: Vec<Class> = Vec::new();
    let bases = std::iter::once(None).chain((0..count).map(Some));
    for (base, number) in bases.flat_map(|base| (0..count).map(move |number| (base, number))) {
        if base == Some(number) {
            continue;
        }
        let pair = Pair { number, base };
        let Some(exponents) = points.iter().map(|point| pair.exponent(point)).collect::<Option<Vec<u32>>>() else {
            continue;
        };
        if let Some(class) = classes.iter_mut().find(|class| class.exponents == exponents) {
            if class.pairs.len() < MOST_PAIRS {
                class.pairs.push(pair);
            }
        } else if classes.len() < MOST_CLASSES && different(&exponents) >= EXPONENTS {
            classes.push(Class { exponents, pairs: vec![pair] });
        }
    }
    classes
}

fn different(exponents: &[u32]) -> usize {
    let mut sorted = exponents.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted.len()
}

impl Pair {
    fn exponent(self, point: &[i128]) -> Option<u32> {
        let (number, base) = (point[self.number], self.base.map_or(1, |base| point[base]));
        if number <= 0 || base <= 0 || number % base != 0 {
            return None;
        }
        let power = number / base;
        (power.count_ones() == 1).then(|| power.trailing_zeros())
    }

    /// `number == base * 2^exponent`
    fn with(self, exponent: u32, values: &[Value]) -> Formula {
        let number = (Number::Value(values[self.number]), 1);
        let power = 1i128 << exponent;
        let sum = match self.base {
            Some(base) => Number::Sum(vec![number, (Number::Value(values[base]), -power)], 0),
            None => Number::Sum(vec![number], -power),
        };
        Formula::Compare(sum, Relation::Zero)
    }
}

impl Class {
    fn formula(&self, values: &[Value], types: &[IntTy], multiples: &[usize]) -> Formula {
        let step = self.exponents.iter().copied().fold(0, gcd).max(1);
        let room = self.pairs.iter().map(|pair| types[pair.number].bits() - u8::from(types[pair.number].is_signed()));
        let room = room.min().unwrap_or(0).into();
        let case = |exponent: u32| {
            let pairs = self.pairs.iter().map(|pair| pair.with(exponent, values));
            let multiple = |at: &usize| {
                let relation = Relation::Modulo { modulus: 1 << exponent, width: 0 };
                Formula::Compare(Number::Value(values[*at]), relation)
            };
            Formula::And(pairs.chain(multiples.iter().filter(|_| exponent > 0).map(multiple)).collect())
        };
        Formula::Or((0..room).step_by(step as usize).map(case).collect())
    }

    /// The numbers that are multiples of the power at all points, and not by chance; none if nothing is a power itself.
    fn multiples(&self, count: usize, points: &[Vec<i128>]) -> Vec<usize> {
        if self.pairs[0].base.is_some() {
            return Vec::new();
        }
        let is_multiple = |at: &usize| {
            let mut of_points = points.iter().zip(&self.exponents);
            let is_real = |(point, exponent): (&Vec<i128>, &u32)| point[*at] != 0 && *exponent > 0;
            of_points.clone().filter(|of_point| is_real(*of_point)).count() >= EXPONENTS
                && of_points.all(|(point, exponent)| point[*at] % (1 << exponent) == 0)
        };
        let is_paired = |at: &usize| self.pairs.iter().any(|pair| pair.number == *at);
        (0..count).filter(|at| !is_paired(at)).filter(is_multiple).collect()
    }
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use heureka_ir::VarId;

    use super::*;

    /// p, d = b p, b, and a multiple of p.
    fn points(base: i128) -> Vec<Vec<i128>> {
        let bases = [3, 7, 10];
        let point =
            |b: i128, k: u32| vec![base.pow(k), b * base.pow(k), b, (b + 1) * base.pow(k), b * 5 + i128::from(k)];
        bases.iter().flat_map(|b| (0..5).map(move |k| point(*b, k))).collect()
    }

    #[test]
    fn numbers_with_the_same_exponents_belong_together() {
        let found = classes(5, &points(2));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].pairs, [Pair { number: 0, base: None }, Pair { number: 1, base: Some(2) }]);
        assert_eq!(found[0].multiples(5, &points(2)), [3]);
    }

    #[test]
    fn exponents_go_in_steps_and_fit_the_type() {
        let values: Vec<Value> = (0..5).map(|var| Value::Now(VarId(var))).collect();
        let class = &classes(5, &points(4))[0];
        let formula = class.formula(&values, &[IntTy::INT; 5], &[]);
        let Formula::Or(cases) = formula else { panic!("cases") };
        assert_eq!(cases.len(), 16, "4^0 to 4^15 are below 2^31");
    }

    #[test]
    fn few_exponents_show_nothing() {
        assert!(classes(1, &[vec![1], vec![2], vec![2]]).is_empty());
        assert!(classes(1, &[vec![1], vec![2], vec![4], vec![6]]).is_empty(), "6 is no power");
        assert!(classes(1, &[]).is_empty());
    }
}
