//! Invariants that a round keeps: the inductive part of what is known at the heads of loops (Houdini: Flanagan, Leino, 2001).
//!
//! What the post-conditions of the abstraction say of a head is true of all that comes there, but need not be kept by one round
//! from anything that satisfies it, and it speaks of values that the program does not have any more, such as where an index
//! began. For the evidence there are *candidates*: conjuncts of what is known in terms of the program's own variables, properties
//! of segments that lie side by side said of both, and comparisons of changed scalars with the cells around the index. Those that
//! follow are kept; then the program is walked once more with the candidates in place of post-conditions, and what does not hold
//! where a loop is entered or after a round is dropped, until nothing is.
//!
//! Invariant: what [`invariants`] gives is inductive, and enough to exclude every error, both decided in SIL. None if it is not
//! enough; the evidence is then what the post-conditions say.

use std::collections::{BTreeMap, BTreeSet};

use heureka_ir::LocId;
use heureka_ir::loops::LoopId;
use heureka_sil::{
    Base, Body, Condition, Difference, Formula, Operand, Place, ProgramLoop, Property, Reason, Scalar, Sum, Term, Value,
};

use super::facts::Facts;
use super::names::Names;
use super::step;
use super::walk::{Findings, Walk};

/// What may hold at the heads of loops, conjunct by conjunct.
pub type Candidates = BTreeMap<LocId, Vec<Body>>;

/// Questions about candidates that are made up, for one head.
const MOST_MADE_UP: usize = 60;

/// Walks with fewer and fewer candidates.
const MOST_WALKS: usize = 12;

/// Invariants at the heads that are inductive and exclude all errors; `walk` makes a new walk.
pub fn invariants<'a, 'l>(
    findings: &Findings,
    names: &Names,
    mut walk: impl FnMut() -> Walk<'a, 'l>,
) -> Result<Option<Candidates>, Reason> {
    let mut candidates = Candidates::new();
    for (head, ways) in &findings.heads {
        let mut asking = walk();
        candidates.insert(*head, of_head(&mut asking, names, ways, findings.shapes.get(head), &[])?);
    }
    for _ in 0..MOST_WALKS {
        let mut checking = walk();
        checking.given = Some(candidates.clone());
        let found = checking.run()?;
        if found.refuted.is_empty() {
            return Ok((found.open.is_empty() && found.unmodelled.is_empty()).then_some(candidates));
        }
        for (head, all) in &mut candidates {
            let mut place = 0;
            all.retain(|_| {
                place += 1;
                !found.refuted.contains(&(*head, place - 1))
            });
        }
    }
    Ok(None)
}

/// The candidates of one head, all of which hold there.
fn of_head(
    walk: &mut Walk,
    names: &Names,
    ways: &[Formula],
    shape: Option<&ProgramLoop>,
    values: &[Value],
) -> Result<Vec<Body>, Reason> {
    let ways: Vec<Facts> = ways.iter().map(facts_of).collect();
    let mut kept: Vec<Body> = Vec::new();
    for (number, way) in ways.iter().enumerate() {
        for part in way.conjuncts.iter().filter(|part| is_said(part, way, names)) {
            if kept.contains(part) {
                continue;
            }
            let others =
                ways.iter().enumerate().filter(|(other, facts)| *other != number && !facts.conjuncts.contains(part));
            let mut holds = true;
            for (_, facts) in others {
                holds = holds && walk.holds(facts, part)?;
            }
            if holds {
                kept.push(part.clone());
            }
        }
    }
    let mut asked = 0;
    for candidate in made_up(&ways, names, shape, values) {
        if kept.contains(&candidate) || asked >= MOST_MADE_UP {
            continue;
        }
        asked += 1;
        let mut holds = true;
        for facts in &ways {
            holds = holds && walk.holds(facts, &candidate)?;
        }
        // What says no more than the rest only makes work.
        let known = Facts { exists: BTreeSet::new(), conjuncts: kept.iter().cloned().collect() };
        if holds && !walk.holds(&known, &candidate)? {
            kept.push(candidate);
        }
    }
    Ok(kept)
}

/// What a formula says in terms of the program's own variables, for people; none if that says nothing of all cells.
pub fn in_own_words(walk: &mut Walk, names: &Names, formula: &Formula, shape: Option<&ProgramLoop>) -> Option<Formula> {
    let way = facts_of(formula);
    if way.conjuncts.iter().all(|part| is_said(part, &way, names)) {
        return None;
    }
    let values = shape.map_or_else(Vec::new, |shape| scalars_and_cells(shape, names));
    let said = of_head(walk, names, std::slice::from_ref(formula), None, &values).ok()?;
    let is_telling = said.iter().any(|part| matches!(part, Body::ForAll(_)));
    is_telling.then(|| Body::and(said).into())
}

fn facts_of(formula: &Formula) -> Facts {
    let mut facts = Facts { exists: formula.exists.iter().cloned().collect(), conjuncts: BTreeSet::new() };
    facts.assume(formula.body.clone());
    facts
}

/// Whether a conjunct speaks of variables of the program only.
fn is_said(body: &Body, way: &Facts, names: &Names) -> bool {
    body.names().0.iter().all(|scalar| names.var(scalar).is_some() && !way.exists.contains(scalar))
}

/// Candidates that are not conjuncts.
fn made_up(ways: &[Facts], names: &Names, shape: Option<&ProgramLoop>, more: &[Value]) -> Vec<Body> {
    let own = |term: &Term, way: &Facts| is_said(&Body::at_most(term.to_sum(), &Sum::zero()), way, names);
    let (mut lowers, mut uppers, mut values) = (vec![Term::number(0)], Vec::new(), more.to_vec());
    for way in ways {
        for part in &way.conjuncts {
            let Body::ForAll(property) = part else { continue };
            let property = property.from_first_cell();
            push_all(&mut lowers, property.lower.iter().filter(|term| own(term, way)).cloned());
            push_all(&mut uppers, property.upper.iter().filter(|term| own(term, way)).cloned());
            let alone = Body::ForAll(Property { lower: Vec::new(), upper: Vec::new(), ..property.clone() });
            if is_said(&alone, way, names) && !is_said(part, way, names) && !property.cells().is_empty() {
                // Each difference by itself too: one of them may hold on a longer segment.
                push_all(&mut values, [property.value.clone()]);
                if let [conjunction] = &property.value.0[..] {
                    push_all(&mut values, conjunction.iter().map(|one| Value(vec![vec![one.clone()]])));
                }
            }
        }
    }
    let mut all = Vec::new();
    for value in &values {
        for lower in &lowers {
            for upper in &uppers {
                let property =
                    Property { lower: vec![lower.clone()], upper: vec![upper.clone()], value: value.clone() };
                all.push(Body::ForAll(property));
            }
        }
    }
    if let Some(shape) = shape {
        all.extend(around_the_index(shape, names));
    }
    all
}

fn push_all<T: PartialEq>(all: &mut Vec<T>, more: impl IntoIterator<Item = T>) {
    for one in more {
        if !all.contains(&one) {
            all.push(one);
        }
    }
}

/// The scalars that a loop changes, but for indices, as far as the program has them.
fn changed(shape: &ProgramLoop, names: &Names) -> Vec<Scalar> {
    let changed = shape.changed_scalars().into_iter();
    changed.filter(|it| names.var(it).is_some() && !shape.arrays.values().any(|index| index == it)).collect()
}

/// Comparisons of scalars that the loop changes with cells.
fn scalars_and_cells(shape: &ProgramLoop, names: &Names) -> Vec<Value> {
    let mut all = Vec::new();
    for scalar in changed(shape, names) {
        for array in shape.arrays.keys() {
            let (cell, other) = (Operand::Cell(array.clone(), 0), Operand::scalar(scalar.clone()));
            all.push(Value(vec![vec![Difference::at_most(cell.clone(), other.clone(), 0)]]));
            all.push(Value(vec![vec![Difference::at_most(other, cell, 0)]]));
        }
    }
    all
}

/// Comparisons of scalars that the loop changes with the cells around its indices, as long as the loop goes on or always.
fn around_the_index(shape: &ProgramLoop, names: &Names) -> Vec<Body> {
    let ends = Body::or(shape.condition.alternatives(false).into_iter().map(|alternative| {
        Body::and(
            alternative.iter().map(|(sum, sign)| Body::compare(sum.map(|place| Sum::of(base(shape, place))), *sign)),
        )
    }));
    let mut all = Vec::new();
    for scalar in &changed(shape, names) {
        for (array, index) in &shape.arrays {
            for offset in -1..=1 {
                let here = Term::scalar(index.clone()).plus(offset);
                let (cell, other) = (Operand::Cell(array.clone(), 0), Operand::scalar(scalar.clone()));
                for (left, right) in [(cell.clone(), other.clone()), (other, cell)] {
                    let value = Value(vec![vec![Difference::at_most(left, right, 0)]]);
                    let property = Property { lower: vec![here.clone()], upper: vec![here.clone()], value };
                    all.push(Body::or([ends.clone(), Body::ForAll(property)]));
                }
            }
        }
    }
    if matches!(shape.condition, Condition::Unknown) { Vec::new() } else { all }
}

fn base(shape: &ProgramLoop, place: &Place) -> Base {
    match place {
        Place::Scalar(scalar) => Base::Scalar(scalar.clone()),
        Place::Length(array) => Base::Length(array.clone()),
        Place::Cell(array, offset) => {
            Base::Read(array.clone(), Box::new(Term::scalar(shape.arrays[array].clone()).plus(*offset)))
        }
    }
}

impl Walk<'_, '_> {
    /// Whether facts imply a formula; no where that is not decided.
    pub fn holds(&mut self, facts: &Facts, body: &Body) -> Result<bool, Reason> {
        let mut facts = facts.clone();
        facts.assume(body.negated());
        match self.example(&facts) {
            Ok(found) => Ok(!found.is_yes()),
            Err(Reason::Interrupted) => Err(Reason::Interrupted),
            Err(_) => Ok(false),
        }
    }

    /// Notes the candidates of a head that facts do not imply.
    pub fn refute(&mut self, head: LocId, facts: &Facts) -> Result<(), Reason> {
        let Some(given) = self.given.as_ref().and_then(|given| given.get(&head)).cloned() else { return Ok(()) };
        if self.holds(facts, &Body::and(given.iter().cloned()))? {
            return Ok(());
        }
        for (place, candidate) in given.iter().enumerate() {
            if !self.findings.refuted.contains(&(head, place)) && !self.holds(facts, candidate)? {
                self.findings.refuted.insert((head, place));
            }
        }
        Ok(())
    }

    /// A loop whose candidates are checked: where it is entered, and then after one round from anything that satisfies them.
    pub fn checked_loop(&mut self, id: LoopId, all: Vec<Facts>) -> Result<(), Reason> {
        let graph = self.graph;
        let head = graph.loops.get(id).head;
        self.mark_as_walked(id);
        let given = self.given.as_ref().and_then(|given| given.get(&head)).cloned().unwrap_or_default();
        let mut rounds = Vec::new();
        for mut facts in all {
            self.refute(head, &facts)?;
            for edge in graph.program.edges().iter().filter(|edge| graph.loops.contains(id, edge.from)) {
                step::forget(self, &mut facts, &edge.op);
            }
            given.iter().for_each(|body| facts.assume(body.clone()));
            rounds.push(facts);
        }
        self.round_from(head, rounds)
    }
}
