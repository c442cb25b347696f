//! The stages of paper 004 §2 as text, for readers: the unwound program in static single assignment form (Figure 1), in
//! conditional normal form (Figure 2, left), and the sets C and P (Figure 2, right).
//!
//! What is printed is unwound as the paper does it, by [`Builder::plain`]: each assignment is a version, nothing is folded,
//! and faults that nobody asks for are left out. A guard that is no conjunction of conditions on one path, because paths
//! meet that do not part in one `if`, has a name of its own, so that the text is as long as the form.
//!
//! [`Builder::plain`]: super::build::Builder::plain

use std::collections::{HashMap, HashSet};
use std::fmt::Write;

use heureka_ir::{ArrayId, CmpOp, ExprId, ExprPool, Node, Program, VarId};

use super::ssa::{ArrayVersionId, Contents, Done, Meaning, ObligationKind, Ssa};

/// The text of the static single assignment form.
pub fn ssa_text(program: &Program, ssa: &mut Ssa) -> String {
    let mut reader = Reader::new(program, ssa);
    let statements = reader.statements();
    let mut text = String::new();
    let mut open: Vec<Condition> = Vec::new();
    for Statement { path, kind } in &statements {
        let same = open.iter().zip(path).take_while(|(open, next)| open.text == next.text).count();
        // Closed from within; the last one may go on with `else`.
        while open.len() > same {
            let closed = open.pop().unwrap_or_default();
            let depth = open.len();
            let is_else = depth == same && path.get(same).is_some_and(|next| next.text == closed.negated);
            if is_else {
                writeln!(text, "{:1$}}} else {{", "", depth * 4).expect("writing to a string");
                open.push(path[same].clone());
                break;
            }
            writeln!(text, "{:1$}}}", "", depth * 4).expect("writing to a string");
        }
        for next in &path[open.len()..] {
            writeln!(text, "{:1$}if ({2}) {{", "", open.len() * 4, next.text).expect("writing to a string");
            open.push(next.clone());
        }
        writeln!(text, "{:1$}{2}", "", open.len() * 4, kind.in_program()).expect("writing to a string");
    }
    while open.pop().is_some() {
        writeln!(text, "{:1$}}}", "", open.len() * 4).expect("writing to a string");
    }
    text
}

/// The text of the conditional normal form, and of the sets that it becomes.
pub fn normal_form_text(program: &Program, ssa: &mut Ssa) -> String {
    let mut reader = Reader::new(program, ssa);
    let mut statements = Vec::new();
    for Statement { path, kind } in reader.statements() {
        match kind {
            // A conditional is two statements.
            Kind::Equation { left, right: Right::Choice { condition, then, otherwise } } => {
                for (condition, value) in [(condition.clone(), then), (condition.opposite(), otherwise)] {
                    let path = path.iter().cloned().chain([condition]).collect();
                    let right = Right::Value { program: value.clone(), logic: value };
                    statements.push(Statement { path, kind: Kind::Equation { left: left.clone(), right } });
                }
            }
            kind => statements.push(Statement { path, kind }),
        }
    }
    let guard = |path: &[Condition], and: &str, empty: &str| match path {
        [] => empty.to_owned(),
        [only] => only.text.clone(),
        path => path.iter().map(|condition| in_conjunction(&condition.text)).collect::<Vec<_>>().join(and),
    };
    let mut text = String::new();
    for Statement { path, kind } in &statements {
        writeln!(text, "if ({}) {}", guard(path, " && ", "true"), kind.in_program()).expect("writing to a string");
    }
    let logical = |Statement { path, kind }: &Statement| match path.len() {
        0 | 1 => format!("{} ⇒ {}", logic(&guard(path, " && ", "TRUE")), kind.in_logic()),
        _ => format!("({}) ⇒ {}", logic(&guard(path, " && ", "TRUE")), kind.in_logic()),
    };
    let set = |name: &str, wanted: &dyn Fn(&Kind) -> bool| {
        let members: Vec<String> = statements.iter().filter(|statement| wanted(&statement.kind)).map(logical).collect();
        match members.is_empty() {
            true => format!("{name} = {{}}\n"),
            false => format!("{name} = {{\n    ({})\n}}\n", members.join("),\n    (")),
        }
    };
    let equations = set("C", &|kind| !matches!(kind, Kind::Assertion { .. }));
    let obligations = set("P", &|kind| matches!(kind, Kind::Assertion { .. }));
    format!("{text}\n{equations}\n{obligations}")
}

/// A condition among others, with parentheses where it needs them.
fn in_conjunction(condition: &str) -> String {
    let binds_less = condition.contains(" || ") || condition.contains(" ? ");
    if binds_less && !condition.starts_with("!(") { format!("({condition})") } else { condition.to_owned() }
}

/// Connectives as logic writes them.
fn logic(text: &str) -> String {
    text.replace("&&", "∧").replace("||", "∨").replace("!(", "¬(").replace("==", "=").replace("!=", "≠")
}

/// A condition of a path, and its negation.
#[derive(Clone, Default)]
struct Condition {
    text: String,
    negated: String,
}

impl Condition {
    fn opposite(self) -> Condition {
        Condition { text: self.negated, negated: self.text }
    }
}

struct Statement {
    path: Vec<Condition>,
    kind: Kind,
}

enum Kind {
    /// A version and its definition.
    Equation {
        left: String,
        right: Right,
    },
    /// The name of a guard.
    Guard {
        left: String,
        right: String,
    },
    Assertion {
        condition: String,
        is_unwinding: bool,
    },
}

#[derive(Clone)]
enum Right {
    /// An array cell is `a[i]` in a program and `select(a, i)` in logic.
    Value {
        program: String,
        logic: String,
    },
    Choice {
        condition: Condition,
        then: String,
        otherwise: String,
    },
}

impl Kind {
    fn in_program(&self) -> String {
        match self {
            Kind::Equation { left, right: Right::Value { program, .. } } => format!("{left} = {program};"),
            Kind::Equation { left, right: Right::Choice { condition, then, otherwise } } => {
                format!("{left} = ({} ? {then} : {otherwise});", condition.text)
            }
            Kind::Guard { left, right } => format!("{left} = {right};"),
            Kind::Assertion { condition, is_unwinding: false } => format!("assert({condition});"),
            Kind::Assertion { condition, is_unwinding: true } => format!("assert({condition}); // unwinding"),
        }
    }

    fn in_logic(&self) -> String {
        match self {
            Kind::Equation { left, right: Right::Value { logic: value, .. } } => format!("{left} = {}", logic(value)),
            Kind::Equation { left, right: Right::Choice { condition, then, otherwise } } => {
                format!("{left} = ({} ? {then} : {otherwise})", logic(&condition.text))
            }
            Kind::Guard { left, right } => format!("({left} ⇔ {})", logic(right)),
            Kind::Assertion { condition, .. } => format!("({})", logic(condition)),
        }
    }
}

struct Reader<'a> {
    ssa: &'a mut Ssa,
    /// By version.
    vars: Vec<String>,
    arrays: Vec<String>,
    /// The guards where paths meet.
    meetings: HashSet<ExprId>,
    /// Those of them that have names.
    guards: HashMap<ExprId, String>,
    /// Conditions that are asserted under a guard, with the obligations: what follows need not say them again.
    asserted: HashMap<(ExprId, ExprId), usize>,
    /// Obligations that are to be printed before what follows them.
    due: Vec<usize>,
    /// Definitions of guards that are to be printed before they are used.
    new: Vec<Statement>,
}

impl<'a> Reader<'a> {
    fn new(program: &Program, ssa: &'a mut Ssa) -> Reader<'a> {
        let mut counts: HashMap<String, usize> = HashMap::new();
        let mut numbered = |name: String| {
            let count = counts.entry(name.clone()).or_default();
            *count += 1;
            format!("{name}{}", subscript(*count - 1))
        };
        let vars = ssa.vars.iter().map(|version| numbered(var_name(program, version.of))).collect();
        let arrays = ssa.arrays.iter().map(|version| numbered(array_name(program, version.of))).collect();
        let met = ssa.steps.iter().filter(|step| step.done == Done::Meeting).map(|step| step.guard);
        let meetings = met.collect();
        Reader {
            ssa,
            vars,
            arrays,
            meetings,
            guards: HashMap::new(),
            asserted: HashMap::new(),
            due: Vec::new(),
            new: Vec::new(),
        }
    }

    fn statements(&mut self) -> Vec<Statement> {
        for at in 0..self.ssa.obligations.len() {
            let (before, last) = self.last_of(self.ssa.obligations[at].guard);
            let holds = self.ssa.exprs.not(last);
            self.asserted.entry((before, holds)).or_insert(at);
        }
        let mut statements = Vec::new();
        let mut is_printed = vec![false; self.ssa.obligations.len()];
        for step in self.ssa.steps.clone() {
            let kind = match step.done {
                Done::Meeting => continue,
                Done::Version(id) => match self.ssa.vars[id.index()].meaning {
                    Meaning::Input => continue,
                    Meaning::Value(value) => {
                        let right = self.right(value);
                        Kind::Equation { left: self.vars[id.index()].clone(), right }
                    }
                },
                Done::ArrayVersion(id) => match self.contents(id) {
                    None => continue,
                    Some(right) => Kind::Equation { left: self.arrays[id.index()].clone(), right },
                },
                Done::Obligation(at) => {
                    self.assert(at, &mut is_printed, &mut statements);
                    continue;
                }
            };
            let path = self.path(step.guard);
            for at in std::mem::take(&mut self.due).into_iter().rev() {
                self.assert(at, &mut is_printed, &mut statements);
            }
            statements.append(&mut self.new);
            statements.push(Statement { path, kind });
        }
        statements
    }

    /// The last condition of a guard, and the guard before it.
    fn last_of(&mut self, guard: ExprId) -> (ExprId, ExprId) {
        match *self.ssa.exprs.node(guard) {
            Node::And(before, last) => (before, last),
            _ => (self.ssa.exprs.bool(true), guard),
        }
    }

    /// Prints an obligation, once.
    fn assert(&mut self, at: usize, is_printed: &mut [bool], statements: &mut Vec<Statement>) {
        if std::mem::replace(&mut is_printed[at], true) {
            return;
        }
        let (before, last) = self.last_of(self.ssa.obligations[at].guard);
        let holds = self.ssa.exprs.not(last);
        let is_unwinding = matches!(self.ssa.obligations[at].kind, ObligationKind::Unwinding(_));
        let path = self.path(before);
        let kind = Kind::Assertion { condition: self.text(holds), is_unwinding };
        statements.append(&mut self.new);
        statements.push(Statement { path, kind });
    }

    /// The conditions of a guard, without those that are asserted.
    fn path(&mut self, guard: ExprId) -> Vec<Condition> {
        let mut path = Vec::new();
        let mut rest = guard;
        while self.ssa.exprs.as_bool(rest) != Some(true) {
            // A conjunction may be asserted as a whole.
            let always = self.ssa.exprs.bool(true);
            if let Some(&at) = self.asserted.get(&(always, rest)) {
                self.due.push(at);
                break;
            }
            let (before, last) = self.last_of(rest);
            rest = before;
            match self.asserted.get(&(before, last)) {
                Some(&at) => self.due.push(at),
                None => path.push(self.condition(last)),
            }
        }
        path.reverse();
        path
    }

    fn condition(&mut self, condition: ExprId) -> Condition {
        let not = self.ssa.exprs.not(condition);
        Condition { text: self.text(condition), negated: self.text(not) }
    }

    fn right(&mut self, value: ExprId) -> Right {
        match *self.ssa.exprs.node(value) {
            Node::Ite(condition, then, otherwise) => Right::Choice {
                condition: self.join_condition(condition),
                then: self.text(then),
                otherwise: self.text(otherwise),
            },
            _ => Right::Value { program: self.text(value), logic: self.logic_text(value) },
        }
    }

    /// The condition of a conditional: one condition, or the name of a guard.
    fn join_condition(&mut self, condition: ExprId) -> Condition {
        match *self.ssa.exprs.node(condition) {
            Node::And(..) => {
                let path = self.path(condition);
                let texts: Vec<String> = path.iter().map(|condition| in_conjunction(&condition.text)).collect();
                let text = if texts.is_empty() { "true".to_owned() } else { texts.join(" && ") };
                Condition { negated: format!("!({text})"), text }
            }
            _ => self.condition(condition),
        }
    }

    fn contents(&mut self, id: ArrayVersionId) -> Option<Right> {
        let value = |text: String| Right::Value { program: text.clone(), logic: text };
        Some(match self.ssa.arrays[id.index()].meaning.clone() {
            Contents::Input => return None,
            Contents::Constant(cell) => value(format!("all({})", self.text(cell))),
            Contents::Store { from, indices, value: cell } => {
                let indices: Vec<String> = indices.iter().map(|&index| self.text(index)).collect();
                let (from, cell) = (self.arrays[from.index()].clone(), self.text(cell));
                value(format!("store({from}, {}, {cell})", indices.join(", ")))
            }
            Contents::Chosen { from, prefix, fresh } => {
                let prefix: Vec<String> = prefix.iter().map(|&index| self.text(index)).collect();
                let (from, fresh) = (&self.arrays[from.index()], &self.arrays[fresh.index()]);
                value(format!("store({from}, {}, {fresh})", prefix.join(", ")))
            }
            Contents::Join { condition, then, otherwise } => Right::Choice {
                condition: self.join_condition(condition),
                then: self.arrays[then.index()].clone(),
                otherwise: self.arrays[otherwise.index()].clone(),
            },
        })
    }

    fn text(&mut self, expr: ExprId) -> String {
        self.written(expr, false)
    }

    fn logic_text(&mut self, expr: ExprId) -> String {
        self.written(expr, true)
    }

    /// As deep as expressions of the program are nested: versions have names.
    fn written(&mut self, expr: ExprId, in_logic: bool) -> String {
        // Comparisons need no parentheses in conjunctions and disjunctions.
        let conjoined = |reader: &mut Self, expr: ExprId| {
            let text = reader.written(expr, in_logic);
            let exprs = &reader.ssa.exprs;
            let is_named = reader.guards.contains_key(&expr);
            match is_named || is_atom(exprs, expr) || matches!(exprs.node(expr), Node::Compare(..)) {
                true => text,
                false => format!("({text})"),
            }
        };
        let operand = |reader: &mut Self, expr: ExprId| {
            let text = reader.written(expr, in_logic);
            if is_atom(&reader.ssa.exprs, expr) { text } else { format!("({text})") }
        };
        match self.ssa.exprs.node(expr).clone() {
            Node::Bool(value) => value.to_string(),
            Node::Int(_) => self.ssa.exprs.as_const(expr).unwrap_or_default().to_string(),
            Node::Var(var) => self.vars[var.index()].clone(),
            Node::Read(array, indices) => {
                let indices: Vec<String> = indices.iter().map(|&index| self.written(index, in_logic)).collect();
                let array = &self.arrays[array.index()];
                match in_logic {
                    true => format!("select({array}, {})", indices.join(", ")),
                    false => format!("{array}[{}]", indices.join("][")),
                }
            }
            Node::NotEmpty(set) => format!("nonempty({})", self.arrays[set.index()]),
            Node::Unary(op, a) => format!("{}{}", op.symbol(), operand(self, a)),
            Node::Binary(op, a, b) => format!("{} {} {}", operand(self, a), op.symbol(), operand(self, b)),
            // Constants stand on the right, as most people write them.
            Node::Compare(op, a, b) if self.ssa.exprs.as_const(a).is_some() => {
                let op = match op {
                    CmpOp::Lt => ">",
                    CmpOp::Le => ">=",
                    op => op.symbol(),
                };
                format!("{} {op} {}", operand(self, b), operand(self, a))
            }
            Node::Compare(op, a, b) => format!("{} {} {}", operand(self, a), op.symbol(), operand(self, b)),
            Node::Cast(a) => format!("({}){}", self.ssa.exprs.int_ty(expr), operand(self, a)),
            Node::Ite(c, a, b) => format!("{} ? {} : {}", operand(self, c), operand(self, a), operand(self, b)),
            Node::Not(a) => format!("!({})", self.written(a, in_logic)),
            Node::And(..) => {
                // Guards are as long as paths.
                let mut all = Vec::new();
                let mut rest = expr;
                while let Node::And(before, last) = *self.ssa.exprs.node(rest) {
                    all.push(last);
                    rest = before;
                }
                all.push(rest);
                let texts: Vec<String> = all.into_iter().rev().map(|conjunct| conjoined(self, conjunct)).collect();
                texts.join(" && ")
            }
            Node::Or(a, b) => match self.guards.get(&expr) {
                Some(name) => name.clone(),
                None if self.meetings.contains(&expr) => self.named_guard(expr, a, b),
                None => format!("{} || {}", conjoined(self, a), conjoined(self, b)),
            },
        }
    }

    /// Gives a guard where paths meet its name.
    fn named_guard(&mut self, guard: ExprId, a: ExprId, b: ExprId) -> String {
        let side = |reader: &mut Self, expr: ExprId| {
            let text = reader.text(expr);
            if matches!(reader.ssa.exprs.node(expr), Node::And(..)) { format!("({text})") } else { text }
        };
        let right = format!("{} || {}", side(self, a), side(self, b));
        let left = format!("guard{}", subscript(self.guards.len()));
        self.guards.insert(guard, left.clone());
        self.new.push(Statement { path: Vec::new(), kind: Kind::Guard { left: left.clone(), right } });
        left
    }
}

fn is_atom(pool: &ExprPool, expr: ExprId) -> bool {
    matches!(
        pool.node(expr),
        Node::Bool(_) | Node::Int(_) | Node::Var(_) | Node::Read(..) | Node::Not(_) | Node::NotEmpty(_)
    )
}

fn subscript(number: usize) -> String {
    let digit = |digit: char| char::from_u32('₀' as u32 + digit.to_digit(10).unwrap_or(0)).unwrap_or('₀');
    number.to_string().chars().map(digit).collect()
}

/// The name of a variable, with that of its procedure if others are called the same.
fn var_name(program: &Program, var: VarId) -> String {
    let this = program.var(var);
    let is_alone = program.vars.iter().filter(|other| other.name == this.name).count() == 1;
    qualified(program, &this.name, this.owner.filter(|_| !is_alone))
}

fn array_name(program: &Program, array: ArrayId) -> String {
    let this = program.array(array);
    let is_alone = program.arrays.iter().filter(|other| other.name == this.name).count() == 1;
    qualified(program, &this.name, this.owner.filter(|_| !is_alone))
}

fn qualified(program: &Program, name: &str, owner: Option<heureka_ir::ProcId>) -> String {
    match owner {
        Some(proc) => format!("{}.{name}", program.proc(proc).name),
        None => name.to_owned(),
    }
}
