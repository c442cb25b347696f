//! Random constraints and all points of a box.

use std::ops::Range;

use heureka_linear::{Kind, LinearExpr, Var};
use heureka_number::Int;
use proptest::prelude::*;

/// The sizes of what is generated.
#[derive(Clone, Copy)]
pub struct Shape {
    pub vars: u32,
    pub coefficient: i64,
    pub constant: i64,
    pub modulus: i64,
}

pub fn constraints(shape: Shape, count: Range<usize>) -> impl Strategy<Value = Vec<(LinearExpr, Kind)>> {
    prop::collection::vec((expr(shape), kind(shape.modulus)), count)
}

pub fn expr(shape: Shape) -> impl Strategy<Value = LinearExpr> {
    let (limit, constant) = (shape.coefficient, shape.constant);
    let coefficients = prop::collection::vec(prop_oneof![Just(0), -limit..=limit], shape.vars as usize);
    (coefficients, -constant..=constant).prop_map(|(coefficients, constant)| {
        LinearExpr::new((0..).map(Var).zip(coefficients.into_iter().map(Int::new)), Int::new(constant))
    })
}

fn kind(modulus: i64) -> impl Strategy<Value = Kind> {
    prop_oneof![
        Just(Kind::Equal),
        Just(Kind::AtLeast),
        Just(Kind::AtLeast),
        Just(Kind::AtLeast),
        (2..=modulus, 0..=modulus)
            .prop_map(|(modulus, width)| Kind::Modulo { modulus: Int::new(modulus), width: Int::new(width) }),
    ]
}

pub fn holds(expr: &LinearExpr, kind: &Kind, point: &[i64]) -> bool {
    let small = |number: &Int| number.to_i64().expect("small");
    let terms = expr.terms().iter().map(|(var, coefficient)| small(coefficient) * point[var.0 as usize]);
    let value = small(expr.constant()) + terms.sum::<i64>();
    match kind {
        Kind::Equal => value == 0,
        Kind::AtLeast => value >= 0,
        Kind::Above => value > 0,
        Kind::Modulo { modulus, width } => value.rem_euclid(small(modulus)) <= small(width),
    }
}

pub fn at(point: &[i64]) -> impl Fn(Var) -> Int {
    |var| Int::new(point[var.0 as usize])
}

/// All points with coordinates from `-bound` to `bound`.
pub fn enumerate(vars: u32, bound: i64, mut visit: impl FnMut(&[i64])) {
    let mut point = vec![-bound; vars as usize];
    loop {
        visit(&point);
        let Some(place) = point.iter().position(|coordinate| *coordinate < bound) else { return };
        point[place] += 1;
        point[..place].fill(-bound);
    }
}
