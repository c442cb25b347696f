//! What was chosen in the rounds of a loop that the search has taken in closed form.
//!
//! The states at the head before and after are known, and [`Rounds::between`] gives those in between. For each round a
//! small search within the loop, from one state to the next, finds a derivation of one round, which is walked back like any
//! other. Loops within the loop are in closed form there too, so this nests as loops do.

use heureka_ir::LoopId;
use heureka_linear::{Conjunction, Kind, LinearExpr, Var};
use heureka_number::Int;

use super::super::accelerate::{Rounds, Way};
use super::super::tabulate::{Stop, Tabulation};
use super::Chosen;
use super::spurious::{Because, Spurious};
use super::walk::{Ground, Walk};

/// More rounds than this are not told one by one.
const MOST_ROUNDS: i64 = 5_000_000;

/// The choices, in the order of the execution, of rounds that lead from one state at the head of a loop to another. States
/// are values of the whole current tuple.
pub(super) fn choices_in_rounds(
    ground: Ground,
    of: LoopId,
    rounds: &Rounds,
    before: Vec<Int>,
    after: Vec<Int>,
) -> Result<Vec<Chosen>, Spurious> {
    let untold = || {
        let head = ground.system.loops.get(of).head;
        Spurious { span: ground.system.program.loc(head).span, because: Because::Rounds }
    };
    let states = match rounds.between(&before, &after).ok_or_else(untold)? {
        Way::Deterministic => return Ok(Vec::new()),
        Way::States(states) if *states.rounds_left() > Int::from(MOST_ROUNDS) => return Err(untold()),
        Way::States(states) => states,
    };
    let mut chosen = Vec::new();
    let mut now = before;
    for next in states.chain([after]) {
        chosen.extend(choices_in_round(ground, of, &now, &next)?.ok_or_else(untold)?);
        now = next;
    }
    Ok(chosen)
}

/// The choices of one round; nothing if no round leads from the one state to the other.
fn choices_in_round(ground: Ground, of: LoopId, now: &[Int], next: &[Int]) -> Result<Option<Vec<Chosen>>, Spurious> {
    let system = ground.system;
    let head = system.loops.get(of).head;
    let arity = system.arity(head);
    let live = |state: &[Int]| -> Vec<(Var, Int)> {
        let vars = (0..arity.current).map(|place| arity.current_var(place));
        vars.zip(state.iter().cloned()).filter(|(var, _)| !system.dead(head).contains(*var)).collect()
    };
    let point = live(now).into_iter().map(|(var, value)| (LinearExpr::var(var).plus_constant(-value), Kind::Equal));
    let start = Conjunction::new(system.numbers(), point);
    let mut round = Tabulation::of_round(system, ground.rounds, of, start);
    loop {
        match round.run(|_| !(ground.interrupted)()) {
            Stop::Complete => return Ok(None),
            Stop::Paused => return Err(Spurious::interrupted()),
            Stop::Found(back) => match Walk::new(ground, &round, back, live(next)).and_then(Walk::run) {
                Ok(walked) => return Ok(Some(walked.chosen)),
                Err(spurious) if spurious.because == Because::Interrupted => return Err(spurious),
                // Another way through the loop.
                Err(_) => {}
            },
        }
    }
}
