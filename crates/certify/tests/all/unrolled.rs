//! Unwound programs: right certificates are accepted, damaged ones are not.

use heureka_certify::{Checked, Numbers, Question, Rejected, check_certificate};
use heureka_ir::certificate::Unwound;
use heureka_ir::{Certificate, LocId, Program, Property, text};
use heureka_logic::solver::{Limits, SolverFactory};

use crate::notation::invariants;

fn judge(program: &Program, properties: &[Property], unwound: &Unwound) -> Result<Checked, Rejected> {
    let properties = properties.iter().copied().collect();
    let question = Question { program, properties: &properties, numbers: Numbers::Machine };
    let certificate = Certificate::Unwound(unwound.clone());
    check_certificate(&question, &certificate, &SolverFactory::default(), Limits::NONE)
}

fn program(text: &str) -> Program {
    text::parse(text).expect("the program is right")
}

fn unwound(rounds: u64, heads: &[u32]) -> Unwound {
    Unwound { rounds, by_induction: heads.iter().map(|head| LocId(*head)).collect(), invariants: None }
}

const UNREACH: &[Property] = &[Property::Unreach];

/// Three values go round; the first two are never the same, which takes three rounds to see.
fn carousel() -> Program {
    program(
        "entry main proc main() { local a: i8 local b: i8 local c: i8 local more: u8
           entry L0: a := 1, b := 2, c := 3 -> L2  exit L1:
           L2: havoc more from input \"nondet\" -> L3
           L3: assume more != 0 -> L4  assume more == 0 -> L1
           L4: assume a != b -> L5  assume a == b -> L6
           L5: a := b, b := c, c := a -> L2
           L6: error assertion \"a != b\" }",
    )
}

#[test]
fn k_must_be_large_enough() {
    let program = carousel();
    for k in 3..6 {
        let judged = judge(&program, UNREACH, &unwound(k, &[2]));
        assert!(judged.is_ok(), "k = {k}: {judged:?}");
    }
    for k in 0..3 {
        let judged = judge(&program, UNREACH, &unwound(k, &[2]));
        assert!(matches!(judged, Err(Rejected::ErrorReached { loc: LocId(6), .. })), "k = {k}: {judged:?}");
    }
}

#[test]
fn a_loop_without_end_is_not_followed_to_its_end() {
    let judged = judge(&carousel(), UNREACH, &unwound(3, &[]));
    assert!(matches!(judged, Err(Rejected::Undecided { .. })), "{judged:?}");
    let judged = judge(&carousel(), UNREACH, &unwound(3, &[99]));
    assert!(matches!(judged, Err(Rejected::Malformed { .. })), "{judged:?}");
}

/// Fails in the round after `rounds`, by what it counted.
fn late(rounds: u32) -> Program {
    program(&format!(
        "entry main proc main() {{ local i: u8 local more: u8
           entry L0: i := 0 -> L2  exit L1:
           L2: havoc more from input \"nondet\" -> L3
           L3: assume more != 0 -> L4  assume more == 0 -> L1
           L4: assume i != {rounds} -> L5  assume i == {rounds} -> L6
           L5: i := i + 1 -> L2
           L6: error assertion \"i != {rounds}\" }}"
    ))
}

#[test]
fn a_failure_in_any_round_is_seen() {
    for (rounds, k) in [(0, 0), (0, 1), (1, 1), (2, 1), (3, 2), (5, 2), (7, 3), (40, 3), (255, 2)] {
        let judged = judge(&late(rounds), UNREACH, &unwound(k, &[2]));
        assert!(matches!(judged, Err(Rejected::ErrorReached { .. })), "{rounds} {k}: {judged:?}");
    }
}

#[test]
fn loops_that_end_are_followed() {
    let program = |ty: &str, limit: u32, wanted: u32| {
        program(&format!(
            "array a: {ty}[{limit}] = undefined entry main proc main() {{ local i: i32
               entry L0: i := 0 -> L3  exit L1:
               L3: assume i < {limit} -> L4  assume !(i < {limit}) -> L5
               L4: a[i] := {ty}(i) -> L7
               L7: i := i + 1 -> L3
               L5: assume i32(a[{wanted}]) == {wanted} -> L1  assume i32(a[{wanted}]) != {wanted} -> L6
               L6: error assertion \"a\" }}"
        ))
    };
    let all = &[Property::Unreach, Property::Bounds, Property::Overflow];
    for limit in [1, 10, 300] {
        let judged = judge(&program("i16", limit, limit - 1), all, &unwound(1, &[]));
        assert!(judged.is_ok(), "{judged:?}");
    }
    let judged = judge(&program("i8", 300, 299), UNREACH, &unwound(1, &[]));
    assert!(matches!(judged, Err(Rejected::ErrorReached { .. })), "{judged:?}");
    let judged = judge(&program("i16", 10, 10), all, &unwound(1, &[]));
    assert!(matches!(judged, Err(Rejected::FaultPossible { .. })), "{judged:?}");
}

#[test]
fn nested_loops_by_induction() {
    // Bits: nothing that the linear part of the checker could prove.
    let program = |error: &str| {
        program(&format!(
            "entry main proc main() {{ local x: u8 local more: u8
               entry L0: x := 0 -> L2  exit L1:
               L2: havoc more from input \"nondet\" -> L3
               L3: assume more != 0 -> L4  assume more == 0 -> L8
               L4: havoc more from input \"nondet\" -> L5
               L5: assume more != 0 -> L6  assume more == 0 -> L2
               L6: x := x ^ 2 -> L7
               L7: assume x != {error} -> L4  assume x == {error} -> L9
               L8: assume x != {error} -> L1  assume x == {error} -> L9
               L9: error assertion \"x\" }}"
        ))
    };
    let invariant =
        |text: &str, program: &Program| Unwound { invariants: Some(invariants(program, text)), ..unwound(1, &[2, 4]) };
    let even = "L0: *\nL1: *\nL2: x mod 2 <= 0\nL3: x mod 2 <= 0\nL4: x mod 2 <= 0\nL5: x mod 2 <= 0\nL6: x mod 2 <= 0\n\
                L7: x mod 2 <= 0\nL8: x mod 2 <= 0";
    let right = program("3");
    assert!(judge(&right, UNREACH, &invariant(even, &right)).is_ok());
    // Without the invariant the proof lacks something, and with another one the invariant is not kept.
    assert!(judge(&right, UNREACH, &unwound(1, &[2, 4])).is_err());
    let damaged = even.replace("L4: x mod 2 <= 0", "L4: x mod 4 <= 0");
    assert!(judge(&right, UNREACH, &invariant(&damaged, &right)).is_err());
    let damaged = even.replace("L2: x mod 2 <= 0", "L2: x = 0");
    assert!(judge(&right, UNREACH, &invariant(&damaged, &right)).is_err());
    let wrong = program("2");
    assert!(judge(&wrong, UNREACH, &invariant(even, &wrong)).is_err());
}

#[test]
fn calls_in_loops_and_within_themselves() {
    let program = |error: &str| {
        program(&format!(
            "global g: i32 = 0 entry main
             proc main() {{ local more: u8
               entry L0: skip -> L2  exit L1:
               L2: havoc more from input \"nondet\" -> L3
               L3: assume more != 0 -> L4  assume more == 0 -> L1
               L4: call down(3) -> L5
               L5: assume g != {error} -> L2  assume g == {error} -> L6
               L6: error assertion \"g\" }}
             proc down(n) {{ local n: i32
               entry L7: assume n == 0 -> L8  assume n != 0 -> L9
               L9: g := n -> L10
               L10: call down(n - 1) -> L8
               exit L8: }}"
        ))
    };
    assert!(judge(&program("2"), UNREACH, &unwound(4, &[2])).is_ok());
    assert!(judge(&program("1"), UNREACH, &unwound(4, &[2])).is_err());
}

/// The cells of an array are never larger than 5, but no linear invariant can say that.
#[test]
fn an_invariant_that_follows_from_forgotten_contents_is_not_decided() {
    let program = |first: &str, stored: &str| {
        program(&format!(
            "array a: u8[4] = zero entry main proc main() {{ local x: u8 local late: u8 local i: u8 local more: u8
               entry L0: x := {first}, late := 0 -> L2  exit L1:
               L2: havoc more from input \"nondet\" -> L3
               L3: assume more != 0 -> L4  assume more == 0 -> L1
               L4: assume late == 0 -> L5  assume late != 0 -> L11
               L5: assume x > 5 -> L6  assume x <= 5 -> L7
               L6: late := 1 -> L8
               L7: late := 0 -> L8
               L8: havoc i from input \"nondet\" -> L9
               L9: a[i & 3] := {stored} -> L10
               L10: x := a[(i >> 2) & 3] -> L2
               L11: error assertion \"late\" }}"
        ))
    };
    let with =
        |rows: &str, program: &Program| Unwound { invariants: Some(invariants(program, rows)), ..unwound(1, &[2]) };
    let small = "L0: *\nL1: *\nL2: x <= 5, late = 0\nL3: x <= 5, late = 0\nL4: x <= 5, late = 0\nL5: x <= 5, late = 0\n\
                 L7: x <= 5, late = 0\nL8: late = 0\nL9: late = 0\nL10: late = 0";
    let right = program("0", "i & 5");
    let judged = judge(&right, UNREACH, &with(small, &right));
    assert!(matches!(judged, Err(Rejected::Undecided { .. })), "{judged:?}");
    // Where the loop begins nothing is forgotten.
    let judged = judge(&program("6", "i & 5"), UNREACH, &with(small, &right));
    assert!(judged.is_err_and(|rejected| rejected.is_definite()));
    // Nor is an error excused that the invariant does not exclude.
    let weak =
        "L0: *\nL1: *\nL2: x <= 6\nL3: x <= 6\nL4: x <= 6\nL5: x <= 6\nL6: *\nL7: *\nL8: *\nL9: *\nL10: *\nL11: *";
    let judged = judge(&right, UNREACH, &with(weak, &right));
    assert!(judged.is_err_and(|rejected| rejected.is_definite()));
}
