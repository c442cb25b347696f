//! The refutation of the clauses, step by step: a resolution proof whose leaves are clauses of partitions and lemmas
//! of the theory (McMillan, "Interpolation and SAT-based model checking", 2003).
//!
//! Invariants: a step refers to earlier steps only; the conclusion of a step is known to its user and not kept.
//! A lemma is a set of facts without a common point. Some of its facts are literals of the clause that it concludes
//! (negated), the others follow from the formula of one partition alone and need no literal.

use std::collections::BTreeMap;

use heureka_linear::{Numbers, Refutation, Row};

use crate::atoms::{Atom, Literal};
use crate::vocabulary::Partition;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StepId(u32);

impl StepId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A row and the partition that it counts for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    pub row: Row,
    pub partition: Partition,
}

/// Facts that have no common point, and why.
#[derive(Debug, Clone)]
pub struct Lemma {
    pub numbers: Numbers,
    /// By the positions that the refutation uses.
    pub facts: BTreeMap<u32, Fact>,
    pub refutation: Refutation,
}

#[derive(Debug)]
pub enum Step {
    /// A clause of a partition.
    Input {
        literals: Vec<Literal>,
        partition: Partition,
    },
    Lemma(Box<Lemma>),
    /// From one clause with the atom and one with its negation.
    Resolve {
        left: StepId,
        right: StepId,
        pivot: Atom,
    },
}

#[derive(Debug, Default)]
pub struct Proof {
    steps: Vec<Step>,
    /// The partition from whose formula alone a step follows.
    origins: Vec<Option<Partition>>,
}

impl Proof {
    pub fn step(&self, id: StepId) -> &Step {
        &self.steps[id.index()]
    }

    /// The partition from whose formula alone the step follows, if it is known.
    pub fn origin(&self, id: StepId) -> Option<Partition> {
        self.origins[id.index()]
    }

    pub fn input(&mut self, literals: Vec<Literal>, partition: Partition) -> StepId {
        self.push(Step::Input { literals, partition }, Some(partition))
    }

    pub fn lemma(&mut self, lemma: Lemma) -> StepId {
        self.push(Step::Lemma(Box::new(lemma)), None)
    }

    pub fn resolve(&mut self, left: StepId, right: StepId, pivot: Atom) -> StepId {
        let origin = self.origin(left).filter(|&origin| self.origin(right) == Some(origin));
        self.push(Step::Resolve { left, right, pivot }, origin)
    }

    /// The steps that the conclusion stands on, itself included, in order.
    pub fn cone(&self, conclusion: StepId) -> Vec<StepId> {
        let mut needed = vec![false; conclusion.index() + 1];
        needed[conclusion.index()] = true;
        for index in (0..needed.len()).rev() {
            if let Step::Resolve { left, right, .. } = &self.steps[index]
                && needed[index]
            {
                needed[left.index()] = true;
                needed[right.index()] = true;
            }
        }
        (0..=conclusion.0).map(StepId).filter(|id| needed[id.index()]).collect()
    }

    fn push(&mut self, step: Step, origin: Option<Partition>) -> StepId {
        let id = StepId(u32::try_from(self.steps.len()).expect("fewer than 2^32 proof steps"));
        self.steps.push(step);
        self.origins.push(origin);
        id
    }
}
