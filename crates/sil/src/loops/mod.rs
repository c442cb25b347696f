//! Post-conditions of loops: paper 001, §5.1 (the transducer and its composition with the pre-condition) and §4.2 (back to
//! logic).
//!
//! The steps: the pre-condition is brought into conjunctions ([`pre`]); the loop and one conjunction become one machine
//! ([`machine`]); what holds at the head, and what the final values have to do with it, is computed ([`invariants`]); what leaves
//! the windows at ticks gives the properties of the segment that the loop went over, what stays in them at the exit gives
//! the scalars and single cells ([`facts`]); what the loop did not touch keeps what the pre-condition said of it ([`frame`]);
//! and the whole is simplified ([`tidy`]). What the flat abstraction of the automaton after the loop says beyond that is added
//! ([`flattened`]).

mod facts;
mod flattened;
mod frame;
mod inputs;
mod invariants;
mod machine;
mod pre;
mod prepare;
mod tidy;

use std::collections::BTreeMap;

use crate::decide::{Satisfiable, satisfiable, under};
use crate::formula::{Body, Formula};
use crate::limits::{Limits, Reason};
use crate::names::Scalar;
use crate::program_loop::{Place, ProgramLoop};
use crate::sum::Sum;
use crate::term::{Base, Term};
use flattened::Flattened;
use invariants::Invariants;
use machine::{Machine, Stop};
use pre::Pre;

/// How precisely a loop is looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopOptions {
    /// The rounds that are unfolded in front of the abstraction: K of paper 001, §4.2. From 2 on, the case that the loop
    /// is not entered is told apart.
    pub k: usize,
    /// Whether conjuncts that follow from the others are removed.
    pub simplify: bool,
}

impl Default for LoopOptions {
    fn default() -> LoopOptions {
        LoopOptions { k: 1, simplify: true }
    }
}

/// What holds after a loop.
#[derive(Clone, Debug)]
pub struct PostCondition {
    /// Holds after every run from the pre-condition.
    pub formula: Formula,
    /// Holds at the head of the loop, in every round: the invariant. Bound scalars are values at the entry.
    pub at_head: Formula,
    pub k: usize,
    /// The size of the automaton of the states after the loop, the largest one if the pre-condition has several cases; none if
    /// it was not built.
    pub sizes: Option<Sizes>,
    /// How many conjuncts come from the flat abstraction of that automaton and did not follow from the others.
    pub from_automaton: usize,
}

/// The post-image automaton in numbers: Table 1 of the paper.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Sizes {
    pub states: usize,
    pub counters: usize,
}

/// What holds after a loop that is entered with the pre-condition, and at its head.
///
/// ```
/// use heureka_sil::{Assignment, Branch, Condition, Limits, LoopOptions, Place, ProgramLoop, Sum, acsl, post_of_loop};
/// // while (i < n) { a[i] = 0; i++; }
/// let (i, n) = (Sum::of(Place::scalar("i")), Sum::of(Place::scalar("n")));
/// let body = Branch::new(vec![Assignment::new(Place::cell("a", 0), Sum::number(0))], ["i".into()]);
/// let fill = ProgramLoop { arrays: [("a".into(), "i".into())].into(), condition: Condition::less(i, &n), branches: vec![body] };
/// let pre = acsl::parse(r"i == 0 && 0 <= n && n <= \length(a)").unwrap();
/// let post = post_of_loop(&pre, &fill, &LoopOptions::default(), Limits::NONE).unwrap();
/// assert_eq!(
///     post.formula.to_string(),
///     r"i == n && i <= \length(a) && i >= 0 && \forall integer j; 0 <= j < i ==> a[j] == 0"
/// );
/// ```
pub fn post_of_loop(
    pre: &Formula,
    the_loop: &ProgramLoop,
    options: &LoopOptions,
    limits: Limits<'_>,
) -> Result<PostCondition, Reason> {
    the_loop.check()?;
    under(limits, || {
        let (mut after, mut at_head) = (Formula::falsehood(), Formula::falsehood());
        let (mut sizes, mut from_automaton): (Option<Sizes>, usize) = (None, 0);
        for pre in pre::disjuncts(pre)? {
            let prepared = prepare::prepare(the_loop, &pre);
            if options.k >= 2 {
                // The loop is not entered.
                let skipped = not_entered(&pre, the_loop, options, limits)?;
                after = after.or(&skipped);
                at_head = at_head.or(&Formula { exists: pre.exists.clone(), body: pre.body() });
            }
            let mut one = stopped(&pre, &prepared, options, Stop::AfterLoop, limits)?;
            let two = stopped(&pre, &prepared, options, Stop::AtHead, limits)?;
            if let Ok(Flattened { size: (states, counters), more }) =
                flattened::flattened(&pre, &prepared, &one, options.k, limits)?
            {
                sizes = sizes.max(Some(Sizes { states, counters }));
                from_automaton += more.len();
                one = one.and(&Formula::from(Body::and(more)));
            }
            after = after.or(&one);
            at_head = at_head.or(&two);
        }
        Ok(PostCondition { formula: after, at_head, k: options.k, sizes, from_automaton })
    })
}

/// The formula without what follows from the rest of it, and without bound scalars where they can be eliminated.
pub fn simplify(formula: &Formula, limits: Limits<'_>) -> Result<Formula, Reason> {
    under(limits, || tidy::tidy(formula.clone(), true, limits))
}

/// The states in which the loop's condition fails at once, exactly.
fn not_entered(
    pre: &Pre,
    the_loop: &ProgramLoop,
    options: &LoopOptions,
    limits: Limits<'_>,
) -> Result<Formula, Reason> {
    let base = |place: &Place| match place {
        Place::Scalar(scalar) => Base::Scalar(scalar.clone()),
        Place::Length(array) => Base::Length(array.clone()),
        Place::Cell(array, offset) => {
            Base::Read(array.clone(), Box::new(Term::scalar(the_loop.arrays[array].clone()).plus(*offset)))
        }
    };
    let ways = the_loop.condition.alternatives(false).into_iter().map(|alternative| {
        Body::and(alternative.iter().map(|(sum, sign)| Body::compare(sum.map(|it| Sum::of(base(it))), *sign)))
    });
    let formula = Formula { exists: pre.exists.clone(), body: Body::and([pre.body(), Body::or(ways)]) };
    match satisfiable(&formula, limits) {
        Ok(Satisfiable::No) => Ok(Formula::falsehood()),
        Err(Reason::Interrupted) => Err(Reason::Interrupted),
        _ => tidy::tidy(formula, options.simplify, limits),
    }
}

/// What holds where the machine stops. From K = 2 on, after at least one round.
fn stopped(
    pre: &Pre,
    the_loop: &ProgramLoop,
    options: &LoopOptions,
    stop: Stop,
    limits: Limits<'_>,
) -> Result<Formula, Reason> {
    let mut taken = pre.body().names().0;
    taken.extend(pre.exists.iter().cloned());
    taken.extend(the_loop.scalars());
    let mut entry: BTreeMap<Scalar, Scalar> = BTreeMap::new();
    for scalar in the_loop.changed_scalars() {
        let name = scalar.fresh(&taken);
        taken.insert(name.clone());
        entry.insert(scalar, name);
    }
    let pre = pre.rename(&entry);
    let machine = Machine::new(the_loop, &pre, &entry, stop)?;
    let start = invariants::entry_states(&machine, &pre);
    let unfold = options.k.max(1);
    let found = Invariants::new(&machine, start, unfold);
    let mut parts = vec![frame::kept(the_loop, &pre, &entry)];
    parts.extend(facts::exit_facts(&machine, &found, options.k >= 2));
    for class in 0..machine.classes.len() {
        parts.extend(facts::segment(&machine, &found, class, unfold));
    }
    let mut exists = pre.exists.clone();
    exists.extend(entry.values().cloned());
    let formula = Formula { exists, body: Body::and(parts) };
    tidy::tidy(formula, options.simplify, limits)
}

/// The term of an entry value.
fn entry_term(entry: &BTreeMap<Scalar, Scalar>, scalar: &Scalar) -> Term {
    Term::scalar(entry.get(scalar).unwrap_or(scalar).clone())
}
