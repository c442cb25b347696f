//! Which steps can influence whether a target is reached: data and control dependence, followed backwards from the
//! targets by one worklist.
//!
//! Scalars are followed along the graph, from a use to the assignments that reach it, into and out of procedures (a
//! procedure is one place for all its callers). Arrays are followed as wholes: every write of a relevant array is relevant.

use super::control::Control;
use super::ends::Ends;
use crate::callgraph::CallGraph;
use crate::expr::Node;
use crate::ids::{ArrayId, EdgeId, ExprId, LocId, ProcId, VarId};
use crate::passes::back::{Set, Tracked};
use crate::program::{Dim, Op, Program};

/// When more uses than this are followed, scalars are treated like arrays from then on.
const MOST_USES: usize = 5_000_000;

/// What was found to matter.
pub struct Relevant {
    pub edges: Vec<bool>,
    /// Locations that must stay: relevant steps start there, or it matters that they are reached.
    pub locs: Vec<bool>,
    /// Edges of which everything matters, because a fault or a choice of way does.
    pub whole: Vec<bool>,
    /// Assignments (of an edge, to a variable) whose value matters; a parameter counts at the call.
    pub writes: Set<(EdgeId, VarId)>,
    /// Results of procedures, and parameters, whose value matters.
    pub signature: Vec<bool>,
    pub tracked: Tracked,
}

enum Work {
    /// The value of the variable on arrival at the location.
    Use(VarId, LocId),
    Array(ArrayId),
    /// The variable everywhere.
    Var(VarId),
    /// It matters that the location is reached.
    Reach(LocId),
}

pub struct Search<'a> {
    program: &'a Program,
    graph: &'a CallGraph,
    ends: &'a Ends,
    control: &'a mut Control,
    into: Vec<Vec<EdgeId>>,
    array_writers: Vec<Vec<EdgeId>>,
    work: Vec<Work>,
    uses: Set<(VarId, LocId)>,
    arrays: Vec<bool>,
    entered: Vec<bool>,
    branches: Vec<bool>,
    /// The writers of each variable, once scalars are followed without regard to the graph.
    anywhere: Option<Vec<Vec<EdgeId>>>,
    vars: Vec<bool>,
    found: Relevant,
}

impl<'a> Search<'a> {
    pub fn new(program: &'a Program, graph: &'a CallGraph, ends: &'a Ends, control: &'a mut Control) -> Search<'a> {
        let (vars, edges) = (program.vars.len(), program.edges().len());
        let mut array_writers = vec![Vec::new(); program.arrays.len()];
        for id in program.edge_ids().filter(|&id| ends.reached[program.edge(id).from.index()]) {
            if let Some(array) = program.edge(id).op.written_array() {
                array_writers[array.index()].push(id);
            }
        }
        Search {
            program,
            graph,
            ends,
            control,
            into: program.in_edges(),
            array_writers,
            work: Vec::new(),
            uses: Set::default(),
            arrays: vec![false; program.arrays.len()],
            entered: vec![false; program.procs.len()],
            branches: vec![false; program.locs.len()],
            anywhere: None,
            vars: vec![false; vars],
            found: Relevant {
                edges: vec![false; edges],
                locs: vec![false; program.locs.len()],
                whole: vec![false; edges],
                writes: Set::default(),
                signature: vec![false; vars],
                tracked: Tracked::default(),
            },
        }
    }

    /// It matters that an execution comes to `loc`.
    pub fn target(&mut self, loc: LocId) {
        self.work.push(Work::Reach(loc));
    }

    /// It matters how the execution goes on at `loc`: which edge is taken, or with which fault it ends.
    pub fn branch(&mut self, loc: LocId) {
        if !self.ends.reached[loc.index()] || std::mem::replace(&mut self.branches[loc.index()], true) {
            return;
        }
        self.work.push(Work::Reach(loc));
        let program = self.program;
        for id in program.out_edges(loc) {
            let op = &program.edge(id).op;
            self.found.edges[id.index()] = true;
            if let Op::Call { proc, .. } = op {
                // Whether the callee returns.
                self.work.push(Work::Reach(program.proc(*proc).exit));
                if self.ends.faults[id.index()].is_empty() {
                    continue;
                }
                self.in_signature(&program.proc(*proc).params);
            }
            if matches!(op, Op::Return(_)) && !self.ends.faults[id.index()].is_empty() {
                self.in_signature(&program.proc(program.loc(loc).proc).results);
            }
            self.found.whole[id.index()] = true;
            for expr in op.exprs() {
                self.used(expr, loc);
            }
            if let Some(array) = op.copied_array() {
                self.needs_array(array);
            }
            if let Some((array, _)) = op.access() {
                self.extents(array, loc);
            }
        }
    }

    pub fn run(mut self) -> Relevant {
        while let Some(work) = self.work.pop() {
            match work {
                Work::Reach(loc) => self.reach(loc),
                Work::Array(array) => {
                    for id in self.array_writers[array.index()].clone() {
                        self.write(id, None);
                    }
                }
                Work::Use(var, loc) => self.definitions(var, loc),
                Work::Var(var) => {
                    let writers = self.anywhere.as_mut().map(|writers| std::mem::take(&mut writers[var.index()]));
                    for id in writers.unwrap_or_default() {
                        self.write(id, Some(var));
                    }
                }
            }
        }
        self.found.tracked = match self.anywhere {
            Some(_) => Tracked::Vars(self.vars),
            None => Tracked::Uses(self.uses),
        };
        self.found
    }

    /// These parameters or results stay, because evaluating what is given for them can fault.
    fn in_signature(&mut self, vars: &[VarId]) {
        for var in vars {
            self.found.signature[var.index()] = true;
        }
    }

    fn reach(&mut self, loc: LocId) {
        if !self.ends.reached[loc.index()] || std::mem::replace(&mut self.found.locs[loc.index()], true) {
            return;
        }
        for branch in self.control.take(loc) {
            let decides = self.program.out_edges(branch).len() > 1 || self.ends.may_end[branch.index()];
            // A location that was made an end only because its loop has none decides nothing.
            if decides { self.branch(branch) } else { self.work.push(Work::Reach(branch)) }
        }
        let proc = self.program.loc(loc).proc;
        if !std::mem::replace(&mut self.entered[proc.index()], true) {
            for at in 0..self.graph.callers(proc).len() {
                let call = self.graph.callers(proc)[at];
                // An argument that faults keeps the execution out of the procedure.
                if self.ends.faults[call.index()].is_empty() {
                    self.edge(call);
                } else {
                    self.branch(self.program.edge(call).from);
                }
            }
        }
    }

    fn edge(&mut self, id: EdgeId) {
        let from = self.program.edge(id).from;
        if self.ends.reached[from.index()] {
            self.found.edges[id.index()] = true;
            self.work.push(Work::Reach(from));
        }
    }

    /// What the edge writes (to `var`, or to its array) matters.
    fn write(&mut self, id: EdgeId, var: Option<VarId>) {
        let edge = self.program.edge(id);
        if var.is_some_and(|var| !self.found.writes.insert((id, var))) {
            return;
        }
        self.edge(id);
        match (&edge.op, var) {
            (Op::Assign(pairs), Some(var)) => {
                for &(_, value) in pairs.iter().filter(|pair| pair.0 == var) {
                    self.used(value, edge.from);
                }
            }
            (Op::Return(values), Some(var)) => {
                let results = &self.program.proc(self.program.loc(edge.from).proc).results;
                for (&value, _) in values.iter().zip(results).filter(|&(_, &result)| result == var) {
                    self.used(value, edge.from);
                }
            }
            (Op::Call { proc, args, results }, Some(var)) => {
                let callee = self.program.proc(*proc);
                for (&param, &arg) in callee.params.iter().zip(args).filter(|&(&param, _)| param == var) {
                    self.found.signature[param.index()] = true;
                    self.used(arg, edge.from);
                }
                for (&result, _) in callee.results.iter().zip(results).filter(|&(_, &target)| target == var) {
                    self.found.signature[result.index()] = true;
                    self.needs(result, callee.exit);
                }
            }
            (op, None) => {
                op.exprs().for_each(|expr| self.used(expr, edge.from));
                if let Some(array) = op.copied_array() {
                    self.needs_array(array);
                }
                if let Some((array, _)) = op.access() {
                    self.extents(array, edge.from);
                }
            }
            _ => {}
        }
    }

    /// Everything that the value of `expr` at `loc` depends on.
    fn used(&mut self, expr: ExprId, loc: LocId) {
        let program = self.program;
        let (mut vars, mut arrays) = (Vec::new(), Vec::new());
        program.exprs.visit([expr], |_, node| match node {
            Node::Var(var) => vars.push(*var),
            Node::Read(array, _) | Node::NotEmpty(array) => arrays.push(*array),
            _ => {}
        });
        vars.into_iter().for_each(|var| self.needs(var, loc));
        for array in arrays {
            self.needs_array(array);
            self.extents(array, loc);
        }
    }

    /// The extents that an access to the array is checked against: with others, a step that is fine would fault.
    fn extents(&mut self, array: ArrayId, loc: LocId) {
        for dim in &self.program.array(array).dims {
            match *dim {
                Dim::Var(var) => self.needs(var, loc),
                Dim::PerInstance(lengths) => self.needs_array(lengths),
                Dim::Const(_) | Dim::Unbounded | Dim::Element => {}
            }
        }
    }

    fn needs_array(&mut self, array: ArrayId) {
        if !std::mem::replace(&mut self.arrays[array.index()], true) {
            self.work.push(Work::Array(array));
        }
    }

    fn needs(&mut self, var: VarId, loc: LocId) {
        if self.anywhere.is_some() {
            return self.needs_anywhere(var);
        }
        if self.uses.insert((var, loc)) {
            self.work.push(Work::Use(var, loc));
        }
        if self.uses.len() > MOST_USES {
            self.forget_the_graph();
        }
    }

    /// Finds what gives `var` its value on arrival at `loc`.
    fn definitions(&mut self, var: VarId, loc: LocId) {
        let program = self.program;
        if self.anywhere.is_some() || !self.ends.reached[loc.index()] {
            return;
        }
        let is_global = program.var(var).owner.is_none();
        for at in 0..self.into[loc.index()].len() {
            let id = self.into[loc.index()][at];
            let edge = program.edge(id);
            match &edge.op {
                op if op.written_vars().any(|written| written == var) => self.write(id, Some(var)),
                Op::Return(_) if program.proc(program.loc(loc).proc).results.contains(&var) => {
                    self.write(id, Some(var))
                }
                Op::Call { proc, .. } if is_global && self.ends.modifies(*proc, var) => {
                    self.needs(var, program.proc(*proc).exit);
                }
                _ => self.needs(var, edge.from),
            }
        }
        let proc = program.loc(loc).proc;
        if program.proc(proc).entry == loc && (is_global || program.proc(proc).params.contains(&var)) {
            self.at_entry(var, proc, is_global);
        }
    }

    fn at_entry(&mut self, var: VarId, proc: ProcId, is_global: bool) {
        for at in 0..self.graph.callers(proc).len() {
            let call = self.graph.callers(proc)[at];
            match is_global {
                true => self.needs(var, self.program.edge(call).from),
                false => self.write(call, Some(var)),
            }
        }
    }

    /// Too many uses: from here on a variable is relevant everywhere or nowhere.
    fn forget_the_graph(&mut self) {
        let program = self.program;
        let mut writers = vec![Vec::new(); program.vars.len()];
        for id in program.edge_ids().filter(|&id| self.ends.reached[program.edge(id).from.index()]) {
            let edge = program.edge(id);
            for var in edge.op.written_vars() {
                writers[var.index()].push(id);
            }
            let implied: &[VarId] = match &edge.op {
                Op::Return(_) => &program.proc(program.loc(edge.from).proc).results,
                Op::Call { proc, .. } => &program.proc(*proc).params,
                _ => &[],
            };
            for var in implied {
                writers[var.index()].push(id);
            }
        }
        self.anywhere = Some(writers);
        let mut vars: Vec<VarId> = std::mem::take(&mut self.uses).into_iter().map(|(var, _)| var).collect();
        vars.sort_unstable();
        vars.dedup();
        for var in vars {
            self.needs_anywhere(var);
        }
    }

    fn needs_anywhere(&mut self, var: VarId) {
        if !std::mem::replace(&mut self.vars[var.index()], true) {
            self.work.push(Work::Var(var));
        }
    }
}
