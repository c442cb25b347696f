//! Loops of the paper's form: paper 001, §5, Fig. 3 and Fig. 4, and what running one means.
//!
//! ```text
//! while (C)  if (C₁) S₁;  else if (C₂) S₂;  …  else Sₕ;
//! ```
//! Each array is accessed through one index, in a window of constant offsets `a[i + c]`; each branch is a sequence of
//! assignments, and then some indices advance by one.
//!
//! Deviations. An index is a scalar of the program that lives on after the loop; what the paper writes as `i = e` is an
//! assignment before the loop. Arrays may share an index, and offsets may be negative. Expressions are any linear sums, of
//! which differences are kept precisely. A branch may end the loop (`break`), and a condition may be unknown (`*`).

use std::collections::{BTreeMap, BTreeSet};

use heureka_number::Int;

use crate::formula::Sign;
use crate::names::{Array, Scalar};
use crate::state::State;
use crate::sum::Sum;

/// A loop without loops inside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProgramLoop {
    /// Each array that the loop reads or writes, with the scalar that indexes it.
    pub arrays: BTreeMap<Array, Scalar>,
    /// The loop goes on while it holds.
    pub condition: Condition,
    /// The first branch whose condition holds is taken; if none does, nothing happens in this round.
    pub branches: Vec<Branch>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch {
    pub condition: Condition,
    pub assignments: Vec<Assignment>,
    /// The indices that advance by one, after the assignments.
    pub increments: BTreeSet<Scalar>,
    /// Whether the loop ends after this branch.
    pub breaks: bool,
}

/// `target = value`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assignment {
    /// Not an index of the loop; a cell is `a[index of a + offset]`.
    pub target: Place,
    /// None for an arbitrary value.
    pub value: Option<Sum<Place>>,
}

/// What loops read and write.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    Scalar(Scalar),
    /// `a[i + offset]`, where `i` is the index of `a`.
    Cell(Array, i64),
    /// `|a|`; never assigned.
    Length(Array),
}

/// A condition of a loop or a branch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Condition {
    /// `sum ≥ 0` or `sum = 0`.
    Compare(Sum<Place>, Sign),
    Not(Box<Condition>),
    /// Of nothing: true.
    And(Vec<Condition>),
    /// Of nothing: false.
    Or(Vec<Condition>),
    /// True or false, each time anew.
    Unknown,
}

impl From<Scalar> for Place {
    fn from(scalar: Scalar) -> Place {
        Place::Scalar(scalar)
    }
}

impl Place {
    pub fn scalar(name: impl Into<Scalar>) -> Place {
        Place::Scalar(name.into())
    }

    pub fn cell(array: impl Into<Array>, offset: i64) -> Place {
        Place::Cell(array.into(), offset)
    }
}

impl Assignment {
    pub fn new(target: Place, value: Sum<Place>) -> Assignment {
        Assignment { target, value: Some(value) }
    }

    pub fn arbitrary(target: Place) -> Assignment {
        Assignment { target, value: None }
    }
}

impl Condition {
    pub fn truth() -> Condition {
        Condition::And(Vec::new())
    }

    /// `left ≤ right`.
    pub fn at_most(left: Sum<Place>, right: &Sum<Place>) -> Condition {
        Condition::Compare(right.minus(&left), Sign::AtLeastZero)
    }

    /// `left < right`.
    pub fn less(left: Sum<Place>, right: &Sum<Place>) -> Condition {
        Condition::at_most(left.plus_number(1), right)
    }

    pub fn equal(left: &Sum<Place>, right: &Sum<Place>) -> Condition {
        Condition::Compare(left.minus(right), Sign::EqualZero)
    }

    /// Its disjunctive normal form, each disjunct a list of `sum ≥ 0` and `sum = 0`; an unknown condition is true
    /// whether it is negated or not.
    pub fn alternatives(&self, positive: bool) -> Vec<Vec<(Sum<Place>, Sign)>> {
        match self {
            Condition::Unknown => vec![Vec::new()],
            Condition::Not(inner) => inner.alternatives(!positive),
            Condition::Compare(sum, sign) if positive => vec![vec![(sum.clone(), *sign)]],
            Condition::Compare(sum, sign) => {
                let below = vec![(sum.negated().plus_number(-1), Sign::AtLeastZero)];
                match sign {
                    Sign::AtLeastZero => vec![below],
                    Sign::EqualZero => vec![below, vec![(sum.plus_number(-1), Sign::AtLeastZero)]],
                }
            }
            Condition::And(parts) if positive => all_of(parts, positive),
            Condition::Or(parts) if !positive => all_of(parts, positive),
            Condition::And(parts) | Condition::Or(parts) => {
                let all: Vec<_> = parts.iter().flat_map(|part| part.alternatives(positive)).collect();
                if all.iter().any(Vec::is_empty) { vec![Vec::new()] } else { all }
            }
        }
    }

    fn visit(&self, see: &mut dyn FnMut(&Place)) {
        match self {
            Condition::Unknown => {}
            Condition::Compare(sum, _) => sum.terms().for_each(|(place, _)| see(place)),
            Condition::Not(inner) => inner.visit(see),
            Condition::And(parts) | Condition::Or(parts) => parts.iter().for_each(|part| part.visit(see)),
        }
    }
}

fn all_of(parts: &[Condition], positive: bool) -> Vec<Vec<(Sum<Place>, Sign)>> {
    let mut all = vec![Vec::new()];
    for part in parts {
        let part = part.alternatives(positive);
        all = all.iter().flat_map(|one| part.iter().map(move |two| [&one[..], two].concat())).collect();
    }
    all
}

impl Branch {
    /// Assignments and then increments, whatever holds.
    pub fn new(assignments: Vec<Assignment>, increments: impl IntoIterator<Item = Scalar>) -> Branch {
        let increments = increments.into_iter().collect();
        Branch { condition: Condition::truth(), assignments, increments, breaks: false }
    }

    pub fn when(self, condition: Condition) -> Branch {
        Branch { condition, ..self }
    }

    pub fn and_break(self) -> Branch {
        Branch { breaks: true, ..self }
    }
}

/// Why a loop is not of the form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Malformed {
    /// A cell of an array without an index.
    NoIndex(Array),
    /// An index is assigned by something else than its increment.
    IndexAssigned(Scalar),
    /// A length is assigned.
    LengthAssigned(Array),
    /// What advances is no index of the loop; write `x = x + 1`.
    NotAnIndex(Scalar),
    /// The window of an array is too wide.
    WindowTooWide(Array),
}

impl std::fmt::Display for Malformed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Malformed::NoIndex(array) => write!(f, "the array {array} has no index in the loop"),
            Malformed::IndexAssigned(scalar) => write!(f, "the index {scalar} is assigned in the loop"),
            Malformed::LengthAssigned(array) => write!(f, "the length of {array} is assigned"),
            Malformed::NotAnIndex(scalar) => write!(f, "{scalar} is no index of the loop"),
            Malformed::WindowTooWide(array) => write!(f, "the loop looks too far from the index of {array}"),
        }
    }
}

/// Windows wider than that are refused.
pub const WIDEST_WINDOW: i64 = 16;

impl ProgramLoop {
    pub fn check(&self) -> Result<(), Malformed> {
        let indices: BTreeSet<&Scalar> = self.arrays.values().collect();
        for array in self.cells().keys() {
            if !self.arrays.contains_key(array) {
                return Err(Malformed::NoIndex(array.clone()));
            }
        }
        for branch in &self.branches {
            for assignment in &branch.assignments {
                match &assignment.target {
                    Place::Scalar(scalar) if indices.contains(scalar) => {
                        return Err(Malformed::IndexAssigned(scalar.clone()));
                    }
                    Place::Length(array) => return Err(Malformed::LengthAssigned(array.clone())),
                    _ => {}
                }
            }
            if let Some(scalar) = branch.increments.iter().find(|scalar| !indices.contains(scalar)) {
                return Err(Malformed::NotAnIndex(scalar.clone()));
            }
        }
        for (array, index) in &self.arrays {
            let (low, high) = self.window(index);
            if high - low > WIDEST_WINDOW {
                return Err(Malformed::WindowTooWide(array.clone()));
            }
        }
        Ok(())
    }

    /// Every place that is read or written.
    pub fn visit(&self, see: &mut dyn FnMut(&Place)) {
        self.condition.visit(see);
        for branch in &self.branches {
            branch.condition.visit(see);
            for assignment in &branch.assignments {
                see(&assignment.target);
                if let Some(value) = &assignment.value {
                    value.terms().for_each(|(place, _)| see(place));
                }
            }
        }
    }

    /// The arrays whose cells occur, with the least and the greatest offset: `d_L` of the paper, on both sides.
    pub fn cells(&self) -> BTreeMap<Array, (i64, i64)> {
        let mut windows: BTreeMap<Array, (i64, i64)> = BTreeMap::new();
        self.visit(&mut |place| {
            if let Place::Cell(array, offset) = place {
                let window = windows.entry(array.clone()).or_insert((*offset, *offset));
                *window = (window.0.min(*offset), window.1.max(*offset));
            }
        });
        windows
    }

    /// The common window of all arrays that a scalar indexes, so that they can be read in lockstep.
    pub fn window(&self, index: &Scalar) -> (i64, i64) {
        let cells = self.cells();
        let windows = self.arrays.iter().filter(|(_, by)| *by == index).filter_map(|(array, _)| cells.get(array));
        windows.copied().reduce(|(a, b), (c, d)| (a.min(c), b.max(d))).unwrap_or((0, 0))
    }

    /// The scalars that occur, indices included.
    pub fn scalars(&self) -> BTreeSet<Scalar> {
        let mut scalars: BTreeSet<Scalar> = self.arrays.values().cloned().collect();
        self.visit(&mut |place| {
            if let Place::Scalar(scalar) = place {
                scalars.insert(scalar.clone());
            }
        });
        scalars
    }

    /// The scalars that may change, indices included.
    pub fn changed_scalars(&self) -> BTreeSet<Scalar> {
        let mut changed: BTreeSet<Scalar> = self.branches.iter().flat_map(|b| b.increments.iter().cloned()).collect();
        for assignment in self.branches.iter().flat_map(|branch| &branch.assignments) {
            if let Place::Scalar(scalar) = &assignment.target {
                changed.insert(scalar.clone());
            }
        }
        changed
    }

    /// The arrays that may change.
    pub fn changed_arrays(&self) -> BTreeSet<Array> {
        let targets = self.branches.iter().flat_map(|branch| &branch.assignments).map(|assignment| &assignment.target);
        targets.filter_map(|place| if let Place::Cell(array, _) = place { Some(array.clone()) } else { None }).collect()
    }

    /// Runs the loop, for at most so many rounds; none if it has not ended then, reads or writes outside an array, or
    /// depends on something unknown.
    pub fn run(&self, start: &State, rounds: usize) -> Option<State> {
        self.trace(start, rounds).1
    }

    /// The states at the head of the loop as far as it runs, and the state after it, as [`ProgramLoop::run`] has it.
    pub fn trace(&self, start: &State, rounds: usize) -> (Vec<State>, Option<State>) {
        let mut heads = vec![start.clone()];
        for _ in 0..rounds {
            match self.round(&heads[heads.len() - 1]) {
                None => return (heads, None),
                Some((state, true)) => return (heads, Some(state)),
                Some((state, false)) => heads.push(state),
            }
        }
        (heads, None)
    }

    /// One round: the state, and whether the loop was left.
    fn round(&self, start: &State) -> Option<(State, bool)> {
        let mut state = start.clone();
        if !self.holds(&self.condition, &state)? {
            return Some((state, true));
        }
        for branch in &self.branches {
            if !self.holds(&branch.condition, &state)? {
                continue;
            }
            for assignment in &branch.assignments {
                let value = self.value(assignment.value.as_ref()?, &state)?;
                self.store(&mut state, &assignment.target, value)?;
            }
            for index in &branch.increments {
                let next = state.scalar(index) + Int::ONE;
                state.scalars.insert(index.clone(), next);
            }
            return Some((state, branch.breaks));
        }
        Some((state, false))
    }

    fn holds(&self, condition: &Condition, state: &State) -> Option<bool> {
        match condition {
            Condition::Unknown => None,
            Condition::Compare(sum, sign) => {
                let value = self.value(sum, state)?;
                Some(if *sign == Sign::EqualZero { value.is_zero() } else { !value.is_negative() })
            }
            Condition::Not(inner) => self.holds(inner, state).map(|holds| !holds),
            Condition::And(parts) => {
                for part in parts {
                    if !self.holds(part, state)? {
                        return Some(false);
                    }
                }
                Some(true)
            }
            Condition::Or(parts) => {
                for part in parts {
                    if self.holds(part, state)? {
                        return Some(true);
                    }
                }
                Some(false)
            }
        }
    }

    fn place(&self, array: &Array, offset: i64, state: &State) -> Option<usize> {
        let position = state.scalar(self.arrays.get(array)?) + Int::from(offset);
        let position = usize::try_from(position.to_i64()?).ok()?;
        (position < state.length(array)).then_some(position)
    }

    fn value(&self, sum: &Sum<Place>, state: &State) -> Option<Int> {
        let mut total = sum.constant().clone();
        for (place, coefficient) in sum.terms() {
            let value = match place {
                Place::Scalar(scalar) => state.scalar(scalar),
                Place::Length(array) => Int::from(state.length(array)),
                Place::Cell(array, offset) => state.arrays[array][self.place(array, *offset, state)?].clone(),
            };
            total += &(coefficient * &value);
        }
        Some(total)
    }

    fn store(&self, state: &mut State, target: &Place, value: Int) -> Option<()> {
        match target {
            Place::Scalar(scalar) => {
                state.scalars.insert(scalar.clone(), value);
            }
            Place::Cell(array, offset) => {
                let position = self.place(array, *offset, state)?;
                state.arrays.get_mut(array)?[position] = value;
            }
            Place::Length(_) => return None,
        }
        Some(())
    }
}
