//! Abstract disjunctive linear constraints `λx.λx′.D` (paper 000 §4): relations between tuples, given by a DLC.
//!
//! Layout: the entry tuple x is `Var(0) .. Var(n−1)`, the current tuple x′ is `Var(n) .. Var(n+m−1)`. Path edges and
//! the transition relations of a procedure have n = m, the paper's arity; relations into and out of calls need not.
//! Invariant: the DLC mentions no other variable.
//!
//! The paper's steps are compositions of what is here: *Join*(P, τ) is [`Adlc::join`]; *SelfLoop*(P) is
//! [`Adlc::self_loop`]; *SEJoin* joins with a summary edge that was brought to the caller's tuples by [`Adlc::apply`];
//! *prop* is [`Adlc::extend`], whose answer says whether anything was new.

use std::ops::Range;

use super::{Dlc, Inserted};
use crate::conjunction::Conjunction;
use crate::expr::{LinearExpr, Var};
use crate::names::Names;
use crate::row::{Kind, Numbers};

/// The lengths of the two tuples.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Arity {
    pub entry: u32,
    pub current: u32,
}

impl Arity {
    /// Tuples of the same length: the paper's arity n.
    pub fn square(n: u32) -> Arity {
        Arity { entry: n, current: n }
    }

    /// The variable at a place of the entry tuple.
    pub fn entry_var(self, place: u32) -> Var {
        assert!(place < self.entry, "place {place} of an entry tuple of {}", self.entry);
        Var(place)
    }

    /// The variable at a place of the current tuple.
    pub fn current_var(self, place: u32) -> Var {
        assert!(place < self.current, "place {place} of a current tuple of {}", self.current);
        Var(self.entry + place)
    }

    /// The first variable that belongs to neither tuple.
    pub fn end(self) -> Var {
        Var(self.entry + self.current)
    }

    fn current_vars(self) -> Range<u32> {
        self.entry..self.entry + self.current
    }
}

/// A relation between an entry tuple and a current tuple.
#[derive(Clone)]
pub struct Adlc {
    arity: Arity,
    dlc: Dlc,
}

impl Adlc {
    /// `λx.λx′.⊥`
    pub fn bottom(arity: Arity, numbers: Numbers) -> Adlc {
        Adlc { arity, dlc: Dlc::bottom(numbers) }
    }

    /// `λx.λx′.(x′ = x)`
    pub fn identity(n: u32, numbers: Numbers) -> Adlc {
        let arity = Arity::square(n);
        let same = |place| {
            let difference = LinearExpr::var(arity.current_var(place)).minus(&LinearExpr::var(arity.entry_var(place)));
            (difference, Kind::Equal)
        };
        Adlc { arity, dlc: Dlc::from(Conjunction::new(numbers, (0..n).map(same))) }
    }

    /// `λx.λx′.D`, where D mentions only the variables of the two tuples.
    pub fn new(arity: Arity, dlc: Dlc) -> Adlc {
        let own = |disjunct: &Conjunction| disjunct.vars().last().is_none_or(|var| *var < arity.end());
        assert!(dlc.disjuncts().all(own), "a relation of arity {arity:?} mentions other variables: {dlc:?}");
        Adlc { arity, dlc }
    }

    pub fn arity(&self) -> Arity {
        self.arity
    }

    pub fn numbers(&self) -> Numbers {
        self.dlc.numbers()
    }

    /// The relation as a set of points.
    pub fn dlc(&self) -> &Dlc {
        &self.dlc
    }

    pub fn is_empty(&self) -> bool {
        self.dlc.is_empty()
    }

    /// Adds pairs; says whether any is new.
    pub fn insert(&mut self, conjunction: Conjunction) -> Inserted {
        let own = conjunction.vars().last().is_none_or(|var| *var < self.arity.end());
        assert!(own, "a relation of arity {:?} mentions other variables: {conjunction:?}", self.arity);
        self.dlc.insert(conjunction)
    }

    /// Union with another relation in place; says whether any pair is new.
    pub fn extend(&mut self, other: &Adlc) -> bool {
        assert_eq!(self.arity, other.arity, "relations of one arity");
        self.dlc.extend(&other.dlc)
    }

    /// The union δ₁ ⊔ δ₂.
    pub fn or(&self, other: &Adlc) -> Adlc {
        assert_eq!(self.arity, other.arity, "relations of one arity");
        Adlc { arity: self.arity, dlc: self.dlc.or(&other.dlc) }
    }

    /// The conjunction δ₁ ⊓ δ₂.
    pub fn and(&self, other: &Adlc) -> Adlc {
        assert_eq!(self.arity, other.arity, "relations of one arity");
        Adlc { arity: self.arity, dlc: self.dlc.and(&other.dlc) }
    }

    /// The negation ∼δ.
    pub fn negated(&self) -> Adlc {
        Adlc { arity: self.arity, dlc: self.dlc.negated() }
    }

    /// Entailment δ₁ ⊑ δ₂.
    pub fn entails(&self, other: &Adlc) -> bool {
        assert_eq!(self.arity, other.arity, "relations of one arity");
        self.dlc.entails(&other.dlc)
    }

    /// The application δ(s, t) to tuples of expressions, over any variables.
    pub fn apply(&self, entry: &[LinearExpr], current: &[LinearExpr]) -> Dlc {
        assert_eq!(entry.len(), self.arity.entry as usize, "one expression for each place of the entry tuple");
        assert_eq!(current.len(), self.arity.current as usize, "one expression for each place of the current tuple");
        self.dlc.apply(|var| {
            let place = var.0 as usize;
            entry.get(place).unwrap_or_else(|| &current[place - entry.len()]).clone()
        })
    }

    /// The paper's Join, composition of relations: `λx.λx″.∃x′.(δ₁(x, x′) ⊓ δ₂(x′, x″))`.
    pub fn join(&self, next: &Adlc) -> Adlc {
        let mut result = Adlc::bottom(Arity { entry: self.arity.entry, current: next.arity.current }, self.numbers());
        result.dlc = result.dlc.no_more_exact_than([&self.dlc, &next.dlc]);
        let steps: Vec<Conjunction> =
            next.dlc.disjuncts().map(|step| self.arity.second_half(step, next.arity)).collect();
        for edge in self.dlc.disjuncts() {
            let edge = self.arity.first_half(edge, next.arity);
            for step in &steps {
                result.dlc.insert_projection(&edge.and(step), |var| var >= result.arity.end());
            }
        }
        result
    }

    /// The Join of one path edge only: what follows from it by the transition relation. For worklists that hand on
    /// what is new; each disjunct is one step of one disjunct of the relation.
    pub fn step(&self, edge: &Conjunction, arity: Arity) -> Dlc {
        let end = Var(arity.entry + self.arity.current);
        let edge = arity.first_half(edge, self.arity);
        let mut result = Dlc::bottom(self.numbers()).no_more_exact_than([&self.dlc]);
        for step in self.dlc.disjuncts() {
            result.insert_projection(&edge.and(&arity.second_half(step, self.arity)), |var| var >= end);
        }
        result
    }

    /// The tuples x that are related to some x′, over `Var(0) ..`.
    pub fn domain(&self) -> Dlc {
        let current = self.arity.current_vars();
        self.dlc.exists(|var| current.contains(&var.0))
    }

    /// The tuples x′ that some x is related to, over `Var(0) ..`.
    pub fn range(&self) -> Dlc {
        let entry = self.arity.entry;
        self.dlc.exists(|var| var.0 < entry).rename(|var| Var(var.0 - entry))
    }

    /// The paper's SelfLoop: `λx.λx′.(x′ = x ⊓ ∃y.δ(y, x))`, the path edges that start where these end.
    pub fn self_loop(&self) -> Adlc {
        let identity = Adlc::identity(self.arity.current, self.numbers());
        Adlc { arity: identity.arity, dlc: identity.dlc.and(&self.range()) }
    }

    /// The relation read backwards: `λx′.λx.δ(x, x′)`.
    pub fn inverse(&self) -> Adlc {
        let Arity { entry, current } = self.arity;
        let turned = |var: Var| if var.0 < entry { Var(var.0 + current) } else { Var(var.0 - entry) };
        Adlc { arity: Arity { entry: current, current: entry }, dlc: self.dlc.rename(turned) }
    }

    pub fn show(&self, names: &Names) -> String {
        self.dlc.show(names)
    }
}

impl Arity {
    /// A disjunct of δ₁ in the variables of δ₁ ∘ δ₂: x and x″ as in the result, x′ above them. As the highest
    /// variables, those of x′ are what equalities are solved for, so that most eliminations only drop rows.
    fn first_half(self, edge: &Conjunction, next: Arity) -> Conjunction {
        edge.rename(|var| if var.0 < self.entry { var } else { Var(var.0 + next.current) })
    }

    /// A disjunct of δ₂ likewise.
    fn second_half(self, step: &Conjunction, next: Arity) -> Conjunction {
        assert_eq!(self.current, next.entry, "the second relation starts with the tuple that the first ends with");
        step.rename(|var| {
            if var.0 < next.entry {
                Var(self.entry + next.current + var.0)
            } else {
                Var(self.entry + var.0 - next.entry)
            }
        })
    }
}

impl std::fmt::Debug for Adlc {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "λ{}.λ{}.{:?}", self.arity.entry, self.arity.current, self.dlc)
    }
}
