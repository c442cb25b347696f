//! Widening that keeps states apart by the signs of a few expressions and by the values of variables that have few.
//!
//! A program that asks whether two variables are equal (`i == k`, where the cell of an array at k is watched) means
//! something else before, at and after that. So the conditions `e == 0` of a procedure are its *partition*: what comes to a
//! widening point is split by the sign of each e, and only states with the same signs grow together. There are finitely many
//! signs, and for each of them the widening becomes stable, so the search ends.
//!
//! A variable that says in which state a machine is (a direction, a digit, a flag) goes through few values, and each means
//! something else; a counter goes through many. Both start as variables by whose values states are kept apart, and one that
//! is seen with more than [`MOST_VALUES`] of them is a counter from then on. Each variable is found out once, so the search
//! ends.

use std::collections::{BTreeMap, BTreeSet};

use heureka_linear::{Conjunction, DlcWidening, Kind, LinearExpr, Var};
use heureka_number::Int;

use super::fixed::Fixed;

/// The values of a variable that are kept apart.
const MOST_VALUES: usize = 6;

/// Whether an expression is below, at or above zero.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sign {
    Below,
    Zero,
    Above,
}

impl Sign {
    const ALL: [Sign; 3] = [Sign::Below, Sign::Zero, Sign::Above];

    /// The constraint that an expression has the sign.
    pub fn constraint(self, expr: &LinearExpr) -> (LinearExpr, Kind) {
        match self {
            Sign::Below => (expr.negated(), Kind::Above),
            Sign::Zero => (expr.clone(), Kind::Equal),
            Sign::Above => (expr.clone(), Kind::Above),
        }
    }
}

/// What the states of one part have in common.
type Key = (Vec<Sign>, Vec<(Var, Int)>);

/// The widening of one location.
pub struct Partitioned {
    partition: Vec<LinearExpr>,
    values: Option<Values>,
    /// What a new part starts with.
    empty: DlcWidening,
    parts: BTreeMap<Key, DlcWidening>,
}

impl Partitioned {
    /// Kept apart by the signs of these expressions, and `by_values` of variables.
    pub fn new(partition: &[LinearExpr], by_values: bool, empty: DlcWidening) -> Partitioned {
        let values = by_values.then(Values::default);
        Partitioned { partition: partition.to_vec(), values, empty, parts: BTreeMap::new() }
    }

    /// Takes in a conjunction. The answers are its pieces that were not there, each with the part that contains it now.
    pub fn insert(&mut self, newer: &Conjunction) -> Vec<(Conjunction, Conjunction)> {
        let mut grown = Vec::new();
        for (signs, piece) in self.pieces(newer) {
            let values = self.values.as_mut().map_or_else(Vec::new, |values| values.of(&piece));
            let part = self.parts.entry((signs, values)).or_insert_with(|| self.empty.clone());
            grown.extend(part.insert(&piece).map(|grown| (piece, grown)));
        }
        grown
    }

    fn pieces(&self, conjunction: &Conjunction) -> Vec<(Vec<Sign>, Conjunction)> {
        let mut pieces = vec![(Vec::new(), conjunction.clone())];
        for expr in &self.partition {
            let split = |(signs, piece): &(Vec<Sign>, Conjunction)| {
                let with_sign = |sign: Sign| {
                    let part = piece.with_all([sign.constraint(expr)]);
                    let signs = [&signs[..], &[sign]].concat();
                    (!part.is_false() && part.is_satisfiable()).then_some((signs, part))
                };
                Sign::ALL.into_iter().filter_map(with_sign).collect::<Vec<_>>()
            };
            pieces = pieces.iter().flat_map(split).collect();
        }
        pieces
    }
}

/// The values with which variables were seen at a location.
#[derive(Default)]
struct Values {
    seen: BTreeMap<Var, BTreeSet<Int>>,
}

impl Values {
    /// The variables that a conjunction fixes, and to what, without those that are counters.
    fn of(&mut self, conjunction: &Conjunction) -> Vec<(Var, Int)> {
        let is_few = |(var, value): &(Var, Int)| {
            let seen = self.seen.entry(*var).or_default();
            if seen.len() <= MOST_VALUES {
                seen.insert(value.clone());
            }
            seen.len() <= MOST_VALUES
        };
        Fixed::of(conjunction).into_values().into_iter().filter(is_few).collect()
    }
}
