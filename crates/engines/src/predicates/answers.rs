//! From values of the symbols of a path to the answers that the interpreter asks for.

use heureka_ir::Program;
use heureka_ir::interpret::{Choice, Choices, Fill};
use heureka_logic::{Assignment, Substitution, TermId, Value, evaluate_all};

use super::block::{Answer, Ask};
use super::encode::{Encoder, is_flat};

/// The answers in their order; `None` if they cannot be said. For each leg of the path its questions, and what its symbols are
/// called in the model.
pub fn choices<'a>(
    program: &Program,
    encoder: &mut Encoder,
    legs: impl IntoIterator<Item = (&'a [Ask], &'a Substitution)>,
    model: &Assignment,
) -> Option<Choices> {
    let mut choices = Vec::new();
    for (asks, names) in legs {
        for ask in asks {
            let term = match ask.answer {
                Answer::Value(term, _) => term,
                Answer::Contents(term, _) => term,
            };
            let roots: Vec<TermId> =
                [ask.path, term].into_iter().map(|term| encoder.terms.substitute(term, names)).collect();
            let mut complete = model.clone();
            complete.complete = true;
            let values = evaluate_all(&encoder.terms, &roots, &complete).ok()?;
            if !values[0].as_bool()? {
                continue;
            }
            choices.push(match ask.answer {
                Answer::Value(_, ty) => Choice::Value(ty.wrap(values[1].as_int()?.to_i128()?)),
                Answer::Contents(_, array) => {
                    let array = program.array(array);
                    let number = |value: &Value| Some(array.elem.wrap(value.as_int()?.to_i128()?));
                    let contents = values[1].as_array()?;
                    if !is_flat(array) || array.dims.is_empty() {
                        return None;
                    }
                    let default = number(contents.default_value())?;
                    let mut cells = Vec::new();
                    for (index, value) in contents.entries() {
                        // There are no cells at other indices.
                        if let Some(index) = index.as_int()?.to_i128().and_then(|index| u64::try_from(index).ok()) {
                            cells.push((array.place(index).into(), number(value)?));
                        }
                    }
                    Choice::Fill(Fill { default, cells })
                }
            });
        }
    }
    Some(choices.into_iter().collect())
}
