//! Z3, linked into the program.
//!
//! Solvers of one thread share Z3's context of that thread, which the bindings keep; they may not leave it. Z3 takes only
//! literals as assumptions; for others a literal is made that implies the term, on a level of Z3's stack that lasts until
//! the next call: so they leave nothing behind, and whoever assumes the same term a thousand times does better with a
//! literal of his own. Invariant: `last` tells of the last check, and is forgotten as soon as the assertions change.

mod count;
mod read;
mod spacer;
mod translate;
mod watch;

use std::collections::HashMap;
use std::time::Instant;

use z3::SatResult;
use z3::ast::Bool;

use crate::op::Op;
use crate::pool::{TermId, Terms};
use crate::solver::{Answer, Limits, Solver, SolverError, SolverStatistics};
use crate::value::Assignment;
pub use spacer::solve_horn;
use translate::Translator;
use watch::Watch;

pub struct Z3Solver<'c> {
    solver: z3::Solver,
    /// What was asserted, by level: a solver whose search was cut off is not asked again, see [`watch`].
    levels: Vec<Vec<Bool>>,
    /// Whether integers are only compared.
    has_only_differences: bool,
    translator: Translator,
    /// Literals for assumptions, by their place in the check.
    proxies: Vec<Bool>,
    /// Whether the level of the last check's assumptions is still there.
    has_assumptions: bool,
    depth: usize,
    limits: Limits<'c>,
    watch: Watch,
    /// How many terms were translated before the last check.
    known: usize,
    last: Option<Check>,
    statistics: SolverStatistics,
}

/// The last check, while it tells something about the assertions.
struct Check {
    answer: Answer,
    assumptions: Vec<(TermId, Bool)>,
}

impl<'c> Z3Solver<'c> {
    pub fn new(limits: Limits<'c>) -> Self {
        Z3Solver {
            solver: z3::Solver::new(),
            levels: vec![Vec::new()],
            has_only_differences: false,
            translator: Translator::default(),
            proxies: Vec::new(),
            has_assumptions: false,
            depth: 0,
            limits,
            watch: Watch::new(),
            known: 0,
            last: None,
            statistics: SolverStatistics::default(),
        }
    }

    /// Forgets the last check.
    fn settle(&mut self) {
        self.last = None;
        if std::mem::take(&mut self.has_assumptions) {
            self.remove_level();
        }
    }

    fn add(&mut self, assertion: Bool) {
        self.solver.assert(&assertion);
        self.levels.last_mut().expect("there is always a level").push(assertion);
    }

    fn add_level(&mut self) {
        self.solver.push();
        self.levels.push(Vec::new());
    }

    fn remove_level(&mut self) {
        self.solver.pop(1);
        self.levels.pop();
    }

    /// Differences are the business of a procedure that looks for negative cycles in a graph. Z3 has it only in the core that
    /// is behind push and pop, so there is a push before everything else.
    fn empty(has_only_differences: bool) -> z3::Solver {
        let empty = z3::Solver::new();
        if has_only_differences {
            let mut params = z3::Params::new();
            params.set_u32("arith.solver", 1);
            empty.set_params(&params);
            empty.push();
        }
        empty
    }

    /// The same assertions in a solver that was never asked.
    fn fresh(levels: &[Vec<Bool>], has_only_differences: bool) -> z3::Solver {
        let fresh = Self::empty(has_only_differences);
        for (at, level) in levels.iter().enumerate() {
            if at > 0 {
                fresh.push();
            }
            level.iter().for_each(|assertion| fresh.assert(assertion));
        }
        fresh
    }

    /// The literal that means the assumption at this place.
    fn literal(&mut self, terms: &Terms, place: usize, assumption: TermId) -> Bool {
        let meaning = self.translator.translate(terms, assumption).bool();
        let is_symbol = |term: TermId| terms.as_constant(term).is_some();
        if is_symbol(assumption) || terms.op(assumption) == Op::Not && is_symbol(terms.children(assumption)[0]) {
            return meaning.clone();
        }
        let meaning = meaning.clone();
        if !self.has_assumptions {
            self.add_level();
            self.has_assumptions = true;
        }
        while self.proxies.len() <= place {
            self.proxies.push(Bool::fresh_const("assume"));
        }
        let proxy = self.proxies[place].clone();
        self.add(proxy.implies(meaning));
        proxy
    }

    fn run(&mut self, literals: &[Bool]) -> Result<Answer, SolverError> {
        let new = self.translator.count() - self.known;
        self.known = self.translator.count();
        let fresh = || Self::fresh(&self.levels, self.has_only_differences);
        Ok(match self.watch.check(&mut self.solver, fresh, literals, new, &self.limits)? {
            SatResult::Sat => Answer::Satisfiable,
            SatResult::Unsat => Answer::Unsatisfiable,
            SatResult::Unknown => Answer::Unknown(self.solver.get_reason_unknown().unwrap_or_default()),
        })
    }
}

impl Solver for Z3Solver<'_> {
    fn name(&self) -> &str {
        "z3"
    }

    fn assert(&mut self, terms: &Terms, term: TermId) -> Result<(), SolverError> {
        self.settle();
        self.statistics.assertions += 1;
        let assertion = self.translator.translate(terms, term).bool().clone();
        self.add(assertion);
        Ok(())
    }

    fn push(&mut self) -> Result<(), SolverError> {
        self.settle();
        self.statistics.pushes += 1;
        self.depth += 1;
        self.add_level();
        Ok(())
    }

    fn pop(&mut self) -> Result<(), SolverError> {
        assert!(self.depth > 0, "a pop without a push");
        self.settle();
        self.depth -= 1;
        self.remove_level();
        Ok(())
    }

    fn check_assuming(&mut self, terms: &Terms, assumptions: &[TermId]) -> Result<Answer, SolverError> {
        self.settle();
        let numbered = assumptions.iter().enumerate();
        let assumptions: Vec<(TermId, Bool)> =
            numbered.map(|(place, &assumption)| (assumption, self.literal(terms, place, assumption))).collect();
        let literals: Vec<Bool> = assumptions.iter().map(|(_, literal)| literal.clone()).collect();
        let start = Instant::now();
        let result = self.run(&literals);
        self.statistics.record(&result, start.elapsed());
        self.statistics.terms = self.translator.count() as u64;
        let answer = result?;
        self.last = Some(Check { answer: answer.clone(), assumptions });
        Ok(answer)
    }

    fn model(&mut self, terms: &Terms) -> Result<Assignment, SolverError> {
        match &self.last {
            Some(Check { answer: Answer::Satisfiable, .. }) => {}
            _ => return Err(SolverError::NotAvailable("model")),
        }
        let model = self.solver.get_model().ok_or(SolverError::NotAvailable("model"))?;
        read::assignment(terms, &model, self.translator.symbols())
    }

    fn unsat_core(&mut self) -> Result<Vec<TermId>, SolverError> {
        let Some(Check { answer: Answer::Unsatisfiable, assumptions }) = &self.last else {
            return Err(SolverError::NotAvailable("unsatisfiable core"));
        };
        let places: HashMap<&Bool, usize> =
            assumptions.iter().enumerate().rev().map(|(place, (_, literal))| (literal, place)).collect();
        let mut core = Vec::new();
        for literal in self.solver.get_unsat_core() {
            match places.get(&literal) {
                Some(&place) => core.push(place),
                None => return Err(SolverError::Unsupported(format!("`{literal}` in a core is no assumption"))),
            }
        }
        core.sort_unstable();
        core.dedup();
        Ok(core.into_iter().map(|place| assumptions[place].0).collect())
    }

    fn expect_differences(&mut self) {
        self.has_only_differences = true;
        self.solver = Self::empty(true);
    }

    fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.limits.deadline = deadline;
    }

    fn statistics(&self) -> &SolverStatistics {
        &self.statistics
    }
}
