//! Contracts of procedures, and of those that call themselves: right ones are accepted, damaged ones are not.

use heureka_ir::{Property, text};

use crate::contents::{UNREACH, case, judge};

const OVERFLOW: &[Property] = &[Property::Unreach, Property::Overflow];

/// A call with an argument from 0 to 100, and an assertion about the result.
fn calls(name: &str, assertion: &str, body: &str) -> String {
    format!(
        "entry main
         proc main() {{ local n: i32 local x: i32
           entry L0: havoc n from input \"n\" -> L2  exit L1:
           L2: assume 0 <= n && n <= 100 -> L3  assume !(0 <= n && n <= 100) -> L1
           L3: x := call {name}(n) -> L4
           L4: assume {assertion} -> L1  assume !({assertion}) -> L5
           L5: error assertion \"result\" }}
         {body}"
    )
}

#[test]
fn a_sum() {
    let sum = case(
        &calls(
            "sum",
            "n <= x",
            "proc sum(n) -> (r) { local n: i32 local r: i32
               entry L6: assume n <= 0 -> L8  assume 0 < n -> L9
               L8: return 0 -> L7
               L9: r := call sum(n - 1) -> L10
               L10: return r + n -> L7
               exit L7: }",
        ),
        UNREACH,
        "before sum: true
         after sum: n@ <= r & 0 <= r",
    );
    sum.is_wrong_with("n@ <= r", "n@ < r");
    sum.is_wrong_with("n@ <= r & 0 <= r", "n@ <= r + 1");
    sum.is_wrong_with("n@ <= r & 0 <= r", "0 <= r");
    sum.is_right_with(" & 0 <= r", "");
    sum.is_wrong_with("before sum: true", "before sum: n <= 50");
    sum.is_wrong_with("before sum: true", "before sum: 0 < n");
    // The exact sum, and no overflow.
    let exact =
        sum.is_right_with("n@ <= r & 0 <= r", "0 <= r & (n@ < 0 -> r = 0) & (0 <= n@ -> 2 * r = n@ * (n@ + 1))");
    exact.is_wrong_with("n@ <= r & 0 <= r", "0 <= r & (n@ < 0 -> r = 0) & (0 <= n@ -> 2 * r = n@ * (n@ + 2))");
}

#[test]
fn overflow_in_a_recursion() {
    let down = case(
        &calls(
            "double",
            "x == 2 * n",
            "proc double(n) -> (r) { local n: i32 local r: i32
               entry L6: assume n <= 0 -> L8  assume 0 < n -> L9
               L8: return 0 -> L7
               L9: r := call double(n - 1) -> L10
               L10: return r + 2 -> L7
               exit L7: }",
        ),
        OVERFLOW,
        "before double: 0 <= n & n <= 1000
         after double: r = 2 * n@",
    );
    down.is_wrong_with("n <= 1000", "n <= 2000000000");
    down.is_wrong_with("n <= 1000", "n <= 99");
    down.is_wrong_with("0 <= n", "1 <= n");
}

#[test]
fn fibonacci() {
    let fibonacci = case(
        &calls(
            "fib",
            "n - 1 <= x",
            "proc fib(n) -> (r) { local n: i32 local r: i32 local s: i32
               entry L6: assume n < 2 -> L8  assume 2 <= n -> L9
               L8: return n -> L7
               L9: r := call fib(n - 1) -> L10
               L10: s := call fib(n - 2) -> L11
               L11: return r + s -> L7
               exit L7: }",
        ),
        UNREACH,
        "before fib: 0 <= n
         after fib: n@ - 1 <= r & 0 <= r & (1 <= n@ -> 1 <= r)",
    );
    fibonacci.is_wrong_with("n@ - 1 <= r", "n@ <= r");
    fibonacci.is_wrong_with("(1 <= n@ -> 1 <= r)", "true");
    fibonacci.is_wrong_with("0 <= n\n", "1 <= n\n");
}

#[test]
fn mccarthy() {
    let f91 = case(
        &calls(
            "f",
            "x == 91",
            "proc f(n) -> (r) { local n: i32 local r: i32
               entry L6: assume n <= 100 -> L8  assume 100 < n -> L9
               L9: return n - 10 -> L7
               L8: r := call f(n + 11) -> L10
               L10: r := call f(r) -> L11
               L11: return r -> L7
               exit L7: }",
        ),
        UNREACH,
        "before f: true
         after f: (100 < n@ -> r = n@ - 10) & (n@ <= 100 -> r = 91)",
    );
    f91.is_wrong_with("r = 91", "r = 92");
    f91.is_wrong_with("r = n@ - 10", "r <= n@ - 10");
    f91.is_right_with("n@ <= 100", "n@ <= 101");
    f91.is_wrong_with("n@ <= 100", "n@ <= 102");
    f91.is_wrong_with("before f: true", "before f: 0 <= n & n <= 100");
}

#[test]
fn even_and_odd() {
    let parity = case(
        &calls(
            "even",
            "x == 1 - n % 2",
            "proc even(n) -> (r) { local n: i32 local r: i32
               entry L6: assume n == 0 -> L8  assume n != 0 -> L9
               L8: return 1 -> L7
               L9: r := call odd(n - 1) -> L10
               L10: return r -> L7
               exit L7: }
             proc odd(n) -> (r) { local n: i32 local r: i32
               entry L11: assume n == 0 -> L13  assume n != 0 -> L14
               L13: return 0 -> L12
               L14: r := call even(n - 1) -> L15
               L15: return r -> L12
               exit L12: }",
        ),
        UNREACH,
        "before even: 0 <= n
         after even: r = 1 - n@ mod 2
         before odd: 0 <= n
         after odd: r = n@ mod 2",
    );
    parity.is_wrong_with("r = n@ mod 2", "r = n@ mod 3");
    parity.is_wrong_with("r = 1 - n@ mod 2", "r = n@ mod 2");
    parity.is_wrong_with("after odd: r = n@ mod 2", "after odd: 0 <= r");
    parity.is_right_with("1 - n@ mod 2", "(n@ mod 2 = 0 ? 1 : 0)");
}

/// The array is a global, filled from its end by calls.
const FILL: &str = "array a: i32[100] = undefined
    entry main
    proc main() { local x: i32
      entry L0: call put(50) -> L2  exit L1:
      L2: havoc x from input \"x\" -> L3
      L3: assume 0 <= x && x < 50 -> L4  assume !(0 <= x && x < 50) -> L1
      L4: assume a[x] == 7 -> L1  assume a[x] != 7 -> L5
      L5: error assertion \"filled\" }
    proc put(n) { local n: i32
      entry L6: assume n <= 0 -> L7  assume 0 < n -> L8
      L8: call put(n - 1) -> L9
      L9: a[n - 1] := 7 -> L7
      exit L7: }";

#[test]
fn an_array_that_is_filled_by_calls() {
    let filled = case(
        FILL,
        &[Property::Unreach, Property::Bounds],
        "before put: n <= 100
         after put: forall k: 0 <= k < n@ -> a[k] = 7",
    );
    filled.is_wrong_with("k < n@", "k <= n@");
    filled.is_wrong_with("k < n@", "k + 1 < n@");
    filled.is_wrong_with("a[k] = 7", "a[k] = 6");
    filled.is_wrong_with("n <= 100", "n <= 101");
    filled.is_wrong_with("n <= 100", "n <= 49");
    // The cell is lost if the call comes after the store.
    let turned = FILL.replace("L8: call put(n - 1) -> L9", "L8: a[n - 1] := 7 -> L9");
    let turned = turned.replace("L9: a[n - 1] := 7 -> L7", "L9: call put(n - 1) -> L7");
    let turned = text::parse(&turned).expect("the program is right");
    let judged = judge(&turned, UNREACH, "before put: n <= 100\nafter put: forall k: 0 <= k < n@ -> a[k] = 7");
    assert!(judged.is_err(), "{judged:?}");
}

#[test]
fn globals_that_are_changed_and_kept() {
    let counted = case(
        "global g: i32 = 0 global h: i32 = 5 global s: u8 = 250 entry main
         proc main() { local i: i32
           entry L0: i := 0 -> L2  exit L1:
           L2: assume i < 1000 -> L3  assume 1000 <= i -> L5
           L3: call more() -> L4
           L4: i := i + 1 -> L2
           L5: assume g == 1000 && h == 5 -> L1  assume !(g == 1000 && h == 5) -> L6
           L6: error assertion \"counted\" }
         proc more() { array b: i32[2] = zero
           entry L7: g := g + 1, s := s + 1 -> L9
           L9: b[0] := b[1] + 1 -> L10
           L10: assume b[0] == 1 -> L8  assume b[0] != 1 -> L11
           L11: error assertion \"a new array\"
           exit L8: }",
        UNREACH,
        "L2: g = i & i <= 1000 & 0 <= i
         before more: true
         after more: g = g@ + 1 & s = (s@ + 1) mod 256",
    );
    counted.is_wrong_with("g = g@ + 1", "g@ < g");
    counted.is_wrong_with("g = i", "g <= i");
    counted.is_wrong_with("i <= 1000", "i < 1000");
    counted.is_wrong_with("s = (s@ + 1) mod 256", "s = s@ + 1");
    counted.is_wrong_with("before more: true", "before more: h = 6");
    counted.is_wrong_with("before more: true", "before more: g = 0");
    counted.is_right_with("before more: true", "before more: h = 5");
}

/// Each call has its own array, which the calls that it makes leave alone.
#[test]
fn local_arrays() {
    let program = "entry main
         proc main() { entry L0: call f(9) -> L1  exit L1: }
         proc f(n) { local n: i32 array b: i32[4] = zero
           entry L2: assume n <= 0 -> L3  assume 0 < n -> L4
           L4: b[n % 4] := n -> L5
           L5: call f(n - 1) -> L6
           L6: assume b[n % 4] == n && b[(n + 1) % 4] == 0 -> L3  assume !(b[n % 4] == n && b[(n + 1) % 4] == 0) -> L7
           L7: error assertion \"its own\"
           exit L3: }";
    case(program, UNREACH, "before f: n < 100\nafter f: true").is_wrong_with("n < 100", "n < 9");
    // A global array is not left alone.
    let shared =
        program.replace("array b: i32[4] = zero", "").replace("entry main", "array b: i32[4] = zero entry main");
    let shared = text::parse(&shared).expect("the program is right");
    assert!(judge(&shared, UNREACH, "before f: n < 100\nafter f: true").is_err());
}

#[test]
fn the_entry_and_procedures_that_do_not_return() {
    let program = "global g: i32 = 3 entry main
         proc main() {
           entry L0: call stop() -> L2  exit L1:
           L2: error assertion \"comes back\" }
         proc stop() {
           entry L3: assume g == 3 -> L5  assume g != 3 -> L4
           exit L4:
           L5: halt }";
    let stopped =
        case(program, UNREACH, "before main: g = 3\nafter main: false\nbefore stop: g = 3\nafter stop: false");
    stopped.is_wrong_with("before main: g = 3", "before main: g = 4");
    stopped.is_wrong_with("before main: g = 3", "before main: g <= 3");
    stopped.is_wrong_with("before stop: g = 3", "before stop: true");
    stopped.is_wrong_with("after stop: false", "after stop: g = 3");
}
