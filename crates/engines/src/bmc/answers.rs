//! From a model to an execution: the answers to the interpreter's questions, which it then checks.

use std::sync::Arc;

use heureka_ir::IntTy;
use heureka_ir::interpret::{Choice, Choices, Fill};
use heureka_logic::{ArrayValue, Assignment, TermId, Terms, Value, evaluate_all};
use heureka_number::Int;

use super::encode::{Encoder, InputCells};
use super::ssa::{Answer, Ssa};

/// The answers of a model, in order; `None` if it says something that cannot be answered.
pub fn choices(ssa: &Ssa, encoder: &mut Encoder, model: &Assignment) -> Option<Choices> {
    let mut roots: Vec<TermId> = Vec::new();
    let mut plans: Vec<Plan> = Vec::new();
    for ask in &ssa.asks {
        let begin = roots.len();
        roots.push(encoder.expr(ask.guard).ok()?);
        let mut apart = None;
        match &ask.answer {
            Answer::Value(var) => roots.push(encoder.version(*var).ok()?),
            Answer::Contents { of, prefix } => match encoder.contents(*of, prefix).ok()? {
                InputCells::Whole(array) => roots.push(array),
                InputCells::Each(cells) => {
                    let (places, terms): (Vec<_>, Vec<_>) = cells.into_iter().unzip();
                    roots.extend(terms);
                    apart = Some(places);
                }
            },
        }
        plans.push(Plan { begin, apart });
    }
    let values = evaluate_all(encoder.terms, &roots, &fitted(encoder, model)?).ok()?;
    let mut choices = Vec::new();
    for (ask, Plan { begin, apart }) in ssa.asks.iter().zip(plans) {
        if !values[begin].as_bool()? {
            continue;
        }
        let first = &values[begin + 1];
        choices.push(match (&ask.answer, apart) {
            (Answer::Value(var), _) => Choice::Value(number(first, ssa.vars[var.index()].ty)?),
            (Answer::Contents { of, .. }, None) => Choice::Fill(fill(first, encoder.elem(*of))?),
            (Answer::Contents { of, .. }, Some(places)) => {
                let elem = encoder.elem(*of);
                let cell = |(place, value)| Some((place, number(value, elem)?));
                let cells: Option<Vec<_>> = places.into_iter().zip(&values[begin + 1..]).map(cell).collect();
                Choice::Fill(Fill { default: 0, cells: cells?.into_iter().filter(|(_, value)| *value != 0).collect() })
            }
        });
    }
    Some(choices.into_iter().collect())
}

/// How a question is answered.
struct Plan {
    /// Where its terms begin: first whether it is asked, then the answer.
    begin: usize,
    /// The places of its cells, if each has a term of its own.
    apart: Option<Vec<Box<[u64]>>>,
}

fn number(value: &Value, ty: IntTy) -> Option<i128> {
    Some(ty.wrap(integer(value)?.to_i128()?))
}

fn integer(value: &Value) -> Option<&Int> {
    value.as_int().or_else(|| Some(value.as_bits()?.unsigned()))
}

/// The model with all integers of symbols within their types. Those that the question was about are; others, which the
/// solver could choose as it liked, may be needed to say what is asked in the execution.
fn fitted(encoder: &Encoder, model: &Assignment) -> Option<Assignment> {
    let mut fitted = model.clone();
    for &(symbol, ty) in encoder.symbols() {
        let symbol = encoder.terms.as_constant(symbol)?;
        if let Some(value) = fitted.constants.get_mut(&symbol) {
            *value = fit(encoder.terms, value, ty);
        }
    }
    Some(fitted)
}

/// As deep as arrays are nested.
fn fit(terms: &Terms, value: &Value, ty: IntTy) -> Value {
    match value {
        Value::Int(number) => match number.to_i128() {
            Some(number) if ty.contains(number) => value.clone(),
            number => Value::Int(Int::from(number.map_or(0, |number| ty.wrap(number)))),
        },
        Value::Array(array) => {
            let mut fitted = ArrayValue::constant(terms, array.sort(), fit(terms, array.default_value(), ty));
            for (index, element) in array.entries() {
                fitted.set(index.clone(), fit(terms, element, ty));
            }
            Value::Array(Arc::new(fitted))
        }
        _ => value.clone(),
    }
}

/// Contents of an array: what is everywhere, and where it is something else.
fn fill(value: &Value, elem: IntTy) -> Option<Fill> {
    let mut cells = Vec::new();
    let default = rest(value, elem)?;
    list(value, elem, default, &mut Vec::new(), &mut cells)?;
    Some(Fill { default, cells })
}

/// The value at all indices that are not listed, in all dimensions.
fn rest(value: &Value, elem: IntTy) -> Option<i128> {
    let mut value = value;
    while let Value::Array(array) = value {
        value = array.default_value();
    }
    number(value, elem)
}

fn list(
    value: &Value,
    elem: IntTy,
    default: i128,
    place: &mut Vec<u64>,
    cells: &mut Vec<(Box<[u64]>, i128)>,
) -> Option<()> {
    match value {
        Value::Array(array) => {
            for (index, inner) in array.entries() {
                // There are no cells at other indices.
                if let Some(index) = integer(index)?.to_i128().and_then(|index| u64::try_from(index).ok()) {
                    place.push(index);
                    list(inner, elem, default, place, cells)?;
                    place.pop();
                }
            }
        }
        // A row that is not listed has the cells of the row that stands for all others; what is listed in that row cannot be
        // said, and the execution will go another way.
        _ => {
            let value = number(value, elem)?;
            if value != default {
                cells.push((place.as_slice().into(), value));
            }
        }
    }
    Some(())
}
