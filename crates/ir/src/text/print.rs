//! Programs as text: see the [module](super) for the language.

use std::fmt::Write;
use std::ops::Range;

use super::ROLES;
use super::names::{Names, quote};
use super::print_expr::ExprPrinter;
use crate::ids::{ArrayId, EdgeId, ExprId, LocId, ProcId, VarId};
use crate::program::{Contents, Dim, LocKind, Op, Program, Source};
use crate::span::Span;
use crate::ty::IntTy;

/// Spans start at this column where the line is shorter.
const SPAN_COLUMN: usize = 64;

/// The text of a program.
pub fn print(program: &Program) -> String {
    let names = Names::of(program);
    let mut printer = Printer { program, names: &names, out: String::new(), line: String::new() };
    // Files that nothing stands in (system headers) come last: they are not what one reads first.
    let mentioned = files_mentioned(program);
    printer.files(0..mentioned);
    printer.header();
    // One pass over the program sorts everything by its procedure.
    let mut parts: Vec<Parts> = program.procs.iter().map(|_| Parts::default()).collect();
    for (id, var) in program.var_ids().zip(&program.vars) {
        if let Some(part) = var.owner.and_then(|owner| parts.get_mut(owner.index())) {
            part.vars.push(id);
        }
    }
    for (id, array) in program.array_ids().zip(&program.arrays) {
        if let Some(part) = array.owner.and_then(|owner| parts.get_mut(owner.index())) {
            part.arrays.push(id);
        }
    }
    for (id, loc) in program.loc_ids().zip(&program.locs) {
        if let Some(part) = parts.get_mut(loc.proc.index()) {
            part.locs.push(id);
        }
    }
    for (id, part) in program.proc_ids().zip(&parts) {
        printer.proc(id, part);
    }
    if mentioned < program.files.iter().count() {
        printer.end(Span::NONE);
        printer.files(mentioned..usize::MAX);
    }
    printer.out
}

/// One more than the last file in which something stands; the user's own file always counts.
fn files_mentioned(program: &Program) -> usize {
    let declared = program.vars.iter().map(|var| var.span).chain(program.arrays.iter().map(|array| array.span));
    let objects = program.objects.iter().map(|object| object.span);
    let graph = program.procs.iter().map(|proc| proc.span).chain(program.locs.iter().map(|loc| loc.span));
    let spans = declared.chain(objects).chain(graph).chain(program.edges().iter().map(|edge| edge.span));
    spans.map(|span| span.file.0 as usize + 1).max().unwrap_or(1)
}

/// The text of one step, without where it leads.
pub fn step(program: &Program, names: &Names, edge: EdgeId) -> String {
    let edge = program.edge(edge);
    let scope = program.loc(edge.from).proc;
    let mut printer = Printer { program, names, out: String::new(), line: String::new() };
    printer.op(&edge.op, scope, &mut ExprPrinter::new(program, names, Some(scope)));
    printer.line
}

#[derive(Default)]
struct Parts {
    vars: Vec<VarId>,
    arrays: Vec<ArrayId>,
    locs: Vec<LocId>,
}

struct Printer<'a> {
    program: &'a Program,
    names: &'a Names,
    out: String,
    line: String,
}

impl Printer<'_> {
    fn files(&mut self, which: Range<usize>) {
        for (_, name) in self.program.files.iter().skip(which.start).take(which.len()) {
            self.line = format!("file {}", quote(name, '"'));
            self.end(Span::NONE);
        }
    }

    fn header(&mut self) {
        let program = self.program;
        for object in &program.objects {
            self.line = format!("object {}", quote(&object.name, '"'));
            self.end(object.span);
        }
        for (id, var) in program.var_ids().zip(&program.vars) {
            if var.owner.is_none() {
                self.var(id, None);
            }
        }
        for (id, array) in program.array_ids().zip(&program.arrays) {
            if array.owner.is_none() {
                self.array(id, None);
            }
        }
        self.line = format!("entry {}", self.names.proc(program.entry));
        self.end(Span::NONE);
    }

    /// Ends the line under construction with a span.
    fn end(&mut self, span: Span) {
        self.out.push_str(&self.line);
        if span != Span::NONE {
            let width = self.line.chars().count();
            self.out.extend(std::iter::repeat_n(' ', SPAN_COLUMN.saturating_sub(width).max(1)));
            self.out.push('@');
            if span.file.0 != 0 {
                let _ = write!(self.out, "f{}:", span.file.0);
            }
            let _ = write!(self.out, "{}:{}", span.line, span.column);
            if span.len != 0 {
                let _ = write!(self.out, "+{}", span.len);
            }
        }
        self.out.push('\n');
        self.line.clear();
    }

    fn var(&mut self, id: VarId, scope: Option<ProcId>) {
        let var = self.program.var(id);
        let start = if scope.is_some() { "  local" } else { "global" };
        self.line = format!("{start} {}: {}", self.names.var(id, scope), var.ty);
        for (role, word) in ROLES {
            if role == var.role && !word.is_empty() {
                let _ = write!(self.line, " {word}");
            }
        }
        if scope.is_none() || var.init != 0 {
            let _ = write!(self.line, " = {}", var.init);
        }
        self.end(var.span);
    }

    fn array(&mut self, id: ArrayId, scope: Option<ProcId>) {
        let array = self.program.array(id);
        let start = if scope.is_some() { "  array" } else { "array" };
        self.line = format!("{start} {}: {}", self.names.array(id, scope), array.elem);
        for dim in &array.dims {
            let _ = match dim {
                Dim::Const(extent) => write!(self.line, "[{extent}]"),
                Dim::Var(var) => write!(self.line, "[{}]", self.names.var(*var, scope)),
                Dim::PerInstance(lengths) => write!(self.line, "[per {}]", self.names.array(*lengths, scope)),
                Dim::Unbounded => write!(self.line, "[*]"),
                Dim::Element => write!(self.line, "[?]"),
            };
        }
        match &array.init {
            Contents::Undefined => self.line.push_str(" = undefined"),
            Contents::Zero => self.line.push_str(" = zero"),
            Contents::Values(values) => {
                let values: Vec<String> = values.iter().map(i128::to_string).collect();
                let _ = write!(self.line, " = {{{}}}", values.join(", "));
            }
        }
        self.end(array.span);
    }

    fn proc(&mut self, id: ProcId, parts: &Parts) {
        let proc = self.program.proc(id);
        let list = |vars: &[VarId]| {
            let names: Vec<String> = vars.iter().map(|&var| self.names.var(var, Some(id))).collect();
            names.join(", ")
        };
        self.end(Span::NONE);
        self.line = format!("proc {}({})", self.names.proc(id), list(&proc.params));
        if !proc.results.is_empty() {
            let _ = write!(self.line, " -> ({})", list(&proc.results));
        }
        self.end(proc.span);
        self.line.push('{');
        self.end(Span::NONE);
        for &var in &parts.vars {
            self.var(var, Some(id));
        }
        for &array in &parts.arrays {
            self.array(array, Some(id));
        }
        if !parts.vars.is_empty() || !parts.arrays.is_empty() {
            self.end(Span::NONE);
        }
        let mut exprs = ExprPrinter::new(self.program, self.names, Some(id));
        for &loc in &parts.locs {
            self.loc(loc, id);
            for edge in self.program.out_edges(loc) {
                let edge = self.program.edge(edge);
                self.line.push_str("    ");
                self.op(&edge.op, id, &mut exprs);
                let _ = write!(self.line, " -> {}", edge.to);
                self.end(edge.span);
            }
        }
        self.line.push('}');
        self.end(Span::NONE);
    }

    fn loc(&mut self, id: LocId, scope: ProcId) {
        let (proc, loc) = (self.program.proc(scope), self.program.loc(id));
        self.line.push_str("  ");
        if proc.entry == id {
            self.line.push_str("entry ");
        }
        if proc.exit == id {
            self.line.push_str("exit ");
        }
        let _ = write!(self.line, "{id}:");
        match &loc.kind {
            LocKind::Normal => {}
            LocKind::Halt => self.line.push_str(" halt"),
            LocKind::Error { fault, note } => {
                // Fault names have dashes, which names here cannot have.
                let _ = write!(self.line, " error {} {}", fault.name().replace('-', "_"), quote(note, '"'));
            }
            LocKind::Unsupported { what } => {
                let _ = write!(self.line, " unsupported {}", quote(what, '"'));
            }
        }
        self.end(loc.span);
    }

    fn op(&mut self, op: &Op, scope: ProcId, exprs: &mut ExprPrinter) {
        let out = &mut self.line;
        exprs.write_lets(out, &op.exprs().collect::<Vec<_>>());
        let var = |var: VarId| self.names.var(var, Some(scope));
        let var_ty = |var: VarId| self.program.vars.get(var.index()).map_or(IntTy::INT, |var| var.ty);
        let elem = |array: ArrayId| self.program.arrays.get(array.index()).map_or(IntTy::INT, |array| array.elem);
        let cell = |out: &mut String, array: ArrayId, indices: &[ExprId]| {
            out.push_str(&self.names.array(array, Some(scope)));
            for &index in indices {
                out.push('[');
                exprs.write(out, index, IntTy::OFFSET);
                out.push(']');
            }
        };
        let list = |out: &mut String, values: &[ExprId], types: &[VarId]| {
            for (at, &value) in values.iter().enumerate() {
                if at > 0 {
                    out.push_str(", ");
                }
                exprs.write(out, value, types.get(at).map_or(IntTy::INT, |&var| var_ty(var)));
            }
        };
        match op {
            Op::Skip => out.push_str("skip"),
            Op::Assume(guard) => {
                out.push_str("assume ");
                exprs.write(out, *guard, IntTy::INT);
            }
            Op::Assign(pairs) => {
                if pairs.is_empty() {
                    out.push_str(":=");
                }
                for (at, &(target, value)) in pairs.iter().enumerate() {
                    let comma = if at > 0 { ", " } else { "" };
                    let _ = write!(out, "{comma}{} := ", var(target));
                    exprs.write(out, value, var_ty(target));
                }
            }
            Op::Store { array, indices, value } => {
                cell(out, *array, indices);
                out.push_str(" := ");
                exprs.write(out, *value, elem(*array));
            }
            Op::Fill { array, prefix, value } => {
                out.push_str("fill ");
                cell(out, *array, prefix);
                out.push_str(" := ");
                exprs.write(out, *value, elem(*array));
            }
            Op::Copy { to, from } => {
                let array = |array: ArrayId| self.names.array(array, Some(scope));
                let _ = write!(out, "set.copy {} := {}", array(*to), array(*from));
            }
            Op::Havoc { var: target, source } => {
                let _ = write!(out, "havoc {} from {}", var(*target), source_text(source));
            }
            Op::HavocArray { array, prefix, source } => {
                out.push_str("havoc ");
                cell(out, *array, prefix);
                let _ = write!(out, " from {}", source_text(source));
            }
            Op::Call { proc, args, results } => {
                let targets: Vec<String> = results.iter().map(|&result| var(result)).collect();
                let assigned = if targets.is_empty() { "" } else { " := " };
                let _ = write!(out, "{}{assigned}call {}(", targets.join(", "), self.names.proc(*proc));
                list(out, args, self.program.procs.get(proc.index()).map_or(&[], |callee| &callee.params));
                out.push(')');
            }
            Op::Return(values) => {
                out.push_str(if values.is_empty() { "return" } else { "return " });
                list(out, values, &self.program.proc(scope).results);
            }
        }
    }
}

fn source_text(source: &Source) -> String {
    match source {
        Source::Input(name) => format!("input {}", quote(name, '"')),
        Source::Uninitialised => "uninitialised".to_owned(),
        Source::External(name) => format!("external {}", quote(name, '"')),
        Source::Unmodelled(what) => format!("unmodelled {}", quote(what, '"')),
    }
}
