//! Random constraints, sets and relations; the stream depends on the seed alone.

use heureka_linear::relations::{Bounds, Constraint, Layout, Literal, Relation};
use heureka_number::Int;

pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as usize) as i64
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn point(&mut self, dimension: usize, reach: i64) -> Vec<Int> {
        (0..dimension).map(|_| Int::from(self.between(-reach, reach))).collect()
    }

    /// A constraint of the layout on two or one of the variables.
    pub fn constraint<L: Layout>(&mut self, dimension: usize, reach: i64) -> Constraint {
        let bound = Int::from(self.between(-reach, reach));
        let sums = L::FIXED == 0;
        let left = Literal { variable: self.below(dimension), positive: self.chance(50) };
        if self.chance(30) {
            return Constraint { left, right: None, bound };
        }
        let positive = if sums { self.chance(50) } else { !left.positive };
        Constraint { left, right: Some(Literal { variable: self.below(dimension), positive }), bound }
    }

    pub fn set<L: Layout>(&mut self, dimension: usize, count: usize, reach: i64) -> (Vec<Constraint>, Bounds<L>) {
        let constraints: Vec<Constraint> = (0..count).map(|_| self.constraint::<L>(dimension, reach)).collect();
        let set = Bounds::new(dimension, &constraints).expect("constraints of the layout");
        (constraints, set)
    }

    /// A relation of one of many kinds: anything, a deterministic update with guards, a permutation, a counter that
    /// dies.
    pub fn relation<L: Layout>(&mut self, variables: usize) -> Relation<L> {
        let sums = L::FIXED == 0;
        let mut constraints = Vec::new();
        match self.below(6) {
            0 => {
                let count = 1 + self.below(3 * variables);
                constraints.extend((0..count).map(|_| self.constraint::<L>(2 * variables, 5)));
            }
            1 => {
                // Shifted permutation.
                let mut images: Vec<usize> = (0..variables).collect();
                for place in (1..variables).rev() {
                    images.swap(place, self.below(place + 1));
                }
                for (place, image) in images.into_iter().enumerate() {
                    let shift = if self.chance(50) { 0 } else { self.between(-5, 5) };
                    constraints.extend(Constraint::equal(variables + place, image, shift));
                }
            }
            _ => {
                for place in 0..variables {
                    let after = variables + place;
                    let source = self.below(variables);
                    match self.below(7) {
                        0 => constraints.extend(Constraint::fixed(after, self.between(-5, 5))),
                        1 => constraints.extend(Constraint::equal(after, source, self.between(-5, 5))),
                        2 => constraints.push(Constraint::difference(after, source, self.between(-5, 5))),
                        3 if sums => {
                            let value = self.between(-5, 5);
                            constraints.push(Constraint::sum_at_most(after, source, value));
                            constraints.push(Constraint::sum_at_least(after, source, value));
                        }
                        3 => constraints.push(Constraint::difference(source, after, self.between(-5, 5))),
                        4 => {}
                        _ => constraints.extend(Constraint::equal(after, place, self.between(-2, 2))),
                    }
                }
                for _ in 0..self.below(3) {
                    let reach = if self.chance(30) { 40 } else { 5 };
                    constraints.push(self.constraint::<L>(variables, reach));
                }
            }
        }
        Relation::from_constraints(variables, &constraints).expect("constraints of the layout")
    }
}
