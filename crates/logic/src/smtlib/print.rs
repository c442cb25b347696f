//! Terms as SMT-LIB text.
//!
//! Subterms that occur more than once are named by `let`, so the text of a term without quantifiers is as long as its
//! nodes are many; one `let` names all of them that mention no more than the names before it. The body of a quantifier is a
//! region of its own with its own names, since what it shares may mention bound symbols.

use std::fmt::{self, Write};

use heureka_number::{Int, Rational};

use crate::op::Op;
use crate::pool::{FastMap, SymbolId, TermId, Terms};
use crate::smtlib::name::encode;

pub fn print_term(terms: &Terms, term: TermId) -> String {
    let mut text = String::new();
    write_term(terms, term, &mut text).expect("writing to a string does not fail");
    text
}

/// `(declare-fun …)` or `(declare-const …)`, without a line end.
pub fn print_declaration(terms: &Terms, symbol: SymbolId) -> String {
    let symbol = terms.symbol(symbol);
    let (name, result) = (encode(&symbol.name), terms.sort_text(symbol.result));
    if symbol.arguments.is_empty() {
        return format!("(declare-const {name} {result})");
    }
    let arguments: Vec<String> = symbol.arguments.iter().map(|&sort| terms.sort_text(sort)).collect();
    format!("(declare-fun {name} ({}) {result})", arguments.join(" "))
}

pub fn write_term(terms: &Terms, term: TermId, out: &mut impl Write) -> fmt::Result {
    let mut printer = Printer { terms, regions: Vec::new(), named: 0, open: vec![Part::Enter(term)] };
    while let Some(part) = printer.open.pop() {
        printer.step(part, out)?;
    }
    Ok(())
}

enum Part {
    Text(&'static str),
    Close(usize),
    /// A new region with this root.
    Enter(TermId),
    Leave,
    /// A term, by its name if it has one.
    Term(TermId),
    /// A term, spelled out.
    Node(TermId),
    /// Names these terms, which do not occur in each other.
    Let(Vec<TermId>),
    /// The name of a term, and the term.
    Binding(TermId),
}

struct Printer<'a> {
    terms: &'a Terms,
    /// The names in the regions that are open.
    regions: Vec<FastMap<TermId, usize>>,
    named: usize,
    open: Vec<Part>,
}

impl Printer<'_> {
    fn step(&mut self, part: Part, out: &mut impl Write) -> fmt::Result {
        match part {
            Part::Text(text) => out.write_str(text),
            Part::Close(count) => (0..count).try_for_each(|_| out.write_char(')')),
            Part::Enter(root) => {
                let shared = self.shared(root);
                self.regions.push(FastMap::default());
                self.open.extend([Part::Leave, Part::Close(shared.len()), Part::Term(root)]);
                self.open.extend(shared.into_iter().rev().map(Part::Let));
                Ok(())
            }
            Part::Leave => {
                self.regions.pop();
                Ok(())
            }
            Part::Let(group) => {
                self.open.push(Part::Text(") "));
                for (place, &term) in group.iter().enumerate().rev() {
                    self.open.push(Part::Binding(term));
                    self.open.extend((place > 0).then_some(Part::Text(" ")));
                }
                out.write_str("(let (")
            }
            Part::Binding(term) => {
                self.named += 1;
                let number = self.named;
                self.open.extend([Part::Close(1), Part::Node(term)]);
                // No text of the group mentions it, so it may have its name already.
                self.regions.last_mut().expect("terms stand in a region").insert(term, number);
                write!(out, "(?{number} ")
            }
            Part::Term(term) => match self.regions.last().and_then(|names| names.get(&term)) {
                Some(number) => write!(out, "?{number}"),
                None => self.node(term, out),
            },
            Part::Node(term) => self.node(term, out),
        }
    }

    fn node(&mut self, term: TermId, out: &mut impl Write) -> fmt::Result {
        let terms = self.terms;
        let children = terms.children(term);
        match terms.op(term) {
            Op::Int(id) => return write_int(terms.int_at(id), out),
            Op::Real(id) => return write_rational(terms.rational_at(id), out),
            Op::BitVec(id) => return write!(out, "{}", terms.bits_at(id)),
            Op::Symbol(symbol) if children.is_empty() => return out.write_str(&encode(&terms.symbol(symbol).name)),
            op @ (Op::True | Op::False) => return out.write_str(op.name()),
            op if op.is_quantifier() => return self.quantifier(op, children, out),
            _ => {}
        }
        out.write_char('(')?;
        match terms.op(term) {
            Op::Symbol(symbol) => out.write_str(&encode(&terms.symbol(symbol).name))?,
            Op::ConstArray(sort) => write!(out, "(as const {})", terms.sort_text(sort))?,
            op @ Op::Extract { high, low } => write!(out, "(_ {} {high} {low})", op.name())?,
            op @ (Op::ZeroExtend(number) | Op::SignExtend(number) | Op::IntToBv(number)) => {
                write!(out, "(_ {} {number})", op.name())?;
            }
            op => out.write_str(op.name())?,
        }
        self.open.push(Part::Close(1));
        for &child in children.iter().rev() {
            self.open.extend([Part::Term(child), Part::Text(" ")]);
        }
        Ok(())
    }

    fn quantifier(&mut self, op: Op, children: &[TermId], out: &mut impl Write) -> fmt::Result {
        let terms = self.terms;
        let (&body, bound) = children.split_last().expect("a quantifier has a body");
        write!(out, "({} (", op.name())?;
        for (place, &variable) in bound.iter().enumerate() {
            let name = encode(&terms.symbol(terms.bound_symbol(variable)).name);
            let space = if place == 0 { "" } else { " " };
            write!(out, "{space}({name} {})", terms.sort_text(terms.sort(variable)))?;
        }
        out.write_str(") ")?;
        self.open.extend([Part::Close(1), Part::Enter(body)]);
        Ok(())
    }

    /// The terms of the region that occur more than once and are not leaves, in groups: each mentions only those of groups
    /// before its own.
    fn shared(&self, root: TermId) -> Vec<Vec<TermId>> {
        let terms = self.terms;
        let inside = |term: TermId| if terms.op(term).is_quantifier() { &[][..] } else { terms.children(term) };
        let mut uses: FastMap<TermId, u32> = FastMap::default();
        let mut order = Vec::new();
        let mut stack = vec![(root, 0)];
        uses.insert(root, 1);
        while let Some((term, next)) = stack.last_mut() {
            match inside(*term).get(*next) {
                Some(&child) => {
                    *next += 1;
                    let count = uses.entry(child).or_default();
                    *count += 1;
                    if *count == 1 {
                        stack.push((child, 0));
                    }
                }
                None => {
                    order.push(*term);
                    stack.pop();
                }
            }
        }
        let mut groups: Vec<Vec<TermId>> = Vec::new();
        // By term: how many groups come before its text is known.
        let mut ready: FastMap<TermId, usize> = FastMap::default();
        for term in order {
            let mut after = inside(term).iter().map(|child| ready[child]).max().unwrap_or(0);
            if uses[&term] > 1 && !terms.children(term).is_empty() {
                if groups.len() <= after {
                    groups.push(Vec::new());
                }
                groups[after].push(term);
                after += 1;
            }
            ready.insert(term, after);
        }
        groups
    }
}

fn write_int(value: &Int, out: &mut impl Write) -> fmt::Result {
    if value.is_negative() { write!(out, "(- {})", value.abs()) } else { write!(out, "{value}") }
}

fn write_rational(value: &Rational, out: &mut impl Write) -> fmt::Result {
    let negative = value.is_negative();
    if negative {
        out.write_str("(- ")?;
    }
    let numerator = value.numerator().abs();
    if value.is_integer() {
        write!(out, "{numerator}.0")?;
    } else {
        write!(out, "(/ {numerator}.0 {}.0)", value.denominator())?;
    }
    if negative { out.write_char(')') } else { Ok(()) }
}
