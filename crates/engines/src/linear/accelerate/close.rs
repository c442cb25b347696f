//! The transitive closure of the relation of one round, or a part of it, or an error.
//!
//! Everything in the result is one or more rounds. In this order:
//! 1. Variables that a round neither changes nor looks at keep their values (`Relation::active`).
//! 2. A conjunction has a closed form if it is an affine map whose matrix repeats ([`super::affine`]), or if it is a
//!    difference-bound or octagonal relation (`heureka_linear::relations`).
//! 3. *Outputs*: if no disjunct of T looks at the value of v before the round, then all rounds but the last might as
//!    well not set it. With T₀ = T without such variables, `T⁺ = T ∪ T₀⁺;T`, whatever T says of v. So values that
//!    are havocked or computed anew in each round, by any formula, do no harm.
//! 4. Disjuncts are put into an order, or saturated ([`super::order`]).

use heureka_linear::relations::{ClosedForm, DifferenceRelation, Layout, OctagonalRelation};
use heureka_linear::{Conjunction, Kind, LinearExpr, Var};

use super::affine::AffineRound;
use super::limits::Reason;
use super::order;
use super::relation::{Effort, Relation};

/// One or more rounds of a relation.
#[derive(Clone, Debug)]
pub(super) struct Closed {
    /// Within the transitive closure.
    pub relation: Relation,
    /// Whether it is all of the closure.
    pub is_complete: bool,
}

impl Closed {
    /// The closure, if this is all of it.
    pub fn complete(self) -> Option<Relation> {
        self.is_complete.then_some(self.relation)
    }
}

/// One or more rounds.
pub(super) fn closure(round: &Relation, effort: &mut Effort) -> Result<Closed, Reason> {
    let active = round.active();
    if active.len() < round.variables() as usize {
        let Closed { relation, is_complete } = closure_of_active(&round.on(&active)?, effort)?;
        return Ok(Closed { relation: with_idle(&relation, round.variables(), &active)?, is_complete });
    }
    closure_of_active(round, effort)
}

fn closure_of_active(round: &Relation, effort: &mut Effort) -> Result<Closed, Reason> {
    match round.disjuncts() {
        [] => return Ok(Closed { relation: round.clone(), is_complete: true }),
        [only] => {
            if let Some(relation) = closed_form(only, round.variables(), effort)? {
                return Ok(Closed { relation, is_complete: true });
            }
        }
        _ => {}
    }
    let (read, outputs): (Vec<u32>, Vec<u32>) = (0..round.variables()).partition(|variable| round.reads(*variable));
    if !outputs.is_empty() {
        let Closed { relation, is_complete } = closure(&round.on(&read)?, effort)?;
        let earlier = relation.lift(round.variables(), &read);
        return Ok(Closed { relation: round.or(&earlier.then(round, effort)?), is_complete });
    }
    match round.disjuncts() {
        [_] => Err(Reason::NoClosedForm),
        _ => order::closure(round, effort),
    }
}

/// The closure of a conjunction by its closed form.
fn closed_form(round: &Conjunction, n: u32, effort: &mut Effort) -> Result<Option<Relation>, Reason> {
    if let Some(parts) = AffineRound::of(round, n).and_then(|affine| affine.closure(effort.limits.period)) {
        return Relation::new(n, parts).map(Some);
    }
    let (before, after): (Vec<Var>, Vec<Var>) = ((0..n).map(Var).collect(), (n..2 * n).map(Var).collect());
    let powers = effort.limits.powers();
    if n as usize <= effort.limits.difference_variables
        && let Ok(relation) = DifferenceRelation::from_conjunction(round, &before, &after)
    {
        return relation.closed_form(&powers).ok().map(|form| union(&form, &before, &after)).transpose();
    }
    if n as usize <= effort.limits.octagon_variables
        && let Ok(relation) = OctagonalRelation::from_conjunction(round, &before, &after)
    {
        return relation.closed_form(&powers).ok().map(|form| union(&form, &before, &after)).transpose();
    }
    Ok(None)
}

fn union<L: Layout>(form: &ClosedForm<L>, before: &[Var], after: &[Var]) -> Result<Relation, Reason> {
    let n = before.len() as u32;
    let parts = form.transitive_closure(before, after, Var(2 * n));
    Relation::new(n, parts.into_iter().map(|part| part.conjunction))
}

/// The relation of some variables on all of them, where the others keep their values.
fn with_idle(relation: &Relation, n: u32, active: &[u32]) -> Result<Relation, Reason> {
    let idle = (0..n).filter(|variable| !active.contains(variable));
    let keep: Vec<(LinearExpr, Kind)> = idle
        .map(|variable| (LinearExpr::var(Var(n + variable)).minus(&LinearExpr::var(Var(variable))), Kind::Equal))
        .collect();
    Relation::new(n, relation.lift(n, active).disjuncts().iter().map(|disjunct| disjunct.with_all(keep.clone())))
}
