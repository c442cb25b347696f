//! Hand-made programs and certificates: the right ones are accepted, and damaged ones are judged as the oracle does.

use heureka_certify::{Breach, Numbers, Rejected};
use heureka_ir::invariant::{Invariants, Relation, Value};
use heureka_ir::{Fault, Program, Property, text};

use crate::notation::{invariants, judge};
use crate::oracle::Oracle;

const UNREACH: &[Property] = &[Property::Unreach];

struct Case {
    program: Program,
    properties: &'static [Property],
    invariants: Invariants,
}

fn case(program: &str, properties: &'static [Property], certificate: &str) -> Case {
    let program = text::parse(program).expect("the program is right");
    let invariants = invariants(&program, certificate);
    Case { program, properties, invariants }
}

impl Case {
    fn judge(&self, invariants: &Invariants) -> Result<heureka_certify::Checked, Rejected> {
        judge(&self.program, self.properties, Numbers::Machine, invariants)
    }

    fn accepted(&self) -> &Case {
        if let Err(rejected) = self.judge(&self.invariants) {
            panic!("rejected: {rejected}");
        }
        self
    }

    /// All certificates that differ from this one in one place.
    fn damaged(&self) -> Vec<Invariants> {
        let mut all = Vec::new();
        let mut add = |damage: &dyn Fn(&mut Invariants)| {
            let mut invariants = self.invariants.clone();
            damage(&mut invariants);
            all.push(invariants);
        };
        for (loc, invariant) in self.invariants.at.iter().enumerate() {
            add(&|all| all.at[loc].disjuncts.clear());
            add(&|all| all.at[loc].disjuncts.push(Box::default()));
            for (at, disjunct) in invariant.disjuncts.iter().enumerate() {
                add(&|all| drop(all.at[loc].disjuncts.remove(at)));
                for place in 0..disjunct.len() {
                    add(&|all| {
                        let mut rows = disjunct.to_vec();
                        rows.remove(place);
                        all.at[loc].disjuncts[at] = rows.into();
                    });
                    for by in [-1, 1] {
                        add(&|all| all.at[loc].disjuncts[at][place].constant += by);
                    }
                    add(&|all| {
                        let row = &mut all.at[loc].disjuncts[at][place];
                        row.relation = match row.relation {
                            Relation::Zero => Relation::AtLeastZero,
                            Relation::AtLeastZero => Relation::Zero,
                            Relation::AboveZero | Relation::NonZero => Relation::AtLeastZero,
                            Relation::Modulo { modulus, width } => Relation::Modulo { modulus, width: width + 1 },
                        };
                    });
                    add(&|all| {
                        for term in &mut all.at[loc].disjuncts[at][place].terms {
                            term.0 = match term.0 {
                                Value::AtEntry(var) => Value::Now(var),
                                Value::Now(var) => Value::AtEntry(var),
                            };
                        }
                    });
                }
            }
        }
        all
    }

    /// Judges all damaged certificates, and the certificate itself, as the oracle does. The types must be small.
    fn agrees_with_the_oracle(&self) {
        let oracle = Oracle::new(&self.program, self.properties);
        assert_eq!(oracle.objection(&self.invariants), None);
        self.accepted();
        let (mut right, mut wrong) = (0, 0);
        for damaged in self.damaged() {
            match (self.judge(&damaged), oracle.objection(&damaged)) {
                (Err(Rejected::Malformed { .. }), _) => {}
                (Ok(_), None) => right += 1,
                (Err(Rejected::Undecided { reason }), Some(_)) if reason.contains("not looked into") => {}
                (Err(rejected), Some(_)) if rejected.is_definite() => wrong += 1,
                (judged, objection) => panic!("{judged:?}, but the oracle says {objection:?} of {damaged:?}"),
            }
        }
        assert!(wrong > right / 4, "{wrong} wrong and {right} right");
    }
}

#[test]
fn a_loop() {
    let loop_to = |ty: &str, limit: &str| {
        format!(
            "entry main proc main() {{ local i: {ty} local n: {ty}
               entry L0: n := {limit} -> L2  exit L1:
               L2: i := 0 -> L3
               L3: assume i < n -> L4  assume n <= i -> L5
               L4: i := i + 1 -> L3
               L5: assume i == n -> L1  assume i != n -> L6
               L6: error assertion \"i == n\" }}"
        )
    };
    let certificate = "L0: *
                       L1: *
                       L2: n = 3
                       L3: 0 <= i, i <= n, n = 3
                       L4: 0 <= i, i < n, n = 3
                       L5: i = n, n = 3";
    case(&loop_to("i3", "3"), UNREACH, certificate).agrees_with_the_oracle();
    case(&loop_to("i3", "3"), &[Property::Unreach, Property::Overflow], certificate).agrees_with_the_oracle();
    case(&loop_to("i64", "1000000"), UNREACH, &certificate.replace("n = 3", "n = 1000000")).accepted();
}

#[test]
fn points_are_evaluated() {
    let case = case(
        "entry main proc main() { local i: u3
           entry L0: i := 0 -> L2  exit L1:
           L2: assume i != 3 -> L3  assume i == 3 -> L4
           L3: i := i + 1 -> L2
           L4: assume i == 3 -> L1  assume i != 3 -> L6
           L6: error assertion \"i == 3\" }",
        UNREACH,
        "L0: *
         L1: i = 3
         L2: i = 0 | i = 1 | i = 2 | i = 3
         L3: i = 0 | i = 1 | i = 2
         L4: i = 3",
    );
    case.agrees_with_the_oracle();
    assert_eq!(case.judge(&case.invariants).unwrap().by_solver, 0);
}

#[test]
fn a_procedure_with_a_contract() {
    let program = |ty: &str| {
        format!(
            "global g: {ty} = 1  entry main
             proc main() {{ local x: {ty}
               entry L0: x := call twice(g) -> L2  exit L1:
               L2: assume x == 2 && g == 0 -> L1  assume !(x == 2 && g == 0) -> L3
               L3: error assertion \"x == 2\" }}
             proc twice(a) -> (r) {{ local a: {ty} local r: {ty}
               entry L4: g := g - a -> L6
               L6: return a + a -> L5
               exit L5: }}"
        )
    };
    let certificate = "L0: g = 1, g@ = 1
                       L1: *
                       L2: x = 2, g = 0
                       L4: g = g@, a = a@, a = 1, g >= 0
                       L6: g = g@ - a@, a = a@, a = 1
                       L5: g = g@ - a@, r = 2*a@";
    case(&program("i3"), UNREACH, certificate).agrees_with_the_oracle();
    case(&program("i3"), &[Property::Overflow, Property::Unreach], certificate).agrees_with_the_oracle();
    case(&program("i32"), UNREACH, certificate).accepted();
}

#[test]
fn a_call_keeps_the_globals_that_it_cannot_write() {
    let program = |writes: &str| {
        format!(
            "global g: i2 = 1 global h: i2 = 0 entry main
             proc main() {{
               entry L0: call f() -> L2  exit L1:
               L2: assume g == 1 -> L1  assume g != 1 -> L3
               L3: error assertion \"g == 1\" }}
             proc f() {{ entry L4: {writes} := g -> L5  exit L5: }}"
        )
    };
    let certificate = "L0: g = 1
                       L1: g = 1
                       L2: g = 1
                       L4: *
                       L5: *";
    case(&program("h"), UNREACH, certificate).agrees_with_the_oracle();
    let written = case(&program("g"), UNREACH, certificate);
    let rejected = written.judge(&written.invariants).unwrap_err();
    assert!(matches!(rejected, Rejected::NotInductive { step: Breach::Return(_), .. }), "{rejected:?}");
}

#[test]
fn recursion() {
    // Counts down, and gives back what it was given.
    let program = |ty: &str| {
        format!(
            "entry main
             proc main() {{ local x: {ty}
               entry L0: x := call down(3) -> L2  exit L1:
               L2: assume x == 3 -> L1  assume x != 3 -> L3
               L3: error assertion \"x == 3\" }}
             proc down(n) -> (r) {{ local n: {ty} local r: {ty}
               entry L4: assume n <= 0 -> L6  assume 0 < n -> L7
               L6: return n -> L5
               L7: r := call down(n - 1) -> L8
               L8: return r + 1 -> L5
               exit L5: }}"
        )
    };
    let certificate = "L0: *
                       L1: *
                       L2: x = 3
                       L4: n = n@, n >= 0
                       L6: n = n@, n = 0
                       L7: n = n@, n > 0
                       L8: n = n@, r = n - 1, n > 0
                       L5: r = n@";
    case(&program("i3"), UNREACH, certificate).agrees_with_the_oracle();
    case(&program("i3"), &[Property::Overflow, Property::Unreach], certificate).agrees_with_the_oracle();
    case(&program("i32"), UNREACH, certificate).accepted();
}

#[test]
fn unsigned_arithmetic_wraps() {
    let case = case(
        "entry main proc main() { local x: u3 local y: u3
           entry L0: havoc x from input \"f\" -> L2  exit L1:
           L2: y := x + 5 -> L3
           L3: x := y - 5 -> L4
           L4: y := x * 3 -> L5
           L5: x := u3(i3(x)) -> L6
           L6: skip -> L1 }",
        UNREACH,
        "L0: *
         L1: *
         L2: *
         L3: x <= 2, y = x + 5 | x >= 3, y = x - 3
         L4: x <= 2, y = x + 5 | x >= 3, y = x - 3
         L5: 3*x - y mod 8 <= 0
         L6: 3*x - y mod 8 <= 0",
    );
    case.agrees_with_the_oracle();
}

#[test]
fn division_and_remainders() {
    let case = case(
        "entry main proc main() { local x: i3 local q: i3 local r: i3
           entry L0: havoc x from input \"f\" -> L2  exit L1:
           L2: q := x / 2, r := x % 2 -> L3
           L3: x := q >> 1 -> L4
           L4: skip -> L1 }",
        &[Property::DivByZero, Property::Overflow],
        "L0: *
         L1: *
         L2: *
         L3: x = 2*q + r, r >= 0, r <= 1, x >= 0 | x = 2*q + r, r <= 0, r >= -1, x < 0
         L4: 2*x <= q, q <= 2*x + 1",
    );
    case.agrees_with_the_oracle();
}

#[test]
fn parallel_assignments_swap() {
    let case = case(
        "global x: i3 = 1 global y: i3 = 2 entry main
         proc main() {
           entry L0: call swap() -> L2  exit L1:
           L2: call swap() -> L3
           L3: assume x == 1 && y == 2 -> L1  assume !(x == 1 && y == 2) -> L4
           L4: error assertion \"swapped\" }
         proc swap() {
           entry L5: x := y, y := x -> L6
           exit L6: }",
        UNREACH,
        "L0: x = 1, y = 2
         L1: *
         L2: x = 2, y = 1
         L3: x = 1, y = 2
         L5: x = x@, y = y@
         L6: x = y@, y = x@",
    );
    case.agrees_with_the_oracle();
}

#[test]
fn remainders_in_invariants() {
    let case = case(
        "entry main proc main() { local x: i4 local y: i2
           entry L0: x := 0 -> L2  exit L1:
           L2: havoc y from input \"f\" -> L3
           L3: assume y == 0 && x < 5 -> L4  assume y != 0 || 5 <= x -> L5
           L4: x := x + 2 -> L2
           L5: assume x % 2 == 0 -> L1  assume x % 2 != 0 -> L6
           L6: error assertion \"even\" }",
        UNREACH,
        "L0: *
         L1: *
         L2: x mod 2 <= 0
         L3: x mod 2 <= 0
         L4: x mod 2 <= 0
         L5: x mod 2 <= 0",
    );
    case.agrees_with_the_oracle();
}

#[test]
fn faults_count_when_they_are_asked_for() {
    let program = "entry main proc main() { local x: i3 local y: i3
                     entry L0: assume x < 3 -> L2  exit L1:
                     L2: x := x + 1 -> L3
                     L3: y := x << 1 -> L4
                     L4: y := 3 / x -> L1 }";
    let safe = "L0: *
                L1: *
                L2: x < 3
                L3: *
                L4: *";
    case(program, &[Property::Unreach, Property::Bounds], safe).agrees_with_the_oracle();
    let fault = |property: &'static [Property], certificate: &str| {
        let case = case(program, property, certificate);
        match case.judge(&case.invariants) {
            Err(Rejected::FaultPossible { fault, .. }) => fault,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(fault(&[Property::DivByZero], safe), Fault::DivisionByZero);
    assert_eq!(fault(&[Property::Overflow], safe), Fault::ShiftOverflow);
    assert_eq!(fault(&[Property::Overflow], &safe.replace("L2: x < 3", "L2: *")), Fault::SignedOverflow);
}

#[test]
fn arrays_are_over_approximated_but_their_bounds_are_exact() {
    let program = |limit: &str| {
        format!(
            "array a: i32[10] = undefined entry main proc main() {{ local i: i32 local x: i32
               entry L0: havoc i from input \"f\" -> L2  exit L1:
               L2: assume 0 <= i && i < {limit} -> L3
               L3: a[i] := i -> L4
               L4: x := a[i] -> L5
               L5: assume x == i -> L1  assume x != i -> L6
               L6: error assertion \"x == i\" }}"
        )
    };
    let certificate = "L0: *
                       L1: *
                       L2: *
                       L3: 0 <= i, i < 10
                       L4: 0 <= i, i < 10
                       L5: x = x";
    let judge = |limit, properties, certificate: &str| {
        let case = case(&program(limit), properties, certificate);
        case.judge(&case.invariants)
    };
    let error = format!("{certificate}\nL6: *");
    assert!(judge("10", &[Property::Bounds], &error).is_ok());
    // The checker does not know that x is i: that is no reason to call the certificate wrong.
    let claims = error.replace("L5: x = x", "L5: x = i");
    let undecided = judge("10", &[Property::Bounds], &claims);
    assert!(matches!(undecided, Err(Rejected::Undecided { .. })), "{undecided:?}");
    assert!(matches!(
        judge("11", &[Property::Bounds], &error.replace("i < 10", "i < 11")),
        Err(Rejected::FaultPossible { fault: Fault::OutOfBounds, .. })
    ));
    assert!(judge("11", &[Property::Unreach], &certificate.replace("i < 10", "i < 11")).is_err());
}

#[test]
fn rejections_say_what_is_wrong_and_where() {
    let program = "file \"a.c\" global g: i32 = 0 entry main
        proc main() @1:1+4 { local x: i32
          entry L0: @1:1+4 x := g -> L2 @2:3+1  exit L1:
          L2: @3:1+1 assume x == 0 -> L1 @3:5+1 assume x != 0 -> L3 @3:5+1
          L3: error assertion \"x\" @4:1+1
          L4: unsupported \"goto\" @5:1+1 }";
    let judge = |certificate: &str| {
        let case = case(program, UNREACH, certificate);
        case.judge(&case.invariants).unwrap_err()
    };
    let not_initial = judge("L0: g = 1");
    assert!(matches!(not_initial, Rejected::NotInitial { .. }), "{not_initial:?}");
    assert!(not_initial.to_string().starts_with("a.c:1:1: "), "{not_initial}");
    let not_inductive = judge("L0: g = 0\nL2: x = 1");
    assert!(matches!(not_inductive, Rejected::NotInductive { step: Breach::Target, .. }), "{not_inductive:?}");
    assert!(not_inductive.to_string().starts_with("a.c:2:3: "), "{not_inductive}");
    let not_safe = judge("L0: g = 0\nL2: x <= 0\nL1: *\nL3: x < 0");
    assert!(matches!(not_safe, Rejected::ErrorReached { .. }), "{not_safe:?}");
    assert!(not_safe.to_string().contains("x = "), "{not_safe}");
    let unsupported = judge("L0: g = 0\nL2: x = 0\nL1: *\nL4: *");
    assert!(unsupported.to_string().starts_with("a.c:5:1: "), "{unsupported}");
    assert!(unsupported.to_string().contains("goto"), "{unsupported}");
}

#[test]
fn certificates_that_do_not_fit_are_malformed() {
    let program = "global g: i32 = 0 entry main
        proc main() { local x: i32 entry L0: call f(1) -> L1  exit L1: }
        proc f(p) { local p: i32 local y: i32 entry L2: skip -> L3  exit L3: }";
    let parsed = text::parse(program).unwrap();
    let good = invariants(&parsed, "L0: *\nL1: *\nL2: p = p@, g = g@\nL3: p = p@, g = g@");
    let judge = |invariants: &Invariants| judge(&parsed, UNREACH, Numbers::Machine, invariants);
    assert!(judge(&good).is_ok());
    let mut damaged = Vec::new();
    let mut short = good.clone();
    short.at.pop();
    damaged.push(short);
    let var = |name: &str| parsed.var_ids().find(|var| parsed.var(*var).name == name).unwrap();
    for value in [Value::Now(var("x")), Value::AtEntry(var("y")), Value::Now(heureka_ir::VarId(99))] {
        let mut foreign = good.clone();
        foreign.at[3].disjuncts[0][0].terms[0].0 = value;
        damaged.push(foreign);
    }
    for modulus in [0, -2] {
        let mut remainder = good.clone();
        remainder.at[3].disjuncts[0][0].relation = Relation::Modulo { modulus, width: 0 };
        damaged.push(remainder);
    }
    for invariants in damaged {
        assert!(matches!(judge(&invariants), Err(Rejected::Malformed { .. })), "{invariants:?}");
    }
}

#[test]
fn integers_do_not_wrap_and_reals_are_divided() {
    let program = text::parse(
        "entry main proc main() { local x: u8 local y: u8
           entry L0: x := 200 -> L2  exit L1:
           L2: x := x + x -> L3
           L3: y := x / 3 -> L1 }",
    )
    .unwrap();
    let judge = |numbers, text: &str| judge(&program, UNREACH, numbers, &invariants(&program, text));
    let start = "L0: *\nL2: x = 200\n";
    let with = |text: &str| format!("{start}{text}");
    assert!(judge(Numbers::Machine, &with("L3: x = 144\nL1: y = 48")).is_ok());
    assert!(judge(Numbers::Integer, &with("L3: x = 400\nL1: y = 133")).is_ok());
    assert!(judge(Numbers::Real, &with("L3: x = 400\nL1: 3*y = 400")).is_ok());
    for (numbers, wrong) in [
        (Numbers::Machine, "L3: x = 400\nL1: *"),
        (Numbers::Integer, "L3: x = 144\nL1: *"),
        (Numbers::Integer, "L3: x = 400\nL1: 3*y = 400"),
        (Numbers::Real, "L3: x = 400\nL1: y = 133"),
    ] {
        assert!(judge(numbers, &with(wrong)).is_err_and(|rejected| rejected.is_definite()), "{numbers:?} {wrong}");
    }
}
