//! Conjunctions that fix variables to values in equal steps, united for people to read: `n = 1`, `n = 3`, `n = 5` are
//! `1 <= n <= 5 & n mod 2 = 1`.
//!
//! [`crate::Dlc`] unites neighbours while a search runs; a stride would cost every search a look at remainders, so it is
//! left to whoever shows the result. The union is exact: the points are `start + t·step` with 0 ≤ t ≤ n, and the bounds
//! and the remainder of the first variable that moves say just that, the others follow it by equalities.

use std::collections::BTreeMap;

use heureka_number::Int;

use crate::conjunction::Conjunction;
use crate::expr::{LinearExpr, Var};
use crate::row::{Kind, Numbers, Row};

/// So many steps are a progression; two points always lie on a line.
const LEAST: usize = 3;

/// The conjunctions with progressions united, those that are in none in their order, at the place of the first.
pub fn unite_progressions(conjunctions: Vec<Conjunction>) -> Vec<Conjunction> {
    let mut shapes: BTreeMap<Shape, Vec<(Vec<Int>, usize)>> = BTreeMap::new();
    for (at, conjunction) in conjunctions.iter().enumerate() {
        let (shape, point) = split(conjunction);
        if conjunction.numbers() == Numbers::Integer && !point.is_empty() {
            shapes.entry(shape).or_default().push((point, at));
        }
    }
    let mut kept: Vec<Option<Conjunction>> = conjunctions.into_iter().map(Some).collect();
    for (shape, mut points) in shapes {
        points.sort();
        for run in runs(&points) {
            let first = run.iter().map(|(_, at)| *at).min().expect("a run has points");
            run.iter().for_each(|(_, at)| kept[*at] = None);
            kept[first] = Some(united(&shape, &run[0].0, &run[1].0, run.len()));
        }
    }
    kept.into_iter().flatten().collect()
}

/// The variables that are fixed, and the other rows.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Shape {
    fixed: Vec<Var>,
    rest: Vec<Row>,
}

fn split(conjunction: &Conjunction) -> (Shape, Vec<Int>) {
    let mut shape = Shape { fixed: Vec::new(), rest: Vec::new() };
    let mut point = Vec::new();
    for row in conjunction.rows() {
        match (row.kind(), row.expr().terms()) {
            // Canonical over ℤ: the coefficient is 1.
            (Kind::Equal, [(var, one)]) if one.is_one() => {
                shape.fixed.push(*var);
                point.push(-row.expr().constant());
            }
            _ => shape.rest.push(row.clone()),
        }
    }
    (shape, point)
}

/// Stretches of sorted points in equal steps.
fn runs(points: &[(Vec<Int>, usize)]) -> Vec<&[(Vec<Int>, usize)]> {
    let step = |from: &[Int], to: &[Int]| -> Vec<Int> { from.iter().zip(to).map(|(from, to)| to - from).collect() };
    let mut runs = Vec::new();
    let mut start = 0;
    while start + LEAST <= points.len() {
        let stride = step(&points[start].0, &points[start + 1].0);
        let mut end = start + 2;
        while end < points.len() && step(&points[end - 1].0, &points[end].0) == stride {
            end += 1;
        }
        let moves: Vec<&Int> = stride.iter().filter(|part| !part.is_zero()).collect();
        // The others must follow the first that moves.
        let is_led = moves.first().is_some_and(|first| moves.iter().all(|part| first.divides(part)));
        if end - start >= LEAST && is_led {
            runs.push(&points[start..end]);
            start = end;
        } else {
            // The end of one stretch can start the next.
            start = (end - 1).max(start + 1);
        }
    }
    runs
}

fn united(shape: &Shape, start: &[Int], next: &[Int], count: usize) -> Conjunction {
    let steps: Vec<Int> = start.iter().zip(next).map(|(start, next)| next - start).collect();
    let leader = steps.iter().position(|step| !step.is_zero()).expect("the points of a run differ");
    let (from, step) = (&start[leader], &steps[leader]);
    let moved = LinearExpr::var(shape.fixed[leader]).plus_constant(-from);
    // Sorted points go up in the first variable that moves.
    let last = step * Int::from(count as i64 - 1);
    let mut rows = vec![
        (moved.clone(), Kind::AtLeast),
        (moved.negated().plus_constant(last), Kind::AtLeast),
        (moved.clone(), Kind::Modulo { modulus: step.clone(), width: Int::ZERO }),
    ];
    for (place, var) in shape.fixed.iter().enumerate().filter(|(place, _)| *place != leader) {
        let factor = steps[place].div_exact(step);
        let value = LinearExpr::constant_of(start[place].clone()).plus_scaled(&factor, &moved);
        rows.push((LinearExpr::var(*var).minus(&value), Kind::Equal));
    }
    Conjunction::from_rows(Numbers::Integer, &shape.rest).with_all(rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Names;

    fn united_text(texts: &[&str]) -> Vec<String> {
        let mut names = Names::default();
        let parse = |text: &&str| Conjunction::parse(text, Numbers::Integer, &mut names).expect("the text is right");
        let conjunctions: Vec<Conjunction> = texts.iter().map(parse).collect();
        let united = unite_progressions(conjunctions.clone());
        // Exact, on all points around.
        let points = (-3..12).flat_map(|x| (-3..12).map(move |y| [x, y]));
        for point in points {
            let at = |var: Var| Int::from(i64::from(point[var.0 as usize % 2]));
            let holds = |all: &[Conjunction]| all.iter().any(|one| one.holds_at(at));
            assert_eq!(holds(&conjunctions), holds(&united), "{texts:?} at {point:?}");
        }
        united.iter().map(|one| one.show(&names)).collect()
    }

    #[test]
    fn equal_steps_are_united() {
        assert_eq!(united_text(&["x = 5", "x = 1", "x = 3"]), ["x <= 5 & x >= 1 & (x + 1) mod 2 <= 0"]);
        let both = ["x = 0 & y = 9", "x = 7 & y = 0", "x = 3 & y = 6", "x = 6 & y = 3"];
        assert_eq!(united_text(&both).len(), 2);
        assert_eq!(united_text(&["x = 0 & y >= 1", "x = 3 & y >= 1", "x = 6 & y >= 1"]).len(), 1);
        let two = ["x = 0 & y = 1", "x = 0 & y = 3", "x = 0 & y = 5", "x = 2 & y = 5", "x = 4 & y = 5"];
        assert_eq!(united_text(&two).len(), 3);
    }

    #[test]
    fn other_steps_are_not() {
        for texts in [
            &["x = 1", "x = 3"][..],
            &["x = 1", "x = 2", "x = 4", "x = 8"],
            &["x = 0 & y >= 1", "x = 3 & y >= 2", "x = 6 & y >= 1"],
            &["x = 0 & y = 0", "x = 2 & y = 3", "x = 4 & y = 6"],
        ] {
            assert_eq!(united_text(texts).len(), texts.len());
        }
    }
}
