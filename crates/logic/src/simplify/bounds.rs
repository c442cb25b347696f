//! Bounds of one and the same sum inside a conjunction or disjunction: only the one that counts stays, two that meet become
//! an equation, two that exclude each other (or leave nothing out) decide.

use std::collections::BTreeMap;

use heureka_number::Rational;

use crate::op::Op;
use crate::pool::{TermId, Terms};
use crate::simplify::sum::number;
use crate::sort::SortId;

pub enum Merged {
    Same,
    Changed,
    /// False for a conjunction, true for a disjunction.
    Decided,
}

/// A limit, and whether the limit itself is excluded.
type Limit = (Rational, bool);

#[derive(Default)]
struct Interval {
    upper: Option<(Limit, TermId)>,
    lower: Option<(Limit, TermId)>,
    /// Equations: as a conjunction both bounds, as a disjunction points.
    points: Vec<(Rational, TermId)>,
    dropped: bool,
}

enum Bound {
    Upper(Limit),
    Lower(Limit),
    Point(Rational),
}

/// The sum that a comparison with a constant is about, and what it says.
fn bound(terms: &Terms, term: TermId) -> Option<(TermId, Bound)> {
    let op = terms.op(term);
    if !matches!(op, Op::Le | Op::Lt | Op::Eq) {
        return None;
    }
    let &[a, b] = terms.children(term) else { return None };
    if !terms.sort(a).is_numeric() {
        return None;
    }
    let strict = op == Op::Lt;
    match (number(terms, a), number(terms, b)) {
        (None, Some(limit)) if op == Op::Eq => Some((a, Bound::Point(limit))),
        (None, Some(limit)) => Some((a, Bound::Upper((limit, strict)))),
        (Some(limit), None) if op != Op::Eq => Some((b, Bound::Lower((limit, strict)))),
        _ => None,
    }
}

/// The sum that a comparison with a constant is about.
fn part_of(terms: &Terms, term: TermId) -> Option<TermId> {
    let (Op::Le | Op::Lt | Op::Eq, &[a, b]) = (terms.op(term), terms.children(term)) else { return None };
    match (terms.op(a).is_constant(), terms.op(b).is_constant()) {
        (false, true) => Some(a),
        (true, false) => Some(b),
        _ => None,
    }
}

pub fn merge(terms: &mut Terms, op: Op, set: &mut Vec<TermId>) -> Merged {
    // Most sets have no two bounds of one sum: find that out before looking at numbers.
    let mut parts: Vec<TermId> = set.iter().filter_map(|&operand| part_of(terms, operand)).collect();
    parts.sort_unstable();
    let mut repeated: Vec<TermId> = parts.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
    if repeated.is_empty() {
        return Merged::Same;
    }
    repeated.dedup();
    let conjunction = op == Op::And;
    let mut intervals: BTreeMap<TermId, Interval> = BTreeMap::new();
    let mut kept = Vec::new();
    for &operand in set.iter() {
        let concerned = part_of(terms, operand).is_some_and(|part| repeated.binary_search(&part).is_ok());
        match bound(terms, operand).filter(|_| concerned) {
            None => kept.push(operand),
            Some((part, bound)) => intervals.entry(part).or_default().add(bound, operand, conjunction),
        }
    }
    let mut changed = false;
    for (part, mut interval) in intervals {
        changed |= interval.dropped;
        let decided = if conjunction {
            interval.intersect(terms, part, &mut kept, &mut changed)
        } else {
            interval.unite(terms.sort(part) == SortId::INT, &mut kept, &mut changed)
        };
        if decided {
            return Merged::Decided;
        }
    }
    if !changed {
        return Merged::Same;
    }
    *set = kept;
    Merged::Changed
}

impl Interval {
    fn add(&mut self, bound: Bound, term: TermId, conjunction: bool) {
        // For a conjunction the tighter bound counts, for a disjunction the looser.
        let tighter_upper = |new: &Limit, old: &Limit| new.0 < old.0 || new.0 == old.0 && new.1 && !old.1;
        let tighter_lower = |new: &Limit, old: &Limit| new.0 > old.0 || new.0 == old.0 && new.1 && !old.1;
        let (slot, limit, tighter) = match bound {
            Bound::Point(value) => {
                self.points.push((value, term));
                return;
            }
            Bound::Upper(limit) => {
                let tighter = self.upper.as_ref().map(|(old, _)| tighter_upper(&limit, old));
                (&mut self.upper, limit, tighter)
            }
            Bound::Lower(limit) => {
                let tighter = self.lower.as_ref().map(|(old, _)| tighter_lower(&limit, old));
                (&mut self.lower, limit, tighter)
            }
        };
        match tighter {
            None => *slot = Some((limit, term)),
            Some(tighter) => {
                self.dropped = true;
                if tighter == conjunction {
                    *slot = Some((limit, term));
                }
            }
        }
    }

    fn within(&self, value: &Rational) -> bool {
        let below =
            self.upper.as_ref().is_none_or(|((limit, strict), _)| if *strict { value < limit } else { value <= limit });
        let above =
            self.lower.as_ref().is_none_or(|((limit, strict), _)| if *strict { value > limit } else { value >= limit });
        below && above
    }

    /// Keeps what a conjunction needs; whether nothing satisfies it.
    fn intersect(&mut self, terms: &mut Terms, part: TermId, kept: &mut Vec<TermId>, changed: &mut bool) -> bool {
        if let Some((value, term)) = self.points.first() {
            if !self.within(value) || self.points.iter().any(|(other, _)| other != value) {
                return true;
            }
            *changed |= self.points.len() > 1 || self.upper.is_some() || self.lower.is_some();
            kept.push(*term);
            return false;
        }
        if let (Some(((high, high_strict), _)), Some(((low, low_strict), _))) = (&self.upper, &self.lower) {
            if low > high || low == high && (*high_strict || *low_strict) {
                return true;
            }
            if low == high {
                let domain = crate::simplify::sum::Domain::of(terms.sort(part));
                let value = domain.constant(terms, high.clone());
                let equation = crate::simplify::equality::eq(terms, part, value);
                kept.push(equation);
                *changed = true;
                return false;
            }
        }
        kept.extend(self.upper.iter().chain(&self.lower).map(|(_, term)| *term));
        false
    }

    /// Keeps what a disjunction needs; whether everything satisfies it.
    fn unite(&mut self, integer: bool, kept: &mut Vec<TermId>, changed: &mut bool) -> bool {
        if let (Some(((high, high_strict), _)), Some(((low, low_strict), _))) = (&self.upper, &self.lower) {
            let gap = if integer && !high_strict && !low_strict { Rational::from(1) } else { Rational::from(0) };
            let reach = high + &gap;
            if *low < reach || *low == reach && !(*high_strict && *low_strict) {
                return true;
            }
        }
        for (value, term) in &self.points {
            let below =
                self.upper.as_ref().is_some_and(|((limit, strict), _)| value < limit || !strict && value == limit);
            let above =
                self.lower.as_ref().is_some_and(|((limit, strict), _)| value > limit || !strict && value == limit);
            if below || above {
                *changed = true;
            } else {
                kept.push(*term);
            }
        }
        kept.extend(self.upper.iter().chain(&self.lower).map(|(_, term)| *term));
        false
    }
}
