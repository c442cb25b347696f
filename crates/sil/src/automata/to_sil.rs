//! From automata back to logic: paper 001, §4.2, Theorem 4.
//!
//! For each class of index counters a formula φ_j that holds in every state that the automaton recognises. The strongly
//! connected components of the automaton are replaced by flat ones with one self-loop λ ([`super::flat`]); a control path is a
//! sequence of components, connected by transitions (footnote 10). A component that is entered at the index `s` and left
//! at `t` says τ and ω:
//! - `τ(l)`: the first l ticks are ρ, one by one, for l < K;
//! - `ω(b)`: `∀i. s + K − 1 ≤ i < t → 𝒯_i(λ)`, and `λᵇ` in closed form between what is known at its begin and at its end.
//!
//! Deviations. The cell that leaves at a tick from `i` is `a[i]`, since outputs are one step behind (Definition 2), so that
//! 𝒯 puts `a[i − 1]` for `x` and `a[i]` for `x′`. Index counters of the class are not projected out but are `i` itself.
//! Transitions between components say how `s` and `t` are related to the parameters.

use std::collections::{BTreeMap, BTreeSet};

use heureka_linear::relations::{Constraint, Limits as PowerLimits, Relation};
use heureka_linear::{Dlc, Kind, LinearExpr, Numbers, Row, Var};

use super::automaton::{CounterId, CounterRole, StateId};
use super::bounds::{Bounded, View};
use super::flat::{Flat, theta, unfolding, upsilon, upsilon_star};
use super::post_image::PostImage;
use crate::fixed_point::Set;
use crate::formula::{Body, Difference, Formula, Operand, Property, Sign, Value};
use crate::names::{Array, Scalar};
use crate::sum::Sum;
use crate::term::{Base, Term};

/// Automata with more control paths are not turned into formulas.
const MOST_PATHS: usize = 6;

/// Alternatives of one tick that are said apart.
const MOST_ALTERNATIVES: usize = 4;

/// φ_A: the conjunction of the φ_j. `entry` has names for the values of scalars before the loop, which come out bound.
/// None if there are too many control paths.
pub fn to_sil(image: &PostImage, k: usize, entry: &BTreeMap<Scalar, Scalar>) -> Option<Formula> {
    let view = View::new(&image.automaton);
    let reachable = view.reachable();
    if reachable.is_empty() {
        return Some(Formula::falsehood());
    }
    let components = components(&view);
    let paths = paths(&view, &components)?;
    let mut whole = Formula::truth();
    for class in &image.classes {
        let teller = Teller::new(image, &view, &reachable, &components, class, k, entry)?;
        let mut formula = Formula::falsehood();
        for path in &paths {
            for one in teller.path(path)? {
                formula = formula.or(&one);
            }
        }
        whole = whole.and(&formula);
    }
    for name in entry.values() {
        whole = whole.bind(name.clone());
    }
    Some(whole)
}

/// The strongly connected component of each state, numbered.
fn components(view: &View) -> Vec<usize> {
    let count = view.automaton.states.len();
    let mut reaches = vec![vec![false; count]; count];
    for (state, row) in reaches.iter_mut().enumerate() {
        let mut open = vec![state];
        while let Some(at) = open.pop() {
            for it in view.automaton.transitions.iter().filter(|it| it.from.0 == at) {
                if !row[it.to.0] {
                    row[it.to.0] = true;
                    open.push(it.to.0);
                }
            }
        }
    }
    let first =
        |state: usize| (0..=state).find(|other| *other == state || (reaches[state][*other] && reaches[*other][state]));
    (0..count).map(|state| first(state).expect("a state is in its own component")).collect()
}

/// The control paths from the first component to the last one.
fn paths(view: &View, components: &[usize]) -> Option<Vec<Vec<usize>>> {
    let edges: BTreeSet<(usize, usize)> = view
        .automaton
        .transitions
        .iter()
        .map(|it| (components[it.from.0], components[it.to.0]))
        .filter(|(from, to)| from != to)
        .collect();
    let last = components[view.automaton.last.0];
    let mut open = vec![vec![components[view.automaton.initial.0]]];
    let mut found = Vec::new();
    while let Some(path) = open.pop() {
        let at = *path.last().expect("a path is not empty");
        if at == last {
            found.push(path);
            continue;
        }
        for (_, to) in edges.iter().filter(|(from, _)| *from == at) {
            open.push(path.iter().copied().chain([*to]).collect());
        }
        if open.len() + found.len() > MOST_PATHS {
            return None;
        }
    }
    found.sort();
    Some(found)
}

/// A component with respect to a class.
struct Component {
    flat: Option<Flat>,
    /// D(Υ*), for idling before the component is left.
    star: Bounded,
}

/// Tells what runs say of the arrays of one class.
struct Teller<'a> {
    view: &'a View<'a>,
    reachable: &'a BTreeMap<StateId, Set>,
    components: &'a [usize],
    parts: BTreeMap<usize, Component>,
    /// The arrays with the places of their outputs.
    outputs: Vec<(Array, usize)>,
    /// A place of an index of the class, and all of them.
    index: usize,
    indices: Vec<usize>,
    parameters: Vec<(usize, Base)>,
    /// The length of an array of the class, if it has a counter.
    length: Base,
}

impl<'a> Teller<'a> {
    fn new(
        image: &PostImage,
        view: &'a View<'a>,
        reachable: &'a BTreeMap<StateId, Set>,
        components: &'a [usize],
        class: &BTreeSet<Array>,
        k: usize,
        entry: &BTreeMap<Scalar, Scalar>,
    ) -> Option<Teller<'a>> {
        let counters = &image.automaton.counters;
        let place = |role: CounterRole| image.automaton.counter(&role).map(|CounterId(place)| place);
        let outputs =
            class.iter().filter_map(|array| Some((array.clone(), place(CounterRole::Output(array.clone()))?)));
        let indices: Vec<usize> = class.iter().filter_map(|array| place(CounterRole::Index(array.clone()))).collect();
        let parameters = counters.iter().enumerate().filter_map(|(place, role)| match role {
            CounterRole::OutputParameter(scalar) => Some((place, Base::Scalar(scalar.clone()))),
            CounterRole::Entry(scalar) => Some((place, Base::Scalar(entry.get(scalar).unwrap_or(scalar).clone()))),
            CounterRole::Length(array) => Some((place, Base::Length(array.clone()))),
            _ => None,
        });
        let mut teller = Teller {
            view,
            reachable,
            components,
            parts: BTreeMap::new(),
            outputs: outputs.collect(),
            index: *indices.first()?,
            indices,
            parameters: parameters.collect(),
            length: Base::Length(class.first()?.clone()),
        };
        for component in components.iter().copied().collect::<BTreeSet<_>>() {
            let part = teller.component(component, k);
            teller.parts.insert(component, part);
        }
        Some(teller)
    }

    fn count(&self) -> usize {
        self.view.automaton.counters.len()
    }

    fn set_of(&self, component: usize) -> Set {
        let states = (0..self.components.len()).filter(|state| self.components[*state] == component);
        let sets = states.filter_map(|state| self.reachable.get(&StateId(state)));
        sets.fold(Set::empty(self.count()), |all, set| all.join(set))
    }

    fn component(&self, component: usize, k: usize) -> Component {
        let inside = |it: &usize| {
            let about = &self.view.automaton.transitions[*it];
            self.components[about.from.0] == component && self.components[about.to.0] == component
        };
        let all: Vec<usize> = (0..self.view.hulls.len()).filter(inside).collect();
        let (idle, ticks): (Vec<usize>, Vec<usize>) =
            all.into_iter().partition(|it| self.view.is_idle(*it, &self.indices));
        let relations = |list: &[usize]| -> Vec<Bounded> {
            list.iter().map(|it| self.view.pairs(*it, self.reachable)).filter(|it| !it.is_empty()).collect()
        };
        let (idle, ticks) = (relations(&idle), relations(&ticks));
        let star = upsilon_star(&upsilon(&idle, self.count()));
        let rho = theta(&idle, &ticks, self.count());
        let flat = (!rho.is_empty()).then(|| unfolding(rho, self.set_of(component), k).abstracted());
        Component { flat, star }
    }

    /// What a control path says, one formula for each way in which its transitions tick.
    fn path(&self, path: &[usize]) -> Option<Vec<Formula>> {
        let mut ways: Vec<Vec<Edge>> = vec![Vec::new()];
        for pair in path.windows(2) {
            let edges = self.edges(pair[0], pair[1]);
            ways = ways
                .iter()
                .flat_map(|way| edges.iter().map(move |edge| [&way[..], std::slice::from_ref(edge)].concat()))
                .collect();
            if ways.len() > MOST_PATHS {
                return None;
            }
        }
        Some(ways.iter().map(|edges| self.along(path, edges)).collect())
    }

    /// The transitions from a component to another, those that idle and those that tick.
    fn edges(&self, from: usize, to: usize) -> Vec<Edge> {
        let mut found: BTreeMap<bool, Bounded> = BTreeMap::new();
        for (place, it) in self.view.automaton.transitions.iter().enumerate() {
            if self.components[it.from.0] == from && self.components[it.to.0] == to {
                let pairs = self.parts[&from].star.then(&self.view.pairs(place, self.reachable));
                let ticks = !self.view.is_idle(place, &self.indices);
                let known = found.remove(&ticks).unwrap_or_else(|| Relation::empty(self.count()));
                found.insert(ticks, known.join(&pairs));
            }
        }
        found.into_iter().filter(|(_, pairs)| !pairs.is_empty()).map(|(ticks, pairs)| Edge { ticks, pairs }).collect()
    }

    fn along(&self, path: &[usize], edges: &[Edge]) -> Formula {
        let mut exists = Vec::new();
        let mut parts = Vec::new();
        // Where the index is when the component is entered, and what is known then.
        let mut start = Term::number(0);
        let mut begin = self.set_of(path[0]);
        for (number, component) in path.iter().enumerate() {
            let edge = edges.get(number);
            let end = match edge {
                Some(edge) => edge.pairs.domain(),
                None => self.set_of(*component),
            };
            let stop = match &self.parts[component].flat {
                None => start.clone(),
                Some(flat) => {
                    let name = Scalar::new(&format!("stop{number}\u{2}"));
                    exists.push(name.clone());
                    let stop = Term::scalar(name);
                    parts.push(self.component_says(flat, (&start, &begin), (&stop, &end)));
                    stop
                }
            };
            match edge {
                None => parts.push(Body::equal(&stop.to_sum(), &Sum::of(self.length.clone()))),
                Some(edge) => {
                    parts.extend(self.at(&end, &stop));
                    if edge.ticks {
                        parts.extend(self.tick(std::slice::from_ref(&edge.pairs), &stop, &stop));
                    }
                    start = if edge.ticks { stop.plus(1) } else { stop };
                    begin = edge.pairs.range();
                    parts.extend(self.at(&begin, &start));
                }
            }
        }
        Formula { exists, body: Body::and(parts) }
    }

    /// τ and ω of a component that is entered at `start` and left at `stop`.
    fn component_says(&self, flat: &Flat, (start, begin): (&Term, &Set), (stop, end): (&Term, &Set)) -> Body {
        let mut ways = Vec::new();
        for ticks in 0..flat.k - 1 {
            let mut parts = vec![Body::equal(&stop.to_sum(), &start.plus(ticks as i64).to_sum())];
            parts.extend((0..ticks).flat_map(|it| self.tau(flat, &start.plus(it as i64))));
            ways.push(Body::and(parts));
        }
        let first = start.plus(flat.k as i64 - 1);
        let mut parts: Vec<Body> = (0..flat.k - 1).flat_map(|it| self.tau(flat, &start.plus(it as i64))).collect();
        parts.push(Body::at_most(first.to_sum(), &stop.to_sum()));
        // With nothing unfolded, what is known at the begin holds at the first round of λ.
        let begin = if flat.k == 1 { begin.clone() } else { Set::universe(self.count()) };
        parts.push(self.omega(flat, (&first, &begin), (stop, end)));
        ways.push(Body::and(parts));
        Body::or(ways)
    }

    /// One tick by ρ, at a position.
    fn tau(&self, flat: &Flat, position: &Term) -> Vec<Body> {
        self.tick(&flat.rho, position, position)
    }

    /// `∀i. first ≤ i < stop → 𝒯_i(λ)`, and λᵇ for `b = stop − first`.
    fn omega(&self, flat: &Flat, (first, begin): (&Term, &Set), (stop, end): (&Term, &Set)) -> Body {
        let mut parts = self.tick(std::slice::from_ref(&flat.lambda), first, &stop.plus(-1));
        parts.extend(self.power(&flat.lambda, (first, begin), (stop, end)));
        Body::and(parts)
    }

    /// 𝒯_i of a union of relations, for all `i` from `lower` to `upper`: what each cell is by itself, and with its predecessor.
    fn tick(&self, relations: &[Bounded], lower: &Term, upper: &Term) -> Vec<Body> {
        let size = self.count();
        // Cells that leave, their predecessors, the index, the parameters.
        let mut places: Vec<usize> = self.outputs.iter().map(|(_, place)| size + place).collect();
        places.extend(self.outputs.iter().map(|(_, place)| *place));
        places.push(self.index);
        places.extend(self.parameters.iter().map(|(place, _)| *place));
        let mut meanings: Vec<Operand> =
            self.outputs.iter().map(|(array, _)| Operand::Cell(array.clone(), 0)).collect();
        meanings.extend(self.outputs.iter().map(|(array, _)| Operand::Cell(array.clone(), -1)));
        meanings.push(Operand::Index);
        meanings.extend(self.parameters.iter().map(|(_, base)| Operand::Base(base.clone())));
        let sets: Vec<Set> = relations.iter().map(|it| it.bounds().project(&places)).collect();
        let count = self.outputs.len();
        let has = |it: &Constraint, from: usize| {
            let within = |place: usize| (from..from + count).contains(&place);
            within(it.left.variable) || it.right.is_some_and(|right| within(right.variable))
        };
        let kinds: [&dyn Fn(&Constraint) -> bool; 2] =
            [&|it| has(it, 0) && !has(it, count), &|it| has(it, 0) && has(it, count)];
        let mut said = Vec::new();
        for is_of_kind in kinds {
            let says = |set: &Set| -> Vec<Difference> {
                set.reduced().iter().filter(|it| is_of_kind(it)).map(|it| difference(it, &meanings)).collect()
            };
            let whole = sets.iter().fold(Set::empty(places.len()), |all, set| all.join(set));
            let together = says(&whole);
            let mut value: Vec<Vec<Difference>> = sets.iter().map(says).collect();
            value.dedup();
            if value.len() > MOST_ALTERNATIVES || value.iter().any(Vec::is_empty) {
                value = vec![together];
            }
            if value.iter().all(|it| !it.is_empty()) {
                let property = Property { lower: vec![lower.clone()], upper: vec![upper.clone()], value: Value(value) };
                said.push(Body::ForAll(property.from_first_cell()));
            }
        }
        said
    }

    /// What a set says of the parameters and the index, which is `position`.
    fn at(&self, set: &Set, position: &Term) -> Vec<Body> {
        let mut places = vec![self.index];
        places.extend(self.parameters.iter().map(|(place, _)| *place));
        let vars: Vec<Var> = (0..places.len()).map(var).collect();
        let conjunction = set.project(&places).to_conjunction(&vars);
        if conjunction.is_false() {
            return vec![Body::falsehood()];
        }
        let sums = self.sums(position.to_sum());
        conjunction.rows().iter().filter_map(|row| said(row, &sums)).collect()
    }

    /// The index, then the parameters, as sums.
    fn sums(&self, index: Sum<Base>) -> Vec<Sum<Base>> {
        [index].into_iter().chain(self.parameters.iter().map(|(_, base)| Sum::of(base.clone()))).collect()
    }

    /// λᵇ between a begin and an end, projected on the parameters and the index.
    fn power(&self, lambda: &Bounded, (first, begin): (&Term, &Set), (stop, end): (&Term, &Set)) -> Option<Body> {
        let size = self.count();
        let powers = lambda.closed_form(&PowerLimits::default()).ok()?;
        let before: Vec<Var> = (0..size).map(var).collect();
        let after: Vec<Var> = (size..2 * size).map(var).collect();
        let rounds = var(2 * size);
        let known = begin.to_conjunction(&before).and(&end.to_conjunction(&after));
        let counted = LinearExpr::var(after[self.index]).minus(&LinearExpr::var(before[self.index]));
        let known = known.with(counted.minus(&LinearExpr::var(rounds)), Kind::Equal);
        // The indices at both ends and the parameters, which do not change.
        let mut kept = vec![before[self.index], after[self.index]];
        kept.extend(self.parameters.iter().map(|(place, _)| before[*place]));
        let none = Bounded::identity(size).to_conjunction(&before, &after).with(LinearExpr::var(rounds), Kind::Equal);
        let mut cases = Vec::new();
        for case in powers.to_conjunctions(&before, &after, rounds).into_iter().chain([none]) {
            let all = known.and(&case);
            if all.is_false() || !all.is_satisfiable() {
                continue;
            }
            let projection = all.project(|var| !kept.contains(&var));
            cases.extend(projection.disjuncts);
        }
        let mut cases = Dlc::new(Numbers::Integer, cases);
        cases.coalesce();
        let mut sums = vec![first.to_sum(), stop.to_sum()];
        sums.extend(self.sums(Sum::zero()).into_iter().skip(1));
        let meaning = |var: Var| kept.iter().position(|own| *own == var);
        let alternatives = cases.disjuncts().map(|case| {
            let rows = case.rows().iter().filter_map(|row| said_by(row, &|var| Some(sums[meaning(var)?].clone())));
            Body::and(rows)
        });
        Some(Body::or(alternatives))
    }
}

/// The transitions from one component to another that all idle or all tick.
#[derive(Clone)]
struct Edge {
    ticks: bool,
    pairs: Bounded,
}

fn var(place: usize) -> Var {
    Var(u32::try_from(place).expect("few places"))
}

fn said(row: &Row, sums: &[Sum<Base>]) -> Option<Body> {
    said_by(row, &|var| sums.get(var.0 as usize).cloned())
}

/// A row as a comparison; none if it cannot be said, which is weaker.
fn said_by(row: &Row, meaning: &dyn Fn(Var) -> Option<Sum<Base>>) -> Option<Body> {
    let sign = match row.kind() {
        Kind::Equal => Sign::EqualZero,
        Kind::AtLeast => Sign::AtLeastZero,
        Kind::Above | Kind::Modulo { .. } => return None,
    };
    let mut sum = Sum::number(row.expr().constant().clone());
    for (var, coefficient) in row.expr().terms() {
        sum = sum.plus_scaled(coefficient, &meaning(*var)?);
    }
    Some(Body::compare(sum, sign))
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
