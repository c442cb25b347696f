//! Certificates as text, for people and to compare: what holds where, in the notation of ACSL.
//!
//! `x` is the value of a variable now, `\old(x)` the one when the procedure was entered. Lines are in the order of the program, so
//! that equal certificates have equal texts. Nobody reads the text back: who checks a certificate has it as data.

use std::borrow::Cow;
use std::fmt::Write;

use super::names::Names;
use super::print_expr::ExprPrinter;
use crate::certificate::{Certificate, Contract, CutInvariants, HeadInvariants, HeadSubject, Unwound};
use crate::formula::{BoundId, Formula, Number};
use crate::ids::{LocId, ProcId};
use crate::invariant::{CellIndex, Ghost, Invariants, Relation, Value};
use crate::passes::lemmas::{Lemma, LemmaValue};
use crate::passes::{guess_elements, inline, inline_but_recursion, lemmas};
use crate::program::Program;

/// The text of a certificate of a program, as it was read.
pub fn print_certificate(program: &Program, certificate: &Certificate) -> String {
    match certificate {
        Certificate::Exhaustive { executions } => format!("all executions were followed to their end: {executions}\n"),
        Certificate::Inductive(invariants) => {
            format!("what holds at each location, whenever an execution comes there\n{}", all(program, invariants))
        }
        Certificate::Guessed(invariants) => {
            let guessed = guess_elements(program);
            format!(
                "what holds at each location, where sets are known by single elements\n{}",
                all(&guessed, invariants)
            )
        }
        Certificate::ByLemmas(steps) => {
            let guessed = guess_elements(program);
            let mut out = "lemmas about what is read\n".to_owned();
            for lemma in &steps.lemmas {
                let _ = writeln!(out, "{}", lemma_text(&guessed, lemma));
            }
            let or_as_it_is = |other: Option<Program>| other.map_or(Cow::Borrowed(&guessed), Cow::Owned);
            let checked = or_as_it_is(lemmas::checked(&guessed, &steps.lemmas));
            let used = or_as_it_is(lemmas::used(&guessed, &steps.lemmas));
            let _ = write!(out, "what holds at each location, which proves them\n{}", all(&checked, &steps.proof));
            let _ = write!(out, "what holds at each location by them\n{}", all(&used, &steps.rest));
            out
        }
        Certificate::Unwound(unwound) => unwound_text(program, unwound),
        Certificate::AtHeads(invariants) => heads(program, invariants),
        Certificate::AtCuts(invariants) => cuts(program, invariants),
    }
}

fn unwound_text(program: &Program, unwound: &Unwound) -> String {
    let mut out = format!("all executions, with loops and recursion unwound up to {} times\n", unwound.rounds);
    for head in &unwound.by_induction {
        let _ = writeln!(out, "{}: by k-induction", place(program, *head));
    }
    if let Some(invariants) = &unwound.invariants {
        let _ = write!(out, "what holds at each location, and is used for it\n{}", all(program, invariants));
    }
    out
}

fn heads(program: &Program, invariants: &HeadInvariants) -> String {
    let inlined = match invariants.subject {
        HeadSubject::AsRead => None,
        HeadSubject::Inlined { depth } => inline(program, depth).map(|inlined| inlined.program),
    };
    let program = inlined.as_ref().unwrap_or(program);
    let names = Names::of(program);
    let mut out = "what holds at heads of loops\n".to_owned();
    for (head, formula) in &invariants.at {
        let writer = Writer { program, names: &names, scope: Some(program.loc(*head).proc), ghosts: &[] };
        let _ = writeln!(out, "{}: {}", place(program, *head), writer.formula(formula));
    }
    for Contract { procedure, before, after } in &invariants.contracts {
        let writer = Writer { program, names: &names, scope: Some(*procedure), ghosts: &[] };
        let name = names.proc(*procedure);
        let _ = writeln!(out, "{name} requires {}", writer.formula(before));
        let _ = writeln!(out, "{name} ensures {}", writer.formula(after));
    }
    out
}

fn cuts(program: &Program, invariants: &CutInvariants) -> String {
    let inlined = inline_but_recursion(program);
    let program = inlined.as_ref().unwrap_or(program);
    let names = Names::of(program);
    let mut out = "what holds at heads of loops, and at entries and exits of procedures\n".to_owned();
    for (at, text) in &invariants.at {
        let _ = writeln!(out, "{}: {text}", place(program, *at));
    }
    for (at, text) in &invariants.through {
        let _ = writeln!(out, "{}, since the loop was entered: {text}", place(program, *at));
    }
    let texts: String = invariants.at.iter().chain(&invariants.through).map(|(_, text)| &**text).collect();
    let words: std::collections::BTreeSet<&str> = texts.split(|c: char| !c.is_ascii_alphanumeric()).collect();
    let is_said = |letters: [char; 3], number: usize| {
        letters.iter().any(|letter| words.contains(format!("{letter}{number}").as_str()))
    };
    for (id, var) in program.var_ids().zip(&program.vars).filter(|(id, _)| is_said(['v', 'w', 'x'], id.index())) {
        let _ = writeln!(out, "v{} is {}", id.index(), names.var(id, var.owner));
    }
    for (id, array) in program.array_ids().zip(&program.arrays).filter(|(id, _)| is_said(['a', 'b', 'c'], id.index())) {
        let _ = writeln!(out, "a{} is {}", id.index(), names.array(id, array.owner));
    }
    out
}

fn lemma_text(program: &Program, lemma: &Lemma) -> String {
    let names = Names::of(program);
    let scope = Some(program.loc(lemma.at).proc);
    let read = ExprPrinter::new(program, &names, scope).text(lemma.read);
    let value = match lemma.value {
        LemmaValue::Index(offset) => format!("its index plus {offset}"),
        LemmaValue::Stored(edge) => format!("what is stored by {}", super::print::step(program, &names, edge)),
    };
    format!("{}: {read} is {value}", place(program, lemma.at))
}

/// Invariants at all locations, after the ghosts that they speak of.
fn all(program: &Program, invariants: &Invariants) -> String {
    let names = Names::of(program);
    let mut out = String::new();
    for (number, ghost) in invariants.ghosts.iter().enumerate() {
        let writer = Writer { program, names: &names, scope: Some(program.entry), ghosts: &invariants.ghosts };
        let var = Invariants::ghost_var(program, number);
        let _ = writeln!(out, "{} is {}", writer.value(Value::Now(var)), writer.ghost(ghost));
    }
    for (at, invariant) in program.loc_ids().zip(&invariants.at) {
        let scope = Some(program.loc(at).proc);
        let writer = Writer { program, names: &names, scope, ghosts: &invariants.ghosts };
        let _ = writeln!(out, "{}: {}", place(program, at), writer.formula(&Formula::from(invariant)));
    }
    out
}

/// Where a location is: its procedure, its number, and its place in the source.
fn place(program: &Program, at: LocId) -> String {
    let loc = program.loc(at);
    format!("{} {at} ({})", program.proc(loc.proc).name, program.files.place(loc.span))
}

/// Writes formulas within one procedure.
struct Writer<'a> {
    program: &'a Program,
    names: &'a Names,
    scope: Option<ProcId>,
    ghosts: &'a [Ghost],
}

impl Writer<'_> {
    fn formula(&self, formula: &Formula) -> String {
        match formula {
            Formula::Bool(true) => "\\true".to_owned(),
            Formula::Bool(false) => "\\false".to_owned(),
            Formula::Not(inner) => format!("!({})", self.formula(inner)),
            Formula::And(parts) => self.joined(parts, " && ", "\\true"),
            Formula::Or(parts) => self.joined(parts, " || ", "\\false"),
            Formula::Compare(number, relation) => {
                let number = self.number(number);
                match relation {
                    Relation::Zero => format!("{number} == 0"),
                    Relation::AtLeastZero => format!("{number} >= 0"),
                    Relation::AboveZero => format!("{number} > 0"),
                    Relation::NonZero => format!("{number} != 0"),
                    Relation::Modulo { modulus, width: 0 } => format!("({number}) % {modulus} == 0"),
                    Relation::Modulo { modulus, width } => format!("({number}) % {modulus} <= {width}"),
                }
            }
            Formula::ForAll(bound, inner) => {
                format!("\\forall integer {}; {}", bound_names(bound), self.formula(inner))
            }
            Formula::Exists(bound, inner) => {
                format!("\\exists integer {}; {}", bound_names(bound), self.formula(inner))
            }
        }
    }

    fn joined(&self, parts: &[Formula], between: &str, nothing: &str) -> String {
        match parts {
            [] => nothing.to_owned(),
            [only] => self.formula(only),
            _ => {
                let part = |part: &Formula| match part {
                    Formula::Compare(..) | Formula::Bool(_) | Formula::Not(_) => self.formula(part),
                    _ => format!("({})", self.formula(part)),
                };
                parts.iter().map(part).collect::<Vec<_>>().join(between)
            }
        }
    }

    fn number(&self, number: &Number) -> String {
        match number {
            _ if number.is_unsaid() => "something".to_owned(),
            Number::Const(constant) => constant.to_string(),
            Number::Value(value) => self.value(*value),
            Number::Bound(bound) => bound_names(&[*bound]),
            Number::Read(array, indices) => {
                let indices: String = indices.iter().map(|index| format!("[{}]", self.number(index))).collect();
                format!("{}{indices}", self.names.array(*array, self.scope))
            }
            Number::Sum(terms, constant) => self.sum(terms, *constant),
            Number::Product(a, b) => format!("({}) * ({})", self.number(a), self.number(b)),
            Number::Quotient(a, by) => format!("\\floor(({}) / {by})", self.number(a)),
            Number::Remainder(a, by) => format!("(({}) % {by})", self.number(a)),
            Number::Choice(condition, a, b) => {
                format!("({} ? {} : {})", self.formula(condition), self.number(a), self.number(b))
            }
        }
    }

    fn sum(&self, terms: &[(Number, i128)], constant: i128) -> String {
        let mut out = String::new();
        for (number, factor) in terms {
            let sign = if *factor < 0 { "-" } else { "+" };
            match (out.is_empty(), sign) {
                (true, "+") => {}
                (true, _) => out.push('-'),
                (false, _) => out.push_str(&format!(" {sign} ")),
            }
            if factor.unsigned_abs() != 1 {
                let _ = write!(out, "{} * ", factor.unsigned_abs());
            }
            match number {
                Number::Sum(..) => out.push_str(&format!("({})", self.number(number))),
                _ => out.push_str(&self.number(number)),
            }
        }
        match (out.is_empty(), constant) {
            (true, _) => constant.to_string(),
            (false, 0) => out,
            (false, _) => {
                let sign = if constant < 0 { "-" } else { "+" };
                format!("{out} {sign} {}", constant.unsigned_abs())
            }
        }
    }

    fn value(&self, value: Value) -> String {
        let (Value::AtEntry(var) | Value::Now(var)) = value;
        let name = match var.index().checked_sub(self.program.vars.len()) {
            Some(ghost) => match self.ghosts.get(ghost) {
                Some(Ghost::Rigid { name, .. }) => name.to_string(),
                _ => format!("ghost{ghost}"),
            },
            None => self.names.var(var, self.scope),
        };
        match value {
            Value::AtEntry(_) => format!("\\old({name})"),
            Value::Now(_) => name,
        }
    }

    fn ghost(&self, ghost: &Ghost) -> String {
        match ghost {
            Ghost::Rigid { at_error: None, .. } => "any number".to_owned(),
            Ghost::Rigid { at_error: Some(var), .. } => {
                format!("any number; where an execution fails, {}", self.value(Value::Now(*var)))
            }
            Ghost::Cell { array, indices } => {
                let indices: String = indices.iter().map(|index| format!("[{}]", self.index(index))).collect();
                format!("{}{indices}", self.names.array(*array, self.scope))
            }
            Ghost::Last { at } => {
                let each = at.iter().map(|(edge, expr)| {
                    let from = self.program.edge(*edge).from;
                    let scope = Some(self.program.loc(from).proc);
                    let text = ExprPrinter::new(self.program, self.names, scope).text(*expr);
                    format!("{text} at {}", place(self.program, from))
                });
                format!("the last of: {}", each.collect::<Vec<_>>().join(", "))
            }
        }
    }

    fn index(&self, index: &CellIndex) -> String {
        let rigid = |ghost| self.value(Value::Now(ghost));
        let moved = |text: String, offset: i128| match offset {
            0 => text,
            offset if offset < 0 => format!("{text} - {}", offset.unsigned_abs()),
            offset => format!("{text} + {offset}"),
        };
        match index {
            CellIndex::Const(index) => index.to_string(),
            CellIndex::Rigid { ghost, offset } => moved(rigid(*ghost), *offset),
            CellIndex::Mirrored { ghost, sum: Some(sum), offset } => {
                moved(format!("{} - {}", rigid(*sum), rigid(*ghost)), *offset)
            }
            CellIndex::Mirrored { ghost, sum: None, offset } => format!("{offset} - {}", rigid(*ghost)),
            CellIndex::Now(expr) => ExprPrinter::new(self.program, self.names, self.scope).text(*expr),
        }
    }
}

fn bound_names(bound: &[BoundId]) -> String {
    bound.iter().map(|BoundId(number)| format!("k{number}")).collect::<Vec<_>>().join(", ")
}
