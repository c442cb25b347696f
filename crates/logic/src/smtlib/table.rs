//! Functions of models as tables: `(ite (= x 1) 5 (ite (and (= x 2) (= y 3)) 7 0))` and the like, taken apart.

use std::collections::BTreeMap;

use crate::op::Op;
use crate::pool::{TermId, Terms};
use crate::value::{Assignment, FunctionValue, Value, evaluate};

/// The table of a function with these parameters. What is not a choice by equalities with constants is refused.
pub fn table(terms: &mut Terms, parameters: &[TermId], body: TermId) -> Result<FunctionValue, String> {
    let mut entries = BTreeMap::new();
    let mut rest = body;
    loop {
        if let Op::Ite = terms.op(rest) {
            let &[condition, yes, no] = terms.children(rest) else { unreachable!("`ite` has three operands") };
            match key(terms, parameters, condition) {
                Some(key) => {
                    let value = ground(terms, yes)?;
                    // The first case that fits counts.
                    entries.entry(key).or_insert(value);
                    rest = no;
                    continue;
                }
                None if terms.free_symbols(&[rest]).is_empty() => {}
                None => return Err("only tables of constants are understood as functions".to_owned()),
            }
        }
        let default = ground(terms, rest)?;
        return Ok(FunctionValue { entries, default });
    }
}

/// The array that a lambda term over one variable stands for.
pub fn array_of_lambda(terms: &mut Terms, variables: &[TermId], body: TermId) -> Result<TermId, String> {
    let &[variable] = variables else { return Err("an array has one index".to_owned()) };
    let table = table(terms, &[variable], body)?;
    let sort = terms.array_sort(terms.sort(variable), terms.sort(body));
    Ok(array_of_table(terms, sort, &table))
}

/// The array of this sort with the values of a function of one argument.
pub fn array_of_table(terms: &mut Terms, sort: crate::sort::SortId, table: &FunctionValue) -> TermId {
    let default = terms.value_term(&table.default);
    let mut array = terms.const_array(sort, default);
    for (key, value) in &table.entries {
        let (index, value) = (terms.value_term(&key[0]), terms.value_term(value));
        array = terms.store(array, index, value);
    }
    array
}

/// The arguments for which the condition holds, if it says exactly that each parameter equals a constant.
fn key(terms: &Terms, parameters: &[TermId], condition: TermId) -> Option<Vec<Value>> {
    let mut values: Vec<Option<Value>> = vec![None; parameters.len()];
    let mut open = vec![condition];
    while let Some(condition) = open.pop() {
        let children = terms.children(condition);
        let (parameter, value) = match terms.op(condition) {
            Op::And => {
                open.extend_from_slice(children);
                continue;
            }
            Op::Eq if parameters.contains(&children[0]) => (children[0], ground(terms, children[1]).ok()?),
            Op::Eq if parameters.contains(&children[1]) => (children[1], ground(terms, children[0]).ok()?),
            // A Boolean parameter, or its negation.
            Op::Not => (children[0], Value::Bool(false)),
            _ => (condition, Value::Bool(true)),
        };
        let place = parameters.iter().position(|&known| known == parameter)?;
        if values[place].replace(value).is_some() {
            return None;
        }
    }
    values.into_iter().collect()
}

/// The value of a term without symbols.
pub fn ground(terms: &Terms, term: TermId) -> Result<Value, String> {
    evaluate(terms, term, &Assignment::new()).map_err(|error| error.to_string())
}
