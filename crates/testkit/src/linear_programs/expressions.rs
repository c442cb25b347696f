//! Expressions and conditions over the variables in scope, as C text.

use super::Mode;
use crate::rng::Rng;

const COMPARISONS: &[&str] = &["<", "<=", ">", ">=", "==", "!="];

/// An expression that is linear but for division and remainder by constants and conditional expressions; in
/// [`Mode::Nonlinear`] it may be anything.
pub(super) fn expression(rng: &mut Rng, mode: Mode, vars: &[String]) -> String {
    if vars.is_empty() {
        return constant(rng).to_string();
    }
    if rng.chance(6) {
        let (condition, yes, no) = (comparison(rng, mode, vars), sum(rng, mode, vars), sum(rng, mode, vars));
        return format!("({condition} ? {yes} : {no})");
    }
    sum(rng, mode, vars)
}

fn sum(rng: &mut Rng, mode: Mode, vars: &[String]) -> String {
    let terms = rng.weighted(&[(1, 0), (6, 1), (5, 2), (1, 3)]);
    let mut text = String::new();
    for _ in 0..terms {
        let sign = match (text.is_empty(), rng.chance(35)) {
            (true, true) => "-",
            (true, false) => "",
            (false, true) => " - ",
            (false, false) => " + ",
        };
        text.push_str(sign);
        text.push_str(&term(rng, mode, vars));
    }
    let constant = constant(rng);
    match (text.is_empty(), constant) {
        (true, _) => constant.to_string(),
        (false, 0) => text,
        (false, 1..) => format!("{text} + {constant}"),
        (false, _) => format!("{text} - {}", -constant),
    }
}

fn term(rng: &mut Rng, mode: Mode, vars: &[String]) -> String {
    let var = rng.pick(vars);
    if mode == Mode::Nonlinear && rng.chance(25) {
        return match rng.below(3) {
            0 => format!("{var} * {}", rng.pick(vars)),
            1 => format!("({var} & {})", rng.between(1, 7)),
            _ => format!("({var} ^ {})", rng.pick(vars)),
        };
    }
    match rng.below(20) {
        0..=12 => var.clone(),
        13..=16 => format!("{} * {var}", rng.between(2, 3)),
        17 => format!("{var} / {}", rng.between(2, 4)),
        18 => format!("{var} % {}", rng.between(2, 4)),
        _ if mode == Mode::Narrow => {
            format!("({})({var} + {})", rng.pick(&["unsigned char", "signed char", "short"]), rng.pick(vars))
        }
        _ => format!("{var} / -{}", rng.between(2, 3)),
    }
}

fn constant(rng: &mut Rng) -> i64 {
    match rng.below(8) {
        0..=2 => 0,
        3..=5 => rng.below(3) as i64 + 1,
        6 => -(rng.below(4) as i64),
        _ => rng.below(12) as i64,
    }
}

/// A condition: a comparison, or two of them combined.
pub(super) fn condition(rng: &mut Rng, mode: Mode, vars: &[String]) -> String {
    match rng.below(12) {
        0 => format!("{} && {}", comparison(rng, mode, vars), comparison(rng, mode, vars)),
        1 => format!("{} || {}", comparison(rng, mode, vars), comparison(rng, mode, vars)),
        2 => format!("!({})", comparison(rng, mode, vars)),
        3 if !vars.is_empty() => rng.pick(vars).clone(),
        _ => comparison(rng, mode, vars),
    }
}

fn comparison(rng: &mut Rng, mode: Mode, vars: &[String]) -> String {
    let left = sum(rng, mode, if vars.is_empty() { return "1".to_owned() } else { vars });
    let right = if rng.chance(60) { constant(rng).to_string() } else { sum(rng, mode, vars) };
    format!("{left} {} {right}", rng.pick(COMPARISONS))
}
