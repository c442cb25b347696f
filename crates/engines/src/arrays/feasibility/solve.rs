//! The solver's part: are the formulae of the path satisfiable, and if not, which of them suffice for that?
//!
//! The clauses are first asserted as they are, which is what the solver is best at. If they contradict each other, each is
//! asserted under a literal of its own, so that the core of another check names clauses; a small core is made smaller by
//! leaving one clause out at a time. Opaque operations get the value that their operands have in
//! the model, and the solver is asked again, until a model is right or patience ends.

use std::time::{Duration, Instant};

use heureka_ir::BinOp;
use heureka_logic::solver::{Answer, Solver, SolverError};
use heureka_logic::{Assignment, SortId, TermId, Value, evaluate_all};
use heureka_number::{Int, Rational};

use super::arithmetic::{Folded, fold};
use super::ask::as_number;
use super::formula::{Formulae, Opaque};
use super::number::Number;
use crate::engine::{Arithmetic, Context};

/// How often opaque operations are corrected by a model before they are stated exactly.
const ROUNDS: usize = 6;
/// Larger cores are left as they are.
const LARGEST_CORE: usize = 64;
const TIME_TO_MINIMISE: Duration = Duration::from_millis(300);
/// For a core; where that is not enough all clauses are the core.
const TIME_FOR_CORE: Duration = Duration::from_secs(5);
/// For formulae that are not linear.
const TIME_FOR_EXACT: Duration = Duration::from_secs(3);
const OPAQUE: &str = "products or bits of unknown numbers matter";

/// The solver with all clauses of a path.
pub struct Query<'c> {
    solver: Box<dyn Solver + 'c>,
    /// By clause.
    literals: Vec<TermId>,
    /// By clause: whether it is not implied by another.
    telling: Vec<bool>,
    deadline: Option<Instant>,
}

pub enum Solved {
    Satisfiable(Assignment),
    /// Clauses that contradict each other, in ascending order.
    Unsatisfiable(Vec<usize>),
    Unknown(String),
}

impl<'c> Query<'c> {
    pub fn new(formulae: &mut Formulae, cx: &Context<'c>) -> Result<Query<'c>, SolverError> {
        let mut solver = cx.solver()?;
        for &term in &formulae.background {
            if cx.is_interrupted() {
                return Err(SolverError::TimedOut);
            }
            solver.assert(&formulae.terms, term)?;
        }
        let literals = formulae.clauses.iter().map(|_| formulae.terms.fresh("step", SortId::BOOL)).collect();
        Ok(Query { solver, literals, telling: formulae.telling(), deadline: cx.deadline })
    }

    pub fn solve(&mut self, formulae: &mut Formulae) -> Result<Solved, SolverError> {
        // What opaque operations were found to be; it holds whatever the path.
        let mut lemmas: Vec<TermId> = Vec::new();
        self.solver.push()?;
        for (clause, _) in formulae.clauses.iter().zip(&self.telling).filter(|(_, telling)| **telling) {
            self.solver.assert(&formulae.terms, clause.formula)?;
        }
        for round in 0..2 * ROUNDS {
            if round == ROUNDS {
                let exact = formulae.exact();
                for &lemma in &exact {
                    self.solver.assert(&formulae.terms, lemma)?;
                }
                lemmas.extend(exact);
                self.hurry(TIME_FOR_EXACT);
            }
            let answer = self.solver.check(&formulae.terms);
            if round >= ROUNDS {
                self.solver.set_deadline(self.deadline);
            }
            match answer {
                Err(SolverError::TimedOut) if round >= ROUNDS => break,
                Ok(Answer::Satisfiable) => {}
                Ok(Answer::Unsatisfiable) => {
                    self.solver.pop()?;
                    return Ok(Solved::Unsatisfiable(self.core(formulae, &lemmas)?));
                }
                Ok(Answer::Unknown(_)) if round >= ROUNDS => break,
                Ok(Answer::Unknown(why)) => return Ok(Solved::Unknown(format!("the solver does not know: {why}"))),
                Err(error) => return Err(error),
            }
            let model = self.solver.model(&formulae.terms)?;
            let corrections = corrections(formulae, &model);
            if corrections.is_empty() {
                return Ok(Solved::Satisfiable(model));
            }
            for &correction in &corrections {
                self.solver.assert(&formulae.terms, correction)?;
            }
            lemmas.extend(corrections);
        }
        Ok(Solved::Unknown(OPAQUE.to_owned()))
    }

    /// Clauses that contradict each other, given that all do.
    fn core(&mut self, formulae: &mut Formulae, lemmas: &[TermId]) -> Result<Vec<usize>, SolverError> {
        for &lemma in lemmas {
            self.solver.assert(&formulae.terms, lemma)?;
        }
        let telling: Vec<usize> = (0..self.literals.len()).filter(|&at| self.telling[at]).collect();
        for &at in &telling {
            let formula = formulae.terms.implies(self.literals[at], formulae.clauses[at].formula);
            self.solver.assert(&formulae.terms, formula)?;
        }
        let literals: Vec<TermId> = telling.iter().map(|&at| self.literals[at]).collect();
        self.hurry(TIME_FOR_CORE);
        let answer = self.solver.check_assuming(&formulae.terms, &literals);
        self.solver.set_deadline(self.deadline);
        match answer {
            Ok(Answer::Unsatisfiable) => {
                let core = self.solver.unsat_core()?;
                self.minimised(formulae, &core)
            }
            Ok(_) | Err(SolverError::TimedOut) => Ok(telling),
            Err(error) => Err(error),
        }
    }

    /// From now on there is so much time at most.
    pub fn hurry(&mut self, time: Duration) {
        let soon = heureka_clock::now() + time;
        self.solver.set_deadline(Some(self.deadline.map_or(soon, |deadline| deadline.min(soon))));
    }

    /// Leaves out clauses of the core, late ones first, as long as the rest still suffices.
    fn minimised(&mut self, formulae: &Formulae, core: &[TermId]) -> Result<Vec<usize>, SolverError> {
        let start = heureka_clock::now();
        let mut kept: Vec<usize> = self.places(core);
        if kept.len() > LARGEST_CORE {
            return Ok(kept);
        }
        let mut candidates = kept.clone();
        while let Some(candidate) = candidates.pop() {
            if heureka_clock::since(start) > TIME_TO_MINIMISE {
                break;
            }
            if !kept.contains(&candidate) {
                continue;
            }
            let rest: Vec<TermId> =
                kept.iter().filter(|&&place| place != candidate).map(|&place| self.literals[place]).collect();
            if self.solver.check_assuming(&formulae.terms, &rest)? == Answer::Unsatisfiable {
                let core = self.solver.unsat_core()?;
                kept = self.places(&core);
            }
        }
        Ok(kept)
    }

    /// The clauses of literals that are in the order of the clauses.
    fn places(&self, literals: &[TermId]) -> Vec<usize> {
        let mut places = Vec::with_capacity(literals.len());
        let mut at = 0;
        for &literal in literals {
            while self.literals[at] != literal {
                at += 1;
            }
            places.push(at);
        }
        places
    }

    /// Whether the conditions follow from some clauses (and the background); without an answer they do not.
    pub fn follows(&mut self, formulae: &mut Formulae, clauses: &[usize], condition: TermId) -> bool {
        let mut assumptions: Vec<TermId> = clauses.iter().map(|&place| self.literals[place]).collect();
        assumptions.push(formulae.terms.not(condition));
        matches!(self.solver.check_assuming(&formulae.terms, &assumptions), Ok(Answer::Unsatisfiable))
    }

    /// The values that some terms have in all models of some clauses.
    pub fn forced(&mut self, formulae: &mut Formulae, clauses: &[usize], number: Number) -> Option<i128> {
        let assumptions: Vec<TermId> = clauses.iter().map(|&place| self.literals[place]).collect();
        let Ok(Answer::Satisfiable) = self.solver.check_assuming(&formulae.terms, &assumptions) else { return None };
        let term = formulae.term(number);
        let value = as_number(&self.solver.value(&formulae.terms, term).ok()?)?;
        let literal = formulae.literal(value);
        let equal = formulae.terms.eq(term, literal);
        self.follows(formulae, clauses, equal).then_some(value)
    }
}

/// What opaque operations give for the operands that they have in the model, where the model says something else.
fn corrections(formulae: &mut Formulae, model: &Assignment) -> Vec<TermId> {
    let mut corrections = Vec::new();
    if formulae.opaque.is_empty() {
        return corrections;
    }
    let mut roots = Vec::new();
    for at in 0..formulae.opaque.len() {
        let Opaque { left, right, result, .. } = formulae.opaque[at];
        roots.extend([formulae.term(left), formulae.term(right), result]);
    }
    let Ok(values) = evaluate_all(&formulae.terms, &roots, model) else { return corrections };
    for (at, (terms, values)) in roots.chunks(3).zip(values.chunks(3)).enumerate() {
        let Opaque { op, ty, .. } = formulae.opaque[at];
        let (Some(left), Some(right)) = (as_number(&values[0]), as_number(&values[1])) else { continue };
        let value = match op {
            // Of a product the exact value is meant, whatever its type.
            BinOp::Mul => Value::Int(Int::from(left) * Int::from(right)),
            _ => match fold(formulae.arithmetic, op, ty, left, right) {
                Folded::Value(value) => Value::Int(Int::from(value)),
                Folded::Fault | Folded::None => continue,
            },
        };
        let value = match (value, formulae.arithmetic) {
            (Value::Int(value), Arithmetic::Real) => Value::Real(Rational::from(value)),
            (value, _) => value,
        };
        if value == values[2] {
            continue;
        }
        let (left, right, value) = (
            formulae.terms.value_term(&values[0]),
            formulae.terms.value_term(&values[1]),
            formulae.terms.value_term(&value),
        );
        let terms_equal = [(terms[0], left), (terms[1], right), (terms[2], value)];
        let [left, right, result] = terms_equal.map(|(term, value)| formulae.terms.eq(term, value));
        let operands = formulae.terms.and(&[left, right]);
        corrections.push(formulae.terms.implies(operands, result));
    }
    corrections
}
