//! The typed tree as text, for tests and for looking at it. It reads like C with every conversion written out; an
//! operator of another type than `int` is followed by its type.

use std::fmt::Write;

use super::{
    Body, Callee, Comparison, Expr, ExprKind, Init, InitValue, LocalId, PathStep, Place, PlaceKind, Stmt, StmtKind,
    StrId, Unit,
};
use crate::ast::IntKind;
use crate::ctype::{CType, Len, TyId};
use crate::symbol::Symbol;

/// All globals, and all functions that have a body or whose declaration is in the user's files.
pub fn print(unit: &Unit) -> String {
    let mut out = String::new();
    for global in &unit.globals {
        let printer = Printer { unit, body: None };
        let kind = if global.is_extern { "extern" } else { "global" };
        let _ = write!(out, "{kind} {}: {}", unit.symbols.name(global.name), printer.ty(global.ty));
        if let Some(init) = &global.init {
            let _ = write!(out, " = {}", printer.init(init));
        }
        out.push('\n');
    }
    for function in &unit.functions {
        let printer = Printer { unit, body: function.body.as_ref() };
        if function.body.is_none() && function.in_system_header {
            continue;
        }
        let noreturn = if function.noreturn { "noreturn " } else { "" };
        let _ = write!(out, "{noreturn}{}: {}", unit.symbols.name(function.name), printer.ty(function.ty));
        match &function.body {
            None => out.push('\n'),
            Some(body) => {
                let params: Vec<String> = body.params.iter().map(|&param| printer.local_declaration(param)).collect();
                let _ = writeln!(out, " ({}) {{", params.join(", "));
                printer.stmts(&body.stmts, 1, &mut out);
                out.push_str("}\n");
            }
        }
    }
    out
}

/// One expression of a function.
pub fn print_expr(unit: &Unit, body: &Body, expr: &Expr) -> String {
    Printer { unit, body: Some(body) }.expr(expr)
}

struct Printer<'a> {
    unit: &'a Unit,
    body: Option<&'a Body>,
}

impl Printer<'_> {
    fn ty(&self, ty: TyId) -> String {
        self.unit.types.text(ty)
    }

    fn name(&self, symbol: Symbol) -> &str {
        self.unit.symbols.name(symbol)
    }

    /// `:type`, or nothing for `int`.
    fn suffix(&self, ty: TyId) -> String {
        match self.unit.types.get(ty) {
            CType::Int(IntKind::Int) => String::new(),
            _ => format!(":{}", self.ty(ty)),
        }
    }

    fn local(&self, id: LocalId) -> String {
        match self.body.and_then(|body| body.locals[id.index()].name) {
            Some(name) => self.name(name).to_owned(),
            None => format!("%{}", id.0),
        }
    }

    fn local_declaration(&self, id: LocalId) -> String {
        let ty = self.body.map_or(TyId(0), |body| body.locals[id.index()].ty);
        let length = match *self.unit.types.get(ty) {
            CType::Array { len: Len::Variable(len), .. } => format!(" of {}", self.local(len)),
            _ => String::new(),
        };
        format!("{}: {}{length}", self.local(id), self.ty(ty))
    }

    fn expr(&self, expr: &Expr) -> String {
        let of = |ty| self.suffix(ty);
        match &expr.kind {
            ExprKind::Int(value) => format!("{value}{}", of(expr.ty)),
            ExprKind::Null => format!("null{}", of(expr.ty)),
            ExprKind::Load(place) => self.place(place),
            ExprKind::AddressOf(place) => format!("&{}", self.place(place)),
            ExprKind::Decay(place) => format!("decay({})", self.place(place)),
            ExprKind::Function(id) => format!("@{}", self.name(self.unit.functions[id.index()].name)),
            ExprKind::Unary(op, operand) => format!("{}{}{}", op.symbol(), of(expr.ty), self.expr(operand)),
            ExprKind::Not(operand) => format!("!{}", self.expr(operand)),
            ExprKind::Binary(op, left, right) => {
                format!("({} {}{} {})", self.expr(left), op.symbol(), of(expr.ty), self.expr(right))
            }
            ExprKind::Compare(op, left, right) => {
                let op = match op {
                    Comparison::Eq => "==",
                    Comparison::Ne => "!=",
                    Comparison::Lt => "<",
                    Comparison::Le => "<=",
                    Comparison::Gt => ">",
                    Comparison::Ge => ">=",
                };
                format!("({} {op}{} {})", self.expr(left), of(left.ty), self.expr(right))
            }
            ExprKind::PointerAdd { pointer, index, backwards } => {
                let op = if *backwards { "p-" } else { "p+" };
                format!("({} {op} {})", self.expr(pointer), self.expr(index))
            }
            ExprKind::PointerDiff(left, right) => format!("({} p-p {})", self.expr(left), self.expr(right)),
            ExprKind::And(left, right) => format!("({} && {})", self.expr(left), self.expr(right)),
            ExprKind::Or(left, right) => format!("({} || {})", self.expr(left), self.expr(right)),
            ExprKind::Conditional { condition, then, otherwise } => {
                format!("({} ? {} : {})", self.expr(condition), self.expr(then), self.expr(otherwise))
            }
            ExprKind::ConditionalValue { value, otherwise } => {
                format!("({} ?:{} {})", self.expr(value), of(expr.ty), self.expr(otherwise))
            }
            ExprKind::Convert(operand) => format!("({}){}", self.ty(expr.ty), self.expr(operand)),
            ExprKind::Assign { place, value } => format!("({} = {})", self.place(place), self.expr(value)),
            ExprKind::CompoundAssign { place, op, compute, right } => {
                format!("({} {}={} {})", self.place(place), op.symbol(), of(*compute), self.expr(right))
            }
            ExprKind::PointerAssign { place, index, backwards } => {
                let op = if *backwards { "p-=" } else { "p+=" };
                format!("({} {op} {})", self.place(place), self.expr(index))
            }
            ExprKind::Step { place, up, post } => {
                let op = if *up { "++" } else { "--" };
                if *post { format!("{}{op}", self.place(place)) } else { format!("{op}{}", self.place(place)) }
            }
            ExprKind::Comma(left, right) => format!("({}, {})", self.expr(left), self.expr(right)),
            ExprKind::Call { callee, args } => {
                let callee = match callee {
                    Callee::Direct(id) => self.name(self.unit.functions[id.index()].name).to_owned(),
                    Callee::Indirect(pointer) => format!("(*{})", self.expr(pointer)),
                };
                let args: Vec<String> = args.iter().map(|arg| self.expr(arg)).collect();
                format!("{callee}({})", args.join(", "))
            }
            ExprKind::Block { stmts, result } => {
                let mut text = String::new();
                self.stmts(stmts, 0, &mut text);
                let result = result.as_ref().map_or(String::new(), |result| format!(" {}", self.expr(result)));
                format!("({{ {}{result} }})", text.trim_end().replace('\n', " "))
            }
            ExprKind::SetEmpty => "{}".to_owned(),
            ExprKind::SetChange { set, element, is_member } => {
                let op = if *is_member { "+" } else { "-" };
                format!("({} {op} {{{}}})", self.expr(set), self.expr(element))
            }
            ExprKind::SetContains { set, element } => format!("({} in {})", self.expr(element), self.expr(set)),
            ExprKind::SetNotEmpty(set) => format!("({} != {{}})", self.expr(set)),
            ExprKind::Unmodelled { what, operands } => {
                let operands: Vec<String> = operands.iter().map(|operand| self.expr(operand)).collect();
                format!("<{what}{}>({})", of(expr.ty), operands.join(", "))
            }
        }
    }

    fn string(&self, id: StrId) -> String {
        let text: String = self.unit.strings[id.index()]
            .units
            .iter()
            .map(|&unit| char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER))
            .collect();
        format!("{text:?}")
    }

    fn place(&self, place: &Place) -> String {
        match &place.kind {
            PlaceKind::Local(id) => self.local(*id),
            PlaceKind::Global(id) => self.name(self.unit.globals[id.index()].name).to_owned(),
            PlaceKind::Str(id) => self.string(*id),
            PlaceKind::Deref(pointer) => format!("*{}", self.expr(pointer)),
            PlaceKind::Field(record, at) => {
                let name = match self.unit.types.get(record.ty) {
                    CType::Record(id) => {
                        let fields = self.unit.types.record(*id).fields.as_deref().unwrap_or_default();
                        fields.get(*at as usize).and_then(|field| field.name)
                    }
                    _ => None,
                };
                let name = name.map_or_else(|| format!("<{at}>"), |name| self.name(name).to_owned());
                match record.kind {
                    PlaceKind::Deref(_) => format!("({}).{name}", self.place(record)),
                    _ => format!("{}.{name}", self.place(record)),
                }
            }
            PlaceKind::Element(array, index) => match array.kind {
                PlaceKind::Deref(_) => format!("({})[{}]", self.place(array), self.expr(index)),
                _ => format!("{}[{}]", self.place(array), self.expr(index)),
            },
            PlaceKind::Literal(id, init) => format!("{} = {}", self.local_declaration(*id), self.init(init)),
            PlaceKind::Materialised(id, value) => format!("({} := {})", self.local(*id), self.expr(value)),
        }
    }

    fn init(&self, init: &Init) -> String {
        let item = |value: &InitValue| match value {
            InitValue::Expr(value) => self.expr(value),
            InitValue::Str(id) => self.string(*id),
        };
        if let ([only], false) = (init.items.as_slice(), init.zero_rest)
            && only.path.is_empty()
        {
            return item(&only.value);
        }
        let mut items: Vec<String> = Vec::new();
        for entry in &init.items {
            let path: String = entry
                .path
                .iter()
                .map(|step| match step {
                    PathStep::Field(at) => format!(".{at}"),
                    PathStep::Index(at) => format!("[{at}]"),
                })
                .collect();
            items.push(if path.is_empty() { item(&entry.value) } else { format!("{path} {}", item(&entry.value)) });
        }
        format!("{{{}}}{}", items.join(", "), if init.zero_rest { "" } else { " partly" })
    }

    fn stmts(&self, stmts: &[Stmt], depth: usize, out: &mut String) {
        for stmt in stmts {
            self.stmt(stmt, depth, out);
        }
    }

    fn stmt(&self, stmt: &Stmt, depth: usize, out: &mut String) {
        let line = |out: &mut String, text: &str| {
            let _ = writeln!(out, "{}{text}", "  ".repeat(depth));
        };
        match &stmt.kind {
            StmtKind::Expr(expr) => line(out, &format!("{};", self.expr(expr))),
            StmtKind::Declare(id, None) => line(out, &format!("{};", self.local_declaration(*id))),
            StmtKind::Declare(id, Some(init)) => {
                line(out, &format!("{} = {};", self.local_declaration(*id), self.init(init)));
            }
            StmtKind::Block(stmts) => {
                line(out, "{");
                self.stmts(stmts, depth + 1, out);
                line(out, "}");
            }
            StmtKind::If { condition, then, otherwise } => {
                line(out, &format!("if {}", self.expr(condition)));
                self.stmt(then, depth + 1, out);
                if let Some(otherwise) = otherwise {
                    line(out, "else");
                    self.stmt(otherwise, depth + 1, out);
                }
            }
            StmtKind::While { condition, body } => {
                line(out, &format!("while {}", self.expr(condition)));
                self.stmt(body, depth + 1, out);
            }
            StmtKind::DoWhile { body, condition } => {
                line(out, "do");
                self.stmt(body, depth + 1, out);
                line(out, &format!("while {};", self.expr(condition)));
            }
            StmtKind::For { init, condition, step, body } => {
                line(out, "for");
                self.stmts(init, depth + 2, out);
                let part = |expr: &Option<Expr>| expr.as_ref().map_or(String::new(), |expr| self.expr(expr));
                line(out, &format!("; {}; {}", part(condition), part(step)));
                self.stmt(body, depth + 1, out);
            }
            StmtKind::Switch { value, body } => {
                line(out, &format!("switch {}", self.expr(value)));
                self.stmt(body, depth + 1, out);
            }
            StmtKind::Case { low, high } if low == high => line(out, &format!("case {low}:")),
            StmtKind::Case { low, high } => line(out, &format!("case {low} ... {high}:")),
            StmtKind::Default => line(out, "default:"),
            StmtKind::Label(id) => line(out, &format!("{}:", self.label(id.index()))),
            StmtKind::Goto(id) => line(out, &format!("goto {};", self.label(id.index()))),
            StmtKind::Break => line(out, "break;"),
            StmtKind::Continue => line(out, "continue;"),
            StmtKind::Return(None) => line(out, "return;"),
            StmtKind::Return(Some(value)) => line(out, &format!("return {};", self.expr(value))),
            StmtKind::Unsupported { what } => line(out, &format!("<unsupported: {what}>")),
        }
    }

    fn label(&self, at: usize) -> &str {
        self.body.map_or("", |body| self.name(body.labels[at].0))
    }
}
