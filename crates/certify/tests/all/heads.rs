//! Invariants at the heads of loops: right ones are accepted, damaged ones are not.

use heureka_certify::{Checked, Numbers, Question, Rejected, check_certificate};
use heureka_ir::certificate::{HeadInvariants, HeadSubject};
use heureka_ir::formula::Formula;
use heureka_ir::invariant::{Constraint, Invariant, Relation, Value};
use heureka_ir::{Certificate, LocId, Program, Property, VarId, text};
use heureka_logic::solver::{Limits, SolverFactory};

fn judge(program: &Program, at: Vec<(LocId, Invariant)>) -> Result<Checked, Rejected> {
    let properties = [Property::Unreach].into();
    let question = Question { program, properties: &properties, numbers: Numbers::Machine };
    let at = at.iter().map(|(head, invariant)| (*head, Formula::from(invariant))).collect();
    let subject = HeadSubject::Inlined { depth: 2 };
    let certificate = Certificate::AtHeads(HeadInvariants { subject, at, contracts: Vec::new() });
    check_certificate(&question, &certificate, &SolverFactory::default(), Limits::NONE)
}

/// One conjunction of constraints on sums of the first variables.
fn invariant(constraints: &[(&[i128], i128, Relation)]) -> Invariant {
    let constraint = |(factors, constant, relation): &(&[i128], i128, Relation)| {
        let terms = factors.iter().enumerate().filter(|(_, factor)| **factor != 0);
        let terms = terms.map(|(var, factor)| (Value::Now(VarId(var as u32)), *factor)).collect();
        Constraint { terms, constant: *constant, relation: *relation }
    };
    Invariant { disjuncts: vec![constraints.iter().map(constraint).collect()] }
}

/// x and y grow together, by a call.
fn together() -> Program {
    let program = text::parse(
        "global x: u8 = 0 global y: u8 = 0 entry main
         proc main() { local more: u8
           entry L0: skip -> L2  exit L1:
           L2: havoc more from input \"nondet\" -> L3
           L3: assume more != 0 -> L4  assume more == 0 -> L1
           L4: call grow() -> L5
           L5: assume x == y -> L2  assume x != y -> L6
           L6: error assertion \"x == y\" }
         proc grow() {
           entry L7: x := x + 1, y := y + 1 -> L8
           exit L8: }",
    );
    program.expect("the program is right")
}

const HEAD: LocId = LocId(2);

#[test]
fn what_is_kept_is_accepted_and_nothing_else() {
    let program = together();
    let equal = invariant(&[(&[1, -1], 0, Relation::Zero)]);
    let judged = judge(&program, vec![(HEAD, equal)]);
    assert!(judged.is_ok(), "{judged:?}");
    let damaged = [
        // Not kept by a round.
        invariant(&[(&[1], 0, Relation::Zero)]),
        invariant(&[(&[1, -1], 0, Relation::Zero), (&[-1], 5, Relation::NonZero)]),
        // Does not exclude the error.
        Invariant::anything(),
        invariant(&[(&[1, -1], 0, Relation::AtLeastZero)]),
        // Does not hold at the start.
        invariant(&[(&[1, -1], 1, Relation::Zero)]),
        Invariant::unreachable(),
    ];
    for wrong in damaged {
        let judged = judge(&program, vec![(HEAD, wrong.clone())]);
        assert!(matches!(judged, Err(Rejected::ErrorReached { .. })), "{wrong:?}: {judged:?}");
    }
}

#[test]
fn heads_that_are_left_out_or_do_not_exist() {
    let program = together();
    let judged = judge(&program, Vec::new());
    assert!(matches!(judged, Err(Rejected::Undecided { .. })), "{judged:?}");
    let judged = judge(&program, vec![(LocId(99), Invariant::anything())]);
    assert!(matches!(judged, Err(Rejected::Malformed { .. })), "{judged:?}");
    let unknown = Constraint { terms: [(Value::Now(VarId(77)), 1)].into(), constant: 0, relation: Relation::Zero };
    let judged = judge(&program, vec![(HEAD, Invariant { disjuncts: vec![[unknown].into()] })]);
    assert!(matches!(judged, Err(Rejected::Malformed { .. })), "{judged:?}");
}

/// A loop that can be entered in its middle would be followed from its head only.
#[test]
fn loops_with_two_entries_are_not_judged() {
    let program = text::parse(
        "entry main proc main() { local x: u8 local more: u8
           entry L0: havoc more from input \"nondet\" -> L4
           L4: assume more == 0 -> L2  assume more != 0 -> L3  exit L1:
           L2: x := 0 -> L3
           L3: x := 1 -> L5
           L5: assume more != 1 -> L2  assume more == 1 -> L6
           L6: error assertion \"more\" }",
    );
    let program = program.expect("the program is right");
    for head in [2, 3] {
        let judged = judge(&program, vec![(LocId(head), Invariant::unreachable())]);
        assert!(judged.is_err(), "{judged:?}");
    }
}
