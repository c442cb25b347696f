//! Strongest post-conditions against execution: after a statement, exactly the states hold that it leads to.

use heureka_number::Int;
use heureka_sil::{Array, Base, Formula, Scalar, State, Sum, Term, acsl, post};

use crate::generate::{Random, formula, scalar, small_states, term};

/// Whether bound scalars have values in a range with which the formula holds.
pub fn holds(state: &State, formula: &Formula, range: (i64, i64)) -> bool {
    fn go(state: &mut State, formula: &Formula, bound: &[Scalar], range: (i64, i64)) -> bool {
        let Some((first, rest)) = bound.split_first() else { return state.satisfies(&formula.body) };
        (range.0..=range.1).any(|value| {
            state.scalars.insert(first.clone(), Int::from(value));
            go(state, formula, rest, range)
        })
    }
    go(&mut state.clone(), formula, &formula.exists, range)
}

fn value(sum: &Sum<Base>, state: &State) -> Int {
    sum.value(|base| state.base(base))
}

fn random_value(random: &mut Random) -> Sum<Base> {
    let sum = term(random).to_sum();
    if random.one_in(4) { sum.negated() } else { sum }
}

#[test]
fn a_scalar_is_assigned() {
    let states = small_states(2, (0, 1), (-1, 1), true);
    let mut random = Random::new(11);
    for round in 0..60 {
        let before = Formula::from(formula(&mut random, true));
        let x = scalar(&mut random);
        let arbitrary = round % 5 == 0;
        let sum = random_value(&mut random);
        let after = post::assign_scalar(&before, &x, (!arbitrary).then_some(&sum));
        for state in &states {
            let reached = (-3..=3).any(|old| {
                let start = state.clone().with_scalar(x.clone(), old);
                start.satisfies(&before.body) && (arbitrary || value(&sum, &start) == state.scalar(&x))
            });
            let claimed = holds(state, &after, (-3, 3));
            assert_eq!(reached, claimed, "{x} = {sum} after {before}\n{after}\n{state}");
        }
    }
}

#[test]
fn a_cell_is_assigned() {
    let states = small_states(2, (0, 1), (0, 1), true);
    let mut random = Random::new(12);
    for round in 0..100 {
        let before = Formula::from(formula(&mut random, true));
        let array = crate::generate::array(&mut random);
        let position = match random.below(3) {
            0 => Term::number(0),
            1 => Term::scalar(scalar(&mut random)),
            _ => Term::read(Array::new("b"), Term::scalar(scalar(&mut random))),
        };
        let arbitrary = round % 5 == 0;
        let sum = random_value(&mut random);
        let after = post::assign_cell(&before, &array, &position, (!arbitrary).then_some(&sum));
        for state in &states {
            let length = Int::from(state.length(&array));
            let mut reached = false;
            // The position may depend on the cell that is written.
            for place in 0..state.length(&array) {
                for old in -3..=3 {
                    let mut start = state.clone();
                    start.arrays.get_mut(&array).unwrap()[place] = Int::from(old);
                    let written = start.term(&position);
                    reached |= written == Int::from(place)
                        && written < length
                        && start.satisfies(&before.body)
                        && (arbitrary || value(&sum, &start) == state.cell(&array, &written));
                }
            }
            let claimed = holds(state, &after, (-3, 3));
            assert_eq!(reached, claimed, "{array}[{position}] = {sum} after {before}\n{after}\n{state}");
        }
    }
}

#[test]
fn people_see_no_more_names_than_needed() {
    let before = acsl::parse(r"\forall integer i; 0 <= i < n ==> a[i] == 0").unwrap();
    let n = Scalar::new("n");
    let after = post::assign_scalar(&before, &n, Some(&Sum::of(Base::Scalar(n.clone())).plus_number(1)));
    assert_eq!(after.to_string(), r"\forall integer i; 0 <= i < n - 1 ==> a[i] == 0");
    let after = post::assign_scalar(&Formula::truth(), &n, Some(&Sum::number(3)));
    assert_eq!(after.to_string(), "n == 3");
    let zero = Sum::number(0);
    let after = post::assign_cell(&before, &Array::new("b"), &Term::scalar("n"), Some(&zero));
    assert_eq!(
        after.to_string(),
        r"(\forall integer i; 0 <= i < n ==> a[i] == 0) && b[n] == 0 && n >= 0 && n < \length(b)"
    );
}
