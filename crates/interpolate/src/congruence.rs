//! Uninterpreted functions: instances of congruence (Ackermann) that the point at hand violates.
//!
//! `a = b → f(a) = f(b)` is always true, so it goes to a partition that may speak of both applications. If there is
//! none, one application is left of some cuts and the other right of them. Where `a = b` follows from the facts over the
//! rationals, the Farkas multiples of `a ≤ b` give for each such cut a shared term `t` with `a = t = b` (the theory is
//! *equality-interpolating*: Yorsh and Musuvathi, "A combination method for generating interpolants", 2005); then
//! `f(a)`, `f(t)`, `f(t′)`, …, `f(b)` are congruent step by step, each step in one partition. Where `a = b` does not
//! follow, the point is moved to one where `a ≠ b`.

use heureka_linear::{Answer, LinearExpr, Numbers, Refutation, RowRef};
use heureka_logic::{SortId, TermId};
use heureka_number::{Int, Rational};

use crate::arrays::Round;
use crate::problem::{Added, Application, Function, Problem, Unsupported};
use crate::proof::Fact;
use crate::search::Search;
use crate::sequence::Reason;
use crate::sums::{Sum, numbers_of};
use crate::theory::{Point, Theory, solve_with};
use crate::vocabulary::Span;

/// How often the point is moved before giving up.
const MOST_MOVES: usize = 64;

/// What the theories of functions and arrays say of a point.
pub enum Verdict {
    /// It is a model.
    Model,
    /// Instances were added that it violates.
    Added,
    Stuck(Reason),
}

/// Two applications of one function that are equal in their arguments only, with no partition for both.
struct MixedPair {
    function: Function,
    left: Application,
    right: Application,
}

impl Problem<'_> {
    /// Adds instances of the axioms of functions and arrays that the search's point violates.
    pub(crate) fn instances(&mut self, search: &Search, theory: &Theory) -> Result<Verdict, Unsupported> {
        let mut point = theory.point();
        // Arguments that were made different, as strict constraints.
        let mut apart: Vec<(Numbers, LinearExpr)> = Vec::new();
        let facts = |problem: &Problem, numbers| theory.facts(numbers, search, &problem.atoms);
        for _ in 0..MOST_MOVES {
            let (mut round, pairs) = self.congruence_instances(search, &point)?;
            let arrays = self.array_instances(search, &point)?;
            round.added |= arrays.added;
            round.mixed |= arrays.mixed;
            if round.added {
                return Ok(Verdict::Added);
            }
            let Some(pair) = pairs.first() else {
                return Ok(if round.mixed { Verdict::Stuck(Reason::MixedArrayTerms) } else { Verdict::Model });
            };
            let mut moved = false;
            let mut middles = Vec::new();
            for (&a, &b) in pair.left.arguments.iter().zip(&pair.right.arguments) {
                let numbers = numbers_of(self.terms.sort(a));
                let facts = facts(self, numbers);
                match self.equality_terms(a, b, &facts, pair) {
                    Some(terms) => middles.push(terms),
                    None => {
                        let difference = self.sum(a).minus(self.sum(b)).to_expr().0;
                        let Some((new, side)) = different(&facts, &apart, difference, numbers) else {
                            return Ok(Verdict::Stuck(Reason::MixedFunctionTerms));
                        };
                        match numbers {
                            Numbers::Integer => point.integer = new,
                            Numbers::Real => point.real = new,
                        }
                        apart.push((numbers, side));
                        moved = true;
                        break;
                    }
                }
            }
            if !moved {
                return self.congruence_chain(pair, &middles);
            }
        }
        Ok(Verdict::Stuck(Reason::MixedFunctionTerms))
    }

    /// Adds the congruences between applications that differ although their arguments do not.
    fn congruence_instances(&mut self, search: &Search, point: &Point) -> Result<(Round, Vec<MixedPair>), Unsupported> {
        let mut round = Round::default();
        let mut mixed = Vec::new();
        for (function, applications) in self.applications.clone() {
            for (place, right) in applications.iter().enumerate() {
                for left in &applications[..place] {
                    if !self.arguments_agree(left, right, point)
                        || self.results_agree(left.term, right.term, search, point)
                    {
                        continue;
                    }
                    match self.add_congruence(left.term, right.term)? {
                        Added::Mixed => {
                            let (left, right) = (left.clone(), right.clone());
                            mixed.push(MixedPair { function, left, right });
                        }
                        added => round.note(added),
                    }
                }
            }
        }
        Ok((round, mixed))
    }

    fn arguments_agree(&self, left: &Application, right: &Application, point: &Point) -> bool {
        left.arguments.iter().zip(&right.arguments).all(|(&a, &b)| self.value(a, point) == self.value(b, point))
    }

    fn results_agree(&self, left: TermId, right: TermId, search: &Search, point: &Point) -> bool {
        let sort = self.terms.sort(left);
        if sort.is_numeric() {
            return self.value(left, point) == self.value(right, point);
        }
        if sort != SortId::BOOL {
            return false;
        }
        let value = |term| self.atoms.find_opaque(term).and_then(|atom| search.value(atom.literal(true)));
        match (value(left), value(right)) {
            (Some(left), Some(right)) => left == right,
            _ => true,
        }
    }

    /// `a = b → f(a) = f(b)`.
    fn add_congruence(&mut self, left: TermId, right: TermId) -> Result<Added, Unsupported> {
        let (left, right) = (left.min(right), left.max(right));
        let (arguments, others) = (self.terms.children(left).to_vec(), self.terms.children(right).to_vec());
        let mut parts = Vec::new();
        for (a, b) in arguments.into_iter().zip(others).filter(|(a, b)| a != b) {
            parts.push(self.terms.ne(a, b));
        }
        parts.push(self.terms.eq(left, right));
        let axiom = self.terms.or(&parts);
        self.add_axiom(axiom)
    }

    /// For each cut between the two applications, a shared term that the facts make equal to both arguments.
    fn equality_terms(&mut self, a: TermId, b: TermId, facts: &[Fact], pair: &MixedPair) -> Option<Vec<TermId>> {
        let numbers = numbers_of(self.terms.sort(a));
        let (left, right) = (self.span(pair.left.term), self.span(pair.right.term));
        let (a, b, cuts) = if left.last < right.first { (a, b, cuts(left, right)) } else { (b, a, cuts(right, left)) };
        let (a_sum, b_sum) = (self.sum(a).clone(), self.sum(b).clone());
        let difference = a_sum.minus(&b_sum);
        if difference.as_constant().is_some() {
            return Some(vec![a; cuts.len()]);
        }
        let rows: Vec<&Fact> = facts.iter().filter(|fact| !is_modulo(fact)).collect();
        let rows: Vec<Fact> = rows.into_iter().cloned().collect();
        let expr = difference.to_expr().0;
        let refute = |expr: LinearExpr| match solve_with(&rows, &[expr], Numbers::Real) {
            Answer::Unsatisfiable(Refutation::Farkas(multiples)) => Some(multiples),
            _ => None,
        };
        let multiples = refute(expr.clone())?;
        refute(expr.negated())?;
        // Σ λᵢ·rᵢ + μ·(a − b) is constant, so on the left side Σ λᵢ·rᵢ + μ·a has only shared variables.
        let strict = u32::try_from(rows.len()).expect("fewer than 2^32 facts");
        let mut weight = Rational::ZERO;
        let mut addends = Vec::new();
        for (row, factor) in &multiples {
            match row {
                RowRef::Input(at) if *at == strict => weight = factor.clone(),
                RowRef::Input(at) => addends.push((&rows[*at as usize], factor)),
                _ => return None,
            }
        }
        if weight.is_zero() {
            return None;
        }
        // The strict row was reduced to lowest terms: a multiple of a − b.
        let reduced = expr.content().gcd(expr.constant());
        let weight = weight * Rational::new(difference.to_expr().1, reduced);
        let mut terms = Vec::new();
        for cut in cuts {
            let mut sum = a_sum.scaled(&weight);
            for (fact, factor) in addends.iter().filter(|(fact, _)| fact.partition.is_left_of(cut)) {
                sum.add(factor, fact.row.expr());
            }
            terms.push(self.quotient_term(&sum.scaled(&weight.recip()), numbers));
        }
        Some(terms)
    }

    /// The sum as a term; an integer that is a fraction in form is a quotient, exact where it matters.
    fn quotient_term(&mut self, sum: &Sum, numbers: Numbers) -> TermId {
        let (expr, divisor) = sum.to_expr();
        let term = self.expr_term(&expr, numbers);
        if divisor.is_one() {
            return term;
        }
        match numbers {
            Numbers::Integer => {
                let divisor = self.terms.int(divisor);
                self.terms.int_div(term, divisor)
            }
            Numbers::Real => {
                let factor = self.terms.real(Rational::new(Int::ONE, divisor));
                self.terms.mul(&[factor, term])
            }
        }
    }

    /// Adds the congruences from one application through the shared ones to the other.
    fn congruence_chain(&mut self, pair: &MixedPair, middles: &[Vec<TermId>]) -> Result<Verdict, Unsupported> {
        let left_first = self.span(pair.left.term).last < self.span(pair.right.term).first;
        let (first, last) = if left_first { (&pair.left, &pair.right) } else { (&pair.right, &pair.left) };
        let count = middles.first().map_or(0, Vec::len);
        let mut previous = first.term;
        let mut added = false;
        for place in 0..=count {
            let next = if place == count {
                last.term
            } else {
                let arguments: Vec<TermId> = middles.iter().map(|terms| terms[place]).collect();
                self.apply(pair.function, &arguments)
            };
            if next == previous {
                continue;
            }
            match self.add_congruence(previous, next)? {
                Added::Now => added = true,
                Added::Before => {}
                Added::Mixed => return Ok(Verdict::Stuck(Reason::MixedFunctionTerms)),
            }
            previous = next;
        }
        Ok(if added { Verdict::Added } else { Verdict::Stuck(Reason::MixedFunctionTerms) })
    }

    fn apply(&mut self, function: Function, arguments: &[TermId]) -> TermId {
        match function {
            Function::Read(array) => self.terms.select(array, arguments[0]),
            Function::Symbol(symbol) => self.terms.call(symbol, arguments),
        }
    }
}

/// The cuts that have all of one span on the left and all of the other on the right.
fn cuts(left: Span, right: Span) -> Vec<usize> {
    (left.last.0 as usize..right.first.0 as usize).collect()
}

fn is_modulo(fact: &Fact) -> bool {
    matches!(fact.row.kind(), heureka_linear::Kind::Modulo { .. })
}

/// A point of the facts where the difference is not 0, and the strict constraint that says on which side.
fn different(
    facts: &[Fact],
    apart: &[(Numbers, LinearExpr)],
    difference: LinearExpr,
    numbers: Numbers,
) -> Option<(heureka_linear::Model, LinearExpr)> {
    let before: Vec<LinearExpr> =
        apart.iter().filter(|(kind, _)| *kind == numbers).map(|(_, expr)| expr.clone()).collect();
    for side in [difference.negated(), difference] {
        let mut strict = before.clone();
        strict.push(side.clone());
        if let Answer::Satisfiable(model) = solve_with(facts, &strict, numbers) {
            return Some((model, side));
        }
    }
    None
}
