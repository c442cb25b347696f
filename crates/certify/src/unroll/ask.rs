//! The solver's side of the walk: whether something that must not happen can.
//!
//! Over bit-vectors all that must not happen is one question. Over integers that is so for what needs no instances of axioms;
//! the rest is asked one by one, first with instances ([`super::quantify`]) and without quantifiers; if that leaves a
//! solution, which proves nothing, once more with quantifiers, for the solver to find better instances or to confirm it.

use std::collections::BTreeSet;
use std::time::Duration;

use heureka_ir::Program;
use heureka_logic::solver::{Answer, Limits, SolverError, SolverFactory};
use heureka_logic::{Op, SymbolId, TermId, Terms};

use super::Obligation;
use super::algebra::{has_unknown_products, is_contradictory, with_any_products};
use super::quantify::{Instances, needs_instances, with_quantifiers};
use super::words::Words;
use crate::rejected::Rejected;

/// How long a question with products is asked in the first way.
const AT_ONCE: Duration = Duration::from_secs(5);

/// How long a solver may look for instances by itself.
const PATIENCE: Duration = Duration::from_secs(10);

pub struct Asking<'a, 'c> {
    pub solvers: &'a SolverFactory,
    pub limits: Limits<'c>,
}

/// Something can hold.
pub struct Possible {
    pub obligation: Obligation,
    /// Whether that is certain, and not only not excluded.
    pub is_certain: bool,
}

/// How many questions algebra may have about an obligation.
const QUESTIONS: usize = 40;

/// A disjunction of so many is asked about one by one, if it takes long at once.
const MANY: usize = 8;

/// How long a question of algebra is asked, in which products are anything.
const ROUGHLY: Duration = Duration::from_millis(800);

const TIME: &str = "the time was up before everything was proved";

impl Asking<'_, '_> {
    /// An error if it is time to stop.
    pub fn look_at_the_clock(&self) -> Result<(), Rejected> {
        use std::sync::atomic::Ordering::Relaxed;
        let is_over = self.limits.deadline.is_some_and(|deadline| heureka_clock::now() >= deadline)
            || self.limits.cancel.is_some_and(|cancel| cancel.load(Relaxed));
        if is_over { Err(Rejected::undecided(TIME)) } else { Ok(()) }
    }

    /// Whether there are values with which a condition holds. What holds for all numbers is not looked at.
    pub fn can_hold(&self, words: &Words, condition: TermId) -> Result<bool, Rejected> {
        if let Some(known) = words.terms.as_bool(condition) {
            return Ok(known);
        }
        match self.ask(words, &[condition], self.limits) {
            Ok(Answer::Satisfiable) => Ok(true),
            Ok(Answer::Unsatisfiable) => Ok(false),
            Ok(Answer::Unknown(reason)) => Err(Rejected::undecided(format!("the solver does not know ({reason})"))),
            Err(error) => Err(failed(error)),
        }
    }

    /// Whether terms can hold, all at once, and the facts about what they mention.
    fn ask(&self, words: &Words, roots: &[TermId], limits: Limits) -> Result<Answer, SolverError> {
        // With products Z3 first tries procedures that are made for solutions. What it does after a push finds most proofs at
        // once, so that has half of the time.
        if !words.is_bits() && has_products(words, roots) {
            let now = heureka_clock::now();
            let time = limits.deadline.map_or(AT_ONCE, |end| AT_ONCE.min(end.saturating_duration_since(now) / 2));
            let limits = Limits { deadline: Some(now + time), ..limits };
            match self.ask_once(words, roots, limits, true) {
                Ok(Answer::Unknown(_)) | Err(SolverError::TimedOut) => {}
                found => return found,
            }
        }
        self.ask_once(words, roots, limits, false)
    }

    fn ask_once(
        &self,
        words: &Words,
        roots: &[TermId],
        limits: Limits,
        is_pushed: bool,
    ) -> Result<Answer, SolverError> {
        // A solver for each question: Z3 prepares a formula well only where it is asked once.
        let mut solver = self.solvers.create(limits)?;
        if is_pushed {
            solver.push()?;
        }
        for root in roots {
            solver.assert(&words.terms, *root)?;
        }
        let mut symbols: BTreeSet<SymbolId> = words.terms.symbols_in(roots);
        for definition in definitions_of(words, &mut symbols) {
            solver.assert(&words.terms, definition)?;
        }
        if !words.facts.is_empty() {
            for fact in &words.facts {
                if words.terms.symbols_in(&[*fact]).is_subset(&symbols) {
                    solver.assert(&words.terms, *fact)?;
                }
            }
        }
        solver.check(&words.terms)
    }

    /// Whether the condition of an obligation over bit-vectors contradicts itself once products are multiplied out, or whatever
    /// products are. Lemmas are obligations, too: only if all are excluded, each is.
    pub fn is_excluded_by_algebra(&self, words: &mut Words, obligation: &Obligation, questions: usize) -> bool {
        // Without products in it, what is to be proved hardly follows from equations with them.
        let Obligation { condition, goal, lemmas, .. } = *obligation;
        if !has_unknown_products(&words.terms, goal) && self.is_roughly_excluded(&mut words.terms, condition) {
            return true;
        }
        let mut excludes =
            |terms: &Terms, condition: TermId| self.can_hold_within(terms, condition, ROUGHLY) == Some(false);
        is_contradictory(&mut words.terms, &[condition, lemmas], questions, &mut excludes)
    }

    /// Whether a condition does not hold whatever products are. If that takes long, it is asked case by case.
    fn is_roughly_excluded(&self, terms: &mut Terms, condition: TermId) -> bool {
        let rough = with_any_products(terms, condition);
        let left = self.limits.deadline.map(|end| end.saturating_duration_since(heureka_clock::now()));
        let patience = left.map_or(ROUGHLY, |left| ROUGHLY.min(left / 4));
        match self.can_hold_within(terms, rough, patience) {
            Some(can_hold) => return !can_hold,
            None if terms.op(rough) != Op::And => return false,
            None => {}
        }
        let alternatives = |part: &TermId| if terms.op(*part) == Op::Or { terms.children(*part).len() } else { 0 };
        let parts = terms.children(rough).to_vec();
        let Some(most) = parts.iter().copied().max_by_key(alternatives).filter(|most| alternatives(most) >= MANY)
        else {
            return false;
        };
        let rest: Vec<TermId> = parts.into_iter().filter(|part| *part != most).collect();
        terms.children(most).to_vec().into_iter().all(|alternative| {
            let case = [&rest[..], &[alternative]].concat();
            let case = terms.and(&case);
            self.can_hold_within(terms, case, ROUGHLY) == Some(false)
        })
    }

    /// Whether a condition can hold, if that is found soon.
    fn can_hold_within(&self, terms: &Terms, condition: TermId, patience: Duration) -> Option<bool> {
        let end = heureka_clock::now() + patience;
        let deadline = self.limits.deadline.map_or(end, |deadline| deadline.min(end));
        let mut solver = self.solvers.create(Limits { deadline: Some(deadline), ..self.limits }).ok()?;
        solver.assert(terms, condition).ok()?;
        match solver.check(terms) {
            Ok(Answer::Satisfiable) => Some(true),
            Ok(Answer::Unsatisfiable) => Some(false),
            Ok(Answer::Unknown(_)) | Err(_) => None,
        }
    }

    /// The obligations that algebra does not exclude.
    pub fn not_excluded_by_algebra(
        &self,
        words: &mut Words,
        obligations: Vec<Obligation>,
    ) -> Result<Vec<Obligation>, Rejected> {
        let mut left = Vec::new();
        for obligation in obligations {
            self.look_at_the_clock()?;
            if !self.is_excluded_by_algebra(words, &obligation, QUESTIONS) {
                left.push(obligation);
            }
        }
        Ok(left)
    }

    /// One of the obligations that can hold, if there is one.
    pub fn first_that_can_hold(
        &self,
        words: &mut Words,
        program: &Program,
        obligations: &[Obligation],
    ) -> Result<Option<Possible>, Rejected> {
        let (hard, easy): (Vec<Obligation>, Vec<Obligation>) =
            obligations.iter().partition(|obligation| needs_instances(words, obligation.condition));
        if let Some(obligation) = self.first_of(words, &easy)? {
            return Ok(Some(Possible { obligation, is_certain: !words.is_approximate }));
        }
        let mut asked = BTreeSet::new();
        for obligation in hard {
            if !asked.insert(obligation.condition) {
                continue;
            }
            if let Some(is_certain) = self.can_hold_by_instances(words, program, obligation.condition)? {
                return Ok(Some(Possible { obligation, is_certain }));
            }
        }
        Ok(None)
    }

    /// All are asked about at once; only if one of them can hold, which.
    fn first_of(&self, words: &mut Words, obligations: &[Obligation]) -> Result<Option<Obligation>, Rejected> {
        let each: Vec<TermId> = obligations.iter().map(|obligation| obligation.condition).collect();
        let any = words.terms.or(&each);
        if !self.can_hold(words, any)? {
            return Ok(None);
        }
        for obligation in obligations {
            if self.can_hold(words, obligation.condition)? {
                return Ok(Some(*obligation));
            }
        }
        Err(Rejected::undecided("the solver contradicts itself"))
    }

    /// Whether a condition can hold together with the axioms, and then whether that is certain.
    fn can_hold_by_instances(
        &self,
        words: &mut Words,
        program: &Program,
        condition: TermId,
    ) -> Result<Option<bool>, Rejected> {
        let mut instances = Instances::of(condition);
        let mut is_open = true;
        while is_open && instances.grow(words, program) {
            match self.ask(words, &instances.roots(), self.limits) {
                Ok(Answer::Unsatisfiable) => return Ok(None),
                Ok(Answer::Satisfiable) => {}
                // More instances do not make it easier.
                Ok(Answer::Unknown(_)) => is_open = false,
                Err(error) => return Err(failed(error)),
            }
        }
        let patience = heureka_clock::now() + PATIENCE;
        let deadline = self.limits.deadline.map_or(patience, |deadline| deadline.min(patience));
        let limits = Limits { deadline: Some(deadline), ..self.limits };
        let quantified = with_quantifiers(words, program, condition);
        match self.ask(words, &quantified, limits) {
            Ok(Answer::Unsatisfiable) => Ok(None),
            Ok(Answer::Satisfiable) => Ok(Some(!words.is_approximate)),
            Ok(Answer::Unknown(_)) | Err(SolverError::TimedOut) => {
                self.look_at_the_clock()?;
                Ok(Some(false))
            }
            Err(error) => Err(failed(error)),
        }
    }
}

/// Whether numbers that are not constants are multiplied, or divided.
fn has_products(words: &Words, roots: &[TermId]) -> bool {
    let terms = &words.terms;
    let is_unknown = |term: &&TermId| !terms.op(**term).is_constant();
    let multiplies =
        |term: &TermId| terms.op(*term) == Op::Mul && terms.children(*term).iter().filter(is_unknown).count() > 1;
    !words.definitions.is_empty() || terms.post_order(roots).iter().any(multiplies)
}

/// What defines the symbols, and those that occur in their definitions, which are added to them.
fn definitions_of(words: &Words, symbols: &mut BTreeSet<SymbolId>) -> Vec<TermId> {
    let mut is_said = vec![false; words.definitions.len()];
    let mut said = Vec::new();
    let mut is_growing = true;
    while is_growing {
        is_growing = false;
        for ((defined, fact), is_said) in words.definitions.iter().zip(&mut is_said) {
            if !*is_said && defined.iter().any(|symbol| symbols.contains(symbol)) {
                (*is_said, is_growing) = (true, true);
                symbols.extend(words.terms.symbols_in(&[*fact]));
                said.push(*fact);
            }
        }
    }
    said
}

fn failed(error: SolverError) -> Rejected {
    match error {
        SolverError::TimedOut | SolverError::Cancelled => Rejected::undecided(TIME),
        error => Rejected::undecided(error.to_string()),
    }
}
