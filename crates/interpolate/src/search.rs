//! The search: conflict-driven clause learning over the clauses of all partitions, modulo linear arithmetic.
//!
//! It decides only literals of clauses that are not true yet, so it ends with a partial assignment as soon as that
//! makes every clause true. A conflict is resolved to its first unique implication point, which skips the decisions
//! it does not depend on. Invariants: every clause in here has its proof step; a literal true at level 0 has the
//! step that concludes it alone.

use std::collections::BTreeSet;

use crate::atoms::{Atom, Literal};
use crate::proof::{Proof, StepId};
use crate::vocabulary::Partition;

#[derive(Clone, Copy, PartialEq, Eq)]
struct ClauseId(u32);

struct Stored {
    literals: Vec<Literal>,
    step: StepId,
    learned: bool,
}

/// What is known of an atom that has a value.
#[derive(Clone, Copy)]
struct Assigned {
    value: bool,
    level: u32,
    /// The clause that forced it; none for decisions.
    reason: Option<ClauseId>,
    /// The step that concludes the literal alone; at level 0.
    unit: Option<StepId>,
}

/// A clause that is false now.
pub struct Conflict {
    pub literals: Vec<Literal>,
    pub step: StepId,
}

#[derive(Default)]
pub struct Search {
    pub proof: Proof,
    clauses: Vec<Stored>,
    /// For each literal the clauses that have it.
    occurrences: Vec<Vec<ClauseId>>,
    assigned: Vec<Option<Assigned>>,
    trail: Vec<Literal>,
    /// The length of the trail before each decision.
    levels: Vec<usize>,
    /// How much of the trail was propagated.
    head: usize,
}

impl Search {
    pub fn level(&self) -> usize {
        self.levels.len()
    }

    /// The literals that are true, in the order they became so.
    pub fn trail(&self) -> &[Literal] {
        &self.trail
    }

    pub fn value(&self, literal: Literal) -> Option<bool> {
        let assigned = self.assigned.get(literal.atom().index()).copied().flatten()?;
        Some(assigned.value == literal.is_positive())
    }

    /// The partition whose formula alone makes a true literal true, if it is known.
    pub fn origin(&self, literal: Literal) -> Option<Partition> {
        let assigned = self.assigned[literal.atom().index()]?;
        assigned.unit.and_then(|step| self.proof.origin(step))
    }

    /// Adds a clause of a partition, at level 0.
    pub fn add_input(&mut self, literals: Vec<Literal>, partition: Partition) -> Option<Conflict> {
        assert_eq!(self.level(), 0, "clauses are added at level 0");
        let step = self.proof.input(literals.clone(), partition);
        self.add(literals, step, false)
    }

    fn add(&mut self, literals: Vec<Literal>, step: StepId, learned: bool) -> Option<Conflict> {
        let id = ClauseId(u32::try_from(self.clauses.len()).expect("fewer than 2^32 clauses"));
        for literal in &literals {
            let index = literal.index();
            if index >= self.occurrences.len() {
                self.occurrences.resize_with(index + 2, Vec::new);
                self.assigned.resize(self.occurrences.len().div_ceil(2), None);
            }
            self.occurrences[index].push(id);
        }
        self.clauses.push(Stored { literals, step, learned });
        self.examine(id)
    }

    /// Draws the consequences of all that is on the trail.
    pub fn propagate(&mut self) -> Option<Conflict> {
        while let Some(&literal) = self.trail.get(self.head) {
            self.head += 1;
            let index = literal.negated().index();
            let count = self.occurrences.get(index).map_or(0, Vec::len);
            for place in 0..count {
                let id = self.occurrences[index][place];
                if let Some(conflict) = self.examine(id) {
                    return Some(conflict);
                }
            }
        }
        None
    }

    /// Whether the clause is false, or forces a literal.
    fn examine(&mut self, id: ClauseId) -> Option<Conflict> {
        let clause = &self.clauses[id.0 as usize];
        let mut open = None;
        for &literal in &clause.literals {
            match self.value(literal) {
                Some(true) => return None,
                Some(false) => {}
                None if open.is_some() => return None,
                None => open = Some(literal),
            }
        }
        match open {
            Some(literal) => {
                self.enqueue(literal, Some(id));
                None
            }
            None => Some(Conflict { literals: clause.literals.clone(), step: clause.step }),
        }
    }

    fn enqueue(&mut self, literal: Literal, reason: Option<ClauseId>) {
        let level = u32::try_from(self.level()).expect("fewer than 2^32 decisions");
        let unit = match reason {
            Some(id) if level == 0 => {
                let clause = &self.clauses[id.0 as usize];
                let (mut step, others) = (clause.step, clause.literals.clone());
                for other in others.into_iter().filter(|&other| other != literal) {
                    step = self.resolve_unit(step, other);
                }
                Some(step)
            }
            _ => None,
        };
        self.assigned[literal.atom().index()] = Some(Assigned { value: literal.is_positive(), level, reason, unit });
        self.trail.push(literal);
    }

    /// Removes from a clause a literal that is false at level 0.
    fn resolve_unit(&mut self, step: StepId, literal: Literal) -> StepId {
        let unit = self.info(literal.atom()).unit.expect("what is true at level 0 has a proof");
        self.proof.resolve(step, unit, literal.atom())
    }

    fn info(&self, atom: Atom) -> Assigned {
        self.assigned[atom.index()].expect("the atom has a value")
    }

    /// A literal to make true next: of the first clause that is not true yet.
    pub fn choose(&self) -> Option<Literal> {
        let clauses = self.clauses.iter().filter(|clause| !clause.learned);
        for clause in clauses {
            if clause.literals.iter().all(|&literal| self.value(literal) != Some(true)) {
                let open = clause.literals.iter().find(|&&literal| self.value(literal).is_none());
                return Some(*open.expect("a clause that is false is a conflict, which propagation finds"));
            }
        }
        None
    }

    pub fn decide(&mut self, literal: Literal) {
        self.levels.push(self.trail.len());
        self.enqueue(literal, None);
    }

    pub fn backtrack(&mut self, level: usize) {
        let Some(&length) = self.levels.get(level) else { return };
        for literal in self.trail.drain(length..) {
            self.assigned[literal.atom().index()] = None;
        }
        self.levels.truncate(level);
        self.head = self.head.min(length);
    }

    /// Learns from a conflict and goes back; or the step that concludes the empty clause.
    pub fn learn(&mut self, conflict: Conflict) -> Option<StepId> {
        let mut literals: BTreeSet<Literal> = conflict.literals.into_iter().collect();
        let mut step = conflict.step;
        loop {
            let level = literals.iter().map(|literal| self.info(literal.atom()).level).max().unwrap_or(0);
            if level == 0 {
                for literal in literals {
                    step = self.resolve_unit(step, literal);
                }
                return Some(step);
            }
            let at_level = literals.iter().filter(|literal| self.info(literal.atom()).level == level).count();
            if at_level == 1 {
                break;
            }
            let latest = self.trail.iter().rev().map(|literal| literal.negated()).find(|l| literals.contains(l));
            let latest = latest.expect("the negations of a conflict's literals are on the trail");
            let reason = self.info(latest.atom()).reason.expect("a level has one decision, before all that it forces");
            let reason = &self.clauses[reason.0 as usize];
            literals.remove(&latest);
            literals.extend(reason.literals.iter().filter(|&&literal| literal != latest.negated()));
            step = self.proof.resolve(step, reason.step, latest.atom());
        }
        let fixed: Vec<Literal> =
            literals.iter().copied().filter(|literal| self.info(literal.atom()).level == 0).collect();
        for literal in fixed {
            literals.remove(&literal);
            step = self.resolve_unit(step, literal);
        }
        let mut levels: Vec<u32> = literals.iter().map(|literal| self.info(literal.atom()).level).collect();
        levels.sort_unstable();
        levels.pop();
        self.backtrack(levels.pop().unwrap_or(0) as usize);
        let conflict = self.add(literals.into_iter().collect(), step, true);
        debug_assert!(conflict.is_none(), "a learned clause has one literal left");
        None
    }
}
