//! The transitive closure of a union `T = R₁ ∪ … ∪ Rₙ` from the closures of its disjuncts.
//!
//! **Order.** Write `R;S` for R first, then S. If for all i < j the pair `Rⱼ;Rᵢ` is contained in `Rᵢ;Rⱼ` (they commute in
//! that direction, or Rᵢ never follows Rⱼ and `Rⱼ;Rᵢ` is empty), then every sequence of rounds can be sorted by swapping
//! neighbours without losing the pair of states that it relates: `T* = R₁*;…;Rₙ*`.
//!
//! **Saturation.** Otherwise we collect sequences of closures (of disjuncts, then also of their compositions in pairs:
//! loops that alternate) in a set S with `T ⊆ S ⊆ T⁺`, until `S;T ⊆ S`. Then `S = T⁺` by induction, so a result needs no
//! argument about how it was found (flat acceleration: Bardin, Finkel, Leroux, Schnoebelen, ATVA 2005).
//!
//! **Parts.** When both fail, the disjuncts that can follow themselves may still have an order among them; their closure is
//! a part of T⁺. (The others are rare events: a counter that wraps around.)

use heureka_linear::Row;
use heureka_number::Int;

use super::close::{self, Closed};
use super::limits::Reason;
use super::relation::{Effort, Relation};

/// How many times all closures are appended before we give up.
const SATURATION: usize = 3;

pub(super) fn closure(round: &Relation, effort: &mut Effort) -> Result<Closed, Reason> {
    if round.disjuncts().len() > effort.limits.disjuncts {
        return Err(Reason::TooLarge);
    }
    let disjuncts: Vec<Relation> = (0..round.disjuncts().len()).map(|at| round.only(at)).collect();
    let closures: Vec<Option<Relation>> =
        disjuncts.iter().map(|it| close::closure(it, effort).ok().and_then(Closed::complete)).collect();
    if let Some(mut all) = closures.iter().cloned().collect::<Option<Vec<Relation>>>() {
        if let Some(relation) = in_order(&disjuncts, &all, effort)? {
            return Ok(Closed { relation, is_complete: true });
        }
        let mut bounded = effort.share();
        if let Some(relation) = saturate(round, &all, &mut bounded) {
            return Ok(Closed { relation, is_complete: true });
        }
        all.extend(closures_of_pairs(&disjuncts, &mut bounded));
        if let Some(relation) = saturate(round, &all, &mut bounded) {
            return Ok(Closed { relation, is_complete: true });
        }
    }
    let (mut repeated, mut their_closures) = (Vec::new(), Vec::new());
    for (disjunct, closure) in disjuncts.iter().zip(closures) {
        if !disjunct.then(disjunct, effort)?.is_empty() {
            repeated.push(disjunct.clone());
            their_closures.push(closure.ok_or(Reason::NoClosedForm)?);
        }
    }
    let mut part = in_order(&repeated, &their_closures, effort)?;
    if part.is_none() {
        let quiet = |at: &usize| !jumps(&repeated[*at]);
        let kept: Vec<usize> = (0..repeated.len()).filter(quiet).collect();
        let choose = |list: &[Relation]| -> Vec<Relation> { kept.iter().map(|at| list[*at].clone()).collect() };
        part = in_order(&choose(&repeated), &choose(&their_closures), effort)?;
    }
    part.map(|relation| Closed { relation, is_complete: false }).ok_or(Reason::NoOrder)
}

/// Whether some value changes by as much as only a wrap-around does, which subtracts a power of 2 from 2⁸ on. Nothing
/// depends on it but which disjuncts are tried.
fn jumps(disjunct: &Relation) -> bool {
    let far = Int::new(128);
    let is_jump = |row: &Row| row.expr().terms().len() > 1 && row.expr().constant().abs() >= far;
    disjunct.disjuncts().iter().any(|it| it.equalities().iter().any(is_jump))
}

/// The closure of the union of the disjuncts, if they can be ordered.
fn in_order(disjuncts: &[Relation], closures: &[Relation], effort: &mut Effort) -> Result<Option<Relation>, Reason> {
    let [first, ..] = disjuncts else { return Ok(None) };
    let mut sorted = Relation::empty(first.variables());
    let Some(order) = order(disjuncts, effort)? else { return Ok(None) };
    for at in order {
        sorted = append(&sorted, &closures[at], effort)?.or(&closures[at]);
    }
    Ok(Some(sorted))
}

/// `so_far ∪ so_far;next`.
fn append(so_far: &Relation, next: &Relation, effort: &mut Effort) -> Result<Relation, Reason> {
    Ok(so_far.or(&so_far.then(next, effort)?))
}

/// The disjuncts in an order in which sequences can be sorted, if there is one.
fn order(disjuncts: &[Relation], effort: &mut Effort) -> Result<Option<Vec<usize>>, Reason> {
    let count = disjuncts.len();
    // must[i][j]: i stands before j, since `i;j ⊆ j;i` does not hold.
    let mut must = vec![vec![false; count]; count];
    for i in 0..count {
        for j in 0..i {
            let (ij, ji) = (disjuncts[i].then(&disjuncts[j], effort)?, disjuncts[j].then(&disjuncts[i], effort)?);
            must[i][j] = !ij.entails(&ji);
            must[j][i] = !ji.entails(&ij);
            if must[i][j] && must[j][i] {
                return Ok(None);
            }
        }
    }
    let mut order = Vec::new();
    while order.len() < count {
        let free =
            |at: &usize| !order.contains(at) && (0..count).all(|other| order.contains(&other) || !must[other][*at]);
        let Some(next) = (0..count).find(free) else { return Ok(None) };
        order.push(next);
    }
    Ok(Some(order))
}

/// The closures of compositions of two disjuncts, as far as there are any.
fn closures_of_pairs(disjuncts: &[Relation], effort: &mut Effort) -> Vec<Relation> {
    let mut closures = Vec::new();
    for (at, first) in disjuncts.iter().enumerate() {
        for second in disjuncts.iter().skip(at + 1) {
            for (first, second) in [(first, second), (second, first)] {
                if let Ok(pair) = first.then(second, effort)
                    && let [_] = pair.disjuncts()
                    && let Some(closed) = close::closure(&pair, effort).ok().and_then(Closed::complete)
                {
                    closures.push(closed);
                }
            }
        }
    }
    closures
}

/// Sequences of the closures, all relations of one or more rounds, until they are closed under one more round. Nothing
/// if that is not reached soon.
fn saturate(round: &Relation, closures: &[Relation], effort: &mut Effort) -> Option<Relation> {
    let mut all = closures.iter().fold(Relation::empty(round.variables()), |all, closure| all.or(closure));
    for _ in 0..SATURATION {
        if all.then(round, effort).ok()?.entails(&all) {
            return Some(all);
        }
        for closure in closures {
            all = append(&all, closure, effort).ok()?;
            if all.disjuncts().len() > effort.limits.parts {
                return None;
            }
        }
        all = all.coalesced();
    }
    None
}
