//! Which loops have a summary.
//!
//! There is one clause from the head to itself, without calls. Each number either stays or goes on by a constant, one of them
//! by 1 or -1: it counts the rounds. Each array stays or is written in one region: a cell, a row, or what an inner loop
//! writes, in one dimension at an index that moves with the counter. What is written depends on what stays, on the counter, on
//! arbitrary values of the round, and on cells that no earlier round wrote, because they lie where the loop has yet to come.

use std::collections::{BTreeMap, BTreeSet};

use heureka_logic::horn::{Clause, System};
use heureka_logic::{Op, SortId, Substitution, SymbolId, TermId, Terms, simplify};

use super::{Definitions, Summary, Write, conjuncts, limit};

pub fn recognise(
    terms: &mut Terms,
    system: &System,
    definitions: &Definitions,
    predicate: SymbolId,
) -> Option<Summary> {
    let is_of = |terms: &Terms, atom: TermId| terms.op(atom) == Op::Symbol(predicate);
    let around: Vec<&Clause> = system
        .clauses
        .iter()
        .filter(|clause| clause.head.is_some_and(|head| is_of(terms, head)))
        .filter(|clause| clause.body.iter().any(|atom| is_of(terms, *atom)))
        .collect();
    let &[round] = &around[..] else { return None };
    let &[before] = &round.body[..] else { return None };
    let onwards = system.clauses.iter().filter(|clause| clause.body.iter().any(|atom| is_of(terms, *atom)));
    let onwards: Vec<&Clause> = onwards.filter(|clause| !std::ptr::eq(*clause, round)).collect();
    let twice = |clause: &&Clause| clause.body.iter().filter(|atom| is_of(terms, **atom)).count() > 1;
    if onwards.iter().any(twice) {
        return None;
    }
    let before: Vec<TermId> = terms.children(before).to_vec();
    let after: Vec<TermId> = terms.children(round.head.expect("it leads to the head")).to_vec();
    let arguments: Vec<SymbolId> = before.iter().map(|term| terms.as_constant(*term)).collect::<Option<_>>()?;
    if arguments.iter().collect::<BTreeSet<_>>().len() < arguments.len() {
        return None;
    }
    let mut steps = Vec::new();
    for (old, new) in before.iter().zip(&after) {
        let mut step = None;
        if terms.sort(*old) == SortId::INT && old != new {
            let distance = terms.sub(*new, *old);
            let distance = simplify(terms, distance);
            step = Some(terms.as_int(distance)?.to_i128()?);
        }
        steps.push(step.filter(|step| *step != 0));
    }
    let counter = steps.iter().position(|step| matches!(step, Some(1 | -1)))?;
    let parts = conjuncts(terms, round.constraint);
    let mut reader =
        Reader { terms, definitions, arguments: &arguments, steps: &steps, counter, moves: BTreeMap::new() };
    let mut regions = BTreeMap::new();
    for (at, (old, new)) in before.iter().zip(&after).enumerate() {
        if reader.terms.sort(*old) == SortId::INT || old == new {
            continue;
        }
        let region = reader.region(*old, *new)?;
        let moving = reader.moving(&region)?;
        reader.moves.insert(at, moving);
        regions.insert(at, region);
    }
    let reads_arrays = |part: &TermId| reader.terms.post_order(&[*part]).iter().any(|term| reader.is_array(*term));
    // Of a loop that writes nothing only what its last round saw is kept: a loop that assumes something of cells stays.
    if regions.is_empty() && parts.iter().any(reads_arrays) && onwards.iter().all(|clause| clause.head.is_some()) {
        return None;
    }
    let now = reader.terms.fresh("now", SortId::INT);
    let writes = reader.writes(&regions, &parts, now)?;
    let guard = reader.guard(&parts, now);
    let bounds = reader.bounds(&parts);
    Some(Summary { steps, counter, now, guard, bounds, writes, arguments })
}

/// Where one array is written in a round, over indices of its own.
struct Region {
    bound: Vec<TermId>,
    conditions: Vec<TermId>,
    value: TermId,
    fact: TermId,
}

/// The dimension that moves, whether with the counter or against it, and the index.
#[derive(Clone, Copy)]
struct Moving {
    dimension: usize,
    is_with: bool,
    index: TermId,
}

struct Reader<'a> {
    terms: &'a mut Terms,
    definitions: &'a Definitions,
    arguments: &'a [SymbolId],
    steps: &'a [Option<i128>],
    counter: usize,
    /// By argument: how its region moves.
    moves: BTreeMap<usize, Moving>,
}

impl Reader<'_> {
    fn is_array(&self, term: TermId) -> bool {
        self.terms.sort(term).is_array()
    }

    fn symbol(&mut self, argument: usize) -> TermId {
        self.terms.call(self.arguments[argument], &[])
    }

    /// What differs between the old contents, a symbol, and the new ones; `None` if it is not one region.
    fn region(&mut self, old: TermId, new: TermId) -> Option<Region> {
        let mut sort = self.terms.sort(old);
        let mut bound = Vec::new();
        while let heureka_logic::Sort::Array { element, .. } = self.terms.sort_of(sort) {
            bound.push(self.terms.fresh("at", SortId::INT));
            sort = element;
        }
        self.written(old, new, &bound)?
    }

    /// The inner option is none where nothing is written.
    #[allow(clippy::option_option)]
    fn written(&mut self, old: TermId, new: TermId, bound: &[TermId]) -> Option<Option<Region>> {
        if new == old {
            return Some(None);
        }
        let children = self.terms.children(new).to_vec();
        match self.terms.op(new) {
            Op::Store if children[0] == old => {
                let (index, stored) = (children[1], children[2]);
                let here = self.terms.eq(bound[0], index);
                let mut region = match bound.len() {
                    1 => Region { bound: Vec::new(), conditions: Vec::new(), value: stored, fact: Terms::TRUE },
                    _ => {
                        let row = self.terms.select(old, index);
                        match self.terms.op(stored) {
                            Op::ConstArray(_) => self.everywhere(stored)?,
                            _ => self.written(row, stored, &bound[1..])??,
                        }
                    }
                };
                region.conditions.insert(0, here);
                region.bound = bound.to_vec();
                Some(Some(region))
            }
            Op::Ite => {
                let (condition, yes, no) = (children[0], children[1], children[2]);
                let (yes, no) = (self.written(old, yes, bound)?, self.written(old, no, bound)?);
                let kept = bound.iter().fold(old, |row, index| self.terms.select(row, *index));
                let (conditions, yes, no) = match (yes, no) {
                    (Some(yes), None) if yes.fact == Terms::TRUE => (yes.conditions, yes.value, kept),
                    (None, Some(no)) if no.fact == Terms::TRUE => (no.conditions, kept, no.value),
                    (Some(yes), Some(no)) if yes.conditions == no.conditions && yes.fact == no.fact => {
                        (yes.conditions, yes.value, no.value)
                    }
                    _ => return None,
                };
                let value = self.terms.ite(condition, yes, no);
                Some(Some(Region { bound: bound.to_vec(), conditions, value, fact: Terms::TRUE }))
            }
            Op::Symbol(symbol) => {
                let definition = self.definitions.get(&symbol).filter(|definition| definition.base == old)?;
                let named: Substitution = definition.bound.iter().copied().zip(bound.iter().copied()).collect();
                let [condition, value, fact] = [definition.condition, definition.value, definition.fact]
                    .map(|term| self.terms.substitute(term, &named));
                let conditions = conjuncts(self.terms, condition);
                Some(Some(Region { bound: bound.to_vec(), conditions, value, fact }))
            }
            _ => None,
        }
    }

    /// A row with one value.
    fn everywhere(&mut self, row: TermId) -> Option<Region> {
        let mut value = row;
        while let Op::ConstArray(_) = self.terms.op(value) {
            value = self.terms.children(value)[0];
        }
        let is_number = self.terms.sort(value) == SortId::INT;
        is_number.then_some(Region { bound: Vec::new(), conditions: Vec::new(), value, fact: Terms::TRUE })
    }

    /// The dimension in which a region moves: its index is the counter, or its negation, and something that stays.
    fn moving(&mut self, region: &Region) -> Option<Moving> {
        let counter = self.symbol(self.counter);
        for condition in &region.conditions {
            let children = self.terms.children(*condition).to_vec();
            let (Op::Eq, &[left, right]) = (self.terms.op(*condition), &children[..]) else { continue };
            for (bound, index) in [(left, right), (right, left)] {
                let Some(dimension) = region.bound.iter().position(|own| *own == bound) else { continue };
                for is_with in [true, false] {
                    let rest = if is_with { self.terms.sub(index, counter) } else { self.terms.add(&[index, counter]) };
                    let rest = simplify(self.terms, rest);
                    if self.stays(rest) {
                        return Some(Moving { dimension, is_with, index });
                    }
                }
            }
        }
        None
    }

    /// Whether a term is over numbers that stay.
    fn stays(&self, term: TermId) -> bool {
        let fixed = |symbol: &SymbolId| {
            let at = self.arguments.iter().position(|argument| argument == symbol);
            at.is_some_and(|at| self.steps[at].is_none() && self.terms.symbol(*symbol).result == SortId::INT)
        };
        self.terms.free_symbols(&[term]).iter().all(fixed)
            && !self.terms.post_order(&[term]).iter().any(|term| self.is_array(*term))
    }

    /// Whether the value of a term is known from the counter and what was there when the loop was entered, but for some symbols:
    /// contents that rounds change are read only where no earlier round wrote.
    fn is_known(&mut self, term: TermId, but: &BTreeSet<SymbolId>) -> bool {
        for part in self.terms.post_order(&[term]) {
            let children = self.terms.children(part).to_vec();
            match self.terms.op(part) {
                Op::Symbol(symbol) if !but.contains(&symbol) && !self.arguments.contains(&symbol) => return false,
                Op::Forall | Op::Exists => return false,
                Op::Select if !self.is_array(part) => {
                    let mut place = vec![children[1]];
                    let mut root = children[0];
                    while self.terms.op(root) == Op::Select {
                        let inner = self.terms.children(root).to_vec();
                        place.insert(0, inner[1]);
                        root = inner[0];
                    }
                    let Some(root) = self.terms.as_constant(root) else { return false };
                    let at = self.arguments.iter().position(|argument| *argument == root);
                    let Some(Moving { dimension, is_with, index }) = at.and_then(|at| self.moves.get(&at).copied())
                    else {
                        continue;
                    };
                    let distance = self.terms.sub(place[dimension], index);
                    let distance = simplify(self.terms, distance);
                    let Some(distance) = self.terms.as_int(distance).and_then(|distance| distance.to_i128()) else {
                        return false;
                    };
                    let is_up = is_with == (self.steps[self.counter] == Some(1));
                    if if is_up { distance < 0 } else { distance > 0 } {
                        return false;
                    }
                }
                Op::Store | Op::ConstArray(_) => return false,
                Op::Ite if self.is_array(part) => return false,
                _ => {}
            }
        }
        true
    }

    /// The values of changing numbers in the round with this counter.
    fn in_round(&mut self, round: TermId) -> Substitution {
        let first = self.symbol(self.counter);
        let rounds = self.terms.sub(round, first);
        let direction = self.steps[self.counter].expect("the counter changes");
        let mut values = Substitution::new();
        for at in 0..self.arguments.len() {
            let Some(step) = self.steps[at] else { continue };
            let value = match at == self.counter {
                true => round,
                false => {
                    let (start, times) = (self.symbol(at), self.terms.int(step * direction));
                    let way = self.terms.mul(&[times, rounds]);
                    self.terms.add(&[start, way])
                }
            };
            values.insert(self.arguments[at], value);
        }
        values
    }

    fn writes(
        &mut self,
        regions: &BTreeMap<usize, Region>,
        parts: &[TermId],
        now: TermId,
    ) -> Option<BTreeMap<usize, Write>> {
        // Arbitrary values of a round live in an array that they are written to as they are.
        let mut homes: BTreeMap<SymbolId, (SymbolId, Vec<TermId>)> = BTreeMap::new();
        let mut home_of: BTreeMap<usize, SymbolId> = BTreeMap::new();
        for (&at, region) in regions {
            let new = self.terms.free_symbols(&[region.value]);
            let mut new = new.into_iter().filter(|symbol| !self.arguments.contains(symbol));
            let new: Vec<SymbolId> = new
                .by_ref()
                .filter(|symbol| !region.bound.iter().any(|bound| self.terms.as_constant(*bound) == Some(*symbol)))
                .collect();
            if new.is_empty() || new.iter().all(|symbol| homes.contains_key(symbol)) {
                continue;
            }
            let read = |terms: &mut Terms, contents: SymbolId| {
                let contents = terms.call(contents, &[]);
                region.bound.iter().fold(contents, |row, index| terms.select(row, *index))
            };
            // What an inner loop wrote is arbitrary contents already.
            if let &[one] = &new[..]
                && self.terms.symbol(one).result.is_array()
                && read(self.terms, one) == region.value
            {
                home_of.insert(at, one);
                continue;
            }
            if new.iter().any(|symbol| self.terms.symbol(*symbol).result != SortId::INT) {
                return None;
            }
            let sort = self.terms.symbol(self.arguments[at]).result;
            let contents = self.terms.fresh("written", sort);
            let contents = self.terms.as_constant(contents)?;
            home_of.insert(at, contents);
            let place = self.place(region);
            if let (&[one], Some(place)) = (&new[..], place)
                && self.terms.as_constant(region.value) == Some(one)
            {
                homes.insert(one, (contents, place));
            }
        }
        let mut made = BTreeMap::new();
        for (&at, region) in regions {
            let moving = self.moves[&at];
            let bound: Vec<SymbolId> =
                region.bound.iter().map(|bound| self.terms.as_constant(*bound)).collect::<Option<_>>()?;
            let own = region.bound[moving.dimension];
            let counter = self.symbol(self.counter);
            // The counter in the round that writes at `own`.
            let rest = if moving.is_with {
                self.terms.sub(moving.index, counter)
            } else {
                self.terms.add(&[moving.index, counter])
            };
            let round = if moving.is_with { self.terms.sub(own, rest) } else { self.terms.sub(rest, own) };
            let round = simplify(self.terms, round);
            let values = self.in_round(round);
            let at_index: Substitution = Substitution::from_iter([(bound[moving.dimension], moving.index)]);
            let mut arbitrary: Substitution = Substitution::new();
            let mut known: BTreeSet<SymbolId> = bound.iter().copied().collect();
            for (symbol, (contents, place)) in &homes {
                let contents = self.terms.call(*contents, &[]);
                let value = place.iter().fold(contents, |row, index| self.terms.select(row, *index));
                arbitrary.insert(*symbol, value);
                known.insert(*symbol);
            }
            // In this round: over the symbols of the head.
            let home = home_of.get(&at).copied();
            let value = match home {
                Some(contents) => {
                    let contents = self.terms.call(contents, &[]);
                    region.bound.iter().fold(contents, |row, index| self.terms.select(row, *index))
                }
                None => {
                    let value = self.terms.substitute(region.value, &at_index);
                    if !self.is_known(value, &known) {
                        return None;
                    }
                    let value = self.terms.substitute(value, &arbitrary);
                    self.terms.substitute(value, &values)
                }
            };
            let mut conditions = Vec::new();
            for condition in &region.conditions {
                let condition = self.terms.substitute(*condition, &at_index);
                if !self.is_known(condition, &bound.iter().copied().collect()) {
                    return None;
                }
                conditions.push(self.terms.substitute(condition, &values));
            }
            let condition = self.in_some_round(round, &conditions, now);
            let mut facts = vec![];
            known.extend(home);
            if region.fact != Terms::TRUE && self.is_known(region.fact, &known) {
                facts.push(self.terms.substitute(region.fact, &values));
            }
            if home.is_some_and(|home| homes.values().any(|(contents, _)| *contents == home)) {
                for &part in parts {
                    let symbols = self.terms.free_symbols(&[part]);
                    if symbols.iter().any(|symbol| homes.contains_key(symbol)) && self.is_known(part, &known) {
                        let part = self.terms.substitute(part, &arbitrary);
                        facts.push(self.terms.substitute(part, &values));
                    }
                }
            }
            let fact = self.terms.and(&facts);
            let [condition, value, fact] = [condition, value, fact].map(|term| simplify(self.terms, term));
            made.insert(at, Write { bound, condition, value, fact, home });
        }
        Some(made)
    }

    /// The one cell of a region, by its indices.
    fn place(&mut self, region: &Region) -> Option<Vec<TermId>> {
        let mut place = Vec::new();
        for bound in &region.bound {
            let index = region.conditions.iter().find_map(|condition| {
                let children = self.terms.children(*condition);
                match (self.terms.op(*condition), children) {
                    (Op::Eq, &[left, right]) if left == *bound => Some(right),
                    (Op::Eq, &[left, right]) if right == *bound => Some(left),
                    _ => None,
                }
            })?;
            place.push(index);
        }
        (region.conditions.len() == place.len()).then_some(place)
    }

    /// The conditions, and that the round was one of those before `now`.
    fn in_some_round(&mut self, round: TermId, conditions: &[TermId], now: TermId) -> TermId {
        let first = self.symbol(self.counter);
        let limits = match self.steps[self.counter] == Some(1) {
            true => [self.terms.le(first, round), self.terms.lt(round, now)],
            false => [self.terms.le(round, first), self.terms.lt(now, round)],
        };
        let all: Vec<TermId> = conditions.iter().copied().chain(limits).collect();
        self.terms.and(&all)
    }

    /// Some rounds were gone, and if there was one, the last could be.
    fn guard(&mut self, parts: &[TermId], now: TermId) -> TermId {
        let first = self.symbol(self.counter);
        let direction = self.steps[self.counter].expect("the counter changes");
        let back = self.terms.int(-direction);
        let last = self.terms.add(&[now, back]);
        let values = self.in_round(last);
        let mut held = Vec::new();
        for &part in parts {
            let reads = self.terms.post_order(&[part]).iter().any(|term| self.is_array(*term));
            if !reads && self.is_known(part, &BTreeSet::new()) {
                held.push(self.terms.substitute(part, &values));
            }
        }
        let held = self.terms.and(&held);
        let none = self.terms.eq(now, first);
        let some = if direction == 1 { self.terms.lt(first, now) } else { self.terms.lt(now, first) };
        let some = self.terms.and(&[some, held]);
        let guard = self.terms.or(&[none, some]);
        simplify(self.terms, guard)
    }

    fn bounds(&mut self, parts: &[TermId]) -> Vec<TermId> {
        let counter = self.symbol(self.counter);
        let is_up = self.steps[self.counter] == Some(1);
        let limits: Vec<TermId> = parts.iter().filter_map(|part| limit(self.terms, *part, counter, is_up)).collect();
        limits.into_iter().filter(|limit| self.stays(*limit)).collect()
    }
}
