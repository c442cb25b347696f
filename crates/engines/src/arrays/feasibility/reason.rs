//! Reasons: why a value on the path is what it is.
//!
//! Constants are propagated along the path and never reach the solver, so its core cannot name the steps that they come
//! from. Each propagated value carries a reason instead: the steps and array reads that it was computed from. Reasons
//! are nodes of one arena and share their parts, so that a path costs memory in proportion to its length.
//! Invariant: a reason mentions only reasons made before it.

use super::store::StoreId;

/// A reason of a [`Reasons`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReasonId(u32);

impl ReasonId {
    /// It is so on every path.
    pub const NOTHING: ReasonId = ReasonId(0);
}

/// A read of an array cell on the path: an index into the list of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ReadId(pub u32);

#[derive(Clone, Copy, Debug)]
enum Reason {
    Nothing,
    Both(ReasonId, ReasonId),
    /// What this step does, with what its operands are.
    Step(u32, ReasonId),
    Read(ReadId, ReasonId),
    /// The writes of an array from one place in its log to another left the cell alone.
    Untouched {
        store: StoreId,
        from: u32,
        to: u32,
    },
}

/// A write to an array: the step, and why it was to the cell that it was to.
#[derive(Clone, Copy, Debug)]
pub struct Touch {
    pub step: usize,
    pub index: ReasonId,
}

/// The arena.
#[derive(Debug)]
pub struct Reasons {
    nodes: Vec<Reason>,
}

impl Reasons {
    pub fn new() -> Reasons {
        Reasons { nodes: vec![Reason::Nothing] }
    }

    fn add(&mut self, reason: Reason) -> ReasonId {
        self.nodes.push(reason);
        ReasonId(u32::try_from(self.nodes.len() - 1).expect("fewer than 2^32 reasons"))
    }

    pub fn both(&mut self, one: ReasonId, other: ReasonId) -> ReasonId {
        match (one, other) {
            (ReasonId::NOTHING, only) | (only, ReasonId::NOTHING) => only,
            _ if one == other => one,
            _ => self.add(Reason::Both(one, other)),
        }
    }

    pub fn all(&mut self, reasons: impl IntoIterator<Item = ReasonId>) -> ReasonId {
        reasons.into_iter().fold(ReasonId::NOTHING, |all, next| self.both(all, next))
    }

    pub fn step(&mut self, step: usize, operands: ReasonId) -> ReasonId {
        self.add(Reason::Step(u32::try_from(step).expect("fewer than 2^32 steps"), operands))
    }

    pub fn read(&mut self, read: ReadId, why: ReasonId) -> ReasonId {
        self.add(Reason::Read(read, why))
    }

    pub fn untouched(&mut self, store: StoreId, from: usize, to: usize) -> ReasonId {
        if from == to {
            return ReasonId::NOTHING;
        }
        let place = |at: usize| u32::try_from(at).expect("fewer than 2^32 writes");
        self.add(Reason::Untouched { store, from: place(from), to: place(to) })
    }
}

/// What some reasons come down to.
#[derive(Debug)]
pub struct Explanation {
    /// For each step whether it takes part.
    pub steps: Vec<bool>,
    /// In ascending order.
    pub reads: Vec<ReadId>,
}

/// Follows reasons to the steps and reads that they mention. `touches` gives the log of each array.
pub fn explain<'t>(
    reasons: &Reasons,
    roots: impl IntoIterator<Item = ReasonId>,
    steps: usize,
    touches: impl Fn(StoreId) -> &'t [Touch],
) -> Explanation {
    let mut explanation = Explanation { steps: vec![false; steps], reads: Vec::new() };
    let mut seen = vec![false; reasons.nodes.len()];
    // By array: from each place of its log the next place that was not followed.
    let mut next: std::collections::HashMap<StoreId, Vec<u32>> = std::collections::HashMap::new();
    let mut open: Vec<ReasonId> = roots.into_iter().collect();
    while let Some(id) = open.pop() {
        if std::mem::replace(&mut seen[id.0 as usize], true) {
            continue;
        }
        match reasons.nodes[id.0 as usize] {
            Reason::Nothing => {}
            Reason::Both(one, other) => open.extend([one, other]),
            Reason::Step(step, operands) => {
                explanation.steps[step as usize] = true;
                open.push(operands);
            }
            Reason::Read(read, why) => {
                explanation.reads.push(read);
                open.push(why);
            }
            Reason::Untouched { store, from, to } => {
                let log = touches(store);
                let next = next.entry(store).or_insert_with(|| (0..=log.len() as u32).collect());
                let mut at = find(next, from);
                while at < to {
                    let touch = log[at as usize];
                    explanation.steps[touch.step] = true;
                    open.push(touch.index);
                    next[at as usize] = at + 1;
                    at = find(next, at + 1);
                }
            }
        }
    }
    explanation.reads.sort_unstable();
    explanation.reads.dedup();
    explanation
}

/// Follows the list from a place to its end, and makes it shorter for those who come later.
fn find(next: &mut [u32], from: u32) -> u32 {
    let mut end = from;
    while next[end as usize] != end {
        end = next[end as usize];
    }
    let mut at = from;
    while next[at as usize] != end {
        let after = next[at as usize];
        next[at as usize] = end;
        at = after;
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_explanation_follows_what_is_shared_once() {
        let mut reasons = Reasons::new();
        let mut reason = ReasonId::NOTHING;
        for step in 0..50 {
            let twice = reasons.both(reason, reason);
            let other = reasons.read(ReadId(step), reason);
            let both = reasons.both(twice, other);
            reason = reasons.step(step as usize, both);
        }
        let found = explain(&reasons, [reason], 60, |_| &[]);
        assert_eq!(found.steps.iter().filter(|taken| **taken).count(), 50);
        assert_eq!(found.reads.len(), 50);
    }

    #[test]
    fn writes_that_left_a_cell_alone_take_part() {
        let mut reasons = Reasons::new();
        let log: Vec<Touch> = (0..6).map(|step| Touch { step, index: ReasonId::NOTHING }).collect();
        let store = StoreId(0);
        let (some, more) = (reasons.untouched(store, 1, 3), reasons.untouched(store, 2, 5));
        let found = explain(&reasons, [some, more], 6, |_| &log);
        assert_eq!(found.steps, [false, true, true, true, true, false]);
    }
}
