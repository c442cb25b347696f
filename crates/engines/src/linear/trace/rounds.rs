//! What was chosen in the rounds of a loop that the search has taken in closed form.
//!
//! The states at the head before and after are known, and [`Rounds::between`] gives those in between. For each round a
//! small search within the loop, from one state to the next, finds a derivation of one round, which is walked back like any
//! other; ways that were found before are tried first ([`Recipe`]). Loops within the loop are in closed form there too, so
//! this nests as loops do.

use heureka_ir::LoopId;
use heureka_linear::{Conjunction, Kind, LinearExpr, Var};
use heureka_number::Int;

use super::super::accelerate::{Rounds, Way};
use super::super::tabulate::{Stop, Tabulation};
use super::Chosen;
use super::recipe::{Pair, Recipe};
use super::spurious::{Because, Spurious};
use super::taste::Taste;
use super::walk::{Ground, Walk, Walked};

/// More rounds than this are not told one by one.
const MOST_ROUNDS: u64 = 5_000_000;

/// How many ways through a loop are remembered.
const MOST_RECIPES: usize = 16;

/// The choices, in the order of the execution, of rounds that lead from one state at the head of a loop to another. States
/// are values of the whole current tuple.
pub(super) fn choices_in_rounds(
    ground: Ground,
    of: LoopId,
    rounds: &Rounds,
    before: Vec<Int>,
    after: Vec<Int>,
) -> Result<Vec<Chosen>, Spurious> {
    let head = ground.system.loops.get(of).head;
    let untold = || Spurious { span: ground.system.program.loc(head).span, because: Because::Rounds };
    let states = match rounds.between(&before, &after).ok_or_else(untold)? {
        Way::Deterministic => return Ok(Vec::new()),
        Way::States(states) if *states.rounds_left() > Int::from(MOST_ROUNDS.min(ground.longest)) => {
            return Err(untold());
        }
        Way::States(states) => states,
    };
    let mut chosen = Vec::new();
    let mut now = before;
    // The one that was used last comes first.
    let mut recipes: Vec<Recipe> = Vec::new();
    for next in states.chain([after]) {
        if (ground.interrupted)() {
            return Err(Spurious::interrupted());
        }
        let pair = Pair { now: &now, next: &next, places: rounds.places() };
        let by_recipe = |(at, recipe): (usize, &Recipe)| Some((at, recipe.choices(ground.system, head, &pair)?));
        if let Some((at, found)) = recipes.iter().enumerate().find_map(by_recipe) {
            chosen.extend(found);
            recipes[..=at].rotate_right(1);
        } else {
            let walked = walk_round(ground, of, &now, &next)?.ok_or_else(untold)?;
            chosen.extend(walked.chosen);
            recipes.truncate(MOST_RECIPES - 1);
            recipes.splice(0..0, walked.moves.map(Recipe::new));
        }
        now = next;
    }
    Ok(chosen)
}

/// One round; nothing if none leads from the one state to the other.
fn walk_round(ground: Ground, of: LoopId, now: &[Int], next: &[Int]) -> Result<Option<Walked>, Spurious> {
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
            Stop::Found(back) => {
                let walk = Walk::new(ground, &round, back, live(next), Taste::Small);
                match walk.and_then(|walk| walk.recording().run()) {
                    Ok(walked) => return Ok(Some(walked)),
                    Err(spurious) if spurious.because == Because::Interrupted => return Err(spurious),
                    // Another way through the loop.
                    Err(_) => {}
                }
            }
        }
    }
}
