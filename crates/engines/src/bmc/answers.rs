//! From a model to an execution: the answers to the interpreter's questions, which it then checks.

use heureka_ir::IntTy;
use heureka_ir::interpret::{Choice, Choices, Fill};
use heureka_logic::{Assignment, TermId, Value, evaluate_all};

use super::encode::Encoder;
use super::ssa::{Answer, Ssa};

/// The answers of a model, in order; `None` if it says something that cannot be answered.
pub fn choices(ssa: &Ssa, encoder: &mut Encoder, model: &Assignment) -> Option<Choices> {
    let mut roots: Vec<TermId> = Vec::new();
    for ask in &ssa.asks {
        roots.push(encoder.expr(ask.guard));
        let answer = match &ask.answer {
            Answer::Value(var) => encoder.version(*var),
            Answer::Contents { of, prefix } => {
                for &index in prefix {
                    encoder.expr(index);
                }
                let array = encoder.array(*of);
                encoder.select(array, prefix)
            }
        };
        roots.push(answer);
    }
    let values = evaluate_all(&encoder.terms, &roots, model).ok()?;
    let mut choices = Vec::new();
    for (ask, values) in ssa.asks.iter().zip(values.chunks_exact(2)) {
        if values[0].as_bool()? {
            choices.push(match &ask.answer {
                Answer::Value(var) => Choice::Value(number(&values[1], ssa.vars[var.index()].ty)?),
                Answer::Contents { of, .. } => Choice::Fill(fill(&values[1], encoder.elem(*of))?),
            });
        }
    }
    Some(choices.into_iter().collect())
}

fn number(value: &Value, ty: IntTy) -> Option<i128> {
    Some(ty.wrap(value.as_bits()?.unsigned().to_i128()?))
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
                place.push(index.as_bits()?.unsigned().to_i128().and_then(|index| u64::try_from(index).ok())?);
                list(inner, elem, default, place, cells)?;
                place.pop();
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
