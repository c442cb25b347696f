//! Powers of two by cases, before equations that follow only with them: what says too little, or too much, is not accepted.

use heureka_certify::{Checked, Numbers, Question, Rejected, check_certificate};
use heureka_ir::certificate::{HeadInvariants, HeadSubject};
use heureka_ir::formula::{Formula, Number};
use heureka_ir::invariant::{Relation, Value};
use heureka_ir::{Certificate, LocId, Program, Property, VarId, text};
use heureka_logic::solver::{Limits, SolverFactory};

/// The variables.
const A: u32 = 0;
const B: u32 = 1;
const D: u32 = 2;
const P: u32 = 3;
const Q: u32 = 4;
const R: u32 = 5;

/// Where the divisor is doubled, and where it is halved.
const DOUBLING: LocId = LocId(5);
const HALVING: LocId = LocId(8);

/// Division by doubling and halving: a = q b + r in the end.
fn division(step: &str) -> Program {
    let program = text::parse(&format!(
        "global a: u8 = 0 global b: u8 = 0 global d: u8 = 0 global p: u8 = 0 global q: u8 = 0 global r: u8 = 0 entry main
         proc main() {{
           entry L0: havoc a from input \"nondet\" -> L2  exit L1:
           L2: havoc b from input \"nondet\" -> L3
           L3: assume b != 0 && a <= 127 && b <= 127 -> L4
           L4: d := b, p := 1, q := 0, r := a -> L5
           L5: assume d <= r -> L6  assume !(d <= r) -> L7
           L6: d := 2 * d, p := 2 * p -> L5
           L7: skip -> L8
           L8: assume p != 1 -> L9  assume p == 1 -> L12
           L9: d := d / 2, p := p / 2 -> L10
           L10: assume d <= r -> L11  assume !(d <= r) -> L8
           L11: r := r - d, {step} -> L8
           L12: assume a == q * d + r -> L1  assume a != q * d + r -> L13
           L13: error assertion \"a == q * d + r\" }}"
    ));
    program.expect("the program is right")
}

fn judge(program: &Program, halving: Vec<Formula>) -> Result<Checked, Rejected> {
    let properties = [Property::Unreach].into();
    let question = Question { program, properties: &properties, numbers: Numbers::Machine };
    let at = vec![(DOUBLING, powers(0..8)), (HALVING, Formula::And(halving))];
    let certificate = Certificate::AtHeads(HeadInvariants { subject: HeadSubject::AsRead, at, contracts: Vec::new() });
    check_certificate(&question, &certificate, &SolverFactory::default(), Limits::NONE)
}

fn var(var: u32) -> Number {
    Number::Value(Value::Now(VarId(var)))
}

fn zero(terms: Vec<(Number, i128)>, constant: i128) -> Formula {
    Formula::Compare(Number::Sum(terms, constant), Relation::Zero)
}

/// p is a power of two, and d is b times that.
fn powers(exponents: std::ops::Range<u32>) -> Formula {
    let case = |exponent: u32| {
        let power = 1i128 << exponent;
        Formula::And(vec![zero(vec![(var(P), 1)], -power), zero(vec![(var(D), 1), (var(B), -power)], 0)])
    };
    Formula::Or(exponents.map(case).collect())
}

/// a - q b - r is zero, modulo the size of the type.
fn equation(b: u32) -> Formula {
    let product = Number::Product(Box::new(var(Q)), Box::new(var(b)));
    let sum = Number::Sum(vec![(var(A), 1), (product, -1), (var(R), -1)], 0);
    Formula::Compare(sum, Relation::Modulo { modulus: 256, width: 0 })
}

#[test]
fn a_division_by_doubling_and_halving() {
    let program = division("q := q + p");
    let judged = judge(&program, vec![powers(0..8), equation(B)]);
    assert!(judged.is_ok(), "{judged:?}");
}

#[test]
fn what_is_not_kept_does_not_help_to_prove_the_rest() {
    let program = division("q := q + p");
    let damaged = [
        // The equation needs the powers, and they need all that there are.
        vec![equation(B)],
        vec![powers(0..3), equation(B)],
        vec![powers(1..8), equation(B)],
        // From what is false everything follows.
        vec![Formula::Or(Vec::new()), equation(B)],
        vec![zero(vec![(var(P), 1)], -1), equation(D)],
        vec![powers(0..8), equation(D)],
        // Too little.
        vec![powers(0..8)],
    ];
    for (at, wrong) in damaged.into_iter().enumerate() {
        let judged = judge(&program, wrong);
        assert!(judged.is_err(), "{at}: {judged:?}");
    }
}

#[test]
fn a_wrong_division() {
    for step in ["q := q + d", "q := q + 1", "p := p + q"] {
        let judged = judge(&division(step), vec![powers(0..8), equation(B)]);
        assert!(judged.is_err(), "{step}: {judged:?}");
    }
}
