//! Shows that a doubt has no solution by cutting the ranges of its symbols into boxes.
//!
//! Numbers that wrap tie few values by large factors and remainders; a solver for integers looks at such formulas for
//! seconds although there are only some thousand states. Here a box, one interval for each symbol, is narrowed by the
//! rows, dropped if it is empty or if a goal holds all over it, and else cut in two; a box of one point is evaluated.
//! Invariant: no box is dropped that has a solution in it, so if none is left there is none.

use std::collections::HashMap;

use heureka_ir::invariant::Relation;
use heureka_logic::{Assignment, SymbolId, TermId, Terms, Value, evaluate_all};
use heureka_number::Int;

use crate::bounds::Bounds;
use crate::linear::{Row, Symbol};

/// How often the rows narrow one box.
const MOST_ROUNDS: usize = 8;
/// How many values are skipped, at each end of an interval, that have the wrong remainder.
const MOST_SKIPPED: i128 = 1_024;

/// A row whose symbols are places in a box.
struct Flat {
    constant: i128,
    terms: Vec<(usize, i128)>,
    relation: Relation,
}

/// What is known of a row all over a box.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Truth {
    Always,
    Never,
    Open,
}

/// One interval for each symbol, and the goals that can still hold in it.
struct Cut {
    sides: Vec<Bounds>,
    goals: Vec<u32>,
}

pub struct Boxes<'t> {
    terms: &'t Terms,
    /// By place, as the terms know it.
    names: Vec<SymbolId>,
    /// By place, whether the step brings the symbol: these come last, as most follow from the others.
    is_fresh: Vec<bool>,
    rows: Vec<Flat>,
    /// A solution lies outside each of these conjunctions.
    goals: Vec<Vec<Flat>>,
    /// What else a solution satisfies.
    facts: &'t [TermId],
    whole: Vec<Bounds>,
}

impl<'t> Boxes<'t> {
    /// The symbols, with their names and ranges, are all that rows, goals and facts mention.
    pub fn new(
        terms: &'t Terms,
        symbols: &[(Symbol, SymbolId, Bounds)],
        rows: &[Row],
        goals: &[Vec<Row>],
        facts: &'t [TermId],
    ) -> Boxes<'t> {
        let places: HashMap<Symbol, usize> =
            symbols.iter().enumerate().map(|(place, (symbol, ..))| (*symbol, place)).collect();
        let flat = |row: &Row| Flat {
            constant: row.linear.constant,
            terms: row.linear.terms.iter().map(|(symbol, factor)| (places[symbol], *factor)).collect(),
            relation: row.relation,
        };
        Boxes {
            terms,
            names: symbols.iter().map(|(_, name, _)| *name).collect(),
            is_fresh: symbols.iter().map(|(symbol, ..)| matches!(symbol, Symbol::Fresh(_))).collect(),
            rows: rows.iter().map(flat).collect(),
            goals: goals.iter().map(|goal| goal.iter().map(flat).collect()).collect(),
            facts,
            whole: symbols.iter().map(|(.., bounds)| *bounds).collect(),
        }
    }

    /// Whether it is certain, after at most so many boxes, that there is no solution. `go_on` is asked now and then.
    pub fn are_empty(&self, most: usize, go_on: impl Fn() -> bool) -> bool {
        let goals = (0..self.goals.len() as u32).collect();
        let mut open = vec![Cut { sides: self.whole.clone(), goals }];
        for count in 0..most {
            let Some(cut) = open.pop() else { return true };
            if count % 256 == 255 && !go_on() {
                return false;
            }
            let Some(cut) = self.narrowed(cut) else { continue };
            let places = (0..cut.sides.len()).filter(|&place| cut.sides[place].size() > 0);
            match places.min_by_key(|&place| (self.is_fresh[place], cut.sides[place].size())) {
                None if self.excludes_point(&cut.sides) => {}
                None => return false,
                Some(place) => {
                    let Bounds { low: Some(low), high: Some(high) } = cut.sides[place] else { return false };
                    let Some(size) = high.checked_sub(low) else { return false };
                    let middle = low + size / 2;
                    for (low, high) in [(middle + 1, high), (low, middle)] {
                        let mut sides = cut.sides.clone();
                        sides[place] = Bounds { low: Some(low), high: Some(high) };
                        open.push(Cut { sides, goals: cut.goals.clone() });
                    }
                }
            }
        }
        open.is_empty()
    }

    /// The box without parts that have no solution; `None` if nothing is left.
    fn narrowed(&self, mut cut: Cut) -> Option<Cut> {
        for _ in 0..MOST_ROUNDS {
            let mut changed = false;
            for row in &self.rows {
                changed |= row.narrow(&mut cut.sides)?;
            }
            if !changed {
                break;
            }
        }
        let mut holds = false;
        cut.goals.retain(|&goal| {
            let mut all = Truth::Always;
            for row in &self.goals[goal as usize] {
                match row.truth(&cut.sides) {
                    Truth::Always => {}
                    Truth::Never => return false,
                    Truth::Open => all = Truth::Open,
                }
            }
            holds |= all == Truth::Always;
            true
        });
        (!holds).then_some(cut)
    }

    /// Whether a point outside the goals contradicts a row or another fact.
    fn excludes_point(&self, point: &[Bounds]) -> bool {
        if self.rows.iter().any(|row| row.truth(point) == Truth::Never) {
            return true;
        }
        let mut assignment = Assignment::new();
        for (side, name) in point.iter().zip(&self.names) {
            let value = side.low.expect("an interval of one value has ends");
            assignment.set(self.terms, *name, Value::Int(Int::from(value)));
        }
        evaluate_all(self.terms, self.facts, &assignment)
            .is_ok_and(|values| values.iter().any(|value| value.as_bool() == Some(false)))
    }
}

impl Flat {
    /// The bounds of the sum of all terms but the one at `without`, and of the constant.
    fn bounds(&self, sides: &[Bounds], without: Option<usize>) -> Bounds {
        let terms = self.terms.iter().enumerate().filter(|(at, _)| Some(*at) != without);
        terms.fold(Bounds::point(self.constant), |sum, (_, (place, factor))| sum.add(sides[*place].scale(*factor)))
    }

    fn truth(&self, sides: &[Bounds]) -> Truth {
        let Bounds { low, high } = self.bounds(sides, None);
        let (always, never) = match self.relation {
            Relation::Zero => {
                (low == Some(0) && high == Some(0), low.is_some_and(|low| low > 0) || high.is_some_and(|high| high < 0))
            }
            Relation::AtLeastZero => (low.is_some_and(|low| low >= 0), high.is_some_and(|high| high < 0)),
            Relation::AboveZero => (low.is_some_and(|low| low > 0), high.is_some_and(|high| high <= 0)),
            Relation::NonZero => {
                (low.is_some_and(|low| low > 0) || high.is_some_and(|high| high < 0), low == Some(0) && high == Some(0))
            }
            Relation::Modulo { modulus, width } => match (low, high) {
                (Some(low), Some(high)) if low == high => {
                    let holds = low.rem_euclid(modulus) <= width;
                    (holds, !holds)
                }
                _ => (false, false),
            },
        };
        if always {
            Truth::Always
        } else if never {
            Truth::Never
        } else {
            Truth::Open
        }
    }

    /// Makes the box smaller where the row fails; says whether it did. `None` if nothing is left.
    fn narrow(&self, sides: &mut [Bounds]) -> Option<bool> {
        match self.truth(sides) {
            Truth::Always => return Some(false),
            Truth::Never => return None,
            Truth::Open => {}
        }
        let mut changed = false;
        for (at, &(place, factor)) in self.terms.iter().enumerate() {
            let rest = self.bounds(sides, Some(at));
            let before = sides[place];
            let after = match self.relation {
                Relation::Zero => before.meet(at_least(factor, rest.high)).meet(at_most(factor, rest.low)),
                Relation::AtLeastZero | Relation::AboveZero => before.meet(at_least(factor, rest.high)),
                Relation::NonZero => before,
                Relation::Modulo { modulus, width } => match (rest.low, rest.high) {
                    (Some(low), Some(high)) if low == high => skip(before, factor, low, modulus, width),
                    _ => before,
                },
            };
            if after.is_empty() {
                return None;
            }
            if after != before {
                sides[place] = after;
                changed = true;
            }
        }
        Some(changed)
    }
}

/// The integers x with `factor·x + rest ≥ 0`.
fn at_least(factor: i128, rest: Option<i128>) -> Bounds {
    let (Some(rest), Some(size)) = (rest, factor.checked_abs()) else { return Bounds::OPEN };
    let quotient = rest.div_euclid(size);
    match factor > 0 {
        true => Bounds { low: quotient.checked_neg(), high: None },
        false => Bounds { low: None, high: Some(quotient) },
    }
}

/// The integers x with `factor·x + rest ≤ 0`.
fn at_most(factor: i128, rest: Option<i128>) -> Bounds {
    match (factor.checked_neg(), rest.and_then(i128::checked_neg)) {
        (Some(factor), rest @ Some(_)) => at_least(factor, rest),
        _ => Bounds::OPEN,
    }
}

/// The interval without the values at its ends for which `factor·x + rest` has the wrong remainder.
fn skip(side: Bounds, factor: i128, rest: i128, modulus: i128, width: i128) -> Bounds {
    let (Some(low), Some(high)) = (side.low, side.high) else { return side };
    // How far the first right value is, from a value on, in steps by which the sum grows.
    let distance = |from: i128, step: i128| {
        let mut remainder = factor.checked_mul(from)?.checked_add(rest)?.rem_euclid(modulus);
        let step = step.rem_euclid(modulus);
        let mut distance = 0;
        while remainder > width && distance < MOST_SKIPPED {
            remainder = remainder.checked_add(step)?;
            remainder -= if remainder >= modulus { modulus } else { 0 };
            distance += 1;
        }
        Some(distance)
    };
    let after = |distance: Option<i128>| distance.unwrap_or(0);
    let low = low.saturating_add(after(distance(low, factor)));
    let high = high.saturating_sub(after(factor.checked_neg().and_then(|back| distance(high, back))));
    Bounds { low: Some(low), high: Some(high) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::Linear;
    use crate::question::Numbers;
    use crate::vocabulary::Vocabulary;

    fn sum(terms: &[(u32, i128)], constant: i128) -> Linear {
        let start = Linear::constant(constant);
        terms
            .iter()
            .fold(start, |sum, (symbol, factor)| sum.plus(*factor, &Linear::symbol(Symbol::Fresh(*symbol))).unwrap())
    }

    fn between(low: i128, high: i128) -> Bounds {
        Bounds { low: Some(low), high: Some(high) }
    }

    fn are_empty(sides: &[Bounds], rows: &[Row], goals: &[Vec<Row>]) -> bool {
        let mut words = Vocabulary::new(Numbers::Machine);
        let symbols: Vec<_> =
            (0..).map(Symbol::Fresh).zip(sides).map(|(symbol, side)| (symbol, words.name(symbol), *side)).collect();
        Boxes::new(&words.terms, &symbols, rows, goals, &[]).are_empty(10_000, || true)
    }

    fn multiple(linear: Linear, modulus: i128) -> Row {
        Row { linear, relation: Relation::Modulo { modulus, width: 0 } }
    }

    #[test]
    fn what_wraps_is_found_by_its_few_values() {
        // y is 3·x modulo 256, and x is even: then y is even.
        let sides = [between(0, 255), between(0, 255), between(0, 2)];
        let rows = [Row::zero(sum(&[(0, 3), (1, -1), (2, -256)], 0)), multiple(sum(&[(0, 1)], 0), 2)];
        assert!(are_empty(&sides, &rows, &[vec![multiple(sum(&[(1, 1)], 0), 2)]]));
        assert!(!are_empty(&sides, &rows, &[vec![multiple(sum(&[(1, 1)], 0), 4)]]));
        assert!(!are_empty(&sides, &rows, &[]));
    }

    #[test]
    fn an_open_side_is_left_open_unless_the_rows_close_it() {
        let row = Row::at_least_zero(sum(&[(0, 1), (1, 1)], 0));
        assert!(!are_empty(&[Bounds::OPEN, between(0, 1)], std::slice::from_ref(&row), &[]));
        let closed = [Row::zero(sum(&[(0, 2), (1, -4)], 1))];
        assert!(are_empty(&[Bounds::OPEN, between(0, 9)], &closed, &[]));
    }

    #[test]
    fn every_box_is_agreed_on_by_all_its_points() {
        // All rows a·x + b·y + c ⋈ 0 with small numbers, against each other.
        let relations = [Relation::Zero, Relation::AtLeastZero, Relation::Modulo { modulus: 3, width: 1 }];
        let numbers = [-3, -1, 0, 2];
        let mut all = Vec::new();
        for (&a, &b) in numbers.iter().flat_map(|a| numbers.iter().map(move |b| (a, b))) {
            all.extend(relations.map(|relation| Row { linear: sum(&[(0, a), (1, b)], a - 2 * b + 1), relation }));
        }
        let holds = |row: &Row, x: i128, y: i128| {
            let value = row.linear.terms.iter().fold(row.linear.constant, |sum, (symbol, factor)| {
                sum + factor * if *symbol == Symbol::Fresh(0) { x } else { y }
            });
            match row.relation {
                Relation::Zero => value == 0,
                Relation::Modulo { modulus, width } => value.rem_euclid(modulus) <= width,
                _ => value >= 0,
            }
        };
        for (row, goal) in all.iter().flat_map(|row| all.iter().map(move |goal| (row, goal))) {
            let has_point = (-4..=5).any(|x| (-3..=4).any(|y| holds(row, x, y) && !holds(goal, x, y)));
            let sides = [between(-4, 5), between(-3, 4)];
            let rows = std::slice::from_ref(row);
            assert_eq!(are_empty(&sides, rows, &[vec![goal.clone()]]), !has_point, "{row:?} {goal:?}");
        }
    }
}
