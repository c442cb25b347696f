//! States that a random walk through the clauses comes to.
//!
//! A walk starts with a clause without a body and goes on with clauses that have one application there; symbols that are not
//! known get small numbers, until the constraint holds. Calls are not walked through. The walks are the same every time.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use heureka_logic::horn::{Clause, System};
use heureka_logic::{Assignment, Op, SortId, SymbolId, TermId, Terms, Value, evaluate_all};
use heureka_number::Int;

/// The cells that are looked at: from -1 on.
pub const CELLS: usize = 9;
pub const FIRST: i128 = -1;

const WALKS: usize = 150;
const STEPS: usize = 60;
const TRIES: usize = 24;
const ENOUGH: usize = 150;
const TIME: Duration = Duration::from_secs(3);

/// The arguments of a predicate.
pub struct Sample {
    pub values: Assignment,
    /// By argument: the first cells of an array with one dimension.
    pub cells: BTreeMap<SymbolId, Vec<i128>>,
}

pub type Samples = BTreeMap<SymbolId, Vec<Sample>>;

pub fn samples(
    terms: &Terms,
    system: &System,
    named: &BTreeMap<SymbolId, Vec<SymbolId>>,
    deadline: Option<Instant>,
) -> Samples {
    let end = heureka_clock::now() + TIME;
    let end = deadline.map_or(end, |deadline| deadline.min(end));
    let mut walker = Walker { terms, random: Random(0x9E37_79B9_7F4A_7C15), made: Samples::new() };
    for _ in 0..WALKS {
        let mut at: Option<(SymbolId, Vec<Value>)> = None;
        for _ in 0..STEPS {
            if heureka_clock::now() >= end {
                return walker.made;
            }
            let fits = |clause: &&Clause| match (&at, &clause.body[..]) {
                (None, []) => true,
                (Some((here, _)), [atom]) => terms.op(*atom) == Op::Symbol(*here),
                _ => false,
            };
            let clauses: Vec<&Clause> =
                system.clauses.iter().filter(fits).filter(|clause| clause.head.is_some()).collect();
            let known = at.take().map(|(_, values)| values);
            let Some(next) = walker.step(&clauses, known.as_deref()) else { break };
            walker.note(&next, &named[&next.0]);
            at = Some(next);
        }
    }
    walker.made
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
    made: Samples,
}

impl Walker<'_> {
    fn step(&mut self, clauses: &[&Clause], known: Option<&[Value]>) -> Option<(SymbolId, Vec<Value>)> {
        let terms = self.terms;
        for _ in 0..TRIES {
            let clause = clauses.get(self.random.below(clauses.len().max(1) as u64) as usize)?;
            let head = clause.head?;
            let mut values = Assignment::new();
            if let (Some(atom), Some(known)) = (clause.body.first(), known) {
                for (argument, value) in terms.children(*atom).iter().zip(known) {
                    values.set(terms, terms.as_constant(*argument)?, value.clone());
                }
            }
            let bound: Vec<SymbolId> = clause
                .body
                .iter()
                .flat_map(|atom| terms.children(*atom))
                .filter_map(|term| terms.as_constant(*term))
                .collect();
            let roots: Vec<TermId> = terms.children(head).iter().copied().chain([clause.constraint]).collect();
            for symbol in terms.free_symbols(&roots).into_iter().filter(|symbol| !bound.contains(symbol)) {
                let value = self.any(terms.symbol(symbol).result);
                values.set(terms, symbol, value);
            }
            let Ok(mut found) = evaluate_all(terms, &roots, &values) else { continue };
            if found.pop()?.as_bool() == Some(true) {
                let Op::Symbol(predicate) = terms.op(head) else { return None };
                return Some((predicate, found));
            }
        }
        None
    }

    fn any(&mut self, sort: SortId) -> Value {
        let number = |random: &mut Random| Value::Int(Int::from(random.below(9) as i64 - 2));
        match self.terms.sort_of(sort) {
            heureka_logic::Sort::Array { element, .. } => {
                let mut contents =
                    heureka_logic::ArrayValue::constant(self.terms, sort, Value::zero(self.terms, element));
                for at in 0..CELLS {
                    let value = self.any(element);
                    contents.set(Value::Int(Int::from(at as i64 + FIRST as i64)), value);
                }
                Value::Array(contents.into())
            }
            heureka_logic::Sort::Int => number(&mut self.random),
            _ => Value::zero(self.terms, sort),
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
