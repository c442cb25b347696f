//! What people see of a set of path edges: without what no user wrote, and as few disjuncts as say the same.

use heureka_ir::{ProcId, Program, Role, VarId};
use heureka_linear::{Conjunction, Dlc, Numbers, Var};

use crate::linear::scope::{Scope, Scopes};

/// So many path edges that are points are shown as they were found, as the slides do: `x' = 0` or `x' = 1`.
const FEW: usize = 2;

pub struct Shown<'a> {
    pub program: &'a Program,
    pub scopes: &'a Scopes,
    pub numbers: Numbers,
}

impl Shown<'_> {
    /// Path edges of a procedure.
    pub fn inside(&self, set: Vec<Conjunction>, proc: ProcId) -> Vec<Conjunction> {
        let scope = self.scopes.of_proc(proc);
        self.project(set, |var| scope.program_var(var).is_none_or(|(var, _)| self.is_hidden(var)))
    }

    /// Path edges behind a `return`, where the procedure's own variables are gone.
    pub fn returned(&self, set: Vec<Conjunction>, proc: ProcId) -> Vec<Conjunction> {
        let scope = self.scopes.of_proc(proc);
        let is_gone = |var: Var| {
            let Some((var, is_now)) = scope.program_var(var) else { return true };
            self.is_hidden(var) || (is_now && self.is_own(scope, proc, var))
        };
        self.project(set, is_gone)
    }

    fn is_own(&self, scope: &Scope, proc: ProcId, var: VarId) -> bool {
        !scope.globals().contains(&var) && !self.program.proc(proc).results.contains(&var)
    }

    /// Made by the front end, or numbers for what a pointer points to.
    fn is_hidden(&self, var: VarId) -> bool {
        self.program.var(var).role != Role::Source
    }

    fn project(&self, set: Vec<Conjunction>, is_hidden: impl Fn(Var) -> bool) -> Vec<Conjunction> {
        let has_hidden = set.iter().any(|disjunct| disjunct.vars().into_iter().any(&is_hidden));
        let visible = match has_hidden {
            true => set.iter().flat_map(|disjunct| disjunct.project(&is_hidden).disjuncts).collect(),
            false => set,
        };
        self.united(visible)
    }

    /// The same set in few disjuncts.
    pub fn united(&self, mut set: Vec<Conjunction>) -> Vec<Conjunction> {
        let mut seen = std::collections::HashSet::new();
        set.retain(|disjunct| disjunct.is_satisfiable() && seen.insert(disjunct.clone()));
        if set.len() <= FEW && set.iter().all(|disjunct| disjunct.others().is_empty()) {
            return set;
        }
        Dlc::new(self.numbers, set).disjuncts().cloned().collect()
    }
}
