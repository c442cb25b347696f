//! Certificates that speak of what there is not.

use heureka_certify::{Numbers, Question, Rejected, check_certificate};
use heureka_ir::certificate::{Contract, HeadInvariants, HeadSubject};
use heureka_ir::formula::{BoundId, Formula, Number};
use heureka_ir::invariant::{Relation, Value};
use heureka_ir::{ArrayId, Certificate, LocId, ProcId, Property, VarId, text};
use heureka_logic::solver::{Limits, SolverFactory};

/// Variables: 0 a global, 1 a local of `main`, 2 the parameter and 3 the result of `f`, 4 a local of it. Arrays: 0 a
/// global of two dimensions, 1 a local of `f`.
const PROGRAM: &str = "global g: i32 = 0 array a: i32[2][3] = zero entry main
    proc main() { local x: i32
      entry L0: x := 0 -> L2  exit L1:
      L2: x := call f(x) -> L3
      L3: assume x < 9 -> L2  assume 9 <= x -> L1 }
    proc f(p) -> (r) { local p: i32 local r: i32 local l: i32 array b: i32[2] = zero
      entry L4: assume p < 8 -> L6  assume 8 <= p -> L7
      L6: return p + 1 -> L5
      L7: return 9 -> L5
      exit L5: }";

fn judge(at: Vec<(LocId, Formula)>, contracts: Vec<Contract>) -> Result<(), Rejected> {
    let program = text::parse(PROGRAM).expect("the program is right");
    let properties = [Property::Unreach].into();
    let question = Question { program: &program, properties: &properties, numbers: Numbers::Machine };
    let certificate = Certificate::AtHeads(HeadInvariants { subject: HeadSubject::AsRead, at, contracts });
    check_certificate(&question, &certificate, &SolverFactory::default(), Limits::NONE).map(drop)
}

fn is_zero(number: Number) -> Formula {
    Formula::Compare(number, Relation::Zero)
}

fn now(var: u32) -> Formula {
    is_zero(Number::now(VarId(var)))
}

fn at_entry(var: u32) -> Formula {
    is_zero(Number::Value(Value::AtEntry(VarId(var))))
}

fn read(array: u32, indices: usize) -> Formula {
    is_zero(Number::Read(ArrayId(array), vec![Number::Const(0); indices]))
}

fn contract(procedure: u32, before: Formula, after: Formula) -> Contract {
    Contract { procedure: ProcId(procedure), before, after }
}

/// What can be said, wrong or not, is not malformed.
fn is_said(formula: Formula) -> Formula {
    Formula::Or(vec![formula, Formula::Bool(true)])
}

#[test]
fn invariants_of_heads() {
    let bound = |id: u32| is_zero(Number::Bound(BoundId(id)));
    let all = |id: u32, body: Formula| Formula::ForAll(vec![BoundId(id)], Box::new(body));
    let zero = || Box::new(Number::Const(0));
    let malformed = [
        (99, Formula::Bool(true), "L99 does not exist"),
        (2, now(99), "v99 does not exist"),
        (2, now(3), "it speaks of r, which is not known there"),
        (2, at_entry(1), "it speaks of x, which is not known there"),
        (2, at_entry(2), "it speaks of p, which is not known there"),
        (2, read(0, 1), "1 indices for the 2 dimensions of a"),
        (2, read(1, 1), "it speaks of b, which is not known there"),
        (2, read(7, 1), "does not exist"),
        (2, bound(0), "the variable 0 is not bound where it occurs"),
        (2, Formula::And(vec![all(0, bound(0)), bound(0)]), "the variable 0 is not bound where it occurs"),
        (2, all(0, all(0, bound(0))), "the variable 0 is bound twice"),
        (2, Formula::Or(vec![all(0, bound(0)), all(0, bound(0))]), "the variable 0 is bound twice"),
        (2, is_zero(Number::Quotient(zero(), 0)), "0 is no divisor"),
        (2, is_zero(Number::Remainder(zero(), -3)), "-3 is no divisor"),
        (2, Formula::Compare(Number::Const(0), Relation::Modulo { modulus: 0, width: 0 }), "0 is no divisor"),
        (2, is_zero(Number::Choice(Box::new(now(99)), zero(), zero())), "v99 does not exist"),
        (2, (0..600).fold(Formula::Bool(true), |inner, _| inner.not()), "it is nested too deeply"),
    ];
    for (head, formula, wanted) in malformed {
        match judge(vec![(LocId(head), formula.clone())], Vec::new()) {
            Err(Rejected::Malformed { reason }) if reason.contains(wanted) => {}
            judged => panic!("{judged:?} for {formula:?}"),
        }
    }
    let twice = vec![(LocId(2), Formula::Bool(true)), (LocId(2), Formula::Bool(true))];
    assert!(matches!(judge(twice, Vec::new()), Err(Rejected::Malformed { .. })));
    for formula in [now(0), now(1), at_entry(0), read(0, 2), all(0, bound(0)), all(0, all(1, bound(0)))] {
        let judged = judge(vec![(LocId(2), is_said(formula.clone()))], Vec::new());
        assert!(!matches!(judged, Err(Rejected::Malformed { .. })), "{judged:?} for {formula:?}");
    }
}

#[test]
fn contracts() {
    let yes = || Formula::Bool(true);
    let malformed = [
        (contract(9, yes(), yes()), "does not exist"),
        (contract(1, at_entry(0), yes()), "it speaks of the entry where there is only one moment"),
        (contract(1, now(3), yes()), "it speaks of r, which is not known there"),
        (contract(1, now(4), yes()), "it speaks of l, which is not known there"),
        (contract(1, now(1), yes()), "it speaks of x, which is not known there"),
        (contract(1, read(1, 1), yes()), "it speaks of b, which is not known there"),
        (contract(1, yes(), now(2)), "it speaks of p, which is not known there"),
        (contract(1, yes(), now(4)), "it speaks of l, which is not known there"),
        (contract(1, yes(), at_entry(3)), "it speaks of r, which is not known there"),
        (contract(1, yes(), read(1, 1)), "it speaks of b, which is not known there"),
        (contract(1, yes(), read(0, 3)), "3 indices for the 2 dimensions of a"),
    ];
    for (contract, wanted) in malformed {
        match judge(vec![(LocId(2), yes())], vec![contract.clone()]) {
            Err(Rejected::Malformed { reason }) if reason.contains(wanted) => {}
            judged => panic!("{judged:?} for {contract:?}"),
        }
    }
    let twice = vec![contract(1, yes(), yes()), contract(1, yes(), yes())];
    assert!(matches!(judge(vec![(LocId(2), yes())], twice), Err(Rejected::Malformed { .. })));
    let said = contract(1, is_said(Formula::And(vec![now(0), now(2), read(0, 2)])), is_said(now(3)));
    let judged = judge(vec![(LocId(2), yes())], vec![said]);
    assert!(judged.is_ok(), "{judged:?}");
}
