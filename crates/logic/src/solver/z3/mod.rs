//! Z3, linked into the program.
//!
//! Solvers of one thread share Z3's context of that thread, which the bindings keep; they may not leave it. Invariant:
//! `assumptions` and `answer` tell of the last check, and are forgotten as soon as the assertions change.

mod read;
mod translate;
mod watch;

use std::collections::HashMap;
use std::time::Instant;

use z3::SatResult;
use z3::ast::Bool;

use crate::op::Op;
use crate::pool::{FastMap, TermId, Terms};
use crate::solver::{Answer, Limits, Solver, SolverError, SolverStatistics};
use crate::value::Assignment;
use translate::Translator;
use watch::Watch;

pub struct Z3Solver<'c> {
    solver: z3::Solver,
    translator: Translator,
    /// Literals that stand for assumptions, with the depth at which Z3 was told what they mean. Z3 takes only literals.
    proxies: FastMap<TermId, (Bool, usize)>,
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
            translator: Translator::default(),
            proxies: FastMap::default(),
            depth: 0,
            limits,
            watch: Watch::new(),
            known: 0,
            last: None,
            statistics: SolverStatistics::default(),
        }
    }

    /// The literal that means the assumption.
    fn literal(&mut self, terms: &Terms, assumption: TermId) -> Bool {
        let is_symbol = |term: TermId| terms.as_constant(term).is_some();
        if is_symbol(assumption) || terms.op(assumption) == Op::Not && is_symbol(terms.children(assumption)[0]) {
            return self.translator.translate(terms, assumption).bool().clone();
        }
        if let Some((proxy, _)) = self.proxies.get(&assumption) {
            return proxy.clone();
        }
        let proxy = Bool::fresh_const("assume");
        let meaning = self.translator.translate(terms, assumption).bool();
        self.solver.assert(proxy.implies(meaning));
        self.proxies.insert(assumption, (proxy.clone(), self.depth));
        proxy
    }

    fn run(&mut self, literals: &[Bool]) -> Result<Answer, SolverError> {
        let new = self.translator.count() - self.known;
        self.known = self.translator.count();
        Ok(match self.watch.check(&self.solver, literals, new, &self.limits)? {
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
        self.last = None;
        self.statistics.assertions += 1;
        self.solver.assert(self.translator.translate(terms, term).bool());
        Ok(())
    }

    fn push(&mut self) -> Result<(), SolverError> {
        self.last = None;
        self.statistics.pushes += 1;
        self.depth += 1;
        self.solver.push();
        Ok(())
    }

    fn pop(&mut self) -> Result<(), SolverError> {
        assert!(self.depth > 0, "a pop without a push");
        self.last = None;
        self.depth -= 1;
        self.solver.pop(1);
        self.proxies.retain(|_, (_, depth)| *depth <= self.depth);
        Ok(())
    }

    fn check_assuming(&mut self, terms: &Terms, assumptions: &[TermId]) -> Result<Answer, SolverError> {
        self.last = None;
        let assumptions: Vec<(TermId, Bool)> =
            assumptions.iter().map(|&assumption| (assumption, self.literal(terms, assumption))).collect();
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

    fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.limits.deadline = deadline;
    }

    fn statistics(&self) -> &SolverStatistics {
        &self.statistics
    }
}
