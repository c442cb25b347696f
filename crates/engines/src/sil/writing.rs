//! Loops that write: from the paths of a round to a loop of the paper's form (paper 001 §5, Fig. 4).
//!
//! Every path is a branch, whose condition and assignments are in terms of the values at the head, so they are put in an order
//! in which none reads what another has changed. An index is a scalar that cells are found by; it goes up by one or
//! stays. A read at a position that the loop does not change, of an array that it does not change, is a scalar. Where the loop
//! can be left for several places, a scalar that the program does not have remembers which.

use std::collections::{BTreeMap, BTreeSet};

use heureka_ir::{LocId, Span};
use heureka_sil::{Array, Assignment, Base, Body, Branch, Condition, Place, ProgramLoop, Scalar, Sum, Term};

use super::facts::Facts;
use super::names::shown;
use super::paths::{End, Outside, Path};
use super::terms::Atom;

/// A loop of the paper's form, and how it is left.
pub struct WritingLoop {
    pub form: ProgramLoop,
    /// What must be assumed before the loop: the values of hoisted reads, and of the scalar that tells the exit.
    pub before: Vec<Body>,
    /// Scalars that the program does not have.
    pub helpers: BTreeSet<Scalar>,
    /// Where the loop can be left for, and what holds then.
    pub exits: Vec<(LocId, Option<Body>)>,
}

struct Shape<'p> {
    paths: &'p [Path],
    span: Span,
    indices: BTreeMap<Array, Scalar>,
    written: BTreeSet<Array>,
    changed: BTreeSet<Scalar>,
    hoisted: BTreeMap<Base, Scalar>,
    helpers: BTreeSet<Scalar>,
}

/// The loop with these paths; `matters` tells the scalars whose value at the head or behind the loop can matter.
pub fn recognise(
    paths: &[Path],
    span: Span,
    matters: impl Fn(&Scalar) -> bool,
    fresh: &mut dyn FnMut(&str) -> Scalar,
) -> Result<WritingLoop, Outside> {
    let mut shape = Shape {
        paths,
        span,
        indices: BTreeMap::new(),
        written: paths.iter().flat_map(|path| &path.stores).map(|store| store.array.clone()).collect(),
        changed: BTreeSet::new(),
        hoisted: BTreeMap::new(),
        helpers: BTreeSet::new(),
    };
    for path in paths {
        let changes = path.values.keys().filter(|scalar| matters(scalar) && !path.keeps(scalar));
        shape.changed.extend(changes.cloned());
    }
    shape.find_indices()?;
    shape.hoist(fresh);
    shape.build(fresh)
}

impl Shape<'_> {
    /// Which scalar each array is accessed by.
    fn find_indices(&mut self) -> Result<(), Outside> {
        let mut accesses: BTreeSet<(Array, Term)> = BTreeSet::new();
        for path in self.paths {
            accesses.extend(path.reads());
            accesses.extend(path.stores.iter().map(|store| (store.array.clone(), store.position.clone())));
        }
        for (array, position) in &accesses {
            let moving = match &position.base {
                Some(Base::Scalar(scalar)) if self.changed.contains(scalar) || self.written.contains(array) => scalar,
                _ if self.written.contains(array) => {
                    let what = format!("`{array}` is written and accessed at `{}` in a loop", show(position));
                    return Err(Outside::new(what, self.span));
                }
                _ => continue,
            };
            match self.indices.get(array) {
                Some(index) if index != moving => {
                    let what = format!("`{array}` is accessed by two indices in a loop, `{index}` and `{moving}`");
                    return Err(Outside::new(what, self.span));
                }
                _ => {
                    self.indices.insert(array.clone(), moving.clone());
                }
            }
        }
        let indices: BTreeSet<Scalar> = self.indices.values().cloned().collect();
        for index in &indices {
            for path in self.paths.iter().filter(|path| path.end == End::Back) {
                let what = match path.growth(index) {
                    Some(0 | 1) => continue,
                    Some(step) if step < 0 => format!("the index `{}` moves to the left", shown(index)),
                    Some(step) => format!("the index `{}` moves by {step}", shown(index)),
                    None => format!("the index `{}` jumps", shown(index)),
                };
                return Err(Outside::new(what, path.span));
            }
        }
        Ok(())
    }

    /// Gives names to reads that the loop does not change.
    fn hoist(&mut self, fresh: &mut dyn FnMut(&str) -> Scalar) {
        for path in self.paths {
            for (array, position) in path.reads() {
                let moves =
                    matches!(&position.base, Some(Base::Scalar(scalar)) if self.indices.get(&array) == Some(scalar));
                if !moves {
                    let base = Base::Read(array.clone(), Box::new(position));
                    let helpers = &mut self.helpers;
                    self.hoisted.entry(base).or_insert_with(|| {
                        let name = fresh(array.name());
                        helpers.insert(name.clone());
                        name
                    });
                }
            }
        }
    }

    fn build(mut self, fresh: &mut dyn FnMut(&str) -> Scalar) -> Result<WritingLoop, Outside> {
        // The way out of the head, if it is plain, is the condition of the loop.
        let is_plain =
            |path: &Path| matches!(path.end, End::Exit(_)) && path.values.is_empty() && path.stores.is_empty();
        let guard = self.paths.iter().position(|path| is_plain(path) && path.conditions.len() == 1);
        let mut targets: Vec<LocId> = Vec::new();
        for path in self.paths {
            if let End::Exit(target) = path.end
                && !targets.contains(&target)
            {
                targets.push(target);
            }
        }
        let condition = match guard {
            Some(at) => Condition::Not(Box::new(self.condition(&self.paths[at], None)?)),
            None => Condition::truth(),
        };
        // A branch may leave out what the loop's condition says, if that is all of it.
        let guarded = guard.filter(|at| self.paths[*at].is_exact).map(|at| self.paths[at].conditions[0].clone());
        let marker = (targets.len() > 1).then(|| fresh("exit"));
        self.helpers.extend(marker.clone());
        let number = |path: &Path| match path.end {
            End::Exit(target) => targets.iter().position(|other| *other == target).map_or(0, |at| at as i64),
            End::Back => 0,
        };
        let start = guard.map_or(0, |at| number(&self.paths[at]));
        let mut branches = Vec::new();
        for (at, path) in self.paths.iter().enumerate() {
            if Some(at) != guard {
                let marked = marker.as_ref().map(|marker| (marker.clone(), number(path)));
                branches.push(self.branch(path, guarded.as_deref(), marked, fresh)?);
            }
        }
        let mut before: Vec<Body> = Vec::new();
        for (base, name) in &self.hoisted {
            before.push(Body::equal(&Sum::of(Base::Scalar(name.clone())), &Sum::of(base.clone())));
        }
        let is = |marker: &Scalar, value: i64| Body::equal(&Sum::of(Base::Scalar(marker.clone())), &Sum::number(value));
        before.extend(marker.iter().map(|marker| is(marker, start)));
        let exits = targets.iter().enumerate().map(|(at, target)| {
            let when = marker.as_ref().map(|marker| is(marker, at as i64));
            (*target, when)
        });
        let form = ProgramLoop { arrays: self.indices.clone(), condition, branches };
        form.check().map_err(|malformed| Outside::new(malformed.to_string(), self.span))?;
        Ok(WritingLoop { form, before, helpers: self.helpers, exits: exits.collect() })
    }

    fn branch(
        &mut self,
        path: &Path,
        guarded: Option<&[Vec<Atom>]>,
        marked: Option<(Scalar, i64)>,
        fresh: &mut dyn FnMut(&str) -> Scalar,
    ) -> Result<Branch, Outside> {
        let condition = self.condition(path, guarded)?;
        let indices: BTreeSet<&Scalar> = self.indices.values().collect();
        let mut parallel: Vec<(Place, Option<Sum<Place>>)> = Vec::new();
        let mut increments = BTreeSet::new();
        for (scalar, value) in &path.values {
            if path.keeps(scalar) || !self.changed.contains(scalar) {
                continue;
            }
            if indices.contains(scalar) {
                match path.growth(scalar) {
                    Some(1) => {
                        increments.insert(scalar.clone());
                    }
                    _ => {
                        return Err(Outside::new(
                            format!("the index `{scalar}` is set on a way out of the loop"),
                            path.span,
                        ));
                    }
                }
                continue;
            }
            let value = value.as_ref().map(|value| self.sum(value, path.span)).transpose()?;
            parallel.push((Place::Scalar(scalar.clone()), value));
        }
        // The last store to a cell counts.
        let mut seen: Vec<Place> = Vec::new();
        for store in path.stores.iter().rev() {
            let offset = store.position.offset.to_i64().unwrap_or(i64::MAX);
            let place = Place::Cell(store.array.clone(), offset);
            if seen.contains(&place) {
                continue;
            }
            seen.push(place.clone());
            let value = store.value.as_ref().map(|value| self.sum(value, store.span)).transpose()?;
            parallel.push((place, value));
        }
        let mut assignments: Vec<Assignment> =
            path.inputs.iter().map(|input| Assignment::arbitrary(Place::Scalar(input.clone()))).collect();
        self.helpers.extend(path.inputs.iter().cloned());
        self.sequence(parallel, &mut assignments, fresh);
        if let Some((marker, number)) = marked.filter(|_| path.end != End::Back) {
            assignments.push(Assignment::new(Place::Scalar(marker), Sum::number(number)));
        }
        Ok(Branch { condition, assignments, increments, breaks: path.end != End::Back })
    }

    /// Puts assignments that happen at once into an order.
    fn sequence(
        &mut self,
        mut parallel: Vec<(Place, Option<Sum<Place>>)>,
        assignments: &mut Vec<Assignment>,
        fresh: &mut dyn FnMut(&str) -> Scalar,
    ) {
        let reads = |value: &Option<Sum<Place>>, place: &Place| {
            value.as_ref().is_some_and(|sum| sum.terms().any(|(other, _)| other == place))
        };
        while !parallel.is_empty() {
            let free = parallel.iter().enumerate().position(|(at, (target, _))| {
                !parallel.iter().enumerate().any(|(other, (_, value))| other != at && reads(value, target))
            });
            match free {
                Some(at) => {
                    let (target, value) = parallel.remove(at);
                    assignments.push(Assignment { target, value });
                }
                None => {
                    // A circle: the old value of one of them is kept.
                    let target = parallel[0].0.clone();
                    let kept = fresh("kept");
                    self.helpers.insert(kept.clone());
                    assignments.push(Assignment::new(Place::Scalar(kept.clone()), Sum::of(target.clone())));
                    for (_, value) in parallel.iter_mut().skip(1) {
                        if let Some(sum) = value {
                            *sum = sum.map(|place| match place == &target {
                                true => Sum::of(Place::Scalar(kept.clone())),
                                false => Sum::of(place.clone()),
                            });
                        }
                    }
                }
            }
        }
    }

    /// The condition of a path, without what the loop's own condition says already.
    fn condition(&self, path: &Path, guarded: Option<&[Vec<Atom>]>) -> Result<Condition, Outside> {
        let mut all = Vec::new();
        for choice in &path.conditions {
            if guarded.is_some_and(|guard| is_complement(guard, choice)) {
                continue;
            }
            let mut alternatives = Vec::new();
            for atoms in choice {
                let mut conjunction = Vec::new();
                for (sum, sign) in atoms {
                    conjunction.push(Condition::Compare(self.sum(sum, path.span)?, *sign));
                }
                alternatives.push(Condition::And(conjunction));
            }
            all.push(if alternatives.len() == 1 { alternatives.remove(0) } else { Condition::Or(alternatives) });
        }
        // Of branches the first whose condition holds is taken: one that is not all that is asked for must not hide the others.
        if !path.is_exact {
            all.push(Condition::Unknown);
        }
        Ok(Condition::And(all))
    }

    fn sum(&self, sum: &Sum<Base>, span: Span) -> Result<Sum<Place>, Outside> {
        sum.try_map(|base| {
            if let Some(name) = self.hoisted.get(base) {
                return Ok(Sum::of(Place::Scalar(name.clone())));
            }
            match base {
                Base::Scalar(scalar) => Ok(Sum::of(Place::Scalar(scalar.clone()))),
                Base::Length(array) => Ok(Sum::of(Place::Length(array.clone()))),
                Base::Read(array, position) => match position.offset.to_i64() {
                    Some(offset) => Ok(Sum::of(Place::Cell(array.clone(), offset))),
                    None => Err(Outside::new(format!("`{array}` is accessed far from its index"), span)),
                },
            }
        })
    }
}

/// Whether one choice is the negation of another, both of one comparison.
fn is_complement(guard: &[Vec<Atom>], choice: &[Vec<Atom>]) -> bool {
    use heureka_sil::Sign::AtLeastZero;
    let ([one], [two]) = (guard, choice) else { return false };
    let ([(one, AtLeastZero)], [(two, AtLeastZero)]) = (&one[..], &two[..]) else { return false };
    // one ≥ 0 fails exactly when −one − 1 ≥ 0
    one.negated().plus_number(-1) == *two
}

fn show(term: &Term) -> String {
    match (&term.base, term.offset.to_i64()) {
        (Some(Base::Scalar(scalar)), Some(0)) => scalar.to_string(),
        (Some(Base::Scalar(scalar)), Some(offset)) => format!("{scalar} + {offset}"),
        (None, Some(offset)) => offset.to_string(),
        _ => "a computed position".to_owned(),
    }
}

/// What is known when the loop begins: the program's facts and those about helpers.
pub fn entered(facts: &Facts, the_loop: &WritingLoop) -> Facts {
    let mut facts = facts.clone();
    the_loop.before.iter().for_each(|body| facts.assume(body.clone()));
    facts
}
