//! The race of the portfolio: each engine in a process of its own, as many at once as there are seats, until one answers.
//!
//! An engine that crashes, hangs, takes too much memory or talks nonsense costs its seat and a line in the statistics, never
//! the run. A proof whose certificate was not checked is kept while others may find a better answer, for a while.
//!
//! Who is first depends on the load of the machine. Where the answer must not, engines count their work, and the [`rule`] says whose
//! answer counts; nobody tells others what it has learned.

mod learned;
mod message;
mod rule;
mod seats;
pub mod signals;
pub mod source;
mod worker;

use std::sync::mpsc::{Receiver, Sender};
use std::time::{Duration, Instant};

use heureka_engines::learned::Learned;
use heureka_engines::portfolio::Entrant;
use heureka_frontend::preprocess::Source;

pub use message::{Finding, Message, WorkerAnswer};
use rule::Rank;
pub use worker::{Event, kill_all};
use worker::{Share, Worker, own_resident, processors};

/// How often seats and memory are looked at; more often at first, when slices are short.
const TICK: Duration = Duration::from_millis(20);
const FIRST_TICK: Duration = Duration::from_millis(5);
const FIRST: Duration = Duration::from_millis(300);

/// So long the weights of the first seconds count.
const AT_FIRST: Duration = Duration::from_secs(3);

/// What workers get less of the time than there is, so that they can tell how far they came.
const FAREWELL: Duration = Duration::from_millis(150);

/// Engines whose proofs count only when they were checked: what they say at heads of loops may be less than they know, so that a
/// check that does not succeed does not tell a weak invariant from a wrong proof.
const ONLY_CHECKED: [&str; 2] = ["sil", "horn"];

/// What is waited at least for something better than a proof that is not checked.
const LEAST_PATIENCE: Duration = Duration::from_secs(1);

/// How the ending of an engine begins that was still at work at the end.
pub const TIME_IS_UP: &str = "time is up";

/// The rules of a race.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// How many processes run at once.
    pub seats: usize,
    pub deadline: Option<Instant>,
    /// Bytes that all processes together may use.
    pub memory: Option<u64>,
    /// Whether the answer must not depend on the load of the machine.
    pub is_reproducible: bool,
}

/// What was begun before the race.
pub struct Beginning {
    /// Through which everybody is heard: whoever speaks by a number has that of a racer.
    pub tell: Sender<(usize, Event)>,
    pub events: Receiver<(usize, Event)>,
    /// The text of the program.
    pub source: Source,
    /// Engines that are at work in this process, each on a seat; they tell when they have come to an end.
    pub looking: Vec<&'static str>,
    /// When they began.
    pub start: Instant,
}

/// How the race went.
pub struct Course {
    /// Who answered SAFE or UNSAFE, and what.
    pub winner: Option<(&'static str, WorkerAnswer)>,
    /// All that took part, in the order of the plan.
    pub parts: Vec<Part>,
    /// No execution fails that goes round each loop at most so many times.
    pub bound: Option<u64>,
}

impl Course {
    /// There was no need to race.
    pub fn decided(engine: &'static str, answer: WorkerAnswer) -> Course {
        Course { winner: Some((engine, answer)), parts: Vec::new(), bound: None }
    }
}

/// How one engine did.
#[derive(Clone, PartialEq, Debug)]
pub struct Part {
    pub engine: &'static str,
    /// The time that it ran.
    pub used: Duration,
    /// How it ended, or how far it came.
    pub ending: String,
    /// How often it told others what it had learned.
    pub taught: usize,
}

struct Racer {
    entrant: Entrant,
    /// Whether it expects to answer soon, where that is better known than from the plan.
    expects: Option<bool>,
    state: State,
    used: Duration,
    /// The work that it has told of.
    counted: Duration,
    /// When it sat down, if it runs.
    since: Option<Instant>,
    /// The number of its seat, if it runs.
    seat: Option<usize>,
    progress: Option<String>,
    ending: Option<String>,
}

impl Racer {
    /// How long it was at work: by the processor, where the system tells, which the load of the machine hardly changes.
    fn worked(&self) -> Duration {
        let used = || self.used + self.since.map_or(Duration::ZERO, |since| since.elapsed());
        match &self.state {
            State::Running(worker) | State::Paused(worker) => worker.on_processor().unwrap_or_else(used),
            State::Waiting | State::Over => self.used,
        }
    }
}

enum State {
    Waiting,
    Paused(Worker),
    Running(Worker),
    Over,
}

struct Race<'a> {
    rules: Rules,
    source: Source,
    start: Instant,
    racers: Vec<Racer>,
    tell: Sender<(usize, Event)>,
    events: Receiver<(usize, Event)>,
    /// Who is at work in this process.
    looking: Vec<&'static str>,
    looking_since: Instant,
    /// Judges an execution that a worker claims to be failing.
    is_confirmed: &'a mut dyn FnMut(&WorkerAnswer) -> bool,
    show: &'a mut dyn FnMut(&str),
    /// Answers that may be beaten by those of others.
    candidates: Vec<(usize, WorkerAnswer)>,
    /// A proof that was not checked, and when it came.
    unchecked: Option<(usize, WorkerAnswer, Instant)>,
    /// What was learned, by whom, as it is told to others.
    learned: Vec<(usize, String)>,
    bound: Option<u64>,
    /// By seat: the processor, where there are as many as seats and somebody has to wait. An engine with several threads takes
    /// nothing from the others then.
    processors: Option<Vec<usize>>,
}

/// Runs the race. `is_confirmed` judges answers that are to be UNSAFE; `show` is told what is being done.
pub fn race(
    entrants: &[Entrant],
    rules: Rules,
    beginning: Beginning,
    is_confirmed: &mut dyn FnMut(&WorkerAnswer) -> bool,
    show: &mut dyn FnMut(&str),
) -> Course {
    let Beginning { source, tell, events, looking, start: looking_since } = beginning;
    let racer = |entrant: &Entrant| Racer {
        entrant: *entrant,
        expects: None,
        state: State::Waiting,
        used: Duration::ZERO,
        counted: Duration::ZERO,
        since: None,
        seat: None,
        progress: None,
        ending: None,
    };
    let racers = entrants.iter().map(racer).collect();
    let start = Instant::now();
    let processors = Some(processors()).filter(|all| all.len() == rules.seats && all.len() < entrants.len());
    Race {
        rules,
        source,
        start,
        racers,
        tell,
        events,
        looking,
        looking_since,
        is_confirmed,
        show,
        candidates: Vec::new(),
        unchecked: None,
        learned: Vec::new(),
        bound: None,
        processors,
    }
    .run()
}

impl Race<'_> {
    fn run(mut self) -> Course {
        let mut winner = None;
        while winner.is_none() && self.goes_on() {
            self.seat();
            self.watch_memory();
            let tick = if self.start.elapsed() < FIRST { FIRST_TICK } else { TICK };
            if let Ok((number, event)) = self.events.recv_timeout(tick)
                && let Some(answered) = self.hear(number, event)
            {
                self.candidates.push(answered);
            }
            let may_be_beaten = (0..self.racers.len()).any(|number| self.may_beat_all(number));
            if !may_be_beaten {
                winner = self.first_candidate();
            }
        }
        let winner = winner.or_else(|| self.first_candidate());
        let winner = winner.or_else(|| self.unchecked.take().map(|(number, answer, _)| (number, answer)));
        let winner = winner.map(|(number, answer)| (self.racers[number].entrant.engine, answer));
        let stopped = if winner.is_some() { "stopped" } else { TIME_IS_UP };
        for number in 0..self.racers.len() {
            self.end(number, stopped);
        }
        let part = |(number, racer): (usize, Racer)| Part {
            engine: racer.entrant.engine,
            used: racer.used,
            ending: racer.ending.expect("all have ended"),
            taught: self.learned.iter().filter(|(who, _)| *who == number).count(),
        };
        Course { winner, parts: self.racers.into_iter().enumerate().map(part).collect(), bound: self.bound }
    }

    fn first_candidate(&mut self) -> Option<(usize, WorkerAnswer)> {
        let first = (0..self.candidates.len()).min_by_key(|at| self.rank(&self.candidates[*at]))?;
        Some(self.candidates.swap_remove(first))
    }

    fn rank(&self, (number, answer): &(usize, WorkerAnswer)) -> Rank {
        let rank = self.rank_so_far(*number);
        if answer.is_final() { rank } else { rank.unchecked() }
    }

    fn rank_so_far(&self, number: usize) -> Rank {
        let Racer { entrant, counted, .. } = &self.racers[number];
        rule::rank(number, entrant.weight, *counted)
    }

    /// Whether there are answers, and that of this racer, who has none yet, would be preferred.
    fn may_beat_all(&self, number: usize) -> bool {
        let racer = &self.racers[number];
        let best = self.candidates.iter().map(|candidate| self.rank(candidate)).min();
        self.rules.is_reproducible
            && !matches!(racer.state, State::Over)
            && best.is_some_and(|best| {
                self.rank_so_far(number) < best && !best.is_overdue(racer.entrant.weight, racer.worked())
            })
    }

    /// Whether there is still something to wait for.
    fn goes_on(&self) -> bool {
        let now = Instant::now();
        let is_in_time = self.rules.deadline.is_none_or(|deadline| now < deadline);
        let is_patient = self.unchecked.as_ref().is_none_or(|(_, _, since)| {
            let patience = LEAST_PATIENCE.max(since.duration_since(self.start) / 2);
            now < *since + patience
        });
        is_in_time && is_patient && self.racers.iter().any(|racer| !matches!(racer.state, State::Over))
    }

    /// Lets those run whose turn it is.
    fn seat(&mut self) {
        let now = Instant::now();
        let is_at_first = now.duration_since(self.start) < AT_FIRST;
        let view = |(number, racer): (usize, &Racer)| {
            let may_answer = self.candidates.is_empty() || self.may_beat_all(number);
            let slice = racer.since.map_or(Duration::ZERO, |since| now.duration_since(since));
            let entrant = racer.expects.map_or(racer.entrant, |soon| racer.entrant.expecting(soon));
            seats::Racer {
                weight: if is_at_first { entrant.weight_at_first } else { entrant.weight },
                taste: entrant.taste,
                is_alive: may_answer && !matches!(racer.state, State::Over) && !self.is_looking(number),
                is_running: racer.since.is_some(),
                used: racer.used + slice,
                slice,
            }
        };
        let views: Vec<seats::Racer> = self.racers.iter().enumerate().map(view).collect();
        let seated = seats::seated(&views, self.rules.seats.saturating_sub(self.looking.len()));
        // First those get up who must.
        for (number, runs) in seated.iter().enumerate().filter(|(_, runs)| !**runs) {
            debug_assert!(!runs);
            self.pause(number, now);
        }
        for (number, _) in seated.iter().enumerate().filter(|(_, runs)| **runs) {
            self.run_on(number, now);
        }
    }

    /// Whether the engine is at work in this process.
    fn is_looking(&self, number: usize) -> bool {
        self.looking.contains(&self.racers[number].entrant.engine)
    }

    fn pause(&mut self, number: usize, now: Instant) {
        let racer = &mut self.racers[number];
        racer.seat = None;
        if let Some(since) = racer.since.take() {
            racer.used += now.duration_since(since);
        }
        racer.state = match std::mem::replace(&mut racer.state, State::Over) {
            State::Running(worker) => {
                worker.pause();
                State::Paused(worker)
            }
            state => state,
        };
    }

    fn run_on(&mut self, number: usize, now: Instant) {
        let free = (0..self.rules.seats).find(|seat| self.racers.iter().all(|racer| racer.seat != Some(*seat)));
        let racer = &mut self.racers[number];
        racer.state = match std::mem::replace(&mut racer.state, State::Over) {
            State::Waiting => {
                let left = self.rules.deadline.map(|deadline| deadline.saturating_duration_since(now));
                let timeout = left.map(|left| left.saturating_sub(FAREWELL).max(TICK));
                let memory = self.rules.memory.map(|memory| (memory >> 20) / self.rules.seats.max(1) as u64);
                let share = Share { timeout, memory: memory.map(|memory| memory.max(1)) };
                match Worker::start(racer.entrant.engine, share, &self.source, number, self.tell.clone()) {
                    Ok(worker) => {
                        self.learned.iter().for_each(|(_, line)| worker.tell(line));
                        State::Running(worker)
                    }
                    Err(error) => {
                        racer.ending = Some(format!("cannot be started: {error}"));
                        State::Over
                    }
                }
            }
            State::Paused(worker) => {
                worker.resume();
                State::Running(worker)
            }
            state => state,
        };
        if let (State::Running(worker), None) = (&racer.state, racer.since) {
            racer.since = Some(now);
            racer.seat = free;
            if let (Some(all), Some(seat)) = (&self.processors, free) {
                worker.keep_to(all[seat]);
            }
        }
    }

    /// The largest process is ended when all together use more memory than there is.
    fn watch_memory(&mut self) {
        let Some(most) = self.rules.memory else { return };
        let held = |racer: &Racer| match &racer.state {
            State::Running(worker) | State::Paused(worker) => worker.resident(),
            State::Waiting | State::Over => 0,
        };
        let each: Vec<u64> = self.racers.iter().map(held).collect();
        if own_resident() + each.iter().sum::<u64>() <= most {
            return;
        }
        if let Some((number, _)) = each.iter().enumerate().max_by_key(|(_, held)| **held).filter(|(_, held)| **held > 0)
        {
            let text = format!("ended, because all together used more than {} MiB", most >> 20);
            self.end(number, &text);
        }
    }

    /// Somebody did something; who answered what, if that decides.
    fn hear(&mut self, number: usize, event: Event) -> Option<(usize, WorkerAnswer)> {
        if let Event::Looked(engine, answer) = event {
            self.looking.retain(|other| *other != engine);
            let number = self.racers.iter().position(|racer| racer.entrant.engine == engine)?;
            let answer = answer?;
            self.racers[number].used = self.looking_since.elapsed();
            return self.judge(number, *answer);
        }
        if let Event::Expects(engine, soon) = event {
            let racer = self.racers.iter_mut().find(|racer| racer.entrant.engine == engine)?;
            racer.expects = Some(soon);
            return None;
        }
        if matches!(self.racers[number].state, State::Over) {
            return None;
        }
        match event {
            Event::Said(Message::Progress(text)) => {
                let racer = &mut self.racers[number];
                (self.show)(&format!("{}: {text}", racer.entrant.engine));
                racer.progress = Some(text);
            }
            Event::Said(Message::Counted(work)) => {
                let racer = &mut self.racers[number];
                racer.counted = racer.counted.max(work);
            }
            Event::Said(Message::Learned(learned)) => self.hand_on(number, learned),
            Event::Said(Message::Answer(answer)) => return self.judge(number, *answer),
            Event::Garbage => self.end(number, "ended, because it wrote what makes no sense"),
            Event::Closed(complaint) => {
                let complaint = complaint.map_or_else(String::new, |complaint| format!(": {complaint}"));
                self.end(number, &format!("crashed{complaint}"));
            }
            Event::Looked(..) | Event::Expects(..) => {}
        }
        None
    }

    /// An engine has come to its end with this answer; the same with its number if it decides.
    fn judge(&mut self, number: usize, answer: WorkerAnswer) -> Option<(usize, WorkerAnswer)> {
        match &answer.finding {
            Finding::Safe { unchecked: None } => {}
            Finding::Safe { unchecked: Some(reason) } => {
                let ending = format!("SAFE, certificate not checked: {reason}");
                self.end(number, &ending);
                let counts = self.racers.len() == 1 || !ONLY_CHECKED.contains(&self.racers[number].entrant.engine);
                if self.rules.is_reproducible {
                    return counts.then_some((number, answer));
                }
                if self.unchecked.is_none() && counts {
                    self.unchecked = Some((number, answer, Instant::now()));
                }
                return None;
            }
            Finding::Unsafe { .. } if (self.is_confirmed)(&answer) => {}
            Finding::Unsafe { .. } => {
                self.end(number, "an execution that does not fail");
                return None;
            }
            Finding::Unknown { reason } => {
                let reason = reason.clone();
                self.end(number, &reason);
                return None;
            }
        }
        self.end(number, "answered");
        Some((number, answer))
    }

    /// What one has learned is for all others: those who are at it, and those who come later.
    fn hand_on(&mut self, number: usize, learned: Learned) {
        if let Learned::NoErrorWithin(rounds) = learned {
            self.bound = self.bound.max(Some(rounds));
        }
        if let Learned::StepsLeft(steps) = learned {
            self.racers[number].expects = Some(steps.is_some());
            return;
        }
        if self.rules.is_reproducible {
            return;
        }
        let line = Message::Learned(learned).to_line();
        for (other, racer) in self.racers.iter().enumerate() {
            if let (true, State::Running(worker) | State::Paused(worker)) = (other != number, &racer.state) {
                worker.tell(&line);
            }
        }
        self.learned.push((number, line));
    }

    /// The engine takes part no longer. What it said last is how far it came.
    fn end(&mut self, number: usize, how: &str) {
        self.pause(number, Instant::now());
        let racer = &mut self.racers[number];
        racer.state = State::Over;
        if racer.ending.is_none() {
            let progress = racer.progress.take().filter(|_| how == TIME_IS_UP);
            racer.ending = Some(progress.map_or_else(|| how.to_owned(), |progress| format!("{how}: {progress}")));
        }
    }
}
