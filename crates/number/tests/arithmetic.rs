//! The numbers against `i128`, around the border between the small and the big representation, and the laws of
//! fractions.

use heureka_number::{Int, Rational};
use proptest::prelude::*;

/// Numbers of every size, most of them near a border.
fn number() -> impl Strategy<Value = i128> {
    let border = i128::from(i64::MAX);
    prop_oneof![
        -20..=20i128,
        (-20..=20i128).prop_map(move |d| border + d),
        (-20..=20i128).prop_map(move |d| -border + d),
        any::<i64>().prop_map(i128::from),
        (-(1i128 << 90)..=(1i128 << 90)),
    ]
}

fn small(value: &Int) -> bool {
    value.to_i64().is_some()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn integers_agree_with_machine_numbers(a in number(), b in number()) {
        let (x, y) = (Int::from(a), Int::from(b));
        prop_assert_eq!(small(&x), i64::try_from(a).is_ok());
        prop_assert_eq!(x.to_i128(), Some(a));
        prop_assert_eq!(&x + &y, Int::from(a + b));
        prop_assert_eq!(&x - &y, Int::from(a - b));
        prop_assert_eq!(-&x, Int::from(-a));
        prop_assert_eq!(x.cmp(&y), a.cmp(&b));
        prop_assert_eq!(x.signum(), a.signum() as i32);
        prop_assert_eq!(x.is_even(), a % 2 == 0);
        prop_assert_eq!(x.bit_length() as u32, 128 - a.unsigned_abs().leading_zeros());
        if let Some(product) = a.checked_mul(b) {
            prop_assert_eq!(&x * &y, Int::from(product));
        }
        if b != 0 {
            let floor = if a % b != 0 && (a < 0) != (b < 0) { a / b - 1 } else { a / b };
            prop_assert_eq!(x.div_floor(&y), Int::from(floor));
            prop_assert_eq!(x.mod_floor(&y), Int::from(a - floor * b));
            prop_assert_eq!(x.div_trunc(&y), Int::from(a / b));
            let ceil = if a % b != 0 && (a < 0) == (b < 0) { a / b + 1 } else { a / b };
            prop_assert_eq!(x.div_ceil(&y), Int::from(ceil));
        }
        prop_assert_eq!(x.to_string(), a.to_string());
        prop_assert_eq!(a.to_string().parse::<Int>(), Ok(x));
    }

    #[test]
    fn greatest_common_divisors_agree_with_euclid(a in number(), b in number()) {
        let (x, y) = (Int::from(a), Int::from(b));
        let g = x.gcd(&y);
        let (mut larger, mut smaller) = (a.unsigned_abs(), b.unsigned_abs());
        while smaller != 0 {
            (larger, smaller) = (smaller, larger % smaller);
        }
        prop_assert_eq!(&g, &Int::from(larger));
        prop_assert!(g.divides(&x) && g.divides(&y) && !g.is_negative());
        prop_assert_eq!(x.lcm(&y) * &g, (x * y).abs());
    }

    #[test]
    fn fractions_form_a_field(a in number(), b in number(), c in number(), d in number()) {
        let nonzero = |n: i128| Int::from(if n == 0 { 7 } else { n });
        let x = Rational::new(Int::from(a), nonzero(b));
        let y = Rational::new(Int::from(c), nonzero(d));
        prop_assert_eq!(&(&x + &y) - &y, x.clone());
        prop_assert_eq!(&x * &y, &y * &x);
        prop_assert_eq!(&x * &(&x + &y), &(&x * &x) + &(&x * &y));
        if !y.is_zero() {
            prop_assert_eq!(&(&x / &y) * &y, x.clone());
            prop_assert_eq!(&x * &y.recip(), &x / &y);
        }
        prop_assert!(x.denominator().is_positive() && x.numerator().gcd(x.denominator()).is_one());
        prop_assert_eq!(x.cmp(&y), (&x - &y).signum().cmp(&0));
        prop_assert!(Rational::from(x.floor()) <= x && x <= Rational::from(x.ceil()));
        prop_assert_eq!(x.is_integer(), x.floor() == x.ceil());
    }
}

#[test]
fn numbers_of_300_digits() {
    let digits = "7".repeat(300);
    let big: Int = digits.parse().expect("digits");
    assert_eq!(big.to_string(), digits);
    let shifted: Int = format!("{digits}00").parse().expect("digits");
    assert_eq!(&big * Int::new(100), shifted);
    assert_eq!(shifted.div_floor(&big), Int::new(100));
    assert_eq!((&shifted - &big * Int::new(99)), big);
    assert_eq!(&big - &big, Int::ZERO, "back in the small representation");
    assert_eq!(big.gcd(&Int::new(14)), Int::new(7));
    assert_eq!(Int::new(10).pow(300).bit_length(), 997);
}

#[test]
fn text_that_is_no_integer_is_refused() {
    for text in ["", "-", "+", "1 2", "0x10", "1_000", "٣", "99999999999999999999a", "--5", "1e3"] {
        assert!(text.parse::<Int>().is_err(), "{text:?} was read");
    }
    assert_eq!(Int::from_digits("ff", 16), Ok(Int::new(255)));
    assert!(Int::from_digits("12", 2).is_err());
}
