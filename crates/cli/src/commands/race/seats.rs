//! Who runs: there are as many seats as processes may run at once. Who is alive and has had the least of the time, by
//! weight, gets a seat that is free; who has used up his slice gets up, if somebody waits who had less. Slices grow, so that
//! what is decided quickly is decided quickly whoever decides it, and what takes long is not held up by changes. Before all
//! that, some have a taste: a moment in which they decide what they decide at once.

use std::time::Duration;

/// The first slice of weight 1.
const FIRST_SLICE: Duration = Duration::from_millis(160);

/// What seats know of a racer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Racer {
    pub weight: u32,
    /// So much it may have before all others.
    pub taste: Duration,
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
    let had_taste = |racer: &Racer| racer.used >= racer.taste;
    let mut order: Vec<usize> = (0..racers.len()).filter(|&at| racers[at].is_alive).collect();
    order.sort_by(|&a, &b| {
        let (first, second) = (&racers[a], &racers[b]);
        let by_slice = may_stay(second).cmp(&may_stay(first));
        let by_taste = had_taste(first).cmp(&had_taste(second));
        by_slice.then(by_taste).then(share(first).total_cmp(&share(second))).then(a.cmp(&b))
    });
    let mut seated = vec![false; racers.len()];
    order.into_iter().take(seats.max(1)).for_each(|at| seated[at] = true);
    seated
}

/// The length of a slice: the taste; then half of what the racer has had before, and no less than the first.
fn length(racer: &Racer) -> Duration {
    let before = racer.used.saturating_sub(racer.slice);
    match before < racer.taste {
        true => racer.taste - before,
        false => (FIRST_SLICE * racer.weight).max(before / 2),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn race(weights: &[u32], seats: usize, steps: u32) -> Vec<Duration> {
        let nobody = vec![0; weights.len()];
        race_with_tastes(weights, &nobody, seats, steps)
    }

    /// Simulates a race in steps of 100 ms, with tastes of so many steps; the time that each has had.
    fn race_with_tastes(weights: &[u32], tastes: &[u32], seats: usize, steps: u32) -> Vec<Duration> {
        let step = Duration::from_millis(100);
        let racer = |(weight, taste): (&u32, &u32)| Racer {
            weight: *weight,
            taste: step * *taste,
            is_alive: true,
            is_running: false,
            used: Duration::ZERO,
            slice: Duration::ZERO,
        };
        let mut racers: Vec<Racer> = weights.iter().zip(tastes).map(racer).collect();
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
        assert_eq!(race(&[3, 2, 1], 1, 5)[..3], [500, 0, 0].map(Duration::from_millis));
    }

    #[test]
    fn a_taste_comes_first_and_once() {
        let used = |steps: u32| race_with_tastes(&[3, 3, 1, 1], &[0, 0, 1, 0], 2, steps);
        assert_eq!(used(1), [100, 0, 100, 0].map(Duration::from_millis));
        assert_eq!(used(5), [500, 400, 100, 0].map(Duration::from_millis));
    }

    #[test]
    fn nobody_waits_where_there_are_seats() {
        assert_eq!(race(&[1, 1], 4, 5), [Duration::from_millis(500); 2]);
    }

    #[test]
    fn who_is_not_alive_does_not_sit() {
        let none = Duration::ZERO;
        let racer = Racer { weight: 1, taste: none, is_alive: false, is_running: true, used: none, slice: none };
        assert_eq!(seated(&[racer, Racer { is_alive: true, is_running: false, ..racer }], 1), [false, true]);
    }
}
