//! The ways through one round of a loop: from its head back to it, or out of it.
//!
//! Each path is executed symbolically, in terms of the values at the head: the conditions that lead along it, the values that
//! scalars get, and the cells that are stored to. Invariant: an execution that comes to the head and is not ended by a fault
//! in the round follows one of the paths, and what the path says of it is true.

use std::collections::{BTreeMap, BTreeSet};

use heureka_ir::loops::LoopId;
use heureka_ir::{EdgeId, LocId, Loops, Op, Span};
use heureka_number::Int;
use heureka_sil::{Array, Base, Scalar, Sign, Sum, Term};

use super::names::Names;
use super::terms::{Atom, Terms};

/// Loops with more ways through a round are not looked into.
const MOST_PATHS: usize = 64;

/// Why a loop is not of the paper's form, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outside {
    pub what: String,
    pub span: Span,
}

impl Outside {
    pub fn new(what: impl Into<String>, span: Span) -> Outside {
        Outside { what: what.into(), span }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The next round begins.
    Back,
    /// The loop is left.
    Exit(LocId),
}

/// A store to a cell.
#[derive(Clone, Debug)]
pub struct Store {
    pub array: Array,
    pub position: Term,
    /// None for a value that cannot be said.
    pub value: Option<Sum<Base>>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Path {
    /// All of these hold; each is a choice of conjunctions.
    pub conditions: Vec<Vec<Vec<Atom>>>,
    /// The values that scalars have at the end, if they may have changed; none for one that cannot be said.
    pub values: BTreeMap<Scalar, Option<Sum<Base>>>,
    pub stores: Vec<Store>,
    /// Scalars that stand for what inputs give in this round.
    pub inputs: Vec<Scalar>,
    pub end: End,
    pub span: Span,
    /// Whether the conditions say all that must hold for this path; if not, a state that satisfies them may take another one.
    pub is_exact: bool,
}

/// All paths of a loop.
pub fn paths(terms: &Terms, loops: &Loops, id: LoopId, fresh: &mut Fresh) -> Result<Vec<Path>, Outside> {
    let head = loops.get(id).head;
    let span = terms.program.loc(head).span;
    if loops.get(id).irreducible {
        return Err(Outside::new("a loop that is entered in the middle", span));
    }
    let start = Path {
        conditions: Vec::new(),
        values: BTreeMap::new(),
        stores: Vec::new(),
        inputs: Vec::new(),
        end: End::Back,
        span,
        is_exact: true,
    };
    let mut done = Vec::new();
    let mut work = vec![(head, start)];
    while let Some((at, path)) = work.pop() {
        for edge in terms.program.out_edges(at) {
            let Some(mut path) = step(terms, path.clone(), edge, fresh)? else { continue };
            let to = terms.program.edge(edge).to;
            if to == head {
                path.end = End::Back;
                done.push(path);
            } else if !loops.contains(id, to) {
                path.end = End::Exit(to);
                path.span = terms.program.edge(edge).span;
                done.push(path);
            } else if loops.is_head(to) {
                return Err(Outside::new("a loop within a loop", terms.program.loc(to).span));
            } else {
                work.push((to, path));
            }
            if done.len() + work.len() > MOST_PATHS {
                return Err(Outside::new("a loop with very many ways through a round", span));
            }
        }
    }
    // In the order of the program's text, as far as the search went in it.
    done.reverse();
    Ok(done)
}

/// What the paths do that is no difference of two quantities: properties of cells cannot say it.
pub fn beyond_differences(paths: &[Path]) -> Vec<Outside> {
    let mut found: Vec<Outside> = Vec::new();
    let mut see = |what: &str, span: Span| {
        let outside = Outside::new(what, span);
        if !found.contains(&outside) {
            found.push(outside);
        }
    };
    for path in paths {
        for store in &path.stores {
            match &store.value {
                None => see("a stored value that is not linear", store.span),
                Some(sum) if !is_plain(sum) => see("a stored value that is no difference", store.span),
                Some(_) => {}
            }
        }
        for (_, value) in path.values.iter().filter(|(scalar, _)| !path.keeps(scalar)) {
            match value {
                None => see("a value that is not linear", path.span),
                Some(sum) if !is_plain(sum) => see("a value that is no difference", path.span),
                Some(_) => {}
            }
        }
        for (sum, _) in path.conditions.iter().flatten().flatten() {
            let factors: Vec<&Int> = sum.terms().map(|(_, factor)| factor).collect();
            let is_difference = match factors[..] {
                [] => true,
                [one] => one.is_unit(),
                [one, two] => one.is_unit() && *one == -two,
                _ => false,
            };
            if !is_difference {
                see("a comparison that is no difference", path.span);
            }
        }
    }
    found
}

/// Whether a value is one quantity plus a number.
fn is_plain(sum: &Sum<Base>) -> bool {
    sum.terms().count() <= 1 && sum.terms().all(|(_, factor)| *factor == Int::ONE)
}

/// Names for values of inputs.
pub struct Fresh<'n> {
    pub names: &'n mut u32,
}

impl Fresh<'_> {
    fn name(&mut self, stem: &str) -> Scalar {
        *self.names += 1;
        Scalar::new(&format!("{stem}\"{}", self.names))
    }
}

/// The path one step further; nothing if it cannot be taken.
fn step(terms: &Terms, mut path: Path, id: EdgeId, fresh: &mut Fresh) -> Result<Option<Path>, Outside> {
    let edge = terms.program.edge(id);
    let is_choice = terms.program.out_edges(edge.from).len() > 1;
    path.is_exact &= !is_choice || matches!(edge.op, Op::Assume(_));
    match &edge.op {
        Op::Skip => {}
        Op::Assume(condition) => {
            path.is_exact &= terms.says_all(edge.from, *condition);
            let Some(alternatives) = terms.alternatives(edge.from, *condition, true) else {
                path.is_exact = false;
                return Ok(Some(path));
            };
            let mut choice = Vec::new();
            for atoms in alternatives {
                let mut conjunction = Vec::new();
                let mut is_possible = true;
                for (sum, sign) in atoms {
                    // What cannot be said is left out.
                    let Some(sum) = path.value(terms.names, &sum, edge.span)? else {
                        path.is_exact = false;
                        continue;
                    };
                    match sum.as_number() {
                        Some(number) if sign_holds(number, sign) => {}
                        Some(_) => is_possible = false,
                        None => conjunction.push((sum, sign)),
                    }
                }
                if is_possible {
                    choice.push(conjunction);
                }
            }
            if choice.is_empty() {
                return Ok(None);
            }
            if !choice.contains(&Vec::new()) {
                path.conditions.push(choice);
            }
        }
        Op::Assign(pairs) => {
            let mut values = Vec::new();
            for (var, value) in pairs {
                let value = match terms.sum(edge.from, *value) {
                    Some(sum) => path.value(terms.names, &sum, edge.span)?,
                    None => None,
                };
                values.push((terms.names.scalar(*var), value));
            }
            path.values.extend(values);
        }
        Op::Havoc { var, .. } => {
            let input = fresh.name(&terms.program.var(*var).name);
            path.inputs.push(input.clone());
            path.values.insert(terms.names.scalar(*var), Some(Sum::of(Base::Scalar(input))));
        }
        Op::Store { array, indices, value } => {
            // What is not followed is not known anywhere.
            let Some(name) = terms.names.array(*array) else { return Ok(Some(path)) };
            let what = format!("the index of `{}`", terms.program.array(*array).name);
            let index = terms.sum(edge.from, indices[0]).ok_or_else(|| not_difference(&what, edge.span))?;
            let index = path.value(terms.names, &index, edge.span)?.ok_or_else(|| not_difference(&what, edge.span))?;
            let position = Term::from_sum(&index).ok_or_else(|| not_difference(&what, edge.span))?;
            let value = match terms.sum(edge.from, *value) {
                Some(sum) => path.value(terms.names, &sum, edge.span)?,
                None => None,
            };
            path.stores.push(Store { array: name, position, value, span: edge.span });
        }
        Op::Fill { array, .. } | Op::HavocArray { array, .. } if terms.names.array(*array).is_none() => {}
        Op::Copy { .. } => {}
        Op::Fill { .. } | Op::HavocArray { .. } => {
            return Err(Outside::new("an array that gets new contents in a loop", edge.span));
        }
        Op::Call { .. } | Op::Return(_) => return Err(Outside::new("a call in a loop", edge.span)),
    }
    Ok(Some(path))
}

fn not_difference(what: &str, span: Span) -> Outside {
    Outside::new(format!("{what} is not a variable plus a number"), span)
}

fn sign_holds(number: &Int, sign: Sign) -> bool {
    match sign {
        Sign::AtLeastZero => !number.is_negative(),
        Sign::EqualZero => number.is_zero(),
    }
}

impl Path {
    /// A sum over values now, as one over values at the head. None if it cannot be said.
    fn value(&self, names: &Names, sum: &Sum<Base>, span: Span) -> Result<Option<Sum<Base>>, Outside> {
        let mut total = Sum::number(sum.constant().clone());
        for (base, factor) in sum.terms() {
            let Some(value) = self.base(names, base, span)? else { return Ok(None) };
            total = total.plus_scaled(factor, &value);
        }
        Ok(Some(total))
    }

    fn base(&self, names: &Names, base: &Base, span: Span) -> Result<Option<Sum<Base>>, Outside> {
        match base {
            Base::Scalar(scalar) => Ok(self.values.get(scalar).cloned().unwrap_or_else(|| Some(Sum::of(base.clone())))),
            Base::Length(_) => Ok(Some(Sum::of(base.clone()))),
            Base::Read(array, position) => {
                let what = format!("the index of `{array}`");
                let Some(position) = self.value(names, &position.to_sum(), span)? else { return Ok(None) };
                let position = Term::from_sum(&position).ok_or_else(|| not_difference(&what, span))?;
                for store in self.stores.iter().rev().filter(|store| store.array == *array) {
                    if store.position == position {
                        return Ok(store.value.clone());
                    }
                    if store.position.base != position.base {
                        return Err(Outside::new(format!("`{array}` is accessed by two indices in a loop"), span));
                    }
                }
                Ok(Some(Sum::of(Base::Read(array.clone(), Box::new(position)))))
            }
        }
    }

    /// Whether the scalar keeps its value.
    pub fn keeps(&self, scalar: &Scalar) -> bool {
        match self.values.get(scalar) {
            None => true,
            Some(value) => value.as_ref() == Some(&Sum::of(Base::Scalar(scalar.clone()))),
        }
    }

    /// By how much the scalar grows, if that is a number.
    pub fn growth(&self, scalar: &Scalar) -> Option<i64> {
        match self.values.get(scalar) {
            None => Some(0),
            Some(value) => value.as_ref()?.minus(&Sum::of(Base::Scalar(scalar.clone()))).as_number()?.to_i64(),
        }
    }

    /// Every read of an array, in conditions and values.
    pub fn reads(&self) -> BTreeSet<(Array, Term)> {
        let mut reads = BTreeSet::new();
        let sums = self.conditions.iter().flatten().flatten().map(|(sum, _)| sum);
        let values = self.values.values().flatten().chain(self.stores.iter().filter_map(|store| store.value.as_ref()));
        for (base, _) in sums.chain(values).flat_map(|sum| sum.terms()) {
            if let Base::Read(array, position) = base {
                reads.insert((array.clone(), (**position).clone()));
            }
        }
        reads
    }

    /// All ways to satisfy the conditions; none if there are more than `most`.
    pub fn alternatives(&self, most: usize) -> Option<Vec<Vec<Atom>>> {
        let mut all: Vec<Vec<Atom>> = vec![Vec::new()];
        for choice in &self.conditions {
            if all.len() * choice.len() > most {
                return None;
            }
            all = all.iter().flat_map(|one| choice.iter().map(move |two| [&one[..], two].concat())).collect();
        }
        Some(all)
    }
}
