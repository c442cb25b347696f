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

/// After this many boxes the question is left open.
const MOST_BOXES: usize = 50_000;
/// How often the rows narrow one box.
const MOST_ROUNDS: usize = 8;
/// How many values are skipped, at each end of an interval, that have the wrong remainder.
const MOST_SKIPPED: i128 = 4_096;

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
            rows: rows.iter().map(flat).collect(),
            goals: goals.iter().map(|goal| goal.iter().map(flat).collect()).collect(),
            facts,
            whole: symbols.iter().map(|(.., bounds)| *bounds).collect(),
        }
    }

    /// Whether it is certain that there is no solution. `go_on` is asked now and then.
    pub fn are_empty(&self, go_on: impl Fn() -> bool) -> bool {
        let goals = (0..self.goals.len() as u32).collect();
        let mut open = vec![Cut { sides: self.whole.clone(), goals }];
        for count in 0..MOST_BOXES {
            let Some(cut) = open.pop() else { return true };
            if count % 256 == 255 && !go_on() {
                return false;
            }
            let Some(cut) = self.narrowed(cut) else { continue };
            let sizes = cut.sides.iter().map(|side| side.size()).enumerate().filter(|(_, size)| *size > 0);
            match sizes.min_by_key(|(_, size)| *size) {
                None if self.excludes_point(&cut.sides) => {}
                None => return false,
                Some((place, _)) => {
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
            Relation::Zero => (
                low == Some(0) && high == Some(0),
                low.is_some_and(|low| low > 0) || high.is_some_and(|high| high < 0),
            ),
            Relation::AtLeastZero => (low.is_some_and(|low| low >= 0), high.is_some_and(|high| high < 0)),
            Relation::AboveZero => (low.is_some_and(|low| low > 0), high.is_some_and(|high| high <= 0)),
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
        if self.truth(sides) == Truth::Never {
            return None;
        }
        let mut changed = false;
        for (at, &(place, factor)) in self.terms.iter().enumerate() {
            let rest = self.bounds(sides, Some(at));
            let before = sides[place];
            let after = match self.relation {
                Relation::Zero => before.meet(at_least(factor, rest.high)).meet(at_most(factor, rest.low)),
                Relation::AtLeastZero | Relation::AboveZero => before.meet(at_least(factor, rest.high)),
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
    // Whether a value is right; also if that cannot be seen.
    let fits = |value: i128| {
        let sum = factor.checked_mul(value).and_then(|product| product.checked_add(rest));
        sum.is_none_or(|sum| sum.rem_euclid(modulus) <= width)
    };
    let steps = |from: i128, to: i128| from.saturating_add(MOST_SKIPPED).min(to);
    let first = (low..=steps(low, high)).find(|&value| fits(value));
    let low = first.unwrap_or_else(|| steps(low, high).saturating_add(1));
    let down = high.saturating_sub(MOST_SKIPPED).max(low);
    let last = (down..=high).rev().find(|&value| fits(value));
    Bounds { low: Some(low), high: Some(last.unwrap_or_else(|| down.saturating_sub(1))) }
}
