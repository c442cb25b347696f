//! The index of a DLC: which disjuncts hold at a point, and which are the neighbours of a new one, without looking at
//! all of them.
//!
//! Disjuncts are grouped by the directions that they fix (their equalities); within a group they are found by a hash of
//! the values. So `x' = x + 7 & k = 3` is found from a point by evaluating `x' - x` and `k` there, each once, however
//! many disjuncts fix these two. What shares the values too is searched by intervals ([`Bucket`]).
//!
//! A neighbour is a disjunct that agrees in all but the values of one direction. Each disjunct is filed once for each of
//! its directions, under a hash of everything but what it says of that direction, sorted by the direction's interval: the
//! candidates are those just before and after.
//!
//! The index is a filter: what it returns is checked by the caller, so that a collision of hashes costs time and
//! nothing else. What it leaves out is not there (points), or was filed under a colliding hash (neighbours, where it
//! costs a chance to coalesce). No map is iterated, so hashing does not decide any order.

use std::collections::hash_map::Entry;

use heureka_number::{Int, Rational};

use super::bucket::{Bucket, Span};
use super::profile::{Direction, Interval, bound_by};
use super::shelf::Shelf;
use super::stride::{Congruence, Values};
use crate::conjunction::Conjunction;
use crate::expr::LinearExpr;
use crate::hash::{QuickMap, hash_of};
use crate::row::{Numbers, Row};
use crate::simplex::Model;

/// A disjunct of one DLC. Later ones have greater numbers; a number is not used again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Slot(pub u32);

/// A direction known to the index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct DirectionId(u32);

/// A [`super::profile::Profile`] in the index's terms.
#[derive(Debug, Clone)]
pub(super) struct Form {
    pub spans: Vec<(DirectionId, Interval)>,
    /// The directions with only one value.
    pub fixed: Vec<DirectionId>,
    pub modulos: Vec<Modulo>,
}

/// A modulo row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Modulo {
    pub row: Row,
    /// What it says of one of the directions alone.
    about: Option<(DirectionId, Congruence)>,
}

impl Modulo {
    fn is_about(&self, id: DirectionId) -> bool {
        self.about.as_ref().is_some_and(|about| about.0 == id)
    }
}

/// Stands for an interval in the hash of all the others.
const LEFT_OUT: u64 = 0x6c65_6674_206f_7574;

#[derive(Debug, Clone, Default)]
pub(super) struct Index {
    /// By a hash of the terms.
    ids: QuickMap<u64, Vec<DirectionId>>,
    directions: Vec<Direction>,
    groups: Vec<Group>,
    by_fixed: QuickMap<Vec<DirectionId>, usize>,
    neighbours: QuickMap<u64, Shelf>,
}

/// The disjuncts that fix the same directions.
#[derive(Debug, Clone)]
struct Group {
    fixed: Vec<DirectionId>,
    by_values: QuickMap<u64, Bucket>,
}

impl Index {
    pub fn direction(&self, id: DirectionId) -> &Direction {
        &self.directions[id.0 as usize]
    }

    /// The direction whose terms, turned if need be, are those of the expression.
    fn id(&mut self, expr: &LinearExpr, turned: bool) -> DirectionId {
        let sign = |c: &Int| if turned { -c } else { c.clone() };
        let terms = expr.terms().iter();
        let hash = terms.clone().fold(0u64, |sum, (var, c)| sum.wrapping_add(hash_of(&(var, sign(c)))));
        let known = self.ids.entry(hash).or_default();
        let same = |id: &&DirectionId| {
            let known = self.directions[id.0 as usize].expr().terms();
            known.len() == terms.len() && known.iter().zip(terms.clone()).all(|(a, b)| a.0 == b.0 && a.1 == sign(&b.1))
        };
        if let Some(id) = known.iter().find(same) {
            return *id;
        }
        let id = DirectionId(u32::try_from(self.directions.len()).expect("fewer than 2^32 directions"));
        known.push(id);
        self.directions.push(Direction::of(expr).expect("a canonical row has a variable").0);
        id
    }

    /// What a row that is not a modulo row says.
    fn span(&mut self, row: &Row) -> (DirectionId, Interval) {
        let turned = row.expr().leading().is_some_and(|(_, c)| c.is_negative());
        let content = row.expr().content();
        if content.is_one() {
            let factor = if turned { Int::MINUS_ONE } else { content };
            return (self.id(row.expr(), turned), bound_by(row, &factor));
        }
        let (direction, factor) = Direction::of(row.expr()).expect("a canonical row has a variable");
        (self.id(direction.expr(), false), bound_by(row, &factor))
    }

    /// The conjunction in the index's terms.
    pub fn form(&mut self, conjunction: &Conjunction) -> Form {
        let mut spans: Vec<(DirectionId, Interval)> = Vec::with_capacity(conjunction.rows().len());
        for row in conjunction.rows().iter().filter(|row| !row.is_modulo()) {
            spans.push(self.span(row));
        }
        spans.sort_by_key(|span| span.0);
        // A reduced conjunction has one bound for each side of a direction.
        spans.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1.fill(std::mem::take(&mut next.1));
            }
            same
        });
        let about = |row: &Row| {
            let stated = |span: &(DirectionId, _)| Some((span.0, Congruence::of(row, self.direction(span.0))?));
            Modulo { row: row.clone(), about: spans.iter().find_map(stated) }
        };
        let modulos = conjunction.others().iter().filter(|row| row.is_modulo()).map(about).collect();
        Form::new(spans, modulos)
    }

    pub fn add(&mut self, slot: Slot, form: &Form) {
        let place = match self.by_fixed.get(&form.fixed) {
            Some(place) => *place,
            None => {
                self.by_fixed.insert(form.fixed.clone(), self.groups.len());
                self.groups.push(Group { fixed: form.fixed.clone(), by_values: QuickMap::default() });
                self.groups.len() - 1
            }
        };
        self.groups[place].by_values.entry(form.values_key()).or_default().add(slot, form.open_spans());
        for (key, interval) in form.neighbour_keys() {
            match self.neighbours.entry(key) {
                Entry::Occupied(mut shelf) => shelf.get_mut().add(&interval.lower, slot),
                Entry::Vacant(place) => {
                    place.insert(Shelf::One(interval.lower.clone(), slot));
                }
            }
        }
    }

    pub fn remove(&mut self, slot: Slot, form: &Form) {
        let key = form.values_key();
        if let Some(place) = self.by_fixed.get(&form.fixed)
            && let Some(bucket) = self.groups[*place].by_values.get_mut(&key)
        {
            bucket.remove(slot);
            if bucket.is_empty() {
                self.groups[*place].by_values.remove(&key);
            }
        }
        for (key, interval) in form.neighbour_keys() {
            if let Entry::Occupied(mut shelf) = self.neighbours.entry(key)
                && shelf.get_mut().remove(&interval.lower, slot)
            {
                shelf.remove();
            }
        }
    }

    /// Every disjunct that holds at the point is among these.
    pub fn stab(&self, point: &Model, mut found: impl FnMut(Slot)) {
        let mut values: Vec<Option<(Rational, u64)>> = vec![None; self.directions.len()];
        for group in &self.groups {
            if group.by_values.is_empty() {
                continue;
            }
            let mut key = 0u64;
            for id in &group.fixed {
                let (_, hash) = evaluate(&mut values, *id, &self.directions, point);
                key = key.wrapping_add(*hash);
            }
            if let Some(bucket) = group.by_values.get(&key) {
                let holds =
                    |span: &Span| span.contains(&evaluate(&mut values, span.direction, &self.directions, point).0);
                bucket.stab(holds, &mut found);
            }
        }
    }

    /// The disjuncts that agree with the form in all but one of its directions: the candidates for coalescing, with
    /// the place of the direction in the form.
    pub fn neighbours(&self, form: &Form) -> impl Iterator<Item = (usize, &Shelf)> {
        let keys = form.neighbour_keys().enumerate();
        keys.filter_map(|(place, (key, _))| Some((place, self.neighbours.get(&key)?)))
    }
}

impl Form {
    fn new(spans: Vec<(DirectionId, Interval)>, modulos: Vec<Modulo>) -> Form {
        let fixed = spans.iter().filter(|span| span.1.fixed().is_some()).map(|span| span.0).collect();
        Form { spans, fixed, modulos }
    }

    /// The same directions with other intervals and modulo rows.
    pub fn with_intervals(&self, intervals: impl IntoIterator<Item = Interval>, modulos: Vec<Modulo>) -> Form {
        let spans = self.spans.iter().map(|span| span.0).zip(intervals).collect();
        Form::new(spans, modulos)
    }

    /// Whether the two bound the same directions.
    pub fn same_shape(&self, other: &Form) -> bool {
        self.spans.len() == other.spans.len()
            && self.spans.iter().zip(&other.spans).all(|(mine, theirs)| mine.0 == theirs.0)
    }

    /// What is said of the direction at a place; nothing if that is more than one congruence.
    pub fn values(&self, place: usize) -> Option<Values> {
        let (id, interval) = self.spans.get(place)?;
        let mut about = self.modulos.iter().filter_map(|modulo| modulo.about.as_ref()).filter(|about| about.0 == *id);
        let congruence = about.next().map(|(_, congruence)| congruence.clone());
        if about.next().is_some() {
            return None;
        }
        Some(Values { interval: interval.clone(), congruence })
    }

    /// Whether the two say the same, but for the direction at a place.
    pub fn agrees_but_at(&self, place: usize, other: &Form) -> bool {
        let left_out = self.spans[place].0;
        self.same_shape(other)
            && self
                .spans
                .iter()
                .zip(&other.spans)
                .enumerate()
                .all(|(at, (mine, theirs))| at == place || mine.1 == theirs.1)
            && self.modulos_but_of(left_out).eq(other.modulos_but_of(left_out))
    }

    /// The modulo rows that are not about a direction.
    pub fn modulos_but_of(&self, id: DirectionId) -> impl Iterator<Item = &Row> {
        self.modulos.iter().filter(move |modulo| !modulo.is_about(id)).map(|modulo| &modulo.row)
    }

    /// Whether there is a gap between the two in a direction that both bound.
    pub fn is_apart(&self, other: &Form, numbers: Numbers) -> bool {
        let mut theirs = other.spans.iter().peekable();
        self.spans.iter().any(|(id, interval)| {
            while theirs.next_if(|span| span.0 < *id).is_some() {}
            theirs.next_if(|span| span.0 == *id).is_some_and(|span| interval.united(&span.1, numbers).is_none())
        })
    }

    /// The intervals with more than one value.
    fn open_spans(&self) -> Vec<Span> {
        let open = self.spans.iter().filter(|span| span.1.fixed().is_none());
        open.map(|(id, interval)| Span::new(*id, interval)).collect()
    }

    fn values_key(&self) -> u64 {
        let values = self.spans.iter().filter_map(|(id, interval)| Some((id, interval.fixed()?)));
        values.fold(0, |key, (id, value)| key.wrapping_add(value_hash(*id, value)))
    }

    /// For each direction, the hash of everything but what is said of it.
    fn neighbour_keys(&self) -> impl Iterator<Item = (u64, &Interval)> {
        let hashes: Vec<u64> = self.spans.iter().map(hash_of).collect();
        let all = hashes.iter().fold(0u64, |sum, hash| sum.wrapping_add(*hash));
        self.spans.iter().zip(hashes).map(move |((id, interval), hash)| {
            let rest = self.modulos_but_of(*id).fold(0u64, |sum, row| sum.wrapping_add(row.stored_hash()));
            (all.wrapping_sub(hash).wrapping_add(rest).wrapping_add(hash_of(&(id, LEFT_OUT))), interval)
        })
    }
}

/// The value of a direction at the point and its part of a group's key, computed once.
fn evaluate<'v>(
    values: &'v mut [Option<(Rational, u64)>],
    id: DirectionId,
    directions: &[Direction],
    point: &Model,
) -> &'v (Rational, u64) {
    let place = id.0 as usize;
    values[place].get_or_insert_with(|| {
        let value = point.eval(directions[place].expr());
        let hash = value_hash(id, &value);
        (value, hash)
    })
}

fn value_hash(id: DirectionId, value: &Rational) -> u64 {
    hash_of(&(id, value))
}
