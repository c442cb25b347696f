//! Which answer counts where it must not depend on the load of the machine: a question of counted work only.
//!
//! Each engine tells how much work it has counted ([`heureka_clock::count`]). The favourites of the plan count as they are, others
//! as if they had worked longer. The answer that then took the least work counts; of two that took as much, that of the
//! engine that stands first in the plan. Who is still at work may win as long as it stands before that answer.

use std::time::Duration;

/// So much longer than its work an answer seems to have taken whose proof was not checked, and half of it: others may do better.
const UNCHECKED: Duration = Duration::from_secs(1);

/// Who takes so many times as long as the work that it may count, and so much longer, counts too little to be waited for.
const TIMES_THE_WORK: u32 = 8;
const BEYOND_THE_WORK: Duration = Duration::from_secs(2);

/// How far an engine came, or an answer: the smaller the better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Rank {
    work: Duration,
    place: usize,
}

/// The rank of the engine at this place of the plan, with this weight, when it has counted so much.
pub fn rank(place: usize, weight: u32, counted: Duration) -> Rank {
    Rank { work: counted * factor(weight), place }
}

impl Rank {
    /// The rank of an answer whose proof was not checked.
    pub fn unchecked(self) -> Rank {
        Rank { work: self.work + self.work / 2 + UNCHECKED, ..self }
    }

    /// Whether an engine with this weight that has run for so long could long have been past this rank.
    pub fn is_overdue(self, weight: u32, ran: Duration) -> bool {
        ran > self.work / factor(weight) * TIMES_THE_WORK + BEYOND_THE_WORK
    }
}

fn factor(weight: u32) -> u32 {
    match weight {
        0 | 1 => 4,
        2 => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn favourites_are_preferred_and_then_the_place_decides() {
        assert!(rank(1, 6, millis(100)) < rank(0, 6, millis(101)));
        assert!(rank(1, 6, millis(390)) < rank(3, 1, millis(100)));
        assert!(rank(1, 6, millis(410)) > rank(3, 1, millis(100)));
        assert!(rank(0, 6, millis(200)) < rank(2, 2, millis(100)));
        assert!(rank(0, 6, millis(100)) < rank(1, 6, millis(100)));
    }

    #[test]
    fn who_has_not_begun_may_win_against_every_answer() {
        assert!(rank(5, 1, Duration::ZERO) < rank(0, 6, millis(1)));
    }

    #[test]
    fn a_checked_proof_may_come_a_while_after_one_that_is_not() {
        let unchecked = rank(0, 6, millis(1000)).unchecked();
        assert!(rank(1, 6, millis(2400)) < unchecked && unchecked < rank(1, 6, millis(2600)));
    }

    #[test]
    fn who_does_not_count_is_not_waited_for() {
        let best = rank(0, 6, millis(400));
        assert!(!best.is_overdue(6, millis(5100)) && best.is_overdue(6, millis(5300)));
        assert!(!best.is_overdue(1, millis(2700)) && best.is_overdue(1, millis(2900)));
    }
}
