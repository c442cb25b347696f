//! One way through a piece of a procedure, executed symbolically: the values after it in terms of those before.
//!
//! Variables: `Var(p)` for a place p of the procedure's current tuple is the value *before* the path; from `Var(width)`
//! on follow *fresh* variables, which are existential. A place without an entry in `values` keeps its value. So a path
//! costs what it touches, however long the tuple is.

use std::collections::{BTreeMap, BTreeSet};

use heureka_linear::{Conjunction, LinearExpr, Numbers, Row, Var};

use super::super::encode::Case;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Path {
    /// The length of the current tuple.
    width: u32,
    /// What must hold of the values before and of the fresh ones.
    condition: Conjunction,
    /// The values after.
    values: BTreeMap<u32, LinearExpr>,
    /// The number of fresh variables.
    fresh: u32,
}

/// How a call binds the places of the callee's current tuple.
pub(super) struct Binding {
    /// For each place of the callee: the place of the caller if it is a global, else nothing.
    pub globals: Vec<Option<u32>>,
    /// The callee's place of each result that the caller takes, and the caller's place for it.
    pub results: Vec<(u32, u32)>,
}

impl Path {
    /// The path of no step.
    pub fn empty(width: u32) -> Path {
        Path { width, condition: Conjunction::top(Numbers::Integer), values: BTreeMap::new(), fresh: 0 }
    }

    pub fn condition(&self) -> &Conjunction {
        &self.condition
    }

    /// The value of a place after the path.
    pub fn value(&self, place: u32) -> LinearExpr {
        self.values.get(&place).cloned().unwrap_or_else(|| LinearExpr::var(Var(place)))
    }

    /// The places whose values before matter or whose values change.
    pub fn places(&self) -> BTreeSet<u32> {
        let mentioned = self.condition.vars().into_iter().chain(self.values.values().flat_map(LinearExpr::vars));
        let mut places: BTreeSet<u32> = mentioned.map(|var| var.0).filter(|place| *place < self.width).collect();
        places.extend(self.values.keys());
        places
    }

    /// The path and then a case of a local step, whose current tuple starts at `current`; nothing if it cannot be.
    pub fn then_case(&self, case: &Case, current: Var) -> Option<Path> {
        let mut next = self.clone();
        let in_terms = |expr: &LinearExpr| expr.map_vars(|var| self.value_in_case(var, current));
        next.condition = self.condition.with_all(case.guard.iter().map(|(expr, kind)| (in_terms(expr), kind.clone())));
        for (var, value) in &case.values {
            next.set(var.0 - current.0, in_terms(value));
        }
        next.fresh += case.fresh;
        next.if_possible()
    }

    /// What a variable of a case stands for after this path.
    fn value_in_case(&self, var: Var, current: Var) -> LinearExpr {
        let place = var.0.checked_sub(current.0).expect("a case speaks of the values now");
        match place.checked_sub(self.width) {
            None => self.value(place),
            Some(fresh) => LinearExpr::var(self.fresh_var(fresh)),
        }
    }

    /// The path without the values of dead places, which nothing reads, and without what is said of fresh variables that
    /// only they needed. Paths that differed in these only are then equal.
    pub fn without_dead(mut self, is_dead: impl Fn(u32) -> bool) -> Path {
        self.values.retain(|place, _| !is_dead(*place));
        let needed: BTreeSet<Var> = self.values.values().flat_map(LinearExpr::vars).collect();
        let is_idle = |var: Var| var.0 >= self.width && !needed.contains(&var);
        if self.condition.vars().into_iter().any(is_idle) {
            let projection = self.condition.project(is_idle);
            if let ([one], true) = (projection.disjuncts.as_slice(), projection.exact) {
                self.condition = one.clone();
            }
        }
        self
    }

    /// The path and then a relation between the values of some places before and after: `Var(i)` and `Var(n + i)` are
    /// those of the i-th of n places, from `Var(2n)` on variables are existential.
    pub fn then_relation(&self, places: &[u32], relation: &Conjunction) -> Option<Path> {
        let count = places.len() as u32;
        let bound = relation.apply(|var| match var.0.checked_sub(count) {
            None => self.value(places[var.0 as usize]),
            Some(after) => LinearExpr::var(self.fresh_var(after)),
        });
        let mut next = self.clone();
        next.condition = self.condition.and(&bound);
        for (at, place) in places.iter().enumerate() {
            next.set(*place, LinearExpr::var(self.fresh_var(at as u32)));
        }
        let existential = relation.vars().last().map_or(0, |last| (last.0 + 1).saturating_sub(count));
        next.fresh += count.max(existential);
        next.solved().if_possible()
    }

    /// The path and then a call: the case that gives the parameters (its variables in the callee's entry tuple, which is
    /// the beginning of its current tuple), and a path of the callee from its entry to its exit.
    pub fn then_call(&self, case: &Case, current: Var, callee: &Path, binding: &Binding) -> Option<Path> {
        let mut next = self.clone();
        let in_terms = |expr: &LinearExpr| expr.map_vars(|var| self.value_in_case(var, current));
        next.condition = self.condition.with_all(case.guard.iter().map(|(expr, kind)| (in_terms(expr), kind.clone())));
        next.fresh += case.fresh;
        // Locals of the callee have any value at its entry.
        let locals = next.fresh;
        next.fresh += callee.width + callee.fresh;
        let parameters: BTreeMap<u32, LinearExpr> =
            case.values.iter().map(|(var, value)| (var.0, in_terms(value))).collect();
        let start = |var: Var| {
            let global = binding.globals.get(var.0 as usize).copied().flatten();
            match (global, parameters.get(&var.0)) {
                (Some(place), _) => self.value(place),
                (None, Some(value)) => value.clone(),
                (None, None) => LinearExpr::var(self.fresh_var(locals - self.fresh + var.0)),
            }
        };
        next.condition = next.condition.and(&callee.condition.apply(start));
        for (place, value) in &callee.values {
            if let Some(global) = binding.globals[*place as usize] {
                next.set(global, value.map_vars(start));
            }
        }
        for (result, place) in &binding.results {
            next.set(*place, callee.value(*result).map_vars(start));
        }
        next.if_possible()
    }

    fn fresh_var(&self, number: u32) -> Var {
        Var(self.width + self.fresh + number)
    }

    fn set(&mut self, place: u32, value: LinearExpr) {
        self.values.insert(place, value);
    }

    fn if_possible(self) -> Option<Path> {
        self.condition.is_satisfiable().then_some(self)
    }

    /// With fresh variables that an equality determines replaced by what they are.
    fn solved(self) -> Path {
        let width = self.width;
        let determined = |row: &&Row| {
            let leading = row.expr().leading();
            row.is_equality() && leading.is_some_and(|(var, coefficient)| var.0 >= width && coefficient.is_one())
        };
        let (definitions, rest): (Vec<&Row>, Vec<&Row>) = self.condition.rows().iter().partition(determined);
        if definitions.is_empty() {
            return self;
        }
        let definitions: BTreeMap<Var, LinearExpr> = definitions
            .into_iter()
            .filter_map(|row| row.expr().leading().map(|(var, _)| (*var, row.expr().without(*var).negated())))
            .collect();
        // A pivot occurs in no other row, so the rest stands as it is, and the definitions do not mention each other.
        let value = |var: Var| definitions.get(&var).cloned().unwrap_or_else(|| LinearExpr::var(var));
        let values = self.values.iter().map(|(place, expr)| (*place, expr.map_vars(value))).collect();
        let condition = if self.condition.is_false() {
            self.condition.clone()
        } else {
            Conjunction::from_rows(Numbers::Integer, rest)
        };
        Path { width, condition, values, fresh: self.fresh }
    }
}
