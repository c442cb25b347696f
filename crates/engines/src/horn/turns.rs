//! Templates where the answer must not depend on the load of the machine: time is counted, and they have turns like the runs of
//! Spacer ([`heureka_logic::horn::in_rounds`]). A turn that was too short is begun again, with more time.

use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

use heureka_logic::Terms;
use heureka_logic::horn::Tried;

use super::clauses::Clauses;
use super::names::Symbols;
use super::templates::{Search, Solved, solve};

/// Only the pages that are touched cost memory.
const STACK: usize = 64 << 20;

pub struct Turns<'t> {
    pub terms: &'t Terms,
    pub clauses: &'t Clauses,
    pub symbols: &'t Symbols,
    pub search: &'t Search<'t>,
    pub solved: Option<Solved>,
}

impl Turns<'_> {
    /// The turn before all others: only of the family of templates that fits. How long it was.
    pub fn first(&mut self, time: Duration) -> Duration {
        let search = Search { stop: self.search.is_first_done, ..*self.search };
        let before = heureka_clock::work().time();
        self.run(time, &search);
        heureka_clock::work().time() - before
    }

    pub fn next(&mut self, time: Duration) -> Tried {
        let again = AtomicBool::new(false);
        let search = Search { is_first_done: &again, ..*self.search };
        match self.run(time, &search) {
            _ if self.solved.is_some() => Tried::Enough,
            true => Tried::TooShort,
            false => Tried::GaveUp,
        }
    }

    /// Whether time was up.
    fn run(&mut self, time: Duration, search: &Search) -> bool {
        let end = heureka_clock::now() + time;
        let deadline = search.deadline.map_or(end, |deadline| deadline.min(end));
        let search = Search { deadline: Some(deadline), ..*search };
        let before = heureka_clock::work();
        let (mut terms, clauses, symbols) = (self.terms.clone(), self.clauses, self.symbols);
        let find = || {
            before.take_up();
            let found = solve(&mut terms, clauses, symbols, &search);
            (found, heureka_clock::work())
        };
        let ended = thread::scope(|scope| {
            let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, find);
            thread.ok().and_then(|thread| thread.join().ok())
        });
        let Some((found, after)) = ended else { return false };
        after.take_up();
        self.solved = found;
        heureka_clock::now() >= end
    }
}
