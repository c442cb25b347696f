//! Dropping from a formula what its siblings already say: `a ∧ (b ∨ (a ∧ c))` is `a ∧ (b ∨ c)`, `x ≤ 1 ∧ (x ≤ 2 ∨ b)` is
//! `x ≤ 1`, and the same with "and" and "or" exchanged. Interpolants read off a proof repeat themselves in this way.
//!
//! Invariant: the formula stays equivalent. In a conjunction a part may be simplified as if its siblings were true, in
//! a disjunction as if they were false.

use std::collections::{HashMap, HashSet};

use heureka_logic::{Op, TermId, Terms};
use heureka_number::Rational;

/// More parts than this are left as they are: each is compared with all others.
const MOST_PARTS: usize = 64;

/// Which kind of formula the parts make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    All,
    Any,
}

impl Side {
    fn op(self) -> Op {
        match self {
            Side::All => Op::And,
            Side::Any => Op::Or,
        }
    }

    fn dual(self) -> Side {
        match self {
            Side::All => Side::Any,
            Side::Any => Side::All,
        }
    }
}

/// Simplifies the parts of a conjunction or disjunction by each other. False if they contradict each other (in a
/// disjunction: if one of them holds always).
pub fn absorb(terms: &mut Terms, parts: &mut Vec<TermId>, side: Side) -> bool {
    if parts.len() > MOST_PARTS {
        return true;
    }
    let mut place = 0;
    while place < parts.len() {
        let op = terms.op(parts[place]);
        if op != side.dual().op() {
            // Of atoms, an equality makes a bound superfluous in a conjunction, and the other way round.
            let candidate = op == if side == Side::All { Op::Le } else { Op::Eq };
            if candidate && Siblings::of(terms, parts, place, side).says(terms, parts[place]) {
                parts.remove(place);
            } else {
                place += 1;
            }
            continue;
        }
        let siblings = Siblings::of(terms, parts, place, side);
        match siblings.simplify(terms, parts[place]) {
            Simplified::Dropped => {
                parts.remove(place);
            }
            Simplified::Decides => return false,
            Simplified::To(part) => {
                // One that became a part of the outer kind dissolves into its own parts.
                let inner = if terms.op(part) == side.op() { terms.children(part).to_vec() } else { vec![part] };
                parts.remove(place);
                let new: Vec<TermId> = inner.into_iter().filter(|part| !parts.contains(part)).collect();
                let count = new.len();
                parts.splice(place..place, new);
                place += count;
            }
        }
    }
    true
}

enum Simplified {
    /// The siblings say as much.
    Dropped,
    /// The whole is decided against its neutral value.
    Decides,
    To(TermId),
}

/// What the siblings of a part say.
struct Siblings {
    side: Side,
    parts: HashSet<TermId>,
    bounds: HashMap<Direction, Rational>,
}

impl Siblings {
    fn of(terms: &Terms, parts: &[TermId], place: usize, side: Side) -> Siblings {
        let others = parts.iter().enumerate().filter(|(at, _)| *at != place).map(|(_, &part)| part);
        let mut siblings = Siblings { side, parts: others.clone().collect(), bounds: HashMap::new() };
        for part in others {
            if let Some((direction, bound)) = direction(terms, part) {
                siblings.add_bound(direction, bound);
            } else if side == Side::All
                && let (Op::Eq, &[a, b]) = (terms.op(part), terms.children(part))
                && terms.sort(a).is_numeric()
            {
                let (there, back) = (bound_of(terms, a, b), bound_of(terms, b, a));
                siblings.add_bound(there.0, there.1);
                siblings.add_bound(back.0, back.1);
            }
        }
        siblings
    }

    fn add_bound(&mut self, direction: Direction, bound: Rational) {
        let side = self.side;
        self.bounds
            .entry(direction)
            .and_modify(|known| {
                let better = if side == Side::All { bound < *known } else { bound > *known };
                if better {
                    *known = bound.clone();
                }
            })
            .or_insert(bound);
    }

    /// A part of the dual kind: its children without what the siblings settle.
    fn simplify(&self, terms: &mut Terms, part: TermId) -> Simplified {
        let mut kept = Vec::new();
        for child in terms.children(part).to_vec() {
            let members = if terms.op(child) == self.side.op() { terms.children(child).to_vec() } else { vec![child] };
            if members.iter().any(|&member| self.contradicts(terms, member)) {
                continue;
            }
            let open: Vec<TermId> = members.into_iter().filter(|&member| !self.says(terms, member)).collect();
            if open.is_empty() {
                return Simplified::Dropped;
            }
            let child = build(terms, self.side, &open);
            if !kept.contains(&child) {
                kept.push(child);
            }
        }
        if kept.is_empty() {
            return Simplified::Decides;
        }
        Simplified::To(build(terms, self.side.dual(), &kept))
    }

    /// Whether the siblings make it neutral: true in a conjunction, false in a disjunction.
    fn says(&self, terms: &Terms, member: TermId) -> bool {
        if self.parts.contains(&member) {
            return true;
        }
        match (terms.op(member), terms.children(member)) {
            (Op::Le, &[a, b]) => self.bounds_say(terms, a, b),
            // An equality implies both bounds, so it is false if one of them is.
            (Op::Eq, &[a, b]) if self.side == Side::Any && terms.sort(a).is_numeric() => {
                self.bounds_say(terms, a, b) || self.bounds_say(terms, b, a)
            }
            _ => false,
        }
    }

    /// Whether a sibling settles `left ≤ right`.
    fn bounds_say(&self, terms: &Terms, left: TermId, right: TermId) -> bool {
        let (direction, bound) = bound_of(terms, left, right);
        self.bounds.get(&direction).is_some_and(|known| match self.side {
            Side::All => *known <= bound,
            Side::Any => bound <= *known,
        })
    }

    /// Whether it is the negation of a sibling.
    fn contradicts(&self, terms: &Terms, member: TermId) -> bool {
        if terms.op(member) == Op::Not {
            return self.parts.contains(&terms.children(member)[0]);
        }
        self.parts.iter().any(|&part| terms.op(part) == Op::Not && terms.children(part)[0] == member)
    }
}

fn build(terms: &mut Terms, side: Side, parts: &[TermId]) -> TermId {
    match side {
        Side::All => terms.and(parts),
        Side::Any => terms.or(parts),
    }
}

/// The two sides of an inequality, without their constants.
pub type Direction = (Vec<TermId>, Vec<TermId>);

/// Reads `l + c ≤ r + d` as `l ≤ r + (d − c)`.
pub fn direction(terms: &Terms, part: TermId) -> Option<(Direction, Rational)> {
    match (terms.op(part), terms.children(part)) {
        (Op::Le, &[left, right]) => Some(bound_of(terms, left, right)),
        _ => None,
    }
}

/// `left ≤ right` as a direction and its bound.
fn bound_of(terms: &Terms, left: TermId, right: TermId) -> (Direction, Rational) {
    let number = |term: TermId| {
        terms.as_real(term).cloned().or_else(|| terms.as_int(term).map(|value| Rational::from(value.clone())))
    };
    let side = |term: TermId| {
        let addends = if terms.op(term) == Op::Add { terms.children(term) } else { std::slice::from_ref(&term) };
        match addends.split_last().and_then(|(last, rest)| Some((rest, number(*last)?))) {
            Some((rest, constant)) => (rest.to_vec(), constant),
            None => (addends.to_vec(), Rational::ZERO),
        }
    };
    let ((left, lower), (right, upper)) = (side(left), side(right));
    ((left, right), upper - lower)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula;
    use heureka_logic::SortId;
    use heureka_logic::smtlib::{parse_term, print_term};

    /// The text of the formula built anew from its leaves.
    fn rebuilt(text: &str) -> String {
        let mut terms = Terms::new();
        for name in ["p", "q"] {
            terms.constant(name, SortId::BOOL);
        }
        for name in ["x", "y"] {
            terms.constant(name, SortId::INT);
        }
        let root = parse_term(&mut terms, text).unwrap();
        let new = formula::rebuilt(&mut terms, root);
        print_term(&terms, new)
    }

    #[test]
    fn siblings_settle_what_they_say() {
        for (text, short) in [
            ("(and p (or q (and p (<= x 1))))", "(and p (or q (<= x 1)))"),
            ("(and (<= x 1) (or q (<= x 2)))", "(<= x 1)"),
            ("(and p (or (not p) q))", "(and p q)"),
            ("(and p (or (not p) (and (not p) q)))", "false"),
            ("(or p (and (not p) q))", "(or p q)"),
            ("(or (<= x 1) (and (<= x 0) q))", "(<= x 1)"),
            ("(or (<= x 1) (= x 1) q)", "(or (<= x 1) q)"),
            ("(and (<= x 1) (<= 1 x) (<= x 2))", "(= x 1)"),
            ("(and (= x 1) (or q (<= x 3)))", "(= x 1)"),
            ("(and (<= x (+ y 1)) (<= x (+ y 3)))", "(<= x (+ y 1))"),
            ("(or p (and q (or p (<= x 0))))", "(or p (and q (<= x 0)))"),
            ("(and p (or q (not q)))", "p"),
        ] {
            assert_eq!(rebuilt(text), short, "{text}");
        }
    }
}
