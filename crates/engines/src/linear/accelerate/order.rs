//! The transitive closure of a union `T = R₁ ∪ … ∪ Rₙ` from the closures of its disjuncts.
//!
//! **Order.** Write `R;S` for R first, then S. If for all i < j the pair `Rⱼ;Rᵢ` is contained in `Rᵢ;Rⱼ` (they commute in
//! that direction, or Rᵢ never follows Rⱼ and `Rⱼ;Rᵢ` is empty), then every sequence of rounds can be sorted by swapping
//! neighbours without losing the pair of states that it relates: `T* = R₁*;…;Rₙ*`.
//!
//! **Saturation.** Otherwise we collect sequences of closures (of disjuncts, then also of their compositions in pairs:
//! loops that alternate) in a set S with `T ⊆ S ⊆ T⁺`, until `S;T ⊆ S`. Then `S = T⁺` by induction, so a result needs no
//! argument about how it was found (flat acceleration: Bardin, Finkel, Leroux, Schnoebelen, ATVA 2005).

use super::close;
use super::limits::Reason;
use super::relation::{Effort, Relation};

/// How many times all closures are appended before we give up.
const SATURATION: usize = 4;

pub(super) fn closure(round: &Relation, effort: &mut Effort) -> Result<Relation, Reason> {
    if round.disjuncts().len() > effort.limits.disjuncts {
        return Err(Reason::TooLarge);
    }
    let disjuncts: Vec<Relation> = (0..round.disjuncts().len()).map(|at| round.only(at)).collect();
    let mut closures = Vec::new();
    for disjunct in &disjuncts {
        closures.push(close::closure(disjunct, effort)?);
    }
    if let Some(order) = order(&disjuncts, effort)? {
        let mut all = Relation::empty(round.variables());
        for at in order {
            all = append(&all, &closures[at], effort)?.or(&closures[at]);
        }
        return Ok(all);
    }
    if let Some(closed) = saturate(round, &closures, effort)? {
        return Ok(closed);
    }
    for (at, first) in disjuncts.iter().enumerate() {
        for second in disjuncts.iter().skip(at + 1) {
            for pair in [first.then(second, effort)?, second.then(first, effort)?] {
                // A pair without a closed form is one accelerator less; the answer is verified all the same.
                if let [_] = pair.disjuncts()
                    && let Ok(closed) = close::closure(&pair, effort)
                {
                    closures.push(closed);
                }
            }
        }
    }
    saturate(round, &closures, effort)?.ok_or(Reason::NoOrder)
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

/// Sequences of the closures, all relations of one or more rounds, until they are closed under one more round.
fn saturate(round: &Relation, closures: &[Relation], effort: &mut Effort) -> Result<Option<Relation>, Reason> {
    let mut all = closures.iter().fold(Relation::empty(round.variables()), |all, closure| all.or(closure));
    for _ in 0..SATURATION {
        if all.then(round, effort)?.entails(&all) {
            return Ok(Some(all));
        }
        for closure in closures {
            all = append(&all, closure, effort)?;
            if all.disjuncts().len() > effort.limits.parts {
                return Ok(None);
            }
        }
    }
    Ok(None)
}
