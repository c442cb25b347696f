//! The rounds of a loop: unwound up to the bound, or proved by k-induction.
//!
//! k-induction over a loop (Donaldson, Haller, Kroening, Rümmer: "Software Verification Using k-Induction", SAS 2011, the
//! combined case): after k rounds the variables that the loop can change are arbitrary, but for what invariants say of them;
//! k rounds from there are assumed to go well and to stay in the loop; then one more round is looked at, and all that
//! follows it. The first failure of an execution is in one of the first k rounds, or k rounds without failure lie before
//! it: nothing is left out, however many rounds there are. Loops in loops are treated alike, within each round.

use heureka_ir::{EdgeId, Invariants, LocId, LoopId};

use super::region::Region;
use super::state::State;
use super::unwind::{Stopped, Unwinder, Waiting};

/// Rounds of a loop, whatever is known about them.
const MOST_ROUNDS: u64 = 5_000;

/// The loops that are proved by induction, and what is known to hold at their heads.
#[derive(Clone, Debug)]
pub struct Induction<'a> {
    /// By loop.
    pub over: Vec<bool>,
    pub invariants: Option<&'a Invariants>,
}

impl Unwinder<'_> {
    pub(super) fn unwind_loop(&mut self, id: LoopId, body: &Region, waiting: &mut Waiting) -> Result<(), Stopped> {
        let is_chosen = self.induction.is_some_and(|induction| induction.over[id.index()]);
        if is_chosen && !self.loops.get(id).irreducible {
            return self.induce(id, body, waiting);
        }
        let goes_on = |edge: &EdgeId| !self.endings.contains(self.program.edge(*edge).to);
        let has_exit = self.loops.exits(self.program, id).iter().any(goes_on);
        let (mut counted, mut rounds) = (0, 0);
        while self.is_inside(id, waiting) {
            if counted >= self.bounds.of_loop(id) || rounds >= MOST_ROUNDS {
                self.builder.ssa.is_cut_off |= rounds >= MOST_ROUNDS;
                return self.stop_loop(id, waiting);
            }
            waiting.left.retain(|left| *left != id);
            self.region(body, waiting)?;
            counted += u64::from(!has_exit || waiting.left.contains(&id));
            rounds += 1;
        }
        Ok(())
    }

    fn is_inside(&self, id: LoopId, waiting: &Waiting) -> bool {
        waiting.states.keys().any(|loc| self.loops.contains(id, *loc))
    }

    /// The loop may be left once more; whoever stays meets the unwinding assertion.
    fn stop_loop(&mut self, id: LoopId, waiting: &mut Waiting) -> Result<(), Stopped> {
        let inside: Vec<LocId> = waiting.states.keys().copied().filter(|loc| self.loops.contains(id, *loc)).collect();
        for loc in inside {
            if let Some(state) = waiting.states.remove(&loc) {
                self.location(loc, state, Some(id), waiting)?;
            }
        }
        Ok(())
    }

    /// k-induction over one loop.
    fn induce(&mut self, id: LoopId, body: &Region, waiting: &mut Waiting) -> Result<(), Stopped> {
        let (head, rounds) = (self.loops.get(id).head, self.bounds.of_loop(id));
        for _ in 0..rounds {
            self.region(body, waiting)?;
        }
        let Some(state) = waiting.states.remove(&head) else { return self.stop_loop(id, waiting) };
        self.stop_loop(id, waiting)?;

        let mut later = Waiting::default();
        later.states.insert(head, self.any_rounds_later(id, state));
        let before = std::mem::replace(&mut self.is_assumed, true);
        for _ in 0..rounds {
            self.region(body, &mut later)?;
            later.states.retain(|loc, _| self.loops.contains(id, *loc));
        }
        self.is_assumed = before;
        later.left.clear();

        self.region(body, &mut later)?;
        later.states.remove(&head);
        self.stop_loop(id, &mut later)?;
        waiting.left.extend(later.left);
        for (loc, state) in later.states {
            waiting.arrive(loc, state, self.program, &mut self.builder);
        }
        Ok(())
    }

    /// A state at the head of the loop that is arbitrary in all that rounds can change, but for the invariant there.
    fn any_rounds_later(&mut self, id: LoopId, mut state: State) -> State {
        let written = self.written[id.index()].clone();
        for &var in &written.vars {
            state.vars[var.index()] = Some(self.builder.input(var, self.program.var(var).ty, state.guard));
        }
        for &array in &written.arrays {
            state.arrays[array.index()] = Some(self.builder.array_input(array));
        }
        self.assume_invariant(self.loops.get(id).head, &mut state, &written.vars);
        state
    }
}
