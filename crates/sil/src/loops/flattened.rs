//! What the flat abstraction of the automaton after the loop adds to a post-condition: paper 001, §4.2 and Theorem 4, on the
//! automaton of [`crate::automata::post_image`].
//!
//! The formula φ_A of the automaton holds after the loop. What of it follows from what is known already is left out, and so is
//! what speaks of values that could not be eliminated, or tells cases apart at length: a person is to read the result.

use std::collections::BTreeMap;

use super::pre::Pre;
use super::tidy;
use crate::automata::{NotBuilt, post_image, to_sil};
use crate::decide::entails;
use crate::formula::{Body, Formula};
use crate::limits::{Limits, Reason};
use crate::names::Scalar;
use crate::program_loop::ProgramLoop;

/// The automaton behind the loop, as far as it is of interest.
pub struct Flattened {
    /// Control states and counters.
    pub size: (usize, usize),
    /// Conjuncts that `known` does not imply.
    pub more: Vec<Body>,
}

/// What the automaton after the loop says beyond `known`.
pub fn flattened(
    pre: &Pre,
    the_loop: &ProgramLoop,
    known: &Formula,
    k: usize,
    limits: Limits<'_>,
) -> Result<Result<Flattened, NotBuilt>, Reason> {
    let image = match post_image(&pre.comparisons, &pre.properties, the_loop) {
        Ok(image) => image,
        Err(reason) => return Ok(Err(reason)),
    };
    let size = image.automaton.size();
    let mut taken = pre.body().names().0;
    taken.extend(the_loop.scalars());
    taken.extend(known.all_scalars());
    let mut entry: BTreeMap<Scalar, Scalar> = BTreeMap::new();
    for scalar in the_loop.changed_scalars() {
        let name = scalar.fresh(&taken);
        taken.insert(name.clone());
        entry.insert(scalar, name);
    }
    let Some(mut formula) = to_sil(&image, k, &entry) else { return Ok(Ok(Flattened { size, more: Vec::new() })) };
    for scalar in &pre.exists {
        formula = formula.bind(scalar.clone());
    }
    let formula = tidy::tidy(formula, false, limits)?;
    let mut more = Vec::new();
    for part in formula.body.conjuncts() {
        let is_plain = matches!(part, Body::Compare(_) | Body::ForAll(_));
        let is_own = part.names().0.iter().all(|scalar| !formula.exists.contains(scalar));
        if !is_plain || !is_own || more.contains(part) {
            continue;
        }
        let so_far = known.and(&Formula::from(Body::and(more.iter().cloned())));
        match entails(&so_far, &Formula::from(part.clone()), limits) {
            Ok(answer) if !answer.holds() => more.push(part.clone()),
            Err(Reason::Interrupted) => return Err(Reason::Interrupted),
            _ => {}
        }
    }
    Ok(Ok(Flattened { size, more }))
}
