//! Flat automata with difference bounds: paper 001, §4.2 up to Lemma 2.
//!
//! Everything is with respect to one class of index counters. Inside a strongly connected component the relations that keep
//! these indices are *idle* (υ), those that advance them are *ticks* (θ). [`upsilon`] is Υ, [`theta`] is Θ, a finite union ρ of
//! difference-bound relations; [`unfolding`] is the K-unfolding of the automaton with the one self-loop ρ, and [`Unfolding::abstracted`] its
//! K-abstraction (Fig. 2), an FCADBC.
//!
//! Deviations. In the K-unfolding the state q_K is reached by K − 1 steps, so that its loop is guarded by `ρᴷ⁻¹(⊤)`; with the
//! `ρᴷ(⊤)` of the text the first step would be lost for K = 1, and Lemma 1 with it. And ⊤ is what holds in the component, which
//! is known here and contains all valuations of runs there; this is never coarser.

use heureka_linear::relations::{Limits, Relation};

use super::bounds::Bounded;
use crate::fixed_point::Set;

/// Unions of more parts are joined.
const MOST_PARTS: usize = 24;

fn join(relations: &[Bounded], counters: usize) -> Bounded {
    relations.iter().fold(Relation::empty(counters), |all, one| all.join(one))
}

/// Υ = D(υ₁ ∨ … ∨ υ_p).
pub fn upsilon(idle: &[Bounded], counters: usize) -> Bounded {
    join(idle, counters)
}

/// D(Υ*), and everything where there is no closed form.
pub fn upsilon_star(upsilon: &Bounded) -> Bounded {
    if upsilon.is_empty() {
        return Relation::identity(upsilon.variables());
    }
    match upsilon.closed_form(&Limits::default()) {
        Ok(powers) => powers.reflexive_hull(),
        Err(_) => Relation::universe(upsilon.variables()),
    }
}

/// Θ = ⋁ₜ D(Υ*) ∘ θₜ: idling, then one tick.
pub fn theta(idle: &[Bounded], ticks: &[Bounded], counters: usize) -> Vec<Bounded> {
    let star = upsilon_star(&upsilon(idle, counters));
    ticks.iter().map(|tick| star.then(tick)).filter(|it| !it.is_empty()).collect()
}

/// A^K_ρ: `q_1 →ρ q_2 →ρ … →ρ q_K`, and a self-loop `ρᴷ⁻¹(⊤) ∧ ρ` at q_K. All states are final.
#[derive(Clone, Debug)]
pub struct Unfolding {
    pub k: usize,
    /// ρ, a union.
    pub rho: Vec<Bounded>,
    /// `ρᴷ⁻¹(⊤)`, a union.
    pub guard: Vec<Set>,
}

/// 𝒜^K_ρ: the same with the self-loop λ = D(ρᴷ⁻¹(⊤) ∧ ρ).
#[derive(Clone, Debug)]
pub struct Flat {
    pub k: usize,
    pub rho: Vec<Bounded>,
    pub lambda: Bounded,
}

/// The K-unfolding of the automaton with one state and the self-loop ρ; K is at least 1.
pub fn unfolding(rho: Vec<Bounded>, top: Set, k: usize) -> Unfolding {
    assert!(k >= 1, "the loop is at q_K");
    let mut guard = vec![top];
    for _ in 1..k {
        let mut next: Vec<Set> = Vec::new();
        for set in guard.iter().flat_map(|set| rho.iter().map(move |one| one.post(set))) {
            if !set.is_empty() && !next.iter().any(|known| set.entails(known)) {
                next.push(set);
            }
        }
        if next.len() > MOST_PARTS {
            next = next.iter().cloned().reduce(|all, one| all.join(&one)).into_iter().collect();
        }
        guard = next;
    }
    Unfolding { k, rho, guard }
}

impl Unfolding {
    /// The K-abstraction.
    pub fn abstracted(self) -> Flat {
        let counters = self.rho.first().map_or(0, Relation::variables);
        let first: Vec<usize> = (0..counters).collect();
        let parts = self.guard.iter().flat_map(|set| {
            let set = set.embed(2 * counters, &first);
            self.rho.iter().map(move |one| Relation::new(one.bounds().meet(&set)))
        });
        let lambda = join(&parts.collect::<Vec<_>>(), counters);
        Flat { k: self.k, rho: self.rho, lambda }
    }
}
