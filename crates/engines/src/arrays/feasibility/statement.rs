//! Steps as text: as they stand in the program, renamed, and as formulae (Table 1).
//!
//! Text stops growing at a limit, so that an expression that is large as a tree costs no more than it shows.

use heureka_ir::{ArrayId, BinOp, CmpOp, EdgeId, ExprId, IntTy, Node, Op, Program, Source, UnOp, VarId};

use super::rename::Renaming;

/// A text stops here.
const LONGEST: usize = 160;

/// How expressions are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    /// As in C.
    Original,
    /// As in C, with the number of the step that assigned it at every variable.
    Renamed,
    /// With the signs of logic.
    Formula,
}

/// The three texts of a step.
pub struct Statement {
    pub original: String,
    pub renamed: String,
    pub formula: String,
}

/// The number as subscript digits.
pub fn subscript(number: usize) -> String {
    let digit = |digit: char| digit.to_digit(10).and_then(|digit| char::from_u32('₀' as u32 + digit));
    number.to_string().chars().filter_map(digit).collect()
}

/// The texts of the step that is to be taken next, which gets this number.
pub fn statement(renaming: &Renaming, edge: EdgeId, number: usize) -> Statement {
    let writer = Writer { renaming, program: renaming.program, number };
    let op = &renaming.program.edge(edge).op;
    Statement {
        original: writer.statement(op, Style::Original),
        renamed: writer.statement(op, Style::Renamed),
        formula: writer.formula(op),
    }
}

struct Writer<'a, 'p> {
    renaming: &'a Renaming<'p>,
    program: &'p Program,
    number: usize,
}

enum Piece {
    Text(&'static str),
    /// Parenthesised when it binds less tightly than the number says.
    Expr(ExprId, u8),
}

impl Writer<'_, '_> {
    fn statement(&self, op: &Op, style: Style) -> String {
        let assignments = |pairs: Vec<String>| pairs.join(", ") + ";";
        match op {
            Op::Skip => ";".to_owned(),
            Op::Assume(guard) => format!("assume({});", self.expr(*guard, style)),
            Op::Assign(pairs) => assignments(self.equations(pairs.iter().copied(), style)),
            Op::Store { array, indices, value } => {
                let place = self.indexed(self.target_array(*array, style), indices, style);
                format!("{place} = {};", self.expr(*value, style))
            }
            Op::Fill { array, prefix, value } => {
                let place = self.indexed(self.target_array(*array, style), prefix, style);
                format!("{place}[*] = {};", self.expr(*value, style))
            }
            Op::Copy { to, from } => format!("{} = {};", self.target_array(*to, style), self.array(*from, style)),
            Op::Havoc { var, source } => format!("{} = {};", self.target(*var, style), self.source(source)),
            Op::HavocArray { array, prefix, source } => {
                let place = self.indexed(self.target_array(*array, style), prefix, style);
                format!("{place}[*] = {};", self.source(source))
            }
            Op::Call { proc, args, results } if style == Style::Original => {
                let results: Vec<&str> = results.iter().map(|&var| &*self.program.var(var).name).collect();
                let result = if results.is_empty() { String::new() } else { results.join(", ") + " = " };
                let args: Vec<String> = args.iter().map(|&arg| self.expr(arg, style)).collect();
                format!("{result}{}({});", self.program.proc(*proc).name, args.join(", "))
            }
            Op::Call { .. } => assignments(self.bindings(op, style)),
            Op::Return(_) if style == Style::Renamed && !self.bindings(op, style).is_empty() => {
                assignments(self.bindings(op, style))
            }
            Op::Return(values) => {
                let values: Vec<String> = values.iter().map(|&value| self.expr(value, style)).collect();
                format!("return {};", values.join(", "))
            }
        }
    }

    fn formula(&self, op: &Op) -> String {
        let style = Style::Formula;
        match op {
            Op::Skip | Op::Havoc { .. } | Op::HavocArray { .. } => String::new(),
            Op::Assume(guard) => self.expr(*guard, style),
            Op::Assign(pairs) => self.equations(pairs.iter().copied(), style).join(" ∧ "),
            Op::Store { array, indices, value } => {
                let indices: Vec<String> = indices.iter().map(|&index| self.expr(index, style)).collect();
                let index = if indices.len() == 1 { indices.concat() } else { format!("({})", indices.join(", ")) };
                let (after, before) = (self.target_array(*array, style), self.array(*array, style));
                format!("{after} = store({before}, {index}, {})", self.expr(*value, style))
            }
            Op::Fill { array, prefix, value } => {
                let (after, before) = (self.target_array(*array, style), self.array(*array, style));
                let value = self.expr(*value, style);
                if prefix.is_empty() {
                    return format!("{after} = const({value})");
                }
                let prefix: Vec<String> = prefix.iter().map(|&index| self.expr(index, style)).collect();
                format!("{after} = store({before}, ({}), const({value}))", prefix.join(", "))
            }
            Op::Copy { to, from } => format!("{} = {}", self.target_array(*to, style), self.array(*from, style)),
            Op::Call { .. } | Op::Return(_) => self.bindings(op, style).join(" ∧ "),
        }
    }

    fn equations(&self, pairs: impl Iterator<Item = (VarId, ExprId)>, style: Style) -> Vec<String> {
        pairs.map(|(var, value)| format!("{} = {}", self.target(var, style), self.expr(value, style))).collect()
    }

    /// What a call gives its parameters, or a return the variables that take its results.
    fn bindings(&self, op: &Op, style: Style) -> Vec<String> {
        let frame = self.renaming.frame();
        let (vars, values) = match op {
            Op::Call { proc, args, .. } => (&self.program.proc(*proc).params, args),
            Op::Return(values) => match frame.call.map(|call| &self.program.edge(call).op) {
                Some(Op::Call { results, .. }) => (results, values),
                _ => return Vec::new(),
            },
            _ => return Vec::new(),
        };
        self.equations(vars.iter().copied().zip(values.iter().copied()), style)
    }

    fn source(&self, source: &Source) -> String {
        match source {
            Source::Input(name) | Source::External(name) => format!("{name}()"),
            Source::Uninitialised | Source::Unmodelled(_) => "u".to_owned(),
        }
    }

    fn var(&self, var: VarId, style: Style) -> String {
        let name = &self.program.var(var).name;
        match style {
            Style::Original => name.clone(),
            _ => format!("{name}{}", subscript(self.renaming.slot(var).version)),
        }
    }

    fn target(&self, var: VarId, style: Style) -> String {
        let name = &self.program.var(var).name;
        if style == Style::Original { name.clone() } else { format!("{name}{}", subscript(self.number)) }
    }

    fn array(&self, array: ArrayId, style: Style) -> String {
        let name = &self.program.array(array).name;
        let version = || self.renaming.store(self.renaming.store_of(array)).version;
        if style == Style::Original { name.clone() } else { format!("{name}{}", subscript(version())) }
    }

    fn target_array(&self, array: ArrayId, style: Style) -> String {
        let name = &self.program.array(array).name;
        if style == Style::Original { name.clone() } else { format!("{name}{}", subscript(self.number)) }
    }

    fn indexed(&self, array: String, indices: &[ExprId], style: Style) -> String {
        indices.iter().fold(array, |text, &index| format!("{text}[{}]", self.expr(index, style)))
    }

    fn expr(&self, expr: ExprId, style: Style) -> String {
        let mut out = String::new();
        let mut stack = vec![Piece::Expr(expr, 0)];
        while let Some(piece) = stack.pop() {
            if out.len() > LONGEST {
                out.push('…');
                break;
            }
            match piece {
                Piece::Text(text) => out.push_str(text),
                Piece::Expr(id, least) => self.open(&mut out, &mut stack, id, least, style),
            }
        }
        out
    }

    /// Writes the start of a node and leaves the rest on the stack.
    fn open(&self, out: &mut String, stack: &mut Vec<Piece>, id: ExprId, least: u8, style: Style) {
        let exprs = &self.program.exprs;
        let is_formula = style == Style::Formula;
        let wrap = |out: &mut String, stack: &mut Vec<Piece>, binds: u8| {
            if least > binds {
                out.push('(');
                stack.push(Piece::Text(")"));
            }
        };
        match exprs.node(id) {
            Node::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
            Node::Int(_) => {
                let value = exprs.as_const(id).expect("a constant");
                if value < 0 {
                    wrap(out, stack, UNARY);
                }
                out.push_str(&value.to_string());
            }
            Node::Var(var) => out.push_str(&self.var(*var, style)),
            Node::Read(array, indices) => {
                out.push_str(&self.array(*array, style));
                for &index in indices.iter().rev() {
                    stack.extend([Piece::Text("]"), Piece::Expr(index, 0), Piece::Text("[")]);
                }
            }
            Node::NotEmpty(set) => out.push_str(&format!("nonempty({})", self.array(*set, style))),
            Node::Cast(operand) => {
                let (to, from) = (exprs.int_ty(id), exprs.int_ty(*operand));
                if to.includes(from) {
                    return stack.push(Piece::Expr(*operand, least));
                }
                wrap(out, stack, UNARY);
                out.push_str(type_name(to));
                stack.push(Piece::Expr(*operand, UNARY));
            }
            Node::Unary(op, operand) => {
                wrap(out, stack, UNARY);
                out.push_str(if *op == UnOp::Neg { "-" } else { "~" });
                stack.push(Piece::Expr(*operand, UNARY + 1));
            }
            Node::Not(operand) => {
                wrap(out, stack, UNARY);
                out.push_str(if is_formula { "¬" } else { "!" });
                stack.push(Piece::Expr(*operand, UNARY));
            }
            Node::Binary(op, a, b) => infix(stack, wrap, out, binary(*op), op.symbol(), *a, *b),
            Node::Compare(op, a, b) => {
                // `i > 1` rather than `1 < i`.
                let turned = exprs.as_const(*a).is_some() && exprs.as_const(*b).is_none();
                let (a, b) = if turned { (*b, *a) } else { (*a, *b) };
                let symbol = match (op, turned, is_formula) {
                    (CmpOp::Eq, _, false) => "==",
                    (CmpOp::Eq, _, true) => "=",
                    (CmpOp::Ne, _, false) => "!=",
                    (CmpOp::Ne, _, true) => "≠",
                    (CmpOp::Lt, false, _) => "<",
                    (CmpOp::Lt, true, _) => ">",
                    (CmpOp::Le, false, false) => "<=",
                    (CmpOp::Le, true, false) => ">=",
                    (CmpOp::Le, false, true) => "≤",
                    (CmpOp::Le, true, true) => "≥",
                };
                infix(stack, wrap, out, COMPARE, symbol, a, b);
            }
            Node::And(a, b) => infix(stack, wrap, out, AND, if is_formula { "∧" } else { "&&" }, *a, *b),
            Node::Or(a, b) => infix(stack, wrap, out, OR, if is_formula { "∨" } else { "||" }, *a, *b),
            Node::Ite(condition, yes, no) => {
                wrap(out, stack, CHOICE);
                stack.extend([
                    Piece::Expr(*no, CHOICE),
                    Piece::Text(" : "),
                    Piece::Expr(*yes, 0),
                    Piece::Text(" ? "),
                    Piece::Expr(*condition, OR),
                ]);
            }
        }
    }
}

fn infix(
    stack: &mut Vec<Piece>,
    wrap: impl Fn(&mut String, &mut Vec<Piece>, u8),
    out: &mut String,
    binds: u8,
    symbol: &'static str,
    a: ExprId,
    b: ExprId,
) {
    wrap(out, stack, binds);
    stack.extend([
        Piece::Expr(b, binds + 1),
        Piece::Text(" "),
        Piece::Text(symbol),
        Piece::Text(" "),
        Piece::Expr(a, binds),
    ]);
}

const CHOICE: u8 = 1;
const OR: u8 = 2;
const AND: u8 = 3;
const COMPARE: u8 = 7;
const UNARY: u8 = 12;

/// How tightly an operator binds, in C.
fn binary(op: BinOp) -> u8 {
    match op {
        BinOp::BitOr => 4,
        BinOp::BitXor => 5,
        BinOp::BitAnd => 6,
        BinOp::Shl | BinOp::Shr => 9,
        BinOp::Add | BinOp::Sub => 10,
        BinOp::Mul | BinOp::Div | BinOp::Rem => 11,
    }
}

/// The conversion to a type, as C writes it; odd widths are bit-fields.
fn type_name(ty: IntTy) -> &'static str {
    match (ty.bits(), ty.is_signed()) {
        (1, _) => "(_Bool)",
        (8, true) => "(char)",
        (8, false) => "(unsigned char)",
        (16, true) => "(short)",
        (16, false) => "(unsigned short)",
        (32, true) => "(int)",
        (32, false) => "(unsigned)",
        (64, true) => "(long)",
        (64, false) => "(unsigned long)",
        _ => "(bit-field)",
    }
}
