//! The quick look of the portfolio: executions in one thread and an engine in another, in this process, which decide small
//! programs before a process would have started. The engine may go on for a while when the race has begun, so that what it
//! has found out is not lost. Answers come through the channel of the race, with their evidence checked.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Mutex, OnceLock};
use std::thread::{self, Scope};
use std::time::{Duration, Instant};

use heureka_engines::engine::{Engine, Outcome, Task};
use heureka_engines::learned::Learned;
use heureka_engines::portfolio::{Entrant, Features, plan};
use heureka_engines::registry;
use heureka_engines::simulate::{Simulate, SimulateOptions};

use super::answer::Recheck;
use super::race::{Event, WorkerAnswer};
use super::turns::{Others, in_turn, solvers};
use super::worker;
use crate::arguments::CheckOptions;
use crate::guard;

/// How long others wait for the quick look, and how long if it has an answer whose evidence is being checked.
const QUICK: Duration = Duration::from_millis(30);
const WITH_EVIDENCE: Duration = Duration::from_millis(200);

/// The time of its executions, and of its engine: longer if that is the first in the race.
const EXECUTIONS: Duration = Duration::from_millis(40);
const ENGINE: Duration = Duration::from_millis(120);
const FIRST_ENGINE: Duration = Duration::from_millis(250);

/// The steps of the executions, and of more and longer ones after them; with a seed only of the first, which are as many on
/// any machine.
const STEPS: u64 = 500_000;
/// The steps of all executions, where they are so few, and how many may then seem to be left.
const ALL_STEPS: u64 = 200_000;
const PROMISING: u64 = 300_000;
const MORE_STEPS: u64 = 4_000_000;

/// Only the pages that are touched cost memory.
const STACK: usize = 512 << 20;

/// Who looks for an answer.
pub struct Look<'l> {
    pub task: &'l Task<'l>,
    pub options: &'l CheckOptions,
    pub engines: &'l registry::Options,
    /// What can be seen of the program at a glance, as soon as somebody asks.
    pub features: OnceLock<Features>,
    /// When the search began.
    pub start: Instant,
    pub deadline: Option<Instant>,
    /// Tells those that look to stop.
    pub cancel: &'l AtomicBool,
    /// Says that there is an answer, whose evidence is being checked.
    pub has_answer: &'l AtomicBool,
}

/// Those that look and have not come to an end.
pub struct Lookers<'l> {
    at_work: Vec<&'static str>,
    /// Whether all executions seem to be few.
    have_few_executions: bool,
    has_answer: &'l AtomicBool,
}

impl<'l> Look<'l> {
    /// Starts to look.
    pub fn begin<'s>(&'l self, scope: &'s Scope<'s, 'l>, tell: &Sender<(usize, Event)>) -> Lookers<'l> {
        // How far an engine comes in a moment depends on the load of the machine; how far so many steps lead does not.
        let (turns, time): (&[(u64, u64)], _) = match self.options.seed {
            Some(_) => (&[(STEPS, ALL_STEPS)], None),
            None => (&[(STEPS, ALL_STEPS), (MORE_STEPS, 0)], Some(EXECUTIONS)),
        };
        let executions = self.spawn(
            scope,
            "simulate",
            move || time,
            tell.clone(),
            move |engines| turns.iter().map(|(steps, all)| simulate(*steps, *all, engines)).collect(),
        );
        let name = if self.task.program.arrays.is_empty() { "linear" } else { "arrays" };
        let time = move || match self.plan(false).first() {
            Some(first) if first.engine == name => Some(FIRST_ENGINE),
            _ => Some(ENGINE),
        };
        let engine = self.options.seed.is_none().then(|| {
            self.spawn(scope, name, time, tell.clone(), move |engines| {
                registry::by_name(name, engines).into_iter().collect()
            })
        });
        let at_work = executions.into_iter().chain(engine.flatten()).collect();
        Lookers { at_work, have_few_executions: false, has_answer: self.has_answer }
    }

    /// Lets an engine look in a thread; its name, if there is such a thread.
    fn spawn<'s>(
        &'l self,
        scope: &'s Scope<'s, 'l>,
        name: &'static str,
        time: impl FnOnce() -> Option<Duration> + Send + 'l,
        tell: Sender<(usize, Event)>,
        make: impl FnOnce(&registry::Options) -> Vec<Box<dyn Engine>> + Send + 'l,
    ) -> Option<&'static str> {
        let look = move || {
            let teach = |learned: &Learned| {
                if let Learned::StepsLeft(steps) = learned {
                    let _ = tell.send((0, Event::Expects(name, steps.is_some())));
                }
            };
            let others = Others { learned: &Mutex::default(), teach: &teach };
            // A bug that ends an engine here ends only this.
            let answer = guard::quietly(|| self.answer(make(self.engines), time(), &others)).flatten();
            // Nobody listens when the race is over.
            let _ = tell.send((0, Event::Looked(name, answer.map(Box::new))));
        };
        thread::Builder::new().stack_size(STACK).spawn_scoped(scope, look).ok().map(|_| name)
    }

    /// Who would race, if the executions are few or not.
    pub fn plan(&self, has_few_executions: bool) -> Vec<Entrant> {
        let features = *self.features.get_or_init(|| Features::of(self.task.program));
        let built: Vec<&'static str> = registry::all(self.engines).iter().map(|engine| engine.info().name).collect();
        plan(&Features { has_few_executions, ..features }, &built)
    }

    /// An answer only if it is SAFE or UNSAFE.
    fn answer(&self, turns: Vec<Box<dyn Engine>>, time: Option<Duration>, others: &Others) -> Option<WorkerAnswer> {
        let end = self.deadline;
        let deadline = time.map(|time| Instant::now() + time).into_iter().chain(end).min();
        let decided = in_turn(turns, self.task, self.options, deadline, self.cancel, Some(others), &mut |_| ())?;
        if !matches!(decided.outcome, Ok(Outcome::Safe(_) | Outcome::Unsafe(_))) {
            return None;
        }
        self.has_answer.store(true, Ordering::Relaxed);
        let cancel = Some(self.cancel);
        let recheck = Recheck { solvers: solvers(self.options), start: self.start, deadline: end, cancel };
        // A proof that is refuted is a bug; whoever finds it again in the race says so.
        worker::judge(decided, self.task, &recheck, self.options.certificate.is_some()).ok()
    }
}

fn simulate(steps: u64, all: u64, engines: &registry::Options) -> Box<dyn Engine> {
    let options = SimulateOptions {
        budget: steps,
        longest: steps / 10,
        only_execution: steps,
        all_executions: all,
        promising: PROMISING,
        ..engines.simulate
    };
    Box::new(Simulate { options })
}

impl Lookers<'_> {
    /// Waits for an answer until the quick look is over.
    pub fn wait(
        &mut self,
        events: &Receiver<(usize, Event)>,
        is_patient: bool,
    ) -> Option<(&'static str, WorkerAnswer)> {
        let start = Instant::now();
        while !self.at_work.is_empty() {
            let left = |time: Duration| time.saturating_sub(start.elapsed());
            let mut event = match is_patient {
                true => events.recv().ok(),
                false => events.recv_timeout(left(QUICK)).ok(),
            };
            if event.is_none() && self.has_answer.load(Ordering::Relaxed) {
                event = events.recv_timeout(left(WITH_EVIDENCE)).ok();
            }
            match event {
                Some((_, Event::Looked(name, answer))) => {
                    self.at_work.retain(|other| *other != name);
                    if let Some(answer) = answer {
                        return Some((name, *answer));
                    }
                }
                Some((_, Event::Expects(_, soon))) => self.have_few_executions = soon,
                _ => break,
            }
        }
        None
    }

    /// Whether all executions seem to be so few that following them would lead to an answer.
    pub fn have_few_executions(&self) -> bool {
        self.have_few_executions
    }

    /// Who still looks.
    pub fn at_work(&self) -> &[&'static str] {
        &self.at_work
    }
}
