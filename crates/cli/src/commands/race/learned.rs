//! What engines learn, as JSON: the lines in which it goes from a worker to its master and on to the other workers. Numbers
//! are texts, since JSON's end at 64 bits.

use heureka_engines::learned::{Learned, LearnedCell, LearnedPlace};
use heureka_ir::invariant::{Constraint, Invariant, Relation, Value as Var};
use heureka_ir::{ArrayId, Invariants, VarId};
use serde_json::{Value, json};

pub fn to_json(learned: &Learned) -> Value {
    match learned {
        Learned::NoErrorWithin(rounds) => json!({ "no_error_within": rounds }),
        Learned::StepsLeft(steps) => json!({ "steps_left": steps }),
        Learned::Invariants(invariants) => {
            let at: Vec<Value> = invariants.at.iter().map(invariant_to_json).collect();
            json!({ "invariants": at })
        }
        Learned::Cells(cells) => {
            let cell = |LearnedCell { array, place }: &LearnedCell| match place {
                LearnedPlace::Constant(index) => json!([array.0, index.to_string()]),
                LearnedPlace::Rigid { number, offset } => json!([array.0, offset.to_string(), number]),
            };
            json!({ "cells": cells.iter().map(cell).collect::<Vec<Value>>() })
        }
    }
}

/// `None` for garbage.
pub fn from_json(value: &Value) -> Option<Learned> {
    match value.as_object()?.iter().next()? {
        (key, rounds) if key == "no_error_within" => Some(Learned::NoErrorWithin(rounds.as_u64()?)),
        (key, steps) if key == "steps_left" => match steps {
            Value::Null => Some(Learned::StepsLeft(None)),
            steps => Some(Learned::StepsLeft(Some(steps.as_u64()?))),
        },
        (key, at) if key == "invariants" => {
            let at: Option<Vec<Invariant>> = at.as_array()?.iter().map(invariant_from_json).collect();
            Some(Learned::Invariants(Invariants::new(at?)))
        }
        (key, cells) if key == "cells" => {
            cells.as_array()?.iter().map(cell_from_json).collect::<Option<_>>().map(Learned::Cells)
        }
        _ => None,
    }
}

fn cell_from_json(value: &Value) -> Option<LearnedCell> {
    let small = |value: &Value| u32::try_from(value.as_u64()?).ok();
    let number = value[1].as_str()?.parse::<i128>().ok()?;
    let place = match &value[2] {
        Value::Null => LearnedPlace::Constant(number),
        rigid => LearnedPlace::Rigid { number: small(rigid)?, offset: number },
    };
    Some(LearnedCell { array: ArrayId(small(&value[0])?), place })
}

fn invariant_to_json(invariant: &Invariant) -> Value {
    let conjunction = |rows: &[Constraint]| rows.iter().map(constraint_to_json).collect::<Value>();
    invariant.disjuncts.iter().map(|rows| conjunction(rows)).collect()
}

fn invariant_from_json(value: &Value) -> Option<Invariant> {
    let conjunction =
        |value: &Value| -> Option<Box<[Constraint]>> { value.as_array()?.iter().map(constraint_from_json).collect() };
    Some(Invariant { disjuncts: value.as_array()?.iter().map(conjunction).collect::<Option<_>>()? })
}

fn constraint_to_json(constraint: &Constraint) -> Value {
    let term = |(var, factor): &(Var, i128)| match var {
        Var::AtEntry(var) => json!(["entry", var.0, factor.to_string()]),
        Var::Now(var) => json!(["now", var.0, factor.to_string()]),
    };
    let terms: Vec<Value> = constraint.terms.iter().map(term).collect();
    let relation = match constraint.relation {
        Relation::Zero => json!("="),
        Relation::AtLeastZero => json!(">="),
        Relation::AboveZero => json!(">"),
        Relation::NonZero => json!("!="),
        Relation::Modulo { modulus, width } => json!([modulus.to_string(), width.to_string()]),
    };
    json!([terms, constraint.constant.to_string(), relation])
}

fn constraint_from_json(value: &Value) -> Option<Constraint> {
    let number = |value: &Value| value.as_str()?.parse::<i128>().ok();
    let term = |term: &Value| -> Option<(Var, i128)> {
        let var = VarId(u32::try_from(term[1].as_u64()?).ok()?);
        let var = match term[0].as_str()? {
            "entry" => Var::AtEntry(var),
            "now" => Var::Now(var),
            _ => return None,
        };
        Some((var, number(&term[2])?))
    };
    let relation = match &value[2] {
        Value::String(relation) => match relation.as_str() {
            "=" => Relation::Zero,
            ">=" => Relation::AtLeastZero,
            ">" => Relation::AboveZero,
            "!=" => Relation::NonZero,
            _ => return None,
        },
        modulo => Relation::Modulo { modulus: number(&modulo[0])?, width: number(&modulo[1])? },
    };
    let terms: Option<Box<[(Var, i128)]>> = value[0].as_array()?.iter().map(term).collect();
    Some(Constraint { terms: terms?, constant: number(&value[1])?, relation })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let row = |terms: &[(Var, i128)], constant: i128, relation: Relation| Constraint {
            terms: terms.into(),
            constant,
            relation,
        };
        let rows = [
            row(&[(Var::Now(VarId(3)), -2), (Var::AtEntry(VarId(0)), i128::MAX)], i128::MIN, Relation::Zero),
            row(&[], 1, Relation::AtLeastZero),
            row(&[], 0, Relation::AboveZero),
            row(&[(Var::Now(VarId(1)), 1)], 0, Relation::NonZero),
            row(&[(Var::Now(VarId(1)), 1)], 7, Relation::Modulo { modulus: 8, width: 2 }),
        ];
        let at = vec![Invariant::unreachable(), Invariant::anything(), Invariant { disjuncts: vec![rows.into()] }];
        let cells = [LearnedPlace::Constant(-1), LearnedPlace::Rigid { number: 2, offset: i128::MIN }]
            .map(|place| LearnedCell { array: ArrayId(7), place });
        let cells = Learned::Cells(cells.to_vec());
        let steps = [Some(7), None].map(Learned::StepsLeft);
        for learned in
            [Learned::NoErrorWithin(16), Learned::Invariants(Invariants::new(at)), cells].into_iter().chain(steps)
        {
            assert_eq!(from_json(&to_json(&learned)), Some(learned));
        }
    }

    #[test]
    fn garbage_is_nothing_learned() {
        for text in [
            "{}",
            "7",
            r#"{"no_error_within":"many"}"#,
            r#"{"steps_left":-1}"#,
            r#"{"invariants":[[[[[["now",1,"x"]],"0",">="]]]]}"#,
            r#"{"invariants":[[[[[["later",1,"1"]],"0",">="]]]]}"#,
            r#"{"invariants":[[[[[["now",1,"1"]],"0","<>"]]]]}"#,
            r#"{"cells":[[1]]}"#,
            r#"{"cells":[["a","0"]]}"#,
            r#"{"cells":[[1,"0","a"]]}"#,
        ] {
            assert_eq!(from_json(&serde_json::from_str(text).unwrap()), None, "{text}");
        }
    }
}
