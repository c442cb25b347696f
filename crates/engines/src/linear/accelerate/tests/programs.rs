//! Loops of programs in text form: the closed relations, exactly as they are printed, and why others have none.

use heureka_ir::{LocId, LoopId, Loops, Program, text};
use heureka_linear::{Arity, Conjunction, Kind, LinearExpr, Names, Numbers};
use heureka_number::Int;

use super::super::super::encode::Encoding;
use super::super::super::scope::Scopes;
use super::super::{Acceleration, Limits, Way, accelerate};
use crate::engine::Arithmetic;

pub fn accelerated(program: &Program, arithmetic: Arithmetic) -> Acceleration {
    let scopes = Scopes::of(program);
    let encoding = Encoding::of(program, None, &scopes, arithmetic);
    accelerate(program, &scopes, &encoding, &Loops::of(program), &|_, _| false, &Limits::default())
}

/// For each loop the parts of T⁺, a line each, without what keeps its value: `x` before, `x'` after.
fn show(text: &str) -> Vec<String> {
    let program = text::parse(text).unwrap();
    let (loops, scopes) = (Loops::of(&program), Scopes::of(&program));
    let acceleration = accelerated(&program, Arithmetic::Integer);
    let show = |id: LoopId| {
        let Some(rounds) = acceleration.rounds(id) else {
            return acceleration.reason(id).unwrap().to_string();
        };
        let scope = scopes.of_proc(program.loc(loops.get(id).head).proc);
        let mut names = Names::default();
        for after in ["", "'"] {
            for place in rounds.places() {
                names.var(&format!("{}{after}", program.var(scope.current()[*place as usize]).name));
            }
        }
        let parts = rounds.closure().disjuncts().iter().map(|part| part.show(&names));
        parts.collect::<Vec<_>>().join("\n")
    };
    loops.ids().map(show).collect()
}

fn int(value: i64) -> Int {
    Int::from(value)
}

#[test]
fn a_counter() {
    let text = "entry main global k: i32 global n: i32 proc main() {
        entry L0: assume k < n -> L1 assume n <= k -> L2
        L1: k := k + 1 -> L0
        exit L2: }";
    assert_eq!(show(text), ["n - n' = 0 & k - n <= -1 & k - k' <= -1 & n - k' >= 0",]);
}

#[test]
fn a_loop_that_calls_swap() {
    let text = "entry main global x: i32 global y: i32
        proc swap() { local c: i32
          entry L0: c := x -> L1
          L1: x := y -> L2
          L2: y := c -> L3
          exit L3: }
        proc main() { local i: i32
          entry L4: i := 0 -> L5
          L5: assume i < 1000000 -> L6 assume 1000000 <= i -> L8
          L6: call swap() -> L7
          L7: i := i + 1 -> L5
          exit L8: }";
    assert_eq!(
        show(text),
        ["x - y' = 0 & y - x' = 0 & i - i' = -1 & i <= 999999\n\
             x - x' = 0 & y - y' = 0 & i <= 999998 & i - i' <= -2 & i' <= 1000000 & (i + i') mod 2 <= 0\n\
             x - y' = 0 & y - x' = 0 & i <= 999998 & i - i' <= -3 & i' <= 1000000 & (i + i' + 1) mod 2 <= 0",]
    );
}

#[test]
fn branches_that_commute() {
    let text = "entry main global x: i32 global y: i32 proc main() { local c: i32
          entry L0: havoc c from input \"c\" -> L1
          L1: assume c == 0 -> L2 assume c != 0 -> L3
          L2: x := x + 1 -> L4
          L3: y := y + 1 -> L4
          L4: assume x < 10 -> L0 assume 10 <= x -> L5
          exit L5: }";
    assert_eq!(
        show(text),
        ["c' = 0 & x - x' <= -1 & y - y' <= 0 & x' <= 9\n\
             x - x' <= 0 & y - y' <= -1 & x' <= 9 & c' >= 1\n\
             x - x' <= 0 & y - y' <= -1 & x' <= 9 & c' <= -1",]
    );
}

#[test]
fn phases() {
    let text = "entry main global x: i32 global y: i32 proc main() {
          entry L0: assume y < 100 -> L1 assume 100 <= y -> L4
          L1: assume x < 100 -> L2 assume 100 <= x -> L3
          L2: x := x + 1 -> L0
          L3: y := y + 1 -> L0
          exit L4: }";
    assert_eq!(
        show(text),
        ["y - y' = 0 & x <= 99 & x - x' <= -1 & y <= 99 & x' <= 100\n\
             x' = 100 & x <= 99 & y <= 99 & y - y' <= -1 & y' <= 100\n\
             x - x' = 0 & x >= 100 & y <= 99 & y - y' <= -1 & y' <= 100",]
    );
}

#[test]
fn alternation() {
    let text = "entry main global t: i32 global x: i32 global y: i32 proc main() {
          entry L0: assume t == 0 -> L1 assume t == 1 -> L2 assume 1 < t -> L4
          L1: x := x + 1, t := 1 -> L0
          L2: y := y + 1, t := 0 -> L0
          exit L4: }";
    assert_eq!(
        show(text),
        ["t - t' = 0 & x - y - x' + y' = 0 & t <= 1 & t >= 0 & x - x' <= -1\n\
             2t - x + y + x' - y' = 1 & t + t' = 1 & t <= 1 & t >= 0 & t - x + x' >= 1",]
    );
}

#[test]
fn nested_loops_with_a_reset() {
    let text = "entry main global n: i32 global s: i32 proc main() { local i: i32 local j: i32
          entry L0: i := 0 -> L1
          L1: assume i < n -> L2 assume n <= i -> L9
          L2: j := 0 -> L3
          L3: assume j < 10 -> L4 assume 10 <= j -> L5
          L4: j := j + 1, s := s + 1 -> L3
          L5: i := i + 1 -> L1
          exit L9: }";
    assert_eq!(
        show(text),
        [
            "n - n' = 0 & s - s' = -10 & i - i' = -1 & j' = 10 & n - i >= 1\n\
             n - n' = 0 & s - 10i - s' + 10i' = 0 & j' = 10 & n - i >= 2 & 10n + s - 10i - s' >= 0 & s - s' <= -20 & (s + 9s') mod 10 <= 0",
            "s - j - s' + j' = 0 & s - s' <= -1 & s - j - s' >= -10 & j <= 9",
        ]
    );
}

#[test]
fn a_loop_with_a_break() {
    let text = "entry main global k: i32 global n: i32 proc main() { local c: i32
        entry L0: assume k < n -> L1 assume n <= k -> L5
        L1: havoc c from input \"c\" -> L2
        L2: assume c == 7 -> L5 assume c != 7 -> L3
        L3: k := k + 2 -> L0
        exit L5: }";
    assert_eq!(
        show(text),
        ["k - k' = -2 & n - n' = 0 & k - n <= -1 & c' <= 6\n\
             k - k' = -2 & n - n' = 0 & k - n <= -1 & c' >= 8\n\
             n - n' = 0 & k - n <= -1 & k - k' <= -4 & n - k' >= -1 & c' <= 6 & (k + k') mod 2 <= 0\n\
             n - n' = 0 & k - n <= -1 & k - k' <= -4 & n - k' >= -1 & c' >= 8 & (k + k') mod 2 <= 0",]
    );
}

#[test]
fn why_not() {
    let text = "entry main global k: i32 global s: i32 global n: i32 proc main() {
        entry L0: skip -> L1
        L1: assume k < n -> L2 assume n <= k -> L3
        L2: s := s + k, k := k + 1 -> L1
        L3: assume s < n -> L4 assume n <= s -> L5
        L4: s := s * k -> L3
        L5: assume s < 7 -> L6 assume 7 <= s -> L9
        L6: call down() -> L5
        exit L9: }
      proc down() {
        entry L10: assume 0 < s -> L11 assume s <= 0 -> L13
        L11: s := s - 1 -> L12
        L12: call down() -> L13
        exit L13: }";
    assert_eq!(
        show(text),
        ["one round has no closed form that is linear", "a value is not linear", "it calls `down`, which is recursive",]
    );
}

#[test]
fn states_between_two_states() {
    let text = "entry main global x: i32 global y: i32 proc main() { local c: i32
          entry L0: havoc c from input \"c\" -> L1
          L1: assume c == 0 -> L2 assume c != 0 -> L3
          L2: x := x + 1 -> L0
          L3: y := y + 3 -> L0
          exit L5: }";
    let program = text::parse(text).unwrap();
    let acceleration = accelerated(&program, Arithmetic::Integer);
    let rounds = acceleration.rounds(LoopId(0)).unwrap();
    assert!(rounds.between(&[int(0), int(0), int(0)], &[int(2), int(5), int(0)]).is_none());
    let (mut now, end) = ([int(0), int(0), int(0)].to_vec(), [int(2), int(6), int(0)]);
    let Some(Way::States(states)) = rounds.between(&now, &end) else { panic!("the loop chooses") };
    let states: Vec<Vec<Int>> = states.chain([end.to_vec()]).collect();
    assert_eq!(states.len(), 4);
    for next in states {
        let step = (&next[0] - &now[0], &next[1] - &now[1], next[2].is_zero());
        assert!(step == (int(1), int(0), true) || step == (int(0), int(3), false), "{now:?} -> {next:?}");
        now = next;
    }
}

#[test]
fn the_closed_form_does_not_grow_with_the_number_of_rounds() {
    let parts = |n: &str| {
        let text = "entry main global x: i32 proc main() { local i: i32
            entry L0: i := 0 -> L1
            L1: assume i < 100 -> L2 assume 100 <= i -> L3
            L2: i := i + 1, x := x + 3 -> L1
            exit L3: }";
        show(&text.replace("100", n)).join("")
    };
    let (small, large) = (parts("100"), parts("1000000"));
    assert_eq!(small.lines().count(), 1);
    assert_eq!(large, small.replace("100", "1000000").replace("99", "999999").replace("300", "3000000"));
}

/// The path edge of an entry procedure without parameters: nothing before, these values now.
fn edge(values: &[i64], arity: Arity) -> Conjunction {
    let row = |(place, value): (usize, &i64)| {
        (LinearExpr::var(arity.current_var(place as u32)).plus_constant(-*value), Kind::Equal)
    };
    Conjunction::new(Numbers::Integer, values.iter().enumerate().map(row))
}

#[test]
fn a_sum_runs_to_its_end() {
    let text = "entry main proc main() { local i: i32 local n: i32 local s: i32
        entry L0: i := 1, s := 0 -> L1
        L1: assume i <= n -> L2 assume n < i -> L3
        L2: s := s + i -> L4
        L4: i := i + 1 -> L1
        exit L3: }";
    let program = text::parse(text).unwrap();
    for arithmetic in [Arithmetic::Integer, Arithmetic::Machine] {
        let acceleration = accelerated(&program, arithmetic);
        assert!(acceleration.rounds(LoopId(0)).is_none());
        let run_out = acceleration.run_out(LoopId(0)).unwrap();
        let arity = Scopes::of(&program).of_proc(program.entry).arity();
        for n in [0, 1, 2, 10, 1000] {
            let end = run_out.end(&edge(&[1, n, 0], arity), arity).unwrap();
            assert_eq!((end.rounds, end.path_edge), (int(n), edge(&[n + 1, n, n * (n + 1) / 2], arity)));
        }
        // What a machine integer cannot hold is where the run ends: i = 65536 is the first that does not fit.
        let end = run_out.end(&edge(&[1, 1_000_000, 0], arity), arity).unwrap();
        let last = if arithmetic == Arithmetic::Machine { 65_536 } else { 1_000_001 };
        assert_eq!(end.path_edge, edge(&[last, 1_000_000, (last - 1) * last / 2], arity));
        // Where the sum starts matters to a machine only.
        let anywhere = Conjunction::new(
            Numbers::Integer,
            [0, 1].map(|place| (LinearExpr::var(arity.current_var(place)).plus_constant(-5), Kind::Equal)),
        );
        assert_eq!(run_out.end(&anywhere, arity).is_some(), arithmetic == Arithmetic::Integer);
    }
}

#[test]
fn large_programs_end_soon() {
    let body: String = (3..5000).map(|at| format!("L{at}: x := x + 1 -> L{}\n", at + 1)).collect();
    let long = format!(
        "entry main global x: i32 proc main() {{ entry L0: skip -> L1 exit L2:
         L1: assume x < 0 -> L3 assume 0 <= x -> L2 {body} L5000: skip -> L1 }}"
    );
    assert_eq!(show(&long), ["its body is too large"]);
    let proc = |at: usize| {
        let (entry, next, body, exit) = (4 * at, 4 * at + 1, 4 * at + 2, 4 * at + 3);
        let call = if at == 0 { "skip".to_owned() } else { format!("call p{}()", at - 1) };
        format!(
            "proc p{at}() {{ entry L{entry}: {call} -> L{next}
             L{next}: assume x < {at} -> L{body} assume {at} <= x -> L{exit}
             L{body}: x := x + 1 -> L{next} exit L{exit}: }}\n"
        )
    };
    let many: String = (0..2_000).map(proc).collect();
    let program = text::parse(&format!("entry p1999 global x: i32 {many}")).unwrap();
    assert_eq!(accelerated(&program, Arithmetic::Integer).count(), 2_000);
}

#[test]
fn dead_places_are_left_open() {
    let text = "entry main global x: i32 global y: i32 proc main() { local c: i32
          entry L0: havoc c from input \"c\" -> L1
          L1: assume c == 0 -> L2 assume c != 0 -> L3
          L2: x := x + 1 -> L4
          L3: y := y + 1 -> L4
          L4: assume x < 10 -> L0 assume 10 <= x -> L5
          exit L5: }";
    let program = text::parse(text).unwrap();
    let scopes = Scopes::of(&program);
    let encoding = Encoding::of(&program, None, &scopes, Arithmetic::Integer);
    let is_dead = |loc: LocId, place| loc.0 != 1 && place == 2;
    let acceleration = accelerate(&program, &scopes, &encoding, &Loops::of(&program), &is_dead, &Limits::default());
    let rounds = acceleration.rounds(LoopId(0)).unwrap();
    assert_eq!(rounds.places(), [0, 1]);
    assert!(rounds.is_complete());
    // x and y in any number of rounds, but for none: two parts.
    assert_eq!(rounds.parts().len(), 2);
    let way = rounds.between(&[int(0), int(0), int(5)], &[int(2), int(1), int(77)]);
    let Some(Way::States(states)) = way else { panic!("the loop chooses") };
    assert_eq!(states.count(), 2);
}

#[test]
fn a_loop_with_two_entries_is_not_walked() {
    let text = "entry main global x: i32 global y: i32 proc main() {
        entry L0: skip -> L1
        L1: assume x < 10 -> L2 assume 10 <= x -> L9
        L2: assume y < 0 -> L3 assume 0 <= y -> L4
        L3: y := y + 1 -> L4
        L4: assume y < 5 -> L3 assume 5 <= y -> L5
        L5: x := x + 1 -> L1
        exit L9: }";
    assert_eq!(show(text), ["it has several entries", "it has several entries"]);
    // The same cycle in a procedure that a loop calls.
    let text = "entry main global x: i32 global y: i32
      proc turn() {
        entry L10: assume y < 0 -> L11 assume 0 <= y -> L12
        L11: y := y + 1 -> L12
        L12: assume y < 5 -> L11 assume 5 <= y -> L13
        exit L13: }
      proc main() {
        entry L0: skip -> L1
        L1: assume x < 10 -> L2 assume 10 <= x -> L9
        L2: call turn() -> L3
        L3: x := x + 1 -> L1
        exit L9: }";
    assert_eq!(show(text)[1], "it calls `turn`: it has several entries");
}
