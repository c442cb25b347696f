//! Widening that keeps states apart by the signs of a few expressions.
//!
//! A program that asks whether two variables are equal (`i == k`, where the cell of an array at k is watched) means
//! something else before, at and after that. So the conditions `e == 0` of a procedure are its *partition*: what comes to a
//! widening point is split by the sign of each e, and only states with the same signs grow together. There are finitely many
//! signs, and for each of them the widening becomes stable, so the search ends.

use std::collections::BTreeMap;

use heureka_linear::{Conjunction, DlcWidening, Kind, LinearExpr};

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

/// The widening of one location.
pub struct Partitioned {
    partition: Vec<LinearExpr>,
    /// What a new part starts with.
    empty: DlcWidening,
    parts: BTreeMap<Vec<Sign>, DlcWidening>,
}

impl Partitioned {
    pub fn new(partition: &[LinearExpr], empty: DlcWidening) -> Partitioned {
        Partitioned { partition: partition.to_vec(), empty, parts: BTreeMap::new() }
    }

    /// Takes in a conjunction. The answers are its pieces that were not there, each with the part that contains it now.
    pub fn insert(&mut self, newer: &Conjunction) -> Vec<(Conjunction, Conjunction)> {
        let mut grown = Vec::new();
        for (signs, piece) in self.pieces(newer) {
            let part = self.parts.entry(signs).or_insert_with(|| self.empty.clone());
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
