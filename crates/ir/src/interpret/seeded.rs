//! Pseudo-random inputs that are likely to matter.
//!
//! Uniform values of 32 or 64 bits hardly ever hit what a program compares with. A [`Seeded`] source mixes small values,
//! boundary values of the type, constants of the program and their neighbours, values that it gave before, and uniform
//! ones. The same seed gives the same answers.

use super::inputs::{Fill, FillRequest, Inputs, ValueRequest};
use crate::ids::ExprId;
use crate::program::Program;
use crate::ty::IntTy;

/// The generator SplitMix64: small, fast and good enough to choose test inputs.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// 64 random bits.
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, which is not zero.
    pub fn below(&mut self, bound: u64) -> u64 {
        ((self.draw() as u128 * bound as u128) >> 64) as u64
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        (!from.is_empty()).then(|| &from[self.below(from.len() as u64) as usize])
    }
}

/// The constants of a program, sorted, each with its neighbours.
pub fn constants(program: &Program) -> Vec<i128> {
    let pool = &program.exprs;
    let values = (0..pool.len() as u32).filter_map(|id| pool.as_const(ExprId(id)));
    let mut values: Vec<i128> = values.flat_map(|value| [value - 1, value, value + 1]).collect();
    values.sort_unstable();
    values.dedup();
    values
}

/// A value of the type that is likely to matter.
pub fn likely_value(random: &mut Random, ty: IntTy, constants: &[i128], given: &[i128]) -> i128 {
    let value = match random.below(16) {
        0..5 => random.below(8) as i128 - 2,
        5 | 6 => random.below(64) as i128,
        7..10 => random.pick(constants).copied().unwrap_or_default(),
        10 | 11 => random.pick(given).map_or(1, |&value| value + random.below(3) as i128 - 1),
        12 => boundary(random, ty),
        13 => 1i128 << random.below(ty.bits() as u64),
        _ => random.draw() as i128,
    };
    ty.wrap(value)
}

fn boundary(random: &mut Random, ty: IntTy) -> i128 {
    let distance = random.below(3) as i128;
    if random.below(2) == 0 { ty.min() + distance } else { ty.max() - distance }
}

/// Contents that are likely to matter: one value everywhere, or others in some of the first cells.
pub fn likely_fill(random: &mut Random, request: &FillRequest, constants: &[i128], given: &[i128]) -> Fill {
    let default = likely_value(random, request.ty, constants, given);
    if random.below(3) == 0 {
        return Fill::constant(default);
    }
    // Most programs look at the start of an array first; all of a small array gets values of its own.
    let count = request.extents.iter().try_fold(1u64, |count, extent| count.checked_mul((*extent)?)).unwrap_or(16);
    let listed = if count <= 64 { count } else { 1 + random.below(64) };
    let cells = (0..listed).map(|cell| {
        let value = likely_value(random, request.ty, constants, given);
        (unflatten(cell, request.extents), value)
    });
    Fill { default, cells: cells.collect() }
}

/// The indices of a cell in row-major order; dimensions without a known extent count as long.
fn unflatten(mut cell: u64, extents: &[Option<u64>]) -> Box<[u64]> {
    let mut indices = vec![0; extents.len()];
    for (index, extent) in indices.iter_mut().zip(extents).rev() {
        let extent = extent.unwrap_or(u64::MAX).max(1);
        *index = cell % extent;
        cell /= extent;
    }
    indices.into()
}

/// A source of pseudo-random inputs.
#[derive(Clone, Debug)]
pub struct Seeded {
    random: Random,
    constants: Vec<i128>,
    /// Earlier answers: programs like inputs that are equal or near to each other.
    given: Vec<i128>,
}

impl Seeded {
    pub fn new(seed: u64, program: &Program) -> Seeded {
        Seeded { random: Random::new(seed), constants: constants(program), given: Vec::new() }
    }
}

impl Inputs for Seeded {
    fn value(&mut self, request: &ValueRequest) -> Option<i128> {
        let value = likely_value(&mut self.random, request.ty, &self.constants, &self.given);
        if self.given.len() < 64 {
            self.given.push(value);
        }
        Some(value)
    }

    fn fill(&mut self, request: &FillRequest) -> Option<Fill> {
        Some(likely_fill(&mut self.random, request, &self.constants, &self.given))
    }
}

/// A source of small pseudo-random inputs: sizes, divisors and bounds with which loops end before long.
#[derive(Clone, Debug)]
pub(super) struct SmallValues {
    random: Random,
    /// They are less than this.
    limit: u64,
}

impl SmallValues {
    pub(super) fn new(seed: u64) -> SmallValues {
        let mut random = Random::new(seed);
        let limit = 4 << (2 * random.below(4));
        SmallValues { random, limit }
    }

    fn draw(&mut self, ty: IntTy) -> i128 {
        let value = i128::from(self.random.below(self.limit));
        ty.wrap(if ty.is_signed() && self.random.below(5) == 0 { -value } else { value })
    }
}

impl Inputs for SmallValues {
    fn value(&mut self, request: &ValueRequest) -> Option<i128> {
        Some(self.draw(request.ty))
    }

    fn fill(&mut self, request: &FillRequest) -> Option<Fill> {
        Some(likely_fill(&mut self.random, request, &[], &[]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_is_the_published_one() {
        let mut random = Random::new(1234567);
        assert_eq!([random.draw(), random.draw()], [6457827717110365317, 3203168211198807973]);
    }

    #[test]
    fn values_are_of_their_type_and_reach_its_ends() {
        let mut random = Random::new(1);
        for ty in [IntTy::INT, IntTy::unsigned(1), IntTy::signed(64), IntTy::unsigned(64)] {
            let values: Vec<i128> = (0..2000).map(|_| likely_value(&mut random, ty, &[77], &[])).collect();
            assert!(values.iter().all(|&value| ty.contains(value)));
            assert!(values.contains(&ty.min()) && values.contains(&ty.max()) && values.contains(&0));
        }
    }

    #[test]
    fn cells_have_indices_in_bounds() {
        assert_eq!(*unflatten(5, &[Some(2), Some(3)]), [1, 2]);
        assert_eq!(*unflatten(5, &[None]), [5]);
        assert_eq!(*unflatten(7, &[None, Some(4)]), [1, 3]);
    }
}
