//! Interpolants of a lemma from its refutation (McMillan, "An interpolating theorem prover", 2005: the weighted sum
//! of the left side's inequalities; one refutation for all cuts, which gives the sequence property).
//!
//! At a Farkas leaf the interpolant of a cut is the weighted sum of the facts of the partitions on its left: a variable
//! that is only on the left cancels in the whole sum, hence in this part. A split `e ≤ b` or `e > b` is always true,
//! so it belongs to a partition inside the span of `e`; on its right the two cases are joined by "or", on its left by
//! "and". If `e` is mixed there is no such partition, and the lemma is left to [`crate::project`].

use std::collections::BTreeMap;

use heureka_linear::{Kind, LinearExpr, Numbers, Refutation, RowRef, Var, quotient};
use heureka_logic::TermId;
use heureka_number::{Int, Rational};

use crate::formula::{all, any};
use crate::problem::Problem;
use crate::proof::Lemma;
use crate::sums::Sum;
use crate::vocabulary::Partition;

/// Larger refutations than this many nodes make interpolants that nobody wants.
const MOST_NODES: usize = 400;

/// One interpolant for each cut, unless a split is mixed or there are too many.
pub fn from_refutation(problem: &mut Problem, lemma: &Lemma) -> Option<Vec<TermId>> {
    let quotients = quotient_vars(problem, lemma);
    let mut reading = Reading { problem, lemma, quotients, assumptions: Vec::new(), nodes: 0 };
    reading.interpolants(&lemma.refutation)
}

/// The quotient `q` of a fact `e mod m ≤ w` is the term `e div m`.
fn quotient_vars(problem: &mut Problem, lemma: &Lemma) -> BTreeMap<Var, Var> {
    let mut vars = BTreeMap::new();
    for (&position, fact) in &lemma.facts {
        if let Kind::Modulo { modulus, .. } = fact.row.kind() {
            let dividend = problem.expr_term(fact.row.expr(), Numbers::Integer);
            let divisor = problem.terms.int(modulus.clone());
            let term = problem.terms.int_div(dividend, divisor);
            vars.insert(quotient(position), problem.variables.var(term));
        }
    }
    vars
}

struct Reading<'p, 't, 'l> {
    problem: &'p mut Problem<'t>,
    lemma: &'l Lemma,
    quotients: BTreeMap<Var, Var>,
    /// What the splits on the way down assume (`e ≥ 0`), and where they belong.
    assumptions: Vec<(LinearExpr, Partition)>,
    nodes: usize,
}

impl Reading<'_, '_, '_> {
    fn interpolants(&mut self, refutation: &Refutation) -> Option<Vec<TermId>> {
        self.nodes += 1;
        if self.nodes > MOST_NODES {
            return None;
        }
        match refutation {
            Refutation::Farkas(multiples) => Some(self.leaf(multiples)),
            Refutation::Split { expr, bound, below, above } => {
                let expr = expr.rename(|var| self.quotients.get(&var).copied().unwrap_or(var));
                let span = self.problem.span_of_vars(expr.vars());
                if span.is_empty() {
                    return None;
                }
                let at_most = expr.negated().plus_constant(bound.clone());
                let at_least = expr.plus_constant(-bound - Int::ONE);
                let below = self.assuming(at_most, span.last, below)?;
                let above = self.assuming(at_least, span.last, above)?;
                Some(join(self.problem, span.last, below, above))
            }
            Refutation::Stated => None,
        }
    }

    fn assuming(&mut self, assumption: LinearExpr, at: Partition, refutation: &Refutation) -> Option<Vec<TermId>> {
        self.assumptions.push((assumption, at));
        let interpolants = self.interpolants(refutation);
        self.assumptions.pop();
        interpolants
    }

    fn leaf(&mut self, multiples: &[(RowRef, Rational)]) -> Vec<TermId> {
        let mut addends: Vec<(Partition, Rational, LinearExpr, bool)> =
            multiples.iter().map(|(row, factor)| self.addend(*row, factor)).collect();
        addends.sort_by_key(|addend| addend.0);
        let mut addends = addends.into_iter().peekable();
        let (mut sum, mut strict) = (Sum::default(), false);
        let mut interpolants = Vec::new();
        for cut in 0..self.problem.vocabulary.cuts() {
            while let Some((_, factor, expr, above)) = addends.next_if(|addend| addend.0.is_left_of(cut)) {
                sum.add(&factor, &expr);
                strict |= above && factor.is_positive();
            }
            let kind = if strict { Kind::Above } else { Kind::AtLeast };
            interpolants.push(self.problem.constraint_term(sum.to_expr().0, kind, self.lemma.numbers));
        }
        interpolants
    }

    /// What a multiple adds: its partition, the factor, the expression, and whether it is strict.
    fn addend(&mut self, reference: RowRef, factor: &Rational) -> (Partition, Rational, LinearExpr, bool) {
        let fact = |at: u32| self.lemma.facts.get(&at).expect("a refutation names rows of its core");
        let remainder = |at: u32| {
            let fact = fact(at);
            let Kind::Modulo { modulus, width } = fact.row.kind() else {
                unreachable!("only a modulo row has a quotient");
            };
            let multiple = LinearExpr::new([(self.quotients[&quotient(at)], modulus.clone())], Int::ZERO);
            (fact.partition, fact.row.expr().minus(&multiple), width)
        };
        match reference {
            RowRef::Input(at) => {
                let fact = fact(at);
                (fact.partition, factor.clone(), fact.row.expr().clone(), *fact.row.kind() == Kind::Above)
            }
            RowRef::ModuloLow(at) => {
                let (partition, remainder, _) = remainder(at);
                (partition, factor.clone(), remainder, false)
            }
            RowRef::ModuloHigh(at) => {
                let (partition, remainder, width) = remainder(at);
                (partition, factor.clone(), remainder.negated().plus_constant(width.clone()), false)
            }
            RowRef::Assumption(depth) => {
                let (expr, partition) = &self.assumptions[depth as usize];
                (*partition, factor.clone(), expr.clone(), false)
            }
        }
    }
}

/// Joins the interpolants of two cases of which one holds by what a partition says.
pub fn join(problem: &mut Problem, at: Partition, left: Vec<TermId>, right: Vec<TermId>) -> Vec<TermId> {
    let pairs = left.into_iter().zip(right).enumerate();
    pairs
        .map(|(cut, (left, right))| {
            let both = [left, right];
            if at.is_left_of(cut) { any(problem.terms, both) } else { all(problem.terms, both) }
        })
        .collect()
}
