//! Machine arithmetic: wrap-around, conversions, quotients, bits.

use heureka_engines::engine::Arithmetic;

use super::common::{feasible, infeasible, path, read};

/// The condition can hold: some inputs are found that the interpreter agrees with.
fn holds(declarations: &str, condition: &str, numbers: Arithmetic) {
    let program = read(&format!("int main() {{ {declarations} if ({condition}) reach_error(); }}"));
    feasible(&program, &path(&program, &[0]), numbers);
}

fn never(declarations: &str, condition: &str) {
    let program = read(&format!("int main() {{ {declarations} if ({condition}) reach_error(); }}"));
    infeasible(&program, &path(&program, &[0]));
}

const UNSIGNED: &str = "unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();";
const SIGNED: &str = "int x = input(), y = input();";
const BYTES: &str = "unsigned char x = __VERIFIER_nondet_uchar(), y = __VERIFIER_nondet_uchar(); signed char s;";

#[test]
fn unsigned_numbers_wrap() {
    holds(UNSIGNED, "x + 1 < x", Arithmetic::Machine);
    holds(UNSIGNED, "x - y > x && y == 7", Arithmetic::Machine);
    holds(UNSIGNED, "3 * x == 1", Arithmetic::Machine);
    holds(UNSIGNED, "-x == 5 && ~y == 9", Arithmetic::Machine);
    never(UNSIGNED, "x + 1 < x && x != 4294967295u");
    never(UNSIGNED, "2 * x == 1");
    never(BYTES, "x + y < x");
    holds(BYTES, "(unsigned char)(x + y) < x", Arithmetic::Machine);
    holds(&format!("{BYTES} s = (signed char)x;"), "s < -100 && y == 3", Arithmetic::Machine);
}

#[test]
fn signed_overflow_ends_the_path() {
    never(SIGNED, "x + 1 < x");
    never(SIGNED, "x > 0 && y > 0 && x + y < 0");
    never(SIGNED, "-x == x && x != 0");
    holds(SIGNED, "x + y == -2147483648 && x == 5 - 10", Arithmetic::Machine);
}

#[test]
fn the_integers_do_not_wrap() {
    let text = format!("int main() {{ {UNSIGNED} if (x + 1 < x) reach_error(); }}");
    let program = read(&text);
    let checked = super::common::checked(&program, &path(&program, &[0]), Arithmetic::Integer);
    assert!(matches!(checked.feasibility, heureka_engines::arrays::feasibility::Feasibility::Infeasible(_)));
    holds(SIGNED, "x + 1 > 2147483647", Arithmetic::Integer);
    holds(SIGNED, "x + y > 2 * y + 2147483647", Arithmetic::Real);
}

#[test]
fn quotients_and_remainders() {
    for (dividend, divisor) in [(7, 3), (-7, 3), (7, -3), (-7, -3)] {
        let (quotient, remainder) = (dividend / divisor, dividend % divisor);
        let condition = format!("x / {divisor} == {quotient} && x % {divisor} == {remainder}");
        holds(SIGNED, &condition, Arithmetic::Machine);
        never(SIGNED, &format!("{condition} && x != {dividend}"));
    }
    holds(SIGNED, "x / y == 5 && x % y == 2 && y > 10", Arithmetic::Machine);
    never(SIGNED, "x / 2 > x && x > 0");
    never(SIGNED, "y == 0 && x / y == x / y");
}

#[test]
fn bits() {
    holds(UNSIGNED, "(x & 0xff0) == 0x120 && (x | 1) == x + 1", Arithmetic::Machine);
    holds(UNSIGNED, "(x ^ y) == 5 && (x & y) == 10", Arithmetic::Machine);
    holds(SIGNED, "(x & ~7) == -16 && x != -16 && (x >> 1) == -7", Arithmetic::Machine);
    never(SIGNED, "(x & 12) == 3");
    never(UNSIGNED, "(x << 4) % 16 == 1");
    holds(UNSIGNED, "(x << 4) == 32 && x > 1000", Arithmetic::Machine);
    never(UNSIGNED, "(x >> 28) > 15");
}

#[test]
fn products_of_unknown_numbers() {
    holds(SIGNED, "x * y == 391 && x > 1 && y > x", Arithmetic::Machine);
    never(SIGNED, "x * x < 0");
}
