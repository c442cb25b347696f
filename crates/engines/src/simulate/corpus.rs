//! Inputs worth to be varied: those whose execution did something new.
//!
//! What an execution did is how often it entered each block of the program, roughly: once, twice, three times, 4–7,
//! 8–15 and so on, as coverage-guided fuzzers count. An input is kept if it brought a block to a new count.

use heureka_ir::IntTy;
use heureka_ir::interpret::{Choice, Fill, Random, likely_value};

/// An input with more choices than this is not kept: it would be slow to vary, and hardly by chance the right one.
pub(super) const LONGEST: usize = 4096;

#[derive(Clone, Debug, Default)]
pub(super) struct Corpus {
    /// For each block the counts that were seen, one bit each.
    seen: Vec<u64>,
    entries: Vec<Vec<Choice>>,
}

impl Corpus {
    /// Keeps the input if its execution did something new.
    pub(super) fn consider(&mut self, visits: &[u64], choices: &[Choice]) -> bool {
        self.seen.resize(visits.len(), 0);
        let mut is_new = false;
        for (seen, &visits) in self.seen.iter_mut().zip(visits) {
            let class = match visits {
                0 => continue,
                1..4 => visits - 1,
                _ => 1 + visits.ilog2() as u64,
            };
            is_new |= *seen & (1 << class) == 0;
            *seen |= 1 << class;
        }
        if is_new && choices.len() <= LONGEST {
            self.entries.push(choices.to_vec());
        }
        is_new
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// A variation of one of the inputs, newer ones preferred; nothing if there is none to vary.
    pub(super) fn vary(&self, random: &mut Random, constants: &[i128]) -> Vec<Choice> {
        // The better of two throws: what was found last got furthest.
        let count = self.entries.len() as u64;
        if count == 0 {
            return Vec::new();
        }
        let at = random.below(count).max(random.below(count)) as usize;
        let mut choices = self.entries[at].clone();
        let given: Vec<i128> = choices.iter().take(32).filter_map(value).collect();
        for _ in 0..1 << random.below(4) {
            self.mutate(&mut choices, random, constants, &given);
        }
        choices
    }

    fn mutate(&self, choices: &mut Vec<Choice>, random: &mut Random, constants: &[i128], given: &[i128]) {
        let widest = IntTy::signed(64);
        if choices.is_empty() {
            return;
        }
        let at = random.below(choices.len() as u64) as usize;
        match random.below(10) {
            0 => choices.truncate(at),
            1 => {
                choices.remove(at);
            }
            2 => choices.insert(at, choices[at].clone()),
            // The first part of one input and the rest of another.
            3 => {
                if let Some(other) = random.pick(&self.entries) {
                    choices.truncate(at);
                    choices.extend(other.iter().skip(at).cloned());
                }
            }
            _ => match &mut choices[at] {
                Choice::Value(value) => *value = neighbour(*value, random, constants, given),
                Choice::Fill(fill) => mutate_fill(fill, random, constants, given),
                // Nobody simulates over ℝ.
                Choice::Fraction(_) => {}
            },
        }
        if random.below(4) == 0 {
            choices.push(Choice::Value(likely_value(random, widest, constants, given)));
        }
    }
}

fn value(choice: &Choice) -> Option<i128> {
    match choice {
        Choice::Value(value) => Some(*value),
        Choice::Fraction(_) | Choice::Fill(_) => None,
    }
}

/// A value near the given one, or a new one. (The script converts it to the type at hand.)
fn neighbour(value: i128, random: &mut Random, constants: &[i128], given: &[i128]) -> i128 {
    match random.below(8) {
        0 => value + 1,
        1 => value - 1,
        2 => value + random.below(33) as i128 - 16,
        3 => -value,
        4 => {
            if random.below(2) == 0 {
                value * 2
            } else {
                value / 2
            }
        }
        5 => value ^ (1 << random.below(63)),
        _ => likely_value(random, IntTy::signed(64), constants, given),
    }
}

fn mutate_fill(fill: &mut Fill, random: &mut Random, constants: &[i128], given: &[i128]) {
    if fill.cells.is_empty() || random.below(4) == 0 {
        fill.default = neighbour(fill.default, random, constants, given);
        return;
    }
    let (at, other) = (random.below(fill.cells.len() as u64) as usize, random.below(fill.cells.len() as u64) as usize);
    match random.below(4) {
        0 => {
            let value = fill.cells[other].1;
            fill.cells[at].1 = value;
        }
        1 => {
            let mut values: Vec<i128> = fill.cells.iter().map(|&(_, value)| value).collect();
            values.sort_unstable();
            fill.cells.iter_mut().zip(values).for_each(|((_, cell), value)| *cell = value);
        }
        _ => fill.cells[at].1 = neighbour(fill.cells[at].1, random, constants, given),
    }
}
