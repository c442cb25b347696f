//! Invariants and contracts with products, guessed and checked: `quotient * y + rest == x`, `least * i <= sum`.
//!
//! Executions with some inputs show which values the variables have at the heads of loops, and between which values recursive
//! procedures go ([`places`]). The polynomials that are zero at all these points are a vector space, whose basis is computed
//! exactly ([`crate::common::polynomials`]); products that stay on one side of a number are looked for, too ([`inequalities`]). All these are
//! candidates, and so are equations between numbers that wrap around ([`wrapping`]), and those that the program compares ([`asserted`]). Together with the linear engine's invariants
//! they are given to `certify`, which keeps those that it proves of each other; if these exclude all errors, they are the
//! certificate. A program without loops needs no candidates.
//! (Sharma, Gupta, Hariharan, Aiken, Liang, Nori: A Data Driven Approach for Algebraic Loop Invariants, ESOP 2013.)

mod asserted;
mod cases;
mod inequalities;
mod places;
mod wrapping;

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use heureka_certify::{self as certify, Numbers, Question, check_certificate, inductive_part};
use heureka_ir::certificate::{Contract, HeadInvariants};
use heureka_ir::formula::{Formula, Number};
use heureka_ir::interpret::{Limits, Sampling, sample};
use heureka_ir::invariant::{Constraint, Invariant, Relation, Value};
use heureka_ir::{BinOp, CallGraph, Certificate, ExprId, Invariants, LocId, Loops, Node, ProcId, Program};
use heureka_logic::solver;

use crate::common::polynomials::{Polynomial, equations};
use crate::engine::{Arithmetic, Context, Task};
use crate::linear::widened_invariants;
use cases::cases;
use inequalities::inequalities;
use places::Places;
use wrapping::{congruences, may_wrap, words};

/// How many executions are made, and how long they are.
const EXECUTIONS: u64 = 600;
const STEPS: u64 = 4_000;

/// How often an execution is looked at, at each place.
const MOST_POINTS: usize = 30;

/// Greater values tell nothing more, but take long to compute with; some of them have wrapped around.
const GREATEST: i128 = 1 << 24;

/// Time for the executions, and for the linear engine's invariants.
const PATIENCE: Duration = Duration::from_secs(2);

/// What one question about a candidate may take: this part of all the time for the proof.
const QUESTIONS: u32 = 20;

/// For a proof by equations between words.
const WORDS: Duration = Duration::from_secs(1);

/// What one question may take where mostly algebra answers at once.
const EACH_OF_WORDS: Duration = Duration::from_millis(30);

/// A proof by relations between products, for programs that have products or quotients; `patience` is for its check.
pub fn prove(task: &Task, patience: Duration, cx: &mut Context) -> Option<Certificate> {
    if !has_products(task.program) {
        return None;
    }
    cx.report("looking for relations between products");
    prove_by(&[&[Kind::Words], &[Kind::Equal, Kind::Greater]], task, patience, cx)
}

/// A proof by equations between numbers that wrap around, for programs that have loops and unsigned numbers.
pub fn prove_wrapping(task: &Task, patience: Duration, cx: &mut Context) -> Option<Certificate> {
    if is_straight(task.program) || !may_wrap(task.program) {
        return None;
    }
    cx.report("looking for equations between numbers that wrap around");
    prove_by(&[&[Kind::Words], &[Kind::Wrapping]], task, patience, cx)
}

/// Each line of attack has kinds of guesses, which are added one after the other.
fn prove_by(lines: &[&[Kind]], task: &Task, patience: Duration, cx: &mut Context) -> Option<Certificate> {
    if task.numbers != Arithmetic::Machine {
        return None;
    }
    let places = Places::of(task)?;
    let inlined = Task { program: &places.program, relevant: None, ..*task };
    let linear = widened_invariants(&inlined, end(PATIENCE, cx), cx.cancel);
    let mut guesses = guess(&lines.concat(), &places, linear.as_ref(), cx).into_iter();
    for line in lines {
        let of_line: Vec<(Kind, Guesses)> = line.iter().copied().zip(guesses.by_ref()).collect();
        let found = match &of_line[..] {
            // Equations between words mostly need no inequalities, and are proved at once without them.
            [(Kind::Words, guessed)] if guessed.is_empty() => None,
            [(Kind::Words, _)] => line_of_attack(task, &places, None, of_line.clone(), WORDS.min(patience), cx)
                .or_else(|| line_of_attack(task, &places, linear.as_ref(), of_line, WORDS.min(patience), cx)),
            _ => line_of_attack(task, &places, linear.as_ref(), of_line, patience, cx),
        };
        if found.is_some() {
            return found;
        }
    }
    None
}

/// What was proved of the guesses so far is kept for the next kind of them.
fn line_of_attack(
    task: &Task,
    places: &Places,
    linear: Option<&Invariants>,
    guesses: Vec<(Kind, Guesses)>,
    patience: Duration,
    cx: &Context,
) -> Option<Certificate> {
    let mut invariants = places.invariants(linear);
    for (at, (kind, more)) in guesses.into_iter().enumerate() {
        if at > 0 && more.is_empty() {
            continue;
        }
        places.add(&mut invariants, more);
        match judged(task, invariants, kind, patience, cx) {
            Judged::Proof(certificate) => return Some(certificate),
            Judged::Kept(kept) => invariants = kept,
            Judged::TimeUp => return None,
        }
    }
    None
}

/// Whether a program has neither loops nor recursion.
pub fn is_straight(program: &Program) -> bool {
    let calls = CallGraph::of(program);
    Loops::of(program).ids().next().is_none() && program.proc_ids().all(|proc| !calls.is_recursive(proc))
}

enum Judged {
    Proof(Certificate),
    /// What holds, but does not exclude all errors.
    Kept(HeadInvariants),
    /// Before it was known.
    TimeUp,
}

/// What `certify` keeps of guesses, and whether it accepts that.
fn judged(task: &Task, guessed: HeadInvariants, kind: Kind, patience: Duration, cx: &Context) -> Judged {
    let question = Question { program: task.program, properties: task.properties, numbers: Numbers::Machine };
    let limits = solver::Limits::new(Some(end(patience, cx)), cx.cancel);
    let (numbers, each) = match kind {
        Kind::Words => (certify::Kind::Bits, EACH_OF_WORDS),
        Kind::Equal | Kind::Greater | Kind::Wrapping => (certify::Kind::Integers, patience / QUESTIONS),
    };
    let has_guesses = !guessed.at.is_empty() || !guessed.contracts.is_empty();
    let kept = match has_guesses {
        true => inductive_part(&question, guessed, numbers, each, &cx.solvers, limits).ok(),
        false => Some(guessed),
    };
    let Some(kept) = kept else { return Judged::TimeUp };
    let certificate = Certificate::AtHeads(kept);
    match (check_certificate(&question, &certificate, &cx.solvers, limits), certificate) {
        (Ok(_), certificate) => Judged::Proof(certificate),
        (Err(_), Certificate::AtHeads(kept)) => Judged::Kept(kept),
        (Err(_), _) => Judged::TimeUp,
    }
}

fn end(patience: Duration, cx: &Context) -> Instant {
    let end = heureka_clock::now() + patience;
    cx.deadline.map_or(end, |deadline| deadline.min(end))
}

/// Whether two values that are not known are multiplied or divided.
fn has_products(program: &Program) -> bool {
    let is_known = |expr: ExprId| program.exprs.as_const(expr).is_some();
    (0..program.exprs.len() as u32).map(ExprId).any(|expr| match program.exprs.node(expr) {
        Node::Binary(BinOp::Mul, a, b) => !is_known(*a) && !is_known(*b),
        Node::Binary(BinOp::Div | BinOp::Rem, _, b) => !is_known(*b),
        _ => false,
    })
}

/// By place: formulas.
type Guesses = BTreeMap<LocId, Vec<Formula>>;

/// What is guessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// Equations.
    Equal,
    /// Inequalities, and what the linear engine knows by cases.
    Greater,
    /// Equations modulo the size of a type, and what the linear engine knows by cases.
    Wrapping,
    /// Equations between machine words, which need not be known not to wrap: modulo the sizes of their types.
    Words,
}

/// What holds in all executions that were made, by kind.
fn guess(kinds: &[Kind], places: &Places, linear: Option<&Invariants>, cx: &Context) -> Vec<Guesses> {
    let limits = Limits { deadline: Some(end(PATIENCE, cx)), ..cx.limits(STEPS) };
    let sampling = Sampling { wanted: &places.values, most: MOST_POINTS };
    let mut guesses = vec![Guesses::new(); kinds.len()];
    for (place, points) in sample(&places.program, 0..EXECUTIONS, &limits, &sampling) {
        for (guesses, kind) in guesses.iter_mut().zip(kinds) {
            let formulas = match kind {
                Kind::Equal => equal(places, place, linear, &small(&points)),
                Kind::Greater => greater(places, place, linear, &small(&points)),
                Kind::Words => words(&places.program, &places.values[&place], &points),
                Kind::Wrapping => {
                    let mut formulas = congruences(&places.program, &places.values[&place], &points);
                    formulas.extend(known(places, place, linear));
                    formulas
                }
            };
            if !formulas.is_empty() {
                guesses.insert(place, formulas);
            }
        }
    }
    guesses
}

/// The points without great values, each once.
fn small(points: &[Vec<i128>]) -> Vec<Vec<i128>> {
    let is_small = |point: &&Vec<i128>| point.iter().all(|value| value.abs() <= GREATEST);
    points.iter().filter(is_small).cloned().collect::<BTreeSet<_>>().into_iter().collect()
}

fn equal(places: &Places, place: LocId, linear: Option<&Invariants>, points: &[Vec<i128>]) -> Vec<Formula> {
    let values = &places.values[&place];
    let is_zero = |polynomial: &Polynomial| compare(polynomial, values, Relation::Zero);
    let mut formulas: Vec<Formula> = equations(points).iter().map(is_zero).collect();
    if places.is_exit(place) {
        let is_given = |at: &usize| matches!(values[*at], Value::AtEntry(_));
        let given: Vec<usize> = (0..values.len()).filter(is_given).collect();
        let case = |(condition, polynomial): &(Polynomial, Polynomial)| {
            compare(condition, values, Relation::AtLeastZero).implies(is_zero(polynomial))
        };
        formulas.extend(cases(points, &given).iter().map(case));
    }
    formulas.extend(several(linear, place).map(|invariant| common(invariant, values, points)).unwrap_or_default());
    formulas
}

fn greater(places: &Places, place: LocId, linear: Option<&Invariants>, points: &[Vec<i128>]) -> Vec<Formula> {
    let values = &places.values[&place];
    let is_natural = |polynomial: &Polynomial| compare(polynomial, values, Relation::AtLeastZero);
    let bounded = inequalities(points);
    bounded.iter().map(is_natural).chain(known(places, place, linear)).collect()
}

/// What the linear engine knows by cases.
fn known(places: &Places, place: LocId, linear: Option<&Invariants>) -> Option<Formula> {
    several(linear, place).map(|invariant| by_cases(invariant, |value| places.name(place, value)))
}

/// What the linear engine knows of a place, if it has several cases.
fn several(linear: Option<&Invariants>, place: LocId) -> Option<&Invariant> {
    linear.map(|linear| &linear.at[place.index()]).filter(|known| known.disjuncts.len() > 1)
}

/// How the polynomial compares with zero.
fn compare(polynomial: &Polynomial, values: &[Value], relation: Relation) -> Formula {
    let mut constant = 0;
    let mut terms = Vec::new();
    for (monomial, factor) in polynomial {
        let product = monomial.iter().map(|&at| Number::Value(values[at]));
        match product.reduce(|left, right| Number::Product(Box::new(left), Box::new(right))) {
            Some(product) => terms.push((product, *factor)),
            None => constant += factor,
        }
    }
    Formula::Compare(Number::Sum(terms, constant), relation)
}

impl Places<'_> {
    /// Whether a place is the exit of a procedure that gets a contract.
    fn is_exit(&self, place: LocId) -> bool {
        self.recursive.iter().any(|proc| self.program.proc(*proc).exit == place)
    }

    /// How a formula names a value at a head or an exit: locals have no names at exits, but for results.
    fn name(&self, place: LocId, value: Value) -> Option<Value> {
        match value {
            Value::Now(var) if self.is_exit(place) => {
                let results = &self.program.proc(self.program.loc(place).proc).results;
                (self.program.var(var).owner.is_none() || results.contains(&var)).then_some(value)
            }
            _ => Some(value),
        }
    }

    /// What the linear engine knows, but for what it knows by cases: that makes questions about products hard.
    fn invariants(&self, linear: Option<&Invariants>) -> HeadInvariants {
        let known = |place: LocId, name: &dyn Fn(Value) -> Option<Value>| {
            let invariant = linear.map(|linear| &linear.at[place.index()]);
            Formula::And(invariant.map(|invariant| parts(invariant, name)).unwrap_or_default())
        };
        // At the entry both moments are one.
        let at_entry = |value: Value| {
            let (Value::Now(var) | Value::AtEntry(var)) = value;
            Some(Value::Now(var))
        };
        let contract = |proc: &ProcId| {
            let (entry, exit) = (self.program.proc(*proc).entry, self.program.proc(*proc).exit);
            let before = match linear.map(|linear| &linear.at[entry.index()]) {
                Some(several) if several.disjuncts.len() > 1 => Formula::And(vec![by_cases(several, at_entry)]),
                _ => known(entry, &at_entry),
            };
            Contract { procedure: *proc, before, after: known(exit, &|value| self.name(exit, value)) }
        };
        HeadInvariants {
            subject: self.subject,
            at: self.heads.iter().map(|head| (*head, known(*head, &Some))).collect(),
            contracts: self.recursive.iter().map(contract).collect(),
        }
    }

    /// More parts of the invariants at heads, and of what procedures promise.
    fn add(&self, invariants: &mut HeadInvariants, mut more: Guesses) {
        let after = invariants.contracts.iter_mut();
        let after = after.map(|contract| (self.program.proc(contract.procedure).exit, &mut contract.after));
        for (place, formula) in invariants.at.iter_mut().map(|(head, formula)| (*head, formula)).chain(after) {
            if let (Formula::And(parts), Some(more)) = (formula, more.remove(&place)) {
                parts.extend(more);
            }
        }
    }
}

/// A constraint, if all of its values have names.
fn said(constraint: &Constraint, name: impl Fn(Value) -> Option<Value>) -> Option<Formula> {
    let term = |(value, factor): &(Value, i128)| Some((Number::Value(name(*value)?), *factor));
    let terms: Vec<(Number, i128)> = constraint.terms.iter().map(term).collect::<Option<_>>()?;
    Some(Formula::Compare(Number::Sum(terms, constraint.constant), constraint.relation))
}

/// An invariant in parts, without the constraints that speak of values that have no name. Nothing if it has several cases.
fn parts(invariant: &Invariant, name: impl Fn(Value) -> Option<Value>) -> Vec<Formula> {
    match &invariant.disjuncts[..] {
        [] => vec![Formula::Bool(false)],
        [one] => one.iter().filter_map(|constraint| said(constraint, &name)).collect(),
        _ => Vec::new(),
    }
}

/// An invariant with several cases.
fn by_cases(invariant: &Invariant, name: impl Fn(Value) -> Option<Value>) -> Formula {
    let case = |disjunct: &[Constraint]| {
        Formula::And(disjunct.iter().filter_map(|constraint| said(constraint, &name)).collect())
    };
    Formula::Or(invariant.disjuncts.iter().map(|disjunct| case(disjunct)).collect())
}

/// The constraints of some case that hold at all points.
fn common(invariant: &Invariant, values: &[Value], points: &[Vec<i128>]) -> Vec<Formula> {
    let holds = |constraint: &Constraint, point: &[i128]| {
        let term = |(value, factor): &(Value, i128)| {
            let at = values.iter().position(|other| other == value)?;
            point[at].checked_mul(*factor)
        };
        let sum = constraint.terms.iter().try_fold(constraint.constant, |sum, of| sum.checked_add(term(of)?));
        sum.is_some_and(|sum| match constraint.relation {
            Relation::Zero => sum == 0,
            Relation::AtLeastZero => sum >= 0,
            Relation::AboveZero => sum > 0,
            Relation::NonZero => sum != 0,
            Relation::Modulo { modulus, width } => modulus > 0 && sum.rem_euclid(modulus) <= width,
        })
    };
    let all: BTreeSet<&Constraint> = invariant.disjuncts.iter().flat_map(|disjunct| disjunct.iter()).collect();
    let common = all.into_iter().filter(|constraint| points.iter().all(|point| holds(constraint, point)));
    common.filter_map(|constraint| said(constraint, Some)).collect()
}
