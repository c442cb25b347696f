//! How the path edges that are shown are found: the first of these searches that ends.
//!
//! The paper's own procedure, while it stays small, so that what is shown is what the paper says; then with loops in
//! closed form, which is as exact; then with widening, which ends soon and says less. When none ends, what the exact
//! search has found is shown, and that it is not all.

use std::time::{Duration, Instant};

use heureka_linear::interrupt;

use super::Explanation;
use crate::engine::Context;
use crate::linear::accelerate::Acceleration;
use crate::linear::acceleration;
use crate::linear::options::Options;
use crate::linear::strategy::describe;
use crate::linear::system::System;
use crate::linear::tabulate::{Apart, Plan, Stop, Tabulation, Widening};

/// Path edges of a search with widening.
const MOST_WIDENED: usize = 20_000;

/// The conjunctions that a widening keeps apart, in turn: more say more, fewer end sooner.
const BOUNDS: [usize; 2] = [2, 1];

/// Steps down after a widening: each finds bounds that were lost, and makes more disjuncts.
const NARROWINGS: usize = 1;

const BETWEEN_REPORTS: Duration = Duration::from_millis(100);

/// How the path edges were found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// The paper's procedure: every round of every loop was walked.
    Paper,
    /// So many loops in closed form.
    ClosedForms(usize),
    /// Made larger where the search would not have ended.
    Widening,
}

/// Why each loop has no closed form, by loop; empty if that was not asked.
pub type Reasons = Vec<Option<String>>;

/// Searches, and makes an explanation of what was found.
pub fn search<'p>(
    system: &System,
    options: Options,
    cx: &mut Context,
    explained: impl Fn(&mut Tabulation, Method, bool) -> Explanation<'p>,
) -> (Explanation<'p>, Reasons) {
    let mut search = Search { system, cx, last_report: heureka_clock::now() };
    let start = heureka_clock::now();
    let plan = Plan { rounds: &[], run_outs: &[], widening: None, stop_at_targets: false, unite: false };
    let mut paper = Tabulation::new(system, plan);
    if search.run(&mut paper, options.first_search, search.share(start, 3)) {
        return (explained(&mut paper, Method::Paper, true), Reasons::new());
    }
    let acceleration = if options.accelerate { search.accelerate() } else { None };
    let reasons = acceleration.as_ref().map_or_else(Reasons::new, |found| reasons(system, found));
    let rounds = acceleration.map_or_else(Vec::new, |found| found.into_parts().0);
    let closed = rounds.iter().flatten().count();
    let mut exact = paper;
    let mut method = Method::Paper;
    if closed > 0 {
        exact = Tabulation::new(system, Plan { rounds: &rounds, ..plan });
        method = Method::ClosedForms(closed);
        if search.run(&mut exact, options.first_search, search.share(start, 2)) {
            return (explained(&mut exact, method, true), reasons);
        }
    }
    if options.widen {
        for (rounds, bound) in [(&rounds[..], BOUNDS[0]), (&[], BOUNDS[0]), (&[], BOUNDS[1])] {
            let widening = Widening::new(system, rounds, bound, Apart::Nothing);
            let plan = Plan { rounds, widening: Some(&widening), ..plan };
            let mut above = Tabulation::new(system, plan);
            let ends = search.run(&mut above, MOST_WIDENED, search.share(start, 1));
            // A closed form can be too large to be joined exactly; then widening alone says more.
            if ends && (above.is_exact() || rounds.is_empty()) {
                let mut below = search.narrow(&above).unwrap_or(above);
                return (explained(&mut below, Method::Widening, true), reasons);
            }
        }
        return (explained(&mut exact, method, false), reasons);
    }
    // The user wants the exact search, however long it takes.
    let mut exact = Tabulation::new(system, Plan { rounds: &rounds, ..plan });
    let complete = search.run(&mut exact, options.last_search, search.cx.deadline);
    (explained(&mut exact, method, complete), reasons)
}

fn reasons(system: &System, acceleration: &Acceleration) -> Reasons {
    system.loops.ids().map(|id| acceleration.reason(id).map(ToString::to_string)).collect()
}

struct Search<'a, 'c, 'x> {
    system: &'a System<'a>,
    cx: &'x mut Context<'c>,
    last_report: Instant,
}

impl<'a> Search<'a, '_, '_> {
    /// The end of one part, of so many that are left, of the time that is left.
    fn share(&self, start: Instant, parts: u32) -> Option<Instant> {
        let whole = self.cx.deadline?.saturating_duration_since(start);
        Some(start + whole / parts)
    }

    /// Whether the search came to its end. If not, it may not be continued: it may have been left in the middle of a step.
    fn run(&mut self, tabulation: &mut Tabulation, most: usize, deadline: Option<Instant>) -> bool {
        let cancel = self.cx.cancel;
        let goes_on = |found: &Tabulation| self.goes_on(found, most, deadline);
        interrupt::until(deadline, cancel, || tabulation.run(goes_on)) == Ok(Stop::Complete)
    }

    fn goes_on(&mut self, found: &Tabulation, most: usize, deadline: Option<Instant>) -> bool {
        if found.steps().is_multiple_of(16) && heureka_clock::since(self.last_report) >= BETWEEN_REPORTS {
            self.last_report = heureka_clock::now();
            self.cx.report(&describe(&found.statistics()));
        }
        found.len() < most
            && !self.cx.is_interrupted()
            && deadline.is_none_or(|deadline| heureka_clock::now() < deadline)
    }

    /// Nothing if that takes too much of the time that is left.
    fn accelerate(&mut self) -> Option<Acceleration> {
        self.cx.report("looking for closed forms of loops");
        let work = || acceleration(self.system);
        interrupt::until(self.share(heureka_clock::now(), 8), self.cx.cancel, work).ok()
    }

    /// A few steps down from a widening; nothing if there was no time for one.
    fn narrow<'t>(&mut self, above: &Tabulation<'t>) -> Option<Tabulation<'t>> {
        let mut below: Option<Tabulation> = None;
        let (deadline, cancel) = (self.cx.deadline, self.cx.cancel);
        for _ in 0..NARROWINGS {
            let upper = below.as_ref().unwrap_or(above);
            let step = || upper.narrowed(|found| self.goes_on(found, MOST_WIDENED, deadline));
            match interrupt::until(deadline, cancel, step) {
                Ok(Some(narrowed)) => below = Some(narrowed),
                _ => break,
            }
        }
        below
    }
}
