//! Who runs: there are as many seats as processes may run at once. Who is alive and has had the least of the time, by
//! weight, gets a seat that is free; who has used up his slice gets up, if somebody waits who had less. Slices grow, so that
//! what is decided quickly is decided quickly whoever decides it, and what takes long is not held up by changes.

use std::time::Duration;

/// The first slice of weight 1.
const FIRST_SLICE: Duration = Duration::from_millis(200);

/// What seats know of a racer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Racer {
    pub weight: u32,
    pub is_alive: bool,
    pub is_running: bool,
    /// All the time that it has run.
    pub used: Duration,
    /// The time since it last sat down.
    pub slice: Duration,
}

/// For each racer whether it should run now. Those that come first are preferred where they had as much as others.
pub fn seated(racers: &[Racer], seats: usize) -> Vec<bool> {
    let share = |racer: &Racer| racer.used.as_secs_f64() / f64::from(racer.weight.max(1));
    let may_stay = |racer: &Racer| racer.is_running && racer.slice < length(racer);
    let mut order: Vec<usize> = (0..racers.len()).filter(|&at| racers[at].is_alive).collect();
    order.sort_by(|&a, &b| {
        let (first, second) = (&racers[a], &racers[b]);
        may_stay(second).cmp(&may_stay(first)).then(share(first).total_cmp(&share(second))).then(a.cmp(&b))
    });
    let mut seated = vec![false; racers.len()];
    order.into_iter().take(seats.max(1)).for_each(|at| seated[at] = true);
    seated
}

/// The length of a slice: half of what the racer has had before, and no less than the first.
fn length(racer: &Racer) -> Duration {
    let before = racer.used.saturating_sub(racer.slice);
    (FIRST_SLICE * racer.weight).max(before / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Simulates a race in steps of 100 ms; the time that each has had.
    fn race(weights: &[u32], seats: usize, steps: u32) -> Vec<Duration> {
        let step = Duration::from_millis(100);
        let racer = |weight: &u32| Racer {
            weight: *weight,
            is_alive: true,
            is_running: false,
            used: Duration::ZERO,
            slice: Duration::ZERO,
        };
        let mut racers: Vec<Racer> = weights.iter().map(racer).collect();
        for _ in 0..steps {
            let now = seated(&racers, seats);
            assert_eq!(now.iter().filter(|runs| **runs).count(), seats.min(racers.len()));
            for (racer, runs) in racers.iter_mut().zip(now) {
                if !runs || !racer.is_running {
                    racer.slice = Duration::ZERO;
                }
                racer.is_running = runs;
                if runs {
                    racer.used += step;
                    racer.slice += step;
                }
            }
        }
        racers.iter().map(|racer| racer.used).collect()
    }

    #[test]
    fn everybody_gets_a_share_by_weight() {
        let used = race(&[3, 2, 1, 1, 1], 2, 600);
        assert_eq!(used.iter().sum::<Duration>(), Duration::from_secs(120));
        assert!(used.iter().all(|used| *used >= Duration::from_secs(8)), "{used:?}");
        assert!(used[0] > used[2], "{used:?}");
    }

    #[test]
    fn the_first_are_not_interrupted_at_the_start() {
        assert_eq!(race(&[3, 2, 1, 1, 1], 2, 4)[..3], [400, 400, 0].map(Duration::from_millis));
        assert_eq!(race(&[3, 2, 1], 1, 6)[..3], [600, 0, 0].map(Duration::from_millis));
    }

    #[test]
    fn nobody_waits_where_there_are_seats() {
        assert_eq!(race(&[1, 1], 4, 5), [Duration::from_millis(500); 2]);
    }

    #[test]
    fn who_is_not_alive_does_not_sit() {
        let racer = Racer { weight: 1, is_alive: false, is_running: true, used: Duration::ZERO, slice: Duration::ZERO };
        assert_eq!(seated(&[racer, Racer { is_alive: true, is_running: false, ..racer }], 1), [false, true]);
    }
}
