//! Relations between the values of a few places before and after, as unions of conjunctions: one round of a loop and its
//! powers.
//!
//! Layout as `Arity::square`: `Var(i)` is the value before, `Var(n + i)` the value after. Invariant: no other
//! variables, and nothing was lost or added on the way: what could only be approximated is an error.

use std::cell::Cell;
use std::rc::Rc;

use heureka_linear::{Conjunction, Dlc, Kind, LinearExpr, Numbers, Var};

use heureka_number::Int;

use super::limits::{Limits, Reason};
use super::path::Path;

/// A union of conjunctions over `n` values before and `n` after.
#[derive(Clone, Debug)]
pub(super) struct Relation {
    n: u32,
    disjuncts: Vec<Conjunction>,
}

/// Counts compositions, and stops when there were too many.
pub(super) struct Effort<'a> {
    pub limits: &'a Limits,
    left: Rc<Cell<usize>>,
    /// What this part may use of it.
    share: usize,
}

impl<'a> Effort<'a> {
    pub fn new(limits: &'a Limits, most: usize) -> Effort<'a> {
        Effort { limits, left: Rc::new(Cell::new(most)), share: limits.compositions }
    }

    /// The same effort, of which a part is allowed that may fail without harm to the rest.
    pub fn share(&self) -> Effort<'a> {
        Effort { limits: self.limits, left: Rc::clone(&self.left), share: self.share / 4 }
    }

    fn spend(&mut self) -> Result<(), Reason> {
        self.share = self.share.checked_sub(1).ok_or(Reason::TooLarge)?;
        self.left.set(self.left.get().checked_sub(1).ok_or(Reason::TooLarge)?);
        Ok(())
    }

    /// What is left of the whole.
    pub fn left(&self) -> usize {
        self.left.get()
    }
}

impl Relation {
    pub fn empty(n: u32) -> Relation {
        Relation { n, disjuncts: Vec::new() }
    }

    /// The union of the conjunctions, as few as they can easily be; `Var(2n)` and later are existential.
    pub fn new(n: u32, conjunctions: impl IntoIterator<Item = Conjunction>) -> Result<Relation, Reason> {
        let mut union = Dlc::bottom(Numbers::Integer);
        for conjunction in conjunctions {
            let projection = conjunction.project(|var| var.0 >= 2 * n);
            if !projection.exact {
                return Err(Reason::Inexact);
            }
            for disjunct in projection.disjuncts {
                union.insert(disjunct);
            }
        }
        Ok(Relation::from_union(n, &union))
    }

    fn from_union(n: u32, union: &Dlc) -> Relation {
        Relation { n, disjuncts: union.disjuncts().cloned().collect() }
    }

    /// The same pairs, in fewer conjunctions if two of them make one. All pairs are tried: it is for results.
    pub fn coalesced(self) -> Relation {
        if !(2..=MERGED).contains(&self.disjuncts.len()) {
            return self;
        }
        let mut union = Dlc::new(Numbers::Integer, self.disjuncts);
        union.coalesce();
        Relation::from_union(self.n, &union)
    }

    /// What the paths do to the places, which must be all that they touch.
    pub fn of_paths(paths: &[Path], places: &[u32], width: u32) -> Result<Relation, Reason> {
        let n = places.len() as u32;
        let rename = |var: Var| match var.0.checked_sub(width) {
            Some(fresh) => Var(2 * n + fresh),
            None => Var(places.binary_search(&var.0).expect("a place that the path touches") as u32),
        };
        let conjunction = |path: &Path| {
            let after = places.iter().enumerate().map(|(at, place)| {
                let value = path.value(*place).rename(rename);
                (LinearExpr::var(Var(n + at as u32)).minus(&value), Kind::Equal)
            });
            path.condition().rename(rename).with_all(after)
        };
        Relation::new(n, paths.iter().map(conjunction))
    }

    pub fn is_empty(&self) -> bool {
        self.disjuncts.is_empty()
    }

    pub fn variables(&self) -> u32 {
        self.n
    }

    pub fn disjuncts(&self) -> &[Conjunction] {
        &self.disjuncts
    }

    /// One disjunct as a relation.
    pub fn only(&self, disjunct: usize) -> Relation {
        Relation { n: self.n, disjuncts: vec![self.disjuncts[disjunct].clone()] }
    }

    pub fn or(&self, other: &Relation) -> Relation {
        let union = Dlc::new(Numbers::Integer, self.disjuncts.iter().chain(&other.disjuncts).cloned());
        Relation::from_union(self.n, &union)
    }

    /// With one more row on the pairs.
    pub fn with(&self, expr: &LinearExpr, kind: Kind) -> Relation {
        let disjuncts = self.disjuncts.iter().map(|disjunct| disjunct.with(expr.clone(), kind.clone())).collect();
        Relation { n: self.n, disjuncts }
    }

    /// Whether a pair of states is related.
    pub fn relates(&self, before: &[Int], after: &[Int]) -> bool {
        let value = |var: Var| match var.0.checked_sub(self.n) {
            None => before[var.0 as usize].clone(),
            Some(place) => after[place as usize].clone(),
        };
        self.disjuncts.iter().any(|disjunct| disjunct.holds_at(value))
    }

    /// First this, then the next: `∃y. self(x, y) ∧ next(y, z)`.
    pub fn then(&self, next: &Relation, effort: &mut Effort) -> Result<Relation, Reason> {
        let n = self.n;
        let mut union = Dlc::bottom(Numbers::Integer);
        for first in &self.disjuncts {
            let first = first.rename(|var| if var.0 < n { var } else { Var(var.0 + n) });
            for second in &next.disjuncts {
                effort.spend()?;
                let second = second.rename(|var| if var.0 < n { Var(var.0 + 2 * n) } else { var });
                let projection = first.and(&second).project(|var| var.0 >= 2 * n);
                if !projection.exact {
                    return Err(Reason::Inexact);
                }
                for disjunct in projection.disjuncts {
                    union.insert(disjunct);
                }
            }
            if union.len() > effort.limits.parts {
                return Err(Reason::TooLarge);
            }
        }
        Ok(Relation::from_union(n, &union))
    }

    /// Whether every pair is one of the other.
    pub fn entails(&self, other: &Relation) -> bool {
        let union = Dlc::new(Numbers::Integer, other.disjuncts.iter().cloned());
        self.disjuncts.iter().all(|disjunct| union.contains(disjunct))
    }

    /// The relation on some of the variables, in this order; the others are existential.
    pub fn on(&self, kept: &[u32]) -> Result<Relation, Reason> {
        let n = self.n;
        let count = kept.len() as u32;
        let place = |var: Var| {
            let (index, half) = (var.0 % n, var.0 / n);
            match kept.iter().position(|it| *it == index) {
                Some(at) => Var(at as u32 + half * count),
                None => Var(2 * count + var.0),
            }
        };
        Relation::new(count, self.disjuncts.iter().map(|disjunct| disjunct.rename(place)))
    }

    /// The relation in a space of `n` variables, where its variable i is `places[i]`; the others are arbitrary.
    pub fn lift(&self, n: u32, places: &[u32]) -> Relation {
        let name = |var: Var| match var.0.checked_sub(self.n) {
            None => Var(places[var.0 as usize]),
            Some(after) => Var(n + places[after as usize]),
        };
        Relation { n, disjuncts: self.disjuncts.iter().map(|disjunct| disjunct.rename(name)).collect() }
    }

    /// Whether some disjunct depends on the value of the variable before.
    pub fn reads(&self, variable: u32) -> bool {
        self.disjuncts.iter().any(|disjunct| disjunct.mentions(Var(variable)))
    }

    /// The variables that change or matter; the others keep their values and are mentioned nowhere else.
    pub fn active(&self) -> Vec<u32> {
        let idle = |variable: &u32| {
            let after = Var(self.n + variable);
            let keeps =
                |disjunct: &Conjunction| disjunct.mentions(after) && only_keeps(disjunct, Var(*variable), after);
            self.disjuncts.iter().all(keeps)
        };
        (0..self.n).filter(|variable| !idle(variable)).collect()
    }

    /// Whether each disjunct keeps the variable's value, or does not depend on it.
    pub fn keeps_or_ignores(&self, variable: u32) -> bool {
        let (before, after) = (Var(variable), Var(self.n + variable));
        self.disjuncts.iter().all(|disjunct| !disjunct.mentions(before) || only_keeps(disjunct, before, after))
    }
}

/// Whether all that a conjunction may say of two variables is that they are equal.
fn only_keeps(conjunction: &Conjunction, before: Var, after: Var) -> bool {
    let same = LinearExpr::var(after).minus(&LinearExpr::var(before));
    let mut rows = conjunction.rows().iter().filter(|row| row.mentions(before) || row.mentions(after));
    rows.all(|row| row.is_equality() && *row.expr() == same)
}

/// Up to this many disjuncts all pairs are tried for a union.
const MERGED: usize = 24;
