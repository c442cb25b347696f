//! Systems as SMT-LIB text of the logic HORN, which solvers for constrained Horn clauses read.

use std::fmt::Write;

use super::{Clause, System};
use crate::op::Op;
use crate::pool::{SymbolId, TermId, Terms};
use crate::smtlib::{print_declaration, print_term, symbol_text};

pub fn print_system(terms: &Terms, system: &System) -> String {
    let mut text = String::from("(set-logic HORN)\n");
    for &predicate in &system.predicates {
        let symbol = terms.symbol(predicate);
        let line = match symbol.arguments.is_empty() {
            true => format!("(declare-fun {} () Bool)", symbol_text(&symbol.name)),
            false => print_declaration(terms, predicate),
        };
        writeln!(text, "{line}").expect("writing to a string does not fail");
    }
    for clause in &system.clauses {
        text += &print_clause(terms, clause);
    }
    text + "(check-sat)\n(exit)\n"
}

fn print_clause(terms: &Terms, clause: &Clause) -> String {
    let mut parts: Vec<String> = clause.body.iter().map(|atom| print_term(terms, *atom)).collect();
    if terms.as_bool(clause.constraint) != Some(true) {
        parts.push(print_term(terms, clause.constraint));
    }
    let head = clause.head.map_or("false".to_owned(), |head| print_term(terms, head));
    let body = match &parts[..] {
        [] => "true".to_owned(),
        [one] => one.clone(),
        _ => format!("(and {})", parts.join("\n      ")),
    };
    let variables = variables(terms, clause);
    let bound: Vec<String> = variables
        .iter()
        .map(|symbol| {
            let symbol = terms.symbol(*symbol);
            format!("({} {})", symbol_text(&symbol.name), terms.sort_text(symbol.result))
        })
        .collect();
    match bound.is_empty() {
        true => format!("(assert\n  (=> {body}\n    {head}))\n"),
        false => format!("(assert (forall ({})\n  (=> {body}\n    {head})))\n", bound.join(" ")),
    }
}

/// The universally quantified symbols of a clause, but for those that are predicates.
pub(crate) fn variables(terms: &Terms, clause: &Clause) -> Vec<SymbolId> {
    let atoms = || clause.body.iter().chain(&clause.head).copied();
    let arguments = atoms().flat_map(|atom| terms.children(atom).to_vec());
    let roots: Vec<TermId> = arguments.chain([clause.constraint]).collect();
    terms.free_symbols(&roots).into_iter().collect()
}

/// The predicate of an application.
pub(crate) fn predicate(terms: &Terms, atom: TermId) -> SymbolId {
    match terms.op(atom) {
        Op::Symbol(symbol) => symbol,
        other => unreachable!("a clause has `{}` where an application is expected", other.name()),
    }
}
