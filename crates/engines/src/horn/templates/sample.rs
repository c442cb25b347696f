//! States that a random walk through the clauses comes to.
//!
//! A walk starts with a clause without a body and goes on with clauses that have one application there. Symbols that are not
//! known and that the constraint defines get that value; others small numbers, or numbers of the program, within the limits that
//! the constraint sets, until it holds. Calls are not walked through. The walks are the same every time.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use heureka_logic::horn::{Clause, System};
use heureka_logic::{Assignment, Op, SortId, SymbolId, TermId, Terms, Value, evaluate, evaluate_all};
use heureka_number::Int;

use super::super::summaries::{conjuncts, limit};

/// The cells that are looked at: from -1 on.
pub const CELLS: usize = 9;
pub const FIRST: i128 = -1;

const WALKS: usize = 150;
const STEPS: usize = 90;
const TRIES: usize = 30;
const ENOUGH: usize = 150;
const TIME: Duration = Duration::from_secs(2);
/// Parameters for large numbers are at least this, and so far apart.
const LEAST_PARAMETER: i128 = 4;
const PARAMETERS: u64 = 3;

/// The arguments of a predicate.
pub struct Sample {
    pub values: Assignment,
    /// By argument: the first cells of an array with one dimension.
    pub cells: BTreeMap<SymbolId, Vec<i128>>,
}

pub type Samples = BTreeMap<SymbolId, Vec<Sample>>;

/// What is walked through.
pub struct Ground<'a> {
    pub system: &'a System,
    /// The parameters of predicates.
    pub named: &'a BTreeMap<SymbolId, Vec<SymbolId>>,
    /// Symbols for large numbers, in their order.
    pub large: &'a [SymbolId],
    /// Numbers of the program.
    pub numbers: &'a [i128],
}

pub fn samples(terms: &mut Terms, ground: &Ground, deadline: Option<Instant>) -> Samples {
    let end = heureka_clock::now() + TIME;
    let end = deadline.map_or(end, |deadline| deadline.min(end));
    let clauses: Vec<Way> = ground.system.clauses.iter().filter_map(|clause| Way::new(terms, clause)).collect();
    let random = Random(0x9E37_79B9_7F4A_7C15);
    let mut walker = Walker { terms, random, numbers: ground.numbers, least: 0, made: Samples::new() };
    for walk in 0..WALKS {
        // Many programs expect numbers that are not negative.
        walker.least = if walk % 3 == 0 { -2 } else { 0 };
        let large = walker.large(ground.large);
        let mut at: Option<(SymbolId, Vec<Value>)> = None;
        for _ in 0..STEPS {
            if heureka_clock::now() >= end {
                return walker.made;
            }
            let here = at.as_ref().map(|(here, _)| *here);
            let ways: Vec<&Way> = clauses.iter().filter(|way| way.from == here).collect();
            let known = at.take().map(|(_, values)| values);
            let Some(next) = walker.step(&ways, known.as_deref(), &large) else { break };
            walker.note(&next, &ground.named[&next.0]);
            at = Some(next);
        }
    }
    walker.made
}

/// A clause that can be walked through.
struct Way {
    /// The predicate of its body.
    from: Option<SymbolId>,
    to: SymbolId,
    /// The arguments of the head, and the constraint.
    roots: Vec<TermId>,
    /// The arguments of the body.
    arguments: Vec<SymbolId>,
    /// Symbols that are not arguments.
    others: Vec<SymbolId>,
    /// What the constraint says such a symbol is.
    definitions: Vec<(SymbolId, TermId, BTreeSet<SymbolId>)>,
    limits: BTreeMap<SymbolId, (Option<i128>, Option<i128>)>,
}

impl Way {
    fn new(terms: &mut Terms, clause: &Clause) -> Option<Way> {
        let head = clause.head?;
        let Op::Symbol(to) = terms.op(head) else { return None };
        let (from, arguments) = match &clause.body[..] {
            [] => (None, Vec::new()),
            &[atom] => {
                let Op::Symbol(from) = terms.op(atom) else { return None };
                let arguments: Option<Vec<SymbolId>> =
                    terms.children(atom).iter().map(|argument| terms.as_constant(*argument)).collect();
                (Some(from), arguments?)
            }
            _ => return None,
        };
        let roots: Vec<TermId> = terms.children(head).iter().copied().chain([clause.constraint]).collect();
        let others: Vec<SymbolId> =
            terms.free_symbols(&roots).into_iter().filter(|symbol| !arguments.contains(symbol)).collect();
        let mut way = Way { from, to, roots, arguments, others, definitions: Vec::new(), limits: BTreeMap::new() };
        for part in conjuncts(terms, clause.constraint) {
            way.learn(terms, part);
        }
        Some(way)
    }

    fn learn(&mut self, terms: &mut Terms, part: TermId) {
        if terms.op(part) == Op::Eq {
            let &[left, right] = terms.children(part) else { return };
            for (symbol, value) in [(left, right), (right, left)] {
                let Some(symbol) = terms.as_constant(symbol).filter(|symbol| self.others.contains(symbol)) else {
                    continue;
                };
                let needed = terms.free_symbols(&[value]);
                if !needed.contains(&symbol) {
                    self.definitions.push((symbol, value, needed));
                }
            }
        }
        let symbols = terms.free_symbols(&[part]);
        let Some(&symbol) = symbols.first().filter(|symbol| symbols.len() == 1 && self.others.contains(symbol)) else {
            return;
        };
        if terms.symbol(symbol).result != SortId::INT {
            return;
        }
        let term = terms.call(symbol, &[]);
        for is_upper in [true, false] {
            let Some(limit) = limit(terms, part, term, is_upper) else { continue };
            let Some(limit) = terms.as_int(limit).and_then(|limit| limit.to_i128()) else { continue };
            let (least, most) = self.limits.entry(symbol).or_default();
            match is_upper {
                true => *most = Some(most.map_or(limit, |most| most.min(limit))),
                false => *least = Some(least.map_or(limit, |least| least.max(limit))),
            }
        }
    }
}

/// xorshift64*.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % limit
    }
}

struct Walker<'a> {
    terms: &'a Terms,
    random: Random,
    numbers: &'a [i128],
    /// The least of the small numbers.
    least: i128,
    made: Samples,
}

impl Walker<'_> {
    /// Values for the symbols of large numbers.
    fn large(&mut self, symbols: &[SymbolId]) -> Vec<(SymbolId, Value)> {
        let mut last = 0;
        let mut next = |symbol: &SymbolId| {
            last += LEAST_PARAMETER + i128::from(self.random.below(PARAMETERS) as u32);
            (*symbol, Value::Int(Int::from(last)))
        };
        symbols.iter().map(&mut next).collect()
    }

    fn step(
        &mut self,
        ways: &[&Way],
        known: Option<&[Value]>,
        large: &[(SymbolId, Value)],
    ) -> Option<(SymbolId, Vec<Value>)> {
        for _ in 0..TRIES {
            let way = ways.get(self.random.below(ways.len().max(1) as u64) as usize)?;
            let mut values = Assignment::new();
            for (argument, value) in way.arguments.iter().zip(known.unwrap_or_default()) {
                values.set(self.terms, *argument, value.clone());
            }
            for (symbol, value) in large.iter().filter(|(symbol, _)| way.others.contains(symbol)) {
                values.set(self.terms, *symbol, value.clone());
            }
            for symbol in &way.others {
                self.define(way, &mut values);
                if !values.constants.contains_key(symbol) {
                    let value = self.any(self.terms.symbol(*symbol).result, way.limits.get(symbol));
                    values.set(self.terms, *symbol, value);
                }
            }
            let Ok(mut found) = evaluate_all(self.terms, &way.roots, &values) else { continue };
            if found.pop()?.as_bool() == Some(true) {
                return Some((way.to, found));
            }
        }
        None
    }

    /// What follows from the values that are there.
    fn define(&self, way: &Way, values: &mut Assignment) {
        loop {
            let is_known = |values: &Assignment, symbol: &SymbolId| values.constants.contains_key(symbol);
            let next = way.definitions.iter().find(|(symbol, _, needed)| {
                !is_known(values, symbol) && needed.iter().all(|symbol| is_known(values, symbol))
            });
            let Some((symbol, value, _)) = next else { return };
            let Ok(value) = evaluate(self.terms, *value, values) else { return };
            values.set(self.terms, *symbol, value);
        }
    }

    fn any(&mut self, sort: SortId, limits: Option<&(Option<i128>, Option<i128>)>) -> Value {
        match self.terms.sort_of(sort) {
            heureka_logic::Sort::Array { element, .. } => {
                let mut contents =
                    heureka_logic::ArrayValue::constant(self.terms, sort, Value::zero(self.terms, element));
                for at in 0..CELLS {
                    let value = self.any(element, None);
                    contents.set(Value::Int(Int::from(at as i64 + FIRST as i64)), value);
                }
                Value::Array(contents.into())
            }
            heureka_logic::Sort::Int => Value::Int(Int::from(self.number(limits))),
            heureka_logic::Sort::Bool => Value::Bool(self.random.below(2) == 1),
            _ => Value::zero(self.terms, sort),
        }
    }

    fn number(&mut self, limits: Option<&(Option<i128>, Option<i128>)>) -> i128 {
        let (least, most) = limits.copied().unwrap_or_default();
        let number = match self.random.below(8) {
            0 if !self.numbers.is_empty() => {
                let number = self.numbers[self.random.below(self.numbers.len() as u64) as usize];
                number + i128::from(self.random.below(3) as u32) - 1
            }
            _ => self.least + i128::from(self.random.below(7) as u32),
        };
        match (least, most) {
            (Some(least), Some(most)) if number < least || number > most => {
                let size = (most - least + 1).clamp(1, 8) as u64;
                let by = i128::from(self.random.below(size) as u32);
                if number < least { least + by } else { most - by }
            }
            (Some(least), _) if number < least => least + i128::from(self.random.below(7) as u32),
            (_, Some(most)) if number > most => most - i128::from(self.random.below(7) as u32),
            _ => number,
        }
    }

    fn note(&mut self, state: &(SymbolId, Vec<Value>), parameters: &[SymbolId]) {
        let list = self.made.entry(state.0).or_default();
        if list.len() >= ENOUGH {
            return;
        }
        let mut sample = Sample { values: Assignment::new(), cells: BTreeMap::new() };
        for (parameter, value) in parameters.iter().zip(&state.1) {
            sample.values.set(self.terms, *parameter, value.clone());
            if let Some(contents) = value.as_array() {
                let cell = |at: usize| {
                    let index = Value::Int(Int::from(at as i64 + FIRST as i64));
                    contents.get(&index).as_int().and_then(|value| value.to_i128())
                };
                if let Some(cells) = (0..CELLS).map(cell).collect() {
                    sample.cells.insert(*parameter, cells);
                }
            }
        }
        list.push(sample);
    }
}
