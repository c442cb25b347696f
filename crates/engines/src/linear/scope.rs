//! The tuples of variables that path edges relate: the paper's *InScope*, without what a procedure never looks at.
//!
//! A path edge of a procedure relates the values at its entry, of the globals it uses and of its parameters, to the values
//! now, of the same variables and of its other locals. A global that neither the procedure nor those it calls read or
//! write is not in its tuples: it keeps its value, and callers remember it. Variable numbers follow [`Arity`].

use std::collections::{BTreeSet, HashMap};

use heureka_ir::{CallGraph, Node, ProcId, Program, VarId};
use heureka_linear::{Arity, Names, Var};

/// The tuples of one procedure. Invariant: `current` starts with `entry`.
#[derive(Clone, Debug)]
pub struct Scope {
    /// Globals, then parameters.
    entry: Vec<VarId>,
    globals: usize,
    /// Globals, then parameters, then other locals.
    current: Vec<VarId>,
    place: HashMap<VarId, u32>,
}

impl Scope {
    fn new(globals: Vec<VarId>, params: &[VarId], locals: Vec<VarId>) -> Scope {
        let count = globals.len();
        let entry: Vec<VarId> = globals.into_iter().chain(params.iter().copied()).collect();
        let others = locals.into_iter().filter(|local| !params.contains(local));
        let current: Vec<VarId> = entry.iter().copied().chain(others).collect();
        let place = current.iter().enumerate().map(|(place, var)| (*var, place as u32)).collect();
        Scope { entry, globals: count, current, place }
    }

    pub fn arity(&self) -> Arity {
        Arity { entry: self.entry.len() as u32, current: self.current.len() as u32 }
    }

    /// The variables of the entry tuple in order: globals, then parameters.
    pub fn entry(&self) -> &[VarId] {
        &self.entry
    }

    /// The variables of the current tuple in order; it starts with those of the entry tuple.
    pub fn current(&self) -> &[VarId] {
        &self.current
    }

    /// The globals of both tuples.
    pub fn globals(&self) -> &[VarId] {
        &self.entry[..self.globals]
    }

    /// The value of a variable at the entry; `None` for other locals and for what the procedure does not use.
    pub fn entry_var(&self, var: VarId) -> Option<Var> {
        self.place.get(&var).filter(|place| **place < self.arity().entry).map(|place| self.arity().entry_var(*place))
    }

    /// The value of a variable now; `None` for what the procedure does not use.
    pub fn current_var(&self, var: VarId) -> Option<Var> {
        self.place.get(&var).map(|place| self.arity().current_var(*place))
    }

    /// The program's variable behind a variable of the constraints, and whether its value now is meant.
    pub fn program_var(&self, var: Var) -> Option<(VarId, bool)> {
        let arity = self.arity();
        match self.entry.get(var.0 as usize) {
            Some(at_entry) => Some((*at_entry, false)),
            None => Some((*self.current.get((var.0 - arity.entry) as usize)?, true)),
        }
    }

    /// The paper's names: `x` at the entry, `x'` now.
    pub fn names(&self, program: &Program) -> Names {
        let mut names = Names::default();
        let mut used = BTreeSet::new();
        let mut add = |text: String| {
            let text = if used.contains(&text) { format!("{text}#{}", used.len()) } else { text };
            used.insert(text.clone());
            names.var(&text);
        };
        self.entry.iter().for_each(|var| add(program.var(*var).name.clone()));
        self.current.iter().for_each(|var| add(format!("{}'", program.var(*var).name)));
        names
    }
}

/// The scopes of all procedures.
#[derive(Clone, Debug)]
pub struct Scopes {
    procs: Vec<Scope>,
}

impl Scopes {
    pub fn of(program: &Program) -> Scopes {
        let graph = CallGraph::of(program);
        let mut used: Vec<BTreeSet<VarId>> = vec![BTreeSet::new(); program.procs.len()];
        for edge in program.edges() {
            let set = &mut used[program.loc(edge.from).proc.index()];
            program.exprs.visit(edge.op.exprs(), |_, node| {
                if let Node::Var(var) = node {
                    set.insert(*var);
                }
            });
            set.extend(edge.op.written_vars());
        }
        for (id, proc) in program.procs.iter().enumerate() {
            used[id].extend(proc.results.iter().copied());
        }
        let mut globals: Vec<BTreeSet<VarId>> = vec![BTreeSet::new(); program.procs.len()];
        for component in graph.components() {
            let mut set = BTreeSet::new();
            for proc in component {
                set.extend(used[proc.index()].iter().copied().filter(|var| program.var(*var).owner.is_none()));
                for callee in graph.callees(*proc) {
                    set.extend(globals[callee.index()].iter().copied());
                }
            }
            component.iter().for_each(|proc| globals[proc.index()] = set.clone());
        }
        let scope = |id: ProcId| {
            let locals = used[id.index()].iter().copied().filter(|var| program.var(*var).owner.is_some()).collect();
            Scope::new(globals[id.index()].iter().copied().collect(), &program.proc(id).params, locals)
        };
        Scopes { procs: program.proc_ids().map(scope).collect() }
    }

    pub fn of_proc(&self, proc: ProcId) -> &Scope {
        &self.procs[proc.index()]
    }
}
