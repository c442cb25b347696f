//! Large numbers become parameters.
//!
//! Spacer learns from bounds: a loop that ends at 4000 tempts it to go through 4000 rounds, while one that ends at an unknown N
//! makes it look for the reason. So numbers of the program, type limits apart, are replaced by parameters, near ones and
//! small multiples by sums with the same parameter; that they are not tiny, and which is greater, is kept. A parameter is an
//! argument of every predicate. Invariant: with the old numbers as parameters the clauses are the old ones, so a solution is
//! one of the program; a refutation may need other numbers.

use std::collections::{BTreeMap, BTreeSet};

use heureka_logic::horn::{Clause, System};
use heureka_logic::{Op, SortId, SymbolId, TermId, Terms};

/// Smaller numbers stay.
const LEAST: i128 = 17;
/// Larger ones have to do with types.
const MOST: i128 = 2_000_000_000;
/// Limits of types stay, and what is next to them.
const LIMITS: [i128; 6] = [127, 128, 255, 256, 32_767, 65_535];
/// How far numbers may be from a multiple of a parameter, and which multiples there are.
const NEAR: i128 = 3;
const MULTIPLES: i128 = 4;
/// More parameters are not made.
const MOST_PARAMETERS: usize = 3;
/// All that is said of parameters: they are at least this.
const AT_LEAST: i128 = 4;

pub struct Generalised {
    pub system: System,
    /// By old predicate.
    predicates: BTreeMap<SymbolId, SymbolId>,
    /// What the parameters are.
    values: Vec<i128>,
    symbols: Vec<TermId>,
}

/// `None` if there are no such numbers, or too many.
pub fn generalised(terms: &mut Terms, system: &System) -> Option<Generalised> {
    let mut numbers = BTreeSet::new();
    for clause in &system.clauses {
        let roots: Vec<TermId> = atoms(clause).chain([clause.constraint]).collect();
        for term in terms.post_order(&roots) {
            let value = terms.as_int(term).and_then(|value| value.to_i128()).map(i128::abs);
            numbers.extend(value.filter(|value| (LEAST..=MOST).contains(value) && !LIMITS.contains(value)));
        }
    }
    let mut values: Vec<i128> = Vec::new();
    for number in numbers {
        if expressed(&values, number).is_none() {
            values.push(number);
        }
    }
    if values.is_empty() || values.len() > MOST_PARAMETERS {
        return None;
    }
    let parameters: Vec<TermId> = values.iter().map(|_| terms.fresh("N", SortId::INT)).collect();
    let symbols = parameters.clone();
    let mut made = Generalised { system: System::default(), predicates: BTreeMap::new(), values, symbols };
    for &predicate in &system.predicates {
        let symbol = terms.symbol(predicate).clone();
        let mut sorts = symbol.arguments.clone();
        sorts.extend(parameters.iter().map(|_| SortId::INT));
        let name = terms.fresh_name(&format!("{}/N", symbol.name));
        let new = terms.declare(&name, &sorts, SortId::BOOL).expect("the name is new");
        made.predicates.insert(predicate, new);
        made.system.predicates.push(new);
    }
    let known = made.known(terms, &parameters);
    for clause in &system.clauses {
        let body = clause.body.iter().map(|atom| made.atom(terms, *atom, &parameters)).collect();
        let head = clause.head.map(|head| made.atom(terms, head, &parameters));
        let constraint = made.rewritten(terms, clause.constraint, &parameters);
        let constraint = terms.and(&[constraint, known]);
        let constraint = heureka_logic::simplify(terms, constraint);
        made.system.clauses.push(Clause { body, constraint, head });
    }
    Some(made)
}

fn atoms(clause: &Clause) -> impl Iterator<Item = TermId> + '_ {
    clause.body.iter().chain(&clause.head).copied()
}

/// A number as a multiple of one of the values, and a rest: which, how often, and the rest.
fn expressed(values: &[i128], number: i128) -> Option<(usize, i128, i128)> {
    for (at, value) in values.iter().enumerate() {
        for times in 1..=MULTIPLES {
            let rest = number - times * value;
            if rest.abs() <= NEAR {
                return Some((at, times, rest));
            }
        }
    }
    None
}

impl Generalised {
    /// The predicate with parameters that stands for a predicate, and its arguments.
    pub fn applied(&self, terms: &mut Terms, predicate: SymbolId, arguments: &[TermId]) -> (SymbolId, Vec<TermId>) {
        let mut all = arguments.to_vec();
        all.extend(self.values.iter().map(|value| terms.int(*value)));
        (self.predicates[&predicate], all)
    }

    /// The symbols of the arguments of predicates, by those of the old ones.
    pub fn parameters(&self, old: &BTreeMap<SymbolId, Vec<TermId>>) -> BTreeMap<SymbolId, Vec<TermId>> {
        let with = |symbols: &[TermId]| [symbols, &self.symbols[..]].concat();
        self.predicates.iter().filter_map(|(old_one, new)| Some((*new, with(old.get(old_one)?)))).collect()
    }

    /// The parameters, and the numbers that they stand for.
    pub fn numbers(&self) -> impl Iterator<Item = (TermId, i128)> {
        self.symbols.iter().copied().zip(self.values.iter().copied())
    }

    pub fn original(&self, predicate: SymbolId) -> Option<SymbolId> {
        self.predicates.iter().find(|(_, new)| **new == predicate).map(|(original, _)| *original)
    }

    /// What is said of parameters.
    fn known(&self, terms: &mut Terms, parameters: &[TermId]) -> TermId {
        let least = terms.int(AT_LEAST);
        let mut parts = vec![terms.le(least, parameters[0])];
        for (at, pair) in parameters.windows(2).enumerate() {
            // At least as much greater as it is, if that is little.
            let distance = (self.values[at + 1] - self.values[at]).min(AT_LEAST);
            let distance = terms.int(distance);
            let above = terms.add(&[pair[0], distance]);
            parts.push(terms.le(above, pair[1]));
        }
        terms.and(&parts)
    }

    fn atom(&self, terms: &mut Terms, atom: TermId, parameters: &[TermId]) -> TermId {
        let Op::Symbol(predicate) = terms.op(atom) else { unreachable!("an application is expected") };
        let arguments = terms.children(atom).to_vec();
        let mut new: Vec<TermId> =
            arguments.into_iter().map(|argument| self.rewritten(terms, argument, parameters)).collect();
        new.extend(parameters);
        terms.call(self.predicates[&predicate], &new)
    }

    /// The term with parameters; factors and divisors stay.
    fn rewritten(&self, terms: &mut Terms, root: TermId, parameters: &[TermId]) -> TermId {
        terms.rebuild(root, |terms, term, new| {
            if let Some(value) = terms.as_int(term).and_then(|value| value.to_i128()) {
                return self.number(terms, value, parameters).unwrap_or(term);
            }
            let children = terms.children(term).to_vec();
            let op = terms.op(term);
            let stays = matches!(op, Op::Mul | Op::IntDiv | Op::Mod);
            let new: Vec<TermId> = children
                .iter()
                .zip(new)
                .map(|(old, new)| if stays && terms.as_int(*old).is_some() { *old } else { *new })
                .collect();
            if new == children { term } else { terms.apply(op, &new).expect("sorts stay") }
        })
    }

    fn number(&self, terms: &mut Terms, value: i128, parameters: &[TermId]) -> Option<TermId> {
        let size = value.abs();
        if !(LEAST..=MOST).contains(&size) || LIMITS.contains(&size) {
            return None;
        }
        let (at, times, rest) = expressed(&self.values, size)?;
        let sign = value.signum();
        let (times, rest) = (terms.int(sign * times), terms.int(sign * rest));
        let multiple = terms.mul(&[times, parameters[at]]);
        Some(terms.add(&[multiple, rest]))
    }
}
