//! Reading a model without touching the caller's pool.
//!
//! The reader of models makes terms. It makes them in a pool of its own that has the same symbols, and the values are
//! carried over: they are data, except that an array names its sort by the pool's number.

use std::sync::Arc;

use crate::pool::{SymbolId, Terms};
use crate::smtlib::{ParseError, parse_model};
use crate::sort::{Sort, SortId};
use crate::value::{ArrayValue, Assignment, FunctionValue, Value};

/// The values that the text of a model gives to these symbols of the pool.
pub(super) fn read_model(terms: &Terms, symbols: &[SymbolId], text: &str) -> Result<Assignment, ParseError> {
    let mut mirror = Terms::new();
    let mut pairs = Vec::new();
    for &symbol in symbols {
        let declared = terms.symbol(symbol);
        let arguments: Vec<SortId> =
            declared.arguments.iter().map(|&sort| import_sort(terms, &mut mirror, sort)).collect();
        let result = import_sort(terms, &mut mirror, declared.result);
        let copy = mirror.declare(&declared.name, &arguments, result).expect("names of a pool are different");
        pairs.push((symbol, copy));
    }
    let model = parse_model(&mut mirror, text)?;
    let mut assignment = Assignment { complete: true, by_zero: model.by_zero, ..Assignment::default() };
    for (symbol, copy) in pairs {
        let declared = terms.symbol(symbol);
        if let Some(value) = model.constants.get(&copy) {
            assignment.constants.insert(symbol, export_value(terms, value, declared.result));
        }
        if let Some(function) = model.functions.get(&copy) {
            let function = export_function(terms, function, &declared.arguments, declared.result);
            assignment.functions.insert(symbol, function);
        }
    }
    Ok(assignment)
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

fn export_function(terms: &Terms, function: &FunctionValue, arguments: &[SortId], result: SortId) -> FunctionValue {
    let export_all = |values: &[Value]| -> Vec<Value> {
        values.iter().zip(arguments).map(|(value, &sort)| export_value(terms, value, sort)).collect()
    };
    let entries = function.entries.iter().map(|(key, value)| (export_all(key), export_value(terms, value, result)));
    FunctionValue { entries: entries.collect(), default: export_value(terms, &function.default, result) }
}
