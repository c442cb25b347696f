//! The same as [`super::race`] where the answer must not depend on the load of the machine: time is counted
//! ([`heureka_clock::count`]), and runs have turns.
//!
//! Spacer cannot be asked to rest and go on, so a run whose turn was too short starts again, with three times as much. In a round
//! all have a turn that are due and had none as long. Their answers are judged one after the other, in the order in which
//! they are due; what follows from an answer for others holds from the next round on. Invariant: what is judged, and when by the
//! counted clock, is as if one run had come after the other. That some are already at work while those before them are waited
//! for is seen in the time on the wall only.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use super::Verdict;
use super::race::{CROWD, Entrant, Judgement, LOOK, PUT_OFF, Rules, Run, STACK, Sequel};
use crate::solver::{Limits, SolverError, solve_horn};

/// The first turn, and how the next ones grow.
const FIRST: Duration = Duration::from_millis(100);
const GROWTH: u32 = 3;

/// So many share the work, as far as their patience goes, whatever the machine.
const CORES: u32 = 2;

/// Somebody else who looks for an answer, and has turns as well.
pub struct Other<'o> {
    pub patience: Duration,
    /// The longest turn that it had.
    pub had: Duration,
    /// Gives it a turn.
    pub turn: &'o mut dyn FnMut(Duration) -> Tried,
}

/// What came of a turn of somebody else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tried {
    Enough,
    GaveUp,
    TooShort,
}

/// How a run stands.
struct State {
    due: Duration,
    /// The longest turn that it had.
    had: Duration,
    is_over: bool,
}

impl State {
    fn new(due: Duration) -> State {
        State { due, had: Duration::ZERO, is_over: false }
    }
}

struct Rounds<'l> {
    systems: Vec<Entrant>,
    is_stopped: Vec<bool>,
    runs: Vec<Run>,
    states: Vec<State>,
    limits: Limits<'l>,
    /// So many threads are at work at once.
    threads: usize,
    start: Duration,
}

/// What a run says; and the work that it took.
type Heard = Result<Verdict, SolverError>;
type Said = (Heard, Duration);

/// Runs until the judge has enough, or no run is left, or the limits say so. By run: why it did not answer.
pub fn in_rounds(
    entrants: Vec<Entrant>,
    runs: Vec<Run>,
    rules: Rules,
    limits: Limits<'_>,
    mut other: Option<Other<'_>>,
    mut judge: impl FnMut(&Run, Verdict) -> Judgement,
) -> Vec<String> {
    let states = runs.iter().map(|run| State::new(run.patience)).collect();
    let is_stopped = vec![false; entrants.len()];
    let (threads, start) = (rules.cores.max(1), heureka_clock::work().time());
    let mut rounds = Rounds { systems: entrants, is_stopped, runs, states, limits, threads, start };
    let mut reasons = vec![String::new(); rounds.runs.len()];
    let mut turn = FIRST;
    while limits.check().is_ok() {
        let due = rounds.due();
        let waits = |other: &Other| due.is_empty() || rounds.elapsed() >= other.patience;
        let has_turn = other.as_ref().is_some_and(|other| waits(other) && other.had < turn);
        let now: Vec<usize> = due.iter().copied().filter(|at| rounds.states[*at].had < turn).collect();
        if now.is_empty() && !has_turn {
            if due.is_empty() && other.is_none() {
                break;
            }
            turn *= GROWTH;
            continue;
        }
        let mut sequels = Vec::new();
        let is_decided = rounds.round(&now, turn, |rounds, at, said| {
            rounds.states[at].had = turn;
            let verdict = match said {
                Err(SolverError::TimedOut) => return false,
                Err(error) => Err(error.to_string()),
                Ok(Verdict::Unknown(reason)) => Err(reason),
                Ok(verdict) => Ok(verdict),
            };
            rounds.states[at].is_over = true;
            match verdict.map(|verdict| judge(&rounds.runs[at], verdict)) {
                Err(reason) => reasons[at] = reason,
                Ok(Judgement::Enough) => return true,
                Ok(Judgement::Useless) => rounds.is_stopped[rounds.runs[at].system] = true,
                Ok(Judgement::Instead(sequel)) => {
                    rounds.is_stopped[rounds.runs[at].system] = true;
                    sequels.push(sequel);
                }
            }
            false
        });
        if is_decided {
            break;
        }
        if has_turn && let Some(some) = &mut other {
            some.had = turn;
            match (some.turn)(turn) {
                Tried::Enough => break,
                Tried::GaveUp => other = None,
                Tried::TooShort => {}
            }
        }
        sequels.into_iter().for_each(|sequel| rounds.follow(sequel));
        reasons.resize(rounds.runs.len(), String::new());
    }
    reasons
}

impl Rounds<'_> {
    /// The time that patience is about.
    fn elapsed(&self) -> Duration {
        (heureka_clock::work().time() - self.start) / CORES
    }

    /// The runs whose time has come, in this order; there are some as long as there are runs.
    fn due(&self) -> Vec<usize> {
        let is_alive = |at: &usize| !self.states[*at].is_over && !self.is_stopped[self.runs[*at].system];
        let mut order: Vec<usize> = (0..self.runs.len()).filter(is_alive).collect();
        order.sort_by_key(|at| self.states[*at].due);
        let elapsed = self.elapsed();
        let is_due = |(place, at): (usize, usize)| {
            let due = self.states[at].due;
            let is_crowded = place >= CORES as usize + CROWD.above;
            let due = if is_crowded { CROWD.factor * due + CROWD.more } else { due };
            (place < CORES as usize || elapsed >= due).then_some(at)
        };
        order.into_iter().enumerate().map_while(is_due).collect()
    }

    /// Gives each of these runs a turn, and hears them in this order until somebody has heard enough; whether that is so.
    fn round(
        &mut self,
        order: &[usize],
        turn: Duration,
        mut hear: impl FnMut(&mut Self, usize, Heard) -> bool,
    ) -> bool {
        let cancelled: Vec<AtomicBool> = order.iter().map(|_| AtomicBool::new(false)).collect();
        let stop = || cancelled.iter().for_each(|flag| flag.store(true, Ordering::Relaxed));
        thread::scope(|scope| {
            let (send, receive) = mpsc::channel::<(usize, Said)>();
            let mut said: Vec<Option<Said>> = order.iter().map(|_| None).collect();
            let mut waiting: VecDeque<usize> = (0..order.len()).collect();
            let mut at_work = 0;
            for place in 0..order.len() {
                while said[place].is_none() {
                    while at_work < self.threads
                        && let Some(next) = waiting.pop_front()
                    {
                        let run = self.runs[order[next]].clone();
                        if self.is_stopped[run.system] {
                            said[next] = Some((Err(SolverError::Cancelled), Duration::ZERO));
                            continue;
                        }
                        let (send, system, cancel) = (send.clone(), self.systems[run.system].clone(), &cancelled[next]);
                        let solve = move || {
                            // The count of this thread begins now.
                            let deadline = Some(heureka_clock::now() + turn);
                            let limits = Limits { deadline, cancel: Some(cancel) };
                            let verdict = solve_horn(&system.terms, &system.system, &run.settings, limits);
                            // Z3 may count more than it was allowed to.
                            let work = heureka_clock::work().time().min(turn);
                            // Nobody listens when the round is over.
                            let _ = send.send((next, (verdict, work)));
                        };
                        match thread::Builder::new().stack_size(STACK).spawn_scoped(scope, solve) {
                            Ok(_) => at_work += 1,
                            Err(_) => said[next] = Some((Err(SolverError::NotAvailable("thread")), Duration::ZERO)),
                        }
                    }
                    if said[place].is_none() {
                        match self.patiently(|| receive.recv_timeout(LOOK).ok()) {
                            Some(Some((next, result))) => {
                                at_work -= 1;
                                said[next] = Some(result);
                            }
                            Some(None) => {}
                            None => {
                                stop();
                                return true;
                            }
                        }
                    }
                }
                let at = order[place];
                let Some((result, work)) = said[place].take() else { continue };
                if self.is_stopped[self.runs[at].system] {
                    continue;
                }
                heureka_clock::worked(work);
                if hear(self, at, result) {
                    stop();
                    return true;
                }
                let systems = order.iter().map(|at| self.runs[*at].system);
                for (flag, system) in cancelled.iter().zip(systems) {
                    flag.fetch_or(self.is_stopped[system], Ordering::Relaxed);
                }
            }
            false
        })
    }

    /// Waits without counting, for how long that takes depends on the load; nothing if the limits are reached.
    fn patiently<T>(&self, wait: impl FnOnce() -> T) -> Option<T> {
        let before = heureka_clock::work();
        before.aside().take_up();
        let found = self.limits.check().is_ok().then(wait);
        before.take_up();
        found
    }

    /// What an answer says of others.
    fn follow(&mut self, sequel: Sequel) {
        let now = self.elapsed();
        for (run, state) in self.runs.iter().zip(&mut self.states).filter(|(_, state)| state.had.is_zero()) {
            if sequel.sooner.contains(&run.system) {
                state.due = state.due.min(now);
            } else if sequel.later.contains(&run.system) {
                state.due += PUT_OFF;
            }
        }
        self.is_stopped.extend(sequel.entrants.iter().map(|_| false));
        self.systems.extend(sequel.entrants);
        self.states.extend(sequel.runs.iter().map(|run| State::new(now + run.patience)));
        self.runs.extend(sequel.runs);
    }
}
