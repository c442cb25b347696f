//! Makes the input of a failing execution small: fewer choices, fewer steps, smaller values.
//!
//! Each attempt is executed; it counts only if it fails in the same way at the same place.

use heureka_ir::interpret::{Choice, Fill};

/// An input and the length of its execution.
#[derive(Clone, Debug)]
pub(super) struct Failing {
    pub(super) choices: Vec<Choice>,
    pub(super) steps: u64,
}

impl Failing {
    /// What a reader has to take in; smaller is better.
    fn size(&self) -> (usize, u64, u128) {
        let mut count = self.choices.len();
        let mut magnitude = 0u128;
        for choice in &self.choices {
            match choice {
                Choice::Value(value) => magnitude += weight(*value),
                Choice::Fraction(value) => magnitude += weight(value.numerator()) + weight(value.denominator()),
                Choice::Fill(fill) => {
                    count += fill.cells.len();
                    magnitude += weight(fill.default);
                    magnitude += fill.cells.iter().map(|&(_, value)| weight(value)).sum::<u128>();
                }
            }
        }
        (count, self.steps, magnitude)
    }
}

/// Positive values read better than negative ones.
fn weight(value: i128) -> u128 {
    2 * value.unsigned_abs().min(u64::MAX as u128) + (value < 0) as u128
}

/// Longer inputs stay as they are: there are too many places to try, and nobody reads them.
const MOST_CHOICES: usize = 20_000;

/// So many choices are copied in all. A long input has as many attempts as places, and each of them copies it.
const MOST_COPIED: usize = 1_000_000;

/// Shrinks as long as `attempt` says that an input fails in the same way (and with how many steps and which choices) and
/// there are attempts left.
pub(super) fn shrink(best: Failing, attempts: u64, attempt: impl FnMut(&[Choice]) -> Option<Failing>) -> Failing {
    if best.choices.len() > MOST_CHOICES {
        return best;
    }
    let mut shrinking = Shrinking { best, attempts, copied: 0, attempt };
    loop {
        let before = shrinking.best.size();
        shrinking.shorten();
        shrinking.count_less();
        shrinking.simplify();
        if shrinking.best.size() == before {
            return shrinking.best;
        }
    }
}

struct Shrinking<A> {
    best: Failing,
    /// How many are left.
    attempts: u64,
    /// How many choices were copied for them.
    copied: usize,
    attempt: A,
}

impl<A: FnMut(&[Choice]) -> Option<Failing>> Shrinking<A> {
    fn is_over(&self) -> bool {
        self.attempts == 0 || self.copied >= MOST_COPIED
    }

    /// Whether the best input is still failing when it is edited like this, and smaller; then that is the best one.
    fn accepts(&mut self, edit: impl FnOnce(&mut Vec<Choice>)) -> bool {
        if self.is_over() {
            return false;
        }
        self.copied += self.best.choices.len();
        let mut choices = self.best.choices.clone();
        edit(&mut choices);
        if choices == self.best.choices {
            return false;
        }
        self.attempts -= 1;
        match (self.attempt)(&choices) {
            Some(found) if found.size() < self.best.size() => {
                self.best = found;
                true
            }
            _ => false,
        }
    }

    /// Takes out runs of choices, or puts zeros in their place, long runs first.
    fn shorten(&mut self) {
        let mut length = self.best.choices.len();
        while length > 0 {
            let mut start = 0;
            while start < self.best.choices.len() && !self.is_over() {
                let end = (start + length).min(self.best.choices.len());
                if !self.accepts(|choices| drop(choices.drain(start..end))) {
                    self.accepts(|choices| choices[start..end].iter_mut().for_each(clear));
                    start += length;
                }
            }
            length /= 2;
        }
    }

    /// Lowers values that may be counts, and takes out as many of the choices that follow: the first of them, or the last.
    fn count_less(&mut self) {
        for at in 0..self.best.choices.len() {
            while let Some(&Choice::Value(count)) = self.best.choices.get(at) {
                let rest = self.best.choices.len() - at - 1;
                if count < 1 || count > rest as i128 {
                    break;
                }
                let count = count as usize;
                let accepted = [0, 1, count / 2, count - 1].into_iter().any(|fewer| {
                    [at + 1, self.best.choices.len() - (count - fewer)].into_iter().any(|start| {
                        self.accepts(|choices| {
                            choices[at] = Choice::Value(fewer as i128);
                            choices.drain(start..start + count - fewer);
                        })
                    })
                });
                if !accepted {
                    break;
                }
            }
        }
    }

    /// Brings single values nearer to zero.
    fn simplify(&mut self) {
        let mut at = 0;
        while at < self.best.choices.len() && !self.is_over() {
            match self.best.choices[at].clone() {
                Choice::Value(value) => {
                    self.bring_nearer(value, |choices, smaller| {
                        if let Some(Choice::Value(value)) = choices.get_mut(at) {
                            *value = smaller;
                        }
                    });
                }
                Choice::Fraction(_) => {}
                Choice::Fill(fill) => self.simplify_fill(at, &fill),
            }
            at += 1;
        }
    }

    fn simplify_fill(&mut self, at: usize, fill: &Fill) {
        for cell in (0..fill.cells.len()).rev() {
            self.accepts(|choices| {
                if let Some(Choice::Fill(fill)) = choices.get_mut(at)
                    && cell < fill.cells.len()
                {
                    fill.cells.remove(cell);
                }
            });
        }
        self.bring_nearer(fill.default, |choices, smaller| {
            if let Some(Choice::Fill(fill)) = choices.get_mut(at) {
                fill.default = smaller;
            }
        });
        for cell in 0..fill.cells.len() {
            let Some(Choice::Fill(fill)) = self.best.choices.get(at) else { break };
            let Some(&(_, value)) = fill.cells.get(cell) else { break };
            self.bring_nearer(value, |choices, smaller| {
                if let Some(Choice::Fill(fill)) = choices.get_mut(at)
                    && let Some((_, value)) = fill.cells.get_mut(cell)
                {
                    *value = smaller;
                }
            });
        }
    }

    /// Tries zero, one, the value without its sign, and then halves the distance to zero as long as that works.
    fn bring_nearer(&mut self, value: i128, put: impl Fn(&mut Vec<Choice>, i128)) {
        let mut accepts = |smaller: i128| self.accepts(|choices| put(choices, smaller));
        if value == 0 || accepts(0) || accepts(1) {
            return;
        }
        let mut value = if value < 0 && accepts(-value) { -value } else { value };
        // The least distance from zero that is known to fail, and the greatest that is known not to.
        let mut works = 0i128;
        while (value - works).abs() > 1 {
            let middle = works + (value - works) / 2;
            if accepts(middle) {
                value = middle;
            } else {
                works = middle;
            }
        }
    }
}

fn clear(choice: &mut Choice) {
    *choice = match choice {
        Choice::Value(_) | Choice::Fraction(_) => Choice::Value(0),
        Choice::Fill(_) => Choice::Fill(Fill::default()),
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(list: &[i128]) -> Vec<Choice> {
        list.iter().map(|&value| Choice::Value(value)).collect()
    }

    #[test]
    fn only_what_matters_is_left() {
        // Fails when the third choice is at least 1000.
        let attempt = |choices: &[Choice]| match choices.get(2) {
            Some(Choice::Value(value)) if *value >= 1000 => Some(Failing { choices: choices.to_vec(), steps: 1 }),
            _ => None,
        };
        let start = Failing { choices: values(&[7, -9, 123456, 5, 5, 5]), steps: 1 };
        assert_eq!(shrink(start, 1000, attempt).choices, values(&[0, 0, 1000]));
    }

    #[test]
    fn counts_shrink_with_what_they_count() {
        // The first choice counts the others, of which the last must be 9.
        let attempt = |choices: &[Choice]| match choices {
            [Choice::Value(count), rest @ ..]
                if *count == rest.len() as i128 && rest.last() == Some(&Choice::Value(9)) =>
            {
                Some(Failing { choices: choices.to_vec(), steps: 1 })
            }
            _ => None,
        };
        let mut start = values(&[3; 81]);
        start[0] = Choice::Value(80);
        start[80] = Choice::Value(9);
        assert_eq!(shrink(Failing { choices: start, steps: 1 }, 1000, attempt).choices, values(&[1, 9]));
    }

    #[test]
    fn attempts_are_limited() {
        let mut count = 0;
        let start = Failing { choices: values(&[1 << 60; 50]), steps: 1 };
        shrink(start, 10, |_| {
            count += 1;
            None
        });
        assert_eq!(count, 10);
    }

    #[test]
    fn long_inputs_are_not_copied_without_end() {
        let mut count = 0usize;
        let start = Failing { choices: values(&[1; MOST_CHOICES]), steps: 1 };
        shrink(start, u64::MAX, |_| {
            count += 1;
            None
        });
        assert!(count <= MOST_COPIED / MOST_CHOICES + 1, "{count}");
    }

    #[test]
    fn cells_are_dropped() {
        let fill = Fill { default: 9, cells: vec![([0].into(), 5), ([1].into(), 77), ([2].into(), 6)] };
        let start = Failing { choices: vec![Choice::Fill(fill)], steps: 1 };
        let end = shrink(start, 1000, |choices| match choices {
            [Choice::Fill(fill)] if fill.cells.contains(&([1].into(), 77)) => {
                Some(Failing { choices: choices.to_vec(), steps: 1 })
            }
            _ => None,
        });
        assert_eq!(end.choices, [Choice::Fill(Fill { default: 0, cells: vec![([1].into(), 77)] })]);
    }
}
