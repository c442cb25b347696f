//! The paper's operations on single path edges: *Join* with a transition, *SelfLoop* into a procedure, *Lift* of a path edge
//! at an exit to a summary edge, and *SEJoin* of a call with a summary edge.
//!
//! The paper writes transitions as relations τ(x′, x″) with an equality for every variable that stays. Here a variable
//! that stays keeps its number, and only those that change step aside: their old values get numbers above all others
//! and are eliminated. So most rows of a path edge are not touched by a step.

use heureka_linear::{Arity, Conjunction, Kind, LinearExpr, Projection, Var};

use super::super::encode::Case;

/// A set of variables by number.
#[derive(Clone, Debug, Default)]
pub struct VarSet {
    members: Vec<bool>,
}

impl VarSet {
    pub fn insert(&mut self, var: Var) {
        let at = var.0 as usize;
        if self.members.len() <= at {
            self.members.resize(at + 1, false);
        }
        self.members[at] = true;
    }

    pub fn contains(&self, var: Var) -> bool {
        self.members.get(var.0 as usize).copied().unwrap_or(false)
    }
}

/// Variables that change: their old values step aside to numbers from `first` on.
struct Aside {
    changed: Vec<Var>,
    first: Var,
}

impl Aside {
    /// `first` is above the variables of the path edge and the fresh ones.
    fn new(changed: impl IntoIterator<Item = Var>, first: Var) -> Aside {
        let mut changed: Vec<Var> = changed.into_iter().collect();
        changed.sort_unstable();
        Aside { changed, first }
    }

    /// The number of the old value.
    fn old(&self, var: Var) -> Var {
        match self.changed.binary_search(&var) {
            Ok(place) => Var(self.first.0 + place as u32),
            Err(_) => var,
        }
    }
}

/// The path edge with what must hold for the case: B, and nothing changes yet.
fn guarded(path_edge: &Conjunction, case: &Case) -> Conjunction {
    if case.guard.is_empty() { path_edge.clone() } else { path_edge.with_all(case.guard.iter().cloned()) }
}

/// *Join*(P, τ) for one case of τ. Variables of `dead` are eliminated with the old values.
pub fn join(path_edge: &Conjunction, arity: Arity, case: &Case, dead: &VarSet) -> Projection {
    let end = arity.end();
    if case.values.is_empty() {
        let joined = guarded(path_edge, case);
        return drop_vars(joined, case.fresh > 0, end, dead);
    }
    let aside = Aside::new(case.values.iter().map(|(var, _)| *var), Var(end.0 + case.fresh));
    let mut joined = path_edge.rename(|var| aside.old(var));
    let guard = case.guard.iter().map(|(expr, kind)| (expr.rename(|var| aside.old(var)), kind.clone()));
    let values = case.values.iter().filter(|(var, _)| !dead.contains(*var)).map(|(var, value)| {
        let value = value.rename(|var| aside.old(var));
        (LinearExpr::var(*var).minus(&value), Kind::Equal)
    });
    joined = joined.with_all(guard.chain(values));
    drop_vars(joined, true, end, dead)
}

/// The inputs of a call: what the callee's entry tuple is, for this path edge of the caller. `globals` are the callee's
/// globals, in its entry tuple and in the caller's current one.
pub fn inputs(path_edge: &Conjunction, callee: Arity, case: &Case, globals: &[(Var, Var)]) -> Projection {
    // The callee's tuple takes the low numbers, since equalities are solved for high ones.
    let lift = |var: Var| Var(var.0 + callee.entry);
    let guard = case.guard.iter().map(|(expr, kind)| (expr.rename(lift), kind.clone()));
    let args = case.values.iter().map(|(param, value)| (*param, value.rename(lift)));
    let globals = globals.iter().map(|(inside, outside)| (*inside, LinearExpr::var(lift(*outside))));
    let passed = args.chain(globals).map(|(inside, value)| (LinearExpr::var(inside).minus(&value), Kind::Equal));
    let joined = path_edge.rename(lift).with_all(guard.chain(passed));
    joined.project(|var| var.0 >= callee.entry)
}

/// *SelfLoop*: the path edges that start with these inputs, `x' = x` for what is live.
pub fn self_loop(inputs: &Conjunction, arity: Arity, is_dead: &VarSet) -> Projection {
    let live = |place: &u32| !is_dead.contains(arity.current_var(*place));
    let same = (0..arity.entry).filter(live).map(|place| {
        let now = LinearExpr::var(arity.current_var(place));
        (now.minus(&LinearExpr::var(arity.entry_var(place))), Kind::Equal)
    });
    let edge = inputs.with_all(same);
    // An input that nobody reads is not worth telling apart.
    edge.project(|var| var.0 < arity.entry && is_dead.contains(arity.current_var(var.0)))
}

/// *Lift*: a path edge at the exit without the callee's own variables.
pub fn lift(exit: &Conjunction, is_own: impl Fn(Var) -> bool) -> Projection {
    exit.project(is_own)
}

/// How the variables of a summary edge are seen by the caller at one call.
pub struct Passing<'a> {
    /// For each variable of the callee's entry tuple, its value in the caller.
    pub given: &'a [LinearExpr],
    /// For the callee's current values at its exit, the caller's variables that receive them.
    pub received: &'a dyn Fn(Var) -> Option<Var>,
    /// The caller's variables that the call changes.
    pub changed: &'a [Var],
}

/// *SEJoin*: the path edge behind a call, from that before it and a summary edge of the callee.
pub fn summary_join(
    path_edge: &Conjunction,
    arity: Arity,
    case: &Case,
    summary: &Conjunction,
    passing: &Passing,
    dead: &VarSet,
) -> Projection {
    let end = arity.end();
    let aside = Aside::new(passing.changed.iter().copied(), Var(end.0 + case.fresh));
    let above = Var(aside.first.0 + aside.changed.len() as u32);
    let callee_entry = passing.given.len();
    let effect = summary.apply(|var| match passing.given.get(var.0 as usize) {
        Some(value) => value.rename(|var| aside.old(var)),
        None => match (passing.received)(var) {
            Some(receiver) => LinearExpr::var(receiver),
            // A result that the caller does not take.
            None => LinearExpr::var(Var(above.0 + var.0 - callee_entry as u32)),
        },
    });
    let guard = case.guard.iter().map(|(expr, kind)| (expr.rename(|var| aside.old(var)), kind.clone()));
    let joined = path_edge.rename(|var| aside.old(var)).with_all(guard).and(&effect);
    drop_vars(joined, true, end, dead)
}

/// *Join* with any number of rounds of a loop: `part` relates the current tuple before, `Var(0)..Var(m − 1)`, to that after,
/// `Var(m)..Var(2m − 1)`; its other variables are existential.
pub fn rounds_join(path_edge: &Conjunction, arity: Arity, part: &Conjunction, dead: &VarSet) -> Projection {
    let (end, m) = (arity.end(), arity.current);
    let before = |place: u32| Var(end.0 + place);
    let start = path_edge.rename(|var| if var.0 < arity.entry { var } else { before(var.0 - arity.entry) });
    let rounds = part.rename(|var| match var.0 {
        place if place < m => before(place),
        place if place < 2 * m => arity.current_var(place - m),
        other => Var(end.0 + other - m),
    });
    drop_vars(start.and(&rounds), true, end, dead)
}

fn drop_vars(joined: Conjunction, has_others: bool, end: Var, dead: &VarSet) -> Projection {
    let eliminate = |var: Var| var >= end || dead.contains(var);
    if joined.is_false() {
        return Projection { disjuncts: Vec::new(), exact: true };
    }
    if !has_others && !joined.vars().into_iter().any(eliminate) {
        return Projection { disjuncts: vec![joined], exact: true };
    }
    joined.project(eliminate)
}
