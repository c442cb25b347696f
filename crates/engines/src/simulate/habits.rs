//! Inputs by habit: each place of the program that asks for values is answered in a way of its own, as long as the execution lasts.
//!
//! A program that reacts to events (`while (more()) { e = event(); … }`) shows little to values that are drawn alike everywhere: it
//! stops after two rounds, or its events are all different. With habits one place says nearly always yes, another one picks from
//! a small range, a third gives the same value all the time, so that states are reached that need many rounds of a kind.

use heureka_ir::EdgeId;
use heureka_ir::interpret::{Random, ValueRequest, likely_value};

/// How a place answers.
#[derive(Clone, Copy, Debug)]
enum Habit {
    /// This value, but one time in so many.
    Mostly(i128, u64),
    /// From the first value up to the second.
    Within(i128, i128),
    /// Each value is the one before and a step.
    Counting(i128, i128),
    Likely,
}

/// The habits of one execution. A place takes one on when it is asked for the first time.
#[derive(Clone, Debug)]
pub(super) struct Habits {
    random: Random,
    places: Vec<(EdgeId, Habit)>,
}

impl Habits {
    pub(super) fn new(random: Random) -> Habits {
        Habits { random, places: Vec::new() }
    }

    pub(super) fn value(&mut self, request: &ValueRequest, constants: &[i128], given: &[i128]) -> i128 {
        let known = self.places.iter().position(|(edge, _)| *edge == request.edge);
        let at = known.unwrap_or_else(|| {
            let habit = habit(&mut self.random, request, constants);
            self.places.push((request.edge, habit));
            self.places.len() - 1
        });
        let random = &mut self.random;
        let value = match &mut self.places[at].1 {
            Habit::Mostly(value, times) if random.below(*times) > 0 => *value,
            Habit::Within(first, last) => *first + random.below((*last - *first) as u64 + 1) as i128,
            Habit::Counting(next, step) => {
                *next += *step;
                *next - *step
            }
            Habit::Mostly(..) | Habit::Likely => likely_value(random, request.ty, constants, given),
        };
        request.ty.wrap(value)
    }
}

fn habit(random: &mut Random, request: &ValueRequest, constants: &[i128]) -> Habit {
    // For a yes or no only how often matters. Nobody says yes for ever: a loop may wait for a no.
    if request.ty.max() == 1 {
        return Habit::Mostly(random.below(4).min(1) as i128, 2 << random.below(7));
    }
    let small = |random: &mut Random| match random.below(4) {
        0 => 0,
        1 => 1,
        2 => random.below(8) as i128,
        _ => random.pick(constants).map_or(2, |constant| constant + random.below(3) as i128 - 1),
    };
    match random.below(8) {
        0..3 => Habit::Mostly(small(random), 2 << random.below(8)),
        3..6 => {
            let (one, other) = (random.below(2) as i128, small(random));
            Habit::Within(one.min(other), one.max(other).min(one.min(other).saturating_add(i128::from(u32::MAX))))
        }
        6 => Habit::Counting(small(random), random.below(3) as i128 - 1),
        _ => Habit::Likely,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heureka_ir::program::Source;
    use heureka_ir::{IntTy, VarId};

    #[test]
    fn each_place_has_its_own() {
        let (source, ty) = (Source::Uninitialised, IntTy::INT);
        let request = |edge: u32| ValueRequest { var: VarId(0), ty, source: &source, edge: EdgeId(edge) };
        let mut habits = Habits::new(Random::new(1));
        habits.places = vec![(EdgeId(0), Habit::Within(3, 5)), (EdgeId(1), Habit::Counting(7, -1))];
        let mut ask = |edge: u32| habits.value(&request(edge), &[], &[]);
        assert_eq!([ask(1), ask(1), ask(1)], [7, 6, 5]);
        assert!((0..100).all(|_| (3..=5).contains(&ask(0))));
        assert_eq!(ask(1), 4);
        ask(2);
        assert_eq!(habits.places.len(), 3);
    }

    #[test]
    fn who_mostly_says_yes_says_no_at_some_time() {
        let source = Source::Uninitialised;
        let request = ValueRequest { var: VarId(0), ty: IntTy::INT, source: &source, edge: EdgeId(0) };
        let mut habits = Habits::new(Random::new(1));
        habits.places = vec![(EdgeId(0), Habit::Mostly(1, 16))];
        let yes = (0..1000).filter(|_| habits.value(&request, &[], &[]) == 1).count();
        assert!((850..1000).contains(&yes), "{yes}");
    }
}
