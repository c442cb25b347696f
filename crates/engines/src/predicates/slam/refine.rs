//! What a path lacks that the boolean program takes and the program cannot.
//!
//! One way along the path in the boolean program is a row of values of the predicates. If the program has no step from the
//! values before it to those behind it, the combination is forbidden ([`super::constrain`]), and another way is looked for. If
//! all steps are possible one by one, then there is a last point from whose values the rest of the path cannot be executed,
//! while it can from those of the next point. What the rest demands there, and the step between contradicts, written over
//! the variables of each point behind it, are new predicates (as `suffix` does it for large blocks). One of them is new: if
//! the values of the next point decided all of them, the step to these values would be impossible.

use std::collections::HashMap;

use heureka_logic::solver::{Answer, SolverError};
use heureka_logic::{Assignment, SortId, SymbolId, TermId, Value, evaluate_all};

use super::constrain::{Constraints, Forbidden, When};
use super::live::Live;
use super::path::Path;
use super::predicate::{Dnf, Literal, PredicateId, Predicates};
use super::statement::{Kind, Questions, Statement};
use crate::engine::Context;
use crate::predicates::abstraction::meaning;
use crate::predicates::encode::Encoder;
use crate::predicates::refine::{atoms, searching};
use crate::predicates::region::literal;
use crate::predicates::suffix::{backwards, core, without_inputs};

/// What became of a path.
pub enum Refinement {
    /// The boolean program does not take it any more.
    Excluded,
    /// New conditions that matter on it, in the order of the path, from its end.
    Predicates(Vec<TermId>),
    /// Nothing was found.
    Nothing,
}

/// The values of the predicates at a point of the path; none at the start.
type Values = Vec<bool>;

pub struct Refiner<'a, 'c, 'q> {
    pub questions: &'a mut Questions<'q>,
    pub path: &'a Path<'a>,
    /// By step.
    pub statements: Vec<&'a Statement>,
    pub predicates: &'a Predicates,
    pub live: &'a Live<'a>,
    pub constraints: &'a mut Constraints,
    pub cx: &'a Context<'c>,
}

impl Refiner<'_, '_, '_> {
    pub fn refine(&mut self, encoder: &mut Encoder) -> Result<Refinement, SolverError> {
        let mut has_constrained = false;
        loop {
            let Some(values) = self.values(encoder)? else {
                return Ok(if has_constrained { Refinement::Excluded } else { Refinement::Nothing });
            };
            let mut is_possible = true;
            for at in 0..self.path.steps.len() {
                is_possible &= !self.constrain(encoder, at, &values)?;
            }
            has_constrained = true;
            if is_possible {
                return Ok(match self.new_predicates(encoder, &values)? {
                    Some(found) => Refinement::Predicates(found),
                    None => Refinement::Nothing,
                });
            }
        }
    }

    /// Values of the predicates along the path, as the boolean program allows them: none at the first point.
    fn values(&self, encoder: &mut Encoder) -> Result<Option<Vec<Values>>, SolverError> {
        let mut solver = searching(self.cx)?;
        let name = |encoder: &mut Encoder, id: PredicateId, at: usize| {
            // No variable has such a name.
            encoder.terms.constant(&format!("{{{}}}@{at}", id.index()), SortId::BOOL)
        };
        let mut now: Vec<TermId> = self.predicates.ids().map(|id| name(encoder, id, 0)).collect();
        let mut points = vec![now.clone()];
        for (at, statement) in self.statements.iter().enumerate() {
            let before = now.clone();
            let mut parts = Vec::new();
            let mut is_changed = vec![false; now.len()];
            match statement {
                Statement::Guard { not } => {
                    let excluded = disjunction(encoder, not, &before);
                    parts.push(encoder.terms.not(excluded));
                }
                Statement::Update(changes) => {
                    for (id, choice) in changes {
                        is_changed[id.index()] = true;
                        let after = match choice.kind() {
                            Kind::Fixed(value) => encoder.terms.bool(value),
                            Kind::Same((other, is)) => literal(&mut encoder.terms, (before[other.index()], is)),
                            Kind::Anything | Kind::Partly => name(encoder, *id, at + 1),
                        };
                        if choice.kind() == Kind::Partly {
                            let [yes, no] = [&choice.yes, &choice.no].map(|dnf| disjunction(encoder, dnf, &before));
                            let not = encoder.terms.not(after);
                            parts.extend([encoder.terms.implies(yes, after), encoder.terms.implies(no, not)]);
                        }
                        now[id.index()] = after;
                    }
                }
            }
            for forbidden in self.constraints.at(self.path.steps[at].edge, self.live, |id| is_changed[id.index()]) {
                let all = forbidden.iter().map(|(when, (id, is))| {
                    let point = if *when == When::Before { &before } else { &now };
                    literal(&mut encoder.terms, (point[id.index()], *is))
                });
                let all: Vec<TermId> = all.collect();
                let all = encoder.terms.and(&all);
                parts.push(encoder.terms.not(all));
            }
            for part in parts {
                solver.assert(&encoder.terms, part)?;
            }
            points.push(now.clone());
        }
        if solver.check(&encoder.terms)? != Answer::Satisfiable {
            return Ok(None);
        }
        let mut model = solver.model(&encoder.terms)?;
        model.complete = true;
        let mut values = vec![Values::new()];
        for point in &points[1..] {
            let point = evaluate_all(&encoder.terms, point, &model).ok();
            let point: Option<Values> = point.and_then(|point| point.iter().map(Value::as_bool).collect());
            let Some(point) = point else { return Ok(None) };
            values.push(point);
        }
        Ok(Some(values))
    }

    /// Forbids what a step does, if the program cannot do it.
    fn constrain(&mut self, encoder: &mut Encoder, at: usize, values: &[Values]) -> Result<bool, SolverError> {
        let (step, edge) = (self.path.steps[at].step, self.path.steps[at].edge);
        let (from, to) = self.live.ends(edge);
        let mut literals: Vec<(When, Literal)> = Vec::new();
        if at > 0 {
            let known = self.predicates.ids().filter(|id| self.live.at(from, *id));
            literals.extend(known.map(|id| (When::Before, (id, values[at][id.index()]))));
        }
        let changed: Vec<PredicateId> = match self.statements[at] {
            Statement::Guard { .. } => Vec::new(),
            Statement::Update(changes) => changes.iter().map(|(id, _)| *id).collect(),
        };
        if matches!(self.statements[at], Statement::Update(_)) && changed.is_empty() {
            return Ok(false);
        }
        literals.extend(changed.iter().map(|id| (When::After, (*id, values[at + 1][id.index()]))));
        // First what no state is like.
        let behind: Vec<Literal> = self
            .predicates
            .ids()
            .filter(|id| self.live.at(to, *id))
            .map(|id| (id, values[at + 1][id.index()]))
            .collect();
        let plain: Vec<TermId> =
            behind.iter().map(|(id, is)| literal(&mut encoder.terms, (self.predicates.term(*id), *is))).collect();
        let anything = encoder.terms.bool(true);
        if !changed.is_empty()
            && self.questions.is_contradiction(encoder, anything, &plain)?
            && let Some(needed) = core(encoder, anything, &plain, self.cx)?
        {
            self.constraints.forbid(needed.into_iter().map(|at| behind[at]).collect());
            return Ok(true);
        }
        let mut assumed = Vec::new();
        for (when, (id, is)) in &literals {
            let state = if *when == When::Before { &step.before } else { &step.after };
            let holds = meaning(encoder, state, self.predicates.term(*id));
            assumed.push(literal(&mut encoder.terms, (holds, *is)));
        }
        let parts = [&[step.after.path][..], &step.block.sides].concat();
        let block = encoder.terms.and(&parts);
        if !self.questions.is_contradiction(encoder, block, &assumed)? {
            return Ok(false);
        }
        let Some(needed) = core(encoder, block, &assumed, self.cx)? else { return Ok(false) };
        let forbidden: Forbidden = needed.into_iter().map(|at| literals[at]).collect();
        self.constraints.forbid_at(edge, forbidden);
        Ok(true)
    }

    /// Conditions that tell why the path cannot be executed with these values.
    fn new_predicates(&self, encoder: &mut Encoder, values: &[Values]) -> Result<Option<Vec<TermId>>, SolverError> {
        let Some((before, model)) = self.last_contradiction(encoder, values)? else { return Ok(None) };
        let mut block = self.point(encoder, values, before);
        block.extend(self.path.parts(encoder, before));
        let block = encoder.terms.and(&block);
        for with_sides in [false, true] {
            let Some(written) = self.literals(encoder, before + 1, &model, with_sides) else { return Ok(None) };
            let Some(needed) = core(encoder, block, &written[0], self.cx)? else { continue };
            let mut found: Vec<TermId> = Vec::new();
            let mut has_new = false;
            for (leg, literals) in written.iter().enumerate().rev() {
                let needed: Vec<TermId> = needed.iter().filter_map(|id| literals.get(*id).copied()).collect();
                for atom in self.plain(encoder, before + 1 + leg, &needed, &model) {
                    has_new |= self.predicates.find(&encoder.terms, atom).is_none();
                    if !found.contains(&atom) {
                        found.push(atom);
                    }
                }
            }
            if has_new {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// What the values say at a point, under the names there.
    fn point(&self, encoder: &mut Encoder, values: &[Values], at: usize) -> Vec<TermId> {
        let mut all = Vec::new();
        if at > 0 {
            let (here, _) = self.live.ends(self.path.steps[at].edge);
            for (id, value) in self.predicates.ids().zip(&values[at]).filter(|(id, _)| self.live.at(here, *id)) {
                let term = encoder.terms.substitute(self.predicates.term(id), &self.path.steps[at].names);
                all.push(literal(&mut encoder.terms, (term, *value)));
            }
        }
        all
    }

    /// The last step such that the path cannot be executed from the values before it on, and how it can from those behind it.
    fn last_contradiction(
        &self,
        encoder: &mut Encoder,
        values: &[Values],
    ) -> Result<Option<(usize, Assignment)>, SolverError> {
        let mut solver = searching(self.cx)?;
        for before in (0..self.path.steps.len()).rev() {
            solver.push()?;
            for part in self.path.parts(encoder, before) {
                solver.assert(&encoder.terms, part)?;
            }
            solver.push()?;
            for part in self.point(encoder, values, before) {
                solver.assert(&encoder.terms, part)?;
            }
            let answer = solver.check(&encoder.terms)?;
            solver.pop()?;
            match answer {
                Answer::Satisfiable => {}
                Answer::Unknown(_) => return Ok(None),
                Answer::Unsatisfiable => {
                    solver.pop()?;
                    if before + 1 == self.path.steps.len() {
                        return Ok(None);
                    }
                    for part in self.point(encoder, values, before + 1) {
                        solver.assert(&encoder.terms, part)?;
                    }
                    return Ok(match solver.check(&encoder.terms)? {
                        Answer::Satisfiable => Some((before, solver.model(&encoder.terms)?)),
                        _ => None,
                    });
                }
            }
        }
        Ok(None)
    }

    /// For each point from one on, what the rest of the path demands there.
    fn literals(
        &self,
        encoder: &mut Encoder,
        from: usize,
        model: &Assignment,
        with_sides: bool,
    ) -> Option<Vec<Vec<TermId>>> {
        let count = self.path.steps.len() - from;
        backwards(encoder, model, count, false, |encoder, leg, all| {
            let placed = &self.path.steps[from + leg];
            let mut own = vec![placed.guard];
            if with_sides {
                own.extend(&placed.sides);
            }
            let symbols = encoder.terms.free_symbols(all);
            let symbol = |name: &TermId| encoder.terms.as_constant(*name).expect("a symbol");
            let changed = placed.changed.iter().filter_map(|(_, name, value)| Some((symbol(name), (*value)?)));
            (own, changed.filter(|(symbol, _)| symbols.contains(symbol)).collect())
        })
    }

    /// The atoms of literals at a point of the path, over the variables themselves.
    fn plain(&self, encoder: &mut Encoder, at: usize, literals: &[TermId], model: &Assignment) -> Vec<TermId> {
        let mut back: HashMap<SymbolId, TermId> = HashMap::new();
        for (&plain, &name) in &self.path.steps[at].names {
            if encoder.meaning_of(plain).is_some() {
                let name = encoder.terms.as_constant(name).expect("a symbol");
                back.insert(name, encoder.symbol_term(plain));
            }
        }
        let over = without_inputs(encoder, literals, |_, symbol| back.contains_key(&symbol), model);
        let mut found = Vec::new();
        for literal in over {
            let symbols = encoder.terms.free_symbols(&[literal]);
            let names = symbols.iter().filter_map(|symbol| Some((*symbol, *back.get(symbol)?))).collect();
            let literal = encoder.terms.substitute(literal, &names);
            found.extend(atoms(encoder, literal));
        }
        found
    }
}

fn disjunction(encoder: &mut Encoder, dnf: &Dnf, values: &[TermId]) -> TermId {
    let mut any = Vec::new();
    for cube in &dnf.0 {
        let all: Vec<TermId> =
            cube.iter().map(|(id, is)| literal(&mut encoder.terms, (values[id.index()], *is))).collect();
        any.push(encoder.terms.and(&all));
    }
    encoder.terms.or(&any)
}
