//! Acceleration: loops whose rounds have a closed form are replaced by it, so that their cost does not depend on the
//! number of rounds. The paper's procedure (002) unrolls loops; this is where it leaves termination open.
//!
//! For each loop, T(x′, x″) is the relation of one round, from the loop's head back to its head, on the current tuple of
//! its procedure ([`walk`]: paths through the body, with inner loops and calls replaced by their own closed relations).
//! Its transitive closure T⁺ ([`close`]) is a union of conjunctions, exact over ℤ. The tabulation joins a path edge that
//! arrives at the head with T⁺ and has all later states at the head at once.
//!
//! Everything here is exact. Where it cannot be, the loop is not accelerated, and [`Reason`] says why.

mod affine;
mod between;
mod close;
mod limits;
mod order;
mod path;
mod polynomial;
mod relation;
mod rounds;
mod run_out;
#[cfg(test)]
mod tests;
mod walk;

use std::cell::Cell;

use heureka_ir::{CallGraph, LocId, LoopId, Loops, Op, ProcId, Program};
use heureka_linear::{Numbers, interrupt};

use super::encode::Encoding;
use super::scope::Scopes;
pub use between::{States, Way};
pub use limits::{Limits, Reason};
use path::Path;
use relation::Effort;
use rounds::Round;
pub use rounds::Rounds;
pub use run_out::{RunEnd, RunOut};
use walk::{Known, Region, Walk};

/// What became of the loops of a program.
#[derive(Debug)]
pub struct Acceleration {
    loops: Vec<Result<Rounds, Reason>>,
    run_outs: Vec<Option<RunOut>>,
}

impl Acceleration {
    /// No loop is accelerated.
    pub fn none(loops: &Loops, reason: &Reason) -> Acceleration {
        let run_outs = loops.ids().map(|_| None).collect();
        Acceleration { loops: loops.ids().map(|_| Err(reason.clone())).collect(), run_outs }
    }

    /// T⁺ of a loop, if it has a closed form.
    pub fn rounds(&self, id: LoopId) -> Option<&Rounds> {
        self.loops[id.index()].as_ref().ok()
    }

    /// Why a loop is not accelerated.
    pub fn reason(&self, id: LoopId) -> Option<&Reason> {
        self.loops[id.index()].as_ref().err()
    }

    /// For a deterministic loop without a complete closure: where a run from one state ends.
    pub fn run_out(&self, id: LoopId) -> Option<&RunOut> {
        self.run_outs[id.index()].as_ref()
    }

    /// How many loops are accelerated, those included of which only a part of the closure was found.
    pub fn count(&self) -> usize {
        self.loops.iter().filter(|outcome| outcome.is_ok()).count()
    }

    /// By loop, the rounds in closed form, and the runs from one state, where there are such.
    pub fn into_parts(self) -> (Vec<Option<Rounds>>, Vec<Option<RunOut>>) {
        (self.loops.into_iter().map(Result::ok).collect(), self.run_outs)
    }
}

/// Accelerates the loops of a program. `is_dead` says for a location and a place of the current tuple there that nothing
/// reads the value before it is overwritten; the relations leave such places open.
pub fn accelerate(
    program: &Program,
    scopes: &Scopes,
    encoding: &Encoding,
    loops: &Loops,
    is_dead: &dyn Fn(LocId, u32) -> bool,
    limits: &Limits,
) -> Acceleration {
    if encoding.numbers() == Numbers::Real {
        return Acceleration::none(loops, &Reason::Reals);
    }
    let graph = CallGraph::of(program);
    let chooses = choices(program, &graph);
    let walk = Walk { program, scopes, loops, encoding, is_dead, limits, left: limits.all_steps, left_here: 0 };
    let mut work = Work {
        walk,
        graph,
        chooses,
        outcomes: loops.ids().map(|_| None).collect(),
        run_outs: loops.ids().map(|_| None).collect(),
        procedures: program.proc_ids().map(|_| None).collect(),
    };
    work.run();
    let missing = "every loop belongs to a procedure";
    let loops = work.outcomes.into_iter().map(|outcome| outcome.expect(missing)).collect();
    Acceleration { loops, run_outs: work.run_outs }
}

/// For each procedure, whether a call of it chooses values.
fn choices(program: &Program, graph: &CallGraph) -> Vec<bool> {
    let mut chooses = vec![false; program.procs.len()];
    for edge in program.edges() {
        chooses[program.loc(edge.from).proc.index()] |= is_choice(&edge.op);
    }
    for component in graph.components() {
        let any = component
            .iter()
            .any(|proc| chooses[proc.index()] || graph.callees(*proc).iter().any(|callee| chooses[callee.index()]));
        component.iter().for_each(|proc| chooses[proc.index()] = any);
    }
    chooses
}

fn is_choice(op: &Op) -> bool {
    matches!(op, Op::Havoc { .. } | Op::HavocArray { .. })
}

/// Callees before callers, inner loops before outer ones.
struct Work<'a> {
    walk: Walk<'a>,
    graph: CallGraph,
    /// Whether a call of the procedure chooses values.
    chooses: Vec<bool>,
    outcomes: Vec<Option<Result<Rounds, Reason>>>,
    run_outs: Vec<Option<RunOut>>,
    /// For procedures that loops call: their paths from the entry to the exit.
    procedures: Vec<Option<Result<Vec<Path>, Reason>>>,
}

impl Work<'_> {
    fn run(&mut self) {
        let (program, loops) = (self.walk.program, self.walk.loops);
        let mut loops_of: Vec<Vec<LoopId>> = vec![Vec::new(); program.procs.len()];
        for id in loops.ids().rev() {
            loops_of[program.loc(loops.get(id).head).proc.index()].push(id);
        }
        let (called, nondeterministic) = (self.called_in_loops(), self.nondeterministic_loops());
        let bottom_up: Vec<ProcId> = self.graph.bottom_up().collect();
        for proc in bottom_up {
            for id in &loops_of[proc.index()] {
                let outcome = self.limited(|work| work.rounds(*id, !nondeterministic[id.index()]));
                self.outcomes[id.index()] = Some(outcome);
            }
            if called[proc.index()] {
                let outcome = self.limited(|work| work.procedure(proc));
                self.procedures[proc.index()] = Some(outcome);
            }
        }
    }

    /// Work that ends when its questions about constraints have become too hard.
    fn limited<T>(&mut self, work: impl FnOnce(&mut Self) -> Result<T, Reason>) -> Result<T, Reason> {
        // The condition is looked at about once in a millisecond.
        let (looks, most) = (Cell::new(0), self.walk.limits.milliseconds);
        let stop = move || looks.replace(looks.get() + 1) >= most;
        interrupt::run(stop, || work(self)).unwrap_or(Err(Reason::TooHard))
    }

    /// The procedures that are called in loops, directly or not.
    fn called_in_loops(&self) -> Vec<bool> {
        let program = self.walk.program;
        let mut called = vec![false; program.procs.len()];
        let mut stack: Vec<ProcId> = Vec::new();
        for edge in program.edges().iter().filter(|edge| self.walk.loops.innermost(edge.from).is_some()) {
            if let Op::Call { proc, .. } = edge.op {
                stack.push(proc);
            }
        }
        while let Some(proc) = stack.pop() {
            if !std::mem::replace(&mut called[proc.index()], true) {
                stack.extend(self.graph.callees(proc));
            }
        }
        called
    }

    fn nondeterministic_loops(&self) -> Vec<bool> {
        let loops = self.walk.loops;
        let mut marked = vec![false; self.outcomes.len()];
        for edge in self.walk.program.edges() {
            let chooses = match &edge.op {
                Op::Call { proc, .. } => self.chooses[proc.index()],
                op => is_choice(op),
            };
            let mut around = if chooses { loops.innermost(edge.from) } else { None };
            // What is around a marked loop is marked.
            while let Some(id) = around.filter(|id| !marked[id.index()]) {
                marked[id.index()] = true;
                around = loops.get(id).parent;
            }
        }
        marked
    }

    fn rounds(&mut self, id: LoopId, deterministic: bool) -> Result<Rounds, Reason> {
        let it = self.walk.loops.get(id);
        if it.irreducible {
            return Err(Reason::Irreducible);
        }
        let proc = self.walk.program.loc(it.head).proc;
        let paths = self.paths(&Region { proc, start: it.head, end: it.head, of: Some(id) })?;
        let width = self.walk.scopes.of_proc(proc).arity().current;
        let mut effort = Effort::new(self.walk.limits, self.walk.left);
        let round = Round::of(&paths, width, |place| (self.walk.is_dead)(it.head, place))?;
        let run_out = if deterministic { RunOut::of(&round.places, &round.relation) } else { None };
        let rounds = Rounds::new(round, deterministic, &mut effort);
        self.walk.left = effort.left();
        if !rounds.as_ref().is_ok_and(Rounds::is_complete) {
            self.run_outs[id.index()] = run_out;
        }
        rounds
    }

    /// The paths of a procedure from its entry to its exit.
    fn procedure(&mut self, id: ProcId) -> Result<Vec<Path>, Reason> {
        let proc = self.walk.program.proc(id);
        let callee = proc.name.clone();
        if self.graph.is_recursive(id) {
            return Err(Reason::Recursion { callee });
        }
        let region = Region { proc: id, start: proc.entry, end: proc.exit, of: None };
        self.paths(&region).map_err(|reason| match reason {
            Reason::Callee { .. } | Reason::Recursion { .. } => reason,
            reason => Reason::Callee { callee, reason: Box::new(reason) },
        })
    }

    fn paths(&mut self, region: &Region) -> Result<Vec<Path>, Reason> {
        let (outcomes, procedures) = (&self.outcomes, &self.procedures);
        let known = Known {
            closure: &|id| outcomes[id.index()].as_ref().and_then(|outcome| outcome.as_ref().ok()),
            procedure: &|id| match &procedures[id.index()] {
                Some(Ok(paths)) => Ok(paths),
                Some(Err(reason)) => Err(reason.clone()),
                // A call among procedures that call each other.
                None => Err(Reason::Recursion { callee: self.walk.program.proc(id).name.clone() }),
            },
        };
        self.walk.paths(region, &known)
    }
}
