//! What is known of the values before a step, and what follows from it at a glance.
//!
//! A [`World`] is a conjunction of rows. Equalities are used up as definitions, rows on one symbol become bounds. What
//! [`World::truth`] says of a row follows from the conjunction; `Open` says nothing. Invariant: a definition speaks only
//! of symbols that were not defined when it was made, so definitions never go round in a circle.

use std::collections::HashMap;

use heureka_ir::invariant::Relation;

use crate::bounds::Bounds;
use crate::linear::{Linear, Row, Symbol};
use crate::question::Numbers;
use crate::subject::Subject;

/// Whether a row holds in all states that the world allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Truth {
    Always,
    Never,
    Open,
}

/// How many rows are compared with a row that is to be shown. More are left to the solver.
const COMPARED: usize = 64;

#[derive(Clone)]
pub struct World<'q> {
    question: &'q Subject<'q>,
    defined: HashMap<Symbol, Linear>,
    /// In terms of symbols without definition, once settled.
    rows: Vec<Row>,
    bounds: HashMap<Symbol, Bounds>,
    /// How many fresh symbols there are.
    fresh: u32,
    /// No state satisfies the rows.
    contradictory: bool,
}

impl<'q> World<'q> {
    pub fn new(question: &'q Subject<'q>) -> World<'q> {
        World {
            question,
            defined: HashMap::new(),
            rows: Vec::new(),
            bounds: HashMap::new(),
            fresh: 0,
            contradictory: false,
        }
    }

    pub fn is_contradictory(&self) -> bool {
        self.contradictory
    }

    /// Adds rows. A row with numbers that are too large is left out, which only makes the world wider.
    pub fn assume(&mut self, rows: impl IntoIterator<Item = Row>) {
        let (equalities, others): (Vec<Row>, Vec<Row>) =
            rows.into_iter().partition(|row| row.relation == Relation::Zero);
        // Constants first: they make the other definitions short.
        let (points, equalities): (Vec<Row>, Vec<Row>) =
            equalities.into_iter().partition(|row| row.linear.terms.len() == 1);
        for row in points.into_iter().chain(equalities) {
            self.define(row);
        }
        self.rows.extend(others);
        // Each round but the last defines a symbol.
        while self.settle() {}
    }

    /// A new symbol, which stands for some number within the bounds.
    pub fn fresh(&mut self, bounds: Bounds) -> Symbol {
        let symbol = Symbol::Fresh(self.fresh);
        self.fresh += 1;
        if bounds != Bounds::OPEN {
            self.bounds.insert(symbol, bounds);
        }
        symbol
    }

    /// The number of fresh symbols so far.
    pub fn fresh_count(&self) -> u32 {
        self.fresh
    }

    /// Narrows what a symbol can be.
    fn bound(&mut self, symbol: Symbol, bounds: Bounds) {
        let narrowed = self.symbol_bounds(symbol).meet(bounds);
        self.contradictory |= narrowed.is_empty();
        self.bounds.insert(symbol, narrowed);
    }

    fn define(&mut self, row: Row) {
        let Some(linear) = self.resolve(&row.linear) else { return };
        if self.refutes_zero(&linear) {
            self.contradictory = true;
        }
        // The latest symbols go first, so that what is known is said in terms of the values at the entry.
        let unit = linear.terms.iter().rev().find(|term| term.1 == 1 || term.1 == -1);
        let Some(&(symbol, factor)) = unit else {
            if let Some(&[(symbol, factor)]) = linear.terms.first_chunk::<1>().filter(|_| linear.terms.len() == 1)
                && linear.constant % factor == 0
            {
                self.defined.insert(symbol, Linear::constant(-(linear.constant / factor)));
                return;
            }
            if !linear.terms.is_empty() {
                self.rows.push(Row::zero(linear));
            }
            return;
        };
        // factor · symbol + rest = 0, and factor is 1 or −1.
        let rest = linear.plus(-factor, &Linear::symbol(symbol)).and_then(|rest| rest.scale(-factor));
        let Some(definition) = rest else { return };
        // What bounded the symbol now bounds its definition.
        let known = self.symbol_bounds(symbol);
        let own = self.bounds_of(&definition);
        if let Some(low) = known.low.filter(|low| own.low.is_none_or(|own| own < *low)) {
            let above = low.checked_neg().and_then(|minus| definition.add_constant(minus));
            self.rows.extend(above.map(Row::at_least_zero));
        }
        if let Some(high) = known.high.filter(|high| own.high.is_none_or(|own| own > *high)) {
            self.rows.extend(definition.scale(-1).and_then(|minus| minus.add_constant(high)).map(Row::at_least_zero));
        }
        self.defined.insert(symbol, definition);
    }

    /// Puts the rows in terms of what is not defined, and reads bounds off them. True if bounds fix a symbol that was not
    /// defined.
    fn settle(&mut self) -> bool {
        let mut is_fixed = false;
        let rows = std::mem::take(&mut self.rows);
        for row in rows {
            let Some(linear) = self.resolve(&row.linear) else { continue };
            let row = self.question.normalise(Row { linear, relation: row.relation });
            match self.truth_by_bounds(&row) {
                Truth::Never => self.contradictory = true,
                Truth::Always => {}
                Truth::Open => {
                    if let [(symbol, factor)] = row.linear.terms[..] {
                        self.bound_by_row(symbol, factor, row.linear.constant, row.relation);
                        if let Bounds { low: Some(low), high: Some(high) } = self.symbol_bounds(symbol)
                            && low == high
                        {
                            self.defined.insert(symbol, Linear::constant(low));
                            is_fixed = true;
                        }
                    }
                    self.rows.push(row);
                }
            }
        }
        is_fixed
    }

    /// `factor · symbol + constant ⋈ 0`
    fn bound_by_row(&mut self, symbol: Symbol, factor: i128, constant: i128, relation: Relation) {
        if !matches!(relation, Relation::AtLeastZero | Relation::AboveZero) {
            return;
        }
        let (Some(minus), Some(size)) = (constant.checked_neg(), factor.checked_abs()) else { return };
        let (down, up) = match factor > 0 {
            true => (minus.div_euclid(size), minus.rem_euclid(size) != 0),
            false => (constant.div_euclid(size), constant.rem_euclid(size) != 0),
        };
        let is_real = self.question.numbers == Numbers::Real;
        // The exact limit lies between `down` and the next integer: over the integers the inner one counts, over the
        // reals the outer one.
        let bounds = match factor > 0 {
            true => Bounds { low: Some(if up && !is_real { down + 1 } else { down }), high: None },
            false => Bounds { low: None, high: Some(if up && is_real { down + 1 } else { down }) },
        };
        self.bound(symbol, bounds);
    }

    /// The expression in terms of symbols without definition.
    pub fn resolve(&self, linear: &Linear) -> Option<Linear> {
        let mut linear = linear.clone();
        // Definitions point forward only, so this ends.
        while let Some((symbol, factor)) = linear.terms.iter().find(|term| self.defined.contains_key(&term.0)).copied()
        {
            linear = linear.plus(-factor, &Linear::symbol(symbol))?.plus(factor, &self.defined[&symbol])?;
        }
        Some(linear)
    }

    pub fn symbol_bounds(&self, symbol: Symbol) -> Bounds {
        self.bounds.get(&symbol).copied().unwrap_or_else(|| self.question.range(symbol))
    }

    pub fn bounds_of(&self, linear: &Linear) -> Bounds {
        linear.terms.iter().fold(Bounds::point(linear.constant), |sum, &(symbol, factor)| {
            sum.add(self.symbol_bounds(symbol).scale(factor))
        })
    }

    /// Whether a row, in resolved symbols, holds.
    pub fn truth(&self, row: &Row) -> Truth {
        match self.truth_by_bounds(row) {
            Truth::Open if self.follows(row) => Truth::Always,
            truth => truth,
        }
    }

    fn refutes_zero(&self, linear: &Linear) -> bool {
        let Bounds { low, high } = self.bounds_of(linear);
        let content = linear.content();
        let is_real = self.question.numbers == Numbers::Real;
        low.is_some_and(|low| low > 0)
            || high.is_some_and(|high| high < 0)
            || !is_real && content > 1 && linear.constant % content != 0
    }

    /// Whether a row, in resolved symbols, holds, judged by the bounds of its symbols only.
    pub fn truth_by_bounds(&self, row: &Row) -> Truth {
        let Bounds { low, high } = self.bounds_of(&row.linear);
        let decide = |always: bool, never: bool| match (always, never) {
            (true, _) => Truth::Always,
            (_, true) => Truth::Never,
            _ => Truth::Open,
        };
        match row.relation {
            Relation::Zero => decide(row.linear.as_constant() == Some(0), self.refutes_zero(&row.linear)),
            Relation::AtLeastZero => decide(low.is_some_and(|low| low >= 0), high.is_some_and(|high| high < 0)),
            Relation::AboveZero => decide(low.is_some_and(|low| low > 0), high.is_some_and(|high| high <= 0)),
            Relation::NonZero => decide(self.refutes_zero(&row.linear), row.linear.as_constant() == Some(0)),
            Relation::Modulo { modulus, width } => {
                if row.linear.terms.iter().any(|term| term.1 % modulus != 0) {
                    return Truth::Open;
                }
                let holds = row.linear.constant.rem_euclid(modulus) <= width;
                decide(holds, !holds)
            }
        }
    }

    /// Whether the row is one of the rows plus something that is never negative.
    fn follows(&self, row: &Row) -> bool {
        let rows = &self.rows[..self.rows.len().min(COMPARED)];
        match row.relation {
            Relation::Zero => {
                let opposite = row.linear.scale(-1).map(Row::at_least_zero);
                self.truth(&Row::at_least_zero(row.linear.clone())) == Truth::Always
                    && opposite.is_some_and(|opposite| self.truth(&opposite) == Truth::Always)
            }
            Relation::AtLeastZero => rows.iter().any(|known| match known.relation {
                Relation::AtLeastZero | Relation::AboveZero => self.exceeds(&row.linear, 1, &known.linear),
                Relation::Zero => {
                    self.exceeds(&row.linear, 1, &known.linear) || self.exceeds(&row.linear, -1, &known.linear)
                }
                Relation::NonZero | Relation::Modulo { .. } => false,
            }),
            Relation::AboveZero => rows
                .iter()
                .any(|known| known.relation == Relation::AboveZero && self.exceeds(&row.linear, 1, &known.linear)),
            Relation::NonZero => {
                rows.iter().any(|known| known.relation == Relation::NonZero && known.linear == row.linear)
            }
            Relation::Modulo { modulus, width } => rows.iter().any(|known| match known.relation {
                Relation::Modulo { modulus: other, width: narrow } if other == modulus => {
                    congruent(&row.linear, &known.linear, modulus)
                        .is_some_and(|by| if narrow == 0 { by <= width } else { by == 0 && narrow <= width })
                }
                _ => false,
            }),
        }
    }

    /// `linear − factor · known ≥ 0`, by bounds.
    fn exceeds(&self, linear: &Linear, factor: i128, known: &Linear) -> bool {
        linear.plus(-factor, known).is_some_and(|rest| self.bounds_of(&rest).low.is_some_and(|low| low >= 0))
    }
}

/// The number by which two expressions differ modulo `modulus`, if it is one.
fn congruent(a: &Linear, b: &Linear, modulus: i128) -> Option<i128> {
    let difference = a.sub(b)?;
    let fixed = difference.terms.iter().all(|term| term.1 % modulus == 0);
    fixed.then(|| difference.constant.rem_euclid(modulus))
}
