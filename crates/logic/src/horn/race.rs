//! Several settings of Spacer on several systems, at the same time.
//!
//! Each runs in a thread with a Z3 context of its own. Answers go to a judge; as soon as the judge has enough, all others are
//! stopped, and if an answer is of no use, the runs on the same system are. The judge may then say which of those that wait have
//! become more or less promising, and bring other systems, which join the race. Spacer cannot be asked to rest and go on, and
//! which of its settings ends is not known before. So runs start in their order, as many as there are cores to use; a
//! later one need not wait for ever, but joins them when its time has come: later where they all share one core.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use super::{Settings, System, Verdict};
use crate::pool::Terms;
use crate::solver::{Limits, SolverError, solve_horn};

/// Z3 recurses.
pub(super) const STACK: usize = 256 << 20;
/// How often somebody who waits looks at the limits.
pub(super) const LOOK: Duration = Duration::from_millis(5);

/// Many at a time keep each other from ending: those that would be more than some above the cores wait longer.
pub(super) struct Crowd {
    pub above: usize,
    pub factor: u32,
    pub more: Duration,
}

pub(super) const CROWD: Crowd = Crowd { above: 2, factor: 3, more: Duration::from_secs(2) };
const CROWD_ON_ONE_CORE: Crowd = Crowd { above: 0, factor: 2, more: Duration::from_secs(1) };

/// So much longer those wait that have become less promising.
pub(super) const PUT_OFF: Duration = Duration::from_secs(3);

/// So many times as long runs wait where others have the only core.
const ON_ONE_CORE: f64 = 1.5;

/// A system and the terms it is made of, which stay as they are while others are made.
#[derive(Clone)]
pub struct Entrant {
    pub terms: Arc<Terms>,
    pub system: Arc<System>,
}

/// A system and how it is to be solved.
#[derive(Clone, Debug)]
pub struct Run {
    /// Its place in the list.
    pub system: usize,
    pub settings: Settings,
    /// So long after the start of the race it waits no more for others to end.
    pub patience: Duration,
}

/// What the judge says of an answer.
#[derive(Clone)]
pub enum Judgement {
    /// The race is over.
    Enough,
    /// Nobody need look at this system any more.
    Useless,
    /// The same, and what follows from it for others.
    Instead(Sequel),
}

/// What follows for others when an answer is of no use.
#[derive(Clone, Default)]
pub struct Sequel {
    /// Systems whose runs wait no longer.
    pub sooner: Vec<usize>,
    /// Systems whose runs wait longer than they would.
    pub later: Vec<usize>,
    /// New systems, whose numbers follow those that there are, and runs, whose patience begins now.
    pub entrants: Vec<Entrant>,
    pub runs: Vec<Run>,
}

/// An entrant, and whether nobody need look at it any more.
struct Entered {
    entrant: Entrant,
    is_stopped: AtomicBool,
}

fn entered(entrants: Vec<Entrant>) -> impl Iterator<Item = Arc<Entered>> {
    entrants.into_iter().map(|entrant| Arc::new(Entered { entrant, is_stopped: AtomicBool::new(false) }))
}

/// How runs share the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// So many run at once before others lose their patience.
    pub cores: usize,
}

/// Runs until the judge has enough, or somebody says that it is over, or no run is left, or the limits say so. By run: why it did not
/// answer; empty if it answered, was stopped or never started.
pub fn race(
    entrants: Vec<Entrant>,
    mut runs: Vec<Run>,
    rules: Rules,
    limits: Limits<'_>,
    is_over: &AtomicBool,
    mut judge: impl FnMut(&Run, Verdict) -> Judgement,
) -> Vec<String> {
    let (start, cores) = (heureka_clock::now(), rules.cores);
    let mut systems: Vec<Arc<Entered>> = entered(entrants).collect();
    let (send, receive) = mpsc::channel::<(usize, Result<Verdict, SolverError>)>();
    let mut reasons = vec![String::new(); runs.len()];
    let (scale, crowd) = if cores <= 1 { (ON_ONE_CORE, CROWD_ON_ONE_CORE) } else { (1.0, CROWD) };
    // By run: when it waits no more for others to end.
    let mut due: Vec<Duration> = runs.iter().map(|run| run.patience.mul_f64(scale)).collect();
    let mut waiting: VecDeque<usize> = (0..runs.len()).collect();
    let mut running = 0;
    thread::scope(|scope| {
        while limits.check().is_ok() && !is_over.load(Ordering::Relaxed) {
            while let Some(&at) = waiting.front() {
                let run = &runs[at];
                let is_crowded = running >= cores.max(1) + crowd.above;
                let due = if is_crowded { crowd.factor * due[at] + crowd.more } else { due[at] };
                if running >= cores.max(1) && heureka_clock::since(start) < due {
                    break;
                }
                waiting.pop_front();
                let system = systems[run.system].clone();
                if system.is_stopped.load(Ordering::Relaxed) {
                    continue;
                }
                let (send, settings) = (send.clone(), run.settings.clone());
                let solve = move || {
                    let Entrant { terms, system: clauses } = &system.entrant;
                    let limits = Limits { deadline: limits.deadline, cancel: Some(&system.is_stopped) };
                    // Nobody listens when the race is over.
                    let _ = send.send((at, solve_horn(terms, clauses, &settings, limits)));
                };
                match thread::Builder::new().stack_size(STACK).spawn_scoped(scope, solve) {
                    Ok(_) => running += 1,
                    Err(error) => reasons[at] = error.to_string(),
                }
            }
            if running == 0 {
                break;
            }
            let Ok((at, answer)) = receive.recv_timeout(LOOK) else { continue };
            running -= 1;
            let verdict = match answer {
                Ok(Verdict::Unknown(reason)) => {
                    reasons[at] = reason;
                    continue;
                }
                Err(SolverError::Cancelled) => continue,
                Err(error) => {
                    reasons[at] = error.to_string();
                    continue;
                }
                Ok(verdict) => verdict,
            };
            let of_run = &systems[runs[at].system].is_stopped;
            if of_run.load(Ordering::Relaxed) {
                continue;
            }
            match judge(&runs[at], verdict) {
                Judgement::Enough => break,
                Judgement::Useless => of_run.store(true, Ordering::Relaxed),
                Judgement::Instead(sequel) => {
                    of_run.store(true, Ordering::Relaxed);
                    let now = heureka_clock::since(start);
                    for &at in &waiting {
                        match runs[at].system {
                            system if sequel.sooner.contains(&system) => due[at] = due[at].min(now),
                            system if sequel.later.contains(&system) => due[at] += PUT_OFF,
                            _ => {}
                        }
                    }
                    systems.extend(entered(sequel.entrants));
                    for run in sequel.runs {
                        waiting.push_back(runs.len());
                        due.push(now + run.patience.mul_f64(scale));
                        runs.push(run);
                        reasons.push(String::new());
                    }
                    waiting.make_contiguous().sort_by_key(|at| due[*at]);
                }
            }
        }
        systems.iter().for_each(|entered| entered.is_stopped.store(true, Ordering::Relaxed));
    });
    reasons
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::horn::{Clause, read_solution};
    use crate::pool::{SymbolId, TermId};
    use crate::smtlib::parse_term;
    use crate::sort::SortId;

    const TWO: Rules = Rules { cores: 2 };

    /// A counter from 0 that goes up by 2, and never is `bad`.
    fn counter(terms: &mut Terms, bad: &str) -> (System, SymbolId) {
        let p = terms.declare("P", &[SortId::INT], SortId::BOOL).expect("new");
        for name in ["x", "y"] {
            terms.constant(name, SortId::INT);
        }
        let mut read = |text: &str| -> TermId { parse_term(terms, text).expect("a term") };
        let clauses = vec![
            Clause { body: Vec::new(), constraint: read("(= x 0)"), head: Some(read("(P x)")) },
            Clause {
                body: vec![read("(P x)")],
                constraint: read("(and (= y (+ x 2)) (< x 1000000))"),
                head: Some(read("(P y)")),
            },
            Clause { body: vec![read("(P x)")], constraint: read(bad), head: None },
        ];
        (System { predicates: vec![p], clauses }, p)
    }

    fn entrant(terms: &Terms, system: &System) -> Entrant {
        Entrant { terms: Arc::new(terms.clone()), system: Arc::new(system.clone()) }
    }

    /// The first answer of two threads.
    fn answer(terms: &Terms, system: &System, settings: &[Settings], limits: Limits) -> Option<Verdict> {
        let run = |settings: &Settings| Run { system: 0, settings: settings.clone(), patience: Duration::ZERO };
        let runs: Vec<Run> = settings.iter().map(run).collect();
        let mut first = None;
        race(vec![entrant(terms, system)], runs, TWO, limits, &AtomicBool::new(false), |_, verdict| {
            first = Some(verdict);
            Judgement::Enough
        });
        first
    }

    #[test]
    fn a_system_is_solved_and_its_solution_read() {
        let mut terms = Terms::new();
        let (system, p) = counter(&mut terms, "(< x 0)");
        let answer = answer(&terms, &system, &[Settings::global(), Settings::plain()], Limits::NONE);
        let Some(Verdict::Solved(text)) = answer else { panic!("{answer:?}") };
        let solution = read_solution(&mut terms, &system, &text).expect("a solution");
        let (zero, below) = (terms.int(0), terms.int(-1));
        let start = solution.instance(&mut terms, p, &[zero]).expect("P is known");
        let bad = solution.instance(&mut terms, p, &[below]).expect("P is known");
        assert_eq!(crate::simplify(&mut terms, start), Terms::TRUE);
        assert_eq!(crate::simplify(&mut terms, bad), Terms::FALSE);
    }

    #[test]
    fn a_refutation_has_its_steps_in_order() {
        let mut terms = Terms::new();
        let (system, p) = counter(&mut terms, "(= x 4)");
        let answer = answer(&terms, &system, &[Settings::usual()], Limits::NONE);
        let Some(Verdict::Refuted(derivation)) = answer else { panic!("{answer:?}") };
        let values: Vec<Option<i64>> = derivation
            .steps
            .iter()
            .filter(|step| step.predicate == Some(p))
            .map(|step| step.values[0].as_ref().and_then(|value| value.to_i64()))
            .collect();
        assert_eq!(values, [Some(0), Some(2), Some(4)]);
        assert_eq!(derivation.steps.last().expect("a last step").predicate, None);
    }

    #[test]
    fn a_race_ends_with_its_deadline() {
        let mut terms = Terms::new();
        // Nobody finds out by counting.
        let (system, _) = counter(&mut terms, "(= (mod (* x x x) 1000003) 77)");
        let start = Instant::now();
        let limits = Limits { deadline: Some(start + Duration::from_millis(300)), cancel: None };
        let answer = answer(&terms, &system, &[Settings::global(), Settings::plain()], limits);
        assert!(answer.is_none(), "{answer:?}");
        assert!(start.elapsed() < Duration::from_secs(3), "{:?}", start.elapsed());
    }

    #[test]
    fn a_system_that_the_judge_brings_is_solved() {
        let mut terms = Terms::new();
        let (wrong, _) = counter(&mut terms, "(= x 4)");
        let run = |system: usize| Run { system, settings: Settings::usual(), patience: Duration::ZERO };
        let entrants = vec![entrant(&terms, &wrong)];
        let mut seen = Vec::new();
        // The second system is made of terms that the race has not seen before.
        race(entrants, vec![run(0)], TWO, Limits::NONE, &AtomicBool::new(false), |run_of, verdict| {
            seen.push(run_of.system);
            match verdict {
                Verdict::Refuted(_) => {
                    let mut terms = terms.clone();
                    let mut right = wrong.clone();
                    right.clauses[2].constraint = parse_term(&mut terms, "(= x 7)").expect("a term");
                    let (entrants, runs) = (vec![entrant(&terms, &right)], vec![run(1)]);
                    Judgement::Instead(Sequel { entrants, runs, ..Sequel::default() })
                }
                _ => Judgement::Enough,
            }
        });
        assert_eq!(seen, [0, 1]);
    }

    #[test]
    fn what_an_answer_says_of_others_is_their_new_order() {
        let mut terms = Terms::new();
        let (wrong, _) = counter(&mut terms, "(= x 4)");
        let one = Rules { cores: 1 };
        let order = |sooner: Vec<usize>, later: Vec<usize>| {
            let entrants = vec![entrant(&terms, &wrong); 4];
            // Nobody loses patience: each starts when the one before has ended.
            let run = |system: usize| Run {
                system,
                settings: Settings::usual(),
                patience: Duration::from_secs(100) + Duration::from_millis(system as u64),
            };
            let mut seen = Vec::new();
            race(entrants, (0..4).map(run).collect(), one, Limits::NONE, &AtomicBool::new(false), |run, _| {
                seen.push(run.system);
                match run.system {
                    0 => {
                        Judgement::Instead(Sequel { sooner: sooner.clone(), later: later.clone(), ..Sequel::default() })
                    }
                    _ => Judgement::Useless,
                }
            });
            seen
        };
        assert_eq!(order(vec![], vec![]), [0, 1, 2, 3]);
        assert_eq!(order(vec![3], vec![]), [0, 3, 1, 2]);
        assert_eq!(order(vec![], vec![1]), [0, 2, 3, 1]);
    }
}
