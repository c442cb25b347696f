//! Disjunctive linear constraints (DLC, papers 002 and 000 §4) and their abstractions (ADLC).
//!
//! A [`Dlc`] is a set of points given as a disjunction of conjunctions. It only grows: [`Dlc::insert`] adds a
//! conjunction unless the set contains it already, and unites disjuncts whose union is exactly one conjunction.
//!
//! Invariant: the disjuncts have points, none of them is the same as another, and each is filed in the index. What has
//! been inserted as new is kept in the order of insertion, as it was given, beside the disjuncts: a worklist takes
//! from there what is new since it last looked, whatever became of the disjuncts meanwhile.

mod adlc;
mod boxes;
mod bucket;
mod coalesce;
mod cover;
mod entail;
mod index;
mod insert;
mod operations;
mod profile;
mod runs;
mod sample;
mod shelf;
mod stride;
mod text;
mod union_of;
mod unite;
mod widen;

pub use adlc::{Adlc, Arity};
pub use insert::{DisjunctId, Inserted, Mark};
pub use widen::DlcWidening;

use std::collections::BTreeMap;

use heureka_number::Int;

use crate::conjunction::Conjunction;
use crate::expr::Var;
use crate::hash::QuickSet;
use crate::row::Numbers;

use crate::simplex::Model;

use coalesce::Recent;
use index::{Form, Index, Slot};

/// A disjunction of conjunctions.
#[derive(Clone)]
pub struct Dlc {
    numbers: Numbers,
    disjuncts: BTreeMap<Slot, Disjunct>,
    next_slot: u32,
    index: Index,
    recent: Recent,
    /// What was new, in the order of insertion.
    inserted: Vec<Conjunction>,
    /// Conjunctions that are known to lie within.
    known: QuickSet<Conjunction>,
    /// Whether no operation on the way gave more points than it should.
    exact: bool,
    /// How many disjuncts there were when those within others were last removed.
    purged_at: usize,
    statistics: DlcStatistics,
}

#[derive(Debug, Clone)]
struct Disjunct {
    conjunction: Conjunction,
    form: Form,
    /// One of its points.
    point: Model,
}

/// How often each step decided an insertion, and what became of disjuncts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DlcStatistics {
    /// The same conjunction was inserted before, or it was a contradiction by its form.
    pub by_hash: u64,
    /// A point lies outside all disjuncts, or the conjunction has none.
    pub by_point: u64,
    /// One disjunct contains the conjunction.
    pub by_disjunct: u64,
    /// The conjunction was cut into pieces.
    pub by_split: u64,
    /// Disjuncts that became part of a union.
    pub united: u64,
    /// Disjuncts removed because another one contains them.
    pub removed: u64,
}

impl Dlc {
    /// The empty disjunction: no point satisfies it (the paper's ⊥).
    pub fn bottom(numbers: Numbers) -> Dlc {
        Dlc {
            numbers,
            disjuncts: BTreeMap::new(),
            next_slot: 0,
            index: Index::default(),
            recent: Recent::default(),
            inserted: Vec::new(),
            known: QuickSet::default(),
            exact: true,
            purged_at: 0,
            statistics: DlcStatistics::default(),
        }
    }

    /// Everything.
    pub fn top(numbers: Numbers) -> Dlc {
        Dlc::from(Conjunction::top(numbers))
    }

    /// The union of the conjunctions.
    pub fn new(numbers: Numbers, conjunctions: impl IntoIterator<Item = Conjunction>) -> Dlc {
        let mut dlc = Dlc::bottom(numbers);
        for conjunction in conjunctions {
            dlc.insert(conjunction);
        }
        dlc
    }

    pub fn numbers(&self) -> Numbers {
        self.numbers
    }

    /// Whether these are exactly the points that the operations on the way say. If not, a projection hit its size
    /// limit, and there may be more points.
    pub fn is_exact(&self) -> bool {
        self.exact
    }

    /// Whether no point satisfies it.
    pub fn is_empty(&self) -> bool {
        self.disjuncts.is_empty()
    }

    /// The number of disjuncts.
    pub fn len(&self) -> usize {
        self.disjuncts.len()
    }

    /// The disjuncts, oldest first; one that was united from others is as old as the union.
    pub fn disjuncts(&self) -> impl DoubleEndedIterator<Item = &Conjunction> {
        self.disjuncts.values().map(|disjunct| &disjunct.conjunction)
    }

    /// A point that satisfies it.
    pub fn point(&self) -> Option<&Model> {
        self.disjuncts.values().next().map(|disjunct| &disjunct.point)
    }

    /// Whether a point of integers satisfies it.
    pub fn holds_at(&self, mut point: impl FnMut(Var) -> Int) -> bool {
        self.disjuncts().any(|disjunct| disjunct.holds_at(&mut point))
    }

    /// Whether a point satisfies it, with the help of the index.
    pub fn contains_point(&self, point: &Model) -> bool {
        let mut found = false;
        self.index.stab(point, |slot| found = found || cover::satisfies(point, &self.disjuncts[&slot].conjunction));
        found
    }

    pub fn statistics(&self) -> DlcStatistics {
        self.statistics
    }
}

impl From<Conjunction> for Dlc {
    fn from(conjunction: Conjunction) -> Dlc {
        Dlc::new(conjunction.numbers(), [conjunction])
    }
}
