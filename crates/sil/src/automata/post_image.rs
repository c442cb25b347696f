//! The automaton of the states after a loop: paper 001, §5 and Theorem 1. Table 1 has its size.
//!
//! The recogniser A_φ of the pre-condition and the transducer T_L are composed, one property after the other, and the result is
//! reduced by the techniques of §6 ([`super::reduce`]) on the way, so that no product becomes large. In what comes out the
//! outputs are the values that are seen, one step behind the indices (Definition 2); inputs are working counters.
//!
//! Deviations. A property that is not of the normal form of §4.1 (a window wider than two cells, alternatives), or that relates
//! arrays that the loop traverses independently (Theorem 1), is left out: Σ(B) is larger then, never smaller. The transducer
//! loses runs whose window begins before an array or whose index leaves it; where such runs are not excluded, no automaton is
//! built.

use std::collections::BTreeSet;
use std::fmt;

use heureka_linear::relations::Constraint;

use super::automaton::{CounterAutomaton, CounterId, CounterRole, StateId};
use super::bounds::{View, knows, knows_equal};
use super::compose::compose;
use super::recogniser::{presburger, recogniser};
use super::reduce::reduced;
use super::transducer::{transducer, working_scalar};
use crate::formula::{Body, Comparison, Operand, Property};
use crate::names::{Array, Scalar};
use crate::program_loop::ProgramLoop;
use crate::term::Base;

/// Products with more transitions are not made.
const MOST_TRANSITIONS: usize = 160;

/// Nor are transducers with more counters or transitions composed.
const LARGEST_TRANSDUCER: (usize, usize) = (60, 60);

/// B, and the classes of arrays whose indices advance together.
#[derive(Clone, Debug)]
pub struct PostImage {
    pub automaton: CounterAutomaton,
    pub classes: Vec<BTreeSet<Array>>,
}

/// Why there is no automaton.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotBuilt(pub String);

impl fmt::Display for NotBuilt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotBuilt {}

/// B with Σ(B) ⊇ { t | s ⊨ pre-condition, ⟨s, t⟩ ∈ Θ(L) }, and equal if every property takes part.
pub fn post_image(
    comparisons: &[Comparison],
    properties: &[Property],
    the_loop: &ProgramLoop,
) -> Result<PostImage, NotBuilt> {
    let not_built = |text: &dyn fmt::Display| NotBuilt(text.to_string());
    let (transducer, dependency) = transducer(the_loop).map_err(|error| not_built(&error))?;
    let (most_counters, most_steps) = LARGEST_TRANSDUCER;
    if transducer.counters.len() > most_counters || transducer.transitions.len() > most_steps {
        return Err(NotBuilt("the transducer of the loop is too large".to_owned()));
    }
    let linear: Vec<Comparison> = comparisons
        .iter()
        .filter(|it| it.sum.terms().all(|(base, _)| !matches!(base, Base::Read(..))))
        .cloned()
        .collect();
    let entry = presburger(&linear).map_err(|error| not_built(&error))?;
    let nothing = super::automaton::Dependency::default();
    let mut image = compose((&entry, &nothing), (&transducer, &dependency)).map_err(|error| not_built(&error))?;
    let classes = classes(the_loop);
    loses_nothing(&image, the_loop, &classes)?;
    let mut pending: Vec<&Property> = properties.iter().filter(|it| is_normal(it, &classes)).collect();
    image = reduced(&image, &|role| is_needed(role, &pending));
    while let Some(property) = pending.pop() {
        let Ok((own, its_dependency)) = recogniser(&Body::ForAll(property.clone())) else { continue };
        let Ok(composed) = compose((&own, &its_dependency), (&image, &dependency)) else { continue };
        if composed.transitions.len() > MOST_TRANSITIONS {
            return Err(NotBuilt("the automaton behind the loop is too large".to_owned()));
        }
        image = reduced(&composed, &|role| is_needed(role, &pending));
    }
    let inner = |role: CounterRole| match role {
        CounterRole::Parameter(scalar) => CounterRole::Entry(scalar),
        CounterRole::Value(array) => CounterRole::Working(format!("in {array} 0")),
        CounterRole::Ahead(array, offset) => CounterRole::Working(format!("in {array} {offset}")),
        other => other,
    };
    image.counters = image.counters.into_iter().map(inner).collect();
    Ok(PostImage { automaton: reduced(&image, &|_| false), classes })
}

/// The arrays of each index.
fn classes(the_loop: &ProgramLoop) -> Vec<BTreeSet<Array>> {
    let indices: BTreeSet<&Scalar> = the_loop.arrays.values().collect();
    let of = |index: &Scalar| -> BTreeSet<Array> {
        the_loop.arrays.iter().filter(|(_, by)| *by == index).map(|(array, _)| array.clone()).collect()
    };
    indices.into_iter().map(of).collect()
}

/// Whether a property is of the normal form and of arrays that the loop traverses together.
fn is_normal(property: &Property, classes: &[BTreeSet<Array>]) -> bool {
    let own = property.from_first_cell();
    let arrays: BTreeSet<Array> = own.cells().into_iter().map(|(array, _)| array).collect();
    let is_read = |base: &Base| matches!(base, Base::Read(..));
    let reads = own.lower.iter().chain(&own.upper).any(|term| term.base.as_ref().is_some_and(is_read))
        || own.value.0.iter().flatten().any(|difference| {
            [&difference.left, &difference.right]
                .into_iter()
                .any(|it| matches!(it, Operand::Base(base) if is_read(base)))
        });
    own.is_conjunctive()
        && !reads
        && own.cells().iter().all(|(_, offset)| *offset <= 1)
        && classes.iter().any(|class| !arrays.is_empty() && arrays.is_subset(class))
}

/// Whether a property that is still to come needs the counter.
fn is_needed(role: &CounterRole, pending: &[&Property]) -> bool {
    let names = || pending.iter().map(|property| Body::ForAll((*property).clone()).names());
    match role {
        CounterRole::Value(array) | CounterRole::Length(array) => names().any(|(_, arrays)| arrays.contains(array)),
        CounterRole::Parameter(scalar) => names().any(|(scalars, _)| scalars.contains(scalar)),
        _ => false,
    }
}

/// The transducer has a run for each run of the loop: windows begin within the arrays, indices stay within them, and arrays
/// that are traversed together have one length.
fn loses_nothing(
    image: &CounterAutomaton,
    the_loop: &ProgramLoop,
    classes: &[BTreeSet<Array>],
) -> Result<(), NotBuilt> {
    let view = View::new(image);
    let forward = view.forward();
    let at =
        |role: &CounterRole| image.counter(role).map(|CounterId(place)| place).expect("a counter of the transducer");
    let sets = |name: &str| {
        let states = (0..image.states.len()).filter(|state| image.states[*state].ends_with(name)).map(StateId);
        states.filter_map(|state| forward.get(&state)).collect::<Vec<_>>()
    };
    for (array, index) in &the_loop.arrays {
        let low = the_loop.window(index).0;
        let starts = Constraint::at_least(at(&working_scalar(index)), -low);
        if !sets(",q_pre").iter().all(|set| knows(set, &starts)) {
            return Err(NotBuilt(format!("the loop may look at cells before {array}")));
        }
        let ends =
            Constraint::difference(at(&CounterRole::Index(array.clone())), at(&CounterRole::Length(array.clone())), 0);
        if !sets(",q_suf").iter().all(|set| knows(set, &ends)) {
            return Err(NotBuilt(format!("the index {index} may leave {array}")));
        }
    }
    for class in classes {
        let lengths: Vec<usize> = class.iter().map(|array| at(&CounterRole::Length(array.clone()))).collect();
        let same = |set: &&crate::fixed_point::Set| {
            lengths.iter().all(|it| *it == lengths[0] || knows_equal(set, lengths[0], *it, 0))
        };
        if !sets(",q_pre").iter().all(same) {
            return Err(NotBuilt("arrays of one index may have different lengths".to_owned()));
        }
    }
    Ok(())
}
