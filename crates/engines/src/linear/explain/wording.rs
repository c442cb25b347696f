//! Path edges in the user's words: the names of the source, `x` for the value at the entry and `x'` for the value now,
//! and no bounds that follow from a variable's type.

use std::collections::BTreeSet;

use heureka_ir::{Interval, ProcId, Program, VarId};
use heureka_linear::{Conjunction, Names, Phrasing, Var};
use heureka_number::Int;

use crate::engine::Arithmetic;
use crate::linear::scope::Scope;

pub struct Wording<'a> {
    program: &'a Program,
    scope: &'a Scope,
    names: Names,
    numbers: Arithmetic,
}

impl<'a> Wording<'a> {
    pub fn new(program: &'a Program, scope: &'a Scope, proc: ProcId, numbers: Arithmetic) -> Wording<'a> {
        Wording { program, scope, names: names(program, scope, proc), numbers }
    }

    pub fn text(&self, conjunction: &Conjunction) -> String {
        Phrasing { names: &self.names, limits: &|var| self.limits(var) }.text(conjunction)
    }

    /// The least and the greatest value of the variable's type.
    fn limits(&self, var: Var) -> Option<(Int, Int)> {
        if self.numbers != Arithmetic::Machine {
            return None;
        }
        let (var, _) = self.scope.program_var(var)?;
        let Interval { min, max } = Interval::of_type(self.program.var(var).ty);
        Some((Int::from(min), Int::from(max)))
    }
}

/// The names of both tuples. What a procedure returns is `result`; of several variables with one name, those declared
/// later get their line: `i@12`.
fn names(program: &Program, scope: &Scope, proc: ProcId) -> Names {
    let mut used = BTreeSet::new();
    let mut of_current: Vec<String> = Vec::new();
    for var in scope.current() {
        let plain = plain_name(program, proc, *var);
        let mut name = plain.clone();
        if !used.insert(name.clone()) {
            name = format!("{plain}@{}", program.var(*var).span.line);
            while !used.insert(name.clone()) {
                name.push('+');
            }
        }
        of_current.push(name);
    }
    let mut names = Names::default();
    // The current tuple starts with the variables of the entry tuple.
    for name in &of_current[..scope.entry().len()] {
        names.var(name);
    }
    for name in &of_current {
        names.var(&format!("{name}'"));
    }
    names
}

fn plain_name(program: &Program, proc: ProcId, var: VarId) -> String {
    let procedure = program.proc(proc);
    let name = &program.var(var).name;
    let own = procedure.results.contains(&var).then(|| name.strip_prefix(&format!("{}.", procedure.name))).flatten();
    own.unwrap_or(name).to_owned()
}
