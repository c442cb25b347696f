//! Random formulas and all small states; the numbers come from a generator with a fixed seed.

use heureka_sil::{Array, Base, Body, Difference, Operand, Property, Scalar, State, Sum, Term, Value};

/// Knuth's linear congruential generator.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(2).wrapping_add(1))
    }

    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % u64::try_from(end).unwrap()).unwrap()
    }

    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        low + i64::try_from(self.below(usize::try_from(high - low + 1).unwrap())).unwrap()
    }

    pub fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }
}

/// How many rounds a random test has, and from which seed; HEUREKA_SIL_ROUNDS and HEUREKA_SIL_SEED say otherwise.
pub fn rounds_and_seed(rounds: usize, seed: u64) -> (usize, Random) {
    let asked = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let rounds = asked("HEUREKA_SIL_ROUNDS").map_or(rounds, |rounds| usize::try_from(rounds).unwrap());
    (rounds, Random::new(asked("HEUREKA_SIL_SEED").unwrap_or(seed)))
}

pub fn array(random: &mut Random) -> Array {
    Array::new(["a", "b"][random.below(2)])
}

pub fn scalar(random: &mut Random) -> Scalar {
    Scalar::new(["m", "n"][random.below(2)])
}

pub fn term(random: &mut Random) -> Term {
    let offset = random.between(-1, 1);
    match random.below(6) {
        0 | 1 => Term::number(random.between(0, 2)),
        2 | 3 => Term::scalar(scalar(random)).plus(offset),
        4 => Term::length(array(random)).plus(offset),
        _ => Term::read(array(random), Term::scalar(scalar(random))),
    }
}

pub fn operand(random: &mut Random, reach: i64) -> Operand {
    match random.below(8) {
        0 => Operand::Zero,
        1 => Operand::Index,
        2 => Operand::scalar(scalar(random)),
        _ => Operand::Cell(array(random), random.between(-1.min(reach), reach)),
    }
}

pub fn difference(random: &mut Random, reach: i64) -> Difference {
    let left = operand(random, reach);
    loop {
        // Two equal cells would cancel each other in the text, and with them the care for their bounds.
        let right = operand(random, reach);
        if left != right {
            return Difference::at_most(left, right, random.between(-2, 1));
        }
    }
}

pub fn property(random: &mut Random, disjunctive: bool) -> Property {
    let reach = random.between(0, 2);
    let alternatives = if disjunctive { 2 } else { 1 };
    let value = (0..alternatives).map(|_| (0..=random.below(2)).map(|_| difference(random, reach)).collect()).collect();
    let mut property = Property { lower: vec![term(random)], upper: vec![term(random)], value: Value(value) };
    if random.one_in(4) {
        property.lower.push(term(random));
    }
    property
}

pub fn comparison(random: &mut Random) -> Body {
    let (left, right) = (term(random).to_sum(), term(random).to_sum());
    match random.below(4) {
        0 => Body::equal(&left, &right),
        1 => Body::at_most(left.plus(&Sum::of(Base::Scalar(scalar(random)))), &right),
        2 => Body::less(left, &right),
        _ => Body::at_most(left, &right),
    }
}

pub fn body(random: &mut Random, depth: usize, disjunctive: bool) -> Body {
    match random.below(if depth == 0 { 4 } else { 7 }) {
        0 => comparison(random),
        1 | 2 => {
            let alternatives = disjunctive && random.one_in(2);
            Body::ForAll(property(random, alternatives))
        }
        3 => Body::Not(Box::new(Body::ForAll(property(random, false)))),
        4 => Body::Or(vec![body(random, depth - 1, disjunctive), body(random, depth - 1, disjunctive)]),
        5 => Body::Not(Box::new(body(random, depth - 1, false))),
        _ => Body::And(vec![body(random, depth - 1, disjunctive), body(random, depth - 1, disjunctive)]),
    }
}

/// A conjunction of a few parts, which is what formulas look like.
pub fn formula(random: &mut Random, disjunctive: bool) -> Body {
    let parts = 2 + random.below(3);
    Body::And((0..parts).map(|_| body(random, 1, disjunctive)).collect())
}

/// How many states there are for one that is looked at; with `HEUREKA_SIL_ALL=1` all are.
pub fn one_of(usual: usize) -> usize {
    if looks_at_all() { 1 } else { usual }
}

pub fn looks_at_all() -> bool {
    std::env::var("HEUREKA_SIL_ALL").is_ok_and(|all| all == "1")
}

/// All states with arrays a and b of at most this length, cells in a range, and scalars m and n in another one. Both
/// arrays have the same length if asked so.
pub fn small_states(longest: usize, cells: (i64, i64), scalars: (i64, i64), same_length: bool) -> Vec<State> {
    let mut contents: Vec<Vec<i64>> = vec![Vec::new()];
    let mut last = contents.clone();
    for _ in 0..longest {
        last =
            last.iter().flat_map(|array| (cells.0..=cells.1).map(move |cell| [&array[..], &[cell]].concat())).collect();
        contents.extend(last.iter().cloned());
    }
    let mut states = Vec::new();
    for a in &contents {
        for b in contents.iter().filter(|b| !same_length || b.len() == a.len()) {
            for m in scalars.0..=scalars.1 {
                for n in scalars.0..=scalars.1 {
                    let state = State::new().with_scalar("m", m).with_scalar("n", n);
                    states.push(state.with_array("a", a).with_array("b", b));
                }
            }
        }
    }
    states
}
