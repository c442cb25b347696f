//! What a call changes: cells and ghosts that the procedure can write before it returns, and nothing else.

use heureka_certify::{Numbers, Rejected};
use heureka_ir::{Property, text};

use crate::notation::{invariants, judge};

const UNREACH: &[Property] = &[Property::Unreach];

#[test]
fn calls_change_what_they_write() {
    let program = |body: &str| {
        format!(
            "array a: i32[10] = undefined array b: i32[10] = zero global g: i32 = 3
             entry main proc main() {{ local i: i32 array own: i32[10] = zero
               entry L0: i := 2 -> L2  exit L1:
               L2: a[i] := 5 -> L3
               L3: own[i] := 6 -> L4
               L4: call f(i) -> L5
               L5: assume a[i] == 5 && own[i] == 6 -> L1  assume !(a[i] == 5 && own[i] == 6) -> L6
               L6: error assertion \"kept\" }}
             proc f(p) {{ local p: i32 array own: i32[4] = {{7, 8}}
               entry L7: {body} -> L9  exit L8:
               L9: assume p == p -> L8 }}"
        )
    };
    let certificate = "
        ghost ai = a (i)
        ghost mine = own (i)
        ghost theirs = own#2 1
        ghost at = a (p)
        L0: *
        L1: *
        L2: i = 2
        L3: i = 2, ai = 5
        L4: i = 2, ai = 5, mine = 6
        L5: i = 2, ai = 5, mine = 6
        L7: p = p@, p = 2, theirs = 8, at = 5
        L8: *
        L9: *"
        .replace("own#2", "own");
    let judge = |body: &str, certificate: &str| {
        let program = text::parse(&program(body)).unwrap();
        let mut invariants = invariants(&program, certificate);
        // The second array of that name.
        let heureka_ir::invariant::Ghost::Cell { array, .. } = &mut invariants.ghosts[2] else { panic!("a cell") };
        *array = heureka_ir::ArrayId(3);
        judge(&program, UNREACH, Numbers::Machine, &invariants)
    };
    for harmless in ["skip", "b[p] := 1", "own[p] := 1", "g := 1", "own[0] := a[p]"] {
        assert!(judge(harmless, &certificate).is_ok(), "{harmless}: {:?}", judge(harmless, &certificate));
    }
    for harmful in ["a[p] := 4", "a[3] := 4", "fill a := 1", "havoc a from input \"x\"", "call f(p)"] {
        let judged = judge(harmful, &certificate);
        match harmful {
            "call f(p)" => assert!(judged.is_ok(), "{judged:?}"),
            _ => assert!(judged.as_ref().is_err_and(Rejected::is_definite), "{harmful}: {judged:?}"),
        }
    }
    for (from, to) in [("theirs = 8", "theirs = 7"), ("at = 5", "at = 6"), ("mine = 6", "mine = 7")] {
        let judged = judge("skip", &certificate.replace(from, to));
        assert!(judged.as_ref().is_err_and(Rejected::is_definite), "{judged:?} with {to}");
    }
}

#[test]
fn a_step_into_an_end_of_the_execution_changes_nothing_for_callers() {
    let program = text::parse(
        "entry main proc main() { local i: i32
           entry L0: i := 2 -> L2  exit L1:
           L2: assume i == 2 -> L3  assume i != 2 -> L1
           L3: call f(7) -> L4
           L4: assume i == 2 -> L1  assume i != 2 -> L1 }
         proc f(p) { local p: i32
           entry L5: assume p == 7 -> L6  assume p != 7 -> L7  exit L6:
           L7: error assertion \"seven\" }",
    )
    .unwrap();
    let judge = |step: &str| {
        let certificate = format!(
            "ghost seen = last i at L2 or p at {step}
             L0: *
             L1: *
             L2: i = 2
             L3: i = 2, seen = 2
             L4: i = 2, seen = 2
             L5: p = 7
             L6: *"
        );
        judge(&program, UNREACH, Numbers::Machine, &invariants(&program, &certificate))
    };
    assert!(judge("L5.1").is_ok(), "{:?}", judge("L5.1"));
    let returning = judge("L5");
    assert!(returning.as_ref().is_err_and(Rejected::is_definite), "{returning:?}");
}
