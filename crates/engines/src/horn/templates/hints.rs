//! What the text of the clauses suggests for formulas: numbers that stand in it, factors, divisors, indices that do not change, and
//! how many cells arrays have. All lists are short and in a fixed order.

use std::collections::{BTreeMap, BTreeSet};

use heureka_logic::horn::System;
use heureka_logic::{Op, SymbolId, TermId, Terms};

use super::super::cells::distances;
use super::sums::has_sums;

/// More numbers of each sort are not used.
const MOST_CONSTANTS: usize = 24;
const MOST_FACTORS: usize = 6;
const MOST_DIVISORS: usize = 3;
const MOST_ANCHORS: usize = 4;
/// Constants, factors and divisors that are larger have to do with types.
const GREATEST: i128 = 1_000_000;
const GREATEST_FACTOR: i128 = 1_000;
const GREATEST_DIVISOR: i128 = 64;
/// How far from a number of the program a limit may be.
pub const NEAR: i128 = 1;

/// What the clauses suggest.
pub struct Hints {
    /// By array: how many cells it has, where that is known.
    pub extents: BTreeMap<SymbolId, i128>,
    /// Numbers of the program, and those next to them, in order.
    pub constants: Vec<i128>,
    pub factors: Vec<i128>,
    pub divisors: Vec<i128>,
    /// Indices that do not change.
    pub anchors: Vec<TermId>,
    /// Whether numbers are multiplied.
    pub has_products: bool,
    /// Whether cells at neighbouring indices are read together.
    pub has_neighbours: bool,
    /// Whether cells are added to numbers.
    pub has_sums: bool,
    /// Whether clauses ask if a variable is zero.
    pub has_first_rounds: bool,
}

impl Hints {
    pub fn of(
        terms: &mut Terms,
        system: &System,
        large: &[SymbolId],
        extents: &BTreeMap<SymbolId, i128>,
        has_products: bool,
    ) -> Hints {
        let has_neighbours = distances(terms, system).contains(&1);
        let has_sums = has_sums(terms, system);
        let terms = &*terms;
        let (mut constants, mut factors, mut divisors) = (BTreeSet::from([0, 1]), BTreeSet::new(), BTreeSet::from([2]));
        let mut anchors = Vec::new();
        let mut has_first_rounds = false;
        let number = |term: TermId| terms.as_int(term).and_then(|value| value.to_i128());
        for clause in &system.clauses {
            let roots: Vec<TermId> =
                clause.body.iter().chain(&clause.head).copied().chain([clause.constraint]).collect();
            for term in terms.post_order(&roots) {
                constants.extend(number(term).filter(|value| value.abs() <= GREATEST));
                let children = terms.children(term);
                match terms.op(term) {
                    Op::Mul => {
                        let small = |value: &i128| (2..=GREATEST_FACTOR).contains(&value.abs());
                        factors.extend(children.iter().filter_map(|child| number(*child)).filter(small).map(i128::abs));
                    }
                    Op::Eq => {
                        let is_zero = |side: &TermId| number(*side) == Some(0);
                        let is_variable = |side: &TermId| terms.as_constant(*side).is_some();
                        has_first_rounds |= children.iter().any(is_zero) && children.iter().any(is_variable);
                    }
                    Op::Mod => divisors.extend(number(children[1]).filter(|by| (2..=GREATEST_DIVISOR).contains(by))),
                    Op::Select | Op::Store => {
                        let index = children[1];
                        let is_fixed = terms.free_symbols(&[index]).iter().all(|symbol| large.contains(symbol));
                        if is_fixed && !anchors.contains(&index) {
                            anchors.push(index);
                        }
                    }
                    _ => {}
                }
            }
        }
        let smallest = |from: BTreeSet<i128>, most: usize| {
            let mut all: Vec<i128> = from.into_iter().collect();
            all.sort_by_key(|value| value.abs());
            all.truncate(most);
            all
        };
        let near: BTreeSet<i128> = smallest(constants, MOST_CONSTANTS)
            .into_iter()
            .flat_map(|value| (-NEAR..=NEAR).map(move |by| value + by))
            .collect();
        anchors.truncate(MOST_ANCHORS);
        Hints {
            constants: near.into_iter().collect(),
            factors: smallest(factors, MOST_FACTORS),
            divisors: smallest(divisors, MOST_DIVISORS),
            anchors,
            has_products,
            has_neighbours,
            has_sums,
            has_first_rounds,
            extents: extents.clone(),
        }
    }

    /// The least number of the program that is not less, and the greatest that is not greater.
    pub fn around(&self, least: i128, most: i128) -> (Option<i128>, Option<i128>) {
        let below = self.constants.iter().copied().rfind(|value| *value <= least);
        (below, self.constants.iter().copied().find(|value| *value >= most))
    }
}
