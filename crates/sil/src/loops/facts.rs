//! From the machine back to logic: paper 001, §4.2.
//!
//! *Segments.* At each tick of a class, one cell of each of its arrays leaves the window for good. The strongest difference
//! bounds over all ticks (the operator D of the paper, footnotes 7 and 8) between these cells, their predecessors, the position
//! and the parameters are the property of the segment from the first position of the loop to its last: the formula ω of
//! Theorem 4, with the final values of the scalars as parameters. Idle rounds, which the paper collects in Υ*, are among
//! the rounds that lead from one tick to the next.
//!
//! *Exits.* What the scalars and the cells in the window are when the loop is left; one disjunct for each way to leave it,
//! where the common bounds do not say it all.
//!
//! Beyond the paper: where the ticks of several branches are not one conjunction of differences, a property with
//! alternatives says what the bounds forget (which branch does what).

use std::collections::BTreeSet;

use heureka_linear::relations::{Bound, Bounds, Constraint, Differences, Supremum};
use heureka_linear::{Conjunction, Dlc, Kind, Numbers, Row, Var};
use heureka_number::Int;

use super::invariants::{Head, Invariants};
use super::machine::{Class, Counter, Machine, Set, Step};
use crate::formula::{Body, Difference, Operand, Property, Sign, Value};
use crate::names::{Array, Scalar};
use crate::sum::Sum;
use crate::term::{Base, Term};

/// More alternatives than that are not shown.
const MOST_ALTERNATIVES: usize = 6;

/// The term of the index of a class where the machine stops.
fn end_of(machine: &Machine, class: usize) -> Term {
    Term::scalar(machine.classes[class].index.clone())
}

fn start_of(machine: &Machine, class: usize) -> Term {
    super::entry_term(&machine.entry, &machine.classes[class].index)
}

/// The places of parameters, and their names: entry values, fixed values, final values.
fn parameters(machine: &Machine) -> Vec<(usize, Base)> {
    let all = machine.counters.iter().enumerate().filter_map(|(place, counter)| match counter {
        Counter::Fixed(base) => Some((place, base.clone())),
        Counter::Exit(scalar) => Some((place, Base::Scalar(scalar.clone()))),
        _ => None,
    });
    all.collect()
}

/// The states in which the machine stops: those in which it leaves a head for which the test holds, and those in which a
/// last round ends for which the other test holds.
fn exits(machine: &Machine, found: &Invariants, from: &dyn Fn(&Head) -> bool, by: &dyn Fn(&Step) -> bool) -> Vec<Set> {
    let mut sets = Vec::new();
    for (head, set) in &found.forward {
        for step in machine.leaves.iter().chain(machine.rounds.iter().filter(|step| step.leaves)) {
            if !from(head) && !by(step) {
                continue;
            }
            let after = machine.saturated(machine.after(&machine.pairs(step, set, None)));
            if !after.is_empty() {
                sets.push(after);
            }
        }
    }
    sets
}

fn join_all(sets: &[Set], dimension: usize) -> Set {
    sets.iter().fold(Set::empty(dimension), |all, set| all.join(set))
}

fn var(place: usize) -> Var {
    Var(u32::try_from(place).expect("few places"))
}

fn vars(dimension: usize) -> Vec<Var> {
    (0..dimension).map(var).collect()
}

/// The scalars, and the cells in the windows, where the machine stops; after at least one round if asked so.
pub fn exit_facts(machine: &Machine, found: &Invariants, entered: bool) -> Vec<Body> {
    let (mut places, mut bases): (Vec<usize>, Vec<Base>) = parameters(machine).into_iter().unzip();
    for (number, class) in machine.classes.iter().enumerate() {
        for array in &class.arrays {
            for offset in class.lows[array] - 1..=class.high {
                places.push(machine.cell(array, offset));
                bases.push(Base::Read(array.clone(), Box::new(end_of(machine, number).plus(offset))));
            }
        }
    }
    let sets: Vec<Set> = exits(machine, found, &|head| !entered || head.rounds > 0, &|step| step.is_round)
        .iter()
        .map(|set| set.project(&places))
        .collect();
    let hull = join_all(&sets, places.len());
    if hull.is_empty() {
        return vec![Body::falsehood()];
    }
    let names = vars(places.len());
    let common = hull.to_conjunction(&names);
    let row = |row: &Row| row_body(row, &bases);
    let mut facts: Vec<Body> = common.rows().iter().filter_map(row).collect();
    let mut cases = Dlc::new(Numbers::Integer, sets.iter().map(|set| set.to_conjunction(&names)));
    cases.coalesce();
    if cases.len() > 1 && cases.len() <= MOST_ALTERNATIVES && !cases.contains(&common) {
        let alternatives = cases.disjuncts().map(|case| {
            let rest = remaining_rows(case, &common);
            Body::and(rest.iter().filter_map(row))
        });
        facts.push(Body::or(alternatives));
    }
    facts
}

/// The rows of a conjunction that do not follow from the others and what is common.
fn remaining_rows(case: &Conjunction, common: &Conjunction) -> Vec<Row> {
    let mut rows: Vec<Row> = case.rows().iter().filter(|row| !common.entails_row(row)).cloned().collect();
    let mut place = 0;
    while place < rows.len() {
        let others: Vec<&Row> = rows.iter().enumerate().filter(|(at, _)| *at != place).map(|(_, row)| row).collect();
        if common.with_rows(others).entails_row(&rows[place]) {
            rows.remove(place);
        } else {
            place += 1;
        }
    }
    rows
}

fn row_body(row: &Row, bases: &[Base]) -> Option<Body> {
    let sign = match row.kind() {
        Kind::Equal => Sign::EqualZero,
        Kind::AtLeast => Sign::AtLeastZero,
        // Not a row of bounds; a weaker formula is sound.
        Kind::Above | Kind::Modulo { .. } => return None,
    };
    // Cells at different indices have met by chance.
    let mut places = row.vars().filter_map(|var| match &bases[var.0 as usize] {
        Base::Read(_, position) => Some(&position.base),
        _ => None,
    });
    if let (Some(one), Some(two)) = (places.next(), places.next())
        && one != two
    {
        return None;
    }
    let start = Sum::number(row.expr().constant().clone());
    let sum =
        row.expr().terms().iter().fold(start, |sum, (var, coefficient)| {
            sum.plus_scaled(coefficient, &Sum::of(bases[var.0 as usize].clone()))
        });
    Some(Body::compare(sum, sign))
}

/// One way in which a class ticks.
struct Tick {
    /// The pairs of states before and after.
    pairs: Set,
    /// The same, projected on the cells that leave, their predecessors, the index, and the parameters.
    set: Set,
    /// Whether the predecessors left the window within the loop.
    ticked: bool,
    /// Which round it is.
    round: usize,
}

fn ticks(machine: &Machine, found: &Invariants, class: usize, unfold: usize, places: &[usize]) -> Vec<Tick> {
    let mut ticks = Vec::new();
    for (head, set) in &found.forward {
        let Some(back) = found.backward.get(head) else { continue };
        let set = set.meet(back);
        for (round, step) in machine.rounds.iter().enumerate().filter(|(_, step)| step.ticks.contains(&class)) {
            let pairs = if step.leaves {
                machine.pairs(step, &set, None)
            } else {
                let next = Head {
                    rounds: (head.rounds + 1).min(unfold),
                    ticked: head.ticked.union(&step.ticks).copied().collect(),
                };
                let Some(goal) = found.backward.get(&next) else { continue };
                machine.pairs(step, &set, Some(goal))
            };
            if !pairs.is_empty() {
                let set = pairs.project(places);
                ticks.push(Tick { pairs, set, ticked: head.ticked.contains(&class), round });
            }
        }
    }
    ticks
}

/// The properties of the segment that a class went over.
pub fn segment(machine: &Machine, found: &Invariants, class: usize, unfold: usize) -> Vec<Body> {
    let size = machine.size();
    let Class { index, arrays, lows, .. } = &machine.classes[class];
    let parameters = parameters(machine);
    let count = arrays.len();
    // The cells that leave, their predecessors, the index, the parameters.
    let mut places: Vec<usize> = arrays.iter().map(|array| size + machine.cell(array, lows[array] - 1)).collect();
    places.extend(arrays.iter().map(|array| machine.cell(array, lows[array] - 1)));
    places.push(machine.now(index));
    places.extend(parameters.iter().map(|(place, _)| *place));
    let ticks = ticks(machine, found, class, unfold, &places);
    if ticks.is_empty() {
        return Vec::new();
    }
    // In the formula, i is the index at the tick; the cell that leaves is then a[i + low].
    let cell = |array: &Array, offset: i64| Operand::Cell(array.clone(), lows[array] + offset);
    let mut meanings: Vec<Operand> = Vec::new();
    meanings.extend(arrays.iter().map(|array| cell(array, 0)));
    meanings.extend(arrays.iter().map(|array| cell(array, -1)));
    meanings.push(Operand::Index);
    meanings.extend(parameters.iter().map(|(_, base)| Operand::Base(base.clone())));
    let all: Vec<Set> = ticks.iter().map(|tick| tick.set.clone()).collect();
    let hull = join_all(&all, places.len());
    let context = context(machine, found, class, &parameters, places.len(), 2 * count);
    let (start, end) = (start_of(machine, class), end_of(machine, class));
    let says = |lower: Vec<Term>, upper: Vec<Term>, constraints: &[Constraint]| {
        let value = Value(vec![constraints.iter().map(|it| difference(it, &meanings)).collect()]);
        Body::ForAll(Property { lower, upper, value }.from_first_cell())
    };
    let mut facts = Vec::new();

    // Cells by themselves.
    let is_new = |place: usize| place < count;
    let is_old = |place: usize| (count..2 * count).contains(&place);
    let own = |it: &Constraint| mentions(it, &is_new) && !mentions(it, &is_old);
    let single = needed(hull.constraints().into_iter().filter(own).collect(), &context, &meanings, machine);
    if !single.is_empty() {
        facts.push(says(vec![start.clone()], vec![end.plus(-1)], &single));
    }
    let mut known = with_all(&context, &single);

    // What follows where a property of the pre-condition holds that does not hold on the whole way.
    for (normal, offset) in machine.properties_of(class) {
        let Some(said) = machine.instance(normal, machine.now(index), offset) else { continue };
        let sets: Vec<Set> = ticks.iter().map(|tick| with_all(&tick.pairs, &said).project(&places)).collect();
        let hull = join_all(&sets, places.len());
        let more = needed(hull.constraints().into_iter().filter(own).collect(), &known, &meanings, machine);
        if !more.is_empty() {
            let lower = normal.lower.iter().map(|term| term.plus(-offset));
            let upper = normal.end.iter().map(|term| term.plus(-offset - 1));
            facts.push(says(
                [start.clone()].into_iter().chain(lower).collect(),
                [end.plus(-1)].into_iter().chain(upper).collect(),
                &more,
            ));
        }
    }

    // The first cell: τ of the paper, for one unfolding.
    let first: Vec<Set> = ticks.iter().filter(|tick| !tick.ticked).map(|tick| tick.set.clone()).collect();
    if !first.is_empty() {
        let hull = join_all(&first, places.len());
        let first = needed(hull.constraints().into_iter().filter(own).collect(), &known, &meanings, machine);
        if !first.is_empty() {
            facts.push(says(vec![start.clone()], vec![start.clone(), end.plus(-1)], &first));
        }
    }

    // Cells with their predecessors, from the cell before the loop's first one, or from that on.
    let pair = |it: &Constraint| mentions(it, &is_new) && mentions(it, &is_old);
    let from_before = needed(hull.constraints().into_iter().filter(pair).collect(), &known, &meanings, machine);
    if !from_before.is_empty() {
        facts.push(says(vec![start.clone()], vec![end.plus(-1)], &from_before));
        known = with_all(&known, &from_before);
    }
    let later: Vec<Set> = ticks.iter().filter(|tick| tick.ticked).map(|tick| tick.set.clone()).collect();
    if !later.is_empty() {
        let hull = join_all(&later, places.len());
        // What holds of each cell holds of the predecessor, one position before.
        let predecessor = |it: &Constraint| to_predecessor(it, count);
        known = with_all(&known, &single.iter().map(predecessor).collect::<Vec<_>>());
        let within = needed(hull.constraints().into_iter().filter(pair).collect(), &known, &meanings, machine);
        if !within.is_empty() {
            facts.push(says(vec![start.plus(1)], vec![end.plus(-1)], &within));
        }
    }

    // Which branch does what. Of arrays that do not change, cells further on may be looked at, too.
    let dimension = places.len();
    let Class { high, .. } = &machine.classes[class];
    for array in arrays.iter().filter(|array| !machine.changed_arrays.contains(*array)) {
        for offset in lows[array] + 1..=*high {
            places.push(machine.cell(array, offset));
            meanings.push(Operand::Cell(array.clone(), offset));
        }
    }
    let rounds: BTreeSet<usize> = ticks.iter().map(|tick| tick.round).collect();
    let of_round = |round: &usize| {
        let own = ticks.iter().filter(|tick| tick.round == *round).map(|tick| tick.pairs.project(&places));
        join_all(&own.collect::<Vec<_>>(), places.len())
    };
    let all: Vec<Set> = rounds.iter().map(of_round).collect();
    let known = with_all(&context, &single).embed(places.len(), &(0..dimension).collect::<Vec<_>>());
    let is_cell = |place: usize| place < count || place >= dimension;
    facts.extend(alternatives(&all, &is_cell, &known, &meanings, (start, end), machine));
    facts
}

/// A property with alternatives, of cells and of scalars that do not change, where bounds do not say it all.
fn alternatives(
    all: &[Set],
    is_cell: &dyn Fn(usize) -> bool,
    context: &Set,
    meanings: &[Operand],
    (start, end): (Term, Term),
    machine: &Machine,
) -> Option<Body> {
    let dimension = context.dimension();
    let names = vars(dimension);
    let is_plain = |place: &usize| match &meanings[*place] {
        Operand::Base(Base::Scalar(scalar)) => {
            !machine.changed_scalars.contains(scalar) && !machine.entry.values().any(|entry| entry == scalar)
        }
        Operand::Cell(..) => is_cell(*place),
        _ => false,
    };
    let kept: Vec<usize> = (0..dimension).filter(is_plain).collect();
    let narrow = |set: &Set| set.project(&kept).embed(dimension, &kept);
    let context = narrow(context);
    let sets: Vec<Set> = all.iter().map(|set| narrow(set).meet(&context)).filter(|set| !set.is_empty()).collect();
    let mut cases = Dlc::new(Numbers::Integer, sets.iter().map(|it| it.to_conjunction(&names)));
    cases.coalesce();
    let common = join_all(&sets, dimension);
    if cases.len() < 2 || cases.len() > MOST_ALTERNATIVES || cases.contains(&common.to_conjunction(&names)) {
        return None;
    }
    let mut value = Vec::new();
    for case in cases.disjuncts() {
        let set = Bounds::<Differences>::from_conjunction(case, &names).ok()?;
        let rows = needed(set.constraints(), &context, meanings, machine);
        let conjunction: Vec<Difference> = rows.iter().map(|it| difference(it, meanings)).collect();
        // A case that says nothing makes the whole say nothing.
        if conjunction.is_empty() {
            return None;
        }
        value.push(conjunction);
    }
    let has_cell = |operand: &Operand| matches!(operand, Operand::Cell(..));
    let speaks_of_cells = value.iter().all(|it| it.iter().any(|d| has_cell(&d.left) || has_cell(&d.right)));
    let property = Property { lower: vec![start], upper: vec![end.plus(-1)], value: Value(value) };
    speaks_of_cells.then(|| Body::ForAll(property.from_first_cell()))
}

/// What is known wherever the property of a segment speaks: facts on parameters, and that the position is within the segment.
fn context(
    machine: &Machine,
    found: &Invariants,
    class: usize,
    parameters: &[(usize, Base)],
    dimension: usize,
    index: usize,
) -> Set {
    let places: Vec<usize> = parameters.iter().map(|(place, _)| *place).collect();
    // There is a position only if the class has ticked.
    let ticked = |head: &Head| head.ticked.contains(&class);
    let sets: Vec<Set> = exits(machine, found, &ticked, &|step| step.ticks.contains(&class))
        .iter()
        .map(|set| set.project(&places))
        .collect();
    let own: Vec<usize> = (index + 1..dimension).collect();
    let mut context = join_all(&sets, places.len()).embed(dimension, &own);
    let place_of = |scalar: &Scalar| {
        let place = parameters.iter().position(|(_, base)| *base == Base::Scalar(scalar.clone()));
        index + 1 + place.expect("indices are parameters")
    };
    let scalar = &machine.classes[class].index;
    let start = place_of(machine.entry.get(scalar).unwrap_or(scalar));
    let end = place_of(scalar);
    context.constrain(&Constraint::difference(start, index, 0)).expect("a difference");
    context.constrain(&Constraint::difference(index, end, -1)).expect("a difference");
    context
}

fn mentions(constraint: &Constraint, test: &dyn Fn(usize) -> bool) -> bool {
    test(constraint.left.variable) || constraint.right.is_some_and(|right| test(right.variable))
}

fn with_all(set: &Set, constraints: &[Constraint]) -> Set {
    let mut set = set.clone();
    for constraint in constraints {
        set.constrain(constraint).expect("a difference");
    }
    set
}

/// A constraint on the cell that leaves, as one on its predecessor, whose position is one less.
fn to_predecessor(constraint: &Constraint, count: usize) -> Constraint {
    let index = 2 * count;
    let mut bound = constraint.bound.clone();
    let mut literal = |mut it: heureka_linear::relations::Literal| {
        if it.variable < count {
            it.variable += count;
        } else if it.variable == index {
            // The index of the predecessor is the index minus 1.
            bound += &Int::from(if it.positive { 1 } else { -1 });
        }
        it
    };
    let (left, right) = (literal(constraint.left), constraint.right.map(&mut literal));
    Constraint { left, right, bound }
}

/// The constraints that do not follow from the others and the context; what is hard to read goes first.
fn needed(mut constraints: Vec<Constraint>, context: &Set, meanings: &[Operand], machine: &Machine) -> Vec<Constraint> {
    if context.is_empty() {
        return Vec::new();
    }
    constraints.retain(|constraint| !knows(context, constraint));
    constraints.sort_by_key(|constraint| std::cmp::Reverse(weight(constraint, meanings, machine)));
    let mut place = 0;
    while place < constraints.len() {
        let candidate = constraints.remove(place);
        if !knows(&with_all(context, &constraints), &candidate) {
            constraints.insert(place, candidate);
            place += 1;
        }
    }
    constraints.reverse();
    constraints
}

fn knows(set: &Set, constraint: &Constraint) -> bool {
    match set.supremum(constraint).expect("a difference") {
        Supremum::Empty => true,
        Supremum::Bound(Bound::Finite(most)) => most <= constraint.bound,
        Supremum::Bound(Bound::Infinite) => false,
    }
}

/// How much a constraint asks of its reader.
fn weight(constraint: &Constraint, meanings: &[Operand], machine: &Machine) -> (usize, Int) {
    let one = |place: usize| match &meanings[place] {
        Operand::Zero => 0,
        Operand::Cell(..) => 1,
        Operand::Index => 3,
        Operand::Base(Base::Scalar(scalar)) if machine.entry.values().any(|entry| entry == scalar) => 6,
        Operand::Base(Base::Scalar(_)) => 2,
        Operand::Base(_) => 5,
    };
    let total = one(constraint.left.variable) + constraint.right.map_or(0, |right| one(right.variable));
    (total, constraint.bound.abs())
}

/// A constraint as a difference of operands.
fn difference(constraint: &Constraint, meanings: &[Operand]) -> Difference {
    let (mut plus, mut minus) = (Operand::Zero, Operand::Zero);
    for literal in [Some(constraint.left), constraint.right].into_iter().flatten() {
        let side = if literal.positive { &mut plus } else { &mut minus };
        *side = meanings[literal.variable].clone();
    }
    Difference { left: plus, right: minus, bound: constraint.bound.clone() }
}
