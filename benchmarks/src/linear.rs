//! The benchmark library of paper 002 ("Software Model Checking Using Linear Constraints"): linear programs in which
//! data, control, iteration and recursion get harder with N.
//!
//! The slides print swap_seq and delay_recur, and swap_iter as an example; these follow them line by line. For the other
//! three they only say which of data, control, iteration and recursion are there. How these were read:
//! - swap_iter makes N rounds, as on the slide. Which of the two numbers x holds at the end depends on the parity of N;
//!   the generator knows it, so that the verdict does not.
//! - delay_iter is delay_recur without the call. (With an inner loop in its place it would have N² valuations, and the
//!   paper's N = 150 would have been out of reach where delay_recur stops at 39.)
//! - parity is mutual recursion on N, by value, with the result in a global variable: linear programs return nothing.
//! - sum is 1 + 2 + … + N.
//!
//! The unsafe program is the safe one with its last condition negated.

use crate::{Expected, Family};

/// The families in the order of the paper's table.
pub const LINEAR: &[Family] = &[
    family("swap_seq", "2N calls of swap in a row", 1_000_000, swap_seq),
    family("swap_iter", "a loop that calls swap N times", INT_MAX, swap_iter),
    family("parity", "mutual recursion of depth N", INT_MAX, parity),
    family("delay_iter", "a loop that counts to N", INT_MAX, delay_iter),
    family("delay_recur", "N loop rounds with recursion of depth 0 to N-1", INT_MAX, delay_recur),
    family("sum", "1 + 2 + ... + N by a loop", 1_000_000_000, sum),
];

/// A family without arrays.
const fn family(name: &'static str, summary: &'static str, most: u64, text: fn(u64, Expected) -> String) -> Family {
    Family { name, summary, least: 1, most, cells: |_| Some(0), text }
}

const INT_MAX: u64 = i32::MAX as u64;

/// The condition under which the error is not reached: negated in the unsafe program.
fn last(variable: &str, value: impl std::fmt::Display, expected: Expected) -> String {
    let comparison = match expected {
        Expected::Safe => "==",
        Expected::Unsafe => "!=",
    };
    format!("{variable} {comparison} {value}")
}

const SWAP: &str = "\
int x, y;

void swap(void)
{
    int c;
    c = x;
    x = y;
    y = c;
}
";

fn swap_seq(n: u64, expected: Expected) -> String {
    const MAIN: &str = "
int main(void)
{
    x = 10;
    y = 20;
$CALLS    if ($LAST) {
        ;
    } else {
        ERROR: ;
    }
    return 0;
}
";
    let calls = "    swap();\n    swap();\n".repeat(usize::try_from(n).expect("a text of this length fits"));
    format!("{SWAP}{MAIN}").replace("$CALLS", &calls).replace("$LAST", &last("x", 10, expected))
}

fn swap_iter(n: u64, expected: Expected) -> String {
    const MAIN: &str = "
int main(void)
{
    int k;
    k = 0;
    x = 10;
    y = 20;
    while (k < $N) {
        swap();
        k = k + 1;
    }
    if ($LAST) {
        ;
    } else {
        ERROR: ;
    }
    return 0;
}
";
    let x = if n.is_multiple_of(2) { 10 } else { 20 };
    format!("{SWAP}{MAIN}").replace("$N", &n.to_string()).replace("$LAST", &last("x", x, expected))
}

fn parity(n: u64, expected: Expected) -> String {
    const TEXT: &str = "\
int is_even;

void odd(int n);

void even(int n)
{
    int i;
    if (n == 0) {
        is_even = 1;
    } else {
        i = n - 1;
        odd(i);
    }
}

void odd(int n)
{
    int i;
    if (n == 0) {
        is_even = 0;
    } else {
        i = n - 1;
        even(i);
    }
}

int main(void)
{
    even($N);
    if ($LAST) {
        ;
    } else {
        ERROR: ;
    }
    return 0;
}
";
    let is_even = u8::from(n.is_multiple_of(2));
    TEXT.replace("$N", &n.to_string()).replace("$LAST", &last("is_even", is_even, expected))
}

fn delay_iter(n: u64, expected: Expected) -> String {
    const TEXT: &str = "\
int main(void)
{
    int x;
    x = 0;
    while (x < $N) {
        x = x + 1;
    }
    if ($LAST) {
        ;
    } else {
        ERROR: ;
    }
    return 0;
}
";
    TEXT.replace("$N", &n.to_string()).replace("$LAST", positive(expected))
}

fn delay_recur(n: u64, expected: Expected) -> String {
    const TEXT: &str = "\
void delay(int n)
{
    int i;
    if (n == 0) {
        ;
    } else {
        i = n - 1;
        delay(i);
    }
}

int main(void)
{
    int x;
    x = 0;
    while (x < $N) {
        delay(x);
        x = x + 1;
    }
    if ($LAST) {
        ;
    } else {
        ERROR: ;
    }
    return 0;
}
";
    TEXT.replace("$N", &n.to_string()).replace("$LAST", positive(expected))
}

/// The last condition of the two delays.
fn positive(expected: Expected) -> &'static str {
    match expected {
        Expected::Safe => "x > 0",
        Expected::Unsafe => "x <= 0",
    }
}

fn sum(n: u64, expected: Expected) -> String {
    const TEXT: &str = "\
int main(void)
{
    int i;
    $TYPE s;
    i = 0;
    s = 0;
    while (i < $N) {
        i = i + 1;
        s = s + i;
    }
    if ($LAST) {
        ;
    } else {
        ERROR: ;
    }
    return 0;
}
";
    let total = n * (n + 1) / 2;
    let (ty, suffix) = if total <= INT_MAX { ("int", "") } else { ("long long", "LL") };
    let last = last("s", format!("{total}{suffix}"), expected);
    TEXT.replace("$TYPE", ty).replace("$N", &n.to_string()).replace("$LAST", &last)
}
