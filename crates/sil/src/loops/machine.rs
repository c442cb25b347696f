//! The composition of a loop's transducer with its pre-condition, as one machine: paper 001, §5.1 and Theorem 1, in the
//! reduced form on which everything is computed.
//!
//! The transducer T_L has input, output and working counters for the window of each array. Here the input window
//! `In(a, l)` holds what the pre-condition automaton reads and the output window `Out(a, l)` the current contents of
//! `a[i + l]`, for `l` from one cell before the window on; the cell before the window is the paper's `xᵒ`, the last one that
//! left it (a *tick*). An array that the loop does not change has one window for both. Each branch is one step: the
//! paper's sequence of assignments, composed.
//!
//! The value expressions of the pre-condition are added to the input window where their guards are known to hold, instead of
//! one control state for each phase of each property (see [`super::inputs`]).
//!
//! Assumed, as in the paper: an access that is executed lies within its array (elsewhere the program's behaviour is undefined).

use std::collections::{BTreeMap, BTreeSet};

use heureka_linear::relations::{Constraint, Differences, Relation};
use heureka_linear::{Conjunction, Kind, LinearExpr, Numbers, Optimum, Simplex, Var};

use super::pre::Pre;
use crate::decide::segments::Normal;
use crate::formula::{Operand, Sign};
use crate::limits::Reason;
use crate::names::{Array, Scalar};
use crate::program_loop::{Branch, Place, ProgramLoop};
use crate::sum::Sum;
use crate::term::Base;

pub use crate::fixed_point::Set;

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Counter {
    /// A scalar that the loop changes, now: the paper's `w`.
    Now(Scalar),
    /// Its value when the loop is left: `pᵒ`.
    Exit(Scalar),
    /// A scalar that the loop does not change, or a length. The value that a changed scalar had when the loop was
    /// entered, the paper's `pⁱ`, has a name of its own and is fixed too.
    Fixed(Base),
    /// The cell `a[i + l]` when the loop was entered.
    In(Array, i64),
    /// The cell `a[i + l]` now.
    Out(Array, i64),
}

/// Arrays that are read in lockstep: those of one index.
#[derive(Clone, Debug)]
pub struct Class {
    pub index: Scalar,
    pub arrays: Vec<Array>,
    /// The window, as offsets from the index.
    pub low: i64,
    pub high: i64,
    /// How many cells before the window the input is remembered.
    pub back: i64,
    /// For each array the least offset at which it is accessed: what is left of it is final.
    pub lows: BTreeMap<Array, i64>,
}

/// One round of the loop through one branch, or one way to leave it.
pub struct Step {
    relation: Relation<Differences>,
    /// Rows that are no difference bounds.
    others: Vec<(LinearExpr, Kind)>,
    /// The classes whose index advances.
    pub ticks: BTreeSet<usize>,
    /// Whether the loop is left.
    pub leaves: bool,
    /// Whether it is a round of the loop, and not the failure of its condition.
    pub is_round: bool,
}

pub struct Machine {
    pub counters: Vec<Counter>,
    places: BTreeMap<Counter, usize>,
    pub classes: Vec<Class>,
    pub changed_arrays: BTreeSet<Array>,
    pub changed_scalars: BTreeSet<Scalar>,
    /// The names of the entry values of the changed scalars.
    pub entry: BTreeMap<Scalar, Scalar>,
    /// Rounds that go on and rounds that break.
    pub rounds: Vec<Step>,
    /// The condition fails.
    pub leaves: Vec<Step>,
    /// What the pre-condition says of the inputs of each class: normalised properties.
    pub properties: Vec<(usize, Normal)>,
}

/// Where the machine stops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// Where the loop is left.
    AfterLoop,
    /// At its head, in any round.
    AtHead,
}

/// Where each array becomes final. An array that is only read along goes with one that it is related to.
fn lows(the_loop: &ProgramLoop, pre: &Pre, arrays: &[Array], (low, high): (i64, i64)) -> BTreeMap<Array, i64> {
    let cells = the_loop.cells();
    let mut lows: BTreeMap<Array, i64> =
        arrays.iter().filter_map(|array| Some((array.clone(), cells.get(array)?.0))).collect();
    for property in &pre.properties {
        let related: Vec<(Array, i64)> = property.cells().into_iter().collect();
        let Some((known, at)) = related.iter().find(|(array, _)| lows.contains_key(array)) else { continue };
        let known = lows[known] - at;
        for (array, offset) in &related {
            if arrays.contains(array) && !lows.contains_key(array) {
                lows.insert(array.clone(), (known + offset).clamp(low, high));
            }
        }
    }
    for array in arrays {
        lows.entry(array.clone()).or_insert(low);
    }
    lows
}

impl Machine {
    /// The machine of a loop and a pre-condition that speaks of the entry values by the names given.
    pub fn new(
        the_loop: &ProgramLoop,
        pre: &Pre,
        entry: &BTreeMap<Scalar, Scalar>,
        stop: Stop,
    ) -> Result<Machine, Reason> {
        let mut indices: Vec<Scalar> = the_loop.arrays.values().cloned().collect();
        indices.sort();
        indices.dedup();
        let mut classes: Vec<Class> = Vec::new();
        for index in indices {
            let arrays = the_loop.arrays.iter().filter(|(_, by)| **by == index).map(|(array, _)| array.clone());
            let arrays: Vec<Array> = arrays.collect();
            let (low, high) = the_loop.window(&index);
            let lows = lows(the_loop, pre, &arrays, (low, high));
            classes.push(Class { index: index.clone(), arrays, low, high, back: 1, lows });
        }
        let mut properties = Vec::new();
        for property in pre.properties.iter().filter(|property| property.is_conjunctive()) {
            let normal = Normal::new(property)?;
            let arrays: BTreeSet<Array> = property.cells().into_iter().map(|(array, _)| array).collect();
            // The dependencies of the transducer must imply those of the property (Theorem 1).
            let owner = classes.iter().position(|class| arrays.iter().all(|array| class.arrays.contains(array)));
            let reach = normal.operands().filter_map(|operand| match operand {
                Operand::Cell(_, offset) => Some(*offset),
                _ => None,
            });
            let reach = reach.max().unwrap_or(0);
            if let Some(owner) = owner.filter(|_| !arrays.is_empty() && reach <= 3) {
                let class = &mut classes[owner];
                class.back = class.back.max(reach - (class.high - class.low));
                properties.push((owner, normal));
            }
        }
        let changed_scalars = the_loop.changed_scalars();
        let changed_arrays = the_loop.changed_arrays();
        let mut counters = BTreeSet::new();
        for scalar in &changed_scalars {
            counters.extend([Counter::Now(scalar.clone()), Counter::Exit(scalar.clone())]);
        }
        let mut fixed: BTreeSet<Base> = BTreeSet::new();
        let mut scalars = the_loop.scalars();
        for comparison in &pre.comparisons {
            comparison.sum.terms().for_each(|(base, _)| base.collect(&mut scalars, &mut BTreeSet::new()));
            let lengths = comparison.sum.terms().filter(|(base, _)| matches!(base, Base::Length(_)));
            fixed.extend(lengths.map(|(base, _)| base.clone()));
        }
        for (_, normal) in &properties {
            let bases = normal.operands().filter_map(|it| if let Operand::Base(base) = it { Some(base) } else { None });
            for base in bases.chain(normal.lower.iter().chain(&normal.end).filter_map(|term| term.base.as_ref())) {
                match base {
                    Base::Scalar(scalar) => {
                        scalars.insert(scalar.clone());
                    }
                    other => {
                        fixed.insert(other.clone());
                    }
                }
            }
        }
        fixed.extend(the_loop.arrays.keys().cloned().map(Base::Length));
        the_loop.visit(&mut |place| {
            if let Place::Length(array) = place {
                fixed.insert(Base::Length(array.clone()));
            }
        });
        scalars.extend(entry.values().cloned());
        fixed.extend(scalars.into_iter().filter(|scalar| !changed_scalars.contains(scalar)).map(Base::Scalar));
        counters.extend(fixed.into_iter().map(Counter::Fixed));
        for class in &classes {
            for array in &class.arrays {
                // Inputs of which nothing is said are useless counters, unless they are the current contents.
                let told = properties.iter().any(|(_, normal)| normal.mentions(array));
                let changes = changed_arrays.contains(array);
                if told {
                    counters.extend((class.low - class.back..=class.high).map(|it| Counter::In(array.clone(), it)));
                }
                for offset in class.lows[array] - 1..=class.high {
                    let cell = if changes { Counter::Out } else { Counter::In };
                    counters.insert(cell(array.clone(), offset));
                }
            }
        }
        let counters: Vec<Counter> = counters.into_iter().collect();
        let places = counters.iter().cloned().enumerate().map(|(place, counter)| (counter, place)).collect();
        let mut machine = Machine {
            counters,
            places,
            classes,
            changed_arrays,
            changed_scalars,
            entry: entry.clone(),
            rounds: Vec::new(),
            leaves: Vec::new(),
            properties,
        };
        machine.add_steps(the_loop, stop);
        Ok(machine)
    }

    pub fn size(&self) -> usize {
        self.counters.len()
    }

    pub fn place(&self, counter: &Counter) -> usize {
        self.places[counter]
    }

    pub fn find(&self, counter: &Counter) -> Option<usize> {
        self.places.get(counter).copied()
    }

    /// The current contents of `a[i + offset]`.
    pub fn cell(&self, array: &Array, offset: i64) -> usize {
        if self.changed_arrays.contains(array) {
            self.place(&Counter::Out(array.clone(), offset))
        } else {
            self.place(&Counter::In(array.clone(), offset))
        }
    }

    /// The current value of a scalar.
    pub fn now(&self, scalar: &Scalar) -> usize {
        if self.changed_scalars.contains(scalar) {
            self.place(&Counter::Now(scalar.clone()))
        } else {
            self.place(&Counter::Fixed(Base::Scalar(scalar.clone())))
        }
    }

    fn var(place: usize) -> Var {
        Var(u32::try_from(place).expect("few counters"))
    }

    fn place_expr(&self, place: &Place) -> LinearExpr {
        LinearExpr::var(Self::var(match place {
            Place::Scalar(scalar) => self.now(scalar),
            Place::Length(array) => self.place(&Counter::Fixed(Base::Length(array.clone()))),
            Place::Cell(array, offset) => self.cell(array, *offset),
        }))
    }

    fn sum_expr(&self, sum: &Sum<Place>, values: &BTreeMap<Place, LinearExpr>) -> LinearExpr {
        let start = LinearExpr::constant_of(sum.constant().clone());
        sum.terms().fold(start, |expr, (place, coefficient)| {
            let value = values.get(place).cloned().unwrap_or_else(|| self.place_expr(place));
            expr.plus_scaled(coefficient, &value)
        })
    }

    /// The access is within the array.
    fn within(&self, the_loop: &ProgramLoop, place: &Place) -> Vec<(LinearExpr, Kind)> {
        let Place::Cell(array, offset) = place else { return Vec::new() };
        let index = LinearExpr::var(Self::var(self.now(&the_loop.arrays[array]))).plus_constant(*offset);
        let length = LinearExpr::var(Self::var(self.place(&Counter::Fixed(Base::Length(array.clone())))));
        let below = length.minus(&index).plus_constant(-1);
        vec![(index, Kind::AtLeast), (below, Kind::AtLeast)]
    }

    fn condition_rows(&self, the_loop: &ProgramLoop, alternative: &[(Sum<Place>, Sign)]) -> Vec<(LinearExpr, Kind)> {
        let mut rows = Vec::new();
        for (sum, sign) in alternative {
            let kind = if *sign == Sign::EqualZero { Kind::Equal } else { Kind::AtLeast };
            rows.push((self.sum_expr(sum, &BTreeMap::new()), kind));
            rows.extend(sum.terms().flat_map(|(place, _)| self.within(the_loop, place)));
        }
        rows
    }

    fn add_steps(&mut self, the_loop: &ProgramLoop, stop: Stop) {
        match stop {
            // Apart from each other where the loop goes on and where it does not, as far as that is known without a look at
            // cells: the condition was not evaluated yet.
            Stop::AtHead => {
                let mut cases: Vec<Vec<(LinearExpr, Kind)>> = Vec::new();
                for alternative in [true, false].into_iter().flat_map(|it| the_loop.condition.alternatives(it)) {
                    let has_cell = |sum: &Sum<Place>| sum.terms().any(|(place, _)| matches!(place, Place::Cell(..)));
                    let rows: Vec<_> = alternative.into_iter().filter(|(sum, _)| !has_cell(sum)).collect();
                    let rows = self.condition_rows(the_loop, &rows);
                    if !cases.contains(&rows) {
                        cases.push(rows);
                    }
                }
                self.leaves.extend(cases.into_iter().map(|rows| self.leave(rows)).collect::<Vec<_>>());
            }
            Stop::AfterLoop => {
                for alternative in the_loop.condition.alternatives(false) {
                    self.leaves.push(self.leave(self.condition_rows(the_loop, &alternative)));
                }
            }
        }
        let mut rounds = Vec::new();
        for condition in the_loop.condition.alternatives(true) {
            // What holds when the branches before were not taken.
            let mut open = vec![self.condition_rows(the_loop, &condition)];
            for branch in the_loop.branches.iter().chain([&Branch::new(Vec::new(), [])]) {
                let mut not_taken = Vec::new();
                for rows in open {
                    for alternative in branch.condition.alternatives(true) {
                        let rows = [&rows[..], &self.condition_rows(the_loop, &alternative)].concat();
                        if stop == Stop::AfterLoop || !branch.breaks {
                            rounds.push(self.round(the_loop, branch, rows));
                        }
                    }
                    for alternative in branch.condition.alternatives(false) {
                        not_taken.push([&rows[..], &self.condition_rows(the_loop, &alternative)].concat());
                    }
                }
                open = not_taken;
                if open.is_empty() {
                    break;
                }
            }
        }
        rounds.retain(|step| !step.relation.is_empty());
        self.leaves.retain(|step| !step.relation.is_empty());
        self.rounds = rounds;
    }

    /// Leaving the loop: nothing changes, and the values now are those at the exit.
    fn leave(&self, mut rows: Vec<(LinearExpr, Kind)>) -> Step {
        for place in 0..self.size() {
            rows.push((self.change(place, &LinearExpr::var(Self::var(place))), Kind::Equal));
        }
        rows.extend(self.exits(0));
        self.step(rows, BTreeSet::new(), true, false)
    }

    /// `Exit(x) = Now(x)` before (0) or after the step.
    fn exits(&self, shift: usize) -> Vec<(LinearExpr, Kind)> {
        let scalars = self.changed_scalars.iter();
        let equations = scalars.map(|scalar| {
            let exit = LinearExpr::var(Self::var(self.place(&Counter::Exit(scalar.clone()))));
            let now = LinearExpr::var(Self::var(shift + self.place(&Counter::Now(scalar.clone()))));
            (exit.minus(&now), Kind::Equal)
        });
        equations.collect()
    }

    /// `place′ − value`.
    fn change(&self, place: usize, value: &LinearExpr) -> LinearExpr {
        LinearExpr::var(Self::var(self.size() + place)).minus(value)
    }

    /// One round through a branch.
    fn round(&self, the_loop: &ProgramLoop, branch: &Branch, mut rows: Vec<(LinearExpr, Kind)>) -> Step {
        let mut values: BTreeMap<Place, LinearExpr> = BTreeMap::new();
        let mut unknown = 2 * self.size();
        for assignment in &branch.assignments {
            rows.extend(self.within(the_loop, &assignment.target));
            let value = match &assignment.value {
                Some(sum) => {
                    rows.extend(sum.terms().flat_map(|(place, _)| self.within(the_loop, place)));
                    self.sum_expr(sum, &values)
                }
                None => {
                    unknown += 1;
                    LinearExpr::var(Self::var(unknown - 1))
                }
            };
            values.insert(assignment.target.clone(), value);
        }
        let mut ticks = BTreeSet::new();
        for (number, class) in self.classes.iter().enumerate() {
            if branch.increments.contains(&class.index) {
                ticks.insert(number);
            }
        }
        for (place, counter) in self.counters.iter().enumerate() {
            let same = LinearExpr::var(Self::var(place));
            let value = match counter {
                Counter::Now(scalar) if branch.increments.contains(scalar) => Some(same.plus_constant(1)),
                Counter::Now(scalar) => values.get(&Place::Scalar(scalar.clone())).cloned().or(Some(same)),
                Counter::Exit(_) | Counter::Fixed(_) => Some(same),
                Counter::In(array, offset) => {
                    let class = self.class_of(array);
                    if !ticks.contains(&class) {
                        Some(same)
                    } else if *offset < self.classes[class].high {
                        Some(LinearExpr::var(Self::var(self.place(&Counter::In(array.clone(), offset + 1)))))
                    } else {
                        None
                    }
                }
                Counter::Out(array, offset) => {
                    let class = self.class_of(array);
                    let ticks = ticks.contains(&class);
                    if ticks && *offset == self.classes[class].high {
                        // The cell that comes into the window is as it was.
                        let input = self.find(&Counter::In(array.clone(), *offset));
                        input.map(|input| LinearExpr::var(Self::var(self.size() + input)))
                    } else {
                        let from = Place::Cell(array.clone(), offset + i64::from(ticks));
                        Some(values.get(&from).cloned().unwrap_or_else(|| self.place_expr(&from)))
                    }
                }
            };
            if let Some(value) = value {
                rows.push((self.change(place, &value), Kind::Equal));
            }
        }
        if branch.breaks {
            rows.extend(self.exits(self.size()));
        }
        self.step(rows, ticks, branch.breaks, true)
    }

    pub fn class_of(&self, array: &Array) -> usize {
        self.classes.iter().position(|class| class.arrays.contains(array)).expect("every array has a class")
    }

    fn step(&self, rows: Vec<(LinearExpr, Kind)>, ticks: BTreeSet<usize>, leaves: bool, is_round: bool) -> Step {
        let size = self.size();
        let vars: Vec<Var> = (0..2 * size).map(Self::var).collect();
        let known = |var: Var| (var.0 as usize) < 2 * size;
        let mut all = Conjunction::new(Numbers::Integer, rows);
        if !all.vars().into_iter().all(known) {
            // Arbitrary values; equations determine or drop them. If several cases remained, nothing is said of them.
            let projection = all.project(|var| !known(var));
            all = match &projection.disjuncts[..] {
                [only] => only.clone(),
                [] => Conjunction::bottom(Numbers::Integer),
                _ => {
                    let rows = all.rows().iter().filter(|row| row.vars().all(known));
                    Conjunction::from_rows(Numbers::Integer, rows)
                }
            };
        }
        let (mut bounds, mut others) = (Vec::new(), Vec::new());
        for row in all.rows() {
            let is_difference = |parts: &Vec<Constraint>| {
                parts.iter().all(|it| it.right.is_none_or(|right| right.positive != it.left.positive))
            };
            match Constraint::from_row(row, &vars).filter(is_difference) {
                Some(parts) => bounds.extend(parts),
                None => others.push((row.expr().clone(), row.kind().clone())),
            }
        }
        let bounds =
            if all.is_false() { Set::empty(2 * size) } else { Set::new(2 * size, &bounds).expect("differences only") };
        Step { relation: Relation::new(bounds), others, ticks, leaves, is_round }
    }

    /// The pairs of a step from one set to another.
    pub fn pairs(&self, step: &Step, before: &Set, after: Option<&Set>) -> Set {
        let size = self.size();
        let first: Vec<usize> = (0..size).collect();
        let mut pairs = step.relation.bounds().meet(&before.embed(2 * size, &first));
        if let Some(after) = after {
            let second: Vec<usize> = (size..2 * size).collect();
            pairs = pairs.meet(&after.embed(2 * size, &second));
        }
        // The condition of the step may show that a guard of the pre-condition holds.
        let seen = self.before(&pairs);
        let said = self.saturated(seen.clone());
        if said != seen {
            pairs = pairs.meet(&said.embed(2 * size, &first));
        }
        if step.others.is_empty() || pairs.is_empty() {
            return pairs;
        }
        self.refined(pairs, &step.others)
    }

    /// What rows that are no differences say of the differences of their variables with any other.
    fn refined(&self, mut pairs: Set, others: &[(LinearExpr, Kind)]) -> Set {
        let vars: Vec<Var> = (0..2 * self.size()).map(Self::var).collect();
        let all = pairs.to_conjunction(&vars).with_all(others.iter().cloned());
        let mut simplex = Simplex::new(Numbers::Integer);
        for row in all.rows() {
            simplex.add(row);
        }
        if all.is_false() || !simplex.check().is_satisfiable() {
            return Set::empty(2 * self.size());
        }
        let mut touched: BTreeSet<usize> = BTreeSet::new();
        for (expr, _) in others {
            touched.extend(expr.vars().map(|var| var.0 as usize));
        }
        for &place in &touched {
            let mut candidates = vec![Constraint::at_most(place, 0), Constraint::at_least(place, 0)];
            for other in (0..2 * self.size()).filter(|other| *other != place) {
                candidates.push(Constraint::difference(place, other, 0));
                candidates.push(Constraint::difference(other, place, 0));
            }
            for mut candidate in candidates {
                let expr = candidate.expr(&vars);
                if let Optimum::Attained(value) | Optimum::Supremum(value) = simplex.maximum(&expr) {
                    candidate.bound = value.floor();
                    pairs.constrain(&candidate).expect("a difference");
                }
            }
        }
        pairs
    }

    pub fn after(&self, pairs: &Set) -> Set {
        pairs.project(&(self.size()..2 * self.size()).collect::<Vec<_>>())
    }

    pub fn before(&self, pairs: &Set) -> Set {
        pairs.project(&(0..self.size()).collect::<Vec<_>>())
    }
}
