//! An assertion about `out` that its values just fulfil or just fail: an analysis that is off by one, or that forgets a
//! gap between the values, gets it wrong.

use std::collections::BTreeSet;

use crate::rng::Rng;

/// A condition in C about the global variable `out`, which has these values at the end of the program.
pub(super) fn assertion(rng: &mut Rng, values: &BTreeSet<i128>) -> String {
    let (Some(&least), Some(&most)) = (values.first(), values.last()) else {
        return "@out != @out".to_owned();
    };
    let one: Vec<i128> = values.iter().copied().collect();
    let one = *rng.pick(&one);
    let gaps: Vec<i128> = (least..=most).take(1000).filter(|value| !values.contains(value)).collect();
    match rng.below(8) {
        0 => format!("@out <= {}", literal(most)),
        1 => format!("@out < {}", literal(most)),
        2 => format!("@out >= {}", literal(least)),
        3 => format!("@out > {}", literal(least)),
        4 if !gaps.is_empty() => format!("@out != {}", literal(*rng.pick(&gaps))),
        5 => format!("@out != {}", literal(one)),
        6 => {
            let modulus = rng.between(2, 3) as i128;
            let rests: BTreeSet<i128> = values.iter().map(|value| value % modulus).collect();
            match (1 - modulus..modulus).find(|rest| !rests.contains(rest)) {
                Some(rest) => format!("@out % {modulus} != {rest}"),
                None => format!("@out % {modulus} != {}", one % modulus),
            }
        }
        _ if values.len() <= 4 => {
            let equal: Vec<String> = values.iter().map(|&value| format!("@out == {}", literal(value))).collect();
            equal.join(" || ")
        }
        _ => format!("{} <= @out && @out <= {}", literal(least), literal(most)),
    }
}

/// The number as C writes it, in a type that holds it.
fn literal(value: i128) -> String {
    match i32::try_from(value) {
        Ok(_) if value != i128::from(i32::MIN) => value.to_string(),
        _ => format!("({}LL - 1)", value + 1),
    }
}
