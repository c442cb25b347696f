//! A short way to write program graphs by hand, for tests and benches.
//!
//! A [`Sketch`] has a current procedure and a current location; statements go on from there, each on a line of its own
//! of the file `sketch.c`. Misuse panics.

use crate::fault::Fault;
use crate::ids::{ArrayId, ExprId, LocId, ProcId, VarId};
use crate::op::{BinOp, CmpOp};
use crate::program::{Array, Contents, Dim, LocKind, Op, Program, ProgramBuilder, Role, Source, Var};
use crate::span::Span;
use crate::ty::IntTy;

pub struct Sketch {
    pub builder: ProgramBuilder,
    pub proc: ProcId,
    pub at: LocId,
    pub line: u32,
}

impl Default for Sketch {
    fn default() -> Sketch {
        Sketch::new()
    }
}

/// Procedure 0 is `main`.
impl Sketch {
    pub fn new() -> Sketch {
        let mut builder = ProgramBuilder::default();
        builder.files.intern("sketch.c");
        let proc = builder.add_proc("main", span(1));
        let at = builder.procs[proc.index()].entry;
        Sketch { builder, proc, at, line: 1 }
    }

    /// Ends `main` and closes the program.
    pub fn finish(mut self) -> Program {
        assert!(self.proc == ProcId(0), "a sketch ends in main");
        self.goto_exit();
        self.builder.finish(ProcId(0))
    }

    pub fn global(&mut self, name: &str, ty: IntTy, init: i128) -> VarId {
        self.var_in(None, name, ty, Role::Source, init)
    }

    pub fn local(&mut self, name: &str, ty: IntTy) -> VarId {
        self.var_in(Some(self.proc), name, ty, Role::Source, 0)
    }

    pub fn var_in(&mut self, owner: Option<ProcId>, name: &str, ty: IntTy, role: Role, init: i128) -> VarId {
        self.builder.add_var(Var { name: name.to_owned(), ty, owner, role, init, span: span(self.line) })
    }

    pub fn global_array(&mut self, name: &str, elem: IntTy, dims: &[Dim], init: Contents) -> ArrayId {
        self.array_in(None, name, elem, dims, init)
    }

    pub fn local_array(&mut self, name: &str, elem: IntTy, dims: &[Dim], init: Contents) -> ArrayId {
        self.array_in(Some(self.proc), name, elem, dims, init)
    }

    fn array_in(&mut self, owner: Option<ProcId>, name: &str, elem: IntTy, dims: &[Dim], init: Contents) -> ArrayId {
        let (name, dims, span) = (name.to_owned(), dims.into(), span(self.line));
        self.builder.add_array(Array { name, elem, dims, owner, init, span })
    }

    /// A procedure without body yet, with its parameters and results.
    pub fn declare(&mut self, name: &str, params: &[(&str, IntTy)], results: &[(&str, IntTy)]) -> ProcId {
        let proc = self.builder.add_proc(name, span(self.line));
        let mut vars = |list: &[(&str, IntTy)], role| -> Box<[VarId]> {
            list.iter().map(|&(name, ty)| self.var_in(Some(proc), name, ty, role, 0)).collect()
        };
        let (params, results) = (vars(params, Role::Source), vars(results, Role::Hidden));
        let data = &mut self.builder.procs[proc.index()];
        (data.params, data.results) = (params, results);
        proc
    }

    /// The body of a declared procedure, which gets the parameters.
    pub fn define(&mut self, proc: ProcId, body: impl FnOnce(&mut Sketch, &[VarId])) {
        let before = (self.proc, self.at);
        let params = self.builder.procs[proc.index()].params.clone();
        (self.proc, self.at) = (proc, self.builder.procs[proc.index()].entry);
        body(self, &params);
        self.goto_exit();
        (self.proc, self.at) = before;
    }

    fn goto_exit(&mut self) {
        let exit = self.builder.procs[self.proc.index()].exit;
        self.builder.add_edge(self.at, exit, Op::Skip, Span::NONE);
    }

    pub fn int(&mut self, ty: IntTy, value: i128) -> ExprId {
        self.builder.exprs.int(ty, value)
    }

    pub fn var(&mut self, var: VarId) -> ExprId {
        self.builder.var_expr(var)
    }

    pub fn read(&mut self, array: ArrayId, indices: &[ExprId]) -> ExprId {
        let elem = self.builder.arrays[array.index()].elem;
        self.builder.exprs.read(array, elem, indices.into())
    }

    pub fn binary(&mut self, op: BinOp, a: ExprId, b: ExprId) -> ExprId {
        self.builder.exprs.binary(op, a, b)
    }

    /// `var op constant`.
    pub fn with(&mut self, op: BinOp, var: VarId, constant: i128) -> ExprId {
        let ty = self.builder.vars[var.index()].ty;
        let (a, b) = (self.var(var), self.int(ty, constant));
        self.binary(op, a, b)
    }

    pub fn compare(&mut self, op: CmpOp, a: ExprId, b: ExprId) -> ExprId {
        self.builder.exprs.compare(op, a, b)
    }

    /// `var op constant`.
    pub fn test(&mut self, op: CmpOp, var: VarId, constant: i128) -> ExprId {
        let ty = self.builder.vars[var.index()].ty;
        let (a, b) = (self.var(var), self.int(ty, constant));
        self.compare(op, a, b)
    }

    /// A step from the current location to a new one, on the next line.
    pub fn step(&mut self, op: Op) {
        self.line += 1;
        let to = self.loc(LocKind::Normal);
        self.builder.add_edge(self.at, to, op, span(self.line));
        self.at = to;
    }

    fn loc(&mut self, kind: LocKind) -> LocId {
        self.builder.add_loc(self.proc, kind, span(self.line))
    }

    pub fn assign(&mut self, var: VarId, value: ExprId) {
        self.step(Op::Assign(Box::new([(var, value)])));
    }

    /// `var = var op constant`.
    pub fn update(&mut self, op: BinOp, var: VarId, constant: i128) {
        let value = self.with(op, var, constant);
        self.assign(var, value);
    }

    pub fn set(&mut self, var: VarId, constant: i128) {
        let value = self.int(self.builder.vars[var.index()].ty, constant);
        self.assign(var, value);
    }

    pub fn store(&mut self, array: ArrayId, indices: &[ExprId], value: ExprId) {
        self.step(Op::Store { array, indices: indices.into(), value });
    }

    pub fn input(&mut self, var: VarId) {
        self.step(Op::Havoc { var, source: Source::Input("__VERIFIER_nondet_int".into()) });
    }

    pub fn assume(&mut self, condition: ExprId) {
        self.step(Op::Assume(condition));
    }

    pub fn call(&mut self, proc: ProcId, args: &[ExprId], results: &[VarId]) {
        self.step(Op::Call { proc, args: args.into(), results: results.into() });
    }

    /// Returns; what follows cannot be reached.
    pub fn ret(&mut self, values: &[ExprId]) {
        self.line += 1;
        let exit = self.builder.procs[self.proc.index()].exit;
        self.builder.add_edge(self.at, exit, Op::Return(values.into()), span(self.line));
        self.at = self.loc(LocKind::Normal);
    }

    /// Goes to a location of this kind; what follows cannot be reached.
    pub fn end(&mut self, kind: LocKind) {
        self.line += 1;
        let to = self.loc(kind);
        self.builder.add_edge(self.at, to, Op::Skip, span(self.line));
        self.at = self.loc(LocKind::Normal);
    }

    pub fn choose(&mut self, condition: ExprId, yes: impl FnOnce(&mut Sketch), no: impl FnOnce(&mut Sketch)) {
        self.line += 1;
        let (line, from) = (self.line, self.at);
        let negation = self.builder.exprs.not(condition);
        let (first, second) = (self.loc(LocKind::Normal), self.loc(LocKind::Normal));
        self.builder.add_edge(from, first, Op::Assume(condition), span(line));
        self.builder.add_edge(from, second, Op::Assume(negation), span(line));
        self.at = first;
        yes(self);
        let end = std::mem::replace(&mut self.at, second);
        no(self);
        self.builder.add_edge(self.at, end, Op::Skip, Span::NONE);
        self.at = end;
    }

    pub fn repeat_while(&mut self, condition: ExprId, body: impl FnOnce(&mut Sketch)) {
        self.line += 1;
        let (line, head) = (self.line, self.at);
        let negation = self.builder.exprs.not(condition);
        let (inside, after) = (self.loc(LocKind::Normal), self.loc(LocKind::Normal));
        self.builder.add_edge(head, inside, Op::Assume(condition), span(line));
        self.builder.add_edge(head, after, Op::Assume(negation), span(line));
        self.at = inside;
        body(self);
        // The last edge of the body leads back, so that a loop has no empty step.
        let (last, open) = (self.builder.edges.len() - 1, self.at);
        let into_open = self.builder.edges.iter().filter(|edge| edge.to == open).count();
        if self.builder.edges[last].to == open && into_open == 1 && open != inside {
            self.builder.edges[last].to = head;
        } else {
            self.builder.add_edge(open, head, Op::Skip, Span::NONE);
        }
        self.at = after;
    }

    /// An assertion: an error location where the condition does not hold.
    pub fn assert(&mut self, condition: ExprId) {
        self.line += 1;
        let negation = self.builder.exprs.not(condition);
        let error = self.loc(LocKind::Error { fault: Fault::Assertion, note: "assert".into() });
        let after = self.loc(LocKind::Normal);
        self.builder.add_edge(self.at, after, Op::Assume(condition), span(self.line));
        self.builder.add_edge(self.at, error, Op::Assume(negation), span(self.line));
        self.at = after;
    }
}

fn span(line: u32) -> Span {
    Span { line, column: 1, ..Span::NONE }
}
