//! The disjuncts of an invariant, found by the values that they fix.
//!
//! An invariant can have thousands of disjuncts, most of them with equations `value = constant`. Invariant: a disjunct
//! that is left out among the candidates contradicts one of the constants that were given.

use std::collections::HashMap;

use heureka_ir::Invariant;
use heureka_ir::invariant::{Constraint, Relation, Value};

pub struct Disjuncts {
    shapes: Vec<Shape>,
}

/// The disjuncts that fix the same values.
struct Shape {
    values: Vec<Value>,
    /// The constants to which they fix them, and their places in the invariant.
    all: Vec<(Box<[i128]>, u32)>,
    by_constants: HashMap<Box<[i128]>, Vec<u32>>,
}

impl Disjuncts {
    /// Only values that count are looked at.
    pub fn of(invariant: &Invariant, counts: impl Fn(Value) -> bool) -> Disjuncts {
        let mut shapes: Vec<Shape> = Vec::new();
        let mut known: HashMap<Vec<Value>, usize> = HashMap::new();
        for (at, disjunct) in invariant.disjuncts.iter().enumerate() {
            let mut fixed: Vec<(Value, i128)> =
                disjunct.iter().filter_map(fixes).filter(|(value, _)| counts(*value)).collect();
            fixed.sort_unstable();
            fixed.dedup_by_key(|(value, _)| *value);
            let (values, constants): (Vec<Value>, Vec<i128>) = fixed.into_iter().unzip();
            let shape = *known.entry(values).or_insert_with_key(|values| {
                shapes.push(Shape { values: values.clone(), all: Vec::new(), by_constants: HashMap::new() });
                shapes.len() - 1
            });
            let constants: Box<[i128]> = constants.into();
            shapes[shape].by_constants.entry(constants.clone()).or_default().push(at as u32);
            shapes[shape].all.push((constants, at as u32));
        }
        Disjuncts { shapes }
    }

    /// The disjuncts that can hold where values have the constants that `constant` knows of.
    pub fn candidates(&self, constant: impl Fn(Value) -> Option<i128>) -> Vec<u32> {
        let mut found = Vec::new();
        for shape in &self.shapes {
            let known: Vec<Option<i128>> = shape.values.iter().map(|value| constant(*value)).collect();
            match known.iter().copied().collect::<Option<Box<[i128]>>>() {
                Some(constants) => found.extend(shape.by_constants.get(&constants).into_iter().flatten()),
                None => {
                    let fits =
                        |fixed: &[i128]| known.iter().zip(fixed).all(|(known, at)| known.is_none_or(|k| k == *at));
                    found.extend(shape.all.iter().filter(|(fixed, _)| fits(fixed)).map(|(_, at)| *at));
                }
            }
        }
        found
    }
}

/// `value = constant`, if that is what the constraint says.
fn fixes(constraint: &Constraint) -> Option<(Value, i128)> {
    let [(value, factor)] = constraint.terms[..] else { return None };
    let is_exact = constraint.relation == Relation::Zero && constraint.constant.checked_rem(factor)? == 0;
    is_exact.then(|| Some((value, constraint.constant.checked_div(factor)?.checked_neg()?)))?
}

#[cfg(test)]
mod tests {
    use heureka_ir::VarId;

    use super::*;

    fn is(var: u32, value: i128) -> Constraint {
        let terms = Box::new([(Value::Now(VarId(var)), -2)]);
        Constraint { terms, constant: 2 * value, relation: Relation::Zero }
    }

    #[test]
    fn only_contradictions_are_left_out() {
        let disjuncts: Vec<Box<[Constraint]>> =
            vec![[is(0, 1), is(1, 5)].into(), [is(0, 2), is(1, 5)].into(), [is(1, 6)].into(), [].into()];
        let index = Disjuncts::of(&Invariant { disjuncts }, |_| true);
        let with = |x: Option<i128>, y: Option<i128>| {
            let mut found = index.candidates(|value| if value == Value::Now(VarId(0)) { x } else { y });
            found.sort_unstable();
            found
        };
        assert_eq!(with(Some(1), Some(5)), [0, 3]);
        assert_eq!(with(Some(3), Some(5)), [3]);
        assert_eq!(with(None, Some(5)), [0, 1, 3]);
        assert_eq!(with(Some(2), None), [1, 2, 3]);
        assert_eq!(with(None, None), [0, 1, 2, 3]);
    }
}
