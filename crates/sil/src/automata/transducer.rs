//! The transducer T_L of a loop: paper 001, §5.1.
//!
//! Counters, states `q_0, q_pre, q_loop, q_suf, q_fin` and transitions are the paper's. Deviations:
//! - the assignments of a branch are composed into one transition when it is built, so the states `q_r^l` in between do
//!   not occur (they are what "compacting sequences of idling transitions with the first tick transition" removes);
//! - an index is a scalar of the program, so the loop starts where `i_r` is the index plus the least offset of the window;
//! - accesses that are executed lie within the arrays;
//! - arrays have lengths of their own, but those whose indices depend on each other are traversed together to the end, so
//!   that these must be of one length (as all are in the paper).

use std::collections::{BTreeMap, BTreeSet};

use heureka_linear::{Conjunction, Kind, LinearExpr, Numbers, Var};

use super::automaton::{CounterAutomaton, CounterId, CounterRole, Dependency, StateId, Transition};
use crate::formula::Sign;
use crate::names::{Array, Scalar};
use crate::program_loop::{Branch, Malformed, Place, ProgramLoop};
use crate::sum::Sum;

type Rows = Vec<(LinearExpr, Kind)>;

struct Builder<'l> {
    the_loop: &'l ProgramLoop,
    counters: Vec<CounterRole>,
    states: Vec<String>,
    transitions: Vec<Transition>,
}

/// T_L, with the loop dependency δ_L.
pub fn transducer(the_loop: &ProgramLoop) -> Result<(CounterAutomaton, Dependency), Malformed> {
    the_loop.check()?;
    let mut counters = Vec::new();
    for (array, index) in &the_loop.arrays {
        let (low, high) = the_loop.window(index);
        counters.extend([
            CounterRole::Value(array.clone()),
            CounterRole::Output(array.clone()),
            CounterRole::Index(array.clone()),
        ]);
        counters.extend((1..=high - low).map(|offset| CounterRole::Ahead(array.clone(), offset)));
        counters.extend((0..=high - low).map(|offset| working_cell(array, offset)));
    }
    for scalar in the_loop.scalars() {
        counters.push(CounterRole::Parameter(scalar.clone()));
        counters.push(CounterRole::OutputParameter(scalar.clone()));
        counters.push(working_scalar(&scalar));
    }
    counters.extend(the_loop.arrays.keys().cloned().map(CounterRole::Length));
    let names = ["q_0", "q_pre", "q_loop", "q_suf", "q_fin"];
    let states = names.map(str::to_owned).to_vec();
    let [q_0, q_pre, q_loop, q_suf, q_fin] = [0, 1, 2, 3, 4].map(StateId);
    let mut builder = Builder { the_loop, counters, states, transitions: Vec::new() };
    let classes = builder.classes();

    builder.add(q_0, q_pre, builder.start(), &BTreeMap::new());
    for class in &classes {
        // Every index of the class is still before its first position.
        let waiting = class
            .iter()
            .map(|array| (builder.first(array).minus(&builder.index(array)).plus_constant(-1), Kind::AtLeast));
        builder.add(q_pre, q_pre, waiting.collect(), &builder.advance(class));
        let rest = class
            .iter()
            .map(|array| (builder.length(array).minus(&builder.index(array)).plus_constant(-1), Kind::AtLeast));
        builder.add(q_suf, q_suf, rest.collect(), &builder.advance(class));
    }
    let begins = the_loop.arrays.keys().map(|array| (builder.first(array).minus(&builder.index(array)), Kind::Equal));
    builder.add(q_pre, q_loop, begins.collect(), &BTreeMap::new());
    builder.rounds(q_loop, q_suf, &classes);
    for alternative in the_loop.condition.alternatives(false) {
        let mut rows = builder.condition(&alternative);
        rows.extend(builder.outputs(&BTreeMap::new()));
        builder.add(q_loop, q_suf, rows, &BTreeMap::new());
    }
    let ends = the_loop.arrays.keys().map(|array| (builder.index(array).minus(&builder.length(array)), Kind::Equal));
    builder.add(q_suf, q_fin, ends.collect(), &BTreeMap::new());

    let dependency = classes.iter().fold(Dependency::default(), Dependency::with);
    let Builder { counters, states, transitions, .. } = builder;
    Ok((CounterAutomaton { counters, states, initial: q_0, last: q_fin, transitions }, dependency))
}

fn working_cell(array: &Array, offset: i64) -> CounterRole {
    CounterRole::Working(format!("w {array} {offset}"))
}

pub fn working_scalar(scalar: &Scalar) -> CounterRole {
    CounterRole::Working(format!("w {scalar}"))
}

impl Builder<'_> {
    fn id(&self, role: &CounterRole) -> CounterId {
        CounterId(self.counters.iter().position(|known| known == role).expect("the counter was made"))
    }

    fn now(&self, role: &CounterRole) -> LinearExpr {
        LinearExpr::var(CounterAutomaton::now(self.id(role)))
    }

    fn next(&self, role: &CounterRole) -> LinearExpr {
        LinearExpr::var(CounterAutomaton::next(self.id(role)))
    }

    fn index(&self, array: &Array) -> LinearExpr {
        self.now(&CounterRole::Index(array.clone()))
    }

    fn length(&self, array: &Array) -> LinearExpr {
        self.now(&CounterRole::Length(array.clone()))
    }

    fn low(&self, array: &Array) -> i64 {
        self.the_loop.window(&self.the_loop.arrays[array]).0
    }

    fn reach(&self, array: &Array) -> i64 {
        let (low, high) = self.the_loop.window(&self.the_loop.arrays[array]);
        high - low
    }

    /// The first position of the window when the loop is entered: ξ(e_r).
    fn first(&self, array: &Array) -> LinearExpr {
        self.now(&working_scalar(&self.the_loop.arrays[array])).plus_constant(self.low(array))
    }

    /// The equivalence classes of the indices: arrays of one index scalar start and advance together.
    fn classes(&self) -> Vec<BTreeSet<Array>> {
        let mut classes: BTreeMap<&Scalar, BTreeSet<Array>> = BTreeMap::new();
        for (array, index) in &self.the_loop.arrays {
            classes.entry(index).or_default().insert(array.clone());
        }
        classes.into_values().collect()
    }

    /// A transition; counters that get no new value keep theirs, and a counter with none as new value is free.
    fn add(&mut self, from: StateId, to: StateId, mut rows: Rows, values: &BTreeMap<CounterRole, Option<LinearExpr>>) {
        for role in &self.counters {
            let value = match values.get(role) {
                Some(None) => continue,
                Some(Some(value)) => value.clone(),
                None => self.now(role),
            };
            rows.push((self.next(role).minus(&value), Kind::Equal));
        }
        let relation = Conjunction::new(Numbers::Integer, rows);
        // Arbitrary values have no counters.
        let is_arbitrary = |var: Var| var.0 as usize >= 2 * self.counters.len();
        let relations = match relation.vars().into_iter().any(is_arbitrary) {
            true => relation.project(is_arbitrary).disjuncts,
            false => vec![relation],
        };
        let relations = relations.into_iter().filter(|relation| !relation.is_false());
        self.transitions.extend(relations.map(|relation| Transition { from, to, relation }));
    }

    /// The counters are initialised.
    fn start(&self) -> Rows {
        let mut rows = Vec::new();
        for scalar in self.the_loop.scalars() {
            rows.push((
                self.now(&working_scalar(&scalar)).minus(&self.now(&CounterRole::Parameter(scalar))),
                Kind::Equal,
            ));
        }
        for array in self.the_loop.arrays.keys() {
            rows.push((self.length(array), Kind::AtLeast));
            rows.push((self.index(array), Kind::Equal));
            let input = self.now(&CounterRole::Value(array.clone()));
            rows.push((input.minus(&self.now(&working_cell(array, 0))), Kind::Equal));
            for offset in 1..=self.reach(array) {
                let ahead = self.now(&CounterRole::Ahead(array.clone(), offset));
                rows.push((ahead.minus(&self.now(&working_cell(array, offset))), Kind::Equal));
            }
        }
        rows
    }

    /// ξ(incr(I)).
    fn advance(&self, class: &BTreeSet<Array>) -> BTreeMap<CounterRole, Option<LinearExpr>> {
        self.advance_from(class, &BTreeMap::new())
    }

    /// ξ(incr(I)) after assignments to the working counters.
    fn advance_from(
        &self,
        class: &BTreeSet<Array>,
        assigned: &BTreeMap<CounterRole, LinearExpr>,
    ) -> BTreeMap<CounterRole, Option<LinearExpr>> {
        let mut values = BTreeMap::new();
        for array in class {
            let reach = self.reach(array);
            let cell = |offset: i64| {
                let role = working_cell(array, offset);
                assigned.get(&role).cloned().unwrap_or_else(|| self.now(&role))
            };
            values.insert(CounterRole::Index(array.clone()), Some(self.index(array).plus_constant(1)));
            values.insert(CounterRole::Output(array.clone()), Some(cell(0)));
            for offset in 0..reach {
                values.insert(working_cell(array, offset), Some(cell(offset + 1)));
                let ahead = Some(self.now(&CounterRole::Ahead(array.clone(), offset + 1)));
                let role = if offset == 0 {
                    CounterRole::Value(array.clone())
                } else {
                    CounterRole::Ahead(array.clone(), offset)
                };
                values.insert(role, ahead);
            }
            // The cell that comes into the window: any value, the same for input and output.
            let newest =
                if reach == 0 { CounterRole::Value(array.clone()) } else { CounterRole::Ahead(array.clone(), reach) };
            let input = self.next(&newest);
            values.insert(newest, None);
            values.insert(working_cell(array, reach), Some(input));
        }
        values
    }

    fn place(&self, place: &Place) -> LinearExpr {
        match place {
            Place::Scalar(scalar) => self.now(&working_scalar(scalar)),
            Place::Length(array) => self.length(array),
            Place::Cell(array, offset) => self.now(&working_cell(array, offset - self.low(array))),
        }
    }

    fn role(&self, place: &Place) -> CounterRole {
        match place {
            Place::Scalar(scalar) => working_scalar(scalar),
            Place::Length(array) => CounterRole::Length(array.clone()),
            Place::Cell(array, offset) => working_cell(array, offset - self.low(array)),
        }
    }

    fn sum(&self, sum: &Sum<Place>, assigned: &BTreeMap<CounterRole, LinearExpr>) -> LinearExpr {
        let start = LinearExpr::constant_of(sum.constant().clone());
        sum.terms().fold(start, |expr, (place, coefficient)| {
            let value = assigned.get(&self.role(place)).cloned().unwrap_or_else(|| self.place(place));
            expr.plus_scaled(coefficient, &value)
        })
    }

    /// An access is within its array.
    fn within(&self, place: &Place) -> Rows {
        let Place::Cell(array, offset) = place else { return Vec::new() };
        let position = self.index(array).plus_constant(offset - self.low(array));
        let below = self.length(array).minus(&position).plus_constant(-1);
        vec![(position, Kind::AtLeast), (below, Kind::AtLeast)]
    }

    fn condition(&self, alternative: &[(Sum<Place>, Sign)]) -> Rows {
        let mut rows = Vec::new();
        for (sum, sign) in alternative {
            let kind = if *sign == Sign::EqualZero { Kind::Equal } else { Kind::AtLeast };
            rows.push((self.sum(sum, &BTreeMap::new()), kind));
            rows.extend(sum.terms().flat_map(|(place, _)| self.within(place)));
        }
        rows
    }

    /// The working scalars are the outputs.
    fn outputs(&self, assigned: &BTreeMap<CounterRole, LinearExpr>) -> Rows {
        let outputs = self.the_loop.scalars().into_iter().map(|scalar| {
            let role = working_scalar(&scalar);
            let value = assigned.get(&role).cloned().unwrap_or_else(|| self.now(&role));
            (value.minus(&self.now(&CounterRole::OutputParameter(scalar))), Kind::Equal)
        });
        outputs.collect()
    }

    /// T_L chooses the branch and simulates it.
    fn rounds(&mut self, q_loop: StateId, q_suf: StateId, classes: &[BTreeSet<Array>]) {
        let the_loop = self.the_loop;
        let otherwise = Branch::new(Vec::new(), []);
        for condition in the_loop.condition.alternatives(true) {
            let mut open = vec![self.condition(&condition)];
            for branch in the_loop.branches.iter().chain([&otherwise]) {
                let mut not_taken = Vec::new();
                for rows in open {
                    for alternative in branch.condition.alternatives(true) {
                        let rows = [&rows[..], &self.condition(&alternative)].concat();
                        let to = if branch.breaks { q_suf } else { q_loop };
                        self.branch(q_loop, to, branch, rows, classes);
                    }
                    for alternative in branch.condition.alternatives(false) {
                        not_taken.push([&rows[..], &self.condition(&alternative)].concat());
                    }
                }
                open = not_taken;
            }
        }
    }

    fn branch(&mut self, from: StateId, to: StateId, branch: &Branch, mut rows: Rows, classes: &[BTreeSet<Array>]) {
        let mut assigned: BTreeMap<CounterRole, LinearExpr> = BTreeMap::new();
        let mut arbitrary = 2 * self.counters.len();
        for assignment in &branch.assignments {
            rows.extend(self.within(&assignment.target));
            let role = self.role(&assignment.target);
            match &assignment.value {
                Some(sum) => {
                    rows.extend(sum.terms().flat_map(|(place, _)| self.within(place)));
                    let value = self.sum(sum, &assigned);
                    assigned.insert(role, value);
                }
                None => {
                    assigned.insert(role, LinearExpr::var(Var(u32::try_from(arbitrary).expect("few counters"))));
                    arbitrary += 1;
                }
            }
        }
        for index in &branch.increments {
            let role = working_scalar(index);
            assigned.insert(role.clone(), self.now(&role).plus_constant(1));
        }
        let ticks: BTreeSet<Array> = classes
            .iter()
            .flatten()
            .filter(|array| branch.increments.contains(&self.the_loop.arrays[*array]))
            .cloned()
            .collect();
        let mut values: BTreeMap<CounterRole, Option<LinearExpr>> =
            assigned.iter().map(|(role, value)| (role.clone(), Some(value.clone()))).collect();
        values.extend(self.advance_from(&ticks, &assigned));
        if branch.breaks {
            rows.extend(self.outputs(&assigned));
        }
        self.add(from, to, rows, &values);
    }
}
