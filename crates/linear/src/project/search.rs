//! The order of the steps, and the cases of the Omega test, depth first.
//!
//! Limits: a projection makes at most [`MAX_CASES`] cases and at most [`MAX_ROWS`] rows in one of them. Past the
//! first, real shadows are taken as they are; past the second, the rows of a variable are dropped. Either way the
//! result contains all points, and says that it may contain more.

use heureka_number::Int;

use super::Projection;
use super::branch::Branch;
use super::shadows::{self, Occurrence, Plan, Splinters};
use super::tidy::tidy;
use super::{residues, solve};
use crate::conjunction::Conjunction;
use crate::expr::Var;
use crate::interrupt::poll;
use crate::relaxation::Relaxation;
use crate::row::Row;

const MAX_CASES: usize = 2_000;
const MAX_ROWS: usize = 2_000;

/// The cases that are tried to show that a disjunct has no point.
const FEW_CASES: usize = 20;

/// Work that is left.
enum Case {
    Branch(Branch),
    /// The branch with each of the splinters from `next` on.
    Splinters {
        branch: Branch,
        splinters: Splinters,
        next: Int,
    },
}

pub(super) struct Search {
    open: Vec<Case>,
    exact: bool,
    /// How many more cases may be made.
    cases: usize,
}

impl Search {
    pub fn new(conjunction: &Conjunction, eliminate: impl Fn(Var) -> bool) -> Search {
        Search::start(Branch::of(conjunction, eliminate), MAX_CASES)
    }

    fn start(branch: Branch, cases: usize) -> Search {
        Search { open: vec![Case::Branch(branch)], exact: true, cases }
    }

    pub fn project(mut self) -> Projection {
        let mut disjuncts = Vec::new();
        while let Some(branch) = self.next() {
            let disjunct = branch.finish();
            if !disjunct.is_false() {
                disjuncts.push(disjunct);
            }
        }
        if disjuncts.len() > 1 {
            disjuncts = tidy(disjuncts);
        }
        Projection { disjuncts, exact: self.exact }
    }

    /// Whether few steps suffice to see that a conjunction has no point.
    pub fn shows_empty(conjunction: &Conjunction) -> bool {
        let mut search = Search::start(Branch::of(conjunction, |_| true), FEW_CASES);
        search.next().is_none()
    }

    /// The next case without targets and without a visible contradiction.
    fn next(&mut self) -> Option<Branch> {
        while let Some(case) = self.open.pop() {
            let branch = match case {
                Case::Branch(branch) => branch,
                Case::Splinters { branch, splinters, next } => {
                    let case = branch.with_equality(splinters.bound.expr(), &next);
                    if next < splinters.last {
                        self.open.push(Case::Splinters { branch, splinters, next: next + Int::ONE });
                    }
                    case
                }
            };
            if let Some(done) = self.advance(branch) {
                return Some(done);
            }
        }
        None
    }

    /// Eliminates until nothing is left to eliminate, the branch is contradictory or it splits.
    fn advance(&mut self, mut branch: Branch) -> Option<Branch> {
        loop {
            poll(16 * (branch.kept.len() + branch.active.len()));
            if branch.contradiction {
                return None;
            }
            if branch.active.is_empty() {
                return Some(branch);
            }
            if solve::solve_equalities(&mut branch) || residues::open_congruences(&mut branch) {
                continue;
            }
            let occurrences = shadows::occurrences(&branch);
            if let Some((var, _)) = occurrences.iter().find(|(_, occurrence)| occurrence.one_sided()) {
                shadows::drop_bounds(&mut branch, *var);
                continue;
            }
            if residues::drop_lonely(&mut branch) {
                continue;
            }
            if let Some(var) = cheapest(&occurrences, |occurrence| occurrence.exact(branch.numbers)) {
                self.combine(&mut branch, var);
                continue;
            }
            if residues::open_all(&mut branch)
                || occurrences.iter().any(|(var, _)| shadows::close_slab(&mut branch, *var))
            {
                continue;
            }
            let mut relaxation = Relaxation::of(branch.numbers, branch.kept.iter().chain(&branch.active));
            if relaxation.is_empty() {
                return None;
            }
            let plans = occurrences.iter().map(|(var, _)| Plan::of(&branch, *var, &mut relaxation));
            let plan = plans.min_by_key(Plan::count).expect("an active row mentions a target");
            match self.split(branch, plan) {
                Some(rest) => branch = rest,
                None => return None,
            }
        }
    }

    /// Fourier–Motzkin, within the limit.
    fn combine(&mut self, branch: &mut Branch, var: Var) {
        let count = |positive: bool| {
            let side = |row: &&Row| row.expr().coefficient(var).is_some_and(|c| c.is_positive() == positive);
            branch.active.iter().filter(side).count()
        };
        if count(true) * count(false) > MAX_ROWS {
            shadows::drop_bounds(branch, var);
            self.exact = false;
            return;
        }
        shadows::cast_real_shadow(branch, var);
        branch.merge_active();
        branch.thin_if_grown();
    }

    /// Makes the cases of the plan; a branch that comes back is to be continued instead.
    fn split(&mut self, mut branch: Branch, plan: Plan) -> Option<Branch> {
        if plan.splinters.is_empty() {
            shadows::cast_dark_shadow(&mut branch, plan.var);
            branch.merge_active();
            return Some(branch);
        }
        let count = plan.count().to_i64().and_then(|count| usize::try_from(count).ok());
        match count.and_then(|count| self.cases.checked_sub(count)) {
            Some(left) => self.cases = left,
            None => {
                self.exact = false;
                self.combine(&mut branch, plan.var);
                return Some(branch);
            }
        }
        for splinters in plan.splinters.into_iter().rev().filter(|splinters| !splinters.last.is_negative()) {
            self.open.push(Case::Splinters { branch: branch.clone(), splinters, next: Int::ZERO });
        }
        if plan.dark {
            shadows::cast_dark_shadow(&mut branch, plan.var);
            branch.merge_active();
            self.open.push(Case::Branch(branch));
        }
        None
    }
}

/// The variable of the wanted kind whose elimination leaves the fewest rows.
fn cheapest(occurrences: &[(Var, Occurrence)], wanted: impl Fn(&Occurrence) -> bool) -> Option<Var> {
    let fitting = occurrences.iter().filter(|(_, occurrence)| wanted(occurrence));
    fitting.min_by_key(|(_, occurrence)| occurrence.growth()).map(|(var, _)| *var)
}
