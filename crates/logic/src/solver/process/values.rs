//! Models by questions: the values of what the assertions mention.
//!
//! Solvers write the functions of a model in forms of their own, and none says what division by zero gives. So we ask,
//! with `get-value`, for every constant, every application of a function and every division that the assertions have
//! outside of quantifiers; tables are made from the answers. Invariant: the assignment gives each of these terms the value
//! that the solver gave it.
//!
//! The reader of values makes terms. It makes them in a pool of its own, so that the caller's does not grow; the values
//! are carried over: they are data, except that an array names its sort by the pool's number.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::op::Op;
use crate::pool::{FastMap, Seen, TermId, Terms};
use crate::smtlib::{ParseError, parse_values};
use crate::sort::{Sort, SortId};
use crate::value::{ArrayValue, Assignment, FunctionValue, Value};

/// The terms whose values make a model of the roots.
pub(super) fn questions(terms: &Terms, roots: &[TermId]) -> Vec<TermId> {
    let mut asked = Vec::new();
    let mut is_asked = Seen::default();
    let mut ask = |term: TermId| {
        if is_asked.insert(term) {
            asked.push(term);
        }
    };
    let mut seen = Seen::default();
    let mut open: Vec<TermId> = roots.to_vec();
    while let Some(term) = open.pop() {
        if !seen.insert(term) {
            continue;
        }
        let children = terms.children(term);
        match terms.op(term) {
            op if op.is_quantifier() => {
                let free = terms.free_symbols(&[term]);
                let is_free = |&node: &TermId| terms.as_constant(node).is_some_and(|symbol| free.contains(&symbol));
                terms.post_order(&[term]).into_iter().filter(is_free).for_each(&mut ask);
                continue;
            }
            Op::Symbol(_) | Op::Div | Op::IntDiv | Op::Mod => {
                children.iter().copied().for_each(&mut ask);
                ask(term);
            }
            _ => {}
        }
        open.extend_from_slice(children);
    }
    asked
}

/// The values that the text, an answer to `get-value`, gives to the terms.
pub(super) fn read(terms: &Terms, asked: &[TermId], text: &str) -> Result<Vec<Value>, ParseError> {
    let mut mirror = Terms::new();
    let mut samples: FastMap<SortId, TermId> = FastMap::default();
    let mut like_asked = Vec::new();
    for &term in asked {
        let sort = terms.sort(term);
        let sample = *samples.entry(sort).or_insert_with(|| {
            let sort = import_sort(terms, &mut mirror, sort);
            mirror.fresh("sample", sort)
        });
        like_asked.push(sample);
    }
    let values = parse_values(&mut mirror, text, &like_asked)?;
    Ok(asked.iter().zip(values).map(|(&term, value)| export_value(terms, &value, terms.sort(term))).collect())
}

/// The model that the values of the terms make.
pub(super) fn assignment(terms: &Terms, asked: &[TermId], values: &[Value]) -> Assignment {
    let known: FastMap<TermId, &Value> = asked.iter().copied().zip(values).collect();
    let mut assignment = Assignment { complete: true, ..Assignment::default() };
    for (&term, value) in asked.iter().zip(values) {
        let children = terms.children(term);
        let arguments = || -> Option<Vec<Value>> {
            children.iter().map(|child| known.get(child).map(|&value| value.clone())).collect()
        };
        let by_zero = &mut assignment.by_zero;
        let table = match terms.op(term) {
            Op::Symbol(symbol) if children.is_empty() => {
                assignment.constants.insert(symbol, value.clone());
                continue;
            }
            Op::Symbol(symbol) => {
                let default = || FunctionValue::constant(Value::zero(terms, terms.sort(term)));
                assignment.functions.entry(symbol).or_insert_with(default)
            }
            Op::Div => by_zero.real_div.get_or_insert_with(|| zero_table(terms, SortId::REAL)),
            Op::IntDiv => by_zero.int_div.get_or_insert_with(|| zero_table(terms, SortId::INT)),
            Op::Mod => by_zero.modulo.get_or_insert_with(|| zero_table(terms, SortId::INT)),
            _ => continue,
        };
        let Some(mut key) = arguments() else { continue };
        if !matches!(terms.op(term), Op::Symbol(_)) {
            match key.pop() {
                Some(divisor) if divisor == Value::zero(terms, divisor.sort()) => {}
                _ => continue,
            }
        }
        table.entries.insert(key, value.clone());
    }
    assignment
}

fn zero_table(terms: &Terms, sort: SortId) -> FunctionValue {
    FunctionValue { entries: BTreeMap::new(), default: Value::zero(terms, sort) }
}

/// Recursion is as deep as arrays are nested.
fn import_sort(terms: &Terms, mirror: &mut Terms, sort: SortId) -> SortId {
    match terms.sort_of(sort) {
        Sort::Array { index, element } => {
            let (index, element) = (import_sort(terms, mirror, index), import_sort(terms, mirror, element));
            mirror.array_sort(index, element)
        }
        _ => sort,
    }
}

fn export_value(terms: &Terms, value: &Value, sort: SortId) -> Value {
    match (value, terms.sort_of(sort)) {
        (Value::Array(array), Sort::Array { index, element }) => {
            let default = export_value(terms, array.default_value(), element);
            let mut copy = ArrayValue::constant(terms, sort, default);
            for (at, value) in array.entries() {
                copy.set(export_value(terms, at, index), export_value(terms, value, element));
            }
            Value::Array(Arc::new(copy))
        }
        _ => value.clone(),
    }
}
