//! What the statements of the program do to the predicates (C2bp: Ball, Majumdar, Millstein, Rajamani 2001).
//!
//! Behind a step a predicate holds where its weakest precondition held before, and of that the predicates tell something:
//! F(φ), the disjunction of all short conjunctions of predicates that imply φ. So the predicate becomes true where
//! F(wp(p)) holds, false where F(wp(¬p)) holds, and is unknown otherwise. A condition lets pass what F of its negation does
//! not exclude. What longer conjunctions would tell is found when it is needed: see [`super::constrain`].

use std::collections::{BTreeSet, HashMap};

use heureka_ir::Edge;
use heureka_logic::solver::{Answer, Solver, SolverError};
use heureka_logic::{SymbolId, TermId};

use super::live::Live;
use super::predicate::{Dnf, Literal, PredicateId, Predicates};
use crate::predicates::abstraction::meaning;
use crate::predicates::block::OneStep;
use crate::predicates::encode::Encoder;
use crate::predicates::region::literal;

/// The longest conjunctions that are tried. What longer ones would tell is found when a path needs it.
const LONGEST: usize = 2;

/// A truth value that is known in part: true where `yes` holds, false where `no` does, else anything. No execution comes where
/// both hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    pub yes: Dnf,
    pub no: Dnf,
}

/// What a choice is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Fixed(bool),
    /// What a literal is before.
    Same(Literal),
    Anything,
    Partly,
}

impl Choice {
    pub fn kind(&self) -> Kind {
        match (&self.yes.0[..], &self.no.0[..]) {
            _ if self.yes.is_true() => Kind::Fixed(true),
            ([], _) if self.no.is_true() => Kind::Fixed(false),
            ([], []) => Kind::Anything,
            ([yes], [no]) => match (&yes[..], &no[..]) {
                (&[(id, is)], &[(other, isnt)]) if id == other && is != isnt => Kind::Same((id, is)),
                _ => Kind::Partly,
            },
            _ => Kind::Partly,
        }
    }
}

/// What a step does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Statement {
    /// It is taken where this does not hold.
    Guard { not: Dnf },
    /// These predicates change, all at once. Nothing changes: `skip`.
    Update(Vec<(PredicateId, Choice)>),
}

/// Asks a solver which predicates imply what, and remembers the answers.
pub struct Questions<'c> {
    solver: Box<dyn Solver + 'c>,
    /// By what shall be contradicted, and the conjunction.
    known: HashMap<(TermId, Vec<TermId>), bool>,
    pub asked: u64,
}

impl<'c> Questions<'c> {
    pub fn new(solver: Box<dyn Solver + 'c>) -> Questions<'c> {
        Questions { solver, known: HashMap::new(), asked: 0 }
    }

    /// The statement of a step. The first of the program finds no values of predicates to build on.
    pub fn statement(
        &mut self,
        encoder: &mut Encoder,
        edge: &Edge,
        step: &OneStep,
        is_first: bool,
        (predicates, live): (&Predicates, &Live),
    ) -> Result<Statement, SolverError> {
        let before: Vec<(PredicateId, TermId)> = match is_first {
            true => Vec::new(),
            false => {
                let known = predicates.ids().filter(|id| live.at(edge.from, *id));
                known.map(|id| (id, meaning(encoder, &step.before, predicates.term(id)))).collect()
            }
        };
        let find = |encoder: &Encoder, condition: TermId| {
            let same = predicates.find(&encoder.terms, condition);
            same.filter(|(id, _)| !is_first && live.at(edge.from, *id))
        };
        let sides = encoder.terms.and(&step.block.sides);
        if edge.op.guard().is_some() {
            let passes = step.after.path;
            let not = match (encoder.terms.as_bool(passes), find(encoder, passes)) {
                (Some(passes), _) => Dnf::bool(!passes),
                (None, Some((id, is))) => Dnf::literal((id, !is)),
                (None, None) => {
                    let contradicted = encoder.terms.and(&[sides, passes]);
                    self.cubes(encoder, contradicted, passes, &before)?
                }
            };
            return Ok(Statement::Guard { not });
        }
        let mut changes = Vec::new();
        for id in predicates.ids().filter(|id| live.at(edge.to, *id)) {
            let after = meaning(encoder, &step.after, predicates.term(id));
            if before.iter().any(|(other, term)| *other == id && *term == after) {
                continue;
            }
            let choice = match (encoder.terms.as_bool(after), find(encoder, after)) {
                (Some(value), _) => Choice { yes: Dnf::bool(value), no: Dnf::bool(!value) },
                (None, Some((id, is))) => Choice { yes: Dnf::literal((id, is)), no: Dnf::literal((id, !is)) },
                (None, None) => {
                    let fails = encoder.terms.not(after);
                    let [not_yes, not_no] = [fails, after].map(|value| encoder.terms.and(&[sides, value]));
                    let mut yes = self.cubes(encoder, not_yes, after, &before)?;
                    let mut no = self.cubes(encoder, not_no, after, &before)?;
                    // What implies both is impossible.
                    let is_in = |cube: &Vec<Literal>, other: &Dnf| {
                        other.0.iter().any(|part| part.iter().all(|literal| cube.contains(literal)))
                    };
                    let all = yes.clone();
                    yes.0.retain(|cube| !is_in(cube, &no));
                    no.0.retain(|cube| !is_in(cube, &all));
                    Choice { yes, no }
                }
            };
            changes.push((id, choice));
        }
        Ok(Statement::Update(changes))
    }

    /// The short conjunctions of predicates that contradict a condition, of those predicates that share a variable with
    /// `goal`. Conjunctions that contain a shorter one are left out.
    fn cubes(
        &mut self,
        encoder: &mut Encoder,
        contradicted: TermId,
        goal: TermId,
        before: &[(PredicateId, TermId)],
    ) -> Result<Dnf, SolverError> {
        if self.is_contradiction(encoder, contradicted, &[])? {
            return Ok(Dnf::bool(true));
        }
        let symbols: BTreeSet<SymbolId> = encoder.terms.free_symbols(&[goal]);
        let shares = |term: TermId| encoder.terms.free_symbols(&[term]).iter().any(|symbol| symbols.contains(symbol));
        let near: Vec<(PredicateId, TermId)> = before.iter().copied().filter(|(_, term)| shares(*term)).collect();
        let mut found: Vec<Vec<Literal>> = Vec::new();
        let mut shorter: Vec<Vec<usize>> = vec![Vec::new()];
        for _ in 0..LONGEST {
            let mut longer = Vec::new();
            for places in shorter {
                for next in places.last().map_or(0, |last| last + 1)..near.len() {
                    longer.push([&places[..], &[next]].concat());
                }
            }
            for places in &longer {
                for signs in 0..1_u32 << places.len() {
                    let sign = |at: usize| signs >> at & 1 == 0;
                    let cube: Vec<Literal> =
                        places.iter().enumerate().map(|(at, place)| (near[*place].0, sign(at))).collect();
                    if found.iter().any(|known| known.iter().all(|literal| cube.contains(literal))) {
                        continue;
                    }
                    let assumed = places.iter().enumerate().map(|(at, place)| (near[*place].1, sign(at)));
                    let assumed: Vec<TermId> = assumed.map(|pair| literal(&mut encoder.terms, pair)).collect();
                    if self.is_contradiction(encoder, contradicted, &assumed)? {
                        found.push(cube);
                    }
                }
            }
            shorter = longer;
        }
        Ok(Dnf(found))
    }

    /// Whether a condition cannot hold together with others. What the solver does not know is taken to be possible.
    pub fn is_contradiction(
        &mut self,
        encoder: &Encoder,
        condition: TermId,
        assumed: &[TermId],
    ) -> Result<bool, SolverError> {
        let key = (condition, assumed.to_vec());
        if let Some(known) = self.known.get(&key) {
            return Ok(*known);
        }
        self.asked += 1;
        self.solver.push()?;
        self.solver.assert(&encoder.terms, condition)?;
        for term in assumed {
            self.solver.assert(&encoder.terms, *term)?;
        }
        let answer = self.solver.check(&encoder.terms)?;
        self.solver.pop()?;
        let is_contradiction = answer == Answer::Unsatisfiable;
        self.known.insert(key, is_contradiction);
        Ok(is_contradiction)
    }
}
