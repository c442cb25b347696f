//! Invariants and contracts with products, guessed and checked: `quotient * y + rest == x`, `least * i <= sum`.
//!
//! Executions with some inputs show which values the variables have at the heads of loops, and between which values recursive
//! procedures go ([`places`]). The polynomials that are zero at all these points are a vector space, whose basis is computed
//! exactly ([`crate::common::polynomials`]); products that stay on one side of a number are looked for, too ([`inequalities`]). All these are
//! candidates, and so are equations between numbers that wrap around ([`wrapping`]), those that the program compares ([`asserted`]),
//! and which power of two a number is ([`powers`]). Together with the linear engine's invariants
//! they are given to `certify`, which keeps those that it proves of each other; if these exclude all errors, they are the
//! certificate. A program without loops needs no candidates.
//! (Sharma, Gupta, Hariharan, Aiken, Liang, Nori: A Data Driven Approach for Algebraic Loop Invariants, ESOP 2013.)

mod asserted;
mod cases;
mod guesses;
mod inequalities;
mod places;
mod powers;
mod wrapping;

use std::time::{Duration, Instant};

use heureka_certify::{self as certify, Numbers, Question, check_certificate, inductive_part};
use heureka_ir::certificate::{Contract, HeadInvariants};
use heureka_ir::formula::{Formula, Number};
use heureka_ir::invariant::{Constraint, Invariant, Relation, Value};
use heureka_ir::{BinOp, CallGraph, Certificate, ExprId, Invariants, LocId, Loops, Node, ProcId, Program};
use heureka_logic::solver;

use crate::common::polynomials::Polynomial;
use crate::engine::{Arithmetic, Context, Task};
use crate::linear::widened_invariants;
use guesses::{Guesses, Kind, Observed};
use places::Places;
use wrapping::may_wrap;

/// Time for the executions, and for the linear engine's invariants.
const PATIENCE: Duration = Duration::from_secs(2);

/// What one question about a candidate may take: this part of all the time for the proof.
const QUESTIONS: u32 = 20;

/// For a proof by equations between words, and by powers of two besides.
const WORDS: Duration = Duration::from_secs(3);
const POWERS: Duration = Duration::from_secs(5);

/// For a proof before anything else is tried.
const AT_ONCE: Duration = Duration::from_millis(800);

/// What one question may take where mostly algebra answers at once.
const EACH_OF_WORDS: Duration = Duration::from_millis(200);
const EACH_OF_POWERS: Duration = Duration::from_millis(1500);

/// What is tried with guesses, one after the other.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Attack {
    /// Equations between words: mostly they need no inequalities, and are proved at once without them.
    Words,
    /// The same where something is a power of two.
    Powers,
    /// Both with what the linear engine knows.
    WordsWithFacts,
    PowersWithFacts,
    /// Kinds that are added one after the other, over integers.
    Numbers(&'static [Kind]),
}

/// Proofs by relations between the values at heads of loops. What was observed of executions is kept from one attempt to the next.
pub struct Relations<'a> {
    task: &'a Task<'a>,
    prepared: Option<Prepared<'a>>,
}

struct Prepared<'a> {
    places: Places<'a>,
    observed: Observed,
    /// The linear engine's invariants, if they were looked for, and found.
    linear: Option<Option<Invariants>>,
    /// What failed, and not for want of time.
    failed: Vec<Attack>,
}

impl<'a> Relations<'a> {
    pub fn new(task: &'a Task<'a>) -> Relations<'a> {
        Relations { task, prepared: None }
    }

    /// A proof by relations between products, for programs that have products or quotients; `patience` is for its check.
    pub fn prove(&mut self, patience: Duration, cx: &mut Context) -> Option<Certificate> {
        if !has_products(self.task.program) {
            return None;
        }
        cx.report("looking for relations between products");
        let numbers = Attack::Numbers(&[Kind::Equal, Kind::Greater]);
        let attacks = [Attack::Words, Attack::Powers, Attack::WordsWithFacts, Attack::PowersWithFacts, numbers];
        self.prove_by(&attacks, patience, cx)
    }

    /// A proof by equations between words alone, which is found at once or not.
    pub fn prove_at_once(&mut self, cx: &mut Context) -> Option<Certificate> {
        if is_straight(self.task.program) || !has_products(self.task.program) {
            return None;
        }
        cx.report("looking for equations between words");
        self.prove_by(&[Attack::Words], AT_ONCE, cx)
    }

    /// A proof by equations between numbers that wrap around, for programs that have loops and unsigned numbers.
    pub fn prove_wrapping(&mut self, patience: Duration, cx: &mut Context) -> Option<Certificate> {
        if is_straight(self.task.program) || !may_wrap(self.task.program) {
            return None;
        }
        cx.report("looking for equations between numbers that wrap around");
        self.prove_by(&[Attack::Words, Attack::WordsWithFacts, Attack::Numbers(&[Kind::Wrapping])], patience, cx)
    }

    fn prove_by(&mut self, attacks: &[Attack], patience: Duration, cx: &mut Context) -> Option<Certificate> {
        let task = self.task;
        if task.numbers != Arithmetic::Machine {
            return None;
        }
        let mut prepared = match self.prepared.take() {
            Some(prepared) => prepared,
            None => {
                let places = Places::of(task)?;
                let observed = Observed::of(&places, cx);
                Prepared { places, observed, linear: None, failed: Vec::new() }
            }
        };
        let found = attacks.iter().find_map(|attack| prepared.attack(task, *attack, patience, cx));
        self.prepared = Some(prepared);
        found
    }
}

impl Prepared<'_> {
    fn attack(&mut self, task: &Task, attack: Attack, patience: Duration, cx: &Context) -> Option<Certificate> {
        if self.failed.contains(&attack) {
            return None;
        }
        match attack {
            Attack::Words | Attack::WordsWithFacts => {
                let words = self.observed.guesses(Kind::Words, &self.places, None);
                let is_with_facts = matches!(attack, Attack::WordsWithFacts);
                self.by_words(attack, (Kind::Words, words), is_with_facts, task, WORDS.min(patience), cx)
            }
            Attack::Powers | Attack::PowersWithFacts => {
                let mut guesses = self.observed.guesses(Kind::Powers, &self.places, None);
                if guesses.is_empty() {
                    return None;
                }
                // The powers first: they help to prove the equations.
                for (place, formulas) in self.observed.guesses(Kind::Words, &self.places, None) {
                    guesses.entry(place).or_default().extend(formulas);
                }
                let is_with_facts = matches!(attack, Attack::PowersWithFacts);
                self.by_words(attack, (Kind::Powers, guesses), is_with_facts, task, POWERS.min(patience), cx)
            }
            Attack::Numbers(kinds) => {
                let linear = self.linear(task, cx);
                let guesses: Vec<(Kind, Guesses)> = kinds
                    .iter()
                    .map(|kind| (*kind, self.observed.guesses(*kind, &self.places, linear.as_ref())))
                    .collect();
                self.line_of_attack(task, linear.as_ref(), &guesses, patience, cx)
            }
        }
    }

    fn by_words(
        &mut self,
        attack: Attack,
        (kind, mut guesses): (Kind, Guesses),
        is_with_facts: bool,
        task: &Task,
        patience: Duration,
        cx: &Context,
    ) -> Option<Certificate> {
        if guesses.is_empty() {
            return None;
        }
        let linear = if is_with_facts { self.linear(task, cx) } else { None };
        for (place, facts) in self.observed.facts(&self.places, linear.as_ref()) {
            guesses.entry(place).or_default().extend(facts);
        }
        let mut invariants = self.places.invariants(linear.as_ref());
        self.places.add(&mut invariants, guesses);
        match judged(task, invariants, kind, patience, cx) {
            Judged::Proof(certificate) => return Some(certificate),
            Judged::Refuted(_) => self.failed.push(attack),
            Judged::Kept(_) | Judged::TimeUp => {}
        }
        None
    }

    /// The linear engine's invariants. They are looked for once.
    fn linear(&mut self, task: &Task, cx: &Context) -> Option<Invariants> {
        let inlined = Task { program: &self.places.program, relevant: None, ..*task };
        let search = || widened_invariants(&inlined, end(PATIENCE, cx), cx.cancel);
        self.linear.get_or_insert_with(search).clone()
    }

    /// What was proved of the guesses so far is kept for the next kind of them.
    fn line_of_attack(
        &self,
        task: &Task,
        linear: Option<&Invariants>,
        guesses: &[(Kind, Guesses)],
        patience: Duration,
        cx: &Context,
    ) -> Option<Certificate> {
        let mut invariants = self.places.invariants(linear);
        for (at, (kind, more)) in guesses.iter().enumerate() {
            if at > 0 && more.is_empty() {
                continue;
            }
            self.places.add(&mut invariants, more.clone());
            match judged(task, invariants, *kind, patience, cx) {
                Judged::Proof(certificate) => return Some(certificate),
                Judged::Kept(kept) | Judged::Refuted(kept) => invariants = kept,
                Judged::TimeUp => return None,
            }
        }
        None
    }
}

/// Whether a program has neither loops nor recursion.
pub fn is_straight(program: &Program) -> bool {
    let calls = CallGraph::of(program);
    Loops::of(program).ids().next().is_none() && program.proc_ids().all(|proc| !calls.is_recursive(proc))
}

enum Judged {
    Proof(Certificate),
    /// What holds, but was not shown to exclude all errors.
    Kept(HeadInvariants),
    /// What holds, but does not exclude all errors.
    Refuted(HeadInvariants),
    /// Before it was known.
    TimeUp,
}

/// What `certify` keeps of guesses, and whether it accepts that.
fn judged(task: &Task, guessed: HeadInvariants, kind: Kind, patience: Duration, cx: &Context) -> Judged {
    let question = Question { program: task.program, properties: task.properties, numbers: Numbers::Machine };
    let limits = solver::Limits::new(Some(end(patience, cx)), cx.cancel);
    let (numbers, each) = match kind {
        Kind::Words => (certify::Kind::Bits, EACH_OF_WORDS),
        Kind::Powers => (certify::Kind::Bits, EACH_OF_POWERS),
        Kind::Equal | Kind::Greater | Kind::Wrapping => (certify::Kind::Integers, patience / QUESTIONS),
    };
    let has_guesses = !guessed.at.is_empty() || !guessed.contracts.is_empty();
    let mut kept = match has_guesses {
        true => inductive_part(&question, guessed, numbers, each, &cx.solvers, limits).ok(),
        false => Some(guessed),
    };
    if numbers == certify::Kind::Bits
        && let Some(kept) = kept.take_if(|kept| !kept.at.iter().any(|(_, formula)| speaks_of_words(formula)))
    {
        // What is left is what the next attempt begins with, too.
        return Judged::Refuted(kept);
    }
    let Some(kept) = kept else { return Judged::TimeUp };
    let certificate = Certificate::AtHeads(kept);
    match (check_certificate(&question, &certificate, &cx.solvers, limits), certificate) {
        (Ok(_), certificate) => Judged::Proof(certificate),
        (Err(rejected), Certificate::AtHeads(kept)) if rejected.is_definite() => Judged::Refuted(kept),
        (Err(_), Certificate::AtHeads(kept)) => Judged::Kept(kept),
        (Err(_), _) => Judged::TimeUp,
    }
}

/// Whether a part says that something is a multiple of a power of two.
fn speaks_of_words(formula: &Formula) -> bool {
    match formula {
        Formula::And(parts) => parts.iter().any(speaks_of_words),
        Formula::Compare(_, Relation::Modulo { width: 0, .. }) => true,
        _ => false,
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
